//! Who else sees fast bodies: sensors, one-way colliders, hooks, sleepers, events; and who is left out.

use crate::{DT, add, spread, weightless};
use geom::{Pose, Shape, Sides, Vec2};
use textbook::ClassicSettings;
use world::{BodyDef, BodyId, ColliderDef, Filter, World, WorldSettings};

const SPEED: f32 = 120.0;

fn wall() -> ColliderDef {
    ColliderDef::new(Shape::rectangle(0.01, 2.0).unwrap())
}

/// A bullet at (-3, 0) that flies to the right.
fn bullet(world: &mut World, def: BodyDef) -> BodyId {
    let def = BodyDef { kind: world::BodyKind::Dynamic, ..def };
    let def = def.position([-3.0, 0.0]).velocity([SPEED, 0.0]);
    add(world, def, ColliderDef::new(Shape::circle(0.05).unwrap()))
}

fn x_after(world: &mut World, body: BodyId, steps: u32) -> f32 {
    (0..steps).for_each(|_| world.step(DT));
    world.body(body).unwrap().center().x
}

#[test]
fn world_or_body_that_opts_out_is_not_swept() {
    for (settings, of_body, passes) in [(true, true, false), (false, true, true), (true, false, true)] {
        let settings = WorldSettings::default().gravity([0.0, 0.0]).continuous(settings);
        let mut world = World::new(settings);
        add(&mut world, BodyDef::fixed(), wall());
        let bullet = bullet(&mut world, BodyDef::dynamic().continuous(of_body));
        assert_eq!(x_after(&mut world, bullet, 4) > 0.0, passes, "{of_body}");
    }
}

#[test]
fn sensor_reports_a_bullet_that_passes_within_a_step_once() {
    for i in 0..100 {
        let [p, q] = spread(i);
        let mut world = weightless();
        add(&mut world, BodyDef::fixed(), wall().sensor(true));
        let def = BodyDef::dynamic().position([-3.0 - p, 0.0]).velocity([20.0 + 300.0 * q, 0.0]);
        add(&mut world, def, ColliderDef::new(Shape::circle(0.05).unwrap()));
        let (mut entered, mut left) = (0, 0);
        for _ in 0..20 {
            world.step(DT);
            entered += world.events().sensors_begun().len();
            left += world.events().sensors_ended().len();
        }
        assert_eq!((entered, left), (1, 1), "{i}");
    }
}

#[test]
fn one_way_wall_and_one_sided_chain_stop_bullets_from_one_side_only() {
    for (from, passes) in [(-3.0, false), (3.0, true)] {
        let segment = geom::ChainSegment::new([0.0, 2.0], [0.0, -2.0], None, None, Sides::One);
        let chain = ColliderDef::new(Shape::ChainSegment(segment.unwrap()));
        for collider in [wall().one_way([-1.0, 0.0]), chain] {
            let mut world = weightless();
            add(&mut world, BodyDef::fixed(), collider.clone());
            let def = BodyDef::dynamic().position([from, 0.0]).velocity([-from * 40.0, 0.0]);
            let ball = add(&mut world, def, ColliderDef::new(Shape::circle(0.05).unwrap()));
            let x = x_after(&mut world, ball, 5);
            assert_eq!(x * from < 0.0, passes, "from {from}: at {x}, {:?}", collider.shape);
        }
    }
}

#[test]
fn filtered_and_teleported_bodies_pass() {
    let mut world = weightless();
    add(&mut world, BodyDef::fixed(), wall().filter(Filter { mask: 0, ..Filter::default() }));
    let ball = bullet(&mut world, BodyDef::dynamic());
    assert!(x_after(&mut world, ball, 4) > 0.0);

    let mut world = weightless();
    add(&mut world, BodyDef::fixed(), wall());
    let ball = bullet(&mut world, BodyDef::dynamic());
    world.body_mut(ball).unwrap().set_pose(Pose::at([3.0, 0.0])).unwrap();
    let x = x_after(&mut world, ball, 1);
    assert!((x - (3.0 + SPEED * DT)).abs() < 1e-4, "{x}");
}

/// A sleeping crate wakes in the step in which it is hit, and not when something flies past it.
#[test]
fn sleeper_wakes_when_it_is_hit_and_not_when_a_bullet_flies_past() {
    for (y, is_hit) in [(0.0, true), (0.8, false)] {
        let mut world = weightless();
        let crate_ = add(
            &mut world,
            BodyDef::dynamic().position([0.0, y]).awake(false),
            ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap()),
        );
        bullet(&mut world, BodyDef::dynamic());
        (0..4).for_each(|_| world.step(DT));
        let view = world.body(crate_).unwrap();
        assert_eq!(view.is_awake(), is_hit);
        assert_eq!(view.velocity().x > 0.0, is_hit);
    }
}

/// The contact begins and is hit in the step of the impact, where it happens, with the speed of the bullet.
#[test]
fn events_tell_step_place_and_speed_of_the_impact() {
    for i in 0..50 {
        let start = -3.0 - spread(i)[0];
        let mut world = weightless();
        add(&mut world, BodyDef::fixed(), wall());
        let def = BodyDef::dynamic().position([start, 0.3]).velocity([SPEED, 0.0]);
        add(&mut world, def, ColliderDef::new(Shape::circle(0.05).unwrap()));
        let step = ((-0.06 - start) / (SPEED * DT)) as u32;
        for now in 0..step + 2 {
            world.step(DT);
            let (begun, hits) = (world.events().contacts_begun(), world.events().hits());
            assert_eq!((begun.len(), hits.len()), if now == step { (1, 1) } else { (0, 0) }, "step {now}");
            if now == step {
                assert!((begun[0].point.x + 0.01).abs() < 1e-3 && (begun[0].point.y - 0.3).abs() < 1e-3);
                assert!((hits[0].point - begun[0].point).norm() < 1e-3);
                assert!((hits[0].approach_speed / SPEED - 1.0).abs() < 1e-3);
            }
        }
    }
}

/// A kinematic paddle that passes a ball within a step takes it along.
#[test]
fn kinematic_paddle_takes_along_what_it_hits() {
    for i in 0..200 {
        let [p, q] = spread(i);
        let mut world = weightless();
        let paddle = BodyDef::kinematic().position([-2.0 - p, 0.0]).velocity([20.0 + 200.0 * q, 0.0]);
        let paddle = add(&mut world, paddle, wall());
        let def = BodyDef::dynamic().position([0.0, p - 0.5]);
        let ball = add(&mut world, def, ColliderDef::new(Shape::circle(0.05).unwrap()).friction(0.0));
        for _ in 0..15 {
            world.step(DT);
            let [ball, paddle] = [ball, paddle].map(|id| world.body(id).unwrap().center().x);
            assert!(ball > paddle, "{i}: ball at {ball}, paddle at {paddle}");
        }
        let [ball, paddle] = [ball, paddle].map(|id| world.body(id).unwrap().velocity().x);
        assert!(ball > 0.99 * paddle, "{ball} of {paddle} m/s");
    }
}

/// A ball that flies past the corner of a box at 1 to 50 mm keeps its path.
#[test]
fn near_miss_leaves_the_path_as_it_is() {
    for i in 0..200 {
        let gap = 0.001 + 0.049 * spread(i)[0];
        let mut world = weightless();
        let corner = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap());
        add(&mut world, BodyDef::fixed().position([0.0, -0.6 - gap]), corner);
        // It is never within the speculative distance when a step begins.
        let start = -1.5 - 0.4 * spread(i)[1];
        let def = BodyDef::dynamic().position([start, 0.0]).velocity([240.0, 0.0]);
        let ball = add(&mut world, def, ColliderDef::new(Shape::circle(0.1).unwrap()));
        (0..3).for_each(|_| world.step(DT));
        let view = world.body(ball).unwrap();
        assert!(
            view.center().y == 0.0 && view.velocity() == Vec2::new(240.0, 0.0),
            "{gap}: {:?}",
            view.center()
        );
    }
}

#[test]
fn classic_solver_lets_no_bullet_through_either() {
    for i in 0..200 {
        let [p, q] = spread(i);
        let settings =
            WorldSettings::default().gravity([0.0, 0.0]).continuous(true).classic(ClassicSettings::default());
        let mut world = World::new(settings);
        add(&mut world, BodyDef::fixed(), wall());
        let def = BodyDef::dynamic().position([-1.0 - 3.0 * p, 0.0]).velocity([10.0 + 300.0 * q, 0.0]);
        let ball = add(&mut world, def, ColliderDef::new(Shape::circle(0.05).unwrap()));
        let x = x_after(&mut world, ball, 30);
        assert!(x < 0.0, "{i}: {x}");
    }
}

/// Bullets, sticks and crates in a room whose walls are 2 cm thick, for four seconds: none leaves it, and the
/// bits are the same on any threads.
#[test]
fn hail_in_a_room_has_the_same_bits_on_any_threads() {
    let run = |threads: usize| {
        let mut world = weightless();
        world.set_threads(threads);
        for (x, y, w, h) in
            [(0.0, -5.0, 5.0, 0.01), (0.0, 5.0, 5.0, 0.01), (-5.0, 0.0, 0.01, 5.0), (5.0, 0.0, 0.01, 5.0)]
        {
            let side = ColliderDef::new(Shape::rectangle(w, h).unwrap()).restitution(1.0);
            add(&mut world, BodyDef::fixed().position([x, y]), side);
        }
        for i in 0..100 {
            let [p, q] = spread(i);
            // Not all in the same direction.
            let [r, s] = spread(i * i * 7 + 13);
            let def = BodyDef::dynamic()
                .position([9.0 * p - 4.5, 9.0 * q - 4.5])
                .velocity(Vec2::new(r - 0.5, s - 0.5) * 300.0)
                .angular_velocity(50.0 * (p - q));
            let shape = match i % 3 {
                0 => Shape::circle(0.03),
                1 => Shape::capsule([-0.2, 0.0], [0.2, 0.0], 0.02),
                _ => Shape::rectangle(0.1, 0.1),
            };
            add(&mut world, def, ColliderDef::new(shape.unwrap()).restitution(0.9));
        }
        (0..240).for_each(|_| world.step(DT));
        let outside = world.dynamic_bodies().filter(|body| {
            let at = body.center();
            at.x.abs() > 5.0 || at.y.abs() > 5.0
        });
        (outside.count(), world.full_hash())
    };
    let found = [1, 2, 3].map(run);
    assert!(found.iter().all(|&(outside, hash)| outside == 0 && hash == found[0].1), "{found:x?}");
}

/// A body that is stopped on its way gets the work of gravity back that it did on the rest of the way; it is
/// not faster than its bound even so.
#[test]
fn bound_of_speed_holds_for_what_is_stopped_on_its_way() {
    let settings = WorldSettings::default().gravity([0.0, -50.0]);
    let mut world = World::new(settings);
    let wall = Shape::segment([-5.0, 3.0], [5.0, 3.0]).unwrap();
    add(&mut world, BodyDef::fixed(), ColliderDef::new(wall).restitution(1.0));
    let ball = || ColliderDef::new(Shape::circle(0.15).unwrap()).restitution(1.0);
    let balls: Vec<BodyId> = (0..40)
        .map(|i| {
            let def = BodyDef::dynamic().max_speeds(40.0, 100.0).velocity([10.0 * spread(i)[0], 80.0]);
            add(&mut world, def.position([0.4 * i as f32 - 8.0, spread(i)[1]]), ball())
        })
        .collect();
    for _ in 0..30 {
        world.step(DT);
        for &ball in &balls {
            let speed = world.body(ball).unwrap().velocity().norm();
            assert!(speed <= 40.0001, "{speed}");
        }
    }
}
