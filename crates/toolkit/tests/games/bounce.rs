//! Slow bounces: the threshold below which nothing bounces can be set, and it is the only reason not to
//! bounce.

use crate::DT;
use proptest::prelude::*;
use toolkit::geom::Shape;
use toolkit::world::textbook::ClassicSettings;
use toolkit::world::{BodyDef, ColliderDef, World, WorldSettings};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// What approaches a wall faster than the threshold leaves it with its restitution, and what is slower
    /// stays at it; both solvers, circles and boxes, any threshold from zero on,
    /// without gravity.
    #[test]
    fn what_is_faster_than_the_threshold_bounces_and_nothing_else(
        threshold in prop_oneof![Just(0.0_f32), 0.0_f32..2.0], speed in 0.02_f32..4.0, restitution in 0.1_f32..1.0,
        is_box in any::<bool>(), classic in any::<bool>(), unit in prop_oneof![Just(1.0_f32), Just(50.0)],
    ) {
        // Nothing accelerates the body, so the soft solver bounces from a hundredth of the threshold on.
        let least = if classic { threshold } else { 0.01 * threshold };
        if (speed - least).abs() < 0.02 {
            return Ok(()); // just at the threshold
        }
        let settings = WorldSettings { length_unit: unit, ..WorldSettings::default() };
        let settings = settings.gravity([0.0, 0.0]).sleeping(false).rolling_resistance(0.0);
        let settings = if classic { settings.classic(ClassicSettings::default()) } else { settings };
        let mut world = World::new(settings.bounce_threshold(threshold));
        let wall = world.add_body(BodyDef::fixed().position([2.0 * unit, 0.0])).unwrap();
        world.add_collider(wall, ColliderDef::new(Shape::rectangle(unit, 4.0 * unit).unwrap())).unwrap();
        let def = BodyDef::dynamic().position([0.0, 0.0]).velocity([speed * unit, 0.0]);
        let body = world.add_body(def).unwrap();
        let half = 0.5 * unit;
        let shape = if is_box { Shape::rectangle(half, half) } else { Shape::circle(half) }.unwrap();
        world.add_collider(body, ColliderDef::new(shape).restitution(restitution)).unwrap();
        // The way to the wall is half a metre; then a second more.
        for _ in 0..(0.5 / (speed * DT)) as usize + 60 {
            world.step(DT);
        }
        let left = -world.body(body).unwrap().velocity().x / unit;
        let expected = if speed > least { restitution * speed } else { 0.0 };
        // The classic solver corrects a fifth of the overlap by velocities, so that of a step leaves a fifth
        // of the speed where nothing bounces.
        let corrected = if classic { 0.2 } else { 0.02 };
        prop_assert!((left - expected).abs() < corrected * speed + 0.01, "{} of {} m/s", left, expected);
    }
}
