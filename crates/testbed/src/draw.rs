//! Draws a world on any canvas.
//!
//! ```text
//!   below   static bodies, grey
//!   above   other bodies, each in its colour, paler while asleep; a radius shows how a circle turns
//!   on top  joints, from the centres of the bodies to the anchors; contacts, if asked for
//! ```
//!
//! ```text
//!   svg, raster   canvases: shapes as text; pixels
//!   film          a GIF file, frame by frame from pixels
//!   camera        records a run with the canvas that the file format needs
//! ```
//!
//! Drawing reads only the public views of the world.
//! Turned down: callbacks that the world makes during a step, as other engines have. A picture shows one
//! moment, and between steps the world is at rest.

mod camera;
mod canvas;
mod film;
mod palette;
mod raster;
mod svg;

pub use camera::{Camera, Format};
pub use canvas::{Canvas, Color, Paint};
pub use film::Film;
pub use raster::Raster;
pub use svg::Svg;

use physics::broadphase::Broadphase;
use physics::prelude::*;
use physics::world::{BodyRef, JointRef};

/// Width of a still picture, px.
const WIDTH: u16 = 960;
/// Width of the outline of a body, px.
const OUTLINE: f32 = 1.0;
/// Width of what is only a line (segments, arms of joints), px.
const LINE: f32 = 1.75;
/// Radius of the dot on an anchor or contact point, px.
const DOT: f32 = 2.5;
/// Length of a contact normal, px.
const NORMAL: f32 = 12.0;

/// Draws all bodies and joints.
pub fn draw_world<B: Broadphase>(world: &World<B>, canvas: &mut impl Canvas) {
    let (moving, fixed): (Vec<_>, Vec<_>) = world.bodies().partition(|body| body.kind() != BodyKind::Static);
    for body in fixed.into_iter().chain(moving) {
        draw_body(body, canvas);
    }
    for joint in world.joints() {
        draw_joint(joint, canvas);
    }
}

/// Draws the points of touching contacts with their normals, which point from the first body to the second.
pub fn draw_contacts<B: Broadphase>(world: &World<B>, canvas: &mut impl Canvas) {
    let pixel = canvas.pixel();
    for contact in world.contacts().filter(|contact| contact.is_touching()) {
        let normal = contact.manifold().normal * (NORMAL * pixel);
        for (point, _, _) in contact.points() {
            canvas.line(point, point + normal, Paint::stroke(palette::CONTACT, OUTLINE));
            canvas.circle(point, DOT * pixel, Paint::fill(palette::CONTACT));
        }
    }
}

fn draw_body(body: BodyRef<'_>, canvas: &mut impl Canvas) {
    let (pose, fill) = (body.pose(), palette::of_body(body));
    let line = palette::line_on(fill);
    for collider in body.colliders() {
        let shape = collider.shape();
        if !shape.aabb(pose).overlaps(canvas.view()) {
            continue;
        }
        let paint = match shape {
            Shape::Segment(_) | Shape::ChainSegment(_) => Paint::stroke(line, LINE),
            _ => Paint::fill(fill).outlined(line, OUTLINE),
        };
        let placed = shape.transformed(pose);
        match (&placed, placed.hull()) {
            (_, Some(hull)) => canvas.hull(hull.vertices, hull.radius, paint),
            (Shape::HalfSpace(half_space), _) => {
                // Cuts the half-space outside of the view, so that its outline shows only on its border line.
                let margin = 0.1 * canvas.view().extents().norm();
                let view = canvas.view().expanded(margin);
                let corners = behind(&corners(view), half_space.normal(), half_space.offset());
                canvas.hull(&corners, 0.0, paint);
            }
            _ => {}
        }
        if let Shape::Circle(circle) = &placed {
            let rim = circle.center() + pose.rotation * Vec2::new(circle.radius(), 0.0);
            canvas.line(circle.center(), rim, Paint::stroke(line, OUTLINE));
        }
    }
}

/// The corners of a box, counter-clockwise.
fn corners(Aabb { lower, upper }: Aabb) -> [Point; 4] {
    [lower, Point::new(upper.x, lower.y), upper, Point::new(lower.x, upper.y)]
}

/// The part of a convex polygon behind a line: cuts each edge (Sutherland and Hodgman 1974, with one plane).
fn behind(polygon: &[Point], normal: Vec2, offset: f32) -> Vec<Point> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (i, a) in polygon.iter().copied().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let [before, after] = [a, b].map(|corner| normal.dot(&corner.coords) - offset);
        if before <= 0.0 {
            kept.push(a);
        }
        if (before < 0.0 && after > 0.0) || (before > 0.0 && after < 0.0) {
            kept.push(a + (b - a) * (before / (before - after)));
        }
    }
    kept
}

fn draw_joint(joint: JointRef<'_>, canvas: &mut impl Canvas) {
    let anchors = joint.anchors();
    let arm = Paint::stroke(palette::JOINT, LINE);
    for (body, anchor) in joint.bodies().into_iter().zip(anchors) {
        // A static body's centre has no meaning for a joint, so no arm is drawn to it.
        if body.kind() != BodyKind::Static {
            canvas.line(body.center(), anchor, arm);
        }
    }
    match joint.kind() {
        JointKind::Distance(_) | JointKind::Motor(_) => canvas.line(anchors[0], anchors[1], arm),
        JointKind::Prismatic(PrismaticJoint { axis, limits, .. })
        | JointKind::Wheel(WheelJoint { axis, limits, .. }) => {
            // The axis, over the range that B may move along or has moved.
            let axis = joint.bodies()[0].pose().rotation * axis;
            let way = joint.translation();
            let [lower, upper] = limits;
            let end = |limit: f32, way: f32| if limit.is_finite() { limit } else { way };
            let (from, to) = (end(lower, way.min(0.0)), end(upper, way.max(0.0)));
            canvas.line(anchors[0] + axis * from, anchors[0] + axis * to, arm);
        }
        JointKind::Pulley(PulleyJoint { ground_anchors: [ground_a, ground_b], .. }) => {
            canvas.line(anchors[0], ground_a, arm);
            canvas.line(ground_a, ground_b, arm);
            canvas.line(ground_b, anchors[1], arm);
        }
        JointKind::Gear(_) => {
            let [a, b] = joint.bodies().map(BodyRef::center);
            canvas.line(a, b, arm);
        }
        JointKind::Revolute(_) | JointKind::Mouse(_) | JointKind::Weld(_) | JointKind::Filter(_) => {}
    }
    for anchor in anchors {
        canvas.circle(anchor, DOT * canvas.pixel(), Paint::fill(palette::JOINT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A canvas that records what is drawn.
    #[derive(Default)]
    struct Record(Vec<(Vec<Point>, f32, Paint)>);

    impl Canvas for Record {
        fn view(&self) -> Aabb {
            Aabb::new([-4.8, -1.0], [4.8, 5.0])
        }

        fn pixel(&self) -> f32 {
            0.01
        }

        fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
            self.0.push((vertices.to_vec(), radius, paint));
        }
    }

    fn recorded(world: &World) -> Vec<(Vec<Point>, f32, Paint)> {
        let mut record = Record::default();
        draw_world(world, &mut record);
        record.0
    }

    fn svg(world: &World) -> String {
        let mut svg = Svg::new(Record::default().view());
        draw_world(world, &mut svg);
        draw_contacts(world, &mut svg);
        svg.finish()
    }

    fn circle() -> ColliderDef {
        ColliderDef::new(Shape::circle(0.5).unwrap())
    }

    fn half_space() -> ColliderDef {
        ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap())
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

    /// Joints are drawn above all bodies: the arms to the anchors, the rod between them, a dot on each
    /// anchor.
    #[test]
    fn joints_are_drawn_after_bodies() {
        let drawn = recorded(&zoo());
        let paints = [Paint::fill(palette::JOINT), Paint::stroke(palette::JOINT, LINE)];
        let is_joint = |paint: Paint| paints.contains(&paint);
        let joints = &drawn[drawn.len() - 8..];
        assert!(joints.iter().all(|(_, _, paint)| is_joint(*paint)));
        assert_eq!(drawn.iter().filter(|(_, _, paint)| is_joint(*paint)).count(), 8);
        let vertices: Vec<usize> = joints.iter().map(|(vertices, _, _)| vertices.len()).collect();
        assert_eq!(vertices, [2, 1, 1, 2, 2, 2, 1, 1], "an arm, two dots; two arms, a rod, two dots");
    }

    /// Touching colliders get their contact points and normals drawn if that is asked for.
    #[test]
    fn contacts_are_drawn_where_bodies_touch() {
        let mut level = Level::default();
        level.body_with(BodyDef::fixed(), half_space());
        level.body_with(BodyDef::dynamic().position([-3.0, 0.5]), circle());
        level.body_with(BodyDef::dynamic().position([3.0, 0.6]), circle());
        let (mut world, _) = World::load(&level).unwrap();
        world.step(1.0 / 60.0);
        let mut record = Record::default();
        draw_contacts(&world, &mut record);
        let [(line, _, _), (dot, radius, _)] = &record.0[..] else { panic!("{:?}", record.0) };
        assert!((line[0] - Point::new(-3.0, 0.0)).norm() < 0.01, "{line:?}");
        assert!(((line[1] - line[0]) - Vec2::new(0.0, 0.12)).norm() < 1e-4, "{line:?}");
        assert_eq!((dot[0], *radius), (line[0], DOT * 0.01));
    }

    /// Static bodies are drawn first, whatever their slots. What is outside of the view is left out.
    #[test]
    fn static_bodies_are_drawn_first_and_bodies_outside_the_view_are_left_out() {
        let mut level = Level::default();
        level.body_with(BodyDef::dynamic().position([0.0, 2.0]), circle());
        level.body_with(BodyDef::fixed().position([1.0, 2.0]), circle());
        level.body_with(BodyDef::dynamic().position([6.0, 2.0]), circle());
        let centers: Vec<f32> = recorded(&World::load(&level).unwrap().0)
            .iter()
            .filter_map(|(vertices, _, _)| if let [center] = vertices[..] { Some(center.x) } else { None })
            .collect();
        assert_eq!(centers, [1.0, 0.0]);
    }

    /// A sleeping body keeps its hue and becomes paler.
    #[test]
    fn sleeping_body_keeps_its_hue_and_is_paler() {
        let fill = |awake: bool| {
            let mut level = Level::default();
            level.body_with(BodyDef { awake, ..BodyDef::dynamic() }, circle());
            let Color(channels) = recorded(&World::load(&level).unwrap().0)[0].2.fill.unwrap();
            channels
        };
        let (awake, asleep) = (fill(true), fill(false));
        assert!((0..3).all(|i| asleep[i] > awake[i]), "{awake:?} {asleep:?}");
    }

    /// A half-space fills the part of the view behind its line, and nothing if the view lies in front of it.
    #[test]
    fn half_space_is_cut_to_the_view() {
        let view = Aabb::new([0.0, 0.0], [2.0, 1.0]);
        let behind = |normal: [f32; 2], offset| behind(&corners(view), Vec2::from(normal), offset);
        let points = |points: &[[f32; 2]]| points.iter().map(|p| Point::from(*p)).collect::<Vec<_>>();
        assert_eq!(behind([0.0, 1.0], 0.5), points(&[[0.0, 0.0], [2.0, 0.0], [2.0, 0.5], [0.0, 0.5]]));
        assert_eq!(behind([-1.0, 0.0], -1.5), points(&[[1.5, 0.0], [2.0, 0.0], [2.0, 1.0], [1.5, 1.0]]));
        assert_eq!(behind([0.0, 1.0], -1.0), []);
        assert_eq!(behind([0.0, 1.0], 3.0).len(), 4);
        assert_eq!(behind([0.6, 0.8], 1.5).len(), 5);
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
