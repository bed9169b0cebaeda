#![doc = include_str!("../README.md")]

mod aim;
mod damage;
mod game;
mod tower;

pub use aim::{BALL_RADIUS, MAX_PULL, SLING, launch_velocity, path, pulled_ball};
pub use game::{BALLS, DT, Game, Input, Phase};
pub use tower::{LEVELS, Material, Piece};
