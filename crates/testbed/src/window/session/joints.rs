//! Joints under the pointer, and how the tools remove them.
//!
//! ```text
//!   delete, break   the nearest joint within reach of the click, else the body there
//!   cut             each joint whose line the stroke crosses, or comes within reach of
//! ```
//!
//! The line of a joint joins its two anchors, as it is drawn; that of a hinge is a point. Joints lie above
//! the bodies in the picture, so they come first. What only held the other end, such as the pin of the tool
//! *pin*, goes with its last joint.

use super::Session;
use physics::geom::{distance_to_segment, segment_segment};
use physics::prelude::*;
use physics::world::{JointRef, PulleyJoint};

impl Session {
    /// Removes the joint at `pointer` (m). Returns whether there is one.
    pub(super) fn remove_joint_at(&mut self, pointer: Point) -> bool {
        self.release();
        let distance = |joint: &JointRef<'_>| {
            lines(*joint).map(|line| distance_to_segment(line, pointer)).fold(f32::INFINITY, f32::min)
        };
        let near = self.world.joints().map(|joint| (distance(&joint), joint.id()));
        let found = near.filter(|(distance, _)| *distance <= self.reach).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, joint)) = found else { return false };
        self.remove_joint(joint);
        true
    }

    /// Removes the joints that a stroke crosses.
    pub(super) fn cut_joints(&mut self, from: Point, to: Point) {
        let reach = self.reach;
        let is_cut = |joint: &JointRef<'_>| lines(*joint).any(|line| gap([from, to], line) <= reach);
        let cut: Vec<JointId> = self.world.joints().filter(is_cut).map(JointRef::id).collect();
        cut.into_iter().for_each(|joint| self.remove_joint(joint));
    }

    fn remove_joint(&mut self, joint: JointId) {
        let outcome = self.try_remove_joint(joint);
        self.report(outcome);
    }

    fn try_remove_joint(&mut self, joint: JointId) -> Result<(), DefError> {
        let ends = self.world.joint(joint)?.bodies().map(BodyRef::id);
        self.world.remove_joint(joint)?;
        for end in ends {
            let body = self.world.body(end)?;
            let is_bare = body.colliders().next().is_none() && body.joints().next().is_none();
            let is_of_script = self.script_runner.bodies.contains(&end);
            if is_bare && body.kind() == BodyKind::Static && !is_of_script {
                self.world.remove_body(end)?;
            } else if body.kind() == BodyKind::Dynamic {
                self.world.body_mut(end)?.wake();
            }
        }
        Ok(())
    }
}

/// The lines of a joint, as they are drawn, m.
fn lines(joint: JointRef<'_>) -> impl Iterator<Item = [Point; 2]> {
    let [a, b] = joint.anchors();
    let lines = match joint.kind() {
        JointKind::Pulley(PulleyJoint { ground_anchors: [ground_a, ground_b], .. }) => {
            let [ground_a, ground_b] = [ground_a, ground_b].map(Position::to_point);
            vec![[a, ground_a], [ground_a, ground_b], [ground_b, b]]
        }
        JointKind::Gear(_) | JointKind::Rack(_) => vec![joint.bodies().map(BodyRef::center)],
        _ => vec![[a, b]],
    };
    lines.into_iter()
}

/// The distance of two segments, m; zero if they cross.
fn gap(a: [Point; 2], b: [Point; 2]) -> f32 {
    if !segment_segment(a, b).is_empty() {
        return 0.0;
    }
    let ends = a.map(|end| distance_to_segment(b, end)).into_iter();
    ends.chain(b.map(|end| distance_to_segment(a, end))).fold(f32::INFINITY, f32::min)
}
