//! Scenes of what a script does besides adding and driving bodies: they show what their sentences say, and
//! give the recorded bits.

use physics::prelude::*;
use scenes::{
    BodySettings, GravityWells, Heights, Hoist, LockedBodies, Lookout, Mark, PortalRoom, Ruins, Scene,
    ScriptRunner, Shuffleboard, SortingBelt, find,
};

/// Runs a scene with its script.
fn run_on<B: Broadphase>(
    scene: &Scene,
    steps: u32,
    broadphase: B,
    threads: usize,
    mut watch: impl FnMut(&World<B>, &ScriptRunner),
) -> (World<B>, ScriptRunner) {
    let mut world = World::load_with(&(scene.level)(), broadphase).unwrap().0;
    world.set_threads(threads);
    let mut runner = ScriptRunner::of(&world);
    for step in 0..steps {
        if let Some(script) = scene.script {
            runner.run(&mut world, &script(step));
        }
        world.step(1.0 / 60.0);
        watch(&world, &runner);
    }
    (world, runner)
}

fn run(name: &str, steps: u32) -> (World, ScriptRunner) {
    run_on(find(name).unwrap(), steps, DynamicTree::default(), 1, |_, _| {})
}

/// Every second body passes a portal in the first ten seconds, some are half through together, and nothing
/// leaves the room.
#[test]
fn bodies_pass_portals_and_stay_in_the_room() {
    let (mut most, mut passed) = (0, std::collections::BTreeSet::new());
    let scene = find("portals").unwrap();
    run_on(scene, 600, DynamicTree::default(), 1, |world, runner| {
        most = most.max(runner.portals.passing().count());
        passed.extend(runner.portals.passing().map(|pair| pair.0));
        for body in &runner.bodies[PortalRoom::FIRST as usize..] {
            let p = world.body(*body).unwrap().center();
            // A fast body is behind a plane until the next step.
            assert!(p.x.abs() < 11.0 && (-1.0..11.0).contains(&p.y), "{p}");
        }
    });
    assert!(most >= 2 && passed.len() >= 5, "{most} {}", passed.len());
}

/// After half a minute every body lies in the bin of its shape.
#[test]
fn hook_sorts_bodies_by_shape() {
    let (world, runner) = run("hooks", 1800);
    for (i, body) in runner.bodies[SortingBelt::FIRST as usize..].iter().enumerate() {
        let p = world.body(*body).unwrap().center();
        let bin = SortingBelt::TRAPS[i % 3];
        assert!(p.y < -1.5 && (p.x - bin).abs() < 2.2, "body {i} at {p}, bin {bin}");
    }
}

/// Queries change nothing: with and without them the scene has the same bits. Each ray ends within the room.
#[test]
fn queries_mark_what_they_find_and_change_nothing() {
    let scene = find("queries").unwrap();
    let (asked, runner) = run("queries", 120);
    let silent = Scene { script: None, ..*scene };
    let (other, _) = run_on(&silent, 120, DynamicTree::default(), 1, |_, _| {});
    assert_eq!(asked.state_hash(), other.state_hash());
    let hits = runner.marks.iter().filter(|mark| matches!(mark, Mark::Hit(..))).count();
    // The room is open above.
    assert!(hits >= Lookout::default().rays as usize / 2, "{hits}");
    assert!(runner.marks.iter().any(|mark| matches!(mark, Mark::Found(_))));
}

/// Cutting and breaking keep the mass of the walls; the blown wall flies farther than the broken one.
#[test]
fn walls_become_pieces_of_the_same_mass() {
    let mass = |world: &World| world.dynamic_bodies().map(|body| body.mass_properties().mass).sum::<f32>();
    let (before, _) = run("destruction", 1);
    let (after, runner) = run("destruction", 420);
    assert!((mass(&after) / mass(&before) - 1.0).abs() < 1e-4);
    assert!(runner.bodies.len() > 4 + 6 + 20, "{}", runner.bodies.len());
    assert!(Ruins::WALLS.iter().all(|wall| after.body(runner.bodies[*wall as usize]).is_err()));
    let farthest = after.dynamic_bodies().fold(0.0, |x: f32, body| x.max(body.center().x));
    assert!(farthest > 8.0, "{farthest}");
}

/// Each puck stops after v^2 / (2 mu g), or reaches the end of the table.
#[test]
fn friction_joints_stop_pucks_at_the_distance_of_their_coefficients() {
    let scene = Shuffleboard::default();
    let (world, runner) = run("top_down", 360);
    for (i, mu) in scene.coefficients.into_iter().enumerate() {
        let distance = scene.speed * scene.speed / (2.0 * mu * Shuffleboard::GRAVITY);
        let puck = world.body(runner.bodies[Shuffleboard::FIRST as usize + i]).unwrap();
        // Half a step of 5 m/s.
        assert!((puck.center().x - distance).abs() < 0.05, "{mu}: {} {distance}", puck.center().x);
        assert!(!puck.is_awake() && puck.angular_velocity() == 0.0);
    }
}

/// The strong winch hoists its load to the shortest rope at its speed; the weak one leaves it on the ground.
#[test]
fn winch_hoists_what_it_has_the_force_for() {
    let hoist = Hoist::default();
    let loads = |world: &World, runner: &ScriptRunner| {
        Hoist::LOADS.map(|load| world.body(runner.bodies[load as usize]).unwrap().center().y)
    };
    let (world, runner) = run("winch", 180);
    let [strong, weak] = loads(&world, &runner);
    // It takes v / a = 0.16 s to come up to speed with half of the weight to spare, and loses half of that.
    let expected = 0.5 + 2.92 * hoist.speed;
    assert!((strong - expected).abs() < 0.02 && (weak - 0.5).abs() < 0.01, "{strong} {weak}");
    let (world, runner) = run("winch", 600);
    let [strong, _] = loads(&world, &runner);
    assert!((strong - (6.3 - Hoist::SHORTEST - 0.5)).abs() < 0.02, "{strong}");
}

/// What is locked keeps its bits, however hard the balls hit it; what is free moves.
#[test]
fn locked_coordinates_keep_their_bits() {
    let start = World::load(&LockedBodies::default().level()).unwrap().0;
    let before: Vec<Pose> = start.bodies().map(physics::world::BodyRef::pose).collect();
    let mut moved = [0.0_f32; 5];
    run_on(find("locks").unwrap(), 480, DynamicTree::default(), 1, |world, runner| {
        let pose = |body: u32| world.body(runner.bodies[body as usize]).unwrap().pose();
        let from = |body: u32| before[body as usize];
        let (mill, lift) = (pose(LockedBodies::MILL), pose(LockedBodies::LIFT));
        let (drawer, upright) = (pose(LockedBodies::DRAWER), pose(LockedBodies::UPRIGHT));
        assert_eq!(mill.position, from(LockedBodies::MILL).position);
        assert_eq!(lift.position.x, from(LockedBodies::LIFT).position.x);
        assert_eq!(drawer.position.y, from(LockedBodies::DRAWER).position.y);
        for (pose, body) in
            [(lift, LockedBodies::LIFT), (drawer, LockedBodies::DRAWER), (upright, LockedBodies::UPRIGHT)]
        {
            assert_eq!(pose.rotation, from(body).rotation);
            let way = (pose.position - from(body).position).norm();
            moved[body as usize] = moved[body as usize].max(way);
        }
        let turn = mill.rotation.angle_to(from(LockedBodies::MILL).rotation).abs();
        moved[LockedBodies::MILL as usize] = moved[LockedBodies::MILL as usize].max(turn);
    });
    assert!(moved[1..].iter().all(|way| *way > 0.3), "{moved:?}");
}

/// The scenes with their scripts give the recorded bits with every broad phase and number of threads, on
/// every platform.
#[test]
fn scripted_scenes_give_their_golden_hashes() {
    let golden = [
        ("portals", 0x44a3_0162_b75e_20c3),
        ("hooks", 0x7fee_6f29_3a47_50fc),
        ("height_field", 0x9fb7_ebdb_f1b5_2054),
        ("queries", 0x50dc_bcfc_bc0d_5fa7),
        ("destruction", 0x236c_4e1a_7203_d0ec),
    ];
    let steps = 240;
    let found = golden.map(|(name, _)| (name, run(name, steps).0.state_hash()));
    assert_eq!(found, golden, "{found:#018x?}");
    for (name, hash) in golden {
        let scene = find(name).unwrap();
        let nothing = |_: &World<SortAndSweep>, _: &ScriptRunner| {};
        let (world, _) = run_on(scene, steps, SortAndSweep::default(), 3, nothing);
        assert_eq!(world.state_hash(), hash, "{name}, sort and sweep on three threads");
        let (world, _) = run_on(scene, steps, UniformGrid::default(), 2, |_, _| {});
        assert_eq!(world.state_hash(), hash, "{name}, uniform grid on two threads");
    }
}

/// Each moon keeps its distance to 2%, the balls in the room lie on its floor, and those beside it stay.
#[test]
fn moons_keep_their_orbits_and_a_room_has_a_gravity_of_its_own() {
    let scene = GravityWells::default();
    let before = World::load(&scene.level()).unwrap().0;
    let (world, runner) = run("gravity_wells", 900);
    let center = |number: u32| world.body(runner.bodies[number as usize]).unwrap().center();
    for (number, orbit) in (GravityWells::FIRST_MOON..).zip(scene.orbits) {
        let distance = (center(number) - Point::from(GravityWells::PLANET)).norm();
        assert!((distance / orbit - 1.0).abs() < 0.02, "{distance} m, not {orbit} m");
    }
    for number in GravityWells::FIRST_FALLING..GravityWells::FIRST_HOVERING {
        let height = center(number).y - GravityWells::FLOOR;
        assert!((height - GravityWells::RADIUS).abs() < 0.02, "ball {number} is {height} m above the floor");
    }
    for number in GravityWells::FIRST_HOVERING..GravityWells::FIRST_HOVERING + 3 {
        let start = before.bodies().nth(number as usize).unwrap().center();
        assert_eq!(center(number), start);
    }
}

/// Of each pair, the body with the setting does what the setting says, and the other does not.
#[test]
fn settings_of_bodies_do_what_they_say() {
    let mut driven = 0;
    let scene = find("body_settings").unwrap();
    let mut step = 0_usize;
    let (world, runner) = run_on(scene, 420, DynamicTree::default(), 1, |world, runner| {
        let center = |number: u32| world.body(runner.bodies[number as usize]).unwrap().center();
        let speed = |number: u32| world.body(runner.bodies[number as usize]).unwrap().velocity().norm();
        step += 1;
        let [free, bounded] = BodySettings::FALLING;
        assert!(speed(bounded) <= BodySettings::BOUND * (1.0 + 1e-5));
        if step == 60 {
            assert!((center(free).y - (8.0 - 4.9)).abs() < 0.2, "{}", center(free));
            assert!((center(bounded).y - (8.0 - 2.0 + 0.2)).abs() < 0.2, "{}", center(bounded));
        }
        if step == BodySettings::DISABLED as usize {
            assert!((center(BodySettings::SHELF[1]).y - 3.0).abs() < 0.01);
        }
        if step.is_multiple_of(60) {
            let pose = world.body(runner.bodies[BodySettings::PLATE[0] as usize]).unwrap().pose();
            assert_eq!(pose, BodySettings::poses()[(step / 60 - 1) % 4]);
            driven += 1;
        }
    });
    let view = |number: u32| world.body(runner.bodies[number as usize]).unwrap();
    assert_eq!(driven, 7);
    let [light, heavy] = BodySettings::WEIGHED.map(|number| view(number).center().y);
    assert!(heavy < light - 0.3, "the seesaw: {light} m and {heavy} m");
    let [slept, creeps] = BodySettings::CREEPING.map(view);
    assert!(!slept.is_awake() && creeps.is_awake());
    assert!((creeps.center().x - (-2.0 + 7.0 * BodySettings::CREEP)).abs() < 0.02, "{}", creeps.center());
    let [a, b] = BodySettings::PASSING.map(|number| view(number).center());
    assert!((b - a).norm() < 0.4 && a.y < 0.45 && b.y < 0.45, "{a} {b}");
    assert!(!view(BodySettings::SHELF[0]).is_enabled());
    assert!((view(BodySettings::SHELF[1]).center().y - 0.4).abs() < 0.01);
    let [plate, carried] = BodySettings::PLATE.map(|number| view(number).center());
    assert!(carried.y > plate.y && (carried.x - plate.x).abs() < 1.2, "{plate} {carried}");
}

/// Balls lie on the heights until the trapdoor opens, and most of them on the floor below when it has closed;
/// the stack falls into the crater, which is as deep as was dug, and the car drives over hills and closed
/// trapdoor into it.
#[test]
fn ground_of_heights_is_dug_and_opened_below_bodies() {
    let scene = find("height_field").unwrap();
    let ground = Heights::default();
    let [opens, _] = Heights::TRAPDOOR;
    let balls = Heights::FIRST_BALL..Heights::FIRST_BALL + Heights::BALLS;
    let crates = Heights::FIRST_CRATE..Heights::FIRST_CRATE + Heights::CRATES;
    let mut step = 0;
    let (world, runner) = run_on(scene, 600, DynamicTree::default(), 1, |world, runner| {
        step += 1;
        if step == opens {
            for ball in balls.clone() {
                let ball = world.body(runner.bodies[ball as usize]).unwrap().center();
                let above = ball.y - ground.height_at(ball.x);
                assert!((0.27..0.5).contains(&above), "{ball}");
            }
        }
    });
    let at = |number: u32| world.body(runner.bodies[number as usize]).unwrap().center();
    let fallen = balls.filter(|ball| at(*ball).y < -3.0).count();
    assert!(fallen >= 3, "{fallen} balls fell through the trapdoor");
    let [center, reach] = Heights::CRATER;
    let height = |x: f32| runner.fields[0].height_at(x + Heights::END).unwrap();
    assert!((height(center) - (ground.height - Heights::DEPTH)).abs() < 1e-5);
    assert!((height(center - reach) - ground.height).abs() < 1e-5);
    for number in crates.clone().chain([Heights::CAR]) {
        let p = at(number);
        assert!(p.y > height(p.x) + 0.2, "{number} at {p}, ground at {}", height(p.x));
    }
    assert!(crates.clone().any(|number| at(number).y < ground.height), "no crate lies in the crater");
    assert!(at(Heights::CAR).x > center - reach - 1.5, "the car is at {}", at(Heights::CAR));
}
