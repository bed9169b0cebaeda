//! One-sided chains: on which side of a segment a shape is.
//!
//! ```text
//!            ( o )   outside: touches the segment, is stopped by it
//!      b <----------- a
//!            ( o )   inside: does neither, until its middle has come out
//! ```
//!
//! The mean of a shape's vertices decides, for contacts, casts of shapes and characters, so that what stops a
//! body also stops its cast. For a ray its direction decides.

use crate::tolerance::{CAST_TOLERANCE, Tolerances};
use geom::{ChainSegment, Point, Pose, RoundedHull, Shape, Sides, Vec2, cross};

/// m. A point this near to the end of a segment counts as its end: rounding.
const AT_SEAM: f32 = 4.0 * CAST_TOLERANCE;

/// Cosine of 25 degrees. A hit whose normal is nearer to the segment's is on its side, not its end: the
/// normal of two corners that meet at a seam is rounding.
const ALONG_NORMAL: f32 = 0.9;

/// How far the middle of a hull is outside the line of a segment, m; negative on the inside.
#[inline(always)]
pub(crate) fn height(a: &ChainSegment, b: RoundedHull<'_>, b_in_a: Pose) -> f32 {
    a.normal().dot(&(middle(b, b_in_a) - a.segment().ends()[0]))
}

#[inline(always)]
fn middle(hull: RoundedHull<'_>, pose: Pose) -> Point {
    let sum: Vec2 = hull.vertices.iter().map(|vertex| vertex.coords).sum();
    pose * Point::from(sum / hull.vertices.len() as f32)
}

/// Whether one shape is a segment of a one-sided chain with the middle of the other on its inside. Then they
/// do not touch, and no cast of one hits the other.
///
/// ```
/// use collide::geom::{ChainSegment, Pose, Shape, Sides};
/// // From right to left, so that outside is above.
/// let ground = ChainSegment::new([5.0, 0.0], [-5.0, 0.0], None, None, Sides::One)?;
/// let (ground, ball) = (Shape::ChainSegment(ground), Shape::circle(0.5)?);
/// let is_behind = |y: f32| collide::is_behind(&ground, Pose::IDENTITY, &ball, Pose::at([0.0, y]));
/// assert!(!is_behind(0.1) && is_behind(-0.1));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn is_behind(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    is_behind_at(a, b, pose_a.relative(pose_b))
}

fn is_behind_at(a: &Shape, b: &Shape, b_in_a: Pose) -> bool {
    let is_inside = |segment: &Shape, other: &Shape, pose: Pose| {
        one_sided_and_hull(segment, other).is_some_and(|(segment, hull)| height(segment, hull, pose) < 0.0)
    };
    is_inside(a, b, b_in_a) || is_inside(b, a, b_in_a.inverse())
}

/// Of shapes that have moved, in the frame of A.
#[derive(Clone, Copy)]
pub(crate) struct Meeting {
    pub(crate) tolerances: Tolerances,
    /// Where B was at first and where it is now.
    pub(crate) b_in_a: [Pose; 2],
    /// m.
    pub(crate) point: Point,
    /// Unit, from A to B; zero if they overlap at the start.
    pub(crate) normal: Vec2,
}

impl Meeting {
    fn flipped(self) -> Self {
        let now = self.b_in_a[1];
        Self {
            tolerances: self.tolerances,
            b_in_a: self.b_in_a.map(Pose::inverse),
            point: now.inverse_transform(self.point),
            normal: -now.rotation.inverse_rotate(self.normal),
        }
    }
}

/// Whether shapes that move from `starts` and touch at `point` (m) at `poses` meet at the back of a one-sided
/// chain, so that neither stops the other. `normal` points from A to B, in world axes; zero if they overlap
/// at the start.
///
/// ```text
///          |A           A room whose walls can be passed from outside. The ball comes through B, as it
///          |            may, and is in front of A. There it must not be stopped by the end s of A, which
///      ____|s           nobody sees: where a chain bends to its outside or not at all, its ends do not stop
///       B ( o )         what comes from behind one of both. Nor does a corner stop what leaves it, with a
///                       normal that points inwards.
/// ```
#[must_use]
pub fn touches_behind(
    [a, b]: [&Shape; 2],
    starts: [Pose; 2],
    poses: [Pose; 2],
    point: Point,
    normal: Vec2,
) -> bool {
    Tolerances::METRES.touches_behind([a, b], starts, poses, point, normal)
}

impl Tolerances {
    /// [`touches_behind`] with these tolerances.
    #[must_use]
    pub fn touches_behind(
        self,
        [a, b]: [&Shape; 2],
        starts: [Pose; 2],
        poses: [Pose; 2],
        point: Point,
        normal: Vec2,
    ) -> bool {
        let meeting = Meeting {
            tolerances: self,
            b_in_a: [starts, poses].map(|[a, b]| a.relative(b)),
            point: poses[0].inverse_transform(point),
            normal: poses[0].rotation.inverse_rotate(normal),
        };
        meets_behind(a, b, meeting)
    }
}

pub(crate) fn meets_behind(a: &Shape, b: &Shape, meeting: Meeting) -> bool {
    if let Some((segment, hull)) = one_sided_and_hull(a, b)
        && is_behind_segment(segment, hull, meeting)
    {
        return true;
    }
    one_sided_and_hull(b, a)
        .is_some_and(|(segment, hull)| is_behind_segment(segment, hull, meeting.flipped()))
}

fn is_behind_segment(a: &ChainSegment, b: RoundedHull<'_>, meeting: Meeting) -> bool {
    let Meeting { tolerances, b_in_a: [start, now], point, normal } = meeting;
    let outward = a.normal().dot(&normal);
    if height(a, b, now) < 0.0 || (normal != Vec2::zeros() && outward <= 0.0) {
        return true;
    }
    if outward > ALONG_NORMAL {
        return false;
    }
    let [first, last] = a.segment().ends();
    let at_seam = tolerances.scaled(AT_SEAM);
    let comes_from_behind = |seam: Point, beyond: Option<Point>| {
        let Some(beyond) = beyond.filter(|_| (point - seam).norm() <= at_seam) else { return false };
        let is_corner = a.normal().dot(&(beyond - seam)) < 0.0;
        let neighbour = if seam == first { seam - beyond } else { beyond - seam };
        let is_inside = |pose: Pose| cross(neighbour, middle(b, pose) - seam) > 0.0;
        !is_corner && (is_inside(start) || is_inside(now))
    };
    comes_from_behind(first, a.before()) || comes_from_behind(last, a.after())
}

fn one_sided_and_hull<'a>(
    segment: &'a Shape,
    other: &'a Shape,
) -> Option<(&'a ChainSegment, RoundedHull<'a>)> {
    match segment {
        Shape::ChainSegment(segment) if segment.sides() == Sides::One => Some((segment, other.hull()?)),
        _ => None,
    }
}
