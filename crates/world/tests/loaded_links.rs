//! Heavy bodies on links of mechanisms: contacts and joints are solved together, so that no joint opens and
//! no contact sinks.

use crate::same_bits::assert_same_bits;
use geom::{Point, Rot, Shape, Vec2};
use world::*;

const DT: f32 = 1.0 / 60.0;
const G: f32 = 10.0;
const PLANKS: u32 = 30;

fn empty() -> World {
    World::new(WorldSettings::default().gravity([0.0, -G]).sleeping(false))
}

/// A bridge of thirty planks of 1 m between two pins that are 28.5 m apart, an arc upside down. The pins
/// resist turning with `friction` (N m). Returns the height of the deck in the middle, m.
fn add_bridge(world: &mut World, left: Point, friction: f32) -> f32 {
    // Chords of an arc; the sum of their projections is the span.
    let span = |angle: f64| {
        let chord = |i: u32| (angle * (f64::from(2 * i + 1) / f64::from(PLANKS) - 1.0)).cos();
        (0..PLANKS).map(chord).sum::<f64>()
    };
    let (mut low, mut high) = (0.01, 1.5);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if span(middle) > 28.5 { low = middle } else { high = middle }
    }
    let pin = |anchor: Point, own: [f32; 2]| {
        let pin = RevoluteJoint::new().anchors(anchor, own);
        if friction > 0.0 { pin.motor(0.0, friction) } else { pin }
    };
    let mut at = left;
    let mut last = (world.add_body(BodyDef::fixed().position(at)).unwrap(), Point::origin());
    let mut deck = 0.0;
    for i in 0..PLANKS {
        let tilt = low as f32 * ((2 * i + 1) as f32 / PLANKS as f32 - 1.0);
        let along = Rot::from_angle(tilt) * Vec2::new(0.5, 0.0);
        let plank = world.add_body(BodyDef::dynamic().position(at + along).angle(tilt)).unwrap();
        world.add_collider(plank, ColliderDef::new(Shape::rectangle(0.5, 0.125).unwrap())).unwrap();
        world.add_joint(JointDef::new(last.0, plank, pin(last.1, [-0.5, 0.0]))).unwrap();
        at += 2.0 * along;
        if i == PLANKS / 2 {
            deck = at.y;
        }
        last = (plank, Point::new(0.5, 0.0));
    }
    let right = world.add_body(BodyDef::fixed().position(at)).unwrap();
    world.add_joint(JointDef::new(last.0, right, pin(last.1, [0.0, 0.0]))).unwrap();
    deck
}

/// A box of 1 m with the mass of so many planks.
fn add_load(world: &mut World, at: [f32; 2], planks: f32) -> BodyId {
    let load = world.add_body(BodyDef::dynamic().position(at)).unwrap();
    let shape = Shape::rectangle(0.5, 0.5).unwrap();
    world.add_collider(load, ColliderDef::new(shape).density(planks * 0.25)).unwrap();
    load
}

/// Kinetic and potential energy, J.
fn energy(world: &World) -> f64 {
    let of = |body: BodyRef<'_>| {
        let (mass, height) = (f64::from(body.mass_properties().mass), f64::from(body.center().y));
        f64::from(body.kinetic_energy()) + mass * f64::from(G) * height
    };
    world.dynamic_bodies().map(of).sum()
}

fn largest_gap(world: &World) -> f32 {
    world.joints().map(|joint| joint.error().abs()).fold(0.0, f32::max)
}

/// A box of 100 and of 1,000 planks falls 0.3 m on the bridge and rides it down until it is taut. The joints
/// stay closed to a millimetre and the box does not sink in by five; sweeps for the contacts leave 47 and 256
/// mm. Nothing gains energy. Pins without friction keep the deck swinging for minutes, and the box moves with
/// it: at 0.19 m/s in the mean of the last three seconds, a few swings. (At a single moment it is anything
/// from zero to twice the mean.) The box of 1,000 planks stands still, and 0.04 m/s is its stored velocity.
#[test]
fn a_bridge_under_a_heavy_box_stays_closed_and_the_box_does_not_sink_in() {
    for (ratio, rest) in [(100.0, 0.3), (1000.0, 0.09)] {
        let mut world = empty();
        let deck = add_bridge(&mut world, Point::new(-14.25, 0.0), 0.0);
        let load = add_load(&mut world, [0.0, deck + 1.0], ratio);
        let start = energy(&world);
        let (mut gap, mut overlap, mut mean_speed) = (0.0_f32, 0.0_f32, 0.0);
        for step in 0..1200 {
            world.step(DT);
            gap = gap.max(largest_gap(&world));
            overlap = overlap.max(world.max_penetration());
            let now = energy(&world);
            assert!(now < start, "{ratio} planks, step {step}: {now} J after {start} J");
            if step >= 1020 {
                mean_speed += world.body(load).unwrap().velocity().norm() / 180.0;
            }
        }
        assert!(gap < 1e-3, "{ratio} planks: {gap} m");
        assert!(overlap < 5e-3, "{ratio} planks: {overlap} m deep");
        let body = world.body(load).unwrap();
        assert!(mean_speed < rest, "{ratio} planks: the box moves at {mean_speed} m/s");
        assert!(body.center().y > -8.0, "{ratio} planks: fallen through, to {}", body.center().y);
    }
}

/// With a resistance of the air of 1/s, the bridge is at rest after twenty seconds: the box moves by less
/// than 0.1 mm in the next one.
#[test]
fn a_bridge_in_air_comes_to_rest_under_its_load() {
    for ratio in [100.0, 1000.0] {
        let mut world = empty();
        let deck = add_bridge(&mut world, Point::new(-14.25, 0.0), 0.0);
        let load = add_load(&mut world, [0.0, deck + 1.0], ratio);
        let bodies: Vec<BodyId> = world.dynamic_bodies().map(BodyRef::id).collect();
        for body in bodies {
            world.body_mut(body).unwrap().set_damping(1.0).unwrap().set_angular_damping(1.0).unwrap();
        }
        let mut gap = 0.0_f32;
        let mut run = |world: &mut World, steps: u32| {
            for _ in 0..steps {
                world.step(DT);
                gap = gap.max(largest_gap(world));
            }
            world.body(load).unwrap().center()
        };
        let before = run(&mut world, 1200);
        let moved = (run(&mut world, 60) - before).norm();
        assert!(moved < 1e-4, "{ratio} planks: {moved} m");
        assert!(gap < 1e-3, "{ratio} planks: {gap} m");
    }
}

/// How long a bridge without a load stays awake with a resistance of the air of 1/s, as it is made and hit by
/// a box that is taken away again. Without any resistance nothing takes its energy, and it swings for ever.
#[test]
fn a_bridge_in_air_without_a_load_falls_asleep() {
    for is_hit in [false, true] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, -G]));
        let deck = add_bridge(&mut world, Point::new(-14.25, 0.0), 0.0);
        let bodies: Vec<BodyId> = world.dynamic_bodies().map(BodyRef::id).collect();
        for &body in &bodies {
            world.body_mut(body).unwrap().set_damping(1.0).unwrap().set_angular_damping(1.0).unwrap();
        }
        if is_hit {
            let load = add_load(&mut world, [3.0, deck + 2.0], 10.0);
            (0..120).for_each(|_| world.step(DT));
            world.remove_body(load).unwrap();
        }
        let is_awake = |world: &World| bodies.iter().any(|&body| world.body(body).unwrap().is_awake());
        let steps = (0..3600).take_while(|_| {
            world.step(DT);
            is_awake(&world)
        });
        let time = steps.count() as f32 * DT;
        assert!(time < 25.0, "hit: {is_hit}: awake after {time} s");
    }
}

/// A load that is taken away leaves no impulse behind: the planks do not gain energy, and the joints stay
/// closed. A second load that lands later finds the bridge as it would be without the first.
#[test]
fn loads_may_come_and_go() {
    let mut world = empty();
    let deck = add_bridge(&mut world, Point::new(-14.25, 0.0), 0.0);
    for at in [0.0, 5.0] {
        let load = add_load(&mut world, [at, deck + 2.0], 300.0);
        for _ in 0..180 {
            world.step(DT);
        }
        world.remove_body(load).unwrap();
        let start = energy(&world);
        for step in 0..180 {
            world.step(DT);
            let gained = energy(&world) - start;
            // Thirty planks of 0.25 kg swing. A stored velocity is that of half a sub-step before, so their
            // energy goes up and down by 0.5 J, without a drift: it is 0.16 J above the start at the end.
            assert!(gained < 1.0, "load at {at}, step {step}: {gained} J");
            assert!(largest_gap(&world) < 1e-3, "load at {at}, step {step}");
        }
    }
}

/// Twenty bridges with one, two or three loads each, as they land: the same bits on any number of threads,
/// and after a snapshot.
#[test]
fn loaded_mechanisms_give_the_same_bits_on_any_number_of_threads_and_after_a_snapshot() {
    let scene = || {
        let mut world = empty();
        for i in 0..20_u8 {
            let x = 40.0 * f32::from(i);
            let deck = add_bridge(&mut world, Point::new(x - 14.25, 0.0), f32::from(i % 2));
            for k in 0..=i % 3 {
                add_load(&mut world, [x - 4.0 * f32::from(k), deck + 1.5], 50.0 * f32::from(i + 1));
            }
        }
        world
    };
    assert_same_bits(scene, 40, 60);
}
