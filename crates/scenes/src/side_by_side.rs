//! Comparisons: scenes that are one level with one difference, to be run and looked at side by side.
//!
//! ```text
//!   comparison     corrections
//!   panels         none | Baumgarte | projection | split       a scene each, all with the same view
//!   figures        greatest kinetic energy, overlap            what tells the panels apart, below each
//! ```
//!
//! A comparison only names scenes and figures. `testbed` runs the worlds and draws them.

use crate::figures::Figure;
use crate::list::find;
use crate::scene::Scene;
use crate::text::{Section, Text};

/// Scenes that differ in one thing.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The name, as given on a command line.
    pub name: &'static str,
    /// What one sees when looking from panel to panel, in one sentence.
    pub about: &'static str,
    /// The sections of the texts that it shows.
    pub sections: &'static [Section],
    /// The number of steps, of a 60th of a second, after which the difference can be seen.
    pub steps: u32,
    /// The panels, from the left.
    pub panels: &'static [Panel],
    /// What is measured in each of them.
    pub figures: &'static [Figure],
}

/// One scene of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// What it has that the others do not have.
    pub label: &'static str,
    /// The name of its scene.
    pub scene: &'static str,
    /// Into how many equal steps each 60th of a second is cut, at least 1: more than 1 where smaller steps
    /// are what is compared.
    pub cuts: u32,
}

impl Panel {
    /// Its scene; `None` if there is none of this name, which a test rules out.
    #[must_use]
    pub fn scene(self) -> Option<&'static Scene> {
        find(self.scene)
    }
}

const fn panel(label: &'static str, scene: &'static str) -> Panel {
    Panel { label, scene, cuts: 1 }
}

/// The file of the comparisons, from the root of the repository.
pub const COMPARISONS_SOURCE: &str = file!();

/// All comparisons.
pub const COMPARISONS: &[Comparison] = &[
    Comparison {
        name: "corrections",
        about: "Overlap that is removed by velocity becomes speed, and the box in the ground jumps; moved apart, boxes gain none.",
        sections: &[
            Text::CollisionDetection.section("Collision Resolution"),
            Text::Sotirov.section("Impulse Based Collision Resolution"),
            Text::GaulCustom.section("Penetration Resolution"),
            Text::GaulBasics.section("Sinking Objects"),
        ],
        steps: 18,
        panels: &[
            panel("none", "corrections_none"),
            panel("Baumgarte", "corrections_baumgarte"),
            panel("projection", "corrections_projection"),
            panel("split", "corrections_split"),
        ],
        figures: &[Figure::GreatestKineticEnergy, Figure::Overlap],
    },
    Comparison {
        name: "jitter",
        about: "A tower at rest: with a slop it is still, also if all overlap beyond it is removed; without one it trembles or falls.",
        sections: &[
            Text::GaulCustom.section("Penetration Resolution"),
            Text::GaulBasics.section("Sinking Objects"),
        ],
        steps: 480,
        panels: &[
            panel("40%, slop 10 mm", "jitter_40_slop"),
            panel("20%, no slop", "jitter_20"),
            panel("80%, no slop", "jitter_80"),
            panel("100%, no slop", "jitter_100"),
            panel("100%, slop 10 mm", "jitter_100_slop"),
        ],
        figures: &[Figure::Tremble, Figure::Fallen],
    },
    Comparison {
        name: "weights",
        about: "A plank lands, its left end lower: the mean of two points turns it the wrong way; with weights the deeper point turns it back.",
        sections: &[Text::CollisionDetection.section("Collision Resolution")],
        steps: 12,
        panels: &[
            panel("mean of two points", "landing_mean"),
            panel("two points, plain", "landing_plain"),
            panel("two points, by depth", "landing_by_depth"),
        ],
        figures: &[Figure::Turn { of: "the first plank", body: 4 }],
    },
    Comparison {
        name: "weights at rest",
        about: "Planks have landed: with plain impulses the last one rocks on its post for good, with weights it comes to rest.",
        sections: &[Text::CollisionDetection.section("Collision Resolution")],
        steps: 180,
        panels: &[panel("plain", "weights_plain"), panel("by depth", "weights_by_depth")],
        figures: &[Figure::Spin, Figure::Overlap],
    },
    Comparison {
        name: "detection",
        about: "Collisions that are detected anew before each iteration leave less overlap than those detected once in a step.",
        sections: &[Text::CollisionDetection.section("State Propagation")],
        steps: 60,
        panels: &[panel("once in a step", "detection_once"), panel("in each iteration", "detection_each")],
        figures: &[Figure::DeepestOverlap],
    },
    Comparison {
        name: "order of a step",
        about: "If positions move first, what rests falls a little in each step before it is pushed back.",
        sections: &[Text::CollisionDetection.section("State Propagation")],
        steps: 30,
        panels: &[
            panel("constraints first", "constraints_first"),
            panel("positions first", "positions_first"),
        ],
        figures: &[Figure::Overlap],
    },
    Comparison {
        name: "contact points",
        about: "With one point in place of two, the first plank turns the wrong way, or the second rests on air.",
        sections: &[
            Text::CollisionDetection.section("Collision Resolution"),
            Text::Sotirov.section("Failed (?) first try"),
            Text::Sotirov.section("The better method"),
        ],
        steps: 24,
        panels: &[
            panel("clipping", "contact_points_clipped"),
            panel("mean of two points", "contact_points_mean"),
            panel("support average", "contact_points_support"),
        ],
        figures: &[
            Figure::Turn { of: "the first plank", body: 4 },
            Figure::Height { of: "the second plank", body: 5 },
        ],
    },
    Comparison {
        name: "integrators",
        about: "Pendulums gain energy with explicit Euler and swing higher; with symplectic Euler they gain none.",
        sections: &[Text::CollisionDetection.section("State Propagation")],
        steps: 400,
        panels: &[panel("explicit Euler", "euler_explicit"), panel("symplectic Euler", "euler_symplectic")],
        figures: &[Figure::EnergyGain],
    },
    Comparison {
        name: "stacks by iterations",
        about: "The more iterations in a step, the less the boxes of a stack sink into each other.",
        sections: &[
            Text::Sotirov.section("Iterations"),
            Text::GaulCustom.section("7 thoughts on “Custom Physics Engine – Part 1: Impulse Resolution"),
        ],
        steps: 120,
        panels: &[
            panel("1 iteration", "squash_1"),
            panel("5 iterations", "squash_5"),
            panel("20 iterations", "squash_20"),
        ],
        figures: &[Figure::Overlap],
    },
    Comparison {
        name: "two planks",
        about: "A plank lands level: if each iteration may only push it spins and falls over, if their sum may only push it stands.",
        sections: &[Text::Sotirov.section("Iterations")],
        steps: 90,
        panels: &[
            panel("each iteration bounded", "upright_separate"),
            panel("sum bounded", "upright_accumulated"),
        ],
        figures: &[Figure::GreatestSpin, Figure::Height { of: "the plank", body: 1 }],
    },
    Comparison {
        name: "tower by iterations",
        about: "A tower of ten boxes falls with two iterations in a step and stands with sixty.",
        sections: &[Text::GaulCustom.section("Iterative Solving")],
        steps: 150,
        panels: &[panel("2 iterations", "tower_iterated"), panel("60 iterations", "tower_iterated_60")],
        figures: &[Figure::Height { of: "the topmost box", body: 10 }],
    },
    Comparison {
        name: "towers by recipe",
        about: "Towers of three to six boxes by the recipe of the text: the more iterations, the more of them stand after ten seconds.",
        sections: &[Text::GaulCustom.section("Iterative Solving")],
        steps: 600,
        panels: &[
            panel("5 iterations", "recipe_5"),
            panel("10 iterations", "recipe_10"),
            panel("20 iterations", "recipe_20"),
            panel("10, accumulated and warm", "recipe_warm"),
        ],
        figures: &[Figure::Fallen],
    },
    Comparison {
        name: "impacts",
        about: "Fast balls pass a thin wall; smaller steps find them at 16 times the cost; or they stop and lose time, or go back and lose nothing.",
        sections: &[
            Text::Sotirov.section("Continuous Collision Detection"),
            Text::Souto.section("Continuous Collision Detection"),
        ],
        steps: 60,
        panels: &[
            panel("missed", "impacts_missed"),
            Panel { label: "16 smaller steps", scene: "impacts_missed", cuts: 16 },
            panel("stopped", "impacts_stopped"),
            panel("resolved", "impacts_resolved"),
        ],
        figures: &[Figure::Bounces, Figure::OutsideOfView],
    },
    Comparison {
        name: "restitution rules",
        about: "Where two restitutions meet, balls bounce by the larger one in one text and by the smaller one in another.",
        sections: &[Text::GaulBasics.section("Our Objects Collided - Now What?")],
        steps: 90,
        panels: &[panel("the larger one", "bouncing_max"), panel("the smaller one", "bouncing_min")],
        figures: &[Figure::EnergyGain],
    },
    Comparison {
        name: "responses",
        about: "Impulses make shapes bounce and turn; without them, overlap is only moved away.",
        sections: &[
            Text::Sotirov.section("Response"),
            Text::Sotirov.section("Impulse Based Collision Resolution"),
        ],
        steps: 60,
        panels: &[panel("moved apart", "collision_without_impulses"), panel("impulses", "collision")],
        figures: &[Figure::GreatestSpin, Figure::KineticEnergy],
    },
    Comparison {
        name: "hulls and pieces",
        about: "As convex hulls, a bowl and a car keep a ball and a box out of their hollows.",
        sections: &[Text::Souto.section("Convex and Concave Shapes")],
        steps: 120,
        panels: &[panel("convex hulls", "hollows_hull"), panel("convex pieces", "hollows_pieces")],
        figures: &[Figure::Height { of: "the ball", body: 2 }, Figure::Height { of: "the box", body: 6 }],
    },
];

/// The comparison of this name.
#[must_use]
pub fn find_comparison(name: &str) -> Option<&'static Comparison> {
    COMPARISONS.iter().find(|comparison| comparison.name == name)
}
