//! The program without a display: it says so in one line and runs headless.
#![cfg(feature = "window")]

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs the program in an empty folder with this display.
fn testbed(display: &str, words: &str) -> (Output, PathBuf) {
    let name = format!("window-{}-{}", display.trim_start_matches(':'), words.len());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_testbed"));
    command.args(words.split_whitespace()).current_dir(&folder);
    let output = command.env("DISPLAY", display).env_remove("WAYLAND_DISPLAY").output().unwrap();
    (output, folder)
}

fn lines(bytes: &[u8]) -> Vec<&str> {
    std::str::from_utf8(bytes).unwrap().lines().collect()
}

/// One line names the reason and the option that avoids it; then the scene runs and the picture is written.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn missing_display_falls_back_to_a_headless_run() {
    for display in ["", ":4711"] {
        let (output, folder) = testbed(display, "--scene tower --steps 3");
        assert!(output.status.success(), "{output:?}");
        let said = lines(&output.stderr);
        assert!(said[0].starts_with("no "), "{said:?}");
        assert!(said[0].ends_with(": running headless instead; --headless says so beforehand"), "{said:?}");
        assert!(lines(&output.stdout)[0].starts_with("tower, 3 steps"));
        let picture = std::fs::read_to_string(folder.join("tower.svg")).unwrap();
        assert_eq!(said[1..], [format!("wrote tower.svg, {} bytes", picture.len())]);
        assert!(picture.starts_with("<svg"));
    }
    assert!(lines(&testbed("", "--steps 0").0.stderr)[0].starts_with("no display: "));
}

/// A run with --headless or --json never tries to open a window.
#[test]
fn headless_run_opens_no_window() {
    for words in ["--headless --scene tower --steps 1", "--json --scene tower --steps 1"] {
        let (output, _) = testbed("", words);
        assert!(output.status.success(), "{output:?}");
        assert!(lines(&output.stderr).iter().all(|line| line.starts_with("wrote ")), "{words}: {output:?}");
    }
}
