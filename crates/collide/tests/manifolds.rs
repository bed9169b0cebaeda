//! Laws of manifolds, over random shapes and poses, against an oracle in f64.

mod common;

use collide::tolerance::REFERENCE_BIAS;
use collide::{FeatureId, Manifold, manifold};
use common::{Truth, number, pose, shape, sharp_polygon, solid, truth, v};
use geom::{Point, Polygon, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;

/// m. f32 on shapes of some metres.
const CLOSE: f64 = 2e-5;
/// m. What the favour for A as the reference may cost.
const FAVOUR: f64 = REFERENCE_BIAS as f64 + CLOSE;

fn deepest(manifold: &Manifold) -> f64 {
    manifold.points().iter().map(|point| f64::from(point.separation)).fold(f64::INFINITY, f64::min)
}

/// Whether two sharp corners are nearest to each other, where no point need be as near as they are.
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

/// Whether the ids stay as B stirs by some tenths of a millimetre: the shapes are not just where one feature takes
/// over from another, so rounding has no say.
fn settled(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, speculative: f32) -> bool {
    let resting = ids(&manifold(a, pose_a, b, pose_b, speculative));
    let stir = 3e-4;
    [
        (stir, 0.0, 0.0),
        (-stir, 0.0, 0.0),
        (0.0, stir, 0.0),
        (0.0, -stir, 0.0),
        (0.0, 0.0, stir),
        (0.0, 0.0, -stir),
    ]
    .into_iter()
    .all(|(x, y, angle)| {
        let rotation = pose_b.rotation * Rot::from_angle(angle);
        let stirred = Pose { position: pose_b.position + Vec2::new(x, y), rotation };
        ids(&manifold(a, pose_a, b, stirred, speculative)) == resting
    })
}

proptest! {
    /// For overlapping sharp polygons the penetration is the least overlap of their shadows.
    #[test]
    fn penetration_is_the_least_overlap_of_shadows(
        a in sharp_polygon(), b in sharp_polygon(), pose_a in pose(), pose_b in pose(),
    ) {
        let truth = oracle(&a, pose_a, &b, pose_b);
        if truth.overlapping {
            let contact = manifold(&a, pose_a, &b, pose_b, 1e-3);
            prop_assert!((deepest(&contact) - truth.separation).abs() < FAVOUR, "{truth:?} {contact:?}");
        }
    }

    /// No point claims to be nearer than the shapes are; shapes beyond the speculative distance have none, and do
    /// not claim a greater clearance than there is;
    /// and the nearest point tells the distance, unless two sharp corners face each other.
    #[test]
    fn separation_is_the_distance(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        const SPECULATIVE: f32 = 0.2;
        let truth = oracle(&a, pose_a, &b, pose_b);
        let contact = manifold(&a, pose_a, &b, pose_b, SPECULATIVE);
        prop_assert!(deepest(&contact) >= truth.separation - FAVOUR, "{truth:?} {contact:?}");
        if truth.separation > f64::from(SPECULATIVE) + FAVOUR {
            prop_assert_eq!(contact.count, 0);
        }
        prop_assert!(f64::from(contact.clearance()) <= truth.separation.max(0.0) + FAVOUR, "{truth:?} {contact:?}");
        if truth.separation < f64::from(SPECULATIVE) - FAVOUR && !sharp_corners(&a, &b, truth) {
            prop_assert!((deepest(&contact) - truth.separation).abs() < FAVOUR, "{truth:?} {contact:?}");
        }
    }

    /// The anchors name one point of the world, midway between the surfaces; the normal is unit.
    #[test]
    fn anchors_name_one_point_between_the_surfaces(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        let contact = manifold(&a, pose_a, &b, pose_b, 0.1);
        for point in contact.points() {
            let (on_a, on_b) = (pose_a.position + point.anchor_a, pose_b.position + point.anchor_b);
            prop_assert!((on_a - on_b).norm() < 1e-6);
            prop_assert!((contact.normal.norm() - 1.0).abs() < 1e-6);
            for (shape, pose) in [(&a, pose_a), (&b, pose_b)] {
                // Where a rounded incident edge is slanted, its surface is nearer than along the normal.
                let slanted = f64::from(a.hull().unwrap().radius + b.hull().unwrap().radius);
                let half = 0.5 * f64::from(point.separation).abs();
                let distance = solid(shape, pose).signed_distance(v(on_a.coords));
                prop_assert!(distance.abs() < half + slanted + FAVOUR, "{distance} {contact:?}");
            }
        }
    }

    /// B moved back along the normal by its depth, or on by the gap, just touches A.
    #[test]
    fn moving_by_the_separation_makes_them_touch(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        let contact = manifold(&a, pose_a, &b, pose_b, 0.1);
        if contact.count > 0 && !sharp_corners(&a, &b, oracle(&a, pose_a, &b, pose_b)) {
            let moved = pose_b.position - contact.normal * deepest(&contact) as f32;
            let truth = oracle(&a, pose_a, &b, Pose { position: moved, ..pose_b });
            prop_assert!(truth.separation.abs() < 2.0 * FAVOUR, "{truth:?} {contact:?}");
        }
    }

    /// Exchanging A and B mirrors the normal and keeps depth, points and ids, unless the two have reference edges
    /// that are as good as each other: then each has its own favoured.
    #[test]
    fn exchanging_the_shapes_mirrors_the_manifold(a in shape(), b in shape(), pose_a in pose(), pose_b in pose()) {
        let there = manifold(&a, pose_a, &b, pose_b, 0.1);
        let back = manifold(&b, pose_b, &a, pose_a, 0.1).flipped();
        if settled(&a, pose_a, &b, pose_b, 0.1) && settled(&b, pose_b, &a, pose_a, 0.1) {
            prop_assert!((deepest(&there) - deepest(&back)).abs() < FAVOUR || there.count + back.count == 0);
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

    /// Moving both shapes together turns the manifold and changes nothing else.
    #[test]
    fn a_common_motion_only_turns_the_manifold(
        a in shape(), b in shape(), pose_a in pose(), pose_b in pose(), common in pose(),
    ) {
        let before = manifold(&a, pose_a, &b, pose_b, 0.1);
        let after = manifold(&a, common * pose_a, &b, common * pose_b, 0.1);
        if settled(&a, pose_a, &b, pose_b, 0.1) {
            prop_assert_eq!(before.count, after.count);
            prop_assert!((common.rotation * before.normal - after.normal).norm() < 1e-3, "{before:?} {after:?}");
            for (p, q) in before.points().iter().zip(after.points()) {
                prop_assert_eq!(p.feature, q.feature, "{:?} {:?}", before, after);
                prop_assert!((p.separation - q.separation).abs() < 1e-4, "{before:?} {after:?}");
                prop_assert!((common.rotation * p.anchor_a - q.anchor_a).norm() < 1e-3, "{before:?} {after:?}");
            }
        }
    }

    /// 4 km away, at positions that f32 still has there, the manifold has the same bits.
    #[test]
    fn the_manifold_does_not_depend_on_the_origin(
        a in shape(), b in shape(), x in -2000_i16..2000, y in -2000_i16..2000, turns in [number(-3.2..3.2), number(-3.2..3.2)],
    ) {
        let apart = Vec2::new(f32::from(x), f32::from(y)) / 1024.0;
        let near = |origin: Point| {
            manifold(&a, Pose::new(origin, turns[0]), &b, Pose::new(origin + apart, turns[1]), 0.1)
        };
        prop_assert_eq!(near(Point::origin()), near(Point::new(4000.0, -4000.0)));
    }

    /// A half-space touches as a box does that is large enough to be one: the same normal, depth and points.
    #[test]
    fn a_half_space_is_an_endless_box(b in shape(), angle in number(-3.2..3.2), pose in pose()) {
        let ground = Shape::half_space([0.0, 1.0], -1.0).unwrap();
        let slab = Shape::polygon([[-50.0, -50.0], [50.0, -50.0], [50.0, -1.0], [-50.0, -1.0]]).unwrap();
        let tilted = Pose::new([0.5, 0.2], angle);
        let (expected, contact) = (manifold(&slab, tilted, &b, pose, 0.1), manifold(&ground, tilted, &b, pose, 0.1));
        prop_assert_eq!(manifold(&b, pose, &ground, tilted, 0.1), contact.flipped());
        prop_assert_eq!(contact.count == 0, expected.count == 0);
        if contact.count > 0 {
            prop_assert!((deepest(&contact) - deepest(&expected)).abs() < FAVOUR, "{contact:?} {expected:?}");
        }
    }

    /// Whatever the numbers, nothing panics, and a contact has a unit normal and no NaN.
    #[test]
    fn no_input_gives_nan(a in shape(), b in shape(), numbers in [wild(), wild(), wild(), wild(), wild()]) {
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

fn wild() -> impl Strategy<Value = f32> {
    prop::sample::select(&[0.0, 1.0, -1.0, 1e-30, 1e-9, 1e7, 1e20, -3e38, f32::INFINITY, f32::NAN][..])
}

/// The ids of a box that rests on another stay as it stirs, though the reference edge changes from one to the
/// other, and though the sides cut it or not.
#[test]
fn features_of_a_resting_box_are_stable() {
    let (ground, crate_) = (Shape::rectangle(0.5, 0.5).unwrap(), Shape::rectangle(0.5, 0.5).unwrap());
    let resting = ids(&manifold(&ground, Pose::IDENTITY, &crate_, Pose::at([0.0, 0.999]), 0.02));
    assert_eq!(resting, [FeatureId::new(2, 1), FeatureId::new(3, 0)]);
    for i in -5_i8..=5 {
        for k in -5_i8..=5 {
            let stirred = Pose::new([f32::from(i) * 1e-3, 0.999], f32::from(k) * 1e-3);
            assert_eq!(
                ids(&manifold(&ground, Pose::IDENTITY, &crate_, stirred, 0.02)),
                resting,
                "{stirred:?}"
            );
        }
    }
}

/// Polygons with many short edges meet near a corner: where the edge favoured for A has no incident edge above it,
/// the other one answers.
#[test]
fn many_short_edges_keep_their_contact() {
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
            assert!((deepest(&contact) - truth.separation).abs() < FAVOUR, "{truth:?} {contact:?}");
        }
    }
}
