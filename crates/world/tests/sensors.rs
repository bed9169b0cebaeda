//! Laws of sensors: after each step a sensor lists what overlaps it by a test of all pairs of shapes, the
//! events tell the changes of this list, and sensors do not change how bodies move.

use broadphase::{Broadphase, DynamicTree};
use broadphases::{BruteForce, QuadTree, UniformGrid};
use geom::{Pose, Shape};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use world::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, ColliderRef, Filter, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// Sensors and what is inside them.
type Inside = BTreeSet<(ColliderId, ColliderId)>;

/// What the shapes say: every pair is tested.
fn overlaps_by_shapes<B: Broadphase>(world: &World<B>) -> Inside {
    let mut inside = Inside::new();
    for sensor in world.colliders().filter(|collider| collider.is_sensor()) {
        for other in world.colliders() {
            let bodies = [sensor.body(), other.body()];
            let is_sensed = bodies[0].id() != bodies[1].id()
                && bodies.iter().any(|body| body.kind() != BodyKind::Static)
                && sensor.filter().accepts(other.filter());
            let [pose, other_pose] = bodies.map(world::BodyRef::pose);
            if is_sensed && collide::overlap(sensor.shape(), pose, other.shape(), other_pose) {
                inside.insert((sensor.id(), other.id()));
            }
        }
    }
    inside
}

/// What the world says.
fn overlaps_by_world<B: Broadphase>(world: &World<B>) -> Inside {
    let sensors = world.colliders().filter(|collider| collider.is_sensor());
    sensors.flat_map(|sensor| sensor.overlaps().map(move |other| (sensor.id(), other.id()))).collect()
}

/// Adds up the events of the last step.
fn add_events<B: Broadphase>(world: &World<B>, inside: &mut Inside) {
    let mut changes = BTreeMap::<_, i32>::new();
    let key = |event: &world::SensorEvent| (event.sensor.collider, event.visitor.collider);
    for event in world.events().sensors_begun() {
        *changes.entry(key(event)).or_default() += 1;
    }
    for event in world.events().sensors_ended() {
        *changes.entry(key(event)).or_default() -= 1;
    }
    for (pair, change) in changes {
        let is_possible = match change {
            1 => inside.insert(pair),
            -1 => inside.remove(&pair),
            other => other == 0,
        };
        assert!(is_possible, "{pair:?}: entered minus left is {change}");
    }
}

#[derive(Clone, Debug)]
enum Action {
    Add { kind: u8, x: f32, y: f32, sensor: bool, shape: u8, category: u64 },
    Remove(usize),
    RemoveCollider(usize),
    Teleport(usize, f32, f32),
    SetKind(usize, u8),
    SetSensor(usize, bool),
    Step(u8),
}

fn action() -> impl Strategy<Value = Action> {
    let x = || -4.0_f32..4.0;
    prop_oneof![
        6 => (0_u8..4, x(), x(), any::<bool>(), 0_u8..4, 1_u64..4)
            .prop_map(|(kind, x, y, sensor, shape, category)| Action::Add { kind, x, y, sensor, shape, category }),
        1 => (0_usize..64).prop_map(Action::Remove),
        1 => (0_usize..64).prop_map(Action::RemoveCollider),
        2 => (0_usize..64, x(), x()).prop_map(|(body, x, y)| Action::Teleport(body, x, y)),
        1 => (0_usize..64, 0_u8..3).prop_map(|(body, kind)| Action::SetKind(body, kind)),
        1 => (0_usize..64, any::<bool>()).prop_map(|(collider, on)| Action::SetSensor(collider, on)),
        6 => (1_u8..40).prop_map(Action::Step),
    ]
}

fn run<B: Broadphase + Default>(actions: &[Action]) -> (u64, usize) {
    let mut world = World::with_broadphase(WorldSettings::default(), B::default()).unwrap();
    let ground = world.add_body(BodyDef::fixed().position([0.0, -5.0])).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(8.0, 1.0).unwrap())).unwrap();
    let (mut bodies, mut colliders, mut inside, mut count) = (vec![ground], Vec::new(), Inside::new(), 0);
    for action in actions {
        match *action {
            Action::Add { kind, x, y, sensor, shape, category } => {
                let def = match kind {
                    0 => BodyDef::fixed(),
                    1 => BodyDef::kinematic().velocity([-x, 1.0]).angular_velocity(y),
                    // Faster than the margin of a fat box in one step.
                    _ => BodyDef::dynamic().velocity([5.0 * y, 3.0 * x]),
                };
                let shape = match shape {
                    0 => Shape::circle(0.6),
                    1 => Shape::rectangle(1.0, 0.2),
                    2 => Shape::capsule([-0.5, 0.0], [0.5, 0.3], 0.1),
                    _ => Shape::segment([-0.8, 0.0], [0.8, 0.4]),
                };
                let id = world.add_body(def.position([x, y])).unwrap();
                let filter = Filter { category, mask: 3, ..Filter::default() };
                let collider = ColliderDef::new(shape.unwrap()).sensor(sensor).filter(filter);
                colliders.push(world.add_collider(id, collider).unwrap());
                bodies.push(id);
            }
            // A stale handle is refused.
            Action::Remove(i) => _ = world.remove_body(bodies[i % bodies.len()]),
            Action::RemoveCollider(i) if !colliders.is_empty() => {
                _ = world.remove_collider(colliders[i % colliders.len()]);
            }
            Action::Teleport(i, x, y) => {
                if let Ok(mut body) = world.body_mut(bodies[i % bodies.len()]) {
                    body.set_pose(Pose::new([x, y], x)).unwrap();
                }
            }
            Action::SetKind(i, kind) => {
                let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][kind as usize];
                if let Ok(mut body) = world.body_mut(bodies[i % bodies.len()]) {
                    body.set_kind(kind).unwrap();
                }
            }
            Action::SetSensor(i, on) if !colliders.is_empty() => {
                if let Ok(mut collider) = world.collider_mut(colliders[i % colliders.len()]) {
                    collider.set_sensor(on).unwrap();
                }
            }
            Action::Step(steps) => {
                for _ in 0..steps {
                    world.step(DT);
                    world.validate().unwrap();
                    let expected = overlaps_by_shapes(&world);
                    assert_eq!(overlaps_by_world(&world), expected, "the lists are not what the shapes say");
                    add_events(&world, &mut inside);
                    assert_eq!(inside, expected, "the events do not add up to the lists");
                    count += expected.len();
                }
            }
            _ => {}
        }
        world.validate().unwrap();
    }
    (world.state_hash(), count)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    #[test]
    fn lists_and_events_of_sensors_are_what_the_shapes_say(actions in prop::collection::vec(action(), 1..60)) {
        let tree = run::<DynamicTree>(&actions);
        prop_assert_eq!(run::<UniformGrid>(&actions), tree);
        prop_assert_eq!(run::<QuadTree>(&actions), tree);
        prop_assert_eq!(run::<BruteForce>(&actions), tree);
    }
}

fn circle(world: &mut World, def: BodyDef, radius: f32, sensor: bool) -> (BodyId, ColliderId) {
    let body = world.add_body(def).unwrap();
    let collider = ColliderDef::new(Shape::circle(radius).unwrap()).sensor(sensor);
    (body, world.add_collider(body, collider).unwrap())
}

/// Bodies move with the same bits whether sensors are there or not.
#[test]
fn sensors_do_not_change_the_motion_of_bodies() {
    let poses = |with_sensors: bool| {
        let mut world = World::new(WorldSettings::default());
        let ground = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
        world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 1.0).unwrap())).unwrap();
        let mut bodies = Vec::new();
        for i in 0..20 {
            let x = (i % 5) as f32 * 1.01 - 2.0;
            let (body, _) = circle(&mut world, BodyDef::dynamic().position([x, 1.0 + i as f32]), 0.4, false);
            if with_sensors {
                let sensor = ColliderDef::new(Shape::circle(1.5).unwrap()).sensor(true);
                world.add_collider(body, sensor).unwrap();
            }
            bodies.push(body);
        }
        for step in 0..600 {
            if with_sensors && step == 100 {
                circle(&mut world, BodyDef::fixed().position([0.0, 1.0]), 3.0, true);
                circle(&mut world, BodyDef::kinematic().velocity([0.1, 0.0]), 2.0, true);
            }
            world.step(DT);
        }
        bodies.iter().map(|&body| world.body(body).unwrap().pose()).collect::<Vec<_>>()
    };
    assert_eq!(poses(false), poses(true));
}

/// A sensor that sweeps over sleepers reports them and does not wake them; those that fall asleep inside
/// stay inside.
#[test]
fn sensor_reports_sleepers_without_waking_them() {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 1.0).unwrap())).unwrap();
    let (body, ball) = circle(&mut world, BodyDef::dynamic().position([0.0, 0.5]), 0.5, false);
    let (_, radar) =
        circle(&mut world, BodyDef::kinematic().position([-6.0, 0.5]).velocity([2.0, 0.0]), 1.0, true);
    let area = circle(&mut world, BodyDef::fixed().position([0.0, 0.5]), 2.0, true).1;
    let inside = |world: &World, sensor: ColliderId| {
        world.collider(sensor).unwrap().overlaps().map(ColliderRef::id).collect::<Vec<_>>()
    };
    let mut seen = 0;
    for step in 0..400 {
        world.step(DT);
        if step > 60 {
            assert!(!world.body(body).unwrap().is_awake(), "awake in step {step}");
            assert!(inside(&world, area).contains(&ball));
        }
        seen += usize::from(inside(&world, radar).contains(&ball));
    }
    // 2 (1 + 0.5) m at 2 m/s.
    assert!((88..=92).contains(&seen), "inside for {seen} steps");
}

/// A sensor changes neither the mass nor the centre of mass of its body.
#[test]
fn sensor_has_no_mass() {
    let mut world = World::new(WorldSettings::default());
    let (body, _) = circle(&mut world, BodyDef::dynamic(), 0.5, false);
    let before = world.body(body).unwrap().mass_properties();
    let range = ColliderDef::new(Shape::circle(5.0).unwrap()).offset([2.0, 0.0], 0.0).sensor(true);
    let range = world.add_collider(body, range).unwrap();
    assert_eq!(world.body(body).unwrap().mass_properties(), before);
    world.collider_mut(range).unwrap().set_density(7.0).unwrap();
    assert_eq!(world.body(body).unwrap().mass_properties(), before);
    world.collider_mut(range).unwrap().set_sensor(false).unwrap();
    assert!(world.body(body).unwrap().mass_properties().mass > 100.0);
}

/// Each of two sensors that overlap is in the list of the other and reports it.
#[test]
fn two_sensors_report_each_other() {
    let mut world = World::new(WorldSettings::default());
    let (_, a) = circle(&mut world, BodyDef::kinematic(), 1.0, true);
    let (body, b) = circle(&mut world, BodyDef::fixed().position([1.5, 0.0]).user_data(9), 1.0, true);
    world.step(DT);
    let events: Vec<_> =
        world.events().sensors_begun().iter().map(|e| (e.sensor.collider, e.visitor.collider)).collect();
    assert_eq!(events, [(a, b), (b, a)]);
    world.remove_body(body).unwrap();
    world.step(DT);
    let [left, _] = world.events().sensors_ended() else { panic!("{:?}", world.events()) };
    assert_eq!((left.visitor.body_user_data, world.events().sensors_ended().len()), (9, 2));
}

/// A kinematic body turns for ever, also if all its colliders are sensors or it has none.
#[test]
fn kinematic_body_that_turns_stays_awake() {
    let mut world = World::new(WorldSettings::default());
    let bare = world.add_body(BodyDef::kinematic().angular_velocity(1.0)).unwrap();
    let (radar, _) = circle(&mut world, BodyDef::kinematic().angular_velocity(1.0), 1.0, true);
    for _ in 0..120 {
        world.step(DT);
    }
    for body in [bare, radar] {
        assert!((world.body(body).unwrap().pose().rotation.angle() - 2.0).abs() < 1e-3);
    }
}
