//! Water: buoyancy and drag.
//!
//! ```text
//!        +------+              The part of each shape in the water is cut out of its outline, with
//!   -----|------|-----         area A and centroid c. The water pushes with the weight of what is
//!        |  c   |              displaced, -density A g at c, and against motion: at a rate (viscosity),
//!        +------+              and with the pressure on the edges that face the flow (drag, lift).
//! ```
//!
//! What rises takes water along. This added mass is left out but for very light bodies, which would leave the
//! water at a hundred m/s: all forces are divided by `max(1, 0.2 mass of displaced water / mass)`, so that
//! none accelerates by more than five times gravity.
//!
//! Source: Archimedes, On Floating Bodies, book 1, proposition 5. Colliders of one body that overlap displace
//! water twice.

use super::flow::{Flow, Resistance, Wet};
use super::{ALL, Motion, Region, check, is_reached, lead, solid_colliders};
use broadphase::Broadphase;
use compute::math::max;
use geom::{Vec2, cross, left_normal, polygon_measures};
use world::{BodyRef, DefError, World, WorldSettings};

/// Of the mass of displaced water: no body acts as if it were lighter.
const ADDED_MASS: f32 = 0.2;

/// Water in a region: what is lighter floats.
///
/// Call [`Water::apply`] before each step. The gravity is that of the world.
///
/// ```
/// use toolkit::effects::{Region, Water};
/// use world::geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let raft = world.add_body(BodyDef::dynamic().position([0.0, 1.0]))?;
/// world.add_collider(raft, ColliderDef::new(Shape::rectangle(1.0, 0.2)?).density(500.0))?;
/// let lake = Water::new(Region::below(0.0)); // the surface is at the height 0
/// for _ in 0..600 {
///     lake.apply(&mut world, 1.0 / 60.0)?;
///     world.step(1.0 / 60.0);
/// }
/// // Half as dense as water: half of it is under water, to the little that it moves when it falls asleep.
/// assert!(world.body(raft)?.center().y.abs() < 0.01);
/// # Ok::<(), world::DefError>(())
/// ```
#[doc(alias = "buoyancy")]
#[doc(alias = "fluid")]
#[derive(Clone, Debug, PartialEq)]
pub struct Water {
    /// Where the water is. A part of its border is the surface; the forces do not depend on which.
    pub region: Region,
    /// Mass per area, kg/m^2, not negative: bodies of a smaller density float.
    pub density: f32,
    /// The velocity with which the water flows, m/s.
    pub velocity: Vec2,
    /// Rate at which water slows down as much water, 1/s, not negative: slow bodies come to rest by it.
    pub viscosity: f32,
    /// Coefficient of the pressure along the flow, not negative: it slows down fast bodies.
    pub drag: f32,
    /// Coefficient of the pressure across the flow, not negative: it makes fins and keels.
    pub lift: f32,
    /// The categories of colliders that it acts on, as bits.
    pub categories: u64,
}

impl Water {
    /// Still water of 1000 kg/m^2 with a viscosity of 1/s, drag 1 and lift 0.
    #[must_use]
    pub fn new(region: Region) -> Self {
        let velocity = Vec2::zeros();
        Self { region, density: 1000.0, velocity, viscosity: 1.0, drag: 1.0, lift: 0.0, categories: ALL }
    }

    /// Applies the forces of the next step, of `dt` seconds, to all awake bodies. [`Fields`](super::Fields)
    /// also wakes those that feel that the water rises, falls or flows in another way.
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
        check::not_negative("viscosity", self.viscosity)?;
        check::not_negative("drag", self.drag)?;
        check::not_negative("lift", self.lift)?;
        self.region.validate()
    }

    /// Force (N) and torque (N m).
    pub(super) fn force(&self, settings: WorldSettings, dt: f32) -> impl Fn(BodyRef<'_>) -> (Vec2, f32) + '_ {
        let planes: Vec<_> = self.region.half_planes().collect();
        let (gravity, lead, origin) = (settings.gravity, lead(&settings, dt), self.region.origin());
        move |body| {
            if !is_reached(body, self.categories) {
                return (Vec2::zeros(), 0.0);
            }
            let motion = Motion::of(body, lead, origin);
            let shapes = solid_colliders(body, self.categories);
            let wet = shapes.map(|collider| Wet::new(collider.shape(), &motion, &planes));
            self.push(&motion, gravity, wet, dt)
        }
    }

    fn push(&self, motion: &Motion, gravity: Vec2, parts: impl Iterator<Item = Wet>, dt: f32) -> (Vec2, f32) {
        let Self { velocity, density, drag, lift, .. } = *self;
        let flow = Flow { density, velocity, drag, lift };
        let (mut force, mut torque, mut displaced) = (Vec2::zeros(), 0.0, 0.0);
        let mut resistance = Resistance::default();
        for part in parts.filter(|part| part.outline.len() > 2) {
            let measures = polygon_measures(part.outline.iter().copied());
            let (mass, center) = (density * measures.area, measures.centroid.coords);
            if mass > 0.0 {
                let lift = gravity * -mass;
                displaced += mass;
                force += lift;
                torque += cross(center, lift);
                let own = motion.velocity + left_normal(center) * motion.angular_velocity;
                let rate = self.viscosity * mass;
                resistance.add(motion, center, (velocity - own) * rate, rate);
                let inertia = density * measures.second_moment;
                resistance.add_torque(motion, self.viscosity * inertia);
                part.resist(motion, &flow, &mut resistance);
            }
        }
        let heavier = max(1.0, ADDED_MASS * displaced * motion.inverse[0]);
        let (resisting, resisting_torque) = resistance.over(dt, heavier);
        ((force + resisting) / heavier, (torque + resisting_torque) / heavier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Aabb, Shape};
    use world::{BodyDef, BodyId, ColliderDef, WorldSettings};

    const DT: f32 = 1.0 / 60.0;

    fn body(world: &mut World, shape: Shape, density: f32, def: BodyDef) -> BodyId {
        let body = world.add_body(def).unwrap();
        world.add_collider(body, ColliderDef::new(shape).density(density)).unwrap();
        body
    }

    fn run(world: &mut World, water: &Water, steps: u32) {
        for _ in 0..steps {
            water.apply(world, DT).unwrap();
            world.step(DT);
        }
    }

    /// A shape at rest has as large a share of its area in the water as its density is of that of water, and
    /// falls asleep: a flat box sinks to that share of its height, a circle of half the density to its
    /// centre.
    #[test]
    fn floating_body_rests_at_the_ratio_of_densities() {
        for (half_height, ratio) in [(0.2, 0.25), (0.2, 0.5), (0.3, 0.9)] {
            let mut world = World::new(WorldSettings::default());
            let shape = Shape::rectangle(1.0, half_height).unwrap();
            let raft = body(&mut world, shape, 1000.0 * ratio, BodyDef::dynamic().position([0.0, 0.3]));
            run(&mut world, &Water::new(Region::below(0.0)), 1_800);
            let raft = world.body(raft).unwrap();
            let draft = half_height - raft.center().y;
            let expected = 2.0 * half_height * ratio;
            // It falls asleep when it bobs with less than 5 cm/s, so with an amplitude of v sqrt(draft / g).
            let amplitude = 0.05 * (expected / 9.81).sqrt();
            assert!((draft - expected).abs() < amplitude, "{draft} {expected}");
            assert!(raft.pose().rotation.angle().abs() < 1e-3 && !raft.is_awake());
        }
        let mut world = World::new(WorldSettings::default());
        let ball = body(&mut world, Shape::circle(0.5).unwrap(), 500.0, BodyDef::dynamic());
        world.body_mut(ball).unwrap().set_velocity([0.0, 1.0]).unwrap();
        run(&mut world, &Water::new(Region::below(3.0)), 1_800);
        assert!((world.body(ball).unwrap().center().y - 3.0).abs() < 1e-2);
    }

    /// A box of any density that rises from the ground leaves the water as fast at 60 Hz as in small steps,
    /// and rises as far: beach balls, too, of a thousandth of the density of water.
    #[test]
    fn light_bodies_rise_as_in_small_steps() {
        for density in [0.1, 1.0, 10.0, 100.0, 500.0] {
            let rise = |rate: f32| {
                let mut world = World::new(WorldSettings::default());
                let def = BodyDef::dynamic().position([0.0, -1.5]);
                let box_ = body(&mut world, Shape::rectangle(0.5, 0.5).unwrap(), density, def);
                let water = Water::new(Region::below(0.0));
                let (mut fastest, mut highest) = (0.0_f32, 0.0_f32);
                for _ in 0..(3.0 * rate) as u32 {
                    water.apply(&mut world, 1.0 / rate).unwrap();
                    world.step(1.0 / rate);
                    let body = world.body(box_).unwrap();
                    fastest = fastest.max(body.velocity().norm());
                    highest = highest.max(body.center().y);
                }
                [fastest, highest]
            };
            let exact = rise(1920.0);
            assert!(exact[0] < 7.0, "{density} kg/m^2: {exact:?}");
            for (found, exact) in rise(60.0).into_iter().zip(exact) {
                assert!((found / exact - 1.0).abs() < 0.2, "{density} kg/m^2: {found} of {exact}");
            }
        }
    }

    /// Without viscosity and drag, a raft bobs with the period 2 pi sqrt(draft / g) and keeps its amplitude.
    #[test]
    fn raft_bobs_with_the_period_of_its_draft_and_keeps_its_amplitude() {
        let (half_height, ratio, push) = (0.4, 0.5, 0.1);
        let mut world = World::new(WorldSettings { sleeping: false, ..WorldSettings::default() });
        let shape = Shape::rectangle(2.0, half_height).unwrap();
        let raft = body(&mut world, shape, 1000.0 * ratio, BodyDef::dynamic().position([0.0, push]));
        let water = Water { viscosity: 0.0, drag: 0.0, ..Water::new(Region::below(0.0)) };
        let (mut upward, mut last, mut highest) = (Vec::new(), push, 0.0_f32);
        for step in 0..6_000 {
            run(&mut world, &water, 1);
            let y = world.body(raft).unwrap().center().y;
            if last < 0.0 && y >= 0.0 {
                upward.push((step as f32 - y / (y - last)) * DT);
            }
            highest = if step >= 5_900 { highest.max(y) } else { 0.0 };
            last = y;
        }
        let period = (upward[upward.len() - 1] - upward[0]) / (upward.len() - 1) as f32;
        let expected = std::f32::consts::TAU * (2.0 * half_height * ratio / 9.81).sqrt();
        assert!((period / expected - 1.0).abs() < 2e-3, "{period} {expected}");
        assert!((highest / push - 1.0).abs() < 0.02, "amplitude {highest} after 100 s");
    }

    /// Under water and without gravity, viscosity slows a body down by e in (its density / that of water) /
    /// viscosity seconds.
    #[test]
    fn viscosity_slows_a_submerged_body_at_its_rate() {
        let mut world = World::new(WorldSettings { gravity: Vec2::zeros(), ..WorldSettings::default() });
        let def = BodyDef::dynamic().velocity([1.0, 0.0]).angular_velocity(1.0);
        let fish = body(&mut world, Shape::rectangle(0.5, 0.2).unwrap(), 2000.0, def);
        let water = Water { viscosity: 0.5, drag: 0.0, ..Water::new(Region::Everywhere) };
        run(&mut world, &water, 240);
        let fish = world.body(fish).unwrap();
        let expected = (-4.0 * 0.5 / 2.0_f32).exp();
        // 1%: steps of 1/60 s divide by 1 + k dt, where k dt is 0.4%.
        assert!((fish.velocity().x / expected - 1.0).abs() < 0.01, "{:?} {expected}", fish.velocity());
        assert!((fish.angular_velocity() / expected - 1.0).abs() < 0.01, "{}", fish.angular_velocity());
    }

    /// Without gravity, water takes energy from a body in every step, and never gives any.
    #[test]
    fn water_takes_energy() {
        let mut world = World::new(WorldSettings { gravity: [0.0, 0.0].into(), ..WorldSettings::default() });
        let def = BodyDef::dynamic().velocity([3.0, -4.0]).angular_velocity(5.0).angle(0.4);
        let crate_ = body(&mut world, Shape::rectangle(0.5, 0.3).unwrap(), 100.0, def);
        let water = Water { viscosity: 3.0, lift: 1.0, ..Water::new(Region::below(0.2)) };
        let mut last = world.body(crate_).unwrap().kinetic_energy();
        for _ in 0..300 {
            run(&mut world, &water, 1);
            let now = world.body(crate_).unwrap().kinetic_energy();
            assert!(now <= last * (1.0 + 1e-5), "{now} {last}");
            last = now;
        }
        assert!(last < 1e-2, "{last}");
    }

    /// A crate heavier than water sinks in a pool and stays in it; one beside the pool falls as without.
    #[test]
    fn water_acts_only_in_its_region() {
        let mut world = World::new(WorldSettings::default());
        let at = |x: f32| BodyDef::dynamic().position([x, 0.0]);
        let square = || Shape::rectangle(0.25, 0.25).unwrap();
        let inside = body(&mut world, square(), 1500.0, at(0.0));
        let outside = body(&mut world, square(), 1500.0, at(3.0));
        let pool = Region::Box(Aabb::new([-1.0, -50.0], [1.0, 1.0]));
        run(&mut world, &Water { viscosity: 0.0, drag: 0.0, ..Water::new(pool) }, 60);
        let [inside, outside] = [inside, outside].map(|id| world.body(id).unwrap().velocity().y);
        // g (1 - 1000 / 1500)
        assert!((inside + 9.81 / 3.0).abs() < 0.01, "{inside}");
        assert!((outside + 9.81).abs() < 0.01, "{outside}");
    }

    /// A stream carries what floats in it along at its own speed.
    #[test]
    fn stream_carries_a_floating_body() {
        let mut world = World::new(WorldSettings::default());
        let duck = body(&mut world, Shape::circle(0.1).unwrap(), 300.0, BodyDef::dynamic());
        let stream = Water { velocity: [1.5, 0.0].into(), ..Water::new(Region::below(0.0)) };
        run(&mut world, &stream, 600);
        assert!((world.body(duck).unwrap().velocity().x - 1.5).abs() < 0.02);
    }
}
