//! The view that changes a body.

use crate::body::BodyKind;
use crate::error::{DefError, finite, finite_vector, not_negative};
use crate::slot::BodySlot;
use crate::view::BodyRef;
use crate::world::World;
use broadphase::{Broadphase, DynamicTree};
use geom::{Point, Pose, Vec2};

/// A view of a body that can change it: see [`World::body_mut`].
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

    /// Gives the boxes that have changed to the broad phase.
    fn flush(&mut self) -> &mut Self {
        self.world.stores.colliders.flush(&mut self.world.broadphase);
        self
    }

    /// Sets the data that the program keeps with it.
    pub fn set_user_data(&mut self, user_data: u128) -> &mut Self {
        self.world.stores.bodies.extra_mut(self.slot).user_data = user_data;
        self
    }

    /// Lets it fall through the one-way colliders that carry it now, until it has left each of them: see
    /// [`ColliderDef::one_way`](crate::ColliderDef::one_way). Wakes it.
    pub fn drop_through(&mut self) -> &mut Self {
        self.world.stores.drop_through(self.slot);
        self
    }

    /// Makes it static, kinematic or dynamic. It stays where it is; a body that becomes static loses its
    /// velocity.
    ///
    /// # Errors
    /// [`DefError::EndlessOnDynamic`] if a body with a half-space would become dynamic; nothing is changed.
    pub fn set_kind(&mut self, kind: BodyKind) -> Result<&mut Self, DefError> {
        self.world.stores.set_kind(self.slot, kind)?;
        Ok(self.flush())
    }
}

// Motion.
impl<B: Broadphase> BodyMut<'_, B> {
    /// Moves it to another pose at once. Bodies between the two poses are not touched; the velocity stays the
    /// same. The pose that it has already changes no bit of it.
    ///
    /// # Errors
    /// [`DefError`] for a position outside the world or a rotation that is not finite; nothing is changed.
    #[doc(alias("set_transform", "teleport", "set_position", "set_translation"))]
    pub fn set_pose(&mut self, pose: Pose) -> Result<&mut Self, DefError> {
        self.world.stores.set_pose(self.slot, pose)?;
        Ok(self.flush())
    }

    /// Sets the velocity of its centre of mass, m/s, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite or a static body; nothing is changed.
    #[doc(alias("set_linvel", "set_linear_velocity"))]
    pub fn set_velocity(&mut self, velocity: impl Into<Vec2>) -> Result<&mut Self, DefError> {
        let velocity = finite_vector("velocity", velocity.into())?;
        self.expect_moving()?;
        self.world.stores.change_velocity(self.slot, |linear, _| *linear = velocity);
        Ok(self)
    }

    /// Sets its angular velocity, rad/s, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite or a static body; nothing is changed.
    #[doc(alias("set_angvel"))]
    pub fn set_angular_velocity(&mut self, angular_velocity: f32) -> Result<&mut Self, DefError> {
        finite("angular_velocity", angular_velocity)?;
        self.expect_moving()?;
        self.world.stores.change_velocity(self.slot, |_, angular| *angular = angular_velocity);
        Ok(self)
    }

    /// Applies a force (N) at a point of the world (m) during the next step, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, a body that is not dynamic, or a push so large that a
    /// sum of forces or a velocity would not be finite; nothing is changed.
    pub fn apply_force(
        &mut self,
        force: impl Into<Vec2>,
        point: impl Into<Point>,
    ) -> Result<&mut Self, DefError> {
        let (force, point) = (finite_vector("force", force.into())?, self.check_point(point.into())?);
        self.expect_dynamic()?;
        self.world.stores.apply_force(self.slot, force, Some(point), 0.0, true)?;
        Ok(self)
    }

    /// Applies a force (N) at its centre of mass during the next step, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, a body that is not dynamic, or a push so large that a
    /// sum of forces or a velocity would not be finite; nothing is changed.
    #[doc(alias("apply_force_to_center", "add_force"))]
    pub fn apply_central_force(&mut self, force: impl Into<Vec2>) -> Result<&mut Self, DefError> {
        let force = finite_vector("force", force.into())?;
        self.expect_dynamic()?;
        self.world.stores.apply_force(self.slot, force, None, 0.0, true)?;
        Ok(self)
    }

    /// Applies a torque (N m) during the next step, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, a body that is not dynamic, or a push so large that a
    /// sum of forces or a velocity would not be finite; nothing is changed.
    #[doc(alias("add_torque"))]
    pub fn apply_torque(&mut self, torque: f32) -> Result<&mut Self, DefError> {
        finite("torque", torque)?;
        self.expect_dynamic()?;
        self.world.stores.apply_force(self.slot, Vec2::zeros(), None, torque, true)?;
        Ok(self)
    }

    /// Applies a force (N) at its centre of mass and a torque (N m) during the next step, if it is awake, and
    /// does not keep it awake: for what acts in every step, such as wind, water and gravity. A body that
    /// rests under such a force falls asleep and stays asleep; other forces would wake it in each step.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, a body that is not dynamic, or a push so large that a
    /// sum of forces or a velocity would not be finite; nothing is changed.
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
        Ok(self)
    }

    /// Applies an impulse (N s) at a point of the world (m), and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, a body that is not dynamic, or a push so large that a
    /// sum of forces or a velocity would not be finite; nothing is changed.
    pub fn apply_impulse(
        &mut self,
        impulse: impl Into<Vec2>,
        point: impl Into<Point>,
    ) -> Result<&mut Self, DefError> {
        let (impulse, point) = (finite_vector("impulse", impulse.into())?, self.check_point(point.into())?);
        self.expect_dynamic()?;
        self.world.stores.apply_impulse(self.slot, impulse, Some(point), 0.0)?;
        Ok(self)
    }

    /// Applies an impulse (N s) at its centre of mass, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, a body that is not dynamic, or a push so large that a
    /// sum of forces or a velocity would not be finite; nothing is changed.
    #[doc(alias("apply_linear_impulse_to_center"))]
    pub fn apply_central_impulse(&mut self, impulse: impl Into<Vec2>) -> Result<&mut Self, DefError> {
        let impulse = finite_vector("impulse", impulse.into())?;
        self.expect_dynamic()?;
        self.world.stores.apply_impulse(self.slot, impulse, None, 0.0)?;
        Ok(self)
    }

    /// Applies an angular impulse (N m s), and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, a body that is not dynamic, or a push so large that a
    /// sum of forces or a velocity would not be finite; nothing is changed.
    #[doc(alias("apply_torque_impulse"))]
    pub fn apply_angular_impulse(&mut self, angular_impulse: f32) -> Result<&mut Self, DefError> {
        finite("angular_impulse", angular_impulse)?;
        self.expect_dynamic()?;
        self.world.stores.apply_impulse(self.slot, Vec2::zeros(), None, angular_impulse)?;
        Ok(self)
    }

    fn check_point(&self, point: Point) -> Result<Point, DefError> {
        finite_vector("point", point.coords)?;
        Ok(point)
    }

    /// Only forces on a dynamic body have an effect, so another kind is an error and not silence.
    fn expect_dynamic(&self) -> Result<(), DefError> {
        self.expect_kind("dynamic", |kind| kind == BodyKind::Dynamic)
    }

    /// A static body has no velocity.
    fn expect_moving(&self) -> Result<(), DefError> {
        self.expect_kind("kinematic or dynamic", |kind| kind != BodyKind::Static)
    }

    fn expect_kind(&self, expected: &'static str, is_right: fn(BodyKind) -> bool) -> Result<(), DefError> {
        let kind = self.view().kind();
        if is_right(kind) { Ok(()) } else { Err(DefError::BodyKind { found: kind.name(), expected }) }
    }
}

// Properties.
impl<B: Broadphase> BodyMut<'_, B> {
    /// Sets the rate at which its velocity decays, 1/s, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is negative or not finite; nothing is changed.
    #[doc(alias("set_linear_damping"))]
    pub fn set_damping(&mut self, damping: f32) -> Result<&mut Self, DefError> {
        not_negative("damping", damping)?;
        self.world.stores.bodies[self.slot].damping = damping;
        Ok(self.wake())
    }

    /// Sets the rate at which its angular velocity decays, 1/s, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is negative or not finite; nothing is changed.
    pub fn set_angular_damping(&mut self, angular_damping: f32) -> Result<&mut Self, DefError> {
        not_negative("angular_damping", angular_damping)?;
        self.world.stores.bodies[self.slot].angular_damping = angular_damping;
        Ok(self.wake())
    }

    /// Sets the factor of the gravity that acts on it, and wakes it.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite; nothing is changed.
    pub fn set_gravity_scale(&mut self, gravity_scale: f32) -> Result<&mut Self, DefError> {
        finite("gravity_scale", gravity_scale)?;
        self.world.stores.bodies[self.slot].gravity_scale = gravity_scale;
        Ok(self.wake())
    }

    /// Wakes its island. A static body does not wake.
    pub fn wake(&mut self) -> &mut Self {
        self.world.stores.wake(self.slot);
        self
    }

    /// Sets whether it may fall asleep. One that may not wakes, with its island.
    pub fn set_can_sleep(&mut self, can_sleep: bool) -> &mut Self {
        self.world.stores.bodies[self.slot].can_sleep = can_sleep;
        if can_sleep { self } else { self.wake() }
    }
}
