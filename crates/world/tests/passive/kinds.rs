//! The kinds of passive worlds. A world is drawn again until all shapes are apart and all joints closed.

pub mod builds;
mod chains;
mod drives;
mod heaps;
mod mechanisms;

use super::builder::{Builder, Ranges};
use super::random::Random;
use geom::Point;
use world::*;

/// How many times a world is drawn, at most.
const ATTEMPTS: u64 = 200;

/// Of the smallest length of a world. Shapes that overlap by less touch.
const TOUCHING: f32 = 1e-3;

/// A kind of passive world.
#[derive(Clone, Copy)]
pub struct Kind {
    pub name: &'static str,
    pub about: &'static str,
    /// Whether motors, belts or kinematic bodies drive it.
    pub is_driven: bool,
    build: fn(&mut Builder),
}

pub const KINDS: &[Kind] = &[
    passive("piles", "bodies of all shapes fall into a bin", heaps::piles),
    passive("stacks", "boxes stand on each other", heaps::stacks),
    passive("elastic", "bodies fly in a box without gravity and bounce fully", heaps::elastic),
    passive("trees", "trees of joints of all kinds fall or hang", mechanisms::trees),
    passive("loops", "rings and lattices of joints of all kinds fall or hang", mechanisms::loops),
    passive("cars", "a chassis on two to four wheels is dropped or drives", builds::cars),
    passive("feet", "a load stands on a foot, or a table on legs", builds::feet),
    passive("poles", "a pole stands, with a load or a push at its tip", builds::poles),
    passive("bridges", "boxes fall on a bridge of planks", chains::bridges),
    passive("ragdolls", "ragdolls fall into a bin", builds::ragdolls),
    passive("ropes", "a rope of links swings with a weight at its end", chains::ropes),
    passive("posts", "chains fall on posts", chains::posts),
    passive("machines", "weights turn gears, racks, ratchets and pulleys", mechanisms::machines),
    passive("crushed", "a heavy body falls on a mechanism of light links", chains::crushed),
    passive("pendulums", "one to four bodies hang and swing into loose ones", mechanisms::pendulums),
    driven("belts", "belts carry bodies", drives::belts),
    driven("pistons", "kinematic boxes and paddles push a pile", drives::pistons),
    driven("stirrers", "motors turn paddles in a pile", drives::stirrers),
    driven("drives", "motors drive the wheels of cars", drives::drives),
    driven("lifts", "motors lift loads and wind ropes", drives::lifts),
];

const fn passive(name: &'static str, about: &'static str, build: fn(&mut Builder)) -> Kind {
    Kind { name, about, is_driven: false, build }
}

const fn driven(name: &'static str, about: &'static str, build: fn(&mut Builder)) -> Kind {
    Kind { name, about, is_driven: true, build }
}

/// The kind with this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

impl Kind {
    /// The world of this kind with this seed.
    ///
    /// # Panics
    /// If none is apart and closed, which is a fault of this file.
    pub fn level(&self, seed: u64, ranges: Ranges) -> Level {
        let stream = self.name.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31) + u64::from(byte));
        for attempt in 0..ATTEMPTS {
            let mut builder = Builder::new(Random::new(stream, seed, attempt), ranges);
            (self.build)(&mut builder);
            builder.restrict();
            if begins_closed(&builder.level) {
                return builder.level;
            }
        }
        panic!("{} {seed}: no world of {ATTEMPTS} begins apart and closed", self.name);
    }
}

/// Whether nothing drives a level.
pub fn is_passive(level: &Level) -> bool {
    let dynamic = || level.bodies.iter().filter(|it| it.kind == BodyKind::Dynamic);
    let groups = dynamic().map(|it| it.dominance);
    let motor = |kind: &JointKind| match kind {
        JointKind::Revolute(it) => it.motor_speed,
        JointKind::Prismatic(it) => it.motor_speed,
        JointKind::Wheel(it) => it.motor_speed,
        JointKind::Distance(it) => it.motor_speed,
        _ => 0.0,
    };
    level.bodies.iter().all(|it| it.kind != BodyKind::Kinematic)
        && groups.clone().min() == groups.max()
        && level.joints.iter().all(|it| motor(&it.kind) == 0.0)
        && level
            .colliders
            .iter()
            .map(|it| it.def.material)
            .all(|it| it.surface_speed == 0.0 && it.restitution <= 1.0)
}

/// Whether all shapes that can collide are apart or just touch, and all joints are closed and within their
/// limits.
pub fn begins_closed(level: &Level) -> bool {
    why_not_closed(level).is_none()
}

/// The first thing that is not so.
pub fn why_not_closed(level: &Level) -> Option<String> {
    let (world, ids) = match World::load(level) {
        Ok(loaded) => loaded,
        Err(error) => return Some(error.to_string()),
    };
    let sizes = level.colliders.iter().map(|it| it.def.shape.reach(Point::origin()));
    let least = TOUCHING * sizes.fold(f32::MAX, f32::min);
    let joined = |a: u32, b: u32| {
        level.joints.iter().any(|it| !it.collide && ([it.a, it.b] == [a, b] || [it.b, it.a] == [a, b]))
    };
    for (i, a) in level.colliders.iter().enumerate() {
        for (j, b) in level.colliders.iter().enumerate().skip(i + 1) {
            let can_move =
                [a.body, b.body].iter().any(|&it| level.bodies[it as usize].kind == BodyKind::Dynamic);
            if a.body == b.body || !can_move || joined(a.body, b.body) {
                continue;
            }
            let apart =
                world.distance(ids.colliders[i], ids.colliders[j]).unwrap().map_or(0.0, |it| it.separation);
            let skins = a.def.contact_skin + b.def.contact_skin;
            if apart - skins < -least {
                return Some(format!("colliders {i} and {j} overlap by {}", skins - apart));
            }
        }
    }
    // A body without a collider moves as if it had 1 kg, and reads 0 kg.
    if let Some(bare) = world.dynamic_bodies().find(|it| it.colliders().next().is_none()) {
        return Some(format!("{:?} has no collider", bare.id()));
    }
    for joint in world.joints() {
        let (error, outside) = (joint.error(), outside(joint));
        if error > least || outside > least {
            return Some(format!("a {} joint is open by {error} and {outside}", joint.kind().name()));
        }
    }
    None
}

/// By how much a joint is outside its limits, m or rad.
pub fn outside(joint: JointRef<'_>) -> f32 {
    let past = |value: f32, [lower, upper]: [f32; 2]| (lower - value).max(value - upper).max(0.0);
    match joint.kind() {
        JointKind::Revolute(it) => past(joint.counted_angle(), it.limits),
        JointKind::Prismatic(it) => past(joint.translation(), it.limits),
        JointKind::Wheel(it) => past(joint.translation(), it.limits),
        _ => 0.0,
    }
}
