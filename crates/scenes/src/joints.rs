//! Scenes with joints.

use crate::{rectangle, shape, wall};
use physics::prelude::*;

/// A bob on an arm without mass, held by a revolute joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pendulum {
    /// From the pivot to the centre of the bob, m.
    pub length: f32,
    /// From the vertical, rad, at the start.
    pub angle: f32,
    /// Radius of the bob, m.
    pub radius: f32,
}

impl Default for Pendulum {
    fn default() -> Self {
        Self { length: 2.0, angle: 1.2, radius: 0.2 }
    }
}

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
        level.joint(JointDef::revolute(pivot, bob).anchors([0.0, 0.0], [0.0, self.length]));
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

/// Planks joined to a bridge between two walls, with crates on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bridge {
    /// Number of planks, each a metre long.
    pub planks: u32,
    /// Number of crates.
    pub crates: u32,
    /// Density of the crates, kg/m^2; that of the planks is 20.
    pub crate_density: f32,
}

impl Default for Bridge {
    fn default() -> Self {
        Self { planks: 30, crates: 3, crate_density: 20.0 }
    }
}

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
            level.joint(JointDef::revolute(before.0, plank).anchors(before.1, [-0.5, 0.0]));
            before = (plank, [0.5, 0.0]);
        }
        level.joint(JointDef::revolute(before.0, right).anchors(before.1, [-1.0, 1.5]));
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
