//! Which components have changed since the last step, and what is elsewhere because of it.

use super::scene::{All, Scene};
use crate::collider::Collider;
use crate::components::*;
use crate::joint::Joint;
use crate::pending::Pending;
use crate::resource::{ColliderLink, Links};
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_transform::components::Transform;

type Motion = Or<(Changed<Transform>, Changed<LinearVelocity>, Changed<AngularVelocity>)>;
type BodyChange = Or<(
    Changed<RigidBody>,
    Changed<BodyTemplate>,
    Changed<GravityScale>,
    Changed<LinearDamping>,
    Changed<AngularDamping>,
    Changed<MaxLinearSpeed>,
    Changed<MaxAngularSpeed>,
    Changed<LockedAxes>,
    Changed<MassOverride>,
    Changed<Dominance>,
    Or<(Added<SleepingDisabled>, Added<RigidBodyDisabled>, Added<CcdDisabled>)>,
)>;
type ColliderChange = Or<(
    Changed<Collider>,
    Changed<ColliderDensity>,
    Changed<Friction>,
    Changed<Restitution>,
    Changed<RollingResistance>,
    Changed<SurfaceSpeed>,
    Changed<CollisionLayers>,
    Changed<OneWay>,
    Changed<CollisionMargin>,
    Or<(Added<Sensor>, Added<ColliderDisabled>, Added<ContactHooks>)>,
)>;

/// Bodies, colliders and what may have some below it.
type Placed =
    (Or<(Changed<Transform>, Changed<ChildOf>)>, Or<(With<RigidBody>, With<Collider>, With<Children>)>, All);

/// What changed since the last step.
#[derive(SystemParam)]
pub(crate) struct Changes<'w, 's> {
    pub moved: Query<'w, 's, Entity, (With<RigidBody>, Motion, All)>,
    pub bodies: Query<'w, 's, Entity, (BodyChange, All)>,
    pub colliders: Query<'w, 's, Entity, (ColliderChange, All)>,
    pub joints: Query<'w, 's, Entity, (Or<(Changed<Joint>, Added<JointDisabled>)>, All)>,
    placed: Query<'w, 's, (Entity, Option<&'static Children>), Placed>,
}

/// The bodies and colliders that may be elsewhere, and may have another body above them.
#[derive(Default)]
pub(super) struct Displaced {
    pub bodies: Vec<Entity>,
    pub colliders: Vec<Entity>,
}

/// What has moved, got or lost an entity above it, or becomes a body, and all that is below: what rests below
/// an entity that rests is not visited.
pub(super) fn displaced(
    links: &Links,
    pending: &mut Pending,
    scene: &Scene<'_, '_>,
    changes: &Changes<'_, '_>,
) -> Displaced {
    let mut found = Displaced::default();
    let mut note = |entity: Entity| {
        if links.body_of.contains_key(&entity) || scene.bodies.contains(entity) {
            found.bodies.push(entity);
        }
        // A collider moves in its body if an entity between the two moves, and scales with any above it.
        if let Some(ColliderLink { seen: (body, at), .. }) = links.colliders_of.get(&entity)
            && scene.body_of(entity).is_none_or(|(now, to)| (now, to.bits()) != (*body, at.bits()))
        {
            found.colliders.push(entity);
        }
    };
    let mut below: Vec<Entity> = std::mem::take(&mut pending.orphans);
    below.extend(&pending.bodies);
    for (entity, children) in &changes.placed {
        note(entity);
        below.extend(children.into_iter().flatten());
    }
    if links.is_restored {
        below.extend(links.body_of.keys().chain(links.colliders_of.keys()));
    }
    let mut visited = EntityHashSet::default();
    while let Some(entity) = below.pop() {
        if visited.insert(entity) {
            note(entity);
            below.extend(scene.children.get(entity).into_iter().flatten());
        }
    }
    found
}
