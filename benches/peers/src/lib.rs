//! Compares this engine with Box2D 3 and Rapier 2D on the same scenes, in speed and in quality.
//!
//! ```text
//!   scenes::BENCHMARKS ──> Level + Script ──> Engine (ours | box2d | rapier)
//!                                               │
//!   speed    time of every step, memory, processor time, and figures that show that the work was equal
//!   quality  probes with a known ideal, measured from the poses alone
//!   everyday what ordinary games are made of: time, and gaps, depths and energy beside it
//!   far      a slow body and a tower up to 10,000 km from the origin
//!   price    what each feature of this engine costs: time, counted instructions, the probe that it serves
//!   micro    rays, boxes, swept circles, pairs, snapshots; trees of boxes by themselves
//!                                               │
//!   race     each run in a process of its own, engine by engine, again and again ──> Row
//!                                               │
//!   report   one JSON object per row, or tables and plots
//! ```
//!
//! Each run has a process of its own, so its peak memory is its own and no engine warms the caches for the
//! next. Runs alternate between the engines, so that a noisy minute of the machine affects all of them. What
//! counts is the ratio of times within one race.
//!
//! Turned down: Criterion, which runs one engine for minutes before the next begins.

pub mod change;
pub mod count;
pub mod engine;
pub mod everyday;
pub mod far;
pub mod measure;
pub mod micro;
pub mod plot;
pub mod price;
pub mod provenance;
pub mod quality;
pub mod race;
pub mod report;
pub mod row;
pub mod speed;
pub mod table;
pub mod time;
