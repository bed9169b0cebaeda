//! Shape casts against distances in f64, sampled along the way, and against ray casts.

mod common;

use collide::tolerance::CAST_TOLERANCE;
use collide::{Ray, RayHit, ShapeCast, cast_ray, cast_shape};
use common::{Solid, number, pose, shape, solid, truth, v};
use geom::{Point, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;

/// m. What GJK knows of a distance, and the tolerance of the cast.
const CLOSE: f64 = 2.5e-5;

fn separation(still: &Solid, shape: &Shape, start: Pose, translation: Vec2, t: f64) -> f64 {
    let mut moved = solid(shape, start);
    for vertex in &mut moved.vertices {
        *vertex = *vertex + v(translation) * t;
    }
    truth(still, &moved).separation
}

fn way() -> impl Strategy<Value = (Pose, Vec2)> {
    (number(-5.0..5.0), number(-5.0..5.0), number(-3.2..3.2), number(-9.0..9.0), number(-9.0..9.0))
        .prop_map(|(x, y, angle, dx, dy)| (Pose::new([x, y], angle), Vec2::new(dx, dy)))
}

proptest! {
    /// Before the hit they were apart, at the hit they touch, and without one they stay apart.
    #[test]
    fn the_first_touch_is_found(a in shape(), b in shape(), pose in pose(), (start, translation) in way()) {
        let still = solid(&a, pose);
        let at = |t: f64| separation(&still, &b, start, translation, t);
        let hit = cast_shape(&a, pose, &ShapeCast::new(&b, start, translation));
        let until = match hit {
            Some(hit) if hit.normal == Vec2::zeros() => {
                prop_assert!(hit.fraction == 0.0 && at(0.0) < 0.0, "{hit:?} {}", at(0.0));
                prop_assert!(still.signed_distance(v(hit.point.coords)) < CLOSE);
                return Ok(());
            }
            Some(hit) => {
                let t = f64::from(hit.fraction);
                prop_assert!(at(t).abs() < CLOSE, "{} {hit:?}", at(t));
                prop_assert!((0.0..=1.0).contains(&t) && (hit.normal.norm() - 1.0).abs() < 1e-6, "{hit:?}");
                prop_assert!(hit.normal.dot(&translation) < 0.0, "{hit:?}");
                prop_assert!(still.signed_distance(v(hit.point.coords)).abs() < CLOSE, "{hit:?}");
                t
            }
            None => 1.0,
        };
        for k in 0..200 {
            let t = until * f64::from(k) / 200.0;
            prop_assert!(at(t) > -CLOSE, "{} at {t}, but {hit:?}", at(t));
        }
    }

    /// A point that is cast is a ray. Thin circles stand for points: 1 mm of radius, which a ray meets later.
    #[test]
    fn a_small_circle_goes_as_a_ray(a in shape(), pose in pose(), (start, translation) in way()) {
        let thick = match &a {
            // Its rounding grown by the millimetre, so that the circle's centre touches where the circle did.
            Shape::Circle(circle) => Shape::circle(circle.radius() + 1e-3).unwrap(),
            Shape::Capsule(capsule) => {
                let [p, q] = [capsule.hull().vertices[0], capsule.hull().vertices[1]];
                Shape::capsule(p, q, capsule.hull().radius + 1e-3).unwrap()
            }
            Shape::Polygon(polygon) => Shape::Polygon(polygon.clone().rounded(polygon.radius() + 1e-3).unwrap()),
            _ => return Ok(()),
        };
        let small = Shape::circle(1e-3).unwrap();
        let hit = cast_shape(&a, pose, &ShapeCast::new(&small, start, translation));
        let expected = cast_ray(&thick, pose, &Ray::new(start.position, translation));
        match (hit, expected) {
            (Some(hit), Some(expected)) => {
                let along = (hit.fraction - expected.fraction) * translation.norm();
                // Where it grazes, a tolerance across is more along.
                let across = along * hit.normal.dot(&translation) / translation.norm();
                prop_assert!(across.abs() < 3e-5 || (hit.point - expected.point).norm() < 5e-3, "{hit:?} {expected:?}");
            }
            (None, None) => {}
            (hit, expected) => {
                // Only where it just grazes or just begins may they differ.
                let still = solid(&thick, pose);
                let middle = Shape::circle(1e-9).unwrap();
                let ends: Vec<_> = (0..=2000)
                    .map(|k| separation(&still, &middle, start, translation, f64::from(k) / 2000.0)).collect();
                let least = ends.iter().copied().fold(f64::INFINITY, f64::min);
                prop_assert!(least.abs() < 1e-3, "{least} {hit:?} {expected:?}");
            }
        }
    }

    /// Exchanging the shapes and turning the way round gives the same fraction and the opposite normal.
    #[test]
    fn either_shape_may_be_the_one_that_moves(a in any_shape(), b in any_shape(), pose in pose(), (start, translation) in way()) {
        let there = cast_shape(&a, pose, &ShapeCast::new(&b, start, translation));
        let back = cast_shape(&b, start, &ShapeCast::new(&a, pose, -translation));
        if let (Some(there), Some(back)) = (there, back) {
            let across = |hit: RayHit| hit.normal.dot(&translation);
            let gap = (there.fraction - back.fraction) * across(there);
            prop_assert!(gap.abs() < 5e-5, "{there:?} {back:?}");
        }
    }

    /// A cast that is cut off at a fraction hits if the whole one hits before.
    #[test]
    fn the_greatest_fraction_counts(a in any_shape(), b in shape(), pose in pose(), (start, translation) in way(), max in number(0.0..1.0)) {
        let cast = ShapeCast::new(&b, start, translation);
        let (whole, part) = (cast_shape(&a, pose, &cast), cast_shape(&a, pose, &ShapeCast { max_fraction: max, ..cast }));
        prop_assert_eq!(whole.filter(|hit| hit.fraction <= max), part);
    }

    /// Whatever the numbers, nothing panics, and a hit has numbers.
    #[test]
    fn no_input_gives_nan(a in any_shape(), b in any_shape(), n in [wild(), wild(), wild(), wild(), wild(), wild()]) {
        let [x, y, dx, dy, angle, max_fraction] = n;
        let start = Pose { position: Point::new(y, dx), rotation: Rot { cos: angle, sin: y } };
        for start in [start, Pose::at([x, dx])] {
            let cast = ShapeCast { shape: &b, start, translation: Vec2::new(dx, dy), max_fraction };
            if let Some(hit) = cast_shape(&a, Pose::at([x, y]), &cast) {
                prop_assert!(hit.fraction >= 0.0 && !hit.point.x.is_nan() && !hit.normal.x.is_nan(), "{hit:?}");
            }
        }
    }
}

fn wild() -> impl Strategy<Value = f32> {
    prop::sample::select(&[0.0, 1.0, -1.0, 1e-30, 1e-9, 1e4, 1e7, 1e20, -3e38, f32::INFINITY, f32::NAN][..])
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        6 => shape(),
        1 => (number(-3.2..3.2), number(-1.0..1.0))
            .prop_map(|(angle, offset)| Shape::half_space(Rot::from_angle(angle) * Vec2::new(1.0, 0.0), offset).unwrap()),
    ]
}

/// Touching at the start: into the other shape is a hit at once, along it and away from it is none. Inside is a hit
/// without a normal, with no way to go too; no way and no overlap is none.
#[test]
fn what_touches_at_the_start_may_part_or_slide() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let floor = Shape::half_space([0.0, 1.0], -0.5).unwrap();
    let cast = |still: &Shape, y: f32, way: [f32; 2]| {
        cast_shape(still, Pose::IDENTITY, &ShapeCast::new(&square, Pose::at([0.2, y]), way))
    };
    for (still, on) in [(&square, 1.0), (&floor, 0.0)] {
        for y in [on, on + 5e-6, on - 5e-6] {
            let into = cast(still, y, [0.3, -1.0]).unwrap();
            assert_eq!((into.fraction, into.normal), (0.0, Vec2::new(0.0, 1.0)), "{into:?}");
            assert_eq!(cast(still, y, [5.0, 0.0]), None);
            assert_eq!(cast(still, y, [5.0, 1.0]), None);
            assert_eq!(cast(still, y, [0.0, 0.0]), None);
        }
        for way in [[0.0, 0.0], [0.0, 3.0], [1.0, -1.0]] {
            let inside = cast(still, on - 0.1, way).unwrap();
            assert_eq!((inside.fraction, inside.normal), (0.0, Vec2::zeros()));
        }
    }
    assert_eq!(
        cast_shape(&floor, Pose::IDENTITY, &ShapeCast::new(&floor, Pose::at([0.0, 5.0]), [0.0, -9.0])),
        None
    );
}

/// From ten million metres away the point and the normal are as good as from near.
#[test]
fn a_cast_from_afar_lands_on_the_surface() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    for shape in [Shape::circle(0.5).unwrap(), square.clone()] {
        let cast = ShapeCast::new(&shape, Pose::at([1.0e7, 0.25]), [-2.0e7, 0.0]);
        let hit = cast_shape(&square, Pose::IDENTITY, &cast).unwrap();
        assert!((hit.fraction - 0.5).abs() < 1e-6, "{hit:?}");
        assert!((hit.point.x - 0.5).abs() < CAST_TOLERANCE && hit.normal == Vec2::new(1.0, 0.0), "{hit:?}");
    }
}

/// A segment is cast as any other shape.
#[test]
fn a_segment_falls_on_a_corner() {
    let wedge = Shape::polygon([[-1.0, -1.0], [1.0, -1.0], [0.0, 0.0]]).unwrap();
    let plank = Shape::segment([-1.0, 0.0], [2.0, 0.0]).unwrap();
    let hit = cast_shape(&wedge, Pose::IDENTITY, &ShapeCast::new(&plank, Pose::at([0.0, 3.0]), [0.0, -4.0]))
        .unwrap();
    assert!((hit.fraction - 0.75).abs() < CAST_TOLERANCE && hit.normal == Vec2::new(0.0, 1.0), "{hit:?}");
    assert!((hit.point - Point::origin()).norm() < CAST_TOLERANCE);
}
