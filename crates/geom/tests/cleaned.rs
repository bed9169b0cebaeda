//! What editors write: repeated points, rings that are closed by their first point, vertices on a line.

use crate::shapes::polygon;
use geom::{Outline, Point, Polygon, Shape, ShapeError, Sides, chain, cleaned};
use proptest::prelude::*;

/// A ring with repeats, points on its edges, its first point once more, another start and any winding.
fn dirty(ring: &[Point], dirt: &[u8], start: usize, turned: bool) -> Vec<Point> {
    let count = ring.len();
    let mut points = Vec::new();
    for i in 0..count {
        let (own, next) = (ring[(i + start) % count], ring[(i + start + 1) % count]);
        let kind = dirt[i % dirt.len()];
        points.push(own);
        if kind & 1 != 0 {
            points.push(own);
        }
        if kind & 2 != 0 {
            points.push(own + (next - own) * 0.5);
        }
        if kind & 4 != 0 {
            points.push(own + (next - own) * 0.75);
        }
    }
    if dirt[0] & 8 != 0 {
        points.push(points[0]);
    }
    if turned {
        points.reverse();
    }
    points
}

proptest! {
    /// A polygon is the same, but for the vertex where it begins, with all the dirt that editors leave.
    #[test]
    fn a_polygon_as_an_editor_writes_it_is_the_polygon(
        shape in polygon(), dirt in prop::collection::vec(0_u8..16, 1..12), start in 0_usize..12, turned in any::<bool>(),
    ) {
        let Shape::Polygon(clean) = shape else { unreachable!() };
        let ring = clean.vertices();
        // Corners that are as flat as rounding, or edges as short, cannot be told from dirt.
        let n = ring.len();
        let is_plain = (0..n).all(|i| {
            let [a, b, c] = [i, i + 1, i + 2].map(|i| ring[i % n]);
            geom::distance_to_segment([a, c], b) > 1e-3 && (b - a).norm() > 1e-2
        });
        if !is_plain {
            return Ok(());
        }
        let points = dirty(ring, &dirt, start % n, turned);
        let found = Polygon::cleaned(points.iter().copied()).unwrap();
        prop_assert_eq!(found.vertices().len(), n, "{:?}", points);
        for vertex in found.vertices() {
            prop_assert!(ring.contains(vertex), "{}", vertex);
        }
        // An outline takes the same points, and a chain those without repeats.
        prop_assert!(Outline::new(points.iter().copied()).is_ok());
        let segments = chain(cleaned(points.iter().copied(), true), true, Sides::One).unwrap();
        prop_assert_eq!(segments.len(), cleaned(points, true).len());
    }

    /// A board whose sides have points on them is a polygon wherever it is drawn, although rounding bends its
    /// sides there. What is left lies within that rounding.
    #[test]
    fn a_board_that_is_drawn_far_from_the_origin_is_accepted(
        far in prop::array::uniform2(-2_000.0_f64..2_000.0), half in prop::array::uniform2(0.05_f64..2.0),
        angle in 0.0_f64..6.3, parts in 1_usize..5,
    ) {
        let (sin, cos) = angle.sin_cos();
        let [w, h] = half;
        let corners = [[-w, -h], [w, -h], [w, h], [-w, h]];
        let mut points = Vec::new();
        for i in 0..4 {
            let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % 4]);
            for part in 0..parts {
                let t = part as f64 / parts as f64;
                let [x, y] = [ax + (bx - ax) * t, ay + (by - ay) * t];
                points.push([(far[0] + cos * x - sin * y) as f32, (far[1] + sin * x + cos * y) as f32]);
            }
        }
        let board = Polygon::cleaned(points.iter().copied()).unwrap();
        let rounding = 4.0 * f32::EPSILON * far[0].abs().max(far[1].abs()) as f32 + 2e-5;
        for point in points {
            let distance = board.vertices().iter().zip(board.vertices().iter().cycle().skip(1));
            let distance = distance.map(|(a, b)| geom::distance_to_segment([*a, *b], point));
            prop_assert!(distance.fold(f32::INFINITY, f32::min) <= rounding, "{:?}", point);
        }
    }

    /// Clean points stay as they are, and cleaning again changes nothing; an open line keeps its ends.
    #[test]
    fn clean_points_stay_as_they_are(
        steps in prop::collection::vec((-3.0_f32..3.0, 0.1_f32..3.0), 2..20), repeats in prop::collection::vec(0_usize..3, 20),
    ) {
        let mut at = Point::origin();
        let mut line = vec![at];
        for &(x, y) in &steps {
            at += geom::Vec2::new(x, y);
            line.push(at);
        }
        prop_assert_eq!(&cleaned(line.iter().copied(), false), &line);
        let repeated: Vec<Point> =
            line.iter().zip(&repeats).flat_map(|(p, &more)| std::iter::repeat_n(*p, 1 + more)).collect();
        prop_assert_eq!(&cleaned(repeated, false)[..], &line[..line.len().min(20)]);
    }
}

/// An error names the call that cleans; what is not finite or not convex is still an error, and nothing
/// panics.
#[test]
fn errors_name_the_call_that_cleans() {
    let closed = [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [0.0, 0.0]];
    let repeated = Polygon::new(closed).unwrap_err().to_string();
    assert!(repeated.contains("`Polygon::cleaned`"), "{repeated}");
    let repeated = chain(closed, true, Sides::One).unwrap_err().to_string();
    assert!(repeated.contains("`geom::cleaned`"), "{repeated}");
    let straight = Polygon::new([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 2.0]]).unwrap_err().to_string();
    assert!(straight.contains("`Polygon::cleaned`") && straight.contains("`Outline`"), "{straight}");
    let dented = Polygon::cleaned([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]]);
    assert!(matches!(dented, Err(ShapeError::NotConvex { .. })));
    let nan = Polygon::cleaned([[0.0, 0.0], [f32::NAN, 0.0], [2.0, 2.0], [0.0, f32::INFINITY]]);
    assert!(matches!(nan, Err(ShapeError::VertexNotFinite { .. })));
    assert_eq!(Polygon::cleaned([[1.0, 1.0]; 9]), Err(ShapeError::VertexCount(1)));
    assert_eq!(cleaned(<[Point; 0]>::default(), true), []);
}
