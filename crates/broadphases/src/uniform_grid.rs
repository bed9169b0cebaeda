//! A uniform grid without bounds: a spatial hash.
//!
//! Each box is stored in every square cell that it covers, and compared only with the boxes in its own cells:
//!
//! ```text
//!    --+-----+-----+-----+--       box   stored in cells
//!      | +-----------+   |         3     (0, 1)  (1, 1)
//!      | | 3 |     +---+ |         7     (1, 1)  (1, 0)
//!      | +-----------|-+ |
//!    --+-----+-----+-|-+-+--       A query that covers all four cells finds 7 in (1, 0) and in (1, 1). It
//!      |     |     | +-+ |         reports 7 from the lowest and leftmost cell that both cover, (1, 0).
//!    --+-----+-----+-----+--
//! ```
//!
//! - **Cells are found by a hash of their indices**, so only cells with boxes need memory. The best are about
//!   twice as large as most boxes.
//! - **A box that covers more than [`MAX_CELLS`]** is in an extra cell, which every search visits.
//! - **A box is reported in only one of its cells**, by their indices, so searches need no marks and no
//!   exclusive access.
//! - **A search that covers more cells than there are boxes tests every box.**
//!
//! Source: Souto, *Video Game Physics II*, Broad Phase; Ericson, *Real-Time Collision Detection*, 7.1;
//! Teschner et al., "Optimized Spatial Hashing for Collision Detection of Deformable Objects", VMV 2003.
//! Turned down (`docs/experiments/broadphase.md`): each box only in the cell of its centre.

mod cells;
mod path;
mod table;
mod walk;

use crate::overlaps::{Overlaps, search_pairs};
use alloc::{collections::BTreeSet, format, string::String};
use broadphase::common::{Circle, DistanceQuery, Proxies, Proxy};
use broadphase::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use cells::{Cell, CellRange, LARGE, cell_index};
use core::ops::ControlFlow;
use geom::{Aabb, Point};
pub use path::VisitedCell;
use table::Table;
use thiserror::Error;
use walk::Walk;

/// A box that covers more is large. Up to here, updating its cells takes less time than testing it in every
/// search.
const MAX_CELLS: u64 = 64;

/// The default size of a cell, m: twice that of a crate.
const DEFAULT_CELL_SIZE: f64 = 2.0;

/// A spatial hash: boxes in the cells of a grid without bounds.
///
/// A change visits the cells that the box covers, if they differ from those before.
/// [`Broadphase::find_pairs`], a query and a ray visit the cells that they cover, the boxes in these, and all
/// boxes much larger than a cell.
///
/// ```
/// use broadphase::{Broadphase, Mobility};
/// use broadphases::UniformGrid;
/// use geom::{Aabb, Point, Vec2};
///
/// // Most boxes are half a metre wide.
/// let mut grid = UniformGrid::new(1.0)?;
/// for key in 0..100 {
///     grid.insert(key, Aabb::around([key as f32, 0.0], [0.25, 0.25]), Mobility::Moving)?;
/// }
/// // A ray along the row. The visitor answers where the ray ends from now on: it stops at the first box.
/// let mut found = Vec::new();
/// grid.cast_ray(Point::new(9.5, 0.0), Vec2::new(100.0, 0.0), 1.0, &mut |key| {
///     found.push(key);
///     0.0
/// });
/// assert_eq!(found, [10]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UniformGrid {
    /// m.
    cell_size: f64,
    proxies: Proxies,
    table: Table,
}

/// The error for a size of cells, m, that is not finite and above zero.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("the size of a cell must be finite and above zero, not {0} m")]
pub struct InvalidCellSize(pub f32);

impl Default for UniformGrid {
    /// A grid with cells of 2 m.
    fn default() -> Self {
        Self { cell_size: DEFAULT_CELL_SIZE, proxies: Proxies::default(), table: Table::default() }
    }
}

impl UniformGrid {
    /// A grid with square cells of `cell_size`, m. The best size is about twice that of most boxes.
    ///
    /// # Errors
    /// [`InvalidCellSize`] if it is not finite and positive.
    pub fn new(cell_size: f32) -> Result<Self, InvalidCellSize> {
        if !(cell_size.is_finite() && cell_size > 0.0) {
            return Err(InvalidCellSize(cell_size));
        }
        Ok(Self { cell_size: cell_size.into(), ..Self::default() })
    }

    fn covered_cells(&self, aabb: Aabb) -> CellRange {
        CellRange::of(aabb, self.cell_size)
    }

    fn cells_of(&self, aabb: Aabb) -> CellRange {
        let covered = self.covered_cells(aabb);
        if covered.count() > MAX_CELLS { CellRange { lower: LARGE, upper: LARGE } } else { covered }
    }

    fn in_cell(&self, cell: Cell) -> impl Iterator<Item = &Proxy> {
        self.table.in_cell(cell).map(|index| &self.proxies.list()[index as usize])
    }

    /// Those of `proxies` within reach whose cells `is_new` accepts; shortens the query to what `visit`
    /// answers.
    fn visit_within_reach<'a>(
        &self,
        proxies: impl Iterator<Item = &'a Proxy>,
        query: &mut impl DistanceQuery,
        is_new: impl Fn(&CellRange) -> bool,
        visit: &mut dyn FnMut(Key) -> f32,
    ) -> ControlFlow<()> {
        for proxy in proxies {
            if query.distance(proxy.aabb).is_some() && is_new(&self.covered_cells(proxy.aabb)) {
                query.shorten(visit(proxy.key))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The proxies that the cast touches along a walk, each once; shortens the cast to what `visit` answers.
    fn visit_along(
        &self,
        walk: &Walk,
        cast: &mut Cast,
        visit: &mut dyn FnMut(Key) -> f32,
    ) -> ControlFlow<()> {
        self.visit_within_reach(self.in_cell(LARGE), cast, |_| true, visit)?;
        let mut previous: Option<CellRange> = None;
        for crossing in walk.crossings() {
            if !cast.reaches(crossing.entry) {
                break;
            }
            let crossed = crossing.cells;
            // A walk keeps its direction along both axes: it never returns to a box met before the previous
            // column.
            let is_new = |covered: &CellRange| !previous.is_some_and(|previous| previous.overlaps(covered));
            let is_new_cell = |cell: Cell| !previous.is_some_and(|previous| previous.contains(cell));
            for cell in crossed.cells().filter(|&cell| is_new_cell(cell)) {
                let is_new_here =
                    |covered: &CellRange| crossed.first_common_cell(covered) == cell && is_new(covered);
                self.visit_within_reach(self.in_cell(cell), cast, is_new_here, visit)?;
            }
            previous = Some(crossed);
        }
        ControlFlow::Continue(())
    }

    /// The proxies within a circle, in growing squares of cells, until the shrinking circle lies within the
    /// last.
    fn visit_around(&self, mut circle: Circle, visit: &mut dyn FnMut(Key) -> f32) -> ControlFlow<()> {
        self.visit_within_reach(self.in_cell(LARGE), &mut circle, |_| true, visit)?;
        let center = circle.center().map(|x| cell_index(x, self.cell_size));
        let mut previous: Option<CellRange> = None;
        for ring in 0_i32.. {
            let nearest = previous.map_or(0.0, |square| square.depth(circle.center(), self.cell_size));
            if !circle.is_within_reach(nearest * nearest) {
                break;
            }
            let square = CellRange::around(center, ring);
            let is_new = |covered: &CellRange| !previous.is_some_and(|previous| previous.overlaps(covered));
            // More cells than boxes: quicker to test all boxes. (Squares end at the last cell.)
            if ring > 0 && square.count() > self.len() as u64 {
                let is_small = |proxy: &&Proxy| self.cells_of(proxy.aabb).lower != LARGE;
                let left = self.proxies.list().iter().filter(is_small);
                return self.visit_within_reach(left, &mut circle, is_new, visit);
            }
            for cell in square.border() {
                let is_new_here =
                    |covered: &CellRange| square.first_common_cell(covered) == cell && is_new(covered);
                self.visit_within_reach(self.in_cell(cell), &mut circle, is_new_here, visit)?;
            }
            previous = Some(square);
        }
        ControlFlow::Continue(())
    }
}

impl Overlaps for UniformGrid {
    fn proxy(&self, key: Key) -> Option<Proxy> {
        self.proxies.get(key).copied()
    }

    fn visit_overlapping(
        &self,
        aabb: Aabb,
        mut visit: impl FnMut(&Proxy) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let searched = self.covered_cells(aabb);
        if searched.count() > self.len() as u64 {
            return self.proxies.list().iter().filter(|proxy| proxy.aabb.overlaps(aabb)).try_for_each(visit);
        }
        self.in_cell(LARGE).filter(|proxy| proxy.aabb.overlaps(aabb)).try_for_each(&mut visit)?;
        for cell in searched.cells() {
            for proxy in self.in_cell(cell) {
                if proxy.aabb.overlaps(aabb)
                    && searched.first_common_cell(&self.covered_cells(proxy.aabb)) == cell
                {
                    visit(proxy)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Broadphase for UniformGrid {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        let index = self.len() as u32;
        self.proxies.insert(key, aabb, mobility)?;
        for cell in self.cells_of(aabb).cells() {
            self.table.add(cell, index);
        }
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let index = self.proxies.find(key)?;
        for cell in self.cells_of(self.proxies.list()[index as usize].aabb).cells() {
            self.table.remove(cell, index);
        }
        self.proxies.remove(key)?;
        // The last proxy has filled the gap.
        let last = self.len() as u32;
        if let Some(filler) = self.proxies.list().get(index as usize) {
            for cell in self.cells_of(filler.aabb).cells() {
                self.table.change_index(cell, last, index);
            }
        }
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let index = self.proxies.find(key)?;
        let old = self.cells_of(self.proxies.list()[index as usize].aabb);
        self.proxies.update(key, aabb)?;
        let new = self.cells_of(aabb);
        if new != old {
            old.cells().filter(|&cell| !new.contains(cell)).for_each(|cell| self.table.remove(cell, index));
            new.cells().filter(|&cell| !old.contains(cell)).for_each(|cell| self.table.add(cell, index));
        }
        Ok(())
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search_pairs(self, moved, search);
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        let _ = self.visit_overlapping(aabb, |proxy| visit(proxy.key));
    }

    fn cast(&self, mut cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        match Walk::new(&cast, self.cell_size).filter(|walk| walk.cells() <= self.len() as f64) {
            Some(walk) => {
                let _ = self.visit_along(&walk, &mut cast, visit);
            }
            None => self.proxies.visit_within_reach(cast, visit),
        }
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        let _ = self.visit_around(Circle::new(point, max_distance), visit);
    }

    fn contains(&self, key: Key) -> bool {
        self.proxies.get(key).is_some()
    }

    fn len(&self) -> usize {
        self.proxies.list().len()
    }

    fn clear(&mut self) {
        self.proxies.clear();
        self.table.clear();
    }

    /// The cells that hold boxes, all of depth 0, without that of large boxes.
    fn for_each_part(&self, visit: &mut dyn FnMut(u32, Aabb)) {
        let cells = self.proxies.list().iter().flat_map(|proxy| self.cells_of(proxy.aabb).cells());
        let used: BTreeSet<Cell> = cells.filter(|cell| *cell != LARGE).collect();
        used.into_iter().for_each(|cell| visit(0, self.bounds(cell)));
    }

    fn validate(&self) -> Result<(), String> {
        self.proxies.validate()?;
        self.table.validate()?;
        // Every box is once in each of its cells, and there are no more nodes: none is in another cell.
        let mut expected = 0;
        for (index, proxy) in (0_u32..).zip(self.proxies.list()) {
            for cell in self.cells_of(proxy.aabb).cells() {
                expected += 1;
                let times = self.table.in_cell(cell).filter(|&other| other == index).count();
                if times != 1 {
                    return Err(format!("key {} is {times} times in cell {cell:?}", proxy.key));
                }
            }
        }
        if expected == self.table.len() {
            Ok(())
        } else {
            Err(format!("{} nodes, but the boxes cover {expected} cells", self.table.len()))
        }
    }
}
