//! The solvers without a world: contacts alone, joints alone, and single impulses.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
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

criterion_group!(benches, soft, impulses);
criterion_main!(benches);
