//! Which cells a search looks into: for pictures.

use super::cells::{Cell, CellRange};
use super::{UniformGrid, Walk};
use alloc::vec::Vec;
use broadphase::{Broadphase, Cast, Key};
use geom::{Aabb, Point, Vec2};

/// What [`UniformGrid::visit_cells`] and [`UniformGrid::visit_cells_on_ray`] show of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct VisitedCell {
    /// The square of the cell, m.
    pub aabb: Aabb,
    /// The keys of the boxes that are stored in it.
    pub keys: Vec<Key>,
    /// How far along the ray the cell's column begins, as a fraction of the ray; zero for a box query.
    pub entry: f32,
}

impl UniformGrid {
    /// Calls `visit` with every cell that a query for `aabb` (m) looks into, row by row; with none if they
    /// are more than the boxes, which are then all tested.
    ///
    /// ```
    /// use broadphase::{Broadphase, Mobility};
    /// use broadphases::UniformGrid;
    /// use geom::Aabb;
    ///
    /// let mut grid = UniformGrid::new(1.0)?;
    /// for key in 0..10 {
    ///     grid.insert(key, Aabb::around([key as f32 + 0.5, 0.5], [0.2, 0.2]), Mobility::Moving)?;
    /// }
    /// let mut keys = Vec::new();
    /// grid.visit_cells(Aabb::new([2.1, 0.1], [3.9, 0.9]), &mut |cell| keys.extend(cell.keys));
    /// assert_eq!(keys, [2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit_cells(&self, aabb: Aabb, visit: &mut dyn FnMut(VisitedCell)) {
        let searched = self.covered_cells(aabb);
        if searched.count() <= self.len() as u64 {
            searched.cells().for_each(|cell| visit(self.visited(cell, 0.0)));
        }
    }

    /// Calls `visit` with every cell that a ray looks into that nothing stops, in the order of the walk; with
    /// none if they are more than the boxes.
    ///
    /// ```
    /// use broadphase::{Broadphase, Mobility};
    /// use broadphases::UniformGrid;
    /// use geom::{Aabb, Point, Vec2};
    ///
    /// let mut grid = UniformGrid::new(1.0)?;
    /// for key in 0..10 {
    ///     grid.insert(key, Aabb::around([key as f32 + 0.5, 0.5], [0.2, 0.2]), Mobility::Moving)?;
    /// }
    /// let mut columns = Vec::new();
    /// let (origin, along) = (Point::new(0.5, 0.5), Vec2::new(4.0, 0.0));
    /// grid.visit_cells_on_ray(origin, along, &mut |cell| columns.push(cell.aabb.lower.x));
    /// assert_eq!(columns, [0.0, 1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit_cells_on_ray(&self, origin: Point, translation: Vec2, visit: &mut dyn FnMut(VisitedCell)) {
        let walk = Walk::new(&Cast::ray(origin, translation, 1.0), self.cell_size);
        let mut previous: Option<CellRange> = None;
        for crossing in walk.iter().filter(|walk| walk.cells() <= self.len() as f64).flat_map(Walk::crossings)
        {
            let is_new = |cell: &Cell| !previous.is_some_and(|previous| previous.contains(*cell));
            crossing.cells.cells().filter(is_new).for_each(|cell| visit(self.visited(cell, crossing.entry)));
            previous = Some(crossing.cells);
        }
    }

    pub(super) fn bounds(&self, cell: Cell) -> Aabb {
        let border = |index: i32| (f64::from(index) * self.cell_size) as f32;
        let corner = |by: i32| Point::new(border(cell[0] + by), border(cell[1] + by));
        Aabb { lower: corner(0), upper: corner(1) }
    }

    fn visited(&self, cell: Cell, entry: f32) -> VisitedCell {
        let aabb = self.bounds(cell);
        let mut keys: Vec<Key> = self.in_cell(cell).map(|proxy| proxy.key).collect();
        keys.sort_unstable();
        VisitedCell { aabb, keys, entry }
    }
}
