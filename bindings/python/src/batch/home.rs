//! Where a class keeps what has threads: behind a lock that never waits, until it is closed, and in the
//! process that made it.
//!
//! The child of a fork has none of the threads of its parent. To end them there would wait for ever, so what
//! the parent made with more than one thread is refused in a child, and left in memory when it is dropped.

use crate::errors::{WorldBusy, WrongState};
use pyo3::prelude::*;
use std::process;
use std::sync::{Mutex, TryLockError};

/// What a class holds.
pub struct Home<T> {
    inner: Mutex<Option<T>>,
    /// Its name in errors.
    what: &'static str,
    /// The process that made it, if it has threads.
    process: Option<u32>,
}

impl<T> Home<T> {
    /// `what` is its name in errors.
    pub fn new(inner: T, what: &'static str, threads: usize) -> Self {
        let process = (threads > 1).then(process::id);
        Self { inner: Mutex::new(Some(inner)), what, process }
    }

    /// Whether this process is the child of one that made it, so that its threads are missing.
    fn is_of_parent(&self) -> bool {
        self.process.is_some_and(|made| made != process::id())
    }

    /// Calls a function with what it holds.
    pub fn with<R>(&self, run: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let what = self.what;
        if self.is_of_parent() {
            let message = format!(
                "the {what} was made with threads before a fork, which has none of them: make another one"
            );
            return Err(WrongState::new_err(message));
        }
        let mut guard = match self.inner.try_lock() {
            Ok(inner) => inner,
            Err(TryLockError::WouldBlock) => {
                return Err(WorldBusy::new_err(format!("the {what} is in use: another thread steps it")));
            }
            Err(TryLockError::Poisoned(_)) => {
                let message = format!("a panic has left the {what} in the middle of a change");
                return Err(WrongState::new_err(message));
            }
        };
        run(guard.as_mut().ok_or_else(|| WrongState::new_err(format!("the {what} is closed")))?)
    }

    /// Frees what it holds, if nobody uses it.
    pub fn close(&self) -> PyResult<()> {
        match self.inner.try_lock() {
            Ok(mut inner) => {
                let held = inner.take();
                if self.is_of_parent() {
                    std::mem::forget(held);
                }
                Ok(())
            }
            Err(TryLockError::Poisoned(_)) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                Err(WorldBusy::new_err(format!("the {} is in use: another thread steps it", self.what)))
            }
        }
    }
}

impl<T> Drop for Home<T> {
    fn drop(&mut self) {
        if self.is_of_parent()
            && let Ok(inner) = self.inner.get_mut()
        {
            std::mem::forget(inner.take());
        }
    }
}
