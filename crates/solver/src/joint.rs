//! Joints, as constraint rows that all solvers use.
//!
//! A row is one scalar, the error C, that must be zero or stay on one side of it, with the velocity v =
//! dC/dt. Six kinds make all joints:
//!
//! ```text
//! point     pB - pA, two rows solved together             revolute, weld, motor, mouse
//! angle     fB angleB - fA angleA                         angular limits, motors, springs; weld; gear
//! length    u . (pB - pA) - rest, u an axis fixed in A    prismatic, wheel
//!           |pB - pA| - length                            distance, rope
//! pulley    |pA - gA| + ratio |pB - gB| - length          gA, gB: the wheels, fixed in the world
//! image     uB . xB + fB angleB - uA . xA - fA angleA      portal, rack; x: a centre of mass
//! ```
//!
//! A joint writes its rows in each step: its points ([`JointFrame`]), what is measured ([`ConstraintError`]),
//! and how the row acts on that ([`RowMode`]: rigid, spring, limit, motor). The solver turns the points with
//! their bodies, so a row is exact in every sub-step.
//!
//! Formulas: `point.rs`, `angle.rs`, `length.rs`, `pulley.rs`, `image.rs`; of the impulse, `row_mode.rs`;
//! `solver.rs` and `blocks.rs` solve eight rows at a time.

mod anchor;
mod angle;
mod block;
mod blocks;
mod body_pair;
mod geometric_stiffness;
mod image;
mod jacobian;
#[cfg(test)]
mod laws;
mod length;
mod point;
mod pulley;
mod row_mode;
mod rows;
mod scalar_row;
mod solver;
mod springs;

pub(crate) use blocks::JointBlocks;
pub use geometric_stiffness::add_geometric_stiffness;
pub use rows::{ConstraintError, JointFrame, JointRows, LIMIT_TURN, RowMode, UNBOUNDED};
pub use solver::JointSolver;
pub(crate) use solver::{JointArrays, JointList, SharedJoints};
pub(crate) use springs::{SpringDemands, Substep};
