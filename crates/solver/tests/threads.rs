//! Who solves what does not show: piles that stand apart, that something ties together, and ropes across all of them, on
//! many threads and on one.

use collide::{FeatureId, Manifold, ManifoldPoint};
use compute::Workers;
use geom::Vec2;
use proptest::prelude::*;
use solver::joint::{JointFrame, Measure};
use solver::{Bodies, BodyInput, BodyState, Contact, GROUND, JointRows, SoftSolver, SolverSettings};

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
        let along = (place / PILE) as f32 * 10.0 + numbers.any();
        let input = if numbers.below(1000) < driven {
            BodyInput::KINEMATIC
        } else {
            BodyInput::dynamic(0.5 + numbers.any().abs(), 0.1 + numbers.any().abs(), Vec2::new(0.0, -10.0))
        };
        bodies.push(BodyState::moving(numbers.vector(), numbers.any()), BodyInput { along, ..input });
    }
    let mut rows = vec![GROUND; all as usize];
    for i in 0..all {
        rows[((u64::from(i) * stride) % u64::from(all)) as usize] = i + 1;
    }
    let mut scene = Scene { bodies, contacts: Vec::new(), joints: Vec::new() };
    for _ in 0..2 * all {
        let a = numbers.below(all);
        let b = if numbers.below(1000) < far {
            numbers.below(all)
        } else {
            a / PILE * PILE + numbers.below(PILE)
        };
        let [a, b] = [if numbers.below(8) == 0 { GROUND } else { rows[a as usize] }, rows[b as usize]];
        if a == b {
            continue;
        }
        let [anchor_a, anchor_b] = [numbers.vector(), numbers.vector()];
        if numbers.below(1000) < joints {
            let frame = JointFrame { anchor_a, anchor_b, gap: 0.1 * numbers.vector() };
            let measure = match numbers.below(2) {
                0 => Measure::Point(frame),
                _ => Measure::Angle { factors: [1.0, 1.0], error: 0.1 },
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
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 32, ..ProptestConfig::default() })]

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
