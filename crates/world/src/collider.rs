//! The definition of a collider, and the record to which its handle refers.

use crate::body::{BodyKind, check_rotation};
use crate::definition::{self, FREE};
use crate::error::{DefError, finite_vector};
use crate::portal::PortalRole;
use crate::settings::{
    FAST_SHARE, Filter, MARGIN_SHARE, MAX_MARGIN, Material, NOT_DYNAMIC_MARGIN_SCALE, SPECULATIVE_DISTANCE,
    VERY_FAST_SHARE,
};
use crate::slot::{BodySlot, ColliderSlot};
use compute::math::{max, min};
use geom::tolerance::HALF_SPACE_EXTENT;
use geom::{Aabb, MassProperties, Point, Pose, Shape, Vec2};
use properties::{Properties, Visitor, property};

/// A collider to be added to a body: a shape, a material and a filter. A body may have any number of them.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let hammer = world.add_body(BodyDef::dynamic())?;
/// let handle = ColliderDef::new(Shape::rectangle(0.5, 0.05)?).density(600.0); // half extents, m; kg/m^2
/// let head = ColliderDef::new(Shape::rectangle(0.1, 0.2)?).offset([0.5, 0.0], 0.0).density(7800.0);
/// world.add_collider(hammer, handle)?;
/// world.add_collider(hammer, head.friction(0.4).restitution(0.2))?;
/// assert!(world.body(hammer)?.center().x > 0.4); // the head is heavy
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("b2ShapeDef", "ColliderBuilder", "fixture"))]
pub struct ColliderDef {
    /// The shape, in the collider's frame.
    pub shape: Shape,
    /// Where the shape is in the body's frame: it is rotated, then moved.
    #[cfg_attr(feature = "serde", serde(default))]
    pub offset: Pose,
    /// Density, friction, restitution.
    #[cfg_attr(feature = "serde", serde(default))]
    pub material: Material,
    /// What it collides with.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Filter,
    /// The direction, in the body's frame, in which it pushes: see [`ColliderDef::one_way`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub one_way: Option<Vec2>,
    /// Whether the [`ContactHook`](crate::ContactHook) of the world decides about its contacts.
    #[cfg_attr(feature = "serde", serde(default))]
    pub hook: bool,
    /// Whether it is a sensor: it reports what overlaps it, does not push, and has no mass.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sensor: bool,
    /// What it has to do with a portal: see [`PortalRole`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub portal: Option<PortalRole>,
    /// Whether it takes part in the simulation: see [`ColliderDef::enabled`]. True by default.
    #[cfg_attr(feature = "serde", serde(default = "crate::serialized::yes"))]
    pub enabled: bool,
    /// Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    #[cfg_attr(feature = "serde", serde(default, with = "crate::serialized::user_data"))]
    pub user_data: u128,
}

impl ColliderDef {
    /// A collider with this shape, the default material and the default filter.
    #[must_use]
    #[doc(alias(
        "b2CreateCircleShape",
        "b2CreatePolygonShape",
        "b2CreateCapsuleShape",
        "b2CreateSegmentShape"
    ))]
    #[doc(alias("b2DefaultShapeDef", "b2MakeRoundedBox"))]
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            offset: Pose::IDENTITY,
            material: Material::default(),
            filter: Filter::default(),
            one_way: None,
            hook: false,
            sensor: false,
            portal: None,
            enabled: true,
            user_data: 0,
        }
    }

    /// Moves the shape within the body's frame: rotates it by `angle` (rad), then moves it by `position` (m).
    /// A second call moves it on from there.
    #[must_use]
    #[doc(alias = "translation")]
    #[doc(alias = "b2MakeOffsetBox")]
    pub fn offset(mut self, position: impl Into<Point>, angle: f32) -> Self {
        self.offset = Pose::new(position, angle) * self.offset;
        self
    }

    /// The shape in the body's frame.
    ///
    /// ```
    /// use geom::{Point, Shape};
    /// use world::ColliderDef;
    ///
    /// let ball = ColliderDef::new(Shape::circle(0.5)?).offset([2.0, 1.0], 0.0);
    /// assert_eq!(ball.placed_shape().hull().unwrap().vertices, [Point::new(2.0, 1.0)]);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn placed_shape(&self) -> Shape {
        // The identity would change no number, but the sign of a zero.
        if self.offset == Pose::IDENTITY { self.shape.clone() } else { self.shape.transformed(self.offset) }
    }

    /// Sets the density, kg/m^2, not negative.
    #[must_use]
    pub fn density(mut self, density: f32) -> Self {
        self.material.density = density;
        self
    }

    /// Sets the coefficients of sliding and of static friction, not negative.
    #[must_use]
    pub fn friction(mut self, friction: f32) -> Self {
        (self.material.friction, self.material.static_friction) = (friction, friction);
        self
    }

    /// Sets the coefficient of static friction, not below that of sliding friction.
    #[must_use]
    pub fn static_friction(mut self, static_friction: f32) -> Self {
        self.material.static_friction = static_friction;
        self
    }

    /// Sets the restitution, not negative; above 1 for a bumper.
    #[must_use]
    pub fn restitution(mut self, restitution: f32) -> Self {
        self.material.restitution = restitution;
        self
    }

    /// Sets the resistance to rolling, not negative: the tangent of the steepest slope on which a wheel
    /// rests.
    #[must_use]
    #[doc(alias = "rollingResistance")]
    pub fn rolling_resistance(mut self, rolling_resistance: f32) -> Self {
        self.material.rolling_resistance = rolling_resistance;
        self
    }

    /// Sets the speed with which the surface moves around the shape, clockwise, m/s: a conveyor belt.
    #[must_use]
    #[doc(alias = "tangentSpeed")]
    pub fn surface_speed(mut self, surface_speed: f32) -> Self {
        self.material.surface_speed = surface_speed;
        self
    }

    /// Sets the material.
    #[must_use]
    pub fn material(mut self, material: Material) -> Self {
        self.material = material;
        self
    }

    /// Sets the filter.
    #[must_use]
    #[doc(alias = "collision_groups")]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Sets the data that the program keeps with the collider.
    #[must_use]
    pub fn user_data(mut self, user_data: u128) -> Self {
        self.user_data = user_data;
        self
    }

    /// Lets it push only in `direction`, a vector in the body's frame: `[0.0, 1.0]` for a platform on which
    /// things land from above, and through which they pass from below and from the sides. What overlaps it
    /// when it arrives from another side is neither lifted nor pushed out, and passes until the shapes are
    /// apart. [`BodyMut::drop_through`](crate::BodyMut::drop_through) lets a body fall through what carries
    /// it.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let platform = world.add_body(BodyDef::fixed())?;
    /// let plank = ColliderDef::new(Shape::rectangle(2.0, 0.1)?).one_way([0.0, 1.0]);
    /// world.add_collider(platform, plank)?;
    /// // A ball that is thrown from below passes the platform and lands on it.
    /// let ball = world.add_body(BodyDef::dynamic().position([0.0, -1.0]).velocity([0.0, 7.0]))?;
    /// world.add_collider(ball, ColliderDef::new(Shape::circle(0.2)?))?;
    /// for _ in 0..180 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!((world.body(ball)?.pose().position.y - 0.3).abs() < 0.01);
    /// world.body_mut(ball)?.drop_through();
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.body(ball)?.pose().position.y < -2.0);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "platform")]
    #[must_use]
    pub fn one_way(mut self, direction: impl Into<Vec2>) -> Self {
        self.one_way = Some(direction.into());
        self
    }

    /// Lets the [`ContactHook`](crate::ContactHook) of the world decide about its contacts.
    #[doc(alias = "enablePreSolveEvents")]
    #[doc(alias = "enableCustomFiltering")]
    #[doc(alias = "active_hooks")]
    #[must_use]
    pub fn hook(mut self, hook: bool) -> Self {
        self.hook = hook;
        self
    }

    /// Makes it a sensor. A sensor reports what overlaps it ([`Events::sensors_begun`] and
    /// [`ColliderRef::overlaps`]), does not push, and has no mass. It reports colliders that its filter
    /// accepts on any other body, other sensors too, unless both bodies are static.
    ///
    /// [`Events::sensors_begun`]: crate::Events::sensors_begun
    /// [`ColliderRef::overlaps`]: crate::ColliderRef::overlaps
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let gate = world.add_body(BodyDef::fixed())?;
    /// let gate = world.add_collider(gate, ColliderDef::new(Shape::rectangle(1.0, 3.0)?).sensor(true))?;
    /// let ball = world.add_body(BodyDef::dynamic().position([-3.0, 0.0]).velocity([6.0, 4.0]))?;
    /// world.add_collider(ball, ColliderDef::new(Shape::circle(0.2)?))?;
    /// let (mut entered, mut left) = (0, 0);
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    ///     entered += world.events().sensors_begun().len();
    ///     left += world.events().sensors_ended().len();
    ///     assert_eq!(world.collider(gate)?.overlaps().count(), entered - left);
    /// }
    /// assert_eq!((entered, left), (1, 1));
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "is_sensor")]
    #[doc(alias = "trigger")]
    #[must_use]
    #[doc(alias = "isSensor")]
    pub fn sensor(mut self, sensor: bool) -> Self {
        self.sensor = sensor;
        self
    }

    /// Sets whether it takes part in the simulation. A disabled collider is as if it were removed, but keeps
    /// its handle and its properties: it touches nothing, no sensor and no query finds it, and it adds
    /// nothing to the mass of its body (set [`BodyDef::mass`](crate::BodyDef::mass) to keep the mass).
    /// [`ColliderMut::set_enabled`](crate::ColliderMut::set_enabled) puts it back.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World};
    ///
    /// let mut world = World::default();
    /// let knight = world.add_body(BodyDef::dynamic())?;
    /// world.add_collider(knight, ColliderDef::new(Shape::circle(0.5)?))?;
    /// let shield = ColliderDef::new(Shape::rectangle(0.1, 0.5)?).offset([0.8, 0.0], 0.0);
    /// let shield = world.add_collider(knight, shield.enabled(false))?; // lowered
    /// let mass = world.body(knight)?.mass_properties().mass;
    /// assert!(world.collider_at([0.8, 0.0], QueryFilter::default())?.is_none());
    /// world.collider_mut(shield)?.set_enabled(true); // raised
    /// assert!(world.collider_at([0.8, 0.0], QueryFilter::default())?.is_some());
    /// assert!(world.body(knight)?.mass_properties().mass > mass);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Gives it a role in a portal: which of its contact points count while a body is half through.
    ///
    /// ```
    /// use geom::{Point, Shape, Vec2};
    /// use world::{BodyDef, ColliderDef, PortalRole, World};
    ///
    /// let mut world = World::default();
    /// let floor = world.add_body(BodyDef::fixed())?; // its surface is at a height of zero
    /// world.add_collider(floor, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    /// let role = PortalRole::Passing { portal: 0, point: Point::origin(), normal: Vec2::new(0.0, 1.0) };
    /// let ball = world.add_body(BodyDef::dynamic().position([0.0, 1.0]))?;
    /// world.add_collider(ball, ColliderDef::new(Shape::circle(0.2)?).portal(role))?;
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.body(ball)?.pose().position.y < -3.0); // it has fallen through the floor
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn portal(mut self, role: PortalRole) -> Self {
        self.portal = Some(role);
        self
    }
}

/// All but the shape, which its constructor checks, and which is written beside these.
impl Properties for ColliderDef {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { shape: _, offset, material, filter, one_way, hook, sensor, portal, enabled, user_data } =
            self;
        definition::pose(visitor, property("offset", "m", FREE), offset)?;
        visitor.part("material", "Material", material)?;
        visitor.part("filter", "Filter", filter)?;
        visitor.option("one_way", one_way, Vec2::zeros(), |direction, visitor| {
            definition::vector(visitor, property("direction", "", FREE), direction)
        })?;
        visitor.flag("hook", hook)?;
        visitor.flag("sensor", sensor)?;
        visitor.option("portal", portal, PortalRole::BLANK, |role, visitor| {
            visitor.part("role", "PortalRole", role)
        })?;
        visitor.flag("enabled", enabled)?;
        visitor.data("user_data", user_data)
    }
}

/// Checks where a collider is put in the frame of its body.
pub(crate) fn check_offset(offset: Pose) -> Result<(), DefError> {
    finite_vector("offset", offset.position.coords)?;
    check_rotation(offset.rotation)
}

/// The unit vector of the direction in which a one-way collider pushes.
///
/// # Errors
/// [`DefError::Value`] if it is not finite, or zero.
pub(crate) fn one_way_direction(direction: Vec2) -> Result<Vec2, DefError> {
    finite_vector("one_way", direction)?;
    let length = direction.norm();
    if !(length > 0.0 && length.is_finite()) {
        return Err(DefError::Value {
            field: "length of one_way",
            value: length,
            expected: "finite and above zero",
        });
    }
    Ok(direction / length)
}

/// kg, and kg m^2. No collider is heavier, so that no sum over the colliders of a body overflows: there are
/// at most 2^32 of them.
const MAX_MASS: f32 = 1e28;

/// The mass of a collider; one that does not count, a sensor or a disabled one, has none.
///
/// # Errors
/// [`DefError::Value`] if the shape reaches so far from the origin of its body that boxes could overflow,
/// [`DefError::Mass`] if shape and density do not make a finite mass, and [`DefError::Value`] if it is so
/// large that the sum over a body might overflow, both also for one that does not count.
pub(crate) fn mass_of(shape: &Shape, density: f32, counts: bool) -> Result<MassProperties, DefError> {
    let reach = shape.reach(Point::origin());
    let is_half_space = matches!(shape, Shape::HalfSpace(_));
    if !is_half_space && (reach.is_nan() || reach > HALF_SPACE_EXTENT) {
        let expected = "at most 1e9 m from the origin of its body";
        return Err(DefError::Value { field: "reach of the shape", value: reach, expected });
    }
    let mass = shape.mass_properties(density)?;
    let inertia = mass.inertia_about(Point::origin());
    for (field, value) in [("mass", mass.mass), ("inertia about the origin of the body", inertia)] {
        if value.is_nan() || value > MAX_MASS {
            return Err(DefError::Value {
                field,
                value,
                expected: "at most 1e28: make it smaller or less dense",
            });
        }
    }
    Ok(if counts { mass } else { MassProperties::ZERO })
}

/// Half of the least width of a shape, m: of a polygon the least distance between an edge and the vertex
/// farthest from it. Zero for a segment, infinite for a half-space.
fn half_width(shape: &Shape) -> f32 {
    let Some(hull) = shape.hull() else { return f32::INFINITY };
    if hull.vertices.len() < 3 {
        return hull.radius;
    }
    let width = |(normal, vertex): (&Vec2, &Point)| {
        hull.vertices.iter().map(|other| normal.dot(&(vertex - other))).fold(0.0, max)
    };
    0.5 * hull.normals.iter().zip(hull.vertices).map(width).fold(f32::INFINITY, min) + hull.radius
}

/// The record to which a collider's handle refers. Its fat box and what no step reads are in arrays of their
/// own (`stores/colliders.rs`).
#[derive(Clone, Debug)]
pub(crate) struct Collider {
    /// *State*, as are shape, material and filter.
    pub(crate) body: BodySlot,
    /// *State.* The next collider in the list of the body: the one that was added after this one.
    pub(crate) next: Option<ColliderSlot>,
    /// *Derived* from `next`: the one that was added before this one.
    pub(crate) previous: Option<ColliderSlot>,
    pub(crate) shape: Shape,
    pub(crate) material: Material,
    pub(crate) filter: Filter,
    /// *State.*
    pub(crate) is_sensor: bool,
    /// *State*: whether it is in the broad phase while its body is enabled.
    pub(crate) is_enabled: bool,
    /// *Derived* from shape and density.
    pub(crate) mass: MassProperties,
    /// *Derived* from the shape: the greatest distance of a point of the shape from the body's origin, m.
    pub(crate) reach: f32,
    /// *Derived* from the shape: half of its least width, m; infinite for a half-space.
    pub(crate) half_width: f32,
    /// *Derived* from the shape: a body that moves farther in a step is fast, m (`step/sweep.rs`).
    pub(crate) fast_way: f32,
    /// *Derived* from the shape: a body that moves farther in a step is very fast, m.
    pub(crate) very_fast_way: f32,
    /// *Derived* from the shape: the margin of the fat box on a dynamic body, m.
    pub(crate) dynamic_margin: f32,
}

impl Collider {
    /// A collider that is in no list yet, with a shape in the body's frame. The flags tell whether it is a
    /// sensor and whether it is enabled.
    ///
    /// # Errors
    /// [`DefError`] for a material out of its range or a mass that is not finite.
    pub(crate) fn new(
        shape: Shape,
        material: Material,
        filter: Filter,
        [is_sensor, is_enabled]: [bool; 2],
        body: BodySlot,
        length_unit: f32,
    ) -> Result<Self, DefError> {
        material.validate()?;
        let mass = mass_of(&shape, material.density, is_enabled && !is_sensor)?;
        let size = shape.aabb(Pose::IDENTITY).half_perimeter();
        // At least half of the speculative distance, so that the fat boxes of two shapes within that distance
        // overlap.
        let dynamic_margin =
            max(0.5 * SPECULATIVE_DISTANCE * length_unit, min(MAX_MARGIN * length_unit, MARGIN_SHARE * size));
        let reach = shape.reach(Point::origin());
        let half_width = half_width(&shape);
        // Beyond half of the speculative distance, within which pairs without points are not yet swept.
        let least_way = 0.5 * SPECULATIVE_DISTANCE * length_unit;
        // Any large static collider that is nearer than its margin is in a pair already.
        let static_margin = NOT_DYNAMIC_MARGIN_SCALE * MAX_MARGIN * length_unit;
        let fast_way = least_way + min(FAST_SHARE * half_width, static_margin);
        let very_fast_way = min(least_way + VERY_FAST_SHARE * half_width, f32::MAX);
        let (next, previous) = (None, None);
        Ok(Self {
            body,
            next,
            previous,
            shape,
            material,
            filter,
            is_sensor,
            is_enabled,
            mass,
            reach,
            half_width,
            fast_way,
            very_fast_way,
            dynamic_margin,
        })
    }

    /// Whether its mass and its reach are part of those of its body.
    pub(crate) fn counts(&self) -> bool {
        self.is_enabled && !self.is_sensor
    }

    /// By how much the fat box is larger than the shape's AABB, on each side, m.
    #[inline]
    pub(crate) fn margin(&self, kind: BodyKind) -> f32 {
        self.dynamic_margin * if kind == BodyKind::Dynamic { 1.0 } else { NOT_DYNAMIC_MARGIN_SCALE }
    }

    /// The fat box that the collider gets at this pose of its body, which is of this kind.
    pub(crate) fn fat_aabb(&self, pose: Pose, kind: BodyKind) -> Aabb {
        self.shape.aabb(pose).expanded(self.margin(kind))
    }

    /// Replaces the shape, and what is derived from it.
    ///
    /// # Errors
    /// [`DefError`] for a mass that is not finite; nothing is changed.
    pub(crate) fn set_shape(&mut self, shape: Shape, length_unit: f32) -> Result<(), DefError> {
        let Self { material, filter, is_sensor, is_enabled, body, .. } = *self;
        let Self { shape, mass, reach, half_width, fast_way, very_fast_way, dynamic_margin, .. } =
            Self::new(shape, material, filter, [is_sensor, is_enabled], body, length_unit)?;
        (self.shape, self.mass, self.reach, self.dynamic_margin) = (shape, mass, reach, dynamic_margin);
        (self.half_width, self.fast_way, self.very_fast_way) = (half_width, fast_way, very_fast_way);
        Ok(())
    }
}
