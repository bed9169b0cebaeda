//! The actions of random histories.

use proptest::prelude::*;
use world::{
    DistanceJoint, FilterJoint, FrictionJoint, GearJoint, JointKind, MotorJoint, MouseJoint, PrismaticJoint,
    PulleyJoint, RevoluteJoint, WeldJoint, WheelJoint,
};

/// What a history does next. Bodies, colliders and joints are counted over those that were ever added.
#[derive(Clone, Debug)]
pub enum Action {
    AddBody {
        kind: u8,
        x: f32,
        y: f32,
        awake: bool,
    },
    AddCollider {
        body: usize,
        shape: u8,
        group: i32,
    },
    AddJoint {
        a: usize,
        b: usize,
        collide: bool,
    },
    RemoveBody(usize),
    RemoveCollider(usize),
    RemoveJoint(usize),
    Teleport {
        body: usize,
        x: f32,
        y: f32,
    },
    Push {
        body: usize,
        x: f32,
        y: f32,
    },
    Wake(usize),
    SetKind {
        body: usize,
        kind: u8,
    },
    SetMaterial {
        collider: usize,
        density: f32,
    },
    MoveAnchor {
        joint: usize,
        x: f32,
    },
    /// Sets the property with this number of a body, a collider or a joint.
    SetBody {
        body: usize,
        property: u8,
        on: bool,
    },
    SetCollider {
        collider: usize,
        property: u8,
        on: bool,
    },
    SetJoint {
        joint: usize,
        property: u8,
        on: bool,
    },
    Classic {
        on: bool,
        detect_each_iteration: bool,
    },
    Step(u8),
}

/// Any action; those that make the world richer are more likely.
pub fn action() -> impl Strategy<Value = Action> {
    let place = || (-4.0_f32..4.0, 0.0_f32..6.0);
    let pick = || 0_usize..64;
    prop_oneof![
        4 => (0_u8..6, place(), prop::bool::weighted(0.8))
            .prop_map(|(kind, (x, y), awake)| Action::AddBody { kind, x, y, awake }),
        5 => (pick(), 0_u8..5, -1_i32..2).prop_map(|(body, shape, group)| Action::AddCollider { body, shape, group }),
        2 => (pick(), pick(), any::<bool>()).prop_map(|(a, b, collide)| Action::AddJoint { a, b, collide }),
        1 => pick().prop_map(Action::RemoveBody),
        1 => pick().prop_map(Action::RemoveCollider),
        1 => pick().prop_map(Action::RemoveJoint),
        1 => (pick(), place()).prop_map(|(body, (x, y))| Action::Teleport { body, x, y }),
        1 => (pick(), place()).prop_map(|(body, (x, y))| Action::Push { body, x, y }),
        1 => pick().prop_map(Action::Wake),
        1 => (pick(), 0_u8..3).prop_map(|(body, kind)| Action::SetKind { body, kind }),
        1 => (pick(), 0.0_f32..3.0).prop_map(|(collider, density)| Action::SetMaterial { collider, density }),
        1 => (pick(), -1.0_f32..1.0).prop_map(|(joint, x)| Action::MoveAnchor { joint, x }),
        4 => (pick(), 0_u8..8, any::<bool>())
            .prop_map(|(body, property, on)| Action::SetBody { body, property, on }),
        2 => (pick(), 0_u8..4, any::<bool>())
            .prop_map(|(collider, property, on)| Action::SetCollider { collider, property, on }),
        1 => (pick(), 0_u8..2, any::<bool>())
            .prop_map(|(joint, property, on)| Action::SetJoint { joint, property, on }),
        1 => (any::<bool>(), any::<bool>())
            .prop_map(|(on, detect_each_iteration)| Action::Classic { on, detect_each_iteration }),
        // Up to 50 steps, so that some islands fall asleep.
        5 => (1_u8..50).prop_map(Action::Step),
    ]
}

/// A joint of the kind with this number, with limits and with a motor if it can have them.
pub fn joint_kind(number: usize, has_limits: bool, has_motor: bool) -> JointKind {
    let (a, b) = ([0.2, 0.0], [-0.2, 0.0]);
    let (lower, upper) = if has_limits { (-0.5, 1.0) } else { (f32::NEG_INFINITY, f32::INFINITY) };
    let max = if has_motor { 20.0 } else { 0.0 };
    match number {
        0 => PrismaticJoint::new([1.0, 2.0]).anchors(a, b).limits(lower, upper).motor(2.0, max).into(),
        1 => {
            let wheel = WheelJoint::new([0.0, 1.0]).anchors(a, b).spring(3.0, 0.5);
            wheel.limits(lower, upper).motor(2.0, max).into()
        }
        2 => WeldJoint::new().anchors(a, b).angular_spring(2.0, 0.1).into(),
        3 => MotorJoint::new(50.0, 10.0).anchors(a, b).into(),
        4 => PulleyJoint::new([[0.0, 9.0], [2.0, 9.0]], 15.0).anchors(a, b).into(),
        5 => GearJoint::new(-1.5).into(),
        6 => FilterJoint.into(),
        7 => DistanceJoint::rope(1.0).anchors(a, b).motor(-0.5, max).into(),
        9 => FrictionJoint::new(5.0, 1.0).into(),
        8 => MouseJoint::new(100.0).anchors(a, b).into(),
        _ => RevoluteJoint::new().anchors(a, b).limits(lower, upper).motor(2.0, max).into(),
    }
}
