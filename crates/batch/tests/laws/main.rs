//! The laws of a batch.

mod alone;
mod bad_input;
mod faults;
mod maps;
mod parameters;
mod reset;
mod support;
mod task;
