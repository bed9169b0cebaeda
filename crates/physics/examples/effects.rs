//! Forces of nature: a lake, wind, an explosion, a planet, a room with a gravity of its own, a conveyor belt.
//!
//! Run it with `cargo run -p physics2d-engine --example effects`.

use physics::prelude::*;

/// The length of a step, s.
const DT: f32 = 1.0 / 60.0;

/// Adds a dynamic box with these half extents (m), density (kg/m^2) and position (m).
fn add_box(world: &mut World, half: [f32; 2], density: f32, at: [f32; 2]) -> Result<BodyId, DefError> {
    let body = world.add_body(BodyDef::dynamic().position(at))?;
    world.add_collider(body, ColliderDef::new(Shape::rectangle(half[0], half[1])?).density(density))?;
    Ok(body)
}

fn main() -> Result<(), DefError> {
    lake()?;
    storm()?;
    explosion()?;
    planet()?;
    upside_down()?;
    conveyor()
}

/// Rafts of wood, cork and ice float at the ratio of their density to that of water.
fn lake() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let lake = Water::new(Region::below(0.0));
    for (name, density, x) in [("cork", 200.0, 0.0), ("wood", 600.0, 5.0), ("ice", 920.0, 10.0)] {
        let raft = add_box(&mut world, [1.0, 0.25], density, [x, 1.0])?;
        for _ in 0..900 {
            lake.apply(&mut world, DT)?;
            world.step(DT);
        }
        let under = (0.25 - world.body(raft)?.center().y) / 0.5;
        println!("{:.0}% of a raft of {name} is under water", 100.0 * under);
        assert!((under - density / 1000.0).abs() < 0.02);
    }
    Ok(())
}

/// A gust lifts a sheet of cardboard; a stone stays where it is.
fn storm() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    let sheet = add_box(&mut world, [0.5, 0.01], 2.0, [0.0, 0.2])?;
    let stone = add_box(&mut world, [0.2, 0.2], 2500.0, [0.0, 1.0])?;
    let gust = Wind::new([20.0, 2.0]); // m/s
    for _ in 0..120 {
        gust.apply(&mut world, DT)?;
        world.step(DT);
    }
    let [sheet, stone] = [sheet, stone].map(|id| world.body(id).map(|body| body.center().x));
    let (sheet, stone) = (sheet?, stone?);
    println!("the wind carries the sheet {sheet:.1} m and the stone {stone:.2} m");
    assert!(sheet > 5.0 && stone < 0.5);
    Ok(())
}

/// A crate behind a wall is sheltered from an explosion, and one in the open is not.
fn explosion() -> Result<(), DefError> {
    const WALL: u64 = 1 << 1;
    let mut world = World::new(WorldSettings { gravity: [0.0, 0.0].into(), ..WorldSettings::default() });
    let wall = world.add_body(BodyDef::fixed().position([2.0, 0.0]))?;
    let filter = Filter { category: WALL, ..Filter::default() };
    world.add_collider(wall, ColliderDef::new(Shape::rectangle(0.1, 2.0)?).filter(filter))?;
    let open = add_box(&mut world, [0.5, 0.5], 20.0, [-4.0, 0.0])?;
    let behind = add_box(&mut world, [0.5, 0.5], 20.0, [4.0, 0.0])?;
    let blast = Explosion { falloff: 5.0, obstacles: WALL, ..Explosion::new([0.0, 0.0], 3.0, 200.0) };
    let pushed = blast.apply(&mut world)?;
    println!("the explosion pushes the open crate to {:.1} m/s", world.body(open)?.velocity().x);
    assert!(pushed == [open] && world.body(behind)?.velocity().x == 0.0);
    Ok(())
}

/// A moon comes back after the period that Kepler computed.
fn planet() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings { gravity: [0.0, 0.0].into(), ..WorldSettings::default() });
    let moon = world.add_body(BodyDef::dynamic().position([4.0, 0.0]).velocity([0.0, 4.0]))?;
    let planet = Attractor::new([0.0, 0.0], 64.0); // m^3/s^2
    let period = std::f32::consts::TAU; // 2 pi sqrt(4^3 / 64), s
    for _ in 0..(period / DT).round() as u32 {
        planet.apply(&mut world, DT)?;
        world.step(DT);
    }
    let at = world.body(moon)?.center();
    println!("after one period the moon is at ({:.2}, {:.2})", at.x, at.y);
    assert!((at - Point::new(4.0, 0.0)).norm() < 0.05);
    Ok(())
}

/// In a room whose gravity points up, a ball falls to the ceiling.
fn upside_down() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let room = Aabb::new([-2.0, 0.0], [2.0, 3.0]);
    let ceiling = world.add_body(BodyDef::fixed().position([0.0, 3.0]))?;
    world.add_collider(ceiling, ColliderDef::new(Shape::rectangle(2.0, 0.1)?))?;
    let ball = world.add_body(BodyDef::dynamic().position([0.0, 0.5]))?;
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.3)?))?;
    let upwards = GravityRegion::new(Region::Box(room), [0.0, 9.81]);
    for _ in 0..180 {
        upwards.apply(&mut world)?;
        world.step(DT);
    }
    println!("the ball lies under the ceiling, at a height of {:.2} m", world.body(ball)?.center().y);
    assert!((world.body(ball)?.center().y - 2.6).abs() < 0.02);
    Ok(())
}

/// A conveyor belt is a property of a material.
fn conveyor() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let belt = world.add_body(BodyDef::fixed())?;
    world.add_collider(belt, ColliderDef::new(Shape::rectangle(20.0, 0.1)?).surface_speed(2.0))?;
    let parcel = add_box(&mut world, [0.3, 0.2], 100.0, [-5.0, 0.31])?;
    for _ in 0..120 {
        world.step(DT);
    }
    println!("the belt carries the parcel at {:.2} m/s", world.body(parcel)?.velocity().x);
    assert!((world.body(parcel)?.velocity().x - 2.0).abs() < 0.01);
    Ok(())
}
