//! Questions to all vertices or normals of a hull, asked of four at a time.
//!
//! ```text
//!   count 6:    0 1 2 3          the last four overlap those before: what is asked twice ties with itself,
//!                   2 3 4 5      and of equals the first stays
//!   count 3:    0 1 2 0          of fewer than four some are asked twice too
//! ```
//!
//! The index of the greatest comes out without a branch: which vertex is the farthest changes from call to call, and
//! a processor that guesses wrong loses more than the whole question costs.

use bytemuck::Pod;
use compute::Quad;
use core::hint::select_unpredictable;
use geom::Vec2;

/// The greatest of some numbers and its index, of equals the first.
#[derive(Clone, Copy)]
pub(crate) struct Greatest {
    pub(crate) index: usize,
    pub(crate) number: f32,
}

impl Greatest {
    /// Of four, the first of which has this index. NaN is less than all else.
    #[inline(always)]
    pub(crate) fn of(start: usize, numbers: Quad) -> Self {
        let (lane, number) = numbers.greatest();
        Self { index: start + lane, number }
    }

    /// This, unless the other is greater.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        select_unpredictable(other.number > self.number, other, self)
    }
}

/// Which four to ask next, after the first, when `start` have been asked; `None` if that was all.
#[inline(always)]
pub(crate) fn block(start: usize, count: usize) -> Option<usize> {
    (start < count).then(|| start.min(count - 4))
}

/// The x and the y of four points or directions from `start` on.
///
/// # Panics
/// If there are none.
#[inline(always)]
pub(crate) fn columns<T: Pod>(all: &[T], start: usize) -> [Quad; 2] {
    if let Some(four) = all[start..].first_chunk() {
        return transposed(*four);
    }
    match *all {
        [a, b, c] => transposed([a, b, c, a]),
        [a, b] => transposed([a, b, a, b]),
        _ => transposed([all[start]; 4]),
    }
}

/// The x and the y of the four points that follow those of [`columns`], the first after the last.
#[inline(always)]
pub(crate) fn next_columns<T: Pod>(all: &[T], start: usize) -> [Quad; 2] {
    if let Some(four) = all[start + 1..].first_chunk() {
        return transposed(*four);
    }
    match *all {
        [a, .., b, c, d] => transposed([b, c, d, a]),
        [a, b, c] => transposed([b, c, a, b]),
        [a, b] => transposed([b, a, b, a]),
        _ => transposed([all[start]; 4]),
    }
}

#[inline(always)]
fn transposed<T: Pod>(four: [T; 4]) -> [Quad; 2] {
    let [first, last]: [[f32; 4]; 2] = bytemuck::cast(four);
    Quad::columns(Quad::new(first), Quad::new(last))
}

/// The index of the point or direction that lies farthest along `direction`, of equals the first; 0 if there are none.
#[inline(always)]
pub(crate) fn farthest<T: Pod>(all: &[T], direction: Vec2) -> usize {
    if all.is_empty() {
        return 0;
    }
    let mut farthest = Greatest::of(0, along(all, 0, direction));
    let mut start = 4;
    while let Some(from) = block(start, all.len()) {
        farthest = farthest.or(Greatest::of(from, along(all, from, direction)));
        start += 4;
    }
    farthest.index
}

#[inline(always)]
fn along<T: Pod>(all: &[T], start: usize, direction: Vec2) -> Quad {
    let [x, y] = columns(all, start);
    Quad::splat(direction.x) * x + Quad::splat(direction.y) * y
}
