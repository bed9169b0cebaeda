//! What must not depend on the lengths of the steps: a stack under steps that change, a car on hills.

use crate::add;
use toolkit::geom::{Point, Shape, Sides, chain};
use toolkit::world::{
    BodyDef, BodyId, ColliderDef, JointDef, Level, Material, WheelJoint, World, WorldSettings,
};

/// Ten boxes of a metre, under steps of 1/60 s and of a part of that, in turn or by chance. The impulses of a
/// step begin with those of the step before, as many times as it is longer: up to 16 times
/// (`docs/robustness.md` has what happens beyond).
#[test]
fn a_stack_stands_under_steps_that_change_by_a_factor_of_sixteen() {
    for ratio in [1.0_f32, 2.0, 5.0, 16.0] {
        for is_random in [false, true] {
            let mut world = World::new(WorldSettings::default().sleeping(false));
            let floor = world.add_body(BodyDef::fixed()).unwrap();
            world.add_collider(floor, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap())).unwrap();
            let boxes: Vec<BodyId> = (0..10_u8)
                .map(|i| {
                    let def = BodyDef::dynamic().position([0.0, 0.5 + f32::from(i)]);
                    add(&mut world, def, Shape::rectangle(0.5, 0.5).unwrap(), 1.0)
                })
                .collect();
            let (mut time, mut turn, mut dice) = (0.0, false, 1_u32);
            while time < 4.0 {
                dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                turn = if is_random { dice >> 31 == 1 } else { !turn };
                let dt = if turn { 1.0 / 60.0 / ratio } else { 1.0 / 60.0 };
                world.step(dt);
                time += dt;
                for (i, &body) in boxes.iter().enumerate().filter(|_| time > 1.0) {
                    let body = world.body(body).unwrap();
                    let (sinks, speed) = (0.5 + i as f32 - body.position().y, body.velocity().norm());
                    assert!(
                        sinks < 2.5e-3 && speed < 5e-3,
                        "{ratio}, {is_random}: box {i} sinks by {sinks} m and moves at {speed} m/s"
                    );
                }
            }
        }
    }
}

/// A car with four driven wheels on hills of 40 degrees, 12 m from top to top, after 10 s: where it is, m,
/// and how far its hull has leaned, rad.
fn drive(rate: f32, torque: f32, hull_density: f32) -> [f32; 2] {
    const SPEED: f32 = 6.0;
    const WHEEL: f32 = 0.4;
    let wave = core::f32::consts::TAU / 12.0;
    let height = 0.839 / wave; // of tan 40 degrees
    let mut level = Level::new(WorldSettings::default().sleeping(false));
    let road = level.body(BodyDef::fixed());
    let points = (0..400_u16).rev().map(|i| {
        let x = 0.25 * f32::from(i) - 10.0;
        let angle = if x < 5.0 { 0.0 } else { wave * (x - 5.0) };
        Point::new(x, height * (1.0 - toolkit::geom::Rot::from_angle(angle).cos))
    });
    let segments = chain(points, false, Sides::One).unwrap();
    level.chain(road, &segments, Material { friction: 1.0, ..Material::default() }, Default::default());
    let hull = ColliderDef::new(Shape::rectangle(1.6, 0.25).unwrap()).density(hull_density);
    let hull = level.body_with(BodyDef::dynamic().position([0.0, 0.95]), hull);
    for x in [-1.3, -0.45, 0.45, 1.3] {
        let tyre = ColliderDef::new(Shape::circle(WHEEL).unwrap()).density(15.0).friction(1.2);
        let wheel = level.body_with(BodyDef::dynamic().position([x, WHEEL]), tyre);
        let axle = WheelJoint::new([0.0, 1.0]).anchors([x, -0.55], [0.0, 0.0]);
        let axle = axle.spring(4.0, 0.7).limits(-0.2, 0.2).motor(-SPEED / WHEEL, torque);
        level.joint(JointDef::new(hull, wheel, axle));
    }
    let (mut world, added) = World::load(&level).unwrap();
    let hull = added.bodies[hull as usize];
    let mut lean = 0.0_f32;
    for _ in 0..(10.0 * rate) as u32 {
        world.step(1.0 / rate);
        lean = lean.max(world.body(hull).unwrap().angle().abs());
    }
    [world.body(hull).unwrap().position().x, lean]
}

/// At 6 m/s it keeps the ground, and drives as in the limit of small steps. At 12 m/s it leaves it at the
/// tops, and whether it turns over then is chance at any rate.
#[test]
fn a_car_with_four_driven_wheels_drives_over_hills_of_forty_degrees_at_any_rate() {
    for (torque, hull_density) in [(60.0, 20.0), (200.0, 20.0), (200.0, 100.0)] {
        let [limit, lean] = drive(480.0, torque, hull_density);
        assert!(limit > 30.0 && lean < 0.85, "{torque}, {hull_density}: {limit} m, {lean} rad");
        for rate in [30.0, 60.0, 120.0] {
            let [x, leans] = drive(rate, torque, hull_density);
            assert!(
                (x - limit).abs() < 0.03 * limit && (leans - lean).abs() < 0.05,
                "{torque}, {hull_density}, {rate} Hz: {x} m for {limit}, {leans} rad for {lean}"
            );
        }
    }
}
