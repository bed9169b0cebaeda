//! One step: the stages, one per file, in the order in which they run.
//!
//! ```text
//!   pairs          what left its fat box finds its partners; new contacts
//!   narrow_phase   manifolds of awake contacts, in parallel; touching begins and ends; sleepers are woken
//!   solve          inputs, joint rows, the solver
//!   finalize       new poses; fat boxes that are too small now; how long each body has been slow
//!   sleep          islands that have been slow for long
//! ```

mod finalize;
mod narrow_phase;
mod pairs;
mod sleep;
mod solve;

use crate::core::Core;
use crate::events::StepWarning;
use broadphase::{Broadphase, PairFinder};
use compute::Workers;
use solver::{BodyRow, ClassicSolver, JointRows, SoftSolver};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// s. A longer step is a mistake of units, not a wish.
const MAX_DT: f32 = 1.0;

/// How long the stages of the last step took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTimes {
    /// Finding new pairs.
    pub pairs: Duration,
    /// Renewing manifolds.
    pub narrow_phase: Duration,
    /// Solving contacts and joints.
    pub solve: Duration,
    /// New poses and boxes.
    pub finalize: Duration,
    /// Islands that fall asleep.
    pub sleep: Duration,
}

impl StageTimes {
    /// The stages by name, in order.
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

    /// The whole step.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.stages().iter().map(|stage| stage.1).sum()
    }
}

/// The memory that the stages use again in each step.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    finder: PairFinder,
    found: Vec<(u32, u32)>,
    /// Whether the narrow phase has set a flag in each of its chunks.
    flagged: Vec<AtomicBool>,
    separated: Vec<u32>,
    wake: Vec<u32>,
    joint_rows: Vec<JointRows>,
    /// Where the rows of each chunk of awake joints begin, and where those of the last one end.
    joint_cuts: Vec<usize>,
    /// Rows of bodies between taut joints, and the inertia that they are given, kg m^2.
    added_inertia: Vec<(BodyRow, f32)>,
    /// Slots of joints that break in this step.
    broken: Vec<u32>,
    finalize: finalize::Finalize,
    islands: sleep::Islands,
}

/// What works on a world, beside the world itself.
#[derive(Debug, Default)]
pub(crate) struct Machinery {
    pub(crate) solver: SoftSolver,
    classic: ClassicSolver,
    pub(crate) workers: Workers,
    pub(crate) times: StageTimes,
    scratch: Scratch,
}

impl Machinery {
    /// Moves the world on by `dt` seconds. A bad `dt` changes nothing, and is told as an event.
    pub(crate) fn step(&mut self, core: &mut Core, broadphase: &mut impl Broadphase, dt: f32) {
        core.events.clear();
        self.times = StageTimes::default();
        if !(0.0..=MAX_DT).contains(&dt) {
            core.events.warnings.push(StepWarning::TimeStep(dt));
        }
        if !(dt > 0.0 && dt <= MAX_DT) {
            return;
        }
        let start = Instant::now();
        core.find_new_pairs(broadphase, self);
        if core.is_at_rest() {
            core.flush(broadphase);
            self.times.pairs = start.elapsed();
            return;
        }
        let found = Instant::now();
        core.narrow_phase(&mut self.workers, &mut self.scratch, dt);
        let renewed = Instant::now();
        core.solve(self, dt);
        let solved = Instant::now();
        core.finalize_bodies(&mut self.workers, &mut self.scratch.finalize, dt);
        core.break_joints(&self.scratch.broken);
        core.flush(broadphase);
        let finalized = Instant::now();
        core.sleep_islands(&mut self.scratch, dt);
        self.times = StageTimes {
            pairs: found - start,
            narrow_phase: renewed - found,
            solve: solved - renewed,
            finalize: finalized - solved,
            sleep: finalized.elapsed(),
        };
    }
}
