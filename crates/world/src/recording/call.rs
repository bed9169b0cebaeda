//! The calls that change a world: one list for the recorder, the file and the replay.
//!
//! Each variant is a public function of [`World`](crate::World) or of one of its views that changes what a
//! step computes. What is made of other recorded calls (`add_chain`, `set_friction`) has no variant: its
//! parts are recorded. The macro [`calls`] makes of one list the enum, the numbers in the file, and one
//! function that writes and reads the arguments; `recording/apply.rs` makes the calls again.
//!
//! A test in `recording/tests.rs` reads the source: a public function that takes `&mut self` and neither
//! records a call nor is in its short list of exceptions makes it fail.
//!
//! Turned down: to record which bytes of the world have changed: a call that wakes a heap would be as long as
//! the heap; `serde` for the arguments: the codec of snapshots is there, and checks what it reads.

use crate::body::{BodyDef, BodyKind, Locks};
use crate::collider::ColliderDef;
use crate::id::{BodyId, ColliderId, Handle, JointId, RawId};
use crate::joint::{FilterJoint, JointDef, JointKind};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material, WorldSettings};
use crate::snapshot::{Coder, SnapshotError};
use crate::stores::definitions::{
    code_filter, code_joint_kind, code_material, code_portal, code_settings, code_shape, code_start_angle,
    has_start_angle,
};
use geom::{Circle, MassProperties, Point, Pose, Rot, Shape, Vec2};

/// An argument of a call: written and read by the same function.
pub(super) trait Argument: Sized {
    /// A value to read into.
    fn blank() -> Self;

    fn code<C: Coder>(&mut self, coder: &mut C) -> Result<(), SnapshotError>;
}

/// Defines the enum of all calls, with their numbers in the file.
macro_rules! calls {
    ($($(#[$doc:meta])* $number:literal $variant:ident($($field:ident: $type:ty),*),)*) => {
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
        }
    };
}

// A number is never given to another call, so that files of this version can be read later.
calls! {
    // The world.
    0 Step(dt: f32),
    1 SetSettings(settings: Box<WorldSettings>),
    /// Whether there is a hook: the hook itself is code.
    2 SetContactHook(is_some: bool),
    3 AddBody(def: Box<BodyDef>),
    4 RemoveBody(body: BodyId),
    5 AddCollider(body: BodyId, def: Box<ColliderDef>),
    6 RemoveCollider(collider: ColliderId),
    7 AddJoint(def: Box<JointDef>),
    8 RemoveJoint(joint: JointId),
    /// What `add_level` does with the velocities of centres.
    9 SetCenterVelocity(body: BodyId, velocity: Vec2),
    /// The index of the snapshot in the recording.
    10 Restore(snapshot: u32),
    /// Whether there is a hook after a restore to a place of the recording at which that was different: a
    /// restore leaves the hook, and searches for no pairs.
    11 KeepContactHook(is_some: bool),
    // A body.
    20 SetBodyUserData(body: BodyId, user_data: [u64; 2]),
    21 DropThrough(body: BodyId),
    22 SetKind(body: BodyId, kind: BodyKind),
    23 SetPose(body: BodyId, pose: Pose),
    24 SetVelocity(body: BodyId, velocity: Vec2),
    25 SetAngularVelocity(body: BodyId, angular_velocity: f32),
    26 SetTargetPose(body: BodyId, pose: Pose, dt: f32),
    27 ApplyForce(body: BodyId, force: Vec2, point: Point),
    28 ApplyCentralForce(body: BodyId, force: Vec2),
    29 ApplyTorque(body: BodyId, torque: f32),
    30 ApplyAmbientForce(body: BodyId, force: Vec2, torque: f32),
    31 ApplyImpulse(body: BodyId, impulse: Vec2, point: Point),
    32 ApplyCentralImpulse(body: BodyId, impulse: Vec2),
    33 ApplyAngularImpulse(body: BodyId, angular_impulse: f32),
    34 SetDamping(body: BodyId, damping: f32),
    35 SetAngularDamping(body: BodyId, angular_damping: f32),
    36 SetGravityScale(body: BodyId, gravity_scale: f32),
    37 SetLocks(body: BodyId, locks: Locks),
    38 SetMaxSpeed(body: BodyId, max_speed: f32),
    39 SetMaxAngularSpeed(body: BodyId, max_angular_speed: f32),
    40 SetMassOverride(body: BodyId, mass: Option<MassProperties>),
    41 SetSleepSpeed(body: BodyId, sleep_speed: f32),
    42 SetBodyEnabled(body: BodyId, enabled: bool),
    43 Sleep(body: BodyId),
    44 Wake(body: BodyId),
    45 SetContinuous(body: BodyId, continuous: bool),
    46 SetCanSleep(body: BodyId, can_sleep: bool),
    // A collider.
    60 SetColliderUserData(collider: ColliderId, user_data: [u64; 2]),
    61 SetFilter(collider: ColliderId, filter: Filter),
    62 SetShape(collider: ColliderId, shape: Box<Shape>),
    63 SetOffset(collider: ColliderId, position: Point, angle: f32),
    64 SetOneWay(collider: ColliderId, direction: Option<Vec2>),
    65 SetHook(collider: ColliderId, hook: bool),
    66 SetPortalRole(collider: ColliderId, role: Option<PortalRole>),
    67 SetSensor(collider: ColliderId, sensor: bool),
    68 SetMaterial(collider: ColliderId, material: Material),
    69 SetColliderEnabled(collider: ColliderId, enabled: bool),
    // A joint.
    80 SetJointUserData(joint: JointId, user_data: [u64; 2]),
    /// Kind with all fields, break limits, and whether its bodies collide and it is enabled.
    81 SetJointDef(joint: JointId, kind: Box<JointKind>, breaks: [f32; 2], flags: [bool; 2]),
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
argument!(WorldSettings, Self::default(), |value, coder| code_settings(value, coder));
argument!(Material, Self::default(), |value, coder| code_material(value, coder));
argument!(Filter, Self::default(), |value, coder| code_filter(value, coder));
argument!(PortalRole, Self::Rim { portal: 0 }, |value, coder| code_portal(value, coder));
argument!(JointKind, FilterJoint.into(), |value, coder| code_joint_kind(value, coder));
argument!(Shape, blank_shape(), |value, coder| code_shape(value, coder));
argument!(BodyKind, Self::Static, |value, coder| {
    coder.choice(value, &[Self::Static, Self::Kinematic, Self::Dynamic])
});
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

fn blank_shape() -> Shape {
    Shape::Circle(Circle::new(Point::origin(), 1.0).expect("a circle of 1 m"))
}

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

argument!(BodyDef, Self::default(), |value, coder| {
    let Self {
        kind,
        position,
        rotation: Rot { cos, sin },
        velocity,
        angular_velocity,
        damping,
        angular_damping,
        gravity_scale,
        locks,
        max_speed,
        max_angular_speed,
        mass,
        sleep_speed,
        enabled,
        continuous,
        can_sleep,
        awake,
        user_data,
    } = value;
    kind.code(coder)?;
    coder.point(position)?;
    coder.floats([cos, sin])?;
    coder.vector(velocity)?;
    coder.floats([angular_velocity, damping, angular_damping, gravity_scale])?;
    locks.code(coder)?;
    coder.floats([max_speed, max_angular_speed, sleep_speed])?;
    coder.flags([enabled, continuous, can_sleep, awake])?;
    coder.wide(user_data)?;
    mass.code(coder)
});

argument!(ColliderDef, Self::new(blank_shape()), |value, coder| {
    let Self { shape, offset, material, filter, one_way, hook, sensor, portal, enabled, user_data } = value;
    // Files of before there was this flag have a zero in its place.
    let mut is_disabled = !*enabled;
    coder.pose(offset)?;
    code_material(material, coder)?;
    filter.code(coder)?;
    coder.flags([hook, sensor, &mut is_disabled])?;
    *enabled = !is_disabled;
    coder.wide(user_data)?;
    one_way.code(coder)?;
    portal.code(coder)?;
    code_shape(shape, coder)
});

argument!(JointDef, JointDef::new(blank_id(), blank_id(), FilterJoint), |value, coder| {
    let Self { a, b, kind, break_force, break_torque, collide, enabled, user_data } = value;
    a.code(coder)?;
    b.code(coder)?;
    coder.floats([break_force, break_torque])?;
    let mut has_start = has_start_angle(*kind);
    coder.flags([collide, enabled, &mut has_start])?;
    coder.wide(user_data)?;
    code_joint_kind(kind, coder)?;
    code_start_angle(kind, has_start, coder)
});
