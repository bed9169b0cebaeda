//! A level: a scene as plain data in flat arrays. A program builds it, compares it, and loads it any number
//! of times.
//!
//! ```text
//!   bodies      BodyDef, BodyDef, ...
//!   colliders   LevelCollider { body, kind, first_point, point_count, ... }
//!   points      p p p p | p | p p | ...
//!   joints      JointDef { a, b: indices into `bodies`, ... }
//! ```
//!
//! Every shape is a run of points and a radius, so a level holds no pointers and all its colliders have the
//! same size.
//!
//! Turned down: a list of objects that build themselves. It could not be compared, nor given to another
//! engine.

use crate::body::{BodyDef, unit_rotation};
use crate::collider::ColliderDef;
use crate::error::DefError;
use crate::id::{BodyId, ColliderId, JointId};
use crate::joint::{BodyPoses, JointDef};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material, WorldSettings};
use geom::{ChainSegment, Circle, HalfSpace, Point, Polygon, Pose, Shape, Sides, Vec2};

/// The meaning of the points of a [`LevelCollider`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ShapeKind {
    /// One point: the centre.
    Circle,
    /// Two points: the ends.
    Segment,
    /// Four points: the vertex before the segment, its two ends, the vertex after it. An end without a
    /// neighbour is given twice.
    ChainSegment,
    /// The same points, for a segment that collides on its outer side only.
    OneSidedChainSegment,
    /// Two points: the ends of the centre line.
    Capsule,
    /// The vertices, counter-clockwise.
    Polygon,
    /// Two points: the outward normal; then the offset as x.
    HalfSpace,
}

/// A collider of a level. [`Level::collider`] makes it and [`Level::collider_def`] reads it. A text may leave
/// out what follows the number of points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct LevelCollider {
    /// Index of its body in [`Level::bodies`].
    pub body: u32,
    /// What its points mean.
    pub kind: ShapeKind,
    /// Index of its first point in [`Level::points`].
    pub first_point: u32,
    /// How many points it has.
    pub point_count: u32,
    /// Radius of a circle, a capsule or a rounded polygon, m; zero for other shapes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub radius: f32,
    /// Where the shape is in the body's frame.
    #[cfg_attr(feature = "serde", serde(default))]
    pub offset: Pose,
    /// Density, friction and the like.
    #[cfg_attr(feature = "serde", serde(default))]
    pub material: Material,
    /// What it collides with.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Filter,
    /// The direction in which it pushes: see [`ColliderDef::one_way`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub one_way: Option<Vec2>,
    /// Whether the hook of the world decides about its contacts.
    #[cfg_attr(feature = "serde", serde(default))]
    pub hook: bool,
    /// Whether it is a sensor.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sensor: bool,
    /// What it has to do with a portal: see [`ColliderDef::portal`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub portal: Option<PortalRole>,
    /// Whether it takes part in the simulation: see [`ColliderDef::enabled`].
    #[cfg_attr(feature = "serde", serde(default = "crate::serialized::yes"))]
    pub enabled: bool,
    /// The data that the program keeps with it.
    #[cfg_attr(feature = "serde", serde(default, with = "crate::serialized::user_data"))]
    pub user_data: u128,
}

/// A scene as plain data: settings, bodies, colliders and joints. [`World::load`](crate::World::load) makes a
/// world from it.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, DistanceJoint, JointDef, Level, World, WorldSettings};
///
/// let mut level = Level::new(WorldSettings::default());
/// let hook = level.body(BodyDef::fixed());
/// let ball = ColliderDef::new(Shape::circle(0.25)?);
/// let bob = level.body_with(BodyDef::dynamic().position([0.0, -2.0]), ball);
/// level.joint(JointDef::new(hook, bob, DistanceJoint::new(2.0)));
///
/// let (world, _) = World::load(&level)?;
/// assert_eq!(world.stats().bodies, 2);
/// assert_eq!(level, level.clone()); // plain data: it can be compared and kept
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Level {
    /// The settings of the world.
    pub settings: WorldSettings,
    /// Which points of the bodies have the velocities in [`Level::bodies`]: the centres of mass, all
    /// colliders included, as [`World::to_level`](crate::World::to_level) writes them, or the origins. (It
    /// matters only for a body that turns and has its centre of mass beside its origin.)
    pub velocities_of_centers: bool,
    /// The bodies.
    pub bodies: Vec<BodyDef>,
    /// The colliders of the bodies.
    pub colliders: Vec<LevelCollider>,
    /// The points of the colliders' shapes, in the colliders' frames, m.
    pub points: Vec<Point>,
    /// The joints; `a` and `b` are indices into [`Level::bodies`].
    pub joints: Vec<JointDef<u32>>,
}

/// The handles of what was added from a level, each list in the order of the level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelIds {
    /// Of [`Level::bodies`].
    pub bodies: Vec<BodyId>,
    /// Of [`Level::colliders`].
    pub colliders: Vec<ColliderId>,
    /// Of [`Level::joints`].
    pub joints: Vec<JointId>,
}

impl BodyPoses<u32> for Level {
    fn pose_of(&self, body: u32) -> Result<Pose, DefError> {
        let def = self.bodies.get(body as usize);
        let len = self.bodies.len();
        let def = def.ok_or(DefError::Index { field: "body of a joint", index: body, len })?;
        Ok(Pose { position: def.position, rotation: unit_rotation(def.rotation) })
    }
}

impl Level {
    /// An empty level.
    #[must_use]
    pub fn new(settings: WorldSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Adds a body and returns its index.
    pub fn body(&mut self, def: BodyDef) -> u32 {
        self.bodies.push(def);
        self.bodies.len() as u32 - 1
    }

    /// Adds a collider to the body with this index.
    pub fn collider(&mut self, body: u32, def: ColliderDef) {
        let first_point = self.points.len() as u32;
        let ColliderDef {
            shape,
            offset,
            material,
            filter,
            one_way,
            hook,
            sensor,
            portal,
            enabled,
            user_data,
        } = def;
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
        self.colliders.push(LevelCollider {
            body,
            kind,
            first_point,
            point_count,
            radius,
            offset,
            material,
            filter,
            one_way,
            hook,
            sensor,
            portal,
            enabled,
            user_data,
        });
    }

    /// Adds a collider for each segment of a chain to the body with this index. All get the same material and
    /// filter.
    pub fn chain(&mut self, body: u32, chain: &[ChainSegment], material: Material, filter: Filter) {
        for segment in chain {
            let shape = Shape::ChainSegment(*segment);
            self.collider(body, ColliderDef::new(shape).material(material).filter(filter));
        }
    }

    /// Adds a body with one collider and returns the index of the body.
    pub fn body_with(&mut self, def: BodyDef, collider: ColliderDef) -> u32 {
        let body = self.body(def);
        self.collider(body, collider);
        body
    }

    /// Adds a joint between two bodies, given by their indices.
    pub fn joint(&mut self, def: JointDef<u32>) {
        self.joints.push(def);
    }

    /// The definition of a collider of this level, with its shape built from its points.
    ///
    /// # Errors
    /// [`DefError`] if its points are not in [`Level::points`] or do not make a shape of its kind.
    pub fn collider_def(&self, collider: &LevelCollider) -> Result<ColliderDef, DefError> {
        let LevelCollider {
            kind,
            first_point,
            point_count,
            radius,
            material,
            filter,
            one_way,
            hook,
            sensor,
            portal,
            enabled,
            user_data,
            ..
        } = *collider;
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
                Shape::Polygon(Polygon::restored(vertices.iter().copied(), radius)?)
            }
            (ShapeKind::HalfSpace, &[normal, offset]) => {
                Shape::HalfSpace(HalfSpace::restored(normal.coords, offset.x)?)
            }
            _ => return Err(missing(point_count)),
        };
        let offset = collider.offset;
        Ok(ColliderDef { shape, offset, material, filter, one_way, hook, sensor, portal, enabled, user_data })
    }
}
