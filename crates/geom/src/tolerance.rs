//! Every tolerance and limit of this crate: its name, its unit and its reason.

/// Of a polygon: feature ids give a vertex eight bits.
pub(crate) const MAX_VERTICES: usize = 256;

/// m^2. An outline of less area is refused: a square with sides of 0.03 mm.
pub const MIN_AREA: f32 = 1e-9;

/// m. Least distance of neighbouring vertices: on shapes of some metres f32 gives a shorter edge no accurate
/// direction.
pub const MIN_EDGE: f32 = 1e-5;

/// m. Half the side of the box that stands for a half-space: far beyond any scene, and its square fits f32.
pub const HALF_SPACE_EXTENT: f32 = 1e9;

/// m. Constructions (hull, cut, fracture, decomposition) merge points closer than this, or than [`FLATNESS`]
/// times the extent. It exceeds [`MIN_EDGE`] by more than the rounding of f32, so what remains can have
/// edges.
pub const WELD: f32 = 1.25e-5;

/// Fraction of the extent of a construction: a corner less than this beyond the line of its neighbours counts
/// as straight. Four units in the last place, twice the rounding of the cross products in
/// [`Polygon::new`](crate::Polygon::new), which so accepts every corner that is kept.
pub const FLATNESS: f32 = 5e-7;

/// m. An outline's coordinate nearer to zero is set to zero: products would underflow in f64.
pub const MIN_COORDINATE: f32 = 1e-30;

/// Fraction of the squared radius of a bounding circle: in the search a point no farther outside counts as
/// inside. The centre through three points is wrong by some units in the last place.
pub const CIRCLE_BORDER: f64 = 1e-13;

/// Ratio. A normal from a file this near to the unit normal keeps its bits: this crate wrote it.
pub const UNIT_NORMAL: f32 = 1e-6;
