//! Colliders.

mod calls;

use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, answer, succeeds, try_list};
use crate::{shape, wire};
use physics::geom::Shape;
use physics::world::ColliderDef;
use wasm_bindgen::prelude::wasm_bindgen;

impl Engine {
    /// Adds all of these shapes with the same properties, or none, and lists slots and generations.
    fn add_all(
        &mut self,
        slot: u32,
        generation: u32,
        shapes: Vec<Shape>,
        properties: &[f64],
    ) -> Result<Vec<f64>, Failure> {
        let body = self.body_id(slot, generation)?;
        let (mut added, mut numbers) = (Vec::new(), Vec::new());
        for shape in shapes {
            let mut def = ColliderDef::new(shape);
            let result = wire::set(&mut def, properties)
                .and_then(|()| self.world.add_collider(body, def).map_err(Failure::from));
            match result {
                Ok(id) => {
                    self.added_collider(id);
                    numbers.extend(parts(id.to_bits()));
                    added.push(id);
                }
                Err(failure) => {
                    for id in added {
                        self.world.remove_collider(id)?;
                    }
                    return Err(failure);
                }
            }
        }
        Ok(numbers)
    }

    fn list_all(&mut self, add: impl FnOnce(&mut Self) -> Result<Vec<f64>, Failure>) -> i32 {
        let added = add(self);
        try_list(|output| {
            output.extend(added?);
            Ok(())
        })
    }
}

#[wasm_bindgen]
impl Engine {
    /// Adds a collider to a body. The input holds the shape, then the properties.
    #[wasm_bindgen(js_name = addCollider)]
    pub fn add_collider(&mut self, slot: u32, generation: u32, count: usize) -> i32 {
        let added = exchange::read(|input| {
            let (shape, properties) = shape::from_numbers(&input[..count])?;
            let mut def = ColliderDef::new(shape);
            wire::set(&mut def, properties)?;
            Ok(self.world.add_collider(self.body_id(slot, generation)?, def)?)
        });
        exchange::number(added.map(|id| self.added_collider(id)))
    }

    /// Adds a chain: the first `numbers` of the input are its points, then come the properties.
    #[wasm_bindgen(js_name = addChain)]
    pub fn add_chain(
        &mut self,
        slot: u32,
        generation: u32,
        numbers: usize,
        count: usize,
        is_closed: bool,
        both_sides: bool,
    ) -> i32 {
        self.list_all(|engine| {
            exchange::read(|input| {
                let (points, properties) = input[..count].split_at(numbers);
                let shapes = shape::segments(points, is_closed, both_sides)?;
                engine.add_all(slot, generation, shapes, properties)
            })
        })
    }

    /// Adds the pieces of an outline: the first `numbers` of the input are its rings, then come the
    /// properties.
    #[wasm_bindgen(js_name = addOutline)]
    pub fn add_outline(&mut self, slot: u32, generation: u32, numbers: usize, count: usize) -> i32 {
        self.list_all(|engine| {
            exchange::read(|input| {
                let (rings, properties) = input[..count].split_at(numbers);
                engine.add_all(slot, generation, shape::pieces(rings)?, properties)
            })
        })
    }

    /// Lists the properties of a collider, or the one with the key `only`.
    #[wasm_bindgen(js_name = colliderDef)]
    pub fn collider_def(&self, slot: u32, generation: u32, only: u32) -> i32 {
        try_list(|output| {
            wire::get(&mut self.collider(slot, generation)?.def(), only, output);
            Ok(())
        })
    }

    /// Changes the properties of a collider that the input gives.
    #[wasm_bindgen(js_name = setCollider)]
    pub fn set_collider(&mut self, slot: u32, generation: u32, count: usize) -> bool {
        let mut change = || -> Result<(), Failure> {
            let mut collider = self.collider_mut(slot, generation)?;
            let mut def = collider.view().def();
            exchange::read(|input| wire::set(&mut def, &input[..count]))?;
            collider.set_def(def)?;
            Ok(())
        };
        succeeds(change())
    }

    /// Gives a collider the shape in the input.
    #[wasm_bindgen(js_name = setShape)]
    pub fn set_shape(&mut self, slot: u32, generation: u32, count: usize) -> bool {
        let mut change = || -> Result<(), Failure> {
            let (shape, _) =
                exchange::read(|input| shape::from_numbers(&input[..count]).map(|(shape, _)| (shape, ())))?;
            self.collider_mut(slot, generation)?.set_shape(shape)?;
            Ok(())
        };
        succeeds(change())
    }

    /// Lists kind, radius and vertices of the shape of a collider.
    #[wasm_bindgen(js_name = colliderShape)]
    pub fn collider_shape(&self, slot: u32, generation: u32) -> i32 {
        try_list(|output| {
            shape::describe(self.collider(slot, generation)?.local_shape(), output);
            Ok(())
        })
    }

    /// Answers the corners of the box of a collider, m.
    #[wasm_bindgen(js_name = colliderBounds)]
    pub fn collider_bounds(&self, slot: u32, generation: u32) -> bool {
        succeeds(self.collider(slot, generation).map(|collider| {
            let aabb = collider.fat_aabb();
            answer(&[aabb.lower.x, aabb.lower.y, aabb.upper.x, aabb.upper.y].map(f64::from));
        }))
    }
}
