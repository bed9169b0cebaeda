//! The clock of the window, and how long a part of a frame takes.

use std::time::Duration;

/// The time since a moment of its own: that of the machine, in a page that of the page.
pub fn time() -> Duration {
    #[cfg(not(target_arch = "wasm32"))]
    return physics::world::machine_clock();
    #[cfg(target_arch = "wasm32")]
    {
        let performance = eframe::web_sys::window().and_then(|window| window.performance());
        performance.map_or(Duration::ZERO, |clock| Duration::from_secs_f64(1e-3 * clock.now()))
    }
}

/// Runs from its beginning.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    pub fn begin() -> Self {
        Self(time())
    }

    /// The time since it began, ms.
    pub fn ms(self) -> f64 {
        1e3 * time().saturating_sub(self.0).as_secs_f64()
    }
}
