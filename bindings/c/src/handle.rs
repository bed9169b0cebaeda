//! Handles of 64 bits.
//!
//! ```text
//!   bit 63 62 | 61 ... 52 | 51 ... 42 | 41 ... 22     | 21 ... 0
//!   kind      | world     | epoch     | generation    | index      body 1, collider 2, joint 3
//!   0         | world     | generation of the world, from 1        a world
//! ```
//!
//! So zero is null, and a handle alone leads to its world. The world's epoch is another number whenever all
//! its handles become stale (`clear`), and in each world that gets its place. Generation and epoch are the
//! lower bits of longer counts: a stale handle is taken for a valid one only if its slot has been used a
//! multiple of 2^20 times since, or its world's place a multiple of 2^10 times (1024 places, so about a
//! million worlds).
//!
//! Turned down: handles of two words, which the FFI of many languages passes by memory; the engine's handles
//! as they are, of 96 bits; refusing a body whose slot has been used 2^20 times, since a game that fires ten
//! bullets a second reaches that in a day.

use crate::error::{Failure, Outcome, P2_INVALID_HANDLE};
use physics::world::{BodyId, ColliderId, JointId};

/// A world; zero is none.
pub type P2WorldId = u64;
/// A body; zero is none.
pub type P2BodyId = u64;
/// A collider; zero is none.
pub type P2ColliderId = u64;
/// A joint; zero is none.
pub type P2JointId = u64;

const INDEX_BITS: u32 = 22;
const GENERATION_BITS: u32 = 20;
const EPOCH_BITS: u32 = 10;
const WORLD_BITS: u32 = 10;
const GENERATION_AT: u32 = INDEX_BITS;
const EPOCH_AT: u32 = GENERATION_AT + GENERATION_BITS;
const WORLD_AT: u32 = EPOCH_AT + EPOCH_BITS;
const KIND_AT: u32 = WORLD_AT + WORLD_BITS;

/// How many worlds there may be at a time.
pub(crate) const MAX_WORLDS: usize = 1 << WORLD_BITS;

/// How many bodies, colliders or joints of a world can have handles.
pub(crate) const MOST: usize = 1 << INDEX_BITS;

#[inline(always)]
const fn part(bits: u64, at: u32, count: u32) -> u64 {
    bits >> at & ((1 << count) - 1)
}

/// What a handle names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Kind {
    /// A world.
    World = 0,
    /// A body.
    Body = 1,
    /// A collider.
    Collider = 2,
    /// A joint.
    Joint = 3,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::World => "world",
            Self::Body => "body",
            Self::Collider => "collider",
            Self::Joint => "joint",
        }
    }
}

/// The place of the world that a handle names, which must be of this kind.
#[inline(always)]
pub fn place(handle: u64, kind: Kind, name: &str) -> Outcome<usize> {
    if handle != 0 && part(handle, KIND_AT, 2) == kind as u64 {
        return Ok(part(handle, WORLD_AT, WORLD_BITS) as usize);
    }
    Err(refused(handle, kind, name))
}

#[cold]
fn refused(handle: u64, kind: Kind, name: &str) -> Failure {
    let found = match handle {
        0 => "null".to_owned(),
        _ => format!("that of a {}", self::kind(handle).name()),
    };
    let message = format_args!("{name} is {found}: it must be the handle of a {}", kind.name());
    Failure::new(P2_INVALID_HANDLE, message).at(name, f64::NAN)
}

/// The handle of a world.
pub fn of_world(place: usize, generation: u64) -> P2WorldId {
    (place as u64) << WORLD_AT | generation & ((1 << WORLD_AT) - 1)
}

/// The engine's handles.
pub trait Id: Copy {
    /// Its kind.
    const KIND: Kind;

    /// All bits: kind, world, generation, index, each of 32.
    fn bits(self) -> u128;
}

macro_rules! id {
    ($name:ident, $kind:ident) => {
        impl Id for $name {
            const KIND: Kind = Kind::$kind;

            fn bits(self) -> u128 {
                self.to_bits()
            }
        }
    };
}

id!(BodyId, Body);
id!(ColliderId, Collider);
id!(JointId, Joint);

/// The handle for a program; `None` beyond the bits that it has for the index.
pub fn encode<H: Id>(id: H, place: usize, epoch: u64) -> Option<u64> {
    let bits = id.bits();
    let (index, generation) = (bits as u32, (bits >> 32) as u32);
    let fits = index < 1 << INDEX_BITS;
    let parts = [
        (H::KIND as u64, KIND_AT),
        (place as u64, WORLD_AT),
        (part(epoch, 0, EPOCH_BITS), EPOCH_AT),
        (part(generation.into(), 0, GENERATION_BITS), GENERATION_AT),
        (index.into(), 0),
    ];
    fits.then(|| parts.iter().fold(0, |bits, &(value, at)| bits | value << at))
}

/// A handle of another world, or of another time of this one, with the place and the epoch of this one.
pub fn moved(handle: u64, place: usize, epoch: u64) -> u64 {
    let (low, kind) = (part(handle, 0, EPOCH_AT), part(handle, KIND_AT, 2));
    kind << KIND_AT | (place as u64) << WORLD_AT | part(epoch, 0, EPOCH_BITS) << EPOCH_AT | low
}

/// What a handle names by its bits.
pub fn kind(handle: u64) -> Kind {
    [Kind::World, Kind::Body, Kind::Collider, Kind::Joint][part(handle, KIND_AT, 2) as usize]
}

/// Whether a handle is of this epoch of its world.
pub fn is_of(handle: u64, epoch: u64) -> bool {
    part(handle, EPOCH_AT, EPOCH_BITS) == part(epoch, 0, EPOCH_BITS)
}

/// Whether a handle names what has this id, in its world.
#[inline(always)]
pub fn names<H: Id>(handle: u64, id: H, epoch: u64) -> bool {
    let bits = id.bits();
    let (index, generation) = (u64::from(bits as u32), u64::from((bits >> 32) as u32));
    let own = part(generation, 0, GENERATION_BITS) << GENERATION_AT | index;
    part(handle, 0, EPOCH_AT) == own && is_of(handle, epoch)
}

/// The slot that a handle names in its world.
#[inline(always)]
pub fn index(handle: u64) -> usize {
    part(handle, 0, INDEX_BITS) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::prelude::*;

    #[test]
    fn parts_of_a_handle_come_back() {
        let bits = 1_u128 << 96 | 77_u128 << 64 | 0xABC_DEF0_u128 << 32 | 0x3F_FFFF;
        let id = BodyId::from_bits(bits).unwrap();
        let handle = encode(id, 1023, 1 << 20 | 5).unwrap();
        assert_eq!(place(handle, Kind::Body, "body").unwrap(), 1023);
        assert_eq!((index(handle), part(handle, GENERATION_AT, 20)), (0x3F_FFFF, 0xC_DEF0));
        assert_eq!(part(handle, EPOCH_AT, 10), 5);
        assert!(names(handle, id, 5) && names(handle, id, 1 << 20 | 5) && !names(handle, id, 6));
        for other in [bits - 1, bits + (1_u128 << 32)] {
            assert!(!names(handle, BodyId::from_bits(other).unwrap(), 5));
        }
        assert_eq!(encode(BodyId::from_bits(bits + 1).unwrap(), 0, 0), None);
    }

    /// Two handles of the engine that differ in their lower bits differ here, too.
    #[test]
    fn handles_of_a_world_differ() {
        let mut world = World::default();
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..100 {
            let id = world.add_body(BodyDef::fixed()).unwrap();
            assert!(seen.insert(encode(id, 0, 1).unwrap()));
            if seen.len() % 3 == 0 {
                world.remove_body(id).unwrap();
            }
        }
    }

    #[test]
    fn null_and_other_kinds_are_refused_by_name() {
        let error = place(0, Kind::Body, "body").unwrap_err();
        assert_eq!(error.code(), P2_INVALID_HANDLE);
        assert!(place(of_world(3, 1), Kind::World, "world").is_ok());
        assert!(place(of_world(3, 1), Kind::Joint, "joint").is_err());
    }
}
