//! Numbers that are finite and still make no sense are refused by name, and what is accepted gives numbers.

use world::{
    BodyDef, BodyId, DefError, DistanceJoint, JointDef, JointKind, PrismaticJoint, RevoluteJoint, WheelJoint, World,
};

const INF: f32 = f32::INFINITY;

/// Two bodies of 1 kg.
fn two_bodies() -> (World, [BodyId; 2]) {
    let mut world = World::default();
    let bodies = [0.0, 1.0].map(|x| world.add_body(BodyDef::dynamic().position([x, 0.0])).unwrap());
    (world, bodies)
}

/// The four kinds with limits.
fn with_limits(lower: f32, upper: f32) -> [JointKind; 4] {
    [
        RevoluteJoint::new().limits(lower, upper).into(),
        PrismaticJoint::new([1.0, 0.0]).limits(lower, upper).into(),
        WheelJoint::new([1.0, 0.0]).limits(lower, upper).into(),
        DistanceJoint::new(1.0).limits(lower, upper).into(),
    ]
}

/// An infinite limit is an open one: below -inf and above inf there is nothing. Of all pairs that are
/// accepted, the angle and the error of the joint are numbers, and the level is one that can be loaded.
#[test]
fn limits_leave_a_place_for_the_joint_or_are_refused() {
    let ends = [-INF, -3e38, -1e18, -2.0, 0.0, 2.0, 1e18, 3e38, INF, f32::NAN];
    for (lower, upper) in ends.into_iter().flat_map(|lower| ends.map(|upper| (lower, upper))) {
        let is_number = |x: f32| x.abs() <= 1e18;
        let is_sound =
            lower <= upper && (is_number(lower) || lower == -INF) && (is_number(upper) || upper == INF);
        for kind in with_limits(lower, upper) {
            let (mut world, [a, b]) = two_bodies();
            let added = world.add_joint(JointDef::new(a, b, kind));
            assert_eq!(added.is_ok(), is_sound, "{} {lower} {upper}: {added:?}", kind.name());
            let Ok(id) = added else {
                assert!(matches!(added, Err(DefError::Limits { .. })), "{added:?}");
                continue;
            };
            let joint = world.joint(id).unwrap();
            assert!(joint.counted_angle().is_finite() && joint.error().is_finite(), "{lower} {upper}");
            world.step(1.0 / 60.0);
            World::load(&world.to_level()).unwrap();
        }
    }
}
