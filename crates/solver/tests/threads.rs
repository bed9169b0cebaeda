//! Results do not depend on the number of threads: piles that stand apart, piles that constraints connect,
//! and joints that reach across all of them, on several threads and on one.

use collide::{FeatureId, Manifold, ManifoldPoint};
use compute::Workers;
use geom::Vec2;
use proptest::prelude::*;
use solver::joint::{ConstraintError, JointFrame};
use solver::{
    Bodies, BodyInput, BodyRow, BodyState, Contact, DirectContacts, DirectJoints, JointRows, SoftSolver,
    SolverSettings,
};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bodies of a pile.
const PILE: u32 = 50;

/// The most piles of a random case, plus one. Debug builds note who reads and writes each body, which takes
/// ten times as long; 800 bodies are cut into strips too.
const MOST_PILES: u32 = if cfg!(debug_assertions) { 17 } else { 40 };

/// A linear congruential generator: a vector of random numbers would take long to shrink.
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

/// What [`piles`] makes. Shares are per thousand.
#[derive(Clone, Copy, Debug)]
struct Piles {
    count: u32,
    /// Share of the constraints that reach anywhere, not only within their pile.
    long_range: u32,
    /// Share of the bodies that have infinite mass.
    kinematic: u32,
    /// Share of the constraints that are joints.
    joints: u32,
    seed: u32,
}

/// Piles in a row, ten metres apart. The order of the rows has nothing to do with the positions of the
/// bodies.
fn piles(Piles { count, long_range, kinematic, joints, seed }: Piles) -> Scene {
    let mut numbers = Numbers(seed);
    let mut bodies = Bodies::new();
    let all = count * PILE;
    // The stride is prime and greater than the number of bodies, so this permutes them.
    let stride = 7919;
    let position = |i: u32| ((u64::from(i) * stride) % u64::from(all)) as u32;
    for i in 0..all {
        let strip_coordinate = (position(i) / PILE) as f32 * 10.0 + numbers.any();
        let input = if numbers.below(1000) < kinematic {
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
        rows[position(i) as usize] = BodyRow(i + 1);
    }
    let mut scene = Scene { bodies, contacts: Vec::new(), joints: Vec::new() };
    for _ in 0..2 * all {
        let a = numbers.below(all);
        let b = if numbers.below(1000) < long_range {
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
            let error = match numbers.below(2) {
                0 => ConstraintError::Point(frame),
                _ => ConstraintError::Angle { factors: [1.0, 1.0], angle: 0.1 },
            };
            scene.joints.push(JointRows::new(a, b, error, [0.0; 2]));
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

/// Fewer cases than other laws have: these are slow, most of all with more workers than the machine has
/// cores. `cargo xtask soak solver` draws more.
fn one_case_in(n: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let least = if is_few(&default) { 1 } else { 2 };
    ProptestConfig { cases: (default.cases / n).max(least), ..default }
}

/// Whether few random cases are asked for (`PROPTEST_CASES`), as in valgrind.
fn is_few(config: &ProptestConfig) -> bool {
    config.cases < 64
}

/// The default settings, with this choice of joints. Contacts under heavy loads are solved together with
/// those of loaded mechanisms.
fn settings_with(direct_joints: DirectJoints) -> SolverSettings {
    let direct_contacts = match direct_joints {
        DirectJoints::Loaded => DirectContacts::Heavy,
        DirectJoints::Off | DirectJoints::All => DirectContacts::Off,
    };
    SolverSettings { direct_joints, direct_contacts, ..SolverSettings::default() }
}

/// A worker that waits spins, so two teams at once on a few cores take many times as long as one after the
/// other. The tests of this file hold this lock while they run teams.
static ONE_TEAM_AT_A_TIME: Mutex<()> = Mutex::new(());

fn one_team_at_a_time() -> MutexGuard<'static, ()> {
    ONE_TEAM_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bits of states and impulses after three steps on this number of threads.
fn bits(scene: &Scene, threads: usize) -> Vec<u32> {
    bits_with_direct(scene, threads, DirectJoints::Off)
}

fn bits_with_direct(scene: &Scene, threads: usize, direct: DirectJoints) -> Vec<u32> {
    let Scene { mut bodies, mut contacts, mut joints } = scene.clone();
    let (mut solver, mut workers) = (SoftSolver::new(), Workers::new(threads));
    for step in 0..3 {
        let settings = settings_with(direct);
        solver.step_on(&mut workers, &mut bodies, &mut contacts, &mut joints, &settings, 1.0 / 60.0);
        // Contacts begin and end between steps.
        for contact in contacts.iter_mut().skip(step).step_by(97) {
            contact.manifold.count = (contact.manifold.count + 1) % 3;
        }
    }
    let bodies = bodies.states().iter().flat_map(|&state| bytemuck::cast::<_, [u32; 8]>(state));
    let contacts = contacts.iter().flat_map(|contact| bytemuck::cast::<_, [u32; 4]>(contact.impulses));
    bodies.chain(contacts).chain(joints.iter().flat_map(|joint| joint.impulse.map(f32::to_bits))).collect()
}

proptest! {
    #![proptest_config(one_case_in(128))]

    #[test]
    fn any_number_of_threads_gives_the_same_bits(
        count in 1_u32..MOST_PILES, long_range in prop::sample::select(vec![0_u32, 0, 1, 50]),
        kinematic in prop::sample::select(vec![0_u32, 0, 2, 100]),
        joints in prop::sample::select(vec![0_u32, 100]), seed in any::<u32>(),
        direct in prop::sample::select(vec![DirectJoints::Off, DirectJoints::Loaded, DirectJoints::All]),
        threads in prop::sample::select(vec![2_usize, 2, 3, 3, 5]),
    ) {
        let _lock = one_team_at_a_time();
        let scene = piles(Piles { count, long_range, kinematic, joints, seed });
        let alone = bits_with_direct(&scene, 1, direct);
        prop_assert!(bits_with_direct(&scene, threads, direct) == alone, "{threads} threads");
    }
}

/// A long-range joint is filed under strip 0, even if strip 0 is in an independent batch without the bodies
/// of the joint. The joint still holds: if a force pulls one of two joined bodies far from strip 0, both
/// move.
#[test]
fn a_long_range_joint_holds_beside_independent_piles() {
    let _lock = one_team_at_a_time();
    let seeds = if is_few(&ProptestConfig::default()) { 1 } else { 4 };
    for seed in 0..seeds {
        let mut scene = piles(Piles { count: 40, long_range: 0, kinematic: 0, joints: 0, seed });
        let pull = |strip_coordinate: f32, acceleration: f32| {
            let acceleration = Vec2::new(acceleration, 0.0);
            (BodyState::REST, BodyInput { strip_coordinate, ..BodyInput::dynamic(1.0, 1.0, acceleration) })
        };
        // In the second and the last of four strips.
        let ends =
            [pull(155.0, 60.0), pull(355.0, 0.0)].map(|(state, input)| scene.bodies.push(state, input));
        scene.joints.push(JointRows::new(
            ends[0],
            ends[1],
            ConstraintError::Point(JointFrame::default()),
            [0.0; 2],
        ));
        // With all contacts in strip 0, it is cooperative too.
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
            // Two equal masses, of which one is accelerated by 60 m/s^2 for 1/60 s, reach 0.5 m/s together.
            for speed in [a.velocity.x, b.velocity.x] {
                assert!((speed - 0.5).abs() < 1e-4, "{speed} m/s, seed {seed}");
            }
            // Without the joint, the gap would be 10 mm. It is not zero because the biased sweeps are soft.
            let gap = (b.delta_position - a.delta_position).norm();
            assert!(gap < 1e-3, "{gap} m, seed {seed}");
        }
    }
}

/// The sign of a NaN differs between processors.
#[test]
fn results_do_not_depend_on_the_sign_of_a_nan_strip_coordinate() {
    let _lock = one_team_at_a_time();
    let mut scene = piles(Piles { count: 20, long_range: 0, kinematic: 0, joints: 0, seed: 1 });
    let mut bits_with = |nan: f32| {
        for input in scene.bodies.inputs_mut().iter_mut().skip(1).step_by(3) {
            input.strip_coordinate = nan;
        }
        bits(&scene, 2)
    };
    assert!(bits_with(f32::NAN) == bits_with(-f32::NAN));
    scene.bodies.inputs_mut().iter_mut().for_each(|input| input.strip_coordinate = f32::NAN);
    assert!(bits(&scene, 1) == bits(&scene, 2));
}

proptest! {
    #![proptest_config(one_case_in(500))]

    /// A solver that has solved other scenes, on other numbers of threads, and has panicked over constraints
    /// of bodies that do not exist, gives the results of a new solver.
    #[test]
    fn used_solver_gives_the_results_of_a_new_one(
        counts in prop::array::uniform3(1..MOST_PILES), long_range in prop::sample::select(vec![0_u32, 1, 50]),
        kinematic in prop::sample::select(vec![0_u32, 2, 100]), seed in any::<u32>(),
        rounds in prop::collection::vec((0_usize..3, 0_usize..3, 0_u32..4), 3..6),
        direct in prop::sample::select(vec![DirectJoints::Off, DirectJoints::All]),
    ) {
        let _lock = one_team_at_a_time();
        let mut scenes = counts.map(|count| piles(Piles { count, long_range, kinematic, joints: 100, seed }));
        // The same constraints as in the first scene, but other bodies have infinite mass.
        scenes[1] = scenes[0].clone();
        for input in scenes[1].bodies.inputs_mut().iter_mut().skip(10).step_by(14) {
            *input = BodyInput { strip_coordinate: input.strip_coordinate, ..BodyInput::INFINITE_MASS };
        }
        let mut solver = SoftSolver::new();
        let mut pools = [1, 2, 5].map(Workers::new);
        for (which, pool, lot) in rounds {
            let settings = settings_with(direct);
            let mut run = |solver: &mut SoftSolver, mut scene: Scene| {
                let Scene { bodies, contacts, joints } = &mut scene;
                solver.step_on(&mut pools[pool], bodies, contacts, joints, &settings, 1.0 / 60.0);
                scene
            };
            if lot == 0 {
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
            // Twice, so that the second step may keep the colours of the first.
            for _ in 0..2 {
                let found = run(&mut solver, scenes[which].clone());
                let fresh = run(&mut SoftSolver::new(), scenes[which].clone());
                prop_assert!(found.bodies.states() == fresh.bodies.states());
                prop_assert!(found.contacts == fresh.contacts && found.joints == fresh.joints);
            }
        }
    }
}
