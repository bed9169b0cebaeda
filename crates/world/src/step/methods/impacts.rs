//! A variant of the classic solver: the step is cut where something fast first touches.
//!
//! *Souto, Video Game Physics II* and *2D Collision Detection and Resolution* go back to the moment at which
//! two bodies met, resolve the collision, and simulate the rest from there.
//!
//! ```text
//!    0              t1          t2          dt      t1, t2: the earliest impacts of fast bodies
//!    |---- part ----|-- part ---|-- part ---|       each part runs all stages, for all bodies
//!                   ^ the narrow phase of the second part finds the contact, its solver resolves it
//! ```
//!
//! So a ball that bounces off a wall has gone to the wall and back in proportion at the end of the step.
//! Otherwise a body stops at the wall, loses the rest of the step, and bounces in the next
//! (`sweep/clamp.rs`).
//!
//! A part ends when the shapes overlap by one slop, since this solver pushes only points that overlap. None
//! is shorter than [`MIN_SHARE`] of the step; the clamp stops what hits earlier. Each part costs a step of
//! all bodies. Turned down: going back for the two bodies alone, which then live in different times and meet
//! others at the wrong place.

use crate::settings::LINEAR_SLOP;
use crate::slot::BodySlot;
use crate::step::sweep::{self, Motions, is_swept};
use crate::step::{Pipeline, StageTimes, pairs, restrict};
use crate::step_rules::StepRules;
use crate::stores::{Flagged, Flags, Stores};
use crate::time_step::TimeStep;
use broadphase::Broadphase;
use collide::Sweep;
use compute::math::{max, min};
use geom::Vec2;
use solver::BodyState;

/// The least part of a step. After a shorter part than a sixteenth, stored impulses are too small for the
/// next (`MAX_WARM_START_SCALE`); with a sixteenth as the least, a ball of 40 m/s lost 8 cm in five bounces.
const MIN_SHARE: f32 = 1.0 / 64.0;

pub(super) fn run_parts(
    pipeline: &mut Pipeline,
    stores: &mut Stores,
    broadphase: &mut impl Broadphase,
    dt: f32,
    rules: StepRules,
) {
    let forces = applied_forces(stores);
    let (mut left, mut times) = (dt, StageTimes::default());
    while left > 0.0 {
        let whole = TimeStep::new(rules, left, stores.contacts.h);
        restrict::drive(stores, &whole);
        if sweep::mark(stores, broadphase, &whole, &mut pipeline.workers, &mut pipeline.stages.sweep) {
            stores.colliders.flush(broadphase);
        }
        let way = |state: &BodyState| state.velocity * whole.dt;
        pairs::run(stores, broadphase, &mut pipeline.workers, &mut pipeline.stages.pairs, way);
        let part = first_impact(stores, &whole).map_or(left, |fraction| max(fraction * left, MIN_SHARE * dt));
        let part = if left - part < MIN_SHARE * dt { left } else { part };
        let mut time = TimeStep::new(rules, part, stores.contacts.h);
        time.share = part / dt;
        pipeline.run_part(stores, broadphase, time);
        left -= part;
        times = times.plus(pipeline.times);
        if left > 0.0 {
            apply_again(stores, &forces);
        }
    }
    pipeline.times = times;
}

/// As a fraction of the time; shapes that overlap already do not count.
fn first_impact(stores: &Stores, time: &TimeStep) -> Option<f32> {
    let motions = Motions::new(stores, time);
    let slop = LINEAR_SLOP * stores.settings.length_unit;
    let awake = &stores.contacts.awake;
    let mut first: Option<f32> = None;
    for (contact, pair) in awake.contacts.iter().zip(&awake.pairs) {
        // The clamp treats contacts with rules of one-way colliders and hooks.
        if contact.has(Flags::CONDITIONAL) || !is_swept(&stores.settings, &stores.bodies, pair.bodies) {
            continue;
        }
        let sweeps = motions.seen_from_first(pair.bodies, pair.bodies.map(|body| motions.free(body)));
        if ![0, 1].into_iter().any(|side| is_fast(stores, pair.bodies[side], &sweeps[side])) {
            continue;
        }
        let [a, b] = pair.colliders.map(|slot| &stores.colliders[slot].shape);
        let tolerances = stores.settings.tolerances();
        let impact = tolerances.time_of_impact(a, &sweeps[0], b, &sweeps[1], 0.0);
        let Some(touch) = impact.touch() else { continue };
        let way = (sweeps[1].translation - sweeps[0].translation).norm();
        let fraction = min(touch.fraction + slop / max(way, f32::MIN_POSITIVE), 1.0);
        first = Some(first.map_or(fraction, |least| min(least, fraction)));
    }
    first
}

fn is_fast(stores: &Stores, body: BodySlot, sweep: &Sweep) -> bool {
    let row = stores.bodies[body].row().index();
    let extent = &stores.bodies.awake.extents[row];
    row != 0 && sweep.translation.norm() + sweep.angle.abs() * extent.spin_reach > extent.fast_way
}

fn applied_forces(stores: &Stores) -> Vec<(BodySlot, Vec2, f32)> {
    let motions = stores.bodies.awake.motions.iter().skip(1);
    let forced = motions.filter(|motion| motion.force != Vec2::zeros() || motion.torque != 0.0);
    forced.map(|motion| (motion.body, motion.force, motion.torque)).collect()
}

/// Each part takes them.
fn apply_again(stores: &mut Stores, forces: &[(BodySlot, Vec2, f32)]) {
    for &(body, force, torque) in forces {
        if let Some(motion) = stores.bodies.motion_mut(body) {
            (motion.force, motion.torque) = (force, torque);
        }
    }
}
