//! The stage `solve` for the classic solver, with collision detection before each iteration if asked, as in
//! one of the texts.
//!
//! ```text
//!   begin
//!   if positions come first: add the motion to the poses; renew manifolds, write the rows of joints anew
//!   for each iteration:
//!     if detect_each_iteration, from the second iteration on:
//!       correct positions; store impulses of joints; add the motion to the poses
//!       renew manifolds (narrow_phase/again.rs), write the rows of joints anew
//!     one sweep over all joints and contacts
//!   finish
//! ```
//!
//! If a step is cut at impacts (`impacts.rs`), this runs once for each part. All code that only this solver
//! needs is here, in `impacts.rs` and in `narrow_phase/again.rs`.

use crate::step::columns::Bases;
use crate::step::step_solver::StepSolver;
use crate::step::{finalize, joint_rows, narrow_phase};
use crate::stores::Stores;
use crate::time_step::TimeStep;
use compute::Workers;
use geom::{Rot, Vec2};
use textbook::{ClassicSettings, ClassicSolver, PositionCorrection, StepOrder};

#[derive(Debug, Default)]
pub(in crate::step) struct Classic {
    solver: ClassicSolver,
    manifolds: narrow_phase::Memory,
}

impl StepSolver for Classic {
    fn solve(
        &mut self,
        stores: &mut Stores,
        time: &TimeStep,
        workers: &mut Workers,
        joints: &mut joint_rows::Memory,
        _: Bases<'_>,
    ) {
        let Self { solver, manifolds } = self;
        let settings = of_part(stores.settings.classic.scaled(stores.settings.length_unit), time.share);
        let (bodies, contacts) = (&mut stores.bodies.awake.solver, &mut stores.contacts.awake.contacts);
        solver.begin(bodies, contacts, &mut joints.rows, &settings, time.dt);
        if settings.order == StepOrder::PositionsFirst {
            detect_again(stores, time, workers, solver, joints, manifolds);
            let (bodies, contacts) = (&mut stores.bodies.awake.solver, &mut stores.contacts.awake.contacts);
            solver.begin_constraints(bodies, contacts, &joints.rows, &settings, time.dt);
        }
        for iteration in 0..settings.iterations {
            if settings.detect_each_iteration && iteration > 0 {
                let (bodies, contacts) = (&mut stores.bodies.awake.solver, &stores.contacts.awake.contacts);
                solver.correct_positions(bodies, contacts, &settings);
                detect_again(stores, time, workers, solver, joints, manifolds);
                let (bodies, contacts) = (&mut stores.bodies.awake.solver, &stores.contacts.awake.contacts);
                solver.update_contacts(bodies, contacts, &joints.rows, &settings, time.dt);
            }
            let (bodies, contacts) = (&mut stores.bodies.awake.solver, &mut stores.contacts.awake.contacts);
            solver.iterate(bodies, contacts, &settings, time.dt);
        }
        let (bodies, contacts) = (&mut stores.bodies.awake.solver, &mut stores.contacts.awake.contacts);
        solver.finish(bodies, contacts, &mut joints.rows, &settings, time.dt);
    }
}

/// Corrections are for a whole step, so a part makes its share: the bias of a short part would be a high
/// speed, which stays.
fn of_part(mut settings: ClassicSettings, share: f32) -> ClassicSettings {
    match &mut settings.correction {
        PositionCorrection::None => {}
        PositionCorrection::Baumgarte { factor: fraction, .. }
        | PositionCorrection::Projection { fraction, .. }
        | PositionCorrection::Split { fraction } => *fraction *= share,
    }
    settings
}

fn detect_again(
    stores: &mut Stores,
    time: &TimeStep,
    workers: &mut Workers,
    solver: &mut ClassicSolver,
    joints: &mut joint_rows::Memory,
    manifolds: &mut narrow_phase::Memory,
) {
    solver.store_joint_impulses(&mut joints.rows);
    joint_rows::store_impulses(&mut stores.joints, time, workers, joints);
    joint_rows::store_lock_impulses(&mut stores.bodies, &stores.joints, joints);
    add_motion_to_poses(stores);
    // May wake bodies, whose joints have no rows yet.
    narrow_phase::again::run(stores, time, workers, manifolds);
    joint_rows::write(&stores.bodies, &mut stores.joints, time, workers, joints);
}

/// Since the step began, or since the last call.
fn add_motion_to_poses(stores: &mut Stores) {
    for row in 1..stores.bodies.awake.motions.len() {
        finalize::advance(stores, row);
        let state = &mut stores.bodies.awake.solver.states_mut()[row];
        (state.delta_position, state.delta_rotation) = (Vec2::zeros(), Rot::IDENTITY);
    }
}
