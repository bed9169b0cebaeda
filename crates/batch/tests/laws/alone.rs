//! Each world of a batch has the bits of the same world stepped alone.

use crate::support::{dynamic_bodies, noise, pushes, scene};
use batch::world::World;
use batch::{BatchDef, Random};

/// Balls, boxes, joints of most kinds, chains of segments, restitution, sleeping, and both solvers.
const SCENES: [&str; 11] = [
    "tower",
    "bridge",
    "ragdoll",
    "hills",
    "newtons_cradle",
    "card_house",
    "gear_train",
    "bumpers",
    "sensors",
    "locks",
    "squash_20",
];

/// Applies the actions of one world by hand, as `pushes` describes them.
fn push(world: &mut World, bodies: &[batch::world::BodyId], action: &[f32]) {
    for (&body, numbers) in bodies.iter().zip(action.chunks(3)) {
        let mut body = world.body_mut(body).expect("a body");
        body.apply_central_force([numbers[0] * 3.0, numbers[1] * 3.0]).expect("finite");
        body.apply_torque(numbers[2]).expect("finite");
    }
}

#[test]
fn each_world_has_the_bits_of_the_world_stepped_alone() {
    const WORLDS: usize = 7;
    const STEPS: usize = 20;
    for name in SCENES {
        let level = scene(name);
        let indices = dynamic_bodies(&level, 4);
        let actions: Vec<Vec<f32>> = {
            let mut random = Random::new(1, 2, 3);
            (0..STEPS).map(|_| noise(&mut random, WORLDS * indices.len() * 3)).collect()
        };
        let frame_skip = 3;
        let each = indices.len() * 3;
        let alone: Vec<u64> = (0..WORLDS)
            .map(|i| {
                let (mut world, ids) = World::load(&level).expect("a level");
                let bodies: Vec<_> = indices.iter().map(|&index| ids.bodies[index as usize]).collect();
                for actions in &actions {
                    for _ in 0..frame_skip {
                        push(&mut world, &bodies, &actions[i * each..(i + 1) * each]);
                        world.step(1.0 / 60.0);
                    }
                }
                world.full_hash()
            })
            .collect();
        for (threads, chunk) in [(1, 1), (1, 3), (2, 2), (2, 64), (3, 2)] {
            let def = BatchDef::new(&level).worlds(WORLDS).threads(threads).chunk(chunk);
            let mut batch = def.frame_skip(frame_skip).actions(pushes(&indices)).build().expect("a batch");
            for actions in &actions {
                batch.step(actions).expect("actions of the right length");
            }
            let hashes = crate::support::hashes(&batch);
            assert_eq!(hashes, alone, "{name}, {threads} threads, chunks of {chunk}");
        }
        assert!(alone.windows(2).all(|pair| pair[0] != pair[1]), "{name}: the actions change nothing");
    }
}

/// Without actions bodies fall asleep, and a sleeping world in a batch stays what it is alone.
#[test]
fn worlds_that_fall_asleep_have_the_bits_of_the_world_alone() {
    let level = scene("tower");
    let (mut alone, _) = World::load(&level).expect("a level");
    let mut batch = batch::Batch::new(&level, 3, 2).expect("a batch");
    for _ in 0..300 {
        alone.step(1.0 / 60.0);
        batch.step(&[]).expect("no actions");
    }
    assert_eq!(alone.stats().awake, 0, "the tower does not sleep");
    assert_eq!(crate::support::hashes(&batch), [alone.full_hash(); 3]);
}
