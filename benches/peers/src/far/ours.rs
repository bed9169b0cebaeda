//! This engine, with positions in f64.

use super::FarWorld;
use crate::engine::Unsupported;
use physics::prelude::*;

pub(super) struct Ours {
    world: World,
    bodies: Vec<BodyId>,
}

impl Ours {
    pub(super) fn new(gravity: f32, sleeping: bool) -> Self {
        let settings = WorldSettings::default().gravity([0.0, gravity]).sleeping(sleeping);
        Self { world: World::new(settings), bodies: Vec::new() }
    }
}

impl FarWorld for Ours {
    fn add_box(
        &mut self,
        at: [f64; 2],
        [width, height]: [f32; 2],
        velocity: Option<f32>,
    ) -> Result<(), Unsupported> {
        let refusal = |error: &dyn std::fmt::Display| Unsupported::because(error.to_string());
        let def = velocity.map_or(BodyDef::fixed(), |speed| BodyDef::dynamic().velocity([speed, 0.0]));
        let body = self.world.add_body(def.position(at)).map_err(|error| refusal(&error))?;
        let shape = Shape::rectangle(width, height).map_err(|error| refusal(&error))?;
        self.world.add_collider(body, ColliderDef::new(shape)).map_err(|error| refusal(&error))?;
        self.bodies.push(body);
        Ok(())
    }

    fn step(&mut self, dt: f32) {
        self.world.step(dt);
    }

    fn body(&self, number: u32) -> ([f64; 2], bool) {
        let body = self.world.body(self.bodies[number as usize]);
        body.map_or(([f64::NAN; 2], false), |body| (body.position_f64().into(), body.is_awake()))
    }
}
