//! Who solves what does not show: piles that stand apart, that something ties together, and ropes across all of them, on
//! many threads and on one.

use collide::{FeatureId, Manifold, ManifoldPoint};
use compute::Workers;
use geom::Vec2;
use proptest::prelude::*;
use solver::joint::{ConstraintError, JointFrame};
use solver::{Bodies, BodyInput, BodyRow, BodyState, Contact, JointRows, SoftSolver, SolverSettings};

/// Bodies of a pile.
const PILE: u32 = 50;

/// A linear congruential generator, so that long rows cost no time to shrink.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(self.0) * u64::from(end)) >> 32) as u32
    }

    /// From -1 to 1.
    fn any(&mut self) -> f32 {
        self.below(2_000_001) as f32 * 1e-6 - 1.0
    }

    fn vector(&mut self) -> Vec2 {
        Vec2::new(self.any(), self.any())
    }
}

#[derive(Clone)]
struct Scene {
    bodies: Bodies,
    contacts: Vec<Contact>,
    joints: Vec<JointRows>,
}

/// Piles in a row, ten metres from each other, whose bodies come in no order. So many of a thousand constraints reach
/// anywhere (`far`), and so many bodies are moved by nothing but their velocity (`driven`).
fn piles(count: u32, far: u32, driven: u32, joints: u32, seed: u32) -> Scene {
    let mut numbers = Numbers(seed);
    let mut bodies = Bodies::new();
    let all = count * PILE;
    // A step that has no divisor in common with their number meets every body once.
    let stride = 7919;
    for i in 0..all {
        let place = ((u64::from(i) * stride) % u64::from(all)) as u32;
        let strip_coordinate = (place / PILE) as f32 * 10.0 + numbers.any();
        let input = if numbers.below(1000) < driven {
            BodyInput::INFINITE_MASS
        } else {
            BodyInput::dynamic(0.5 + numbers.any().abs(), 0.1 + numbers.any().abs(), Vec2::new(0.0, -10.0))
        };
        bodies.push(
            BodyState::moving(numbers.vector(), numbers.any()),
            BodyInput { strip_coordinate, ..input },
        );
    }
    let mut rows = vec![BodyRow::STATIC; all as usize];
    for i in 0..all {
        rows[((u64::from(i) * stride) % u64::from(all)) as usize] = BodyRow(i + 1);
    }
    let mut scene = Scene { bodies, contacts: Vec::new(), joints: Vec::new() };
    for _ in 0..2 * all {
        let a = numbers.below(all);
        let b = if numbers.below(1000) < far {
            numbers.below(all)
        } else {
            a / PILE * PILE + numbers.below(PILE)
        };
        let [a, b] =
            [if numbers.below(8) == 0 { BodyRow::STATIC } else { rows[a as usize] }, rows[b as usize]];
        if a == b {
            continue;
        }
        let [anchor_a, anchor_b] = [numbers.vector(), numbers.vector()];
        if numbers.below(1000) < joints {
            let frame = JointFrame { anchor_a, anchor_b, gap: 0.1 * numbers.vector() };
            let measure = match numbers.below(2) {
                0 => ConstraintError::Point(frame),
                _ => ConstraintError::Angle { factors: [1.0, 1.0], angle: 0.1 },
            };
            scene.joints.push(JointRows::new(a, b, measure, [0.0; 2]));
        } else {
            let mut manifold = Manifold::EMPTY;
            manifold.normal = geom::Rot::from_angle(3.0 * numbers.any()) * Vec2::new(1.0, 0.0);
            manifold.count = 1 + numbers.below(2);
            for point in &mut manifold.points[..manifold.count as usize] {
                let separation = 0.02 * numbers.any();
                *point =
                    ManifoldPoint { anchor_a, anchor_b: numbers.vector(), separation, feature: FeatureId(0) };
            }
            let restitution = if numbers.below(10) == 0 { 0.5 } else { 0.0 };
            scene.contacts.push(Contact::new(a, b, manifold, 0.5, restitution));
        }
    }
    scene
}

/// The bits of bodies and impulses after a few steps on so many threads.
fn bits(scene: &Scene, threads: usize) -> Vec<u32> {
    let Scene { mut bodies, mut contacts, mut joints } = scene.clone();
    let (mut solver, mut workers) = (SoftSolver::new(), Workers::new(threads));
    for step in 0..3 {
        let settings = SolverSettings::default();
        solver.step_on(&mut workers, &mut bodies, &mut contacts, &mut joints, &settings, 1.0 / 60.0);
        // What touches is not the same in every step.
        for contact in contacts.iter_mut().skip(step).step_by(97) {
            contact.manifold.count = (contact.manifold.count + 1) % 3;
        }
    }
    let bodies = bodies.states().iter().flat_map(|&state| bytemuck::cast::<_, [u32; 8]>(state));
    let contacts = contacts.iter().flat_map(|contact| bytemuck::cast::<_, [u32; 4]>(contact.impulses));
    bodies.chain(contacts).chain(joints.iter().flat_map(|joint| joint.impulse.map(f32::to_bits))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: (ProptestConfig::default().cases / 32).max(2), ..ProptestConfig::default() })]

    #[test]
    fn as_many_threads_as_there_may_be_give_the_same_bits(
        count in 1_u32..40, far in prop::sample::select(vec![0_u32, 0, 1, 50]),
        driven in prop::sample::select(vec![0_u32, 0, 2, 100]),
        joints in prop::sample::select(vec![0_u32, 100]), seed in any::<u32>(),
    ) {
        let scene = piles(count, far, driven, joints, seed);
        let alone = bits(&scene, 1);
        for threads in [2, 5] {
            prop_assert!(bits(&scene, threads) == alone, "{threads} threads");
        }
    }
}

/// A joint that reaches across zones holds from the first sub-step to the last, whether or not the first zone, under whose
/// number it lies, has anything to do with it: of two bodies joined far from there, one that is pulled takes the other
/// along.
#[test]
fn a_joint_across_zones_holds_beside_piles_that_stand_apart() {
    for seed in 0..4 {
        let mut scene = piles(40, 0, 0, 0, seed);
        let pull = |strip_coordinate: f32, acceleration: f32| {
            let acceleration = Vec2::new(acceleration, 0.0);
            (BodyState::REST, BodyInput { strip_coordinate, ..BodyInput::dynamic(1.0, 1.0, acceleration) })
        };
        // Of four zones the second and the last.
        let ends =
            [pull(155.0, 60.0), pull(355.0, 0.0)].map(|(state, input)| scene.bodies.push(state, input));
        scene.joints.push(JointRows::new(
            ends[0],
            ends[1],
            ConstraintError::Point(JointFrame::default()),
            [0.0; 2],
        ));
        // Several workers have to share the first zone where it has the most to do.
        let mut heavy = scene.clone();
        let is_first = |&body: &BodyRow| scene.bodies.inputs()[body.index()].strip_coordinate.abs() < 95.0;
        heavy.contacts.retain(|contact| [contact.a, contact.b].iter().all(is_first));
        for scene in [scene, heavy] {
            let alone = bits(&scene, 1);
            for threads in [2, 5] {
                assert!(bits(&scene, threads) == alone, "{threads} threads, seed {seed}");
            }
            let Scene { mut bodies, mut contacts, mut joints } = scene;
            let settings = SolverSettings::default();
            SoftSolver::new().step(&mut bodies, &mut contacts, &mut joints, &settings, 1.0 / 60.0);
            let [a, b] = ends.map(|body| bodies.states()[body.index()]);
            // Half of 60 m/s^2 for a sixtieth of a second.
            for speed in [a.velocity.x, b.velocity.x] {
                assert!((speed - 0.5).abs() < 1e-4, "{speed} m/s, seed {seed}");
            }
            // Without a joint it were 10 mm; it is soft while it works off errors.
            let gap = (b.delta_position - a.delta_position).norm();
            assert!(gap < 1e-3, "{gap} m, seed {seed}");
        }
    }
}

/// Where a body is may not be a number: it is moved all the same, and the sign of that does not show.
#[test]
fn places_that_are_no_numbers_do_not_show() {
    let mut scene = piles(20, 0, 0, 0, 1);
    let mut placed = |nan: f32| {
        for input in scene.bodies.inputs_mut().iter_mut().skip(1).step_by(3) {
            input.strip_coordinate = nan;
        }
        bits(&scene, 2)
    };
    assert!(placed(f32::NAN) == placed(-f32::NAN));
    scene.bodies.inputs_mut().iter_mut().for_each(|input| input.strip_coordinate = f32::NAN);
    assert!(bits(&scene, 1) == bits(&scene, 2));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: (ProptestConfig::default().cases / 128).max(2), ..ProptestConfig::default() })]

    /// What a solver has kept fits what it is given: one that has solved other scenes, on other numbers of threads, and has
    /// been given constraints of bodies that are not there, does what a new one does.
    #[test]
    fn what_was_solved_before_does_not_show(
        counts in prop::array::uniform3(1_u32..40), far in prop::sample::select(vec![0_u32, 1, 50]),
        driven in prop::sample::select(vec![0_u32, 2, 100]), seed in any::<u32>(),
        rounds in prop::collection::vec((0_usize..3, 0_usize..3, 0_u32..4), 3..6),
    ) {
        let mut scenes = counts.map(|count| piles(count, far, driven, 100, seed));
        // As many zones and constraints as the first, but of other bodies; and the very same, but for what moves.
        scenes[1] = scenes[0].clone();
        for (i, input) in scenes[1].bodies.inputs_mut().iter_mut().enumerate().filter(|(i, _)| i % 7 == 3) {
            *input = if i % 2 == 0 { BodyInput { strip_coordinate: input.strip_coordinate, ..BodyInput::INFINITE_MASS } } else { *input };
        }
        let mut solver = SoftSolver::new();
        let mut pools = [1, 2, 5].map(Workers::new);
        for (which, pool, harm) in rounds {
            let settings = SolverSettings::default();
            let mut run = |solver: &mut SoftSolver, mut scene: Scene| {
                let Scene { bodies, contacts, joints } = &mut scene;
                solver.step_on(&mut pools[pool], bodies, contacts, joints, &settings, 1.0 / 60.0);
                scene
            };
            if harm == 0 {
                let mut scene = scenes[which].clone();
                let missing = BodyRow(scene.bodies.len() as u32);
                if let Some(joint) = scene.joints.last_mut().filter(|_| seed.is_multiple_of(2)) {
                    joint.b = missing;
                } else if let Some(contact) = scene.contacts.last_mut() {
                    contact.b = missing;
                }
                let run = std::panic::AssertUnwindSafe(|| run(&mut solver, scene));
                prop_assert!(std::panic::catch_unwind(run).is_err());
            }
            // Twice, so that the second step may keep what the first has found.
            for _ in 0..2 {
                let found = run(&mut solver, scenes[which].clone());
                let fresh = run(&mut SoftSolver::new(), scenes[which].clone());
                prop_assert!(found.bodies.states() == fresh.bodies.states());
                prop_assert!(found.contacts == fresh.contacts && found.joints == fresh.joints);
            }
        }
    }
}
