#![doc = include_str!("../README.md")]

mod bipedal_walker;
mod canvas;
mod car_racing;
mod crane;
mod environment;
mod lunar_lander;
mod parts;
mod pile;
mod push_t;
mod registry;
mod settings;
mod spec;

// The crates whose types this one shows.
pub use {batch, geom, toolkit, world};

pub use bipedal_walker::{BipedalWalker, BipedalWalkerDef, WalkerGait, WalkerState};
pub use canvas::{Camera, Canvas, Rgb};
pub use car_racing::{CarRacing, CarRacingDef, CarState, car_driver};
pub use crane::{Crane, CraneDef, CraneState, crane_driver};
pub use environment::{Described, Environment, Options};
pub use lunar_lander::{LanderState, LunarLander, LunarLanderDef, lander_pilot};
pub use pile::{Pile, PileDef, PileState, pile_pusher};
pub use push_t::{PushT, PushTDef, PushTState};
pub use registry::{ENTRIES, Entry, find};
pub use settings::{Setting, SettingError};
pub use spec::{Actions, Quantity, Spec};
