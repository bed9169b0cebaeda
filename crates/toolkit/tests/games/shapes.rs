//! Shapes that change in each step keep their contacts.

use crate::{DT, add};
use proptest::prelude::*;
use toolkit::geom::{Pose, Shape, Vec2};
use toolkit::world::{BodyDef, ColliderDef, ColliderId, World, WorldSettings};

/// A shape that has the size of a metre at `scale` 1.
fn shape(kind: usize, scale: f32) -> Shape {
    match kind {
        0 => Shape::circle(0.5 * scale),
        1 => Shape::rectangle(0.5 * scale, 0.5 * scale),
        2 => Shape::capsule([-0.2 * scale, 0.0], [0.2 * scale, 0.0], 0.3 * scale),
        _ => Shape::polygon([[-0.5 * scale, -0.5], [0.5 * scale, -0.5], [0.0, 0.5 * scale]]),
    }
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// A body that rests and whose shape, or that of its floor, grows, shrinks, or moves on its body a little
    /// in each step, touches all the time: no touch begins or ends, not of a sensor either. A copy of it
    /// whose shape is set to what it is stays where it is.
    #[test]
    fn a_shape_that_changes_in_each_step_ends_no_touch(
        kind in 0_usize..4, of_floor in any::<bool>(), rate in prop_oneof![Just(0.0_f32), -0.002_f32..0.003],
        slide in prop_oneof![Just(0.0_f32), -0.002_f32..0.002], threads in 1_usize..3,
    ) {
        let mut world = World::new(WorldSettings::default());
        world.set_threads(threads);
        let ground = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
        let floor = world.add_collider(ground, ColliderDef::new(Shape::rectangle(9.0, 1.0).unwrap())).unwrap();
        let gate = world.add_body(BodyDef::fixed()).unwrap();
        world.add_collider(gate, ColliderDef::new(Shape::circle(0.6).unwrap()).sensor(true)).unwrap();
        let body = add(&mut world, BodyDef::dynamic().position([0.0, 0.5]), shape(kind, 1.0), 1.0);
        let own: ColliderId = world.body(body).unwrap().colliders().next().unwrap().id();
        for _ in 0..90 {
            world.step(DT);
        }
        let (mut scale, mut shift) = (1.0_f32, 0.0_f32);
        for step in 0..120 {
            (scale, shift) = (scale + rate, shift + slide);
            if of_floor {
                let board = Shape::rectangle(9.0 * scale, 1.0).unwrap();
                world.collider_mut(floor).unwrap().set_shape(board).unwrap();
                world.collider_mut(floor).unwrap().set_offset([shift, 0.0], 0.0).unwrap();
            } else {
                world.collider_mut(own).unwrap().set_shape(shape(kind, scale)).unwrap();
            }
            world.step(DT);
            let events = world.events();
            prop_assert!(events.contacts_begun().is_empty() && events.contacts_ended().is_empty(), "step {}", step);
            prop_assert!(events.sensors_begun().is_empty() && events.sensors_ended().is_empty(), "step {}", step);
            world.validate().unwrap();
        }
        let view = world.body(body).unwrap();
        prop_assert!(view.is_awake(), "a change wakes");
        if rate == 0.0 && slide == 0.0 {
            // The load is kept, so what stands goes on to stand: it does not even begin to fall.
            prop_assert!(view.velocity().norm() < 1e-3, "{}", view.velocity());
        }
    }

    /// A shape that shrinks away from what it touches ends the touch once, and begins it once when it is
    /// back.
    #[test]
    fn a_shape_that_shrinks_away_ends_its_touch_once(kind in 0_usize..3, cycles in 1_usize..5, pause in 1_usize..20) {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let wall = add(&mut world, BodyDef::fixed().position([1.0, 0.0]), Shape::rectangle(0.5, 2.0).unwrap(), 1.0);
        let body = add(&mut world, BodyDef::dynamic().position([0.0, 0.0]), shape(kind, 1.0), 1.0);
        let own = world.body(body).unwrap().colliders().next().unwrap().id();
        let (mut begun, mut ended) = (0, 0);
        for cycle in 0..cycles {
            // 5 mm into the wall, then half a metre apart.
            for (scale, expected) in [(1.01, (cycle + 1, cycle)), (0.5, (cycle + 1, cycle + 1))] {
                let mut view = world.body_mut(body).unwrap();
                view.set_pose(Pose::IDENTITY).unwrap().set_velocity(Vec2::zeros()).unwrap();
                world.collider_mut(own).unwrap().set_shape(shape(kind, scale)).unwrap();
                for _ in 0..if scale > 1.0 { 1 } else { pause } {
                    world.step(DT);
                    begun += world.events().contacts_begun().len();
                    ended += world.events().contacts_ended().len();
                }
                prop_assert_eq!((begun, ended), expected);
            }
        }
        prop_assert!(world.body(wall).is_ok());
    }
}
