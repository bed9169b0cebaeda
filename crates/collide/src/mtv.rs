//! The minimum translation vector of two shapes that overlap, pair by pair, as the seeds teach it.
//!
//! ```text
//!      .--------.
//!      |   A  .-|---.        The shortest move of B after which the two only touch: the unit normal n, from A
//!      |      | |->n|        to B, and the depth d. Moving B by n d, or A by -n d, does it.
//!      '------|-'   |
//!             '-----'
//! ```
//!
//! | pair | idea | source |
//! |---|---|---|
//! | [`circles`] | along the line of the centres | seeds 001 and 004 |
//! | [`polygons`] | the least overlap of shadows, over the normals of all edges | seeds 000 and 001 |
//! | [`polygon_circle`] | the same, and the axis from the nearest corner | seed 001 |
//! | [`aabbs`] | the lesser of two overlaps | seed 004 |
//! | [`aabb_circle`] | from the nearest point of the box, or through the nearest side | seed 004 |
//!
//! These are for reading and for comparing: each is one page, and a test holds each to the answer of
//! [`manifold`](crate::manifold), which serves all pairs with four routines and half of the projections. Where the
//! texts err, the functions are right; `docs/errata.md` lists how.
//!
//! Shapes that only touch overlap by 0: seed 001 has it so, seed 000 calls them apart. Numbers that are not finite
//! overlap with nothing.

mod boxes;
mod circles;
mod polygon_circle;
mod polygons;

pub use boxes::{aabb_circle, aabbs};
pub use circles::circles;
pub use polygon_circle::polygon_circle;
pub use polygons::polygons;

pub(crate) use polygons::{Axis, Owner, least_overlap};

use geom::Vec2;

/// The shortest way out of an overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mtv {
    /// Unit, from A to B.
    pub normal: Vec2,
    /// How far, m; not negative.
    pub depth: f32,
}

impl Mtv {
    /// The translation of B, m.
    #[must_use]
    pub fn translation(self) -> Vec2 {
        self.normal * self.depth
    }

    /// With A and B exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { normal: -self.normal, depth: self.depth }
    }

    /// `None` for a depth that is negative or not a number.
    fn if_overlapping(normal: Vec2, depth: f32) -> Option<Self> {
        (depth >= 0.0 && depth.is_finite()).then_some(Self { normal, depth })
    }
}
