//! A body that is cut in two, or broken to pieces.

use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, try_list};
use physics::geom::Position;
use physics::toolkit::{DestructionError, Pieces, fracture_body, slice_body};
use physics::world::{BodyId, World};
use wasm_bindgen::prelude::wasm_bindgen;

impl From<DestructionError> for Failure {
    fn from(error: DestructionError) -> Self {
        let field = match error {
            DestructionError::Handle(error) => return error.into(),
            DestructionError::Piece(error) => return error.into(),
            DestructionError::Cut(_) => "b",
            DestructionError::Fracture(_) => "sites",
        };
        Self::new("RangeError", field, "", &error)
    }
}

impl Engine {
    fn divide(
        &mut self,
        body: Result<BodyId, Failure>,
        divide: impl FnOnce(&mut World, BodyId) -> Result<Pieces, DestructionError>,
    ) -> i32 {
        self.touch();
        let pieces = body.and_then(|body| Ok(divide(&mut self.world, body)?));
        self.learn_tags();
        try_list(|output| {
            output.extend(pieces?.bodies.iter().flat_map(|id| parts(id.to_bits())));
            Ok(())
        })
    }
}

#[wasm_bindgen]
impl Engine {
    /// Cuts a body along a line of the world; lists slots and generations of the pieces.
    #[wasm_bindgen(js_name = cutBody)]
    pub fn cut_body(&mut self, slot: u32, generation: u32, ax: f64, ay: f64, bx: f64, by: f64) -> i32 {
        self.divide(self.body_id(slot, generation), |world, body| {
            slice_body(world, body, Position::new(ax, ay), Position::new(bx, by))
        })
    }

    /// Breaks a body into the parts nearest to each of the points in the input, `count` numbers; lists slots
    /// and generations of the pieces.
    #[wasm_bindgen(js_name = fractureBody)]
    pub fn fracture_body(&mut self, slot: u32, generation: u32, count: usize) -> i32 {
        let sites = exchange::read(|input| input[..count].to_vec());
        self.divide(self.body_id(slot, generation), |world, body| {
            fracture_body(world, body, sites.as_chunks::<2>().0.iter().map(|&[x, y]| Position::new(x, y)))
        })
    }
}
