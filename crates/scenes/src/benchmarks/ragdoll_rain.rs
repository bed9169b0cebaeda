//! Ragdolls that come and go.
//!
//! ```text
//!   every eighth step: column 0, 1, ..., 39, 0, 1, ...
//!     what is left of the column's groups is taken away     a group of five ragdolls of eleven bones
//!     a new group comes above each ledge                    in each of the five rows
//! ```

use super::settings;
use crate::structures::{Person, Ragdoll};
use crate::{Command, rectangle};
use physics::prelude::*;

/// Groups of ragdolls fall on ledges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RagdollRain;

impl RagdollRain {
    const ROWS: u32 = 5;
    const COLUMNS: u32 = 40;
    const GROUP: u32 = 5;
    /// Steps from column to column.
    const DELAY: u32 = 8;
    /// From ledge to ledge, m.
    const RISE: f32 = 45.0;
    /// Boxes of a ledge, and their width, m.
    const BOXES: u32 = 500;
    const WIDTH: f32 = 0.5;
    /// Bodies that come at once.
    const CREW: u32 = Self::ROWS * Self::GROUP * Ragdoll::BONES as u32;

    /// The level: the ledges, a body each.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        for row in 0..Self::ROWS {
            let ledge = level.body(BodyDef::fixed().position([0.0, Self::RISE * row as f32]));
            for i in 0..Self::BOXES {
                let x = Self::WIDTH * (i as f32 + 0.5 - 0.5 * Self::BOXES as f32);
                let half = 0.5 * Self::WIDTH;
                level.collider(ledge, rectangle(half, half).offset([x, -half], 0.0));
            }
        }
        level
    }

    /// What comes and goes before a step.
    #[must_use]
    pub fn script(step: u32) -> Vec<Command> {
        if step % Self::DELAY != 0 {
            return Vec::new();
        }
        let turn = step / Self::DELAY;
        let column = turn % Self::COLUMNS;
        let mut commands = Vec::new();
        if let Some(before) = turn.checked_sub(Self::COLUMNS) {
            let first = Self::ROWS + before * Self::CREW;
            commands.extend((first..first + Self::CREW).map(|body| Command::Remove { body }));
        }
        let mut part = Level::default();
        let pitch = Self::WIDTH * Self::BOXES as f32 / Self::COLUMNS as f32;
        for row in 0..Self::ROWS {
            for member in 0..Self::GROUP {
                let x = pitch * (column as f32 + 0.5 - 0.5 * Self::COLUMNS as f32)
                    + 1.1 * (member as f32 - 0.5 * (Self::GROUP - 1) as f32);
                let number = (turn * Self::ROWS + row) * Self::GROUP + member;
                let person = Person {
                    hips: Point::new(x, Self::RISE * row as f32 + 10.0),
                    // Each falls in another way.
                    lean: 0.6 * member as f32 - 1.2,
                    velocity: Vec2::zeros(),
                    density: 1.0,
                    limits: true,
                    group: -1 - number as i32,
                };
                person.add(&mut part);
            }
        }
        commands.push(Command::Add(part));
        commands
    }
}
