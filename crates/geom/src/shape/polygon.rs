//! Convex polygons, their corners sharp or rounded.

use super::{RoundedHull, ShapeError, finite, positive};
use crate::tolerance::MIN_EDGE;
use crate::{MassError, MassProperties, Point, Pose, Vec2, cross, polygon_measures, right_normal};
use compute::math::atan2;
use smallvec::SmallVec;

/// Vertices that lie in the shape itself; more go to the heap.
const INLINE: usize = 8;

/// A strictly convex polygon, counter-clockwise, with the outward unit normals of its edges cached: normal
/// `i` belongs to the edge from vertex `i` to vertex `i + 1` (seed 001, section Shapes).
///
/// With a `radius` it is the set of all points within that distance of the polygon.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serialized::PolygonData", into = "crate::serialized::PolygonData")
)]
pub struct Polygon {
    vertices: SmallVec<[Point; INLINE]>,
    normals: SmallVec<[Vec2; INLINE]>,
    radius: f32,
}

impl Polygon {
    /// The greatest number of vertices: feature ids give a vertex eight bits.
    pub const MAX_VERTICES: usize = 256;

    /// From its vertices (m), counter-clockwise, strictly convex. They stay where they are; see
    /// [`Polygon::recentered`].
    ///
    /// # Errors
    /// [`ShapeError`] naming the vertex that is wrong.
    ///
    /// ```
    /// use geom::{Polygon, ShapeError};
    /// assert!(Polygon::new([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).is_ok());
    /// let clockwise = Polygon::new([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0]]);
    /// assert_eq!(clockwise, Err(ShapeError::Clockwise));
    /// ```
    pub fn new<P: Into<Point>>(vertices: impl IntoIterator<Item = P>) -> Result<Self, ShapeError> {
        let vertices: SmallVec<[Point; INLINE]> = vertices.into_iter().map(Into::into).collect();
        let count = vertices.len();
        if !(3..=Self::MAX_VERTICES).contains(&count) {
            return Err(ShapeError::VertexCount(count));
        }
        for (index, p) in vertices.iter().enumerate() {
            if !(p.x.is_finite() && p.y.is_finite()) {
                return Err(ShapeError::VertexNotFinite { index, x: p.x, y: p.y });
            }
        }
        let mut normals = SmallVec::with_capacity(count);
        for index in 0..count {
            let next = (index + 1) % count;
            let edge = vertices[next] - vertices[index];
            let length = edge.norm();
            if length < MIN_EDGE {
                return Err(ShapeError::ShortEdge { index, next, length });
            }
            normals.push(right_normal(edge / length));
        }
        let area = finite("area", polygon_measures(&vertices).area)?;
        if area < 0.0 {
            return Err(ShapeError::Clockwise);
        }
        for index in 0..count {
            let next = (index + 1) % count;
            let edge = vertices[next] - vertices[index];
            // Against every vertex, not just the next: an outline that winds twice, as a pentagram does,
            // turns left at each of its corners.
            for vertex in (0..count).filter(|&v| v != index && v != next) {
                if cross(edge, vertices[vertex] - vertices[index]) <= 0.0 {
                    return Err(ShapeError::NotConvex { edge: index, vertex });
                }
            }
        }
        Ok(Self { vertices, normals, radius: 0.0 })
    }

    /// A rectangle around the origin, from its half extents (m, positive).
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn rectangle(half_width: f32, half_height: f32) -> Result<Self, ShapeError> {
        let (w, h) = (positive("half_width", half_width)?, positive("half_height", half_height)?);
        Self::new([[-w, -h], [w, -h], [w, h], [-w, h]])
    }

    /// A regular polygon of `count` corners at `circumradius` (m, positive) around the origin, the first on
    /// the x axis.
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn regular(count: usize, circumradius: f32) -> Result<Self, ShapeError> {
        let r = positive("circumradius", circumradius)?;
        if !(3..=Self::MAX_VERTICES).contains(&count) {
            return Err(ShapeError::VertexCount(count));
        }
        let turn = core::f32::consts::TAU / count as f32;
        Self::new(
            (0..count).map(|i| Point::from(crate::Rot::from_angle(turn * i as f32) * Vec2::new(r, 0.0))),
        )
    }

    /// Rounded: grown by `radius` (m, not negative) on all sides.
    ///
    /// # Errors
    /// [`ShapeError::Length`] for a radius that is negative or not finite.
    pub fn rounded(mut self, radius: f32) -> Result<Self, ShapeError> {
        if !(radius.is_finite() && radius >= 0.0) {
            return Err(ShapeError::Length { field: "radius", value: radius, at_least: "not negative" });
        }
        self.radius = radius;
        Ok(self)
    }

    /// Moved so that its centroid lies on the origin (seed 001, section Centroid).
    #[must_use]
    pub fn recentered(mut self) -> Self {
        let centroid = self.centroid();
        for vertex in &mut self.vertices {
            *vertex -= centroid.coords;
        }
        self
    }

    /// The vertices, m.
    #[inline]
    #[must_use]
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// The outward unit normals of the edges.
    #[inline]
    #[must_use]
    pub fn normals(&self) -> &[Vec2] {
        &self.normals
    }

    /// The rounding, m.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The centroid of the sharp polygon, m.
    #[must_use]
    pub fn centroid(&self) -> Point {
        polygon_measures(&self.vertices).centroid
    }

    /// As a rounded hull.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        RoundedHull { vertices: &self.vertices, normals: &self.normals, radius: self.radius }
    }

    /// The sharp polygon, a rectangle along each edge, and a sector of a disc at each corner, welded.
    ///
    /// A sector of angle phi has the area r^2 phi / 2, its centroid at 4 r sin(phi / 2) / (3 phi) from the
    /// corner, and the second moment r^4 phi / 4 about the corner.
    ///
    /// # Errors
    /// See [`Shape::mass_properties`](super::Shape::mass_properties); [`MassError::NoArea`] for a sliver.
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        let mut total = MassProperties::of_polygon(&self.vertices, density)?;
        let (r, count) = (self.radius, self.vertices.len());
        if r == 0.0 {
            return Ok(total);
        }
        for i in 0..count {
            let next = (i + 1) % count;
            let (a, b) = (self.vertices[i], self.vertices[next]);
            let (out, next_out) = (self.normals[i], self.normals[next]);
            let length = (b - a).norm();
            let area = length * r;
            total = total.combined(MassProperties::from_moments(
                area,
                nalgebra::center(&a, &b) + out * (0.5 * r),
                area * (length * length + r * r) / 12.0,
                density,
            )?);
            let angle = atan2(cross(out, next_out), out.dot(&next_out));
            let bisector = (out + next_out) / (out + next_out).norm();
            let sine_of_half = 0.5 * (next_out - out).norm();
            let area = 0.5 * r * r * angle;
            if area > 0.0 {
                let to_centroid = 4.0 * r * sine_of_half / (3.0 * angle);
                total = total.combined(MassProperties::from_moments(
                    area,
                    b + bisector * to_centroid,
                    area * (0.5 * r * r - to_centroid * to_centroid),
                    density,
                )?);
            }
        }
        Ok(total)
    }

    pub(super) fn transformed(&self, pose: Pose) -> Self {
        Self {
            vertices: self.vertices.iter().map(|&p| pose * p).collect(),
            normals: self.normals.iter().map(|&n| pose.rotation * n).collect(),
            radius: self.radius,
        }
    }
}
