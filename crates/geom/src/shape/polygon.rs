//! Convex polygons with sharp or rounded corners.

use super::error::{ShapeError, finite, positive};
use super::rounded_hull::RoundedHull;
use super::segment::edge_normal;
use crate::tolerance::{MAX_VERTICES, MIN_EDGE};
use crate::vector::first_not_finite;
use crate::{MassError, MassProperties, Point, Pose, Vec2, cross, polygon_measures, right_normal};
use compute::math::{atan2, max};
use smallvec::SmallVec;

/// Units in the last place of the largest coordinate by which a motion may displace a vertex: four roundings
/// for each coordinate (two products, their sum, the translation).
const ROUNDINGS: f32 = 8.0;

/// Vertices held without memory on the heap: few polygons in games have more.
const INLINE: usize = 8;

type Vertices = SmallVec<[Point; INLINE]>;

/// A strictly convex polygon (up to rounding, after a motion), counter-clockwise. Normal `i` is outward,
/// unit, and belongs to the edge from vertex `i` to the next (*Sotirov 2022*, section Shapes). With a
/// `radius`, all points within that distance of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    vertices: Vertices,
    normals: SmallVec<[Vec2; INLINE]>,
    radius: f32,
}

impl Polygon {
    /// The most vertices: feature ids give a vertex eight bits.
    pub const MAX_VERTICES: usize = MAX_VERTICES;

    /// From its vertices (m), counter-clockwise, strictly convex, which keep their coordinates; see
    /// [`Polygon::recentered`]. [`Polygon::from_any_winding`] also takes clockwise vertices,
    /// [`Polygon::hull_of`] points in any order.
    ///
    /// # Errors
    /// [`ShapeError`] names a wrong vertex.
    ///
    /// ```
    /// use geom::{Polygon, ShapeError};
    /// assert!(Polygon::new([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).is_ok());
    /// let clockwise = Polygon::new([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0]]);
    /// assert_eq!(clockwise, Err(ShapeError::Clockwise));
    /// ```
    pub fn new<P: Into<Point>>(vertices: impl IntoIterator<Item = P>) -> Result<Self, ShapeError> {
        Self::from_counter_clockwise(vertices.into_iter().map(Into::into).collect(), 0.0)
    }

    /// From the vertices (m) and the rounding radius (m) of another polygon, as from a file, with its bits.
    ///
    /// Moving a polygon of many vertices may bend a corner inward by rounding, which only this accepts. An
    /// edge shorter than [`MIN_EDGE`] is an error here too.
    ///
    /// # Errors
    /// [`ShapeError`] names a wrong vertex or radius.
    ///
    /// ```
    /// use geom::{Polygon, Pose, Shape};
    /// let round = Shape::Polygon(Polygon::regular(256, 0.5)?);
    /// let moved = round.transformed(Pose::new([9000.0, -7000.0], 0.3));
    /// let Shape::Polygon(polygon) = &moved else { unreachable!() };
    /// let restored = Polygon::restored(polygon.vertices().iter().copied(), polygon.radius())?;
    /// assert_eq!(Shape::Polygon(restored), moved);
    /// assert!(Polygon::new(polygon.vertices().iter().copied()).is_err());
    /// # Ok::<(), geom::ShapeError>(())
    /// ```
    pub fn restored<P: Into<Point>>(
        vertices: impl IntoIterator<Item = P>,
        radius: f32,
    ) -> Result<Self, ShapeError> {
        let vertices: Vertices = vertices.into_iter().map(Into::into).collect();
        let largest = vertices.iter().fold(0.0, |largest, p| max(largest, max(p.x.abs(), p.y.abs())));
        Self::from_counter_clockwise(vertices, ROUNDINGS * f32::EPSILON * largest)?.rounded(radius)
    }

    /// From its vertices (m), strictly convex: clockwise ones are reversed.
    ///
    /// # Errors
    /// [`ShapeError`] names a wrong vertex, by its index in `vertices`.
    ///
    /// ```
    /// use geom::{Point, Polygon, ShapeError};
    /// let clockwise = Polygon::from_any_winding([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0]])?;
    /// let counter_clockwise = Polygon::from_any_winding([[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]])?;
    /// assert_eq!(clockwise, counter_clockwise);
    /// assert_eq!(clockwise.vertices()[0], Point::new(2.0, 0.0));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn from_any_winding<P: Into<Point>>(
        vertices: impl IntoIterator<Item = P>,
    ) -> Result<Self, ShapeError> {
        let vertices: Vertices = vertices.into_iter().map(Into::into).collect();
        match Self::from_counter_clockwise(vertices.clone(), 0.0) {
            Err(ShapeError::Clockwise) => {}
            done => return done,
        }
        let count = vertices.len();
        Self::from_counter_clockwise(vertices.into_iter().rev().collect(), 0.0).map_err(|error| match error {
            // The reversed edge from `i` to `i + 1` is the caller's edge from `count - 2 - i` to `count - 1 -
            // i`.
            ShapeError::NotConvex { edge, vertex } => {
                ShapeError::NotConvex { edge: (2 * count - 2 - edge) % count, vertex: count - 1 - vertex }
            }
            other => other,
        })
    }

    /// A vertex may lie outside the line of an edge by less than `slack`, m.
    fn from_counter_clockwise(vertices: Vertices, slack: f32) -> Result<Self, ShapeError> {
        let count = vertices.len();
        if !(3..=MAX_VERTICES).contains(&count) {
            return Err(ShapeError::VertexCount(count));
        }
        if let Some((index, p)) = first_not_finite(&vertices) {
            return Err(ShapeError::VertexNotFinite { index, x: p.x, y: p.y });
        }
        let mut normals = SmallVec::with_capacity(count);
        for index in 0..count {
            let next = (index + 1) % count;
            let edge = vertices[next] - vertices[index];
            let length = edge.norm();
            if length < MIN_EDGE {
                return Err(ShapeError::ShortEdge { index, next, length });
            }
            // The square of a longer edge overflows.
            finite("length of an edge", length)?;
            normals.push(right_normal(edge / length));
        }
        let area = finite("area", polygon_measures(vertices.iter().copied()).area)?;
        if area < 0.0 {
            return Err(ShapeError::Clockwise);
        }
        for index in 0..count {
            let next = (index + 1) % count;
            let edge = vertices[next] - vertices[index];
            let least = if slack > 0.0 { -slack * edge.norm() } else { 0.0 };
            // All vertices: a pentagram, whose border goes around twice, turns left at each corner.
            for vertex in (0..count).filter(|&v| v != index && v != next) {
                if cross(edge, vertices[vertex] - vertices[index]) <= least {
                    return Err(ShapeError::NotConvex { edge: index, vertex });
                }
            }
        }
        Ok(Self { vertices, normals, radius: 0.0 })
    }

    /// A rectangle around the origin, from its half extents (m, positive).
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number, or two corners that are too near to each other.
    pub fn rectangle(half_width: f32, half_height: f32) -> Result<Self, ShapeError> {
        let (w, h) = (positive("half_width", half_width)?, positive("half_height", half_height)?);
        Self::new([[-w, -h], [w, -h], [w, h], [-w, h]])
    }

    /// A regular polygon of `count` corners at `circumradius` (m, positive) around the origin, the first on
    /// the x axis.
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number, or two corners that are too near to each other.
    ///
    /// ```
    /// use geom::{Point, Polygon, ShapeError};
    /// let hexagon = Polygon::regular(6, 0.5)?;
    /// assert_eq!(hexagon.vertices()[0], Point::new(0.5, 0.0));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn regular(count: usize, circumradius: f32) -> Result<Self, ShapeError> {
        let r = positive("circumradius", circumradius)?;
        if !(3..=MAX_VERTICES).contains(&count) {
            return Err(ShapeError::VertexCount(count));
        }
        let turn = core::f32::consts::TAU / count as f32;
        Self::new(
            (0..count).map(|i| Point::from(crate::Rot::from_angle(turn * i as f32) * Vec2::new(r, 0.0))),
        )
    }

    /// The polygon with its sharp core grown by `radius` (m, not negative), in place of an earlier radius.
    ///
    /// # Errors
    /// [`ShapeError::Length`] for a radius that is negative or not finite.
    #[doc(alias = "round_cuboid")]
    pub fn rounded(mut self, radius: f32) -> Result<Self, ShapeError> {
        if !(radius.is_finite() && radius >= 0.0) {
            return Err(ShapeError::Length { field: "radius", value: radius, at_least: "not negative" });
        }
        self.radius = radius;
        Ok(self)
    }

    /// The polygon moved so that its centroid lies at the origin (*Sotirov 2022*, section Centroid).
    #[must_use]
    pub fn recentered(mut self) -> Self {
        let centroid = self.centroid();
        for vertex in &mut self.vertices {
            *vertex -= centroid.coords;
        }
        self.renew_normals();
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

    /// The rounding radius, m.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The area with the rounding, m^2: the sharp polygon, a strip along each edge, and one disc from all
    /// corners. For the sharp polygon see [`polygon_measures`].
    ///
    /// ```
    /// use geom::Polygon;
    /// let house = Polygon::new([[3.0, 1.0], [3.0, 3.0], [2.0, 4.0], [1.0, 3.0], [1.0, 1.0]])?;
    /// assert_eq!(house.area(), 5.0);
    /// # Ok::<(), geom::ShapeError>(())
    /// ```
    #[must_use]
    #[doc(alias("shoelace", "volume"))]
    pub fn area(&self) -> f32 {
        let corners = self.vertices.iter().zip(self.vertices.iter().cycle().skip(1));
        let perimeter: f32 = corners.map(|(a, b)| (b - a).norm()).sum();
        let sharp = polygon_measures(self.vertices.iter().copied()).area;
        sharp + self.radius * (perimeter + core::f32::consts::PI * self.radius)
    }

    /// The centroid of the sharp polygon, m.
    #[must_use]
    pub fn centroid(&self) -> Point {
        polygon_measures(self.vertices.iter().copied()).centroid
    }

    /// As a rounded hull.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        RoundedHull { vertices: &self.vertices, normals: &self.normals, radius: self.radius }
    }

    /// The mass properties for a uniform `density` (kg/m^2): of the sharp polygon, a rectangle along each
    /// edge, and a sector at each corner, whose angle phi gives the area r^2 phi / 2, the centroid at 4 r
    /// sin(phi / 2) / (3 phi) from the corner, and the second moment r^4 phi / 4 about it.
    ///
    /// # Errors
    /// As for [`Shape::mass_properties`](crate::Shape::mass_properties); [`MassError::NoArea`] for a sliver.
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        let mut total = MassProperties::of_polygon(self.vertices.iter().copied(), density)?;
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
        let mut moved = Self {
            vertices: self.vertices.iter().map(|&p| pose * p).collect(),
            normals: self.normals.iter().map(|&n| pose.rotation * n).collect(),
            radius: self.radius,
        };
        moved.renew_normals();
        moved
    }

    /// From the vertices, so that a polygon that is written and read keeps its bits. An edge that rounding
    /// made too short keeps its normal; such a polygon cannot be read again (levels and snapshots keep shape
    /// and offset apart).
    fn renew_normals(&mut self) {
        let count = self.vertices.len();
        for index in 0..count {
            if let Some(normal) = edge_normal(self.vertices[index], self.vertices[(index + 1) % count]) {
                self.normals[index] = normal;
            }
        }
    }
}
