//! What is wrong is refused with a sentence that names it, and changes nothing.

use crate::support::{ball_def, ball_level, hashes};
use batch::geom::Shape;
use batch::world::{BodyDef, ColliderDef, JointDef, Level, RevoluteJoint, WeldJoint};
use batch::{Action, BatchDef, Observation, Parameter, RayFan, Varied};

/// A ground, a ball, a lift, a weld and a hinge without a motor.
fn level() -> Level {
    let mut level = ball_level();
    let lift = level.body(BodyDef::kinematic());
    let box_ = ColliderDef::new(Shape::rectangle(0.1, 0.1).expect("a shape"));
    let other = level.body_with(BodyDef::dynamic().position([5.0, 5.0]), box_);
    level.joint(JointDef::new(lift, 1, WeldJoint::new()));
    level.joint(JointDef::new(other, 1, RevoluteJoint::new()));
    level
}

#[test]
fn invalid_definitions_are_named() {
    let level = level();
    let def = || BatchDef::new(&level).worlds(2);
    let act = |action| def().actions(vec![Action::torque(1), action]);
    let see = |observation| def().observations(vec![observation]);
    let fan = |fan| see(Observation::Rays(fan));
    let vary = |varied, least, greatest| def().parameters(vec![Parameter::new(varied, least, greatest)]);
    let nan = f32::NAN;
    let table: Vec<(BatchDef<'_>, &str)> = vec![
        (def().worlds(0), "worlds is 0: it must be at least 1"),
        (def().threads(0), "threads is 0: it must be at least 1"),
        (def().frame_skip(0), "frame_skip is 0: it must be at least 1"),
        (def().chunk(0), "chunk is 0: it must be at least 1"),
        (def().dt(0.0), "dt is 0: it must be above 0 and at most 1"),
        (def().dt(nan), "dt is NaN: it must be above 0 and at most 1"),
        (def().dt(1.5), "dt is 1.5: it must be above 0 and at most 1"),
        (act(Action::force(9)), "action 1 names body 9, but the level has only 4"),
        (act(Action::motor_speed(2)), "action 1 names joint 2, but the level has only 2"),
        (act(Action::force(0)), "action 1 is refused: the body is static: it must be dynamic"),
        (act(Action::torque(2)), "action 1 is refused: the body is kinematic: it must be dynamic"),
        (act(Action::target(1)), "action 1 is refused: the body is dynamic: it must be kinematic"),
        (act(Action::force(1).scaled(nan)), "action 1 is refused: scale is NaN: it must be finite"),
        (
            act(Action::motor_speed(1)),
            "action 1 is refused: max_motor_torque is 0: it must be above zero, or the motor does nothing",
        ),
        (
            act(Action::motor_torque(0)),
            "action 1 is refused: the joint is a weld joint: it must be a revolute, prismatic or wheel joint",
        ),
        (see(Observation::Touch { collider: 3 }), "observation 0 names collider 3, but the level has only 3"),
        (
            see(Observation::Pose { body: u32::MAX }),
            "observation 0 names body 4294967295, but the level has only 4",
        ),
        (fan(RayFan::new(1, 0, 1.0)), "observation 0 is refused: count is 0: it must be at least 1"),
        (fan(RayFan::new(1, 3, 0.0)), "observation 0 is refused: length is 0: it must be above zero"),
        (fan(RayFan::new(1, 3, nan)), "observation 0 is refused: length is NaN: it must be finite"),
        (
            fan(RayFan { to: f32::INFINITY, ..RayFan::new(1, 3, 1.0) }),
            "observation 0 is refused: to is inf: it must be finite",
        ),
        (
            vary(Varied::Mass { body: 1 }, 0.0, 1.0),
            "parameter 0 is refused: least is 0: it must be finite and above zero",
        ),
        (
            vary(Varied::Mass { body: 2 }, 1.0, 2.0),
            "parameter 0 is refused: mass is 0: it must be above zero, to be multiplied",
        ),
        (
            vary(Varied::Friction { collider: 0 }, -1.0, 1.0),
            "parameter 0 is refused: least is -1: it must be finite and not negative",
        ),
        (
            vary(Varied::Gravity, 1.0, f32::INFINITY),
            "parameter 0 is refused: greatest is inf: it must be finite",
        ),
        (
            vary(Varied::Gravity, 2.0, 1.0),
            "parameter 0 is refused: greatest is 1: it must be at least the least",
        ),
        (
            vary(Varied::Gravity, -3e38, 3e38),
            "parameter 0 is refused: greatest is 300000000000000000000000000000000000000: it must be so near \
             to the least that the difference is finite",
        ),
        (
            vary(Varied::Strength { first: 0, count: 1 }, 1.0, 2.0),
            "parameter 0 is refused: end of the strength is 1: it must be within the action, and at least one \
             number",
        ),
        (
            vary(Varied::Size { collider: 7 }, 1.0, 2.0),
            "parameter 0 names collider 7, but the level has only 3",
        ),
        (
            def().parameters(vec![Parameter::new(Varied::Gravity, 1.0, 1.0); 2]),
            "parameters 0 and 1 vary the same",
        ),
    ];
    for (def, wanted) in table {
        let error = def.clone().build().map(|_| ()).expect_err(wanted);
        assert_eq!(error.to_string(), wanted, "{def:?}");
    }
    let size = vary(Varied::Size { collider: 0 }, 1.0, 1e38).build().expect_err("an infinite shape");
    assert!(size.to_string().starts_with("parameter 0 is refused: "), "{size}");
    let mut broken = level.clone();
    broken.colliders[0].body = 99;
    assert!(BatchDef::new(&broken).build().is_err());
}

#[test]
fn wrong_lengths_and_indices_are_named_and_change_nothing() {
    let level = ball_level();
    let mut batch = ball_def(&level).worlds(3).threads(2).build().expect("a batch");
    batch.step(&[0.5; 6]).expect("actions");
    let before = (hashes(&batch), batch.observations().to_vec());
    let mut few = [0.0; 20];
    let errors = [
        batch.step(&[0.0; 5]),
        batch.step(&[]),
        batch.step_into(&[0.0; 6], &mut few),
        batch.reset(&[true; 4]),
        batch.reset_into(&[true; 3], &mut few),
        batch.world(3).map(|_| ()),
        batch.world_mut(usize::MAX).map(|_| ()),
        batch.fault(3).map(|_| ()),
    ];
    let wanted = [
        "actions has 5 numbers: it must have 6, 3 worlds of 2 each",
        "actions has 0 numbers: it must have 6, 3 worlds of 2 each",
        "observations has 20 numbers: it must have 21, 3 worlds of 7 each",
        "mask has 4 numbers: it must have 3, 3 worlds of 1 each",
        "observations has 20 numbers: it must have 21, 3 worlds of 7 each",
        "there is no world 3: the batch has 3",
        "there is no world 18446744073709551615: the batch has 3",
        "there is no world 3: the batch has 3",
    ];
    for (error, wanted) in errors.into_iter().zip(wanted) {
        assert_eq!(error.expect_err(wanted).to_string(), wanted);
    }
    assert_eq!((hashes(&batch), batch.observations().to_vec()), before);
}

#[test]
fn maps_beside_a_task_are_refused() {
    struct Nothing;
    impl batch::Task for Nothing {
        type State = ();
        fn action_len(&self) -> usize {
            0
        }
        fn observation_len(&self) -> usize {
            0
        }
        fn reset(
            &self,
            _: &mut batch::world::World,
            (): &mut (),
            _: &mut batch::Random,
        ) -> Result<(), batch::world::DefError> {
            Ok(())
        }
        fn act(
            &self,
            _: &mut batch::world::World,
            (): &mut (),
            _: &[f32],
            _: u32,
        ) -> Result<(), batch::world::DefError> {
            Ok(())
        }
        fn observe(
            &self,
            _: &batch::world::World,
            (): &mut (),
            _: &mut [f32],
        ) -> Result<batch::Outcome, batch::world::DefError> {
            Ok(batch::Outcome::default())
        }
    }
    let level = ball_level();
    let error = ball_def(&level).build_task(|_, _| Ok(Nothing)).map(|_| ()).expect_err("maps beside a task");
    assert_eq!(error.to_string(), "actions were given beside a task: they are for a batch without one");
    assert!(BatchDef::new(&level).build_task(|_, _| Ok(Nothing)).is_ok());
}
