//! Steps on the program's own threads, by the callbacks of Box2D 3: a program that has them for Box2D can use
//! them as they are.
//!
//! A step that is worth it enqueues `threads - 1` tasks at a time, each of one item, works itself, and
//! finishes them. A task that begins late finds nothing left to do, so a pool of fewer threads, or none, is
//! no mistake: it is slower.

use crate::error::{self, Failure, P2Result, guard};
use crate::handle::P2WorldId;
use crate::registry;
use physics::compute::workers::Executor;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a thread of the program calls: with the `task_context` that came with it; the other numbers are
/// ignored.
pub type P2Task = unsafe extern "C" fn(start: i32, end: i32, worker: u32, task_context: *mut c_void);

/// Hands a task to the program's threads, to be called once: `task(0, 1, worker, task_context)`. Answers what
/// `P2FinishTask` gets, or NULL if the task has been called already or will never be.
pub type P2EnqueueTask = Option<
    unsafe extern "C" fn(
        task: P2Task,
        item_count: i32,
        min_range: i32,
        task_context: *mut c_void,
        user_context: *mut c_void,
    ) -> *mut c_void,
>;

/// Waits until a task is done. Without it, a task would use memory that is gone.
pub type P2FinishTask = Option<unsafe extern "C" fn(user_task: *mut c_void, user_context: *mut c_void)>;

struct Tasks {
    enqueue: unsafe extern "C" fn(P2Task, i32, i32, *mut c_void, *mut c_void) -> *mut c_void,
    finish: unsafe extern "C" fn(*mut c_void, *mut c_void),
    context: *mut c_void,
}

// SAFETY: the context is only handed back to the program, by the thread that steps the world.
unsafe impl Send for Tasks {}
// SAFETY: as above.
unsafe impl Sync for Tasks {}

impl std::fmt::Debug for Tasks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tasks")
    }
}

/// The work of one worker.
struct Work<'a> {
    job: &'a (dyn Fn(usize) + Sync),
    worker: usize,
    is_begun: AtomicBool,
}

unsafe extern "C" fn run(_start: i32, _end: i32, _worker: u32, context: *mut c_void) {
    // SAFETY: `context` is a `Work` that lives until the program has finished the task.
    let work = unsafe { &*context.cast::<Work<'_>>() };
    // At most once for each worker, whatever the program does.
    if !work.is_begun.swap(true, Ordering::Relaxed) {
        (work.job)(work.worker);
    }
}

impl Executor for Tasks {
    fn run(&self, workers: usize, job: &(dyn Fn(usize) + Sync)) {
        let works: Vec<Work<'_>> =
            (1..workers).map(|worker| Work { job, worker, is_begun: AtomicBool::new(false) }).collect();
        let mut begun = [std::ptr::null_mut(); 32];
        for (task, work) in begun.iter_mut().zip(&works) {
            let context = std::ptr::from_ref(work).cast_mut().cast::<c_void>();
            // SAFETY: the program promises that this is a function of this type. `work` lives until the task
            // is finished, below.
            *task = unsafe { (self.enqueue)(run, 1, 1, context, self.context) };
        }
        job(0);
        for task in begun.into_iter().filter(|task| !task.is_null()) {
            // SAFETY: as above.
            unsafe { (self.finish)(task, self.context) }
        }
    }
}

/// Lets the steps of a world run on threads of the program, 1 to 32, the calling thread included; other
/// numbers are clamped. The results do not depend on it. `context` is given to both functions. They must not
/// throw.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_set_tasks(
    world: P2WorldId,
    threads: u32,
    enqueue: P2EnqueueTask,
    finish: P2FinishTask,
    context: *mut c_void,
) -> P2Result {
    guard(|| {
        let missing = |name: &str| {
            Failure::new(error::P2_NULL_POINTER, format_args!("{name} is NULL")).at(name, f64::NAN)
        };
        let enqueue = enqueue.ok_or_else(|| missing("enqueue"))?;
        let finish = finish.ok_or_else(|| missing("finish"))?;
        registry::change(world, |host| {
            host.world.set_executor(threads as usize, Arc::new(Tasks { enqueue, finish, context }));
            Ok(())
        })
    })
}
