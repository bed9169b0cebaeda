//! Pictures of the constructions, for people to look at: `snapshots/all__constructions__*.snap.svg`. Each
//! piece has a colour; the original outline is dashed.

use crate::common;

use common::samples;
use geom::{DecomposeSettings, Outline, Point, Polygon, cut_pieces, minkowski_difference, minkowski_sum};
use std::fmt::Write;

/// Pixels per metre.
const SCALE: f32 = 60.0;
/// The side of a panel, m, which fits every shape of this file.
const PANEL: f32 = 6.0;
/// Fill colours that are easy to distinguish. Pieces use them in turn.
const COLORS: [&str; 7] = ["#8dd3c7", "#fdb462", "#bebada", "#fb8072", "#80b1d3", "#b3de69", "#fccde5"];

fn path(ring: &[Point]) -> String {
    let mut path = String::new();
    for (index, p) in ring.iter().enumerate() {
        let _ = write!(path, "{}{:.1} {:.1}", if index == 0 { 'M' } else { 'L' }, p.x * SCALE, -p.y * SCALE);
    }
    path + "z"
}

/// One panel: pieces around its middle, over the rings from which they were made.
fn panel(index: usize, name: &str, pieces: &[Polygon], rings: &[&[Point]], sites: &[Point]) -> String {
    let (x, y) = ((index as f32 + 0.5) * PANEL * SCALE, 0.5 * PANEL * SCALE);
    let mut text = format!(
        "<g transform=\"translate({x} {y})\"><text y=\"-165\" text-anchor=\"middle\">{name}</text>\n"
    );
    for (i, piece) in pieces.iter().enumerate() {
        let (color, width) = (COLORS[i % COLORS.len()], 2.0 * piece.radius() * SCALE);
        // A rounded piece is its core with a stroke as wide as the rounding; the outline of the core is drawn
        // over it.
        let _ = writeln!(
            text,
            "<path d=\"{0}\" fill=\"{color}\" stroke=\"{color}\" stroke-width=\"{width:.1}\"/>\
             <path d=\"{0}\" fill=\"none\" stroke=\"#333\"/>",
            path(piece.vertices()),
        );
    }
    for ring in rings {
        let _ = writeln!(
            text,
            "<path d=\"{}\" fill=\"none\" stroke=\"#c22\" stroke-dasharray=\"5 4\"/>",
            path(ring)
        );
    }
    for site in sites {
        let _ =
            writeln!(text, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"/>", site.x * SCALE, -site.y * SCALE);
    }
    text + "</g>\n"
}

fn picture(panels: &[String]) -> Vec<u8> {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"13\" stroke-linejoin=\"round\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        panels.len() as f32 * PANEL * SCALE,
        PANEL * SCALE,
    );
    for panel in panels {
        svg += panel;
    }
    (svg + "</svg>\n").into_bytes()
}

/// A car seen from the side, with a window: the example of *Souto, Video Game Physics II* for a shape that
/// needs several convex parts.
fn car() -> Outline {
    let body = [
        [-2.6, -0.6],
        [-2.0, -0.6],
        [-1.8, -0.25],
        [-1.4, -0.1],
        [-1.0, -0.25],
        [-0.8, -0.6],
        [1.0, -0.6],
        [1.2, -0.25],
        [1.6, -0.1],
        [2.0, -0.25],
        [2.2, -0.6],
        [2.6, -0.5],
        [2.5, 0.2],
        [1.4, 0.45],
        [0.6, 1.3],
        [-1.2, 1.35],
        [-2.0, 0.5],
        [-2.6, 0.4],
    ];
    let window = [[-1.5, 0.6], [-1.0, 1.1], [0.4, 1.05], [0.9, 0.55]];
    Outline::with_holes(body, [window]).unwrap()
}

#[test]
fn picture_of_decomposition() {
    let car = car();
    let rings: Vec<&[Point]> = car.rings().collect();
    let panels: Vec<String> = [0.0, 0.2, 0.4]
        .into_iter()
        .enumerate()
        .map(|(index, depth)| {
            let found = car.decompose(DecomposeSettings { depth, ..Default::default() }).unwrap();
            let name =
                format!("depth {depth} m: {} pieces, {:.2} m² filled", found.pieces.len(), found.added_area);
            panel(index, &name, &found.pieces, &rings, &[])
        })
        .collect();
    insta::assert_binary_snapshot!("decomposition.svg", picture(&panels));
}

/// Two dashed polygons with their Minkowski sum, and with their difference. The dot is the origin: the
/// difference contains it if the polygons share a point, and is otherwise as far from it as they are from
/// each other.
#[test]
fn picture_of_minkowski_sum_and_difference() {
    let triangle = [[-0.9, -0.5], [0.7, -0.7], [0.1, 0.8]].map(Point::from);
    let near = [[0.2, -0.3], [1.0, -0.3], [1.0, 0.5], [0.2, 0.5]].map(Point::from);
    let far = near.map(|p| p + geom::Vec2::new(0.9, 0.0));
    let panels: Vec<String> = [
        ("A + B: A inflated by B", minkowski_sum(triangle, near), near),
        ("A - B of two that overlap", minkowski_difference(triangle, near), near),
        ("A - B of two that are apart", minkowski_difference(triangle, far), far),
    ]
    .into_iter()
    .enumerate()
    .map(|(index, (name, made, other))| {
        let made = Polygon::new(made).unwrap();
        panel(index, name, &[made], &[&triangle, &other], &[Point::origin()])
    })
    .collect();
    insta::assert_binary_snapshot!("minkowski.svg", picture(&panels));
}

#[test]
fn picture_of_fracture() {
    let plate = Polygon::regular(8, 2.6).unwrap();
    let sites: Vec<Point> =
        samples([-2.4, -2.4], [2.4, 2.4], 14).map(|p| Point::new(p[0] as f32, p[1] as f32)).collect();
    let panels: Vec<String> = [(plate.clone(), "sharp"), (plate.rounded(0.1).unwrap(), "rounded by 0.1 m")]
        .into_iter()
        .enumerate()
        .map(|(index, (plate, name))| {
            let fracture = plate.fracture(sites.iter().copied()).unwrap();
            let cells: Vec<Polygon> = fracture.cells.into_iter().map(|cell| cell.polygon).collect();
            panel(index, &format!("{name}: {} cells", cells.len()), &cells, &[plate.vertices()], &sites)
        })
        .collect();
    insta::assert_binary_snapshot!("fracture.svg", picture(&panels));
}

#[test]
fn picture_of_cuts() {
    let (a, b) = (Point::new(-2.9, -1.2), Point::new(2.9, 1.4));
    let line: &[Point] = &[a, b];
    let plate = Polygon::regular(7, 2.4).unwrap();
    let rounded = Polygon::regular(7, 2.2).unwrap().rounded(0.25).unwrap();
    let parts = |polygon: &Polygon| {
        let cut = polygon.cut(a, b).unwrap();
        [cut.left, cut.right].map(Option::unwrap)
    };
    let car = car().decompose(DecomposeSettings::default()).unwrap().pieces;
    let sides = cut_pieces(&car, a, b).unwrap();
    let name = format!("a car: {} pieces above, {} below", sides.left.len(), sides.right.len());
    // One colour for each side.
    let car: String = [(&sides.left, 0), (&sides.right, 1)]
        .into_iter()
        .map(|(side, color)| {
            let all: String = side.iter().map(|piece| path(piece.vertices())).collect();
            format!("<path d=\"{all}\" fill=\"{}\" stroke=\"#333\"/>\n", COLORS[color])
        })
        .collect();
    let panels = [
        panel(0, "sharp", &parts(&plate), &[line], &[]),
        panel(1, "rounded by 0.25 m", &parts(&rounded), &[line], &[]),
        panel(2, &name, &[], &[line], &[]).replace("</text>\n", &format!("</text>\n{car}")),
    ];
    insta::assert_binary_snapshot!("cut.svg", picture(&panels));
}
