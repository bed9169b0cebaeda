//! Back to a saved state with all components: a quick save. (GGRS puts components back itself.)

use crate::collider::Collider;
use crate::components::{AngularVelocity, LinearVelocity, RigidBody, Sleeping};
use crate::joint::Joint;
use crate::pending::Pending;
use crate::prepare::All;
use crate::resource::{Physics, PhysicsSnapshot};
use crate::writeback::sleeps;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;

impl PhysicsSnapshot {
    /// Goes back to this state: [`Physics::restore`], and the poses, velocities and `Sleeping` of its
    /// entities are those of the state at once. All other components stay as they are; those that have
    /// changed since the save count in the next step, as changes by the program. A program that wants them
    /// back saves them with its own. An entity that has been despawned since takes its body along in the
    /// next step; one that was spawned since stays and becomes a body anew.
    pub fn restore_into(&self, world: &mut World) {
        let Some(mut physics) = world.get_resource_mut::<Physics>() else { return };
        physics.restore(self);
        let links = physics.links.clone();
        let sleeps: Vec<bool> = (links.bodies.iter())
            .map(|link| link.as_ref().and_then(|link| physics.world.body(link.id).ok()).is_some_and(sleeps))
            .collect();
        for (link, sleeps) in links.bodies.iter().zip(sleeps) {
            let Some(link) = link else { continue };
            let Ok(mut entity) = world.get_entity_mut(link.entity) else { continue };
            if let Some(mut transform) = entity.get_mut::<Transform>() {
                let (position, rotation) = link.local;
                let z = transform.translation.z;
                let next = Transform { translation: position.extend(z), rotation, ..*transform };
                transform.set_if_neq(next);
            }
            if let Some(mut velocity) = entity.get_mut::<LinearVelocity>() {
                velocity.set_if_neq(LinearVelocity(link.velocity));
            }
            if let Some(mut velocity) = entity.get_mut::<AngularVelocity>() {
                velocity.set_if_neq(AngularVelocity(link.angular_velocity));
            }
            if sleeps {
                entity.insert(Sleeping);
            } else {
                entity.remove::<Sleeping>();
            }
        }
        let mut bodies: Vec<Entity> =
            world.query_filtered::<Entity, (With<RigidBody>, All)>().iter(world).collect();
        let mut colliders: Vec<Entity> =
            world.query_filtered::<Entity, (With<Collider>, All)>().iter(world).collect();
        let mut joints: Vec<Entity> =
            world.query_filtered::<Entity, (With<Joint>, All)>().iter(world).collect();
        for list in [&mut bodies, &mut colliders, &mut joints] {
            list.sort_unstable();
        }
        let is_gone = |list: &[Entity], entity: &Entity| list.binary_search(entity).is_err();
        // Removals are made by slot, so the order in which a map yields them has no effect.
        let pending = Pending {
            removed_bodies: links.body_of.keys().filter(|it| is_gone(&bodies, it)).copied().collect(),
            removed_colliders: links
                .colliders_of
                .keys()
                .filter(|it| is_gone(&colliders, it))
                .copied()
                .collect(),
            removed_joints: links.joint_of.keys().filter(|it| is_gone(&joints, it)).copied().collect(),
            bodies,
            colliders,
            joints,
            ..Pending::default()
        };
        // What is there already is passed over.
        world.insert_resource(pending);
    }
}
