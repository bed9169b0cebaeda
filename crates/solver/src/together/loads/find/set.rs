//! Sets of connected bodies, and which of them become clusters.
//!
//! A set under a heavy body becomes one up to [`MAX_BODIES`], or [`MAX_DEEP_BODIES`] if it has sunk in.
//! Without a heavy body, soft rows carry the inner rows of a pyramid well, although these bear as much as
//! columns; so with [`DirectContacts::Tall`] a set becomes one up to [`MAX_TALL`], and with
//! [`DirectContacts::Columns`] only if it stands as a column does.

use super::super::columns::{MAX_COLUMN, MIN_COLUMN};
use super::super::pressed::Load;
use crate::DirectContacts;

/// The most bodies of a cluster under a heavy body. Heaps of so many mixed bodies under 1,000 times their
/// mass come to rest with overlaps of 0.4 mm.
const MAX_BODIES: usize = 120;

/// The most if a loaded contact overlaps by more than [`DEEP`]. The sweeps carry a heap of more than
/// [`MAX_BODIES`], and let it sink in by 5 to 20 cm. How many of its bodies are loaded differs from step to
/// step. Solved together whenever they are few enough, it would be pushed apart and sink in by turns, and
/// never come to rest: 13 of 112 heaps of 86 to 128 bodies with one bound of 84, 3 with one of 120 for three
/// times the time of a step, none with the two.
const MAX_DEEP_BODIES: usize = 84;

/// m. With 0.01, heaps stay with the sweeps after the impact in which the load lands: 6 of the same 112 do
/// not come to rest, and half as many come to rest without sinking in.
pub(super) const DEEP: f32 = 0.03;

/// The most bodies of a column with [`DirectContacts::Tall`].
const MAX_TALL: usize = 40;

/// The give of a row, as a share of K, under a heavy body: with 1e-2 a pile drifts under 1,000 times its
/// mass, with 1e-4 wide piles do not converge.
const HEAVY_GIVE: f64 = 1e-3;

/// The same with [`DirectContacts::Tall`], where no heavy body presses.
const TALL_GIVE: f64 = 3e-4;

/// The same in a column that is known to be one. The give makes the column a spring: with 3e-4, one of 40
/// boxes sways by a millimetre without end, at 2.6 Hz; with 1e-5 one of 60 is at rest after 0.2 s.
const COLUMN_GIVE: f64 = 1e-5;

/// A set of connected bodies that may become a cluster.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Set {
    /// The number of its bodies, and of its contacts.
    pub(super) size: u32,
    pub(super) touches: u32,
    /// The part that it becomes.
    pub(super) part: Option<u32>,
    /// Whether a heavy body presses on one of them.
    is_heavy: bool,
    /// Whether one of them is the base of a tall column.
    is_tall: bool,
    /// Whether one of them bears its load outside of columns.
    is_branching: bool,
    /// Whether it touches a body of infinite mass.
    pub(super) is_standing: bool,
    /// Whether one of its loaded contacts overlaps by more than [`DEEP`].
    pub(super) is_deep: bool,
}

impl Set {
    /// Adds a body that carries such a load.
    pub(super) fn add(&mut self, load: Load) {
        self.size += 1;
        self.is_heavy |= load == Load::Heavy;
        self.is_tall |= load == Load::Base;
        self.is_branching |= load == Load::Tall;
    }

    /// The give of the rows of a cluster of these bodies, as a share of K.
    pub(super) fn give(self, method: DirectContacts) -> f64 {
        if self.is_heavy {
            HEAVY_GIVE
        } else if method == DirectContacts::Columns {
            COLUMN_GIVE
        } else {
            TALL_GIVE
        }
    }

    /// Whether it has more bodies than a cluster under a heavy body may.
    pub(super) fn is_too_large(self) -> bool {
        let most = if self.is_deep { MAX_DEEP_BODIES } else { MAX_BODIES };
        self.is_heavy && self.size as usize > most
    }

    /// Whether it becomes a cluster. A column is tall, stands on a body of infinite mass, and is nowhere
    /// bonded with others.
    pub(super) fn is_chosen(self, method: DirectContacts) -> bool {
        let size = self.size as usize;
        match method {
            _ if self.touches == 0 => false,
            _ if self.is_heavy => !self.is_too_large(),
            DirectContacts::Off | DirectContacts::Heavy => false,
            DirectContacts::Columns => {
                self.is_tall
                    && self.is_standing
                    && !self.is_branching
                    && (MIN_COLUMN..=MAX_COLUMN).contains(&size)
            }
            DirectContacts::Tall => size <= MAX_TALL,
        }
    }
}
