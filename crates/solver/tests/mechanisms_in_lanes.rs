//! Mechanisms of one pattern are solved together in lanes: that must change no bit of any of them.

use compute::Width;
use geom::Vec2;
use proptest::prelude::*;
use solver::joint::{ConstraintError, JointFrame, RowMode};
use solver::{Bodies, BodyInput, BodyRow, BodyState, DirectJoints, JointRows, SoftSolver, SolverSettings};

/// What joins a body to its parent.
#[derive(Clone, Copy, Debug)]
enum Joint {
    Pin,
    Weld,
    Rod,
    Slider,
    /// A pin with a limit of its angle, the upper one in some mechanisms.
    Limited,
    /// A pin with a motor of little force.
    Weak,
    Motor,
    Suspended,
}

const JOINTS: [Joint; 8] = [
    Joint::Pin,
    Joint::Weld,
    Joint::Rod,
    Joint::Slider,
    Joint::Limited,
    Joint::Weak,
    Joint::Motor,
    Joint::Suspended,
];

/// A pattern: by body its parent, an earlier body or the ground, and the joint to it; and more pins.
#[derive(Clone, Debug)]
struct Pattern {
    bodies: Vec<(Option<usize>, Joint)>,
    loops: Vec<(usize, Option<usize>)>,
}

fn pattern() -> impl Strategy<Value = Pattern> {
    let body = (any::<prop::sample::Index>(), prop::bool::weighted(0.2), prop::sample::select(&JOINTS[..]));
    let pin = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>());
    (prop::collection::vec(body, 1..7), prop::collection::vec(pin, 0..2)).prop_map(|(bodies, loops)| {
        let count = bodies.len();
        let parent = |i: usize, index: prop::sample::Index, is_grounded: bool| {
            (i > 0 && !is_grounded).then(|| index.index(i))
        };
        let bodies = bodies.into_iter().enumerate();
        let bodies = bodies.map(|(i, (index, is_grounded, joint))| (parent(i, index, is_grounded), joint));
        let loops = loops.into_iter().map(|(a, b, is_grounded)| {
            let (a, b) = (a.index(count), b.index(count));
            (a, (!is_grounded && a != b).then_some(b))
        });
        Pattern { bodies: bodies.collect(), loops: loops.collect() }
    })
}

/// Numbers of one mechanism, so different that mechanisms differ in the rounds that they need.
struct Numbers<'a> {
    random: std::iter::Cycle<std::slice::Iter<'a, f32>>,
    /// Powers of ten between the masses, and from 0, at rest, to 3, fast and with gaps.
    load: f32,
    violence: f32,
}

impl Numbers<'_> {
    fn next(&mut self) -> f32 {
        *self.random.next().unwrap()
    }

    fn vector(&mut self, scale: f32) -> Vec2 {
        Vec2::new(self.next() * scale, self.next() * scale)
    }
}

/// Adds a mechanism, with its own body of infinite mass.
fn add(
    pattern: &Pattern,
    number: usize,
    numbers: &mut Numbers<'_>,
    bodies: &mut Bodies,
    joints: &mut Vec<JointRows>,
) {
    let v = numbers.violence.min(3.0);
    let ground = bodies.push(BodyState::moving(numbers.vector(0.1 * v), 0.0), BodyInput::INFINITE_MASS);
    let rows: Vec<BodyRow> = pattern
        .bodies
        .iter()
        .map(|_| {
            let mass = 10.0_f32.powf(numbers.next() * numbers.load);
            let state = BodyState::moving(numbers.vector(numbers.violence), numbers.next() * 3.0 * v);
            bodies.push(state, BodyInput::dynamic(mass, 0.1 * mass, Vec2::new(0.0, -10.0)))
        })
        .collect();
    let mut push = |a, b, error, mode, most: f32| {
        joints.push(JointRows::new(a, b, error, [0.0; 2]).max_force(most).mode(mode));
    };
    for (i, &(parent, joint)) in pattern.bodies.iter().enumerate() {
        let (a, b) = (parent.map_or(ground, |parent| rows[parent]), rows[i]);
        let gap = numbers.vector(0.002 * v * v * v);
        let frame = JointFrame { anchor_a: numbers.vector(0.5), anchor_b: numbers.vector(0.5), gap };
        let angle = ConstraintError::Angle { factors: [1.0, 1.0], angle: 0.1 * numbers.next() };
        let (spring, speed) = (RowMode::Spring { hertz: 5.0 + v, damping_ratio: 0.5 }, numbers.next());
        let unbounded = f32::INFINITY;
        if matches!(joint, Joint::Rod) {
            let length = 1.0 + numbers.next() * 0.5;
            let apart = JointFrame { gap: Vec2::new(length, 0.001 * v), ..frame };
            push(a, b, ConstraintError::Distance { frame: apart, length }, RowMode::Rigid, unbounded);
            continue;
        }
        if matches!(joint, Joint::Slider | Joint::Suspended) {
            let axis = |x, y| ConstraintError::Axis { frame, axis: Vec2::new(x, y), rest: 0.0 };
            push(a, b, axis(0.0, 1.0), RowMode::Rigid, unbounded);
            if matches!(joint, Joint::Suspended) {
                push(a, b, axis(1.0, 0.0), spring, unbounded);
            }
            push(a, b, angle, RowMode::Rigid, unbounded);
            continue;
        }
        push(a, b, ConstraintError::Point(frame), RowMode::Rigid, unbounded);
        match joint {
            Joint::Weld => push(a, b, angle, RowMode::Rigid, unbounded),
            Joint::Limited if numbers.next() < 0.0 => push(a, b, angle, RowMode::LOWER_LIMIT, unbounded),
            Joint::Limited => push(a, b, angle, RowMode::UPPER_LIMIT, unbounded),
            Joint::Weak => push(a, b, angle, RowMode::motor(speed), 0.5),
            // Now and then four mechanisms are not alike.
            Joint::Motor if number == 6 => push(a, b, angle, spring, unbounded),
            Joint::Motor => push(a, b, angle, RowMode::motor(10.0 * speed), unbounded),
            _ => {}
        }
    }
    for &(a, b) in &pattern.loops {
        let frame = JointFrame {
            anchor_a: numbers.vector(0.5),
            anchor_b: numbers.vector(0.5),
            gap: numbers.vector(0.02 * v),
        };
        let b = b.map_or(ground, |b| rows[b]);
        push(rows[a], b, ConstraintError::Point(frame), RowMode::Rigid, f32::INFINITY);
    }
}

/// The bits of bodies and impulses after some steps with these mechanisms, one after the other.
fn run(pattern: &Pattern, numbers: &[f32], width: Width, mechanisms: &[usize]) -> Vec<Vec<u32>> {
    let (mut bodies, mut joints) = (Bodies::new(), Vec::new());
    let mut ends = Vec::new();
    for &number in mechanisms {
        // The sixth is faster than any solve may leave a body.
        let violence = if number == 5 { 1e8 } else { (number % 4) as f32 };
        let load = (number * 2 % 5) as f32;
        let mut numbers = Numbers { random: numbers[17 * number..].iter().cycle(), load, violence };
        add(pattern, number, &mut numbers, &mut bodies, &mut joints);
        ends.push((bodies.states().len(), joints.len()));
    }
    let settings = SolverSettings { direct_joints: DirectJoints::All, ..SolverSettings::default() };
    let mut solver = SoftSolver::with_width(width);
    for _ in 0..3 {
        solver.step(&mut bodies, &mut [], &mut joints, &settings, 1.0 / 60.0);
    }
    let mut start = (1, 0);
    ends.into_iter()
        .map(|end| {
            let states = bodies.states()[start.0..end.0].iter();
            let rows = joints[start.1..end.1].iter();
            start = end;
            let states = states.flat_map(|&state| bytemuck::cast::<_, [u32; 8]>(state));
            states.chain(rows.flat_map(|rows| rows.impulse.map(f32::to_bits))).collect()
        })
        .collect()
}

proptest! {
    /// Three to nine mechanisms of one pattern together have the bits that each has alone, on all widths.
    #[test]
    fn mechanisms_in_lanes_have_the_bits_that_each_has_alone(
        pattern in pattern(),
        count in 3_usize..10,
        numbers in prop::collection::vec(-1.0_f32..1.0, 250),
    ) {
        for width in Width::all() {
            let all: Vec<usize> = (0..count).collect();
            let together = run(&pattern, &numbers, width, &all);
            for (number, bits) in together.iter().enumerate() {
                let alone = run(&pattern, &numbers, width, &[number]);
                prop_assert!(*bits == alone[0], "mechanism {number} of {count}, {}", width.name());
            }
        }
    }
}
