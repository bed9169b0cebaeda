//! How far a body may still move before one of its colliders can leave its fat box.
//!
//! ```text
//!   +---------------------------+   fat box
//!   |     +----------+          |
//!   |     |  needed  |<-slack-->|   the least gap over all colliders and sides, when they were last checked
//!   |     +----------+          |
//!   +---------------------------+
//! ```
//!
//! The needed box is the AABB of the collider, larger by half of the speculative distance on each side, so
//! that contacts begin in time. From one pose to the next no point of a body moves farther than
//!
//! ```text
//!   |origin' - origin|  +  reach * |(cos', sin') - (cos, sin)|
//! ```
//!
//! the motion of the origin plus the chord of the rotation at the farthest point. While the sum of these
//! motions is less than the gap, every collider is in its box, and neither record, shapes nor boxes need be
//! read. The slack is rounded down, so the same colliders are found as if all were checked in every step.
//! Turned down: checking every few steps, by speed, which finds a body too late that has just been hit.

use compute::math::{max, min};
use geom::{Aabb, Rot, Vec2};

/// Bound of the rounding errors between a pose and the corners of a box, in units in the last place of the
/// greatest intermediate number: eight roundings, times two.
const ROUNDINGS: f32 = 16.0;

pub(crate) const NO_CHANGE: Rot = Rot { cos: 0.0, sin: 0.0 };

/// See the head of this file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AabbSlack {
    /// m. Negative or NaN: the colliders have to be checked. Minus infinity: their fat boxes already cover
    /// the motion of the whole step.
    distance: f32,
    /// The greatest distance of a point of the colliders from the body's origin, m.
    reach: f32,
}

impl AabbSlack {
    /// The next step checks the colliders.
    pub(crate) const UNKNOWN: Self = Self { distance: -1.0, reach: 0.0 };

    /// The boxes of the body cover its motion of the whole step. The end of the step gives its colliders
    /// smaller ones even if they are still inside.
    pub(crate) const HOLDS_WAY: Self = Self { distance: f32::NEG_INFINITY, reach: 0.0 };

    pub(crate) fn holds_way(&self) -> bool {
        self.distance == f32::NEG_INFINITY
    }

    pub(crate) const UNLIMITED: Self = Self { distance: f32::INFINITY, reach: 0.0 };

    /// `reach` is the greatest distance of the collider from the body's origin, m, infinite for a half-space.
    pub(crate) fn include(&mut self, fat: Aabb, needed: Aabb, reach: f32) {
        let gap = min(
            min(needed.lower.x - fat.lower.x, fat.upper.x - needed.upper.x),
            min(needed.lower.y - fat.lower.y, fat.upper.y - needed.upper.y),
        );
        let far = max(max(fat.lower.x.abs(), fat.upper.x.abs()), max(fat.lower.y.abs(), fat.upper.y.abs()));
        let distance = gap - ROUNDINGS * f32::EPSILON * (far + reach);
        // Minus infinity would say that the boxes cover the step.
        self.distance = max(f32::MIN, min(self.distance, distance));
        self.reach = max(self.reach, reach);
    }

    /// `way` is the motion of the origin (m), `change` the rotation before less that after.
    #[inline(always)]
    pub(crate) fn subtract_motion(&mut self, way: Vec2, change: Rot) {
        let turn = Vec2::new(change.cos, change.sin);
        let moved = way.norm() + self.reach * turn.norm();
        // One unit in the last place more, or the motion of a very slow body would be rounded to zero.
        self.distance -= moved + f32::EPSILON * self.distance;
    }

    /// False for NaN.
    pub(crate) fn remains(&self) -> bool {
        self.distance >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Pose, Rot, Shape};
    use proptest::prelude::*;

    proptest! {
        /// Bodies near the origin and far from it, which move very slowly, roll or jump.
        #[test]
        fn collider_is_in_its_fat_box_while_slack_remains(
            start in (-1.0_f32..1.0, -1.0_f32..1.0, -3.0_f32..3.0),
            scale in prop_oneof![Just(1.0_f32), Just(100.0), Just(10_000.0)],
            offset in -2.0_f32..2.0,
            step in prop_oneof![Just(1e-9_f32), Just(1e-5), Just(1e-3), Just(0.02)],
            motions in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0), 1..300),
        ) {
            let shape = Shape::rectangle(0.5, 0.3).unwrap().transformed(Pose::at([offset, 0.0]));
            let reach = shape.reach(geom::Point::origin());
            let mut pose = Pose::new([start.0 * scale, start.1 * scale], start.2);
            let needed = |pose| shape.aabb(pose).expanded(0.01);
            let fat = shape.aabb(pose).expanded(0.1);
            let mut slack = AabbSlack::UNLIMITED;
            slack.include(fat, needed(pose), reach);
            prop_assert!(scale > 100.0 || slack.remains());
            for (x, y, turn) in motions {
                let position = pose.position + Vec2::new(x, y) * step;
                let rotation = (Rot::from_angle(turn * step) * pose.rotation).normalized();
                let next = Pose { position, rotation };
                let change = Rot {
                    cos: pose.rotation.cos - next.rotation.cos,
                    sin: pose.rotation.sin - next.rotation.sin,
                };
                slack.subtract_motion(next.position - pose.position, change);
                pose = next;
                prop_assert!(!slack.remains() || fat.contains(needed(pose)), "{slack:?} at {pose:?}");
            }
        }
    }

    /// A half-space has an infinite reach, so it is checked in every step; but its box does not hold a way.
    #[test]
    fn slack_never_remains_for_infinite_reach() {
        let mut slack = AabbSlack::UNLIMITED;
        let all = Aabb::around([0.0, 0.0], [1e9, 1e9]);
        slack.include(all.expanded(1.0), all, f32::INFINITY);
        assert!(!slack.remains() && !slack.holds_way());
        slack.subtract_motion(Vec2::zeros(), NO_CHANGE);
        assert!(!slack.remains());
        assert!(!AabbSlack::UNKNOWN.remains());
    }
}
