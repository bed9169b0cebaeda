//! The path of a box query or of a ray through a grid: which cells it looks into, and which boxes it finds.
//!
//! Source: *Souto, Video Game Physics II*, Broad Phase, which names grids and spatial hashing.

use super::colors::{self, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::broadphase::{Mobility, VisitedCell};
use physics::geom::Obb;
use physics::prelude::*;
use scenes::Text;
use std::ops::ControlFlow;

pub const EXPLORER: Explorer = Explorer {
    name: "grid path",
    about: "Drag a box query or a ray over a grid: the cells that it looks into, and the boxes that it tests and finds.",
    sections: &[Text::Souto.section("Broad Phase")],
    source: "crates/broadphases/src/uniform_grid.rs",
    new: || Box::new(GridExplorer::new()),
};

/// Half the sides of the query, m.
const QUERY: [f32; 2] = [0.9, 0.7];
const MOST_BOXES: usize = 90;
/// The highest setting of the cells looked into, which shows all.
const MOST_CELLS: usize = 60;

pub struct GridExplorer {
    /// Centre of the box query, or start of the ray, and the end of the ray, m.
    places: [Point; 2],
    count: usize,
    cell_size: f32,
    search: usize,
    /// How many cells the search has looked into.
    step: usize,
}

impl GridExplorer {
    pub fn new() -> Self {
        let places = [[-2.4, -1.5], [2.7, 1.4]].map(Point::from);
        Self { places, count: 60, cell_size: 0.8, search: 1, step: MOST_CELLS }
    }

    /// Box `i`: scattered by the golden ratio and its square root, so that no two are at one place.
    fn one(i: usize) -> Aabb {
        let x = (i as f32 * 0.618_034).fract() * 7.0 - 3.5;
        let y = (i as f32 * 0.786_151).fract() * 5.2 - 2.6;
        Aabb::around([x, y], [0.1 + 0.02 * (i % 7) as f32, 0.1 + 0.02 * (i % 5) as f32])
    }

    fn is_ray(&self) -> bool {
        self.search == 1
    }

    fn grid(&self) -> UniformGrid {
        let mut grid = UniformGrid::new(self.cell_size).unwrap_or_default();
        for i in 0..self.count {
            // The boxes are finite and the keys differ, so none is refused.
            let _ = grid.insert(i as u32, Self::one(i), Mobility::Moving);
        }
        grid
    }

    fn query_box(&self) -> Aabb {
        Aabb::around(self.places[0], QUERY)
    }

    /// The cells that the search looks into.
    fn path(&self) -> Vec<VisitedCell> {
        let (mut path, [from, to]) = (Vec::new(), self.places);
        if self.is_ray() {
            self.grid().visit_cells_on_ray(from, to - from, &mut |cell| path.push(cell));
        } else {
            self.grid().visit_cells(self.query_box(), &mut |cell| path.push(cell));
        }
        path
    }

    /// Those that it has looked into so far.
    fn passed(&self) -> Vec<VisitedCell> {
        let passed = if self.step < MOST_CELLS { self.step } else { usize::MAX };
        self.path().into_iter().take(passed).collect()
    }

    /// The boxes that the engine reports, by their numbers.
    fn found(&self) -> Vec<u32> {
        let (mut found, [from, to]) = (Vec::new(), self.places);
        if self.is_ray() {
            self.grid().cast_ray(from, to - from, 1.0, &mut |key| {
                found.push(key);
                1.0
            });
        } else {
            self.grid().overlap_aabb(self.query_box(), &mut |key| {
                found.push(key);
                ControlFlow::Continue(())
            });
        }
        found.sort_unstable();
        found
    }

    /// Those of them in the cells passed; all, if the search tests all boxes without looking into cells.
    fn found_so_far(&self) -> Vec<u32> {
        let (mut found, tested) = (self.found(), self.tested());
        found.retain(|key| self.path().is_empty() || tested.binary_search(key).is_ok());
        found
    }

    /// The boxes in the cells passed, each once.
    fn tested(&self) -> Vec<u32> {
        let mut tested: Vec<u32> = self.passed().into_iter().flat_map(|cell| cell.keys).collect();
        tested.sort_unstable();
        tested.dedup();
        tested
    }
}

impl Explore for GridExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { count, cell_size, search, step, .. } = self;
        vec![
            Control::Choice { name: "search", value: search, names: &["box", "ray"] },
            Control::Number { name: "size of a cell", value: cell_size, range: 0.2..=3.0, unit: " m" },
            Control::Count { name: "boxes", value: count, range: 1..=MOST_BOXES },
            Control::Count { name: "cells looked into", value: step, range: 1..=MOST_CELLS },
        ]
    }

    pointer::moves_points!(places);

    fn hint(&self) -> &'static str {
        "drag the start and the end of the ray, or the box"
    }

    fn report(&self) -> Vec<String> {
        let path = self.path();
        let cells = if path.is_empty() {
            format!("more cells than boxes, so all {} boxes are tested", self.count)
        } else {
            let (passed, tested) = (self.passed().len(), self.tested().len());
            format!("{passed} of {} cells, {tested} of {} boxes in them", path.len(), self.count)
        };
        vec![
            cells,
            format!("found: {:?}", self.found_so_far()),
            format!("the ray ends at ({:.2}, {:.2})", self.places[1].x, self.places[1].y),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        for (step, cell) in self.passed().iter().enumerate() {
            let color = if cell.keys.is_empty() { HELP } else { colors::A };
            canvas.hull(&Obb::from(cell.aabb).corners(), 0.0, colors::shape(color));
            pen::note(canvas, Point::new(cell.aabb.lower.x, cell.aabb.upper.y), step + 1, INK);
        }
        let (found, tested) = (self.found_so_far(), self.tested());
        for i in 0..self.count {
            let is_in = |keys: &[u32]| keys.binary_search(&(i as u32)).is_ok();
            let (color, width) = match (is_in(&found), is_in(&tested)) {
                (true, _) => (YES, 2.5),
                (false, true) => (INK, 1.5),
                (false, false) => (NO, 1.0),
            };
            pen::outline(canvas, &Obb::from(Self::one(i)).corners(), Paint::stroke(color, width));
        }
        let [from, to] = self.places;
        if self.is_ray() {
            pen::arrow(canvas, from, to, Paint::stroke(INK, 2.0));
        } else {
            pen::outline(canvas, &Obb::from(self.query_box()).corners(), Paint::stroke(INK, 2.5));
        }
        for place in self.places {
            pen::handle(canvas, place, INK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the size of the cells: both searches find what a loop over all boxes finds, and every box
    /// that they find is in a cell of the path.
    #[test]
    fn path_holds_every_box_that_is_found() {
        for (search, cell_size) in [(0, 0.5), (0, 0.8), (1, 0.5), (1, 0.8), (1, 2.0)] {
            let mut one = GridExplorer { search, cell_size, count: MOST_BOXES, ..GridExplorer::new() };
            for step in 0..40 {
                let angle = 0.4 * step as f32;
                one.places[0] = Point::new(0.13 * step as f32 - 2.6, 0.09 * step as f32 - 1.9);
                one.places[1] = one.places[0] + Rot::from_angle(angle) * Vec2::new(3.0, 0.0);
                let (found, tested) = (one.found(), one.tested());
                assert!(one.path().is_empty() || found.iter().all(|key| tested.contains(key)));
                let [from, to] = one.places;
                let expected: Vec<u32> = (0..MOST_BOXES)
                    .filter(|&i| match search {
                        0 => GridExplorer::one(i).overlaps(one.query_box()),
                        _ => GridExplorer::one(i).ray_entry(from, to - from, 1.0).is_some(),
                    })
                    .map(|i| i as u32)
                    .collect();
                assert_eq!(found, expected, "search {search}, step {step}");
            }
        }
    }
}
