//! Joints, as constraint rows that both solvers use.
//!
//! A row is one scalar, the error C, that must be zero or must stay on one side of zero. Its velocity is v =
//! dC/dt. Five kinds of rows make all joints:
//!
//! ```text
//!   point     pB - pA, two rows solved together             revolute, weld, motor, mouse
//!   angle     fB angleB - fA angleA                         angular limits, motors and springs; weld; gear
//!   length    u . (pB - pA) - rest, u fixed in A: an axis   prismatic, wheel
//!             |pB - pA| - length: a distance                distance, rope
//!   pulley    |pA - gA| + ratio |pB - gB| - length          gA and gB: the wheels, fixed in the world
//!   image     uB . xB + fB angleB - uA . xA - fA angleA      portal, rack; x: a centre of mass
//! ```
//!
//! A joint writes its rows anew in each step: where its points are when the step begins ([`JointFrame`]),
//! what is measured ([`ConstraintError`]), and how the row acts on that error ([`RowMode`]: rigid, spring,
//! limit, motor). The solver turns the points along with their bodies, so a row is exact in every sub-step.
//!
//! A limit lets the error just reach zero within the sub-step: v + C / h >= 0.
//!
//! Each kind has a file with its formula: `point.rs`, `angle.rs`, `length.rs`, `pulley.rs`, `image.rs`.
//! `row_mode.rs` has the formula of the impulse, `solver.rs` and `blocks.rs` solve eight rows at a time.
//!
//! Turned down: a type of constraint for each kind of joint, which needs its own loop in each solver. Two
//! rows for the two ends of a range: within a step only the nearer end can be reached.

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
pub(crate) use solver::{JointArrays, JointList, JointSolver, SharedJoints};
pub(crate) use springs::{SpringDemands, Substep};
