//! Every scene gives the recorded bits with every broad phase, width and number of threads, in debug and in
//! release, on every platform.
//!
//! If a hash changes, the behaviour has changed: the commit message says why the new hash is right.

use physics::compute::Width;
use physics::prelude::*;
use scenes::{JointGrid, ManyPyramids, Mixture, RagdollRain, SCENES, Script, ScriptRunner};

/// Scene, steps, hash of the state after them.
const GOLDEN: &[(&str, u32, u64)] = &[
    ("falling_crate", 240, 0xce64_0c20_774b_f8aa),
    ("tower", 600, 0x1ae2_2b13_34a8_371f),
    ("pyramid", 200, 0xf6a3_0187_acad_e848),
    ("large_pyramid", 10, 0x10fc_2c24_2943_42a4),
    ("friction_ramp", 180, 0xf27e_e668_1298_791b),
    ("bridge", 300, 0x7293_e381_8858_81eb),
    ("pendulum", 300, 0x7e99_bec7_7e6a_eea2),
    ("pile", 200, 0xc95c_2638_6fe6_1b80),
    ("billiards", 240, 0x8ee3_8dbe_06b2_540d),
    ("grabbing", 300, 0xcdd2_c537_8978_62f1),
    ("normals", 120, 0xe0fc_9678_3659_4d06),
    ("collision", 240, 0x65c9_eb16_0f16_9487),
    ("collision_without_impulses", 120, 0x0fa5_f835_e941_1ee0),
    ("tunnelling", 60, 0x5652_8545_c62e_b0f7),
    ("bouncing_max", 180, 0xa7cc_a1c1_b346_4aa5),
    ("bouncing_min", 180, 0xc6b1_472a_f93a_bb3d),
    ("static_friction", 150, 0x28dc_45fb_0ea6_69d2),
    ("swinging_joints", 240, 0xbd48_fa29_f6bc_2792),
    ("squash_1", 120, 0xbf4e_e309_aa56_d525),
    ("squash_5", 120, 0x882a_7ac1_58ba_a9b5),
    ("squash_20", 120, 0xa78c_0b65_4cb9_fabd),
    ("euler_explicit", 300, 0x851f_9b6f_8e57_bb90),
    ("euler_symplectic", 300, 0xb1f3_4ca6_4ca3_b438),
    ("newtons_cradle", 300, 0xb8f1_8193_4073_bb58),
    ("ragdoll", 240, 0x76a4_1874_dd39_0db0),
    ("card_house", 240, 0x6a40_542c_bf1b_b18e),
    ("arch", 240, 0x58db_82c9_c259_2174),
    ("wrecking_ball", 240, 0xbd91_94dc_26b4_abca),
    ("rain", 100, 0x4787_d0f5_3359_f4a9),
    ("hills", 240, 0x6e65_cee0_fd15_409e),
    ("slider", 300, 0x6376_3f97_9d4a_6843),
    ("car", 300, 0xae18_4066_31c0_2940),
    ("diving_board", 240, 0x6144_2e45_c212_bd70),
    ("atwood", 120, 0x2a78_74c2_34eb_cb9f),
    ("gear_train", 300, 0x56dc_566c_0660_e19e),
    ("ropes", 120, 0x79e0_38fa_d74a_c840),
    ("lifts", 120, 0x6936_bab1_ce9c_9382),
    ("bowl", 240, 0x19fa_d5ce_22be_f3e9),
    ("hollows_hull", 240, 0x0ea9_ed72_4dcd_a913),
    ("hollows_pieces", 240, 0xfba3_0cdb_2c59_84fa),
    ("conveyor", 300, 0x4f30_7932_a453_abf7),
    ("rolling_slope", 180, 0x6ccf_9102_6035_dcc1),
    ("rolling", 120, 0xdaaf_519a_cddd_36bc),
    ("road", 540, 0x94fd_2bb0_a4ca_1033),
    ("loop", 220, 0x62dd_6fd9_8aa9_cdaf),
    ("seams", 240, 0xe2f0_b472_9658_a97f),
    ("ledges", 75, 0x8596_91ad_b6d5_fbbb),
    ("sensors", 240, 0x13de_75eb_3e2e_e833),
    ("one_way", 60, 0xda38_9f9d_6399_449f),
    ("bumpers", 240, 0x1eff_7fd9_8ab0_44e9),
    ("mixture", 60, 0x6d54_8309_cc50_f27d),
    ("platformer", 240, 0x86ef_7cac_235f_bf5b),
    ("ladder", 240, 0x2337_d34a_095c_931c),
    ("press", 240, 0x9f40_cf34_153a_b8c0),
    ("buoyancy", 300, 0xece6_7d27_57d4_16b8),
    ("wind", 240, 0xa72c_4f8a_a724_85fa),
    ("explosion", 240, 0x10e9_62f0_90cb_602b),
    ("slow_motions", 600, 0x0b94_e2f0_7576_a328),
    ("elastic_planks", 600, 0x945a_9682_8f58_bb07),
    ("portals", 120, 0xbad7_3ae5_b473_4009),
    ("hooks", 240, 0xf9d4_03dc_a1e8_230f),
    ("queries", 240, 0x0387_b198_ee12_fbdd),
    ("destruction", 60, 0x4011_2e27_dae8_4d0a),
    ("top_down", 240, 0xa73d_4ef7_35f5_fcbc),
    ("winch", 240, 0x4a5c_f590_dae6_d9c5),
    ("locks", 300, 0x1145_6afb_b115_dc67),
    ("gravity_wells", 240, 0x4879_70cc_3772_3404),
    ("body_settings", 240, 0xcaa2_eab0_e5b6_28aa),
    ("corrections_baumgarte", 120, 0x7b30_4784_ba7d_0acd),
    ("corrections_none", 120, 0x4fb1_7eab_30e6_ae0c),
    ("corrections_projection", 120, 0x63eb_eef0_870e_d6e0),
    ("corrections_split", 120, 0x63c2_8cd6_954d_7fcd),
    ("weights_plain", 180, 0x9877_cfe8_a430_6874),
    ("weights_by_depth", 180, 0x09b2_a552_4e38_7158),
    ("detection_once", 180, 0x871d_6912_2a5b_a9b6),
    ("detection_each", 180, 0x4bdf_e120_2ad7_5f89),
    ("layers", 180, 0x1b11_04e9_3834_3f86),
    ("half_space", 120, 0x53b4_af67_d195_d9ee),
    ("many_sided", 300, 0x9bb4_d420_d715_d5bb),
    ("without_rotation", 240, 0xa41d_d647_6822_cca7),
    ("manifolds_gjk", 240, 0x8373_b6fd_06c3_6ffe),
    ("contact_points_clipped", 200, 0xafee_c529_8e59_a5b5),
    ("contact_points_mean", 200, 0x024a_b806_0c6c_36b8),
    ("contact_points_support", 200, 0xfaed_b82c_b5e3_6a6e),
    ("landing_mean", 200, 0xa45a_4e73_dace_ae2d),
    ("landing_plain", 200, 0x571d_9efd_c0a2_7bcd),
    ("landing_by_depth", 200, 0xb1d4_f554_a434_d1fc),
    ("positions_first", 180, 0xc680_7e2f_8bc8_9af1),
    ("constraints_first", 180, 0xb793_21d8_6f71_38dc),
    ("opening_floor", 300, 0x37fb_9a66_8af9_523b),
    ("impacts_missed", 60, 0xadfa_9199_149e_7246),
    ("impacts_stopped", 60, 0x8a96_0a3e_5974_0ad2),
    ("impacts_resolved", 60, 0x8b80_bac3_77a9_0058),
    ("billiards_iterated", 240, 0x9f0a_7bd5_7397_96c4),
    ("tower_iterated", 240, 0x3242_68fa_086e_b8bb),
    ("tower_iterated_60", 240, 0xbd56_5bda_6183_45c4),
    ("ellipses", 240, 0x8a13_c8a5_297c_9850),
    ("jitter_40_slop", 240, 0x39e9_faf1_623a_3df5),
    ("jitter_20", 240, 0x8cc3_c34a_5fe6_7925),
    ("jitter_80", 240, 0x62d3_1c1a_82cc_6c40),
    ("jitter_100", 240, 0x179e_0ccc_48b3_b012),
    ("jitter_100_slop", 240, 0x5bbd_7db7_f573_f4c5),
    ("recipe_5", 240, 0xeeb9_0e88_ebd3_a5e1),
    ("recipe_10", 240, 0xdabf_3feb_e6e1_ea57),
    ("recipe_20", 240, 0x68f3_0d52_1463_4139),
    ("recipe_warm", 240, 0xea2c_5637_a19d_5c0e),
    ("steady_glass", 120, 0xfb2b_bbfa_6636_0f26),
    ("soft_glass", 120, 0x30ec_ec57_616a_f16a),
    ("steady_tower", 120, 0x6298_9680_1cdf_9b04),
    ("soft_tower", 120, 0x6d2c_c38a_67fa_d260),
    ("steady_crane", 240, 0xaebd_6779_9cf3_bd9c),
    ("soft_crane", 240, 0xd7d5_550a_19fe_01f4),
    ("steady_ball", 240, 0x0ab3_0f30_83ef_02d2),
    ("steady_hundred_cranes", 60, 0x1a94_bb0e_6aca_40a7),
    ("soft_hundred_cranes", 60, 0xb6c8_f63e_7da8_3d33),
    ("steady_drawbridge", 120, 0xcbb8_48f2_8dd6_bf08),
    ("soft_drawbridge", 120, 0x7c7a_2080_314f_75c7),
    ("steady_catapult", 120, 0x372a_7492_ccfb_ee87),
    ("soft_catapult", 120, 0x7385_4bcc_0313_7b24),
    ("steady_clockwork", 120, 0xfee5_9caa_7a34_76ab),
    ("soft_clockwork", 120, 0xa759_3f8c_47af_3866),
    ("steady_scissor_lift", 120, 0xb3ec_aad3_8ea9_e769),
    ("soft_scissor_lift", 120, 0x7693_e3c8_aa57_2116),
    ("steady_tracked_vehicle", 240, 0x99ce_bc30_008c_f915),
    ("soft_tracked_vehicle", 240, 0x8be4_52ed_e987_7372),
    ("steady_ragdoll_pile", 120, 0x50e9_bda3_47da_3260),
    ("soft_ragdoll_pile", 120, 0xf9a6_2002_3196_e03f),
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
        hash: 0xc6cd_4ae1_3cdb_b31d,
    },
    Large {
        name: "many_pyramids",
        level: || ManyPyramids { rows: 8, columns: 8, base: 10 }.level(),
        script: None,
        steps: 60,
        hash: 0x084c_dfc0_c933_5fd8,
    },
    Large {
        name: "ragdoll_rain",
        level: || RagdollRain::default().level(),
        script: Some(|step| RagdollRain::default().commands(step)),
        steps: 100,
        hash: 0x0362_4082_d40d_71db,
    },
    Large {
        name: "mixture",
        level: || Mixture::default().level(),
        script: Some(|step| Mixture::default().commands(step)),
        steps: 120,
        hash: 0x7434_b6b4_fb14_30d7,
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
/// slower, so they run only the widest lanes, on one and on three threads.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes threads or minutes")]
fn large_scenes_give_their_golden_hashes_on_any_threads_at_any_width() {
    let (widths, threads): (Vec<Width>, &[usize]) = if cfg!(debug_assertions) {
        (vec![Width::best()], &[1, 3])
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
fn level_loads_twice_with_the_same_result() {
    for scene in SCENES {
        let level = (scene.level)();
        assert_eq!(level, (scene.level)(), "{}", scene.name);
        let steps = if level.bodies.len() > 2000 { 2 } else { 30 };
        let runs = [(); 2].map(|()| hash(&level, steps, DynamicTree::default(), |_| {}));
        assert_eq!(runs[0], runs[1], "{}", scene.name);
    }
}
