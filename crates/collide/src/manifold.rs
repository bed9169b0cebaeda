//! Where two shapes touch: a normal and up to two points, as plain data.
//!
//! Two points are enough for an edge that lies on an edge: the force spread over it is equal to two forces at
//! its ends. This is all that the solver and the world store for a contact, so it is small.
//!
//! ```text
//!        B  \                     anchor_a = contact point - position of A
//!      ......x.....  <- surface   anchor_b = contact point - position of B
//!            | separation < 0     The contact point lies midway between the two surfaces,
//!      ......x.....  <- surface   so that exchanging A and B does not move it.
//!        A  /
//! ```
//!
//! Anchors, not world positions: at 4 km from the origin f32 knows a position to 0.2 mm, but the lever from
//! the body's centre as well as ever. Seeds 000 and 001 keep positions on the incident edge itself; then the
//! lever arms depend on which shape was the reference.

use crate::tolerance::MIN_SPREAD;
use bytemuck::{Pod, Zeroable};
use geom::{Point, Pose, Rot, Vec2, cross};

/// Which features of two shapes made a contact point: the solver carries the impulse of a point over to the
/// point of the next step with the same id.
///
/// The id packs the vertex of A and the vertex of B that face each other across the contact, and says nothing of
/// which of the two edges was the reference, nor whether clipping moved the point: both may change from step
/// to step while the contact stays. A contact that can have only one point has the id 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct FeatureId(pub u32);

impl FeatureId {
    /// The id of the only point that a pair of shapes can have.
    pub const ONLY: Self = Self(0);

    /// Vertex `a` of A against vertex `b` of B; each is taken modulo 65536, far above the vertices of a polygon.
    #[inline]
    #[must_use]
    pub fn new(a: usize, b: usize) -> Self {
        Self(u32::from(a as u16) << 16 | u32::from(b as u16))
    }

    /// The same feature with A and B exchanged.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Self {
        Self(self.0.rotate_left(16))
    }
}

/// One point of a [`Manifold`].
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ManifoldPoint {
    /// The contact point relative to the position of A's pose, world axes, m.
    pub anchor_a: Vec2,
    /// The contact point relative to the position of B's pose, world axes, m.
    pub anchor_b: Vec2,
    /// The distance of the two surfaces along the normal, m; negative when they penetrate.
    pub separation: f32,
    /// What made the point, stable from step to step.
    pub feature: FeatureId,
}

impl ManifoldPoint {
    /// With A and B exchanged.
    #[inline]
    fn flipped(self) -> Self {
        Self {
            anchor_a: self.anchor_b,
            anchor_b: self.anchor_a,
            separation: self.separation,
            feature: self.feature.flipped(),
        }
    }

    #[inline]
    fn turned(self, rotation: Rot) -> Self {
        Self { anchor_a: rotation * self.anchor_a, anchor_b: rotation * self.anchor_b, ..self }
    }
}

/// Where two shapes A and B touch, or soon will.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Manifold {
    /// Unit, world axes, from A to B; zero if there are no points.
    pub normal: Vec2,
    /// The points, of which the first `count` count; see [`Manifold::points`].
    pub points: [ManifoldPoint; 2],
    /// 0, 1 or 2. 0 if the shapes are farther apart than the speculative distance.
    pub count: u32,
}

const _: () = assert!(size_of::<Manifold>() == 60 && align_of::<Manifold>() == 4);

impl Manifold {
    /// No contact.
    pub const EMPTY: Self = {
        let zero = Vec2::new(0.0, 0.0);
        let point =
            ManifoldPoint { anchor_a: zero, anchor_b: zero, separation: 0.0, feature: FeatureId::ONLY };
        Self { normal: zero, points: [point; 2], count: 0 }
    };

    /// The points that count.
    #[inline]
    #[must_use]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.count.min(2) as usize]
    }

    /// With A and B exchanged.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { normal: -self.normal, points: self.points.map(ManifoldPoint::flipped), count: self.count }
    }

    /// With every direction turned by `rotation`: from the axes of A to those of the world.
    #[inline]
    pub(crate) fn turned(self, rotation: Rot) -> Self {
        Self {
            normal: rotation * self.normal,
            points: self.points.map(|point| point.turned(rotation)),
            count: self.count,
        }
    }
}

/// Puts a manifold together in the frame of A. Each routine finds points of the sharp cores that face each
/// other; rounding, the speculative distance and the anchors are the same for all, and are here.
pub(crate) struct Builder {
    manifold: Manifold,
    radius_a: f32,
    radius_b: f32,
    position_b: Point,
    speculative: f32,
}

impl Builder {
    /// Without points yet; `normal` is unit and points from A to B, in the frame of A.
    #[inline]
    pub(crate) fn new(normal: Vec2, radii: (f32, f32), b_in_a: Pose, speculative: f32) -> Self {
        let (radius_a, radius_b) = radii;
        let manifold = Manifold { normal, ..Manifold::EMPTY };
        Self { manifold, radius_a, radius_b, position_b: b_in_a.position, speculative }
    }

    /// Adds the point between `core_a` and `core_b`, which are `gap` apart along the normal, if the rounded
    /// surfaces are near enough. The surfaces lie at the radii from the cores, and their middle so much nearer
    /// to the thinner shape.
    #[inline]
    pub(crate) fn add(&mut self, core_a: Point, core_b: Point, gap: f32, feature: FeatureId) {
        let Self { manifold: Manifold { normal, points, count }, .. } = self;
        let separation = gap - self.radius_a - self.radius_b;
        // Positions whose difference leaves the range of f32 are no contact, however far one looks ahead.
        if separation <= self.speculative && separation.is_finite() {
            let middle = Vec2::new(0.5 * (core_a.x + core_b.x), 0.5 * (core_a.y + core_b.y));
            let anchor_a = middle + *normal * (0.5 * (self.radius_a - self.radius_b));
            let point =
                ManifoldPoint { anchor_a, anchor_b: anchor_a - self.position_b.coords, separation, feature };
            let doubled =
                *count == 1 && cross(*normal, point.anchor_a - points[0].anchor_a).abs() < MIN_SPREAD;
            if !doubled {
                points[*count as usize & 1] = point;
                *count += 1;
            } else if separation < points[0].separation {
                points[0] = point;
            }
        }
    }

    /// The manifold, in the axes of A.
    #[inline]
    pub(crate) fn finish(self) -> Manifold {
        if self.manifold.count == 0 { Manifold::EMPTY } else { self.manifold }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An id tells its two vertices apart, and exchanging A and B twice gives it back.
    #[test]
    fn features_flip_to_and_fro() {
        let id = FeatureId::new(3, 255);
        assert_ne!(id, FeatureId::new(255, 3));
        assert_eq!(id.flipped(), FeatureId::new(255, 3));
        assert_eq!(id.flipped().flipped(), id);
        assert_eq!(FeatureId::new(0, 0), FeatureId::ONLY);
    }

    /// The contact point lies midway between the surfaces, and of two points behind one another the deeper stays.
    #[test]
    fn points_lie_midway_and_apart() {
        let up = Vec2::new(0.0, 1.0);
        let mut builder = Builder::new(up, (0.25, 0.5), Pose::at([0.0, 2.0]), 0.0);
        // Cores at 0 and 0.7, surfaces at 0.25 and 0.2.
        builder.add(Point::new(0.0, 0.0), Point::new(0.0, 0.7), 0.7, FeatureId::new(0, 1));
        builder.add(Point::new(1e-5, 0.0), Point::new(1e-5, 0.6), 0.6, FeatureId::new(1, 0));
        builder.add(Point::new(1.0, 0.0), Point::new(1.0, 0.8), 0.8, FeatureId::new(1, 0));
        let manifold = builder.finish();
        let [point] = manifold.points() else { panic!("{manifold:?}") };
        assert_eq!(point.feature, FeatureId::new(1, 0));
        assert!((point.separation + 0.15).abs() < 1e-6);
        assert!((point.anchor_a - Vec2::new(0.0, 0.175)).norm() < 2e-5);
        assert!((point.anchor_b - Vec2::new(0.0, -1.825)).norm() < 2e-5);
        assert_eq!(manifold.flipped().flipped(), manifold);
    }
}
