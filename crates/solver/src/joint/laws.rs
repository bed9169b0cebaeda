//! Laws of the joint rows, checked against an oracle in `f64`: each error is written down a second time, as a
//! function of the positions of the two bodies, and its Jacobian is a central difference of that function.

use super::body_pair::PairVelocities;
use super::jacobian::Jacobian;
use super::point::PointBlock;
use super::rows::{ConstraintError, JointFrame, JointRows, RowMode};
use super::scalar_row::{ScalarError, ScalarRowBlock};
use super::solver::JointSolver;
use crate::lanes::{LaneVec2, VelocityLanes};
use crate::{BodyInput, BodyRow, BodyState, Softness};
use alloc::vec;
use alloc::vec::Vec;
use compute::{Kernel, LANES, Lanes, Width};
use geom::{Rot, Vec2};
use proptest::prelude::*;

const H: f32 = 1.0 / 240.0;

/// A joint row between two bodies that have moved since the step began.
#[derive(Clone, Copy, Debug)]
struct Case {
    error: ConstraintError,
    inputs: [BodyInput; 2],
    motions: [(Vec2, f32); 2],
    velocities: [(Vec2, f32); 2],
}

impl Case {
    fn states(&self) -> [BodyState; 3] {
        let [a, b] = [0, 1].map(|i| BodyState {
            delta_position: self.motions[i].0,
            delta_rotation: Rot::from_angle(self.motions[i].1),
            ..BodyState::moving(self.velocities[i].0, self.velocities[i].1)
        });
        [BodyState::REST, a, b]
    }

    /// Positions of A and B as x, y, angle, x, y, angle.
    fn positions(&self) -> [f64; 6] {
        let [(a, angle_a), (b, angle_b)] = self.motions;
        [a.x, a.y, angle_a, b.x, b.y, angle_b].map(f64::from)
    }

    /// The diagonal of M^-1.
    fn inverse_masses(&self) -> [f64; 6] {
        let [a, b] = self.inputs;
        let [(ma, ia), (mb, ib)] = [(a.inverse_mass, a.inverse_inertia), (b.inverse_mass, b.inverse_inertia)];
        [ma, ma, ia, mb, mb, ib].map(f64::from)
    }

    /// Whether the central differences are accurate. Near a distance of zero they are not: the direction
    /// jumps there.
    fn is_smooth(&self) -> bool {
        let far = |v: [f64; 2]| v[0].hypot(v[1]) > 0.2;
        let [anchor_a, anchor_b] = self.moved_anchors(&self.positions());
        match self.error {
            ConstraintError::Distance { frame, .. } => far([
                f64::from(frame.gap.x) + anchor_b[0] - anchor_a[0],
                f64::from(frame.gap.y) + anchor_b[1] - anchor_a[1],
            ]),
            ConstraintError::Pulley { ropes, .. } => {
                far([f64::from(ropes[0].x) + anchor_a[0], f64::from(ropes[0].y) + anchor_a[1]])
                    && far([f64::from(ropes[1].x) + anchor_b[0], f64::from(ropes[1].y) + anchor_b[1]])
            }
            _ => true,
        }
    }

    fn moved_anchors(&self, q: &[f64; 6]) -> [[f64; 2]; 2] {
        let anchors = match self.error {
            ConstraintError::Point(frame)
            | ConstraintError::Axis { frame, .. }
            | ConstraintError::Distance { frame, .. } => [frame.anchor_a, frame.anchor_b],
            ConstraintError::Pulley { anchors, .. } => anchors,
            ConstraintError::Angle { .. } | ConstraintError::Image { .. } => [Vec2::zeros(); 2],
        };
        [0, 1].map(|i| {
            let r = [f64::from(anchors[i].x), f64::from(anchors[i].y)];
            let turned = rotated(r, q[3 * i + 2]);
            [q[3 * i] + turned[0] - r[0], q[3 * i + 1] + turned[1] - r[1]]
        })
    }

    fn errors(&self, q: &[f64; 6]) -> Vec<f64> {
        let [moved_a, moved_b] = self.moved_anchors(q);
        let with =
            |start: Vec2, moved: [f64; 2]| [f64::from(start.x) + moved[0], f64::from(start.y) + moved[1]];
        let between = [moved_b[0] - moved_a[0], moved_b[1] - moved_a[1]];
        match self.error {
            ConstraintError::Point(frame) => with(frame.gap, between).to_vec(),
            ConstraintError::Angle { factors, angle } => {
                vec![f64::from(angle) + f64::from(factors[1]) * q[5] - f64::from(factors[0]) * q[2]]
            }
            ConstraintError::Axis { frame, axis, rest } => {
                let d = with(frame.gap, between);
                let u = rotated([f64::from(axis.x), f64::from(axis.y)], q[2]);
                vec![u[0] * d[0] + u[1] * d[1] - f64::from(rest)]
            }
            ConstraintError::Distance { frame, length } => {
                let d = with(frame.gap, between);
                vec![d[0].hypot(d[1]) - f64::from(length)]
            }
            ConstraintError::Pulley { ropes, ratio, length, .. } => {
                let [a, b] = [with(ropes[0], moved_a), with(ropes[1], moved_b)];
                vec![a[0].hypot(a[1]) + f64::from(ratio) * b[0].hypot(b[1]) - f64::from(length)]
            }
            ConstraintError::Image { directions: [a, b], factors, error } => {
                let along = |u: Vec2, x: f64, y: f64| f64::from(u.x) * x + f64::from(u.y) * y;
                let turned = f64::from(factors[1]) * q[5] - f64::from(factors[0]) * q[2];
                vec![f64::from(error) + along(b, q[3], q[4]) - along(a, q[0], q[1]) + turned]
            }
        }
    }

    /// The Jacobian of each row, by central differences.
    fn jacobian(&self) -> Vec<[f64; 6]> {
        let step = 1e-5;
        let mut rows = vec![[0.0; 6]; self.errors(&self.positions()).len()];
        for i in 0..6 {
            let at = |change: f64| {
                let mut q = self.positions();
                q[i] += change;
                self.errors(&q)
            };
            for (row, (after, before)) in rows.iter_mut().zip(at(step).iter().zip(at(-step))) {
                row[i] = (after - before) / (2.0 * step);
            }
        }
        rows
    }

    fn k(&self) -> Vec<Vec<f64>> {
        let (rows, inverse_masses) = (self.jacobian(), self.inverse_masses());
        let element = |p: &[f64; 6], q: &[f64; 6]| (0..6).map(|i| p[i] * inverse_masses[i] * q[i]).sum();
        rows.iter().map(|p| rows.iter().map(|q| element(p, q)).collect()).collect()
    }

    /// The velocities dC/dt of the rows where the bodies have these states.
    fn row_velocities(&self, states: &[BodyState; 3]) -> Vec<f64> {
        let [a, b] = [&states[1], &states[2]];
        let v =
            [a.velocity.x, a.velocity.y, a.angular_velocity, b.velocity.x, b.velocity.y, b.angular_velocity];
        self.jacobian().iter().map(|row| (0..6).map(|i| row[i] * f64::from(v[i])).sum()).collect()
    }

    fn rows(&self) -> JointRows {
        JointRows::new(BodyRow(1), BodyRow(2), self.error, [0.0; 2])
    }

    /// A solver that has these rows in lane 0 of its only block, evaluated for the positions of the bodies.
    fn prepared(&self, rows: &JointRows) -> (JointSolver, [BodyState; 3]) {
        let (mut solver, mut states) = (JointSolver::default(), self.states());
        let inputs = [BodyInput::INFINITE_MASS, self.inputs[0], self.inputs[1]];
        solver.prepare(&[*rows], &mut states, &inputs, H);
        (solver, states)
    }

    /// Solves the rows once. Returns the states and the impulse afterwards.
    fn solved(&self, rows: &JointRows) -> ([BodyState; 3], [f32; 2]) {
        let (mut solver, mut states) = self.prepared(rows);
        solver.solve(&mut states, &Softness::RIGID, 1.0 / H);
        let mut stored = [*rows];
        solver.store(&mut stored);
        (states, stored[0].impulse)
    }

    /// The states after the rows have applied their stored impulse.
    fn warm_started(&self, rows: &JointRows) -> [BodyState; 3] {
        let (mut solver, mut states) = self.prepared(rows);
        solver.warm_start(&mut states);
        states
    }

    /// What the lanes have computed.
    fn evaluated(&self) -> Evaluated {
        let (solver, _) = self.prepared(&self.rows());
        match self.error {
            ConstraintError::Point(_) => evaluated_point(&solver.arrays.points[0]),
            ConstraintError::Angle { .. } => evaluated_scalar(&solver.arrays.angles[0]),
            ConstraintError::Axis { .. } | ConstraintError::Distance { .. } => {
                evaluated_scalar(&solver.arrays.lengths[0])
            }
            ConstraintError::Pulley { .. } => evaluated_scalar(&solver.arrays.pulleys[0]),
            ConstraintError::Image { .. } => evaluated_scalar(&solver.arrays.images[0]),
        }
    }
}

/// C, J and the elements of K^-1 of a row (or of the two rows of a point), as the lanes have them.
struct Evaluated {
    errors: Vec<f32>,
    jacobian: Vec<[f32; 6]>,
    effective_mass: Vec<f32>,
}

fn evaluated_scalar<E: ScalarError>(block: &ScalarRowBlock<E>) -> Evaluated {
    let element = |component| Width::SCALAR.run(ScalarVelocity { kind: &block.kind, component });
    let jacobian = vec![[0, 1, 2, 3, 4, 5].map(element)];
    Evaluated { errors: vec![block.error[0]], jacobian, effective_mass: vec![block.effective_mass[0]] }
}

fn evaluated_point(block: &PointBlock) -> Evaluated {
    let column = |component| Width::SCALAR.run(PointVelocity { block, component });
    let columns = [0, 1, 2, 3, 4, 5].map(column);
    Evaluated {
        errors: block.error.map(|column| column[0]).to_vec(),
        jacobian: vec![columns.map(|[x, _]| x), columns.map(|[_, y]| y)],
        effective_mass: block.effective_mass.map(|column| column[0]).to_vec(),
    }
}

/// Velocities of which one component (x, y, angular of A, then of B) is 1 and the others are 0.
fn unit_velocity<L: Lanes>(component: usize) -> PairVelocities<L> {
    let element = |i: usize| L::splat(f32::from(u8::from(i == component)));
    let body = |first: usize| VelocityLanes {
        linear: LaneVec2::new(element(first), element(first + 1)),
        angular: element(first + 2),
        inverse_mass: L::splat(0.0),
    };
    PairVelocities { a: body(0), b: body(3) }
}

/// J v of a scalar row for a unit velocity: an element of its Jacobian.
struct ScalarVelocity<'a, E> {
    kind: &'a E,
    component: usize,
}

impl<E: ScalarError> Kernel for ScalarVelocity<'_, E> {
    type Output = f32;

    fn run<L: Lanes>(self) -> f32 {
        let mut column = [0.0; LANES];
        self.kind.jacobian().velocity(&unit_velocity::<L>(self.component)).store(&mut column);
        column[0]
    }
}

/// J v of a point for a unit velocity: a column of its Jacobian.
struct PointVelocity<'a> {
    block: &'a PointBlock,
    component: usize,
}

impl Kernel for PointVelocity<'_> {
    type Output = [f32; 2];

    fn run<L: Lanes>(self) -> [f32; 2] {
        let mut columns = [[0.0; LANES]; 2];
        self.block.velocity(&unit_velocity::<L>(self.component)).store(&mut columns);
        columns.map(|column| column[0])
    }
}

fn rotated([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
    let (sin, cos) = angle.sin_cos();
    [cos * x - sin * y, sin * x + cos * y]
}

fn vector(reach: f32) -> impl Strategy<Value = Vec2> {
    (-reach..reach, -reach..reach).prop_map(|(x, y)| Vec2::new(x, y))
}

fn frame() -> impl Strategy<Value = JointFrame> {
    (vector(1.5), vector(1.5), vector(1.5)).prop_map(|(anchor_a, anchor_b, gap)| JointFrame {
        anchor_a,
        anchor_b,
        gap,
    })
}

fn point() -> impl Strategy<Value = ConstraintError> {
    frame().prop_map(ConstraintError::Point)
}

/// An error of any kind with one row.
fn scalar() -> impl Strategy<Value = ConstraintError> {
    prop_oneof![
        (-2.0_f32..2.0, -2.0_f32..2.0, -1.0_f32..1.0)
            .prop_map(|(fa, fb, angle)| ConstraintError::Angle { factors: [fa, fb], angle }),
        (frame(), -3.0_f32..3.0, -1.0_f32..1.0).prop_map(|(frame, angle, rest)| {
            ConstraintError::Axis { frame, axis: Rot::from_angle(angle) * Vec2::new(1.0, 0.0), rest }
        }),
        (frame(), 0.0_f32..2.0).prop_map(|(frame, length)| ConstraintError::Distance { frame, length }),
        ([vector(1.5), vector(1.5)], [vector(2.0), vector(2.0)], 0.3_f32..3.0, 0.0_f32..4.0).prop_map(
            |(anchors, ropes, ratio, length)| ConstraintError::Pulley { anchors, ropes, ratio, length }
        ),
        ([-3.0_f32..3.0, -3.0_f32..3.0], [-2.0_f32..2.0, -2.0_f32..2.0], -1.0_f32..1.0).prop_map(
            |(angles, factors, error)| {
                let directions = angles.map(|angle| Rot::from_angle(angle) * Vec2::new(1.0, 0.0));
                ConstraintError::Image { directions, factors, error }
            }
        ),
    ]
}

/// Two bodies of 0.2 to 5 kg; sometimes one of them has infinite mass.
fn inputs() -> impl Strategy<Value = [BodyInput; 2]> {
    let body = || {
        (0.2_f32..5.0, 0.05_f32..2.0)
            .prop_map(|(mass, inertia)| BodyInput::dynamic(mass, inertia, Vec2::zeros()))
    };
    (body(), body(), 0_u8..6).prop_map(|(a, b, infinite)| match infinite {
        0 => [BodyInput::INFINITE_MASS, b],
        1 => [a, BodyInput::INFINITE_MASS],
        _ => [a, b],
    })
}

/// Two bodies with a row of any kind.
fn case() -> impl Strategy<Value = Case> {
    case_of(prop_oneof![1 => point(), 4 => scalar()])
}

/// Rotations within a step stay below 0.2 rad, where the solver's small angle is exact to 2e-6.
fn case_of(error: impl Strategy<Value = ConstraintError>) -> impl Strategy<Value = Case> {
    let motion = || (vector(0.3), -0.2_f32..0.2);
    let velocity = || (vector(3.0), -3.0_f32..3.0);
    (error, inputs(), [motion(), motion()], [velocity(), velocity()])
        .prop_map(|(error, inputs, motions, velocities)| Case { error, inputs, motions, velocities })
        .prop_filter("the direction of a length is not defined near zero", Case::is_smooth)
}

proptest! {
    /// The error that the lanes compute is that of the oracle.
    #[test]
    fn error_is_that_of_the_oracle(case in case()) {
        let Evaluated { errors, .. } = case.evaluated();
        let expected = case.errors(&case.positions());
        prop_assert_eq!(errors.len(), expected.len());
        for (found, expected) in errors.into_iter().zip(expected) {
            prop_assert!((f64::from(found) - expected).abs() < 2e-5, "{} {}", found, expected);
        }
    }

    /// The Jacobian that the lanes use is the central difference of the error.
    #[test]
    fn jacobian_is_the_derivative_of_the_error(case in case()) {
        let Evaluated { jacobian, .. } = case.evaluated();
        for (found, expected) in jacobian.iter().zip(case.jacobian()) {
            for i in 0..6 {
                prop_assert!(
                    (f64::from(found[i]) - expected[i]).abs() < 3e-5, "{}: {:?} {:?}", i, found, expected
                );
            }
        }
    }

    /// The effective mass is the inverse of K = J M^-1 J^T.
    #[test]
    fn effective_mass_is_the_inverse_of_k(case in case()) {
        let Evaluated { effective_mass: mass, .. } = case.evaluated();
        let k = case.k();
        if let [k] = &k[..] {
            let product = f64::from(mass[0]) * k[0];
            prop_assert!(
                (product - 1.0).abs() < 1e-4 || (mass[0] == 0.0 && k[0] < 1e-12), "{} {:?}", mass[0], k
            );
        } else {
            let mass = [[mass[0], mass[1]], [mass[1], mass[2]]].map(|row| row.map(f64::from));
            for (i, row) in mass.iter().enumerate() {
                for j in 0..2 {
                    let product: f64 = row.iter().zip(&k).map(|(mass, k)| mass * k[j]).sum();
                    let unit = f64::from(u8::from(i == j));
                    prop_assert!((product - unit).abs() < 1e-3, "{} {}: {}", i, j, product);
                }
            }
        }
    }

    /// A stored impulse changes the velocities by M^-1 J^T impulse.
    #[test]
    fn warm_starting_applies_the_transposed_jacobian(case in case(), impulse in vector(2.0)) {
        let rows = JointRows { impulse: [impulse.x, impulse.y], ..case.rows() };
        let (before, after) = (case.states(), case.warm_started(&rows));
        let (jacobian, inverse_masses) = (case.jacobian(), case.inverse_masses());
        for i in 0..6 {
            let component = |states: &[BodyState; 3]| {
                let state = &states[1 + i / 3];
                f64::from([state.velocity.x, state.velocity.y, state.angular_velocity][i % 3])
            };
            let change = component(&after) - component(&before);
            let expected: f64 = jacobian
                .iter()
                .zip(rows.impulse)
                .map(|(row, impulse)| inverse_masses[i] * row[i] * f64::from(impulse))
                .sum();
            let tolerance = 1e-5 * (20.0 + expected.abs());
            prop_assert!((change - expected).abs() < tolerance, "{}: {} {}", i, change, expected);
        }
    }

    /// A rigid row that has been solved has velocity zero, dC/dt = 0.
    #[test]
    fn solved_rigid_row_has_no_velocity(case in case()) {
        let (states, _) = case.solved(&case.rows());
        let k = case.k();
        for (velocity, k) in case.row_velocities(&states).into_iter().zip(&k) {
            let can_move = k.iter().any(|&element| element > 1e-12);
            prop_assert!(!can_move || velocity.abs() < 1e-3, "{}", velocity);
        }
    }

    /// A limit only pushes, never pulls. The velocity afterwards lets the error reach zero within the
    /// sub-step and no more, and the impulse is zero if the velocity was within the limit before.
    #[test]
    fn limit_pushes_only_as_much_as_it_needs(case in case_of(scalar()), is_upper in any::<bool>()) {
        prop_assume!(case.k()[0][0] > 1e-3);
        let mode = if is_upper { RowMode::UPPER_LIMIT } else { RowMode::LOWER_LIMIT };
        let (states, [impulse, _]) = case.solved(&case.rows().mode(mode));
        let sign = if is_upper { -1.0 } else { 1.0 };
        let (impulse, error) = (sign * f64::from(impulse), sign * case.errors(&case.positions())[0]);
        let velocity = sign * case.row_velocities(&states)[0];
        prop_assume!(error.abs() > 1e-4); // The lanes may round an error of zero to the other side.
        let least = -error.max(0.0) / f64::from(H);
        let tolerance = 1e-3 + 1e-5 * least.abs();
        prop_assert!(impulse >= 0.0, "{}", impulse);
        prop_assert!(velocity >= least - 10.0 * tolerance, "{} {}", velocity, least);
        prop_assert!(impulse == 0.0 || (velocity - least).abs() < 10.0 * tolerance, "{} {}", velocity, least);
    }

    /// A motor reaches its speed, or gives the greatest force that it has in that direction.
    #[test]
    fn motor_reaches_its_speed_or_its_greatest_force(
        case in case_of(scalar()), speed in -3.0_f32..3.0, max_force in 0.0_f32..1000.0,
    ) {
        prop_assume!(case.k()[0][0] > 1e-3);
        let rows = case.rows().mode(RowMode::motor(speed)).max_force(max_force);
        let (states, [impulse, _]) = case.solved(&rows);
        let missing = f64::from(speed) - case.row_velocities(&states)[0];
        prop_assert!(impulse.abs() <= max_force * H);
        let is_at_bound = impulse.abs() == max_force * H && missing * f64::from(impulse) >= -1e-3;
        prop_assert!(missing.abs() < 1e-3 || is_at_bound, "{} {} of {}", missing, impulse, max_force * H);
    }

    /// The force of a point has at most the magnitude of its bound, and the direction that it would have
    /// without one.
    #[test]
    fn bounded_point_keeps_the_direction_of_its_force(
        case in case_of(point()), max_force in 0.1_f32..1000.0,
    ) {
        let (_, [x, y]) = case.solved(&case.rows().max_force(max_force));
        let (bounded, free) = (Vec2::new(x, y), Vec2::from(case.solved(&case.rows()).1));
        let bound = max_force * H;
        prop_assert!(bounded.norm() <= bound * 1.0001);
        let expected = if free.norm() > bound { free * (bound / free.norm()) } else { free };
        prop_assert!((bounded - expected).norm() < 1e-4 * (1.0 + bound), "{} {}", bounded, expected);
    }

    /// The reaction is what a stored impulse does to B: its momentum, and its angular momentum about the
    /// anchor.
    #[test]
    fn reaction_is_the_impulse_on_b(case in case(), impulse in vector(2.0)) {
        let case = Case { motions: [(Vec2::zeros(), 0.0); 2], ..case };
        prop_assume!(case.is_smooth() && case.inputs[1].is_movable());
        let is_point = matches!(case.error, ConstraintError::Point(_));
        let rows = JointRows { impulse: [impulse.x, if is_point { impulse.y } else { 0.0 }], ..case.rows() };
        let (before, after) = (case.states()[2], case.warm_started(&rows)[2]);
        let anchor_b = match case.error {
            ConstraintError::Point(frame)
            | ConstraintError::Axis { frame, .. }
            | ConstraintError::Distance { frame, .. } => frame.anchor_b,
            ConstraintError::Pulley { anchors, .. } => anchors[1],
            ConstraintError::Angle { .. } | ConstraintError::Image { .. } => Vec2::zeros(),
        };
        let (linear, angular) = rows.reaction();
        let momentum = (after.velocity - before.velocity) / case.inputs[1].inverse_mass;
        let spin = (after.angular_velocity - before.angular_velocity) / case.inputs[1].inverse_inertia;
        prop_assert!((momentum - linear).norm() < 1e-4, "{} {}", momentum, linear);
        prop_assert!((spin - geom::cross(anchor_b, linear) - angular).abs() < 1e-4, "{}", spin);
    }
}
