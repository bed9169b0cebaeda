//! Queries ordered by distance: rays, moving boxes and circles, whose reach shrinks when they find a box.
//!
//! Each measures the distance of a box, drops it if it is out of reach, visits its key, and lets the visitor
//! shorten the reach. So each broad phase has one search, generic over [`DistanceQuery`].

use crate::aabb_quad::{AabbQuad, WIDTH};
use core::ops::ControlFlow;
use geom::{Aabb, Point};

/// A query that shrinks to what it finds: a [`Cast`](crate::Cast), or a [`Circle`].
pub trait DistanceQuery {
    /// A fraction of a ray, or a squared distance.
    type Distance: Copy + PartialOrd + Default;

    /// The distance of a box, never less than that of a box around it; `None` if it is out of reach.
    fn distance(&self, aabb: Aabb) -> Option<Self::Distance>;

    /// Whether a distance measured earlier is still within reach.
    fn is_within_reach(&self, distance: Self::Distance) -> bool;

    /// Shortens the reach to what a visitor returned. Breaks if that is zero or less.
    fn shorten(&mut self, reach: f32) -> ControlFlow<()>;
}

/// Of four boxes at once.
pub(crate) trait LaneQuery: DistanceQuery {
    /// With a bit for each that is within reach.
    #[inline]
    fn distances(&self, boxes: &AabbQuad) -> (u8, [Self::Distance; WIDTH]) {
        let (mut found, mut distances) = (0, [Self::Distance::default(); WIDTH]);
        for (index, stored) in distances.iter_mut().enumerate() {
            if let Some(distance) = self.distance(boxes.get(index)) {
                (found, *stored) = (found | 1 << index, distance);
            }
        }
        (found, distances)
    }
}

/// On the squared radius: a visitor's formula may round otherwise (about 4 u, u = 2^-24), and a box at
/// exactly that distance must not be missed.
const ROUNDING: f64 = 1.0 + 8.0 * f32::EPSILON as f64;

/// A circle whose radius shrinks, for [`Broadphase::nearest`](crate::Broadphase::nearest). The squared
/// distance in f64, m^2, cannot overflow.
#[derive(Clone, Copy, Debug)]
pub struct Circle {
    center: [f64; 2],
    /// Squared radius times [`ROUNDING`], m^2; negative if the circle reaches nothing.
    radius_squared: f64,
}

impl Circle {
    /// Around `center`, with `radius`, in m. Reaches nothing if `center` is not finite, or `radius` is
    /// negative or NaN.
    #[must_use]
    pub fn new(center: Point, radius: f32) -> Self {
        let is_valid = center.x.is_finite() && center.y.is_finite() && radius >= 0.0;
        let radius_squared = if is_valid { squared(radius) } else { -1.0 };
        Self { center: [center.x.into(), center.y.into()], radius_squared }
    }

    /// The centre, m.
    #[must_use]
    pub fn center(&self) -> [f64; 2] {
        self.center
    }
}

fn squared(radius: f32) -> f64 {
    f64::from(radius) * f64::from(radius) * ROUNDING
}

impl DistanceQuery for Circle {
    type Distance = f64;

    #[inline]
    fn distance(&self, aabb: Aabb) -> Option<f64> {
        let mut squared = 0.0;
        for axis in 0..2 {
            let center = self.center[axis];
            let (low, high) = (f64::from(aabb.lower.coords[axis]), f64::from(aabb.upper.coords[axis]));
            let gap = if center < low {
                low - center
            } else if center > high {
                center - high
            } else {
                0.0
            };
            squared += gap * gap;
        }
        self.is_within_reach(squared).then_some(squared)
    }

    #[inline]
    fn is_within_reach(&self, squared: f64) -> bool {
        squared <= self.radius_squared
    }

    #[inline]
    fn shorten(&mut self, radius: f32) -> ControlFlow<()> {
        if radius <= 0.0 {
            return ControlFlow::Break(());
        }
        // NaN and infinity leave the radius as it is.
        let squared = squared(radius);
        if squared < self.radius_squared {
            self.radius_squared = squared;
        }
        ControlFlow::Continue(())
    }
}

impl LaneQuery for Circle {}
