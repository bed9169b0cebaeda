//! Laws of the plugin, headless. One program, so that Bevy is linked once.

mod changes;
mod common;
mod forces;
#[cfg(feature = "ggrs")]
#[path = "../../examples/rollback/game.rs"]
mod game;
mod joints;
mod laws;
mod layers;
mod messages;
#[cfg(feature = "ggrs")]
mod peers;
mod queries;
#[cfg(feature = "ggrs")]
mod rollback;
mod shapes;
mod shown;
mod sync;
#[cfg(feature = "threads")]
mod threads;
