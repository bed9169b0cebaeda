//! The texts that the engine grew from, and their sections: scenes and explorers say by them where they come
//! from.
//!
//! `docs/texts` has a page for each text, with a row for what a section describes. A test of the testbed
//! compares these names with the pages.

use std::fmt;

/// One of the texts, each with a page in `docs/texts`. The last of the five texts joins two articles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Text {
    /// *2D Collision Detection and Resolution*.
    CollisionDetection,
    /// *Impulse Responses*.
    ImpulseResponses,
    /// Dimitar Sotirov's tutorial of 2022.
    Sotirov,
    /// Randy Gaul, *Custom Physics Engine - Part 1*.
    GaulCustom,
    /// Nilson Souto, *Video Game Physics Tutorial - Part II*.
    Souto,
    /// Randy Gaul, *How to Create a Custom 2D Physics Engine*.
    GaulBasics,
}

/// What is written about a text.
struct About {
    name: &'static str,
    title: &'static str,
    page: &'static str,
    sections: &'static [&'static str],
}

impl Text {
    /// All of them, in the order of `docs/texts/README.md`.
    pub const ALL: [Self; 6] = [
        Self::CollisionDetection,
        Self::ImpulseResponses,
        Self::Sotirov,
        Self::GaulCustom,
        Self::Souto,
        Self::GaulBasics,
    ];

    /// A short name, the heading of the page.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Author and title.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.about().title
    }

    /// The page that goes through the text, from the root of the repository.
    #[must_use]
    pub fn page(self) -> &'static str {
        self.about().page
    }

    /// The sections that have a row on the page, in the order of the text. What a text says without a heading
    /// is in brackets.
    pub fn sections(self) -> impl Iterator<Item = Section> {
        self.about().sections.iter().map(move |name| self.section(name))
    }

    /// A section of this text by its name.
    #[must_use]
    pub const fn section(self, name: &'static str) -> Section {
        Section { text: self, name }
    }

    fn about(self) -> About {
        match self {
            Self::CollisionDetection => About {
                name: "2D Collision Detection and Resolution",
                title: "2D Collision Detection and Resolution",
                page: "docs/texts/collision-2d.md",
                sections: &[
                    "The Problem",
                    "State Propagation",
                    "Collision Detection",
                    "Penetration Vectors",
                    "Collision Manifolds",
                    "Collision Resolution",
                ],
            },
            Self::ImpulseResponses => About {
                name: "Impulse Responses",
                title: "Impulse Responses",
                page: "docs/texts/impulse-responses.md",
                sections: &["(opening)", "The Normal Impulse", "Friction Impulse", "Revolute Joints"],
            },
            Self::Sotirov => About {
                name: "Sotirov 2022",
                title: "Dimitar Sotirov's tutorial of 2022",
                page: "docs/texts/sotirov.md",
                sections: &[
                    "Shapes",
                    "Model Matrix",
                    "Mass",
                    "Centroid",
                    "Rotational Inertia",
                    "Forces and Impulses",
                    "Point vs. Shape Intersection",
                    "Grabbing Bodies with the Mouse",
                    "Air Drag",
                    "Circle vs. Circle",
                    "Polygon vs. Polygon",
                    "Polygon vs. Circle",
                    "Response",
                    "Failed (?) first try",
                    "The better method",
                    "Quick word about circles",
                    "Impulse Based Collision Resolution",
                    "Iterations",
                    "Friction",
                    "Continuous Collision Detection",
                ],
            },
            Self::GaulCustom => About {
                name: "Gaul, Custom Physics Engine",
                title: "Randy Gaul, Custom Physics Engine - Part 1",
                page: "docs/texts/gaul-custom.md",
                sections: &[
                    "Game Physics High Level Detail",
                    "Architecture",
                    "Impulse Resolution in 2D (No Rotation or Friction)",
                    "Rotation",
                    "Friction",
                    "Penetration Resolution",
                    "Iterative Solving",
                    "7 thoughts on “Custom Physics Engine – Part 1: Impulse Resolution",
                ],
            },
            Self::Souto => About {
                name: "Souto, Video Game Physics II",
                title: "Nilson Souto, Video Game Physics Tutorial - Part II",
                page: "docs/texts/souto.md",
                sections: &[
                    "Broad Phase",
                    "The Sort and Sweep Algorithm",
                    "Dynamic Bounding Volume Trees",
                    "Convex and Concave Shapes",
                    "Testing for Intersections - The Separating Axis Theorem",
                    "Support Functions",
                    "Minkowski Sums",
                    "GJK in Action",
                    "Determining Penetration Depth - The Expanding Polytope Algorithm",
                    "Continuous Collision Detection",
                    "Continuous Collision Detection for Non-Circles",
                ],
            },
            Self::GaulBasics => About {
                name: "Gaul, The Basics",
                title: "Randy Gaul, How to Create a Custom 2D Physics Engine",
                page: "docs/texts/gaul-basics.md",
                sections: &[
                    "Axis Aligned Bounding Boxes",
                    "(Circles)",
                    "Impulse Resolution",
                    "Our Objects Collided - Now What?",
                    "Sinking Objects",
                    "Circle vs Circle",
                    "(AABB vs AABB)",
                    "Circle vs AABB",
                    "(the list at the end)",
                ],
            },
        }
    }
}

/// A section of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Section {
    /// The text.
    pub text: Text,
    /// Its heading, as a row of the page names it.
    pub name: &'static str,
}

/// Text and heading: `Sotirov 2022: Mass`.
impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.text.name(), self.name)
    }
}
