//! Memory from the program.
//!
//! ```text
//!   ... | owner: its index, 8 bytes | what the engine gets, aligned
//! ```
//!
//! In front of each block lies which allocator it is of, so the program may set its functions at any time:
//! what was allocated before goes back to where it came from. Turned down: functions that must be set before
//! the first call, as in Box2D; a library that C++ or Lua has loaded earlier cannot know.

use crate::error::{self, Failure, P2_FULL, P2Result, guard};
use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Answers `size` bytes, aligned to `alignment`, a power of two. Any thread may call it; it must not call the
/// library, nor throw. NULL, for none, ends the program (`abort`): the engine cannot undo half a step.
pub type P2Alloc =
    Option<unsafe extern "C" fn(size: usize, alignment: usize, context: *mut c_void) -> *mut c_void>;

/// Takes back what `P2Alloc` has answered, with the same numbers.
pub type P2Free =
    Option<unsafe extern "C" fn(memory: *mut c_void, size: usize, alignment: usize, context: *mut c_void)>;

struct Functions {
    alloc: unsafe extern "C" fn(usize, usize, *mut c_void) -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void, usize, usize, *mut c_void),
    context: *mut c_void,
}

/// How often the functions can be changed.
const MOST: usize = 64;

/// All that have been set, which stay: blocks name them.
static FUNCTIONS: [AtomicPtr<Functions>; MOST] = [const { AtomicPtr::new(std::ptr::null_mut()) }; MOST];
static COUNT: AtomicUsize = AtomicUsize::new(0);
/// The one in use, from 1; 0 is the system.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

struct Host;

#[global_allocator]
static HOST: Host = Host;

/// Room in front of a block.
const HEAD: usize = 16;

/// The layout with the head, and the offset of the block.
fn with_head(layout: Layout) -> Option<(Layout, usize)> {
    let offset = layout.align().max(HEAD);
    let size = layout.size().checked_add(offset)?;
    Some((Layout::from_size_align(size, offset).ok()?, offset))
}

fn functions(owner: usize) -> Option<&'static Functions> {
    let pointer = FUNCTIONS.get(owner.checked_sub(1)?)?.load(Ordering::Acquire);
    // SAFETY: it is null, or was leaked by `p2_set_allocator`.
    unsafe { pointer.as_ref() }
}

// SAFETY: blocks come from the system or from functions of the program, which promise what `GlobalAlloc` asks
// for; the head keeps the alignment, since its size is a multiple of it.
unsafe impl GlobalAlloc for Host {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((whole, offset)) = with_head(layout) else { return std::ptr::null_mut() };
        let owner = CURRENT.load(Ordering::Acquire);
        let start = match functions(owner) {
            // SAFETY: the program promises that this is a function of this type.
            Some(all) => unsafe { (all.alloc)(whole.size(), whole.align(), all.context) }.cast::<u8>(),
            // SAFETY: the size is not zero.
            None => unsafe { System.alloc(whole) },
        };
        if start.is_null() {
            return start;
        }
        // SAFETY: the block has `offset` bytes, at least 16, in front of what is answered.
        unsafe {
            let block = start.add(offset);
            block.sub(HEAD).cast::<usize>().write(owner);
            block
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some((whole, offset)) = with_head(layout) else { return };
        // SAFETY: `alloc` has written the owner there, and answered `offset` bytes behind the start.
        let (owner, start) = unsafe { (block.sub(HEAD).cast::<usize>().read(), block.sub(offset)) };
        match functions(owner) {
            // SAFETY: the block is of these functions.
            Some(all) => unsafe { (all.free)(start.cast(), whole.size(), whole.align(), all.context) },
            // SAFETY: the block is of the system, with this layout.
            None => unsafe { System.dealloc(start, whole) },
        }
    }
}

/// Sets where memory comes from, from now on; what was allocated before goes back to where it came from. Both
/// NULL for the system. It can be set 64 times.
#[unsafe(no_mangle)]
pub extern "C" fn p2_set_allocator(alloc: P2Alloc, free: P2Free, context: *mut c_void) -> P2Result {
    guard(|| {
        let (alloc, free) = match (alloc, free) {
            (Some(alloc), Some(free)) => (alloc, free),
            (None, None) => {
                CURRENT.store(0, Ordering::Release);
                return Ok(());
            }
            _ => {
                let message = "of alloc and free, one is NULL: give both or none";
                return Err(Failure::new(error::P2_NULL_POINTER, message).at("free", f64::NAN));
            }
        };
        let index = COUNT
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |count| (count < MOST).then_some(count + 1));
        let full = |_| Failure::new(P2_FULL, format_args!("the allocator has been set {MOST} times"));
        let index = index.map_err(full)?;
        let functions = Box::leak(Box::new(Functions { alloc, free, context }));
        FUNCTIONS[index].store(functions, Ordering::Release);
        CURRENT.store(index + 1, Ordering::Release);
        Ok(())
    })
}
