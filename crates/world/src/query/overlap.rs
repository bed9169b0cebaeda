//! Overlap by point, by box and by shape.
//!
//! ```text
//!   overlap_point     the shapes that contain a point
//!   overlap_aabb      the colliders whose AABB overlaps a box: fast and coarse, for a selection or a view
//!   overlap_shape     the shapes that share a point with a shape
//! ```
//!
//! Each comes as a visitor, which allocates nothing and may stop; as `_all`, a list in the order of slots;
//! and as `_any`, for "is this place free?".

use super::check;
use super::filter::{Predicate, QueryFilter};
use crate::error::DefError;
use crate::slot::ColliderSlot;
use crate::view::ColliderRef;
use crate::world::World;
use broadphase::Broadphase;
use collide::tolerance::CAST_TOLERANCE;
use geom::{Aabb, Point, Pose, Shape};
use std::ops::ControlFlow;

impl<B: Broadphase> World<B> {
    /// Calls `visit` for every collider that contains `point` (m), its boundary included, until `visit`
    /// breaks. The order depends on the broad phase; [`World::overlap_point_all`] has a defined one.
    ///
    /// # Errors
    /// [`DefError::Value`] for a point that is not finite.
    ///
    /// ```
    /// use geom::Shape;
    /// use std::ops::ControlFlow;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let body = world.add_body(BodyDef::fixed())?;
    /// let collider = world.add_collider(body, ColliderDef::new(Shape::circle(1.0)?))?;
    /// let mut found = Vec::new();
    /// world.overlap_point([0.5, 0.0], QueryFilter::default(), |collider| {
    ///     found.push(collider.id());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(found, [collider]);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "intersect_point")]
    pub fn overlap_point<'a>(
        &'a self,
        point: impl Into<Point>,
        filter: QueryFilter<'_, impl Predicate>,
        visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>,
    ) -> Result<(), DefError> {
        let point = point.into();
        check::point(point)?;
        let contains = |shape: &Shape, pose: Pose| shape.contains(pose.inverse_transform(point));
        self.visit_overlaps(Aabb { lower: point, upper: point }, &filter.by_ref(), contains, visit)
    }

    /// All colliders that contain `point` (m), in the order of slots.
    ///
    /// # Errors
    /// As [`World::overlap_point`].
    pub fn overlap_point_all(
        &self,
        point: impl Into<Point>,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Vec<ColliderRef<'_>>, DefError> {
        collect(|visit| self.overlap_point(point, filter, visit))
    }

    /// The collider that contains `point` (m), as under a mouse; of several, the one with the lowest slot.
    ///
    /// # Errors
    /// As [`World::overlap_point`].
    ///
    /// ```
    /// # use geom::Shape;
    /// # use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    /// # let mut world = World::new(WorldSettings::default());
    /// let body = world.add_body(BodyDef::fixed())?;
    /// let button = world.add_collider(body, ColliderDef::new(Shape::rectangle(1.0, 0.25)?))?;
    /// assert_eq!(world.collider_at([0.9, 0.2], QueryFilter::default())?.map(|c| c.id()), Some(button));
    /// assert!(world.collider_at([0.9, 0.3], QueryFilter::default())?.is_none());
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn collider_at(
        &self,
        point: impl Into<Point>,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Option<ColliderRef<'_>>, DefError> {
        let mut best: Option<ColliderRef<'_>> = None;
        self.overlap_point(point, filter, |collider| {
            if best.is_none_or(|old| collider.slot < old.slot) {
                best = Some(collider);
            }
            ControlFlow::Continue(())
        })?;
        Ok(best)
    }

    /// Calls `visit` for every collider whose AABB overlaps `aabb` (m), until `visit` breaks. The order
    /// depends on the broad phase; [`World::overlap_aabb_all`] has a defined one. For the shapes themselves,
    /// see [`World::overlap_shape`].
    ///
    /// # Errors
    /// [`DefError::Value`] for a box that is not finite, or whose lower corner is above the upper one.
    ///
    /// ```
    /// use geom::{Aabb, Shape};
    /// use std::ops::ControlFlow;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// for x in [0.0, 5.0, 10.0] {
    ///     let body = world.add_body(BodyDef::fixed().position([x, 0.0]))?;
    ///     world.add_collider(body, ColliderDef::new(Shape::circle(1.0)?))?;
    /// }
    /// let mut count = 0;
    /// world.overlap_aabb(Aabb::new([-1.0, -1.0], [6.0, 1.0]), QueryFilter::default(), |_collider| {
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(count, 2);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "b2World_OverlapAABB")]
    #[doc(alias = "intersect_aabb_conservative")]
    pub fn overlap_aabb<'a>(
        &'a self,
        aabb: Aabb,
        filter: QueryFilter<'_, impl Predicate>,
        visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>,
    ) -> Result<(), DefError> {
        check::aabb(aabb)?;
        let overlaps = |shape: &Shape, pose: Pose| shape.aabb(pose).overlaps(aabb);
        self.visit_overlaps(aabb, &filter.by_ref(), overlaps, visit)
    }

    /// All colliders whose AABB overlaps `aabb` (m), in the order of slots.
    ///
    /// # Errors
    /// As [`World::overlap_aabb`].
    pub fn overlap_aabb_all(
        &self,
        aabb: Aabb,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Vec<ColliderRef<'_>>, DefError> {
        collect(|visit| self.overlap_aabb(aabb, filter, visit))
    }

    /// Calls `visit` for every collider that shares a point with `shape` at `pose`, until `visit` breaks.
    /// Shapes that touch do, within the rounding of f32; two half-spaces never do. The order depends on the
    /// broad phase; [`World::overlap_shape_all`] has a defined one.
    ///
    /// For contact points and normals, pass the shapes on to [`collide::manifold`](collide::manifold()).
    ///
    /// # Errors
    /// [`DefError::Value`] for a pose that is not finite.
    ///
    /// ```
    /// use geom::{Pose, Shape};
    /// use std::ops::ControlFlow;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// for x in [0.0, 3.0] {
    ///     let body = world.add_body(BodyDef::dynamic().position([x, 0.0]))?;
    ///     world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5)?))?;
    /// }
    /// // Whom does a blast reach, of 1 m about the point (1.4, 0)?
    /// let blast = Shape::circle(1.0)?;
    /// let mut reached = Vec::new();
    /// world.overlap_shape(&blast, Pose::at([1.4, 0.0]), QueryFilter::default(), |collider| {
    ///     reached.push(collider.body().pose().position.x);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(reached, [0.0]);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "b2World_OverlapShape")]
    #[doc(alias = "intersect_shape")]
    #[doc(alias = "overlap")]
    pub fn overlap_shape<'a>(
        &'a self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<'_, impl Predicate>,
        visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>,
    ) -> Result<(), DefError> {
        check::pose(pose)?;
        // Shapes may touch by rounding where their boxes just do not.
        let tolerances = self.stores.settings.tolerances();
        let aabb = shape.aabb(pose).expanded(tolerances.scaled(CAST_TOLERANCE));
        let overlaps = |other: &Shape, at: Pose| tolerances.overlap(other, at, shape, pose);
        self.visit_overlaps(aabb, &filter.by_ref(), overlaps, visit)
    }

    /// All colliders that share a point with `shape` at `pose`, in the order of slots.
    ///
    /// # Errors
    /// As [`World::overlap_shape`].
    pub fn overlap_shape_all(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Vec<ColliderRef<'_>>, DefError> {
        collect(|visit| self.overlap_shape(shape, pose, filter, visit))
    }

    /// Whether any collider shares a point with `shape` at `pose`; false where there is room for it.
    ///
    /// # Errors
    /// As [`World::overlap_shape`].
    ///
    /// ```
    /// # use geom::{Pose, Shape};
    /// # use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    /// # let mut world = World::new(WorldSettings::default());
    /// let crate_ = world.add_body(BodyDef::dynamic().position([2.0, 0.0]))?;
    /// world.add_collider(crate_, ColliderDef::new(Shape::rectangle(0.5, 0.5)?))?;
    /// let player = Shape::capsule([0.0, -0.4], [0.0, 0.4], 0.3)?;
    /// assert!(world.overlap_shape_any(&player, Pose::at([2.7, 0.0]), QueryFilter::default())?);
    /// assert!(!world.overlap_shape_any(&player, Pose::at([2.9, 0.0]), QueryFilter::default())?);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "intersection_with_shape")]
    pub fn overlap_shape_any(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<bool, DefError> {
        let mut is_found = false;
        self.overlap_shape(shape, pose, filter, |_| {
            is_found = true;
            ControlFlow::Break(())
        })?;
        Ok(is_found)
    }

    fn visit_overlaps<'a>(
        &'a self,
        aabb: Aabb,
        filter: &QueryFilter<'_>,
        test: impl Fn(&Shape, Pose) -> bool,
        mut visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>,
    ) -> Result<(), DefError> {
        check::origin(filter, self.stores.settings.length_unit)?;
        let origin = self.place_of(filter);
        let near = self.stores.bodies.grid.aabb(origin, aabb);
        self.broadphase.overlap_aabb(near, &mut |key| {
            let slot = ColliderSlot::from_key(key);
            if filter.accepts_slot(&self.stores, slot) {
                let (shape, pose) = self.shape_and_pose(slot, origin);
                if test(shape, pose) {
                    return visit(ColliderRef { stores: &self.stores, slot });
                }
            }
            ControlFlow::Continue(())
        });
        Ok(())
    }
}

/// In the order of slots.
fn collect<'a>(
    query: impl FnOnce(&mut dyn FnMut(ColliderRef<'a>) -> ControlFlow<()>) -> Result<(), DefError>,
) -> Result<Vec<ColliderRef<'a>>, DefError> {
    let mut found = Vec::new();
    query(&mut |collider| {
        found.push(collider);
        ControlFlow::Continue(())
    })?;
    compute::sort_by(&mut found, |a, b| a.slot.cmp(&b.slot));
    Ok(found)
}
