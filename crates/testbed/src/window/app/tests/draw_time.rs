//! How long a frame takes to draw. Measures; asserts only what holds on any machine.

use super::*;
use std::time::Instant;

/// A frame of a scene with thousands of bodies, paused: all panels, the picture, and the triangles that go to the
/// graphics card. Most of it is one mesh.
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
        window.run_steps(5);
        let (mut shown, mut tessellated, frames) = (0.0, 0.0, 20);
        for _ in 0..frames {
            let begin = Instant::now();
            window.step();
            shown += begin.elapsed().as_secs_f64();
            let shapes = window.output().shapes.clone();
            let begin = Instant::now();
            let primitives = window.ctx.tessellate(shapes, 1.0);
            tessellated += begin.elapsed().as_secs_f64();
            assert!(!primitives.is_empty());
        }
        let ms = |seconds: f64| 1e3 * seconds / f64::from(frames);
        let bodies = window.state().session.world().bodies().count();
        println!(
            "{scene}: {bodies} bodies, shown in {:.2} ms, tessellated in {:.2} ms",
            ms(shown),
            ms(tessellated)
        );
    }
}
