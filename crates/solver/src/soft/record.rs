//! A contact as a record of numbers, so that eight contacts are read and written in lanes at once.

use crate::Contact;
use core::mem::offset_of;

pub(super) const NUMBERS: usize = size_of::<Contact>() / 4;

pub(super) type ContactRecord = [f32; NUMBERS];

// Positions in a record of fields that are read or written four numbers at a time.

/// The normal, then the first point.
pub(super) const NORMAL: usize = offset_of!(Contact, manifold.normal) / 4;
/// Anchor on A, anchor on B, separation, feature.
pub(super) const FIRST_POINT: usize = offset_of!(Contact, manifold.points) / 4;
pub(super) const SECOND_POINT: usize = FIRST_POINT + 6;
/// Normal and tangent impulse of the first point, then of the second.
pub(super) const IMPULSES: usize = offset_of!(Contact, impulses) / 4;
/// Friction, static friction, restitution, rolling resistance.
pub(super) const MATERIAL: usize = offset_of!(Contact, friction) / 4;
/// Surface speed, depths of the cores of A and of B, their moment.
pub(super) const SURFACE: usize = offset_of!(Contact, surface_speed) / 4;
/// Rolling impulse, then the material.
pub(super) const ROLLING: usize = offset_of!(Contact, rolling_impulse) / 4;

const _: () = assert!(NORMAL + 2 == FIRST_POINT && offset_of!(Contact, restitution) / 4 == MATERIAL + 2);
const _: () = assert!(offset_of!(Contact, rolling_resistance) / 4 == MATERIAL + 3);
const _: () = assert!(offset_of!(Contact, cores) / 4 == SURFACE + 1);
