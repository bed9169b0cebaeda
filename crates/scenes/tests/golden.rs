//! Every scene gives the recorded bits with every broad phase, width and number of threads, in debug and in
//! release, on every platform.
//!
//! If a hash changes, the behaviour has changed: the commit message says why the new hash is right.

use physics::compute::Width;
use physics::prelude::*;
use scenes::{JointGrid, ManyPyramids, Mixture, RagdollRain, SCENES, Script, ScriptRunner};

/// Scene, steps, hash of the state after them.
const GOLDEN: &[(&str, u32, u64)] = &[
    ("falling_crate", 240, 0xa848_d16a_88d6_e812),
    ("tower", 600, 0x1ae2_2b13_34a8_371f),
    ("pyramid", 200, 0xeb39_02c5_f984_cd09),
    ("large_pyramid", 10, 0x10fc_2c24_2943_42a4),
    ("friction_ramp", 180, 0xf27e_e668_1298_791b),
    ("bridge", 300, 0x3da2_a5ca_a297_6051),
    ("pendulum", 300, 0x1216_dcb3_80f9_3f0a),
    ("pile", 200, 0x055d_75fc_2d71_77e8),
    ("billiards", 240, 0xacbc_0080_5e22_da9b),
    ("grabbing", 300, 0x319b_a8b0_3a29_6b48),
    ("normals", 120, 0x0b69_51a9_744a_d511),
    ("collision", 240, 0xa8e7_ba17_b56a_2f8e),
    ("collision_without_impulses", 120, 0x6e85_49c9_184b_3fd7),
    ("tunnelling", 60, 0x5652_8545_c62e_b0f7),
    ("bouncing_max", 180, 0xa7cc_a1c1_b346_4aa5),
    ("bouncing_min", 180, 0xc6b1_472a_f93a_bb3d),
    ("static_friction", 150, 0x28dc_45fb_0ea6_69d2),
    ("swinging_joints", 240, 0x9ba5_8964_5cc4_6ca4),
    ("squash_1", 120, 0xbf4e_e309_aa56_d525),
    ("squash_5", 120, 0x882a_7ac1_58ba_a9b5),
    ("squash_20", 120, 0xa78c_0b65_4cb9_fabd),
    ("euler_explicit", 300, 0x851f_9b6f_8e57_bb90),
    ("euler_symplectic", 300, 0xb1f3_4ca6_4ca3_b438),
    ("newtons_cradle", 300, 0x7789_4981_e53a_1af6),
    ("ragdoll", 240, 0x268d_9c5b_2926_71cd),
    ("card_house", 240, 0xe924_1f47_17f9_bc85),
    ("arch", 240, 0x8d6c_377e_d5e6_0835),
    ("wrecking_ball", 240, 0x627c_3c8f_e35b_38e3),
    ("rain", 100, 0x9561_b692_6466_2353),
    ("hills", 240, 0xc57d_cc1e_c425_5ecc),
    ("slider", 300, 0x1c9e_bdb7_2bf8_97dd),
    ("car", 300, 0x75af_e4b1_0359_dfd6),
    ("diving_board", 240, 0x51ab_339d_fb1d_15a7),
    ("atwood", 120, 0x8c1f_799a_0643_150a),
    ("gear_train", 300, 0xb4fd_cc02_8d6b_dc13),
    ("ropes", 120, 0x79e0_38fa_d74a_c840),
    ("lifts", 120, 0xd31a_0444_1dae_e7c1),
    ("bowl", 240, 0x234d_c4f7_fd7b_38e6),
    ("hollows_hull", 240, 0x8774_31df_97c0_890a),
    ("hollows_pieces", 240, 0x2fef_040a_77b5_6b9e),
    ("conveyor", 300, 0xb8f9_bd83_edb0_1966),
    ("rolling_slope", 180, 0x327e_71f9_ec0b_c76d),
    ("seams", 240, 0x24d2_cb6f_0dc0_bbac),
    ("ledges", 75, 0x8596_91ad_b6d5_fbbb),
    ("sensors", 240, 0x6c8f_0112_f576_f53f),
    ("one_way", 60, 0xda38_9f9d_6399_449f),
    ("bumpers", 240, 0xdd6c_dcd3_f3f5_8191),
    ("mixture", 60, 0x7f98_494b_d07a_d300),
    ("platformer", 240, 0x86ef_7cac_235f_bf5b),
    ("ladder", 240, 0x2337_d34a_095c_931c),
    ("press", 240, 0x9f40_cf34_153a_b8c0),
    ("buoyancy", 300, 0xcfd6_d3f8_217a_04b3),
    ("wind", 240, 0x8a7f_b394_9437_3067),
    ("explosion", 240, 0x10e9_62f0_90cb_602b),
    ("slow_motions", 600, 0x0b94_e2f0_7576_a328),
    ("elastic_planks", 600, 0xd369_3ab4_5ec6_00a1),
    ("portals", 120, 0x8f98_00b7_cd9f_ab04),
    ("hooks", 240, 0xaa0c_751c_ecf5_bf37),
    ("queries", 240, 0x9dff_4189_4ee3_84f5),
    ("destruction", 60, 0x4011_2e27_dae8_4d0a),
    ("top_down", 240, 0x4c7a_7f0f_b2b6_ffd0),
    ("winch", 240, 0x4a5c_f590_dae6_d9c5),
    ("locks", 300, 0x6c7a_a7fd_1d10_1179),
    ("gravity_wells", 240, 0x4879_70cc_3772_3404),
    ("body_settings", 240, 0x7a39_962e_f5aa_55d0),
    ("corrections_baumgarte", 120, 0x88fc_ef03_0b59_5e95),
    ("corrections_none", 120, 0x4fb1_7eab_30e6_ae0c),
    ("corrections_projection", 120, 0x6556_39fa_88ba_ee88),
    ("corrections_split", 120, 0x63c2_8cd6_954d_7fcd),
    ("weights_plain", 180, 0x7ddf_f826_4cbb_4196),
    ("weights_by_depth", 180, 0xa14f_0bf3_2e64_b285),
    ("detection_once", 180, 0xb45b_0a65_c142_9f7a),
    ("detection_each", 180, 0x547e_f6b7_6e15_497f),
    ("layers", 180, 0x1b11_04e9_3834_3f86),
    ("half_space", 120, 0xf957_d878_c489_4800),
    ("many_sided", 300, 0x6efd_33f2_c12c_691d),
    ("without_rotation", 240, 0xa971_7202_5d2c_2bb3),
    ("manifolds_gjk", 240, 0xab8a_6d0e_d1a1_d272),
    ("contact_points_clipped", 200, 0xaba7_4536_e773_61d1),
    ("contact_points_mean", 200, 0x5add_e4dc_d1c2_bebd),
    ("contact_points_support", 200, 0xa051_ae6c_bc9b_9637),
    ("landing_mean", 200, 0x1cfe_d775_99af_201e),
    ("landing_plain", 200, 0x792c_2462_0e8f_ada3),
    ("landing_by_depth", 200, 0x5497_bcd8_86e9_896c),
    ("positions_first", 180, 0x2332_d57f_e1b9_faf9),
    ("constraints_first", 180, 0x5441_39e4_8260_fb01),
    ("opening_floor", 300, 0x211a_dbb3_0892_8773),
    ("impacts_missed", 60, 0xadfa_9199_149e_7246),
    ("impacts_stopped", 60, 0x8a96_0a3e_5974_0ad2),
    ("impacts_resolved", 60, 0x8b80_bac3_77a9_0058),
    ("billiards_iterated", 240, 0xd560_43d6_cc7d_69dc),
    ("tower_iterated", 240, 0xf189_0a86_7e95_0b02),
    ("tower_iterated_60", 240, 0x8bc4_51f2_543f_c67e),
    ("ellipses", 240, 0x05b9_897f_1db2_2203),
    ("steady_glass", 120, 0xfb2b_bbfa_6636_0f26),
    ("soft_glass", 120, 0x30ec_ec57_616a_f16a),
    ("steady_tower", 120, 0x6298_9680_1cdf_9b04),
    ("soft_tower", 120, 0x6d2c_c38a_67fa_d260),
    ("steady_crane", 240, 0x201b_7598_2acc_4249),
    ("soft_crane", 240, 0xc97f_5f59_8e6e_2a22),
    ("steady_ball", 240, 0x47d3_3cd2_81ea_e85d),
    ("steady_hundred_cranes", 60, 0x02d4_3476_b4c7_fc1c),
    ("soft_hundred_cranes", 60, 0x8905_9450_4de7_7946),
    ("steady_drawbridge", 120, 0xac32_6109_cefb_ab45),
    ("soft_drawbridge", 120, 0x3bbf_92d3_9dc9_aafc),
    ("steady_catapult", 120, 0xb26e_a10f_b5e0_d911),
    ("soft_catapult", 120, 0x5e2c_617c_cf93_023f),
    ("steady_clockwork", 120, 0x6e68_37a4_5834_cd12),
    ("soft_clockwork", 120, 0x8d57_146c_a654_5c64),
    ("steady_scissor_lift", 120, 0x866d_b3a4_eb28_5087),
    ("soft_scissor_lift", 120, 0x8767_0065_33f6_0617),
    ("steady_tracked_vehicle", 240, 0x028b_5b25_eed8_df1b),
    ("soft_tracked_vehicle", 240, 0x30d9_5345_039b_8ea9),
    ("steady_ragdoll_pile", 120, 0x2a2f_91df_371f_4511),
    ("soft_ragdoll_pile", 120, 0x03ae_4a1f_6e94_098b),
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
        hash: 0x5c0a_dfa1_200b_5196,
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
        hash: 0x806e_4654_71a6_9166,
    },
    Large {
        name: "mixture",
        level: || Mixture::default().level(),
        script: Some(|step| Mixture::default().commands(step)),
        steps: 120,
        hash: 0xb72e_fa39_9343_85e0,
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
