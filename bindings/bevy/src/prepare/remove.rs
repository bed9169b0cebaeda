//! What was removed leaves the world: joints, colliders, then bodies with what hangs on them. What is there
//! again has changed only: it keeps its handle and its contacts.

use super::scene::Scene;
use crate::pending::Pending;
use crate::resource::{JointLink, Physics, set};
use bevy_ecs::prelude::*;
use physics::prelude::ColliderId;

pub(super) fn remove(physics: &mut Physics, pending: &mut Pending, scene: &Scene<'_, '_>) {
    // By slot: a program that despawns what a query finds does it in the order of Bevy's storage, which is
    // not the same after a rollback, and the order of removal decides which slot is used next.
    let links = &physics.links;
    pending.removed_joints.sort_by_key(|it| links.joint_of.get(it).map(|link| link.id.index()));
    pending
        .removed_colliders
        .sort_by_key(|it| links.colliders_of.get(it).map(|link| link.ids.first().map(|id| id.index())));
    pending.removed_bodies.sort_by_key(|it| links.body_of.get(it).map(|id| id.index()));
    let Pending {
        refused_bodies,
        refused_colliders,
        refused_joints,
        removed_joints,
        removed_colliders,
        removed_bodies,
        touched,
        ..
    } = pending;
    refused_joints.retain(|it| !removed_joints.contains(it));
    refused_bodies.retain(|it| !removed_bodies.contains(&it.0));
    refused_colliders.retain(|it| !removed_colliders.contains(&it.0));
    touched.extend(removed_joints.extract_if(.., |it| scene.joints.contains(*it)));
    touched.extend(removed_colliders.extract_if(.., |it| scene.colliders.contains(*it)));
    touched.extend(removed_bodies.extract_if(.., |it| scene.bodies.contains(*it)));
    for entity in std::mem::take(&mut pending.removed_joints) {
        remove_joint(physics, entity);
    }
    for entity in pending.removed_colliders.drain(..) {
        remove_colliders(physics, entity);
    }
    for entity in pending.removed_bodies.drain(..) {
        // The engine removes colliders and joints with their body.
        if let Some(id) = physics.links.body_of.remove(&entity) {
            let ids: Vec<ColliderId> = physics
                .world
                .body(id)
                .map(|body| body.colliders().map(|c| c.id()).collect())
                .unwrap_or_default();
            let owners: Vec<Entity> = ids.iter().filter_map(|&id| physics.entity_of_collider(id)).collect();
            for owner in owners {
                remove_colliders(physics, owner);
                // It may find another body, if it has not been despawned as well.
                if scene.colliders.contains(owner) {
                    pending.colliders.push(owner);
                }
            }
            let joints: Vec<_> = physics
                .world
                .body(id)
                .map(|body| body.joints().map(|j| j.id()).collect())
                .unwrap_or_default();
            for joint in joints {
                if let Some(Some((_, owner))) = physics.links.joint_entities.get(joint.index()).copied() {
                    remove_joint(physics, owner);
                    // It waits for another body on the entity, if the joint is still wanted.
                    pending.joints.push(owner);
                }
            }
            let _ = physics.world.remove_body(id);
            set(&mut physics.links.bodies, id.index(), None);
        }
    }
}

pub(super) fn remove_joint(physics: &mut Physics, entity: Entity) {
    if let Some(JointLink { id, .. }) = physics.links.joint_of.remove(&entity) {
        let _ = physics.world.remove_joint(id);
        set(&mut physics.links.joint_entities, id.index(), None);
    }
}

pub(super) fn remove_colliders(physics: &mut Physics, entity: Entity) {
    if let Some(link) = physics.links.colliders_of.remove(&entity) {
        for id in link.ids {
            let _ = physics.world.remove_collider(id);
            set(&mut physics.links.collider_entities, id.index(), None);
            physics.links.gone.insert(id, (entity, link.body));
        }
    }
}
