//! Signals of the system, such as Ctrl+C, while a batch steps.
//!
//! Python runs their handlers in its main thread only, when that thread asks. It is one of the workers, so it
//! asks between the steps of its worlds, and the others hear from it.

use physics::batch::Interrupt;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// How long a step goes on before it asks, and asks again. To ask waits for Python's global lock.
const PATIENCE: Duration = Duration::from_millis(100);

/// The signals of one batch.
#[derive(Default)]
pub struct Signals {
    /// The thread that has called, and when it has asked last.
    caller: Mutex<Option<(ThreadId, Instant)>>,
    is_raised: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Signals {
    /// What a batch asks.
    pub fn interrupt(self: &Arc<Self>) -> Interrupt {
        let signals = Arc::clone(self);
        Interrupt::new(move || signals.asks())
    }

    /// A call begins.
    pub fn begin(&self) {
        self.is_raised.store(false, Ordering::Relaxed);
        // That of a call which ended with another exception.
        if let Ok(mut error) = self.error.lock() {
            *error = None;
        }
        if let Ok(mut caller) = self.caller.lock() {
            *caller = Some((thread::current().id(), Instant::now()));
        }
    }

    /// The call ends: with the exception of a handler, if there was one.
    pub fn end(&self) -> PyResult<()> {
        match self.error.lock().ok().and_then(|mut error| error.take()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn asks(&self) -> bool {
        if self.is_raised.load(Ordering::Relaxed) {
            return true;
        }
        let Ok(mut caller) = self.caller.try_lock() else { return false };
        let Some((id, last)) = &mut *caller else { return false };
        if *id != thread::current().id() || last.elapsed() < PATIENCE {
            return false;
        }
        *last = Instant::now();
        drop(caller);
        let Err(found) = Python::attach(|py| py.check_signals()) else { return false };
        if let Ok(mut error) = self.error.lock() {
            *error = Some(found);
        }
        self.is_raised.store(true, Ordering::Relaxed);
        true
    }
}
