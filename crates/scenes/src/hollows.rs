//! Hollow things, and what becomes of them as convex shapes.
//!
//! Seed 004, Convex and Concave Shapes: the hull of a bowl is a block, on which a ball lies, and the hull of a
//! car holds up a box over its seat; as convex pieces both keep their hollow.
//!
//! ```text
//!           ()                []  .----.         +-.         .-+             .----.
//!      +-----------+            .-'      |          \ \   ()   / /        |[]  |     |
//!       \  hull   /          +-'         |           \ '------' /         |----'     |
//!        +-------+           +-(_)--(_)--+            +-pieces-+          +-(_)--(_)-+
//! ```

use crate::{made, shape, wall};
use physics::geom::{DecomposeSettings, Outline};
use physics::prelude::*;

/// A ball rolls to and fro in a round bowl, which is one chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bowl {
    /// Radius of the bowl, m.
    pub radius: f32,
    /// Radius of the ball, m.
    pub ball: f32,
    /// Where the ball is let go: the angle at the middle of the bowl, from straight down, rad.
    pub angle: f32,
    /// Segments of the half circle. At each seam the ball turns by pi / segments and loses the square of that of its
    /// energy.
    pub segments: u32,
}

impl Default for Bowl {
    fn default() -> Self {
        Self { radius: 4.0, ball: 0.5, angle: 1.0, segments: 256 }
    }
}

impl Bowl {
    /// The level. The middle of the bowl is the origin; the bowl is body 0, the ball body 1.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let below = |angle: f32, radius: f32| Point::from(Rot::from_angle(angle) * Vec2::new(0.0, -radius));
        // From right to left, so that the inside can be touched.
        let turn = std::f32::consts::PI / self.segments as f32;
        let rim =
            (0..=self.segments).map(|i| below(turn * (0.5 * self.segments as f32 - i as f32), self.radius));
        let segments = made(chain(rim, false, Sides::One));
        let bowl = level.body(BodyDef::fixed());
        level.chain(bowl, &segments, Material::default(), Filter::default());
        // A seam's middle lies a little further in than its ends.
        let wall = self.radius * Rot::from_angle(0.5 * turn).cos;
        let ball = ColliderDef::new(shape(Shape::circle(self.ball))).friction(1.0);
        level.body_with(BodyDef::dynamic().position(below(self.angle, wall - self.ball)), ball);
        level
    }

    /// The time of one swing to and fro, s, of a disc that rolls without slipping: that of a pendulum of length
    /// R - r whose bob has the mass m + I / r^2 = 1.5 m and the weight of m, to the second order of the `swing`, the
    /// greatest angle (rad).
    #[must_use]
    pub fn period(&self, gravity: f32, swing: f32) -> f32 {
        let small = std::f32::consts::TAU * (1.5 * (self.radius - self.ball) / gravity).sqrt();
        small * (1.0 + swing * swing / 16.0)
    }
}

/// As what a hollow outline collides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// As its convex hull.
    Hull,
    /// As convex pieces, which fill notches of up to `depth` (m).
    Pieces {
        /// As in [`DecomposeSettings`].
        depth: f32,
    },
}

/// A bowl over which a ball is let go, and a car with a box over its bed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hollows {
    /// What the two are made of.
    pub solid: Solid,
}

impl Default for Hollows {
    fn default() -> Self {
        Self { solid: Solid::Pieces { depth: 0.0 } }
    }
}

impl Hollows {
    /// The bowl, m. Its inside is flat in the middle, 0.2 above its foot, and its rim 1.2 above.
    pub const BOWL: [[f32; 2]; 12] = [
        [-0.6, 0.0],
        [0.6, 0.0],
        [1.2, 0.4],
        [1.5, 1.2],
        [1.3, 1.2],
        [1.05, 0.6],
        [0.5, 0.2],
        [-0.5, 0.2],
        [-1.05, 0.6],
        [-1.3, 1.2],
        [-1.5, 1.2],
        [-1.2, 0.4],
    ];

    /// The car, m: from left to right the bed, 0.4 above its lower side, the cabin and the bonnet.
    pub const CAR: [[f32; 2]; 10] = [
        [-2.0, 0.0],
        [2.0, 0.0],
        [2.0, 0.7],
        [1.2, 0.8],
        [0.8, 1.5],
        [-0.2, 1.5],
        [-0.3, 0.4],
        [-1.85, 0.4],
        [-1.85, 0.8],
        [-2.0, 0.8],
    ];

    /// Radius of the ball, m.
    pub const BALL: f32 = 0.4;

    /// Half the side of the box, m.
    pub const BOX: f32 = 0.4;

    /// The level. The ground is body 0, then come the bowl and the ball, the car, its two wheels and the box.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        wall(&mut level, [0.0, -0.5], 10.0, 0.5);

        let bowl = level.body(BodyDef::dynamic().position([-3.0, 0.0]));
        self.add(&mut level, bowl, &Self::BOWL);
        let ball = ColliderDef::new(shape(Shape::circle(Self::BALL)));
        level.body_with(BodyDef::dynamic().position([-2.9, 2.2]), ball);

        let radius = 0.4;
        let car = level.body(BodyDef::dynamic().position([2.0, radius]));
        self.add(&mut level, car, &Self::CAR);
        for x in [-1.2, 1.2] {
            let tyre = ColliderDef::new(shape(Shape::circle(radius)));
            let wheel = level.body_with(BodyDef::dynamic().position([2.0 + x, radius]), tyre);
            level.joint(JointDef::new(car, wheel, RevoluteJoint::new().anchors([x, 0.0], [0.0, 0.0])));
        }
        let load = ColliderDef::new(shape(Shape::rectangle(Self::BOX, Self::BOX)));
        level.body_with(BodyDef::dynamic().position([0.9, 2.5]), load);
        level
    }

    /// The outline as colliders of the body at a place.
    fn add(&self, level: &mut Level, body: u32, outline: &[[f32; 2]]) {
        let pieces = match self.solid {
            Solid::Hull => vec![made(Polygon::hull_of(outline.iter().copied()))],
            Solid::Pieces { depth } => {
                let settings = DecomposeSettings { depth, ..DecomposeSettings::default() };
                made(made(Outline::new(outline.iter().copied())).decompose(settings)).pieces
            }
        };
        for piece in pieces {
            level.collider(body, ColliderDef::new(Shape::Polygon(piece)));
        }
    }
}
