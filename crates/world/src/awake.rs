//! The rows of the bodies that move: three parallel arrays, dense, so that the cost of a step depends on what
//! is awake alone.

use geom::Point;
use geom::Vec2;
use solver::{Bodies, BodyInput, BodyRow, BodyState};

/// The row of a body that is static or asleep.
pub(crate) const NOT_AWAKE: BodyRow = BodyRow::STATIC;

/// The warm part: what integrates a step into the pose, and decides about sleep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    /// Slot of the body.
    pub(crate) body: u32,
    /// How long it has been slow, s.
    pub(crate) slow_for: f32,
    /// Centre of mass, m: the position that is integrated, from which the body's origin follows.
    pub(crate) center: Point,
    /// Force of this step, N.
    pub(crate) force: Vec2,
    /// Torque of this step, N m.
    pub(crate) torque: f32,
}

/// The awake bodies. Row 0 is the ground.
#[derive(Clone, Debug)]
pub(crate) struct Awake {
    pub(crate) bodies: Bodies,
    pub(crate) motions: Vec<Motion>,
    /// Whether a body has come, gone or changed its row since the contacts were last told.
    pub(crate) rows_changed: bool,
}

impl Awake {
    pub(crate) fn new() -> Self {
        let ground = Motion {
            body: u32::MAX,
            slow_for: 0.0,
            center: Point::origin(),
            force: Vec2::zeros(),
            torque: 0.0,
        };
        Self { bodies: Bodies::new(), motions: vec![ground], rows_changed: false }
    }

    /// Adds a row and returns its index.
    pub(crate) fn push(&mut self, body: u32, center: Point, state: BodyState) -> BodyRow {
        self.rows_changed = true;
        self.motions.push(Motion { body, center, ..self.motions[0] });
        self.bodies.push(state, BodyInput::INFINITE_MASS)
    }

    /// Removes a row and returns its state, and the slot of the body that has taken its place.
    pub(crate) fn swap_remove(&mut self, row: BodyRow) -> (BodyState, Option<u32>) {
        self.rows_changed = true;
        let state = self.bodies.swap_remove(row);
        self.motions.swap_remove(row.index());
        (state, self.motions.get(row.index()).map(|motion| motion.body))
    }
}
