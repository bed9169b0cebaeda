//! A game is saved by one process and goes on in another: the world, and what the game knows of it.
//!
//! The world is bytes (`World::to_bytes`, `World::from_bytes`) that go on with the same bits. Handles are
//! saved as bits and turned into handles of the new world by `in_world`: each process numbers its worlds
//! anew. `SaveFile` keeps both in one file.
//!
//! Run it with `cargo run -p physics2d-engine --example save_game`, or with `save FILE` and then `load FILE`.

use physics::prelude::*;

/// What a game is: a world, and handles of what it plays with.
pub(crate) struct Game {
    pub(crate) world: World,
    pub(crate) player: BodyId,
    pub(crate) crates: Vec<BodyId>,
    pub(crate) score: u32,
}

impl Game {
    pub(crate) fn new() -> Result<Self, Error> {
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed())?;
        world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5)?))?;
        let mut add = |x: f32, y: f32, shape: Shape| -> Result<BodyId, DefError> {
            let body = world.add_body(BodyDef::dynamic().position([x, y]))?;
            world.add_collider(body, ColliderDef::new(shape))?;
            Ok(body)
        };
        let player = add(-6.0, 1.0, Shape::circle(0.5)?)?;
        let crates = (0..10).map(|i| add(0.0, 1.0 + i as f32, Shape::rectangle(0.5, 0.5)?));
        let crates = crates.collect::<Result<_, _>>()?;
        Ok(Self { world, player, crates, score: 0 })
    }

    /// Plays so many steps: the player rolls into the crates, and one that leaves the tower is a point.
    pub(crate) fn play(&mut self, steps: usize) -> Result<(), Error> {
        for _ in 0..steps {
            self.world.body_mut(self.player)?.apply_central_force([20.0, 0.0])?;
            self.world.step(1.0 / 60.0);
            let mut left = Vec::new();
            for &crate_ in &self.crates {
                if self.world.body(crate_)?.position().x > 1.0 {
                    left.push(crate_);
                }
            }
            for crate_ in left {
                self.world.remove_body(crate_)?;
                self.crates.retain(|&other| other != crate_);
                self.score += 1;
            }
        }
        Ok(())
    }

    /// The game as the bytes of a file.
    pub(crate) fn save(&self) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let mut file = SaveFile::default();
        file.set("world", self.world.to_bytes()?);
        file.set("score", self.score.to_le_bytes());
        let handles = std::iter::once(&self.player).chain(&self.crates);
        file.set("handles", handles.flat_map(|id| id.to_bits().to_le_bytes()).collect::<Vec<_>>());
        Ok(file.to_bytes())
    }

    /// The game that was saved, in this or in another process.
    pub(crate) fn load(bytes: &[u8]) -> Result<Self, Box<dyn std::error::Error>> {
        let file = SaveFile::from_bytes(bytes)?;
        let part = |name: &str| file.get(name).ok_or_else(|| format!("the file has no {name}"));
        let world = World::from_bytes(part("world")?)?;
        let mut handles = Vec::new();
        for bits in part("handles")?.as_chunks().0 {
            let saved = BodyId::from_bits(u128::from_le_bytes(*bits)).ok_or("bits that are no body")?;
            handles.push(saved.in_world(&world)?);
        }
        let (&player, crates) = handles.split_first().ok_or("no player")?;
        let score = u32::from_le_bytes(part("score")?.try_into()?);
        Ok(Self { crates: crates.to_vec(), player, score, world })
    }
}

#[cfg_attr(test, expect(dead_code, reason = "the test includes this file"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut game = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["load", path] => Game::load(&std::fs::read(path)?)?,
        ["save", path] => {
            let mut game = Game::new()?;
            game.play(90)?;
            return Ok(std::fs::write(path, game.save()?)?);
        }
        _ => {
            let mut game = Game::new()?;
            game.play(90)?;
            Game::load(&game.save()?)?
        }
    };
    println!("{} points, {} crates, state {:x}", game.score, game.crates.len(), game.world.state_hash());
    game.play(300)?;
    println!("{} points, {} crates, state {:x}", game.score, game.crates.len(), game.world.state_hash());
    Ok(())
}
