//! The calls that change a world: one list for the recorder, the file and the replay.
//!
//! Each variant is a public function of [`World`](crate::World) or of one of its views that changes what a
//! step computes. What is made of other recorded calls (`add_chain`, `set_friction`) has no variant: its
//! parts are recorded. Of one list the macro [`calls`] makes the enum, the numbers in the file, one function
//! that writes and reads the arguments, and one that makes the call again, through the same function as the
//! program did.
//!
//! A test in `recording/tests.rs` reads the source: a public function that takes `&mut self` and neither
//! records a call nor is in its short list of exceptions makes it fail.
//!
//! Turned down: to record which bytes of the world have changed: a call that wakes a heap would be as long as
//! the heap; `serde` for the arguments: the codec of snapshots is there, and checks what it reads.

use super::Content;
use crate::body::{BodyDef, BodyKind, Locks};
use crate::collider::ColliderDef;
use crate::definition::code;
use crate::error::DefError;
use crate::id::{BodyId, ColliderId, Handle, JointId, RawId, retag};
use crate::joint::{FilterJoint, JointDef, JointKind};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material, WorldSettings};
use crate::snapshot::{Coder, SnapshotError};
use crate::stores::shapes::{blank_shape, code_shape};
use crate::view_mut::{BodyMut, ColliderMut, JointMut};
use crate::world::World;
use broadphase::Broadphase;
use geom::{MassProperties, Point, Pose, Shape, Vec2};
use properties::Choice;

/// An argument of a call: written and read by the same function.
pub(super) trait Argument: Sized {
    /// A value to read into.
    fn blank() -> Self;

    fn code<C: Coder>(&mut self, coder: &mut C) -> Result<(), SnapshotError>;
}

/// Where a call is made again.
struct Target<'a, B: Broadphase> {
    world: &'a mut World<B>,
    recording: &'a Content,
}

impl<B: Broadphase> Target<'_, B> {
    /// The handle of the same thing in this world.
    fn own<H: Handle>(&self, mut id: H) -> H {
        retag(&mut id, self.world.stores.world());
        id
    }

    fn body(&mut self, id: BodyId) -> Result<BodyMut<'_, B>, DefError> {
        let id = self.own(id);
        Ok(self.world.body_mut(id)?)
    }

    fn collider(&mut self, id: ColliderId) -> Result<ColliderMut<'_, B>, DefError> {
        let id = self.own(id);
        Ok(self.world.collider_mut(id)?)
    }

    fn joint(&mut self, id: JointId) -> Result<JointMut<'_, B>, DefError> {
        let id = self.own(id);
        Ok(self.world.joint_mut(id)?)
    }
}

/// Defines the enum of all calls, with their numbers in the file and what makes them again.
macro_rules! calls {
    (
        |$target:ident|
        $($(#[$doc:meta])* $number:literal $variant:ident($($field:ident: $type:ty),*) => $again:expr;)*
    ) => {
        /// A call that changed a world.
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) enum Call {
            $($(#[$doc])* $variant($($type),*),)*
        }

        impl Call {
            /// Its number in the file.
            pub(super) fn number(&self) -> u32 {
                match self { $(Self::$variant(..) => $number,)* }
            }

            /// Its name, for messages.
            pub(super) fn name(&self) -> &'static str {
                match self { $(Self::$variant(..) => stringify!($variant),)* }
            }

            /// A call with this number, to read the arguments into.
            pub(super) fn blank(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$variant($(<$type as Argument>::blank()),*)),)*
                    _ => None,
                }
            }

            /// Writes or reads its arguments.
            pub(super) fn code_arguments<C: Coder>(&mut self, coder: &mut C) -> Result<(), SnapshotError> {
                match self {
                    $(Self::$variant($($field),*) => { $($field.code(coder)?;)* })*
                }
                Ok(())
            }

            /// Makes the call in a replay of a recording. A step is a call as well; setting a hook is not: the
            /// replay has it.
            ///
            /// # Errors
            /// [`DefError`] if the world refuses it.
            pub(super) fn make_again<B: Broadphase>(
                &self,
                world: &mut World<B>,
                recording: &Content,
            ) -> Result<(), DefError> {
                let mut $target = Target { world, recording };
                match self.clone() {
                    $(Self::$variant($($field),*) => { $again; })*
                }
                Ok(())
            }
        }
    };
}

// A number is never given to another call, so that files of this version can be read later.
calls! {
    |on|
    // The world.
    0 Step(dt: f32) => on.world.step(dt);
    1 SetSettings(settings: Box<WorldSettings>) => on.world.set_settings(*settings)?;
    /// Whether there is a hook: the hook itself is code.
    2 SetContactHook(_is_some: bool) => ();
    3 AddBody(def: Box<BodyDef>) => on.world.add_body(*def)?;
    4 RemoveBody(body: BodyId) => on.world.remove_body(on.own(body))?;
    5 AddCollider(body: BodyId, def: Box<ColliderDef>) => on.world.add_collider(on.own(body), *def)?;
    6 RemoveCollider(collider: ColliderId) => on.world.remove_collider(on.own(collider))?;
    7 AddJoint(def: Box<JointDef>) => on.world.put_joint(def.between(on.own(def.a), on.own(def.b)))?;
    8 RemoveJoint(joint: JointId) => on.world.remove_joint(on.own(joint))?;
    /// What `add_level` does with the velocities of centres.
    9 SetCenterVelocity(body: BodyId, velocity: Vec2) => {
        let slot = on.world.stores.bodies.check(on.own(body))?;
        on.world.stores.restore_velocity(slot, velocity);
    };
    /// The index of the snapshot in the recording.
    10 Restore(snapshot: u32) => {
        // A file is refused if it names a snapshot that it does not hold.
        if let Some(snapshot) = on.recording.snapshots.get(snapshot as usize) {
            let restored = on.world.restore(snapshot);
            debug_assert!(restored.is_ok(), "{restored:?}");
        }
    };
    /// Whether there is a hook after a restore to a place of the recording at which that was different: a
    /// restore leaves the hook, and searches for no pairs.
    11 KeepContactHook(_is_some: bool) => ();
    // A body.
    20 SetBodyUserData(body: BodyId, data: [u64; 2]) => on.body(body)?.set_user_data(whole(data));
    21 DropThrough(body: BodyId) => on.body(body)?.drop_through();
    22 SetKind(body: BodyId, kind: BodyKind) => on.body(body)?.set_kind(kind)?;
    23 SetPose(body: BodyId, pose: Pose) => on.body(body)?.set_pose(pose)?;
    24 SetVelocity(body: BodyId, velocity: Vec2) => on.body(body)?.set_velocity(velocity)?;
    25 SetAngularVelocity(body: BodyId, velocity: f32) => on.body(body)?.set_angular_velocity(velocity)?;
    26 SetTargetPose(body: BodyId, pose: Pose, dt: f32) => on.body(body)?.set_target_pose(pose, dt)?;
    27 ApplyForce(body: BodyId, force: Vec2, point: Point) => on.body(body)?.apply_force(force, point)?;
    28 ApplyCentralForce(body: BodyId, force: Vec2) => on.body(body)?.apply_central_force(force)?;
    29 ApplyTorque(body: BodyId, torque: f32) => on.body(body)?.apply_torque(torque)?;
    30 ApplyAmbientForce(body: BodyId, force: Vec2, torque: f32) =>
        on.body(body)?.apply_ambient_force(force, torque)?;
    31 ApplyImpulse(body: BodyId, impulse: Vec2, point: Point) =>
        on.body(body)?.apply_impulse(impulse, point)?;
    32 ApplyCentralImpulse(body: BodyId, impulse: Vec2) => on.body(body)?.apply_central_impulse(impulse)?;
    33 ApplyAngularImpulse(body: BodyId, impulse: f32) => on.body(body)?.apply_angular_impulse(impulse)?;
    34 SetDamping(body: BodyId, damping: f32) => on.body(body)?.set_damping(damping)?;
    35 SetAngularDamping(body: BodyId, damping: f32) => on.body(body)?.set_angular_damping(damping)?;
    36 SetGravityScale(body: BodyId, scale: f32) => on.body(body)?.set_gravity_scale(scale)?;
    37 SetLocks(body: BodyId, locks: Locks) => on.body(body)?.set_locks(locks);
    38 SetMaxSpeed(body: BodyId, speed: f32) => on.body(body)?.set_max_speed(speed)?;
    39 SetMaxAngularSpeed(body: BodyId, speed: f32) => on.body(body)?.set_max_angular_speed(speed)?;
    40 SetMassOverride(body: BodyId, mass: Option<MassProperties>) =>
        on.body(body)?.set_mass_override(mass)?;
    41 SetSleepSpeed(body: BodyId, speed: f32) => on.body(body)?.set_sleep_speed(speed)?;
    42 SetBodyEnabled(body: BodyId, enabled: bool) => on.body(body)?.set_enabled(enabled);
    43 Sleep(body: BodyId) => on.body(body)?.sleep();
    44 Wake(body: BodyId) => on.body(body)?.wake();
    45 SetContinuous(body: BodyId, continuous: bool) => on.body(body)?.set_continuous(continuous);
    46 SetCanSleep(body: BodyId, can_sleep: bool) => on.body(body)?.set_can_sleep(can_sleep);
    // A collider.
    60 SetColliderUserData(collider: ColliderId, data: [u64; 2]) =>
        on.collider(collider)?.set_user_data(whole(data));
    61 SetFilter(collider: ColliderId, filter: Filter) => on.collider(collider)?.set_filter(filter);
    62 SetShape(collider: ColliderId, shape: Box<Shape>) => on.collider(collider)?.set_shape(*shape)?;
    63 SetOffset(collider: ColliderId, position: Point, angle: f32) =>
        on.collider(collider)?.set_offset(position, angle)?;
    64 SetOneWay(collider: ColliderId, direction: Option<Vec2>) =>
        on.collider(collider)?.set_one_way(direction)?;
    65 SetHook(collider: ColliderId, hook: bool) => on.collider(collider)?.set_hook(hook);
    66 SetPortalRole(collider: ColliderId, role: Option<PortalRole>) =>
        on.collider(collider)?.set_portal_role(role)?;
    67 SetSensor(collider: ColliderId, sensor: bool) => on.collider(collider)?.set_sensor(sensor)?;
    68 SetMaterial(collider: ColliderId, material: Material) => on.collider(collider)?.set_material(material)?;
    69 SetColliderEnabled(collider: ColliderId, enabled: bool) => on.collider(collider)?.set_enabled(enabled);
    // A joint.
    80 SetJointUserData(joint: JointId, data: [u64; 2]) => on.joint(joint)?.set_user_data(whole(data));
    /// The whole definition: its bodies stay what they are.
    81 SetJointDef(joint: JointId, def: Box<JointDef>) => {
        let mut joint = on.joint(joint)?;
        let held = joint.def();
        joint.set_def(def.between(held.a, held.b))?;
    };
}

/// The two halves of the data of a program.
pub(crate) fn halves(user_data: u128) -> [u64; 2] {
    [user_data as u64, (user_data >> 64) as u64]
}

/// The data of a program from its halves.
pub(super) fn whole([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

macro_rules! argument {
    ($type:ty, $blank:expr, |$value:ident, $coder:ident| $code:expr) => {
        impl Argument for $type {
            fn blank() -> Self {
                $blank
            }

            fn code<C: Coder>(&mut self, $coder: &mut C) -> Result<(), SnapshotError> {
                let $value = self;
                $code
            }
        }
    };
}

argument!(f32, 0.0, |value, coder| coder.float(value));
argument!(u32, 0, |value, coder| coder.int(value));
argument!(bool, false, |value, coder| coder.flags([value]));
argument!([f32; 2], [0.0; 2], |value, coder| coder.floats(value));
argument!([bool; 2], [false; 2], |value, coder| coder.flags(value.each_mut()));
argument!(Vec2, Vec2::zeros(), |value, coder| coder.vector(value));
argument!(Point, Point::origin(), |value, coder| coder.point(value));
argument!(Pose, Pose::IDENTITY, |value, coder| coder.pose(value));
argument!(MassProperties, MassProperties::ZERO, |value, coder| coder.mass(value));
argument!(WorldSettings, Self::default(), |value, coder| code(value, coder));
argument!(Material, Self::default(), |value, coder| code(value, coder));
argument!(Filter, Self::default(), |value, coder| code(value, coder));
argument!(PortalRole, Self::BLANK, |value, coder| code(value, coder));
argument!(JointKind, FilterJoint.into(), |value, coder| code(value, coder));
argument!(BodyDef, Self::default(), |value, coder| code(value, coder));
argument!(Shape, blank_shape(), |value, coder| code_shape(value, coder));
argument!(BodyKind, Self::Static, |value, coder| coder.choice(value, Self::ALL));
argument!(Locks, Self::NONE, |value, coder| {
    let Self { x, y, rotation } = value;
    coder.flags([x, y, rotation])
});
argument!([u64; 2], [0; 2], |value, coder| {
    let mut user_data = whole(*value);
    coder.wide(&mut user_data)?;
    *value = halves(user_data);
    Ok(())
});

/// The tag of the world is not written: a replay gives its own.
fn code_id<H: Handle>(id: &mut H, coder: &mut impl Coder) -> Result<(), SnapshotError> {
    let RawId { mut index, mut generation, world } = id.raw();
    coder.int(&mut index)?;
    coder.int(&mut generation)?;
    *id = H::from_raw(RawId { index, generation, world });
    Ok(())
}

fn blank_id<H: Handle>() -> H {
    H::from_raw(RawId { index: 0, generation: 0, world: 0 })
}

argument!(BodyId, blank_id(), |value, coder| code_id(value, coder));
argument!(ColliderId, blank_id(), |value, coder| code_id(value, coder));
argument!(JointId, blank_id(), |value, coder| code_id(value, coder));

impl<T: Argument> Argument for Box<T> {
    fn blank() -> Self {
        Self::new(T::blank())
    }

    fn code<C: Coder>(&mut self, coder: &mut C) -> Result<(), SnapshotError> {
        T::code(self, coder)
    }
}

impl<T: Argument> Argument for Option<T> {
    fn blank() -> Self {
        None
    }

    fn code<C: Coder>(&mut self, coder: &mut C) -> Result<(), SnapshotError> {
        let mut is_some = self.is_some();
        coder.flags([&mut is_some])?;
        if is_some { self.get_or_insert_with(T::blank).code(coder) } else { Ok(()) }
    }
}

argument!(ColliderDef, Self::new(blank_shape()), |value, coder| {
    code(value, coder)?;
    code_shape(&mut value.shape, coder)
});
argument!(JointDef, JointDef::new(blank_id(), blank_id(), FilterJoint), |value, coder| {
    value.a.code(coder)?;
    value.b.code(coder)?;
    code(value, coder)
});
