//! What happened in a step, as arrays to be read after it.

use crate::id::{BodyId, ColliderId, JointId};
use geom::Vec2;

/// Two colliders began or ceased to touch. The first has the lower slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactEvent {
    /// The first collider.
    pub a: ColliderId,
    /// The second collider.
    pub b: ColliderId,
}

/// A joint that broke: it exerted more than it bears, and is gone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointBreak {
    /// Its handle, which is stale now.
    pub joint: JointId,
    /// The bodies that it held.
    pub bodies: [BodyId; 2],
    /// The force on the second body that broke it, N.
    pub force: Vec2,
    /// The torque on the second body, N m.
    pub torque: f32,
}

/// Something that a step could not do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepWarning {
    /// The time step is negative, not finite or above a second: nothing was changed.
    TimeStep(f32),
    /// The motion of a body was not finite or led out of the world: it was stopped where it was.
    BodyStopped(BodyId),
}

/// The events of the last step, and of what was removed since. "Begun" less "ended" is always what touches.
#[derive(Clone, Debug, Default)]
pub struct Events {
    pub(crate) begun: Vec<ContactEvent>,
    pub(crate) ended: Vec<ContactEvent>,
    pub(crate) warnings: Vec<StepWarning>,
    pub(crate) asleep: Vec<BodyId>,
    pub(crate) broken: Vec<JointBreak>,
}

impl Events {
    /// Colliders that began to touch, in a defined order.
    #[must_use]
    pub fn contacts_begun(&self) -> &[ContactEvent] {
        &self.begun
    }

    /// Colliders that ceased to touch, those removed included: their handles may be stale.
    #[must_use]
    pub fn contacts_ended(&self) -> &[ContactEvent] {
        &self.ended
    }

    /// Bodies that fell asleep.
    #[must_use]
    pub fn fell_asleep(&self) -> &[BodyId] {
        &self.asleep
    }

    /// Joints that broke, in the order of their slots.
    #[must_use]
    pub fn joints_broken(&self) -> &[JointBreak] {
        &self.broken
    }

    /// What the step could not do.
    #[must_use]
    pub fn warnings(&self) -> &[StepWarning] {
        &self.warnings
    }

    pub(crate) fn clear(&mut self) {
        self.begun.clear();
        self.ended.clear();
        self.warnings.clear();
        self.asleep.clear();
        self.broken.clear();
    }
}
