//! A disc that rolls or slides over a bend of a chain: the plane of its contact is that of the *chord* of its
//! way.
//!
//! A step solves a contact along one plane. With that of the side on which the disc is when the step begins,
//! it goes on along it past the bend:
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
//! Each fall takes g d w of its energy: first order in the step, and 20% for a ball of 10 cm that rolls at 3
//! m/s over four hills of 20 cm in steps of a 30th of a second. A plane along the chord, from where the disc
//! is to where it will be at the end of the step, takes it onto the next side at the end, whichever way the
//! chain turns. The plane does no work, so what the step loses is that its velocity turns at once: by parts of
//! the angle d at the beginning and at the end of the chord, of which the squares are less than d^2, the loss
//! of the exact motion at a bend.
//!
//! Of several bends in one step, whose angles add up to D, it takes D^2 instead of the sum of their squares.
//! So the chord is used only as long as that is less than what a step would take without it, D g dt / v. In a
//! loop, where the chain presses and not gravity, the sides are solved one by one.
//!
//! The chord cuts a bend that turns away, by up to [`MOST_CUT`] in the middle of the step. With more, and for
//! a contact that bounces, the contact stays as it is.

use super::finder::ManifoldFinder;
use crate::manifold_cache::ManifoldCache;
use crate::midpoint::core_depths;
use crate::step::body_input::input_of;
use crate::stores::Pair;
use compute::math::max;
use geom::{ChainSegment, Circle, Point, Shape, Sides, Vec2, left_normal};
use solver::{Contact, Cores};

/// m. By how much a disc may pass through a corner in the middle of the step, and be above one. The clamp acts
/// at two millimetres.
const MOST_CUT: f32 = 0.001;

/// m. A disc that is farther from its side is not on it: it flies.
const TOUCH: f32 = 0.002;

/// m. On shorter ways a disc lies still: at the bottom of a valley both sides must hold it.
const LEAST_WAY: f32 = 0.002;

/// Sides that are looked at.
const MOST_BENDS: usize = 8;

/// Sine of the greatest angle of a bend, 17 degrees.
const MOST_SINE: f32 = 0.3;

/// The sides of a chain in the direction in which a disc moves over it, in the frame of the chain.
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

/// Where a disc is on its side of a chain, in the frame of the chain.
struct OnSide {
    side: Side,
    /// From the chain to the disc, of unit length.
    outward: Vec2,
    center: Point,
    radius: f32,
}

impl OnSide {
    /// Whether the disc is beside the end of its side, where the corner holds it.
    fn is_on_corner(&self) -> bool {
        (self.center - self.side.to).dot(&self.side.direction()) > 0.0
    }
}

impl ManifoldFinder<'_> {
    /// Gives a contact of a disc with a side of a chain the plane of the chord of its way, if it leaves the
    /// side in this step. Returns whether it does.
    #[inline]
    pub(super) fn follow_bend(&self, contact: &mut Contact, cache: &mut ManifoldCache, pair: &Pair) -> bool {
        if self.time_to_middle <= 0.0 || contact.manifold.points[0].separation > TOUCH * self.length_unit {
            return false;
        }
        let shapes = pair.colliders.map(|slot| &self.colliders[slot].shape);
        match shapes {
            [Shape::ChainSegment(segment), Shape::Circle(disc)] => {
                self.follow_bend_with(contact, cache, pair, (0, segment, disc))
            }
            [Shape::Circle(disc), Shape::ChainSegment(segment)] => {
                self.follow_bend_with(contact, cache, pair, (1, segment, disc))
            }
            _ => false,
        }
    }

    /// The same with the segment of the body `tile` of the pair.
    #[inline(never)]
    fn follow_bend_with(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        (tile, segment, disc): (usize, &ChainSegment, &Circle),
    ) -> bool {
        let dt = 2.0 * self.time_to_middle;
        let frames = pair.bodies.map(|body| self.bodies.frame(body));
        let states = self.bodies.awake.solver.states();
        let [state_a, state_b] = [contact.a, contact.b].map(|row| &states[row.index()]);
        let at = frames[1 - tile].pose * disc.center();
        let velocity_of = |side: usize| {
            let state = if side == 0 { state_a } else { state_b };
            state.velocity + left_normal(at - frames[side].center()) * state.angular_velocity
        };
        let pose = frames[tile].pose;
        let way = pose.rotation.inverse_rotate(velocity_of(1 - tile) - velocity_of(tile)) * dt;
        let [a, b] = segment.segment().ends();
        let along = way.dot(&(b - a));
        let side = Side::of(segment, along > 0.0);
        let center = pose.inverse_transform(at);
        let is_above = segment.normal().dot(&(center - a)) >= 0.0;
        if !is_above && segment.sides() == Sides::One {
            return false;
        }
        let outward = if is_above { segment.normal() } else { -segment.normal() };
        let on = OnSide { side, outward, center, radius: disc.radius() };
        let way = way.dot(&side.direction());
        if way < LEAST_WAY * self.length_unit {
            return false;
        }
        let body = pair.bodies[1 - tile];
        let row = if tile == 0 { contact.b } else { contact.a };
        let input = input_of(&self.bodies[body], &self.bodies.awake.motions[row.index()], self.settings.gravity);
        let pressed = -pose.rotation.inverse_rotate(input.acceleration).dot(&outward);
        let Some(normal) = self.chord(&on, way, pressed * dt * dt, pair, tile) else { return false };
        let separation = contact_height(&on);
        let normal = pose.rotation * normal;
        let core = core_depths([on.radius, 0.0], separation)[0];
        let point = at - normal * core;
        let manifold = &mut contact.manifold;
        manifold.normal = if tile == 0 { normal } else { -normal };
        let of_point = &mut manifold.points[0];
        of_point.anchor_a = point - frames[0].center();
        of_point.anchor_b = point - frames[1].center();
        of_point.separation = separation;
        let mut depth = [core; 2];
        depth[tile] = 0.0;
        contact.cores = Cores { depth, ..Cores::NONE };
        *cache = ManifoldCache::NONE;
        true
    }

    /// The outward normal of the chord of the way (m) of a disc, if it leaves its side and the chord may be
    /// used. `fall` is how far the chain keeps it from falling, g dt^2, m.
    fn chord(&self, on: &OnSide, way: f32, fall: f32, pair: &Pair, tile: usize) -> Option<Vec2> {
        let OnSide { mut side, center, radius, .. } = *on;
        let mut direction = side.direction();
        let mut outward = on.outward;
        // Where the centre is when it comes to a bend, seen from where it is now.
        let (mut chord, mut rest) = (Vec2::zeros(), way);
        let mut from = center;
        let mut corners = [Vec2::zeros(); MOST_BENDS];
        let (mut bends, mut turn) = (0, 0.0);
        // What a corner takes of the length of the line on which the centre moves, by half of its angle.
        let mut taken = 0.0;
        loop {
            let to_corner = (side.to - from).dot(&direction) - taken;
            // The chain ends, or its next side is not known: the disc goes on along this one.
            let next = side.next.filter(|_| bends < MOST_BENDS);
            let Some(next) = next else { break };
            let after = next - side.to;
            let after = after / max(after.norm(), f32::MIN_POSITIVE);
            let (sin, cos) = (outward.dot(&after), direction.dot(&after));
            if !(sin.abs() < MOST_SINE && cos > 0.0) {
                if bends == 0 {
                    return None;
                }
                break;
            }
            let half = radius * sin / (1.0 + cos);
            let mut length = to_corner - half;
            if length < 0.0 {
                // It has passed the bend, and the next side holds it, or the corner does.
                if bends == 0 && !on.is_on_corner() {
                    return None;
                }
                length = 0.0;
            }
            if rest <= length {
                break;
            }
            chord += direction * length;
            rest -= length;
            corners[bends] = chord;
            bends += 1;
            turn += sin.abs();
            taken = half;
            from = side.to;
            let passed = side;
            (outward, direction) = (outward * cos - direction * sin, after);
            side = match self.side_after(&passed, next, pair, tile) {
                Some(side) => side,
                None => Side { from: passed.to, to: next, next: None },
            };
        }
        chord += direction * rest;
        let normal = left_normal(chord) / max(chord.norm(), f32::MIN_POSITIVE);
        let normal = if normal.dot(&on.outward) < 0.0 { -normal } else { normal };
        let cut = MOST_CUT * self.length_unit;
        let is_near = corners[..bends].iter().all(|corner| normal.dot(corner).abs() <= cut);
        (bends > 0 && turn * way <= fall && is_near).then_some(normal)
    }

    /// The side of the chain that follows one, up to `to`, if the disc has a contact with it.
    fn side_after(&self, side: &Side, to: Point, pair: &Pair, tile: usize) -> Option<Side> {
        let chain = pair.bodies[tile];
        let of_chain = |_, other| other == chain;
        let disc = pair.colliders[1 - tile];
        self.lists.of_body(&self.bodies[pair.bodies[1 - tile]], of_chain).find_map(|pair| {
            let own = usize::from(pair.colliders[0] != disc);
            let Shape::ChainSegment(segment) = &self.colliders[pair.colliders[1 - own]].shape else { return None };
            let [a, b] = segment.segment().ends();
            let is_forward = a == side.to && b == to;
            let is_backward = b == side.to && a == to;
            (pair.colliders[own] == disc && (is_forward || is_backward)).then(|| Side::of(segment, is_forward))
        })
    }
}

/// How far a disc is from its side, m; beside its end, from the corner.
fn contact_height(on: &OnSide) -> f32 {
    let from_corner = on.center - on.side.to;
    let height = if on.is_on_corner() { from_corner.norm() } else { from_corner.dot(&on.outward) };
    height - on.radius
}
