//! Changed colliders: their properties, and their place in the body.

use super::changes::Changes;
use super::insert::add_collider;
use super::problems::Problems;
use super::scene::Scene;
use crate::resource::Physics;
use bevy_ecs::prelude::*;
use physics::prelude::{ColliderDef, ColliderMut, DefError};

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
            let Ok(collider) = physics.world.collider_mut(id) else { continue };
            let result = change_collider(collider, def);
            problems.tell(entity, result);
        }
    }
}

/// Sets what differs.
fn change_collider(mut collider: ColliderMut<'_>, to: ColliderDef) -> Result<(), DefError> {
    let now = collider.view().def();
    if now.offset != to.offset {
        collider.set_offset(to.offset.position, to.offset.rotation.angle())?;
    }
    if now.shape != to.shape {
        // A shape may take the old skin no more than the new one.
        if now.contact_skin != to.contact_skin {
            collider.set_contact_skin(0.0)?;
        }
        collider.set_shape(to.shape)?;
    }
    if collider.view().contact_skin() != to.contact_skin {
        collider.set_contact_skin(to.contact_skin)?;
    }
    if now.material != to.material {
        collider.set_material(to.material)?;
    }
    if now.filter != to.filter {
        collider.set_filter(to.filter);
    }
    if now.one_way != to.one_way {
        collider.set_one_way(to.one_way)?;
    }
    if now.hook != to.hook {
        collider.set_hook(to.hook);
    }
    if now.sensor != to.sensor {
        collider.set_sensor(to.sensor)?;
    }
    if now.enabled != to.enabled {
        collider.set_enabled(to.enabled);
    }
    Ok(())
}
