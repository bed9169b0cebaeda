//! Every property that a view sets is read back as it was set, and acts; what is out of range changes
//! nothing.

use geom::{Point, Pose, Rot, Shape, Vec2};
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, DefError, DistanceJoint, JointDef, Material,
    RevoluteJoint, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

fn weightless() -> World {
    World::new(WorldSettings::default().gravity([0.0, 0.0]))
}

fn add(world: &mut World, def: BodyDef, collider: ColliderDef) -> (BodyId, ColliderId) {
    let body = world.add_body(def).unwrap();
    (body, world.add_collider(body, collider).unwrap())
}

fn square(half: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(half, half).unwrap())
}

/// A body that turns and falls, with its centre of mass beside its origin.
fn tumbling() -> (World, BodyId) {
    let mut world = World::new(WorldSettings::default());
    let def = BodyDef::dynamic().position([3.3, -1.7]).angle(0.7).angular_velocity(2.9);
    let (body, _) = add(&mut world, def, square(0.5).offset([0.4, 0.3], 0.2));
    (world, body)
}

#[test]
fn setting_the_pose_that_a_body_has_changes_no_bit_of_what_follows() {
    let ([mut left, mut moved], body) = ([tumbling().0, tumbling().0], tumbling().1.index());
    for step in 0..600 {
        for world in [&mut left, &mut moved] {
            world.step(DT);
        }
        let (id, pose) = moved.bodies().nth(body).map(|body| (body.id(), body.pose())).unwrap();
        moved.body_mut(id).unwrap().set_pose(pose).unwrap();
        assert_eq!(moved.state_hash(), left.state_hash(), "step {step}");
    }
}

/// A pose that was read from one body and is given to another arrives with the same bits; a rotation whose
/// length is not one is normalised.
#[test]
fn pose_of_one_body_is_given_to_another_bit_for_bit() {
    let (mut world, body) = tumbling();
    let other = world.add_body(BodyDef::fixed()).unwrap();
    for _ in 0..600 {
        world.step(DT);
        let pose = world.body(body).unwrap().pose();
        world.body_mut(other).unwrap().set_pose(pose).unwrap();
        assert_eq!(world.body(other).unwrap().pose(), pose);
    }
    let long = Pose { rotation: Rot { cos: 3.0, sin: 4.0 }, ..Pose::IDENTITY };
    world.body_mut(other).unwrap().set_pose(long).unwrap();
    assert_eq!(world.body(other).unwrap().pose().rotation, Rot { cos: 0.6, sin: 0.8 });
}

#[test]
fn velocities_are_set_apart() {
    let (mut world, body) = tumbling();
    world.body_mut(body).unwrap().set_velocity([1.0, 2.0]).unwrap();
    let view = world.body(body).unwrap();
    assert_eq!((view.velocity(), view.angular_velocity()), (Vec2::new(1.0, 2.0), 2.9));
    world.body_mut(body).unwrap().set_angular_velocity(-1.0).unwrap();
    let view = world.body(body).unwrap();
    assert_eq!((view.velocity(), view.angular_velocity()), (Vec2::new(1.0, 2.0), -1.0));
}

/// A velocity decays by 1 - h damping in each of four sub-steps of h seconds, and the angular velocity
/// by its own rate.
#[test]
fn dampings_are_set_and_read_apart_and_act_by_their_formula() {
    let mut world = weightless();
    let (body, _) = add(&mut world, BodyDef::dynamic(), square(0.5));
    let mut view = world.body_mut(body).unwrap();
    view.set_velocity([1.0, 0.0]).unwrap().set_angular_velocity(1.0).unwrap();
    view.set_damping(2.0).unwrap().set_angular_damping(5.0).unwrap();
    let view = world.body(body).unwrap();
    assert_eq!((view.damping(), view.angular_damping()), (2.0, 5.0));
    world.step(DT);
    let view = world.body(body).unwrap();
    let expected = |damping: f32| (1.0 - 0.25 * DT * damping).powi(4);
    assert!((view.velocity().x - expected(2.0)).abs() < 1e-6);
    assert!((view.angular_velocity() - expected(5.0)).abs() < 1e-6);
}

/// Also of a body that sleeps: it wakes and falls.
#[test]
fn gravity_scale_is_set_and_acts() {
    let mut world = World::new(WorldSettings::default());
    let (body, _) = add(&mut world, BodyDef::dynamic().gravity_scale(0.0), square(0.5));
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(!world.body(body).unwrap().is_awake());
    world.body_mut(body).unwrap().set_gravity_scale(-2.0).unwrap();
    assert_eq!(world.body(body).unwrap().gravity_scale(), -2.0);
    world.step(DT);
    assert!((world.body(body).unwrap().velocity().y - 2.0 * 9.81 * DT).abs() < 1e-5);
}

#[test]
fn body_that_may_not_sleep_wakes_and_stays_awake() {
    let mut world = weightless();
    let (body, _) = add(&mut world, BodyDef::dynamic(), square(0.5));
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(world.body(body).unwrap().can_sleep() && !world.body(body).unwrap().is_awake());
    world.body_mut(body).unwrap().set_can_sleep(false);
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(!world.body(body).unwrap().can_sleep() && world.body(body).unwrap().is_awake());
    world.body_mut(body).unwrap().set_can_sleep(true);
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(!world.body(body).unwrap().is_awake());
}

/// An impulse on a body of infinite mass would change nothing, and a static body has no velocity, so both are
/// errors that say so.
#[test]
fn pushing_a_body_of_infinite_mass_is_an_error() {
    let mut world = weightless();
    for (def, kind) in [(BodyDef::fixed(), "static"), (BodyDef::kinematic(), "kinematic")] {
        let body = world.add_body(def).unwrap();
        let mut view = world.body_mut(body).unwrap();
        let error = DefError::BodyKind { found: kind, expected: "dynamic" };
        assert_eq!(view.apply_impulse([1.0, 0.0], [0.0, 0.0]).unwrap_err(), error);
        assert_eq!(view.apply_central_impulse([1.0, 0.0]).unwrap_err(), error);
        assert_eq!(view.apply_angular_impulse(1.0).unwrap_err(), error);
        assert_eq!(view.apply_force([1.0, 0.0], [0.0, 0.0]).unwrap_err(), error);
        assert_eq!(view.apply_central_force([1.0, 0.0]).unwrap_err(), error);
        assert_eq!(view.apply_torque(1.0).unwrap_err(), error);
        assert_eq!(error.to_string(), format!("the body is {kind}: it must be dynamic"));
        assert_eq!(view.set_velocity([1.0, 0.0]).is_ok(), kind == "kinematic");
        assert_eq!(view.set_angular_velocity(1.0).is_ok(), kind == "kinematic");
    }
}

#[test]
fn fields_of_a_material_are_set_one_by_one() {
    let mut world = weightless();
    let (body, collider) = add(&mut world, BodyDef::dynamic(), square(0.5));
    let mut view = world.collider_mut(collider).unwrap();
    view.set_density(3.0).unwrap().set_friction(0.1).unwrap().set_static_friction(0.2).unwrap();
    view.set_restitution(0.5).unwrap().set_rolling_resistance(0.01).unwrap().set_surface_speed(-2.0).unwrap();
    let expected = Material {
        density: 3.0,
        friction: 0.1,
        static_friction: 0.2,
        restitution: 0.5,
        rolling_resistance: 0.01,
        surface_speed: -2.0,
    };
    assert_eq!(world.collider(collider).unwrap().material(), expected);
    assert_eq!(world.body(body).unwrap().mass_properties().mass, 3.0);

    let mut view = world.collider_mut(collider).unwrap();
    for (error, field) in [
        (view.set_density(-1.0).map(|_| ()), "density"),
        (view.set_friction(f32::NAN).map(|_| ()), "friction"),
        (view.set_static_friction(0.05).map(|_| ()), "static_friction"),
        (view.set_restitution(-0.5).map(|_| ()), "restitution"),
        (view.set_rolling_resistance(-0.5).map(|_| ()), "rolling_resistance"),
        (view.set_surface_speed(f32::INFINITY).map(|_| ()), "surface_speed"),
    ] {
        assert!(matches!(error, Err(DefError::Value { field: found, .. }) if found == field), "{error:?}");
    }
    assert_eq!(world.collider(collider).unwrap().material(), expected);
}

#[test]
fn joint_fields_are_set_through_one_view() {
    let mut world = weightless();
    let [a, b] = [BodyDef::fixed(), BodyDef::dynamic()].map(|def| world.add_body(def).unwrap());
    let id = world.add_joint(JointDef::new(a, b, RevoluteJoint::new())).unwrap();
    let mut joint = world.joint_mut(id).unwrap();
    joint.change(|hinge: RevoluteJoint| hinge.limits(-0.5, 0.5).motor(1.0, 10.0)).unwrap();
    joint.set_anchors([1.0, 0.0], [0.0, 1.0]).unwrap().set_break_limits(7.0, 8.0).unwrap();
    let def = joint.view().def();
    let expected = RevoluteJoint::new().anchors([1.0, 0.0], [0.0, 1.0]).limits(-0.5, 0.5).motor(1.0, 10.0);
    assert_eq!(def, JointDef::new(a, b, expected).breaks(7.0, 8.0));
    assert!(joint.change(|rod: DistanceJoint| rod.limits(0.0, 1.0)).is_err());
    assert!(joint.change(|hinge: RevoluteJoint| hinge.limits(0.5, -0.5)).is_err());
    assert_eq!(joint.view().def(), def);
    assert_eq!(world.joint(id).unwrap().anchors()[0], Point::new(1.0, 0.0));
}

#[test]
fn numbers_out_of_range_name_their_field_and_change_nothing() {
    let mut world = weightless();
    let (body, _) = add(&mut world, BodyDef::dynamic(), square(0.5));
    let mut view = world.body_mut(body).unwrap();
    for (error, field) in [
        (view.set_velocity([f32::NAN, 0.0]).map(|_| ()), "velocity"),
        (view.set_angular_velocity(f32::NAN).map(|_| ()), "angular_velocity"),
        (view.set_damping(-1.0).map(|_| ()), "damping"),
        (view.set_angular_damping(f32::INFINITY).map(|_| ()), "angular_damping"),
        (view.set_gravity_scale(f32::NAN).map(|_| ()), "gravity_scale"),
        (view.apply_torque(f32::NAN).map(|_| ()), "torque"),
        (view.apply_force([0.0, 0.0], [f32::NAN, 0.0]).map(|_| ()), "point.x"),
    ] {
        assert!(matches!(error, Err(DefError::Value { field: found, .. }) if found == field), "{error:?}");
    }
    let view = world.body(body).unwrap();
    assert_eq!((view.velocity(), view.angular_velocity()), (Vec2::zeros(), 0.0));
    assert_eq!((view.damping(), view.angular_damping(), view.gravity_scale()), (0.0, 0.0, 1.0));
    assert_eq!(view.kind(), BodyKind::Dynamic);
}
