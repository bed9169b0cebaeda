//! Shape casts against distances in f64, sampled along the motion, and against ray casts.

use crate::common;

use collide::tolerance::CAST_TOLERANCE;
use collide::{Ray, RayHit, ShapeCast, cast_ray, cast_shape};
use common::{Solid, extreme_number, half_space, number, pose, shape, solid, truth, v};
use geom::{Point, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;

/// m. The accuracy of GJK (1e-5 m), the tolerance of the cast (1e-5 m), and the rounding of positions up to
/// 10 m.
const CLOSE: f64 = 2.5e-5;

/// The separation of `target` and of the moving shape at the fraction `t`.
fn separation(target: &Solid, shape: &Shape, start: Pose, translation: Vec2, t: f64) -> f64 {
    let mut moved = solid(shape, start);
    for vertex in &mut moved.vertices {
        *vertex = *vertex + v(translation) * t;
    }
    truth(target, &moved).separation
}

/// A start and a translation.
fn motion() -> impl Strategy<Value = (Pose, Vec2)> {
    (number(-5.0..5.0), number(-5.0..5.0), number(-3.2..3.2), number(-9.0..9.0), number(-9.0..9.0))
        .prop_map(|(x, y, angle, dx, dy)| (Pose::new([x, y], angle), Vec2::new(dx, dy)))
}

proptest! {
    /// Before the hit the shapes are apart; at the hit they touch; without a hit they stay apart.
    #[test]
    fn cast_shape_finds_the_first_touch(a in shape(), b in shape(), pose in pose(), (start, translation) in motion()) {
        let target = solid(&a, pose);
        let at = |t: f64| separation(&target, &b, start, translation, t);
        let hit = cast_shape(&a, pose, &ShapeCast::new(&b, start, translation));
        let until = match hit {
            Some(hit) if hit.normal == Vec2::zeros() => {
                prop_assert!(hit.fraction == 0.0 && at(0.0) < 0.0, "{hit:?} {}", at(0.0));
                prop_assert!(target.signed_distance(v(hit.point.coords)) < CLOSE);
                return Ok(());
            }
            Some(hit) => {
                let t = f64::from(hit.fraction);
                prop_assert!(at(t).abs() < CLOSE, "{} {hit:?}", at(t));
                prop_assert!((0.0..=1.0).contains(&t) && (hit.normal.norm() - 1.0).abs() < 1e-6, "{hit:?}");
                prop_assert!(hit.normal.dot(&translation) < 0.0, "{hit:?}");
                prop_assert!(target.signed_distance(v(hit.point.coords)).abs() < CLOSE, "{hit:?}");
                t
            }
            None => 1.0,
        };
        for k in 0..200 {
            let t = until * f64::from(k) / 200.0;
            prop_assert!(at(t) > -CLOSE, "{} at {t}, but {hit:?}", at(t));
        }
    }

    /// A circle of 1 mm against a ray, which hits a shape whose rounding radius is 1 mm larger.
    #[test]
    fn cast_of_a_small_circle_hits_what_a_ray_hits(a in shape(), pose in pose(), (start, translation) in motion()) {
        let thick = match &a {
            // Where the small circle touches the shape, its centre touches the thicker shape.
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
                let difference = (hit.fraction - expected.fraction) * translation.norm();
                // Where the cast grazes, a small error along the normal is a large one along the translation.
                let along_normal = difference * hit.normal.dot(&translation) / translation.norm();
                // 3e-5 m: the errors of both casts.
                prop_assert!(along_normal.abs() < 3e-5 || (hit.point - expected.point).norm() < 5e-3, "{hit:?} {expected:?}");
            }
            (None, None) => {}
            (hit, expected) => {
                // They may differ only where the cast grazes the shape, or starts at its surface.
                let target = solid(&thick, pose);
                let middle = Shape::circle(1e-9).unwrap();
                let ends: Vec<_> = (0..=2000)
                    .map(|k| separation(&target, &middle, start, translation, f64::from(k) / 2000.0)).collect();
                let least = ends.iter().copied().fold(f64::INFINITY, f64::min);
                prop_assert!(least.abs() < 1e-3, "{least} {hit:?} {expected:?}");
            }
        }
    }

    /// Exchanging the shapes and reversing the translation gives the same fraction.
    #[test]
    fn cast_does_not_depend_on_which_shape_moves(a in any_shape(), b in any_shape(), pose in pose(), (start, translation) in motion()) {
        let there = cast_shape(&a, pose, &ShapeCast::new(&b, start, translation));
        let back = cast_shape(&b, start, &ShapeCast::new(&a, pose, -translation));
        if let (Some(there), Some(back)) = (there, back) {
            // The difference along the normal. 5e-5 m: twice the error of one cast.
            let difference = |hit: RayHit| (hit.fraction - back.fraction) * hit.normal.dot(&translation);
            let gap = difference(there);
            prop_assert!(gap.abs() < 5e-5, "{there:?} {back:?}");
        }
    }

    /// A cast with a maximum fraction hits exactly if the complete cast hits before that fraction.
    #[test]
    fn cast_hits_only_up_to_max_fraction(a in any_shape(), b in shape(), pose in pose(), (start, translation) in motion(), max in number(0.0..1.0)) {
        let cast = ShapeCast::new(&b, start, translation);
        let (whole, part) = (cast_shape(&a, pose, &cast), cast_shape(&a, pose, &ShapeCast { max_fraction: max, ..cast }));
        prop_assert_eq!(whole.filter(|hit| hit.fraction <= max), part);
    }

    #[test]
    fn cast_of_extreme_numbers_neither_panics_nor_returns_nan(a in any_shape(), b in any_shape(), n in prop::array::uniform6(extreme_number())) {
        let [x, y, dx, dy, angle, max_fraction] = n;
        let start = Pose { position: Point::new(y, dx), rotation: Rot { cos: angle, sin: y } };
        for start in [start, Pose::at([x, dx])] {
            let cast = ShapeCast { max_fraction, ..ShapeCast::new(&b, start, [dx, dy]) };
            for cast in [cast, cast.turning(angle).about([x, dy]), cast.turning(dy)] {
                if let Some(hit) = cast_shape(&a, Pose::at([x, y]), &cast) {
                    prop_assert!(hit.fraction >= 0.0 && !hit.point.x.is_nan() && !hit.normal.x.is_nan(), "{hit:?}");
                }
            }
        }
    }
}

/// Any shape except a segment of a chain.
fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        6 => shape(),
        1 => half_space(),
    ]
}

/// A square that touches at the start: moving into the other shape is a hit at fraction 0; sliding along it,
/// moving away and not moving are none. A square that overlaps at the start hits with a zero normal, even if
/// it does not move.
#[test]
fn shapes_that_touch_at_the_start_may_separate_or_slide() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let floor = Shape::half_space([0.0, 1.0], -0.5).unwrap();
    let cast = |target: &Shape, y: f32, translation: [f32; 2]| {
        cast_shape(target, Pose::IDENTITY, &ShapeCast::new(&square, Pose::at([0.2, y]), translation))
    };
    for (target, touching) in [(&square, 1.0), (&floor, 0.0)] {
        for y in [touching, touching + 5e-6, touching - 5e-6] {
            let into = cast(target, y, [0.3, -1.0]).unwrap();
            assert_eq!((into.fraction, into.normal), (0.0, Vec2::new(0.0, 1.0)), "{into:?}");
            assert_eq!(cast(target, y, [5.0, 0.0]), None);
            assert_eq!(cast(target, y, [5.0, 1.0]), None);
            assert_eq!(cast(target, y, [0.0, 0.0]), None);
        }
        for translation in [[0.0, 0.0], [0.0, 3.0], [1.0, -1.0]] {
            let inside = cast(target, touching - 0.1, translation).unwrap();
            assert_eq!((inside.fraction, inside.normal), (0.0, Vec2::zeros()));
        }
    }
    assert_eq!(
        cast_shape(&floor, Pose::IDENTITY, &ShapeCast::new(&floor, Pose::at([0.0, 5.0]), [0.0, -9.0])),
        None
    );
}

/// The point and the normal are as accurate as for a cast from nearby.
#[test]
fn cast_from_ten_million_metres_ends_on_the_surface() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    for shape in [Shape::circle(0.5).unwrap(), square.clone()] {
        let cast = ShapeCast::new(&shape, Pose::at([1.0e7, 0.25]), [-2.0e7, 0.0]);
        let hit = cast_shape(&square, Pose::IDENTITY, &cast).unwrap();
        assert!((hit.fraction - 0.5).abs() < 1e-6, "{hit:?}");
        assert!((hit.point.x - 0.5).abs() < CAST_TOLERANCE && hit.normal == Vec2::new(1.0, 0.0), "{hit:?}");
    }
}

#[test]
fn cast_of_a_segment_hits_a_corner() {
    let wedge = Shape::polygon([[-1.0, -1.0], [1.0, -1.0], [0.0, 0.0]]).unwrap();
    let plank = Shape::segment([-1.0, 0.0], [2.0, 0.0]).unwrap();
    let hit = cast_shape(&wedge, Pose::IDENTITY, &ShapeCast::new(&plank, Pose::at([0.0, 3.0]), [0.0, -4.0]))
        .unwrap();
    assert!((hit.fraction - 0.75).abs() < CAST_TOLERANCE && hit.normal == Vec2::new(0.0, 1.0), "{hit:?}");
    assert!((hit.point - Point::origin()).norm() < CAST_TOLERANCE);
}

/// A box that stands on a slope can be cast up and down the slope, whose direction the program computes with
/// the rounding of f32: neither that rounding, nor a direction that points into the slope by 6e-8, stops it.
#[test]
fn touching_box_is_not_stopped_by_a_direction_that_points_into_the_floor_by_rounding() {
    let floors = [Shape::rectangle(20.0, 1.0).unwrap(), Shape::half_space([0.0, 1.0], 1.0).unwrap()];
    let bodies = [Shape::rectangle(0.5, 0.5).unwrap(), Shape::circle(0.5).unwrap()];
    for step in 0..400 {
        let slope = Rot::from_angle(0.0157 * step as f32);
        for (floor, body) in floors.iter().flat_map(|floor| bodies.iter().map(move |body| (floor, body))) {
            for gap in [-5e-6, 0.0, 5e-6] {
                let origin = Point::new(0.3 * step as f32 % 7.0, 1.7);
                let pose = Pose { position: origin, rotation: slope };
                let on_slope = origin + slope * Vec2::new(0.01 * step as f32, 1.5 + gap);
                let start = Pose { position: on_slope, rotation: slope };
                for along in [[1.0, 0.0], [-1.0, 0.0], [1.0, -6e-8], [5.0, -3e-7], [6e-8, 0.0], [0.0, 1.0]] {
                    let cast = ShapeCast::new(body, start, slope * Vec2::from(along));
                    let hit = cast_shape(floor, pose, &cast);
                    assert_eq!(hit, None, "{step} {gap} {along:?} {body:?}");
                }
                // A thousandth of a radian is no rounding.
                let cast = ShapeCast::new(body, start, slope * Vec2::new(1.0, -1e-3));
                let hit = cast_shape(floor, pose, &cast).expect("moves into the floor");
                assert_eq!(hit.fraction, 0.0);
            }
        }
    }
}
