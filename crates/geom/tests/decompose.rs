//! Laws of outlines, of their convex decomposition, and of their simplification.

use crate::common;

use common::{
    area_of, area_of_all, border_distance, box_of, common_area, cross, depth_in, distance_to_ring, extent,
    outline, outline_area, perimeter, placed, placement, samples, solid_contains, to_f64,
};
use geom::tolerance::{FLATNESS, WELD};
use geom::{
    DecomposeError, DecomposeSettings, Outline, OutlineError, Point, Polygon, SimplifyError, simplify_line,
};
use proptest::prelude::*;

/// How far merging and straightening may move the outline in an exact decomposition, m.
fn slack(outline: &Outline) -> f64 {
    f64::from(WELD).max(f64::from(FLATNESS) * extent(outline.vertices()))
}

/// The length of all edges of all pieces. Times the slack, it is the area that may be lost or gained.
fn total_perimeter<'a>(pieces: impl IntoIterator<Item = &'a Polygon>) -> f64 {
    pieces.into_iter().map(|piece| perimeter(piece.vertices())).sum()
}

fn rings(outline: &Outline) -> Vec<Vec<Point>> {
    outline.rings().map(<[Point]>::to_vec).collect()
}

fn of_rings(rings: &[Vec<Point>]) -> Result<Outline, OutlineError> {
    Outline::with_holes(rings[0].clone(), rings[1..].to_vec())
}

fn reflex_corners(outline: &Outline) -> usize {
    let reflex = |ring: &[Point]| {
        let at = |i: usize| to_f64(ring[i % ring.len()]);
        (0..ring.len()).filter(|&i| cross(at(i), at(i + 1), at(i + 2)) < 0.0).count()
    };
    outline.rings().map(reflex).sum()
}

/// Checks the properties of an exact decomposition, by areas and by sample points.
fn check_exact(outline: &Outline, max_vertices: usize) -> Result<(), TestCaseError> {
    let settings = DecomposeSettings { max_vertices, depth: 0.0 };
    let found = match outline.decompose(settings) {
        Ok(found) => found,
        // The outline is too thin everywhere: its area is at most its perimeter times the slack.
        Err(DecomposeError::NoPieces { .. }) => {
            let border_length: f64 = outline.rings().map(perimeter).sum();
            prop_assert!(outline_area(outline) <= border_length * slack(outline) + 1e-8);
            return Ok(());
        }
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    let pieces = &found.pieces;
    let whole = outline_area(outline);
    let border_length: f64 = outline.rings().map(perimeter).sum();
    // The areas add up with the reported differences, which are f32.
    let sum = area_of_all(pieces) + f64::from(found.missing_area) - f64::from(found.added_area);
    prop_assert!((sum - whole).abs() <= 1e-6 * whole, "{sum} of {whole} m^2");
    let allowed = (total_perimeter(pieces) + border_length) * slack(outline);
    prop_assert!(f64::from(found.missing_area) <= allowed + 1e-9 * pieces.len() as f64, "{found:?}");
    prop_assert!(f64::from(found.added_area) <= allowed, "{found:?}");
    for (i, piece) in pieces.iter().enumerate() {
        prop_assert!(piece.vertices().len() <= max_vertices);
        prop_assert!(Polygon::new(piece.vertices().iter().copied()).is_ok());
        prop_assert!(piece.vertices().iter().all(|v| outline.vertices().contains(v)));
        for other in &pieces[..i] {
            let common = common_area(piece, other);
            let allowed = perimeter(piece.vertices()) * slack(outline);
            prop_assert!(common <= allowed, "pieces share {common} m^2, {allowed} m^2 are allowed");
        }
    }
    if max_vertices == Polygon::MAX_VERTICES {
        // Hertel and Mehlhorn: each reflex corner needs at most two diagonals.
        prop_assert!(pieces.len() <= 2 * reflex_corners(outline) + 1, "{} pieces", pieces.len());
    }
    // A point clearly in the solid lies in or next to a piece, and deep in at most one; a point clearly
    // outside lies in none. "Clear" and "deep" mean four slacks: a dropped sliver or a straightened edge is
    // thinner than that.
    let (lower, upper) = box_of(outline.vertices());
    let clear = 4.0 * slack(outline);
    for p in samples(lower, upper, 200).filter(|&p| border_distance(outline, p) > clear) {
        let containing = pieces.iter().filter(|piece| depth_in(piece.vertices(), p) >= 0.0).count();
        let near = pieces.iter().filter(|piece| depth_in(piece.vertices(), p) >= -clear).count();
        if solid_contains(outline, p) {
            prop_assert!(near >= 1, "{p:?} lies in no piece");
            let deep = pieces.iter().filter(|piece| depth_in(piece.vertices(), p) > clear).count();
            prop_assert!(deep <= 1, "{p:?} lies deep in {deep} pieces");
        } else {
            prop_assert_eq!(containing, 0, "{:?} is outside, and in a piece", p);
        }
    }
    Ok(())
}

proptest! {
    /// Exact pieces are convex, keep the area, do not overlap, and cover the outline, with and without holes,
    /// and for any greatest number of vertices.
    #[test]
    fn exact_pieces_cover_the_outline_and_do_not_overlap(
        outline in outline(), max_vertices in prop_oneof![Just(Polygon::MAX_VERTICES), 3_usize..8]
    ) {
        check_exact(&outline, max_vertices)?;
    }

    /// At some sizes and places, rounding to f32 folds an outline over itself, which is an error.
    #[test]
    fn exact_pieces_cover_the_outline_at_any_size_and_place(outline in outline(), place in placement()) {
        let moved: Vec<Vec<Point>> = rings(&outline).iter().map(|ring| placed(ring, place)).collect();
        if let Ok(moved) = of_rings(&moved) {
            check_exact(&moved, Polygon::MAX_VERTICES)?;
        }
    }

    /// Winding, first vertex, and a repeated vertex do not change the area of an outline, and its rings have
    /// the documented winding.
    #[test]
    fn outline_turns_its_rings_and_merges_repeated_vertices(outline in outline(), start in any::<prop::sample::Index>()) {
        let drawn: Vec<Vec<Point>> = rings(&outline).iter().map(|ring| {
            let mut ring = ring.clone();
            ring.reverse();
            ring.push(ring[0]);
            let start = start.index(ring.len());
            ring.rotate_left(start);
            ring
        }).collect();
        let again = of_rings(&drawn).unwrap();
        prop_assert!((outline_area(&again) - outline_area(&outline)).abs() < 1e-9);
        prop_assert_eq!(again.vertices().len(), outline.vertices().len());
        for (ring, vertices) in again.rings().enumerate() {
            let area = common::area(&vertices.iter().map(|&p| to_f64(p)).collect::<Vec<_>>());
            prop_assert_eq!(area > 0.0, ring == 0);
        }
    }

    /// With a depth, there are no more pieces than exact ones, and they cover the outline and no point
    /// farther from it than the depth.
    #[test]
    fn pieces_with_a_depth_stay_within_that_depth(outline in outline(), depth in 0.0_f32..0.5) {
        let exact = outline.decompose(DecomposeSettings::default()).unwrap();
        let found = outline.decompose(DecomposeSettings { depth, ..Default::default() }).unwrap();
        prop_assert!(found.pieces.len() <= exact.pieces.len());
        let whole = outline_area(&outline);
        let sum = area_of_all(&found.pieces) + f64::from(found.missing_area) - f64::from(found.added_area);
        prop_assert!((sum - whole).abs() <= 1e-5 * area_of_all(&found.pieces), "{sum} of {whole} m^2");
        let (lower, upper) = box_of(outline.vertices());
        let (slack, depth) = (slack(&outline), f64::from(depth));
        for p in samples(lower, upper, 200) {
            let inside = solid_contains(&outline, p);
            let away = border_distance(&outline, p);
            let deepest = found.pieces.iter().map(|piece| depth_in(piece.vertices(), p)).fold(f64::MIN, f64::max);
            if inside && away > slack {
                prop_assert!(deepest >= -4.0 * slack, "{p:?} is uncovered by {deepest} m");
            }
            if !inside && deepest >= 0.0 {
                prop_assert!(away <= depth + slack, "{p:?} is filled, {away} m from the outline");
            }
        }
    }

    /// A simplified outline is simple and keeps its rings; removed vertices lie within the tolerance of it.
    #[test]
    fn simplified_outline_is_simple_and_within_the_tolerance(outline in outline(), tolerance in 0.0_f32..1.0) {
        let simple = outline.simplified(tolerance).unwrap();
        prop_assert!(simple.vertices().len() <= outline.vertices().len());
        prop_assert_eq!(simple.rings().len(), outline.rings().len());
        // The oracle for crossing edges: all pairs, in double precision.
        let edges: Vec<_> = simple.rings().flat_map(|ring| {
            (0..ring.len()).map(move |i| [to_f64(ring[i]), to_f64(ring[(i + 1) % ring.len()])])
        }).collect();
        for (i, &[a, b]) in edges.iter().enumerate() {
            for &[c, d] in &edges[..i] {
                let crossing = cross(a, b, c) * cross(a, b, d) < 0.0 && cross(c, d, a) * cross(c, d, b) < 0.0;
                prop_assert!(!crossing, "{a:?}-{b:?} crosses {c:?}-{d:?}");
            }
        }
        for (before, after) in outline.rings().zip(simple.rings()) {
            prop_assert!(after.iter().all(|v| before.contains(v)));
            for &v in before {
                let away = distance_to_ring(after, to_f64(v));
                prop_assert!(away <= f64::from(tolerance) * (1.0 + 1e-6), "{v} was {away} m away");
            }
        }
    }
}

fn outline_of(border: &[[f32; 2]]) -> Result<Outline, OutlineError> {
    Outline::new(border.iter().copied())
}

#[test]
fn invalid_outline_error_names_ring_vertex_and_edges() {
    let error = |border: &[[f32; 2]]| outline_of(border).unwrap_err().to_string();
    assert!(error(&[]).starts_with("ring 0 has 0 vertices"));
    assert!(error(&[[0.0, 0.0], [1.0, 0.0]]).starts_with("ring 0 has 2 vertices"));
    assert!(error(&[[1.0, 1.0]; 5]).starts_with("ring 0 has 1 vertices"));
    assert_eq!(
        error(&[[0.0, 0.0], [1.0, f32::NAN], [2.0, 0.0]]),
        "vertex 1 of ring 0 is not finite: (1, NaN)"
    );
    let bow_tie = error(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 1.0]]);
    assert!(bow_tie.starts_with("edge 0 of ring 0 touches edge 2 of ring 0"), "{bow_tie}");
    let spike = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [2.0, 4.0], [2.0, 2.0], [0.0, 2.0]];
    assert!(error(&spike).contains("touches edge"), "{}", error(&spike));
    let needle = [[0.0, 0.0], [1.0, 0.0], [1.0, 1e-10]];
    assert!(error(&needle).contains("ring 0 "), "{}", error(&needle));

    let border = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
    let square = |x: f32, y: f32, half: f32| {
        [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    };
    let (large, small, outside) = (square(4.0, 4.0, 3.0), square(4.0, 4.0, 1.0), square(20.0, 0.0, 1.0));
    assert_eq!(Outline::with_holes(border, [outside]), Err(OutlineError::HoleOutside { ring: 1 }));
    assert_eq!(
        Outline::with_holes(border, [large, small]),
        Err(OutlineError::NestedHole { ring: 2, other: 1 })
    );
    let touching = Outline::with_holes(border, [square(1.0, 4.0, 1.0)]).unwrap_err();
    assert!(matches!(touching, OutlineError::Touch { other_ring: 1, .. }), "{touching}");
    // The error names the caller's vertices although some were merged and the ring was turned.
    let clockwise = [[0.0, 0.0], [0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [2.0, 2.0]];
    let clockwise = error(&clockwise);
    assert!(clockwise.contains("edge 2 ") && clockwise.contains("edge 4 "), "{clockwise}");
}

#[test]
fn error_names_the_setting_that_is_out_of_range() {
    let l = outline_of(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]).unwrap();
    let with = |max_vertices, depth| l.decompose(DecomposeSettings { max_vertices, depth });
    assert_eq!(with(2, 0.0), Err(DecomposeError::MaxVertices(2)));
    assert_eq!(with(257, 0.0), Err(DecomposeError::MaxVertices(257)));
    assert_eq!(with(8, -1.0), Err(DecomposeError::Depth(-1.0)));
    assert!(matches!(with(8, f32::NAN), Err(DecomposeError::Depth(d)) if d.is_nan()));
    assert_eq!(with(8, 0.0).unwrap().pieces.len(), 2);
    assert_eq!(with(8, 1.0).unwrap().pieces.len(), 1);
    assert_eq!(l.simplified(-0.1), Err(SimplifyError::Tolerance(-0.1)));
}

/// Regular polygons of 3 to 250 corners, small and large, near and far: the polygon is one piece, and a ring
/// of two of them gives few pieces.
#[test]
fn discs_are_one_piece_and_rings_few() {
    for count in [3, 4, 7, 50, 250] {
        for (radius, x) in [(0.02, 0.0), (1.0, 0.0), (1.0, 10.0), (1e3, 1e3), (1e6, 0.0)] {
            let circle = |r: f32| -> Vec<Point> {
                let corners = Polygon::regular(count, r).unwrap();
                corners.vertices().iter().map(|&p| p + geom::Vec2::new(x, x)).collect()
            };
            let (border, hole) = (circle(radius), circle(0.5 * radius));
            let disc = Outline::new(border.iter().copied()).unwrap();
            assert_eq!(disc.decompose(DecomposeSettings::default()).unwrap().pieces.len(), 1);
            let ring = Outline::with_holes(border, [hole]).unwrap();
            check_exact(&ring, Polygon::MAX_VERTICES).unwrap();
            let settings = DecomposeSettings { depth: 0.02 * radius, ..Default::default() };
            let rough = ring.decompose(settings).unwrap();
            assert!(rough.pieces.len() <= 24, "{} pieces of {count} corners", rough.pieces.len());
        }
    }
}

/// A sliver far from the origin, and outlines of 1e-12 and 1e12 m^2, give valid pieces or an error.
#[test]
fn slivers_and_extreme_areas_give_valid_pieces_or_an_error() {
    let far = outline_of(&[[1e5, 1e5], [1e5 + 1.0, 1e5 + 0.03], [1e5 + 2.0, 1e5], [1e5 + 1.0, 1e5 + 0.06]]);
    if let Ok(far) = far {
        check_exact(&far, Polygon::MAX_VERTICES).unwrap();
    }
    let square = |side: f32| outline_of(&[[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]);
    assert!(matches!(square(1e-6), Err(OutlineError::TooFewVertices { .. })));
    let large = square(1e6).unwrap().decompose(DecomposeSettings::default()).unwrap();
    assert_eq!(area_of(&large.pieces[0]), 1e12);
    let thin = outline_of(&[[0.0, 0.0], [1e3, 0.0], [1e3, 1e-5], [0.0, 1e-5]]);
    assert!(thin.is_err() || thin.unwrap().decompose(DecomposeSettings::default()).is_err());
}

/// The area of such an outline is no number of 32 bits; rounding alone made it minus infinity.
#[test]
fn outline_whose_area_may_overflow_is_refused() {
    let square = |side: f32| outline_of(&[[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]);
    assert!(square(9e17).unwrap().area().is_finite());
    for side in [2e18, 1e30, f32::MAX] {
        assert_eq!(square(side), Err(OutlineError::TooWide { ring: 0, width: side }));
    }
}

/// A thin neck between two thick parts is dropped or joined to a part; in both cases the missing area is
/// small and reported.
#[test]
fn missing_area_of_a_thin_neck_is_reported() {
    let neck = outline_of(&[
        [0.0, 0.0],
        [1.0, 0.0],
        [1.0, 0.5],
        [2.0, 0.5],
        [2.0, 0.0],
        [3.0, 0.0],
        [3.0, 1.0],
        [2.0, 1.0],
        [2.0, 0.500_02],
        [1.0, 0.500_02],
        [1.0, 1.0],
        [0.0, 1.0],
    ])
    .unwrap();
    check_exact(&neck, Polygon::MAX_VERTICES).unwrap();
}

/// The chord over a bay would cut off the peninsula in it, and the chord under a roof the hole there.
#[test]
fn simplifying_keeps_vertices_around_peninsulas_and_holes() {
    let bay = outline_of(&[
        [0.0, 0.0],
        [6.0, 0.0],
        [6.0, 3.0],
        [4.0, 3.0],
        [3.9, 2.2],
        [3.0, 2.9],
        [2.1, 2.2],
        [2.0, 3.0],
        [0.0, 3.0],
    ])
    .unwrap();
    for tolerance in [0.1, 0.3, 0.5, 0.8, 1.0, 3.0, 10.0] {
        assert!(bay.simplified(tolerance).unwrap().area() > 0.0);
    }
    let border = [[0.0, 0.0], [4.0, 0.0], [4.1, 2.0], [4.0, 4.0], [2.0, 4.6], [0.0, 4.0]];
    let hole = [[1.8, 4.1], [2.2, 4.1], [2.0, 4.3]];
    let roofed = Outline::with_holes(border, [hole]).unwrap();
    let simple = roofed.simplified(1.0).unwrap();
    assert!(simple.border().contains(&Point::new(2.0, 4.6)), "the hole lies under this vertex");
    assert!(!simple.border().contains(&Point::new(4.1, 2.0)), "no hole needs this vertex");
    let without = Outline::new(border).unwrap().simplified(1.0).unwrap();
    assert_eq!(without.vertices().len(), 4);
}

/// A case that the property test found: restoring a vertex because of a crossing left another vertex far from
/// the new, shorter chord.
#[test]
fn restoring_a_vertex_keeps_all_others_within_the_tolerance() {
    let border = [
        [0.76, 0.28],
        [1.51, 0.84],
        [0.84, 1.99],
        [0.07, 0.29],
        [-0.09, 1.71],
        [-1.32, 1.37],
        [-2.06, 0.81],
        [-2.05, -0.35],
        [-0.28, -0.10],
        [-0.22, -0.21],
        [-0.14, -1.05],
        [1.49, -2.36],
        [0.70, -0.61],
        [2.02, -1.08],
        [0.75, 0.0],
    ];
    let holes = [
        [[0.47, 0.65], [0.82, 1.42], [1.12, 0.90], [0.78, 0.65]],
        [[0.22, -1.10], [0.19, -0.72], [0.60, -0.90], [0.95, -1.68]],
    ];
    let outline = Outline::with_holes(border, holes).unwrap();
    for tolerance in [0.3, 0.5, 0.7, 0.76, 0.8, 0.9] {
        let simple = outline.simplified(tolerance).unwrap();
        for &v in outline.border() {
            assert!(distance_to_ring(simple.border(), to_f64(v)) <= f64::from(tolerance));
        }
    }
}

/// A line that passes near itself keeps its detour. A line that already crosses itself is simplified without
/// this check.
#[test]
fn simplified_line_crosses_itself_only_if_the_line_did() {
    let hook = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [2.0, 1.0], [2.0, -0.4], [1.9, -0.4]].map(Point::from);
    let crossing = simplify_line(hook, 10.0).unwrap();
    assert_eq!(crossing, [hook[0], hook[5]]);
    let line = [[0.0, 0.0], [2.0, -0.5], [4.0, 0.0], [4.0, 3.0], [2.0, 3.0], [2.0, -0.2]].map(Point::from);
    let kept = simplify_line(line, 0.6).unwrap();
    assert!(kept.contains(&line[1]), "{kept:?}");
    assert_eq!(simplify_line(line[..2].iter().copied(), 0.6).unwrap(), line[..2]);
    let nan = [Point::origin(), Point::new(f32::NAN, 0.0), Point::origin()];
    assert!(matches!(simplify_line(nan, 0.1), Err(SimplifyError::NotFinite { index: 1, .. })));
}
