//! The variants of the separating axis test against that of the engine, bit for bit.

use crate::common;

use collide::algorithms::{EdgeSeparation, max_separation};
use common::{any_pose, extreme_number, number, polygon, pose, shape, wheel};
use geom::{Point, Polygon, Pose, Rot, RoundedHull, Shape, Vec2};
use proptest::prelude::*;
use textbook::{
    EdgeColumns, LanePair, SatCache, Separations, Width, max_separation_batch, max_separation_cached,
    max_separation_from, max_separation_in_lanes,
};

fn same_bits(a: EdgeSeparation, b: EdgeSeparation) -> bool {
    a.edge == b.edge && a.distance.to_bits() == b.distance.to_bits()
}

/// Up to eight vertices; segments too.
fn small() -> impl Strategy<Value = Shape> {
    prop_oneof![
        polygon(Just(0.0)).prop_filter("eight vertices", |shape| shape.hull().unwrap().vertices.len() <= 8),
        (3_usize..=8, number(0.3..1.5)).prop_map(|(n, r)| Shape::Polygon(Polygon::regular(n, r).unwrap())),
        Just(Shape::rectangle(0.5, 0.5).unwrap()),
        Just(Shape::segment([-0.7, 0.0], [0.7, 0.0]).unwrap()),
    ]
}

/// The two searches of `manifold`.
fn both_sides(a: RoundedHull<'_>, b: RoundedHull<'_>, pose: Pose, reach: f32) -> Option<Separations> {
    let from_a = max_separation(a, b, pose);
    let from_b = max_separation(b, a, pose.inverse());
    (from_a.distance <= reach && from_b.distance <= reach).then_some(Separations { from_a, from_b })
}

proptest! {
    #[test]
    fn walk_from_any_edge_has_the_bits_of_the_full_search(
        a in prop_oneof![shape(), wheel()], b in prop_oneof![shape(), wheel()], pose in any_pose(), start in 0_usize..300,
    ) {
        let (a, b) = (a.hull().unwrap(), b.hull().unwrap());
        let full = max_separation(a, b, pose);
        prop_assert!(same_bits(max_separation_from(a, b, pose, start), full));
        let start = start % a.vertices.len();
        prop_assert!(same_bits(max_separation_from(a, b, pose, start), full), "from {start}: {full:?}");
    }

    /// The hulls of the test above mostly overlap, where the walk falls back to the full search.
    #[test]
    fn walk_between_hulls_that_are_apart_has_the_bits_of_the_full_search(
        a in prop_oneof![polygon(Just(0.0)), wheel()], b in prop_oneof![polygon(Just(0.0)), wheel()],
        pose in any_pose(), angle in number(-3.2..3.2), gap in number(0.0..8.0), start in 0_usize..256,
    ) {
        let (a, b) = (a.hull().unwrap(), b.hull().unwrap());
        let offset = Rot::from_angle(angle) * Vec2::new(a.reach(Point::origin()) + b.reach(Point::origin()) + gap, 0.0);
        let apart = Pose { position: Point::from(offset), rotation: pose.rotation };
        let full = max_separation(a, b, apart);
        prop_assert!(same_bits(max_separation_from(a, b, apart, start % a.vertices.len()), full));
    }

    /// Over the steps of a motion, also when the hulls are exchanged in between.
    #[test]
    fn result_with_cache_is_that_without(
        a in prop_oneof![shape(), wheel()], b in prop_oneof![shape(), wheel()],
        start in any_pose(), motion in pose(), reach in number(0.0..0.5),
    ) {
        let (a, b) = (a.hull().unwrap(), b.hull().unwrap());
        let mut cache = SatCache::EMPTY;
        for step in 0..12 {
            let moved = start.position + motion.position.coords * (0.1 * step as f32);
            let turned = start.rotation * Rot::from_angle(0.1 * step as f32 * motion.rotation.sin);
            let pose = Pose { position: moved, rotation: turned };
            if step % 5 == 4 {
                let mut exchanged = cache.flipped();
                let found = max_separation_cached(b, a, pose, reach, &mut exchanged);
                prop_assert_eq!(found, both_sides(b, a, pose, reach));
                cache = exchanged.flipped();
            }
            let found = max_separation_cached(a, b, pose, reach, &mut cache);
            prop_assert_eq!(found, both_sides(a, b, pose, reach), "step {}", step);
        }
    }

    /// For one pair and for many, with the instructions of every width.
    #[test]
    fn eight_lanes_have_the_bits_of_the_full_search(hulls in [small(), small(), small()], poses in [any_pose(), any_pose(), any_pose(), any_pose()]) {
        let hulls: Vec<_> = hulls.iter().map(|shape| shape.hull().unwrap()).collect();
        let columns: Vec<_> = hulls.iter().map(|&hull| EdgeColumns::new(hull).unwrap()).collect();
        let pairs: Vec<_> = poses
            .iter()
            .enumerate()
            .map(|(i, &b_in_a)| LanePair { a: &columns[i % 3], b: hulls[(i + 1) % 3].vertices, b_in_a })
            .collect();
        let mut found = vec![EdgeSeparation { edge: 9, distance: 0.0 }; pairs.len()];
        for width in Width::all() {
            max_separation_batch(width, &pairs, &mut found);
            for (i, pair) in pairs.iter().enumerate() {
                let full = max_separation(hulls[i % 3], hulls[(i + 1) % 3], pair.b_in_a);
                prop_assert!(same_bits(found[i], full), "{}: {:?} {full:?}", width.name(), found[i]);
                prop_assert!(same_bits(max_separation_in_lanes(width, pair), full));
            }
        }
    }

    #[test]
    fn variants_agree_and_do_not_panic_for_extreme_numbers(
        a in small(), b in small(), x in extreme_number(), y in extreme_number(), cos in extreme_number(), sin in extreme_number(), start in 0_usize..9,
    ) {
        let (a, b) = (a.hull().unwrap(), b.hull().unwrap());
        let pose = Pose { position: Point::new(x, y), rotation: Rot { cos, sin } };
        let full = max_separation(a, b, pose);
        // The walk is right only for a rotation that is unit.
        if cos == 1.0 && sin == 0.0 {
            prop_assert!(same_bits(max_separation_from(a, b, pose, start), full), "{full:?}");
        } else {
            let _ = max_separation_from(a, b, pose, start);
        }
        let columns = EdgeColumns::new(a).unwrap();
        for width in Width::all() {
            let found = max_separation_in_lanes(width, &LanePair { a: &columns, b: b.vertices, b_in_a: pose });
            prop_assert!(same_bits(found, full), "{}: {found:?} {full:?}", width.name());
        }
        let _ = max_separation_cached(a, b, pose, y, &mut SatCache::on_b(start as u16));
    }
}

/// Hulls whose gap is exactly the reach are not apart by more, with or without a cache. The cache names the
/// edge that decided, of either hull.
#[test]
fn gap_of_exactly_the_reach_counts_and_the_cache_names_the_deciding_edge() {
    let square = Polygon::rectangle(0.5, 0.5).unwrap();
    let right = Pose::at([1.25, 0.0]);
    let search = |pose, reach, cache: &mut SatCache| {
        max_separation_cached(square.hull(), square.hull(), pose, reach, cache)
    };
    for mut cache in [SatCache::EMPTY, SatCache::on_a(1), SatCache::on_b(3), SatCache::on_a(2)] {
        assert!(search(right, 0.25, &mut cache).is_some(), "{cache:?}");
        assert!(search(right, 0.2499, &mut cache).is_none(), "{cache:?}");
    }
    // A corner of A points at an edge of B, the left one of the turned square.
    let corner = Pose::new([1.3, 0.0], std::f32::consts::FRAC_PI_4);
    let (mut by_a, mut by_b) = (SatCache::EMPTY, SatCache::EMPTY);
    let to_corner = search(corner, 1.0, &mut by_a).unwrap();
    assert!(to_corner.from_a.distance > to_corner.from_b.distance);
    assert_eq!(by_a, SatCache::on_a(to_corner.from_a.edge as u16));
    let to_edge = search(corner.inverse(), 1.0, &mut by_b).unwrap();
    assert!(to_edge.from_b.distance > to_edge.from_a.distance);
    assert_eq!(by_b, SatCache::on_b(to_edge.from_b.edge as u16));
    assert_eq!(by_b, by_a.flipped());
}

#[test]
fn edge_columns_accept_only_hulls_of_two_to_eight_vertices() {
    let columns = |shape: &Shape| EdgeColumns::new(shape.hull().unwrap()).is_some();
    for count in 3..=10 {
        assert_eq!(columns(&Shape::Polygon(Polygon::regular(count, 1.0).unwrap())), count <= 8);
    }
    assert!(columns(&Shape::segment([0.0, 0.0], [1.0, 0.0]).unwrap()));
    assert!(!columns(&Shape::circle(1.0).unwrap()));
}

/// Coincident squares, and squares that face each other corner to corner.
#[test]
fn first_edge_wins_a_tie_in_every_variant() {
    let square = Polygon::rectangle(0.5, 0.5).unwrap();
    let hull = square.hull();
    let columns = EdgeColumns::new(hull).unwrap();
    for (pose, edge) in [
        (Pose::IDENTITY, 0),
        (Pose::at([1.5, 1.5]), 1),
        (Pose::at([-1.5, -1.5]), 0),
        (Pose::at([-1.5, 1.5]), 2),
    ] {
        assert_eq!(max_separation(hull, hull, pose).edge, edge);
        assert_eq!(
            max_separation_in_lanes(Width::best(), &LanePair { a: &columns, b: hull.vertices, b_in_a: pose })
                .edge,
            edge
        );
        for start in 0..4 {
            assert_eq!(max_separation_from(hull, hull, pose, start).edge, edge, "from {start}");
        }
    }
}

/// A vertex of B is on the line of an edge of A, so that one of the dot products is +0 and another -0. The
/// order of the minima must not decide the sign of the result. The vertices are tried in 64 orders.
#[test]
fn separation_of_zero_is_positive_zero_in_every_variant() {
    // Its first normal is (-0.8, -0.6), so that a sum of products with it is not +0 by itself.
    let triangle = Polygon::new([[0.0, 0.0], [0.6, -0.8], [2.0, 0.5]]).unwrap();
    let normal = triangle.normals()[0];
    let on_line = Point::new(-normal.y, normal.x);
    let mut zeros = 0;
    for order in 0..64 {
        let mut vertices = [
            Point::from(normal),
            Point::from(normal * 2.0),
            on_line,
            Point::origin(),
            on_line,
            Point::origin(),
        ];
        vertices.swap(order % 6, order / 6 % 6);
        vertices.rotate_left(order % 5);
        for count in 4..=6 {
            // Not a convex polygon, but the separation needs only points.
            let b = RoundedHull { vertices: &vertices[..count], normals: &[], radius: 0.0 };
            for sign in [1.0, -1.0] {
                let mirrored =
                    Pose { position: triangle.vertices()[0], rotation: Rot { cos: sign, sin: 0.0 } };
                let full = max_separation(triangle.hull(), b, mirrored);
                let columns = EdgeColumns::new(triangle.hull()).unwrap();
                for width in Width::all() {
                    let pair = LanePair { a: &columns, b: b.vertices, b_in_a: mirrored };
                    let found = max_separation_in_lanes(width, &pair);
                    assert!(same_bits(found, full), "{}: {found:?} {full:?}", width.name());
                }
                if full.distance == 0.0 {
                    assert!(full.distance.is_sign_positive());
                    zeros += 1;
                }
            }
        }
    }
    assert!(zeros > 0);
}
