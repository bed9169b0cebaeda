//! The everyday race: what ordinary games are made of, as scenes on which engines are compared.
//!
//! Sleeping is off, so each step does the work of all bodies. Gravity is 10 m/s^2, and materials are the
//! default unless said otherwise.
//!
//! ```text
//!   pendulums   o-    o-    o-        single bodies on a hinge
//!   chains      o----------           chains that overlap when they are released
//!   swings      o----------           the same, apart: they swing into each other
//!   bridges     o-=-=-=-=-o           planks on hinges, loaded with boxes
//!   poles         - - - - -           chains without an anchor that fall on the ground
//!   vehicles     o=o  o=o             cars on one long chain of segments
//!   ragdolls      people              fall into a bin
//! ```
//!
//! The scenes of [`CHAIN_LENGTHS`] differ only in the number of links of their chains: a step should not
//! become much dearer by one link more.

use crate::benchmarks::{first_of, settings};
use crate::parts::{default, ground, hinge, made, rectangle, shape, wall};
use crate::people::Person;
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// m. Half of the distance between the joints of a link. Its capsule reaches 3 cm beyond each of them.
const HALF_LINK: f32 = 0.25;

/// Chains that hang on static points at a height of 20 m. They are laid out to the right and released.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HangingChains {
    /// Number of chains.
    pub chains: u32,
    /// Links of a chain, each 0.5 m long.
    pub links: u32,
    /// Distance from a chain to the next, m.
    pub spacing: f32,
    /// How much higher than the last a chain hangs, m; after five chains the heights start again.
    pub rise: f32,
}

// Chains that are laid out one over the other, overlap, and stay entangled in mid-air.
default!(HangingChains { chains: 50, links: 10, spacing: 1.2, rise: 0.0 });

impl HangingChains {
    /// m. The height of the points on which the chains hang.
    const HEIGHT: f32 = 20.0;

    /// Bodies on a hinge.
    #[must_use]
    pub fn pendulums() -> Self {
        Self { chains: 200, links: 1, spacing: 4.0, rise: 0.0 }
    }

    /// Chains that begin apart and swing into each other.
    #[must_use]
    pub fn swings() -> Self {
        Self { rise: 0.2, ..Self::default() }
    }

    /// Chains that never touch each other.
    #[must_use]
    pub fn apart(links: u32) -> Self {
        Self { chains: 50, links, spacing: 4.0 * HALF_LINK * links as f32 + 1.0, rise: 0.0 }
    }

    /// The level. Body 0 is the world's frame; the links follow, chain by chain, each from its anchor.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        let frame = ground(&mut level);
        for i in 0..self.chains {
            // Centred, because positions far from the origin are rounded by more than a hinge may open.
            let x = first_of(self.chains, self.spacing) + self.spacing * i as f32;
            let anchor = [x, Self::HEIGHT + self.rise * (i % 5) as f32];
            let first = links(&mut level, anchor, self.links);
            hinge(&mut level, (frame, anchor), (first, [-HALF_LINK, 0.0]));
        }
        level
    }
}

/// Adds hinged links, laid out to the right of `start`. Returns the first.
fn links(level: &mut Level, [x, y]: [f32; 2], count: u32) -> u32 {
    let first = level.bodies.len() as u32;
    for i in 0..count {
        let center = [x + HALF_LINK * (2 * i + 1) as f32, y];
        let capsule = ColliderDef::new(shape(Shape::capsule([-0.2, 0.0], [0.2, 0.0], 0.08)));
        let link = level.body_with(BodyDef::dynamic().position(center), capsule);
        if link > first {
            hinge(level, (link - 1, [HALF_LINK, 0.0]), (link, [-HALF_LINK, 0.0]));
        }
    }
    first
}

/// Ten bridges of twenty planks, one above the other, and five boxes that fall on each. Body 0 is the world's
/// frame; then come the planks and the boxes of each bridge, from the lowest bridge up.
fn bridges() -> Level {
    const PLANKS: u32 = 20;
    let mut level = Level::new(settings());
    let frame = ground(&mut level);
    for bridge in 0..10 {
        let y = 6.0 * bridge as f32;
        let mut before = (frame, [-10.0, y]);
        for i in 0..PLANKS {
            let center = [-9.5 + i as f32, y];
            let plank = level.body_with(BodyDef::dynamic().position(center), rectangle(0.5, 0.1));
            hinge(&mut level, before, (plank, [-0.5, 0.0]));
            before = (plank, [0.5, 0.0]);
        }
        hinge(&mut level, before, (frame, [10.0, y]));
        for x in [-6.0, -3.0, 0.0, 3.0, 6.0] {
            level.body_with(BodyDef::dynamic().position([x, y + 2.0]), rectangle(0.4, 0.4));
        }
    }
    level
}

/// A hundred chains of eight links without an anchor that fall on the ground. The ground is body 0, its upper
/// side at y = 0.
fn poles() -> Level {
    let mut level = Level::new(settings());
    wall(&mut level, [0.0, -0.5], 300.0, 0.5);
    for i in 0..100 {
        let start = [1.5 * (i as f32 - 50.0), 1.0 + 0.4 * (i % 7) as f32];
        links(&mut level, start, 8);
    }
    level
}

/// Twenty cars that drive to the right on hills. The hills and their frame are body 0, one closed chain that
/// faces inwards; then come the chassis, the rear and the front wheel of each car.
fn vehicles() -> Level {
    const MOST: u32 = 840;
    let (left, right, top) = (-10.0, 410.0, 60.0);
    let mut level = Level::new(settings());
    let frame = level.body(BodyDef::fixed());
    let sin = |angle: f32| Rot::from_angle(angle).sin;
    let hill = |x: f32| Point::new(x, 0.3 * sin(0.7 * x) + 0.1 * sin(2.3 * x));
    // From right to left, so that the outer side is above.
    let floor = (0..=MOST).map(|i| hill(right - 0.5 * i as f32));
    let points = floor.chain([Point::new(left, top), Point::new(right, top)]);
    let road = Material { friction: 0.8, static_friction: 0.8, ..Material::default() };
    level.chain(frame, &made(chain(points, true, Sides::One)), road, Filter::default());
    for i in 0..20 {
        let (x, y) = (5.0 * i as f32, 2.0);
        let chassis = level.body_with(BodyDef::dynamic().position([x, y]), rectangle(1.0, 0.25));
        for side in [-0.8, 0.8] {
            let hub = [side, -0.3];
            let tyre = ColliderDef::new(shape(Shape::circle(0.4))).friction(0.9);
            let wheel = level.body_with(BodyDef::dynamic().position([x + hub[0], y + hub[1]]), tyre);
            let axle = RevoluteJoint::new().anchors(hub, [0.0, 0.0]).motor(-15.0, 20.0);
            level.joint(JointDef::new(chassis, wheel, axle));
        }
    }
    level
}

/// Forty people who fall into a bin, in five columns. The ground and the walls are bodies 0 to 2.
fn ragdolls() -> Level {
    let mut level = Level::new(settings());
    wall(&mut level, [0.0, -0.5], 9.0, 0.5);
    wall(&mut level, [-8.5, 15.0], 0.5, 15.0);
    wall(&mut level, [8.5, 15.0], 0.5, 15.0);
    for i in 0..40 {
        let (column, row) = (i % 5, i / 5);
        let hips = [2.5 * (column - 2) as f32, 3.0 + 2.0 * row as f32];
        let hips = BodyDef::dynamic().position(hips);
        Person { hips, density: 1.0, friction: 0.4, limits: false, group: -1 - i }.add(&mut level);
    }
    level
}

/// What ordinary games are made of.
pub const EVERYDAY: &[Scene] = &[
    scene(file!(), "race_pendulums", 600, view(-8.0, 17.0, 8.0, 22.0))
        .about("Two hundred bodies swing on a hinge each.")
        .level(|| HangingChains::pendulums().level()),
    scene(file!(), "race_bridges", 600, view(-12.0, -4.0, 12.0, 60.0))
        .about("Ten bridges of twenty planks carry five boxes each.")
        .level(bridges),
    scene(file!(), "race_chains", 600, view(-20.0, 14.0, 20.0, 23.0))
        .about("Fifty chains of ten links are laid out one over the other, and stay entangled in mid-air.")
        .level(|| HangingChains::default().level()),
    scene(file!(), "race_swings", 600, view(-20.0, 14.0, 20.0, 23.0))
        .about("Fifty chains of ten links swing into each other.")
        .level(|| HangingChains::swings().level()),
    scene(file!(), "race_poles", 600, view(-16.0, -1.0, 16.0, 5.0))
        .about("A hundred chains of eight links fall on the ground.")
        .level(poles),
    scene(file!(), "race_vehicles", 600, view(-4.0, -2.0, 56.0, 8.0))
        .about("Twenty cars with a motor in each wheel drive over hills of one chain.")
        .level(vehicles),
    scene(file!(), "race_ragdolls", 600, view(-10.0, -1.0, 10.0, 20.0))
        .about("Forty people fall into a bin.")
        .level(ragdolls),
];

/// Fifty chains apart from each other, by their number of links.
pub const CHAIN_LENGTHS: &[Scene] = &[
    chains_of::<1>("race_chain_1"),
    chains_of::<2>("race_chain_2"),
    chains_of::<3>("race_chain_3"),
    chains_of::<4>("race_chain_4"),
    chains_of::<5>("race_chain_5"),
    chains_of::<6>("race_chain_6"),
    chains_of::<7>("race_chain_7"),
    chains_of::<8>("race_chain_8"),
    chains_of::<9>("race_chain_9"),
    chains_of::<10>("race_chain_10"),
    chains_of::<12>("race_chain_12"),
    chains_of::<13>("race_chain_13"),
    chains_of::<20>("race_chain_20"),
    chains_of::<21>("race_chain_21"),
    chains_of::<30>("race_chain_30"),
    chains_of::<31>("race_chain_31"),
];

const fn chains_of<const LINKS: u32>(name: &'static str) -> Scene {
    scene(file!(), name, 300, view(-40.0, 3.0, 40.0, 37.0))
        .about("Fifty chains swing apart from each other.")
        .level(|| HangingChains::apart(LINKS).level())
}
