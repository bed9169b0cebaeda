//! Queries of whole worlds against distances in f64, computed from their definitions.

use crate::common::{Solid, V, solid, truth, v};
use crate::worlds::{AnyWorld, Numbers, shape, world};
use broadphase::DynamicTree;
use collide::tolerance::TOI_TOLERANCE;
use collide::{Ray, ShapeCast};
use geom::Pose;
use world::{ColliderId, QueryFilter};

/// m. The accuracy of GJK (1e-5 m), the tolerance of a cast (1e-5 m), and the rounding of positions up to
/// 30 m.
const CLOSE: f64 = 4e-5;

fn everything<'a>() -> QueryFilter<'a> {
    QueryFilter::default().include_sensors()
}

/// Worlds with an odd seed hold no half-space, which has no hull.
fn solids(world: &AnyWorld) -> Vec<(ColliderId, Solid)> {
    world.colliders().map(|c| (c.id(), solid(c.shape(), c.body().pose()))).collect()
}

/// The shape of a cast at a fraction, which turns about the origin of its frame.
fn moved(cast: &ShapeCast<'_>, t: f64) -> Solid {
    let mut moved = solid(cast.shape, cast.start);
    let (sin, cos) = (f64::from(cast.turn) * t).sin_cos();
    let origin = v(cast.start.position.coords);
    for vertex in &mut moved.vertices {
        let V { x, y } = *vertex - origin;
        let turned = V { x: cos * x - sin * y, y: sin * x + cos * y };
        *vertex = origin + turned + v(cast.translation) * t;
    }
    moved
}

/// Before the hit the shape is apart from every collider; at the hit it touches the one that is named. What
/// it overlaps at the start is named with its depth, and the shape is out after moving by the depth.
#[test]
fn cast_shape_touches_nothing_before_its_hit() {
    let [mut hits, mut overlaps, mut misses] = [0; 3];
    for seed in [1, 3, 5, 7] {
        let world = world(seed, 25, Box::new(DynamicTree::default()));
        let solids = solids(&world);
        let mut numbers = Numbers::new(seed);
        for _ in 0..150 {
            let (query, start, translation) = (shape(&mut numbers), numbers.pose(12.0), numbers.vector(9.0));
            let turn = if numbers.below(2) == 0 { 0.0 } else { numbers.within(-4.0, 4.0) };
            let cast = ShapeCast::new(&query, start, translation).turning(turn);
            let near = if turn == 0.0 { CLOSE } else { CLOSE + f64::from(TOI_TOLERANCE) };
            let hit = world.cast_shape(&cast, everything()).unwrap();
            let separation = |solid: &Solid, t| truth(solid, &moved(&cast, t)).separation;
            if let Some(hit) = hit {
                let (_, target) = solids.iter().find(|(id, _)| *id == hit.collider.id()).unwrap();
                assert!((hit.normal.norm() - 1.0).abs() < 1e-5, "{hit:?}");
                if let Some(depth) = hit.initial_overlap {
                    overlaps += 1;
                    assert_eq!((hit.fraction, hit.distance), (0.0, 0.0));
                    assert!(
                        (separation(target, 0.0) + f64::from(depth)).abs() < 2e-3 * f64::from(depth) + CLOSE
                    );
                    let out = Pose { position: start.position + hit.normal * depth, ..start };
                    let left = truth(target, &solid(&query, out)).separation;
                    assert!(left > -CLOSE - 1e-3 * f64::from(depth), "{left} {hit:?}");
                    continue;
                }
                hits += 1;
                let t = f64::from(hit.fraction);
                assert!(separation(target, t).abs() < near, "{} {hit:?}", separation(target, t));
                assert!((f64::from(hit.distance) - t * v(translation).norm()).abs() < 1e-5);
            } else {
                misses += 1;
            }
            let until = hit.map_or(1.0, |hit| f64::from(hit.fraction));
            for k in 0..60 {
                let t = until * f64::from(k) / 60.0;
                let least =
                    solids.iter().map(|(_, other)| separation(other, t)).fold(f64::INFINITY, f64::min);
                assert!(least > -CLOSE, "{least} at {t}, but {hit:?}");
            }
        }
    }
    assert!(hits > 100 && overlaps > 50 && misses > 20, "{hits} {overlaps} {misses}");
}

/// The ray is outside every collider with an inside until its hit, which is on the surface.
#[test]
fn cast_ray_enters_nothing_before_its_hit() {
    let mut hits = 0;
    for seed in [1, 3, 5, 7] {
        let world = world(seed, 25, Box::new(DynamicTree::default()));
        let solids = solids(&world);
        let mut numbers = Numbers::new(seed + 10);
        for _ in 0..300 {
            let ray = Ray::between(numbers.point(14.0), numbers.point(14.0));
            let hit = world.cast_ray(&ray, everything()).unwrap();
            let at = |t: f64| v(ray.origin.coords) + v(ray.translation) * t;
            if let Some(hit) = hit {
                hits += 1;
                let (_, target) = solids.iter().find(|(id, _)| *id == hit.collider.id()).unwrap();
                let surface = target.signed_distance(at(f64::from(hit.fraction)));
                match hit.initial_overlap {
                    Some(depth) => {
                        assert!((surface + f64::from(depth)).abs() < CLOSE, "{surface} {hit:?}");
                        let out = v((hit.point + hit.normal * depth).coords);
                        assert!(target.signed_distance(out).abs() < CLOSE, "{hit:?}");
                    }
                    None => assert!(surface.abs() < CLOSE, "{surface} {hit:?}"),
                }
                if hit.initial_overlap.is_some() {
                    continue;
                }
            }
            let until = hit.map_or(1.0, |hit| f64::from(hit.fraction));
            for k in 0..60 {
                let p = at(until * f64::from(k) / 60.0);
                let least =
                    solids.iter().map(|(_, other)| other.signed_distance(p)).fold(f64::INFINITY, f64::min);
                assert!(least > -CLOSE, "{least}, but {hit:?}");
            }
        }
    }
    assert!(hits > 600, "{hits}");
}

/// No collider is nearer than the closest, and the two points are that far apart, each on its surface.
#[test]
fn nothing_is_nearer_than_the_closest() {
    for seed in [1, 3, 5, 7] {
        let world = world(seed, 25, Box::new(DynamicTree::default()));
        let solids = solids(&world);
        let mut numbers = Numbers::new(seed + 20);
        for _ in 0..300 {
            let (query, pose) = (shape(&mut numbers), numbers.pose(14.0));
            let own = solid(&query, pose);
            let near = world.closest_to_shape(&query, pose, f32::INFINITY, everything());
            let near = near.unwrap().expect("the world is not empty");
            let least = solids.iter().map(|(_, other)| truth(other, &own).separation);
            let least = least.fold(f64::INFINITY, f64::min);
            let distance = f64::from(near.distance);
            assert!((distance - least).abs() < CLOSE + 2e-3 * (-least).max(0.0), "{least} {near:?}");
            let between: V = v(near.point_on_shape - near.point);
            assert!((between.norm() - distance.abs()).abs() < CLOSE, "{near:?}");

            let point = pose.position;
            let near = world.closest_to_point(point, f32::INFINITY, everything()).unwrap().unwrap();
            let least = solids.iter().map(|(_, other)| other.signed_distance(v(point.coords)));
            let least = least.fold(f64::INFINITY, f64::min);
            assert!((f64::from(near.distance) - least).abs() < CLOSE, "{least} {near:?}");
            assert_eq!(near.point_on_shape, point);
            let on_surface = point - near.normal * near.distance;
            assert!((on_surface - near.point).norm() < 1e-4, "{near:?}");
        }
    }
}

/// The distance of two colliders, in both orders.
#[test]
fn distance_of_two_colliders_is_that_of_the_definition() {
    let world = world(1, 40, Box::new(DynamicTree::default()));
    let solids = solids(&world);
    let mut numbers = Numbers::new(30);
    for _ in 0..1000 {
        let (a, b) = (&solids[numbers.below(solids.len())], &solids[numbers.below(solids.len())]);
        if a.0 == b.0 {
            continue;
        }
        let found = world.distance(a.0, b.0).unwrap().unwrap();
        let expected = truth(&a.1, &b.1).separation;
        let close = CLOSE + 2e-3 * (-expected).max(0.0);
        assert!((f64::from(found.separation) - expected).abs() < close, "{expected} {found:?}");
        let back = world.distance(b.0, a.0).unwrap().unwrap();
        assert!((back.separation - found.separation).abs() < 1e-4);
    }
}
