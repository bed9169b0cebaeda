//! A segment of a chain and any hull: no ghost collisions at the seams, where two segments meet, and real
//! corners keep their normals.
//!
//! The segment first collides as if it had no neighbours. Then the normal is tested: does it belong to this
//! segment?
//!
//! ```text
//!            n1  n   n2          Two segments that bend away from each other form a corner. The
//!             \  |  /            directions between their normals belong to the corner, and so to both
//!        ______\_|_/             segments. Where the chain is straight or bends to the outside, there is
//!       /        |  \            no corner to touch, and only the segment's own normal belongs to it.
//!   before       |   after
//! ```
//!
//! A normal that does not belong came from an end at which the chain continues. Then the manifold is computed
//! anew with the segment's own normal, for the part of the hull over it; the neighbour's manifold covers the
//! rest.
//!
//! Source: Box2D's chain shapes ("ghost vertices"), for the problem and for the admitted directions.

use super::hull_circle::{self, is_circle};
use super::hull_hull;
use crate::manifold::Manifold;
use crate::manifold_builder::Placement;
use crate::one_sided;
use crate::tolerance::SEAM_SINE;
use compute::math::max;
use geom::{ChainSegment, Point, RoundedHull, Sides, Vec2, cross};

pub(super) fn collide(a: &ChainSegment, b: RoundedHull<'_>, placement: Placement) -> Manifold {
    let Some(side) = Side::facing(a, b, placement) else { return Manifold::EMPTY };
    let alone = if is_circle(b) {
        hull_circle::collide(a.hull(), b, placement)
    } else {
        hull_hull::collide(a.hull(), b, placement)
    };
    if alone.count == 0 || side.admits(placement.to_world.inverse_rotate(alone.normal)) {
        return alone;
    }
    // A circle whose nearest point is an end is not over the segment.
    if is_circle(b) {
        Manifold::apart(max(alone.points[0].separation, 0.0))
    } else {
        hull_hull::collide_with_edge_of_a(a.hull(), side.edge, b, placement)
    }
}

/// Directed so that the hull, and so the outside, is on its right.
struct Side {
    edge: usize,
    start: Point,
    end: Point,
    before: Option<Point>,
    after: Option<Point>,
    /// Unit, outward.
    normal: Vec2,
}

impl Side {
    /// The side of the mean of the hull's vertices; `None` if that is the inside of a one-sided chain.
    fn facing(a: &ChainSegment, b: RoundedHull<'_>, placement: Placement) -> Option<Self> {
        let hull = a.hull();
        let [start, end] = a.segment().ends();
        let (before, after) = (a.before(), a.after());
        if one_sided::height(a, b, placement.b_in_a) >= 0.0 {
            return Some(Self { edge: 0, start, end, before, after, normal: hull.normals[0] });
        }
        (a.sides() == Sides::Two).then(|| Self {
            edge: 1,
            start: end,
            end: start,
            before: after,
            after: before,
            normal: hull.normals[1],
        })
    }

    fn admits(&self, normal: Vec2) -> bool {
        // A hull must not be pushed through the ground, even where that is the shortest way, as for a thin
        // slab across a bend. (At a corner sharper than a right angle, one of its segments still admits each
        // normal between theirs.)
        if normal.dot(&self.normal) <= 0.0 {
            return false;
        }
        let edge = self.end - self.start;
        let lean = normal.dot(&edge) / edge.norm();
        let neighbour = if lean > SEAM_SINE {
            self.after.map(|after| after - self.end)
        } else if lean < -SEAM_SINE {
            self.before.map(|before| before - self.start)
        } else {
            return true;
        };
        let Some(neighbour) = neighbour else { return true };
        // The chain must bend to the inside at the seam, and the normal may lean as far as the neighbour's.
        // One test serves both ends: the outside is on the right, so the neighbour at the start also turns
        // left.
        cross(edge, neighbour) > 0.0 && normal.dot(&neighbour) <= SEAM_SINE * neighbour.norm()
    }
}
