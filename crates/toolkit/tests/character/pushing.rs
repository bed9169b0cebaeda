//! Dynamic bodies: pushed with a bounded force, pressed by the weight, stood upon.

use crate::{DT, GRAVITY, Player, add, add_box, capsule, empty, shapes};
use proptest::prelude::*;
use toolkit::CharacterSettings;
use toolkit::geom::{Point, Pose, Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, ColliderDef, ContactRef};

/// The friction of the crate (0.5) on the floor (0.6): their geometric mean.
const FRICTION: f32 = 0.547_722_6;

/// A player on a floor, and a crate of 1 m of this mass (kg) to its right.
fn with_crate(shape: Shape, mass: f32) -> (Player, BodyId) {
    let mut player = Player::new(empty(), shape, [0.0, 0.0]);
    add_box(&mut player.world, [0.0, -1.0], [100.0, 1.0]);
    let crate_ = player.world.add_body(BodyDef::dynamic().position([1.5, 0.5])).unwrap();
    let collider = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap()).density(mass).friction(0.5);
    player.world.add_collider(crate_, collider).unwrap();
    player.velocity = Vec2::zeros();
    player.mover.set_position([0.0, 0.82]);
    player.frames(30, 0.0);
    (player, crate_)
}

#[test]
fn a_crate_is_pushed_with_at_most_the_push_force() {
    for shape in shapes() {
        // Friction holds 0.55 * 60 kg * 9.81 m/s^2 = 322 N and 0.55 * 150 kg * 9.81 m/s^2 = 806 N; the
        // character pushes with 500 N.
        for (mass, moves) in [(20.0, true), (60.0, true), (150.0, false)] {
            let (mut player, crate_) = with_crate(shape.clone(), mass);
            let mut greatest = 0.0_f32;
            for _ in 0..120 {
                let motion = player.frame(3.0);
                greatest = motion.collisions.iter().fold(greatest, |most, hit| most.max(hit.impulse / DT));
                assert!(player.world.body(crate_).unwrap().velocity().norm() < 3.3);
            }
            assert!(greatest <= 500.0 * 1.0001 && greatest > 50.0, "{greatest} N");
            let moved = player.world.body(crate_).unwrap().pose().position.x - 1.5;
            assert_eq!(moved > 0.5, moves, "{mass} kg moved by {moved} m");
            assert!(moves || moved < 1e-3, "{mass} kg crept by {moved} m");
            assert!(player.x() > 0.5, "the character reached the crate");
        }
    }
}

/// What it pushes with force to spare is slower by what friction takes in a step, and moves as steadily as it
/// does: neither judders.
#[test]
fn a_crate_is_pushed_steadily() {
    for shape in shapes() {
        for mass in [5.0, 20.0, 50.0] {
            for speed in [1.0_f32, 3.0, 6.0] {
                let (mut player, crate_) = with_crate(shape.clone(), mass);
                player.frames(120 + (90.0 / speed) as usize, speed);
                let (start, mut slowest) = (player.x(), speed);
                let (mut least, mut most) = (f32::INFINITY, 0.0_f32);
                for _ in 0..120 {
                    slowest = player.frame(speed).velocity.x.min(slowest);
                    let crate_speed = player.world.body(crate_).unwrap().velocity().x;
                    (least, most) = (least.min(crate_speed), most.max(crate_speed));
                }
                let mean = (player.x() - start) / (120.0 * DT);
                let of = format!("{mass} kg at {speed} m/s");
                // Friction takes 0.09 m/s in a step, thrice that where the push is off the centre.
                assert!(mean > speed - 0.3, "{of}: {mean} m/s");
                assert!(most - least < 0.1, "{of}: a crate at {least} to {most} m/s");
                assert!(speed - slowest < 0.32, "{of}: held up to {slowest} m/s");
            }
        }
    }
}

/// Newton's second law: 500 N on 60 kg against friction of 322 N.
#[test]
fn a_pushed_crate_accelerates_as_its_mass_says() {
    let (mut player, crate_) = with_crate(capsule(), 60.0);
    let mut speeds = Vec::new();
    for _ in 0..40 {
        player.frame(20.0);
        speeds.push(player.world.body(crate_).unwrap().velocity().x);
    }
    let speed = speeds[30] - speeds[10];
    let expected = 20.0 * DT * (500.0 - FRICTION * 60.0 * GRAVITY) / 60.0;
    assert!((speed / expected - 1.0).abs() < 0.02, "{speed} of {expected} m/s");
}

#[test]
fn it_presses_with_its_weight_on_what_it_stands_on() {
    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    add_box(&mut player.world, [0.0, -1.0], [20.0, 1.0]);
    // A seesaw with a bearing at its middle, higher than the step height.
    let plank = player.world.add_body(BodyDef::dynamic().position([0.0, 0.6])).unwrap();
    let collider = ColliderDef::new(Shape::rectangle(2.0, 0.05).unwrap()).density(50.0);
    player.world.add_collider(plank, collider).unwrap();
    let post = player.world.add_body(BodyDef::fixed().position([0.0, 0.6])).unwrap();
    let hinge = toolkit::world::RevoluteJoint::new();
    player.world.add_joint(toolkit::world::JointDef::new(post, plank, hinge)).unwrap();
    player.velocity = Vec2::zeros();
    player.mover.set_position([1.5, 1.5]);
    let motion = player.frames(90, 0.0);
    let angle = player.world.body(plank).unwrap().pose().rotation.angle();
    assert!(angle < -0.2, "the plank tilts under the character: {angle} rad");
    assert!(motion.ground.is_some_and(|ground| ground.body == plank), "{motion:?}");
}

#[test]
fn without_force_nothing_is_pushed() {
    let (mut player, crate_) = with_crate(capsule(), 10.0);
    let settings = CharacterSettings { push_force: 0.0, ..*player.mover.settings() };
    player.mover.set_settings(settings).unwrap();
    player.frames(120, 3.0);
    let x = player.world.body(crate_).unwrap().pose().position.x;
    assert!((x - 1.5).abs() < 1e-3, "{x}");
    assert!(player.x() < 0.7, "{}", player.x());
}

/// The body goes where the character goes, and dynamic bodies feel it.
#[test]
fn its_own_body_follows_and_does_not_block_it() {
    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    add_box(&mut player.world, [0.0, -1.0], [100.0, 1.0]);
    let own = add(&mut player.world, BodyDef::kinematic().position([0.0, 0.82]), capsule());
    player.mover = player.mover.clone().with_body(own).at([0.0, 0.82]);
    player.velocity = Vec2::zeros();
    for frame in 0..200 {
        let motion = if frame == 100 { player.jump(5.0) } else { player.frame(4.0) };
        let body = player.world.body(own).unwrap().position_f64();
        assert!((body - motion.position).norm() < 1e-4, "{body} {}", motion.position);
    }
    assert!((player.x() - 200.0 * 4.0 * DT).abs() < 0.1, "{}", player.x());
}

#[test]
fn it_stands_on_a_stack_of_crates_and_does_not_shake_it() {
    for shape in shapes() {
        let mut player = Player::new(empty(), shape, [0.0, 0.0]);
        add_box(&mut player.world, [0.0, -1.0], [20.0, 1.0]);
        let crates: Vec<_> = (0..5)
            .map(|i| {
                let def = BodyDef::dynamic().position([0.0, 0.5 + i as f32]);
                add(&mut player.world, def, Shape::rectangle(0.5, 0.5).unwrap())
            })
            .collect();
        player.velocity = Vec2::zeros();
        player.mover.set_position([0.1, 6.0]);
        player.frames(300, 0.0);
        for _ in 0..120 {
            let motion = player.frame(0.0);
            assert!(motion.ground.is_some_and(|ground| ground.body == crates[4]), "{motion:?}");
        }
        for (i, &crate_) in crates.iter().enumerate() {
            let at = player.world.body(crate_).unwrap().pose().position;
            assert!(at.x.abs() < 0.01 && (at.y - 0.5 - i as f32).abs() < 0.03, "crate {i} at {at}");
        }
    }
}

/// The support of the floor bears the weight of the crate and that of the character on it.
#[test]
fn the_floor_bears_crate_and_character() {
    let mut player = Player::new(empty(), capsule(), [0.0, 0.0]);
    add_box(&mut player.world, [0.0, -1.0], [20.0, 1.0]);
    let crate_ = add(&mut player.world, BodyDef::dynamic().position([0.0, 0.5]), {
        Shape::rectangle(0.5, 0.5).unwrap()
    });
    player.velocity = Vec2::zeros();
    player.mover.set_position([0.0, 1.9]);
    player.frames(240, 0.0);
    let body = player.world.body(crate_).unwrap();
    let impulse: f32 = body.contacts().map(ContactRef::step_impulse).sum();
    let expected = (100.0 + player.mover.settings().mass) * GRAVITY * DT;
    assert!((impulse / expected - 1.0).abs() < 0.01, "{impulse} of {expected} N s");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// A character that the game puts elsewhere, near or far, before or after a step of the world, by itself
    /// or by its body, has its body with it, and crates between the two places are not touched.
    #[test]
    fn what_is_put_elsewhere_takes_its_body_along_and_touches_nothing_on_the_way(
        jumps in prop::collection::vec((-40.0_f32..40.0, 0.9_f32..12.0, 0_usize..4, 1_usize..20), 1..6),
        box_shaped in any::<bool>(), speed in -5.0_f32..5.0,
    ) {
        let shape = shapes()[usize::from(box_shaped)].clone();
        let mut player = Player::new(empty(), shape.clone(), [0.0, 0.0]);
        add_box(&mut player.world, [0.0, -1.0], [400.0, 1.0]);
        let own = add(&mut player.world, BodyDef::kinematic().position([-90.0, 7.0]), shape);
        // Out of reach of the character itself, but across every way at half a metre above it.
        let crates: Vec<_> = (-5..=5)
            .map(|i| {
                let def = BodyDef::dynamic().position([9.0 * i as f32 + 4.5, 30.0]).gravity_scale(0.0);
                add(&mut player.world, def, Shape::rectangle(0.1, 14.0).unwrap())
            })
            .collect();
        player.mover = player.mover.clone().with_body(own).at([0.0, 0.82]);
        for (x, y, way, frames) in jumps {
            // Beside the crates, which reach down to 16 m.
            let (x, y) = (9.0 * (x / 9.0).round(), if way == 1 { 20.0 + y } else { y });
            match way {
                0 | 1 => player.mover.set_position([x, y]),
                2 => player.mover.teleport(&mut player.world, [x, y]).unwrap(),
                _ => {
                    // Only the body is moved: the character says where it is.
                    let pose = Pose::at([x, y]);
                    player.world.body_mut(own).unwrap().set_pose(pose).unwrap();
                }
            }
            if way == 2 {
                prop_assert_eq!(player.world.body(own).unwrap().pose().position, Point::new(x, y));
            }
            player.velocity = Vec2::zeros();
            for _ in 0..frames {
                player.frame(if way == 1 { 0.0 } else { speed });
                let body = player.world.body(own).unwrap();
                prop_assert!((body.position_f64() - player.mover.position()).norm() < 1e-4);
                // It runs, falls up to 30 m, or is pushed out of the ground by less than its size.
                let fastest = 25.0 + 6.0;
                prop_assert!(body.velocity().norm() < fastest, "{} m/s", body.velocity().norm());
            }
        }
        for crate_ in crates {
            let velocity = player.world.body(crate_).unwrap().velocity();
            prop_assert!(velocity.norm() == 0.0, "a crate was hit: {}", velocity);
        }
    }
}
