//! The worlds of a comparison, which run together: all of them have done the same number of steps.
//!
//! ```text
//!   scenes::Comparison    names scenes and figures
//!       |
//!   SideBySide            a world and a meter for each panel, one step for all
//!       |
//!   headless              a report, and a picture or a film of all panels
//!   window::side_by_side  the panels in the window
//! ```

mod headless;
#[cfg(test)]
mod tests;

pub use headless::{Outcome, run};

use crate::any_world::{AnyWorld, DebugBroadphase, broadphase};
use crate::draw::{DrawOptions, SheetCell};
use crate::options::BroadphaseKind;
use physics::compute::Width;
use physics::prelude::*;
use scenes::{Comparison, Figure, Meter, Panel, Scene};

/// The time step that the scenes are made for, s.
pub const DT: f32 = 1.0 / 60.0;

/// How worlds are computed; changes no bit of a result.
#[derive(Clone, Copy, Debug)]
pub struct Compute {
    /// The broad phase.
    pub broadphase: BroadphaseKind,
    /// Number of threads.
    pub threads: usize,
    /// The vector instructions.
    pub width: Width,
}

/// The running worlds of a comparison.
#[derive(Debug)]
pub struct SideBySide {
    comparison: &'static Comparison,
    compute: Compute,
    worlds: Vec<PanelWorld>,
    steps: u32,
}

/// One of the worlds.
#[derive(Debug)]
pub struct PanelWorld {
    panel: Panel,
    scene: &'static Scene,
    world: AnyWorld,
    meter: Meter,
}

impl SideBySide {
    /// The worlds at their beginning.
    ///
    /// # Errors
    /// The name of a scene and the reason, if there is none of this name or its level is not valid.
    pub fn new(comparison: &'static Comparison, compute: Compute) -> Result<Self, String> {
        let worlds = comparison.panels.iter().map(|panel| PanelWorld::new(*panel, compute));
        let worlds =
            worlds.collect::<Result<_, _>>().map_err(|error| format!("{}: {error}", comparison.name))?;
        Ok(Self { comparison, compute, worlds, steps: 0 })
    }

    /// Begins anew.
    ///
    /// # Errors
    /// As of [`SideBySide::new`]; everything stays as it is.
    pub fn restart(&mut self) -> Result<(), String> {
        *self = Self::new(self.comparison, self.compute)?;
        Ok(())
    }

    /// Runs one step in every world, or its smaller steps, where a panel has these.
    pub fn step(&mut self) {
        for PanelWorld { panel, world, meter, .. } in &mut self.worlds {
            for _ in 0..panel.cuts {
                world.step(DT / panel.cuts as f32);
                meter.see(world);
            }
        }
        self.steps += 1;
    }

    /// The comparison.
    pub fn comparison(&self) -> &'static Comparison {
        self.comparison
    }

    /// The worlds, in the order of the panels.
    pub fn worlds(&self) -> &[PanelWorld] {
        &self.worlds
    }

    /// The worlds, to be changed, in the order of the panels.
    pub fn worlds_mut(&mut self) -> impl Iterator<Item = &mut AnyWorld> {
        self.worlds.iter_mut().map(|panel| &mut panel.world)
    }

    /// The broad phase of every world.
    pub fn broadphase(&self) -> BroadphaseKind {
        self.compute.broadphase
    }

    /// The number of steps that each world has done.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// What all worlds show, m.
    pub fn area(&self) -> Aabb {
        let areas = self.worlds.iter().map(|world| world.scene.view.area);
        areas.reduce(Aabb::union).unwrap_or_else(|| Aabb::new([-1.0, -1.0], [1.0, 1.0]))
    }

    /// All panels as they are now, for a picture.
    fn drawn<'a>(&'a self, contacts: bool) -> Vec<SheetCell<'a, Box<dyn DebugBroadphase>>> {
        let area = self.area();
        let cell = |one: &'a PanelWorld| {
            let PanelWorld { panel, scene, world, .. } = one;
            let edge_normals = scene.view.edge_normals;
            let options = DrawOptions { contacts, normals: contacts, edge_normals, ..DrawOptions::default() };
            let lines = one.figures(self.comparison.figures).map(|(figure, value)| figure.show(value));
            SheetCell { world, options, area, title: panel.label, lines: lines.collect() }
        };
        self.worlds.iter().map(cell).collect()
    }
}

impl PanelWorld {
    fn new(panel: Panel, compute: Compute) -> Result<Self, String> {
        let scene = panel.scene().ok_or_else(|| format!("no scene {}", panel.scene))?;
        let loaded = World::load_with(&(scene.level)(), broadphase(compute.broadphase));
        let (mut world, ids) = loaded.map_err(|error| format!("scene {}: {error}", scene.name))?;
        world.set_threads(compute.threads);
        world.set_width(compute.width);
        let meter = Meter::new(&world, &ids.bodies, scene.view.area);
        Ok(Self { panel, scene, world, meter })
    }

    /// What it has that the others do not have.
    pub fn label(&self) -> &'static str {
        self.panel.label
    }

    /// The scene.
    pub fn scene(&self) -> &'static Scene {
        self.scene
    }

    /// The world.
    pub fn world(&self) -> &AnyWorld {
        &self.world
    }

    /// Figures with their values now.
    pub fn figures<'a>(&'a self, figures: &'a [Figure]) -> impl Iterator<Item = (Figure, f64)> + 'a {
        figures.iter().map(|figure| (*figure, self.meter.value(*figure, &self.world)))
    }
}
