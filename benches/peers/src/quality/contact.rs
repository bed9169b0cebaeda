//! Friction, restitution, seams and overlaps: the behaviour of single contacts.

use super::geometry::{Body, Vector, largest, overlap};
use super::ideal::{peaks, sliding_distance};
use super::trial::{Trial, ball, ground, rectangle, settings};
use super::{Figure, lower};
use crate::engine::Unsupported;
use physics::prelude::*;

/// Distance from the critical angle, degrees, and the figures below and above it.
const OFFSETS: [(f64, [&str; 2]); 2] =
    [(1.0, ["creep_1deg", "slide_1deg"]), (0.1, ["creep_0.1deg", "slide_0.1deg"])];

/// At the critical angle the tangent equals the coefficient of friction.
pub(super) fn friction_ramp(trial: &mut Trial) -> Result<(), Unsupported> {
    for (offset, [creep, slide]) in OFFSETS {
        let half = trial.around(0.5, 0.2);
        let friction = trial.around(0.6, 0.25);
        let critical = f64::from(friction).atan();
        for (name, slope, seconds) in
            [(creep, critical - offset.to_radians(), 10.0), (slide, critical + offset.to_radians(), 2.0)]
        {
            // The coefficient that the engine gets.
            let slope = slope as f32;
            let mut live = trial.build(&on_a_slope(slope, friction, half))?;
            let start = live.body(1).position;
            live.run(seconds, |_| {});
            let ideal = sliding_distance(f64::from(slope), f64::from(friction), live.time());
            let downhill = Vector::new(-f64::from(slope).cos(), -f64::from(slope).sin());
            let error = live.body(1).position - (start + downhill * ideal);
            trial.record(name, error.length(), live.cost);
        }
    }
    Ok(())
}

/// A box of `half` extents at rest on a slope that falls to the left.
fn on_a_slope(slope: f32, friction: f32, half: f32) -> Level {
    let mut level = Level::new(settings());
    let rotation = Rot::from_angle(slope);
    let up = |distance: f32| Point::from(rotation * Vec2::new(0.0, distance));
    level.body_with(
        BodyDef::fixed().position(up(-1.0)).angle(slope),
        rectangle(100.0, 1.0).friction(friction),
    );
    let body = BodyDef::dynamic().position(up(half)).angle(slope);
    level.body_with(body, rectangle(half, half).friction(friction));
    level
}

/// Coefficients of restitution, and the figures of peaks and overlap.
const BALLS: [(f32, &[&str], &str); 3] = [
    (1.0, &["e1_peak_1", "e1_peak_2", "e1_peak_3"], "e1_overlap"),
    (0.5, &["e0.5_peak_1", "e0.5_peak_2", "e0.5_peak_3"], "e0.5_overlap"),
    (0.0, &["e0_peak"], "e0_overlap"),
];

/// Number of balls for each restitution. The depth of a ball depends on the moment within a step at which it
/// lands, so several are dropped.
const DROPS: u32 = 10;

/// A rise of less than this is not a bounce, m.
const LEAST_PEAK: f64 = 1e-3;

/// From the height H, the n-th peak is e^(2n) H. A missing peak counts as one at the ground. The worst of
/// several balls from about the same height counts.
pub(super) fn restitution(trial: &mut Trial) -> Result<(), Unsupported> {
    for (restitution, peak_names, overlap) in BALLS {
        let radius = trial.around(0.5, 0.2);
        let middle = trial.around(5.0, 0.2);
        let mut level = Level::new(settings());
        ground(&mut level);
        let starts: Vec<f32> = (0..DROPS)
            .map(|i| {
                let start = middle * (0.95 + 0.1 * i as f32 / DROPS as f32) + radius;
                let position = [4.0 * radius * i as f32, start];
                level.body_with(BodyDef::dynamic().position(position), ball(radius).restitution(restitution));
                start
            })
            .collect();
        let mut live = trial.build(&level)?;
        let mut heights = vec![Vec::new(); starts.len()];
        // The third peak of an ideal ball from 6.3 m comes after 6.8 s.
        live.run(8.0, |live| {
            for (ball, heights) in (1..).zip(&mut heights) {
                heights.push(live.body(ball).position.y - f64::from(radius));
            }
        });
        let mut errors = vec![0.0; peak_names.len()];
        let mut deepest = 0.0;
        for (heights, &start) in heights.iter().zip(&starts) {
            let found = peaks(heights, LEAST_PEAK);
            let mut ideal = f64::from(start) - f64::from(radius);
            for (n, error) in errors.iter_mut().enumerate() {
                ideal *= f64::from(restitution).powi(2);
                let peak = found.get(n).copied().unwrap_or(0.0);
                *error = largest(*error, (peak - ideal).abs());
            }
            deepest = heights.iter().map(|height| -height).fold(deepest, largest);
        }
        for (name, error) in peak_names.iter().zip(errors) {
            trial.record(name, error, live.cost);
        }
        trial.record(overlap, deepest, live.cost);
    }
    Ok(())
}

/// Number of lanes of each kind, one above the other.
const LANES: u32 = 10;

/// Number of seams in each lane.
const SEAMS: u32 = 100;

/// Distance between lanes, m: enough that a body thrown up does not reach the next one.
const LANE_HEIGHT: f32 = 20.0;

/// A smaller rise counts as flat, m.
const FLAT: f64 = 1e-3;

/// The figures of the probes with seams.
pub(super) const SEAM_FIGURES: &[Figure] = &[
    lower("box_bump", "m"),
    lower("box_bumped", "%"),
    lower("box_speed_lost", "m/s"),
    lower("ball_bump", "m"),
    lower("ball_bumped", "%"),
    lower("ball_speed_lost", "m/s"),
];

/// The floor between two seams, one metre long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Floor {
    /// Static boxes on bodies of their own, exactly flush, as in a game whose level is a grid.
    Tiles,
    /// Segments of one chain, which know their neighbours.
    Chain,
}

pub(super) fn seams_of_tiles(trial: &mut Trial) -> Result<(), Unsupported> {
    seams(trial, Floor::Tiles)
}

pub(super) fn seams_of_a_chain(trial: &mut Trial) -> Result<(), Unsupported> {
    seams(trial, Floor::Chain)
}

fn seams(trial: &mut Trial, floor: Floor) -> Result<(), Unsupported> {
    for (is_box, [bump, bumped, lost]) in [
        (true, ["box_bump", "box_bumped", "box_speed_lost"]),
        (false, ["ball_bump", "ball_bumped", "ball_speed_lost"]),
    ] {
        let size = trial.around(0.25, 0.2);
        let speed = trial.around(5.0, 0.2);
        let mut level = Level::new(settings());
        for lane in 0..LANES {
            // Two more at each end, on which a body starts and ends.
            lay(&mut level, floor, LANE_HEIGHT * lane as f32, SEAMS + 4);
        }
        let first = level.bodies.len() as u32;
        let speeds: Vec<f32> = (0..LANES)
            .map(|lane| {
                let position = [1.0 + trial.between(0.0, 1.0), LANE_HEIGHT * lane as f32 + size];
                // At 5 m/s a step is a twelfth of a metre, so without an offset a body would meet every seam
                // of a lane at the same phase of a step.
                let speed = speed * trial.between(0.97, 1.03);
                let mover = if is_box { rectangle(size, size) } else { ball(size) };
                let body = BodyDef::dynamic().position(position).velocity([speed, 0.0]);
                level.body_with(body, mover.friction(0.0));
                speed
            })
            .collect();
        let mut live = trial.build(&level)?;
        let mut rises = [0.0; LANES as usize];
        live.run(f64::from(SEAMS) / f64::from(speed) / 1.03, |live| {
            for (lane, rise) in (0..LANES).zip(&mut rises) {
                let ideal = f64::from(LANE_HEIGHT * lane as f32 + size);
                *rise = largest(*rise, unevenness(live.body(first + lane).position.y - ideal, size));
            }
        });
        let loss = |(mover, &speed): (u32, &f32)| (f64::from(speed) - live.body(mover).velocity.x).abs();
        let mean_loss = (first..).zip(&speeds).map(loss).sum::<f64>() / f64::from(LANES);
        let bumps = rises.iter().filter(|rise| rise.is_nan() || **rise > FLAT).count();
        trial.record(bump, rises.into_iter().fold(0.0, largest), live.cost);
        trial.record(bumped, 100.0 * bumps as f64 / f64::from(LANES), live.cost);
        trial.record(lost, mean_loss, live.cost);
    }
    Ok(())
}

/// The rise of a mover of `size` (m). A mover that sinks in a little has none, but one that falls through the
/// floor must not look like one that slides over it.
fn unevenness(rise: f64, size: f32) -> f64 {
    if rise < -f64::from(size) { -rise } else { rise }
}

/// Lays the floor from x = 0 at a height, m.
fn lay(level: &mut Level, floor: Floor, height: f32, metres: u32) {
    if floor == Floor::Tiles {
        for tile in 0..metres {
            let position = [tile as f32 + 0.5, height - 0.5];
            level.body_with(BodyDef::fixed().position(position), rectangle(0.5, 0.5).friction(0.0));
        }
        return;
    }
    // From right to left, so that the outside is above.
    let points: Vec<Point> = (0..=metres).rev().map(|x| Point::new(x as f32, height)).collect();
    let segments = match chain(points, false, Sides::One) {
        Ok(segments) => segments,
        Err(error) => panic!("a probe's chain: {error}"),
    };
    let body = level.body(BodyDef::fixed());
    let material = Material { friction: 0.0, static_friction: 0.0, ..Material::default() };
    level.chain(body, &segments, material, Filter::default());
}

/// There is no gravity, so all speed comes from the push-out of the engine. Less is better, as long as no
/// overlap remains.
pub(super) fn overlapping_spawn(trial: &mut Trial) -> Result<(), Unsupported> {
    let half = trial.around(0.5, 0.2);
    let mut level = Level::new(settings().gravity([0.0, 0.0]));
    for i in 0..9_u8 {
        let place = |k: u8| half * (f32::from(k) - 1.0);
        let position = [place(i % 3) + trial.jitter(0.2 * half), place(i / 3) + trial.jitter(0.2 * half)];
        level.body_with(BodyDef::dynamic().position(position), rectangle(half, half));
    }
    let mut live = trial.build(&level)?;
    let mut speed = 0.0;
    let corners = |body: &Body| body.corners(half, half);
    live.run(2.0, |live| {
        speed = live.bodies().iter().map(|body| body.velocity.length()).fold(speed, largest);
    });
    let boxes: Vec<_> = live.bodies().iter().map(corners).collect();
    let pairs = (0..boxes.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let left = pairs.map(|(a, b)| overlap(&boxes[a], &boxes[b])).fold(0.0, largest);
    trial.record("speed", speed, live.cost);
    trial.record("overlap_left", left, live.cost);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rise is a bump, a small sinking is none, and falling through the floor is one.
    #[test]
    fn falling_through_the_floor_counts_as_a_bump() {
        assert_eq!(unevenness(0.1, 0.25), 0.1);
        assert!(unevenness(-0.01, 0.25) < FLAT);
        assert_eq!(unevenness(-3.0, 0.25), 3.0);
        assert!(unevenness(f64::NAN, 0.25).is_nan());
    }
}
