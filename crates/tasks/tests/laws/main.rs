//! Laws of all tasks, and of each.

mod every_task;
mod lunar_lander;
mod support;
