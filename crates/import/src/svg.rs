//! Outlines in SVG, <https://www.w3.org/TR/SVG2/paths.html>.
//!
//! Each element becomes a static body at the middle of its bounding box. A closed part of a path is an area,
//! or a hole if it lies inside another (the rule `evenodd`); an open one is a line, however it is filled.
//! Curves become chords within `Options::tolerance`. Styles, view boxes and units are not read: a unit of the
//! drawing is a pixel.

use crate::draft::{Draft, Drawn, Look, Source};
use crate::map::{Map, Xy, arc, cubic};
use crate::value::{MAX_DEPTH, numbers, pairs, spaced};
use roxmltree::Node;
use std::f64::consts::{FRAC_PI_2, TAU};
use world::BodyDef;

/// Fills the level from a drawing.
pub(crate) fn read(draft: &mut Draft<'_>, root: Node<'_, '_>) -> Result<(), String> {
    let world = draft.down(100.0)?;
    group(draft, root, world, "", 0);
    Ok(())
}

fn group(draft: &mut Draft<'_>, parent: Node<'_, '_>, map: Map, layer: &str, depth: usize) {
    for (index, node) in parent.children().filter(Node::is_element).enumerate() {
        let tag = node.tag_name().name();
        let label =
            node.attributes().find(|attribute| attribute.name() == "label").map(|label| label.value());
        let id = node.attribute("id").map_or_else(|| format!("{tag} {index}"), str::to_owned);
        let source = Source::new(&id, label.unwrap_or(""), layer);
        let map = match transform(node.attribute("transform").unwrap_or("")) {
            Ok(own) => map.of(own),
            Err(why) => {
                draft.skip(&source, map.origin(), why);
                continue;
            }
        };
        if node.attribute("display") == Some("none") {
            draft.skip(&source, map.origin(), "it is not displayed");
            continue;
        }
        let path = if layer.is_empty() {
            label.unwrap_or(&id).to_owned()
        } else {
            format!("{layer}/{}", label.unwrap_or(&id))
        };
        match tag {
            "g" | "a" | "svg" | "switch" if depth < MAX_DEPTH => {
                let at = ["x", "y"].map(|name| length(node, name).unwrap_or(0.0));
                let map = if tag == "svg" { map.of(Map::at(at)) } else { map };
                group(draft, node, map, &path, depth + 1);
            }
            "g" | "a" | "svg" | "switch" => {
                draft.skip(&source, map.origin(), "its groups are nested too deep");
            }
            "path" | "rect" | "circle" | "ellipse" | "polygon" | "polyline" | "line" => {
                let tolerance = f64::from(draft.options.tolerance) / map.stretch();
                match drawn(node, tolerance) {
                    Ok(drawn) => add(draft, &source, map, drawn),
                    Err(why) => draft.skip(&source, map.origin(), why),
                }
            }
            "text" | "image" | "use" | "foreignObject" => {
                draft.skip(&source, map.origin(), format!("a <{tag}> is not read"));
            }
            // Definitions, styles and the data of editors.
            _ => {}
        }
    }
}

fn add(draft: &mut Draft<'_>, source: &Source, map: Map, drawn: Vec<Drawn>) {
    let points: Vec<Xy> = drawn.iter().flat_map(Drawn::points).map(|at| map.point(at)).collect();
    let middle = [0, 1].map(|axis| {
        let along = || points.iter().map(|point| point[axis]);
        0.5 * (along().fold(f64::INFINITY, f64::min) + along().fold(f64::NEG_INFINITY, f64::max))
    });
    let drawn: Vec<_> = drawn.into_iter().map(|drawn| (map, drawn, Look::default())).collect();
    let middle = if points.is_empty() { map.origin() } else { middle };
    draft.body(source, BodyDef::fixed(), Map::at(middle), &drawn, false);
}

/// A list such as `translate(3 4) rotate(90)`: the last is applied first.
fn transform(text: &str) -> Result<Map, String> {
    let mut map = Map::IDENTITY;
    for part in text.split(')').filter(|part| !part.trim_matches([' ', ',', '\n', '\t', '\r']).is_empty()) {
        let (name, list) = part.split_once('(').unwrap_or((part, ""));
        let list = numbers(list);
        map = map.of(match (name.trim_matches(|c: char| c.is_whitespace() || c == ','), &list[..]) {
            ("matrix", &[a, b, c, d, e, f]) => Map([a, b, c, d, e, f]),
            ("translate", &[x]) => Map::at([x, 0.0]),
            ("translate", &[x, y]) => Map::at([x, y]),
            ("scale", &[both]) => Map::scale(both, both),
            ("scale", &[x, y]) => Map::scale(x, y),
            ("rotate", &[angle]) => Map::turn(angle.to_radians()),
            ("rotate", &[angle, x, y]) => {
                Map::at([x, y]).of(Map::turn(angle.to_radians())).of(Map::at([-x, -y]))
            }
            ("skewX", &[angle]) => Map([1.0, 0.0, libm::tan(angle.to_radians()), 1.0, 0.0, 0.0]),
            ("skewY", &[angle]) => Map([1.0, libm::tan(angle.to_radians()), 0.0, 1.0, 0.0, 0.0]),
            (name, _) => return Err(format!("the transform \"{name}\" with {} numbers is none", list.len())),
        });
    }
    Ok(map)
}

fn length(node: Node<'_, '_>, name: &str) -> Result<f64, String> {
    let Some(text) = node.attribute(name) else { return Ok(0.0) };
    let number = text.trim().trim_end_matches("px").parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("{name} is \"{text}\": it must be a number of units"))
}

fn drawn(node: Node<'_, '_>, tolerance: f64) -> Result<Vec<Drawn>, String> {
    let of = |name| length(node, name);
    let points = || pairs(&numbers(node.attribute("points").unwrap_or("")));
    Ok(vec![match node.tag_name().name() {
        "circle" => Drawn::Ellipse { center: [of("cx")?, of("cy")?], radii: [of("r")?; 2] },
        "ellipse" => Drawn::Ellipse { center: [of("cx")?, of("cy")?], radii: [of("rx")?, of("ry")?] },
        "line" => Drawn::Line(vec![[of("x1")?, of("y1")?], [of("x2")?, of("y2")?]]),
        "polyline" => Drawn::Line(points()),
        "polygon" => Drawn::Area(vec![points()]),
        "rect" => {
            let ([x, y], [width, height]) = ([of("x")?, of("y")?], [of("width")?, of("height")?]);
            if !(width > 0.0 && height > 0.0) {
                return Err(format!("its size is {width} x {height}"));
            }
            // One radius stands for both.
            let [rx, ry] = match (node.attribute("rx"), node.attribute("ry")) {
                (Some(_), None) => [of("rx")?; 2],
                (None, Some(_)) => [of("ry")?; 2],
                _ => [of("rx")?, of("ry")?],
            };
            let [rx, ry] = [rx.clamp(0.0, 0.5 * width), ry.clamp(0.0, 0.5 * height)];
            let corners = [(width - rx, height - ry), (rx, height - ry), (rx, ry), (width - rx, ry)];
            let ring = corners.iter().enumerate().flat_map(|(i, (dx, dy))| {
                let (center, from) = ([x + dx, y + dy], i as f64 * FRAC_PI_2);
                if rx * ry > 0.0 {
                    arc(center, [rx, ry], from, from + FRAC_PI_2, tolerance)
                } else {
                    vec![[
                        center[0] + rx * f64::from([1, -1, -1, 1][i]),
                        center[1] + ry * f64::from([1, 1, -1, -1][i]),
                    ]]
                }
            });
            Drawn::Area(vec![ring.collect()])
        }
        _ => return path(node.attribute("d").unwrap_or(""), tolerance),
    }])
}

/// The pen of a path.
struct Pen {
    tolerance: f64,
    /// The point where it is, and the last control point of a cubic and of a quadratic, else that point.
    at: Xy,
    controls: [Xy; 2],
    open: Vec<Xy>,
    rings: Vec<Vec<Xy>>,
    lines: Vec<Drawn>,
}

impl Pen {
    fn finish(&mut self, closed: bool) {
        let points = std::mem::take(&mut self.open);
        if points.len() > 2 && (closed || points.first() == points.last()) {
            self.rings.push(points);
        } else if points.len() > 1 {
            self.lines.push(Drawn::Line(points));
        }
    }

    fn draw(&mut self, to: impl FnOnce(&mut Vec<Xy>, f64)) {
        if self.open.is_empty() {
            self.open.push(self.at);
        }
        to(&mut self.open, self.tolerance);
    }

    fn cubic(&mut self, [q, r, s]: [Xy; 3]) {
        let at = self.at;
        self.draw(|points, tolerance| cubic(points, [at, q, r, s], tolerance));
        (self.at, self.controls) = (s, [r, s]);
    }

    /// A quadratic is a cubic.
    fn quadratic(&mut self, [q, s]: [Xy; 2]) {
        let third = |a: Xy, b: Xy| [0, 1].map(|k| a[k] + 2.0 / 3.0 * (b[k] - a[k]));
        self.cubic([third(self.at, q), third(s, q), s]);
        self.controls = [s, q];
    }

    fn line(&mut self, to: Xy) {
        self.draw(|points, _| points.push(to));
        (self.at, self.controls) = (to, [to; 2]);
    }

    /// SVG 2, appendix B.2.4: from the ends of an arc to its centre.
    fn arc(&mut self, &[rx, ry, angle, large, sweep]: &[f64; 5], to: Xy) {
        let turn = Map::turn(angle.to_radians());
        let half = [0, 1].map(|k| 0.5 * (self.at[k] - to[k]));
        let [x, y] = Map::turn(-angle.to_radians()).point(half);
        let [rx, ry] = [rx.abs(), ry.abs()];
        let reach = (x / rx).powi(2) + (y / ry).powi(2);
        if !(reach > 0.0 && reach.is_finite()) {
            return self.line(to);
        }
        let [rx, ry] = [rx, ry].map(|radius| radius * reach.sqrt().max(1.0));
        let side = if (large != 0.0) == (sweep != 0.0) { -1.0 } else { 1.0 };
        let rest = (1.0 / reach.min(1.0) - 1.0).max(0.0).sqrt() * side;
        let center = [rest * rx * y / ry, -rest * ry * x / rx];
        let angle_of = |p: Xy| libm::atan2((p[1] - center[1]) / ry, (p[0] - center[0]) / rx);
        let (from, end) = (angle_of([x, y]), angle_of([-x, -y]));
        let mut by = end - from;
        by += if sweep != 0.0 && by < 0.0 {
            TAU
        } else if sweep == 0.0 && by > 0.0 {
            -TAU
        } else {
            0.0
        };
        let middle = [0, 1].map(|k| 0.5 * (self.at[k] + to[k]));
        let placed = Map::at(middle).of(turn);
        self.draw(|points, tolerance| {
            let mut along = arc(center, [rx, ry], from, from + by, tolerance);
            along.pop();
            points.extend(along.into_iter().skip(1).map(|at| placed.point(at)));
            points.push(to);
        });
        (self.at, self.controls) = (to, [to; 2]);
    }
}

/// The parts of a path.
fn path(text: &str, tolerance: f64) -> Result<Vec<Drawn>, String> {
    let mut pen = Pen {
        tolerance,
        at: [0.0; 2],
        controls: [[0.0; 2]; 2],
        open: Vec::new(),
        rings: Vec::new(),
        lines: Vec::new(),
    };
    let mut start = [0.0; 2];
    let is_command = |c: char| c.is_ascii_alphabetic() && !"eE".contains(c);
    let mut rest = text.trim_start();
    while let Some(command) = rest.chars().next() {
        if !is_command(command) {
            return Err(format!("its path has \"{command}\" where a command must be"));
        }
        let list = &rest[1..];
        let end = list.find(is_command).unwrap_or(list.len());
        let upper = command.to_ascii_uppercase();
        let mut arguments = numbers(&list[..end]);
        if upper == 'A' {
            arguments = of_arcs(&list[..end]);
        }
        rest = &list[end..];
        let count = match upper {
            'M' | 'L' | 'T' => 2,
            'H' | 'V' => 1,
            'C' => 6,
            'S' | 'Q' => 4,
            'A' => 7,
            'Z' => 0,
            _ => return Err(format!("its path has the unknown command \"{command}\"")),
        };
        if count == 0 {
            pen.finish(true);
            (pen.at, pen.controls) = (start, [start; 2]);
            continue;
        }
        if arguments.is_empty() || !arguments.len().is_multiple_of(count) {
            return Err(format!(
                "its path gives {} numbers to {command}, which takes {count}",
                arguments.len()
            ));
        }
        for (index, part) in arguments.chunks_exact(count).enumerate() {
            let base = if command.is_ascii_lowercase() { pen.at } else { [0.0; 2] };
            let point = |i: usize| [base[0] + part[i], base[1] + part[i + 1]];
            let mirrored = |control: Xy| [0, 1].map(|k| 2.0 * pen.at[k] - control[k]);
            match upper {
                // More points after the first are lines.
                'M' if index == 0 => {
                    pen.finish(false);
                    start = point(0);
                    (pen.at, pen.controls) = (start, [start; 2]);
                }
                'H' => pen.line([base[0] + part[0], pen.at[1]]),
                'V' => pen.line([pen.at[0], base[1] + part[0]]),
                'C' => pen.cubic([point(0), point(2), point(4)]),
                'S' => pen.cubic([mirrored(pen.controls[0]), point(0), point(2)]),
                'Q' => pen.quadratic([point(0), point(2)]),
                'T' => pen.quadratic([mirrored(pen.controls[1]), point(0)]),
                'A' => pen.arc(&[part[0], part[1], part[2], part[3], part[4]], point(5)),
                _ => pen.line(point(0)),
            }
        }
    }
    pen.finish(false);
    let area = (!pen.rings.is_empty()).then_some(Drawn::Area(pen.rings));
    Ok(area.into_iter().chain(pen.lines).collect())
}

/// The numbers of arcs, whose two flags may stand without a space: `a1 1 0 011 2` ends at (1, 2).
fn of_arcs(text: &str) -> Vec<f64> {
    let text = spaced(text);
    let (mut found, mut rest) = (Vec::new(), &text[..]);
    let is_between = |c: char| c.is_whitespace() || c == ',';
    loop {
        rest = rest.trim_start_matches(is_between);
        let is_flag = [3, 4].contains(&(found.len() % 7));
        let end = if is_flag { 1.min(rest.len()) } else { rest.find(is_between).unwrap_or(rest.len()) };
        let Some(Ok(number)) = rest.get(..end).map(str::parse) else { return found };
        found.push(number);
        rest = &rest[end..];
    }
}
