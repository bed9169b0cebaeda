//! Laws of the soft solver, without a world: the tests make the manifolds themselves.

use collide::{FeatureId, Manifold, ManifoldPoint};
use compute::{Width, Workers};
use geom::{Rot, Vec2, cross};
use proptest::prelude::*;
use solver::joint::{ConstraintError, JointFrame, RowMode};
use solver::{
    Bodies, BodyInput, BodyRow, BodyState, Contact, DirectJoints, JointRows, SoftSolver, SolverSettings,
};

const DT: f32 = 1.0 / 60.0;

fn point(anchor_a: [f32; 2], anchor_b: [f32; 2], separation: f32, feature: u32) -> ManifoldPoint {
    ManifoldPoint {
        anchor_a: anchor_a.into(),
        anchor_b: anchor_b.into(),
        separation,
        feature: FeatureId(feature),
    }
}

fn manifold(normal: Vec2, points: &[ManifoldPoint]) -> Manifold {
    let mut manifold = Manifold::EMPTY;
    manifold.normal = normal;
    manifold.count = points.len() as u32;
    manifold.points[..points.len()].copy_from_slice(points);
    manifold
}

/// Random bodies, contacts and joints. A few bodies have infinite mass. Contacts have one or two points that
/// overlap or not; some have restitution, a surface speed or rolling resistance.
#[derive(Clone, Debug)]
struct Scene {
    bodies: Bodies,
    contacts: Vec<Contact>,
    joints: Vec<JointRows>,
}

fn vector(reach: f32) -> impl Strategy<Value = Vec2> {
    (-reach..reach, -reach..reach).prop_map(|(x, y)| Vec2::new(x, y))
}

fn scene() -> impl Strategy<Value = Scene> {
    let body = (vector(4.0), -3.0_f32..3.0, 0.1_f32..5.0, 0.02_f32..2.0, 0_u8..6);
    let contact = (
        (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        -3.2_f32..3.2,
        (vector(1.0), vector(1.0), vector(1.0), vector(1.0)),
        (-0.05_f32..0.02, -0.05_f32..0.02),
        (1_u32..3, 0.0_f32..1.0, prop::sample::select(vec![0.0, 0.0, 0.7])),
        (prop::sample::select(vec![0.0, 0.0, 0.3]), prop::sample::select(vec![0.0, 0.0, -2.0])),
    );
    let joint =
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), vector(0.5), vector(0.5), 0_u8..8);
    (
        prop::collection::vec(body, 1..40),
        prop::collection::vec(contact, 0..120),
        prop::collection::vec(joint, 0..40),
    )
        .prop_map(|(body_parts, contact_parts, joint_parts)| {
            let mut bodies = Bodies::new();
            for (velocity, spin, mass, inertia, kind) in body_parts {
                let input = match kind {
                    0 => BodyInput::INFINITE_MASS,
                    _ => BodyInput::dynamic(mass, inertia, Vec2::new(0.0, -10.0)),
                };
                bodies.push(BodyState::moving(velocity, spin), input);
            }
            let count = bodies.len();
            let contacts = contact_parts
                .into_iter()
                .map(|((a, b), angle, (ra, rb, qa, qb), (s, t), (points, friction, restitution), surface)| {
                    let normal = Rot::from_angle(angle) * Vec2::new(1.0, 0.0);
                    let both = [point(ra.into(), rb.into(), s, 1), point(qa.into(), qb.into(), t, 2)];
                    let manifold = manifold(normal, &both[..points as usize]);
                    let [a, b] = [a, b].map(|body| BodyRow(body.index(count) as u32));
                    let (rolling_resistance, surface_speed) = surface;
                    Contact {
                        rolling_resistance,
                        surface_speed,
                        ..Contact::new(a, b, manifold, friction, restitution)
                    }
                })
                .filter(|contact| contact.a != contact.b)
                .collect();
            let joints = joint_parts
                .into_iter()
                .map(|(a, b, anchor_a, anchor_b, kind)| {
                    let (a, b) = (BodyRow(a.index(count) as u32), BodyRow(b.index(count) as u32));
                    let frame = JointFrame { anchor_a, anchor_b, gap: anchor_b - anchor_a };
                    let axis = Rot::from_angle(anchor_a.x) * Vec2::new(0.0, 1.0);
                    let distance = ConstraintError::Distance { frame, length: 0.3 };
                    let (hertz, damping_ratio) = (2.0, 0.5);
                    let (error, mode, max_force) = match kind {
                        0 => (ConstraintError::Point(frame), RowMode::Rigid, f32::INFINITY),
                        1 => (ConstraintError::Point(frame), RowMode::Spring { hertz, damping_ratio }, 3.0),
                        2 => (distance, RowMode::Rigid, f32::INFINITY),
                        3 => (distance, RowMode::Spring { hertz, damping_ratio }, f32::INFINITY),
                        4 => (
                            ConstraintError::Axis { frame, axis, rest: 0.1 },
                            RowMode::UPPER_LIMIT,
                            f32::INFINITY,
                        ),
                        5 => (
                            ConstraintError::Angle { factors: [1.0, 2.0], angle: -0.1 },
                            RowMode::LOWER_LIMIT,
                            f32::INFINITY,
                        ),
                        6 => (
                            ConstraintError::Angle { factors: [1.0, 1.0], angle: 0.0 },
                            RowMode::motor(2.0),
                            4.0,
                        ),
                        _ => {
                            let anchors = [anchor_a, anchor_b];
                            let error =
                                ConstraintError::Pulley { anchors, ropes: anchors, ratio: 1.5, length: 1.0 };
                            (error, RowMode::Rigid, f32::INFINITY)
                        }
                    };
                    JointRows::new(a, b, error, [0.0; 2]).max_force(max_force).mode(mode)
                })
                .filter(|joint| joint.a != joint.b)
                .collect();
            Scene { bodies, contacts, joints }
        })
}

fn steps(scene: &Scene, width: Width, count: u32) -> Scene {
    let mut scene = scene.clone();
    let mut solver = SoftSolver::with_width(width);
    let settings = SolverSettings::default();
    for _ in 0..count {
        solver.step(&mut scene.bodies, &mut scene.contacts, &mut scene.joints, &settings, DT);
    }
    scene
}

fn state_bits(scene: &Scene) -> Vec<u32> {
    scene.bodies.states().iter().flat_map(|state| bytemuck::cast::<_, [u32; 8]>(*state)).collect()
}

proptest! {
    /// Every width gives the bits of the scalar reference, in bodies and in impulses.
    #[test]
    fn widths_agree_on_random_graphs(scene in scene()) {
        let reference = steps(&scene, Width::SCALAR, 3);
        for width in Width::all() {
            let found = steps(&scene, width, 3);
            prop_assert_eq!(state_bits(&found), state_bits(&reference), "{}", width.name());
            prop_assert_eq!(&found.contacts, &reference.contacts);
            prop_assert_eq!(&found.joints, &reference.joints);
        }
    }

    /// Constraints do not change the velocity of a body of infinite mass. Without gravity and such bodies,
    /// momentum is kept.
    #[test]
    fn momentum_is_kept_without_infinite_masses(scene in scene()) {
        let mut scene = scene;
        let is_fixed: Vec<bool> = scene.bodies.inputs().iter().map(|input| !input.is_movable()).collect();
        for input in scene.bodies.inputs_mut().iter_mut().skip(1) {
            input.acceleration = Vec2::zeros();
        }
        let after_all = steps(&scene, Width::best(), 1);
        for (i, (before, after)) in scene.bodies.states().iter().zip(after_all.bodies.states()).enumerate() {
            if is_fixed[i] {
                prop_assert_eq!(before.velocity, after.velocity);
                prop_assert_eq!(before.angular_velocity, after.angular_velocity);
            }
        }
        scene.contacts.retain(|c| !is_fixed[c.a.index()] && !is_fixed[c.b.index()]);
        // The wheels of a pulley are fixed in the world, so they take up momentum too.
        let is_free = |j: &JointRows| !matches!(j.error, ConstraintError::Pulley { .. });
        scene.joints.retain(|j| !is_fixed[j.a.index()] && !is_fixed[j.b.index()] && is_free(j));
        let momentum = |scene: &Scene| -> Vec2 {
            let rows = scene.bodies.states().iter().zip(scene.bodies.inputs());
            rows.filter(|(_, input)| input.is_movable()).map(|(s, i)| s.velocity / i.inverse_mass).sum()
        };
        let scale: f32 = scene.contacts.len() as f32 + 10.0;
        let change = momentum(&steps(&scene, Width::best(), 1)) - momentum(&scene);
        prop_assert!(change.norm() < 2e-4 * scale * scale, "{}", change);
    }

    /// Normal impulses push, friction stays within its cone, and rolling resistance within its bound.
    #[test]
    fn impulses_obey_their_bounds(scene in scene()) {
        let after = steps(&scene, Width::best(), 1);
        for contact in &after.contacts {
            if contact.restitution == 0.0 {
                let normal = contact.impulses[0].normal + contact.impulses[1].normal;
                let bound = contact.rolling_resistance * normal * 1.0001 + 1e-6;
                prop_assert!(contact.rolling_impulse.abs() <= bound);
            }
            for impulse in contact.impulses {
                prop_assert!(impulse.normal >= 0.0);
                // A bounce at the end of the step may reduce the normal impulse after friction was solved.
                if contact.restitution == 0.0 {
                    prop_assert!(impulse.tangent.abs() <= contact.friction * impulse.normal * 1.0001 + 1e-6);
                }
            }
        }
    }

    /// A NaN velocity spreads to the bodies that are connected to it and to no others. Stored impulses stay
    /// finite, so they do not spread it to the next step.
    #[test]
    fn nan_stays_in_its_island(scene in scene(), other in scene()) {
        // Two scenes side by side in one solver; a body of the first one has a NaN velocity.
        let mut both = scene.clone();
        let offset = scene.bodies.len() as u32 - 1;
        for (state, input) in other.bodies.states().iter().zip(other.bodies.inputs()).skip(1) {
            both.bodies.push(*state, *input);
        }
        let shift = |i: BodyRow| if i == BodyRow::STATIC { i } else { BodyRow(i.0 + offset) };
        both.contacts.extend(other.contacts.iter().map(|c| Contact { a: shift(c.a), b: shift(c.b), ..*c }));
        both.joints.extend(other.joints.iter().map(|j| {
            let mut joint = *j;
            (joint.a, joint.b) = (shift(j.a), shift(j.b));
            joint
        }));
        both.bodies.states_mut()[1].velocity.x = f32::NAN;
        let found = steps(&both, Width::best(), 2);
        prop_assert_eq!(found.bodies.states()[0], BodyState::REST);
        for contact in &found.contacts {
            let [p, q] = contact.impulses;
            let stored = [p.normal, p.tangent, q.normal, q.tangent, contact.rolling_impulse];
            prop_assert!(stored.iter().all(|impulse| impulse.is_finite()), "{:?}", stored);
        }
        for joint in &found.joints {
            prop_assert!(joint.impulse.iter().all(|impulse| impulse.is_finite()), "{:?}", joint.impulse);
        }
        for state in &found.bodies.states()[offset as usize + 1..] {
            prop_assert!(state.velocity.norm().is_finite() && state.delta_position.norm().is_finite());
        }
    }
}

proptest! {
    /// Rods to bodies that move apart, limits that exclude each other, cranks at a dead point: what cannot be
    /// satisfied gives way, and no speed grows from solve to solve.
    #[test]
    fn joints_that_contradict_each_other_stay_finite(
        scene in scene(),
        direct_joints in prop::sample::select(vec![DirectJoints::Loaded, DirectJoints::All]),
    ) {
        let mut scene = scene;
        let settings = SolverSettings { direct_joints, ..SolverSettings::default() };
        let mut solver = SoftSolver::new();
        for _ in 0..4 {
            solver.step(&mut scene.bodies, &mut scene.contacts, &mut scene.joints, &settings, DT);
        }
        for state in scene.bodies.states() {
            prop_assert!(state.velocity.norm() < 1e12 && state.delta_position.norm().is_finite(), "{state:?}");
        }
        for joint in &scene.joints {
            prop_assert!(joint.impulse.iter().all(|impulse| impulse.is_finite()), "{:?}", joint.impulse);
        }
    }
}

/// The two contact points of a box of 1 kg on the ground carry half of its weight each, and the box stays at
/// rest.
#[test]
fn both_points_carry_half_of_a_box_at_rest() {
    let mut bodies = Bodies::new();
    let body = bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 1.0 / 6.0, Vec2::new(0.0, -10.0)));
    let left = point([-0.5, 0.0], [-0.5, -0.5], -1e-4, 1);
    let right = point([0.5, 0.0], [0.5, -0.5], -1e-4, 2);
    let mut contacts =
        [Contact::new(BodyRow::STATIC, body, manifold(Vec2::new(0.0, 1.0), &[left, right]), 0.6, 0.0)];
    let mut solver = SoftSolver::new();
    let settings = SolverSettings::default();
    for _ in 0..60 {
        solver.step(&mut bodies, &mut contacts, &mut [], &settings, DT);
        // This replaces collision detection: the separation changes by the displacement of the body.
        let moved = bodies.states()[body.index()].delta_position.y;
        let mut manifold = contacts[0].manifold;
        manifold.points.iter_mut().for_each(|point| point.separation += moved);
        contacts[0].replace_manifold(manifold);
    }
    let h = DT / settings.substeps as f32;
    for impulse in contacts[0].impulses {
        assert!((impulse.normal / (5.0 * h) - 1.0).abs() < 1e-3, "{impulse:?}");
        assert!(impulse.tangent.abs() < 1e-6);
    }
    assert!(bodies.states()[body.index()].velocity.norm() < 1e-5);
}

/// The static row stays static even if the caller writes into it: boxes that touch it in several strips move
/// as if nothing had been written, on one thread and on two. (All threads read this row at once.)
#[test]
fn static_row_cannot_be_moved() {
    let mut bodies = Bodies::new();
    let mut contacts = Vec::new();
    for i in 0_u8..=255 {
        for _ in 0..10 {
            let strip_coordinate = f32::from(i) - 99.5;
            let input =
                BodyInput { strip_coordinate, ..BodyInput::dynamic(1.0, 1.0 / 6.0, Vec2::new(0.0, -10.0)) };
            let body = bodies.push(BodyState::moving(Vec2::new(1.0, 0.0), 0.0), input);
            let below = point([0.0, 0.0], [0.0, -0.5], -1e-4, 1);
            contacts.push(Contact::new(
                BodyRow::STATIC,
                body,
                manifold(Vec2::new(0.0, 1.0), &[below]),
                0.6,
                0.0,
            ));
        }
    }
    let run = |writes_static: bool, threads: usize| {
        let (mut bodies, mut contacts) = (bodies.clone(), contacts.clone());
        let (mut solver, mut workers) = (SoftSolver::new(), Workers::new(threads));
        for _ in 0..3 {
            if writes_static {
                bodies.states_mut()[BodyRow::STATIC.index()] = BodyState::moving(Vec2::new(3.0, 4.0), 5.0);
                bodies.inputs_mut()[BodyRow::STATIC.index()] =
                    BodyInput::dynamic(1.0, 1.0, Vec2::new(0.0, -10.0));
            }
            solver.step_on(&mut workers, &mut bodies, &mut contacts, &mut [], &SolverSettings::default(), DT);
        }
        bodies.states().to_vec()
    };
    let reference = run(false, 1);
    assert_eq!(reference[BodyRow::STATIC.index()], BodyState::REST);
    for threads in [1, 2] {
        assert!(run(true, threads) == reference, "on {threads} threads");
    }
}

/// A box that lands flat on two points does not turn, for each order of the points, because both are solved
/// together as a 2x2 system. If they were solved one after the other, the box would turn.
#[test]
fn flat_landing_does_not_turn() {
    for swap in [false, true] {
        let mut bodies = Bodies::new();
        let fall = BodyState::moving(Vec2::new(0.0, -2.0), 0.0);
        let body = bodies.push(fall, BodyInput::dynamic(1.0, 1.0 / 6.0, Vec2::zeros()));
        let mut points = [point([-0.5, 0.0], [-0.5, -0.5], 0.0, 1), point([0.5, 0.0], [0.5, -0.5], 0.0, 2)];
        if swap {
            points.reverse();
        }
        let mut contacts =
            [Contact::new(BodyRow::STATIC, body, manifold(Vec2::new(0.0, 1.0), &points), 0.0, 0.0)];
        let settings = SolverSettings { biased_sweeps: 1, relax_sweeps: 1, ..SolverSettings::default() };
        SoftSolver::new().step(&mut bodies, &mut contacts, &mut [], &settings, DT);
        let state = &bodies.states()[body.index()];
        assert!(state.angular_velocity.abs() < 1e-5, "{}", state.angular_velocity);
        assert!(state.velocity.y.abs() < 1e-5, "{}", state.velocity.y);
    }
}

/// A joint between two free bodies keeps their momentum and their angular momentum.
#[test]
fn joint_keeps_momentum_and_angular_momentum() {
    let mut bodies = Bodies::new();
    let a =
        bodies.push(BodyState::moving(Vec2::new(1.0, 2.0), 3.0), BodyInput::dynamic(2.0, 0.5, Vec2::zeros()));
    let b = bodies
        .push(BodyState::moving(Vec2::new(-2.0, 0.0), -1.0), BodyInput::dynamic(1.0, 0.2, Vec2::zeros()));
    // A is at the origin, B at (2, 0); the joint is at (1, 0).
    let centers = [Vec2::zeros(), Vec2::new(2.0, 0.0)];
    let momenta = |bodies: &Bodies| {
        let (mut linear, mut angular) = (Vec2::zeros(), 0.0);
        for (i, center) in [(a, centers[0]), (b, centers[1])] {
            let (state, input) = (&bodies.states()[i.index()], &bodies.inputs()[i.index()]);
            let p = state.velocity / input.inverse_mass;
            linear += p;
            angular +=
                cross(center + state.delta_position, p) + state.angular_velocity / input.inverse_inertia;
        }
        (linear, angular)
    };
    let before = momenta(&bodies);
    let frame =
        JointFrame { anchor_a: Vec2::new(1.0, 0.0), anchor_b: Vec2::new(-1.0, 0.0), gap: Vec2::zeros() };
    let mut joints = [JointRows::new(a, b, ConstraintError::Point(frame), [0.0; 2])];
    SoftSolver::new().step(&mut bodies, &mut [], &mut joints, &SolverSettings::default(), DT);
    let after = momenta(&bodies);
    assert!((before.0 - after.0).norm() < 1e-5);
    // The impulses on A and B act at the two anchors, which are a small gap apart within the sub-step.
    assert!((before.1 - after.1).abs() < 0.02, "{} {}", before.1, after.1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The momentum that a body gains in a step is that of gravity and the step impulses of its contacts, for
    /// any number of sub-steps, restitution included.
    #[test]
    fn step_impulses_account_for_the_change_of_momentum(scene in scene(), substeps in 1_u32..9) {
        let Scene { bodies: mut solved, mut contacts, .. } = scene;
        for contact in &mut contacts {
            (contact.friction, contact.static_friction) = (0.0, 0.0);
            (contact.rolling_resistance, contact.surface_speed) = (0.0, 0.0);
        }
        let before = solved.clone();
        let settings = SolverSettings { substeps, ..SolverSettings::default() };
        SoftSolver::new().step(&mut solved, &mut contacts, &mut [], &settings, DT);
        let mut momentum = vec![Vec2::zeros(); solved.len()];
        let mut size = vec![1.0_f32; solved.len()];
        for contact in &contacts {
            let total = contact.step_impulse;
            for (row, sign) in [(contact.a, -1.0), (contact.b, 1.0)] {
                momentum[row.index()] += contact.manifold.normal * (sign * total);
                size[row.index()] += total;
            }
        }
        for row in 1..solved.len() {
            let input = solved.inputs()[row];
            if input.inverse_mass > 0.0 {
                let change = solved.states()[row].velocity - before.states()[row].velocity;
                let gained = (change - input.acceleration * DT) / input.inverse_mass;
                let error = (gained - momentum[row]).norm();
                prop_assert!(error < 1e-3 * size[row], "body {row}: {gained:?}, {:?}", momentum[row]);
            }
        }
    }
}
