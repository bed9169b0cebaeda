//! What the solver does not know: locks, bounds of speed, and poses to which kinematic bodies are driven.
//!
//! ```text
//!                            body that is locked or bounded            kinematic body with a target
//!   drive                                                              its velocity leads to the target
//!   narrow phase
//!   begin                    remembers centre and rotation;
//!                            locked velocities become zero
//!   solve                    a row holds a locked axis (`joint_rows.rs`)
//!   bound_velocities         locked velocities become zero again,
//!                            speeds are bounded
//!   finalize
//!   end                      what is locked gets its bits back;        gets the bits of the target
//!                            the way within the step is bounded
//! ```
//!
//! Only the bodies in `Bodies::restricted` are visited, so other worlds pay for none of this.
//!
//! A body that keeps both coordinates is nearly infinitely heavy for the solver. A row holds one that keeps
//! one of them, so that it resists as if its mass along this axis were infinite. The last bits are given back
//! afterwards. Turned down: an inverse mass for each axis, as Rapier has, which every
//! constraint would read for the few bodies that need it; setting the velocity to zero in each sub-step, as
//! Box2D does: contacts then count on a mass that gives way, and bodies sink into one that is locked.

use super::finalize::BoxChecker;
use crate::body::Locks;
use crate::slot::BodySlot;
use crate::stores::Stores;
use crate::time_step::TimeStep;
use geom::{Aabb, Point, Pose, Rot, Vec2};

/// The memory of this file.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The bodies that are locked or bounded, as they were when the step began.
    starts: Vec<Start>,
    /// New boxes of one body.
    boxes: Vec<(crate::slot::ColliderSlot, Aabb)>,
}

/// Where a body was when the step began.
#[derive(Clone, Copy, Debug)]
struct Start {
    body: BodySlot,
    center: Point,
    rotation: Rot,
    /// Whether its speed has been cut to its bound in this step.
    is_capped: bool,
}

/// Gives kinematic bodies the velocities that lead them to their targets, and stops those that have arrived.
pub(super) fn drive(stores: &mut Stores, time: &TimeStep) {
    let mut next = 0;
    while let Some(&slot) = stores.bodies.restricted().get(next) {
        next += 1;
        let Some(target) = stores.bodies.extra(slot).target else { continue };
        let velocity = if target.time > 0.0 {
            let left = if target.is_reached_within(time.dt) { time.dt } else { target.time };
            stores.velocity_to(slot, target.pose, left)
        } else {
            (Vec2::zeros(), 0.0)
        };
        let Some(state) = stores.bodies.state_mut(slot) else { continue };
        (state.velocity, state.angular_velocity) = velocity;
        if target.time <= 0.0 {
            // This takes it out of the list, unless it is restricted for another reason.
            stores.forget_target(slot);
            next -= usize::from(stores.bodies.restricted().get(next - 1) != Some(&slot));
        }
    }
}

/// Remembers where the bodies are, and takes away the velocities that are locked.
pub(super) fn begin(stores: &mut Stores, time: &TimeStep, memory: &mut Memory) {
    memory.starts.clear();
    for next in 0..stores.bodies.restricted().len() {
        let body = stores.bodies.restricted()[next];
        // A sleeping body may wake within the step, so it is remembered, too.
        let frame = *stores.bodies.frame(body);
        let motion = stores.bodies.motion_mut(body);
        let center = motion.map_or(frame.center(), |motion| motion.center);
        memory.starts.push(Start { body, center, rotation: frame.pose.rotation, is_capped: false });
        stores.bodies.extra_mut(body).lock_impulse *= time.warm_start_scale;
        stores.lock_velocity(body);
    }
}

/// After the solver: takes away the velocities that are locked, and bounds the others.
pub(super) fn bound_velocities(stores: &mut Stores, memory: &mut Memory) {
    for &mut Start { body, ref mut is_capped, .. } in &mut memory.starts {
        stores.lock_velocity(body);
        if !stores.bodies[body].is_dynamic() {
            continue;
        }
        let [max_speed, max_angular_speed] = stores.bodies.extra(body).max_speeds;
        let Some(state) = stores.bodies.state_mut(body) else { continue };
        let speed = state.velocity.norm();
        let is_too_fast = speed > max_speed || state.angular_velocity.abs() > max_angular_speed;
        if speed > max_speed {
            state.velocity *= max_speed / speed;
        }
        if state.angular_velocity.abs() > max_angular_speed {
            state.angular_velocity = max_angular_speed.copysign(state.angular_velocity);
        }
        if is_too_fast && !*is_capped {
            *is_capped = true;
            stores.nets.capped += 1;
        }
    }
}

/// After the stage `finalize`: gives the bodies the poses that they may have.
pub(super) fn end(stores: &mut Stores, time: &TimeStep, memory: &mut Memory) {
    let Memory { starts, boxes } = memory;
    for start in &*starts {
        let body = start.body;
        let frame = *stores.bodies.frame(body);
        let Some(&mut motion) = stores.bodies.motion_mut(body) else { continue };
        let (center, pose) = if stores.bodies[body].is_dynamic() {
            let (locks, max_speeds) = (stores.bodies[body].locks, stores.bodies.extra(body).max_speeds);
            let (center, rotation) =
                start.bounded(motion.center, frame.pose.rotation, locks, max_speeds.map(|max| max * time.dt));
            (center, Pose { position: center - rotation * frame.local_center, rotation })
        } else {
            let Some(target) = &mut stores.bodies.extra_mut(body).target else { continue };
            if !target.is_reached_within(time.dt) {
                target.time -= time.dt;
                continue;
            }
            target.time = 0.0;
            let pose = target.pose;
            (pose.position + pose.rotation * frame.local_center, pose)
        };
        if pose == frame.pose && center == motion.center {
            continue;
        }
        stores.bodies.frame_mut(body).pose = pose;
        if let Some(motion) = stores.bodies.motion_mut(body) {
            motion.center = center;
        }
        let checker = BoxChecker::new(&stores.bodies, &stores.colliders, &stores.settings);
        let slack = checker.check(body, pose, false, boxes);
        stores.bodies.slack[crate::slot::Slot::index(body)] = slack;
        for (collider, fat) in boxes.drain(..) {
            stores.colliders.set_box(collider, fat);
        }
    }
}

impl Start {
    /// Centre and rotation after a step, with those of the start where they are locked, and no farther from
    /// them than `most` (m and rad).
    fn bounded(&self, center: Point, rotation: Rot, locks: Locks, most: [f32; 2]) -> (Point, Rot) {
        let (mut center, mut rotation) = (center, rotation);
        let way = center - self.center;
        let length = way.norm();
        if length > most[0] {
            center = self.center + way * (most[0] / length);
        }
        center.x = if locks.x { self.center.x } else { center.x };
        center.y = if locks.y { self.center.y } else { center.y };
        if locks.rotation {
            rotation = self.rotation;
        } else if most[1] < f32::INFINITY {
            let angle = (self.rotation.inverse() * rotation).angle();
            if angle.abs() > most[1] {
                rotation = (Rot::from_angle(most[1].copysign(angle)) * self.rotation).normalized();
            }
        }
        (center, rotation)
    }
}
