//! The player of the scene `platformer`, moved by the arrow keys in place of its script.
//!
//! ```text
//!   left, right   runs          up   jumps from the ground          down   drops through a platform
//! ```
//!
//! The first of these keys takes the player over where it is; a restart gives it back to the script. The lift
//! goes on as the script says.

use physics::prelude::*;
use scenes::{Command, Platformer, Scene};

/// m/s.
const SPEED: f32 = 5.0;
const JUMP_SPEED: f32 = 9.0;

/// The arrow keys that are held down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// To the left.
    pub left: bool,
    /// To the right.
    pub right: bool,
    /// Up.
    pub up: bool,
    /// Down.
    pub down: bool,
}

/// A player that follows the keys.
#[derive(Debug)]
pub struct Player {
    mover: CharacterMover,
    velocity: Vec2,
}

impl Player {
    /// Whether a scene has a player.
    pub fn is_in(scene: &Scene) -> bool {
        scene.name == "platformer"
    }

    /// The body of the player, if it is still there.
    pub fn body<'a, B: Broadphase>(world: &'a World<B>, bodies: &[BodyId]) -> Option<BodyRef<'a>> {
        world.body(*bodies.get(Platformer::PLAYER as usize)?).ok()
    }

    /// Takes over the player of a world where it is.
    ///
    /// # Errors
    /// [`DefError`] if it is gone.
    pub fn take_over<B: Broadphase>(world: &World<B>, bodies: &[BodyId]) -> Result<Self, DefError> {
        let body = world.body(bodies[Platformer::PLAYER as usize])?;
        let shape = body.colliders().next().map(|collider| collider.shape().clone());
        let shape = shape.map_or_else(|| Shape::circle(0.3), Ok)?;
        let mover = CharacterMover::new(shape, world.settings())?;
        Ok(Self { mover: mover.at(body.pose().position).with_body(body.id()), velocity: body.velocity() })
    }

    /// The commands of the script but those for the player.
    pub fn filter(commands: Vec<Command>) -> Vec<Command> {
        let moves_player =
            |command: &Command| matches!(command, Command::Drive { body: Platformer::PLAYER, .. });
        commands.into_iter().filter(|command| !moves_player(command)).collect()
    }

    /// Moves the player, before a step of `dt` seconds.
    ///
    /// # Errors
    /// [`DefError`] if its body is gone.
    pub fn before_step<B: Broadphase>(
        &mut self,
        world: &mut World<B>,
        keys: Keys,
        dt: f32,
    ) -> Result<(), DefError> {
        self.velocity += world.settings().gravity * dt;
        self.velocity.x = SPEED * (f32::from(u8::from(keys.right)) - f32::from(u8::from(keys.left)));
        if self.mover.ground().is_some() {
            if keys.up {
                self.velocity.y = JUMP_SPEED;
            }
            if keys.down {
                self.mover.drop_through();
            }
        }
        self.velocity = self.mover.step(world, self.velocity, dt)?.velocity;
        Ok(())
    }
}
