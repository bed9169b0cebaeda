//! Wind: pressure on the edges that face it.

use super::flow::{Flow, Resistance, Wet};
use super::{ALL, Motion, Region, check, is_reached, solid_colliders};
use broadphase::Broadphase;
use geom::Vec2;
use world::{BodyRef, DefError, World, WorldSettings};

/// Air that flows, and the drag and lift on what it flows against.
///
/// Call [`Wind::apply`] before each step. Every edge is exposed, also one behind another body.
///
/// ```
/// use toolkit::effects::{Region, Wind};
/// use world::geom::{Aabb, Shape};
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let leaf = world.add_body(BodyDef::dynamic().angle(0.3))?;
/// world.add_collider(leaf, ColliderDef::new(Shape::rectangle(0.1, 0.005)?).density(1.0))?;
/// let tunnel = Region::Box(Aabb::new([-50.0, -5.0], [50.0, 5.0]));
/// let wind = Wind { region: tunnel, ..Wind::new([12.0, 0.0]) }; // m/s
/// for _ in 0..60 {
///     wind.apply(&mut world, 1.0 / 60.0)?;
///     world.step(1.0 / 60.0);
/// }
/// assert!(world.body(leaf)?.velocity().x > 2.0);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "b2Shape_ApplyWind")]
pub struct Wind {
    /// The velocity of the air, m/s.
    pub velocity: Vec2,
    /// Mass of the air per area, kg/m^2, not negative. Air of 1.2 kg/m^3 in a world one metre deep: 1.2.
    pub density: f32,
    /// Coefficient of drag, not negative: 1 for a plate that stops the air in front of it.
    pub drag: f32,
    /// Coefficient of lift, not negative: 0 for none.
    pub lift: f32,
    /// Where the wind blows.
    pub region: Region,
    /// The categories of colliders that it blows against, as bits.
    pub categories: u64,
}

impl Wind {
    /// Air of 1.2 kg/m^2 that flows with `velocity` (m/s) in the whole world, with drag 1 and lift 0.5.
    #[must_use]
    pub fn new(velocity: impl Into<Vec2>) -> Self {
        let velocity = velocity.into();
        Self { velocity, density: 1.2, drag: 1.0, lift: 0.5, region: Region::Everywhere, categories: ALL }
    }

    /// Applies the forces of the next step, of `dt` seconds, to all awake bodies. [`Fields`](super::Fields)
    /// also wakes those that feel that the wind turns or ends.
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
        check::finite_vector("velocity", self.velocity)?;
        check::not_negative("density", self.density)?;
        check::not_negative("drag", self.drag)?;
        check::not_negative("lift", self.lift)?;
        self.region.validate()
    }

    /// Force (N) and torque (N m).
    pub(super) fn force(&self, settings: WorldSettings, dt: f32) -> impl Fn(BodyRef<'_>) -> (Vec2, f32) + '_ {
        let Self { velocity, density, drag, lift, .. } = *self;
        let flow = Flow { density, velocity, drag, lift };
        let planes: Vec<_> = self.region.half_planes().collect();
        let (lead, origin) = (super::lead(&settings, dt), self.region.origin());
        move |body| {
            if !is_reached(body, self.categories) {
                return (Vec2::zeros(), 0.0);
            }
            let (motion, mut resistance) = (Motion::of(body, lead, origin), Resistance::default());
            for collider in solid_colliders(body, self.categories) {
                Wet::new(collider.shape(), &motion, &planes).resist(&motion, &flow, &mut resistance);
            }
            resistance.over(dt, 1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Shape;
    use world::{BodyDef, BodyId, ColliderDef, WorldSettings};

    const DT: f32 = 1.0 / 60.0;

    fn world_with(shape: Shape, density: f32, def: BodyDef) -> (World, BodyId) {
        let mut world = World::new(WorldSettings { gravity: Vec2::zeros(), ..WorldSettings::default() });
        let body = world.add_body(def).unwrap();
        world.add_collider(body, ColliderDef::new(shape).density(density)).unwrap();
        (world, body)
    }

    /// The acceleration of a body of 1 kg/m^2 in the first, tiny step. It is made heavy and its acceleration
    /// scaled, so that its velocity has no effect on the force.
    fn acceleration(shape: Shape, angle: f32, wind: &Wind) -> (Vec2, f32) {
        let (mut world, body) = world_with(shape, 1e4, BodyDef::dynamic().angle(angle));
        let dt = 1e-4;
        wind.apply(&mut world, dt).unwrap();
        world.step(dt);
        let body = world.body(body).unwrap();
        (body.velocity() * (1e4 / dt), body.angular_velocity() * (1e4 / dt))
    }

    /// Drag is 1/2 density u^2 times the width across the flow, whatever the angle of a box, and of a circle;
    /// without lift nothing pushes across the flow.
    #[test]
    fn drag_is_the_dynamic_pressure_on_the_projected_width() {
        let wind = Wind { lift: 0.0, ..Wind::new([10.0, 0.0]) };
        for angle in [0.0_f32, 0.4, 1.2] {
            let (w, h) = (0.6, 0.3);
            let width = 2.0 * (w * angle.sin().abs() + h * angle.cos().abs());
            let expected = 0.5 * 1.2 * 100.0 * width / (4.0 * w * h);
            let (found, _) = acceleration(Shape::rectangle(w, h).unwrap(), angle, &wind);
            assert!((found - Vec2::new(expected, 0.0)).norm() < 0.01 * expected, "{found:?} {expected}");
        }
        let (found, turn) = acceleration(Shape::circle(0.5).unwrap(), 0.7, &wind);
        let expected = 0.5 * 1.2 * 100.0 / (std::f32::consts::PI * 0.25);
        assert!((found - Vec2::new(expected, 0.0)).norm() < 0.01 * expected, "{found:?} {expected}");
        assert!(turn.abs() < 1e-2 * expected, "{turn}");
    }

    /// Lift on a thin plate at the angle a: 1/2 density u^2 c L sin(a) cos(a), across the flow and away from
    /// the side that faces it.
    #[test]
    fn lift_of_a_plate_is_that_of_its_angle() {
        let wind = Wind { drag: 0.0, lift: 0.8, ..Wind::new([10.0, 0.0]) };
        let (w, h) = (0.5, 0.001);
        for angle in [0.3_f32, 0.8, -0.5] {
            // The lower side of a plate that rises to the right stops the wind, so it is pushed down.
            let expected =
                -0.5 * 1.2 * 100.0 * 0.8 * 2.0 * w * angle.sin().abs() * angle.cos() * angle.signum()
                    / (4.0 * w * h);
            let (found, _) = acceleration(Shape::rectangle(w, h).unwrap(), angle, &wind);
            assert!(found.x.abs() < 0.01 * expected.abs(), "{found:?}");
            assert!((found.y - expected).abs() < 0.01 * expected.abs(), "{found:?} {expected}");
        }
    }

    /// The lightest leaf in the strongest storm takes the speed of the storm, and never more.
    #[test]
    fn nothing_becomes_faster_than_the_wind() {
        for density in [1e-4, 1e-2, 1.0] {
            let def = BodyDef::dynamic().angle(0.2).angular_velocity(3.0);
            let (mut world, leaf) = world_with(Shape::rectangle(0.5, 0.05).unwrap(), density, def);
            let wind = Wind { lift: 0.0, ..Wind::new([60.0, 0.0]) };
            for _ in 0..600 {
                wind.apply(&mut world, DT).unwrap();
                world.step(DT);
                let velocity = world.body(leaf).unwrap().velocity();
                assert!(velocity.x <= 60.01 && velocity.y.abs() < 10.0, "{velocity:?}");
            }
            assert!(world.body(leaf).unwrap().velocity().x > 50.0);
        }
    }

    /// Still air slows a spinning box and a moving one down; the energy never grows.
    #[test]
    fn still_air_takes_energy() {
        let def = BodyDef::dynamic().velocity([5.0, 1.0]).angular_velocity(20.0);
        let (mut world, _) = world_with(Shape::rectangle(0.5, 0.3).unwrap(), 1.0, def);
        let wind = Wind::new([0.0, 0.0]);
        let first = world.kinetic_energy();
        for _ in 0..300 {
            let before = world.kinetic_energy();
            wind.apply(&mut world, DT).unwrap();
            world.step(DT);
            assert!(world.kinetic_energy() <= before * (1.0 + 1e-6));
        }
        assert!(world.kinetic_energy() < 0.05 * first, "{}", world.kinetic_energy());
    }

    /// Wind blows only in its region, only against its categories, and not against what is asleep.
    #[test]
    fn wind_blows_in_its_region_against_its_categories() {
        let circle = || Shape::circle(0.5).unwrap();
        for (region, categories, awake, is_moved) in [
            (Region::below(-0.6), ALL, true, false),
            (Region::below(0.0), ALL, true, true),
            (Region::Everywhere, 2, true, false),
            (Region::Everywhere, ALL, false, false),
        ] {
            let (mut world, body) = world_with(circle(), 1.0, BodyDef::dynamic().awake(awake));
            let wind = Wind { region, categories, ..Wind::new([10.0, 0.0]) };
            wind.apply(&mut world, DT).unwrap();
            world.step(DT);
            assert_eq!(world.body(body).unwrap().velocity().x > 0.0, is_moved);
        }
    }

    /// A bad number is named, and nothing is pushed.
    #[test]
    fn bad_numbers_are_named() {
        let (mut world, body) = world_with(Shape::circle(0.5).unwrap(), 1.0, BodyDef::dynamic());
        let wind = Wind::new([10.0, 0.0]);
        let error = Wind { drag: -1.0, ..wind.clone() }.apply(&mut world, DT).unwrap_err();
        assert_eq!(error.to_string(), "drag is -1: it must be finite and not negative");
        let error = wind.apply(&mut world, f32::NAN).unwrap_err();
        assert_eq!(error.to_string(), "dt is NaN: it must be from 0 to 1");
        world.step(DT);
        assert_eq!(world.body(body).unwrap().velocity(), Vec2::zeros());
    }
}
