//! What happens to a scene while it runs: things added, removed and moved between steps.
//!
//! ```text
//!   step n:   script(n) -> [Add(level), Remove { body }, Drive { body, .. }, ...]   then the step itself
//! ```
//!
//! A script is a pure function of the number of the step, and names bodies by the order in which they came: first
//! those of the level, then those of each part added. So any engine can follow it that keeps a list of its bodies.
//!
//! Turned down: a closure that is given the world. It would know one engine, and could not be run twice.

use physics::prelude::*;
use physics::world::BodyRef;

/// One thing that happens between two steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// These bodies, colliders and joints are added; the settings are not looked at.
    Add(Level),
    /// A body goes, with its colliders and joints.
    Remove {
        /// Its number in the order in which bodies came.
        body: u32,
    },
    /// A body is given another velocity.
    Drive {
        /// Its number in the order in which bodies came.
        body: u32,
        /// Velocity of its centre of mass, m/s.
        velocity: Vec2,
        /// Angular velocity, rad/s.
        angular_velocity: f32,
    },
}

/// What happens before the step of a number, which counts from 0.
pub type Script = fn(step: u32) -> Vec<Command>;

/// The bodies of a running scene by their numbers, in a world of ours.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    /// For each number the body, also when it is gone.
    pub bodies: Vec<BodyId>,
}

impl Cast {
    /// The bodies of a world that was loaded from a level and has not been changed since.
    #[must_use]
    pub fn of<B: Broadphase>(world: &World<B>) -> Self {
        Self { bodies: world.bodies().map(BodyRef::id).collect() }
    }

    /// Does what a script commands.
    ///
    /// # Panics
    /// If the script is wrong: it adds what cannot be, or names a body that is not there.
    pub fn follow<B: Broadphase>(&mut self, world: &mut World<B>, commands: &[Command]) {
        let wrong = |error: &dyn std::fmt::Display| -> ! { panic!("a scene's script: {error}") };
        for command in commands {
            match command {
                Command::Add(level) => match world.add_level(level) {
                    Ok(bodies) => self.bodies.extend(bodies),
                    Err(error) => wrong(&error),
                },
                Command::Remove { body } => {
                    if let Err(error) = world.remove_body(self.bodies[*body as usize]) {
                        wrong(&error);
                    }
                }
                Command::Drive { body, velocity, angular_velocity } => {
                    let id = self.bodies[*body as usize];
                    if let Err(error) = world.set_velocity(id, *velocity, *angular_velocity) {
                        wrong(&error);
                    }
                }
            }
        }
    }
}
