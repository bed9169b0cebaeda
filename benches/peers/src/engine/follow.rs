//! How the other engines follow a script: they add, remove and drive bodies, and do nothing else of it.

use super::Unsupported;
use physics::prelude::*;
use scenes::Command;

/// What an engine changes while a scene runs.
pub(super) trait Changes {
    /// Adds the bodies of a level, whole or not at all.
    fn add(&mut self, level: &Level) -> Result<(), Unsupported>;

    /// Removes the body with this number.
    fn remove(&mut self, body: u32) -> Result<(), Unsupported>;

    /// Sets the velocities of a body, m/s and rad/s.
    fn drive(&mut self, body: u32, velocity: Vec2, angular_velocity: f32) -> Result<(), Unsupported>;
}

/// Follows the commands one after the other.
pub(super) fn follow(engine: &mut impl Changes, commands: &[Command]) -> Result<(), Unsupported> {
    commands.iter().try_for_each(|command| match command {
        Command::Add(level) => engine.add(level),
        Command::Remove { body } => engine.remove(*body),
        Command::Drive { body, velocity, angular_velocity } => {
            engine.drive(*body, *velocity, *angular_velocity)
        }
        Command::Label { .. } => Ok(()),
        Command::Apply(_)
        | Command::DriveTo { .. }
        | Command::SetEnabled { .. }
        | Command::AddHeights { .. }
        | Command::SetHeights { .. }
        | Command::SetHole { .. }
        | Command::AddPortal(_)
        | Command::Pass
        | Command::Slice { .. }
        | Command::Fracture { .. }
        | Command::SortByShape
        | Command::Ask(_) => {
            Err(Unsupported::because("a script with effects, heights, portals, queries or destruction"))
        }
    })
}
