//! What the side bar can change about a running scene.
//!
//! Controls are plain values. [`Controls::apply`] compares old and new values and changes in the world only
//! what differs, so a world whose controls are not touched runs bit for bit as it does headless.

use crate::any_world::{self, AnyWorld};
use crate::options::BroadphaseKind;
use physics::prelude::*;
use physics::world::BodyRef;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controls {
    /// Gravity, sleeping, and the settings of the solver.
    pub settings: WorldSettings,
    /// The broad phase.
    pub broadphase: BroadphaseKind,
    /// Friction of every collider; `None` keeps the one of each collider.
    pub friction: Option<f32>,
    /// Restitution of every collider, 0 to 1; `None` keeps the one of each collider.
    pub restitution: Option<f32>,
    /// Rate at which all velocities decay, 1/s; `None` keeps the one of each body.
    pub drag: Option<f32>,
}

impl Controls {
    /// As the scene was defined.
    pub fn of(level: &Level, broadphase: BroadphaseKind) -> Self {
        let settings = level.settings;
        Self { settings, broadphase, friction: None, restitution: None, drag: None }
    }

    /// Changes in `world` what differs from `old`.
    ///
    /// # Errors
    /// [`DefError`] naming the value that is not valid.
    pub fn apply(&self, old: &Self, world: &mut AnyWorld, made: &Made) -> Result<(), DefError> {
        if self.world_settings() != old.world_settings() {
            world.set_settings(self.world_settings())?;
        }
        if self.broadphase != old.broadphase {
            let old = std::mem::replace(world, any_world::empty());
            *world = old.replace_broadphase(any_world::broadphase(self.broadphase));
        }
        if (self.friction, self.restitution) != (old.friction, old.restitution) {
            self.set_materials(world, made)?;
        }
        if self.drag != old.drag {
            self.set_drag(world, made)?;
        }
        Ok(())
    }

    /// The classic solver has no damping per body; its drag is one setting for all bodies.
    fn world_settings(&self) -> WorldSettings {
        let mut settings = self.settings;
        settings.classic.drag = self.drag.unwrap_or(settings.classic.drag);
        settings
    }

    fn set_materials(&self, world: &mut AnyWorld, made: &Made) -> Result<(), DefError> {
        for (id, own) in &made.materials {
            // The script of a scene may have removed it.
            let Ok(mut collider) = world.collider_mut(*id) else { continue };
            let mut material = *own;
            if let Some(friction) = self.friction {
                (material.friction, material.static_friction) = (friction, friction);
            }
            material.restitution = self.restitution.unwrap_or(own.restitution);
            collider.set_material(material)?;
        }
        Ok(())
    }

    fn set_drag(&self, world: &mut AnyWorld, made: &Made) -> Result<(), DefError> {
        for (id, own) in &made.damping {
            let Ok(mut body) = world.body_mut(*id) else { continue };
            let [linear, angular] = self.drag.map_or(*own, |drag| [drag; 2]);
            body.set_damping(linear)?.set_angular_damping(angular)?;
        }
        Ok(())
    }
}

/// The values that each collider and body was defined with. They return when a control is released.
#[derive(Clone, Debug, Default)]
pub struct Made {
    materials: Vec<(ColliderId, Material)>,
    damping: Vec<(BodyId, [f32; 2])>,
}

impl Made {
    /// Of a world just made from `level`.
    pub fn of(world: &AnyWorld, level: &Level) -> Self {
        Self {
            materials: world.colliders().map(|collider| (collider.id(), collider.material())).collect(),
            damping: (world.bodies().map(BodyRef::id))
                .zip(level.bodies.iter().map(|def| [def.damping, def.angular_damping]))
                .collect(),
        }
    }

    /// Forgets what is gone, and adds bodies as they are now.
    pub fn renew(&mut self, world: &AnyWorld, bodies: &[BodyId]) {
        self.materials.retain(|(id, _)| world.collider(*id).is_ok());
        self.damping.retain(|(id, _)| world.body(*id).is_ok());
        for body in bodies.iter().filter_map(|id| world.body(*id).ok()) {
            if self.damping.iter().all(|(id, _)| *id != body.id()) {
                self.damping.push((body.id(), [body.damping(), body.angular_damping()]));
                self.materials.extend(body.colliders().map(|collider| (collider.id(), collider.material())));
            }
        }
    }
}
