//! Push a T onto its mark with a disc: the task of gym-pusht, with its state as the observation.
//!
//! ```text
//!    o        the disc follows a point, by position and speed
//!      ####
//!       #     the T stops as soon as nothing pushes it
//!       #
//! ```
//!
//! Lengths are in pixels in actions and observations, as there, and 100 of them are a metre in the world. An
//! action is kept for ten steps of the world.

use crate::canvas::Camera;
use crate::environment::{Described, Options};
use crate::spec::{Actions, Quantity, Spec};
use batch::{Batch, BatchDef, BatchError, Outcome, Random, Task};
use compute::math::{max, min};
use geom::{MassProperties, Point, Pose, Shape, Vec2};
use std::f32::consts::{FRAC_PI_4, PI, TAU};
use world::{BodyDef, BodyId, ColliderDef, DefError, Level, LevelIds, World, WorldSettings};

/// s, of one step of the world.
const STEP: f32 = 0.01;
/// Steps with one action.
const FRAMES: u32 = 10;
/// Pixels in a metre.
const SCALE: f32 = 100.0;
/// Pixels, of the picture; and where its walls are.
const SIZE: f32 = 512.0;
const WALLS: [f32; 2] = [7.0, 504.0];
/// Pixels.
const DISC: f32 = 15.0;
/// 1/s^2 and 1/s: how the disc is drawn to its point, and braked.
const DRIVE: [f32; 2] = [100.0, 20.0];
/// Pixels: left, lower, right, upper of the two bars of the T, from its origin.
const BARS: [[f32; 4]; 2] = [[-60.0, 0.0, 60.0, 30.0], [-15.0, 30.0, 15.0, 120.0]];
/// Pixels^2, of the T.
const AREA: f32 = 120.0 * 30.0 + 30.0 * 90.0;
/// The share of the mark that must be covered.
const ENOUGH: f32 = 0.95;
/// The corners of a rectangle clipped by another one: each of four sides adds at most one.
const CORNERS: usize = 8;

const ACTIONS: Actions = Actions::Continuous(&[
    Quantity::new("x of the point that the disc follows", "px", 0.0, SIZE),
    Quantity::new("y of the point that the disc follows", "px", 0.0, SIZE),
]);
const OBSERVATIONS: &[Quantity] = &[
    Quantity::new("x of the disc", "px", 0.0, SIZE),
    Quantity::new("y of the disc", "px", 0.0, SIZE),
    Quantity::new("x of the T", "px", 0.0, SIZE),
    Quantity::new("y of the T", "px", 0.0, SIZE),
    Quantity::new("angle of the T", "rad", 0.0, TAU),
];

/// What of the task may be chosen.
///
/// ```
/// use tasks::{Options, PushTDef};
///
/// let mut batch = PushTDef::default().build(Options { worlds: 2, ..Options::default() })?;
/// batch.step(&[256.0, 256.0, 100.0, 400.0])?;
/// # Ok::<(), tasks::batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushTDef {
    /// Actions after which an episode is truncated; 0 for never, 300 by default.
    pub max_steps: u32,
}

impl Default for PushTDef {
    fn default() -> Self {
        Self { max_steps: 300 }
    }
}

impl PushTDef {
    /// Makes the worlds.
    ///
    /// # Errors
    /// [`BatchError`] for an option out of its range.
    pub fn build(self, options: Options) -> Result<Batch<PushT>, BatchError> {
        BatchDef::new(&level()?)
            .worlds(options.worlds)
            .threads(options.threads)
            .seed(options.seed)
            .chunk(options.chunk)
            .dt(STEP)
            .frame_skip(FRAMES)
            .build_task(|_, ids| Ok(PushT::new(self, ids)))
    }
}

fn level() -> Result<Level, DefError> {
    let mut settings = WorldSettings::default().gravity([0.0, 0.0]).sleeping(false);
    settings.hit_speed = f32::INFINITY;
    let mut level = Level::new(settings);
    let walls = level.body(BodyDef::fixed());
    let [near, far] = WALLS.map(|place| place / SCALE);
    for (normal, offset) in [([1.0, 0.0], near), ([0.0, 1.0], near), ([-1.0, 0.0], -far), ([0.0, -1.0], -far)]
    {
        level.collider(walls, ColliderDef::new(Shape::half_space(normal, offset)?).friction(0.0));
    }
    level.body_with(
        BodyDef::kinematic().position([1.0, 1.0]),
        ColliderDef::new(Shape::circle(DISC / SCALE)?).friction(0.0),
    );
    // Its centre lies between those of its bars; its inertia, with that of the first bar for both, is
    // gym-pusht's.
    let mass = MassProperties { mass: 1.0, center: Point::new(0.0, 0.45), inertia: 0.3 };
    let tee = level.body(BodyDef::dynamic().position([3.0, 3.0]).mass(mass));
    for bar in BARS {
        let corners = corners(bar).map(|corner| Point::from(corner.coords / SCALE));
        level.collider(tee, ColliderDef::new(Shape::polygon(corners)?).friction(0.0));
    }
    Ok(level)
}

fn corners([left, lower, right, upper]: [f32; 4]) -> [Point; 4] {
    [[left, lower], [right, lower], [right, upper], [left, upper]].map(|[x, y]| Point::new(x, y))
}

/// The task. [`PushTDef::build`] makes a batch of it.
///
/// An action is a point, each number taken as 0 to 512 px if it is beyond. The disc is drawn to it by 100 /
/// s^2 times its distance, and braked by 20 / s times its velocity.
///
/// | observation | meaning | unit | range |
/// |---|---|---|---|
/// | 0, 1 | place of the disc | px | 0 to 512 |
/// | 2, 3 | place of the T: the middle of the outer side of its bar | px | 0 to 512 |
/// | 4 | its angle | rad | 0 to 2 pi |
///
/// The mark is a T at (256, 256) px, turned by pi / 4. The reward of a step is the share of it that the T
/// covers, divided by 0.95, and at most 1. More than 0.95 ends the episode.
#[derive(Debug)]
pub struct PushT {
    def: PushTDef,
    disc: BodyId,
    tee: BodyId,
}

/// What the task keeps for each world.
#[derive(Clone, Copy, Debug, Default)]
pub struct PushTState {
    steps: u32,
}

impl PushT {
    fn new(def: PushTDef, ids: &LevelIds) -> Self {
        Self { def, disc: ids.bodies[1], tee: ids.bodies[2] }
    }

    /// The T.
    #[must_use]
    pub fn tee(&self) -> BodyId {
        self.tee
    }
}

/// The share of the mark that a T at this pose (px) covers.
fn coverage(tee: Pose) -> f32 {
    // Both in the frame of the mark, whose bars then lie along the axes.
    let pose = Pose::new([0.5 * SIZE, 0.5 * SIZE], FRAC_PI_4).relative(tee);
    let pairs = BARS.iter().flat_map(|bar| BARS.iter().map(move |mark| (bar, mark)));
    pairs.map(|(bar, mark)| common_area(corners(*bar).map(|corner| pose * corner), *mark)).sum::<f32>() / AREA
}

/// The area that a convex quadrilateral shares with a rectangle: it is clipped by one side after the other.
fn common_area(quad: [Point; 4], [left, lower, right, upper]: [f32; 4]) -> f32 {
    let mut polygon = [Point::origin(); CORNERS];
    polygon[..4].copy_from_slice(&quad);
    let mut count = 4;
    for (normal, offset) in [
        (Vec2::new(1.0, 0.0), right),
        (Vec2::new(-1.0, 0.0), -left),
        (Vec2::new(0.0, 1.0), upper),
        (Vec2::new(0.0, -1.0), -lower),
    ] {
        let old = polygon;
        let height = |i: usize| old[i].coords.dot(&normal) - offset;
        let mut kept = 0;
        for i in 0..count {
            let next = (i + 1) % count;
            let (here, there) = (height(i), height(next));
            if here <= 0.0 {
                polygon[kept.min(CORNERS - 1)] = old[i];
                kept += 1;
            }
            if (here <= 0.0) != (there <= 0.0) {
                polygon[kept.min(CORNERS - 1)] = old[i] + (old[next] - old[i]) * (here / (here - there));
                kept += 1;
            }
        }
        count = kept.min(CORNERS);
    }
    (0..count)
        .map(|i| (polygon[i], polygon[(i + 1) % count]))
        .map(|(a, b)| 0.5 * (a.x * b.y - a.y * b.x))
        .sum()
}

impl Task for PushT {
    type State = PushTState;

    fn action_len(&self) -> usize {
        ACTIONS.len()
    }

    fn observation_len(&self) -> usize {
        OBSERVATIONS.len()
    }

    fn reset(&self, world: &mut World, state: &mut PushTState, random: &mut Random) -> Result<(), DefError> {
        state.steps = 0;
        let mut place = |least: f32, most: f32| {
            [random.between(least, most) / SCALE, random.between(least, most) / SCALE]
        };
        let (disc, tee) = (place(50.0, 450.0), place(100.0, 400.0));
        world.body_mut(self.disc)?.set_pose(Pose::at(disc))?;
        world.body_mut(self.tee)?.set_pose(Pose::new(tee, random.between(-PI, PI)))?;
        Ok(())
    }

    fn act(
        &self,
        world: &mut World,
        state: &mut PushTState,
        action: &[f32],
        frame: u32,
    ) -> Result<(), DefError> {
        state.steps += u32::from(frame == 0);
        let goal = Point::new(action[0].clamp(0.0, SIZE), action[1].clamp(0.0, SIZE)) / SCALE;
        let mut disc = world.body_mut(self.disc)?;
        let (place, velocity) = (disc.view().pose().position, disc.view().velocity());
        disc.set_velocity(velocity + ((goal - place) * DRIVE[0] - velocity * DRIVE[1]) * STEP)?;
        // Friction of the floor that stops at once.
        world.body_mut(self.tee)?.set_velocity([0.0, 0.0])?.set_angular_velocity(0.0)?;
        Ok(())
    }

    fn observe(&self, world: &World, state: &mut PushTState, to: &mut [f32]) -> Result<Outcome, DefError> {
        let disc = world.body(self.disc)?.pose().position * SCALE;
        let Pose { position, rotation } = world.body(self.tee)?.pose();
        let tee = Pose { position: position * SCALE, rotation };
        let angle = rotation.angle();
        let turned = if angle < 0.0 { angle + TAU } else { angle };
        to.copy_from_slice(&[disc.x, disc.y, tee.position.x, tee.position.y, turned]);
        let covered = coverage(tee);
        Ok(Outcome {
            reward: max(min(covered / ENOUGH, 1.0), 0.0),
            terminated: covered > ENOUGH,
            truncated: self.def.max_steps != 0 && state.steps >= self.def.max_steps,
        })
    }
}

impl Described for PushT {
    fn spec(&self) -> Spec {
        Spec {
            actions: ACTIONS,
            observations: OBSERVATIONS,
            seconds: STEP * FRAMES as f32,
            max_steps: self.def.max_steps,
        }
    }

    fn camera(&self, _: &World, _: &PushTState) -> Camera {
        Camera::of([0.0, 0.0, SIZE / SCALE, SIZE / SCALE])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside counting the points of a fine grid: 0.5 px apart, so within the points along the outlines, 1 %.
    #[test]
    fn coverage_is_that_of_counted_points() {
        let mark = Pose::new([256.0, 256.0], FRAC_PI_4);
        assert!((coverage(mark) - 1.0).abs() < 1e-4);
        assert!(coverage(Pose::at([100.0, 450.0])).abs() < 1e-4);
        let is_in = |pose: Pose, point: Point| {
            let p = pose.inverse_transform(point);
            BARS.iter().any(|&[l, b, r, t]| p.x >= l && p.x <= r && p.y >= b && p.y <= t)
        };
        for (x, y, angle) in
            [(250.0, 260.0, 0.8), (280.0, 230.0, 0.2), (256.0, 300.0, -2.5), (240.0, 280.0, 2.0)]
        {
            let pose = Pose::new([x, y], angle);
            let mut count = 0;
            for i in 0..600 {
                for j in 0..600 {
                    let point = Point::new(106.0 + 0.5 * i as f32, 156.0 + 0.5 * j as f32);
                    count += u32::from(is_in(pose, point) && is_in(mark, point));
                }
            }
            let expected = 0.25 * count as f32 / AREA;
            assert!((coverage(pose) - expected).abs() < 0.01, "{pose:?}: {} {expected}", coverage(pose));
        }
    }
}
