//! Bodies slide over the seams of flush tiles as over one long box, whatever the tiles are made of.
//!
//! Each slider runs twice: over tiles, and with the same start over one long box. The two runs must agree in height
//! (1 mm), in speed (0.1%) and in angle (0.01 rad).

use geom::{Point, Polygon, Pose, Shape, Vec2};
use proptest::prelude::*;
use world::{BodyDef, BodyId, ColliderDef, Filter, Material, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// The floor reaches from 0 to this, m.
const LENGTH: f32 = 200.0;

/// Sliders do not collide with each other.
const SLIDERS: Filter = Filter { category: 1, mask: u32::MAX, group: -1 };

/// m. Height and angle may differ by this much from the run on one box.
const BUMP: f32 = 1e-3;
const TURN: f32 = 0.01;
/// Share of the speed at the start.
const SPEED_LOST: f32 = 1e-3;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Floor {
    /// What the others are compared with.
    OneBox,
    /// Boxes of this width, colliders of one static body.
    OneBody(f32),
    /// The same, each on a static body.
    Bodies(f32),
    /// Long slabs, whose upper side is 20 cm lower, with boxes of half a metre that fill the way between them.
    TJunctions,
    /// Segments of this length, which know nothing of each other.
    Segments(f32),
    /// Thin boxes, then thick ones, then segments, then a rounded box of the slop, then the same again.
    Mixed,
    /// Boxes that alternate between a static and a kinematic body, which stands.
    Platforms,
    /// A half-space, into which boxes are sunk that are flush with it.
    SunkInHalfSpace,
    /// Chains of three segments each, one-sided, end to end.
    Chains,
}

const FLOORS: [Floor; 11] = [
    Floor::OneBody(1.0),
    Floor::OneBody(0.25),
    Floor::Bodies(1.0),
    Floor::Bodies(0.25),
    Floor::Bodies(7.3),
    Floor::TJunctions,
    Floor::Segments(1.0),
    Floor::Mixed,
    Floor::Platforms,
    Floor::SunkInHalfSpace,
    Floor::Chains,
];

fn tile(from: f32, to: f32, depth: f32) -> Shape {
    Shape::rectangle(0.5 * (to - from), 0.5 * depth)
        .unwrap()
        .transformed(Pose::at([0.5 * (from + to), -0.5 * depth]))
}

fn segment(from: f32, to: f32) -> Shape {
    Shape::segment([from, 0.0], [to, 0.0]).unwrap()
}

fn add(world: &mut World, body: BodyDef, shapes: impl IntoIterator<Item = Shape>) -> BodyId {
    let id = world.add_body(body).unwrap();
    for shape in shapes {
        world.add_collider(id, ColliderDef::new(shape).friction(1.0)).unwrap();
    }
    id
}

fn lay(world: &mut World, floor: Floor, reversed: bool) {
    let tiles = |width: f32| {
        let count = (LENGTH / width) as usize;
        (0..count).map(move |i| {
            let i = if reversed { count - 1 - i } else { i };
            (width * i as f32, width * (i + 1) as f32)
        })
    };
    match floor {
        Floor::OneBox => drop(add(world, BodyDef::fixed(), [tile(0.0, LENGTH, 1.0)])),
        Floor::OneBody(width) => {
            add(world, BodyDef::fixed(), tiles(width).map(|(from, to)| tile(from, to, 1.0)));
        }
        Floor::Bodies(width) => {
            for (from, to) in tiles(width) {
                let body = BodyDef::fixed().position([from, 0.0]);
                add(world, body, [tile(0.0, to - from, 1.0)]);
            }
        }
        Floor::TJunctions => {
            add(world, BodyDef::fixed(), [tile(0.0, LENGTH, 1.0).transformed(Pose::at([0.0, -0.2]))]);
            for (from, to) in tiles(0.5) {
                add(world, BodyDef::fixed(), [tile(from, to, 0.2)]);
            }
        }
        Floor::Segments(width) => {
            add(world, BodyDef::fixed(), tiles(width).map(|(from, to)| segment(from, to)));
        }
        Floor::Mixed => {
            for (i, (from, to)) in tiles(1.0).enumerate() {
                let shape = match i % 4 {
                    0 => tile(from, to, 0.05),
                    1 => tile(from, to, 2.0),
                    2 => segment(from, to),
                    _ => {
                        let (middle, r) = (0.5 * (from + to), 0.002);
                        let core = Polygon::rectangle(0.5 * (to - from) - r, 0.3 - r).unwrap();
                        Shape::Polygon(core.rounded(r).unwrap()).transformed(Pose::at([middle, -0.3]))
                    }
                };
                add(world, BodyDef::fixed(), [shape]);
            }
        }
        Floor::Platforms => {
            for (i, (from, to)) in tiles(1.0).enumerate() {
                let body = if i % 2 == 0 { BodyDef::fixed() } else { BodyDef::kinematic() };
                add(world, body.can_sleep(false), [tile(from, to, 0.5)]);
            }
        }
        Floor::SunkInHalfSpace => {
            add(world, BodyDef::fixed(), [Shape::half_space([0.0, 1.0], 0.0).unwrap()]);
            for (from, to) in tiles(0.7) {
                add(world, BodyDef::fixed(), [tile(from + 0.2, to, 0.7)]);
            }
        }
        Floor::Chains => {
            let body = world.add_body(BodyDef::fixed()).unwrap();
            for (from, to) in tiles(1.5) {
                let at = |i: usize| [to + (from - to) * i as f32 / 3.0, 0.0];
                let segments = geom::chain((0..4).map(at), false, geom::Sides::One).unwrap();
                world.add_chain(body, &segments, Material { friction: 1.0, static_friction: 1.0, ..Material::default() }, Filter::default()).unwrap();
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Slider {
    name: &'static str,
    shape: Shape,
    x: f32,
    speed: f32,
    friction: f32,
}

fn shapes() -> Vec<(&'static str, Shape)> {
    let polygon = |polygon: Polygon| Shape::Polygon(polygon);
    vec![
        ("box", Shape::rectangle(0.5, 0.5).unwrap()),
        ("small box", Shape::rectangle(0.1, 0.1).unwrap()),
        ("plank", Shape::rectangle(1.3, 0.05).unwrap()),
        ("plate", Shape::rectangle(0.3, 0.01).unwrap()),
        ("ball", Shape::circle(0.5).unwrap()),
        ("small ball", Shape::circle(0.05).unwrap()),
        ("capsule", Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).unwrap()),
        ("round box", polygon(Polygon::rectangle(0.3, 0.2).unwrap().rounded(0.1).unwrap())),
        ("hexagon", polygon(Polygon::regular(6, 0.5).unwrap()).transformed(Pose::new([0.0, 0.0], 0.0))),
    ]
}

/// Heights, angles and speeds of sliders in every step.
fn run(floor: Floor, sliders: &[Slider], settings: WorldSettings, steps: usize, reversed: bool) -> Vec<Vec<[f32; 3]>> {
    let mut world = World::new(settings);
    lay(&mut world, floor, reversed);
    let bodies: Vec<BodyId> = sliders
        .iter()
        .map(|slider| {
            let height = -slider.shape.aabb(Pose::IDENTITY).lower.y;
            let def = BodyDef::dynamic()
                .position(Point::new(slider.x, height))
                .velocity(Vec2::new(slider.speed, 0.0))
                .can_sleep(false);
            let id = world.add_body(def).unwrap();
            // The geometric mean with 1.
            let friction = slider.friction * slider.friction;
            let collider = ColliderDef::new(slider.shape.clone()).friction(friction).filter(SLIDERS);
            world.add_collider(id, collider).unwrap();
            id
        })
        .collect();
    let mut traces = vec![Vec::new(); bodies.len()];
    for _ in 0..steps {
        world.step(DT);
        for (trace, &body) in traces.iter_mut().zip(&bodies) {
            let body = world.body(body).unwrap();
            let pose = body.pose();
            // Those at the end of the floor are no longer compared.
            if (10.0..LENGTH - 5.0).contains(&pose.position.x) || trace.len() < 3 {
                trace.push([pose.position.y, pose.rotation.angle(), body.velocity().x]);
            }
        }
    }
    traces
}

/// How far a run differs from the one on a box: rise, turn, share of the speed.
fn differences(trace: &[[f32; 3]], reference: &[[f32; 3]], speed: f32) -> [f32; 3] {
    let mut most = [0.0_f32; 3];
    for (here, there) in trace.iter().zip(reference) {
        let turn = (here[1] - there[1]).abs();
        let turn = turn.min((turn - std::f32::consts::TAU).abs());
        for (most, now) in most.iter_mut().zip([(here[0] - there[0]).abs(), turn, (here[2] - there[2]).abs() / speed.abs()]) {
            *most = most.max(now);
        }
    }
    most
}

#[test]
fn probe() {
    for floor in FLOORS {
        for (name, shape) in shapes() {
            let mut sliders = Vec::new();
            for friction in [0.0, 0.6] {
                for (i, speed) in [0.5_f32, 1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 20.0, 33.0, 50.0, 70.0, 90.0].into_iter().enumerate() {
                    for j in 0..5 {
                        sliders.push(Slider { name, shape: shape.clone(), x: 12.0 + 0.137 * i as f32 + 0.211 * j as f32, speed: speed * (1.0 + 0.01 * j as f32), friction });
                    }
                }
            }
            let reference = run(Floor::OneBox, &sliders, WorldSettings::default(), 180, false);
            let mut line = String::new();
            for smooth in [false, true] {
                let settings = WorldSettings::default().smooth_seams(smooth);
                let traces = run(floor, &sliders, settings, 180, false);
                let mut bumps = [0; 4];
                let mut worst = [0.0_f32; 3];
                for ((trace, reference), slider) in traces.iter().zip(&reference).zip(&sliders) {
                    let d = differences(trace, reference, slider.speed);
                    let is = [d[0] > BUMP, d[1] > TURN && slider.friction == 0.0, d[2] > SPEED_LOST];
                    for i in 0..3 {
                        bumps[i] += i32::from(is[i]);
                        worst[i] = worst[i].max(d[i]);
                    }
                    bumps[3] += i32::from(is.iter().any(|&x| x));
                }
                line += &format!("  {bumps:?} worst {worst:.5?}");
            }
            println!("{floor:?} {name} of {}: {line}", sliders.len());
        }
    }
}
