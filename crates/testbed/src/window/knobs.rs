//! What the side bar can change about a scene while it runs.
//!
//! Knobs are plain values. [`Knobs::turn`] compares the old with the new and changes in the world what differs, so
//! that a world whose knobs nobody touches runs bit for bit as it does headless.

use super::any_world::{AnyWorld, with_world};
use crate::options::BroadphaseKind;
use physics::prelude::*;
use physics::world::BodyRef;

/// The knobs, as they stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knobs {
    /// Gravity, sleeping and how the solver works.
    pub settings: WorldSettings,
    /// Which broad phase.
    pub broadphase: BroadphaseKind,
    /// Friction of every collider; `None` leaves each its own.
    pub friction: Option<f32>,
    /// Restitution of every collider, 0 to 1; `None` leaves each its own.
    pub restitution: Option<f32>,
    /// Rate at which all velocities decay, 1/s; `None` leaves each body its own.
    pub drag: Option<f32>,
}

impl Knobs {
    /// As the makers of a scene have set them.
    pub fn of(level: &Level, broadphase: BroadphaseKind) -> Self {
        let settings = level.settings;
        Self { settings, broadphase, friction: None, restitution: None, drag: None }
    }

    /// Changes in `world` what differs from `old`.
    ///
    /// # Errors
    /// [`DefError`] naming a value that cannot be.
    pub fn turn(&self, old: &Self, world: &mut AnyWorld, made: &Made) -> Result<(), DefError> {
        if self.world_settings() != old.world_settings() {
            with_world!(world, world => world.set_settings(self.world_settings()))?;
        }
        if self.broadphase != old.broadphase {
            *world = std::mem::take(world).on(self.broadphase);
        }
        if (self.friction, self.restitution) != (old.friction, old.restitution) {
            with_world!(world, world => self.set_materials(world, made))?;
        }
        if self.drag != old.drag {
            with_world!(world, world => self.set_drag(world, made))?;
        }
        Ok(())
    }

    /// The classic solver knows no damping of single bodies; its drag is one for all, and a setting.
    fn world_settings(&self) -> WorldSettings {
        let mut settings = self.settings;
        settings.classic.drag = self.drag.unwrap_or(settings.classic.drag);
        settings
    }

    fn set_materials<B: Broadphase>(&self, world: &mut World<B>, made: &Made) -> Result<(), DefError> {
        for (id, own) in &made.materials {
            let mut material = *own;
            if let Some(friction) = self.friction {
                (material.friction, material.static_friction) = (friction, friction);
            }
            material.restitution = self.restitution.unwrap_or(own.restitution);
            world.set_material(*id, material)?;
        }
        Ok(())
    }

    fn set_drag<B: Broadphase>(&self, world: &mut World<B>, made: &Made) -> Result<(), DefError> {
        for (id, own) in &made.damping {
            let [linear, angular] = self.drag.map_or(*own, |drag| [drag; 2]);
            world.set_damping(*id, linear, angular)?;
        }
        Ok(())
    }
}

/// What each collider and body was made with: to go back to when a knob is let go.
#[derive(Clone, Debug, Default)]
pub struct Made {
    materials: Vec<(ColliderId, Material)>,
    damping: Vec<(BodyId, [f32; 2])>,
}

impl Made {
    /// Of a world just made from `level`.
    pub fn of(world: &AnyWorld, level: &Level) -> Self {
        with_world!(world, world => Self {
            materials: world.colliders().map(|collider| (collider.id(), collider.material())).collect(),
            damping: (world.bodies().map(BodyRef::id))
                .zip(level.bodies.iter().map(|def| [def.damping, def.angular_damping]))
                .collect(),
        })
    }
}
