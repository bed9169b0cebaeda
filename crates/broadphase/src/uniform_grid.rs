//! A uniform grid without bounds: a spatial hash.
//!
//! The plane is cut into square cells, and each box is noted in every cell that it covers. Boxes that overlap have a
//! cell in common, so a box need only be compared with those noted in its own cells.
//!
//! ```text
//!    --+-----+-----+-----+--       box   noted in
//!      | +-----------+   |         3     (0, 1)  (1, 1)
//!      | | 3 |     +---+ |         7     (1, 1)  (1, 0)
//!      | +-----------|-+ |
//!    --+-----+-----+-|-+-+--       a query that covers all four finds 7 in (1, 0) and again in (1, 1),
//!      |     |     | +-+ |         and reports it from the lower left of the cells that both cover
//!    --+-----+-----+-----+--
//! ```
//!
//! - **Cells are a hash of their numbers**, so only those that hold something take memory.
//! - **A box changes cells when it has to.** A box that moves within the cells it covers is written over, no more.
//! - **Large boxes have a cell of their own**, which every search visits. A box that covered more than
//!   [`MOST_CELLS`] would have to be noted in all of them.
//! - **Nothing is found twice, and no mark is set.** A box that a search meets in several cells is reported from one
//!   that both sides can tell from their numbers; so searches need no exclusive access and no memory. For a ray
//!   that is the first of its columns of cells in which it meets the box.
//! - **A search of more cells than there are boxes looks at every box instead.** So the whole plane may be
//!   queried, and a ray may be endless.
//!
//! One size of cell suits one size of box. In cells much larger than the boxes many meet that are far from each
//! other; of smaller cells each box needs many, or it counts as large, and what is large is compared with
//! everything. The least work is at about twice the size of the boxes.
//!
//! | file | holds |
//! |---|---|
//! | `uniform_grid.rs` | boxes in cells: the broad phase |
//! | `uniform_grid/cells.rs` | which cells a box covers |
//! | `uniform_grid/table.rs` | who is in which cell: the hash table |
//! | `uniform_grid/walk.rs` | which cells a ray crosses |
//!
//! Source: seed 004, Broad Phase, which names grids and hashing; Ericson, Real-Time Collision Detection, 7.1;
//! Teschner et al., "Optimized Spatial Hashing for Collision Detection of Deformable Objects", VMV 2003. Turned
//! down: each box in the one cell of its centre, with a search of the neighbours. It asks that no box be larger than
//! a cell, and every search visits nine.

mod cells;
mod table;
mod walk;

use crate::boxes::{self, Boxes, Entry, pair};
use crate::probe::{Circle, Probe};
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{format, string::String};
use cells::{Cell, CellRange, LARGE, index};
use core::ops::ControlFlow;
use geom::{Aabb, Point};
use table::Table;
use thiserror::Error;
use walk::Walk;

/// A box that covers more cells, 8 x 8 say, counts as large. Up to here changing its cells costs less than what
/// every other box would pay for having to look at it.
const MOST_CELLS: u64 = 64;

/// The size of the cells unless told otherwise, m: twice that of a crate.
const DEFAULT_CELL_SIZE: f64 = 2.0;

/// Boxes noted in the cells of a grid without bounds, those of the same size as the cells at the lowest cost.
///
/// A change costs the cells that the box covers, if these are others than before; [`Broadphase::find_pairs`], a
/// query and a ray cost the cells they cover and what is in them, and all boxes much larger than a cell.
#[derive(Clone, Debug)]
pub struct UniformGrid {
    /// m.
    cell_size: f64,
    boxes: Boxes,
    /// Of places in `boxes`.
    table: Table,
}

/// Why there is no such grid.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("the size of a cell must be finite and above zero, not {0} m")]
pub struct InvalidCellSize(pub f32);

impl Default for UniformGrid {
    /// With cells of 2 m.
    fn default() -> Self {
        Self { cell_size: DEFAULT_CELL_SIZE, boxes: Boxes::default(), table: Table::default() }
    }
}

impl UniformGrid {
    /// With square cells, `cell_size` m wide: about twice as much as most boxes.
    ///
    /// # Errors
    /// [`InvalidCellSize`] if it is not finite and positive.
    pub fn new(cell_size: f32) -> Result<Self, InvalidCellSize> {
        if !(cell_size.is_finite() && cell_size > 0.0) {
            return Err(InvalidCellSize(cell_size));
        }
        Ok(Self { cell_size: cell_size.into(), ..Self::default() })
    }

    fn covered(&self, aabb: Aabb) -> CellRange {
        CellRange::of(aabb, self.cell_size)
    }

    /// The cells in which a box is noted.
    fn noted_in(&self, aabb: Aabb) -> CellRange {
        let covered = self.covered(aabb);
        if covered.count() > MOST_CELLS { CellRange { lower: LARGE, upper: LARGE } } else { covered }
    }

    fn in_cell(&self, cell: Cell) -> impl Iterator<Item = &Entry> {
        self.table.in_cell(cell).map(|place| &self.boxes.entries[place as usize])
    }

    /// Visits the entries that overlap `aabb`, each once.
    fn search(&self, aabb: Aabb, mut visit: impl FnMut(&Entry) -> ControlFlow<()>) -> ControlFlow<()> {
        let searched = self.covered(aabb);
        if searched.count() > self.len() as u64 {
            return self.boxes.entries.iter().filter(|entry| entry.aabb.overlaps(aabb)).try_for_each(visit);
        }
        self.in_cell(LARGE).filter(|entry| entry.aabb.overlaps(aabb)).try_for_each(&mut visit)?;
        for cell in searched.cells() {
            for entry in self.in_cell(cell) {
                if entry.aabb.overlaps(aabb) && searched.first_in_common(&self.covered(entry.aabb)) == cell {
                    visit(entry)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the entries that the cast touches along a walk, each once, and shortens it to what `visit` answers.
    fn search_along(
        &self,
        walk: &Walk,
        cast: &mut Cast,
        visit: &mut dyn FnMut(Key) -> f32,
    ) -> ControlFlow<()> {
        for entry in self.in_cell(LARGE) {
            if cast.entry(entry.aabb).is_some() {
                cast.shorten(visit(entry.key))?;
            }
        }
        let mut before: Option<CellRange> = None;
        for crossing in walk.crossings() {
            if !cast.reaches(crossing.entry) {
                break;
            }
            let crossed = crossing.cells;
            // A walk goes one way on both axes, so whatever it met in an earlier column and not in the last one it
            // does not meet again.
            let is_new = |covered: &CellRange| !before.is_some_and(|before| before.meets(covered));
            // Nothing that is in a cell of the last column is new.
            let is_new_cell = |cell: Cell| !before.is_some_and(|before| before.contains(cell));
            for cell in crossed.cells().filter(|&cell| is_new_cell(cell)) {
                for entry in self.in_cell(cell) {
                    if cast.entry(entry.aabb).is_none() {
                        continue;
                    }
                    let covered = self.covered(entry.aabb);
                    if crossed.first_in_common(&covered) == cell && is_new(&covered) {
                        cast.shorten(visit(entry.key))?;
                    }
                }
            }
            before = Some(crossed);
        }
        ControlFlow::Continue(())
    }

    /// Visits the entries within a circle, in squares of cells that grow around its centre, until the circle, which
    /// shrinks, lies within the last one.
    fn search_around(&self, mut circle: Circle, visit: &mut dyn FnMut(Key) -> f32) -> ControlFlow<()> {
        for entry in self.in_cell(LARGE) {
            if circle.reach(entry.aabb).is_some() {
                circle.shorten(visit(entry.key))?;
            }
        }
        let center = circle.center().map(|x| index(x, self.cell_size));
        let mut before: Option<CellRange> = None;
        for ring in 0_i32.. {
            let nearest = before.map_or(0.0, |square| square.depth(circle.center(), self.cell_size));
            if !circle.reaches(nearest * nearest) {
                break;
            }
            let square = CellRange::around(center, ring);
            let is_new = |covered: &CellRange| !before.is_some_and(|before| before.meets(covered));
            // As many cells as boxes: the rest is found sooner among the boxes. (Squares do not go past the last cell.)
            if ring > 0 && square.count() > self.len() as u64 {
                let left = self.boxes.entries.iter().filter(|entry| self.noted_in(entry.aabb).lower != LARGE);
                for entry in left {
                    if circle.reach(entry.aabb).is_some() && is_new(&self.covered(entry.aabb)) {
                        circle.shorten(visit(entry.key))?;
                    }
                }
                break;
            }
            for cell in square.border() {
                for entry in self.in_cell(cell) {
                    if circle.reach(entry.aabb).is_none() {
                        continue;
                    }
                    let covered = self.covered(entry.aabb);
                    if square.first_in_common(&covered) == cell && is_new(&covered) {
                        circle.shorten(visit(entry.key))?;
                    }
                }
            }
            before = Some(square);
        }
        ControlFlow::Continue(())
    }
}

impl Broadphase for UniformGrid {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        let place = self.len() as u32;
        self.boxes.insert(key, aabb, mobility)?;
        for cell in self.noted_in(aabb).cells() {
            self.table.add(cell, place);
        }
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let place = self.boxes.find(key)?;
        for cell in self.noted_in(self.boxes.entries[place as usize].aabb).cells() {
            self.table.remove(cell, place);
        }
        self.boxes.remove(key)?;
        // The last box has filled the gap, unless it was the one removed.
        let last = self.len() as u32;
        if let Some(filler) = self.boxes.entries.get(place as usize) {
            for cell in self.noted_in(filler.aabb).cells() {
                self.table.rename(cell, last, place);
            }
        }
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let place = self.boxes.find(key)?;
        let old = self.noted_in(self.boxes.entries[place as usize].aabb);
        self.boxes.update(key, aabb)?;
        let new = self.noted_in(aabb);
        if new != old {
            old.cells().filter(|&cell| !new.contains(cell)).for_each(|cell| self.table.remove(cell, place));
            new.cells().filter(|&cell| !old.contains(cell)).for_each(|cell| self.table.add(cell, place));
        }
        Ok(())
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search.for_each(moved, |key, pairs| {
            let Some(entry) = self.boxes.get(key) else { return };
            // Two that moved find each other: a second report costs the caller less than asking does here.
            let _ = self.search(entry.aabb, |other| {
                if other.key != key && other.meets(entry) {
                    pairs.push(pair(key, other.key));
                }
                ControlFlow::Continue(())
            });
        });
    }

    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        let _ = self.search(aabb, |entry| visit(entry.key));
    }

    fn cast(&self, mut cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        match Walk::along(&cast, self.cell_size).filter(|walk| walk.cells() <= self.len() as f64) {
            Some(walk) => {
                let _ = self.search_along(&walk, &mut cast, visit);
            }
            None => boxes::search(&self.boxes.entries, cast, visit),
        }
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        let _ = self.search_around(Circle::new(point, max_distance), visit);
    }

    fn len(&self) -> usize {
        self.boxes.entries.len()
    }

    fn clear(&mut self) {
        self.boxes.clear();
        self.table.clear();
    }

    fn validate(&self) -> Result<(), String> {
        self.boxes.validate()?;
        self.table.validate()?;
        // Every box once in each of its cells, and no more nodes than that: then none is anywhere else.
        let mut noted = 0;
        for (place, entry) in (0_u32..).zip(&self.boxes.entries) {
            for cell in self.noted_in(entry.aabb).cells() {
                noted += 1;
                let times = self.table.in_cell(cell).filter(|&other| other == place).count();
                if times != 1 {
                    return Err(format!("key {} is noted {times} times in cell {cell:?}", entry.key));
                }
            }
        }
        if noted == self.table.len() {
            Ok(())
        } else {
            Err(format!("{} nodes for {noted} boxes in cells", self.table.len()))
        }
    }
}
