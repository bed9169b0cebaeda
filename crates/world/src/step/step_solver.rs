//! A solver as the stage `solve` calls it: the interface between the two.

use super::columns::Bases;
use super::joint_rows;
use crate::stores::Stores;
use crate::time_step::TimeStep;
use compute::Workers;

pub(super) trait StepSolver {
    /// Solves a step, or a part of one: new velocities of the awake bodies and their motion, and impulses of
    /// contacts and joints. Inputs of bodies and rows of joints have been written. `bases` is for solvers
    /// that take columns ([`StepRules`](crate::step_rules::StepRules)).
    fn solve(
        &mut self,
        stores: &mut Stores,
        time: &TimeStep,
        workers: &mut Workers,
        joints: &mut joint_rows::Memory,
        bases: Bases<'_>,
    );
}
