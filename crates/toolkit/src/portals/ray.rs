//! Rays that go on behind a portal.
//!
//! ```text
//!    o-----> | wall          leg 1: from the origin to the opening
//!            )               leg 2: from the other opening on, turned like everything that goes through
//!            |    ( -----> x hit
//! ```

use super::{Mouth, Portal, PortalId, Portals};
use broadphase::Broadphase;
use compute::math;
use geom::{Point, Position, Vec2};
use world::{CastHit, DefError, Predicate, QueryFilter, Ray, World};

/// The greatest number of legs: between two openings that face each other a ray would never end.
const MAX_LEGS: usize = 32;

/// A ray begins this far in front of the plane from which it comes, m, so that it does not hit the wall
/// there.
const CLEARANCE: f32 = 1e-3;

/// A hit on the wall behind an opening and the opening are at the same distance, up to this, m.
const SAME_DISTANCE: f32 = 0.005;

/// A straight part of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalLeg {
    /// Where it begins, m.
    pub start: Position,
    /// Where it ends: at the hit, at an opening, or at the end of the ray, m.
    pub end: Position,
    /// The portal at which it ends, and which of the two openings.
    pub portal: Option<(PortalId, usize)>,
}

/// A ray through portals.
#[derive(Clone, Debug)]
pub struct PortalCast<'a> {
    /// The parts of the ray, in order; at least one.
    pub legs: Vec<PortalLeg>,
    /// What the last leg hits. Fraction and distance are those of the whole ray, and the point is measured
    /// from the origin of the filter, as that of any query.
    pub hit: Option<CastHit<'a>>,
}

impl Portals {
    /// The first collider that a ray hits, which goes on behind each opening that it meets from the front. At
    /// most 32 legs.
    ///
    /// ```
    /// use toolkit::geom::Shape;
    /// use toolkit::world::{BodyDef, ColliderDef, QueryFilter, Ray, World};
    /// use toolkit::{Opening, PortalDef, Portals};
    ///
    /// let mut world = World::default();
    /// let mut portals = Portals::new();
    /// let [floor, wall] = [Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([9.0, 5.0], [-1.0, 0.0])];
    /// portals.add(&mut world, PortalDef::new(floor, wall, 1.0))?;
    /// let target = world.add_body(BodyDef::fixed().position([5.0, 5.0]))?;
    /// world.add_collider(target, ColliderDef::new(Shape::circle(1.0)?))?;
    ///
    /// let down = Ray::between([0.0, 2.0], [0.0, -8.0]);
    /// let cast = portals.cast_ray(&world, &down, QueryFilter::default())?;
    /// let hit = cast.hit.unwrap();
    /// assert_eq!((cast.legs.len(), hit.collider.body().id()), (2, target));
    /// assert!((hit.distance - 5.0).abs() < 1e-3); // 2 m to the floor, 3 m from the wall
    /// # Ok::<(), toolkit::world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError::Value`] for a ray that is not finite, or an origin outside the world.
    pub fn cast_ray<'a, B: Broadphase>(
        &self,
        world: &'a World<B>,
        ray: &Ray,
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<PortalCast<'a>, DefError> {
        let unit = world.settings().length_unit;
        let length = ray.translation.norm();
        let tolerance = if length > 0.0 { SAME_DISTANCE * unit / length } else { 0.0 };
        let (mut legs, mut rest, mut done) = (Vec::new(), *ray, 0.0);
        // From where the coordinates of this leg are measured.
        let mut origin = filter.origin();
        loop {
            let hit = world.cast_ray(&rest, filter.by_ref().seen_from(origin))?;
            let reach = hit.as_ref().map_or(rest.max_fraction, |hit| hit.fraction + tolerance);
            let next = if legs.len() + 1 < MAX_LEGS { self.next_opening(&rest, origin, reach) } else { None };
            let Some((portal, end, fraction)) = next else {
                let last = hit.as_ref().map_or(rest.max_fraction, |hit| hit.fraction);
                let (start, end) = (origin + rest.origin.coords, origin + rest.at(last).coords);
                legs.push(PortalLeg { start, end, portal: None });
                let seen = |point: Point| match filter.origin() {
                    from if from == origin => point,
                    from => ((origin + point.coords) - from).into(),
                };
                let hit = hit.map(|hit| CastHit {
                    point: seen(hit.point),
                    fraction: done + hit.fraction,
                    distance: done * length + hit.distance,
                    ..hit
                });
                return Ok(PortalCast { legs, hit });
            };
            let (start, place) = (origin + rest.origin.coords, origin + rest.at(fraction).coords);
            legs.push(PortalLeg { start, end: place, portal: Some((portal.id, end)) });
            let (mouth, exit) = (&portal.mouths[end], &portal.mouths[1 - end]);
            let turn = mouth.map.rotation;
            let (translation, offset) = (turn * rest.translation, exit.normal * (CLEARANCE * unit));
            // The way that the offset leaves out counts as gone.
            let gone = fraction + offset.dot(&translation) / (length * length);
            rest = Ray {
                origin: Point::from(turn * (place - mouth.center) + offset),
                translation,
                max_fraction: math::max(rest.max_fraction - gone, 0.0),
            };
            (done, origin) = (done + gone, exit.center);
        }
    }

    /// The first opening that a ray, which is seen from `origin`, meets from the front up to a fraction.
    fn next_opening(&self, ray: &Ray, origin: Position, reach: f32) -> Option<(&Portal, usize, f32)> {
        let mut first: Option<(&Portal, usize, f32)> = None;
        for portal in &self.portals {
            for (end, mouth) in portal.mouths.iter().enumerate() {
                let start = Point::from((origin + ray.origin.coords) - mouth.center);
                let fraction = mouth.crossing(start, ray.translation).filter(|f| *f <= reach);
                if let Some(fraction) = fraction
                    && first.is_none_or(|(_, _, best)| fraction < best)
                {
                    first = Some((portal, end, fraction));
                }
            }
        }
        first
    }
}

impl Mouth {
    /// The fraction at which a line from `origin`, as seen from the middle, along `translation` crosses the
    /// opening from the front.
    fn crossing(&self, origin: Point, translation: Vec2) -> Option<f32> {
        let (height, speed) = (self.height(origin), self.normal.dot(&translation));
        if height <= 0.0 || speed >= 0.0 {
            return None;
        }
        let fraction = height / -speed;
        let along = self.along(origin + translation * fraction);
        (along.abs() <= self.half_width).then_some(fraction)
    }
}
