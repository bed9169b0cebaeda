//! One scene for each kind of joint that drives, supports or transmits a motion.

use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::text::{Section, Text};
use physics::prelude::*;

/// The filter of bodies that collide with nothing and are held only by joints.
const NO_COLLISIONS: Filter = Filter { category: 1, mask: 0, group: 0 };

/// A sledge on a slope, pulled up along its rail by a motor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slider {
    /// Angle of the rail from the horizontal, rad.
    pub slope: f32,
    /// Target speed of the motor, m/s.
    pub speed: f32,
    /// Greatest force of the motor, as a fraction of the component of the sledge's weight along the rail.
    pub strength: f32,
    /// Length of the rail, m.
    pub length: f32,
}

default!(Slider { slope: 0.5, speed: 1.5, strength: 1.2, length: 4.0 });

impl Slider {
    /// The level. The rail's foot is body 0, at the origin; the sledge, of 1 kg, is body 1.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let axis = Rot::from_angle(self.slope) * Vec2::new(1.0, 0.0);
        let foot = level.body(BodyDef::fixed());
        let sledge = level.body_with(
            BodyDef::dynamic().angle(self.slope),
            rectangle(0.5, 0.25).density(2.0).filter(NO_COLLISIONS),
        );
        let force = self.strength * 9.81 * axis.y;
        let rail = PrismaticJoint::new(axis).reference_angle(self.slope);
        let rail = rail.motor(self.speed, force).limits(0.0, self.length);
        level.joint(JointDef::new(foot, sledge, rail));
        level
    }
}

/// A car with two sprung wheels drives on a bumpy road. A motor drives the rear wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Car {
    /// Frequency of the suspension, Hz.
    pub hertz: f32,
    /// Target angular speed of the driven wheel, rad/s, forwards.
    pub speed: f32,
    /// Greatest torque of the motor, N m.
    pub torque: f32,
    /// Number of bumps on the road, one every 4 m.
    pub bumps: u32,
}

default!(Car { hertz: 2.5, speed: 20.0, torque: 30.0, bumps: 6 });

impl Car {
    /// The index of the chassis.
    pub const CHASSIS: u32 = 1;

    /// The level. The road is body 0, the chassis body 1, then come the rear and the front wheel, then the
    /// bumps.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let road = wall(&mut level, [20.0, -0.5], 30.0, 0.5);
        debug_assert_eq!(road, 0);
        let chassis =
            level.body_with(BodyDef::dynamic().position([0.0, 0.8]), rectangle(1.2, 0.25).density(20.0));
        for (x, torque) in [(-0.8, self.torque), (0.8, 0.0)] {
            let tyre = ColliderDef::new(shape(Shape::circle(0.35))).density(15.0).friction(1.2);
            let wheel = level.body_with(BodyDef::dynamic().position([x, 0.35]), tyre);
            let axle = WheelJoint::new([0.0, 1.0]).anchors([x, -0.45], [0.0, 0.0]);
            // The car drives to the right, so its wheels turn clockwise.
            let axle = axle.spring(self.hertz, 0.7).limits(-0.2, 0.2).motor(-self.speed, torque);
            level.joint(JointDef::new(chassis, wheel, axle));
        }
        for i in 0..self.bumps {
            let bump = ColliderDef::new(shape(Shape::circle(0.5)));
            level.body_with(BodyDef::fixed().position([6.0 + 4.0 * i as f32, -0.4]), bump);
        }
        level
    }
}

/// A diving board of planks welded by springs, and a box at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DivingBoard {
    /// Number of planks, each half a metre long.
    pub planks: u32,
    /// Frequency of the welds, Hz: the frequency at which two planks oscillate about one weld. The whole
    /// board oscillates at a far lower frequency.
    pub hertz: f32,
}

default!(DivingBoard { planks: 6, hertz: 40.0 });

impl DivingBoard {
    /// The level. The wall is body 0, then come the planks from it outwards, then the box.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let mut before = (wall(&mut level, [-0.5, 0.0], 0.5, 0.5), [0.5, 0.0]);
        for i in 0..self.planks {
            let x = 0.25 + 0.5 * i as f32;
            let plank =
                level.body_with(BodyDef::dynamic().position([x, 0.0]), rectangle(0.25, 0.05).density(40.0));
            let weld = WeldJoint::new().anchors(before.1, [-0.25, 0.0]).angular_spring(self.hertz, 0.2);
            level.joint(JointDef::new(before.0, plank, weld));
            before = (plank, [0.25, 0.0]);
        }
        let end = 0.5 * self.planks as f32 - 0.3;
        level.body_with(BodyDef::dynamic().position([end, 1.0]), rectangle(0.2, 0.2).density(10.0));
        level
    }
}

/// Two weights on a rope over two wheels: an Atwood machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Atwood {
    /// Masses of the left and the right weight, kg.
    pub masses: [f32; 2],
}

default!(Atwood { masses: [1.2, 1.0] });

impl Atwood {
    /// The level: the left weight is body 0, the right one body 1.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let wheels = [Point::new(-1.0, 4.0), Point::new(1.0, 4.0)];
        let weights = [0, 1].map(|i| {
            // The box has an area of 1 m^2, so its density equals its mass.
            let weight = rectangle(0.5, 0.5).density(self.masses[i]).filter(NO_COLLISIONS);
            level.body_with(BodyDef::dynamic().position([wheels[i].x, 0.0]), weight)
        });
        let rope = PulleyJoint::new(wheels, 7.0).anchors([0.0, 0.5], [0.0, 0.5]);
        level.joint(JointDef::new(weights[0], weights[1], rope));
        level
    }

    /// Acceleration of the left weight downwards, m/s^2: g (mA - mB) / (mA + mB).
    #[must_use]
    pub fn acceleration(&self) -> f32 {
        let [a, b] = self.masses;
        9.81 * (a - b) / (a + b)
    }
}

/// A row of gear wheels. A motor drives the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GearTrain {
    /// Radii of the wheels, m.
    pub radii: [f32; 3],
    /// Angular speed of the first wheel, rad/s.
    pub speed: f32,
}

default!(GearTrain { radii: [0.5, 1.0, 0.4], speed: 4.0 });

impl GearTrain {
    /// The level. The stand is body 0, then come the wheels from the left.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let stand = level.body(BodyDef::fixed());
        let (mut x, mut before) = (0.0, None);
        for radius in self.radii {
            x += radius;
            let disc = ColliderDef::new(shape(Shape::circle(radius))).filter(NO_COLLISIONS);
            let wheel = level.body_with(BodyDef::dynamic().position([x, 0.0]), disc);
            let axle = RevoluteJoint::new().anchors([x, 0.0], [0.0, 0.0]);
            let axle = if before.is_none() { axle.motor(self.speed, 20.0) } else { axle };
            level.joint(JointDef::new(stand, wheel, axle));
            if let Some((neighbour, other)) = before {
                level.joint(JointDef::new(neighbour, wheel, GearJoint::new(radius / other)));
            }
            x += radius;
            before = Some((wheel, radius));
        }
        level
    }
}

/// A jack: a crank swings a lever to and fro, whose ratchet turns a wheel forward, which lifts a weight by a
/// rack; a second ratchet holds the wheel while the lever goes back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jack {
    /// Mass of the weight, kg.
    pub mass: f32,
    /// Teeth of the wheel.
    pub teeth: u32,
    /// Speed of the crank, rad/s.
    pub speed: f32,
}

default!(Jack { mass: 40.0, teeth: 40, speed: 3.0 });

impl Jack {
    /// m. Radius of the wheel.
    pub const RADIUS: f32 = 0.4;
    /// m. Length of the lever, and the radius of the crank that swings its end.
    pub const LEVER: f32 = 1.0;
    /// m.
    pub const CRANK: f32 = 0.35;

    /// The level. The stand is body 0, then come the wheel, the weight with its rack, the lever and the
    /// crank. The first joint holds the weight in its guide.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let stand = level.body(BodyDef::fixed());
        let part = |x: f32, y: f32| BodyDef::dynamic().position([x, y]);
        let disc = |radius: f32| ColliderDef::new(shape(Shape::circle(radius))).filter(NO_COLLISIONS);
        let wheel = level.body_with(part(0.0, 0.0), disc(Self::RADIUS).density(10.0));
        let beside = Self::RADIUS + 0.1;
        let weight = rectangle(0.1, 1.2).density(self.mass / 0.48).filter(NO_COLLISIONS);
        let rack = level.body_with(part(beside, 0.8), weight);
        let lever = rectangle(0.05, 0.5 * Self::LEVER).filter(NO_COLLISIONS).density(20.0);
        let lever = level.body_with(part(0.0, -0.5 * Self::LEVER), lever);
        let center = [-1.4, -Self::LEVER];
        let crank = level.body_with(part(center[0], center[1]), disc(Self::CRANK + 0.05).density(20.0));

        let guide = PrismaticJoint::new([0.0, 1.0]).anchors([beside, 0.8], [0.0, 0.0]);
        level.joint(JointDef::new(stand, rack, guide));
        level.joint(JointDef::new(stand, wheel, RevoluteJoint::new()));
        level.joint(JointDef::new(rack, wheel, RackJoint::new([0.0, 1.0], Self::RADIUS)));
        let pivot = RevoluteJoint::new().anchors([0.0, 0.0], [0.0, 0.5 * Self::LEVER]);
        level.joint(JointDef::new(stand, lever, pivot));
        let motor = RevoluteJoint::new().anchors(center, [0.0, 0.0]).motor(self.speed, 1e4);
        level.joint(JointDef::new(stand, crank, motor));
        let rod = DistanceJoint::new((1.4_f32 * 1.4 + Self::CRANK * Self::CRANK).sqrt());
        let rod = rod.anchors([0.0, Self::CRANK], [0.0, -0.5 * Self::LEVER]);
        level.joint(JointDef::new(crank, lever, rod));

        let ratchet = RatchetJoint::new(std::f32::consts::TAU / self.teeth as f32);
        level.joint(JointDef::new(lever, wheel, ratchet));
        level.joint(JointDef::new(stand, wheel, ratchet));
        level
    }
}

/// Two weights fall until their ropes are taut: one rope holds, the other breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ropes {
    /// Length of the ropes, m.
    pub length: f32,
    /// Distance that the weights fall before their ropes are taut, m.
    pub slack: f32,
}

default!(Ropes { length: 2.5, slack: 1.5 });

impl Ropes {
    /// The level. The beam is body 0, the weight whose rope holds is body 1, the other weight body 2.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let beam = level.body(BodyDef::fixed());
        for (x, bears) in [(-1.0, f32::INFINITY), (1.0, 100.0)] {
            let weight = level.body_with(
                BodyDef::dynamic().position([x, self.slack - self.length]),
                rectangle(0.25, 0.25).density(20.0).filter(NO_COLLISIONS),
            );
            let rope = DistanceJoint::rope(self.length).anchors([x, 0.0], [0.0, 0.0]);
            level.joint(JointDef::new(beam, weight, rope).breaks(bears, f32::INFINITY));
        }
        level
    }
}

/// Motor joints hold up two platforms with a box on each: one joint is strong enough, the other is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lifts {
    /// Greatest force of the left and of the right joint, as a fraction of the weight that it supports.
    pub strengths: [f32; 2],
}

default!(Lifts { strengths: [2.0, 0.95] });

impl Lifts {
    /// The level. The ground is body 0; then come each platform, of 2 kg, and its box, of 1 kg.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let ground = wall(&mut level, [0.0, -3.5], 6.0, 0.5);
        for (x, strength) in [-2.0, 2.0].into_iter().zip(self.strengths) {
            let platform =
                level.body_with(BodyDef::dynamic().position([x, 0.0]), rectangle(1.0, 0.1).density(5.0));
            let lift = MotorJoint::new(strength * 3.0 * 9.81, 50.0).anchors([x, 3.5], [0.0, 0.0]);
            level.joint(JointDef::new(ground, platform, lift).collide(true));
            level.body_with(BodyDef::dynamic().position([x, 0.6]), rectangle(0.5, 0.5));
        }
        level
    }
}

/// Joints with limits and motors.
const JOINTS: &[Section] = &[Text::GaulCustom.section("Game Physics High Level Detail")];

pub(crate) const SLIDER: Scene = scene(file!(), "slider", 300, view(-1.0, -1.0, 5.0, 3.0))
    .about("A motor pulls a sledge up a rail to its end.")
    .sections(JOINTS)
    .level(|| Slider::default().level());

pub(crate) const CAR: Scene = scene(file!(), "car", 480, view(-5.0, -2.0, 5.0, 3.0).following(Car::CHASSIS))
    .about("A car with one driven wheel and sprung axles drives over six bumps.")
    .sections(JOINTS)
    .level(|| Car::default().level());

pub(crate) const DIVING_BOARD: Scene = scene(file!(), "diving_board", 300, view(-1.5, -2.0, 4.0, 1.5))
    .about("A box drops on a board of planks welded by springs; the board bends and swings.")
    .level(|| DivingBoard::default().level());

pub(crate) const ATWOOD: Scene = scene(file!(), "atwood", 300, view(-3.0, -4.0, 3.0, 5.0))
    .about("Two weights hang on a rope over two wheels: the heavier sinks and lifts the lighter.")
    .level(|| Atwood::default().level());

pub(crate) const GEAR_TRAIN: Scene = scene(file!(), "gear_train", 300, view(-0.5, -1.5, 4.5, 1.5))
    .about("A motor drives the first of three gear wheels: neighbours turn in opposite directions, small wheels faster.")
    .sections(JOINTS)
    .level(|| GearTrain::default().level());

pub(crate) const JACK: Scene = scene(file!(), "jack", 300, view(-2.2, -1.8, 1.4, 4.0))
    .about(
        "A crank swings a lever, whose ratchet turns a wheel and lifts a weight; a second ratchet holds it.",
    )
    .level(|| Jack::default().level());

pub(crate) const ROPES: Scene = scene(file!(), "ropes", 300, view(-3.0, -6.0, 3.0, 0.5))
    .about("Two weights fall until their ropes are taut: one rope holds, the other breaks.")
    .level(|| Ropes::default().level());

pub(crate) const LIFTS: Scene = scene(file!(), "lifts", 300, view(-6.0, -4.0, 6.0, 3.0))
    .about("Motor joints hold up two platforms with boxes: one joint is strong enough, the other platform sinks.")
    .sections(&[Text::CollisionDetection.section("The Problem")])
    .level(|| Lifts::default().level());
