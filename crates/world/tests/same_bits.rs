//! That a world has the same bits however many threads it uses, and after a snapshot.

use world::{Snapshot, World};

const DT: f32 = 1.0 / 60.0;

/// Asserts that a world has the same bits after `steps` steps on one, two and three threads, and after going
/// back to a snapshot that was made after `saved` steps on one thread.
pub(crate) fn assert_same_bits(scene: impl Fn() -> World, saved: u32, steps: u32) {
    let run = |world: &mut World, steps: u32| (0..steps).for_each(|_| world.step(DT));
    let mut alone = scene();
    let mut snapshot = Snapshot::default();
    run(&mut alone, saved);
    alone.save(&mut snapshot);
    run(&mut alone, steps - saved);
    alone.validate().unwrap();
    let expected = alone.state_hash();
    for threads in [2, 3] {
        let mut world = scene();
        world.set_threads(threads);
        run(&mut world, steps);
        assert_eq!(world.state_hash(), expected, "{threads} threads");
        world.restore(&snapshot).unwrap();
        run(&mut world, steps - saved);
        assert_eq!(world.state_hash(), expected, "{threads} threads, after the snapshot");
    }
}
