//! A platformer: a kinematic player who runs, jumps, rides, pushes, drops and climbs through a small level.
//!
//! The whole player is `Player::step`, 20 lines. What is a matter of taste (acceleration, coyote time,
//! ladders) is in these lines; what is a matter of geometry is in `CharacterMover`.
//!
//! ```text
//!                                4 m ________
//!           2 m ______  = lift =    |  [] -> |   = one way =    # 4 m ____
//!        __ stairs    |             |        |                  #|
//!   0 m               |_____________|        |__________________#|   # ladder
//! ```
//!
//! `cargo run -p physics2d-engine --example platformer`

use physics::prelude::*;

/// s.
const DT: f32 = 1.0 / 60.0;

/// The user data of a ladder.
const LADDER: u128 = 7;

/// What the player holds.
#[derive(Clone, Copy, Default)]
struct Keys {
    /// -1 to 1.
    run: f32,
    /// -1 to 1.
    climb: f32,
    jump: bool,
}

struct Player {
    mover: CharacterMover,
    body: BodyId,
    velocity: Vec2,
    air_time: f32,
}

impl Player {
    fn step(&mut self, world: &mut World, keys: Keys) -> Result<CharacterMotion, DefError> {
        // The velocity changes at 60 m/s^2, so a jump keeps the velocity of the lift that it started from.
        self.velocity.x += (5.0 * keys.run - self.velocity.x).clamp(-60.0 * DT, 60.0 * DT);
        self.velocity.y -= 20.0 * DT;
        if keys.climb != 0.0 && world.body(self.body)?.colliders().any(touches_ladder) {
            self.velocity.y = 3.0 * keys.climb;
        } else if keys.jump && keys.climb < 0.0 {
            self.mover.drop_through();
        } else if keys.jump && self.air_time < 0.1 {
            // Coyote time: for a tenth of a second the player may still jump after running off a ledge.
            (self.velocity.y, self.air_time) = (9.0, 0.1);
        }
        let motion = self.mover.step(world, self.velocity, DT)?;
        self.velocity = motion.velocity;
        self.air_time = if motion.ground.is_some() { 0.0 } else { self.air_time + DT };
        Ok(motion)
    }
}

fn touches_ladder(collider: ColliderRef<'_>) -> bool {
    collider.overlaps().any(|other| other.user_data() == LADDER)
}

/// The level, the player, and the lift.
struct Game {
    world: World,
    player: Player,
    lift: BodyId,
    crate_: BodyId,
    frame: u32,
}

impl Game {
    fn new() -> Result<Self, DefError> {
        let mut world = World::new(WorldSettings::default().gravity([0.0, -20.0]));
        let ground = world.add_body(BodyDef::fixed())?;
        let tile = |x: f32, y: f32, width: f32, height: f32| -> Result<ColliderDef, DefError> {
            let shape = Shape::rectangle(0.5 * width, 0.5 * height)?;
            Ok(ColliderDef::new(shape).offset([x + 0.5 * width, y - 0.5 * height], 0.0))
        };
        for i in -5..40 {
            world.add_collider(ground, tile(i as f32, 0.0, 1.0, 1.0)?)?;
        }
        for i in 0..10 {
            let height = 0.2 * (i + 1) as f32;
            world.add_collider(ground, tile(4.0 + 0.4 * i as f32, height, 0.4, height)?)?;
        }
        world.add_collider(ground, tile(8.0, 2.0, 4.0, 2.0)?)?;
        world.add_collider(ground, tile(16.0, 4.0, 6.0, 4.0)?)?;
        world.add_collider(ground, tile(25.0, 1.5, 3.0, 0.2)?.one_way([0.0, 1.0]))?;
        world.add_collider(ground, tile(34.0, 4.0, 6.0, 4.0)?)?;
        let ladder = ColliderDef::new(Shape::rectangle(0.2, 2.2)?).offset([33.7, 2.2], 0.0).sensor(true);
        world.add_collider(ground, ladder.user_data(LADDER))?;

        let lift = world.add_body(BodyDef::kinematic().position([14.0, 1.8]))?;
        world.add_collider(lift, ColliderDef::new(Shape::rectangle(1.9, 0.2)?))?;
        let crate_ = world.add_body(BodyDef::dynamic().position([19.0, 4.5]))?;
        world.add_collider(crate_, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).density(20.0))?;

        let shape = Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.3)?;
        let body = world.add_body(BodyDef::kinematic().position([0.0, 1.0]))?;
        world.add_collider(body, ColliderDef::new(shape.clone()))?;
        let mover = CharacterMover::new(shape, world.settings())?.at([0.0, 1.0]).with_body(body);
        let player = Player { mover, body, velocity: Vec2::zeros(), air_time: 1.0 };
        Ok(Self { world, player, lift, crate_, frame: 0 })
    }

    /// One frame.
    fn step(&mut self, keys: Keys) -> Result<CharacterMotion, DefError> {
        // The lift goes up and down between 2 m and 4 m in 4 s.
        let speed = if self.frame % 240 < 120 { 1.0 } else { -1.0 };
        self.world.body_mut(self.lift)?.set_velocity([0.0, speed])?;
        let motion = self.player.step(&mut self.world, keys)?;
        self.world.step(DT);
        self.frame += 1;
        assert!(!motion.is_crushed, "frame {}: {motion:?}", self.frame);
        Ok(motion)
    }

    /// Plays with the same keys until `is_done`, for ten seconds at most.
    fn play(
        &mut self,
        what: &str,
        keys: Keys,
        is_done: impl Fn(&Self, &CharacterMotion) -> bool,
    ) -> Result<(), DefError> {
        for _ in 0..600 {
            let motion = self.step(keys)?;
            if is_done(self, &motion) {
                println!("{:5.2} s: {what}: {:.2}", self.frame as f32 * DT, self.player.mover.position());
                return Ok(());
            }
        }
        panic!("{what}: still at {} after ten seconds", self.player.mover.position());
    }

    /// The height of the feet, m.
    fn feet(&self) -> f32 {
        self.player.mover.position().y as f32 - 0.8 - self.player.mover.settings().skin
    }

    fn x(&self) -> f32 {
        self.player.mover.position().x as f32
    }
}

fn main() -> Result<(), DefError> {
    let mut game = Game::new()?;
    let idle = Keys::default();
    let right = Keys { run: 1.0, ..idle };
    game.play("lands", idle, |_, motion| motion.ground.is_some())?;

    let start = game.frame;
    game.play("runs up the stairs", right, |game, motion| {
        assert!(motion.ground.is_some(), "off the stairs");
        game.x() > 11.0
    })?;
    let seconds = (game.frame - start) as f32 * DT;
    assert!((seconds - 11.0 / 5.0).abs() < 0.15, "stairs cost speed: {seconds} s for 11 m at 5 m/s");
    assert!((game.feet() - 2.0).abs() < 1e-3);

    game.play("waits for the lift", idle, |game, _| game.frame % 240 == 235)?;
    game.play("steps onto the lift", right, |game, _| game.x() > 13.0)?;
    game.play("rides up", idle, |game, motion| {
        assert!(motion.ground.is_some_and(|ground| ground.body == game.lift), "off the lift");
        game.frame % 240 == 118
    })?;
    game.play("pushes the crate over the edge", right, |game, _| {
        game.world.body(game.crate_).is_ok_and(|body| body.pose().position.y < 2.0)
    })?;
    game.play("walks off the ledge and lands", right, |game, motion| {
        game.x() > 22.5 && game.feet() < 1.1 && motion.ground.is_some()
    })?;

    game.player.mover.set_position([26.5, 0.82]);
    game.play("stands under the platform", idle, |_, motion| motion.ground.is_some())?;
    game.step(Keys { jump: true, ..idle })?;
    game.play("jumps up through the platform", idle, |_, motion| motion.ground.is_some())?;
    assert!((game.feet() - 1.5).abs() < 1e-3);
    game.step(Keys { jump: true, climb: -1.0, ..idle })?;
    game.play("drops down through it", idle, |_, motion| motion.ground.is_some())?;
    assert!(game.feet().abs() < 1e-3);

    game.play("runs to the ladder", right, |_, motion| motion.is_wall_right)?;
    game.play("climbs it", Keys { climb: 1.0, run: 1.0, ..idle }, |game, _| game.feet() > 4.0)?;
    game.play("stands on top", right, |game, motion| game.x() > 36.0 && motion.ground.is_some())?;
    assert!((game.feet() - 4.0).abs() < 1e-3);

    game.step(Keys { jump: true, run: 1.0, ..idle })?;
    let mut highest = game.feet();
    game.play("jumps", right, |_, motion| motion.velocity.y < 0.0)?;
    highest = highest.max(game.feet());
    // v^2 / 2 g = 2.03 m.
    assert!((highest - 4.0 - 2.03).abs() < 0.1, "{highest}");
    Ok(())
}
