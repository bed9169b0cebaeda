//! Changed colliders: their properties, and their place in the body.

use super::changes::Changes;
use super::insert::add_collider;
use super::problems::Problems;
use super::scene::Scene;
use crate::resource::Physics;
use bevy_ecs::prelude::*;

pub(super) fn change_colliders(
    physics: &mut Physics,
    scene: &Scene<'_, '_>,
    changes: &Changes<'_, '_>,
    mut changed: Vec<Entity>,
    problems: &mut Problems<'_, '_>,
) {
    // A collider moves in its body if an entity between the two moves, and scales with any entity above it.
    let is_displaced = |entity: &Entity| {
        let Some(link) = physics.links.colliders_of.get(entity) else { return false };
        scene.body_of(*entity).is_none_or(|(body, at)| (body, at.bits()) != (link.seen.0, link.seen.1.bits()))
    };
    changed.extend(changes.moved.iter().chain(&changes.child_colliders).filter(is_displaced));
    let mut found: Vec<_> = changed
        .into_iter()
        .filter_map(|entity| Some((physics.collider_ids(entity).first()?.index(), entity)))
        .collect();
    found.sort_unstable();
    found.dedup();
    for (_, entity) in found {
        let Some((body, at)) = scene.body_of(entity) else { continue };
        if physics.body_id(body).is_none() {
            // Its new body was refused; looked at again in the next step.
            continue;
        }
        let Some(link) = physics.links.colliders_of.get_mut(&entity) else { continue };
        // Noted also if it is refused, so that it is told once.
        link.seen = (body, at);
        let (old_body, ids) = (link.body, link.ids.clone());
        let Some(defs) = problems.tell(entity, scene.collider_defs(entity, at)) else { continue };
        if old_body != body || ids.len() != defs.len() {
            add_collider(physics, scene, entity, body, at, problems);
            continue;
        }
        for (id, def) in ids.into_iter().zip(defs) {
            let Ok(mut collider) = physics.world.collider_mut(id) else { continue };
            let result = collider.set_def(def).map(|_| ());
            problems.tell(entity, result);
        }
    }
}
