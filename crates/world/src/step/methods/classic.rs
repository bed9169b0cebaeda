//! The stage `solve` for the classic solver of the texts, which may ask for collision detection in the middle
//! of the step.
//!
//! ```text
//!   detect   store the impulses of joints; add the motion to the poses
//!            renew manifolds (narrow_phase/again.rs), write the rows of joints anew
//! ```
//!
//! All code that only this solver needs is here, in `impacts.rs` and in `narrow_phase/again.rs`.

use crate::step::columns::Bases;
use crate::step::step_solver::StepSolver;
use crate::step::{finalize, joint_rows, narrow_phase};
use crate::stores::Stores;
use crate::time_step::TimeStep;
use compute::Workers;
use geom::{Rot, Vec2};
use solver::{Bodies, Contact, JointRows};
use textbook::{ClassicScene, ClassicSolver};

#[derive(Debug, Default)]
pub(super) struct Classic {
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
        let settings = stores.settings.classic.scaled(stores.settings.length_unit).of_part(time.share);
        let mut scene = Scene { stores, time, workers, joints, manifolds: &mut self.manifolds };
        self.solver.step(&mut scene, &settings, time.dt);
    }
}

struct Scene<'a> {
    stores: &'a mut Stores,
    time: &'a TimeStep,
    workers: &'a mut Workers,
    joints: &'a mut joint_rows::Memory,
    manifolds: &'a mut narrow_phase::Memory,
}

impl ClassicScene for Scene<'_> {
    fn parts(&mut self) -> (&mut Bodies, &mut [Contact], &mut [JointRows]) {
        let Stores { bodies, contacts, .. } = &mut *self.stores;
        (&mut bodies.awake.solver, &mut contacts.awake.contacts, &mut self.joints.rows)
    }

    fn detect(&mut self) {
        let Self { stores, time, workers, joints, manifolds } = self;
        joint_rows::store_impulses(&mut stores.joints, time, workers, joints);
        joint_rows::store_lock_impulses(&mut stores.bodies, &stores.joints, joints);
        for row in 1..stores.bodies.awake.motions.len() {
            finalize::advance(stores, row);
            let state = &mut stores.bodies.awake.solver.states_mut()[row];
            (state.delta_position, state.delta_rotation) = (Vec2::zeros(), Rot::IDENTITY);
        }
        // May wake bodies, whose joints have no rows yet.
        narrow_phase::again::run(stores, time, workers, manifolds);
        joint_rows::write(&stores.bodies, &mut stores.joints, time, workers, joints);
    }
}
