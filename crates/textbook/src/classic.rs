//! The classic solver: sequential impulses, one pair of bodies after the other, with every variation of the
//! texts.
//!
//! ```text
//!   begin      v += dt a                      explicit Euler moves the positions before that
//!              apply the stored impulses      warm starting
//!   iterate    joints, then for each contact point: normal impulse, friction impulse        n times
//!   finish     x += dt v                      symplectic Euler
//!              separate overlapping bodies    position correction
//! ```
//!
//! With [`StepOrder::PositionsFirst`] the positions move in `begin`, before any impulse, and
//! `begin_constraints` does what needs the contacts, which the caller detects there
//! ([`ClassicScene::detect`]). Collisions may also be detected again before each iteration, as *2D Collision
//! Detection and Resolution* does; *Sotirov 2022* and *Gaul, Custom Physics Engine* detect once.
//!
//! Sources (`docs/errata.md` lists the texts): *Impulse Responses* for the impulses and the joint; *Gaul,
//! Custom Physics Engine* for projection and iterations; *Sotirov 2022* for the Baumgarte bias, the drag and
//! displacement without impulses; *2D Collision Detection and Resolution* for the correction by a fraction of
//! the overlap and for weights by depth. Accumulated impulses and warm starting are from Catto, "Iterative
//! Dynamics with Temporal Coherence", GDC 2005.
//!
//! It calls the functions of [`impulse`](crate::solver::impulse), for readers.
//! [`SoftSolver`](crate::solver::SoftSolver) is faster and more accurate.

mod contact_impulses;
#[cfg(test)]
mod errata;
mod integrate;
#[cfg(test)]
mod laws;
mod position_correction;
mod settings;
mod solver;

pub use self::solver::{ClassicScene, ClassicSolver};
pub use settings::{ClassicSettings, ImpulseMethod, Integrator, PositionCorrection, StepOrder};
