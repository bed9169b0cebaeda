//! Ground of heights at equal distances.

use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, answer, list, number, succeeds};
use crate::wire;
use physics::geom::Shape;
use physics::toolkit::HeightField;
use physics::world::ColliderDef;
use wasm_bindgen::prelude::wasm_bindgen;

/// A height field. What it holds is in the world, too, after each call.
#[wasm_bindgen]
pub struct Field(HeightField);

#[wasm_bindgen]
impl Field {
    /// On a body: the input holds `count` numbers, at first `heights` of them, then the properties of a
    /// collider.
    pub fn create(
        engine: &mut Engine,
        slot: u32,
        generation: u32,
        spacing: f64,
        heights: usize,
        count: usize,
    ) -> Option<Field> {
        let mut make = || -> Result<Field, Failure> {
            let body = engine.body_id(slot, generation)?;
            let mut field = exchange::read(|input| {
                let (heights, rest) = input[..count].split_at(heights);
                let mut cells = ColliderDef::new(Shape::circle(1.0)?);
                wire::set(&mut cells, rest)?;
                let heights = heights.iter().map(|&height| height as f32);
                Ok::<_, Failure>(HeightField::new(body, spacing as f32, heights)?.properties(cells))
            })?;
            field.update(&mut engine.world)?;
            engine.learn_tags();
            Ok(Field(field))
        };
        make().map_err(Failure::keep).ok()
    }

    /// As it is now.
    pub fn copy(&self) -> Field {
        Field(self.0.clone())
    }

    /// How many heights there are.
    pub fn count(&self) -> usize {
        self.0.heights().len()
    }

    /// m.
    pub fn spacing(&self) -> f64 {
        f64::from(self.0.spacing())
    }

    /// Lists the heights.
    pub fn heights(&self) -> i32 {
        list(|output| output.extend(self.0.heights().iter().copied().map(f64::from)))
    }

    /// Sets `count` heights of the input, from number `start` on. Returns how many cells have changed.
    #[wasm_bindgen(js_name = setHeights)]
    pub fn set_heights(&mut self, engine: &mut Engine, start: usize, count: usize) -> i32 {
        let new: Vec<f32> =
            exchange::read(|input| input[..count].iter().map(|&height| height as f32).collect());
        engine.touch();
        let changed = self.0.set_heights_in(&mut engine.world, start, &new);
        number(changed.map(|count| count as i32).map_err(Failure::from))
    }

    /// Makes a cell a hole, or fills it.
    #[wasm_bindgen(js_name = setHole)]
    pub fn set_hole(&mut self, engine: &mut Engine, cell: usize, is_hole: bool) -> bool {
        engine.touch();
        let changed = self.0.set_hole_in(&mut engine.world, cell, is_hole);
        succeeds(changed.map(drop).map_err(Failure::from))
    }

    /// Whether a cell is a hole.
    #[wasm_bindgen(js_name = isHole)]
    pub fn is_hole(&self, cell: usize) -> bool {
        self.0.is_hole(cell)
    }

    /// Answers the height at `x`, both in m in the frame of the body; whether there is ground.
    #[wasm_bindgen(js_name = heightAt)]
    pub fn height_at(&self, x: f64) -> bool {
        let height = self.0.height_at(x as f32);
        height.is_some_and(|height| {
            answer(&[f64::from(height)]);
            true
        })
    }

    /// The cell at `x`, or -1.
    #[wasm_bindgen(js_name = cellAt)]
    pub fn cell_at(&self, x: f64) -> i32 {
        self.0.cell_at(x as f32).map_or(-1, |cell| cell as i32)
    }

    /// Answers slot and generation of the collider of a cell; false for a hole.
    pub fn collider(&self, cell: usize) -> bool {
        let collider = self.0.collider(cell);
        collider.is_some_and(|collider| {
            answer(&parts(collider.to_bits()));
            true
        })
    }

    /// Removes the colliders of all cells.
    pub fn remove(&mut self, engine: &mut Engine) -> bool {
        engine.touch();
        succeeds(self.0.remove(&mut engine.world).map_err(Failure::from))
    }
}
