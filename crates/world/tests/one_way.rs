//! Laws of one-way colliders: what arrives from above lands, everything else moves as if they were not there.

use geom::{Shape, Vec2};
use world::{BodyDef, BodyId, BodyKind, ColliderDef, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// A plank whose top is at a height of 0.1 m.
fn plank(world: &mut World, def: BodyDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    let shape = Shape::rectangle(3.0, 0.1).unwrap();
    world.add_collider(body, ColliderDef::new(shape).one_way([0.0, 2.0])).unwrap();
    body
}

/// Shapes, and the height of their origin when they lie on the ground.
fn shapes() -> [(Shape, f32); 4] {
    [
        (Shape::circle(0.3).unwrap(), 0.3),
        (Shape::rectangle(0.25, 0.4).unwrap(), 0.4),
        (Shape::capsule([0.0, -0.3], [0.0, 0.3], 0.2).unwrap(), 0.5),
        (Shape::polygon([[-0.4, -0.2], [0.4, -0.2], [0.0, 0.6]]).unwrap(), 0.2),
    ]
}

fn throw(world: &mut World, shape: &Shape, position: [f32; 2], velocity: [f32; 2]) -> BodyId {
    let def = BodyDef::dynamic().position(position).velocity(velocity).fixed_rotation(true);
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(shape.clone())).unwrap();
    body
}

fn height(world: &World, body: BodyId) -> f32 {
    world.body(body).unwrap().pose().position.y
}

#[test]
fn bodies_land_from_above_at_any_speed() {
    for (shape, rest) in shapes() {
        for speed in [0.0, 1.0, 3.0, 6.0, 9.0, 12.0] {
            for sideways in [0.0, 2.0] {
                let mut world = World::new(WorldSettings::default());
                plank(&mut world, BodyDef::fixed());
                let body = throw(&mut world, &shape, [-1.0, 1.7], [sideways, -speed]);
                for _ in 0..180 {
                    world.step(DT);
                }
                let error = height(&world, body) - (rest + 0.1);
                assert!(error.abs() < 0.01, "{shape:?} at {speed} m/s: {error} m");
            }
        }
    }
}

/// A body that comes from below moves bit for bit as if there were no plank until it falls on it, and then it
/// lands, at every height of its flight: also where the highest point is within the plank, where it falls
/// back.
#[test]
fn bodies_from_below_are_neither_lifted_nor_slowed() {
    let (mut landed, mut fell_back) = (0, 0);
    for (shape, rest) in shapes() {
        for i in 0..60 {
            let speed = 4.0 + 0.06 * i as f32;
            let mut world = World::new(WorldSettings::default());
            plank(&mut world, BodyDef::fixed());
            let mut free = World::new(WorldSettings::default());
            let start = [0.3, -1.2];
            let body = throw(&mut world, &shape, start, [0.2, speed]);
            let twin = throw(&mut free, &shape, start, [0.2, speed]);
            let mut highest = f32::MIN;
            for step in 0..120 {
                world.step(DT);
                free.step(DT);
                let (y, free_y) = (height(&world, body), height(&free, twin));
                highest = highest.max(free_y);
                let has_cleared = highest > rest + 0.1;
                if has_cleared {
                    assert!(y >= free_y - 1e-3, "{shape:?} at {speed} m/s, step {step}: pulled down");
                } else {
                    assert_eq!(y, free_y, "{shape:?} at {speed} m/s, step {step}");
                }
            }
            let lies = (height(&world, body) - (rest + 0.1)).abs() < 0.01;
            // The step may end just before the shapes are apart.
            if highest > rest + 0.12 {
                assert!(lies, "{shape:?} at {speed} m/s is at {}, highest {highest}", height(&world, body));
            }
            if highest < rest + 0.1 {
                assert!(!lies, "{shape:?} at {speed} m/s was lifted");
            }
            landed += usize::from(lies);
            fell_back += usize::from(!lies);
        }
    }
    assert!(landed > 50 && fell_back > 50, "{landed} landed, {fell_back} fell back");
}

#[test]
fn bodies_from_the_side_pass() {
    for (shape, _) in shapes() {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        plank(&mut world, BodyDef::fixed());
        let body = throw(&mut world, &shape, [-5.0, 0.0], [4.0, 0.0]);
        for _ in 0..180 {
            world.step(DT);
        }
        assert_eq!(world.body(body).unwrap().velocity(), Vec2::new(4.0, 0.0), "{shape:?}");
    }
}

/// A body that is told to drop falls as if nothing carried it, and lands on the next plank.
#[test]
fn a_body_drops_through_one_plank_and_lands_on_the_next() {
    for (shape, rest) in shapes() {
        let mut world = World::new(WorldSettings::default());
        plank(&mut world, BodyDef::fixed());
        plank(&mut world, BodyDef::fixed().position([0.0, -2.0]));
        let body = throw(&mut world, &shape, [0.0, 1.0], [0.0, 0.0]);
        for _ in 0..180 {
            world.step(DT);
        }
        assert!(!world.body(body).unwrap().is_awake());
        let before = height(&world, body);
        world.body_mut(body).unwrap().drop_through();
        for _ in 0..20 {
            world.step(DT);
        }
        let fallen = before - height(&world, body);
        // Twenty steps of symplectic sub-steps.
        assert!((fallen - 0.5 * 9.81 * (20.0 * DT) * (20.5 * DT)).abs() < 0.02, "{shape:?} fell {fallen} m");
        for _ in 0..180 {
            world.step(DT);
        }
        assert!((height(&world, body) - (rest - 1.9)).abs() < 0.01, "{shape:?}");
    }
}

/// A one-way lift carries what stands on it up and down. Where it turns from up to down at once, by 1 m/s,
/// the body flies up to 5 cm above it.
#[test]
fn one_way_lift_carries_bodies_up_and_down() {
    for (shape, rest) in shapes() {
        let mut world = World::new(WorldSettings::default());
        let lift = plank(&mut world, BodyDef::kinematic());
        let body = throw(&mut world, &shape, [0.0, rest + 0.11], [0.0, 0.0]);
        for step in 0..600 {
            let speed = if step % 200 < 100 { 0.5 } else { -0.5 };
            world.body_mut(lift).unwrap().set_velocity([0.0, speed]).unwrap();
            world.step(DT);
            let above = height(&world, body) - height(&world, lift) - (rest + 0.1);
            assert!(above.abs() < 0.06, "{shape:?}, step {step}: {above} m above the lift");
        }
    }
}

/// A body that is created within a plank, or teleported into it, falls through it.
#[test]
fn what_begins_inside_falls_through() {
    let mut world = World::new(WorldSettings::default());
    plank(&mut world, BodyDef::fixed());
    let shape = Shape::circle(0.3).unwrap();
    let body = throw(&mut world, &shape, [0.0, 0.2], [0.0, 0.0]);
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(height(&world, body) < -4.0);
}

/// The direction can be changed and taken away while a body lies on the plank.
#[test]
fn direction_changes_while_a_body_lies_on_it() {
    let mut world = World::new(WorldSettings::default());
    let plank = plank(&mut world, BodyDef::fixed());
    let collider = world.body(plank).unwrap().colliders().next().unwrap().id();
    let (shape, rest) = &shapes()[1];
    let body = throw(&mut world, shape, [0.0, 0.6], [0.0, 0.0]);
    let run = |world: &mut World| {
        for _ in 0..120 {
            world.step(DT);
            world.validate().unwrap();
        }
        height(world, body)
    };
    assert!((run(&mut world) - rest - 0.1).abs() < 0.01);
    world.collider_mut(collider).unwrap().set_one_way(None).unwrap();
    assert!((run(&mut world) - rest - 0.1).abs() < 0.01);
    assert!(world.collider_mut(collider).unwrap().set_one_way(Some(Vec2::zeros())).is_err());
    world.collider_mut(collider).unwrap().set_one_way(Some(Vec2::new(0.0, -1.0))).unwrap();
    assert!(run(&mut world) < -2.0, "it pushes down only");
    assert_eq!(world.body(plank).unwrap().kind(), BodyKind::Static);
}
