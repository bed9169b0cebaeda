//! Box2D, in either build: its positions are f32, or f64 for large worlds.

#![allow(unsafe_code)]

use super::FarWorld;
use crate::engine::Unsupported;
use crate::engine::box2d::{create_world, destroy_world};
use boxdd_sys::ffi;
use physics::prelude::*;

pub(super) struct Box2d {
    world: ffi::b2WorldId,
    bodies: Vec<ffi::b2BodyId>,
}

impl Box2d {
    pub(super) fn new(gravity: f32, sleeping: bool) -> Result<Self, Unsupported> {
        let settings = WorldSettings::default().gravity([0.0, gravity]).sleeping(sleeping);
        Ok(Self { world: create_world(&settings, 1)?, bodies: Vec::new() })
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        destroy_world(self.world);
    }
}

impl FarWorld for Box2d {
    fn add_box(
        &mut self,
        [x, y]: [f64; 2],
        [width, height]: [f32; 2],
        velocity: Option<f32>,
    ) -> Result<(), Unsupported> {
        // SAFETY: the definitions come from Box2D and are only changed in values; the world is there.
        let id = unsafe {
            let mut body = ffi::b2DefaultBodyDef();
            body.type_ = match velocity {
                None => ffi::b2BodyType_b2_staticBody,
                Some(_) => ffi::b2BodyType_b2_dynamicBody,
            };
            (body.position.x, body.position.y) = (x as _, y as _);
            body.linearVelocity.x = velocity.unwrap_or(0.0);
            let id = ffi::b2CreateBody(self.world, &raw const body);
            let (shape, square) = (ffi::b2DefaultShapeDef(), ffi::b2MakeBox(width, height));
            ffi::b2CreatePolygonShape(id, &raw const shape, &raw const square);
            id
        };
        self.bodies.push(id);
        Ok(())
    }

    fn step(&mut self, dt: f32) {
        // SAFETY: the world is there, and not in a step.
        unsafe { ffi::b2World_Step(self.world, dt, 4) };
    }

    // No conversion in the build for large worlds.
    #[allow(clippy::useless_conversion)]
    fn body(&self, number: u32) -> ([f64; 2], bool) {
        let id = self.bodies[number as usize];
        // SAFETY: the id is that of a body of this world.
        let (position, is_awake) = unsafe { (ffi::b2Body_GetPosition(id), ffi::b2Body_IsAwake(id)) };
        ([position.x.into(), position.y.into()], is_awake)
    }
}
