//! What a filter leaves out, and what a cast that starts in overlap reports.

use collide::{Ray, ShapeCast};
use compute::Workers;
use geom::{Aabb, Point, Pose, Shape, Vec2};
use world::{BodyDef, ColliderDef, ColliderRef, Filter, QueryFilter, World, WorldSettings};

/// Every query leaves out what its filter does not accept: by bits, body, collider, list and predicate.
#[test]
fn every_query_leaves_out_what_its_filter_does_not_accept() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::fixed()).unwrap();
    let circle = Shape::circle(1.0).unwrap();
    let collider = world.add_collider(body, ColliderDef::new(circle.clone())).unwrap();
    let ray = Ray::new([-3.0, 0.0], [6.0, 0.0]);
    let cast = ShapeCast::new(&circle, Pose::at([-3.0, 0.0]), [6.0, 0.0]);
    let aabb = Aabb::new([-1.0, -1.0], [1.0, 1.0]);
    let all = QueryFilter::default();
    let no = |_: ColliderRef<'_>| false;
    let yes = |_: ColliderRef<'_>| true;
    let (bodies, colliders) = ([body], [collider]);
    let cases = [
        (all, true),
        (all.mask(0b10), false),
        (all.category(0), false),
        (QueryFilter::from(Filter { group: -1, ..Filter::default() }), true),
        (all.exclude_body(body), false),
        (all.exclude_collider(collider), false),
        (all.exclude_bodies(&bodies), false),
        (all.exclude_colliders(&colliders), false),
        (all.predicate_ref(&no), false),
        (all.predicate_ref(&yes), true),
        (all.predicate_ref(&yes).exclude_body(body), false),
        (all.ignore_initial_overlap(), true),
    ];
    let mut workers = compute::Workers::new(2);
    for (filter, expected) in cases {
        let found = [
            !world.overlap_point_all([0.0, 0.0], filter).unwrap().is_empty(),
            !world.overlap_aabb_all(aabb, filter).unwrap().is_empty(),
            !world.overlap_shape_all(&circle, Pose::IDENTITY, filter).unwrap().is_empty(),
            world.overlap_shape_any(&circle, Pose::IDENTITY, filter).unwrap(),
            world.cast_ray(&ray, filter).unwrap().is_some(),
            world.cast_ray_any(&ray, filter).unwrap(),
            !world.cast_ray_all(&ray, filter).unwrap().is_empty(),
            world.cast_shape(&cast, filter).unwrap().is_some(),
            world.cast_shape_any(&cast, filter).unwrap(),
            !world.cast_shape_all(&cast, filter).unwrap().is_empty(),
            world.collider_at([0.0, 0.0], filter).unwrap().is_some(),
            world.closest_to_point([3.0, 0.0], 9.0, filter).unwrap().is_some(),
            world.closest_to_shape(&circle, Pose::at([3.0, 0.0]), 9.0, filter).unwrap().is_some(),
            world.cast_rays(&mut workers, &[ray; 100], filter).unwrap()[99].is_some(),
            world.cast_shapes(&mut workers, &[cast; 100], filter).unwrap()[99].is_some(),
        ];
        assert_eq!(found, [expected; 15], "{filter:?}");
        assert_eq!(filter.accepts(world.collider(collider).unwrap()), expected);
    }
}

/// A filter that asks for it sees what a collider's own mask hides from queries: then its categories, its
/// group and the exclusions decide, and nothing else.
#[test]
fn a_query_that_ignores_masks_sees_what_its_own_mask_and_group_let_it_see() {
    for (category, mask, group) in
        [(1, 0, 0), (2, 0, 0), (2, 4, 0), (1, u64::MAX, 0), (1, 0, -3), (1, 0, 3), (0, 0, 0)]
    {
        let mut world = World::default();
        let body = world.add_body(BodyDef::fixed()).unwrap();
        let hidden = ColliderDef::new(Shape::circle(1.0).unwrap()).filter(Filter { category, mask, group });
        world.add_collider(body, hidden).unwrap();
        let ray = Ray::new([-3.0, 0.0], [6.0, 0.0]);
        for bits in
            [Filter { category: u64::MAX, ..Filter::default() }, Filter { group: -3, ..Filter::default() }]
        {
            for asked in [1, 2, u64::MAX] {
                let plain = QueryFilter::from(bits).mask(asked);
                let asking = plain.ignore_collider_masks();
                let of_group = bits.group == group && group != 0;
                let expected = if of_group { group > 0 } else { asked & category != 0 };
                assert_eq!(world.cast_ray(&ray, asking).unwrap().is_some(), expected);
                assert_eq!(world.overlap_point_all([0.0, 0.0], asking).unwrap().len(), usize::from(expected));
                assert!(world.cast_ray(&ray, asking.exclude_body(body)).unwrap().is_none());
                assert!(!world.cast_ray_any(&ray, asking.predicate(|_| false)).unwrap());
                assert!(expected || world.cast_ray(&ray, plain).unwrap().is_none());
            }
        }
    }
}

/// A sensor is reported by no query unless it is asked for.
#[test]
fn sensors_are_reported_only_if_asked_for() {
    let mut world = World::default();
    let body = world.add_body(BodyDef::fixed()).unwrap();
    let circle = Shape::circle(1.0).unwrap();
    let sensor = world.add_collider(body, ColliderDef::new(circle.clone()).sensor(true)).unwrap();
    let ray = Ray::new([-3.0, 0.0], [6.0, 0.0]);
    let cast = ShapeCast::new(&circle, Pose::at([-3.0, 0.0]), [6.0, 0.0]);
    let aabb = Aabb::new([-1.0, -1.0], [1.0, 1.0]);
    let all = QueryFilter::default();
    for (filter, expected) in
        [(all, false), (QueryFilter::from(Filter::default()), false), (all.include_sensors(), true)]
    {
        let found = [
            world.collider_at([0.0, 0.0], filter).unwrap().map(ColliderRef::id),
            world.overlap_aabb_all(aabb, filter).unwrap().first().map(|c| c.id()),
            world.overlap_shape_all(&circle, Pose::IDENTITY, filter).unwrap().first().map(|c| c.id()),
            world.cast_ray(&ray, filter).unwrap().map(|hit| hit.collider.id()),
            world.cast_shape(&cast, filter).unwrap().map(|hit| hit.collider.id()),
            world.closest_to_point([3.0, 0.0], 9.0, filter).unwrap().map(|near| near.collider.id()),
        ];
        assert_eq!(found, [expected.then_some(sensor); 6], "{filter:?}");
        assert_eq!(world.cast_ray_any(&ray, filter).unwrap(), expected);
    }
}

/// A body that is disabled is not there for queries, and is found again after it has been enabled.
#[test]
fn disabled_bodies_are_not_found() {
    let mut world = World::default();
    let body = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::circle(1.0).unwrap())).unwrap();
    let all = QueryFilter::default().include_sensors();
    for is_enabled in [true, false, true] {
        world.body_mut(body).unwrap().set_enabled(is_enabled);
        assert_eq!(world.collider_at([0.5, 0.0], all).unwrap().is_some(), is_enabled);
        assert_eq!(world.cast_ray_any(&Ray::new([-3.0, 0.0], [6.0, 0.0]), all).unwrap(), is_enabled);
        assert_eq!(world.closest_to_point([0.0, 3.0], 9.0, all).unwrap().is_some(), is_enabled);
        world.step(1.0 / 60.0);
    }
}

/// The group of a filter decides like that of a collider.
#[test]
fn filter_of_a_collider_reports_what_the_collider_would_touch() {
    let mut world = World::new(WorldSettings::default());
    let ragdoll = Filter { group: -3, ..Filter::default() };
    for (x, filter) in [(2.0, ragdoll), (4.0, Filter::default())] {
        let body = world.add_body(BodyDef::fixed().position([x, 0.0])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::circle(0.5).unwrap()).filter(filter)).unwrap();
    }
    let ray = Ray::between([0.0, 0.0], [9.0, 0.0]);
    let x = |filter| world.cast_ray(&ray, filter).unwrap().unwrap().collider.body().pose().position.x;
    assert_eq!(x(QueryFilter::default()), 2.0);
    assert_eq!(x(QueryFilter::from(ragdoll)), 4.0);
}

/// The handle of a removed body excludes nothing, also not the body that got its slot.
#[test]
fn stale_handle_excludes_nothing() {
    let mut world = World::new(WorldSettings::default());
    let add = |world: &mut World| {
        let body = world.add_body(BodyDef::fixed()).unwrap();
        (body, world.add_collider(body, ColliderDef::new(Shape::circle(1.0).unwrap())).unwrap())
    };
    let (old_body, old_collider) = add(&mut world);
    world.remove_body(old_body).unwrap();
    let (body, collider) = add(&mut world);
    assert_eq!((body.index(), collider.index()), (old_body.index(), old_collider.index()));
    let removed = [old_collider];
    let filter = QueryFilter::default().exclude_body(old_body).exclude_colliders(&removed);
    assert_eq!(world.collider_at([0.0, 0.0], filter).unwrap().map(ColliderRef::id), Some(collider));
}

/// A box in a wall reports its depth and the shortest way out. With initial overlaps ignored it hits what is
/// behind, also where it only touches it.
#[test]
fn cast_that_starts_in_overlap_reports_depth_and_way_out() {
    let mut world = World::new(WorldSettings::default());
    let bodies = [0.0, 2.0].map(|x| {
        let body = world.add_body(BodyDef::fixed().position([x, 0.0])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 5.0).unwrap())).unwrap();
        body
    });
    let query = Shape::rectangle(0.25, 0.25).unwrap();
    let all = QueryFilter::default();
    for translation in [[0.0, 0.0], [3.0, 0.0], [-3.0, 0.0]] {
        let cast = ShapeCast::new(&query, Pose::at([0.65, 1.0]), translation);
        let hit = world.cast_shape(&cast, all).unwrap().expect("starts in overlap");
        assert_eq!((hit.collider.body().id(), hit.fraction, hit.distance), (bodies[0], 0.0, 0.0));
        assert!((hit.initial_overlap.unwrap() - 0.1).abs() < 1e-6, "{hit:?}");
        assert!((hit.normal - Vec2::new(1.0, 0.0)).norm() < 1e-5, "{hit:?}");
        assert!((hit.point.x - 0.5).abs() < 1e-5 && (hit.point.y - 1.0).abs() < 0.26, "{hit:?}");
        let next = world.cast_shape(&cast, all.ignore_initial_overlap()).unwrap();
        let next = next.map(|hit| (hit.collider.body().id(), hit.initial_overlap));
        assert_eq!(next, (translation[0] > 0.0).then_some((bodies[1], None)));
    }
    // A ray inside the wall, 0.2 m from its right side.
    let ray = Ray::new([0.3, 1.0], [5.0, 0.0]);
    let hit = world.cast_ray(&ray, all).unwrap().unwrap();
    assert!((hit.initial_overlap.unwrap() - 0.2).abs() < 1e-6, "{hit:?}");
    assert_eq!((hit.point, hit.normal), (ray.origin, Vec2::new(1.0, 0.0)));
    let next = world.cast_ray(&ray, all.ignore_initial_overlap()).unwrap().unwrap();
    assert_eq!((next.collider.body().id(), next.point.x), (bodies[1], 1.5));
    // Touching is no overlap: the ray and the box that begin on the second wall and move into it hit it.
    let ray = Ray::new([1.5, 0.0], [1.0, 0.0]);
    let hit = world.cast_ray(&ray, all.ignore_initial_overlap()).unwrap().unwrap();
    assert_eq!((hit.fraction, hit.initial_overlap), (0.0, None));
    let cast = ShapeCast::new(&query, Pose::at([1.25, 0.0]), [1.0, 0.0]);
    let hit = world.cast_shape(&cast, all.ignore_initial_overlap()).unwrap().unwrap();
    assert_eq!((hit.fraction, hit.initial_overlap, hit.normal), (0.0, None, Vec2::new(-1.0, 0.0)));
}

/// Finding 21 of the list of surprises: a shape that stands on tiles can be cast along them, over their seams
/// and in whichever direction the rounding of the translation points.
#[test]
fn touching_shape_is_cast_along_the_tiles_on_which_it_stands() {
    for slope in [0.0, 0.3, -1.1, 2.0] {
        let mut world = World::new(WorldSettings::default());
        let frame = Pose::new([3.0, -2.0], slope);
        let ground = world.add_body(BodyDef::fixed().position(frame.position).angle(slope)).unwrap();
        let rectangle = |half_width, half_height| Shape::rectangle(half_width, half_height).unwrap();
        for i in 0..10 {
            let tile = ColliderDef::new(rectangle(0.5, 0.5)).offset([i as f32, -0.5], 0.0);
            world.add_collider(ground, tile).unwrap();
        }
        let wall = ColliderDef::new(rectangle(0.5, 1.0)).offset([9.0, 1.0], 0.0);
        let wall = world.add_collider(ground, wall).unwrap();
        let ball = Shape::circle(0.5).unwrap();
        let capsule = Shape::capsule([0.0, 0.0], [0.0, 0.5], 0.5).unwrap();
        for query in [rectangle(0.5, 0.5), ball, capsule] {
            for x in [1.0, 1.3, 1.5, 1.99] {
                for dy in [0.0, 6e-8, -6e-8] {
                    let start = Pose { position: frame * Point::new(x, 0.5), ..frame };
                    let cast = ShapeCast::new(&query, start, frame.rotation * Vec2::new(8.0, 8.0 * dy));
                    let hit = world.cast_shape(&cast, QueryFilter::default()).unwrap().expect("the wall");
                    assert_eq!(hit.collider.id(), wall, "{slope} {x} {dy} {query:?}: {hit:?}");
                    assert!((hit.distance - (8.0 - x)).abs() < 1e-4, "{x} {dy}: {hit:?}");
                }
                let start = Pose { position: frame * Point::new(x, 0.5), ..frame };
                let cast = ShapeCast::new(&query, start, frame.rotation * Vec2::new(6e-8, 0.0));
                assert!(world.cast_shape(&cast, QueryFilter::default()).unwrap().is_none());
            }
        }
    }
}

/// A query sees what the program has moved since the last step.
#[test]
fn query_after_a_teleport_finds_the_body_where_it_is_now() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
    world.step(1.0 / 60.0);
    world.body_mut(body).unwrap().set_pose(Pose::at([100.0, 50.0])).unwrap();
    assert!(world.collider_at([0.0, 0.0], QueryFilter::default()).unwrap().is_none());
    let near = world.closest_to_point([100.0, 52.0], 2.0, QueryFilter::default()).unwrap().unwrap();
    assert!((near.distance - 1.5).abs() < 1e-5);
}

/// A predicate that captures is written where the filter is made, kept in a variable, copied and used on
/// several threads; filters with different predicates fit into one list by reference.
#[test]
fn predicate_that_captures_needs_no_variable_of_its_own() {
    let mut world = World::new(WorldSettings::default());
    for i in 0..10_u8 {
        let body =
            world.add_body(BodyDef::fixed().position([f32::from(i), 0.0]).user_data(u128::from(i))).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::circle(0.2).unwrap())).unwrap();
    }
    let ray = Ray::new([-1.0, 0.0], [20.0, 0.0]);
    let first = |found: Option<world::CastHit<'_>>| found.map(|hit| hit.collider.body().user_data());
    for least in 0..11_u128 {
        let filter = QueryFilter::default().predicate(|it| it.body().user_data() >= least);
        let expected = (least < 10).then_some(least);
        assert_eq!(first(world.cast_ray(&ray, filter).unwrap()), expected);
        assert_eq!(first(world.cast_ray(&ray, filter.include_sensors().mask(u64::MAX)).unwrap()), expected);
        let many = world.cast_rays(&mut Workers::new(2), &[ray; 100], filter).unwrap();
        assert!(many.into_iter().all(|hit| first(hit) == expected));
        // One that cannot be copied.
        let list: Vec<u128> = (least..10).collect();
        let owned = QueryFilter::default().predicate(move |it| list.contains(&it.body().user_data()));
        let filters = [owned.by_ref(), filter.by_ref()];
        assert!(filters.into_iter().all(|filter| first(world.cast_ray(&ray, filter).unwrap()) == expected));
        assert_eq!(world.colliders().filter(|&it| owned.accepts(it)).count() as u128, 10 - least);
    }
}
