//! The contact manifold: a normal and up to two points, as plain data.
//!
//! Two points are enough for an edge on an edge: the pressure along it acts like two forces at its ends.
//!
//! ```text
//!          +-------+
//!          |   B   |              anchor_a: from the position of A's pose to the contact point
//!     +----|-------|----+  ^      anchor_b: from the position of B's pose to the contact point
//!     |    *.......*    |  | separation < 0
//!     |    +-------+    |  v      * contact points: midway between the two surfaces, so that exchanging
//!     |   A             |           A and B does not move them
//!     +-----------------+
//! ```
//!
//! Points are offsets from the body, because f32 stores a position 4 km from the origin only to 0.2 mm. *2D
//! Collision Detection and Resolution* and *Sotirov 2022* (`docs/errata.md`) store positions on the incident
//! edge, so that lever arms depend on which shape had the reference edge.
//!
//! **In a `solver::Contact` the anchors are relative to the centres of mass**;
//! [`manifold`](crate::manifold()) returns them relative to the positions of the poses.

use bytemuck::{Pod, Zeroable};
use compute::math::max;
use geom::Vec2;

/// The features that made a contact point. The solver gives its impulse to the point of the next step with
/// the same id.
///
/// It packs the vertices of A and of B that face each other, which do not depend on whose edge was the
/// reference edge nor on clipping; both may change from step to step.
///
/// Its bits are those of a float between 1 and 2: a vector register that loads the anchor loads the id too,
/// and a small integer would be a subnormal float, very slow in arithmetic (`docs/experiments/geometry.md`).
///
/// ```
/// use collide::FeatureId;
/// let id = FeatureId::new(3, 1); // vertex 3 of A faces vertex 1 of B
/// assert_eq!(id.vertices(), (3, 1));
/// assert_eq!(id.flipped(), FeatureId::new(1, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct FeatureId(pub u32);

impl FeatureId {
    /// The id of a contact that can have only one point.
    pub const ONLY: Self = Self::new(0, 0);

    /// Vertex `a` of A faces vertex `b` of B, modulo 256, the greatest number of vertices of a polygon.
    #[inline]
    #[must_use]
    pub const fn new(a: usize, b: usize) -> Self {
        Self(1.0_f32.to_bits() | (a as u32 & 0xff) << 8 | (b as u32 & 0xff))
    }

    /// The vertices of A and of B.
    #[inline]
    #[must_use]
    pub const fn vertices(self) -> (usize, usize) {
        ((self.0 >> 8 & 0xff) as usize, (self.0 & 0xff) as usize)
    }

    /// The feature with A and B exchanged.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        let (a, b) = self.vertices();
        Self::new(b, a)
    }
}

/// One point of a [`Manifold`].
///
/// ```
/// use collide::geom::{Pose, Shape};
/// let (ground, ball) = (Shape::half_space([0.0, 1.0], 0.0)?, Shape::circle(0.5)?);
/// let pose = Pose::at([3.0, 0.49]);
/// let contact = collide::manifold(&ground, Pose::IDENTITY, &ball, pose, 0.02);
/// let point = contact.points()[0];
/// let in_the_world = pose.position + point.anchor_b; // midway between the surfaces
/// assert!((in_the_world.y + 0.005).abs() < 1e-6 && (point.separation + 0.01).abs() < 1e-6);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ManifoldPoint {
    /// From the position of A's pose to the contact point, in world axes, m.
    pub anchor_a: Vec2,
    /// The same for B.
    pub anchor_b: Vec2,
    /// The distance of the surfaces along the normal, m; negative where they overlap.
    pub separation: f32,
    /// Stays the same from step to step while the same two vertices face each other.
    pub feature: FeatureId,
}

impl ManifoldPoint {
    pub(crate) const NONE: Self = {
        let zero = Vec2::new(0.0, 0.0);
        Self { anchor_a: zero, anchor_b: zero, separation: 0.0, feature: FeatureId::ONLY }
    };

    #[inline]
    fn flipped(self) -> Self {
        Self {
            anchor_a: self.anchor_b,
            anchor_b: self.anchor_a,
            separation: self.separation,
            feature: self.feature.flipped(),
        }
    }
}

/// Where two shapes touch, or are at most the speculative distance apart: the result of
/// [`manifold`](crate::manifold()).
///
/// ```
/// use collide::Manifold;
/// use collide::geom::{Pose, Shape, Vec2};
/// let square = Shape::rectangle(0.5, 0.5)?;
/// let beside = |x: f32| collide::manifold(&square, Pose::IDENTITY, &square, Pose::at([x, 0.25]), 0.02);
/// let contact = beside(0.99);
/// assert_eq!((contact.normal, contact.points().len()), (Vec2::new(1.0, 0.0), 2));
/// let apart = beside(3.0);
/// assert!(apart.points().is_empty() && apart.clearance() == 2.0);
/// assert_eq!(contact.flipped().normal, Vec2::new(-1.0, 0.0));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[doc(alias = "b2Manifold")]
pub struct Manifold {
    /// Unit, in world axes, from A to B; zero if there are no points.
    pub normal: Vec2,
    /// The first `count` are contact points. If it is 0, the first holds [`Manifold::clearance`].
    pub points: [ManifoldPoint; 2],
    /// 0 (the shapes are farther apart than the speculative distance), 1 or 2.
    pub count: u32,
}

const _: () = assert!(size_of::<Manifold>() == 60 && align_of::<Manifold>() == 4);

impl Manifold {
    /// No contact.
    pub const EMPTY: Self = Self { normal: Vec2::new(0.0, 0.0), points: [ManifoldPoint::NONE; 2], count: 0 };

    #[inline(always)]
    pub(crate) const fn of_one(normal: Vec2, point: ManifoldPoint) -> Self {
        Self { normal, points: [point, ManifoldPoint::NONE], count: 1 }
    }

    /// No contact, of shapes at least `clearance` (m) apart.
    #[inline]
    #[must_use]
    pub fn apart(clearance: f32) -> Self {
        let mut apart = Self::EMPTY;
        apart.points[0].separation = clearance;
        apart
    }

    /// How far the shapes must approach, m, to have a contact point. 0 if unknown, or if there are contact
    /// points.
    #[inline]
    #[must_use]
    pub fn clearance(&self) -> f32 {
        if self.count == 0 { max(0.0, self.points[0].separation) } else { 0.0 }
    }

    /// The contact points.
    #[inline]
    #[must_use]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.count.min(2) as usize]
    }

    /// The contact with A and B exchanged.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Self {
        let [first, second] = self.points;
        Self { normal: -self.normal, points: [first.flipped(), second.flipped()], count: self.count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An id keeps both indices. Exchanging A and B exchanges them, twice gives the same id, and its bits are
    /// those of a normal float.
    #[test]
    fn id_keeps_the_index_of_both_vertices() {
        for (a, b) in [(0, 0), (3, 255), (255, 3), (255, 255)] {
            let id = FeatureId::new(a, b);
            assert_eq!((id.vertices(), id.flipped().vertices()), ((a, b), (b, a)));
            assert_eq!(id.flipped().flipped(), id);
            assert!((1.0..2.0).contains(&f32::from_bits(id.0)));
        }
    }
}
