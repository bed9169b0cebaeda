//! Boxes without bodies, on which the broad phases of this and other engines are measured.
//!
//! ```text
//!   uniform   . . . .   clustered  ::      ::    sparse  .       .   sizes  . :  +-------+
//!             . . . .              ::      ::                               .  . |   .   |
//!             . . . .                  ::                   .       .       : .  +-------+
//! ```
//!
//! Each distribution is hard for some algorithm: uniform boxes have many overlaps, clustered boxes have empty
//! space between the heaps, sparse boxes have hardly any overlaps, and no cell size of a grid suits boxes of
//! all sizes.

use crate::random::Random;
use physics::prelude::*;

/// How boxes are distributed over the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// One box per square metre, 1.2 m wide.
    Uniform,
    /// The same boxes in at least ten heaps of up to a thousand boxes, 200 m from each other.
    Clustered,
    /// One box per hectare.
    Sparse,
    /// Boxes from 0.1 m to 100 m wide. If boxes are twice as wide, there are a quarter as many of them, so
    /// each size covers the same area.
    Sizes,
}

/// Boxes in a heap, if there are enough for ten heaps.
const HEAP: usize = 1000;

impl Crowd {
    /// All distributions.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::Clustered, Self::Sparse, Self::Sizes];

    /// The name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Clustered => "clustered",
            Self::Sparse => "sparse",
            Self::Sizes => "sizes",
        }
    }

    /// `count` boxes, m; the same in every call.
    #[must_use]
    pub fn boxes(self, count: usize) -> Vec<Aabb> {
        let mut random = Random(1);
        let side = (count as f32).sqrt();
        let heap = HEAP.min(count.div_ceil(10)).max(1);
        let mut place = |side: f32| Point::new(random.between(0.0, side), random.between(0.0, side));
        let one = |i: usize| match self {
            Self::Uniform => Aabb::around(place(side), [0.6, 0.6]),
            Self::Clustered => {
                let corner = Vec2::new((i / heap % 32) as f32, (i / heap / 32) as f32) * 200.0;
                Aabb::around(place((heap as f32).sqrt()) + corner, [0.6, 0.6])
            }
            Self::Sparse => Aabb::around(place(100.0 * side), [0.6, 0.6]),
            Self::Sizes => {
                let half = 0.05 / (place(1.0).x + 1e-6).sqrt();
                Aabb::around(place(side), [half; 2])
            }
        };
        (0..count).map(one).collect()
    }
}

/// A translation of `length` (m) for each of `count` boxes, in a random direction.
#[must_use]
pub fn ways(count: usize, length: f32) -> Vec<Vec2> {
    let mut random = Random(3);
    let direction = |_| Rot::from_angle(random.between(0.0, std::f32::consts::TAU)) * Vec2::new(length, 0.0);
    (0..count).map(direction).collect()
}

/// Points for queries: `count` points, each within 2 m, along both axes, of the centre of a box.
///
/// # Panics
/// If there are no boxes.
#[must_use]
pub fn places(boxes: &[Aabb], count: usize) -> Vec<Point> {
    let mut random = Random(7);
    // The stride is a prime, so it visits all boxes before it visits one again.
    let near = |i: usize| {
        boxes[i * 7919 % boxes.len()].center() + Vec2::new(2.0 * random.signed(), 2.0 * random.signed())
    };
    (0..count).map(near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There are `count` boxes, all valid. Boxes of the uniform, the clustered and the sized distribution
    /// overlap some others; boxes of the sparse distribution overlap hardly any.
    #[test]
    fn crowds_have_the_documented_count_and_density() {
        for (crowd, partners) in [
            (Crowd::Uniform, 4.0..8.0),
            (Crowd::Clustered, 4.0..8.0),
            (Crowd::Sparse, 0.0..0.01),
            (Crowd::Sizes, 0.1..4.0),
        ] {
            for count in [0, 1, 7] {
                assert_eq!(crowd.boxes(count).len(), count);
            }
            let boxes = crowd.boxes(2000);
            assert!(boxes.iter().all(|aabb| aabb.is_valid()), "{crowd:?}");
            let of = |one: &Aabb| boxes.iter().filter(|other| one.overlaps(**other)).count() - 1;
            let mean = boxes.iter().map(of).sum::<usize>() as f32 / boxes.len() as f32;
            assert!(partners.contains(&mean), "{crowd:?}: {mean} partners");
        }
    }
}
