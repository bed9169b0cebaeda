//! Convex shapes, and the measures of a single shape.
//!
//! Every shape but the half-space is a [`RoundedHull`]: all points within `radius` of the convex hull of some
//! vertices.
//!
//! ```text
//!              vertices   radius
//!   Circle         1       > 0
//!   Segment        2         0
//!   ChainSegment   2         0
//!   Capsule        2       > 0
//!   Polygon      3..       >= 0
//!   HalfSpace    none: a normal and an offset
//! ```
//!
//! So the narrow phase needs three routines for pairs of hulls, and one more each for half-spaces and chain
//! segments, whose neighbours limit the directions of their normals.
//!
//! Vertices are in the shape's frame, that of the body once a collider is made: [`Shape::transformed`]
//! applies the collider's offset once, which saves the narrow phase a product of poses in every call.

mod capsule;
mod chain;
mod circle;
mod error;
mod half_space;
mod polygon;
mod rounded_hull;
mod segment;

pub use capsule::Capsule;
pub use chain::{ChainSegment, Sides, chain};
pub use circle::Circle;
pub use error::ShapeError;
pub(crate) use error::{finite_point, positive};
pub use half_space::HalfSpace;
pub use polygon::Polygon;
pub use rounded_hull::RoundedHull;
pub use segment::Segment;

use crate::{Aabb, MassError, MassProperties, Point, Pose, Vec2};

/// A convex shape.
///
/// ```
/// use geom::{Point, Pose, Shape};
/// let wheel = Shape::circle(0.5)?;
/// assert!(wheel.contains(Point::new(0.3, 0.4)));
/// assert_eq!(wheel.aabb(Pose::at([2.0, 0.0])).lower, Point::new(1.5, -0.5));
///
/// let plank = Shape::rectangle(2.0, 0.1)?; // half extents: the plank is 4 m by 0.2 m
/// let mass = plank.mass_properties(10.0)?.mass; // kg, from 10 kg/m^2
/// assert!((mass - 8.0).abs() < 1e-6);
///
/// // The ground has no mass and no end.
/// let ground = Shape::half_space([0.0, 1.0], 0.0)?;
/// assert_eq!(ground.mass_properties(10.0)?.mass, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("SharedShape", "b2ShapeType"))]
pub enum Shape {
    /// All points within a radius of a point.
    Circle(Circle),
    /// The points between two points. It has no mass, so it can be ground only.
    Segment(Segment),
    /// A segment of a chain: ground over which bodies slide without bumping.
    ChainSegment(ChainSegment),
    /// All points within a radius of a segment.
    Capsule(Capsule),
    /// A convex polygon with sharp or rounded corners.
    Polygon(Polygon),
    /// All points on one side of a line.
    HalfSpace(HalfSpace),
}

impl Shape {
    /// A circle of `radius` (m, positive) around the origin.
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    #[doc(alias("ball", "b2Circle"))]
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        Circle::new(Point::origin(), radius).map(Self::Circle)
    }

    /// A rectangle around the origin, from its half extents (m, positive).
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    #[doc(alias("cuboid", "b2MakeBox", "box"))]
    pub fn rectangle(half_width: f32, half_height: f32) -> Result<Self, ShapeError> {
        Polygon::rectangle(half_width, half_height).map(Self::Polygon)
    }

    /// A strictly convex polygon, vertices in metres, in either winding: [`Polygon::from_any_winding`].
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong vertex.
    #[doc(alias("convex_polyline", "b2MakePolygon"))]
    pub fn polygon<P: Into<Point>>(vertices: impl IntoIterator<Item = P>) -> Result<Self, ShapeError> {
        Polygon::from_any_winding(vertices).map(Self::Polygon)
    }

    /// A capsule: all points within `radius` (m, positive) of the segment from `a` to `b` (m).
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    #[doc(alias = "b2Capsule")]
    #[doc(alias("capsule_x", "capsule_y"))]
    pub fn capsule(a: impl Into<Point>, b: impl Into<Point>, radius: f32) -> Result<Self, ShapeError> {
        Capsule::new(a, b, radius).map(Self::Capsule)
    }

    /// A segment from `a` to `b` (m).
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    #[doc(alias("b2Segment", "edge"))]
    pub fn segment(a: impl Into<Point>, b: impl Into<Point>) -> Result<Self, ShapeError> {
        Segment::new(a, b).map(Self::Segment)
    }

    /// All points p with `normal . p <= offset` (m); the outward `normal` has any length above zero.
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    #[doc(alias("halfspace", "plane"))]
    pub fn half_space(normal: impl Into<Vec2>, offset: f32) -> Result<Self, ShapeError> {
        HalfSpace::new(normal, offset).map(Self::HalfSpace)
    }

    /// The shape as a rounded hull; `None` for a half-space.
    #[inline]
    #[must_use]
    pub fn hull(&self) -> Option<RoundedHull<'_>> {
        match self {
            Self::Circle(circle) => Some(circle.hull()),
            Self::Segment(segment) => Some(segment.hull()),
            Self::ChainSegment(segment) => Some(segment.hull()),
            Self::Capsule(capsule) => Some(capsule.hull()),
            Self::Polygon(polygon) => Some(polygon.hull()),
            Self::HalfSpace(_) => None,
        }
    }

    /// The rounding radius, m: above zero for circles, capsules and rounded polygons.
    ///
    /// ```
    /// use geom::Shape;
    /// assert_eq!(Shape::circle(0.5)?.radius(), 0.5);
    /// assert_eq!(Shape::rectangle(1.0, 1.0)?.radius(), 0.0);
    /// # Ok::<(), geom::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f32 {
        match self {
            Self::Circle(circle) => circle.radius(),
            Self::Capsule(capsule) => capsule.radius(),
            Self::Polygon(polygon) => polygon.radius(),
            Self::Segment(_) | Self::ChainSegment(_) | Self::HalfSpace(_) => 0.0,
        }
    }

    /// The smallest box around the shape at `pose`, m. That of a half-space reaches
    /// [`HALF_SPACE_EXTENT`](crate::tolerance::HALF_SPACE_EXTENT) from the origin, or to its line where that
    /// is exactly horizontal or vertical.
    #[must_use]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        match self {
            Self::HalfSpace(half_space) => half_space.aabb(pose),
            Self::Circle(circle) => circle.hull().aabb(pose),
            Self::Segment(segment) => segment.hull().aabb(pose),
            Self::ChainSegment(segment) => segment.hull().aabb(pose),
            Self::Capsule(capsule) => capsule.hull().aabb(pose),
            Self::Polygon(polygon) => polygon.hull().aabb(pose),
        }
    }

    /// Mass, centre of mass and inertia for a uniform `density` (kg/m^2). Segments and half-spaces have mass
    /// zero.
    ///
    /// # Errors
    /// [`MassError`] if the density is negative or not finite, or if the mass or inertia exceeds f32.
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        match self {
            Self::Circle(circle) => circle.mass_properties(density),
            Self::Capsule(capsule) => capsule.mass_properties(density),
            Self::Polygon(polygon) => polygon.mass_properties(density),
            Self::Segment(_) | Self::ChainSegment(_) | Self::HalfSpace(_) => {
                MassProperties::from_moments(0.0, Point::origin(), 0.0, density)
            }
        }
    }

    /// Whether `point` (m, in the shape's frame) lies in the shape or on its border.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        match (self, self.hull()) {
            (_, Some(hull)) => hull.contains(point),
            (Self::HalfSpace(half_space), _) => half_space.separation(point) <= 0.0,
            _ => false,
        }
    }

    /// The greatest distance of a point of the shape from `point`, m; infinite for a half-space.
    #[must_use]
    pub fn reach(&self, point: Point) -> f32 {
        self.hull().map_or(f32::INFINITY, |hull| hull.reach(point))
    }

    /// All points within `distance` (m, above zero) of the shape; a segment becomes a capsule. `None` for a
    /// segment of a chain, whose neighbours say where it ends, and where a number would not be finite.
    ///
    /// ```
    /// use geom::{Point, Shape};
    /// let tile = Shape::rectangle(1.0, 0.5)?.grown(0.1).unwrap();
    /// assert_eq!((tile.radius(), tile.contains(Point::new(0.0, 0.55))), (0.1, true));
    /// let rod = Shape::segment([0.0, 0.0], [1.0, 0.0])?.grown(0.1);
    /// assert_eq!(rod, Shape::capsule([0.0, 0.0], [1.0, 0.0], 0.1).ok());
    /// # Ok::<(), geom::ShapeError>(())
    /// ```
    #[must_use]
    #[doc(alias("inflate", "offset", "skin"))]
    pub fn grown(&self, distance: f32) -> Option<Self> {
        let radius = self.radius() + distance;
        match self {
            Self::Circle(circle) => Circle::new(circle.center(), radius).map(Self::Circle),
            Self::Segment(segment) => {
                let [a, b] = segment.ends();
                Capsule::new(a, b, radius).map(Self::Capsule)
            }
            Self::ChainSegment(_) => return None,
            Self::Capsule(capsule) => {
                let [a, b] = capsule.segment().ends();
                Capsule::new(a, b, radius).map(Self::Capsule)
            }
            Self::Polygon(polygon) => polygon.clone().rounded(radius).map(Self::Polygon),
            Self::HalfSpace(half_space) => {
                HalfSpace::restored(half_space.normal(), half_space.offset() + distance).map(Self::HalfSpace)
            }
        }
        .ok()
    }

    /// The shape moved by `pose` within its frame.
    #[must_use]
    pub fn transformed(&self, pose: Pose) -> Self {
        match self {
            Self::Circle(circle) => Self::Circle(circle.transformed(pose)),
            Self::Segment(segment) => Self::Segment(segment.transformed(pose)),
            Self::ChainSegment(segment) => Self::ChainSegment(segment.transformed(pose)),
            Self::Capsule(capsule) => Self::Capsule(capsule.transformed(pose)),
            Self::Polygon(polygon) => Self::Polygon(polygon.transformed(pose)),
            Self::HalfSpace(half_space) => Self::HalfSpace(half_space.transformed(pose)),
        }
    }
}
