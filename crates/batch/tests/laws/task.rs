//! A task of the program is called as it is told, for each world with its own state and numbers.

use crate::support::{ball_level, hashes};
use batch::world::{BodyId, DefError, World};
use batch::{BatchDef, Flag, Outcome, Random, Task};

/// Pushes a ball, and counts what it is called for.
struct Count {
    ball: BodyId,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Calls {
    frames: Vec<u32>,
    observed: u32,
    start: f32,
}

impl Task for Count {
    type State = Calls;

    fn action_len(&self) -> usize {
        1
    }

    fn observation_len(&self) -> usize {
        2
    }

    fn reset(&self, world: &mut World, calls: &mut Calls, random: &mut Random) -> Result<(), DefError> {
        *calls = Calls { start: random.between(-1.0, 1.0), ..Calls::default() };
        world.body_mut(self.ball)?.set_velocity([calls.start, 0.0])?;
        Ok(())
    }

    fn act(&self, world: &mut World, calls: &mut Calls, action: &[f32], frame: u32) -> Result<(), DefError> {
        calls.frames.push(frame);
        world.body_mut(self.ball)?.apply_central_force([action[0], 0.0])?;
        Ok(())
    }

    fn observe(&self, world: &World, calls: &mut Calls, to: &mut [f32]) -> Result<Outcome, DefError> {
        calls.observed += 1;
        to[0] = world.body(self.ball)?.velocity().x;
        to[1] = calls.observed as f32;
        Ok(Outcome { reward: to[0], terminated: to[0] > 5.0, truncated: calls.observed > 3 })
    }
}

#[test]
fn a_task_is_called_once_a_frame_and_once_an_observation() {
    let level = ball_level();
    let build = |threads| {
        let def = BatchDef::new(&level).worlds(6).threads(threads).frame_skip(3).seed(4).chunk(2);
        def.build_task(|_, ids| Ok(Count { ball: ids.bodies[1] })).expect("a batch")
    };
    let (mut batch, mut other) = (build(1), build(2));
    let starts: Vec<f32> = (0..6).map(|i| batch.state(i).expect("a world").start).collect();
    // What `reset` draws is what `Random::new` tells.
    let told: Vec<f32> = (0..6).map(|i| Random::new(4, i, 0).between(-1.0, 1.0)).collect();
    assert_eq!(starts, told);
    assert_eq!(batch.observations()[..2], [starts[0], 1.0]);
    assert_eq!((batch.rewards(), batch.terminated()), (&[0.0; 6][..], &[false; 6][..]));
    let actions = [1.0, 2.0, 3.0, 4.0, 1000.0, 6.0];
    for _ in 0..2 {
        batch.step(&actions).expect("actions");
        other.step(&actions).expect("actions");
    }
    assert_eq!(hashes(&batch), hashes(&other));
    assert_eq!((batch.rewards(), batch.observations()), (other.rewards(), other.observations()));
    assert_eq!(batch.state(2).expect("a world").frames, [0, 1, 2, 0, 1, 2]);
    assert_eq!(batch.terminated(), [false, false, false, false, true, false]);
    for i in 0..6 {
        assert_eq!(batch.rewards()[i], batch.observations()[2 * i]);
    }
    batch.step(&actions).expect("actions");
    assert_eq!(batch.truncated(), [true; 6], "the fourth observation, that of the reset included");
    batch.reset_ended();
    let next: Vec<f32> = (0..6).map(|i| Random::new(4, i, 1).between(-1.0, 1.0)).collect();
    assert_eq!(batch.observations().chunks(2).map(|row| row[0]).collect::<Vec<_>>(), next);
    assert_eq!(batch.flags(), [Flag::Running; 6]);
}

#[test]
fn the_array_of_observations_stays_where_it_is() {
    let level = ball_level();
    let def = BatchDef::new(&level).worlds(6).threads(2);
    let mut batch = def.build_task(|_, ids| Ok(Count { ball: ids.bodies[1] })).expect("a batch");
    let at = batch.observations().as_ptr();
    batch.step(&[0.0; 6]).expect("actions");
    batch.reset_all();
    batch.step(&[0.0; 5]).expect_err("one action is missing");
    batch.reset(&[true; 7]).expect_err("a world too many");
    batch.reset_ended();
    assert_eq!(batch.observations().as_ptr(), at);
    // What is written elsewhere is the same, and the array of the batch is left alone.
    let before = batch.observations().to_vec();
    let mut elsewhere = [0.0; 12];
    let other = BatchDef::new(&level).worlds(6).seed(0);
    let mut other = other.build_task(|_, ids| Ok(Count { ball: ids.bodies[1] })).expect("a batch");
    other.step(&[0.0; 6]).expect("actions");
    other.reset_all();
    other.step(&[0.0; 6]).expect("actions");
    batch.step_into(&[0.0; 6], &mut elsewhere).expect("actions");
    assert_eq!((&elsewhere[..], batch.observations()), (other.observations(), &before[..]));
    batch.reset_into(&[true; 6], &mut elsewhere).expect("a mask");
    other.reset_all();
    assert_eq!(elsewhere, other.observations());
}
