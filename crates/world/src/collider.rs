//! Colliders: shapes on bodies.

use crate::error::DefError;
use crate::settings::{Filter, MARGIN_SHARE, MAX_MARGIN, Material, SPECULATIVE_DISTANCE};
use compute::math::{max, min};
use geom::{MassProperties, Point, Pose, Shape};

/// A collider to be added to a body.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderDef {
    /// The shape, in the body's frame.
    pub shape: Shape,
    /// Density, friction and the like.
    pub material: Material,
    /// What it meets.
    pub filter: Filter,
}

impl ColliderDef {
    /// With this shape, the default material and filter.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self { shape, material: Material::default(), filter: Filter::default() }
    }

    /// Its shape moved within the body's frame: to `position` (m), turned by `angle` (rad).
    #[must_use]
    pub fn offset(mut self, position: impl Into<Point>, angle: f32) -> Self {
        self.shape = self.shape.transformed(Pose::new(position, angle));
        self
    }

    /// With another density, kg/m^2.
    #[must_use]
    pub fn density(mut self, density: f32) -> Self {
        self.material.density = density;
        self
    }

    /// With another coefficient of friction, both static and sliding.
    #[must_use]
    pub fn friction(mut self, friction: f32) -> Self {
        (self.material.friction, self.material.static_friction) = (friction, friction);
        self
    }

    /// With a higher coefficient of friction as long as nothing slides.
    #[must_use]
    pub fn static_friction(mut self, static_friction: f32) -> Self {
        self.material.static_friction = static_friction;
        self
    }

    /// With another restitution, 0 to 1.
    #[must_use]
    pub fn restitution(mut self, restitution: f32) -> Self {
        self.material.restitution = restitution;
        self
    }

    /// With another resistance to rolling, not negative: the tangent of the steepest slope on which it rests.
    #[must_use]
    pub fn rolling_resistance(mut self, rolling_resistance: f32) -> Self {
        self.material.rolling_resistance = rolling_resistance;
        self
    }

    /// With a surface that runs around it, clockwise, at `surface_speed` (m/s): a conveyor belt.
    #[must_use]
    pub fn surface_speed(mut self, surface_speed: f32) -> Self {
        self.material.surface_speed = surface_speed;
        self
    }

    /// With another material.
    #[must_use]
    pub fn material(mut self, material: Material) -> Self {
        self.material = material;
        self
    }

    /// With another filter.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Looks at every value, and returns the mass.
    pub(crate) fn validate(&self) -> Result<MassProperties, DefError> {
        self.material.validate()?;
        Ok(self.shape.mass_properties(self.material.density)?)
    }
}

/// The record behind a collider's handle. Its fat box lies in an array of its own.
#[derive(Clone, Debug)]
pub(crate) struct Collider {
    pub(crate) body: u32,
    /// The next collider of the body.
    pub(crate) next: u32,
    pub(crate) shape: Shape,
    pub(crate) material: Material,
    pub(crate) filter: Filter,
    pub(crate) mass: MassProperties,
    /// The greatest distance of a point of the shape from the body's origin, m.
    pub(crate) reach: f32,
    /// By how much the fat box is larger than the shape's, m.
    pub(crate) margin: f32,
}

impl Collider {
    pub(crate) fn new(
        def: ColliderDef,
        mass: MassProperties,
        body: u32,
        next: u32,
        length_unit: f32,
    ) -> Self {
        let size = def.shape.aabb(Pose::IDENTITY).half_perimeter();
        // Half of the speculative distance on each side: what comes that near must have its boxes overlap.
        let margin =
            max(0.5 * SPECULATIVE_DISTANCE * length_unit, min(MAX_MARGIN * length_unit, MARGIN_SHARE * size));
        let ColliderDef { shape, material, filter } = def;
        let reach = shape.reach(Point::origin());
        Self { body, next, shape, material, filter, mass, reach, margin }
    }
}
