//! Laws of manifolds, over random shapes and poses, against an oracle in f64.

use crate::common;

use collide::tolerance::REFERENCE_BIAS;
use collide::{FeatureId, Manifold, manifold};
use common::{
    Truth, extreme_number, half_space_and_large_box, number, perturbed, pose, shape, sharp_polygon, solid,
    truth, v,
};
use geom::{Point, Polygon, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;

/// m. The rounding of f32 for shapes of some metres.
const CLOSE: f64 = 2e-5;
/// m. `REFERENCE_BIAS` and rounding: by this much the reference edge may be worse than the best edge.
const REFERENCE_ERROR: f64 = REFERENCE_BIAS as f64 + CLOSE;

fn deepest(manifold: &Manifold) -> f64 {
    manifold.points().iter().map(|point| f64::from(point.separation)).fold(f64::INFINITY, f64::min)
}

/// Whether the nearest features are two sharp corners. They get no contact point, so no point need be as near
/// as they are.
fn sharp_corners(a: &Shape, b: &Shape, truth: Truth) -> bool {
    truth.corners && a.hull().unwrap().radius + b.hull().unwrap().radius == 0.0
}

fn oracle(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Truth {
    truth(&solid(a, pose_a), &solid(b, pose_b))
}

fn ids(contact: &Manifold) -> Vec<FeatureId> {
    let mut ids: Vec<_> = contact.points().iter().map(|point| point.feature).collect();
    ids.sort_by_key(|id| id.0);
    ids
}

/// Whether the ids stay the same for small motions of B. If they do not, rounding decides which features
/// touch.
fn ids_are_stable(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, speculative: f32) -> bool {
    let resting = ids(&manifold(a, pose_a, b, pose_b, speculative));
    perturbed(pose_b).into_iter().all(|moved| ids(&manifold(a, pose_a, b, moved, speculative)) == resting)
}

proptest! {
    #[test]
    fn depth_of_sharp_polygons_is_the_least_overlap_of_projections(
        a in sharp_polygon(), b in sharp_polygon(), pose_a in pose(), pose_b in pose(),
    ) {
        let truth = oracle(&a, pose_a, &b, pose_b);
        if truth.overlapping {
            let contact = manifold(&a, pose_a, &b, pose_b, 1e-3);
            prop_assert!((deepest(&contact) - truth.separation).abs() < REFERENCE_ERROR, "{truth:?} {contact:?}");
        }
    }

    /// No point is nearer than the shapes are. Shapes beyond the speculative distance have no point, and
    /// their clearance is not greater than their distance. The separation of the nearest point is the
    /// distance, unless two sharp corners face each other.
    #[test]
    fn least_separation_is_the_distance(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        const SPECULATIVE: f32 = 0.2;
        let truth = oracle(&a, pose_a, &b, pose_b);
        let contact = manifold(&a, pose_a, &b, pose_b, SPECULATIVE);
        prop_assert!(deepest(&contact) >= truth.separation - REFERENCE_ERROR, "{truth:?} {contact:?}");
        if truth.separation > f64::from(SPECULATIVE) + REFERENCE_ERROR {
            prop_assert_eq!(contact.count, 0);
        }
        prop_assert!(f64::from(contact.clearance()) <= truth.separation.max(0.0) + REFERENCE_ERROR, "{truth:?} {contact:?}");
        if truth.separation < f64::from(SPECULATIVE) - REFERENCE_ERROR && !sharp_corners(&a, &b, truth) {
            prop_assert!((deepest(&contact) - truth.separation).abs() < REFERENCE_ERROR, "{truth:?} {contact:?}");
        }
    }

    /// Also: the normal is unit.
    #[test]
    fn both_anchors_give_one_point_between_the_surfaces(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        let contact = manifold(&a, pose_a, &b, pose_b, 0.1);
        for point in contact.points() {
            let (on_a, on_b) = (pose_a.position + point.anchor_a, pose_b.position + point.anchor_b);
            prop_assert!((on_a - on_b).norm() < 1e-6);
            prop_assert!((contact.normal.norm() - 1.0).abs() < 1e-6);
            for (shape, pose) in [(&a, pose_a), (&b, pose_b)] {
                // The surface of a slanted rounded incident edge is nearer than its distance along the
                // normal.
                let slanted = f64::from(a.hull().unwrap().radius + b.hull().unwrap().radius);
                let half = 0.5 * f64::from(point.separation).abs();
                let distance = solid(shape, pose).signed_distance(v(on_a.coords));
                prop_assert!(distance.abs() < half + slanted + REFERENCE_ERROR, "{distance} {contact:?}");
            }
        }
    }

    #[test]
    fn moving_b_along_the_normal_by_the_separation_makes_the_shapes_touch(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        let contact = manifold(&a, pose_a, &b, pose_b, 0.1);
        if contact.count > 0 && !sharp_corners(&a, &b, oracle(&a, pose_a, &b, pose_b)) {
            let moved = pose_b.position - contact.normal * deepest(&contact) as f32;
            let truth = oracle(&a, pose_a, &b, Pose { position: moved, ..pose_b });
            prop_assert!(truth.separation.abs() < 2.0 * REFERENCE_ERROR, "{truth:?} {contact:?}");
        }
    }

    /// The normal is reversed; depth, points and ids stay the same. If two reference edges are equally good,
    /// the preference for A chooses another one, and only the depths are compared.
    #[test]
    fn exchanging_the_shapes_flips_the_manifold(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        let there = manifold(&a, pose_a, &b, pose_b, 0.1);
        let back = manifold(&b, pose_b, &a, pose_a, 0.1).flipped();
        if ids_are_stable(&a, pose_a, &b, pose_b, 0.1) && ids_are_stable(&b, pose_b, &a, pose_a, 0.1) {
            prop_assert!((deepest(&there) - deepest(&back)).abs() < REFERENCE_ERROR || there.count + back.count == 0);
            if (there.normal - back.normal).norm() < 1e-4 {
                prop_assert_eq!(ids(&there), ids(&back), "{:?} {:?}", there, back);
                for point in there.points() {
                    let twin = back.points().iter().find(|twin| twin.feature == point.feature).unwrap();
                    prop_assert!((twin.anchor_a - point.anchor_a).norm() < 5e-4, "{there:?} {back:?}");
                    prop_assert!((twin.separation - point.separation).abs() < 5e-4, "{there:?} {back:?}");
                }
            }
        }
    }

    #[test]
    fn moving_both_shapes_together_only_rotates_the_manifold(
        a in shape(), b in shape(), pose_a in pose(), pose_b in pose(), common in pose(),
    ) {
        let before = manifold(&a, pose_a, &b, pose_b, 0.1);
        let after = manifold(&a, common * pose_a, &b, common * pose_b, 0.1);
        if ids_are_stable(&a, pose_a, &b, pose_b, 0.1) {
            prop_assert_eq!(before.count, after.count);
            prop_assert!((common.rotation * before.normal - after.normal).norm() < 1e-3, "{before:?} {after:?}");
            for (p, q) in before.points().iter().zip(after.points()) {
                prop_assert_eq!(p.feature, q.feature, "{:?} {:?}", before, after);
                prop_assert!((p.separation - q.separation).abs() < 1e-4, "{before:?} {after:?}");
                prop_assert!((common.rotation * p.anchor_a - q.anchor_a).norm() < 1e-3, "{before:?} {after:?}");
            }
        }
    }

    /// The positions are multiples of 1/1024 m, which f32 can represent 4 km from the origin.
    #[test]
    fn manifold_four_km_from_the_origin_has_the_same_bits(
        a in shape(), b in shape(), x in -2000_i16..2000, y in -2000_i16..2000, turns in [number(-3.2..3.2), number(-3.2..3.2)],
    ) {
        let apart = Vec2::new(f32::from(x), f32::from(y)) / 1024.0;
        let near = |origin: Point| {
            manifold(&a, Pose::new(origin, turns[0]), &b, Pose::new(origin + apart, turns[1]), 0.1)
        };
        prop_assert_eq!(near(Point::origin()), near(Point::new(4000.0, -4000.0)));
    }

    #[test]
    fn half_space_has_the_contact_of_a_large_box(b in shape(), angle in number(-3.2..3.2), pose in pose()) {
        let [ground, slab] = half_space_and_large_box();
        let tilted = Pose::new([0.5, 0.2], angle);
        let (expected, contact) = (manifold(&slab, tilted, &b, pose, 0.1), manifold(&ground, tilted, &b, pose, 0.1));
        prop_assert_eq!(manifold(&b, pose, &ground, tilted, 0.1), contact.flipped());
        prop_assert_eq!(contact.count == 0, expected.count == 0);
        if contact.count > 0 {
            prop_assert!((deepest(&contact) - deepest(&expected)).abs() < REFERENCE_ERROR, "{contact:?} {expected:?}");
        }
    }

    /// For rotations that are unit, the normal is unit too.
    #[test]
    fn manifold_of_extreme_numbers_neither_panics_nor_contains_nan(a in shape(), b in shape(), numbers in prop::array::uniform5(extreme_number())) {
        let [x, y, angle, z, speculative] = numbers;
        let (pose_a, pose_b) = (Pose::at([x, y]), Pose { position: Point::new(z, x), rotation: Rot { cos: angle, sin: y } });
        for contact in [
            manifold(&a, pose_a, &b, pose_b, speculative),
            manifold(&a, pose_b, &b, pose_a, speculative),
            manifold(&a, pose_a, &b, pose_a, speculative),
        ] {
            prop_assert!(contact.count <= 2);
            prop_assert!(contact.points().iter().all(|point| !point.separation.is_nan()));
            let rigid = angle == 1.0 && y == 0.0;
            prop_assert!(!rigid || contact.count == 0 || (contact.normal.norm() - 1.0).abs() < 1e-5, "{contact:?}");
        }
    }
}

/// A small motion of a resting box may change which box has the reference edge, and whether clipping moves a
/// point. The ids stay the same.
#[test]
fn feature_ids_of_a_resting_box_stay_the_same() {
    let (ground, crate_) = (Shape::rectangle(0.5, 0.5).unwrap(), Shape::rectangle(0.5, 0.5).unwrap());
    let resting = ids(&manifold(&ground, Pose::IDENTITY, &crate_, Pose::at([0.0, 0.999]), 0.02));
    assert_eq!(resting, [FeatureId::new(2, 1), FeatureId::new(3, 0)]);
    for i in -5_i8..=5 {
        for k in -5_i8..=5 {
            let moved = Pose::new([f32::from(i) * 1e-3, 0.999], f32::from(k) * 1e-3);
            assert_eq!(ids(&manifold(&ground, Pose::IDENTITY, &crate_, moved, 0.02)), resting, "{moved:?}");
        }
    }
}

/// Near a corner, no incident edge may be over the edge of A that is preferred. Then the other edge is the
/// reference edge.
#[test]
fn polygon_with_many_short_edges_keeps_its_contact_around_a_corner() {
    let table = Shape::rectangle(1.0, 1.0).unwrap();
    for (count, radius) in [(64, 0.1), (256, 0.1), (256, 1.0)] {
        let wheel = Shape::Polygon(Polygon::regular(count, radius).unwrap());
        for step in 0..400 {
            // Around the corner, 1 cm deep.
            let angle = std::f32::consts::FRAC_PI_2 * step as f32 / 400.0;
            let out = Rot::from_angle(angle) * Vec2::new(radius - 0.01, 0.0);
            let pose = Pose::new(Point::new(1.0, 1.0) + out, 0.3 + angle);
            let truth = oracle(&table, Pose::IDENTITY, &wheel, pose);
            let contact = manifold(&table, Pose::IDENTITY, &wheel, pose, 0.0);
            assert!((deepest(&contact) - truth.separation).abs() < REFERENCE_ERROR, "{truth:?} {contact:?}");
        }
    }
}
