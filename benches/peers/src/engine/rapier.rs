//! Rapier.
//!
//! Everything is at Rapier's defaults except what the level says: gravity, length unit, sleeping, and the
//! number of sub-steps, which Rapier calls solver iterations.

mod joints;
mod shapes;

use super::collider::is_massive;
use super::follow::{Changes, follow};
use super::{BodyView, BuildOptions, Engine, Unsupported};
use physics::prelude::*;
use physics::solver::impulse::CombineRule;
use rapier2d::parry::query::ShapeCastOptions;
use rapier2d::parry::shape::Ball;
use rapier2d::prelude::{
    Aabb as Box2, CCDSolver, ColliderSet, DefaultBroadPhase, ImpulseJointSet, IntegrationParameters,
    IslandManager, MassProperties, MultibodyJointSet, NarrowPhase, PairFilterContext, PhysicsHooks,
    PhysicsPipeline, Pose2, QueryFilter, QueryPipeline, Ray, RigidBodyBuilder, RigidBodyHandle, RigidBodySet,
    RigidBodyType, Rotation, SoftBodySet, SolverFlags, Vector,
};
use scenes::Command;
use std::cell::OnceCell;

#[cfg(feature = "rapier-best")]
type Pool = std::sync::Arc<rapier2d::rayon::ThreadPool>;

/// Rapier.
pub struct Rapier {
    gravity: Vector,
    parameters: IntegrationParameters,
    sleeping: bool,
    bullets: bool,
    #[cfg(feature = "rapier-best")]
    pool: Pool,
    pipeline: PhysicsPipeline,
    state: State,
    saved: Option<Box<State>>,
    /// Answers queries before the first step: Rapier fills its own tree only by stepping. If it were filled
    /// earlier, Rapier could not build the better tree that it builds from all boxes at once.
    early: OnceCell<DefaultBroadPhase>,
}

/// Everything that a step changes: what a user clones for a snapshot in memory.
#[derive(Clone, Default)]
struct State {
    islands: IslandManager,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd_solver: CCDSolver,
    /// Bodies by number, including those that are gone.
    handles: Vec<RigidBodyHandle>,
    /// Whether a body was added or removed since the last step.
    edited: bool,
}

/// Decides whether colliders of the same group collide, which Rapier's groups cannot express, since they are
/// bits. Rapier calls it only for pairs with a collider in a group.
struct Groups;

impl PhysicsHooks for Groups {
    fn filter_contact_pair(&self, pair: &PairFilterContext<'_>) -> Option<SolverFlags> {
        let [a, b] =
            [pair.collider1, pair.collider2].map(|handle| shapes::filter_of(&pair.colliders[handle]));
        a.accepts(b).then(SolverFlags::default)
    }
}

impl Rapier {
    /// Its version and build settings.
    #[must_use]
    pub fn description() -> String {
        let features = if cfg!(feature = "rapier-best") { "simd8 + parallel" } else { "default build" };
        let target = if cfg!(target_feature = "avx2") { "with AVX2" } else { "without AVX2" };
        format!("Rapier {}, {features}, {target}", rapier2d::VERSION)
    }

    pub(super) fn build(level: &Level, options: BuildOptions) -> Result<Self, Unsupported> {
        let settings = &level.settings;
        if settings.friction_rule != CombineRule::GeometricMean {
            return Err(Unsupported::because("friction that is not the geometric mean"));
        }
        if settings.restitution_rule != CombineRule::Max {
            return Err(Unsupported::because("restitution that is not the maximum"));
        }
        let parameters = IntegrationParameters {
            num_solver_iterations: settings.solver.substeps as usize,
            length_unit: settings.length_unit,
            ..IntegrationParameters::default()
        };
        #[cfg(not(feature = "rapier-best"))]
        if options.threads > 1 {
            return Err(Unsupported::because("built without `rapier-best`"));
        }
        let mut built = Self {
            gravity: vector(settings.gravity),
            parameters,
            sleeping: settings.sleeping,
            bullets: options.bullets,
            #[cfg(feature = "rapier-best")]
            pool: pool(options.threads)?,
            pipeline: PhysicsPipeline::new(),
            state: State::default(),
            saved: None,
            early: OnceCell::new(),
        };
        built.renew_pipeline();
        built.add(level)?;
        Ok(built)
    }

    fn renew_pipeline(&mut self) {
        self.pipeline = PhysicsPipeline::new();
        #[cfg(feature = "rapier-best")]
        self.pipeline.set_thread_pool(Some(self.pool.clone()));
    }

    fn body_builder(&self, def: &BodyDef, massive: bool) -> RigidBodyBuilder {
        let (kind, dynamic) = match def.kind {
            BodyKind::Static => (RigidBodyType::Fixed, false),
            BodyKind::Kinematic => (RigidBodyType::KinematicVelocityBased, false),
            BodyKind::Dynamic => (RigidBodyType::Dynamic, true),
        };
        let Rot { cos, sin } = def.rotation;
        let rotation = Rotation::from_cos_sin_unchecked(cos, sin);
        let mut body = RigidBodyBuilder::new(kind)
            .pose(Pose2::from_parts(vector(def.position.to_point().coords), rotation))
            .linvel(vector(def.velocity))
            .angvel(def.angular_velocity)
            .linear_damping(def.damping)
            .angular_damping(def.angular_damping)
            .gravity_scale(def.gravity_scale)
            .can_sleep(def.can_sleep && self.sleeping)
            .sleeping(!def.awake)
            .ccd_enabled(dynamic && self.bullets && def.velocity.norm() > 0.0);
        if def.locks.rotation {
            body = body.lock_rotations();
        }
        if dynamic && !massive {
            // In this engine a point of 1 kg that does not turn; in Rapier nothing would move it.
            body = body.additional_mass_properties(MassProperties::new(Vector::ZERO, 1.0, 0.0));
        }
        body
    }

    fn handle(&self, number: u32) -> Result<RigidBodyHandle, Unsupported> {
        let handle = self.state.handles.get(number as usize).copied();
        handle.filter(|handle| self.state.bodies.contains(*handle)).ok_or_else(|| {
            Unsupported::because(format!("a script that names body {number}, which is not there"))
        })
    }

    fn mark_edited(&mut self) {
        self.state.edited = true;
        self.early.take();
    }

    fn queries(&self) -> QueryPipeline<'_> {
        let State { broad_phase, narrow_phase, bodies, colliders, edited, .. } = &self.state;
        let tree = if *edited {
            self.early.get_or_init(|| {
                let mut tree = DefaultBroadPhase::new();
                for (handle, collider) in colliders.iter() {
                    tree.set_aabb(&self.parameters, handle, collider.compute_aabb());
                }
                tree
            })
        } else {
            broad_phase
        };
        tree.as_query_pipeline(narrow_phase.query_dispatcher(), bodies, colliders, QueryFilter::default())
    }
}

/// The threads on which Rapier steps.
///
/// One thread means the calling thread: Rapier's own pools step on threads of their own, and passing each
/// step to them takes longer than the step of a small scene. A thread belongs to one pool only, so all scenes
/// share the pool.
#[cfg(feature = "rapier-best")]
fn pool(threads: usize) -> Result<Pool, Unsupported> {
    use rapier2d::rayon::ThreadPoolBuilder;

    thread_local!(static ALONE: OnceCell<Pool> = const { OnceCell::new() });
    let build = |builder: ThreadPoolBuilder| match builder.build() {
        Ok(pool) => Ok(Pool::new(pool)),
        Err(error) => Err(Unsupported::because(format!("{threads} threads: {error}"))),
    };
    if threads > 1 {
        return build(ThreadPoolBuilder::new().num_threads(threads));
    }
    ALONE.with(|alone| match alone.get() {
        Some(pool) => Ok(pool.clone()),
        None => {
            let pool = build(ThreadPoolBuilder::new().num_threads(1).use_current_thread())?;
            Ok(alone.get_or_init(|| pool).clone())
        }
    })
}

impl Changes for Rapier {
    fn add(&mut self, level: &Level) -> Result<(), Unsupported> {
        // Everything that can be refused is checked first, so that a part is added whole or not at all.
        let colliders = shapes::colliders(level)?;
        let joints = level.joints.iter().map(joints::joint).collect::<Result<Vec<_>, _>>()?;
        let mut massive = vec![false; level.bodies.len()];
        for collider in level.colliders.iter().filter(|collider| is_massive(collider)) {
            massive[collider.body as usize] = true;
        }
        let first = self.state.handles.len();
        for (def, massive) in level.bodies.iter().zip(massive) {
            let handle = self.state.bodies.insert(self.body_builder(def, massive));
            self.state.handles.push(handle);
        }
        let State { bodies, colliders: set, impulse_joints, handles, .. } = &mut self.state;
        let handle = |place: u32| handles[first + place as usize];
        for (body, built) in colliders {
            set.insert_with_parent(built, handle(body), bodies);
        }
        for (def, joint) in level.joints.iter().zip(joints) {
            // A body that the level says is asleep stays asleep.
            impulse_joints.insert(handle(def.a), handle(def.b), joint, false);
        }
        self.mark_edited();
        Ok(())
    }

    fn remove(&mut self, body: u32) -> Result<(), Unsupported> {
        let handle = self.handle(body)?;
        let state = &mut self.state;
        state.bodies.remove(
            handle,
            &mut state.islands,
            &mut state.colliders,
            &mut state.impulse_joints,
            &mut state.multibody_joints,
            &mut state.soft_bodies,
            true,
        );
        self.mark_edited();
        Ok(())
    }

    fn drive(&mut self, body: u32, velocity: Vec2, angular_velocity: f32) -> Result<(), Unsupported> {
        let handle = self.handle(body)?;
        let body = &mut self.state.bodies[handle];
        body.set_linvel(vector(velocity), true);
        body.set_angvel(angular_velocity, true);
        Ok(())
    }
}

impl Engine for Rapier {
    fn follow(&mut self, commands: &[Command]) -> Result<(), Unsupported> {
        follow(self, commands)
    }

    fn step(&mut self, dt: f32) {
        self.parameters.dt = dt;
        let state = &mut self.state;
        self.pipeline.step(
            self.gravity,
            &self.parameters,
            &mut state.islands,
            &mut state.broad_phase,
            &mut state.narrow_phase,
            &mut state.bodies,
            &mut state.colliders,
            &mut state.impulse_joints,
            &mut state.multibody_joints,
            &mut state.soft_bodies,
            &mut state.ccd_solver,
            &Groups,
            &(),
        );
        state.edited = false;
    }

    fn bodies(&self) -> u32 {
        self.state.handles.len() as u32
    }

    fn body(&self, number: u32) -> Option<BodyView> {
        let body = self.state.bodies.get(*self.state.handles.get(number as usize)?)?;
        let (position, rotation) = (body.translation(), body.rotation());
        Some(BodyView {
            pose: Pose {
                position: Point::new(position.x, position.y),
                rotation: Rot { cos: rotation.cos(), sin: rotation.sin() },
            },
            velocity: Vec2::new(body.linvel().x, body.linvel().y),
            angular_velocity: body.angvel(),
            dynamic: body.is_dynamic(),
            awake: !body.is_sleeping(),
        })
    }

    fn touching(&self) -> usize {
        self.state.narrow_phase.contact_pairs().filter(|pair| pair.has_any_active_contact()).count()
    }

    fn cast_ray(&self, origin: Point, translation: Vec2) -> Option<f32> {
        let ray = Ray::new(vector(origin.coords), vector(translation));
        self.queries().cast_ray(&ray, 1.0, true).map(|(_, fraction)| fraction)
    }

    fn count_in_box(&self, aabb: Aabb) -> usize {
        let asked = Box2::new(vector(aabb.lower.coords), vector(aabb.upper.coords));
        // The boxes in its tree are some centimetres too large, so the boxes of the colliders are tested too,
        // as in this engine.
        let overlaps = |own: Box2| own.mins.cmple(asked.maxs).all() && asked.mins.cmple(own.maxs).all();
        let queries = self.queries();
        let candidates = queries.intersect_aabb_conservative(asked);
        candidates.filter(|(_, collider)| overlaps(collider.compute_aabb())).count()
    }

    fn cast_circle(&self, origin: Point, radius: f32, translation: Vec2) -> Result<Option<f32>, Unsupported> {
        let start = Pose2::from_translation(vector(origin.coords));
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let hit = self.queries().cast_shape(&start, vector(translation), &Ball::new(radius), options);
        Ok(hit.map(|(_, hit)| hit.time_of_impact))
    }

    fn save(&mut self) -> Result<usize, Unsupported> {
        self.saved = Some(Box::new(self.state.clone()));
        Ok(0)
    }

    fn restore(&mut self) -> Result<(), Unsupported> {
        let saved = self.saved.as_deref().ok_or_else(|| Unsupported::because("no snapshot was taken"))?;
        self.state = saved.clone();
        // The old pipeline remembers which joints it has prepared by a counter that goes back with the state.
        self.renew_pipeline();
        self.early.take();
        Ok(())
    }
}

fn vector(vector: Vec2) -> Vector {
    Vector::new(vector.x, vector.y)
}
