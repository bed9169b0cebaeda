//! Riding: after each step of the world the character is where its ground is, however that moves.
//!
//! The lag is how far the character is from the place on the ground where it stood, measured in the frame of
//! the ground after the step of the world: what a player sees.

use crate::{Player, add, empty, shapes};
use proptest::prelude::*;
use toolkit::CharacterMotion;
use toolkit::geom::{Point, Pose, Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, BodyKind, JointDef, PrismaticJoint, RevoluteJoint};

/// m. A lag below this is not seen: a tenth of the skin. It covers that the cast down finds the ground to
/// 0.01 mm only, and the rounding of half a minute.
const UNSEEN: f32 = 1.2e-3;

/// A player in the middle of a board of 4 m, whose upper side is at y = 0.
fn on_board(shape: Shape, kind: BodyKind) -> (Player, BodyId) {
    let mut world = empty();
    let def = BodyDef { kind, ..BodyDef::fixed().position([0.0, -0.1]) };
    let board = add(&mut world, def, Shape::rectangle(2.0, 0.1).unwrap());
    let mut player = Player::new(world, shape, [0.0, 0.0]);
    player.velocity = Vec2::zeros();
    (player, board)
}

/// One frame of `dt` seconds without a wish.
fn ride(player: &mut Player, dt: f32) -> CharacterMotion {
    let gravity = player.world.settings().gravity;
    let motion = player.mover.step(&mut player.world, player.velocity + gravity * dt, dt).unwrap();
    player.velocity = Vec2::new(0.0, motion.velocity.y);
    player.world.step(dt);
    motion
}

fn pose(player: &Player, body: BodyId) -> Pose {
    player.world.body(body).unwrap().pose()
}

/// Where the feet are in the frame of a body.
fn feet_on(player: &Player, body: BodyId) -> Point {
    let feet = player.mover.position() - Vec2::new(0.0, 0.8 + player.mover.settings().skin);
    pose(player, body).inverse_transform(feet.to_point())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// A platform of up to 16 m/s in any direction, which turns within a step at any time, carries the
    /// character without a lag and without a step in the air, at any length of step; also the kinematic body
    /// of the character.
    #[test]
    fn a_platform_is_ridden_without_a_lag_however_fast_and_where_it_turns(
        box_shaped in any::<bool>(), dt in prop_oneof![Just(1.0_f32 / 60.0), 0.004_f32..0.034],
        speed in 0.1_f32..16.0, angle in prop_oneof![Just(0.0_f32), Just(1.570_796_4), -3.2_f32..3.2],
        turns in prop::collection::vec(1_usize..30, 1..8), has_body in any::<bool>(),
    ) {
        let shape = shapes()[usize::from(box_shaped)].clone();
        let (mut player, board) = on_board(shape.clone(), BodyKind::Kinematic);
        let own = has_body.then(|| {
            let def = BodyDef::kinematic().position(player.mover.position());
            add(&mut player.world, def, shape)
        });
        if let Some(own) = own {
            player.mover = player.mover.clone().with_body(own);
        }
        ride(&mut player, dt);
        let start = feet_on(&player, board);
        let mut velocity = Vec2::new(angle.cos(), angle.sin()) * speed;
        for steps in turns {
            velocity = -velocity;
            player.world.body_mut(board).unwrap().set_velocity(velocity).unwrap();
            for step in 0..steps {
                let motion = ride(&mut player, dt);
                let lag = (feet_on(&player, board) - start).norm();
                prop_assert!(lag < UNSEEN, "{} m in step {} after a turn", lag, step);
                prop_assert!(motion.ground.is_some_and(|ground| ground.body == board), "in the air");
                if let Some(own) = own {
                    let behind = (pose(&player, own).position - player.mover.position().to_point()).norm();
                    prop_assert!(behind < 1e-4, "its body is {} m beside it", behind);
                }
            }
        }
    }

    /// Driven to poses in place of velocities: a cabin on a wheel, which changes its velocity in each step.
    #[test]
    fn a_cabin_on_a_wheel_is_ridden_without_a_lag(
        box_shaped in any::<bool>(), radius in 0.5_f32..10.0, speed in 0.5_f32..16.0, by_pose in any::<bool>(),
    ) {
        let dt = 1.0 / 60.0;
        let (mut player, board) = on_board(shapes()[usize::from(box_shaped)].clone(), BodyKind::Kinematic);
        ride(&mut player, dt);
        let start = feet_on(&player, board);
        let turn = f32::min(speed / radius, 6.0) * dt;
        for step in 0..200 {
            let at = |step: usize| {
                let (sin, cos) = (turn * step as f32).sin_cos();
                Point::new(radius * (cos - 1.0), radius * sin - 0.1)
            };
            let mut view = player.world.body_mut(board).unwrap();
            if by_pose {
                view.set_target_pose(Pose::at(at(step + 1)), dt).unwrap();
            } else {
                view.set_velocity((at(step + 1) - at(step)) / dt).unwrap();
            }
            ride(&mut player, dt);
            let lag = (feet_on(&player, board) - start).norm();
            prop_assert!(lag < UNSEEN, "{} m in step {}", lag, step);
        }
    }

    /// On a board that tilts, up to 0.5 rad and at up to 2 rad/s, it stands one skin above the board, up to
    /// 1.5 m from the axis.
    #[test]
    fn a_board_that_tilts_is_ridden_without_a_lag(
        box_shaped in any::<bool>(), x in -1.5_f32..1.5, turn in 0.05_f32..2.0, clockwise in any::<bool>(),
    ) {
        let dt = 1.0 / 60.0;
        let (mut player, board) = on_board(shapes()[usize::from(box_shaped)].clone(), BodyKind::Kinematic);
        player.mover.set_position([f64::from(x), player.mover.position().y]);
        ride(&mut player, dt);
        let turn = if clockwise { -turn } else { turn };
        player.world.body_mut(board).unwrap().set_angular_velocity(turn).unwrap();
        for step in 0..(0.5 / (turn.abs() * dt)) as usize {
            ride(&mut player, dt);
            let gap = gap(&player, board);
            prop_assert!((gap - player.mover.settings().skin).abs() < UNSEEN, "{} m in step {}", gap, step);
        }
    }

    /// A plank on an axis tilts under the character, from which it is one skin: exactly if the game calls
    /// `follow_ground`, and else but for what the plank has accelerated in the step.
    #[test]
    fn a_see_saw_is_ridden_without_a_lag(
        box_shaped in any::<bool>(), x in 0.4_f32..1.8, density in 20.0_f32..500.0, follows in any::<bool>(),
    ) {
        let dt = 1.0 / 60.0;
        let (mut player, plank) = on_board(shapes()[usize::from(box_shaped)].clone(), BodyKind::Dynamic);
        player.world.body_mut(plank).unwrap().set_pose(Pose::at([0.0, -0.1])).unwrap();
        let collider = player.world.body(plank).unwrap().colliders().next().unwrap().id();
        player.world.collider_mut(collider).unwrap().set_density(density).unwrap();
        let post = player.world.add_body(BodyDef::fixed().position([0.0, -0.1])).unwrap();
        player.world.add_joint(JointDef::new(post, plank, RevoluteJoint::new().limits(-0.5, 0.5))).unwrap();
        player.mover.set_position([f64::from(x), player.mover.position().y + 0.02]);
        let mut last = 0.0;
        for step in 0..120 {
            ride(&mut player, dt);
            let Some(ground) = player.mover.ground().copied() else { continue };
            let speed = player.world.body(plank).unwrap().velocity_at(ground.point).norm();
            let accelerated = (speed - last).abs() * dt;
            last = speed;
            if follows {
                player.mover.follow_ground(&player.world).unwrap();
            }
            let bound = if follows { UNSEEN } else { UNSEEN + 1.5 * accelerated };
            let gap = gap(&player, plank);
            let skin = player.mover.settings().skin;
            prop_assert!((gap - skin).abs() < bound, "{} m in step {} at {} m/s", gap - skin, step, speed);
        }
        let ground = player.mover.ground().expect("the plank or the post");
        prop_assert_eq!(ground.body, plank);
    }

    /// A dynamic board that a motor drives along a rail, up to 16 m/s in any direction.
    #[test]
    fn a_dynamic_board_on_a_rail_is_ridden_without_a_lag(
        box_shaped in any::<bool>(), speed in 0.5_f32..16.0,
        axis in prop_oneof![Just(Vec2::new(1.0, 0.0)), Just(Vec2::new(0.0, 1.0)), Just(Vec2::new(0.6, 0.8))],
        follows in any::<bool>(),
    ) {
        let dt = 1.0 / 60.0;
        let (mut player, board) = on_board(shapes()[usize::from(box_shaped)].clone(), BodyKind::Dynamic);
        let post = player.world.add_body(BodyDef::fixed().position([0.0, -0.1])).unwrap();
        let rail = PrismaticJoint::new(axis).motor(0.0, 1e6);
        let rail = player.world.add_joint(JointDef::new(post, board, rail)).unwrap();
        for _ in 0..10 {
            ride(&mut player, dt);
        }
        for step in 0..120 {
            if step % 30 == 0 {
                let speed = if step % 60 == 0 { speed } else { -speed };
                let drive = |joint: PrismaticJoint| joint.motor(speed, 1e6);
                player.world.joint_mut(rail).unwrap().change(drive).unwrap();
            }
            let (before, old) = (feet_on(&player, board), player.world.body(board).unwrap().velocity());
            let motion = ride(&mut player, dt);
            let change = (player.world.body(board).unwrap().velocity() - old).norm();
            if follows {
                player.mover.follow_ground(&player.world).unwrap();
            }
            let lag = (feet_on(&player, board) - before).norm();
            // It cannot know that the motor will turn the board; and comes back in the step after.
            let is_jolt = !follows && (step % 30 <= 1 || change > 0.01);
            prop_assert!(lag < UNSEEN || is_jolt, "{} m in step {}", lag, step);
            prop_assert!(motion.ground.is_some_and(|ground| ground.body == board), "in the air: {}", step);
        }
    }
}

/// m. How far the shape of the character is from a body, as the world is now.
fn gap(player: &Player, body: BodyId) -> f32 {
    let collider = player.world.body(body).unwrap().colliders().next().unwrap();
    let own = Pose::at(player.mover.position().to_point());
    let gap = toolkit::collide::separation(collider.shape(), pose(player, body), player.mover.shape(), own);
    gap.unwrap().separation
}
