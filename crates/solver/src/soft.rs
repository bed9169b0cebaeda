//! The sub-stepped soft solver.
//!
//! ```text
//! schedule                   who solves which constraint, when, in which lane
//! fill blocks of contacts    normal and lever arms stay for the step (soft/prepare.rs)
//! per sub-step:
//!   integrate velocities     gravity, forces, damping
//!   warm start               in the first one, or in all: see below
//!   biased sweeps            joints, contacts, then mechanisms and loaded clusters (`together.rs`)
//!   integrate positions
//!   relax sweeps             without bias: take its velocity out again
//! restitution
//! store                      states and impulses
//! bound                      weaken bounces that have gained energy (bounce_energy.rs)
//! ```
//!
//! **Warm start.** The first sub-step applies the stored impulses. With u the velocity of a sub-step after
//! forces and before impulses, and v that at its end, the next one starts with u' + (v - u). This saves three
//! of four passes, and is the same up to rounding while normals and lever arms stay. The arms of a joint
//! rotate with its bodies, and old ones would drive what rotates about it, so a step with joints or clusters
//! applies the impulses in every sub-step.
//!
//! **Sub-steps.** Many small steps with few sweeps converge better than one with many (Macklin et al., "Small
//! Steps in Physics Simulation", 2019); soft rows and the relax sweep are from Catto, "Solver2D", 2024. For
//! alternatives, see `docs/experiments/solver.md`.

use crate::joint::{JointArrays, JointList, SpringDemands};
use crate::schedule::Schedule;
use crate::together::{ClusterSolver, ContactGraph};
use crate::{Bodies, BodyRow, Contact, JointRows, SolverNets, SolverSettings, TurningSide};
use alloc::vec::Vec;
use block::ContactBlock;
use bodies::SolverBodies;
use bounce_energy::{BounceData, BounceEnergy};
use bytemuck::Zeroable;
use compute::{Member, Shared, Width, Workers};
use core::sync::atomic::{AtomicBool, AtomicU32};
use extra::Extra;
pub(crate) use prepare::ContactList;
use step::{Caller, SharedContacts, Step};
use substeps::Worker;
use totals::TotalColumn;

mod arms;
// The closures of iterators are compiled without the wide instructions, so loops use an index.
#[allow(clippy::needless_range_loop)]
mod block;
mod bodies;
mod bounce_energy;
mod extra;
#[allow(clippy::needless_range_loop)]
mod fill;
mod find_extras;
#[allow(clippy::needless_range_loop)]
mod normal;
mod prepare;
mod record;
mod step;
#[allow(clippy::needless_range_loop)]
mod store;
mod substeps;
#[allow(clippy::needless_range_loop)]
mod totals;
mod turned;

/// Fewer contacts and joint rows do not wake other workers.
const MIN_CONSTRAINTS_TO_WAKE: usize = 512;

/// The soft solver, with memory that it keeps so that a steady scene allocates nothing.
#[derive(Clone, Debug)]
pub struct SoftSolver {
    width: Width,
    schedule: Schedule,
    bodies: SolverBodies,
    contacts: ContactBlocks,
    joints: JointArrays,
    springs: SpringDemands,
    pub(crate) clusters: ClusterSolver,
    bounces: BounceEnergy,
    nets: SolverNets,
    has_dominance: bool,
    sides: Vec<TurningSide>,
}

#[derive(Clone, Debug, Default)]
struct ContactBlocks {
    blocks: Vec<ContactBlock>,
    totals: Vec<TotalColumn>,
    /// By block, if any contact may need one; most are not used.
    extras: Vec<Extra>,
}

/// Workers, and how many of them take part in a step.
struct Team<'a> {
    workers: &'a mut Workers,
    size: usize,
}

impl Team<'_> {
    fn run(&mut self, job: impl Fn(&Member<'_>) + Sync) {
        self.workers.run_team(self.size > 1, |member| job(&member));
    }
}

impl Default for SoftSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl SoftSolver {
    #[cfg(test)]
    pub(crate) fn contact_lanes(&self) -> &[[u32; compute::LANES]] {
        self.schedule.contact_lanes()
    }

    /// A solver on the widest lanes of this processor.
    #[must_use]
    pub fn new() -> Self {
        Self::with_width(Width::best())
    }

    /// A solver on lanes of a given width. Results are the same on all widths.
    #[must_use]
    pub fn with_width(width: Width) -> Self {
        Self {
            width,
            schedule: Schedule::default(),
            bodies: SolverBodies::default(),
            contacts: ContactBlocks::default(),
            joints: JointArrays::default(),
            springs: SpringDemands::default(),
            clusters: ClusterSolver::default(),
            bounces: BounceEnergy::default(),
            nets: SolverNets::default(),
            has_dominance: false,
            sides: Vec::new(),
        }
    }

    /// How often the last step overrode its equations, for any number of threads alike; all zero before the
    /// first step.
    ///
    /// ```
    /// use solver::{Bodies, SoftSolver, SolverNets, SolverSettings};
    ///
    /// let mut solver = SoftSolver::new();
    /// solver.step(&mut Bodies::new(), &mut [], &mut [], &SolverSettings::default(), 0.1);
    /// assert_eq!(solver.nets(), SolverNets::default());
    /// ```
    #[must_use]
    pub fn nets(&self) -> SolverNets {
        self.nets
    }

    /// The contacts that [`SolverNets::weakened`] counts, as indices of the contacts of the last step.
    #[must_use]
    pub fn weakened_contacts(&self) -> &[u32] {
        self.bounces.corrected()
    }

    /// The lanes in use.
    #[must_use]
    pub fn width(&self) -> Width {
        self.width
    }

    /// Sets how many units of length a metre has, above zero; 1 before the first call. The tolerances of
    /// contacts that are solved together ([`DirectContacts`](crate::DirectContacts)) follow it; the caller
    /// scales the settings.
    ///
    /// # Panics
    /// If the unit is not finite or not above zero.
    ///
    /// ```
    /// // Lengths in pixels, 100 to a metre.
    /// let mut solver = solver::SoftSolver::new();
    /// solver.set_length_unit(100.0);
    /// ```
    pub fn set_length_unit(&mut self, unit: f32) {
        assert!(unit.is_finite() && unit > 0.0, "a length unit of {unit}");
        self.clusters.set_length_unit(unit);
    }

    /// Says whether contacts may have a dominant body ([`Contact::set_dominant`]); false before the first
    /// call, and then steps look for none.
    pub fn set_dominance(&mut self, has_dominance: bool) {
        self.has_dominance = has_dominance;
    }

    /// Lets the normals of some contacts turn with the side of a body within the next step, for bodies that
    /// turn by more than a degree or two in it. Of several sides of a contact one counts.
    ///
    /// ```
    /// use solver::collide::{FeatureId, Manifold};
    /// use solver::geom::Vec2;
    /// use solver::{Bodies, BodyInput, BodyState, Contact, Face, SoftSolver, SolverSettings, TurningSide};
    ///
    /// // A bat turns at 20 rad/s, and hits a ball that lies on it at 0.5 m from its centre.
    /// let mut bodies = Bodies::new();
    /// let bat = bodies.push(BodyState::moving(Vec2::zeros(), 20.0), BodyInput::INFINITE_MASS);
    /// let ball = bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 0.1, Vec2::zeros()));
    /// let mut manifold = Manifold::EMPTY;
    /// (manifold.normal, manifold.count) = (Vec2::new(0.0, 1.0), 1);
    /// let point = &mut manifold.points[0];
    /// (point.anchor_a, point.anchor_b) = (Vec2::new(0.5, 0.02), Vec2::new(0.0, -0.05));
    /// point.feature = FeatureId(1);
    /// let mut contacts = [Contact::new(bat, ball, manifold, 0.0, 0.0)];
    ///
    /// let mut solver = SoftSolver::new();
    /// let ends = [-1.0, 0.5];
    /// solver.set_sides(&mut contacts, [TurningSide { contact: 0, face: Face::OfA, ends }]);
    /// solver.step(&mut bodies, &mut contacts, &mut [], &SolverSettings::default(), 1.0 / 60.0);
    /// let speed = bodies.states()[ball.index()].velocity.norm();
    /// assert!((speed - 11.6).abs() < 0.5); // It slides outwards on the bat. Without the side, 10 m/s.
    /// ```
    pub fn set_sides(&mut self, contacts: &mut [Contact], sides: impl IntoIterator<Item = TurningSide>) {
        self.sides.clear();
        // Room for more, so that a steady step allocates nothing.
        self.sides.reserve(contacts.len());
        self.sides.extend(sides);
        self.sides.sort_unstable_by_key(|side| side.contact);
        self.sides.dedup_by_key(|side| side.contact);
        for side in &self.sides {
            contacts[side.contact].user |= Contact::HAS_SIDE;
        }
    }

    /// Finds the tall columns of a scene before a step of `dt` seconds. With
    /// [`DirectContacts::Columns`](crate::DirectContacts), that step solves them directly; without this call,
    /// it solves them like other contacts.
    ///
    /// The call is cheap where there are no columns: it looks at the first or second body above each support.
    ///
    /// ```
    /// use solver::collide::Manifold;
    /// use solver::geom::Vec2;
    /// use solver::{Bodies, BodyInput, BodyRow, BodyState, Contact, ContactGraph};
    /// use solver::{SoftSolver, SolverSettings};
    ///
    /// // Thirty boxes of 1 m and 1 kg, each on the one before; the first one on static ground.
    /// let (mut bodies, gravity) = (Bodies::new(), Vec2::new(0.0, -10.0));
    /// let mut contacts = Vec::new();
    /// for _ in 0..30 {
    ///     let row = bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 1.0 / 6.0, gravity));
    ///     let mut manifold = Manifold::EMPTY;
    ///     (manifold.normal, manifold.count) = (Vec2::new(0.0, 1.0), 2);
    ///     for (point, x) in manifold.points.iter_mut().zip([-0.5, 0.5]) {
    ///         (point.anchor_a, point.anchor_b) = (Vec2::new(x, 0.5), Vec2::new(x, -0.5));
    ///     }
    ///     contacts.push(Contact::new(BodyRow(row.0 - 1), row, manifold, 0.6, 0.0));
    /// }
    ///
    /// let (mut solver, settings, dt) = (SoftSolver::new(), SolverSettings::default(), 1.0 / 60.0);
    /// for _ in 0..60 {
    ///     // Contact i is between the bodies i and i + 1, so only the first one is with the ground.
    ///     let bears = contacts[0].bears_load(1.0, gravity, dt / settings.substeps as f32);
    ///     solver.prepare(
    ///         ContactGraph {
    ///             bodies: &bodies,
    ///             contacts: &contacts,
    ///             supports: bears.then_some(0),
    ///             contacts_of: |row: BodyRow| (row.index() - 1..30).take(2),
    ///         },
    ///         &settings,
    ///         dt,
    ///     );
    ///     solver.step(&mut bodies, &mut contacts, &mut [], &settings, dt);
    ///     // A caller moves the bodies and computes the separations here.
    ///     let states = bodies.states();
    ///     for contact in &mut contacts {
    ///         let [a, b] = [contact.a, contact.b].map(|row| states[row.index()].delta_position.y);
    ///         contact.manifold.points.iter_mut().for_each(|point| point.separation += b - a);
    ///     }
    /// }
    /// let lowest = contacts[0].manifold.points[0].separation;
    /// assert!(lowest > -0.001, "{lowest}");
    /// ```
    ///
    /// # Panics
    /// If `graph` names a body or a contact that does not exist.
    pub fn prepare<S, F, I>(&mut self, graph: ContactGraph<'_, S, F>, settings: &SolverSettings, dt: f32)
    where
        S: IntoIterator<Item = usize>,
        F: Fn(BodyRow) -> I,
        I: Iterator<Item = usize>,
    {
        self.clusters.prepare(graph, settings, dt);
    }

    /// Simulates `dt` seconds, above zero. Each state then holds its new velocity and its motion in this
    /// step; contacts and joints hold their impulses.
    ///
    /// NaN and infinity spread only along constraints.
    ///
    /// # Panics
    /// If a contact or joint names a body that does not exist.
    ///
    /// ```
    /// use geom::Vec2;
    /// use solver::{Bodies, BodyInput, BodyState, SoftSolver, SolverSettings};
    ///
    /// let mut bodies = Bodies::new();
    /// let ball = bodies.push(BodyState::REST, BodyInput::dynamic(2.0, 0.4, Vec2::new(0.0, -10.0)));
    /// SoftSolver::new().step(&mut bodies, &mut [], &mut [], &SolverSettings::default(), 0.1);
    /// assert!((bodies.states()[ball.index()].velocity.y + 1.0).abs() < 1e-6);
    /// ```
    pub fn step(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &SolverSettings,
        dt: f32,
    ) {
        self.step_on(&mut Workers::serial(), bodies, contacts, joints, settings, dt);
    }

    /// [`SoftSolver::step`] on several threads, with the same result.
    ///
    /// # Panics
    /// As [`SoftSolver::step`].
    pub fn step_on(
        &mut self,
        workers: &mut Workers,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &SolverSettings,
        dt: f32,
    ) {
        self.choose_clusters(bodies, contacts, joints, settings, dt);
        self.schedule.is_one_strip = false;
        self.run(workers, bodies, contacts, joints, settings, dt);
    }

    /// [`SoftSolver::step`] of many small scenes side by side, which fills the lanes. No constraint connects
    /// the scenes; bodies, contacts and joints of each follow those of the scene before.
    ///
    /// Each scene gets the bits that [`SoftSolver::step`] would give to it alone, if it has fewer than 512
    /// bodies and if either all scenes have joints or none has. The function returns false for scenes without
    /// joints in which anything is solved directly, and where loads would depend on each other (a body is a
    /// hundred million times as heavy as another, or columns stand beside something heavily pressed). Then
    /// nothing has moved, but contacts may have lost impulses: solve each scene alone, from a copy.
    /// # Panics
    /// As [`SoftSolver::step`].
    ///
    /// ```
    /// use solver::geom::Vec2;
    /// use solver::{Bodies, BodyInput, BodyState, SoftSolver, SolverSettings};
    ///
    /// // Two scenes of one ball each.
    /// let mut bodies = Bodies::new();
    /// for gravity in [-10.0, -2.0] {
    ///     bodies.push(BodyState::REST, BodyInput::dynamic(2.0, 0.4, Vec2::new(0.0, gravity)));
    /// }
    /// let settings = SolverSettings::default();
    /// assert!(SoftSolver::new().step_merged(&mut bodies, &mut [], &mut [], &settings, 0.1));
    /// assert!((bodies.states()[2].velocity.y + 0.2).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn step_merged(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &SolverSettings,
        dt: f32,
    ) -> bool {
        self.choose_clusters(bodies, contacts, joints, settings, dt);
        if joints.is_empty() && !self.clusters.is_empty() || self.clusters.mix_scenes() {
            return false;
        }
        self.schedule.is_one_strip = true;
        self.run(&mut Workers::serial(), bodies, contacts, joints, settings, dt);
        true
    }

    fn choose_clusters(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &[JointRows],
        settings: &SolverSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        let h = dt / settings.substeps as f32;
        self.springs.find(joints, inputs, h);
        self.clusters.choose(settings, contacts, joints, (states, inputs), h);
    }

    fn run(
        &mut self,
        workers: &mut Workers,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &SolverSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        let is_worth_waking = contacts.len() + joints.len() >= MIN_CONSTRAINTS_TO_WAKE;
        let size = if is_worth_waking { workers.threads() } else { 1 };
        let h = dt / settings.substeps as f32;
        let contact_list = ContactList(contacts, self.clusters.has_contact());
        let joint_list = JointList(joints, self.clusters.has_joint());
        self.schedule.decide(workers, size, inputs, &contact_list, &joint_list, self.clusters.bodies());
        let (team, width) = (&mut Team { workers, size }, self.width);
        self.resize(inputs.len());
        self.bounces.clear();
        if self.schedule.may_bounce() {
            self.bounces.begin(states);
        }
        let (any_bounces, given_up) = (AtomicBool::new(false), AtomicU32::new(0));
        let caller = Caller {
            states: Shared::new(states),
            inputs,
            contacts: Shared::new(contacts),
            joints: Shared::new(joints),
        };
        let step = self.share(caller, settings, h, (&any_bounces, &given_up));
        team.run(|member| step.run(width, member));
        self.schedule.note_filled();
        self.sides.clear();
        self.nets = self.clusters.nets();
        self.nets.given_up += given_up.into_inner();
        if any_bounces.into_inner() {
            let Self { schedule, contacts: ContactBlocks { blocks, extras, .. }, bounces, nets, .. } = self;
            let lanes = schedule.contact_lanes();
            let mut data = BounceData { states, inputs, contacts, joints, extras, h };
            bounces.bound(blocks, lanes, &mut data);
            nets.weakened = bounces.corrected().len() as u32;
        }
    }

    fn resize(&mut self, count: usize) {
        let Self { schedule, bodies, contacts, joints, has_dominance, .. } = self;
        bodies.resize(count);
        contacts.blocks.resize(schedule.contact_lanes().len(), ContactBlock::zeroed());
        contacts.totals.resize(contacts.blocks.len(), TotalColumn::ZERO);
        joints.resize(|kind| schedule.joint_lanes(kind).len());
        if (schedule.may_need_extra() || *has_dominance) && contacts.extras.len() < contacts.blocks.len() {
            contacts.extras.resize(contacts.blocks.len(), Extra::zeroed());
        }
    }

    fn share<'a>(
        &'a mut self,
        caller: Caller<'a>,
        settings: &'a SolverSettings,
        h: f32,
        (any_bounces, given_up): (&'a AtomicBool, &'a AtomicU32),
    ) -> Step<'a> {
        let &mut Self { has_dominance, .. } = self;
        let Self { width, schedule, bodies, contacts, joints, springs, clusters, sides, .. } = self;
        let ContactBlocks { blocks, totals, extras } = contacts;
        let may_need_extra = schedule.may_need_extra() || has_dominance;
        Step {
            plan: schedule.plan(),
            bodies: bodies.share(),
            contacts: SharedContacts {
                blocks: Shared::new(blocks),
                totals: Shared::new(totals),
                extras: Shared::new(extras),
                may_need_extra,
                has_dominance,
                any_bounces,
                sides,
            },
            joints: joints.share(),
            springs,
            clusters: clusters.share(*width, given_up),
            caller,
            settings,
            h,
        }
    }
}

impl Step<'_> {
    /// The part of one worker. For an independent batch, it fills the blocks right before the sub-steps and
    /// stores the impulses right after them, so that the blocks stay in the cache.
    fn run(&self, width: Width, member: &Member<'_>) {
        let plan = &self.plan;
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            self.copy_bodies(share);
        }
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            for batch in plan.independent(share) {
                self.fill_blocks(width, batch);
                Worker::of_batch(self, width, &Member::alone(), batch).run();
                self.store(width, batch);
            }
        }
        if !plan.has_cooperative() {
            return;
        }
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            self.fill_blocks(width, plan.cooperative(share));
        }
        Worker::of_team(self, width, member).run();
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            self.store(width, plan.cooperative(share));
        }
    }
}
