//! The dense arrays of awake bodies, one row for each, so that the time of a step depends only on awake
//! bodies.
//!
//! ```text
//!   row        0        1       2       3        BodyRow
//!   states   static   body 7  body 2  body 9     velocities, read and written by the solver
//!   inputs   static   body 7  body 2  body 9     masses and accelerations, written anew in each step
//!   motions  static   body 7  body 2  body 9     forces, time that the body has been slow
//!   extents  static   body 7  body 2  body 9     what decides whether a body is fast (`step/sweep.rs`)
//! ```
//!
//! **Row 0, [`BodyRow::STATIC`], stands for every body that is static or asleep**; it never moves, and no
//! body owns it. The last row moves into the place of one that is removed, so the order of rows depends on
//! the history: it is *state*.

use crate::slot::{BodySlot, Slot};
use geom::Vec2;
use solver::{BodyInput, BodyRow, BodyState};

/// The data with which the motion of a step becomes a pose, and which decides about sleep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    /// *State.* The body of this row. Row 0 has none, and it is never read there.
    pub(crate) body: BodySlot,
    /// *State.* How long the body has been slow, s.
    pub(crate) slow_for: f32,
    /// *State.* The velocity that the body had when it became slow, m/s and rad/s. Nothing reads it while
    /// `slow_for` is zero.
    pub(crate) steady_velocity: (Vec2, f32),
    /// *State.* The force that acts in the next step, N.
    pub(crate) force: Vec2,
    /// *State.* The torque that acts in the next step, N m.
    pub(crate) torque: f32,
}

/// What the check for fast bodies reads of a body, beside its velocity; all of it is *derived* from the
/// record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// [`Body::reach`](super::Body::reach), m, but finite.
    pub(crate) reach: f32,
    /// [`Body::spin_reach`](super::Body::spin_reach), m, but finite.
    pub(crate) spin_reach: f32,
    /// How far it may move in a step without being fast, m; infinite for a body whose motion is not swept.
    pub(crate) fast_way: f32,
    /// The same for a body that is very fast.
    pub(crate) very_fast_way: f32,
}

/// The rows of awake bodies.
#[derive(Clone, Debug)]
pub(crate) struct AwakeBodies {
    /// *State*: velocities. *Scratch*: the change of pose within a step, and the inputs.
    pub(crate) solver: solver::Bodies,
    pub(crate) motions: Vec<Motion>,
    pub(crate) extents: Vec<Extent>,
}

impl AwakeBodies {
    /// The arrays with row 0 only.
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

    /// Makes these rows equal to others, but for the scratch of the solver.
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

    /// How many bodies are awake.
    pub(crate) fn len(&self) -> usize {
        self.motions.len() - 1
    }

    /// Adds a row for a body and returns its index.
    pub(super) fn push(&mut self, body: BodySlot, extent: Extent) -> BodyRow {
        self.extents.push(extent);
        self.motions.push(Motion { body, ..self.motions[0] });
        self.solver.push(BodyState::REST, BodyInput::INFINITE_MASS)
    }

    /// Removes a row. The last row takes its index; its body is returned, if the row removed was not the
    /// last.
    pub(super) fn swap_remove(&mut self, row: BodyRow) -> Option<BodySlot> {
        self.solver.swap_remove(row);
        self.motions.swap_remove(row.index());
        self.extents.swap_remove(row.index());
        self.motions.get(row.index()).map(|motion| motion.body)
    }
}
