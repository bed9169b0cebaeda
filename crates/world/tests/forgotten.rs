//! What a change must forget: the flags, velocities, slacks and loads of before. Each test fails if its line
//! in `stores/edit` is taken out.

use geom::{Shape, Vec2};
use std::sync::Arc;
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ContactHook, ContactResponse, HookContact, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

fn weightless() -> World {
    World::new(WorldSettings::default().gravity([0.0, 0.0]))
}

fn add(world: &mut World, def: BodyDef, collider: ColliderDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, collider).unwrap();
    body
}

fn square(half: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(half, half).unwrap())
}

fn run(world: &mut World, steps: u32) {
    for _ in 0..steps {
        world.step(DT);
        world.validate().unwrap();
    }
}

fn height(world: &World, body: BodyId) -> f32 {
    world.body(body).unwrap().pose().position.y
}

/// Locks count for dynamic bodies only, so a kinematic body that turns loses its spin when it becomes
/// dynamic: at once, not in the next step.
#[test]
fn a_body_that_becomes_dynamic_loses_the_velocity_that_its_locks_forbid() {
    let mut world = weightless();
    let body = add(&mut world, BodyDef::kinematic().fixed_rotation(true), square(0.5));
    let mut view = world.body_mut(body).unwrap();
    view.set_angular_velocity(3.0).unwrap();
    view.set_velocity([1.0, 0.0]).unwrap();
    assert_eq!(view.view().angular_velocity(), 3.0);
    view.set_kind(BodyKind::Dynamic).unwrap();
    // The view hides what locks forbid, so the lock is taken away again.
    view.set_fixed_rotation(false);
    assert_eq!(view.view().angular_velocity(), 0.0);
    assert_eq!(view.view().velocity(), Vec2::new(1.0, 0.0));
}

/// A body at the border of the world gets no acceleration. One that is put elsewhere, or pushed back, does.
#[test]
fn a_body_that_comes_back_from_the_border_falls_again() {
    let fallen = [true, false].map(|by_pose| {
        let mut world = World::new(WorldSettings::default());
        let def = BodyDef::dynamic().position([0.0, -99_999_990.0]).velocity([0.0, -500.0]);
        let body = add(&mut world, def, square(0.5));
        (0..60).for_each(|_| world.step(DT));
        assert_eq!(world.body(body).unwrap().velocity(), Vec2::zeros(), "it stands at the border");
        let mut view = world.body_mut(body).unwrap();
        if by_pose {
            view.set_pose(geom::Pose::new([0.0, 0.0], 0.0)).unwrap();
        } else {
            view.set_velocity([0.0, 100.0]).unwrap();
        }
        let before = view.view().velocity().y;
        (0..60).for_each(|_| world.step(DT));
        before - world.body(body).unwrap().velocity().y
    });
    // m/s in a second.
    assert!(fallen.iter().all(|fallen| (fallen - 9.81).abs() < 0.01), "{fallen:?}");
}

/// A collider that is added far from the others moves farther when its body turns: its box follows.
#[test]
fn a_collider_that_is_added_to_a_turning_body_is_followed() {
    let mut world = weightless();
    let def = BodyDef::dynamic().angular_velocity(0.05).can_sleep(false);
    let body = add(&mut world, def, ColliderDef::new(Shape::circle(0.1).unwrap()));
    run(&mut world, 3);
    let arm = ColliderDef::new(Shape::circle(0.1).unwrap()).density(0.0).offset([20.0, 0.0], 0.0);
    let arm = world.add_collider(body, arm).unwrap();
    for _ in 0..60 {
        run(&mut world, 1);
        let at = world.body(body).unwrap().pose() * geom::Point::new(20.0, 0.0);
        let fat = world.collider(arm).unwrap().fat_aabb();
        assert!(fat.contains_point(at), "{fat:?} {at}");
    }
}

/// A one-way plank that was solid for a while forgets whom it let pass, and who was to drop through it.
#[test]
fn a_plank_that_was_solid_forgets_who_passed_and_who_drops() {
    for drops in [false, true] {
        let mut world = World::new(WorldSettings::default());
        let plank = world.add_body(BodyDef::fixed()).unwrap();
        let shape = Shape::rectangle(3.0, 0.1).unwrap();
        let plank = world.add_collider(plank, ColliderDef::new(shape).one_way([0.0, 1.0])).unwrap();
        let def = BodyDef::dynamic().fixed_rotation(true);
        let body = if drops {
            // It stands on the plank, and is told to drop.
            let body = add(&mut world, def.position([0.0, 0.5]), square(0.4));
            run(&mut world, 60);
            world.body_mut(body).unwrap().drop_through();
            body
        } else {
            // It comes from below, and is 3 cm deep in the plank.
            let body = add(&mut world, def.position([0.0, 0.47]).velocity([0.0, 0.01]), square(0.4));
            run(&mut world, 1);
            body
        };
        world.collider_mut(plank).unwrap().set_one_way(None::<Vec2>).unwrap();
        run(&mut world, 120);
        assert!((height(&world, body) - 0.5).abs() < 0.01, "drops {drops}: it stands on a solid plank");
        world.collider_mut(plank).unwrap().set_one_way(Some(Vec2::new(0.0, 1.0))).unwrap();
        run(&mut world, 60);
        assert!((height(&world, body) - 0.5).abs() < 0.01, "drops {drops}: {}", height(&world, body));
    }
}

/// To drop through means the one-way colliders of others. A crate whose own underside is one-way stays.
#[test]
fn a_body_does_not_drop_by_a_one_way_collider_of_its_own() {
    let mut world = World::new(WorldSettings::default());
    add(&mut world, BodyDef::fixed(), square(0.5));
    let def = BodyDef::dynamic().position([0.0, 0.9]).fixed_rotation(true);
    let body = add(&mut world, def, square(0.4).one_way([0.0, -1.0]));
    run(&mut world, 60);
    assert!((height(&world, body) - 0.9).abs() < 0.01);
    world.body_mut(body).unwrap().drop_through();
    run(&mut world, 60);
    assert!((height(&world, body) - 0.9).abs() < 0.01, "{}", height(&world, body));
}

/// A collider that no longer asks the hook gets its own material back while it is touched.
#[test]
fn a_contact_that_asks_no_hook_any_more_has_the_material_of_its_colliders() {
    #[derive(Debug)]
    struct Ice;
    impl ContactHook for Ice {
        fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
            contact.response.friction(0.0)
        }
    }
    let mut world = World::new(WorldSettings::default());
    world.set_contact_hook(Some(Arc::new(Ice)));
    add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(50.0, 0.5).unwrap()));
    let def = BodyDef::dynamic().position([0.0, 0.9]).velocity([3.0, 0.0]).fixed_rotation(true);
    let body = world.add_body(def).unwrap();
    let collider = world.add_collider(body, square(0.4).hook(true)).unwrap();
    run(&mut world, 60);
    assert!(world.body(body).unwrap().velocity().x > 2.99, "it slides on ice");
    world.collider_mut(collider).unwrap().set_hook(false);
    run(&mut world, 60);
    // 3 m/s at 0.6 times 9.81 m/s^2 are gone in half a second.
    assert!(world.body(body).unwrap().velocity().x < 0.01, "{}", world.body(body).unwrap().velocity());
}

/// Boxes under a load of 600 and 6,000 times their mass stay where they are when the load is removed.
#[test]
fn what_bore_a_load_that_is_removed_is_not_thrown() {
    for mass in [100.0, 1000.0_f32] {
        let mut world = World::new(WorldSettings::default());
        add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(9.0, 0.5).unwrap()));
        let light: Vec<BodyId> = (0..2)
            .map(|i| {
                let def = BodyDef::dynamic().position([0.0, 0.7 + 0.4 * i as f32]).can_sleep(false);
                add(&mut world, def, square(0.2))
            })
            .collect();
        let def = BodyDef::dynamic().position([0.0, 1.7]).can_sleep(false);
        let load = add(&mut world, def, square(0.4).density(0.25 * mass));
        run(&mut world, 120);
        world.remove_body(load).unwrap();
        for _ in 0..60 {
            run(&mut world, 1);
            for &body in &light {
                let speed = world.body(body).unwrap().velocity().norm();
                assert!(speed < 0.05, "load of {mass}: {speed} m/s");
            }
        }
    }
}
