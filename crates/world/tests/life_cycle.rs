//! Adding, changing and removing at awkward moments: each case has a defined result, and leaves a valid
//! world.

use geom::{Pose, Shape};
use world::{BodyDef, BodyId, BodyKind, ColliderDef, JointDef, RevoluteJoint, WeldJoint, World};

const DT: f32 = 1.0 / 60.0;

fn square() -> ColliderDef {
    ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())
}

/// A world with a ground whose surface is at y = 0.
fn world_with_ground() -> World {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed().position([0.0, -0.5])).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(50.0, 0.5).unwrap())).unwrap();
    world
}

fn add(world: &mut World, def: BodyDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, square()).unwrap();
    body
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step(DT);
        world.validate().unwrap();
    }
}

#[test]
fn what_is_added_and_removed_before_the_first_step_leaves_no_trace() {
    let mut world = World::default();
    let [a, b] = [[0.0, 0.0], [0.8, 0.0]].map(|at| add(&mut world, BodyDef::dynamic().position(at)));
    world.add_joint(JointDef::new(a, b, WeldJoint::new())).unwrap();
    world.remove_body(a).unwrap();
    world.remove_body(b).unwrap();
    world.validate().unwrap();
    steps(&mut world, 3);
    let stats = world.stats();
    assert_eq!((stats.bodies, stats.colliders, stats.joints, stats.contacts), (0, 0, 0, 0));
    let events = world.events();
    assert!(events.contacts_begun().is_empty() && events.contacts_ended().is_empty());
}

#[test]
fn removing_twice_is_refused_and_changes_nothing() {
    let mut world = world_with_ground();
    let [a, b] = [-1.0, 1.0].map(|x| add(&mut world, BodyDef::dynamic().position([x, 0.5])));
    let joint =
        world.add_joint(JointDef::new(a, b, RevoluteJoint::new().anchors([1.0, 0.0], [-1.0, 0.0]))).unwrap();
    let collider = world.body(a).unwrap().colliders().next().unwrap().id();
    steps(&mut world, 5);
    world.remove_joint(joint).unwrap();
    world.remove_collider(collider).unwrap();
    world.remove_body(b).unwrap();
    let hash = world.state_hash();
    assert!(world.remove_joint(joint).is_err());
    assert!(world.remove_collider(collider).is_err());
    assert!(world.remove_body(b).is_err());
    assert_eq!(world.state_hash(), hash);
    steps(&mut world, 5);
}

/// Begins minus ends is what overlaps, although the sensors live for one step each.
#[test]
fn sensors_that_live_for_one_step_report_as_many_ends_as_begins() {
    let mut world = world_with_ground();
    add(&mut world, BodyDef::dynamic().position([0.0, 0.5]));
    let (mut begun, mut ended) = (0, 0);
    let mut last = None;
    for i in 0..200 {
        if let Some(sensor) = last.take() {
            world.remove_body(sensor).unwrap();
        }
        if i < 190 {
            let sensor = world.add_body(BodyDef::fixed().position([0.01 * i as f32 - 1.0, 0.5])).unwrap();
            world.add_collider(sensor, square().sensor(true)).unwrap();
            last = Some(sensor);
        }
        world.step(DT);
        world.validate().unwrap();
        begun += world.events().sensors_begun().len();
        ended += world.events().sensors_ended().len();
    }
    assert!(begun >= 190, "{begun}");
    assert_eq!(begun, ended);
    assert_eq!((world.stats().bodies, world.stats().colliders), (2, 2));
}

/// All orders of five things.
fn permutations() -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for item in 0..5 {
        let insert = |order: Vec<usize>| {
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, item);
                order
            })
        };
        all = all.into_iter().flat_map(insert).collect();
    }
    all
}

#[test]
fn jointed_bodies_may_be_removed_in_any_order() {
    let orders = permutations();
    assert_eq!(orders.len(), 120);
    for (i, order) in orders.iter().enumerate() {
        let mut world = world_with_ground();
        let bodies: Vec<BodyId> = (0..5)
            .map(|k| {
                let kind = if k == 2 { BodyDef::kinematic() } else { BodyDef::dynamic() };
                add(&mut world, kind.position([1.1 * k as f32, 0.5]))
            })
            .collect();
        for k in 0..5 {
            let link = RevoluteJoint::new().anchors([0.55, 0.0], [-0.55, 0.0]);
            world.add_joint(JointDef::new(bodies[k], bodies[(k + 1) % 5], link)).unwrap();
        }
        // Awake in some orders, asleep in others.
        steps(&mut world, if i % 10 == 0 { 60 } else { 2 });
        for (removed, &k) in order.iter().enumerate() {
            world.remove_body(bodies[k]).unwrap();
            world.validate().unwrap();
            steps(&mut world, 1);
            assert_eq!(world.stats().bodies, 5 - removed, "{order:?}");
        }
        assert_eq!((world.stats().joints, world.stats().colliders), (0, 1));
    }
}

/// A body that touches and is jointed becomes another kind, awake or asleep.
#[test]
fn a_touched_and_jointed_body_may_become_another_kind_at_any_time() {
    let kinds = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic];
    for (from, to, wait) in
        kinds.iter().flat_map(|&a| kinds.map(|b| (a, b))).flat_map(|(a, b)| [(a, b, 3), (a, b, 120)])
    {
        let mut world = world_with_ground();
        let lower = add(&mut world, BodyDef { kind: from, ..BodyDef::default() }.position([0.0, 0.5]));
        let upper = add(&mut world, BodyDef::dynamic().position([0.0, 1.5]));
        let beside = add(&mut world, BodyDef::dynamic().position([1.2, 0.5]));
        let arm = WeldJoint::new().anchors([0.6, 0.0], [-0.6, 0.0]);
        world.add_joint(JointDef::new(lower, beside, arm)).unwrap();
        steps(&mut world, wait);
        world.body_mut(lower).unwrap().set_kind(to).unwrap();
        world.validate().unwrap();
        steps(&mut world, 120);
        for (body, height) in [(lower, 0.5), (upper, 1.5), (beside, 0.5)] {
            let y = world.body(body).unwrap().pose().position.y;
            assert!((y - height).abs() < 0.02, "{from:?} to {to:?} after {wait} steps: {y} and not {height}");
        }
        assert_eq!(world.body(lower).unwrap().kind(), to);
    }
}

#[test]
fn a_body_created_asleep_stays_until_something_reaches_it() {
    let mut world = world_with_ground();
    let hanging = add(&mut world, BodyDef::dynamic().position([0.0, 5.0]).awake(false));
    steps(&mut world, 60);
    assert!(!world.body(hanging).unwrap().is_awake());
    assert_eq!(world.body(hanging).unwrap().pose(), Pose::at([0.0, 5.0]));
    add(&mut world, BodyDef::dynamic().position([0.2, 7.0]));
    steps(&mut world, 200);
    assert!(world.body(hanging).unwrap().pose().position.y < 1.0);
}

#[test]
fn bodies_that_a_joint_connects_sleep_and_wake_together() {
    let mut world = world_with_ground();
    let [a, b] = [-0.6, 0.6].map(|x| add(&mut world, BodyDef::dynamic().position([x, 0.5])));
    world.add_joint(JointDef::new(a, b, WeldJoint::new().anchors([0.6, 0.0], [-0.6, 0.0]))).unwrap();
    let third = add(&mut world, BodyDef::dynamic().position([10.0, 0.5]));
    steps(&mut world, 120);
    assert_eq!(world.stats().awake, 0);
    // A joint to a sleeping body wakes its island, and no other.
    let c = add(&mut world, BodyDef::dynamic().position([1.8, 0.5]));
    let joint =
        world.add_joint(JointDef::new(b, c, WeldJoint::new().anchors([0.6, 0.0], [-0.6, 0.0]))).unwrap();
    let is_awake = |world: &World, body| world.body(body).unwrap().is_awake();
    assert_eq!([a, b, c, third].map(|body| is_awake(&world, body)), [true, true, true, false]);
    steps(&mut world, 120);
    assert_eq!(world.stats().awake, 0);
    world.remove_joint(joint).unwrap();
    assert_eq!([a, b, c, third].map(|body| is_awake(&world, body)), [true, true, true, false]);
    steps(&mut world, 120);
}

#[test]
fn a_static_body_created_in_a_sleeper_wakes_it_and_they_part() {
    let mut world = world_with_ground();
    let sleeper = add(&mut world, BodyDef::dynamic().position([0.0, 0.5]));
    steps(&mut world, 120);
    assert!(!world.body(sleeper).unwrap().is_awake());
    add(&mut world, BodyDef::fixed().position([0.8, 0.5]));
    steps(&mut world, 1);
    assert!(world.body(sleeper).unwrap().is_awake());
    steps(&mut world, 240);
    let x = world.body(sleeper).unwrap().pose().position.x;
    assert!(x < -0.19 && x > -0.5, "{x}");
    assert!(!world.body(sleeper).unwrap().is_awake());
}

/// The end of a touch that the program has removed is told with the next step.
#[test]
fn a_collider_removed_just_after_its_touch_began_ends_the_touch() {
    let mut world = world_with_ground();
    let body = add(&mut world, BodyDef::dynamic().position([0.0, 1.0]));
    let collider = world.body(body).unwrap().colliders().next().unwrap().id();
    let mut waited = 0;
    while world.events().contacts_begun().is_empty() {
        steps(&mut world, 1);
        waited += 1;
        assert!(waited < 100, "it never touches the ground");
    }
    world.remove_collider(collider).unwrap();
    world.validate().unwrap();
    world.step(DT);
    let [end] = world.events().contacts_ended() else { panic!("{:?}", world.events()) };
    assert!([end.a.collider, end.b.collider].contains(&collider));
    assert!(world.events().contacts_begun().is_empty());
    assert_eq!(world.stats().touching, 0);
}
