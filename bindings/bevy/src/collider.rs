//! The component of shapes, and how a scale changes them.

use crate::pending::Pending;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use physics::geom::{Ellipse, Outline, Point, Sides, chain};
use physics::prelude::{ChainSegment, ColliderDef, DefError, Polygon, Shape, ShapeError};
use std::sync::Arc;

/// Corners of the polygon that stands for a circle under an uneven scale.
const ELLIPSE_CORNERS: usize = 32;

/// The shape of an entity: one or more convex parts. On a body, or on an entity below a body; without a body
/// above it the entity becomes a static body.
///
/// A clone shares its parts, so that rollback may copy it in every frame.
///
/// A constructor never fails: wrong numbers are reported with the entity when the collider is added, as a log
/// line, a [`PhysicsProblem`](crate::PhysicsProblem) and a [`PhysicsError`](crate::PhysicsError).
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(opaque)]
#[reflect(Component)]
#[require(Transform)]
#[component(on_add = collider_added, on_remove = collider_removed)]
pub struct Collider(Result<Arc<[ColliderDef]>, Arc<str>>);

fn collider_added(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut pending) = world.get_resource_mut::<Pending>() {
        pending.colliders.push(entity);
    }
}

fn collider_removed(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut pending) = world.get_resource_mut::<Pending>() {
        pending.removed_colliders.push(entity);
    }
}

fn point(v: Vec2) -> Point {
    Point::new(v.x, v.y)
}

impl From<ColliderDef> for Collider {
    /// One part with all its properties; those of components on the entity replace them.
    fn from(def: ColliderDef) -> Self {
        Self(Ok(Arc::new([def])))
    }
}

impl From<Vec<ColliderDef>> for Collider {
    /// Several parts with all their properties, each at its offset.
    fn from(parts: Vec<ColliderDef>) -> Self {
        Self(Ok(parts.into()))
    }
}

impl From<Shape> for Collider {
    fn from(shape: Shape) -> Self {
        ColliderDef::new(shape).into()
    }
}

impl From<Result<Shape, ShapeError>> for Collider {
    fn from(shape: Result<Shape, ShapeError>) -> Self {
        shape.map_or_else(Self::refused, Self::from)
    }
}

impl Collider {
    fn refused(error: impl ToString) -> Self {
        Self(Err(error.to_string().into()))
    }

    /// A circle of this radius, m.
    #[must_use]
    pub fn circle(radius: f32) -> Self {
        Shape::circle(radius).into()
    }

    /// [`Collider::circle`] under Rapier's name.
    #[must_use]
    pub fn ball(radius: f32) -> Self {
        Self::circle(radius)
    }

    /// A rectangle of this whole width and height, m, as Avian has it.
    #[must_use]
    pub fn rectangle(width: f32, height: f32) -> Self {
        Shape::rectangle(0.5 * width, 0.5 * height).into()
    }

    /// A rectangle of these half extents, m, as Rapier has it.
    #[must_use]
    pub fn cuboid(half_width: f32, half_height: f32) -> Self {
        Shape::rectangle(half_width, half_height).into()
    }

    /// An upright capsule: a rectangle of this length (m) between two half discs, as Avian has it.
    #[must_use]
    pub fn capsule(radius: f32, length: f32) -> Self {
        Self::capsule_y(0.5 * length, radius)
    }

    /// An upright capsule, from half the length of its segment and its radius, m, as Rapier has it.
    #[must_use]
    pub fn capsule_y(half_length: f32, radius: f32) -> Self {
        Shape::capsule([0.0, -half_length], [0.0, half_length], radius).into()
    }

    /// A lying capsule.
    #[must_use]
    pub fn capsule_x(half_length: f32, radius: f32) -> Self {
        Shape::capsule([-half_length, 0.0], [half_length, 0.0], radius).into()
    }

    /// A segment, m. It has no mass.
    #[must_use]
    pub fn segment(a: Vec2, b: Vec2) -> Self {
        Shape::segment(point(a), point(b)).into()
    }

    /// The convex hull of points, m.
    #[must_use]
    pub fn convex_hull(points: impl IntoIterator<Item = Vec2>) -> Self {
        match Polygon::hull_of(points.into_iter().map(point)) {
            Ok(hull) => Shape::Polygon(hull).into(),
            Err(error) => Self::refused(error),
        }
    }

    /// Everything below a line through the origin of the entity, to which `normal` points up.
    #[must_use]
    pub fn half_space(normal: Vec2) -> Self {
        Shape::half_space([normal.x, normal.y], 0.0).into()
    }

    /// Ground along a line of points, m, over which bodies slide without bumping; solid on both sides,
    /// without
    /// mass. `closed` joins its ends.
    #[must_use]
    pub fn polyline(points: impl IntoIterator<Item = Vec2>, closed: bool) -> Self {
        match chain(points.into_iter().map(point), closed, Sides::Two) {
            Ok(parts) => {
                Self(Ok(parts.into_iter().map(|part| ColliderDef::new(Shape::ChainSegment(part))).collect()))
            }
            Err(error) => Self::refused(error),
        }
    }

    /// The inside of a simple outline that need not be convex, cut into convex parts.
    #[must_use]
    pub fn polygon(outline: impl IntoIterator<Item = Vec2>) -> Self {
        let outline = match Outline::new(outline.into_iter().map(point)) {
            Ok(outline) => outline,
            Err(error) => return Self::refused(error),
        };
        match outline.decompose(physics::geom::DecomposeSettings::default()) {
            Ok(found) => {
                let parts = found.pieces.into_iter().map(|piece| ColliderDef::new(Shape::Polygon(piece)));
                Self(Ok(parts.collect()))
            }
            Err(error) => Self::refused(error),
        }
    }

    /// Several colliders as one, each at a position (m) and an angle (rad) of the entity's frame.
    #[must_use]
    pub fn compound(parts: impl IntoIterator<Item = (Vec2, f32, Self)>) -> Self {
        let mut all = Vec::new();
        for (position, angle, part) in parts {
            match part.0 {
                Ok(defs) => all.extend(defs.iter().map(|def| def.clone().offset(point(position), angle))),
                Err(error) => return Self(Err(error)),
            }
        }
        Self(Ok(all.into()))
    }

    /// Its parts.
    ///
    /// # Errors
    /// What is wrong with the numbers that it was made of.
    pub fn parts(&self) -> Result<&[ColliderDef], &str> {
        self.0.as_deref().map_err(|error| &**error)
    }
}

/// A shape under a scale, in the shape's own frame.
///
/// ```text
///   vertices, lines        scaled exactly; a negative scale mirrors
///   circle                 even: its radius; uneven: a polygon of 32 corners
///   capsule, rounded       even: its radius; uneven: the radius takes the smaller of |x| and |y|
/// ```
pub(crate) fn scaled(shape: &Shape, scale: Vec2) -> Result<Shape, DefError> {
    if scale == Vec2::ONE {
        return Ok(shape.clone());
    }
    if !(scale.is_finite() && scale.x != 0.0 && scale.y != 0.0) {
        let value = if scale.x.is_finite() && scale.x != 0.0 { scale.y } else { scale.x };
        return Err(DefError::Value { field: "scale", value, expected: "finite and not zero" });
    }
    let sized = |p: Point| Point::new(p.x * scale.x, p.y * scale.y);
    let (x, y) = (scale.x.abs(), scale.y.abs());
    let factor = if x < y { x } else { y };
    let mirrored = scale.x * scale.y < 0.0;
    Ok(match shape {
        Shape::Circle(circle) if x == y => {
            Shape::Circle(physics::geom::Circle::new(sized(circle.center()), circle.radius() * x)?)
        }
        Shape::Circle(circle) => {
            let radius = circle.radius();
            Shape::Polygon(
                Ellipse::new(sized(circle.center()), [radius * x, radius * y])?.polygon(ELLIPSE_CORNERS)?,
            )
        }
        Shape::Segment(segment) => {
            let [a, b] = segment.ends().map(sized);
            Shape::segment(a, b)?
        }
        Shape::ChainSegment(segment) => {
            let [a, b] = segment.segment().ends().map(sized);
            let (before, after) = (segment.before().map(sized), segment.after().map(sized));
            // A mirror turns the solid side over, so the line runs the other way.
            Shape::ChainSegment(if mirrored {
                ChainSegment::new(b, a, after, before, segment.sides())?
            } else {
                ChainSegment::new(a, b, before, after, segment.sides())?
            })
        }
        Shape::Capsule(capsule) => {
            let [a, b] = capsule.segment().ends().map(sized);
            Shape::capsule(a, b, capsule.radius() * factor)?
        }
        Shape::Polygon(polygon) => {
            let vertices = polygon.vertices().iter().copied().map(sized);
            let sharp = if mirrored { Polygon::new(vertices.rev())? } else { Polygon::new(vertices)? };
            Shape::Polygon(if polygon.radius() > 0.0 {
                sharp.rounded(polygon.radius() * factor)?
            } else {
                sharp
            })
        }
        Shape::HalfSpace(half_space) => {
            let normal = half_space.normal();
            let on_line = sized(Point::from(normal * half_space.offset()));
            let normal = physics::prelude::Vec2::new(normal.x / scale.x, normal.y / scale.y).normalize();
            Shape::half_space(normal, normal.dot(&on_line.coords))?
        }
    })
}
