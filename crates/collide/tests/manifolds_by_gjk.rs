//! Manifolds whose axis was found by GJK and EPA, against those of separating axes.

mod common;

use collide::{GjkCache, Manifold, manifold, manifold_by_gjk};
use common::{pose, shape};
use geom::{Polygon, Pose, Shape, Vec2};
use proptest::prelude::*;

/// m. The favour for A (1e-4 m) decides by distances that differ by rounding; up to it either edge is right.
const FAVOUR: f32 = 1.2e-4;

fn deepest(contact: &Manifold) -> f32 {
    contact.points().iter().map(|point| point.separation).fold(f32::INFINITY, f32::min)
}

proptest! {
    /// The same depth; and the same points and ids wherever the normal is the same, that is where no other axis is
    /// as good.
    #[test]
    fn both_sources_give_the_same_manifold(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        let by_sat = manifold(&a, pose_a, &b, pose_b, 0.1);
        let by_gjk = manifold_by_gjk(&a, pose_a, &b, pose_b, 0.1, &mut GjkCache::default());
        // SAT looks for sharp corners as far as their edges reach, GJK only as far as they do.
        let out_of_reach = by_sat.count == 0 || by_gjk.count == 0;
        let least = deepest(&by_sat).min(deepest(&by_gjk));
        prop_assert!(out_of_reach || (deepest(&by_sat) - deepest(&by_gjk)).abs() < FAVOUR, "{by_sat:?} {by_gjk:?}");
        let near = collide::distance(&a, pose_a, &b, pose_b).unwrap().separation;
        prop_assert!(by_sat.count == by_gjk.count || !out_of_reach || near > 0.1 - FAVOUR || least > 0.1 - FAVOUR, "{near} {by_sat:?} {by_gjk:?}");
        if !out_of_reach && (by_sat.normal - by_gjk.normal).norm() < 1e-5 && by_sat.count == by_gjk.count {
            for (p, q) in by_sat.points().iter().zip(by_gjk.points()) {
                prop_assert!((p.anchor_a - q.anchor_a).norm() < 1e-4 || p.feature != q.feature, "{by_sat:?} {by_gjk:?}");
            }
        }
    }
}

/// A box that rests on another: two points, the ids of SAT, and a cache that goes along.
#[test]
fn a_resting_box_keeps_its_points() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let mut cache = GjkCache::default();
    for k in -5_i8..=5 {
        let above = Pose::new([0.2, 0.999 + 1e-3 * f32::from(k)], 2e-4 * f32::from(k));
        let by_sat = manifold(&square, Pose::IDENTITY, &square, above, 0.02);
        let by_gjk = manifold_by_gjk(&square, Pose::IDENTITY, &square, above, 0.02, &mut cache);
        assert_eq!(by_gjk, by_sat, "at {above:?}");
    }
}

/// Circles, half-spaces and coincident shapes have an answer too, and NaN has none.
#[test]
fn every_pair_has_an_answer() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let circle = Shape::circle(0.5).unwrap();
    let ground = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    let wheel = Shape::Polygon(Polygon::regular(200, 0.5).unwrap());
    let source = |a: &Shape, b: &Shape, pose: Pose| {
        manifold_by_gjk(a, Pose::IDENTITY, b, pose, 0.02, &mut GjkCache::default())
    };
    for (a, b) in [(&circle, &square), (&square, &ground), (&circle, &ground), (&circle, &circle)] {
        let pose = Pose::at([0.1, 0.4]);
        assert_eq!(source(a, b, pose), manifold(a, Pose::IDENTITY, b, pose, 0.02));
    }
    for shape in [&square, &wheel] {
        assert!((deepest(&source(shape, shape, Pose::IDENTITY)) + 1.0).abs() < 2e-3);
        assert_eq!(source(shape, shape, Pose::at([f32::NAN, 0.0])).count, 0);
        assert_eq!(source(shape, shape, Pose::at(geom::Point::from(Vec2::new(0.0, 3e38)))).count, 0);
    }
}
