//! Recordings of a minute of some scenes: how large they are, how long it takes to play them, and to show any
//! frame of them. `docs/replays.md` quotes it.
//!
//! Run it with `cargo run --release -p scenes --example replay_times`.

use physics::prelude::*;
use physics::toolkit::Timeline;
use physics::world::Recording;
use scenes::ScriptRunner;
use std::error::Error;
use std::time::Instant;

const DT: f32 = 1.0 / 60.0;

/// A minute.
const FRAMES: u32 = 3600;

/// How many frames are shown, far from each other.
const SEEKS: usize = 500;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| scene | bodies | calls | bytes | snapshot | a minute, ms | marks | seek: worst, ms | mean, ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for name in ["tower", "bridge", "destruction", "portals", "pile", "large_pyramid", "circles5k"] {
        let Some(scene) = scenes::find(name) else { continue };
        let (mut world, _) = World::load(&(scene.level)())?;
        let mut runner = ScriptRunner::of(&world);
        world.start_recording();
        let start = world.recording().ok_or("recorded")?.to_bytes().len();
        // The two large scenes run for ten seconds only.
        let frames = if matches!(name, "circles5k" | "large_pyramid") { FRAMES / 6 } else { FRAMES };
        for frame in 0..frames {
            if let Some(script) = scene.script {
                runner.run(&mut world, &script(frame));
            }
            world.step(DT);
        }
        let recording = world.stop_recording().ok_or("recorded")?;
        let bytes = recording.to_bytes();
        let recording = Recording::from_bytes(&bytes)?;
        let played = Instant::now();
        recording.check()?;
        let played = played.elapsed().as_secs_f64() * 1e3;
        let mut timeline = Timeline::new(recording.replay())?;
        let (mut worst, mut sum) = (0.0_f64, 0.0);
        for i in 0..SEEKS {
            // Steps of the golden section visit all parts, far from each other.
            let frame = i * 2_225 % (frames as usize + 1);
            let start = Instant::now();
            timeline.seek(frame)?;
            let time = start.elapsed().as_secs_f64() * 1e3;
            (worst, sum) = (worst.max(time), sum + time);
        }
        println!(
            "| {name} | {} | {} | {} | {start} | {played:.0} | {} | {worst:.1} | {:.1} |",
            world.stats().bodies,
            recording.calls(),
            bytes.len(),
            timeline.marks(),
            sum / SEEKS as f64,
        );
    }
    Ok(())
}
