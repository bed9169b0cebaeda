//! Laws of the convex hull, and point sets that crashed other libraries.

use crate::common;

use common::{depth_in, distance_to_ring, extent, placed, placement, to_f64};
use geom::tolerance::{FLATNESS, WELD};
use geom::{HullError, Point, Polygon, Vec2, convex_hull};
use proptest::prelude::*;
use std::collections::BTreeSet;

type Grid = [i64; 2];

/// The corners by definition, in integers: p is a corner if there is an edge p -> q such that every other
/// point lies to the left of the edge or on it.
fn brute_force(points: &[Grid]) -> BTreeSet<Grid> {
    let all: BTreeSet<Grid> = points.iter().copied().collect();
    let edge = |p: Grid, q: Grid| {
        all.iter().all(|r| {
            let turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
            let position = (q[0] - p[0]) * (r[0] - p[0]) + (q[1] - p[1]) * (r[1] - p[1]);
            let length = (q[0] - p[0]).pow(2) + (q[1] - p[1]).pow(2);
            turn > 0 || (turn == 0 && (0..=length).contains(&position))
        })
    };
    all.iter().copied().filter(|&p| all.iter().any(|&q| p != q && edge(p, q))).collect()
}

fn points(grid: &[Grid]) -> Vec<Point> {
    grid.iter().map(|p| Point::new(p[0] as f32, p[1] as f32)).collect()
}

fn grid(side: i64) -> impl Strategy<Value = Vec<Grid>> {
    prop::collection::vec((0..side, 0..side).prop_map(|(x, y)| [x, y]), 3..40)
}

proptest! {
    /// On a grid the tolerances merge nothing, since a corner lies at least 1/90 m beyond the line of its
    /// neighbours. So the hull equals the exact one, and does not depend on the order of the points.
    #[test]
    fn hull_of_grid_points_equals_brute_force(grid in prop_oneof![grid(5), grid(64)], turn in any::<prop::sample::Index>()) {
        let expected = brute_force(&grid);
        match convex_hull(points(&grid)) {
            Ok(hull) => {
                let found: Vec<Grid> = hull.iter().map(|p| [p.x as i64, p.y as i64]).collect();
                prop_assert_eq!(&found.iter().copied().collect::<BTreeSet<_>>(), &expected);
                prop_assert_eq!(found.len(), expected.len());
                prop_assert!(Polygon::new(hull.iter().copied()).is_ok());
                let mut other = grid.clone();
                other.rotate_left(turn.index(grid.len()));
                other.reverse();
                prop_assert_eq!(convex_hull(points(&other)).unwrap(), hull);
            }
            Err(error) => {
                let is_flat = matches!(error, HullError::Coincident { .. } | HullError::Collinear { .. });
                prop_assert!(is_flat && expected.len() < 3, "{error}: {expected:?}");
            }
        }
    }

    /// At any size and place, with nearly collinear point sets and nearly equal points: either the hull is a
    /// polygon whose corners are given points, and all points lie in it to within the tolerance, or the
    /// points are collinear. The bound is twice the tolerance, since both a merged neighbour and a
    /// straightened corner may leave a point outside.
    #[test]
    fn every_point_lies_in_the_hull_at_any_size_and_place(
        cloud in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 3..60),
        flat in prop_oneof![Just(1.0_f32), Just(1e-3), Just(1e-5), Just(1e-6), Just(1e-7), Just(0.0)],
        echo in prop_oneof![Just(0.0_f32), Just(1e-7), Just(1e-6), Just(1e-5), Just(1e-4)],
        place in placement(),
    ) {
        let flattened = cloud.iter().map(|&(x, y)| Point::new(x, x + y * flat));
        let echoes = cloud.iter().map(|&(x, y)| Point::new(x + echo * y, x + y * flat - echo * x));
        let cloud = placed(&flattened.chain(echoes).collect::<Vec<_>>(), place);
        let size = extent(&cloud);
        let tolerance = 2.0 * f64::from(WELD).max(f64::from(FLATNESS) * size);
        match Polygon::hull_of(cloud.iter().copied()) {
            Ok(hull) => for &p in &cloud {
                let inside = depth_in(hull.vertices(), to_f64(p)) >= 0.0;
                let away = if inside { 0.0 } else { distance_to_ring(hull.vertices(), to_f64(p)) };
                prop_assert!(away <= tolerance, "{p} lies {away} m outside");
                prop_assert!(hull.vertices().iter().all(|v| cloud.contains(v)));
            },
            Err(HullError::Coincident { .. }) => prop_assert!(size <= tolerance),
            Err(HullError::Collinear { .. }) => {
                // Then all points lie near the line through the leftmost and the rightmost point.
                let key = |p: &&Point| (p.x, p.y);
                let ends = [
                    cloud.iter().min_by(|a, b| key(a).partial_cmp(&key(b)).unwrap()).unwrap(),
                    cloud.iter().max_by(|a, b| key(a).partial_cmp(&key(b)).unwrap()).unwrap(),
                ];
                let [a, b] = ends.map(|&p| to_f64(p));
                for &p in &cloud {
                    let away = common::distance_to_segment(a, b, to_f64(p));
                    prop_assert!(away <= 2.0 * tolerance, "{p} lies {away} m off the line");
                }
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

/// rapier#223, dyn4j#75: too few points, coincident points, collinear points.
#[test]
fn error_says_why_points_have_no_hull() {
    let hull = |points: &[[f32; 2]]| Polygon::hull_of(points.iter().copied()).unwrap_err().to_string();
    assert_eq!(hull(&[]), "0 points: a hull needs at least 3");
    assert_eq!(hull(&[[1.0, 2.0]]), "1 points: a hull needs at least 3");
    assert_eq!(hull(&[[1.0, 2.0], [2.0, 2.0]]), "2 points: a hull needs at least 3");
    assert!(hull(&[[1.0, 2.0]; 7]).starts_with("all points coincide"));
    assert!(hull(&[[1.0, 2.0], [1.00001, 2.0], [1.0, 2.00001]]).starts_with("all points coincide"));
    assert!(hull(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [1.0, 1.0]]).starts_with("the points lie on a line"));
    assert!(hull(&[[0.0, 0.0], [1.0, 1e-7], [2.0, 0.0]]).starts_with("the points lie on a line"));
    assert_eq!(hull(&[[0.0, 0.0], [f32::NAN, 1.0], [2.0, 0.0]]), "point 1 is not finite: (NaN, 1)");
    assert_eq!(hull(&[[0.0, 0.0], [1.0, 1.0], [2.0, f32::INFINITY]]), "point 2 is not finite: (2, inf)");
    assert!(hull(&[[0.0, 0.0], [1e30, 0.0], [0.0, 1e30]]).starts_with("the points span"));
    let rotations = (0..300).map(|i| geom::Rot::from_angle(i as f32 * std::f32::consts::TAU / 300.0));
    let circle: Vec<Point> = rotations.map(|rotation| Point::from(rotation * Vec2::new(5.0, 0.0))).collect();
    assert_eq!(Polygon::hull_of(circle.iter().copied()), Err(HullError::TooManyVertices(300)));
    assert_eq!(convex_hull(circle).unwrap().len(), 300);
}

/// A regular polygon of any size keeps all its corners, as long as f32 can tell them apart at that place.
#[test]
fn regular_polygons_are_their_own_hulls() {
    for count in [3, 4, 5, 8, 64, 250, 256] {
        for (radius, x) in [(0.01, 0.0), (1.0, 0.0), (1.0, 10.0), (1e3, 0.0), (1e6, 0.0)] {
            let Ok(polygon) = Polygon::regular(count, radius) else {
                panic!("{count} corners at {radius} m")
            };
            let moved: Vec<Point> = polygon.vertices().iter().map(|&p| p + Vec2::new(x, -x)).collect();
            let hull = Polygon::hull_of(moved).unwrap();
            assert_eq!(hull.vertices().len(), count, "at {x} m, radius {radius} m");
        }
    }
}

/// A hundred thousand points in a disc, and thousands on a parabola, where almost every point is a corner.
#[test]
fn hull_of_many_points_has_plausible_corner_count() {
    let spiral = |i: usize| {
        let rotation = geom::Rot::from_angle((i as f32 * 2.399_963) % std::f32::consts::TAU);
        Point::from(rotation * Vec2::new((i as f32).sqrt(), 0.0))
    };
    let disc: Vec<Point> = (0..100_000).map(spiral).collect();
    let hull = convex_hull(disc).unwrap();
    assert!((50..1000).contains(&hull.len()), "{}", hull.len());
    let parabola: Vec<Point> = (0..4000).map(|i| Point::new(i as f32, (i * i) as f32 * 0.01)).collect();
    // Where the parabola is nearly straight, its points are collinear to within the tolerance.
    assert!((100..1000).contains(&convex_hull(parabola).unwrap().len()));
}
