//! The stage `solve` for the sub-stepped soft solver.

use super::columns::{self, Bases};
use super::step_solver::StepSolver;
use super::{faces, joint_rows};
use crate::stores::Stores;
use crate::time_step::TimeStep;
use compute::{Width, Workers};
use solver::joint::add_geometric_stiffness;
use solver::{BodyRow, SoftSolver, SolverNets};

#[derive(Debug, Default)]
pub(super) struct Soft {
    solver: SoftSolver,
    /// kg m^2.
    stiffened: Vec<(BodyRow, f32)>,
    faces: faces::Memory,
}

impl Soft {
    pub(super) fn set_width(&mut self, width: Width) {
        self.solver = SoftSolver::with_width(width);
    }

    pub(super) fn width(&self) -> Width {
        self.solver.width()
    }
}

impl StepSolver for Soft {
    fn solve(
        &mut self,
        stores: &mut Stores,
        time: &TimeStep,
        workers: &mut Workers,
        joints: &mut joint_rows::Memory,
        bases: Bases<'_>,
    ) {
        let Self { solver, stiffened, faces } = self;
        let settings = stores.settings.scaled_solver();
        solver.set_length_unit(stores.settings.length_unit);
        solver.set_dominance(stores.bodies.may_dominate);
        columns::find(stores, time, bases, solver);
        faces::find(stores, &joints.rows, time.dt, 0, faces);
        let bodies = &mut stores.bodies.awake.solver;
        let contacts = &mut stores.contacts.awake.contacts;
        solver.set_sides(contacts, faces.sides.drain(..));
        add_geometric_stiffness(bodies.inputs_mut(), &joints.rows, time.h, stiffened);
        solver.step_on(workers, bodies, contacts, &mut joints.rows, &settings, time.dt);
        let SolverNets { given_up, forgotten, weakened } = solver.nets();
        stores.nets.given_up += given_up;
        stores.nets.forgotten += forgotten;
        stores.nets.weakened += weakened;
    }
}
