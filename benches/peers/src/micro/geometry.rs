//! Geometry of single pairs: manifolds, distances, rays, hulls and decompositions on the same inputs.
//!
//! Rapier's geometry is Parry. The results of each engine are summed up, which shows that they are equal.

mod box2d;
mod ours;
mod parry;

use super::Measured;
use crate::engine::{EngineKind, Unsupported, no_engine};
use crate::measure::median;
use fastrand::Rng;
use physics::prelude::*;
use std::hint::black_box;
use std::time::Instant;

/// Geometry functions of one engine. `A` and `B` are in world poses; transforming one into the other's frame
/// is part of the work.
pub(super) trait Geometry {
    /// A shape as the engine stores it.
    type Shape;

    /// Makes a shape.
    fn shape(shape: &Shape) -> Result<Self::Shape, Unsupported>;
    /// Whether the manifold has a point that touches or is within 2 cm. The number of points differs between
    /// engines: some keep the second one at any distance.
    fn manifold(a: &Self::Shape, pose_a: Pose, b: &Self::Shape, pose_b: Pose) -> bool;
    /// Distance, m; 0 if they overlap.
    fn distance(a: &Self::Shape, pose_a: Pose, b: &Self::Shape, pose_b: Pose) -> f32;
    /// The fraction of `translation` at which a ray hits a shape.
    fn ray(shape: &Self::Shape, pose: Pose, origin: Point, translation: Vec2) -> Option<f32>;
    /// Number of vertices of the hull of some points.
    fn hull(points: &[Point]) -> Result<usize, Unsupported>;
    /// Number of convex pieces into which a simple polygon (counter-clockwise) is decomposed.
    fn decompose(border: &[Point]) -> Result<usize, Unsupported>;
}

/// The pairs of shapes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pair {
    /// Box and box.
    Boxes,
    /// Octagon and octagon.
    Octagons,
    /// Octagon and circle.
    OctagonCircle,
}

/// What is computed of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    /// A manifold, of pairs that mostly touch.
    Manifold,
    /// A distance, of pairs that mostly do not.
    Distance,
}

/// Times a function of pairs.
pub(super) fn pairs(engine: EngineKind, pair: Pair, question: Question) -> Result<Measured, Unsupported> {
    match engine {
        EngineKind::Ours => pairs_of::<ours::Ours>(pair, question),
        EngineKind::Box2d => pairs_of::<box2d::Box2d>(pair, question),
        EngineKind::Rapier | EngineKind::RapierBest => pairs_of::<parry::Parry>(pair, question),
        EngineKind::Rstar => Err(no_engine()),
    }
}

/// Times rays at octagons.
pub(super) fn rays(engine: EngineKind) -> Result<Measured, Unsupported> {
    match engine {
        EngineKind::Ours => rays_of::<ours::Ours>(),
        EngineKind::Box2d => rays_of::<box2d::Box2d>(),
        EngineKind::Rapier | EngineKind::RapierBest => rays_of::<parry::Parry>(),
        EngineKind::Rstar => Err(no_engine()),
    }
}

/// Times the hull of `count` points.
pub(super) fn hulls(engine: EngineKind, count: usize) -> Result<Measured, Unsupported> {
    let mut random = Rng::with_seed(17);
    let clouds: Vec<Vec<Point>> = (0..64)
        .map(|_| (0..count).map(|_| Point::new(random.f32() - 0.5, random.f32() - 0.5)).collect())
        .collect();
    let hull = match engine {
        EngineKind::Ours => ours::Ours::hull,
        EngineKind::Box2d => box2d::Box2d::hull,
        EngineKind::Rapier | EngineKind::RapierBest => parry::Parry::hull,
        EngineKind::Rstar => return Err(no_engine()),
    };
    timed(&clouds, |cloud| Ok(hull(cloud)? as f64))
}

/// Times the decomposition of stars with `count` vertices.
pub(super) fn decompositions(engine: EngineKind, count: usize) -> Result<Measured, Unsupported> {
    let mut random = Rng::with_seed(19);
    let star = |random: &mut Rng| {
        let corner = |i: usize| {
            let radius = if i.is_multiple_of(2) { 1.0 } else { 0.4 + 0.3 * random.f32() };
            Point::from(
                Rot::from_angle(std::f32::consts::TAU * i as f32 / count as f32) * Vec2::new(radius, 0.0),
            )
        };
        (0..count).map(corner).collect()
    };
    let stars: Vec<Vec<Point>> = (0..16).map(|_| star(&mut random)).collect();
    let decompose = match engine {
        EngineKind::Ours => ours::Ours::decompose,
        EngineKind::Box2d => box2d::Box2d::decompose,
        EngineKind::Rapier | EngineKind::RapierBest => parry::Parry::decompose,
        EngineKind::Rstar => return Err(no_engine()),
    };
    timed(&stars, |star| Ok(decompose(star)? as f64))
}

fn pairs_of<G: Geometry>(pair: Pair, question: Question) -> Result<Measured, Unsupported> {
    let wrong = |error: ShapeError| Unsupported::because(error.to_string());
    let octagon = || Polygon::regular(8, 0.5).map(Shape::Polygon);
    let [a, b] = match pair {
        Pair::Boxes => [Shape::rectangle(0.5, 0.4), Shape::rectangle(0.4, 0.5)],
        Pair::Octagons => [octagon(), octagon()],
        Pair::OctagonCircle => [octagon(), Shape::circle(0.5)],
    }
    .map(|shape| shape.map_err(wrong));
    let (a, b) = (G::shape(&a?)?, G::shape(&b?)?);
    let mut random = Rng::with_seed(13);
    let places: Vec<[Pose; 2]> = (0..512)
        .map(|_| {
            let mut angle = || random.f32() * std::f32::consts::TAU;
            let (turn_a, turn_b, direction) = (angle(), angle(), Rot::from_angle(angle()));
            let apart = match question {
                Question::Manifold => 0.75 + 0.25 * random.f32(),
                Question::Distance => 1.0 + 2.0 * random.f32(),
            };
            let place = Point::new(10.0 * random.f32(), 10.0 * random.f32());
            [Pose::new(place, turn_a), Pose::new(place + direction * Vec2::new(apart, 0.0), turn_b)]
        })
        .collect();
    timed(&places, |&[pose_a, pose_b]| {
        Ok(match question {
            Question::Manifold => {
                f64::from(u8::from(G::manifold(black_box(&a), pose_a, black_box(&b), pose_b)))
            }
            Question::Distance => f64::from(G::distance(black_box(&a), pose_a, black_box(&b), pose_b)),
        })
    })
}

fn rays_of<G: Geometry>() -> Result<Measured, Unsupported> {
    let octagon = Polygon::regular(8, 0.5).map(Shape::Polygon);
    let octagon = G::shape(&octagon.map_err(|error| Unsupported::because(error.to_string()))?)?;
    let mut random = Rng::with_seed(23);
    let rays: Vec<(Pose, Point, Vec2)> = (0..512)
        .map(|_| {
            let mut number = |reach: f32| reach * (2.0 * random.f32() - 1.0);
            let place = Point::new(number(10.0), number(10.0));
            let from = place + Vec2::new(-3.0, number(0.5));
            (Pose::new(place, number(3.0)), from, Vec2::new(6.0, number(1.0)))
        })
        .collect();
    timed(&rays, |&(pose, origin, translation)| {
        Ok(f64::from(G::ray(black_box(&octagon), pose, origin, translation).unwrap_or(1.0)))
    })
}

/// The median time of `operation` over many passes through all inputs, and the mean of its results.
fn timed<T>(
    inputs: &[T],
    mut operation: impl FnMut(&T) -> Result<f64, Unsupported>,
) -> Result<Measured, Unsupported> {
    let count = inputs.len() as f64;
    let mut times = Vec::new();
    let mut found = 0.0;
    for _ in 0..41 {
        found = 0.0;
        let start = Instant::now();
        for input in inputs {
            found += operation(black_box(input))?;
        }
        times.push(start.elapsed().as_nanos() as f64 / count);
    }
    Ok(Measured { ns_per_op: median(&times), found: found / count })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All engines compute the same, or say that they have no such function.
    #[test]
    fn engines_agree() {
        let near = |question: &dyn Fn(EngineKind) -> Result<Measured, Unsupported>, tolerance: f64| {
            let ours = question(EngineKind::Ours).unwrap_or_else(|why| panic!("{why:?}")).found;
            for engine in [EngineKind::Box2d, EngineKind::Rapier] {
                if let Ok(Measured { found, .. }) = question(engine) {
                    assert!((found - ours).abs() <= tolerance, "{engine:?}: {found}, not {ours}");
                }
            }
        };
        for pair in [Pair::Boxes, Pair::Octagons, Pair::OctagonCircle] {
            // One or two of 512 pairs may be exactly 2 cm apart, apart from rounding.
            near(&|engine| pairs(engine, pair, Question::Manifold), 0.01);
            near(&|engine| pairs(engine, pair, Question::Distance), 1e-4);
        }
        near(&rays, 1e-4);
        near(&|engine| hulls(engine, 8), 0.2);
        near(&|engine| hulls(engine, 1000), 0.5);
    }
}
