//! The most work that what drives a world can have done, from what is seen between steps.
//!
//! ```text
//!   motor            W <= greatest torque (force) x turn (way) in its direction
//!   kinematic body   W <= J (n . v) + friction J |t . v|     J: normal impulse of a contact in the step
//!   belt             W <= friction J |surface speed|
//! ```
//!
//! All are bounds from above, since only the impulse of the whole step along the normal is known. So a world
//! may keep a gain that is smaller than its friction could have given; more it may not.

use geom::{Rot, Vec2};
use world::*;

/// The work of all steps so far.
pub struct Work {
    /// J.
    pub done: f64,
    /// Of each joint when the last step began: angle or translation, and its rate.
    before: Vec<[f32; 2]>,
}

impl Work {
    /// `None` for a world that nothing drives.
    pub fn new(world: &World) -> Option<Self> {
        let is_driven = world.bodies().any(|it| it.kind() == BodyKind::Kinematic)
            || world.joints().any(|it| motor(&it.kind()).is_some())
            || world.colliders().any(|it| it.material().surface_speed != 0.0);
        is_driven.then(|| Self { done: 0.0, before: world.joints().map(state).collect() })
    }

    /// Adds the work of a step of `dt` seconds.
    pub fn add(&mut self, world: &World, dt: f32) {
        let now: Vec<[f32; 2]> = world.joints().map(state).collect();
        for ((joint, &[from, rate_before]), &[to, rate]) in world.joints().zip(&self.before).zip(&now) {
            let Some([speed, most, turns]) = motor(&joint.kind()) else { continue };
            let moved = if turns != 0.0 { Rot::from_angle(to - from).angle() } else { to - from };
            let way = [moved, rate_before * dt, rate * dt].into_iter().map(|it| it * speed.signum());
            self.done += f64::from(most) * f64::from(way.fold(0.0, f32::max));
        }
        self.before = now;
        self.done += world.contacts().map(contact_work).sum::<f64>();
    }
}

/// Speed and greatest torque or force of a motor that drives, and 1 if it turns.
fn motor(kind: &JointKind) -> Option<[f32; 3]> {
    let [speed, most, turns] = match kind {
        JointKind::Revolute(it) => [it.motor_speed, it.max_motor_torque, 1.0],
        JointKind::Wheel(it) => [it.motor_speed, it.max_motor_torque, 1.0],
        JointKind::Prismatic(it) => [it.motor_speed, it.max_motor_force, 0.0],
        JointKind::Distance(it) => [it.motor_speed, it.max_motor_force, 0.0],
        _ => return None,
    };
    (speed != 0.0 && most > 0.0).then_some([speed, most, turns])
}

fn state(joint: JointRef<'_>) -> [f32; 2] {
    match joint.kind() {
        JointKind::Revolute(_) | JointKind::Wheel(_) => [joint.angle(), joint.angular_speed()],
        JointKind::Prismatic(_) => [joint.translation(), joint.translation_speed()],
        JointKind::Distance(_) => {
            let [from, to] = joint.anchors();
            let [a, b] = joint.bodies();
            let along = (to - from).try_normalize(1e-9).unwrap_or_else(Vec2::zeros);
            [(to - from).norm(), (b.velocity_at(to) - a.velocity_at(from)).dot(&along)]
        }
        _ => [0.0; 2],
    }
}

fn contact_work(contact: ContactRef<'_>) -> f64 {
    let colliders = contact.colliders();
    let [a, b] = colliders.map(ColliderRef::body);
    let materials = colliders.map(ColliderRef::material);
    let friction = (materials[0].static_friction * materials[1].static_friction).sqrt();
    let belts = materials.map(|it| it.surface_speed.abs());
    let mut most = friction * (belts[0] + belts[1]);
    for (body, other) in [(a, b), (b, a)] {
        if body.kind() != BodyKind::Kinematic || other.kind() != BodyKind::Dynamic {
            continue;
        }
        let away = contact.normal_on(other.id()).unwrap_or_else(Vec2::zeros);
        let speed = contact.points().map(|(point, ..)| {
            let velocity = body.velocity_at(point);
            velocity.dot(&away).max(0.0) + friction * geom::cross(velocity, away).abs()
        });
        most += speed.fold(0.0, f32::max);
    }
    f64::from(contact.step_impulse()) * f64::from(most)
}
