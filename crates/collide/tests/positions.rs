//! Manifolds of special positions: parallel, in line, crossing, coincident, beside a corner.

use collide::{FeatureId, Manifold, manifold};
use geom::{Polygon, Pose, Shape, Vec2};
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

const SPECULATIVE: f32 = 0.02;

fn touch(a: &Shape, b: &Shape, pose_b: Pose) -> Manifold {
    manifold(a, Pose::IDENTITY, b, pose_b, SPECULATIVE)
}

/// The points of a manifold as (x, y, separation), in world axes; A must be at the origin.
fn points(contact: &Manifold) -> Vec<(f32, f32, f32)> {
    contact.points().iter().map(|point| (point.anchor_a.x, point.anchor_a.y, point.separation)).collect()
}

#[track_caller]
fn assert_contact(contact: &Manifold, normal: [f32; 2], expected: &[(f32, f32, f32)]) {
    // 5e-5 m: rounding of f32 for shapes of up to 10 m.
    let close = |a: f32, b: f32| (a - b).abs() < 5e-5;
    let same = contact.count as usize == expected.len()
        && (contact.normal - Vec2::from(normal)).norm() < 5e-5
        && points(contact)
            .iter()
            .zip(expected)
            .all(|(p, q)| close(p.0, q.0) && close(p.1, q.1) && close(p.2, q.2));
    assert!(same, "expected {normal:?} {expected:?}, got {contact:?}");
}

fn capsule(half: f32, radius: f32) -> Shape {
    Shape::capsule([-half, 0.0], [half, 0.0], radius).unwrap()
}

fn rounded_box(half: f32, radius: f32) -> Shape {
    Shape::Polygon(Polygon::rectangle(half, half).unwrap().rounded(radius).unwrap())
}

/// Sotirov 2022 moves the second circle to the right too, but by the larger radius, which leaves the circles
/// overlapping by the smaller one.
#[test]
fn concentric_circles_separate_along_the_x_axis_of_a_by_both_radii() {
    let (large, small) = (Shape::circle(1.0).unwrap(), Shape::circle(0.5).unwrap());
    assert_contact(&touch(&large, &small, Pose::IDENTITY), [1.0, 0.0], &[(0.25, 0.0, -1.5)]);
    let rotated = Pose::new([3.0, 4.0], std::f32::consts::FRAC_PI_2);
    let contact = manifold(&large, rotated, &small, rotated, SPECULATIVE);
    assert!((contact.normal - Vec2::new(0.0, 1.0)).norm() < 1e-6, "the normal rotates with the pair");
    let apart = Pose { position: rotated.position + contact.normal * 1.5, ..rotated };
    assert!(manifold(&large, rotated, &small, apart, SPECULATIVE).points()[0].separation.abs() < 1e-6);
}

/// Also with its centre on a side or on a corner.
#[test]
fn circle_inside_a_box_leaves_through_the_nearest_side() {
    let (square, circle) = (Shape::rectangle(1.0, 1.0).unwrap(), Shape::circle(0.25).unwrap());
    let at = |x: f32, y: f32| touch(&square, &circle, Pose::at([x, y]));
    assert_contact(&at(0.5, 0.25), [1.0, 0.0], &[(0.625, 0.25, -0.75)]);
    assert_contact(&at(1.0, 0.25), [1.0, 0.0], &[(0.875, 0.25, -0.25)]);
    assert_contact(&at(1.25, 0.25), [1.0, 0.0], &[(1.0, 0.25, 0.0)]);
    assert_contact(&at(0.0, 0.0), [0.0, -1.0], &[(0.0, -0.375, -1.25)]);
    assert_contact(&at(1.0, 1.0), [1.0, 0.0], &[(0.875, 1.0, -0.25)]);
    // 0.2 beyond the corner, along the diagonal.
    let (beyond, middle) = (1.0 + 0.2 * FRAC_1_SQRT_2, 1.0 - 0.025 * FRAC_1_SQRT_2);
    assert_contact(&at(beyond, beyond), [FRAC_1_SQRT_2; 2], &[(middle, middle, -0.05)]);
}

/// So the solver keeps the impulse of the contact.
#[test]
fn ball_that_rolls_off_a_box_keeps_its_feature_id() {
    let (square, ball) = (Shape::rectangle(1.0, 1.0).unwrap(), Shape::circle(0.25).unwrap());
    for (x, y) in [(0.0, 1.25), (0.99, 1.25), (1.1, 1.2), (1.25, 0.9)] {
        assert_eq!(touch(&square, &ball, Pose::at([x, y])).points()[0].feature, FeatureId::ONLY);
    }
}

#[test]
fn parallel_capsules_touch_at_the_two_ends_of_their_common_part() {
    let capsule = capsule(1.0, 0.25);
    let contact = touch(&capsule, &capsule, Pose::at([0.5, 0.49]));
    assert_contact(&contact, [0.0, 1.0], &[(1.0, 0.245, -0.01), (-0.5, 0.245, -0.01)]);
    let aligned = touch(&capsule, &capsule, Pose::at([0.0, -0.49]));
    assert_contact(&aligned, [0.0, -1.0], &[(-1.0, -0.245, -0.01), (1.0, -0.245, -0.01)]);
}

/// There is a contact for every small gap of the cores, although no side separates them.
#[test]
fn capsules_in_line_touch_at_one_point_at_their_ends() {
    let capsule = capsule(1.0, 0.25);
    let contact = touch(&capsule, &capsule, Pose::at([2.4, 0.0]));
    assert_contact(&contact, [1.0, 0.0], &[(1.2, 0.0, -0.1)]);
    assert_eq!(contact.points()[0].feature, FeatureId::new(1, 0));
    assert_eq!(touch(&capsule, &capsule, Pose::at([2.53, 0.0])).count, 0);
    for k in 0..80 {
        let gap = 0.1_f32.powf(0.1 * k as f32);
        for angle in [0.0, 1e-6, -1e-4] {
            let contact = touch(&capsule, &capsule, Pose::new([2.0 + 0.4 * gap, 1e-6], angle));
            assert!(contact.count > 0, "{gap} {angle}");
        }
    }
}

#[test]
fn crossing_capsules_separate_over_the_nearer_end() {
    let capsule = capsule(1.0, 0.25);
    let contact = touch(&capsule, &capsule, Pose::new([0.25, 0.0], FRAC_PI_2));
    assert_contact(&contact, [1.0, 0.0], &[(0.625, 0.0, -1.25)]);
}

#[test]
fn capsule_that_stands_on_a_side_touches_at_its_lower_end() {
    let capsule = capsule(1.0, 0.25);
    let standing = Pose::new([0.3, 1.49], FRAC_PI_2);
    assert_contact(&touch(&capsule, &capsule, standing), [0.0, 1.0], &[(0.3, 0.245, -0.01)]);
    // If it has sunk in deeper than its length, both ends are below the surface on one normal, and the deeper
    // one counts.
    let short = Shape::capsule([-0.1, 0.0], [0.1, 0.0], 0.25).unwrap();
    let ground = Shape::rectangle(10.0, 10.0).unwrap();
    let sunk = touch(&ground, &short, Pose::new([0.0, 9.5], FRAC_PI_2));
    assert_contact(&sunk, [0.0, 1.0], &[(0.0, 9.575, -0.85)]);
}

#[test]
fn very_short_capsule_touches_at_one_point_like_a_circle() {
    let tiny = capsule(1e-5, 0.25);
    let (long, circle) = (capsule(1.0, 0.25), Shape::circle(0.25).unwrap());
    let square = Shape::rectangle(1.0, 0.25).unwrap();
    let ground = Shape::half_space([0.0, 1.0], 0.25).unwrap();
    for a in [long, circle, square, ground] {
        let contact = touch(&a, &tiny, Pose::at([0.0, 0.49]));
        assert_contact(&contact, [0.0, 1.0], &[(0.0, 0.245, -0.01)]);
    }
    let both = touch(&tiny, &tiny, Pose::at([0.3, 0.4]));
    assert_contact(&both, [0.6, 0.8], &[(0.15, 0.2, 0.0)]);
}

/// A box falls past the corner of a ledge. While corner faces corner there is no contact, because a slanted
/// normal would push the box aside. Once the box is level with the side of the ledge, it has a contact with
/// that side.
#[test]
fn sharp_corners_that_face_each_other_have_no_contact() {
    let (ledge, falling) = (Shape::rectangle(1.0, 1.0).unwrap(), Shape::rectangle(0.5, 0.5).unwrap());
    assert_eq!(touch(&ledge, &falling, Pose::at([1.51, 1.505])).count, 0);
    let level = touch(&ledge, &falling, Pose::at([1.51, 1.3]));
    assert_contact(&level, [1.0, 0.0], &[(1.005, 0.8, 0.01), (1.005, 1.0, 0.01)]);
}

/// A post near an obtuse corner, within reach of one side but beyond its end. The post's own edges do not
/// separate the two, because parts of the polygon are on both sides of its line. This must not count as an
/// overlap.
#[test]
fn shapes_that_one_edge_separates_do_not_overlap() {
    let bluff = Shape::polygon([[-3.0, -1.0], [1.0, -1.0], [1.0, -0.5], [0.0, 0.0], [-3.0, 0.0]]).unwrap();
    let post = Shape::segment([0.02, 0.06], [0.62, 0.86]).unwrap();
    for (a, b) in [(&bluff, &post), (&post, &bluff)] {
        assert_eq!(manifold(a, Pose::IDENTITY, b, Pose::IDENTITY, 0.063).count, 0);
    }
}

#[test]
fn rounded_corners_touch_at_one_point_between_the_arcs() {
    let (ledge, falling) = (rounded_box(1.0, 0.25), rounded_box(0.5, 0.25));
    let contact = touch(&ledge, &falling, Pose::at([1.8, 1.9]));
    assert_contact(&contact, [0.6, 0.8], &[(1.15, 1.2, 0.0)]);
    assert_eq!(contact.points()[0].feature, FeatureId::new(2, 0));
    assert_eq!(
        touch(&ledge, &falling, Pose::at([1.83, 1.93])).count,
        0,
        "only the squares around the rounded corners overlap"
    );
}

/// The near end of the capsule is beyond the corner of the box, and its far end is above the box. The corner
/// is nearest.
#[test]
fn corner_below_a_slanted_capsule_is_found() {
    let capsule = Shape::capsule([1.3, 1.4], [0.5, 3.0], 0.25).unwrap();
    let contact = touch(&rounded_box(1.0, 0.25), &capsule, Pose::IDENTITY);
    assert_contact(&contact, [0.6, 0.8], &[(1.15, 1.2, 0.0)]);
    // With less slope, the corner is below the side of the capsule.
    let flat = Shape::capsule([1.3, 1.25], [-2.7, 1.75], 0.05).unwrap();
    let contact = touch(&rounded_box(1.0, 0.25), &flat, Pose::IDENTITY);
    let normal = Vec2::new(1.0, 8.0).normalize();
    assert!((contact.normal - normal).norm() < 1e-6 && contact.count == 1, "{contact:?}");
}

/// The two points are in the order of the vertices, whichever is deeper.
#[test]
fn box_rests_on_a_half_space_with_its_two_lower_corners() {
    let (ground, square) = (Shape::half_space([0.0, 2.0], 0.5).unwrap(), Shape::rectangle(0.5, 0.5).unwrap());
    let contact = touch(&ground, &square, Pose::at([7.0, 0.99]));
    assert_contact(&contact, [0.0, 1.0], &[(6.5, 0.495, -0.01), (7.5, 0.495, -0.01)]);
    for tilt in [-1e-3, 1e-3] {
        let ids: Vec<_> = touch(&ground, &square, Pose::new([7.0, 0.99], tilt))
            .points()
            .iter()
            .map(|p| p.feature)
            .collect();
        assert_eq!(ids, [FeatureId::new(0, 0), FeatureId::new(0, 1)]);
    }
    let on_its_corner = touch(&ground, &square, Pose::new([7.0, 1.2], FRAC_PI_2 / 2.0));
    assert_contact(&on_its_corner, [0.0, 1.0], &[(7.0, 0.496_446_6, -0.007_106_8)]);
    assert_eq!(touch(&ground, &ground, Pose::at([0.0, -9.0])).count, 0);
}
