//! What a contender did in a scene, from poses and velocities alone: the same figures for all engines.

use crate::engine::{Engine, Unsupported, mass};
use crate::measure::{Sanity, median, overlaps};
use crate::quality::geometry::{Body, Vector, largest};
use crate::time::DT;
use physics::geom::MassProperties;
use physics::prelude::*;
use serde::{Deserialize, Serialize};

/// Between two looks at contacts, steps.
const LOOK: u32 = 10;

/// What a contender did in a scene, from poses and velocities alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Watched {
    /// The widest gap between the two anchors of a hinge after any step, m.
    pub widest_gap: f64,
    /// The widest gap after a step, the median over the steps, m.
    pub usual_gap: f64,
    /// The deepest contact at any look, m. Neighbours in a mechanism count if they collide.
    pub deepest: f64,
    /// The depth of touching contacts, the mean over all looks, m.
    pub mean_depth: f64,
    /// Touching contacts at a look, in the mean.
    pub touching: f64,
    /// Kinetic and potential energy at the start less that at the end, J.
    pub energy_lost: f64,
    /// The greatest rise of the energy above its least value so far, J. Motors give energy; nothing else may.
    pub energy_gained: f64,
    /// Mean height of the bodies at the end, m.
    pub height: f64,
    /// Mean speed of the bodies at the end, m/s.
    pub speed: f64,
    /// How many bodies sleep after as many steps if they may.
    pub asleep: u32,
}

impl Watched {
    /// Steps a level so many times, in an engine that `build` makes.
    pub(super) fn of(
        mut level: Level,
        steps: u32,
        build: impl Fn(&Level) -> Result<Box<dyn Engine>, Unsupported>,
    ) -> Result<Self, Unsupported> {
        let masses = masses(&level)?;
        let mut engine = build(&level)?;
        let start = energy(&level, &masses, &*engine);
        let (mut least, mut watched) = (start, Watched::default());
        let (mut gaps, mut looks, mut depths) = (Vec::new(), 0.0, 0.0);
        for step in 1..=steps {
            engine.step(DT);
            let gap = widest_gap(&level, &*engine);
            watched.widest_gap = largest(watched.widest_gap, gap);
            gaps.push(gap);
            let energy = energy(&level, &masses, &*engine);
            watched.energy_gained = largest(watched.energy_gained, energy - least);
            watched.energy_lost = start - energy;
            least = least.min(energy);
            if step % LOOK == 0 {
                let found = overlaps(&level, &*engine).concat();
                watched.deepest = found.iter().copied().map(f64::from).fold(watched.deepest, largest);
                depths += found.iter().copied().map(f64::from).sum::<f64>();
                watched.touching += found.len() as f64;
                looks += 1.0;
            }
        }
        watched.usual_gap = median(&gaps);
        watched.mean_depth = depths / watched.touching.max(1.0);
        watched.touching /= f64::max(looks, 1.0);
        let Sanity { mean_height, residual_speed, .. } = Sanity::of(&*engine);
        (watched.height, watched.speed) = (mean_height, residual_speed);
        level.settings.sleeping = true;
        let mut engine = build(&level)?;
        (0..steps).for_each(|_| engine.step(DT));
        watched.asleep = Sanity::of(&*engine).asleep;
        Ok(watched)
    }
}

/// The mass of each dynamic body.
fn masses(level: &Level) -> Result<Vec<Option<MassProperties>>, Unsupported> {
    let mut masses: Vec<Option<MassProperties>> = vec![None; level.bodies.len()];
    for collider in &level.colliders {
        let body = collider.body as usize;
        if level.bodies[body].kind == BodyKind::Dynamic {
            let own = mass(collider)?;
            masses[body] = Some(masses[body].map_or(own, |sum| sum.combined(own)));
        }
    }
    Ok(masses)
}

/// Kinetic and potential energy, J.
fn energy(level: &Level, masses: &[Option<MassProperties>], engine: &dyn Engine) -> f64 {
    let gravity = Vector::from(level.settings.gravity);
    let of = |(number, mass): (u32, &Option<MassProperties>)| {
        let Some((mass, view)) = mass.zip(engine.body(number)) else { return 0.0 };
        let body = Body::from(view);
        let (m, inertia) = (f64::from(mass.mass), f64::from(mass.inertia));
        let kinetic = m * body.velocity.dot(body.velocity) + inertia * body.angular_velocity.powi(2);
        0.5 * kinetic - m * gravity.dot(body.to_world(mass.center.into()))
    };
    (0..).zip(masses).map(of).sum()
}

/// The widest gap between the two anchors of a hinge, m.
fn widest_gap(level: &Level, engine: &dyn Engine) -> f64 {
    let gap = |joint: &JointDef<u32>| {
        let JointKind::Revolute(hinge) = joint.kind else { return None };
        let anchor = |body, local: Point| Some(Body::from(engine.body(body)?).to_world(Vector::from(local)));
        Some((anchor(joint.b, hinge.anchor_b)? - anchor(joint.a, hinge.anchor_a)?).length())
    };
    level.joints.iter().filter_map(gap).fold(0.0, largest)
}
