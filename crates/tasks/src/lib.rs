#![doc = include_str!("../README.md")]

mod environment;
mod lunar_lander;
mod parts;
mod registry;
mod spec;

// The crates whose types this one shows.
pub use {batch, geom, world};

pub use environment::{Described, Environment, Options};
pub use lunar_lander::{LanderState, LunarLander, LunarLanderDef, lander_pilot};
pub use registry::{ENTRIES, Entry, find};
pub use spec::{Actions, Quantity, Spec};
