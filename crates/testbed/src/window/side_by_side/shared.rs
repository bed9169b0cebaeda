//! What the side bar sets in every world of a comparison.
//!
//! Only what makes sense for all worlds: gravity, materials and drag. The settings of the solver are what
//! comparisons compare, so they stay as each scene has them. Nothing is set until the user sets it, so a
//! comparison runs bit for bit as it does headless.

use crate::any_world::AnyWorld;
use crate::side_by_side::SideBySide;
use crate::window::controls::{Controls, Made};
use crate::window::panels;
use eframe::egui;
use physics::prelude::*;

/// The values; `None` keeps those of each world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SharedControls {
    /// m/s^2.
    pub gravity: Option<Vec2>,
    /// Friction of every collider.
    pub friction: Option<f32>,
    /// Restitution of every collider, 0 to 1.
    pub restitution: Option<f32>,
    /// Rate at which all velocities decay, 1/s.
    pub drag: Option<f32>,
}

/// The values, and what they change in each world.
#[derive(Debug)]
pub struct Shared {
    controls: SharedControls,
    worlds: Vec<Own>,
}

/// What a world was defined with, and what is set in it now.
#[derive(Debug)]
struct Own {
    made: Made,
    defined: Controls,
    now: Controls,
}

impl SharedControls {
    /// Shows the values. Gravity begins with that of the first world.
    pub fn show(&mut self, ui: &mut egui::Ui, worlds: &SideBySide) {
        ui.spacing_mut().slider_width = 110.0;
        let mut same = self.gravity.is_some();
        let hint = "the same gravity in all worlds; else as each scene has it";
        if ui.checkbox(&mut same, "set gravity").on_hover_text(hint).changed() {
            let first = worlds.worlds().first().map(|world| world.world().settings().gravity);
            self.gravity = first.filter(|_| same);
        }
        if let Some(gravity) = &mut self.gravity {
            panels::gravity(ui, gravity);
        }
        panels::materials(ui, [&mut self.friction, &mut self.restitution, &mut self.drag]);
    }

    /// The values of one world that was defined with others.
    fn of(self, defined: &Controls) -> Controls {
        let Self { gravity, friction, restitution, drag } = self;
        let mut controls = Controls { friction, restitution, drag, ..*defined };
        controls.settings.gravity = gravity.unwrap_or(defined.settings.gravity);
        controls
    }
}

impl Shared {
    /// Nothing is set in worlds at their beginning.
    pub fn of(worlds: &SideBySide) -> Self {
        let own = worlds.worlds().iter().map(|world| {
            let level = (world.scene().level)();
            let defined = Controls::of(&level, worlds.broadphase());
            Own { made: Made::of(world.world(), &level), defined, now: defined }
        });
        Self { controls: SharedControls::default(), worlds: own.collect() }
    }

    pub fn controls(&self) -> SharedControls {
        self.controls
    }

    /// Sets values in all worlds.
    ///
    /// # Errors
    /// [`DefError`] naming the value that is not valid.
    pub fn set(&mut self, controls: SharedControls, worlds: &mut SideBySide) -> Result<(), DefError> {
        self.controls = controls;
        self.worlds.iter_mut().zip(worlds.worlds_mut()).try_for_each(|(own, world)| own.set(controls, world))
    }

    /// Sets the values in worlds that have just begun anew.
    ///
    /// # Errors
    /// As of [`Shared::set`].
    pub fn begin(&mut self, worlds: &mut SideBySide) -> Result<(), DefError> {
        let controls = self.controls;
        *self = Self::of(worlds);
        self.set(controls, worlds)
    }
}

impl Own {
    fn set(&mut self, controls: SharedControls, world: &mut AnyWorld) -> Result<(), DefError> {
        let wanted = controls.of(&self.defined);
        wanted.apply(&self.now, world, &self.made)?;
        self.now = wanted;
        Ok(())
    }
}
