//! Snapshots, levels and recordings, as bytes. `package/level.js` reads and writes levels as text.

use crate::engine::{Engine, copy_of, parts};
use crate::exchange::{Failure, succeeds, try_list};
use crate::hook::hook;
use physics::toolkit::Portals;
use physics::world::{Level, Recording, Replay, Snapshot, World};
use wasm_bindgen::prelude::wasm_bindgen;

fn kept<T>(result: Result<T, Failure>) -> Option<T> {
    result.map_err(Failure::keep).ok()
}

/// The state of a world in memory.
#[wasm_bindgen]
pub struct Saved(Snapshot, Portals);

#[wasm_bindgen]
impl Saved {
    /// With nothing in it.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Saved {
        Self(Snapshot::new(), Portals::default())
    }

    /// From bytes.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: &[u8]) -> Option<Saved> {
        kept(Snapshot::from_bytes(bytes).map(|saved| Self(saved, Portals::default())).map_err(Failure::from))
    }

    /// As bytes.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        kept(self.0.to_bytes().map_err(Failure::from))
    }

    /// The hash of the saved world; 0 if nothing has been saved.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> u64 {
        self.0.state_hash()
    }
}

impl Default for Saved {
    fn default() -> Self {
        Self::new()
    }
}

/// A recording.
#[wasm_bindgen]
pub struct Recorded(Recording);

#[wasm_bindgen]
impl Recorded {
    /// From bytes.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: &[u8]) -> Option<Recorded> {
        kept(Recording::from_bytes(bytes).map(Self).map_err(Failure::from))
    }

    /// As bytes.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// The number of steps.
    pub fn frames(&self) -> usize {
        self.0.frames()
    }

    /// The number of calls, steps not counted.
    pub fn calls(&self) -> usize {
        self.0.calls()
    }

    /// Plays it from its beginning.
    pub fn replay(&self) -> Played {
        Played(self.0.replay())
    }
}

/// A recording that is played.
#[wasm_bindgen]
pub struct Played(Replay);

#[wasm_bindgen]
impl Played {
    /// Plays the next step: 1, 0 at the end, -1 if the world is not what it was.
    pub fn step(&mut self) -> i32 {
        crate::exchange::number(self.0.step().map(i32::from).map_err(Failure::from))
    }

    /// Sets the contact hook that the recorded world had: see [`Engine::set_hook`].
    #[wasm_bindgen(js_name = setHook)]
    pub fn set_hook(&mut self, world: u32, has_accepts: bool, has_respond: bool) {
        if let Some(hook) = hook(world, has_accepts, has_respond) {
            self.0.set_contact_hook(hook);
        }
    }

    /// The number of steps played.
    pub fn frame(&self) -> usize {
        self.0.frame()
    }

    /// A copy of the world at this frame.
    pub fn world(&self) -> Engine {
        Engine::of(copy_of(self.0.world()))
    }
}

#[wasm_bindgen]
impl Engine {
    /// Saves the state.
    pub fn save(&self, into: &mut Saved) {
        self.world.save(&mut into.0);
        into.1.clone_from(&self.portals);
    }

    /// Makes the world what it was when it was saved.
    pub fn restore(&mut self, saved: &Saved) -> bool {
        let restored = succeeds(self.world.restore(&saved.0).map_err(Failure::from));
        if restored {
            // Bytes hold none: rims and twins are then bodies as others.
            self.portals.clone_from(&saved.1);
        }
        self.learn_tags();
        restored
    }

    /// Begins to record.
    #[wasm_bindgen(js_name = startRecording)]
    pub fn start_recording(&mut self) {
        self.world.start_recording();
    }

    /// Ends the recording and returns it.
    #[wasm_bindgen(js_name = stopRecording)]
    pub fn stop_recording(&mut self) -> Option<Recorded> {
        let missing = || Failure::new("Error", "", "", &"the world is not recorded");
        kept(self.world.stop_recording().map(Recorded).ok_or_else(missing))
    }

    /// The world as a level in bytes.
    #[wasm_bindgen(js_name = toLevelBytes)]
    pub fn to_level_bytes(&self) -> Vec<u8> {
        self.world.to_level().to_bytes()
    }

    /// A world from a level in bytes.
    #[wasm_bindgen(js_name = fromLevelBytes)]
    pub fn from_level_bytes(bytes: &[u8]) -> Option<Engine> {
        kept(Level::from_bytes(bytes).map_err(Failure::from).and_then(|level| loaded(&level)))
    }

    /// Adds a level in bytes to this world; lists the slots and generations of its bodies.
    #[wasm_bindgen(js_name = addLevel)]
    pub fn add_level(&mut self, bytes: &[u8]) -> i32 {
        let add = |level: Level| -> Result<_, Failure> {
            level.validate()?;
            Ok(self.world.add_level(&level)?)
        };
        let added = Level::from_bytes(bytes).map_err(Failure::from).and_then(add);
        self.learn_tags();
        try_list(|output| {
            output.extend(added?.bodies.iter().flat_map(|id| parts(id.to_bits())));
            Ok(())
        })
    }
}

fn loaded(level: &Level) -> Result<Engine, Failure> {
    level.validate()?;
    let (world, _) = World::load(level)?;
    Ok(Engine::of(world))
}
