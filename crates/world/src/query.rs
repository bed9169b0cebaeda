//! Queries between steps: what lies at a point, in a box, along a ray, or in the way of a moving shape.
//!
//! The broad phase finds the fat AABBs that may be hit, and a test of their shapes follows. Every query takes
//! a [`QueryFilter`] as the argument after its geometry.

use crate::body::check_position;
use crate::error::{DefError, finite, finite_vector, not_negative};
use crate::settings::Filter;
use crate::slot::ColliderSlot;
use crate::view::ColliderRef;
use crate::world::World;
use broadphase::{Broadphase, Cast};
use collide::{Ray, RayHit, ShapeCast};
use geom::{Aabb, Point, Pose, Shape};
use std::ops::ControlFlow;

/// Which colliders a query reports. The default reports all.
///
/// ```
/// use world::{BodyDef, ColliderDef, Filter, QueryFilter, World, WorldSettings};
/// use geom::Shape;
///
/// const WALL: u32 = 1 << 0;
/// const PLAYER: u32 = 1 << 1;
///
/// let mut world = World::new(WorldSettings::default());
/// let body = world.add_body(BodyDef::fixed())?;
/// let wall = ColliderDef::new(Shape::circle(1.0)?).filter(Filter { category: WALL, ..Filter::default() });
/// world.add_collider(body, wall)?;
/// assert!(world.collider_at([0.0, 0.0], QueryFilter::default()).is_some());
/// assert!(world.collider_at([0.0, 0.0], QueryFilter::mask(PLAYER)).is_none());
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryFilter {
    /// The categories that the query belongs to, as bits: a collider is reported if its mask has one of them.
    pub category: u32,
    /// The categories that are reported, as bits.
    pub mask: u32,
}

impl Default for QueryFilter {
    /// Reports every collider whose mask has any bit.
    fn default() -> Self {
        Self { category: u32::MAX, mask: u32::MAX }
    }
}

impl QueryFilter {
    /// Reports the colliders of these categories, given as bits.
    #[must_use]
    pub fn mask(mask: u32) -> Self {
        Self { mask, ..Self::default() }
    }

    /// Whether a collider with this filter is reported. Its group has no effect.
    #[must_use]
    pub fn accepts(self, collider: Filter) -> bool {
        self.mask & collider.category != 0 && collider.mask & self.category != 0
    }
}

impl<B: Broadphase> World<B> {
    /// The first collider that a ray hits, and where. A ray that starts inside a solid shape hits it at
    /// fraction 0 with a zero normal. Of several hits at the same fraction, the collider with the lowest slot
    /// is returned.
    ///
    /// # Errors
    /// [`DefError::Value`] for numbers that are not finite, a fraction that is negative or not finite, or an
    /// origin outside the world.
    ///
    /// ```
    /// use collide::Ray;
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let wall = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?;
    /// world.add_collider(wall, ColliderDef::new(Shape::rectangle(1.0, 1.0)?))?;
    /// let ray = Ray::new([0.0, 0.0], [10.0, 0.0]); // origin and translation, m
    /// let (collider, hit) = world.cast_ray(&ray, QueryFilter::default())?.expect("the wall");
    /// assert_eq!((collider.body().id(), hit.point.x, hit.normal.x), (wall, 4.0, -1.0));
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn cast_ray(
        &self,
        ray: &Ray,
        filter: QueryFilter,
    ) -> Result<Option<(ColliderRef<'_>, RayHit)>, DefError> {
        check_position(ray.origin, self.stores.settings.length_unit)?;
        finite_vector("translation", ray.translation)?;
        not_negative("max_fraction", ray.max_fraction)?;
        let cast = Cast::ray(ray.origin, ray.translation, ray.max_fraction);
        Ok(self.first_hit(cast, ray.max_fraction, filter, |shape, pose, max_fraction| {
            collide::cast_ray(shape, pose, &Ray { max_fraction, ..*ray })
        }))
    }

    /// The first collider that a moving shape hits, and where: see [`collide::cast_shape`]. Shapes that
    /// overlap at the start hit at fraction 0 with a zero normal. Of several hits at the same fraction, the
    /// collider with the lowest slot is returned.
    ///
    /// # Errors
    /// [`DefError::Value`] for numbers that are not finite, a negative fraction, or a start outside the
    /// world.
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
    /// let (collider, hit) = world.cast_shape(&cast, QueryFilter::default())?.expect("the wall");
    /// assert_eq!(collider.body().id(), wall);
    /// assert!((hit.fraction - 0.5).abs() < 1e-4);
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn cast_shape(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter,
    ) -> Result<Option<(ColliderRef<'_>, RayHit)>, DefError> {
        check_position(cast.start.position, self.stores.settings.length_unit)?;
        finite("start.angle", cast.start.rotation.angle())?;
        finite_vector("translation", cast.translation)?;
        not_negative("max_fraction", cast.max_fraction)?;
        // A cast ends when the shapes are nearer than the tolerance, so the boxes need not touch.
        let aabb = cast.shape.aabb(cast.start).expanded(collide::tolerance::CAST_TOLERANCE);
        let box_cast = Cast::aabb(aabb, cast.translation, cast.max_fraction);
        Ok(self.first_hit(box_cast, cast.max_fraction, filter, |shape, pose, max_fraction| {
            collide::cast_shape(shape, pose, &ShapeCast { max_fraction, ..*cast })
        }))
    }

    /// The first hit with a shape whose fat AABB is hit. `hit` tells where a shape at a pose is hit before a
    /// fraction.
    fn first_hit(
        &self,
        cast: Cast,
        max_fraction: f32,
        filter: QueryFilter,
        hit: impl Fn(&Shape, Pose, f32) -> Option<RayHit>,
    ) -> Option<(ColliderRef<'_>, RayHit)> {
        let mut best: Option<(ColliderSlot, RayHit)> = None;
        self.broadphase.cast(cast, &mut |key| {
            let slot = ColliderSlot::from_key(key);
            let collider = &self.stores.colliders[slot];
            let nearest = best.map_or(max_fraction, |(_, hit)| hit.fraction);
            if filter.accepts(collider.filter) {
                let pose = self.stores.bodies.frame(collider.body).pose;
                if let Some(hit) = hit(&collider.shape, pose, nearest) {
                    let better = best.is_none_or(|(other, old)| (hit.fraction, slot) < (old.fraction, other));
                    if better {
                        best = Some((slot, hit));
                    }
                }
            }
            // A fraction of zero ends the search. A cast that starts inside several shapes must continue,
            // since the result must not depend on the order in which the broad phase reports them.
            best.map_or(max_fraction, |(_, hit)| hit.fraction.max(f32::MIN_POSITIVE))
        });
        best.map(|(slot, hit)| (ColliderRef { stores: &self.stores, slot }, hit))
    }

    /// Calls `visit` for every collider that contains `point` (m), its boundary included, until `visit`
    /// breaks. The order depends on the broad phase.
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
    /// });
    /// assert_eq!(found, [collider]);
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn overlap_point<'a>(
        &'a self,
        point: impl Into<Point>,
        filter: QueryFilter,
        mut visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>,
    ) {
        let point = point.into();
        self.visit_fat_aabbs(Aabb { lower: point, upper: point }, filter, |collider| {
            let local = collider.body().pose().inverse_transform(point);
            if collider.shape().contains(local) { visit(collider) } else { ControlFlow::Continue(()) }
        });
    }

    /// The collider that contains `point` (m); of several, the one with the lowest slot.
    pub fn collider_at(&self, point: impl Into<Point>, filter: QueryFilter) -> Option<ColliderRef<'_>> {
        let mut best: Option<ColliderRef<'_>> = None;
        self.overlap_point(point, filter, |collider| {
            if best.is_none_or(|old| collider.slot < old.slot) {
                best = Some(collider);
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// Calls `visit` for every collider whose AABB overlaps `aabb` (m), until `visit` breaks. The order
    /// depends on the broad phase.
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
    /// });
    /// assert_eq!(count, 2);
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn overlap_aabb<'a>(
        &'a self,
        aabb: Aabb,
        filter: QueryFilter,
        mut visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>,
    ) {
        self.visit_fat_aabbs(aabb, filter, |collider| {
            let tight = collider.shape().aabb(collider.body().pose());
            if tight.overlaps(aabb) { visit(collider) } else { ControlFlow::Continue(()) }
        });
    }

    /// Calls `visit` for every accepted collider whose fat AABB overlaps `aabb`, until `visit` breaks. An
    /// invalid box overlaps nothing.
    fn visit_fat_aabbs<'a>(
        &'a self,
        aabb: Aabb,
        filter: QueryFilter,
        mut visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>,
    ) {
        if aabb.is_valid() {
            self.broadphase.overlap_aabb(aabb, &mut |key| {
                let slot = ColliderSlot::from_key(key);
                if filter.accepts(self.stores.colliders[slot].filter) {
                    visit(ColliderRef { stores: &self.stores, slot })
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, ColliderDef, WorldSettings};
    use broadphase::{DynamicTree, QuadTree, SortAndSweep};
    use geom::{Shape, Vec2};

    /// The first hit of a shape cast is the first of the hits with each collider alone, on every broad phase.
    #[test]
    fn shape_cast_finds_the_first_of_all_hits_on_every_broad_phase() {
        fn check(broadphase: impl Broadphase) {
            let mut world = World::with_broadphase(WorldSettings::default(), broadphase).unwrap();
            for i in 0..100 {
                let position = [2.0 * (i % 10) as f32, 2.0 * (i / 10) as f32];
                let body = BodyDef::fixed().position(position).angle(0.37 * i as f32);
                let body = world.add_body(body).unwrap();
                let shape = if i % 3 == 0 { Shape::circle(0.4) } else { Shape::rectangle(0.5, 0.3) };
                let filter = Filter { category: 1 << (i % 4), ..Filter::default() };
                world.add_collider(body, ColliderDef::new(shape.unwrap()).filter(filter)).unwrap();
            }
            let capsule = Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).unwrap();
            let filter = QueryFilter::mask(0b0111);
            let mut hit_count = 0;
            for i in 0..200 {
                let rotation = geom::Rot::from_angle(0.7 * i as f32);
                let start = Pose::new([9.3 + 0.02 * i as f32, 8.9 - 0.03 * i as f32], 0.1 * i as f32);
                let cast = ShapeCast::new(&capsule, start, rotation * Vec2::new(6.0, 0.0));
                let each = world.colliders().filter(|collider| filter.accepts(collider.filter()));
                let hits = each.filter_map(|collider| {
                    let hit = collide::cast_shape(collider.shape(), collider.body().pose(), &cast)?;
                    Some((hit.fraction, collider.id()))
                });
                let nearest = hits.min_by(|a, b| a.0.total_cmp(&b.0));
                let found = world.cast_shape(&cast, filter).unwrap();
                let found = found.map(|(collider, hit)| (hit.fraction, collider.id()));
                assert_eq!(found.map(|hit| hit.0), nearest.map(|hit| hit.0), "cast {i}");
                hit_count += usize::from(found.is_some());
            }
            assert!(hit_count > 100, "only {hit_count} of 200 casts hit, too few for a test");
            let negative =
                ShapeCast { max_fraction: -1.0, ..ShapeCast::new(&capsule, Pose::IDENTITY, [1.0, 0.0]) };
            assert!(world.cast_shape(&negative, filter).is_err());
        }
        check(DynamicTree::default());
        check(QuadTree::default());
        check(SortAndSweep::default());
    }

    /// A ray that starts inside two boxes hits the one with the lower slot, in whichever order the broad
    /// phase reports the boxes.
    #[test]
    fn ray_that_starts_inside_two_shapes_hits_the_lowest_slot() {
        fn check(broadphase: impl Broadphase) {
            let mut world = World::with_broadphase(WorldSettings::default(), broadphase).unwrap();
            let bodies = [0.5, -0.5].map(|x| {
                let body = world.add_body(BodyDef::fixed().position([x, 0.0])).unwrap();
                world.add_collider(body, ColliderDef::new(Shape::rectangle(1.0, 1.0).unwrap())).unwrap();
                body
            });
            world.step(1.0 / 60.0);
            for x in [-1.0, 1.0] {
                let ray = Ray::new([0.0, 0.0], [x, 0.0]);
                let (collider, hit) = world.cast_ray(&ray, QueryFilter::default()).unwrap().unwrap();
                assert_eq!((collider.body().id(), hit.fraction), (bodies[0], 0.0));
            }
        }
        check(DynamicTree::default());
        check(QuadTree::default());
        check(SortAndSweep::default());
    }

    /// Every query leaves out the colliders that its filter does not accept.
    #[test]
    fn every_query_leaves_out_what_its_filter_does_not_accept() {
        let mut world = World::new(WorldSettings::default());
        let body = world.add_body(BodyDef::fixed()).unwrap();
        let circle = Shape::circle(1.0).unwrap();
        world.add_collider(body, ColliderDef::new(circle.clone())).unwrap();
        let ray = Ray::new([-3.0, 0.0], [6.0, 0.0]);
        let cast = ShapeCast::new(&circle, Pose::at([-3.0, 0.0]), [6.0, 0.0]);
        let aabb = Aabb::new([-1.0, -1.0], [1.0, 1.0]);
        for (filter, expected) in [(QueryFilter::default(), 1), (QueryFilter::mask(0b10), 0)] {
            let mut counts = [0; 2];
            world.overlap_point([0.0, 0.0], filter, |_| {
                counts[0] += 1;
                ControlFlow::Continue(())
            });
            world.overlap_aabb(aabb, filter, |_| {
                counts[1] += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(counts, [expected; 2], "{filter:?}");
            let found = [
                world.cast_ray(&ray, filter).unwrap().is_some(),
                world.cast_shape(&cast, filter).unwrap().is_some(),
                world.collider_at([0.0, 0.0], filter).is_some(),
            ];
            assert_eq!(found.map(usize::from), [expected; 3], "{filter:?}");
        }
    }
}
