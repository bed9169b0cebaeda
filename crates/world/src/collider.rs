//! The definition of a collider. Its record is in `stores/colliders`.

use crate::body::check_rotation;
use crate::definition::{self, FREE};
use crate::error::{DefError, finite_vector};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material};
use geom::{Point, Pose, Shape, Vec2};
use properties::{Properties, Property, Range, Visitor, property};

/// A shape, a material and a filter, to be added to a body. A body may have any number of colliders.
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
    /// Whether it asks for events of touching: see [`ColliderDef::contact_events`]. True by default.
    #[cfg_attr(feature = "serde", serde(default = "crate::serialized::yes"))]
    pub contact_events: bool,
    /// Whether it asks for events of hits: see [`ColliderDef::hit_events`]. True by default.
    #[cfg_attr(feature = "serde", serde(default = "crate::serialized::yes"))]
    pub hit_events: bool,
    /// Whether it takes part in events of sensors: see [`ColliderDef::sensor_events`]. True by default.
    #[cfg_attr(feature = "serde", serde(default = "crate::serialized::yes"))]
    pub sensor_events: bool,
    /// Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    #[cfg_attr(feature = "serde", serde(default, with = "crate::serialized::user_data"))]
    pub user_data: u128,
    /// A distance that its contacts keep from the shape, m, not negative. Mass, queries and sensors do not
    /// see it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub contact_skin: f32,
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
            contact_events: true,
            hit_events: true,
            sensor_events: true,
            user_data: 0,
            contact_skin: 0.0,
        }
    }

    /// Rotates the shape by `angle` (rad) in the body's frame, then moves it by `position` (m). A second call
    /// moves it on from there.
    #[must_use]
    #[doc(alias("translation", "position"))]
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
        // The identity would change the sign of a zero.
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

    /// Sets the coefficient of static friction; below that of sliding friction, it counts as equal to it.
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

    /// Sets the data of the program.
    #[must_use]
    pub fn user_data(mut self, user_data: u128) -> Self {
        self.user_data = user_data;
        self
    }

    /// Lets it push only in `direction`, a vector in the body's frame: `[0.0, 1.0]` for a platform on which
    /// things land from above. What arrives from another side is not pushed out, and passes until the shapes
    /// are apart. [`BodyMut::drop_through`](crate::BodyMut::drop_through) lets a body fall through what
    /// carries it.
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

    /// Makes it a sensor, which reports what overlaps it ([`Events::sensors_begun`] and
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
    /// its handle and its properties. It adds nothing to the mass of its body (set
    /// [`BodyDef::mass`](crate::BodyDef::mass) to keep the mass).
    /// [`ColliderMut::set_enabled`](crate::ColliderMut::set_enabled) changes it later.
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

    /// Sets whether it asks for [`Events::contacts_begun`] and [`Events::contacts_ended`], which are reported
    /// if one of the two colliders asks. [`BodyRef::contacts`](crate::BodyRef::contacts) tells of all
    /// contacts.
    ///
    /// An end is reported exactly if the begin was, whatever the flag then is.
    ///
    /// [`Events::contacts_begun`]: crate::Events::contacts_begun
    /// [`Events::contacts_ended`]: crate::Events::contacts_ended
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World};
    ///
    /// let begun = |ball_asks: bool| {
    ///     let mut world = World::default();
    ///     let ground = world.add_body(BodyDef::fixed())?;
    ///     let floor = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?);
    ///     world.add_collider(ground, floor.contact_events(false).hit_events(false))?;
    ///     let ball = world.add_body(BodyDef::dynamic().position([0.0, 0.5]))?;
    ///     world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?).contact_events(ball_asks))?;
    ///     world.step(1.0 / 60.0);
    ///     Ok::<_, world::DefError>(world.events().contacts_begun().len())
    /// };
    /// assert_eq!([begun(true)?, begun(false)?], [1, 0]);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias("enableContactEvents", "active_events", "ActiveEvents"))]
    pub fn contact_events(mut self, asks: bool) -> Self {
        self.contact_events = asks;
        self
    }

    /// Sets whether it asks for [`Events::hits`](crate::Events::hits), which are reported if one of the two
    /// colliders asks.
    #[must_use]
    #[doc(alias = "enableHitEvents")]
    pub fn hit_events(mut self, asks: bool) -> Self {
        self.hit_events = asks;
        self
    }

    /// Sets whether it takes part in [`Events::sensors_begun`] and [`Events::sensors_ended`], which are
    /// reported if the sensor and the visitor both do. [`ColliderRef::overlaps`] tells of all.
    ///
    /// A leaving is reported exactly if the entering was, whatever the flag then is.
    ///
    /// [`Events::sensors_begun`]: crate::Events::sensors_begun
    /// [`Events::sensors_ended`]: crate::Events::sensors_ended
    /// [`ColliderRef::overlaps`]: crate::ColliderRef::overlaps
    #[must_use]
    #[doc(alias = "enableSensorEvents")]
    pub fn sensor_events(mut self, takes_part: bool) -> Self {
        self.sensor_events = takes_part;
        self
    }

    /// Grows the shape by `skin` (m, not negative) for contacts, friction, rolling and sweeps
    /// ([`Shape::grown`]): two colliders stay apart by the sum of their skins. Mass, sensors, queries and
    /// [`ColliderRef::shape`](crate::ColliderRef::shape) see the shape without it.
    ///
    /// Thin plates and small parts then touch with round edges, and do not get caught. A polygon with a skin
    /// takes longer than a sharp one. A segment of a chain has none: give the skin to what touches it.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let floor = world.add_body(BodyDef::fixed())?;
    /// world.add_collider(floor, ColliderDef::new(Shape::rectangle(5.0, 1.0)?).contact_skin(0.01))?;
    /// let box_ = world.add_body(BodyDef::dynamic().position([0.0, 1.6]))?;
    /// world.add_collider(box_, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).contact_skin(0.03))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// let gap = world.body(box_)?.pose().position.y - 1.5; // m
    /// assert!((gap - 0.04).abs() < 0.002);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias = "set_contact_skin")]
    pub fn contact_skin(mut self, skin: f32) -> Self {
        self.contact_skin = skin;
        self
    }

    /// Gives it a role in a portal: which of its contact points count while a body is half through.
    ///
    /// ```
    /// use geom::{Position, Shape, Vec2};
    /// use world::{BodyDef, ColliderDef, PortalRole, World};
    ///
    /// let mut world = World::default();
    /// let floor = world.add_body(BodyDef::fixed())?; // its surface is at a height of zero
    /// world.add_collider(floor, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    /// let role = PortalRole::Passing { portal: 0, point: Position::ORIGIN, normal: Vec2::new(0.0, 1.0) };
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

/// All but the shape, which its constructor checks and which is written beside these.
impl Properties for ColliderDef {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { shape: _, offset, material, filter, one_way, hook, sensor, portal, enabled, .. } = self;
        let Self { contact_events, hit_events, sensor_events, user_data, contact_skin, .. } = self;
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
        visitor.data("user_data", user_data)?;
        visitor.since(2, |visitor| {
            visitor.number(CONTACT_SKIN, contact_skin)?;
            visitor.flag("contact_events", contact_events)?;
            visitor.flag("hit_events", hit_events)?;
            visitor.flag("sensor_events", sensor_events)
        })
    }
}

const CONTACT_SKIN: Property = property("contact_skin", "m", Range::NOT_NEGATIVE);

/// The shape that contacts see, in its body's frame; `None` if there is no skin.
///
/// # Errors
/// [`DefError::Value`] for a skin out of its range, and one of a shape that can have none.
pub(crate) fn shape_with_skin(shape: &Shape, skin: f32) -> Result<Option<Shape>, DefError> {
    CONTACT_SKIN.range.check("contact_skin", skin)?;
    if skin == 0.0 {
        return Ok(None);
    }
    let expected = match shape {
        Shape::ChainSegment(_) => "zero for a segment of a chain: give it to what touches the chain",
        _ => "small enough for a shape with finite numbers",
    };
    let grown = shape.grown(skin);
    grown.map(Some).ok_or(DefError::Value { field: "contact_skin", value: skin, expected })
}

pub(crate) fn check_offset(offset: Pose) -> Result<(), DefError> {
    finite_vector("offset", offset.position.coords)?;
    check_rotation(offset.rotation)
}

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
