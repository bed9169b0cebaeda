//! Where an effect acts: a convex part of the plane, so that it can clip convex shapes.

use super::check;
use geom::{Aabb, HalfSpace, Point, Polygon, Position, Vec2};
use world::DefError;

/// Where an effect acts.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Region {
    /// In the whole world.
    #[default]
    Everywhere,
    /// On one side of a line: a lake, a slope.
    HalfSpace(HalfSpace),
    /// In a box: a pool, a corridor.
    Box(Aabb),
    /// In a convex polygon, without its rounding.
    Polygon(Polygon),
    /// In a region whose coordinates are measured from a position: see [`Region::at`].
    At(Position, Box<Self>),
}

impl Region {
    /// All that lies below the height `y`, m: the water of a lake.
    ///
    /// ```
    /// use toolkit::effects::Region;
    /// use world::geom::Point;
    /// let lake = Region::below(2.0);
    /// assert!(lake.contains(Point::new(50.0, 1.9)) && !lake.contains(Point::new(50.0, 2.1)));
    /// ```
    #[must_use]
    pub fn below(y: f32) -> Self {
        // Only a height that is not finite is refused: it bounds nothing.
        HalfSpace::new([0.0, 1.0], y).map_or(Self::Everywhere, Self::HalfSpace)
    }

    /// The region with its coordinates measured from `origin` (m) in place of the origin of the world, so
    /// that its border is as exact there. Of a region with an origin, both are added.
    ///
    /// ```
    /// use toolkit::effects::Region;
    /// let lake = Region::below(2.0).at([0.0, 1e7]);
    /// assert!(lake.contains([50.0, 10_000_001.99]) && !lake.contains([50.0, 10_000_002.01]));
    /// ```
    #[must_use]
    pub fn at(self, origin: impl Into<Position>) -> Self {
        let origin = origin.into();
        match self {
            Self::At(Position { x, y }, region) => {
                Self::At(Position { x: x + origin.x, y: y + origin.y }, region)
            }
            region => Self::At(origin, Box::new(region)),
        }
    }

    /// Whether a point (m) lies in the region or on its border.
    #[must_use]
    pub fn contains(&self, point: impl Into<Position>) -> bool {
        self.contains_seen((point.into() - self.origin()).into())
    }

    pub(super) fn contains_seen(&self, point: Point) -> bool {
        self.half_planes().all(|(normal, offset)| normal.dot(&point.coords) <= offset)
    }

    pub(super) fn origin(&self) -> Position {
        match self {
            Self::At(origin, region) => {
                let Position { x, y } = region.origin();
                Position { x: x + origin.x, y: y + origin.y }
            }
            _ => Position::ORIGIN,
        }
    }

    pub(super) fn validate(&self) -> Result<(), DefError> {
        check::finite_position("origin of the region", self.origin())
    }

    /// The half-planes p . normal <= offset (m), as seen from its origin, whose intersection the region is.
    pub(super) fn half_planes(&self) -> std::vec::IntoIter<(Vec2, f32)> {
        let mut planes = Vec::new();
        match self {
            Self::Everywhere => {}
            Self::At(_, region) => planes.extend(region.half_planes()),
            Self::HalfSpace(half_space) => planes.push((half_space.normal(), half_space.offset())),
            Self::Box(Aabb { lower, upper }) => planes.extend([
                (Vec2::x(), upper.x),
                (-Vec2::x(), -lower.x),
                (Vec2::y(), upper.y),
                (-Vec2::y(), -lower.y),
            ]),
            Self::Polygon(polygon) => {
                let hull = polygon.hull();
                planes.extend(hull.vertices.iter().zip(hull.normals).map(|(v, n)| (*n, n.dot(&v.coords))));
            }
        }
        planes.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box, its four corners as a polygon, and four half-planes agree about every point.
    #[test]
    fn box_and_polygon_of_its_corners_contain_the_same_points() {
        let aabb = Aabb::new([-1.0, 0.5], [2.0, 3.0]);
        let polygon = Polygon::new([[-1.0, 0.5], [2.0, 0.5], [2.0, 3.0], [-1.0, 3.0]]).unwrap();
        let [a, b] = [Region::Box(aabb), Region::Polygon(polygon)];
        for i in 0..40 {
            for k in 0..40 {
                let p = Point::new(0.131 * i as f32 - 2.0, 0.117 * k as f32 - 0.5);
                let expected = aabb.contains(Aabb { lower: p, upper: p });
                assert_eq!((a.contains(p), b.contains(p)), (expected, expected), "{p:?}");
            }
        }
        assert!(Region::Everywhere.contains(Point::new(1e30, -1e30)));
    }
}
