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
use crate::two;
use bytemuck::{Pod, Zeroable};
use compute::Quad;
use compute::math::{max, min};
use geom::{Point, Pose, Rot, Vec2, cross};

/// Which features of two shapes made a contact point: the solver carries the impulse of a point over to the
/// point of the next step with the same id.
///
/// The id packs the vertex of A and the vertex of B that face each other across the contact, and says nothing of
/// which of the two edges was the reference, nor whether clipping moved the point: both may change from step
/// to step while the contact stays.
///
/// The bits of an id from [`FeatureId::new`] are those of a float between 1 and 2. A processor that loads the
/// anchor beside it takes the id along into its vector registers, where a small integer is a subnormal number,
/// and a multiplication by one costs 150 cycles: with plain integers a manifold of two boxes took twice as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct FeatureId(pub u32);

impl FeatureId {
    /// The id of a contact that can have only one point.
    pub const ONLY: Self = Self::new(0, 0);

    /// Vertex `a` of A against vertex `b` of B, each modulo 256, the most that a polygon has.
    #[inline]
    #[must_use]
    pub const fn new(a: usize, b: usize) -> Self {
        Self(1.0_f32.to_bits() | (a as u32 & 0xff) << 8 | (b as u32 & 0xff))
    }

    /// The vertex of A and the vertex of B.
    #[inline]
    #[must_use]
    pub const fn vertices(self) -> (usize, usize) {
        ((self.0 >> 8 & 0xff) as usize, (self.0 & 0xff) as usize)
    }

    /// The same feature with A and B exchanged.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        let (a, b) = self.vertices();
        Self::new(b, a)
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
    /// No point.
    const NONE: Self = {
        let zero = Vec2::new(0.0, 0.0);
        Self { anchor_a: zero, anchor_b: zero, separation: 0.0, feature: FeatureId::ONLY }
    };

    /// The anchors are those of A and of B.
    #[inline(always)]
    fn new(anchors: Quad, separation: f32, feature: FeatureId) -> Self {
        let [a, b] = two::to_points(anchors);
        Self { anchor_a: a.coords, anchor_b: b.coords, separation, feature }
    }

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
}

/// Where two shapes A and B touch, or soon will.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Manifold {
    /// Unit, world axes, from A to B; zero if there are no points.
    pub normal: Vec2,
    /// The points, of which the first `count` count; see [`Manifold::points`].
    pub points: [ManifoldPoint; 2],
    /// 0, 1 or 2. 0 if the shapes are farther apart than the speculative distance; see [`Manifold::clearance`].
    pub count: u32,
}

const _: () = assert!(size_of::<Manifold>() == 60 && align_of::<Manifold>() == 4);

impl Manifold {
    /// No contact.
    pub const EMPTY: Self = Self { normal: Vec2::new(0.0, 0.0), points: [ManifoldPoint::NONE; 2], count: 0 };

    #[inline(always)]
    const fn of_one(normal: Vec2, point: ManifoldPoint) -> Self {
        Self { normal, points: [point, ManifoldPoint::NONE], count: 1 }
    }

    /// No contact of shapes that are at least `clearance` (m) apart.
    #[inline]
    #[must_use]
    pub fn apart(clearance: f32) -> Self {
        let mut apart = Self::EMPTY;
        apart.points[0].separation = clearance;
        apart
    }

    /// By how much the shapes are apart at least, m: who sees them come nearer by less need not ask again. Of shapes
    /// without a point, and 0 where nothing is known; 0 too if there are points.
    #[inline]
    #[must_use]
    pub fn clearance(&self) -> f32 {
        if self.count == 0 { max(0.0, self.points[0].separation) } else { 0.0 }
    }

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
        let [first, second] = self.points;
        Self { normal: -self.normal, points: [first.flipped(), second.flipped()], count: self.count }
    }
}

/// How two shapes lie to each other, and how far ahead to look: what every routine needs beside the shapes.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    /// The pose of B in the frame of A, where everything is computed.
    pub(crate) b_in_a: Pose,
    /// From the axes of A to those of the world.
    pub(crate) to_world: Rot,
    /// m.
    pub(crate) speculative: f32,
}

/// What makes a manifold of points of the sharp cores that face each other. Each routine finds those, in the frame of
/// A; rounding, the speculative distance, anchors and world axes are the same for all, and are here.
#[derive(Clone, Copy)]
pub(crate) struct Contact {
    /// Unit, from A to B, in the frame of A.
    pub(crate) normal: Vec2,
    /// Of A and B, m.
    pub(crate) radii: (f32, f32),
    pub(crate) setting: Setting,
}

/// Two pairs of core points that face each other, in the frame of A.
pub(crate) struct Facing {
    /// Of A.
    pub(crate) cores_a: Quad,
    /// Of B.
    pub(crate) cores_b: Quad,
    /// How far each pair is apart along the normal, m, in both numbers of a point.
    pub(crate) gaps: Quad,
    pub(crate) features: [FeatureId; 2],
}

impl Contact {
    /// With at most one point, between `core_a` and `core_b`, which are `gap` (m) apart along the normal.
    #[inline(always)]
    pub(crate) fn at_one(&self, core_a: Point, core_b: Point, gap: f32, feature: FeatureId) -> Manifold {
        let Self { normal, radii, setting } = *self;
        let separation = gap - radii.0 - radii.1;
        // Positions whose difference leaves the range of f32 are no contact, however far one looks ahead.
        if !separation.is_finite() {
            return Manifold::EMPTY;
        }
        if separation > setting.speculative {
            return Manifold::apart(separation);
        }
        let anchors = self.anchors(two::both(core_a.coords) + two::both(core_b.coords));
        Manifold::of_one(setting.to_world * normal, ManifoldPoint::new(anchors, separation, feature))
    }

    /// Of the point midway between two surfaces, given the sum of its cores, twice.
    #[inline(always)]
    fn anchors(&self, sum: Quad) -> Quad {
        let Self { normal, radii, setting } = self;
        let middle = sum * Quad::splat(0.5);
        let from_a = middle + two::both(*normal) * Quad::splat(0.5 * (radii.0 - radii.1));
        let origin = setting.b_in_a.position.coords;
        let origins = Quad::new([0.0, 0.0, origin.x, origin.y]);
        two::rotated(setting.to_world, from_a - origins)
    }

    /// With those of two points at which the rounded surfaces are near enough, and that do not lie behind one another.
    /// The surfaces lie at the radii from the cores, and their middle so much nearer to the thinner shape.
    #[inline(always)]
    pub(crate) fn at_two(&self, Facing { cores_a, cores_b, gaps, features }: Facing) -> Manifold {
        let Self { normal, radii, setting } = *self;
        let separations = gaps - Quad::splat(radii.0) - Quad::splat(radii.1);
        // Positions whose difference leaves the range of f32 are no contact, however far one looks ahead.
        let near = separations
            .le(Quad::splat(min(f32::MAX, setting.speculative)))
            .and(Quad::splat(f32::MIN).le(separations));
        let sum = cores_a + cores_b;
        let normal = setting.to_world * normal;

        let [first, _, second, _] = separations.numbers();
        let points = [
            ManifoldPoint::new(self.anchors(sum.low()), first, features[0]),
            ManifoldPoint::new(self.anchors(sum.high()), second, features[1]),
        ];
        const FIRST: u8 = 0b0011;
        const BOTH: u8 = 0b1111;
        match near.bits() {
            0 => Manifold::EMPTY,
            BOTH => {
                let apart = points[1].anchor_a - points[0].anchor_a;
                if cross(normal, apart).abs() >= MIN_SPREAD {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// An id tells its two vertices apart, exchanging A and B twice gives it back, and as a float it is an ordinary
    /// number.
    #[test]
    fn ids_hold_two_vertices() {
        for (a, b) in [(0, 0), (3, 255), (255, 3), (255, 255)] {
            let id = FeatureId::new(a, b);
            assert_eq!((id.vertices(), id.flipped().vertices()), ((a, b), (b, a)));
            assert_eq!(id.flipped().flipped(), id);
            assert!((1.0..2.0).contains(&f32::from_bits(id.0)));
        }
    }

    /// The contact point lies midway between the surfaces, and of two points behind one another the deeper stays.
    #[test]
    fn points_lie_midway_and_apart() {
        let up = Vec2::new(0.0, 1.0);
        let setting = Setting { b_in_a: Pose::at([0.0, 2.0]), to_world: Rot::IDENTITY, speculative: 0.0 };
        let contact = Contact { normal: up, radii: (0.25, 0.5), setting };
        let facing = |x: f32, y: f32| Facing {
            cores_a: two::points([Point::new(0.0, 0.0), Point::new(x, 0.0)]),
            cores_b: two::points([Point::new(0.0, 0.7), Point::new(x, y)]),
            gaps: Quad::new([0.7, 0.7, y, y]),
            features: [FeatureId::new(0, 1), FeatureId::new(1, 0)],
        };
        // Cores at 0 and 0.7, surfaces at 0.25 and 0.2: the first has sunk by 0.05. The second is too far, too near
        // to the first, or neither.
        assert_eq!(contact.at_two(facing(1.0, 0.8)).points()[0].feature, FeatureId::new(0, 1));
        assert_eq!(contact.at_two(facing(1.0, 0.7)).points().len(), 2);
        let manifold = contact.at_two(facing(1e-5, 0.6));
        let [point] = manifold.points() else { panic!("{manifold:?}") };
        assert_eq!(point.feature, FeatureId::new(1, 0));
        assert!((point.separation + 0.15).abs() < 1e-6);
        assert!((point.anchor_a - Vec2::new(0.0, 0.175)).norm() < 2e-5);
        assert!((point.anchor_b - Vec2::new(0.0, -1.825)).norm() < 2e-5);
        assert_eq!(manifold.flipped().flipped(), manifold);
    }
}
