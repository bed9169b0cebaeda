//! Every tolerance of this crate: its name, its unit and its reason.

/// m^2. An outline that encloses less has no inside worth a mass: a square of 0.03 mm.
pub const MIN_AREA: f32 = 1e-9;

/// m. Neighbouring vertices that are closer than this cannot give an edge a direction that f32 still holds
/// for shapes some metres in size.
pub const MIN_EDGE: f32 = 1e-5;

/// m. Half the extent of the box of a half-space, which has none. Far beyond any scene, and small enough
/// that a broad phase may square it in f32.
pub const HALF_SPACE_EXTENT: f32 = 1e9;

/// m. Points of a construction that are closer than this become one: above [`MIN_EDGE`] by more than f32 rounds,
/// so that what is left are edges. Where [`FLATNESS`] times the extent is larger, that counts instead.
pub const WELD: f32 = 1.25e-5;

/// Of the extent of a construction, dimensionless. A corner that stands less than this fraction beyond the line of
/// its neighbours is straight: four units in the last place, twice what the cross products of
/// [`Polygon::new`](crate::Polygon::new) lose in f32, so that a corner that is kept is a corner there too.
pub const FLATNESS: f32 = 5e-7;

/// m. A coordinate of an outline that is nearer to zero is zero: its products would leave the range of f64.
pub const MIN_COORDINATE: f32 = 1e-30;

/// Of the squared radius of a bounding circle while it is sought, dimensionless. A point no farther outside is on its
/// border, since f64 has the centre through three points to some units in the last place.
pub const CIRCLE_BORDER: f64 = 1e-13;

/// Dimensionless. A normal that is read from a file and this near to a unit normal is one that was written, and keeps
/// its bits: some units in the last place.
pub const UNIT_NORMAL: f32 = 1e-6;
