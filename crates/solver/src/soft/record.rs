//! A contact as a record of numbers, so that eight contacts are read and written in lanes at once.

use crate::Contact;
use core::mem::offset_of;

/// Numbers in a contact.
pub(super) const NUMBERS: usize = size_of::<Contact>() / 4;

/// A contact as numbers.
pub(super) type ContactRecord = [f32; NUMBERS];

// The positions in a record of the fields that are read or written four numbers at a time.

/// The normal, then the first point.
pub(super) const NORMAL: usize = offset_of!(Contact, manifold.normal) / 4;
/// Anchor on A, anchor on B, separation, feature.
pub(super) const FIRST_POINT: usize = offset_of!(Contact, manifold.points) / 4;
/// The same.
pub(super) const SECOND_POINT: usize = FIRST_POINT + 6;
/// Normal and tangent impulse of the first point, then of the second.
pub(super) const IMPULSES: usize = offset_of!(Contact, impulses) / 4;
/// Friction, static friction, restitution.
pub(super) const MATERIAL: usize = offset_of!(Contact, friction) / 4;

const _: () = assert!(NORMAL + 2 == FIRST_POINT && offset_of!(Contact, restitution) / 4 == MATERIAL + 2);
