//! A level: a scene as plain data in flat arrays, to be built, compared, and loaded any number of times.
//!
//! ```text
//!   bodies      BodyDef, BodyDef, ...
//!   colliders   LevelCollider { body, shape: kind and a run of points, ... }
//!   points      p p p p | p | p p | ...
//!   joints      JointDef { a, b: places in `bodies`, ... }
//! ```
//!
//! Every shape is a run of points and a radius, so that a level holds no pointer and no shape of its own size.
//!
//! Turned down: a list of objects that build themselves. It cannot be compared, nor given to another engine.

use crate::body::BodyDef;
use crate::collider::ColliderDef;
use crate::error::DefError;
use crate::joint::JointDef;
use crate::settings::{Filter, Material, WorldSettings};
use geom::{ChainSegment, Circle, Point, Polygon, Shape, Sides};

/// What the points of a [`LevelCollider`] mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeKind {
    /// The centre.
    Circle,
    /// The two ends.
    Segment,
    /// The point before, the two ends, the point after; an end stands in for a neighbour that is not there.
    ChainSegment,
    /// The same, touched from outside only.
    OneSidedChainSegment,
    /// The two ends of the middle line.
    Capsule,
    /// The vertices.
    Polygon,
    /// The outward normal, then the offset as x.
    HalfSpace,
}

/// A collider of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelCollider {
    /// Place of its body in [`Level::bodies`].
    pub body: u32,
    /// What its points mean.
    pub kind: ShapeKind,
    /// Place of its first point in [`Level::points`].
    pub first_point: u32,
    /// How many points it has.
    pub point_count: u32,
    /// Radius, m; zero for sharp shapes.
    pub radius: f32,
    /// Density, friction and the like.
    pub material: Material,
    /// What it meets.
    pub filter: Filter,
}

/// Settings, bodies, colliders and joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// How the world behaves.
    pub settings: WorldSettings,
    /// The bodies.
    pub bodies: Vec<BodyDef>,
    /// Their colliders.
    pub colliders: Vec<LevelCollider>,
    /// The points of the colliders' shapes, in their bodies' frames, m.
    pub points: Vec<Point>,
    /// The joints; their bodies are places in [`Level::bodies`].
    pub joints: Vec<JointDef<u32>>,
}

impl Level {
    /// An empty level.
    #[must_use]
    pub fn new(settings: WorldSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Adds a body and returns its place.
    pub fn body(&mut self, def: BodyDef) -> u32 {
        self.bodies.push(def);
        self.bodies.len() as u32 - 1
    }

    /// Adds a collider to the body at a place.
    pub fn collider(&mut self, body: u32, def: ColliderDef) {
        let first_point = self.points.len() as u32;
        let ColliderDef { shape, material, filter } = def;
        let kind = match &shape {
            Shape::Circle(_) => ShapeKind::Circle,
            Shape::Segment(_) => ShapeKind::Segment,
            Shape::ChainSegment(segment) => match segment.sides() {
                Sides::Two => ShapeKind::ChainSegment,
                Sides::One => ShapeKind::OneSidedChainSegment,
            },
            Shape::Capsule(_) => ShapeKind::Capsule,
            Shape::Polygon(_) => ShapeKind::Polygon,
            Shape::HalfSpace(_) => ShapeKind::HalfSpace,
        };
        let mut radius = 0.0;
        match (&shape, shape.hull()) {
            (Shape::HalfSpace(half_space), _) => {
                self.points.extend([Point::from(half_space.normal()), Point::new(half_space.offset(), 0.0)]);
            }
            (Shape::ChainSegment(segment), _) => {
                let [a, b] = segment.segment().ends();
                self.points.extend([segment.before().unwrap_or(a), a, b, segment.after().unwrap_or(b)]);
            }
            (_, Some(hull)) => {
                self.points.extend_from_slice(hull.vertices);
                radius = hull.radius;
            }
            _ => {}
        }
        let point_count = self.points.len() as u32 - first_point;
        self.colliders.push(LevelCollider { body, kind, first_point, point_count, radius, material, filter });
    }

    /// Adds a collider for each segment of a chain to the body at a place, with a material and filter in common.
    pub fn chain(&mut self, body: u32, chain: &[ChainSegment], material: Material, filter: Filter) {
        for segment in chain {
            let shape = Shape::ChainSegment(*segment);
            self.collider(body, ColliderDef { shape, material, filter });
        }
    }

    /// Adds a body with one collider and returns its place.
    pub fn body_with(&mut self, def: BodyDef, collider: ColliderDef) -> u32 {
        let body = self.body(def);
        self.collider(body, collider);
        body
    }

    /// Adds a joint between bodies named by their places.
    pub fn joint(&mut self, def: JointDef<u32>) {
        self.joints.push(def);
    }

    /// A collider with its shape put together again.
    ///
    /// # Errors
    /// [`DefError`] if its points are not there or make no such shape.
    pub fn collider_def(&self, collider: &LevelCollider) -> Result<ColliderDef, DefError> {
        let LevelCollider { kind, first_point, point_count, radius, material, filter, .. } = *collider;
        let missing = |index: u32| DefError::Index { field: "points", index, len: self.points.len() };
        let first = first_point as usize;
        let end = first.checked_add(point_count as usize).ok_or_else(|| missing(first_point))?;
        let points = self.points.get(first..end).ok_or_else(|| missing(first_point))?;
        let shape = match (kind, points) {
            (ShapeKind::Circle, &[center]) => Shape::Circle(Circle::new(center, radius)?),
            (ShapeKind::Segment, &[a, b]) => Shape::segment(a, b)?,
            (ShapeKind::ChainSegment | ShapeKind::OneSidedChainSegment, &[before, a, b, after]) => {
                let sides = if kind == ShapeKind::ChainSegment { Sides::Two } else { Sides::One };
                let before = (before != a).then_some(before);
                let after = (after != b).then_some(after);
                Shape::ChainSegment(ChainSegment::new(a, b, before, after, sides)?)
            }
            (ShapeKind::Capsule, &[a, b]) => Shape::capsule(a, b, radius)?,
            (ShapeKind::Polygon, vertices) => {
                Shape::Polygon(Polygon::new(vertices.iter().copied())?.rounded(radius)?)
            }
            (ShapeKind::HalfSpace, &[normal, offset]) => Shape::half_space(normal.coords, offset.x)?,
            _ => return Err(missing(point_count)),
        };
        Ok(ColliderDef { shape, material, filter })
    }
}
