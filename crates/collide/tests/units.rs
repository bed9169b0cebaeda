//! Lengths in other units: shapes, poses and distances that are multiplied by a power of two, with the
//! tolerances of the same unit, give the same numbers multiplied by it. Floating-point numbers scale by
//! powers of two without rounding, so every comparison here is exact.
//!
//! Pairs that are drawn at random seldom come near a tolerance, so half of them are moved until they are
//! apart, or overlap, by about as much as a tolerance, and angles are drawn near those at which edges are
//! parallel. `tolerances_in_metres_do_not_follow_the_unit` shows that this finds what does not follow.

use crate::common;

use collide::seam::Footing;
use collide::{Impact, Manifold, Proximity, Ray, RayHit, ShapeCast, Sweep, Tolerances, Touch, separation};
use common::{half_space, number, shape};
use geom::{Capsule, ChainSegment, Circle, HalfSpace, Point, Polygon, Pose, Segment, Shape, Sides, Vec2};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;

/// Length units in a metre.
const UNITS: [f32; 3] = [0.125, 8.0, 128.0];

/// m.
const SPECULATIVE: f32 = 0.02;
const SLOP: f32 = 0.005;

/// What has a length in it, and can be multiplied by a unit.
trait Scaled {
    fn scaled(&self, unit: f32) -> Self;
}

impl Scaled for f32 {
    fn scaled(&self, unit: f32) -> Self {
        self * unit
    }
}

impl Scaled for Vec2 {
    fn scaled(&self, unit: f32) -> Self {
        self * unit
    }
}

impl Scaled for Point {
    fn scaled(&self, unit: f32) -> Self {
        self * unit
    }
}

impl Scaled for Pose {
    fn scaled(&self, unit: f32) -> Self {
        Self { position: self.position * unit, ..*self }
    }
}

impl Scaled for Shape {
    fn scaled(&self, unit: f32) -> Self {
        let scaled = match self {
            Shape::Circle(it) => Shape::Circle(Circle::new(it.center() * unit, it.radius() * unit).unwrap()),
            Shape::Capsule(it) => {
                let [a, b] = it.segment().ends().map(|end| end * unit);
                Shape::Capsule(Capsule::new(a, b, it.radius() * unit).unwrap())
            }
            Shape::Segment(it) => {
                let [a, b] = it.ends().map(|end| end * unit);
                Shape::Segment(Segment::new(a, b).unwrap())
            }
            Shape::Polygon(it) => {
                let vertices = it.vertices().iter().map(|vertex| vertex * unit);
                Shape::Polygon(Polygon::new(vertices).unwrap().rounded(it.radius() * unit).unwrap())
            }
            Shape::HalfSpace(it) => {
                Shape::HalfSpace(HalfSpace::restored(it.normal(), it.offset() * unit).unwrap())
            }
            Shape::ChainSegment(it) => {
                let [a, b] = it.segment().ends().map(|end| end * unit);
                let [before, after] = [it.before(), it.after()].map(|seam| seam.map(|point| point * unit));
                Shape::ChainSegment(ChainSegment::new(a, b, before, after, it.sides()).unwrap())
            }
        };
        let normals = [self, &scaled].map(|shape| shape.hull().map(|hull| hull.normals.to_vec()));
        assert_eq!(normals[0], normals[1], "the scaled shape is another");
        scaled
    }
}

impl Scaled for Manifold {
    fn scaled(&self, unit: f32) -> Self {
        let mut scaled = *self;
        for point in &mut scaled.points {
            (point.anchor_a, point.anchor_b) = (point.anchor_a * unit, point.anchor_b * unit);
            point.separation *= unit;
        }
        scaled
    }
}

impl Scaled for Proximity {
    fn scaled(&self, unit: f32) -> Self {
        let points = self.points.map(|point| point * unit);
        Self { separation: self.separation * unit, normal: self.normal, points }
    }
}

impl Scaled for RayHit {
    fn scaled(&self, unit: f32) -> Self {
        Self { point: self.point * unit, ..*self }
    }
}

impl Scaled for Impact {
    fn scaled(&self, unit: f32) -> Self {
        let Self::Touching(touch) = *self else { return *self };
        let (separation, point) = (touch.separation * unit, touch.point * unit);
        Self::Touching(Touch { separation, point, ..touch })
    }
}

impl Scaled for Sweep {
    fn scaled(&self, unit: f32) -> Self {
        let (start, center) = (self.start.scaled(unit), self.center * unit);
        Self { start, center, translation: self.translation * unit, angle: self.angle }
    }
}

impl Scaled for Footing {
    fn scaled(&self, unit: f32) -> Self {
        Self { ends: self.ends.map(|end| end * unit), ..*self }
    }
}

/// Does not depend on the unit.
impl Scaled for bool {
    fn scaled(&self, _: f32) -> Self {
        *self
    }
}

/// Edges, as bits.
impl Scaled for u64 {
    fn scaled(&self, _: f32) -> Self {
        *self
    }
}

impl<T: Scaled> Scaled for Option<T> {
    fn scaled(&self, unit: f32) -> Self {
        self.as_ref().map(|it| it.scaled(unit))
    }
}

/// A manifold and the index of its edge.
impl Scaled for (Manifold, usize) {
    fn scaled(&self, unit: f32) -> Self {
        (self.0.scaled(unit), self.1)
    }
}

/// A segment of a chain whose neighbours bend up or down, or are missing.
fn chain_segment() -> impl Strategy<Value = Shape> {
    let neighbour = || prop::option::of((number(0.1..1.0), number(-0.8..0.8)));
    (number(0.2..1.2), neighbour(), neighbour(), any::<bool>()).prop_map(
        |(half, before, after, is_one_sided)| {
            let sides = if is_one_sided { Sides::One } else { Sides::Two };
            let before = before.map(|(x, y)| Point::new(half + x, y));
            let after = after.map(|(x, y)| Point::new(-half - x, y));
            Shape::ChainSegment(ChainSegment::new([half, 0.0], [-half, 0.0], before, after, sides).unwrap())
        },
    )
}

/// Every kind of shape.
fn any_shape() -> impl Strategy<Value = Shape> {
    let rectangle = (number(0.1..1.2), number(0.1..1.2)).prop_map(|(w, h)| Shape::rectangle(w, h).unwrap());
    prop_oneof![4 => shape(), 1 => rectangle, 1 => half_space(), 1 => chain_segment()]
}

/// Radians: any, right angles, and nearly right ones.
fn angle() -> impl Strategy<Value = f32> {
    let quarter = select(vec![-1.0_f32, 0.0, 1.0, 2.0]).prop_map(|turns| turns * std::f32::consts::FRAC_PI_2);
    prop_oneof![number(-3.2..3.2), quarter.clone(), (quarter, number(-1e-3..1e-3)).prop_map(|(a, b)| a + b)]
}

/// Coordinates up to `size` m: any; those of a grid, where corners lie over corners; and those that differ
/// from zero by no more than rounding.
fn place(size: f32) -> impl Strategy<Value = Point> {
    let grid = (-8_i8..=8).prop_map(move |k| size * f32::from(k) / 8.0);
    let tiny = select(vec![0.0, 1e-5, -1e-7, 1e-8, 2e-9, -1e-9, 5e-10, 1e-10]);
    let number = prop_oneof![4 => number(-size..size), 2 => grid, 1 => tiny];
    (number.clone(), number).prop_map(|(x, y)| Point::new(x, y))
}

/// Two shapes, the poses of both, and the motion of the second, which turns by the angle.
#[derive(Clone, Debug)]
struct Pair {
    shapes: [Shape; 2],
    poses: [Pose; 2],
    translation: Vec2,
    turn: f32,
}

impl Pair {
    fn scaled(&self, unit: f32) -> Self {
        Self {
            shapes: self.shapes.clone().map(|shape| shape.scaled(unit)),
            poses: self.poses.map(|pose| pose.scaled(unit)),
            translation: self.translation * unit,
            turn: self.turn,
        }
    }

    fn manifold(&self, unit: f32, tolerances: Tolerances) -> Manifold {
        let Self { shapes: [a, b], poses: [p, q], .. } = self.scaled(unit);
        tolerances.manifold(&a, p, &b, q, SPECULATIVE * unit)
    }

    fn distance(&self, unit: f32, tolerances: Tolerances) -> Option<Proximity> {
        let Self { shapes: [a, b], poses: [p, q], .. } = self.scaled(unit);
        tolerances.distance(&a, p, &b, q)
    }

    fn separation(&self, unit: f32, tolerances: Tolerances) -> Option<Proximity> {
        let Self { shapes: [a, b], poses: [p, q], .. } = self.scaled(unit);
        tolerances.separation(&a, p, &b, q)
    }

    fn overlap(&self, unit: f32, tolerances: Tolerances) -> bool {
        let Self { shapes: [a, b], poses: [p, q], .. } = self.scaled(unit);
        tolerances.overlap(&a, p, &b, q)
    }

    /// The nearest point of the first shape to the position of the second.
    fn closest_point(&self, unit: f32, tolerances: Tolerances) -> Option<Proximity> {
        let Self { shapes: [a, _], poses: [p, q], .. } = self.scaled(unit);
        tolerances.closest_point(&a, p, q.position)
    }

    fn sweeps(&self, unit: f32) -> [Sweep; 2] {
        let Self { poses, translation, turn, .. } = self;
        let first = Sweep::new(poses[0], Vec2::new(translation.y, 0.25), -0.5 * turn).about([0.1, 0.2]);
        [first, Sweep::new(poses[1], *translation, *turn)].map(|sweep| sweep.scaled(unit))
    }

    fn time_of_impact(&self, unit: f32, tolerances: Tolerances) -> Impact {
        let Self { shapes: [a, b], .. } = self.scaled(unit);
        let [first, second] = self.sweeps(unit);
        tolerances.time_of_impact(&a, &first, &b, &second, SLOP * unit)
    }

    fn cast_shape(&self, unit: f32, tolerances: Tolerances) -> Option<RayHit> {
        let Self { shapes: [a, b], poses: [p, q], translation, .. } = self.scaled(unit);
        tolerances.cast_shape(&a, p, &ShapeCast::new(&b, q, translation))
    }

    fn cast_turning(&self, unit: f32, tolerances: Tolerances) -> Option<RayHit> {
        let Self { shapes: [a, b], poses: [p, q], translation, .. } = self.scaled(unit);
        tolerances.cast_shape(&a, p, &ShapeCast::new(&b, q, translation).turning(2.0))
    }

    /// A ray from the position of the second shape along its motion times `length`.
    fn cast_ray(&self, length: f32, unit: f32, tolerances: Tolerances) -> Option<RayHit> {
        let Self { shapes: [a, _], poses: [p, q], translation, .. } = self.scaled(unit);
        let ray = Ray::new(q.position, translation * length);
        tolerances.cast_ray(&a, p, &Ray { max_fraction: 1.0 / length, ..ray })
    }

    /// Whether the second shape, moved, touches the first from behind, at an end of the first or beside it.
    fn touches_behind(&self, beside: f32, unit: f32, tolerances: Tolerances) -> bool {
        let Self { shapes: [a, b], poses: [p, q], translation, .. } = self.scaled(unit);
        let end = a.hull().map_or(p.position, |hull| p * (hull.vertices[0] + Vec2::new(beside * unit, 0.0)));
        let moved = Pose { position: q.position + translation, ..q };
        let normal = p.rotation * Vec2::new(0.6, 0.8);
        tolerances.touches_behind([&a, &b], [p, q], [p, moved], end, normal)
    }

    fn footing(&self, unit: f32) -> Option<Footing> {
        let Self { shapes: [a, b], poses: [p, q], .. } = self.scaled(unit);
        let contact = Tolerances::of_unit(unit).manifold(&a, p, &b, q, SPECULATIVE * unit);
        let normal = p.rotation.inverse_rotate(contact.normal);
        if contact.count == 0 { None } else { Footing::of(&a, &b, p.relative(q), normal, SLOP * unit) }
    }

    /// The edges at the ends of the footing of the second shape on the first.
    fn edges(&self, unit: f32) -> Option<u64> {
        let footing = self.footing(unit)?;
        Some(footing.edges_at_ends(&self.scaled(unit).shapes[0], SLOP * unit))
    }

    /// Whether the second shape, moved, covers its own footing on the first.
    fn is_covered(&self, unit: f32) -> Option<bool> {
        let footing = self.footing(unit)?;
        let Self { shapes: [_, b], poses: [p, q], translation, .. } = self.scaled(unit);
        let moved = Pose { position: q.position + translation, ..q };
        Some(footing.is_covered(&b, moved, p, SLOP * unit))
    }

    fn manifold_with_edges(&self, unit: f32, tolerances: Tolerances) -> Option<(Manifold, usize)> {
        let Self { shapes: [a, b], poses: [p, q], .. } = self.scaled(unit);
        tolerances.manifold_with_edges(&a, p, &b, q, SPECULATIVE * unit, u64::MAX)
    }
}

/// Pairs near each other, and some that nearly coincide.
fn pair() -> impl Strategy<Value = Pair> {
    let tiny = || select(vec![0.0, 3e-8, 5e-9, -2e-9, 1.1e-9, -9e-10, 2e-10, 1e-11]);
    // Circles with nearly the same centre.
    let concentric = (number(0.1..1.0), number(0.1..1.0), tiny(), tiny()).prop_map(|(a, b, x, y)| Pair {
        shapes: [Shape::circle(a).unwrap(), Shape::circle(b).unwrap()],
        poses: [Pose::IDENTITY, Pose::at([x, y])],
        translation: Vec2::new(1.0, 2.0),
        turn: 0.0,
    });
    prop_oneof![15 => near_pair(), 1 => concentric]
}

/// Of half of the pairs the second shape is moved along the normal until the separation is a gap that is
/// about as small as a tolerance, or an overlap that small.
fn near_pair() -> impl Strategy<Value = Pair> {
    let gap = || select(vec![0.0_f32, 1e-6, 4e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 1e-3, 5e-3, 0.02]);
    let gap = prop::option::of((gap(), any::<bool>()));
    let shapes = (any_shape(), any_shape());
    let motion = (place(4.0), number(-3.0..3.0));
    (shapes, place(2.0), (angle(), angle()), place(1.6), gap, motion).prop_map(
        |((a, b), at, (of_a, of_b), apart, gap, (to, turn))| {
            let (first, mut second) = (Pose::new(at, of_a), Pose::new(at + apart.coords, of_b));
            if let (Some((gap, is_apart)), Some(near)) = (gap, separation(&a, first, &b, second)) {
                let wanted = if is_apart { gap } else { -gap };
                second.position += near.normal * (wanted - near.separation);
            }
            Pair { shapes: [a, b], poses: [first, second], translation: to.coords, turn }
        },
    )
}

/// Whether the result in each unit is that in metres, multiplied by the unit.
fn follows<T: Scaled + PartialEq + std::fmt::Debug>(
    find: impl Fn(f32, Tolerances) -> T,
) -> Result<(), TestCaseError> {
    let metres = find(1.0, Tolerances::METRES);
    for unit in UNITS {
        prop_assert_eq!(metres.scaled(unit), find(unit, Tolerances::of_unit(unit)), "unit {}", unit);
    }
    Ok(())
}

proptest! {
    #[test]
    fn manifolds_follow_the_unit(pair in pair()) {
        follows(|unit, tolerances| pair.manifold(unit, tolerances))?;
    }

    #[test]
    fn distances_and_depths_follow_the_unit(pair in pair()) {
        follows(|unit, tolerances| pair.distance(unit, tolerances))?;
        follows(|unit, tolerances| pair.separation(unit, tolerances))?;
        follows(|unit, tolerances| pair.overlap(unit, tolerances))?;
        follows(|unit, tolerances| pair.closest_point(unit, tolerances))?;
    }

    #[test]
    fn times_of_impact_follow_the_unit(pair in pair()) {
        follows(|unit, tolerances| pair.time_of_impact(unit, tolerances))?;
    }

    /// Rays as long as 1e-9 and 1e9 m, which are cast in another way than those of some metres.
    #[test]
    fn casts_follow_the_unit(pair in pair(), length in select(vec![1.0, 1e-6, 3e-8, 1e-9, 1e5, 3e6, 1e9])) {
        follows(|unit, tolerances| pair.cast_shape(unit, tolerances))?;
        follows(|unit, tolerances| pair.cast_turning(unit, tolerances))?;
        follows(|unit, tolerances| pair.cast_ray(length, unit, tolerances))?;
        follows(|unit, tolerances| pair.touches_behind(1e-5, unit, tolerances))?;
        follows(|unit, tolerances| pair.touches_behind(1e-4, unit, tolerances))?;
    }

    #[test]
    fn seams_follow_the_unit(pair in pair()) {
        follows(|unit, _| pair.footing(unit))?;
        follows(|unit, _| pair.edges(unit))?;
        follows(|unit, _| pair.is_covered(unit))?;
        follows(|unit, tolerances| pair.manifold_with_edges(unit, tolerances))?;
    }
}

/// With the tolerances of metres, each function that has any gives another result for some of the pairs in
/// units of 1/128 m or of 8 m: so the pairs above come near every tolerance.
#[test]
fn tolerances_in_metres_do_not_follow_the_unit() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let pairs: Vec<Pair> = (0..4000).map(|_| pair().new_tree(&mut runner).unwrap().current()).collect();
    let metres = Tolerances::METRES;
    let assert_differs = |name: &str, is_same: &dyn Fn(&Pair, f32) -> bool| {
        let has_other = |pair: &&Pair| UNITS.iter().any(|&unit| !is_same(pair, unit));
        let others = pairs.iter().filter(has_other).count();
        assert!(others > 0, "{name} is the same for all pairs");
    };
    macro_rules! assert_differ {
        ($($name:ident),*) => {
            $(assert_differs(stringify!($name), &|pair, unit| {
                pair.$name(1.0, metres).scaled(unit) == pair.$name(unit, metres)
            });)*
        };
    }
    assert_differ!(manifold, manifold_with_edges, time_of_impact, cast_shape, cast_turning);
    assert_differ!(distance, separation, closest_point);
    assert_differs("touches_behind", &|pair, unit| {
        pair.touches_behind(1e-5, 1.0, metres) == pair.touches_behind(1e-5, unit, metres)
            && pair.touches_behind(1e-4, 1.0, metres) == pair.touches_behind(1e-4, unit, metres)
    });
    assert_differs("cast_ray", &|pair, unit| {
        pair.cast_ray(3e-8, 1.0, metres).scaled(unit) == pair.cast_ray(3e-8, unit, metres)
    });
}
