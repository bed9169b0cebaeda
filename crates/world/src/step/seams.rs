//! Part of the narrow phase: bodies slide over the seams of flush surfaces as over one surface.
//!
//! The crate `collide` tells whether a neighbour covers the part of a tile on which a contact stands
//! (`seam.rs`); this file knows who the neighbours are:
//!
//! ```text
//!           slider M                       tile B: one shape of the contact of M that is looked at
//!        ___/    \____                    neighbours: the shapes of all other contacts of M's body, as what
//!   ____|_____________|_______            covers B where M touches it is as near to M as B is
//!     A1  |   B   |   A2
//! ```
//!
//! - **B is static or kinematic**: all static and kinematic neighbours, and dynamic ones whose velocity
//!   differs from B's by at most [`MAX_DRIFT`].
//! - **B is dynamic**, as in a row of crates: the neighbours on its body or that move with it, if M
//!   approaches along the normal ([`MIN_APPROACH`]).
//! - **M is static or kinematic**, and B a collider of a dynamic body such as a raft: the other colliders of
//!   B's body that touch M's body, if they approach as above.
//!
//! A covered contact is replaced by that with the adjacent side of B, if no neighbour covers that one, and
//! else left out. This reads no other manifold, so the order of contacts does not matter.

use crate::midpoint::{pose_after, turn_in};
use crate::place::Place;
use crate::settings::{LINEAR_SLOP, SPECULATIVE_DISTANCE, WorldSettings};
use crate::slot::{BodySlot, ColliderSlot, ContactSlot};
use crate::stores::{Bodies, Body, Colliders, ContactLists, Pair};
use collide::seam::{Footing, separation_from_hull};
use collide::{Manifold, Tolerances};
use geom::{Point, Pose, Shape, Vec2, cross, left_normal};
use solver::BodyState;

/// m/s. A contact of dynamic bodies that approach each other more slowly is not looked at. Above the speed
/// that gravity gives a body in a step: 0.16 m/s at 60 Hz.
const MIN_APPROACH: f32 = 0.25;

/// m/s. Two dynamic bodies whose velocities differ by more are no common floor.
const MAX_DRIFT: f32 = 0.1;

/// Share of the slop: a contact is left out if the slider reaches no farther over the tile.
///
/// ```text
///          |  M  |          M stands exactly on B. Rounding decides whether it also stands on the corners of
///     _____|_____|_____     A and C, and as it creeps by micrometres, these contacts come and go and take
///       A  |  B  |  C       over and give back some of the weight: such a stack would never rest
///          |     |          (`floors::stack_falls_asleep_wherever_it_stands_on_tiles`).
/// ```
const NARROW_SHARE: f32 = 0.5;

/// A body with more contacts is not searched for the neighbours of a dynamic tile: each of n contacts would
/// search all others.
const MAX_NEIGHBOURS: u32 = 64;

/// The directions of two one-way colliders with a greater cosine between them are the same.
const SAME_DIRECTION: f32 = 0.999;

#[derive(Clone, Copy)]
pub(super) struct Seams<'a> {
    is_enabled: bool,
    bodies: &'a Bodies,
    colliders: &'a Colliders,
    lists: ContactLists<'a>,
    /// m.
    slop: f32,
    /// m.
    speculative: f32,
    tolerances: Tolerances,
    /// m/s.
    min_approach: f32,
    /// m/s.
    max_drift: f32,
}

#[derive(Clone, Copy)]
pub(super) struct PlacedPair<'a> {
    pub(super) pair: &'a Pair,
    /// As seen from where A is when the step begins.
    pub(super) poses: [Pose; 2],
    /// When the bodies have these poses, s from the beginning of the step. Neighbours move on by as much.
    pub(super) time: f32,
}

/// What is left of a manifold.
pub(super) struct Resolved {
    /// What takes its place if a neighbour covers it, which is seldom, so that a manifold is not copied
    /// otherwise.
    pub(super) replaced: Option<Manifold>,
    /// Not if it was replaced, nor if it stands on a footing of at most two slops, which a neighbour that
    /// comes or goes could cover.
    pub(super) may_be_cached: bool,
}

impl Resolved {
    pub(super) fn of(self, manifold: Manifold) -> Manifold {
        self.replaced.unwrap_or(manifold)
    }
}

/// Whose contacts are searched for neighbours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Search {
    /// Those of the slider, whose other shapes are neighbours.
    OfSlider,
    /// Those of the tile's body: each contact with the slider's body names a collider of the tile's body, a
    /// neighbour.
    OfTile,
}

impl Search {
    /// For a dynamic tile under `slider`.
    #[inline]
    fn of_slider(slider: &Body) -> Option<Self> {
        (2..=MAX_NEIGHBOURS).contains(&slider.contacts.len).then_some(Self::OfSlider)
    }

    /// For the tile on the body that is not free (static, kinematic or asleep), and for the one on the body
    /// that is. `passes` tells whether they approach fast enough, which only dynamic tiles must.
    #[inline]
    fn beside_free(
        still: &Body,
        free: &Body,
        colliders: &Colliders,
        passes: impl Fn() -> bool,
    ) -> [Option<Self>; 2] {
        let is_searched =
            (2..=MAX_NEIGHBOURS).contains(&free.contacts.len) && has_neighbours(free, colliders);
        if still.is_dynamic() {
            // It is asleep, and wakes in this step.
            return [Self::of_slider(free).filter(|_| passes()), None];
        }
        [Some(Self::OfSlider), (is_searched && passes()).then_some(Self::OfTile)]
    }
}

/// A disabled collider is no neighbour.
#[inline]
fn has_neighbours(body: &Body, colliders: &Colliders) -> bool {
    let mut enabled = colliders.on_body(body).filter(|&slot| colliders[slot].is_enabled);
    body.first_collider != body.last_collider && enabled.nth(1).is_some()
}

/// How a body of a floor moves.
#[derive(Clone, Copy)]
struct FloorMotion {
    body: BodySlot,
    is_dynamic: bool,
    /// m/s and rad/s.
    velocity: Vec2,
    angular_velocity: f32,
}

/// Which contacts are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gate {
    /// What replaces a covered contact: however slowly bodies approach, and on any part of a side. A side
    /// that another piece of the body covers from end to end is a cut between the two.
    Open,
    /// What was found: if bodies approach faster than by [`MIN_APPROACH`], near a corner, and not on a wall.
    Closed,
}

impl<'a> Seams<'a> {
    pub(super) fn new(
        settings: &WorldSettings,
        bodies: &'a Bodies,
        colliders: &'a Colliders,
        lists: ContactLists<'a>,
    ) -> Self {
        let unit = settings.length_unit;
        Self {
            is_enabled: settings.smooth_seams,
            bodies,
            colliders,
            lists,
            slop: LINEAR_SLOP * unit,
            speculative: SPECULATIVE_DISTANCE * unit,
            tolerances: settings.tolerances(),
            min_approach: MIN_APPROACH * unit,
            max_drift: MAX_DRIFT * unit,
        }
    }

    /// Takes from a manifold what neighbours cover. Its anchors must be relative to the origins of the
    /// bodies, not to the centres of mass as in a [`Contact`](solver::Contact).
    #[inline]
    pub(super) fn resolve(&self, manifold: &Manifold, at: &PlacedPair<'_>) -> Resolved {
        let mut may_be_cached = true;
        let searches = self.searches(manifold, at, Gate::Closed);
        for (tile, search) in searches.into_iter().enumerate() {
            let Some(search) = search else { continue };
            let Some(footing) = self.footing(Gate::Closed, manifold.normal, at, tile) else { continue };
            may_be_cached &= footing.length() > 2.0 * self.slop;
            if self.is_covered(&footing, at, tile, search)
                && let Some(manifold) = self.replace(&footing, at, tile, search)
            {
                return Resolved { replaced: Some(manifold), may_be_cached: false };
            }
        }
        Resolved { replaced: None, may_be_cached }
    }

    /// Whether a neighbour covers what the manifold stands on, or may cover it: a manifold of a later time
    /// can stand outside the fat box of the slider, where its neighbours are not known yet.
    #[inline]
    pub(super) fn is_ghost(&self, manifold: &Manifold, at: &PlacedPair<'_>) -> bool {
        self.is_ghost_behind(Gate::Closed, manifold, at)
    }

    #[inline]
    fn is_ghost_behind(&self, gate: Gate, manifold: &Manifold, at: &PlacedPair<'_>) -> bool {
        let searches = self.searches(manifold, at, gate);
        searches.into_iter().enumerate().any(|(tile, search)| {
            let Some(search) = search else { return false };
            let is_covered = self.footing(Gate::Closed, manifold.normal, at, tile).is_some_and(|footing| {
                !self.knows_neighbours(&footing, at, tile) || self.is_covered(&footing, at, tile, search)
            });
            is_covered || gate == Gate::Open && self.is_cut(manifold.normal, at, tile, search)
        })
    }

    /// Whether a neighbour that touches both ends of a footing is sure to have a contact with the slider.
    fn knows_neighbours(&self, footing: &Footing, at: &PlacedPair<'_>, tile: usize) -> bool {
        at.time == 0.0 || {
            let fat = self.colliders.fat_aabb(at.pair.colliders[1 - tile]);
            footing.ends.iter().all(|&end| fat.contains_point(self.near(at, at.poses[tile] * end)))
        }
    }

    /// Which of the two shapes are tiles that neighbours might cover, and where to search these.
    #[inline]
    fn searches(&self, manifold: &Manifold, at: &PlacedPair<'_>, gate: Gate) -> [Option<Search>; 2] {
        if manifold.count == 0 || !self.is_enabled {
            return [None; 2];
        }
        let [is_free_a, is_free_b] = at.pair.bodies.map(|body| self.bodies.kind_and_row(body).is_free());
        let passes = || gate == Gate::Open || self.approaches(manifold, at);
        // The gate comes before the records: it reads what is in the cache, and few contacts pass it.
        if !(is_free_a || is_free_b) || (is_free_a && is_free_b && !passes()) {
            return [None; 2];
        }
        let [a, b] = at.pair.bodies.map(|body| &self.bodies[body]);
        match (is_free_a, is_free_b) {
            (true, true) => [Search::of_slider(b), Search::of_slider(a)],
            (false, _) => Search::beside_free(a, b, self.colliders, passes),
            (true, false) => {
                let [still, free] = Search::beside_free(b, a, self.colliders, passes);
                [free, still]
            }
        }
    }

    #[inline]
    fn approaches(&self, manifold: &Manifold, at: &PlacedPair<'_>) -> bool {
        let normal = manifold.normal;
        let states = self.bodies.awake.solver.states();
        let [a, b] = at.pair.bodies.map(|body| &states[self.bodies.kind_and_row(body).row().index()]);
        let center = |i: usize| at.poses[i].rotation * self.bodies.frame(at.pair.bodies[i]).local_center;
        let (center_a, center_b) = (center(0), center(1));
        let straight = (a.velocity - b.velocity).dot(&normal);
        manifold.points().iter().any(|point| {
            let turning = a.angular_velocity * cross(point.anchor_a - center_a, normal)
                - b.angular_velocity * cross(point.anchor_b - center_b, normal);
            straight + turning > self.min_approach
        })
    }

    /// Where on a tile a contact with this normal (from A to B) stands.
    fn footing(&self, gate: Gate, normal: Vec2, at: &PlacedPair<'_>, tile: usize) -> Option<Footing> {
        let shape = |side: usize| &self.colliders[at.pair.colliders[side]].shape;
        let (shape, of_slider) = (shape(tile), shape(1 - tile));
        let (pose, pose_of_slider) = (at.poses[tile], at.poses[1 - tile]);
        let outward = pose.rotation.inverse_rotate(if tile == 0 { normal } else { -normal });
        let slider_in_tile = pose.relative(pose_of_slider);
        match gate {
            Gate::Closed => Footing::of(shape, of_slider, slider_in_tile, outward, self.slop),
            Gate::Open => Footing::facing(shape, of_slider, slider_in_tile, outward),
        }
    }

    /// Whether another piece of the body of a tile covers the whole side that a contact with this normal
    /// stands on.
    fn is_cut(&self, normal: Vec2, at: &PlacedPair<'_>, tile: usize, search: Search) -> bool {
        self.footing(Gate::Open, normal, at, tile).is_some_and(|footing| {
            self.covers(&footing, at, tile, search).any(|(body, ..)| body == at.pair.bodies[tile])
        })
    }

    #[inline(never)]
    fn is_covered(&self, footing: &Footing, at: &PlacedPair<'_>, tile: usize, search: Search) -> bool {
        self.covers(footing, at, tile, search).next().is_some()
    }

    #[inline]
    fn covers(
        &self,
        footing: &Footing,
        at: &PlacedPair<'_>,
        tile: usize,
        search: Search,
    ) -> impl Iterator<Item = (BodySlot, &'a Shape, Pose)> {
        let (body_of_tile, body_of_slider) = (at.pair.bodies[tile], at.pair.bodies[1 - tile]);
        let owner = match search {
            Search::OfSlider => body_of_slider,
            Search::OfTile => body_of_tile,
        };
        let origin = self.place_of(at);
        let motion_of_tile = self.motion_of_floor(body_of_tile);
        let ends = [at.poses[tile] * footing.ends[0], at.poses[tile] * footing.ends[1]];
        let may_cover = move |slot: ContactSlot, other: BodySlot| {
            slot != at.pair.slot
                && match search {
                    Search::OfSlider => {
                        other == body_of_tile || self.is_one_floor(other, motion_of_tile, ends, origin)
                    }
                    Search::OfTile => other == body_of_slider,
                }
        };
        self.lists.of_body(&self.bodies[owner], may_cover).filter_map(move |pair| {
            let own = usize::from(pair.bodies[0] != owner);
            let (collider, body) = match search {
                Search::OfSlider => (pair.colliders[1 - own], pair.bodies[1 - own]),
                Search::OfTile => (pair.colliders[own], owner),
            };
            // Fat boxes are those of now; they have a margin that is wider than the slop.
            let is_far = at.time == 0.0 && {
                let fat = self.colliders.fat_aabb(collider);
                ends.iter().any(|&end| !fat.contains_point(self.near(at, end)))
            };
            if collider == at.pair.colliders[tile] || is_far {
                return None;
            }
            let (shape, pose) = (&self.colliders[collider].shape, self.pose_of_neighbour(body, at));
            let is_covered = footing.is_covered(shape, pose, at.poses[tile], self.slop)
                && self.is_of_the_same_sort(collider, body, at.pair.colliders[tile], body_of_tile);
            is_covered.then_some((body, shape, pose))
        })
    }

    fn pose_of_neighbour(&self, body: BodySlot, at: &PlacedPair<'_>) -> Pose {
        if let Some(side) = at.pair.bodies.iter().position(|&of_pair| of_pair == body) {
            return at.poses[side];
        }
        let pose = self.bodies.pose_from(self.place_of(at), body);
        match self.bodies.state(body) {
            Some(state) if at.time != 0.0 => {
                let local_center = self.bodies.frame(body).local_center;
                pose_after(pose, local_center, state, turn_in(state, at.time), at.time)
            }
            _ => pose,
        }
    }

    fn place_of(&self, at: &PlacedPair<'_>) -> Place {
        self.bodies.frame(at.pair.bodies[0]).place
    }

    fn near(&self, at: &PlacedPair<'_>, point: Point) -> Point {
        self.bodies.grid.near_point(self.place_of(at), point)
    }

    fn motion_of_floor(&self, body: BodySlot) -> FloorMotion {
        let it = self.bodies.kind_and_row(body);
        // Row 0 does not move.
        let BodyState { velocity, angular_velocity, .. } =
            self.bodies.awake.solver.states()[it.row().index()];
        FloorMotion { body, is_dynamic: it.is_dynamic(), velocity, angular_velocity }
    }

    /// m/s, at a point as seen from `origin`.
    fn velocity_at(&self, of: FloorMotion, point: Point, origin: Place) -> Vec2 {
        let center = self.bodies.pose_from(origin, of.body).position + self.bodies.frame(of.body).arm();
        of.velocity + left_normal(point - center) * of.angular_velocity
    }

    /// Whether a neighbour and a tile on two bodies are parts of one floor: no impulse moves them, or they
    /// move together. A tile on a hinge at a floor moves with it at the end that is there.
    fn is_one_floor(
        &self,
        neighbour: BodySlot,
        of_tile: FloorMotion,
        ends: [Point; 2],
        origin: Place,
    ) -> bool {
        let of_neighbour = self.motion_of_floor(neighbour);
        let is_small = |drift: Vec2| drift.norm_squared() <= self.max_drift * self.max_drift;
        !(of_neighbour.is_dynamic || of_tile.is_dynamic)
            || is_small(of_neighbour.velocity - of_tile.velocity)
            || (of_neighbour.is_dynamic != of_tile.is_dynamic
                && ends.iter().any(|&end| {
                    let [a, b] = [of_neighbour, of_tile].map(|of| self.velocity_at(of, end, origin));
                    is_small(a - b)
                }))
    }

    /// Whether a neighbour pushes whatever the tile pushes: both or neither one-way in the same direction,
    /// both or neither with the hook, and neither with a role in a portal, since a wall must not cover the
    /// rim of its opening.
    fn is_of_the_same_sort(
        &self,
        neighbour: ColliderSlot,
        body_of_neighbour: BodySlot,
        tile: ColliderSlot,
        body_of_tile: BodySlot,
    ) -> bool {
        let [a, b] = [neighbour, tile].map(|slot| self.colliders.extra(slot));
        let direction = |body: BodySlot, local: Vec2| self.bodies.frame(body).rotation * local;
        let is_same_way = match (a.one_way, b.one_way) {
            (None, None) => true,
            (Some(p), Some(q)) => {
                direction(body_of_neighbour, p).dot(&direction(body_of_tile, q)) > SAME_DIRECTION
            }
            _ => false,
        };
        is_same_way && a.has_hook == b.has_hook && a.portal.is_none() && b.portal.is_none()
    }

    /// Whether a contact stands on so little of a side that the neighbour beside it bears the slider alone.
    fn is_narrow(&self, manifold: &Manifold, at: &PlacedPair<'_>, tile: usize) -> bool {
        let footing = self.footing(Gate::Closed, manifold.normal, at, tile);
        footing.is_some_and(|it| it.edge.is_some() && it.length() <= NARROW_SHARE * self.slop)
    }

    /// `None` if the slider is deeper behind that edge than in the hull of the tile and another piece of its
    /// body that covers it: then it has not come in there, and the contact stays as it is. This happens where
    /// a body of several pieces lands on a corner at which a cut ends: one side at that corner is the cut,
    /// and metres of the floor are behind the other one.
    #[inline(never)]
    fn replace(
        &self,
        covered: &Footing,
        at: &PlacedPair<'_>,
        tile: usize,
        search: Search,
    ) -> Option<Manifold> {
        let shape = |side: usize| &self.colliders[at.pair.colliders[side]].shape;
        let (shape, of_slider) = (shape(tile), shape(1 - tile));
        let (pose, pose_of_slider) = (at.poses[tile], at.poses[1 - tile]);
        let mut edges = covered.edges_at_ends(shape, self.slop);
        while edges != 0 {
            let (tolerances, speculative) = (self.tolerances, self.speculative);
            let found =
                tolerances.manifold_with_edges(shape, pose, of_slider, pose_of_slider, speculative, edges);
            // If the slider is not over the edge that separates it most, the other edges are behind it.
            let Some((manifold, edge)) = found else { break };
            let manifold = if tile == 0 { manifold } else { manifold.flipped() };
            if !self.is_ghost_behind(Gate::Open, &manifold, at) {
                let pieces = self.covers(covered, at, tile, search);
                let mut pieces = pieces.filter(|&(body, ..)| body == at.pair.bodies[tile]);
                let is_inside = pieces.any(|(_, piece, placed)| {
                    let least =
                        separation_from_hull([(shape, pose), (piece, placed)], of_slider, pose_of_slider);
                    manifold.points().iter().any(|point| point.separation < least - self.slop)
                });
                if is_inside {
                    return None;
                }
                return Some(if self.is_narrow(&manifold, at, tile) { Manifold::EMPTY } else { manifold });
            }
            edges &= !(1 << edge);
        }
        Some(Manifold::EMPTY)
    }
}
