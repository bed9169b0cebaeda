//! What the program lends the engine: memory, a log, a clock.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{PoisonError, RwLock};

/// A call that failed.
pub const P2_LOG_ERROR: u32 = 0;
/// A step that could not do all that it should.
pub const P2_LOG_WARNING: u32 = 1;

/// Takes a message: its level, and a text that ends with NUL and is valid during the call. It may be called
/// by any thread that calls the library, and must not call it.
pub type P2Log = Option<unsafe extern "C" fn(level: u32, message: *const c_char, context: *mut c_void)>;

struct Logger {
    call: unsafe extern "C" fn(u32, *const c_char, *mut c_void),
    context: *mut c_void,
}

// SAFETY: the context is only handed back to the program, which is told that any thread may call.
unsafe impl Send for Logger {}
// SAFETY: as above.
unsafe impl Sync for Logger {}

static LOG: RwLock<Option<Logger>> = RwLock::new(None);

/// Sets what gets the messages: of each call that fails, and of the warnings of each step. NULL for nothing,
/// the default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_set_log(log: P2Log, context: *mut c_void) {
    *LOG.write().unwrap_or_else(PoisonError::into_inner) = log.map(|call| Logger { call, context });
}

/// Gives the program a message.
pub fn log(level: u32, message: &CStr) {
    if let Some(Logger { call, context }) = &*LOG.read().unwrap_or_else(PoisonError::into_inner) {
        // SAFETY: the program promises that this is a function of this type.
        unsafe { call(level, message.as_ptr(), *context) }
    }
}
