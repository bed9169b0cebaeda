//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

#![allow(clippy::too_many_arguments, clippy::match_single_binding)]

use super::*;

#[wasm_bindgen]
impl Engine {
    /// Answers by `what`: 0 body.
    #[wasm_bindgen(js_name = colliderGet)]
    pub fn collider_get(&self, slot: u32, generation: u32, what: u32) -> bool {
        succeeds(self.collider(slot, generation).map(|collider| match what {
            _ => {
                let found = collider.body();
                answer(&parts(found.id().to_bits()));
            }
        }))
    }

    /// Lists slots and generations: by `what`: 0 overlaps.
    #[wasm_bindgen(js_name = colliderList)]
    pub fn collider_list(&self, slot: u32, generation: u32, what: u32) -> i32 {
        try_list(|output| {
            let collider = self.collider(slot, generation)?;
            match what {
                _ => {
                    output.extend(collider.overlaps().flat_map(|one| parts(one.id().to_bits())));
                }
            }
            Ok(())
        })
    }
}
