//! The manifolds that a batch of hulls has found, in lanes, and as the finder reads them: the part that
//! `polygons.rs` and `hull_circles.rs` share.

use super::hull_lanes::ALL;
use super::pair_batch::{PlacedPairs, select};
use bytemuck::{Pod, Zeroable, cast_mut};
use collide::Manifold;
use compute::lanes::Column;
use compute::{LANES, Lanes};
use geom::Pose;

/// Anchors are measured from the bodies' origins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found<'a> {
    /// The manifold of now.
    Now(&'a Manifold),
    /// The manifold of the middle of the step with the separation of now, the poses of the bodies then, and
    /// the separation then, m.
    Midpoint(&'a Manifold, &'a [Pose; 2], f32),
    /// That of the middle of the step cannot be used, so it has to be found for now.
    NoMidpoint,
}

/// There is no point, and nothing is known of the distance.
pub(super) const NOTHING: f32 = 0.0;
pub(super) const APART: f32 = 1.0;
/// Both ends are points.
pub(super) const TWO: f32 = 2.0;
/// The first end is the only point.
pub(super) const FIRST: f32 = 3.0;
/// The second end is the only point.
pub(super) const SECOND: f32 = 4.0;
/// The manifold of the middle of the step cannot be used.
pub(super) const NO_MIDPOINT: f32 = 5.0;
/// The scalar functions have to find the manifold.
pub(super) const UNKNOWN: f32 = 6.0;

/// Sixteen numbers, as they are written in lanes.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct PaddedManifold {
    manifold: Manifold,
    padding: u32,
}

#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct Results {
    /// Without the number of points, which is an integer.
    manifolds: [PaddedManifold; LANES],
    poses: [[Pose; 2]; LANES],
    /// In the middle of the step, m.
    then: Column,
    /// One of the constants above.
    outcome: Column,
    /// 1 or 0.
    is_midpoint: Column,
}

/// With the numbers of [`Manifold`].
pub(super) struct ManifoldLanes<L: Lanes> {
    pub(super) normal: [L; 2],
    /// Of the first point, and of the second one.
    pub(super) anchors: [[[L; 2]; 2]; 2],
    pub(super) separations: [L; 2],
    pub(super) features: [L; 2],
    /// In the middle of the step, m.
    pub(super) then: L,
    /// One of the constants above.
    pub(super) outcome: L,
}

impl Results {
    #[inline(always)]
    pub(super) fn store<L: Lanes>(&mut self, placed: &PlacedPairs<L>, found: &ManifoldLanes<L>) {
        let ManifoldLanes { normal, anchors: [[a, b], [second_a, second_b]], .. } = found;
        let ([separation, second_separation], [feature, second_feature]) =
            (found.separations, found.features);
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let Self { manifolds, poses, then, outcome, is_midpoint } = self;
        let manifolds: &mut [[f32; 16]; LANES] = cast_mut(manifolds);
        let poses: &mut [[f32; 8]; LANES] = cast_mut(poses);
        L::write::<16, 0>([normal[0], normal[1], a[0], a[1]], manifolds, &ALL, u8::MAX);
        L::write::<16, 4>([b[0], b[1], separation, feature], manifolds, &ALL, u8::MAX);
        L::write::<16, 8>([second_a[0], second_a[1], second_b[0], second_b[1]], manifolds, &ALL, u8::MAX);
        L::write::<16, 12>([second_separation, second_feature, zero, zero], manifolds, &ALL, u8::MAX);
        let ([xa, ya], [cos_a, sin_a]) = (placed.a.position, placed.a.rotation);
        let ([xb, yb], [cos_b, sin_b]) = (placed.b.position, placed.b.rotation);
        L::write::<8, 0>([xa, ya, cos_a, sin_a], poses, &ALL, u8::MAX);
        L::write::<8, 4>([xb, yb, cos_b, sin_b], poses, &ALL, u8::MAX);
        found.then.store(then);
        found.outcome.store(outcome);
        L::select(placed.is_midpoint, one, zero).store(is_midpoint);
    }

    /// `None` if the scalar functions have to find it.
    #[inline(always)]
    pub(super) fn found(&mut self, lane: usize) -> Option<Found<'_>> {
        let Self { manifolds, poses, then, outcome, is_midpoint } = self;
        let outcome = outcome[lane];
        if outcome >= NO_MIDPOINT {
            return (outcome == NO_MIDPOINT).then_some(Found::NoMidpoint);
        }
        let PaddedManifold { manifold, .. } = &mut manifolds[lane];
        manifold.count = if outcome == TWO { 2 } else { u32::from(outcome >= FIRST) };
        let is_now = is_midpoint[lane] == 0.0;
        Some(if is_now { Found::Now(manifold) } else { Found::Midpoint(manifold, &poses[lane], then[lane]) })
    }
}

/// Exchanged where the mask is true.
#[inline(always)]
pub(super) fn exchanged<L: Lanes>(mask: L::Mask, [a, b]: [[L; 2]; 2]) -> [[L; 2]; 2] {
    [select(mask, b, a), select(mask, a, b)]
}
