//! Recordings, headless: written of a run, played again and checked, compared with each other.
//!
//! A recording of the scene `hooks` needs the contact hook of that scene, the only one that the scenes have.

use crate::any_world::broadphase;
use crate::options::ReplayOptions;
use physics::prelude::*;
use physics::world::{Recording, Replay};
use scenes::Sorter;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Checks a recording, or compares it with another one, and says what was found.
///
/// # Errors
/// The file, and why it is not a recording, or the first frame and body in which it differs.
pub fn check(options: &ReplayOptions) -> Result<String, String> {
    let recording = read(&options.file)?;
    let Some(other) = &options.compare else { return play(options, &recording) };
    let mut replays = [&recording, &read(other)?].map(Recording::replay);
    replays.iter_mut().for_each(give_hook);
    let [a, b] = replays;
    let found = a.difference(b).map_err(|error| error.to_string())?;
    let files = format!("{} and {}", options.file.display(), other.display());
    match found {
        Some(difference) => Err(format!("{files} differ: {difference}")),
        None => Ok(format!("{files} are equal in all {} frames\n", recording.frames())),
    }
}

fn play(options: &ReplayOptions, recording: &Recording) -> Result<String, String> {
    let file = options.file.display();
    let mut replay = recording.replay_with(broadphase(options.broadphase));
    replay.world_mut().set_threads(options.threads);
    replay.world_mut().set_width(options.width);
    give_hook(&mut replay);
    let start = Instant::now();
    while replay.step().map_err(|error| format!("{file}: {error}"))? {}
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let (frames, hash) = (recording.frames(), replay.world().state_hash());
    let calls = recording.calls();
    Ok(format!(
        "{file}: {frames} frames and {calls} calls, equal in every bit, in {milliseconds:.0} ms; \
         state hash {hash:016x}\n"
    ))
}

fn give_hook<B: Broadphase>(replay: &mut Replay<B>) {
    if replay.recording().needs_contact_hook() {
        replay.set_contact_hook(Arc::new(Sorter));
    }
}

fn read(path: &Path) -> Result<Recording, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Recording::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Command, parse};
    use crate::run;
    use physics::compute::Width;
    use std::path::PathBuf;

    /// A file of a test in a folder of its own, which is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("testbed_{name}_{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn file(&self, name: &str) -> String {
            self.0.join(name).display().to_string()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn record(line: &str, file: &str) {
        match parse(line.split_whitespace()) {
            Ok(Command::Run(options)) => {
                let recording = run::run(&options).unwrap().recording.expect("--record");
                std::fs::write(file, recording.to_bytes()).unwrap();
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    fn replay(line: &str) -> Result<String, String> {
        match parse(line.split_whitespace()) {
            Ok(Command::Replay(options)) => check(&options),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Scripted scenes, one with a contact hook among them, replay to the same bits on other broad phases,
    /// threads and widths.
    #[test]
    fn recorded_runs_replay_to_the_same_bits() {
        let folder = Folder::new("replays");
        for scene in ["tower", "hooks", "destruction", "portals"] {
            let file = folder.file(scene);
            record(&format!("--headless --scene {scene} --steps 200 --record {file}"), &file);
            let narrowest = format!("--width {}", Width::SCALAR.name());
            for how in ["", "--broadphase sweep --threads 2", &narrowest] {
                let text = replay(&format!("--replay {file} {how}")).unwrap();
                assert!(text.contains("200 frames") && text.contains("equal in every bit"), "{text}");
            }
        }
    }

    /// Two runs that differ by one number are told apart at the first frame and body.
    #[test]
    fn comparison_names_frame_and_body() {
        let folder = Folder::new("comparison");
        let [a, b] = ["a", "b"].map(|name| folder.file(name));
        record(&format!("--headless --scene tower --steps 30 --record {a}"), &a);
        record(&format!("--headless --scene tower --steps 30 --solver classic --record {b}"), &b);
        assert!(replay(&format!("--replay {a} --compare {a}")).unwrap().contains("equal in all 30 frames"));
        let message = replay(&format!("--replay {a} --compare {b}")).unwrap_err();
        assert!(message.contains("frame 1: Body "), "{message}");
        std::fs::write(&b, b"a picture").unwrap();
        let message = replay(&format!("--replay {b}")).unwrap_err();
        assert!(message.ends_with("these bytes are not a recording"), "{message}");
        let message = replay(&format!("--replay {}", folder.file("none"))).unwrap_err();
        assert!(message.starts_with("cannot read "), "{message}");
    }
}
