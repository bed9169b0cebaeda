//! The dense arrays of awake bodies, one row each: the time of a step depends only on these.
//!
//! ```text
//!   row        0        1       2       3        BodyRow
//!   states   static   body 7  body 2  body 9     velocities, read and written by the solver
//!   inputs   static   body 7  body 2  body 9     masses and accelerations, written anew in each step
//!   motions  static   body 7  body 2  body 9     forces, time that the body has been slow
//!   extents  static   body 7  body 2  body 9     what decides whether a body is fast (`step/sweep.rs`)
//! ```
//!
//! **Row 0, [`BodyRow::STATIC`], stands for every body that is static or asleep**; it never moves. The last
//! row moves into the place of one that is removed, so the order of rows is *state*.

use crate::slot::{BodySlot, Slot};
use geom::Vec2;
use solver::{BodyInput, BodyRow, BodyState};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    /// *State.* Never read in row 0.
    pub(crate) body: BodySlot,
    /// *State*, s.
    pub(crate) slow_for: f32,
    /// *State.* When the body became slow, m/s and rad/s. Not read while `slow_for` is zero.
    pub(crate) steady_velocity: (Vec2, f32),
    /// *State.* For the next step, N.
    pub(crate) force: Vec2,
    /// *State.* For the next step, N m.
    pub(crate) torque: f32,
}

/// For the check for fast bodies; *derived* from the record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    pub(crate) reach: f32,
    pub(crate) spin_reach: f32,
    /// m, in a step; infinite for a body whose motion is not swept.
    pub(crate) fast_way: f32,
    pub(crate) very_fast_way: f32,
}

#[derive(Clone, Debug)]
pub(crate) struct AwakeBodies {
    pub(crate) solver: solver::Bodies,
    pub(crate) motions: Vec<Motion>,
    pub(crate) extents: Vec<Extent>,
}

impl AwakeBodies {
    pub(crate) fn new() -> Self {
        let of_row_0 = Motion {
            body: BodySlot::new(0),
            slow_for: 0.0,
            steady_velocity: (Vec2::zeros(), 0.0),
            force: Vec2::zeros(),
            torque: 0.0,
        };
        let (fast_way, very_fast_way) = (f32::INFINITY, f32::INFINITY);
        let extents = vec![Extent { reach: 0.0, spin_reach: 0.0, fast_way, very_fast_way }];
        Self { solver: solver::Bodies::new(), motions: vec![of_row_0], extents }
    }

    /// But for the scratch of the solver.
    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { solver, motions, extents } = other;
        while self.solver.len() > solver.len() {
            self.solver.swap_remove(BodyRow(self.solver.len() as u32 - 1));
        }
        while self.solver.len() < solver.len() {
            self.solver.push(BodyState::REST, BodyInput::INFINITE_MASS);
        }
        self.solver.states_mut().copy_from_slice(solver.states());
        self.motions.clone_from(motions);
        self.extents.clone_from(extents);
    }

    pub(crate) fn len(&self) -> usize {
        self.motions.len() - 1
    }

    pub(super) fn push(&mut self, body: BodySlot, extent: Extent) -> BodyRow {
        self.extents.push(extent);
        self.motions.push(Motion { body, ..self.motions[0] });
        self.solver.push(BodyState::REST, BodyInput::INFINITE_MASS)
    }

    /// Returns the body of the last row, which takes the index, if another was removed.
    pub(super) fn swap_remove(&mut self, row: BodyRow) -> Option<BodySlot> {
        self.solver.swap_remove(row);
        self.motions.swap_remove(row.index());
        self.extents.swap_remove(row.index());
        self.motions.get(row.index()).map(|motion| motion.body)
    }
}
