//! Cars at three speeds drive over flat road, hills and a jump.

use crate::parts::{default, made, rectangle, shape};
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// Cars that each drive a road of their own, one above the other, at a speed of their own. A road is a chain:
/// flat, then hills, then a ramp that ends in the air, then flat again up to the finish at x = 0. The roads
/// are the same as functions of time: a car that is twice as fast has hills that are twice as long and as
/// high as the others, so that all cars rise and fall alike.
///
/// ```text
///                                        _ -
///   o-o__________ / \_ / \_ / \_____ _ -    |___________| finish
///       flat           hills           ramp     flat
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Road {
    /// Speed of each car, m/s, from the highest road down.
    pub speeds: [f32; 3],
    /// Height of the hills from foot to top, m.
    pub hills: f32,
    /// Height of the end of the ramp, m.
    pub jump: f32,
}

default!(Road { speeds: [5.0, 15.0, 40.0], hills: 0.8, jump: 0.5 });

/// m. Radius of a wheel.
const WHEEL: f32 = 0.35;

/// m. The axle's place on the hull, to either side of the middle and below it.
const AXLE: [f32; 2] = [0.8, 0.45];

/// m. The distance of two roads.
const APART: f32 = 6.0;

/// s. A segment of a road is as long as a car drives in this time.
const SEGMENT: f32 = 0.05;

/// s. When hills, ramp and landing begin, and the finish.
const HILLS: f32 = 2.0;
const RAMP: f32 = 5.0;
const LANDING: f32 = 6.0;
const FINISH: f32 = 9.0;

impl Road {
    /// The index of the first hull. The roads are bodies 0 to 2; each hull is followed by its rear and front
    /// wheel.
    pub const FIRST_HULL: u32 = 3;

    /// How long the cars drive to the finish, s.
    pub const TIME: f32 = FINISH;

    /// Whether a car that has driven for so long is on the flat part before the hills, s.
    #[must_use]
    pub fn is_flat(time: f32) -> bool {
        time < HILLS - 0.5
    }

    /// Height of the road where a car is that has driven for `time` seconds, m.
    fn height(&self, time: f32) -> f32 {
        if (HILLS..RAMP).contains(&time) {
            // Whole hills of a second and a half.
            let turn = std::f32::consts::TAU * (time - HILLS) / 1.5;
            0.5 * self.hills * (1.0 - Rot::from_angle(turn).cos)
        } else if (RAMP..LANDING).contains(&time) {
            let share = (time - RAMP) / (LANDING - RAMP);
            self.jump * share * share
        } else {
            0.0
        }
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        for (i, speed) in self.speeds.into_iter().enumerate() {
            let floor = APART * (2 - i) as f32;
            let at = |time: f32| Point::new(speed * (time - FINISH), floor + self.height(time));
            // From right to left, so that the outer side is above. It goes on beyond the finish, and begins
            // some metres before the start.
            let count = ((FINISH + 1.0) / SEGMENT) as i32;
            let mut points: Vec<Point> = (0..=count).rev().map(|k| at(SEGMENT * k as f32)).collect();
            // The end of the ramp is vertical.
            let landing = points.iter().position(|point| point.x <= speed * (LANDING - FINISH) + 1e-3);
            points.insert(landing.unwrap_or(0) + 1, at(LANDING) + Vec2::new(-0.01, self.jump));
            points.push(Point::new(-speed * FINISH - 4.0, floor));
            let road = level.body(BodyDef::fixed());
            let segments = made(chain(points, false, Sides::One));
            level.chain(road, &segments, Material::default(), Filter::default());
        }
        for (i, speed) in self.speeds.into_iter().enumerate() {
            let floor = APART * (2 - i) as f32;
            add_car(&mut level, Point::new(-speed * FINISH, floor + WHEEL), speed);
        }
        level
    }
}

/// Adds a car at its speed, with the middle between its wheels' axles at this point.
pub(crate) fn add_car(level: &mut Level, at: Point, speed: f32) {
    let [aside, below] = AXLE;
    let moving = |position: Point| BodyDef::dynamic().position(position).velocity([speed, 0.0]);
    let hull = level.body_with(moving(at + Vec2::new(0.0, below)), rectangle(1.2, 0.25).density(20.0));
    for x in [-aside, aside] {
        let tyre = ColliderDef::new(shape(Shape::circle(WHEEL))).density(15.0).friction(1.2);
        let def = moving(at + Vec2::new(x, 0.0)).angular_velocity(-speed / WHEEL);
        let wheel = level.body_with(def, tyre);
        let axle = WheelJoint::new([0.0, 1.0]).anchors([x, -below], [0.0, 0.0]);
        let axle = axle.spring(2.5, 0.7).limits(-0.2, 0.2).motor(-speed / WHEEL, 30.0);
        level.joint(JointDef::new(hull, wheel, axle));
    }
}

pub(crate) const ROAD: Scene = scene(file!(), "road", 540, view(-34.0, -2.0, 10.0, 16.0))
    .about("Cars at 5, 15 and 40 m/s drive over flat road, hills and a jump, and arrive at the same time.")
    .level(|| Road::default().level());
