#![doc = include_str!("../README.md")]

// The crates whose types this one shows.
pub use {broadphase, collide, compute, geom, world};

mod assembly;
pub mod character;
mod destruction;
pub mod draw;
pub mod effects;
mod error;
mod fixed_step;
mod height_field;
mod interpolator;
mod links;
mod local;
mod outline;
mod portals;
mod save_file;
mod terrain;
mod timeline;
mod touches;

pub use assembly::{joined_bodies, move_bodies, place_joined};
pub use character::{
    CharacterCollision, CharacterGround, CharacterMotion, CharacterMover, CharacterSettings,
};
pub use destruction::{DestructionError, Pieces, fracture_body, slice_body};
pub use error::Error;
pub use fixed_step::FixedStep;
pub use height_field::HeightField;
pub use interpolator::Interpolator;
pub use links::{LinkedBodies, Links, path_around};
pub use portals::{Opening, PortalCast, PortalDef, PortalId, PortalLeg, Portals};
pub use save_file::{SaveFile, SaveFileError};
pub use terrain::Terrain;
pub use timeline::Timeline;
pub use touches::{KinematicTouch, KinematicTouches};
