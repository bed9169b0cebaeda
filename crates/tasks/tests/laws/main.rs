//! Laws of all tasks, and of each.

mod bipedal_walker;
mod every_task;
mod lunar_lander;
mod support;
