//! Numbers that are finite and still make no sense are refused by name, and what is accepted gives numbers.

use geom::{MassProperties, Point, Pose, Position, Rot, WorldPose};
use world::{
    BodyDef, BodyId, DefError, DistanceJoint, GearJoint, JointDef, JointKind, Load, MotorJoint, MouseJoint,
    PortalJoint, PrismaticJoint, PulleyJoint, RackJoint, RatchetJoint, RevoluteJoint, WeldJoint, WheelJoint,
    World,
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

/// A joint of each kind with one of its numbers replaced, and the name of that number.
fn with_number(x: f32) -> Vec<(&'static str, JointKind)> {
    let (point, far) = ([x, 0.0], Position { x: x.into(), y: 0.0 });
    let map = WorldPose { position: far, rotation: Rot::IDENTITY };
    vec![
        ("anchor_a", RevoluteJoint::new().anchors(point, [0.0, 0.0]).into()),
        ("anchor_b", RevoluteJoint::new().anchors([0.0, 0.0], point).into()),
        ("reference_angle", RevoluteJoint::new().reference_angle(x).into()),
        ("start_angle", RevoluteJoint::new().start_angle(x).into()),
        ("anchor_a", PrismaticJoint::new([1.0, 0.0]).anchors(point, [0.0, 0.0]).into()),
        ("reference_angle", PrismaticJoint::new([1.0, 0.0]).reference_angle(x).into()),
        ("anchor_b", WheelJoint::new([1.0, 0.0]).anchors([0.0, 0.0], point).into()),
        ("anchor_b", WeldJoint::new().anchors([0.0, 0.0], point).into()),
        ("reference_angle", WeldJoint { reference_angle: x, ..WeldJoint::new() }.into()),
        ("anchor_a", MouseJoint { anchor_a: point.into(), ..MouseJoint::default() }.into()),
        ("anchor_b", MotorJoint { anchor_b: point.into(), ..MotorJoint::default() }.into()),
        ("reference_angle", MotorJoint { reference_angle: x, ..MotorJoint::default() }.into()),
        ("anchor_a", DistanceJoint::new(1.0).anchors(point, [0.0, 0.0]).into()),
        ("length", DistanceJoint::new(x.abs()).into()),
        ("ground_anchors", PulleyJoint::new([far, Position::ORIGIN], 1.0).into()),
        ("length", PulleyJoint::new([Position::ORIGIN; 2], x.abs()).into()),
        ("ratio", PulleyJoint { ratio: x.abs(), ..PulleyJoint::default() }.into()),
        ("ratio", GearJoint::new(x).into()),
        ("radius", RackJoint::new([1.0, 0.0], x).into()),
        ("map.position", PortalJoint { map }.into()),
        ("phase", RatchetJoint::new(1.0).phase(x).into()),
        ("start_angle", RatchetJoint::new(1.0).start_angle(x).into()),
    ]
}

/// Anchors, lengths, angles and ratios have bounds, within which errors and angles are numbers, before and
/// after joints are closed; beyond them a joint is refused by the name of the number, and nothing is changed.
#[test]
fn numbers_of_joints_have_bounds_within_which_errors_are_numbers() {
    for exponent in 0..38 {
        for x in [10.0_f32.powi(exponent), -3.0 * 10.0_f32.powi(exponent)] {
            for (field, kind) in with_number(x) {
                let (mut world, [a, b]) = two_bodies();
                let hash = world.sync_hash();
                let most = if field.starts_with("anchor") { 1e9 } else { 1e18 };
                match world.add_joint(JointDef::new(a, b, kind)) {
                    Ok(joint) => {
                        assert!(x.abs() <= most, "{field} {x} of a {} joint", kind.name());
                        let it = world.joint(joint).unwrap();
                        assert!(it.error().is_finite() && it.counted_angle().is_finite(), "{field} {x}");
                        if let Ok(left) = world.close_joints(1e-4, 3) {
                            assert!(left.is_finite(), "{field} {x}");
                        }
                        world.step(1.0 / 60.0);
                        assert!(world.joint(joint).unwrap().error().is_finite(), "{field} {x}");
                        World::load(&world.to_level()).unwrap();
                    }
                    Err(error) => {
                        let names = matches!(error, DefError::Value { field: named, .. } if named == field);
                        assert!(x.abs() > most && names, "{field} {x} of a {} joint: {error}", kind.name());
                        assert_eq!(world.sync_hash(), hash);
                    }
                }
            }
        }
    }
}

/// A mass that a program gives is at most that of a collider, in a definition, by a call and as a load, and
/// then the energy at any ordinary speed is a number.
#[test]
fn masses_that_programs_give_have_the_bound_of_colliders() {
    for (mass, inertia, x) in (0..39).flat_map(|i| {
        let huge = 10.0_f32.powi(i);
        [(huge, 1.0, 0.0), (1.0, huge, 0.0), (huge, 1.0, 1e5)]
    }) {
        let given = MassProperties { mass, center: Point::new(x, 0.0), inertia };
        // The inertia about the origin of the body, as of a collider.
        let is_sound = mass <= 1e28 && given.inertia_about(Point::origin()) <= 1e28;
        let (mut world, [_, body]) = two_bodies();
        let hash = world.sync_hash();
        let mut view = world.body_mut(body).unwrap();
        let mut answers = vec![view.set_mass_override(Some(given)).map(|_| ())];
        if x == 0.0 {
            let load = Load { mass, inertia, point: [1.0, 0.0].into(), ..Load::default() };
            answers.push(view.apply_load(load).map(|_| ()));
        }
        for answer in &answers {
            assert_eq!(answer.is_ok(), is_sound, "{mass} kg, {inertia} kg m^2 at {x} m: {answer:?}");
            if let Err(error) = answer {
                assert!(error.to_string().contains("at most 1e28"), "{error}");
            }
        }
        assert!(is_sound || world.sync_hash() == hash);
        assert_eq!(world.add_body(BodyDef::dynamic().mass(given)).is_ok(), is_sound);
        world.body_mut(body).unwrap().set_velocity([1e4, 0.0]).unwrap();
        assert!(world.body(body).unwrap().kinetic_energy().is_finite(), "{mass} kg");
        world.step(1.0 / 60.0);
        world.validate().unwrap();
    }
}

/// A rotation that is no number is named in one way, wherever it is given: it may come from an angle.
#[test]
fn a_rotation_that_is_no_number_is_named_with_its_angle() {
    let (mut world, [_, body]) = two_bodies();
    for (cos, sin) in [(f32::NAN, f32::NAN), (f32::NAN, 0.0), (1.0, INF), (0.0, -INF)] {
        let rotation = Rot { cos, sin };
        let pose = Pose { rotation, ..Pose::IDENTITY };
        let errors = [
            world.add_body(BodyDef { rotation, ..BodyDef::dynamic() }).unwrap_err(),
            world.body_mut(body).unwrap().set_pose(pose).map(|_| ()).unwrap_err(),
        ];
        for error in errors {
            assert_eq!(error.to_string(), "rotation or its angle is NaN: it must be finite");
        }
    }
}
