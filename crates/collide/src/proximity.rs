//! How two shapes lie to each other: the answer of GJK, of EPA and of every query made of them.

use crate::simplex::Nearest;
use compute::math::clamp;
use geom::{Point, Pose, Vec2};

/// How far two shapes A and B are apart, or how deep they overlap, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity {
    /// The distance of the surfaces, m. Where the depth of an overlap is asked for, an overlap is negative: minus
    /// the length of the shortest way out; where only a distance is, it is 0.
    pub separation: f32,
    /// Unit, from A to B: moving B by `-separation` along it makes them just touch. Zero where an overlap is not
    /// measured.
    pub normal: Vec2,
    /// The point of A's surface and the point of B's that are nearest, or deepest in the other shape, m. Where an
    /// overlap is not measured, one common point of both.
    pub points: [Point; 2],
}

impl Proximity {
    /// With A and B exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        let [on_a, on_b] = self.points;
        Self { separation: self.separation, normal: -self.normal, points: [on_b, on_a] }
    }

    /// From the frame in which it is to the one in which that frame has this pose.
    #[inline]
    pub(crate) fn transformed(self, pose: Pose) -> Self {
        Self {
            separation: self.separation,
            normal: pose.rotation * self.normal,
            points: self.points.map(|point| pose * point),
        }
    }

    /// Of shapes rounded by these radii, from the nearest points of their cores; right unless the cores overlap.
    #[inline(always)]
    pub(crate) fn rounded(cores: Nearest, radius_a: f32, radius_b: f32) -> Self {
        let Nearest { distance, normal, on_a, on_b } = cores;
        Self {
            separation: distance - radius_a - radius_b,
            normal,
            points: [on_a + normal * radius_a, on_b - normal * radius_b],
        }
    }

    /// The same, with 0 and a common point for an overlap.
    #[inline(always)]
    pub(crate) fn distance(cores: Nearest, radius_a: f32, radius_b: f32) -> Self {
        let apart = Self::rounded(cores, radius_a, radius_b);
        if apart.separation <= 0.0 {
            // The middle of the overlap; where a thick shape overlaps all of a thin one, that lies beyond the thin
            // one's core, and the core's own point is common.
            let middle = 0.5 * (cores.distance + radius_a - radius_b);
            let common = cores.on_a + cores.normal * clamp(middle, 0.0, cores.distance);
            return Self { separation: 0.0, normal: Vec2::zeros(), points: [common; 2] };
        }
        apart
    }
}
