//! Layers that show how a step works: what the solver does at the same time, how the broad phase divides the
//! boxes, what neighbours cover, and the ways of fast bodies.
//!
//! ```text
//!   strips    lines between the solver's strips, and a dot in the colour of its strip in each awake body
//!   colours   a line for each contact, between the centres of its bodies or to the ground, in its colour:
//!             those of one colour share no body that moves
//!   parts     nodes of a tree by depth, the outer ones thicker; cells of a grid
//!   seams     a cross at a contact that the step has left out or replaced, since a neighbour covers it
//!   sweeps    where a fast body was before the step, and its way; a square where a swept contact was found
//! ```
//!
//! All is read from the world as it is after the step, by its public views.

use super::overlay::Extra;
use crate::draw::{Color, DebugDraw, Paint};
use physics::collide;
use physics::prelude::*;
use physics::world::WorldSchedule;

/// Distinct colours, neighbours in the list far apart: of strips, of the solver's colours, of depths.
const COLORS: [Color; 8] = [
    Color([0x1d, 0x5f, 0xb8]),
    Color([0xd8, 0x5a, 0x1a]),
    Color([0x2e, 0x7d, 0x4f]),
    Color([0xb8, 0x1f, 0x6a]),
    Color([0x8a, 0x6a, 0x00]),
    Color([0x6a, 0x3f, 0xb8]),
    Color([0x00, 0x82, 0x8a]),
    Color([0x7a, 0x4a, 0x30]),
];
/// A contact that found no colour.
const OVERFLOW: Color = Color([0x26, 0x2a, 0x36]);
const SEAM: Color = Color([0x55, 0x5b, 0x66]);
const SWEEP: Color = Color([0x8a, 0x2b, 0xc9]);

/// Radius of a dot in a body, px.
const DOT: f32 = 3.0;
/// Half the width of a cross or a square, px.
const MARK: f32 = 5.0;
/// The shapes of a contact that was left out are looked at if they are not farther apart than this, m.
const REACH: f32 = 0.1;

/// Draws the layers that are switched on. `before` tells where a body was before the last step.
pub fn draw_layers<'a, B: Broadphase>(
    world: &'a World<B>,
    extra: &Extra,
    before: impl Fn(BodyRef<'a>) -> Pose,
    canvas: &mut impl DebugDraw,
) {
    if extra.parts {
        draw_parts(world, canvas);
    }
    if extra.strips || extra.colors {
        let schedule = world.schedule();
        if extra.colors {
            draw_colors(&schedule, canvas);
        }
        if extra.strips {
            draw_strips(world, &schedule, canvas);
        }
    }
    if extra.seams {
        draw_seams(world, canvas);
    }
    if extra.sweeps {
        draw_sweeps(world, before, canvas);
    }
}

fn color(number: usize) -> Color {
    COLORS[number % COLORS.len()]
}

fn draw_parts<B: Broadphase>(world: &World<B>, canvas: &mut impl DebugDraw) {
    world.broadphase().for_each_part(&mut |depth, Aabb { lower, upper }| {
        let corners = [lower, Point::new(upper.x, lower.y), upper, Point::new(lower.x, upper.y)];
        let width = (2.5 - 0.5 * depth as f32).max(0.75);
        canvas.polygon(&corners, Paint::stroke(color(depth as usize), width));
    });
}

fn draw_strips<B: Broadphase>(world: &World<B>, schedule: &WorldSchedule<'_>, canvas: &mut impl DebugDraw) {
    let Aabb { lower, upper } = canvas.view();
    for border in schedule.borders() {
        let [from, to] = match schedule.axis() {
            0 => [Point::new(border, lower.y), Point::new(border, upper.y)],
            _ => [Point::new(lower.x, border), Point::new(upper.x, border)],
        };
        canvas.segment(from, to, Paint::stroke(OVERFLOW, 1.5));
    }
    for body in world.bodies() {
        if let Some(strip) = schedule.strip_of(body) {
            canvas.point(body.center(), DOT, color(strip));
        }
    }
}

fn draw_colors(schedule: &WorldSchedule<'_>, canvas: &mut impl DebugDraw) {
    for (contact, place) in schedule.contacts() {
        let bodies = contact.colliders().map(ColliderRef::body);
        let place = Paint::stroke(place.color.map_or(OVERFLOW, color), 2.0);
        // A static body, such as the ground, has no centre that means anything.
        let point = contact.points().next().map_or_else(|| bodies[0].center(), |(point, _, _)| point);
        let end = |body: BodyRef<'_>| if body.kind() == BodyKind::Static { point } else { body.center() };
        let [a, b] = bodies.map(end);
        canvas.segment(a, b, place);
    }
}

fn draw_seams<B: Broadphase>(world: &World<B>, canvas: &mut impl DebugDraw) {
    let arm = MARK * canvas.pixel();
    for contact in world.contacts().filter(|contact| contact.is_at_seam()) {
        // What is left of the contact, or else where the shapes meet now.
        let mut places: Vec<Point> = contact.points().map(|(point, _, _)| point).collect();
        if places.is_empty() {
            places.push(meeting_point(contact));
        }
        for place in places {
            for diagonal in [Vec2::new(arm, arm), Vec2::new(arm, -arm)] {
                canvas.segment(place - diagonal, place + diagonal, Paint::stroke(SEAM, 2.0));
            }
        }
    }
}

/// The middle between the nearest points of the two shapes of a contact, m.
fn meeting_point(contact: ContactRef<'_>) -> Point {
    let [a, b] = contact.colliders();
    let [pose_a, pose_b] = [a, b].map(|collider| collider.body().pose());
    let manifold = collide::manifold(a.local_shape(), pose_a, b.local_shape(), pose_b, REACH);
    match manifold.points() {
        [point, ..] => {
            pose_a.position + (point.anchor_a + (pose_b.position - pose_a.position) + point.anchor_b) * 0.5
        }
        [] => {
            let [a, b] = [a, b].map(ColliderRef::fat_aabb);
            let lower = a.lower.sup(&b.lower);
            lower + (a.upper.inf(&b.upper) - lower) * 0.5
        }
    }
}

fn draw_sweeps<'a, B: Broadphase>(
    world: &'a World<B>,
    before: impl Fn(BodyRef<'a>) -> Pose,
    canvas: &mut impl DebugDraw,
) {
    let thin = Paint::stroke(SWEEP, 1.0);
    for body in world.bodies().filter(|body| body.is_awake() && body.kind() != BodyKind::Static) {
        let (then, now) = (before(body), body.pose());
        let center = body.mass_properties().center;
        let [from, to] = [then * center, now * center];
        // As a step has it: fast is what moves by more than half of the half-width of its thinnest collider.
        let width = |collider: ColliderRef<'_>| {
            let extents = collider.local_shape().aabb(Pose::IDENTITY).extents();
            0.5 * extents.x.min(extents.y)
        };
        let thinnest = body.colliders().map(width).fold(f32::INFINITY, f32::min);
        if (to - from).norm() <= 0.5 * thinnest {
            continue;
        }
        for collider in body.colliders() {
            let shape = collider.shape().transformed(then);
            if let Some(hull) = shape.hull() {
                canvas.hull(hull.vertices, hull.radius, thin);
            }
        }
        canvas.segment(from, to, Paint::stroke(SWEEP, 2.0));
    }
    let arm = MARK * canvas.pixel();
    let swept = world.contacts().filter(|contact| contact.is_swept());
    for (point, _, _) in swept.flat_map(ContactRef::points) {
        let corners = [[-arm, -arm], [arm, -arm], [arm, arm], [-arm, arm]];
        canvas.polygon(&corners.map(|corner| point + Vec2::from(corner)), Paint::stroke(SWEEP, 2.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records lines and outlines.
    #[derive(Default)]
    struct Record {
        lines: Vec<[Point; 2]>,
        outlines: Vec<(Vec<Point>, Color)>,
        dots: Vec<(Point, Color)>,
    }

    impl DebugDraw for Record {
        fn view(&self) -> Aabb {
            Aabb::new([-50.0, -50.0], [50.0, 50.0])
        }

        fn pixel(&self) -> f32 {
            0.01
        }

        fn segment(&mut self, a: Point, b: Point, _: Paint) {
            self.lines.push([a, b]);
        }

        fn hull(&mut self, vertices: &[Point], _: f32, paint: Paint) {
            match (vertices, paint) {
                ([center], Paint { fill: Some(color), .. }) => self.dots.push((*center, color)),
                _ => {
                    let color = paint.stroke.map_or(OVERFLOW, |(color, _)| color);
                    self.outlines.push((vertices.to_vec(), color));
                }
            }
        }
    }

    fn stepped(scene: &str, steps: u32) -> World {
        let (mut world, _) = World::load(&(scenes::find(scene).unwrap().level)()).unwrap();
        (0..steps).for_each(|_| world.step(1.0 / 60.0));
        world
    }

    fn drawn(world: &World, extra: &Extra) -> Record {
        let mut record = Record::default();
        draw_layers(world, extra, BodyRef::pose, &mut record);
        record
    }

    /// Nothing is drawn unasked.
    #[test]
    fn layers_are_off_by_default() {
        let Record { lines, outlines, dots } = drawn(&stepped("tower", 30), &Extra::default());
        assert!(lines.is_empty() && outlines.is_empty() && dots.is_empty());
    }

    /// A large scene has a line for each border between strips, and a dot for each awake body, whose colours
    /// change at the borders; a tower has one strip and no border, and as many coloured lines as contacts.
    #[test]
    fn strips_and_colors_are_those_of_the_schedule() {
        let world = stepped("large_pyramid", 3);
        let record = drawn(&world, &Extra { strips: true, ..Extra::default() });
        let schedule = world.schedule();
        assert!(schedule.strips() > 3);
        assert_eq!(record.lines.len(), schedule.strips() - 1);
        assert_eq!(record.dots.len(), world.stats().awake);
        let border = schedule.borders().next().unwrap();
        for (center, color) in &record.dots {
            let along = center.coords[schedule.axis()];
            assert!(along > border || *color == COLORS[0], "{along} {color}");
        }
        let tower = stepped("tower", 30);
        assert!(drawn(&tower, &Extra { strips: true, ..Extra::default() }).lines.is_empty());
        let colors = drawn(&tower, &Extra { colors: true, ..Extra::default() });
        assert_eq!(colors.lines.len(), tower.stats().touching);
    }

    /// The root of the tree holds all bodies of the tower.
    #[test]
    fn parts_are_those_of_the_broad_phase() {
        let world = stepped("pyramid", 3);
        let record = drawn(&world, &Extra { parts: true, ..Extra::default() });
        let roots = record.outlines.iter().filter(|(_, color)| *color == COLORS[0]);
        let holds = |corners: &[Point], point: Point| {
            (corners[0].x..=corners[2].x).contains(&point.x)
                && (corners[0].y..=corners[2].y).contains(&point.y)
        };
        let mut roots =
            roots.filter(|(corners, _)| world.dynamic_bodies().all(|b| holds(corners, b.center())));
        assert!(roots.next().is_some() && record.outlines.len() > 5, "{}", record.outlines.len());
    }

    /// A box that creeps over flush tiles has a cross at a seam in some steps, and none on a floor of one
    /// piece.
    #[test]
    fn seams_are_marked_where_a_box_slides_over_them() {
        let crosses = |tiles: u8| {
            let mut level = Level::default();
            let width = 10.0 / f32::from(tiles);
            for i in 0..tiles {
                let x = -5.0 + (f32::from(i) + 0.5) * width;
                let tile = ColliderDef::new(Shape::rectangle(0.5 * width, 0.5).unwrap()).friction(0.0);
                level.body_with(BodyDef::fixed().position([x, -0.5]), tile);
            }
            let slider = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap()).friction(0.0);
            level.body_with(BodyDef::dynamic().position([-2.55, 0.5]).velocity([0.15, 0.0]), slider);
            let (mut world, _) = World::load(&level).unwrap();
            (0..60)
                .map(|_| {
                    world.step(1.0 / 60.0);
                    drawn(&world, &Extra { seams: true, ..Extra::default() }).lines.len()
                })
                .sum::<usize>()
        };
        assert_eq!(crosses(1), 0);
        assert!(crosses(10) > 0, "{}", crosses(10));
    }

    /// A bullet that hits a wall has its way and a square at the wall; a crate that falls slowly has neither.
    #[test]
    fn sweeps_show_the_way_of_a_bullet() {
        let run = |speed: f32| {
            let mut level = Level::default();
            let wall = Shape::rectangle(0.05, 5.0).unwrap();
            level.body_with(BodyDef::fixed().position([5.0, 0.0]), ColliderDef::new(wall));
            let ball = BodyDef::dynamic().position([3.0, 0.0]).velocity([speed, 0.0]);
            level.body_with(ball, ColliderDef::new(Shape::circle(0.1).unwrap()));
            let (mut world, _) = World::load(&level).unwrap();
            let before = world.dynamic_bodies().next().unwrap().pose();
            world.step(1.0 / 60.0);
            let (mut record, extra) = (Record::default(), Extra { sweeps: true, ..Extra::default() });
            draw_layers(&world, &extra, |_| before, &mut record);
            record
        };
        let fast = run(180.0); // 3 m in the step
        let [from, to] = fast.lines[0];
        assert!(from.x == 3.0 && (4.5..4.96).contains(&to.x), "{to}");
        let squares = fast.outlines.iter().filter(|(corners, _)| corners.len() == 4);
        assert!(squares.flat_map(|(corners, _)| corners).any(|corner| (corner.x - 4.95).abs() < 0.15));
        let slow = run(0.5);
        assert!(slow.lines.is_empty() && slow.outlines.is_empty());
    }
}
