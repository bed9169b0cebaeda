//! The component of joints.

use crate::pending::Pending;
use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use physics::prelude::{JointDef, JointKind};

/// A joint between the bodies of two entities, on an entity of its own. The engine makes it when both bodies
/// are there. A change makes it anew; `Physics::joint_mut` changes a motor without that. A clone with
/// `linked_cloning` joins the clones of its bodies.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_physics2d::prelude::*;
///
/// fn hinge(mut commands: Commands<'_, '_>) {
///     let post = commands.spawn(RigidBody::Static).id();
///     let gate = commands.spawn((RigidBody::Dynamic, Collider::rectangle(2.0, 0.2))).id();
///     commands.spawn(Joint::new(post, gate, RevoluteJoint::new().anchors([0.0, 0.0], [-1.0, 0.0])));
/// }
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(opaque)]
#[reflect(Component)]
#[component(on_add = joint_added, on_remove = joint_removed, map_entities)]
pub struct Joint(pub JointDef<Entity>);

impl Joint {
    /// A joint of this kind, such as `RevoluteJoint`, between two entities.
    #[must_use]
    pub fn new(a: Entity, b: Entity, kind: impl Into<JointKind>) -> Self {
        Self(JointDef::new(a, b, kind))
    }
}

impl MapEntities for Joint {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        (self.0.a, self.0.b) = (mapper.get_mapped(self.0.a), mapper.get_mapped(self.0.b));
    }
}

fn joint_added(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut pending) = world.get_resource_mut::<Pending>() {
        pending.joints.push(entity);
    }
}

fn joint_removed(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut pending) = world.get_resource_mut::<Pending>() {
        pending.removed_joints.push(entity);
    }
}
