//! Four boxes in columns, so that one comparison in four lanes tests all of them.
//!
//! ```text
//!   lower x  [        |        |        |        ]
//!   lower y  [        |        |        |        ]        A box overlaps another if, along x and along y,
//!   upper x  [        |        |        |        ]        its lower side is not above the other's upper side
//!   upper y  [        |        |        |        ]        and its upper side not below the other's lower.
//! ```

use compute::Quad;
use geom::{Aabb, Point};

pub(crate) const WIDTH: usize = 4;

/// Four boxes in columns, m.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct AabbQuad {
    lower: [[f32; WIDTH]; 2],
    upper: [[f32; WIDTH]; 2],
}

impl AabbQuad {
    /// They overlap nothing and change no union.
    pub const EMPTY: Self =
        Self { lower: [[f32::INFINITY; WIDTH]; 2], upper: [[f32::NEG_INFINITY; WIDTH]; 2] };

    #[inline(always)]
    pub fn get(&self, index: usize) -> Aabb {
        // One by one: `map` on arrays leaves function calls in the compiled code.
        let ([left, bottom], [right, top]) = (&self.lower, &self.upper);
        Aabb { lower: Point::new(left[index], bottom[index]), upper: Point::new(right[index], top[index]) }
    }

    #[inline(always)]
    pub fn set(&mut self, index: usize, aabb: Aabb) {
        for axis in 0..2 {
            self.lower[axis][index] = aabb.lower.coords[axis];
            self.upper[axis][index] = aabb.upper.coords[axis];
        }
    }

    #[inline(always)]
    pub fn union(&self) -> Aabb {
        self.get(0).union(self.get(1)).union(self.get(2).union(self.get(3)))
    }

    /// A bit for each box that overlaps `aabb`; touching counts.
    #[inline(always)]
    pub fn overlapping(&self, aabb: Aabb) -> u8 {
        let (left, bottom) = (Quad::splat(aabb.lower.x), Quad::splat(aabb.lower.y));
        let (right, top) = (Quad::splat(aabb.upper.x), Quad::splat(aabb.upper.y));
        let x = Quad::new(self.lower[0]).le(right).and(left.le(Quad::new(self.upper[0])));
        let y = Quad::new(self.lower[1]).le(top).and(bottom.le(Quad::new(self.upper[1])));
        x.and(y).bits()
    }

    #[inline(always)]
    pub fn sides(&self, axis: usize) -> [Quad; 2] {
        [Quad::new(self.lower[axis]), Quad::new(self.upper[axis])]
    }
}
