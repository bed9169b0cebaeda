//! The worked examples of the texts, some of their errors, and the manifolds of chosen pairs as text.

use collide::{FeatureId, Manifold, manifold};
use geom::{Point, Polygon, Pose, Shape, Vec2};
use std::fmt::Write;

/// Sotirov 2022, section Contact Points: the example of the clipping method, with the box's vertices in
/// counter-clockwise order. By hand:
///
/// - B's edge 3, from (1.5, -0.333) to (3.5, -1.666), has the least overlap: its outward normal is
///   (-1.333, -2) / 2.4035 = (-0.5546, -0.8321), and the box's corner (3, 0) is
///   0.5546 * 1.5 + 0.8321 * 0.333 = 1.109 behind it. (The box's right side gives 1.5, its top 1.666.)
/// - The incident edge is the top of the box, from (3, 0) to (-1, 0). The side of the reference edge at
///   (1.5, -0.333) cuts it at x = 1.5 + 0.333 * 1.333 / 2 = 1.7219, 0.4002 deep; (3, 0) is between the sides.
/// - The contact points are half the depth from there, towards the reference edge.
#[test]
fn manifold_of_the_clipping_example_of_sotirov() {
    let a = Shape::polygon([[-1.0, -2.0], [3.0, -2.0], [3.0, 0.0], [-1.0, 0.0]]).unwrap();
    let b = Shape::polygon([[3.5, -1.666], [4.5, 0.0], [1.5, 2.0], [1.5, -0.333]]).unwrap();
    let contact = manifold(&a, Pose::IDENTITY, &b, Pose::IDENTITY, 0.0);
    assert!((contact.normal - Vec2::new(0.5546, 0.8321)).norm() < 1e-4, "{contact:?}");
    let [deep, shallow] = contact.points() else { panic!("{contact:?}") };
    assert!((deep.separation + 1.109).abs() < 1e-3 && (shallow.separation + 0.4002).abs() < 1e-3);
    assert!((deep.anchor_a - Vec2::new(2.6925, -0.4614)).norm() < 1e-3);
    assert!((shallow.anchor_a - Vec2::new(1.6109, -0.1665)).norm() < 1e-3);
    // The box's corner 2 faces the end of the reference edge, its corner 3 the start.
    assert_eq!((deep.feature, shallow.feature), (FeatureId::new(2, 0), FeatureId::new(3, 3)));
}

/// Sotirov 2022, section Circle vs. Circle: centres (-0.5, 0) and (0.8, 1), radii 2 and 1.2.
#[test]
fn manifold_of_the_circle_example_of_sotirov() {
    let circle = |x: f32, y: f32, r: f32| Shape::Circle(geom::Circle::new([x, y], r).unwrap());
    let contact =
        manifold(&circle(-0.5, 0.0, 2.0), Pose::IDENTITY, &circle(0.8, 1.0, 1.2), Pose::IDENTITY, 0.0);
    let distance = (1.3_f32 * 1.3 + 1.0).sqrt();
    assert!((contact.normal - Vec2::new(1.3, 1.0) / distance).norm() < 1e-6);
    assert!((contact.points()[0].separation - (distance - 3.2)).abs() < 1e-6);
}

/// Erratum. Gaul, The Basics, takes the axis of the greater overlap of two boxes, which here is vertical; and
/// if it takes the horizontal axis for a box on the right, its normal is (0, 0).
#[test]
fn box_on_the_right_is_pushed_to_the_right() {
    let square = Shape::rectangle(1.0, 1.0).unwrap();
    let contact = manifold(&square, Pose::IDENTITY, &square, Pose::at([1.75, 0.5]), 0.0);
    assert_eq!(contact.normal, Vec2::new(1.0, 0.0));
    assert!(contact.points().iter().all(|point| (point.separation + 0.25).abs() < 1e-6));
}

/// Erratum. For a circle whose centre is in the box, the normal of Gaul, The Basics, is the reversed vector
/// between the centres: at (0.25, 0.75) it would push the circle down and inwards. Its depth r - d is too
/// small by 2 d. The circle must move up by r + d.
#[test]
fn circle_in_a_box_is_pushed_out_through_the_nearest_side() {
    let (square, circle) = (Shape::rectangle(1.0, 1.0).unwrap(), Shape::circle(0.5).unwrap());
    let contact = manifold(&square, Pose::IDENTITY, &circle, Pose::at([0.25, 0.75]), 0.0);
    assert_eq!(contact.normal, Vec2::new(0.0, 1.0));
    assert_eq!(contact.points()[0].separation, -0.75);
}

/// Erratum. The circle test of Gaul, The Basics, adds the positions instead of subtracting them, so it
/// depends on where the origin is.
#[test]
fn contact_of_circles_does_not_depend_on_the_origin() {
    let circle = Shape::circle(1.0).unwrap();
    assert_eq!(manifold(&circle, Pose::at([100.0, 0.0]), &circle, Pose::at([101.5, 0.0]), 0.0).count, 1);
    assert_eq!(manifold(&circle, Pose::at([100.0, 0.0]), &circle, Pose::at([-100.0, 0.0]), 0.0).count, 0);
}

/// A manifold as text: in world axes, to a tenth of a millimetre.
fn show(contact: &Manifold, position_a: Point) -> String {
    // Adding zero turns -0 into 0.
    let round = |x: f32| (x * 1e4).round() / 1e4 + 0.0;
    let mut text = format!("normal ({:.4}, {:.4})\n", round(contact.normal.x), round(contact.normal.y));
    for point in contact.points() {
        let at = position_a + point.anchor_a;
        let (a, b) = point.feature.vertices();
        writeln!(
            text,
            "at ({:.4}, {:.4}), separation {:.4}, vertices {a} and {b}",
            round(at.x),
            round(at.y),
            round(point.separation),
        )
        .unwrap();
    }
    text
}

/// Each was checked by hand against a drawing.
#[test]
fn manifolds_of_chosen_pairs_are_unchanged() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let rounded = Shape::Polygon(Polygon::rectangle(0.4, 0.4).unwrap().rounded(0.1).unwrap());
    let capsule = Shape::capsule([-1.0, 0.0], [1.0, 0.0], 0.25).unwrap();
    let circle = Shape::circle(0.5).unwrap();
    let slope = Shape::half_space([-0.6, 0.8], 0.0).unwrap();
    let at = |x: f32, y: f32, angle: f32| Pose::new([x, y], angle);
    let origin = at(0.0, 0.0, 0.0);
    let quarter = std::f32::consts::FRAC_PI_2;
    let pairs = [
        ("box on box, overhanging", &square, origin, &square, at(0.75, 0.99, 0.0)),
        ("corner of a box on a box", &square, origin, &square, at(0.2, 1.2, quarter / 2.0)),
        ("rounded corners", &rounded, at(2.0, 1.0, 0.0), &rounded, at(2.9, 1.94, 0.0)),
        ("capsule standing on a capsule", &capsule, at(0.0, 1.0, 0.0), &capsule, at(-0.5, 2.49, quarter)),
        ("circle on the corner of a box", &square, origin, &circle, at(0.8, 0.9, 0.0)),
        ("box on a slope", &slope, origin, &square, at(-0.297, 0.396, 0.643_501_1)),
    ];
    let shown = pairs.map(|(name, a, pose_a, b, pose_b)| {
        format!("{name}\n{}", show(&manifold(a, pose_a, b, pose_b, 0.02), pose_a.position))
    });
    insta::assert_snapshot!("chosen_pairs", shown.join("\n"));
}
