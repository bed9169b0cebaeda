//! Scenes that are shown twice and differ in one thing: a rule, a coefficient or a setting of the solver.

use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use physics::prelude::*;
use physics::solver::impulse::CombineRule;
use physics::textbook::{ClassicSettings, Integrator, PositionCorrection};

/// Balls of restitution 0 to 1 fall on a floor of low restitution and on one of high restitution. The texts
/// combine two restitutions in different ways: *Impulse Responses* takes the larger one, *Gaul, The Basics*
/// the smaller one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bouncing {
    /// How the restitutions of two materials are combined.
    pub rule: CombineRule,
    /// Balls on each floor.
    pub balls: u32,
    /// Height of their lowest points at the start, m.
    pub height: f32,
}

default!(Bouncing { rule: CombineRule::Max, balls: 6, height: 4.0 });

impl Bouncing {
    /// Restitution of the two floors.
    pub const FLOORS: [f32; 2] = [0.2, 0.8];

    /// The level. The floors are bodies 0 and 1. The balls of the first floor follow, then the balls of the
    /// second floor, each in the order of their restitution.
    #[must_use]
    pub fn level(&self) -> Level {
        let settings = WorldSettings { restitution_rule: self.rule, ..WorldSettings::default() };
        let mut level = Level::new(settings);
        let half = 0.5 * self.balls as f32;
        let middles = [-half - 0.5, half + 0.5];
        for (middle, restitution) in middles.into_iter().zip(Self::FLOORS) {
            let floor = BodyDef::fixed().position([middle, -0.5]);
            level.body_with(floor, rectangle(half, 0.5).restitution(restitution));
        }
        for middle in middles {
            for i in 0..self.balls {
                let x = middle - half + 0.5 + i as f32;
                let restitution = i as f32 / (self.balls.max(2) - 1) as f32;
                let ball = ColliderDef::new(shape(Shape::circle(0.3))).restitution(restitution);
                level.body_with(BodyDef::dynamic().position([x, self.height + 0.3]), ball);
            }
        }
        level
    }
}

/// Boxes on a slope that is too steep for sliding friction and not steep enough for static friction: a box at
/// rest stays at rest, and a sliding box goes on sliding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticFriction {
    /// Angle of the slope, rad; its tangent lies between the two coefficients.
    pub slope: f32,
    /// Coefficient of friction of a sliding box.
    pub sliding: f32,
    /// Coefficient of friction of a box at rest.
    pub fixed: f32,
    /// Initial velocity of the lower box, m/s downwards along the slope.
    pub nudge: f32,
}

// tan 0.4 = 0.423.
default!(StaticFriction { slope: 0.4, sliding: 0.3, fixed: 0.6, nudge: 1.0 });

impl StaticFriction {
    /// The level. Ground and slope are bodies 0 and 1, the box at rest is body 2, the box that slides is body
    /// 3.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        wall(&mut level, [4.0, -3.5], 14.0, 0.5);
        let material =
            Material { friction: self.sliding, static_friction: self.fixed, ..Material::default() };
        level.body_with(BodyDef::fixed().angle(-self.slope), rectangle(6.0, 0.25).material(material));
        let rotation = Rot::from_angle(-self.slope);
        for (along, speed) in [(-4.0, 0.0), (-2.0, self.nudge)] {
            let offset = rotation * Vec2::new(along, 0.75);
            level.body_with(
                BodyDef::dynamic()
                    .position(Point::origin() + offset)
                    .angle(-self.slope)
                    .velocity(rotation * Vec2::new(speed, 0.0)),
                rectangle(0.5, 0.5).material(material),
            );
        }
        level
    }
}

/// Stacks of one box, of two, and so on, solved by the classic solver with few iterations or many.
///
/// In each iteration an impulse reaches one more contact. Without warm starting, the impulse of the lowest
/// contact of a stack therefore supports at most as many boxes as there are iterations. The weight of the
/// others makes the boxes overlap until the position correction balances it. The boxes cannot rotate;
/// otherwise the stacks would fall over first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squash {
    /// Boxes of the highest stack.
    pub stacks: u32,
    /// Iterations over all contacts.
    pub iterations: u32,
    /// Whether a step begins with the impulses of the last one. With warm starting, few iterations are
    /// enough.
    pub warm_start: bool,
}

default!(Squash { stacks: 6, iterations: 1, warm_start: false });

impl Squash {
    /// The level. The ground is body 0; then come the stacks, the lowest first, each from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let classic = ClassicSettings {
            iterations: self.iterations,
            warm_start: self.warm_start,
            ..ClassicSettings::default()
        };
        let settings = WorldSettings::default().gravity([0.0, -10.0]).classic(classic).sleeping(false);
        let mut level = Level::new(settings);
        wall(&mut level, [0.0, -1.0], self.stacks as f32 + 1.0, 1.0);
        for stack in 0..self.stacks {
            let x = 2.0 * stack as f32 - (self.stacks as f32 - 1.0);
            for place in 0..=stack {
                let body = BodyDef::dynamic().position([x, place as f32 + 0.5]).fixed_rotation(true);
                level.body_with(body, rectangle(0.5, 0.5));
            }
        }
        level
    }
}

/// Pendulums of increasing length, released at the same angle. Explicit Euler adds energy to them, symplectic
/// Euler does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Euler {
    /// How positions are integrated.
    pub integrator: Integrator,
    /// Number of pendulums. The first is half a metre long, and each is half a metre longer than the one
    /// before.
    pub pendulums: u32,
    /// Initial angle from the vertical, rad.
    pub angle: f32,
}

default!(Euler { integrator: Integrator::Symplectic, pendulums: 4, angle: 0.6 });

impl Euler {
    /// The level. The beam is body 0, at the origin; the bobs follow, the shortest pendulum first.
    #[must_use]
    pub fn level(&self) -> Level {
        let classic = ClassicSettings {
            integrator: self.integrator,
            correction: PositionCorrection::Projection { fraction: 1.0, slop: 0.0 },
            ..ClassicSettings::default()
        };
        let mut level = Level::new(WorldSettings::default().classic(classic).sleeping(false));
        let beam = level.body(BodyDef::fixed());
        let spacing = 3.0;
        for i in 0..self.pendulums {
            let length = 0.5 * (i + 1) as f32;
            let hook = Point::new(spacing * (i as f32 - 0.5 * (self.pendulums as f32 - 1.0)), 0.0);
            let arm = Rot::from_angle(self.angle) * Vec2::new(0.0, -length);
            let bob = level.body_with(
                BodyDef::dynamic().position(hook + arm),
                ColliderDef::new(shape(Shape::circle(0.15))),
            );
            level.joint(JointDef::new(beam, bob, DistanceJoint::new(length).anchors(hook, [0.0, 0.0])));
        }
        level
    }
}

pub(crate) const BOUNCING_MAX: Scene = scene(file!(), "bouncing_max", 180, view(-7.5, -1.0, 7.5, 5.0))
    .about("Balls of restitution 0 to 1 fall onto a floor of restitution 0 and one of 1; the larger of the two values counts.")
    .sections(&[Text::ImpulseResponses.section("The Normal Impulse")])
    .level(|| Bouncing::default().level());

pub(crate) const BOUNCING_MIN: Scene = BOUNCING_MAX
    .named("bouncing_min")
    .about("Balls of restitution 0 to 1 fall onto a floor of restitution 0 and one of 1; the smaller of the two values counts.")
    .sections(&[
        Text::ImpulseResponses.section("The Normal Impulse"),
        Text::GaulBasics.section("Our Objects Collided - Now What?"),
    ])
    .level(|| Bouncing { rule: CombineRule::Min, ..Bouncing::default() }.level());

pub(crate) const STATIC_FRICTION: Scene = scene(file!(), "static_friction", 180, view(-7.0, -4.0, 12.0, 4.0))
    .about("Of two equal boxes on a slope, the one at rest stays, and the one that was pushed keeps sliding.")
    .sections(&[Text::ImpulseResponses.section("Friction Impulse")])
    .level(|| StaticFriction::default().level());

pub(crate) const SQUASH_1: Scene = scene(file!(), "squash_1", 300, view(-7.5, -1.0, 7.5, 7.0))
    .about(
        "Stacks of one to six boxes with one iteration: the higher the stack, the deeper its boxes overlap.",
    )
    .sections(&[
        Text::Sotirov.section("Iterations"),
        Text::GaulCustom.section("7 thoughts on “Custom Physics Engine – Part 1: Impulse Resolution"),
    ])
    .level(|| Squash::default().level());

pub(crate) const SQUASH_5: Scene = SQUASH_1
    .named("squash_5")
    .about("The same stacks with five iterations: up to five boxes hardly overlap.")
    .level(|| Squash { iterations: 5, ..Squash::default() }.level());

pub(crate) const SQUASH_20: Scene = SQUASH_1
    .named("squash_20")
    .about("The same stacks with twenty iterations: the boxes hardly overlap.")
    .level(|| Squash { iterations: 20, ..Squash::default() }.level());

pub(crate) const EULER_EXPLICIT: Scene = scene(file!(), "euler_explicit", 600, view(-7.0, -2.8, 7.0, 2.5))
    .about(
        "Four pendulums integrated by explicit Euler gain energy: each swing is higher than the one before.",
    )
    .sections(&[Text::CollisionDetection.section("State Propagation")])
    .level(|| Euler { integrator: Integrator::Explicit, ..Euler::default() }.level());

pub(crate) const EULER_SYMPLECTIC: Scene = EULER_EXPLICIT
    .named("euler_symplectic")
    .about("Four pendulums integrated by symplectic Euler keep their energy: each swing is as high as the one before.")
    .level(|| Euler::default().level());
