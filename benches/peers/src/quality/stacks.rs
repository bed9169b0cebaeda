//! A stack should keep its shape, come to rest, and fall asleep.

use super::geometry::{Body, largest};
use super::trial::{Live, Trial, ground, rectangle, settings};
use super::{Figure, lower};
use crate::engine::Unsupported;
use physics::prelude::*;
use scenes::Pyramid;

/// Number of boxes in the stack.
const BOXES: u32 = 30;

/// Longest time to wait for the bodies to fall asleep, s.
const PATIENCE: f64 = 20.0;

/// The figures of the probes with stacks.
pub(super) const STACK_FIGURES: &[Figure] = &[
    lower("drift", "m"),
    lower("height_lost", "m"),
    lower("residual_speed", "m/s"),
    lower("time_to_sleep", "s"),
];

/// Boxes exactly above each other.
pub(super) fn stack(trial: &mut Trial) -> Result<(), Unsupported> {
    stack_laid(trial, 0.0)
}

/// Boxes laid by hand: each up to 2 cm off the middle. Such a stack stands, but soft contacts let it buckle.
pub(super) fn uneven_stack(trial: &mut Trial) -> Result<(), Unsupported> {
    stack_laid(trial, 0.04)
}

/// A stack of equal boxes, each off the middle by up to a share of half its width.
fn stack_laid(trial: &mut Trial, off: f32) -> Result<(), Unsupported> {
    let half = trial.around(0.5, 0.2);
    let mut level = Level::new(settings());
    ground(&mut level);
    for i in 0..BOXES {
        let position = [off * half * trial.between(-1.0, 1.0), half * (2 * i + 1) as f32];
        level.body_with(BodyDef::dynamic().position(position), rectangle(half, half));
    }

    let mut live = trial.build(&level)?;
    let start = live.body(BOXES);
    live.run(9.0, |_| {});
    let mut speed = 0.0;
    let reach = f64::from(half) * std::f64::consts::SQRT_2;
    live.run(1.0, |live| speed = largest(speed, greatest_speed(live, reach)));
    let way = live.body(BOXES).position - start.position;
    trial.record("drift", way.x.abs(), live.cost);
    trial.record("height_lost", -way.y, live.cost);
    trial.record("residual_speed", speed, live.cost);

    level.settings.sleeping = true;
    let mut live = trial.build(&level)?;
    let mut asleep = None;
    while asleep.is_none() && live.time() < PATIENCE && live.may_go_on() {
        live.step();
        let sleeps = (1..=BOXES).all(|number| !live.body(number).awake);
        asleep = sleeps.then(|| live.time());
    }
    match asleep {
        Some(time) => trial.record("time_to_sleep", time, live.cost),
        None => trial.record_with_note("time_to_sleep", PATIENCE, live.cost, "did not fall asleep"),
    }
    Ok(())
}

/// Mean speed of all bodies but the ground, m/s.
fn greatest_speed(live: &Live, reach: f64) -> f64 {
    live.bodies()[1..].iter().map(|body| body.greatest_speed(reach)).fold(0.0, largest)
}

/// With a seed it has some rows more or less, and boxes of different masses.
pub(super) fn pyramid(trial: &mut Trial) -> Result<(), Unsupported> {
    let base = trial.count_around(40, 4);
    let mut level = Pyramid { base, ..Pyramid::default() }.level();
    level.settings = settings();
    for collider in &mut level.colliders {
        collider.def.material.density = trial.around(1.0, 0.2);
    }
    let mut live = trial.build(&level)?;
    let top = level.bodies.len() as u32 - 1;
    let start = live.body(top);
    let moved = moved_in_the_last_second(&mut live, 10.0);
    trial.record("last_second", moved, live.cost);
    trial.record("height_lost", start.position.y - live.body(top).position.y, live.cost);
    Ok(())
}

/// Runs for `seconds`, and returns the longest distance that a body moved in the last second of them, m.
pub(super) fn moved_in_the_last_second(live: &mut Live, seconds: f64) -> f64 {
    live.run(seconds - 1.0, |_| {});
    let before = live.bodies();
    live.run(1.0, |_| {});
    longest_way(&before, &live.bodies())
}

/// The longest distance of a body between two states, m.
pub(super) fn longest_way(before: &[Body], after: &[Body]) -> f64 {
    let ways = before.iter().zip(after).map(|(before, after)| (after.position - before.position).length());
    ways.fold(0.0, largest)
}
