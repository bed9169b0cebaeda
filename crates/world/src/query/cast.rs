//! Casts of rays and shapes: the closest hit, whether there is any, and all in order.
//!
//! After a hit they tell the broad phase to go on up to it, to stop, or to go on.
//!
//! **Ties.** Of colliders hit at the same fraction, such as flush tiles, the lowest slot is the closest.
//! Fractions are computed in f64 and compared in f32, so the search goes on up to the next f32 above the
//! best: otherwise the order would decide whether a hit that rounds to the same f32 is found.
//!
//! **A cast that starts in overlap** needs the depth, by EPA, only for the hit that is returned.

use super::check;
use super::filter::{Predicate, QueryFilter};
use super::hit::CastHit;
use crate::error::DefError;
use crate::place::Place;
use crate::slot::ColliderSlot;
use crate::view::ColliderRef;
use crate::world::World;
use broadphase::{Broadphase, Cast};
use collide::tolerance::{CAST_TOLERANCE, TOI_TOLERANCE};
use collide::{Proximity, Ray, RayHit, ShapeCast, Tolerances};
use geom::{Aabb, Pose, Shape, Vec2};

pub(super) trait Castable {
    fn check(&self, length_unit: f32) -> Result<(), DefError>;
    /// As seen from the origin of the query.
    fn start(&self, tolerances: Tolerances) -> Aabb;
    fn max_fraction(&self) -> f32;
    fn translation(&self) -> Vec2;
    /// Up to a fraction. The normal is zero if the cast starts in overlap.
    fn hit(&self, tolerances: Tolerances, shape: &Shape, pose: Pose, max_fraction: f32) -> Option<RayHit>;
    fn way_out(&self, tolerances: Tolerances, shape: &Shape, pose: Pose) -> Option<Proximity>;
    /// For a cast that starts in overlap.
    fn overlap_point(&self, hit: &RayHit, way_out: &Proximity) -> geom::Point;
}

impl Castable for Ray {
    fn check(&self, length_unit: f32) -> Result<(), DefError> {
        check::ray(self, length_unit)
    }

    fn start(&self, _: Tolerances) -> Aabb {
        Aabb { lower: self.origin, upper: self.origin }
    }

    fn max_fraction(&self) -> f32 {
        self.max_fraction
    }

    fn translation(&self) -> Vec2 {
        self.translation
    }

    #[inline]
    fn hit(&self, tolerances: Tolerances, shape: &Shape, pose: Pose, max_fraction: f32) -> Option<RayHit> {
        tolerances.cast_ray(shape, pose, &Ray { max_fraction, ..*self })
    }

    fn way_out(&self, tolerances: Tolerances, shape: &Shape, pose: Pose) -> Option<Proximity> {
        tolerances.closest_point(shape, pose, self.origin)
    }

    fn overlap_point(&self, hit: &RayHit, _: &Proximity) -> geom::Point {
        hit.point
    }
}

impl Castable for ShapeCast<'_> {
    fn check(&self, length_unit: f32) -> Result<(), DefError> {
        check::shape_cast(self, length_unit)
    }

    fn start(&self, tolerances: Tolerances) -> Aabb {
        // A cast ends nearer than the tolerance, so the boxes need not touch.
        if self.turn != 0.0 {
            // Contains the shape however it has turned.
            let reach = self.shape.reach(self.center) + tolerances.scaled(TOI_TOLERANCE);
            return Aabb::around(self.start * self.center, [reach, reach]);
        }
        self.shape.aabb(self.start).expanded(tolerances.scaled(CAST_TOLERANCE))
    }

    fn max_fraction(&self) -> f32 {
        self.max_fraction
    }

    fn translation(&self) -> Vec2 {
        self.translation
    }

    #[inline]
    fn hit(&self, tolerances: Tolerances, shape: &Shape, pose: Pose, max_fraction: f32) -> Option<RayHit> {
        if self.turn != 0.0 {
            // Not shortened by other hits: its last bits depend on where it ends.
            return tolerances.cast_shape(shape, pose, self).filter(|hit| hit.fraction <= max_fraction);
        }
        tolerances.cast_shape(shape, pose, &ShapeCast { max_fraction, ..*self })
    }

    fn way_out(&self, tolerances: Tolerances, shape: &Shape, pose: Pose) -> Option<Proximity> {
        tolerances.separation(shape, pose, self.shape, self.start)
    }

    fn overlap_point(&self, _: &RayHit, way_out: &Proximity) -> geom::Point {
        way_out.points[0]
    }
}

#[inline]
fn is_initial_overlap(hit: &RayHit) -> bool {
    hit.normal == Vec2::zeros()
}

impl<B: Broadphase> World<B> {
    /// The first collider that a ray hits, and where; at the same fraction that of the lowest slot. A ray
    /// that starts inside a solid shape hits it at fraction 0, and [`CastHit::initial_overlap`] says how
    /// deep; [`QueryFilter::ignore_initial_overlap`] lets it pass.
    ///
    /// # Errors
    /// [`DefError::Value`] for numbers that are not finite, a fraction that is negative or NaN (infinity is
    /// allowed), or an origin outside the world.
    ///
    /// ```
    /// use collide::Ray;
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let wall = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?;
    /// world.add_collider(wall, ColliderDef::new(Shape::rectangle(1.0, 1.0)?))?;
    /// let ray = Ray::between([0.0, 0.0], [10.0, 0.0]); // m
    /// let hit = world.cast_ray(&ray, QueryFilter::default())?.expect("the wall");
    /// assert_eq!((hit.collider.body().id(), hit.point.x, hit.normal.x), (wall, 4.0, -1.0));
    /// assert_eq!((hit.fraction, hit.distance, hit.initial_overlap), (0.4, 4.0, None));
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "b2World_CastRayClosest")]
    #[doc(alias = "cast_ray_and_get_normal")]
    #[doc(alias = "raycast")]
    pub fn cast_ray(
        &self,
        ray: &Ray,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Option<CastHit<'_>>, DefError> {
        self.cast_closest(ray, &filter.by_ref())
    }

    /// Whether a ray hits anything: a line of sight. Stops at the first collider that the broad phase finds,
    /// so it is faster than [`World::cast_ray`].
    ///
    /// # Errors
    /// As [`World::cast_ray`].
    ///
    /// ```
    /// # use collide::Ray;
    /// # use geom::Shape;
    /// # use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    /// # let mut world = World::new(WorldSettings::default());
    /// let guard = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?;
    /// world.add_collider(guard, ColliderDef::new(Shape::circle(0.5)?))?;
    /// let sight = Ray::between([5.0, 0.0], [9.0, 0.0]); // from the middle of the guard
    /// assert!(!world.cast_ray_any(&sight, QueryFilter::default().exclude_body(guard))?);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "line_of_sight")]
    pub fn cast_ray_any(&self, ray: &Ray, filter: QueryFilter<'_, impl Predicate>) -> Result<bool, DefError> {
        self.cast_any(ray, &filter.by_ref())
    }

    /// All colliders that a ray hits, each where it is entered, in the order of fractions, then of slots.
    ///
    /// # Errors
    /// As [`World::cast_ray`].
    ///
    /// ```
    /// # use collide::Ray;
    /// # use geom::Shape;
    /// # use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    /// # let mut world = World::new(WorldSettings::default());
    /// for x in [6.0, 2.0, 4.0] {
    ///     let body = world.add_body(BodyDef::fixed().position([x, 0.0]))?;
    ///     world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 1.0)?))?;
    /// }
    /// let bullet = Ray::between([0.0, 0.0], [10.0, 0.0]);
    /// let entered = world.cast_ray_all(&bullet, QueryFilter::default())?;
    /// assert_eq!(entered.iter().map(|hit| hit.point.x).collect::<Vec<_>>(), [1.5, 3.5, 5.5]);
    /// // A body of several colliders counts once, where it is entered first.
    /// let mut bodies = std::collections::BTreeSet::new();
    /// let is_first = |hit: &world::CastHit<'_>| bodies.insert(hit.collider.body().id());
    /// let entered: Vec<_> = entered.into_iter().filter(is_first).collect();
    /// # assert_eq!(entered.len(), 3);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "b2World_CastRay")]
    #[doc(alias = "intersect_ray")]
    pub fn cast_ray_all(
        &self,
        ray: &Ray,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Vec<CastHit<'_>>, DefError> {
        self.cast_all(ray, &filter.by_ref())
    }

    /// The first collider that a moving shape hits, and where, at the same fraction that of the lowest slot:
    /// see [`collide::cast_shape`]. A shape that overlaps a collider at the start hits it at fraction 0, and
    /// [`CastHit::initial_overlap`] and the normal say how it gets out;
    /// [`QueryFilter::ignore_initial_overlap`] lets it pass. One that only touches may slide along it.
    /// [`ShapeCast::turning`] casts a shape that also turns.
    ///
    /// # Errors
    /// [`DefError::Value`] for numbers that are not finite, a fraction that is negative or NaN, or a start
    /// outside the world.
    ///
    /// ```
    /// use collide::ShapeCast;
    /// use geom::{Pose, Shape};
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let wall = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?;
    /// world.add_collider(wall, ColliderDef::new(Shape::rectangle(1.0, 1.0)?))?;
    /// let ball = Shape::circle(0.5)?;
    /// let cast = ShapeCast::new(&ball, Pose::at([0.0, 0.0]), [7.0, 0.0]);
    /// let hit = world.cast_shape(&cast, QueryFilter::default())?.expect("the wall");
    /// assert!((hit.distance - 3.5).abs() < 1e-4);
    /// assert!((cast.pose_at(hit.fraction).position.x - 3.5).abs() < 1e-4);
    ///
    /// // 0.2 m deep in the wall, which it leaves to the left.
    /// let cast = ShapeCast::new(&ball, Pose::at([3.7, 0.0]), [1.0, 0.0]);
    /// let hit = world.cast_shape(&cast, QueryFilter::default())?.expect("the wall");
    /// assert!((hit.initial_overlap.unwrap() - 0.2).abs() < 1e-6 && hit.normal.x == -1.0);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "b2World_CastShape")]
    #[doc(alias = "cast_shape_nonlinear")]
    #[doc(alias = "sweep_test")]
    pub fn cast_shape(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Option<CastHit<'_>>, DefError> {
        self.cast_closest(cast, &filter.by_ref())
    }

    /// Whether a moving shape hits anything: see [`World::cast_ray_any`].
    ///
    /// # Errors
    /// As [`World::cast_shape`].
    pub fn cast_shape_any(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<bool, DefError> {
        self.cast_any(cast, &filter.by_ref())
    }

    /// All colliders that a moving shape hits, each where it is first touched, in the order of fractions,
    /// then of slots.
    ///
    /// # Errors
    /// As [`World::cast_shape`].
    pub fn cast_shape_all(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Vec<CastHit<'_>>, DefError> {
        self.cast_all(cast, &filter.by_ref())
    }

    fn cast_closest(
        &self,
        cast: &impl Castable,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<CastHit<'_>>, DefError> {
        self.check_cast(cast, filter)?;
        Ok(self.closest_hit(cast, filter))
    }

    pub(super) fn closest_hit(&self, cast: &impl Castable, filter: &QueryFilter<'_>) -> Option<CastHit<'_>> {
        let (origin, max_fraction) = (self.place_of(filter), cast.max_fraction());
        let mut best: Option<(f32, ColliderSlot, RayHit)> = None;
        let mut reach = max_fraction;
        self.broadphase.cast(self.near_cast(cast, origin), &mut |key| {
            let slot = ColliderSlot::from_key(key);
            if let Some(hit) = self.hit(cast, slot, reach, filter, origin)
                && best.is_none_or(|(fraction, other, _)| (hit.fraction, slot) < (fraction, other))
            {
                best = Some((hit.fraction, slot, hit));
                reach = compute::math::min(hit.fraction.next_up(), max_fraction);
            }
            // Zero would end the search, before the lowest slot of several shapes around the start is found.
            compute::math::max(reach, f32::MIN_POSITIVE)
        });
        best.map(|(_, slot, hit)| self.cast_hit(cast, slot, &hit, origin))
    }

    fn cast_any(&self, cast: &impl Castable, filter: &QueryFilter<'_>) -> Result<bool, DefError> {
        self.check_cast(cast, filter)?;
        let (origin, mut is_hit) = (self.place_of(filter), false);
        self.broadphase.cast(self.near_cast(cast, origin), &mut |key| {
            let slot = ColliderSlot::from_key(key);
            is_hit = self.hit(cast, slot, cast.max_fraction(), filter, origin).is_some();
            if is_hit { 0.0 } else { f32::INFINITY }
        });
        Ok(is_hit)
    }

    fn cast_all(&self, cast: &impl Castable, filter: &QueryFilter<'_>) -> Result<Vec<CastHit<'_>>, DefError> {
        self.check_cast(cast, filter)?;
        let (origin, mut hits) = (self.place_of(filter), Vec::new());
        self.broadphase.cast(self.near_cast(cast, origin), &mut |key| {
            let slot = ColliderSlot::from_key(key);
            if let Some(hit) = self.hit(cast, slot, cast.max_fraction(), filter, origin) {
                hits.push(self.cast_hit(cast, slot, &hit, origin));
            }
            f32::INFINITY
        });
        compute::sort_by(&mut hits, |a, b| {
            a.fraction.total_cmp(&b.fraction).then(a.collider.slot.cmp(&b.collider.slot))
        });
        Ok(hits)
    }

    #[inline(always)]
    fn hit(
        &self,
        cast: &impl Castable,
        slot: ColliderSlot,
        max_fraction: f32,
        filter: &QueryFilter<'_>,
        origin: Place,
    ) -> Option<RayHit> {
        if !filter.accepts_slot(&self.stores, slot) {
            return None;
        }
        let (shape, pose) = self.shape_and_pose(slot, origin);
        let hit = cast.hit(self.stores.settings.tolerances(), shape, pose, max_fraction)?;
        (!(filter.ignores_initial_overlap && is_initial_overlap(&hit))).then_some(hit)
    }

    fn cast_hit(&self, cast: &impl Castable, slot: ColliderSlot, hit: &RayHit, origin: Place) -> CastHit<'_> {
        // In f64: the square of a length exceeds f32 from 2e19 m on.
        let distance = f64::from(hit.fraction) * cast.translation().cast::<f64>().norm();
        let mut found = CastHit {
            collider: ColliderRef { stores: &self.stores, slot },
            point: hit.point,
            normal: hit.normal,
            fraction: hit.fraction,
            distance: distance as f32,
            initial_overlap: None,
        };
        if is_initial_overlap(hit) {
            let (shape, pose) = self.shape_and_pose(slot, origin);
            // `None` only for numbers that are not finite.
            if let Some(way_out) = cast.way_out(self.stores.settings.tolerances(), shape, pose) {
                found.point = cast.overlap_point(hit, &way_out);
                found.normal = way_out.normal;
                found.initial_overlap = Some(compute::math::max(-way_out.separation, 0.0));
            }
        }
        found
    }

    pub(super) fn check_cast(&self, cast: &impl Castable, filter: &QueryFilter<'_>) -> Result<(), DefError> {
        let unit = self.stores.settings.length_unit;
        check::origin(filter, unit)?;
        cast.check(unit)
    }

    /// Where the boxes of the broad phase are measured from elsewhere, a ray is as thick as the rounding of
    /// its start.
    fn near_cast(&self, cast: &impl Castable, origin: Place) -> Cast {
        let start = self.stores.bodies.grid.aabb(origin, cast.start(self.stores.settings.tolerances()));
        if start.lower == start.upper {
            Cast::ray(start.lower, cast.translation(), cast.max_fraction())
        } else {
            Cast::aabb(start, cast.translation(), cast.max_fraction())
        }
    }

    pub(super) fn place_of(&self, filter: &QueryFilter<'_>) -> Place {
        self.stores.bodies.grid.place(filter.origin.into())
    }

    #[inline]
    pub(super) fn shape_and_pose(&self, slot: ColliderSlot, origin: Place) -> (&Shape, Pose) {
        let collider = &self.stores.colliders[slot];
        let pose = self.stores.bodies.pose_from(origin, collider.body);
        (self.stores.colliders.bare_shape(slot), pose)
    }
}
