//! Nothing passes through anything: laws of swept contacts, with counts.

#![allow(missing_docs)]

mod against;
mod bounces;
mod near_misses;
mod places;
mod rules;
mod shots;
mod sticks;

use world::{BodyDef, BodyId, ColliderDef, Continuous, World, WorldSettings};

pub const DT: f32 = 1.0 / 60.0;

#[must_use]
pub fn weightless() -> World {
    weightless_with(Continuous::All)
}

#[must_use]
pub fn weightless_with(continuous: Continuous) -> World {
    World::new(WorldSettings::default().gravity([0.0, 0.0]).continuous(continuous))
}

/// Adds a body with one collider.
pub fn add(world: &mut World, def: BodyDef, collider: ColliderDef) -> BodyId {
    let body = world.add_body(def).expect("a valid body");
    world.add_collider(body, collider).expect("a valid collider");
    body
}

/// Numbers from 0 to 1, evenly spread (the fractional parts of multiples of the golden ratio and of its
/// square).
#[must_use]
pub fn spread(i: u32) -> [f32; 2] {
    [0.618_034, 0.754_877_7].map(|ratio: f64| (f64::from(i) * ratio).fract() as f32)
}
