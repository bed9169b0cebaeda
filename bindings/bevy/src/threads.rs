//! The step on the threads that Bevy has for work within a frame.

use bevy_tasks::{ComputeTaskPool, TaskPool};
use physics::compute::workers::Executor;

/// Runs the shares of a step as tasks of Bevy's `ComputeTaskPool`: systems that run beside the step then
/// share the cores with it, instead of competing with further threads. Results do not depend on it.
///
/// [`PhysicsPlugin::with_threads`](crate::PhysicsPlugin::with_threads) sets it. For a world beside that of
/// the plugin: `world.set_executor(4, Arc::new(ComputePool))`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComputePool;

impl Executor for ComputePool {
    fn run(&self, workers: usize, job: &(dyn Fn(usize) + Sync)) {
        // `TaskPoolPlugin`, which `DefaultPlugins` holds, has started it; else it starts now with Bevy's
        // default.
        let pool = ComputeTaskPool::get_or_init(TaskPool::default);
        pool.scope(|scope| {
            for worker in 1..workers {
                scope.spawn(async move { job(worker) });
            }
            // A task that starts later finds nothing left to do.
            job(0);
        });
    }
}
