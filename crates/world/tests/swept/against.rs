//! Which contacts are swept is a setting of the world: all, those with static bodies, or none.

use crate::shots::{Wall, shoot, speed_of};
use crate::{DT, add, spread, weightless_with};
use geom::{Shape, Vec2};
use world::{BodyDef, ColliderDef, Continuous, World, WorldSettings};

const ALL: [Continuous; 3] = [Continuous::Nothing, Continuous::AgainstStatic, Continuous::All];

const STATIC: [Wall; 3] = [Wall::Static, Wall::Segment, Wall::HalfSpace];

/// How many of 400 shots pass, where these contacts are swept.
fn count_passing(wall: Wall, continuous: Continuous) -> usize {
    (0..400).filter(|&i| shoot(wall, i, speed_of(i), continuous).0).count()
}

/// Swept against static bodies only, no bullet passes one, and each shot has the bits that it has where all
/// is swept.
#[test]
fn against_static_no_shot_passes_a_static_wall_and_all_have_the_same_bits() {
    for wall in STATIC {
        for i in 0..400 {
            let [only_static, all] =
                [Continuous::AgainstStatic, Continuous::All].map(|it| shoot(wall, i, speed_of(i), it));
            assert!(!only_static.0, "{wall:?}, shot {i}");
            assert_eq!(only_static, all, "{wall:?}, shot {i}");
        }
    }
}

/// What can move is passed as if nothing were swept; swept against all, it stops the bullets.
#[test]
fn against_static_most_shots_pass_what_can_move() {
    for wall in [Wall::Kinematic, Wall::Dynamic(100.0), Wall::Dynamic(1.0)] {
        let [nothing, only_static, all] = ALL.map(|it| count_passing(wall, it));
        assert_eq!((only_static, all), (nothing, 0), "{wall:?}");
        assert!(nothing > 250, "{wall:?}: {nothing}");
    }
    assert!(count_passing(Wall::Static, Continuous::Nothing) > 250);
}

/// Balls and boxes that bounce in rooms of static walls of 2 cm, each in its own, have the bits that they
/// have where all is swept; without sweeps they get out.
#[test]
fn against_static_bodies_alone_in_their_rooms_have_the_same_bits() {
    let rooms = |continuous: Continuous| {
        let mut world = World::new(WorldSettings::default().continuous(continuous));
        let bodies: Vec<_> = (0..12)
            .map(|i| {
                let middle = Vec2::new(20.0 * i as f32, 0.0);
                let ground = world.add_body(BodyDef::fixed().position(middle)).unwrap();
                for (x, y, half_width, half_height) in [
                    (0.0, -2.0, 2.0, 0.01),
                    (0.0, 2.0, 2.0, 0.01),
                    (-2.0, 0.0, 0.01, 2.0),
                    (2.0, 0.0, 0.01, 2.0),
                ] {
                    let wall = ColliderDef::new(Shape::rectangle(half_width, half_height).unwrap());
                    world.add_collider(ground, wall.offset([x, y], 0.0)).unwrap();
                }
                let [p, q] = spread(i);
                let shape = if i % 2 == 0 {
                    Shape::circle(0.1).unwrap()
                } else {
                    Shape::rectangle(0.1, 0.05).unwrap()
                };
                let velocity = Vec2::new(120.0 * (p - 0.5), 120.0 * (q - 0.5));
                let def = BodyDef::dynamic().position(middle).velocity(velocity).angular_velocity(30.0 * p);
                (add(&mut world, def, ColliderDef::new(shape).restitution(0.9)), middle)
            })
            .collect();
        let hashes: Vec<u64> = (0..240)
            .map(|_| {
                world.step(DT);
                world.state_hash()
            })
            .collect();
        let is_out = |&&(body, middle): &&(world::BodyId, Vec2)| {
            let at = world.body(body).unwrap().center().coords - middle;
            at.x.abs() > 2.0 || at.y.abs() > 2.0
        };
        (hashes, bodies.iter().filter(is_out).count())
    };
    let [nothing, only_static, all] = ALL.map(rooms);
    assert_eq!((only_static.1, all.1), (0, 0));
    assert!(nothing.1 > 0);
    assert!(only_static.0 == all.0, "other bits");
}

/// A ball that a box pushes at 60 m/s is stopped by a static wall of 1 cm behind it: its own motion was not
/// fast when the step began, so only the clamp can see to it.
#[test]
fn against_static_what_is_pushed_does_not_pass_a_static_wall() {
    let places = ALL.map(|continuous| {
        let mut world = weightless_with(continuous);
        add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(0.005, 2.0).unwrap()));
        let ball = BodyDef::dynamic().position([-0.4, 0.0]);
        let ball = add(&mut world, ball, ColliderDef::new(Shape::circle(0.05).unwrap()));
        let pusher = BodyDef::dynamic().position([-0.7, 0.0]).velocity([60.0, 0.0]);
        add(&mut world, pusher, ColliderDef::new(Shape::rectangle(0.25, 0.25).unwrap()));
        (0..5).for_each(|_| world.step(DT));
        world.body(ball).unwrap().center().x
    });
    assert!(places[0] > 0.0 && places[1] < 0.0 && places[2] < 0.0, "{places:?}");
}

/// A bullet that flies through crates towards a static wall gets a pair with the wall alone.
#[test]
fn against_static_a_bullet_has_no_contacts_with_crates_on_its_way() {
    let contacts = ALL.map(|continuous| {
        let mut world = weightless_with(continuous);
        for i in 0..8 {
            let crate_def = BodyDef::dynamic().position([1.0 + 0.5 * i as f32, 0.0]);
            add(&mut world, crate_def, ColliderDef::new(Shape::rectangle(0.1, 0.1).unwrap()));
        }
        let wall = BodyDef::fixed().position([4.9, 0.0]);
        add(&mut world, wall, ColliderDef::new(Shape::rectangle(0.1, 1.0).unwrap()));
        let bullet = BodyDef::dynamic().velocity([300.0, 0.0]);
        add(&mut world, bullet, ColliderDef::new(Shape::circle(0.05).unwrap()));
        world.step(DT);
        world.stats().contacts
    });
    assert_eq!((contacts[0], contacts[1]), (0, 1));
    assert!(contacts[2] > 5);
}

/// A static sensor reports what passes through it within a step, a kinematic one does not.
#[test]
fn against_static_only_static_sensors_report_what_passes() {
    let entered = |continuous: Continuous, sensor: BodyDef| {
        let mut world = weightless_with(continuous);
        let shape = Shape::rectangle(0.02, 1.0).unwrap();
        add(&mut world, sensor.position([2.0, 0.0]), ColliderDef::new(shape).sensor(true));
        let bullet = BodyDef::dynamic().velocity([240.0, 0.0]);
        add(&mut world, bullet, ColliderDef::new(Shape::circle(0.05).unwrap()));
        world.step(DT);
        world.events().sensors_begun().len()
    };
    assert_eq!(ALL.map(|it| entered(it, BodyDef::fixed())), [0, 1, 1]);
    assert_eq!(ALL.map(|it| entered(it, BodyDef::kinematic())), [0, 0, 1]);
}

/// The classic solver has no swept contacts: the clamp alone decides, by the same setting.
#[test]
fn against_static_holds_for_the_classic_solver() {
    let passes = |continuous: Continuous, wall: BodyDef| {
        let settings = WorldSettings::default().gravity([0.0, 0.0]).continuous(continuous);
        let mut world = World::new(settings.classic(world::textbook::ClassicSettings::default()));
        add(&mut world, wall, ColliderDef::new(Shape::rectangle(0.005, 2.0).unwrap()));
        let bullet = BodyDef::dynamic().position([-3.0, 0.0]).velocity([100.0, 0.0]);
        let bullet = add(&mut world, bullet, ColliderDef::new(Shape::circle(0.05).unwrap()));
        (0..10).for_each(|_| world.step(DT));
        world.body(bullet).unwrap().center().x > 0.0
    };
    assert_eq!(ALL.map(|it| passes(it, BodyDef::fixed())), [true, false, false]);
    assert_eq!(ALL.map(|it| passes(it, BodyDef::kinematic())), [true, true, false]);
}
