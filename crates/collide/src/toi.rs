//! Time of impact: when two shapes that move and turn first come within a target distance.
//!
//! **Conservative advancement.** At a time t the shapes are apart by s along the normal n. How fast can that gap
//! close? As long as it cannot have closed, time may advance; then the distance is measured anew:
//!
//! ```text
//!   separation
//!     |\_  .                     one round: the gap at t, and a bound on how fast it closes
//!     |  \__.___
//!     |   .  \  \___             the bound reaches the target at t1: until then nothing has touched
//!     |    .  \     \__.
//!     |......\..\......\_.\_____ target + tolerance
//!     +-------t1-t2------t3----- t
//! ```
//!
//! The bound is on the gap along n, which is never more than the distance; n may stand still or turn at any rate,
//! s. Seen from n, a vertex r of a body that turns at w turns at w - s, and in a time x advances along n by
//!
//! ```text
//!   n . (R((w - s) x) - 1) r  <=  (w - s) (n x r)' x + (w - s)^2 |r| x^2 / 2       Taylor, with its rest term
//! ```
//!
//! and likewise the vector between the centres, with v the velocity at which it changes, by no more than
//! -(n . v + s n' . p) x + (s^2 |p| / 2 + |s v|) x^2. The greatest first term of all vertices is a support function
//! along a direction that turns with x, so the bound is a concave function of x, and costs two looks for farthest
//! points. Where it meets the target is bracketed: the root for the vertices that now support is too late or right,
//! and chords of a concave function are never too late. If the nearest feature is an edge, n turns with it: held
//! fixed, the bound would take the far end of a long turning edge for what approaches, though the other body
//! lies over its middle.
//!
//! Mirtich's bound is a gap that closes by n . v + |w| |r| in each body. It is better far away, and the greatest of
//! the advances counts.
//!
//! **Why all.** Mirtich's bound alone takes steps of gap / (|w| |r|). Near an impact of a spinning body the gap
//! closes far more slowly than that, and the steps shrink with it: a wheel that turns fast above a floor needs
//! thousands. Taylor's steps shrink as the root of the gap.
//!
//! **Window.** The circle around a body's centre that holds it does not turn. Two such circles touch at times that
//! a quadratic gives ([`circle_impact`]), before and after which there is no impact; for two circles it is the
//! answer, for a sword that spins ten times it limits the search to the time near its prey.
//!
//! **Termination.** Each round advances by at least tolerance / (fastest approach). [`TOI_ROUNDS`] and the last
//! digit of f32 end the search where that is not enough: with the time reached, before which nothing touched. A
//! body that stops there has stopped too early, and never too late.
//!
//! Source: Mirtich 1996, section 2.3.2; Coumans 2005; Catto, GDC 2013; seed 004, section Continuous Collision
//! Detection. **Erratum:** the text projects only the velocity on the vector between the nearest points, and says
//! that no point moves beyond. The tip of a turning rod does.
//! Catto's axes, too, are fixed to the nearest feature. Turned down: his root finder along them. It bisects for *a*
//! root between now and the end; a body that turns far has several, and the one found need not be the first.

mod circles;

pub use circles::{CircleImpact, circle_impact};

use crate::difference::{Core, Vertices};
use crate::gjk::{GjkCache, gjk};
use crate::proximity::Proximity;
use crate::query::of_half_space;
use crate::sweep::Sweep;
use crate::tolerance::{TOI_ROUNDS, TOI_TOLERANCE};
use compute::math::{max, min, sqrt};
use geom::{HalfSpace, Point, Pose, Rot, RoundedHull, Shape, Vec2, left_normal, right_normal};

/// Whether, and when, two moving shapes touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impact {
    /// They stay farther apart than the target all the way.
    Separated,
    /// They come as near as the target.
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
    /// The fraction of the step, from 0 to 1; until then they were never nearer than the target.
    pub fraction: f32,
    /// How far apart they are then, m: the target or up to [`TOI_TOLERANCE`] more, unless the search was cut short.
    pub separation: f32,
    /// Unit, world axes, from A to B, at that time.
    pub normal: Vec2,
    /// Midway between the two nearest points, world axes, m, at that time.
    pub point: Point,
}

/// When shapes `a` and `b` on their sweeps first come within `target` (m, not negative) of each other.
///
/// Never reports a time after they came nearer than the target, and reports one at which they are no farther apart
/// than the target plus [`TOI_TOLERANCE`]. Both hold as far as f32 tells places apart: a body that goes a
/// kilometre in the step is known to 0.1 mm. Bodies that turn many times a step close by may exceed
/// [`TOI_ROUNDS`]; then the time is too early.
///
/// Shapes within the target at the start, but not overlapping, touch at fraction 0, even if they part. Two
/// half-spaces never touch, and neither does anything that is not finite. Segments of chains count from both sides.
///
/// ```
/// use collide::{Impact, Sweep, time_of_impact};
/// use geom::{Pose, Shape};
/// let (bullet, wall) = (Shape::circle(0.05)?, Shape::rectangle(0.1, 2.0)?);
/// let flight = Sweep::new(Pose::at([-5.0, 0.0]), [10.0, 0.0], 0.0);
/// let Impact::Touching(touch) = time_of_impact(&bullet, &flight, &wall, &Sweep::still(Pose::IDENTITY), 0.0)
/// else { panic!() };
/// assert!((touch.fraction - 0.485).abs() < 1e-4); // 4.85 m of 10 m
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn time_of_impact(a: &Shape, sweep_a: &Sweep, b: &Shape, sweep_b: &Sweep, target: f32) -> Impact {
    if !(sweep_a.is_finite() && sweep_b.is_finite()) {
        return Impact::Separated;
    }
    match (a.hull(), a, b.hull(), b) {
        (Some(hull_a), _, Some(hull_b), _) => {
            let pair = HullPair {
                a: Turning::new(hull_a, sweep_a),
                b: Turning::new(hull_b, sweep_b),
                cache: GjkCache::default(),
            };
            advance(pair, &Motion::new(sweep_a, pair.a.pivot, sweep_b, pair.b.pivot), target)
        }
        (None, Shape::HalfSpace(half_space), Some(hull), _) => {
            let pair = HalfSpacePair { half_space, b: Turning::new(hull, sweep_b) };
            advance(pair, &Motion::new(sweep_a, sweep_a.center, sweep_b, pair.b.pivot), target)
        }
        (Some(_), _, None, Shape::HalfSpace(_)) => match time_of_impact(b, sweep_b, a, sweep_a, target) {
            Impact::Touching(touch) => Impact::Touching(Touch { normal: -touch.normal, ..touch }),
            other => other,
        },
        _ => Impact::Separated,
    }
}

/// The algorithm, for any pair whose distance can be measured and whose approach can be bounded.
fn advance(mut pair: impl Pair, motion: &Motion<'_>, target: f32) -> Impact {
    let aim = target + 0.5 * TOI_TOLERANCE;
    let Some((begin, end)) = pair.window(motion, aim) else { return Impact::Separated };
    let mut fraction = begin;
    let mut reached = None;
    for _ in 0..TOI_ROUNDS {
        let moment = motion.at(fraction);
        let near = pair.measure(moment.b_in_a);
        if !near.separation.is_finite() {
            return Impact::Separated;
        }
        if near.separation <= 0.0 && fraction == 0.0 {
            return Impact::Overlapped;
        }
        if near.separation < target - TOI_TOLERANCE && reached.is_some() {
            break; // One digit of the fraction is a longer way than the tolerance: this one is too late.
        }
        reached = Some((fraction, near));
        if near.separation <= target + TOI_TOLERANCE {
            break;
        }
        let approach = Approach { normal: near.normal, gap: near.separation - aim, moment, motion };
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

/// Two sweeps, the difference of whose positions is taken once, at the start.
struct Motion<'a> {
    a: &'a Sweep,
    b: &'a Sweep,
    pivots: (Point, Point),
    /// From the pivot of A to that of B at fraction 0, world axes, m.
    apart: Vec2,
    /// How that changes until fraction 1, m.
    change: Vec2,
}

/// How B lies to A at one time.
#[derive(Clone, Copy)]
struct Moment {
    b_in_a: Pose,
    /// From the axes of A to those of the world.
    rotation_a: Rot,
    /// From the pivot of A to that of B, world axes, m.
    apart: Vec2,
}

impl<'a> Motion<'a> {
    /// The pivots are the points of A and of B, in their frames, that move on straight lines.
    fn new(a: &'a Sweep, pivot_a: Point, b: &'a Sweep, pivot_b: Point) -> Self {
        let apart = (b.start.position - a.start.position) + b.start.rotation * pivot_b.coords
            - a.start.rotation * pivot_a.coords;
        Self { a, b, pivots: (pivot_a, pivot_b), apart, change: b.translation - a.translation }
    }

    fn at(&self, fraction: f32) -> Moment {
        let (rotation_a, rotation_b) = (self.a.rotation_at(fraction), self.b.rotation_at(fraction));
        let apart = self.apart + self.change * fraction;
        let position = self.pivots.0 + rotation_a.inverse_rotate(apart - rotation_b * self.pivots.1.coords);
        Moment { b_in_a: Pose { position, rotation: rotation_a.inverse() * rotation_b }, rotation_a, apart }
    }
}

/// A gap between A and B that may close.
#[derive(Clone, Copy)]
struct Approach<'a> {
    /// Unit, from A to B, in the frame of A.
    normal: Vec2,
    /// How much nearer they may come, m.
    gap: f32,
    moment: Moment,
    motion: &'a Motion<'a>,
}

/// What the algorithm asks of two shapes.
trait Pair: Copy {
    /// When their bounding circles are within `aim` of each other, within 0 to 1.
    fn window(&self, motion: &Motion<'_>, aim: f32) -> Option<(f32, f32)>;
    /// In the frame of A.
    fn measure(&mut self, b_in_a: Pose) -> Proximity;
    /// A fraction, at most `rest`, for which the gap does not close.
    fn safe_advance(&self, approach: &Approach<'_>, rest: f32) -> f32;
}

/// A hull that turns about a point.
#[derive(Clone, Copy)]
struct Turning<'a> {
    hull: RoundedHull<'a>,
    /// In the frame of the hull. If it does not turn any point is as good, and the middle of the vertices is in the
    /// middle of a smaller circle.
    pivot: Point,
    /// Radians a step.
    angle: f32,
    /// The greatest distance of a vertex from the pivot, m.
    arm: f32,
}

impl<'a> Turning<'a> {
    fn new(hull: RoundedHull<'a>, sweep: &Sweep) -> Self {
        let mut pivot = sweep.center;
        if sweep.angle == 0.0 {
            let sum: Vec2 = hull.vertices.iter().map(|vertex| vertex.coords).sum();
            pivot = Point::from(sum / hull.vertices.len() as f32);
        }
        let arm = RoundedHull { radius: 0.0, ..hull }.reach(pivot);
        Self { hull, pivot, angle: sweep.angle, arm }
    }

    /// How fast the farthest vertex along `normal` advances by turning, m a step.
    fn speed_along(&self, normal: Vec2) -> f32 {
        let (farthest, _) = Vertices(self.hull.vertices).farthest(normal);
        self.angle * right_normal(normal).dot(&(farthest - self.pivot))
    }

    /// How far the hull reaches along `normal` from the pivot, m, if each vertex goes on as it does now for a
    /// fraction of the step.
    fn reach_after(&self, normal: Vec2, fraction: f32) -> f32 {
        let turned = normal + right_normal(normal) * (self.angle * fraction);
        let (farthest, _) = Vertices(self.hull.vertices).farthest(turned);
        turned.dot(&(farthest - self.pivot))
    }

    /// Taylor's rest term over the fraction squared, m.
    fn rest_term(&self) -> f32 {
        0.5 * self.angle * self.angle * self.arm
    }
}

#[derive(Clone, Copy)]
struct HullPair<'a> {
    a: Turning<'a>,
    b: Turning<'a>,
    cache: GjkCache,
}

impl Pair for HullPair<'_> {
    fn window(&self, motion: &Motion<'_>, aim: f32) -> Option<(f32, f32)> {
        let reach = self.a.arm + self.a.hull.radius + self.b.arm + self.b.hull.radius + aim;
        if motion.apart.norm() <= reach {
            // An end would save little: what is near at the start mostly stays so.
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
        gjk(self.a.hull, self.b.hull, b_in_a, &mut self.cache)
    }

    fn safe_advance(&self, approach: &Approach<'_>, rest: f32) -> f32 {
        let Self { a, b, cache } = self;
        let normal_b = approach.moment.b_in_a.rotation.inverse_rotate(-approach.normal);
        let sides = [(*a, approach.normal), (*b, normal_b)];
        let by_turning = a.angle.abs() * a.arm + b.angle.abs() * b.arm;
        let mut advance = max(
            until(approach.gap, approach.closing(0.0) + by_turning, 0.0),
            approach.advance(0.0, sides, rest),
        );
        let [edge_of_a, edge_of_b] = cache.edges();
        if edge_of_a && a.angle != 0.0 {
            advance = max(approach.advance(a.angle, sides, rest), advance);
        }
        if edge_of_b && b.angle != 0.0 {
            advance = max(approach.advance(b.angle, sides, rest), advance);
        }
        advance
    }
}

#[derive(Clone, Copy)]
struct HalfSpacePair<'a> {
    half_space: &'a HalfSpace,
    b: Turning<'a>,
}

impl Pair for HalfSpacePair<'_> {
    fn window(&self, _: &Motion<'_>, _: f32) -> Option<(f32, f32)> {
        Some((0.0, 1.0))
    }

    fn measure(&mut self, b_in_a: Pose) -> Proximity {
        of_half_space(self.half_space, self.b.hull, b_in_a)
    }

    /// The normal turns with the half-space, which does not turn as seen from it.
    fn safe_advance(&self, approach: &Approach<'_>, rest: f32) -> f32 {
        let (b, motion) = (self.b, approach.motion);
        let spin = motion.a.angle;
        let normal_b = approach.moment.b_in_a.rotation.inverse_rotate(-approach.normal);
        let fastest =
            motion.change.norm() + spin.abs() * approach.farthest(rest) + (b.angle - spin).abs() * b.arm;
        max(until(approach.gap, fastest, 0.0), approach.advance(spin, [(b, normal_b)], rest))
    }
}

impl Approach<'_> {
    /// How fast the pivots approach along the normal while it turns by `spin` a step, m a step.
    fn closing(&self, spin: f32) -> f32 {
        let normal = self.moment.rotation_a * self.normal;
        -self.motion.change.dot(&normal) - spin * left_normal(normal).dot(&self.moment.apart)
    }

    /// How far apart the pivots are in the rest of the step, m, at most.
    fn farthest(&self, rest: f32) -> f32 {
        max(self.moment.apart.norm(), (self.moment.apart + self.motion.change * rest).norm())
    }

    /// A fraction, at most `rest`, for which the gap along the normal does not close, if the normal turns by `spin`
    /// a step. The sides are the hulls that turn, each with the normal that points out of it, in its frame.
    fn advance<const SIDES: usize>(&self, spin: f32, sides: [(Turning<'_>, Vec2); SIDES], rest: f32) -> f32 {
        let sides = sides.map(|(side, normal)| (Turning { angle: side.angle - spin, ..side }, normal));
        let closing = self.closing(spin);
        let (mut speed, mut now) = (closing, 0.0);
        let mut bend = spin.abs() * (0.5 * spin.abs() * self.farthest(rest) + self.motion.change.norm());
        for (side, normal) in &sides {
            speed += side.speed_along(*normal);
            now += side.reach_after(*normal, 0.0);
            bend += side.rest_term();
        }
        let latest = until(self.gap, speed, bend);
        let left = |x: f32| {
            let then = sides.iter().fold(0.0, |sum, (side, normal)| sum + side.reach_after(*normal, x));
            self.gap - (closing * x + (then - now) + bend * x * x)
        };
        last_nonnegative(left, self.gap, min(latest, rest))
    }
}

/// When speed x + bend x^2 reaches `gap`, which is positive; infinity if it never does.
fn until(gap: f32, speed: f32, bend: f32) -> f32 {
    // Of the two forms of the root the one that adds, so that nothing cancels.
    let root = sqrt(speed * speed + 4.0 * bend * gap);
    if speed > 0.0 {
        2.0 * gap / (speed + root)
    } else if bend > 0.0 {
        (root - speed) / (2.0 * bend)
    } else {
        f32::INFINITY
    }
}

/// A number up to `latest` at which the concave function `left`, which is `at_zero` > 0 at zero, is not negative:
/// its root or a little before.
fn last_nonnegative(left: impl Fn(f32) -> f32, at_zero: f32, latest: f32) -> f32 {
    // Less than the way from the aim to the target: an error of rounding here is made good there.
    let slack = 0.25 * TOI_TOLERANCE;
    let at_latest = left(latest);
    if at_latest >= -slack {
        return latest;
    }
    let (mut early, mut at_early) = (0.0, at_zero);
    for _ in 0..3 {
        // A chord of a concave function lies below it.
        early += (latest - early) * (at_early / (at_early - at_latest));
        at_early = left(early);
        if at_early <= slack {
            break;
        }
    }
    early
}
