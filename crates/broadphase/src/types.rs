//! The key of a box, its mobility, and the errors of a broad phase.

use geom::Aabb;
use thiserror::Error;

/// The caller's name of a box. Keep keys small and dense: implementations have an array as long as the
/// greatest key ever used (4 bytes each).
pub type Key = u32;

/// Whether a box belongs to something static. Two `Static` boxes are never a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mobility {
    /// The box stays where it is. It may be updated, at a cost.
    Static,
    /// The box may move in any step.
    Moving,
}

pub(crate) fn check_box(key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
    if aabb.is_valid() { Ok(()) } else { Err(BroadphaseError::InvalidBox { key, aabb }) }
}

/// Why a call is refused. A refused call changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum BroadphaseError {
    /// A corner is not finite, or the lower corner is above the upper one.
    #[error(
        "the box of key {key}, from ({}, {}) to ({}, {}), must have finite corners in order",
        .aabb.lower.x, .aabb.lower.y, .aabb.upper.x, .aabb.upper.y
    )]
    InvalidBox {
        /// The key of the box.
        key: Key,
        /// The box.
        aabb: Aabb,
    },
    /// The key has a box already.
    #[error("key {key} already has a box")]
    KeyTaken {
        /// The key.
        key: Key,
    },
    /// The key of an update or a removal has no box.
    #[error("key {key} has no box")]
    UnknownKey {
        /// The key.
        key: Key,
    },
}
