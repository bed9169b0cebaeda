//! Entities from a level: what an importer, an editor or `World::to_level` gives.

use crate::collider::Collider;
use crate::components::{AngularVelocity, BodyTemplate, LinearVelocity, RigidBody};
use crate::joint::Joint;
use crate::placement::quat_of;
use crate::resource::{local_position, vec2};
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use physics::prelude::{BodyKind, JointDef, Level, WorldPose};

/// Spawns the bodies of a level with their colliders, in one entity each, and its joints. Returns the
/// entities of the bodies, in the order of the level. Its settings are for
/// [`PhysicsPlugin`](crate::PhysicsPlugin):
/// `with_settings(level.settings)`.
///
/// A world of these entities goes on as `World::load` of the same level, bit for bit, if the colliders are
/// listed in the order of their bodies, and a body that turns has its velocity given for its centre of mass.
/// A collider or a joint of a body that is not in the list is left out, with a line of the log.
pub fn spawn_level(commands: &mut Commands<'_, '_>, level: &Level) -> Vec<Entity> {
    let mut parts = vec![Vec::new(); level.bodies.len()];
    for collider in &level.colliders {
        match parts.get_mut(collider.body as usize) {
            Some(parts) => parts.push(collider.def.clone()),
            None => log::error!("a collider of the level names body {}, which is not there", collider.body),
        }
    }
    let mut entities = Vec::with_capacity(level.bodies.len());
    for (def, parts) in level.bodies.iter().zip(parts) {
        let place = local_position(WorldPose { position: def.position, rotation: def.rotation });
        let kind = match def.kind {
            BodyKind::Static => RigidBody::Static,
            BodyKind::Kinematic => RigidBody::Kinematic,
            BodyKind::Dynamic => RigidBody::Dynamic,
        };
        let transform = Transform::from_translation(place.extend(0.0)).with_rotation(quat_of(def.rotation));
        let motion = (LinearVelocity(vec2(def.velocity)), AngularVelocity(def.angular_velocity));
        let mut entity = commands.spawn((kind, BodyTemplate(*def), transform, motion));
        if !parts.is_empty() {
            entity.insert(Collider::from(parts));
        }
        entities.push(entity.id());
    }
    for def in &level.joints {
        let entity = |body: u32| entities.get(body as usize).copied();
        let (Some(a), Some(b)) = (entity(def.a), entity(def.b)) else {
            log::error!("a joint of the level names the bodies {} and {}: one is not there", def.a, def.b);
            continue;
        };
        let JointDef { kind, break_force, break_torque, collide, enabled, user_data, .. } = *def;
        commands.spawn(Joint(JointDef {
            a,
            b,
            kind,
            break_force,
            break_torque,
            collide,
            enabled,
            user_data,
        }));
    }
    entities
}
