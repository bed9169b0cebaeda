//! Box2D 3, through its C interface.
//!
//! Everything is at Box2D's defaults except what the level says. Bodies, shapes and joints are named by ids
//! that Box2D checks itself, so the calls below are safe while the world exists, which is as long as its
//! [`Box2d`].

#![allow(unsafe_code)]

mod joints;
mod shapes;

use super::follow::{Changes, follow};
use super::{BodyView, BuildOptions, Engine, Stages, Unsupported};
use boxdd_sys::ffi;
use physics::prelude::*;
use physics::solver::impulse::CombineRule;
use scenes::Command;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

/// B2_MAX_WORKERS: if a program sets more, Box2D uses this number without an error.
const MOST_THREADS: usize = 32;

/// B2_SPECULATIVE_DISTANCE, m: Box2D keeps the box of a shape larger by this much.
const BOX_MARGIN: f32 = 0.02;

/// Number of worlds that exist. Box2D looks for a free place for a world without a lock, and has one length
/// unit for all worlds.
static WORLDS: Mutex<usize> = Mutex::new(0);

/// Box2D 3.
#[derive(Debug)]
pub struct Box2d {
    world: ffi::b2WorldId,
    substeps: i32,
    sleeping: bool,
    bullets: bool,
    /// Bodies by number, including those that are gone.
    bodies: Vec<ffi::b2BodyId>,
    saved: Saved,
}

/// A snapshot of a world.
#[derive(Debug, Default)]
struct Saved {
    /// The bytes that Box2D writes; empty if no snapshot was taken.
    image: Vec<u8>,
    /// Number of bodies added before the snapshot.
    bodies: usize,
}

impl Box2d {
    /// Its version and build settings.
    #[must_use]
    pub fn description() -> String {
        // SAFETY: reads constants.
        let ffi::b2Version { major, minor, revision } = unsafe { ffi::b2GetVersion() };
        let commit = &boxdd_sys::UPSTREAM_SHA[..10];
        let lanes = match (cfg!(target_arch = "x86_64"), cfg!(feature = "box2d-avx2")) {
            (true, true) => "AVX2, 8 lanes",
            (true, false) => "SSE2, 4 lanes",
            (false, _) => "the lanes of its crate",
        };
        let flags = option_env!("CFLAGS").unwrap_or("the flags of its crate");
        format!("Box2D {major}.{minor}.{revision} commit {commit}, {lanes}, {flags}")
    }

    pub(super) fn build(level: &Level, options: BuildOptions) -> Result<Self, Unsupported> {
        let settings = &level.settings;
        if settings.friction_rule != CombineRule::GeometricMean {
            return Err(Unsupported::because("friction that is not the geometric mean"));
        }
        if settings.restitution_rule != CombineRule::Max {
            return Err(Unsupported::because("restitution that is not the maximum"));
        }
        if options.threads > MOST_THREADS {
            return Err(Unsupported::because(format!("more than {MOST_THREADS} threads")));
        }
        let world = create_world(settings, options.threads)?;
        let mut built = Self {
            world,
            substeps: settings.solver.substeps as i32,
            sleeping: settings.sleeping,
            bullets: options.bullets,
            bodies: Vec::new(),
            saved: Saved::default(),
        };
        built.add(level)?;
        Ok(built)
    }

    fn create_body(&self, def: &BodyDef) -> ffi::b2BodyId {
        let (kind, dynamic) = match def.kind {
            BodyKind::Static => (ffi::b2BodyType_b2_staticBody, false),
            BodyKind::Kinematic => (ffi::b2BodyType_b2_kinematicBody, false),
            BodyKind::Dynamic => (ffi::b2BodyType_b2_dynamicBody, true),
        };
        // SAFETY: the definition comes from Box2D and is only changed in values; the world is there.
        unsafe {
            let mut body = ffi::b2DefaultBodyDef();
            body.type_ = kind;
            body.position = position(def.position);
            body.rotation = rotation(def.rotation);
            body.linearVelocity = vector(def.velocity);
            body.angularVelocity = def.angular_velocity;
            body.linearDamping = def.damping;
            body.angularDamping = def.angular_damping;
            body.gravityScale = def.gravity_scale;
            body.motionLocks.angularZ = def.locks.rotation;
            body.enableSleep = def.can_sleep && self.sleeping;
            body.isAwake = def.awake;
            body.isBullet = dynamic && self.bullets && def.velocity.norm() > 0.0;
            ffi::b2CreateBody(self.world, &raw const body)
        }
    }

    /// The body of this number; none if there never was one or it is gone.
    fn id(&self, number: u32) -> Option<ffi::b2BodyId> {
        let id = self.bodies.get(number as usize).copied();
        // SAFETY: asks whether the id still names a body, which is allowed for any id.
        id.filter(|id| unsafe { ffi::b2Body_IsValid(*id) })
    }

    fn named(&self, number: u32) -> Result<ffi::b2BodyId, Unsupported> {
        self.id(number).ok_or_else(|| {
            Unsupported::because(format!("a script that names body {number}, which is not there"))
        })
    }
}

/// A world without bodies, in which nothing but the settings differs from the defaults.
pub(crate) fn create_world(settings: &WorldSettings, threads: usize) -> Result<ffi::b2WorldId, Unsupported> {
    let mut worlds = WORLDS.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the lock keeps other threads from the list of worlds and from the length unit; the definition
    // comes from Box2D and is only changed in values.
    unsafe {
        if ffi::b2GetLengthUnitsPerMeter() != settings.length_unit {
            if *worlds > 0 {
                return Err(Unsupported::because("two worlds at once with different length units"));
            }
            // Set before the definition is made, whose defaults are in this unit.
            ffi::b2SetLengthUnitsPerMeter(settings.length_unit);
        }
        let mut def = ffi::b2DefaultWorldDef();
        def.gravity = vector(settings.gravity);
        def.enableSleep = settings.sleeping;
        // With two or more threads, Box2D starts workers of its own.
        def.workerCount = threads as i32;
        let world = ffi::b2CreateWorld(&raw const def);
        if !ffi::b2World_IsValid(world) {
            return Err(Unsupported::because(format!("more than {worlds} worlds at once")));
        }
        *worlds += 1;
        Ok(world)
    }
}

/// Destroys a world that [`create_world`] has made and nobody uses any more.
pub(crate) fn destroy_world(world: ffi::b2WorldId) {
    let mut worlds = WORLDS.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the world is there, nobody calls it afterwards, and the lock keeps others from the list of
    // worlds.
    unsafe { ffi::b2DestroyWorld(world) };
    *worlds -= 1;
}

impl Drop for Box2d {
    fn drop(&mut self) {
        destroy_world(self.world);
    }
}

impl Changes for Box2d {
    fn add(&mut self, level: &Level) -> Result<(), Unsupported> {
        // Everything that can be refused is checked first, so that a part is added whole or not at all.
        let shapes = level.colliders.iter().map(shapes::shape).collect::<Result<Vec<_>, _>>()?;
        let masses = shapes::masses(level)?;
        let joints = level.joints.iter().map(joints::joint).collect::<Result<Vec<_>, _>>()?;
        let first = self.bodies.len();
        for def in &level.bodies {
            self.bodies.push(self.create_body(def));
        }
        let body = |place: u32| self.bodies[first + place as usize];
        for (collider, shape) in level.colliders.iter().zip(&shapes) {
            shape.create(body(collider.body), &shapes::definition(collider));
        }
        for (place, mass) in masses.into_iter().enumerate() {
            let id = body(place as u32);
            // SAFETY: the id is that of a body of this world.
            unsafe {
                ffi::b2Body_ApplyMassFromShapes(id);
                if let Some(mass) = mass {
                    ffi::b2Body_SetMassData(id, mass);
                }
            }
        }
        for (def, joint) in level.joints.iter().zip(joints) {
            joint.create(self.world, body(def.a), body(def.b));
        }
        Ok(())
    }

    fn remove(&mut self, body: u32) -> Result<(), Unsupported> {
        let id = self.named(body)?;
        // SAFETY: the id is valid; its shapes and joints go with it.
        unsafe { ffi::b2DestroyBody(id) };
        Ok(())
    }

    fn drive(&mut self, body: u32, velocity: Vec2, angular_velocity: f32) -> Result<(), Unsupported> {
        let id = self.named(body)?;
        // SAFETY: the id is valid.
        unsafe {
            // A velocity of zero wakes no body by itself.
            ffi::b2Body_SetAwake(id, true);
            ffi::b2Body_SetLinearVelocity(id, vector(velocity));
            ffi::b2Body_SetAngularVelocity(id, angular_velocity);
        }
        Ok(())
    }
}

impl Engine for Box2d {
    fn follow(&mut self, commands: &[Command]) -> Result<(), Unsupported> {
        follow(self, commands)
    }

    fn step(&mut self, dt: f32) {
        // SAFETY: the world is there, and not in a step.
        unsafe { ffi::b2World_Step(self.world, dt, self.substeps) };
    }

    fn stages(&self) -> Option<Stages> {
        // SAFETY: the world is there.
        let profile = unsafe { ffi::b2World_GetProfile(self.world) };
        let solver = profile.solverSetup + profile.constraints;
        Some(Stages {
            pairs: profile.pairs.into(),
            narrow_phase: profile.collide.into(),
            solver: solver.into(),
            poses: (profile.solve - solver).into(),
        })
    }

    fn bodies(&self) -> u32 {
        self.bodies.len() as u32
    }

    fn body(&self, number: u32) -> Option<BodyView> {
        let id = self.id(number)?;
        // SAFETY: the id is valid.
        let (position, q, velocity, angular_velocity, kind, awake) = unsafe {
            (
                ffi::b2Body_GetPosition(id),
                ffi::b2Body_GetRotation(id),
                ffi::b2Body_GetLinearVelocity(id),
                ffi::b2Body_GetAngularVelocity(id),
                ffi::b2Body_GetType(id),
                ffi::b2Body_IsAwake(id),
            )
        };
        Some(BodyView {
            pose: Pose {
                position: Point::new(narrowed(position.x), narrowed(position.y)),
                rotation: Rot { cos: q.c, sin: q.s },
            },
            velocity: Vec2::new(velocity.x, velocity.y),
            angular_velocity,
            dynamic: kind == ffi::b2BodyType_b2_dynamicBody,
            awake,
        })
    }

    fn touching(&self) -> usize {
        let mut buffer: Vec<ffi::b2ContactData> = Vec::new();
        let mut count = 0;
        for id in (0..self.bodies()).filter_map(|number| self.id(number)) {
            // SAFETY: the id is valid, and Box2D writes no more than the capacity and tells how much it
            // wrote.
            unsafe {
                let capacity = ffi::b2Body_GetContactCapacity(id);
                buffer.clear();
                buffer.reserve(capacity as usize);
                let written = ffi::b2Body_GetContactData(id, buffer.as_mut_ptr(), capacity);
                buffer.set_len(written as usize);
            }
            // Both bodies of a contact report it; it is counted for the body of its first shape.
            let firsts = buffer.iter().filter(|data| {
                // SAFETY: the shape of a contact is there.
                let owner = unsafe { ffi::b2Shape_GetBody(data.shapeIdA) };
                owner.index1 == id.index1
            });
            count += firsts.count();
        }
        count
    }

    fn cast_ray(&self, origin: Point, translation: Vec2) -> Option<f32> {
        // SAFETY: the world is there, and not in a step.
        let result = unsafe {
            ffi::b2World_CastRayClosest(self.world, position(origin), vector(translation), everything())
        };
        result.hit.then_some(result.fraction)
    }

    fn count_in_box(&self, aabb: Aabb) -> usize {
        /// The context of the query.
        struct Count {
            asked: ffi::b2AABB,
            margin: f32,
            found: usize,
        }

        /// Counts a shape whose own box overlaps. The boxes in the tree are larger, and so is the one that a
        /// shape stores unless the shape has just moved fast.
        ///
        /// # Safety
        /// `context` is the [`Count`] that the query was given.
        unsafe extern "C" fn count(shape: ffi::b2ShapeId, context: *mut c_void) -> bool {
            // SAFETY: see above; nothing else uses it during the query, and the shape is there.
            let (count, own) = unsafe { (&mut *context.cast::<Count>(), ffi::b2Shape_GetAABB(shape)) };
            let overlaps = |own| overlap(own, count.asked);
            // The stored box decides most cases, with its margin or without.
            let found = overlaps(shrunk(own, count.margin))
                || (overlaps(own) && shapes::tight_box(shape).is_some_and(overlaps));
            count.found += usize::from(found);
            true
        }

        let asked =
            ffi::b2AABB { lowerBound: vector(aabb.lower.coords), upperBound: vector(aabb.upper.coords) };
        // SAFETY: the callback gets back the very `Count`, which outlives the call.
        unsafe {
            let margin = BOX_MARGIN * ffi::b2GetLengthUnitsPerMeter();
            let mut result = Count { asked, margin, found: 0 };
            let context = (&raw mut result).cast();
            ffi::b2World_OverlapAABB(
                self.world,
                position(Point::origin()),
                asked,
                everything(),
                Some(count),
                context,
            );
            result.found
        }
    }

    fn cast_circle(&self, origin: Point, radius: f32, translation: Vec2) -> Result<Option<f32>, Unsupported> {
        /// Keeps the nearest hit.
        ///
        /// # Safety
        /// `context` is the fraction that the cast was given.
        unsafe extern "C" fn nearest(
            _: ffi::b2ShapeId,
            _: ffi::b2Pos,
            _: ffi::b2Vec2,
            fraction: f32,
            context: *mut c_void,
        ) -> f32 {
            // SAFETY: see above; nothing else uses it during the cast.
            unsafe { *context.cast::<Option<f32>>() = Some(fraction) };
            fraction
        }

        let mut hit: Option<f32> = None;
        // SAFETY: Box2D copies the one point; the callback gets back the very fraction, which outlives the
        // call.
        unsafe {
            let proxy = ffi::b2MakeProxy(&ZERO, 1, radius);
            ffi::b2World_CastShape(
                self.world,
                position(origin),
                &raw const proxy,
                vector(translation),
                everything(),
                Some(nearest),
                (&raw mut hit).cast(),
            );
        }
        Ok(hit)
    }

    fn save(&mut self) -> Result<usize, Unsupported> {
        let Saved { image, bodies } = &mut self.saved;
        image.clear();
        // SAFETY: Box2D tells how much it needs, and writes that much if it is no more than the capacity.
        unsafe {
            let write = |image: &mut Vec<u8>| {
                ffi::b2World_Snapshot(self.world, image.as_mut_ptr(), image.capacity() as i32) as usize
            };
            let mut size = write(image);
            if size > image.capacity() {
                image.reserve(size);
                size = write(image);
            }
            image.set_len(size);
        }
        *bodies = self.bodies.len();
        Ok(image.len())
    }

    fn restore(&mut self) -> Result<(), Unsupported> {
        let Saved { image, bodies } = &self.saved;
        // SAFETY: the image is one that Box2D wrote of this world, or empty, which it refuses.
        let taken = unsafe { ffi::b2World_Restore(self.world, image.as_ptr(), image.len() as i32) };
        if !taken {
            return Err(Unsupported::because("no snapshot was taken"));
        }
        // The ids from before name the same bodies again, also those that were gone; bodies added later never
        // existed.
        self.bodies.truncate(*bodies);
        Ok(())
    }
}

const ZERO: ffi::b2Vec2 = ffi::b2Vec2 { x: 0.0, y: 0.0 };

/// The filter of a query that finds all shapes.
fn everything() -> ffi::b2QueryFilter {
    ffi::b2QueryFilter { categoryBits: u64::MAX, maskBits: u64::MAX }
}

/// In the numbers of this build of Box2D: f64 for large worlds, and else f32.
#[allow(clippy::unnecessary_cast)]
fn position(position: impl Into<Position>) -> ffi::b2Pos {
    let Position { x, y } = position.into();
    ffi::b2Pos { x: x as _, y: y as _ }
}

/// A coordinate of this build of Box2D.
fn narrowed(coordinate: impl Into<f64>) -> f32 {
    coordinate.into() as f32
}

fn vector(vector: Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: vector.x, y: vector.y }
}

fn rotation(rotation: Rot) -> ffi::b2Rot {
    ffi::b2Rot { c: rotation.cos, s: rotation.sin }
}

fn overlap(a: ffi::b2AABB, b: ffi::b2AABB) -> bool {
    a.lowerBound.x <= b.upperBound.x
        && b.lowerBound.x <= a.upperBound.x
        && a.lowerBound.y <= b.upperBound.y
        && b.lowerBound.y <= a.upperBound.y
}

fn shrunk(aabb: ffi::b2AABB, margin: f32) -> ffi::b2AABB {
    let ffi::b2AABB { lowerBound: lower, upperBound: upper } = aabb;
    ffi::b2AABB {
        lowerBound: ffi::b2Vec2 { x: lower.x + margin, y: lower.y + margin },
        upperBound: ffi::b2Vec2 { x: upper.x - margin, y: upper.y - margin },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Box2D's setting for all worlds is not changed while a world exists.
    #[test]
    fn worlds_share_a_length_unit() -> Result<(), Unsupported> {
        let build = |length_unit| {
            let settings = WorldSettings { length_unit, ..WorldSettings::default() };
            Box2d::build(&Level::new(settings), BuildOptions::default())
        };
        let _one = build(1.0)?;
        assert!(build(1.0).is_ok() && build(100.0).is_err());
        Ok(())
    }

    /// More threads than Box2D accepts are refused.
    #[test]
    fn too_many_threads_are_refused() {
        let options = BuildOptions { threads: MOST_THREADS + 1, ..BuildOptions::default() };
        assert!(Box2d::build(&Level::default(), options).is_err());
    }
}
