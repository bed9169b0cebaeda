//! Two shapes at any poses. Nothing panics; normals are of unit length, distances and points are finite for
//! shapes within the world, and a hit lies on the way.

use crate::Input;
use physics::collide::{
    Impact, Sweep, cast_ray, cast_shape, closest_point, distance, manifold, overlap, penetration, separation,
    time_of_impact,
};
use physics::prelude::*;

pub(super) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let is_wild = input.one_in(4);
    let [Some(a), Some(b)] = [(); 2].map(|()| input.shape(is_wild)) else { return };
    let [pose_a, pose_b] = [(); 2].map(|()| input.pose(is_wild));
    let speculative = input.number(is_wild).abs();

    let touching = manifold(&a, pose_a, &b, pose_b, speculative);
    assert!(touching.count <= 2);
    if !is_wild {
        for point in touching.points() {
            assert!((touching.normal.norm() - 1.0).abs() < 1e-4, "{touching:?}");
            let numbers = [point.separation, point.anchor_a.norm(), point.anchor_b.norm()];
            assert!(numbers.iter().all(|number| number.is_finite()), "{touching:?}");
        }
    }
    for near in [distance(&a, pose_a, &b, pose_b), separation(&a, pose_a, &b, pose_b)].into_iter().flatten() {
        assert!(!near.separation.is_nan());
        assert!(is_wild || near.points.iter().all(|point| point.coords.norm().is_finite()), "{near:?}");
    }
    let _ = (overlap(&a, pose_a, &b, pose_b), penetration(&a, pose_a, &b, pose_b));
    let _ = closest_point(&a, pose_a, input.point(is_wild));

    let ray = Ray {
        max_fraction: input.number(is_wild).abs(),
        ..Ray::new(input.point(is_wild), input.vector(is_wild))
    };
    if let Some(hit) = cast_ray(&a, pose_a, &ray) {
        assert!((0.0..=ray.max_fraction).contains(&hit.fraction), "{hit:?} of {ray:?}");
    }
    let cast = ShapeCast::new(&b, pose_b, input.vector(is_wild));
    if let Some(hit) = cast_shape(&a, pose_a, &cast) {
        assert!((0.0..=cast.max_fraction).contains(&hit.fraction), "{hit:?}");
    }
    let [sweep_a, sweep_b] =
        [pose_a, pose_b].map(|pose| Sweep::new(pose, input.vector(is_wild), input.number(is_wild)));
    let target = 0.005;
    if let Impact::Touching(touch) = time_of_impact(&a, &sweep_a, &b, &sweep_b, target) {
        assert!((0.0..=1.0).contains(&touch.fraction), "{touch:?}");
    }
    let turning = cast.turning(input.number(is_wild)).about(Point::from(input.vector(is_wild)));
    if let Some(hit) = cast_shape(&a, pose_a, &turning) {
        assert!((0.0..=turning.max_fraction).contains(&hit.fraction), "{hit:?}");
    }
}
