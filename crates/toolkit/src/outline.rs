//! The outline of a shape as a polygon of the same area.
//!
//! Rounded corners become chords. Their radius r' is a little above r, so that the polygon has the area of
//! the shape and a floating body displaces as much water as its density says.
//!
//! ```text
//!   core of area C and perimeter P      rounded by r:          C + P r  + pi r^2
//!                                       chords at radius r':   C + P r' + a r'^2
//!   a = sum of sin(chord angle) / 2
//! ```

use compute::math::{atan2, max, sqrt};
use geom::{Point, Pose, Rot, Shape, Vec2, cross, right_normal};
use std::f32::consts::{PI, TAU};

/// The angle of a chord, rad. Its middle is within 0.5% of the radius from the arc.
const CHORD: f32 = TAU / 32.0;

/// The outline of a shape at a pose, counter-clockwise; two points for a segment, none for a half-space.
pub(crate) fn outline(shape: &Shape, pose: Pose) -> Vec<Point> {
    let Some(hull) = shape.hull() else { return Vec::new() };
    let core: Vec<Point> = hull.vertices.iter().map(|vertex| pose * *vertex).collect();
    if hull.radius == 0.0 {
        return core;
    }
    let count = core.len();
    let edge = |i: usize| core[(i + 1) % count] - core[i % count];
    // For each corner: the direction in which its arc begins, the angle of the arc, and how many chords.
    let arcs: Vec<(Vec2, f32, f32)> = (0..count)
        .map(|i| {
            if count == 1 {
                // The directions of a circle are those of the world, so its outline does not rotate with it.
                return (Vec2::x(), TAU, TAU / CHORD);
            }
            let [from, to] = [edge(i + count - 1), edge(i)].map(|edge| right_normal(edge) / edge.norm());
            // At half a turn, rounding would decide about the sign.
            let turn = atan2(cross(from, to).abs(), from.dot(&to));
            (from, turn, max((turn / CHORD).ceil(), 1.0))
        })
        .collect();
    let perimeter: f32 = if count == 1 { 0.0 } else { (0..count).map(|i| edge(i).norm()).sum() };
    let a: f32 = arcs.iter().map(|(_, turn, chords)| 0.5 * chords * Rot::from_angle(turn / chords).sin).sum();
    let area = perimeter * hull.radius + PI * hull.radius * hull.radius;
    let radius = 2.0 * area / (perimeter + sqrt(perimeter * perimeter + 4.0 * a * area));
    let mut outline = Vec::with_capacity(40);
    for (center, (from, turn, chords)) in core.iter().zip(arcs) {
        let points = if count == 1 { chords as u32 } else { chords as u32 + 1 };
        let arm = |k: u32| Rot::from_angle(turn * k as f32 / chords) * from * radius;
        outline.extend((0..points).map(|k| center + arm(k)));
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Polygon, polygon_measures};

    /// The outline of every shape has the area and the centroid of the shape.
    #[test]
    fn outline_has_the_area_and_the_centroid_of_the_shape() {
        let triangle = Polygon::new([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).unwrap();
        for shape in [
            Shape::circle(0.7).unwrap(),
            Shape::capsule([-1.0, 0.2], [1.5, 0.0], 0.3).unwrap(),
            Shape::rectangle(1.0, 0.4).unwrap(),
            Shape::Polygon(Polygon::rectangle(1.0, 0.4).unwrap().rounded(0.5).unwrap()),
            Shape::Polygon(triangle.clone().rounded(0.2).unwrap()),
            Shape::Polygon(triangle),
        ] {
            let pose = Pose::new([0.3, -2.0], 0.8);
            let expected = shape.mass_properties(1.0).unwrap();
            let measures = polygon_measures(outline(&shape, pose));
            assert!((measures.area / expected.mass - 1.0).abs() < 1e-5, "{shape:?} {measures:?}");
            // 2e-3 m: the chords of unequal corners differ a little from their arcs.
            assert!((measures.centroid - pose * expected.center).norm() < 2e-3, "{shape:?} {measures:?}");
        }
    }
}
