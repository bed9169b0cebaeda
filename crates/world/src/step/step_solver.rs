//! A solver as the stage `solve` calls it: the interface between the two.

use super::columns::Bases;
use super::joint_rows;
use crate::stores::Stores;
use crate::time_step::TimeStep;
use compute::Workers;

pub(super) trait StepSolver {
    /// Solves a step, or a part of one, with inputs of bodies and rows of joints as written: new velocities
    /// and motions of the awake bodies, and impulses of contacts and joints. `bases` is for solvers that take
    /// columns ([`StepRules`](crate::step_rules::StepRules)).
    fn solve(
        &mut self,
        stores: &mut Stores,
        time: &TimeStep,
        workers: &mut Workers,
        joints: &mut joint_rows::Memory,
        bases: Bases<'_>,
    );
}
