#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! ```text
//!   Batch
//!     slots     world | state of the task | episode, fault        one for each world, in order
//!     rows      observations, rewards, flags, ...                 flat arrays, a row for each world
//!     actors    stepper | snapshot | scratch                      one for each worker
//!
//!   worker 0   [ chunk | chunk | chunk ]      a worker owns a range of the worlds, with their rows. It takes
//!   worker 1   [ chunk | chunk | chunk ]      them chunk by chunk: act, step, (again,) observe.
//! ```

mod actor;
mod batch;
mod definition;
mod error;
mod flag;
mod interrupt;
mod maps;
mod parameters;
mod random;
mod rows;
mod scale;
mod task;

// The crates whose types this one shows.
pub use {compute, geom, world};

pub use batch::Batch;
pub use definition::BatchDef;
pub use error::BatchError;
pub use flag::{Fault, Flag};
pub use interrupt::Interrupt;
pub use maps::{Action, Drive, Maps, Observation, RayFan};
pub use parameters::{Parameter, Varied};
pub use random::Random;
pub use task::{Outcome, Task};
