//! A picture of GJK, EPA and a time of impact: `snapshots/all__iterations__iterations.snap.svg`.
//!
//! Left: the two shapes, A grey, B blue, with the nearest or deepest points in red. Right: their Minkowski
//! difference, with the simplices of GJK from pale to dark, and the last polygon of EPA in orange; the cross
//! is the origin, and the red line goes to the nearest point of the boundary. Below: poses along a sweep,
//! before and after the touch.

use collide::algorithms::{GjkCache, SearchState};
use collide::{Sweep, Tolerances, time_of_impact};
use geom::{Point, Polygon, Pose, Shape, Vec2, closest_on_segment};
use std::fmt::Write;

/// Pixels per metre.
const SCALE: f32 = 60.0;
/// The side of a panel, m.
const PANEL: f32 = 4.0;

fn path(points: impl IntoIterator<Item = Vec2>, style: &str) -> String {
    let mut d = String::new();
    for (index, p) in points.into_iter().enumerate() {
        let _ = write!(d, "{}{:.3} {:.3}", if index == 0 { 'M' } else { 'L' }, p.x, p.y);
    }
    format!("<path d=\"{d}z\" {style}/>")
}

fn outline(shape: &Shape, pose: Pose, style: &str) -> String {
    path(shape.hull().unwrap().vertices.iter().map(|&v| (pose * v).coords), style)
}

fn panel(column: usize, row: usize, name: &str, drawing: &str) -> String {
    let (x, y) = ((column as f32 + 0.5) * PANEL * SCALE, (row as f32 + 0.5) * PANEL * SCALE);
    format!(
        "<g transform=\"translate({x} {y})\"><text y=\"-105\" text-anchor=\"middle\">{name}</text>\
         <g transform=\"scale({SCALE} -{SCALE})\" stroke-width=\"0.02\" stroke-linejoin=\"round\">{drawing}</g></g>\n"
    )
}

fn dot(p: Vec2) -> String {
    format!("<circle cx=\"{:.3}\" cy=\"{:.3}\" r=\"0.05\" fill=\"#c22\"/>", p.x, p.y)
}

/// The border of B - A: of all differences of vertices, those that are farthest in one of 360 directions.
fn difference_of(a: &Polygon, b: &Polygon, pose: Pose) -> Vec<Vec2> {
    let all = a.vertices().iter().flat_map(|&p| b.vertices().iter().map(move |&q| pose * q - p));
    let all: Vec<Vec2> = all.collect();
    let farthest = |k: u16| {
        let angle = f32::from(k) * std::f32::consts::TAU / 360.0;
        let d = geom::Rot::from_angle(angle) * Vec2::new(1.0, 0.0);
        all.iter().copied().max_by(|p, q| p.dot(&d).total_cmp(&q.dot(&d))).unwrap()
    };
    let mut boundary: Vec<Vec2> = (0..360).map(farthest).collect();
    boundary.dedup();
    boundary
}

/// The two panels of a pair.
fn search(row: usize, name: &str, a: &Polygon, b: &Polygon, pose: Pose) -> String {
    let (mut simplices, mut polygon) = (Vec::new(), Vec::new());
    let near =
        Tolerances::METRES.gjk_epa_observed(a.hull(), b.hull(), pose, &mut GjkCache::default(), |state| {
            match state {
                SearchState::Simplex(points) => {
                    simplices.push(points.iter().map(|p| p.vector).collect::<Vec<_>>());
                }
                SearchState::Polygon(points) => polygon = points.iter().map(|p| p.vector).collect(),
            }
        });
    let [on_a, on_b] = near.points.map(|p| p.coords);
    let shapes = outline(&Shape::Polygon(a.clone()), Pose::IDENTITY, "fill=\"#999\" opacity=\"0.6\"")
        + &outline(&Shape::Polygon(b.clone()), pose, "fill=\"#48c\" opacity=\"0.6\"")
        + &path([on_a, on_b], "stroke=\"#c22\"")
        + &dot(on_a)
        + &dot(on_b);

    let mut difference = path(difference_of(a, b, pose), "fill=\"#eee\" stroke=\"#aaa\"");
    if !polygon.is_empty() {
        difference += &path(polygon.clone(), "fill=\"none\" stroke=\"#e80\" stroke-width=\"0.04\"");
    }
    for (index, simplex) in simplices.iter().enumerate() {
        let shade = 190 - 190 * (index + 1) / simplices.len();
        let style = format!("fill=\"none\" stroke=\"rgb({shade},{shade},{shade})\"");
        difference += &path(simplex.clone(), &style);
        for p in simplex {
            let _ = write!(
                difference,
                "<circle cx=\"{:.3}\" cy=\"{:.3}\" r=\"0.04\" fill=\"rgb({shade},{shade},{shade})\"/>",
                p.x, p.y
            );
        }
    }
    difference += "<path d=\"M-0.1 0H0.1M0 -0.1V0.1\" stroke=\"#000\"/>";
    difference += &path([Vec2::zeros(), on_b - on_a], "stroke=\"#c22\"");
    let iterations = format!("GJK {}, EPA {}", simplices.len(), polygon.len().saturating_sub(2));
    // The difference is as large as both shapes together, and its centre is the position of B.
    let (x, y) = (-pose.position.x, -pose.position.y);
    let difference =
        format!("<g transform=\"translate(0 -0.2) scale(0.8) translate({x:.3} {y:.3})\">{difference}</g>");
    panel(0, row, name, &shapes) + &panel(1, row, &iterations, &difference)
}

/// Outlines of B along its sweep: blue before the touch, pale after it.
fn sweep(row: usize, name: &str, a: &Shape, b: &Shape, motion: &Sweep) -> String {
    let touch = time_of_impact(a, &Sweep::still(Pose::IDENTITY), b, motion, 0.0).touch().unwrap();
    let mut drawing = outline(a, Pose::IDENTITY, "fill=\"#999\"");
    for k in 0..=8 {
        let t = k as f32 / 8.0;
        let color = if t < touch.fraction { "#48c" } else { "#cde" };
        drawing += &outline(b, motion.pose_at(t), &format!("fill=\"none\" stroke=\"{color}\""));
    }
    drawing += &outline(b, motion.pose_at(touch.fraction), "fill=\"#48c\" opacity=\"0.6\"");
    drawing += &path([touch.point.coords, touch.point.coords + touch.normal * 0.5], "stroke=\"#c22\"");
    drawing += &dot(touch.point.coords);
    panel(row % 2, 2, &format!("{name}: {:.3}", touch.fraction), &drawing)
}

#[test]
fn picture_of_gjk_epa_and_sweeps_is_unchanged() {
    let octagon = Polygon::regular(8, 0.7).unwrap();
    let triangle = Polygon::new([[-0.6, -0.5], [0.8, -0.3], [-0.1, 0.7]]).unwrap();
    let stick = Shape::rectangle(0.05, 0.6).unwrap();
    let step = Shape::rectangle(0.8, 0.3).unwrap();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        2.0 * PANEL * SCALE,
        3.0 * PANEL * SCALE,
    );
    svg += &search(0, "apart", &octagon, &triangle, Pose::new([1.2, 0.9], 0.8));
    svg += &search(1, "overlapping", &octagon, &triangle, Pose::new([0.5, 0.3], 0.3));
    let tumbling = Sweep::new(Pose::new([-1.3, 1.3], 0.2), [2.4, -1.2], -4.0);
    svg += &sweep(0, "tumbling stick", &step, &stick, &tumbling);
    let swinging = Sweep::new(Pose::new([0.9, 1.2], 0.0), [0.0, 0.0], -2.5).about(Point::new(0.0, 0.6));
    svg += &sweep(
        1,
        "swinging stick",
        &step,
        &stick,
        &Sweep { start: Pose::new([0.9, 0.5], -1.6 + 3.2), ..swinging },
    );
    svg += "</svg>\n";
    insta::assert_binary_snapshot!("iterations.svg", svg.into_bytes());
}

/// The figure of *Souto, Video Game Physics II*, GJK in Action. The difference is blue, the simplex of each
/// iteration black, and v, from the origin to its nearest point, green.
#[test]
fn picture_of_four_iterations_of_gjk() {
    let octagon = Polygon::regular(8, 0.7).unwrap();
    let triangle = Polygon::new([[-0.6, -0.5], [0.8, -0.3], [-0.1, 0.7]]).unwrap();
    let pose = Pose::new([1.2, 0.9], 0.8);
    let mut panels = Vec::new();
    let near = Tolerances::METRES.gjk_epa_observed(
        octagon.hull(),
        triangle.hull(),
        pose,
        &mut GjkCache::default(),
        |state| {
            let SearchState::Simplex(points) = state else { panic!("the shapes are apart") };
            let simplex: Vec<Vec2> = points.iter().map(|p| p.vector).collect();
            let on_edges = (0..simplex.len()).map(|i| {
                let (p, q) = (simplex[i], simplex[(i + 1) % simplex.len()]);
                closest_on_segment([Point::from(p), Point::from(q)], Point::origin()).coords
            });
            let v = on_edges.min_by(|p, q| p.norm().total_cmp(&q.norm())).unwrap();
            panels.push((simplex, v));
        },
    );
    assert!(panels.len() == 4 && (panels[3].1.norm() - near.separation).abs() < 1e-5, "{panels:?}");
    assert!(panels.windows(2).all(|two| two[1].1.norm() < two[0].1.norm()), "v comes nearer: {panels:?}");
    let size = [4.0, 1.0].map(|count| count * PANEL * SCALE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        size[0], size[1],
    );
    for (column, (simplex, v)) in panels.into_iter().enumerate() {
        let drawing = path(difference_of(&octagon, &triangle, pose), "fill=\"#48c\" opacity=\"0.6\"")
            + &path(simplex.clone(), "fill=\"none\" stroke=\"#000\" stroke-width=\"0.04\"")
            + &simplex.into_iter().map(dot).collect::<String>()
            + &path([Vec2::zeros(), v], "stroke=\"#2a2\" stroke-width=\"0.06\"")
            + "<path d=\"M-0.1 0H0.1M0 -0.1V0.1\" stroke=\"#000\"/>";
        let drawing = format!("<g transform=\"translate(-0.9 -1)\">{drawing}</g>");
        svg += &panel(column, 0, &format!("{}: distance at most {:.3} m", column + 1, v.norm()), &drawing);
    }
    svg += "</svg>\n";
    insta::assert_binary_snapshot!("gjk_strip.svg", svg.into_bytes());
}
