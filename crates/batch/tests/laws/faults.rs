//! A world that goes bad is flagged by name, stops, and changes nothing in the others.

use crate::support::{ball_def, ball_level, hashes, noise};
use batch::{Batch, Fault, Flag, Interrupt, Parameter, Random, Varied};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const WORLDS: usize = 10;

/// Runs 30 steps with noise, with `spoil` called before each, and returns the hashes.
fn run(threads: usize, spoil: impl Fn(usize, &mut Batch, &mut [f32])) -> (Batch, Vec<u64>) {
    let level = ball_level();
    let mut batch = ball_def(&level).worlds(WORLDS).threads(threads).chunk(4).build().expect("a batch");
    let mut random = Random::new(3, 0, 0);
    for step in 0..30 {
        let mut actions = noise(&mut random, WORLDS * 2);
        spoil(step, &mut batch, &mut actions);
        batch.step(&actions).expect("actions of the right length");
    }
    let hashes = hashes(&batch);
    (batch, hashes)
}

#[test]
fn a_world_that_goes_bad_is_flagged_and_the_others_keep_their_bits() {
    for threads in [1, 2] {
        let (healthy, wanted) = run(threads, |_, _, _| {});
        assert_eq!(healthy.flags(), [Flag::Running; WORLDS]);
        let (batch, found) = run(threads, |step, batch, actions| match step {
            5 => actions[2 * 2 + 1] = f32::NAN,
            6 => actions[3 * 2] = f32::NEG_INFINITY,
            7 => {
                // The greatest velocity that a body takes leads it out of the world in the next step.
                let ball = batch.ids().bodies[1];
                let world = batch.world_mut(7).expect("a world");
                let mut ball = world.body_mut(ball).expect("a body");
                ball.set_velocity([3e38, 0.0]).expect("finite");
            }
            8 => (actions[9 * 2], actions[9 * 2 + 1]) = (f32::MAX, f32::MAX),
            _ => {}
        });
        let mut flags = [Flag::Running; WORLDS];
        (flags[2], flags[3], flags[7]) = (Flag::BadAction, Flag::BadAction, Flag::BodyStopped);
        flags[9] = batch.flags()[9];
        assert_ne!(flags[9], Flag::Running);
        assert_eq!(batch.flags(), flags);
        for i in 0..WORLDS {
            assert_eq!(found[i] == wanted[i], flags[i] == Flag::Running, "world {i}, {threads} threads");
            assert_eq!(batch.truncated()[i], flags[i] != Flag::Running);
            assert_eq!(batch.fault(i).expect("a world").map_or(Flag::Running, |it| it.flag()), flags[i]);
        }
        let fault = batch.fault(2).expect("a world").expect("a fault");
        assert_eq!(fault.to_string(), "number 1 of the action is NaN: it must be finite");
        assert!(matches!(batch.fault(7).expect("a world"), Some(Fault::BodyStopped(_))));
        assert!(batch.observations().iter().all(|x| x.is_finite()));
    }
}

#[test]
fn a_faulty_world_is_frozen_until_it_is_reset() {
    let level = ball_level();
    let mut batch = ball_def(&level).worlds(2).build().expect("a batch");
    let new = hashes(&batch);
    let still = [0.0; 4];
    batch.step(&still).expect("actions");
    batch.step(&[f32::INFINITY, 0.0, 0.0, 0.0]).expect("actions");
    let frozen = hashes(&batch)[0];
    for _ in 0..3 {
        batch.step(&still).expect("actions");
        assert_eq!(hashes(&batch)[0], frozen);
        assert_eq!((batch.flags()[0], batch.rewards()[0]), (Flag::BadAction, 0.0));
    }
    let other = hashes(&batch)[1];
    batch.reset(&[true, false]).expect("a mask");
    assert_eq!(batch.flags(), [Flag::Running; 2]);
    assert_eq!(hashes(&batch), [new[0], other]);
}

/// A body that the program removed cannot be pushed: the world is flagged, and a reset brings the body back.
#[test]
fn a_world_without_what_the_maps_name_is_flagged() {
    let level = ball_level();
    let mut batch = ball_def(&level).worlds(2).build().expect("a batch");
    let ball = batch.ids().bodies[1];
    batch.world_mut(1).expect("a world").remove_body(ball).expect("a body");
    batch.step(&[0.0; 4]).expect("actions");
    assert_eq!(batch.flags(), [Flag::Running, Flag::Refused]);
    assert_eq!(batch.observations()[7..], [0.0; 7]);
    batch.reset_ended();
    assert_eq!(batch.flags(), [Flag::Running; 2]);
    batch.step(&[0.0; 4]).expect("actions");
    assert_ne!(hashes(&batch)[0], hashes(&batch)[1], "world 0 is one step ahead");
    assert_eq!(batch.flags(), [Flag::Running; 2]);
}

/// A ball of 1e38 m has no finite mass: the worlds that draw such a size are flagged when they are reset.
#[test]
fn a_world_whose_parameters_are_refused_is_flagged() {
    let level = ball_level();
    let size = Parameter::new(Varied::Size { collider: 1 }, 1.0, 1e38);
    let batch = ball_def(&level).worlds(3).parameters(vec![size]).build().expect("a batch");
    assert_eq!((batch.flags(), batch.truncated()), (&[Flag::Refused; 3][..], &[true; 3][..]));
}

#[test]
fn an_interrupted_step_ends_early_and_flags_the_worlds_that_were_not_stepped() {
    let level = ball_level();
    for threads in [1, 2] {
        let def = || ball_def(&level).worlds(WORLDS).threads(threads).chunk(4).frame_skip(10_000);
        let mut batch = def().build().expect("a batch");
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        // Each chunk asks before each step; after the hundredth question all hear yes.
        batch.set_interrupt(Some(Interrupt::new(move || count.fetch_add(1, Ordering::Relaxed) >= 100)));
        batch.step(&[0.0; WORLDS * 2]).expect("actions of the right length");
        assert_eq!(batch.flags(), [Flag::Interrupted; WORLDS]);
        assert_eq!(batch.truncated(), [true; WORLDS]);
        // Each of the chunks asks once more: of 4, 4 and 2 worlds, or of 4 and 1 in each of two threads.
        assert_eq!(asked.load(Ordering::Relaxed), 100 + 2 + threads, "{threads} threads");
        let fault = batch.fault(WORLDS - 1).expect("a world").expect("a fault");
        assert!(fault.to_string().starts_with("the call was interrupted before step "), "{fault}");
        batch.set_interrupt(None);
        batch.reset_ended();
        let mut other = def().build().expect("a batch");
        other.reset_all();
        assert_eq!(batch.flags(), [Flag::Running; WORLDS]);
        assert_eq!(hashes(&batch), hashes(&other), "as in a batch that was not interrupted");
    }
}
