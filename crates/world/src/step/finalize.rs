//! Stage 4: poses, boxes, and how long each body has been slow.
//!
//! ```text
//!   rows      1 2 3 4 5 6 | 7 8 9 10 11 12       a run for each worker
//!                  |               |
//!   places    p p p p p p | p p p p p p          where each body is now, by row
//!   news          {b} {d}       {h}              fat boxes that are too small now, bodies to be stopped
//!                  \               /
//!             frames, boxes, warnings            written by one, in the order of rows
//! ```
//!
//! Rows are finished on their own, and whatever is not theirs alone is collected and done afterwards in their order; so it
//! does not show how they were shared out. Most bodies have moved less than their fat boxes allow (`room.rs`), and for
//! those nothing is read but row and frame.
//!
//! Turned down: boxes that reach ahead along the velocity. They are left less often, but overlap others without need: with
//! two steps of motion `spinner` took 15 ms instead of 6, and no scene was faster.

use crate::awake::Motion;
use crate::body::{BodyKind, is_in_world};
use crate::core::Core;
use crate::events::StepWarning;
use crate::links::NONE;
use crate::room::Room;
use crate::settings::{LEAST_ROWS, SLEEP_SPEED, SPECULATIVE_DISTANCE};
use compute::Workers;
use geom::{Aabb, Point, Pose};
use solver::{BodyState, PointImpulse};

/// Workers are no more than these.
const MOST_WORKERS: usize = 32;

/// Where a body is at the end of the step.
#[derive(Clone, Copy, Debug)]
struct Place {
    pose: Pose,
    room: Room,
}

const NOWHERE: Place = Place { pose: Pose::IDENTITY, room: Room::UNKNOWN };

/// What one worker has found that is not for it to do. On cache lines of its own, since the lists' lengths change.
#[derive(Debug, Default)]
#[repr(align(128))]
struct News {
    /// Colliders that have left their fat box, and the next one.
    boxes: Vec<(u32, Aabb)>,
    /// Rows of bodies that must be stopped.
    stopped: Vec<usize>,
}

/// The memory of the stage, used again in each step.
#[derive(Debug, Default)]
pub(super) struct Finalize {
    places: Vec<Place>,
    news: Vec<News>,
}

/// The rows of one worker.
struct Part<'a> {
    first_row: usize,
    motions: &'a mut [Motion],
    places: &'a mut [Place],
    news: &'a mut News,
}

impl Core {
    pub(super) fn finalize_bodies(&mut self, workers: &mut Workers, scratch: &mut Finalize, dt: f32) {
        let mut motions = std::mem::take(&mut self.awake.motions);
        let rows = motions.len() - 1;
        let count = (rows / LEAST_ROWS).clamp(1, workers.threads().min(MOST_WORKERS));
        let size = rows.div_ceil(count).max(1);
        let Finalize { places, news } = scratch;
        places.resize(rows, NOWHERE);
        if news.len() < count {
            news.resize_with(count, News::default);
        }
        let mut runs = motions[1..].chunks_mut(size).zip(places.chunks_mut(size)).zip(&mut *news).enumerate();
        let mut parts: [Option<Part<'_>>; MOST_WORKERS] = std::array::from_fn(|_| {
            let (index, ((motions, places), news)) = runs.next()?;
            Some(Part { first_row: 1 + index * size, motions, places, news })
        });
        let core = &*self;
        workers.for_each_chunk(&mut parts[..count], 1, |_, part| {
            if let [Some(part)] = part {
                core.finish_rows(part, dt);
            }
        });
        for (motion, place) in motions[1..].iter().zip(places) {
            self.frames[motion.body as usize].pose = place.pose;
            self.rooms[motion.body as usize] = place.room;
        }
        self.awake.motions = motions;
        for News { boxes, stopped } in news {
            for row in stopped.drain(..) {
                self.stop(row);
            }
            for (collider, fat) in boxes.drain(..) {
                self.set_box(collider, fat);
            }
        }
    }

    fn finish_rows(&self, part: &mut Part<'_>, dt: f32) {
        let states = &self.awake.bodies.states()[part.first_row..];
        let rows = part.motions.iter_mut().zip(&mut *part.places).zip(states);
        for (index, ((motion, place), state)) in rows.enumerate() {
            let (pose, mut room) = (self.frames[motion.body as usize].pose, self.rooms[motion.body as usize]);
            let (new, state) = match self.advanced(motion, state) {
                Some((center, new)) => {
                    motion.center = center;
                    (new, state)
                }
                None => {
                    part.news.stopped.push(part.first_row + index);
                    (pose, &BodyState::REST)
                }
            };
            room.spend(pose, new);
            if !room.is_left() {
                room = self.look_at_boxes(motion.body, new, &mut part.news.boxes);
            }
            *place = Place { pose: new, room };
            motion.slow_for = self.slow_for(motion, state, dt);
        }
    }

    /// Adds what the body has moved in the step to its pose. A body whose motion is not finite, or leads out of
    /// the world, is stopped where it was.
    pub(super) fn advance(&mut self, row: usize) {
        let motion = &self.awake.motions[row];
        let slot = motion.body as usize;
        if let Some((center, pose)) = self.advanced(motion, &self.awake.bodies.states()[row]) {
            self.awake.motions[row].center = center;
            self.frames[slot].pose = pose;
            self.rooms[slot] = Room::UNKNOWN;
        } else {
            self.stop(row);
        }
    }

    /// Centre and pose of a body after the step, if its motion is finite and stays in the world.
    #[inline]
    fn advanced(&self, motion: &Motion, state: &BodyState) -> Option<(Point, Pose)> {
        let frame = &self.frames[motion.body as usize];
        let unit = self.settings.length_unit;
        let center = motion.center + state.delta_position;
        let rotation = (state.delta_rotation * frame.pose.rotation).normalized();
        let sound = is_in_world(center.x, unit)
            && is_in_world(center.y, unit)
            && rotation.is_finite()
            && state.velocity.norm_squared().is_finite()
            && state.angular_velocity.is_finite();
        sound.then(|| (center, Pose { position: center - rotation * frame.local_center, rotation }))
    }

    /// Stops a body, and forgets the impulses of what holds it: the next step would begin with them.
    fn stop(&mut self, row: usize) {
        self.awake.bodies.states_mut()[row] = BodyState::REST;
        let slot = self.awake.motions[row].body;
        let mut cursor = self.bodies[slot].contacts.cursor();
        while let Some((contact, _)) = self.contacts.links.advance(&mut cursor) {
            let contact = self.contacts.contact_mut(contact);
            (contact.impulses, contact.rolling_impulse) = ([PointImpulse::default(); 2], 0.0);
        }
        let mut cursor = self.bodies[slot].joints.cursor();
        while let Some((joint, _)) = self.joint_links.advance(&mut cursor) {
            self.joint_memory_mut(joint).forget_impulses();
        }
        let body = self.bodies.handle(slot);
        self.events.warnings.push(StepWarning::BodyStopped(body));
    }

    /// Notes which colliders of a body have left their fat box, and returns how far it may move from here.
    fn look_at_boxes(&self, body: u32, pose: Pose, left: &mut Vec<(u32, Aabb)>) -> Room {
        let mut room = Room::ENDLESS;
        let mut slot = self.bodies[body].first_collider;
        while slot != NONE {
            let collider = &self.colliders[slot];
            let aabb = collider.shape.aabb(pose);
            // The margin is there to be used up; half of it must be left, or contacts come too late.
            let needed = aabb.expanded(0.5 * SPECULATIVE_DISTANCE * self.settings.length_unit);
            let mut fat = self.boxes[slot as usize];
            if !fat.contains(needed) {
                fat = aabb.expanded(collider.margin);
                left.push((slot, fat));
            }
            room.narrow(fat, needed, collider.reach);
            slot = collider.next;
        }
        room
    }

    /// For how long the body has been slow, s.
    #[inline]
    fn slow_for(&self, motion: &Motion, state: &BodyState, dt: f32) -> f32 {
        let (speed, limit) = (state.velocity.norm(), SLEEP_SPEED * self.settings.length_unit);
        // No look at the record of what is fast anyway.
        if speed > limit {
            return 0.0;
        }
        let body = &self.bodies[motion.body];
        // Of all its points the fastest: the centre moves, and the rim turns about it.
        let rim = body.reach * state.angular_velocity.abs();
        // A kinematic body that moves at all has been told to.
        let limit = if body.kind == BodyKind::Kinematic { 0.0 } else { limit };
        if speed + rim <= limit && body.can_sleep { motion.slow_for + dt } else { 0.0 }
    }
}
