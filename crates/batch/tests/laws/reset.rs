//! Worlds that are reset are as in a new batch, and the others are not touched.

use crate::support::{ball_def, ball_level, dynamic_bodies, hashes, noise, pushes, scene};
use batch::geom::Pose;
use batch::world::{DefError, World};
use batch::{BatchDef, Flag, Observation, Parameter, Random, Varied};

#[test]
fn reset_worlds_equal_those_of_a_new_batch_and_others_are_untouched() {
    const WORLDS: usize = 9;
    for name in ["ragdoll", "tower", "bridge"] {
        let level = scene(name);
        let bodies = dynamic_bodies(&level, 3);
        let observations: Vec<_> = bodies.iter().map(|&body| Observation::Pose { body }).collect();
        let def = |threads| {
            let def = BatchDef::new(&level).worlds(WORLDS).threads(threads).actions(pushes(&bodies));
            def.observations(observations.clone()).build().expect("a batch")
        };
        let mut reference = def(1);
        let mut random = Random::new(0, 0, 0);
        let actions: Vec<_> = (0..40).map(|_| noise(&mut random, WORLDS * bodies.len() * 3)).collect();
        let new = hashes(&reference);
        for actions in &actions[..20] {
            reference.step(actions).expect("actions");
        }
        let gone = hashes(&reference);
        let mask: Vec<bool> = (0..WORLDS).map(|i| i % 3 == 1).collect();
        let before = reference.observations().to_vec();
        reference.reset(&mask).expect("a mask");
        let width = reference.observation_len();
        for i in 0..WORLDS {
            let wanted = if mask[i] { new[i] } else { gone[i] };
            assert_eq!(reference.world(i).expect("a world").full_hash(), wanted, "{name}: world {i}");
            let row = i * width..(i + 1) * width;
            let is_same = reference.observations()[row.clone()] == before[row];
            assert_eq!(is_same, !mask[i], "{name}: observations of world {i}");
        }
        // A reset world goes the way of a new one.
        let mut fresh = def(2);
        for actions in &actions[20..] {
            reference.step(actions).expect("actions");
            fresh.step(actions).expect("actions");
        }
        for i in (0..WORLDS).filter(|&i| mask[i]) {
            let [reset, new] = [&reference, &fresh].map(|batch| batch.world(i).expect("a world").full_hash());
            assert_eq!(reset, new, "{name}: world {i} after the reset");
        }
    }
}

/// A world is the same in its episode 2 whatever happened in the episodes before.
#[test]
fn an_episode_does_not_depend_on_those_before() {
    let level = ball_level();
    let parameters = vec![
        Parameter::new(Varied::Mass { body: 1 }, 0.5, 2.0),
        Parameter::new(Varied::Friction { collider: 1 }, 0.0, 2.0),
        Parameter::new(Varied::Gravity, 0.5, 1.5),
        Parameter::new(Varied::Size { collider: 1 }, 0.5, 1.5),
    ];
    let build = |worlds, threads| {
        let def = ball_def(&level).worlds(worlds).threads(threads).seed(5);
        def.parameters(parameters.clone()).build().expect("a batch")
    };
    let (mut idle, mut busy) = (build(6, 1), build(4, 2));
    idle.reset_all();
    idle.reset_all();
    let mut random = Random::new(0, 0, 0);
    for _ in 0..2 {
        for _ in 0..30 {
            busy.step(&noise(&mut random, 8)).expect("actions");
        }
        busy.reset_all();
    }
    assert_eq!(hashes(&busy), hashes(&idle)[..4]);
    assert_eq!(busy.parameters(), &idle.parameters()[..16]);
}

#[test]
fn ended_worlds_are_reset_and_no_others() {
    let level = ball_level();
    let mut batch = ball_def(&level).worlds(3).build().expect("a batch");
    let new = hashes(&batch);
    batch.step(&[0.0, 0.0, f32::NAN, 0.0, 0.0, 0.0]).expect("actions");
    let moved = hashes(&batch);
    assert_eq!(batch.truncated(), [false, true, false]);
    batch.reset_ended();
    assert_eq!(hashes(&batch), [moved[0], new[1], moved[2]]);
    assert_eq!(batch.truncated(), [false; 3]);
}

/// Each world has the bits of a world alone that is loaded and given the same values.
#[test]
fn reset_with_gives_each_world_its_own_start_and_touches_no_other() {
    let level = ball_level();
    let values = |index: usize| ([0.5 * index as f32, 1.0 + index as f32], [index as f32, -1.0]);
    for threads in [1, 2] {
        let mut batch = ball_def(&level).worlds(9).threads(threads).chunk(4).build().expect("a batch");
        let ball = batch.ids().bodies[1];
        let set = |ball, index: usize, world: &mut World| {
            let ([x, y], velocity) = values(index);
            let mut body = world.body_mut(ball)?;
            body.set_pose(Pose::new([x, y], 0.0))?.set_velocity(velocity)?;
            if index == 7 {
                body.set_velocity([f32::NAN, 0.0])?;
            }
            Ok::<(), DefError>(())
        };
        let mask: [bool; 9] = std::array::from_fn(|index| index != 4);
        let mut seen = [0.0; 9 * 7];
        batch.reset_with(&mask, &mut seen, |index, world| set(ball, index, world)).expect("lengths");
        assert_eq!(seen[7 * 3..7 * 3 + 2], [1.5, 4.0], "observed after it was set");
        assert_eq!(batch.flags()[7], Flag::Refused);
        for _ in 0..60 {
            batch.step(&[0.0; 9 * 2]).expect("actions of the right length");
        }
        for index in (0..9).filter(|&index| index != 7) {
            let (mut alone, ids) = World::load(&level).expect("a level");
            let ball = ids.bodies[1];
            if index != 4 {
                set(ball, index, &mut alone).expect("finite");
            }
            for _ in 0..60 {
                // As the batch does: a force, if only of zero, wakes the ball.
                let mut body = alone.body_mut(ball).expect("a body");
                body.apply_central_force([0.0; 2]).expect("finite");
                alone.step(1.0 / 60.0);
            }
            let of_batch = batch.world(index).expect("a world");
            assert_eq!(of_batch.full_hash(), alone.full_hash(), "world {index}, {threads} threads");
        }
        let error = batch.reset_with(&mask[1..], &mut seen, |_, _| Ok(())).expect_err("a short mask");
        assert_eq!(error.to_string(), "mask has 8 numbers: it must have 9, 9 worlds of 1 each");
    }
}
