//! Variants of the classic solver that the texts describe, each shown twice or more with one difference, and
//! the demos of the texts that need no more than shapes.

use crate::parts::{default, rectangle, regular_polygon, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use physics::prelude::*;
use physics::textbook::{ClassicSettings, ImpulseMethod, PositionCorrection};

/// Boxes that overlap the ground and each other at the start, to see how each correction parts them: by
/// velocity (Baumgarte, *Sotirov 2022*), by projection (*Gaul*), by a fraction of the whole overlap (*2D
/// Collision Detection and Resolution*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corrections {
    /// How overlap is removed.
    pub correction: PositionCorrection,
    /// Overlap at the start, m.
    pub depth: f32,
}

default!(Corrections { correction: PositionCorrection::Baumgarte { factor: 0.2, slop: 0.01 }, depth: 0.3 });

impl Corrections {
    /// The level. The ground is body 0; a box in the ground is body 1; then come a stack of four that
    /// overlap, and a heavy box in a light one in the air.
    #[must_use]
    pub fn level(&self) -> Level {
        let classic = ClassicSettings { correction: self.correction, ..ClassicSettings::default() };
        let mut level = Level::new(WorldSettings::default().classic(classic).sleeping(false));
        wall(&mut level, [0.0, -1.0], 8.0, 1.0);
        level.body_with(BodyDef::dynamic().position([-4.0, 0.5 - self.depth]), rectangle(0.5, 0.5));
        for i in 0..4 {
            let y = 0.5 + i as f32 * (1.0 - self.depth);
            level.body_with(BodyDef::dynamic().position([0.0, y]), rectangle(0.5, 0.5));
        }
        for (x, density) in [(4.0, 10.0), (5.0 - self.depth, 1.0)] {
            let body = BodyDef::dynamic().position([x, 3.0]).gravity_scale(0.0);
            level.body_with(body, rectangle(0.5, 0.5).density(density));
        }
        level
    }
}

/// Planks that land on one end, on their edge, and across a post: the impulses of two points are equal, or in
/// proportion to their depths (*2D Collision Detection and Resolution*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// How the impulses of the two points are found.
    pub impulses: ImpulseMethod,
}

default!(Weights { impulses: ImpulseMethod::Separate });

impl Weights {
    /// The level. The ground is body 0, a post is body 1; the planks follow from the left.
    #[must_use]
    pub fn level(&self) -> Level {
        let classic =
            ClassicSettings { impulses: self.impulses, warm_start: false, ..ClassicSettings::default() };
        let mut level = Level::new(WorldSettings::default().classic(classic).sleeping(false));
        wall(&mut level, [0.0, -1.0], 8.0, 1.0);
        wall(&mut level, [4.0, 0.5], 0.6, 0.5);
        for (x, y, angle) in [(-4.5, 1.5, 0.15), (0.0, 2.0, 1.2), (3.6, 2.2, 0.05)] {
            let body = BodyDef::dynamic().position([x, y]).angle(angle);
            level.body_with(body, rectangle(1.2, 0.2).restitution(0.2));
        }
        level
    }
}

/// A tower and a box thrown at it, with collisions detected once in a step (*Sotirov 2022*) or anew before
/// each iteration (*2D Collision Detection and Resolution*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detection {
    /// Whether collisions are detected before each iteration.
    pub each_iteration: bool,
}

impl Detection {
    /// The level. The ground is body 0, the boxes of the tower follow from below, and then the thrown one.
    #[must_use]
    pub fn level(&self) -> Level {
        let classic = ClassicSettings {
            iterations: 4,
            correction: PositionCorrection::Split { fraction: 0.4 },
            detect_each_iteration: self.each_iteration,
            ..ClassicSettings::default()
        };
        let mut level = Level::new(WorldSettings::default().classic(classic).sleeping(false));
        wall(&mut level, [0.0, -1.0], 9.0, 1.0);
        for i in 0..5 {
            level.body_with(BodyDef::dynamic().position([1.0, 0.5 + i as f32]), rectangle(0.5, 0.5));
        }
        let thrown = BodyDef::dynamic().position([-6.0, 2.0]).velocity([9.0, 3.0]);
        level.body_with(thrown, rectangle(0.4, 0.4));
        level
    }
}

/// Layers by category and mask: balls of three categories fall through shelves of which each holds one
/// category. Two balls of one negative group pass through each other; all others collide.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layers;

impl Layers {
    /// Categories: each ball has one of the first three, ground and shelves the fourth.
    pub const CATEGORIES: u32 = 3;

    /// The level. The ground is body 0, the shelves are bodies 1 to 3 from above; the balls follow, nine of
    /// them, the category of ball i being i mod 3.
    #[must_use]
    pub fn level(&self) -> Level {
        let fixed = 1 << Self::CATEGORIES;
        let mut level = Level::default();
        wall(&mut level, [0.0, -0.5], 6.0, 0.5);
        for i in 0..Self::CATEGORIES {
            let shelf = BodyDef::fixed().position([0.0, 4.5 - 1.5 * i as f32]);
            let filter = Filter { category: fixed, mask: 1 << i, group: 0 };
            level.body_with(shelf, rectangle(4.5, 0.1).filter(filter));
        }
        for i in 0..9 {
            let body = BodyDef::dynamic().position([i as f32 - 4.0, 6.0]);
            let filter = Filter { category: 1 << (i % Self::CATEGORIES), mask: u64::MAX, group: -1 };
            level.body_with(body, ColliderDef::new(shape(Shape::circle(0.3))).filter(filter));
        }
        level
    }
}

/// A slope that is a half-space, and the same slope as the side of a huge box: boxes and balls do the same on
/// both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slopes {
    /// Angle of both slopes, rad.
    pub angle: f32,
    /// Whether the ground is a half-space; otherwise it is a box of 2 km.
    pub half_space: bool,
}

default!(Slopes { angle: 0.2, half_space: true });

impl Slopes {
    /// The level. The ground is body 0; a box and a ball, alternating, follow.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        let ground = if self.half_space {
            ColliderDef::new(shape(Shape::half_space([0.0, 1.0], 0.0)))
        } else {
            rectangle(1000.0, 1000.0).offset([0.0, -1000.0], 0.0)
        };
        level.body_with(BodyDef::fixed().angle(-self.angle), ground.friction(0.3));
        let turn = Rot::from_angle(-self.angle);
        for i in 0..6 {
            let place = turn * Vec2::new(2.0 * i as f32 - 6.0, 1.0);
            let body = BodyDef::dynamic().position(Point::from(place)).angle(-self.angle);
            let collider =
                if i % 2 == 0 { rectangle(0.5, 0.5) } else { ColliderDef::new(shape(Shape::circle(0.5))) };
            level.body_with(body, collider.friction(0.3));
        }
        level
    }
}

/// A circle and regular polygons of 6, 10 and 20 sides roll down the same slope, each on its own track: the
/// fewer sides, the worse they roll (*Souto, Video Game Physics II*, Support Functions).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManySided {
    /// Angle of the slopes, rad.
    pub slope: f32,
}

default!(ManySided { slope: 0.1 });

impl ManySided {
    /// Sides of the polygons, from above; the circle rolls on the lowest track.
    pub const SIDES: [u32; 3] = [6, 10, 20];

    /// The level. The tracks are bodies 0 to 3 from above, what rolls on them bodies 4 to 7.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        let turn = Rot::from_angle(-self.slope);
        let height = |track: usize| 6.0 - 2.0 * track as f32;
        for track in 0..4 {
            let body = BodyDef::fixed().position([0.0, height(track)]).angle(-self.slope);
            level.body_with(body, rectangle(9.0, 0.1));
        }
        for track in 0..4 {
            let place = turn * Vec2::new(-8.0, 0.62);
            let body = BodyDef::dynamic().position([place.x, height(track) + place.y]);
            let round = Self::SIDES
                .get(track)
                .map_or_else(|| shape(Shape::circle(0.5)), |&sides| regular_polygon(sides, 0.5));
            level.body_with(body.angle(-self.slope), ColliderDef::new(round));
        }
        level
    }
}

/// Boxes and circles that cannot turn, as in *Gaul, The Basics*: impulses change only their velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WithoutRotation;

impl WithoutRotation {
    /// The level. Floor and walls are bodies 0 to 2; boxes and circles follow.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().classic(ClassicSettings::default()));
        wall(&mut level, [0.0, -0.5], 6.0, 0.5);
        for side in [-1.0, 1.0] {
            wall(&mut level, [5.5 * side, 3.0], 0.5, 3.0);
        }
        for i in 0..12 {
            let (row, column) = (i / 4, i % 4);
            let body = BodyDef::dynamic()
                .position([2.3 * column as f32 - 3.4 + 0.3 * row as f32, 1.5 + 1.6 * row as f32])
                .velocity([if row % 2 == 0 { 1.0 } else { -1.5 }, 0.0])
                .fixed_rotation(true);
            let collider = if i % 3 == 0 {
                ColliderDef::new(shape(Shape::circle(0.5)))
            } else {
                rectangle(0.4 + 0.1 * (i % 4) as f32, 0.4)
            };
            level.body_with(body, collider.restitution(0.3).friction(0.0));
        }
        level
    }
}

pub(crate) const CORRECTIONS_BAUMGARTE: Scene =
    scene(file!(), "corrections_baumgarte", 120, view(-7.0, -1.5, 7.0, 5.5))
        .about("Boxes that overlap are parted by velocity, which they keep: those in the ground jump.")
        .sections(&[Text::Sotirov.section("Impulse Based Collision Resolution")])
        .level(|| Corrections::default().level());

pub(crate) const CORRECTIONS_NONE: Scene = CORRECTIONS_BAUMGARTE
    .named("corrections_none")
    .about("The same boxes stay as deep in each other as they begin: impulses stop bodies and part none.")
    .sections(&[Text::GaulBasics.section("Sinking Objects")])
    .level(|| Corrections { correction: PositionCorrection::None, ..Corrections::default() }.level());

pub(crate) const CORRECTIONS_PROJECTION: Scene = CORRECTIONS_BAUMGARTE
    .named("corrections_projection")
    .about("The same boxes are moved apart by two fifths of the overlap in each step, and gain no speed.")
    .sections(&[
        Text::GaulCustom.section("Penetration Resolution"),
        Text::GaulBasics.section("Sinking Objects"),
    ])
    .level(|| {
        let correction = PositionCorrection::Projection { fraction: 0.4, slop: 0.01 };
        Corrections { correction, ..Corrections::default() }.level()
    });

pub(crate) const CORRECTIONS_SPLIT: Scene = CORRECTIONS_BAUMGARTE
    .named("corrections_split")
    .about("The same boxes are moved apart by two fifths of all of the overlap, and none is left to rest on.")
    .sections(&[Text::CollisionDetection.section("Collision Resolution")])
    .level(|| {
        let correction = PositionCorrection::Split { fraction: 0.4 };
        Corrections { correction, ..Corrections::default() }.level()
    });

pub(crate) const WEIGHTS_PLAIN: Scene = scene(file!(), "weights_plain", 180, view(-7.0, -1.5, 7.0, 5.5))
    .about("Planks land on one end; both contact points get the impulse that stops them.")
    .sections(&[Text::CollisionDetection.section("Collision Resolution")])
    .level(|| Weights::default().level());

pub(crate) const WEIGHTS_BY_DEPTH: Scene = WEIGHTS_PLAIN
    .named("weights_by_depth")
    .about("The same planks; the impulse of a contact point is weighted by its share of the depth.")
    .sections(&[Text::CollisionDetection.section("Collision Resolution")])
    .level(|| Weights { impulses: ImpulseMethod::DepthWeighted }.level());

pub(crate) const DETECTION_ONCE: Scene = scene(file!(), "detection_once", 180, view(-8.0, -1.5, 8.0, 6.5))
    .about("A box is thrown at a tower; collisions are detected once in a step.")
    .sections(&[Text::CollisionDetection.section("State Propagation")])
    .level(|| Detection { each_iteration: false }.level());

pub(crate) const DETECTION_EACH: Scene = DETECTION_ONCE
    .named("detection_each")
    .about("The same throw; collisions are detected anew before each of the four iterations.")
    .sections(&[Text::CollisionDetection.section("State Propagation")])
    .level(|| Detection { each_iteration: true }.level());

pub(crate) const LAYERS: Scene = scene(file!(), "layers", 180, view(-6.0, -1.0, 6.0, 7.0))
    .about("Balls of three categories fall through shelves of which each holds only one of them.")
    .sections(&[Text::GaulBasics.section("(the list at the end)")])
    .level(|| Layers.level());

pub(crate) const HALF_SPACE: Scene = scene(file!(), "half_space", 120, view(-9.0, -4.0, 9.0, 4.0))
    .about("Boxes slide and balls roll down a half-space, as they would down the side of a huge box.")
    .sections(&[Text::GaulBasics.section("(the list at the end)")])
    .level(|| Slopes::default().level());

pub(crate) const MANY_SIDED: Scene = scene(file!(), "many_sided", 300, view(-10.0, -2.0, 10.0, 8.0))
    .about(
        "A circle and polygons of 6, 10 and 20 sides on equal slopes: the fewer sides, the worse they roll.",
    )
    .sections(&[Text::Souto.section("Support Functions")])
    .level(|| ManySided::default().level());

pub(crate) const WITHOUT_ROTATION: Scene =
    scene(file!(), "without_rotation", 240, view(-6.5, -1.0, 6.5, 7.0))
        .about("Boxes and circles that cannot turn bounce in a room.")
        .sections(&[
            Text::GaulCustom.section("Impulse Resolution in 2D (No Rotation or Friction)"),
            Text::GaulBasics.section("Impulse Resolution"),
        ])
        .level(|| WithoutRotation.level());
