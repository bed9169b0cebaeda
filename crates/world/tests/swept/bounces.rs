//! Balls that bounce.

use crate::{DT, add, spread, weightless};
use geom::{Point, Shape, Vec2};
use world::{BodyDef, BodyId, ColliderDef, World, WorldSettings};

/// Drops an elastic ball and returns how deep it was in the ground at most, and the peak of its bounce, m.
fn drop_ball(height: f32, radius: f32) -> (f32, f32) {
    let mut world = World::new(WorldSettings::default().continuous(true));
    let ground = Shape::rectangle(5.0, 0.5).unwrap();
    add(&mut world, BodyDef::fixed().position([0.0, -0.5]), ColliderDef::new(ground));
    let def = BodyDef::dynamic().position([0.0, radius + height]);
    let ball = add(&mut world, def, ColliderDef::new(Shape::circle(radius).unwrap()).restitution(1.0));
    let (mut depth, mut peak, mut fell) = (0.0_f32, 0.0_f32, false);
    for _ in 0..400 {
        let before = world.body(ball).unwrap().velocity().y;
        world.step(DT);
        let view = world.body(ball).unwrap();
        let bottom = view.center().y - radius;
        depth = depth.max(-bottom);
        if before < 0.0 && view.velocity().y > 0.0 {
            if fell {
                break;
            }
            fell = true;
        }
        if fell {
            peak = peak.max(bottom);
        }
    }
    (depth, peak)
}

#[test]
fn landing_balls_do_not_sink_in_and_bounce_as_high_as_they_fell() {
    for i in 0..100 {
        let height = 0.5 + 0.2 * i as f32;
        for radius in [0.05, 0.25, 0.5] {
            let (depth, peak) = drop_ball(height, radius);
            assert!(depth < 0.005, "{depth} m deep from {height} m, radius {radius}");
            assert!((peak / height - 1.0).abs() < 0.01, "{peak} m from {height} m, radius {radius}");
        }
    }
}

/// Adds an elastic ball of 10 cm.
fn add_ball(world: &mut World, position: Point, velocity: Vec2) -> BodyId {
    let ball = ColliderDef::new(Shape::circle(0.05).unwrap()).restitution(1.0).friction(0.0);
    add(world, BodyDef::dynamic().position(position).velocity(velocity), ball)
}

/// Two hundred balls hit each other and four walls of a centimetre thousands of times. One impact in five is
/// not the only one of its ball in its step, and energy is lost if these are not put in order.
#[test]
fn elastic_balls_in_a_box_keep_their_energy() {
    for speed in [20.0, 60.0, 150.0] {
        let (mut world, half) = (weightless(), 12.0);
        for [x, y] in [[0.0_f32, -1.0_f32], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]] {
            let size = [x, y].map(|side| if side == 0.0 { half } else { 0.005 });
            let wall = ColliderDef::new(Shape::rectangle(size[0], size[1]).unwrap());
            let def = BodyDef::fixed().position([x, y].map(|side| side * (half + 0.005)));
            add(&mut world, def, wall.restitution(1.0).friction(0.0));
        }
        let balls: Vec<BodyId> = (0..196)
            .map(|i| {
                let place = [i % 14, i / 14].map(|k| 1.6 * (k as f32 - 6.5));
                let angle = core::f32::consts::TAU * spread(i)[1];
                add_ball(&mut world, place.into(), Vec2::new(angle.cos(), angle.sin()) * speed)
            })
            .collect();
        let mut hits = 0;
        for _ in 0..180 {
            world.step(DT);
            hits += world.events().hits().len();
        }
        let energy: f32 = balls.iter().map(|&id| world.body(id).unwrap().velocity().norm_squared()).sum();
        let share = energy / (balls.len() as f32 * speed * speed);
        let outside = world.dynamic_bodies().filter(|body| body.center().coords.amax() > half).count();
        assert_eq!(outside, 0, "{speed} m/s");
        assert!(
            (0.998..1.0001).contains(&share),
            "{share} of the energy is left at {speed} m/s, {hits} hits"
        );
        assert!(hits as f32 > 20.0 * speed, "{hits} hits at {speed} m/s");
    }
}

/// A ball flies at one that turns it away, and at another one behind that, which neither of them then meets.
#[test]
fn ball_that_is_turned_away_does_not_hit_what_is_behind() {
    let mut count = 0;
    for i in 0..400 {
        let [p, q] = spread(i);
        let mut world = weightless();
        // Where the first two touch, and the normal there.
        let aside = 0.1 * (1.8 * p - 0.9);
        let along = (0.01 - aside * aside).sqrt();
        let normal = Vec2::new(along, aside) / 0.1;
        let velocity = Vec2::new(100.0, 0.0);
        let [of_first, of_second] =
            [velocity - normal * velocity.dot(&normal), normal * velocity.dot(&normal)];
        let touch = Point::new(-along, -aside);
        let third = Point::new(0.15 + q, -aside * (0.2 + 0.7 * q));
        let misses = |from: Point, velocity: Vec2| {
            let to = third - from;
            let ahead = to.dot(&velocity) / velocity.norm_squared();
            (to - velocity * ahead.max(0.0)).norm() > 0.11
        };
        if !misses(touch, of_first) || !misses(Point::origin(), of_second) {
            continue;
        }
        count += 1;
        let first = add_ball(&mut world, Point::new(-0.4, -aside), velocity);
        let second = add_ball(&mut world, Point::origin(), Vec2::zeros());
        let third = add_ball(&mut world, third, Vec2::zeros());
        for _ in 0..3 {
            world.step(DT);
        }
        let [first, second, third] = [first, second, third].map(|id| world.body(id).unwrap().velocity());
        assert!(
            (first - of_first).norm() < 0.5 && (second - of_second).norm() < 0.5,
            "{i}: {first} {second}"
        );
        assert_eq!(third, Vec2::zeros(), "{i}");
    }
    assert!(count > 100, "{count}");
}
