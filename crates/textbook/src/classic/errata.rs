//! Errors of the texts about impulses and corrections. Each test has the version of the text, shows that it
//! fails, and shows that ours is right. `docs/errata.md` lists all errata and the texts.

use super::contact_impulses::bias;
use super::{ClassicSettings, ClassicSolver, ImpulseMethod, PositionCorrection};
use bytemuck::Zeroable;
use collide::{Manifold, ManifoldPoint};
use geom::{Vec2, cross};
use solver::impulse::{BodyPair, Friction, RigidBody};
use solver::{Bodies, BodyInput, BodyRow, BodyState, Contact};

const N: Vec2 = Vec2::new(0.0, 1.0);

fn ball(mass: f32, velocity: f32) -> RigidBody {
    RigidBody { velocity: N * velocity, inverse_mass: 1.0 / mass, ..RigidBody::STATIC }
}

fn pair(a: RigidBody, b: RigidBody) -> BodyPair {
    BodyPair { a, b, r_a: Vec2::zeros(), r_b: Vec2::zeros() }
}

/// Three texts call an impulse an instantaneous change of velocity: Gaul, Custom Physics Engine; Gaul, The
/// Basics (Impulse Resolution; later it has the momentum); Sotirov 2022. It is a change of *momentum*: the
/// same impulse changes the velocity of a body of three times the mass by a third.
#[test]
fn equal_impulses_change_velocities_by_the_inverse_of_the_masses() {
    let text = [1.0, 3.0].map(|_mass| N * 6.0);
    assert_eq!(text[0], text[1], "the error of the texts");
    let ours = [1.0, 3.0].map(|mass| {
        let mut body = ball(mass, 0.0);
        body.apply(N * 6.0, Vec2::zeros());
        body.velocity
    });
    assert!((ours[0] - N * 6.0).norm() < 1e-6 && (ours[1] - N * 2.0).norm() < 1e-6, "{ours:?}");
}

/// Gaul, The Basics, divides the correction by the sum of the inverse masses, and says that it scales "by the
/// total mass of the system". 1 / (1/mA + 1/mB) is the reduced mass, mA mB / (mA + mB), smaller than either.
#[test]
fn correction_is_scaled_by_the_reduced_mass() {
    let (m_a, m_b, depth): (f32, f32, f32) = (3.0, 1.0, 0.4);
    let (total, reduced) = (m_a + m_b, m_a * m_b / (m_a + m_b));
    let scaled = |mass: f32| (depth * mass / m_a, depth * mass / m_b);
    let (text, right) = (scaled(total), scaled(reduced));
    assert!(text.0 + text.1 > 5.0 * depth, "the error of the text: {text:?} m for {depth} m");
    assert!((right.0 + right.1 - depth).abs() < 1e-6);
    let [by_a, by_b] = pair(ball(m_a, 0.0), ball(m_b, 0.0)).positional_correction(N * -depth);
    assert!((by_a.norm() - right.0).abs() < 1e-6 && (by_b.norm() - right.1).abs() < 1e-6);
    assert!((pair(ball(m_a, 0.0), ball(m_b, 0.0)).effective_mass(N) - reduced).abs() < 1e-6);
}

/// Impulse Responses calls the entries of the matrix of a revolute joint effective masses (`m_eff_11`). They
/// are inverse masses, 1/kg: for bodies held at their centres 1/mA + 1/mB, where the effective mass is the
/// inverse of that.
#[test]
fn entries_of_the_joint_matrix_are_inverse_masses() {
    let bodies = pair(ball(4.0, 0.0), ball(4.0, 0.0));
    let [k11, k12, k22] = bodies.revolute_matrix();
    let effective = bodies.effective_mass(N);
    assert!((effective - 2.0).abs() < 1e-6 && (k11 - effective).abs() > 1.0, "the error of the text");
    assert!((k11 - 0.5).abs() < 1e-6 && k12 == 0.0 && (k22 - 1.0 / effective).abs() < 1e-6);
}

/// Sotirov 2022 prints the bias as factor / dt max(0, allowed - depth); its code has depth - allowed. As
/// printed, a deep overlap gets no bias, and a gap gets one that pushes the bodies farther apart.
#[test]
fn bias_grows_with_the_depth_beyond_what_is_allowed() {
    let (factor, slop, dt): (f32, f32, f32) = (0.2, 0.01, 1.0 / 60.0);
    let printed = |depth: f32| factor / dt * (slop - depth).max(0.0);
    assert!(printed(0.1) == 0.0 && printed(-0.5) > 6.0, "the error of the text");
    let correction = PositionCorrection::Baumgarte { factor, slop };
    let settings = ClassicSettings { correction, ..ClassicSettings::default() };
    let ours = |depth: f32| {
        let point = ManifoldPoint { separation: -depth, ..ManifoldPoint::zeroed() };
        let manifold = Manifold { normal: N, count: 1, points: [point; 2] };
        bias(&Contact { manifold, ..Contact::zeroed() }, 0, &settings, dt)
    };
    assert!((ours(0.1) - factor / dt * 0.09).abs() < 1e-5);
    assert_eq!([ours(0.01), ours(-0.5)], [0.0; 2]);
}

/// Impulse Responses derives the velocity of a point as v + (-w r_y, w r_x), and programs it as v + w
/// Rotr(r). If `Rotr` turns clockwise, as the outward normals of counter-clockwise outlines in the other
/// post need, the point moves against the rotation. (If it does not, those normals are wrong.)
#[test]
fn point_of_a_rotating_body_moves_with_the_rotation() {
    let (spin, lever, time) = (2.0_f32, Vec2::new(0.6, 0.8), 1e-3_f32);
    let clockwise = |v: Vec2| Vec2::new(v.y, -v.x);
    let text = clockwise(lever) * spin;
    let (sin, cos) = (spin * time).sin_cos();
    let later = Vec2::new(cos * lever.x - sin * lever.y, sin * lever.x + cos * lever.y);
    let exact = (later - lever) / time;
    assert!((text + exact).norm() < 0.01, "the error of the text: {text:?} for {exact:?}");
    let body = RigidBody { angular_velocity: spin, ..ball(1.0, 0.0) };
    let ours = BodyPair { r_b: lever, ..pair(RigidBody::STATIC, body) }.relative_velocity();
    assert!((ours - exact).norm() < 0.01);
}

/// Sotirov 2022, `apply_impulse`, divides by the mass, which is 0 for static bodies, although the section on
/// resolution relies on "impulse * 0 = 0". The inverse mass is 0 instead.
#[test]
fn impulse_on_a_static_body_changes_nothing() {
    let (mass, impulse) = (0.0_f32, Vec2::new(0.0, 3.0));
    let text = Vec2::zeros() + impulse * (1.0 / mass);
    assert!(text.x.is_nan() && text.y.is_infinite(), "the error of the text");
    let mut ground = RigidBody::STATIC;
    ground.apply(impulse, Vec2::new(1.0, 0.0));
    assert_eq!(ground, RigidBody::STATIC);
}

/// 2D Collision Detection and Resolution moves one polygon by d/2 mA/(mA + mB) and the other by -d/2 mB/(mA +
/// mB): together by d/2, which closes half of the overlap.
#[test]
fn shares_of_a_correction_add_up_to_the_whole_overlap() {
    let (depth, m_a, m_b): (f32, f32, f32) = (0.4, 3.0, 1.0);
    let text = [0.5 * depth * m_b / (m_a + m_b), 0.5 * depth * m_a / (m_a + m_b)];
    assert!((text[0] + text[1] - 0.5 * depth).abs() < 1e-6, "the error of the text: half is left");
    let [by_a, by_b] = pair(ball(m_a, 0.0), ball(m_b, 0.0)).positional_correction(N * -depth);
    assert!(((by_b - by_a).y - depth).abs() < 1e-6);
    assert!(by_a.norm() < by_b.norm(), "the heavier body moves less");
}

/// Impulse Responses, in both expansions of the effective mass, ends with r_y^2 u_y^2 where r_y^2 n_x^2
/// stands in the line before.
#[test]
fn expanded_effective_mass_has_the_x_of_the_normal_with_the_y_of_the_arm() {
    let (r, n) = (Vec2::new(0.3, 2.0), Vec2::new(0.6, 0.8));
    let mixed = r.x * r.x * n.y * n.y - 2.0 * r.x * r.y * n.x * n.y;
    let text = mixed + r.y * r.y * n.y * n.y;
    let right = mixed + r.y * r.y * n.x * n.x;
    let exact = cross(r, n) * cross(r, n);
    assert!((text - exact).abs() > 1.0, "the error of the text: {text} for {exact}");
    assert!((right - exact).abs() < 1e-6);
    let body = RigidBody { inverse_inertia: 1.0, ..ball(1.0, 0.0) };
    let found = BodyPair { r_b: r, ..pair(RigidBody::STATIC, body) }.effective_mass(n);
    assert!((1.0 / found - 1.0 - exact).abs() < 1e-5);
}

/// Gaul, The Basics, adds j n / mA to the velocity of A and takes j n / mB from that of B, with the j of its
/// equation 10, which is positive for bodies that approach each other. Its code has the signs reversed. As
/// printed, the bodies approach each other even faster.
#[test]
fn impulse_pushes_b_along_the_normal_and_a_against_it() {
    let (a, b) = (ball(2.0, 1.0), ball(1.0, -2.0));
    let before = pair(a, b);
    let j = -(before.b.velocity - before.a.velocity).dot(&N) / (a.inverse_mass + b.inverse_mass);
    let printed = (b.velocity - N * (j * b.inverse_mass)) - (a.velocity + N * (j * a.inverse_mass));
    assert!(printed.dot(&N) < 2.0 * before.relative_velocity().dot(&N) + 1e-5, "the error of the text");
    let mut ours = before;
    ours.apply(N * ours.normal_impulse(N, 0.0));
    assert!(ours.relative_velocity().norm() < 1e-6);
}

/// Gaul, The Basics, defines the dot product as x1 x2 + y2 y2.
#[test]
fn dot_product_multiplies_the_y_of_both() {
    let text = |v: Vec2, w: Vec2| v.x * w.x + w.y * w.y;
    let (up, right) = (Vec2::new(0.0, 1.0), Vec2::new(1.0, 0.0));
    assert_eq!([text(right, up), text(up, right)], [1.0, 0.0], "the error of the text: it has an order");
    assert_eq!([right.dot(&up), up.dot(&right)], [0.0; 2]);
}

/// Gaul, Custom Physics Engine, gives each body `impulse * Mass / TotalMass`, so the heavier body's velocity
/// changes more, against the sentence below it that smaller objects move more.
#[test]
fn lighter_body_gets_the_greater_change_of_velocity() {
    let (heavy, light, impulse): (f32, f32, f32) = (4.0, 1.0, 1.0);
    let text = [heavy, light].map(|mass| impulse * mass / (heavy + light));
    assert!(text[0] > text[1], "the error of the text");
    let mut ours = pair(ball(heavy, 0.0), ball(light, 0.0));
    ours.apply(N * impulse);
    assert!(ours.a.velocity.norm() < ours.b.velocity.norm());
}

/// Gaul, The Basics, derives j from (1 + e) vn + j (j n / mA + j n / mB) . n = 0, in which j stands twice, so
/// that it would grow with the root of the speed. Its result and its code have it once.
#[test]
fn impulse_grows_in_proportion_to_the_speed() {
    let approach = |speed: f32| pair(ball(2.0, 0.0), ball(1.0, -speed));
    let k = 1.0 / 2.0 + 1.0;
    let text = |speed: f32| (speed / k).sqrt();
    assert!(
        text(4.0) < 2.0 * text(1.0) + 1e-6,
        "the error of the text: twice the impulse for four times the speed"
    );
    assert!(-4.0 + text(4.0) * k < -1.0, "the error of the text: the bodies still approach");
    for speed in [1.0, 4.0] {
        let mut ours = approach(speed);
        let j = ours.normal_impulse(N, 0.0);
        assert!((j - speed / k).abs() < 1e-6);
        ours.apply(N * j);
        assert!(ours.relative_velocity().norm() < 1e-6);
    }
}

/// Gaul, Custom Physics Engine, caps the friction impulse by "the manifold normal * the coefficient of
/// friction". The normal is a unit vector, so a block under any load would be held by the same impulse. It is
/// the *impulse* along the normal.
#[test]
fn cap_of_friction_grows_with_the_load() {
    let (mu, t) = (0.5, Vec2::new(1.0, 0.0));
    let text = |_load: f32| mu * N.norm();
    assert_eq!(text(1.0), text(100.0), "the error of the text");
    let mut sliding = pair(RigidBody::STATIC, ball(100.0, 0.0));
    sliding.b.velocity = t * 9.0;
    let friction = Friction { static_coefficient: mu, dynamic_coefficient: mu };
    for load in [1.0, 100.0] {
        assert!((sliding.friction_impulse(t, load, friction) + mu * load).abs() < 1e-4);
    }
}

/// Both texts of Gaul and Sotirov 2022 explain with rounding errors why bodies at rest sink. But with
/// positions integrated before the contacts are solved, a body falls by g dt^2 in each step, in exact
/// arithmetic too: here in integers, with dt = 1 and g = 1. If the contact is solved between velocity and
/// position, it stays.
#[test]
fn bodies_at_rest_sink_without_any_rounding() {
    let (mut height, mut velocity) = (0_i32, 0_i32);
    for _ in 0..10 {
        velocity -= 1;
        height += velocity;
        velocity = if height <= 0 { 0 } else { velocity };
    }
    assert_eq!(height, -10, "the error of the texts: no number was rounded");
    let (mut height, mut ours) = (0.0, pair(RigidBody::STATIC, ball(1.0, 0.0)));
    for _ in 0..10 {
        ours.b.velocity -= N;
        ours.apply(N * ours.normal_impulse(N, 0.0));
        height += ours.b.velocity.y;
    }
    assert_eq!(height, 0.0);
}

/// Gaul, Custom Physics Engine, says that moving bodies apart adds no energy. It lifts what lies on the
/// ground, by m g d for an overlap of d.
#[test]
fn correction_of_positions_lifts_bodies() {
    let (mass, gravity, depth) = (3.0, 10.0, 0.2);
    let text = 0.0;
    let [_, by_b] = pair(RigidBody::STATIC, ball(mass, 0.0)).positional_correction(N * -depth);
    let gained = mass * gravity * by_b.y;
    assert!((gained - 6.0).abs() < 1e-5 && gained > text, "the error of the text");
}

/// The impulses of both ends of a plank of 1 kg, 0.2 m x 2 m, that lands upright on its short side at 1 m/s,
/// N s, and its spin after that, rad/s.
fn landing(impulses: ImpulseMethod, iterations: u32) -> ([f32; 2], f32) {
    let (half_width, half_height) = (0.1_f32, 1.0_f32);
    let inertia = (half_width * half_width + half_height * half_height) / 3.0;
    let mut bodies = Bodies::new();
    let falling = BodyState { velocity: -N, ..BodyState::REST };
    let plank = bodies.push(falling, BodyInput::dynamic(1.0, inertia, Vec2::zeros()));
    let anchors = [-half_width, half_width].map(|x| Vec2::new(x, -half_height));
    let points = anchors.map(|anchor_b| ManifoldPoint { anchor_b, ..ManifoldPoint::zeroed() });
    let manifold = Manifold { normal: N, count: 2, points };
    let mut contacts = [Contact::new(BodyRow::STATIC, plank, manifold, 0.0, 0.0)];
    let settings = ClassicSettings { impulses, correction: PositionCorrection::None, ..Default::default() };
    let (mut solver, dt) = (ClassicSolver::default(), 1.0 / 60.0);
    solver.begin(&mut bodies, &mut contacts, &mut [], &settings, dt);
    for _ in 0..iterations {
        solver.iterate(&mut bodies, &mut contacts, &settings, dt);
    }
    let state = bodies.states()[plank.index()];
    // Both ends share the change of momentum, and their moments give the spin.
    let (sum, difference) = (state.velocity.y + 1.0, inertia * state.angular_velocity / half_width);
    ([0.5 * (sum - difference), 0.5 * (sum + difference)], state.angular_velocity)
}

/// Sotirov 2022, Iterations: "with each iteration we get closer to the true impulse". Its `max(j, 0)` bounds
/// the impulse of *each* iteration, so none takes back what an earlier one gave too much. The first end of a
/// plank that lands flat gets nearly all of the impulse, the plank spins, and more iterations change nothing.
/// With the *sum* of the impulses of a point bounded, both ends get half.
#[test]
fn iterations_reach_the_true_impulse_only_if_the_sum_is_clamped() {
    let is = |found: ([f32; 2], f32), [left, right, spin]: [f32; 3]| {
        let ([l, r], s) = found;
        (l - left).abs() < 5e-4 && (r - right).abs() < 5e-4 && (s - spin).abs() < 5e-4
    };
    for (iterations, ours) in [
        (1, [0.971, 0.056, -0.272]),
        (5, [0.793, 0.224, -0.169]),
        (20, [0.549, 0.454, -0.028]),
        (1000, [0.5, 0.5, 0.0]),
    ] {
        let text = landing(ImpulseMethod::Separate, iterations);
        assert!(is(text, [0.971, 0.056, -0.272]), "the error of the text: {text:?}");
        let sum = landing(ImpulseMethod::Accumulated, iterations);
        assert!(is(sum, ours), "{iterations}: {sum:?}");
    }
}

/// Impulse Responses replaces a friction impulse beyond the static threshold by `j_dynamic`, a multiple of
/// the normal impulse, which has no sign: what slides against the tangent would be pushed on.
#[test]
fn dynamic_friction_opposes_the_sliding_in_both_directions() {
    let (t, load, mu) = (Vec2::new(1.0, 0.0), 1.0_f32, 0.5);
    let friction = Friction { static_coefficient: mu, dynamic_coefficient: mu };
    let change = |speed: f32, j: f32| (speed + j).abs() - speed.abs();
    let text = |_speed: f32| mu * load;
    assert!(change(-9.0, text(-9.0)) < 0.0 && change(9.0, text(9.0)) > 0.0, "the error of the text");
    for speed in [-9.0, 9.0] {
        let mut sliding = pair(RigidBody::STATIC, ball(1.0, 0.0));
        sliding.b.velocity = t * speed;
        let j = sliding.friction_impulse(t, load, friction);
        assert!((change(speed, j) + mu * load).abs() < 1e-6, "{speed} m/s: {j} N s");
    }
}

/// 2D Collision Detection and Resolution moves one polygon by beta d and the other by as much the other way:
/// by 2 beta d together, whatever they weigh, so that with beta above 0.5 a gap opens. The shares of beta d
/// add up to beta d.
#[test]
fn fraction_of_a_correction_is_shared_by_the_bodies() {
    let (depth, beta): (f32, f32) = (0.1, 0.6);
    let text = depth - 2.0 * beta * depth;
    assert!(text < -0.01, "the error of the text: a gap of {} m", -text);
    let [by_a, by_b] = pair(ball(3.0, 0.0), ball(1.0, 0.0)).positional_correction(N * (-beta * depth));
    assert!(((by_b - by_a).y - beta * depth).abs() < 1e-6 && by_b.y > 2.9 * -by_a.y);
}
