//! A progress bar on standard error, if that is a terminal and the run takes longer than a second.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of a run.
#[derive(Debug)]
pub struct Progress {
    total: u64,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For a run of `total` steps that begins now.
    pub fn new(total: u32) -> Self {
        Self { total: u64::from(total), started: Instant::now(), bar: None }
    }

    /// Shows that `done` steps are finished.
    pub fn advance(&mut self, done: u32) {
        if self.bar.is_none() && self.started.elapsed() > PATIENCE {
            self.bar = Some(bar(self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(u64::from(done));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar on standard error; draws nothing if that is not a terminal.
fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} steps, {eta} left") {
        bar.set_style(style);
    }
    bar
}
