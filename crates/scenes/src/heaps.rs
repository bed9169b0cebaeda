//! Ragdolls under a heavy crate. Beside it is the same heap, solved by sweeps alone. See `docs/loads.md`.

use crate::pairs::{pair_of_scenes, settings};
use crate::parts::{default, rectangle, wall};
use crate::people::{BONES, Person};
use crate::random::Random;
use crate::scene::{Scene, view};
use physics::prelude::*;
use std::f32::consts::FRAC_PI_2;

/// m. The height of a layer of people at the beginning.
const LAYER: f32 = 0.5;

/// Ragdolls that lie on each other in a trough, under a heavy crate.
///
/// ```text
///   |    _________    |
///   |   |  crate  |   |
///   |   |_________|   |
///   |    --o===       |
///   | ===o--   --o=== |     people
///   |      ===o--     |
///   |_--o===__--o===__|
/// ```
///
/// They fall by up to two metres, slide and come to rest. Their joints stay with the sweeps: those of a bone
/// that bears much open by a centimetre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RagdollPile {
    /// Number of people, of 70 kg each; a forearm has 3 kg.
    pub people: u32,
    /// Mass of the crate, kg.
    pub mass: f32,
    /// Seed of how the people lie.
    pub seed: u32,
    /// Whether loaded contacts are solved together.
    pub is_steady: bool,
}

default!(RagdollPile { people: 12, mass: 500.0, seed: 3, is_steady: true });

impl RagdollPile {
    /// Bones of one person.
    pub const BONES: usize = BONES;

    /// The level. The floor is body 0, the walls bodies 1 and 2; then come the people, eleven bodies each,
    /// from below, and the crate is the last body.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        wall(&mut level, [0.0, -0.5], 4.0, 0.5);
        for side in [-1.0, 1.0] {
            wall(&mut level, [side * 2.4, 2.5], 0.25, 2.5);
        }
        let mut random = Random(self.seed);
        for person in 0..self.people {
            // Two layers hold three people: two side by side, and one above them that lies on both.
            let (layers, rest) = (2 * (person / 3), person % 3);
            let (x, row) = if rest < 2 { (2.0 * rest as f32 - 1.0, layers) } else { (0.0, layers + 1) };
            let turn = if random.signed() < 0.0 { -FRAC_PI_2 } else { FRAC_PI_2 };
            let hips = Point::new(x + 0.15 * random.signed(), 0.3 + LAYER * row as f32);
            let hips = BodyDef::dynamic().position(hips).angle(turn + 0.15 * random.signed());
            let (hips, group) = (hips.damping(0.0, 1.0), -1 - person as i32);
            Person { hips, density: 100.0, friction: 0.6, limits: true, group }.add(&mut level);
        }
        let top = 0.3 + LAYER * (2 * self.people.div_ceil(3)) as f32;
        let crate_ = BodyDef::dynamic().position([0.0, top + 0.6]);
        level.body_with(crate_, rectangle(1.0, 0.5).density(0.5 * self.mass).friction(0.6));
        level
    }
}

pair_of_scenes!(
    STEADY_RAGDOLL_PILE,
    SOFT_RAGDOLL_PILE,
    RagdollPile,
    ["steady_ragdoll_pile", "soft_ragdoll_pile"],
    [
        "A crate of 500 kg falls on twelve ragdolls, which come to rest in a heap and do not sink into each other.",
        "The same heap with sweeps alone: bones sink into each other by two centimetres."
    ],
    600,
    view(-3.5, -0.5, 3.5, 5.5)
);
