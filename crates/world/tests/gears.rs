//! Gears on bodies that cannot turn are refused.

use geom::Shape;
use world::{
    BodyDef, BodyId, ColliderDef, DefError, GearJoint, JointDef, Level, PrismaticJoint, RevoluteJoint, World,
    WorldSettings,
};

/// A pinion on an axle, and a rack.
fn rack_and_pinion() -> (World, [BodyId; 3]) {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let stand = world.add_body(BodyDef::fixed()).unwrap();
    let pinion = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(pinion, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
    world.add_joint(JointDef::new(stand, pinion, RevoluteJoint::new().motor(2.0, 100.0))).unwrap();
    let rack = world.add_body(BodyDef::dynamic().position([0.0, -0.6])).unwrap();
    world.add_collider(rack, ColliderDef::new(Shape::rectangle(2.0, 0.1).unwrap())).unwrap();
    (world, [stand, pinion, rack])
}

/// In both orders of adding, at both ends; static bodies and those with a locked rotation as well. The error
/// says what to use.
#[test]
fn gear_on_a_body_that_cannot_turn_is_refused() {
    let refused = |world: &mut World, def: JointDef| {
        let before = world.state_hash();
        let error = world.add_joint(def).unwrap_err();
        assert!(matches!(error, DefError::GearWithoutTurn { .. }), "{error}");
        assert!(error.to_string().contains("set the motor of the slider"), "{error}");
        assert_eq!(world.state_hash(), before);
    };
    let slide = PrismaticJoint::new([1.0, 0.0]).anchors([0.0, -0.6], [0.0, 0.0]);
    for ratio in [0.5, -2.0] {
        let gear = GearJoint::new(ratio);
        let (mut world, [stand, pinion, rack]) = rack_and_pinion();
        world.add_joint(JointDef::new(stand, rack, slide)).unwrap();
        refused(&mut world, JointDef::new(pinion, rack, gear));
        refused(&mut world, JointDef::new(rack, pinion, gear));
        refused(&mut world, JointDef::new(stand, pinion, gear));

        let (mut world, [stand, pinion, rack]) = rack_and_pinion();
        world.add_joint(JointDef::new(pinion, rack, gear)).unwrap();
        refused(&mut world, JointDef::new(stand, rack, slide));
        refused(&mut world, JointDef::new(rack, stand, slide));

        let (mut world, [_, pinion, rack]) = rack_and_pinion();
        world.body_mut(rack).unwrap().set_fixed_rotation(true);
        refused(&mut world, JointDef::new(pinion, rack, gear));

        // A wheel that slides on an arm that turns is a gear's body as any other.
        let (mut world, [stand, pinion, arm]) = rack_and_pinion();
        world
            .add_joint(JointDef::new(stand, arm, RevoluteJoint::new().anchors([0.0, -0.6], [0.0, 0.0])))
            .unwrap();
        let wheel = world.add_body(BodyDef::dynamic()).unwrap();
        world.add_joint(JointDef::new(arm, wheel, slide)).unwrap();
        world.add_joint(JointDef::new(pinion, wheel, gear)).unwrap();
    }
}

/// What a world has reached is saved and loaded, though no program could add it: the body became static
/// later.
#[test]
fn gear_on_a_body_that_became_static_is_loaded() {
    let (mut world, [_, pinion, rack]) = rack_and_pinion();
    world.add_joint(JointDef::new(pinion, rack, GearJoint::new(1.0))).unwrap();
    world.body_mut(rack).unwrap().set_kind(world::BodyKind::Static).unwrap();
    let level: Level = world.to_level();
    let (loaded, _) = World::load(&level).unwrap();
    assert_eq!(loaded.joints().count(), 2);
}

/// What the error proposes: the rack moves as far as the rim of the pinion, and a stop for the rack is found
/// in its motor's force.
#[test]
fn rack_follows_a_pinion_by_the_motor_of_its_slider() {
    let (mut world, [stand, pinion, rack]) = rack_and_pinion();
    let slide = PrismaticJoint::new([1.0, 0.0]).anchors([0.0, -0.6], [0.0, 0.0]);
    let slide = world.add_joint(JointDef::new(stand, rack, slide.motor(0.0, 1_000.0))).unwrap();
    for _ in 0..60 {
        let speed = 0.5 * world.body(pinion).unwrap().angular_velocity();
        world.joint_mut(slide).unwrap().change(|slide: PrismaticJoint| slide.motor(speed, 1_000.0)).unwrap();
        world.step(1.0 / 60.0);
    }
    // 2 rad/s for a second at a radius of 0.5 m. The rack begins a step late: 17 mm.
    let way = world.joint(slide).unwrap().translation();
    assert!((way - 1.0).abs() < 0.02, "{way}");
}
