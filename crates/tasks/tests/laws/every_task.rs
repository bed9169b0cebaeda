//! What holds for each task.

use crate::support::{any_actions, make};
use tasks::batch::{BatchError, Flag, Random};
use tasks::{Actions, ENTRIES, Options, find};

const OPTIONS: Options = Options { worlds: 6, threads: 1, seed: 5, chunk: 4 };

/// All that a program sees of 80 steps of any actions, with resets of what has ended.
fn story(entry: &tasks::Entry, options: Options) -> Vec<u32> {
    let mut environment = make(entry, options);
    let mut random = Random::new(1, 0, 0);
    let mut seen = Vec::new();
    for _ in 0..80 {
        let actions = any_actions(&*environment, &mut random);
        environment.step(&actions).expect("as many actions");
        let numbers = environment.observations().iter().chain(environment.rewards());
        seen.extend(numbers.map(|number| number.to_bits()));
        seen.extend(environment.terminated().iter().map(|&ended| u32::from(ended)));
        environment.reset_ended();
    }
    seen
}

#[test]
fn results_depend_neither_on_threads_nor_on_chunks() {
    for entry in ENTRIES {
        let alone = story(entry, OPTIONS);
        assert_eq!(alone, story(entry, Options { threads: 2, ..OPTIONS }), "{}", entry.name);
        assert_eq!(alone, story(entry, Options { chunk: 1, ..OPTIONS }), "{}", entry.name);
        assert_ne!(alone, story(entry, Options { seed: 6, ..OPTIONS }), "{}", entry.name);
    }
}

/// The first observation of episode 2 is the same whatever happened in episodes 0 and 1.
#[test]
fn an_episode_depends_on_seed_world_and_number_only() {
    for entry in ENTRIES {
        let [mut idle, mut busy] = [OPTIONS, OPTIONS].map(|options| make(entry, options));
        let mut random = Random::new(2, 0, 0);
        for _ in 0..2 {
            for _ in 0..30 {
                let actions = any_actions(&*busy, &mut random);
                busy.step(&actions).expect("as many actions");
            }
            busy.reset_all();
            idle.reset_all();
        }
        for _ in 0..30 {
            assert_eq!(busy.observations(), idle.observations(), "{}", entry.name);
            let actions = any_actions(&*busy, &mut random);
            busy.step(&actions).expect("as many actions");
            idle.step(&actions).expect("as many actions");
        }
    }
}

#[test]
fn observations_and_rewards_are_finite_and_mostly_in_their_ranges() {
    for entry in ENTRIES {
        let mut environment = make(entry, OPTIONS);
        let spec = environment.spec();
        let (mut outside, mut all) = (0, 0);
        let mut random = Random::new(3, 0, 0);
        for _ in 0..100 {
            for row in environment.observations().chunks(spec.observations.len()) {
                for (number, quantity) in row.iter().zip(spec.observations) {
                    assert!(number.is_finite(), "{}: {}", entry.name, quantity.name);
                    all += 1;
                    outside += u32::from(!(quantity.low..=quantity.high).contains(number));
                }
            }
            assert!(environment.rewards().iter().all(|reward| reward.is_finite()), "{}", entry.name);
            assert!(environment.flags().iter().all(|&flag| flag == Flag::Running), "{}", entry.name);
            let actions = any_actions(&*environment, &mut random);
            environment.step(&actions).expect("as many actions");
            environment.reset_ended();
        }
        // Spikes are allowed, as in Gymnasium, whose bounds these are.
        assert!(outside * 100 < all, "{}: {outside} of {all} are outside", entry.name);
    }
}

#[test]
fn a_wrong_action_stops_its_world_alone() {
    for entry in ENTRIES {
        let mut environment = make(entry, OPTIONS);
        let len = environment.spec().actions.len();
        let mut actions = any_actions(&*environment, &mut Random::new(4, 0, 0));
        actions[2 * len] = f32::NAN;
        let is_discrete = matches!(environment.spec().actions, Actions::Discrete(_));
        if is_discrete {
            (actions[3 * len], actions[4 * len]) = (99.0, 0.5);
        }
        environment.step(&actions).expect("as many actions");
        for world in 0..environment.len() {
            let expected = match world {
                2 => Flag::BadAction,
                3 | 4 if is_discrete => Flag::Refused,
                _ => Flag::Running,
            };
            assert_eq!(environment.flags()[world], expected, "{} {world}", entry.name);
            assert_eq!(environment.truncated()[world], expected != Flag::Running);
        }
        environment.reset_ended();
        assert!(environment.flags().iter().all(|&flag| flag == Flag::Running));
        let refused = environment.step(&actions[1..]);
        assert!(matches!(refused, Err(BatchError::Length { array: "actions", .. })), "{refused:?}");
        let refused = environment.reset(&[true]);
        assert!(matches!(refused, Err(BatchError::Length { array: "mask", .. })), "{refused:?}");
    }
}

#[test]
fn each_name_is_found_once_and_options_out_of_range_are_refused() {
    for entry in ENTRIES {
        assert_eq!(ENTRIES.iter().filter(|other| other.name == entry.name).count(), 1);
        assert_eq!(find(entry.name).map(|found| found.about), Some(entry.about));
        for options in [Options { worlds: 0, ..OPTIONS }, Options { threads: 0, ..OPTIONS }] {
            assert!(entry.make(options).is_err(), "{}", entry.name);
        }
    }
    assert!(find("").is_none());
}

/// An episode ends at the latest when its specification says so.
#[test]
fn episodes_are_cut_short_at_their_greatest_length() {
    for entry in ENTRIES {
        let mut environment = make(entry, Options { worlds: 1, ..OPTIONS });
        let spec = environment.spec();
        // One whose task ends early goes on all the same until it is reset.
        let action = vec![0.0; spec.actions.len()];
        for step in 1..=spec.max_steps {
            environment.step(&action).expect("as many actions");
            assert_eq!(environment.truncated()[0], step == spec.max_steps, "{} {step}", entry.name);
        }
    }
}

/// A picture of each task shows something, and something else after some steps.
#[test]
fn pictures_show_what_moves() {
    for entry in ENTRIES {
        let mut environment = make(entry, OPTIONS);
        let mut pictures = [vec![0; 6 * 64 * 48 * 3], vec![0; 6 * 64 * 48 * 3]];
        environment.pictures([64, 48], &mut pictures[0]).expect("as many bytes");
        let mut random = Random::new(6, 0, 0);
        for _ in 0..25 {
            let actions = any_actions(&*environment, &mut random);
            environment.step(&actions).expect("as many actions");
        }
        environment.pictures([64, 48], &mut pictures[1]).expect("as many bytes");
        for world in 0..6 {
            let [before, after] = pictures.each_ref().map(|all| &all[world * 64 * 48 * 3..][..64 * 48 * 3]);
            let colors: std::collections::BTreeSet<_> = before.chunks(3).collect();
            assert!(colors.len() > 2, "{}: {} colours", entry.name, colors.len());
            assert!(before != after, "{}", entry.name);
        }
    }
}

/// Each setting of each task is taken by name, and those of the lander change what happens.
#[test]
fn settings_are_taken_by_name_and_refused_by_name() {
    for entry in ENTRIES {
        let settings = entry.settings;
        assert!(settings.iter().all(|one| !one.about.is_empty()), "{}", entry.name);
        let mut short = entry.make_with(OPTIONS, &[("max_steps", 3.0)]).expect("in range");
        assert_eq!(short.spec().max_steps, 3, "{}", entry.name);
        let mut random = Random::new(4, 0, 0);
        for _ in 0..3 {
            assert_eq!(short.truncated(), [false; 6], "{}", entry.name);
            let actions = any_actions(&*short, &mut random);
            short.step(&actions).expect("as many actions");
        }
        let ended = |i: usize| short.truncated()[i] || short.terminated()[i];
        assert!((0..6).all(ended), "{}", entry.name);
        let error = entry.make_with(OPTIONS, &[("max_steps", 0.5)]).expect_err("no whole number");
        assert_eq!(error.to_string(), "max_steps is 0.5: it must be a whole number from 0 to 2^24");
        let error = entry.make_with(OPTIONS, &[("moon", 0.5)]).expect_err("no such setting");
        assert_eq!(error.to_string(), "the task has no setting 'moon'");
    }
    let car = find("car_racing").expect("a task");
    let error = car.make_with(OPTIONS, &[("lap_complete", 2.0)]).expect_err("out of range");
    assert!(error.to_string().contains("lap_complete is 2"), "{error}");
    let lander = find("lunar_lander").expect("a task");
    let last = |given: &[(&str, f32)]| {
        let mut made = lander.make_with(OPTIONS, given).expect("in range");
        (0..20).for_each(|_| made.step(&[2.0; 6]).expect("as many actions"));
        made.observations().to_vec()
    };
    let usual = last(&[]);
    for (name, value) in [("gravity", -3.0), ("wind_power", 15.0), ("first_force", 10.0), ("dispersion", 0.0)]
    {
        assert_ne!(last(&[(name, value)]), usual, "{name}");
    }
    assert_ne!(last(&[("turbulence_power", 1.5), ("wind_power", 15.0)]), last(&[("wind_power", 15.0)]));
}
