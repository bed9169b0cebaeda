//! Mass far from the origin, of grains and of countries: nothing cancels. Against sums in double precision.

mod common;

use common::{Wide, wide};
use geom::{MassProperties, Point, Polygon, Pose, Shape, Vec2, polygon_measures};
use proptest::prelude::*;

/// Area, centroid and second moment about it, by Green's theorem over the edges, about the middle of the vertices: in
/// f64, where the differences of f32 coordinates are exact, so that it errs by 1e-15 of the largest term.
struct Moments {
    area: f64,
    centroid: Wide,
    second: f64,
}

fn moments(ring: &[Point]) -> Moments {
    let count = ring.len() as f64;
    let middle = [0, 1].map(|axis| ring.iter().map(|p| f64::from(p.coords[axis])).sum::<f64>() / count);
    let about = |p: Point| [0, 1].map(|axis| wide(p)[axis] - middle[axis]);
    let (mut area, mut first, mut second) = (0.0, [0.0; 2], 0.0);
    for i in 0..ring.len() {
        let ([ax, ay], [bx, by]) = (about(ring[i]), about(ring[(i + 1) % ring.len()]));
        let turn = ax * by - bx * ay;
        area += turn / 2.0;
        first[0] += (ax + bx) * turn / 6.0;
        first[1] += (ay + by) * turn / 6.0;
        second += (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) * turn / 12.0;
    }
    let offset = first.map(|f| f / area);
    second -= area * (offset[0] * offset[0] + offset[1] * offset[1]);
    Moments { area, centroid: [middle[0] + offset[0], middle[1] + offset[1]], second }
}

/// From a grain of 1e-12 m^2 to a country of 1e12 m^2, at the origin or a thousand kilometres away, where f32 only has
/// what is larger than its steps of 0.06 m.
fn place() -> impl Strategy<Value = (f32, Vec2)> {
    let scale = prop_oneof![Just(1e-6_f32), Just(1e-3), Just(1.0), Just(1e3), Just(1e6)];
    let far = || prop_oneof![Just(0.0_f32), Just(1.0), Just(1e3), Just(-1e6), Just(1e6)];
    (scale, far(), far()).prop_map(|(scale, x, y)| (scale, Vec2::new(x, y)))
}

/// Not a range of f32: proptest 1.12 asserts that its sampling of these hits their ends, and now and then it does not.
fn hundredths(range: core::ops::Range<i16>) -> impl Strategy<Value = f32> {
    range.prop_map(|x| f32::from(x) / 100.0)
}

proptest! {
    /// Area, centroid and second moment of simple outlines, concave too, against f64. Seen from a vertex, each of the n
    /// triangles errs by some units in the last place (6e-8) of its size, which is at most r^2 for the area and r^4 for
    /// the moment, with r the diameter: 1e-6 of these for up to 24 vertices, wherever the outline lies. The centroid
    /// also by its own rounding there.
    #[test]
    fn nothing_cancels_far_from_the_origin(ring in prop_oneof![common::star(), common::winding()], place in place()) {
        let ring = common::placed(&ring, place);
        let (found, right) = (polygon_measures(&ring), moments(&ring));
        let r = std::f64::consts::SQRT_2 * common::extent(&ring);
        prop_assert!((f64::from(found.area) - right.area).abs() <= 1e-6 * r * r, "{} {}", found.area, right.area);
        // Of a ring that is next to flat the centroid is a quotient of roundings.
        if right.area > 1e-2 * r * r {
            prop_assert!((f64::from(found.second_moment) - right.second).abs() <= 1e-6 * r.powi(4));
            let away = common::distance(wide(found.centroid), right.centroid);
            prop_assert!(away <= 1e-4 * r + 1.2e-7 * common::reach(&ring), "{away}");
        }
    }

    /// Convex polygons, whose triangles all count the same way, keep five digits of all three, slivers of a hundredth
    /// of their length too.
    #[test]
    fn convex_polygons_keep_five_digits(polygon in common::convex(), place in place()) {
        let ring = common::placed(polygon.vertices(), place);
        let right = moments(&ring);
        let extent = common::extent(&ring);
        // Far away f32 may have moved the corners of a small one out of shape.
        if right.area <= 1e-2 * extent * extent || Polygon::new(ring.iter().copied()).is_err() {
            return Ok(());
        }
        let found = polygon_measures(&ring);
        prop_assert!((f64::from(found.area) / right.area - 1.0).abs() < 1e-5);
        prop_assert!((f64::from(found.second_moment) / right.second - 1.0).abs() < 1e-5);
        let away = common::distance(wide(found.centroid), right.centroid);
        prop_assert!(away <= 1e-6 * extent + 1.2e-7 * common::reach(&ring));
    }

    /// Several shapes welded in any order make the same body: the sums in f64, about the common centre. Five digits of
    /// the mass; of the inertia, what three roundings of the centre leave, which moves by 1e-7 of the distance.
    #[test]
    fn shapes_add_up(
        shapes in prop::collection::vec((hundredths(10..200), hundredths(10..200), hundredths(-300..300), hundredths(-300..300), hundredths(10..900)), 1..8),
        far in prop_oneof![Just(0.0_f32), Just(1e3), Just(1e6)],
    ) {
        let parts: Vec<MassProperties> = shapes.iter().map(|&(w, h, x, y, density)| {
            let shape = if w > h { Shape::rectangle(w, h).unwrap() } else { Shape::circle(w).unwrap() };
            shape.transformed(Pose::new([far + x, y - far], x)).mass_properties(density).unwrap()
        }).collect();
        let weld = |parts: &mut dyn Iterator<Item = &MassProperties>| {
            parts.fold(MassProperties::ZERO, |all, &part| all.combined(part))
        };
        let mass: f64 = parts.iter().map(|p| f64::from(p.mass)).sum();
        let center = [0, 1].map(|axis| {
            parts.iter().map(|p| f64::from(p.mass) * wide(p.center)[axis]).sum::<f64>() / mass
        });
        let inertia: f64 = parts
            .iter()
            .map(|p| f64::from(p.inertia) + f64::from(p.mass) * common::distance(wide(p.center), center).powi(2))
            .sum();
        // Steps of the coordinates there, and the largest lever.
        let (step, lever) = (1.2e-7 * f64::from(far + 5.0), 6.0);
        for welded in [weld(&mut parts.iter()), weld(&mut parts.iter().rev())] {
            prop_assert!((f64::from(welded.mass) / mass - 1.0).abs() < 1e-5);
            prop_assert!(common::distance(wide(welded.center), center) <= 8.0 * step);
            let slack = 1e-5 * inertia + 16.0 * mass * lever * step;
            prop_assert!((f64::from(welded.inertia) - inertia).abs() <= slack, "{} {inertia}", welded.inertia);
        }
    }
}

/// Squares of 1e-12 and 1e12 m^2: measured, though the first makes no mass.
#[test]
fn grains_and_countries_are_measured() {
    let square = |side: f32| [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]].map(Point::from);
    for side in [1e-6_f32, 1.0, 1e6] {
        let found = polygon_measures(&square(side));
        assert!((found.area / (side * side) - 1.0).abs() < 1e-6);
        assert!((found.second_moment * 6.0 / (side * side * side * side) - 1.0).abs() < 1e-5);
    }
    assert!(MassProperties::of_polygon(&square(1e-6), 1.0).is_err());
    assert!(MassProperties::of_polygon(&square(1e6), 1000.0).is_ok());
}
