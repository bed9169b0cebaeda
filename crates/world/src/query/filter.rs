//! Which colliders a query reports.
//!
//! A filter is built on the stack for each query. A collider is first tested by bits; what the builder was
//! not asked for costs one comparison for each.

use crate::id::{BodyId, ColliderId};
use crate::settings::Filter;
use crate::slot::ColliderSlot;
use crate::stores::Stores;
use crate::view::ColliderRef;
use geom::Position;

/// Decides whether a query may report a collider: a closure for [`QueryFilter::predicate`], or a reference to
/// one. `Sync`, since batches call it from several threads.
pub trait Predicate: Sync {
    /// The function that decides; `None` if all colliders are accepted.
    fn as_dyn(&self) -> Option<&(dyn Fn(ColliderRef<'_>) -> bool + Sync)>;
}

impl<F: Fn(ColliderRef<'_>) -> bool + Sync> Predicate for F {
    fn as_dyn(&self) -> Option<&(dyn Fn(ColliderRef<'_>) -> bool + Sync)> {
        Some(self)
    }
}

/// No predicate, or a reference to one: that of a filter that names none in its type.
#[derive(Clone, Copy, Default)]
pub struct PredicateRef<'a>(Option<&'a (dyn Fn(ColliderRef<'_>) -> bool + Sync + 'a)>);

impl Predicate for PredicateRef<'_> {
    fn as_dyn(&self) -> Option<&(dyn Fn(ColliderRef<'_>) -> bool + Sync)> {
        self.0.map(|accepts| accepts as _)
    }
}

/// Which colliders a query reports. The default reports all but sensors.
///
/// A stale handle excludes nothing: what has been removed is not found anyway.
///
/// ```
/// use collide::Ray;
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, Filter, QueryFilter, World, WorldSettings};
///
/// const PLAYER: u64 = 1 << 0;
/// const WALL: u64 = 1 << 1;
/// const GLASS: u64 = 1 << 2;
///
/// let mut world = World::new(WorldSettings::default());
/// let mut add = |x: f32, category: u64, friction: f32| {
///     let body = world.add_body(BodyDef::fixed().position([x, 0.0]))?;
///     let filter = Filter { category, ..Filter::default() };
///     let shape = Shape::circle(0.5)?;
///     world.add_collider(body, ColliderDef::new(shape).friction(friction).filter(filter))?;
///     Ok::<_, world::DefError>(body)
/// };
/// let player = add(0.0, PLAYER, 0.5)?;
/// let glass = add(2.0, GLASS, 0.5)?;
/// let ice = add(4.0, WALL, 0.0)?;
/// let wall = add(6.0, WALL, 0.8)?;
///
/// // A ray from the middle of the player.
/// let ray = Ray::between([0.0, 0.0], [10.0, 0.0]);
/// let first = |filter| world.cast_ray(&ray, filter).map(|hit| hit.unwrap().collider.body().id());
/// assert_eq!(first(QueryFilter::default())?, player);
/// assert_eq!(first(QueryFilter::default().exclude_body(player))?, glass);
/// assert_eq!(first(QueryFilter::default().mask(WALL))?, ice);
/// let smooth = 0.1;
/// let rough_walls = QueryFilter::default().mask(WALL).predicate(|it| it.material().friction > smooth);
/// assert_eq!(world.cast_ray(&ray, rough_walls)?.unwrap().collider.body().id(), wall);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias = "b2QueryFilter")]
#[doc(alias = "QueryPipeline")]
#[doc(alias = "QueryFilterFlags")]
pub struct QueryFilter<'a, P = PredicateRef<'a>> {
    bits: Filter,
    pub(super) ignores_initial_overlap: bool,
    includes_sensors: bool,
    ignores_masks: bool,
    /// So that a filter of bits alone reads no more.
    has_exclusions: bool,
    body: Option<BodyId>,
    collider: Option<ColliderId>,
    bodies: &'a [BodyId],
    colliders: &'a [ColliderId],
    predicate: P,
    pub(super) origin: Position,
}

impl Default for QueryFilter<'_> {
    /// Reports every collider whose mask has any bit ([`QueryFilter::ignore_collider_masks`]: every one) and
    /// which is not a sensor.
    fn default() -> Self {
        Self::from(Filter { category: u64::MAX, mask: u64::MAX, group: 0 })
    }
}

/// Reports what a collider with this filter would collide with, by [`Filter::accepts`], without sensors.
impl From<Filter> for QueryFilter<'_> {
    fn from(bits: Filter) -> Self {
        Self {
            bits,
            includes_sensors: false,
            ignores_masks: false,
            ignores_initial_overlap: false,
            has_exclusions: false,
            body: None,
            collider: None,
            bodies: &[],
            colliders: &[],
            predicate: PredicateRef(None),
            origin: Position::ORIGIN,
        }
    }
}

impl<P: Predicate> std::fmt::Debug for QueryFilter<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueryFilter")
            .field("category", &self.bits.category)
            .field("mask", &self.bits.mask)
            .field("group", &self.bits.group)
            .field("includes_sensors", &self.includes_sensors)
            .field("ignores_masks", &self.ignores_masks)
            .field("ignores_initial_overlap", &self.ignores_initial_overlap)
            .field("excluded_body", &self.body)
            .field("excluded_collider", &self.collider)
            .field("excluded_bodies", &self.bodies)
            .field("excluded_colliders", &self.colliders)
            .field("origin", &self.origin)
            .field("has_predicate", &self.predicate.as_dyn().is_some())
            .finish()
    }
}

impl<'a> QueryFilter<'a> {
    /// The default: reports all but sensors.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// [`QueryFilter::predicate`] by reference: the filter has the type of one without a predicate.
    #[must_use]
    pub fn predicate_ref(mut self, predicate: &'a (dyn Fn(ColliderRef<'_>) -> bool + Sync)) -> Self {
        (self.predicate, self.has_exclusions) = (PredicateRef(Some(predicate)), true);
        self
    }
}

impl<'a, P> QueryFilter<'a, P> {
    /// Reports only colliders of these categories, given as bits.
    #[must_use]
    #[doc(alias = "groups")]
    pub fn mask(mut self, mask: u64) -> Self {
        self.bits.mask = mask;
        self
    }

    /// Puts the query itself into these categories, given as bits: a collider is reported if its mask has one
    /// of them. By default the query is in all.
    #[must_use]
    pub fn category(mut self, category: u64) -> Self {
        self.bits.category = category;
        self
    }

    /// Lets the coordinates of the query and of what it finds be measured from `origin` (m): as exact far
    /// from the origin of the world as near it.
    ///
    /// ```
    /// use collide::Ray;
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let wall = world.add_body(BodyDef::fixed().position([1e7 + 4.0, 0.0]))?;
    /// world.add_collider(wall, ColliderDef::new(Shape::rectangle(0.25, 1.0)?))?;
    /// let ahead = Ray::new([0.0, 0.0], [10.0, 0.0]);
    /// let hit = world.cast_ray(&ahead, QueryFilter::default().seen_from([1e7, 0.0]))?;
    /// assert_eq!(hit.map(|hit| hit.point.x), Some(3.75));
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn seen_from(mut self, origin: impl Into<Position>) -> Self {
        self.origin = origin.into();
        self
    }

    /// m: see [`QueryFilter::seen_from`].
    #[must_use]
    pub fn origin(&self) -> Position {
        self.origin
    }

    /// Leaves out the colliders of one body, such as the one that asks; a second call replaces the first. For
    /// several, see [`QueryFilter::exclude_bodies`].
    #[must_use]
    #[doc(alias = "exclude_rigid_body")]
    pub fn exclude_body(mut self, body: BodyId) -> Self {
        (self.body, self.has_exclusions) = (Some(body), true);
        self
    }

    /// Leaves out one collider; a second call replaces the first. For several, see
    /// [`QueryFilter::exclude_colliders`].
    #[must_use]
    pub fn exclude_collider(mut self, collider: ColliderId) -> Self {
        (self.collider, self.has_exclusions) = (Some(collider), true);
        self
    }

    /// Leaves out the colliders of these bodies as well. The list is searched for each collider; for
    /// hundreds, use a predicate.
    #[must_use]
    pub fn exclude_bodies(mut self, bodies: &'a [BodyId]) -> Self {
        (self.bodies, self.has_exclusions) = (bodies, true);
        self
    }

    /// Leaves out these colliders as well. The list is searched for each collider.
    #[must_use]
    pub fn exclude_colliders(mut self, colliders: &'a [ColliderId]) -> Self {
        (self.colliders, self.has_exclusions) = (colliders, true);
        self
    }

    /// Reports only colliders for which `predicate` is true. It is called for those that pass the other tests
    /// and whose fat AABB is reached, before their shapes are tested, in no defined order, and in batches
    /// from several threads. A second call replaces the first.
    ///
    /// ```
    /// use collide::Ray;
    /// use world::{QueryFilter, World};
    ///
    /// let (world, team) = (World::default(), 7);
    /// let foes = QueryFilter::default().predicate(|it| it.body().user_data() != team);
    /// assert!(world.cast_ray(&Ray::new([0.0, 0.0], [9.0, 0.0]), foes)?.is_none());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias = "filter_predicate")]
    pub fn predicate<F: Fn(ColliderRef<'_>) -> bool + Sync>(self, predicate: F) -> QueryFilter<'a, F> {
        let Self {
            bits,
            ignores_initial_overlap,
            includes_sensors,
            ignores_masks,
            body,
            collider,
            bodies,
            colliders,
            origin,
            ..
        } = self;
        QueryFilter {
            bits,
            ignores_initial_overlap,
            includes_sensors,
            ignores_masks,
            has_exclusions: true,
            body,
            collider,
            bodies,
            colliders,
            origin,
            predicate,
        }
    }

    /// Reports sensors too. For sensors alone, add a [`predicate`](QueryFilter::predicate) that asks
    /// [`ColliderRef::is_sensor`].
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, QueryFilter, World};
    ///
    /// let mut world = World::default();
    /// let ladder = world.add_body(BodyDef::fixed())?;
    /// world.add_collider(ladder, ColliderDef::new(Shape::rectangle(0.5, 3.0)?).sensor(true))?;
    /// let (all, feet) = (QueryFilter::default(), [0.2, -1.0]);
    /// assert!(world.collider_at(feet, all)?.is_none());
    /// assert!(world.collider_at(feet, all.include_sensors().predicate(|c| c.is_sensor()))?.is_some());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias = "EXCLUDE_SENSORS")]
    #[doc(alias = "exclude_sensors")]
    pub fn include_sensors(mut self) -> Self {
        self.includes_sensors = true;
        self
    }

    /// Lets casts pass through the colliders in which they start. What only touches at the start is still
    /// hit. Other queries ignore this.
    #[must_use]
    #[doc(alias = "stop_at_penetration")]
    #[doc(alias = "solid")]
    pub fn ignore_initial_overlap(mut self) -> Self {
        self.ignores_initial_overlap = true;
        self
    }

    /// Reports colliders whatever their own masks say: an editor's mouse finds what collides with nothing. A
    /// group still decides alone.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, Filter, QueryFilter, World};
    ///
    /// let mut world = World::default();
    /// let cloud = world.add_body(BodyDef::fixed())?;
    /// let touches_nothing = Filter { mask: 0, ..Filter::default() };
    /// world.add_collider(cloud, ColliderDef::new(Shape::circle(1.0)?).filter(touches_nothing))?;
    /// let all = QueryFilter::default();
    /// assert!(world.collider_at([0.0, 0.0], all)?.is_none());
    /// assert!(world.collider_at([0.0, 0.0], all.ignore_collider_masks())?.is_some());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn ignore_collider_masks(mut self) -> Self {
        self.ignores_masks = true;
        self
    }

    /// Whether a collider is reported.
    #[must_use]
    pub fn accepts(&self, collider: ColliderRef<'_>) -> bool
    where
        P: Predicate,
    {
        self.by_ref().accepts_slot(collider.stores, collider.slot)
    }

    /// The same filter with a reference to its predicate: for several queries, and for filters with different
    /// predicates in one variable.
    #[must_use]
    pub fn by_ref(&self) -> QueryFilter<'_>
    where
        P: Predicate,
    {
        let &Self {
            bits,
            ignores_initial_overlap,
            includes_sensors,
            ignores_masks,
            has_exclusions,
            body,
            collider,
            bodies,
            colliders,
            ref predicate,
            origin,
        } = self;
        let predicate = PredicateRef(predicate.as_dyn());
        QueryFilter {
            bits,
            ignores_initial_overlap,
            includes_sensors,
            ignores_masks,
            has_exclusions,
            body,
            collider,
            bodies,
            colliders,
            predicate,
            origin,
        }
    }
}

impl QueryFilter<'_> {
    #[inline]
    pub(super) fn accepts_slot(&self, stores: &Stores, slot: ColliderSlot) -> bool {
        let collider = &stores.colliders[slot];
        (self.bits.accepts(collider.filter()) || self.ignores_masks && self.accepts_masked(collider.filter()))
            && (self.includes_sensors || !collider.is_sensor)
            && (!self.has_exclusions || !self.excludes(ColliderRef { stores, slot }))
    }

    #[inline(never)]
    fn accepts_masked(&self, filter: Filter) -> bool {
        Filter { category: u64::MAX, ..self.bits }.accepts(Filter { mask: u64::MAX, ..filter })
    }

    /// Not inlined, so that the searches of filters without exclusions stay short.
    #[inline(never)]
    fn excludes(&self, collider: ColliderRef<'_>) -> bool {
        let (body, id) = (collider.body().id(), collider.id());
        self.body == Some(body)
            || self.collider == Some(id)
            || self.bodies.contains(&body)
            || self.colliders.contains(&id)
            || self.predicate.0.is_some_and(|accepts| !accepts(collider))
    }
}
