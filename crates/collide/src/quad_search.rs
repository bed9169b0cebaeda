//! Searches over all vertices or all normals of a hull, four at a time.
//!
//! ```text
//!   6 items:    0 1 2 3          the last block overlaps the one before: an item that is read twice ties
//!                   2 3 4 5      with itself, and the first of equal items wins
//!   3 items:    0 1 2 0          fewer than four items are repeated to fill the block
//! ```
//!
//! The greatest value is selected without a branch: the farthest vertex is unpredictable, and a mispredicted
//! branch costs more than the search.

use bytemuck::Pod;
use compute::Quad;
use core::hint::select_unpredictable;
use geom::Vec2;

/// Of equal values, the first.
#[derive(Clone, Copy)]
pub(crate) struct Greatest {
    pub(crate) index: usize,
    pub(crate) value: f32,
}

impl Greatest {
    /// `values` begin at the index `start`. NaN counts as minus infinity.
    #[inline(always)]
    pub(crate) fn of(start: usize, values: Quad) -> Self {
        let (lane, value) = values.greatest();
        Self { index: start + lane, value }
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        select_unpredictable(other.value > self.value, other, self)
    }
}

/// `None` when all `count` items are visited.
#[inline(always)]
pub(crate) fn next_block(visited: usize, count: usize) -> Option<usize> {
    (visited < count).then(|| visited.min(count - 4))
}

/// The x and the y of four items from `start` on; `T` is a pair of f32. Fewer than four items are repeated,
/// with `start` 0; else `start` is at most their number less four.
///
/// # Panics
/// If there are no items, or if `T` is not of the size of two f32.
#[inline(always)]
pub(crate) fn columns<T: Pod>(items: &[T], start: usize) -> [Quad; 2] {
    if let Some(four) = items[start..].first_chunk() {
        return transposed(*four);
    }
    match *items {
        [a, b, c] => transposed([a, b, c, a]),
        [a, b] => transposed([a, b, a, b]),
        _ => transposed([items[start]; 4]),
    }
}

/// The x and the y of the cyclic successors of [`columns`]' items.
///
/// # Panics
/// As [`columns`].
#[inline(always)]
pub(crate) fn next_columns<T: Pod>(items: &[T], start: usize) -> [Quad; 2] {
    if let Some(four) = items[start + 1..].first_chunk() {
        return transposed(*four);
    }
    match *items {
        [a, .., b, c, d] => transposed([b, c, d, a]),
        [a, b, c] => transposed([b, c, a, b]),
        [a, b] => transposed([b, a, b, a]),
        _ => transposed([items[start]; 4]),
    }
}

#[inline(always)]
fn transposed<T: Pod>(four: [T; 4]) -> [Quad; 2] {
    let [first, last]: [[f32; 4]; 2] = bytemuck::cast(four);
    Quad::columns(Quad::new(first), Quad::new(last))
}

/// Of equally far items the first, and 0 if there are none.
#[inline(always)]
pub(crate) fn farthest<T: Pod>(items: &[T], direction: Vec2) -> usize {
    if items.is_empty() {
        return 0;
    }
    let mut farthest = Greatest::of(0, dots(items, 0, direction));
    let mut visited = 4;
    while let Some(start) = next_block(visited, items.len()) {
        farthest = farthest.or(Greatest::of(start, dots(items, start, direction)));
        visited += 4;
    }
    farthest.index
}

#[inline(always)]
fn dots<T: Pod>(items: &[T], start: usize, direction: Vec2) -> Quad {
    let [x, y] = columns(items, start);
    Quad::splat(direction.x) * x + Quad::splat(direction.y) * y
}
