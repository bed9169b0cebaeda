//! Sets of connected bodies, and which of them become clusters.
//!
//! A set under a heavy body becomes one up to [`MAX_BODIES`], or [`MAX_DEEP_BODIES`] if it has sunk in.
//! Without a heavy body, soft rows carry the inner rows of a pyramid well, although these bear as much as
//! columns; so [`DirectContacts::Columns`] takes a set only if it stands as a column does, and
//! [`DirectContacts::Tall`] up to [`MAX_TALL`].

use super::super::columns::{MAX_COLUMN, MIN_COLUMN};
use super::super::pressed::Load;
use crate::DirectContacts;

/// The most bodies under a heavy body. Heaps of so many mixed bodies under 1,000 times their mass come to
/// rest with overlaps of 0.4 mm.
const MAX_BODIES: usize = 120;

/// The most if a loaded contact overlaps by more than [`DEEP`]. The sweeps let a larger heap sink in by 5 to
/// 20 cm, and how many of its bodies are loaded differs from step to step: with one bound for both, it would
/// be pushed apart and sink in by turns, and never come to rest.
const MAX_DEEP_BODIES: usize = 84;

/// m. With 0.01, some heaps stay with the sweeps after the impact of the load, and do not come to rest.
pub(super) const DEEP: f32 = 0.03;

/// The most bodies of a column with [`DirectContacts::Tall`].
const MAX_TALL: usize = 40;

/// As a share of K, under a heavy body: with 1e-2 a pile drifts under 1,000 times its mass, with 1e-4 wide
/// piles do not converge.
const HEAVY_GIVE: f64 = 1e-3;

/// With [`DirectContacts::Tall`], where no heavy body presses.
const TALL_GIVE: f64 = 3e-4;

/// In a column that is known to be one, which the give makes a spring: with 3e-4, one of 40 boxes sways by a
/// millimetre without end.
const COLUMN_GIVE: f64 = 1e-5;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Set {
    pub(super) size: u32,
    pub(super) touches: u32,
    pub(super) part: Option<u32>,
    is_heavy: bool,
    /// One body is the base of a tall column.
    is_tall: bool,
    /// One body bears its load outside of columns.
    is_branching: bool,
    /// One body touches a body of infinite mass.
    pub(super) is_standing: bool,
    /// A loaded contact overlaps by more than [`DEEP`].
    pub(super) is_deep: bool,
}

impl Set {
    pub(super) fn add(&mut self, load: Load) {
        self.size += 1;
        self.is_heavy |= load == Load::Heavy;
        self.is_tall |= load == Load::Base;
        self.is_branching |= load == Load::Tall;
    }

    /// As a share of K.
    pub(super) fn give(self, method: DirectContacts) -> f64 {
        if self.is_heavy {
            HEAVY_GIVE
        } else if method == DirectContacts::Columns {
            COLUMN_GIVE
        } else {
            TALL_GIVE
        }
    }

    /// For a cluster under a heavy body.
    pub(super) fn is_too_large(self) -> bool {
        let most = if self.is_deep { MAX_DEEP_BODIES } else { MAX_BODIES };
        self.is_heavy && self.size as usize > most
    }

    /// A column is tall, stands on a body of infinite mass, and is nowhere bonded with others.
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
