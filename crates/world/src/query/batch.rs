//! Many casts in one call, on all threads.
//!
//! Each thread takes chunks of the casts and writes each result at its index. The workers are the program's
//! own: lending those of the world would need an exclusive borrow, while the hits borrow it too.

use super::cast::Castable;
use super::filter::{Predicate, QueryFilter};
use super::hit::CastHit;
use crate::error::DefError;
use crate::world::World;
use broadphase::Broadphase;
use collide::{Ray, ShapeCast};
use compute::Workers;

/// Some 20 us, a few times what it takes to hand them out.
const CHUNK: usize = 64;

impl<B: Broadphase + Sync> World<B> {
    /// [`World::cast_ray`] for many rays, on all threads of `workers`, with the results of single calls, in
    /// the order of the rays. If neighbours start near each other and go the same way, they share what is in
    /// the cache.
    ///
    /// # Errors
    /// As [`World::cast_ray`], for the first ray that is invalid; then none is cast.
    ///
    /// ```
    /// use collide::Ray;
    /// use compute::Workers;
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let rock = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?;
    /// world.add_collider(rock, ColliderDef::new(Shape::circle(1.0)?))?;
    /// // A lidar: 360 rays about the origin, each of 20 m.
    /// let rays: Vec<Ray> = (0..360)
    ///     .map(|degree| geom::Rot::from_angle((degree as f32).to_radians()) * geom::Vec2::new(20.0, 0.0))
    ///     .map(|translation| Ray::new([0.0, 0.0], translation))
    ///     .collect();
    /// let mut workers = Workers::new(4); // keep it: starting threads takes longer than casting rays
    /// let hits = world.cast_rays(&mut workers, &rays, QueryFilter::default())?;
    /// assert_eq!(hits[0].map(|hit| hit.distance), Some(4.0));
    /// assert_eq!(hits.iter().flatten().count(), 23); // within 11.5 degrees to either side
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn cast_rays(
        &self,
        workers: &mut Workers,
        rays: &[Ray],
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Vec<Option<CastHit<'_>>>, DefError> {
        self.cast_many(workers, rays, &filter.by_ref())
    }

    /// [`World::cast_shape`] for many casts, as [`World::cast_rays`].
    ///
    /// # Errors
    /// As [`World::cast_shape`], for the first cast that is invalid; then none is run.
    pub fn cast_shapes(
        &self,
        workers: &mut Workers,
        casts: &[ShapeCast<'_>],
        filter: QueryFilter<'_, impl Predicate>,
    ) -> Result<Vec<Option<CastHit<'_>>>, DefError> {
        self.cast_many(workers, casts, &filter.by_ref())
    }

    fn cast_many(
        &self,
        workers: &mut Workers,
        casts: &[impl Castable + Sync],
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<Option<CastHit<'_>>>, DefError> {
        casts.iter().try_for_each(|cast| self.check_cast(cast, filter))?;
        let mut hits = vec![None; casts.len()];
        workers.for_each_chunk(&mut hits, CHUNK, |index, hits| {
            for (cast, hit) in casts[index * CHUNK..].iter().zip(hits) {
                *hit = self.closest_hit(cast, filter);
            }
        });
        Ok(hits)
    }
}
