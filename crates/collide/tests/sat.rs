//! The separating axis test against its definition in f64.

use crate::common;

use collide::algorithms::{edge_separation, max_separation};
use common::{V, any_pose, pose, shape, v, wheel};
use geom::{Point, Pose, RoundedHull};
use proptest::prelude::*;

/// m. Fourteen roundings of f32 (6e-8 each) of coordinates up to about 5 m, twice.
const CLOSE: f64 = 1e-5;

/// The separation by each edge of `a`, by definition, in f64.
fn separations(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose) -> Vec<f64> {
    let (cos, sin) = (f64::from(b_in_a.rotation.cos), f64::from(b_in_a.rotation.sin));
    let to_a = |p: &Point| {
        let p = v(p.coords);
        v(b_in_a.position.coords) + V { x: cos * p.x - sin * p.y, y: sin * p.x + cos * p.y }
    };
    (0..a.normals.len())
        .map(|edge| {
            let (p, q) = (v(a.vertices[edge].coords), v(a.vertices[a.next(edge)].coords));
            let edge = q - p;
            let beyond = |w: &Point| (to_a(w) - p).cross(edge) / edge.norm();
            b.vertices.iter().map(beyond).fold(f64::INFINITY, f64::min)
        })
        .collect()
}

proptest! {
    #[test]
    fn edge_and_distance_are_the_best_by_definition(
        a in prop_oneof![shape(), wheel()], b in prop_oneof![shape(), wheel()], pose in any_pose(),
    ) {
        let (a, b) = (a.hull().unwrap(), b.hull().unwrap());
        let exact = separations(a, b, pose);
        let found = max_separation(a, b, pose);
        if exact.is_empty() {
            prop_assert_eq!(found.distance, f32::NEG_INFINITY);
        } else {
            let best = exact.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((f64::from(found.distance) - best).abs() < CLOSE, "{found:?} {best}");
            prop_assert!((exact[found.edge] - best).abs() < CLOSE);
            for (edge, exact) in exact.into_iter().enumerate() {
                prop_assert!((f64::from(edge_separation(a, edge, b, pose)) - exact).abs() < CLOSE);
            }
        }
    }

    /// Within rounding, for exchanged hulls and for hulls moved together.
    #[test]
    fn separation_does_not_depend_on_the_frame(a in shape(), b in shape(), pose in pose(), common in pose()) {
        let (hull_a, hull_b) = (a.hull().unwrap(), b.hull().unwrap());
        let before = max_separation(hull_a, hull_b, pose).distance;
        let after = max_separation(hull_a, hull_b, common.relative(common * pose)).distance;
        prop_assert!(before == after || f64::from((before - after).abs()) < CLOSE, "{before} {after}");
        let best = before.max(max_separation(hull_b, hull_a, pose.inverse()).distance);
        let back = pose.inverse();
        let exchanged = max_separation(hull_b, hull_a, back).distance.max(max_separation(hull_a, hull_b, back.inverse()).distance);
        prop_assert!(best == exchanged || f64::from((best - exchanged).abs()) < CLOSE, "{best} {exchanged}");
    }
}
