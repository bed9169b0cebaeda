//! How much stack a step needs.

use physics::compute::Width;
use physics::prelude::*;
use std::thread::Builder;

/// bytes. The main thread has 1 MiB on Windows and in WebAssembly, of which the program needs a part.
const STACK: usize = 600 * 1024;

/// In every width, a step of a scene with all kinds of kernels needs no more stack than a thread with little
/// has. A build without optimization needs most: `CARGO_PROFILE_DEV_OPT_LEVEL=0 cargo test -p scenes stack`
/// fails if two kernels are part of one function.
#[test]
fn a_step_fits_a_small_stack() {
    for width in Width::all() {
        let run = move || {
            for name in ["pyramid", "small100", "ragdoll_rain", "steady_tower", "steady_crane", "mixture"] {
                let Some(scene) = scenes::find(name) else { panic!("no scene {name}") };
                let (mut world, _) = World::load(&(scene.level)()).expect("a level");
                world.set_width(width);
                for _ in 0..5 {
                    world.step(1.0 / 60.0);
                }
            }
        };
        let thread = Builder::new().stack_size(STACK).spawn(run).expect("a thread");
        assert!(thread.join().is_ok(), "{}", width.name());
    }
}
