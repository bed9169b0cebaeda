//! What happened in a step, as arrays to be read after it.

use crate::id::{BodyId, ColliderId};

/// Two colliders began or ceased to touch. The first has the lower slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactEvent {
    /// The first collider.
    pub a: ColliderId,
    /// The second collider.
    pub b: ColliderId,
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
    }
}
