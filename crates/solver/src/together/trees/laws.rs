//! Trees in lanes of `f32` against the same mechanisms in `f64`.

use crate::joint::{ConstraintError, JointFrame, RowMode};
use crate::{Bodies, BodyInput, BodyRow, BodyState, DirectJoints, JointRows, SoftSolver, SolverSettings};
use alloc::vec::Vec;
use geom::Vec2;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// What joins a body to its parent: a pin with or without more, a rod, or an axis with more.
#[derive(Clone, Copy, Debug)]
enum Joint {
    Pin,
    Weld,
    Limited,
    Driven,
    Weak,
    Rod,
    Slider,
    Wheel,
}

const JOINTS: [Joint; 8] = [
    Joint::Pin,
    Joint::Weld,
    Joint::Limited,
    Joint::Driven,
    Joint::Weak,
    Joint::Rod,
    Joint::Slider,
    Joint::Wheel,
];

/// A body: its parent among the bodies before it, whether it is joined to the ground instead, its joint,
/// which of the two bodies is A, and numbers between -1 and 1.
type Part = (prop::sample::Index, bool, Joint, bool, [f32; 12]);

fn parts(joints: &'static [Joint]) -> impl Strategy<Value = Vec<Part>> {
    let part = (
        any::<prop::sample::Index>(),
        prop::bool::weighted(0.2),
        prop::sample::select(joints),
        any::<bool>(),
        prop::array::uniform12(-1.0_f32..1.0),
    );
    prop::collection::vec(part, 1..9)
}

/// Bodies and joints. Masses are powers of ten between -`ratio` and `ratio`; anchors reach up to `size`.
fn build(parts: &[Part], ratio: f32, size: f32, speed: f32) -> (Bodies, Vec<JointRows>) {
    let (mut bodies, mut joints) = (Bodies::new(), Vec::new());
    let mut rows: Vec<BodyRow> = Vec::new();
    for &(parent, is_grounded, joint, is_turned, x) in parts {
        let mass = 10.0_f32.powf(ratio * x[0]);
        let input = BodyInput::dynamic(mass, mass * size * size * (0.3 + 0.2 * x[1]), Vec2::new(0.0, -10.0));
        let state = BodyState::moving(Vec2::new(x[2], x[3]) * speed, x[4] * speed);
        let body = bodies.push(state, input);
        let parent = if is_grounded || rows.is_empty() {
            if rows.is_empty() && !is_grounded {
                rows.push(body);
                continue;
            }
            BodyRow::STATIC
        } else {
            rows[parent.index(rows.len())]
        };
        rows.push(body);
        let (a, b) = if is_turned { (body, parent) } else { (parent, body) };
        let frame = JointFrame {
            anchor_a: Vec2::new(x[5], x[6]) * size,
            anchor_b: Vec2::new(x[7], x[8]) * size,
            gap: Vec2::new(x[9], x[10]) * (1e-3 * size),
        };
        let angle = ConstraintError::Angle { factors: [1.0, 1.0], angle: 0.01 * x[11] };
        let axis = |axis: Vec2| ConstraintError::Axis { frame, axis, rest: 0.0 };
        let far = JointFrame { gap: Vec2::new(0.8 + 0.1 * x[9], 0.6) * size, ..frame };
        let spring = RowMode::Spring { hertz: 5.0, damping_ratio: 0.5 };
        let mut push = |error, mode, most: f32| {
            joints.push(JointRows::new(a, b, error, [0.0; 2]).max_force(most).mode(mode));
        };
        let free = f32::INFINITY;
        match joint {
            Joint::Rod => {
                let length = far.gap.norm() + 1e-3 * size * x[10];
                push(ConstraintError::Distance { frame: far, length }, RowMode::Rigid, free);
            }
            Joint::Slider => {
                push(axis(Vec2::new(0.0, 1.0)), RowMode::Rigid, free);
                push(angle, RowMode::Rigid, free);
            }
            Joint::Wheel => {
                push(axis(Vec2::new(0.6, 0.8)), RowMode::Rigid, free);
                push(axis(Vec2::new(-0.8, 0.6)), spring, free);
                push(angle, RowMode::motor(3.0 * x[11]), 0.5);
            }
            _ => push(ConstraintError::Point(frame), RowMode::Rigid, free),
        }
        match joint {
            Joint::Weld => push(angle, RowMode::Rigid, free),
            Joint::Limited => push(angle, RowMode::Limit { range: [-0.02, 0.02] }, free),
            Joint::Driven => push(angle, RowMode::motor(3.0 * x[11]), free),
            Joint::Weak => push(angle, RowMode::motor(3.0 * x[11]), 0.5),
            _ => {}
        }
    }
    (bodies, joints)
}

/// The velocities after a step, in lanes or in `f64`.
fn run(parts: &[Part], ratio: f32, size: f32, speed: f32, has_no_trees: bool) -> Vec<[f32; 3]> {
    let (mut bodies, mut joints) = build(parts, ratio, size, speed);
    let settings = SolverSettings { direct_joints: DirectJoints::All, ..SolverSettings::default() };
    let mut solver = SoftSolver::new();
    solver.clusters.has_no_trees = has_no_trees;
    solver.step(&mut bodies, &mut [], &mut joints, &settings, 1.0 / 60.0);
    let velocity = |state: &BodyState| [state.velocity.x, state.velocity.y, state.angular_velocity];
    bodies.states().iter().map(velocity).collect()
}

fn difference(parts: &[Part], ratio: f32, size: f32, speed: f32) -> f32 {
    let [a, b] = [false, true].map(|has_no_trees| run(parts, ratio, size, speed, has_no_trees));
    let mut most = 0.0_f32;
    for (a, b) in a.iter().zip(&b) {
        for (i, scale) in [1.0, 1.0, size].into_iter().enumerate() {
            most = most.max((a[i] - b[i]).abs() * scale);
        }
    }
    most / (speed + 1.0)
}

macro_rules! follows {
    ($name:ident, $joints:expr, $ratio:expr, $speed:expr, $most:expr) => {
        proptest! {
            #[test]
            fn $name(parts in parts(&$joints), size in -2.0_f32..1.0) {
                let size = 10.0_f32.powf(size);
                let difference = difference(&parts, $ratio, size, $speed * size);
                prop_assert!(difference < $most * size.clamp(0.3, 1.0), "{difference}, size {size}");
            }
        }
    };
}

follows!(pins_follow_the_solution_in_f64, [Joint::Pin], 1.0, 0.3, 5e-2);
follows!(welds_follow_the_solution_in_f64, [Joint::Weld], 1.0, 0.3, 5e-2);
follows!(limits_follow_the_solution_in_f64, [Joint::Limited], 1.0, 0.3, 5e-2);
follows!(motors_follow_the_solution_in_f64, [Joint::Driven, Joint::Weak], 1.0, 0.3, 5e-2);
follows!(sliders_follow_the_solution_in_f64, [Joint::Slider], 1.0, 0.3, 5e-2);
follows!(wheels_follow_the_solution_in_f64, [Joint::Wheel], 1.0, 0.3, 5e-2);
follows!(
    joints_that_begin_at_rest_follow_the_solution_in_f64,
    [Joint::Pin, Joint::Weld, Joint::Limited, Joint::Rod, Joint::Slider],
    1.0,
    0.0,
    1e-1
);

/// Chains of each kind of joint in which nothing is taut or at a threshold agree to the rounding of `f32`.
#[test]
fn chains_of_each_joint_agree_to_rounding() {
    let x = [0.3, 0.1, 0.0, 0.0, 0.0, 0.3, -0.4, 0.2, 0.6, 0.1, 0.2, 0.3];
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let index = any::<prop::sample::Index>().new_tree(&mut runner).unwrap().current();
    for joint in JOINTS {
        for (count, size) in [(1, 0.02), (2, 0.1), (3, 1.0), (6, 3.0)] {
            for is_turned in [false, true] {
                let part = |i: usize| {
                    let numbers = core::array::from_fn(|k| x[k] * (1.0 - 0.3 * ((7 * i + 3 * k) % 5) as f32));
                    (index, i == 0, joint, is_turned, numbers)
                };
                let all: Vec<Part> = (0..count).map(part).collect();
                let difference = difference(&all, 1.0, size, 0.3 * size);
                assert!(difference < 1e-4, "{count} {joint:?}, size {size}, {is_turned}: {difference}");
            }
        }
    }
}

/// Two pins hold a bar at points that are 10 cm farther apart than their places on the ground. By their
/// impulses alone, large and opposite, rounding would move the bar; rows that contradict each other give way.
#[test]
fn pins_that_contradict_each_other_do_not_move_their_bar() {
    let settings = SolverSettings { direct_joints: DirectJoints::All, ..SolverSettings::default() };
    for turn in 0..20 {
        let (sin, cos) = (0.31 * turn as f32).sin_cos();
        let mut bodies = Bodies::new();
        let bar =
            bodies.push(BodyState::moving(Vec2::zeros(), 0.0), BodyInput::dynamic(1.7, 0.31, Vec2::zeros()));
        let along = Vec2::new(cos, sin);
        let pin = |side: f32| {
            let anchor_b = along * (0.73 * side);
            let frame = JointFrame { anchor_a: Vec2::zeros(), anchor_b, gap: along * (0.05 * side) };
            JointRows::new(BodyRow::STATIC, bar, ConstraintError::Point(frame), [0.0; 2])
        };
        let mut joints = [pin(-1.0), pin(1.0)];
        let mut solver = SoftSolver::new();
        solver.step(&mut bodies, &mut [], &mut joints, &settings, 1.0 / 60.0);
        let state = &bodies.states()[bar.index()];
        let speed = state.velocity.norm().max(state.angular_velocity.abs());
        assert!(speed < 1e-3, "turn {turn}: {speed} m/s or rad/s");
    }
}
