//! Heavy boxes on a heap of light bodies: whether it carries them, and whether a light one is thrown out.
//!
//! ```text
//!   |  [ 1000 ]      |      0 to 4 s     200 balls, boxes and pentagons of 1 kg fall between two walls
//!   | o <> [ 1000 ]  |      then         two boxes are set down, at rest, each 5 cm above what is below it
//!   | [] o <> [] o   |      4 to 12 s    the heap gives way, and should come to rest
//!   |_o_[]_<>_o_[]_o_|
//! ```
//!
//! That is what a game does that drops crates or vehicles on rubble. In an ideal heap no body is ever faster
//! than it would be by falling, nothing overlaps, and in the end nothing moves.

use super::geometry::{Body, Vector, disc_overlap, largest, overlap};
use super::trial::{Live, Trial, ball, ground, rectangle, settings};
use super::{Figure, lower};
use crate::engine::Unsupported;
use physics::prelude::*;
use std::f32::consts::PI;

/// Mass ratio of a box to a light body, and the figures of the probe.
const LOADS: [(f32, [&str; 5]); 2] = [
    (100.0, ["fastest_100", "fastest_late_100", "speed_100", "overlap_100", "lost_100"]),
    (1000.0, ["fastest_1000", "fastest_late_1000", "speed_1000", "overlap_1000", "lost_1000"]),
];

/// The figures of [`heap_under_load`].
pub(super) const FIGURES: &[Figure] = &[
    lower("fastest_100", "m/s"),
    lower("fastest_late_100", "m/s"),
    lower("speed_100", "m/s"),
    lower("overlap_100", "m"),
    lower("lost_100", "%"),
    lower("fastest_1000", "m/s"),
    lower("fastest_late_1000", "m/s"),
    lower("speed_1000", "m/s"),
    lower("overlap_1000", "m"),
    lower("lost_1000", "%"),
];

/// Light bodies.
const LIGHT: u32 = 200;

/// Half the distance of the walls, m.
const HALF_ROOM: f32 = 7.0;

/// Half the side of a heavy box, m.
const HALF_BOX: f32 = 1.0;

/// How long the heap settles before its load, and how long it is measured, s.
const SETTLING: f64 = 4.0;
const MEASURED: f64 = 8.0;

/// From when on a light body is fast *late*: the load has long landed, s.
const LATE: f64 = 3.0;

/// An outline around the origin of its body.
enum Outline {
    Disc(f64),
    Corners(Vec<Vector>),
}

/// An outline where its body is.
enum Placed {
    Disc(Vector, f64),
    Corners(Vec<Vector>),
}

impl Outline {
    fn placed(&self, body: Body) -> Placed {
        match self {
            Self::Disc(radius) => Placed::Disc(body.position, *radius),
            Self::Corners(corners) => Placed::Corners(corners.iter().map(|&c| body.to_world(c)).collect()),
        }
    }
}

impl Placed {
    fn depth(&self, other: &Self) -> f64 {
        match (self, other) {
            (Self::Corners(a), Self::Corners(b)) => overlap(a, b),
            (Self::Disc(center, radius), Self::Corners(corners))
            | (Self::Corners(corners), Self::Disc(center, radius)) => disc_overlap(*center, *radius, corners),
            (Self::Disc(a, of_a), Self::Disc(b, of_b)) => largest(0.0, of_a + of_b - (*b - *a).length()),
        }
    }

    /// Its highest point.
    fn top(&self) -> f64 {
        match self {
            Self::Disc(center, radius) => center.y + radius,
            Self::Corners(corners) => corners.iter().map(|corner| corner.y).fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// The greatest speed of a light body within the walls at any time under the load, and from [`LATE`] seconds
/// on; in the end the greatest speed, the deepest overlap, and the share of the light bodies that are
/// outside. What is outside falls freely, so its speed does not count.
pub(super) fn heap_under_load(trial: &mut Trial) -> Result<(), Unsupported> {
    let mut level = Level::new(settings());
    ground(&mut level);
    let mut outlines = vec![corners_of(100.0, 1.0)];
    for side in [-1.0, 1.0] {
        let half = [0.5, 10.0];
        let at = [side * (HALF_ROOM + half[0]), half[1]];
        level.body_with(BodyDef::fixed().position(at), rectangle(half[0], half[1]));
        outlines.push(corners_of(half[0], half[1]));
    }
    let first = outlines.len() as u32;
    for i in 0..LIGHT {
        let (outline, collider) = light_body(trial, i);
        let column = (i % 10) as f32 - 4.5;
        let body = BodyDef::dynamic().position([1.3 * column, 1.0 + 1.2 * (i / 10) as f32]);
        level.body_with(body.angle(trial.between(-3.0, 3.0)), collider);
        outlines.push(outline);
    }
    outlines.extend([corners_of(HALF_BOX, HALF_BOX), corners_of(HALF_BOX, HALF_BOX)]);

    for (ratio, names) in LOADS {
        let ratio = trial.around(ratio, 0.1);
        let places = [-0.4, 0.4].map(|x| HALF_ROOM * (x + trial.jitter(0.1)));
        let mut live = trial.build(&level)?;
        live.run(SETTLING, |_| {});
        let mut load = Level::new(settings());
        for x in places {
            let y = height_at(&live, &outlines, x) + HALF_BOX + 0.05;
            let collider = rectangle(HALF_BOX, HALF_BOX).density(ratio / (4.0 * HALF_BOX * HALF_BOX));
            load.body_with(BodyDef::dynamic().position([x, y]), collider);
        }
        live.add(&load)?;
        let light = first..first + LIGHT;
        let fastest = |live: &Live| {
            let bodies = light.clone().map(|number| live.body(number));
            bodies.filter(|body| !is_outside(body)).map(|body| body.velocity.length()).fold(0.0, largest)
        };
        let [mut early, mut late] = [0.0, 0.0];
        live.run(LATE, |live| early = largest(early, fastest(live)));
        live.run(MEASURED - LATE, |live| late = largest(late, fastest(live)));
        let lost = light.clone().filter(|&number| is_outside(&live.body(number))).count();
        let deepest = deepest_overlap(&live.bodies(), &outlines);
        let values =
            [largest(early, late), late, fastest(&live), deepest, 100.0 * lost as f64 / f64::from(LIGHT)];
        for (name, value) in names.into_iter().zip(values) {
            trial.record(name, value, live.cost);
        }
    }
    Ok(())
}

/// A ball, a box or a pentagon of 1 kg.
fn light_body(trial: &mut Trial, number: u32) -> (Outline, ColliderDef) {
    let size = trial.between(0.25, 0.45);
    match number % 3 {
        0 => (Outline::Disc(f64::from(size)), ball(size).density(1.0 / (PI * size * size))),
        1 => {
            let height = trial.between(0.25, 0.45);
            (corners_of(size, height), rectangle(size, height).density(0.25 / (size * height)))
        }
        _ => match Polygon::regular(5, size) {
            Ok(polygon) => {
                let corners = polygon.vertices().iter().map(|&corner| Vector::from(corner)).collect();
                let area = 2.5 * size * size * (0.4 * PI).sin();
                let collider = ColliderDef::new(Shape::Polygon(polygon)).density(1.0 / area);
                (Outline::Corners(corners), collider)
            }
            Err(error) => panic!("a pentagon of {size} m: {error}"),
        },
    }
}

fn corners_of(half_width: f32, half_height: f32) -> Outline {
    let (w, h) = (f64::from(half_width), f64::from(half_height));
    Outline::Corners([(-w, -h), (w, -h), (w, h), (-w, h)].map(|(x, y)| Vector::new(x, y)).to_vec())
}

/// The height of what lies below a heavy box at x, m.
fn height_at(live: &Live, outlines: &[Outline], x: f32) -> f32 {
    let (left, right) = (f64::from(x - HALF_BOX) - 0.45, f64::from(x + HALF_BOX) + 0.45);
    let bodies = live.bodies().into_iter().zip(outlines).skip(3);
    let below = bodies.filter(|(body, _)| (left..right).contains(&body.position.x));
    below.map(|(body, outline)| outline.placed(body).top()).fold(0.0, f64::max) as f32
}

/// Whether a body is beyond a wall or below the ground, or gone.
fn is_outside(body: &Body) -> bool {
    let is_inside = body.position.x.abs() <= f64::from(HALF_ROOM) && body.position.y >= 0.0;
    !is_inside
}

/// Of all pairs but those of fixed bodies, among those within the walls.
fn deepest_overlap(bodies: &[Body], outlines: &[Outline]) -> f64 {
    let is_fixed = |number: usize| number < 3;
    let placed: Vec<_> = bodies.iter().zip(outlines).map(|(&body, outline)| outline.placed(body)).collect();
    let mut deepest = 0.0;
    for b in (3..placed.len()).filter(|&b| !is_outside(&bodies[b])) {
        for a in (0..b).filter(|&a| is_fixed(a) || !is_outside(&bodies[a])) {
            deepest = largest(deepest, placed[a].depth(&placed[b]));
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::BodyView;

    fn at(x: f32, y: f32) -> Body {
        let (velocity, angular_velocity) = (Vec2::zeros(), 0.0);
        Body::from(BodyView {
            pose: Pose::at([x, y]),
            velocity,
            angular_velocity,
            dynamic: true,
            awake: true,
        })
    }

    /// Discs and boxes that overlap by 0.1 m are found to, whichever comes first, and also in a wall; a body
    /// beyond a wall overlaps with nothing.
    #[test]
    fn deepest_overlap_is_the_constructed_one() {
        let disc = || Outline::Disc(0.5);
        let square = || corners_of(0.5, 0.5);
        for pair in [[disc(), disc()], [disc(), square()], [square(), disc()], [square(), square()]] {
            let far = || corners_of(0.1, 0.1);
            let outlines: Vec<_> = [far(), far(), far()].into_iter().chain(pair).collect();
            let overlap_at = |x: f32| {
                let bodies = [at(-50.0, 0.0), at(-60.0, 0.0), at(-70.0, 0.0), at(x, 3.0), at(x + 0.9, 3.0)];
                deepest_overlap(&bodies, &outlines)
            };
            assert!((overlap_at(1.0) - 0.1).abs() < 1e-6, "{}", overlap_at(1.0));
            assert_eq!(overlap_at(HALF_ROOM - 0.5), 0.0);
        }
        let outlines = [corners_of(9.0, 1.0), disc(), disc(), disc()];
        let bodies = [at(0.0, -1.0), at(-50.0, 0.0), at(-60.0, 0.0), at(0.0, 0.4)];
        assert!((deepest_overlap(&bodies, &outlines) - 0.1).abs() < 1e-6);
        assert!(is_outside(&Body::GONE) && is_outside(&at(0.0, -0.1)) && !is_outside(&at(7.0, 0.0)));
    }
}
