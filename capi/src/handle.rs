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
pub const MAX_WORLDS: usize = 1 << WORLD_BITS;

/// How many bodies, colliders or joints of a world can have handles.
pub const MOST: usize = 1 << INDEX_BITS;

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
pub fn place(handle: u64, kind: Kind, name: &str) -> Outcome<usize> {
    let refuse = |what: &dyn std::fmt::Display| {
        let message = format_args!("{name} is {what}: it must be the handle of a {}", kind.name());
        Err(Failure::new(P2_INVALID_HANDLE, message).at(name, f64::NAN))
    };
    if handle == 0 {
        return refuse(&"null");
    }
    let found = part(handle, KIND_AT, 2);
    if found != kind as u64 {
        let all = [Kind::World, Kind::Body, Kind::Collider, Kind::Joint];
        return refuse(&format_args!("that of a {}", all[found as usize].name()));
    }
    Ok(part(handle, WORLD_AT, WORLD_BITS) as usize)
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

/// The slot that a handle names in its world.
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
        assert_eq!(error.code, P2_INVALID_HANDLE);
        assert!(place(of_world(3, 1), Kind::World, "world").is_ok());
        assert!(place(of_world(3, 1), Kind::Joint, "joint").is_err());
    }
}
