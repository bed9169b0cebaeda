//! A picture of the manifolds of chosen pairs: `snapshots/all__pictures__manifolds.snap.svg`.
//!
//! A is grey, B blue. A red dot is a contact point, its red line the normal, its label the separation in
//! millimetres.

use collide::manifold;
use geom::{Point, Polygon, Pose, Shape, Sides, chain};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use std::fmt::Write;

/// Pixels per metre.
const SCALE: f32 = 60.0;
/// The side of a panel, m.
const PANEL: f32 = 4.0;

fn outline(shape: &Shape, pose: Pose, color: &str) -> String {
    let Some(hull) = shape.hull() else {
        // The only half-space of the picture is horizontal.
        return format!("<path d=\"M-1.8 0H1.8V-1.2H-1.8z\" fill=\"{color}\"/>");
    };
    let mut path = String::new();
    // For a single vertex the path returns to its start; the round line cap draws it as a circle.
    let repeated = &hull.vertices[..usize::from(hull.vertices.len() == 1)];
    for (index, &vertex) in hull.vertices.iter().chain(repeated).enumerate() {
        let p = pose * vertex;
        let _ = write!(path, "{}{:.3} {:.3}", if index == 0 { 'M' } else { 'L' }, p.x, p.y);
    }
    let width = 2.0 * hull.radius + 0.02;
    format!(
        "<path d=\"{path}z\" fill=\"{color}\" stroke=\"{color}\" stroke-width=\"{width:.3}\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
    )
}

fn panel(index: usize, name: &str, a: (&Shape, Pose), b: (&Shape, Pose)) -> String {
    let (column, row) = ((index % 3) as f32, (index / 3) as f32);
    let (x, y) = ((column + 0.5) * PANEL * SCALE, (row + 0.5) * PANEL * SCALE);
    let contact = manifold(a.0, a.1, b.0, b.1, 0.1);
    let mut text = format!(
        "<g transform=\"translate({x} {y})\"><text y=\"-105\" text-anchor=\"middle\">{name}</text>\
         <g transform=\"scale({SCALE} -{SCALE})\" opacity=\"0.6\">{}{}</g>",
        outline(a.0, a.1, "#999"),
        outline(b.0, b.1, "#48c"),
    );
    for point in contact.points() {
        let p: Point = a.1.position + point.anchor_a;
        let tip = p + contact.normal * 0.5;
        let _ = write!(
            text,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#c22\"/><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"#c22\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{:.0}</text>",
            p.x * SCALE,
            -p.y * SCALE,
            tip.x * SCALE,
            -tip.y * SCALE,
            p.x * SCALE,
            -p.y * SCALE,
            p.x * SCALE + 6.0,
            -p.y * SCALE + 14.0,
            point.separation * 1000.0,
        );
    }
    text + "</g>\n"
}

#[test]
fn picture_of_manifolds_is_unchanged() {
    let square = Shape::rectangle(0.75, 0.75).unwrap();
    let slab = Shape::rectangle(1.6, 0.3).unwrap();
    let pentagon = Shape::Polygon(Polygon::regular(5, 0.8).unwrap());
    let rounded = Shape::Polygon(Polygon::rectangle(0.5, 0.5).unwrap().rounded(0.2).unwrap());
    let capsule = Shape::capsule([-0.6, 0.0], [0.6, 0.0], 0.35).unwrap();
    let circle = Shape::circle(0.6).unwrap();
    let ground = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    let seam = chain([[1.8, 0.0], [0.0, 0.0], [-1.8, 0.0]], false, Sides::One).unwrap();
    let right_of_seam = Shape::ChainSegment(seam[0]);
    let at = |x: f32, y: f32, angle: f32| Pose::new([x, y], angle);
    let low = at(0.0, -0.6, 0.0);
    let pairs = [
        ("box on a slab", (&slab, low), (&square, at(0.3, 0.42, 0.02))),
        ("overhanging box", (&slab, low), (&square, at(1.4, 0.43, 0.0))),
        ("corner of a box", (&slab, low), (&square, at(0.2, 0.7, FRAC_PI_4))),
        ("pentagon on a box", (&square, low), (&pentagon, at(0.3, 0.85, 0.4))),
        ("rounded corners", (&rounded, at(-0.6, -0.6, 0.0)), (&rounded, at(0.6, 0.55, 0.0))),
        ("capsules crossing", (&capsule, Pose::IDENTITY), (&capsule, at(0.2, 0.3, FRAC_PI_2))),
        ("capsule on a capsule", (&capsule, low), (&capsule, at(0.4, 0.05, 0.0))),
        ("circle at a corner", (&square, at(-0.4, -0.4, 0.0)), (&circle, at(0.75, 0.75, 0.0))),
        ("circle deep in a box", (&square, Pose::IDENTITY), (&circle, at(0.45, 0.2, 0.0))),
        ("box on a half-space", (&ground, Pose::IDENTITY), (&square, at(0.0, 0.74, 0.03))),
        ("box over a seam: its right part", (&right_of_seam, Pose::IDENTITY), (&square, at(-0.6, 0.73, 0.0))),
        ("circle left of a segment's end", (&right_of_seam, Pose::IDENTITY), (&circle, at(-0.2, 0.55, 0.0))),
    ];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        3.0 * PANEL * SCALE,
        4.0 * PANEL * SCALE,
    );
    for (index, (name, a, b)) in pairs.into_iter().enumerate() {
        svg += &panel(index, name, a, b);
    }
    svg += "</svg>\n";
    insta::assert_binary_snapshot!("manifolds.svg", svg.into_bytes());
}

/// In SVG, up is towards smaller y.
#[test]
fn picture_draws_an_upward_normal_upwards() {
    let slab = Shape::rectangle(1.0, 0.5).unwrap();
    let text = panel(0, "", (&slab, Pose::at([0.0, -0.5])), (&slab, Pose::at([0.0, 0.49])));
    assert!(text.contains("M60.0 0.3L60.0 -29.7") && text.contains("M-60.0 0.3L-60.0 -29.7"), "{text}");
}
