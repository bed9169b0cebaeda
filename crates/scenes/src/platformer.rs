//! A level of a platformer, and a player who goes through it.
//!
//! ```text
//!                      5 m ____
//!        2 m ___   lift   |    \             = one way =
//!      stairs   |  ====   |      \
//!   0 m ________|_________|________\___   ________________
//!                                      |_|
//!                                      pit
//! ```
//!
//! A script knows only the number of the step, but a player has to see the world. So the run of the player is
//! recorded once, with a [`CharacterMover`] in a world of its own, and the script repeats its velocities. As
//! the engine gives the same bits, the player of the scene goes the same way.

use crate::parts::{made, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use crate::text::Text;
use physics::prelude::*;
use std::sync::OnceLock;

/// s.
const DT: f32 = 1.0 / 60.0;

/// m/s. How fast the player runs.
const SPEED: f32 = 5.0;

/// Steps in which the lift goes up; it takes as many to come down.
const LIFT_STEPS: u32 = 150;

/// m. How far the lift goes.
const LIFT_WAY: f32 = 3.0;

/// A player who runs up stairs, rides a lift, runs down a slope, and jumps over a pit and up through a
/// one-way platform.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Platformer;

pub(crate) const PLATFORMER: Scene = scene(file!(), "platformer", 900, view(-5.0, -3.0, 47.0, 10.0))
    .about("A player runs up stairs, rides a lift, runs down a slope, and jumps over a pit and up through a platform.")
    .sections(&[Text::CollisionDetection.section("The Problem")])
    .level(|| Platformer.level())
    .script(|step| Platformer.commands(step));

impl Platformer {
    /// The number of the lift in the level.
    pub const LIFT: u32 = 0;

    /// The number of the player in the level.
    pub const PLAYER: u32 = 1;

    /// m. The upper side of the platform on which the player ends.
    pub const TOP: f32 = 1.6;

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -20.0]));
        level.body_with(BodyDef::kinematic().position([12.5, 1.8]), rectangle(1.4, 0.2));
        level.body_with(BodyDef::kinematic().position([0.0, 0.82]), ColliderDef::new(player_shape()));
        let mut floor = |left: f32, right: f32, top: f32| {
            wall(
                &mut level,
                [0.5 * (left + right), 0.5 * (top - 3.0)],
                0.5 * (right - left),
                0.5 * (top + 3.0),
            );
        };
        for tile in -4..4 {
            floor(tile as f32, tile as f32 + 1.0, 0.0);
        }
        for step in 0..10 {
            floor(4.0 + 0.4 * step as f32, 4.4 + 0.4 * step as f32, 0.2 * (step + 1) as f32);
        }
        floor(8.0, 11.0, 2.0);
        floor(11.0, 14.0, 0.0);
        floor(14.0, 18.0, 5.0);
        for tile in 18..32 {
            floor(tile as f32, tile as f32 + 1.0, 0.0);
        }
        floor(32.0, 34.0, -2.0);
        floor(34.0, 46.0, 0.0);
        let slope = shape(Shape::polygon([[18.0, 0.0], [26.0, 0.0], [18.0, 5.0]]));
        level.body_with(BodyDef::fixed(), ColliderDef::new(slope));
        let platform = rectangle(2.5, 0.1).one_way([0.0, 1.0]);
        level.body_with(BodyDef::fixed().position([41.0, Self::TOP - 0.1]), platform);
        // Crates that the player does not touch, to show the size.
        for i in 0..3 {
            level.body_with(BodyDef::dynamic().position([44.9, 0.4 + 0.8 * i as f32]), rectangle(0.4, 0.4));
        }
        level
    }

    /// The velocities of the lift and of the player.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        static RUN: OnceLock<Vec<Vec2>> = OnceLock::new();
        let run = RUN.get_or_init(|| made(record(&self.level())));
        let player = run.get(step as usize).copied().unwrap_or(Vec2::zeros());
        let drive = |body: u32, velocity: Vec2| Command::Drive { body, velocity, angular_velocity: 0.0 };
        vec![drive(Self::LIFT, lift_velocity(step)), drive(Self::PLAYER, player)]
    }
}

fn player_shape() -> Shape {
    shape(Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.3))
}

fn lift_velocity(step: u32) -> Vec2 {
    let speed = LIFT_WAY / (LIFT_STEPS as f32 * DT);
    Vec2::new(0.0, if (step / LIFT_STEPS).is_multiple_of(2) { speed } else { -speed })
}

/// The velocity of the player in each step until it stands on the platform.
fn record(level: &Level) -> Result<Vec<Vec2>, DefError> {
    let (mut world, ids) = World::load(level)?;
    let [lift, body] = [Platformer::LIFT, Platformer::PLAYER].map(|index| ids.bodies[index as usize]);
    let mut player = CharacterMover::new(player_shape(), world.settings())?.at([0.0, 0.82]).with_body(body);
    let mut velocity = Vec2::zeros();
    let mut run = Vec::new();
    // In turn: the speed to the right, whether it jumps, and when that part of the way is done, from where
    // the player is and how high the lift is.
    type IsDone = fn(Point, f32) -> bool;
    let parts: [(f32, bool, IsDone); 9] = [
        (SPEED, false, |at, _| at.x > 10.4),
        (0.0, false, |_, lift| lift < 1.85),
        (SPEED, false, |at, _| at.x > 12.5),
        (0.0, false, |_, lift| lift > 4.7),
        (SPEED, false, |at, _| at.x > 31.6),
        (SPEED, true, |_, _| true),
        (SPEED, false, |at, _| at.x > 41.0),
        (0.0, true, |_, _| true),
        (0.0, false, |at, _| at.x > 41.0 && at.y < Platformer::TOP + 0.9),
    ];
    for (speed, jumps, is_done) in parts {
        for part_step in 0.. {
            world.body_mut(lift)?.set_velocity(lift_velocity(run.len() as u32))?;
            velocity.x = speed;
            velocity += world.settings().gravity * DT;
            if jumps {
                velocity.y = 9.0;
            }
            let motion = player.step(&mut world, velocity, DT)?;
            velocity = motion.velocity;
            run.push(world.body(body)?.velocity());
            world.step(DT);
            // A jump that has begun is over when the player stands again.
            let stands = motion.ground.is_some() || jumps;
            let height = world.body(lift)?.pose().position.y;
            if (stands && is_done(motion.position.to_point(), height)) || part_step > 600 {
                break;
            }
        }
    }
    Ok(run)
}
