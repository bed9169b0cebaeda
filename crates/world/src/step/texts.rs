//! The methods of the texts, to learn from and to compare with.
//!
//! ```text
//!   classic.rs     the stage `solve` with the classic solver, which may look for manifolds in each iteration
//!   impacts.rs     a step that is cut where something fast first touches
//! ```

pub(super) mod classic;
pub(super) mod impacts;
