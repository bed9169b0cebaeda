//! Changed colliders: their properties, their place in the body, and the body that they belong to.

use super::insert::{add_collider, make_ground};
use super::problems::Problems;
use super::remove::remove_colliders;
use super::scene::Scene;
use crate::components::Part;
use crate::pending::Pending;
use crate::resource::Physics;
use bevy_ecs::prelude::*;
use physics::prelude::ColliderDef;

pub(super) fn change_colliders(
    physics: &mut Physics,
    pending: &mut Pending,
    scene: &Scene<'_, '_>,
    changed: impl Iterator<Item = Entity>,
    problems: &mut Problems<'_, '_>,
) {
    let mut found: Vec<_> =
        changed.filter_map(|entity| Some((physics.collider_ids(entity).first()?.index(), entity))).collect();
    found.sort_unstable();
    found.dedup();
    for (_, entity) in found {
        let Some((body, at)) = scene.body_of(entity) else {
            // No body is above it any more.
            remove_colliders(physics, entity);
            make_ground(entity, pending, problems);
            continue;
        };
        if physics.body_id(body).is_none() {
            // Its new body was refused; looked at again when that is accepted.
            continue;
        }
        let Some(link) = physics.links.colliders_of.get_mut(&entity) else { continue };
        // Noted also if it is refused, so that it is told once.
        link.seen = (body, at);
        let (old_body, ids, said) = (link.body, link.ids.clone(), link.said.clone());
        let Some(defs) = problems.tell(entity, Part::Collider, scene.collider_defs(entity, at)) else {
            continue;
        };
        if old_body != body || ids.len() != defs.len() {
            add_collider(physics, scene, entity, body, at, problems);
            continue;
        }
        let mut result = Ok(());
        for ((id, old), new) in ids.into_iter().zip(&*said).zip(&defs) {
            let Ok(mut collider) = physics.world.collider_mut(id) else { continue };
            let next = changed_def(collider.view().def(), old, new);
            result = result.and(collider.set_def(next).map(|_| ()));
        }
        if problems.tell(entity, Part::Collider, result).is_some()
            && let Some(link) = physics.links.colliders_of.get_mut(&entity)
        {
            link.said = defs.into();
        }
    }
}

/// What a collider is, but for what its components say otherwise than before: a property that the program has
/// set in the world stays.
fn changed_def(now: ColliderDef, old: &ColliderDef, new: &ColliderDef) -> ColliderDef {
    macro_rules! def {
        ($($field:ident)+) => {
            ColliderDef {
                $($field: if new.$field == old.$field { now.$field } else { new.$field.clone() },)+
            }
        };
    }
    def! {
        shape offset material filter sensor one_way portal hook contact_events hit_events sensor_events enabled
        user_data contact_skin
    }
}
