//! New and changed joints. A joint waits for its bodies.

use super::problems::Problems;
use super::remove::remove_joint;
use super::scene::Scene;
use crate::components::Part;
use crate::pending::Pending;
use crate::resource::{JointLink, Physics, set};
use bevy_ecs::prelude::*;
use physics::prelude::JointDef;

/// A joint whose definition differs from the one that it was made of is made anew; a refused one stays as it
/// was.
pub(super) fn change_joints(
    physics: &mut Physics,
    pending: &mut Pending,
    scene: &Scene<'_, '_>,
    changed: impl Iterator<Item = Entity>,
    problems: &mut Problems<'_, '_>,
) {
    let mut changed: Vec<_> = changed
        .filter_map(|entity| Some((*physics.links.joint_of.get(&entity)?, scene.joint_def(entity)?)))
        .filter(|(link, def)| link.def != *def)
        .map(|(link, def)| (link.id.index(), link.entity, def))
        .collect();
    changed.sort_unstable_by_key(|it| it.0);
    changed.dedup_by_key(|it| it.0);
    for (_, entity, def) in changed {
        let old = physics.links.joint_of.get(&entity).map(|link| link.id);
        let Some(def_in_world) = between_bodies(physics, def) else {
            // It waits for its bodies.
            remove_joint(physics, entity);
            pending.joints.push(entity);
            continue;
        };
        if let Some(id) = problems.tell(entity, Part::Joint, physics.world.add_joint(def_in_world)) {
            if let Some(old) = old {
                let _ = physics.world.remove_joint(old);
                set(&mut physics.links.joint_entities, old.index(), None);
            }
            link_joint(physics, JointLink { id, entity, def });
        }
    }
}

fn link_joint(physics: &mut Physics, link: JointLink) {
    physics.links.joint_of.insert(link.entity, link);
    set(&mut physics.links.joint_entities, link.id.index(), Some((link.id, link.entity)));
}

/// The definition between the bodies of its entities, if both are there.
fn between_bodies(physics: &Physics, def: JointDef<Entity>) -> Option<JointDef> {
    let (a, b) = (physics.body_id(def.a)?, physics.body_id(def.b)?);
    let JointDef { kind, break_force, break_torque, collide, enabled, user_data, .. } = def;
    Some(JointDef { a, b, kind, break_force, break_torque, collide, enabled, user_data })
}

pub(super) fn add_joints(
    physics: &mut Physics,
    pending: &mut Pending,
    scene: &Scene<'_, '_>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in std::mem::take(&mut pending.joints) {
        let Some(def) = scene.joint_def(entity) else { continue };
        if physics.links.joint_of.contains_key(&entity) {
            continue;
        }
        let Some(def_in_world) = between_bodies(physics, def) else {
            // It waits for its bodies.
            pending.joints.push(entity);
            continue;
        };
        match problems.tell(entity, Part::Joint, physics.world.add_joint(def_in_world)) {
            Some(id) => link_joint(physics, JointLink { id, entity, def }),
            None => pending.refused_joints.push(entity),
        }
    }
}
