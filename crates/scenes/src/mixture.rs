//! One large scene with every kind of body, shape and joint, for tests of the solver's schedule.
//!
//! The level puts other scenes of this crate side by side, from left to right:
//!
//! ```text
//!    bridge, wrecking ball, arch, belts, ...      cloth
//!   |        |                                             |        |
//!   | pile A | pyramids     small mechanisms    ragdolls   | pile B |   a kinematic paddle turns in pile B
//!   |________|_____________________________________________|________|
//!        \___________________ springs ____________________/        from every 80th body of A to that of B
//! ```
//!
//! The parts that stand apart become independent batches. The piles span several strips. The springs between
//! the piles belong to no strip and to no border between two strips.

use crate::benchmarks::{JointGrid, ManyPyramids};
use crate::chains::Hills;
use crate::hollows::{Bowl, Hollows};
use crate::joints::{Bridge, SwingingJoints};
use crate::mechanisms::{Atwood, DivingBoard, GearTrain, Lifts, Ropes, Slider};
use crate::parts::{default, rectangle};
use crate::people::{BONES, Person};
use crate::piles::Pile;
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use crate::structures::{Arch, CardHouse, Ragdoll, WreckingBall};
use crate::surfaces::{Conveyor, RollingSlope};
use physics::prelude::*;

/// Piles, pyramids, a cloth, ragdolls and every mechanism of this crate in one world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixture {
    /// Bodies in each of the two piles.
    pub pile: u32,
    /// Number of rows of the cloth, and of circles in each row.
    pub cloth: u32,
    /// Number of ragdolls on the stairs.
    pub ragdolls: u32,
}

default!(Mixture { pile: 1000, cloth: 30, ragdolls: 8 });

pub(crate) const MIXTURE: Scene = scene(file!(), "mixture", 300, view(-90.0, -46.0, 90.0, 72.0))
    .about(
        "Two piles tied by long springs, pyramids, a cloth, ragdolls and all mechanisms move in one world.",
    )
    .level(|| Mixture::default().level())
    .script(|step| Mixture::default().commands(step));

impl Mixture {
    /// Body number of the kinematic paddle.
    pub const PADDLE: u32 = 0;
    /// Number of steps from one arrival of people to the next.
    pub const PERIOD: u32 = 20;
    /// Number of people who arrive together.
    const ARRIVALS: u32 = 5;
    /// Number of steps after which the paddle reverses its rotation.
    const TURN: u32 = 60;
    /// Angular velocity of the paddle, rad/s.
    const PADDLE_SPEED: f32 = 2.0;
    /// A spring ties each body of pile A with a multiple of this number to the same body of pile B.
    const TIED: u32 = 80;
    /// Where the piles are, m.
    const PILES: [Vec2; 2] = [Vec2::new(-70.0, 0.0), Vec2::new(70.0, 0.0)];

    /// The level. The paddle is body 0; the other bodies follow part by part, the two piles first.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let [a, b] = Self::PILES;
        let paddle = BodyDef::kinematic().position(Point::origin() + b + Vec2::new(0.0, 8.0));
        level.body_with(paddle.angular_velocity(Self::PADDLE_SPEED), rectangle(5.0, 0.2));

        let pile = |seed| Pile { bodies: self.pile, seed, ..Pile::default() }.level();
        let first_a = append(&mut level, pile(3), a);
        let first_b = append(&mut level, pile(4), b);
        for i in (0..self.pile).step_by(Self::TIED as usize) {
            // The shapes of a pile come after its ground and its two walls.
            let (body_a, body_b) = (first_a + 3 + i, first_b + 3 + i);
            level.joint(JointDef::new(body_a, body_b, DistanceJoint::new(140.0).spring(0.5, 0.5)));
        }

        let at = Vec2::new;
        append(&mut level, ManyPyramids { rows: 2, columns: 2, base: 10 }.level(), at(-35.0, 0.0));
        append(&mut level, JointGrid { size: self.cloth }.level(), at(20.0, 50.0));
        let stairs = Ragdoll { people: self.ragdolls, ..Ragdoll::default() };
        append(&mut level, stairs.level(), at(30.0, 0.0));
        append(&mut level, Hollows::default().level(), Vec2::zeros());
        append(&mut level, Bowl::default().level(), at(0.0, 20.0));
        append(&mut level, Bridge::default().level(), at(0.0, 30.0));
        append(&mut level, WreckingBall::default().level(), at(-10.0, 40.0));
        append(&mut level, SwingingJoints::default().level(), at(0.0, 65.0));
        append(&mut level, Conveyor::default().level(), at(-35.0, 30.0));
        append(&mut level, RollingSlope::default().level(), at(-35.0, 50.0));
        append(&mut level, crate::Car::default().level(), at(-30.0, -12.0));
        append(&mut level, Hills::default().level(), at(55.0, -25.0));
        append(&mut level, DivingBoard::default().level(), at(0.0, 12.0));
        append(&mut level, Lifts::default().level(), at(-10.0, -25.0));
        append(&mut level, GearTrain::default().level(), at(10.0, -25.0));
        append(&mut level, Slider::default().level(), at(20.0, -25.0));
        append(&mut level, Ropes::default().level(), at(27.0, -20.0));
        append(&mut level, CardHouse::default().level(), at(-20.0, -25.0));
        append(&mut level, Arch::default().level(), at(10.0, -40.0));
        // This part is not moved, because the wheels of its pulley are points of the world.
        append(&mut level, Atwood::default().level(), Vec2::zeros());
        level
    }

    /// People fall on pile A every [`Self::PERIOD`] steps. Three arrivals later they are removed. The
    /// paddle reverses its rotation every 60 steps.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        let mut commands = Vec::new();
        if step > 0 && step.is_multiple_of(Self::TURN) {
            let backwards = (step / Self::TURN) % 2 == 1;
            let angular_velocity = if backwards { -Self::PADDLE_SPEED } else { Self::PADDLE_SPEED };
            commands.push(Command::Drive { body: Self::PADDLE, velocity: Vec2::zeros(), angular_velocity });
        }
        if step.is_multiple_of(Self::PERIOD) {
            let arrival = step / Self::PERIOD;
            let bodies = Self::ARRIVALS * BONES as u32;
            if let Some(oldest) = arrival.checked_sub(3) {
                let first = self.level().bodies.len() as u32 + oldest * bodies;
                commands.extend((first..first + bodies).map(|body| Command::Remove { body }));
            }
            let mut level = Level::default();
            for i in 0..Self::ARRIVALS {
                let hips = Point::origin() + Self::PILES[0] + Vec2::new(4.0 * i as f32 - 8.0, 60.0);
                // These groups are below those of the ragdolls on the stairs, which begin at -1.
                let group = -1000 - (arrival * Self::ARRIVALS + i) as i32;
                let hips = BodyDef::dynamic().position(hips).velocity([0.0, -10.0]);
                Person { hips, density: 100.0, friction: 0.6, limits: true, group }.add(&mut level);
            }
            commands.push(Command::Add(level));
        }
        commands
    }
}

/// Adds the bodies, colliders and joints of a part, moved by `offset` (m). Returns the index of its first
/// body.
///
/// It does not move the wheels of a pulley, which are points of the world.
fn append(level: &mut Level, part: Level, offset: Vec2) -> u32 {
    let first_body = level.bodies.len() as u32;
    level.bodies.extend(part.bodies.into_iter().map(|mut body| {
        body.position += offset;
        body
    }));
    level.colliders.extend(part.colliders.into_iter().map(|mut collider| {
        collider.body += first_body;
        collider
    }));
    level.joints.extend(part.joints.into_iter().map(|mut joint| {
        joint.a += first_body;
        joint.b += first_body;
        joint
    }));
    first_body
}
