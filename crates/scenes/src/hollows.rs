//! Concave bodies made of convex shapes.
//!
//! *Souto, Video Game Physics II*, Convex and Concave Shapes: the convex hull of a bowl is a block, on which
//! a ball lies, and the convex hull of a car keeps a box above its bed. If bowl and car consist of convex
//! pieces, both stay concave.
//!
//! ```text
//!           ()                []  .----.         +-.         .-+             .----.
//!      +-----------+            .-'      |          \ \   ()   / /        |[]  |     |
//!       \  hull   /          +-'         |           \ '------' /         |----'     |
//!        +-------+           +-(_)--(_)--+            +-pieces-+          +-(_)--(_)-+
//! ```

use crate::parts::{default, made, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use physics::geom::{DecomposeSettings, Outline};
use physics::prelude::*;

/// A ball rolls back and forth in a round bowl, which is one chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bowl {
    /// Radius of the bowl, m.
    pub radius: f32,
    /// Radius of the ball, m.
    pub ball: f32,
    /// Angle at which the ball is released, from straight down, about the middle of the bowl, rad.
    pub angle: f32,
    /// Segments of the half circle. At each seam the velocity of the ball turns by pi / segments, and the
    /// ball loses the fraction (pi / segments)^2 of its energy.
    pub segments: u32,
}

default!(Bowl { radius: 4.0, ball: 0.5, angle: 1.0, segments: 256 });

impl Bowl {
    /// The level. The middle of the bowl is the origin; the bowl is body 0, the ball body 1.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false).rolling_resistance(0.0));
        let below = |angle: f32, radius: f32| Point::from(Rot::from_angle(angle) * Vec2::new(0.0, -radius));
        // The vertices run from right to left, so that the ball touches the outer side of the chain.
        let turn = std::f32::consts::PI / self.segments as f32;
        let rim =
            (0..=self.segments).map(|i| below(turn * (0.5 * self.segments as f32 - i as f32), self.radius));
        let segments = made(chain(rim, false, Sides::One));
        let bowl = level.body(BodyDef::fixed());
        level.chain(bowl, &segments, Material::default(), Filter::default());
        // The middle of a segment is a little nearer to the centre of the bowl than its ends.
        let wall = self.radius * Rot::from_angle(0.5 * turn).cos;
        let ball = ColliderDef::new(shape(Shape::circle(self.ball))).friction(1.0);
        level.body_with(BodyDef::dynamic().position(below(self.angle, wall - self.ball)), ball);
        level
    }

    /// The period, s, of a disc that rolls without slipping. It is that of a pendulum of length R - r whose
    /// bob has the mass m + I / r^2 = 1.5 m and the weight of m, to the second order in `swing`, the greatest
    /// angle (rad).
    #[must_use]
    pub fn period(&self, gravity: f32, swing: f32) -> f32 {
        let small = std::f32::consts::TAU * (1.5 * (self.radius - self.ball) / gravity).sqrt();
        small * (1.0 + swing * swing / 16.0)
    }
}

/// Which convex shapes replace a concave outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// Its convex hull.
    Hull,
    /// Convex pieces, which fill notches of up to `depth` (m).
    Pieces {
        /// The depth in [`DecomposeSettings`], m.
        depth: f32,
    },
}

/// A bowl under a falling ball, and a car under a falling box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hollows {
    /// Which convex shapes replace the outlines of bowl and car.
    pub solid: Solid,
}

default!(Hollows { solid: Solid::Pieces { depth: 0.0 } });

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

    /// Adds the outline to a body, as colliders.
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

pub(crate) const BOWL: Scene = scene(file!(), "bowl", 600, view(-4.5, -4.5, 4.5, 0.5))
    .about("A ball rolls back and forth in a round bowl.")
    .level(|| Bowl::default().level());

pub(crate) const HOLLOWS_HULL: Scene = scene(file!(), "hollows_hull", 240, view(-5.5, -1.0, 5.5, 4.0))
    .about("As convex hulls: a ball lies on the bowl, and a box floats above the bed of the car.")
    .sections(&[Text::Souto.section("Convex and Concave Shapes")])
    .level(|| Hollows { solid: Solid::Hull }.level());

pub(crate) const HOLLOWS_PIECES: Scene = HOLLOWS_HULL
    .named("hollows_pieces")
    .about("As convex pieces: the ball lies in the bowl, and the box in the bed of the car.")
    .level(|| Hollows::default().level());
