//! The bounds of a direct solve of joints: one list for trees in lanes (`trees.rs`) and for all other
//! mechanisms (`mechanisms.rs`). What each keeps a solve from is in `docs/corrections.md`.

/// The most rounds of the active set. After them, impulses beyond their bounds are cut off.
pub(super) const MAX_ROUNDS: usize = 12;

/// After this many rounds only one row changes its side in a round, the first one: then no set comes twice in
/// small systems, where all rows at once might alternate for ever.
pub(super) const ROUNDS_OF_ALL: usize = 6;

/// The most rounds in which inertia is added.
pub(super) const ROUNDS_OF_INERTIA: usize = 3;

/// A body has enough inertia if its impulses demand at most this many times as much: (w h)^2 of
/// `joint/geometric_stiffness.rs`, of which less than 4 is stable. What it then gets makes it 1.
pub(super) const STABLE: f64 = 1.5;

/// A row adds at most this many times the inertia of its body. All probes of `docs/mechanisms.md` hold with a
/// tenth of it, a chain with 10,000 times the mass of a link among them. Rows that contradict each other
/// would demand any number, and then turn their bodies with any force.
pub(super) const MOST_INERTIA: f64 = 1e3;

/// Bodies that turn by more than this within a sub-step, rad, are not followed along their curve: the solves
/// would not converge.
pub(super) const MAX_ANGLE: f64 = 0.5;

/// Nor is a row followed whose points leave the straight line by more than this share of its arms: a point of
/// a body that turns by [`MAX_ANGLE`], or a rod that turns by as much between two bodies that do not.
pub(super) const MAX_DEVIATION: f64 = 0.5 * MAX_ANGLE * MAX_ANGLE;

/// The give where rows may contradict each other, as a part of K. Their impulses are the contradiction over
/// the give, with opposite signs, and the rows keep them as `f32`: with 1e-8 the rounding would shake the
/// bodies. A bridge under a thousand times the mass of a plank gives way by 0.06 mm.
pub(super) const CLOSED_GIVE: f64 = 1e-5;

/// The give of the rigid rows of a mechanism that does contradict itself, for the rest of the step.
pub(super) const SOFT_GIVE: f64 = 1e-2;

/// Rows contradict each other if they keep an error of this share of their arms, or this angle, rad. Rounding
/// and the gaps of levels that people have built are less.
pub(super) const CONTRADICTION: f64 = 2e-3;

/// Rows also contradict each other if an impulse alone would change its row by more than this, m/s or rad/s:
/// stored as `f32`, its rounding would move the bodies by centimetres a second. A chain that bears 10,000
/// times the mass of a link has a hundredth of it.
pub(super) const TOO_STRONG: f64 = 1e6;

/// A solve that makes a body turn by more than this within the sub-step, rad, shows rows that contradict each
/// other, or nearly: two rods to bodies that move apart, a crank at its dead point. A solve that stops such a
/// body shows nothing: warm starts turn a small bob on a long lever as fast.
pub(super) const TURNED_TOO_FAR: f64 = 8.0;

/// If a body would be faster after a solve, m/s or rad/s, the rows have no answer: they contradict each other
/// and what the sweeps do. The solve is undone.
pub(super) const MOST_SPEED: f64 = 1e7;
