//! Every scene gives the recorded bits with every broad phase, width and number of threads, in debug and in
//! release, on every platform.
//!
//! If a hash changes, the behaviour has changed: the commit message says why the new hash is right.

use physics::compute::Width;
use physics::prelude::*;
use scenes::{JointGrid, ManyPyramids, Mixture, RagdollRain, SCENES, Script, ScriptRunner};

/// Scene, steps, hash of the state after them.
const GOLDEN: &[(&str, u32, u64)] = &[
    ("falling_crate", 240, 0xd135_d62b_8505_a67a),
    ("tower", 600, 0x02b6_6c03_25e7_0b1e),
    ("pyramid", 200, 0xb14e_3664_21ed_a54d),
    ("large_pyramid", 10, 0x48c6_120f_af52_ab77),
    ("friction_ramp", 180, 0x1155_3907_7fd6_101e),
    ("bridge", 300, 0x0be1_54f3_9493_ee45),
    ("pendulum", 300, 0x3b55_af0d_a176_3132),
    ("pile", 200, 0xec4f_598a_08bc_c016),
    ("billiards", 240, 0x7fc5_0b5b_8179_2506),
    ("grabbing", 300, 0x319b_a8b0_3a29_6b48),
    ("normals", 120, 0x0b69_51a9_744a_d511),
    ("collision", 240, 0xe51f_0472_bb88_dc03),
    ("collision_without_impulses", 120, 0x6e85_49c9_184b_3fd7),
    ("tunnelling", 60, 0xf98c_69aa_25e4_89ed),
    ("bouncing_max", 180, 0xb8e2_8048_0a37_4440),
    ("bouncing_min", 180, 0xcbb4_e712_0394_d4e4),
    ("static_friction", 150, 0x58c4_9652_3da7_f05f),
    ("swinging_joints", 240, 0x415a_84f1_f00c_56e1),
    ("squash_1", 120, 0xbf4e_e309_aa56_d525),
    ("squash_5", 120, 0x882a_7ac1_58ba_a9b5),
    ("squash_20", 120, 0xa78c_0b65_4cb9_fabd),
    ("euler_explicit", 300, 0x851f_9b6f_8e57_bb90),
    ("euler_symplectic", 300, 0xb1f3_4ca6_4ca3_b438),
    ("newtons_cradle", 300, 0x073d_be3f_1a70_782f),
    ("ragdoll", 240, 0xc290_db75_50f8_4392),
    ("card_house", 240, 0x90e1_7ac5_d4d0_8046),
    ("arch", 240, 0xe242_2f5c_92bb_2514),
    ("wrecking_ball", 240, 0x8b69_48d0_5f30_d7c4),
    ("rain", 100, 0x6b71_9870_f02c_45e3),
    ("hills", 240, 0xc177_f2de_bc4e_6891),
    ("slider", 300, 0x1c9e_bdb7_2bf8_97dd),
    ("car", 300, 0xccd8_7a0f_9a0f_0af5),
    ("diving_board", 240, 0xb2cf_b905_6c24_25ae),
    ("atwood", 120, 0x8c1f_799a_0643_150a),
    ("gear_train", 300, 0xb4fd_cc02_8d6b_dc13),
    ("ropes", 120, 0x79e0_38fa_d74a_c840),
    ("lifts", 120, 0xb36b_9089_52ea_2577),
    ("bowl", 240, 0x71c6_3056_6f1d_9372),
    ("hollows_hull", 240, 0x2fc4_3849_e53a_4b48),
    ("hollows_pieces", 240, 0x0721_c181_89d6_24d5),
    ("conveyor", 300, 0xdab4_1835_b514_1673),
    ("rolling_slope", 180, 0x78c8_2c39_2a59_9808),
    ("seams", 240, 0x92fa_5365_e352_7c1f),
    ("ledges", 75, 0x8596_91ad_b6d5_fbbb),
    ("sensors", 240, 0x04ac_bb95_90da_3414),
    ("one_way", 60, 0xeb92_dc43_9728_404b),
    ("bumpers", 240, 0x9033_60ec_5103_e6ab),
    ("mixture", 60, 0xb314_d135_acac_cf06),
    ("platformer", 240, 0xd04f_5bac_f8ed_9487),
    ("ladder", 240, 0x2337_d34a_095c_931c),
    ("press", 240, 0x9f40_cf34_153a_b8c0),
    ("buoyancy", 300, 0xda56_5eab_a0ed_2d00),
    ("wind", 240, 0xc6e1_a250_2062_b63f),
    ("explosion", 240, 0xe4eb_a328_35b0_3715),
    ("slow_motions", 600, 0xe850_0a6c_0ec8_74c6),
    ("elastic_planks", 600, 0x9cfe_fa6b_5931_f105),
    ("portals", 120, 0xa157_9449_8313_4986),
    ("hooks", 240, 0xbd91_6726_1c5e_831c),
    ("queries", 240, 0x3323_19df_4f41_614d),
    ("destruction", 60, 0x87a8_c199_0faf_e49f),
    ("top_down", 240, 0x4c7a_7f0f_b2b6_ffd0),
    ("winch", 240, 0x4a5c_f590_dae6_d9c5),
    ("locks", 300, 0x3605_0465_9be0_6368),
    ("gravity_wells", 240, 0x4879_70cc_3772_3404),
    ("body_settings", 240, 0x6f12_4eca_4242_ca99),
    ("corrections_baumgarte", 120, 0x88fc_ef03_0b59_5e95),
    ("corrections_none", 120, 0x4fb1_7eab_30e6_ae0c),
    ("corrections_projection", 120, 0x6556_39fa_88ba_ee88),
    ("corrections_split", 120, 0x63c2_8cd6_954d_7fcd),
    ("weights_plain", 180, 0xf8c7_b5c2_10bb_0fe9),
    ("weights_by_depth", 180, 0x2cc9_09ce_e563_c0f3),
    ("detection_once", 180, 0xb45b_0a65_c142_9f7a),
    ("detection_each", 180, 0x547e_f6b7_6e15_497f),
    ("layers", 180, 0x7b1e_5c6a_dbc9_d52f),
    ("half_space", 120, 0x8c82_eda8_c236_3d1c),
    ("many_sided", 300, 0x7a02_a13b_cb1f_df73),
    ("without_rotation", 240, 0x28d3_d029_b029_a624),
    ("manifolds_gjk", 240, 0x54ab_9b8b_26a4_6046),
    ("contact_points_clipped", 200, 0xaba7_4536_e773_61d1),
    ("contact_points_mean", 200, 0x5add_e4dc_d1c2_bebd),
    ("contact_points_support", 200, 0xa051_ae6c_bc9b_9637),
    ("landing_mean", 200, 0x1cfe_d775_99af_201e),
    ("landing_plain", 200, 0x792c_2462_0e8f_ada3),
    ("landing_by_depth", 200, 0x5497_bcd8_86e9_896c),
    ("positions_first", 180, 0x2332_d57f_e1b9_faf9),
    ("constraints_first", 180, 0xce6f_d037_72fb_42b8),
    ("opening_floor", 300, 0x211a_dbb3_0892_8773),
    ("impacts_missed", 60, 0xadfa_9199_149e_7246),
    ("impacts_stopped", 60, 0x8a96_0a3e_5974_0ad2),
    ("impacts_resolved", 60, 0x8b80_bac3_77a9_0058),
    ("billiards_iterated", 240, 0x9357_863c_ec69_5975),
    ("tower_iterated", 240, 0xf189_0a86_7e95_0b02),
    ("tower_iterated_60", 240, 0x8bc4_51f2_543f_c67e),
    ("ellipses", 240, 0x04df_29be_9ae5_9964),
    ("steady_glass", 120, 0x0fdb_0476_0b49_d276),
    ("soft_glass", 120, 0xfeab_7ea1_6405_0f5e),
    ("steady_tower", 120, 0x2b37_2299_0673_c79d),
    ("soft_tower", 120, 0xb7f9_659b_1cfa_df2e),
    ("steady_crane", 240, 0xb2d6_44b0_96ab_b449),
    ("soft_crane", 240, 0x09d4_5f5a_ceb5_db41),
    ("steady_ball", 240, 0x04ca_0dc9_002f_36a7),
    ("steady_drawbridge", 120, 0x47b7_7ed5_eaef_9033),
    ("soft_drawbridge", 120, 0x9bd2_3b94_1b30_88e2),
    ("steady_catapult", 120, 0xd106_5821_63fc_be26),
    ("soft_catapult", 120, 0xb017_f5eb_645d_2c5e),
    ("steady_clockwork", 120, 0x258a_0677_4d29_2541),
    ("soft_clockwork", 120, 0x8d57_146c_a654_5c64),
    ("steady_scissor_lift", 120, 0xbf88_8017_bccf_092e),
    ("soft_scissor_lift", 120, 0x3ea7_de1d_ad66_3f04),
    ("steady_tracked_vehicle", 240, 0x66d7_48fc_625e_f36c),
    ("soft_tracked_vehicle", 240, 0x50c6_5ba3_2a14_8625),
    ("steady_ragdoll_pile", 120, 0xe48b_69e0_fde4_857d),
    ("soft_ragdoll_pile", 120, 0x747a_ac6a_21a8_6eca),
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
        hash: 0xcf26_7600_a3f7_633c,
    },
    Large {
        name: "ragdoll_rain",
        level: || RagdollRain::default().level(),
        script: Some(|step| RagdollRain::default().commands(step)),
        steps: 100,
        hash: 0x8a45_5347_0627_0ac0,
    },
    Large {
        name: "mixture",
        level: || Mixture::default().level(),
        script: Some(|step| Mixture::default().commands(step)),
        steps: 120,
        hash: 0xbbef_33e6_842d_7c4c,
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
