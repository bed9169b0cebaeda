//! Every scene gives the recorded bits with every broad phase, width and number of threads, in debug and in
//! release, on every platform.
//!
//! If a hash changes, the behaviour has changed: the commit message says why the new hash is right.

use physics::compute::Width;
use physics::prelude::*;
use scenes::{EVERYDAY, JointGrid, ManyPyramids, Mixture, RagdollRain, SCENES, Script, ScriptRunner};

/// Scene, steps, hash of the state after them.
const GOLDEN: &[(&str, u32, u64)] = &[
    ("falling_crate", 240, 0xb5b8_ba87_3095_63d7),
    ("tower", 600, 0x8960_b345_f6b0_7b46),
    ("pyramid", 200, 0xafc3_baf6_fe66_a1ad),
    ("large_pyramid", 10, 0x78d8_bea7_3741_3877),
    ("friction_ramp", 180, 0x6084_e3b5_16f5_c76d),
    ("bridge", 300, 0x934629fa0d131d44),
    ("pendulum", 300, 0xda7a4eba5abaedb9),
    ("pile", 200, 0x1e6b_b1e1_1575_42ff),
    ("billiards", 240, 0xfb3f1e1a2c31be6c),
    ("grabbing", 300, 0x9afc_20bb_5a47_f16f),
    ("normals", 120, 0x4c54_24a0_d866_77a2),
    ("collision", 240, 0xa36d_642e_c32d_b89d),
    ("collision_without_impulses", 120, 0xccd4_42db_9f02_2697),
    ("tunnelling", 60, 0xaee8_2ea9_6571_04e6),
    ("bouncing_max", 180, 0x7e4a_2e7b_6d79_aa4a),
    ("bouncing_min", 180, 0x2d2e_c313_f265_152c),
    ("static_friction", 150, 0xad0d_a053_699b_6293),
    ("swinging_joints", 240, 0x65282d541ab726cb),
    ("squash_1", 120, 0xb956_8b84_325e_c2cd),
    ("squash_5", 120, 0x7823_ab41_9e8a_01de),
    ("squash_20", 120, 0xbc42_ff1e_f687_1f26),
    ("euler_explicit", 300, 0xe9aa_ad89_39c0_2c27),
    ("euler_symplectic", 300, 0x4754_fa81_dc78_e5dd),
    ("newtons_cradle", 300, 0x4ebf_572a_2e14_c338),
    ("ragdoll", 240, 0x7a14_e588_1c94_38c0),
    ("card_house", 240, 0xcb53_eb8f_1c49_db80),
    ("arch", 240, 0x4490_6e8f_4f9d_7a93),
    ("wrecking_ball", 240, 0xce75b890668618f2),
    ("rain", 100, 0x9cef_dba4_3100_f87b),
    ("hills", 240, 0xe6c3_d529_1281_59ae),
    ("slider", 300, 0x1cff_2c92_9e2f_c803),
    ("car", 300, 0x481b_8d19_73ac_1977),
    ("diving_board", 240, 0xe56b_8834_5b6b_7869),
    ("atwood", 120, 0x868d_69de_d5b9_385a),
    ("gear_train", 300, 0xed24_201c_e19d_d81f),
    ("jack", 300, 0x604a30859e1bdde1),
    ("ropes", 120, 0x6593_2e0d_5297_4484),
    ("lifts", 120, 0xd6f0_f671_7f0f_2c2f),
    ("bowl", 240, 0x103f_1758_3784_f9ff),
    ("hollows_hull", 240, 0x60aa_0a91_42a0_97a4),
    ("hollows_pieces", 240, 0x0bfa_5760_7f12_1fa0),
    ("conveyor", 300, 0x98c0_b1dc_8994_ecac),
    ("rolling_slope", 180, 0xfa1c_1866_73e4_ab97),
    ("rolling", 120, 0x89e5_8c6f_6471_0a58),
    ("road", 540, 0xaedbd16c12f7fd68),
    ("loop", 220, 0x0ba1_93f9_3df8_a45b),
    ("seams", 240, 0xe7f6_0e42_38db_c43a),
    ("ledges", 75, 0xcffd_db67_9086_12a1),
    ("sensors", 240, 0x97ef_9fd8_1635_a4f4),
    ("one_way", 60, 0x6db6_5dd9_a757_6da8),
    ("bumpers", 240, 0x6bd0_cffa_f418_7278),
    ("mixture", 60, 0x78c3_0935_07b0_68a0),
    ("platformer", 240, 0x60d9_c42f_5b25_88ab),
    ("ladder", 240, 0xc49f_0d5a_597d_5514),
    ("press", 240, 0xe2ad_090d_1b66_522b),
    ("buoyancy", 300, 0xd424_51bd_b310_f022),
    ("wind", 240, 0x8320_33a6_76ac_5441),
    ("explosion", 240, 0x6843_47a6_79d2_a197),
    ("slow_motions", 600, 0x6be4_4545_e3a1_b24d),
    ("elastic_planks", 600, 0xc393_ccb6_083a_9118),
    ("portals", 120, 0x45431dd3a9c1c0b6),
    ("height_field", 120, 0xd467_f787_e0b0_f18f),
    ("hooks", 240, 0xe87d_f3da_9ec5_f4d6),
    ("queries", 240, 0x50dc_bcfc_bc0d_5fa7),
    ("destruction", 60, 0x66fa_d2ad_ed31_732a),
    ("top_down", 240, 0xb6b9_3fc9_b7f8_88c3),
    ("winch", 240, 0x1652_dcf1_166e_1ded),
    ("locks", 300, 0x7b53_ec89_3a07_9169),
    ("gravity_wells", 240, 0x1938_3fdd_9180_627d),
    ("body_settings", 240, 0x367c_883d_eca4_9a78),
    ("corrections_baumgarte", 120, 0x1184_40a8_7f0c_1b8d),
    ("corrections_none", 120, 0x117a_6e62_820d_61ad),
    ("corrections_projection", 120, 0x154d_adf0_003d_e39e),
    ("corrections_split", 120, 0xba23_b4d7_b716_70ac),
    ("weights_plain", 180, 0x21f6_7598_960b_1c77),
    ("weights_by_depth", 180, 0x133f_b85c_abc8_b18e),
    ("detection_once", 180, 0x100f_5ebd_245a_a1a9),
    ("detection_each", 180, 0x46c5_831c_069c_d5af),
    ("layers", 180, 0x8e18_d0f2_ceff_5b0b),
    ("half_space", 120, 0x70aa_06f6_efaf_8f22),
    ("many_sided", 300, 0xa0b6_90cd_d601_9c74),
    ("without_rotation", 240, 0x407f_0c76_c2b0_8180),
    ("manifolds_gjk", 240, 0x069a_2a77_6109_8d3b),
    ("contact_points_clipped", 200, 0x4570_e10e_7e1e_1df3),
    ("contact_points_mean", 200, 0x66a1_4cf0_1877_9bbb),
    ("contact_points_support", 200, 0x9e58_9cd3_4adf_5756),
    ("landing_mean", 200, 0x85a2_475d_dafb_0ef4),
    ("landing_plain", 200, 0x18b7_4c4f_9cf0_924e),
    ("landing_by_depth", 200, 0x0c9d_8cd1_b454_b9f9),
    ("upright_separate", 120, 0x9f69_cde2_7245_d0b2),
    ("upright_accumulated", 120, 0x9618_d4e9_e707_a479),
    ("positions_first", 180, 0x28dc_6330_5569_9448),
    ("constraints_first", 180, 0x204b_9df2_3d42_3422),
    ("opening_floor", 300, 0x838d_cd54_7d34_b5b9),
    ("impacts_missed", 60, 0x5afb_828c_a98c_192f),
    ("impacts_stopped", 60, 0x6cba_bfdd_255b_4d7a),
    ("impacts_resolved", 60, 0x0d6a_db97_fb20_f9ee),
    ("billiards_iterated", 240, 0x8a22cd1468485828),
    ("tower_iterated", 240, 0xeba3_4709_60c5_85a6),
    ("tower_iterated_60", 240, 0x67ae_c730_a9b0_3956),
    ("ellipses", 240, 0xc553_4b17_d61d_7715),
    ("jitter_40_slop", 240, 0xb63c_d809_6561_5a79),
    ("jitter_20", 240, 0x5151_4ea8_f258_48ee),
    ("jitter_80", 240, 0x52eb_5c8e_558c_3a94),
    ("jitter_100", 240, 0xd3d7_4ded_11d3_a145),
    ("jitter_100_slop", 240, 0x833c_ca09_a9a5_7d63),
    ("recipe_5", 240, 0x6e0c_c91c_afc5_37ac),
    ("recipe_10", 240, 0x10d4_6bac_df3b_8c87),
    ("recipe_20", 240, 0x9df5_cd33_d9ba_31ee),
    ("recipe_warm", 240, 0x9b29_c9ac_5ee6_c269),
    ("steady_glass", 120, 0x5cc8_c321_1a6e_53fd),
    ("soft_glass", 120, 0x01b7_295a_5417_b3ff),
    ("steady_tower", 120, 0xa86d_95b5_aad4_abfc),
    ("soft_tower", 120, 0x2ed1_676e_3bad_1140),
    ("steady_crane", 240, 0x4716b0d0cea5ab17),
    ("soft_crane", 240, 0x01e5_3444_8106_6031),
    ("steady_ball", 240, 0xb1bc055757d5d6ea),
    ("steady_hundred_cranes", 60, 0x1b189f44618a0631),
    ("soft_hundred_cranes", 60, 0xb61c_0045_231c_e4d9),
    ("steady_drawbridge", 120, 0x66545e8876810654),
    ("soft_drawbridge", 120, 0xacef_5237_c8cb_e5a2),
    ("steady_catapult", 120, 0xfbf7_09b3_6dd9_b2d2),
    ("soft_catapult", 120, 0x4fa1_1c2a_61cb_4b17),
    ("steady_clockwork", 120, 0x254faacfb606ae17),
    ("soft_clockwork", 120, 0x177a_8865_ffdf_a269),
    ("steady_scissor_lift", 120, 0xd279_ea81_7598_9ecf),
    ("soft_scissor_lift", 120, 0x0885_163c_cd11_50e6),
    ("steady_tracked_vehicle", 240, 0x3d82b5f68c3e1a10),
    ("soft_tracked_vehicle", 240, 0x878e_f039_2b7b_c067),
    ("steady_ragdoll_pile", 120, 0x752f_7445_f5df_f546),
    ("soft_ragdoll_pile", 120, 0x409c_a86b_e87b_28df),
    ("race_pendulums", 60, 0x3e3dcca667c98fb0),
    ("race_bridges", 90, 0xa29bc00a110fae38),
    ("race_chains", 60, 0xedae3a743269d905),
    ("race_swings", 60, 0x7c53d8a29023cfb3),
    ("race_poles", 60, 0x371a620151949035),
    ("race_vehicles", 120, 0xbd3a_7a37_a239_8de1),
    ("race_ragdolls", 90, 0x1f5f_0f8e_0a0f_4b25),
];

/// A scene of more than 512 bodies, which the solver cuts into strips and shares among its workers.
struct Large {
    name: &'static str,
    level: fn() -> Level,
    script: Option<Script>,
    steps: u32,
    hash: u64,
}

/// `joint_grid` and `many_pyramids` are smaller than in the benchmarks: 3,500 bodies make eight strips
/// already.
///
/// | scene | what it exercises |
/// |---|---|
/// | `joint_grid` | joints without contacts, all in one batch of eight strips |
/// | `many_pyramids` | contacts without joints, in many independent batches |
/// | `ragdoll_rain` | joints and contacts of bodies that are added while the scene runs |
/// | `mixture` | all joints and contacts, joints across strips, sleep, added and removed bodies |
const LARGE: &[Large] = &[
    Large {
        name: "joint_grid",
        level: || JointGrid { size: 60 }.level(),
        script: None,
        steps: 60,
        hash: 0x5cb2_a881_3cd7_9811,
    },
    Large {
        name: "many_pyramids",
        level: || ManyPyramids { rows: 8, columns: 8, base: 10 }.level(),
        script: None,
        steps: 60,
        hash: 0xe101_cb07_2a3d_2057,
    },
    Large {
        name: "ragdoll_rain",
        level: || RagdollRain::default().level(),
        script: Some(|step| RagdollRain::default().commands(step)),
        steps: 100,
        hash: 0xb029_15ad_ef4f_f296,
    },
    Large {
        name: "mixture",
        level: || Mixture::default().level(),
        script: Some(|step| Mixture::default().commands(step)),
        steps: 120,
        hash: 0xd3eb_e255_a091_a8d9,
    },
];

fn hash<B: Broadphase>(level: &Level, steps: u32, broadphase: B, arrange: impl Fn(&mut World<B>)) -> u64 {
    let (mut world, _) = World::load_with(level, broadphase).expect("a level of this crate");
    arrange(&mut world);
    for _ in 0..steps {
        world.step(1.0 / 60.0);
    }
    world.state_hash()
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes threads or minutes")]
fn every_scene_has_a_golden_hash() {
    let named: Vec<&str> = GOLDEN.iter().map(|golden| golden.0).collect();
    let all: Vec<&str> = SCENES.iter().chain(EVERYDAY).map(|scene| scene.name).collect();
    assert_eq!(named, all);
}

/// One scene in `GOLDEN_ONE_IN`, for an emulator (`cargo xtask ci aarch64`); all, if it is not set. Debug
/// builds run the narrowest lanes: plain arrays with the feature `scalar` of `compute`, as in part `test` of
/// CI.
#[test]
fn scenes_give_their_golden_hashes() {
    let width = if cfg!(debug_assertions) { Width::SCALAR } else { Width::best() };
    let one_in = std::env::var("GOLDEN_ONE_IN").map_or(1, |count| count.parse().expect("a whole number"));
    let mut wrong = Vec::new();
    for &(name, steps, golden) in GOLDEN.iter().step_by(one_in) {
        let level = (scenes::find(name).expect("a scene").level)();
        let found = hash(&level, steps, DynamicTree::default(), |world| world.set_width(width));
        if found != golden {
            wrong.push(format!("(\"{name}\", {steps}, {found:#018x}),"));
        }
    }
    assert!(wrong.is_empty(), "other hashes than before:\n{}", wrong.join("\n"));
}

/// A page may ask for threads that it cannot have, and need not give a clock.
#[cfg(target_family = "wasm")]
#[test]
fn threads_and_clock_may_be_missing_in_webassembly() {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;
    static TICKS: AtomicU64 = AtomicU64::new(0);
    let level = (scenes::find("pyramid").expect("a scene").level)();
    let (mut world, _) = World::load(&level).expect("a level of this crate");
    let alone = hash(&level, 10, DynamicTree::default(), |_| {});
    world.set_threads(3);
    (0..9).for_each(|_| world.step(1.0 / 60.0));
    assert_eq!(world.stage_times().total(), Duration::ZERO);
    world.set_clock(Some(|| Duration::from_micros(TICKS.fetch_add(1, Relaxed))));
    world.step(1.0 / 60.0);
    assert!(world.stage_times().total() > Duration::ZERO);
    assert_eq!(world.state_hash(), alone);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes threads or minutes")]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a third of the time")]
fn results_do_not_depend_on_the_broad_phase() {
    for &(name, steps, golden) in GOLDEN {
        let level = (scenes::find(name).expect("a scene").level)();
        assert_eq!(hash(&level, steps, SortAndSweep::default(), |_| {}), golden, "{name}, sort and sweep");
        // The other broad phases would take minutes on the largest scenes.
        let steps = if level.bodies.len() > 2000 { 2 } else { steps.min(100) };
        let tree = hash(&level, steps, DynamicTree::default(), |_| {});
        assert_eq!(hash(&level, steps, SweepList::default(), |_| {}), tree, "{name}, sweep list");
        assert_eq!(hash(&level, steps, UniformGrid::default(), |_| {}), tree, "{name}, uniform grid");
        assert_eq!(hash(&level, steps, QuadTree::default(), |_| {}), tree, "{name}, quadtree");
        assert_eq!(hash(&level, steps, AvlTree::default(), |_| {}), tree, "{name}, AVL tree");
        assert_eq!(hash(&level, steps, BruteForce::default(), |_| {}), tree, "{name}, brute force");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes threads or minutes")]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a third of the time")]
fn results_do_not_depend_on_width_and_threads() {
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

/// The scenes have thousands of bodies, so several workers run every stage.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes threads or minutes")]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a third of the time")]
fn results_of_large_scenes_do_not_depend_on_threads() {
    for name in ["spinner", "smash"] {
        let level = (scenes::find(name).expect("a scene").level)();
        assert!(level.bodies.len() > 5000);
        let runs = [1, 2, 5]
            .map(|threads| hash(&level, 10, DynamicTree::default(), |world| world.set_threads(threads)));
        assert!(runs.iter().all(|&run| run == runs[0]), "{name}: {runs:x?}");
    }
}

/// A pile that is cut into strips. Debug builds run some of the numbers: threads that outnumber the cores
/// wait for each other.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes threads or minutes")]
fn pile_has_the_same_bits_on_every_number_of_threads_from_1_to_32() {
    let level = (scenes::find("pile").expect("a scene").level)();
    let run = |threads| hash(&level, 8, DynamicTree::default(), |world| world.set_threads(threads));
    let (alone, in_debug) = (run(1), [4, 7, 16, 31, 32]);
    for threads in 2..=32 {
        if !cfg!(debug_assertions) || in_debug.contains(&threads) {
            assert_eq!(run(threads), alone, "{threads} threads");
        }
    }
}

impl Large {
    fn run(&self, threads: usize, width: Width) -> u64 {
        let (mut world, _) = World::load(&(self.level)()).expect("a level of this crate");
        world.set_threads(threads);
        world.set_width(width);
        let mut script_runner = ScriptRunner::of(&world);
        for step in 0..self.steps {
            if let Some(script) = self.script {
                script_runner.run(&mut world, &script(step));
            }
            world.step(1.0 / 60.0);
        }
        assert!(world.dynamic_bodies().count() > 512, "{} is too small to be cut into strips", self.name);
        world.state_hash()
    }
}

/// The scenes run on one, two, three and eight threads, at every lane width. Debug builds are several times
/// slower, so they run only the widest lanes, on three threads.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes threads or minutes")]
fn large_scenes_give_their_golden_hashes_on_any_threads_at_any_width() {
    let (widths, threads): (Vec<Width>, &[usize]) = if cfg!(debug_assertions) {
        (vec![Width::best()], &[3])
    } else {
        (Width::all().collect(), &[1, 2, 3, 8])
    };
    let mut wrong = Vec::new();
    for scene in LARGE {
        for &width in &widths {
            for &threads in threads {
                let found = scene.run(threads, width);
                if found != scene.hash {
                    let (name, width) = (scene.name, width.name());
                    wrong.push(format!("{name}: {found:#018x} on {threads} threads, {width}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "other hashes than before:\n{}", wrong.join("\n"));
}

/// Two worlds of one level give the same results, and a level is equal to its copy.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes threads or minutes")]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a third of the time")]
fn level_loads_twice_with_the_same_result() {
    for scene in SCENES {
        let level = (scene.level)();
        assert_eq!(level, (scene.level)(), "{}", scene.name);
        let steps = if level.bodies.len() > 2000 { 2 } else { 30 };
        let runs = [(); 2].map(|()| hash(&level, steps, DynamicTree::default(), |_| {}));
        assert_eq!(runs[0], runs[1], "{}", scene.name);
    }
}
