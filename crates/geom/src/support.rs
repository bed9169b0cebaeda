//! Support functions: the point of a convex shape that lies farthest in a direction.
//!
//! ```text
//!            d                       rounded hull   its vertex farthest along d, plus its radius along d
//!          /           s(d)          ellipse        see `ellipse`
//!      __ /   ______ *               posed by (R, t)   R s(R^T d) + t
//!        |   /      /  .             difference A - B  s_A(d) - s_B(-d)
//!           /______/     .  no point of the shape lies beyond this line
//! ```
//!
//! GJK and EPA need nothing else, so every shape with a support function collides with every other. Source:
//! *Souto, Video Game Physics II*, Support Functions (van den Bergen, A Fast and Robust GJK Implementation,
//! 1999). Climbing from vertex to vertex visits fewer if there are many, but needs a start vertex and a
//! convex ring.

use crate::vector::unit;
use crate::{Capsule, ChainSegment, Circle, Point, Polygon, Pose, RoundedHull, Segment, Vec2};

/// A convex shape, given by its farthest point in each direction.
///
/// ```
/// use geom::{Circle, Point, Polygon, Support, Vec2};
/// let up = Vec2::new(0.0, 3.0);
/// assert_eq!(Circle::new([1.0, 1.0], 0.5)?.support(up), Point::new(1.0, 1.5));
/// // Both upper corners are equally far up: the first of them is the answer.
/// assert_eq!(Polygon::rectangle(2.0, 1.0)?.support(up), Point::new(2.0, 1.0));
/// # Ok::<(), geom::ShapeError>(())
/// ```
pub trait Support {
    /// A point of the shape (m, in its frame) farthest in `direction`, of any length. Of equally far points,
    /// corners come first, that of the lowest index before others. Some point of the shape for a direction
    /// that is zero or not finite.
    #[must_use]
    fn support(&self, direction: Vec2) -> Point;
}

impl<T: Support + ?Sized> Support for &T {
    #[inline]
    fn support(&self, direction: Vec2) -> Point {
        (**self).support(direction)
    }
}

impl Support for Point {
    #[inline]
    fn support(&self, _direction: Vec2) -> Point {
        *self
    }
}

/// Of the points' convex hull, in any order. An empty slice stands for the origin.
impl Support for [Point] {
    #[inline]
    fn support(&self, direction: Vec2) -> Point {
        let Some((&first, rest)) = self.split_first() else { return Point::origin() };
        let (mut farthest, mut greatest) = (first, direction.dot(&first.coords));
        for &p in rest {
            let distance = direction.dot(&p.coords);
            if distance > greatest {
                (farthest, greatest) = (p, distance);
            }
        }
        farthest
    }
}

impl<const N: usize> Support for [Point; N] {
    #[inline]
    fn support(&self, direction: Vec2) -> Point {
        self.as_slice().support(direction)
    }
}

impl Support for RoundedHull<'_> {
    #[inline]
    fn support(&self, direction: Vec2) -> Point {
        let vertex = self.vertices.support(direction);
        if self.radius == 0.0 {
            return vertex;
        }
        vertex + unit(direction).unwrap_or_else(Vec2::zeros) * self.radius
    }
}

macro_rules! support_of_hull {
    ($($shape:ty),*) => {$(
        impl Support for $shape {
            #[inline]
            fn support(&self, direction: Vec2) -> Point {
                self.hull().support(direction)
            }
        }
    )*};
}

support_of_hull!(Circle, Segment, ChainSegment, Capsule, Polygon);

/// A shape at a pose.
///
/// ```
/// use geom::{Pose, Posed, Segment, Support, Vec2};
/// let upright = Posed::new(Segment::new([-1.0, 0.0], [1.0, 0.0])?, Pose::new([5.0, 0.0], 1.5));
/// assert!(upright.support(Vec2::new(0.0, 1.0)).y > 0.99);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<S> {
    /// The shape in its own frame.
    pub shape: S,
    /// The pose of its frame.
    pub pose: Pose,
}

impl<S> Posed<S> {
    /// `shape` moved by `pose`.
    #[must_use]
    pub fn new(shape: S, pose: Pose) -> Self {
        Self { shape, pose }
    }
}

impl<S: Support> Support for Posed<S> {
    #[inline]
    fn support(&self, direction: Vec2) -> Point {
        self.pose * self.shape.support(self.pose.rotation.inverse_rotate(direction))
    }
}
