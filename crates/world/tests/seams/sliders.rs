//! Bodies slide over the seams of flush tiles as over one long box, whatever the tiles are made of.
//!
//! Each slider runs twice: over tiles, and with the same start over one long box. The two runs must agree in
//! height (1 mm), in speed (0.1%) and in angle (0.01 rad).

use super::{DT, add_with, rectangle, tile};
use geom::{Point, Polygon, Pose, Shape, Vec2};
use proptest::prelude::*;
use world::{BodyDef, BodyId, ColliderDef, Filter, Material, Method, World, WorldSettings};

/// The floor reaches from 0 to this, m.
const LENGTH: f32 = 200.0;

/// Sliders do not collide with each other.
const SLIDERS: Filter = Filter { category: 1, mask: u64::MAX, group: -1 };

/// m. The height may differ by this much from the run on one box.
const RISE: f32 = 1e-3;

/// rad. The angle may differ by this much, where no friction turns the slider.
const TURN: f32 = 0.01;

/// The speed may differ by this share of the speed at the start.
const SPEED_LOST: f32 = 1e-3;

/// m/s. With friction, the speed may also differ by a twentieth of what friction takes away in a step: a
/// contact with the next tile begins without the impulses of the last one.
const FRICTION_LOST: f32 = 0.005;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Floor {
    /// What the others are compared with.
    OneBox,
    /// Boxes of this width, colliders of one static body.
    OneBody(f32),
    /// The same, each on a static body.
    Bodies(f32),
    /// Long slabs, whose upper side is 20 cm lower, with boxes of half a metre that fill the way between
    /// them.
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

fn segment(from: f32, to: f32) -> Shape {
    Shape::segment([from, 0.0], [to, 0.0]).unwrap()
}

fn add(world: &mut World, body: BodyDef, shapes: impl IntoIterator<Item = Shape>) -> BodyId {
    add_with(world, body, shapes, 1.0)
}

/// `reversed`: adds the last tile first.
fn lay(world: &mut World, floor: Floor, reversed: bool) {
    let tiles = |width: f32| {
        let count = (LENGTH / width) as usize;
        (0..count).map(move |i| {
            let i = if reversed { count - 1 - i } else { i };
            (width * i as f32, width * (i + 1) as f32)
        })
    };
    match floor {
        Floor::OneBox => {
            add(world, BodyDef::fixed(), [tile(0.0, LENGTH, 1.0)]);
        }
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
                let material = Material { friction: 1.0, static_friction: 1.0, ..Material::default() };
                world.add_chain(body, &segments, material, Filter::default()).unwrap();
            }
        }
    }
}

#[derive(Clone)]
struct Slider {
    name: &'static str,
    shape: Shape,
    x: f32,
    speed: f32,
    friction: f32,
}

/// The shapes, each with the greatest friction with which it neither tips over nor turns by more than a
/// radian in a step at its speed, and with the speed that this allows.
fn shapes() -> Vec<(&'static str, Shape, [f32; 2])> {
    let rounded = |w: f32, h: f32, r: f32| Polygon::rectangle(w, h).unwrap().rounded(r).map(Shape::Polygon);
    vec![
        ("box", rectangle(0.5, 0.5), [0.6, 100.0]),
        ("small box", rectangle(0.1, 0.1), [0.6, 100.0]),
        ("plank", rectangle(1.3, 0.05), [0.6, 100.0]),
        ("plate", rectangle(0.3, 0.01), [0.6, 100.0]),
        ("ball", Shape::circle(0.5).unwrap(), [0.6, 15.0]),
        ("small ball", Shape::circle(0.05).unwrap(), [0.6, 1.5]),
        ("capsule", Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).unwrap(), [0.6, 100.0]),
        ("round box", rounded(0.3, 0.2, 0.1).unwrap(), [0.6, 100.0]),
        ("hexagon", Shape::Polygon(Polygon::regular(6, 0.5).unwrap()), [0.2, 100.0]),
    ]
}

/// Runs sliders over a floor. Returns height, angle and speed of each in every step in which it is over the
/// floor.
fn slide(
    floor: Floor,
    sliders: &[Slider],
    settings: WorldSettings,
    reversed: bool,
    threads: usize,
) -> Vec<Vec<[f32; 3]>> {
    let mut world = World::new(settings);
    world.set_threads(threads);
    lay(&mut world, floor, reversed);
    let mut bodies = Vec::new();
    for Slider { shape, x, speed, friction, .. } in sliders {
        let height = -shape.aabb(Pose::IDENTITY).lower.y;
        let def = BodyDef::dynamic().position(Point::new(*x, height)).velocity(Vec2::new(*speed, 0.0));
        let body = world.add_body(def.can_sleep(false)).unwrap();
        // The floor has a friction of 1, and the geometric mean counts.
        let collider = ColliderDef::new(shape.clone()).friction(friction * friction);
        world.add_collider(body, collider.filter(SLIDERS)).unwrap();
        bodies.push(body);
    }
    let mut traces = vec![Vec::new(); bodies.len()];
    for _ in 0..120 {
        world.step(DT);
        for (trace, &body) in traces.iter_mut().zip(&bodies) {
            let body = world.body(body).unwrap();
            let pose = body.pose();
            if (5.0..LENGTH - 5.0).contains(&pose.position.x) {
                trace.push([pose.position.y, pose.rotation.angle(), body.velocity().x]);
            }
        }
    }
    traces
}

/// What a run has more than the one over a box: rise, turn and loss of speed, or none if it has no bump.
/// The bounds are multiplied by `slack`.
fn bump(slider: &Slider, trace: &[[f32; 3]], reference: &[[f32; 3]], slack: f32) -> Option<String> {
    let has_friction = slider.friction > 0.0;
    let turn = if has_friction { f32::INFINITY } else { TURN };
    let lost = SPEED_LOST * slider.speed.abs() + if has_friction { FRICTION_LOST } else { 0.0 };
    let bounds = [RISE * slack, turn * slack, lost * slack];
    trace.iter().zip(reference).enumerate().find_map(|(step, (here, there))| {
        let off = [0, 1, 2].map(|i| (here[i] - there[i]).abs());
        let is_bump = (0..3).any(|i| off[i].is_nan() || off[i] > bounds[i]);
        let Slider { name, x, speed, friction, .. } = slider;
        is_bump.then(|| {
            format!("{name} at {speed} m/s from {x}, friction {friction}: off by {off:?} in step {step}")
        })
    })
}

/// Sliders of one shape: at twelve speeds, with and without friction, from `starts` places.
fn sliders_of(
    name: &'static str,
    shape: &Shape,
    [friction, most_speed]: [f32; 2],
    starts: usize,
) -> Vec<Slider> {
    let speeds = [0.5, 1.0, -2.0, 3.0, 5.0, 8.0, -13.0, 20.0, 33.0, 50.0, 70.0, 90.0];
    let mut sliders = Vec::new();
    for friction in [0.0, friction] {
        for (i, speed) in speeds.into_iter().enumerate() {
            for j in 0..starts {
                let speed = speed * (1.0 + 0.01 * j as f32);
                let x = if speed > 0.0 { 12.0 } else { 100.0 } + 0.137 * i as f32 + 0.211 * j as f32;
                if friction == 0.0 || speed.abs() < most_speed {
                    sliders.push(Slider { name, shape: shape.clone(), x, speed, friction });
                }
            }
        }
    }
    sliders
}

/// Runs the whole matrix. Returns how many runs there were, and those with a bump.
fn run_matrix(starts: usize, settings: WorldSettings, slack: f32) -> (usize, Vec<String>) {
    let (mut runs, mut bumps) = (0, Vec::new());
    for (name, shape, limits) in shapes() {
        if settings.method == Method::Classic && name == "plate" {
            continue; // The classic solver lets it sink by more than half of its thickness.
        }
        let sliders = sliders_of(name, &shape, limits, starts);
        let reference = slide(Floor::OneBox, &sliders, settings, false, 1);
        for (i, floor) in FLOORS.into_iter().enumerate() {
            let traces = slide(floor, &sliders, settings, i % 2 == 1, 1);
            runs += sliders.len();
            for ((slider, trace), reference) in sliders.iter().zip(traces).zip(&reference) {
                bumps.extend(bump(slider, &trace, reference, slack).map(|bump| format!("{floor:?}: {bump}")));
            }
        }
    }
    (runs, bumps)
}

#[test]
fn slider_moves_over_tiles_as_over_one_box() {
    let (runs, bumps) = run_matrix(1, WorldSettings::default(), 1.0);
    assert!(runs > 2000, "{runs} runs");
    assert!(bumps.is_empty(), "{} of {runs} runs bumped:\n{}", bumps.len(), bumps.join("\n"));
}

#[test]
#[ignore = "takes a minute: cargo xtask soak --long sliders"]
fn slider_moves_over_tiles_as_over_one_box_ten_thousand_times() {
    let (runs, bumps) = run_matrix(6, WorldSettings::default(), 1.0);
    assert!(runs > 10_000, "{runs} runs");
    assert!(bumps.is_empty(), "{} of {runs} runs bumped:\n{}", bumps.len(), bumps.join("\n"));
}

/// A ball that passes five tiles in a step misses some of them by less than it falls in a step: their points
/// carry it nevertheless. Before, it fell by 1.4 mm in one step.
#[test]
fn fast_ball_is_carried_by_tiles_that_it_would_miss() {
    let sliders: Vec<Slider> = (0..200)
        .map(|i| {
            let (x, speed) = (12.0 + 0.137 * i as f32, 60.0 + 0.15 * i as f32);
            Slider { name: "ball", shape: Shape::circle(0.5).unwrap(), x, speed, friction: 0.0 }
        })
        .chain([Slider {
            name: "ball",
            shape: Shape::circle(0.5).unwrap(),
            x: 14.425,
            speed: 73.5,
            friction: 0.0,
        }])
        .collect();
    let settings = WorldSettings::default();
    let reference = slide(Floor::OneBox, &sliders, settings, false, 1);
    let traces = slide(Floor::Bodies(0.25), &sliders, settings, true, 1);
    let all = sliders.iter().zip(&traces).zip(&reference);
    let bumps: Vec<_> = all.filter_map(|((slider, trace), plain)| bump(slider, trace, plain, 1.0)).collect();
    assert!(bumps.is_empty(), "{bumps:?}");
}

/// With one sub-step and with ten, contacts take longer to find the height at which they rest, so that the
/// bounds are five times as wide. The classic solver lets a body that comes to the next tile sink by 5 mm.
#[test]
fn slider_moves_over_tiles_as_over_one_box_with_other_solvers() {
    let classic = WorldSettings::default().classic(textbook::ClassicSettings::default());
    let settings = WorldSettings::default();
    for (settings, slack) in [(settings.substeps(1), 5.0), (settings.substeps(10), 5.0), (classic, 25.0)] {
        let (runs, bumps) = run_matrix(1, settings, slack);
        // None should. But a box of 50 m/s and more with friction, which is swept, may be bumped on the mixed
        // floor. Which one is chance: with the margins of fat boxes that were twice as wide it was the one at
        // 50 m/s, now it is that one and the one at 70, with wider boxes of the way that one and another at
        // 90. With the default solver none is (the tests above).
        assert!(bumps.len() <= 2, "{} of {runs} runs bumped:\n{}", bumps.len(), bumps.join("\n"));
    }
}

/// The tests above would see a bump.
#[test]
fn most_sliders_bump_if_the_setting_is_off() {
    let (runs, bumps) = run_matrix(1, WorldSettings::default().smooth_seams(false), 1.0);
    assert!(2 * bumps.len() > runs, "{} of {runs} runs bumped", bumps.len());
}

#[test]
fn traces_have_the_same_bits_with_any_number_of_threads() {
    let sliders: Vec<Slider> =
        shapes().iter().flat_map(|(name, shape, limits)| sliders_of(name, shape, *limits, 5)).collect();
    let runs = [1, 2, 3]
        .map(|threads| slide(Floor::Bodies(0.25), &sliders, WorldSettings::default(), false, threads));
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
}

proptest! {
    /// As in the matrix, for any width of tiles, start and speed.
    #[test]
    fn slider_moves_over_tiles_of_any_width_as_over_one_box(
        width in 0.2_f32..3.0, of_one_body: bool, index in 0..9_usize, seed in 0.0_f32..1.0, speed in 0.3_f32..90.0,
    ) {
        let (name, shape, _) = shapes().swap_remove(index);
        let sliders: Vec<Slider> = (0..8)
            .map(|i| {
                let x = 12.0 + width * seed + 0.37 * i as f32;
                let speed = speed * (1.0 - 0.1 * i as f32);
                Slider { name, shape: shape.clone(), x, speed, friction: 0.0 }
            })
            .collect();
        let floor = if of_one_body { Floor::OneBody(width) } else { Floor::Bodies(width) };
        let settings = WorldSettings::default();
        let reference = slide(Floor::OneBox, &sliders, settings, false, 1);
        let traces = slide(floor, &sliders, settings, false, 1);
        for ((slider, trace), reference) in sliders.iter().zip(traces).zip(&reference) {
            let bump = bump(slider, &trace, reference, 1.0);
            prop_assert!(bump.is_none(), "tiles of {width} m: {bump:?}");
        }
    }
}
