//! What the program lends the engine: a log and a clock. Memory is in `memory.rs`, threads in `task.rs`.

use crate::error::{self, P2Result, guard};
use crate::handle::P2WorldId;
use crate::registry;
use physics::world::machine_clock;
use std::ffi::{CStr, c_char, c_void};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// A call that failed.
pub const P2_LOG_ERROR: u32 = 0;
/// A step that could not do all that it should.
pub const P2_LOG_WARNING: u32 = 1;

/// Takes a message: its level, and a text that ends with NUL and is valid during the call. It may be called
/// by any thread that calls the library. Of the library it may call `p2_set_log` only: another call that
/// fails would call it again.
pub type P2Log = Option<unsafe extern "C" fn(level: u32, message: *const c_char, context: *mut c_void)>;

struct Logger {
    call: unsafe extern "C" fn(u32, *const c_char, *mut c_void),
    context: *mut c_void,
}

// SAFETY: the context is only handed back to the program, which is told that any thread may call.
unsafe impl Send for Logger {}
// SAFETY: as above.
unsafe impl Sync for Logger {}

// In an `Arc`, since none of the locks may be held while the program's function runs: it may set another one.
static LOG: RwLock<Option<Arc<Logger>>> = RwLock::new(None);

/// Sets what gets the messages: of each call that fails, and of the warnings of each step. NULL for nothing,
/// the default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_set_log(log: P2Log, context: *mut c_void) {
    *LOG.write().unwrap_or_else(PoisonError::into_inner) = log.map(|call| Arc::new(Logger { call, context }));
}

/// Gives the program a message.
pub fn log(level: u32, message: &CStr) {
    let logger = LOG.read().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(logger) = logger {
        // SAFETY: the program promises that this is a function of this type.
        unsafe { (logger.call)(level, message.as_ptr(), logger.context) }
    }
}

/// The time since any moment, in nanoseconds. It may be called by the threads that step worlds.
pub type P2Clock = Option<unsafe extern "C" fn(context: *mut c_void) -> u64>;

struct Timer {
    call: unsafe extern "C" fn(*mut c_void) -> u64,
    context: *mut c_void,
}

// SAFETY: the context is only handed back to the program, which is told that any thread may call.
unsafe impl Send for Timer {}
// SAFETY: as above.
unsafe impl Sync for Timer {}

static CLOCK: RwLock<Option<Arc<Timer>>> = RwLock::new(None);

/// Sets the clock that measures the stages of steps, of worlds with `p2_world_set_profiling`. NULL for that
/// of the machine, the default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_set_clock(clock: P2Clock, context: *mut c_void) {
    *CLOCK.write().unwrap_or_else(PoisonError::into_inner) =
        clock.map(|call| Arc::new(Timer { call, context }));
}

fn now() -> Duration {
    let timer = CLOCK.read().unwrap_or_else(PoisonError::into_inner).clone();
    match timer {
        // SAFETY: the program promises that this is a function of this type.
        Some(timer) => Duration::from_nanos(unsafe { (timer.call)(timer.context) }),
        None => machine_clock(),
    }
}

/// Sets whether the stages of steps are measured. It costs a twentieth of the step of a small world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_set_profiling(world: P2WorldId, enabled: u8) -> P2Result {
    guard(|| {
        registry::change(world, |host| {
            host.world.set_clock(if enabled == 0 { None } else { Some(now) });
            Ok(())
        })
    })
}

/// How long the stages of the last step took, s; zero unless they are measured.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct P2StageTimes {
    /// Finding new pairs.
    pub pairs: f64,
    /// Computing manifolds.
    pub narrow_phase: f64,
    /// Solving contacts and joints.
    pub solve: f64,
    /// New poses and boxes, and sensors.
    pub finalize: f64,
    /// Islands that fall asleep.
    pub sleep: f64,
}

/// How long the stages of the last step took.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_stage_times(world: P2WorldId, times: *mut P2StageTimes) -> P2Result {
    guard(|| {
        let out = error::output(times, "times")?;
        registry::read(world, |host| {
            let all = host.world.stage_times();
            out.put(P2StageTimes {
                pairs: all.pairs.as_secs_f64(),
                narrow_phase: all.narrow_phase.as_secs_f64(),
                solve: all.solve.as_secs_f64(),
                finalize: all.finalize.as_secs_f64(),
                sleep: all.sleep.as_secs_f64(),
            });
            Ok(())
        })
    })
}
