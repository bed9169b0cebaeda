//! What a contact keeps from the last narrow phase, to move its manifold along with the bodies.
//!
//! ```text
//!     B  \   /                   The points are stored on both bodies, in their frames. When the bodies
//!   ______\ /_ <- anchor_b       move, the two anchors of a point drift apart by a small gap:
//!         gap
//!   _______x__ <- anchor_a           s = s0 + n . (anchor_b - anchor_a)
//!     A
//! ```
//!
//! **The cache holds** while no gap is longer than [`REUSE_DISTANCE`] (less for short sides:
//! `reuse_distance_of` in `step/narrow_phase/finder.rs`): then the same features touch. The gap of a single
//! point shows no rotation, so the bodies may hardly move relative to each other ([`ONE_POINT_SHARE`]).
//! Without points, the shapes may not approach by their clearance.
//!
//! **Levers lag.** The solver gets the separations of now, but normals and levers as they were, until a body
//! has turned by [`LEVER_LAG`]. So the weight W of a stack that leans by d has no torque W d, as in the
//! small-displacement theory of structures. With that torque, soft contacts give way: at the default 53 Hz,
//! Euler's buckling load is a column of 20.
//!
//! Source: Box2D 3.2 and Rapier, without clearance and lag. Turned down (`docs/experiments/contacts.md`):
//! reusing one point up to 5 mm; a bound on the relative angle; the solver's last separations.

use crate::frame::FramePair;
use collide::Manifold;
use compute::Quad;
use compute::math::max;
use geom::{Point, Pose, Rot, Vec2};

/// m. How far the two anchors of a point may drift apart before the manifold is computed again.
pub(crate) const REUSE_DISTANCE: f32 = 0.005;

/// The relative motion of bodies with a single point, as a share of [`REUSE_DISTANCE`]: a tenth of a
/// millimetre.
const ONE_POINT_SHARE: f32 = 0.02;

/// rad. How far a body may turn before the levers of its contacts turn with it. A stack of thirty boxes needs
/// at least 0.005. The error, at most 1% of a lever, acts on a slope like 1% of the weight, which friction
/// resists.
const LEVER_LAG: f32 = 0.01;

/// A manifold as it was last computed from the shapes. For a swept contact ([`ManifoldCache::of_impact`])
/// some fields hold other data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ManifoldCache {
    /// From A to B, in A's frame. For a swept contact: the point in the world where the shapes touch.
    pub(crate) normal: Vec2,
    /// Each point from A's origin, in A's frame, m.
    pub(crate) anchors_a: [Vec2; 2],
    /// Each point from B's origin, in B's frame, m.
    pub(crate) anchors_b: [Vec2; 2],
    /// The separation of each point, m. For a swept contact the first is the fraction of the step at which
    /// the shapes touch.
    pub(crate) separations: [f32; 2],
    /// B's pose in A's frame.
    pub(crate) b_in_a: Pose,
    /// The greatest distance of a point of B's shape from B's origin, m.
    pub(crate) reach: f32,
    /// m; negative if the cache does not hold. With two points the bound of each gap, with one the bound of
    /// the relative motion of the bodies, without points the same, clearance - speculative distance.
    pub(crate) allowed_motion: f32,
}

#[inline(always)]
fn both(vectors: [Vec2; 2]) -> Quad {
    Quad::new(bytemuck::cast(vectors))
}

#[inline(always)]
fn halves(both: Quad) -> [Vec2; 2] {
    bytemuck::cast(both.numbers())
}

#[inline(always)]
fn rotated(Rot { cos, sin }: Rot, both: Quad) -> Quad {
    both.rotated(cos, sin)
}

impl ManifoldCache {
    pub(crate) const NONE: Self = Self {
        normal: Vec2::new(0.0, 0.0),
        anchors_a: [Vec2::new(0.0, 0.0); 2],
        anchors_b: [Vec2::new(0.0, 0.0); 2],
        separations: [0.0; 2],
        b_in_a: Pose::IDENTITY,
        reach: 0.0,
        allowed_motion: -1.0,
    };

    /// For a manifold with anchors from the centres of mass. It holds while the anchors of a point drift
    /// apart by no more than `reuse_distance` (m): never if that is negative.
    #[inline(always)]
    pub(crate) fn new(
        manifold: &Manifold,
        pair: FramePair<'_>,
        reach: f32,
        reuse_distance: f32,
        speculative: f32,
    ) -> Self {
        let [a, b] = pair.frames;
        let (to_a, to_b) = (a.rotation.inverse(), b.rotation.inverse());
        let [p, q] = &manifold.points;
        let from_a = rotated(to_a, both([p.anchor_a, q.anchor_a])) + both([a.local_center; 2]);
        let from_b = rotated(to_b, both([p.anchor_b, q.anchor_b])) + both([b.local_center; 2]);
        let allowed_motion = match manifold.count {
            _ if reuse_distance < 0.0 => reuse_distance,
            0 => manifold.clearance() - speculative,
            1 => reuse_distance * ONE_POINT_SHARE,
            _ => reuse_distance,
        };
        Self {
            normal: to_a * manifold.normal,
            anchors_a: halves(from_a),
            anchors_b: halves(from_b),
            separations: [p.separation, q.separation],
            b_in_a: Pose { position: (to_a * pair.between).into(), rotation: to_a * b.rotation },
            reach,
            allowed_motion,
        }
    }

    /// For a swept contact: it does not hold, but remembers where the shapes touch, as seen from A (m), and
    /// at which fraction of the step.
    pub(crate) fn of_impact(point: Point, fraction: f32) -> Self {
        Self { normal: point.coords, separations: [fraction, 0.0], ..Self::NONE }
    }

    /// Of a swept contact.
    pub(crate) fn fraction_of_impact(&self) -> f32 {
        self.separations[0]
    }

    /// Of a swept contact, as seen from A, m.
    pub(crate) fn impact(&self) -> Point {
        self.normal.into()
    }

    /// A lower bound of the distance of two shapes without a contact point, m: their clearance less the
    /// motion of the bodies since then. Zero if nothing is known.
    pub(crate) fn clearance(&self, pair: FramePair<'_>, speculative: f32) -> f32 {
        if self.allowed_motion < 0.0 {
            return 0.0;
        }
        max(self.allowed_motion + speculative - self.moved(pair), 0.0)
    }

    /// Since the manifold was computed, m.
    #[inline(always)]
    fn moved(&self, pair: FramePair<'_>) -> f32 {
        // Relative position and relative rotation, as a unit vector, both rotated back with A.
        let ([a, b], between) = (pair.frames, pair.between);
        let from_a = Quad::new([between.x, between.y, b.rotation.cos, b.rotation.sin]);
        let change = rotated(a.rotation.inverse(), from_a) - Quad::new(bytemuck::cast(self.b_in_a));
        // A rotation moves a point at distance one by its chord on the unit circle.
        let [distance, _, chord, _] = change.dots(change).sqrt().numbers();
        distance + self.reach * chord
    }

    /// Moves a manifold along with the bodies. Returns `None` if the cache does not hold, else
    /// [`ManifoldCache::clearance`], zero for a manifold with points. Normal and anchors lag by up to
    /// [`LEVER_LAG`]. Two vectors share a register; `move_along_by_formulas` in the tests is the plain
    /// version.
    #[inline(always)]
    pub(crate) fn move_along(
        &self,
        manifold: &mut Manifold,
        pair: FramePair<'_>,
        speculative: f32,
    ) -> Option<f32> {
        if self.allowed_motion < 0.0 {
            return None;
        }
        if manifold.count < 2 {
            let moved = self.moved(pair);
            if manifold.count == 0 || moved > self.allowed_motion {
                return (moved <= self.allowed_motion).then_some(self.allowed_motion + speculative - moved);
            }
        }
        let [a, b] = pair.frames;
        let (rotation_a, rotation_b) = (a.rotation, b.rotation);
        let from_a = rotated(rotation_a, both(self.anchors_a));
        let from_b = rotated(rotation_b, both(self.anchors_b));
        let gaps = both([pair.between; 2]) + (from_b - from_a);
        let normal_and_center = rotated(rotation_a, both([self.normal, a.local_center]));
        let [s, t] = self.separations;
        let separations = Quad::new([s, s, t, t]) + normal_and_center.low().dots(gaps);
        let near = separations.le(Quad::splat(speculative));
        let together = gaps.dots(gaps).le(Quad::splat(self.allowed_motion * self.allowed_motion));
        let all = if manifold.count == 1 { 0b0011 } else { 0b1111 };
        if near.and(together).bits() & all != all {
            return None;
        }
        let anchors_b = from_b - rotated(rotation_b, both([b.local_center; 2]));
        let before = [manifold.normal, manifold.points[0].anchor_b];
        let change = normal_and_center.firsts(anchors_b) - both(before);
        let lengths = both([Vec2::new(1.0, 0.0), before[1]]);
        let lag = Quad::splat(LEVER_LAG * LEVER_LAG) * lengths.dots(lengths);
        let has_turned = lag.lt(change.dots(change)).bits() != 0;
        let count = manifold.count as usize;
        let [first, _, second, _] = separations.numbers();
        for (point, separation) in manifold.points.iter_mut().zip([first, second]).take(count) {
            point.separation = separation;
        }
        if has_turned {
            let [normal, _] = halves(normal_and_center);
            manifold.normal = normal;
            let anchors = halves(from_a - normal_and_center.high()).into_iter().zip(halves(anchors_b));
            for (point, anchors) in manifold.points.iter_mut().zip(anchors).take(count) {
                (point.anchor_a, point.anchor_b) = anchors;
            }
        }
        Some(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;
    use crate::place::Grid;
    use geom::Shape;
    use proptest::prelude::*;

    const SPECULATIVE: f32 = 0.02;

    fn frame(shape: &Shape, pose: Pose) -> Frame {
        let place = Grid::UNIT.place([pose.position.x, pose.position.y].map(f64::from));
        let local_center = shape.mass_properties(1.0).unwrap().center.coords;
        Frame { place, rotation: pose.rotation, local_center }
    }

    fn pair([a, b]: &[Frame; 2]) -> FramePair<'_> {
        FramePair { frames: [a, b], between: Grid::UNIT.vector(a.place, b.place) }
    }

    fn from_centers(mut manifold: Manifold, pair: FramePair<'_>) -> Manifold {
        let [a, b] = pair.frames;
        for point in &mut manifold.points {
            point.anchor_a -= a.arm();
            point.anchor_b -= b.arm();
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
        /// Boxes touch and move a little. The moved manifold is to a fifth of a millimetre the one that is
        /// computed from the shapes, where that has two points with the same features.
        #[test]
        fn manifold_moved_along_is_near_the_computed_one(
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
                (from_centers(found, pair(&frames)), frames)
            };
            let (first, frames) = find(pose_a, pose_b);
            prop_assume!(first.count == 2);
            let both = pair(&frames);
            let cache = ManifoldCache::new(&first, both, 1.0, REUSE_DISTANCE, SPECULATIVE);
            let (fresh, frames) = find(nudged(pose_a, a_by), nudged(pose_b, b_by));
            let mut moved = first;
            if cache.move_along(&mut moved, pair(&frames), SPECULATIVE).is_some() && fresh.count == 2 {
                prop_assert!((moved.normal - fresh.normal).norm() < 0.02, "{moved:?}\n{fresh:?}");
                for (old, new) in moved.points.iter().zip(fresh.points) {
                    let off = (old.separation - new.separation).abs();
                    prop_assert!(old.feature != new.feature || off < 2e-4, "off by {off} m");
                    // The anchors may have drifted apart by a gap, and both levers of at most a metre lag.
                    let near = 2.0 * REUSE_DISTANCE + LEVER_LAG;
                    prop_assert!((old.anchor_a - new.anchor_a).norm() < near, "{moved:?}\n{fresh:?}");
                    prop_assert!((old.anchor_b - new.anchor_b).norm() < near, "{moved:?}\n{fresh:?}");
                }
            }
        }

        /// While the cache of shapes without a point holds, the shapes have no point: no touch is missed.
        #[test]
        fn shapes_have_no_point_while_their_clearance_holds(
            at in (-2.5_f32..2.5, -2.5_f32..2.5, -3.0_f32..3.0), by in nudge(0.4),
            sides in 3_usize..7, round in 0.0_f32..0.2,
        ) {
            let a = Shape::rectangle(0.6, 0.3).unwrap();
            let b = geom::Polygon::regular(sides, 0.5).unwrap();
            let b = Shape::Polygon(b.rounded(round).unwrap()).transformed(Pose::at([0.2, 0.0]));
            let pose = Pose::new(Point::new(at.0, at.1), at.2);
            let first = collide::manifold(&a, Pose::IDENTITY, &b, pose, SPECULATIVE);
            prop_assume!(first.count == 0);
            let still = frame(&a, Pose::IDENTITY);
            let reach = b.reach(Point::origin());
            let frames = [still, frame(&b, pose)];
            let cache = ManifoldCache::new(&first, pair(&frames), reach, REUSE_DISTANCE, SPECULATIVE);
            let moved = nudged(pose, by);
            let frames = [still, frame(&b, moved)];
            if cache.move_along(&mut first.clone(), pair(&frames), SPECULATIVE).is_some() {
                prop_assert_eq!(collide::manifold(&a, Pose::IDENTITY, &b, moved, SPECULATIVE).count, 0);
            }
        }
    }

    /// [`ManifoldCache::move_along`] without registers: one formula after the other, as in the drawing.
    fn move_along_by_formulas(
        cache: &ManifoldCache,
        manifold: &mut Manifold,
        pair: FramePair<'_>,
    ) -> Option<f32> {
        let allowed = cache.allowed_motion;
        let [a, b] = pair.frames;
        if manifold.count < 2 {
            let [pose_a, pose_b] = pair.poses();
            let now = pose_a.relative(pose_b);
            let (turned, before) = (now.rotation, cache.b_in_a.rotation);
            let chord = Vec2::new(turned.cos - before.cos, turned.sin - before.sin).norm();
            let moved = (now.position - cache.b_in_a.position).norm() + cache.reach * chord;
            if manifold.count == 0 || moved > allowed {
                return (moved <= allowed).then_some(allowed + SPECULATIVE - moved);
            }
        }
        let between = pair.between;
        let normal = a.rotation * cache.normal;
        let (center_a, center_b) = (a.rotation * a.local_center, b.rotation * b.local_center);
        let (mut now, mut holds) = (*manifold, true);
        for (i, point) in now.points.iter_mut().enumerate().take(now.count as usize) {
            let from_a = a.rotation * cache.anchors_a[i];
            let from_b = b.rotation * cache.anchors_b[i];
            let gap = between + (from_b - from_a);
            (point.anchor_a, point.anchor_b) = (from_a - center_a, from_b - center_b);
            point.separation = cache.separations[i] + normal.dot(&gap);
            holds &= point.separation <= SPECULATIVE && gap.norm_squared() <= allowed * allowed;
        }
        if !holds {
            return None;
        }
        let (before, after) = (manifold.points[0].anchor_b, now.points[0].anchor_b);
        let lag = LEVER_LAG * LEVER_LAG;
        if (normal - manifold.normal).norm_squared() > lag
            || (after - before).norm_squared() > lag * before.norm_squared()
        {
            *manifold = Manifold { normal, ..now };
        } else {
            for (point, now) in manifold.points.iter_mut().zip(now.points) {
                point.separation = now.separation;
            }
        }
        Some(0.0)
    }

    proptest! {
        /// Manifolds of none, one and two points, moved by nothing, a little, or so far that the cache does
        /// not hold: the registers give the bits of the formulas.
        #[test]
        fn registers_give_the_bits_of_the_formulas(
            x in -0.7_f32..0.7, y in 0.95_f32..1.1, angle in -0.3_f32..0.3, radius in 0_u8..3,
            far in -100.0_f32..100.0, a_by in nudge(1.0), b_by in nudge(1.0), share in 0_usize..6,
        ) {
            let share = [0.0, 1e-6, 1e-4, 3e-3, 0.02, 0.3][share];
            let scaled = |by: (f32, f32, f32)| (by.0 * share, by.1 * share, by.2 * share);
            let a = Shape::rectangle(0.5, 0.5).unwrap().transformed(Pose::new([0.1, 0.0], 0.3));
            let b = match radius {
                0 => Shape::circle(0.5).unwrap().transformed(Pose::at([0.0, 0.2])),
                1 => Shape::capsule([-0.3, 0.0], [0.4, 0.0], 0.5).unwrap(),
                _ => Shape::rectangle(0.4, 0.5).unwrap(),
            };
            let poses = [Pose::new([far, 2.0], angle), Pose::new([far + x, 2.0 + y], 0.0)];
            let frames = [frame(&a, poses[0]), frame(&b, poses[1])];
            let both = pair(&frames);
            let first = collide::manifold(&a, poses[0], &b, poses[1], SPECULATIVE);
            let first = from_centers(first, both);
            let reach = b.reach(Point::origin());
            let cache = ManifoldCache::new(&first, both, reach, REUSE_DISTANCE, SPECULATIVE);
            for (i, pose) in poses.into_iter().enumerate() {
                let (to_body, center) = (pose.rotation.inverse(), both.frames[i].local_center);
                let points = first.points.map(|point| if i == 0 { point.anchor_a } else { point.anchor_b });
                let stored = if i == 0 { cache.anchors_a } else { cache.anchors_b };
                prop_assert_eq!(stored, points.map(|anchor| to_body * anchor + center));
            }
            let moved = [nudged(poses[0], scaled(a_by)), nudged(poses[1], scaled(b_by))];
            let frames = [frame(&a, moved[0]), frame(&b, moved[1])];
            let both = pair(&frames);
            let (mut by_registers, mut by_formulas) = (first, first);
            let clearance = cache.move_along(&mut by_registers, both, SPECULATIVE);
            let expected = move_along_by_formulas(&cache, &mut by_formulas, both);
            prop_assert_eq!(clearance.map(f32::to_bits), expected.map(f32::to_bits));
            prop_assert_eq!(bytemuck::bytes_of(&by_registers), bytemuck::bytes_of(&by_formulas));
        }
    }

    #[test]
    fn cache_holds_only_with_clearance_and_a_reuse_distance_that_is_not_negative() {
        let shape = Shape::rectangle(0.5, 0.5).unwrap();
        let frames = [frame(&shape, Pose::IDENTITY), frame(&shape, Pose::at([0.0, 5.0]))];
        let frames = pair(&frames);
        for (manifold, reuse_distance, holds) in [
            (Manifold::apart(4.0), REUSE_DISTANCE, true),
            (Manifold::apart(4.0), -1.0, false),
            (Manifold::EMPTY, REUSE_DISTANCE, false),
        ] {
            let cache = ManifoldCache::new(&manifold, frames, 1.0, reuse_distance, SPECULATIVE);
            assert_eq!(cache.move_along(&mut manifold.clone(), frames, SPECULATIVE).is_some(), holds);
        }
        assert!(ManifoldCache::NONE.move_along(&mut Manifold::EMPTY.clone(), frames, SPECULATIVE).is_none());
    }
}
