//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

#![allow(clippy::too_many_arguments, clippy::match_single_binding)]

use super::*;

#[wasm_bindgen]
impl Engine {
    /// Answers by `what`: 0 a, 1 b, 2 angle, 3 counted_angle, 4 angular_speed, 5 translation, 6
    /// translation_speed, 7 force, 8 torque, 9 error.
    #[wasm_bindgen(js_name = jointGet)]
    pub fn joint_get(&self, slot: u32, generation: u32, what: u32) -> bool {
        succeeds(self.joint(slot, generation).map(|joint| match what {
            0 => {
                let found = joint.bodies()[0];
                answer(&parts(found.id().to_bits()));
            }
            1 => {
                let found = joint.bodies()[1];
                answer(&parts(found.id().to_bits()));
            }
            2 => {
                let found = joint.angle();
                answer(&[f64::from(found)]);
            }
            3 => {
                let found = joint.counted_angle();
                answer(&[f64::from(found)]);
            }
            4 => {
                let found = joint.angular_speed();
                answer(&[f64::from(found)]);
            }
            5 => {
                let found = joint.translation();
                answer(&[f64::from(found)]);
            }
            6 => {
                let found = joint.translation_speed();
                answer(&[f64::from(found)]);
            }
            7 => {
                let found = joint.reaction().0;
                answer(&[found.x, found.y].map(f64::from));
            }
            8 => {
                let found = joint.reaction().1;
                answer(&[f64::from(found)]);
            }
            _ => {
                let found = joint.error();
                answer(&[f64::from(found)]);
            }
        }))
    }
}
