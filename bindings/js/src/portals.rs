//! Portals of a world, and the bodies that are half through one.

use crate::effects::Reader;
use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, answer, list};
use crate::wire;
use physics::geom::{Position, Shape};
use physics::toolkit::{Opening, PortalDef, PortalId};
use physics::world::{BodyId, ColliderDef};
use wasm_bindgen::prelude::wasm_bindgen;

fn opening(reader: &mut Reader<'_>) -> Opening {
    let center = Position::new(reader.next(), reader.next());
    let normal = [reader.next() as f32, reader.next() as f32];
    let [left, right] = [reader.next() as f32, reader.next() as f32];
    let opening = Opening::new(center, normal);
    if left.is_nan() { opening } else { opening.wall(left, right) }
}

impl Engine {
    fn new_portal(&mut self, input: &[f64]) -> Result<i32, Failure> {
        let mut reader = Reader(input);
        let width = reader.next() as f32;
        let (a, b) = (opening(&mut reader), opening(&mut reader));
        // Material and filter are among the properties of a collider.
        let mut rims = ColliderDef::new(Shape::circle(1.0)?);
        wire::set(&mut rims, reader.0)?;
        let def = PortalDef::new(a, b, width).material(rims.material).filter(rims.filter);
        let id = self.portals.add(&mut self.world, def)?;
        self.learn_tags();
        Ok(id.to_bits() as i32)
    }
}

#[wasm_bindgen]
impl Engine {
    /// Adds a portal; returns its number. The input holds the width, for both openings the centre, the normal
    /// and how far the wall goes on (NaN for the default), then properties of a collider.
    #[wasm_bindgen(js_name = addPortal)]
    pub fn add_portal(&mut self, count: usize) -> i32 {
        let added = exchange::read(|input| self.new_portal(&input[..count]));
        exchange::number(added)
    }

    /// Removes a portal; whether there was one with this number.
    #[wasm_bindgen(js_name = removePortal)]
    pub fn remove_portal(&mut self, id: u32) -> bool {
        self.touch();
        self.portals.remove(&mut self.world, PortalId::from_bits(id))
    }

    /// Lists the numbers of all portals.
    #[wasm_bindgen(js_name = portals)]
    pub fn portal_ids(&self) -> i32 {
        list(|output| output.extend(self.portals.ids().map(|id| f64::from(id.to_bits()))))
    }

    /// Answers x, y and angle by which an opening maps; false if there is no such portal.
    #[wasm_bindgen(js_name = portalMap)]
    pub fn portal_map(&self, id: u32, opening: usize) -> bool {
        let map = self.portals.map(PortalId::from_bits(id), opening);
        map.is_some_and(|map| {
            answer(&[map.position.x, map.position.y, f64::from(map.rotation.angle())]);
            true
        })
    }

    /// Lists slots and generations of the bodies that are half through a portal, each before its twin.
    pub fn passing(&self) -> i32 {
        let bits = |id: BodyId| parts(id.to_bits());
        list(|output| output.extend(self.portals.passing().flat_map(|(a, b)| [bits(a), bits(b)]).flatten()))
    }
}
