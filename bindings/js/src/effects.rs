//! Effects: wind, water, attractors, regions with a gravity of their own, explosions.
//!
//! Each effect of the input is its kind, its region, and its numbers; a mask has two words; NaN stands for
//! the default. A region is 0 for everywhere, 1 and two corners for a box, 2 and a shape.

use crate::body::vector;
use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, succeeds, try_list};
use crate::{shape, wire};
use physics::geom::{Aabb, Point, Position, Shape};
use physics::toolkit::effects::{
    Attraction, Attractor, Explosion, Field, Fields, GravityRegion, Region, Water, Wind,
};
use physics::world::World;
use wasm_bindgen::prelude::wasm_bindgen;

/// Numbers that are read one after the other.
pub struct Reader<'a>(pub &'a [f64]);

impl Reader<'_> {
    /// The next number, NaN at the end.
    pub fn next(&mut self) -> f64 {
        let Some((first, rest)) = self.0.split_first() else { return f64::NAN };
        self.0 = rest;
        *first
    }

    /// Sets a number, unless the next one is NaN.
    pub fn set(&mut self, place: &mut f32) {
        let x = self.next();
        if !x.is_nan() {
            *place = x as f32;
        }
    }

    fn set_mask(&mut self, place: &mut u64) {
        let (low, high) = (self.next(), self.next());
        if !low.is_nan() {
            *place = wire::mask(low, high);
        }
    }

    /// A point of two numbers.
    pub fn point(&mut self) -> Point {
        let (x, y) = (self.next(), self.next());
        Point::new(x as f32, y as f32)
    }

    fn position(&mut self) -> Position {
        let (x, y) = (self.next(), self.next());
        Position::new(x, y)
    }

    fn region(&mut self) -> Result<Region, Failure> {
        match self.next() as u32 {
            0 => Ok(Region::Everywhere),
            1 => Ok(Region::Box(Aabb { lower: self.point(), upper: self.point() })),
            _ => {
                let (shape, rest) = shape::from_numbers(self.0)?;
                self.0 = rest;
                match shape {
                    Shape::Polygon(polygon) => Ok(Region::Polygon(polygon)),
                    Shape::HalfSpace(half_space) => Ok(Region::HalfSpace(half_space)),
                    _ => Err(Failure::new(
                        "TypeError",
                        "region",
                        "",
                        &"region must be a polygon or a half-space",
                    )),
                }
            }
        }
    }

    fn field(&mut self) -> Result<Field, Failure> {
        let (kind, region) = (self.next() as u32, self.region()?);
        Ok(match kind {
            0 => {
                let (x, y) = (self.next(), self.next());
                let mut wind = Wind::new(vector(x, y));
                wind.region = region;
                self.set(&mut wind.density);
                self.set(&mut wind.drag);
                self.set(&mut wind.lift);
                self.set_mask(&mut wind.categories);
                wind.into()
            }
            1 => {
                let mut water = Water::new(region);
                let (x, y) = (self.next(), self.next());
                water.velocity = vector(x, y);
                self.set(&mut water.density);
                self.set(&mut water.viscosity);
                self.set(&mut water.drag);
                self.set(&mut water.lift);
                self.set_mask(&mut water.categories);
                water.into()
            }
            2 => {
                let (center, strength) = (self.position(), self.next());
                let mut attractor = Attractor::new(center, strength as f32);
                attractor.attraction = match self.next() as u32 {
                    0 => Attraction::InverseSquare,
                    1 => Attraction::Inverse,
                    2 => Attraction::Constant,
                    _ => Attraction::Linear,
                };
                self.set(&mut attractor.radius);
                self.set(&mut attractor.reach);
                self.set_mask(&mut attractor.categories);
                attractor.into()
            }
            _ => {
                let (x, y) = (self.next(), self.next());
                let mut all = GravityRegion::new(region, vector(x, y));
                self.set_mask(&mut all.categories);
                all.into()
            }
        })
    }
}

#[wasm_bindgen]
impl Engine {
    /// The effects that act in every step.
    #[wasm_bindgen(js_name = setEffects)]
    pub fn set_effects(&mut self, count: usize) -> bool {
        let list = exchange::read(|input| {
            let (mut reader, mut list) = (Reader(&input[..count]), Vec::new());
            while !reader.0.is_empty() {
                list.push(reader.field()?);
            }
            Ok(list)
        });
        succeeds(list.and_then(|list: Vec<Field>| {
            // A bad number is refused now, not in the next step: an empty world takes the same check.
            Fields::new(list.iter().cloned()).apply(&mut World::default(), 0.0)?;
            self.fields.list = list;
            Ok(())
        }))
    }

    /// Pushes dynamic bodies away from a place: x, y, radius, impulse for each metre, falloff, categories,
    /// obstacles. Lists slots and generations of the bodies.
    pub fn explode(&mut self) -> i32 {
        let explosion = exchange::read(|input| {
            let mut reader = Reader(input);
            let (center, radius, strength) = (reader.position(), reader.next(), reader.next());
            let mut explosion = Explosion::new(center, radius as f32, strength as f32);
            reader.set(&mut explosion.falloff);
            reader.set_mask(&mut explosion.categories);
            reader.set_mask(&mut explosion.obstacles);
            explosion
        });
        let pushed = explosion.apply(&mut self.world);
        try_list(|output| {
            output.extend(pushed?.iter().flat_map(|id| parts(id.to_bits())));
            Ok(())
        })
    }
}
