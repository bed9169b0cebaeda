//! Poses between two steps, for drawing.
//!
//! A frame lies between the steps k and k + 1 of a fixed step, and the world at step k + 1 is not known yet.
//! So a frame shows the world one step late: between the poses before and after the last step, at the clock's
//! `alpha`. Motion is then even at every frame rate.
//!
//! Turned down: extrapolating from the velocities. Bodies would sink into the ground before they bounce.

use broadphase::Broadphase;
use geom::{Pose, Position, WorldPose};
use world::{BodyId, BodyRef, World};

/// The poses of all bodies before the last step.
///
/// ```
/// use std::time::Duration;
/// use toolkit::{FixedStep, Interpolator};
/// use world::{BodyDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings { gravity: [0.0, 0.0].into(), ..WorldSettings::default() });
/// let ship = world.add_body(BodyDef::dynamic().velocity([60.0, 0.0]))?; // 1 m in a step
/// let (mut clock, mut previous) = (FixedStep::new(60)?, Interpolator::default());
/// let mut seen = Vec::new();
/// for _frame in 0..20 {
///     for _ in 0..clock.advance(Duration::from_millis(5)) {
///         previous.record(&world);
///         world.step(clock.dt());
///     }
///     seen.push(previous.pose(world.body(ship)?, clock.alpha()).position.x);
/// }
/// // It moves by 0.3 m in each frame of 5 ms, once the first step has been taken.
/// assert!(seen.windows(2).skip(4).all(|frames| (frames[1] - frames[0] - 0.3).abs() < 1e-3));
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interpolator {
    /// By the index of the body: its handle, and its pose before the last step. A body that was asleep or
    /// static has no entry of this recording.
    poses: Vec<Option<(BodyId, WorldPose)>>,
}

impl Interpolator {
    /// Stores the poses of all awake bodies. Call it before each step.
    pub fn record<B: Broadphase>(&mut self, world: &World<B>) {
        self.poses.clear();
        for body in world.bodies().filter(|body| body.is_awake()) {
            let index = body.id().index();
            self.poses.resize(self.poses.len().max(index + 1), None);
            self.poses[index] = Some((body.id(), body.world_pose()));
        }
    }

    /// Where to draw a body: a share `alpha` (0 to 1) of the way from its pose before the last step to its
    /// pose now. Its centre of mass moves on a straight line, and it turns the shorter way round. A body that
    /// was added, woken or [skipped](Interpolator::skip) since is drawn where it is.
    #[must_use]
    pub fn pose(&self, body: BodyRef<'_>, alpha: f32) -> Pose {
        self.pose_from(body, alpha, Position::ORIGIN)
    }

    /// [`Interpolator::pose`] as seen from a position, such as that of the camera, m: exact also far from the
    /// origin of the world.
    #[must_use]
    pub fn pose_from(&self, body: BodyRef<'_>, alpha: f32, origin: impl Into<Position>) -> Pose {
        let origin = origin.into();
        match self.poses.get(body.id().index()) {
            Some(Some((id, before))) if *id == body.id() => {
                let center = body.mass_properties().center;
                before.seen_from(origin).lerp_about(body.pose_from(origin), center, alpha)
            }
            _ => body.pose_from(origin),
        }
    }

    /// Forgets the pose of a body before the last step: for one that the program has moved to another place
    /// and that should not be seen on its way there.
    pub fn skip(&mut self, body: BodyId) {
        if let Some(entry) = self.poses.get_mut(body.index()) {
            *entry = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Point, Shape};
    use world::{BodyDef, ColliderDef, WorldSettings};

    /// A wheel whose origin lies on its rim turns in place: between two steps its centre of mass stays.
    #[test]
    fn center_of_mass_moves_on_a_straight_line_between_steps() {
        let mut world = World::new(WorldSettings { gravity: [0.0, 0.0].into(), ..WorldSettings::default() });
        let wheel = world.add_body(BodyDef::dynamic().angular_velocity(60.0)).unwrap();
        let disc = Shape::Circle(geom::Circle::new([1.0, 0.0], 1.0).unwrap());
        world.add_collider(wheel, ColliderDef::new(disc)).unwrap();
        // Adding the disc has moved the centre of mass, which has a velocity on its way around the origin.
        world.body_mut(wheel).unwrap().set_velocity([0.0, 0.0]).unwrap();
        let mut previous = Interpolator::default();
        previous.record(&world);
        world.step(1.0 / 60.0); // by 1 rad
        let body = world.body(wheel).unwrap();
        for alpha in [0.0, 0.2, 0.5, 0.9, 1.0] {
            let pose = previous.pose(body, alpha);
            assert!((pose * Point::new(1.0, 0.0) - Point::new(1.0, 0.0)).norm() < 1e-5, "{alpha} {pose:?}");
            assert!((pose.rotation.angle() - alpha).abs() < 1e-4, "{alpha} {pose:?}");
        }
    }

    /// Boxes that fall on each other and collide, in frames of many lengths: no box is drawn farther from
    /// where it was in the last frame than the fastest box moves in that time, also where a step ends or a
    /// box bounces.
    #[test]
    fn colliding_bodies_are_drawn_without_a_jump() {
        let mut world = World::new(WorldSettings::default());
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
        let boxes: Vec<BodyId> = (0..8)
            .map(|i| {
                let def = BodyDef::dynamic().position([0.1 * i as f32, 1.5 + 1.3 * i as f32]).angle(0.3);
                let body = world.add_body(def).unwrap();
                let shape = Shape::rectangle(0.5, 0.3).unwrap();
                world.add_collider(body, ColliderDef::new(shape).restitution(0.5)).unwrap();
                body
            })
            .collect();
        let centers = |world: &World| -> Vec<Point> {
            boxes.iter().map(|&body| world.body(body).unwrap().center()).collect()
        };
        let farthest = |from: &[Point], to: &[Point]| {
            from.iter().zip(to).map(|(a, b)| (b - a).norm()).fold(0.0, f32::max)
        };
        let (mut clock, mut previous) = (crate::FixedStep::new(60).unwrap(), Interpolator::default());
        let (mut step, mut seen, mut touched) = (0.0_f32, centers(&world), 0);
        for frame in 0..900_u64 {
            let length = std::time::Duration::from_micros(1 + (frame * 7_919) % 30_000);
            for _ in 0..clock.advance(length) {
                let before = centers(&world);
                previous.record(&world);
                world.step(clock.dt());
                step = step.max(farthest(&before, &centers(&world)));
                touched += world.events().contacts_begun().len();
            }
            let drawn: Vec<Point> = boxes
                .iter()
                .map(|&body| {
                    let body = world.body(body).unwrap();
                    previous.pose(body, clock.alpha()) * body.mass_properties().center
                })
                .collect();
            let most = step * 60.0 * length.as_secs_f32() * 1.001 + 1e-5;
            assert!(
                farthest(&seen, &drawn) <= most,
                "{} of {most} m in frame {frame}",
                farthest(&seen, &drawn)
            );
            seen = drawn;
        }
        assert!(touched >= 8, "{touched} collisions");
    }

    /// A body that was added, moved or replaced since the recording is drawn where it is.
    #[test]
    fn bodies_without_a_previous_pose_are_drawn_where_they_are() {
        let mut world = World::new(WorldSettings::default());
        let [a, b] = [0.0, 5.0].map(|x| world.add_body(BodyDef::dynamic().position([x, 0.0])).unwrap());
        let mut previous = Interpolator::default();
        previous.record(&world);
        world.step(0.1);
        world.body_mut(a).unwrap().set_pose(Pose::at([100.0, 0.0])).unwrap();
        previous.skip(a);
        world.remove_body(b).unwrap();
        let c = world.add_body(BodyDef::dynamic().position([7.0, 0.0])).unwrap();
        assert_eq!(c.index(), b.index(), "the slot is used again");
        for (id, x) in [(a, 100.0), (c, 7.0)] {
            assert_eq!(previous.pose(world.body(id).unwrap(), 0.5).position.x, x);
        }
    }
}
