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
//! Searches only need that the index never falls as the coordinate rises: then boxes that overlap have a cell
//! in common, rounded or clamped. Rays also need that a point lies between the borders of its cell: see
//! [`MAX_INDEX`].

use geom::Aabb;

/// Column and row.
pub(super) type Cell = [i32; 2];

/// The greatest index in either direction. A point farther out (5e8 m with cells of 2 m) is in the last cell,
/// where each box is compared with all others.
///
/// Up to it f64 is exact: the border of a cell is a product of 28 and 24 bits, and the quotient of two f32,
/// if no integer, is too far from one to round to it.
pub(super) const MAX_INDEX: i32 = 1 << 28;

/// The cell of large boxes, beyond the last, so no other box and no ray is in it.
pub(super) const LARGE: Cell = [i32::MAX; 2];

/// All in m.
#[inline]
pub(super) fn cell_index(coordinate: f64, size: f64) -> i32 {
    let quotient = coordinate / size;
    // `as` rounds towards zero, saturates, and turns NaN into 0.
    let truncated = quotient as i32;
    let floor = truncated.saturating_sub(i32::from(f64::from(truncated) > quotient));
    floor.clamp(-MAX_INDEX, MAX_INDEX)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRange {
    pub lower: Cell,
    pub upper: Cell,
}

impl CellRange {
    #[inline]
    pub fn of(aabb: Aabb, size: f64) -> Self {
        let cell =
            |corner: geom::Point| [cell_index(corner.x.into(), size), cell_index(corner.y.into(), size)];
        Self { lower: cell(aabb.lower), upper: cell(aabb.upper) }
    }

    pub fn around(center: Cell, ring: i32) -> Self {
        let side = |x: i32, by: i32| x.saturating_add(by).clamp(-MAX_INDEX, MAX_INDEX);
        Self { lower: center.map(|x| side(x, -ring)), upper: center.map(|x| side(x, ring)) }
    }

    /// From a point within the cells to the nearest border, m. The last cells have none outside.
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

    /// The lower row, the upper row, then the rest of the columns.
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

    pub fn first_common_cell(&self, other: &Self) -> Cell {
        [0, 1].map(|axis| self.lower[axis].max(other.lower[axis]))
    }

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
