//! How long a part of a frame takes. In a page there is no clock that a program may read in the middle of a
//! frame without asking the host, so there all times are 0.

#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

/// Runs from its beginning.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(#[cfg(not(target_arch = "wasm32"))] Instant);

impl Stopwatch {
    /// Begins now.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn begin() -> Self {
        Self(Instant::now())
    }

    /// The time since it began, ms.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn ms(self) -> f64 {
        1e3 * self.0.elapsed().as_secs_f64()
    }

    /// Begins now.
    #[cfg(target_arch = "wasm32")]
    pub fn begin() -> Self {
        Self()
    }

    /// No time.
    #[cfg(target_arch = "wasm32")]
    pub fn ms(self) -> f64 {
        0.0
    }
}
