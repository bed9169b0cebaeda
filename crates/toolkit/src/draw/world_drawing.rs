//! The layers of a drawing, from below to above.

use super::{Color, DebugDraw, DrawOptions, Layer, Paint, palette};
use broadphase::Broadphase;
use compute::math::{clamp, max, min};
use geom::{Aabb, Point, Pose, Position, Rot, Shape, Sides, Vec2, clip_behind, right_normal};
use std::f32::consts::TAU;
use world::{
    BodyKind, BodyRef, JointKind, JointRef, PrismaticJoint, PulleyJoint, RatchetJoint, WheelJoint, World,
};

/// Width of the outline of a body, px.
const OUTLINE: f32 = 1.0;
/// Width of what is only a line (segments, arms of joints), px.
const LINE: f32 = 1.75;
/// Radius of the dot on an anchor or contact point, px.
const DOT: f32 = 2.5;
/// Distance up to which two dots or lines of a joint are drawn as one, px.
const NEAR: f32 = 0.25;
/// Length of a contact normal, px.
const NORMAL: f32 = 12.0;
/// Radius of the ring around a body that was stopped on its way, px.
const RING: f32 = 9.0;
/// Half length of the cross on a centre of mass, px.
const CROSS: f32 = 5.0;
/// From where to where a tooth of a ratchet reaches from the centre of mass, px.
const TOOTH: [f32; 2] = [7.0, 11.0];
/// So many teeth are drawn at most.
const MOST_TEETH: f32 = 32.0;

/// Draws what `options` ask for. See [`DebugDraw`] for an example.
#[doc(alias("b2World_Draw", "DebugRenderPipeline"))]
pub fn draw_world<B: Broadphase>(world: &World<B>, options: &DrawOptions, draw: &mut impl DebugDraw) {
    draw_world_at(world, options, draw, |body| body.pose_from(options.seen_from));
}

/// [`draw_world`] with bodies and joints at other poses, such as those of an
/// [`Interpolator`](crate::Interpolator), which are measured from [`DrawOptions::seen_from`]. Boxes and
/// contacts are drawn where the world has them.
///
/// ```
/// use toolkit::Interpolator;
/// use toolkit::draw::{DebugDraw, DrawOptions, draw_world_at};
/// use world::World;
/// use world::geom::Position;
///
/// fn frame(world: &World, previous: &Interpolator, camera: Position, window: &mut impl DebugDraw) {
///     let options = DrawOptions { seen_from: camera, ..DrawOptions::default() };
///     draw_world_at(world, &options, window, |body| previous.pose_from(body, 0.5, camera));
/// }
/// ```
pub fn draw_world_at<'a, B: Broadphase>(
    world: &'a World<B>,
    options: &DrawOptions,
    draw: &mut impl DebugDraw,
    pose: impl Fn(BodyRef<'a>) -> Pose,
) {
    let is_static = |body: &BodyRef<'_>| body.kind() == BodyKind::Static;
    if options.bodies {
        draw.begin_layer(Layer::StaticBodies);
        // What is filled in the second pass hides all of the outlines that lies inside.
        let passes =
            if options.ground_as_one { &[Ground::Outline, Ground::Inside][..] } else { &[Ground::Each] };
        for &ground in passes {
            for body in world.bodies().filter(is_static) {
                draw_body(body, pose(body), (palette::of_body(body), ground), draw);
            }
        }
        draw.begin_layer(Layer::Bodies);
        for body in world.bodies().filter(|body| !is_static(body)) {
            let fill = if options.color_by_kind { palette::of_kind(body) } else { palette::of_body(body) };
            draw_body(body, pose(body), (fill, Ground::Each), draw);
        }
    }
    if options.edge_normals {
        draw.begin_layer(Layer::EdgeNormals);
        world.bodies().for_each(|body| draw_edge_normals(body, pose(body), draw));
    }
    if options.joints {
        draw.begin_layer(Layer::Joints);
        for joint in world.joints() {
            let poses = joint.bodies().map(&pose);
            let share = joint_share(joint, poses, options.fade_joints * draw.pixel());
            if share > 0.0 {
                draw_joint(joint, poses, (options.seen_from, share), draw);
            }
        }
    }
    if options.boxes {
        draw.begin_layer(Layer::Boxes);
        for collider in world.colliders().filter(|c| c.is_enabled()) {
            let aabb = collider.fat_aabb_from(options.seen_from);
            draw.polygon(&corners(aabb), Paint::stroke(palette::AABB, OUTLINE));
        }
    }
    if options.contacts || options.normals || options.impulses != 0.0 {
        draw.begin_layer(Layer::Contacts);
        draw_contacts(world, options, draw);
    }
    if options.shortened {
        draw.begin_layer(Layer::Shortened);
        for body in world.shortened_bodies() {
            let center = pose(body) * body.mass_properties().center;
            draw.hull(&[center], RING * draw.pixel(), Paint::stroke(palette::SHORTENED, LINE));
        }
    }
    if options.centers {
        draw.begin_layer(Layer::Centers);
        for body in world.bodies().filter(|body| !is_static(body)) {
            let (pose, arm) = (pose(body), CROSS * draw.pixel());
            let center = pose * body.mass_properties().center;
            for axis in [Vec2::x(), Vec2::y()] {
                let arm = pose.rotation * axis * arm;
                draw.segment(center - arm, center + arm, Paint::stroke(palette::INK, OUTLINE));
            }
        }
    }
    if options.names {
        draw.begin_layer(Layer::Names);
        for body in world.bodies() {
            let center = pose(body) * body.mass_properties().center;
            if draw.view().contains(Aabb { lower: center, upper: center }) {
                draw.text(center, &body.id().index().to_string(), palette::INK);
            }
        }
    }
}

fn draw_contacts<B: Broadphase>(world: &World<B>, options: &DrawOptions, draw: &mut impl DebugDraw) {
    let (pixel, thin) = (draw.pixel(), Paint::stroke(palette::CONTACT, OUTLINE));
    for contact in world.contacts().filter(|contact| contact.is_touching()) {
        let normal = contact.manifold().normal;
        for (point, _, impulse) in contact.points_from(options.seen_from) {
            if options.normals {
                draw.segment(point, point + normal * (NORMAL * pixel), thin);
            }
            if options.impulses != 0.0 {
                let thick = Paint::stroke(palette::CONTACT, LINE);
                let push = normal * (impulse.normal * options.impulses);
                let drag = right_normal(normal) * (impulse.tangent * options.impulses);
                draw.segment(point, point + push, thick);
                draw.segment(point, point + drag, thick);
            }
            if options.contacts {
                draw.point(point, DOT, palette::CONTACT);
            }
        }
    }
}

/// Draws the outward normal of each edge of the body's polygons, from the middle of the edge.
fn draw_edge_normals(body: BodyRef<'_>, pose: Pose, draw: &mut impl DebugDraw) {
    let length = NORMAL * draw.pixel();
    for collider in body.colliders() {
        let Shape::Polygon(polygon) = collider.shape() else { continue };
        let vertices = polygon.vertices();
        for (i, (&vertex, normal)) in vertices.iter().zip(polygon.normals()).enumerate() {
            let next = vertices[(i + 1) % vertices.len()];
            let middle = pose * (vertex + (next - vertex) * 0.5);
            let tip = middle + pose.rotation * *normal * length;
            draw.segment(middle, tip, Paint::stroke(palette::CONTACT, OUTLINE));
        }
    }
}

/// How a body is drawn: each collider for itself, or as a part of the ground in two passes, first outlines
/// that reach [`OUTLINE`] beyond what is filled after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Each,
    Outline,
    Inside,
}

fn draw_body(body: BodyRef<'_>, pose: Pose, (fill, ground): (Color, Ground), draw: &mut impl DebugDraw) {
    let line = palette::line_on(fill);
    let (around, width) = match ground {
        Ground::Each => (line, OUTLINE),
        Ground::Outline => (line, 3.0 * OUTLINE),
        // Closes the gap that smoothed edges leave between neighbours.
        Ground::Inside => (fill, OUTLINE),
    };
    let is_filled_below = ground != Ground::Each && faces_up(body, pose);
    for collider in body.colliders() {
        let shape = collider.shape();
        if let (Shape::ChainSegment(segment), true) = (shape, is_filled_below) {
            let ends = segment.segment().ends().map(|end| pose * end);
            draw_below(ends, Paint::fill(fill).outlined(around, width), draw);
        }
        if !shape.aabb(pose).overlaps(draw.view()) {
            continue;
        }
        let paint = match shape {
            // An outline, so that a sensor does not hide what is inside it.
            _ if collider.is_sensor() => {
                let is_entered = collider.overlaps().next().is_some();
                Paint::stroke(if is_entered { palette::SENSOR_ENTERED } else { palette::SENSOR }, LINE)
            }
            Shape::ChainSegment(_) if is_filled_below => continue,
            Shape::Segment(_) | Shape::ChainSegment(_) => Paint::stroke(line, LINE),
            // An outline, since bodies pass through it.
            _ if !collider.is_enabled() => Paint::stroke(line, OUTLINE),
            _ => Paint::fill(fill).outlined(around, width),
        };
        let placed = shape.transformed(pose);
        match (&placed, placed.hull()) {
            (_, Some(hull)) => draw.hull(hull.vertices, hull.radius, paint),
            (Shape::HalfSpace(half_space), _) => {
                // Cuts the half-space outside of the view, so that its outline shows only on its border line.
                let margin = 0.1 * draw.view().extents().norm();
                let view = draw.view().expanded(margin);
                let corners = clip_behind(&corners(view), half_space.normal(), half_space.offset());
                draw.polygon(&corners, paint);
            }
            _ => {}
        }
        if let (Shape::Circle(circle), Ground::Each) = (&placed, ground) {
            let rim = circle.center() + pose.rotation * Vec2::new(circle.radius(), 0.0);
            draw.segment(circle.center(), rim, Paint::stroke(line, OUTLINE));
        }
    }
}

/// Whether the chain segments of a body are a height field: all lead the same way, and bodies touch them from
/// above.
fn faces_up(body: BodyRef<'_>, pose: Pose) -> bool {
    let mut first = 0.0;
    body.colliders().all(|collider| {
        let Shape::ChainSegment(segment) = collider.shape() else { return true };
        let [a, b] = segment.segment().ends();
        let way = (pose.rotation * (b - a)).x;
        first = if first == 0.0 { way } else { first };
        let is_above = segment.sides() == Sides::Two || (pose.rotation * segment.normal()).y > 0.0;
        is_above && way * first > 0.0
    })
}

/// Fills what lies between a segment and the lower border of the view.
fn draw_below([a, b]: [Point; 2], paint: Paint, draw: &mut impl DebugDraw) {
    let view = draw.view();
    let bottom = view.lower.y - 0.1 * view.extents().y;
    let (left, right) = if a.x < b.x { (a, b) } else { (b, a) };
    if right.x >= view.lower.x && left.x <= view.upper.x && min(a.y, b.y) > bottom {
        draw.polygon(&[Point::new(left.x, bottom), Point::new(right.x, bottom), right, left], paint);
    }
}

/// The corners of a box, counter-clockwise.
fn corners(Aabb { lower, upper }: Aabb) -> [Point; 4] {
    [lower, Point::new(upper.x, lower.y), upper, Point::new(lower.x, upper.y)]
}

/// The share of its width that a joint is drawn with: 1 from a size of `fade` (m) on, 0 from a third of it
/// down. The size is the length of its longest arm, or that of the smaller body, if that is more.
fn joint_share(joint: JointRef<'_>, poses: [Pose; 2], fade: f32) -> f32 {
    if fade <= 0.0 {
        return 1.0;
    }
    let (anchors, centers) = joint_points(joint, poses);
    let bodies = joint.bodies();
    let moves = [0, 1].map(|i| bodies[i].kind() != BodyKind::Static);
    let arm = |i: usize| if moves[i] { (anchors[i] - centers[i]).norm() } else { 0.0 };
    let width = |i: usize| {
        let collider = bodies[i].colliders().next().filter(|_| moves[i]);
        collider.map_or(f32::INFINITY, |collider| collider.fat_aabb().extents().norm())
    };
    let smaller = min(width(0), width(1));
    let smaller = if smaller.is_finite() { smaller } else { 0.0 };
    let size = max(max(arm(0), arm(1)), max((anchors[0] - anchors[1]).norm(), smaller));
    clamp((3.0 * size / fade - 1.0) / 2.0, 0.0, 1.0)
}

/// The anchors of a joint, and the centres of mass of its bodies.
fn joint_points(joint: JointRef<'_>, poses: [Pose; 2]) -> ([Point; 2], [Point; 2]) {
    let locals = joint.kind().anchors().unwrap_or([Point::origin(); 2]);
    let bodies = joint.bodies();
    let centers = [0, 1].map(|i| poses[i] * bodies[i].mass_properties().center);
    ([poses[0] * locals[0], poses[1] * locals[1]], centers)
}

/// Draws a joint between bodies at these poses, which are seen from `origin`, with a share of its full width.
fn draw_joint(
    joint: JointRef<'_>,
    poses: [Pose; 2],
    (origin, share): (Position, f32),
    draw: &mut impl DebugDraw,
) {
    let (anchors, centers) = joint_points(joint, poses);
    let bodies = joint.bodies();
    let (arm, dot) = (Paint::stroke(palette::JOINT, share * LINE), share * DOT);
    let near = NEAR * draw.pixel();
    let has_arm = bodies.map(|body| body.kind() != BodyKind::Static);
    let is_one_place = (anchors[1] - anchors[0]).norm() <= near;
    if is_one_place && has_arm == [true; 2] && is_between(anchors[0], centers, near) {
        draw.segment(centers[0], centers[1], arm);
    } else {
        for i in [0, 1].into_iter().filter(|i| has_arm[*i]) {
            draw.segment(centers[i], anchors[i], arm);
        }
    }
    match joint.kind() {
        JointKind::Distance(_) | JointKind::Motor(_) => draw.segment(anchors[0], anchors[1], arm),
        JointKind::Prismatic(PrismaticJoint { axis, limits, .. })
        | JointKind::Wheel(WheelJoint { axis, limits, .. }) => {
            // The axis, over the range that B may move along or has moved.
            let axis = poses[0].rotation * axis;
            let way = joint.translation();
            let [lower, upper] = limits;
            let end = |limit: f32, way: f32| if limit.is_finite() { limit } else { way };
            let (from, to) = (end(lower, min(way, 0.0)), end(upper, max(way, 0.0)));
            draw.segment(anchors[0] + axis * from, anchors[0] + axis * to, arm);
        }
        JointKind::Pulley(PulleyJoint { ground_anchors, .. }) => {
            let [ground_a, ground_b] = ground_anchors.map(|anchor| Point::from(anchor - origin));
            draw.segment(anchors[0], ground_a, arm);
            draw.segment(ground_a, ground_b, arm);
            draw.segment(ground_b, anchors[1], arm);
        }
        JointKind::Gear(_) | JointKind::Rack(_) => draw.segment(centers[0], centers[1], arm),
        // A tooth at each click, around B's centre of mass, as A sees them.
        JointKind::Ratchet(RatchetJoint { phase, ratchet, .. }) => {
            let teeth = clamp((TAU / ratchet.abs()).floor(), 1.0, MOST_TEETH);
            let [inner, outer] = TOOTH.map(|pixels| pixels * draw.pixel());
            for tooth in 0..teeth as u16 {
                let click = Rot::from_angle(phase + ratchet * f32::from(tooth));
                let way = poses[0].rotation * (click * Vec2::new(1.0, 0.0));
                draw.segment(centers[1] + way * inner, centers[1] + way * outer, arm);
            }
            return;
        }
        // Its two bodies are drawn as what they are: one body in two places.
        JointKind::Portal(_) => return,
        // A friction joint has no length, and acts at B's centre of mass.
        JointKind::Friction(_) => {
            if bodies[1].kind() != BodyKind::Static {
                draw.point(centers[1], dot, palette::JOINT);
            }
            return;
        }
        JointKind::Revolute(_) | JointKind::Mouse(_) | JointKind::Weld(_) | JointKind::Filter(_) => {}
    }
    draw.point(anchors[0], dot, palette::JOINT);
    if !is_one_place {
        draw.point(anchors[1], dot, palette::JOINT);
    }
}

/// Whether a point is nearer than `near` to the segment between two others.
fn is_between(point: Point, [a, b]: [Point; 2], near: f32) -> bool {
    let (way, to) = (b - a, point - a);
    let share = clamp(to.dot(&way) / max(way.norm_squared(), f32::MIN_POSITIVE), 0.0, 1.0);
    (to - way * share).norm_squared() < near * near
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Polygon;
    use world::{BodyDef, ColliderDef, DistanceJoint, JointDef, Level, RevoluteJoint};

    /// Something drawn: vertices, radius, paint.
    type Drawn = (Vec<Point>, f32, Paint);

    /// Records what is drawn, and the layers. 100 pixels in a metre.
    #[derive(Default)]
    struct Record {
        drawn: Vec<Drawn>,
        texts: Vec<(Point, String)>,
        layers: Vec<Layer>,
    }

    impl DebugDraw for Record {
        fn view(&self) -> Aabb {
            Aabb::new([-5.0, -1.0], [5.0, 5.0])
        }

        fn segment(&mut self, a: Point, b: Point, paint: Paint) {
            self.hull(&[a, b], 0.0, paint);
        }

        fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
            self.drawn.push((vertices.to_vec(), radius, paint));
        }

        fn text(&mut self, at: Point, text: &str, _color: Color) {
            self.texts.push((at, text.to_owned()));
        }

        fn begin_layer(&mut self, layer: Layer) {
            self.layers.push(layer);
        }
    }

    fn recorded(world: &World, options: &DrawOptions) -> Record {
        let mut record = Record::default();
        draw_world(world, options, &mut record);
        record
    }

    fn nothing() -> DrawOptions {
        DrawOptions { bodies: false, joints: false, ..DrawOptions::default() }
    }

    fn circle() -> ColliderDef {
        ColliderDef::new(Shape::circle(0.5).unwrap())
    }

    fn half_space() -> ColliderDef {
        ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap())
    }

    /// Joints are drawn above all bodies: the arms to the anchors, the rod between them, a dot on each
    /// anchor.
    #[test]
    fn joints_are_drawn_after_bodies() {
        let mut level = Level::default();
        let ground = level.body_with(BodyDef::fixed(), half_space());
        let ball = level.body_with(BodyDef::dynamic().position([-3.0, 0.5]), circle());
        let other = level.body_with(BodyDef::dynamic().position([1.0, 3.0]), circle());
        level.joint(JointDef::new(ground, ball, RevoluteJoint::new().anchors([-3.0, 1.0], [0.5, 0.0])));
        level.joint(JointDef::new(ball, other, DistanceJoint::new(1.0)));
        let drawn = recorded(&World::load(&level).unwrap().0, &DrawOptions::default()).drawn;
        let paints = [Paint::fill(palette::JOINT), Paint::stroke(palette::JOINT, LINE)];
        let is_joint = |paint: Paint| paints.contains(&paint);
        let joints = &drawn[drawn.len() - 8..];
        assert!(joints.iter().all(|(_, _, paint)| is_joint(*paint)));
        assert_eq!(drawn.iter().filter(|(_, _, paint)| is_joint(*paint)).count(), 8);
        let vertices: Vec<usize> = joints.iter().map(|(vertices, _, _)| vertices.len()).collect();
        assert_eq!(vertices, [2, 1, 1, 2, 2, 2, 1, 1], "an arm, two dots; two arms, a rod, two dots");
    }

    /// A joint between boxes of about 71 px is drawn in full up to a fade at 71 px, thinner beyond, and not
    /// at all from three times its size on; without a fade always in full.
    #[test]
    fn joints_fade_where_they_are_small() {
        let mut level = Level::default();
        let [a, b] = [0.0, 0.1].map(|x| level.body_with(BodyDef::dynamic().position([x, 2.0]), circle()));
        level.joint(JointDef::new(a, b, RevoluteJoint::new()));
        let (world, _) = World::load(&level).unwrap();
        let body = world.dynamic_bodies().next().unwrap();
        let size = 100.0 * body.colliders().next().unwrap().fat_aabb().extents().norm();
        let drawn = |fade_joints: f32| {
            let record = recorded(&world, &DrawOptions { joints: true, fade_joints, ..nothing() });
            let widths = record.drawn.iter().filter_map(|(_, _, paint)| paint.stroke.map(|(_, width)| width));
            widths.fold(0.0, f32::max)
        };
        for full in [0.0, 0.5 * size, 0.999 * size] {
            assert_eq!(drawn(full), LINE, "{full}");
        }
        // Half way between the size and a third of it.
        assert!((drawn(1.5 * size) - 0.5 * LINE).abs() < 1e-3);
        assert_eq!(drawn(3.001 * size), 0.0);
    }

    /// Touching colliders get their contact points and normals drawn if that is asked for; impulses show the
    /// weight of a body at rest, over the sub-step.
    #[test]
    fn contacts_are_drawn_where_bodies_touch() {
        let mut level = Level::default();
        level.body_with(BodyDef::fixed(), half_space());
        level.body_with(BodyDef::dynamic().position([-3.0, 0.5]), circle());
        level.body_with(BodyDef::dynamic().position([3.0, 0.6]), circle());
        let (mut world, _) = World::load(&level).unwrap();
        world.step(1.0 / 60.0);
        let record = recorded(&world, &DrawOptions { contacts: true, normals: true, ..nothing() });
        let [(line, _, _), (dot, radius, _)] = &record.drawn[..] else { panic!("{:?}", record.drawn) };
        assert!((line[0] - Point::new(-3.0, 0.0)).norm() < 0.01, "{line:?}");
        assert!(((line[1] - line[0]) - Vec2::new(0.0, 0.12)).norm() < 1e-4, "{line:?}");
        assert_eq!((dot[0], *radius), (line[0], DOT * record.pixel()));

        let record = recorded(&world, &DrawOptions { impulses: 2.0, ..nothing() });
        let (push, _, _) = &record.drawn[0];
        let impulse = world.contacts().find(|contact| contact.is_touching()).unwrap().points().next();
        let normal = impulse.unwrap().2.normal;
        assert!(normal > 0.0 && ((push[1] - push[0]).y - 2.0 * normal).abs() < 1e-5, "{push:?} {normal}");
    }

    /// Static bodies are drawn first, whatever their slots. What is outside of the view is left out.
    #[test]
    fn static_bodies_are_drawn_first_and_bodies_outside_the_view_are_left_out() {
        let mut level = Level::default();
        level.body_with(BodyDef::dynamic().position([0.0, 2.0]), circle());
        level.body_with(BodyDef::fixed().position([1.0, 2.0]), circle());
        level.body_with(BodyDef::dynamic().position([6.0, 2.0]), circle());
        let record = recorded(&World::load(&level).unwrap().0, &DrawOptions::default());
        let centers: Vec<f32> = record
            .drawn
            .iter()
            .filter_map(|(vertices, _, _)| if let [center] = vertices[..] { Some(center.x) } else { None })
            .collect();
        assert_eq!(centers, [1.0, 0.0]);
    }

    /// Where a joint holds, its two dots are one, and its arms one segment if they lie in one line.
    #[test]
    fn arms_in_one_line_and_dots_at_one_place_are_drawn_once() {
        for (bend, gap, segments, dots) in [(0.0, 0.0, 1, 1), (0.3, 0.0, 2, 1), (0.0, 0.1, 2, 2)] {
            let mut level = Level::default();
            let [a, b] =
                [-1.0, 1.0].map(|x| level.body_with(BodyDef::dynamic().position([x, 2.0]), circle()));
            level.joint(JointDef::new(a, b, RevoluteJoint::new().anchors([1.0, bend], [gap - 1.0, bend])));
            let (world, _) = World::load(&level).unwrap();
            let record = recorded(&world, &DrawOptions { joints: true, ..nothing() });
            let count = |corners: usize| record.drawn.iter().filter(|one| one.0.len() == corners).count();
            assert_eq!((count(2), count(1)), (segments, dots), "{bend} {gap}: {:?}", record.drawn);
        }
    }

    /// The colour at a point: that of the last fill or outline over it (polygons only, 100 px in a metre).
    fn color_at(record: &Record, point: Point) -> Option<Color> {
        let mut seen = None;
        for (corners, _, paint) in &record.drawn {
            let inside = |margin: f32| {
                (0..corners.len()).all(|i| {
                    let edge = corners[(i + 1) % corners.len()] - corners[i];
                    geom::cross(edge, point - corners[i]) >= -margin * edge.norm()
                })
            };
            let half = paint.stroke.map_or(0.0, |(_, width)| 0.5 * width * record.pixel());
            if paint.fill.is_some() && inside(-half) {
                seen = paint.fill;
            } else if let (Some((color, _)), true) = (paint.stroke, inside(half)) {
                seen = Some(color);
            }
        }
        seen
    }

    /// Ground of boxes that touch and overlap has the fill everywhere inside, also on their common edges, and
    /// an outline around all of it; a chain that faces up is filled below, one with a ceiling is not.
    #[test]
    fn ground_in_one_piece_has_no_lines_inside() {
        let mut level = Level::default();
        let rectangle = || ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap());
        for x in [0.0, 1.0, 1.4] {
            level.body_with(BodyDef::fixed().position([x, 0.0]), rectangle());
        }
        let (world, _) = World::load(&level).unwrap();
        let at = |ground_as_one: bool, x: f32, y: f32| {
            let options = DrawOptions { bodies: true, ground_as_one, ..nothing() };
            color_at(&recorded(&world, &options), Point::new(x, y))
        };
        let fill = palette::of_body(world.bodies().next().unwrap());
        let line = palette::line_on(fill);
        for x in [0.5, 0.9] {
            assert_eq!(at(true, x, 0.0), Some(fill), "{x}");
            assert_eq!(at(false, x, 0.0), Some(line), "{x}");
            assert_eq!(at(true, x, 0.509), Some(line), "{x}");
        }
        let filled = |points: &[[f32; 2]]| {
            let mut level = Level::default();
            let body = level.body(BodyDef::fixed());
            for segment in geom::chain(points.iter().copied(), false, Sides::One).unwrap() {
                level.collider(body, ColliderDef::new(Shape::ChainSegment(segment)));
            }
            let options = DrawOptions { bodies: true, ground_as_one: true, ..nothing() };
            let record = recorded(&World::load(&level).unwrap().0, &options);
            color_at(&record, Point::new(0.0, -0.5)) == Some(fill)
        };
        assert!(filled(&[[2.0, 0.0], [0.0, 0.5], [-2.0, 0.0]]));
        assert!(!filled(&[[2.0, 0.0], [0.0, 0.5], [-2.0, 0.0], [-2.0, 3.0], [2.0, 3.0]]));
    }

    /// By kind, equal shapes share a colour wherever they are in the world, and a circle, a box, and a box of
    /// four times the size have another; each keeps its own colour by slot otherwise.
    #[test]
    fn bodies_of_one_kind_share_a_colour() {
        let mut level = Level::default();
        let rectangle = |half: f32| ColliderDef::new(Shape::rectangle(half, half).unwrap());
        for (x, def) in
            [(-2.0, rectangle(0.1)), (-1.0, circle()), (0.0, rectangle(0.1)), (2.0, rectangle(0.4))]
        {
            level.body_with(BodyDef::dynamic().position([x, 2.0]), def);
        }
        let (world, _) = World::load(&level).unwrap();
        let colors = |color_by_kind: bool| {
            let record = recorded(&world, &DrawOptions { bodies: true, color_by_kind, ..nothing() });
            record.drawn.iter().filter_map(|(_, _, paint)| paint.fill).collect::<Vec<_>>()
        };
        let [a, ball, b, large] = colors(true)[..] else { panic!() };
        assert!(a == b && a != ball && a != large, "{a} {ball} {b} {large}");
        let [a, _, b, _] = colors(false)[..] else { panic!() };
        assert_ne!(a, b);
    }

    /// A sleeping body keeps its hue and becomes paler.
    #[test]
    fn sleeping_body_keeps_its_hue_and_is_paler() {
        let fill = |awake: bool| {
            let mut level = Level::default();
            level.body_with(BodyDef { awake, ..BodyDef::dynamic() }, circle());
            let record = recorded(&World::load(&level).unwrap().0, &DrawOptions::default());
            let Color(channels) = record.drawn[0].2.fill.unwrap();
            channels
        };
        let (awake, asleep) = (fill(true), fill(false));
        assert!((0..3).all(|i| asleep[i] > awake[i]), "{awake:?} {asleep:?}");
    }

    /// Each option draws its layer and nothing else, and layers come from below to above.
    #[test]
    fn each_option_draws_its_own_layer() {
        let mut level = Level::default();
        level.body_with(BodyDef::fixed(), half_space());
        level.body_with(BodyDef::dynamic().position([1.0, 0.5]), circle());
        let (mut world, _) = World::load(&level).unwrap();
        world.step(1.0 / 60.0);
        for (options, layer, shapes) in [
            (DrawOptions { boxes: true, ..nothing() }, Layer::Boxes, 2),
            (DrawOptions { contacts: true, ..nothing() }, Layer::Contacts, 1),
            (DrawOptions { shortened: true, ..nothing() }, Layer::Shortened, 0),
            (DrawOptions { centers: true, ..nothing() }, Layer::Centers, 2),
            (DrawOptions { names: true, ..nothing() }, Layer::Names, 0),
        ] {
            let record = recorded(&world, &options);
            assert_eq!((record.layers, record.drawn.len()), (vec![layer], shapes));
        }
        let all = DrawOptions {
            boxes: true,
            contacts: true,
            shortened: true,
            centers: true,
            names: true,
            ..Default::default()
        };
        let record = recorded(&world, &all);
        assert!(record.layers.is_sorted(), "{:?}", record.layers);
        assert_eq!(record.layers.len(), 8);
        assert_eq!(record.texts[1].1, "1");
    }

    /// A ring marks the body that a bullet drives into a wall, and the bullet after it, but no body that is
    /// not stopped; after a step in which nothing is stopped there is none.
    #[test]
    fn bodies_that_were_stopped_on_their_way_are_marked() {
        let mut level = Level::new(world::WorldSettings::default().gravity([0.0, 0.0]));
        level.body_with(BodyDef::fixed(), ColliderDef::new(Shape::rectangle(0.005, 2.0).unwrap()));
        let ball = || ColliderDef::new(Shape::circle(0.05).unwrap());
        level.body_with(BodyDef::dynamic().position([-0.5, 0.0]), ball());
        level.body_with(BodyDef::dynamic().position([-0.5, 1.0]), ball());
        level.body_with(BodyDef::dynamic().position([-3.0, 0.0]).velocity([300.0, 0.0]), ball());
        let (mut world, _) = World::load(&level).unwrap();
        world.step(1.0 / 60.0);
        let options = DrawOptions { shortened: true, ..nothing() };
        let record = recorded(&world, &options);
        let centers: Vec<Point> = world.shortened_bodies().map(BodyRef::center).collect();
        let rings: Vec<Point> = record.drawn.iter().map(|(vertices, _, _)| vertices[0]).collect();
        assert_eq!((rings.len(), &rings), (2, &centers));
        assert!(record.drawn.iter().all(|(_, radius, _)| *radius == RING * record.pixel()));
        world.step(1.0 / 60.0);
        world.step(1.0 / 60.0);
        assert!(recorded(&world, &options).drawn.is_empty());
    }

    /// Bodies and joints can be drawn at other poses than those of the world.
    #[test]
    fn poses_of_the_program_move_bodies_and_joints() {
        let mut level = Level::default();
        let [a, b] = [0.0, 2.0].map(|x| level.body_with(BodyDef::dynamic().position([x, 2.0]), circle()));
        level.joint(JointDef::new(a, b, DistanceJoint::new(2.0)));
        let (world, _) = World::load(&level).unwrap();
        let shift = Vec2::new(0.25, 1.0);
        let mut moved = Record::default();
        draw_world_at(&world, &DrawOptions::default(), &mut moved, |body| {
            let pose = body.pose();
            Pose { position: pose.position + shift, ..pose }
        });
        let still = recorded(&world, &DrawOptions::default());
        for (moved, still) in moved.drawn.iter().zip(&still.drawn) {
            assert!(moved.0.iter().zip(&still.0).all(|(m, s)| (m - s - shift).norm() < 1e-6));
        }
    }

    /// A back end that draws only lines gets the outline of every shape.
    #[test]
    fn back_end_of_lines_gets_every_outline() {
        struct Lines(usize);
        impl DebugDraw for Lines {
            fn view(&self) -> Aabb {
                Aabb::new([-5.0, -5.0], [5.0, 5.0])
            }
            fn segment(&mut self, _a: Point, _b: Point, paint: Paint) {
                assert!(paint.stroke.is_some() && paint.fill.is_none());
                self.0 += 1;
            }
        }
        let count = |shape: Shape| {
            let mut level = Level::default();
            level.body_with(BodyDef::fixed(), ColliderDef::new(shape));
            let mut lines = Lines(0);
            draw_world(&World::load(&level).unwrap().0, &DrawOptions::default(), &mut lines);
            lines.0
        };
        assert_eq!(count(Shape::rectangle(1.0, 1.0).unwrap()), 4);
        assert_eq!(count(Shape::segment([0.0, 0.0], [1.0, 0.0]).unwrap()), 1);
        assert_eq!(count(Shape::half_space([0.0, 1.0], 0.0).unwrap()), 4);
        assert!(count(Shape::circle(1.0).unwrap()) > 12);
        let rounded = Polygon::rectangle(1.0, 1.0).unwrap().rounded(0.5).unwrap();
        assert!(count(Shape::Polygon(rounded)) > 12);
    }
}
