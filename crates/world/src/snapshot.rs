//! Snapshots: a world is saved, restored later, and goes on with the same bits.
//!
//! ```text
//!   World                                      Snapshot
//!     stores  ------------ save ----------->     stores      the same arrays, copied page by page
//!       |     <---------- restore ----------
//!       '-- boxes that differ --> broad phase                not saved
//!     pipeline: threads, width, memory of the stages         not saved
//!     contact hook                                           not saved: it is code
//!
//!   Snapshot  -- to_bytes -->  state only, portable  -- from_bytes -->  Snapshot, checked
//! ```
//!
//! **What it holds**: the stores without scratch, with handles, pending events and the events of the last
//! step.
//!
//! **What is copied**: the pages of the [`Paged`](crate::paged) arrays whose stamps differ. What changes in
//! every step (velocities, awake contacts, the pages of awake bodies) is apart from definitions, shapes and
//! sleepers. Nothing is allocated once both sides have been as large.
//!
//! **The broad phase is patched** where boxes differ. Its trees then have another shape than at the save, on
//! which no result depends.
//!
//! In memory a snapshot also holds what is derived; the bytes hold state only (`stores/portable.rs`).
//! `docs/snapshots.md` has bytes and times. Turned down (`docs/experiments/world.md`): copying the world with
//! its tree; a list of changes for each step; fewer bytes of each contact.

mod code;
mod coder;
mod error;
mod records;
mod shapes;

pub(crate) use code::code;
pub(crate) use coder::{
    Coder, Fields, Magic, Reader, Record, SNAPSHOT, VERSION, Writer, check_sum, is_known,
};
pub use error::SnapshotError;
pub(crate) use records::{RecordReader, RecordWriter};
pub(crate) use shapes::{ShapeHead, blank_shape, code_shape};

use crate::recording::Place;
use crate::settings::WorldSettings;
use crate::step::{LastStep, Pipeline};
use crate::stores::Stores;
use crate::world::World;
use broadphase::Broadphase;

/// All state of a world at one moment, to go back to.
///
/// A program uses a few in turn, so that nothing is allocated:
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, Snapshot, World};
///
/// let mut world = World::default();
/// let ball = world.add_body(BodyDef::dynamic().velocity([3.0, 0.0]))?;
/// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
///
/// // The last ten frames.
/// let mut frames: [Snapshot; 10] = Default::default();
/// for frame in 0..60 {
///     world.save(&mut frames[frame % 10]);
///     world.step(1.0 / 60.0);
/// }
/// // An input of frame 52 arrives: back to its beginning, and eight steps again.
/// let before = world.state_hash();
/// world.restore(&frames[52 % 10])?;
/// world.body_mut(ball)?.apply_central_impulse([0.0, 2.0])?;
/// for frame in 52..60 {
///     world.save(&mut frames[frame % 10]);
///     world.step(1.0 / 60.0);
/// }
/// assert_ne!(world.state_hash(), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `docs/snapshots.md` tells how long saving takes.
#[derive(Clone, Debug)]
#[doc(alias = "rollback")]
pub struct Snapshot {
    stores: Stores,
    origin: Origin,
    /// In the recording of its world, if there is one.
    place: Option<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Nothing,
    /// A world, whose tag its handles carry.
    World,
    /// Bytes, which hold no tag.
    Bytes,
}

impl Default for Snapshot {
    fn default() -> Self {
        let stores = Stores::new(WorldSettings::default(), 0);
        Self { stores, origin: Origin::Nothing, place: None }
    }
}

impl Snapshot {
    /// An empty snapshot, which cannot be restored yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn of(stores: Stores) -> Self {
        Self { stores, origin: Origin::World, place: None }
    }

    /// Whether nothing has been saved in it yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.origin == Origin::Nothing
    }

    /// The state as bytes, for a file or for another machine: the same on every platform, and readable by
    /// later versions of this crate, without the events of the last step and the tag by which handles of
    /// different worlds are told apart.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, Snapshot, World};
    ///
    /// let mut world = World::default();
    /// let ball = world.add_body(BodyDef::dynamic().velocity([3.0, 0.0]))?;
    /// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
    /// world.step(1.0 / 60.0);
    /// let mut snapshot = Snapshot::new();
    /// world.save(&mut snapshot);
    /// let bytes = snapshot.to_bytes()?;
    ///
    /// let mut elsewhere = World::default();
    /// elsewhere.restore(&Snapshot::from_bytes(&bytes)?)?;
    /// world.step(1.0 / 60.0);
    /// elsewhere.step(1.0 / 60.0);
    /// assert_eq!(elsewhere.full_hash(), world.full_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SnapshotError::Empty`] if nothing has been saved in the snapshot.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SnapshotError> {
        if self.is_empty() {
            return Err(SnapshotError::Empty);
        }
        write(&self.stores)
    }

    /// A snapshot from the bytes of [`Snapshot::to_bytes`]. Everything is checked, so bytes from a stranger
    /// are either a world that may be restored, or an error. Time and memory are proportional to the number
    /// of bytes. (The check sum finds accidents; it is no proof of who wrote the bytes.)
    ///
    /// # Errors
    /// [`SnapshotError`] for bytes that are no snapshot.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut reader = Reader::new(bytes, SNAPSHOT)?;
        let stores = Stores::read(&mut reader as &mut dyn Coder)?;
        reader.finish()?;
        Ok(Self { stores, origin: Origin::Bytes, place: None })
    }

    /// The [`World::state_hash`] of the saved world, which peers compare to find out whether they have
    /// diverged. Zero for an empty snapshot.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        if self.is_empty() { 0 } else { self.stores.state_hash() }
    }
}

fn write(stores: &Stores) -> Result<Vec<u8>, SnapshotError> {
    let mut writer = Writer::new();
    stores.write(&mut writer as &mut dyn Coder)?;
    Ok(writer.finish(SNAPSHOT))
}

impl World {
    /// A world from the bytes of [`World::to_bytes`] or [`Snapshot::to_bytes`], with the default broad phase.
    /// It goes on with the same bits. Slots and generations stay:
    /// [`BodyId::in_world`](crate::BodyId::in_world) turns a handle saved as bits into one of this world.
    ///
    /// # Errors
    /// [`SnapshotError`] for bytes that are no snapshot.
    #[doc(alias("load", "deserialize", "load_game"))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let snapshot = Snapshot::from_bytes(bytes)?;
        let mut world = Self::new(snapshot.stores.settings);
        world.restore(&snapshot)?;
        Ok(world)
    }
}

impl<B: Broadphase> World<B> {
    /// The bytes of [`Snapshot::to_bytes`]. [`World::from_bytes`] makes a world of them;
    /// [`Snapshot::from_bytes`] and [`World::restore`] change an existing one.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, BodyId, ColliderDef, World};
    ///
    /// let mut world = World::default();
    /// let hero = world.add_body(BodyDef::dynamic().velocity([3.0, 0.0]))?;
    /// world.add_collider(hero, ColliderDef::new(Shape::circle(0.5)?))?;
    /// world.step(1.0 / 60.0);
    /// // What a program keeps in its file: the world, and the handles that it needs again.
    /// let (bytes, saved_hero) = (world.to_bytes()?, hero.to_bits());
    ///
    /// let mut later = World::from_bytes(&bytes)?; // in another process, on another machine
    /// let hero = BodyId::from_bits(saved_hero).ok_or("no handle")?.in_world(&later)?;
    /// assert_eq!(later.body(hero)?.velocity().x, 3.0);
    /// later.step(1.0 / 60.0);
    /// world.step(1.0 / 60.0);
    /// assert_eq!(later.full_hash(), world.full_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Snapshot::to_bytes`].
    #[doc(alias("serialize", "save_game"))]
    pub fn to_bytes(&self) -> Result<Vec<u8>, SnapshotError> {
        write(&self.stores)
    }

    /// Saves the state of the world, for [`World::restore`]. The memory of the snapshot is used again, and
    /// only what differs is copied.
    #[doc(alias = "b2World_Snapshot")]
    #[doc(alias = "rollback")]
    pub fn save(&self, snapshot: &mut Snapshot) {
        snapshot.stores.copy_from(&self.stores);
        snapshot.origin = Origin::World;
        snapshot.place = self.recorder.as_ref().map(|recorder| recorder.place());
    }

    /// Makes the world what it was when it was saved, bit for bit. The number of threads, the width, the
    /// broad phase and the contact hook stay: no result depends on the first three, and the hook is code.
    ///
    /// Handles of what existed when it was saved are valid again. Handles of what was added since are stale,
    /// or name what is added next in the same slot. From a snapshot of another world this one takes over the
    /// handles, and refuses those that it gave out before; a snapshot from bytes leaves the handles to the
    /// world that restores it.
    ///
    /// # Errors
    /// [`SnapshotError::Empty`] if nothing has been saved in the snapshot.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        if snapshot.is_empty() {
            return Err(SnapshotError::Empty);
        }
        let tag = self.stores.world();
        self.last_step.forget_nets();
        self.stores.colliders.record_differences(&snapshot.stores.colliders);
        self.stores.copy_from(&snapshot.stores);
        if snapshot.origin == Origin::Bytes {
            self.stores.set_world(tag);
        }
        self.stores.colliders.flush(&mut self.broadphase);
        if let Some(recorder) = &mut self.recorder {
            recorder.restored(snapshot.place, &self.stores);
        }
        Ok(())
    }
}

/// A copy goes on with the same bits and as many threads, unrecorded. Handles of the original name the same
/// things in it.
impl<B: Broadphase + Clone> Clone for World<B> {
    fn clone(&self) -> Self {
        Self {
            stores: self.stores.clone(),
            broadphase: self.broadphase.clone(),
            pipeline: self.pipeline.as_deref().map(Pipeline::like).map(Box::new),
            last_step: LastStep::default(),
            recorder: None,
        }
    }
}
