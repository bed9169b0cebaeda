//! The solvers without a world: contacts alone, joints alone, and single impulses.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use physics::collide::manifold;
use physics::compute::Width;
use physics::prelude::*;
use physics::solver::impulse::{BodyPair, RigidBody, solve_symmetric_2x2};
use physics::solver::joint::{ConstraintError, JointFrame};
use physics::solver::{Bodies, BodyInput, BodyRow, BodyState, Contact, JointRows, SoftSolver};
use std::hint::black_box;

const DT: f32 = 1.0 / 60.0;
const GRAVITY: Vec2 = Vec2::new(0.0, -10.0);

/// `columns` stacks of `rows` boxes, each on the one below, the lowest on the ground.
fn stacks(columns: u32, rows: u32) -> (Bodies, Vec<Contact>) {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let touching = manifold(&square, Pose::at([0.0, 0.0]), &square, Pose::at([0.0, 1.0]), 0.02);
    let (mut bodies, mut contacts) = (Bodies::new(), Vec::new());
    for _ in 0..columns {
        let mut below = BodyRow::STATIC;
        for _ in 0..rows {
            let body = bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 1.0 / 6.0, GRAVITY));
            contacts.push(Contact::new(below, body, touching, 0.6, 0.0));
            below = body;
        }
    }
    (bodies, contacts)
}

/// A chain of bodies that hangs from the ground.
fn chain(length: u32) -> (Bodies, Vec<JointRows>) {
    let frame = JointFrame {
        anchor_a: Vec2::new(0.5, 0.0),
        anchor_b: Vec2::new(-0.5, 0.0),
        gap: Vec2::new(0.0, 0.0),
    };
    let (mut bodies, mut joints) = (Bodies::new(), Vec::new());
    let mut before = BodyRow::STATIC;
    for _ in 0..length {
        let body = bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 1.0 / 6.0, GRAVITY));
        joints.push(JointRows::new(before, body, ConstraintError::Point(frame), [0.0; 2]));
        before = body;
    }
    (bodies, joints)
}

fn soft(c: &mut Criterion) {
    let settings = SolverSettings::default();
    for width in Width::all() {
        let mut solver = SoftSolver::with_width(width);
        let scene = stacks(100, 10);
        c.bench_function(&format!("solver/1000 contacts/{}", width.name()), |bench| {
            let step = |(mut bodies, mut contacts): (Bodies, Vec<Contact>)| {
                solver.step(&mut bodies, &mut contacts, &mut [], &settings, DT);
                bodies
            };
            bench.iter_batched(|| scene.clone(), step, BatchSize::SmallInput);
        });
    }
    let mut solver = SoftSolver::new();
    let scene = chain(100);
    c.bench_function("solver/100 revolute joints", |bench| {
        let step = |(mut bodies, mut joints): (Bodies, Vec<JointRows>)| {
            solver.step(&mut bodies, &mut [], &mut joints, &settings, DT);
            bodies
        };
        bench.iter_batched(|| scene.clone(), step, BatchSize::SmallInput);
    });
}

/// Pairs of boxes of which one point or both touch, pressed together by their accelerations. Those of an
/// index that is a multiple of `gap` are drawn apart instead, so that their points do not push; 0 for none.
fn pressed_pairs(count: u32, points: u32, gap: u32) -> (Bodies, Vec<Contact>) {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let mut touching = manifold(&square, Pose::at([0.0, 0.0]), &square, Pose::at([0.2, 1.0]), 0.02);
    touching.count = points;
    let (mut bodies, mut contacts) = (Bodies::new(), Vec::new());
    for i in 0..count {
        let parts = gap > 0 && i % gap == 0;
        let mut add = |acceleration: Vec2| {
            bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 1.0 / 6.0, acceleration))
        };
        let push = if parts { -1.0 } else { 10.0 };
        let (a, b) = (add(Vec2::new(0.0, push)), add(Vec2::new(1.0, -push)));
        contacts.push(Contact::new(a, b, touching, 0.6, 0.0));
    }
    (bodies, contacts)
}

/// Nanoseconds per element here are those of one sweep over one block of eight contacts: a step with 1,000
/// sweeps, whose other work does not count beside them.
fn kernel(c: &mut Criterion) {
    const SWEEPS: u32 = 1000;
    const CONTACTS: u32 = 128;
    let mut group = c.benchmark_group("solver/kernel");
    group.throughput(Throughput::Elements(u64::from(SWEEPS * CONTACTS / 8))).sample_size(20);
    for (sweep, biased_sweeps, relax_sweeps) in [("biased", SWEEPS, 1), ("relax", 1, SWEEPS)] {
        let settings =
            SolverSettings { biased_sweeps, relax_sweeps, substeps: 1, ..SolverSettings::default() };
        for (name, points, gap) in [("2 points", 2, 0), ("2 points, some part", 2, 5), ("1 point", 1, 0)] {
            let mut solver = SoftSolver::new();
            let scene = pressed_pairs(CONTACTS, points, gap);
            group.bench_function(format!("{sweep}, {name}"), |bench| {
                let step = |(mut bodies, mut contacts): (Bodies, Vec<Contact>)| {
                    solver.step(&mut bodies, &mut contacts, &mut [], &settings, DT);
                    bodies
                };
                bench.iter_batched(|| scene.clone(), step, BatchSize::SmallInput);
            });
        }
    }
    group.finish();
}

fn impulses(c: &mut Criterion) {
    let body = |y| RigidBody {
        velocity: Vec2::new(0.0, y),
        angular_velocity: 0.3,
        inverse_mass: 1.0,
        inverse_inertia: 6.0,
    };
    let pair = BodyPair { a: body(1.0), b: body(-1.0), r_a: Vec2::new(0.2, 0.5), r_b: Vec2::new(0.1, -0.5) };
    c.bench_function("solver/normal impulse", |bench| {
        bench.iter(|| black_box(&pair).normal_impulse(black_box(Vec2::new(0.0, 1.0)), 0.5));
    });
    c.bench_function("solver/revolute impulse", |bench| bench.iter(|| black_box(&pair).revolute_impulse()));
    c.bench_function("solver/2x2 solve", |bench| {
        bench.iter(|| {
            solve_symmetric_2x2(black_box(3.0), black_box(0.5), black_box(2.0), Vec2::new(1.0, 2.0))
        });
    });
}

criterion_group!(benches, soft, kernel, impulses);
criterion_main!(benches);
