//! Bodies that fall past the corners of ledges.

use crate::parts::{default, made, rectangle, shape};
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// Balls, capsules and boxes fall past both ends of three ledges: a static, a kinematic and a dynamic one
/// without gravity. All of them pass at the same small distance, and keep their paths: contact points are
/// made before bodies touch, and a point in the wrong direction would push them aside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ledges {
    /// The distance at which the bodies pass, m.
    pub clearance: f32,
    /// Height of the lowest bodies above the ledges, m.
    pub height: f32,
}

default!(Ledges { clearance: 0.01, height: 1.0 });

pub(crate) const LEDGES: Scene = scene(file!(), "ledges", 75, view(-9.0, -7.5, 9.0, 4.8))
    .about("Balls, capsules and boxes fall past the corners of three ledges at a centimetre, and none is pushed aside.")
    .level(|| Ledges::default().level());

/// Half the width of a ledge, and the distance of two, m.
const HALF_WIDTH: f32 = 1.25;
const SPACING: f32 = 6.0;

impl Ledges {
    /// The index of the first falling body; the bodies before it are the ledges.
    pub const FIRST_BODY: u32 = 3;

    /// The level. The ledges are bodies 0 to 2; then follow the falling bodies, ledge by ledge, those on the
    /// left of each before those on the right, and each time from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let middle = |ledge: usize| SPACING * (ledge as f32 - 1.0);
        let ledges = [BodyDef::fixed(), BodyDef::kinematic(), BodyDef::dynamic().gravity_scale(0.0)];
        for (i, def) in ledges.into_iter().enumerate() {
            level.body_with(def.position([middle(i), -0.25]), rectangle(HALF_WIDTH, 0.25));
        }
        let rounded = made(made(Polygon::rectangle(0.3, 0.2)).rounded(0.1));
        let falling = [
            (0.3, shape(Shape::circle(0.3))),
            (0.15, shape(Shape::capsule([0.0, -0.3], [0.0, 0.3], 0.15))),
            (0.4, Shape::Polygon(rounded)),
            (0.25, shape(Shape::rectangle(0.25, 0.4))),
        ];
        for i in 0..3 {
            for side in [-1.0, 1.0] {
                for (row, (half_width, shape)) in falling.iter().enumerate() {
                    let x = middle(i) + side * (HALF_WIDTH + self.clearance + half_width);
                    let def = BodyDef::dynamic().position([x, self.height + row as f32]);
                    level.body_with(def, ColliderDef::new(shape.clone()));
                }
            }
        }
        level
    }
}
