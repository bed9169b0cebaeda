//! The bounds of a direct solve of joints, for trees in lanes and for other mechanisms: see
//! `docs/corrections.md`.

/// Of the active set. After them, impulses beyond their bounds are cut off.
pub(super) const MAX_ROUNDS: usize = 12;

/// After these, only the first row changes its side in a round: no set comes twice in small systems, where
/// all at once might alternate for ever.
pub(super) const ROUNDS_OF_ALL: usize = 6;

pub(super) const ROUNDS_OF_INERTIA: usize = 3;

/// A body has enough inertia if (w h)^2 of `joint/geometric_stiffness.rs`, stable below 4, is at most this.
/// Else it gets what makes it 1.
pub(super) const STABLE: f64 = 1.5;

/// The most that a row adds, in inertias of the body: rows that contradict each other would demand any
/// number. All probes of `docs/mechanisms.md` hold with a tenth.
pub(super) const MOST_INERTIA: f64 = 1e3;

/// rad. Bodies that turn by more in a sub-step are not followed along their curve: solves would not converge.
pub(super) const MAX_ANGLE: f64 = 0.5;

/// Nor is a row whose points leave the straight line by more than this share of its arms.
pub(super) const MAX_DEVIATION: f64 = 0.5 * MAX_ANGLE * MAX_ANGLE;

/// The give where rows may contradict each other, as a part of K: impulses are then the contradiction over
/// the give, and with 1e-8 their rounding to `f32` would shake the bodies.
pub(super) const CLOSED_GIVE: f64 = 1e-5;

/// Of the rigid rows of a mechanism that contradicts itself, for the rest of the step.
pub(super) const SOFT_GIVE: f64 = 1e-2;

/// Rows contradict each other if they keep an error of this share of their arms, or this angle, rad: more
/// than rounding, and gaps in levels that people have built.
pub(super) const CONTRADICTION: f64 = 2e-3;

/// They also do if an impulse alone would change its row by more than this, m/s or rad/s: its rounding to
/// `f32` would move bodies by centimetres a second.
pub(super) const TOO_STRONG: f64 = 1e6;

/// rad. A solve that turns a body by more within a sub-step shows rows that contradict each other, or nearly:
/// two rods to bodies that move apart, a crank at its dead point. One that stops such a body shows nothing,
/// because warm starts turn a small bob on a long lever as fast.
pub(super) const TURNED_TOO_FAR: f64 = 8.0;

/// m/s or rad/s. A solve after which a body would be faster is undone: the rows contradict each other and the
/// sweeps.
pub(super) const MOST_SPEED: f64 = 1e7;
