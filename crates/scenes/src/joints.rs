//! Scenes with joints.

use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use physics::prelude::*;

/// A bob on a massless arm, held by a revolute joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pendulum {
    /// Distance from the pivot to the centre of the bob, m.
    pub length: f32,
    /// Initial angle from the vertical, rad.
    pub angle: f32,
    /// Radius of the bob, m.
    pub radius: f32,
}

default!(Pendulum { length: 2.0, angle: 1.2, radius: 0.2 });

impl Pendulum {
    /// The level. The pivot is body 0, at the origin; the bob is body 1.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let pivot = level.body(BodyDef::fixed());
        let arm = Rot::from_angle(self.angle) * Vec2::new(0.0, -self.length);
        let bob = level.body_with(
            BodyDef::dynamic().position(Point::from(arm)).angle(self.angle),
            ColliderDef::new(shape(Shape::circle(self.radius))),
        );
        level.joint(JointDef::new(pivot, bob, RevoluteJoint::new().anchors([0.0, 0.0], [0.0, self.length])));
        level
    }

    /// Period of a small swing, s: 2 pi sqrt(I / (m g l)), with the inertia about the pivot
    /// I = m (l^2 + r^2 / 2).
    #[must_use]
    pub fn period(&self) -> f32 {
        let (l, r) = (self.length, self.radius);
        std::f32::consts::TAU * ((l * l + 0.5 * r * r) / (9.81 * l)).sqrt()
    }
}

/// A bridge of jointed planks between two walls, with crates on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bridge {
    /// Number of planks, each a metre long.
    pub planks: u32,
    /// Number of crates.
    pub crates: u32,
    /// Density of the crates, kg/m^2. The density of the planks is 20.
    pub crate_density: f32,
}

default!(Bridge { planks: 30, crates: 3, crate_density: 20.0 });

impl Bridge {
    /// The level. The walls are bodies 0 and 1, then come the planks, then the crates.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let half = 0.5 * self.planks as f32;
        let left = wall(&mut level, [-half - 1.0, -1.5], 1.0, 1.625);
        let right = wall(&mut level, [half + 1.0, -1.5], 1.0, 1.625);
        let mut before = (left, [1.0, 1.5]);
        for i in 0..self.planks {
            let x = -half + 0.5 + i as f32;
            let plank =
                level.body_with(BodyDef::dynamic().position([x, 0.0]), rectangle(0.5, 0.125).density(20.0));
            level.joint(JointDef::new(before.0, plank, RevoluteJoint::new().anchors(before.1, [-0.5, 0.0])));
            before = (plank, [0.5, 0.0]);
        }
        level.joint(JointDef::new(before.0, right, RevoluteJoint::new().anchors(before.1, [-1.0, 1.5])));
        for i in 0..self.crates {
            let x = 3.0 * (i as f32 - 0.5 * (self.crates as f32 - 1.0));
            level.body_with(
                BodyDef::dynamic().position([x, 3.0 + i as f32]),
                rectangle(0.5, 0.5).density(self.crate_density),
            );
        }
        level
    }
}

/// Hanging bodies do not collide with each other, because the scene is only about joints.
const TOGETHER: Filter = Filter { category: 1, mask: u64::MAX, group: -1 };

/// Bars, chains and a swing that hang on revolute joints and are released from the side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingingJoints {
    /// Links of the chain.
    pub links: u32,
}

default!(SwingingJoints { links: 8 });

impl SwingingJoints {
    /// The level. The beam is body 0; then come a bar, a pair of bars, the chain, and a swing: two ropes of
    /// two links, and the seat.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let beam =
            level.body_with(BodyDef::fixed().position([0.0, 0.1]), rectangle(9.0, 0.1).filter(TOGETHER));
        // The anchor is on the lower side of the beam, relative to its centre.
        let hook = |x: f32| Point::new(x, -0.1);
        chain(&mut level, (beam, hook(-8.5)), 1, 2.0, [0.6, -0.8]);
        chain(&mut level, (beam, hook(-4.5)), 2, 1.5, [1.0, 0.0]);
        chain(&mut level, (beam, hook(0.0)), self.links, 0.4, [1.0, 0.0]);
        // The ropes of a swing are parallel, so the seat stays level.
        let along = Rot::from_angle(0.6) * Vec2::new(0.0, -1.0);
        let ends = [5.0, 7.0].map(|x| chain(&mut level, (beam, hook(x)), 2, 1.0, along));
        let seat_center = Point::new(6.0, 0.0) + along * 2.0;
        let seat =
            level.body_with(BodyDef::dynamic().position(seat_center), rectangle(1.0, 0.1).filter(TOGETHER));
        for ((rope, end), x) in ends.into_iter().zip([-1.0, 1.0]) {
            level.joint(JointDef::new(rope, seat, RevoluteJoint::new().anchors(end, [x, 0.0])));
        }
        level
    }
}

/// Adds a chain of links of `length` (m) along a direction. The first link hangs on an anchor of a body, each
/// other link on the link before. Returns the last link and its free end, in its frame.
fn chain(
    level: &mut Level,
    hook: (u32, Point),
    links: u32,
    length: f32,
    along: impl Into<Vec2>,
) -> (u32, Point) {
    let along = along.into();
    let half = 0.5 * length;
    let angle = Rot { cos: along.x, sin: along.y }.angle();
    let start = level.bodies[hook.0 as usize].position + hook.1.coords;
    let mut last = hook;
    for i in 0..links {
        let center = start + along * (length * (i as f32 + 0.5));
        let capsule = Shape::capsule([-half, 0.0], [half, 0.0], 0.08);
        let link = level.body_with(
            BodyDef::dynamic().position(center).angle(angle),
            ColliderDef::new(shape(capsule)).filter(TOGETHER),
        );
        level.joint(JointDef::new(last.0, link, RevoluteJoint::new().anchors(last.1, [-half, 0.0])));
        last = (link, Point::new(half, 0.0));
    }
    last
}

/// Newton's cradle: a row of balls on rods, of which the first ones are released from the side.
///
/// In an ideal cradle, the number of balls that leave equals the number that arrive. If the balls touch, an
/// impact is one collision of all balls. The law of restitution applies to two bodies, so it does not
/// determine the result. If there are gaps, the impact is a series of collisions of two balls. The engine
/// makes contacts up to a speculative distance of 2 cm, so balls that are closer collide together. This scene
/// makes the tolerances of the engine a hundred times smaller, and its gaps are larger than those.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonsCradle {
    /// Number of balls.
    pub balls: u32,
    /// The number of balls that are released from the side.
    pub drawn: u32,
    /// Their initial angle, rad.
    pub angle: f32,
    /// Radius of the balls, m.
    pub radius: f32,
    /// Distance from the beam to the centres of the balls, m.
    pub length: f32,
    /// Gap between neighbours, m.
    pub gap: f32,
}

default!(NewtonsCradle { balls: 5, drawn: 1, angle: 0.8, radius: 0.25, length: 2.0, gap: 0.001 });

impl NewtonsCradle {
    /// The level. The beam is body 0, at the origin; the balls follow from the left.
    #[must_use]
    pub fn level(&self) -> Level {
        let settings = WorldSettings { length_unit: 0.01, ..WorldSettings::default() };
        let mut level = Level::new(settings.sleeping(false).rolling_resistance(0.0));
        let beam = level.body(BodyDef::fixed());
        let pitch = 2.0 * self.radius + self.gap;
        for i in 0..self.balls {
            let hook = Point::new(pitch * (i as f32 - 0.5 * (self.balls as f32 - 1.0)), 0.0);
            let angle = if i < self.drawn { -self.angle } else { 0.0 };
            let rod = Rot::from_angle(angle) * Vec2::new(0.0, -self.length);
            let ball = level.body_with(
                BodyDef::dynamic().position(hook + rod),
                ColliderDef::new(shape(Shape::circle(self.radius))).friction(0.0).restitution(1.0),
            );
            level.joint(JointDef::new(beam, ball, DistanceJoint::new(self.length).anchors(hook, [0.0, 0.0])));
        }
        level
    }
}

pub(crate) const BRIDGE: Scene = scene(file!(), "bridge", 600, view(-18.0, -9.0, 18.0, 9.0))
    .about("A bridge of thirty jointed planks hangs between two walls and carries three crates.")
    .level(|| Bridge::default().level());

pub(crate) const PENDULUM: Scene = scene(file!(), "pendulum", 600, view(-3.0, -3.0, 3.0, 1.0))
    .about("A bob on a massless arm is released from the side and swings.")
    .sections(&[Text::ImpulseResponses.section("Revolute Joints")])
    .level(|| Pendulum::default().level());

pub(crate) const SWINGING_JOINTS: Scene =
    scene(file!(), "swinging_joints", 600, view(-11.0, -6.0, 11.0, 2.0))
        .about("A bar, two bars, a chain and a swing hang on revolute joints and are released from the side.")
        .sections(&[Text::ImpulseResponses.section("Revolute Joints")])
        .level(|| SwingingJoints::default().level());

pub(crate) const NEWTONS_CRADLE: Scene = scene(file!(), "newtons_cradle", 600, view(-3.5, -2.8, 3.5, 0.5))
    .about("One of five balls is released from the side: its impact passes through the row, and the last ball leaves.")
    .sections(&[Text::GaulCustom.section("Iterative Solving")])
    .level(|| NewtonsCradle::default().level());
