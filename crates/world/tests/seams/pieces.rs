//! Bodies of several convex pieces, as drawn outlines become, fall, land and rest as without seams.
//!
//! The pieces of a body are neighbours of each other. Where a piece touches something with a corner at which
//! a cut ends, the neighbour often covers that corner, and the other sides at the corner (the cut, and a side
//! that faces away) are no surface that the other body could leave by.

use super::DT;
use geom::{DecomposeSettings, Outline, Pose, Shape, Sides, Vec2, chain};
use world::{BodyDef, BodyId, ColliderDef, ContactRef, World, WorldSettings};

/// m. How much deeper a body of a size (m) may be found than without seams. A box of one piece that lands on
/// a corner and falls on its side is found up to 81 mm deep (2 m x 0.7 m), as the other corner is known only
/// within 2 cm. Without seams a piece of its own may find that corner before.
fn slack(size: f32) -> f32 {
    0.005 + 0.09 * size.min(1.0)
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    /// From `from` to `to`.
    fn range(&mut self, from: f32, to: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (to - from) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }
}

/// A body: its pieces, and its size, m.
#[derive(Clone)]
struct Drawn {
    name: String,
    pieces: Vec<Shape>,
    size: f32,
}

impl Drawn {
    /// From convex rings, m.
    fn of_rings(name: impl Into<String>, rings: &[Vec<[f32; 2]>]) -> Self {
        let points = rings.iter().flatten();
        let size = points.fold(0.0, |size: f32, p| size.max(2.0 * Vec2::from(*p).norm()));
        let pieces = rings.iter().map(|ring| Shape::polygon(ring.iter().copied()).unwrap()).collect();
        Self { name: name.into(), pieces, size }
    }

    /// From an outline about the origin, m, decomposed as users do.
    fn of_outline(name: impl Into<String>, border: &[[f32; 2]]) -> Option<Self> {
        let pieces =
            Outline::new(border.iter().copied()).ok()?.decompose(DecomposeSettings::default()).ok()?.pieces;
        let rings: Vec<_> =
            pieces.iter().map(|p| p.vertices().iter().map(|v| [v.x, v.y]).collect()).collect();
        Some(Self::of_rings(name, &rings))
    }

    /// From an outline scaled to a size and moved to its middle.
    fn sized(name: &str, border: &[[f32; 2]], size: f32) -> Option<Self> {
        let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for p in border {
            for i in 0..2 {
                (low[i], high[i]) = (low[i].min(p[i]), high[i].max(p[i]));
            }
        }
        let scale = size / (high[0] - low[0]).max(high[1] - low[1]);
        let scaled: Vec<_> =
            border.iter().map(|p| [0, 1].map(|i| scale * (p[i] - 0.5 * (low[i] + high[i])))).collect();
        Self::of_outline(format!("{name} {size} m"), &scaled)
    }
}

/// A star of `n` points, or with `is_gear` a gear of `n` teeth.
fn star(n: usize, depth: f32, is_gear: bool) -> Vec<[f32; 2]> {
    let corners = if is_gear { 4 } else { 2 };
    let at = |i: usize| {
        let angle = std::f32::consts::TAU * i as f32 / (corners * n) as f32;
        let is_out = i % corners < corners / 2;
        let radius = if is_out { 1.0 } else { 1.0 - depth };
        [radius * angle.cos(), radius * angle.sin()]
    };
    (0..corners * n).map(at).collect()
}

/// A random simple polygon: corners at rising angles and any distance.
fn random_outline(random: &mut Random, corners: usize) -> Vec<[f32; 2]> {
    (0..corners)
        .map(|i| {
            let angle = std::f32::consts::TAU * (i as f32 + random.range(0.1, 0.9)) / corners as f32;
            let radius = random.range(0.25, 1.0);
            [radius * angle.cos(), radius * angle.sin()]
        })
        .collect()
}

/// A box cut by a diagonal, about its middle.
fn cut_box(w: f32, h: f32) -> Drawn {
    let (x, y) = (0.5 * w, 0.5 * h);
    let rings = [vec![[-x, -y], [x, -y], [x, y]], vec![[-x, -y], [x, y], [-x, y]]];
    Drawn { size: w.max(h), ..Drawn::of_rings(format!("cut box {w} x {h} m"), &rings) }
}

const L: [[f32; 2]; 6] = [[0.0, 0.0], [2.0, 0.0], [2.0, 0.7], [0.7, 0.7], [0.7, 2.0], [0.0, 2.0]];
const T: [[f32; 2]; 8] =
    [[0.0, 1.5], [0.0, 2.0], [2.0, 2.0], [2.0, 1.5], [1.2, 1.5], [1.2, 0.0], [0.8, 0.0], [0.8, 1.5]];
const U: [[f32; 2]; 8] =
    [[0.0, 0.0], [2.0, 0.0], [2.0, 1.5], [1.6, 1.5], [1.6, 0.4], [0.4, 0.4], [0.4, 1.5], [0.0, 1.5]];

fn drawn_bodies() -> Vec<Drawn> {
    let whole = [vec![[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]];
    let mut all = vec![
        Drawn { size: 1.0, ..Drawn::of_rings("box of one piece", &whole) },
        cut_box(1.0, 1.0),
        cut_box(2.0, 0.3),
        cut_box(0.2, 0.1),
    ];
    for size in [0.2, 2.0] {
        for (name, outline) in [("L", &L[..]), ("T", &T[..]), ("U", &U[..])] {
            all.extend(Drawn::sized(name, outline, size));
        }
        all.extend(Drawn::sized("star", &star(5, 0.5, false), size));
        all.extend(Drawn::sized("gear", &star(8, 0.25, true), size));
    }
    let mut random = Random(1);
    for i in 0..8 {
        let outline = random_outline(&mut random, 5 + i);
        all.extend(Drawn::sized(&format!("random {i}"), &outline, 1.0));
    }
    all
}

#[derive(Clone, Copy, Debug)]
enum Ground {
    Box,
    Chain,
    Tiles,
    HalfSpace,
    /// A half-space, into which boxes are sunk that are flush with it.
    SunkInHalfSpace,
    /// A static outline of hills and valleys, decomposed.
    Hills,
}

const GROUNDS: [Ground; 6] =
    [Ground::Box, Ground::Chain, Ground::Tiles, Ground::HalfSpace, Ground::SunkInHalfSpace, Ground::Hills];

impl Ground {
    /// Its upper side is at height 0.
    fn add(self, world: &mut World) {
        let body = world.add_body(BodyDef::fixed()).unwrap();
        let shapes: Vec<Shape> = match self {
            Self::Box => vec![super::tile(-20.0, 20.0, 1.0)],
            Self::Chain => {
                let points = (0..=40).map(|i| [20.0 - i as f32, 0.0]);
                chain(points, false, Sides::One).unwrap().into_iter().map(Shape::ChainSegment).collect()
            }
            Self::Tiles => (-20..20).map(|i| super::tile(i as f32, i as f32 + 1.0, 1.0)).collect(),
            Self::HalfSpace => vec![Shape::half_space([0.0, 1.0], 0.0).unwrap()],
            Self::SunkInHalfSpace => {
                let boxes = (-20..20).map(|i| super::tile(i as f32, i as f32 + 0.5, 0.3));
                boxes.chain([Shape::half_space([0.0, 1.0], 0.0).unwrap()]).collect()
            }
            Self::Hills => {
                let hill =
                    |i: i32| [0.7 * i as f32, if i % 2 == 0 { 0.0 } else { -0.2 - 0.03 * (i % 5) as f32 }];
                let border: Vec<_> =
                    (-20..=20).rev().map(hill).chain([[-14.0, -3.0], [14.0, -3.0]]).collect();
                Drawn::of_outline("hills", &border).unwrap().pieces
            }
        };
        for shape in shapes {
            world.add_collider(body, ColliderDef::new(shape)).unwrap();
        }
    }
}

fn add_drawn(world: &mut World, drawn: &Drawn, def: BodyDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    for shape in &drawn.pieces {
        world.add_collider(body, ColliderDef::new(shape.clone()).restitution(0.0)).unwrap();
    }
    body
}

/// Kinetic and potential energy, J.
fn energy(world: &World) -> f64 {
    let gravity = world.settings().gravity;
    let of_height = world
        .dynamic_bodies()
        .map(|body| f64::from(body.mass_properties().mass) * -f64::from(gravity.dot(&body.center().coords)));
    world.kinetic_energy() + of_height.sum::<f64>()
}

/// The greatest separation that a replaced contact goes below `-overlap`, m.
fn deepest_replaced(world: &World) -> f32 {
    let replaced = world.contacts().filter(|contact| contact.is_at_seam());
    replaced.flat_map(ContactRef::points).fold(0.0, |deepest: f32, point| deepest.max(-point.1))
}

/// What a fall has shown.
#[derive(Clone, Copy, Debug, Default)]
struct Fall {
    /// m.
    deepest: f32,
    /// The depth of a replaced contact beyond the true overlap with the ground, m.
    beyond_overlap: f32,
    /// The greatest rise of the energy above its least value, as a height, m.
    gain: f32,
}

/// Drops a body from 1 m at an angle.
fn fall(drawn: &Drawn, ground: Ground, angle: f32, x: f32, smooth: bool) -> Fall {
    let mut world = World::new(WorldSettings::default().smooth_seams(smooth));
    ground.add(&mut world);
    let lowest_at =
        |pose: Pose| drawn.pieces.iter().map(|shape| shape.aabb(pose).lower.y).fold(f32::INFINITY, f32::min);
    let above = lowest_at(Pose::new([0.0, 0.0], angle));
    let def = BodyDef::dynamic().position([x, 1.0 - above]).angle(angle).can_sleep(false);
    let body = add_drawn(&mut world, drawn, def);
    let weight = f64::from(world.body(body).unwrap().mass_properties().mass) * 9.81;
    let mut fall = Fall::default();
    let mut least = energy(&world);
    for _ in 0..120 {
        let overlap = (-lowest_at(world.body(body).unwrap().pose())).max(0.0);
        world.step(DT);
        fall.deepest = fall.deepest.max(world.max_penetration());
        fall.beyond_overlap = fall.beyond_overlap.max(deepest_replaced(&world) - overlap);
        let now = energy(&world);
        fall.gain = fall.gain.max(((now - least) / weight) as f32);
        least = least.min(now);
    }
    fall
}

/// Concave bodies and cut boxes fall on a floor at any angle: no contact is deeper than without seams, none
/// that was replaced is deeper than the overlap, and no energy comes from it.
#[test]
fn drawn_body_lands_as_without_seams() {
    land(5);
}

fn land(angles: u32) {
    let (mut runs, mut wrong) = (0, Vec::new());
    let mut random = Random(7);
    for drawn in drawn_bodies() {
        for ground in GROUNDS {
            for _ in 0..angles {
                let (angle, x) = (random.range(0.0, std::f32::consts::TAU), random.range(-0.5, 0.5));
                let [on, off] = [true, false].map(|smooth| fall(&drawn, ground, angle, x, smooth));
                runs += 1;
                if on.deepest > off.deepest + slack(drawn.size)
                    || (!matches!(ground, Ground::Hills) && on.beyond_overlap > 0.005)
                    || on.gain > off.gain + 0.02 * drawn.size
                {
                    wrong.push(format!(
                        "{}, {ground:?}, angle {angle}, x {x}: {on:?}, without seams {off:?}",
                        drawn.name
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {runs}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Bodies of several pieces in a closed bin, which begin apart.
fn pile(seed: u64, shape: fn(f32, f32) -> Drawn, smooth: bool) -> (World, f32) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut settings = WorldSettings::default().smooth_seams(smooth);
    if random.range(0.0, 1.0) < 0.25 {
        settings = settings.gravity([0.0, 0.0]);
    }
    let mut world = World::new(settings);
    let scale = [0.05, 0.2, 0.5, 1.0][random.range(0.0, 4.0) as usize % 4];
    let (count, columns) = (random.range(5.0, 20.99) as usize, 4);
    let pitch = 2.2 * scale;
    let (half_width, height) = (0.5 * pitch * columns as f32 + 0.1 * scale, pitch * 8.0);
    for [x, y, w, h] in [
        [0.0, -0.5, half_width + 1.0, 0.5],
        [0.0, height + 0.5, half_width + 1.0, 0.5],
        [-half_width - 0.5, 0.5 * height, 0.5, 0.5 * height + 1.0],
        [half_width + 0.5, 0.5 * height, 0.5, 0.5 * height + 1.0],
    ] {
        let wall = world.add_body(BodyDef::fixed().position([x, y])).unwrap();
        world.add_collider(wall, ColliderDef::new(Shape::rectangle(w, h).unwrap()).restitution(0.0)).unwrap();
    }
    let bounciest = random.range(-0.5, 1.0).max(0.0);
    for i in 0..count {
        let (w, h) = (scale * random.range(0.5, 1.0), scale * random.range(0.5, 1.0));
        let drawn = shape(w, h);
        let at = [
            (i % columns) as f32 * pitch - 0.5 * pitch * (columns - 1) as f32,
            pitch * (0.6 + (i / columns) as f32),
        ];
        let speed = 3.0 * scale.sqrt();
        let def = BodyDef::dynamic()
            .position(at)
            .angle(random.range(0.0, std::f32::consts::TAU))
            .velocity([random.range(-speed, speed), random.range(-speed, speed)]);
        let body = world.add_body(def).unwrap();
        let density = 10.0_f32.powf(random.range(0.0, 3.0));
        let (restitution, friction) = (bounciest * random.range(0.5, 1.0), random.range(0.0, 1.0));
        for piece in drawn.pieces {
            let collider = ColliderDef::new(piece).density(density);
            world.add_collider(body, collider.restitution(restitution).friction(friction)).unwrap();
        }
    }
    (world, scale)
}

/// An L of two polygons.
fn l_of_two(w: f32, h: f32) -> Drawn {
    let border: Vec<_> = L.iter().map(|p| [0.5 * w * (p[0] - 1.0), 0.5 * h * (p[1] - 1.0)]).collect();
    Drawn::of_outline("L", &border).unwrap()
}

fn star_of(w: f32, h: f32) -> Drawn {
    Drawn::sized("star", &star(5, 0.6, false), w.max(h)).unwrap()
}

/// The energy that a pile has at most, as a share of what it may have: that of its begin and 2% more, and
/// what lifts all by 2% of their size.
fn greatest_energy(seed: u64, shape: fn(f32, f32) -> Drawn, smooth: bool) -> f64 {
    let (mut world, size) = pile(seed, shape, smooth);
    let mass: f32 = world.dynamic_bodies().map(|body| body.mass_properties().mass).sum();
    let at_first = energy(&world);
    let allowed = 0.02 * at_first + f64::from(mass * 9.81 * 0.02 * size);
    (0..300).fold(0.0, |most: f64, _| {
        world.step(DT);
        most.max((energy(&world) - at_first) / allowed)
    })
}

/// Cut boxes and Ls of all sizes, masses and materials in a bin gain no energy.
#[test]
fn piles_of_cut_bodies_gain_no_energy() {
    pile_up(40);
}

#[test]
#[ignore = "takes minutes: cargo xtask soak --long pieces"]
fn drawn_bodies_land_and_pile_up_ten_thousand_times() {
    land(100);
    pile_up(400);
}

fn pile_up(worlds: u64) {
    let mut wrong = Vec::new();
    let kinds = [("cut boxes", cut_box as fn(f32, f32) -> Drawn), ("Ls", l_of_two), ("stars", star_of)];
    for seed in 0..worlds {
        for (name, shape) in kinds {
            let gain = greatest_energy(seed, shape, true);
            if gain > 1.0 {
                wrong.push(format!(
                    "{name}, seed {seed}: {gain}, without seams {}",
                    greatest_energy(seed, shape, false)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), 3 * worlds, wrong.join("\n"));
}
