//! Joint rows in the soft solver, compared with closed forms. The laws of the rows themselves (error,
//! Jacobian, effective mass, modes) are in `src/joint/laws.rs`.

use geom::Vec2;
use solver::joint::{ConstraintError, JointFrame, RowMode};
use solver::{
    Bodies, BodyInput, BodyRow, BodyState, DirectJoints, JointRows, SoftSolver, Softness, SolverSettings,
};
use std::f32::consts::TAU;

/// What a row measures; all of them are zero for a body B at its rest position.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Point,
    Angle,
    Axis,
    Distance,
    Pulley,
    Image,
}

const KINDS: [Kind; 6] = [Kind::Point, Kind::Angle, Kind::Axis, Kind::Distance, Kind::Pulley, Kind::Image];

/// Length of the distance and of each rope at rest, m.
const LENGTH: f32 = 2.0;

/// How many times the pulley counts B's rope.
const RATIO: f32 = 2.0;

impl Kind {
    /// The error where B has moved by `x` (m) along the x axis, or turned by `x` (rad), from its rest
    /// position.
    fn error(self, x: f32) -> ConstraintError {
        let frame = JointFrame { gap: Vec2::new(x, 0.0), ..JointFrame::default() };
        let apart = Vec2::new(LENGTH + x, 0.0);
        match self {
            Self::Point => ConstraintError::Point(frame),
            Self::Angle => ConstraintError::Angle { factors: [1.0, 1.0], angle: x },
            Self::Axis => ConstraintError::Axis { frame, axis: Vec2::new(1.0, 0.0), rest: 0.0 },
            Self::Distance => {
                ConstraintError::Distance { frame: JointFrame { gap: apart, ..frame }, length: LENGTH }
            }
            Self::Pulley => ConstraintError::Pulley {
                anchors: [Vec2::zeros(); 2],
                ropes: [Vec2::new(0.0, LENGTH), apart],
                ratio: RATIO,
                length: (1.0 + RATIO) * LENGTH,
            },
            Self::Image => {
                let directions = [Vec2::new(0.0, 1.0), Vec2::new(1.0, 0.0)];
                ConstraintError::Image { directions, factors: [0.0; 2], error: x }
            }
        }
    }
}

/// The displacement of a damped oscillator with the angular frequency `w` that is released at `start`, after
/// `t` seconds: e^(-z w t) start (cos(d t) + z w / d sin(d t)), d = w sqrt(1 - z^2).
fn oscillator(start: f32, w: f32, damping_ratio: f32, t: f32) -> f32 {
    let (decay, d) = (damping_ratio * w, w * (1.0 - damping_ratio * damping_ratio).sqrt());
    start * (-decay * t).exp() * ((d * t).cos() + decay / d * (d * t).sin())
}

/// The greatest difference from the closed form within the first second, as a fraction of the amplitude.
fn spring_error(kind: Kind, hertz: f32, damping_ratio: f32, steps_per_second: u32) -> f32 {
    let start = 0.2;
    let mut bodies = Bodies::new();
    let body = bodies.push(BodyState::REST, BodyInput::dynamic(3.0, 0.7, Vec2::zeros()));
    let mut solver = SoftSolver::new();
    let dt = 1.0 / steps_per_second as f32;
    let (mut x, mut impulse, mut worst) = (start, [0.0; 2], 0.0_f32);
    for step in 1..=steps_per_second {
        let spring = RowMode::Spring { hertz, damping_ratio };
        let mut rows = [JointRows::new(BodyRow::STATIC, body, kind.error(x), impulse).mode(spring)];
        solver.step(&mut bodies, &mut [], &mut rows, &SolverSettings::default(), dt);
        impulse = rows[0].impulse;
        let state = &bodies.states()[body.index()];
        x += match kind {
            Kind::Angle => state.delta_rotation.angle(),
            _ => state.delta_position.x,
        };
        let expected = oscillator(start, TAU * hertz, damping_ratio, step as f32 * dt);
        worst = worst.max((x - expected).abs() / start);
    }
    worst
}

/// A spring row of any kind moves its body as a damped oscillator. Its error shrinks in proportion to the
/// sub-step, as that of an integrator of first order does.
#[test]
fn spring_row_is_a_damped_oscillator() {
    // The velocity is half a sub-step ahead, w h / 2 = 0.026 at 2 Hz in sub-steps of 1/240 s.
    let bound = 0.03;
    for kind in KINDS {
        for (hertz, damping_ratio) in [(1.0, 0.1), (2.0, 0.5), (0.5, 0.9)] {
            let [coarse, fine] = [60, 480].map(|steps| spring_error(kind, hertz, damping_ratio, steps));
            assert!(coarse < bound, "{kind:?} {hertz} Hz: {coarse}");
            assert!(fine < 0.25 * coarse, "{kind:?} {hertz} Hz: {fine} of {coarse}");
        }
    }
}

/// A rigid row of any kind holds a body against a force (12 N) or a torque (12 N m) along the row, and
/// carries exactly that load.
#[test]
fn rigid_row_carries_the_load_along_it() {
    let methods = [DirectJoints::Off, DirectJoints::All];
    for (kind, direct_joints) in KINDS.into_iter().flat_map(|kind| methods.map(|method| (kind, method))) {
        let (force, mass, inertia) = (12.0, 3.0, 0.7);
        let mut bodies = Bodies::new();
        let input = match kind {
            Kind::Angle => BodyInput {
                angular_acceleration: force / inertia,
                ..BodyInput::dynamic(mass, inertia, Vec2::zeros())
            },
            _ => BodyInput::dynamic(mass, inertia, Vec2::new(force / mass, 0.0)),
        };
        let body = bodies.push(BodyState::REST, input);
        let settings = SolverSettings { direct_joints, ..SolverSettings::default() };
        let dt = 1.0 / 60.0;
        let mut rows = [JointRows::new(BodyRow::STATIC, body, kind.error(0.0), [0.0; 2])];
        let mut solver = SoftSolver::new();
        for _ in 0..30 {
            solver.step(&mut bodies, &mut [], &mut rows, &settings, dt);
        }
        let h = dt / settings.substeps as f32;
        let (impulse, angular) = rows[0].reaction();
        let carried = if matches!(kind, Kind::Angle) { -angular / h } else { -impulse.x / h };
        assert!((carried / force - 1.0).abs() < 1e-3, "{kind:?}, {direct_joints:?}: {carried} N");
    }
}

/// A rope (an upper limit of a distance) never pushes: the velocity of a body that moves towards the other
/// end is unchanged, bit for bit. A taut rope stops the body.
#[test]
fn rope_pulls_only() {
    for (speed, is_taut) in [(-1.0, false), (1.0, true)] {
        let mut bodies = Bodies::new();
        let moving = BodyState::moving(Vec2::new(speed, 0.0), 0.0);
        let body = bodies.push(moving, BodyInput::dynamic(3.0, 0.7, Vec2::zeros()));
        let error = Kind::Distance.error(0.0);
        let mut rows = [JointRows::new(BodyRow::STATIC, body, error, [0.0; 2]).mode(RowMode::UPPER_LIMIT)];
        SoftSolver::new().step(&mut bodies, &mut [], &mut rows, &SolverSettings::default(), 1.0 / 60.0);
        let velocity = bodies.states()[body.index()].velocity.x;
        if is_taut {
            assert!(velocity.abs() < 1e-3 && rows[0].impulse[0] <= 0.0, "{velocity}");
        } else {
            assert_eq!((velocity, rows[0].impulse[0]), (speed, 0.0));
        }
    }
}

/// An exceeded limit of an angle goes to where its softness bears the load, whatever the load is, or closes:
///
/// ```text
///   C = impulse_scale a h / (mass_scale bias_rate)       a: acceleration by the load,  h: sub-step
/// ```
#[test]
fn exceeded_limit_of_an_angle_bears_any_load_as_a_spring() {
    let settings = SolverSettings { direct_joints: DirectJoints::Off, ..SolverSettings::default() };
    let dt = 1.0 / 60.0;
    let h = dt / settings.substeps as f32;
    let softness = Softness::spring(settings.joint_hertz, settings.joint_damping_ratio, h);
    let ends = [(1.0, [f32::NEG_INFINITY, 0.0]), (-1.0, [0.0, f32::INFINITY])];
    for (load, (end, range)) in
        [0.0, 1e2, 3e3, 1e4, 3e4_f32].into_iter().flat_map(|a| ends.map(|end| (a, end)))
    {
        let mut bodies = Bodies::new();
        let input =
            BodyInput { angular_acceleration: end * load, ..BodyInput::dynamic(3.0, 0.7, Vec2::zeros()) };
        let body = bodies.push(BodyState::REST, input);
        let mut solver = SoftSolver::new();
        let (mut angle, mut impulse) = (end * 0.3, [0.0; 2]);
        for _ in 0..120 {
            let rows = JointRows::new(BodyRow::STATIC, body, Kind::Angle.error(angle), impulse);
            let mut rows = [rows.mode(RowMode::Limit { range })];
            solver.step(&mut bodies, &mut [], &mut rows, &settings, dt);
            impulse = rows[0].impulse;
            angle += bodies.states()[body.index()].delta_rotation.angle();
        }
        let borne = softness.impulse_scale * load * h / (softness.mass_scale * softness.bias_rate);
        let past = end * angle;
        assert!(
            past > -1e-3 && past < 1.02 * borne + 1e-3,
            "{load} rad/s^2: {past} rad past, {borne} bears it"
        );
    }
}
