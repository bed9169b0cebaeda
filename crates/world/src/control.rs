//! Changes to the bodies and joints of a running world: poses, velocities, forces, kinds, wake-ups.
//!
//! Every function checks its numbers first, so a call that fails has changed nothing.

use crate::body::BodyKind;
use crate::error::{DefError, finite, finite_vector, not_negative};
use crate::id::{BodyId, ColliderId, HandleError, JointId};
use crate::joint::{JointDef, JointKind};
use crate::settings::Material;
use crate::slot::BodySlot;
use crate::world::World;
use broadphase::Broadphase;
use geom::{Point, Pose, Vec2};

impl<B: Broadphase> World<B> {
    /// Moves a body to another pose at once. Bodies between the two poses are not touched; the velocity stays
    /// the same.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, a position outside the world, or a rotation that is not finite;
    /// nothing is changed.
    pub fn set_pose(&mut self, id: BodyId, pose: Pose) -> Result<(), DefError> {
        let slot = self.stores.bodies.check(id)?;
        self.stores.set_pose(slot, pose)?;
        self.stores.colliders.flush(&mut self.broadphase);
        Ok(())
    }

    /// Sets velocity (m/s, of the centre of mass) and angular velocity (rad/s). Static bodies keep none.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a number that is not finite; nothing is changed.
    pub fn set_velocity(
        &mut self,
        id: BodyId,
        velocity: impl Into<Vec2>,
        angular_velocity: f32,
    ) -> Result<(), DefError> {
        let slot = self.stores.bodies.check(id)?;
        let velocity = finite_vector("velocity", velocity.into())?;
        finite("angular_velocity", angular_velocity)?;
        self.stores.settle_mass(slot);
        self.stores.wake(slot);
        if let Some(state) = self.stores.bodies.state_mut(slot) {
            (state.velocity, state.angular_velocity) = (velocity, angular_velocity);
        }
        Ok(())
    }

    /// Applies a force (N) at a point of the world (m) during the next step, and wakes the body.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a number that is not finite; nothing is changed.
    pub fn apply_force(
        &mut self,
        id: BodyId,
        force: impl Into<Vec2>,
        point: impl Into<Point>,
    ) -> Result<(), DefError> {
        let (slot, force, point) = self.check_push(id, "force", force.into(), point.into())?;
        self.stores.apply_force(slot, force, Some(point), 0.0);
        Ok(())
    }

    /// Applies a force (N) at the centre of mass, and a torque (N m), during the next step, and wakes the
    /// body.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a number that is not finite; nothing is changed.
    pub fn apply_central_force(
        &mut self,
        id: BodyId,
        force: impl Into<Vec2>,
        torque: f32,
    ) -> Result<(), DefError> {
        let (slot, force, _) = self.check_push(id, "force", force.into(), Point::origin())?;
        self.stores.apply_force(slot, force, None, finite("torque", torque)?);
        Ok(())
    }

    /// Applies an impulse (N s) at a point of the world (m), and wakes the body.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a number that is not finite; nothing is changed.
    pub fn apply_impulse(
        &mut self,
        id: BodyId,
        impulse: impl Into<Vec2>,
        point: impl Into<Point>,
    ) -> Result<(), DefError> {
        let (slot, impulse, point) = self.check_push(id, "impulse", impulse.into(), point.into())?;
        self.stores.apply_impulse(slot, impulse, Some(point), 0.0);
        Ok(())
    }

    /// Applies an impulse (N s) at the centre of mass and an angular impulse (N m s), and wakes the body.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a number that is not finite; nothing is changed.
    pub fn apply_central_impulse(
        &mut self,
        id: BodyId,
        impulse: impl Into<Vec2>,
        angular_impulse: f32,
    ) -> Result<(), DefError> {
        let (slot, impulse, _) = self.check_push(id, "impulse", impulse.into(), Point::origin())?;
        self.stores.apply_impulse(slot, impulse, None, finite("angular_impulse", angular_impulse)?);
        Ok(())
    }

    fn check_push(
        &self,
        id: BodyId,
        field: &'static str,
        push: Vec2,
        point: Point,
    ) -> Result<(BodySlot, Vec2, Point), DefError> {
        let slot = self.stores.bodies.check(id)?;
        finite_vector(field, push)?;
        finite_vector("point", point.coords)?;
        Ok((slot, push, point))
    }

    /// Makes a body static, kinematic or dynamic. It stays where it is; a body that becomes static loses its
    /// velocity.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, or for a body with a half-space that would become dynamic; nothing is
    /// changed.
    pub fn set_kind(&mut self, id: BodyId, kind: BodyKind) -> Result<(), DefError> {
        let slot = self.stores.bodies.check(id)?;
        self.stores.set_kind(slot, kind)?;
        self.stores.colliders.flush(&mut self.broadphase);
        Ok(())
    }

    /// Sets the rates at which velocity and angular velocity decay, 1/s.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a number that is negative or not finite; nothing is changed.
    pub fn set_damping(&mut self, id: BodyId, damping: f32, angular_damping: f32) -> Result<(), DefError> {
        let slot = self.stores.bodies.check(id)?;
        let (damping, angular_damping) =
            (not_negative("damping", damping)?, not_negative("angular_damping", angular_damping)?);
        let body = &mut self.stores.bodies[slot];
        (body.damping, body.angular_damping) = (damping, angular_damping);
        Ok(())
    }

    /// Gives a collider another material, which may change the mass of its body. Wakes the body and all that
    /// touch it.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a field out of its range; nothing is changed.
    pub fn set_material(&mut self, id: ColliderId, material: Material) -> Result<(), DefError> {
        let slot = self.stores.colliders.check(id)?;
        self.stores.set_material(slot, material)
    }

    /// Moves the anchors of a joint, each given in its body's frame, m, and wakes the bodies.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, a number that is not finite, or a joint without anchors (gear,
    /// filter); nothing is changed.
    pub fn set_anchors(
        &mut self,
        id: JointId,
        anchor_a: impl Into<Point>,
        anchor_b: impl Into<Point>,
    ) -> Result<(), DefError> {
        let slot = self.stores.joints.check(id)?;
        let mut def = self.stores.joints.def(slot);
        let kind = def.kind.name();
        let [a, b] = def.kind.anchors_mut().ok_or(DefError::NoAnchors { kind })?;
        (*a, *b) = (anchor_a.into(), anchor_b.into());
        self.stores.change_joint(slot, def)
    }

    /// Changes the fields of a joint of a known kind, and wakes its bodies: the speed of a motor, a target,
    /// limits, springs. `change` gets the struct of the kind and returns it changed.
    ///
    /// ```
    /// use world::{BodyDef, JointDef, WheelJoint, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let [chassis, wheel] = [(); 2].map(|()| world.add_body(BodyDef::dynamic()).unwrap());
    /// let axle = WheelJoint::new([0.0, 1.0]).spring(4.0, 0.7);
    /// let axle = world.add_joint(JointDef::new(chassis, wheel, axle))?;
    /// world.change_joint(axle, |wheel: WheelJoint| wheel.motor(20.0, 15.0))?; // rad/s, N m
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, a joint of another kind, or a value out of its range; nothing is
    /// changed.
    pub fn change_joint<K>(&mut self, id: JointId, change: impl FnOnce(K) -> K) -> Result<(), DefError>
    where
        K: TryFrom<JointKind, Error = DefError> + Into<JointKind>,
    {
        let slot = self.stores.joints.check(id)?;
        let def = self.stores.joints.def(slot);
        let kind = change(K::try_from(def.kind)?).into();
        self.stores.change_joint(slot, JointDef { kind, ..def })
    }

    /// Sets the force (N) and the torque (N m) above which a joint breaks; infinite for never.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a value that is NaN or not above zero; nothing is changed.
    pub fn set_break_limits(&mut self, id: JointId, force: f32, torque: f32) -> Result<(), DefError> {
        let slot = self.stores.joints.check(id)?;
        let def = self.stores.joints.def(slot);
        self.stores.change_joint(slot, def.breaks(force, torque))
    }

    /// Wakes the island of a body. Static bodies do not wake.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such body.
    pub fn wake(&mut self, id: BodyId) -> Result<(), HandleError> {
        let slot = self.stores.bodies.check(id)?;
        self.stores.wake(slot);
        Ok(())
    }
}
