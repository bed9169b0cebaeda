//! The state of a world: four stores, the settings and the events; beside them the contact hook and the
//! counts of interventions.
//!
//! ```text
//!   bodies     <--  colliders      a collider is on one body, and has a fat AABB for the broad phase
//!      ^   ^------  joints         a joint connects two bodies
//!      '----------  contacts       a contact connects two colliders, and so their bodies
//! ```
//!
//! A store holds plain data in flat arrays; its invariants stand at the head of its file. Each field says
//! what it is:
//!
//! - *state*: a snapshot must hold it;
//! - *derived*: computed again from the state. Some comments name a value that is always right: it costs time
//!   and changes no result;
//! - *scratch*: nothing depends on its value between two steps.
//!
//! Several stores at once are changed in one place each: `wake.rs` (waking and sleep), `edit/` (adding,
//! removing), `change.rs`, `unload.rs` (impulses of a load that is taken away); `validate.rs` checks them
//! against each other. `awake.rs` has the arrays of awake bodies, `mass.rs` masses, `hash.rs` hashes,
//! `portable.rs` the records of a file, `shown.rs` what events and hooks show.

mod awake;
mod bodies;
mod change;
mod colliders;
mod contact_flags;
mod contacts;
mod edit;
mod hash;
mod joints;
mod mass;
mod portable;
mod shown;
mod unload;
mod validate;
mod wake;

pub(crate) use awake::{Extent, Motion};
pub(crate) use bodies::{Bodies, Body, Target};
pub(crate) use colliders::{Collider, ColliderExtra, Colliders, Placement};
pub(crate) use contact_flags::{Flagged, Flags};
pub(crate) use contacts::{AwakeContacts, ContactLists, ContactSet, Contacts, Pair};
pub(crate) use edit::{PairKind, check_collider, combine_materials};
pub(crate) use hash::TextHash;
pub(crate) use joints::{AwakeJoint, Joints};
pub(crate) use unload::carries_load;

use crate::events::EventLog;
use crate::hook::ContactHook;
use crate::nets::NetCounts;
use crate::place::Grid;
use crate::settings::WorldSettings;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) struct Stores {
    pub(crate) settings: WorldSettings,
    pub(crate) bodies: Bodies,
    pub(crate) colliders: Colliders,
    pub(crate) joints: Joints,
    pub(crate) contacts: Contacts,
    pub(crate) events: EventLog,
    /// Not part of a snapshot.
    pub(crate) hook: Option<Arc<dyn ContactHook>>,
    /// *Scratch*: since the last step ended; the next one publishes them.
    pub(crate) nets: NetCounts,
}

impl Stores {
    pub(crate) fn new(settings: WorldSettings, world: u32) -> Self {
        Self {
            settings,
            bodies: Bodies::new(world, Grid::new(settings.length_unit)),
            colliders: Colliders::new(world),
            joints: Joints::new(world),
            contacts: Contacts::default(),
            events: EventLog::default(),
            hook: None,
            nets: NetCounts::default(),
        }
    }

    /// But for the hook, which is code of the program.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { settings, bodies, colliders, joints, contacts, events, hook: _, nets: _ } = other;
        self.nets = NetCounts::default();
        self.settings = *settings;
        self.bodies.copy_from(bodies);
        self.colliders.copy_from(colliders);
        self.joints.copy_from(joints);
        self.contacts.copy_from(contacts);
        self.events.copy_from(events);
    }

    /// With thousands of worlds none of the some fifty places that a step of a small world reads is in the
    /// cache.
    pub(crate) fn prefetch(&self) {
        let Self { bodies, colliders, joints, contacts, .. } = self;
        bodies.prefetch();
        colliders.prefetch_all();
        joints.records.prefetch_all();
        compute::prefetch_slice(&joints.awake);
        contacts.prefetch();
    }

    pub(crate) fn world(&self) -> u32 {
        self.bodies.records.world()
    }

    pub(crate) fn set_world(&mut self, world: u32) {
        self.bodies.records.set_world(world);
        self.colliders.set_world(world);
        self.joints.records.set_world(world);
        self.events.set_world(world);
    }

    pub(crate) fn has_nothing_awake(&self) -> bool {
        let Contacts { awake, sensors_awake, .. } = &self.contacts;
        self.bodies.awake.len() == 0 && awake.pairs.is_empty() && sensors_awake.pairs.is_empty()
    }

    /// After changes of rows, writes the new ones into the awake contacts.
    pub(crate) fn renew_rows(&mut self) {
        if self.bodies.take_rows_changed() {
            self.contacts.renew_rows(&self.bodies);
        }
    }
}
