//! Minimum translation vectors, against the manifolds of the engine and against definitions in f64.

use crate::common;

use collide::{Manifold, manifold};
use common::{extreme_number, number, pose, sharp, solid, truth};
use geom::{Aabb, Circle, Point, Polygon, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;
use textbook::mtv::{self, Mtv};

/// m. Shapes of some metres in world axes: twenty roundings of 6e-8 at 5 m, and some more for the rotation.
const CLOSE: f32 = 2e-5;
/// m. By this much the reference edge of a manifold may be worse than the best edge.
const REFERENCE_ERROR: f32 = collide::tolerance::REFERENCE_BIAS + CLOSE;

fn deepest(manifold: &Manifold) -> f32 {
    manifold.points().iter().map(|point| -point.separation).fold(f32::NEG_INFINITY, f32::max)
}

fn circle() -> impl Strategy<Value = Circle> {
    (number(-0.5..0.5), number(-0.5..0.5), number(0.05..1.0))
        .prop_map(|(x, y, r)| Circle::new([x, y], r).unwrap())
}

fn aabb() -> impl Strategy<Value = Aabb> {
    (number(-1.5..1.5), number(-1.5..1.5), number(0.05..1.5), number(0.05..1.5))
        .prop_map(|(x, y, w, h)| Aabb::new([x - w, y - h], [x + w, y + h]))
}

/// Panics unless the MTV and the manifold have the same depth. Shapes that are apart have depth 0 here,
/// because rounding decides whether shapes that touch overlap.
#[track_caller]
fn assert_same(found: Option<Mtv>, general: &Manifold, close: f32) {
    let depth = found.map_or(0.0, |mtv| mtv.depth);
    let expected = deepest(general).max(0.0);
    assert!((depth - expected).abs() < close, "{found:?} {general:?}");
}

/// The separation after B was moved by the MTV, by the oracle in f64. It should be 0.
fn gap_after(found: Mtv, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> f64 {
    let moved = Pose { position: pose_b.position + found.translation(), ..pose_b };
    truth(&solid(a, pose_a), &solid(b, moved)).separation
}

proptest! {
    /// The normal is that of the manifold too.
    #[test]
    fn mtv_of_circles_is_that_of_manifold_and_oracle(a in circle(), b in circle(), pose_a in pose(), pose_b in pose()) {
        let found = mtv::circles(&a, pose_a, &b, pose_b);
        let (a, b) = (Shape::Circle(a), Shape::Circle(b));
        let general = manifold(&a, pose_a, &b, pose_b, 0.0);
        assert_same(found, &general, CLOSE);
        if let Some(found) = found {
            prop_assert!(gap_after(found, &a, pose_a, &b, pose_b).abs() < f64::from(CLOSE));
            prop_assert!(general.count == 0 || (found.normal - general.normal).norm() < 1e-3, "{found:?} {general:?}");
        }
    }

    #[test]
    fn mtv_of_polygons_is_that_of_manifold_and_oracle(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose()) {
        let found = mtv::polygons(&a, pose_a, &b, pose_b);
        let (a, b) = (Shape::Polygon(a), Shape::Polygon(b));
        assert_same(found, &manifold(&a, pose_a, &b, pose_b, 0.0), REFERENCE_ERROR);
        let truth = truth(&solid(&a, pose_a), &solid(&b, pose_b));
        prop_assert!(found.is_some() == (truth.separation < 0.0) || truth.separation.abs() < f64::from(CLOSE));
        if let Some(found) = found {
            prop_assert!((f64::from(found.depth) + truth.separation).abs() < f64::from(CLOSE));
            prop_assert!(gap_after(found, &a, pose_a, &b, pose_b).abs() < f64::from(CLOSE));
        }
    }

    /// The circle is beside an edge, beside a corner or inside.
    #[test]
    fn mtv_of_polygon_and_circle_is_that_of_manifold_and_oracle(a in sharp(), b in circle(), pose_a in pose(), pose_b in pose()) {
        let found = mtv::polygon_circle(&a, pose_a, &b, pose_b);
        let (a, b) = (Shape::Polygon(a), Shape::Circle(b));
        let general = manifold(&a, pose_a, &b, pose_b, 0.0);
        assert_same(found, &general, CLOSE);
        if let Some(found) = found {
            prop_assert!(gap_after(found, &a, pose_a, &b, pose_b).abs() < f64::from(CLOSE), "{found:?} {general:?}");
        }
    }

    #[test]
    fn mtv_of_boxes_is_that_of_polygons_without_rotation(a in aabb(), b in aabb()) {
        let shape = |aabb: Aabb| {
            let half = aabb.extents() * 0.5;
            (Polygon::rectangle(half.x, half.y).unwrap(), Pose::at(aabb.center()))
        };
        let ((polygon_a, pose_a), (polygon_b, pose_b)) = (shape(a), shape(b));
        let found = mtv::aabbs(a, b);
        let (shape_a, shape_b) = (Shape::Polygon(polygon_a), Shape::Polygon(polygon_b));
        assert_same(found, &manifold(&shape_a, pose_a, &shape_b, pose_b, 0.0), REFERENCE_ERROR);
        if let Some(found) = found {
            prop_assert!(gap_after(found, &shape_a, pose_a, &shape_b, pose_b).abs() < f64::from(CLOSE));
        }
    }

    /// The centre of the circle is inside or outside.
    #[test]
    fn mtv_of_box_and_circle_is_that_of_manifold_and_oracle(a in aabb(), x in number(-3.0..3.0), y in number(-3.0..3.0), radius in number(0.05..1.0)) {
        let half = a.extents() * 0.5;
        let (shape_a, pose_a) = (Shape::rectangle(half.x, half.y).unwrap(), Pose::at(a.center()));
        let (shape_b, pose_b) = (Shape::circle(radius).unwrap(), Pose::at([x, y]));
        let found = mtv::aabb_circle(a, [x, y], radius);
        assert_same(found, &manifold(&shape_a, pose_a, &shape_b, pose_b, 0.0), CLOSE);
        if let Some(found) = found {
            prop_assert!(gap_after(found, &shape_a, pose_a, &shape_b, pose_b).abs() < f64::from(CLOSE));
        }
    }

    /// If two vectors are equally short, either may be found, so the depths are compared and the rotated
    /// vector is tested.
    #[test]
    fn mtv_keeps_its_length_for_exchanged_and_for_moved_polygons(a in sharp(), b in sharp(), pose_a in pose(), pose_b in pose(), common in pose()) {
        let depth = |found: Option<Mtv>| found.map_or(0.0, |mtv| mtv.depth);
        let found = mtv::polygons(&a, pose_a, &b, pose_b);
        let exchanged = mtv::polygons(&b, pose_b, &a, pose_a);
        let moved = mtv::polygons(&a, common * pose_a, &b, common * pose_b);
        prop_assert!((depth(found) - depth(exchanged)).abs() < CLOSE, "{found:?} {exchanged:?}");
        prop_assert!((depth(found) - depth(moved)).abs() < CLOSE, "{found:?} {moved:?}");
        if let (Some(found), Some(moved)) = (found, moved) {
            let rotated = Mtv { normal: common.rotation * found.normal, ..found };
            let (a, b) = (Shape::Polygon(a), Shape::Polygon(b));
            let gap = gap_after(rotated, &a, common * pose_a, &b, common * pose_b);
            prop_assert!(gap.abs() < 2.0 * f64::from(CLOSE), "{rotated:?} {moved:?}");
        }
    }

    #[test]
    fn mtv_of_extreme_numbers_does_not_panic_and_its_depth_is_finite(a in sharp(), b in circle(), x in extreme_number(), y in extreme_number(), cos in extreme_number()) {
        let pose = Pose { position: Point::new(x, y), rotation: Rot { cos, sin: y } };
        let square = Polygon::rectangle(1.0, 1.0).unwrap();
        let found = [
            mtv::polygons(&a, pose, &square, Pose::IDENTITY),
            mtv::polygons(&square, Pose::IDENTITY, &a, pose),
            mtv::polygon_circle(&a, pose, &b, Pose::IDENTITY),
            mtv::polygon_circle(&a, Pose::IDENTITY, &b, pose),
            mtv::circles(&b, pose, &b, Pose::IDENTITY),
            mtv::aabbs(Aabb::new([x, y], [cos, x]), Aabb::new([-1.0, -1.0], [1.0, 1.0])),
            mtv::aabb_circle(Aabb::new([-1.0, -1.0], [1.0, 1.0]), [x, y], 1.0),
        ];
        for found in found.into_iter().flatten() {
            prop_assert!(found.depth >= 0.0 && found.depth.is_finite(), "{found:?}");
        }
    }
}

#[track_caller]
fn assert_mtv(found: Option<Mtv>, normal: [f32; 2], depth: f32) {
    let found = found.expect("the shapes overlap");
    let close = (found.normal - Vec2::from(normal)).norm() < 2e-5 && (found.depth - depth).abs() < 2e-5;
    assert!(close, "expected {normal:?} {depth}, got {found:?}");
}

/// Concentric circles separate along the x axis of A by the sum of the radii. A circle leaves a box and a
/// polygon through the nearest side, and boxes leave each other through the nearest sides.
#[test]
fn coincident_centres_have_a_defined_mtv() {
    let (large, small) = (Circle::new([0.0, 0.0], 1.0).unwrap(), Circle::new([0.0, 0.0], 0.5).unwrap());
    assert_mtv(mtv::circles(&large, Pose::IDENTITY, &small, Pose::IDENTITY), [1.0, 0.0], 1.5);
    let turned = Pose::new([3.0, 4.0], std::f32::consts::FRAC_PI_2);
    assert_mtv(mtv::circles(&large, turned, &small, turned), [0.0, 1.0], 1.5);

    let flat = Polygon::rectangle(2.0, 1.0).unwrap();
    assert_mtv(mtv::polygon_circle(&flat, Pose::IDENTITY, &small, Pose::IDENTITY), [0.0, -1.0], 1.5);
    assert_mtv(mtv::aabb_circle(Aabb::new([-2.0, -1.0], [2.0, 1.0]), [0.0, 0.0], 0.5), [0.0, -1.0], 1.5);
    let tall = Aabb::new([-0.5, -2.0], [0.5, 2.0]);
    assert_mtv(mtv::aabbs(Aabb::new([-2.0, -1.0], [2.0, 1.0]), tall), [1.0, 0.0], 2.5);
    assert_mtv(mtv::polygons(&flat, Pose::IDENTITY, &flat, Pose::IDENTITY), [0.0, -1.0], 2.0);
    // Equal overlaps of 0.5 m: along x.
    let diagonal = mtv::aabbs(Aabb::new([0.0, 0.0], [2.0, 2.0]), Aabb::new([1.5, -1.5], [3.5, 0.5]));
    assert_mtv(diagonal, [1.0, 0.0], 0.5);
}

/// The routine for polygons ignores their rounding radii: rounded, they have the translation of sharp ones.
#[test]
fn mtv_of_rounded_polygons_is_that_of_sharp_ones() {
    let sharp = Polygon::rectangle(1.0, 0.5).unwrap();
    let rounded = sharp.clone().rounded(0.3).unwrap();
    for pose in [Pose::new([0.9, 0.6], 0.4), Pose::at([1.5, 0.2]), Pose::at([2.3, 0.0]), Pose::at([0.0, 1.2])]
    {
        let expected = mtv::polygons(&sharp, Pose::IDENTITY, &sharp, pose);
        assert_eq!(mtv::polygons(&rounded, Pose::IDENTITY, &rounded, pose), expected, "{pose:?}");
    }
}

/// The centre of the circle is on a corner, on a side, or the shapes just touch.
#[test]
fn circles_and_boxes_on_the_boundary_have_a_defined_mtv() {
    let square = Polygon::rectangle(1.0, 1.0).unwrap();
    let circle = Circle::new([0.0, 0.0], 0.25).unwrap();
    let aabb = Aabb::new([-1.0, -1.0], [1.0, 1.0]);
    for (x, y, depth) in [(1.0, 0.25, 0.25), (1.25, 0.0, 0.0), (0.5, 0.25, 0.75)] {
        assert_mtv(
            mtv::polygon_circle(&square, Pose::IDENTITY, &circle, Pose::at([x, y])),
            [1.0, 0.0],
            depth,
        );
        assert_mtv(mtv::aabb_circle(aabb, [x, y], 0.25), [1.0, 0.0], depth);
    }
    // At the corner both sides are equally near, and each routine takes its first axis.
    let corner = Pose::at([1.0, 1.0]);
    assert_mtv(mtv::polygon_circle(&square, Pose::IDENTITY, &circle, corner), [0.0, 1.0], 0.25);
    assert_mtv(mtv::aabb_circle(aabb, [1.0, 1.0], 0.25), [1.0, 0.0], 0.25);
    assert_eq!(mtv::aabb_circle(aabb, [1.3, 0.0], 0.25), None);
    assert_mtv(mtv::aabbs(aabb, Aabb::new([1.0, 0.0], [2.0, 1.0])), [1.0, 0.0], 0.0);
    assert_mtv(mtv::polygons(&square, Pose::IDENTITY, &square, Pose::at([0.0, -2.0])), [0.0, -1.0], 0.0);
}

/// The shapes of Sotirov 2022: the triangle and the pentagon of section Polygon vs. Polygon, with the
/// triangle moved by 0.8 and by (-1.5, -1.5) as in its drawings; the box and the quadrilateral of section
/// Contact Points; the pentagon and the circle. The text prints no numbers. The expected ones were computed
/// by its method in f64, with exact normals.
#[test]
fn mtv_of_the_examples_of_sotirov() {
    let triangle = Polygon::new([[4.0, 1.0], [2.0, 4.0], [1.0, 1.0]]).unwrap();
    let pentagon = Polygon::new([[2.0, -2.5], [2.2, -0.5], [1.5, 0.5], [-1.2, -0.5], [-1.0, -2.5]]).unwrap();
    let of_triangle =
        |offset: f32| mtv::polygons(&triangle, Pose::at([offset; 2]), &pentagon, Pose::IDENTITY);
    assert_eq!(of_triangle(0.8), None);
    assert_eq!(of_triangle(0.0), None);
    // The pentagon's top is 1 m above the triangle's base, which is at -0.5; every other translation that
    // separates them is longer.
    assert_mtv(of_triangle(-1.5), [0.0, -1.0], 1.0);
    let a = Polygon::new([[-1.0, -2.0], [3.0, -2.0], [3.0, 0.0], [-1.0, 0.0]]).unwrap();
    let b = Polygon::new([[3.5, -1.666], [4.5, 0.0], [1.5, 2.0], [1.5, -0.333]]).unwrap();
    assert_mtv(mtv::polygons(&a, Pose::IDENTITY, &b, Pose::IDENTITY), [0.554_6, 0.832_1], 1.109);
    let pentagon = Polygon::new([[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]]).unwrap();
    let circle = Circle::new([0.5, 0.0], 1.6).unwrap();
    assert_mtv(
        mtv::polygon_circle(&pentagon, Pose::at([1.5, 2.0]), &circle, Pose::IDENTITY),
        [0.0, -1.0],
        0.6,
    );
}
