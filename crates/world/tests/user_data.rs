//! Data of the program come back as they were set: from views, from definitions, through a level.

use geom::Shape;
use world::{BodyDef, ColliderDef, JointDef, Level, RevoluteJoint, World, WorldSettings};

/// All 128 bits count.
const DATA: u128 = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;

/// A pair of bodies with a joint, and different data everywhere.
fn level() -> Level {
    let mut level = Level::new(WorldSettings::default());
    let ball = |data| ColliderDef::new(Shape::circle(0.25).unwrap()).user_data(data);
    let a = level.body_with(BodyDef::fixed().user_data(DATA), ball(DATA + 1));
    let b = level.body_with(BodyDef::dynamic().user_data(DATA + 2), ball(DATA + 3));
    level.joint(JointDef::new(a, b, RevoluteJoint::new()).user_data(DATA + 4));
    level
}

fn data(world: &World) -> Vec<u128> {
    let bodies = world.bodies().flat_map(|body| {
        let colliders = body.colliders().map(world::ColliderRef::user_data);
        std::iter::once(body.user_data()).chain(colliders).collect::<Vec<_>>()
    });
    bodies.chain(world.joints().map(world::JointRef::user_data)).collect()
}

#[test]
fn user_data_of_definitions_are_read_from_views_of_a_loaded_world() {
    let (world, _) = World::load(&level()).unwrap();
    assert_eq!(data(&world), [0, 1, 2, 3, 4].map(|i| DATA + i));
    assert!(world.joints().all(|joint| joint.def().user_data == DATA + 4));
}

/// Also after a step, and for things in slots that were used before, which begin with the data of their
/// definition.
#[test]
fn user_data_are_set_through_views_and_do_not_stay_in_a_freed_slot() {
    let (mut world, _) = World::load(&level()).unwrap();
    let body = world.bodies().nth(1).unwrap().id();
    let collider = world.body(body).unwrap().colliders().next().unwrap().id();
    let joint = world.joints().next().unwrap().id();
    world.body_mut(body).unwrap().set_user_data(1);
    world.collider_mut(collider).unwrap().set_user_data(2);
    world.joint_mut(joint).unwrap().set_user_data(3);
    world.step(1.0 / 60.0);
    assert_eq!(data(&world), [DATA, DATA + 1, 1, 2, 3]);

    world.remove_body(body).unwrap();
    assert!(world.body_mut(body).is_err() && world.collider_mut(collider).is_err());
    assert!(world.joint_mut(joint).is_err());
    let again = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(again, ColliderDef::new(Shape::circle(0.25).unwrap())).unwrap();
    let first = world.bodies().next().unwrap().id();
    world.add_joint(JointDef::new(first, again, RevoluteJoint::new())).unwrap();
    assert_eq!(again.index(), body.index());
    assert_eq!(data(&world), [DATA, DATA + 1, 0, 0, 0]);
}
