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

/// Adds a ball of 10 cm.
fn add_ball(world: &mut World, position: Point, velocity: Vec2, restitution: f32) -> BodyId {
    let ball = ColliderDef::new(Shape::circle(0.05).unwrap()).restitution(restitution).friction(0.0);
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
                let velocity = Vec2::new(angle.cos(), angle.sin()) * speed;
                add_ball(&mut world, place.into(), velocity, 1.0)
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
/// Returns how many of 400 such cases there are, and in how many of them the third ball is hit all the same.
fn hit_behind(restitution: f32) -> (u32, u32) {
    let (mut count, mut hits) = (0, 0);
    for i in 0..400 {
        let [p, q] = spread(i);
        let mut world = weightless();
        // Where the first two touch, and the normal there.
        let aside = 0.1 * (1.8 * p - 0.9);
        let along = (0.01 - aside * aside).sqrt();
        let normal = Vec2::new(along, aside) / 0.1;
        let velocity = Vec2::new(100.0, 0.0);
        // Of equal balls, what is left of the relative velocity along the normal is the restitution.
        let given = normal * velocity.dot(&normal) * (0.5 + 0.5 * restitution);
        let [of_first, of_second] = [velocity - given, given];
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
        let mut ball = |position, velocity| add_ball(&mut world, position, velocity, restitution);
        let first = ball(Point::new(-0.4, -aside), velocity);
        let second = ball(Point::origin(), Vec2::zeros());
        let third = ball(third, Vec2::zeros());
        for _ in 0..3 {
            world.step(DT);
        }
        let [first, second, third] = [first, second, third].map(|id| world.body(id).unwrap().velocity());
        let momentum = first + second + third;
        assert!((momentum - velocity).norm() < 0.01, "{restitution}, {i}: {momentum}");
        let energy = [first, second, third].map(|velocity| velocity.norm_squared()).into_iter().sum::<f32>();
        assert!(energy < velocity.norm_squared() * 1.0001, "{restitution}, {i}: {energy}");
        if third == Vec2::zeros() {
            assert!(
                (first - of_first).norm() < 0.5 && (second - of_second).norm() < 0.5,
                "{restitution}, {i}: {first} {second}"
            );
        } else {
            hits += 1;
        }
    }
    (count, hits)
}

/// From a restitution of a fifth on, a bounce takes effect before the other contacts of the step.
#[test]
fn ball_that_is_turned_away_does_not_hit_what_is_behind() {
    for restitution in [1.0, 0.5, 0.2] {
        let (count, hits) = hit_behind(restitution);
        assert!(count > 50, "{restitution}: {count}");
        assert_eq!(hits, 0, "{restitution}: of {count}");
    }
}

/// Below that it does not: contacts with so little restitution are not deferred, which would cost as much as
/// two steps, and what is behind may be hit.
#[test]
fn contacts_of_little_restitution_are_not_deferred() {
    let (count, hits) = hit_behind(0.19);
    assert!(hits > 0, "none of {count}");
}
