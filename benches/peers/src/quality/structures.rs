//! Structures that should stand by friction alone.

use super::stacks::{longest_way, moved_in_the_last_second};
use super::trial::{Trial, settings};
use crate::engine::Unsupported;
use physics::prelude::*;
use scenes::{Arch, CardHouse};

/// A half circle stands if its thickness is at least 11 % of its radius (Heyman 1969); here it is twice that
/// or more.
pub(super) fn arch(trial: &mut Trial) -> Result<(), Unsupported> {
    let stones = trial.count_around(15, 4);
    let outer = trial.around(5.0, 0.02);
    let inner = 4.0;
    // A stone is as high as the arch is thick, and wider.
    let stone = outer - inner;
    stands(trial, Arch { stones, inner, outer }.level(), 0.5 * stone)
}

pub(super) fn card_house(trial: &mut Trial) -> Result<(), Unsupported> {
    let house = CardHouse::default();
    let house = CardHouse {
        half_thickness: trial.around(house.half_thickness, 0.2),
        lean: trial.around(house.lean, 0.1),
        friction: trial.around(house.friction, 0.1),
        ..house
    };
    stands(trial, house.level(), 0.5 * house.half_length)
}

/// Lets the structure stand for 10 s. A body that has moved by `far` (m) no longer counts as part of it.
fn stands(trial: &mut Trial, mut level: Level, far: f32) -> Result<(), Unsupported> {
    level.settings = settings();
    let mut live = trial.build(&level)?;
    let start = live.bodies();
    let last_second = moved_in_the_last_second(&mut live, 10.0);
    let end = live.bodies();
    let parts = || (0..start.len()).filter(|&i| level.bodies[i].kind == BodyKind::Dynamic);
    let in_place = |i: &usize| longest_way(&[start[*i]], &[end[*i]]) < f64::from(far);
    let share = parts().filter(in_place).count() as f64 / parts().count() as f64;
    trial.record("moved", longest_way(&start, &end), live.cost);
    trial.record("last_second", last_second, live.cost);
    trial.record("standing", 100.0 * share, live.cost);
    Ok(())
}
