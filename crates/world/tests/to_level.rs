//! A running world becomes a level, and the level the same world again.

use geom::{MassProperties, Point, Pose, Shape};
use proptest::prelude::*;
use world::{
    BodyDef, ColliderDef, DefError, DistanceJoint, Filter, GearJoint, JointDef, Level, Locks, PrismaticJoint,
    RevoluteJoint, WeldJoint, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// Ground, a heap of turned bodies of several shapes with two colliders each, and joints; every property
/// differs from its default somewhere.
fn level(angle: f32) -> Level {
    let mut level = Level::new(WorldSettings::default().gravity([0.1, -9.0]));
    let ground = ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap()).friction(0.8).user_data(11);
    let ground = level.body_with(BodyDef::fixed().angle(0.01), ground);
    let shapes = [
        Shape::rectangle(0.4, 0.3).unwrap(),
        Shape::circle(0.3).unwrap(),
        Shape::capsule([-0.2, 0.1], [0.3, 0.0], 0.15).unwrap(),
        Shape::polygon([[-0.5, -0.3], [0.6, -0.2], [0.1, 0.5]]).unwrap(),
        Shape::segment([-0.4, 0.0], [0.4, 0.1]).unwrap(),
    ];
    let mut last = ground;
    for (i, shape) in shapes.iter().cycle().take(12).enumerate() {
        let def = BodyDef::dynamic().position([0.3 * (i % 4) as f32, 1.5 + 0.7 * i as f32]);
        let def = def.angle(angle * i as f32).damping(0.01, 0.02).user_data(100 + i as u128);
        let filter = Filter { category: 3, ..Filter::default() };
        let first = ColliderDef::new(shape.clone()).offset([0.1, -0.1], angle).density(2.0).filter(filter);
        let body = level.body_with(def, first);
        level.collider(
            body,
            ColliderDef::new(shapes[i % 3].clone()).offset([0.2, 0.2], 0.0).user_data(i as u128),
        );
        match i % 4 {
            0 => level.joint(JointDef::new(last, body, DistanceJoint::rope(3.0)).collide(true).user_data(5)),
            1 => level.joint(JointDef::new(last, body, WeldJoint::new().spring(3.0, 0.5)).breaks(1e4, 1e5)),
            2 => level.joint(JointDef::new(last, body, PrismaticJoint::new([angle.cos(), angle.sin()]))),
            _ => {}
        }
        last = body;
    }
    let point = MassProperties { mass: 2.0, center: Point::new(0.1, 0.0), inertia: 0.5 };
    level.body_with(
        BodyDef::dynamic()
            .position([9.0, 3.0])
            .locks(Locks { x: true, ..Locks::NONE })
            .max_speeds(20.0, 30.0)
            .mass(point)
            .sleep_speed(0.01)
            .can_sleep(false),
        ColliderDef::new(shapes[0].clone()).one_way([0.0, 1.0]).hook(true),
    );
    level.body_with(
        BodyDef::dynamic().enabled(false).velocity([1.0, 2.0]),
        ColliderDef::new(shapes[1].clone()),
    );
    level.body_with(
        BodyDef::kinematic().position([-9.0, 0.0]),
        ColliderDef::new(shapes[1].clone()).sensor(true),
    );
    level
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Before the first step the level comes back as it was, and after any number of steps, removals and
    /// additions a world that is loaded from it has the same bits, and writes the same level.
    #[test]
    fn world_becomes_a_level_and_the_same_world_again(
        angle in -0.5_f32..0.5, steps in 0_usize..90, removed in prop::collection::vec(0_usize..12, 0..4),
    ) {
        let original = level(angle);
        let (mut world, ids) = World::load(&original).unwrap();
        let first = world.to_level();
        prop_assert_eq!(&first.bodies, &original.bodies);
        prop_assert_eq!(&first.colliders, &original.colliders);
        for (found, expected) in first.joints.iter().zip(&original.joints) {
            prop_assert_eq!((found.a, found.b, found.user_data), (expected.a, expected.b, expected.user_data));
        }
        for _ in 0..steps {
            world.step(DT);
        }
        for i in removed {
            let _ = world.remove_collider(ids.colliders[2 * i + 2]);
            if i % 3 == 0 {
                let _ = world.remove_body(ids.bodies[i]);
            } else if world.body(ids.bodies[i]).is_ok() {
                let late = ColliderDef::new(Shape::circle(0.2).unwrap()).user_data(77);
                world.add_collider(ids.bodies[i], late).unwrap();
            }
        }
        let level = world.to_level();
        let (again, _) = World::load(&level).unwrap();
        again.validate().unwrap();
        prop_assert_eq!(again.state_hash(), world.state_hash());
        prop_assert_eq!(again.to_level(), level);
        for (a, b) in again.bodies().zip(world.bodies()) {
            prop_assert_eq!(a.def(), b.def());
            prop_assert_eq!(a.mass_properties(), b.mass_properties());
            let of = |body: world::BodyRef<'_>| body.colliders().map(|c| (c.def(), c.shape().clone())).collect::<Vec<_>>();
            prop_assert_eq!(of(a), of(b));
        }
    }
}

/// The hash of poses and velocities does not see what the next steps need beside them; the full one does.
#[test]
fn full_hash_sees_what_the_state_hash_does_not() {
    type Change = fn(&mut World, &world::LevelIds) -> Result<(), DefError>;
    let changes: [(&str, Change); 8] = [
        ("motor", |world, _| {
            let joint = world.joints().next().unwrap().id();
            world.joint_mut(joint)?.change(|rope: DistanceJoint| rope.limits(0.0, 3.5)).map(|_| ())
        }),
        ("material", |world, ids| world.collider_mut(ids.colliders[3])?.set_restitution(0.3).map(|_| ())),
        ("filter", |world, ids| Ok(_ = world.collider_mut(ids.colliders[3])?.set_filter(Filter::default()))),
        ("damping", |world, ids| world.body_mut(ids.bodies[3])?.set_damping(0.5).map(|_| ())),
        ("locks", |world, ids| Ok(_ = world.body_mut(ids.bodies[3])?.set_fixed_rotation(true))),
        ("force", |world, ids| world.body_mut(ids.bodies[3])?.apply_torque(1.0).map(|_| ())),
        ("user data", |world, ids| Ok(_ = world.body_mut(ids.bodies[0])?.set_user_data(9))),
        ("target", |world, ids| {
            let lift = ids.bodies[ids.bodies.len() - 1];
            let pose = world.body(lift)?.pose();
            world.body_mut(lift)?.set_target_pose(pose, 1.0).map(|_| ())
        }),
    ];
    for (name, change) in changes {
        let [(mut a, ids), (b, _)] = [(); 2].map(|()| World::load(&level(0.2)).unwrap());
        assert_eq!((a.state_hash(), a.full_hash()), (b.state_hash(), b.full_hash()));
        change(&mut a, &ids).unwrap();
        assert_eq!(a.state_hash(), b.state_hash(), "{name}");
        assert_ne!(a.full_hash(), b.full_hash(), "{name}");
    }
    // The impulses that warm-start contacts and joints are state: a world that was loaded has none.
    let (mut world, _) = World::load(&level(0.2)).unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    let (again, _) = World::load(&world.to_level()).unwrap();
    assert_eq!(again.state_hash(), world.state_hash());
    assert_ne!(again.full_hash(), world.full_hash());
}

/// Anchors that are given as points of the world or of a level lie there, and the joint begins without error.
#[test]
fn joint_is_put_at_points_of_the_world_or_of_a_level() {
    let defs = [
        BodyDef::fixed().position([-3.0, 1.0]).angle(0.4),
        BodyDef::dynamic().position([2.0, 1.0]).angle(-1.1),
    ];
    let mut level = Level::new(WorldSettings::default());
    let [a, b] = defs.map(|def| level.body(def));
    let mut world = World::default();
    let [c, d] = defs.map(|def| world.add_body(def).unwrap());
    let kinds: [world::JointKind; 3] =
        [RevoluteJoint::new().into(), WeldJoint::new().into(), PrismaticJoint::new([1.0, 0.0]).into()];
    for kind in kinds {
        let in_level = JointDef::new(a, b, kind).at_point(&level, [0.5, 0.25]).unwrap();
        let in_world = JointDef::new(c, d, kind).at_point(&world, [0.5, 0.25]).unwrap();
        assert_eq!(in_level.kind, in_world.kind);
        let id = world.add_joint(in_world).unwrap();
        let joint = world.joint(id).unwrap();
        assert!(joint.anchors().iter().all(|anchor| (anchor - Point::new(0.5, 0.25)).norm() < 1e-6));
        assert!(joint.error() < 1e-6 && joint.angle().abs() < 1e-6);
    }
    let rod = JointDef::new(c, d, DistanceJoint::new(2.0)).at_points(&world, [0.0, 0.0], [2.0, 0.0]).unwrap();
    let id = world.add_joint(rod).unwrap();
    assert!(world.joint(id).unwrap().error() < 1e-6);

    let gear = JointDef::new(c, d, GearJoint::new(2.0)).at_point(&world, [0.0, 0.0]).unwrap_err();
    assert!(matches!(gear, DefError::NoAnchors { kind: "gear", .. }), "{gear}");
    let missing = JointDef::new(a, 7, WeldJoint::new()).at_point(&level, [0.0, 0.0]).unwrap_err();
    assert_eq!(missing, DefError::Index { field: "body of a joint", index: 7, len: 2 });
    world.remove_body(d).unwrap();
    assert!(JointDef::new(c, d, WeldJoint::new()).at_point(&world, [0.0, 0.0]).is_err());
    assert_eq!(world.body(c).unwrap().pose(), Pose::new([-3.0, 1.0], 0.4));
}
