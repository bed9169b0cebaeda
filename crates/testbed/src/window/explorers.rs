//! Pictures of one idea each, to be played with: one drags and turns a shape, and sees what the engine makes of it.
//!
//! What is drawn comes from the engine's own steps, so an explorer shows what happens, not what should.

use super::view::View;
use eframe::egui;

/// Which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explorer {}

impl Explorer {
    /// All.
    pub const ALL: [Self; 0] = [];

    /// As it is listed.
    pub fn name(self) -> &'static str {
        match self {}
    }

    /// What is seen, in one sentence.
    pub fn about(self) -> &'static str {
        match self {}
    }
}
