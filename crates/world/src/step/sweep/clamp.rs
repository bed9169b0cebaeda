//! After the solver: bodies are stopped where they would pass through something that no contact has held.
//!
//! Swept contacts see the free motion of the beginning. A body that was hit goes another way, a slow one may
//! have become fast, several contacts at once leave a residue, a stick that lies on its tip may swing its
//! other end through the floor, and hinges bend the way. So the bodies that have moved farther than one that
//! is not fast are searched again, on their actual way:
//!
//! ```text
//!   1 suspects    rows that have moved far; they get fat boxes of their way, and pairs are searched for
//!   2 candidates  their contacts
//!   3 fractions   in parallel, each candidate by itself: when the two bodies first touch
//!   4 apply       the least fraction of each body shortens its motion; its velocity stays
//! ```
//!
//! A contact without points, or a swept one, is searched as it is. Shapes that touched when the step began
//! are moved apart for the search, along their normal, by what they overlap or by [`HELD`]. A motion along
//! the surface then hits nothing, since the shapes are convex, and what the contact lets through is found.
//!
//! **What happens to the rest of the step.** After the touch the two bodies move on together, and only their
//! relative motion is cut off. If they have pushed each other, they move on with the mean of their motions
//! weighted by mass, which keeps the motion of their common centre of mass; if not, with that of the slower
//! one, since the other one will push it in the next step only. Against a static body that is a stop; a
//! kinematic one carries the body along. The time that a body loses at a wall is not given back: at most one
//! step for an impact, as it is for a body that the solver stops at a surface. The velocity stays, so energy
//! and momentum do not change.
//!
//! Shortening one motion may bring a body into the way of another, so steps 2 to 4 are repeated for the
//! bodies that have been shortened, until none is, or for [`ROUNDS`] rounds. In each round all fractions are
//! computed from the same motions, and the least one wins, so no result depends on the order of rows or
//! contacts. What is left at the end is a motion in which every pair moves evenly from start to end and no
//! pair that was searched meets on the way. If the rounds do not suffice, the last one is for static bodies
//! alone: nothing ends behind a wall.
//!
//! The classic solver gives no impulse to points that do not overlap. For it there are no swept contacts, and
//! bodies are stopped one slop deep, so that the next step finds a contact.

use super::motion::{Motions, moved};
use super::{FastBody, Memory as SweepMemory, SweptPair, extend_boxes, find_hit};
use crate::body::is_in_world;
use crate::manifold_cache::ManifoldCache;
use crate::settings::{LINEAR_SLOP, Method, SPECULATIVE_DISTANCE};
use crate::slot::{BodySlot, ContactSlot};
use crate::step::conditional::Conditions;
use crate::step::pairs;
use crate::stores::{CONDITIONAL, DROPPING, Extent, PASSING, Pair, SWEPT, Stores};
use crate::time_step::TimeStep;
use broadphase::Broadphase;
use collide::{Manifold, Sweep, time_of_impact};
use compute::Workers;
use compute::math::{max, min};
use geom::{Point, Rot, Vec2};
use solver::{BodyState, Contact};

/// How often bodies are shortened within one step. The second round finds who runs into a body that the first
/// one has stopped; more are needed in heaps of bullets only.
const ROUNDS: usize = 4;

/// Candidates that one worker takes at a time.
const CHUNK: usize = 32;

/// A way counts as the free one if it differs from it by no more than this share of the way that is not fast.
const SAME_WAY: f32 = 0.1;

/// m. A contact may let shapes overlap by this much, or as much as they did when the step began: twice the
/// overlap of a graze.
const HELD: f32 = 0.004;

/// The same as a share of both half-widths.
const HELD_SHARE: f32 = 0.25;

/// m. Shapes that overlap more than that may go deeper by this much: twice the tolerance of the time of
/// impact.
const TOLERANCE: f32 = 0.0002;

/// A contact that is searched, and what was found.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    contact: ContactSlot,
    /// Of both bodies, if they touch: the fraction, and by how much each is carried along afterwards, m.
    hit: Option<(f32, [Vec2; 2])>,
}

/// A body that has moved far.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    body: BodySlot,
    /// Whether it went its free way, which has been swept for the contacts without points.
    is_free: bool,
}

/// How far a body gets.
#[derive(Clone, Copy, Debug)]
struct Stop {
    body: BodySlot,
    fraction: f32,
    carry: Vec2,
}

/// The memory of this file.
#[derive(Debug, Default)]
pub(in crate::step) struct Memory {
    suspects: Vec<Suspect>,
    /// Those of all rounds.
    all: Vec<BodySlot>,
    candidates: Vec<Candidate>,
    stops: Vec<Stop>,
}

/// Shortens the motion of bodies that would pass through something.
pub(in crate::step) fn run(
    stores: &mut Stores,
    broadphase: &mut impl Broadphase,
    time: &TimeStep,
    workers: &mut Workers,
    sweeps: &mut SweepMemory,
    pairs: &mut pairs::Memory,
) {
    if !stores.settings.continuous {
        return;
    }
    let mut memory = std::mem::take(&mut sweeps.clamp);
    find_suspects(stores, time, sweeps, &mut memory.suspects);
    if !memory.suspects.is_empty() {
        find_pairs(stores, broadphase, time, workers, &memory.suspects, pairs);
        memory.all.clear();
        for round in 0..=ROUNDS {
            memory.all.extend(memory.suspects.iter().map(|suspect| suspect.body));
            // Static bodies come last and alone, so that nothing that was pushed aside ends behind a wall.
            let is_last = round == ROUNDS;
            if is_last {
                memory.all.sort_unstable();
                memory.all.dedup();
                let all = memory.all.iter().map(|&body| Suspect { body, is_free: false });
                memory.suspects.clear();
                memory.suspects.extend(all);
            }
            collect_candidates(stores, &mut memory, is_last);
            find_fractions(stores, time, workers, &mut memory.candidates);
            collect_stops(stores, time, &mut memory);
            if memory.stops.is_empty() {
                break;
            }
            apply(stores, time, &mut memory);
        }
    }
    sweeps.clamp = memory;
}

/// The bodies that have moved far, in the order of their slots.
fn find_suspects(stores: &Stores, time: &TimeStep, sweeps: &SweepMemory, suspects: &mut Vec<Suspect>) {
    suspects.clear();
    let awake = &stores.bodies.awake;
    for (row, (state, extent)) in awake.solver.states().iter().zip(&awake.extents).enumerate().skip(1) {
        if is_far(state, extent, time.dt)
            && is_in_world(state.delta_position.norm(), stores.settings.length_unit)
        {
            let fast = sweeps.fast_index(row).map(|index| &sweeps.fast[index]);
            let is_free = stores.settings.method == Method::Soft
                && fast.is_some_and(|fast| went_its_way(stores, time, fast, extent.free_way));
            suspects.push(Suspect { body: awake.motions[row].body, is_free });
        }
    }
    suspects.sort_unstable_by_key(|suspect| suspect.body);
}

/// Whether a body has moved farther than one that is not fast.
fn is_far(state: &BodyState, extent: &Extent, dt: f32) -> bool {
    let (way, turn) = (state.delta_position, state.delta_rotation);
    let chord = turn.sin.abs() + max(1.0 - turn.cos, 0.0);
    let spin = max(chord, state.angular_velocity.abs() * dt) * extent.reach;
    // A bound without a root first. NaN fails it.
    way.x.abs() + way.y.abs() + spin > extent.free_way && way.norm() + spin > extent.free_way
}

fn has_moved_far(stores: &Stores, time: &TimeStep, body: BodySlot) -> bool {
    let (row, awake) = (stores.bodies[body].row().index(), &stores.bodies.awake);
    row != 0 && is_far(&awake.solver.states()[row], &awake.extents[row], time.dt)
}

/// Whether a body has moved as it was to move without impulses.
fn went_its_way(stores: &Stores, time: &TimeStep, fast: &FastBody, free_way: f32) -> bool {
    let actual = Motions::new(stores, time).actual(fast.body);
    let reach = stores.bodies[fast.body].spin_reach;
    let off = (actual.translation - fast.sweep.translation).norm()
        + reach * (actual.angle - fast.sweep.angle).abs();
    off <= SAME_WAY * free_way
}

/// Gives bodies fat boxes of their actual way, and adds the pairs that these have.
fn find_pairs(
    stores: &mut Stores,
    broadphase: &mut impl Broadphase,
    time: &TimeStep,
    workers: &mut Workers,
    suspects: &[Suspect],
    memory: &mut pairs::Memory,
) {
    let mut any_new = false;
    for suspect in suspects.iter().filter(|suspect| !suspect.is_free) {
        let sweep = Motions::new(stores, time).actual(suspect.body);
        any_new |= extend_boxes(stores, suspect.body, &sweep);
    }
    if any_new {
        stores.colliders.flush(broadphase);
        pairs::run(stores, broadphase, workers, memory);
        stores.renew_rows();
    }
}

/// The contacts of the suspects, or those with bodies of infinite mass; without points, only those of
/// suspects that have left their free way.
fn collect_candidates(stores: &Stores, memory: &mut Memory, with_infinite_mass: bool) {
    let Memory { suspects, candidates, .. } = memory;
    candidates.clear();
    for &Suspect { body, is_free } in &*suspects {
        let mut cursor = stores.bodies[body].contacts.cursor();
        while let Some((contact, other)) = stores.contacts.advance(&mut cursor) {
            let is_left_out = with_infinite_mass && stores.bodies[other].is_dynamic();
            if is_left_out || stores.contacts.is_sensor(contact) || stores.contacts.is_asleep(contact) {
                continue;
            }
            let Contact { user, manifold, .. } = stores.contacts.get(contact).0;
            let is_open = manifold.count == 0 || user & SWEPT != 0;
            if user & (PASSING | DROPPING) == 0 && !(is_free && is_open) {
                candidates.push(Candidate { contact, hit: None });
            }
        }
    }
    // Two suspects that meet are searched once.
    candidates.sort_unstable_by_key(|candidate| candidate.contact);
    candidates.dedup_by_key(|candidate| candidate.contact);
}

/// When the bodies of each candidate first touch.
fn find_fractions(stores: &Stores, time: &TimeStep, workers: &mut Workers, candidates: &mut [Candidate]) {
    workers.for_each_chunk(candidates, CHUNK, |_, candidates| {
        for candidate in candidates {
            candidate.hit = find_actual_hit(stores, time, candidate.contact);
        }
    });
}

/// When two bodies first touch on their actual way, and how far each moves on afterwards, m.
fn find_actual_hit(stores: &Stores, time: &TimeStep, slot: ContactSlot) -> Option<(f32, [Vec2; 2])> {
    let Stores { settings, bodies, colliders, contacts, .. } = stores;
    let (contact, pair) = contacts.get(slot);
    let motions = Motions::new(stores, time);
    let sweeps = pair.bodies.map(|body| motions.actual(body));
    let frames = pair.bodies.map(|body| bodies.frame(body));
    let mut swept = SweptPair { colliders: pair.colliders.map(|slot| &colliders[slot]), frames, sweeps };
    let unit = settings.length_unit;
    let spins = [0, 1].map(|side| sweeps[side].angle.abs() * bodies[pair.bodies[side]].spin_reach);
    let way = (sweeps[1].translation - sweeps[0].translation).norm() + spins[0] + spins[1];
    if way <= min(swept.colliders[0].free_way, swept.colliders[1].free_way) {
        return None;
    }
    // The manifold of the contact may be that of the middle of the step, or lag.
    let [shape_a, shape_b] = swept.colliders.map(|collider| &collider.shape);
    let [pose_a, pose_b] = frames.map(|frame| frame.pose);
    let start = collide::manifold(shape_a, pose_a, shape_b, pose_b, SPECULATIVE_DISTANCE * unit);
    let has_joint = pair.bodies.iter().any(|&body| bodies[body].joints.len > 0);
    if start.count > 0 && (contact.manifold.count == 0 || has_joint) {
        // The seams or the rules of a collider do not want it. What hangs on joints is held by its contacts
        // only, because stopping it would strain the joints in every step.
        return None;
    }
    let (fraction, point) = if start.count == 0 {
        if !swept.may_meet(pair.bodies.map(|body| bodies[body].reach)) {
            return None;
        }
        let hit = find_hit(&swept, unit, |manifold, _, _| manifold)?;
        if contact.user & CONDITIONAL != 0 && !pushes(stores, time, contact, pair, hit.manifold) {
            return None;
        }
        (hit.fraction, hit.point)
    } else {
        let overlap = start.points().iter().fold(0.0, |most, point| max(most, -point.separation));
        let widths = swept.colliders.map(|collider| collider.half_width);
        let held = min(HELD * unit, HELD_SHARE * (widths[0] + widths[1]));
        swept.sweeps[1].start.position += start.normal * max(held, overlap + TOLERANCE * unit);
        let touch = time_of_impact(shape_a, &swept.sweeps[0], shape_b, &swept.sweeps[1], 0.0).touch()?;
        (touch.fraction, touch.point)
    };
    let deeper = match settings.method {
        Method::Soft => 0.0,
        Method::Classic => {
            let way = (sweeps[1].translation - sweeps[0].translation).norm();
            LINEAR_SLOP * unit / max(way, f32::MIN_POSITIVE)
        }
    };
    let fraction = min(fraction + deeper, 1.0);
    let inverse_masses = pair.bodies.map(|body| bodies[body].inverse_masses()[0]);
    let ways = [0, 1].map(|side| match inverse_masses[side] > 0.0 {
        true => sweeps[side].translation * (1.0 - fraction),
        false => way_after(&sweeps[side], point, fraction),
    });
    let has_pushed = contact.step_impulse > 0.0 && contact.manifold.count > 0;
    Some((fraction, [common_way(ways, inverse_masses, has_pushed); 2]))
}

/// Whether a one-way collider and the hook of the world let a contact with this manifold push.
fn pushes(stores: &Stores, time: &TimeStep, contact: &Contact, pair: &Pair, manifold: Manifold) -> bool {
    let Stores { settings, bodies, colliders, hook, .. } = stores;
    let conditions = Conditions { settings, bodies, colliders, hook: hook.as_deref(), dt: time.dt };
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

/// How far the point of a body that is at `point` at the fraction moves until the end of the step, m.
fn way_after(sweep: &Sweep, point: Point, fraction: f32) -> Vec2 {
    let center = sweep.pose_at(fraction) * sweep.center;
    let (rest, lever) = (1.0 - fraction, point - center);
    sweep.translation * rest + (Rot::from_angle(sweep.angle * rest) * lever - lever)
}

/// The least fraction of each dynamic body that touches something.
fn collect_stops(stores: &Stores, time: &TimeStep, memory: &mut Memory) {
    let Memory { candidates, stops, .. } = memory;
    stops.clear();
    for candidate in &*candidates {
        let Some((fraction, carry)) = candidate.hit else { continue };
        let pair = stores.contacts.get(candidate.contact).1;
        for (body, carry) in pair.bodies.into_iter().zip(carry) {
            // One that has not moved far is no danger to others, and they are stopped at it.
            if stores.bodies[body].is_dynamic() && has_moved_far(stores, time, body) {
                stops.push(Stop { body, fraction, carry });
            }
        }
    }
    // The least fraction of each body first; among equal ones the shortest way, whatever the order of
    // contacts.
    let key = |stop: &Stop| (stop.fraction, stop.carry.x, stop.carry.y);
    stops.sort_unstable_by(|p, q| {
        let ((s, x, y), (t, u, v)) = (key(p), key(q));
        p.body.cmp(&q.body).then(s.total_cmp(&t)).then(x.total_cmp(&u)).then(y.total_cmp(&v))
    });
    stops.dedup_by_key(|stop| stop.body);
}

/// Shortens the motions. The bodies that were shortened are the suspects of the next round.
fn apply(stores: &mut Stores, time: &TimeStep, memory: &mut Memory) {
    let Memory { suspects, stops, .. } = memory;
    suspects.clear();
    for &Stop { body, fraction, carry } in &*stops {
        let sweep = Motions::new(stores, time).actual(body);
        let local_center = stores.bodies.frame(body).local_center;
        let (way, turn) = moved(&sweep, local_center, fraction);
        if let Some(state) = stores.bodies.state_mut(body) {
            (state.delta_position, state.delta_rotation) = (way + carry, turn);
            suspects.push(Suspect { body, is_free: false });
        }
    }
}
