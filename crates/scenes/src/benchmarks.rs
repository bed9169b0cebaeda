//! The scenes on which engines are compared. Most come from the benchmarks of other engines and have the same
//! numbers. They are large enough for every part of a step to take measurable time.
//!
//! Sleeping is off, gravity is 10 m/s^2, and materials are the default unless said otherwise.
//!
//! ```text
//!   grids      bodies in rows and columns that stand, hang or are hit
//!   machines   driven bodies: drum, rotor, ring, pusher
//!   falling    bodies that fall into a trough, into a box, on hills, on a ground
//!   rain       people who are added and removed
//!   fast       fast balls in a box of thin walls
//! ```

mod falling;
mod fast;
mod grids;
mod machines;
mod rain;

pub use falling::{Circles, Compounds, Convex, Small, Tiles};
pub use fast::FastBalls;
pub use grids::{JointGrid, ManyPyramids, Smash};
pub use machines::{Junkyard, Spinner, Tumbler, Washer};
pub use rain::RagdollRain;

use crate::parts::rectangle;
use crate::piles::Pyramid;
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use physics::prelude::*;

/// s. The length of a step that scripts assume.
const DT: f32 = 1.0 / 60.0;

/// The largest of the pyramids, which is also in [`SCENES`](crate::SCENES).
pub(crate) const LARGE_PYRAMID: Scene = scene(file!(), "large_pyramid", 500, view(-55.0, -2.0, 55.0, 102.0))
    .about("A pyramid of 5,050 boxes, a hundred at its base, stands still: the best-known benchmark.")
    .level(|| Pyramid::large().level());

/// The scenes on which engines are compared.
pub const BENCHMARKS: &[Scene] = &[
    LARGE_PYRAMID,
    scene(file!(), "many_pyramids", 200, view(-112.0, -2.0, 112.0, 222.0))
        .about("Four hundred pyramids with ten boxes at the base stand on twenty ledges.")
        .level(|| ManyPyramids::default().level()),
    scene(file!(), "joint_grid", 500, view(-60.0, -140.0, 160.0, 20.0))
        .about("A cloth of ten thousand jointed circles hangs on seven static ones and swings.")
        .level(|| JointGrid::default().level()),
    scene(file!(), "smash", 300, view(-25.0, -45.0, 135.0, 45.0))
        .about("Without gravity, a heavy box flies into a block of 9,600 small boxes and scatters them.")
        .level(|| Smash::default().level()),
    scene(file!(), "tumbler", 750, view(-16.0, -6.0, 16.0, 26.0))
        .about("Two thousand boxes tumble in a drum that a motor turns.")
        .level(|| Tumbler::default().level()),
    scene(file!(), "spinner", 500, view(-42.0, -10.0, 42.0, 74.0))
        .about("An unstoppable rotor stirs six thousand slippery shapes in a round bowl.")
        .level(|| Spinner::default().level()),
    scene(file!(), "washer", 500, view(-19.0, -19.0, 19.0, 19.0))
        .about("A kinematic ring with four blades turns eight thousand small boxes.")
        .level(|| Washer::default().level()),
    scene(file!(), "compounds", 500, view(-70.0, -3.0, 70.0, 137.0))
        .about("Three thousand bodies, each of two crossed triangles, fall into a trough.")
        .sections(&[Text::GaulCustom.section("Architecture")])
        .level(|| Compounds::default().level()),
    scene(file!(), "junkyard", 800, view(-84.0, -3.0, 84.0, 53.0))
        .about("A kinematic pusher moves back and forth through eight thousand pentagons.")
        .level(|| Junkyard::default().level())
        .script(|step| Junkyard::default().commands(step)),
    scene(file!(), "ragdoll_rain", 1000, view(-126.0, -4.0, 126.0, 200.0))
        .about(
            "A thousand people at a time fall on five ledges: the oldest are removed as new ones are added.",
        )
        .level(|| RagdollRain::default().level())
        .script(|step| RagdollRain::default().commands(step)),
    scene(file!(), "circles5k", 600, view(-20.0, -2.0, 20.0, 62.0))
        .about("Five thousand circles fall into a box.")
        .level(|| Circles::default().level()),
    scene(file!(), "convex3k", 600, view(-20.0, -2.0, 20.0, 58.0))
        .about("Three thousand polygons of five to eight corners fall into a box.")
        .level(|| Convex::default().level()),
    scene(file!(), "tiles", 600, view(-100.0, -35.0, 100.0, 15.0))
        .about("Two hundred shapes roll over hills of twenty thousand tiles.")
        .level(|| Tiles::default().level()),
    scene(file!(), "fast_balls", 600, view(-41.0, -41.0, 41.0, 41.0))
        .about("Two thousand balls of 10 cm fly at 60 m/s in a box of walls 1 cm thick, and stay in it.")
        .level(|| FastBalls::default().level()),
    scene(file!(), "small0", 2000, view(-10.0, -1.0, 10.0, 9.0))
        .about("A ground and nothing else: the time that an empty step takes.")
        .level(|| Small { bodies: 0, ..Small::default() }.level()),
    scene(file!(), "small10", 2000, view(-10.0, -1.0, 10.0, 9.0))
        .about("Ten shapes fall on a ground.")
        .level(|| Small { bodies: 10, ..Small::default() }.level()),
    scene(file!(), "small100", 2000, view(-30.0, -1.0, 30.0, 14.0))
        .about("A hundred shapes fall on a ground.")
        .level(|| Small::default().level()),
    scene(file!(), "small1000", 2000, view(-80.0, -1.0, 80.0, 39.0))
        .about("A thousand shapes fall on a ground.")
        .level(|| Small { bodies: 1000, ..Small::default() }.level()),
];

/// The settings of all these scenes.
pub(crate) fn settings() -> WorldSettings {
    WorldSettings::default().gravity([0.0, -10.0]).sleeping(false)
}

/// The coordinate of the first of `count` things that are `spacing` apart and centred about zero.
pub(crate) fn first_of(count: u32, spacing: f32) -> f32 {
    -0.5 * spacing * (count - 1) as f32
}

/// Adds a static body of unit boxes: a floor of `width` boxes with its upper side at y = 0, and at each end a
/// wall of `height` boxes.
///
/// ```text
///   #                 #
///   #                 #  height
///   #                 #
///   ###################
///          width
/// ```
fn trough(level: &mut Level, width: u32, height: u32) -> u32 {
    let body = level.body(BodyDef::fixed());
    let end = first_of(width, 1.0);
    let floor = (0..width).map(|i| [end + i as f32, -0.5]);
    let walls = [end, -end].into_iter().flat_map(|x| (0..height).map(move |i| [x, i as f32 + 0.5]));
    for center in floor.chain(walls) {
        level.collider(body, block(0.5, 0.5, center));
    }
    body
}

/// A rectangle at an offset from the origin of its body.
fn block(half_width: f32, half_height: f32, center: [f32; 2]) -> ColliderDef {
    rectangle(half_width, half_height).offset(center, 0.0)
}
