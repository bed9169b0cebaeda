//! A rope of sixty links over a peg, with a weight at each end: the law of the capstan (Euler and Eytelwein).
//!
//! ```text
//!        .--.
//!       ( o  )      Friction mu over the angle a holds  m2 <= m1 e^(mu a).  Here a is pi.
//!       |    |      Without friction, both weights have  (m2 - m1) g / (m1 + m2 + rope).
//!     [m1]   |
//!          [m2]
//! ```

use geom::Shape;
use std::f32::consts::PI;
use world::*;

const DT: f32 = 1.0 / 60.0;
const G: f32 = 9.81;
const LINKS: usize = 60;
/// m.
const LINK: f32 = 0.1;
/// kg, of the rope.
const ROPE: f32 = 0.5;
/// m, of the peg, and of the rope.
const RADII: [f32; 2] = [0.5, 0.02];

struct Rope {
    world: World,
    joints: Vec<JointId>,
    weights: [BodyId; 2],
}

/// A rope that lies on the peg, with its ends at the same height.
fn rope(friction: f32, masses: [f32; 2]) -> Rope {
    let mut world = World::new(WorldSettings::default().gravity([0.0, -G]).sleeping(false));
    let peg = world.add_body(BodyDef::fixed()).unwrap();
    let shape = Shape::circle(RADII[0]).unwrap();
    world.add_collider(peg, ColliderDef::new(shape).friction(friction)).unwrap();
    let radius = RADII[0] + RADII[1] + 0.0005;
    let arc = PI * radius;
    let side = 0.5 * (LINKS as f32 * LINK - arc);
    let place = |i: usize| -> [f32; 2] {
        let s = i as f32 * LINK - side;
        let (sin, cos) = (PI - s.clamp(0.0, arc) / radius).sin_cos();
        [radius * cos, radius * sin + s.min(0.0) - (s - arc).max(0.0)]
    };
    let own = Filter { group: -1, ..Filter::default() };
    let density = ROPE / LINKS as f32 / (2.0 * RADII[1] * LINK + PI * RADII[1] * RADII[1]);
    let mut add = |position: [f32; 2], angle: f32, shape: Shape, density: f32| {
        let body = world.add_body(BodyDef::dynamic().position(position).angle(angle)).unwrap();
        let collider = ColliderDef::new(shape).density(density).friction(friction).filter(own);
        world.add_collider(body, collider).unwrap();
        body
    };
    let links: Vec<(BodyId, f32)> = (0..LINKS)
        .map(|i| {
            let ([ax, ay], [bx, by]) = (place(i), place(i + 1));
            let half = 0.5 * (bx - ax).hypot(by - ay);
            let shape = Shape::capsule([-half, 0.0], [half, 0.0], RADII[1]).unwrap();
            let center = [0.5 * (ax + bx), 0.5 * (ay + by)];
            (add(center, (by - ay).atan2(bx - ax), shape, density), half)
        })
        .collect();
    let half = 0.15;
    let weights = [0, 1].map(|end| {
        let [x, y] = place(end * LINKS);
        let shape = Shape::rectangle(half, half).unwrap();
        add([x, y - half], 0.0, shape, masses[end] / (4.0 * half * half))
    });
    let (first, last) = (links[0], links[LINKS - 1]);
    let pin = |a: [f32; 2], b: [f32; 2]| RevoluteJoint::new().anchors(a, b);
    let mut joints = vec![
        JointDef::new(first.0, weights[0], pin([-first.1, 0.0], [0.0, half])),
        JointDef::new(last.0, weights[1], pin([last.1, 0.0], [0.0, half])),
    ];
    joints.extend(
        links.windows(2).map(|it| JointDef::new(it[0].0, it[1].0, pin([it[0].1, 0.0], [-it[1].1, 0.0]))),
    );
    let joints = joints.into_iter().map(|def| world.add_joint(def).unwrap()).collect();
    Rope { world, joints, weights }
}

/// What a rope did until its second weight had moved by a metre, or in three seconds.
#[derive(Debug)]
struct Course {
    /// m, of the second weight, downwards.
    fallen: f32,
    /// m/s, of the first weight, upwards.
    speed: f32,
    /// m, the widest gap of a joint and the deepest overlap, after half a second.
    gap: f32,
    depth: f32,
}

fn run(friction: f32, masses: [f32; 2]) -> Course {
    let Rope { mut world, joints, weights } = rope(friction, masses);
    let height = |world: &World| world.body(weights[1]).unwrap().center().y;
    let start = height(&world);
    let mut course = Course { fallen: 0.0, speed: 0.0, gap: 0.0, depth: 0.0 };
    for step in 0..180 {
        world.step(DT);
        course.fallen = start - height(&world);
        course.speed = world.body(weights[0]).unwrap().velocity().y;
        if step > 30 {
            let gaps = joints.iter().map(|&joint| world.joint(joint).unwrap().error());
            course.gap = gaps.fold(course.gap, f32::max);
            let depths = world.contacts().flat_map(ContactRef::points).map(|point| -point.1);
            course.depth = depths.fold(course.depth, f32::max);
        }
        if course.fallen.abs() > 1.0 {
            break;
        }
    }
    course
}

/// Friction holds 0.95 of the ratio that the law allows, with joints closed, and not 1.05 of it.
#[test]
fn friction_holds_what_the_law_of_the_capstan_says() {
    for friction in [0.1_f32, 0.3] {
        let law = (friction * PI).exp();
        let held = run(friction, [5.0, 5.0 * 0.95 * law]);
        assert!(held.fallen.abs() < 0.05, "friction {friction}: {held:?}");
        assert!(held.gap < 1e-3 && held.depth < 1e-3, "friction {friction}: {held:?}");
        let slid = run(friction, [5.0, 5.0 * 1.05 * law]);
        assert!(slid.fallen > 0.3, "friction {friction}: {slid:?}");
    }
}

/// Without friction the rope runs as over a pulley. Shortfall: while it runs, links come onto the peg, and
/// each time the stored impulses of the rope are weakened (`Solve::calm` of the solver), so that joints open
/// by up to 16 mm and links sink by up to 19 mm; 10 and 5 are the goals.
#[test]
fn a_rope_without_friction_runs_as_over_a_pulley() {
    for ratio in [0.8_f32, 0.9, 1.1, 1.2] {
        let masses = [5.0, 5.0 * ratio];
        let course = run(0.0, masses);
        let pull = (masses[1] - masses[0]) * G / (masses[0] + masses[1] + ROPE);
        let expected = (2.0 * pull.abs() * course.fallen.abs()).sqrt() * pull.signum();
        assert!(
            (course.speed / expected - 1.0).abs() < 0.12,
            "ratio {ratio}: {course:?}, not {expected} m/s"
        );
        assert!(course.gap < 0.02 && course.depth < 0.02, "ratio {ratio}: {course:?}");
    }
}
