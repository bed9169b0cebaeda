//! Queries as a system parameter.

use crate::resource::{Physics, vec2};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use physics::prelude::{Aabb, BodyId, CastHit, ColliderRef, Pose, QueryFilter, Ray, Shape, ShapeCast};

/// Asks the world of the last step: rays, casts, overlaps. What was spawned since the last step is not there
/// yet. Numbers that are not finite find nothing.
#[derive(SystemParam)]
pub struct SpatialQuery<'w> {
    physics: Res<'w, Physics>,
}

/// What a query sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpatialQueryFilter {
    /// Layers that it sees, as bits.
    pub mask: u64,
    /// Entities of bodies that it does not see.
    pub excluded_bodies: Vec<Entity>,
    /// Whether it sees sensors.
    pub sensors: bool,
}

impl Default for SpatialQueryFilter {
    /// All but sensors.
    fn default() -> Self {
        Self { mask: u64::MAX, excluded_bodies: Vec::new(), sensors: false }
    }
}

/// Where a ray or a shape hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpatialHit {
    /// The entity of the collider.
    pub entity: Entity,
    /// The entity of its body.
    pub body: Entity,
    /// How far the cast came, m.
    pub distance: f32,
    /// A point of the surface, m.
    pub point: Vec2,
    /// The outward unit normal there.
    pub normal: Vec2,
}

impl SpatialQuery<'_> {
    fn filtered<T>(&self, filter: &SpatialQueryFilter, ask: impl FnOnce(QueryFilter<'_>) -> T) -> T {
        let bodies: Vec<BodyId> =
            filter.excluded_bodies.iter().filter_map(|&entity| self.physics.body_id(entity)).collect();
        let mut asked = QueryFilter::new().mask(filter.mask).exclude_bodies(&bodies);
        if filter.sensors {
            asked = asked.include_sensors();
        }
        ask(asked)
    }

    fn hit(&self, hit: &CastHit<'_>) -> Option<SpatialHit> {
        let (entity, body) = self.physics.links.collider(hit.collider.id())?;
        let (point, normal) = (vec2(hit.point.coords), vec2(hit.normal));
        Some(SpatialHit { entity, body, distance: hit.distance, point, normal })
    }

    fn entities(&self, found: Vec<ColliderRef<'_>>) -> Vec<Entity> {
        let mut entities: Vec<Entity> = Vec::new();
        for entity in found.iter().filter_map(|it| self.physics.entity_of_collider(it.id())) {
            if !entities.contains(&entity) {
                entities.push(entity);
            }
        }
        entities
    }

    /// The first collider on a ray from `origin` along `direction` (of any length) up to `max_distance`, m.
    #[must_use]
    pub fn cast_ray(
        &self,
        origin: Vec2,
        direction: Vec2,
        max_distance: f32,
        filter: &SpatialQueryFilter,
    ) -> Option<SpatialHit> {
        let way = direction.normalize_or_zero() * max_distance;
        let ray = Ray::new([origin.x, origin.y], [way.x, way.y]);
        self.filtered(filter, |filter| self.hit(&self.physics.world.cast_ray(&ray, filter).ok()??))
    }

    /// All colliders on a ray, nearest first.
    #[must_use]
    pub fn ray_hits(
        &self,
        origin: Vec2,
        direction: Vec2,
        max_distance: f32,
        filter: &SpatialQueryFilter,
    ) -> Vec<SpatialHit> {
        let way = direction.normalize_or_zero() * max_distance;
        let ray = Ray::new([origin.x, origin.y], [way.x, way.y]);
        self.filtered(filter, |filter| {
            let hits = self.physics.world.cast_ray_all(&ray, filter).unwrap_or_default();
            hits.iter().filter_map(|hit| self.hit(hit)).collect()
        })
    }

    /// The first collider that a shape hits on its way by `translation` (m), from `origin` (m), turned by
    /// `angle` (rad).
    #[must_use]
    pub fn cast_shape(
        &self,
        shape: &Shape,
        origin: Vec2,
        angle: f32,
        translation: Vec2,
        filter: &SpatialQueryFilter,
    ) -> Option<SpatialHit> {
        let pose = Pose::new([origin.x, origin.y], angle);
        let cast = ShapeCast::new(shape, pose, [translation.x, translation.y]);
        self.filtered(filter, |filter| self.hit(&self.physics.world.cast_shape(&cast, filter).ok()??))
    }

    /// The entities whose colliders contain a point, m.
    #[must_use]
    pub fn point_intersections(&self, point: Vec2, filter: &SpatialQueryFilter) -> Vec<Entity> {
        self.filtered(filter, |filter| {
            let found = self.physics.world.overlap_point_all([point.x, point.y], filter);
            self.entities(found.unwrap_or_default())
        })
    }

    /// The entities whose colliders overlap a box, m.
    #[must_use]
    pub fn aabb_intersections(&self, lower: Vec2, upper: Vec2, filter: &SpatialQueryFilter) -> Vec<Entity> {
        self.filtered(filter, |filter| {
            let area = Aabb::new([lower.x, lower.y], [upper.x, upper.y]);
            self.entities(self.physics.world.overlap_aabb_all(area, filter).unwrap_or_default())
        })
    }
}
