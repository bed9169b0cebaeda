//! Impacts on thin things: nothing leaves a closed room of segments, nothing gains energy, and what passes
//! beside an edge is not touched.
//!
//! All bodies are unflagged: this is what a game gets that does not think of speed.

use super::geometry::{Body, largest};
use super::trial::{Cost, GRAVITY, Trial, ball, rectangle, settings, shape};
use super::{Figure, lower};
use crate::engine::Unsupported;
use physics::prelude::*;

/// A wall without thickness, on its own static body.
fn segment(level: &mut Level, [a, b]: [Point; 2], restitution: f32) {
    let wall = ColliderDef::new(shape(Shape::segment(a, b))).restitution(restitution);
    level.body_with(BodyDef::fixed(), wall);
}

/// A closed room of segments around the origin.
fn room(level: &mut Level, half: [f32; 2], restitution: f32) {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corners = corners.map(|[x, y]: [f32; 2]| Point::new(x * half[0], y * half[1]));
    for i in 0..4 {
        segment(level, [corners[i], corners[(i + 1) % 4]], restitution);
    }
}

fn is_outside(body: &Body, half: [f32; 2]) -> bool {
    let inside = body.position.x.abs() <= f64::from(half[0]) && body.position.y.abs() <= f64::from(half[1]);
    !inside
}

/// Half the width and the height of a table, m.
const TABLE: [f32; 2] = [0.5, 1.0];

/// Tables, beside each other in worlds of their own.
const TABLES: u32 = 20;

/// Balls of 4 cm fly at 40 m/s in closed tables with bumpers that give back more than they get, for 30 s.
/// Counted are the balls that are outside at the end.
pub(super) fn pinball(trial: &mut Trial) -> Result<(), Unsupported> {
    let radius = trial.around(0.02, 0.2);
    let (mut cost, mut lost) = (Cost::default(), 0);
    for _ in 0..TABLES {
        let mut level = Level::new(settings().gravity([0.0, -2.0]));
        room(&mut level, TABLE, 0.9);
        for bumper in [[-0.2, 0.4], [0.2, 0.4], [0.0, 0.1]] {
            level.body_with(BodyDef::fixed().position(bumper), ball(0.06).restitution(1.2));
        }
        let velocity = Rot::from_angle(trial.between(-3.0, 3.0)) * Vec2::new(40.0, 0.0);
        let start = BodyDef::dynamic().position([0.0, -0.5]).velocity(velocity).can_sleep(false);
        level.body_with(start, ball(radius).restitution(0.9).friction(0.1));
        let number = level.bodies.len() as u32 - 1;
        let mut live = trial.build(&level)?;
        live.run(30.0, |_| {});
        lost += usize::from(is_outside(&live.body(number), TABLE));
        cost = cost.plus(live.cost);
    }
    trial.record("lost", 100.0 * lost as f64 / f64::from(TABLES), cost);
    Ok(())
}

/// Balls fall past the corner of a box with a clearance of 1 cm, at moments that differ by parts of a step:
/// how far the farthest is moved aside.
pub(super) fn ledge(trial: &mut Trial) -> Result<(), Unsupported> {
    const BALLS: u32 = 40;
    let radius = trial.around(0.1, 0.2);
    let mut level = Level::new(settings());
    let starts: Vec<f32> = (0..BALLS)
        .map(|i| {
            let corner = 10.0 * i as f32;
            level.body_with(BodyDef::fixed().position([corner - 1.0, -1.0]), rectangle(1.0, 1.0));
            let x = corner + radius + 0.01;
            let height = 5.0 + 0.2 * i as f32 / BALLS as f32;
            level.body_with(BodyDef::dynamic().position([x, height]), ball(radius));
            x
        })
        .collect();
    let mut live = trial.build(&level)?;
    live.run(1.5, |_| {});
    let aside = |(i, &x): (u32, &f32)| (live.body(2 * i + 1).position.x - f64::from(x)).abs();
    let farthest = (0..).zip(&starts).map(aside).fold(0.0, largest);
    trial.record("aside", farthest, live.cost);
    Ok(())
}

/// A ball slides without friction in half a circle of segments: how far its energy is from that at the start
/// after 20 s, as a share of the potential energy with which it began.
pub(super) fn bowl(trial: &mut Trial) -> Result<(), Unsupported> {
    const SEGMENTS: u16 = 40;
    let radius = trial.around(5.0, 0.1);
    let size = trial.around(0.2, 0.2);
    let mut level = Level::new(settings());
    let at = |i: u16| {
        let angle = std::f32::consts::PI * (1.0 + f32::from(i) / f32::from(SEGMENTS));
        Point::from(Rot::from_angle(angle) * Vec2::new(radius, 0.0))
    };
    // From right to left, so that the inside of the bowl is outside of the ground.
    let points: Vec<Point> = (0..=SEGMENTS).rev().map(at).collect();
    let segments = match chain(points, false, Sides::One) {
        Ok(segments) => segments,
        Err(error) => panic!("a probe's chain: {error}"),
    };
    let body = level.body(BodyDef::fixed());
    let material = Material { friction: 0.0, static_friction: 0.0, ..Material::default() };
    level.chain(body, &segments, material, Filter::default());
    let start = Rot::from_angle(-0.6) * Vec2::new(0.98 * (radius - size), 0.0);
    level.body_with(BodyDef::dynamic().position(Point::from(start)), ball(size).friction(0.0));
    let mut live = trial.build(&level)?;
    let energy = |body: Body| {
        let motion = 0.5 * body.velocity.dot(body.velocity);
        motion + GRAVITY * (body.position.y + f64::from(radius - size))
    };
    let before = energy(live.body(1));
    live.run(20.0, |_| {});
    trial.record("energy_error", 100.0 * (energy(live.body(1)) / before - 1.0).abs(), live.cost);
    Ok(())
}

/// A plank rocks on a fixed disc without slipping for 10 s: how far its swing in the last 2 s is from
/// that at the start, as a share of it. At the tilt a the centre of the plank is at (r + h) n + r a t.
pub(super) fn rocking_plank(trial: &mut Trial) -> Result<(), Unsupported> {
    let radius = trial.around(1.0, 0.2);
    let tilt = trial.around(0.2, 0.2);
    let half_height = 0.05;
    let mut level = Level::new(settings().rolling_resistance(0.0));
    level.body_with(BodyDef::fixed(), ball(radius).friction(5.0));
    let (sin, cos) = tilt.sin_cos();
    let (lever, arc) = (radius + half_height, radius * tilt);
    let start = [arc * cos - lever * sin, lever * cos + arc * sin];
    let plank = rectangle(1.0, half_height).friction(5.0);
    level.body_with(BodyDef::dynamic().position(start).angle(tilt), plank);
    let mut live = trial.build(&level)?;
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    live.run(10.0, |live| {
        // Only the last 2 s count.
        if (live.time() - 8.0).abs() < 1e-3 {
            (least, most) = (f64::INFINITY, f64::NEG_INFINITY);
        }
        let angle = live.body(1).angle();
        (least, most) = (least.min(angle), most.max(angle));
    });
    // Half of the way from one side to the other: zero for a plank that does not move.
    let swing = 0.5 * (most - least);
    trial.record("swing_error", 100.0 * (swing / f64::from(tilt) - 1.0).abs(), live.cost);
    Ok(())
}

/// Boxes of 10 cm fall 8 m on a segment: the share that is below it after 3 s.
pub(super) fn boxes_on_a_segment(trial: &mut Trial) -> Result<(), Unsupported> {
    const BOXES: u32 = 300;
    let half = trial.around(0.05, 0.2);
    let mut level = Level::new(settings());
    segment(&mut level, [Point::new(-10.0, 0.0), Point::new(2.0 * BOXES as f32, 0.0)], 0.0);
    for i in 0..BOXES {
        let start = [2.0 * i as f32, 8.0 + trial.between(0.0, 0.5)];
        let body = BodyDef::dynamic().position(start).angle(trial.between(-3.0, 3.0));
        level.body_with(body.angular_velocity(trial.between(-10.0, 10.0)), rectangle(half, half));
    }
    let mut live = trial.build(&level)?;
    live.run(3.0, |_| {});
    let below = |body: &&Body| body.position.y.is_nan() || body.position.y < 0.0;
    let bodies = live.bodies();
    let through = bodies[1..].iter().filter(below).count();
    trial.record("through", 100.0 * through as f64 / f64::from(BOXES), live.cost);
    Ok(())
}

/// The figures of [`bounce_house`].
pub(super) const HOUSE_FIGURES: &[Figure] = &[lower("energy_gained", "%"), lower("lost", "%")];

/// Elastic planks fly and turn in a closed room without gravity for 20 s: the greatest kinetic energy at any
/// time beside that at the start, and the share of planks outside at the end.
pub(super) fn bounce_house(trial: &mut Trial) -> Result<(), Unsupported> {
    const SIDE: u32 = 4;
    const HALF_ROOM: [f32; 2] = [5.0, 5.0];
    let half = [trial.around(0.5, 0.2), trial.around(0.1, 0.2)];
    let mut level = Level::new(settings().gravity([0.0, 0.0]));
    room(&mut level, HALF_ROOM, 1.0);
    for i in 0..SIDE * SIDE {
        let along = |k: u32| 2.0 * (k as f32 - 0.5 * (SIDE as f32 - 1.0));
        let velocity = Rot::from_angle(trial.between(-3.0, 3.0)) * Vec2::new(5.0, 0.0);
        let body = BodyDef::dynamic()
            .position([along(i % SIDE), along(i / SIDE)])
            .angle(trial.between(-3.0, 3.0))
            .velocity(velocity)
            .angular_velocity(trial.between(-10.0, 10.0));
        level.body_with(body, rectangle(half[0], half[1]).restitution(1.0).friction(0.0));
    }
    let mut live = trial.build(&level)?;
    // Inertia per mass of a rectangle: (w^2 + h^2) / 3 of its half extents.
    let inertia = half.iter().map(|&h| f64::from(h * h)).sum::<f64>() / 3.0;
    let energy = |bodies: &[Body]| -> f64 {
        let of = |body: &Body| body.velocity.dot(body.velocity) + inertia * body.angular_velocity.powi(2);
        bodies[4..].iter().map(of).sum()
    };
    let before = energy(&live.bodies());
    let mut most = before;
    live.run(20.0, |live| most = largest(most, energy(&live.bodies())));
    let bodies = live.bodies();
    let lost = bodies[4..].iter().filter(|body| is_outside(body, HALF_ROOM)).count();
    trial.record("energy_gained", 100.0 * (most / before - 1.0), live.cost);
    trial.record("lost", 100.0 * lost as f64 / f64::from(SIDE * SIDE), live.cost);
    Ok(())
}

/// Boxes slide on tiles with real steps of 5 cm up among the seams: the share that goes on as if there were
/// no step.
pub(super) fn steps_among_seams(trial: &mut Trial) -> Result<(), Unsupported> {
    const LANES: u32 = 20;
    const STEP: f32 = 0.05;
    let size = trial.around(0.25, 0.2);
    let speed = trial.around(5.0, 0.2);
    let mut level = Level::new(settings());
    for lane in 0..LANES {
        let height = 20.0 * lane as f32;
        for tile in 0..20_u8 {
            let rise = if tile >= 10 { STEP } else { 0.0 };
            let position = [f32::from(tile) + 0.5, height + rise - 0.5];
            level.body_with(BodyDef::fixed().position(position), rectangle(0.5, 0.5).friction(0.0));
        }
    }
    let first = level.bodies.len() as u32;
    for lane in 0..LANES {
        let position = [trial.between(2.0, 3.0), 20.0 * lane as f32 + size];
        let body = BodyDef::dynamic().position(position).velocity([speed * trial.between(0.9, 1.1), 0.0]);
        level.body_with(body, rectangle(size, size).friction(0.0));
    }
    let mut live = trial.build(&level)?;
    live.run(3.0, |_| {});
    let goes_on = |lane: u32| {
        let body = live.body(first + lane);
        let floor = f64::from(20.0 * lane as f32);
        // Past the step and still at the height of the lower floor, or below it.
        let lowest = floor + f64::from(size + 0.5 * STEP);
        body.position.x.is_nan() || (body.position.x > 10.1 && body.position.y < lowest)
    };
    let missed = (0..LANES).filter(|&lane| goes_on(lane)).count();
    trial.record("missed", 100.0 * missed as f64 / f64::from(LANES), live.cost);
    Ok(())
}

/// The figures of [`heaps`].
pub(super) const HEAP_FIGURES: &[Figure] = &[lower("awake", "%"), lower("speed", "m/s")];

/// Heaps of 200 balls, boxes and polygons between walls, on their own: the share that is awake after 25 s,
/// and the greatest speed then.
pub(super) fn heaps(trial: &mut Trial) -> Result<(), Unsupported> {
    const HEAPS: u32 = 10;
    let (mut cost, mut awake, mut speed) = (Cost::default(), 0, 0.0);
    for _ in 0..HEAPS {
        let mut level = Level::new(settings().sleeping(true));
        level.body_with(BodyDef::fixed().position([0.0, -1.0]), rectangle(12.0, 1.0));
        for side in [-1.0, 1.0] {
            level.body_with(BodyDef::fixed().position([8.0 * side, 5.0]), rectangle(1.0, 6.0));
        }
        for i in 0..200_u16 {
            let position = [1.2 * (f32::from(i % 10) - 4.5), 1.0 + 1.2 * f32::from(i / 10)];
            let size = trial.between(0.2, 0.5);
            let collider = match i % 3 {
                0 => ball(size),
                1 => rectangle(size, trial.between(0.2, 0.5)),
                _ => ColliderDef::new(shape(Polygon::regular(5, size).map(Shape::Polygon))),
            };
            let body = BodyDef::dynamic().position(position).angle(trial.between(-3.0, 3.0));
            level.body_with(body, collider);
        }
        let mut live = trial.build(&level)?;
        live.run(25.0, |_| {});
        let bodies = live.bodies();
        awake += usize::from(bodies[3..].iter().any(|body| body.awake));
        speed = bodies[3..].iter().map(|body| body.velocity.length()).fold(speed, largest);
        cost = cost.plus(live.cost);
    }
    trial.record("awake", 100.0 * f64::from(awake as u32) / f64::from(HEAPS), cost);
    trial.record("speed", speed, cost);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Vector;
    use super::*;

    /// A body at the wall is inside; beyond it, or lost, it is outside.
    #[test]
    fn a_body_that_is_lost_is_outside() {
        let at = |x, y| {
            let mut body = Body::GONE;
            body.position = Vector::new(x, y);
            body
        };
        assert!(!is_outside(&at(0.5, -1.0), TABLE));
        assert!(is_outside(&at(0.51, 0.0), TABLE) && is_outside(&at(0.0, -1.1), TABLE));
        assert!(is_outside(&Body::GONE, TABLE));
    }
}
