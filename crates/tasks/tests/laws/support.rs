//! What the tests share.

use tasks::batch::Random;
use tasks::{Actions, Entry, Environment, Options};

/// The worlds of a task.
pub fn make(entry: &Entry, options: Options) -> Box<dyn Environment> {
    entry.make(options).unwrap_or_else(|error| panic!("{}: {error}", entry.name))
}

/// Any actions within their ranges.
pub fn any_actions(environment: &dyn Environment, random: &mut Random) -> Vec<f32> {
    (0..environment.len()).flat_map(|_| any_action(environment.spec().actions, random)).collect()
}

fn any_action(actions: Actions, random: &mut Random) -> Vec<f32> {
    match actions {
        Actions::Discrete(list) => vec![(random.unit() * list.len() as f32).floor()],
        Actions::Continuous(list) => list.iter().map(|it| random.between(it.low, it.high)).collect(),
    }
}

/// The mean of numbers, and their standard deviation.
pub fn mean_and_deviation(numbers: &[f32]) -> (f32, f32) {
    let count = numbers.len() as f32;
    let mean = numbers.iter().sum::<f32>() / count;
    (mean, (numbers.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / count).sqrt())
}

/// Plays one episode in each world, up to `steps`, and gives its return. `pilot` writes the action of a
/// world, by its index, for an observation.
pub fn returns(
    environment: &mut dyn Environment,
    steps: usize,
    mut pilot: impl FnMut(usize, &[f32], &mut [f32]),
) -> Vec<f32> {
    let (worlds, spec) = (environment.len(), environment.spec());
    let (seen, acted) = (spec.observations.len(), spec.actions.len());
    let mut actions = vec![0.0; worlds * acted];
    let mut returns = vec![0.0; worlds];
    let mut ended = vec![false; worlds];
    for _ in 0..steps {
        let rows = environment.observations().chunks(seen).zip(actions.chunks_mut(acted));
        rows.enumerate().for_each(|(world, (observation, action))| pilot(world, observation, action));
        environment.step(&actions).expect("as many actions");
        for world in 0..worlds {
            if !ended[world] {
                returns[world] += environment.rewards()[world];
                ended[world] = environment.terminated()[world] || environment.truncated()[world];
            }
        }
        if ended.iter().all(|&ended| ended) {
            break;
        }
    }
    returns
}
