//! Commands that change a scene while it runs: they add, remove and move bodies between steps.
//!
//! ```text
//!   step n:   script(n) -> [Add(level), Remove { body }, Drive { body, .. }, ...]   then the step itself
//! ```
//!
//! A script is a pure function of the number of the step. It numbers bodies in the order in which they were
//! added: first those of the level, then those of each added part. So every engine that keeps a list of its
//! bodies can run it.
//!
//! Turned down: a closure that gets the world. It would depend on one engine, and could not be run twice.

use physics::prelude::*;
use physics::world::BodyRef;

/// One change between two steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Adds bodies, colliders and joints. The settings of the level are ignored.
    Add(Level),
    /// Removes a body with its colliders and joints.
    Remove {
        /// Its number in the order in which bodies were added.
        body: u32,
    },
    /// Sets the velocity of a body.
    Drive {
        /// Its number in the order in which bodies were added.
        body: u32,
        /// Velocity of its centre of mass, m/s.
        velocity: Vec2,
        /// Angular velocity, rad/s.
        angular_velocity: f32,
    },
    /// Applies an effect to the step of a 60th of a second that follows.
    Apply(Effect),
}

/// An effect of the crate `toolkit`.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Buoyancy and drag.
    Water(Water),
    /// Drag and lift.
    Wind(Wind),
    /// Impulses away from a point.
    Explosion(Explosion),
}

impl Effect {
    /// The length of the step that follows, s.
    const DT: f32 = 1.0 / 60.0;

    fn apply<B: Broadphase>(&self, world: &mut World<B>) -> Result<(), DefError> {
        match self {
            Self::Water(water) => water.apply(world, Self::DT),
            Self::Wind(wind) => wind.apply(world, Self::DT),
            Self::Explosion(explosion) => explosion.apply(world).map(|_| ()),
        }
    }
}

/// Returns the commands that run before a step. Steps count from 0.
pub type Script = fn(step: u32) -> Vec<Command>;

/// Maps the numbers of a script's bodies to the bodies of a [`World`].
#[derive(Clone, Debug, Default)]
pub struct ScriptRunner {
    /// The body of each number. Removed bodies keep their numbers.
    pub bodies: Vec<BodyId>,
}

impl ScriptRunner {
    /// The bodies of a world that was loaded from a level and not changed since.
    #[must_use]
    pub fn of<B: Broadphase>(world: &World<B>) -> Self {
        Self { bodies: world.bodies().map(BodyRef::id).collect() }
    }

    /// Runs the commands of a script.
    ///
    /// # Panics
    /// If a command is invalid: it adds an invalid part, or names a body that does not exist.
    pub fn run<B: Broadphase>(&mut self, world: &mut World<B>, commands: &[Command]) {
        let wrong = |error: &dyn std::fmt::Display| -> ! {
            panic!("a command of a scene's script is invalid: {error}")
        };
        for command in commands {
            match command {
                Command::Add(level) => match world.add_level(level) {
                    Ok(ids) => self.bodies.extend(ids.bodies),
                    Err(error) => wrong(&error),
                },
                Command::Remove { body } => {
                    if let Err(error) = world.remove_body(self.bodies[*body as usize]) {
                        wrong(&error);
                    }
                }
                Command::Drive { body, velocity, angular_velocity } => {
                    let id = self.bodies[*body as usize];
                    let driven = world.body_mut(id).map_err(DefError::from).and_then(|mut body| {
                        body.set_velocity(*velocity)?.set_angular_velocity(*angular_velocity).map(|_| ())
                    });
                    if let Err(error) = driven {
                        wrong(&error);
                    }
                }
                Command::Apply(effect) => {
                    if let Err(error) = effect.apply(world) {
                        wrong(&error);
                    }
                }
            }
        }
    }
}
