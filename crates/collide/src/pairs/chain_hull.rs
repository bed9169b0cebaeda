//! A segment of a chain against anything: no ghost collisions at the seams, and real corners kept.
//!
//! The segment is first taken as if it stood alone. Then the normal that came out is asked whether it belongs to
//! this segment:
//!
//! ```text
//!            n1  n   n2          Between the normals of two segments that bend away from each other lie the
//!             \  |  /            directions of the corner; they belong to both. Where the chain goes on
//!        ______\_|_/             straight, or bends towards the outside, there is no corner to touch: only the
//!       /        |  \            segment's own normal is left.
//!   before       |   after
//! ```
//!
//! A normal that does not belong came from an end of the segment that is no end of the ground: the hull then lies
//! on the segment itself, with its own normal, as far as it lies over it, and whatever is beyond is the
//! neighbour's.
//!
//! Source: the problem and the admissible directions are those of Box2D's chain shapes ("ghost vertices").
//! Turned down: rounding the seams off, which bumps all the same, only less.

use super::{hull_hull, is_point, point_hull};
use crate::Manifold;
use crate::manifold::Setting;
use crate::tolerance::SEAM_SINE;
use geom::{ChainSegment, Point, RoundedHull, Sides, Vec2, cross};

/// Between a segment of a chain and a hull.
pub(super) fn collide(a: &ChainSegment, b: RoundedHull<'_>, setting: Setting) -> Manifold {
    let Some(side) = Side::facing(a, b, setting) else { return Manifold::EMPTY };
    let alone = if is_point(b) {
        point_hull::collide(a.hull(), b, setting)
    } else {
        hull_hull::collide(a.hull(), b, setting)
    };
    if alone.count == 0 || side.admits(setting.to_world.inverse_rotate(alone.normal)) {
        return alone;
    }
    // Nothing of a circle lies over the segment when its nearest point is an end.
    if is_point(b) { Manifold::EMPTY } else { hull_hull::along_edge_of_a(a.hull(), side.edge, b, setting) }
}

/// The segment as seen from the side on which the hull is: from `start` to `end` with the outside on the right.
struct Side {
    /// The edge of the segment's hull whose normal points to this side.
    edge: usize,
    start: Point,
    end: Point,
    before: Option<Point>,
    after: Option<Point>,
    normal: Vec2,
}

impl Side {
    /// The side on which the middle of the hull lies; `None` if that is the inside of a one-sided chain.
    fn facing(a: &ChainSegment, b: RoundedHull<'_>, setting: Setting) -> Option<Self> {
        let hull = a.hull();
        let sum: Vec2 = b.vertices.iter().map(|vertex| vertex.coords).sum();
        let middle = setting.b_in_a * Point::from(sum / b.vertices.len() as f32);
        let [start, end] = a.segment().ends();
        let (before, after) = (a.before(), a.after());
        if hull.normals[0].dot(&(middle - start)) >= 0.0 {
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

    /// Whether a hull may be pushed along `normal`, which is in the frame of the segment.
    fn admits(&self, normal: Vec2) -> bool {
        // Through the ground is no way out, even where it is the shortest: for a thin slab, sunk in across a bend. (At
        // a corner sharper than a right angle, one of its two segments still admits each normal between theirs.)
        if normal.dot(&self.normal) <= 0.0 {
            return false;
        }
        let along = self.end - self.start;
        let leaning = normal.dot(&along) / along.norm();
        let way_on = if leaning > SEAM_SINE {
            self.after.map(|after| after - self.end)
        } else if leaning < -SEAM_SINE {
            self.before.map(|before| before - self.start)
        } else {
            return true;
        };
        let Some(way_on) = way_on else { return true };
        // Away from the corner the chain must bend to the inside, and the normal must not lean over the neighbour.
        // At either end: outside is on the right, so at the start the way back turns to the left of the segment, too.
        cross(along, way_on) > 0.0 && normal.dot(&way_on) <= SEAM_SINE * way_on.norm()
    }
}
