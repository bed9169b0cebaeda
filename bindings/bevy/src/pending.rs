//! What was spawned, removed and touched since the last step, in the order of the program's own calls: the
//! hooks of components write it, `prepare` takes it. So handles, and with them the results, depend on the
//! order of insertion and not on where Bevy stores an entity.

use crate::placement::Placement;
use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;

/// Entities to be looked at before the next step.
#[derive(Resource, Clone, Default, Debug)]
pub(crate) struct Pending {
    pub bodies: Vec<Entity>,
    pub colliders: Vec<Entity>,
    pub joints: Vec<Entity>,
    pub removed_bodies: Vec<Entity>,
    pub removed_colliders: Vec<Entity>,
    pub removed_joints: Vec<Entity>,
    /// Bodies that the world refused: tried again when a component changes.
    /// Whether the entity above had a placement that can be inverted.
    pub refused_bodies: Vec<(Entity, bool)>,
    /// Colliders that the world refused, with the body above and where they were in it.
    pub refused_colliders: Vec<(Entity, Entity, Placement)>,
    /// Joints that the world refused.
    pub refused_joints: Vec<Entity>,
    /// A property component was removed, or the entity was disabled or enabled.
    pub touched: Vec<Entity>,
    /// Entities that have lost the entity above them.
    pub orphans: Vec<Entity>,
    /// `Sleeping` came or went, by the program or by the plugin.
    pub slept: Vec<Entity>,
}

impl MapEntities for Pending {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        let Self {
            bodies,
            colliders,
            joints,
            removed_bodies,
            removed_colliders,
            removed_joints,
            refused_joints,
            touched,
            orphans,
            slept,
            ..
        } = self;
        let lists = [
            bodies,
            colliders,
            joints,
            removed_bodies,
            removed_colliders,
            removed_joints,
            refused_joints,
            touched,
            orphans,
            slept,
        ];
        for entity in lists.into_iter().flatten() {
            *entity = mapper.get_mapped(*entity);
        }
        for (entity, _) in &mut self.refused_bodies {
            *entity = mapper.get_mapped(*entity);
        }
        for (entity, body, _) in &mut self.refused_colliders {
            (*entity, *body) = (mapper.get_mapped(*entity), mapper.get_mapped(*body));
        }
    }
}

/// The hook of `Sleeping`, when it comes and when it goes.
pub(crate) fn sleep_changed(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut pending) = world.get_resource_mut::<Pending>() {
        pending.slept.push(entity);
    }
}

/// Observes what has no hook of its own: the entity above is lost.
pub(crate) fn parent_lost(on: On<'_, '_, Remove, ChildOf>, mut pending: ResMut<'_, Pending>) {
    pending.orphans.push(on.entity);
}

/// The same for Bevy's `Disabled`.
pub(crate) fn disabled(on: On<'_, '_, Add, Disabled>, mut pending: ResMut<'_, Pending>) {
    pending.touched.push(on.entity);
}

/// The same for its removal.
pub(crate) fn enabled(on: On<'_, '_, Remove, Disabled>, mut pending: ResMut<'_, Pending>) {
    pending.touched.push(on.entity);
}

/// The hook of a property component that is removed.
pub(crate) fn touch(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut pending) = world.get_resource_mut::<Pending>() {
        pending.touched.push(entity);
    }
}
