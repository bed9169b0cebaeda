//! Contact points by the methods of the seeds: which agree, and which turn a body the wrong way. The picture is
//! `snapshots/contact_points__methods.snap.svg`.

mod common;

use collide::contact_points::{
    ContactPoints, by_farthest_vertex, by_mean, by_most_opposed_normal, by_support_average,
    edge_at_farthest_vertex,
};
use collide::{manifold, most_opposed_edge};
use common::{number, pose, sharp_polygon};
use geom::{Point, Polygon, Pose, Rot, Shape, Vec2, cross};
use proptest::prelude::*;
use std::fmt::Write;

/// m. f32 on shapes of some metres, in world axes, and cut points, whose place moves along the edge by more than a
/// rounding if the edges are nearly square to each other.
const CLOSE: f32 = 2e-4;

type Method = fn(&Polygon, Pose, &Polygon, Pose) -> Option<ContactPoints>;

fn sharp() -> impl Strategy<Value = Polygon> {
    sharp_polygon().prop_map(|shape| match shape {
        Shape::Polygon(polygon) => polygon,
        _ => unreachable!(),
    })
}

/// Whether the method finds as much when B stirs by some tenths of a millimetre: rounding has no say in what is found.
fn settled(method: Method, a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> bool {
    let Some(resting) = method(a, pose_a, b, pose_b) else { return false };
    let stir = 3e-4;
    let stirs = [
        (stir, 0.0, 0.0),
        (-stir, 0.0, 0.0),
        (0.0, stir, 0.0),
        (0.0, -stir, 0.0),
        (0.0, 0.0, stir),
        (0.0, 0.0, -stir),
    ];
    stirs.into_iter().all(|(x, y, angle)| {
        let stirred = Pose {
            position: pose_b.position + Vec2::new(x, y),
            rotation: pose_b.rotation * Rot::from_angle(angle),
        };
        method(a, pose_a, b, stirred).is_some_and(|found| {
            let same_way = (found.mtv.normal - resting.mtv.normal).norm() < 2e-3;
            let near = |p: Point, q: Point| (p - q).norm() < 1e-2;
            same_way
                && found.kept().count() == resting.kept().count()
                && found.kept().zip(resting.kept()).all(|(p, q)| near(p.position, q.position))
        })
    })
}

proptest! {
    /// The edge at the farthest vertex is the edge most opposed: the same edge, or one as opposed.
    #[test]
    fn both_seeds_find_the_same_edge(polygon in sharp(), angle in number(-3.2..3.2)) {
        let direction = Rot::from_angle(angle) * Vec2::new(1.0, 0.0);
        let hull = polygon.hull();
        let (opposed, farthest) = (most_opposed_edge(hull, -direction), edge_at_farthest_vertex(hull, direction));
        let cosine = |edge: usize| hull.normals[edge].dot(&direction);
        // 1e-6: a rounding of f32 in each of the two cosines, and some more.
        prop_assert!((cosine(opposed) - cosine(farthest)).abs() < 1e-6, "{opposed} {farthest}");
    }

    /// Both ways of clipping give the same points, with the depths of the general path, whose points lie half a depth
    /// from them towards the reference edge.
    #[test]
    fn clipping_finds_the_points_of_the_manifold(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose()) {
        if settled(by_most_opposed_normal, &a, pose_a, &b, pose_b) {
            let found = by_most_opposed_normal(&a, pose_a, &b, pose_b).unwrap();
            let farthest = by_farthest_vertex(&a, pose_a, &b, pose_b).unwrap();
            for (p, q) in found.kept().zip(farthest.kept()) {
                prop_assert!((p.position - q.position).norm() < CLOSE, "{found:?} {farthest:?}");
            }
            let (shape_a, shape_b) = (Shape::Polygon(a), Shape::Polygon(b));
            let general = manifold(&shape_a, pose_a, &shape_b, pose_b, 0.0);
            // Where the favour for A chose the other reference edge, the normal is another.
            if (general.normal - found.mtv.normal).norm() < 1e-4 {
                prop_assert_eq!(general.points().len(), found.kept().count(), "{:?} {:?}", general, found);
                for point in general.points() {
                    let position = pose_a.position + point.anchor_a;
                    let twin = found.kept().any(|twin| {
                        let half = (twin.position - position).norm();
                        (half - 0.5 * twin.depth).abs() < CLOSE && (twin.depth + point.separation).abs() < CLOSE
                    });
                    prop_assert!(twin, "{general:?} {found:?}");
                }
            }
        }
    }

    /// Polygons that overlap have a point, and the deepest is as deep as the shortest way out.
    #[test]
    fn the_deepest_point_is_the_depth(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose()) {
        for method in [by_most_opposed_normal, by_farthest_vertex] {
            if let Some(found) = method(&a, pose_a, &b, pose_b) && settled(method, &a, pose_a, &b, pose_b) {
                let deepest = found.kept().map(|point| point.depth).fold(0.0, f32::max);
                prop_assert!((deepest - found.mtv.depth).abs() < CLOSE, "{found:?}");
            }
        }
    }

    /// Exchanging the polygons keeps the depth of the deepest point; moving both moves the points.
    #[test]
    fn exchanged_and_moved(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose(), common in pose()) {
        if settled(by_most_opposed_normal, &a, pose_a, &b, pose_b) {
            let found = by_most_opposed_normal(&a, pose_a, &b, pose_b).unwrap();
            let exchanged = by_most_opposed_normal(&b, pose_b, &a, pose_a).unwrap();
            prop_assert!((found.mtv.depth - exchanged.mtv.depth).abs() < CLOSE);
            let moved = by_most_opposed_normal(&a, common * pose_a, &b, common * pose_b).unwrap();
            for (p, q) in found.kept().zip(moved.kept()) {
                prop_assert!((common * p.position - q.position).norm() < 5.0 * CLOSE, "{found:?} {moved:?}");
            }
        }
    }

    /// Whatever the numbers, nothing panics.
    #[test]
    fn no_number_panics(a in sharp(), x in wild(), y in wild(), cos in wild()) {
        let pose = Pose { position: Point::new(x, y), rotation: Rot { cos, sin: y } };
        for method in [by_most_opposed_normal, by_farthest_vertex, by_mean, by_support_average] {
            let found = method(&a, pose, &a, Pose::IDENTITY).into_iter().chain(method(&a, Pose::IDENTITY, &a, pose));
            prop_assert!(found.flat_map(|found| found.candidates().to_vec()).all(|it| !it.depth.is_nan()));
        }
    }
}

fn wild() -> impl Strategy<Value = f32> {
    prop::sample::select(&[0.0, 1.0, -1.0, 1e-30, 1e7, 1e20, -3e38, f32::INFINITY, f32::NAN][..])
}

/// The turning sense that impulses along the normal give B, each in proportion to the depth of its point (seed 000):
/// positive for counter-clockwise.
fn turn(found: &ContactPoints, centroid: Point) -> f32 {
    let weight: f32 = found.kept().map(|point| point.depth).sum();
    found.kept().map(|point| cross(point.position - centroid, found.mtv.normal) * point.depth / weight).sum()
}

/// A plank with its centroid at its middle, on a table that ends 0.4 m to the left of it. The plank leans to the left:
/// its deepest point is at the table's left end, 60 mm, and the other, at its own right end, is 10 mm deep. To come
/// level it must turn clockwise. Both points together turn it so; their mean lies right of the centroid.
fn leaning_plank() -> (Polygon, Pose, Polygon, Pose) {
    let (table, plank) = (Polygon::rectangle(0.8, 0.5).unwrap(), Polygon::rectangle(1.0, 0.2).unwrap());
    // The underside passes -0.06 at x = -0.4 and -0.01 at x = 1 from the table's top, y = 0.
    let slope = 0.05_f32 / 1.4;
    let underside = -0.06 + 0.4 * slope;
    let angle = slope.atan();
    let middle = Point::new(0.0, underside) + Rot::from_angle(angle) * Vec2::new(0.0, 0.2);
    (table, Pose::at([0.4, -0.5]), plank, Pose::new(middle, angle))
}

/// Seed 000 turns the mean down because "the rotation causes the estimated contact point to move right, which imparts a
/// torque in the wrong direction". Here it does, as seed 001's first try does, whose point knows nothing of the table.
#[test]
fn the_mean_turns_the_wrong_way() {
    let (table, on, plank, at) = leaning_plank();
    let clipped = by_most_opposed_normal(&table, on, &plank, at).unwrap();
    let [right, left] = clipped.candidates() else { panic!("{clipped:?}") };
    assert!((left.depth - 0.06).abs() < 1e-3 && (right.depth - 0.01).abs() < 1e-3, "{clipped:?}");
    let clockwise = turn(&clipped, at.position);
    assert!(clockwise < -0.15, "{clockwise}");
    assert!(turn(&by_farthest_vertex(&table, on, &plank, at).unwrap(), at.position) < -0.15);
    let mean = turn(&by_mean(&table, on, &plank, at).unwrap(), at.position);
    assert!(mean > 0.25, "{mean}: the error of the text");
}

/// Seed 001's average: a plank whose centroid lies beyond the table's edge must tip off it, to the right. The table
/// pushes it up left of its centroid, which turns it clockwise. The average of its lower corners lies below the
/// centroid, in the air, and holds it up for ever; with the heavier end over the table even turns it back.
#[test]
fn the_support_average_holds_up_what_must_tip() {
    let table = Polygon::rectangle(1.0, 0.5).unwrap();
    let plank = Polygon::rectangle(1.0, 0.1).unwrap();
    let at = Pose::at([1.5, 0.59]);
    assert!(turn(&by_most_opposed_normal(&table, Pose::IDENTITY, &plank, at).unwrap(), at.position) < -0.5);
    let held = turn(&by_support_average(&table, Pose::IDENTITY, &plank, at).unwrap(), at.position);
    assert!(held.abs() < 1e-6, "{held}: the error of the text");

    let wedge = Polygon::new([[-0.6, -0.1], [1.2, -0.1], [-0.4, 0.4]]).unwrap().recentered();
    let at = Pose::at([1.1, 0.49 - wedge.vertices()[0].y]);
    let tips = turn(&by_most_opposed_normal(&table, Pose::IDENTITY, &wedge, at).unwrap(), at.position);
    let back = turn(&by_support_average(&table, Pose::IDENTITY, &wedge, at).unwrap(), at.position);
    assert!(tips < -0.2 && back > 0.1, "{tips} {back}: the error of the text");
}

/// Seed 001's test of its clipping, in its own terms: the points on the incident edge. By hand in `worked_examples.rs`.
#[test]
fn clipping_example_of_the_seed() {
    let a = Polygon::new([[-1.0, -2.0], [3.0, -2.0], [3.0, 0.0], [-1.0, 0.0]]).unwrap();
    let b = Polygon::new([[3.5, -1.666], [4.5, 0.0], [1.5, 2.0], [1.5, -0.333]]).unwrap();
    for method in [by_most_opposed_normal, by_farthest_vertex] {
        let found = method(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap();
        let points: Vec<_> = found.kept().collect();
        let [deep, shallow] = points[..] else { panic!("{found:?}") };
        assert!((deep.position - Point::new(3.0, 0.0)).norm() < 1e-5 && (deep.depth - 1.109).abs() < 1e-3);
        assert!(
            (shallow.position - Point::new(1.7219, 0.0)).norm() < 1e-3
                && (shallow.depth - 0.4002).abs() < 1e-3
        );
        assert_eq!(found.mtv.depth, deep.depth);
    }
}

/// Seed 001's drawing of the two best edges: the triangle's base, from (-0.5, -0.5), and the pentagon's top left side.
#[test]
fn edges_example_of_the_seed() {
    let triangle = Polygon::new([[2.5, -0.5], [0.5, 2.5], [-0.5, -0.5]]).unwrap();
    let pentagon = Polygon::new([[2.0, -2.5], [2.2, -0.5], [1.5, 0.5], [-1.2, -0.5], [-1.0, -2.5]]).unwrap();
    let down = Vec2::new(0.0, -1.0);
    assert_eq!(edge_at_farthest_vertex(triangle.hull(), down), 2);
    assert_eq!(edge_at_farthest_vertex(pentagon.hull(), -down), 2);
    let found = by_farthest_vertex(&triangle, Pose::IDENTITY, &pentagon, Pose::IDENTITY).unwrap();
    let [kept, rejected] = found.candidates() else { panic!("{found:?}") };
    // The text cuts at x = -0.5, where the base ends, and keeps (1.5, 0.5), 1 m deep.
    assert!(
        kept.kept && (kept.position - Point::new(1.5, 0.5)).norm() < 1e-6 && (kept.depth - 1.0).abs() < 1e-6
    );
    assert!((rejected.position.x + 0.5).abs() < 1e-6, "{found:?}");
}

// The picture.

/// Pixels for a metre.
const SCALE: f32 = 70.0;
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
        // The normal, and on it the depth, a thick line from the point back to the reference edge.
        let normal = found.mtv.normal;
        if point.kept {
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

/// Four pairs by three methods. A is grey, B blue with a cross at its centroid. Red: the contact points that are kept and
/// the normal; blue on it: the depth; green ring: a candidate that is rejected. Numbers: depths in millimetres.
#[test]
fn picture_of_the_methods() {
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
