//! Positions in which a narrow phase is tempted to err: parallel, in line, crossing, coincident, past a corner.

use collide::{FeatureId, Manifold, manifold};
use geom::{Point, Polygon, Pose, Rot, Shape, Vec2};

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

/// Circles with one centre are moved apart along the x axis of A: to the right, as in seed 001. There by the larger
/// radius, which leaves them overlapping by the smaller; the way out is the sum.
#[test]
fn coincident_circles_part_to_the_right() {
    let (large, small) = (Shape::circle(1.0).unwrap(), Shape::circle(0.5).unwrap());
    assert_contact(&touch(&large, &small, Pose::IDENTITY), [1.0, 0.0], &[(0.25, 0.0, -1.5)]);
    let turned = Pose::new([3.0, 4.0], std::f32::consts::FRAC_PI_2);
    let contact = manifold(&large, turned, &small, turned, SPECULATIVE);
    assert!((contact.normal - Vec2::new(0.0, 1.0)).norm() < 1e-6, "turns along with the pair");
    let apart = Pose { position: turned.position + contact.normal * 1.5, ..turned };
    assert!(manifold(&large, turned, &small, apart, SPECULATIVE).points()[0].separation.abs() < 1e-6);
}

/// A circle within a box leaves through the nearest side; on a side or a corner it is no less decided.
#[test]
fn a_circle_inside_a_box_leaves_through_the_nearest_side() {
    let (square, circle) = (Shape::rectangle(1.0, 1.0).unwrap(), Shape::circle(0.25).unwrap());
    let at = |x: f32, y: f32| touch(&square, &circle, Pose::at([x, y]));
    assert_contact(&at(0.5, 0.25), [1.0, 0.0], &[(0.625, 0.25, -0.75)]);
    assert_contact(&at(1.0, 0.25), [1.0, 0.0], &[(0.875, 0.25, -0.25)]);
    assert_contact(&at(1.25, 0.25), [1.0, 0.0], &[(1.0, 0.25, 0.0)]);
    assert_contact(&at(0.0, 0.0), [0.0, -1.0], &[(0.0, -0.625, -1.25)]);
    let corner = at(1.0, 1.0);
    assert_contact(&corner, [1.0, 0.0], &[(0.875, 1.0, -0.25)]);
    // Beyond the corner along the diagonal, at a distance of 0.2.
    let s = std::f32::consts::FRAC_1_SQRT_2;
    let beyond = 1.0 + 0.2 * s;
    assert_contact(&at(beyond, beyond), [s, s], &[(1.0 + 0.175 * s - 0.2 * s + 0.0 * s + 0.0, 0.0, 0.0)][..0].as_ref());
}
