//! The planes that a motion slides along.

use super::surroundings::length;
use compute::math::max;
use geom::Vec2;

/// Hits in a row that turn a motion. The fifth happens only in corners, where the motion ends anyway.
pub(super) const MAX_HITS: usize = 6;

/// Share of a motion that may go into a surface that it slid along before, for rounding.
const CORNER_TOLERANCE: f32 = 1e-4;

#[derive(Default)]
pub(super) struct Planes {
    /// Unit normal, and the least component of the motion along it.
    planes: [(Vec2, f32); 2 * MAX_HITS],
    count: usize,
}

impl Planes {
    /// `motion` with at least the component `least` along `normal`; zero if it then goes into an earlier
    /// plane, since between two planes nothing is left to slide along.
    pub(super) fn clip(&mut self, motion: Vec2, normal: Vec2, least: f32) -> Vec2 {
        let clipped = slid(motion, normal, least);
        let tolerance = CORNER_TOLERANCE * length(motion);
        let mut earlier = self.planes[..self.count].iter();
        let is_cornered = earlier.any(|(plane, least)| plane.dot(&clipped) < least - tolerance);
        if let Some(place) = self.planes.get_mut(self.count) {
            *place = (normal, least);
            self.count += 1;
        }
        if is_cornered { Vec2::zeros() } else { clipped }
    }
}

/// `motion` with at least the component `least` along `normal`.
pub(super) fn slid(motion: Vec2, normal: Vec2, least: f32) -> Vec2 {
    motion + normal * max(0.0, least - motion.dot(&normal))
}
