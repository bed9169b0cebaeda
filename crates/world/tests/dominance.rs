//! Dominance: in a contact, the body of the higher group acts as if it had infinite mass.

use geom::{MassProperties, Shape};
use proptest::prelude::*;
use solver::{DirectContacts, SolverSettings};
use world::{BodyDef, BodyId, ColliderDef, Level, Method, Snapshot, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// Both solvers, and the soft one with each choice of what is solved directly.
fn methods() -> Vec<WorldSettings> {
    let soft = |direct_contacts| WorldSettings {
        solver: SolverSettings { direct_contacts, ..SolverSettings::default() },
        ..WorldSettings::default()
    };
    let classic = WorldSettings { method: Method::Classic, ..WorldSettings::default() };
    let modes = [DirectContacts::Off, DirectContacts::Columns, DirectContacts::Tall];
    modes.map(soft).into_iter().chain([classic]).collect()
}

fn ball(world: &mut World, def: BodyDef, radius: f32, density: f32, restitution: f32) -> BodyId {
    let id = world.add_body(def).unwrap();
    let circle = ColliderDef::new(Shape::circle(radius).unwrap()).density(density).restitution(restitution);
    world.add_collider(id, circle.friction(0.5)).unwrap();
    id
}

fn bits(world: &World, body: BodyId) -> [u64; 7] {
    let body = world.body(body).unwrap();
    let (position, rotation) = (body.position_f64(), body.pose().rotation);
    let (velocity, spin) = (body.velocity(), body.angular_velocity());
    let floats = [rotation.cos, rotation.sin, velocity.x, velocity.y, spin].map(|x| u64::from(x.to_bits()));
    [position.x.to_bits(), position.y.to_bits(), floats[0], floats[1], floats[2], floats[3], floats[4]]
}

/// A body of 3 g hits one of 3 t. It goes on with the bits of its velocity, and the other leaves it with
/// (1 + e) v: the closed form of a hit by infinite mass. In the other order the light one is thrown back.
#[test]
fn light_body_that_dominates_is_not_moved_and_throws_a_heavy_one() {
    for settings in methods() {
        for (restitution, dominance) in [(0.0, 1), (0.5, 1), (1.0, 127), (0.5, -1)] {
            let mut world = World::new(settings.gravity([0.0, 0.0]));
            let light = BodyDef::dynamic().velocity([2.0, 0.0]).dominance(dominance);
            let light = ball(&mut world, light, 0.5, 0.004, restitution);
            let heavy = BodyDef::dynamic().position([1.3, 0.0]);
            let heavy = ball(&mut world, heavy, 0.5, 4000.0, restitution);
            (0..40).for_each(|_| world.step(DT));
            let [v, w] = [light, heavy].map(|body| world.body(body).unwrap().velocity());
            if dominance > 0 {
                assert_eq!(v.x.to_bits(), 2.0_f32.to_bits());
                let expected = 2.0 * (1.0 + restitution);
                assert!((w.x - expected).abs() < 0.02 * expected, "{restitution}: {} {expected}", w.x);
            } else {
                assert_eq!(w.x.to_bits(), 0.0_f32.to_bits());
                assert!((v.x + 2.0 * restitution).abs() < 0.05, "{restitution}: {}", v.x);
            }
        }
    }
}

/// What a kinematic body does to a crate that lies in its way on rough ground, a light one that dominates
/// does, too: after two seconds the crate is where it would be, to the softness of the contact.
#[test]
fn body_that_dominates_pushes_as_a_kinematic_one() {
    let place = |def: BodyDef| {
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let floor = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
        world.add_collider(ground, floor.friction(0.8)).unwrap();
        let pusher = world.add_body(def.position([-1.5, 0.5]).velocity([1.0, 0.0]).can_sleep(false)).unwrap();
        let square = || ColliderDef::new(Shape::rectangle(0.5, 0.48).unwrap());
        world.add_collider(pusher, square().density(0.01).friction(0.0)).unwrap();
        let heavy = world.add_body(BodyDef::dynamic().position([0.0, 0.48])).unwrap();
        world.add_collider(heavy, square().density(500.0).friction(0.8)).unwrap();
        (0..120).for_each(|_| world.step(DT));
        assert_eq!(world.body(pusher).unwrap().velocity().x.to_bits(), 1.0_f32.to_bits());
        world.body(heavy).unwrap().pose().position
    };
    let dominates = BodyDef::dynamic().gravity_scale(0.0).dominance(1).fixed_rotation(true);
    let (by_kinematic, by_dynamic) = (place(BodyDef::kinematic()), place(dominates));
    assert!(by_kinematic.x > 1.4, "{by_kinematic}");
    assert!((by_kinematic - by_dynamic).norm() < 0.01, "{by_kinematic} {by_dynamic}");
}

/// In a chain of three groups each pushes the next, whatever their masses.
#[test]
fn groups_are_ordered() {
    for settings in methods() {
        let mut world = World::new(settings.gravity([0.0, 0.0]));
        let add = |world: &mut World, i: u8, dominance: i32| {
            let x = 1.1 * f32::from(i);
            let velocity = [if i == 0 { 3.0 } else { 0.0 }, 0.0];
            let def = BodyDef::dynamic().position([x, 0.0]).velocity(velocity).dominance(dominance);
            ball(world, def, 0.5, 0.1 * 30.0_f32.powi(i.into()), 0.0)
        };
        let bodies = [(0, 5), (1, 0), (2, -5)].map(|(i, dominance)| add(&mut world, i, dominance));
        (0..60).for_each(|_| world.step(DT));
        let speeds = bodies.map(|body| world.body(body).unwrap().velocity().x);
        assert_eq!(speeds[0].to_bits(), 3.0_f32.to_bits());
        assert!(speeds[1..].iter().all(|speed| (speed - 3.0).abs() < 0.05), "{speeds:?}");
    }
}

/// Static and kinematic bodies are above all groups.
#[test]
fn static_and_kinematic_bodies_are_above_all_groups() {
    for settings in methods() {
        for def in [BodyDef::fixed(), BodyDef::kinematic()] {
            let mut world = World::new(settings);
            let ground = world.add_body(def.dominance(-127)).unwrap();
            let floor = ColliderDef::new(Shape::rectangle(5.0, 0.5).unwrap());
            world.add_collider(ground, floor).unwrap();
            let body =
                ball(&mut world, BodyDef::dynamic().position([0.0, 1.2]).dominance(127), 0.5, 1.0, 0.0);
            (0..120).for_each(|_| world.step(DT));
            let y = world.body(body).unwrap().pose().position.y;
            assert!((y - 1.0).abs() < 0.02, "{y}");
            assert_eq!(world.body(ground).unwrap().pose().position.y, 0.0);
        }
    }
}

/// A heavy crate stands on a light one that dominates it: the ground bears the light one alone. The stack
/// comes to rest, falls asleep and wakes.
#[test]
fn what_stands_on_a_body_that_dominates_does_not_weigh_on_it() {
    for settings in methods() {
        let mut world = World::new(settings);
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let floor = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
        world.add_collider(ground, floor).unwrap();
        let mut crates = [(0.5, 1.0, 1), (1.5, 30.0, 0)].map(|(y, density, dominance)| {
            let body = BodyDef::dynamic().position([0.0, y]).dominance(dominance);
            let body = world.add_body(body).unwrap();
            let square = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap()).density(density);
            world.add_collider(body, square).unwrap();
            body
        });
        (0..30).for_each(|_| world.step(DT));
        let on_ground =
            world.body(ground).unwrap().contacts().map(world::ContactRef::step_impulse).sum::<f32>();
        let weight = 9.81 * DT;
        assert!((on_ground - weight).abs() < 0.05 * weight, "{on_ground} and not {weight}");
        (0..300).for_each(|_| world.step(DT));
        for (body, y) in crates.into_iter().zip([0.5, 1.5]) {
            assert!((world.body(body).unwrap().pose().position.y - y).abs() < 0.02);
            if settings.method != Method::Classic {
                assert!(!world.body(body).unwrap().is_awake());
            }
        }
        // Turned round, the heavy one dominates: the ground bears both.
        crates.reverse();
        for (body, dominance) in crates.into_iter().zip([2, 1]) {
            world.body_mut(body).unwrap().set_dominance(dominance).unwrap();
            assert!(world.body(body).unwrap().is_awake());
        }
    }
}

/// A pile with a ground: which body dominates is given by `dominances` in turn.
fn pile(settings: WorldSettings, dominances: &[i32]) -> World {
    let mut world = World::new(settings);
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let floor = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
    world.add_collider(ground, floor).unwrap();
    for i in 0..24_u8 {
        let (x, y) = (f32::from(i % 4) * 0.9, 0.6 + f32::from(i / 4) * 1.1);
        let def = BodyDef::dynamic().position([x + 0.1 * y, y]).velocity([0.5 - x, -3.0]);
        let id = world.add_body(def.dominance(dominances[i as usize % dominances.len()])).unwrap();
        let shape = if i % 3 == 0 { Shape::circle(0.4) } else { Shape::rectangle(0.4, 0.45) };
        let density = if i % 7 == 0 { 60.0 } else { 1.0 };
        let collider = ColliderDef::new(shape.unwrap()).restitution(f32::from(i % 2) * 0.4).density(density);
        world.add_collider(id, collider).unwrap();
    }
    world
}

/// A group that all bodies share changes no bit, nor does that of a body that touches nothing.
#[test]
fn equal_groups_change_no_bit() {
    for settings in methods() {
        let (mut plain, mut same) = (pile(settings, &[0]), pile(settings, &[5]));
        let mut beside = [0, 9].map(|dominance| {
            let mut world = pile(settings, &[0]);
            let far = BodyDef::dynamic().position([500.0, 0.5]).dominance(dominance);
            ball(&mut world, far, 0.5, 1.0, 0.0);
            world
        });
        for step in 0..120 {
            plain.step(DT);
            same.step(DT);
            beside.iter_mut().for_each(|world| world.step(DT));
            assert_eq!(plain.state_hash(), same.state_hash(), "step {step}");
            assert_eq!(beside[0].state_hash(), beside[1].state_hash(), "step {step}");
        }
    }
}

/// The same bits on any number of threads and width, after bytes, and in a world that is stepped with others.
#[test]
fn groups_give_equal_bits_on_threads_widths_and_after_bytes() {
    for settings in methods() {
        let dominances = [0, 1, 0, -3, 1];
        let mut world = pile(settings, &dominances);
        let mut threaded = pile(settings, &dominances);
        threaded.set_threads(3);
        let mut narrow = pile(settings, &dominances);
        narrow.set_width(compute::Width::SCALAR);
        let mut together = [pile(settings, &dominances), pile(settings, &[0])];
        let mut stepper = world::Stepper::new();
        for step in 0..100 {
            let mut snapshot = Snapshot::new();
            world.save(&mut snapshot);
            let mut other = World::default();
            other.restore(&Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap()).unwrap();
            other.validate().unwrap();
            for one in [&mut world, &mut threaded, &mut narrow, &mut other] {
                one.step(DT);
            }
            stepper.step(&mut together, DT);
            world.validate().unwrap();
            for (name, one) in
                [("threads", &threaded), ("width", &narrow), ("bytes", &other), ("together", &together[0])]
            {
                assert_eq!(one.state_hash(), world.state_hash(), "{name}, step {step}");
            }
        }
    }
}

/// Numbers out of range are refused; a level, a definition and a recording keep the group.
#[test]
fn dominance_is_checked_and_kept() {
    let mut world = World::default();
    let id = ball(&mut world, BodyDef::dynamic(), 0.5, 1.0, 0.0);
    world.start_recording();
    for wrong in [128, -128, i32::MIN, i32::MAX] {
        let error = world.body_mut(id).unwrap().set_dominance(wrong).unwrap_err().to_string();
        assert!(error.starts_with("dominance is") && error.ends_with("from -127 to 127"), "{error}");
        assert!(world.add_body(BodyDef::dynamic().dominance(wrong)).is_err());
        let mut level = Level::default();
        level.body(BodyDef::dynamic().dominance(wrong));
        assert!(Level::from_bytes(&level.to_bytes()).unwrap().validate().is_err());
    }
    for dominance in [-127, 0, 127] {
        world.body_mut(id).unwrap().set_dominance(dominance).unwrap();
        assert_eq!(world.body(id).unwrap().dominance(), dominance);
        let def = world.body(id).unwrap().def();
        assert_eq!(def.dominance, dominance);
        let level = world.to_level();
        assert_eq!(Level::from_bytes(&level.to_bytes()).unwrap().bodies[0].dominance, dominance);
        world.body_mut(id).unwrap().set_def(def.dominance(-dominance)).unwrap();
        assert_eq!(world.body(id).unwrap().dominance(), -dominance);
        world.step(DT);
    }
    let mut replay = world.stop_recording().unwrap().replay();
    while replay.step().unwrap() {}
    assert_eq!(replay.world().bodies().next().unwrap().dominance(), -127);
}

#[derive(Clone, Debug)]
struct Thrown {
    x: f32,
    y: f32,
    vx: f32,
    vy: f32,
    density: f32,
    is_box: bool,
}

fn thrown() -> impl Strategy<Value = Thrown> {
    (-2.0_f32..2.0, -2.0_f32..2.0, -8.0_f32..8.0, -8.0_f32..8.0, 0.1_f32..200.0, any::<bool>())
        .prop_map(|(x, y, vx, vy, density, is_box)| Thrown { x, y, vx, vy, density, is_box })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A body that dominates all others moves with the bits that it has without them: it flies through a
    /// swarm under gravity, fast or slow, in either solver.
    #[test]
    fn bodies_that_dominate_move_as_without_the_others(
        own in thrown(),
        others in prop::collection::vec(thrown(), 1..10),
        speed in prop_oneof![Just(1.0_f32), Just(30.0)],
        restitution in prop_oneof![Just(0.0_f32), Just(0.7)],
    ) {
        for settings in methods() {
            let run = |others: &[Thrown]| {
                let mut world = World::new(settings);
                let add = |world: &mut World, it: &Thrown, dominance: i32, speed: f32| {
                    let def = BodyDef::dynamic().position([it.x, it.y]).can_sleep(false);
                    let def = def.velocity([it.vx * speed, it.vy * speed]).angular_velocity(it.vx);
                    let id = world.add_body(def.dominance(dominance)).unwrap();
                    let shape = if it.is_box { Shape::rectangle(0.3, 0.4) } else { Shape::circle(0.35) };
                    let collider = ColliderDef::new(shape.unwrap()).density(it.density);
                    world.add_collider(id, collider.restitution(restitution)).unwrap();
                    id
                };
                let body = add(&mut world, &own, 1, speed);
                others.iter().for_each(|it| _ = add(&mut world, it, 0, 1.0));
                let mut path = Vec::new();
                for _ in 0..40 {
                    world.step(DT);
                    world.validate().unwrap();
                    path.push(bits(&world, body));
                }
                path
            };
            let (alone, among) = (run(&[]), run(&others));
            for (step, (alone, among)) in alone.iter().zip(&among).enumerate() {
                prop_assert_eq!(alone, among, "step {}", step);
            }
        }
    }
}

/// A mass of its own does not matter either.
#[test]
fn mass_of_its_own_is_dominated_too() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let light = BodyDef::dynamic().velocity([1.0, 0.0]).dominance(3);
    let own = MassProperties { mass: 1e-3, center: [0.0, 0.0].into(), inertia: 1e-4 };
    let light = ball(&mut world, light.mass(own), 0.5, 1.0, 0.0);
    ball(&mut world, BodyDef::dynamic().position([1.2, 0.3]), 0.5, 1.0, 0.0);
    (0..60).for_each(|_| world.step(DT));
    let body = world.body(light).unwrap();
    assert_eq!((body.velocity().x, body.velocity().y, body.angular_velocity()), (1.0, 0.0, 0.0));
}
