//! Where the seeds err about collisions. Each test holds the text's version, sees it fail, and sees ours hold.
//! The whole list is `docs/errata.md`; some of it is in `worked_examples.rs`.

use collide::{clip_to_half_plane, manifold, mtv, project};
use geom::{Aabb, Circle, Point, Polygon, Pose, RoundedHull, Shape, Vec2};

fn square() -> Polygon {
    Polygon::rectangle(0.5, 0.5).unwrap()
}

fn shadows(a: &Polygon, b: &Polygon, pose_b: Pose) -> Vec<(Vec2, [collide::Interval; 2])> {
    let normals = a.normals().iter().copied().chain(b.normals().iter().map(|&n| pose_b.rotation * n));
    let both = |axis| [project(a.hull(), Pose::IDENTITY, axis), project(b.hull(), pose_b, axis)];
    normals.map(|axis| (axis, both(axis))).collect()
}

/// Seed 000, `Collides` with the penetration vector: it returns at the first axis without a gap, and so keeps a
/// penetration only from axes *with* a gap. Two squares that overlap get none; two that are apart get one.
#[test]
fn seed_000_keeps_the_penetration_of_gaps() {
    let text = |pose_b: Pose| {
        let (mut collides, mut penetration) = (false, f32::INFINITY);
        for (_, [a, b]) in shadows(&square(), &square(), pose_b) {
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
    assert!(text(beside).0, "the error of the text: apart, and yet a collision");
    let ours = |pose| mtv::polygons(&square(), Pose::IDENTITY, &square(), pose);
    assert_eq!(ours(overlapping).map(|mtv| (mtv.normal, mtv.depth)), Some((Vec2::new(0.0, 1.0), 0.25)));
    assert_eq!(ours(beside), None);
}

/// Seed 001, `is_separating_axis`: true where the shadows overlap.
#[test]
fn seed_001_calls_overlaps_separating() {
    let text = |[a, b]: [collide::Interval; 2]| a.upper >= b.lower && b.upper >= a.lower;
    let separated = |pose_b: Pose, separating: &dyn Fn([collide::Interval; 2]) -> bool| {
        shadows(&square(), &square(), pose_b).into_iter().any(|(_, both)| separating(both))
    };
    let ours = |[a, b]: [collide::Interval; 2]| a.overlap(b) < 0.0;
    let (overlapping, far) = (Pose::at([0.25, 0.75]), Pose::at([3.0, 3.0]));
    assert!(separated(overlapping, &text) && !separated(far, &text), "the error of the text");
    assert!(!separated(overlapping, &ours) && separated(far, &ours));
}

/// Seed 001, `polygon_vs_polygon`: which way along the axis B is to go is told from the centroids, which of a wedge lie
/// near its thick end. Of two tall wedges, one in the other, the shorter way out is 3.4 m to the right, over the
/// tip; the text goes as far to the left, where 3.6 m are needed.
#[test]
fn seed_001_takes_the_direction_from_the_centroids() {
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

/// Seed 001, `circle_vs_circle`, and seed 004, `CirclevsCircle`: circles with one centre are moved by the larger radius,
/// or by the first; the way out is both together.
#[test]
fn concentric_circles_part_by_both_radii() {
    let (a, b) = (Circle::new([0.0, 0.0], 1.0).unwrap(), Circle::new([0.0, 0.0], 0.5).unwrap());
    let overlap_after = |depth: f32| {
        let moved = Pose::at([depth, 0.0]);
        mtv::circles(&a, Pose::IDENTITY, &b, moved).map_or(0.0, |mtv| mtv.depth)
    };
    assert_eq!(overlap_after(a.radius().max(b.radius())), 0.5, "the error of the text, 001");
    assert_eq!(overlap_after(a.radius()), 0.5, "the error of the text, 004");
    assert_eq!(overlap_after(mtv::circles(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap().depth), 0.0);
}

/// Seed 004, `CirclevsCircleOptimized` adds the positions, and both of its tests compare the wrong way round.
#[test]
fn seed_004_adds_the_positions_of_circles() {
    let added = |p: Point, q: Point, radii: f32| radii * radii < (p.x + q.x).powi(2) + (p.y + q.y).powi(2);
    let unoptimized = |p: Point, q: Point, radii: f32| radii < (p - q).norm();
    let circle = Circle::new([0.0, 0.0], 1.0).unwrap();
    let ours = |p: Point, q: Point| mtv::circles(&circle, Pose::at(p), &circle, Pose::at(q)).is_some();
    let (near, far) = ([[1.0, 0.0], [1.5, 0.0]].map(Point::from), [[-9.0, 0.0], [9.0, 0.0]].map(Point::from));
    assert!(!unoptimized(near[0], near[1], 2.0) && unoptimized(far[0], far[1], 2.0), "the error of the text");
    assert!(!added(far[0], far[1], 2.0), "18 m apart, and the sum of the positions is zero");
    assert!(
        added(near[0], near[1], 2.0) != added(Point::origin(), Point::new(0.5, 0.0), 2.0),
        "moved, and not the same"
    );
    assert!(ours(near[0], near[1]) && !ours(far[0], far[1]));
}

/// Seed 004, `CirclevsCircle` with a manifold: `r *= r` for the comparison, and then `penetration = r - d`.
#[test]
fn seed_004_subtracts_from_the_squared_radii() {
    let (a, b) = (Circle::new([0.0, 0.0], 2.0).unwrap(), Circle::new([3.0, 0.0], 1.5).unwrap());
    let text = (a.radius() + b.radius()).powi(2) - 3.0;
    assert_eq!(text, 9.25, "the error of the text");
    assert_eq!(mtv::circles(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap().depth, 0.5);
}

/// Seed 004, `AABBvsAABB`: the axis of the greater overlap, with the normal (0, 0) to the right.
#[test]
fn seed_004_takes_the_greater_overlap_of_boxes() {
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
    assert_eq!(text(a, above), (Vec2::zeros(), 1.5), "the error of the text: nowhere");
    let ours = |b| mtv::aabbs(a, b).map(|mtv| (mtv.normal, mtv.depth));
    assert_eq!(ours(right), Some((Vec2::new(1.0, 0.0), 0.25)));
    assert_eq!(ours(above), Some((Vec2::new(0.0, 1.0), 0.25)));
}

/// Seed 004, `AABBvsCircle`, with the centre inside: the side is told by the larger coordinate, right for squares only;
/// the normal is the reversed vector between the centres, not unit; and the depth lacks twice the way to the side.
/// Outside, the normal is that vector too, instead of the one from the nearest point.
#[test]
fn seed_004_pushes_a_circle_further_into_the_box() {
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
    // And the general path agrees with ours.
    let (shape, circle) = (Shape::rectangle(half.x, half.y).unwrap(), Shape::circle(radius).unwrap());
    let general = manifold(&shape, Pose::IDENTITY, &circle, Pose::at(Point::from(inside)), 0.0);
    assert_eq!((general.normal, general.points()[0].separation), (Vec2::new(0.0, 1.0), -0.75));
}

/// Seed 001, `collision_clip_segment`, and seed 000, `ClipSegmentToHalfspace`: the ends that stay, then the cut. An end
/// just on the border with its partner outside leaves one point where the caller reads two; and where the first end is
/// cut it changes places with the second.
#[test]
fn clipping_keeps_two_ends_in_their_places() {
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
        "the error of the texts: changed places"
    );
    assert_eq!(ours([at(3.0), at(0.0)]), Some([at(1.0), at(0.0)]));
}

/// Seed 001, `get_average_contact_point`: the projections on the unnormalized vector, so that its tolerance of 0.1 m is
/// wider for shallow overlaps: at 1 cm deep every two vertices within 10 m are "as far", and a box on its corner is
/// touched in the middle of a side. The corner is what touches.
#[test]
fn seed_001_measures_support_along_a_vector_that_is_not_unit() {
    let (ground, square) = (Polygon::rectangle(3.0, 1.0).unwrap(), square());
    let on_corner = Pose::new([0.0, 1.0 + 0.7 - 0.01], 0.7);
    let ours =
        collide::contact_points::by_support_average(&ground, Pose::IDENTITY, &square, on_corner).unwrap();
    let vector = ours.mtv.translation();
    let mut along: Vec<(f32, Point)> =
        square.vertices().iter().map(|&v| on_corner * v).map(|p| (-p.coords.dot(&vector), p)).collect();
    along.sort_by(|p, q| q.0.total_cmp(&p.0));
    assert!(along[0].0 - along[1].0 < 0.1, "the error of the text: averages with a vertex 0.6 m higher");
    assert!(along[1].1.y - along[0].1.y > 0.5);
    assert_eq!(ours.kept().next().unwrap().position, along[0].1);
}

/// Seed 004 lets the search for a separating axis start from the neighbours of the last one. Of hulls that overlap a walk
/// uphill can stop at a lesser hill, whose way out is longer.
#[test]
fn seed_004_climbs_a_lesser_hill() {
    let (level, upright) = (Polygon::rectangle(3.0, 1.0).unwrap(), Polygon::rectangle(1.0, 2.0).unwrap());
    let hull: RoundedHull<'_> = level.hull();
    let mut stops = Vec::new();
    for pose in (0..32).map(|k| Pose::new([0.1 * k as f32, 0.05 * k as f32 - 0.8], 0.1 * k as f32)) {
        let s: Vec<f32> =
            (0..4).map(|edge| collide::edge_separation(hull, edge, upright.hull(), pose)).collect();
        for start in 0..4 {
            let mut at = start;
            while let Some(better) = [(at + 1) % 4, (at + 3) % 4].into_iter().find(|&next| s[next] > s[at]) {
                at = better;
            }
            let full = collide::max_separation(hull, upright.hull(), pose);
            if s[at] < full.distance {
                stops.push(at);
            }
            assert_eq!(collide::max_separation_from(hull, upright.hull(), pose, start), full);
        }
    }
    assert!(!stops.is_empty(), "the error of the text");
}
