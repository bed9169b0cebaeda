//! What fast levers hit at 60 Hz: a bat without friction beside its closed form, flippers beside small steps.
//!
//! ```text
//!    o <- rho   A bat turns at w about its centre. A ball that lies on it at r0, its centre at a height
//!  --+------    rho, has  r(t) = r0 cosh wt + rho sinh wt,   v = (r' - w rho) e_r + w r e_n.
//! ```

use geom::{Point, Shape};
use world::*;

fn add(world: &mut World, body: BodyDef, shape: Shape, density: f32, friction: f32) -> BodyId {
    let body = world.add_body(body).unwrap();
    world.add_collider(body, ColliderDef::new(shape).density(density).friction(friction)).unwrap();
    body
}

/// m/s, of the ball after the bat has turned by about a radian, over that of the closed form.
fn batted(spin: f32, place: f32, ball_first: bool) -> f32 {
    const DT: f32 = 1.0 / 60.0;
    let (half, radius) = (0.02, 0.05);
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]).sleeping(false));
    let bat = |world: &mut World| {
        let shape = Shape::rectangle(1.5, half).unwrap();
        add(world, BodyDef::kinematic().angular_velocity(spin), shape, 1.0, 0.0);
    };
    if !ball_first {
        bat(&mut world);
    }
    let def = BodyDef::dynamic().position([place, half + radius]);
    let ball = add(&mut world, def, Shape::circle(radius).unwrap(), 10.0, 0.0);
    if ball_first {
        bat(&mut world);
    }
    let steps = (1.0 / (spin * DT)).round().max(1.0);
    (0..steps as u32).for_each(|_| world.step(DT));
    let (turn, rho) = (steps * DT * spin, half + radius);
    let r = place * turn.cosh() + rho * turn.sinh();
    let outwards = place * turn.sinh() + rho * turn.cosh() - rho;
    world.body(ball).unwrap().velocity().norm() / (spin * r.hypot(outwards))
}

/// With the normals of the beginning of the step it is 0.87 at 10 rad/s, 0.6 at 25, and 0.4 at 60.
#[test]
fn a_bat_gives_a_ball_the_speed_of_the_closed_form() {
    for ball_first in [false, true] {
        for (spin, tolerance) in [(5.0, 0.06), (10.0, 0.03), (25.0, 0.04), (40.0, 0.1), (60.0, 0.1)] {
            for place in [0.1, 0.25, 0.45] {
                let share = batted(spin, place, ball_first);
                assert!((share - 1.0).abs() < tolerance, "{spin} rad/s at {place} m: {share}");
            }
        }
    }
}

/// m/s, of a ball that lies on a flipper with a motor of `spin` (rad/s) between two limits, 1 rad apart.
fn flipped(rate: f32, length: f32, spin: f32, share: f32, mass: f32) -> f32 {
    let mut world = World::new(WorldSettings::default().gravity([0.0, -1.2]).sleeping(false));
    let table = world.add_body(BodyDef::fixed()).unwrap();
    let (half, radius) = (0.1 * length, 0.1 * length);
    let arm = Shape::capsule([0.0, 0.0], [length, 0.0], half).unwrap();
    let density = 5.0 / (2.0 * half * length + std::f32::consts::PI * half * half);
    let flipper = add(&mut world, BodyDef::dynamic().angle(-0.5), arm, density, 0.1);
    let hinge = RevoluteJoint::new().limits(-0.5, 0.5).motor(spin, 1e4);
    world.add_joint(JointDef::new(table, flipper, hinge)).unwrap();
    let (sin, cos) = (-0.5_f32).sin_cos();
    let (along, above) = (share * length, half + radius);
    let at = Point::new(along * cos - above * sin, along * sin + above * cos);
    let density = mass / (std::f32::consts::PI * radius * radius);
    let ball = add(&mut world, BodyDef::dynamic().position(at), Shape::circle(radius).unwrap(), density, 0.1);
    let mut fastest = 0.0_f32;
    for _ in 0..(0.2 * rate) as u32 {
        world.step(1.0 / rate);
        fastest = fastest.max(world.body(ball).unwrap().velocity().norm());
    }
    fastest
}

/// The last sub-step before the limit is part of a turn: one of four in a step of 60 Hz is a tenth of the
/// speed. A ball near the tip rolls off it: the side does not push beyond its end.
#[test]
fn a_flipper_gives_a_ball_the_speed_of_small_steps() {
    for (length, spin) in [(0.55, 25.0), (0.1, 25.0), (2.0, 10.0), (2.0, 25.0)] {
        for share in [0.27, 0.45, 0.64, 0.82, 0.95] {
            for mass in [0.01, 1.0] {
                let exact = flipped(1920.0, length, spin, share, mass);
                for (rate, tolerance) in [(60.0, 0.12), (120.0, 0.07)] {
                    let found = flipped(rate, length, spin, share, mass) / exact;
                    let of = format!("{length} m, {spin} rad/s, {mass} kg at {share}, {rate} Hz");
                    assert!((found - 1.0).abs() < tolerance, "{of}: {found} of {exact} m/s");
                }
            }
        }
    }
}
