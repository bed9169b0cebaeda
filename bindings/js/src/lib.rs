//! The npm package of the engine, the half in Rust: functions of numbers, which `package/*.js` make classes
//! of.
//!
//! ```text
//!   package/*.js      World, Body, Collider, Joint, Shape: plain objects in, plain objects out
//!        |  slots, generations, and numbers in shared memory
//!   exchange          that memory, and the last error
//!   wire              definitions as (key, numbers) by the list of properties
//!   engine            Engine: a world, its poses as arrays
//!   body, collider, joint, shape, query, events, draw, files, effects, height_field, mover, hook, batch,
//!   pieces, portals
//! ```
//!
//! No function throws: one that fails answers `false`, or -1, and `take_error` tells why. So a call costs
//! no more than a call within WebAssembly. Nothing here is `unsafe`.

mod batch;
mod body;
mod collider;
mod draw;
mod effects;
mod engine;
mod events;
mod exchange;
mod files;
mod height_field;
mod hook;
mod joint;
mod mover;
mod pieces;
mod portals;
mod query;
mod shape;
mod wire;
