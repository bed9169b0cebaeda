//! Lifts, moving and rotating platforms, belts, one-way platforms, crushing.

use crate::{DT, Player, add, add_box, capsule, empty, shapes};
use toolkit::geom::{Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, ColliderDef};

/// A kinematic board with its upper side at `y` (m).
fn board(player: &mut Player, x: f32, y: f32, velocity: [f32; 2]) -> BodyId {
    let def = BodyDef::kinematic().position([x, y - 0.1]).velocity(velocity);
    add(&mut player.world, def, Shape::rectangle(2.0, 0.1).unwrap())
}

fn set_velocity(player: &mut Player, body: BodyId, velocity: [f32; 2]) {
    player.world.body_mut(body).unwrap().set_velocity(velocity).unwrap();
}

#[test]
fn a_lift_carries_it_up_and_down_without_a_frame_of_air() {
    for shape in shapes() {
        for speed in [0.5, 3.0, 8.0] {
            let mut player = Player::new(empty(), shape.clone(), [0.0, 0.0]);
            let lift = board(&mut player, 0.0, 0.0, [0.0, 0.0]);
            player.velocity = Vec2::zeros();
            player.mover.set_position([0.0, 0.82]);
            player.frames(5, 0.0);
            for frame in 0..360 {
                // Up, down, up, with a jolt at each turn.
                let direction = if frame / 60 % 2 == 0 { speed } else { -speed };
                set_velocity(&mut player, lift, [0.0, direction]);
                let motion = player.frame(0.5);
                assert!(motion.ground.is_some_and(|ground| ground.body == lift), "{speed}: frame {frame}");
                let top = player.world.body(lift).unwrap().pose().position.y + 0.1;
                let lag = player.feet() - top;
                assert!(lag.abs() < 2e-3, "{speed}: frame {frame}: {lag} m");
                if player.x() > 1.0 {
                    player.mover.set_position([-1.0, player.mover.position().y]);
                    player.frame(0.0);
                }
            }
        }
    }
}

#[test]
fn a_platform_carries_it_sideways_and_its_velocity_is_inherited_by_a_jump() {
    for shape in shapes() {
        let mut player = Player::new(empty(), shape, [0.0, 0.0]);
        let platform = board(&mut player, 0.0, 0.0, [0.0, 0.0]);
        player.velocity = Vec2::zeros();
        player.mover.set_position([0.0, 0.82]);
        player.frames(5, 0.0);
        set_velocity(&mut player, platform, [4.0, 0.0]);
        let offset = |player: &Player| player.x() - player.world.body(platform).unwrap().pose().position.x;
        let before = offset(&player);
        for _ in 0..120 {
            let motion = player.frame(0.0);
            assert_eq!(motion.velocity.x, 0.0, "relative to the platform");
            assert!((motion.ground.expect("the platform").velocity.x - 4.0).abs() < 1e-5);
        }
        assert!((offset(&player) - before).abs() < 1e-3, "behind by {}", offset(&player) - before);
        let x = player.x();
        let jump = player.jump(5.0);
        assert!(jump.ground.is_none());
        assert!((jump.velocity - Vec2::new(4.0, 5.0)).norm() < 1e-4, "{:?}", jump.velocity);
        for _ in 0..29 {
            player.drift();
        }
        assert!((player.x() - x - 2.0).abs() < 0.07, "half a second at 4 m/s: {}", player.x() - x);
        // And back on the platform it is relative to the platform again.
        let landed = (0..120).map(|_| player.drift()).find(|motion| motion.ground.is_some());
        assert!(landed.expect("a landing").velocity.x.abs() < 1e-3);
    }
}

#[test]
fn what_walks_off_a_platform_keeps_the_velocity_of_both() {
    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    board(&mut player, 0.0, 0.0, [4.0, 0.0]);
    player.velocity = Vec2::zeros();
    player.mover.set_position([0.0, 0.82]);
    let left = (0..200).map(|_| player.frame(-1.0)).find(|motion| motion.ground.is_none());
    // Its round foot has left the edge by rolling over it, so it falls already.
    let velocity = left.expect("off the platform").velocity;
    assert!((velocity.x - 3.0).abs() < 0.1, "{velocity}");
}

#[test]
fn what_drops_through_a_platform_that_moves_keeps_its_velocity() {
    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    let def = BodyDef::kinematic().position([0.0, -0.1]).velocity([4.0, 0.0]);
    let platform = player.world.add_body(def).unwrap();
    let collider = ColliderDef::new(Shape::rectangle(2.0, 0.1).unwrap()).one_way([0.0, 1.0]);
    player.world.add_collider(platform, collider).unwrap();
    player.velocity = Vec2::zeros();
    player.mover.set_position([0.0, 0.82]);
    player.frames(30, 0.0);
    assert!(player.mover.ground().is_some());
    player.mover.drop_through();
    let motion = player.drift();
    assert!(motion.ground.is_none() && (motion.velocity.x - 4.0).abs() < 1e-3, "{motion:?}");
}

#[test]
fn a_jump_from_a_rising_lift_takes_its_speed_along() {
    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    let lift = board(&mut player, 0.0, 0.0, [0.0, 3.0]);
    player.mover.set_position([0.0, 0.82]);
    player.velocity = Vec2::zeros();
    player.frames(30, 0.0);
    assert!(player.mover.ground().is_some_and(|ground| ground.body == lift));
    assert!((player.jump(4.0).velocity.y - 7.0).abs() < 1e-3);
}

#[test]
fn a_turning_disc_carries_it_around_and_a_belt_along() {
    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    let def = BodyDef::kinematic().position([0.0, -30.0]).angular_velocity(-0.05);
    add(&mut player.world, def, Shape::circle(30.0).unwrap());
    player.velocity = Vec2::zeros();
    player.mover.set_position([0.0, 0.82]);
    let motion = player.frames(120, 0.0);
    let ground = motion.ground.expect("the disc");
    assert!((ground.velocity.norm() - 1.5).abs() < 0.01, "{:?}", ground.velocity);
    assert!((player.x() - 2.0 * 1.5).abs() < 0.06, "{}", player.x());

    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    let belt = player.world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
    let shape = Shape::rectangle(20.0, 1.0).unwrap();
    player.world.add_collider(belt, ColliderDef::new(shape).surface_speed(2.0)).unwrap();
    player.velocity = Vec2::zeros();
    player.mover.set_position([0.0, 0.82]);
    player.frames(120, 0.0);
    assert!((player.x() - 2.0 * 2.0).abs() < 0.1, "{}", player.x());
    assert!((player.jump(4.0).velocity.x - 2.0).abs() < 1e-4);
}

/// A lift that goes back to its start at once is not followed.
#[test]
fn a_platform_that_is_put_elsewhere_leaves_it_behind() {
    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    let lift = board(&mut player, 0.0, 0.0, [0.0, 1.0]);
    player.velocity = Vec2::zeros();
    player.mover.set_position([0.0, 0.82]);
    player.frames(60, 0.0);
    let y = player.mover.position().y;
    assert!(y > 1.5);
    let far = toolkit::geom::Pose::at([0.0, -30.0]);
    player.world.body_mut(lift).unwrap().set_pose(far).unwrap();
    let motion = player.frame(0.0);
    assert!(motion.ground.is_none() && (motion.position.y - y).abs() < 0.1, "{motion:?}");
}

/// A player over a floor at 0, and under one-way platforms at 1.5 m and 3 m.
fn under_platforms(shape: Shape) -> Player {
    let mut player = Player::new(empty(), shape, [0.0, 0.0]);
    add_box(&mut player.world, [0.0, -1.0], [20.0, 1.0]);
    for (x, y) in [(-1.0, 1.5), (1.0, 1.5), (0.0, 3.0)] {
        let body = player.world.add_body(BodyDef::fixed().position([x, y - 0.1])).unwrap();
        let collider = ColliderDef::new(Shape::rectangle(1.0, 0.1).unwrap()).one_way([0.0, 1.0]);
        player.world.add_collider(body, collider).unwrap();
    }
    player.velocity = Vec2::zeros();
    player.mover.set_position([0.0, 0.82]);
    player.frame(0.0);
    player
}

#[test]
fn a_one_way_platform_lets_pass_from_below_and_carries_from_above() {
    for shape in shapes() {
        // Ballistic heights of 0.2 m to 4 m: between the platforms, and above both.
        for speed in [2.0, 4.0, 5.3, 5.5, 6.0, 7.0, 7.6, 7.8, 8.8] {
            let mut player = under_platforms(shape.clone());
            let mut last = player.jump(speed);
            let mut expected_speed = speed;
            let mut highest = 0.0_f32;
            for _ in 0..200 {
                if last.ground.is_none() {
                    // Neither lifted nor slowed on the way.
                    assert!((last.velocity.y - expected_speed).abs() < 1e-3, "{speed}: {last:?}");
                    expected_speed -= crate::GRAVITY * DT;
                }
                last = player.frame(0.0);
                highest = highest.max(player.feet());
            }
            let expected = if highest > 3.0 {
                3.0
            } else if highest > 1.5 {
                1.5
            } else {
                0.0
            };
            assert!((player.feet() - expected).abs() < 1e-3, "{speed}: {highest}: {}", player.feet());
        }
    }
}

#[test]
fn it_walks_through_the_side_of_a_one_way_platform() {
    let mut player = under_platforms(capsule());
    player.mover.set_position([-4.0, 0.82]);
    player.frame(0.0);
    let mut jump = player.jump(5.0);
    while jump.ground.is_none() {
        jump = player.frame(6.0);
        assert!(jump.velocity.x > 5.9 && !jump.is_wall_right, "{jump:?}");
    }
}

#[test]
fn it_drops_through_one_platform_by_request() {
    for shape in shapes() {
        let mut player = under_platforms(shape);
        player.mover.set_position([0.0, 4.5]);
        player.frames(60, 0.0);
        for expected in [3.0, 1.5, 0.0, 0.0] {
            assert!((player.feet() - expected).abs() < 1e-3, "{} {expected}", player.feet());
            player.mover.drop_through();
            player.frames(60, 0.0);
        }
    }
}

#[test]
fn one_way_lifts_carry_and_catch() {
    for shape in shapes() {
        for speed in [-3.0, -1.0, 1.0, 3.0] {
            let mut player = under_platforms(shape.clone());
            let def = BodyDef::kinematic().position([8.0, 9.9]).velocity([0.0, speed]);
            let lift = player.world.add_body(def).unwrap();
            let collider = ColliderDef::new(Shape::rectangle(1.0, 0.1).unwrap()).one_way([0.0, 1.0]);
            player.world.add_collider(lift, collider).unwrap();
            player.mover.set_position([8.0, 13.0]);
            player.velocity = Vec2::zeros();
            let caught = (0..120).position(|_| player.frame(0.0).ground.is_some());
            assert!(caught.is_some(), "{speed}: fell through");
            for _ in 0..60 {
                let motion = player.frame(0.0);
                assert!(motion.ground.is_some_and(|ground| ground.body == lift), "{speed}: {motion:?}");
            }
            player.mover.drop_through();
            let air = (0..10).filter(|_| player.frame(0.0).ground.is_none()).count();
            assert!(air == 10, "{speed}: dropped for {air} frames");
        }
    }
}

#[test]
fn a_door_pushes_it_and_a_wall_behind_it_crushes_it() {
    for shape in shapes() {
        for speed in [0.3, 2.0, 6.0] {
            let mut player = Player::new(empty(), shape.clone(), [0.0, 0.0]);
            add_box(&mut player.world, [0.0, -1.0], [20.0, 1.0]);
            add_box(&mut player.world, [4.0, 2.0], [1.0, 2.0]);
            let def = BodyDef::kinematic().position([-2.0, 2.0]).velocity([speed, 0.0]);
            let door = add(&mut player.world, def, Shape::rectangle(1.0, 1.9).unwrap());
            player.velocity = Vec2::zeros();
            player.mover.set_position([0.0, 0.82]);
            let mut crushed_at = None;
            for _ in 0..(6.0 / (speed * DT)) as usize {
                let motion = player.frame(0.0);
                let gap = 3.0 - (player.world.body(door).unwrap().pose().position.x + 1.0);
                if motion.is_crushed {
                    crushed_at = Some(gap);
                    break;
                }
                assert!(player.x() < 3.0 && gap > 0.55, "not crushed in a gap of {gap} m");
            }
            let gap = crushed_at.expect("crushed");
            assert!(gap < 0.6 + 0.01, "crushed in a gap of {gap} m");
        }
    }
}

#[test]
fn a_lift_crushes_it_against_a_ceiling_and_a_ceiling_against_the_floor() {
    for shape in shapes() {
        let mut player = Player::new(empty(), shape.clone(), [0.0, 0.0]);
        let _lift = board(&mut player, 0.0, 0.0, [0.0, 1.0]);
        add_box(&mut player.world, [0.0, 4.0], [5.0, 1.0]);
        player.velocity = Vec2::zeros();
        player.mover.set_position([0.0, 0.82]);
        let crushed = (0..200).position(|_| player.frame(0.0).is_crushed).expect("crushed");
        let gap = 3.0 - crushed as f32 * DT;
        assert!((gap - 1.6).abs() < 0.05, "{gap}");

        let mut player = Player::new(empty(), shape, [0.0, 0.0]);
        add_box(&mut player.world, [0.0, -1.0], [20.0, 1.0]);
        let press = BodyDef::kinematic().position([0.0, 4.0]).velocity([0.0, -1.0]);
        add(&mut player.world, press, Shape::rectangle(2.0, 1.0).unwrap());
        player.velocity = Vec2::zeros();
        player.mover.set_position([0.0, 0.82]);
        let crushed = (0..200).position(|_| player.frame(0.0).is_crushed).expect("crushed");
        let gap = 3.0 - crushed as f32 * DT;
        assert!((gap - 1.6).abs() < 0.05, "{gap}");
    }
}
