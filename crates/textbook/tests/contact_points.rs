//! Contact points by the methods of the texts: which of them agree, and which rotate a body the wrong way.
//! The picture is `snapshots/all__contact_points__methods.snap.svg`.

use crate::common;

use collide::algorithms::most_opposed_edge;
use collide::manifold;
use common::{extreme_number, number, perturbed, pose, sharp};
use geom::{Point, Polygon, Pose, Rot, Shape, Vec2, cross};
use proptest::prelude::*;
use std::fmt::Write;
use textbook::contact_points::{
    ContactPoints, by_farthest_vertex, by_mean, by_most_opposed_normal, by_support_average,
    edge_at_farthest_vertex,
};

/// m. The rounding of f32 for shapes of some metres in world axes. Where two edges are nearly perpendicular,
/// the clipped point moves along the edge by more than this rounding.
const CLOSE: f32 = 2e-4;

type Method = fn(&Polygon, Pose, &Polygon, Pose) -> Option<ContactPoints>;

/// Whether the method finds nearly the same points after small motions of B. If it does not, rounding
/// decides.
fn result_is_stable(method: Method, a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> bool {
    let Some(resting) = method(a, pose_a, b, pose_b) else { return false };
    perturbed(pose_b).into_iter().all(|moved| {
        method(a, pose_a, b, moved).is_some_and(|found| {
            let same_way = (found.mtv.normal - resting.mtv.normal).norm() < 2e-3;
            let near = |p: Point, q: Point| (p - q).norm() < 1e-2;
            same_way
                && found.contacts().count() == resting.contacts().count()
                && found.contacts().zip(resting.contacts()).all(|(p, q)| near(p.position, q.position))
        })
    })
}

proptest! {
    /// The result may also be another edge that is equally opposed.
    #[test]
    fn edge_at_the_farthest_vertex_is_the_most_opposed_edge(polygon in sharp(), angle in number(-3.2..3.2)) {
        let direction = Rot::from_angle(angle) * Vec2::new(1.0, 0.0);
        let hull = polygon.hull();
        let (opposed, farthest) = (most_opposed_edge(hull, -direction), edge_at_farthest_vertex(hull, direction));
        let cosine = |edge: usize| hull.normals[edge].dot(&direction);
        // 1e-6: a few roundings of f32 in each of the two cosines.
        prop_assert!((cosine(opposed) - cosine(farthest)).abs() < 1e-6, "{opposed} {farthest}");
    }

    /// Both methods that clip give the same points, with the depths of the manifold. The points of the
    /// manifold are half a depth nearer to the reference edge.
    #[test]
    fn clipping_methods_find_the_points_of_the_manifold(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose()) {
        if result_is_stable(by_most_opposed_normal, &a, pose_a, &b, pose_b) {
            let found = by_most_opposed_normal(&a, pose_a, &b, pose_b).unwrap();
            let farthest = by_farthest_vertex(&a, pose_a, &b, pose_b).unwrap();
            for (p, q) in found.contacts().zip(farthest.contacts()) {
                prop_assert!((p.position - q.position).norm() < CLOSE, "{found:?} {farthest:?}");
            }
            let (shape_a, shape_b) = (Shape::Polygon(a), Shape::Polygon(b));
            let general = manifold(&shape_a, pose_a, &shape_b, pose_b, 0.0);
            // The preference for A may choose the other reference edge; then the normals differ.
            if (general.normal - found.mtv.normal).norm() < 1e-4 {
                prop_assert_eq!(general.points().len(), found.contacts().count(), "{:?} {:?}", general, found);
                for point in general.points() {
                    let position = pose_a.position + point.anchor_a;
                    let twin = found.contacts().any(|twin| {
                        let half = (twin.position - position).norm();
                        (half - 0.5 * twin.depth).abs() < CLOSE && (twin.depth + point.separation).abs() < CLOSE
                    });
                    prop_assert!(twin, "{general:?} {found:?}");
                }
            }
        }
    }

    #[test]
    fn deepest_contact_point_has_the_depth_of_the_mtv(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose()) {
        for method in [by_most_opposed_normal, by_farthest_vertex] {
            if let Some(found) = method(&a, pose_a, &b, pose_b) && result_is_stable(method, &a, pose_a, &b, pose_b) {
                let deepest = found.contacts().map(|point| point.depth).fold(0.0, f32::max);
                prop_assert!((deepest - found.mtv.depth).abs() < CLOSE, "{found:?}");
            }
        }
    }

    #[test]
    fn exchanging_polygons_keeps_the_depth_and_moving_both_moves_the_points(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose(), common in pose()) {
        if result_is_stable(by_most_opposed_normal, &a, pose_a, &b, pose_b) {
            let found = by_most_opposed_normal(&a, pose_a, &b, pose_b).unwrap();
            let exchanged = by_most_opposed_normal(&b, pose_b, &a, pose_a).unwrap();
            prop_assert!((found.mtv.depth - exchanged.mtv.depth).abs() < CLOSE);
            let moved = by_most_opposed_normal(&a, common * pose_a, &b, common * pose_b).unwrap();
            for (p, q) in found.contacts().zip(moved.contacts()) {
                prop_assert!((common * p.position - q.position).norm() < 5.0 * CLOSE, "{found:?} {moved:?}");
            }
        }
    }

    /// The one point is in the middle of the contact points, as deep as they are in the mean, along the same
    /// normal; a single point stays where it is.
    #[test]
    fn mean_lies_in_the_middle_of_the_contact_points(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose()) {
        if let Some(clipped) = by_most_opposed_normal(&a, pose_a, &b, pose_b) {
            let mean = by_mean(&a, pose_a, &b, pose_b).unwrap();
            let points: Vec<_> = clipped.contacts().collect();
            prop_assert_eq!(mean.mtv, clipped.mtv);
            prop_assert_eq!(mean.contacts().count(), points.len().min(1));
            if let Some(one) = mean.contacts().next() {
                let count = points.len() as f32;
                let sum = points.iter().fold(Vec2::zeros(), |sum, point| sum + point.position.coords);
                let depth: f32 = points.iter().map(|point| point.depth).sum();
                // Shapes of some metres: a few roundings of f32.
                prop_assert!((one.position.coords - sum / count).norm() < 1e-5, "{mean:?} {clipped:?}");
                prop_assert!((one.depth - depth / count).abs() < 1e-5, "{mean:?} {clipped:?}");
            }
        }
    }

    /// As a manifold the points are where the method put them, in both frames, as deep, with ids of their
    /// own, along the normal from A to B.
    #[test]
    fn manifold_of_the_contact_points_has_their_places_depths_and_normal(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose()) {
        if let Some(found) = by_most_opposed_normal(&a, pose_a, &b, pose_b) {
            let manifold = found.manifold(pose_a, pose_b);
            let contacts: Vec<_> = found.contacts().collect();
            prop_assert_eq!(manifold.points().len(), contacts.len());
            prop_assert!(contacts.is_empty() || manifold.normal == found.mtv.normal);
            for (point, contact) in manifold.points().iter().zip(&contacts) {
                for (pose, anchor) in [(pose_a, point.anchor_a), (pose_b, point.anchor_b)] {
                    prop_assert!((pose.position + anchor - contact.position).norm() < 1e-5, "{manifold:?} {found:?}");
                }
                prop_assert_eq!(point.separation, -contact.depth);
            }
            if let [first, second] = manifold.points() {
                prop_assert_ne!(first.feature, second.feature);
            }
        }
    }

    /// The average of support points by its definition: of the vertices in the order of their depths, the
    /// first, or the middle of the first two if their depths differ by less than the tolerance.
    #[test]
    fn support_average_is_that_of_the_two_deepest_vertices(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose()) {
        if let Some(found) = by_support_average(&a, pose_a, &b, pose_b) {
            let mut all: Vec<(f32, Point)> = b.vertices().iter().map(|&v| pose_b * v)
                .map(|p| (-found.mtv.normal.dot(&(p - pose_a.position)), p)).collect();
            all.sort_by(|p, q| q.0.total_cmp(&p.0));
            let difference = all[0].0 - all[1].0;
            // Where rounding decides, both answers are right.
            if (difference - 0.1).abs() > 1e-4 && (all[1].0 - all[2].0) > 1e-4 && difference > 1e-4 {
                let expected = if difference < 0.1 { all[0].1 + (all[1].1 - all[0].1) * 0.5 } else { all[0].1 };
                let point = found.contacts().next().unwrap();
                prop_assert!((point.position - expected).norm() < 1e-4, "{found:?}, not {expected}");
                prop_assert_eq!(point.depth, found.mtv.depth);
            }
        }
    }

    #[test]
    fn methods_do_not_panic_for_extreme_numbers(a in sharp(), x in extreme_number(), y in extreme_number(), cos in extreme_number()) {
        let pose = Pose { position: Point::new(x, y), rotation: Rot { cos, sin: y } };
        for method in [by_most_opposed_normal, by_farthest_vertex, by_mean, by_support_average] {
            let found = method(&a, pose, &a, Pose::IDENTITY).into_iter().chain(method(&a, Pose::IDENTITY, &a, pose));
            prop_assert!(found.flat_map(|found| found.candidates().to_vec()).all(|it| !it.depth.is_nan()));
        }
    }
}

/// The torque on B of forces along the normal, each in proportion to the depth of its point (2D Collision
/// Detection and Resolution); positive for counter-clockwise.
fn torque(found: &ContactPoints, centroid: Point) -> f32 {
    let weight: f32 = found.contacts().map(|point| point.depth).sum();
    found
        .contacts()
        .map(|point| cross(point.position - centroid, found.mtv.normal) * point.depth / weight)
        .sum()
}

/// A plank on a table that ends 0.4 m to the left of the plank's centroid. The plank leans to the left: its
/// deepest point, at the left end of the table, is 60 mm deep, and the other, at the right end of the plank,
/// 10 mm. To become horizontal the plank must rotate clockwise. Both points together rotate it clockwise;
/// their mean is to the right of the centroid.
fn leaning_plank() -> (Polygon, Pose, Polygon, Pose) {
    let (table, plank) = (Polygon::rectangle(0.8, 0.5).unwrap(), Polygon::rectangle(1.0, 0.2).unwrap());
    // The underside is at y = -0.06 at x = -0.4, and at y = -0.01 at x = 1. The top of the table is y = 0.
    let slope = 0.05_f32 / 1.4;
    let underside = -0.06 + 0.4 * slope;
    let angle = slope.atan();
    let middle = Point::new(0.0, underside) + Rot::from_angle(angle) * Vec2::new(0.0, 0.2);
    (table, Pose::at([0.4, -0.5]), plank, Pose::new(middle, angle))
}

/// 2D Collision Detection and Resolution rejects the mean because "the rotation causes the estimated contact
/// point to move right, which imparts a torque in the wrong direction". This is such a case.
#[test]
fn mean_of_contact_points_rotates_a_leaning_plank_the_wrong_way() {
    let (table, on, plank, at) = leaning_plank();
    let clipped = by_most_opposed_normal(&table, on, &plank, at).unwrap();
    let [right, left] = clipped.candidates() else { panic!("{clipped:?}") };
    assert!((left.depth - 0.06).abs() < 1e-3 && (right.depth - 0.01).abs() < 1e-3, "{clipped:?}");
    let clockwise = torque(&clipped, at.position);
    assert!(clockwise < -0.15, "{clockwise}");
    assert!(torque(&by_farthest_vertex(&table, on, &plank, at).unwrap(), at.position) < -0.15);
    let mean = torque(&by_mean(&table, on, &plank, at).unwrap(), at.position);
    assert!(mean > 0.25, "{mean}: the error of the text");
}

/// The first method of Sotirov 2022. The centroid of the plank is beyond the edge of the table, so the plank
/// must tip to the right: the table pushes it up to the left of the centroid. The average of the plank's
/// lower corners is below the centroid, beyond the table, and the plank never tips over. A wedge with its
/// heavier end over the table is even rotated back.
#[test]
fn support_average_holds_up_a_plank_that_must_tip() {
    let table = Polygon::rectangle(1.0, 0.5).unwrap();
    let plank = Polygon::rectangle(1.0, 0.1).unwrap();
    let at = Pose::at([1.5, 0.59]);
    assert!(torque(&by_most_opposed_normal(&table, Pose::IDENTITY, &plank, at).unwrap(), at.position) < -0.5);
    let held = torque(&by_support_average(&table, Pose::IDENTITY, &plank, at).unwrap(), at.position);
    assert!(held.abs() < 1e-6, "{held}: the error of the text");

    let wedge = Polygon::new([[-0.6, -0.1], [1.2, -0.1], [-0.4, 0.4]]).unwrap().recentered();
    let at = Pose::at([1.1, 0.49 - wedge.vertices()[0].y]);
    let tips = torque(&by_most_opposed_normal(&table, Pose::IDENTITY, &wedge, at).unwrap(), at.position);
    let back = torque(&by_support_average(&table, Pose::IDENTITY, &wedge, at).unwrap(), at.position);
    assert!(tips < -0.2 && back > 0.1, "{tips} {back}: the error of the text");
}

/// Two corners of a plank count as an edge if one is less than 0.1 m deeper than the other (Sotirov 2022),
/// and the contact point is in their middle; otherwise it is the deeper corner. The edge is 2 m long, so the
/// corners differ by 2 sin of the angle.
#[test]
fn support_average_takes_corners_within_the_tolerance_of_the_text() {
    let (table, plank) = (Polygon::rectangle(9.0, 0.5).unwrap(), Polygon::rectangle(1.0, 0.5).unwrap());
    for difference in [-0.5_f32, -0.2, -0.11, -0.09, -0.01, 0.01, 0.05, 0.09, 0.11, 0.2, 0.5] {
        let rotation = Rot::from_angle((0.5 * difference).asin());
        // The lower of the two is 20 mm deep in the table, whose top is y = 0.
        let corners = [-1.0, 1.0].map(|x| rotation * Vec2::new(x, -0.5));
        let lowest = corners[0].y.min(corners[1].y);
        let at = Pose { position: Point::new(0.0, -0.02 - lowest), rotation };
        let found = by_support_average(&table, Pose::at([0.0, -0.5]), &plank, at).unwrap();
        let point = found.contacts().next().unwrap();
        let [left, right] = corners.map(|corner| at.position + corner);
        let is_edge = difference.abs() < 0.1;
        let lower = if left.y < right.y { left } else { right };
        let expected = if is_edge { left + (right - left) * 0.5 } else { lower };
        assert!((point.position - expected).norm() < 1e-5, "{difference} m: {found:?}, not {expected}");
        assert!(
            (point.depth - 0.02).abs() < 1e-5 && found.contacts().count() == 1,
            "{difference} m: {found:?}"
        );
    }
}

/// The points on the incident edge. `worked_examples.rs` computes them by hand.
#[test]
fn contact_points_of_the_clipping_example_of_sotirov() {
    let a = Polygon::new([[-1.0, -2.0], [3.0, -2.0], [3.0, 0.0], [-1.0, 0.0]]).unwrap();
    let b = Polygon::new([[3.5, -1.666], [4.5, 0.0], [1.5, 2.0], [1.5, -0.333]]).unwrap();
    for method in [by_most_opposed_normal, by_farthest_vertex] {
        let found = method(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap();
        let points: Vec<_> = found.contacts().collect();
        let [deep, shallow] = points[..] else { panic!("{found:?}") };
        assert!((deep.position - Point::new(3.0, 0.0)).norm() < 1e-5 && (deep.depth - 1.109).abs() < 1e-3);
        assert!(
            (shallow.position - Point::new(1.7219, 0.0)).norm() < 1e-3
                && (shallow.depth - 0.4002).abs() < 1e-3
        );
        assert_eq!(found.mtv.depth, deep.depth);
    }
}

/// Shapes that only touch have contact points of depth zero. A pose that is no place has none.
#[test]
fn shapes_that_touch_have_contacts_and_lost_ones_have_none() {
    let square = Polygon::rectangle(0.5, 0.5).unwrap();
    for method in [by_most_opposed_normal, by_farthest_vertex] {
        let touching = method(&square, Pose::IDENTITY, &square, Pose::at([0.25, 1.0])).unwrap();
        assert_eq!(touching.contacts().map(|point| point.depth).collect::<Vec<_>>(), [0.0; 2]);
        for lost in [Pose::at([f32::NAN, 0.0]), Pose::at([0.0, f32::NAN])] {
            assert!(method(&square, Pose::IDENTITY, &square, lost).is_none());
            assert!(method(&square, lost, &square, Pose::IDENTITY).is_none());
        }
    }
}

/// Of two edges that are equally perpendicular, the one before the farthest vertex is taken.
#[test]
fn edge_before_the_farthest_vertex_wins_a_tie() {
    let diamond = Polygon::new([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]).unwrap();
    for (vertex, direction) in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]].into_iter().enumerate() {
        assert_eq!(edge_at_farthest_vertex(diamond.hull(), Vec2::from(direction)), (vertex + 3) % 4);
    }
}

/// The drawing of the two best edges: the triangle's base, from (-0.5, -0.5), and the pentagon's upper left
/// side.
#[test]
fn edges_of_the_drawing_of_sotirov() {
    let triangle = Polygon::new([[2.5, -0.5], [0.5, 2.5], [-0.5, -0.5]]).unwrap();
    let pentagon = Polygon::new([[2.0, -2.5], [2.2, -0.5], [1.5, 0.5], [-1.2, -0.5], [-1.0, -2.5]]).unwrap();
    let down = Vec2::new(0.0, -1.0);
    assert_eq!(edge_at_farthest_vertex(triangle.hull(), down), 2);
    assert_eq!(edge_at_farthest_vertex(pentagon.hull(), -down), 2);
    let found = by_farthest_vertex(&triangle, Pose::IDENTITY, &pentagon, Pose::IDENTITY).unwrap();
    let [contact, rejected] = found.candidates() else { panic!("{found:?}") };
    // The text clips at x = -0.5, where the base ends, and keeps (1.5, 0.5), which is 1 m deep.
    assert!(
        contact.is_contact
            && (contact.position - Point::new(1.5, 0.5)).norm() < 1e-6
            && (contact.depth - 1.0).abs() < 1e-6
    );
    assert!((rejected.position.x + 0.5).abs() < 1e-6, "{found:?}");
}

// The picture.

/// Pixels per metre.
const SCALE: f32 = 70.0;
/// Width and height of a panel, pixels.
const PANEL: (f32, f32) = (250.0, 200.0);

fn outline(polygon: &Polygon, pose: Pose, color: &str) -> String {
    let points: Vec<String> = polygon
        .vertices()
        .iter()
        .map(|&vertex| pose * vertex)
        .map(|p| format!("{:.1},{:.1}", p.x * SCALE, -p.y * SCALE))
        .collect();
    format!(
        "<polygon points=\"{}\" fill=\"{color}\" fill-opacity=\"0.5\" stroke=\"{color}\"/>",
        points.join(" ")
    )
}

fn panel(
    column: usize,
    row: usize,
    name: &str,
    method: Method,
    pair: &(Polygon, Pose, Polygon, Pose),
) -> String {
    let (a, pose_a, b, pose_b) = pair;
    let middle = Point::from((pose_a.position.coords + pose_b.position.coords) * 0.5);
    let (x, y) = (
        (column as f32 + 0.5) * PANEL.0 - middle.x * SCALE,
        (row as f32 + 0.55) * PANEL.1 + middle.y * SCALE,
    );
    let mut svg = format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{name}</text>\n<g transform=\"translate({x:.1} {y:.1})\">{}{}",
        (column as f32 + 0.5) * PANEL.0,
        row as f32 * PANEL.1 + 16.0,
        outline(a, *pose_a, "#999"),
        outline(b, *pose_b, "#48c"),
    );
    let at = |p: Point| (p.x * SCALE, -p.y * SCALE);
    let _ = write!(
        svg,
        "<path d=\"M{0:.1} {1:.1}m-4 0h8m-4 -4v8\" stroke=\"#048\"/>",
        at(pose_b.position).0,
        at(pose_b.position).1
    );
    let Some(found) = method(a, *pose_a, b, *pose_b) else { return svg + "</g>\n" };
    for point in found.candidates() {
        let (px, py) = at(point.position);
        // The normal, and on it a thick line from the point to the reference edge: the depth.
        let normal = found.mtv.normal;
        if point.is_contact {
            let _ = write!(
                svg,
                "<path d=\"M{px:.1} {py:.1}l{:.1} {:.1}\" stroke=\"#c22\"/>\
                 <path d=\"M{px:.1} {py:.1}l{:.1} {:.1}\" stroke=\"#06f\" stroke-width=\"3\"/>\
                 <circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"4\" fill=\"#c22\"/>",
                normal.x * 35.0,
                -normal.y * 35.0,
                normal.x * point.depth * SCALE,
                -normal.y * point.depth * SCALE,
            );
        } else {
            let _ =
                write!(svg, "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"4\" fill=\"#fff\" stroke=\"#2a2\"/>");
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{:.0}</text>",
            px + 6.0,
            py + 16.0,
            point.depth * 1000.0
        );
    }
    svg + "</g>\n"
}

/// Four pairs by three methods. A is grey, B is blue with a cross at its centroid. Red: contact points and
/// the normal; blue on the normal: the depth; green ring: a candidate that is not a contact point. Numbers:
/// depths in millimetres.
#[test]
fn picture_of_the_methods_is_unchanged() {
    let slab = || Polygon::rectangle(1.4, 0.4).unwrap();
    let square = || Polygon::rectangle(0.5, 0.5).unwrap();
    let low = Pose::at([0.0, -0.5]);
    let (table, on, plank, leaning) = leaning_plank();
    let pairs = [
        ("a corner deep in a slab", (slab(), low, square(), Pose::new([0.2, 0.4], 0.6))),
        ("a tilted box", (slab(), low, square(), Pose::new([0.3, 0.3], 0.15))),
        (
            "an overhanging plank",
            (slab(), low, Polygon::rectangle(0.8, 0.15).unwrap(), Pose::at([1.5, -0.05])),
        ),
        ("a leaning plank", (table, on, plank, leaning)),
    ];
    let methods: [(&str, Method); 3] = [
        ("by clipping", by_most_opposed_normal),
        ("by the mean", by_mean),
        ("by the support average", by_support_average),
    ];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        3.0 * PANEL.0,
        4.0 * PANEL.1,
    );
    for (row, (pair_name, pair)) in pairs.iter().enumerate() {
        for (column, (name, method)) in methods.iter().enumerate() {
            let name = if column == 0 { format!("{pair_name}: {name}") } else { (*name).to_owned() };
            svg += &panel(column, row, &name, *method, pair);
        }
    }
    svg += "</svg>\n";
    insta::assert_binary_snapshot!("methods.svg", svg.into_bytes());
}
