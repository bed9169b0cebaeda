//! How long a frame takes to draw. Measures; asserts only what holds on any machine.

use super::*;
use std::time::{SystemTime, UNIX_EPOCH};

/// The time that this thread has run, s; where the system does not tell it, the time of the day. A machine
/// that does other things meanwhile changes only the latter.
fn seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let run = stat.split_whitespace().next().and_then(|number| number.parse::<f64>().ok());
    let day = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
    run.map_or_else(day, |nanoseconds| 1e-9 * nanoseconds)
}

/// A frame of a scene with thousands of bodies, paused: all panels, the picture, and the triangles that go
/// to the graphics card. Most of it is one mesh.
#[test]
#[ignore = "measures the time of a frame"]
fn frame_of_many_bodies() {
    for scene in ["large_pyramid", "circles5k", "joint_grid", "ragdoll_rain", "tower"] {
        let mut window = window(scene);
        window.set_size(egui::vec2(1600.0, 1000.0));
        for _ in 0..60 {
            window.state_mut().session.step();
        }
        window.state_mut().session.paused = true;
        // Until the small pictures in the list are drawn, one in a frame.
        window.run_steps(60);
        let (mut shown, mut tessellated, frames) = (0.0, 0.0, 20);
        for _ in 0..frames {
            let begin = seconds();
            window.step();
            shown += seconds() - begin;
            let shapes = window.output().shapes.clone();
            let begin = seconds();
            let primitives = window.ctx.tessellate(shapes, 1.0);
            tessellated += seconds() - begin;
            assert!(!primitives.is_empty());
        }
        let ms = |seconds: f64| 1e3 * seconds / f64::from(frames);
        let begin = seconds();
        (0..frames).for_each(|_| window.state_mut().session.step());
        let step = ms(seconds() - begin);
        let bodies = window.state().session.world().bodies().count();
        println!(
            "{scene}: {bodies} bodies, shown in {:.2} ms, tessellated in {:.2} ms, a step takes {step:.2} ms",
            ms(shown),
            ms(tessellated)
        );
    }
}
