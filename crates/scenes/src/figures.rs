//! Figures that tell the panels of a comparison apart, and the meter that measures them while a world runs.

use physics::prelude::*;
use std::collections::VecDeque;

/// A number that a comparison shows below each of its panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The deepest overlap now, m.
    Overlap,
    /// The deepest overlap since the beginning, m.
    DeepestOverlap,
    /// Kinetic energy now, J.
    KineticEnergy,
    /// The greatest kinetic energy since the beginning, J.
    GreatestKineticEnergy,
    /// Kinetic energy and energy of height, now less at the beginning, J.
    EnergyGain,
    /// The greatest angular speed of a dynamic body now, rad/s.
    Spin,
    /// The greatest angular speed of a dynamic body since the beginning, rad/s.
    GreatestSpin,
    /// How often dynamic bodies have reversed their horizontal velocity.
    Bounces,
    /// How many dynamic bodies are outside of what the scene shows.
    OutsideOfView,
    /// How far the centre of a dynamic body moves in a step, mean over the bodies and over the last
    /// [`Meter::WINDOW`] steps, m.
    Tremble,
    /// How many bodies are more than half a metre lower than at the beginning.
    Fallen,
    /// The height of the centre of a body, m.
    Height {
        /// Which body, in words.
        of: &'static str,
        /// Its index in the level.
        body: u32,
    },
    /// The angle, rad, counter-clockwise, by which a body was farthest turned from how it began.
    Turn {
        /// Which body, in words.
        of: &'static str,
        /// Its index in the level.
        body: u32,
    },
}

impl Figure {
    /// What it is, in words.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Overlap => "overlap".to_owned(),
            Self::DeepestOverlap => "deepest overlap so far".to_owned(),
            Self::KineticEnergy => "kinetic energy".to_owned(),
            Self::GreatestKineticEnergy => "greatest kinetic energy".to_owned(),
            Self::EnergyGain => "energy gained".to_owned(),
            Self::Spin => "angular speed".to_owned(),
            Self::GreatestSpin => "greatest angular speed".to_owned(),
            Self::Bounces => "bounces".to_owned(),
            Self::OutsideOfView => "bodies out of sight".to_owned(),
            Self::Tremble => "motion in a step".to_owned(),
            Self::Fallen => "fallen".to_owned(),
            Self::Height { of, .. } => format!("height of {of}"),
            Self::Turn { of, .. } => format!("greatest turn of {of}"),
        }
    }

    /// The unit of its value.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Overlap | Self::DeepestOverlap | Self::Height { .. } | Self::Tremble => "m",
            Self::KineticEnergy | Self::GreatestKineticEnergy | Self::EnergyGain => "J",
            Self::Spin | Self::GreatestSpin => "rad/s",
            Self::Turn { .. } => "rad",
            Self::Bounces | Self::OutsideOfView | Self::Fallen => "",
        }
    }

    /// Name, value and unit for a reader: `overlap 12.3 mm`.
    #[must_use]
    pub fn show(self, value: f64) -> String {
        let name = self.name();
        match self {
            Self::Overlap | Self::DeepestOverlap => format!("{name} {:.1} mm", 1e3 * value),
            Self::Tremble => format!("{name} {:.3} mm", 1e3 * value),
            Self::Bounces | Self::OutsideOfView | Self::Fallen => format!("{name} {value:.0}"),
            Self::Spin | Self::GreatestSpin => format!("{name} {value:.3} rad/s"),
            // With its sign, since that is what is compared.
            Self::Turn { .. } => format!("{name} {:+.1}°", value.to_degrees()),
            Self::EnergyGain => format!("{name} {value:+.2} J"),
            _ => format!("{name} {value:.2} {}", self.unit()),
        }
    }
}

/// Measures figures in one world from its beginning on.
#[derive(Clone, Debug)]
pub struct Meter {
    /// The bodies of the level, in its order.
    bodies: Vec<BodyId>,
    /// What the scene shows, m.
    area: Aabb,
    first_energy: f64,
    deepest_overlap: f64,
    greatest_energy: f64,
    greatest_spin: f64,
    bounces: u32,
    /// For each dynamic body whether it moves to the left, and to the right.
    directions: Vec<(BodyId, f32)>,
    /// What is known of each body of the level.
    seen: Vec<Seen>,
    /// The mean motion of a dynamic body in each of the last steps, m, the oldest first.
    motions: VecDeque<f64>,
}

/// A body as it was last, and what it has done since the beginning.
#[derive(Clone, Copy, Debug)]
struct Seen {
    rotation: Rot,
    /// How far it has turned, and the greatest turn, rad.
    turn: f32,
    greatest: f32,
    /// Where its centre was at the beginning, and where it is, m.
    first: Point,
    center: Point,
}

impl Meter {
    /// Over how many steps [`Figure::Tremble`] is a mean: a second at 60 Hz.
    pub const WINDOW: usize = 60;

    /// For a world at its beginning, whose level has these `bodies`, of which the part `area` (m) is shown.
    pub fn new<B: Broadphase>(world: &World<B>, bodies: &[BodyId], area: Aabb) -> Self {
        let begin = |id: &BodyId| {
            let body = world.body(*id).ok();
            let rotation = body.map_or(Rot::IDENTITY, |body| body.pose().rotation);
            let center = body.map_or(Point::origin(), BodyRef::center);
            Seen { rotation, turn: 0.0, greatest: 0.0, first: center, center }
        };
        let mut meter = Self {
            bodies: bodies.to_vec(),
            area,
            first_energy: energy(world),
            deepest_overlap: 0.0,
            greatest_energy: 0.0,
            greatest_spin: 0.0,
            bounces: 0,
            directions: Vec::new(),
            seen: bodies.iter().map(begin).collect(),
            motions: VecDeque::new(),
        };
        meter.directions = directions(world).collect();
        meter.see_greatest(world);
        meter
    }

    /// Looks at the world after a step.
    pub fn see<B: Broadphase>(&mut self, world: &World<B>) {
        self.see_greatest(world);
        for (id, direction) in directions(world) {
            let before = self.directions.iter_mut().find(|(known, _)| *known == id);
            match before {
                Some((_, known)) if direction != 0.0 => {
                    self.bounces += u32::from(*known * direction < 0.0);
                    *known = direction;
                }
                Some(_) => {}
                None => self.directions.push((id, direction)),
            }
        }
        let (mut motion, mut count) = (0.0, 0_u32);
        for (id, seen) in self.bodies.iter().zip(&mut self.seen) {
            let Ok(body) = world.body(*id) else { continue };
            let rotation = body.pose().rotation;
            seen.turn += seen.rotation.angle_to(rotation);
            seen.rotation = rotation;
            if seen.turn.abs() > seen.greatest.abs() {
                seen.greatest = seen.turn;
            }
            if body.kind() == BodyKind::Dynamic {
                motion += f64::from((body.center() - seen.center).norm());
                count += 1;
            }
            seen.center = body.center();
        }
        if self.motions.len() == Self::WINDOW {
            self.motions.pop_front();
        }
        self.motions.push_back(motion / f64::from(count.max(1)));
    }

    fn see_greatest<B: Broadphase>(&mut self, world: &World<B>) {
        self.deepest_overlap = self.deepest_overlap.max(f64::from(world.max_penetration()));
        self.greatest_energy = self.greatest_energy.max(world.kinetic_energy());
        self.greatest_spin = self.greatest_spin.max(spin(world));
    }

    /// The value of a figure now. NaN if it is that of a body that is gone.
    #[must_use]
    pub fn value<B: Broadphase>(&self, figure: Figure, world: &World<B>) -> f64 {
        match figure {
            Figure::Overlap => f64::from(world.max_penetration()),
            Figure::DeepestOverlap => self.deepest_overlap,
            Figure::KineticEnergy => world.kinetic_energy(),
            Figure::GreatestKineticEnergy => self.greatest_energy,
            Figure::EnergyGain => energy(world) - self.first_energy,
            Figure::Spin => spin(world),
            Figure::GreatestSpin => self.greatest_spin,
            Figure::Bounces => f64::from(self.bounces),
            Figure::OutsideOfView => {
                let is_outside = |body: &BodyRef<'_>| !self.area.contains_point(body.center());
                world.dynamic_bodies().filter(is_outside).count() as f64
            }
            Figure::Height { body, .. } => {
                let body = self.bodies.get(body as usize).and_then(|id| world.body(*id).ok());
                body.map_or(f64::NAN, |body| f64::from(body.center().y))
            }
            Figure::Turn { body, .. } => {
                self.seen.get(body as usize).map_or(f64::NAN, |seen| f64::from(seen.greatest))
            }
            Figure::Tremble => self.motions.iter().sum::<f64>() / self.motions.len().max(1) as f64,
            Figure::Fallen => {
                self.seen.iter().filter(|seen| seen.first.y - seen.center.y > 0.5).count() as f64
            }
        }
    }
}

/// Kinetic energy, and -m g . x of all dynamic bodies, J.
fn energy<B: Broadphase>(world: &World<B>) -> f64 {
    let gravity = world.settings().gravity;
    let of_height = world.dynamic_bodies().map(|body| {
        let (mass, center) = (body.mass_properties().mass, body.center().coords);
        -f64::from(mass * body.gravity_scale()) * f64::from(gravity.dot(&center))
    });
    world.kinetic_energy() + of_height.sum::<f64>()
}

/// The greatest angular speed, rad/s.
fn spin<B: Broadphase>(world: &World<B>) -> f64 {
    world.dynamic_bodies().map(|body| f64::from(body.angular_velocity().abs())).fold(0.0, f64::max)
}

/// The sign of each horizontal velocity.
fn directions<B: Broadphase>(world: &World<B>) -> impl Iterator<Item = (BodyId, f32)> {
    let sign = |x: f32| if x == 0.0 || x.is_nan() { 0.0 } else { x.signum() };
    world.dynamic_bodies().map(move |body| (body.id(), sign(body.velocity().x)))
}
