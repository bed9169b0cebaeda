//! The options by name, and what `--help` prints.

/// All options.
pub const OPTIONS: &[&str] = &[
    "--headless",
    "--scene",
    "--explorer",
    "--comparison",
    "--steps",
    "--solver",
    "--broadphase",
    "--threads",
    "--width",
    "--out",
    "--contacts",
    "--theme",
    "--json",
    "--record",
    "--trace",
    "--replay",
    "--compare",
    "--list",
    "--help",
];

/// What `--help` prints.
pub const HELP: &str = "\
Shows the scenes in a window. With --headless, or without a display: runs a scene, reports how long its steps
took and how well its bodies rest, and draws a picture of the end.

cargo run --release -p testbed -- [OPTION]...

  --headless         open no window, and write no picture unless --out names one; --out, --trace and --json
                     imply it
  --scene NAME       the scene [pile]; --list shows all
  --explorer NAME    an interactive picture instead of a scene; headless, its numbers and its drawing
  --comparison NAME  several scenes side by side instead of one; headless, their figures and one drawing
  --steps N          number of steps of 1/60 s [what the scene asks for]; 0 shows the beginning
  --solver NAME      soft or classic [what the scene asks for]
  --broadphase NAME  tree, avl, sweep, list, grid, quad or brute [tree]: changes the speed, not one bit of a
                     result
  --threads N        1 to 32 [1]: changes the speed, not one bit of a result
  --width NAME       sse2, neon or avx2, if the processor has them [the widest]: instructions of
                     the soft solver; changes the speed, not one bit of a result
  --out FILE         write a picture, by extension: .svg or .png of the end, .gif of the whole run as a film
                     [SCENE.svg; none if headless]; of an explorer .svg or .png
  --contacts         draw contact points and their normals too
  --theme NAME       light or dark [that of the system in a window, light in a picture]
  --json             print one line of JSON on standard output instead of the summary
  --record FILE      write a recording of the run, and of all that the user does in the window, when it ends
  --trace FILE       write what each thread did in a step, that of the median time among the last 60: .svg is
                     a picture, .json for Perfetto or chrome://tracing; headless
  --replay FILE      play a recording headless, on any broad phase, threads and width; compare every frame;
                     exit code 1 with the first frame and body that differ
  --compare FILE     with --replay: the first frame and body in which that recording and this one differ
  --list             list the scenes, explorers and comparisons with a sentence for each
  --list texts       list them under the sections of the texts that they come from
  --help             show this text

The line of JSON holds scene, solver, broadphase, threads, width, bodies, colliders, joints, steps, and:

  contacts              number of pairs of colliders that touch at the end
  awake_steps           number of steps at whose end a body was awake
  ms_median, ms_p95     duration of these steps, without the first, which allocates memory; if a scene falls
                        asleep, the steps in which it sleeps do not count
  ms_stages             mean duration of each stage of these steps, by name
  ms_alone              with --trace: for how long of each finer stage fewer than two threads worked; means
  max_penetration_m     the deepest overlap in the last 60 steps: of bodies at rest, not of earlier impacts
  max_sideways_drift_m  the greatest horizontal distance of a dynamic body from where it began, at the end
  kinetic_energy_j      of all dynamic bodies, at the end
  state_hash            16 hexadecimal digits, a hash of the bits of every body's pose and velocity at the end

A number that is not finite is null. Exit codes: 0; 1 if something could not be written, or a recording
differs; 2 for a command line that is not valid.
";
