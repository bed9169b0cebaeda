//! The view that changes a joint.

use crate::error::DefError;
use crate::id::JointId;
use crate::joint::{JointDef, JointKind};
use crate::recording::{Call, halves};
use crate::slot::{BodySlot, JointSlot};
use crate::view::JointRef;
use crate::world::World;
use broadphase::{Broadphase, DynamicTree};
use geom::Point;

/// A view of a joint that can change it: see [`World::joint_mut`]. A call that returns an error has changed
/// nothing.
///
/// ```
/// use world::{BodyDef, JointDef, WheelJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let [chassis, wheel] = [(); 2].map(|()| world.add_body(BodyDef::dynamic()).unwrap());
/// let axle = WheelJoint::new([0.0, 1.0]).spring(4.0, 0.7);
/// let axle = world.add_joint(JointDef::new(chassis, wheel, axle))?;
/// let mut joint = world.joint_mut(axle)?;
/// joint.change(|wheel: WheelJoint| wheel.motor(20.0, 15.0))?; // rad/s, N m
/// joint.set_break_limits(5000.0, f32::INFINITY)?.set_user_data(7); // N, N m
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug)]
pub struct JointMut<'a, B: Broadphase = DynamicTree> {
    pub(super) world: &'a mut World<B>,
    pub(super) slot: JointSlot,
}

impl<B: Broadphase> JointMut<'_, B> {
    /// The view that reads.
    #[must_use]
    pub fn view(&self) -> JointRef<'_> {
        JointRef { stores: &self.world.stores, slot: self.slot }
    }

    pub(crate) fn def(&self) -> JointDef<BodySlot> {
        self.world.stores.joints.def(self.slot)
    }

    pub(crate) fn redefine(&mut self, def: JointDef<BodySlot>) -> Result<&mut Self, DefError> {
        self.world.stores.change_joint(self.slot, def)?;
        self.world.stores.colliders.flush(&mut self.world.broadphase);
        let [a, b] = [def.a, def.b].map(|body| self.world.stores.bodies.handle(body));
        let def = JointDef { kind: def.kind.started(), ..def.between(a, b) };
        Ok(self.note(|id| Call::SetJointDef(id, Box::new(def))))
    }

    #[inline]
    fn note(&mut self, call: impl FnOnce(JointId) -> Call) -> &mut Self {
        if self.world.recorder.is_some() {
            let id = self.world.stores.joints.handle(self.slot);
            self.world.note(|| call(id));
        }
        self
    }

    /// Makes it what a definition says: [`JointRef::def`], changed. Its bodies stay. What does not differ is
    /// not set; if more than the user data does, its bodies wake.
    ///
    /// # Errors
    /// [`DefError`] for a value out of its range; nothing is changed.
    pub fn set_def<T>(&mut self, def: JointDef<T>) -> Result<&mut Self, DefError> {
        let (old, user_data) = (self.def(), def.user_data);
        let new = JointDef { user_data: old.user_data, ..def.between(old.a, old.b) };
        if new != old {
            self.redefine(new)?;
        }
        Ok(if user_data == old.user_data { self } else { self.set_user_data(user_data) })
    }

    /// Sets the data of the program.
    #[doc(alias = "b2Joint_SetUserData")]
    pub fn set_user_data(&mut self, user_data: u128) -> &mut Self {
        self.world.stores.joints.set_user_data(self.slot, user_data);
        self.note(|id| Call::SetJointUserData(id, halves(user_data)))
    }

    /// Changes its fields, such as the speed of a motor, a target or limits, and wakes the bodies. `change`
    /// gets the struct of its kind and returns it changed.
    ///
    /// # Errors
    /// [`DefError`] for a joint of another kind or a value out of its range.
    #[doc(alias("set_motor_speed", "enable_motor", "set_limits", "enable_limit", "enable_spring"))]
    #[doc(alias(
        "b2RevoluteJoint_SetMotorSpeed",
        "b2PrismaticJoint_SetMotorSpeed",
        "b2WheelJoint_SetMotorSpeed"
    ))]
    pub fn change<K>(&mut self, change: impl FnOnce(K) -> K) -> Result<&mut Self, DefError>
    where
        K: TryFrom<JointKind, Error = DefError> + Into<JointKind>,
    {
        let def = self.def();
        let kind = change(K::try_from(def.kind)?).into();
        self.redefine(JointDef { kind, ..def })
    }

    /// Moves its anchors, each given in its body's frame, m, and wakes the bodies.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite, and [`DefError::NoAnchors`] for a joint without anchors.
    #[doc(alias("b2Joint_SetLocalFrameA", "b2Joint_SetLocalFrameB", "b2MouseJoint_SetTarget"))]
    pub fn set_anchors(
        &mut self,
        anchor_a: impl Into<Point>,
        anchor_b: impl Into<Point>,
    ) -> Result<&mut Self, DefError> {
        let mut def = self.def();
        let no_anchors = def.kind.no_anchors();
        let [a, b] = def.kind.anchors_mut().ok_or(no_anchors)?;
        (*a, *b) = (anchor_a.into(), anchor_b.into());
        self.redefine(def)
    }

    /// Sets the force (N) and the torque (N m) above which it breaks; infinite for never.
    ///
    /// # Errors
    /// [`DefError`] for a value that is NaN or not above zero.
    #[doc(alias("b2Joint_SetForceThreshold", "b2Joint_SetTorqueThreshold"))]
    pub fn set_break_limits(&mut self, force: f32, torque: f32) -> Result<&mut Self, DefError> {
        let def = self.def();
        self.redefine(def.breaks(force, torque))
    }

    /// Sets whether its bodies collide with each other, and wakes them. Contacts that it forbids end at once.
    #[doc(alias("set_contacts_enabled", "set_collide_connected"))]
    #[doc(alias = "b2Joint_SetCollideConnected")]
    pub fn set_collide(&mut self, collide: bool) -> &mut Self {
        let def = self.def();
        self.set_checked(def.collide(collide))
    }

    /// Lets it act or not, and wakes its bodies. A disabled joint exerts nothing and does not break, and its
    /// bodies collide; when it is enabled again, it pulls them together.
    pub fn set_enabled(&mut self, enabled: bool) -> &mut Self {
        let def = self.def();
        self.set_checked(def.enabled(enabled))
    }

    /// Takes a definition that was checked.
    fn set_checked(&mut self, def: JointDef<BodySlot>) -> &mut Self {
        let changed = self.redefine(def).map(|_| ());
        debug_assert!(changed.is_ok(), "{changed:?}");
        self
    }
}
