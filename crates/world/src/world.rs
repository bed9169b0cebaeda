//! The world: the interface of this crate for programs.

use crate::body::{BodyDef, BodyKind};
use crate::collider::ColliderDef;
use crate::error::DefError;
use crate::events::Events;
use crate::hook::ContactHook;
use crate::id::{BodyId, ColliderId, HandleError, JointId};
use crate::invalid::Invalid;
use crate::joint::{BodyPoses, JointDef};
use crate::level::{Level, LevelIds};
use crate::recording::{Call, Recorder};
use crate::settings::{Filter, Material, WorldSettings};
use crate::slot::BodySlot;
use crate::step::{Pipeline, StageTimes};
use crate::stores::Stores;
use crate::view::{BodyRef, ColliderRef, ContactRef, JointRef};
use broadphase::{Broadphase, DynamicTree};
use compute::{Width, Workers};
use geom::{ChainSegment, Pose, Shape};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The tag of the next world: every handle holds the tag of its world.
static NEXT_TAG: AtomicU32 = AtomicU32::new(0);

/// A simulation: bodies, colliders and joints, and the step that moves them.
///
/// The broad phase is a type parameter. It changes the speed of a simulation, but no bit of its result.
///
/// ```
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
/// use geom::Shape;
///
/// let mut world = World::new(WorldSettings::default()); // gravity (0, -9.81) m/s^2
/// let ground = world.add_body(BodyDef::fixed())?;
/// world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5)?))?; // half extents, m
/// let ball = world.add_body(BodyDef::dynamic().position([0.0, 3.0]))?;
/// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?).restitution(0.5))?;
/// for _ in 0..300 {
///     world.step(1.0 / 60.0);
/// }
/// assert!((world.body(ball)?.pose().position.y - 1.0).abs() < 0.01);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug)]
#[doc(alias("b2WorldId", "PhysicsWorld", "RigidBodySet", "ColliderSet", "PhysicsPipeline"))]
pub struct World<B: Broadphase = DynamicTree> {
    pub(crate) stores: Stores,
    pub(crate) broadphase: B,
    pub(crate) pipeline: Pipeline,
    /// Keeps every call that changes the world, if it is recorded.
    pub(crate) recorder: Option<Box<Recorder>>,
}

/// How many bodies, colliders, contacts and joints a world has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "b2Counters")]
pub struct WorldStats {
    /// Bodies.
    pub bodies: usize,
    /// Bodies that are awake.
    pub awake: usize,
    /// Colliders.
    pub colliders: usize,
    /// Contacts: pairs of colliders whose fat AABBs overlap.
    pub contacts: usize,
    /// Contacts whose colliders touch.
    pub touching: usize,
    /// Joints.
    pub joints: usize,
}

impl World {
    /// An empty world with the default broad phase.
    ///
    /// # Panics
    /// If a setting is out of its range, with the message of [`WorldSettings::validate`]. For settings that a
    /// user typed in, call that function first, or use [`World::with_broadphase`].
    #[must_use]
    #[doc(alias = "b2CreateWorld")]
    pub fn new(settings: WorldSettings) -> Self {
        match Self::with_broadphase(settings, DynamicTree::default()) {
            Ok(world) => world,
            Err(error) => panic!("{error}"),
        }
    }

    /// A world with the settings, bodies, colliders and joints of a level, and their handles. The slot of a
    /// body is its index in the level. [`World::to_level`] is the way back.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, Level, World, WorldSettings};
    ///
    /// let mut level = Level::new(WorldSettings::default());
    /// let ball = ColliderDef::new(Shape::circle(0.25)?);
    /// let player = level.body_with(BodyDef::dynamic(), ball);
    /// let (mut world, ids) = World::load(&level)?;
    /// world.body_mut(ids.bodies[player as usize])?.set_velocity([1.0, 0.0])?;
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError`] for the first invalid part of the level.
    pub fn load(level: &Level) -> Result<(Self, LevelIds), DefError> {
        Self::load_with(level, DynamicTree::default())
    }
}

impl Default for World {
    /// An empty world with the default settings and the default broad phase.
    fn default() -> Self {
        Self::new(WorldSettings::default())
    }
}

impl<B: Broadphase> BodyPoses<BodyId> for World<B> {
    fn pose_of(&self, body: BodyId) -> Result<Pose, DefError> {
        Ok(self.body(body)?.pose())
    }
}

impl<B: Broadphase> World<B> {
    /// An empty world with this broad phase, which must be empty.
    ///
    /// # Errors
    /// [`DefError`] that names a setting out of its range.
    ///
    /// ```
    /// use broadphase::UniformGrid;
    /// use world::{World, WorldSettings};
    ///
    /// let mut world = World::with_broadphase(WorldSettings::default(), UniformGrid::default())?;
    /// world.step(1.0 / 60.0);
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn with_broadphase(settings: WorldSettings, broadphase: B) -> Result<Self, DefError> {
        settings.validate()?;
        let tag = NEXT_TAG.fetch_add(1, Ordering::Relaxed);
        let stores = Stores::new(settings, tag);
        Ok(Self { stores, broadphase, pipeline: Pipeline::default(), recorder: None })
    }

    /// [`World::load`] with this broad phase, which must be empty.
    ///
    /// # Errors
    /// [`DefError`] for the first invalid part of the level.
    pub fn load_with(level: &Level, broadphase: B) -> Result<(Self, LevelIds), DefError> {
        let mut world = Self::with_broadphase(level.settings, broadphase)?;
        let ids = world.add_level(level)?;
        Ok((world, ids))
    }

    /// Adds the bodies, colliders and joints of a level and ignores its settings. Returns their handles.
    ///
    /// # Errors
    /// [`DefError`] for the first invalid part of the level; then nothing is added.
    pub fn add_level(&mut self, level: &Level) -> Result<LevelIds, DefError> {
        let mut ids = LevelIds::default();
        let added = self.add_parts(level, &mut ids);
        self.stores.colliders.flush(&mut self.broadphase);
        if added.is_err() {
            // These handles are new, so none is stale. The last one is removed first, so that the slots are
            // used again in the same order.
            for &id in ids.bodies.iter().rev() {
                let removed = self.remove_body(id);
                debug_assert!(removed.is_ok(), "{removed:?}");
            }
        }
        added.map(|()| ids)
    }

    /// Adds the parts of a level in order, with their boxes not yet given to the broad phase. After an error,
    /// the lists of `ids` end before the part that is refused.
    pub(crate) fn add_parts(&mut self, level: &Level, ids: &mut LevelIds) -> Result<(), DefError> {
        let LevelIds { bodies, colliders, joints } = ids;
        for def in &level.bodies {
            bodies.push(self.add_body(*def)?);
        }
        let body = |field, index: u32| {
            bodies.get(index as usize).copied().ok_or(DefError::Index { field, index, len: bodies.len() })
        };
        for collider in &level.colliders {
            // `add_level` hands all new boxes to the broad phase at once.
            let body = body("body of a collider", collider.body)?;
            colliders.push(self.put_collider(body, level.collider_def(collider)?)?);
        }
        if level.velocities_of_centers {
            for (def, &id) in level.bodies.iter().zip(&*bodies) {
                // Its colliders have moved its centre of mass, whose velocity is that of another point now.
                let slot = self.stores.bodies.check(id)?;
                self.stores.restore_velocity(slot, def.velocity);
                self.note(|| Call::SetCenterVelocity(id, def.velocity));
            }
        }
        for joint in &level.joints {
            let (a, b) = (body("first body of a joint", joint.a)?, body("second body of a joint", joint.b)?);
            joints.push(self.add_joint(joint.between(a, b))?);
        }
        Ok(())
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &WorldSettings {
        &self.stores.settings
    }

    /// Changes the settings and, if any is different, wakes all bodies. `length_unit` cannot be changed: the
    /// margins of the existing colliders depend on it.
    ///
    /// # Errors
    /// [`DefError`] that names a setting out of its range; nothing is changed.
    #[doc(alias = "b2World_SetGravity")]
    pub fn set_settings(&mut self, settings: WorldSettings) -> Result<(), DefError> {
        settings.validate()?;
        if settings.length_unit != self.stores.settings.length_unit {
            return Err(DefError::Value {
                field: "length_unit",
                value: settings.length_unit,
                expected: "what it was when the world was made",
            });
        }
        let is_changed = settings != self.stores.settings;
        if settings.manifolds != self.stores.settings.manifolds {
            self.stores.contacts.forget_all_caches();
        }
        self.stores.settings = settings;
        self.stores.combine_all_materials();
        if is_changed {
            let slots: Vec<BodySlot> = self.stores.bodies.iter().map(|(slot, _)| slot).collect();
            for slot in slots {
                self.stores.wake(slot);
            }
        }
        self.note(|| Call::SetSettings(Box::new(settings)));
        Ok(())
    }

    /// Sets what decides about the contacts of colliders that ask for it: see [`ContactHook`]. Searches for
    /// the pairs of these colliders again.
    #[doc(alias = "b2World_SetPreSolveCallback")]
    #[doc(alias = "b2World_SetCustomFilterCallback")]
    #[doc(alias = "PhysicsHooks")]
    pub fn set_contact_hook(&mut self, hook: Option<Arc<dyn ContactHook>>) {
        let is_some = hook.is_some();
        self.stores.hook = hook;
        let hooked: Vec<_> = self.stores.colliders.iter().map(|(slot, _)| slot).collect();
        for slot in hooked {
            if self.stores.colliders.extra(slot).has_hook {
                self.stores.change_conditions(slot, |_| {});
                self.stores.search_pairs_of(slot);
            }
        }
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::SetContactHook(is_some));
    }

    /// Sets how many threads a step uses, 1 to 32, the calling thread included; other numbers are clamped.
    /// The results do not depend on it.
    ///
    /// More threads than the machine has cores make a step slower, because threads that wait for each other
    /// take turns: a step of 0.78 ms took 3 ms with 16 threads on two cores.
    /// `std::thread::available_parallelism` tells the number of cores; it is not looked up here, so that a
    /// test can use more.
    pub fn set_threads(&mut self, threads: usize) {
        self.pipeline.workers = Workers::new(threads);
    }

    /// How many threads are in use.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pipeline.workers.threads()
    }

    /// Sets the width of vector instructions; by default the widest of the machine. The results do not depend
    /// on it.
    pub fn set_width(&mut self, width: Width) {
        self.pipeline.set_width(width);
    }

    /// The width of vector instructions in use.
    #[must_use]
    pub fn width(&self) -> Width {
        self.pipeline.width()
    }

    /// Adds a body.
    ///
    /// # Errors
    /// [`DefError`] that names a field out of its range; nothing is changed.
    #[doc(alias("b2CreateBody", "insert"))]
    pub fn add_body(&mut self, def: BodyDef) -> Result<BodyId, DefError> {
        let id = self.stores.add_body(&def)?;
        self.note(|| Call::AddBody(Box::new(def)));
        Ok(id)
    }

    /// Removes a body with its colliders and joints. Bodies that touched it or were joined to it wake up.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such body.
    #[doc(alias = "b2DestroyBody")]
    pub fn remove_body(&mut self, id: BodyId) -> Result<(), HandleError> {
        let slot = self.stores.bodies.check(id)?;
        self.stores.remove_body(slot);
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::RemoveBody(id));
        Ok(())
    }

    /// Adds a collider to a body. The body wakes up if it has contacts or joints.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, a field out of its range, or a half-space on a dynamic body; nothing
    /// is changed.
    #[doc(alias("insert_with_parent", "b2CreateShape"))]
    pub fn add_collider(&mut self, body: BodyId, def: ColliderDef) -> Result<ColliderId, DefError> {
        let id = self.put_collider(body, def)?;
        self.stores.colliders.flush(&mut self.broadphase);
        Ok(id)
    }

    /// Adds a collider whose box the broad phase does not get yet.
    fn put_collider(&mut self, body: BodyId, def: ColliderDef) -> Result<ColliderId, DefError> {
        let slot = self.stores.bodies.check(body)?;
        let recorded = self.recorder.is_some().then(|| Box::new(def.clone()));
        let id = self.stores.add_collider(slot, def)?;
        if let Some(def) = recorded {
            self.note(|| Call::AddCollider(body, def));
        }
        Ok(id)
    }

    /// Adds a collider for each segment of a chain to a body: see [`geom::chain`]. All get the same material
    /// and filter. Returns the colliders in the order of the segments.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a field of the material out of its range; nothing is changed.
    #[doc(alias("b2CreateChain", "polyline"))]
    pub fn add_chain(
        &mut self,
        body: BodyId,
        chain: &[ChainSegment],
        material: Material,
        filter: Filter,
    ) -> Result<Vec<ColliderId>, DefError> {
        // A segment is valid and has no mass, so only the handle and the material can be wrong, and then the
        // first segment already fails.
        let add = |segment: &ChainSegment| {
            self.add_collider(
                body,
                ColliderDef::new(Shape::ChainSegment(*segment)).material(material).filter(filter),
            )
        };
        chain.iter().map(add).collect()
    }

    /// Removes a collider. Its body and the bodies that touched it wake up.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such collider.
    #[doc(alias = "b2DestroyShape")]
    pub fn remove_collider(&mut self, id: ColliderId) -> Result<(), HandleError> {
        let slot = self.stores.colliders.check(id)?;
        self.stores.remove_collider(slot);
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::RemoveCollider(id));
        Ok(())
    }

    /// Adds a joint between two bodies, which wake up.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, a field out of its range, or two equal bodies; nothing is changed.
    #[doc(alias("b2CreateJoint", "ImpulseJointSet"))]
    pub fn add_joint(&mut self, def: JointDef) -> Result<JointId, DefError> {
        let (a, b) = (self.stores.bodies.check(def.a)?, self.stores.bodies.check(def.b)?);
        let id = self.stores.add_joint(def.between(a, b))?;
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::AddJoint(Box::new(def)));
        Ok(id)
    }

    /// Removes a joint; its bodies wake up.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such joint.
    #[doc(alias = "b2DestroyJoint")]
    pub fn remove_joint(&mut self, id: JointId) -> Result<(), HandleError> {
        let slot = self.stores.joints.check(id)?;
        self.stores.remove_joint(slot);
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::RemoveJoint(id));
        Ok(())
    }

    /// A body.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such body.
    pub fn body(&self, id: BodyId) -> Result<BodyRef<'_>, HandleError> {
        Ok(BodyRef { stores: &self.stores, slot: self.stores.bodies.check(id)? })
    }

    /// A collider.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such collider.
    pub fn collider(&self, id: ColliderId) -> Result<ColliderRef<'_>, HandleError> {
        Ok(ColliderRef { stores: &self.stores, slot: self.stores.colliders.check(id)? })
    }

    /// A joint.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such joint.
    pub fn joint(&self, id: JointId) -> Result<JointRef<'_>, HandleError> {
        Ok(JointRef { stores: &self.stores, slot: self.stores.joints.check(id)? })
    }

    /// All bodies, in the order of their slots.
    pub fn bodies(&self) -> impl Iterator<Item = BodyRef<'_>> {
        self.stores.bodies.iter().map(|(slot, _)| BodyRef { stores: &self.stores, slot })
    }

    /// All colliders, in the order of their slots.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderRef<'_>> {
        self.stores.colliders.iter().map(|(slot, _)| ColliderRef { stores: &self.stores, slot })
    }

    /// All joints, in the order of their slots.
    pub fn joints(&self) -> impl Iterator<Item = JointRef<'_>> {
        self.stores.joints.iter().map(|(slot, _)| JointRef { stores: &self.stores, slot })
    }

    /// All contacts, those of awake bodies first.
    #[doc(alias("contact_pairs", "NarrowPhase"))]
    pub fn contacts(&self) -> impl Iterator<Item = ContactRef<'_>> {
        self.stores.contacts.iter().map(|(contact, pair)| ContactRef { stores: &self.stores, contact, pair })
    }

    /// The same world with another broad phase, which must be empty.
    #[must_use]
    pub fn replace_broadphase<C: Broadphase>(self, mut broadphase: C) -> World<C> {
        let Self { mut stores, broadphase: _, pipeline, recorder } = self;
        stores.fill(&mut broadphase);
        World { stores, broadphase, pipeline, recorder }
    }

    /// Advances the simulation by `dt` seconds, 0 to 1. Zero changes nothing. A `dt` out of that range
    /// changes nothing either and is reported in [`Events::warnings`]. Never panics.
    #[doc(alias = "b2World_Step")]
    pub fn step(&mut self, dt: f32) {
        self.pipeline.step(&mut self.stores, &mut self.broadphase, dt);
        if let Some(recorder) = &mut self.recorder {
            recorder.push_step(dt, &self.stores);
        }
        #[cfg(feature = "validate")]
        if let Err(invalid) = self.validate() {
            panic!("{invalid}");
        }
    }

    /// What happened in the last step, and by changes of the program between that step and the one before.
    #[must_use]
    #[doc(alias("b2World_GetContactEvents", "b2World_GetSensorEvents", "EventHandler"))]
    pub fn events(&self) -> &Events {
        &self.stores.events.last
    }

    /// Takes the events out of the world, so that a handler can change the world while it reads them. The
    /// world then has none until the next step. [`World::swap_events`] does the same without allocating.
    ///
    /// ```
    /// # use geom::Shape;
    /// # use world::{BodyDef, ColliderDef, World, WorldSettings};
    /// # let mut world = World::new(WorldSettings::default());
    /// # let ground = world.add_body(BodyDef::fixed())?;
    /// # world.add_collider(ground, ColliderDef::new(Shape::rectangle(10.0, 0.5)?))?;
    /// # let egg = world.add_body(BodyDef::dynamic().position([0.0, 1.1]))?;
    /// # world.add_collider(egg, ColliderDef::new(Shape::circle(0.5)?))?;
    /// # for _ in 0..60 {
    /// world.step(1.0 / 60.0);
    /// for touch in world.take_events().contacts_begun() {
    ///     world.remove_body(touch.b.body)?;
    /// }
    /// # }
    /// # assert!(world.body(egg).is_err());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn take_events(&mut self) -> Events {
        std::mem::take(&mut self.stores.events.last)
    }

    /// Exchanges the events of the world for `events`, which are cleared before: [`World::take_events`] for a
    /// program that keeps the memory.
    pub fn swap_events(&mut self, events: &mut Events) {
        events.clear();
        std::mem::swap(&mut self.stores.events.last, events);
    }

    /// The bodies that the last step moved, in no order that means anything: those that are awake, and those
    /// that fell asleep in it. A program copies their poses to what it draws.
    #[doc(alias = "b2World_GetBodyEvents")]
    #[doc(alias = "b2BodyMoveEvent")]
    pub fn moved_bodies(&self) -> impl Iterator<Item = BodyRef<'_>> {
        let stores = &self.stores;
        let awake = stores.bodies.awake.motions[1..].iter().map(|motion| motion.body);
        let asleep = stores.events.last.fell_asleep().iter().filter_map(|event| {
            let slot = stores.bodies.check(event.body).ok()?;
            (!stores.bodies[slot].is_awake()).then_some(slot)
        });
        awake.chain(asleep).map(move |slot| BodyRef { stores, slot })
    }

    /// How long the stages of the last step took.
    #[must_use]
    #[doc(alias = "b2World_GetProfile")]
    pub fn stage_times(&self) -> &StageTimes {
        &self.pipeline.times
    }

    /// How many bodies, colliders, contacts and joints there are.
    #[must_use]
    pub fn stats(&self) -> WorldStats {
        WorldStats {
            bodies: self.stores.bodies.len(),
            awake: self.stores.bodies.awake.len(),
            colliders: self.stores.colliders.len(),
            contacts: self.stores.contacts.len(),
            touching: self.contacts().filter(|contact| contact.is_touching()).count(),
            joints: self.stores.joints.len(),
        }
    }

    /// Kinetic energy of all dynamic bodies, J.
    #[must_use]
    pub fn kinetic_energy(&self) -> f64 {
        self.bodies().map(|body| f64::from(body.kinetic_energy())).sum()
    }

    /// The greatest overlap at any contact point when the last step began, m; zero if none overlaps.
    #[must_use]
    pub fn max_penetration(&self) -> f32 {
        let points = self.contacts().flat_map(ContactRef::points);
        points.fold(0.0, |deepest, (_, separation, _)| compute::math::max(-separation, deepest))
    }

    /// A hash of the bits of every body's pose and velocity. With the same inputs it is the same on every
    /// platform, width, number of threads and broad phase.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.stores.state_hash()
    }

    /// Checks the invariants of the whole world. For tests: the time grows with the square of the number of
    /// colliders.
    ///
    /// # Errors
    /// [`Invalid`] with the first invariant that does not hold.
    pub fn validate(&self) -> Result<(), Invalid> {
        self.stores.validate()?;
        self.broadphase.validate().map_err(Invalid)
    }

    /// All dynamic bodies, in the order of their slots.
    pub fn dynamic_bodies(&self) -> impl Iterator<Item = BodyRef<'_>> {
        self.bodies().filter(|body| body.kind() == BodyKind::Dynamic)
    }
}
