//! Manifolds whose axis is found by GJK and EPA, against those by separating axes.

use crate::common;

use collide::algorithms::GjkCache;
use collide::{Manifold, Tolerances, manifold};
use common::{pose, shape};
use geom::{Polygon, Pose, Shape, Sides, Vec2, chain};
use proptest::prelude::*;
use textbook::{FindManifold, ManifoldMethod, manifold_by_gjk};

/// m. `REFERENCE_BIAS` (1e-4 m) and rounding (2e-5 m): up to this difference, either hull may have the
/// reference edge.
const REFERENCE_ERROR: f32 = 1.2e-4;

fn deepest(contact: &Manifold) -> f32 {
    contact.points().iter().map(|point| point.separation).fold(f32::INFINITY, f32::min)
}

proptest! {
    /// The depths are equal. If the normals are equal, that is if no other axis is equally good, the points
    /// and ids are too.
    #[test]
    fn gjk_and_sat_give_the_same_manifold(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        let by_sat = manifold(&a, pose_a, &b, pose_b, 0.1);
        let by_gjk = manifold_by_gjk(&a, pose_a, &b, pose_b, 0.1, &mut GjkCache::default());
        // For sharp corners SAT compares the separation of edges with the speculative distance, GJK their
        // distance, which is greater.
        let out_of_reach = by_sat.count == 0 || by_gjk.count == 0;
        let least = deepest(&by_sat).min(deepest(&by_gjk));
        prop_assert!(out_of_reach || (deepest(&by_sat) - deepest(&by_gjk)).abs() < REFERENCE_ERROR, "{by_sat:?} {by_gjk:?}");
        let near = collide::distance(&a, pose_a, &b, pose_b).unwrap().separation;
        prop_assert!(by_sat.count == by_gjk.count || !out_of_reach || near > 0.1 - REFERENCE_ERROR || least > 0.1 - REFERENCE_ERROR, "{near} {by_sat:?} {by_gjk:?}");
        if !out_of_reach && (by_sat.normal - by_gjk.normal).norm() < 1e-5 && by_sat.count == by_gjk.count {
            for (p, q) in by_sat.points().iter().zip(by_gjk.points()) {
                prop_assert!((p.anchor_a - q.anchor_a).norm() < 1e-4 || p.feature != q.feature, "{by_sat:?} {by_gjk:?}");
            }
        }
    }
}

/// As in `crates/collide/tests/units.rs`: with a power of two as the unit, the same numbers times that.
#[test]
fn manifolds_follow_the_length_unit() {
    let found = |unit: f32, find: FindManifold, k: i8| {
        let (a, b) = (Shape::rectangle(0.5 * unit, 0.3 * unit), Shape::rectangle(0.25 * unit, 0.5 * unit));
        let pose = Pose::new([0.02 * f32::from(k) * unit, 0.79 * unit], 0.05 * f32::from(k));
        let tolerances = Tolerances::of_unit(unit);
        find(tolerances, [&a.unwrap(), &b.unwrap()], [Pose::IDENTITY, pose], 0.02 * unit)
    };
    for find in ManifoldMethod::ALL.into_iter().filter_map(ManifoldMethod::function) {
        for k in -9..=9 {
            let (metres, eighths) = (found(1.0, find, k), found(8.0, find, k));
            assert_eq!((metres.count, metres.normal), (eighths.count, eighths.normal));
            for (p, q) in metres.points().iter().zip(eighths.points()) {
                assert_eq!((p.separation * 8.0, p.anchor_a * 8.0), (q.separation, q.anchor_a));
            }
        }
    }
}

/// The cache is kept from step to step.
#[test]
fn resting_box_has_the_same_manifold_by_gjk_and_by_sat() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let mut cache = GjkCache::default();
    for k in -5_i8..=5 {
        let above = Pose::new([0.2, 0.999 + 1e-3 * f32::from(k)], 2e-4 * f32::from(k));
        let by_sat = manifold(&square, Pose::IDENTITY, &square, above, 0.02);
        let by_gjk = manifold_by_gjk(&square, Pose::IDENTITY, &square, above, 0.02, &mut cache);
        assert_eq!(by_gjk, by_sat, "at {above:?}");
    }
}

/// Segments of a chain keep the manifold of [`manifold`], which knows their sides and neighbours: from
/// behind a one-sided chain, and beside a seam.
#[test]
fn segments_of_chains_have_the_result_of_sat() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let points = [[3.0, 0.0], [1.0, 0.0], [-1.0, 0.3], [-3.0, 0.0]];
    for sides in [Sides::One, Sides::Two] {
        for segment in chain(points, false, sides).unwrap().into_iter().map(Shape::ChainSegment) {
            for (x, y, angle) in [(0.0, 0.6, 0.0), (1.2, 0.49, 0.1), (0.0, -0.3, 0.0), (-1.3, -0.2, 0.7)] {
                let pose = Pose::new([x, y], angle);
                let by_gjk =
                    manifold_by_gjk(&segment, Pose::IDENTITY, &square, pose, 0.02, &mut GjkCache::default());
                assert_eq!(
                    by_gjk,
                    manifold(&segment, Pose::IDENTITY, &square, pose, 0.02),
                    "{sides:?} {pose:?}"
                );
            }
        }
    }
}

#[test]
fn circles_half_spaces_coincident_shapes_and_nan_have_the_result_of_sat() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let circle = Shape::circle(0.5).unwrap();
    let ground = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    let wheel = Shape::Polygon(Polygon::regular(200, 0.5).unwrap());
    let by_gjk = |a: &Shape, b: &Shape, pose: Pose| {
        manifold_by_gjk(a, Pose::IDENTITY, b, pose, 0.02, &mut GjkCache::default())
    };
    for (a, b) in [(&circle, &square), (&square, &ground), (&circle, &ground), (&circle, &circle)] {
        let pose = Pose::at([0.1, 0.4]);
        assert_eq!(by_gjk(a, b, pose), manifold(a, Pose::IDENTITY, b, pose, 0.02));
    }
    for shape in [&square, &wheel] {
        assert!((deepest(&by_gjk(shape, shape, Pose::IDENTITY)) + 1.0).abs() < 2e-3);
        assert_eq!(by_gjk(shape, shape, Pose::at([f32::NAN, 0.0])).count, 0);
        assert_eq!(by_gjk(shape, shape, Pose::at(geom::Point::from(Vec2::new(0.0, 3e38)))).count, 0);
    }
}
