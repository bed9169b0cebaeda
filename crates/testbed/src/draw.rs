//! Back ends for the debug drawing of `toolkit`, which decides what is drawn and where.
//!
//! ```text
//!   svg, raster   shapes as text; pixels
//!   film          a GIF file, frame by frame from pixels
//!   sheet         several worlds in one picture, each in a cell with title and lines of text
//!   letters       letters as strokes, for pixels
//!   theme         light and dark pictures
//!   camera        records a run with the back end that the file format needs
//! ```

mod camera;
mod film;
mod letters;
mod raster;
mod sheet;
mod svg;
mod theme;

pub use camera::{Camera, Format};
pub use film::Film;
pub use physics::toolkit::draw::{Color, DebugDraw, DrawOptions, Paint, draw_world, palette};
pub use raster::Raster;
pub use sheet::{Sheet, SheetCell};
pub use svg::Svg;
pub use theme::Theme;
#[cfg(test)]
pub use theme::contrast;

/// Width of a still picture, px.
pub const WIDTH: u16 = 960;

#[cfg(test)]
mod tests {
    use super::*;
    use physics::prelude::*;

    fn svg(world: &World) -> String {
        let mut svg = Svg::new(Aabb::new([-4.8, -1.0], [4.8, 5.0]));
        draw_world(world, &DrawOptions { contacts: true, normals: true, ..DrawOptions::default() }, &mut svg);
        svg.finish()
    }

    fn circle() -> ColliderDef {
        ColliderDef::new(Shape::circle(0.5).unwrap())
    }

    /// A world with one of each shape and one of each joint.
    fn zoo() -> World {
        let mut level = Level::default();
        let ground =
            level.body_with(BodyDef::fixed(), ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap()));
        let half_pi = std::f32::consts::FRAC_PI_2;
        let place = |x: f32, y: f32| BodyDef::dynamic().position([x, y]).angle(half_pi);
        let ball = level.body_with(place(-3.0, 0.5), circle());
        let capsule = Shape::capsule([-0.5, 0.0], [0.5, 0.0], 0.25).unwrap();
        level.body_with(place(-1.0, 3.0), ColliderDef::new(capsule));
        let sharp = level.body_with(place(1.0, 3.0), ColliderDef::new(Shape::rectangle(0.5, 0.25).unwrap()));
        let rounded = Polygon::rectangle(0.5, 0.25).unwrap().rounded(0.1).unwrap();
        level.body_with(place(3.0, 3.0), ColliderDef::new(Shape::Polygon(rounded)));
        let segment = Shape::segment([-4.0, 4.0], [4.0, 4.5]).unwrap();
        level.body_with(BodyDef::fixed(), ColliderDef::new(segment));
        level.joint(JointDef::new(ground, ball, RevoluteJoint::new().anchors([-3.0, 1.0], [0.5, 0.0])));
        level.joint(JointDef::new(ball, sharp, DistanceJoint::new(1.0)));
        World::load(&level).unwrap().0
    }

    /// Every shape is drawn at its pose: after a quarter turn its x axis points up.
    #[test]
    fn each_shape_is_drawn_at_its_pose() {
        let picture = svg(&zoo());
        for element in [
            r#"<polygon points="-5.932,-2.132 5.932,-2.132 5.932,0 -5.932,0""#,
            r#"<circle cx="-3" cy="0.5" r="0.5" fill="#,
            r#"<line x1="-3" y1="0.5" x2="-3" y2="1" stroke="#,
            r#"<path d="M-0.75,2.5L-0.75,3.5A0.25,0.25 0 0 1 -1.25,3.5L-1.25,2.5A0.25,0.25 0 0 1 -0.75,2.5Z""#,
            r#"<polygon points="1.25,2.5 1.25,3.5 0.75,3.5 0.75,2.5""#,
            r#"<path d="M3.35,2.5L3.35,3.5A0.1,0.1 0 0 1 3.25,3.6L2.75,3.6A"#,
            r#"<line x1="-4" y1="4" x2="4" y2="4.5" stroke="#,
        ] {
            assert!(picture.contains(element), "{element} in\n{picture}");
        }
    }

    /// Each element is on its own line, every element that opens is closed, and no value breaks out of its
    /// quotes.
    #[test]
    fn svg_is_well_formed() {
        let picture = svg(&zoo());
        let mut open = Vec::new();
        for line in picture.lines() {
            let tag = line.strip_prefix('<').and_then(|line| line.strip_suffix('>')).expect(line);
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name));
                continue;
            }
            let (name, attributes) = tag.split_once(' ').expect(line);
            let (attributes, is_closed) =
                attributes.strip_suffix('/').map_or((attributes, false), |a| (a, true));
            if !is_closed {
                open.push(name);
            }
            for attribute in attributes.split_inclusive("\" ") {
                let value =
                    attribute.trim_end().split_once("=\"").and_then(|(_, value)| value.strip_suffix('"'));
                assert!(!value.expect(line).contains(['<', '>', '&', '"']), "{line}");
            }
        }
        assert_eq!(open, Vec::<&str>::new());
    }
}
