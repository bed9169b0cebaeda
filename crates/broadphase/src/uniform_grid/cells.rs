//! Which cells a box covers.
//!
//! ```text
//!      |     |  #######  |           box # covers the cells from (1, 0) to (2, 1)
//!    --+-----+--#-----#--+--  1
//!      |     |  #######  |
//!    --+-----+-----+-----+--  0
//!      0     1     2
//! ```
//!
//! The searches only need that the index of the cell never falls as the coordinate rises. Then boxes that
//! overlap have a cell in common, however coordinates are rounded or clamped. Rays also need that a point
//! lies between the borders of its cell: see [`MAX_INDEX`].

use geom::Aabb;

/// Column and row.
pub(super) type Cell = [i32; 2];

/// The greatest index of a cell in either direction. What lies farther out, beyond 5e8 m with cells of 2 m,
/// counts as in the last cell. Boxes there are found, but each is compared with all others there.
///
/// Up to this index f64 is exact. The border of a cell is the product of 28 bits and the 24 bits of an f32.
/// And if the quotient of two f32 is not an integer, it is too far from any integer for a division in f64 to
/// round to it.
pub(super) const MAX_INDEX: i32 = 1 << 28;

/// The cell of the boxes that are too large for cells. It lies beyond the last cell, so no other box and no
/// ray is in it.
pub(super) const LARGE: Cell = [i32::MAX; 2];

/// The column of x, or the row of y, with cells of `size`, all in m.
#[inline]
pub(super) fn cell_index(coordinate: f64, size: f64) -> i32 {
    let quotient = coordinate / size;
    // `as` rounds towards zero, saturates, and turns NaN into 0.
    let truncated = quotient as i32;
    let floor = truncated.saturating_sub(i32::from(f64::from(truncated) > quotient));
    floor.clamp(-MAX_INDEX, MAX_INDEX)
}

/// The cells from the lower left to the upper right one, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRange {
    pub lower: Cell,
    pub upper: Cell,
}

impl CellRange {
    /// The cells that a box covers; none for an empty box.
    #[inline]
    pub fn of(aabb: Aabb, size: f64) -> Self {
        let cell =
            |corner: geom::Point| [cell_index(corner.x.into(), size), cell_index(corner.y.into(), size)];
        Self { lower: cell(aabb.lower), upper: cell(aabb.upper) }
    }

    /// A square of cells with `ring` cells to each side of the centre.
    pub fn around(center: Cell, ring: i32) -> Self {
        let side = |x: i32, by: i32| x.saturating_add(by).clamp(-MAX_INDEX, MAX_INDEX);
        Self { lower: center.map(|x| side(x, -ring)), upper: center.map(|x| side(x, ring)) }
    }

    /// The distance from a point within the cells to the nearest border, m. The last cells have no outer
    /// border.
    pub fn depth(&self, point: [f64; 2], size: f64) -> f64 {
        let mut depth = f64::INFINITY;
        for (axis, at) in point.into_iter().enumerate() {
            let low = at - f64::from(self.lower[axis]) * size;
            let high = f64::from(self.upper[axis] + 1) * size - at;
            if self.lower[axis] > -MAX_INDEX && low < depth {
                depth = low;
            }
            if self.upper[axis] < MAX_INDEX && high < depth {
                depth = high;
            }
        }
        depth
    }

    /// The cells along the border: the lower row, the upper row, then the rest of the left and right columns.
    pub fn border(self) -> impl Iterator<Item = Cell> {
        let Self { lower: [left, bottom], upper: [right, top] } = self;
        let row = move |y: i32| (left..=right).map(move |x| [x, y]);
        let column = move |x: i32| (bottom + 1..top).map(move |y| [x, y]);
        let upper_row = (top > bottom).then(|| row(top)).into_iter().flatten();
        let right_column = (right > left).then(|| column(right)).into_iter().flatten();
        row(bottom).chain(upper_row).chain(column(left)).chain(right_column)
    }

    pub fn count(&self) -> u64 {
        let side = |axis: usize| i64::from(self.upper[axis]) - i64::from(self.lower[axis]) + 1;
        side(0).max(0) as u64 * side(1).max(0) as u64
    }

    pub fn contains(&self, cell: Cell) -> bool {
        (0..2).all(|axis| self.lower[axis] <= cell[axis] && cell[axis] <= self.upper[axis])
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.lower[axis] <= other.upper[axis] && other.lower[axis] <= self.upper[axis])
    }

    /// The lower left cell that two ranges have in common.
    pub fn first_common_cell(&self, other: &Self) -> Cell {
        [0, 1].map(|axis| self.lower[axis].max(other.lower[axis]))
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let columns = self.lower[0]..=self.upper[0];
        (self.lower[1]..=self.upper[1]).flat_map(move |row| columns.clone().map(move |column| [column, row]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Cell sizes of all kinds, and coordinates near and far, many of them on or next to the border of a
    /// cell.
    fn size_and_coordinate() -> impl Strategy<Value = (f32, f32)> {
        let size = prop_oneof![Just(2.0_f32), Just(0.1), 1e-3_f32..1e3];
        let coordinate = |size: f32| {
            let border = (-MAX_INDEX..MAX_INDEX).prop_map(move |i| (f64::from(i) * f64::from(size)) as f32);
            let near_border = (border, -2_i8..=2).prop_map(|(x, steps)| {
                (0..steps.abs()).fold(x, |x, _| if steps > 0 { x.next_up() } else { x.next_down() })
            });
            prop_oneof![-100.0_f32..100.0, near_border, any::<f32>().prop_filter("finite", |x| x.is_finite())]
        };
        size.prop_flat_map(move |size| (Just(size), coordinate(size)))
    }

    proptest! {

        /// A point lies exactly between the borders of its cell. The last cells have no outer border.
        #[test]
        fn a_point_lies_between_the_borders_of_its_cell((size, x) in size_and_coordinate()) {
            let (size, x) = (f64::from(size), f64::from(x));
            let cell = cell_index(x, size);
            prop_assert!(cell == -MAX_INDEX || f64::from(cell) * size <= x, "{cell} of {x} by {size}");
            prop_assert!(cell == MAX_INDEX || x < f64::from(cell + 1) * size, "{cell} of {x} by {size}");
        }

        #[test]
        fn cell_index_never_falls_as_the_coordinate_rises((size, x) in size_and_coordinate(), y in any::<f32>()) {
            prop_assume!(y.is_finite());
            let (low, high) = if x < y { (x, y) } else { (y, x) };
            prop_assert!(cell_index(low.into(), size.into()) <= cell_index(high.into(), size.into()));
        }
    }

    /// The number of cells of the whole plane does not overflow, and an empty box covers none.
    #[test]
    fn cells_are_counted_without_overflow() {
        let side = 2 * MAX_INDEX as u64 + 1;
        let plane = CellRange::of(Aabb::new([f32::MIN; 2], [f32::MAX; 2]), 1e-3);
        assert_eq!(plane.count(), side * side);
        assert_eq!(CellRange::of(Aabb::EMPTY, 2.0).count(), 0);
        let four = CellRange::of(Aabb::new([-0.5, 1.0], [0.5, 2.0]), 2.0);
        assert_eq!(
            (four.count(), four.cells().collect::<alloc::vec::Vec<_>>()),
            (4, [[-1, 0], [0, 0], [-1, 1], [0, 1]].into())
        );
    }
}
