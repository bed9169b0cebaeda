//! People who come and go.

use super::{block, first_of, settings};
use crate::Command;
use crate::people::{BONES, Person};
use physics::prelude::*;

/// A rain of ragdolls on ledges; `ragdoll_rain`, since `rain` is a scene of shapes. A column of groups comes at a
/// time, one group above each ledge; when all columns are there, the oldest goes as the next one comes.
///
/// ```text
///   step   0      8     16    ...   8 (columns - 1)    8 columns
///   comes  0      1      2    ...   columns - 1        0 again
///   goes   -      -      -    ...   -                  what came in step 0
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RagdollRain {
    /// Number of ledges.
    pub ledges: u32,
    /// Columns of groups.
    pub columns: u32,
    /// People in a group.
    pub group: u32,
}

impl Default for RagdollRain {
    fn default() -> Self {
        Self { ledges: 5, columns: 40, group: 5 }
    }
}

impl RagdollRain {
    /// Steps from one column to the next.
    pub const PERIOD: u32 = 8;
    /// m. From ledge to ledge.
    pub const RISE: f32 = 45.0;
    /// m. How far above the middle of a ledge someone's hips are at first. Feet come down at 9 m/s and are no deeper in
    /// the ledge after a step than they are from the seams of its boxes, where they would stay.
    const FALL: f32 = 5.0;
    /// Boxes of a ledge, and the size of one, m.
    const BOXES: (u32, f32) = (500, 0.5);

    /// The level: the ledges from below, each a body of boxes, their middle at multiples of [`Self::RISE`].
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        let (boxes, size) = Self::BOXES;
        for ledge in 0..self.ledges {
            let body = level.body(BodyDef::fixed().position([0.0, Self::RISE * ledge as f32]));
            for i in 0..boxes {
                let x = first_of(boxes, size) + size * i as f32;
                level.collider(body, block(0.5 * size, 0.5 * size, [x, 0.0]));
            }
        }
        level
    }

    /// Bodies that come at a time.
    #[must_use]
    pub fn column_bodies(&self) -> u32 {
        self.ledges * self.group * BONES as u32
    }

    /// Who goes, then who comes.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        if !step.is_multiple_of(Self::PERIOD) {
            return Vec::new();
        }
        let arrival = step / Self::PERIOD;
        let gone = arrival.checked_sub(self.columns).map(|oldest| {
            let first = self.ledges + oldest * self.column_bodies();
            first..first + self.column_bodies()
        });
        let mut commands: Vec<Command> =
            gone.into_iter().flatten().map(|body| Command::Remove { body }).collect();
        commands.push(Command::Add(self.column(arrival % self.columns)));
        commands
    }

    /// A group of people above each ledge, from below, and in each from left to right.
    fn column(&self, column: u32) -> Level {
        let (boxes, size) = Self::BOXES;
        let pitch = boxes as f32 * size / self.columns as f32;
        let center = first_of(self.columns, pitch) + pitch * column as f32;
        // In the middle of a box.
        let center = size * ((center / size).floor() + 0.5);
        // As near to each other as they can stand.
        let apart = 0.5;
        let mut level = Level::default();
        for ledge in 0..self.ledges {
            for i in 0..self.group {
                let x = center + first_of(self.group, apart) + apart * i as f32;
                let y = Self::RISE * ledge as f32 + Self::FALL;
                // Whoever is there at the same time has another number.
                let number = (column * self.ledges + ledge) * self.group + i;
                Person {
                    hips: BodyDef::dynamic().position([x, y]),
                    density: 1.0,
                    friction: 0.6,
                    limits: true,
                    group: -1 - number as i32,
                }
                .add(&mut level);
            }
        }
        level
    }
}
