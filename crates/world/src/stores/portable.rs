//! The stores as records of a file, and back: state only.
//!
//! ```text
//!   settings | bodies, rows of awake bodies | colliders | joints, awake joints | contacts | pending events
//! ```
//!
//! Reading computes what is derived: masses, reaches, the ends and heads of lists, the set of pairs, rows.
//!
//! **What is read is a valid world or an error.** Definitions are checked like those of a program, indices
//! before they are used, and then every invariant of `validate.rs` in nearly linear time.
//!
//! *Not written*: events of the last step, `user` flags that are scratch, and what
//! [`Stores::copy_from`](super::Stores::copy_from) leaves out.

mod bodies;
mod check;
mod colliders;
mod contacts;
mod events;
mod joints;

use super::Stores;
use crate::settings::WorldSettings;
use crate::snapshot::{Coder, Record, SnapshotError, code};

impl Stores {
    pub(crate) fn write(&self, writer: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        let Self { settings, bodies, colliders, joints, contacts, events, hook: _, nets: _ } = self;
        let mut settings = *settings;
        writer.begin(Record::Settings);
        code(&mut settings, writer)?;
        bodies::write(bodies, writer)?;
        colliders::write(colliders, writer)?;
        joints::write(joints, bodies, writer)?;
        contacts::write(contacts, bodies, writer)?;
        events::code(&mut events.new.clone(), writer)
    }

    /// The handles have the tag 0.
    pub(crate) fn read(reader: &mut (impl Coder + ?Sized)) -> Result<Self, SnapshotError> {
        let mut settings = WorldSettings::default();
        reader.begin(Record::Settings);
        code(&mut settings, reader)?;
        settings.validate().map_err(|error| SnapshotError::Definition { of: "settings", index: 0, error })?;
        let mut stores = Self::new(settings, 0);
        bodies::read(&mut stores, reader)?;
        colliders::read(&mut stores, reader)?;
        stores.derive_masses();
        joints::read(&mut stores, reader)?;
        contacts::read(&mut stores, reader)?;
        events::code(&mut stores.events.new, reader)?;
        stores.check_all()?;
        Ok(stores)
    }
}
