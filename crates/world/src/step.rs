//! One step: its stages in order, each in a file of its own.
//!
//! ```text
//! sweep::mark    finds fast bodies, and gives them fat AABBs that cover their motion
//! pairs          colliders that have left their fat AABBs look for partners; new contacts
//! narrow_phase   manifolds of awake contacts; touching begins and ends; touched sleepers wake
//! solve          forces and joint rows; the solver's sub-steps; impulses of joints
//! sweep::clamp   stops fast bodies where they would pass through something
//! contact_events contacts that began to touch within the step, or were hit
//! finalize       new poses and fat AABBs; how long bodies have been slow; joints that break
//! sensors        what is inside each sensor
//! sleep          islands that have been slow for long fall asleep
//! ```
//!
//! **A stage is a function over the stores**, with memory that it uses again. Parallel work reads stores and
//! writes slices; what depends on the order of threads is collected.
//!
//! ```text
//! conditional.rs, seams.rs      narrow_phase: one-way colliders, hooks; flush surfaces
//! soft.rs, step_solver.rs       solve: the soft solver; the interface of solvers
//! body_input.rs, joint_rows.rs  solve: bodies and joints for it
//! columns.rs, jam.rs            solve: tall columns; wedged bodies
//! rest.rs                       sleep: whether a slow island is at rest
//! trace.rs                      what each thread does
//! restrict.rs                   locks, bounds of speed, kinematic targets
//! merged.rs                     many small worlds, one solve
//! methods.rs                    the choice of the solver; that of the texts
//! ```

mod body_input;
mod columns;
mod conditional;
mod contact_events;
mod faces;
mod finalize;
mod jam;
mod joint_rows;
mod merged;
mod methods;
mod narrow_phase;
mod pairs;
mod rest;
mod restrict;
mod schedule;
mod seams;
mod sensors;
mod sleep;
mod soft;
mod solve;
mod step_solver;
mod sweep;
mod trace;

pub(crate) use merged::{MOST_WORLDS, MergedStep, Stepped};
pub use schedule::WorldSchedule;
pub use trace::{StepTrace, TracedStage};

use crate::events::StepWarning;
use crate::id::BodyId;
use crate::nets::NetCounts;
use crate::settings::MIN_ROWS;
use crate::stores::Stores;
use crate::time_step::TimeStep;
use broadphase::Broadphase;
use columns::Bases;
use compute::{Width, Workers};
use methods::Solvers;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use trace::Tracer;

/// s. A longer step is more likely an error of units than intended.
const MAX_DT: f32 = 1.0;

/// No result depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock(pub(crate) Option<fn() -> Duration>);

/// The time since this function was first called, for [`World::set_clock`](crate::World::set_clock). It
/// stands still in WebAssembly without a system, where [`Instant::now`] panics.
#[must_use]
pub fn machine_clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return Duration::ZERO;
    }
    START.get_or_init(Instant::now).elapsed()
}

impl Clock {
    fn now(self) -> Moment {
        Moment(self.0.map_or(Duration::ZERO, |clock| clock()))
    }
}

/// Always the same without a clock.
#[derive(Clone, Copy)]
struct Moment(Duration);

impl Moment {
    /// Zero if the clock was put back.
    fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// How long the stages of the last step took; zero without a clock
/// ([`World::set_clock`](crate::World::set_clock)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTimes {
    /// Marking fast bodies, and finding new pairs.
    pub pairs: Duration,
    /// Computing manifolds.
    pub narrow_phase: Duration,
    /// Solving contacts and joints, shortening the motion of fast bodies, and events of contacts.
    pub solve: Duration,
    /// New poses and boxes, joints that break, and sensors.
    pub finalize: Duration,
    /// Islands that fall asleep.
    pub sleep: Duration,
}

impl StageTimes {
    /// The groups of stages by name, in the order in which they run.
    #[must_use]
    pub fn stages(&self) -> [(&'static str, Duration); 5] {
        [
            ("pairs", self.pairs),
            ("narrow phase", self.narrow_phase),
            ("solve", self.solve),
            ("finalize", self.finalize),
            ("sleep", self.sleep),
        ]
    }

    fn plus(self, other: Self) -> Self {
        Self {
            pairs: self.pairs.saturating_add(other.pairs),
            narrow_phase: self.narrow_phase.saturating_add(other.narrow_phase),
            solve: self.solve.saturating_add(other.solve),
            finalize: self.finalize.saturating_add(other.finalize),
            sleep: self.sleep.saturating_add(other.sleep),
        }
    }

    /// The whole step.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.stages().iter().fold(Duration::ZERO, |sum, stage| sum.saturating_add(stage.1))
    }
}

/// Beside its events. Not state.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastStep {
    pub(crate) times: StageTimes,
    /// If the program asks for that.
    pub(crate) trace: StepTrace,
    /// See `nets.rs`.
    pub(crate) nets: NetCounts,
    /// Whose motion `sweep::clamp` shortened, in the order of slots. They may have been removed since.
    pub(crate) shortened: Vec<BodyId>,
}

impl LastStep {
    pub(crate) fn forget_nets(&mut self) {
        self.nets = NetCounts::default();
        self.shortened.clear();
    }
}

/// The stages of a step, their threads and their memory. None of it is state: another pipeline goes on with
/// the same results, and one serves many worlds in turn (`merged.rs`).
#[derive(Debug, Default)]
pub(crate) struct Pipeline {
    pub(crate) workers: Workers,
    pub(crate) clock: Clock,
    pub(crate) is_tracing: bool,
    times: StageTimes,
    solvers: Solvers,
    stages: Stages,
}

/// Within a step it belongs to one world.
#[derive(Debug, Default)]
struct Stages {
    pairs: pairs::Memory,
    narrow_phase: narrow_phase::Memory,
    solve: solve::Memory,
    sweep: sweep::Memory,
    contact_events: contact_events::Memory,
    finalize: finalize::Memory,
    restrict: restrict::Memory,
    sensors: sensors::Memory,
    sleep: sleep::Memory,
    tracer: Tracer,
}

impl Pipeline {
    pub(crate) fn like(other: &Self) -> Self {
        let workers = Workers::new(other.workers.threads());
        let mut new = Self { workers, clock: other.clock, is_tracing: other.is_tracing, ..Self::default() };
        new.set_width(other.width());
        new
    }

    /// A `dt` out of range changes nothing, and is reported as an event.
    pub(crate) fn step(
        &mut self,
        stores: &mut Stores,
        broadphase: &mut impl Broadphase,
        last_step: &mut LastStep,
        dt: f32,
    ) {
        self.stages.begin(last_step);
        self.stages.tracer.begin(self.is_tracing, self.clock, &mut self.workers);
        self.run_stages(stores, broadphase, dt);
        self.stages.tracer.end(&mut self.workers, &mut last_step.trace);
        self.stages.end(stores, last_step);
        last_step.times = self.times;
    }

    fn run_stages(&mut self, stores: &mut Stores, broadphase: &mut impl Broadphase, dt: f32) {
        self.times = StageTimes::default();
        if !(0.0..=MAX_DT).contains(&dt) {
            stores.events.new.warnings.push(StepWarning::TimeStep(dt));
        }
        if !Self::is_time(dt) {
            return;
        }
        stores.settle_masses();
        let is_worth_waking = stores.bodies.awake.len() >= MIN_ROWS;
        let _series = is_worth_waking.then(|| self.workers.series());
        // For the classic solver, if it cuts the step at impacts, once for each part.
        methods::run(self, stores, broadphase, dt);
    }

    fn is_time(dt: f32) -> bool {
        dt > 0.0 && dt <= MAX_DT
    }

    /// For a world whose other stages have memory elsewhere.
    fn solve(
        &mut self,
        stores: &mut Stores,
        time: &TimeStep,
        joints: &mut joint_rows::Memory,
        bases: Bases<'_>,
    ) {
        self.solvers.chosen(stores.settings.method).solve(stores, time, &mut self.workers, joints, bases);
    }

    fn run_part(&mut self, stores: &mut Stores, broadphase: &mut impl Broadphase, time: TimeStep) {
        let Self { workers, times, clock, solvers, stages, .. } = self;
        let clock = *clock;
        let start = clock.now();
        if !stages.find_pairs(stores, broadphase, &time, workers) {
            times.pairs = clock.now().since(start);
            return;
        }
        let pairs_end = clock.now();
        stages.find_manifolds(stores, &time, solvers.soft.width(), workers);
        let narrow_phase_end = clock.now();
        stages.prepare_solve(stores, &time, workers);
        let Stages { narrow_phase, solve, tracer, .. } = stages;
        let bases = Bases { on_static: narrow_phase.bases(), has_kinematic: solve.has_kinematic };
        tracer.stage("solve");
        let solver = solvers.chosen(stores.settings.method);
        solver.solve(stores, &time, workers, &mut solve.joints, bases);
        stages.finish_solve(stores, broadphase, &time, workers);
        let solve_end = clock.now();
        stages.finalize(stores, broadphase, &time, workers);
        let finalize_end = clock.now();
        stages.fall_asleep(stores, &time);

        *times = StageTimes {
            pairs: pairs_end.since(start),
            narrow_phase: narrow_phase_end.since(pairs_end),
            solve: solve_end.since(narrow_phase_end),
            finalize: finalize_end.since(solve_end),
            sleep: clock.now().since(finalize_end),
        };
    }

    pub(crate) fn set_width(&mut self, width: Width) {
        self.solvers.soft.set_width(width);
    }

    pub(crate) fn width(&self) -> Width {
        self.solvers.soft.width()
    }
}

impl Stages {
    fn begin(&mut self, last_step: &mut LastStep) {
        last_step.forget_nets();
        self.sweep.clear_shortened();
    }

    fn end(&mut self, stores: &mut Stores, last_step: &mut LastStep) {
        stores.events.publish();
        last_step.nets = std::mem::take(&mut stores.nets);
        let slots = self.sweep.shortened();
        last_step.shortened.extend(slots.iter().map(|&slot| stores.bodies.handle(slot)));
        last_step.nets.shortened = last_step.shortened.len() as u32;
    }

    /// Returns false if nothing is awake.
    fn find_pairs(
        &mut self,
        stores: &mut Stores,
        broadphase: &mut impl Broadphase,
        time: &TimeStep,
        workers: &mut Workers,
    ) -> bool {
        self.tracer.stage("fast bodies");
        restrict::drive(stores, time);
        if sweep::mark(stores, broadphase, time, workers, &mut self.sweep) {
            stores.colliders.flush_on(broadphase, workers);
        }
        self.tracer.stage("pairs");
        // Bodies whose boxes cover their motion are no pair if they stay apart at these velocities
        // (`pairs::may_meet`).
        pairs::run(stores, broadphase, workers, &mut self.pairs, |state| state.velocity * time.dt);
        if stores.has_nothing_awake() {
            stores.colliders.flush(broadphase);
            return false;
        }
        true
    }

    fn find_manifolds(&mut self, stores: &mut Stores, time: &TimeStep, width: Width, workers: &mut Workers) {
        self.tracer.stage("narrow phase");
        narrow_phase::run(stores, time, width, workers, &self.sweep, &mut self.narrow_phase);
    }

    fn prepare_solve(&mut self, stores: &mut Stores, time: &TimeStep, workers: &mut Workers) {
        self.tracer.stage("prepare");
        restrict::begin(stores, time, &mut self.restrict);
        solve::prepare(stores, time, workers, self.narrow_phase.deep(), &mut self.solve);
    }

    fn finish_solve(
        &mut self,
        stores: &mut Stores,
        broadphase: &mut impl Broadphase,
        time: &TimeStep,
        workers: &mut Workers,
    ) {
        self.tracer.stage("store");
        solve::store(stores, time, workers, &mut self.solve);
        restrict::bound_velocities(stores, &mut self.restrict);
        self.tracer.stage("clamp");
        sweep::clamp::run(stores, broadphase, time, workers, &mut self.sweep, &mut self.pairs);
        // Shortening a motion gives a rising body back the speed that gravity took on the part cut off, so
        // speeds are bounded again.
        restrict::bound_velocities(stores, &mut self.restrict);
        self.tracer.stage("events");
        let candidates = self.narrow_phase.candidates();
        contact_events::run(stores, candidates, workers, &mut self.contact_events);
    }

    fn finalize(
        &mut self,
        stores: &mut Stores,
        broadphase: &mut impl Broadphase,
        time: &TimeStep,
        workers: &mut Workers,
    ) {
        self.tracer.stage("finalize");
        finalize::run(stores, time, workers, &mut self.finalize);
        restrict::end(stores, time, &mut self.restrict);
        joint_rows::break_joints(stores, self.solve.broken_joints());
        self.tracer.stage("boxes");
        stores.colliders.flush_on(broadphase, workers);
        self.tracer.stage("sensors");
        sensors::run(stores, broadphase, time, workers, &mut self.sensors);
    }

    fn fall_asleep(&mut self, stores: &mut Stores, time: &TimeStep) {
        self.tracer.stage("sleep");
        sleep::run(stores, time, &mut self.sleep);
    }
}
