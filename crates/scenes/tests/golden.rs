//! Every scene gives the bits that it always gave: on every broad phase, width and number of threads, in debug
//! and in release, on every platform.
//!
//! A hash that changes is a change of behaviour: the commit says why the new one is right.

use physics::compute::Width;
use physics::prelude::*;
use scenes::SCENES;

/// Scene, steps, hash of the state after them.
const GOLDEN: &[(&str, u32, u64)] = &[
    ("falling_crate", 240, 0xaf89_ab8d_e845_0b44),
    ("tower", 600, 0x1291_39fa_dde1_8dee),
    ("pyramid", 200, 0x3b46_8042_6e17_eacc),
    ("large_pyramid", 10, 0x407b_8d29_3095_15f4),
    ("friction_ramp", 180, 0xbe15_464f_72dd_c19d),
    ("bridge", 300, 0x9388_4673_c25a_e856),
    ("pendulum", 300, 0xfdde_8b80_8916_12e0),
    ("pile", 200, 0x731e_40a8_a326_85fe),
    ("billiards", 240, 0x0309_3140_86fd_6587),
    ("grabbing", 300, 0x319b_a8b0_3a29_6b48),
    ("normals", 120, 0x0b69_51a9_744a_d511),
    ("collision", 240, 0x4f61_fab9_8277_b206),
    ("collision_without_impulses", 120, 0xbd75_68d1_492b_610d),
    ("tunnelling", 60, 0xb4d0_148f_66fb_70fb),
    ("bouncing_max", 180, 0xfc35_4c99_b8f3_09df),
    ("bouncing_min", 180, 0x9385_368a_ff56_1a69),
    ("static_friction", 150, 0x3e63_765b_e0e1_41a4),
    ("swinging_joints", 240, 0xa700_40d8_4fbc_eace),
    ("squash_1", 120, 0xbf4e_e309_aa56_d525),
    ("squash_20", 120, 0xa78c_0b65_4cb9_fabd),
    ("euler_explicit", 300, 0x248b_cf83_2414_53c7),
    ("euler_symplectic", 300, 0x47f2_fa0d_d4d9_1c35),
    ("newtons_cradle", 300, 0xa342_757d_2fa2_970a),
    ("ragdoll", 240, 0xc8a9_dfa9_833f_441d),
    ("card_house", 240, 0xf05c_9679_c65a_c0cd),
    ("arch", 240, 0xc5cd_5944_76e5_d87b),
    ("wrecking_ball", 240, 0x599d_3537_730d_23dc),
    ("rain", 100, 0xc7c9_a9f9_4ef6_bf6c),
    ("hills", 240, 0xf475_057c_ccde_7b81),
];

fn hash<B: Broadphase>(level: &Level, steps: u32, broadphase: B, arrange: impl Fn(&mut World<B>)) -> u64 {
    let mut world = World::load_with(level, broadphase).expect("a level of this crate");
    arrange(&mut world);
    for _ in 0..steps {
        world.step(1.0 / 60.0);
    }
    world.state_hash()
}

#[test]
fn every_scene_has_a_golden_hash() {
    let named: Vec<&str> = GOLDEN.iter().map(|golden| golden.0).collect();
    let all: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
    assert_eq!(named, all);
}

#[test]
fn scenes_give_their_golden_hashes() {
    let mut wrong = Vec::new();
    for &(name, steps, golden) in GOLDEN {
        let level = (scenes::find(name).expect("a scene").level)();
        let found = hash(&level, steps, DynamicTree::default(), |_| {});
        if found != golden {
            wrong.push(format!("(\"{name}\", {steps}, {found:#018x}),"));
        }
    }
    assert!(wrong.is_empty(), "other hashes than before:\n{}", wrong.join("\n"));
}

#[test]
fn the_broad_phase_does_not_show() {
    for &(name, steps, golden) in GOLDEN {
        let level = (scenes::find(name).expect("a scene").level)();
        assert_eq!(hash(&level, steps, SortAndSweep::default(), |_| {}), golden, "{name}, sort and sweep");
        // The others take minutes on the largest.
        let steps = if level.bodies.len() > 2000 { 2 } else { steps.min(100) };
        let tree = hash(&level, steps, DynamicTree::default(), |_| {});
        assert_eq!(hash(&level, steps, SweepList::default(), |_| {}), tree, "{name}, sweep list");
        assert_eq!(hash(&level, steps, UniformGrid::default(), |_| {}), tree, "{name}, uniform grid");
        assert_eq!(hash(&level, steps, QuadTree::default(), |_| {}), tree, "{name}, quadtree");
        assert_eq!(hash(&level, steps, BruteForce::default(), |_| {}), tree, "{name}, brute force");
    }
}

#[test]
fn width_and_threads_do_not_show() {
    for &(name, steps, golden) in GOLDEN {
        let level = (scenes::find(name).expect("a scene").level)();
        for width in Width::all() {
            let found = hash(&level, steps, DynamicTree::default(), |world| {
                world.set_width(width);
                assert_eq!(world.width(), width);
            });
            assert_eq!(found, golden, "{name}, {}", width.name());
        }
        let found = hash(&level, steps, DynamicTree::default(), |world| {
            world.set_threads(3);
            assert_eq!(world.threads(), 3);
        });
        assert_eq!(found, golden, "{name}, three threads");
    }
}

/// A level loaded twice runs twice the same, and a level is equal to its copy.
#[test]
fn a_level_is_a_value() {
    for scene in SCENES {
        let level = (scene.level)();
        assert_eq!(level, (scene.level)(), "{}", scene.name);
        let steps = if level.bodies.len() > 2000 { 2 } else { 30 };
        let runs = [(); 2].map(|()| hash(&level, steps, DynamicTree::default(), |_| {}));
        assert_eq!(runs[0], runs[1], "{}", scene.name);
    }
}
