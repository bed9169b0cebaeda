//! A character that is a dynamic body: it cannot turn, and forces give it the velocity that the player wants.
//!
//! Such a character is pushed by everything that it touches, at the price of control: it slides on ice, a
//! crate that falls on it stops it, and it bounces over steps. Where that is not wanted, take a
//! `CharacterMover`, as in the example `platformer`.
//!
//! - The rotation is locked, and the friction is zero, so that walls do not hold the character up.
//! - A force takes the velocity to the wanted one, along the ground, and holds on slopes in the place of
//!   friction.
//! - The ground is the contact whose normal points up most.
//!
//! `cargo run -p physics2d-engine --example dynamic_character`

use physics::prelude::*;

/// s.
const DT: f32 = 1.0 / 60.0;

/// kg m/s^2. The greatest force of the legs: twelve times the acceleration of gravity for 70 kg.
const LEG_FORCE: f32 = 8000.0;

/// rad. 30 degrees.
const SLOPE: f32 = std::f32::consts::PI / 6.0;

struct Player {
    body: BodyId,
}

impl Player {
    fn new(world: &mut World, position: [f32; 2]) -> Result<Self, DefError> {
        let def = BodyDef::dynamic().position(position).fixed_rotation(true).can_sleep(false);
        let body = world.add_body(def)?;
        let shape = Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.3)?;
        world.add_collider(body, ColliderDef::new(shape).density(80.0).friction(0.0))?;
        Ok(Self { body })
    }

    /// The normal and the velocity of the ground; slopes up to 50 degrees are ground.
    fn ground(&self, world: &World) -> Result<Option<(Vec2, Vec2)>, DefError> {
        let body = world.body(self.body)?;
        let touching = body.contacts().filter(|contact| contact.is_touching());
        let grounds = touching.filter_map(|contact| {
            let ground = contact.other(self.body)?.body();
            Some((contact.normal_on(self.body)?, ground.velocity_at(body.center())))
        });
        Ok(grounds.max_by(|a, b| a.0.y.total_cmp(&b.0.y)).filter(|(normal, _)| normal.y > 0.64))
    }

    /// Runs at `speed` (m/s, to the right), and jumps.
    fn control(&self, world: &mut World, speed: f32, jump: bool) -> Result<bool, DefError> {
        let ground = self.ground(world)?;
        let gravity = world.settings().gravity;
        let mass = world.body(self.body)?.mass_properties().mass;
        let velocity = world.body(self.body)?.velocity();
        let (normal, ground_velocity) = ground.unwrap_or((Vec2::new(0.0, 1.0), Vec2::zeros()));
        let along = -left_normal(normal);
        // In the air the player has little hold.
        let limit = if ground.is_some() { LEG_FORCE } else { 0.1 * LEG_FORCE };
        let missing = speed - (velocity - ground_velocity).dot(&along);
        let force = (mass * missing / DT - mass * gravity.dot(&along)).clamp(-limit, limit);
        let mut body = world.body_mut(self.body)?;
        body.apply_central_force(along * force)?;
        if jump && ground.is_some() {
            body.apply_central_impulse([0.0, mass * 6.0])?;
        }
        Ok(ground.is_some())
    }
}

/// A tile whose upper edge begins at `start` (m) and rises by `angle` (rad).
fn add_tile(world: &mut World, start: [f32; 2], angle: f32) -> Result<(), DefError> {
    let tile = world.add_body(BodyDef::fixed().position(start).angle(angle))?;
    let shape = ColliderDef::new(Shape::rectangle(0.5, 0.5)?);
    world.add_collider(tile, shape.offset([0.5, -0.5], 0.0))?;
    Ok(())
}

fn main() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    // Level ground, a slope of 30 degrees, a plateau: tiles of 1 m, side by side, each a body of its own. The
    // player slides over their seams as over one surface.
    for i in 0..20 {
        add_tile(&mut world, [i as f32 - 10.0, 0.0], 0.0)?;
    }
    for i in 0..10 {
        let up = [10.0 + SLOPE.cos() * i as f32, SLOPE.sin() * i as f32];
        add_tile(&mut world, up, SLOPE)?;
    }
    let top = [10.0 + SLOPE.cos() * 10.0, SLOPE.sin() * 10.0];
    for i in 0..40 {
        add_tile(&mut world, [top[0] + i as f32, top[1]], 0.0)?;
    }
    let player = Player::new(&mut world, [0.0, 0.85])?;

    for _ in 0..30 {
        player.control(&mut world, 0.0, false)?;
        world.step(DT);
    }
    let run = |world: &mut World, speed: f32, frames: usize| -> Result<(Point, Point), DefError> {
        let start = world.body(player.body)?.pose().position;
        for _ in 0..frames {
            player.control(world, speed, false)?;
            world.step(DT);
        }
        Ok((start, world.body(player.body)?.pose().position))
    };
    let (start, end) = run(&mut world, 4.0, 120)?;
    println!("on level ground: {:.3} m in 2 s at 4 m/s", end.x - start.x);
    assert!((end.x - start.x - 8.0).abs() < 0.1);

    let (_, foot) = run(&mut world, 4.0, 60)?;
    let (_, end) = run(&mut world, 4.0, 60)?;
    println!("up the slope: {:.3} m in 1 s", (end - foot).norm());
    assert!(((end - foot).norm() - 4.0).abs() < 0.1 && end.y > foot.y + 1.5, "{foot} {end}");
    let (start, end) = run(&mut world, 0.0, 120)?;
    assert!((end - start).norm() < 0.1, "it stands on the slope: {start} {end}");
    run(&mut world, 4.0, 150)?;

    // On the plateau it pushes a crate of 100 kg.
    let at = world.body(player.body)?.pose().position;
    assert!((at.y - 5.8).abs() < 0.02, "{at}");
    let crate_ = world.add_body(BodyDef::dynamic().position([at.x + 2.0, 5.5]))?;
    world.add_collider(crate_, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).density(100.0))?;
    run(&mut world, 3.0, 120)?;
    let pushed = world.body(crate_)?.pose().position.x - at.x - 2.0;
    println!("pushed a crate of 100 kg by {pushed:.2} m in 2 s");
    assert!(pushed > 3.0 && world.body(player.body)?.pose().rotation.angle() == 0.0);

    // And jumps: v^2 / 2 g = 1.83 m.
    run(&mut world, 0.0, 30)?;
    let start = world.body(player.body)?.pose().position.y;
    assert!(player.control(&mut world, 0.0, true)?, "it stands");
    let mut highest = start;
    for _ in 0..60 {
        world.step(DT);
        highest = highest.max(world.body(player.body)?.pose().position.y);
        player.control(&mut world, 0.0, false)?;
    }
    println!("jumped {:.2} m", highest - start);
    assert!((highest - start - 1.83).abs() < 0.1);
    Ok(())
}
