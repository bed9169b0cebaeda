//! `LunarLander` beside what was measured of Gymnasium 1.4.0 on Box2D 2.3.10.

use crate::support::{mean_and_deviation, returns};
use tasks::batch::Batch;
use tasks::{LunarLander, LunarLanderDef, Options, lander_pilot};

fn batch(def: LunarLanderDef, worlds: usize) -> Batch<LunarLander> {
    def.build(Options { worlds, threads: 2, ..Options::default() }).expect("valid options")
}

/// Gymnasium, 500 seeds: means -0.0001, 1.4103, -0.009, -0.026, 0.0001, 0.002; deviations 0.0047, 0.0069,
/// 0.476, 0.305, 0.0054, 0.108; greatest 0.0079, 1.4224, 0.802, 0.511, 0.0093, 0.183. The deviation of a
/// mean of 1000 is 0.032 of a deviation, of which three are allowed, and 5 % for that of a deviation
/// (1/sqrt(2 n) is 2.2 %).
#[test]
fn first_observations_have_the_distribution_of_gymnasium() {
    let batch = batch(LunarLanderDef::default(), 1000);
    let expected = [
        (0.0, 0.004_67, 0.0081),
        (1.410_32, 0.0068, 1.4227),
        (0.0, 0.467, 0.808),
        (-0.026_67, 0.311, 0.513),
        (0.0, 0.005_34, 0.0094),
        (0.0, 0.1058, 0.184),
    ];
    for (index, (mean, deviation, greatest)) in expected.into_iter().enumerate() {
        let numbers: Vec<f32> = batch.observations().chunks(8).map(|row| row[index]).collect();
        let (m, d) = mean_and_deviation(&numbers);
        assert!((m - mean).abs() < 0.1 * deviation, "{index}: mean {m}");
        assert!((d / deviation - 1.0).abs() < 0.05, "{index}: deviation {d}");
        assert!(numbers.iter().all(|&x| x < greatest), "{index}");
    }
}

/// In free flight Box2D adds `g h` to the velocity, then `v h` to the position, of the whole lander: the
/// hull's differ while its legs swing, whose mass is 1/35. Gymnasium's hull falls by 4.0 of the 4 m/s of one
/// second.
#[test]
fn free_flight_follows_box2d() {
    let mut batch = batch(LunarLanderDef::default(), 20);
    let first = batch.observations().to_vec();
    let steps = 40;
    for _ in 0..steps {
        batch.step(&[0.0; 20]).expect("20 actions");
    }
    let t = steps as f32;
    for (old, new) in first.chunks(8).zip(batch.observations().chunks(8)) {
        // Observed units: 10 m, 6.67 m, 5 m/s, 7.5 m/s.
        let (vy, y) = (old[3] * 7.5, old[1] * 20.0 / 3.0);
        let fallen = y + vy * t / 50.0 - 10.0 * t * (t + 1.0) / 2.0 / 2500.0;
        assert!((new[1] * 20.0 / 3.0 - fallen).abs() < 0.05, "{old:?} {new:?} {fallen}");
        assert!((new[3] * 7.5 - (vy - 10.0 * t / 50.0)).abs() < 0.06, "{old:?} {new:?}");
    }
}

/// Without fuel and before the end, the rewards of an episode sum to the gain of the potential.
#[test]
fn rewards_telescope_to_the_gain_of_the_potential() {
    let mut batch = batch(LunarLanderDef::default(), 8);
    let potential =
        |o: &[f32]| -100.0 * (o[0].hypot(o[1]) + o[2].hypot(o[3]) + o[4].abs()) + 10.0 * (o[6] + o[7]);
    let first: Vec<f32> = batch.observations().chunks(8).map(potential).collect();
    let (mut sums, steps) = ([0.0; 8], 40);
    for step in 0..steps {
        // The main engine in every fourth step: 0.3 each.
        batch.step(&[if step % 4 == 0 { 2.0 } else { 0.0 }; 8]).expect("8 actions");
        sums.iter_mut().zip(batch.rewards()).for_each(|(sum, reward)| *sum += reward);
    }
    assert!(batch.terminated().iter().all(|&ended| !ended), "too early to end");
    for (world, row) in batch.observations().chunks(8).enumerate() {
        let gain = potential(row) - first[world] - 0.3 * (steps / 4) as f32;
        assert!((sums[world] - gain).abs() < 1e-3, "{} {gain}", sums[world]);
    }
}

/// The same rule on Gymnasium: 252.8 on its first 100 seeds, 242.1 on 300, deviation 100; continuous 280.3
/// and 283.8, deviation 31. The bounds are three deviations of a mean of 200 below the measured means of 233
/// and 282.
#[test]
fn the_pilot_lands_as_well_as_on_gymnasium() {
    for (continuous, least) in [(false, 208.0), (true, 276.0)] {
        let mut batch = batch(LunarLanderDef { continuous, ..LunarLanderDef::default() }, 200);
        let returns = returns(&mut batch, 1000, |_, observation, action| lander_pilot(observation, action));
        let (mean, deviation) = mean_and_deviation(&returns);
        assert!(mean > least && mean < 300.0, "continuous {continuous}: {mean}, deviation {deviation}");
    }
}

/// A lander without a pilot crashes: -100 in the last step.
#[test]
fn a_crash_ends_the_episode_with_minus_100() {
    let mut batch = batch(LunarLanderDef::default(), 50);
    let mut crashed = [false; 50];
    for _ in 0..400 {
        batch.step(&[0.0; 50]).expect("50 actions");
        for (world, crashed) in crashed.iter_mut().enumerate() {
            if batch.terminated()[world] && !*crashed {
                assert_eq!(batch.rewards()[world], -100.0);
                *crashed = true;
            }
        }
    }
    assert!(crashed.iter().all(|&crashed| crashed));
}

/// The wind pushes, and differs from world to world.
#[test]
fn the_wind_moves_a_lander_to_the_side() {
    let mut still = batch(LunarLanderDef::default(), 4);
    let mut windy =
        batch(LunarLanderDef { wind_power: 15.0, turbulence_power: 1.5, ..Default::default() }, 4);
    for _ in 0..30 {
        still.step(&[0.0; 4]).expect("4 actions");
        windy.step(&[0.0; 4]).expect("4 actions");
    }
    let gusts: Vec<f32> = still
        .observations()
        .chunks(8)
        .zip(windy.observations().chunks(8))
        .map(|(s, w)| w[2] - s[2])
        .collect();
    assert!(gusts.iter().all(|gust| gust.abs() > 0.01 && gust.abs() < 0.37), "{gusts:?}");
    assert!(gusts.windows(2).all(|two| two[0] != two[1]));
}

#[test]
fn numbers_out_of_range_are_refused_by_name() {
    let refused = |def: LunarLanderDef| def.build(Options::default()).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        refused(LunarLanderDef { gravity: 1.0, ..Default::default() }),
        "gravity is 1: it must be above -12 and below 0"
    );
    let wind = refused(LunarLanderDef { wind_power: f32::NAN, ..Default::default() });
    assert_eq!(wind, "wind_power is NaN: it must be 0 to 20");
    let turbulence = refused(LunarLanderDef { turbulence_power: 3.0, ..Default::default() });
    assert_eq!(turbulence, "turbulence_power is 3: it must be 0 to 2");
}

/// 12 heights from 0 to 6.67 m, thirds of the sum of three: the outer points have a mean of 3.3 m (0.99 of
/// 3.33), the pad 3.3 m.
#[test]
fn the_ground_is_drawn_about_a_flat_pad() {
    let batch = batch(LunarLanderDef::default(), 400);
    let (mut outer, mut pad) = (Vec::new(), Vec::new());
    for index in 0..batch.len() {
        let world = batch.world(index).expect("a world");
        let ground = world.bodies().next().expect("the ground");
        let boxes: Vec<_> = ground.colliders().map(|it| it.shape().aabb(it.offset())).collect();
        let of = |left: f32| boxes.iter().find(|b| (b.lower.x - left).abs() < 1e-3 && b.upper.x < left + 2.1);
        let middle = of(8.0).expect("the pad");
        pad.push(middle.upper.y - middle.lower.y);
        assert!((middle.lower.y - 0.33 * 10.0).abs() < 1e-3);
        outer.push(of(2.0).expect("ground").upper.y);
    }
    assert!(pad.iter().all(|&height| height < 1e-5));
    let (mean, deviation) = mean_and_deviation(&outer);
    // The higher end of a segment: above the mean of 3.3 by about half of the 0.9 m between its ends.
    assert!((3.3..4.3).contains(&mean) && (0.7..1.3).contains(&deviation), "{mean} {deviation}");
}

/// The same actions on Gymnasium, without a first force and without dispersion: `steps`, then the first six
/// numbers. The hull's own motion depends on the legs, which swing in during the first 20 steps: they have
/// 1/35 of the mass.
#[test]
fn a_flight_follows_the_one_on_gymnasium() {
    const FLIGHT: [(u32, [f32; 6]); 6] = [
        (16, [-0.000_79, 1.390_78, -0.039_63, -0.079_65, 0.019_84, 0.158_65]),
        (32, [-0.005_74, 1.351_95, -0.035_53, -0.133_06, 0.094_81, -0.000_98]),
        (48, [-0.016_7, 1.293_33, -0.127_8, -0.191_17, 0.113_96, 0.158_52]),
        (64, [-0.040_24, 1.214_41, -0.176_33, -0.244_99, 0.188_62, -0.001_98]),
        (80, [-0.078_12, 1.114_44, -0.319_78, -0.310_44, 0.207_12, 0.158_65]),
        (96, [-0.136_8, 0.991_85, -0.420_05, -0.368_87, 0.281_32, -0.003_59]),
    ];
    let def = LunarLanderDef { first_force: 0.0, dispersion: 0.0, ..LunarLanderDef::default() };
    let mut batch = batch(def, 1);
    let actions = [0.0, 2.0, 2.0, 1.0, 2.0, 0.0, 3.0, 2.0];
    let mut worst = [0.0_f32; 6];
    for step in 0..96 {
        batch.step(&[actions[step / 4 % 8]]).expect("1 action");
        if let Some((_, expected)) = FLIGHT.iter().find(|(steps, _)| *steps == step as u32 + 1) {
            for (worst, (found, expected)) in worst.iter_mut().zip(batch.observations().iter().zip(expected))
            {
                *worst = worst.max((found - expected).abs());
            }
        }
    }
    // Places (10 m, 6.67 m), velocities (5 m/s, 7.5 m/s), angle, angular velocity (2.5 rad/s).
    let bounds = [0.002, 0.002, 0.005, 0.002, 0.005, 0.003];
    assert!(worst.iter().zip(bounds).all(|(&worst, bound)| worst < bound), "{worst:?}");
}
