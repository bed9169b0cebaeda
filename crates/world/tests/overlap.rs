//! The push-out speed: overlapping bodies separate slowly, and this does not reduce the load that a contact
//! can carry.

use geom::Shape;
use solver::DirectContacts;
use world::{BodyDef, BodyId, ColliderDef, World, WorldSettings};

fn with_push_out_speed(speed: f32, gravity: f32) -> World {
    let mut settings = WorldSettings::default().gravity([0.0, -gravity]).sleeping(false);
    settings.solver.push_out_speed = speed;
    World::new(settings)
}

fn add_box(world: &mut World, x: f32, y: f32, density: f32) -> BodyId {
    let body = world.add_body(BodyDef::dynamic().position([x, y])).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap()).density(density)).unwrap();
    body
}

/// Nine boxes that overlap by half, without gravity, separate. Two boxes part at the push-out speed, each at
/// half of it if their masses are equal; the outer boxes of the grid may be somewhat faster than that speed,
/// since the inner ones push too.
#[test]
fn overlapping_boxes_separate_at_the_push_out_speed() {
    for push in [0.5, 1.5, 3.0] {
        let mut world = with_push_out_speed(push, 0.0);
        for i in 0..9_u8 {
            add_box(&mut world, 0.5 * f32::from(i % 3), 0.5 * f32::from(i / 3), 1.0);
        }
        let mut fastest = 0.0_f32;
        for _ in 0..240 {
            world.step(1.0 / 60.0);
            fastest = world.dynamic_bodies().map(|body| body.velocity().norm()).fold(fastest, f32::max);
        }
        assert!(world.max_penetration() < 0.01, "{push}: {}", world.max_penetration());
        assert!((0.5 * push..1.2 * push).contains(&fastest), "{push}: {fastest}");
    }
}

/// With soft rows alone, a light box sinks under one of a thousand times its mass. How far depends on the
/// stiffness of contacts and not on the push-out speed.
#[test]
fn sinking_under_a_heavy_load_does_not_depend_on_the_push_out_speed() {
    let height = |push| {
        let mut world = with_push_out_speed(push, 10.0);
        let settings = world.settings().direct_contacts(DirectContacts::Off);
        world.set_settings(settings).unwrap();
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let floor = Shape::half_space([0.0, 1.0], 0.0).unwrap();
        world.add_collider(ground, ColliderDef::new(floor)).unwrap();
        add_box(&mut world, 0.0, 0.5, 1.0);
        let heavy = add_box(&mut world, 0.0, 1.5, 1000.0);
        for _ in 0..600 {
            world.step(1.0 / 60.0);
        }
        world.body(heavy).unwrap().pose().position.y
    };
    let stiff = height(100.0);
    // Rigid contacts would leave the centre at 1.5 m; soft contacts let it sink, but must keep the light box
    // from being crushed.
    assert!((1.1..1.4).contains(&stiff), "{stiff}");
    for push in [1.0, 1.5, 3.0] {
        assert!((height(push) - stiff).abs() < 0.01, "{push}: {} {stiff}", height(push));
    }
}
