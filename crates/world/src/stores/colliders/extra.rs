//! What a step reads of few colliders: user data, the offset of the shape, what makes contacts conditional.

use crate::collider::ColliderDef;
use crate::portal::PortalRole;
use geom::{Pose, Shape, Vec2};

/// What a step reads of few colliders. A record of its own, because the narrow phase reads the [`Collider`].
#[derive(Clone, Debug)]
pub(crate) struct ColliderExtra {
    /// *State.*
    pub(crate) user_data: u128,
    /// *State*, of a collider with an offset.
    pub(crate) placement: Option<Box<Placement>>,
    /// *State*: the direction in which it pushes, a unit vector in the body's frame.
    pub(crate) one_way: Option<Vec2>,
    /// *State*: whether the hook of the world decides about its contacts.
    pub(crate) has_hook: bool,
    /// *State*: what it has to do with a portal.
    pub(crate) portal: Option<PortalRole>,
}

impl ColliderExtra {
    /// Of a collider with this definition.
    pub(in crate::stores) fn new(def: ColliderDef) -> Self {
        let ColliderDef { shape, offset, one_way, hook, portal, user_data, .. } = def;
        Self { user_data, placement: Placement::of(shape, offset), one_way, has_hook: hook, portal }
    }

    /// Whether its contacts are conditional: see `step/conditional.rs`.
    pub(crate) fn is_conditional(&self) -> bool {
        self.one_way.is_some() || self.has_hook || self.portal.is_some()
    }
}

/// The shape of a collider in its own frame, and where that is in the body's frame. The record holds the
/// shape in the body's frame, which is derived from it.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    pub(crate) shape: Shape,
    pub(crate) offset: Pose,
}

impl Placement {
    /// What is stored for a shape at this offset: nothing if there is no offset.
    pub(crate) fn of(shape: Shape, offset: Pose) -> Option<Box<Self>> {
        (offset != Pose::IDENTITY).then(|| Box::new(Self { shape, offset }))
    }
}
