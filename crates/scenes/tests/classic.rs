//! The laws of the classic solver, and the effect of each of its settings.

use super::{DT, load, run};
use physics::prelude::*;
use physics::textbook::{ClassicSettings, ImpulseMethod, Integrator, PositionCorrection};
use physics::world::BodyRef;
use scenes::{Euler, Pendulum, Squash, Tower};

/// The overlap that the default correction leaves, m.
const SLOP: f32 = 0.01;

const IMPULSES: [ImpulseMethod; 4] = [
    ImpulseMethod::Accumulated,
    ImpulseMethod::Separate,
    ImpulseMethod::DepthWeighted,
    ImpulseMethod::Displacement,
];

const CORRECTIONS: [PositionCorrection; 4] = [
    PositionCorrection::None,
    PositionCorrection::Baumgarte { factor: 0.2, slop: SLOP },
    PositionCorrection::Projection { fraction: 0.4, slop: SLOP },
    PositionCorrection::Split { fraction: 0.4 },
];

/// An empty level without gravity.
fn empty(classic: ClassicSettings) -> Level {
    Level::new(WorldSettings::default().gravity([0.0, 0.0]).classic(classic).sleeping(false))
}

fn circle(radius: f32) -> ColliderDef {
    ColliderDef::new(Shape::circle(radius).expect("a circle"))
}

fn square(half: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(half, half).expect("a square"))
}

fn velocities(world: &World) -> Vec<Vec2> {
    world.dynamic_bodies().map(BodyRef::velocity).collect()
}

/// Momentum, and angular momentum about the origin.
fn momenta(world: &World) -> (Vec2, f32) {
    let mut sum = (Vec2::zeros(), 0.0);
    for body in world.dynamic_bodies() {
        let mass = body.mass_properties();
        let momentum = body.velocity() * mass.mass;
        let arm = body.center().coords;
        sum.0 += momentum;
        sum.1 += arm.x * momentum.y - arm.y * momentum.x + mass.inertia * body.angular_velocity();
    }
    sum
}

/// A tower of five boxes stands for ten seconds. No overlap exceeds the slop plus the motion of one step
/// under gravity, and no box moves sideways.
#[test]
fn tower_stands_with_accumulated_impulses_and_warm_starting() {
    let mut level = Tower { boxes: 5, gap: 0.0 }.level();
    level.settings = level.settings.classic(ClassicSettings::default()).sleeping(false);
    let mut world = load(&level);
    run(&mut world, 600);
    assert!(world.max_penetration() < SLOP + 0.003, "{}", world.max_penetration());
    for (i, body) in world.dynamic_bodies().enumerate() {
        let position = body.pose().position;
        assert!(position.x.abs() < 0.01, "box {i} is {} m aside", position.x);
        let sink = i as f32 + 0.5 - position.y;
        assert!((-0.001..(i as f32 + 1.0) * SLOP + 0.003).contains(&sink), "box {i} sinks by {sink}");
    }
    assert!(world.kinetic_energy() < 1e-4, "{}", world.kinetic_energy());
}

/// The distance by which the topmost box of each stack has sunk, m, the lowest stack first.
fn sink_depths(squash: Squash, world: &World) -> Vec<f32> {
    let heights: Vec<f32> = world.dynamic_bodies().map(|body| body.pose().position.y).collect();
    let tops = (1..=squash.stacks as usize).map(|boxes| boxes * (boxes + 1) / 2 - 1);
    tops.enumerate().map(|(stack, top)| stack as f32 + 0.5 - heights[top]).collect()
}

/// With one iteration and no warm starting, a stack sinks more the higher it is; with fifty iterations the
/// boxes overlap by the slop.
#[test]
fn higher_stacks_sink_more_with_few_iterations() {
    let run_with = |iterations| {
        let squash = Squash { iterations, ..Squash::default() };
        let mut world = load(&squash.level());
        run(&mut world, 300);
        (sink_depths(squash, &world), world.max_penetration())
    };
    let (few, few_deepest) = run_with(1);
    for pair in few.windows(2) {
        assert!(pair[1] > pair[0] + 0.02, "sinks {few:?}");
    }
    assert!(few_deepest > 4.0 * SLOP, "{few_deepest}");
    let (many, many_deepest) = run_with(50);
    assert!(many_deepest < 2.0 * SLOP, "{many_deepest}");
    for (boxes, (many, few)) in (1..).zip(many.iter().zip(&few)) {
        assert!(*many <= 2.0 * SLOP * boxes as f32, "a stack of {boxes} sinks by {many}");
        assert!(many <= few, "a stack of {boxes}: {many} {few}");
    }
}

/// Two iterations with warm starting keep overlaps below the slop, as fifty iterations without it do.
#[test]
fn warm_starting_replaces_iterations() {
    let squash = Squash { iterations: 2, warm_start: true, ..Squash::default() };
    let mut world = load(&squash.level());
    run(&mut world, 300);
    assert!(world.max_penetration() < SLOP, "{}", world.max_penetration());
}

/// The energy of a unit mass on a spring of `frequency` (rad/s) after each step of one integrator, as a
/// fraction of the energy at the start.
fn oscillator(integrator: Integrator, frequency: f32, steps: u32) -> Vec<f32> {
    let mut level = empty(ClassicSettings { integrator, ..ClassicSettings::default() });
    // A body without colliders has a mass of one.
    level.body(BodyDef::dynamic().position([1.0, 0.0]));
    let mut world = load(&level);
    let id = world.dynamic_bodies().next().expect("a body").id();
    let square = frequency * frequency;
    (0..steps)
        .map(|_| {
            let x = world.body(id).unwrap().pose().position.x;
            world.body_mut(id).unwrap().apply_central_force([-square * x, 0.0]).unwrap();
            world.step(DT);
            let body = world.body(id).unwrap();
            body.velocity().x.powi(2) / square + body.pose().position.x.powi(2)
        })
        .collect()
}

/// Explicit Euler multiplies the energy of an oscillator by 1 + (w dt)^2 in every step. Symplectic Euler
/// keeps x^2 + (v/w)^2 - dt x v constant, so its energy always stays within w dt / 2 of the energy at the
/// start.
#[test]
fn explicit_euler_gains_energy_and_symplectic_euler_does_not() {
    let (frequency, steps) = (6.0, 600);
    let turn = frequency * DT;
    let explicit = oscillator(Integrator::Explicit, frequency, steps);
    for (step, energy) in (1..).zip(&explicit) {
        let expected = (1.0 + turn * turn).powi(step);
        assert!((energy / expected - 1.0).abs() < 1e-3, "step {step}: {energy}, expected {expected}");
    }
    assert!(*explicit.last().unwrap() > 100.0);
    let bound = 0.5 * turn / (1.0 - 0.5 * turn) + 1e-3;
    for energy in oscillator(Integrator::Symplectic, frequency, 10 * steps) {
        assert!((energy - 1.0).abs() < bound, "{energy}, bound {bound}");
    }
}

/// In the scenes of both integrators, after ten seconds only the pendulums of explicit Euler swing far above
/// their initial height.
#[test]
fn pendulums_rise_only_with_explicit_euler() {
    for (integrator, range) in [(Integrator::Explicit, 0.2..1.0), (Integrator::Symplectic, -0.05..0.001)] {
        let level = Euler { integrator, ..Euler::default() }.level();
        let mut world = load(&level);
        run(&mut world, 420);
        let mut highest = [f32::NEG_INFINITY; 4];
        for _ in 0..180 {
            world.step(DT);
            for (highest, body) in highest.iter_mut().zip(world.dynamic_bodies()) {
                *highest = highest.max(body.pose().position.y);
            }
        }
        for (highest, def) in highest.iter().zip(&level.bodies[1..]) {
            let rise = highest - def.position.y as f32;
            assert!(range.contains(&rise), "{integrator:?}: {rise}");
        }
    }
}

/// Two squares that overlap by 10 cm, without gravity, one three times as heavy: their overlap after one
/// step, and the speed at which they separate. Their common centre of mass must not move.
fn overlap_after_a_step(classic: ClassicSettings) -> (f32, f32) {
    let mut level = empty(classic);
    level.body_with(BodyDef::dynamic(), square(0.5));
    level.body_with(BodyDef::dynamic().position([0.9, 0.0]), square(0.5).density(3.0));
    let mut world = load(&level);
    run(&mut world, 1);
    let x: Vec<f32> = world.dynamic_bodies().map(|body| body.pose().position.x).collect();
    let speeds = velocities(&world);
    assert!((x[0] + 3.0 * x[1] - 2.7).abs() < 1e-6, "the common centre moves: {x:?}");
    (1.0 - (x[1] - x[0]), speeds[1].x - speeds[0].x)
}

/// Of an overlap d, one step removes 0.2 (d - slop) with the Baumgarte bias, 0.4 (d - slop) with projection,
/// and 0.4 d with the correction by a fraction. Without a correction the overlap stays.
#[test]
fn every_correction_removes_its_fraction_of_an_overlap() {
    let (depth, parts) = (0.1, [0.0, 0.2 * 0.09, 0.4 * 0.09, 0.4 * 0.1]);
    for (correction, part) in CORRECTIONS.into_iter().zip(parts) {
        let (left, speed) =
            overlap_after_a_step(ClassicSettings { correction, ..ClassicSettings::default() });
        assert!((left - (depth - part)).abs() < 1e-5, "{correction:?}: {left}");
        let expected =
            if matches!(correction, PositionCorrection::Baumgarte { .. }) { part / DT } else { 0.0 };
        assert!((speed - expected).abs() < 1e-3, "{correction:?}: {speed}");
    }
}

/// If collisions are detected again in each of n iterations, bodies are moved apart n times: the overlap
/// beyond the slop is multiplied by 0.6 each time, by 0.6^n in a step.
#[test]
fn detection_in_each_iteration_corrects_in_each_iteration() {
    for (correction, slop) in [(CORRECTIONS[2], SLOP), (CORRECTIONS[3], 0.0)] {
        for iterations in [1, 2, 5] {
            let (left, _) = overlap_after_a_step(ClassicSettings {
                iterations,
                correction,
                detect_each_iteration: true,
                ..ClassicSettings::default()
            });
            let expected = slop + (0.1 - slop) * 0.6_f32.powi(iterations as i32);
            assert!((left - expected).abs() < 1e-5, "{correction:?}, {iterations}: {left}");
        }
    }
}

/// As in *Sotirov 2022*, each iteration changes the velocity of the points to the bias velocity, and further
/// iterations do not add to it.
#[test]
fn iterations_reach_the_bias_velocity_and_do_not_exceed_it() {
    for impulses in [ImpulseMethod::Accumulated, ImpulseMethod::Separate] {
        let (_, speed) = overlap_after_a_step(ClassicSettings { impulses, ..ClassicSettings::default() });
        assert!((speed - 0.2 * 0.09 / DT).abs() < 0.01, "{impulses:?}: {speed}");
    }
}

/// A ball that has bounced and is still near the ground does not get the impulse of the bounce again from the
/// warm start.
#[test]
fn warm_starting_does_not_repeat_a_bounce() {
    for speed in [1.01_f32, 1.2, 2.0, 5.0] {
        let mut level = empty(ClassicSettings::default());
        level.body_with(BodyDef::fixed(), square(0.5));
        let ball = BodyDef::dynamic().position([1.05, 0.0]).velocity([-speed, 0.0]);
        level.body_with(ball, circle(0.5).restitution(0.9));
        let mut world = load(&level);
        run(&mut world, 30);
        let back = velocities(&world)[0].x;
        assert!(back <= 0.95 * speed, "came with {speed}, leaves with {back}");
    }
}

/// An oblique collision of a box and a ball, with friction and restitution: with every method the impulses on
/// the two bodies are opposite, so momentum and angular momentum are conserved.
#[test]
fn momentum_is_conserved_by_every_impulse_method() {
    for impulses in IMPULSES {
        // Projection is not tested: it moves bodies, which changes their angular momentum about the origin.
        let correction = PositionCorrection::Baumgarte { factor: 0.2, slop: SLOP };
        let mut level = empty(ClassicSettings { impulses, correction, ..ClassicSettings::default() });
        let body = BodyDef::dynamic().position([-1.5, 0.1]).angle(0.3).velocity([3.0, 0.0]);
        level.body_with(body, square(0.5).restitution(0.5));
        let body = BodyDef::dynamic().position([1.0, 0.4]).velocity([-2.0, 0.5]).angular_velocity(1.0);
        level.body_with(body, circle(0.6));
        let mut world = load(&level);
        let (before, velocities_before) = (momenta(&world), velocities(&world));
        let mut met = false;
        for _ in 0..60 {
            world.step(DT);
            met |= world.stats().touching > 0;
            let now = momenta(&world);
            assert!((now.0 - before.0).norm() < 1e-4, "{impulses:?}: {now:?}, before {before:?}");
            // Without impulses, bodies are only moved apart, which changes the angular momentum.
            if impulses != ImpulseMethod::Displacement {
                assert!((now.1 - before.1).abs() < 1e-3, "{impulses:?}: {now:?}, before {before:?}");
            }
        }
        assert!(met, "{impulses:?}: they miss each other");
        let changed = velocities(&world) != velocities_before;
        assert_eq!(changed, impulses != ImpulseMethod::Displacement, "{impulses:?}");
    }
}

/// Without impulses, one step moves shapes completely apart, and no velocity changes.
#[test]
fn displacement_moves_shapes_apart_and_changes_no_velocity() {
    let mut level =
        empty(ClassicSettings { impulses: ImpulseMethod::Displacement, ..ClassicSettings::default() });
    level.body_with(BodyDef::fixed(), square(0.5));
    let body = BodyDef::dynamic().position([-1.5, 0.1]).velocity([2.0, 0.0]).angular_velocity(0.5);
    level.body_with(body, circle(0.5));
    let mut world = load(&level);
    for step in 0..120 {
        world.step(DT);
        let ball = world.dynamic_bodies().next().expect("a ball");
        assert_eq!(ball.velocity(), Vec2::new(2.0, 0.0), "step {step}");
        assert_eq!(ball.angular_velocity(), 0.5, "step {step}");
        // The overlap is detected one step late, so it may be the motion of one step.
        assert!(ball.pose().position.x < -1.0 + 2.0 * DT + 1e-4, "step {step}: {:?}", ball.pose());
    }
    assert!(world.dynamic_bodies().next().expect("a ball").pose().position.x > -1.01);
}

/// Billiards (*Gaul, Custom Physics Engine*): a ball hits a row of balls that touch. If contacts are solved
/// in the worst order, from the far end, each iteration passes the impulse on by one ball.
#[test]
fn impulse_passes_through_a_row_with_enough_iterations() {
    let balls = 8;
    let far_speed = |iterations| {
        let mut level = empty(ClassicSettings {
            iterations,
            impulses: ImpulseMethod::Separate,
            correction: PositionCorrection::None,
            ..ClassicSettings::default()
        });
        for i in 0..balls {
            // The balls overlap by a hundredth of a millimetre, so that they touch despite rounding.
            let velocity = if i + 1 == balls { -3.0 } else { 0.0 };
            let body = BodyDef::dynamic().position([i as f32 * 0.099_99, 0.0]).velocity([velocity, 0.0]);
            level.body_with(body, circle(0.05).restitution(1.0).friction(0.0));
        }
        let mut world = load(&level);
        run(&mut world, 1);
        velocities(&world).iter().map(|velocity| velocity.x).collect::<Vec<f32>>()
    };
    let few = far_speed(1);
    assert!(few[0].abs() < 0.01, "{few:?}");
    let many = far_speed(20);
    assert!((many[0] + 3.0).abs() < 0.01, "{many:?}");
    assert!(many[1..].iter().all(|speed| speed.abs() < 0.01), "{many:?}");
}

/// A joint never moves a static body, even with a heavy bob, and its points stay within a centimetre of each
/// other.
#[test]
fn joint_never_moves_a_static_body() {
    for correction in CORRECTIONS.into_iter().skip(1) {
        let mut level = Pendulum::default().level();
        level.settings = level.settings.classic(ClassicSettings { correction, ..ClassicSettings::default() });
        level.colliders[0].def.material.density = 10_000.0;
        let mut world = load(&level);
        let pivot = world.bodies().next().expect("a pivot").pose();
        for step in 0..600 {
            world.step(DT);
            assert_eq!(world.bodies().next().expect("a pivot").pose(), pivot);
            let gap = world.joints().next().expect("a joint").error();
            assert!(gap < 0.01, "{correction:?}, step {step}: {gap}");
        }
    }
}

/// With collisions detected in each iteration (*2D Collision Detection and Resolution*), a tower stands, and
/// sinks by no more than the overlap that its correction leaves.
fn assert_tower_stands(correction: PositionCorrection) {
    let mut level = Tower { boxes: 3, gap: 0.0 }.level();
    let classic = ClassicSettings { correction, detect_each_iteration: true, ..ClassicSettings::default() };
    level.settings = level.settings.classic(classic).sleeping(false);
    let mut world = load(&level);
    run(&mut world, 300);
    let deepest = world.max_penetration();
    assert!(deepest < SLOP + 0.003, "{correction:?}: {deepest}");
    for (i, body) in world.dynamic_bodies().enumerate() {
        let position = body.pose().position;
        assert!(position.x.abs() < 0.01, "{correction:?}: box {i} at {position:?}");
        assert!((position.y - (i as f32 + 0.5)).abs() < 0.04, "{correction:?}: box {i} at {position:?}");
    }
    world.validate().expect("a sound world");
}

#[test]
fn tower_stands_with_detection_in_each_iteration() {
    for correction in &CORRECTIONS[..3] {
        assert_tower_stands(*correction);
    }
}

/// This correction leaves no overlap, so the boxes at rest touch in some steps and not in others.
#[test]
fn tower_stands_with_detection_in_each_iteration_and_no_overlap_left() {
    assert_tower_stands(CORRECTIONS[3]);
}

/// The drag of *Sotirov 2022*, v -= min(v, 1) drag dt: a speed above 1 m/s decreases by drag dt in each step,
/// and one below is multiplied by 1 - drag dt. The same holds for angular velocity.
#[test]
fn drag_is_linear_in_time_above_one_and_exponential_below() {
    let drag = 0.8;
    let mut level = empty(ClassicSettings { drag, ..ClassicSettings::default() });
    level.body_with(BodyDef::dynamic().velocity([3.0, 4.0]).angular_velocity(-0.5), circle(0.5));
    let mut world = load(&level);
    let mut expected = (5.0_f32, -0.5_f32);
    let mut slow = 0;
    for step in 0..600 {
        run(&mut world, 1);
        slow += u32::from(expected.0 < 1.0);
        expected.0 -= expected.0.min(1.0) * drag * DT;
        let body = world.dynamic_bodies().next().expect("a ball");
        let (speed, spin) = (body.velocity().norm(), body.angular_velocity());
        let spin_expected = -0.5 * (1.0 - drag * DT).powi(step + 1);
        assert!((speed - expected.0).abs() < 1e-4, "step {step}: {speed}, expected {}", expected.0);
        assert!((spin - spin_expected).abs() < 1e-4, "step {step}: {spin}, expected {spin_expected}");
        assert!((body.velocity().y / body.velocity().x - 4.0 / 3.0).abs() < 1e-3);
    }
    // The speed decreases from 5 m/s to 1 m/s in five seconds.
    assert!((298..=302).contains(&slow), "{slow}");
    expected.1 = (-drag * slow as f32 * DT).exp();
    assert!((expected.0 / expected.1 - 1.0).abs() < 0.05);
}

/// A ball leaves with the speed that its restitution gives, whether collisions are detected once or in each
/// iteration.
#[test]
fn detection_in_each_iteration_keeps_the_speed_of_a_bounce() {
    for impulses in [ImpulseMethod::Accumulated, ImpulseMethod::Separate] {
        for detect_each_iteration in [false, true] {
            let correction = PositionCorrection::Projection { fraction: 0.4, slop: SLOP };
            let classic =
                ClassicSettings { impulses, correction, detect_each_iteration, ..ClassicSettings::default() };
            let mut level = empty(classic);
            level.body_with(BodyDef::fixed(), square(0.5));
            let ball = BodyDef::dynamic().position([1.2, 0.0]).velocity([-6.0, 0.0]);
            level.body_with(ball, circle(0.5).restitution(0.5));
            let mut world = load(&level);
            run(&mut world, 30);
            let back = velocities(&world)[0].x;
            assert!(
                (back - 3.0).abs() < 0.01,
                "{impulses:?}, in each iteration {detect_each_iteration}: {back}"
            );
        }
    }
}

/// A wall is created inside a ball, and pushes it between two iterations against a sleeping body that has a
/// joint. The body and its joint wake in the middle of the step. The rows that were written before must
/// not be used as rows of the joint that has woken.
#[test]
fn body_that_is_touched_between_iterations_wakes_with_its_joint() {
    let correction = PositionCorrection::Projection { fraction: 0.4, slop: SLOP };
    let classic = ClassicSettings { correction, detect_each_iteration: true, ..ClassicSettings::default() };
    let mut level = empty(classic);
    level.settings.sleeping = true;
    let base = level.body(BodyDef::fixed().position([1.08, 0.0]));
    let sleeper = level.body_with(BodyDef::dynamic().position([1.08, 0.0]), circle(0.5));
    level.joint(JointDef::new(base, sleeper, WeldJoint::new()));
    level.body_with(BodyDef::dynamic(), circle(0.5));
    let mut world = load(&level);
    run(&mut world, 60);
    assert!(!world.dynamic_bodies().any(BodyRef::is_awake));
    let wall = world.add_body(BodyDef::fixed().position([-0.7, 0.0])).unwrap();
    world.add_collider(wall, square(0.5)).unwrap();
    assert!(!world.dynamic_bodies().next().unwrap().is_awake());
    world.step(DT);
    world.validate().unwrap();
    assert!(world.dynamic_bodies().all(BodyRef::is_awake));
}
