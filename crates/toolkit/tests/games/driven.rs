//! Thin slabs that are driven over rough ground do not pass it, if it is one-sided.

use crate::add;
use proptest::prelude::*;
use toolkit::geom::{Point, Shape, Sides, chain};
use toolkit::world::{BodyDef, Filter, Material, World};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A slab of 2 cm to 10 cm that a velocity or a force drives at 3 to 8 m/s over bumps stays on the
    /// ground: at any length of step, and however it lies at first.
    #[test]
    fn driven_slabs_do_not_pass_one_sided_ground(
        dt in prop_oneof![Just(1.0_f32 / 60.0), Just(1.0 / 125.0), Just(1.0 / 240.0)], thickness in 0.02_f32..0.1,
        speed in 3.0_f32..8.0, by_force in any::<bool>(), angle in -3.2_f32..3.2, phase in 0.0_f32..6.3,
    ) {
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let bumps = |x: f32| 0.3 * (0.9 * x + phase).sin() + 0.1 * (3.1 * x).sin();
        let points = (0..240).rev().map(|i| 0.25 * i as f32 - 5.0).map(|x| Point::new(x, bumps(x)));
        let segments = chain(points.collect::<Vec<_>>(), false, Sides::One).unwrap();
        world.add_chain(ground, &segments, Material::default(), Filter::default()).unwrap();
        let def = BodyDef::dynamic().position([0.0, 1.2]).angle(angle);
        let slab = add(&mut world, def, Shape::rectangle(0.5, 0.5 * thickness).unwrap(), 100.0);
        for _ in 0..(6.0 / dt) as usize {
            let view = world.body(slab).unwrap();
            let (v, mass) = (view.velocity(), view.mass_properties().mass);
            let mut slab = world.body_mut(slab).unwrap();
            if by_force {
                slab.apply_central_force([(speed - v.x) * mass * 20.0, 0.0]).unwrap();
            } else {
                slab.set_velocity([speed, v.y]).unwrap();
            }
            world.step(dt);
        }
        let at = world.body(slab).unwrap().center();
        // Half of its length below the lowest ground, if it stands upright in a valley.
        prop_assert!(at.y > -0.9, "{}", at);
    }
}
