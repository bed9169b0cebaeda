//! A search that draws in: the rays, moving boxes and circles whose reach shrinks with what they find.
//!
//! Whatever is looked for, a search goes the same way: how far off is this box, is that still within reach, visit
//! what is stored, and let the visitor say how far to look from now on. So each structure has one such search,
//! and each kind of probe says what "far" means: the fraction of a ray, or the distance from a point.

use crate::four_boxes::{FourBoxes, WIDTH};
use core::ops::ControlFlow;
use geom::{Aabb, Point};

pub(crate) trait Probe {
    /// How far off a box is, in a measure that never is less for a box within another.
    type Reach: Copy + PartialOrd + Default;

    /// How far off a box is; `None` if that is out of reach.
    fn reach(&self, aabb: Aabb) -> Option<Self::Reach>;

    /// How far off each of four boxes is, and a bit for each that is within reach.
    #[inline]
    fn reach_four(&self, boxes: &FourBoxes) -> (u8, [Self::Reach; WIDTH]) {
        let (mut found, mut reaches) = (0, [Self::Reach::default(); WIDTH]);
        for (slot, place) in reaches.iter_mut().enumerate() {
            if let Some(reach) = self.reach(boxes.get(slot)) {
                (found, *place) = (found | 1 << slot, reach);
            }
        }
        (found, reaches)
    }

    /// Whether something found so far off earlier is still within reach.
    fn reaches(&self, reach: Self::Reach) -> bool;

    /// Takes a visitor's answer. Nothing is left at zero.
    fn shorten(&mut self, bound: f32) -> ControlFlow<()>;
}

/// By how much the radius is stretched, squared: a visitor may have computed its distance by another formula, with
/// other roundings (some 4 u, u = 2^-24), and what is as near as that must not be missed.
const ROUNDING: f64 = 1.0 + 8.0 * f32::EPSILON as f64;

/// A circle that shrinks to what it finds. Its measure is the squared distance in f64, m^2, which does not overflow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circle {
    center: [f64; 2],
    /// Squared and stretched, m^2; negative for a circle that holds nothing.
    square: f64,
}

impl Circle {
    /// It reaches nothing if `center` is not finite, or `radius` (m) is negative or NaN.
    pub fn new(center: Point, radius: f32) -> Self {
        let good = center.x.is_finite() && center.y.is_finite() && radius >= 0.0;
        let square = if good { square_of(radius) } else { -1.0 };
        Self { center: [center.x.into(), center.y.into()], square }
    }

    pub fn center(&self) -> [f64; 2] {
        self.center
    }
}

fn square_of(radius: f32) -> f64 {
    f64::from(radius) * f64::from(radius) * ROUNDING
}

impl Probe for Circle {
    type Reach = f64;

    #[inline]
    fn reach(&self, aabb: Aabb) -> Option<f64> {
        let mut square = 0.0;
        for axis in 0..2 {
            let at = self.center[axis];
            let (low, high) = (f64::from(aabb.lower.coords[axis]), f64::from(aabb.upper.coords[axis]));
            let off = if at < low {
                low - at
            } else if at > high {
                at - high
            } else {
                0.0
            };
            square += off * off;
        }
        self.reaches(square).then_some(square)
    }

    #[inline]
    fn reaches(&self, square: f64) -> bool {
        square <= self.square
    }

    #[inline]
    fn shorten(&mut self, radius: f32) -> ControlFlow<()> {
        if radius <= 0.0 {
            return ControlFlow::Break(());
        }
        // False for NaN and for infinity, which both mean "as before".
        let square = square_of(radius);
        if square < self.square {
            self.square = square;
        }
        ControlFlow::Continue(())
    }
}
