//! Four boxes by columns, so that one comparison of four lanes asks all of them.
//!
//! ```text
//!   lower x  [        |        |        |        ]
//!   lower y  [        |        |        |        ]        lower <= upper of what is looked for, and
//!   upper x  [        |        |        |        ]        upper >= lower, along x and along y:
//!   upper y  [        |        |        |        ]          a bit for each
//! ```

use compute::Quad;
use geom::{Aabb, Point};

/// How many they are.
pub(crate) const WIDTH: usize = 4;

/// Four boxes, by columns.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct FourBoxes {
    lower: [[f32; WIDTH]; 2],
    upper: [[f32; WIDTH]; 2],
}

impl FourBoxes {
    /// Around nothing.
    pub const EMPTY: Self =
        Self { lower: [[f32::INFINITY; WIDTH]; 2], upper: [[f32::NEG_INFINITY; WIDTH]; 2] };

    #[inline(always)]
    pub fn get(&self, slot: usize) -> Aabb {
        // Written out, as below: the compiler leaves calls where arrays are mapped.
        let ([left, bottom], [right, top]) = (&self.lower, &self.upper);
        Aabb { lower: Point::new(left[slot], bottom[slot]), upper: Point::new(right[slot], top[slot]) }
    }

    #[inline(always)]
    pub fn set(&mut self, slot: usize, aabb: Aabb) {
        for axis in 0..2 {
            self.lower[axis][slot] = aabb.lower.coords[axis];
            self.upper[axis][slot] = aabb.upper.coords[axis];
        }
    }

    /// The smallest box around all that are there: those that are not are neutral.
    #[inline(always)]
    pub fn union(&self) -> Aabb {
        self.get(0).union(self.get(1)).union(self.get(2).union(self.get(3)))
    }

    /// Which overlap `aabb`; touching borders count. A bit for each.
    #[inline(always)]
    pub fn overlapping(&self, aabb: Aabb) -> u8 {
        let (left, bottom) = (Quad::splat(aabb.lower.x), Quad::splat(aabb.lower.y));
        let (right, top) = (Quad::splat(aabb.upper.x), Quad::splat(aabb.upper.y));
        let x = Quad::new(self.lower[0]).le(right).and(left.le(Quad::new(self.upper[0])));
        let y = Quad::new(self.lower[1]).le(top).and(bottom.le(Quad::new(self.upper[1])));
        x.and(y).bits()
    }

    /// The sides across an axis, lower and upper.
    #[inline(always)]
    pub fn slab(&self, axis: usize) -> [Quad; 2] {
        [Quad::new(self.lower[axis]), Quad::new(self.upper[axis])]
    }
}
