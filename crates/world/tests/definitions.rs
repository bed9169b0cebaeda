//! A body, a collider and a joint that are made what a definition says: all of it, or nothing.

use crate::properties::{square, steps, weightless};
use geom::{MassProperties, Point, Pose, Rot, Shape};
use proptest::prelude::*;
use world::{
    BodyDef, BodyKind, ColliderDef, DefError, Filter, JointDef, Locks, Material, RevoluteJoint, World,
    WorldSettings,
};

fn kinds() -> impl Strategy<Value = BodyKind> {
    prop_oneof![Just(BodyKind::Static), Just(BodyKind::Kinematic), Just(BodyKind::Dynamic)]
}

/// Definitions of bodies, without a velocity for a static one.
fn bodies() -> impl Strategy<Value = BodyDef> {
    let numbers = prop::collection::vec(0.1f32..3.0, 9);
    (kinds(), numbers, any::<[bool; 7]>(), any::<u128>()).prop_map(|(kind, n, flags, data)| {
        let mut def = BodyDef { kind, ..BodyDef::default() };
        def = def.position([n[0], n[1]]).angle(n[2]).damping(n[3], n[4]).gravity_scale(n[5]);
        def.locks = Locks { x: flags[0], y: flags[1], rotation: flags[2] };
        if kind != BodyKind::Static {
            def = def.velocity([n[6], 0.0]);
        }
        if flags[3] {
            def.mass = Some(MassProperties { mass: n[7], inertia: n[8], center: Point::new(0.1, 0.0) });
        }
        def.enabled = flags[4];
        def.continuous = flags[5];
        def.can_sleep = flags[6];
        def.user_data = data;
        def
    })
}

/// What no lock or kind changes.
fn settled(mut def: BodyDef) -> BodyDef {
    if def.locks.x {
        def.velocity.x = 0.0;
    }
    def.awake = true;
    def
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A body that is changed to a definition has it, like one that is made from it.
    #[test]
    fn body_has_the_definition_that_it_was_given(first in bodies(), second in bodies()) {
        let mut world = weightless();
        let id = world.add_body(first).unwrap();
        world.add_collider(id, square(0.5)).unwrap();
        world.body_mut(id).unwrap().set_def(second).unwrap();
        world.validate().unwrap();
        let other = world.add_body(second).unwrap();
        let now = |id| settled(world.body(id).unwrap().def());
        prop_assert_eq!(now(id), now(other));
    }
}

/// A definition that was not changed wakes nothing and changes no bit.
#[test]
fn own_definition_changes_nothing() {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let floor = world.add_collider(ground, square(3.0)).unwrap();
    let id = world.add_body(BodyDef::dynamic().position([0.0, 3.6])).unwrap();
    let collider = ColliderDef::new(Shape::circle(0.5).unwrap()).offset([0.1, 0.0], 0.3);
    let own = world.add_collider(id, collider).unwrap();
    steps(&mut world, 200);
    assert!(!world.body(id).unwrap().is_awake());
    let before = world.full_hash();
    for body in [ground, id] {
        let def = world.body(body).unwrap().def();
        world.body_mut(body).unwrap().set_def(def).unwrap();
    }
    for one in [floor, own] {
        let def = world.collider(one).unwrap().def();
        world.collider_mut(one).unwrap().set_def(def).unwrap();
    }
    assert_eq!(world.full_hash(), before);
}

/// A joint that is changed to a definition has it; its own wakes nothing, and one that is refused changes
/// nothing, whichever part is wrong.
#[test]
fn joint_has_the_definition_that_it_was_given_or_its_own() {
    let mut world = weightless();
    let [a, b] = [(); 2].map(|()| world.add_body(BodyDef::dynamic()).unwrap());
    for body in [a, b] {
        world.add_collider(body, square(0.5)).unwrap();
    }
    let id = world.add_joint(JointDef::new(a, b, RevoluteJoint::new())).unwrap();
    steps(&mut world, 200);
    assert!(!world.body(a).unwrap().is_awake());
    let (old, before) = (world.joint(id).unwrap().def(), world.full_hash());
    world.joint_mut(id).unwrap().set_def(old).unwrap();
    let turning = |speed| JointDef { kind: RevoluteJoint::new().motor(speed, 5.0).into(), ..old };
    for refused in [turning(f32::NAN), turning(2.0).breaks(-1.0, 1.0)] {
        world.joint_mut(id).unwrap().set_def(refused).map(|_| ()).unwrap_err();
    }
    assert_eq!(world.full_hash(), before);
    world.joint_mut(id).unwrap().set_def(old.user_data(9)).unwrap();
    assert!(!world.body(a).unwrap().is_awake());
    let new = turning(2.0).breaks(3.0, 4.0).collide(true).enabled(false).user_data(10);
    world.joint_mut(id).unwrap().set_def(JointDef { a: b, b: a, ..new }).unwrap();
    assert_eq!(world.joint(id).unwrap().def(), new);
    assert!([a, b].iter().all(|&body| world.body(body).unwrap().is_awake()));
    world.validate().unwrap();
}

/// A part that is refused leaves the parts before it as they were.
#[test]
fn refused_definition_changes_nothing() {
    let mut world = World::new(WorldSettings::default());
    let plane = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(plane, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap())).unwrap();
    let moving = world.add_body(BodyDef::dynamic().velocity([1.0, 0.0]).position([0.0, 9.0])).unwrap();
    let own = world.add_collider(moving, square(0.5)).unwrap();
    let before = world.full_hash();
    let refused = |world: &mut World, id, change: &dyn Fn(BodyDef) -> BodyDef| {
        let def = change(world.body(id).unwrap().def());
        world.body_mut(id).unwrap().set_def(def).map(|_| ()).unwrap_err()
    };
    let dynamic =
        |def: BodyDef| BodyDef { kind: BodyKind::Dynamic, ..def.position([3.0, 0.0]).damping(1.0, 1.0) };
    assert_eq!(refused(&mut world, plane, &dynamic), DefError::EndlessOnDynamic);
    let error = refused(&mut world, moving, &|def| BodyDef { sleep_speed: -1.0, ..def.position([3.0, 0.0]) });
    assert!(error.to_string().starts_with("sleep_speed is -1"), "{error}");
    let error = refused(&mut world, moving, &|def| BodyDef {
        kind: BodyKind::Static,
        ..def.velocity([2.0, 0.0]).position([3.0, 0.0])
    });
    assert!(error.to_string().contains("velocity of a static body"), "{error}");
    let heavy = Material { density: f32::MAX, ..Material::default() };
    let filter = Filter { category: 2, ..Filter::default() };
    for def in [
        ColliderDef::new(Shape::rectangle(10.0, 10.0).unwrap()).material(heavy).filter(filter),
        ColliderDef {
            offset: Pose { position: Point::new(f32::MAX, 0.0), rotation: Rot::IDENTITY },
            ..square(1.0)
        },
        square(1.0).filter(filter).one_way(geom::Vec2::zeros()),
    ] {
        world.collider_mut(own).unwrap().set_def(def).map(|_| ()).unwrap_err();
    }
    assert_eq!(world.full_hash(), before);
}

/// A large, light collider becomes small and dense, though neither density is accepted with the other size.
#[test]
fn collider_becomes_small_and_dense_and_back() {
    let mut world = weightless();
    let body = world.add_body(BodyDef::dynamic()).unwrap();
    let id = world.add_collider(body, square(1e-3)).unwrap();
    let dense = |def: ColliderDef, density| def.material(Material { density, ..Material::default() });
    let all = [
        dense(square(1e-3), 1e27),
        dense(square(1e4), 1e-3).sensor(true),
        dense(square(1e-3), 1e27).enabled(false),
        dense(square(1.0), 2.0),
    ];
    for def in all {
        world.collider_mut(id).unwrap().set_def(def.clone()).unwrap();
        assert_eq!(world.collider(id).unwrap().def(), def);
        world.validate().unwrap();
    }
    assert!((world.body(body).unwrap().mass_properties().mass - 8.0).abs() < 1e-5);
}

/// A body that moves becomes static, though its definition still tells the velocity.
#[test]
fn moving_body_becomes_static() {
    let mut world = weightless();
    let id = world.add_body(BodyDef::dynamic().velocity([1.0, 2.0]).angular_velocity(3.0)).unwrap();
    let def = world.body(id).unwrap().def();
    world.body_mut(id).unwrap().set_def(BodyDef { kind: BodyKind::Static, ..def }).unwrap();
    let body = world.body(id).unwrap();
    assert_eq!(
        (body.kind(), body.velocity(), body.angular_velocity()),
        (BodyKind::Static, geom::Vec2::zeros(), 0.0)
    );
}
