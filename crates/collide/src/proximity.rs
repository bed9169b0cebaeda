//! The result of GJK, of EPA and of every query built on them.

use crate::simplex::CoreProximity;
use compute::math::clamp;
use geom::{Point, Pose, Vec2};

/// The distance of two shapes, or the depth of their overlap, and where it is measured.
///
/// ```
/// use collide::geom::{Pose, Shape, Vec2};
/// let ball = Shape::circle(0.5)?;
/// let near = collide::distance(&ball, Pose::IDENTITY, &ball, Pose::at([0.0, 3.0])).unwrap();
/// assert!((near.separation - 2.0).abs() < 1e-6);
/// assert_eq!(near.normal, Vec2::new(0.0, 1.0));
/// assert_eq!(near.flipped().points, [near.points[1], near.points[0]]);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity {
    /// The distance of the surfaces, m. For an overlap minus its depth, or 0 if that is not measured.
    pub separation: f32,
    /// Unit, from A to B: moving B by `-separation` along it makes the shapes just touch. Zero if a depth is
    /// not measured.
    pub normal: Vec2,
    /// The points of A and of B nearest to or deepest in the other shape, m; one common point if a depth is
    /// not measured.
    pub points: [Point; 2],
}

impl Proximity {
    /// The result with A and B exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        let [on_a, on_b] = self.points;
        Self { separation: self.separation, normal: -self.normal, points: [on_b, on_a] }
    }

    #[inline]
    pub(crate) fn transformed(self, pose: Pose) -> Self {
        Self {
            separation: self.separation,
            normal: pose.rotation * self.normal,
            points: self.points.map(|point| pose * point),
        }
    }

    /// Valid unless the cores overlap and their depth is not measured.
    #[inline(always)]
    pub(crate) fn rounded(cores: CoreProximity, radius_a: f32, radius_b: f32) -> Self {
        let CoreProximity { distance, normal, on_a, on_b } = cores;
        Self {
            separation: distance - radius_a - radius_b,
            normal,
            points: [on_a + normal * radius_a, on_b - normal * radius_b],
        }
    }

    /// Like [`Proximity::rounded`], but with the separation 0 and one common point for an overlap.
    #[inline(always)]
    pub(crate) fn distance(cores: CoreProximity, radius_a: f32, radius_b: f32) -> Self {
        let apart = Self::rounded(cores, radius_a, radius_b);
        if apart.separation <= 0.0 {
            // The middle of the overlap, or the point of the other core where one radius covers that core.
            let middle = 0.5 * (cores.distance + radius_a - radius_b);
            let common = cores.on_a + cores.normal * clamp(middle, 0.0, cores.distance);
            return Self { separation: 0.0, normal: Vec2::zeros(), points: [common; 2] };
        }
        apart
    }
}
