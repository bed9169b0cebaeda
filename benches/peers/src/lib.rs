//! The yardstick: the same scenes on this engine, on Box2D 3 and on Rapier 2D, for speed and for quality.
//!
//! ```text
//!   scenes::BENCHMARKS ──> Level + Script ──> Engine (ours | box2d | rapier)
//!                                               │
//!   speed    every step timed, memory, processor seconds, and what shows that the work was equal
//!   quality  probes with a known ideal, measured from the poses alone
//!   micro    rays, boxes, swept circles, pairs, snapshots; trees of boxes by themselves
//!                                               │
//!   race     each run in a process of its own, engine by engine, again and again ──> Row
//!                                               │
//!   report   one JSON object per row, or tables and plots
//! ```
//!
//! A run has a process to itself, so that its peak memory is its own and no engine warms the caches for the next.
//! Runs alternate between the engines, so that a noisy minute of the machine hits all of them; what counts is the
//! ratio within one race.
//!
//! Turned down: Criterion, which would run one engine for minutes before the next has its turn.

pub mod engine;
pub mod measure;
pub mod micro;
pub mod plot;
pub mod provenance;
pub mod quality;
pub mod race;
pub mod report;
pub mod row;
pub mod speed;
pub mod table;
