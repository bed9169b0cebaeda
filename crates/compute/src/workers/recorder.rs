//! Records when the workers of a team work.

use super::Span;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Recorder {
    pub(super) clock: fn() -> Duration,
    /// By worker, which alone locks it while a job runs.
    tracks: Box<[Mutex<Track>]>,
}

#[derive(Debug, Default)]
struct Track {
    /// When the worker took the share on which it works.
    start: Duration,
    spans: Vec<Span>,
}

impl Recorder {
    pub(super) fn new(workers: usize, clock: fn() -> Duration) -> Self {
        Self { clock, tracks: (0..workers).map(|_| Mutex::default()).collect() }
    }

    fn track(&self, worker: usize) -> MutexGuard<'_, Track> {
        self.tracks[worker].lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cold]
    pub(crate) fn begin(&self, worker: usize) {
        let now = (self.clock)();
        self.track(worker).start = now;
    }

    #[cold]
    pub(crate) fn end(&self, worker: usize) {
        let end = (self.clock)();
        let track = &mut *self.track(worker);
        track.spans.push(Span { worker, start: track.start, end });
    }

    pub(super) fn take(&self, spans: &mut Vec<Span>) {
        for worker in 0..self.tracks.len() {
            spans.append(&mut self.track(worker).spans);
        }
    }
}
