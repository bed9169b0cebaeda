//! What the components of an entity say: its definition, its place, the body above it.

use crate::collider::{Collider, scaled};
use crate::components::*;
use crate::joint::Joint;
use crate::placement::{MAX_DEPTH, Placement, parent_placement};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{Allow, QueryData};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::Transform;
use physics::prelude::{BodyDef, ColliderDef, JointDef, Pose};

/// The properties of a body.
#[derive(QueryData)]
pub(crate) struct BodyParts {
    kind: &'static RigidBody,
    pub velocity: Option<&'static LinearVelocity>,
    pub angular_velocity: Option<&'static AngularVelocity>,
    template: Option<&'static BodyTemplate>,
    gravity: Option<&'static GravityScale>,
    damping: Option<&'static LinearDamping>,
    angular_damping: Option<&'static AngularDamping>,
    speed: Option<&'static MaxLinearSpeed>,
    angular_speed: Option<&'static MaxAngularSpeed>,
    locks: Option<&'static LockedAxes>,
    mass: Option<&'static MassOverride>,
    dominance: Option<&'static Dominance>,
    switches: (Has<SleepingDisabled>, Has<RigidBodyDisabled>, Has<CcdDisabled>, Has<Disabled>),
}

/// The properties of a collider.
#[derive(QueryData)]
pub(crate) struct ColliderParts {
    collider: &'static Collider,
    density: Option<&'static ColliderDensity>,
    friction: Option<&'static Friction>,
    restitution: Option<&'static Restitution>,
    rolling: Option<&'static RollingResistance>,
    surface: Option<&'static SurfaceSpeed>,
    layers: Option<&'static CollisionLayers>,
    one_way: Option<&'static OneWay>,
    margin: Option<&'static CollisionMargin>,
    switches: (Has<Sensor>, Has<ColliderDisabled>, Has<ContactHooks>, Has<Disabled>),
}

/// Also entities with Bevy's `Disabled`: they have a place, and what they say counts when they are enabled.
pub(crate) type All = Allow<Disabled>;

/// What all stages look up.
#[derive(SystemParam)]
pub(crate) struct Scene<'w, 's> {
    pub parents: Query<'w, 's, &'static ChildOf, All>,
    pub children: Query<'w, 's, &'static Children, All>,
    pub transforms: Query<'w, 's, &'static Transform, All>,
    pub bodies: Query<'w, 's, BodyParts, All>,
    pub colliders: Query<'w, 's, ColliderParts, All>,
    pub joints: Query<'w, 's, (&'static Joint, Has<JointDisabled>, Has<Disabled>), All>,
    pub sleepers: Query<'w, 's, (), (With<Sleeping>, All)>,
}

impl Scene<'_, '_> {
    fn placement(&self, entity: Entity) -> Placement {
        self.transforms.get(entity).map_or(Placement::IDENTITY, Placement::of)
    }

    pub fn parent(&self, entity: Entity) -> Placement {
        parent_placement(entity, &self.parents, &|it| self.placement(it))
    }

    /// The nearest body at or above an entity, and where the entity is in it, with the body's scale.
    pub fn body_of(&self, entity: Entity) -> Option<(Entity, Placement)> {
        let mut within = Placement::IDENTITY;
        let mut at = entity;
        for _ in 0..MAX_DEPTH {
            if self.bodies.contains(at) {
                let scale = self.parent(at).scale * self.placement(at).scale;
                return Some((at, Placement { scale, ..Placement::IDENTITY }.then(within)));
            }
            within = self.placement(at).then(within);
            at = self.parents.get(at).ok()?.parent();
        }
        None
    }

    /// The definition of a body by its components.
    pub fn body_def(&self, entity: Entity) -> Option<BodyDef> {
        let it = self.bodies.get(entity).ok()?;
        let base = it.template.map_or_else(BodyDef::dynamic, |template| template.0);
        let (awake_always, body_disabled, not_swept, disabled) = it.switches;
        let (velocity, angular_velocity) = (it.velocity.copied(), it.angular_velocity.copied());
        let velocity = velocity.unwrap_or_default().0;
        Some(BodyDef {
            kind: (*it.kind).into(),
            velocity: [velocity.x, velocity.y].into(),
            angular_velocity: angular_velocity.unwrap_or_default().0,
            gravity_scale: it.gravity.map_or(base.gravity_scale, |c| c.0),
            damping: it.damping.map_or(base.damping, |c| c.0),
            angular_damping: it.angular_damping.map_or(base.angular_damping, |c| c.0),
            max_speed: it.speed.map_or(base.max_speed, |c| c.0),
            max_angular_speed: it.angular_speed.map_or(base.max_angular_speed, |c| c.0),
            locks: it.locks.map_or(base.locks, |c| c.0),
            mass: it.mass.map_or(base.mass, |c| Some(c.0)),
            can_sleep: base.can_sleep && !awake_always,
            dominance: it.dominance.map_or(base.dominance, |c| c.0),
            enabled: base.enabled && !body_disabled && !disabled,
            continuous: base.continuous && !not_swept,
            ..base
        })
    }

    /// The definition of a joint by its components.
    pub fn joint_def(&self, entity: Entity) -> Option<JointDef<Entity>> {
        let (&Joint(def), joint_disabled, disabled) = self.joints.get(entity).ok()?;
        Some(JointDef { enabled: def.enabled && !joint_disabled && !disabled, ..def })
    }

    /// The definitions of the parts of a collider by its components, at its place in the body.
    pub fn collider_defs(&self, entity: Entity, at: Placement) -> Result<Vec<ColliderDef>, String> {
        let it = self.colliders.get(entity).map_err(|error| error.to_string())?;
        let (sensor, collider_disabled, hook, disabled) = it.switches;
        it.collider
            .parts()?
            .iter()
            .map(|part| {
                let mut def = part.clone();
                // In the place of the body the definition stands as it is, to the bit.
                if at != Placement::IDENTITY {
                    let shape = scaled(&part.placed_shape(), at.scale).map_err(|error| error.to_string())?;
                    (def.shape, def.offset) = (shape, pose(at));
                }
                let material = &mut def.material;
                if let Some(friction) = it.friction {
                    material.friction = friction.dynamic_coefficient;
                    material.static_friction = friction.static_coefficient;
                }
                material.density = it.density.map_or(material.density, |c| c.0);
                material.restitution = it.restitution.map_or(material.restitution, |c| c.0);
                material.rolling_resistance = it.rolling.map_or(material.rolling_resistance, |c| c.0);
                material.surface_speed = it.surface.map_or(material.surface_speed, |c| c.0);
                def.filter = it.layers.map_or(def.filter, |&layers| layers.into());
                def.one_way = it.one_way.map_or(def.one_way, |c| Some([c.0.x, c.0.y].into()));
                def.sensor |= sensor;
                def.hook |= hook;
                def.contact_skin = it.margin.map_or(def.contact_skin, |c| c.0);
                def.enabled &= !collider_disabled && !disabled;
                Ok(def)
            })
            .collect()
    }
}

fn pose(at: Placement) -> Pose {
    Pose { position: [at.position.x, at.position.y].into(), rotation: at.rotation }
}
