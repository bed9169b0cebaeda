//! How far a body may still move before one of its colliders can have left its fat box.
//!
//! ```text
//!   +-------------------------+   fat box
//!   |     +----------+        |
//!   |     |  needed  |<-room->|   the least gap of all colliders and sides, when they were last looked at
//!   |     +----------+        |
//!   +-------------------------+
//! ```
//!
//! From one pose to the next no point of a body moves farther than
//!
//! ```text
//!   |origin' - origin|  +  reach * |(cos', sin') - (cos, sin)|
//! ```
//!
//! its origin and, about it, the chord of the turn at the distance of the farthest point. As long as these add up to less
//! than the gap, a look would find nothing: neither the record of the body, nor its shapes, nor their boxes need be read.
//! What is found is the same as if all were looked at in every step; roundings are counted on the side of looking.
//!
//! Turned down: looking every few steps, by speed. It finds what has left its box too late when something hits it.

use compute::math::{max, min};
use geom::{Aabb, Pose, Vec2};

/// Roundings between a pose and the corners of a box, at the last look and at this one, in units of the last place of the
/// greatest number on the way. Eight are found by counting.
const ROUNDINGS: f32 = 16.0;

/// What is left of the gap around a body's colliders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Room {
    /// m; negative or no number if the colliders have to be looked at.
    left: f32,
    /// The greatest distance of a point of the colliders from the body's origin, m.
    reach: f32,
}

impl Room {
    /// The colliders have to be looked at.
    pub(crate) const UNKNOWN: Self = Self { left: -1.0, reach: 0.0 };

    /// Of a body without colliders.
    pub(crate) const ENDLESS: Self = Self { left: f32::INFINITY, reach: 0.0 };

    /// Takes account of a collider that reaches so far, m, from the body's origin, and of the box that it needs now.
    pub(crate) fn narrow(&mut self, fat: Aabb, needed: Aabb, reach: f32) {
        let gap = min(
            min(needed.lower.x - fat.lower.x, fat.upper.x - needed.upper.x),
            min(needed.lower.y - fat.lower.y, fat.upper.y - needed.upper.y),
        );
        let far = max(max(fat.lower.x.abs(), fat.upper.x.abs()), max(fat.lower.y.abs(), fat.upper.y.abs()));
        self.left = min(self.left, gap - ROUNDINGS * f32::EPSILON * (far + reach));
        self.reach = max(self.reach, reach);
    }

    /// Takes off what a body has moved.
    pub(crate) fn spend(&mut self, from: Pose, to: Pose) {
        let turn = Vec2::new(to.rotation.cos - from.rotation.cos, to.rotation.sin - from.rotation.sin);
        let moved = (to.position - from.position).norm() + self.reach * turn.norm();
        // A unit in the last place more, so that what creeps is not lost to rounding.
        self.left -= moved + f32::EPSILON * self.left;
    }

    /// Whether no collider can have left its box.
    pub(crate) fn is_left(&self) -> bool {
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Rot, Shape};
    use proptest::prelude::*;

    proptest! {
        /// Near the origin and far out, creeping, rolling and jumping: as long as room is left, the box is not left.
        #[test]
        fn what_has_room_is_in_its_box(
            start in (-1.0_f32..1.0, -1.0_f32..1.0, -3.0_f32..3.0),
            scale in prop_oneof![Just(1.0_f32), Just(100.0), Just(10_000.0)],
            offset in -2.0_f32..2.0,
            step in prop_oneof![Just(1e-9_f32), Just(1e-5), Just(1e-3), Just(0.02)],
            ways in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0), 1..300),
        ) {
            let shape = Shape::rectangle(0.5, 0.3).unwrap().transformed(Pose::at([offset, 0.0]));
            let reach = shape.reach(geom::Point::origin());
            let mut pose = Pose::new([start.0 * scale, start.1 * scale], start.2);
            let needed = |pose| shape.aabb(pose).expanded(0.01);
            let fat = shape.aabb(pose).expanded(0.1);
            let mut room = Room::ENDLESS;
            room.narrow(fat, needed(pose), reach);
            prop_assert!(scale > 100.0 || room.is_left());
            for (x, y, turn) in ways {
                let position = pose.position + Vec2::new(x, y) * step;
                let rotation = (Rot::from_angle(turn * step) * pose.rotation).normalized();
                let next = Pose { position, rotation };
                room.spend(pose, next);
                pose = next;
                prop_assert!(!room.is_left() || fat.contains(needed(pose)), "{room:?} at {pose:?}");
            }
        }
    }

    /// A half-space reaches without end, and is looked at in every step in which it turns.
    #[test]
    fn what_reaches_without_end_has_no_room() {
        let mut room = Room::ENDLESS;
        let all = Aabb::around([0.0, 0.0], [1e9, 1e9]);
        room.narrow(all.expanded(1.0), all, f32::INFINITY);
        room.spend(Pose::IDENTITY, Pose::IDENTITY);
        assert!(!room.is_left());
        assert!(!Room::UNKNOWN.is_left());
    }
}
