//! Containment of points and polygons in polygons, compared with integer arithmetic on grids through the
//! vertices.

use crate::exact;

use exact::{Grid, convex, convex_share_a_point, edges, locate, minus, plus, point, points, simple};
use geom::{
    DecomposeSettings, Location, Outline, Point, Vec2, point_in_circle, point_in_convex, point_in_polygon,
    polygon_contains, polygons_overlap,
};
use proptest::prelude::*;

fn sign(location: Location) -> i32 {
    match location {
        Location::Inside => 1,
        Location::Border => 0,
        Location::Outside => -1,
    }
}

/// With doubled coordinates, the grid has every vertex, the middle of every edge, and points between them.
fn doubled(ring: &[Grid]) -> Vec<Grid> {
    ring.iter().map(|p| p.map(|x| 2 * x)).collect()
}

fn all_points(size: i64) -> impl Iterator<Item = Grid> {
    (-size..=size).flat_map(move |x| (-size..=size).map(move |y| [x, y]))
}

proptest! {
    /// Ray casting is right at every point of a grid through the vertices, for both windings and any first
    /// vertex.
    #[test]
    fn ray_casting_is_right_at_the_height_of_vertices(ring in simple(4), turn in any::<prop::sample::Index>()) {
        let ring = doubled(&ring);
        let mut reversed = ring.clone();
        reversed.rotate_left(turn.index(ring.len()));
        reversed.reverse();
        for p in all_points(9) {
            let expected = locate(&ring, p);
            prop_assert_eq!(sign(point_in_polygon(points(&ring), point(p))), expected, "{:?}", p);
            prop_assert_eq!(sign(point_in_polygon(points(&reversed), point(p))), expected, "{:?}", p);
        }
    }

    /// On convex polygons, cross products and ray casting agree with each other and with integer arithmetic,
    /// also with straight corners and repeated vertices.
    #[test]
    fn cross_products_and_ray_casting_agree_on_convex_polygons(ring in convex(4), repeat in any::<prop::sample::Index>()) {
        let ring = doubled(&ring);
        let at = repeat.index(ring.len());
        let next = ring[(at + 1) % ring.len()];
        let mut more = ring.clone();
        let middle = [0, 1].map(|axis| (ring[at][axis] + next[axis]) / 2);
        more.splice(at + 1..at + 1, [middle, middle]);
        for p in all_points(9) {
            let expected = locate(&ring, p);
            for vertices in [points(&ring), points(&more)] {
                prop_assert_eq!(sign(point_in_convex(vertices.clone(), point(p))), expected, "{:?}", p);
                prop_assert_eq!(sign(point_in_polygon(vertices, point(p))), expected, "{:?}", p);
            }
        }
    }

    /// Points next to long edges, whose side f32 arithmetic would get wrong.
    #[test]
    fn location_is_exact_next_to_long_edges(
        ring in convex(1 << 22), edge in any::<prop::sample::Index>(), k in 0_i64..8, off in [-1_i64..=1, -1_i64..=1],
    ) {
        let [a, b] = edges(&ring).nth(edge.index(ring.len())).unwrap();
        let p = [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * k / 7 + off[axis]);
        let inside = edges(&ring).map(|[a, b]| exact::cross(minus(b, a), minus(p, a)).signum()).min().unwrap();
        let border = edges(&ring).any(|e| exact::on_segment(e, p));
        let expected = if border { 0 } else if inside > 0 { 1 } else { -1 };
        prop_assert_eq!(sign(point_in_convex(points(&ring), point(p))), expected);
        prop_assert_eq!(sign(point_in_polygon(points(&ring), point(p))), expected);
    }

    #[test]
    fn point_in_circle_is_exact_for_integers(c in exact::grid(1000), r in 0_i64..50, p in exact::grid(50)) {
        let p = plus(c, p);
        let square = i64::try_from(exact::dot(minus(p, c), minus(p, c))).unwrap();
        let expected = (r * r - square).signum() as i32;
        prop_assert_eq!(sign(point_in_circle(point(c), r as f32, point(p))), expected);
    }

    /// Sotirov 2022, `point_in_circle`, squares the point instead of the vector from the centre to it. That
    /// is right for circles around the origin only. `point_in_shape` then gives it the point for the centre,
    /// the centre for the radius, and the radius for the point.
    #[test]
    fn point_in_circle_measures_from_the_centre(c in exact::grid(1000), r in 1_i64..50, p in exact::grid(50)) {
        let text = |_center: Grid, radius: i64, p: Grid| exact::dot(p, p) < i128::from(radius * radius);
        let far = [100 + c[0].abs(), c[1]];
        prop_assert!(!text(far, r, far), "the error of the text: the centre is not in the circle");
        prop_assert_eq!(point_in_circle(point(far), r as f32, point(far)), Location::Inside);
        let inside = exact::dot(p, p) < i128::from(r * r);
        prop_assert_eq!(point_in_circle(point(far), r as f32, point(plus(far, p))) == Location::Inside, inside);
    }

    /// Two polygons overlap if and only if two of their convex pieces do.
    #[test]
    fn polygons_overlap_if_and_only_if_their_convex_pieces_do(a in simple(6), b in prop_oneof![simple(6), simple(1)], by in exact::grid(7)) {
        let b: Vec<Grid> = b.into_iter().map(|p| plus(p, by)).collect();
        let (a, b) = (doubled(&a), doubled(&b));
        let pieces = |ring: &[Grid]| -> Vec<Vec<Grid>> {
            let outline = Outline::new(points(ring)).unwrap();
            let pieces = outline.decompose(DecomposeSettings::default()).unwrap().pieces;
            pieces.iter().map(|p| p.vertices().iter().map(|v| [v.x as i64, v.y as i64]).collect()).collect()
        };
        let (pieces_a, pieces_b) = (pieces(&a), pieces(&b));
        prop_assert_eq!(pieces_a.iter().map(|p| exact::doubled_area(p)).sum::<i128>(), exact::doubled_area(&a));
        let expected = pieces_a.iter().any(|p| pieces_b.iter().any(|q| convex_share_a_point(p, q)));
        prop_assert_eq!(polygons_overlap(points(&a), points(&b)), expected);
        prop_assert_eq!(polygons_overlap(points(&b), points(&a)), expected);
    }

    /// A polygon contains another if no area of the other lies outside. The oracle `covered` cuts the plane
    /// into horizontal strips at the heights of all vertices and crossings. Within a strip the borders are
    /// straight, so along its middle every interval of the inner polygon must be covered by the outer. In
    /// f64, with coordinates up to 12 and crossings that are fractions over at most 2^10, strips are wider
    /// than 1e-6, intervals longer than 1e-9, and errors at most 1e-13.
    #[test]
    fn polygon_contains_another_if_no_area_of_it_lies_outside(
        outer in prop_oneof![simple(6), simple(2)], inner in simple(6), shrink in 1_i64..4, by in exact::grid(4),
        borrowed in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..3),
    ) {
        // Mistakes are likely at vertices of the outer polygon and at points on its edges.
        let mut inner: Vec<Grid> = inner.iter().map(|p| plus(p.map(|x| 2 * x / shrink), by)).collect();
        let outer = doubled(&outer);
        for (to, from) in borrowed {
            let at = to.index(inner.len());
            inner[at] = borrow(&outer, from);
        }
        containment_is_right(&outer, &inner)?;
    }

    /// Triangles and quadrilaterals whose corners are all vertices of the outer polygon or points on its
    /// edges. The grid is so small that their sides run along its edges and through its corners.
    #[test]
    fn containment_is_right_for_polygons_with_corners_on_the_border(
        outer in simple(2), corners in prop::collection::vec(any::<prop::sample::Index>(), 3..5),
    ) {
        let outer = doubled(&outer);
        let inner: Vec<Grid> = corners.into_iter().map(|corner| borrow(&outer, corner)).collect();
        containment_is_right(&outer, &inner)?;
    }

    /// A polygon contains itself, and two polygons that contain each other have the same area.
    #[test]
    fn containment_is_reflexive_and_antisymmetric(a in simple(4), b in simple(4)) {
        let contains = |outer: &[Grid], inner: &[Grid]| polygon_contains(points(outer), points(inner));
        prop_assert!(contains(&a, &a));
        if contains(&a, &b) && contains(&b, &a) {
            let area = |ring: &[Grid]| geom::polygon_measures(points(ring)).area;
            prop_assert_eq!(area(&a), area(&b));
        }
    }
}

/// A vertex of a ring, or the middle of one of its edges.
fn borrow(ring: &[Grid], which: prop::sample::Index) -> Grid {
    let which = which.index(2 * ring.len());
    let (p, q) = (ring[which / 2], ring[(which / 2 + 1) % ring.len()]);
    if which.is_multiple_of(2) { p } else { [0, 1].map(|axis| (p[axis] + q[axis]) / 2) }
}

fn containment_is_right(outer: &[Grid], inner: &[Grid]) -> Result<(), TestCaseError> {
    if !exact::is_simple(inner) || exact::doubled_area(inner) == 0 {
        return Ok(());
    }
    let found = polygon_contains(points(outer), points(inner));
    prop_assert_eq!(found, covered(outer, inner), "{:?} {:?}", outer, inner);
    if found {
        prop_assert!(polygons_overlap(points(outer), points(inner)));
        prop_assert!(polygons_overlap(points(inner), points(outer)));
    }
    Ok(())
}

/// The oracle of containment; see the test that no area lies outside.
fn covered(outer: &[Grid], inner: &[Grid]) -> bool {
    let all: Vec<[[f64; 2]; 2]> =
        edges(outer).chain(edges(inner)).map(|e| e.map(|p| p.map(|x| x as f64))).collect();
    let mut heights: Vec<f64> = all.iter().flatten().map(|p| p[1]).collect();
    for [a, b] in &all {
        for [c, d] in &all {
            let (u, v) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
            let den = u[0] * v[1] - u[1] * v[0];
            let t = ((c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]) / den;
            if den != 0.0 && (0.0..=1.0).contains(&t) {
                heights.push(a[1] + u[1] * t);
            }
        }
    }
    heights.sort_by(f64::total_cmp);
    heights.windows(2).filter(|strip| strip[1] - strip[0] > 1e-7).all(|strip| {
        let y = 0.5 * (strip[0] + strip[1]);
        let intervals = |ring: &[Grid]| {
            let mut xs: Vec<f64> = edges(ring)
                .map(|e| e.map(|p| p.map(|x| x as f64)))
                .filter(|[a, b]| (a[1] > y) != (b[1] > y))
                .map(|[a, b]| a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
                .collect();
            xs.sort_by(f64::total_cmp);
            xs.chunks(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
        };
        let outer = intervals(outer);
        intervals(inner).iter().all(|[from, to]| {
            // One interval must cover it: two that touch at this height are apart at other heights of the
            // strip.
            outer.iter().any(|[a, b]| *a <= from + 1e-9 && to - 1e-9 <= *b)
        })
    })
}

/// The pentagon of *Sotirov 2022*.
fn pentagon() -> [Point; 5] {
    [[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]].map(Point::from)
}

/// The ray casting of *Sotirov 2022*: it excludes the ends of edges and counts each vertex at the height of
/// the ray as one crossing.
fn text_says_inside(p: Point, ring: &[Point]) -> bool {
    let mut count = 0;
    for (i, a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let strictly = (a.y - p.y) * (b.y - p.y) < 0.0;
        if strictly && a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) > p.x {
            count += 1;
        }
        count += usize::from(a.y == p.y && a.x > p.x);
    }
    count % 2 == 1
}

/// An erratum of *Sotirov 2022*: to the left of a vertex where the border turns back, its ray casting counts
/// one crossing too many or too few.
#[test]
fn ray_casting_of_the_text_fails_at_the_height_of_vertices() {
    let ring = pentagon();
    let beside_the_top = Point::new(-2.0, 2.0);
    assert!(text_says_inside(beside_the_top, &ring));
    assert_eq!(point_in_polygon(ring, beside_the_top), Location::Outside);
    assert_eq!(point_in_convex(ring, beside_the_top), Location::Outside);
}

/// The figure of *Sotirov 2022* that made it give up its ray casting: orange is what its test calls inside,
/// also left of the topmost vertex.
#[test]
fn picture_of_the_ray_casting_of_the_text() {
    let ring = pentagon();
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-220 -270 490 490\" stroke-linecap=\"round\">\n\
         <rect x=\"-220\" y=\"-270\" width=\"490\" height=\"490\" fill=\"#fff\"/>\n",
    );
    let mut wrong = Vec::new();
    for row in -20..=25 {
        let points = (-20..=25).map(|column| Point::new(column as f32 / 10.0, row as f32 / 10.0));
        let answers: Vec<(Point, bool)> = points.map(|p| (p, text_says_inside(p, &ring))).collect();
        wrong.extend(answers.iter().filter(|&&(p, is_in)| is_in && !point_in_polygon(ring, p).is_in()));
        // Dots of the same colour, 0.1 m apart, are one dotted line of 100 px to a metre.
        for run in answers.chunk_by(|a, b| a.1 == b.1) {
            let (first, last) = (run[0].0 * 100.0, run[run.len() - 1].0 * 100.0);
            let color = if run[0].1 { "#e80" } else { "#719" };
            let (from, y, to) = (first.x, -first.y, last.x + 0.1);
            let line = format!("M{from:.0} {y:.0}H{to:.1}");
            svg += &format!(
                "<path d=\"{line}\" stroke=\"{color}\" stroke-width=\"5\" stroke-dasharray=\"0 10\"/>\n"
            );
        }
    }
    let corners = ring.map(|p| format!("{:.0},{:.0}", p.x * 100.0, -p.y * 100.0)).join(" ");
    svg += &format!("<polygon points=\"{corners}\" fill=\"none\" stroke=\"#c22\"/>\n</svg>\n");
    assert!(wrong.len() == 35 && wrong.iter().all(|(p, _)| p.y == 2.0 && p.x < 1.5), "{wrong:?}");
    insta::assert_binary_snapshot!("ray_test.svg", svg.into_bytes());
}

/// An erratum of *Sotirov 2022*: the loops that compare both tests count x and y, and never set the point. So
/// both test one point in all rounds, the last one of the grid that was drawn before: it lies outside.
#[test]
fn loops_of_the_benchmark_of_the_text_test_one_point() {
    let (begin, end) = ([-2.0_f64, 2.5], [2.5_f64, -2.0]);
    let mut drawn = Vec::new();
    let mut x = begin[0];
    while x < end[0] {
        let mut y = begin[1];
        while y > end[1] {
            drawn.push([x, y]);
            y -= 0.1;
        }
        x += 0.1;
    }
    let stale = *drawn.last().unwrap();
    let mut tested = Vec::new();
    let mut x = begin[0];
    while x < end[0] {
        let mut y = begin[1];
        while y > end[1] {
            tested.push(stale);
            y -= 0.1;
        }
        x += 0.1;
    }
    assert_eq!(tested.len(), drawn.len());
    tested.dedup();
    assert_eq!(tested.len(), 1, "the error of the text");
    assert_eq!(point_in_polygon(pentagon(), Point::new(stale[0] as f32, stale[1] as f32)), Location::Outside);
    // The whole grid, as the engine's benchmark tests it, has points on both sides.
    let is_in = |p: &&[f64; 2]| point_in_polygon(pentagon(), Point::new(p[0] as f32, p[1] as f32)).is_in();
    let inside = drawn.iter().filter(is_in).count();
    assert!(inside > 700 && drawn.len() - inside > 700, "{inside} of {}", drawn.len());
}

/// *Sotirov 2022* tests a grid of points 0.1 m apart around its pentagon.
#[test]
fn cross_products_and_ray_casting_agree_on_the_grid_of_the_text() {
    let ring = pentagon();
    let mut inside = 0;
    for (i, j) in (0..46).flat_map(|i| (0..46).map(move |j| (i, j))) {
        let p = Point::new(-2.0 + i as f32 * 0.1, 2.5 - j as f32 * 0.1);
        assert_eq!(point_in_convex(ring, p), point_in_polygon(ring, p), "{p}");
        inside += usize::from(point_in_polygon(ring, p).is_in());
    }
    // 100 points per square metre on 8.1 m^2; points near the horizontal and vertical edges may be rounded to
    // either side.
    assert!((780..840).contains(&inside), "{inside}");
}

/// Polygons of no, one and collinear vertices; points that are not finite; tiny and huge polygons.
#[test]
fn degenerate_polygons_and_points_have_the_documented_location() {
    let p = |x: f32, y: f32| Point::new(x, y);
    let tests: [fn(&[Point], Point) -> Location; 2] =
        [|v, p| point_in_convex(v.iter().copied(), p), |v, p| point_in_polygon(v.iter().copied(), p)];
    for locate in tests {
        assert_eq!(locate(&[], p(0.0, 0.0)), Location::Outside);
        assert_eq!(locate(&[p(1.0, 1.0)], p(1.0, 1.0)), Location::Border);
        assert_eq!(locate(&[p(1.0, 1.0)], p(0.0, 1.0)), Location::Outside);
        let line = [p(0.0, 0.0), p(2.0, 2.0), p(1.0, 1.0)];
        assert_eq!(locate(&line, p(1.5, 1.5)), Location::Border);
        assert_eq!(locate(&line, p(3.0, 3.0)), Location::Outside);
        assert_eq!(locate(&line, p(1.0, 1.5)), Location::Outside);
        let square = [p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(0.0, 1.0)];
        assert_eq!(locate(&square, p(f32::NAN, 0.5)), Location::Outside);
        assert_eq!(locate(&square, p(0.5, f32::INFINITY)), Location::Outside);
        assert_eq!(locate(&square, p(f32::NEG_INFINITY, 0.5)), Location::Outside);
        // Squares of 1e-12 and 1e12 m^2.
        for side in [1e-6_f32, 1e6] {
            let square = square.map(|v| v * side);
            assert_eq!(locate(&square, p(0.5 * side, 0.25 * side)), Location::Inside);
            assert_eq!(locate(&square, p(side, 0.25 * side)), Location::Border);
            assert_eq!(locate(&square, p(side.next_up(), 0.25 * side)), Location::Outside);
        }
    }
    assert!(!point_in_circle([0.0, 0.0], -1.0, [0.0, 0.0]).is_in());
    assert!(!point_in_circle([0.0, 0.0], f32::NAN, [0.0, 0.0]).is_in());
    assert_eq!(point_in_circle([3.0, 4.0], 0.0, [3.0, 4.0]), Location::Border);
    assert!(!point_in_circle([0.0, 0.0], 1.0, [f32::NAN, 0.0]).is_in());
}

#[test]
fn touching_coincident_and_nested_polygons_overlap_and_one_in_a_bend_does_not() {
    let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(Point::from);
    let moved = |x: f32, y: f32| square.map(|p| p + Vec2::new(x, y));
    assert!(polygons_overlap(square, square));
    assert!(polygons_overlap(square, moved(2.0, 2.0)), "corner to corner");
    assert!(polygons_overlap(square, moved(2.0, 0.5)), "side to side");
    assert!(!polygons_overlap(square, moved(2.0_f32.next_up(), 0.0)));
    let small = square.map(|p| Point::from(p.coords * 0.25 + Vec2::new(0.5, 0.5)));
    assert!(polygons_overlap(square, small) && polygons_overlap(small, square));
    assert!(polygon_contains(square, small) && !polygon_contains(small, square));
    let cup = [[-1., -1.], [3., -1.], [3., 4.], [2.5, 4.], [2.5, -0.5], [-0.5, -0.5], [-0.5, 4.], [-1., 4.]];
    let cup = cup.map(Point::from);
    assert!(!polygons_overlap(cup, square));
    assert!(!polygon_contains(cup, square) && polygon_contains(cup, cup));
    // From wall to wall of the cup, without crossing one of its edges.
    let lid = [[-0.5, 2.0], [2.5, 2.0], [2.5, 3.0], [-0.5, 3.0]].map(Point::from);
    assert!(!polygon_contains(cup, lid) && polygons_overlap(cup, lid));
    let nothing: [Point; 0] = [];
    assert!(!polygons_overlap(nothing, square) && !polygon_contains(square, nothing));
}
