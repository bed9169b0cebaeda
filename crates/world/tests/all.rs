//! The behaviour of worlds. `query`, `seams` and `swept` are programs of their own.
//!
//! They are one program, because each program takes seconds to link.

mod bad_input;
mod boards;
mod bounces;
mod chains;
mod collider_enabled;
mod columns;
mod direct_joints;
mod disabled;
mod edits;
mod events;
mod extremes;
mod friction_and_winch;
mod heavy_loads;
mod history;
mod hooks;
mod joint_kinds;
mod joints;
mod layers;
mod level_bytes;
mod level_records;
mod levels;
mod life_cycle;
mod limits;
mod loaded_links;
mod many_colliders;
mod mass;
mod model;
mod nets;
mod one_way;
mod overlap;
mod properties;
mod pushes;
mod recordings;
mod rest;
mod robustness;
mod rocking;
mod same_bits;
mod sensors;
mod snapshot_bytes;
mod time_steps;
mod to_level;
mod units;
mod user_data;
mod view_mut;
