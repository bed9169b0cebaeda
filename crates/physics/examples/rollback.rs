//! Two peers play one game over a slow network. Each steps at once with the inputs that it knows, and when an
//! input of the other arrives late, it goes back to that frame and steps again.
//!
//! Run it with `cargo run --release -p physics2d-engine --example rollback`.

use physics::prelude::*;
use std::collections::VecDeque;

const DT: f32 = 1.0 / 60.0;
const FRAMES: usize = 600;

/// No input is later than this, in frames; so many frames are kept.
const MOST_LATE: usize = 8;

/// What a player does in a frame: an impulse along x, N s.
type Input = f32;

/// The input that a peer sends in a frame, and the frame in which it arrives at the other.
struct Message {
    frame: usize,
    input: Input,
    arrives: usize,
}

/// One of the two simulations.
struct Peer {
    world: World,
    players: [BodyId; 2],
    /// The world before each of the last frames; frame f is at f modulo the length.
    frames: [Snapshot; MOST_LATE + 1],
    /// What is known of the inputs of both players. What is not known yet counts as no input.
    inputs: Vec<[Input; 2]>,
    /// Frames that were stepped more than once.
    repeated: usize,
}

impl Peer {
    fn new() -> Result<Self, Error> {
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed())?;
        world.add_collider(ground, ColliderDef::new(Shape::rectangle(12.0, 0.5)?))?;
        for (x, height) in [(-12.0, 4.0), (12.0, 4.0)] {
            let wall = ColliderDef::new(Shape::rectangle(0.5, height)?);
            world.add_collider(ground, wall.offset([x, height], 0.0))?;
        }
        for i in 0..40 {
            let at = [(i % 8) as f32 - 3.5, 1.0 + 0.9 * (i / 8) as f32];
            let crate_ = world.add_body(BodyDef::dynamic().position(at))?;
            world.add_collider(crate_, ColliderDef::new(Shape::rectangle(0.4, 0.4)?))?;
        }
        let mut add_player = |x: f32| -> Result<BodyId, DefError> {
            let player = world.add_body(BodyDef::dynamic().position([x, 1.5]).can_sleep(false))?;
            world.add_collider(player, ColliderDef::new(Shape::circle(0.6)?).density(2.0))?;
            Ok(player)
        };
        let players = [add_player(-8.0)?, add_player(8.0)?];
        Ok(Self { world, players, frames: Default::default(), inputs: vec![[0.0; 2]; FRAMES], repeated: 0 })
    }

    /// Saves the world before a frame, and steps with the inputs that are known.
    fn step(&mut self, frame: usize) -> Result<(), Error> {
        self.world.save(&mut self.frames[frame % (MOST_LATE + 1)]);
        for (player, input) in self.players.into_iter().zip(self.inputs[frame]) {
            self.world.body_mut(player)?.apply_central_impulse([input, 0.0])?;
        }
        self.world.step(DT);
        Ok(())
    }

    /// Takes an input of a player for a frame of the past, and steps again from there to the frame before
    /// `now`, unless it is what was assumed.
    fn correct(&mut self, player: usize, frame: usize, input: Input, now: usize) -> Result<(), Error> {
        if std::mem::replace(&mut self.inputs[frame][player], input) == input || frame == now {
            return Ok(());
        }
        self.world.restore(&self.frames[frame % (MOST_LATE + 1)])?;
        for frame in frame..now {
            self.step(frame)?;
            self.repeated += 1;
        }
        Ok(())
    }
}

/// Player 0 runs to and fro, and player 1 in bursts.
fn input_of(player: usize, frame: usize) -> Input {
    match player {
        0 => [2.0, 0.0, -2.0][frame / 40 % 3],
        _ => {
            if frame.is_multiple_of(25) {
                -9.0
            } else {
                0.0
            }
        }
    }
}

fn main() -> Result<(), Error> {
    let mut peers = [Peer::new()?, Peer::new()?];
    // `under_way[i]` holds what peer i has sent to the other.
    let mut under_way = [VecDeque::new(), VecDeque::new()];
    for now in 0..FRAMES + MOST_LATE {
        for me in 0..2 {
            let other = 1 - me;
            // A message takes two to eight frames. They stay in order, as in a stream.
            while under_way[other].front().is_some_and(|message: &Message| message.arrives <= now) {
                if let Some(Message { frame, input, .. }) = under_way[other].pop_front() {
                    peers[me].correct(other, frame, input, now.min(FRAMES))?;
                }
            }
            if now < FRAMES {
                let input = input_of(me, now);
                peers[me].inputs[now][me] = input;
                let arrives = now + 2 + (now * 7 + me * 3) % (MOST_LATE - 1);
                under_way[me].push_back(Message { frame: now, input, arrives });
                peers[me].step(now)?;
            }
        }
    }
    let hashes = peers.each_ref().map(|peer| peer.world.state_hash());
    let repeated = peers.each_ref().map(|peer| peer.repeated);
    assert_eq!(hashes[0], hashes[1], "both peers have seen the same game");
    assert_eq!(peers[0].world.full_hash(), peers[1].world.full_hash());
    assert!(repeated.iter().all(|&frames| frames > 50), "inputs were late: {repeated:?}");
    println!(
        "{FRAMES} frames; the peers stepped {repeated:?} of them again and end with the hash {:016x}.",
        hashes[0]
    );
    Ok(())
}
