//! What a contact remembers of the last time that its shapes were looked at, so that they need not be looked at in
//! every step.
//!
//! ```text
//!          B  \   /                     The points of the manifold are kept on both bodies, in their frames. As the
//!        ______\ /_ <- anchor_b         bodies move, each pair of anchors parts by a little, which renews the
//!              gap                      separation
//!        _______x__ <- anchor_a
//!          A                                s = s0 + n . (anchor_b - anchor_a)
//! ```
//!
//! and while no gap is longer than [`KEEP`] the features that touch are still the same: the work is a rotation of each
//! anchor instead of separating axes and clipping. Two gaps say all about the turning of the bodies. One point says
//! nothing of it, and is kept only while the bodies hardly move against each other at all, as in a heap at rest. Shapes
//! without a point remember how far they were apart: nothing can have met before they have come nearer by that much. A
//! body whose centre of mass is moved by a change of its colliders has all of this forgotten: levers begin there.
//!
//! **Levers lag.** The solver is given the separations of now, but normal and levers as they were, until a body has
//! turned by [`LAG`]; only then they follow. That is the small-displacement theory of structures: forces act where they
//! act on the undeformed body. It is what lets a tall stack stand:
//!
//! ```text
//!      |  W        A stack leans by d; its weight then turns it with W d, and a soft contact gives way in proportion,
//!     [ ]          which leans it more. By Euler's formula contacts of 45 Hz carry a column of 18 boxes; a stack of
//!    [ ]  <- d     thirty laid 2 cm uneven leans by e^(t/s) and lies down in ten seconds. Rigid boxes would stand: W d
//!    [ ]           is far below W times half a box. With levers that lag, the small lean of the settling does not
//!   [ ]            add to the torque (second-order effect), so it settles: 6 mm/s after ten seconds, and slower.
//! ```
//!
//! What really falls has turned by more, or stands on one point, which is not kept once something moves.
//!
//! A body of a metre that lies on another keeps its manifold as long as it rests; one that slides at 1 m/s for one step
//! of three. The separation that is renewed differs from the true one by the slant of the normal times the gap, both
//! small: less than 0.1 mm. Contacts of bodies at rest do not even see that, since nothing about them moves.
//!
//! Source: Box2D 3.2 recycles contacts up to 5 cm and 11.5 degrees with levers and normals of the beginning (without that
//! its stack of thirty falls as well), Rapier in a similar way; the clearance of shapes that do not touch is ours, and
//! that levers catch up. Turned down: keeping single points for as long. A circle rolls while its point stays, and a normal
//! that turns with it drives it on: a pile of circles boiled. An angle as a bound, which says little of large shapes. The solver's own
//! separations of the last sub-step, taken over into the next step, which add up roundings for as long as a body lies.

use crate::body::Frame;
use collide::Manifold;
use compute::math::max;
use geom::{Pose, Vec2};

/// m. How far two touching points may part before the shapes are looked at again.
pub(crate) const KEEP: f32 = 0.005;

/// Of [`KEEP`]: how far the shapes of a single point may move before they are looked at again, a tenth of a millimetre.
const STILL: f32 = 0.02;

/// rad. How far a body may turn before the levers of its contacts turn with it: half would do for a stack of thirty. The
/// error that it makes is a hundredth of a lever, or of the weight along a slope, less than friction holds.
const LAG: f32 = 0.01;

/// The last detection of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Detection {
    /// From A to B, in A's frame.
    normal: Vec2,
    /// Of each point from A's origin, in A's frame, m; and of B.
    anchors_a: [Vec2; 2],
    anchors_b: [Vec2; 2],
    separations: [f32; 2],
    b_in_a: Pose,
    /// The greatest distance of a point of B's shape from B's origin, m.
    reach: f32,
    /// How far the shapes may move against each other, m; negative for no detection.
    slack: f32,
}

/// Where two bodies are: A first.
pub(crate) type Frames<'a> = [&'a Frame; 2];

impl Detection {
    /// None yet: the shapes have to be looked at.
    pub(crate) const NONE: Self = Self {
        normal: Vec2::new(0.0, 0.0),
        anchors_a: [Vec2::new(0.0, 0.0); 2],
        anchors_b: [Vec2::new(0.0, 0.0); 2],
        separations: [0.0; 2],
        b_in_a: Pose::IDENTITY,
        reach: 0.0,
        slack: -1.0,
    };

    /// Of a manifold with anchors from the centres of mass. It holds while touching points part by no more than `keep`
    /// (m); if that is negative, for this step only.
    pub(crate) fn new(
        manifold: &Manifold,
        [a, b]: Frames<'_>,
        reach: f32,
        keep: f32,
        speculative: f32,
    ) -> Self {
        let (to_a, to_b) = (a.pose.rotation.inverse(), b.pose.rotation.inverse());
        let [p, q] = &manifold.points;
        let slack = match manifold.count {
            _ if keep < 0.0 => keep,
            0 => manifold.clearance() - speculative,
            1 => keep * STILL,
            _ => keep,
        };
        Self {
            normal: to_a * manifold.normal,
            anchors_a: [p, q].map(|point| to_a * point.anchor_a + a.local_center),
            anchors_b: [p, q].map(|point| to_b * point.anchor_b + b.local_center),
            separations: [p.separation, q.separation],
            b_in_a: a.pose.relative(b.pose),
            reach,
            slack,
        }
    }

    /// Moves a manifold on to where the bodies are now, or returns false if the shapes have to be looked at. Normal and
    /// anchors stay as they are up to a turn of [`LAG`].
    #[inline]
    pub(crate) fn follow(&self, manifold: &mut Manifold, [a, b]: Frames<'_>, speculative: f32) -> bool {
        if self.slack < 0.0 {
            return false;
        }
        if manifold.count < 2 {
            let now = a.pose.relative(b.pose);
            // A turn moves a point at a distance of one by its chord on the unit circle.
            let (turned, before) = (now.rotation, self.b_in_a.rotation);
            let chord = Vec2::new(turned.cos - before.cos, turned.sin - before.sin).norm();
            let moved = (now.position - self.b_in_a.position).norm() + self.reach * chord;
            if manifold.count == 0 || moved > self.slack {
                return moved <= self.slack;
            }
        }
        let between = b.pose.position - a.pose.position;
        let normal = a.pose.rotation * self.normal;
        let (center_a, center_b) = (a.pose.rotation * a.local_center, b.pose.rotation * b.local_center);
        let mut now = *manifold;
        let (mut near, mut parted) = (true, 0.0);
        for (i, point) in now.points.iter_mut().enumerate().take(now.count as usize) {
            let from_a = a.pose.rotation * self.anchors_a[i];
            let from_b = b.pose.rotation * self.anchors_b[i];
            let gap = between + (from_b - from_a);
            point.anchor_a = from_a - center_a;
            point.anchor_b = from_b - center_b;
            point.separation = self.separations[i] + normal.dot(&gap);
            near &= point.separation <= speculative;
            parted = max(parted, gap.norm_squared());
        }
        let holds = near && parted <= self.slack * self.slack;
        if holds {
            let (before, after) = (manifold.points[0].anchor_b, now.points[0].anchor_b);
            let turned_a = (normal - manifold.normal).norm_squared() > LAG * LAG;
            let turned_b = (after - before).norm_squared() > LAG * LAG * before.norm_squared();
            if turned_a || turned_b {
                now.normal = normal;
                *manifold = now;
            } else {
                for (point, now) in manifold.points.iter_mut().zip(now.points) {
                    point.separation = now.separation;
                }
            }
        }
        holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Point, Rot, Shape};
    use proptest::prelude::*;

    const SPECULATIVE: f32 = 0.02;

    fn frame(shape: &Shape, pose: Pose) -> Frame {
        Frame { pose, local_center: shape.mass_properties(1.0).unwrap().center.coords }
    }

    fn from_centers(mut manifold: Manifold, [a, b]: Frames<'_>) -> Manifold {
        for point in &mut manifold.points {
            point.anchor_a -= a.pose.rotation * a.local_center;
            point.anchor_b -= b.pose.rotation * b.local_center;
        }
        manifold
    }

    fn nudged(pose: Pose, by: (f32, f32, f32)) -> Pose {
        let turned = Rot::from_angle(by.2) * pose.rotation;
        Pose { position: pose.position + Vec2::new(by.0, by.1), rotation: turned }
    }

    fn nudge(reach: f32) -> impl Strategy<Value = (f32, f32, f32)> {
        (-reach..reach, -reach..reach, -reach..reach)
    }

    proptest! {
        /// Boxes that touch and move a little: what is moved on is, to a tenth of a millimetre, what looking at the
        /// shapes again finds, where that has two points with the same features.
        #[test]
        fn what_is_moved_on_is_what_would_be_found(
            x in -0.6_f32..0.6, y in 0.98_f32..1.015, angle in -0.01_f32..0.01, offset in -0.3_f32..0.3,
            a_by in nudge(0.004), b_by in nudge(0.004), all in (-3.0_f32..3.0, -50.0_f32..50.0),
        ) {
            let around = Pose::new([all.1, 3.0], all.0);
            let shape = Shape::rectangle(0.5, 0.5).unwrap().transformed(Pose::at([offset, 0.0]));
            let at = |local: Pose| Pose {
                position: around.position + around.rotation * local.position.coords,
                rotation: around.rotation * local.rotation,
            };
            let (pose_a, pose_b) = (at(Pose::IDENTITY), at(Pose::new([x, y], angle)));
            let find = |a: Pose, b: Pose| {
                let frames = [frame(&shape, a), frame(&shape, b)];
                let found = collide::manifold(&shape, a, &shape, b, SPECULATIVE);
                (from_centers(found, [&frames[0], &frames[1]]), frames)
            };
            let (first, frames) = find(pose_a, pose_b);
            prop_assume!(first.count == 2);
            let detection = Detection::new(&first, [&frames[0], &frames[1]], 1.0, KEEP, SPECULATIVE);
            let (fresh, frames) = find(nudged(pose_a, a_by), nudged(pose_b, b_by));
            let mut followed = first;
            if detection.follow(&mut followed, [&frames[0], &frames[1]], SPECULATIVE) && fresh.count == 2 {
                prop_assert!((followed.normal - fresh.normal).norm() < 0.02, "{followed:?}\n{fresh:?}");
                for (old, new) in followed.points.iter().zip(fresh.points) {
                    prop_assert!(old.feature != new.feature || (old.separation - new.separation).abs() < 2e-4);
                    // By a gap it may have parted, and both levers of at most a metre lag.
                    let near = 2.0 * KEEP + LAG;
                    prop_assert!((old.anchor_a - new.anchor_a).norm() < near, "{followed:?}\n{fresh:?}");
                    prop_assert!((old.anchor_b - new.anchor_b).norm() < near, "{followed:?}\n{fresh:?}");
                }
            }
        }

        /// Shapes that are said to be still apart are: nothing that touches is overlooked.
        #[test]
        fn what_is_apart_stays_apart(
            at in (-2.5_f32..2.5, -2.5_f32..2.5, -3.0_f32..3.0), by in nudge(0.4), sides in 3_usize..7, round in 0.0_f32..0.2,
        ) {
            let a = Shape::rectangle(0.6, 0.3).unwrap();
            let b = geom::Polygon::regular(sides, 0.5).unwrap();
            let b = Shape::Polygon(b.rounded(round).unwrap()).transformed(Pose::at([0.2, 0.0]));
            let pose = Pose::new(Point::new(at.0, at.1), at.2);
            let first = collide::manifold(&a, Pose::IDENTITY, &b, pose, SPECULATIVE);
            prop_assume!(first.count == 0);
            let still = frame(&a, Pose::IDENTITY);
            let reach = b.reach(Point::origin());
            let detection = Detection::new(&first, [&still, &frame(&b, pose)], reach, KEEP, SPECULATIVE);
            let moved = nudged(pose, by);
            if detection.follow(&mut first.clone(), [&still, &frame(&b, moved)], SPECULATIVE) {
                prop_assert_eq!(collide::manifold(&a, Pose::IDENTITY, &b, moved, SPECULATIVE).count, 0);
            }
        }
    }

    /// A detection that is to hold for one step does.
    #[test]
    fn nothing_is_kept_against_the_wish() {
        let shape = Shape::rectangle(0.5, 0.5).unwrap();
        let frames = [frame(&shape, Pose::IDENTITY), frame(&shape, Pose::at([0.0, 5.0]))];
        let frames = [&frames[0], &frames[1]];
        for (manifold, keep, holds) in [
            (Manifold::apart(4.0), KEEP, true),
            (Manifold::apart(4.0), -1.0, false),
            (Manifold::EMPTY, KEEP, false),
        ] {
            let detection = Detection::new(&manifold, frames, 1.0, keep, SPECULATIVE);
            assert_eq!(detection.follow(&mut manifold.clone(), frames, SPECULATIVE), holds);
        }
        assert!(!Detection::NONE.follow(&mut Manifold::EMPTY.clone(), frames, SPECULATIVE));
    }
}
