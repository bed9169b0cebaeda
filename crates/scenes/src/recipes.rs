//! What the texts of Gaul recommend, and what becomes of it: how much overlap to remove, what to leave, how
//! often to iterate.
//!
//! *Custom Physics Engine* warns that bodies jitter if all of the overlap is removed, and *The Basics* that
//! they do without a slop. On this solver, with warm starting, it is the slop that counts: what moves boxes
//! until they no longer overlap also ends their contact, and with it the impulses that carry the boxes above.

use crate::parts::{default, rectangle, wall};
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use physics::prelude::*;
use physics::textbook::{ClassicSettings, ImpulseMethod, PositionCorrection};

/// Boxes at rest on each other, whose overlap is removed by projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jitter {
    /// Fraction of the overlap beyond the slop that each step removes, 0 to 1.
    pub fraction: f32,
    /// Overlap that is left alone, m.
    pub slop: f32,
    /// How many boxes.
    pub boxes: u32,
    /// Overlap at the start, m.
    pub depth: f32,
}

default!(Jitter { fraction: 0.4, slop: 0.01, boxes: 5, depth: 0.015 });

impl Jitter {
    /// The level. The ground is body 0, the boxes follow from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let (fraction, slop) = (self.fraction, self.slop);
        let correction = PositionCorrection::Projection { fraction, slop };
        let classic = ClassicSettings { correction, ..ClassicSettings::default() };
        let mut level = Level::new(WorldSettings::default().classic(classic).sleeping(false));
        wall(&mut level, [0.0, -0.5], 6.0, 0.5);
        for i in 0..self.boxes {
            let y = 0.5 + i as f32 - (i + 1) as f32 * self.depth;
            level.body_with(BodyDef::dynamic().position([0.0, y]), rectangle(0.5, 0.5));
        }
        level
    }
}

/// Towers by the recipe of *Custom Physics Engine*: each impulse separately, nothing kept from the last step,
/// projection of two fifths of the overlap beyond 10 mm. Towers do not hit each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Iterations over all contacts; the text says 5 to 20.
    pub iterations: u32,
    /// Whether impulses are accumulated and kept for the next step in place of the recipe: the "warm
    /// starting" of the author's answer to a reader.
    pub warm: bool,
}

impl Recipe {
    /// Boxes of each tower, from the left.
    pub const TOWERS: [u32; 4] = [3, 4, 5, 6];

    /// The level. The ground is body 0, the towers follow, each from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let (iterations, warm_start) = (self.iterations, self.warm);
        let impulses = if self.warm { ImpulseMethod::Accumulated } else { ImpulseMethod::Separate };
        let correction = PositionCorrection::Projection { fraction: 0.4, slop: 0.01 };
        let classic =
            ClassicSettings { iterations, warm_start, impulses, correction, ..ClassicSettings::default() };
        let mut level = Level::new(WorldSettings::default().classic(classic).sleeping(false));
        wall(&mut level, [0.0, -0.5], 14.0, 0.5);
        for (i, boxes) in (0..).zip(Self::TOWERS) {
            // A group of its own; the ground, with the default filter, meets all of them.
            let filter = Filter { category: 2 << i, mask: 1 | 2 << i, group: 0 };
            let x = 5.0 * i as f32 - 7.5;
            for k in 0..boxes {
                let body = BodyDef::dynamic().position([x, 0.5 + k as f32]);
                level.body_with(body, rectangle(0.5, 0.5).filter(filter));
            }
        }
        level
    }
}

pub(crate) const JITTER_40_SLOP: Scene = scene(file!(), "jitter_40_slop", 480, view(-3.0, -0.7, 3.0, 5.3))
    .about("Five boxes at rest; two fifths of the overlap beyond 10 mm are removed in each step: they are still.")
    .sections(&[
        Text::GaulCustom.section("Penetration Resolution"),
        Text::GaulBasics.section("Sinking Objects"),
    ])
    .level(|| Jitter::default().level());

pub(crate) const JITTER_20: Scene = JITTER_40_SLOP
    .named("jitter_20")
    .about("The same boxes without a slop: a fifth of all overlap is removed, and they tremble.")
    .level(|| Jitter { fraction: 0.2, slop: 0.0, ..Jitter::default() }.level());

pub(crate) const JITTER_80: Scene = JITTER_40_SLOP
    .named("jitter_80")
    .about("The same boxes without a slop: four fifths of all overlap are removed, and they tremble.")
    .level(|| Jitter { fraction: 0.8, slop: 0.0, ..Jitter::default() }.level());

pub(crate) const JITTER_100: Scene = JITTER_40_SLOP
    .named("jitter_100")
    .about("The same boxes without a slop: all overlap is removed in each step, and they fall.")
    .level(|| Jitter { fraction: 1.0, slop: 0.0, ..Jitter::default() }.level());

pub(crate) const JITTER_100_SLOP: Scene = JITTER_40_SLOP
    .named("jitter_100_slop")
    .about("The same boxes; all of the overlap beyond 10 mm is removed in each step: they are still.")
    .level(|| Jitter { fraction: 1.0, ..Jitter::default() }.level());

pub(crate) const RECIPE_5: Scene = scene(file!(), "recipe_5", 600, view(-11.0, -0.7, 11.0, 6.5))
    .about(
        "Towers of three to six boxes by the recipe of the text, with five iterations: that of three stands.",
    )
    .sections(&[Text::GaulCustom.section("Iterative Solving")])
    .level(|| Recipe { iterations: 5, warm: false }.level());

pub(crate) const RECIPE_10: Scene = RECIPE_5
    .named("recipe_10")
    .about("The same towers with ten iterations: those of three and four boxes stand.")
    .level(|| Recipe { iterations: 10, warm: false }.level());

pub(crate) const RECIPE_20: Scene = RECIPE_5
    .named("recipe_20")
    .about("The same towers with twenty iterations: those of three to five boxes stand.")
    .level(|| Recipe { iterations: 20, warm: false }.level());

pub(crate) const RECIPE_WARM: Scene = RECIPE_5
    .named("recipe_warm")
    .about("The same towers with ten iterations, accumulated impulses and warm starting: all of them stand.")
    .level(|| Recipe { iterations: 10, warm: true }.level());
