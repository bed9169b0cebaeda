//! What each thread does in a step.
//!
//! ```text
//!   stages      |  pairs  |   narrow phase   | prepare |        solve        | ...
//!   worker 0    |         | ################ |         | ## # ### ## #### ## |
//!   worker 1    |         | #############    |         | ## # ##  ## #### #  |
//! ```
//!
//! Worker 0, the calling thread, goes through all stages. Where no worker has a span, it works alone.

use super::Clock;
use compute::Workers;
use compute::workers::Span;
use std::time::Duration;

/// What each thread did in a step, by the clock of the world: see
/// [`World::set_tracing`](crate::World::set_tracing).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepTrace {
    /// What the calling thread went through, without gaps and in the order of time. A step that is cut at
    /// impacts has its stages several times.
    pub stages: Vec<TracedStage>,
    /// When each worker worked on a share of a stage, worker by worker and in the order of time. With one
    /// thread there are none.
    pub spans: Vec<Span>,
}

/// A stage of a traced step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedStage {
    /// Its name.
    pub name: &'static str,
    /// When it began.
    pub start: Duration,
    /// When the next one began.
    pub end: Duration,
}

impl TracedStage {
    /// How long it took.
    #[must_use]
    pub fn duration(&self) -> Duration {
        self.end.saturating_sub(self.start)
    }
}

impl StepTrace {
    /// At most [`Duration::MAX`], whatever the clock says.
    #[must_use]
    pub fn duration(&self) -> Duration {
        self.stages.iter().map(TracedStage::duration).fold(Duration::ZERO, Duration::saturating_add)
    }

    /// For how long of a stage fewer than two threads worked.
    ///
    /// ```
    /// use compute::workers::Span;
    /// use std::time::Duration;
    /// use world::{StepTrace, TracedStage};
    ///
    /// let ms = Duration::from_millis;
    /// // Both work from 2 to 5 ms, and worker 1 alone until 6.
    /// let stage = TracedStage { name: "solve", start: ms(0), end: ms(10) };
    /// let span = |worker, start, end| Span { worker, start: ms(start), end: ms(end) };
    /// let trace = StepTrace { stages: vec![stage], spans: vec![span(0, 1, 5), span(1, 2, 6)] };
    /// assert_eq!(trace.alone(&stage), ms(7));
    /// ```
    #[must_use]
    pub fn alone(&self, stage: &TracedStage) -> Duration {
        let within = |moment: Duration| moment.clamp(stage.start, stage.end.max(stage.start));
        let mut changes: Vec<(Duration, i32)> = Vec::new();
        for span in &self.spans {
            changes.extend([(within(span.start), 1), (within(span.end), -1)]);
        }
        changes.sort_unstable();
        let (mut working, mut together) = (0, Duration::ZERO);
        for (i, &(now, change)) in changes.iter().enumerate() {
            working += change;
            if let Some((next, _)) = changes.get(i + 1)
                && working >= 2
            {
                together += *next - now;
            }
        }
        stage.duration().saturating_sub(together)
    }
}

#[derive(Debug, Default)]
pub(super) struct Tracer {
    is_on: bool,
    clock: Clock,
    /// The running stage has its start as its end.
    trace: StepTrace,
}

impl Tracer {
    pub(super) fn begin(&mut self, is_on: bool, clock: Clock, workers: &mut Workers) {
        (self.is_on, self.clock) = (is_on, clock);
        workers.record(clock.0.filter(|_| is_on));
    }

    pub(super) fn stage(&mut self, name: &'static str) {
        if self.is_on {
            let now = self.end_stage();
            self.trace.stages.push(TracedStage { name, start: now, end: now });
        }
    }

    /// The trace, empty if none is recorded, replaces the last one.
    pub(super) fn end(&mut self, workers: &mut Workers, last: &mut StepTrace) {
        last.stages.clear();
        last.spans.clear();
        if self.is_on {
            self.end_stage();
            workers.take_spans(&mut self.trace.spans);
            std::mem::swap(&mut self.trace, last);
            self.is_on = false;
        }
    }

    fn end_stage(&mut self) -> Duration {
        let now = self.clock.0.map_or(Duration::ZERO, |clock| clock());
        if let Some(stage) = self.trace.stages.last_mut() {
            stage.end = now;
        }
        now
    }
}
