//! Queries between steps: what a ray or a moving shape hits, what overlaps a shape, and what is nearest.
//!
//! ```text
//!   cast_ray, cast_shape        the closest hit     ___any: whether there is one   ___all: all, in order
//!   cast_rays, cast_shapes      many closest hits, on all threads
//!   overlap_point, _aabb, _shape    visits what overlaps    ___all: a list   ___any: whether there is one
//!   closest_to_point, closest_to_shape, distance            distances, or depths of overlap
//! ```
//!
//! The broad phase finds the fat AABBs that may be hit, the [`QueryFilter`] drops colliders, and a test of
//! the shapes follows. Queries see all that was added, moved or removed since the last step.
//!
//! Results do not depend on the broad phase: of equally good colliders the lowest slot is returned, lists
//! have a defined order, and where only *whether* something is hit is cheap to know, the result is a `bool`.
//! Only the order in which a visitor is called depends on it. Turned down (`docs/experiments/world.md`): a
//! separate query pipeline; a visitor that returns the fraction at which to go on.

mod batch;
mod cast;
mod check;
mod closest;
mod filter;
mod hit;
mod overlap;

pub use filter::{Predicate, PredicateRef, QueryFilter};
pub use hit::{CastHit, ClosestHit};
