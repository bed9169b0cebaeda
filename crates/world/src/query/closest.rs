//! Distances: what is nearest to a point or to a shape, and how far two colliders are apart.
//!
//! A shape is within a circle about its origin, so a collider d away from it has its box within d + radius of
//! that point:
//!
//! ```text
//!        ______                       radius: the reach of the shape
//!       |  .---|--.  d    _____
//!       |__|_x_|_ |.....|      |      box within d + radius of x
//!          '------'     |______|
//! ```
//!
//! The search shrinks to the best distance found. Overlaps have a negative distance; then every box that
//! reaches the circle is measured, since the deepest counts.

use super::check;
use super::filter::{Predicate, QueryFilter};
use super::hit::ClosestHit;
use crate::error::DefError;
use crate::id::{ColliderId, HandleError};
use crate::slot::ColliderSlot;
use crate::view::ColliderRef;
use crate::world::World;
use broadphase::Broadphase;
use collide::Proximity;
use compute::math::{max, min};
use geom::{Aabb, Point, Pose, Shape};

/// Factor on the radius of a search: a measured distance is accurate to about 1e-6 of the sizes and the
/// distance, and no box at exactly that distance may be missed.
const SEARCH_ROUNDING: f32 = 1.0 + 1e-5;

impl<B: Broadphase> World<B> {
    /// The point nearest to `point` (m) on the surface of a collider not farther than `max_distance` (m,
    /// infinity included). Inside a collider the distance is negative, so the deepest of several is returned;
    /// at the same distance, the lowest slot.
    ///
    /// # Errors
    /// [`DefError::Value`] for a point that is not finite, or a distance that is negative or NaN.
    ///
    /// ```
    /// use geom::{Point, Shape};
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let rock = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?;
    /// world.add_collider(rock, ColliderDef::new(Shape::circle(1.0)?))?;
    /// let near = world.closest_to_point([2.0, 0.0], 10.0, QueryFilter::default())?.expect("the rock");
    /// assert_eq!((near.collider.body().id(), near.distance), (rock, 2.0));
    /// assert_eq!((near.point, near.normal.x), (Point::new(4.0, 0.0), -1.0));
    /// assert!(world.closest_to_point([2.0, 0.0], 1.5, QueryFilter::default())?.is_none());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "project_point")]
    #[doc(alias = "closest_point")]
    #[doc(alias = "nearest")]
    pub fn closest_to_point(
        &self,
        point: impl Into<Point>,
        max_distance: f32,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Option<ClosestHit<'_>>, DefError> {
        let point = point.into();
        check::point(point)?;
        check::reach("max_distance", max_distance)?;
        let tolerances = self.stores.settings.tolerances();
        let measure = |shape: &Shape, pose: Pose| tolerances.closest_point(shape, pose, point);
        self.closest(point, 0.0, max_distance, &filter.by_ref(), measure)
    }

    /// The collider nearest to `shape` at `pose`, not farther than `max_distance` (m, infinity included). The
    /// distance of an overlap is minus its depth; at the same distance, the lowest slot is returned.
    ///
    /// # Errors
    /// [`DefError::Value`] for a pose that is not finite, or a distance that is negative or NaN.
    ///
    /// ```
    /// use geom::{Pose, Shape};
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let ground = world.add_body(BodyDef::fixed())?;
    /// world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    /// let lander = Shape::rectangle(1.0, 0.5)?;
    /// let (pose, all) = (Pose::at([3.0, 20.0]), QueryFilter::default());
    /// let near = world.closest_to_shape(&lander, pose, f32::INFINITY, all)?;
    /// assert_eq!(near.map(|near| near.distance), Some(19.5)); // the height above the ground
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "b2ShapeDistance")]
    #[doc(alias = "closest_points")]
    pub fn closest_to_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        max_distance: f32,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Option<ClosestHit<'_>>, DefError> {
        check::pose(pose)?;
        check::reach("max_distance", max_distance)?;
        let radius = shape.reach(Point::origin());
        let tolerances = self.stores.settings.tolerances();
        let measure = |other: &Shape, at: Pose| tolerances.separation(other, at, shape, pose);
        self.closest(pose.position, radius, max_distance, &filter.by_ref(), measure)
    }

    /// How far two colliders are apart, negative if they overlap, with the normal from `a` to `b` and the
    /// nearest points. `None` for two half-spaces.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such collider.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let mut add = |x: f32| {
    ///     let body = world.add_body(BodyDef::dynamic().position([x, 0.0]))?;
    ///     world.add_collider(body, ColliderDef::new(Shape::circle(0.5)?))
    /// };
    /// let (a, b) = (add(0.0)?, add(3.0)?);
    /// let gap = world.distance(a, b)?.expect("two circles");
    /// assert_eq!((gap.separation, gap.normal.x, gap.points[0].x), (2.0, 1.0, 0.5));
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "b2ShapeDistance")]
    pub fn distance(&self, a: ColliderId, b: ColliderId) -> Result<Option<Proximity>, HandleError> {
        let slots = [self.stores.colliders.check(a)?, self.stores.colliders.check(b)?];
        let bodies = &self.stores.bodies;
        let origin = bodies.frame(self.stores.colliders[slots[0]].body).place;
        let [(a, pose_a), (b, pose_b)] = slots.map(|slot| self.shape_and_pose(slot, origin));
        Ok(self.stores.settings.tolerances().separation(a, pose_a, b, pose_b).map(|found| Proximity {
            points: found.points.map(|point| bodies.grid.world_point(origin, point)),
            ..found
        }))
    }

    fn closest(
        &self,
        center: Point,
        radius: f32,
        max_distance: f32,
        filter: &QueryFilter<'_>,
        measure: impl Fn(&Shape, Pose) -> Option<Proximity>,
    ) -> Result<Option<ClosestHit<'_>>, DefError> {
        check::origin(filter, self.stores.settings.length_unit)?;
        let origin = self.place_of(filter);
        let near = self.stores.bodies.grid.aabb(origin, Aabb { lower: center, upper: center });
        let radius = radius + (near.upper - near.lower).norm();
        // Zero would end the search, although deeper colliders may follow.
        let reach = |distance: f32| max((max(distance, 0.0) + radius) * SEARCH_ROUNDING, f32::MIN_POSITIVE);
        let mut best: Option<(f32, ColliderSlot, Proximity)> = None;
        self.broadphase.nearest(near.lower, reach(max_distance), &mut |key| {
            let slot = ColliderSlot::from_key(key);
            if filter.accepts_slot(&self.stores, slot) {
                let (shape, pose) = self.shape_and_pose(slot, origin);
                if let Some(near) = measure(shape, pose)
                    && near.separation <= max_distance
                    && best.is_none_or(|(least, other, _)| (near.separation, slot) < (least, other))
                {
                    best = Some((near.separation, slot, near));
                }
            }
            reach(best.map_or(max_distance, |(least, ..)| min(least, max_distance)))
        });
        Ok(best.map(|(_, slot, near)| ClosestHit {
            collider: ColliderRef { stores: &self.stores, slot },
            distance: near.separation,
            normal: near.normal,
            point: near.points[0],
            point_on_shape: near.points[1],
        }))
    }
}
