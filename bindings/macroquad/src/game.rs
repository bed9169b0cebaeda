//! The rules: phases, balls, score.
//!
//! ```text
//!   Title -press-> Aim -release-> Flying -rest-> Aim     while there are balls and targets
//!                   ^                |
//!                   |                +-- no target left --> Won  -press-> Aim of the next level, or Title
//!                   +--------press---+-- no ball left ----> Lost
//! ```

use crate::aim::{BALL_RADIUS, SLING, launch_velocity};
use crate::damage::{Pieces, apply};
use crate::tower::{LEVELS, Material, Piece, build};
use physics::prelude::{BodyDef, BodyId, ColliderDef, DefError, Interpolator, Point, Shape, Vec2, World};

/// The length of a step, s.
pub const DT: f32 = 1.0 / 60.0;

/// Balls for each level.
pub const BALLS: u32 = 4;

/// A throw is over after so many steps, should something still roll.
const MAX_FLIGHT: u32 = 8 * 60;

/// Points.
const TARGET: u32 = 100;
const BLOCK: u32 = 10;
const SPARE_BALL: u32 = 50;

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the first level, and after the last.
    Title,
    /// The sling may be pulled.
    Aim,
    /// A ball is on its way.
    Flying,
    /// All targets are broken.
    Won,
    /// No ball is left, but a target.
    Lost,
}

/// What the player does in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Input {
    /// Where the pointer is, m.
    pub pointer: [f32; 2],
    /// The button went down in this step.
    pub press: bool,
    /// The button went up in this step.
    pub release: bool,
    /// The level begins anew.
    pub restart: bool,
}

/// A game.
#[derive(Debug)]
pub struct Game {
    world: World,
    pieces: Pieces,
    before: Interpolator,
    phase: Phase,
    level: usize,
    balls: u32,
    score: u32,
    /// The score at the begin of the level, to which a restart goes back.
    score_before: u32,
    ball: Option<BodyId>,
    is_pulled: bool,
    flight: u32,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// At the title, with the first tower behind it.
    #[must_use]
    pub fn new() -> Self {
        let mut game = Self {
            world: World::default(),
            pieces: Pieces::new(),
            before: Interpolator::default(),
            phase: Phase::Title,
            level: 0,
            balls: 0,
            score: 0,
            score_before: 0,
            ball: None,
            is_pulled: false,
            flight: 0,
        };
        game.begin(0);
        game.phase = Phase::Title;
        game
    }

    /// Where the game stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The level, from 0.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// Balls that are left.
    #[must_use]
    pub fn balls(&self) -> u32 {
        self.balls
    }

    /// Points.
    #[must_use]
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Targets that are left.
    #[must_use]
    pub fn targets(&self) -> usize {
        self.pieces.values().filter(|piece| piece.material == Material::Gold).count()
    }

    /// Whether the sling is pulled.
    #[must_use]
    pub fn is_pulled(&self) -> bool {
        self.is_pulled
    }

    /// The world, to be drawn.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The poses before the last step, for drawing in between.
    #[must_use]
    pub fn before(&self) -> &Interpolator {
        &self.before
    }

    /// What a body is.
    #[must_use]
    pub fn piece(&self, body: BodyId) -> Option<Piece> {
        self.pieces.get(&body).copied()
    }

    /// One step of [`DT`].
    pub fn step(&mut self, input: Input) {
        if input.restart && self.phase != Phase::Title {
            self.score = self.score_before;
            self.begin(self.level);
            return;
        }
        match self.phase {
            Phase::Title if input.press => {
                self.score = 0;
                self.begin(0);
            }
            Phase::Won if input.press && self.level + 1 < LEVELS => self.begin(self.level + 1),
            Phase::Won if input.press => self.phase = Phase::Title,
            Phase::Lost if input.press => {
                self.score = self.score_before;
                self.begin(self.level);
            }
            Phase::Aim => self.aim(input),
            _ => {}
        }
        self.before.record(&self.world);
        self.world.step(DT);
        let broken = apply(&mut self.world, &mut self.pieces);
        if matches!(self.phase, Phase::Aim | Phase::Flying) {
            self.score += broken.into_iter().map(points).sum::<u32>();
        }
        if self.phase == Phase::Flying {
            self.fly();
        }
    }

    /// A level with all its balls.
    fn begin(&mut self, level: usize) {
        let loaded = build(level).and_then(|(level, pieces)| Ok((World::load(&level)?, pieces)));
        // The levels are constants of the program, and a test builds them all.
        let Ok(((world, ids), pieces)) = loaded else { return };
        self.pieces = ids.bodies.into_iter().zip(pieces).collect();
        (self.world, self.before) = (world, Interpolator::default());
        (self.level, self.balls, self.score_before) = (level, BALLS, self.score);
        (self.phase, self.ball, self.is_pulled, self.flight) = (Phase::Aim, None, false, 0);
    }

    fn aim(&mut self, input: Input) {
        self.is_pulled |= input.press;
        if !(input.release && self.is_pulled) {
            return;
        }
        self.is_pulled = false;
        let velocity = launch_velocity(Point::from(input.pointer));
        // A click without a pull throws nothing.
        if velocity.norm() < 1.0 {
            return;
        }
        if let Ok(ball) = self.throw(velocity) {
            (self.ball, self.phase, self.flight) = (Some(ball), Phase::Flying, 0);
            self.balls -= 1;
        }
    }

    fn throw(&mut self, velocity: Vec2) -> Result<BodyId, DefError> {
        if let Some(old) = self.ball.take() {
            self.pieces.remove(&old);
            let _ = self.world.remove_body(old);
        }
        let ball = self.world.add_body(BodyDef::dynamic().position(SLING).velocity(velocity))?;
        let shape = ColliderDef::new(Shape::circle(BALL_RADIUS)?).density(Material::Ball.density());
        self.world.add_collider(ball, shape.rolling_resistance(0.1).restitution(0.2))?;
        self.pieces.insert(ball, Piece { material: Material::Ball, strength: f32::INFINITY });
        Ok(ball)
    }

    /// The end of a throw: nothing moves any more, or too long.
    fn fly(&mut self) {
        self.flight += 1;
        if self.targets() == 0 {
            self.score += SPARE_BALL * self.balls;
            self.phase = Phase::Won;
        } else if self.world.stats().awake == 0 || self.flight >= MAX_FLIGHT {
            self.phase = if self.balls == 0 { Phase::Lost } else { Phase::Aim };
        }
    }
}

fn points(material: Material) -> u32 {
    match material {
        Material::Gold => TARGET,
        Material::Wood | Material::Glass => BLOCK,
        Material::Earth | Material::Stone | Material::Shard | Material::Ball => 0,
    }
}
