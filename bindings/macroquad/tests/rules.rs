//! The rules, played without a window.

use tower_game::{BALLS, DT, Game, Input, LEVELS, Phase, SLING, launch_velocity, path};

fn press() -> Input {
    Input { press: true, ..Input::default() }
}

fn wait(game: &mut Game, steps: usize) {
    (0..steps).for_each(|_| game.step(Input::default()));
}

/// Pulls the sling by this vector (m), lets go, and waits for the end of the throw.
fn throw(game: &mut Game, pull: [f32; 2]) {
    assert_eq!(game.phase(), Phase::Aim);
    let pointer = [SLING[0] + pull[0], SLING[1] + pull[1]];
    game.step(Input { pointer, press: true, ..Input::default() });
    assert!(game.is_pulled());
    game.step(Input { pointer, release: true, ..Input::default() });
    for _ in 0..1000 {
        if game.phase() != Phase::Flying {
            return;
        }
        game.step(Input::default());
    }
    panic!("the throw does not end");
}

/// A game at a level: the ones before it are won by a player who tries throws until they are.
fn at_level(level: usize) -> Game {
    let mut game = Game::new();
    game.step(press());
    for _ in 0..level {
        win(&mut game);
        game.step(press());
    }
    assert_eq!(game.level(), level);
    game
}

/// Pulls of full length, by the angle of the throw.
fn pull(degrees: f32) -> [f32; 2] {
    let angle = degrees.to_radians();
    [-2.0 * angle.cos(), -2.0 * angle.sin()]
}

/// Looks for throws that win the level: flat ones first, with a restart after each loss.
fn win(game: &mut Game) {
    for first in 0..20 {
        for i in 0..BALLS as usize {
            throw(game, pull([0.0, 8.0, 15.0, 22.0, 4.0, 12.0, 19.0, 2.0, 28.0, 60.0][(first + i * 3) % 10]));
            if game.phase() == Phase::Won {
                return;
            }
            if game.phase() == Phase::Lost {
                break;
            }
        }
        game.step(press());
    }
    panic!("level {} cannot be won", game.level());
}

#[test]
fn game_begins_at_the_title_with_a_press() {
    let mut game = Game::new();
    wait(&mut game, 10);
    assert_eq!(game.phase(), Phase::Title);
    game.step(press());
    assert_eq!((game.phase(), game.balls(), game.score(), game.level()), (Phase::Aim, BALLS, 0, 0));
}

/// Nothing breaks, moves away or counts before the first throw.
#[test]
fn towers_stand_by_themselves() {
    for level in 0..LEVELS {
        let mut game = at_level(level);
        let (score, targets) = (game.score(), game.targets());
        let places = |game: &Game| game.world().bodies().map(|it| it.pose().position).collect::<Vec<_>>();
        let before = places(&game);
        wait(&mut game, 300);
        assert_eq!((game.phase(), game.score(), game.targets()), (Phase::Aim, score, targets));
        for (a, b) in before.iter().zip(places(&game)) {
            assert!((a - b).norm() < 0.05, "level {level}: {a} {b}");
        }
    }
}

/// Each level can be won; its targets and the balls that are left count, and after the last comes the title.
#[test]
fn all_levels_can_be_won() {
    let mut game = at_level(0);
    for level in 0..LEVELS {
        let (before, targets) = (game.score(), game.targets() as u32);
        win(&mut game);
        assert!(game.score() >= before + 100 * targets + 50 * game.balls(), "level {level}");
        game.step(press());
    }
    assert_eq!(game.phase(), Phase::Title);
}

/// Balls thrown backwards hit nothing: after the last the level is lost, and begins anew with all balls.
#[test]
fn level_without_a_hit_is_lost_and_begins_anew() {
    let mut game = at_level(0);
    for left in (0..BALLS).rev() {
        throw(&mut game, [1.0, -0.5]);
        assert_eq!(game.balls(), left);
    }
    assert_eq!((game.phase(), game.score()), (Phase::Lost, 0));
    wait(&mut game, 60);
    assert_eq!(game.phase(), Phase::Lost);
    game.step(press());
    assert_eq!((game.phase(), game.balls(), game.targets()), (Phase::Aim, BALLS, 2));
}

/// A restart takes back what the level has brought, and no more.
#[test]
fn restart_takes_back_the_score_of_the_level() {
    let mut game = at_level(1);
    let score = game.score();
    assert!(score > 0);
    throw(&mut game, pull(15.0));
    game.step(Input { restart: true, ..Input::default() });
    assert_eq!((game.phase(), game.score(), game.balls(), game.level()), (Phase::Aim, score, BALLS, 1));
}

/// A click without a pull throws nothing, and a release without a press does not, either.
#[test]
fn click_without_a_pull_throws_nothing() {
    let mut game = at_level(0);
    game.step(Input { pointer: SLING, press: true, ..Input::default() });
    game.step(Input { pointer: SLING, release: true, ..Input::default() });
    game.step(Input { pointer: [-5.0, 0.0], release: true, ..Input::default() });
    assert_eq!((game.phase(), game.balls()), (Phase::Aim, BALLS));
}

/// The ball flies along the path that is shown, to the error of a step of first order, g t dt / 8: 2 cm.
#[test]
fn ball_flies_along_the_path_that_is_shown() {
    let mut game = at_level(0);
    let pointer = [SLING[0] - 1.5, SLING[1] - 1.2];
    game.step(Input { pointer, press: true, ..Input::default() });
    game.step(Input { pointer, release: true, ..Input::default() });
    let gravity = game.world().settings().gravity;
    let shown: Vec<_> = path(launch_velocity(pointer.into()), gravity).take(6).collect();
    for (i, expected) in shown.into_iter().enumerate() {
        let steps = (0.1 / DT).round() as usize;
        wait(&mut game, if i == 0 { steps - 1 } else { steps });
        let ball = game.world().dynamic_bodies().last().map(|ball| ball.pose().position);
        let ball = ball.unwrap_or_default();
        assert!((ball - expected).norm() < 0.03, "{ball} {expected}");
    }
}

/// The same inputs give the same bits.
#[test]
fn game_is_the_same_each_time() {
    let play = || {
        let mut game = at_level(0);
        throw(&mut game, pull(4.0));
        (game.world().state_hash(), game.score(), game.targets())
    };
    assert_eq!(play(), play());
}
