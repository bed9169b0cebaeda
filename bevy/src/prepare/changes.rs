//! Which components have changed since the last step.

use crate::collider::Collider;
use crate::components::*;
use crate::joint::Joint;
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
    Or<(Added<Sensor>, Added<ColliderDisabled>, Added<ContactHooks>)>,
)>;

/// What changed since the last step.
#[derive(SystemParam)]
pub(crate) struct Changes<'w, 's> {
    pub moved: Query<'w, 's, Entity, (With<RigidBody>, Motion)>,
    pub bodies: Query<'w, 's, Entity, BodyChange>,
    pub colliders: Query<'w, 's, Entity, ColliderChange>,
    pub joints: Query<'w, 's, Entity, Changed<Joint>>,
    pub child_bodies: Query<'w, 's, Entity, (With<RigidBody>, With<ChildOf>)>,
    pub child_colliders: Query<'w, 's, Entity, (With<Collider>, With<ChildOf>)>,
}
