//! Tall columns, solved together: they keep their height, come to rest and sleep, and
//! what is no column is left as it is.

use geom::Shape;
use solver::DirectContacts;
use world::*;

const DT: f32 = 1.0 / 60.0;
const G: f32 = 10.0;

/// A world with ground up to y = 0.
fn world_with(contacts: DirectContacts) -> World {
    let settings = WorldSettings::default().gravity([0.0, -G]).direct_contacts(contacts);
    let mut world = World::new(settings);
    let ground = world.add_body(BodyDef::fixed().position([0.0, -0.5])).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(100.0, 0.5).unwrap())).unwrap();
    world
}

fn add(world: &mut World, def: BodyDef, shape: Shape) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(shape).density(1.0)).unwrap();
    body
}

fn square() -> Shape {
    Shape::rectangle(0.5, 0.5).unwrap()
}

/// Boxes of 1 m, each up to `uneven` beside the middle.
fn add_column(world: &mut World, boxes: u8, uneven: f32) -> Vec<BodyId> {
    let at = |i: u8| [0.5 * uneven * (f32::from(i % 5 * 7 % 5) - 2.0), 0.5 + f32::from(i)];
    (0..boxes).map(|i| add(world, BodyDef::dynamic().position(at(i)), square())).collect()
}

fn height(world: &World, body: BodyId) -> f32 {
    world.body(body).unwrap().center().y
}

fn is_asleep(world: &World, body: BodyId) -> bool {
    !world.body(body).unwrap().is_awake()
}

/// Steps until the body is asleep, at most twenty seconds. Returns the time, s.
fn time_to_sleep(world: &mut World, body: BodyId) -> f32 {
    let mut steps = 0.0;
    while !is_asleep(world, body) && steps < 1200.0 {
        world.step(DT);
        steps += 1.0;
    }
    steps * DT
}

/// Kinetic and potential energy, J.
fn energy(world: &World) -> f64 {
    let of = |body: BodyRef<'_>| {
        let (mass, height) = (f64::from(body.mass_properties().mass), f64::from(body.center().y));
        f64::from(body.kinetic_energy()) + mass * f64::from(G) * height
    };
    world.dynamic_bodies().map(of).sum()
}

/// Of soft contacts, a column of n boxes loses 0.11 n^2 mm: 99 mm of thirty, which sleep after 1.6 s. Solved
/// together, a column loses what it sinks in its first step, before it is known to be one: 1.7 mm. It needs
/// half a second of rest to sleep. Boxes that are laid by up to 6 cm beside the middle take longer to come to
/// rest: seventy two seconds.
#[test]
fn columns_keep_their_height_and_sleep_soon() {
    let columns = [(10, 0.0, 0.6), (30, 0.0, 0.6), (10, 0.02, 0.6), (30, 0.02, 0.6), (60, 0.02, 0.6)];
    for (boxes, uneven, most) in columns.into_iter().chain([(40, 0.06, 0.6), (70, 0.06, 2.5)]) {
        let mut world = world_with(DirectContacts::Columns);
        let column = add_column(&mut world, boxes, uneven);
        let top = column[column.len() - 1];
        let start = height(&world, top);
        let time = time_to_sleep(&mut world, top);
        assert!(time < most, "{boxes} boxes, uneven by {uneven} m: {time} s");
        let lost = start - height(&world, top);
        assert!((0.0..0.0025).contains(&lost), "{boxes} boxes, uneven by {uneven} m: {lost} m");
    }
}

/// A column of a hundred boxes stands, whatever the stiffness of soft contacts is: its loads never come back
/// to the sweeps, which would let go of them. It sinks by 5 mm in its first steps.
#[test]
fn column_of_a_hundred_boxes_stands() {
    for hertz in [30.0, 60.0] {
        for uneven in [0.0, 0.06] {
            let mut world = world_with(DirectContacts::Columns);
            let mut settings = *world.settings();
            settings.solver.contact_hertz = hertz;
            world.set_settings(settings).unwrap();
            let column = add_column(&mut world, 100, uneven);
            for _ in 0..600 {
                world.step(DT);
            }
            for (i, &body) in column.iter().enumerate() {
                let (body, y) = (world.body(body).unwrap(), i as f32 + 0.5);
                let speed = body.velocity().norm();
                assert!(speed < 0.02, "{hertz} Hz, uneven by {uneven} m, box {i}: {speed} m/s");
                assert!((body.center().y - y).abs() < 0.006, "{hertz} Hz, box {i}: {} m", body.center().y);
            }
        }
    }
}

/// What has fallen asleep is at rest: when it is woken, and may not sleep, nothing moves by more than a tenth
/// of a millimetre in five seconds.
#[test]
fn a_column_that_is_woken_does_not_move() {
    for uneven in [0.0, 0.01, 0.02] {
        let mut world = world_with(DirectContacts::Columns);
        let column = add_column(&mut world, 30, uneven);
        time_to_sleep(&mut world, column[29]);
        let poses = |world: &World| -> Vec<_> {
            column.iter().map(|&body| world.body(body).unwrap().center()).collect()
        };
        let asleep = poses(&world);
        world.set_settings(world.settings().sleeping(false)).unwrap();
        world.body_mut(column[0]).unwrap().wake();
        for step in 0..300 {
            world.step(DT);
            for (i, (now, then)) in poses(&world).into_iter().zip(&asleep).enumerate() {
                let moved = (now - then).norm();
                assert!(moved < 1e-4, "uneven by {uneven} m, box {i}, step {step}: {moved} m");
            }
        }
    }
}

/// A ball that leans on a column, a plank that lies on it, and a box beside it take nothing from it.
#[test]
fn what_leans_on_a_column_does_not_make_it_sink() {
    let mut world = world_with(DirectContacts::Columns);
    let column = add_column(&mut world, 30, 0.0);
    let at = |x: f32, y: f32| BodyDef::dynamic().position([x, y]);
    add(&mut world, at(0.9, 0.4), Shape::circle(0.4).unwrap());
    add(&mut world, at(-1.0, 0.5), square());
    add(&mut world, at(0.3, 30.05), Shape::rectangle(1.0, 0.05).unwrap());
    for _ in 0..300 {
        world.step(DT);
    }
    let lost = 29.5 - height(&world, column[29]);
    assert!(lost < 0.015, "{lost} m");
    assert!(is_asleep(&world, column[29]));
}

/// A ball flies at a column, low, in the middle and high, and the column falls or stands. It never has more
/// energy than the two had, to a thousandth.
#[test]
fn a_column_that_is_hit_gains_no_energy() {
    for (height, speed, density) in [(1.2, 5.0, 1.0), (10.3, 20.0, 1.0), (10.3, 15.0, 5.0), (28.7, 40.0, 1.0)]
    {
        let mut world = world_with(DirectContacts::Columns);
        add_column(&mut world, 30, 0.0);
        for _ in 0..60 {
            world.step(DT);
        }
        let ball = BodyDef::dynamic().position([-3.0, height]).velocity([speed, 0.0]);
        let ball = world.add_body(ball).unwrap();
        world.add_collider(ball, ColliderDef::new(Shape::circle(0.5).unwrap()).density(density)).unwrap();
        let start = energy(&world);
        for step in 0..600 {
            world.step(DT);
            let gained = energy(&world) - start;
            assert!(gained < 1e-3 * start, "{height} m, {speed} m/s, step {step}: {gained} of {start} J");
        }
    }
}

/// Taking a box out of the middle lets the upper part fall by its height, and both parts come to rest.
#[test]
fn a_column_without_one_of_its_boxes_comes_to_rest() {
    for taken in [0, 5, 20] {
        let mut world = world_with(DirectContacts::Columns);
        let column = add_column(&mut world, 30, 0.0);
        let top = column[29];
        time_to_sleep(&mut world, top);
        world.remove_body(column[taken]).unwrap();
        let start = energy(&world);
        let mut most = start;
        for _ in 0..600 {
            world.step(DT);
            most = most.max(energy(&world));
        }
        assert!(most < start * 1.001, "box {taken}: {start} J, then {most} J");
        let lost = 29.5 - height(&world, top);
        assert!((1.0..1.02).contains(&lost), "box {taken}: {lost} m");
        assert!(is_asleep(&world, top), "box {taken}");
    }
}

/// Pyramids, bonded walls and columns of circles or of few boxes are no tall columns: they keep their bits.
#[test]
fn what_is_no_column_is_solved_as_before() {
    let positions = |kind: u8| -> Vec<[f32; 2]> {
        let row = |y: u8, count: u8, x: f32| (0..count).map(move |i| [x + f32::from(i), 0.5 + f32::from(y)]);
        match kind {
            0 => (0..20).flat_map(|y| row(y, 20 - y, 0.5 * f32::from(y))).collect(),
            1 => (0..20).flat_map(|y| row(y, 6, 0.5 * f32::from(y % 2))).collect(),
            _ => (0..8).flat_map(|y| row(y, 1, 0.0)).collect(),
        }
    };
    for (kind, shape) in [(0, square()), (1, square()), (2, square()), (2, Shape::circle(0.5).unwrap())] {
        let [columns, heavy] = [DirectContacts::Columns, DirectContacts::Heavy].map(|contacts| {
            let mut world = world_with(contacts);
            for position in positions(kind) {
                add(&mut world, BodyDef::dynamic().position(position), shape.clone());
            }
            for _ in 0..240 {
                world.step(DT);
            }
            world.state_hash()
        });
        assert_eq!(columns, heavy, "{kind}, {shape:?}");
    }
}
