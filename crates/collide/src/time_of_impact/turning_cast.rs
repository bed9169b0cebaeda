//! The cast of a shape that turns while it moves: where it first hits a shape at rest.
//!
//! Conservative advancement ([`time_of_impact`](super)), with three differences:
//!
//! - **The window is cut out in f64**, since the cast may be long, endless or from far away: the fractions
//!   between which the bounding circles touch. The search in it is in f32.
//! - **A shape may touch and go on.** It hits if it touches and the gap closes. If it rolls along a surface
//!   or leaves it, the search continues, and finds where a later part of the turn brings a corner down.
//!
//! ```text
//!        \                       a bar lies on a step and turns about its left end:
//!         \          _           up, it leaves the step; down, it hits the step where it is.
//!     o====\========|_|          The gap at the two ends of the contact tells which: the manifold
//!           \       | |          has both, and the nearest points of GJK are any two between them
//! ```
//!
//! - **What comes from behind a one-sided chain** does not hit it.

use super::{Approach, HalfSpacePair, HullPair, Motion, Pair, RotatingHull};
use crate::cast_definition::{ShapeCast, Touch};
use crate::gjk::GjkCache;
use crate::query::{Overlap, measure};
use crate::sweep::Sweep;
use crate::tolerance::{CAST_TOLERANCE, SLIDING_SINE, TOI_TOLERANCE, TURNING_CAST_ITERATIONS, Tolerances};
use compute::math::sqrt_f64;
use core::f64::consts::TAU;
use geom::{Point, Pose, RoundedHull, Shape, Vec2, left_normal};

pub(crate) struct TurningTouch {
    pub(crate) touch: Touch,
    pub(crate) shape_in_target: Pose,
}

pub(crate) fn first_touch(
    tolerances: Tolerances,
    target: &Shape,
    pose: Pose,
    cast: &ShapeCast<'_>,
) -> Option<TurningTouch> {
    let course = Course::new(pose, cast)?;
    let at_start = course.part(0.0, 0.0).start;
    let near = measure(tolerances, target, cast.shape, at_start, Overlap::Detect)?;
    if near.separation <= 0.0 {
        let deep = measure(tolerances, target, cast.shape, at_start, Overlap::Measure)?;
        if deep.separation < -tolerances.scaled(CAST_TOLERANCE) {
            let touch = Touch { fraction: 0.0, point: near.points[0], normal: Vec2::zeros() };
            return Some(TurningTouch { touch, shape_in_target: at_start });
        }
    }
    let (begin, end) = course.window(tolerances, target, cast)?;
    let (still, moving) = (Sweep::still(Pose::IDENTITY), course.part(begin, end));
    let search = Search { tolerances, target, shape: cast.shape, moving: &moving };
    let found = match (target.hull(), target, cast.shape.hull(), cast.shape) {
        (Some(a), _, Some(b), _) => {
            let (a, b) = (RotatingHull::new(a, &still), RotatingHull::new(b, &moving));
            let pair = HullPair { a, b, cache: GjkCache::default(), tolerances };
            search.run(pair, &Motion::new(&still, a.pivot, &moving, b.pivot), Order::TargetFirst)
        }
        (None, Shape::HalfSpace(half_space), Some(hull), _) => {
            let pair = HalfSpacePair { half_space, b: RotatingHull::new(hull, &moving) };
            let motion = Motion::new(&still, Point::origin(), &moving, pair.b.pivot);
            search.run(pair, &motion, Order::TargetFirst)
        }
        (Some(hull), _, None, Shape::HalfSpace(half_space)) => {
            let pair = HalfSpacePair { half_space, b: RotatingHull::new(hull, &still) };
            let motion = Motion::new(&moving, moving.center, &still, pair.b.pivot);
            search.run(pair, &motion, Order::ShapeFirst)
        }
        _ => None,
    }?;
    let fraction = begin + (end - begin) * f64::from(found.fraction);
    let touch = Touch { fraction, point: found.point, normal: found.normal };
    Some(TurningTouch { touch, shape_in_target: moving.pose_at(found.fraction) })
}

struct Course {
    /// Of the centre of the turn, at fraction 0, m.
    position: [f64; 2],
    /// m.
    translation: [f64; 2],
    start: geom::Rot,
    /// Of the turn, in the frame of the shape, m.
    center: Point,
    /// Radians.
    turn: f64,
}

impl Course {
    fn new(pose: Pose, cast: &ShapeCast<'_>) -> Option<Self> {
        let ShapeCast { start, translation, turn, center, max_fraction, .. } = *cast;
        let numbers = [translation.x, translation.y, turn, center.x, center.y];
        let is_finite = pose.is_finite() && start.is_finite() && numbers.iter().all(|x| x.is_finite());
        if !(is_finite && max_fraction >= 0.0) {
            return None;
        }
        let to_target = |[x, y]: [f64; 2]| {
            let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
            [cos * x + sin * y, cos * y - sin * x]
        };
        let lever = start.rotation * center.coords;
        let apart = |from: f32, to: f32, lever: f32| f64::from(to) - f64::from(from) + f64::from(lever);
        Some(Self {
            position: to_target([
                apart(pose.position.x, start.position.x, lever.x),
                apart(pose.position.y, start.position.y, lever.y),
            ]),
            translation: to_target([f64::from(translation.x), f64::from(translation.y)]),
            start: pose.rotation.inverse() * start.rotation,
            center,
            turn: f64::from(turn),
        })
    }

    fn part(&self, begin: f64, end: f64) -> Sweep {
        let ([x, y], [dx, dy]) = (self.position, self.translation);
        let turned = (self.turn * begin) % TAU;
        let rotation = self.start * geom::Rot::from_angle(turned as f32);
        let center = Point::new((x + dx * begin) as f32, (y + dy * begin) as f32);
        let start = Pose { position: center - rotation * self.center.coords, rotation };
        let share = end - begin;
        let translation = Vec2::new((dx * share) as f32, (dy * share) as f32);
        Sweep::new(start, translation, (self.turn * share) as f32).about(self.center)
    }

    /// The fractions between which the shapes may touch. The end is finite: turning on the spot, or beside a
    /// half-space, repeats after one turn.
    fn window(&self, tolerances: Tolerances, target: &Shape, cast: &ShapeCast<'_>) -> Option<(f64, f64)> {
        let margin = f64::from(tolerances.scaled(TOI_TOLERANCE));
        let max_fraction = f64::from(cast.max_fraction);
        let ([x, y], [dx, dy]) = (self.position, self.translation);
        let one_turn = TAU / self.turn.abs();
        let (begin, end) = match (target, target.hull(), cast.shape.hull()) {
            (_, Some(target), Some(shape)) => {
                let middle = middle(target);
                let reach = f64::from(target.reach(middle)) + f64::from(shape.reach(self.center)) + margin;
                let (x, y) = (x - f64::from(middle.x), y - f64::from(middle.y));
                let speed = dx * dx + dy * dy;
                if speed == 0.0 {
                    (x * x + y * y <= reach * reach).then_some((0.0, one_turn))?
                } else {
                    // The roots of speed t^2 + 2 along t + (x^2 + y^2 - reach^2), as in `circles`.
                    let (along, length) = (x * dx + y * dy, sqrt_f64(speed));
                    let passing = ((x * dy - y * dx) / length).abs();
                    let half_chord = sqrt_f64((reach - passing) * (reach + passing));
                    // A negative discriminant gives NaN, which fails the comparison below.
                    ((-along / length - half_chord) / length, (-along / length + half_chord) / length)
                }
            }
            (Shape::HalfSpace(half_space), None, Some(shape)) => {
                let reach = f64::from(shape.reach(self.center)) + margin;
                let (nx, ny) = (f64::from(half_space.normal().x), f64::from(half_space.normal().y));
                let gap = nx * x + ny * y - f64::from(half_space.offset());
                let approach = -(nx * dx + ny * dy);
                // From `begin` the circle touches; at `end` it is inside.
                if approach > 0.0 {
                    ((gap - reach) / approach, (gap + reach) / approach)
                } else {
                    (gap <= reach).then_some((0.0, one_turn))?
                }
            }
            // A half-space sweeps over everything in a turn, unless the centre is far behind it.
            _ => (0.0, if max_fraction.is_finite() { max_fraction } else { one_turn }),
        };
        let (begin, end) =
            (if begin > 0.0 { begin } else { 0.0 }, if end < max_fraction { end } else { max_fraction });
        (begin <= end).then_some((begin, end))
    }
}

fn middle(hull: RoundedHull<'_>) -> Point {
    let sum: Vec2 = hull.vertices.iter().map(|vertex| vertex.coords).sum();
    Point::from(sum / hull.vertices.len() as f32)
}

/// Which of the two is A for the bounds: a half-space must be.
#[derive(Clone, Copy)]
enum Order {
    TargetFirst,
    ShapeFirst,
}

struct Found {
    fraction: f32,
    point: Point,
    normal: Vec2,
}

struct Search<'a> {
    tolerances: Tolerances,
    target: &'a Shape,
    shape: &'a Shape,
    /// In the frame of the target, within the window.
    moving: &'a Sweep,
}

impl Search<'_> {
    fn run(&self, mut pair: impl Pair, motion: &Motion<'_>, order: Order) -> Option<Found> {
        let tolerance = self.tolerances.scaled(TOI_TOLERANCE);
        let aim = 0.5 * tolerance;
        let (mut fraction, mut normal) = (0.0, None);
        let mut found = None;
        for _ in 0..TURNING_CAST_ITERATIONS {
            let moment = motion.at(fraction);
            let mut near = pair.measure(moment.b_in_a);
            if !near.separation.is_finite() {
                return None;
            }
            if near.separation <= 0.0 {
                // A shape that slides may overlap by rounding: the last normal is used.
                near.normal = match normal {
                    Some(normal) => normal,
                    None => self.depth_at(fraction, order)?,
                };
            }
            normal = Some(near.normal);
            let frame = motion.a.pose_at(fraction);
            let in_target = near.transformed(frame);
            let (on_target, outward) = match order {
                Order::TargetFirst => (in_target.points[0], in_target.normal),
                Order::ShapeFirst => (in_target.points[1], -in_target.normal),
            };
            found = Some(Found { fraction, point: on_target, normal: outward });
            let touches = near.separation <= tolerance;
            if touches && (near.separation < -tolerance || self.closes(fraction, on_target, outward)) {
                break;
            }
            // Shapes that touch may come nearer by half of the aim: less than the tolerance.
            let gap = if touches { 0.5 * aim } else { near.separation - aim };
            let approach = Approach { normal: near.normal, gap, tolerance, moment, motion };
            let next = fraction + pair.safe_advance(&approach, 1.0 - fraction);
            if next >= 1.0 {
                return None;
            }
            if next <= fraction {
                break;
            }
            fraction = next;
        }
        found
    }

    /// The normal of shapes that overlap by rounding, from A to B in the frame of A.
    fn depth_at(&self, fraction: f32, order: Order) -> Option<Vec2> {
        let pose = self.moving.pose_at(fraction);
        let deep = measure(self.tolerances, self.target, self.shape, pose, Overlap::Measure)?;
        Some(match order {
            Order::TargetFirst => deep.normal,
            Order::ShapeFirst => pose.rotation.inverse_rotate(-deep.normal),
        })
    }

    /// Whether shapes that touch come nearer at one end of their contact at least. Motion within
    /// [`SLIDING_SINE`] of the surface slides.
    fn closes(&self, fraction: f32, point: Point, normal: Vec2) -> bool {
        let Sweep { translation, angle, center, .. } = *self.moving;
        let pose = self.moving.pose_at(fraction);
        let pivot = pose * center;
        let closing = |point: Point| {
            let velocity = translation + left_normal(point - pivot) * angle;
            let speed = translation.norm() + (angle * (point - pivot).norm()).abs();
            f64::from(-velocity.dot(&normal)) > SLIDING_SINE * f64::from(speed)
        };
        let reach = 2.0 * self.tolerances.scaled(TOI_TOLERANCE);
        let manifold = self.tolerances.manifold(self.target, Pose::IDENTITY, self.shape, pose, reach);
        let ends = manifold.points();
        if ends.is_empty() { closing(point) } else { ends.iter().any(|end| closing(end.anchor_a.into())) }
    }
}
