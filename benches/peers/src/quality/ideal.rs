//! Closed forms of the ideals, and functions that read peaks and periods from samples.

use super::trial::GRAVITY;
use std::f64::consts::{FRAC_PI_2, TAU};

/// The arithmetic-geometric mean (Gauss 1799).
fn agm(mut a: f64, mut b: f64) -> f64 {
    // Each iteration doubles the number of correct digits.
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}

/// Period of a ball of `radius` that swings rigidly about a pivot at a distance `length` (m) from its centre,
/// with amplitude `amplitude` (rad), in s: 4 K(sin(amplitude / 2)) / omega, with the complete elliptic
/// integral K(k) = pi / 2 / agm(1, sqrt(1 - k^2)).
pub(super) fn pendulum_period(length: f64, radius: f64, amplitude: f64) -> f64 {
    let inertia = length * length + 0.5 * radius * radius;
    let omega = (GRAVITY * length / inertia).sqrt();
    TAU / (omega * agm(1.0, (0.5 * amplitude).cos()))
}

/// Distance that a body slides down a slope (rad) from rest in `time` (s), m; zero below the critical angle.
pub(super) fn sliding_distance(slope: f64, friction: f64, time: f64) -> f64 {
    0.5 * GRAVITY * (slope.sin() - friction * slope.cos()).max(0.0) * time * time
}

/// Heights of the local maxima of evenly spaced samples, each from the parabola through three samples, which
/// is exact in free flight. A rise of less than `least` from the lowest sample before it is noise.
pub(super) fn peaks(samples: &[f64], least: f64) -> Vec<f64> {
    let mut found = Vec::new();
    let mut lowest = f64::INFINITY;
    for window in samples.windows(3) {
        let [before, here, after] = [window[0], window[1], window[2]];
        lowest = lowest.min(before);
        if before < here && here >= after && here - lowest > least {
            let (slope, bend) = (0.5 * (after - before), before - 2.0 * here + after);
            found.push(here - 0.5 * slope * slope / bend);
            lowest = here;
        }
    }
    found
}

/// Mean time between upward zero crossings, in samples, by linear interpolation; none with fewer than two.
pub(super) fn period(samples: &[f64]) -> Option<f64> {
    let passages: Vec<f64> = samples
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[0] < 0.0 && pair[1] >= 0.0)
        .map(|(i, pair)| i as f64 + pair[0] / (pair[0] - pair[1]))
        .collect();
    let (first, last) = (passages.first()?, passages.last()?);
    (passages.len() > 1).then(|| (last - first) / (passages.len() - 1) as f64)
}

/// Half the opening angle (rad) of an arc on which `count` chords of length one have the span `span`.
pub(super) fn arc_of_chords(count: f64, span: f64) -> f64 {
    // A full arc with half an opening angle a has the span sin(a) / sin(a / count), which falls with a.
    let (mut low, mut high) = (1e-6, FRAC_PI_2);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if middle.sin() / (middle / count).sin() > span { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The period follows the series T0 (1 + a^2/16 + 11 a^4/3072 + 173 a^6/737280) for small amplitudes,
    /// where T0 = 2 pi sqrt(l / g) for a point mass.
    #[test]
    fn period_agrees_with_its_series() {
        let small = TAU * (2.0 / GRAVITY).sqrt();
        for a in [0.01_f64, 0.1, 0.5] {
            let series = 1.0 + a.powi(2) / 16.0 + 11.0 * a.powi(4) / 3072.0 + 173.0 * a.powi(6) / 737_280.0;
            let ratio = pendulum_period(2.0, 0.0, a) / small;
            assert!((ratio - series).abs() < 2e-5 * a.powi(8) + 1e-14, "{a}: {ratio} {series}");
        }
        // K(sin 45 degrees) = Gamma(1/4)^2 / (4 sqrt(pi)).
        let quarter = pendulum_period(2.0, 0.0, FRAC_PI_2) / small;
        assert!((quarter - 1.180_340_599_016_096).abs() < 1e-12, "{quarter}");
    }

    /// On a vertical wall a body falls freely; below the critical angle it stays.
    #[test]
    fn sliding_distance_lies_between_free_fall_and_rest() {
        assert!((sliding_distance(FRAC_PI_2, 0.0, 2.0) - 20.0).abs() < 1e-12);
        assert!((sliding_distance(FRAC_PI_2, 0.9, 2.0) - 20.0).abs() < 1e-12);
        assert_eq!(sliding_distance(0.6_f64.atan() - 1e-6, 0.6, 10.0), 0.0);
        assert!(sliding_distance(0.6_f64.atan() + 1e-6, 0.6, 10.0) > 0.0);
    }

    /// Peaks of free flights are exact at any sampling phase, and noise on the ground gives none.
    #[test]
    fn peaks_of_parabolas_are_exact() {
        for phase in [0.0, 0.2, 0.5, 0.77] {
            let height = |i: usize| {
                let t = (i as f64 + phase) / 60.0;
                // Falls from 5 m for 1 s, rises to 1.25 m for half a second, falls, then lies still.
                match t {
                    t if t < 1.0 => 5.0 - 5.0 * t * t,
                    t if t < 2.0 => 1.25 - 5.0 * (t - 1.5) * (t - 1.5),
                    _ => 1e-5 * (i % 2) as f64,
                }
            };
            let samples: Vec<f64> = (0..180).map(height).collect();
            let found = peaks(&samples, 1e-3);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!((found[0] - 1.25).abs() < 1e-9, "{found:?}");
        }
    }

    /// The period of a sine is found at any phase; half a period gives none.
    #[test]
    fn periods_of_sines_are_found() {
        for phase in [0.0, 1.0, 4.0] {
            let sine: Vec<f64> = (0..1200).map(|i| (f64::from(i) * TAU / 187.3 + phase).sin()).collect();
            let found = period(&sine).unwrap();
            assert!((found - 187.3).abs() < 1e-3, "{found}");
        }
        assert_eq!(period(&[-1.0, 1.0, 2.0, 1.0]), None);
        assert_eq!(period(&[]), None);
    }

    /// Chords laid on the arc have the given span.
    #[test]
    fn chords_span_the_arc() {
        for span in [29.0, 25.0, 20.0] {
            let angle = arc_of_chords(30.0, span);
            let step = 2.0 * angle / 30.0;
            let spanned: f64 = (0..30).map(|i| (-angle + step * (f64::from(i) + 0.5)).cos()).sum();
            assert!((spanned - span).abs() < 1e-9, "{spanned}");
        }
    }
}
