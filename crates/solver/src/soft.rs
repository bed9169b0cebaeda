//! The sub-stepped soft solver.
//!
//! ```text
//!   schedule                       who solves which constraint, when, and in which lane
//!   prepare                        copy bodies, fill blocks: the frame of a contact is fixed for the step
//!   per sub-step:
//!     integrate velocities         gravity, forces, damping
//!     warm start                   apply the impulses of the last sub-step again
//!     biased sweeps                joints, then contacts, then what is solved together
//!                                  (`clusters.rs`): remove velocity errors and position errors
//!     integrate positions
//!     relax sweeps                 the same without bias: take the velocity of the bias out again
//!   restitution
//!   store                          states and impulses
//!   bound                          weaken bounces that have gained energy (bounce_energy.rs)
//! ```
//!
//! **Warm start.** The first sub-step applies the stored impulses of contacts and joints. The others need no
//! pass over the contacts for that. All that changes a velocity between its unconstrained value v0 and the
//! end of the sub-step are impulses, so that change is added again: `v = v0' + (v - v0)`. This saves three of
//! four passes, and is the same up to rounding, because the frame of a contact is fixed. The frame of a joint
//! rotates with its bodies: an impulse carried over with the old lever would be a torque that drives whatever
//! rotates about a joint. So a step with joints applies the impulses in every sub-step.
//!
//! **Sub-steps.** Many small steps with few sweeps converge better than one step with many (Macklin et al.,
//! "Small Steps in Physics Simulation", 2019); the soft rows and the relax sweep are from Catto, "Solver2D",
//! 2024. The number of sweeps limits how stiff contacts may be. Pyramids of 40 and of 100 rows after ten
//! seconds (Box2D: 118 mm):
//!
//! ```text
//!   sweeps biased + relax   Hz    40 rows: sinks, moves in the last second   100 rows: kinetic energy
//!   2 + 2                   60     31 mm          0.002 mm                   9 J, sways
//!   2 + 1                   53     39 mm          0.001 mm                   0.004 J         the default
//!   2 + 1                   45     54 mm          0.002 mm                   0.044 J
//!   1 + 1                   45     55 mm          5 mm                       100 J, sways
//!   1 + 1                   36     84 mm          0.03 mm                    0.4 J
//!   1 + 1                   30    120 mm          0.001 mm                   0.2 J
//! ```
//!
//! Turned down: fusing the warm start with the first sweep: bodies sank by metres. No relax sweeps: piles
//! jitter. Accelerated or parallel relaxation (conjugate gradients, Jacobi): the remaining error comes from
//! softness, not from a lack of convergence.

use crate::clusters::ClusterSolver;
use crate::joint::{JointArrays, JointList};
use crate::loads::ColumnSource;
use crate::schedule::Schedule;
use crate::{Bodies, BodyRow, Contact, JointRows, SolverSettings};
use alloc::vec::Vec;
use block::ContactBlock;
use bodies::SolverBodies;
use bounce_energy::{BounceData, BounceEnergy};
use bytemuck::Zeroable;
use compute::{LANES, Member, Shared, Width, Workers};
use core::sync::atomic::AtomicBool;
use extra::Extra;
use find_extras::ExtraSource;
use prepare::{ContactList, Prepare, Source};
use substeps::{Results, SharedContacts, Substeps};
use totals::TotalColumn;

// An index instead of an iterator, because the closures of iterators are compiled without the wide
// instructions.
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
#[allow(clippy::needless_range_loop)]
mod store;
mod substeps;
#[allow(clippy::needless_range_loop)]
mod totals;

/// Other workers are woken for at least this many blocks.
const MIN_BLOCKS_TO_WAKE: usize = 64;

/// The soft solver, with the memory that it keeps from step to step so that a steady scene allocates nothing.
#[derive(Clone, Debug)]
pub struct SoftSolver {
    width: Width,
    schedule: Schedule,
    bodies: SolverBodies,
    contacts: ContactBlocks,
    joints: JointArrays,
    clusters: ClusterSolver,
    bounces: BounceEnergy,
}

/// Blocks of contacts, their totals and extras.
#[derive(Clone, Debug, Default)]
struct ContactBlocks {
    blocks: Vec<ContactBlock>,
    /// By block.
    totals: Vec<TotalColumn>,
    /// By block, if any contact may need one; most are not used.
    extras: Vec<Extra>,
    /// Whether a contact bounces in this step.
    any_bounces: bool,
}

/// The team of a step: workers and how many of them take part.
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
            clusters: ClusterSolver::default(),
            bounces: BounceEnergy::default(),
        }
    }

    /// The lanes in use.
    #[must_use]
    pub fn width(&self) -> Width {
        self.width
    }

    /// Searches the tall column that stands with its lowest body, `base`, on a body of infinite mass. The
    /// next step solves it together if the setting is [`DirectContacts::Columns`](crate::DirectContacts);
    /// without a search, a step solves columns as it does other contacts.
    ///
    /// `contacts_of` gives the indices of the contacts of a body; only those of the column and of what
    /// touches it are asked for. The search is cheap if `base` is in none, so a caller may try every body
    /// for which [`may_bear_column`](crate::may_bear_column) returns true.
    ///
    /// ```
    /// use solver::collide::Manifold;
    /// use solver::geom::Vec2;
    /// use solver::{Bodies, BodyInput, BodyRow, BodyState, ColumnSource, Contact};
    /// use solver::{SoftSolver, SolverSettings};
    ///
    /// // Thirty boxes of 1 m and 1 kg, each on the one before; the first one on static ground.
    /// let mut bodies = Bodies::new();
    /// let mut contacts = Vec::new();
    /// for _ in 0..30 {
    ///     let input = BodyInput::dynamic(1.0, 1.0 / 6.0, Vec2::new(0.0, -10.0));
    ///     let row = bodies.push(BodyState::REST, input);
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
    ///     let source = ColumnSource { bodies: &bodies, contacts: &contacts, settings: &settings, dt };
    ///     let contacts_of = |row: BodyRow| [row.index() - 1, row.index()].into_iter().filter(|&i| i < 30);
    ///     solver.find_column(&source, BodyRow(1), contacts_of);
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
    /// If there is no such body or contact.
    pub fn find_column<I: Iterator<Item = usize>>(
        &mut self,
        source: &ColumnSource<'_>,
        base: BodyRow,
        contacts_of: impl Fn(BodyRow) -> I,
    ) {
        self.clusters.find_column(source, base, contacts_of);
    }

    /// Simulates `dt` seconds, above zero. Afterwards each state holds the new velocity, and how far the body
    /// has moved and rotated in this step; contacts and joints hold their impulses.
    ///
    /// NaN and infinity spread only to bodies that constraints connect to the body that has them.
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
        let (states, inputs) = bodies.split();
        let is_worth_waking = contacts.len() + joints.len() >= MIN_BLOCKS_TO_WAKE * LANES;
        let size = if is_worth_waking { workers.threads() } else { 1 };
        let h = dt / settings.substeps as f32;

        self.clusters.choose(settings, contacts, joints, (states, inputs), h);
        let contact_list = ContactList(contacts, self.clusters.has_contact());
        let joint_list = JointList(joints, self.clusters.has_joint());
        self.schedule.decide(workers, size, inputs, &contact_list, &joint_list, self.clusters.bodies());
        let team = &mut Team { workers, size };
        self.prepare(team, Source { states, inputs, contacts, joints }, settings, h);
        let results = Results {
            states: Shared::new(states),
            contacts: Shared::new(contacts),
            joints: Shared::new(joints),
        };
        self.run_substeps(team, results, settings, h);
        let extras = &self.contacts.extras;
        self.bounces.bound(&mut BounceData { states, inputs, contacts, joints, extras, h });
    }

    /// Copies the bodies and fills the blocks.
    fn prepare(&mut self, team: &mut Team<'_>, source: Source<'_>, settings: &SolverSettings, h: f32) {
        let Self { width, schedule, bodies, contacts, joints, clusters, bounces } = self;
        bodies.resize(source.inputs.len());
        contacts.blocks.resize(schedule.contact_lanes().len(), ContactBlock::zeroed());
        contacts.totals.resize(contacts.blocks.len(), TotalColumn::ZERO);
        joints.resize(|kind| schedule.joint_lanes(kind).len());
        let Source { states, inputs, contacts: list, .. } = source;
        let has_extras = schedule.may_need_extra();
        if has_extras && contacts.extras.len() < contacts.blocks.len() {
            contacts.extras.resize(contacts.blocks.len(), Extra::zeroed());
        }
        let any_bounces = AtomicBool::new(false);
        let prepare = Prepare {
            plan: schedule.plan(),
            source,
            source_of_extras: ExtraSource { states, inputs, contacts: list, settings, h },
            extras: has_extras.then(|| Shared::new(&mut contacts.extras)),
            any_bounces: &any_bounces,
            bodies: bodies.share(),
            contacts: Shared::new(&mut contacts.blocks),
            joints: joints.share(),
            clusters: clusters.share(),
            h,
        };
        team.run(|member| prepare.run(*width, member));
        schedule.note_filled();
        bounces.clear();
        contacts.any_bounces = any_bounces.into_inner();
        if contacts.any_bounces {
            bounces.list(&contacts.blocks, &contacts.extras, schedule.contact_lanes());
        }
        bounces.begin(source.states, source.inputs, source.contacts);
    }

    /// Runs all sub-steps, applies restitution and stores the results.
    fn run_substeps(&mut self, team: &mut Team<'_>, results: Results<'_>, settings: &SolverSettings, h: f32) {
        let Self { width, schedule, bodies, contacts, joints, clusters, .. } = self;
        let ContactBlocks { blocks, totals, extras, any_bounces } = contacts;
        let substeps = Substeps {
            plan: schedule.plan(),
            bodies: bodies.share(),
            contacts: SharedContacts {
                blocks: Shared::new(blocks),
                totals: Shared::new(totals),
                extras: Shared::new(extras),
                any_bounces: *any_bounces,
            },
            joints: joints.share(),
            clusters: clusters.share(),
            results,
            settings,
            h,
        };
        team.run(|member| substeps.run(*width, member));
    }
}
