//! Where two polygons touch: four answers from the seeds, to be looked at beside each other.
//!
//! | method | idea | source | verdict |
//! |---|---|---|---|
//! | [`by_most_opposed_normal`] | cut the incident edge, whose normal is most opposed, at the sides of the reference edge | seed 000 | the one to use |
//! | [`by_farthest_vertex`] | the same, each edge looked for at the farthest vertex | seed 001 | the same points |
//! | [`by_mean`] | the mean of the points of the first | seed 000, which turns it down | turns bodies the wrong way |
//! | [`by_support_average`] | the vertex farthest along the normal, or the mean of two that are as far | seed 001, its first try | the same, and touches beyond the other body |
//!
//! ```text
//!     by clipping            by the mean             by the average of the support points
//!       ____B_____              ____B_____               ____B_____
//!    __*________*              _____*____               _____*____
//!   | A |                      | A |                    | A |
//! ```
//!
//! The impulse of a contact turns a body by its lever about the centre of mass. A body whose left end has sunk
//! deeper must be turned clockwise at that end; if the only point lies right of the centre, the end sinks on. Two
//! points, each with its own depth, leave the choice to the solver.
//!
//! All of them start from the minimum translation vector ([`mtv::polygons`](crate::mtv::polygons)), leave rounding
//! out of account and return `None` for polygons that are apart. [`manifold`](crate::manifold) finds the same points
//! as the first method, moved to the middle between the surfaces.

mod clipping;
mod support;

pub use clipping::{by_farthest_vertex, by_mean, by_most_opposed_normal, edge_at_farthest_vertex};
pub use support::by_support_average;

use crate::mtv::Mtv;
use geom::Point;

/// A place at which two polygons may touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// World axes, m. On the incident edge, where there is one.
    pub position: Point,
    /// How deep it lies behind the reference edge, m; negative before it.
    pub depth: f32,
    /// Whether it is a contact point: it is not if it lies before the reference edge.
    pub kept: bool,
}

/// What a method found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoints {
    /// The shortest way out.
    pub mtv: Mtv,
    /// The ends of the cut edge, kept or not, of which the first `count` count.
    candidates: [Candidate; 2],
    count: usize,
}

impl ContactPoints {
    fn new(mtv: Mtv, candidates: &[Candidate]) -> Self {
        let none = Candidate { position: Point::origin(), depth: 0.0, kept: false };
        let mut found = Self { mtv, candidates: [none; 2], count: candidates.len().min(2) };
        for (place, &candidate) in found.candidates.iter_mut().zip(candidates) {
            *place = candidate;
        }
        found
    }

    /// All that were looked at: none, one or two.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates[..self.count]
    }

    /// The contact points.
    pub fn kept(&self) -> impl Iterator<Item = Candidate> {
        self.candidates().iter().copied().filter(|candidate| candidate.kept)
    }
}
