//! A point that attracts bodies: a planet, a magnet, a black hole.

use super::{ALL, check, is_reached, lead, mass_of};
use broadphase::Broadphase;
use compute::math::max;
use geom::{Position, Vec2};
use world::{BodyRef, DefError, World, WorldSettings};

/// How attraction depends on the distance r (m): the acceleration is the strength times a power of r.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attraction {
    /// Strength / r^2: gravity of a planet, strength in m^3/s^2.
    #[default]
    InverseSquare,
    /// Strength / r: gravity of a plane world, strength in m^2/s^2.
    Inverse,
    /// The strength itself, m/s^2.
    Constant,
    /// Strength x r: a spring, strength in 1/s^2.
    Linear,
}

/// A point that attracts the centres of mass of bodies, or with a negative strength repels them.
///
/// Call [`Attractor::apply`] before each step. The attractor feels nothing itself: it is so heavy, or fixed.
///
/// ```
/// use toolkit::effects::Attractor;
/// use world::{BodyDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings { gravity: [0.0, 0.0].into(), ..WorldSettings::default() });
/// // At the distance 4 m an acceleration of 64 / 4^2 = 4 m/s^2 bends the path of 4 m/s to a circle.
/// let moon = world.add_body(BodyDef::dynamic().position([4.0, 0.0]).velocity([0.0, 4.0]))?;
/// let planet = Attractor::new([0.0, 0.0], 64.0);
/// for _ in 0..600 {
///     planet.apply(&mut world, 1.0 / 60.0)?;
///     world.step(1.0 / 60.0);
///     assert!((world.body(moon)?.center().coords.norm() - 4.0).abs() < 0.01);
/// }
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attractor {
    /// Where it is, m.
    pub center: Position,
    /// How strongly it attracts; the unit depends on `attraction`.
    pub strength: f32,
    /// How attraction depends on the distance.
    pub attraction: Attraction,
    /// Within this distance, m, above zero, the attraction is proportional to the distance: in the middle of
    /// a planet it is zero, and never infinite.
    pub radius: f32,
    /// Beyond this distance, m, it attracts nothing; above zero, infinite for no bound.
    pub reach: f32,
    /// The categories of colliders that it acts on, as bits.
    pub categories: u64,
}

impl Attractor {
    /// A planet: gravity of `strength` (m^3/s^2) / r^2, from a radius of 0.1 m on.
    #[must_use]
    pub fn new(center: impl Into<Position>, strength: f32) -> Self {
        let attraction = Attraction::InverseSquare;
        let center = center.into();
        Self { center, strength, attraction, radius: 0.1, reach: f32::INFINITY, categories: ALL }
    }

    /// The acceleration at a point of the world (m), m/s^2.
    #[must_use]
    pub fn acceleration(&self, at: impl Into<Position>) -> Vec2 {
        self.acceleration_over(self.center - at.into())
    }

    fn acceleration_over(&self, to_center: Vec2) -> Vec2 {
        let distance = to_center.norm();
        if distance > self.reach {
            return Vec2::zeros();
        }
        let r = max(distance, self.radius);
        // Of the attraction at r, over r: times the vector to the centre it is right inside and outside.
        let over_r = match self.attraction {
            Attraction::InverseSquare => self.strength / (r * r * r),
            Attraction::Inverse => self.strength / (r * r),
            Attraction::Constant => self.strength / r,
            Attraction::Linear => self.strength,
        };
        to_center * over_r
    }

    /// Applies the forces of the next step, of `dt` seconds, to all awake bodies. [`Fields`](super::Fields)
    /// also wakes those that feel that it has changed or ended.
    ///
    /// # Errors
    /// [`DefError::Value`] for a number out of its range; nothing is changed.
    pub fn apply<B: Broadphase>(&self, world: &mut World<B>, dt: f32) -> Result<(), DefError> {
        check::time_step(dt)?;
        self.validate()?;
        let force = self.force(*world.settings(), dt);
        super::apply(world, force);
        Ok(())
    }

    pub(super) fn validate(&self) -> Result<(), DefError> {
        check::finite_position("center", self.center)?;
        check::finite("strength", self.strength)?;
        check::positive("radius", self.radius)?;
        if self.reach.is_nan() || self.reach <= 0.0 {
            return Err(DefError::Value { field: "reach", value: self.reach, expected: "above zero" });
        }
        Ok(())
    }

    /// Force (N) and torque (N m).
    pub(super) fn force(
        &self,
        settings: WorldSettings,
        dt: f32,
    ) -> impl Fn(BodyRef<'_>) -> (Vec2, f32) + use<> {
        let (own, lead) = (*self, lead(&settings, dt));
        move |body| {
            if !is_reached(body, own.categories) {
                return (Vec2::zeros(), 0.0);
            }
            let from_center = body.center_from(own.center).coords + body.velocity() * lead;
            let acceleration = own.acceleration_over(-from_center);
            (acceleration * mass_of(body), 0.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Point;
    use world::{BodyDef, WorldSettings};

    const DT: f32 = 1.0 / 60.0;

    fn space() -> World {
        World::new(WorldSettings { gravity: Vec2::zeros(), sleeping: false, ..WorldSettings::default() })
    }

    /// Kepler's third law: a circular orbit of radius r takes 2 pi sqrt(r^3 / strength), and stays a circle
    /// for 100 orbits.
    #[test]
    fn circular_orbit_has_the_period_of_kepler() {
        let (r, strength) = (5.0_f32, 200.0_f32);
        let mut world = space();
        let speed = (strength / r).sqrt();
        let moon = world.add_body(BodyDef::dynamic().position([r, 0.0]).velocity([0.0, speed])).unwrap();
        let planet = Attractor::new([0.0, 0.0], strength);
        let (mut crossings, mut last) = (Vec::new(), 0.0_f32);
        let period = std::f32::consts::TAU * (r * r * r / strength).sqrt();
        for step in 0..(100.0 * period / DT) as u32 {
            planet.apply(&mut world, DT).unwrap();
            world.step(DT);
            let p = world.body(moon).unwrap().center();
            assert!((p.coords.norm() / r - 1.0).abs() < 5e-3, "{p:?} at step {step}");
            if last < 0.0 && p.y >= 0.0 {
                crossings.push((step as f32 - p.y / (p.y - last)) * DT);
            }
            last = p.y;
        }
        let found = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f32;
        assert!((found / period - 1.0).abs() < 2e-3, "{found} {period}");
    }

    /// A spring of strength k swings with the period 2 pi / sqrt(k) through the centre, whatever the masses.
    #[test]
    fn linear_attraction_swings_with_its_period() {
        let mut world = space();
        let stone = world.add_body(BodyDef::dynamic().position([2.0, 1.0])).unwrap();
        let spring = Attractor { attraction: Attraction::Linear, ..Attractor::new([0.0, 0.0], 4.0) };
        let steps = (10.0 * std::f32::consts::PI / DT).round() as u32; // 10 periods of pi s
        for _ in 0..steps {
            spring.apply(&mut world, DT).unwrap();
            world.step(DT);
        }
        let p = world.body(stone).unwrap().center();
        assert!((p - Point::new(2.0, 1.0)).norm() < 0.05, "{p:?}");
    }

    /// Attraction ends at its reach, is finite in the centre, and the same from both sides of the radius.
    #[test]
    fn attraction_is_bounded_at_both_ends() {
        for attraction in
            [Attraction::InverseSquare, Attraction::Inverse, Attraction::Constant, Attraction::Linear]
        {
            let planet = Attractor { attraction, radius: 1.0, reach: 3.0, ..Attractor::new([0.0, 0.0], 5.0) };
            assert_eq!(planet.acceleration([0.0, 0.0]), Vec2::zeros());
            assert!((planet.acceleration([0.999, 0.0]) - planet.acceleration([1.001, 0.0])).norm() < 0.05);
            assert!((planet.acceleration([1.0, 0.0]).x + 5.0).abs() < 1e-5);
            assert_eq!(planet.acceleration([3.1, 0.0]), Vec2::zeros());
        }
        let planet = Attractor { radius: 0.0, ..Attractor::new([0.0, 0.0], 5.0) };
        let error = planet.apply(&mut space(), DT).unwrap_err();
        assert_eq!(error.to_string(), "radius is 0: it must be finite and above zero");
    }
}
