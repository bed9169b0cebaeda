//! `CarRacing` beside what was measured of Gymnasium 1.4.0 on Box2D 2.3.10.

use crate::support::{mean_and_deviation, returns};
use tasks::batch::{Batch, BatchError};
use tasks::geom::Pose;
use tasks::{CarRacing, CarRacingDef, Environment, Options, car_driver};

/// Numbers of an observation.
const SEEN: usize = 27;

fn batch(def: CarRacingDef, worlds: usize) -> Batch<CarRacing> {
    def.build(Options { worlds, threads: 2, ..Options::default() }).expect("valid options")
}

fn pose(batch: &Batch<CarRacing>, world: usize) -> Pose {
    let hull = batch.task().hull();
    batch.world(world).expect("a world").body(hull).expect("the hull").pose()
}

/// Full gas for 50 steps, then half to the right for 10: place in the frame of the start, velocity in that of
/// the car, spins of two wheels, as Gymnasium has them. On the straight only rounding differs. In the turn
/// Box2D's limit of steering gives way by 0.02 rad of 0.4, which the bounds allow for.
#[test]
fn a_drive_follows_the_one_on_gymnasium() {
    let mut batch = batch(CarRacingDef::default(), 1);
    let start = pose(&batch, 0);
    let straight = [
        (10, 1.303, 10.513, 14.045, 59.352),
        (30, 9.185, 28.023, 46.47, 113.348),
        (50, 24.071, 45.532, 78.895, 136.256),
    ];
    let mut steps = 0;
    for (until, forwards, speed, front, rear) in straight {
        while steps < until {
            batch.step(&[0.0, 1.0, 0.0]).expect("3 numbers");
            steps += 1;
        }
        let at = start.relative(pose(&batch, 0));
        let seen = batch.observations();
        assert!((at.position.y - forwards).abs() < 0.005 && at.position.x.abs() < 0.02, "{until}: {at:?}");
        assert!((seen[1] - speed).abs() < 0.005 && seen[0].abs() < 0.005, "{until}: {seen:?}");
        assert!((seen[4] - front).abs() < 0.01 && (seen[6] - rear).abs() < 0.02, "{until}: {seen:?}");
    }
    for _ in 0..10 {
        batch.step(&[0.5, 0.2, 0.0]).expect("3 numbers");
    }
    let at = start.relative(pose(&batch, 0));
    let seen = batch.observations();
    assert!((at.position.x - 1.926).abs() < 0.1 && (at.position.y - 33.812).abs() < 0.1, "{at:?}");
    assert!((at.rotation.angle() + 0.5939).abs() < 0.02, "{at:?}");
    for (index, expected, bound) in
        [(0, -8.351, 0.5), (1, 52.163, 0.5), (2, -4.6985, 0.2), (4, 90.761, 1.0), (7, 118.305, 1.0)]
    {
        assert!((seen[index] - expected).abs() < bound, "{index}: {}", seen[index]);
    }
}

/// The same rule on Gymnasium, its seeds 0 to 99: a mean return of 920.0, deviation 7.6, each lap done. The
/// bounds are three deviations of a mean of 60 about what is measured here, 921.3.
#[test]
fn the_driver_drives_as_well_as_on_gymnasium() {
    let mut batch = batch(CarRacingDef::default(), 60);
    let returns = returns(&mut batch, 1000, |_, observation, action| car_driver(observation, action));
    let (mean, deviation) = mean_and_deviation(&returns);
    assert!(mean > 917.5 && mean < 925.0, "{mean}, deviation {deviation}");
}

/// The return of a complete lap of n steps is 1000 less 0.1 n, and less the tiles that were missed.
#[test]
fn rewards_sum_to_the_visited_tiles_and_the_time() {
    let mut batch = batch(CarRacingDef::default(), 4);
    let (mut sums, mut steps) = ([0.0; 4], 0);
    let mut actions = [0.0; 12];
    while batch.terminated().iter().all(|&ended| !ended) && steps < 1000 {
        let rows = batch.observations().chunks(SEEN).zip(actions.chunks_mut(3));
        rows.for_each(|(observation, action)| car_driver(observation, action));
        batch.step(&actions).expect("12 numbers");
        steps += 1;
        sums.iter_mut().zip(batch.rewards()).for_each(|(sum, reward)| *sum += reward);
        for (world, sum) in sums.iter().enumerate() {
            let state = batch.state(world).expect("a world");
            let (visited, tiles) = (state.visited() as f32, state.tiles() as f32);
            assert!((sum - (1000.0 * visited / tiles - 0.1 * steps as f32)).abs() < 0.02, "{sum}");
            assert!((batch.observations()[SEEN * world + 10] - visited / tiles).abs() < 1e-6);
        }
    }
    let world = batch.terminated().iter().position(|&ended| ended).expect("a lap takes less than 1000 steps");
    let share = batch.observations()[SEEN * world + 10];
    assert!(share > 0.95, "{share}");
}

/// A car that leaves the field ends its episode with -100; on grass it is slower than on the road.
#[test]
fn leaving_the_field_ends_the_episode() {
    let mut batch = batch(CarRacingDef { max_steps: 0, ..CarRacingDef::default() }, 8);
    let mut lost = [false; 8];
    for _ in 0..1000 {
        batch.step(&[0.0, 0.6, 0.0].repeat(8)).expect("24 numbers");
        for (world, lost) in lost.iter_mut().enumerate() {
            if batch.terminated()[world] && !*lost {
                *lost = true;
                assert_eq!(batch.rewards()[world], -100.0);
                let at = pose(&batch, world).position;
                assert!(at.x.abs().max(at.y.abs()) > 333.0, "{at}");
            }
        }
    }
    assert!(lost.iter().all(|&lost| lost), "{lost:?}");
}

/// The five choices are what three numbers say.
#[test]
fn choices_are_certain_controls() {
    let mut numbers = batch(CarRacingDef::default(), 5);
    let mut choices = batch(CarRacingDef { continuous: false, ..CarRacingDef::default() }, 5);
    let controls = [[0.0, 0.0, 0.0], [0.6, 0.0, 0.0], [-0.6, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.8]];
    for _ in 0..20 {
        numbers.step(controls.as_flattened()).expect("15 numbers");
        choices.step(&[0.0, 1.0, 2.0, 3.0, 4.0]).expect("5 numbers");
        assert_eq!(numbers.observations(), choices.observations());
    }
    let refused = CarRacingDef { lap_complete: 1.5, ..CarRacingDef::default() }.build(Options::default());
    assert!(refused.is_err_and(|error| error.to_string().contains("lap_complete is 1.5")));
}

/// The car, the road and the grass are where the picture of Gymnasium has them: after a second the hull, red,
/// at the middle of the width and three quarters down; road beneath it, grey; the band with bars below.
#[test]
fn a_picture_shows_the_car_on_its_road() {
    let mut batch = batch(CarRacingDef::default(), 3);
    for _ in 0..60 {
        batch.step(&[0.0, 0.1, 0.0].repeat(3)).expect("9 numbers");
    }
    let each = 96 * 96 * 3;
    let mut pictures = vec![0; 3 * each];
    batch.pictures([96, 96], &mut pictures).expect("as many bytes");
    for (world, picture) in pictures.chunks(each).enumerate() {
        let pixel = |x: usize, y: usize| &picture[3 * (96 * y + x)..][..3];
        assert_eq!(pixel(47, 72), [204, 0, 0], "{world}: the hull");
        assert_eq!(pixel(47, 79), pixel(48, 79), "{world}: both sides of the middle");
        assert!(pixel(47, 79).iter().all(|part| (102..=107).contains(part)), "{world}: the road behind it");
        assert!(pixel(5, 90).iter().all(|&part| part == 0), "{world}: the band");
        assert!(pixel(12, 93)[0] > 100, "{world}: the speed");
        let green = picture.chunks(3).filter(|pixel| pixel[0] == 102 && pixel[1] > 200).count();
        assert!(green > 1000, "{world}: {green} pixels of grass");
    }
    // The same from one thread.
    let mut alone =
        CarRacingDef::default().build(Options { worlds: 3, ..Options::default() }).expect("valid");
    for _ in 0..60 {
        alone.step(&[0.0, 0.1, 0.0].repeat(3)).expect("9 numbers");
    }
    let mut same = vec![0; 3 * each];
    alone.pictures([96, 96], &mut same).expect("as many bytes");
    assert!(same == pictures);
    let refused = alone.pictures([96, 0], &mut same);
    assert!(matches!(refused, Err(BatchError::Count { field: "height", value: 0, .. })), "{refused:?}");
    let refused = alone.pictures([96, 95], &mut same);
    assert!(matches!(refused, Err(BatchError::Length { array: "pictures", .. })), "{refused:?}");
}
