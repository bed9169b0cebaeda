//! What stands in each level: a `Level` of the engine, and what each body is.

use physics::prelude::{BodyDef, ColliderDef, DefError, Level, Shape, WorldSettings};

/// How many levels there are.
pub const LEVELS: usize = 3;

/// What a body is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// The ground.
    Earth,
    /// Bears hard hits.
    Wood,
    /// Bears all hits.
    Stone,
    /// Breaks into shards.
    Glass,
    /// A shard of glass: nothing more happens to it.
    Shard,
    /// What is to be broken.
    Gold,
    /// What is thrown.
    Ball,
}

/// A body of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// What it is made of.
    pub material: Material,
    /// How much of what it can bear is left, N s.
    pub strength: f32,
}

impl Material {
    /// What it bears at first, N s. Hits add up.
    pub(crate) fn strength(self) -> f32 {
        match self {
            Self::Earth | Self::Stone | Self::Shard | Self::Ball => f32::INFINITY,
            Self::Wood => 60.0,
            Self::Glass => 12.0,
            Self::Gold => 8.0,
        }
    }

    /// kg/m^2.
    pub(crate) fn density(self) -> f32 {
        match self {
            Self::Earth | Self::Stone => 8.0,
            Self::Wood => 3.0,
            Self::Glass | Self::Shard => 4.0,
            Self::Gold => 5.0,
            Self::Ball => 12.0,
        }
    }
}

/// A level under construction.
struct Builder {
    level: Level,
    pieces: Vec<Piece>,
}

impl Builder {
    fn add(&mut self, material: Material, def: BodyDef, shape: Shape) {
        let collider = ColliderDef::new(shape).density(material.density()).friction(0.7);
        self.level.body_with(def, collider);
        self.pieces.push(Piece { material, strength: material.strength() });
    }

    /// A box of this size whose lower left corner is at (x, y), m.
    fn slab(&mut self, material: Material, [x, y]: [f32; 2], [w, h]: [f32; 2]) -> Result<(), DefError> {
        let def = BodyDef::dynamic().position([x + 0.5 * w, y + 0.5 * h]);
        self.add(material, def, Shape::rectangle(0.5 * w, 0.5 * h)?);
        Ok(())
    }

    /// A target that stands at (x, y).
    fn target(&mut self, x: f32, y: f32) -> Result<(), DefError> {
        self.slab(Material::Gold, [x - 0.3, y], [0.6, 0.8])
    }

    /// Two posts and a beam, 3 m wide and `height` high, with their left edge at x.
    fn gate(&mut self, material: Material, [x, y]: [f32; 2], height: f32) -> Result<(), DefError> {
        self.slab(material, [x, y], [0.4, height - 0.4])?;
        self.slab(material, [x + 2.6, y], [0.4, height - 0.4])?;
        self.slab(Material::Wood, [x, y + height - 0.4], [3.0, 0.4])
    }
}

/// The bodies of a level, 0 to [`LEVELS`] - 1, and what each of them is, in the same order.
pub(crate) fn build(number: usize) -> Result<(Level, Vec<Piece>), DefError> {
    // Below 1 m/s a hit is none: what settles breaks nothing.
    let settings = WorldSettings { hit_speed: 1.0, ..WorldSettings::default() };
    let mut it = Builder { level: Level::new(settings), pieces: Vec::new() };
    let ground = BodyDef::fixed().position([20.0, -0.5]);
    it.add(Material::Earth, ground, Shape::rectangle(40.0, 0.5)?);
    match number {
        0 => {
            it.gate(Material::Wood, [14.0, 0.0], 2.4)?;
            it.target(15.5, 0.0)?;
            it.target(15.5, 2.4)?;
        }
        1 => {
            it.gate(Material::Stone, [14.0, 0.0], 2.4)?;
            it.gate(Material::Wood, [14.0, 2.4], 2.4)?;
            it.target(15.5, 2.4)?;
            it.target(15.5, 4.8)?;
            for i in 0..3 {
                it.slab(Material::Glass, [19.0, 1.2 * i as f32], [0.3, 1.2])?;
            }
            it.target(20.5, 0.0)?;
        }
        _ => {
            for i in 0..3 {
                it.gate(Material::Wood, [13.0 + 3.4 * i as f32, 0.0], 2.2)?;
            }
            for i in 0..2 {
                it.gate(Material::Wood, [14.7 + 3.4 * i as f32, 2.2], 2.2)?;
            }
            it.gate(Material::Stone, [16.4, 4.4], 2.2)?;
            it.target(16.2, 2.2)?;
            it.target(19.6, 2.2)?;
            it.target(17.9, 6.6)?;
        }
    }
    Ok((it.level, it.pieces))
}
