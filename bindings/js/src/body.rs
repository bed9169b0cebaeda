//! Bodies.

mod calls;

use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, answer, succeeds, try_list};
use crate::wire;
use physics::geom::{Point, Position, Rot, Vec2, WorldPose};
use physics::world::{BodyMut, DefError};
use wasm_bindgen::prelude::wasm_bindgen;

/// A vector from numbers of JavaScript.
pub fn vector(x: f64, y: f64) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

impl Engine {
    fn change_body(
        &mut self,
        slot: u32,
        generation: u32,
        change: impl FnOnce(&mut BodyMut<'_>) -> Result<(), DefError>,
    ) -> bool {
        succeeds(self.body_mut(slot, generation).and_then(|mut body| Ok(change(&mut body)?)))
    }
}

impl Engine {
    /// Whether a body is half through a portal.
    fn has_twin(&self, slot: u32, generation: u32) -> bool {
        let mut passing = self.portals.passing().peekable();
        passing.peek().is_some()
            && self.body_id(slot, generation).is_ok_and(|id| passing.any(|(body, _)| body == id))
    }

    /// Sets the velocity of the centre of mass, m/s, also of the twin of a body half through a portal.
    fn set_velocity(&mut self, slot: u32, generation: u32, velocity: Vec2) -> bool {
        if self.has_twin(slot, generation) {
            return self.set_motion(slot, generation, |_, w| (velocity, w));
        }
        self.change_body(slot, generation, |body| body.set_velocity(velocity).map(|_| ()))
    }

    /// Sets the angular velocity, rad/s, also of the twin.
    fn set_angular_velocity(&mut self, slot: u32, generation: u32, speed: f32) -> bool {
        if self.has_twin(slot, generation) {
            return self.set_motion(slot, generation, |v, _| (v, speed));
        }
        self.change_body(slot, generation, |body| body.set_angular_velocity(speed).map(|_| ()))
    }

    fn set_motion(
        &mut self,
        slot: u32,
        generation: u32,
        change: impl FnOnce(Vec2, f32) -> (Vec2, f32),
    ) -> bool {
        let set = || -> Result<(), Failure> {
            let id = self.body_id(slot, generation)?;
            let body = self.world.body(id)?;
            let (velocity, angular_velocity) = change(body.velocity(), body.angular_velocity());
            self.touch();
            Ok(self.portals.set_velocity(&mut self.world, id, velocity, angular_velocity)?)
        };
        succeeds(set())
    }
}

#[wasm_bindgen]
impl Engine {
    /// Lists the properties of a body, or the one with the key `only`.
    #[wasm_bindgen(js_name = bodyDef)]
    pub fn body_def(&self, slot: u32, generation: u32, only: u32) -> i32 {
        try_list(|output| {
            wire::get(&mut self.body(slot, generation)?.def(), only, output);
            Ok(())
        })
    }

    /// Changes the properties of a body that the input gives.
    #[wasm_bindgen(js_name = setBody)]
    pub fn set_body(&mut self, slot: u32, generation: u32, count: usize) -> bool {
        let mut change = || -> Result<(), Failure> {
            let mut body = self.body_mut(slot, generation)?;
            let mut def = body.view().def();
            exchange::read(|input| wire::set(&mut def, &input[..count]))?;
            body.set_def(def)?;
            Ok(())
        };
        succeeds(change())
    }

    /// Sets the mass, kg; the inertia is scaled with it.
    #[wasm_bindgen(js_name = setMass)]
    pub fn set_mass(&mut self, slot: u32, generation: u32, mass: f64) -> bool {
        self.change_body(slot, generation, |body| {
            let old = body.view().mass_properties();
            let mut new = old;
            new.mass = mass as f32;
            if old.mass > 0.0 {
                new.inertia = old.inertia * (new.mass / old.mass);
            }
            body.set_mass_override(Some(new)).map(|_| ())
        })
    }

    /// Gives a kinematic body the velocities that bring it to a pose in a step of `dt` seconds.
    #[wasm_bindgen(js_name = moveTo)]
    pub fn move_to(&mut self, slot: u32, generation: u32, x: f64, y: f64, angle: f64, dt: f64) -> bool {
        self.change_body(slot, generation, |body| {
            let pose = WorldPose::new(Position::new(x, y), angle as f32);
            body.set_target_world_pose(pose, dt as f32).map(|_| ())
        })
    }

    /// Lists the touching contacts of a body: slots and generations of its own collider, of the other one and
    /// of the other body, the normal on the body, the impulse, the number of points, and the points.
    #[wasm_bindgen(js_name = bodyContacts)]
    pub fn body_contacts(&self, slot: u32, generation: u32) -> i32 {
        try_list(|output| {
            let body = self.body(slot, generation)?;
            for contact in body.contacts().filter(|contact| contact.is_touching()) {
                let id = body.id();
                let (Some(own), Some(other), Some(normal)) =
                    (contact.own(id), contact.other(id), contact.normal_on(id))
                else {
                    continue;
                };
                for bits in [own.id().to_bits(), other.id().to_bits(), other.body().id().to_bits()] {
                    output.extend(parts(bits));
                }
                output.extend([normal.x, normal.y, contact.step_impulse()].map(f64::from));
                output.push(contact.points().count() as f64);
                output.extend(contact.points().flat_map(|(at, ..)| [at.x, at.y].map(f64::from)));
            }
            Ok(())
        })
    }
}
