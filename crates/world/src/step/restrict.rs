//! What the solver does not know: locks, bounds of speed, and poses to which kinematic bodies are driven.
//!
//! ```text
//!                            body that is locked or bounded            kinematic body with a target
//!   drive                                                              its velocity leads to the target
//!   narrow phase
//!   begin                    remembers place and rotation;
//!                            locked velocities become zero
//!   solve                    a row holds a locked axis (`joint_rows.rs`)
//!   bound_velocities         locked velocities become zero again,
//!                            speeds are bounded
//!   finalize
//!   end                      what is locked is put back;               gets the bits of the target
//!                            the way within the step is bounded
//! ```
//!
//! Only the bodies in `Bodies::restricted` are visited.
//!
//! A body that keeps both coordinates is nearly infinitely heavy for the solver. One that keeps one of them
//! resists by a row as if its mass along this axis were infinite. What is left is put back afterwards: a
//! rotation to the bit, a coordinate to half a step of the grid (`place.rs`). Turned down: an inverse mass
//! for each axis, as in Rapier, which every constraint would read; setting the velocity to zero in each
//! sub-step, as in Box2D, with which bodies sink into a locked one.

use super::finalize::BoxChecker;
use crate::body::Locks;
use crate::frame::Frame;
use crate::place::{Grid, Place};
use crate::slot::BodySlot;
use crate::stores::Stores;
use crate::time_step::TimeStep;
use geom::{Aabb, Rot, Vec2};

#[derive(Debug, Default)]
pub(super) struct Memory {
    starts: Vec<Start>,
    boxes: Vec<(crate::slot::ColliderSlot, Aabb)>,
}

#[derive(Clone, Copy, Debug)]
struct Start {
    body: BodySlot,
    place: Place,
    rotation: Rot,
    is_capped: bool,
}

/// Velocities that lead kinematic bodies to their targets; stops those that have arrived.
pub(super) fn drive(stores: &mut Stores, time: &TimeStep) {
    let mut next = 0;
    while let Some(&slot) = stores.bodies.restricted().get(next) {
        next += 1;
        let Some(target) = stores.bodies.extra(slot).target else { continue };
        let velocity = if target.time > 0.0 {
            let left = if target.is_reached_within(time.dt) { time.dt } else { target.time };
            stores.velocity_to(slot, &target, left)
        } else {
            (Vec2::zeros(), 0.0)
        };
        let Some(state) = stores.bodies.state_mut(slot) else { continue };
        (state.velocity, state.angular_velocity) = velocity;
        if target.time <= 0.0 {
            // Takes it out of the list, unless it is restricted otherwise.
            stores.forget_target(slot);
            next -= usize::from(stores.bodies.restricted().get(next - 1) != Some(&slot));
        }
    }
}

pub(super) fn begin(stores: &mut Stores, time: &TimeStep, memory: &mut Memory) {
    memory.starts.clear();
    for next in 0..stores.bodies.restricted().len() {
        let body = stores.bodies.restricted()[next];
        // A sleeping body may wake within the step.
        let Frame { place, rotation, .. } = *stores.bodies.frame(body);
        memory.starts.push(Start { body, place, rotation, is_capped: false });
        stores.bodies.extra_mut(body).lock_impulse *= time.warm_start_scale;
        stores.lock_velocity(body);
    }
}

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

pub(super) fn end(stores: &mut Stores, time: &TimeStep, memory: &mut Memory) {
    let Memory { starts, boxes } = memory;
    for start in &*starts {
        let body = start.body;
        let frame = *stores.bodies.frame(body);
        if !stores.bodies[body].is_awake() {
            continue;
        }
        let (place, rotation) = if stores.bodies[body].is_dynamic() {
            let (locks, max_speeds) = (stores.bodies[body].locks, stores.bodies.extra(body).max_speeds);
            let most = max_speeds.map(|max| max * time.dt);
            start.bounded(&frame, &stores.bodies.grid, locks, most)
        } else {
            let Some(target) = &mut stores.bodies.extra_mut(body).target else { continue };
            if !target.is_reached_within(time.dt) {
                target.time -= time.dt;
                continue;
            }
            target.time = 0.0;
            (target.place, target.rotation)
        };
        if (place, rotation) == (frame.place, frame.rotation) {
            continue;
        }
        let frame = Frame { place, rotation, ..frame };
        *stores.bodies.frame_mut(body) = frame;
        let checker = BoxChecker::new(&stores.bodies, &stores.colliders, &stores.settings);
        let slack = checker.check(body, &frame, false, boxes);
        stores.bodies.slack[crate::slot::Slot::index(body)] = slack;
        for (collider, fat) in boxes.drain(..) {
            stores.colliders.set_box(collider, fat);
        }
    }
}

impl Start {
    /// As at the start where they are locked, else no farther from it than `most` (m and rad).
    fn bounded(&self, frame: &Frame, grid: &Grid, locks: Locks, most: [f32; 2]) -> (Place, Rot) {
        let mut rotation = frame.rotation;
        if locks.rotation {
            rotation = self.rotation;
        } else if most[1] < f32::INFINITY {
            let angle = (self.rotation.inverse() * rotation).angle();
            if angle.abs() > most[1] {
                rotation = (Rot::from_angle(most[1].copysign(angle)) * self.rotation).normalized();
            }
        }
        let at_start = Frame { place: self.place, rotation: self.rotation, ..*frame };
        let of_origin = grid.exact_vector(self.place, frame.place);
        let way = [0, 1].map(|i| of_origin[i] + (frame.exact_arm()[i] - at_start.exact_arm()[i]));
        let length = Vec2::new(way[0] as f32, way[1] as f32).norm();
        let share = if length > most[0] { f64::from(most[0] / length) } else { 1.0 };
        let bounded =
            [if locks.x { 0.0 } else { way[0] * share }, if locks.y { 0.0 } else { way[1] * share }];
        if bounded == way && rotation == frame.rotation {
            return (frame.place, frame.rotation);
        }
        let after = Frame { rotation, ..*frame };
        let by = [0, 1].map(|i| bounded[i] + (at_start.exact_arm()[i] - after.exact_arm()[i]));
        (grid.moved(self.place, by), rotation)
    }
}
