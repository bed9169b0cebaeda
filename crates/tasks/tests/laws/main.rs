//! Laws of all tasks, and of each.

mod bipedal_walker;
mod car_racing;
mod crane;
mod every_task;
mod lunar_lander;
mod pile;
mod push_t;
mod support;
