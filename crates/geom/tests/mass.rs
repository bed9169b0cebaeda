//! Mass properties of tiny and huge shapes, near and far from the origin, compared with sums in double
//! precision.

use crate::common;

use common::{Point64, to_f64};
use geom::{MassProperties, Point, Polygon, Pose, Shape, Vec2, polygon_measures};
use proptest::prelude::*;

/// Area, centroid, and second moment about the centroid, by Green's theorem over the edges, measured from the
/// mean of the vertices. In f64, where the differences of f32 coordinates are exact, its error is 1e-15 of
/// the largest term.
struct Moments {
    area: f64,
    centroid: Point64,
    second: f64,
}

fn moments(ring: &[Point]) -> Moments {
    let count = ring.len() as f64;
    let mean = [0, 1].map(|axis| ring.iter().map(|p| f64::from(p.coords[axis])).sum::<f64>() / count);
    let from_mean = |p: Point| [0, 1].map(|axis| to_f64(p)[axis] - mean[axis]);
    let (mut area, mut first, mut second) = (0.0, [0.0; 2], 0.0);
    for i in 0..ring.len() {
        let ([ax, ay], [bx, by]) = (from_mean(ring[i]), from_mean(ring[(i + 1) % ring.len()]));
        let cross = ax * by - bx * ay;
        area += cross / 2.0;
        first[0] += (ax + bx) * cross / 6.0;
        first[1] += (ay + by) * cross / 6.0;
        second += (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) * cross / 12.0;
    }
    let offset = first.map(|f| f / area);
    second -= area * (offset[0] * offset[0] + offset[1] * offset[1]);
    Moments { area, centroid: [mean[0] + offset[0], mean[1] + offset[1]], second }
}

/// A scale and an offset: areas from 1e-12 to 1e12 m^2, at the origin and up to 1000 km away, where f32 has
/// steps of 0.06 m.
fn place() -> impl Strategy<Value = (f32, Vec2)> {
    let scale = prop_oneof![Just(1e-6_f32), Just(1e-3), Just(1.0), Just(1e3), Just(1e6)];
    let offset = || prop_oneof![Just(0.0_f32), Just(1.0), Just(1e3), Just(-1e6), Just(1e6)];
    (scale, offset(), offset()).prop_map(|(scale, x, y)| (scale, Vec2::new(x, y)))
}

/// Multiples of 0.01. A range of f32 cannot be used: proptest 1.12 asserts that its samples reach the ends of
/// the range, and sometimes they do not.
fn hundredths(range: core::ops::Range<i16>) -> impl Strategy<Value = f32> {
    range.prop_map(|x| f32::from(x) / 100.0)
}

proptest! {
    /// Area, centroid and second moment of simple outlines, convex or not, compared with f64. Each of the n
    /// triangles has an error of some units in the last place (6e-8) of its size. Its size is at most r^2 for
    /// the area and r^4 for the moment, where r is the diameter. For up to 24 vertices that is 1e-6 of r^2
    /// and r^4, wherever the outline lies. The centroid also has the rounding of its coordinates.
    #[test]
    fn measures_are_accurate_far_from_the_origin(ring in prop_oneof![common::star(), common::meander()], place in place()) {
        let ring = common::placed(&ring, place);
        let (found, right) = (polygon_measures(ring.iter().copied()), moments(&ring));
        let r = std::f64::consts::SQRT_2 * common::extent(&ring);
        prop_assert!((f64::from(found.area) - right.area).abs() <= 1e-6 * r * r, "{} {}", found.area, right.area);
        // The centroid of a nearly flat ring is a quotient of two rounding errors.
        if right.area > 1e-2 * r * r {
            prop_assert!((f64::from(found.second_moment) - right.second).abs() <= 1e-6 * r.powi(4));
            let away = common::distance(to_f64(found.centroid), right.centroid);
            prop_assert!(away <= 1e-4 * r + 1.2e-7 * common::largest_coordinate(&ring), "{away}");
        }
    }

    /// All triangles of a convex polygon have the same sign, so area, centroid and second moment keep five
    /// digits, even if the polygon is a sliver whose width is a hundredth of its length.
    #[test]
    fn measures_of_convex_polygons_keep_five_digits(polygon in common::convex(), place in place()) {
        let ring = common::placed(polygon.vertices(), place);
        let right = moments(&ring);
        let extent = common::extent(&ring);
        // Far away, rounding to f32 may have deformed a small polygon.
        if right.area <= 1e-2 * extent * extent || Polygon::new(ring.iter().copied()).is_err() {
            return Ok(());
        }
        let found = polygon_measures(ring.iter().copied());
        prop_assert!((f64::from(found.area) / right.area - 1.0).abs() < 1e-5);
        prop_assert!((f64::from(found.second_moment) / right.second - 1.0).abs() < 1e-5);
        let away = common::distance(to_f64(found.centroid), right.centroid);
        prop_assert!(away <= 1e-6 * extent + 1.2e-7 * common::largest_coordinate(&ring));
    }

    /// The mass properties of several shapes combine, in any order, to the sums in f64 about the common
    /// centre. The mass keeps five digits. The inertia keeps what three roundings of the centre leave, each
    /// 1e-7 of its distance from the origin.
    #[test]
    fn mass_properties_of_several_shapes_combine_in_any_order(
        shapes in prop::collection::vec((hundredths(10..200), hundredths(10..200), hundredths(-300..300), hundredths(-300..300), hundredths(10..900)), 1..8),
        far in prop_oneof![Just(0.0_f32), Just(1e3), Just(1e6)],
    ) {
        let parts: Vec<MassProperties> = shapes.iter().map(|&(w, h, x, y, density)| {
            let shape = if w > h { Shape::rectangle(w, h).unwrap() } else { Shape::circle(w).unwrap() };
            shape.transformed(Pose::new([far + x, y - far], x)).mass_properties(density).unwrap()
        }).collect();
        let combined = |parts: &mut dyn Iterator<Item = &MassProperties>| {
            parts.fold(MassProperties::ZERO, |all, &part| all.combined(part))
        };
        let mass: f64 = parts.iter().map(|p| f64::from(p.mass)).sum();
        let center = [0, 1].map(|axis| {
            parts.iter().map(|p| f64::from(p.mass) * to_f64(p.center)[axis]).sum::<f64>() / mass
        });
        let inertia: f64 = parts
            .iter()
            .map(|p| f64::from(p.inertia) + f64::from(p.mass) * common::distance(to_f64(p.center), center).powi(2))
            .sum();
        // The step of coordinates at that distance, and the greatest distance of a part from the common
        // centre, m.
        let (step, lever) = (1.2e-7 * f64::from(far + 5.0), 6.0);
        for all in [combined(&mut parts.iter()), combined(&mut parts.iter().rev())] {
            prop_assert!((f64::from(all.mass) / mass - 1.0).abs() < 1e-5);
            prop_assert!(common::distance(to_f64(all.center), center) <= 8.0 * step);
            let slack = 1e-5 * inertia + 16.0 * mass * lever * step;
            prop_assert!((f64::from(all.inertia) - inertia).abs() <= slack, "{} {inertia}", all.inertia);
        }
    }
}

/// Squares of 1e-12, 1 and 1e12 m^2. The first is too small for a mass, but its measures are right.
#[test]
fn measures_of_tiny_and_huge_squares_keep_six_digits() {
    let square = |side: f32| [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]].map(Point::from);
    for side in [1e-6_f32, 1.0, 1e6] {
        let found = polygon_measures(square(side));
        assert!((found.area / (side * side) - 1.0).abs() < 1e-6);
        assert!((found.second_moment * 6.0 / (side * side * side * side) - 1.0).abs() < 1e-5);
    }
    assert!(MassProperties::of_polygon(square(1e-6), 1.0).is_err());
    assert!(MassProperties::of_polygon(square(1e6), 1000.0).is_ok());
}
