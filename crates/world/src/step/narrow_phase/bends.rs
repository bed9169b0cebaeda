//! A disc that rolls or slides over a bend of a chain: the plane of its contact is that of the *chord* of its
//! way.
//!
//! A step solves a contact along one plane. With that of the first side, the disc goes on past the bend:
//!
//! ```text
//!   turns away:  ( o )- - - ->         the next step finds it d w above the side, and it falls;
//!                _______               w: what is left of its way behind the bend d
//!                       ---____
//!
//!   turns towards it: the contact of the next side raises it up to a sub-step too early, and it falls, too;
//!   or it is found in that side, and is pushed out.
//! ```
//!
//! Each fall takes g d w of its energy. A plane along the chord, from where the disc is to where it will be
//! at the end of the step, takes it onto the next side. It does no work, and turns the velocity at both of
//! its ends, which takes less than d^2, the loss of the exact motion. Several bends in one step, which add up
//! to D, take D^2, so the chord is used only while that is less than the loss without it, D g dt / v.

use super::finder::ManifoldFinder;
use crate::frame::Frame;
use crate::manifold_cache::ManifoldCache;
use crate::midpoint::core_depths;
use crate::step::body_input::input_of;
use crate::stores::Pair;
use compute::math::max;
use geom::{ChainSegment, Circle, Point, Shape, Sides, Vec2, left_normal};
use solver::{Contact, Cores};

/// m. By how much a disc may pass through a corner in the middle of the step, and be above one. The clamp
/// acts at two millimetres.
const MOST_CUT: f32 = 0.001;

/// m. A disc that is farther from its side flies.
const TOUCH: f32 = 0.002;

/// m. On shorter ways a disc lies still: at the bottom of a valley both sides must hold it.
const LEAST_WAY: f32 = 0.002;

const MOST_BENDS: usize = 8;

/// Sine of the greatest angle of a bend, 17 degrees.
const MOST_SINE: f32 = 0.3;

/// A side of a chain in the direction in which a disc moves over it, in the frame of the chain.
#[derive(Clone, Copy)]
struct Side {
    from: Point,
    to: Point,
    /// The end of the side that follows.
    next: Option<Point>,
}

impl Side {
    fn of(segment: &ChainSegment, is_forward: bool) -> Self {
        let [a, b] = segment.segment().ends();
        if is_forward {
            Self { from: a, to: b, next: segment.after() }
        } else {
            Self { from: b, to: a, next: segment.before() }
        }
    }

    fn direction(&self) -> Vec2 {
        let along = self.to - self.from;
        along / max(along.norm(), f32::MIN_POSITIVE)
    }
}

/// In the frame of the chain.
struct OnSide {
    side: Side,
    /// From the chain to the disc, of unit length.
    outward: Vec2,
    center: Point,
    radius: f32,
    /// How far the disc goes along its side in the step, m.
    way: f32,
    /// How far the chain keeps it from falling in the step, twice, m.
    fall: f32,
}

struct Walk {
    /// The outward normal of the chord of its way, if it leaves its side and the chord may be used.
    chord: Option<Vec2>,
    /// Whether it comes to the side `wanted`, or to the one before it.
    comes_to: bool,
    /// Whether it stays over the chain, which bends so little that its first side may hold it.
    is_over: bool,
}

impl OnSide {
    /// Whether the corner at the end of its side holds it.
    fn is_on_corner(&self) -> bool {
        (self.center - self.side.to).dot(&self.side.direction()) > 0.0
    }

    /// How far the disc is from its side, m; beside its end, from the corner.
    fn separation(&self) -> f32 {
        let from_corner = self.center - self.side.to;
        let is_on_corner = self.is_on_corner();
        (if is_on_corner { from_corner.norm() } else { from_corner.dot(&self.outward) }) - self.radius
    }

    fn touches(&self, touch: f32) -> bool {
        let from = (self.center - self.side.from).dot(&self.side.direction());
        from >= 0.0 && self.separation().abs() <= touch
    }
}

/// A chain segment and a disc, which is on the other side of the pair than `tile`.
#[derive(Clone, Copy)]
struct ChainAndDisc<'a> {
    segment: &'a ChainSegment,
    disc: &'a Circle,
    tile: usize,
}

impl<'a> ManifoldFinder<'a> {
    /// Gives a contact of a disc with a side of a chain the plane of the chord of its way, if it leaves the
    /// side in this step. Returns whether it does.
    #[inline]
    pub(super) fn follow_bend(&self, contact: &mut Contact, cache: &mut ManifoldCache, pair: &Pair) -> bool {
        if self.time_to_middle <= 0.0 || contact.manifold.points[0].separation > TOUCH * self.length_unit {
            return false;
        }
        match self.chain_and_disc(pair) {
            Some(shapes) => self.follow_bend_of(contact, cache, pair, shapes),
            None => false,
        }
    }

    /// Whether the disc of a pair without points comes to its side along the chain: then contacts with the
    /// other sides bring it there.
    #[inline]
    pub(super) fn is_followed(&self, pair: &Pair) -> bool {
        self.time_to_middle > 0.0
            && self.chain_and_disc(pair).is_some_and(|shapes| self.comes_along_chain(pair, shapes))
    }

    /// Whether a disc is over a chain until the end of the step, so that a contact with points holds it where
    /// it is now.
    #[inline]
    pub(super) fn stays_over_chain(&self, pair: &Pair) -> bool {
        self.time_to_middle > 0.0
            && self.chain_and_disc(pair).is_some_and(|shapes| {
                let on = self.place(pair, shapes);
                on.is_some_and(|on| self.walk(&on, pair, shapes.tile, None).is_over)
            })
    }

    #[inline]
    fn chain_and_disc(&self, pair: &Pair) -> Option<ChainAndDisc<'a>> {
        match pair.colliders.map(|slot| &self.colliders[slot].shape) {
            [Shape::ChainSegment(segment), Shape::Circle(disc)] => {
                Some(ChainAndDisc { segment, disc, tile: 0 })
            }
            [Shape::Circle(disc), Shape::ChainSegment(segment)] => {
                Some(ChainAndDisc { segment, disc, tile: 1 })
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn comes_along_chain(&self, pair: &Pair, ChainAndDisc { segment, disc, tile }: ChainAndDisc<'_>) -> bool {
        let wanted = segment.segment().ends();
        let (chain, own) = (pair.bodies[tile], pair.colliders[1 - tile]);
        let of_chain = |slot, other| slot != pair.slot && other == chain;
        self.lists.of_body(&self.bodies[pair.bodies[1 - tile]], of_chain).any(|pair| {
            let Some(ChainAndDisc { segment, tile, .. }) = self.chain_and_disc(pair) else { return false };
            pair.colliders[1 - tile] == own
                && self.place(pair, ChainAndDisc { segment, disc, tile }).is_some_and(|on| {
                    on.touches(TOUCH * self.length_unit) && self.walk(&on, pair, tile, Some(wanted)).comes_to
                })
        })
    }

    #[inline(never)]
    fn follow_bend_of(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        shapes: ChainAndDisc<'_>,
    ) -> bool {
        let tile = shapes.tile;
        let Some(on) = self.place(pair, shapes) else { return false };
        let Some(normal) = self.walk(&on, pair, tile, None).chord else { return false };
        let frames = self.bodies.pair(pair.bodies);
        let (poses, arms) = (frames.poses(), frames.frames.map(Frame::arm));
        let separation = on.separation();
        let normal = poses[tile].rotation * normal;
        let core = core_depths([on.radius, 0.0], separation)[0];
        let point = poses[1 - tile] * shapes.disc.center() - normal * core;
        let manifold = &mut contact.manifold;
        manifold.normal = if tile == 0 { normal } else { -normal };
        let of_point = &mut manifold.points[0];
        of_point.anchor_a = point - (poses[0].position + arms[0]);
        of_point.anchor_b = point - (poses[1].position + arms[1]);
        of_point.separation = separation;
        let mut depth = [core; 2];
        depth[tile] = 0.0;
        contact.cores = Cores { depth, ..Cores::NONE };
        *cache = ManifoldCache::NONE;
        true
    }

    fn place(&self, pair: &Pair, ChainAndDisc { segment, disc, tile }: ChainAndDisc<'_>) -> Option<OnSide> {
        let dt = 2.0 * self.time_to_middle;
        let frames = self.bodies.pair(pair.bodies);
        let (poses, arms) = (frames.poses(), frames.frames.map(Frame::arm));
        let rows = pair.bodies.map(|body| self.bodies.kind_and_row(body).row().index());
        let awake = &self.bodies.awake;
        let at = poses[1 - tile] * disc.center();
        let [velocity_a, velocity_b] = [0, 1].map(|side| {
            let state = &awake.solver.states()[rows[side]];
            state.velocity + left_normal(at - (poses[side].position + arms[side])) * state.angular_velocity
        });
        let pose = poses[tile];
        let relative = if tile == 0 { velocity_b - velocity_a } else { velocity_a - velocity_b };
        let way = pose.rotation.inverse_rotate(relative) * dt;
        let [a, b] = segment.segment().ends();
        let side = Side::of(segment, way.dot(&(b - a)) > 0.0);
        let center = pose.inverse_transform(at);
        let is_above = segment.normal().dot(&(center - a)) >= 0.0;
        if !is_above && segment.sides() == Sides::One {
            return None;
        }
        let outward = if is_above { segment.normal() } else { -segment.normal() };
        let direction = side.direction();
        let mut way = way.dot(&direction);
        if way < LEAST_WAY * self.length_unit {
            return None;
        }
        let (body, motion) = (&self.bodies[pair.bodies[1 - tile]], &awake.motions[rows[1 - tile]]);
        let input = input_of(body, motion, self.settings.gravity);
        let acceleration = pose.rotation.inverse_rotate(input.acceleration);
        let fall = -acceleration.dot(&outward) * dt * dt;
        // It rolls: a = a' / (1 + I / (m r^2)), and each sub-step moves it with the velocity of its end.
        let rolling = input.inverse_inertia * disc.radius() * disc.radius();
        let share = rolling / max(rolling + input.inverse_mass, f32::MIN_POSITIVE);
        way += 0.5 * share * acceleration.dot(&direction) * dt * (dt + self.h);
        Some(OnSide { side, outward, center, radius: disc.radius(), way, fall })
    }

    /// Follows the sides of a chain on the way of a disc, and looks for a side with the ends `wanted`.
    fn walk(&self, on: &OnSide, pair: &Pair, tile: usize, wanted: Option<[Point; 2]>) -> Walk {
        let mut walk = Walk { chord: None, comes_to: false, is_over: false };
        let OnSide { mut side, mut outward, center, radius, way, .. } = *on;
        let mut direction = side.direction();
        // Where the centre is at a bend, seen from where it is now.
        let (mut chord, mut rest) = (Vec2::zeros(), way);
        let mut corners = [Vec2::zeros(); MOST_BENDS];
        let (mut from, mut bends, mut turn) = (center, 0, 0.0);
        // What a corner takes of the length of the line on which the centre moves, by half of its angle.
        let mut taken = 0.0;
        // Whether the chain must press the disc no more than its weight does to make it follow the bends.
        let (mut was_pressed, mut is_within) = (true, false);
        // The chain may end, or its next side may be unknown: then the disc goes on along the last one.
        while let Some(next) = side.next.filter(|_| bends < MOST_BENDS) {
            let along = next - side.to;
            let after = along / max(along.norm(), f32::MIN_POSITIVE);
            let (sin, cos) = (outward.dot(&after), direction.dot(&after));
            if !(sin.abs() < MOST_SINE && cos > 0.0) {
                if bends == 0 {
                    return walk;
                }
                break;
            }
            turn += sin.abs();
            let is_pressed = turn * way <= on.fall;
            walk.comes_to |=
                is_pressed && wanted.is_some_and(|it| it == [side.to, next] || it == [next, side.to]);
            let half = radius * sin / (1.0 + cos);
            let mut length = (side.to - from).dot(&direction) - taken - half;
            if length < 0.0 {
                // It has passed the bend, and the next side holds it, or the corner does.
                if bends == 0 && !on.is_on_corner() {
                    return walk;
                }
                length = 0.0;
            }
            if rest <= length {
                is_within = true;
                break;
            }
            chord += direction * length;
            rest -= length;
            corners[bends] = chord;
            bends += 1;
            was_pressed = is_pressed;
            taken = half;
            from = side.to;
            (outward, direction) = (outward * cos - direction * sin, after);
            side = match self.side_after(&side, next, pair, tile) {
                Some(side) => side,
                None => Side { from, to: next, next: None },
            };
        }
        chord += direction * rest;
        let normal = left_normal(chord) / max(chord.norm(), f32::MIN_POSITIVE);
        let normal = if normal.dot(&on.outward) < 0.0 { -normal } else { normal };
        let cut = MOST_CUT * self.length_unit;
        let is_near = corners[..bends].iter().all(|corner| normal.dot(corner).abs() <= cut);
        walk.is_over = is_within && is_near;
        walk.chord = (bends > 0 && was_pressed && is_near).then_some(normal);
        walk.comes_to &= is_near;
        walk
    }

    /// The side that follows up to `to`, if the disc has a contact with it.
    fn side_after(&self, side: &Side, to: Point, pair: &Pair, tile: usize) -> Option<Side> {
        let (chain, own) = (pair.bodies[tile], pair.colliders[1 - tile]);
        let of_chain = |_, other| other == chain;
        self.lists.of_body(&self.bodies[pair.bodies[1 - tile]], of_chain).find_map(|pair| {
            let ChainAndDisc { segment, tile, .. } = self.chain_and_disc(pair)?;
            let [a, b] = segment.segment().ends();
            let is_forward = a == side.to && b == to;
            let is_backward = b == side.to && a == to;
            let is_next = pair.colliders[1 - tile] == own && (is_forward || is_backward);
            is_next.then(|| Side::of(segment, is_forward))
        })
    }
}
