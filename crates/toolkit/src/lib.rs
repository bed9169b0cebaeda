#![doc = include_str!("../README.md")]

// The crates whose types this one shows.
pub use {broadphase, collide, compute, geom, world};

pub mod character;
pub mod draw;
pub mod effects;
mod fixed_step;
mod interpolator;

pub use character::{
    CharacterCollision, CharacterGround, CharacterMotion, CharacterMover, CharacterSettings,
};
pub use fixed_step::FixedStep;
pub use interpolator::Interpolator;
