//! Questions about the world between steps: what lies at a point, in a box, along a ray.
//!
//! The broad phase narrows each question down to a few fat boxes; the shapes decide.

use crate::body::check_position;
use crate::error::{DefError, finite_vector};
use crate::settings::Filter;
use crate::view::ColliderRef;
use crate::world::World;
use broadphase::Broadphase;
use collide::{Ray, RayHit};
use geom::{Aabb, Point, Vec2};
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
        let everything = Filter { category: u32::MAX, mask: u32::MAX, group: 0 };
        Self { origin: origin.into(), translation: translation.into(), filter: everything }
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
        let mut best: Option<(u32, RayHit)> = None;
        self.broadphase.ray_cast(cast.origin, cast.translation, 1.0, &mut |slot| {
            let collider = &self.core.colliders[slot];
            let max_fraction = best.map_or(1.0, |(_, hit)| hit.fraction);
            if cast.filter.meets(collider.filter) {
                let pose = self.core.frames[collider.body as usize].pose;
                let ray = Ray { origin: cast.origin, translation: cast.translation, max_fraction };
                if let Some(hit) = collide::ray_cast(&collider.shape, pose, &ray) {
                    let better = best.is_none_or(|(other, old)| (hit.fraction, slot) < (old.fraction, other));
                    if better {
                        best = Some((slot, hit));
                    }
                }
            }
            best.map_or(1.0, |(_, hit)| hit.fraction)
        });
        Ok(best.map(|(slot, hit)| (ColliderRef { core: &self.core, slot }, hit)))
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
            self.broadphase.query(aabb, &mut |slot| visit(ColliderRef { core: &self.core, slot }));
        }
    }
}
