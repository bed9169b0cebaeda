//! Scenes of restraints: dry friction without a contact, a winch, and locked coordinates.

use crate::parts::{default, rectangle, regular_polygon, shape, wall};
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// Pucks on a table, seen from above, each held back by a friction joint with a coefficient of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shuffleboard {
    /// The coefficients of friction, from bottom to top.
    pub coefficients: [f32; 6],
    /// The speed with which all begin, m/s.
    pub speed: f32,
}

default!(Shuffleboard { coefficients: [0.1, 0.12, 0.15, 0.2, 0.3, 0.6], speed: 5.0 });

pub(crate) const TOP_DOWN: Scene = scene(file!(), "top_down", 360, view(-1.0, -0.8, 15.0, 6.8))
    .about("Pucks seen from above begin with one speed; friction joints stop each after v^2 / (2 mu g).")
    .level(|| Shuffleboard::default().level());

impl Shuffleboard {
    /// The number of the first puck.
    pub const FIRST: u32 = 1;

    /// The gravity that presses the pucks onto the table, m/s^2.
    pub const GRAVITY: f32 = 9.81;

    /// The level. The table is body 0; the pucks follow, those of the higher lanes turning faster.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, 0.0]));
        let table = level.body(BodyDef::fixed());
        for (center, half_width, half_height) in [
            ([7.0, -0.6], 8.0, 0.1),
            ([7.0, 6.6], 8.0, 0.1),
            ([-0.9, 3.0], 0.1, 3.6),
            ([14.9, 3.0], 0.1, 3.6),
        ] {
            level.collider(table, rectangle(half_width, half_height).offset(center, 0.0));
        }
        let radius = 0.35;
        // 1 kg.
        let density = 1.0 / (std::f32::consts::PI * radius * radius);
        for (i, mu) in self.coefficients.into_iter().enumerate() {
            let def = BodyDef::dynamic().position([0.0, 0.5 + i as f32]).velocity([self.speed, 0.0]);
            let disc = ColliderDef::new(shape(Shape::circle(radius))).density(density);
            let puck = level.body_with(def.angular_velocity(2.0 * i as f32), disc);
            // The torque of a disc that lies flat: 2/3 mu m g r.
            let force = mu * Self::GRAVITY;
            let friction = FrictionJoint::new(force, 2.0 / 3.0 * force * radius);
            level.joint(JointDef::new(table, puck, friction).collide(true));
        }
        level
    }
}

/// Two cranes hoist loads with winches: one has the force, the other has not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hoist {
    /// The speed of the winches, m/s.
    pub speed: f32,
    /// The greatest force of each winch as a share of the weight of its load.
    pub strength: [f32; 2],
}

default!(Hoist { speed: 0.8, strength: [1.5, 0.9] });

pub(crate) const WINCH: Scene = scene(file!(), "winch", 600, view(-6.0, -1.0, 6.0, 7.5))
    .about("A winch winds in a rope and hoists its load to the top; a weaker one beside it cannot lift the same load.")
    .level(|| Hoist::default().level());

impl Hoist {
    /// The numbers of the loads.
    pub const LOADS: [u32; 2] = [3, 4];

    /// The shortest length of a rope, m.
    pub const SHORTEST: f32 = 1.0;

    /// The level: the ground, two jibs, and the loads that stand on the ground.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        wall(&mut level, [0.0, -0.5], 6.0, 0.5);
        let jibs = [-2.5, 2.5].map(|x| wall(&mut level, [x, 6.5], 1.5, 0.2));
        let half = 0.5;
        for ((jib, x), strength) in jibs.into_iter().zip([-2.5, 2.5]).zip(self.strength) {
            let load = rectangle(half, half).density(100.0);
            let load = level.body_with(BodyDef::dynamic().position([x, half]), load);
            // From under the jib to the top of the load.
            let length = 6.3 - 2.0 * half;
            let weight = 100.0 * 4.0 * half * half * 9.81;
            let winch = DistanceJoint::rope(length)
                .anchors([0.0, -0.2], [0.0, half])
                .limits(Self::SHORTEST, length)
                .motor(-self.speed, strength * weight);
            level.joint(JointDef::new(jib, load, winch));
        }
        level
    }
}

/// Balls fall on bodies with locked coordinates: a lift that moves up and down only, a drawer that moves
/// sideways only, a mill that turns only, and a box that never turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LockedBodies {
    /// How many balls fall.
    pub balls: u32,
}

default!(LockedBodies { balls: 14 });

pub(crate) const LOCKS: Scene = scene(file!(), "locks", 480, view(-9.0, -0.8, 9.0, 9.0))
    .about("Balls fall on bodies with locks: a mill that only turns, a lift, a drawer, and a box that never turns.")
    .level(|| LockedBodies::default().level());

impl LockedBodies {
    /// The number of the mill, which keeps its place.
    pub const MILL: u32 = 1;
    /// The number of the lift, which keeps x and its rotation.
    pub const LIFT: u32 = 2;
    /// The number of the drawer, which keeps y and its rotation.
    pub const DRAWER: u32 = 3;
    /// The number of the box on the slope, which keeps its rotation.
    pub const UPRIGHT: u32 = 4;

    /// The level. Ground and slope are body 0.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        let ground = wall(&mut level, [0.0, -0.5], 9.0, 0.5);
        level.collider(ground, rectangle(2.6, 0.1).offset([6.2, 2.3], 0.45));
        let mill = level.body(BodyDef::dynamic().position([-5.5, 4.0]).locks(Locks {
            x: true,
            y: true,
            ..Locks::NONE
        }));
        for turn in [0.0, std::f32::consts::FRAC_PI_2] {
            level.collider(mill, rectangle(1.8, 0.12).offset([0.0, 0.0], turn).density(2.0));
        }
        let lift = BodyDef::dynamic().position([-1.0, 1.5]);
        let lift = lift.locks(Locks { x: true, rotation: true, ..Locks::NONE });
        level.body_with(lift, rectangle(1.2, 0.3).density(0.5));
        let drawer = BodyDef::dynamic().position([2.2, 4.0]).velocity([0.5, 0.0]);
        let drawer = drawer.locks(Locks { y: true, rotation: true, ..Locks::NONE });
        level.body_with(drawer, ColliderDef::new(regular_polygon(3, 0.8)).friction(0.2));
        let upright = BodyDef::dynamic().position([7.5, 4.0]).fixed_rotation(true);
        level.body_with(upright, rectangle(0.3, 0.6).friction(0.2));
        for i in 0..self.balls {
            let x = [-4.6, -1.4, 2.0, -6.0, -0.7, 2.5, -4.8][i as usize % 7];
            let def = BodyDef::dynamic().position([x, 6.5 + 0.8 * i as f32]);
            level.body_with(def, ColliderDef::new(shape(Shape::circle(0.3))).restitution(0.2));
        }
        level
    }
}
