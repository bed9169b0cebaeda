//! Every tolerance of this crate: its name, its unit and its reason.

/// m^2. An outline that encloses less has no inside worth a mass: a square of 0.03 mm.
pub const MIN_AREA: f32 = 1e-9;

/// m. Neighbouring vertices that are closer than this cannot give an edge a direction that f32 still holds
/// for shapes some metres in size.
pub const MIN_EDGE: f32 = 1e-5;

/// m. Half the extent of the box of a half-space, which has none. Far beyond any scene, and small enough
/// that a broad phase may square it in f32.
pub const HALF_SPACE_EXTENT: f32 = 1e9;
