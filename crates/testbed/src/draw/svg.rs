//! A back end that becomes an SVG file.
//!
//! Coordinates in the file are those of the world, in metres: the view box is the view, and one transform
//! turns the y axis up. They are rounded to a tenth of a pixel, which keeps files small.
//!
//! Turned down: a crate that writes SVG. Four elements with numbers in them are all that is needed.

use super::{Color, DebugDraw, Paint, WIDTH, palette};
use physics::geom::right_normal;
use physics::prelude::*;

/// Coordinates are rounded to this part of a pixel.
const PRECISION: f32 = 0.1;
/// Height of letters, and where their lower left corner is from their point: right and down, px.
pub const TEXT_SIZE: f32 = 13.0;
pub const TEXT_SHIFT: [f32; 2] = [7.0, 16.0];

/// An SVG file that is being written.
#[derive(Clone, Debug)]
pub struct Svg {
    view: Aabb,
    pixel: f32,
    decimals: usize,
    text: String,
}

impl Svg {
    /// A picture of the part `view` (m) of the world, whose width and height must be above zero.
    pub fn new(view: Aabb) -> Self {
        Self::begin(view, f32::from(WIDTH), "xmlns=\"http://www.w3.org/2000/svg\"")
    }

    /// A picture of this `width` (px) within another one, its upper left corner at `x` and `y` (px) in that.
    pub fn inset(view: Aabb, [x, y]: [f32; 2], width: f32) -> Self {
        Self::begin(view, width, &format!("x=\"{x}\" y=\"{y}\""))
    }

    fn begin(view: Aabb, width: f32, attributes: &str) -> Self {
        let size = view.extents();
        let pixel = size.x / width;
        // Slightly smaller, so that a tenth of a pixel that is a power of ten does not round up.
        let decimals = (-(PRECISION * pixel).log10() - 1e-3).ceil().max(0.0) as usize;
        let mut svg = Self { view, pixel, decimals, text: String::new() };
        let frame = [view.lower.x, -view.upper.y, size.x, size.y].map(|number| svg.number(number));
        let [left, top, across, down] = &frame;
        let height = (width * size.y / size.x).round();
        let background = palette::BACKGROUND;
        svg.text = format!(
            "<svg {attributes} width=\"{width}\" height=\"{height}\" \
             viewBox=\"{left} {top} {across} {down}\">\n\
             <rect x=\"{left}\" y=\"{top}\" width=\"{across}\" height=\"{down}\" fill=\"{background}\"/>\n\
             <g transform=\"scale(1 -1)\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
        );
        svg
    }

    pub fn finish(mut self) -> String {
        self.text.push_str("</g>\n</svg>\n");
        self.text
    }

    /// A number with as few characters as the precision needs.
    fn number(&self, value: f32) -> String {
        let mut text = format!("{value:.*}", self.decimals);
        if text.contains('.') {
            text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        }
        if text == "-0" { "0".to_owned() } else { text }
    }

    fn point(&self, p: Point) -> String {
        format!("{},{}", self.number(p.x), self.number(p.y))
    }

    /// Name and geometry of the SVG element for a hull.
    fn element(&self, vertices: &[Point], radius: f32) -> String {
        match vertices {
            [center] => {
                let [x, y, r] = [center.x, center.y, radius].map(|number| self.number(number));
                format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"")
            }
            [a, b] if radius == 0.0 => {
                let [x1, y1, x2, y2] = [a.x, a.y, b.x, b.y].map(|number| self.number(number));
                format!("line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"")
            }
            _ if radius == 0.0 => {
                let points: Vec<String> = vertices.iter().map(|vertex| self.point(*vertex)).collect();
                format!("polygon points=\"{}\"", points.join(" "))
            }
            _ => format!("path d=\"{}\"", self.rounded(vertices, radius)),
        }
    }

    /// The path along each edge, moved outwards by the radius, and around each vertex to the next edge.
    fn rounded(&self, vertices: &[Point], radius: f32) -> String {
        let next = |i: usize| (i + 1) % vertices.len();
        let outwards = |i: usize| right_normal(vertices[next(i)] - vertices[i]).normalize() * radius;
        let r = self.number(radius);
        let mut path = format!("M{}", self.point(vertices[0] + outwards(0)));
        for i in 0..vertices.len() {
            let (from, to) = (vertices[next(i)] + outwards(i), vertices[next(i)] + outwards(next(i)));
            path += &format!("L{}A{r},{r} 0 0 1 {}", self.point(from), self.point(to));
        }
        path + "Z"
    }

    fn style(&self, Paint { fill, stroke }: Paint) -> String {
        let mut style = fill.map(|color| format!(" fill=\"{color}\"")).unwrap_or_default();
        if let Some((color, width)) = stroke {
            style += &format!(" stroke=\"{color}\" stroke-width=\"{}\"", self.number(width * self.pixel));
        }
        style
    }
}

impl DebugDraw for Svg {
    fn view(&self) -> Aabb {
        self.view
    }

    fn pixel(&self) -> f32 {
        self.pixel
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        self.hull(&[a, b], 0.0, paint);
    }

    fn text(&mut self, at: Point, text: &str, color: Color) {
        let at = at + Vec2::new(TEXT_SHIFT[0], -TEXT_SHIFT[1]) * self.pixel;
        if text.is_empty() || !(at.x.is_finite() && at.y.is_finite()) {
            return;
        }
        let [x, y] = [at.x, at.y].map(|number| self.number(number));
        let text = escaped(text);
        // The transform of the picture turns the y axis up, and letters with it. They are scaled by a
        // transform, because programs that show SVG do not draw letters of a tenth of a unit well.
        let pixel = self.pixel;
        let element = format!(
            "<text transform=\"translate({x} {y}) scale({pixel:.6} -{pixel:.6})\" font-size=\"{TEXT_SIZE}\" \
             font-family=\"sans-serif\" fill=\"{color}\">{text}</text>\n"
        );
        self.text.push_str(&element);
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let finite = vertices.iter().all(|vertex| vertex.coords.iter().all(|number| number.is_finite()));
        // Numbers that are not finite would make the file invalid.
        if finite && radius.is_finite() && !vertices.is_empty() {
            let element = format!("<{}{}/>\n", self.element(vertices, radius), self.style(paint));
            self.text.push_str(&element);
        }
    }
}

/// A text in which no character begins an element.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Paint = Paint { fill: Some(Color([255, 0, 0])), stroke: None };

    /// A pixel is a centimetre, so coordinates are rounded to millimetres.
    fn canvas() -> Svg {
        Svg::new(Aabb::new([-4.8, -1.0], [4.8, 5.0]))
    }

    /// The text that `draw` adds to a picture.
    fn drawn(draw: impl Fn(&mut Svg)) -> String {
        let mut svg = canvas();
        draw(&mut svg);
        let (empty, full) = (canvas().finish(), svg.finish());
        let end = "</g>\n</svg>\n";
        let begin = empty.strip_suffix(end).unwrap();
        full.strip_prefix(begin).unwrap().strip_suffix(end).unwrap().to_owned()
    }

    /// The file begins with the svg element; its view box is the view with y down; the background fills it.
    #[test]
    fn header_holds_the_view_box_and_the_background() {
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"600\" \
                    viewBox=\"-4.8 -5 9.6 6\">\n\
                    <rect x=\"-4.8\" y=\"-5\" width=\"9.6\" height=\"6\" fill=\"#fbfaf7\"/>\n";
        let picture = canvas().finish();
        assert!(picture.starts_with(head), "{picture}");
        assert!((canvas().pixel() - 0.01).abs() < 1e-6);
    }

    /// The number of vertices decides which element is used; coordinates are those of the world.
    #[test]
    fn number_of_vertices_decides_the_element() {
        let [a, b, c] = [[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]].map(Point::from);
        let fill = " fill=\"#ff0000\"/>\n";
        let circle = drawn(|svg| svg.circle(b, 0.5, RED));
        assert_eq!(circle, format!("<circle cx=\"3\" cy=\"0\" r=\"0.5\"{fill}"));
        let line = drawn(|svg| svg.segment(b, c, RED));
        assert_eq!(line, format!("<line x1=\"3\" y1=\"0\" x2=\"0\" y2=\"4\"{fill}"));
        let triangle = drawn(|svg| svg.hull(&[a, b, c], 0.0, RED));
        assert_eq!(triangle, format!("<polygon points=\"0,0 3,0 0,4\"{fill}"));
        let capsule = drawn(|svg| svg.hull(&[a, b], 0.5, RED));
        let (below, above) = ("M0,-0.5L3,-0.5A0.5,0.5 0 0 1 3,0.5", "L0,0.5A0.5,0.5 0 0 1 0,-0.5Z");
        assert_eq!(capsule, format!("<path d=\"{below}{above}\"{fill}"));
        // The slanted edge of the triangle with sides 3, 4, 5 has the normal (0.8, 0.6).
        let rounded = drawn(|svg| svg.hull(&[a, b, c], 1.0, RED));
        let (below, slanted) = ("M0,-1L3,-1A1,1 0 0 1 3.8,0.6", "L0.8,4.6A1,1 0 0 1 -1,4");
        assert_eq!(rounded, format!("<path d=\"{below}{slanted}L-1,0A1,1 0 0 1 0,-1Z\"{fill}"));
    }

    /// Outlines have the width asked for in pixels (here a centimetre each).
    #[test]
    fn line_width_is_in_pixels() {
        let outlined = RED.outlined(Color([0, 16, 255]), 1.5);
        let circle = drawn(|svg| svg.circle(Point::origin(), 1.0, outlined));
        assert!(circle.contains("fill=\"#ff0000\" stroke=\"#0010ff\" stroke-width=\"0.015\""), "{circle}");
        let hollow = drawn(|svg| svg.circle(Point::origin(), 1.0, Paint::stroke(Color([0; 3]), 1.0)));
        assert!(hollow.contains("r=\"1\" stroke="), "{hollow}");
    }

    /// Numbers are rounded to a tenth of a pixel and have no trailing zeros.
    #[test]
    fn numbers_have_no_trailing_zeros() {
        let (metres, kilometres) = (canvas(), Svg::new(Aabb::new([0.0, 0.0], [96_000.0, 1.0])));
        for (number, text) in [
            (1.0, "1"),
            (-0.000_4, "0"),
            (0.001, "0.001"),
            (1.234_56, "1.235"),
            (-10.5, "-10.5"),
            (100.0, "100"),
        ] {
            assert_eq!(metres.number(number), text);
        }
        assert_eq!(kilometres.number(100.4), "100");
        assert_eq!(Svg::new(Aabb::new([0.0, 0.0], [1.0, 1.0])).decimals, 4);
    }

    /// A shape with a number that is not finite is left out, and the file stays valid.
    #[test]
    fn shapes_with_numbers_that_are_not_finite_are_left_out() {
        for bad in [f32::NAN, f32::INFINITY] {
            assert_eq!(drawn(|svg| svg.circle(Point::new(0.0, bad), 1.0, RED)), "");
            assert_eq!(drawn(|svg| svg.circle(Point::origin(), bad, RED)), "");
            assert_eq!(drawn(|svg| svg.segment(Point::origin(), Point::new(bad, 0.0), RED)), "");
        }
        assert_eq!(drawn(|svg| svg.hull(&[], 1.0, RED)), "");
    }
}
