//! A plank that hangs on two ropes is cut in two, and a pane that a ball flies into is broken at that point.
//!
//! Run it with `cargo run -p physics2d-engine --example destruction`.

use physics::Error;
use physics::prelude::*;

/// The length of a step, s.
const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Error> {
    cut_a_plank()?;
    break_a_pane()
}

/// After the cut each half hangs on the rope that holds it.
fn cut_a_plank() -> Result<(), Error> {
    let mut world = World::new(WorldSettings::default());
    let ceiling = world.add_body(BodyDef::fixed().position([0.0, 5.0]))?;
    let plank = world.add_body(BodyDef::dynamic().position([0.0, 3.0]).user_data(1))?;
    world.add_collider(plank, ColliderDef::new(Shape::rectangle(2.0, 0.1)?).density(600.0))?;
    for x in [-1.5, 1.5] {
        let rope = DistanceJoint::rope(2.0).anchors([x, 0.0], [x, 0.0]);
        world.add_joint(JointDef::new(ceiling, plank, rope))?;
    }
    for _ in 0..60 {
        world.step(DT);
    }
    let pieces = slice_body(&mut world, plank, [0.3, 0.0], [0.3, 9.0])?;
    for _ in 0..600 {
        world.step(DT);
    }
    for id in pieces.bodies {
        let half = world.body(id)?;
        let (mass, at) = (half.mass_properties().mass, half.center());
        println!("a part of {mass:.0} kg hangs at ({:.2}, {:.2})", at.x, at.y);
        assert!(half.joints().count() == 1 && at.y > 1.0);
    }
    Ok(())
}

/// The pane breaks where the ball hits it; the pieces together have the momentum of the pane.
fn break_a_pane() -> Result<(), Error> {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    let pane = world.add_body(BodyDef::dynamic().position([3.0, 1.0]))?;
    world.add_collider(pane, ColliderDef::new(Shape::rectangle(0.05, 1.0)?).density(2500.0))?;
    let ball = world.add_body(BodyDef::dynamic().position([0.0, 1.2]).velocity([15.0, 1.0]))?;
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.15)?).density(3000.0))?;
    for step in 0..120 {
        world.step(DT);
        let hit = world.events().hits().iter().find(|hit| {
            let bodies = [hit.a.body, hit.b.body];
            bodies.contains(&pane) && bodies.contains(&ball)
        });
        let Some(point) = hit.map(|hit| hit.point) else { continue };
        // Sites are denser near the point of impact.
        let sites = (1..=12).map(|i: u16| {
            let along = 0.04 * f32::from(i * i) / 4.0;
            [point.x, point.y + if i.is_multiple_of(2) { along } else { -along }]
        });
        let whole = world.body(pane)?;
        let momentum = whole.velocity() * whole.mass_properties().mass;
        let pieces = fracture_body(&mut world, pane, sites)?;
        let mut sum = Vec2::zeros();
        for id in &pieces.bodies {
            let piece = world.body(*id)?;
            sum += piece.velocity() * piece.mass_properties().mass;
        }
        println!("in step {step} the pane breaks into {} pieces", pieces.bodies.len());
        assert!((sum - momentum).norm() < 1e-4 * momentum.norm());
        break;
    }
    for _ in 0..300 {
        world.step(DT);
    }
    assert!(world.body(pane).is_err(), "the ball has hit the pane");
    println!("the ball has come to x = {:.1} m", world.body(ball)?.center().x);
    Ok(())
}
