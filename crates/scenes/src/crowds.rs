//! Boxes without bodies: what broad phases are measured on, the same for ours and for those of other engines.
//!
//! ```text
//!   uniform   . . . .   clustered  ::      ::    sparse  .       .   sizes  . :  +-------+
//!             . . . .              ::      ::                               .  . |   .   |
//!             . . . .                  ::                   .       .       : .  +-------+
//! ```
//!
//! Each kind is hard for somebody: many partners for each box, empty space in between, nothing to be found at all, and boxes
//! that no one cell size suits.

use crate::random::Random;
use physics::prelude::*;

/// How a number of boxes lies about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// One to a square metre, 1.2 m wide.
    Uniform,
    /// The same in ten heaps or more, of up to a thousand, 200 m from each other.
    Clustered,
    /// One to a hectare.
    Sparse,
    /// From 0.1 m to 100 m wide, with four times fewer for each doubling: each size covers the same area.
    Sizes,
}

/// Boxes in a heap, if there are enough for ten.
const HEAP: usize = 1000;

impl Crowd {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::Clustered, Self::Sparse, Self::Sizes];

    /// Its name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Clustered => "clustered",
            Self::Sparse => "sparse",
            Self::Sizes => "sizes",
        }
    }

    /// So many boxes, m; always the same ones.
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

/// A way of `length` (m) for each of `count` boxes, in a direction of its own.
#[must_use]
pub fn ways(count: usize, length: f32) -> Vec<Vec2> {
    let mut random = Random(3);
    let direction = |_| Rot::from_angle(random.between(0.0, std::f32::consts::TAU)) * Vec2::new(length, 0.0);
    (0..count).map(direction).collect()
}

/// Places to ask at: within 2 m of the middles of `count` of the boxes, along both axes, taken from all over.
///
/// # Panics
/// If there are no boxes.
#[must_use]
pub fn places(boxes: &[Aabb], count: usize) -> Vec<Point> {
    let mut random = Random(7);
    // A prime, so that steps of it come to all boxes before they come to one again.
    let near = |i: usize| {
        boxes[i * 7919 % boxes.len()].center() + Vec2::new(2.0 * random.signed(), 2.0 * random.signed())
    };
    (0..count).map(near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many as were asked for, each with finite corners in order, and as crowded as is said: a box of the uniform crowd, of a
    /// heap, and of many sizes has partners, a sparse one has none to speak of.
    #[test]
    fn crowds_are_as_described() {
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
