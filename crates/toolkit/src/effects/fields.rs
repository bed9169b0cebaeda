//! Fields that change: they wake the sleeping bodies on which they now act otherwise.
//!
//! ```text
//!   list      what acts now: the program changes it, adds to it and takes from it
//!   last      what acted in the last step
//!   asleep    of each body that slept through a change: the force under which it fell asleep
//! ```
//!
//! As long as `list` equals `last`, sleeping bodies cost nothing. If it does not, a sleeping body wakes if
//! its force differs by more than a small acceleration from the one under which it fell asleep. Because it is
//! not compared with the last step, water that falls a little in each step takes its rafts along, and a wind
//! that varies slightly wakes nothing.
//!
//! Turned down: waking all bodies in the region, old or new: a light wind would keep all of them awake;
//! forces that the world remembers for its sleeping bodies, a cost for every world.

use super::{Attractor, GravityRegion, Water, Wind, check, mass_of};
use broadphase::Broadphase;
use geom::Vec2;
use std::collections::BTreeMap;
use world::{BodyId, BodyKind, BodyRef, DefError, World, WorldSettings};

/// m/s^2, in length units. Forces that differ by less are the same: a raft with a draft of 20 cm wakes when
/// the water has fallen by 0.2 mm.
const SAME_ACCELERATION: f32 = 0.01;

/// An effect that acts in each step.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// Water.
    Water(Water),
    /// Wind.
    Wind(Wind),
    /// An attractor.
    Attractor(Attractor),
    /// A region with a gravity of its own.
    GravityRegion(GravityRegion),
}

impl From<Water> for Field {
    fn from(water: Water) -> Self {
        Self::Water(water)
    }
}

impl From<Wind> for Field {
    fn from(wind: Wind) -> Self {
        Self::Wind(wind)
    }
}

impl From<Attractor> for Field {
    fn from(attractor: Attractor) -> Self {
        Self::Attractor(attractor)
    }
}

impl From<GravityRegion> for Field {
    fn from(region: GravityRegion) -> Self {
        Self::GravityRegion(region)
    }
}

/// The force (N) and the torque (N m) on a body.
type Force<'a> = Box<dyn Fn(BodyRef<'_>) -> (Vec2, f32) + 'a>;

impl Field {
    fn validate(&self) -> Result<(), DefError> {
        match self {
            Self::Water(water) => water.validate(),
            Self::Wind(wind) => wind.validate(),
            Self::Attractor(attractor) => attractor.validate(),
            Self::GravityRegion(region) => region.validate(),
        }
    }

    fn force(&self, settings: WorldSettings, dt: f32) -> Force<'_> {
        match self {
            Self::Water(water) => Box::new(water.force(settings, dt)),
            Self::Wind(wind) => Box::new(wind.force(settings, dt)),
            Self::Attractor(attractor) => Box::new(attractor.force(settings, dt)),
            Self::GravityRegion(region) => Box::new(region.force(settings)),
        }
    }
}

/// Effects that may change, begin and end: when they do, the bodies that feel it wake, and no others.
///
/// Change the list as the game goes on, and call [`Fields::apply`] before each step. It is plain data: keep a
/// clone of it with each snapshot of the world.
///
/// ```
/// use toolkit::effects::{Fields, Region, Water};
/// use world::geom::Shape;
/// use world::{BodyDef, ColliderDef, World};
///
/// let (mut world, dt) = (World::default(), 1.0 / 60.0);
/// let raft = world.add_body(BodyDef::dynamic())?;
/// world.add_collider(raft, ColliderDef::new(Shape::rectangle(1.0, 0.2)?).density(500.0))?;
/// let mut fields = Fields::new([Water::new(Region::below(0.0))]);
/// for _ in 0..600 {
///     fields.apply(&mut world, dt)?;
///     world.step(dt);
/// }
/// assert!(!world.body(raft)?.is_awake());
/// fields.list.clear(); // the lake is let off
/// for _ in 0..60 {
///     fields.apply(&mut world, dt)?;
///     world.step(dt);
/// }
/// assert!(world.body(raft)?.center().y < -4.0);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[doc(alias("force_field", "gust", "tide", "area_effector"))]
pub struct Fields {
    /// What acts in the next step, in the order in which forces are added up.
    pub list: Vec<Field>,
    /// What acted in the last step.
    last: Vec<Field>,
    /// The forces (N) and torques (N m) under which bodies fell asleep that have slept through a change.
    asleep: BTreeMap<BodyId, (Vec2, f32)>,
}

impl Fields {
    /// These fields.
    #[must_use]
    pub fn new<F: Into<Field>>(list: impl IntoIterator<Item = F>) -> Self {
        Self { list: list.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Wakes the bodies that feel another force than the one under which they fell asleep, and applies the
    /// forces of the next step, of `dt` seconds, to all awake bodies.
    ///
    /// # Errors
    /// [`DefError::Value`] for a number out of its range; nothing is changed.
    pub fn apply<B: Broadphase>(&mut self, world: &mut World<B>, dt: f32) -> Result<(), DefError> {
        check::time_step(dt)?;
        for field in &self.list {
            field.validate()?;
        }
        let settings = *world.settings();
        let forces: Vec<Force<'_>> = self.list.iter().map(|field| field.force(settings, dt)).collect();
        if self.list != self.last {
            let last: Vec<Force<'_>> = self.last.iter().map(|field| field.force(settings, dt)).collect();
            let (mut asleep, mut woken) = (BTreeMap::new(), Vec::new());
            let sleeping = world
                .bodies()
                .filter(|body| body.kind() == BodyKind::Dynamic && body.is_enabled() && !body.is_awake());
            for body in sleeping {
                let before = self.asleep.get(&body.id()).copied().unwrap_or_else(|| sum(&last, body));
                let now = sum(&forces, body);
                if before == now {
                    continue;
                }
                if is_same(body, before, now, settings.length_unit) {
                    asleep.insert(body.id(), before);
                } else {
                    woken.push(body.id());
                }
            }
            for body in woken {
                if let Ok(mut body) = world.body_mut(body) {
                    body.wake();
                }
            }
            self.asleep = asleep;
        }
        for force in &forces {
            super::apply(world, force);
        }
        drop(forces);
        self.last.clone_from(&self.list);
        Ok(())
    }
}

fn sum(forces: &[Force<'_>], body: BodyRef<'_>) -> (Vec2, f32) {
    let forces = forces.iter().map(|force| force(body));
    forces.fold((Vec2::zeros(), 0.0), |sum, (force, torque)| (sum.0 + force, sum.1 + torque))
}

/// Whether a body is accelerated in the same way by two forces, in its centre of mass and at its rim.
fn is_same(body: BodyRef<'_>, before: (Vec2, f32), now: (Vec2, f32), unit: f32) -> bool {
    let most = SAME_ACCELERATION * unit;
    let mass = body.mass_properties();
    let radius = if mass.inertia > 0.0 { compute::math::sqrt(mass.inertia / mass_of(body)) } else { 0.0 };
    let turn = if radius > 0.0 { (now.1 - before.1).abs() / (mass_of(body) * radius) } else { 0.0 };
    (now.0 - before.0).norm() <= most * mass_of(body) && turn <= most
}
