//! Every tolerance of this crate: its name, its unit and its reason.

/// m. How much farther B's edge must separate two hulls than A's does before it becomes the reference edge.
/// Without it the choice would follow rounding, and the normal of two corners that meet would jump from step
/// to step. Far above that noise (1e-6 m), and well below what a solver lets shapes overlap (5e-3 m).
pub const REFERENCE_BIAS: f32 = 1e-4;

/// m. How far a corner must lie beyond the end of an edge to count as beyond it. The side planes of clipping
/// are moved out by the same length, so that every contact belongs to corner or to edge, and rounding cannot
/// lose it between the two. Above what f32 loses on shapes of 100 m (8e-6 m), too little to be seen.
pub const CORNER_SLACK: f32 = 1e-5;

/// m. Two points of a manifold that are closer than this along the surface are one, however deep each lies. To
/// a body of a metre they are the same lever, and would give a block solver the same row twice.
pub const MIN_SPREAD: f32 = 1e-4;

/// m. A shorter difference of two points has no direction: it is the rounding of their coordinates (6e-8 m at
/// 1 m), while its square is still far from where f32 loses digits to underflow.
pub const MIN_DIRECTION: f32 = 1e-9;

/// Sine of an angle. How far a normal may lean towards the neighbour of a chain segment and still count as the
/// segment's own: the rounding of a normal, and no more.
pub const SEAM_SINE: f32 = 1e-5;

/// Sine of an angle. A ray closer than this to the direction of a segment runs along it and meets no side:
/// the sign of such a crossing is rounding.
pub const PARALLEL_SINE: f32 = 1e-6;
