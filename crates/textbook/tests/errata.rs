//! Errors of the texts about collisions. Each test has the version of the text, shows that it fails, and
//! shows that ours is right. `docs/errata.md` lists all errata and the texts; some of the tests are in
//! `crates/collide/tests/worked_examples.rs`.

use collide::algorithms::{clip_to_half_plane, edge_separation, max_separation, most_opposed_edge};
use collide::manifold;
use geom::{
    Aabb, Circle, Point, Polygon, Pose, RoundedHull, Shape, Vec2, closest_on_segment, left_normal,
    minkowski_difference, right_normal,
};
use textbook::contact_points::by_support_average;
use textbook::{Interval, max_separation_from, mtv, project};

fn square() -> Polygon {
    Polygon::rectangle(0.5, 0.5).unwrap()
}

/// The edge normals of both polygons, with the projections of both.
fn projections(a: &Polygon, b: &Polygon, pose_b: Pose) -> Vec<(Vec2, [Interval; 2])> {
    let normals = a.normals().iter().copied().chain(b.normals().iter().map(|&n| pose_b.rotation * n));
    let both = |axis| [project(a.hull(), Pose::IDENTITY, axis), project(b.hull(), pose_b, axis)];
    normals.map(|axis| (axis, both(axis))).collect()
}

/// 2D Collision Detection and Resolution, `Collides` with the penetration vector. It returns at the first
/// axis without a gap, so it keeps a penetration only for axes *with* a gap. Two squares that overlap get
/// none; two that are apart get one.
#[test]
fn penetration_is_the_overlap_of_axes_without_a_gap() {
    let text = |pose_b: Pose| {
        let (mut collides, mut penetration) = (false, f32::INFINITY);
        for (_, [a, b]) in projections(&square(), &square(), pose_b) {
            if a.upper > b.lower && b.upper > a.lower {
                collides = true;
                break;
            }
            penetration = penetration.min((a.lower - b.upper).abs()).min((a.upper - b.lower).abs());
        }
        (collides, penetration)
    };
    let (overlapping, beside) = (Pose::at([0.25, 0.75]), Pose::at([1.5, 0.25]));
    assert_eq!(text(overlapping), (true, f32::INFINITY), "the error of the text: no vector");
    assert!(text(beside).0, "the error of the text: a collision of squares that are apart");
    let ours = |pose| mtv::polygons(&square(), Pose::IDENTITY, &square(), pose);
    assert_eq!(ours(overlapping).map(|mtv| (mtv.normal, mtv.depth)), Some((Vec2::new(0.0, 1.0), 0.25)));
    assert_eq!(ours(beside), None);
}

/// 2D Collision Detection and Resolution, `CollisionHelper`, keeps the least overlap of both ends of the
/// projections, and for the direction always the normal of the edge. If the overlap is at the other end, the
/// direction leads through the whole shape, and the edge with this normal is on the far side. (The condition
/// for a gap, which is inverted, is put right here.)
#[test]
fn direction_of_the_least_overlap_leads_away_from_the_other_shape() {
    let square = square();
    for x in [0.9_f32, -0.9] {
        let pose = Pose::at([x, 0.0]);
        let of_a = projections(&square, &square, pose).into_iter().take(4);
        let mut text = (f32::INFINITY, Vec2::zeros());
        for (normal, [a, b]) in of_a {
            let overlap = (a.lower - b.upper).abs().min((a.upper - b.lower).abs());
            text = if overlap < text.0 { (overlap, normal) } else { text };
        }
        assert!((text.0 - 0.1).abs() < 1e-6);
        // Both placements give the same direction, so it is wrong for one of them.
        assert_eq!(text.1, Vec2::new(1.0, 0.0), "the error of the text");
        let ours = mtv::polygons(&square, Pose::IDENTITY, &square, pose).unwrap();
        assert!((ours.depth - 0.1).abs() < 1e-6 && ours.normal == Vec2::new(x.signum(), 0.0));
    }
}

/// Sotirov 2022, `is_separating_axis`, returns true where the projections overlap.
#[test]
fn axis_separates_where_projections_do_not_overlap() {
    let text = |[a, b]: [Interval; 2]| a.upper >= b.lower && b.upper >= a.lower;
    let separated = |pose_b: Pose, separating: &dyn Fn([Interval; 2]) -> bool| {
        projections(&square(), &square(), pose_b).into_iter().any(|(_, both)| separating(both))
    };
    let ours = |[a, b]: [Interval; 2]| a.overlap(b) < 0.0;
    let (overlapping, far) = (Pose::at([0.25, 0.75]), Pose::at([3.0, 3.0]));
    assert!(separated(overlapping, &text) && !separated(far, &text), "the error of the text");
    assert!(!separated(overlapping, &ours) && separated(far, &ours));
}

/// Sotirov 2022, `polygon_vs_polygon`, takes the direction along the axis from the centroids. The centroid of
/// a wedge is near its thick end. For two tall wedges, one in the other, the shorter translation that
/// separates them is 3.4 m to the right, over the tip. The text moves B by this distance to the left, where
/// 3.6 m are needed.
#[test]
fn direction_of_the_mtv_is_that_of_the_shorter_way_out() {
    let a = Polygon::new([[0.0, -10.0], [3.0, 0.0], [0.0, 10.0]]).unwrap();
    let b = Polygon::new([[-0.4, -10.0], [3.6, 0.0], [-0.4, 10.0]]).unwrap();
    let ours = mtv::polygons(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap();
    assert!((ours.translation() - Vec2::new(3.4, 0.0)).norm() < 1e-5, "{ours:?}");
    let to_b = b.centroid() - a.centroid();
    let text = if to_b.dot(&ours.normal) < 0.0 { -ours.normal } else { ours.normal };
    let overlap_after = |normal: Vec2| {
        let moved = Pose::at(Point::from(normal * ours.depth));
        mtv::polygons(&a, Pose::IDENTITY, &b, moved).map_or(0.0, |mtv| mtv.depth)
    };
    assert!((overlap_after(text) - 0.2).abs() < 1e-5, "the error of the text");
    assert!(overlap_after(ours.normal) < 1e-5);
}

/// Sotirov 2022, `is_separating_axis_polygons`, divides each projection by the squared length of the axis,
/// "we don't need to normalize it", and multiplies their overlap by the axis made unit. So an axis that is
/// twice as long gives half of the translation. (Its caller has unit normals.)
#[test]
fn translation_does_not_depend_on_the_length_of_the_axis() {
    let square = square();
    let pose = Pose::at([0.75, 0.0]);
    let text = |axis: Vec2| {
        let coefficients = |pose: Pose| {
            let all = square.vertices().iter().map(|&v| (pose * v).coords.dot(&axis) / axis.norm_squared());
            all.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
        };
        let ([min1, max1], [min2, max2]) = (coefficients(Pose::IDENTITY), coefficients(pose));
        axis.normalize() * (max2 - min1).min(max1 - min2)
    };
    let unit = Vec2::new(1.0, 0.0);
    assert_eq!([text(unit), text(unit * 2.0)], [unit * 0.25, unit * 0.125], "the error of the text");
    let ours = mtv::polygons(&square, Pose::IDENTITY, &square, pose).unwrap();
    assert_eq!(ours.translation(), unit * 0.25);
    // An overlap along an axis of another length, times the axis, over its squared length.
    let long = unit * 2.0;
    let [a, b] = [Pose::IDENTITY, pose].map(|pose| project(square.hull(), pose, long));
    assert_eq!(long * (a.overlap(b) / long.norm_squared()), unit * 0.25);
}

/// Gaul, The Basics, says that the vector from circle A to circle B "can be obtained by subtracting B's
/// position from A's". That is the vector from B to A; the code below it has the right one.
#[test]
fn vector_from_a_to_b_is_the_position_of_b_less_that_of_a() {
    let (a, b) = (Point::new(1.0, 2.0), Point::new(2.5, 2.0));
    let (text, code) = (a - b, b - a);
    assert!((a + text - b).norm() > 2.9 && b + text == a, "the error of the text: it leads from B to A");
    let circle = Circle::new([0.0, 0.0], 1.0).unwrap();
    let found = mtv::circles(&circle, Pose::at(a), &circle, Pose::at(b)).unwrap();
    assert!(a + code == b && found.normal.dot(&code) > 0.0, "the normal leads from A to B");
}

/// Gaul, The Basics: in a x + b y + c = 0 with the unit normal (a, b), "c is the distance from the origin".
/// It is minus the distance along the normal.
#[test]
fn constant_of_a_line_is_minus_its_offset() {
    // The line y = 2, with its normal up.
    let (normal, c) = (Vec2::new(0.0, 1.0), -2.0_f32);
    let on_line = Point::new(5.0, 2.0);
    assert_eq!(normal.dot(&on_line.coords) + c, 0.0);
    assert_ne!(c, 2.0, "the error of the text");
    let ground = Shape::half_space(normal, -c).unwrap();
    let Shape::HalfSpace(half_space) = ground else { panic!("{ground:?}") };
    assert_eq!(half_space.offset(), 2.0);
}

/// Souto, Video Game Physics II, says that the shortest vector from A to B is in A - B. That is the one from
/// B to A: the one from A to B is in B - A.
#[test]
fn shortest_vector_from_a_to_b_is_in_the_difference_b_minus_a() {
    let a = square().vertices().to_vec();
    let b: Vec<Point> = a.iter().map(|p| p + Vec2::new(3.0, 0.25)).collect();
    let nearest = |difference: &[Point]| {
        let edge = |i: usize| [difference[i], difference[(i + 1) % difference.len()]];
        let points = (0..difference.len()).map(|i| closest_on_segment(edge(i), Point::origin()).coords);
        points.min_by(|p, q| p.norm().total_cmp(&q.norm())).unwrap()
    };
    let from_a_to_b = Vec2::new(2.0, 0.0);
    let text = nearest(&minkowski_difference(a.iter().copied(), b.iter().copied()));
    assert_eq!(text, -from_a_to_b, "the error of the text");
    assert_eq!(nearest(&minkowski_difference(b, a)), from_a_to_b);
}

/// Sotirov 2022, `circle_vs_circle`, moves concentric circles by the larger radius; Gaul, The Basics,
/// `CirclevsCircle`, by the first radius. The sum of both is needed.
#[test]
fn concentric_circles_separate_by_both_radii() {
    let (a, b) = (Circle::new([0.0, 0.0], 1.0).unwrap(), Circle::new([0.0, 0.0], 0.5).unwrap());
    let overlap_after = |depth: f32| {
        let moved = Pose::at([depth, 0.0]);
        mtv::circles(&a, Pose::IDENTITY, &b, moved).map_or(0.0, |mtv| mtv.depth)
    };
    assert_eq!(overlap_after(a.radius().max(b.radius())), 0.5, "the error of Sotirov 2022");
    assert_eq!(overlap_after(a.radius()), 0.5, "the error of Gaul, The Basics");
    assert_eq!(overlap_after(mtv::circles(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap().depth), 0.0);
}

/// Gaul, The Basics: `CirclevsCircleOptimized` adds the positions, and both circle tests have the comparison
/// reversed.
#[test]
fn circle_test_compares_the_distance_of_positions() {
    let added = |p: Point, q: Point, radii: f32| radii * radii < (p.x + q.x).powi(2) + (p.y + q.y).powi(2);
    let unoptimized = |p: Point, q: Point, radii: f32| radii < (p - q).norm();
    let circle = Circle::new([0.0, 0.0], 1.0).unwrap();
    let ours = |p: Point, q: Point| mtv::circles(&circle, Pose::at(p), &circle, Pose::at(q)).is_some();
    let (near, far) = ([[1.0, 0.0], [1.5, 0.0]].map(Point::from), [[-9.0, 0.0], [9.0, 0.0]].map(Point::from));
    assert!(!unoptimized(near[0], near[1], 2.0) && unoptimized(far[0], far[1], 2.0), "the error of the text");
    assert!(
        !added(far[0], far[1], 2.0),
        "the circles are 18 m apart, but the sum of their positions is zero"
    );
    assert!(
        added(near[0], near[1], 2.0) != added(Point::origin(), Point::new(0.5, 0.0), 2.0),
        "the result changes when both circles are moved"
    );
    assert!(ours(near[0], near[1]) && !ours(far[0], far[1]));
}

/// Gaul, The Basics, `CirclevsCircle` with a manifold: `r *= r` for the comparison, and then
/// `penetration = r - d`.
#[test]
fn depth_of_circles_is_the_sum_of_radii_minus_the_distance() {
    let (a, b) = (Circle::new([0.0, 0.0], 2.0).unwrap(), Circle::new([3.0, 0.0], 1.5).unwrap());
    let text = (a.radius() + b.radius()).powi(2) - 3.0;
    assert_eq!(text, 9.25, "the error of the text");
    assert_eq!(mtv::circles(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap().depth, 0.5);
}

/// Gaul, The Basics, `AABBvsAABB`, takes the axis of the greater overlap, and the normal (0, 0) to the right.
#[test]
fn boxes_separate_along_the_axis_of_the_lesser_overlap() {
    let text = |a: Aabb, b: Aabb| {
        let n = b.center() - a.center();
        let overlap = (a.extents() + b.extents()) * 0.5 - n.abs();
        if overlap.x > overlap.y {
            (if n.x < 0.0 { Vec2::new(-1.0, 0.0) } else { Vec2::zeros() }, overlap.x)
        } else {
            (if n.y < 0.0 { Vec2::new(0.0, -1.0) } else { Vec2::new(0.0, 1.0) }, overlap.y)
        }
    };
    let a = Aabb::new([0.0, 0.0], [2.0, 2.0]);
    let (right, above) = (Aabb::new([1.75, 0.5], [3.75, 2.5]), Aabb::new([0.5, 1.75], [2.5, 3.75]));
    assert_eq!(text(a, right), (Vec2::new(0.0, 1.0), 1.5), "the error of the text: up instead of right");
    assert_eq!(text(a, above), (Vec2::zeros(), 1.5), "the error of the text: no direction");
    let ours = |b| mtv::aabbs(a, b).map(|mtv| (mtv.normal, mtv.depth));
    assert_eq!(ours(right), Some((Vec2::new(1.0, 0.0), 0.25)));
    assert_eq!(ours(above), Some((Vec2::new(0.0, 1.0), 0.25)));
}

/// Gaul, The Basics, `AABBvsCircle`. With the centre inside, the larger coordinate decides the side, which is
/// right only for squares; the normal is the reversed vector between the centres and not unit; the depth is
/// too small by twice the distance to the side. With the centre outside, the normal is the vector between the
/// centres instead of that from the nearest point.
#[test]
fn circle_leaves_a_box_through_the_nearest_side() {
    let (half, radius) = (Vec2::new(4.0, 1.0), 0.25);
    let text = |n: Vec2| {
        let mut closest = Vec2::new(n.x.clamp(-half.x, half.x), n.y.clamp(-half.y, half.y));
        let inside = closest == n;
        if inside && n.x.abs() > n.y.abs() {
            closest.x = half.x.copysign(closest.x);
        } else if inside {
            closest.y = half.y.copysign(closest.y);
        }
        (if inside { -n } else { n }, radius - (n - closest).norm())
    };
    let flat = Aabb::around([0.0, 0.0], half);
    let ours = |n: Vec2| mtv::aabb_circle(flat, Point::from(n), radius).map(|mtv| (mtv.normal, mtv.depth));
    let inside = Vec2::new(2.0, 0.5);
    assert_eq!(text(inside), (Vec2::new(-2.0, -0.5), -1.75), "the error of the text");
    assert_eq!(ours(inside), Some((Vec2::new(0.0, 1.0), 0.75)));
    let beside = Vec2::new(2.0, 1.125);
    assert_eq!(text(beside).0, beside, "the error of the text");
    assert_eq!(ours(beside), Some((Vec2::new(0.0, 1.0), 0.125)));
    // The manifold of the engine agrees.
    let (shape, circle) = (Shape::rectangle(half.x, half.y).unwrap(), Shape::circle(radius).unwrap());
    let general = manifold(&shape, Pose::IDENTITY, &circle, Pose::at(Point::from(inside)), 0.0);
    assert_eq!((general.normal, general.points()[0].separation), (Vec2::new(0.0, 1.0), -0.75));
}

/// Sotirov 2022, `collision_clip_segment`, and 2D Collision Detection and Resolution,
/// `ClipSegmentToHalfspace`, list the ends that stay, and then the crossing point. If one end is on the line
/// and the other outside, one point is left where the caller reads two. If the first end is cut, it changes
/// places with the second.
#[test]
fn clipping_returns_two_ends_and_keeps_their_order() {
    let text = |[p, q]: [Point; 2], n: Vec2, offset: f32| {
        let mut clipped = Vec::new();
        let (d1, d2) = (n.dot(&p.coords) - offset, n.dot(&q.coords) - offset);
        clipped.extend([(d1, p), (d2, q)].into_iter().filter(|(d, _)| *d <= 0.0).map(|(_, end)| end));
        if d1 * d2 < 0.0 {
            clipped.push(p + (q - p) * (d1 / (d1 - d2)));
        }
        clipped
    };
    let right = Vec2::new(1.0, 0.0);
    let at = |x: f32| Point::new(x, 0.0);
    let ours = |segment| clip_to_half_plane(segment, at(1.0), right);
    assert_eq!(text([at(1.0), at(3.0)], right, 1.0).len(), 1, "the error of the text: one point for two");
    assert_eq!(ours([at(1.0), at(3.0)]), Some([at(1.0), at(1.0)]));
    assert_eq!(
        text([at(3.0), at(0.0)], right, 1.0),
        [at(0.0), at(1.0)],
        "the error of the texts: the ends changed their order"
    );
    assert_eq!(ours([at(3.0), at(0.0)]), Some([at(1.0), at(0.0)]));
}

/// Sotirov 2022, `get_average_contact_point`, projects onto a vector that is not unit, so that its tolerance
/// of 0.1 m grows as the overlap shrinks: at a depth of 1 cm all vertices within 10 m count as equally far,
/// and the contact point of a box on its corner is the middle of a side. It should be the corner.
#[test]
fn support_point_of_a_box_on_its_corner_is_the_corner() {
    let (ground, square) = (Polygon::rectangle(3.0, 1.0).unwrap(), square());
    let on_corner = Pose::new([0.0, 1.0 + 0.7 - 0.01], 0.7);
    let ours = by_support_average(&ground, Pose::IDENTITY, &square, on_corner).unwrap();
    let vector = ours.mtv.translation();
    let mut distances: Vec<(f32, Point)> =
        square.vertices().iter().map(|&v| on_corner * v).map(|p| (-p.coords.dot(&vector), p)).collect();
    distances.sort_by(|p, q| q.0.total_cmp(&p.0));
    assert!(
        distances[0].0 - distances[1].0 < 0.1,
        "the error of the text: it averages with a vertex 0.6 m higher"
    );
    assert!(distances[1].1.y - distances[0].1.y > 0.5);
    assert_eq!(ours.contacts().next().unwrap().position, distances[0].1);
}

/// Souto, Video Game Physics II, starts the search for a new axis from the neighbours of the last one, and
/// does not say where it ends. A search that ends where no neighbour is better is right while an edge
/// separates the hulls. For hulls that overlap, this walk can stop at a local maximum, whose translation is
/// longer.
#[test]
fn walk_along_the_edges_finds_the_global_maximum() {
    let (level, upright) = (Polygon::rectangle(3.0, 1.0).unwrap(), Polygon::rectangle(1.0, 2.0).unwrap());
    let hull: RoundedHull<'_> = level.hull();
    let mut stops = Vec::new();
    for pose in (0..32).map(|k| Pose::new([0.1 * k as f32, 0.05 * k as f32 - 0.8], 0.1 * k as f32)) {
        let s: Vec<f32> = (0..4).map(|edge| edge_separation(hull, edge, upright.hull(), pose)).collect();
        for start in 0..4 {
            let mut at = start;
            while let Some(better) = [(at + 1) % 4, (at + 3) % 4].into_iter().find(|&next| s[next] > s[at]) {
                at = better;
            }
            let full = max_separation(hull, upright.hull(), pose);
            if s[at] < full.distance {
                stops.push(at);
            }
            assert_eq!(max_separation_from(hull, upright.hull(), pose, start), full);
        }
    }
    assert!(!stops.is_empty(), "a walk that stops at a local maximum");
}

/// 2D Collision Detection and Resolution gets the normals of its axes by `Rotr` and those of the search for
/// the incident edge by `Rotl`, and Impulse Responses the velocity of a point by `w * Rotr(r)`. Neither text
/// says which way they turn, and they cannot all be right: the first two must point outwards, which is
/// clockwise along a counter-clockwise outline, and the third turns with the body, which is
/// counter-clockwise.
#[test]
fn three_uses_of_rotr_and_rotl_cannot_all_be_right() {
    let vertices = square().vertices().to_vec();
    let (edge, middle) = (vertices[1] - vertices[0], (vertices[0].coords + vertices[1].coords) * 0.5);
    let is_outward = |normal: Vec2| normal.dot(&middle) > 0.0;
    let (spin, arm) = (1.0, Vec2::new(1.0, 0.0));
    type Turn = fn(Vec2) -> Vec2;
    for [rotr, rotl] in
        [[right_normal as Turn, left_normal as Turn], [left_normal as Turn, right_normal as Turn]]
    {
        // Counter-clockwise, the point right of the centre moves up.
        let are_right = [is_outward(rotr(edge)), is_outward(rotl(edge)), (rotr(arm) * spin).y > 0.0];
        assert!(
            are_right.contains(&false) && are_right.contains(&true),
            "the error of the texts: {are_right:?}"
        );
    }
}

/// 2D Collision Detection and Resolution turns the tangents to the right for the separating axes, and to the
/// left for the search of the incident edge. For vertices in counter-clockwise order the left normals point
/// inwards, so the edge "most opposed" to the reference normal is the one on the far side.
#[test]
fn incident_edge_faces_the_reference_edge() {
    let (square, triangle) = (square(), Polygon::new([[-0.5, 0.0], [0.5, 0.0], [0.0, 0.8]]).unwrap());
    // Both stand on the reference edge, whose normal is up.
    let up = Vec2::new(0.0, 1.0);
    for polygon in [square, triangle] {
        let vertices = polygon.vertices();
        let tangent = |i: usize| vertices[(i + 1) % vertices.len()] - vertices[i];
        let search = |turn: &dyn Fn(Vec2) -> Vec2| {
            let opposed = |i: &usize| turn(tangent(*i)).normalize().dot(&up);
            (0..vertices.len()).min_by(|i, j| opposed(i).total_cmp(&opposed(j))).unwrap()
        };
        let height = |i: usize| 0.5 * (vertices[i].y + vertices[(i + 1) % vertices.len()].y);
        let lowest = (0..vertices.len()).map(height).fold(f32::INFINITY, f32::min);
        let text = search(&|tangent| left_normal(tangent));
        assert!(height(text) > lowest, "the error of the text: an edge that does not touch");
        let ours = most_opposed_edge(polygon.hull(), up);
        assert_eq!((height(ours), ours), (lowest, search(&|tangent| right_normal(tangent))));
    }
}

/// Sotirov 2022, `collide`, takes `centroid + radius * normal` for the contact point of a circle, also where
/// the circle is B. The normal points from A to B, so for B this is the side that faces away from A.
#[test]
fn contact_point_of_a_circle_is_on_the_side_that_faces_the_other_shape() {
    let (ground, ball) = (Shape::rectangle(2.0, 0.5).unwrap(), Shape::circle(0.5).unwrap());
    let above = Pose::at([0.25, 0.875]);
    let found = manifold(&ground, Pose::IDENTITY, &ball, above, 0.0);
    assert_eq!(found.normal, Vec2::new(0.0, 1.0));
    let text = above.position + found.normal * 0.5;
    assert_eq!(text.y, 1.375, "the error of the text: the top of the ball");
    let ours = found.points()[0].anchor_a;
    // Midway between the top of the ground and the lowest point of the ball.
    assert_eq!((ours.x, ours.y), (0.25, 0.4375));
}

/// 2D Collision Detection and Resolution, `Collides`, never advances the first end of the edges, so that all
/// "edges" begin at the last vertex: all but two are diagonals. Two triangles that only the axis of the edge
/// between the first two vertices separates collide. (The printed code names the ends `a` and `b` where it
/// declares `a1` and `a2`.)
#[test]
fn every_edge_gives_an_axis_to_test() {
    let a = Polygon::new([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]).unwrap();
    let b = Polygon::new([[-2.0, -3.0], [4.0, -3.0], [1.0, -0.1]]).unwrap();
    let from_last = |polygon: &Polygon| -> Vec<Vec2> {
        let [others @ .., last] = polygon.vertices() else { return Vec::new() };
        others.iter().map(|p| right_normal(p - last).normalize()).collect()
    };
    let has_gap = |axis: &Vec2| {
        project(a.hull(), Pose::IDENTITY, *axis).overlap(project(b.hull(), Pose::IDENTITY, *axis)) < 0.0
    };
    let text: Vec<Vec2> = [from_last(&a), from_last(&b)].concat();
    assert_eq!((text.len(), text.iter().any(has_gap)), (4, false), "the error of the text");
    assert!(a.normals().iter().any(has_gap));
    assert_eq!(mtv::polygons(&a, Pose::IDENTITY, &b, Pose::IDENTITY), None);
}

/// Sotirov 2022, `polygon_vs_circle`, normalizes the vector from the circle to its nearest corner. For a
/// circle whose centre is on the corner that is 0 / 0. Every comparison with it fails, so the axis counts as
/// a separating one, and the shapes as apart.
#[test]
fn circle_around_a_corner_of_a_polygon_overlaps_it() {
    let (square, circle) = (square(), Circle::new([0.0, 0.0], 0.25).unwrap());
    let at_corner = Pose::at([0.5, 0.5]);
    let nearest = square.vertices().iter().map(|p| p - at_corner.position).find(|v| v.norm() == 0.0).unwrap();
    let axis = nearest / nearest.norm();
    let of = |p: &Point| p.coords.dot(&axis);
    let polygon =
        square.vertices().iter().map(of).fold([f32::INFINITY, f32::NEG_INFINITY], |[lower, upper], x| {
            [if x < lower { x } else { lower }, if x > upper { x } else { upper }]
        });
    let center = of(&at_corner.position);
    let overlaps = polygon[1] >= center - 0.25 && center + 0.25 >= polygon[0];
    assert!(axis.x.is_nan() && !overlaps, "the error of the text");
    let ours = mtv::polygon_circle(&square, Pose::IDENTITY, &circle, at_corner).unwrap();
    assert!((ours.depth - 0.25).abs() < 1e-6 && (ours.normal.norm() - 1.0).abs() < 1e-6);
}

/// Sotirov 2022 says that a dot product is negative for vectors that form an angle of more than 180 degrees.
/// No angle between two vectors is greater; it is negative beyond 90 degrees.
#[test]
fn dot_product_is_negative_beyond_a_right_angle() {
    let x = Vec2::new(1.0, 0.0);
    let at = |degrees: f32| Vec2::new(degrees.to_radians().cos(), degrees.to_radians().sin());
    let angle = |v: Vec2| x.dot(&v).acos().to_degrees();
    assert!(x.dot(&at(120.0)) < 0.0 && angle(at(120.0)) < 180.0, "the error of the text");
    assert!(x.dot(&at(89.0)) > 0.0 && x.dot(&at(91.0)) < 0.0);
    // Nor is the angle of vectors at 240 degrees greater than 180: it is 120.
    assert!((angle(at(240.0)) - 120.0).abs() < 1e-3);
}

/// The least overlap of projections onto all edge normals, as the texts define it; negative if there is a
/// gap.
fn least_overlap(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> f32 {
    let axes_a = a.normals().iter().map(|&n| pose_a.rotation * n);
    let axes_b = b.normals().iter().map(|&n| pose_b.rotation * n);
    axes_a
        .chain(axes_b)
        .map(|axis| project(a.hull(), pose_a, axis).overlap(project(b.hull(), pose_b, axis)))
        .fold(f32::INFINITY, f32::min)
}

/// Erratum. `Collides` of 2D Collision Detection and Resolution returns "collision" at the first axis on
/// which the projections overlap. Two squares side by side overlap on the vertical axis, so it reports a
/// collision. Shapes collide only if the projections overlap on *all* axes.
#[test]
fn overlap_on_one_axis_is_not_a_collision() {
    let square = Polygon::rectangle(0.5, 0.5).unwrap();
    let collides_in_the_text = |pose_b: Pose| {
        square.normals().iter().any(|&axis| {
            project(square.hull(), Pose::IDENTITY, axis).overlap(project(square.hull(), pose_b, axis)) > 0.0
        })
    };
    let count = |pose_b: Pose| {
        let shape = Shape::Polygon(square.clone());
        manifold(&shape, Pose::IDENTITY, &shape, pose_b, 0.0).count
    };
    let beside = Pose::at([1.5, 0.25]);
    assert!(collides_in_the_text(beside), "the error of the text");
    assert_eq!(count(beside), 0);
    assert_eq!(least_overlap(&square, Pose::IDENTITY, &square, beside), -0.5);

    let overlapping = Pose::at([0.75, 0.25]);
    assert_eq!(count(overlapping), 2);
    assert_eq!(least_overlap(&square, Pose::IDENTITY, &square, overlapping), 0.25);
}

#[test]
fn one_sided_separation_is_minus_the_overlap_of_projections() {
    let triangle = Polygon::new([[0.0, 0.0], [2.0, 0.5], [0.5, 1.5]]).unwrap();
    let octagon = Polygon::regular(8, 0.8).unwrap();
    for step in 0..200 {
        let pose = Pose::new([0.01 * step as f32, 1.0 - 0.01 * step as f32], 0.1 * step as f32);
        let overlap = least_overlap(&triangle, Pose::IDENTITY, &octagon, pose);
        let from_triangle = max_separation(triangle.hull(), octagon.hull(), pose).distance;
        let from_octagon = max_separation(octagon.hull(), triangle.hull(), pose.inverse()).distance;
        assert!((overlap + from_triangle.max(from_octagon)).abs() < 1e-5, "{overlap} at {pose:?}");
    }
}
