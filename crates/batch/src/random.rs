//! Numbers that look random and are a function of what they are for: seed, world, episode and position.
//!
//! ```text
//!   key     = 0, then for each of seed, world, episode and stream:
//!             key = mix((key + golden) ^ mix(part + golden))       mix: the finalizer of SplitMix64
//!   number  = mix(key + i * golden)                                i = 1, 2, ...
//! ```
//!
//! So a world gets the same numbers however many other worlds there are, whichever thread works on it, and
//! whenever it is reset.
//!
//! Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.

/// 2^64 divided by the golden ratio, odd: its multiples are spread evenly.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// What the numbers are for. Streams are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// The parameters of a world.
    Parameters = 1,
    /// What a task draws when a world is reset.
    Task = 2,
}

/// The finalizer of SplitMix64: each bit of the result depends on each bit of `x`.
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// A sequence of numbers that depends only on how it was made. Not for secrets.
///
/// ```
/// use batch::Random;
///
/// let mut random = Random::new(7, 0, 3); // of world 0, in its episode 3, with seed 7
/// let x = random.between(-1.0, 1.0);
/// assert!((-1.0..=1.0).contains(&x));
/// assert_eq!(Random::new(7, 0, 3).between(-1.0, 1.0), x);
/// assert_ne!(Random::new(7, 1, 3).between(-1.0, 1.0), x);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    key: u64,
    count: u64,
}

impl Random {
    /// The numbers that [`Task::reset`](crate::Task::reset) gets for a world, by its index, in an episode.
    #[must_use]
    pub fn new(seed: u64, world: u64, episode: u64) -> Self {
        Self::of(seed, world, episode, Stream::Task)
    }

    /// The numbers of a stream.
    pub(crate) fn of(seed: u64, world: u64, episode: u64, stream: Stream) -> Self {
        let fold = |key: u64, part: u64| mix(key.wrapping_add(GOLDEN) ^ mix(part.wrapping_add(GOLDEN)));
        let key = [seed, world, episode, stream as u64].into_iter().fold(0, fold);
        Self { key, count: 0 }
    }

    /// The next number, any of 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.count += 1;
        mix(self.key.wrapping_add(self.count.wrapping_mul(GOLDEN)))
    }

    /// The next number, at least 0 and below 1, a multiple of 2^-24.
    pub fn unit(&mut self) -> f32 {
        const STEP: f32 = 1.0 / (1 << 24) as f32;
        (self.next_bits() >> 40) as f32 * STEP
    }

    /// The next number, from `least` to `greatest`, spread evenly. Both must be finite, and `least` not above
    /// `greatest`.
    pub fn between(&mut self, least: f32, greatest: f32) -> f32 {
        let x = least + (greatest - least) * self.unit();
        // The sum may be rounded up to beyond the end.
        if x > greatest { greatest } else { x }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of n even numbers in 0..1 has a standard deviation of 1 / sqrt(12 n), the count of a bucket
    /// of p one of sqrt(n p (1 - p)); five of them are allowed, which chance exceeds once in 10^6.
    #[test]
    fn numbers_are_spread_evenly_in_each_direction() {
        const COUNT: u32 = 100_000;
        let n = f64::from(COUNT);
        let along: [&dyn Fn(u64) -> Random; 4] =
            [&|i| Random::new(i, 0, 0), &|i| Random::new(0, i, 0), &|i| Random::new(0, 0, i), &|i| Random {
                key: Random::new(1, 2, 3).key,
                count: i,
            }];
        for (direction, random) in along.iter().enumerate() {
            let (mut sum, mut buckets, mut products) = (0.0, [0_u32; 16], 0.0);
            let mut before = 0.5;
            for i in 0..u64::from(COUNT) {
                let x = random(i).unit();
                buckets[(x * 16.0) as usize] += 1;
                let x = f64::from(x);
                sum += x;
                products += (x - 0.5) * (before - 0.5);
                before = x;
            }
            assert!((sum / n - 0.5).abs() < 5.0 / (12.0 * n).sqrt(), "{direction}: {sum}");
            // The product of two independent numbers about their mean has the variance 1/12^2.
            assert!((products / n).abs() < 5.0 / (12.0 * n.sqrt()), "{direction}: {products}");
            let p: f64 = 1.0 / 16.0;
            let bound = 5.0 * (n * p * (1.0 - p)).sqrt();
            assert!(
                buckets.iter().all(|&x| (f64::from(x) - n * p).abs() < bound),
                "{direction}: {buckets:?}"
            );
        }
    }

    #[test]
    fn streams_differ() {
        let of = |stream| Random::of(1, 2, 3, stream).next_bits();
        assert_ne!(of(Stream::Parameters), of(Stream::Task));
    }

    /// 1 - 2^-24 of the way from 0.1 to 0.3 rounds to beyond 0.3 for some ends.
    #[test]
    fn numbers_between_two_ends_are_between_them() {
        let mut random = Random::new(0, 0, 0);
        for i in 0..100_000 {
            let (least, greatest) = (0.1, 0.1 + i as f32 * 1e-7);
            let x = random.between(least, greatest);
            assert!((least..=greatest).contains(&x), "{x} between {least} and {greatest}");
        }
        assert_eq!(random.between(2.0, 2.0), 2.0);
    }
}
