//! Every scene gives the bits that it always gave: on every broad phase, width and number of threads, in debug
//! and in release, on every platform.
//!
//! A hash that changes is a change of behaviour: the commit says why the new one is right.

use physics::compute::Width;
use physics::prelude::*;
use scenes::SCENES;

/// Scene, steps, hash of the state after them.
const GOLDEN: &[(&str, u32, u64)] = &[
    ("falling_crate", 240, 0x48f7_7718_1286_76ce),
    ("tower", 600, 0x2535_47d7_1f0e_8c11),
    ("pyramid", 200, 0x46d6_ee18_9c29_b106),
    ("large_pyramid", 10, 0xa091_8ebf_208d_d073),
    ("friction_ramp", 180, 0x46d3_3f01_489e_ba60),
    ("bridge", 300, 0x9c1f_aa98_7069_8810),
    ("pendulum", 300, 0xa653_707c_9c0b_11dc),
    ("pile", 200, 0x9134_85ed_3d31_83ce),
    ("billiards", 240, 0xbc29_dce2_8d62_9ea5),
    ("grabbing", 300, 0x319b_a8b0_3a29_6b48),
    ("normals", 120, 0x0b69_51a9_744a_d511),
    ("collision", 240, 0x4f61_fab9_8277_b206),
    ("collision_without_impulses", 120, 0xbd75_68d1_492b_610d),
    ("tunnelling", 60, 0x397b_fc16_7de5_bb31),
    ("bouncing_max", 180, 0x5f87_8998_4e7d_fa26),
    ("bouncing_min", 180, 0x2826_3736_ce41_63a4),
    ("static_friction", 150, 0xce3f_7b3b_d526_2370),
    ("swinging_joints", 240, 0xbadb_d5ee_c8b9_3414),
    ("squash_1", 120, 0xbf4e_e309_aa56_d525),
    ("squash_20", 120, 0xa78c_0b65_4cb9_fabd),
    ("euler_explicit", 300, 0x851f_9b6f_8e57_bb90),
    ("euler_symplectic", 300, 0xb1f3_4ca6_4ca3_b438),
    ("newtons_cradle", 300, 0x533d_5fb7_0dbe_170b),
    ("ragdoll", 240, 0xd328_f562_7527_9e3b),
    ("card_house", 240, 0xabb8_1ae0_73cd_80d8),
    ("arch", 240, 0xf2f4_b4c2_ca9a_b02f),
    ("wrecking_ball", 240, 0xd501_c7f7_461a_fe4e),
    ("rain", 100, 0x642a_b2d2_ee63_b086),
    ("hills", 240, 0x2067_24ac_0b51_7f3a),
    ("slider", 300, 0xa47f_44b1_c517_f33a),
    ("car", 300, 0x14e1_0ba9_cbff_fcb0),
    ("diving_board", 240, 0xf6e4_666d_ca2f_8c40),
    ("atwood", 120, 0x0d94_ab61_6a19_1615),
    ("gear_train", 300, 0x48a6_8489_864a_7922),
    ("ropes", 120, 0x8727_34c5_d77c_7b54),
    ("lifts", 120, 0x2711_e1b1_f4a1_3065),
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
