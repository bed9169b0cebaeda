//! The minimum translation vector (MTV) of two shapes that overlap: one routine for each pair of shapes.
//!
//! ```text
//!      .--------.
//!      |   A  .-|---.        The shortest motion of B after which the two only touch: the unit normal n,
//!      |      | |->n|        from A to B, and the depth d. Moving B by n d, or A by -n d, does it.
//!      '------|-'   |
//!             '-----'
//! ```
//!
//! | pair | idea | explained in |
//! |---|---|---|
//! | [`circles`] | along the line of the centres | Sotirov 2022; Gaul, The Basics |
//! | [`polygons`] | the least overlap of projections | 2D Collision Detection; Sotirov 2022 |
//! | [`polygon_circle`] | the same, and the axis from the nearest corner | Sotirov 2022 |
//! | [`aabbs`] | the lesser of two overlaps | Gaul, The Basics |
//! | [`aabb_circle`] | from the nearest point of the box, or through the nearest side | Gaul, The Basics |
//!
//! `tests/mtv.rs` compares each with [`manifold`](collide::manifold()), which handles all pairs with four
//! routines and half of the projections. Where the texts are wrong these are right: `docs/errata.md`,
//! `tests/errata.rs`. Shapes that only touch overlap by 0, as in Sotirov 2022; in 2D Collision Detection and
//! Resolution they are apart. If a number is not finite, there is no overlap.

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

/// The shortest translation that separates two shapes that overlap.
///
/// ```
/// use collide::geom::{Circle, Pose, Vec2};
/// use textbook::mtv;
/// let circle = Circle::new([0.0, 0.0], 1.0)?;
/// let found = mtv::circles(&circle, Pose::IDENTITY, &circle, Pose::at([0.0, 1.5])).unwrap();
/// assert_eq!(found.translation(), Vec2::new(0.0, 0.5));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mtv {
    /// Unit, from A to B.
    pub normal: Vec2,
    /// The length of the translation, m; not negative.
    pub depth: f32,
}

impl Mtv {
    /// The translation of B, m.
    #[must_use]
    pub fn translation(self) -> Vec2 {
        self.normal * self.depth
    }

    fn if_overlapping(normal: Vec2, depth: f32) -> Option<Self> {
        (depth >= 0.0 && depth.is_finite()).then_some(Self { normal, depth })
    }
}
