//! Portals: pairs of openings in walls. A body that is half through is in both places.
//!
//! ```text
//!     body: the user's                         twin: made when the body reaches the opening
//!        +------+                                             +------+
//!        | here |  n ^            map                         .      |
//!   =====|......|======  plane  ------->    plane  ===========.------+===   n v
//!        .      .                                             | there|
//!        +......+  not felt                                   +------+
//! ```
//!
//! **A twin** has copies of the colliders at the mapped pose. A [`PortalJoint`] makes the two move as one:
//! v' = R v, w' = w, x' = map x, with the rotation R between the openings. Each has half of the mass and
//! inertia: a force on either side moves the whole.
//!
//! **Contacts** count on the side where the part is: a [`PortalRole`] drops the points behind the plane, and
//! those of the wall in the plane. Two rims, segments of a static body on both sides of the opening, replace
//! the wall for the passing body; nothing else touches them.
//!
//! **Weight** acts on each side on the part that is there, at its centroid. **When the centre of mass has
//! crossed the plane**, body and twin exchange places: the user's handle stays with the larger part. Turned
//! down (`docs/experiments/toolkit.md`): contacts mapped onto the body; teleporting; clipped shapes.

mod hit;
mod opening;
mod part;
mod passage;
mod ray;
#[cfg(test)]
mod tests;

use crate::draw::{DebugDraw, Paint, palette};
use broadphase::Broadphase;
use geom::{MassProperties, Point, Position, Shape, Vec2, WorldPose, right_normal};
use hit::Speeds;
use opening::{Mouth, swept_extents};
use passage::Passage;
pub use ray::{PortalCast, PortalLeg};
use world::{
    BodyDef, BodyId, BodyKind, BodyRef, ColliderDef, DefError, Filter, Level, Material, PortalRole, World,
};

#[allow(unused_imports)] // For the links of the documentation.
use world::PortalJoint;

/// A body counts as passing if it may come this near to the plane in the next step, m. Covers the speed that
/// gravity adds within a step.
const BEGIN_MARGIN: f32 = 0.05;

/// A body passes no longer when it is this far in front of the plane, m. Above [`BEGIN_MARGIN`], so that a
/// body at rest near the plane does not alternate.
const END_MARGIN: f32 = 0.08;

const NO_RIMS: u32 = u32::MAX;

/// One of the two openings of a portal: a straight line in the face of a wall.
///
/// ```
/// use toolkit::Opening;
///
/// // In a floor at the height of zero that goes on for 20 m to the left and ends 0.5 m to the right.
/// let opening = Opening::new([3.0, 0.0], [0.0, 1.0]).wall(20.0, 0.5);
/// assert_eq!(opening.wall, Some([20.0, 0.5]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// Its middle, a point of the face of the wall, m.
    pub center: Position,
    /// Out of the wall, of any length but zero.
    pub normal: Vec2,
    /// How far the face of the wall goes on beyond the opening, m, not negative: to the left and to the right
    /// of one who stands on the face with the head along the normal. `None` for as far as the opening is
    /// wide.
    pub wall: Option<[f32; 2]>,
}

impl Opening {
    /// An opening whose middle is at `center` (m), in a wall with the outward normal `normal`.
    #[must_use]
    pub fn new(center: impl Into<Position>, normal: impl Into<Vec2>) -> Self {
        Self { center: center.into(), normal: normal.into(), wall: None }
    }

    /// Sets how far the face of the wall goes on to the left and to the right of the opening, m, not
    /// negative.
    #[must_use]
    pub fn wall(mut self, left: f32, right: f32) -> Self {
        self.wall = Some([left, right]);
        self
    }
}

/// A portal to be added: see [`Portals::add`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalDef {
    /// The two openings. They may face in any directions.
    pub openings: [Opening; 2],
    /// The width of both, m, above zero.
    pub width: f32,
    /// Friction and restitution of the rims: those of the walls.
    pub material: Material,
    /// What may touch the rims: the filter of the walls.
    pub filter: Filter,
}

impl PortalDef {
    /// A portal of `width` (m) between two openings.
    #[must_use]
    pub fn new(a: Opening, b: Opening, width: f32) -> Self {
        let (material, filter) = (Material::default(), Filter::default());
        Self { openings: [a, b], width, material, filter }
    }

    /// Sets friction and restitution of the rims.
    #[must_use]
    pub fn material(mut self, material: Material) -> Self {
        self.material = material;
        self
    }

    /// Sets what may touch the rims.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Draws the two openings, as [`Portals::draw`] does once the portal has been added.
    pub fn draw(&self, seen_from: impl Into<Position>, draw: &mut impl DebugDraw) {
        let origin = seen_from.into();
        for Opening { center, normal, .. } in self.openings {
            if let Some(normal) = normal.try_normalize(0.0) {
                draw_opening(center, normal, 0.5 * self.width, origin, draw);
            }
        }
    }
}

fn draw_opening(
    center: Position,
    normal: Vec2,
    half_width: f32,
    origin: Position,
    draw: &mut impl DebugDraw,
) {
    let (center, half) = (Point::from(center - origin), right_normal(normal) * half_width);
    draw.segment(center - half, center + half, Paint::stroke(palette::CONTACT, 3.0));
    let tip = center + normal * (0.3 * half_width);
    draw.segment(center, tip, Paint::stroke(palette::CONTACT, 1.0));
}

/// The handle of a portal. Handles are not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PortalId(u32);

impl PortalId {
    /// The handle as a number, for a foreign interface.
    #[must_use]
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// The handle that a number is. [`Portals`] refuses one of a portal that is gone.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

#[derive(Clone, Debug)]
struct Portal {
    id: PortalId,
    mouths: [Mouth; 2],
    /// The static bodies with the rims.
    rims: [BodyId; 2],
}

impl Portal {
    /// The number of an opening in the roles of its rims and of what passes through it.
    fn number(&self, end: usize) -> u32 {
        2 * self.id.0 + end as u32
    }

    fn role(&self, end: usize) -> PortalRole {
        let Mouth { center, normal, .. } = self.mouths[end];
        PortalRole::Passing { portal: self.number(end), point: center, normal }
    }

    /// A twin touches no rim.
    fn twin_role(&self, end: usize) -> PortalRole {
        let Mouth { center, normal, .. } = self.mouths[end];
        PortalRole::Passing { portal: NO_RIMS, point: center, normal }
    }
}

/// The portals of one world, and the bodies that are half through one.
///
/// Plain data beside the world: a program that keeps a copy of the world for a later rollback keeps a copy of
/// this, too. [`Portals::step`] takes the place of [`World::step`].
///
/// ```
/// use toolkit::geom::Shape;
/// use toolkit::world::{BodyDef, ColliderDef, World};
/// use toolkit::{Opening, PortalDef, Portals};
///
/// let mut world = World::default(); // gravity (0, -9.81) m/s^2
/// let walls = world.add_body(BodyDef::fixed())?;
/// world.add_collider(walls, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?; // a floor
/// world.add_collider(walls, ColliderDef::new(Shape::half_space([1.0, 0.0], -8.0)?))?; // a wall at x = -8 m
/// let mut portals = Portals::new();
/// let (floor, wall) = (Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([-8.0, 2.0], [1.0, 0.0]));
/// portals.add(&mut world, PortalDef::new(floor, wall, 1.0))?;
///
/// // A ball falls into the floor and flies out of the wall as fast.
/// let ball = world.add_body(BodyDef::dynamic().position([0.0, 5.0]))?;
/// world.add_collider(ball, ColliderDef::new(Shape::circle(0.3)?))?;
/// for _ in 0..70 {
///     portals.step(&mut world, 1.0 / 60.0);
/// }
/// let ball = world.body(ball)?;
/// assert!(ball.pose().position.x < -6.0 && (ball.velocity().x - 9.9).abs() < 0.1); // sqrt(2 g 5 m)
/// # Ok::<(), toolkit::world::DefError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Portals {
    portals: Vec<Portal>,
    passages: Vec<Passage>,
    next: u32,
    /// *Scratch*: bodies that may begin to pass.
    candidates: Vec<BodyId>,
    /// *Scratch*, from before a step to after it: the velocities before the step, while something passes.
    before: Speeds,
}

// Portals, and who passes.
impl Portals {
    /// No portal.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a portal, with a static body for the rims of each opening.
    ///
    /// # Errors
    /// [`DefError`] that names a number out of its range; nothing is changed.
    pub fn add<B: Broadphase>(&mut self, world: &mut World<B>, def: PortalDef) -> Result<PortalId, DefError> {
        let mouths = opening::mouths(&def)?;
        let id = PortalId(self.next);
        let mut level = Level::new(*world.settings());
        for (mouth, number) in mouths.iter().zip([2 * id.0, 2 * id.0 + 1]) {
            let body = level.body(BodyDef::fixed().position(mouth.center));
            for [rim, end] in mouth.rims(level.settings.length_unit) {
                let collider = ColliderDef::new(Shape::segment(rim, end)?).material(def.material);
                let role = PortalRole::Rim { portal: number };
                level.collider(body, collider.filter(def.filter).portal(role));
            }
        }
        let bodies = world.add_level(&level)?.bodies;
        for &body in &bodies {
            world.body_mut(body)?.set_enabled(false);
        }
        self.next += 1;
        self.portals.push(Portal { id, mouths, rims: [bodies[0], bodies[1]] });
        Ok(id)
    }

    /// Removes a portal. A body that is half through it stays where its handle is, and its twin goes; if it
    /// is in the wall, the wall pushes it out. Returns whether there was such a portal.
    pub fn remove<B: Broadphase>(&mut self, world: &mut World<B>, id: PortalId) -> bool {
        let Some(index) = self.portals.iter().position(|portal| portal.id == id) else { return false };
        self.passages.retain(|passage| {
            let stays = passage.portal != id;
            if !stays {
                passage.end(world);
            }
            stays
        });
        for body in self.portals.remove(index).rims {
            let _stale = world.remove_body(body);
        }
        true
    }

    /// The portals, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = PortalId> {
        self.portals.iter().map(|portal| portal.id)
    }

    /// Maps a pose in front of an opening of a portal (0 or 1) to where it is behind it, in front of the
    /// other opening. Its rotation maps velocities: for what the program itself sends through a portal, such
    /// as a character or the camera.
    #[must_use]
    pub fn map(&self, id: PortalId, opening: usize) -> Option<WorldPose> {
        let portal = self.portals.iter().find(|portal| portal.id == id)?;
        portal.mouths.get(opening).map(|mouth| mouth.map)
    }

    /// Draws each opening as a line, with a short line along its normal; coordinates are measured from
    /// `seen_from` (m), as those of [`DrawOptions::seen_from`](crate::draw::DrawOptions::seen_from).
    pub fn draw(&self, seen_from: impl Into<Position>, draw: &mut impl DebugDraw) {
        let origin = seen_from.into();
        for mouth in self.portals.iter().flat_map(|portal| &portal.mouths) {
            draw_opening(mouth.center, mouth.normal, mouth.half_width, origin, draw);
        }
    }

    /// The bodies that are half through a portal, each with its twin.
    pub fn passing(&self) -> impl Iterator<Item = (BodyId, BodyId)> {
        self.passages.iter().map(|passage| (passage.body, passage.twin))
    }

    /// The twin of a body that is half through a portal.
    #[must_use]
    pub fn twin(&self, body: BodyId) -> Option<BodyId> {
        self.passing().find(|pair| pair.0 == body).map(|pair| pair.1)
    }

    /// The body of which this is the twin, or the body itself: for handlers of events, which may name a twin.
    #[must_use]
    pub fn owner(&self, body: BodyId) -> BodyId {
        self.passing().find(|pair| pair.1 == body).map_or(body, |pair| pair.0)
    }

    /// The mass properties of a body as a whole: while it is half through a portal, the world says half of
    /// them.
    #[must_use]
    pub fn mass_properties(&self, body: BodyRef<'_>) -> MassProperties {
        let passage = self.passages.iter().find(|passage| passage.body == body.id());
        passage.map_or_else(|| body.mass_properties(), |passage| passage.whole)
    }

    /// Sets the velocity (m/s) and the angular velocity (rad/s) of a body and of its twin. (Impulses and
    /// forces may be applied to the body alone.)
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, a number that is not finite, or a static body; nothing is changed.
    pub fn set_velocity<B: Broadphase>(
        &self,
        world: &mut World<B>,
        body: BodyId,
        velocity: impl Into<Vec2>,
        angular_velocity: f32,
    ) -> Result<(), DefError> {
        let velocity = velocity.into();
        let current = world.body(body)?.velocity();
        world.body_mut(body)?.set_velocity(velocity)?;
        if let Err(error) = world.body_mut(body)?.set_angular_velocity(angular_velocity) {
            world.body_mut(body)?.set_velocity(current)?;
            return Err(error);
        }
        if let Some(passage) = self.passages.iter().find(|passage| passage.body == body)
            && let Ok(mut twin) = world.body_mut(passage.twin)
        {
            twin.set_velocity(passage.map.rotation * velocity)?.set_angular_velocity(angular_velocity)?;
        }
        Ok(())
    }
}

// The step.
impl Portals {
    /// Advances the world by `dt` seconds, 0 to 1, with its portals.
    pub fn step<B: Broadphase>(&mut self, world: &mut World<B>, dt: f32) {
        self.before_step(world, dt);
        world.step(dt);
        self.after_step(world);
    }

    /// What [`Portals::step`] does before the step of the world, for programs that step it elsewhere: bodies
    /// that may reach an opening in a step of `dt` seconds begin to pass.
    pub fn before_step<B: Broadphase>(&mut self, world: &mut World<B>, dt: f32) {
        self.passages.retain(|passage| {
            let goes_on = passage.is_sound(world);
            if !goes_on {
                passage.end(world);
            }
            goes_on
        });
        if dt > 0.0 && dt <= 1.0 {
            self.begin_passages(world, dt);
        }
        for portal in &self.portals {
            let is_used = self.passages.iter().any(|passage| passage.portal == portal.id);
            for body in portal.rims {
                if let Ok(mut body) = world.body_mut(body)
                    && body.view().is_enabled() != is_used
                {
                    body.set_enabled(is_used);
                }
            }
        }
        for passage in &self.passages {
            passage.share_weight(world, dt);
        }
        self.before.take(world, !self.passages.is_empty());
    }

    /// What [`Portals::step`] does after the step of the world: bodies whose centre has crossed a plane
    /// exchange places with their twins, and bodies that are through pass no longer.
    pub fn after_step<B: Broadphase>(&mut self, world: &mut World<B>) {
        let Self { portals, passages, before, .. } = self;
        passages.retain_mut(|passage| {
            let portal = portals.iter().find(|portal| portal.id == passage.portal);
            let goes_on =
                portal.is_some_and(|portal| passage.follow(world, portal, before).is_ok_and(|on| on));
            if !goes_on {
                passage.end(world);
            }
            goes_on
        });
    }

    fn begin_passages<B: Broadphase>(&mut self, world: &mut World<B>, dt: f32) {
        if self.portals.is_empty() {
            return;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend(world.moved_bodies().filter(|body| may_pass(*body)).map(BodyRef::id));
        // The order of the awake bodies has a history of sleeping and waking; that of handles has none.
        compute::sort(&mut candidates);
        for &body in &candidates {
            if self.passing().any(|pair| pair.0 == body || pair.1 == body) {
                continue;
            }
            let reached = world.body(body).ok().and_then(|view| self.reached_opening(view, dt, world));
            if let Some((index, end)) = reached {
                // A twin that the world refuses, such as one outside the world, leaves the wall closed.
                self.passages.extend(Passage::begin(world, &self.portals[index], end, body).ok());
            }
        }
        self.candidates = candidates;
    }

    /// The first opening that a body may reach within a step: the index of the portal, and which end.
    fn reached_opening<B: Broadphase>(
        &self,
        body: BodyRef<'_>,
        dt: f32,
        world: &World<B>,
    ) -> Option<(usize, usize)> {
        let margin = BEGIN_MARGIN * world.settings().length_unit;
        let way = body.velocity() * dt;
        let reaches = |mouth: &Mouth| {
            mouth.may_be_reached(body, way, margin)
                && mouth.height(body.center_from(mouth.center)) > 0.0
                && swept_extents(body, mouth, dt).is_some_and(|extents| extents.reach(mouth, margin))
        };
        let mouths = self.portals.iter().enumerate().flat_map(|(index, portal)| {
            portal.mouths.iter().enumerate().map(move |(end, mouth)| ((index, end), mouth))
        });
        mouths.into_iter().find(|(_, mouth)| reaches(mouth)).map(|(place, _)| place)
    }
}

/// Whether portals let a body pass; to others an opening is a wall. A joint would be torn apart, and a body
/// that is locked to an axis of the world would leave in another direction.
fn may_pass(body: BodyRef<'_>) -> bool {
    let locks = body.locks();
    body.kind() == BodyKind::Dynamic
        && body.is_awake()
        && !(locks.x || locks.y)
        && body.mass_properties().mass > 0.0
        && body.joints().next().is_none()
}
