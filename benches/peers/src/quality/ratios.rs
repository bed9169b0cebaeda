//! Heavy bodies on light ones, and on joints between light ones: the worst case of iterative solvers.

use super::geometry::{Body, Vector, depth_in_ground, largest, overlap};
use super::ideal::arc_of_chords;
use super::trial::{Live, Trial, ball, ground, rectangle, settings};
use crate::engine::Unsupported;
use physics::prelude::*;
use std::f32::consts::PI;

/// Mass ratio of the upper box, and the figures of the probe.
const LOADS: [(f32, [&str; 2]); 4] = [
    (10.0, ["sink_10", "overlap_10"]),
    (100.0, ["sink_100", "overlap_100"]),
    (400.0, ["sink_400", "overlap_400"]),
    (1000.0, ["sink_1000", "overlap_1000"]),
];

/// The greatest value over time counts, so that a body that was thrown off does not look as if it never sank.
pub(super) fn heavy_on_light(trial: &mut Trial) -> Result<(), Unsupported> {
    for (ratio, [sink_name, overlap_name]) in LOADS {
        let half = trial.around(0.5, 0.2);
        let ratio = trial.around(ratio, 0.1);
        let mut level = Level::new(settings());
        ground(&mut level);
        for (i, density) in [(0, 1.0), (1, ratio)] {
            let position = [0.0, half * (2 * i + 1) as f32];
            level.body_with(BodyDef::dynamic().position(position), rectangle(half, half).density(density));
        }
        let mut live = trial.build(&level)?;
        let ideal = 3.0 * f64::from(half);
        let (mut sink, mut deepest) = (0.0, 0.0);
        live.run(10.0, |live| {
            let (light, heavy) = (live.body(1), live.body(2));
            sink = largest(sink, ideal - heavy.position.y);
            let (light, heavy) = (light.corners(half, half), heavy.corners(half, half));
            let depths = [overlap(&light, &heavy), depth_in_ground(&light), depth_in_ground(&heavy)];
            deepest = depths.into_iter().fold(deepest, largest);
        });
        trial.record(sink_name, sink, live.cost);
        trial.record(overlap_name, deepest, live.cost);
    }
    Ok(())
}

/// Mass ratio of the ball to a link, and the figures of the probe.
const BALLS: [(f32, [&str; 2]); 4] = [
    (1.0, ["peak_1", "last_second_1"]),
    (100.0, ["peak_100", "last_second_100"]),
    (1000.0, ["peak_1000", "last_second_1000"]),
    (10_000.0, ["peak_10000", "last_second_10000"]),
];

const LINKS: u32 = 30;

/// The chain begins level, to the right of its hook, and its bodies do not collide: this probe tests only
/// joints.
pub(super) fn chain(trial: &mut Trial) -> Result<(), Unsupported> {
    for (ratio, [peak_name, last_name]) in BALLS {
        let half = trial.around(0.5, 0.2);
        let thickness = trial.around(0.125, 0.2);
        let radius = trial.around(0.5, 0.2);
        let ratio = trial.around(ratio, 0.1);
        let together = Filter { group: -1, ..Filter::default() };
        let mut level = Level::new(settings());
        let mut last = (level.body(BodyDef::fixed()), Point::origin());
        for i in 0..LINKS {
            let position = [half * (2 * i + 1) as f32, 0.0];
            let link = rectangle(half, thickness).filter(together);
            let link = level.body_with(BodyDef::dynamic().position(position), link);
            level.joint(JointDef::new(last.0, link, RevoluteJoint::new().anchors(last.1, [-half, 0.0])));
            last = (link, Point::new(half, 0.0));
        }
        let density = ratio * 4.0 * half * thickness / (PI * radius * radius);
        let position = [2.0 * half * LINKS as f32, 0.0];
        let end = ball(radius).density(density).filter(together);
        let end = level.body_with(BodyDef::dynamic().position(position), end);
        level.joint(JointDef::new(last.0, end, RevoluteJoint::new().anchors(last.1, [0.0, 0.0])));

        let mut live = trial.build(&level)?;
        let [[peak, last]] = over_all_and_last_second(&mut live, 10.0, |live| [live.largest_gap()]);
        trial.record(peak_name, peak, live.cost);
        trial.record(last_name, last, live.cost);
    }
    Ok(())
}

/// The greatest value of each of some quantities within `seconds`, and within the last second of them.
fn over_all_and_last_second<const N: usize>(
    live: &mut Live,
    seconds: f64,
    values: impl Fn(&Live) -> [f64; N],
) -> [[f64; 2]; N] {
    let mut found = [[0.0; 2]; N];
    for (part, seconds) in [seconds - 1.0, 1.0].into_iter().enumerate() {
        live.run(seconds, |live| {
            for (found, value) in found.iter_mut().zip(values(live)) {
                found[part] = largest(found[part], value);
            }
        });
    }
    found.map(|[before, last]| [largest(before, last), last])
}

const PLANKS: u32 = 30;

/// Half extents of a plank, m.
const PLANK: [f32; 2] = [0.5, 0.125];

/// The planks begin as chords of an arc and sag by some metres. A straight bridge of rigid planks could carry
/// no load, so there would be no ideal.
pub(super) fn bridge(trial: &mut Trial) -> Result<(), Unsupported> {
    let span = trial.around(28.5, 0.01);
    let ratio = trial.around(100.0, 0.2);
    let half_box = trial.around(0.5, 0.2);
    let drop = trial.around(0.3, 0.2);

    let [half, thickness] = PLANK;
    let mut level = Level::new(settings());
    let angle = arc_of_chords(f64::from(PLANKS), f64::from(span)) as f32;
    let mut joint_at = Point::new(-0.5 * span, 0.0);
    let left = level.body(BodyDef::fixed().position(joint_at));
    let mut last = (left, Point::origin());
    let first = level.bodies.len() as u32;
    for i in 0..PLANKS {
        let tilt = angle * ((2 * i + 1) as f32 / PLANKS as f32 - 1.0);
        let along = Rot::from_angle(tilt) * Vec2::new(half, 0.0);
        let plank = level
            .body_with(BodyDef::dynamic().position(joint_at + along).angle(tilt), rectangle(half, thickness));
        level.joint(JointDef::new(last.0, plank, RevoluteJoint::new().anchors(last.1, [-half, 0.0])));
        joint_at += 2.0 * along;
        last = (plank, Point::new(half, 0.0));
    }
    let right = level.body(BodyDef::fixed().position(joint_at));
    level.joint(JointDef::new(last.0, right, RevoluteJoint::new().anchors(last.1, [0.0, 0.0])));
    let deck = level.bodies[(first + PLANKS / 2) as usize].position.y as f32 + thickness;
    let density = ratio * half * thickness / (half_box * half_box);
    let load = level.body_with(
        BodyDef::dynamic().position([0.0, deck + drop + half_box]),
        rectangle(half_box, half_box).density(density),
    );

    let mut live = trial.build(&level)?;
    let depth = |live: &Live| {
        let corners = live.body(load).corners(half_box, half_box);
        let planks = (first..first + PLANKS).map(|number| live.body(number));
        planks.map(|plank| depth_in_plank(plank, &corners)).fold(0.0, largest)
    };
    let both = over_all_and_last_second(&mut live, 10.0, |live| [live.largest_gap(), depth(live)]);
    let [[gap, gap_last], [overlap, overlap_last]] = both;
    trial.record("gap", gap, live.cost);
    trial.record("gap_last_second", gap_last, live.cost);
    trial.record("overlap", overlap, live.cost);
    trial.record("overlap_last_second", overlap_last, live.cost);
    Ok(())
}

/// How deep a box lies in a plank, m. A corner below the plank counts however deep it is, so that a box that
/// has fallen through does not look like one that never touched.
fn depth_in_plank(plank: Body, corners: &[Vector; 4]) -> f64 {
    let [half, thickness] = PLANK.map(f64::from);
    let locals = corners.map(|corner| plank.to_local(corner));
    let below = locals.iter().filter(|local| local.x.abs() <= half).map(|local| thickness - local.y);
    let below = below.fold(0.0, largest);
    largest(below, overlap(&plank.corners(PLANK[0], PLANK[1]), corners))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::BodyView;

    /// The depth is zero on the plank, the overlap within it, and the whole distance below it.
    #[test]
    fn box_below_the_plank_is_deeper_than_one_in_it() {
        let at = |x: f32, y: f32| {
            let pose = Pose::at([x, y]);
            let (velocity, angular_velocity) = (Vec2::zeros(), 0.0);
            Body::from(BodyView { pose, velocity, angular_velocity, dynamic: true, awake: true })
        };
        let plank = at(0.0, 0.0);
        for (y, deep) in [(0.7, 0.0), (0.625, 0.0), (0.6, 0.025), (-2.0, 2.625)] {
            let found = depth_in_plank(plank, &at(0.1, y).corners(0.5, 0.5));
            assert!((found - deep).abs() < 1e-6, "{y}: {found}");
        }
        // Beside the plank there is no depth.
        assert_eq!(depth_in_plank(plank, &at(3.0, -2.0).corners(0.5, 0.5)), 0.0);
        assert!(depth_in_plank(plank, &Body::GONE.corners(0.5, 0.5)).is_nan());
    }
}
