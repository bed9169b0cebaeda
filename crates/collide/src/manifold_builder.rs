//! What all routines of the narrow phase have in common: from pairs of points of the sharp cores that face
//! each other, in the frame of A, to a manifold with rounding radii, anchors and world axes.

use crate::manifold::{FeatureId, Manifold, ManifoldPoint};
use crate::point_pair;
use crate::tolerance::{MIN_SPREAD, Tolerances};
use compute::Quad;
use compute::math::min;
use geom::{Point, Pose, Rot, Vec2, cross};

#[derive(Clone, Copy)]
pub(crate) struct Placement {
    pub(crate) b_in_a: Pose,
    pub(crate) to_world: Rot,
    /// m; how far apart shapes may be and still get a contact point.
    pub(crate) speculative: f32,
    pub(crate) tolerances: Tolerances,
}

#[derive(Clone, Copy)]
pub(crate) struct ManifoldBuilder {
    /// Unit, from A to B, in the frame of A.
    pub(crate) normal: Vec2,
    /// m.
    pub(crate) radii: (f32, f32),
    pub(crate) placement: Placement,
}

/// One of A's core and one of B's, in the frame of A, m.
pub(crate) struct FacingPoints {
    pub(crate) cores_a: Quad,
    pub(crate) cores_b: Quad,
    /// Along the normal, m; each fills both numbers of its point.
    pub(crate) gaps: Quad,
    pub(crate) features: [FeatureId; 2],
}

impl ManifoldBuilder {
    /// At most one point, between `core_a` and `core_b`, `gap` (m) apart along the normal.
    #[inline(always)]
    pub(crate) fn one_point(&self, core_a: Point, core_b: Point, gap: f32, feature: FeatureId) -> Manifold {
        let Self { normal, radii, placement } = *self;
        let separation = gap - radii.0 - radii.1;
        // f32 cannot represent the distance.
        if !separation.is_finite() {
            return Manifold::EMPTY;
        }
        if separation > placement.speculative {
            return Manifold::apart(separation);
        }
        let anchors = self.anchors(point_pair::splat(core_a.coords) + point_pair::splat(core_b.coords));
        Manifold::of_one(placement.to_world * normal, point(anchors, separation, feature))
    }

    /// Midway between the surfaces. Both halves of `sum` hold the sum of the two core points.
    #[inline(always)]
    fn anchors(&self, sum: Quad) -> Quad {
        let Self { normal, radii, placement } = self;
        let middle = sum * Quad::splat(0.5);
        let from_a = middle + point_pair::splat(*normal) * Quad::splat(0.5 * (radii.0 - radii.1));
        let origin = placement.b_in_a.position.coords;
        let origins = Quad::new([0.0, 0.0, origin.x, origin.y]);
        point_pair::rotated(placement.to_world, from_a - origins)
    }

    /// Those of the two points within the speculative distance; of points closer than [`MIN_SPREAD`] along
    /// the surface only the deeper. Gives no clearance: the callers know it.
    #[inline(always)]
    pub(crate) fn two_points(
        &self,
        FacingPoints { cores_a, cores_b, gaps, features }: FacingPoints,
    ) -> Manifold {
        let Self { normal, radii, placement } = *self;
        let separations = gaps - Quad::splat(radii.0) - Quad::splat(radii.1);
        let near = separations
            .le(Quad::splat(min(f32::MAX, placement.speculative)))
            .and(Quad::splat(f32::MIN).le(separations));
        let sum = cores_a + cores_b;
        let normal = placement.to_world * normal;

        let [first, _, second, _] = separations.numbers();
        let points = [
            point(self.anchors(sum.low()), first, features[0]),
            point(self.anchors(sum.high()), second, features[1]),
        ];
        const FIRST: u8 = 0b0011;
        const BOTH: u8 = 0b1111;
        match near.bits() {
            0 => Manifold::EMPTY,
            BOTH => {
                let apart = points[1].anchor_a - points[0].anchor_a;
                if cross(normal, apart).abs() >= placement.tolerances.scaled(MIN_SPREAD) {
                    Manifold { normal, points, count: 2 }
                } else {
                    Manifold::of_one(normal, if second < first { points[1] } else { points[0] })
                }
            }
            FIRST => Manifold::of_one(normal, points[0]),
            _ => Manifold::of_one(normal, points[1]),
        }
    }
}

#[inline(always)]
fn point(anchors: Quad, separation: f32, feature: FeatureId) -> ManifoldPoint {
    let [a, b] = point_pair::to_points(anchors);
    ManifoldPoint { anchor_a: a.coords, anchor_b: b.coords, separation, feature }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn point_is_midway_between_surfaces_and_the_deeper_of_two_close_ones_stays() {
        let up = Vec2::new(0.0, 1.0);
        let placement = Placement {
            b_in_a: Pose::at([0.0, 2.0]),
            to_world: Rot::IDENTITY,
            speculative: 0.0,
            tolerances: Tolerances::METRES,
        };
        let builder = ManifoldBuilder { normal: up, radii: (0.25, 0.5), placement };
        let facing = |x: f32, y: f32| FacingPoints {
            cores_a: point_pair::from_points([Point::new(0.0, 0.0), Point::new(x, 0.0)]),
            cores_b: point_pair::from_points([Point::new(0.0, 0.7), Point::new(x, y)]),
            gaps: Quad::new([0.7, 0.7, y, y]),
            features: [FeatureId::new(0, 1), FeatureId::new(1, 0)],
        };
        // Cores at 0 and 0.7, surfaces at 0.25 and 0.2: the first pair overlaps by 0.05. The second pair is
        // out of reach in the first case, within reach in the second, and too close to the first pair in the
        // third.
        assert_eq!(builder.two_points(facing(1.0, 0.8)).points()[0].feature, FeatureId::new(0, 1));
        assert_eq!(builder.two_points(facing(1.0, 0.7)).points().len(), 2);
        let manifold = builder.two_points(facing(1e-5, 0.6));
        let [point] = manifold.points() else { panic!("{manifold:?}") };
        assert_eq!(point.feature, FeatureId::new(1, 0));
        assert!((point.separation + 0.15).abs() < 1e-6);
        assert!((point.anchor_a - Vec2::new(0.0, 0.175)).norm() < 2e-5);
        assert!((point.anchor_b - Vec2::new(0.0, -1.825)).norm() < 2e-5);
        assert_eq!(manifold.flipped().flipped(), manifold);
    }
}
