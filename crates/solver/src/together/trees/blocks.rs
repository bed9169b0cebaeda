//! The memory of a bunch: the records of nodes, and edges in blocks of eight.

#![allow(unsafe_code)]

use super::rows::Spatial;
use crate::body::BodyIndex;
use crate::lanes::ZERO;
use compute::lanes::Column;
use compute::{LANES, Lanes, Shared};

/// The numbers of a node, in groups of four:
///
/// ```text
///    0  velocity x, y, w after the solve; 1 / mass      4  v x, y, w; B ww
///    8  B xx, xy, yy, xw                               12  i x, y, w, or B yw in the place of w
///   16  inertia: added, demanded, held; 1 / inertia   20  what the last biased sweeps changed of w; -
/// ```
///
/// A node of which nothing hangs needs no v and B: they are those of its body. The first edge below a node
/// writes its groups 4 to 12.
pub(super) type Record = [f32; 24];

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) body: BodyIndex,
    pub(super) record: u32,
    pub(super) tree: u32,
}

/// Eight edges of one rank whose links have the same patterns.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeBlock {
    /// Records; those of lanes without an edge are the last one of the bunch.
    pub(super) child: [u32; LANES],
    pub(super) parent: [u32; LANES],
    pub(super) child_bodies: [BodyIndex; LANES],
    pub(super) parent_bodies: [BodyIndex; LANES],
    pub(super) trees: [u8; LANES],
    pub(super) used: u8,
    /// Lanes whose child or parent impulses move.
    pub(super) write_child: u8,
    pub(super) write_parent: u8,
    /// Of child and parent.
    pub(super) inverse: [[Column; 2]; 2],
    /// Among those of the bunch.
    pub(super) first_link: u32,
    pub(super) links: u32,
    pub(super) first_row: u32,
    pub(super) rows: u32,
    pub(super) is_bounded: bool,
    pub(super) places: EdgePlaces,
    /// L below its diagonal: 10, 20, 21, 30, 31, 32.
    pub(super) lower: [Column; 6],
    /// The angular velocities of child and parent for which the biases are, rad/s.
    pub(super) expected: [Column; 2],
}

/// Whether nothing hangs from the children, whether these are the first edges below their parents, and
/// whether they are the last ones below roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EdgePlaces {
    pub(super) is_leaf: bool,
    pub(super) is_first: bool,
    pub(super) is_last_of_root: bool,
}

impl EdgePlaces {
    pub(super) fn key(self) -> u64 {
        u64::from(self.is_leaf) | u64::from(self.is_first) << 1 | u64::from(self.is_last_of_root) << 2
    }
}

impl EdgeBlock {
    pub(super) const EMPTY: Self = Self {
        child: [0; LANES],
        parent: [0; LANES],
        child_bodies: [BodyIndex::STATIC; LANES],
        parent_bodies: [BodyIndex::STATIC; LANES],
        trees: [0; LANES],
        used: 0,
        write_child: 0,
        write_parent: 0,
        inverse: [[ZERO; 2]; 2],
        first_link: 0,
        links: 0,
        first_row: 0,
        rows: 0,
        is_bounded: false,
        places: EdgePlaces { is_leaf: false, is_first: false, is_last_of_root: false },
        lower: [ZERO; 6],
        expected: [ZERO; 2],
    };

    pub(super) fn own_rows(&self) -> core::ops::Range<usize> {
        self.first_row as usize..(self.first_row + self.rows) as usize
    }

    pub(super) fn own_links(&self) -> core::ops::Range<usize> {
        self.first_link as usize..(self.first_link + self.links) as usize
    }
}

pub(super) const fn place(row: usize, column: usize) -> usize {
    row * (row - 1) / 2 + column
}

#[derive(Clone, Copy)]
pub(super) struct Records<'a>(Shared<'a, Record>);

impl<'a> Records<'a> {
    /// # Safety
    /// All indices that are used with it are below the number of records, and nobody else uses these.
    pub(super) unsafe fn new(records: Shared<'a, Record>) -> Self {
        Self(records)
    }

    #[inline(always)]
    pub(super) fn read<L: Lanes, const AT: usize>(self, at: &[u32; LANES]) -> [L; 4] {
        // SAFETY: the promise of `new`.
        unsafe { L::read_shared::<24, AT>(self.0, at) }
    }

    #[inline(always)]
    pub(super) fn spatial<L: Lanes, const AT: usize>(self, at: &[u32; LANES]) -> Spatial<L> {
        let [x, y, w, _] = self.read::<L, AT>(at);
        Spatial { x, y, w }
    }

    #[inline(always)]
    pub(super) fn write<L: Lanes, const AT: usize>(self, values: [L; 4], at: &[u32; LANES]) {
        // SAFETY: the promise of `new`.
        unsafe { L::write_shared::<24, AT>(values, self.0, at, u8::MAX) };
    }

    #[inline(always)]
    pub(super) fn one(&self, node: &Node) -> &mut Record {
        self.at(node.record)
    }

    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub(super) fn at(&self, index: u32) -> &mut Record {
        // SAFETY: the promise of `new`.
        unsafe { &mut self.0.slice(index as usize..index as usize + 1)[0] }
    }
}
