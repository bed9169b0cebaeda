//! Two peers, each with a world of its own, over a network that delivers late: they guess the other's inputs
//! and take back what they guessed wrong.

use crate::game::{Config, Score};
use crate::rollback::{play_with, random_input};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ggrs::ggrs::{DesyncDetection, GgrsEvent, Message, NonBlockingSocket, P2PSession};
use bevy_ggrs::prelude::*;
use bevy_ggrs::{LoadWorld, RollbackFrameCount};
use bevy_physics2d::Physics;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Messages on their way: when they arrive, from and to whom.
type Wire = Arc<Mutex<Vec<(u64, SocketAddr, SocketAddr, Message)>>>;

fn address(player: usize) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 7000 + player as u16))
}

/// An end of the wire. A message takes one to five ticks, by its number, and so may overtake another.
struct End {
    own: SocketAddr,
    wire: Wire,
    tick: Arc<AtomicU64>,
    sent: u64,
}

impl NonBlockingSocket<SocketAddr> for End {
    fn send_to(&mut self, message: &Message, to: &SocketAddr) {
        self.sent += 1;
        let arrives = self.tick.load(Ordering::Relaxed) + 1 + self.sent * 7 % 5;
        self.wire.lock().unwrap().push((arrives, self.own, *to, message.clone()));
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        let now = self.tick.load(Ordering::Relaxed);
        let mut wire = self.wire.lock().unwrap();
        wire.extract_if(.., |it| it.2 == self.own && it.0 <= now).map(|it| (it.1, it.3)).collect()
    }
}

/// How often a frame was taken back.
#[derive(Resource, Default)]
struct Rollbacks(u32);

fn session(player: usize, wire: &Wire, tick: &Arc<AtomicU64>) -> P2PSession<Config> {
    let end = End { own: address(player), wire: wire.clone(), tick: tick.clone(), sent: 0 };
    let other = 1 - player;
    SessionBuilder::<Config>::new()
        .with_num_players(2)
        .unwrap()
        .with_max_prediction_window(8)
        .with_desync_detection_mode(DesyncDetection::On { interval: 1 })
        .add_player(PlayerType::Local, player)
        .unwrap()
        .add_player(PlayerType::Remote(address(other)), other)
        .unwrap()
        .start_p2p_session(end)
        .unwrap()
}

/// The peers compare the hash of each frame that both know the inputs of, and find no difference in 300
/// frames, in which each has taken back frames a hundred times.
#[test]
fn peers_that_guess_wrong_agree_on_every_frame() {
    let (wire, tick) = (Wire::default(), Arc::new(AtomicU64::new(0)));
    let mut peers = [0, 1].map(|player| {
        play_with(Session::P2P(session(player, &wire, &tick)), random_input, |app| {
            let count = |mut rollbacks: ResMut<'_, Rollbacks>| rollbacks.0 += 1;
            app.init_resource::<Rollbacks>().add_systems(LoadWorld, count);
        })
    });
    let frame = |app: &App| app.world().resource::<RollbackFrameCount>().0;
    for _ in 0..5000 {
        tick.fetch_add(1, Ordering::Relaxed);
        for peer in &mut peers {
            peer.update();
            let mut session = peer.world_mut().resource_mut::<Session<Config>>();
            let Session::P2P(session) = &mut *session else { panic!("a session of peers") };
            for event in session.events() {
                let is_different = matches!(event, GgrsEvent::DesyncDetected { .. });
                assert!(!is_different, "{event:?}");
            }
        }
        if peers.iter().all(|peer| frame(peer) >= 300) {
            break;
        }
    }
    for peer in &peers {
        assert!(frame(peer) >= 300, "frame {}", frame(peer));
        let rollbacks = peer.world().resource::<Rollbacks>().0;
        assert!(rollbacks > 100, "{rollbacks} rollbacks");
        assert!(peer.world().resource::<Score>().0.iter().sum::<u32>() > 0);
        peer.world().resource::<Physics>().world.validate().unwrap();
    }
}
