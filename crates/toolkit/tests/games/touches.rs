//! Events of kinematic and static bodies against static and kinematic ones, where a game asks for them.

use crate::{DT, add};
use proptest::prelude::*;
use std::collections::BTreeSet;
use toolkit::KinematicTouches;
use toolkit::geom::{Shape, Vec2};
use toolkit::world::{BodyDef, BodyKind, ColliderId, DefError, World, WorldSettings};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Begins minus ends is what overlaps, by a test of all pairs, after every step; also where bodies are
    /// removed and put elsewhere, and never with a dynamic body.
    #[test]
    fn begins_minus_ends_is_what_overlaps(
        bodies in prop::collection::vec((-4.0_f32..4.0, -4.0_f32..4.0, -6.0_f32..6.0, -6.0_f32..6.0, 0_u8..3), 2..12),
        removed in 0_usize..60, moved in 0_usize..60,
    ) {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let mut touches = KinematicTouches::default();
        let mut ids = Vec::new();
        for (x, y, vx, vy, kind) in bodies {
            let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][usize::from(kind)];
            let velocity = if kind == BodyKind::Static { Vec2::zeros() } else { Vec2::new(vx, vy) };
            let def = BodyDef { kind, velocity, ..BodyDef::fixed().position([x, y]) };
            let body = add(&mut world, def, Shape::rectangle(0.7, 0.4).unwrap(), 1.0);
            if kind != BodyKind::Dynamic {
                touches.watch(&mut world, body).unwrap();
            } else {
                let error = touches.watch(&mut world, body).unwrap_err();
                prop_assert!(matches!(error, DefError::BodyKind { .. }), "{}", error);
            }
            ids.push((body, kind));
        }
        let mut open: BTreeSet<(ColliderId, ColliderId)> = BTreeSet::new();
        for step in 0..60 {
            if step == removed {
                world.remove_body(ids.remove(0).0).unwrap();
            }
            if step == moved && let Some(&(body, _)) = ids.last() {
                world.body_mut(body).unwrap().set_pose(toolkit::geom::Pose::IDENTITY).unwrap();
            }
            // A door of an editor's kind: static, and put elsewhere in each step.
            if let Some(&(body, _)) = ids.iter().find(|it| it.1 == BodyKind::Static) {
                let at = toolkit::geom::Pose::at([0.2 * step as f32 - 6.0, 0.0]);
                world.body_mut(body).unwrap().set_pose(at).unwrap();
            }
            world.step(DT);
            touches.update(&world);
            for touch in touches.begun() {
                prop_assert!(open.insert((touch.own, touch.other.collider)), "begun twice");
            }
            for touch in touches.ended() {
                prop_assert!(open.remove(&(touch.own, touch.other.collider)), "ended without a beginning");
            }
            let solid: Vec<_> = world.colliders().filter(|it| !it.is_sensor()).collect();
            let mut expected = BTreeSet::new();
            let heavy: Vec<_> = solid.iter().filter(|it| it.body().kind() != BodyKind::Dynamic).collect();
            for a in &heavy {
                for b in heavy.iter().filter(|it| it.id() != a.id()) {
                    if toolkit::collide::overlap(a.shape(), a.body().pose(), b.shape(), b.body().pose()) {
                        expected.insert((a.id(), b.id()));
                    }
                }
            }
            prop_assert_eq!(&open, &expected, "step {}", step);
            prop_assert_eq!(touches.touching().collect::<BTreeSet<_>>(), expected);
        }
    }
}

/// What is forgotten has no twins and no touches.
#[test]
fn a_forgotten_body_has_the_colliders_that_it_had() {
    let mut world = World::default();
    let door = add(&mut world, BodyDef::kinematic(), Shape::circle(0.5).unwrap(), 1.0);
    let mut touches = KinematicTouches::default();
    touches.watch(&mut world, door).unwrap();
    assert_eq!(world.body(door).unwrap().colliders().count(), 2);
    touches.forget(&mut world, door).unwrap();
    assert_eq!(world.body(door).unwrap().colliders().count(), 1);
    world.remove_body(door).unwrap();
    assert!(touches.forget(&mut world, door).is_err() && touches.watch(&mut world, door).is_err());
    let [gate, wall] = [(); 2].map(|()| add(&mut world, BodyDef::fixed(), Shape::circle(0.5).unwrap(), 1.0));
    touches.watch(&mut world, gate).unwrap();
    touches.update(&world);
    assert_eq!((touches.begun().len(), touches.touching().count()), (1, 1));
    touches.forget(&mut world, gate).unwrap();
    world.remove_body(wall).unwrap();
    touches.update(&world);
    assert_eq!((touches.ended().len(), touches.touching().count()), (0, 0));
}
