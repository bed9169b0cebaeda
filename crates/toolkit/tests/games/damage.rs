//! Damage of an explosion by distance, in one call.

use crate::add;
use proptest::prelude::*;
use toolkit::effects::Explosion;
use toolkit::geom::{Point, Rot, Shape, Vec2};
use toolkit::world::{BodyDef, BodyKind, ColliderDef, Filter, World, WorldSettings};

const WALL: u64 = 1 << 4;

proptest! {
    /// A circle of any kind of body is hit with 1 up to the radius, falling to 0 over the falloff, each body
    /// once, in the order of slots; dynamic ones get an impulse of that share of the strength; and what is
    /// behind a wall is not hit.
    #[test]
    fn damage_falls_with_the_distance_and_agrees_with_the_impulse(
        targets in prop::collection::vec((-3.2_f32..3.2, 0.8_f32..20.0, 0_u8..3, any::<bool>()), 1..8),
        center in (-50.0_f32..50.0, -50.0_f32..50.0), radius in 0.0_f32..8.0, falloff in prop_oneof![Just(0.0_f32), 0.1_f32..10.0],
    ) {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let center = Point::new(center.0, center.1);
        let blast = Explosion { falloff, obstacles: WALL, ..Explosion::new(center, radius, 7.0) };
        let mut expected = Vec::new();
        for (i, &(_, distance, kind, sheltered)) in targets.iter().enumerate() {
            // In directions of their own, so that none shelters another.
            let angle = std::f32::consts::TAU * i as f32 / targets.len() as f32;
            let away = Rot::from_angle(angle) * Vec2::new(1.0, 0.0);
            let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][usize::from(kind)];
            let def = BodyDef { kind, ..BodyDef::fixed().position(center + away * (distance + 0.1)) };
            let body = add(&mut world, def, Shape::circle(0.1).unwrap(), 1.0);
            if sheltered {
                let wall = world.add_body(BodyDef::fixed().position(center + away * 0.5).angle(angle)).unwrap();
                let filter = Filter { category: WALL, ..Filter::default() };
                let plank = Shape::rectangle(0.01, 0.15).unwrap();
                world.add_collider(wall, ColliderDef::new(plank).filter(filter)).unwrap();
            }
            let share = if distance <= radius { 1.0 } else { (1.0 - (distance - radius) / falloff).max(0.0) };
            expected.push((body, distance, if sheltered { 0.0 } else { share }));
        }
        let hits = blast.hits(&world).unwrap();
        prop_assert!(hits.windows(2).all(|pair| pair[0].body < pair[1].body));
        blast.apply(&mut world).unwrap();
        for (body, distance, share) in expected {
            let hit = hits.iter().find(|hit| hit.body == body);
            let strength = hit.map_or(0.0, |hit| hit.strength);
            // Positions 50 m from the origin are rounded by 4 um, over a falloff of 0.1 m at least.
            prop_assert!((strength - share).abs() < 2e-4, "{} of {} at {} m", strength, share, distance);
            if let Some(hit) = hit {
                prop_assert!((hit.distance - distance).abs() < 2e-5 && (hit.point.to_point() - center).norm() - distance < 2e-5);
            }
            let view = world.body(body).unwrap();
            if view.kind() == BodyKind::Dynamic {
                let impulse = view.velocity().norm() * view.mass_properties().mass;
                prop_assert!((impulse - 7.0 * 0.2 * strength).abs() < 1e-3, "{} N s", impulse);
            }
        }
    }
}

/// A bad number is named.
#[test]
fn a_bad_explosion_is_named() {
    let error = Explosion::new([0.0, 0.0], -1.0, 1.0).hits(&World::default()).unwrap_err();
    assert_eq!(error.to_string(), "radius is -1: it must be finite and not negative");
}
