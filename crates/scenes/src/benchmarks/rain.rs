//! People who are added and removed.

use super::{block, first_of, settings};
use crate::parts::default;
use crate::people::{BONES, Person};
use crate::script::Command;
use physics::prelude::*;

/// A rain of ragdolls on ledges. (The scene `rain` is a rain of shapes.) A column of groups is added at a
/// time, one group above each ledge. Once all columns are there, the oldest column is removed as the next one
/// is added.
///
/// ```text
///   step      0      8     16    ...   8 (columns - 1)    8 columns
///   added     0      1      2    ...   columns - 1        0 again
///   removed   -      -      -    ...   -                  the column of step 0
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

default!(RagdollRain { ledges: 5, columns: 40, group: 5 });

impl RagdollRain {
    /// Steps from one column to the next.
    pub const PERIOD: u32 = 8;
    /// m. Distance between ledges.
    pub const RISE: f32 = 45.0;
    /// m. Initial height of a person's hips above the middle of a ledge. The feet land at 9 m/s. After a step
    /// the feet overlap the ledge by less than their distance from the nearest seam between its boxes;
    /// otherwise they would get stuck in the seam.
    const FALL: f32 = 5.0;
    /// The number of boxes of a ledge, and the side of a box, m.
    const BOXES: (u32, f32) = (500, 0.5);

    /// The level: the ledges from below. Each is a body of boxes, with its middle at a multiple of
    /// [`Self::RISE`].
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

    /// The number of bodies that are added at a time.
    #[must_use]
    pub fn column_bodies(&self) -> u32 {
        self.ledges * self.group * BONES as u32
    }

    /// The bodies to remove, then the people to add.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        if !step.is_multiple_of(Self::PERIOD) {
            return Vec::new();
        }
        let arrival = step / Self::PERIOD;
        let removed = arrival.checked_sub(self.columns).map(|oldest| {
            let first = self.ledges + oldest * self.column_bodies();
            first..first + self.column_bodies()
        });
        let mut commands: Vec<Command> =
            removed.into_iter().flatten().map(|body| Command::Remove { body }).collect();
        commands.push(Command::Add(self.column(arrival % self.columns)));
        commands
    }

    /// A group of people above each ledge, from the lowest ledge up, and in each group from left to right.
    fn column(&self, column: u32) -> Level {
        let (boxes, size) = Self::BOXES;
        let pitch = boxes as f32 * size / self.columns as f32;
        let center = first_of(self.columns, pitch) + pitch * column as f32;
        // The middle of a box.
        let center = size * ((center / size).floor() + 0.5);
        // m. As near to each other as people can stand.
        let spacing = 0.5;
        let mut level = Level::default();
        for ledge in 0..self.ledges {
            for i in 0..self.group {
                let x = center + first_of(self.group, spacing) + spacing * i as f32;
                let y = Self::RISE * ledge as f32 + Self::FALL;
                // People who are there at the same time have different numbers.
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
