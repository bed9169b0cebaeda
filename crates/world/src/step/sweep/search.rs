//! When two bodies first touch on the way on which the solver has sent them.
//!
//! **Most contacts hold**: along the normal of the manifold, the shapes at the end of the step are still on
//! their sides, which costs a dot product for each vertex. The rest is searched.
//!
//! A contact without points is searched as it is. Shapes that touched or were to touch in the step are moved
//! apart for the search, along their normal, by what they overlap or may overlap ([`HELD`], [`HELD_SHARE`]),
//! so a motion along the surface of these convex shapes hits nothing. Two dynamic bodies with contact points
//! may always overlap by half of both half-widths: the solver lets them in a crush, and whatever is stopped
//! there keeps the crush from spreading out. Two that were apart are skipped if they approach by no more than
//! their distance and both half-widths: the next manifold still shows on which side they are.

use super::hit::WIDE_TURN;
use super::motion::{Motions, about, comes_within, moved};
use super::{FreeWays, SweptPair, find_hit, passing_way};
use crate::frame::Frame;
use crate::manifold_cache::ManifoldCache;
use crate::settings::{LINEAR_SLOP, SPECULATIVE_DISTANCE};
use crate::slot::BodySlot;
use crate::step::conditional::Conditions;
use crate::step::seams::{PlacedPair, Seams};
use crate::stores::{Extent, Flagged, Flags, Pair, Stores};
use crate::time_step::TimeStep;
use collide::{Manifold, Sweep};
use compute::math::{max, min};
use geom::{Point, Pose, Rot, Shape, Vec2, right_normal};
use solver::{BodyRow, BodyState, Contact};

/// A way counts as the free one if it differs by no more than this share of the way that is not fast.
const SAME_WAY: f32 = 0.1;

/// m. A contact with a body of infinite mass may let shapes overlap by this much, or as much as they did when
/// the step began; shapes that overlap by no more on their way only graze each other. With 4 mm, sticks that
/// spin between walls sink in twice as deep (`peers --quality spinning_stick`); with 1 mm, a box that falls
/// off a floor of tiles leaves it otherwise than off one long box. In long sub-steps a contact lets through
/// more, 2 g h^2: a wheel that bears twice its weight falls by as much before a new contact pushes, and a
/// spring of half of the rate of sub-steps gives way by g h^2 / pi^2 for each weight.
const HELD: f32 = 0.002;

/// The same as a share of both half-widths, for two dynamic bodies without a contact point.
const GRAZE_SHARE: f32 = 0.25;

/// The same for two dynamic bodies with contact points: the next manifold still shows on which side they are,
/// with room to spare.
const HELD_SHARE: f32 = 0.5;

/// m. Shapes that overlap more than that may go deeper by this much: twice the tolerance of the time of
/// impact.
const TOLERANCE: f32 = 0.0002;

/// rad. A body that turns farther in a step stands on more than one corner in it, and may turn from side to
/// side.
const MOST_PIVOT: f32 = 0.7;

/// A body does not stop for one so many times lighter (`clamp.rs`).
const MUCH_HEAVIER: f32 = 4.0;

/// In [`Memory::far`]: the body has moved as far as a fast one, as a very fast one, and has infinite mass.
pub(super) const FAR: u8 = 1;
pub(super) const VERY_FAR: u8 = 2;
pub(super) const FIXED: u8 = 4;

/// In [`Memory::far`]: the way of the body has been shortened in this round.
pub(super) const SHORTENED: u8 = 8;

/// In [`Memory::far`]: the body went its free way, for which it has the boxes that it needs.
pub(super) const KNOWN: u8 = 16;

/// How a body has moved: a quarter of a cache line, read for every contact.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct Moved {
    /// m.
    way: Vec2,
    /// A bound of how far rotation has moved a point relative to the centre, m.
    spin: f32,
    /// [`Extent::very_fast_way`](crate::stores::Extent), m.
    very_fast_way: f32,
}

impl Moved {
    pub(super) const NONE: Self = Self { way: Vec2::new(0.0, 0.0), spin: 0.0, very_fast_way: 0.0 };

    pub(super) fn new(state: &BodyState, extent: &Extent, dt: f32) -> Self {
        let spin = spin(state, dt) * extent.spin_reach;
        Self { way: state.delta_position, spin, very_fast_way: extent.very_fast_way }
    }
}

#[inline]
fn spin(state: &BodyState, dt: f32) -> f32 {
    let chord = state.delta_rotation.sin.abs() + max(1.0 - state.delta_rotation.cos, 0.0);
    max(chord, state.angular_velocity.abs() * dt)
}

/// Two bodies that touch within the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touching {
    pub(super) bodies: [BodySlot; 2],
    /// Which of them carries the other one, much lighter, along on its way.
    pub(super) goes_on: [bool; 2],
    /// When, as a fraction of the step.
    pub(super) fraction: f32,
    /// How far both move on afterwards, m.
    pub(super) carry: Vec2,
    /// The part along the surface of the rest of the way of each, relative to `carry`, m.
    pub(super) slide: [Vec2; 2],
    /// The point of each, in its frame, that moves on a straight line until then; `None` for that of
    /// [`Motions::actual`].
    pub(super) pivots: [Option<Point>; 2],
}

pub(super) struct Search<'a> {
    stores: &'a Stores,
    time: &'a TimeStep,
    motions: Motions<'a>,
    far: &'a [u8],
    moved: &'a [Moved],
    ways: &'a FreeWays,
    seams: Seams<'a>,
}

impl<'a> Search<'a> {
    /// `far`, `moved` and `turns` by row: see [`Memory`](super::clamp::Memory).
    pub(super) fn new(
        stores: &'a Stores,
        time: &'a TimeStep,
        far: &'a [u8],
        moved: &'a [Moved],
        ways: &'a FreeWays,
        turns: &'a [f32],
    ) -> Self {
        let Stores { settings, bodies, colliders, contacts, .. } = stores;
        let seams = Seams::new(settings, bodies, colliders, contacts.lists());
        let motions = Motions::new(stores, time).with_turns(turns);
        Self { stores, time, motions, far, moved, ways, seams }
    }
}

impl Search<'_> {
    /// Whether the circles around two bodies come together on their ways. True, without asking, if one hangs
    /// on a joint, is static or asleep.
    #[inline]
    fn may_come_near(&self, contact: &Contact, pair: &Pair) -> bool {
        let bodies = &self.stores.bodies;
        let rows = [contact.a, contact.b];
        let [a, b] = rows.map(|row| self.state(row));
        let reach = rows.iter().map(|row| bodies.awake.extents[row.index()].reach).sum();
        rows.contains(&BodyRow::STATIC)
            || comes_within(
                bodies.pair(pair.bodies).between_centers(),
                b.delta_position - a.delta_position,
                reach,
            )
            || pair.bodies.iter().any(|&body| bodies[body].joints.len > 0)
    }

    /// Whether a body of the contact may have passed the other one.
    #[inline]
    pub(super) fn concerns(&self, contact: &Contact) -> bool {
        let rows = [contact.a, contact.b].map(BodyRow::index);
        let both = self.far[rows[0]] | self.far[rows[1]];
        let is_fixed = both & FIXED != 0;
        let is_far = both & if is_fixed { FAR } else { VERY_FAR } != 0;
        if !is_far || contact.has(Flags::PASSING | Flags::DROPPING) {
            return false;
        }
        let [a, b] = rows.map(|row| self.moved(row));
        let least = if is_fixed {
            let [a, b] = rows.map(|row| self.stores.bodies.awake.extents[row].fast_way);
            min(a, b)
        } else {
            passing_way([a.very_fast_way, b.very_fast_way], self.stores.settings.length_unit)
        };
        let way = b.way - a.way;
        // A bound without a root. NaN is no way.
        way.x.abs() + way.y.abs() + (a.spin + b.spin) > least
    }

    pub(super) fn find(&self, contact: &Contact, cache: &ManifoldCache, pair: &Pair) -> Option<Touching> {
        if contact.manifold.count > 0 {
            return if self.holds(contact, pair) { None } else { self.find_on_the_way(contact, pair, 0.0) };
        }
        if !self.may_come_near(contact, pair) {
            return None;
        }
        let clearance = self.clearance(cache, pair);
        if self.is_out_of_reach(contact, clearance, pair) {
            None
        } else {
            self.find_on_the_way(contact, pair, clearance)
        }
    }

    /// Whether the shapes of a contact with points are still on their sides at the end of the step, or
    /// overlap no more than they may.
    fn holds(&self, contact: &Contact, pair: &Pair) -> bool {
        let [state_a, state_b] = [contact.a, contact.b].map(|row| self.state(row));
        let is_wide = |state: &BodyState| {
            let turned = max(self.time.dt * state.angular_velocity.abs(), state.delta_rotation.sin.abs());
            turned > WIDE_TURN
        };
        // A circle about the centre of mass stays in place while it turns, so its end tells enough.
        let sweeps_wide = |side: usize, state: &BodyState| is_wide(state) && !self.turns_in_place(pair, side);
        if sweeps_wide(0, state_a) || sweeps_wide(1, state_b) {
            return false;
        }
        let overlap = contact.manifold.points().iter().fold(0.0, |most, point| max(most, -point.separation));
        let frames = self.stores.bodies.pair(pair.bodies);
        let [frame_a, frame_b] = frames.frames;
        let mut ends = [end_of(frame_a, state_a), end_of(frame_b, state_b)];
        ends[1].position += frames.between;
        let shapes = pair.colliders.map(|slot| &self.stores.colliders[slot].shape);
        let apart = separation_along(contact.manifold.normal, shapes, ends);
        apart >= -self.allowed_overlap(pair, overlap)
    }

    /// Whether a shape stays where it is while its body turns, within what shapes may overlap: the core of a
    /// circle is a point.
    fn turns_in_place(&self, pair: &Pair, side: usize) -> bool {
        let center = Point::from(self.stores.bodies.frame(pair.bodies[side]).local_center);
        let Some(core) = self.stores.colliders[pair.colliders[side]].shape.hull() else { return false };
        // Half a turn takes a point to the other side of the centre.
        let least = 0.5 * HELD * self.stores.settings.length_unit;
        core.vertices.iter().all(|vertex| (vertex - center).norm_squared() <= least * least)
    }

    /// How deep shapes that overlap by so much may overlap at the end, m.
    fn allowed_overlap(&self, pair: &Pair, overlap: f32) -> f32 {
        let settings = &self.stores.settings;
        let unit = settings.length_unit;
        let held = max(HELD * unit, 2.0 * settings.gravity.norm() * self.time.h * self.time.h);
        max(self.share_of_widths(pair, HELD_SHARE, held), overlap + TOLERANCE * unit)
    }

    fn graze(&self, pair: &Pair) -> f32 {
        self.share_of_widths(pair, GRAZE_SHARE, HELD * self.stores.settings.length_unit)
    }

    /// A share of both half-widths; with a body of infinite mass a quarter, but no more than `most_of_fixed`
    /// (m).
    fn share_of_widths(&self, pair: &Pair, share: f32, most_of_fixed: f32) -> f32 {
        let [a, b] = pair.colliders.map(|slot| self.stores.colliders[slot].half_width);
        let are_dynamic = pair.bodies.iter().all(|&body| self.stores.bodies[body].is_dynamic());
        if are_dynamic { share * (a + b) } else { min(GRAZE_SHARE * (a + b), most_of_fixed) }
    }

    fn is_out_of_reach(&self, contact: &Contact, clearance: f32, pair: &Pair) -> bool {
        let Stores { bodies, colliders, .. } = self.stores;
        let [a, b] = [contact.a, contact.b].map(|row| self.moved(row.index()));
        let way = (b.way - a.way).norm() + a.spin + b.spin;
        let [fast_a, fast_b] = pair.colliders.map(|slot| colliders[slot].fast_way);
        if way <= min(fast_a, fast_b) {
            return true;
        }
        let [a, b] = pair.colliders.map(|slot| colliders[slot].half_width);
        let are_dynamic = pair.bodies.iter().all(|&body| bodies[body].is_dynamic());
        let allowed = if are_dynamic && clearance > 0.0 { clearance + a + b } else { clearance };
        // The narrow phase has searched the free motion of shapes whose clearance it knew.
        let is_searched = clearance > 0.0 && self.time.rules.is_speculative;
        way <= allowed || (is_searched && pair.bodies.iter().all(|&body| self.went_its_way(body)))
    }

    /// How far two shapes without a contact point are apart when the step begins, m; zero if unknown.
    fn clearance(&self, cache: &ManifoldCache, pair: &Pair) -> f32 {
        let frames = self.stores.bodies.pair(pair.bodies);
        cache.clearance(frames, SPECULATIVE_DISTANCE * self.stores.settings.length_unit)
    }

    fn went_its_way(&self, body: BodySlot) -> bool {
        let row = self.stores.bodies[body].row();
        row == BodyRow::STATIC
            || went_its_way(self.stores, row.index(), &self.ways.of(&self.motions, row.index(), body))
    }

    #[inline(always)]
    fn moved(&self, row: usize) -> Moved {
        if let Some(moved) = self.moved.get(row) {
            return *moved;
        }
        let awake = &self.stores.bodies.awake;
        Moved::new(&awake.solver.states()[row], &awake.extents[row], self.time.dt)
    }

    fn state(&self, row: BodyRow) -> &BodyState {
        &self.stores.bodies.awake.solver.states()[row.index()]
    }

    #[inline(never)]
    fn find_on_the_way(&self, contact: &Contact, pair: &Pair, clearance: f32) -> Option<Touching> {
        let Stores { settings, bodies, colliders, .. } = self.stores;
        let unit = settings.length_unit;
        let both = bodies.pair(pair.bodies);
        let actual = pair.bodies.map(|body| self.motions.actual(body));
        let sweeps = self.motions.seen_from_first(pair.bodies, actual);
        let shapes = pair.colliders.map(|slot| &colliders[slot]);
        let mut swept = SweptPair { colliders: shapes, frames: both.frames, sweeps };
        let reaches = self.motions.reaches(pair);
        if contact.manifold.count == 0 && !swept.may_overlap(reaches, self.graze(pair)) {
            return None;
        }
        // The manifold of the contact may be that of the middle of the step, or lag.
        let [shape_a, shape_b] = swept.colliders.map(|collider| &collider.shape);
        let [pose_a, pose_b] = both.poses();
        let start = if clearance > 0.0 {
            Manifold::EMPTY
        } else {
            settings.tolerances().manifold(shape_a, pose_a, shape_b, pose_b, SPECULATIVE_DISTANCE * unit)
        };
        if start.count > 0 && contact.manifold.count == 0 && !contact.has(Flags::DEFERRED) {
            // The seams or the rules of a collider do not want it.
            return None;
        }
        let pivots = self.pivots(contact, &swept, both.poses(), &start);
        for (sweep, pivot) in swept.sweeps.iter_mut().zip(pivots) {
            if let Some(pivot) = pivot {
                *sweep = about(sweep, pivot);
            }
        }
        let (fraction, point, along) = if start.count == 0 {
            if !swept.may_meet(reaches) {
                return None;
            }
            let surface = |manifold, poses, fraction: f32| {
                let placed = PlacedPair { pair, poses, time: fraction * self.time.dt };
                self.seams.resolve(&manifold, &placed).of(manifold)
            };
            let hit = find_hit(&swept, unit, self.graze(pair), false, surface)?;
            if contact.has(Flags::CONDITIONAL) && !pushes(self.stores, self.time, contact, pair, hit.manifold)
            {
                return None;
            }
            (hit.fraction, hit.point, right_normal(hit.manifold.normal))
        } else {
            let overlap = start.points().iter().fold(0.0, |most, point| max(most, -point.separation));
            swept.sweeps[1].start.position += start.normal * self.allowed_overlap(pair, overlap);
            let [first, second] = &swept.sweeps;
            let impact = settings.tolerances().time_of_impact(shape_a, first, shape_b, second, 0.0);
            let touch = impact.touch()?;
            (touch.fraction, touch.point, right_normal(touch.normal))
        };
        let deeper = if self.time.rules.is_speculative {
            0.0
        } else {
            let way = (sweeps[1].translation - sweeps[0].translation).norm();
            LINEAR_SLOP * unit / max(way, f32::MIN_POSITIVE)
        };
        let fraction = min(fraction + deeper, 1.0);
        // The way of a point of one that turns far says nothing about where its surface then is.
        let own = bodies.inverse_masses_in(contact, pair.bodies);
        let goes_on = [0, 1].map(|side| {
            MUCH_HEAVIER * own[side] <= own[1 - side]
                && sweeps[side].angle.abs() <= WIDE_TURN
                && pair.bodies.iter().all(|&body| bodies[body].is_awake())
        });
        let [a, b] = own;
        // Beside a much lighter body its mass counts as infinite.
        let inverse_masses = [if goes_on[0] { 0.0 } else { a }, if goes_on[1] { 0.0 } else { b }];
        let ways = [0, 1].map(|side| match inverse_masses[side] > 0.0 {
            true => sweeps[side].translation * (1.0 - fraction),
            false => way_after(&sweeps[side], point, fraction),
        });
        let has_pushed = contact.step_impulse > 0.0 && contact.manifold.count > 0;
        let carry = common_way(ways, inverse_masses, has_pushed);
        let slide = [0, 1].map(|side| {
            let rest = sweeps[side].translation * (1.0 - fraction) - carry;
            along * along.dot(&rest)
        });
        Some(Touching { bodies: pair.bodies, goes_on, fraction, carry, slide, pivots })
    }

    /// About which point of each body, in its frame, it turns while it stands on a corner.
    ///
    /// ```text
    ///      ___                 The corner stays where it is, and the centre moves on an arc. On the chord of
    ///     /   \    -->  __     the arc the corner would go through the ground by r (1 - cos (a / 2)), and a
    ///     \___/   o     |  |   body that tumbles by half a radian in a step would be stopped each time.
    ///   ____o___________o__
    /// ```
    ///
    /// `start`: the manifold at the start of the sweeps. A corner holds its body if the contact has pushed
    /// and the corner neither leaves the surface nor goes deeper than it may.
    fn pivots(
        &self,
        contact: &Contact,
        swept: &SweptPair<'_>,
        [start_a, start_b]: [Pose; 2],
        start: &Manifold,
    ) -> [Option<Point>; 2] {
        let far = |side: usize| swept.sweeps[side].angle.abs();
        let side = usize::from(far(1) > far(0));
        let is_turned = far(side) > WIDE_TURN && far(side) <= MOST_PIVOT && far(1 - side) <= WIDE_TURN;
        if !is_turned || start.count == 0 || contact.step_impulse <= 0.0 {
            return [None; 2];
        }
        let [end_a, end_b] = [swept.sweeps[0].pose_at(1.0), swept.sweeps[1].pose_at(1.0)];
        let held = HELD * self.stores.settings.length_unit;
        let mut pivot = None;
        for point in start.points() {
            let local_a = start_a.rotation.inverse_rotate(point.anchor_a);
            let local_b = start_b.rotation.inverse_rotate(point.anchor_b);
            let by_a = end_a * Point::from(local_a) - (start_a.position + point.anchor_a);
            let by_b = end_b * Point::from(local_b) - (start_b.position + point.anchor_b);
            let separation = point.separation + start.normal.dot(&(by_b - by_a));
            if separation.abs() <= max(held, -point.separation) && point.separation <= held {
                pivot = Some(Point::from(if side == 0 { local_a } else { local_b }));
            }
        }
        let mut pivots = [None; 2];
        pivots[side] = pivot;
        pivots
    }
}

/// How far two shapes are apart along a normal from A to B, m, negative if they overlap. A half-space is
/// measured along its own normal.
pub(super) fn separation_along(normal: Vec2, [a, b]: [&Shape; 2], [pose_a, pose_b]: [Pose; 2]) -> f32 {
    let normal = match (a, b) {
        (Shape::HalfSpace(half_space), _) => pose_a.rotation * half_space.normal(),
        (_, Shape::HalfSpace(half_space)) => -(pose_b.rotation * half_space.normal()),
        _ => normal,
    };
    let end_of_a = farthest_along(a, pose_a, normal);
    let end_of_b = -farthest_along(b, pose_b, -normal);
    end_of_b - end_of_a
}

/// The coordinate of the farthest point of a shape along a direction, m; for a half-space, its normal.
fn farthest_along(shape: &Shape, pose: Pose, direction: Vec2) -> f32 {
    let (local, origin) = (pose.rotation.inverse_rotate(direction), direction.dot(&pose.position.coords));
    match (shape.hull(), shape) {
        (Some(hull), _) => {
            let along = |vertex: &Point| local.dot(&vertex.coords);
            origin + hull.vertices.iter().map(along).fold(f32::NEG_INFINITY, max) + hull.radius
        }
        (None, Shape::HalfSpace(half_space)) => origin + half_space.offset(),
        (None, _) => f32::INFINITY,
    }
}

/// Whether a one-way collider and the hook of the world let a contact with this manifold push.
fn pushes(stores: &Stores, time: &TimeStep, contact: &Contact, pair: &Pair, manifold: Manifold) -> bool {
    let Stores { settings, bodies, colliders, hook, .. } = stores;
    let conditions =
        Conditions { settings, bodies, colliders, hook: hook.as_deref(), dt: time.dt, refused: None };
    let (mut contact, mut cache) = (*contact, ManifoldCache::NONE);
    contact.replace_manifold(manifold);
    conditions.apply(&mut contact, &mut cache, pair, false);
    contact.manifold.count > 0
}

/// The way of two bodies that have touched: the mean of their ways, weighted by mass, if they have pushed
/// each other, else that of the slower one, which does not know of the other yet. Infinite mass wins.
fn common_way([way_a, way_b]: [Vec2; 2], [inverse_a, inverse_b]: [f32; 2], has_pushed: bool) -> Vec2 {
    let sum = inverse_a + inverse_b;
    if sum == 0.0 {
        Vec2::zeros()
    } else if has_pushed || inverse_a == 0.0 || inverse_b == 0.0 {
        way_a * (inverse_b / sum) + way_b * (inverse_a / sum)
    } else if way_b.norm_squared() < way_a.norm_squared() {
        way_b
    } else {
        way_a
    }
}

/// How far the point of a body at `point` at the fraction moves until the end of the step, m.
fn way_after(sweep: &Sweep, point: Point, fraction: f32) -> Vec2 {
    let center = sweep.pose_at(fraction) * sweep.center;
    let (rest, lever) = (1.0 - fraction, point - center);
    sweep.translation * rest + (Rot::from_angle(sweep.angle * rest) * lever - lever)
}

/// The pose of a body at the end of the step, as seen from where it is at the beginning.
pub(super) fn end_of(frame: &Frame, state: &BodyState) -> Pose {
    let rotation = state.delta_rotation * frame.rotation;
    let center = Point::from(frame.arm() + state.delta_position);
    Pose { position: center - rotation * frame.local_center, rotation }
}

pub(super) fn went_its_way(stores: &Stores, row: usize, free: &Sweep) -> bool {
    let awake = &stores.bodies.awake;
    let (state, extent) = (&awake.solver.states()[row], &awake.extents[row]);
    let (way, turned) = if extent.spin_reach == 0.0 {
        (free.translation, Vec2::zeros())
    } else {
        let (way, turn) = moved(free, stores.bodies.frame(awake.motions[row].body).local_center, 1.0);
        (way, Vec2::new(turn.cos - state.delta_rotation.cos, turn.sin - state.delta_rotation.sin))
    };
    let off = (way - state.delta_position).norm() + extent.spin_reach * turned.norm();
    off <= SAME_WAY * extent.fast_way
}
