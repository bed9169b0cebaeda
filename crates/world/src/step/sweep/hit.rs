//! The impact of two shapes on their way through a step, and the swept contact that comes of it.
//!
//! The solver reads the manifold at the time t of the impact as one of the beginning of the step, so its
//! separation is put back by the way by which the free motion brings the cores (`solver::Cores`) together
//! until t. With c the lever of a core at t,
//!
//! ```text
//!   s0 = s - n . [dp_B - dp_A + (1 - R_B^-1) c_B - (1 - R_A^-1) c_A]   dp, R: way and turn until t
//! ```
//!
//! the solver's own formula of the separation (`solver/src/soft/block.rs`) reaches s at t. The levers are
//! those of t, so that the impulse is right where it acts; `Cores::moment` is t.
//!
//! **Grazes.** Shapes overlap from t to the time t' at which they part, or the end of the step. Half way
//! between the two the overlap of convex shapes that pass each other is about the deepest:
//!
//! ```text
//!      ___            ___                 ___
//!     | B |-->       | B |               | B |     t and t' are far apart, and the overlap in the middle is
//!     |___|   ======|=|___|======|========|___|    the 0.1 mm by which B has sunk in: no impact. Contacts
//!            t                   A         t'      see to it, step by step.
//! ```

use super::motion::{comes_within, moved};
use crate::frame::Frame;
use crate::midpoint::core_depths;
use crate::settings::SPECULATIVE_DISTANCE;
use crate::stores::Collider;
use collide::{FeatureId, Impact, Manifold, Sweep, Tolerances, Touch};
use compute::math::{max, min};
use geom::{ChainSegment, Point, Pose, RoundedHull, Shape, Sides, Vec2, left_normal};

/// m. Shapes that would overlap by no more than this on their way do not hit each other: far more than a box
/// sinks into a floor under its own weight (0.1 mm), and less than can be seen.
const GRAZE: f32 = 0.002;

/// Of the half-widths of two shapes, so that thin shapes do not pass through each other as a graze.
const GRAZE_SHARE: f32 = 0.25;

/// Of the half-width of the thicker shape. Shapes that would overlap by more hit each other, whatever
/// `surface` says and whether or not they approach at the touch: a body that meets two segments of a chain,
/// or two tiles, where they join must not pass because each leaves it to the other. Nor must a corner of a
/// body that turns several times within the step pass, if it first comes within the tolerance of the time of
/// impact, turns away, and meets the surface after that.
const DEEP_SHARE: f32 = 0.5;

/// rad. The end of a shape that turns farther does not tell where it has been.
pub(super) const WIDE_TURN: f32 = 0.5;

/// m. At the time of impact shapes are at most 0.2 mm apart; within this distance the manifold has both
/// points.
const NEAR: f32 = 0.1 * SPECULATIVE_DISTANCE;

/// Two colliders, the frames of their bodies when the step begins, and their motion as seen from where A is
/// then.
#[derive(Clone, Copy)]
pub(in crate::step) struct SweptPair<'a> {
    pub(in crate::step) colliders: [&'a Collider; 2],
    pub(in crate::step) frames: [&'a Frame; 2],
    pub(in crate::step) sweeps: [Sweep; 2],
}

#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Hit {
    /// The fraction of the step at which the shapes touch.
    pub(in crate::step) fraction: f32,
    /// As seen from where A is when the step begins, m.
    pub(in crate::step) point: Point,
    /// Its anchors are measured from the centres of mass.
    pub(in crate::step) manifold: Manifold,
    /// The fraction of the step at whose poses its anchors are.
    pub(in crate::step) found_at: f32,
    /// How far behind its points the cores lie, m.
    pub(in crate::step) depth: [f32; 2],
}

/// How deep two shapes of these half-widths (m) may overlap on their way without an impact.
pub(in crate::step) fn graze(half_widths: [f32; 2], unit: f32) -> f32 {
    min(GRAZE * unit, GRAZE_SHARE * (half_widths[0] + half_widths[1]))
}

/// The first impact of two shapes that are apart, if they then overlap by more than `graze` (m). With
/// `looks_beyond_corners`, also with a side to which other contacts may turn the body
/// ([`hit_beyond_corner`]). `surface` decides about the manifold at the impact, with anchors from the bodies'
/// origins, unless the shapes would pass deep into each other ([`DEEP_SHARE`]).
pub(in crate::step) fn find_hit(
    pair: &SweptPair<'_>,
    unit: f32,
    graze: f32,
    looks_beyond_corners: bool,
    surface: impl Fn(Manifold, [Pose; 2], f32) -> Manifold,
) -> Option<Hit> {
    let [a, b] = pair.shapes();
    let [sweep_a, sweep_b] = &pair.sweeps;
    let tolerances = Tolerances::of_unit(unit);
    let Impact::Touching(touch) = tolerances.time_of_impact(a, sweep_a, b, sweep_b, 0.0) else { return None };
    if !pair.overlap_on_the_way(&touch, graze, tolerances) {
        return None;
    }
    let [a, b] = pair.colliders.map(|collider| collider.half_width);
    let deep = DEEP_SHARE * if a.is_finite() && a > b || b.is_infinite() { a } else { b };
    let is_through = || pair.overlap_on_the_way(&touch, deep, tolerances);
    let at_touch = hit_at(pair, &touch, unit, &surface, || false);
    if at_touch.is_some() {
        return at_touch;
    }
    if let Some(hit) =
        hit_beyond_corner(pair, &touch, if looks_beyond_corners { f32::INFINITY } else { -graze })
    {
        return Some(hit);
    }
    let surface = |manifold: Manifold, poses, fraction| {
        let left = surface(manifold, poses, fraction);
        if left.count == 0 && is_through() { manifold } else { left }
    };
    hit_at(pair, &touch, unit, surface, is_through)
}

/// The impact of a circle with a segment of a chain at whose end the chain bends to the circle, if it ends no
/// farther than `most` (m) from the line of the segment.
///
/// ```text
///                    _/ B     The free way of the ball leads through the bend. Of the segment B alone it
///      ( o ) - - - _/- ->     first touches the end, with a normal that no surface has. But the impulse of A
///   _______________/          makes it follow the bend, and then the line of B holds it: both bound the side
///          A                  on which the ball is.
/// ```
fn hit_beyond_corner(pair: &SweptPair<'_>, touch: &Touch, most: f32) -> Option<Hit> {
    let (side, segment, round) = pair.chain_and_round()?;
    let poses = pair.poses_at(1.0);
    let (pose, center) = (poses[side], poses[1 - side] * round.vertices[0]);
    let before = pair.sweeps[1 - side].start * round.vertices[0];
    let [start, end] = segment.segment().ends();
    let upper = pose.rotation * segment.normal();
    let height = |at: Point| upper.dot(&(at - pose * start));
    let is_above = height(before) >= 0.0;
    if !is_above && segment.sides() == Sides::One {
        return None;
    }
    let (outward, radius) = (if is_above { upper } else { -upper }, round.radius);
    // The chain must bend to the side of the body where it is touched.
    let at = pose.inverse_transform(touch.point);
    let neighbour = if (at - start).norm_squared() < (at - end).norm_squared() {
        segment.before()
    } else {
        segment.after()
    }?;
    if outward.dot(&(pose * neighbour - pose * start)) <= 0.0 {
        return None;
    }
    let separation = height(center) * if is_above { 1.0 } else { -1.0 } - radius;
    if separation > most {
        return None;
    }
    let on_body = center - outward * radius;
    let on_line = on_body - outward * separation;
    let mut manifold = Manifold::EMPTY;
    (manifold.count, manifold.normal) = (1, if side == 0 { outward } else { -outward });
    let middle = on_line + 0.5 * (on_body - on_line);
    let point = &mut manifold.points[0];
    point.anchor_a = middle - poses[0].position;
    point.anchor_b = middle - poses[1].position;
    point.separation = separation;
    point.feature = FeatureId::ONLY;
    let (manifold, depth, approaches) = pair.put_back(manifold, poses, 1.0);
    approaches.then_some(Hit { fraction: touch.fraction, point: touch.point, manifold, found_at: 1.0, depth })
}

/// The impact of two shapes that touch, if they approach there, or `is_through` says that they pass deep into
/// each other.
pub(super) fn hit_at(
    pair: &SweptPair<'_>,
    touch: &Touch,
    unit: f32,
    surface: impl Fn(Manifold, [Pose; 2], f32) -> Manifold,
    is_through: impl Fn() -> bool,
) -> Option<Hit> {
    let [a, b] = pair.shapes();
    let poses = pair.poses_at(touch.fraction);
    let tolerances = Tolerances::of_unit(unit);
    let mut manifold = tolerances.manifold(a, poses[0], b, poses[1], NEAR * unit);
    if manifold.count == 0 {
        if pair.chain_and_round().is_some() {
            // The chain goes on at this end, and its neighbour is touched sooner: this normal is none of the
            // chain's.
            return None;
        }
        if tolerances.touches_behind([a, b], pair.poses_at(0.0), poses, touch.point, touch.normal) {
            return None;
        }
        // Two corners that meet, or the border of what a segment of a chain leaves to its neighbour.
        manifold = manifold_of_touch(touch, poses);
    }
    let manifold = surface(manifold, poses, touch.fraction);
    if manifold.count == 0 {
        return None;
    }
    let (manifold, depth, approaches) = pair.put_back(manifold, poses, touch.fraction);
    let is_hit = (approaches || is_through()) && pair.respects_sides(&manifold);
    let Touch { fraction, point, .. } = *touch;
    is_hit.then_some(Hit { fraction, point, manifold, found_at: fraction, depth })
}

impl<'a> SweptPair<'a> {
    /// Whether the boxes of their ways overlap. No point of a body is farther from its centre of mass than
    /// its reach.
    pub(super) fn may_meet(&self, reaches: [f32; 2]) -> bool {
        let [a, b] = [0, 1].map(|side| {
            let Sweep { start, translation, angle, .. } = self.sweeps[side];
            let turn = if angle == 0.0 { 0.0 } else { self.radius(side, reaches[side]) };
            self.colliders[side].shape.aabb(start).swept(translation).expanded(2.0 * turn)
        });
        a.overlaps(b)
    }

    /// Whether the shapes can overlap by more than `least` (m) within the step, by the circles around the
    /// bodies.
    pub(super) fn may_overlap(&self, reaches: [f32; 2], least: f32) -> bool {
        let [a, b] = &self.sweeps;
        let (from, way) = (b.start * b.center - a.start * a.center, b.translation - a.translation);
        comes_within(from, way, self.radius(0, reaches[0]) + self.radius(1, reaches[1]) - least)
    }

    /// No point of a body is farther from the point that moves on a straight line.
    fn radius(&self, side: usize, reach: f32) -> f32 {
        reach + (self.sweeps[side].center.coords - self.frames[side].local_center).norm()
    }

    fn shapes(&self) -> [&'a Shape; 2] {
        self.colliders.map(|collider| &collider.shape)
    }

    fn chain_and_round(&self) -> Option<(usize, &'a ChainSegment, RoundedHull<'a>)> {
        let (side, segment) = match self.shapes() {
            [Shape::ChainSegment(segment), _] => (0, segment),
            [_, Shape::ChainSegment(segment)] => (1, segment),
            _ => return None,
        };
        let round = self.shapes()[1 - side].hull().filter(|hull| hull.vertices.len() == 1)?;
        Some((side, segment, round))
    }

    fn poses_at(&self, fraction: f32) -> [Pose; 2] {
        [self.sweeps[0].pose_at(fraction), self.sweeps[1].pose_at(fraction)]
    }

    /// Whether the shapes overlap by more than `graze` (m) after their touch: half way to where they part, or
    /// half way to the end and at the end. If one of them turns far, that says little; then they also pass
    /// through each other if they part on the other side, or end there.
    ///
    /// A segment of a chain counts as a segment by itself. What is over its neighbour by then, or on its
    /// inside, would have no contact with it, though it has passed through it.
    fn overlap_on_the_way(&self, touch: &Touch, graze: f32, tolerances: Tolerances) -> bool {
        let alone = self.shapes().map(|shape| match shape {
            Shape::ChainSegment(segment) => Some(Shape::Segment(*segment.segment())),
            _ => None,
        });
        let [a, b] = [0, 1].map(|side| alone[side].as_ref().unwrap_or(&self.colliders[side].shape));
        let back = self.sweeps.map(|sweep| reversed(&sweep));
        let manifold_at = |fraction: f32| {
            let poses = self.poses_at(fraction);
            tolerances.manifold(a, poses[0], b, poses[1], 0.0)
        };
        let overlaps = |manifold: &Manifold| manifold.points().iter().any(|p| p.separation < -graze);
        let first = touch.fraction;
        // A manifold costs a fraction of a time of impact.
        let end = manifold_at(1.0);
        if overlaps(&end) {
            return true;
        }
        let (last, normal) = match tolerances.time_of_impact(a, &back[0], b, &back[1], 0.0) {
            Impact::Touching(parting) => (max(1.0 - parting.fraction, first), parting.normal),
            Impact::Overlapped | Impact::Separated => (1.0, end.normal),
        };
        overlaps(&manifold_at(0.5 * (first + last)))
            || self.are_on_other_sides((first, touch.normal), (last, normal))
    }

    /// Whether a body turns far, and these normals, at fractions of the step, are those of opposite sides of
    /// the one that turns less.
    fn are_on_other_sides(&self, (s, n): (f32, Vec2), (t, m): (f32, Vec2)) -> bool {
        let [a, b] = self.sweeps.map(|sweep| sweep.angle.abs());
        let calm = &self.sweeps[usize::from(b < a)];
        let [n, m] = [(s, n), (t, m)].map(|(at, normal)| calm.pose_at(at).rotation.inverse_rotate(normal));
        max(a, b) > WIDE_TURN && n.dot(&m) < 0.0
    }

    /// The manifold at the poses of `fraction` put back to the beginning of the step, the depths of its
    /// cores, and whether one of its points approaches.
    fn put_back(
        &self,
        mut manifold: Manifold,
        poses: [Pose; 2],
        fraction: f32,
    ) -> (Manifold, [f32; 2], bool) {
        let normal = manifold.normal;
        let [sweep_a, sweep_b] = &self.sweeps;
        let [center_a, center_b] = self.frames.map(|frame| frame.local_center);
        let (to_a, to_b) = (poses[0].rotation * center_a, poses[1].rotation * center_b);
        let (way_a, turn_a) = moved(sweep_a, center_a, fraction);
        let (way_b, turn_b) = moved(sweep_b, center_b, fraction);
        let count = manifold.points().len();
        let radii = self.colliders.map(|collider| collider.shape.radius());
        let depth = core_depths(radii, manifold.points[0].separation);
        let mut approaches = false;
        for point in &mut manifold.points[..count] {
            let speed_b = velocity_at(sweep_b, poses[1], point.anchor_b);
            let speed_a = velocity_at(sweep_a, poses[0], point.anchor_a);
            approaches |= (speed_b - speed_a).dot(&normal) < 0.0;
            point.anchor_a -= to_a;
            point.anchor_b -= to_b;
            let core_a = point.anchor_a - normal * depth[0];
            let core_b = point.anchor_b + normal * depth[1];
            let by_b = way_b + (core_b - turn_b.inverse_rotate(core_b));
            let by_a = way_a + (core_a - turn_a.inverse_rotate(core_a));
            point.separation -= normal.dot(&(by_b - by_a));
        }
        (manifold, depth, approaches)
    }

    fn respects_sides(&self, manifold: &Manifold) -> bool {
        let is_behind = |side: usize, outward: Vec2| match &self.colliders[side].shape {
            Shape::ChainSegment(segment) if segment.sides() == Sides::One => {
                (self.frames[side].rotation * segment.normal()).dot(&outward) <= 0.0
            }
            _ => false,
        };
        !is_behind(0, manifold.normal) && !is_behind(1, -manifold.normal)
    }
}

/// The velocity of a point `anchor` from the origin of its body, m for the whole step.
fn velocity_at(sweep: &Sweep, pose: Pose, anchor: Vec2) -> Vec2 {
    sweep.translation + left_normal(anchor - pose.rotation * sweep.center.coords) * sweep.angle
}

pub(super) fn reversed(sweep: &Sweep) -> Sweep {
    Sweep {
        start: sweep.pose_at(1.0),
        center: sweep.center,
        translation: -sweep.translation,
        angle: -sweep.angle,
    }
}

fn manifold_of_touch(touch: &Touch, poses: [Pose; 2]) -> Manifold {
    let mut manifold = Manifold::EMPTY;
    (manifold.count, manifold.normal) = (1, touch.normal);
    let point = &mut manifold.points[0];
    point.anchor_a = touch.point - poses[0].position;
    point.anchor_b = touch.point - poses[1].position;
    point.separation = touch.separation;
    point.feature = FeatureId::ONLY;
    manifold
}
