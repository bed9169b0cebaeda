//! Engines whose answers are known, for tests of the probes.

use crate::engine::{BodyView, BuildOptions, Engine, EngineKind, Unsupported};
use physics::prelude::*;
use scenes::Command;

/// Bodies that do not interact.
struct Known {
    bodies: Vec<BodyDef>,
    time: f32,
    /// Share of the velocity that bodies keep: 0 or 1.
    share: f32,
}

/// No body moves, and all sleep.
pub(super) fn still(_: EngineKind, level: &Level, _: BuildOptions) -> Result<Box<dyn Engine>, Unsupported> {
    Ok(Box::new(Known { bodies: level.bodies.clone(), time: 0.0, share: 0.0 }))
}

/// All bodies keep their initial velocity and pass through everything.
pub(super) fn ghosts(_: EngineKind, level: &Level, _: BuildOptions) -> Result<Box<dyn Engine>, Unsupported> {
    Ok(Box::new(Known { bodies: level.bodies.clone(), time: 0.0, share: 1.0 }))
}

impl Engine for Known {
    fn follow(&mut self, _: &[Command]) -> Result<(), Unsupported> {
        Err(Unsupported::because("no commands"))
    }

    fn step(&mut self, dt: f32) {
        self.time += dt;
    }

    fn bodies(&self) -> u32 {
        self.bodies.len() as u32
    }

    fn body(&self, number: u32) -> Option<BodyView> {
        let BodyDef { kind, position, rotation, velocity, angular_velocity, .. } =
            *self.bodies.get(number as usize)?;
        let (velocity, angular_velocity) = (velocity * self.share, angular_velocity * self.share);
        let angle = rotation.angle() + angular_velocity * self.time;
        let pose = Pose::new((position + velocity * self.time).to_point(), angle);
        let (dynamic, awake) = (kind == BodyKind::Dynamic, self.share > 0.0);
        Some(BodyView { pose, velocity, angular_velocity, dynamic, awake })
    }

    fn touching(&self) -> usize {
        0
    }

    fn cast_ray(&self, _: Point, _: Vec2) -> Option<f32> {
        None
    }

    fn count_in_box(&self, _: Aabb) -> usize {
        0
    }

    fn cast_circle(&self, _: Point, _: f32, _: Vec2) -> Result<Option<f32>, Unsupported> {
        Err(Unsupported::because("no casts"))
    }

    fn save(&mut self) -> Result<usize, Unsupported> {
        Err(Unsupported::because("no snapshots"))
    }

    fn restore(&mut self) -> Result<(), Unsupported> {
        Err(Unsupported::because("no snapshots"))
    }
}
