//! After the solver: bodies are stopped where they would pass through something that no contact has held.
//!
//! ```text
//!   1 far         bodies that have moved far or very far: the bounds of fast and very fast ones (`sweep.rs`)
//!   2 boxes       far bodies that have left their fat boxes get larger ones
//!   3 contacts    when do two bodies first touch, if one has moved far and the other has infinite mass, or
//!                 if both have moved by more than both half-widths?
//!   4 stops       the least fraction of each body shortens its motion
//! ```
//!
//! Each body keeps the rest of its motion along the surface. With t the tangent, w what is left of its
//! displacement after the touch, and c what the two bodies share of it (`docs/continuous.md`):
//!
//! ```text
//!   displacement after the touch = c + t (t . (w - c))
//! ```
//!
//! The rotation after the touch is cut. The velocity stays, but for the work of gravity on what is cut off,
//! so energy does not change. Steps 2 to 4 are repeated for what has been shortened, up to [`ROUNDS`] times.
//! In each round all fractions are computed from the same motions and the least one wins, whatever the order
//! of contacts.

use super::motion::{Motions, about, moved};
use super::search::{FAR, FIXED, KNOWN, Moved, SHORTENED, Search, Touching, VERY_FAR, end_of, went_its_way};
use super::ways::{FreeWays, Mark, leaves};
use super::{Boxes, Memory as SweepMemory, is_swept};
use crate::body::is_local;
use crate::settings::{Continuous, MIN_ROWS, NARROW_CHUNK};
use crate::slot::{BodySlot, ContactSlot, Slot};
use crate::step::pairs;
use crate::stores::{Extent, Stores};
use crate::time_step::TimeStep;
use broadphase::Broadphase;
use compute::Workers;
use compute::math::max;
use geom::{Point, Vec2};
use solver::{BodyInput, BodyState};
use std::sync::atomic::{AtomicBool, Ordering};

/// Repeated searches after the first one. Round 1 finds what runs into a stopped body; the last round
/// searches bodies of infinite mass only. Only heaps of bullets need more.
const ROUNDS: usize = 2;

/// How far a body gets.
#[derive(Clone, Copy, Debug)]
struct Stop {
    body: BodySlot,
    /// This fraction of its motion.
    fraction: f32,
    /// What it still moves afterwards, with the other body and along the surface, m.
    carry: Vec2,
    /// See [`Touching::pivots`].
    pivot: Option<Point>,
}

/// With more contacts than this for each body that has moved far, the lists of these bodies are read in place
/// of all contacts: a contact of a list takes longer than one of the array. Chosen without measurement.
const CONTACTS_PER_FAR_BODY: usize = 64;

#[derive(Debug, Default)]
pub(in crate::step) struct Memory {
    /// Flags by body row, as after the solver.
    far: Vec<u8>,
    /// By row, as of the present round; empty as long as few have moved far.
    moved: Vec<Moved>,
    /// The angles by which shortened bodies turn, by row: see [`Motions`]. Empty as long as there is none.
    turns: Vec<f32>,
    /// By chunk of contacts.
    found: Vec<Vec<Touching>>,
    candidates: Vec<ContactSlot>,
    stops: Vec<Stop>,
    /// Work list: the far bodies first, then those stopped in each round.
    stopped: Vec<BodySlot>,
    /// For the counts: the bodies with changed motion, with repetitions.
    pub(super) shortened: Vec<BodySlot>,
    /// Whether bodies keep the rest of their way along the surface: only in the first search, because later
    /// rounds do not search all that a slide may meet.
    slides: bool,
}

pub(in crate::step) fn run(
    stores: &mut Stores,
    broadphase: &mut impl Broadphase,
    time: &TimeStep,
    workers: &mut Workers,
    sweeps: &mut SweepMemory,
    pairs: &mut pairs::Memory,
) {
    let SweepMemory { clamp: memory, boxes, ways } = sweeps;
    if stores.settings.continuous == Continuous::Nothing || !find_far(stores, time, workers, memory, ways) {
        return;
    }
    let body = |row: usize| stores.bodies.awake.motions[row].body;
    let is_far = |row: &usize| memory.far[*row] & (FAR | KNOWN) == FAR;
    let far_bodies = (1..memory.far.len()).filter(is_far).map(body);
    memory.stopped.clear();
    memory.stopped.extend(far_bodies);
    memory.turns.clear();
    extend_boxes(stores, broadphase, time, workers, (&memory.stopped, &[]), (boxes, ways), pairs);
    memory.stopped.clear();
    memory.slides = true;
    search_all(stores, time, workers, memory, ways);
    memory.slides = false;
    for round in 1..=ROUNDS {
        if memory.stops.is_empty() {
            break;
        }
        apply(stores, time, memory);
        let Memory { stops, stopped, turns, .. } = &mut *memory;
        let first = stopped.len();
        stopped.extend(stops.iter().map(|stop| stop.body));
        extend_boxes(stores, broadphase, time, workers, (&stopped[first..], turns), (boxes, ways), pairs);
        // Bodies of infinite mass come last and alone, so that nothing that was pushed aside ends behind a
        // wall.
        let is_last = round == ROUNDS;
        if is_last {
            compute::sort(stopped);
            stopped.dedup();
        }
        search_again(stores, time, workers, memory, ways, if is_last { 0 } else { first }, is_last);
    }
    apply(stores, time, memory);
}

/// Also notes which of them need no larger boxes. Returns whether any has moved far.
fn find_far(
    stores: &Stores,
    time: &TimeStep,
    workers: &mut Workers,
    Memory { far, moved, .. }: &mut Memory,
    ways: &FreeWays,
) -> bool {
    let (awake, unit) = (&stores.bodies.awake, stores.settings.length_unit);
    let motions = Motions::new(stores, time);
    let is_against_all = stores.settings.continuous == Continuous::All;
    let is_known = |row: usize, far: u8, state: &BodyState, extent: &Extent| {
        // `extend_boxes` would find the same, for one body after the other.
        let may_pass_bodies = far & VERY_FAR != 0 && is_against_all;
        if !may_pass_bodies && ways.knows_nothing_near(stores, row, way_of(state, extent, time.dt)) {
            return true;
        }
        match ways.found(row) {
            // A body that moved as predicted is inside the boxes that it got for this motion, or needs none.
            Some(way) => went_its_way(stores, row, way),
            // `Mark::Fast` met nothing static, so it got no larger boxes. If it has moved very far as
            // predicted, it needs none of those that `extend_boxes` would give it.
            None => {
                let free = || ways.of(&motions, row, awake.motions[row].body);
                far & VERY_FAR != 0 && ways.mark(row) == Mark::Fast && went_its_way(stores, row, &free())
            }
        }
    };
    moved.clear();
    far.clear();
    far.resize(awake.extents.len(), 0);
    let is_any_far = AtomicBool::new(false);
    workers.for_each_chunk(far, MIN_ROWS, |chunk, far| {
        let first = chunk * MIN_ROWS;
        let rows = first..first + far.len();
        let (states, inputs) = (&awake.solver.states()[rows.clone()], &awake.solver.inputs()[rows.clone()]);
        let bodies = states.iter().zip(inputs).zip(&awake.extents[rows]);
        let mut any = 0;
        for (row, (own, ((state, input), extent))) in (first..).zip(far.iter_mut().zip(bodies)) {
            *own = far_of(state, input, extent, time.dt, unit);
            if *own & FAR != 0 && is_known(row, *own, state, extent) {
                *own |= KNOWN;
            }
            any |= *own;
        }
        if any & FAR != 0 {
            is_any_far.store(true, Ordering::Relaxed);
        }
    });
    far[0] = FIXED;
    is_any_far.into_inner()
}

/// Bodies that have woken since [`find_far`] are at rest.
fn note_motions(
    stores: &Stores,
    time: &TimeStep,
    workers: &mut Workers,
    Memory { far, moved, .. }: &mut Memory,
) {
    let awake = &stores.bodies.awake;
    far.resize(awake.extents.len(), 0);
    let first = moved.len();
    moved.resize(awake.extents.len(), Moved::NONE);
    workers.for_each_chunk(&mut moved[first..], MIN_ROWS, |chunk, moved| {
        for (row, own) in (first + chunk * MIN_ROWS..).zip(moved) {
            *own = Moved::new(&awake.solver.states()[row], &awake.extents[row], time.dt);
        }
    });
}

#[inline(always)]
fn far_of(state: &BodyState, input: &BodyInput, extent: &Extent, dt: f32, unit: f32) -> u8 {
    let way = way_of(state, extent, dt);
    let is_far = way > extent.fast_way && is_local(state.delta_position.norm(), unit);
    let is_very_far = is_far && way > extent.very_fast_way;
    let is_fixed = input.inverse_mass == 0.0;
    (FAR * u8::from(is_far)) | (VERY_FAR * u8::from(is_very_far)) | (FIXED * u8::from(is_fixed))
}

/// A bound of the displacement of any point of a body in this step, m; zero if it is less than that of a fast
/// body.
#[inline]
fn way_of(state: &BodyState, extent: &Extent, dt: f32) -> f32 {
    let way = state.delta_position;
    let chord = state.delta_rotation.sin.abs() + max(1.0 - state.delta_rotation.cos, 0.0);
    let spin = max(chord, state.angular_velocity.abs() * dt) * extent.spin_reach;
    // A bound without a root first. NaN fails it.
    if way.x.abs() + way.y.abs() + spin > extent.fast_way { way.norm() + spin } else { 0.0 }
}

fn has_moved_far(stores: &Stores, time: &TimeStep, body: BodySlot) -> bool {
    let (row, awake) = (stores.bodies[body].row().index(), &stores.bodies.awake);
    row != 0
        && way_of(&awake.solver.states()[row], &awake.extents[row], time.dt) > awake.extents[row].fast_way
}

/// Gives bodies that have left their fat boxes larger ones, and adds their new pairs.
fn extend_boxes(
    stores: &mut Stores,
    broadphase: &mut impl Broadphase,
    time: &TimeStep,
    workers: &mut Workers,
    (bodies, turns): (&[BodySlot], &[f32]),
    (boxes, ways): (&mut Boxes, &mut FreeWays),
    memory: &mut pairs::Memory,
) {
    ways.resize_fast(stores);
    let mut any_new = false;
    for &body in bodies {
        let (row, awake) = (stores.bodies[body].row().index(), &stores.bodies.awake);
        let (state, extent) = (&awake.solver.states()[row], &awake.extents[row]);
        let way = way_of(state, extent, time.dt);
        let is_very_far = way > extent.very_fast_way;
        let is_against_all = stores.settings.continuous == Continuous::All;
        if !(is_very_far && is_against_all) && ways.fast[row].meets_nothing(stores, broadphase, row, way) {
            continue;
        }
        let turn = if extent.spin_reach > 0.0 { state.angular_velocity * time.dt } else { 0.0 };
        if !leaves(stores, body, end_of(stores.bodies.frame(body), state), turn) {
            // Its boxes hold the way, but which pairs it has was decided for the free one.
            if is_very_far && stores.bodies.slack[body.index()].holds_way() {
                stores.colliders.search_again_for(&stores.bodies[body]);
                any_new = true;
            }
            continue;
        }
        let sweep = Motions::new(stores, time).with_turns(turns).actual(body);
        any_new |= boxes.extend(stores, broadphase, body, &sweep, is_very_far);
    }
    if any_new {
        stores.colliders.flush(broadphase);
        pairs::run(stores, broadphase, workers, memory, |state| state.delta_position);
        stores.renew_rows();
    }
}

fn search_all(stores: &Stores, time: &TimeStep, workers: &mut Workers, memory: &mut Memory, ways: &FreeWays) {
    let awake = &stores.contacts.awake;
    let Memory { far, stopped, .. } = memory;
    // Those that have woken since are at rest.
    far.resize(stores.bodies.awake.extents.len(), 0);
    let is_far = |row: &usize| far[*row] & FAR != 0;
    let are_few = (1..far.len()).filter(is_far).count() * CONTACTS_PER_FAR_BODY < awake.contacts.len();
    if are_few {
        stopped.extend((1..far.len()).filter(is_far).map(|row| stores.bodies.awake.motions[row].body));
        search_contacts_of(stores, time, workers, memory, ways, 0, false);
    }
    memory.stopped.clear();
    if are_few {
        return;
    }
    note_motions(stores, time, workers, memory);
    let Memory { far, moved, turns, found, stops, slides, .. } = memory;
    let search = Search::new(stores, time, far, moved, ways, turns);
    let find = |index: usize| {
        let contact = &awake.contacts[index];
        search.concerns(contact).then(|| {
            let pair = &awake.pairs[index];
            is_swept(&stores.settings, &stores.bodies, pair.bodies)
                .then(|| search.find(contact, &awake.caches[index], pair))?
        })?
    };
    collect(stores, time, workers, awake.contacts.len(), find, *slides, (found, stops));
}

/// Finds the stops of the contacts of the stopped bodies from `first` on.
fn search_again(
    stores: &Stores,
    time: &TimeStep,
    workers: &mut Workers,
    memory: &mut Memory,
    ways: &FreeWays,
    first: usize,
    with_infinite_mass: bool,
) {
    // A body that has woken since may have been carried along.
    note_motions(stores, time, workers, memory);
    let Memory { far, moved, stopped, .. } = &mut *memory;
    let row = |body: BodySlot| stores.bodies[body].row().index();
    for &body in &stopped[first..] {
        // One that was carried along may have moved far only now.
        let (row, awake) = (row(body), &stores.bodies.awake);
        let (state, input) = (&awake.solver.states()[row], &awake.solver.inputs()[row]);
        let unit = stores.settings.length_unit;
        far[row] |= far_of(state, input, &awake.extents[row], time.dt, unit);
        moved[row] = Moved::new(state, &awake.extents[row], time.dt);
    }
    search_contacts_of(stores, time, workers, memory, ways, first, with_infinite_mass);
}

/// Finds the stops of the contacts that the stopped bodies from `first` on have: of all, or of those with
/// bodies of infinite mass.
fn search_contacts_of(
    stores: &Stores,
    time: &TimeStep,
    workers: &mut Workers,
    memory: &mut Memory,
    ways: &FreeWays,
    first: usize,
    with_infinite_mass: bool,
) {
    let Memory { far, moved, turns, found, candidates, stops, stopped, slides, .. } = memory;
    let row = |body: BodySlot| stores.bodies[body].row().index();
    for &body in &stopped[first..] {
        far[row(body)] |= SHORTENED;
    }
    candidates.clear();
    for &body in &stopped[first..] {
        let mut cursor = stores.bodies[body].contacts.cursor();
        while let Some((contact, other)) = stores.contacts.advance(&mut cursor) {
            // Two such bodies that meet are searched once.
            let is_left_out = with_infinite_mass && stores.bodies[other].is_dynamic()
                || other < body && far.get(row(other)).is_some_and(|far| far & SHORTENED != 0);
            if !is_left_out && !stores.contacts.is_sensor(contact) && !stores.contacts.is_asleep(contact) {
                candidates.push(contact);
            }
        }
    }
    for &body in &stopped[first..] {
        far[row(body)] &= !SHORTENED;
    }
    let search = Search::new(stores, time, far, moved, ways, turns);
    let find = |index: usize| {
        let (contact, cache, pair) = stores.contacts.get_awake(candidates[index]);
        (search.concerns(contact) && is_swept(&stores.settings, &stores.bodies, pair.bodies))
            .then(|| search.find(contact, cache, pair))?
    };
    collect(stores, time, workers, candidates.len(), find, *slides, (found, stops));
}

fn collect(
    stores: &Stores,
    time: &TimeStep,
    workers: &mut Workers,
    count: usize,
    find: impl Fn(usize) -> Option<Touching> + Sync,
    slides: bool,
    (found, stops): (&mut Vec<Vec<Touching>>, &mut Vec<Stop>),
) {
    let chunks = count.div_ceil(NARROW_CHUNK);
    if found.len() < chunks {
        found.resize_with(chunks, Vec::new);
    }
    workers.for_each_chunk(&mut found[..chunks], 1, |chunk, found| {
        let [found] = found else { return };
        found.clear();
        let first = chunk * NARROW_CHUNK;
        found.extend((first..count.min(first + NARROW_CHUNK)).filter_map(&find));
    });
    stops.clear();
    for touching in found[..chunks].iter().flatten() {
        add_stops(stores, time, touching, slides, stops);
    }
    keep_first_stops(stops);
}

/// Stops only bodies that have moved far; the other one stays where the solver put it, unless it is carried
/// along.
fn add_stops(stores: &Stores, time: &TimeStep, touching: &Touching, slides: bool, stops: &mut Vec<Stop>) {
    let &Touching { bodies, goes_on, fraction, carry, slide, pivots } = touching;
    for side in 0..2 {
        let body = bodies[side];
        let is_carried = goes_on[1 - side] && stores.bodies[bodies[1 - side]].is_dynamic();
        let is_stopped = !goes_on[side] && has_moved_far(stores, time, body);
        if stores.bodies[body].is_dynamic() && (is_carried || is_stopped) {
            let carry = if slides { carry + slide[side] } else { carry };
            stops.push(Stop { body, fraction, carry, pivot: pivots[side] });
        }
    }
}

/// Keeps the least fraction of each body; among equal ones the shortest way, whatever the order of contacts.
fn keep_first_stops(stops: &mut Vec<Stop>) {
    compute::sort_by(stops, |p, q| {
        p.body.cmp(&q.body).then_with(|| {
            let by_carry = || p.carry.x.total_cmp(&q.carry.x).then(p.carry.y.total_cmp(&q.carry.y));
            let by_length = || p.carry.norm_squared().total_cmp(&q.carry.norm_squared());
            let pivot = |stop: &Stop| stop.pivot.map_or(Vec2::zeros(), |pivot| pivot.coords);
            let by_pivot = || {
                let (p, q) = (pivot(p), pivot(q));
                p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
            };
            let by_way = || by_length().then_with(by_carry).then_with(by_pivot);
            p.fraction.total_cmp(&q.fraction).then_with(by_way)
        })
    });
    stops.dedup_by_key(|stop| stop.body);
}

/// Shortens the motions. A body keeps its direction, and its speed but for the work of its acceleration on
/// the way that is cut off: v'^2 = v^2 - 2 a . (way cut off). So a ball that falls on another has no more
/// energy than before.
fn apply(stores: &mut Stores, time: &TimeStep, memory: &mut Memory) {
    let Memory { stops, turns, shortened, .. } = memory;
    for &Stop { body, fraction, carry, pivot } in &*stops {
        let actual = Motions::new(stores, time).with_turns(turns).actual(body);
        let sweep = pivot.map_or(actual, |pivot| about(&actual, pivot));
        let local_center = stores.bodies.frame(body).local_center;
        let (way, turn) = moved(&sweep, local_center, fraction);
        let row = stores.bodies[body].row().index();
        turns.resize(stores.bodies.awake.extents.len(), f32::NAN);
        turns[row] = sweep.angle * fraction;
        let acceleration = stores.bodies.awake.solver.inputs()[row].acceleration;
        if let Some(state) = stores.bodies.state_mut(body) {
            let work = acceleration.dot(&(state.delta_position - (way + carry)));
            let square = state.velocity.norm_squared();
            if square > 0.0 {
                state.velocity *= (max(1.0 - 2.0 * work / square, 0.0)).sqrt();
            }
            let motion = (way + carry, turn);
            if motion != (state.delta_position, state.delta_rotation) {
                shortened.push(body);
            }
            (state.delta_position, state.delta_rotation) = motion;
        }
    }
}
