//! Levels as JSON, with the feature `serde`: what is read is what was written, to the bit.
#![cfg(feature = "serde")]

use physics::prelude::*;

/// A level with every kind of joint, every kind of shape, and numbers that JSON cannot hold.
fn level() -> Level {
    let mut level = Level::new(WorldSettings { length_unit: 0.1, ..WorldSettings::default() }.substeps(7));
    let shapes = [
        Shape::circle(0.3).unwrap(),
        Shape::rectangle(0.4, 0.1).unwrap().transformed(Pose::new([0.1, 0.2], 0.7)),
        Shape::capsule([0.1, 0.2], [0.3, -0.4], 0.1).unwrap().transformed(Pose::new([3.1, 0.2], -1.7)),
        Shape::segment([0.1, 0.2], [0.3, -0.4]).unwrap(),
        Shape::half_space([0.1, 1.0], -3.0).unwrap(),
    ];
    for (i, shape) in shapes.into_iter().enumerate() {
        let kind = if matches!(shape, Shape::HalfSpace(_)) { BodyKind::Static } else { BodyKind::Dynamic };
        let def = BodyDef { kind, ..BodyDef::default() }.position([0.1 * i as f32, 1.0 / 3.0]);
        level.body_with(def.user_data(u128::MAX - i as u128), ColliderDef::new(shape).user_data(i as u128));
    }
    let points = [[-5.0, -1.0], [0.0, -1.1], [4.0, -0.7]];
    level.chain(4, &chain(points, false, Sides::One).unwrap(), Material::default(), Filter::default());
    let kinds: [JointKind; 11] = [
        RevoluteJoint::new().limits(-0.5, f32::INFINITY).motor(2.0, f32::INFINITY).into(),
        PrismaticJoint::new([1.0, 2.0]).limits(f32::NEG_INFINITY, 0.1).into(),
        DistanceJoint::rope(1.5).into(),
        WheelJoint::new([0.0, 1.0]).spring(3.0, 0.5).into(),
        WeldJoint::new().into(),
        MotorJoint::new(50.0, f32::INFINITY).into(),
        MouseJoint::new(100.0).into(),
        PulleyJoint::new([[0.0, 9.0], [2.0, 9.0]], 15.0).into(),
        FilterJoint.into(),
        FrictionJoint::new(f32::INFINITY, 0.5).into(),
        DistanceJoint::new(1.0).motor(-0.5, f32::INFINITY).into(),
    ];
    for (i, kind) in kinds.into_iter().enumerate() {
        level
            .joint(JointDef::new(i as u32 % 4, 4, kind).breaks(f32::INFINITY, 20.0).user_data(1 << (12 * i)));
    }
    level.joint(JointDef::new(0, 1, GearJoint::new(-1.5)));
    level
}

/// Wherever its bodies are, however small or large its numbers.
#[test]
fn a_level_far_out_is_the_same_after_it_is_written_and_read() {
    for i in 0..1_000_u32 {
        let mut level = Level::default();
        for k in 0..4 {
            // Numbers whose digits have no pattern, from 1e-3 to 1e8 m.
            let digits = |n: u32| f64::from((i * 8 + k * 2 + n).wrapping_mul(2_654_435_769)) / 4.3e9;
            let size = 10.0_f64.powi((i % 12) as i32 - 3);
            let def = BodyDef::dynamic().position([size * digits(0), -size * digits(1)]);
            let shape = Shape::circle((0.1 + digits(1)) as f32).unwrap();
            level.body_with(def.angle(digits(0) as f32), ColliderDef::new(shape).density(size as f32));
        }
        let text = serde_json::to_string(&level).unwrap();
        let read: Level = serde_json::from_str(&text).unwrap();
        assert_eq!(read.to_bytes(), level.to_bytes(), "{text}");
    }
}

#[test]
fn a_level_is_the_same_after_it_is_written_and_read() {
    let level = level();
    let text = serde_json::to_string(&level).unwrap();
    let read: Level = serde_json::from_str(&text).unwrap();
    assert_eq!(read, level);
    // Editors read JSON as a tree of values first.
    let tree: serde_json::Value = serde_json::to_value(&level).unwrap();
    assert_eq!(serde_json::from_value::<Level>(tree).unwrap(), level);

    let hash = |level: &Level| {
        let (mut world, _) = World::load(level).unwrap();
        (0..60).for_each(|_| world.step(1.0 / 60.0));
        world.state_hash()
    };
    assert_eq!(hash(&read), hash(&level));
}

#[test]
fn infinite_limits_are_texts_that_show_their_sign() {
    let text = serde_json::to_string(&RevoluteJoint::new()).unwrap();
    assert!(text.contains(r#""limits":["-inf","inf"]"#), "{text}");
    let text = serde_json::to_string(&BodyDef::dynamic().user_data(1 << 64)).unwrap();
    assert!(text.contains(r#""user_data":"0x10000000000000000""#), "{text}");
    let error = serde_json::from_str::<RevoluteJoint>(&text.replace("0x1", "much")).unwrap_err().to_string();
    assert!(error.contains("unknown field"), "{error}");
}

#[test]
fn fields_that_a_file_leaves_out_have_their_defaults_and_unknown_ones_are_refused() {
    let body: BodyDef = serde_json::from_str(r#"{"kind": "Dynamic", "position": [1, 2]}"#).unwrap();
    assert_eq!(body, BodyDef::dynamic().position([1.0, 2.0]));
    let material: Material = serde_json::from_str(r#"{"density": 2.5}"#).unwrap();
    assert_eq!(material, Material { density: 2.5, ..Material::default() });
    let error = serde_json::from_str::<Material>(r#"{"densty": 2.5}"#).unwrap_err().to_string();
    assert!(error.contains("unknown field `densty`"), "{error}");
}
