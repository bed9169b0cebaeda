//! Sparse symmetric matrices of 3x3 blocks: one for each body, and one for each two that are coupled.
//!
//! ```text
//!   graph       which nodes are coupled, in the order of elimination
//!     |  elimination.rs    where new blocks appear: once, for as long as the graph is the same
//!   structure
//!     |  factor.rs         H = L D L^T, and H x = b
//!   x
//! ```
//!
//! It knows no bodies, joints or contacts: its users order the nodes, fill the blocks, and keep the numbers
//! (`number.rs`).

pub(super) mod elimination;
// The closures of iterators are compiled without the wide instructions, so loops use an index.
#[allow(clippy::needless_range_loop)]
pub(super) mod factor;
#[cfg(test)]
mod laws;
pub(super) mod number;
