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

/// A ratio. GJK ends when the next point gains less than this share of the coordinates it comes from: four times
/// what f32 rounds there. Less would follow noise, more would cost accuracy.
pub const GJK_GAIN: f32 = 5e-7;

/// Rounds of GJK, at most. In the tests random polygons need fewer than 12 and wheels of 256 vertices no more than
/// 14; noise that keeps on gaining is cut off here.
pub const GJK_ROUNDS: usize = 32;

/// A ratio. EPA ends when the next point lies beyond the nearest edge by no more than this share of the
/// coordinates it comes from: the error of the depth that is left, some roundings of f32.
pub const EPA_GAIN: f32 = 1e-6;

/// Vertices of EPA's polygon, at most: more than two polygons of 16 vertices have edges between them. On a circle,
/// the worst case, 64 leave the depth known to 1 - cos(pi / 64), a thousandth.
pub const EPA_VERTICES: usize = 64;

/// m. How far from the target distance a time of impact may leave two shapes. Less than what a solver lets overlap
/// (5e-3 m), so that it shows nowhere, and far above what f32 loses within some metres, so that it can be met.
pub const TOI_TOLERANCE: f32 = 1e-4;

/// Rounds of a search for a time of impact, at most. In the tests none that turns by up to 6 radians needs as many;
/// only what spins many times close by does.
pub const TOI_ROUNDS: usize = 256;

/// m. How far from the still shape a cast may stop: above what f32 loses on shapes of 10 m, too little to be seen.
pub const CAST_TOLERANCE: f32 = 1e-5;

/// Rounds of a shape cast, at most. Each squares the error, but where the shapes only graze: there it halves it.
pub const CAST_ROUNDS: usize = 64;
