//! Queries between random changes of a world: they see each change at once, on every broad phase.

use crate::worlds::{Numbers, on_every_broadphase, shape};
use collide::Ray;
use geom::Aabb;
use world::{BodyDef, BodyKind, BodyRef, ColliderDef, ColliderRef, QueryFilter};

/// Bodies and colliders are added, removed, moved, disabled, given another shape or another kind, and now and
/// then the world makes a step. After each change a ray and a box find what a loop over all colliders of
/// enabled bodies finds.
#[test]
fn queries_see_each_change_at_once() {
    for (name, mut world) in on_every_broadphase(6, 15) {
        let mut numbers = Numbers::new(11);
        let mut found = 0;
        for turn in 0..400 {
            let bodies: Vec<_> = world.bodies().map(BodyRef::id).collect();
            let colliders: Vec<_> = world.colliders().map(ColliderRef::id).collect();
            let body = bodies[numbers.below(bodies.len())];
            let collider = colliders[numbers.below(colliders.len())];
            let change = numbers.below(10);
            match change {
                0 => {
                    let body = world.add_body(BodyDef::dynamic().position(numbers.point(9.0))).unwrap();
                    world.add_collider(body, ColliderDef::new(shape(&mut numbers))).unwrap();
                }
                1 if bodies.len() > 8 => world.remove_body(body).unwrap(),
                2 if colliders.len() > 20 => world.remove_collider(collider).unwrap(),
                3 => {
                    let pose = numbers.pose(9.0);
                    world.body_mut(body).unwrap().set_pose(pose).unwrap();
                }
                4 => {
                    let is_enabled = numbers.below(2) == 0;
                    world.body_mut(body).unwrap().set_enabled(is_enabled);
                }
                5 => {
                    let shape = shape(&mut numbers);
                    world.collider_mut(collider).unwrap().set_shape(shape).unwrap();
                }
                6 => {
                    let offset = numbers.point(1.0);
                    world.collider_mut(collider).unwrap().set_offset(offset, 0.4).unwrap();
                }
                7 => {
                    let is_sensor = numbers.below(3) == 0;
                    world.collider_mut(collider).unwrap().set_sensor(is_sensor).unwrap();
                }
                8 => {
                    let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][numbers.below(3)];
                    // The body with the half-space cannot become dynamic.
                    let changed = world.body_mut(body).unwrap().set_kind(kind).map(|_| ());
                    assert!(changed.is_ok() || kind == BodyKind::Dynamic);
                }
                _ => world.step(1.0 / 60.0),
            }

            let case = format!("{name}, turn {turn}, change {change}");
            let all = QueryFilter::default();
            let ray = Ray::between(numbers.point(12.0), numbers.point(12.0));
            let aabb = Aabb::around(numbers.point(10.0), [1.5, 1.0]);
            let present = |c: &ColliderRef<'_>| c.body().is_enabled() && !c.is_sensor();
            let nearest = world
                .colliders()
                .filter(present)
                .filter_map(|c| Some((collide::cast_ray(c.shape(), c.body().pose(), &ray)?.fraction, c.id())))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let hit = world.cast_ray(&ray, all).unwrap().map(|hit| (hit.fraction, hit.collider.id()));
            assert_eq!(hit, nearest, "{case}");
            let inside = world.colliders().filter(present);
            let inside = inside.filter(|c| c.shape().aabb(c.body().pose()).overlaps(aabb));
            let inside: Vec<_> = inside.map(ColliderRef::id).collect();
            let overlaps = world.overlap_aabb_all(aabb, all).unwrap();
            assert_eq!(overlaps.into_iter().map(ColliderRef::id).collect::<Vec<_>>(), inside, "{case}");
            found += inside.len() + usize::from(hit.is_some());
        }
        world.validate().unwrap();
        assert!(found > 200, "{name}: only {found} found");
    }
}
