//! The worlds of the program, and who uses them.
//!
//! A call locks its world for its own duration, for reading or for changing, and never waits: it is refused
//! while another thread changes the world. So two worlds may be stepped on two threads at once, several
//! threads may read one world, and a callback that calls into a world which is just stepped gets an error in
//! place of a deadlock.
//!
//! A panic while a world is changed leaves it poisoned: only `p2_world_destroy` takes it then.

use crate::error::{Failure, Outcome, P2_BUSY, P2_FOREIGN_HANDLE, P2_FULL, P2_POISONED, P2_STALE_HANDLE};
use crate::handle::{self, Id, Kind, MAX_WORLDS, P2BodyId, P2ColliderId, P2JointId, P2WorldId};
use physics::world::{BodyId, BodyRef, ColliderId, ColliderRef, JointId, JointRef, World};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, TryLockError};

/// A world with what its handles need.
pub struct Host {
    /// The world.
    pub world: World,
    /// Where it is among the worlds.
    pub place: usize,
    /// How often its place has been used, this time included.
    pub generation: u64,
    /// The number that its handles carry.
    pub epoch: u64,
    /// The greatest epoch that they have carried.
    last_epoch: u64,
    /// Data of the program.
    pub user_data: [u64; 2],
    /// The epoch for the contact hook, which cannot see this struct.
    pub hook_epoch: Arc<AtomicU64>,
}

/// A place for a world.
struct Place {
    host: RwLock<Option<Box<Host>>>,
    /// The epoch of its world, plus one; 0 for none. Read without the lock, while the world is busy.
    epoch: AtomicU64,
}

static PLACES: [Place; MAX_WORLDS] =
    [const { Place { host: RwLock::new(None), epoch: AtomicU64::new(0) } }; MAX_WORLDS];

/// Which places are free: those that no world has had, and those that are free again, with the last
/// generation and epoch. The place that has been free for the longest time is used next, so that its epochs
/// last.
static FREE: Mutex<Free> = Mutex::new(Free { fresh: 0, again: VecDeque::new() });

struct Free {
    fresh: usize,
    again: VecDeque<(usize, u64, u64)>,
}

/// Gives a world a place.
pub fn add(world: World) -> Outcome<P2WorldId> {
    let (place, generation, epoch) = {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        if free.fresh < MAX_WORLDS {
            free.fresh += 1;
            (free.fresh - 1, 0, 0)
        } else {
            let full =
                || Failure::new(P2_FULL, format_args!("there are {MAX_WORLDS} worlds: destroy one first"));
            free.again.pop_front().ok_or_else(full)?
        }
    };
    let (generation, epoch) = (generation + 1, epoch + 1);
    let hook_epoch = Arc::new(AtomicU64::new(epoch));
    let host = Host { world, place, generation, epoch, last_epoch: epoch, user_data: [0; 2], hook_epoch };
    let id = handle::of_world(place, host.generation);
    // Nobody has a valid handle of this place; one who asks with a stale handle holds it for a moment.
    *PLACES[place].host.write().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(host));
    PLACES[place].epoch.store(epoch + 1, Ordering::Release);
    Ok(id)
}

/// Takes a world from its place: one that is poisoned, too.
pub fn remove(id: P2WorldId) -> Outcome<Box<Host>> {
    let place = handle::place(id, Kind::World, "world")?;
    let lock = &PLACES[place].host;
    let mut guard = match lock.try_write() {
        Ok(guard) => guard,
        Err(TryLockError::WouldBlock) => return Err(busy()),
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
    };
    let host =
        guard.take_if(|host| handle::of_world(place, host.generation) == id).ok_or_else(world_is_gone)?;
    lock.clear_poison();
    PLACES[place].epoch.store(0, Ordering::Release);
    drop(guard);
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    free.again.push_back((place, host.generation, host.last_epoch));
    Ok(host)
}

#[cold]
fn busy() -> Failure {
    Failure::new(
        P2_BUSY,
        "the world is used by another call: of another thread, or one in progress of this one",
    )
}

#[cold]
fn poisoned() -> Failure {
    Failure::new(P2_POISONED, "a panic has interrupted a change of this world: it can only be destroyed")
}

#[cold]
fn world_is_gone() -> Failure {
    Failure::new(P2_STALE_HANDLE, "the world has been destroyed").at("world", f64::NAN)
}

#[inline(always)]
fn read_at<R>(place: usize, read: impl FnOnce(&Host) -> Outcome<R>) -> Outcome<R> {
    match PLACES[place].host.try_read() {
        Ok(guard) => read(guard.as_deref().ok_or_else(world_is_gone)?),
        Err(TryLockError::WouldBlock) => Err(busy()),
        Err(TryLockError::Poisoned(_)) => Err(poisoned()),
    }
}

#[inline(always)]
fn change_at<R>(place: usize, change: impl FnOnce(&mut Host) -> Outcome<R>) -> Outcome<R> {
    match PLACES[place].host.try_write() {
        Ok(mut guard) => change(guard.as_deref_mut().ok_or_else(world_is_gone)?),
        Err(TryLockError::WouldBlock) => Err(busy()),
        Err(TryLockError::Poisoned(_)) => Err(poisoned()),
    }
}

/// Reads the world that a handle names.
pub fn read<R>(id: P2WorldId, read: impl FnOnce(&Host) -> Outcome<R>) -> Outcome<R> {
    let place = handle::place(id, Kind::World, "world")?;
    read_at(place, |host| {
        if handle::of_world(place, host.generation) != id {
            return Err(world_is_gone());
        }
        read(host)
    })
}

/// Changes the world that a handle names.
pub fn change<R>(id: P2WorldId, change: impl FnOnce(&mut Host) -> Outcome<R>) -> Outcome<R> {
    let place = handle::place(id, Kind::World, "world")?;
    change_at(place, |host| {
        if handle::of_world(place, host.generation) != id {
            return Err(world_is_gone());
        }
        change(host)
    })
}

/// Reads the world of a body, a collider or a joint.
#[inline(always)]
pub fn read_of<R>(handle: u64, kind: Kind, name: &str, read: impl FnOnce(&Host) -> Outcome<R>) -> Outcome<R> {
    read_at(handle::place(handle, kind, name)?, read)
}

/// Defines, for a class, `get`, which reads a quantity of it, `set`, which changes it, and `change`, which
/// may change all of its world. `calls.rs` uses them.
macro_rules! access {
    ($on:ident, $kind:ident, $handle:ty, $id:ident, $find:ident, $view:ident, $view_mut:ident, $view_of:ident) => {
        fn get<T>(
            $on: $handle,
            out: *mut T,
            name: &str,
            read: impl FnOnce(&Host, $view<'_>) -> Outcome<T>,
        ) -> P2Result {
            guard(|| {
                let out = error::output(out, name)?;
                registry::read_of($on, Kind::$kind, stringify!($on), |host| {
                    out.put(read(host, host.$on($on, stringify!($on))?)?);
                    Ok(())
                })
            })
        }

        fn change($on: $handle, change: impl FnOnce(&mut Host, $id) -> Outcome) -> P2Result {
            guard(|| {
                registry::change_of($on, Kind::$kind, stringify!($on), |host| {
                    let id = host.$find($on, stringify!($on))?;
                    change(host, id)
                })
            })
        }

        fn set($on: $handle, set: impl FnOnce(&mut $view_mut<'_>) -> Outcome) -> P2Result {
            change($on, |host, id| set(&mut host.world.$view_of(id)?))
        }
    };
}
pub(crate) use access;

/// Whether a handle names something, which `names` looks up. While another call changes the world, all that
/// this world can have given out since it was last cleared counts: a program that drops what is not valid
/// must not drop what is alive, and drops what was removed when it asks again.
pub fn is_valid(handle: u64, kind: Kind, names: impl FnOnce(&Host) -> bool) -> u8 {
    let Ok(place) = handle::place(handle, kind, "handle") else { return 0 };
    let is_valid = match PLACES[place].host.try_read() {
        Ok(guard) => guard.as_deref().is_some_and(names),
        Err(TryLockError::WouldBlock) => {
            let epoch = PLACES[place].epoch.load(Ordering::Acquire);
            epoch.checked_sub(1).is_some_and(|epoch| handle::is_of(handle, epoch))
        }
        Err(TryLockError::Poisoned(_)) => false,
    };
    is_valid.into()
}

/// Changes the world of a body, a collider or a joint.
#[inline(always)]
pub fn change_of<R>(
    handle: u64,
    kind: Kind,
    name: &str,
    change: impl FnOnce(&mut Host) -> Outcome<R>,
) -> Outcome<R> {
    change_at(handle::place(handle, kind, name)?, change)
}

impl Host {
    /// The handle of this world.
    pub fn id(&self) -> P2WorldId {
        handle::of_world(self.place, self.generation)
    }

    /// The handle for a program; null beyond what it can name.
    pub fn handle<H: Id>(&self, id: H) -> u64 {
        handle::encode(id, self.place, self.epoch).unwrap_or(0)
    }

    /// The same for something new, which must have one.
    pub fn new_handle<H: Id>(&self, id: H) -> Option<u64> {
        handle::encode(id, self.place, self.epoch)
    }

    /// Whether a handle names what has this id.
    #[inline(always)]
    fn names<H: Id>(&self, handle: u64, id: H) -> bool {
        handle::names(handle, id, self.epoch)
    }

    #[inline(always)]
    fn check_place(&self, handle: u64, kind: Kind, name: &str) -> Outcome {
        if handle::place(handle, kind, name)? == self.place {
            return Ok(());
        }
        Err(foreign(name))
    }

    /// A body.
    #[inline]
    pub fn body(&self, handle: P2BodyId, name: &str) -> Outcome<BodyRef<'_>> {
        self.check_place(handle, Kind::Body, name)?;
        let found = self.world.body_by_index(handle::index(handle));
        found.filter(|body| self.names(handle, body.id())).ok_or_else(|| stale(name, "body"))
    }

    /// A collider.
    #[inline]
    pub fn collider(&self, handle: P2ColliderId, name: &str) -> Outcome<ColliderRef<'_>> {
        self.check_place(handle, Kind::Collider, name)?;
        let found = self.world.collider_by_index(handle::index(handle));
        found.filter(|collider| self.names(handle, collider.id())).ok_or_else(|| stale(name, "collider"))
    }

    /// A joint.
    #[inline]
    pub fn joint(&self, handle: P2JointId, name: &str) -> Outcome<JointRef<'_>> {
        self.check_place(handle, Kind::Joint, name)?;
        let found = self.world.joint_by_index(handle::index(handle));
        found.filter(|joint| self.names(handle, joint.id())).ok_or_else(|| stale(name, "joint"))
    }

    /// The engine's handle of a body.
    pub fn body_id(&self, handle: P2BodyId, name: &str) -> Outcome<BodyId> {
        Ok(self.body(handle, name)?.id())
    }

    /// The engine's handle of a collider.
    pub fn collider_id(&self, handle: P2ColliderId, name: &str) -> Outcome<ColliderId> {
        Ok(self.collider(handle, name)?.id())
    }

    /// The engine's handle of a joint.
    pub fn joint_id(&self, handle: P2JointId, name: &str) -> Outcome<JointId> {
        Ok(self.joint(handle, name)?.id())
    }
}

#[cold]
fn foreign(name: &str) -> Failure {
    let message = format_args!("{name} is of another world than the rest of this call");
    Failure::new(P2_FOREIGN_HANDLE, message).at(name, f64::NAN)
}

#[cold]
fn stale(name: &str, kind: &str) -> Failure {
    Failure::new(P2_STALE_HANDLE, format_args!("the {kind} has been removed")).at(name, f64::NAN)
}

impl Host {
    /// Makes the handles of an earlier epoch valid again, and those of this one stale, unless it is the same.
    pub fn epoch_again(&mut self, epoch: u64) {
        self.epoch = epoch;
        self.hook_epoch.store(epoch, Ordering::Relaxed);
        PLACES[self.place].epoch.store(epoch + 1, Ordering::Release);
    }

    /// Makes all handles but that of the world stale.
    pub fn new_epoch(&mut self) {
        self.last_epoch += 1;
        self.epoch_again(self.last_epoch);
    }
}
