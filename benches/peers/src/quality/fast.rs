//! Fast bodies should not pass through thin ones.
//!
//! Many shots share a world. They are far enough apart not to meet within the few steps that each takes, and
//! near enough to the origin for f32 to resolve a wall of a centimetre to a thousandth of its thickness.
//! There is no gravity: within these steps it would only move the loose walls.
//!
//! Each probe is run twice: as users write it, and with bodies flagged as fast, see
//! [`BuildOptions::bullets`]. Box2D and Rapier sweep a flagged body against dynamic bodies too, but never
//! against another flagged body.

use super::geometry::{Body, Vector, largest};
use super::trial::{Cost, Trial, ball, rectangle, settings};
use super::{Figure, lower};
use crate::engine::{BuildOptions, Unsupported};
use physics::prelude::*;

/// The figures of the probes with bullets.
pub(super) const SHARES: &[Figure] = &[lower("default", "%"), lower("flagged", "%")];

/// Without and with the flag.
const VARIANTS: [(bool, [&str; 2]); 2] =
    [(false, ["default", "depth_default"]), (true, ["flagged", "depth_flagged"])];

/// Number of shots in a world, in a square.
const SIDE: u32 = 10;

/// Distance between shots, m.
const SPACING: f32 = 50.0;

/// Number of worlds, for 1,000 shots.
const WORLDS: u32 = 10;

/// Speed of a bullet, m/s.
const SPEED: f32 = 300.0;

/// Duration, s: a bullet that nothing stops flies 25 m.
const FLIGHT: f64 = 5.0 / 60.0;

/// Positions of the shots of a world.
fn places() -> impl Iterator<Item = Point> {
    let along = |i: u32| SPACING * (i as f32 - 0.5 * (SIDE as f32 - 1.0));
    (0..SIDE * SIDE).map(move |i| Point::new(along(i % SIDE), along(i / SIDE)))
}

/// Half the height of a wall, m.
const HALF_WALL: f32 = 1.0;

pub(super) fn bullet_static(trial: &mut Trial) -> Result<(), Unsupported> {
    bullets_at_walls(trial, BodyDef::fixed(), Wall::Density(1.0))
}

/// A loose wall is heavy enough to stay nearly at its place during the probe; otherwise a ball on its other
/// side need not have passed through it.
pub(super) fn bullet_dynamic(trial: &mut Trial) -> Result<(), Unsupported> {
    bullets_at_walls(trial, BodyDef::dynamic(), Wall::Density(100.0))
}

/// A loose wall flies away with the ball, and turns by several radians within a step, so that its ends
/// change sides without any passage. So the velocity counts as well. Of frictionless and inelastic bodies of
/// one mass, the wall takes from the ball
///
/// > dv = v_n / (2 + 3 d^2 / (a^2 + b^2))
///
/// where v_n is the speed of the ball along the wall's normal, d is the distance from the wall's centre to
/// the point that the ball hits, and a and b are half the height and half the thickness of the wall. A ball
/// that crosses the wall and loses less than half of this has passed through.
pub(super) fn bullet_equal(trial: &mut Trial) -> Result<(), Unsupported> {
    bullets_at_walls(trial, BodyDef::dynamic(), Wall::MassOfBall)
}

/// The mass of a wall.
#[derive(Clone, Copy, Debug)]
enum Wall {
    /// kg/m^2.
    Density(f32),
    /// That of the ball which flies at it.
    MassOfBall,
}

/// The density of a ball, kg/m^2.
const BALL_DENSITY: f32 = 1.0;

/// Balls fly at walls from the left, from a distance of one to two steps of flight, up to half the wall's
/// height beside its middle, and up to 30 degrees from the normal.
fn bullets_at_walls(trial: &mut Trial, wall: BodyDef, mass: Wall) -> Result<(), Unsupported> {
    let radius = trial.around(0.05, 0.5);
    let speed = trial.around(SPEED, 0.2);
    let half_thickness = trial.around(0.005, 0.3);
    let step = speed / 60.0;
    let density = match mass {
        Wall::Density(density) => density,
        Wall::MassOfBall => {
            BALL_DENSITY * std::f32::consts::PI * radius * radius / (4.0 * half_thickness * HALF_WALL)
        }
    };
    // What a wall of the ball's mass takes from its velocity, for each shot.
    let mut taken = Vec::new();
    let levels: Vec<Level> = (0..WORLDS)
        .map(|_| {
            let mut level = Level::new(settings().gravity([0.0, 0.0]));
            for place in places() {
                let wall_shape = rectangle(half_thickness, HALF_WALL).density(density);
                level.body_with(wall.position(place), wall_shape);
                let aim = Vec2::new(0.0, trial.between(-0.5, 0.5) * HALF_WALL);
                let direction = Rot::from_angle(trial.between(-0.52, 0.52)) * Vec2::new(1.0, 0.0);
                let start = place + aim - direction * trial.between(step, 2.0 * step);
                let bullet = BodyDef::dynamic().position(start).velocity(direction * speed);
                level.body_with(bullet, ball(radius).density(BALL_DENSITY));
                let lever = aim.y - direction.y / direction.x * (half_thickness + radius);
                let inertia = (HALF_WALL * HALF_WALL + half_thickness * half_thickness) / 3.0;
                taken.push(f64::from(speed * direction.x / (2.0 + lever * lever / inertia)));
            }
            level
        })
        .collect();
    for (bullets, [name, _]) in VARIANTS {
        let (mut cost, mut through) = (Cost::default(), 0);
        for (level, taken) in levels.iter().zip(taken.chunks(level_size())) {
            let mut live = trial.build_with(level, BuildOptions { bullets, ..BuildOptions::default() })?;
            let pairs = |bodies: Vec<Body>| -> Vec<(Vector, Vector)> {
                // Position of each ball in the frame of its wall, and its velocity.
                let pair = |pair: &[Body]| (pair[0].to_local(pair[1].position), pair[1].velocity);
                bodies.chunks_exact(2).map(pair).collect()
            };
            let first = pairs(live.bodies());
            let mut before = first.clone();
            let mut crossed = vec![false; before.len()];
            live.run(FLIGHT, |live| {
                let after = pairs(live.bodies());
                for (i, crossed) in crossed.iter_mut().enumerate() {
                    *crossed |= passes(before[i].0, after[i].0, f64::from(HALF_WALL));
                }
                before = after;
            });
            through += (0..level_size())
                .filter(|&i| match mass {
                    Wall::Density(_) => crossed[i],
                    Wall::MassOfBall => {
                        let change = (before[i].1 - first[i].1).length();
                        change.is_nan() || (crossed[i] && change < 0.5 * taken[i])
                    }
                })
                .count();
            cost = cost.plus(live.cost);
        }
        trial.record(name, percent(through, (WORLDS * SIDE * SIDE) as usize), cost);
    }
    Ok(())
}

/// Whether the path from `before` to `after` crosses a wall along the y axis that reaches `half` (m) to
/// either side of the origin. A body that is lost counts as passed.
fn passes(before: Vector, after: Vector, half: f64) -> bool {
    if !(after - before).length().is_finite() {
        return true;
    }
    if before.x >= 0.0 || after.x < 0.0 {
        return false;
    }
    let share = before.x / (before.x - after.x);
    (before.y + (after.y - before.y) * share).abs() <= half
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole as f64
}

/// The balls meet at up to half of the offset at which they would only graze. Without restitution a hit
/// removes all relative velocity along the normal; a ball that keeps more than half of it has passed through.
pub(super) fn bullet_vs_bullet(trial: &mut Trial) -> Result<(), Unsupported> {
    let radius = trial.around(0.05, 0.5);
    let speed = trial.around(SPEED, 0.2);
    let step = speed / 60.0;
    let mut offsets = Vec::new();
    let levels: Vec<Level> = (0..WORLDS)
        .map(|_| {
            let mut level = Level::new(settings().gravity([0.0, 0.0]));
            for place in places() {
                let turn = Rot::from_angle(trial.between(-3.0, 3.0));
                let offset = trial.between(-0.5, 0.5);
                let apart = trial.between(2.0 * step, 4.0 * step);
                offsets.push(f64::from(offset));
                for side in [-1.0_f32, 1.0] {
                    let start = Vec2::new(0.5 * apart, offset * radius) * side;
                    let velocity = Vec2::new(-speed * side, 0.0);
                    let body = BodyDef::dynamic().position(place + turn * start).velocity(turn * velocity);
                    level.body_with(body, ball(radius));
                }
            }
            level
        })
        .collect();
    for (bullets, [name, _]) in VARIANTS {
        let (mut cost, mut through) = (Cost::default(), 0);
        for (level, offsets) in levels.iter().zip(offsets.chunks(level_size())) {
            let mut live = trial.build_with(level, BuildOptions { bullets, ..BuildOptions::default() })?;
            let relative = |bodies: Vec<Body>| -> Vec<Vector> {
                bodies.chunks_exact(2).map(|pair| pair[1].velocity - pair[0].velocity).collect()
            };
            let before = relative(live.bodies());
            live.run(FLIGHT, |_| {});
            let after = relative(live.bodies());
            for ((before, after), offset) in before.into_iter().zip(after).zip(offsets) {
                let along_normal = before.length() * (1.0 - offset * offset).sqrt();
                let taken = (after - before).length();
                through += usize::from(taken.is_nan() || taken < 0.5 * along_normal);
            }
            cost = cost.plus(live.cost);
        }
        trial.record(name, percent(through, offsets.len()), cost);
    }
    Ok(())
}

/// Number of shots in a world.
fn level_size() -> usize {
    (SIDE * SIDE) as usize
}

/// Half length and half thickness of a stick, m.
const STICK: [f32; 2] = [1.0, 0.01];

/// Duration, s: a stick that nothing stops flies 20 m.
const STICK_FLIGHT: f64 = 1.0;

/// Sticks fly at walls that are far higher than they are long, at any angle, spinning either way.
pub(super) fn spinning_stick(trial: &mut Trial) -> Result<(), Unsupported> {
    let half = trial.around(STICK[0], 0.2);
    let thickness = trial.around(STICK[1], 0.2);
    let half_wall = trial.around(0.01, 0.3);
    let speed = trial.around(20.0, 0.2);
    let spin = trial.around(50.0, 0.2);
    const HALF_HEIGHT: f32 = 10.0;
    let levels: Vec<Level> = (0..WORLDS)
        .map(|_| {
            let mut level = Level::new(settings().gravity([0.0, 0.0]));
            for place in places() {
                level.body_with(BodyDef::fixed().position(place), rectangle(half_wall, HALF_HEIGHT));
                let start = place - Vec2::new(trial.between(2.0, 5.0) * half, 0.0);
                let spin = if trial.between(-1.0, 1.0) < 0.0 { -spin } else { spin };
                let stick = BodyDef::dynamic()
                    .position(start)
                    .angle(trial.between(-3.0, 3.0))
                    .velocity([speed, 0.0])
                    .angular_velocity(spin);
                level.body_with(stick, rectangle(half, thickness));
            }
            level
        })
        .collect();
    for (bullets, [share_name, depth_name]) in VARIANTS {
        let (mut cost, mut through, mut depth, mut sticks) = (Cost::default(), 0, 0.0, 0);
        for level in &levels {
            let mut live = trial.build_with(level, BuildOptions { bullets, ..BuildOptions::default() })?;
            let mut before = live.bodies();
            let mut deepest = vec![0.0_f64; before.len() / 2];
            let mut passed = vec![false; before.len() / 2];
            live.run(STICK_FLIGHT, |live| {
                let after = live.bodies();
                for (i, pair) in after.chunks_exact(2).enumerate() {
                    let wall = pair[0];
                    let middles = [before[2 * i + 1], pair[1]].map(|stick| wall.to_local(stick.position));
                    passed[i] |= passes(middles[0], middles[1], f64::from(HALF_HEIGHT));
                    let corners = pair[1].corners(half, thickness).map(|corner| wall.to_local(corner));
                    let beside = corners.iter().any(|corner| corner.y.abs() > f64::from(HALF_HEIGHT));
                    if !beside {
                        // The depth beyond the side from which it came, at most the whole thickness.
                        let past = corners.iter().map(|corner| corner.x + f64::from(half_wall));
                        deepest[i] = largest(deepest[i], past.fold(0.0, largest).min(2.0 * f64::from(half)));
                    }
                }
                before = after;
            });
            through += passed.iter().filter(|&&passed| passed).count();
            depth += deepest.iter().sum::<f64>();
            sticks += deepest.len();
            cost = cost.plus(live.cost);
        }
        trial.record(share_name, percent(through, sticks), cost);
        trial.record(depth_name, depth / sticks as f64, cost);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of paths through the wall, above it, and up to it and back, only the first passes.
    #[test]
    fn only_a_path_through_the_wall_passes() {
        let at = Vector::new;
        assert!(passes(at(-3.0, 0.2), at(2.0, 0.4), 1.0));
        assert!(passes(at(-1.0, 3.0), at(1.0, -3.0), 1.0), "through the middle");
        assert!(!passes(at(-1.0, 1.5), at(1.0, 1.5), 1.0), "above");
        assert!(!passes(at(-3.0, 0.0), at(-0.055, 0.0), 1.0), "stopped");
        assert!(!passes(at(1.0, 0.0), at(-1.0, 0.0), 1.0), "from behind");
        assert!(passes(at(-3.0, 0.0), at(f64::NAN, 0.0), 1.0), "lost");
    }

    /// Shots do not disturb each other, whether they are stopped or not.
    #[test]
    fn shots_keep_apart() {
        let all: Vec<Point> = places().collect();
        let flown = 1.2 * SPEED * (FLIGHT as f32);
        for (i, a) in all.iter().enumerate() {
            for b in &all[..i] {
                assert!((a - b).norm() > flown + HALF_WALL);
            }
        }
        assert_eq!(all.len() as u32 * WORLDS, 1000);
    }
}
