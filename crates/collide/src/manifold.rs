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
use compute::math::max;
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
    pub const EMPTY: Self = {
        let zero = Vec2::new(0.0, 0.0);
        let point =
            ManifoldPoint { anchor_a: zero, anchor_b: zero, separation: 0.0, feature: FeatureId::ONLY };
        Self { normal: zero, points: [point; 2], count: 0 }
    };

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

/// Puts a manifold together. Each routine finds points of the sharp cores that face each other, in the frame of A;
/// rounding, the speculative distance, anchors and world axes are the same for all, and are here.
pub(crate) struct Builder {
    manifold: Manifold,
    normal: Vec2,
    radii: (f32, f32),
    setting: Setting,
}

impl Builder {
    /// Without points yet. The normal is unit, points from A to B, and is given in the frame of A; the radii are
    /// those of A and B, m.
    #[inline(always)]
    pub(crate) fn new(normal: Vec2, radii: (f32, f32), setting: Setting) -> Self {
        Self { manifold: Manifold::EMPTY, normal, radii, setting }
    }

    /// Adds the point between `core_a` and `core_b`, which are `gap` apart along the normal, if the rounded
    /// surfaces are near enough. The surfaces lie at the radii from the cores, and their middle so much nearer
    /// to the thinner shape.
    #[inline(always)]
    pub(crate) fn add(&mut self, core_a: Point, core_b: Point, gap: f32, feature: FeatureId) {
        let Self { manifold: Manifold { points, count, .. }, normal, radii, setting } = self;
        let separation = gap - radii.0 - radii.1;
        // Positions whose difference leaves the range of f32 are no contact, however far one looks ahead.
        if separation <= setting.speculative && separation.is_finite() {
            let middle = Vec2::new(0.5 * (core_a.x + core_b.x), 0.5 * (core_a.y + core_b.y));
            let from_a = middle + *normal * (0.5 * (radii.0 - radii.1));
            let point = ManifoldPoint {
                anchor_a: setting.to_world * from_a,
                anchor_b: setting.to_world * (from_a - setting.b_in_a.position.coords),
                separation,
                feature,
            };
            if *count == 0 {
                (points[0], *count) = (point, 1);
            } else if cross(setting.to_world * *normal, point.anchor_a - points[0].anchor_a).abs()
                >= MIN_SPREAD
            {
                (points[1], *count) = (point, 2);
            } else if separation < points[0].separation {
                points[0] = point;
            }
        }
    }

    /// The manifold, in world axes.
    #[inline(always)]
    pub(crate) fn finish(mut self) -> Manifold {
        if self.manifold.count > 0 {
            self.manifold.normal = self.setting.to_world * self.normal;
        }
        self.manifold
    }

    /// The same, of cores that are at least `gap` (m) apart.
    #[inline(always)]
    pub(crate) fn finish_at(self, gap: f32) -> Manifold {
        if self.manifold.count == 0 {
            Manifold::apart(gap - self.radii.0 - self.radii.1)
        } else {
            self.finish()
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
        let mut builder = Builder::new(up, (0.25, 0.5), setting);
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
