//! Random levels with random input: never inside anything, the same bits on every broad phase.

use crate::{DT, GRAVITY, Player, add, shapes};
use broadphases::{BruteForce, QuadTree, UniformGrid};
use toolkit::broadphase::{Broadphase, DynamicTree, SortAndSweep, SweepList};
use toolkit::geom::{Shape, Vec2};
use toolkit::world::{BodyDef, BodyKind, World, WorldSettings};

/// Numbers from a seed: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `low` to `high`.
    fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1 << 24) as f32)
    }
}

/// A box of 20 m with random static boxes, triangles, circles and capsules in it.
fn level<B: Broadphase>(seed: u64, broadphase: B) -> World<B> {
    let mut random = Random(seed);
    let mut world = World::with_broadphase(WorldSettings::default(), broadphase).unwrap();
    for (x, y) in [(0.0, -11.0), (0.0, 11.0), (-11.0, 0.0), (11.0, 0.0)] {
        let half = if x == 0.0 { [12.0, 1.0] } else { [1.0, 12.0] };
        crate::add_box(&mut world, [x, y], half);
    }
    for i in 0..40 {
        let position = [random.range(-10.0, 10.0), random.range(-10.0, 10.0)];
        if position[0].abs() < 1.5 && position[1].abs() < 1.5 {
            continue; // where the character starts
        }
        let (a, b) = (random.range(0.1, 1.5), random.range(0.1, 1.0));
        let shape = match random.next() % 5 {
            0 => Shape::circle(b),
            1 => Shape::capsule([-a, 0.0], [a, 0.0], 0.5 * b),
            2 => Shape::polygon([[-a, -b], [a, -b], [random.range(-a, a), b]]),
            _ => Shape::rectangle(a, b),
        };
        let angle = if i % 2 == 0 { 0.0 } else { random.range(-3.0, 3.0) };
        add(&mut world, BodyDef::fixed().position(position).angle(angle), shape.unwrap());
    }
    world
}

/// Runs, stops, turns and jumps.
fn play<B: Broadphase>(
    player: &mut Player<B>,
    seed: u64,
    frames: usize,
    mut check: impl FnMut(&Player<B>, usize),
) {
    let mut random = Random(seed ^ 0xfeed);
    let mut speed = 0.0;
    for frame in 0..frames {
        if random.next().is_multiple_of(20) {
            speed = random.range(-12.0, 12.0);
        }
        player.velocity.x = speed;
        player.velocity.y -= GRAVITY * DT;
        if random.next().is_multiple_of(30) {
            player.velocity.y = random.range(2.0, 15.0);
        }
        player.move_and_step();
        check(player, frame);
    }
}

#[test]
fn it_is_never_inside_anything() {
    for seed in 0..60 {
        for shape in shapes() {
            let mut player = Player::new(level(seed, DynamicTree::default()), shape, [0.0, -0.8]);
            play(&mut player, seed, 400, |player, frame| {
                let depth = player.overlap();
                let skin = player.mover.settings().skin;
                assert!(
                    depth < 0.1 * skin,
                    "seed {seed}, frame {frame}: {depth} m at {}",
                    player.mover.position()
                );
                let position = player.mover.position();
                assert!(position.x.abs() < 10.0 && position.y.abs() < 10.0, "seed {seed}: left the level");
            });
        }
    }
}

/// Kinematic boards move through the level, which may crush the character, but then it says so.
#[test]
fn what_is_moved_into_it_pushes_it_out_or_is_reported_as_crushing() {
    let mut crushed_frames = 0;
    for seed in 0..30 {
        for shape in shapes() {
            let mut player = Player::new(level(seed, DynamicTree::default()), shape, [0.0, -0.8]);
            let mut random = Random(seed);
            let boards: Vec<_> = (0..4)
                .map(|i| {
                    let position = [random.range(-8.0, 8.0), -8.0 + 4.0 * i as f32 + 2.0];
                    let velocity = [random.range(-4.0, 4.0), random.range(-2.0, 2.0)];
                    let def = BodyDef::kinematic().position(position).velocity(velocity);
                    add(&mut player.world, def, Shape::rectangle(1.5, 0.3).unwrap())
                })
                .collect();
            let mut random = Random(seed ^ 0xfeed);
            let mut speed = 0.0;
            for frame in 0..400 {
                for &board in &boards {
                    let body = player.world.body(board).unwrap();
                    let (at, v) = (body.pose().position, body.velocity());
                    let turned = Vec2::new(
                        if at.x * v.x > 0.0 && at.x.abs() > 8.0 { -v.x } else { v.x },
                        if at.y * v.y > 0.0 && at.y.abs() > 8.0 { -v.y } else { v.y },
                    );
                    player.world.body_mut(board).unwrap().set_velocity(turned).unwrap();
                }
                if random.next().is_multiple_of(20) {
                    speed = random.range(-6.0, 6.0);
                }
                player.velocity.x = speed;
                player.velocity.y -= GRAVITY * DT;
                let motion = player.mover.step(&mut player.world, player.velocity, DT).unwrap();
                player.velocity = motion.velocity;
                player.world.step(DT);
                let depth = player.overlap();
                let skin = player.mover.settings().skin;
                assert!(depth < skin || motion.is_crushed, "seed {seed}, frame {frame}: {depth} m");
                // What is fixed has the last word, also if it is crushed.
                let depth = player.overlap_with(BodyKind::Static);
                assert!(depth < skin, "seed {seed}, frame {frame}: {depth} m in a static body");
                crushed_frames += usize::from(motion.is_crushed);
            }
        }
    }
    assert!(crushed_frames > 0, "the test has no case of crushing");
}

/// Crates that it pushes, and that fall on it, do not push it into anything that is fixed.
#[test]
fn among_crates_it_stays_outside_of_what_is_fixed() {
    for seed in 0..20 {
        for shape in shapes() {
            let mut player = Player::new(level(seed, DynamicTree::default()), shape, [0.0, -0.8]);
            let mut random = Random(seed);
            for _ in 0..40 {
                let position = [random.range(-9.0, 9.0), random.range(-9.0, 9.0)];
                let half = random.range(0.1, 0.5);
                let crate_ = BodyDef::dynamic().position(position);
                add(&mut player.world, crate_, Shape::rectangle(half, half).unwrap());
            }
            play(&mut player, seed, 300, |player, frame| {
                let depth = player.overlap();
                let skin = player.mover.settings().skin;
                assert!(depth < skin, "seed {seed}, frame {frame}: {depth} m");
            });
            let speeds = player.world.bodies().map(|body| body.velocity().norm());
            let fastest = speeds.fold(0.0, f32::max);
            assert!(fastest < 60.0, "seed {seed}: a crate flies at {fastest} m/s");
        }
    }
}

#[test]
fn every_broad_phase_gives_the_same_bits() {
    fn path<B: Broadphase + Default>(seed: u64) -> Vec<u64> {
        let mut path = Vec::new();
        for shape in shapes() {
            let mut world = level(seed, B::default());
            // Crates to push.
            for i in 0..4 {
                let def = BodyDef::dynamic().position([-0.6 + 0.4 * i as f32, 1.3]);
                add(&mut world, def, Shape::rectangle(0.15, 0.15).unwrap());
            }
            let mut player = Player::new(world, shape, [0.0, -0.8]);
            play(&mut player, seed, 300, |player, _| {
                let position = player.mover.position();
                path.extend([position.x.to_bits(), position.y.to_bits()]);
            });
            path.push(player.world.state_hash());
        }
        path
    }
    for seed in 0..8 {
        let expected = path::<DynamicTree>(seed);
        assert!(path::<BruteForce>(seed) == expected, "seed {seed}");
        assert!(path::<QuadTree>(seed) == expected, "seed {seed}");
        assert!(path::<SortAndSweep>(seed) == expected, "seed {seed}");
        assert!(path::<SweepList>(seed) == expected, "seed {seed}");
        assert!(path::<UniformGrid>(seed) == expected, "seed {seed}");
    }
}

/// Snapshots of games: the mover is plain data.
#[test]
fn a_clone_goes_the_same_way() {
    for seed in 0..5 {
        let mut player = Player::new(level(seed, DynamicTree::default()), crate::capsule(), [0.0, -0.8]);
        play(&mut player, seed, 100, |_, _| {});
        let (snapshot, velocity) = (player.mover.clone(), player.velocity);
        play(&mut player, seed + 100, 100, |_, _| {});
        let end = std::mem::replace(&mut player.mover, snapshot);
        player.velocity = velocity;
        play(&mut player, seed + 100, 100, |_, _| {});
        assert_eq!(player.mover, end);
    }
}

#[test]
fn without_wishes_it_comes_to_rest_wherever_it_is() {
    for seed in 0..40 {
        for shape in shapes() {
            let mut player = Player::new(level(seed, DynamicTree::default()), shape, [0.0, -0.8]);
            for round in 0..2 {
                play(&mut player, seed * 10 + round, 60, |_, _| {});
                player.frames(900, 0.0);
                let rest = player.mover.position();
                for frame in 0..60 {
                    let motion = player.frame(0.0);
                    let moved = (motion.position - rest).norm();
                    assert!(
                        motion.ground.is_some(),
                        "seed {seed}, round {round}, frame {frame}: in the air at {rest}, {motion:?}"
                    );
                    assert!(
                        moved < 1e-4,
                        "seed {seed}, round {round}, frame {frame}: moved by {moved} m at {rest}"
                    );
                }
            }
        }
    }
}

#[test]
fn at_200_metres_per_second_it_passes_nothing() {
    for seed in 0..40 {
        for shape in shapes() {
            let mut player = Player::new(level(seed, DynamicTree::default()), shape, [0.0, -0.8]);
            let mut random = Random(seed);
            for frame in 0..200 {
                let velocity = [random.range(-200.0, 200.0), random.range(-200.0, 200.0)];
                player.mover.step(&mut player.world, velocity, DT).unwrap();
                let position = player.mover.position();
                let depth = player.overlap();
                assert!(
                    depth < 0.1 * player.mover.settings().skin,
                    "seed {seed}, frame {frame}: {depth} m at {position}"
                );
                assert!(position.x.abs() < 10.0 && position.y.abs() < 10.0, "seed {seed}: left the level");
            }
        }
    }
}
