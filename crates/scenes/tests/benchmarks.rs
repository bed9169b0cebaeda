//! The scenes on which engines are compared have their known numbers of bodies, are valid, and run.

use super::DT;
use physics::prelude::*;
use scenes::{BENCHMARKS, Command, Junkyard, RagdollRain, ScriptRunner};

/// The number of dynamic bodies of a level, and of all its bodies.
fn counts(level: &Level) -> [usize; 2] {
    [level.bodies.iter().filter(|body| body.kind == BodyKind::Dynamic).count(), level.bodies.len()]
}

/// The numbers of bodies, colliders and joints are those of the original benchmarks.
#[test]
fn scenes_have_their_known_numbers_of_bodies_colliders_and_joints() {
    for (name, dynamic, colliders, joints) in [
        ("large_pyramid", 5050, 5051, 0),
        ("many_pyramids", 22_000, 22_020, 0),
        ("joint_grid", 9993, 10_000, 2 * 100 * 99),
        ("smash", 9601, 9601, 0),
        ("tumbler", 2026, 2029, 1),
        ("spinner", 6077, 6077 + 360, 1),
        ("washer", 8100, 8100 + 36 + 4, 0),
        ("compounds", 3000, 6000 + 281, 0),
        ("junkyard", 8000, 8000 + 1 + 261, 0),
        ("ragdoll_rain", 0, 2500, 0),
        ("circles5k", 5000, 5003, 0),
        ("convex3k", 3000, 3003, 0),
        ("tiles", 200, 20_200, 0),
        ("fast_balls", 2025, 2029, 0),
        ("small0", 0, 1, 0),
        ("small10", 10, 11, 0),
        ("small100", 100, 101, 0),
        ("small1000", 1000, 1001, 0),
    ] {
        let scene = scenes::find(name).unwrap();
        assert!(BENCHMARKS.iter().any(|known| known.name == name));
        let level = (scene.level)();
        assert_eq!(counts(&level)[0], dynamic, "{name}");
        assert_eq!((level.colliders.len(), level.joints.len()), (colliders, joints), "{name}");
        assert!(!level.settings.sleeping && level.settings.solver.substeps == 4, "{name}");
    }
    assert_eq!(BENCHMARKS.len(), 18);
}

/// Every scene runs its first steps with its script, and the world is valid afterwards.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn scenes_run_without_warnings_and_stay_valid() {
    for scene in BENCHMARKS {
        let (mut world, _) = World::load(&(scene.level)()).unwrap();
        let mut script_runner = ScriptRunner::of(&world);
        for step in 0..4 {
            if let Some(script) = scene.script {
                script_runner.run(&mut world, &script(step));
            }
            world.step(DT);
        }
        world.validate().unwrap_or_else(|error| panic!("{}: {error}", scene.name));
        assert!(world.events().warnings().is_empty(), "{}", scene.name);
    }
}

/// Except in `spinner`, no shapes overlap at the start, apart from rounding.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn no_shapes_overlap_at_the_start() {
    for scene in BENCHMARKS.iter().filter(|scene| scene.name != "spinner") {
        let (mut world, _) = World::load(&(scene.level)()).unwrap();
        world.step(DT);
        let points = world.contacts().flat_map(|contact| contact.points().map(|point| point.1));
        let deepest = points.fold(0.0, f32::min);
        assert!(deepest > -1e-4, "{}: {deepest} m", scene.name);
    }
}

/// In every step the pusher of the junkyard is at x = 80 sin(0.2 t), computed in f64.
#[test]
fn pusher_follows_its_path() {
    let junkyard = Junkyard { rows: 0, ..Junkyard::default() };
    let (mut world, _) = World::load(&junkyard.level()).unwrap();
    let mut script_runner = ScriptRunner::of(&world);
    for step in 0..800 {
        script_runner.run(&mut world, &junkyard.commands(step));
        world.step(DT);
        let x =
            f64::from(world.body(script_runner.bodies[Junkyard::PUSHER as usize]).unwrap().pose().position.x);
        let path = 80.0 * (0.2 * f64::from(step + 1) / 60.0).sin();
        assert!((x - path).abs() < 0.01, "step {step}: {x}, not {path}");
    }
}

/// The rain removes bodies in the order in which they were added, each once, and never has more than its
/// columns of people.
#[test]
fn rain_removes_the_oldest_people_first() {
    let rain = RagdollRain::default();
    let mut next = rain.ledges;
    let mut oldest = rain.ledges;
    for step in 0..1000 {
        let mut came = 0;
        for command in rain.commands(step) {
            match command {
                Command::Add(part) => {
                    assert_eq!(counts(&part), [rain.column_bodies() as usize; 2]);
                    came += rain.column_bodies();
                }
                Command::Remove { body } => {
                    assert_eq!(body, oldest);
                    oldest += 1;
                }
                other => panic!("the script only adds and removes: {other:?}"),
            }
        }
        next += came;
        let there = next - oldest;
        assert!(there <= rain.columns * rain.column_bodies(), "{there} at step {step}");
    }
    assert_eq!(next, rain.ledges + 125 * rain.column_bodies());
}

/// The balls of `fast_balls` fly a metre in a step, and the walls are 1 cm thick. In ten seconds none
/// gets out, and 62,000 bounces neither take energy nor give it.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn fast_balls_stay_in_their_box() {
    let level = (scenes::find("fast_balls").unwrap().level)();
    let (mut world, ids) = World::load(&level).unwrap();
    let energy = |world: &World| -> f64 {
        let of = |&id| f64::from(world.body(id).unwrap().velocity().norm_squared());
        ids.bodies[4..].iter().map(of).sum()
    };
    let before = energy(&world);
    for _ in 0..600 {
        world.step(DT);
    }
    let outside = |&&id: &&BodyId| {
        let position = world.body(id).unwrap().pose().position;
        position.x.abs() > 40.0 || position.y.abs() > 40.0
    };
    let lost = ids.bodies[4..].iter().filter(outside).count();
    assert_eq!(lost, 0, "are outside");
    let gained = energy(&world) / before - 1.0;
    assert!((-2e-3..1e-4).contains(&gained), "the energy changed by a share of {gained}");
}
