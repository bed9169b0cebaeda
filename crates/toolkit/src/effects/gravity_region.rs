//! A region with a gravity of its own.

use super::{ALL, Region, check, is_reached, mass_of};
use broadphase::Broadphase;
use geom::Vec2;
use world::{BodyRef, DefError, World, WorldSettings};

/// A region whose gravity replaces that of the world: a space station, a lift shaft, a room on its head.
///
/// Call [`GravityRegion::apply`] before each step. A body belongs to the region while its centre of mass
/// does; in several regions at once, it is pushed by each. Its `gravity_scale` counts.
///
/// ```
/// use toolkit::effects::{GravityRegion, Region};
/// use world::geom::Aabb;
/// use world::{BodyDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let inside = world.add_body(BodyDef::dynamic())?;
/// let outside = world.add_body(BodyDef::dynamic().position([9.0, 0.0]))?;
/// let shaft = GravityRegion::new(Region::Box(Aabb::new([-1.0, -5.0], [1.0, 5.0])), [0.0, 2.0]);
/// for _ in 0..60 {
///     shaft.apply(&mut world)?;
///     world.step(1.0 / 60.0);
/// }
/// assert!((world.body(inside)?.velocity().y - 2.0).abs() < 1e-3);
/// assert!((world.body(outside)?.velocity().y + 9.81).abs() < 1e-3);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GravityRegion {
    /// Where it is.
    pub region: Region,
    /// The gravity in the region, m/s^2.
    pub gravity: Vec2,
    /// The categories of colliders that it acts on, as bits.
    pub categories: u64,
}

impl GravityRegion {
    /// A region with a gravity of its own, m/s^2.
    #[must_use]
    pub fn new(region: Region, gravity: impl Into<Vec2>) -> Self {
        Self { region, gravity: gravity.into(), categories: ALL }
    }

    /// Applies the forces of the next step to all awake bodies. [`Fields`](super::Fields) also wakes those
    /// that feel that it has changed or ended.
    ///
    /// # Errors
    /// [`DefError::Value`] for a gravity that is not finite; nothing is changed.
    pub fn apply<B: Broadphase>(&self, world: &mut World<B>) -> Result<(), DefError> {
        self.validate()?;
        let force = self.force(*world.settings());
        super::apply(world, force);
        Ok(())
    }

    pub(super) fn validate(&self) -> Result<(), DefError> {
        check::finite_vector("gravity", self.gravity)?;
        self.region.validate()
    }

    /// Force (N) and torque (N m).
    pub(super) fn force(&self, settings: WorldSettings) -> impl Fn(BodyRef<'_>) -> (Vec2, f32) + '_ {
        let (change, origin) = (self.gravity - settings.gravity, self.region.origin());
        move |body| {
            let is_inside =
                is_reached(body, self.categories) && self.region.contains_seen(body.center_from(origin));
            let scale = if is_inside { mass_of(body) * body.gravity_scale() } else { 0.0 };
            (change * scale, 0.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{BodyDef, WorldSettings};

    /// In a region with the gravity g a body moves by g t^2 / 2, times its gravity scale, whatever the
    /// gravity of the world.
    #[test]
    fn region_replaces_the_gravity_of_the_world() {
        let mut world = World::new(WorldSettings::default());
        let bodies = [1.0, 0.5, 0.0]
            .map(|scale| world.add_body(BodyDef::dynamic().gravity_scale(scale).can_sleep(false)).unwrap());
        let room = GravityRegion::new(Region::Everywhere, [3.0, 0.0]);
        for _ in 0..120 {
            room.apply(&mut world).unwrap();
            world.step(1.0 / 60.0);
        }
        for (id, scale) in bodies.into_iter().zip([1.0, 0.5, 0.0]) {
            let p = world.body(id).unwrap().center();
            // 1%: a step moves a body by its velocity at the end of the sub-steps.
            assert!((p.x - 6.0 * scale).abs() < 0.06 && p.y.abs() < 1e-3, "{p:?} {scale}");
        }
    }
}
