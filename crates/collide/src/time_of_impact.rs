//! Time of impact: when two shapes that move and rotate first come within a target distance.
//!
//! **Conservative advancement.** At time t the shapes are s apart along the normal n. A bound (`bound`)
//! limits how fast this gap can close; time advances to the last moment at which it excludes a touch, and the
//! distance is measured again:
//!
//! ```text
//!   separation
//!     |\_  .                     one iteration: the gap at t, and a bound of how fast it closes
//!     |  \__.___
//!     |   .  \  \___             the bound reaches the target at t1: before t1 nothing can touch
//!     |    .  \     \__.
//!     |......\..\......\_.\_____ target + tolerance
//!     +-------t1-t2------t3----- t
//! ```
//!
//! **Window.** Two bounding circles touch at the roots of a quadratic equation ([`circle_impact`]); before
//! and after there is no impact. **Termination.** Each iteration advances by at least tolerance / (greatest
//! approach velocity). If [`TOI_ITERATIONS`] or the last digit of f32 ends the search, the time is too early,
//! never too late.
//!
//! Source: Mirtich 1996, section 2.3.2; Coumans 2005; Catto, GDC 2013, whose root finder along an axis fixed
//! to the nearest feature was turned down (`docs/experiments/geometry.md`); Souto, Video Game Physics II,
//! section Continuous Collision Detection. **Erratum:** Souto projects only the velocity onto the vector
//! between the nearest points; a point of a rotating body moves farther.

mod bound;
mod circles;
pub(crate) mod turning_cast;

pub use circles::{CircleImpact, circle_impact};

use crate::gjk::GjkCache;
use crate::proximity::Proximity;
use crate::query::of_half_space;
use crate::sweep::Sweep;
use crate::tolerance::{TOI_ITERATIONS, TOI_TOLERANCE, Tolerances};
use bound::{Approach, Motion, RotatingHull, time_to_close};
use compute::math::{max, min};
use geom::{HalfSpace, Point, Pose, Shape, Vec2};

/// Whether, and when, two moving shapes touch.
///
/// ```
/// use collide::geom::{Pose, Shape};
/// use collide::{Impact, Sweep, time_of_impact};
/// let (ball, wall) = (Shape::circle(0.5)?, Shape::rectangle(0.1, 2.0)?);
/// let at_rest = Sweep::still(Pose::IDENTITY);
/// let fly = |translation: f32| {
///     let sweep = Sweep::new(Pose::at([-5.0, 0.0]), [translation, 0.0], 0.0);
///     time_of_impact(&ball, &sweep, &wall, &at_rest, 0.0)
/// };
/// assert_eq!(fly(2.0), Impact::Separated);
/// assert!((fly(8.0).touch().unwrap().fraction - 0.55).abs() < 1e-4); // 4.4 m of 8 m
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impact {
    /// They stay farther apart than the target distance.
    Separated,
    /// They come within the target distance, or are within it at the start (fraction 0), even if they part.
    Touching(Touch),
    /// They overlap at the start.
    Overlapped,
}

impl Impact {
    /// The touch, if there is one.
    #[must_use]
    pub fn touch(self) -> Option<Touch> {
        if let Self::Touching(touch) = self { Some(touch) } else { None }
    }
}

/// When and where two moving shapes touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The fraction of the step, from 0 to 1.
    pub fraction: f32,
    /// The distance at that time, m: the target or up to [`TOI_TOLERANCE`] more, unless [`TOI_ITERATIONS`]
    /// ended the search; less if they are nearer at the start.
    pub separation: f32,
    /// Unit, in world axes, from A to B.
    pub normal: Vec2,
    /// Midway between the two nearest points, in the world, m.
    pub point: Point,
}

/// When two shapes, moving along their sweeps, first come within the distance `target` (m, not negative).
///
/// Before that time they are never nearer than the target; at that time they are at most [`TOI_TOLERANCE`]
/// farther, both within the rounding of positions: 0.1 mm for a body that moves a kilometre in the step. For
/// bodies that rotate many times close to each other, [`TOI_ITERATIONS`] may end the search; then the time is
/// too early.
///
/// Two half-spaces never touch, nor do shapes with numbers that are not finite. Chain segments are touched
/// from both sides.
///
/// ```
/// use collide::geom::{Pose, Shape};
/// use collide::{Impact, Sweep, time_of_impact};
/// let (bullet, wall) = (Shape::circle(0.05)?, Shape::rectangle(0.1, 2.0)?);
/// let flight = Sweep::new(Pose::at([-5.0, 0.0]), [10.0, 0.0], 0.0);
/// let Impact::Touching(touch) = time_of_impact(&bullet, &flight, &wall, &Sweep::still(Pose::IDENTITY), 0.0)
/// else { panic!() };
/// assert!((touch.fraction - 0.485).abs() < 1e-4); // 4.85 m of 10 m
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
#[doc(alias = "b2TimeOfImpact")]
pub fn time_of_impact(a: &Shape, sweep_a: &Sweep, b: &Shape, sweep_b: &Sweep, target: f32) -> Impact {
    Tolerances::METRES.time_of_impact(a, sweep_a, b, sweep_b, target)
}

impl Tolerances {
    /// [`time_of_impact`] with these tolerances.
    #[must_use]
    pub fn time_of_impact(
        self,
        a: &Shape,
        sweep_a: &Sweep,
        b: &Shape,
        sweep_b: &Sweep,
        target: f32,
    ) -> Impact {
        self.time_of_impact_observed(a, sweep_a, b, sweep_b, target, |_, _| ())
    }

    /// [`time_of_impact`], with a callback for each fraction at which it measures, in rising order, and the
    /// distance, m.
    ///
    /// ```
    /// use collide::geom::{Pose, Shape};
    /// use collide::{Sweep, Tolerances};
    /// let (stick, post) = (Shape::rectangle(0.05, 1.0)?, Shape::circle(0.1)?);
    /// let turning = Sweep::new(Pose::at([-2.0, 0.0]), [3.0, 0.0], 6.0);
    /// let mut gaps = Vec::new();
    /// let still = Sweep::still(Pose::IDENTITY);
    /// let (metres, observe) = (Tolerances::METRES, |_, gap| gaps.push(gap));
    /// let impact = metres.time_of_impact_observed(&stick, &turning, &post, &still, 0.0, observe);
    /// assert!(impact.touch().is_some() && gaps.len() > 2 && gaps[gaps.len() - 1] < 1e-3);
    /// # Ok::<(), collide::geom::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn time_of_impact_observed(
        self,
        a: &Shape,
        sweep_a: &Sweep,
        b: &Shape,
        sweep_b: &Sweep,
        target: f32,
        observe: impl FnMut(f32, f32),
    ) -> Impact {
        if !(sweep_a.is_finite() && sweep_b.is_finite()) {
            return Impact::Separated;
        }
        match (a.hull(), a, b.hull(), b) {
            (Some(hull_a), _, Some(hull_b), _) => {
                let pair = HullPair {
                    a: RotatingHull::new(hull_a, sweep_a),
                    b: RotatingHull::new(hull_b, sweep_b),
                    cache: GjkCache::default(),
                    tolerances: self,
                };
                let motion = Motion::new(sweep_a, pair.a.pivot, sweep_b, pair.b.pivot);
                advance(self, pair, &motion, target, observe)
            }
            (None, Shape::HalfSpace(half_space), Some(hull), _) => {
                let pair = HalfSpacePair { half_space, b: RotatingHull::new(hull, sweep_b) };
                let motion = Motion::new(sweep_a, sweep_a.center, sweep_b, pair.b.pivot);
                advance(self, pair, &motion, target, observe)
            }
            (Some(hull_a), _, None, Shape::HalfSpace(half_space)) => {
                // A recursive call would be an endless type.
                let pair = HalfSpacePair { half_space, b: RotatingHull::new(hull_a, sweep_a) };
                let motion = Motion::new(sweep_b, sweep_b.center, sweep_a, pair.b.pivot);
                match advance(self, pair, &motion, target, observe) {
                    Impact::Touching(touch) => Impact::Touching(Touch { normal: -touch.normal, ..touch }),
                    other => other,
                }
            }
            _ => Impact::Separated,
        }
    }
}

fn advance(
    tolerances: Tolerances,
    mut pair: impl Pair,
    motion: &Motion<'_>,
    target: f32,
    mut observe: impl FnMut(f32, f32),
) -> Impact {
    let tolerance = tolerances.scaled(TOI_TOLERANCE);
    let aim = target + 0.5 * tolerance;
    let Some((begin, end)) = pair.window(motion, aim) else { return Impact::Separated };
    let mut fraction = begin;
    let mut reached = None;
    for _ in 0..TOI_ITERATIONS {
        let moment = motion.at(fraction);
        let near = pair.measure(moment.b_in_a);
        observe(fraction, near.separation);
        if !near.separation.is_finite() {
            return Impact::Separated;
        }
        if near.separation <= 0.0 && fraction == 0.0 {
            return Impact::Overlapped;
        }
        if near.separation < target - tolerance && reached.is_some() {
            break; // One digit of the fraction exceeds the tolerance: this fraction is too late.
        }
        reached = Some((fraction, near));
        if near.separation <= target + tolerance {
            break;
        }
        let approach =
            Approach { normal: near.normal, gap: near.separation - aim, tolerance, moment, motion };
        let next = fraction + pair.safe_advance(&approach, end - fraction);
        if next >= end {
            return Impact::Separated;
        }
        if next <= fraction {
            break;
        }
        fraction = next;
    }
    let Some((fraction, near)) = reached else { return Impact::Separated };
    let pose_a = motion.a.pose_at(fraction);
    let near = near.transformed(pose_a);
    let [on_a, on_b] = near.points;
    Impact::Touching(Touch {
        fraction,
        separation: near.separation,
        normal: near.normal,
        point: on_a + (on_b - on_a) * 0.5,
    })
}

trait Pair: Copy {
    /// The part of 0 to 1 in which the bounding circles are within the distance `aim`.
    fn window(&self, motion: &Motion<'_>, aim: f32) -> Option<(f32, f32)>;
    fn measure(&mut self, b_in_a: Pose) -> Proximity;
    /// A fraction, at most `rest`, within which the gap cannot close.
    fn safe_advance(&self, approach: &Approach<'_>, rest: f32) -> f32;
}

#[derive(Clone, Copy)]
struct HullPair<'a> {
    a: RotatingHull<'a>,
    b: RotatingHull<'a>,
    cache: GjkCache,
    tolerances: Tolerances,
}

impl Pair for HullPair<'_> {
    fn window(&self, motion: &Motion<'_>, aim: f32) -> Option<(f32, f32)> {
        let reach = self.a.arm + self.a.hull.radius + self.b.arm + self.b.hull.radius + aim;
        if motion.apart.norm() <= reach {
            // Shapes that are near mostly stay near, so computing the end saves little.
            return Some((0.0, 1.0));
        }
        match circle_impact(motion.apart, motion.change, reach) {
            CircleImpact::Twice(begin, end) if begin <= 1.0 && end >= 0.0 => {
                Some((max(begin, 0.0), min(end, 1.0)))
            }
            CircleImpact::Once(at) if (0.0..=1.0).contains(&at) => Some((at, at)),
            _ => None,
        }
    }

    fn measure(&mut self, b_in_a: Pose) -> Proximity {
        self.tolerances.gjk(self.a.hull, self.b.hull, b_in_a, &mut self.cache)
    }

    fn safe_advance(&self, approach: &Approach<'_>, rest: f32) -> f32 {
        let Self { a, b, cache, .. } = self;
        let normal_b = approach.moment.b_in_a.rotation.inverse_rotate(-approach.normal);
        let sides = [(*a, approach.normal), (*b, normal_b)];
        let by_rotation = a.angle.abs() * a.arm + b.angle.abs() * b.arm;
        let mut advance = time_to_close(approach.gap, approach.closing_velocity(0.0) + by_rotation, 0.0);
        let [is_edge_of_a, is_edge_of_b] = cache.nearest_is_edge();
        let spins = [
            (true, 0.0),
            (is_edge_of_a && a.angle != 0.0, a.angle),
            (is_edge_of_b && b.angle != 0.0, b.angle),
        ];
        for (_, spin) in spins.into_iter().filter(|&(applies, _)| applies) {
            if advance >= rest {
                break;
            }
            advance = max(approach.advance(spin, sides, rest), advance);
        }
        advance
    }
}

#[derive(Clone, Copy)]
struct HalfSpacePair<'a> {
    half_space: &'a HalfSpace,
    b: RotatingHull<'a>,
}

impl Pair for HalfSpacePair<'_> {
    fn window(&self, _: &Motion<'_>, _: f32) -> Option<(f32, f32)> {
        Some((0.0, 1.0))
    }

    fn measure(&mut self, b_in_a: Pose) -> Proximity {
        of_half_space(self.half_space, self.b.hull, b_in_a)
    }

    /// The normal rotates with the half-space: relative to it only B rotates.
    fn safe_advance(&self, approach: &Approach<'_>, rest: f32) -> f32 {
        let (b, motion) = (self.b, approach.motion);
        let spin = motion.a.angle;
        let normal_b = approach.moment.b_in_a.rotation.inverse_rotate(-approach.normal);
        let fastest = motion.change.norm()
            + spin.abs() * approach.greatest_distance(rest)
            + (b.angle - spin).abs() * b.arm;
        max(time_to_close(approach.gap, fastest, 0.0), approach.advance(spin, [(b, normal_b)], rest))
    }
}
