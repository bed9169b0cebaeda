//! A scene from its level to its report.
//!
//! The broad phase is a type of the world, so the whole run is compiled once for each; an enum chooses which.
//! Turned down: a boxed broad phase, which would put a call through a pointer into what is measured here.

use crate::draw::{self, Svg};
use crate::options::{BroadphaseKind, Options};
use crate::progress::Progress;
use crate::report::{Report, percentile};
use physics::broadphase::{Broadphase, BruteForce, DynamicTree, SortAndSweep};
use physics::prelude::*;
use std::time::Instant;

/// s. The step that the scenes are made for.
const DT: f32 = 1.0 / 60.0;

/// The steps at the end, a second of them, in which the deepest overlap counts. Over a whole run it would tell
/// how hard things hit each other on the way, not how well they rest.
const RESTING_STEPS: u32 = 60;

/// What comes out of a run.
#[derive(Debug)]
pub struct Outcome {
    /// What was measured.
    pub report: Report,
    /// The end as SVG, if it was asked for.
    pub picture: Option<String>,
}

/// Runs a scene as the options say.
///
/// # Errors
/// The scene and what is wrong with it, if its level cannot be.
pub fn run(options: &Options) -> Result<Outcome, String> {
    let outcome = match options.broadphase {
        BroadphaseKind::Tree => run_on::<DynamicTree>(options),
        BroadphaseKind::Sweep => run_on::<SortAndSweep>(options),
        BroadphaseKind::Brute => run_on::<BruteForce>(options),
    };
    outcome.map_err(|error| format!("scene {}: {error}", options.scene.name))
}

fn run_on<B: Broadphase + Default>(options: &Options) -> Result<Outcome, DefError> {
    let mut world = World::load_with(&(options.scene.level)(), B::default())?;
    world.set_threads(options.threads);
    let starts: Vec<f32> = world.dynamic_bodies().map(|body| body.center().x).collect();
    let (milliseconds, max_penetration) = step(&mut world, options.steps);
    let drifts = world.dynamic_bodies().zip(starts).map(|(body, start)| (body.center().x - start).abs());
    let report = Report::new(options, &world, &milliseconds, max_penetration, drifts.fold(0.0, greater));
    let picture = options.picture.is_some().then(|| {
        let mut svg = Svg::new(options.scene.view);
        draw::draw_world(&world, &mut svg);
        if options.contacts {
            draw::draw_contacts(&world, &mut svg);
        }
        svg.finish()
    });
    Ok(Outcome { report, picture })
}

/// Steps the world; how long each step took, ms, and the deepest overlap among the last, m.
fn step<B: Broadphase>(world: &mut World<B>, steps: u32) -> (Vec<f64>, f32) {
    let mut progress = Progress::new(steps);
    let mut milliseconds = Vec::new();
    let mut max_penetration = 0.0;
    for done in 1..=steps {
        let start = Instant::now();
        world.step(DT);
        milliseconds.push(1000.0 * start.elapsed().as_secs_f64());
        if done + RESTING_STEPS > steps {
            max_penetration = greater(max_penetration, world.max_penetration());
        }
        progress.advance(done);
    }
    (milliseconds, max_penetration)
}

