//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

#![allow(clippy::too_many_arguments, clippy::match_single_binding)]

use super::*;

#[wasm_bindgen]
impl Engine {
    /// Answers by `what`: 0 position, 1 angle, 2 center, 3 velocity, 4 angular_velocity, 5 velocity_at, 6
    /// local_to_world, 7 world_to_local, 8 mass, 9 inertia, 10 kinetic_energy, 11 is_awake.
    #[wasm_bindgen(js_name = bodyGet)]
    pub fn body_get(&self, slot: u32, generation: u32, what: u32, a: f64, b: f64) -> bool {
        succeeds(self.body(slot, generation).map(|body| match what {
            0 => {
                let found = body.position_f64();
                answer(&[found.x, found.y]);
            }
            1 => {
                let found = body.pose().rotation.angle();
                answer(&[f64::from(found)]);
            }
            2 => {
                let found = body.center_f64();
                answer(&[found.x, found.y]);
            }
            3 => {
                let found = body.velocity();
                answer(&[found.x, found.y].map(f64::from));
            }
            4 => {
                let found = body.angular_velocity();
                answer(&[f64::from(found)]);
            }
            5 => {
                let point = Position::new(a, b);
                let found = body.velocity_at(point);
                answer(&[found.x, found.y].map(f64::from));
            }
            6 => {
                let point = Point::new(a as f32, b as f32);
                let found = body.world_pose() * point;
                answer(&[found.x, found.y]);
            }
            7 => {
                let point = Position::new(a, b);
                let found = body.world_pose().inverse_transform(point);
                answer(&[found.x, found.y].map(f64::from));
            }
            8 => {
                let found = self.portals.mass_properties(body).mass;
                answer(&[f64::from(found)]);
            }
            9 => {
                let found = self.portals.mass_properties(body).inertia;
                answer(&[f64::from(found)]);
            }
            10 => {
                let found = body.kinetic_energy();
                answer(&[f64::from(found)]);
            }
            _ => {
                let found = body.is_awake();
                answer(&[f64::from(u8::from(found))]);
            }
        }))
    }

    /// Changes by `what`: 0 position, 1 angle, 2 velocity, 3 angular_velocity, 4 apply_force, 5
    /// apply_central_force, 6 apply_impulse, 7 apply_central_impulse, 8 apply_torque, 9
    /// apply_angular_impulse, 10 wake, 11 sleep, 12 drop_through.
    #[wasm_bindgen(js_name = bodySet)]
    pub fn body_set(
        &mut self,
        slot: u32,
        generation: u32,
        what: u32,
        a: f64,
        b: f64,
        c: f64,
        d: f64,
    ) -> bool {
        if what == 2 {
            let velocity = vector(a, b);
            return self.set_velocity(slot, generation, velocity);
        }
        if what == 3 {
            let angular_velocity = a as f32;
            return self.set_angular_velocity(slot, generation, angular_velocity);
        }
        let mut change = || -> Result<(), Failure> {
            let body = &mut self.body_mut(slot, generation)?;
            match what {
                0 => {
                    let position = Position::new(a, b);
                    body.set_world_pose(WorldPose { position, ..body.view().world_pose() })?;
                }
                1 => {
                    let angle = a as f32;
                    body.set_world_pose(WorldPose {
                        rotation: Rot::from_angle(angle),
                        ..body.view().world_pose()
                    })?;
                }
                4 => {
                    let force = vector(a, b);
                    let point = Position::new(c, d);
                    body.apply_force(force, point)?;
                }
                5 => {
                    let force = vector(a, b);
                    body.apply_central_force(force)?;
                }
                6 => {
                    let impulse = vector(a, b);
                    let point = Position::new(c, d);
                    body.apply_impulse(impulse, point)?;
                }
                7 => {
                    let impulse = vector(a, b);
                    body.apply_central_impulse(impulse)?;
                }
                8 => {
                    let torque = a as f32;
                    body.apply_torque(torque)?;
                }
                9 => {
                    let impulse = a as f32;
                    body.apply_angular_impulse(impulse)?;
                }
                10 => {
                    body.wake();
                }
                11 => {
                    body.sleep();
                }
                _ => {
                    body.drop_through();
                }
            }
            Ok(())
        };
        succeeds(change())
    }

    /// Lists slots and generations: by `what`: 0 colliders, 1 joints.
    #[wasm_bindgen(js_name = bodyList)]
    pub fn body_list(&self, slot: u32, generation: u32, what: u32) -> i32 {
        try_list(|output| {
            let body = self.body(slot, generation)?;
            match what {
                0 => {
                    output.extend(body.colliders().flat_map(|one| parts(one.id().to_bits())));
                }
                _ => {
                    output.extend(body.joints().flat_map(|one| parts(one.id().to_bits())));
                }
            }
            Ok(())
        })
    }
}
