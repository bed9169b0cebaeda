//! The view that changes a body.

use crate::body::{BodyDef, BodyKind, Load, Locks, check_in_world};
use crate::error::{DefError, finite, finite_vector};
use crate::id::BodyId;
use crate::recording::{Call, halves};
use crate::slot::BodySlot;
use crate::view::BodyRef;
use crate::world::World;
use broadphase::{Broadphase, DynamicTree};
use geom::{MassProperties, Pose, Position, Vec2, WorldPose};

/// A view of a body that can change it: see [`World::body_mut`]. A call that returns an error has changed
/// nothing.
///
/// ```
/// use world::{BodyDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let id = world.add_body(BodyDef::dynamic())?; // 1 kg
/// let mut body = world.body_mut(id)?;
/// body.set_user_data(7).set_velocity([2.0, 0.0])?.set_gravity_scale(0.0)?; // m/s
/// body.apply_central_impulse([0.0, 3.0])?; // N s
/// assert_eq!(body.view().velocity().y, 3.0);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug)]
pub struct BodyMut<'a, B: Broadphase = DynamicTree> {
    pub(super) world: &'a mut World<B>,
    pub(super) slot: BodySlot,
}

impl<B: Broadphase> BodyMut<'_, B> {
    /// The view that reads.
    #[must_use]
    pub fn view(&self) -> BodyRef<'_> {
        BodyRef { stores: &self.world.stores, slot: self.slot }
    }

    fn flush(&mut self) -> &mut Self {
        self.world.stores.colliders.flush(&mut self.world.broadphase);
        self
    }

    #[inline]
    fn note(&mut self, call: impl FnOnce(BodyId) -> Call) -> &mut Self {
        if self.world.recorder.is_some() {
            let id = self.world.stores.bodies.handle(self.slot);
            self.world.note(|| call(id));
        }
        self
    }

    /// Sets the data that the program keeps with it.
    #[doc(alias = "b2Body_SetUserData")]
    pub fn set_user_data(&mut self, user_data: u128) -> &mut Self {
        self.world.stores.bodies.extra_mut(self.slot).user_data = user_data;
        self.note(|id| Call::SetBodyUserData(id, halves(user_data)))
    }

    /// Lets it fall through the one-way colliders that carry it now, until it has left each of them: see
    /// [`ColliderDef::one_way`](crate::ColliderDef::one_way). Wakes it.
    pub fn drop_through(&mut self) -> &mut Self {
        self.world.stores.drop_through(self.slot);
        self.note(Call::DropThrough)
    }

    /// Makes it static, kinematic or dynamic, where it is. A body that becomes static loses its velocity and
    /// its mass, which is computed from its colliders if it becomes another kind again.
    ///
    /// # Errors
    /// [`DefError::EndlessOnDynamic`] if a body with a half-space would become dynamic.
    #[doc(alias("b2Body_SetType", "set_body_type"))]
    pub fn set_kind(&mut self, kind: BodyKind) -> Result<&mut Self, DefError> {
        self.world.stores.set_kind(self.slot, kind)?;
        Ok(self.flush().note(|id| Call::SetKind(id, kind)))
    }
}

impl<B: Broadphase> BodyMut<'_, B> {
    /// Moves it to another pose at once, with the same velocity, without touching what is in between. A
    /// coordinate that equals that of [`BodyRef::pose`] keeps the digits that a pose does not show:
    /// `set_pose(pose())` changes no bit.
    ///
    /// # Errors
    /// [`DefError`] for a position outside the world or a rotation that is not finite.
    #[doc(alias("set_transform", "teleport", "set_position", "set_translation", "set_rotation"))]
    #[doc(alias = "b2Body_SetTransform")]
    pub fn set_pose(&mut self, pose: Pose) -> Result<&mut Self, DefError> {
        let place = self.world.stores.place_of_pose(self.slot, pose)?;
        self.world.stores.set_place(self.slot, place, pose.rotation)?;
        Ok(self.flush().note(|id| Call::SetPose(id, pose)))
    }

    /// [`BodyMut::set_pose`] in `f64`, for places far from the origin of the world.
    ///
    /// ```
    /// use geom::WorldPose;
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let ship = world.add_body(BodyDef::dynamic())?;
    /// world.body_mut(ship)?.set_world_pose(WorldPose::at([1e7 + 0.25, 0.0]))?;
    /// assert_eq!(world.body(ship)?.position_f64().x, 10_000_000.25);
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// As [`BodyMut::set_pose`].
    pub fn set_world_pose(&mut self, pose: WorldPose) -> Result<&mut Self, DefError> {
        let place = self.world.stores.place_of_position(self.slot, pose.position)?;
        self.world.stores.set_place(self.slot, place, pose.rotation)?;
        Ok(self.flush().note(|id| Call::SetWorldPose(id, pose)))
    }

    /// Sets the velocity of its centre of mass, m/s, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite or a static body.
    #[doc(alias("set_linvel", "set_linear_velocity"))]
    #[doc(alias = "b2Body_SetLinearVelocity")]
    pub fn set_velocity(&mut self, velocity: impl Into<Vec2>) -> Result<&mut Self, DefError> {
        let velocity = finite_vector("velocity", velocity.into())?;
        self.expect_moving()?;
        self.world.stores.forget_target(self.slot);
        self.world.stores.change_velocity(self.slot, |linear, _| *linear = velocity);
        Ok(self.note(|id| Call::SetVelocity(id, velocity)))
    }

    /// Adds to the velocity of its centre of mass, m/s, and wakes it.
    ///
    /// ```
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let frog = world.add_body(BodyDef::dynamic().velocity([2.0, 0.0]))?;
    /// world.body_mut(frog)?.change_velocity([0.0, 5.0])?;
    /// assert_eq!(world.body(frog)?.velocity().y, 5.0);
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError`] for a sum that is not finite or a static body.
    #[doc(alias("add_velocity", "VelocityChange", "add_linear_velocity", "apply_velocity"))]
    pub fn change_velocity(&mut self, change: impl Into<Vec2>) -> Result<&mut Self, DefError> {
        self.set_velocity(self.view().velocity() + change.into())
    }

    /// Sets its angular velocity, rad/s, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite or a static body.
    #[doc(alias("set_angvel"))]
    #[doc(alias = "b2Body_SetAngularVelocity")]
    pub fn set_angular_velocity(&mut self, angular_velocity: f32) -> Result<&mut Self, DefError> {
        BodyDef::ANGULAR_VELOCITY.check(angular_velocity)?;
        self.expect_moving()?;
        self.world.stores.forget_target(self.slot);
        self.world.stores.change_velocity(self.slot, |_, angular| *angular = angular_velocity);
        Ok(self.note(|id| Call::SetAngularVelocity(id, angular_velocity)))
    }

    /// Drives a kinematic body to a pose: after steps of together `dt` seconds it has exactly this pose, bit
    /// for bit. It moves at an even velocity, turns the shorter way round, and pushes what is in its way.
    /// When the next step begins it stops, unless it has another target; until then it shows its velocity.
    /// Another pose or velocity cancels the target.
    ///
    /// ```
    /// use geom::Pose;
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let lift = world.add_body(BodyDef::kinematic())?;
    /// for floor in 1..=3 {
    ///     let pose = Pose::new([0.0, 0.1 * floor as f32], 0.0);
    ///     world.body_mut(lift)?.set_target_pose(pose, 1.0 / 60.0)?;
    ///     world.step(1.0 / 60.0);
    ///     assert_eq!(world.body(lift)?.pose(), pose);
    /// }
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError`] for a body that is not kinematic, a position outside the world, a rotation that is not
    /// finite or a `dt` that is not above zero.
    #[doc(alias("set_next_kinematic_position", "set_next_kinematic_translation", "set_target_transform"))]
    #[doc(alias = "move_kinematic")]
    #[doc(alias = "b2Body_SetTargetTransform")]
    pub fn set_target_pose(&mut self, pose: Pose, dt: f32) -> Result<&mut Self, DefError> {
        self.expect_kind("kinematic", |kind| kind == BodyKind::Kinematic)?;
        let place = self.world.stores.place_of_pose(self.slot, pose)?;
        self.world.stores.set_target(self.slot, place, pose.rotation, dt)?;
        Ok(self.note(|id| Call::SetTargetPose(id, pose, dt)))
    }

    /// [`BodyMut::set_target_pose`] in `f64`, for places far from the origin of the world.
    ///
    /// # Errors
    /// As [`BodyMut::set_target_pose`].
    pub fn set_target_world_pose(&mut self, pose: WorldPose, dt: f32) -> Result<&mut Self, DefError> {
        self.expect_kind("kinematic", |kind| kind == BodyKind::Kinematic)?;
        let place = self.world.stores.place_of_position(self.slot, pose.position)?;
        self.world.stores.set_target(self.slot, place, pose.rotation, dt)?;
        Ok(self.note(|id| Call::SetTargetWorldPose(id, pose, dt)))
    }

    /// Applies a force (N) at a point of the world (m) during the next step, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, a body that is not dynamic or is disabled, or a sum of
    /// forces or a velocity that would not be finite.
    #[doc(alias("b2Body_ApplyForce", "add_force_at_point"))]
    pub fn apply_force(
        &mut self,
        force: impl Into<Vec2>,
        point: impl Into<Position>,
    ) -> Result<&mut Self, DefError> {
        let (force, point) = (finite_vector("force", force.into())?, self.check_point(point.into())?);
        self.expect_dynamic()?;
        self.world.stores.apply_force(self.slot, force, Some(point), 0.0, true)?;
        Ok(self.note(|id| Call::ApplyForce(id, force, point)))
    }

    /// Applies a force (N) at its centre of mass during the next step, and wakes it.
    ///
    /// # Errors
    /// As [`BodyMut::apply_force`].
    #[doc(alias("apply_force_to_center", "add_force", "reset_forces"))]
    #[doc(alias = "b2Body_ApplyForceToCenter")]
    pub fn apply_central_force(&mut self, force: impl Into<Vec2>) -> Result<&mut Self, DefError> {
        let force = finite_vector("force", force.into())?;
        self.expect_dynamic()?;
        self.world.stores.apply_force(self.slot, force, None, 0.0, true)?;
        Ok(self.note(|id| Call::ApplyCentralForce(id, force)))
    }

    /// Applies a torque (N m) during the next step, and wakes it.
    ///
    /// # Errors
    /// As [`BodyMut::apply_force`].
    #[doc(alias("add_torque", "reset_torques"))]
    #[doc(alias = "b2Body_ApplyTorque")]
    pub fn apply_torque(&mut self, torque: f32) -> Result<&mut Self, DefError> {
        finite("torque", torque)?;
        self.expect_dynamic()?;
        self.world.stores.apply_force(self.slot, Vec2::zeros(), None, torque, true)?;
        Ok(self.note(|id| Call::ApplyTorque(id, torque)))
    }

    /// Applies a force (N) at its centre of mass and a torque (N m) during the next step if it is awake,
    /// without keeping it awake: for what acts in every step, such as wind, water and gravity.
    ///
    /// # Errors
    /// As [`BodyMut::apply_force`].
    ///
    /// ```
    /// use world::{BodyDef, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let balloon = world.add_body(BodyDef::dynamic())?; // 1 kg
    /// for _ in 0..60 {
    ///     world.body_mut(balloon)?.apply_ambient_force([0.0, 9.81], 0.0)?;
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(!world.body(balloon)?.is_awake());
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn apply_ambient_force(
        &mut self,
        force: impl Into<Vec2>,
        torque: f32,
    ) -> Result<&mut Self, DefError> {
        let (force, torque) = (finite_vector("force", force.into())?, finite("torque", torque)?);
        self.expect_dynamic()?;
        if self.view().is_awake() {
            self.world.stores.apply_force(self.slot, force, None, torque, false)?;
        }
        Ok(self.note(|id| Call::ApplyAmbientForce(id, force, torque)))
    }

    /// Lets it carry a load in the next step, and wakes it: for what stands on a body and is moved by the
    /// program before each step, such as a character.
    ///
    /// When the step begins, body and load become one, as in a perfectly inelastic impact, with the gravity
    /// and the damping of the body. After the step the body has its own mass again, and the velocity of its
    /// own centre. So a heavy load on a light body weighs on what holds it up, where a force would throw the
    /// body away.
    ///
    /// # Errors
    /// [`DefError`] for a number out of its range, a body that is not dynamic or is disabled, or loads whose
    /// sum would not be finite.
    ///
    /// ```
    /// use world::{BodyDef, Load, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    /// let raft = world.add_body(BodyDef::dynamic())?; // 1 kg
    /// let passenger = Load { mass: 3.0, velocity: [4.0, 0.0].into(), ..Load::default() };
    /// world.body_mut(raft)?.apply_load(passenger)?;
    /// world.step(1.0 / 60.0);
    /// assert_eq!(world.body(raft)?.velocity().x, 3.0);
    /// assert_eq!(world.body(raft)?.mass_properties().mass, 0.0); // no collider
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn apply_load(&mut self, load: Load) -> Result<&mut Self, DefError> {
        let Load { mass, inertia, point, velocity, angular_velocity } = load;
        self.check_point(point)?;
        finite_vector("velocity", velocity)?;
        finite("angular_velocity", angular_velocity)?;
        self.expect_dynamic()?;
        self.world.stores.apply_load(self.slot, &load)?;
        Ok(self.note(|id| Call::ApplyLoad(id, mass, inertia, point, velocity, angular_velocity)))
    }

    /// Applies an impulse (N s) at a point of the world (m), and wakes it.
    ///
    /// # Errors
    /// As [`BodyMut::apply_force`].
    #[doc(alias("b2Body_ApplyLinearImpulse", "apply_impulse_at_point"))]
    pub fn apply_impulse(
        &mut self,
        impulse: impl Into<Vec2>,
        point: impl Into<Position>,
    ) -> Result<&mut Self, DefError> {
        let (impulse, point) = (finite_vector("impulse", impulse.into())?, self.check_point(point.into())?);
        self.expect_dynamic()?;
        self.world.stores.apply_impulse(self.slot, impulse, Some(point), 0.0)?;
        Ok(self.note(|id| Call::ApplyImpulse(id, impulse, point)))
    }

    /// Applies an impulse (N s) at its centre of mass, and wakes it.
    ///
    /// # Errors
    /// As [`BodyMut::apply_force`].
    #[doc(alias("apply_linear_impulse_to_center"))]
    #[doc(alias = "b2Body_ApplyLinearImpulseToCenter")]
    pub fn apply_central_impulse(&mut self, impulse: impl Into<Vec2>) -> Result<&mut Self, DefError> {
        let impulse = finite_vector("impulse", impulse.into())?;
        self.expect_dynamic()?;
        self.world.stores.apply_impulse(self.slot, impulse, None, 0.0)?;
        Ok(self.note(|id| Call::ApplyCentralImpulse(id, impulse)))
    }

    /// Applies an angular impulse (N m s), and wakes it.
    ///
    /// # Errors
    /// As [`BodyMut::apply_force`].
    #[doc(alias("apply_torque_impulse"))]
    #[doc(alias = "b2Body_ApplyAngularImpulse")]
    pub fn apply_angular_impulse(&mut self, angular_impulse: f32) -> Result<&mut Self, DefError> {
        finite("angular_impulse", angular_impulse)?;
        self.expect_dynamic()?;
        self.world.stores.apply_impulse(self.slot, Vec2::zeros(), None, angular_impulse)?;
        Ok(self.note(|id| Call::ApplyAngularImpulse(id, angular_impulse)))
    }

    fn check_point(&self, point: Position) -> Result<Position, DefError> {
        check_in_world(["point.x", "point.y"], point, self.world.stores.settings.length_unit)?;
        Ok(point)
    }

    fn expect_dynamic(&self) -> Result<(), DefError> {
        if !self.view().is_enabled() {
            return Err(DefError::BodyKind { found: "disabled", expected: "enabled" });
        }
        self.expect_kind("dynamic", |kind| kind == BodyKind::Dynamic)
    }

    fn expect_moving(&self) -> Result<(), DefError> {
        self.expect_kind("kinematic or dynamic", |kind| kind != BodyKind::Static)
    }

    fn expect_kind(&self, expected: &'static str, is_right: fn(BodyKind) -> bool) -> Result<(), DefError> {
        let kind = self.view().kind();
        if is_right(kind) { Ok(()) } else { Err(DefError::BodyKind { found: kind.name(), expected }) }
    }
}

impl<B: Broadphase> BodyMut<'_, B> {
    /// Sets the rate at which its velocity decays, 1/s, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is negative or not finite.
    #[doc(alias("set_linear_damping"))]
    #[doc(alias = "b2Body_SetLinearDamping")]
    pub fn set_damping(&mut self, damping: f32) -> Result<&mut Self, DefError> {
        BodyDef::DAMPING.check(damping)?;
        self.world.stores.bodies[self.slot].damping = damping;
        Ok(self.wake_island().note(|id| Call::SetDamping(id, damping)))
    }

    /// Sets the rate at which its angular velocity decays, 1/s, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is negative or not finite.
    #[doc(alias = "b2Body_SetAngularDamping")]
    pub fn set_angular_damping(&mut self, angular_damping: f32) -> Result<&mut Self, DefError> {
        BodyDef::ANGULAR_DAMPING.check(angular_damping)?;
        self.world.stores.bodies[self.slot].angular_damping = angular_damping;
        Ok(self.wake_island().note(|id| Call::SetAngularDamping(id, angular_damping)))
    }

    /// Sets the factor of the gravity that acts on it, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite.
    #[doc(alias = "b2Body_SetGravityScale")]
    pub fn set_gravity_scale(&mut self, gravity_scale: f32) -> Result<&mut Self, DefError> {
        BodyDef::GRAVITY_SCALE.check(gravity_scale)?;
        self.world.stores.bodies[self.slot].gravity_scale = gravity_scale;
        Ok(self.wake_island().note(|id| Call::SetGravityScale(id, gravity_scale)))
    }

    /// Sets what of its motion it keeps, if it is dynamic, and wakes it.
    #[doc(alias("set_motion_locks", "set_locked_axes", "lock_translations"))]
    #[doc(alias = "b2Body_SetMotionLocks")]
    pub fn set_locks(&mut self, locks: Locks) -> &mut Self {
        self.world.stores.set_locks(self.slot, locks);
        self.note(|id| Call::SetLocks(id, locks))
    }

    /// Sets whether it keeps its rotation, if it is dynamic, and wakes it.
    #[doc(alias("lock_rotations"))]
    pub fn set_fixed_rotation(&mut self, fixed_rotation: bool) -> &mut Self {
        let locks = self.view().locks();
        self.set_locks(Locks { rotation: fixed_rotation, ..locks })
    }

    /// Sets its greatest speed, m/s, above zero, infinite for no bound: see
    /// [`BodyDef::max_speed`](crate::BodyDef::max_speed).
    ///
    /// # Errors
    /// [`DefError`] for a number that is NaN or not above zero.
    pub fn set_max_speed(&mut self, max_speed: f32) -> Result<&mut Self, DefError> {
        BodyDef::MAX_SPEED.check(max_speed)?;
        Ok(self.set_speed_bound(0, max_speed).note(|id| Call::SetMaxSpeed(id, max_speed)))
    }

    /// Sets its greatest angular speed, rad/s, above zero, infinite for no bound: see
    /// [`BodyDef::max_angular_speed`](crate::BodyDef::max_angular_speed).
    ///
    /// # Errors
    /// [`DefError`] for a number that is NaN or not above zero.
    pub fn set_max_angular_speed(&mut self, max_angular_speed: f32) -> Result<&mut Self, DefError> {
        BodyDef::MAX_ANGULAR_SPEED.check(max_angular_speed)?;
        let bounded = self.set_speed_bound(1, max_angular_speed);
        Ok(bounded.note(|id| Call::SetMaxAngularSpeed(id, max_angular_speed)))
    }

    fn set_speed_bound(&mut self, index: usize, bound: f32) -> &mut Self {
        let bodies = &mut self.world.stores.bodies;
        bodies.extra_mut(self.slot).max_speeds[index] = bound;
        bodies.update_restricted(self.slot);
        self
    }

    /// Sets mass, centre of mass and inertia of a dynamic body, whatever its colliders are, and wakes it;
    /// `None` lets the colliders count again. Mass above zero, at most 1e28 kg; centre within 100 km of the
    /// origin of the body; an inertia of zero for a body that does not turn. The velocity stays that of the
    /// same point of the body.
    ///
    /// # Errors
    /// [`DefError`] for a number out of its range.
    #[doc(alias("set_mass_data", "set_additional_mass"))]
    #[doc(alias = "b2Body_SetMassData")]
    pub fn set_mass_override(&mut self, mass: Option<MassProperties>) -> Result<&mut Self, DefError> {
        self.world.stores.set_mass(self.slot, mass)?;
        Ok(self.note(|id| Call::SetMassOverride(id, mass)))
    }

    /// Sets its dominance, from -127 to 127: see [`BodyDef::dominance`](crate::BodyDef::dominance). Wakes it
    /// and all that touches it.
    ///
    /// # Errors
    /// [`DefError`] for a number out of range.
    #[doc(alias = "set_dominance_group")]
    pub fn set_dominance(&mut self, dominance: i32) -> Result<&mut Self, DefError> {
        BodyDef::DOMINANCE.check(dominance as f32)?;
        self.world.stores.set_dominance(self.slot, dominance);
        Ok(self.note(|id| Call::SetDominance(id, dominance.cast_unsigned())))
    }

    /// Sets the speed of its fastest point below which it counts as slow, m/s, not negative, and wakes it:
    /// see [`BodyDef::sleep_speed`](crate::BodyDef::sleep_speed).
    ///
    /// # Errors
    /// [`DefError`] for a number that is negative or not finite.
    #[doc(alias("set_sleep_threshold"))]
    #[doc(alias = "b2Body_SetSleepThreshold")]
    pub fn set_sleep_speed(&mut self, sleep_speed: f32) -> Result<&mut Self, DefError> {
        BodyDef::SLEEP_SPEED.check(sleep_speed)?;
        let bodies = &mut self.world.stores.bodies;
        bodies[self.slot].sleep_speed = sleep_speed;
        bodies.greatest_sleep_speed = compute::math::max(bodies.greatest_sleep_speed, sleep_speed);
        Ok(self.wake_island().note(|id| Call::SetSleepSpeed(id, sleep_speed)))
    }

    /// Takes it out of the simulation, or puts it back awake.
    ///
    /// A disabled body does not move, has no contacts, and no query finds its colliders; its joints do not
    /// act. What touched it wakes up, and the end of touching is reported. Everything of it can be read and
    /// changed as before.
    #[doc(alias("b2Body_Enable", "b2Body_Disable", "set_active"))]
    pub fn set_enabled(&mut self, enabled: bool) -> &mut Self {
        self.world.stores.set_enabled(self.slot, enabled);
        self.flush().note(|id| Call::SetBodyEnabled(id, enabled))
    }

    /// Lets it fall asleep at once with its island: all dynamic bodies that contacts and joints connect to
    /// it. They lose their velocities, and sleep, even if one may not or sleeping is switched off, until
    /// something wakes them.
    #[doc(alias("b2Body_SetAwake"))]
    pub fn sleep(&mut self) -> &mut Self {
        self.world.stores.forget_target(self.slot);
        self.world.stores.fall_asleep(self.slot);
        self.note(Call::Sleep)
    }

    /// Wakes its island. A static or disabled body does not wake.
    #[doc(alias = "wake_up")]
    pub fn wake(&mut self) -> &mut Self {
        self.wake_island().note(Call::Wake)
    }

    fn wake_island(&mut self) -> &mut Self {
        self.world.stores.wake(self.slot);
        self
    }

    /// Sets whether its own motion is swept, from the next step on: see
    /// [`BodyDef::continuous`](crate::BodyDef::continuous).
    ///
    /// ```
    /// # use world::{BodyDef, World};
    /// let mut world = World::default();
    /// let spark = world.add_body(BodyDef::dynamic().continuous(false))?;
    /// assert!(!world.body(spark)?.is_continuous());
    /// world.body_mut(spark)?.set_continuous(true);
    /// assert!(world.body(spark)?.is_continuous());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias("enable_ccd", "b2Body_SetBullet"))]
    #[doc(alias = "bullet")]
    pub fn set_continuous(&mut self, continuous: bool) -> &mut Self {
        self.world.stores.bodies.set_continuous(self.slot, continuous);
        self.note(|id| Call::SetContinuous(id, continuous))
    }

    /// Sets whether it may fall asleep. One that may not wakes, with its island.
    pub fn set_can_sleep(&mut self, can_sleep: bool) -> &mut Self {
        self.world.stores.bodies[self.slot].can_sleep = can_sleep;
        let changed = if can_sleep { self } else { self.wake_island() };
        changed.note(|id| Call::SetCanSleep(id, can_sleep))
    }
}
