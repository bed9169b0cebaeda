//! Spring rows in the soft solver, compared with the damped oscillator x'' + 2 z w x' + w^2 x = 0: amplitude,
//! decay, load, and the energy of nets of springs.

use geom::{Rot, Vec2};
use proptest::prelude::*;
use solver::joint::{ConstraintError, JointFrame, RowMode};
use solver::{Bodies, BodyInput, BodyRow, BodyState, DirectJoints, JointRows, SoftSolver, SolverSettings};
use std::f64::consts::TAU;

/// The rest length of distances, m: far more than a spring is stretched.
const LENGTH: f32 = 2.0;

/// What the spring acts on; each is zero for a body at its rest position.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Point,
    Angle,
    Axis,
    Distance,
}

const KINDS: [Kind; 4] = [Kind::Point, Kind::Angle, Kind::Axis, Kind::Distance];
const METHODS: [DirectJoints; 2] = [DirectJoints::Off, DirectJoints::All];

impl Kind {
    /// The error where B has moved by `x` (m) along the x axis, or turned by `x` (rad).
    fn error(self, x: f32) -> ConstraintError {
        let frame = JointFrame { gap: Vec2::new(x, 0.0), ..JointFrame::default() };
        match self {
            Self::Point => ConstraintError::Point(frame),
            Self::Angle => ConstraintError::Angle { factors: [1.0, 1.0], angle: x },
            Self::Axis => ConstraintError::Axis { frame, axis: Vec2::new(1.0, 0.0), rest: 0.0 },
            Self::Distance => {
                let gap = Vec2::new(LENGTH + x, 0.0);
                ConstraintError::Distance { frame: JointFrame { gap, ..frame }, length: LENGTH }
            }
        }
    }
}

/// A body on one spring row, and the steps that it makes.
#[derive(Clone, Copy, Debug)]
struct Oscillator {
    kind: Kind,
    method: DirectJoints,
    hertz: f32,
    ratio: f32,
    substeps: u32,
    dt: f32,
    /// Acceleration along the row, m/s^2 or rad/s^2.
    load: f32,
}

impl Oscillator {
    fn undamped(kind: Kind, method: DirectJoints, hertz: f32) -> Self {
        Self { kind, method, hertz, ratio: 0.0, substeps: 4, dt: 1.0 / 60.0, load: 0.0 }
    }

    /// Angular frequency without damping, rad/s.
    fn w(&self) -> f64 {
        TAU * f64::from(self.hertz)
    }

    /// The displacement after each step of `seconds`, released at `start`.
    fn displacements(&self, start: f32, seconds: f64) -> Vec<f64> {
        let mut bodies = Bodies::new();
        let input = match self.kind {
            Kind::Angle => {
                BodyInput { angular_acceleration: self.load, ..BodyInput::dynamic(3.0, 0.7, Vec2::zeros()) }
            }
            _ => BodyInput::dynamic(3.0, 0.7, Vec2::new(self.load, 0.0)),
        };
        let body = bodies.push(BodyState::REST, input);
        let settings = SolverSettings {
            substeps: self.substeps,
            direct_joints: self.method,
            ..SolverSettings::default()
        };
        let mode = RowMode::Spring { hertz: self.hertz, damping_ratio: self.ratio };
        let (mut solver, mut x, mut impulse) = (SoftSolver::new(), f64::from(start), [0.0; 2]);
        let mut all = vec![x];
        for _ in 0..(seconds / f64::from(self.dt)).ceil() as usize {
            let error = self.kind.error(x as f32);
            let mut rows = [JointRows::new(BodyRow::STATIC, body, error, impulse).mode(mode)];
            solver.step(&mut bodies, &mut [], &mut rows, &settings, self.dt);
            impulse = rows[0].impulse;
            let state = &bodies.states()[body.index()];
            x += f64::from(match self.kind {
                Kind::Angle => state.delta_rotation.angle(),
                _ => state.delta_position.x,
            });
            all.push(x);
        }
        all
    }

    /// The amplitude after `periods` as a part of what the closed form e^(-z w t) says: from two
    /// displacements y = x e^(z w t) = A cos(p) and A cos(p + d dt), at both ends.
    fn amplitude_after(&self, periods: f64) -> f64 {
        let (w, ratio, dt) = (self.w(), f64::from(self.ratio), f64::from(self.dt));
        let turned = w * (1.0 - ratio * ratio).sqrt() * dt;
        let x = self.displacements(0.2, periods * TAU / w);
        let amplitude = |step: usize| {
            let y = |step: usize| x[step] * (ratio * w * dt * step as f64).exp();
            let (a, b) = (y(step), y(step + 1));
            (a * a + b * b - 2.0 * a * b * turned.cos()).sqrt() / turned.sin().abs()
        };
        amplitude(x.len() - 2) / amplitude(0)
    }
}

/// Fewer cases than other laws have, since each simulates many seconds.
fn one_case_in(n: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: (default.cases / n).max(2), ..default }
}

/// Whether few random cases are asked for (`PROPTEST_CASES`), as in valgrind.
fn is_few() -> bool {
    ProptestConfig::default().cases < 32
}

/// In four sub-steps at 60 Hz an undamped spring of 0.5 to 5 Hz keeps its amplitude, solved in sweeps or
/// directly.
#[test]
fn undamped_spring_keeps_its_amplitude_for_ten_periods() {
    for (kind, method) in KINDS.into_iter().flat_map(|kind| METHODS.map(|method| (kind, method))) {
        for hertz in [0.5, 1.0, 2.0, 5.0] {
            let left = Oscillator::undamped(kind, method, hertz).amplitude_after(10.0);
            assert!((left - 1.0).abs() < 0.01, "{kind:?} {method:?} {hertz} Hz: {left}");
        }
    }
}

/// The frequency that the solver gives a spring, from the instants at which it passes its rest position.
fn frequency(x: &[f64], dt: f64) -> f64 {
    let crossings: Vec<f64> = (1..x.len())
        .filter(|&i| x[i - 1] > 0.0 && x[i] <= 0.0)
        .map(|i| dt * (i as f64 - x[i] / (x[i] - x[i - 1])))
        .collect();
    let [first, .., last] = crossings[..] else { return 0.0 };
    (crossings.len() - 1) as f64 / (last - first)
}

proptest! {
    #![proptest_config(one_case_in(4))]

    /// A spring up to a fiftieth of the sub-step rate decays as its damping ratio says.
    #[test]
    fn spring_decays_as_its_closed_form(
        ratio in 0.0_f32..0.35,
        per_rate in 0.002_f32..0.02,
        substeps in 1_u32..9,
        steps_per_second in 30.0_f32..240.0,
        kind in prop::sample::select(&KINDS[..]),
        method in prop::sample::select(&METHODS[..]),
    ) {
        let (dt, hertz) = (1.0 / steps_per_second, per_rate * steps_per_second * substeps as f32);
        // Two displacements that are about half a period apart do not show the amplitude.
        prop_assume!((TAU as f32 * hertz * dt).sin().abs() > 0.2);
        let oscillator = Oscillator { ratio, substeps, dt, ..Oscillator::undamped(kind, method, hertz) };
        // Until the amplitude has fallen to e^-5 of 0.2 m.
        let periods = (5.0 / (TAU * f64::from(ratio))).clamp(1.0, 10.0);
        let left = oscillator.amplitude_after(periods);
        prop_assert!((left - 1.0).abs() < 0.02, "{} {:?}", left, oscillator);
    }

    /// The frequency is right within (w h)^2 / 24.
    #[test]
    fn undamped_spring_swings_at_its_frequency(
        hertz in 0.5_f32..5.0,
        kind in prop::sample::select(&KINDS[..]),
        method in prop::sample::select(&METHODS[..]),
    ) {
        let oscillator = Oscillator::undamped(kind, method, hertz);
        let x = oscillator.displacements(0.2, 10.0 * TAU / oscillator.w());
        let found = frequency(&x, f64::from(oscillator.dt)) / f64::from(hertz);
        prop_assert!((found - 1.0).abs() < 2e-3, "{} at {} Hz", found, hertz);
    }

    /// A damped spring of any stiffness comes to rest at x = a / w^2 under the load a, and an undamped one
    /// that is released there stays.
    #[test]
    fn load_extends_the_spring_by_its_compliance(
        hertz in 0.5_f32..60.0,
        ratio in prop_oneof![Just(0.0_f32), 0.2_f32..1.5],
        substeps in 1_u32..9,
        kind in prop::sample::select(&KINDS[..]),
        method in prop::sample::select(&METHODS[..]),
    ) {
        let load = 10.0;
        let free = Oscillator::undamped(kind, method, hertz);
        let oscillator = Oscillator { ratio, substeps, load, ..free };
        let sag = f64::from(load) / (free.w() * free.w());
        let x = oscillator.displacements(if ratio > 0.0 { 0.0 } else { sag as f32 }, 20.0);
        let last = x[x.len() - 1];
        // The distance of 2 m is rounded to 0.2 um in each step, and nothing damps that.
        prop_assert!((last - sag).abs() < 2e-3 * sag + 1e-5, "{} of {}: {:?}", last, sag, oscillator);
    }
}

/// A spring between points of two bodies.
#[derive(Clone, Copy, Debug)]
struct Tie {
    bodies: [BodyRow; 2],
    /// In the bodies' frames, m.
    anchors: [Vec2; 2],
    hertz: f32,
    /// Of a distance, m; zero for a point.
    length: f32,
}

/// Bodies tied by undamped springs.
struct Net {
    bodies: Bodies,
    positions: Vec<(Vec2, f32)>,
    masses: Vec<f32>,
    ties: Vec<Tie>,
    impulses: Vec<[f32; 2]>,
    /// The least of [`Net::closest`] so far.
    least: f32,
    solver: SoftSolver,
    settings: SolverSettings,
}

/// Inertia of the bodies of a net for their mass, m^2: that of a rod of 1 m.
const GYRATION: f32 = 1.0 / 12.0;

impl Net {
    fn new(method: DirectJoints) -> Self {
        Self {
            bodies: Bodies::new(),
            // Row 0 is the static body.
            positions: vec![(Vec2::zeros(), 0.0)],
            masses: vec![f32::INFINITY],
            ties: Vec::new(),
            impulses: Vec::new(),
            least: 1.0,
            solver: SoftSolver::new(),
            settings: SolverSettings { direct_joints: method, ..SolverSettings::default() },
        }
    }

    fn body(&mut self, mass: f32, position: Vec2, velocity: (Vec2, f32)) -> BodyRow {
        self.positions.push((position, 0.0));
        self.masses.push(mass);
        let input = BodyInput::dynamic(mass, GYRATION * mass, Vec2::zeros());
        self.bodies.push(BodyState::moving(velocity.0, velocity.1), input)
    }

    fn tie(&mut self, tie: Tie) {
        self.ties.push(tie);
        self.impulses.push([0.0; 2]);
    }

    fn frame(&self, Tie { bodies: [a, b], anchors, .. }: &Tie) -> JointFrame {
        let [a, b] = [a, b].map(|row| self.positions[row.index()]);
        let (anchor_a, anchor_b) = (Rot::from_angle(a.1) * anchors[0], Rot::from_angle(b.1) * anchors[1]);
        JointFrame { anchor_a, anchor_b, gap: (b.0 - a.0) + (anchor_b - anchor_a) }
    }

    fn step(&mut self, dt: f32) {
        let mut rows: Vec<JointRows> = (self.ties.iter().zip(&self.impulses))
            .map(|(tie, &impulse)| {
                let (frame, length, [a, b]) = (self.frame(tie), tie.length, tie.bodies);
                let error = if length > 0.0 {
                    ConstraintError::Distance { frame, length }
                } else {
                    ConstraintError::Point(frame)
                };
                let spring = RowMode::Spring { hertz: tie.hertz, damping_ratio: 0.0 };
                JointRows::new(a, b, error, impulse).mode(spring)
            })
            .collect();
        self.solver.step(&mut self.bodies, &mut [], &mut rows, &self.settings, dt);
        for (impulse, rows) in self.impulses.iter_mut().zip(&rows) {
            *impulse = rows.impulse;
        }
        for (position, state) in self.positions.iter_mut().zip(self.bodies.states()) {
            position.0 += state.delta_position;
            position.1 += state.delta_rotation.angle();
        }
    }

    /// Kinetic energy, and that of all springs, J.
    fn energy(&self) -> f64 {
        let moving = self.bodies.states().iter().zip(&self.masses).skip(1);
        let kinetic = moving.map(|(state, &mass)| {
            let turning = GYRATION * state.angular_velocity * state.angular_velocity;
            0.5 * f64::from(mass) * f64::from(state.velocity.norm_squared() + turning)
        });
        let stored = self.ties.iter().map(|tie| {
            let [a, b] = tie.bodies.map(|row| self.masses[row.index()]);
            let mass = f64::from(1.0 / (1.0 / a + 1.0 / b));
            let (w, error) = (TAU * f64::from(tie.hertz), self.frame(tie).gap.norm() - tie.length);
            0.5 * mass * w * w * f64::from(error) * f64::from(error)
        });
        kinetic.sum::<f64>() + stored.sum::<f64>()
    }

    /// How near the ends of a distance are to each other, as a part of its length, where that is least.
    fn closest(&self) -> f32 {
        let distances = self.ties.iter().filter(|tie| tie.length > 0.0);
        distances.fold(1.0, |least, tie| least.min(self.frame(tie).gap.norm() / tie.length))
    }

    /// The greatest energy in the second half of so many seconds, as a part of that in the first half.
    fn growth(&mut self, seconds: u32) -> f64 {
        let dt = 1.0 / 60.0;
        let most = |net: &mut Self| {
            (0..30 * seconds).fold(net.energy(), |most, _| {
                net.step(dt);
                net.least = net.least.min(net.closest());
                most.max(net.energy())
            })
        };
        let first = most(self);
        most(self) / first
    }
}

fn vector(reach: f32) -> impl Strategy<Value = Vec2> {
    (-reach..reach, -reach..reach).prop_map(|(x, y)| Vec2::new(x, y))
}

proptest! {
    #![proptest_config(one_case_in(5))]

    /// Undamped springs never gain energy, up to a quarter of the sub-step rate, and however they are tied:
    /// nets of bodies of different masses, with springs between their centres.
    #[test]
    fn net_of_undamped_springs_gains_no_energy(
        count in 1_usize..12,
        ties in prop::collection::vec((0_usize..12, 0_usize..12, 0.2_f32..1.0), 1..80),
        masses in prop::collection::vec(-1.5_f32..1.5, 12),
        hertz in prop_oneof![1.0_f32..10.0, 10.0_f32..60.0],
        method in prop::sample::select(&METHODS[..]),
    ) {
        let mut net = Net::new(method);
        let rows: Vec<BodyRow> = masses[..count]
            .iter()
            .enumerate()
            .map(|(i, &log)| {
                let angle = 2.4 * i as f32;
                let position = Vec2::new(angle.cos(), angle.sin()) * 0.3;
                net.body(10.0_f32.powf(log), position, (Vec2::zeros(), 0.0))
            })
            .collect();
        for (a, b, part) in ties {
            let (a, b) = (a % (count + 1), b % count);
            if a != b {
                let a = rows.get(a).copied().unwrap_or(BodyRow::STATIC);
                let hertz = hertz * part;
                net.tie(Tie { bodies: [a, rows[b]], anchors: [Vec2::zeros(); 2], hertz, length: 0.0 });
            }
        }
        let growth = net.growth(10);
        prop_assert!(growth < 1.05 || net.ties.is_empty(), "{} {} {:?}", growth, hertz, method);
    }

    /// Nor do springs on arms that turn: two rods on springs at any of their points, which spin and swing for
    /// half a minute.
    #[test]
    fn springs_on_turning_arms_gain_no_energy(
        positions in [vector(1.0), vector(1.0)],
        velocities in [(vector(3.0), -6.0_f32..6.0), (vector(3.0), -6.0_f32..6.0)],
        anchors in [[vector(1.0), vector(0.5)], [vector(0.5), vector(0.5)]],
        masses in [0.3_f32..3.0, 0.3_f32..3.0],
        hertz in [prop_oneof![0.5_f32..5.0, 5.0_f32..60.0], prop_oneof![0.5_f32..5.0, 5.0_f32..60.0]],
        length in prop_oneof![Just(0.0_f32), 0.5_f32..1.5],
        method in prop::sample::select(&METHODS[..]),
    ) {
        let mut net = Net::new(method);
        let [a, b] = [0, 1].map(|i| net.body(masses[i], positions[i], velocities[i]));
        net.tie(Tie { bodies: [BodyRow::STATIC, a], anchors: anchors[0], hertz: hertz[0], length });
        net.tie(Tie { bodies: [a, b], anchors: anchors[1], hertz: hertz[1], length });
        let growth = net.growth(30);
        // The force of a distance jumps where its ends pass through each other.
        prop_assume!(net.least > 0.3);
        prop_assert!(growth < 1.05, "{} {:?} Hz {} m {:?}", growth, hertz, length, method);
    }
}

/// Springs on one body add up: many of them at any frequency gain no energy.
#[test]
fn many_undamped_springs_on_one_body_gain_no_energy() {
    let (counts, frequencies, seconds): (&[u32], &[f32], u32) = if is_few() {
        (&[1, 20], &[6.0, 60.0], 1)
    } else {
        (&[1, 2, 5, 20, 100, 400], &[1.0, 3.0, 6.0, 7.0, 9.0, 15.0, 30.0, 60.0, 200.0], 10)
    };
    for method in METHODS {
        for &count in counts {
            for &hertz in frequencies {
                let mut net = Net::new(method);
                let hub = net.body(2.0, Vec2::new(0.3, -0.1), (Vec2::zeros(), 0.0));
                let bodies = [BodyRow::STATIC, hub];
                for _ in 0..count {
                    net.tie(Tie { bodies, anchors: [Vec2::zeros(); 2], hertz, length: 0.0 });
                }
                let growth = net.growth(seconds);
                assert!(growth < 1.01, "{method:?}: {count} springs of {hertz} Hz: {growth}");
            }
        }
    }
}
