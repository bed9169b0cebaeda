//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

#![allow(clippy::too_many_arguments, clippy::match_single_binding)]

use super::*;

#[wasm_bindgen]
impl Engine {
    /// Answers by `what`: 0 kinetic_energy.
    #[wasm_bindgen(js_name = worldGet)]
    pub fn world_get(&self, what: u32) -> bool {
        succeeds(Ok::<_, Failure>(&self.world).map(|world| match what {
            _ => {
                let found = world.kinetic_energy();
                answer(&[found]);
            }
        }))
    }

    /// Lists slots and generations: by `what`: 0 bodies, 1 colliders, 2 joints.
    #[wasm_bindgen(js_name = worldList)]
    pub fn world_list(&self, what: u32) -> i32 {
        try_list(|output| {
            let world = Ok::<_, Failure>(&self.world)?;
            match what {
                0 => {
                    output.extend(world.bodies().flat_map(|one| parts(one.id().to_bits())));
                }
                1 => {
                    output.extend(world.colliders().flat_map(|one| parts(one.id().to_bits())));
                }
                _ => {
                    output.extend(world.joints().flat_map(|one| parts(one.id().to_bits())));
                }
            }
            Ok(())
        })
    }
}
