//! The step on Bevy's threads.

use crate::common::{DT, STEP, app, run};
use bevy_app::App;
use bevy_physics2d::physics::compute::workers::Executor;
use bevy_physics2d::prelude::*;
use bevy_tasks::{ComputeTaskPool, TaskPoolBuilder};
use bevy_transform::components::Transform;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// 20 x 20 boxes that fall on a ground: enough that the solver cuts its work.
fn heap(plugin: PhysicsPlugin) -> App {
    let mut app = app(plugin, STEP);
    app.world_mut().spawn(Collider::rectangle(60.0, 1.0));
    for i in 0..400 {
        let place = Transform::from_xyz(1.05 * (i % 20) as f32, 1.5 + 1.05 * (i / 20) as f32, 0.0);
        app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), place));
    }
    app
}

fn hash(app: &App) -> u64 {
    app.world().resource::<Physics>().world.state_hash()
}

/// The pool's threads change no bit, be there more shares or fewer than threads.
#[test]
fn step_on_the_compute_pool_has_the_same_bits() {
    ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(3).build());
    let mut alone = heap(PhysicsPlugin::default());
    run(&mut alone, 120);
    for threads in [2, 4, 7] {
        let mut shared = heap(PhysicsPlugin::default().with_threads(threads));
        run(&mut shared, 120);
        assert_eq!(shared.world().resource::<Physics>().world.threads(), threads);
        assert_eq!(hash(&shared), hash(&alone), "{threads} threads");
    }
}

/// Fails in its n-th job, before, amid or after the work.
#[derive(Debug)]
struct Fails {
    jobs: AtomicUsize,
    at: usize,
    does_work: bool,
}

impl Executor for Fails {
    fn run(&self, workers: usize, job: &(dyn Fn(usize) + Sync)) {
        let fails = self.jobs.fetch_add(1, Ordering::Relaxed) == self.at;
        if self.does_work || !fails {
            (0..workers).for_each(job);
        }
        assert!(!fails, "the host's threads are gone");
    }
}

/// A panic of the host's own executor leaves the step as a panic. The same world, restored, goes on with the
/// bits of one to which it did not happen.
#[test]
fn world_whose_executor_panicked_goes_on_after_a_restore() {
    for does_work in [false, true] {
        let mut app = heap(PhysicsPlugin::default());
        run(&mut app, 60);
        let saved = app.world().resource::<Physics>().save();
        let mut hit = saved.to_physics();
        hit.world.set_executor(3, Arc::new(Fails { jobs: AtomicUsize::new(0), at: 5, does_work }));
        let failed = catch_unwind(AssertUnwindSafe(|| (0..20).for_each(|_| hit.world.step(DT))));
        assert!(failed.is_err(), "the executor was asked");
        hit.restore(&saved);
        (0..60).for_each(|_| hit.world.step(DT));
        run(&mut app, 60);
        assert_eq!(hit.world.state_hash(), hash(&app));
        hit.world.validate().unwrap();
    }
}
