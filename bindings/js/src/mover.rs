//! A character that walks, and is no rigid body.

use crate::body::vector;
use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, answer, succeeds, try_list};
use crate::{shape, wire};
use physics::geom::Position;
use physics::toolkit::{CharacterMover, CharacterSettings};
use properties::{Form, Properties, Range, Visitor, property};
use wasm_bindgen::prelude::wasm_bindgen;

/// The settings in the order in which `package/mover.js` lists them. The engine checks their ranges.
struct Named<'a>(&'a mut CharacterSettings);

impl Properties for Named<'_> {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let own = |name, unit| property(name, unit, Range::elsewhere("in its range"));
        let settings = &mut *self.0;
        let [x, y] = &mut settings.up.data.0[0];
        visitor.numbers(own("up", ""), Form::Vector, [x, y])?;
        visitor.number(own("skin", "m"), &mut settings.skin)?;
        visitor.number(own("max_slope", "rad"), &mut settings.max_slope)?;
        visitor.number(own("step_height", "m"), &mut settings.step_height)?;
        visitor.number(own("snap_distance", "m"), &mut settings.snap_distance)?;
        visitor.flag("constant_speed", &mut settings.constant_speed)?;
        visitor.number(own("mass", "kg"), &mut settings.mass)?;
        visitor.number(own("push_force", "N"), &mut settings.push_force)?;
        visitor.mask("category", &mut settings.filter.category)?;
        visitor.mask("mask", &mut settings.filter.mask)
    }
}

/// A character.
#[wasm_bindgen]
pub struct Walker(CharacterMover);

#[wasm_bindgen]
impl Walker {
    /// With the shape and the settings of the input, at a position (m), with a body that goes along if its
    /// slot is not negative.
    pub fn create(
        engine: &Engine,
        count: usize,
        x: f64,
        y: f64,
        slot: i32,
        generation: u32,
    ) -> Option<Walker> {
        let make = || -> Result<Walker, Failure> {
            let mut mover = exchange::read(|input| {
                let (shape, rest) = shape::from_numbers(&input[..count])?;
                let mut settings = CharacterSettings::new(&shape, engine.world.settings());
                wire::set(&mut Named(&mut settings), rest)?;
                Ok::<_, Failure>(CharacterMover::with_settings(shape, settings)?)
            })?;
            mover.set_position(Position::new(x, y));
            if let Ok(slot) = u32::try_from(slot) {
                mover = mover.with_body(engine.body_id(slot, generation)?);
            }
            Ok(Walker(mover))
        };
        make().map_err(Failure::keep).ok()
    }

    /// Moves the character for `dt` seconds. Lists position, velocity, flags (1 ground, 2 wall on the left, 4
    /// on the right, 8 ceiling, 16 crushed), the normal of the ground, slot and generation of its collider,
    /// and of the bodies that were hit.
    pub fn step(&mut self, engine: &mut Engine, x: f64, y: f64, dt: f64) -> i32 {
        engine.touch();
        let motion = self.0.step(&mut engine.world, vector(x, y), dt as f32);
        try_list(|output| {
            let motion = motion?;
            output.extend([motion.position.x, motion.position.y]);
            output.extend([motion.velocity.x, motion.velocity.y].map(f64::from));
            let flags = [
                motion.ground.is_some(),
                motion.is_wall_left,
                motion.is_wall_right,
                motion.is_ceiling,
                motion.is_crushed,
            ];
            let bits = flags.iter().enumerate().map(|(i, &flag)| u32::from(flag) << i).sum::<u32>();
            output.push(f64::from(bits));
            let normal = motion.ground.map_or([0.0; 2], |ground| [ground.normal.x, ground.normal.y]);
            output.extend(normal.map(f64::from));
            output.extend(motion.ground.map_or([0.0; 2], |ground| parts(ground.collider.to_bits())));
            output.extend(motion.collisions.iter().flat_map(|hit| parts(hit.body.to_bits())));
            Ok(())
        })
    }

    /// Answers where its origin is, m.
    pub fn position(&self) {
        let at = self.0.position();
        answer(&[at.x, at.y, f64::from(u8::from(self.0.ground().is_some()))]);
    }

    /// Puts the character to a position, m.
    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(&mut self, engine: &mut Engine, x: f64, y: f64) -> bool {
        engine.touch();
        let moved = self.0.teleport(&mut engine.world, Position::new(x, y));
        succeeds(moved.map_err(Failure::from))
    }

    /// Gives it the shape of the input.
    #[wasm_bindgen(js_name = setShape)]
    pub fn set_shape(&mut self, count: usize) -> bool {
        succeeds(exchange::read(|input| {
            let (shape, _) = shape::from_numbers(&input[..count])?;
            Ok(self.0.set_shape(shape)?)
        }))
    }

    /// Lets it fall through the one-way platform on which it stands.
    #[wasm_bindgen(js_name = dropThrough)]
    pub fn drop_through(&mut self) {
        self.0.drop_through();
    }

    /// Changes settings.
    pub fn set(&mut self, count: usize) -> bool {
        let mut settings = *self.0.settings();
        let set = exchange::read(|input| wire::set(&mut Named(&mut settings), &input[..count]));
        succeeds(set.and_then(|()| Ok(self.0.set_settings(settings)?)))
    }

    /// Lists the settings.
    pub fn settings(&self) -> i32 {
        let mut settings = *self.0.settings();
        exchange::list(|output| wire::get(&mut Named(&mut settings), 0, output))
    }
}
