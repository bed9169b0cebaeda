//! Snapshots, levels and recordings.

use crate::error::{self, Failure, Outcome, P2_BAD_DATA, P2_FULL, P2_REFUSED, P2Result, guard};
use crate::handle::{self, P2BodyId, P2WorldId};
use crate::objects::Objects;
use crate::registry;
use physics::world::{Level, Recording, Snapshot, World};
use std::ffi::c_char;
use std::mem::ManuallyDrop;

/// Bytes or a text that the library has allocated. Give it back with `p2_buffer_free`.
#[derive(Debug)]
#[repr(C)]
pub struct P2Buffer {
    /// The bytes; behind them lies a NUL, which is not counted. NULL in a buffer that has been given back.
    pub data: *mut u8,
    /// How many there are.
    pub size: u64,
    /// For the library.
    pub capacity: u64,
}

impl P2Buffer {
    fn of(mut bytes: Vec<u8>) -> Self {
        let size = bytes.len() as u64;
        bytes.push(0);
        let mut bytes = ManuallyDrop::new(bytes);
        Self { data: bytes.as_mut_ptr(), size, capacity: bytes.capacity() as u64 }
    }
}

/// Gives a buffer back, and makes it empty: to give it back again does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn p2_buffer_free(buffer: *mut P2Buffer) -> P2Result {
    guard(|| {
        error::input(buffer, "buffer")?;
        // SAFETY: it is aligned and not NULL; that a buffer lies there is what the header asks for.
        let given = unsafe { buffer.replace(P2Buffer { data: std::ptr::null_mut(), size: 0, capacity: 0 }) };
        if !given.data.is_null() {
            // SAFETY: the parts are those of a vector that `P2Buffer::of` has taken apart, which the program
            // has not changed, as the header asks for.
            drop(unsafe {
                Vec::from_raw_parts(given.data, given.size as usize + 1, given.capacity as usize)
            });
        }
        Ok(())
    })
}

/// The state of a world in memory, for rollback; zero is none.
pub type P2SnapshotId = u64;

struct Saved {
    snapshot: Snapshot,
    /// The world whose handles it has, and their epoch.
    of: (P2WorldId, u64),
}

static SNAPSHOTS: Objects<Saved> = Objects::new(1, "snapshot");

/// Makes an empty snapshot, which cannot be restored yet.
#[unsafe(no_mangle)]
pub extern "C" fn p2_snapshot_create(snapshot: *mut P2SnapshotId) -> P2Result {
    guard(|| {
        let out = error::output(snapshot, "snapshot")?;
        out.put(SNAPSHOTS.add(Saved { snapshot: Snapshot::new(), of: (0, 0) }));
        Ok(())
    })
}

/// Destroys a snapshot.
#[unsafe(no_mangle)]
pub extern "C" fn p2_snapshot_destroy(snapshot: P2SnapshotId) -> P2Result {
    guard(|| SNAPSHOTS.remove(snapshot))
}

/// Saves the state of a world in a snapshot, whose memory is used again.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_save(world: P2WorldId, snapshot: P2SnapshotId) -> P2Result {
    guard(|| {
        SNAPSHOTS.with(snapshot, |saved| {
            registry::read(world, |host| {
                host.world.save(&mut saved.snapshot);
                saved.of = (host.id(), host.epoch);
                Ok(())
            })
        })
    })
}

/// Makes a world what it was when it was saved, bit for bit. Handles of what existed then are valid again;
/// handles of what was added since are stale, or name what is added next in the same slot. A snapshot of
/// another world brings no handles along: all but that of the world are stale, and `p2_world_get_bodies` has
/// the new ones.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_restore(world: P2WorldId, snapshot: P2SnapshotId) -> P2Result {
    guard(|| {
        SNAPSHOTS.with(snapshot, |saved| {
            registry::change(world, |host| {
                host.world.restore(&saved.snapshot)?;
                match saved.of {
                    (id, epoch) if id == host.id() => host.epoch_again(epoch),
                    _ => host.new_epoch(),
                }
                Ok(())
            })
        })
    })
}

/// The state of a world as bytes: the same on every platform.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_save_bytes(world: P2WorldId, bytes: *mut P2Buffer) -> P2Result {
    guard(|| {
        let out = error::output(bytes, "bytes")?;
        registry::read(world, |host| {
            let mut snapshot = Snapshot::new();
            host.world.save(&mut snapshot);
            out.put(P2Buffer::of(snapshot.to_bytes()?));
            Ok(())
        })
    })
}

/// Makes a world what the bytes of `p2_world_save_bytes` say. Handles are as after `p2_world_restore` of a
/// snapshot of this world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_restore_bytes(world: P2WorldId, bytes: *const u8, size: u32) -> P2Result {
    guard(|| {
        let snapshot = Snapshot::from_bytes(error::array(bytes, size, "bytes")?)?;
        registry::change(world, |host| Ok(host.world.restore(&snapshot)?))
    })
}

/// A level from a text.
fn parse(text: &str) -> Outcome<Level> {
    let level: Level = serde_json::from_str(text).map_err(|error| Failure::new(P2_BAD_DATA, error))?;
    level.validate()?;
    Ok(level)
}

/// No more than handles can name.
fn check_size(level: &Level) -> Outcome {
    let most = [level.bodies.len(), level.colliders.len(), level.joints.len()].into_iter().max().unwrap_or(0);
    if most <= handle::MOST {
        return Ok(());
    }
    Err(Failure::new(
        P2_FULL,
        format_args!("the level has {most} of a kind: handles can name {}", handle::MOST),
    ))
}

/// Makes a world of a level in JSON.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_from_level(level: *const c_char, world: *mut P2WorldId) -> P2Result {
    guard(|| {
        let out = error::output(world, "world")?;
        let level = parse(error::text(level, "level")?)?;
        check_size(&level)?;
        let (world, _) = World::load(&level)?;
        out.put(registry::add(world)?);
        Ok(())
    })
}

/// Adds a level in JSON to a world, or nothing. `bodies` are its bodies, in the order of the level.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_add_level(
    world: P2WorldId,
    level: *const c_char,
    bodies: *mut P2BodyId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    guard(|| {
        let out = error::fill(bodies, capacity, count, "bodies")?;
        let level = parse(error::text(level, "level")?)?;
        check_size(&level)?;
        registry::change(world, |host| {
            let ids = host.world.add_level(&level)?;
            out.put(ids.bodies.iter().map(|&body| host.handle(body)))
        })
    })
}

/// The world as a level in JSON.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_to_level(world: P2WorldId, level: *mut P2Buffer) -> P2Result {
    guard(|| {
        let out = error::output(level, "level")?;
        registry::read(world, |host| {
            let text = serde_json::to_vec(&host.world.to_level());
            out.put(P2Buffer::of(text.map_err(|error| Failure::new(P2_BAD_DATA, error))?));
            Ok(())
        })
    })
}

/// Begins to record all calls that change a world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_start_recording(world: P2WorldId) -> P2Result {
    guard(|| {
        registry::change(world, |host| {
            host.world.start_recording();
            Ok(())
        })
    })
}

/// Ends the recording, and answers it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_stop_recording(world: P2WorldId, recording: *mut P2Buffer) -> P2Result {
    guard(|| {
        let out = error::output(recording, "recording")?;
        registry::change(world, |host| {
            let missing = || Failure::new(P2_REFUSED, "the world is not recorded");
            out.put(P2Buffer::of(host.world.stop_recording().ok_or_else(missing)?.to_bytes()));
            Ok(())
        })
    })
}

/// Plays a recording, and compares each frame with what was recorded: `P2_REFUSED` with a message for the
/// first that differs. `frames` is how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn p2_recording_check(bytes: *const u8, size: u32, frames: *mut u32) -> P2Result {
    guard(|| {
        let out = error::output(frames, "frames")?;
        let recording = Recording::from_bytes(error::array(bytes, size, "bytes")?)?;
        recording.check()?;
        out.put(recording.frames() as u32);
        Ok(())
    })
}
