//! Bodies.

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

/// What `place` answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Position,
    Velocity,
    Mass,
    Center,
    Energy,
    Awake,
    Angle,
}

impl Quantity {
    fn of(number: u32) -> Self {
        match number {
            0 => Self::Position,
            1 => Self::Velocity,
            2 => Self::Mass,
            3 => Self::Center,
            4 => Self::Energy,
            5 => Self::Awake,
            _ => Self::Angle,
        }
    }
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

    /// Sets velocity and angular velocity, also of the twin of a body that is half through a portal.
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
    /// Answers a quantity of a body: 0 x, y; 1 velocity, angular velocity; 2 mass, inertia, centre of mass in
    /// the body; 3 centre of mass in the world; 4 kinetic energy; 5 whether it is awake; 6 angle.
    #[wasm_bindgen(js_name = bodyState)]
    pub fn body_state(&self, slot: u32, generation: u32, quantity: u32) -> bool {
        succeeds(self.body(slot, generation).map(|body| match Quantity::of(quantity) {
            Quantity::Position => {
                let at = body.world_pose().position;
                answer(&[at.x, at.y]);
            }
            Quantity::Velocity => {
                let v = body.velocity();
                answer(&[v.x, v.y, body.angular_velocity()].map(f64::from));
            }
            Quantity::Mass => {
                let all = self.portals.mass_properties(body);
                answer(&[all.mass, all.inertia, all.center.x, all.center.y].map(f64::from));
            }
            Quantity::Center => {
                let center = body.center_f64();
                answer(&[center.x, center.y]);
            }
            Quantity::Energy => answer(&[f64::from(body.kinetic_energy())]),
            Quantity::Awake => answer(&[f64::from(u8::from(body.is_awake()))]),
            Quantity::Angle => answer(&[f64::from(body.pose().rotation.angle())]),
        }))
    }

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

    /// Moves a body to a position, m.
    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(&mut self, slot: u32, generation: u32, x: f64, y: f64) -> bool {
        self.change_body(slot, generation, |body| {
            let pose = body.view().world_pose();
            body.set_world_pose(WorldPose { position: Position::new(x, y), ..pose }).map(|_| ())
        })
    }

    /// Turns a body to an angle, rad.
    #[wasm_bindgen(js_name = setAngle)]
    pub fn set_angle(&mut self, slot: u32, generation: u32, angle: f64) -> bool {
        self.change_body(slot, generation, |body| {
            let pose = body.view().world_pose();
            let rotation = Rot::from_angle(angle as f32);
            body.set_world_pose(WorldPose { rotation, ..pose }).map(|_| ())
        })
    }

    /// Sets the velocity of the centre of mass, m/s.
    #[wasm_bindgen(js_name = setVelocity)]
    pub fn set_velocity(&mut self, slot: u32, generation: u32, x: f64, y: f64) -> bool {
        if self.has_twin(slot, generation) {
            return self.set_motion(slot, generation, |_, w| (vector(x, y), w));
        }
        self.change_body(slot, generation, |body| body.set_velocity(vector(x, y)).map(|_| ()))
    }

    /// Sets the angular velocity, rad/s.
    #[wasm_bindgen(js_name = setAngularVelocity)]
    pub fn set_angular_velocity(&mut self, slot: u32, generation: u32, speed: f64) -> bool {
        if self.has_twin(slot, generation) {
            return self.set_motion(slot, generation, |v, _| (v, speed as f32));
        }
        self.change_body(slot, generation, |body| body.set_angular_velocity(speed as f32).map(|_| ()))
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

    /// Applies a force (N) at a point (m).
    #[wasm_bindgen(js_name = applyForce)]
    pub fn apply_force(&mut self, slot: u32, generation: u32, fx: f64, fy: f64, x: f64, y: f64) -> bool {
        self.change_body(slot, generation, |body| {
            body.apply_force(vector(fx, fy), Position::new(x, y)).map(|_| ())
        })
    }

    /// Applies a force (N) at the centre of mass.
    #[wasm_bindgen(js_name = applyCentralForce)]
    pub fn apply_central_force(&mut self, slot: u32, generation: u32, fx: f64, fy: f64) -> bool {
        self.change_body(slot, generation, |body| body.apply_central_force(vector(fx, fy)).map(|_| ()))
    }

    /// Applies an impulse (N s) at a point (m).
    #[wasm_bindgen(js_name = applyImpulse)]
    pub fn apply_impulse(&mut self, slot: u32, generation: u32, ix: f64, iy: f64, x: f64, y: f64) -> bool {
        self.change_body(slot, generation, |body| {
            body.apply_impulse(vector(ix, iy), Position::new(x, y)).map(|_| ())
        })
    }

    /// Applies an impulse (N s) at the centre of mass.
    #[wasm_bindgen(js_name = applyCentralImpulse)]
    pub fn apply_central_impulse(&mut self, slot: u32, generation: u32, ix: f64, iy: f64) -> bool {
        self.change_body(slot, generation, |body| body.apply_central_impulse(vector(ix, iy)).map(|_| ()))
    }

    /// Applies a torque, N m.
    #[wasm_bindgen(js_name = applyTorque)]
    pub fn apply_torque(&mut self, slot: u32, generation: u32, torque: f64) -> bool {
        self.change_body(slot, generation, |body| body.apply_torque(torque as f32).map(|_| ()))
    }

    /// Applies an angular impulse, N m s.
    #[wasm_bindgen(js_name = applyAngularImpulse)]
    pub fn apply_angular_impulse(&mut self, slot: u32, generation: u32, impulse: f64) -> bool {
        self.change_body(slot, generation, |body| body.apply_angular_impulse(impulse as f32).map(|_| ()))
    }

    /// Gives a kinematic body the velocities that bring it to a pose in a step of `dt` seconds.
    #[wasm_bindgen(js_name = moveTo)]
    pub fn move_to(&mut self, slot: u32, generation: u32, x: f64, y: f64, angle: f64, dt: f64) -> bool {
        self.change_body(slot, generation, |body| {
            let pose = WorldPose::new(Position::new(x, y), angle as f32);
            body.set_target_world_pose(pose, dt as f32).map(|_| ())
        })
    }

    /// 0 wakes a body, 1 puts it to sleep, 2 lets it fall through one-way colliders.
    #[wasm_bindgen(js_name = bodyDo)]
    pub fn body_do(&mut self, slot: u32, generation: u32, what: u32) -> bool {
        self.change_body(slot, generation, |body| {
            match what {
                0 => body.wake(),
                1 => body.sleep(),
                _ => body.drop_through(),
            };
            Ok(())
        })
    }

    /// Answers for a point: 0 the velocity there, 1 from the frame of the body into the world, 2 the way
    /// back.
    #[wasm_bindgen(js_name = bodyPoint)]
    pub fn body_point(&self, slot: u32, generation: u32, what: u32, x: f64, y: f64) -> bool {
        succeeds(self.body(slot, generation).map(|body| match what {
            0 => {
                let v = body.velocity_at(Position::new(x, y));
                answer(&[v.x, v.y].map(f64::from));
            }
            1 => {
                let at = body.world_pose() * Point::new(x as f32, y as f32);
                answer(&[at.x, at.y]);
            }
            _ => {
                let at = body.world_pose().inverse_transform(Position::new(x, y));
                answer(&[at.x, at.y].map(f64::from));
            }
        }))
    }

    /// Lists slots and generations of the colliders (0) or joints (1) of a body.
    #[wasm_bindgen(js_name = bodyParts)]
    pub fn body_parts(&self, slot: u32, generation: u32, kind: u32) -> i32 {
        try_list(|output| {
            let body = self.body(slot, generation)?;
            match kind {
                0 => output.extend(body.colliders().flat_map(|one| parts(one.id().to_bits()))),
                _ => output.extend(body.joints().flat_map(|one| parts(one.id().to_bits()))),
            }
            Ok(())
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
