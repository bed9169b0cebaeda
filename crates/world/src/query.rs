//! Questions about the world between steps: what lies at a point, in a box, along a ray, in the way of a shape.
//!
//! The broad phase narrows each question down to a few fat boxes; the shapes decide.

use crate::body::check_position;
use crate::error::{DefError, finite, finite_vector, not_negative};
use crate::settings::Filter;
use crate::view::ColliderRef;
use crate::world::World;
use broadphase::{Broadphase, Cast};
use collide::{Ray, RayHit, ShapeCast};
use geom::{Aabb, Point, Pose, Shape, Vec2};
use std::ops::ControlFlow;

/// A ray to be cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// Where it starts, m.
    pub origin: Point,
    /// From its start to its end, m.
    pub translation: Vec2,
    /// What it meets.
    pub filter: Filter,
}

impl RayCast {
    /// From `origin` to `origin + translation` (m), meeting everything.
    #[must_use]
    pub fn new(origin: impl Into<Point>, translation: impl Into<Vec2>) -> Self {
        Self { origin: origin.into(), translation: translation.into(), filter: Filter::EVERYTHING }
    }
}

impl<B: Broadphase> World<B> {
    /// The first collider that a ray hits, and where. A ray that starts inside a solid shape hits it at once,
    /// with a normal of zero. Of hits at the same distance the collider with the lowest slot counts.
    ///
    /// # Errors
    /// [`DefError::Value`] for numbers that are not finite or an origin outside the world.
    ///
    /// ```
    /// use world::{BodyDef, ColliderDef, RayCast, World, WorldSettings};
    /// use geom::Shape;
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let wall = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?;
    /// world.add_collider(wall, ColliderDef::new(Shape::rectangle(1.0, 1.0)?))?;
    /// let (collider, hit) = world.cast_ray(&RayCast::new([0.0, 0.0], [10.0, 0.0]))?.expect("a wall");
    /// assert_eq!((collider.body().id(), hit.point.x, hit.normal.x), (wall, 4.0, -1.0));
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn cast_ray(&self, cast: &RayCast) -> Result<Option<(ColliderRef<'_>, RayHit)>, DefError> {
        check_position(cast.origin, self.core.settings.length_unit)?;
        finite_vector("translation", cast.translation)?;
        let way = Cast::ray(cast.origin, cast.translation, 1.0);
        Ok(self.first_hit(way, 1.0, cast.filter, |shape, pose, max_fraction| {
            let ray = Ray { origin: cast.origin, translation: cast.translation, max_fraction };
            collide::ray_cast(shape, pose, &ray)
        }))
    }

    /// The first collider that a moving shape meets, and where: see [`collide::shape_cast`]. Shapes that overlap at
    /// the start meet at fraction 0, with a zero normal. Of hits at the same fraction the collider with the lowest
    /// slot counts.
    ///
    /// # Errors
    /// [`DefError::Value`] for numbers that are not finite, a fraction below zero, or a start outside the world.
    ///
    /// ```
    /// use collide::ShapeCast;
    /// use geom::{Pose, Shape};
    /// use world::{BodyDef, ColliderDef, Filter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let wall = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?;
    /// world.add_collider(wall, ColliderDef::new(Shape::rectangle(1.0, 1.0)?))?;
    /// let ball = Shape::circle(0.5)?;
    /// let throw = ShapeCast::new(&ball, Pose::at([0.0, 0.0]), [7.0, 0.0]);
    /// let (collider, hit) = world.cast_shape(&throw, Filter::EVERYTHING)?.expect("a wall");
    /// assert_eq!(collider.body().id(), wall);
    /// assert!((hit.fraction - 0.5).abs() < 1e-4);
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn cast_shape(
        &self,
        cast: &ShapeCast<'_>,
        filter: Filter,
    ) -> Result<Option<(ColliderRef<'_>, RayHit)>, DefError> {
        check_position(cast.start.position, self.core.settings.length_unit)?;
        finite("start.angle", cast.start.rotation.angle())?;
        finite_vector("translation", cast.translation)?;
        not_negative("max_fraction", cast.max_fraction)?;
        // The shapes may be apart by the tolerance when they meet.
        let aabb = cast.shape.aabb(cast.start).expanded(collide::tolerance::CAST_TOLERANCE);
        let way = Cast::aabb(aabb, cast.translation, cast.max_fraction);
        Ok(self.first_hit(way, cast.max_fraction, filter, |shape, pose, max_fraction| {
            collide::shape_cast(shape, pose, &ShapeCast { max_fraction, ..*cast })
        }))
    }

    /// The nearest of the hits with the shapes whose boxes are met on the way.
    fn first_hit(
        &self,
        way: Cast,
        max_fraction: f32,
        filter: Filter,
        hit: impl Fn(&Shape, Pose, f32) -> Option<RayHit>,
    ) -> Option<(ColliderRef<'_>, RayHit)> {
        let mut best: Option<(u32, RayHit)> = None;
        self.broadphase.cast(way, &mut |slot| {
            let collider = &self.core.colliders[slot];
            let nearest = best.map_or(max_fraction, |(_, hit)| hit.fraction);
            if filter.meets(collider.filter) {
                let pose = self.core.frames[collider.body as usize].pose;
                if let Some(hit) = hit(&collider.shape, pose, nearest) {
                    let better = best.is_none_or(|(other, old)| (hit.fraction, slot) < (old.fraction, other));
                    if better {
                        best = Some((slot, hit));
                    }
                }
            }
            // Zero would end the search, and where a cast starts within several the order must not show.
            best.map_or(max_fraction, |(_, hit)| hit.fraction.max(f32::MIN_POSITIVE))
        });
        best.map(|(slot, hit)| (ColliderRef { core: &self.core, slot }, hit))
    }

    /// Calls `visit` for every collider that contains `point` (m), its border included, until it breaks. The
    /// order depends on the broad phase.
    pub fn visit_at_point<'a>(
        &'a self,
        point: impl Into<Point>,
        mut visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>,
    ) {
        let point = point.into();
        self.visit_boxes(Aabb { lower: point, upper: point }, |collider| {
            let local = collider.body().pose().inverse_transform(point);
            if collider.shape().contains(local) { visit(collider) } else { ControlFlow::Continue(()) }
        });
    }

    /// The collider that contains `point` (m); of several the one with the lowest slot.
    pub fn collider_at(&self, point: impl Into<Point>) -> Option<ColliderRef<'_>> {
        let mut best: Option<ColliderRef<'_>> = None;
        self.visit_at_point(point, |collider| {
            if best.is_none_or(|old| collider.slot < old.slot) {
                best = Some(collider);
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// Calls `visit` for every collider whose own box overlaps `aabb` (m), until it breaks. The order depends
    /// on the broad phase.
    pub fn visit_in_box<'a>(&'a self, aabb: Aabb, mut visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>) {
        self.visit_boxes(aabb, |collider| {
            let tight = collider.shape().aabb(collider.body().pose());
            if tight.overlaps(aabb) { visit(collider) } else { ControlFlow::Continue(()) }
        });
    }

    fn visit_boxes<'a>(&'a self, aabb: Aabb, mut visit: impl FnMut(ColliderRef<'a>) -> ControlFlow<()>) {
        // A box that is no box overlaps nothing.
        if aabb.is_valid() {
            self.broadphase.overlap_aabb(aabb, &mut |slot| visit(ColliderRef { core: &self.core, slot }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, ColliderDef, WorldSettings};
    use broadphase::{DynamicTree, QuadTree, SortAndSweep};
    use geom::Shape;

    /// The first hit of a shape on its way is that of asking each collider in turn, on every broad phase.
    #[test]
    fn a_shape_meets_what_comes_first() {
        fn check(broadphase: impl Broadphase) {
            let mut world = World::with_broadphase(WorldSettings::default(), broadphase).unwrap();
            for i in 0..100 {
                let place = [2.0 * (i % 10) as f32, 2.0 * (i / 10) as f32];
                let body = BodyDef::fixed().position(place).angle(0.37 * i as f32);
                let body = world.add_body(body).unwrap();
                let shape = if i % 3 == 0 { Shape::circle(0.4) } else { Shape::rectangle(0.5, 0.3) };
                let filter = Filter { category: 1 << (i % 4), ..Filter::default() };
                world.add_collider(body, ColliderDef::new(shape.unwrap()).filter(filter)).unwrap();
            }
            let capsule = Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).unwrap();
            let filter = Filter { mask: 0b0111, ..Filter::EVERYTHING };
            let mut met = 0;
            for i in 0..200 {
                let turn = geom::Rot::from_angle(0.7 * i as f32);
                let start = Pose::new([9.3 + 0.02 * i as f32, 8.9 - 0.03 * i as f32], 0.1 * i as f32);
                let cast = ShapeCast::new(&capsule, start, turn * Vec2::new(6.0, 0.0));
                let each = world.colliders().filter(|collider| filter.meets(collider.filter()));
                let hits = each.filter_map(|collider| {
                    let hit = collide::shape_cast(collider.shape(), collider.body().pose(), &cast)?;
                    Some((hit.fraction, collider.id()))
                });
                let nearest = hits.min_by(|a, b| a.0.total_cmp(&b.0));
                let found = world.cast_shape(&cast, filter).unwrap();
                let found = found.map(|(collider, hit)| (hit.fraction, collider.id()));
                assert_eq!(found.map(|hit| hit.0), nearest.map(|hit| hit.0), "cast {i}");
                met += usize::from(found.is_some());
            }
            assert!(met > 100, "{met}");
            let backwards =
                ShapeCast { max_fraction: -1.0, ..ShapeCast::new(&capsule, Pose::IDENTITY, [1.0, 0.0]) };
            assert!(world.cast_shape(&backwards, filter).is_err());
        }
        check(DynamicTree::default());
        check(QuadTree::default());
        check(SortAndSweep::default());
    }

    /// A ray that starts within two boxes hits the first of them made, whichever the broad phase comes to first.
    #[test]
    fn a_ray_that_starts_in_several_shapes_hits_the_lowest() {
        fn check(broadphase: impl Broadphase) {
            let mut world = World::with_broadphase(WorldSettings::default(), broadphase).unwrap();
            let bodies = [0.5, -0.5].map(|x| {
                let body = world.add_body(BodyDef::fixed().position([x, 0.0])).unwrap();
                world.add_collider(body, ColliderDef::new(Shape::rectangle(1.0, 1.0).unwrap())).unwrap();
                body
            });
            world.step(1.0 / 60.0);
            for x in [-1.0, 1.0] {
                let (collider, hit) = world.cast_ray(&RayCast::new([0.0, 0.0], [x, 0.0])).unwrap().unwrap();
                assert_eq!((collider.body().id(), hit.fraction), (bodies[0], 0.0));
            }
        }
        check(DynamicTree::default());
        check(QuadTree::default());
        check(SortAndSweep::default());
    }
}
