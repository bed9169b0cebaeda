//! Laws of the plugin, headless. One program, so that Bevy is linked once.

mod common;
mod forces;
mod joints;
mod layers;
mod messages;
mod queries;
mod shapes;
mod sync;
