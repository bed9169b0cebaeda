//! Queries that a script asks, and what is drawn of their answers and of what it will add.
//!
//! ```text
//!   ray        o----------x->  to the first hit, with the normal
//!   cast       O---------O     the shape where it stops
//!   overlap    ( )             the shape; a dot in the middle of each collider that it overlaps
//!   nearest    .------x        from the point to the nearest surface
//! ```

use physics::prelude::*;
use physics::toolkit::draw::{Paint, palette};

/// Width of a line, px.
const LINE: f32 = 1.25;
/// Radius of a dot, px.
const DOT: f32 = 3.5;
/// Length of a normal, m.
const NORMAL: f32 = 0.35;

/// A question to a world.
#[derive(Clone, Debug, PartialEq)]
pub enum Query {
    /// What a ray hits first.
    Ray(Ray),
    /// What a moving shape hits first.
    Cast {
        /// The shape.
        shape: Shape,
        /// Where it begins.
        start: Pose,
        /// How far it moves, m.
        translation: Vec2,
    },
    /// What overlaps a shape.
    Overlap {
        /// The shape.
        shape: Shape,
        /// Where it is.
        pose: Pose,
    },
    /// What is nearest to a point, within 10 m.
    Nearest(Point),
}

/// A mark of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line, m.
    Line([Point; 2]),
    /// A point that was hit, and the normal there.
    Hit(Point, Vec2),
    /// A collider that was found: the middle of its box, m.
    Found(Point),
    /// The outline of a shape.
    Outline(Shape, Pose),
    /// A shape that is filled, below all bodies.
    Water(Shape, Pose),
    /// A text, and where it begins, m.
    Label(Point, &'static str),
    /// A part of the ground that will be added, m.
    Ground([Point; 2]),
    /// The openings of a portal that will be added.
    Portal(PortalDef),
}

impl Query {
    /// Asks a world, and marks the answer.
    ///
    /// # Errors
    /// Those of the queries of [`World`].
    pub fn marks<B: Broadphase>(&self, world: &World<B>) -> Result<Vec<Mark>, DefError> {
        let filter = QueryFilter::default();
        Ok(match self {
            Self::Ray(ray) => match world.cast_ray(ray, filter)? {
                Some(hit) => vec![Mark::Line([ray.origin, hit.point]), Mark::Hit(hit.point, hit.normal)],
                None => vec![Mark::Line([ray.origin, ray.at(ray.max_fraction)])],
            },
            Self::Cast { shape, start, translation } => {
                let cast = ShapeCast::new(shape, *start, *translation);
                let hit = world.cast_shape(&cast, filter)?;
                let end = cast.pose_at(hit.as_ref().map_or(1.0, |hit| hit.fraction));
                let mut marks = vec![
                    Mark::Outline(shape.clone(), *start),
                    Mark::Line([start.position, end.position]),
                    Mark::Outline(shape.clone(), end),
                ];
                marks.extend(hit.map(|hit| Mark::Hit(hit.point, hit.normal)));
                marks
            }
            Self::Overlap { shape, pose } => {
                let found = world.overlap_shape_all(shape, *pose, filter)?;
                let dots = found.into_iter().map(|c| Mark::Found(c.shape().aabb(c.body().pose()).center()));
                dots.chain([Mark::Outline(shape.clone(), *pose)]).collect()
            }
            Self::Nearest(point) => match world.closest_to_point(*point, 10.0, filter)? {
                Some(hit) => vec![Mark::Line([*point, hit.point]), Mark::Hit(hit.point, hit.normal)],
                None => vec![Mark::Found(*point)],
            },
        })
    }
}

impl Mark {
    /// Draws it.
    pub fn draw(&self, draw: &mut impl DebugDraw) {
        let line = Paint::stroke(palette::AABB, LINE);
        match self {
            Self::Line([a, b]) => draw.segment(*a, *b, line),
            Self::Hit(point, normal) => {
                draw.segment(*point, *point + normal * NORMAL, Paint::stroke(palette::CONTACT, LINE));
                draw.point(*point, DOT, palette::CONTACT);
            }
            Self::Found(point) => draw.point(*point, DOT, palette::CONTACT),
            Self::Ground([a, b]) => draw.segment(*a, *b, Paint::stroke(palette::INK, LINE)),
            Self::Portal(portal) => portal.draw(Position::ORIGIN, draw),
            Self::Label(at, text) => draw.text(*at, text, palette::INK),
            Self::Outline(shape, pose) => draw_shape(shape, *pose, line, draw),
            Self::Water(shape, pose) => draw_shape(shape, *pose, Paint::fill(palette::WATER), draw),
        }
    }
}

fn draw_shape(shape: &Shape, pose: Pose, paint: Paint, draw: &mut impl DebugDraw) {
    if let Some(hull) = shape.hull() {
        let vertices: Vec<Point> = hull.vertices.iter().map(|vertex| pose * *vertex).collect();
        draw.hull(&vertices, hull.radius, paint);
    }
}
