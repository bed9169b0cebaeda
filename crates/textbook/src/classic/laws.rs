//! Laws of the parts of the classic solver, in the smallest cases: a ball or a box on ground, one contact.

use super::contact_impulses::{solve_contact, warm_start};
use super::position_correction::push_apart;
use super::{ClassicSettings, ClassicSolver, ImpulseMethod, Integrator, PositionCorrection, StepOrder};
use bytemuck::Zeroable;
use collide::{Manifold, ManifoldPoint};
use geom::{Rot, Vec2};
use solver::joint::{ConstraintError, JointFrame};
use solver::{Bodies, BodyInput, BodyRow, BodyState, Contact, JointRows, PointImpulse};

const DT: f32 = 0.01;
const N: Vec2 = Vec2::new(0.0, 1.0);

/// Points at these places below the centre of B, each with its separation, m.
fn contact(a: BodyRow, b: BodyRow, points: &[(f32, f32)]) -> Contact {
    let mut manifold = Manifold { normal: N, count: points.len() as u32, ..Manifold::EMPTY };
    for (point, &(x, separation)) in manifold.points.iter_mut().zip(points) {
        *point = ManifoldPoint { separation, anchor_b: Vec2::new(x, -0.5), ..ManifoldPoint::zeroed() };
    }
    Contact { a, b, manifold, ..Contact::zeroed() }
}

fn moving(x: f32, y: f32) -> BodyState {
    BodyState { velocity: Vec2::new(x, y), ..BodyState::REST }
}

fn block() -> BodyInput {
    BodyInput::dynamic(2.0, f32::INFINITY, Vec2::zeros())
}

fn separate() -> ClassicSettings {
    let correction = PositionCorrection::Baumgarte { factor: 0.2, slop: 0.01 };
    ClassicSettings { impulses: ImpulseMethod::Separate, correction, ..ClassicSettings::default() }
}

/// The block after one iteration with a contact on static ground, and the contact.
fn solved(
    start: BodyState,
    mut contact: Contact,
    bounce: f32,
    settings: &ClassicSettings,
) -> (BodyState, Contact) {
    let mut bodies = Bodies::new();
    let row = bodies.push(start, block());
    (contact.a, contact.b) = (BodyRow::STATIC, row);
    let (states, inputs) = bodies.split();
    solve_contact(states, inputs, &mut contact, [bounce; 2], settings, DT);
    (bodies.states()[row.index()], contact)
}

/// What is stored is dropped without warm starting, and a rolling impulse also where nothing resists rolling.
#[test]
fn stored_impulses_are_dropped_where_nothing_may_use_them() {
    for (keep, resistance, kept) in [(true, 0.1, 5.0), (true, 0.0, 0.0), (false, 0.1, 0.0), (false, 0.0, 0.0)]
    {
        let mut bodies = Bodies::new();
        let row = bodies.push(BodyState::REST, BodyInput::dynamic(2.0, 1.0, Vec2::zeros()));
        let mut contact = contact(BodyRow::STATIC, row, &[(0.0, -0.01)]);
        (contact.rolling_impulse, contact.rolling_resistance) = (5.0, resistance);
        contact.impulses[0] = PointImpulse { normal: 4.0, tangent: 0.0 };
        let (states, inputs) = bodies.split();
        warm_start(states, inputs, &mut contact, keep);
        assert_eq!(contact.rolling_impulse, kept, "{keep} {resistance}");
        assert_eq!(contact.impulses[0].normal, if keep { 4.0 } else { 0.0 });
        assert_eq!(bodies.states()[row.index()].angular_velocity, kept);
        assert_eq!(bodies.states()[row.index()].velocity.y, if keep { 2.0 } else { 0.0 });
    }
}

/// Methods without impulses change no velocity, whatever is stored; only clamping takes what leads in.
#[test]
fn methods_without_impulses_neither_rub_nor_roll() {
    for impulses in [ImpulseMethod::Displacement, ImpulseMethod::Clamp] {
        let settings = ClassicSettings { impulses, ..ClassicSettings::default() };
        let mut bodies = Bodies::new();
        let start = BodyState { angular_velocity: 3.0, ..moving(1.0, 2.0) };
        let row = bodies.push(start, BodyInput::dynamic(2.0, 1.0, Vec2::zeros()));
        let mut contact = contact(BodyRow::STATIC, row, &[(0.0, -0.01)]);
        (contact.rolling_resistance, contact.friction, contact.static_friction) = (1.0, 1.0, 1.0);
        contact.impulses[0].normal = 4.0;
        let (states, inputs) = bodies.split();
        solve_contact(states, inputs, &mut contact, [0.0; 2], &settings, DT);
        assert_eq!(bodies.states()[row.index()], start, "{impulses:?}");
    }
}

/// Up to the static coefficient friction holds; beyond it the dynamic one is what is left. A surface that
/// moves takes the block along. Both methods, and both add what they have applied.
#[test]
fn friction_holds_by_the_static_coefficient_and_slides_by_the_dynamic_one() {
    for settings in [ClassicSettings::default(), separate()] {
        // The normal impulse stops 2 kg at 1 m/s: 2 N s.
        for (speed, expected) in [(0.5, 0.0), (0.59, 0.0), (0.61, 0.31), (2.0, 1.7)] {
            let mut contact = contact(BodyRow::STATIC, BodyRow::STATIC, &[(0.0, 0.0)]);
            (contact.static_friction, contact.friction) = (0.6, 0.3);
            for (surface, sign) in [(0.0, 1.0), (0.0, -1.0), (0.4, 1.0), (-0.4, 1.0)] {
                contact.surface_speed = surface;
                // `surface_speed` is along the tangent to the right of the normal.
                let (block, after) = solved(moving(sign * speed + surface, -1.0), contact, 0.0, &settings);
                let what = format!("{:?}, {speed} m/s, surface {surface} m/s: {block:?}", settings.impulses);
                assert!((block.velocity.x - (sign * expected + surface)).abs() < 1e-5, "{what}");
                assert!((after.impulses[0].normal - 2.0).abs() < 1e-5, "{what}");
                let rubbed = 2.0 * sign * (expected - speed);
                assert!((after.impulses[0].tangent - rubbed).abs() < 1e-5, "{what} {after:?}");
            }
        }
    }
}

/// Separate impulses: slower than the threshold nothing bounces; a bounce and a bias do not add up.
#[test]
fn bounce_begins_at_the_threshold_and_the_faster_of_bounce_and_bias_counts() {
    let settings = ClassicSettings { bounce_threshold: 1.0, ..separate() };
    // Of 60 mm, 50 count: 0.2 / 0.01 * 0.05 = 1 m/s.
    for (approach, separation, expected) in
        [(0.9, 0.0, 0.0), (1.1, 0.0, 0.55), (4.0, -0.06, 2.0), (1.1, -0.06, 1.0)]
    {
        let mut contact = contact(BodyRow::STATIC, BodyRow::STATIC, &[(0.0, separation)]);
        contact.restitution = 0.5;
        let (block, _) = solved(moving(0.0, -approach), contact, 0.0, &settings);
        assert!((block.velocity.y - expected).abs() < 1e-5, "{approach} m/s: {block:?}");
        let bounce = if approach > 1.0 { 0.5 * approach } else { 0.0 };
        let accumulated = ClassicSettings { impulses: ImpulseMethod::Accumulated, ..settings };
        let (block, _) = solved(moving(0.0, -approach), contact, bounce, &accumulated);
        assert!((block.velocity.y - expected).abs() < 1e-5, "{approach} m/s: {block:?}");
    }
}

/// The clamp takes the velocity into something of infinite mass, relative to it, on whichever side the body
/// is; two bodies that can move are left alone.
#[test]
fn clamp_stops_what_moves_into_infinite_mass_on_either_side() {
    let settings = ClassicSettings { impulses: ImpulseMethod::Clamp, ..ClassicSettings::default() };
    // A lift that rises at 1 m/s, below or above the block.
    for (is_above, speed, expected) in
        [(true, -2.0, 1.0), (true, 0.5, 1.0), (true, 3.0, 3.0), (false, 2.0, 1.0), (false, -2.0, -2.0)]
    {
        let mut bodies = Bodies::new();
        let lift =
            bodies.push(moving(0.0, 1.0), BodyInput { inverse_mass: 0.0, inverse_inertia: 0.0, ..block() });
        let row = bodies.push(moving(0.7, speed), block());
        let [a, b] = if is_above { [lift, row] } else { [row, lift] };
        let mut contact = contact(a, b, &[(0.0, -0.01)]);
        let (states, inputs) = bodies.split();
        solve_contact(states, inputs, &mut contact, [0.0; 2], &settings, DT);
        assert_eq!(
            bodies.states()[row.index()].velocity,
            Vec2::new(0.7, expected),
            "above {is_above}, {speed}"
        );
        assert_eq!(bodies.states()[lift.index()].velocity, N);
    }
    let mut bodies = Bodies::new();
    let [a, b] = [1.0, -1.0].map(|speed| bodies.push(moving(0.0, speed), block()));
    let (states, inputs) = bodies.split();
    solve_contact(states, inputs, &mut contact(a, b, &[(0.0, -0.01)]), [0.0; 2], &settings, DT);
    assert_eq!(bodies.states()[a.index()].velocity, N);
}

/// Rolling resistance brakes the spin of B relative to A, by at most its coefficient times the sum of the
/// normal impulses of both points.
#[test]
fn rolling_resistance_is_bounded_by_the_impulses_of_both_points() {
    for (spins, resistance, expected) in [
        // 0.1 of 2 + 2 N s, on two bodies of 1 kg m^2: 0.4 rad/s off one, and on the other.
        ([0.0, 5.0], 0.1, [0.4, 4.6]),
        ([5.0, 5.0], 0.1, [5.0, 5.0]),
        ([1.0, 2.0], 9.0, [1.5, 1.5]),
    ] {
        let mut bodies = Bodies::new();
        let rows = spins.map(|spin| {
            let state = BodyState { angular_velocity: spin, ..BodyState::REST };
            bodies.push(state, BodyInput::dynamic(1e9, 1.0, Vec2::zeros()))
        });
        let mut contact = contact(rows[0], rows[1], &[(0.0, -0.01), (0.0, -0.01)]);
        contact.manifold.points.iter_mut().for_each(|point| point.anchor_b = Vec2::zeros());
        contact.rolling_resistance = resistance;
        contact.impulses = [PointImpulse { normal: 2.0, tangent: 0.0 }; 2];
        let settings = ClassicSettings { correction: PositionCorrection::None, ..ClassicSettings::default() };
        let (states, inputs) = bodies.split();
        solve_contact(states, inputs, &mut contact, [0.0; 2], &settings, DT);
        let found = rows.map(|row| bodies.states()[row.index()].angular_velocity);
        assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-5), "{spins:?}: {found:?}");
    }
}

fn step(bodies: &mut Bodies, contacts: &mut [Contact], joints: &mut [JointRows], settings: &ClassicSettings) {
    ClassicSolver::default().step(&mut (bodies, contacts, joints), settings, DT);
}

/// Drag: v loses drag dt v, of which at most 1 m/s counts, and w at most 1 rad/s; what has infinite mass is
/// not braked.
#[test]
fn drag_is_bounded_for_spin_too_and_spares_kinematic_bodies() {
    let settings = ClassicSettings { drag: 2.0, ..ClassicSettings::default() };
    for (spin, expected) in [(0.5, 0.49), (5.0, 4.98), (-5.0, -4.98)] {
        let mut bodies = Bodies::new();
        let start = BodyState { angular_velocity: spin, ..moving(0.0, spin) };
        let free = bodies.push(start, BodyInput::dynamic(1.0, 1.0, Vec2::zeros()));
        let driven = bodies.push(start, BodyInput { inverse_mass: 0.0, inverse_inertia: 0.0, ..block() });
        step(&mut bodies, &mut [], &mut [], &settings);
        let after = &bodies.states()[free.index()];
        assert!(
            (after.angular_velocity - expected).abs() < 1e-6 && (after.velocity.y - expected).abs() < 1e-6
        );
        let after = &bodies.states()[driven.index()];
        assert_eq!((after.angular_velocity, after.velocity.y), (spin, spin));
    }
}

/// In each order and with each integrator a free body moves once in a step: by the new velocity, or with
/// explicit Euler by the old one.
#[test]
fn free_body_moves_once_in_a_step() {
    for order in [StepOrder::ConstraintsFirst, StepOrder::PositionsFirst] {
        for (integrator, expected) in [(Integrator::Symplectic, 0.021), (Integrator::Explicit, 0.02)] {
            let settings = ClassicSettings { order, integrator, ..ClassicSettings::default() };
            let mut bodies = Bodies::new();
            let row = bodies.push(moving(0.0, 2.0), BodyInput::dynamic(1.0, 1.0, Vec2::new(0.0, 10.0)));
            step(&mut bodies, &mut [], &mut [], &settings);
            let state = &bodies.states()[row.index()];
            assert!((state.delta_position.y - expected).abs() < 1e-6, "{order:?} {integrator:?}: {state:?}");
            assert!((state.velocity.y - 2.1).abs() < 1e-6);
        }
    }
}

/// The velocity of a bounce is that of the fastest approach of the step: it stays when an iteration has
/// stopped the body, and goes with the step.
#[test]
fn bounce_is_that_of_the_fastest_approach_of_the_step() {
    let settings = ClassicSettings { correction: PositionCorrection::None, ..ClassicSettings::default() };
    let mut bodies = Bodies::new();
    let row = bodies.push(moving(0.0, -4.0), block());
    let mut contacts = [contact(BodyRow::STATIC, row, &[(0.0, -0.001)])];
    contacts[0].restitution = 0.5;
    let mut solver = ClassicSolver::default();
    solver.begin(&mut bodies, &mut contacts, &mut [], &settings, DT);
    // Slower for a moment, as after the hit of another body; then detected anew.
    bodies.states_mut()[row.index()].velocity.y = -1.5;
    solver.update_contacts(&mut bodies, &contacts, &[], &settings, DT);
    solver.iterate(&mut bodies, &mut contacts, &settings, DT);
    assert!((bodies.states()[row.index()].velocity.y - 2.0).abs() < 1e-5);
    // Faster: detected anew, this counts.
    bodies.states_mut()[row.index()].velocity.y = -6.0;
    solver.update_contacts(&mut bodies, &contacts, &[], &settings, DT);
    contacts[0].impulses = [PointImpulse::default(); 2];
    solver.iterate(&mut bodies, &mut contacts, &settings, DT);
    assert!((bodies.states()[row.index()].velocity.y - 3.0).abs() < 1e-5);
    solver.finish(&mut bodies, &mut contacts, &mut [], &settings, DT);
    // The next step begins without it: a body that lies there does not jump.
    contacts[0].impulses = [PointImpulse::default(); 2];
    bodies.states_mut()[row.index()].velocity.y = -0.1;
    solver.begin(&mut bodies, &mut contacts, &mut [], &settings, DT);
    solver.iterate(&mut bodies, &mut contacts, &settings, DT);
    assert!(bodies.states()[row.index()].velocity.y.abs() < 1e-5);
}

/// At the end of a step a contact knows the sum of the normal impulses of its points.
#[test]
fn step_impulse_is_the_sum_over_the_points() {
    let settings = ClassicSettings { correction: PositionCorrection::None, ..ClassicSettings::default() };
    let mut bodies = Bodies::new();
    let row = bodies.push(moving(0.0, -3.0), BodyInput::dynamic(2.0, 1.0, Vec2::zeros()));
    let mut contacts = [contact(BodyRow::STATIC, row, &[(-0.5, 0.0), (0.5, 0.0)])];
    step(&mut bodies, &mut contacts, &mut [], &ClassicSettings { iterations: 60, ..settings });
    assert!((contacts[0].step_impulse - 6.0).abs() < 1e-3, "2 kg at 3 m/s: {}", contacts[0].step_impulse);
    assert!(contacts[0].impulses.iter().all(|impulse| (impulse.normal - 3.0).abs() < 1e-2));
}

/// A joint begins with the impulse of the last step only with warm starting; and a Baumgarte bias closes a
/// fifth of its gap in a step, where without one the gap stays.
#[test]
fn joint_is_warm_started_and_its_gap_closed_as_the_settings_say() {
    for warm_start in [true, false] {
        for (correction, closes) in [
            (PositionCorrection::Baumgarte { factor: 0.2, slop: 0.01 }, 0.2),
            (PositionCorrection::None, 0.0),
        ] {
            let settings =
                ClassicSettings { warm_start, correction, iterations: 20, ..ClassicSettings::default() };
            let mut bodies = Bodies::new();
            let row = bodies.push(BodyState::REST, block());
            let gap = Vec2::new(0.5, 0.0);
            let frame = JointFrame { anchor_a: Vec2::zeros(), anchor_b: Vec2::zeros(), gap };
            let mut joints = [JointRows::new(BodyRow::STATIC, row, ConstraintError::Point(frame), [0.0; 2])];
            step(&mut bodies, &mut [], &mut joints, &settings);
            let moved = bodies.states()[row.index()].delta_position;
            assert!((moved + gap * closes).norm() < 1e-4, "{correction:?}: {moved:?}");

            let mut bodies = Bodies::new();
            let row = bodies.push(BodyState::REST, block());
            let frame = JointFrame { gap: Vec2::zeros(), ..frame };
            let mut joints =
                [JointRows::new(BodyRow::STATIC, row, ConstraintError::Point(frame), [3.0, 0.0])];
            ClassicSolver::default().begin(&mut bodies, &mut [], &mut joints, &settings, DT);
            let pushed = bodies.states()[row.index()].velocity.norm();
            assert!((pushed - if warm_start { 1.5 } else { 0.0 }).abs() < 1e-5, "{warm_start}: {pushed}");
        }
    }
}

/// A ball that has rolled in this step is as deep as before, since its surface is where it was; a box that
/// has turned by the same angle about its centre has lifted its lowest point.
#[test]
fn rolling_does_not_change_the_depth_of_a_ball() {
    for (is_ball, expected) in [(true, 0.03), (false, 0.03 - 0.5 * (1.0 - 0.3_f32.cos()))] {
        let mut bodies = Bodies::new();
        let row = bodies.push(BodyState::REST, block());
        let mut contact = contact(BodyRow::STATIC, row, &[(0.0, -0.03)]);
        contact.cores.depth = if is_ball { [0.0, 0.5] } else { [0.0; 2] };
        bodies.states_mut()[row.index()].delta_rotation = Rot::from_angle(0.3);
        let (states, inputs) = bodies.split();
        push_apart(states, inputs, &contact, 1.0, 0.0);
        let moved = bodies.states()[row.index()].delta_position.y;
        assert!((moved - expected).abs() < 1e-6, "ball {is_ball}: {moved}");
    }
}

/// Without impulses all of the overlap is moved away at once; a projection leaves its slop.
#[test]
fn displacement_leaves_no_slop() {
    let projection = PositionCorrection::Projection { fraction: 1.0, slop: 0.01 };
    for (impulses, expected) in [(ImpulseMethod::Displacement, 0.03), (ImpulseMethod::Accumulated, 0.02)] {
        let settings = ClassicSettings { impulses, correction: projection, ..ClassicSettings::default() };
        let mut bodies = Bodies::new();
        let row = bodies.push(BodyState::REST, block());
        let mut contacts = [contact(BodyRow::STATIC, row, &[(0.0, -0.03)])];
        step(&mut bodies, &mut contacts, &mut [], &settings);
        let moved = bodies.states()[row.index()].delta_position.y;
        assert!((moved - expected).abs() < 1e-6, "{impulses:?}: {moved}");
    }
}

/// A scene in pixels has its lengths and speeds multiplied, and nothing else; each invalid number is named.
#[test]
fn settings_scale_their_lengths_and_name_what_is_invalid() {
    let projection = PositionCorrection::Projection { fraction: 0.4, slop: 0.01 };
    let settings =
        ClassicSettings { correction: projection, bounce_threshold: 2.0, ..ClassicSettings::default() };
    let scaled = ClassicSettings {
        correction: PositionCorrection::Projection { fraction: 0.4, slop: 0.5 },
        bounce_threshold: 100.0,
        ..settings
    };
    assert_eq!(settings.scaled(50.0), scaled);
    let split = ClassicSettings { correction: PositionCorrection::Split { fraction: 0.4 }, ..settings };
    assert_eq!(split.scaled(50.0).correction, split.correction);
    let refuses = |settings: ClassicSettings, name: &str| {
        let error = settings.validate().unwrap_err();
        assert!(error.to_string().starts_with(name), "{error}");
    };
    for bad in [-1.0, f32::NAN, f32::INFINITY] {
        refuses(ClassicSettings { drag: bad, ..settings }, "drag");
        refuses(ClassicSettings { bounce_threshold: bad, ..settings }, "bounce_threshold");
        for correction in [
            PositionCorrection::Baumgarte { factor: 0.2, slop: bad },
            PositionCorrection::Projection { fraction: 0.2, slop: bad },
        ] {
            refuses(ClassicSettings { correction, ..settings }, "slop");
        }
        refuses(
            ClassicSettings { correction: PositionCorrection::Split { fraction: bad }, ..settings },
            "fraction",
        );
    }
}
