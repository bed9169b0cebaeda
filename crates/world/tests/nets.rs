//! The nets of a step report themselves: each intervention is counted where it happens, and nothing else is.

use geom::{Shape, Vec2};
use world::solver::DirectJoints;
use world::{
    BodyDef, BodyId, BodyRef, ColliderDef, JointDef, NetCounts, RevoluteJoint, Snapshot, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

fn weightless() -> World {
    World::new(WorldSettings::default().gravity([0.0, 0.0]))
}

fn add(world: &mut World, def: BodyDef, collider: ColliderDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, collider).unwrap();
    body
}

fn rectangle(half_width: f32, half_height: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(half_width, half_height).unwrap())
}

fn circle(radius: f32) -> ColliderDef {
    ColliderDef::new(Shape::circle(radius).unwrap())
}

/// The counts of each of some steps.
fn run(world: &mut World, steps: usize) -> Vec<NetCounts> {
    (0..steps)
        .map(|_| {
            world.step(DT);
            let nets = world.stats().nets;
            assert_eq!(world.shortened_bodies().count(), nets.shortened as usize);
            nets
        })
        .collect()
}

/// The sum over steps.
fn sum(counts: &[NetCounts], count: fn(&NetCounts) -> u32) -> u32 {
    counts.iter().map(count).sum()
}

/// Balls and boxes that fall onto a floor, bounce or not, and come to rest there need no net, nor does a
/// stack.
#[test]
fn what_falls_and_comes_to_rest_on_a_floor_has_silent_nets() {
    for restitution in [0.0, 0.5] {
        let mut world = World::default();
        add(&mut world, BodyDef::fixed(), rectangle(40.0, 0.5));
        for i in 0..5 {
            let at = |height: f32| BodyDef::dynamic().position([4.0 * i as f32 - 8.0, height]);
            add(&mut world, at(2.0 + i as f32), circle(0.5).restitution(restitution));
            add(&mut world, at(2.0).angle(0.3 * i as f32), circle(0.2));
            add(&mut world, BodyDef::dynamic().position([20.0, 1.0 + i as f32]), rectangle(0.5, 0.5));
        }
        let counts = run(&mut world, 600);
        for (step, nets) in counts.iter().enumerate() {
            assert!(nets.is_silent(), "restitution {restitution}, step {step}: {nets:?}");
        }
        assert_eq!(world.stats().awake, 0);
    }
}

/// A bullet gets a swept contact with the wall in the step in which it meets it, which is all.
#[test]
fn a_bullet_at_a_wall_counts_one_swept_contact() {
    let mut world = weightless();
    add(&mut world, BodyDef::fixed(), rectangle(0.005, 2.0));
    add(&mut world, BodyDef::dynamic().position([-12.0, 0.0]).velocity([300.0, 0.0]), circle(0.05));
    let counts = run(&mut world, 6);
    let swept: Vec<u32> = counts.iter().map(|nets| nets.swept).collect();
    assert_eq!(swept, [0, 0, 1, 0, 0, 0]);
    assert!(counts.iter().all(NetCounts::is_silent), "{counts:?}");
}

/// A ball that a bullet hits flies into a wall in the same step, and the bullet after it: the clamp shortens
/// both, and the world names them.
#[test]
fn what_a_bullet_drives_into_a_wall_is_shortened_and_named() {
    let mut world = weightless();
    add(&mut world, BodyDef::fixed(), rectangle(0.005, 2.0));
    let ball = add(&mut world, BodyDef::dynamic().position([-0.5, 0.0]), circle(0.05));
    let bullet = BodyDef::dynamic().position([-3.0, 0.0]).velocity([300.0, 0.0]);
    let bullet = add(&mut world, bullet, circle(0.05));
    let still = BodyDef::dynamic().position([-0.5, 1.0]);
    add(&mut world, still, circle(0.05));
    world.step(DT);
    let nets = world.stats().nets;
    let named: Vec<BodyId> = world.shortened_bodies().map(BodyRef::id).collect();
    assert_eq!((nets.shortened, nets.total()), (2, 2), "{nets:?}");
    assert_eq!(named, [ball, bullet]);
    // A body that was removed is not named any more.
    world.remove_body(ball).unwrap();
    assert!(world.shortened_bodies().map(BodyRef::id).eq([bullet]));
    // The counts are those of the last step.
    let counts = run(&mut world, 1);
    assert_eq!(counts[0].shortened, 0);
}

/// A ball that falls past the corner of a ledge at 1 cm has its contact deferred. So has an elastic bullet in
/// a corner the contact with the wall that it would meet after its first bounce.
#[test]
fn contacts_that_wait_for_the_next_step_are_deferred() {
    let mut world = World::default();
    add(&mut world, BodyDef::fixed().position([-1.06, 0.0]), rectangle(1.0, 0.2));
    add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), circle(0.05));
    let counts = run(&mut world, 40);
    assert!(sum(&counts, |nets| nets.deferred) > 0, "{counts:?}");
    assert_eq!(sum(&counts, |nets| nets.shortened), 0);

    let mut world = weightless();
    let walls = world.add_body(BodyDef::fixed()).unwrap();
    for (x, y, wall) in [(2.0, 0.0, rectangle(0.1, 5.0)), (0.0, 2.4, rectangle(5.0, 0.1))] {
        world.add_collider(walls, wall.offset([x, y], 0.0).restitution(1.0)).unwrap();
    }
    add(&mut world, BodyDef::dynamic().velocity([200.0, 200.0]), circle(0.05).restitution(1.0));
    let counts = run(&mut world, 1);
    assert_eq!(counts[0].deferred, 1, "{counts:?}");
}

/// The impulses of a load are forgotten when the program takes it away: this counts in the next step, once.
#[test]
fn a_load_that_the_program_takes_away_counts_in_the_next_step() {
    let mut world = World::default();
    add(&mut world, BodyDef::fixed(), rectangle(10.0, 0.5));
    add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), rectangle(0.5, 0.5).density(1.0));
    let heavy = add(&mut world, BodyDef::dynamic().position([0.0, 2.0]), rectangle(0.5, 0.5).density(200.0));
    let counts = run(&mut world, 20);
    assert!(counts.iter().all(NetCounts::is_silent), "{counts:?}");
    world.remove_body(heavy).unwrap();
    assert_eq!(world.stats().nets, counts[19], "the counts are those of the last step");
    let counts = run(&mut world, 3);
    assert_eq!(counts.iter().map(|nets| nets.forgotten).collect::<Vec<_>>(), [1, 0, 0]);
}

/// A plank that lands on one end and then on the other bounces with less than its restitution, since it would
/// gain energy. One that lands flat, and a ball, do not.
#[test]
fn a_bounce_that_would_gain_energy_is_weakened() {
    let weakened = |angle: f32, shape: ColliderDef| {
        let mut world = weightless();
        add(&mut world, BodyDef::fixed(), rectangle(20.0, 0.5));
        let lowest = 0.1 * angle.cos() + 2.0 * angle.sin();
        let def = BodyDef::dynamic().position([0.0, 0.505 + lowest]).angle(angle).velocity([0.0, -6.0]);
        add(&mut world, def, shape.restitution(1.0));
        sum(&run(&mut world, 10), |nets| nets.weakened)
    };
    assert_eq!(weakened(0.003, rectangle(2.0, 0.1)), 1);
    assert_eq!(weakened(0.0, circle(0.1)), 0);
}

/// A force without measure makes numbers of a loaded cluster that are not finite: it is given up, and the
/// bodies are stopped.
#[test]
fn a_cluster_without_a_solution_is_given_up_and_its_bodies_are_stopped() {
    let mut world = World::default();
    add(&mut world, BodyDef::fixed(), rectangle(10.0, 0.5));
    let light = add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), rectangle(0.5, 0.5).density(0.001));
    add(&mut world, BodyDef::dynamic().position([0.0, 2.0]), rectangle(0.5, 0.5).density(0.2));
    assert!(run(&mut world, 20).iter().all(NetCounts::is_silent));
    world.body_mut(light).unwrap().apply_central_force([3e38, 0.0]).unwrap();
    let counts = run(&mut world, 2);
    assert_eq!((counts[0].given_up, counts[1].given_up), (1, 0), "{counts:?}");
    assert!(counts[0].stopped > 0);
}

/// The solves of pendulums that would be faster than anything are undone. Each counts by itself, whether it
/// is solved alone or with others in lanes.
#[test]
fn mechanisms_that_are_let_go_count_one_by_one() {
    let given_up = |pendulums: u32| {
        let settings = WorldSettings::default().direct_joints(DirectJoints::All).continuous(false);
        let mut world = World::new(settings);
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        for i in 0..pendulums {
            let mut last = ground;
            let x = 10.0 * i as f32;
            for k in 0..3 {
                let def = BodyDef::dynamic().position([x + k as f32 + 0.5, 0.0]).velocity([0.0, 9e7]);
                let next = add(&mut world, def, rectangle(0.5, 0.05));
                let anchor = if k == 0 { [x, 0.0] } else { [0.5, 0.0] };
                let hinge = RevoluteJoint::new().anchors(anchor, [-0.5, 0.0]);
                world.add_joint(JointDef::new(last, next, hinge)).unwrap();
                last = next;
            }
        }
        run(&mut world, 1)[0].given_up
    };
    let one = given_up(1);
    assert!(one > 0);
    for count in 2..=9 {
        assert_eq!(given_up(count), count * one, "{count}");
    }
}

/// A bound of speed that the program has set is counted, but the program has asked for it.
#[test]
fn a_speed_that_is_cut_to_its_bound_counts_once_in_a_step_and_is_no_intervention() {
    let mut world = World::default();
    add(&mut world, BodyDef::dynamic().max_speeds(1.0, f32::INFINITY), circle(0.5));
    add(&mut world, BodyDef::dynamic().position([5.0, 0.0]).max_speeds(100.0, f32::INFINITY), circle(0.5));
    let counts = run(&mut world, 20);
    assert_eq!(counts[0].capped, 0);
    assert!(counts[10..].iter().all(|nets| nets.capped == 1 && nets.is_silent()), "{counts:?}");
}

/// Elastic balls of up to 90 m/s in a box of walls of 2 cm, with a heavy one among them.
fn swarm() -> World {
    let mut world = weightless();
    let walls = world.add_body(BodyDef::fixed()).unwrap();
    let sides = [(0.0, -6.0), (0.0, 6.0), (-6.0, 0.0), (6.0, 0.0)];
    for (x, y) in sides {
        let wall = if x == 0.0 { rectangle(6.0, 0.01) } else { rectangle(0.01, 6.0) };
        world.add_collider(walls, wall.offset([x, y], 0.0).restitution(1.0)).unwrap();
    }
    for i in 0..900_u16 {
        let (column, row) = (f32::from(i % 30), f32::from(i / 30));
        let angle = 2.4 * f32::from(i);
        let velocity = Vec2::new(angle.cos(), angle.sin()) * (10.0 + 80.0 * f32::from(i % 7) / 6.0);
        let at = [0.36 * (column - 14.5), 0.36 * (row - 14.5)];
        let def = BodyDef::dynamic().position(at).velocity(velocity);
        add(&mut world, def, circle(0.08).restitution(1.0).density(if i == 450 { 100.0 } else { 1.0 }));
    }
    world
}

/// The counts of a crowd, and the bodies that are named, are the same for any number of threads.
#[test]
fn nets_do_not_depend_on_threads() {
    let runs = [1, 2, 3, 8].map(|threads| {
        let mut world = swarm();
        world.set_threads(threads);
        let counts: Vec<_> = (0..30)
            .map(|_| {
                world.step(DT);
                let named: Vec<usize> = world.shortened_bodies().map(|body| body.id().index()).collect();
                assert!(named.is_sorted_by(|a, b| a < b), "each once, in order");
                (world.stats().nets, named)
            })
            .collect();
        counts
    });
    let all: Vec<NetCounts> = runs[0].iter().map(|(nets, _)| *nets).collect();
    for count in
        [|nets: &NetCounts| nets.swept, |nets: &NetCounts| nets.shortened, |nets: &NetCounts| nets.deferred]
    {
        assert!(sum(&all, count) > 20, "{all:?}");
    }
    assert!(runs.iter().all(|run| *run == runs[0]));
}

/// A world that is restored has no counts until the next step, which has those that it had then. A copy
/// begins with none, too.
#[test]
fn a_restored_world_begins_with_zeros_and_counts_as_before() {
    let mut world = swarm();
    let mut snapshot = Snapshot::new();
    run(&mut world, 5);
    world.save(&mut snapshot);
    let bytes = snapshot.to_bytes().unwrap();
    let counts = run(&mut world, 5);
    assert!(!counts[4].is_silent());
    assert_eq!(world.clone().stats().nets, NetCounts::default());
    for snapshot in [snapshot, Snapshot::from_bytes(&bytes).unwrap()] {
        world.restore(&snapshot).unwrap();
        assert_eq!(world.stats().nets, NetCounts::default());
        assert_eq!(world.shortened_bodies().count(), 0);
        assert_eq!(run(&mut world, 5), counts);
    }
    world.step(0.0);
    assert_eq!(world.stats().nets, NetCounts::default(), "a step of no time does nothing");
}

/// The names of the counts are those of the fields, and the total is the sum of the interventions.
#[test]
fn total_is_the_sum_of_all_but_what_is_exact_or_asked_for() {
    let nets = NetCounts {
        swept: 1,
        shortened: 2,
        deferred: 4,
        forgotten: 8,
        given_up: 16,
        weakened: 32,
        stopped: 64,
        capped: 128,
    };
    assert_eq!(nets.total(), 126);
    assert!(!nets.is_silent() && NetCounts { swept: 1, capped: 1, ..NetCounts::default() }.is_silent());
    let text = format!("{nets:?}").replace('_', " ");
    for (name, count) in nets.counts() {
        assert!(text.contains(&format!("{name}: {count}")), "{name} in {text}");
    }
}
