//! Two players, each with a world of their own, over a network that delays and loses packets. GGRS is the
//! session layer: it sends inputs, guesses those that are late, and asks to go back when a guess was wrong. A
//! minute of play at 60 Hz; the two worlds never diverge.
//!
//! ```text
//!   GGRS asks for         the world does
//!   SaveGameState         save into the ring; GGRS compares the hash with that of the other peer
//!   LoadGameState         restore, up to eight frames back
//!   AdvanceFrame          apply the inputs, step
//! ```
//!
//! Run it with `cargo run --release -p physics2d-engine --example netcode`.

use ggrs::{
    Config, DesyncDetection, GgrsError, GgrsEvent, GgrsRequest, InputStatus, Message, NonBlockingSocket,
    P2PSession, PlayerType, PredictRepeatLast, SessionBuilder, SessionState,
};
use physics::prelude::*;
use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;
use std::time::{Duration, Instant};

const DT: f32 = 1.0 / 60.0;

/// A minute.
const FRAMES: usize = 3600;

/// How many frames a peer may be ahead of the last input that it knows. It goes back to the frame after that
/// input at most, which is by eight frames.
const MAX_PREDICTION: usize = 9;

/// How long a packet takes, in frames: 117 to 150 ms. They may overtake each other. Inputs are so late that
/// hundreds of rollbacks go back as far as they may; after a lost packet a peer sometimes has to wait.
const DELAY: std::ops::RangeInclusive<u64> = 7..=9;

/// How many packets of a hundred are lost.
const LOST_PERCENT: u64 = 5;

/// Bits: left, right, jump.
type Input = u8;

struct Game;

impl Config for Game {
    type Input = Input;
    type InputPredictor = PredictRepeatLast;
    /// The snapshots are in the ring of the peer, so that their memory is used again.
    type State = ();
    /// The number of the peer.
    type Address = usize;
}

/// What is on the way between the peers: when it arrives, from whom, to whom.
#[derive(Default)]
struct Network {
    frame: u64,
    packets: Vec<(u64, usize, usize, Message)>,
    random: u64,
    sent: usize,
    lost: usize,
}

impl Network {
    /// Marsaglia's xorshift: the same network in every run.
    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 20
    }
}

/// The end of the network at a peer.
struct Socket {
    peer: usize,
    network: Rc<RefCell<Network>>,
}

impl NonBlockingSocket<usize> for Socket {
    fn send_to(&mut self, message: &Message, to: &usize) {
        let mut network = self.network.borrow_mut();
        network.sent += 1;
        if network.random() % 100 < LOST_PERCENT {
            network.lost += 1;
            return;
        }
        let span = DELAY.end() - DELAY.start() + 1;
        let arrives = network.frame + DELAY.start() + network.random() % span;
        network.packets.push((arrives, self.peer, *to, message.clone()));
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Message)> {
        let mut network = self.network.borrow_mut();
        let now = network.frame;
        let arrived = network.packets.extract_if(.., |(at, _, to, _)| *at <= now && *to == self.peer);
        arrived.map(|(_, from, _, message)| (from, message)).collect()
    }
}

/// A world, and what GGRS asks of it.
struct Peer {
    world: World,
    players: [BodyId; 2],
    session: P2PSession<Game>,
    /// The world before frame f is at f modulo the length.
    ring: [Snapshot; MAX_PREDICTION + 2],
    frame: usize,
    /// The hash before each frame, of the last time that the frame was played.
    hashes: Vec<u64>,
    rollbacks: usize,
    repeated: usize,
    deepest: usize,
    longest: Duration,
}

impl Peer {
    fn new(number: usize, network: &Rc<RefCell<Network>>) -> Result<Self, Box<dyn Error>> {
        let mut builder = SessionBuilder::<Game>::new()
            .with_num_players(2)?
            .with_max_prediction_window(MAX_PREDICTION)
            .with_desync_detection_mode(DesyncDetection::On { interval: 10 });
        for player in 0..2 {
            let kind = if player == number { PlayerType::Local } else { PlayerType::Remote(player) };
            builder = builder.add_player(kind, player)?;
        }
        let session = builder.start_p2p_session(Socket { peer: number, network: Rc::clone(network) })?;
        let (world, players) = arena()?;
        Ok(Self {
            world,
            players,
            session,
            ring: Default::default(),
            frame: 0,
            hashes: Vec::new(),
            rollbacks: 0,
            repeated: 0,
            deepest: 0,
            longest: Duration::ZERO,
        })
    }

    /// One frame of the screen: sends an input and does what GGRS asks for.
    fn advance(&mut self, player: usize) -> Result<(), Box<dyn Error>> {
        self.session.poll_remote_clients();
        for event in self.session.events() {
            if let GgrsEvent::DesyncDetected { frame, .. } = event {
                return Err(format!("the worlds differ in frame {frame}").into());
            }
            if let GgrsEvent::Disconnected { .. } = event {
                return Err("the connection was lost".into());
            }
        }
        if self.session.current_state() != SessionState::Running {
            return Ok(());
        }
        let input = if self.frame < FRAMES { input_of(player, self.frame) } else { 0 };
        self.session.add_local_input(player, input)?;
        match self.session.advance_frame() {
            Ok(requests) => self.follow(requests),
            // Too far ahead of the other peer: wait for its inputs.
            Err(GgrsError::PredictionThreshold) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn follow(&mut self, requests: Vec<GgrsRequest<Game>>) -> Result<(), Box<dyn Error>> {
        let (start, begun) = (Instant::now(), self.frame);
        for request in requests {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    let index = usize::try_from(frame)?;
                    self.world.save(&mut self.ring[index % (MAX_PREDICTION + 2)]);
                    let hash = self.world.state_hash();
                    self.hashes.truncate(index);
                    self.hashes.push(hash);
                    cell.save(frame, Some(()), Some(u128::from(hash)));
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    self.frame = usize::try_from(frame)?;
                    self.world.restore(&self.ring[self.frame % (MAX_PREDICTION + 2)])?;
                    self.rollbacks += 1;
                    self.repeated += begun - self.frame;
                    self.deepest = self.deepest.max(begun - self.frame);
                }
                GgrsRequest::AdvanceFrame { inputs } => self.step(&inputs)?,
            }
        }
        self.longest = self.longest.max(start.elapsed());
        Ok(())
    }

    fn step(&mut self, inputs: &[(Input, InputStatus)]) -> Result<(), Box<dyn Error>> {
        for (player, &(input, _)) in self.players.into_iter().zip(inputs) {
            let mut body = self.world.body_mut(player)?;
            let push = f32::from(input >> 1 & 1) - f32::from(input & 1);
            body.apply_central_force([60.0 * push, 0.0])?;
            if input & 4 != 0 && body.view().velocity().y.abs() < 0.1 {
                body.apply_central_impulse([0.0, 12.0])?;
            }
        }
        self.world.step(DT);
        self.frame += 1;
        Ok(())
    }
}

/// A pit with two hundred crates and balls, and a heavy ball for each player.
fn arena() -> Result<(World, [BodyId; 2]), DefError> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(16.0, 0.5)?))?;
    for x in [-16.0, 16.0] {
        let wall = ColliderDef::new(Shape::rectangle(0.5, 10.0)?);
        world.add_collider(ground, wall.offset([x, 9.5], 0.0))?;
    }
    for i in 0_u8..200 {
        let at = [f32::from(i % 20) * 1.2 - 11.4, 0.9 + 0.85 * f32::from(i / 20)];
        let shape = if i % 3 == 0 { Shape::circle(0.35)? } else { Shape::rectangle(0.4, 0.4)? };
        let body = world.add_body(BodyDef::dynamic().position(at))?;
        world.add_collider(body, ColliderDef::new(shape))?;
    }
    let mut add_player = |x: f32| -> Result<BodyId, DefError> {
        let player = world.add_body(BodyDef::dynamic().position([x, 1.5]).can_sleep(false))?;
        world.add_collider(player, ColliderDef::new(Shape::circle(0.7)?).density(2.0))?;
        Ok(player)
    };
    let players = [add_player(-14.0)?, add_player(14.0)?];
    Ok((world, players))
}

/// Keys that are held for 3 to 8 frames.
fn input_of(player: usize, frame: usize) -> Input {
    let turn = frame / (3 + frame / 100 % 6) + 31 * player;
    let keys = turn.wrapping_mul(2_654_435_761) >> 13;
    keys as u8 & 7
}

fn main() -> Result<(), Box<dyn Error>> {
    let network = Rc::new(RefCell::new(Network { random: 0x2545_f491, ..Network::default() }));
    let mut peers = [Peer::new(0, &network)?, Peer::new(1, &network)?];
    // Its rollbacks are cut out of the recording, which ends up with the course that was played.
    peers[0].world.start_recording();
    // Until both know all inputs of the minute. Lost packets of the handshake are sent again after 0.2 s of
    // real time, during which frames pass without play.
    while peers.iter().any(|peer| usize::try_from(peer.session.confirmed_frame()).unwrap_or(0) < FRAMES) {
        for (number, peer) in peers.iter_mut().enumerate() {
            peer.advance(number)?;
        }
        let is_waiting = peers[0].session.current_state() != SessionState::Running;
        if is_waiting {
            std::thread::sleep(Duration::from_millis(1));
        }
        network.borrow_mut().frame += 1;
    }
    let [a, b] = &mut peers;
    assert_eq!(a.hashes[..FRAMES], b.hashes[..FRAMES], "both peers have seen the same game in every frame");
    let deepest = a.deepest.max(b.deepest);
    assert!(deepest >= 8, "the deepest rollback: {deepest} frames");
    assert!(a.rollbacks.min(b.rollbacks) > 100, "both peers went back");
    let recording = a.world.stop_recording().ok_or("not recorded")?;
    assert_eq!(recording.frames(), a.frame, "the recording holds each frame once");
    let bytes = recording.to_bytes();
    Recording::from_bytes(&bytes)?.check()?;

    let Network { sent, lost, .. } = *network.borrow();
    println!("{FRAMES} frames, {sent} packets, {lost} of them lost; both worlds equal in every frame");
    for (number, peer) in [&*a, &*b].into_iter().enumerate() {
        let Peer { rollbacks, repeated, deepest, longest, .. } = peer;
        let longest = longest.as_secs_f64() * 1e3;
        println!(
            "peer {number}: {rollbacks} rollbacks, {repeated} frames again, at most {deepest} at once, \
             {longest:.2} ms for the longest frame"
        );
    }
    println!("recorded: {} calls, {} bytes; the replay has the same bits", recording.calls(), bytes.len());
    Ok(())
}
