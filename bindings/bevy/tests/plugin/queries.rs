//! Rays, casts and overlaps through the system parameter.

use crate::common::{ball, run, step_app};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;

/// Three discs of 0.5 m at x = 3, 6, 9, the middle one a sensor, the last one in layer 2; without gravity
/// they stay.
fn row() -> (App, [Entity; 3]) {
    let mut app = step_app();
    let discs = [3.0, 6.0, 9.0].map(|x| {
        let still = (RigidBody::Static, Collider::circle(0.5), Transform::from_xyz(x, 0.0, 0.0));
        app.world_mut().spawn(still).id()
    });
    app.world_mut().entity_mut(discs[1]).insert(Sensor);
    app.world_mut().entity_mut(discs[2]).insert(CollisionLayers::new(0b10, u64::MAX));
    run(&mut app, 1);
    (app, discs)
}

fn ask<T: 'static>(app: &mut App, question: impl Fn(&SpatialQuery<'_>) -> T + Send + Sync + 'static) -> T {
    app.world_mut().run_system_once(move |query: SpatialQuery<'_>| question(&query)).unwrap()
}

/// The distance does not depend on the length of the direction, and the filter decides what is hit first.
#[test]
fn ray_hits_the_first_that_the_filter_sees() {
    let (mut app, [near, sensor, far]) = row();
    let cast = move |filter: SpatialQueryFilter| {
        move |query: &SpatialQuery<'_>| query.cast_ray(Vec2::ZERO, Vec2::new(7.0, 0.0), 20.0, &filter)
    };
    let all = SpatialQueryFilter::default;
    let hit = ask(&mut app, cast(all())).unwrap();
    assert_eq!((hit.entity, hit.body), (near, near));
    assert!((hit.distance - 2.5).abs() < 1e-5 && (hit.normal - Vec2::NEG_X).length() < 1e-5, "{hit:?}");
    assert!((hit.point - Vec2::new(2.5, 0.0)).length() < 1e-5);
    let without = SpatialQueryFilter { excluded_bodies: vec![near], ..all() };
    assert_eq!(ask(&mut app, cast(without.clone())).unwrap().entity, far);
    let sensors = SpatialQueryFilter { sensors: true, ..without };
    assert_eq!(ask(&mut app, cast(sensors)).unwrap().entity, sensor);
    let layer = SpatialQueryFilter { mask: 0b10, ..all() };
    assert_eq!(ask(&mut app, cast(layer)).unwrap().entity, far);
    let short = |query: &SpatialQuery<'_>| query.cast_ray(Vec2::ZERO, Vec2::X, 2.4, &Default::default());
    assert_eq!(ask(&mut app, short), None);
}

#[test]
fn ray_hits_are_in_the_order_of_their_distance() {
    let (mut app, discs) = row();
    let all = SpatialQueryFilter { sensors: true, ..SpatialQueryFilter::default() };
    let hits = ask(&mut app, move |query| query.ray_hits(Vec2::ZERO, Vec2::X, 20.0, &all));
    assert_eq!(hits.iter().map(|hit| hit.entity).collect::<Vec<_>>(), discs);
    for (hit, distance) in hits.iter().zip([2.5, 5.5, 8.5]) {
        assert!((hit.distance - distance).abs() < 1e-5, "{hit:?}");
    }
}

/// A disc of radius r meets another of radius R when their centres are r + R apart.
#[test]
fn shape_cast_stops_where_the_shapes_touch() {
    let (mut app, [near, ..]) = row();
    let hit = ask(&mut app, |query| {
        let disc = Shape::circle(0.25).unwrap();
        query.cast_shape(&disc, Vec2::ZERO, 0.0, Vec2::new(10.0, 0.0), &SpatialQueryFilter::default())
    });
    let hit = hit.unwrap();
    assert_eq!(hit.entity, near);
    assert!((hit.distance - 2.25).abs() < 0.01, "{hit:?}");
    let miss = ask(&mut app, |query| {
        let disc = Shape::circle(0.25).unwrap();
        let over = Vec2::new(0.0, 0.8);
        query.cast_shape(&disc, over, 0.0, Vec2::new(10.0, 0.0), &SpatialQueryFilter::default())
    });
    assert_eq!(miss, None);
}

/// An entity is named once, however many of its parts are found.
#[test]
fn overlaps_name_each_entity_once() {
    let (mut app, [near, sensor, far]) = row();
    let two = [-1.0, 1.0].map(|y| (Vec2::new(0.0, y), 0.0, Collider::circle(0.5)));
    let pair = app.world_mut().spawn((RigidBody::Static, Collider::compound(two))).id();
    run(&mut app, 1);
    let inside = ask(&mut app, |query| query.point_intersections(Vec2::new(3.2, 0.1), &Default::default()));
    assert_eq!(inside, [near]);
    let everything = SpatialQueryFilter { sensors: true, ..SpatialQueryFilter::default() };
    let mut found = ask(&mut app, move |query| {
        query.aabb_intersections(Vec2::splat(-20.0), Vec2::splat(20.0), &everything)
    });
    found.sort_unstable();
    let mut expected = vec![near, sensor, far, pair];
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// Numbers that are not finite find nothing, and a removed entity is not found.
#[test]
fn bad_numbers_and_removed_entities_find_nothing() {
    let (mut app, [near, _, far]) = row();
    for bad in [Vec2::NAN, Vec2::INFINITY] {
        let hit = ask(&mut app, move |query| {
            let disc = Shape::circle(0.25).unwrap();
            let filter = SpatialQueryFilter::default();
            (
                query.cast_ray(bad, Vec2::X, 20.0, &filter),
                query.cast_ray(Vec2::ZERO, bad, 20.0, &filter),
                query.cast_shape(&disc, Vec2::ZERO, 0.0, bad, &filter),
                query.point_intersections(bad, &filter),
                query.aabb_intersections(bad, bad, &filter),
            )
        });
        assert_eq!(hit, (None, None, None, vec![], vec![]));
    }
    app.world_mut().despawn(near);
    run(&mut app, 1);
    let hit = ask(&mut app, |query| query.cast_ray(Vec2::ZERO, Vec2::X, 20.0, &Default::default()));
    assert_eq!(hit.unwrap().entity, far);
    // What was spawned since the last step is not there yet.
    app.world_mut().spawn(ball(1.0, 0.0));
    let hit = ask(&mut app, |query| query.cast_ray(Vec2::ZERO, Vec2::X, 20.0, &Default::default()));
    assert_eq!(hit.unwrap().entity, far);
}
