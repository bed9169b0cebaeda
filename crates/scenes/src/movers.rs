//! What games do with a player besides walking: a ladder, and a press that crushes.
//!
//! As in [`Platformer`](crate::Platformer), the runs of the players are recorded once, each with a
//! [`CharacterMover`] in a world of its own, and the scripts repeat them.

use crate::parts::{made, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use physics::prelude::*;
use physics::world::ColliderRef;
use std::sync::OnceLock;

/// s.
const DT: f32 = 1.0 / 60.0;

/// Steps after which a recording ends even if the player has not arrived: some steps earlier or later.
const MOST_STEPS: usize = 900;

/// m. How high the middle of a player is when it is put on the ground, some millimetres above where it will
/// stand.
const STANDING: f32 = 0.82;

/// The commands before each step of a run.
type Run = Vec<Vec<Command>>;

/// A player climbs a ladder to a floor above, comes back and climbs down. The ladder is a sensor: while it
/// reports the player, the game leaves gravity out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ladder;

pub(crate) const LADDER: Scene = scene(file!(), "ladder", 600, view(-5.0, -1.0, 8.0, 7.0))
    .about("A player climbs a ladder, a sensor in which no gravity acts on it, to a floor above, and comes down again.")
    .level(|| Ladder.level())
    .script(|step| Ladder.commands(step));

impl Ladder {
    /// The number of the player in the level.
    pub const PLAYER: u32 = 0;
    /// The number of the ladder.
    pub const LADDER: u32 = 1;
    /// m. The upper side of the floor above.
    pub const TOP: f32 = 4.0;
    /// m. The middle of the ladder.
    const X: f32 = 0.4;
    /// m/s. How fast the player walks and climbs.
    const SPEEDS: [f32; 2] = [3.0, 2.0];

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        level.body_with(BodyDef::kinematic().position([-4.0, STANDING]), ColliderDef::new(player_shape()));
        // It ends above the floor, so that the player can step off it.
        let height = Self::TOP + 0.4;
        let ladder = rectangle(0.3, 0.5 * height).sensor(true);
        let ladder = level.body_with(BodyDef::fixed().position([Self::X, 0.5 * height]), ladder);
        for rung in 0..11_u8 {
            let y = 0.4 * f32::from(rung) + 0.2 - 0.5 * height;
            level.collider(ladder, rectangle(0.3, 0.03).sensor(true).offset([0.0, y], 0.0));
        }
        wall(&mut level, [1.5, -0.5], 6.5, 0.5);
        wall(&mut level, [4.4, Self::TOP - 0.2], 3.4, 0.2);
        level
    }

    /// The velocity of the player.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        static RUN: OnceLock<Run> = OnceLock::new();
        command_of(RUN.get_or_init(|| made(self.record())), step, Self::PLAYER)
    }

    fn record(self) -> Result<Run, DefError> {
        let (mut world, ids) = World::load(&self.level())?;
        let [body, ladder] = [Self::PLAYER, Self::LADDER].map(|index| ids.bodies[index as usize]);
        let mut player = player_at([-4.0, STANDING], &world, body)?;
        let mut velocity = Vec2::zeros();
        let mut run = Run::new();
        let [walk, climb] = Self::SPEEDS;
        // In turn: the velocity that the player wants, and whether it has arrived.
        type IsDone = fn(Point) -> bool;
        let parts: [([f32; 2], IsDone); 6] = [
            ([walk, 0.0], |at| at.x > Self::X),
            ([0.0, climb], |at| at.y > Self::TOP + STANDING + 0.1),
            ([walk, 0.0], |at| at.x > 4.0),
            ([-walk, 0.0], |at| at.x < Self::X),
            ([0.0, -climb], |at| at.y < STANDING + 0.01),
            ([walk, 0.0], |at| at.x > 5.0),
        ];
        for (wish, is_done) in parts {
            loop {
                let is_on_ladder = sees(&world, ladder, body)?;
                let falling = velocity.y + world.settings().gravity.y * DT;
                velocity = Vec2::new(wish[0], if is_on_ladder { wish[1] } else { falling });
                let motion = player.step(&mut world, velocity, DT)?;
                velocity = motion.velocity;
                run.push(vec![drive(Self::PLAYER, world.body(body)?.velocity())]);
                world.step(DT);
                if is_done(motion.position.to_point()) || run.len() > MOST_STEPS {
                    break;
                }
            }
        }
        Ok(run)
    }
}

/// A press goes down on a player who waits under it. The mover reports that the player is crushed; the game
/// puts another player at the start, who runs through while the press goes up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Press;

pub(crate) const PRESS: Scene = scene(file!(), "press", 540, view(-6.0, -1.0, 7.0, 6.0))
    .about("A press crushes a player who waits under it; the next one runs through while the press goes up.")
    .level(|| Press.level())
    .script(|step| Press.commands(step));

impl Press {
    /// The number of the press in the level.
    pub const PRESS: u32 = 0;
    /// The number of the first player in the level.
    pub const FIRST: u32 = 1;
    /// The number that the second player gets.
    pub const SECOND: u32 = 5;
    /// Where the players begin.
    const START: [f32; 2] = [-3.0, STANDING];
    /// m. How high the lower side of the press is at first.
    const HEIGHT: f32 = 3.0;
    /// Steps in which the press goes down; it takes as many to go up.
    const STEPS: u32 = 240;

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        let press = BodyDef::kinematic().position([0.5, Self::HEIGHT + 0.75]);
        level.body_with(press, rectangle(1.2, 0.75));
        level.body_with(player_def(), ColliderDef::new(player_shape()));
        wall(&mut level, [0.5, -0.5], 6.5, 0.5);
        // The guides of the press.
        for x in [-1.0, 2.0] {
            wall(&mut level, [x, 4.0], 0.2, 1.5);
        }
        level
    }

    /// The velocities of the press and of the player. In the step in which the first player is crushed, they
    /// remove it and add the second.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        static RUN: OnceLock<Run> = OnceLock::new();
        let mut commands = command_of(RUN.get_or_init(|| made(self.record())), step, Self::SECOND);
        commands.push(drive(Self::PRESS, press_velocity(step)));
        commands
    }

    fn record(self) -> Result<Run, DefError> {
        let (mut world, ids) = World::load(&self.level())?;
        let press = ids.bodies[Self::PRESS as usize];
        let mut number = Self::FIRST;
        let mut body = ids.bodies[number as usize];
        let mut player = player_at(Self::START, &world, body)?;
        let mut velocity = Vec2::zeros();
        let mut run = Run::new();
        loop {
            world.body_mut(press)?.set_velocity(press_velocity(run.len() as u32))?;
            let at = player.position();
            // The first player stops under the press.
            let waits = number == Self::FIRST && at.x > 0.5;
            velocity.x = if waits { 0.0 } else { 3.0 };
            velocity.y += world.settings().gravity.y * DT;
            let motion = player.step(&mut world, velocity, DT)?;
            velocity = motion.velocity;
            if motion.is_crushed && number == Self::FIRST {
                let mut next = Level::default();
                next.body_with(player_def(), ColliderDef::new(player_shape()));
                run.push(vec![Command::Remove { body: number }, Command::Add(next.clone())]);
                world.remove_body(body)?;
                (number, velocity) = (Self::SECOND, Vec2::zeros());
                body = world.add_level(&next)?.bodies[0];
                player = player_at(Self::START, &world, body)?;
            } else {
                run.push(vec![drive(number, world.body(body)?.velocity())]);
            }
            world.step(DT);
            if motion.position.x > 5.0 || run.len() > MOST_STEPS {
                return Ok(run);
            }
        }
    }
}

fn press_velocity(step: u32) -> Vec2 {
    let speed = Press::HEIGHT / (Press::STEPS as f32 * DT);
    Vec2::new(0.0, if (step / Press::STEPS).is_multiple_of(2) { -speed } else { speed })
}

fn player_def() -> BodyDef {
    BodyDef::kinematic().position(Press::START)
}

fn player_shape() -> Shape {
    shape(Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.3))
}

fn player_at(at: [f32; 2], world: &World, body: BodyId) -> Result<CharacterMover, DefError> {
    Ok(CharacterMover::new(player_shape(), world.settings())?.at(at).with_body(body))
}

/// Whether a collider of `sensor` reports one of `body`.
fn sees(world: &World, sensor: BodyId, body: BodyId) -> Result<bool, DefError> {
    let mut seen = world.body(sensor)?.colliders().flat_map(ColliderRef::overlaps);
    Ok(seen.any(|collider| collider.body().id() == body))
}

fn drive(body: u32, velocity: Vec2) -> Command {
    Command::Drive { body, velocity, angular_velocity: 0.0 }
}

/// The commands of a run before a step. When the run is over, the player stands.
fn command_of(run: &Run, step: u32, player: u32) -> Vec<Command> {
    run.get(step as usize).cloned().unwrap_or_else(|| vec![drive(player, Vec2::zeros())])
}
