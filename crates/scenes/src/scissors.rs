//! A scissor lift under a heavy load. Beside it is the same lift, solved by sweeps alone.
//! See `docs/mechanisms.md`.

use crate::pairs::{pair_of_scenes, settings};
use crate::parts::{PARTS, bar, default, ground, hinge, in_range, rectangle, wall};
use crate::scene::{Scene, view};
use physics::prelude::*;

/// A platform on pairs of crossed bars. A motor draws the right foot towards the left one, and the bars raise
/// the platform.
///
/// ```text
///            ______
///           | load |
///   ========================  platform
///   o                     (o)  slider under the platform
///     `.               .'
///       `.           .'
///         `-.     .-'
///            `.o.'             hinge in the middle of a pair
///         .-'     `-.
///     .-'             `-.
///   o                     o    hinges between two pairs
///            ...
///   o                     [o] <- foot that the motor moves
/// ```
///
/// Each pair closes a loop: if a hinge opens by a millimetre, the platform moves by several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScissorLift {
    /// Mass of the load, kg. A bar has 6 kg, the platform 20 kg.
    pub mass: f32,
    /// Pairs of bars, at least one.
    pub pairs: u32,
    /// Whether joints are solved together.
    pub is_steady: bool,
}

default!(ScissorLift { mass: 200.0, pairs: 3, is_steady: true });

impl ScissorLift {
    /// The index of the foot that the motor moves. The other foot is at the same height, at x = 0.
    pub const FOOT: u32 = 2;

    /// The index of the platform.
    pub const PLATFORM: u32 = 3;

    /// m/s. How fast the motor moves the foot.
    pub const SPEED: f32 = 0.12;

    /// m. Length of a bar between its end hinges.
    const LENGTH: f32 = 2.0;

    /// m. The distance of the feet, at the beginning and when the lift is up.
    const WIDTHS: [f32; 2] = [1.85, 1.25];

    /// m. How high above the floor the feet are.
    const FEET: f32 = 0.15;

    /// m. How high above the hinges that bear it the centre of the platform is.
    const PLATFORM_ABOVE: f32 = 0.1;

    /// The height of the centre of the platform, if the feet are `width` (m) apart and no hinge gives way, m.
    #[must_use]
    pub fn height(&self, width: f32) -> f32 {
        Self::FEET + self.pairs as f32 * Self::rise(width) + Self::PLATFORM_ABOVE
    }

    /// How high one pair is, m.
    fn rise(width: f32) -> f32 {
        (Self::LENGTH * Self::LENGTH - width * width).sqrt()
    }

    /// The level. The floor is body 0, the frame of the world body 1; then come foot, platform, the bars in
    /// pairs from below, the slider, and the load as the last body.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        wall(&mut level, [1.0, -0.5], 4.0, 0.5);
        let frame = ground(&mut level);
        let [_, narrow] = Self::WIDTHS;
        let width = std::env::var("WW").map_or(1.85, |x| x.parse().unwrap());
        let rise = Self::rise(width);
        let foot = rectangle(0.15, 0.1).density(100.0).filter(PARTS);
        let foot = level.body_with(BodyDef::dynamic().position([width, Self::FEET]), foot);
        let rail = PrismaticJoint::new([1.0, 0.0]).anchors([width, Self::FEET], [0.0, 0.0]);
        let motor = rail.motor(-Self::SPEED, 1e5).limits(narrow - width, 0.0);
        level.joint(JointDef::new(frame, foot, motor));
        let deck = rectangle(1.25, 0.05).density(80.0).filter(PARTS);
        let center = Point::new(1.0, self.height(width));
        let platform = level.body_with(BodyDef::dynamic().position(center), deck);
        let mut ends = [(frame, [0.0, Self::FEET]), (foot, [0.0, 0.0])];
        for pair in 0..in_range(1..=50, "pairs", self.pairs) {
            let low = Self::FEET + rise * pair as f32;
            let corner = |is_right: bool, is_top: bool| {
                Point::new(if is_right { width } else { 0.0 }, if is_top { low + rise } else { low })
            };
            // `bar` puts the ends at plus and minus half the length on its x axis.
            let (rising, half) = bar(&mut level, [corner(false, false), corner(true, true)], 30.0);
            let (falling, _) = bar(&mut level, [corner(true, false), corner(false, true)], 30.0);
            hinge(&mut level, (rising, [0.0, 0.0]), (falling, [0.0, 0.0]));
            hinge(&mut level, ends[0], (rising, [-half, 0.0]));
            hinge(&mut level, ends[1], (falling, [-half, 0.0]));
            ends = [(falling, [half, 0.0]), (rising, [half, 0.0])];
        }
        hinge(&mut level, ends[0], (platform, [-1.0, -Self::PLATFORM_ABOVE]));
        let slider = rectangle(0.12, 0.06).density(100.0).filter(PARTS);
        let at = center + Vec2::new(width - 1.0, -Self::PLATFORM_ABOVE);
        let slider = level.body_with(BodyDef::dynamic().position(at), slider);
        let rail = PrismaticJoint::new([1.0, 0.0]);
        let rail = rail.anchors([width - 1.0, -Self::PLATFORM_ABOVE], [0.0, 0.0]);
        level.joint(JointDef::new(platform, slider, rail));
        hinge(&mut level, ends[1], (slider, [0.0, 0.0]));
        let load = BodyDef::dynamic().position(center + Vec2::new(-0.2, 0.45));
        level.body_with(load, rectangle(0.5, 0.4).density(self.mass / 0.8));
        level
    }
}

pair_of_scenes!(
    STEADY_SCISSOR_LIFT,
    SOFT_SCISSOR_LIFT,
    ScissorLift,
    ["steady_scissor_lift", "soft_scissor_lift"],
    [
        "A motor raises a load of 200 kg on a scissor lift of three pairs of bars of 6 kg.",
        "The same lift with sweeps alone: its hinges open, and it sinks."
    ],
    420,
    view(-1.5, -0.5, 3.5, 6.5)
);
