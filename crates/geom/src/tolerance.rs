//! Every tolerance and limit of this crate: its name, its unit and its reason.

/// The greatest number of vertices of a polygon: feature ids give a vertex eight bits.
pub(crate) const MAX_VERTICES: usize = 256;

/// m^2. An outline that encloses less area is refused: this is a square with sides of 0.03 mm.
pub const MIN_AREA: f32 = 1e-9;

/// m. Neighbouring vertices must be at least this far apart. For shapes some metres in size, f32 cannot give
/// a shorter edge an accurate direction.
pub const MIN_EDGE: f32 = 1e-5;

/// m. Half the side of the box that stands for a half-space, which is unbounded. Far beyond any scene, and
/// small enough that a broad phase can square it in f32.
pub const HALF_SPACE_EXTENT: f32 = 1e9;

/// m. A construction (hull, cut, fracture, decomposition) merges points that are closer than this. It exceeds
/// [`MIN_EDGE`] by more than the rounding of f32, so the points that remain are far enough apart for edges.
/// Where [`FLATNESS`] times the extent is larger, that distance counts instead.
pub const WELD: f32 = 1.25e-5;

/// Dimensionless, a fraction of the extent of a construction. A corner that lies less than this beyond the
/// line of its neighbours counts as straight. Four units in the last place: twice the rounding error of the
/// cross products in [`Polygon::new`](crate::Polygon::new), so `Polygon::new` accepts every corner that a
/// construction keeps.
pub const FLATNESS: f32 = 5e-7;

/// m. A coordinate of an outline that is nearer to zero is set to zero, because products of such numbers
/// would underflow in f64.
pub const MIN_COORDINATE: f32 = 1e-30;

/// Dimensionless, a fraction of the squared radius of a bounding circle. While the circle is searched, a
/// point that lies no farther outside counts as inside: the centre through three points has an error of some
/// units in the last place of f64.
pub const CIRCLE_BORDER: f64 = 1e-13;

/// Dimensionless. A normal that is read from a file keeps its bits if it is this near to the unit normal: it
/// was written by this crate, and normalising it again could change its last bits.
pub const UNIT_NORMAL: f32 = 1e-6;
