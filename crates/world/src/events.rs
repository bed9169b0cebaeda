//! The events of a step, as arrays that a program reads after the step.

use crate::id::{BodyId, ColliderId, JointId};
use geom::Vec2;

/// Two colliders began or stopped touching. The first one has the lower slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactEvent {
    /// The first collider.
    pub a: ColliderId,
    /// The second collider.
    pub b: ColliderId,
}

/// A joint that exerted more than its greatest force or torque, and was removed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointBreak {
    /// The handle of the joint, which is stale now.
    pub joint: JointId,
    /// The bodies that it joined.
    pub bodies: [BodyId; 2],
    /// The force on the second body that broke it, N.
    pub force: Vec2,
    /// The torque on the second body at that time, N m.
    pub torque: f32,
}

/// Something that a step could not do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepWarning {
    /// This time step is negative, not finite or above one second: the step did nothing.
    TimeStep(f32),
    /// The motion of this body was not finite or led out of the world: the step stopped the body where it
    /// was.
    BodyStopped(BodyId),
}

/// The events of the last step, and of removals since then. The contacts that have begun and not ended are
/// always the contacts whose colliders touch.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, ContactEvent, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let ground = world.add_body(BodyDef::fixed())?;
/// world.add_collider(ground, ColliderDef::new(Shape::rectangle(10.0, 0.5)?))?;
/// let ball = world.add_body(BodyDef::dynamic().position([0.0, 1.5]))?;
/// let collider = world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
/// let mut begun: Vec<ContactEvent> = Vec::new();
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
///     begun.extend(world.events().contacts_begun());
/// }
/// assert_eq!(begun.len(), 1);
/// assert_eq!(begun[0].b, collider);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Events {
    pub(crate) begun: Vec<ContactEvent>,
    pub(crate) ended: Vec<ContactEvent>,
    pub(crate) warnings: Vec<StepWarning>,
    pub(crate) asleep: Vec<BodyId>,
    pub(crate) broken: Vec<JointBreak>,
}

impl Events {
    /// Colliders that began to touch, in an order that depends on the inputs alone.
    #[must_use]
    pub fn contacts_begun(&self) -> &[ContactEvent] {
        &self.begun
    }

    /// Colliders that stopped touching. This includes removed colliders, so a handle may be stale.
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

    /// What the step could not do, such as a time step out of range.
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
