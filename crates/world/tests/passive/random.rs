//! Random numbers that are the same on every platform: SplitMix64 (Steele, Lea, Flood 2014).

/// The state of the generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of one attempt at one world.
    pub fn new(stream: u64, seed: u64, attempt: u64) -> Self {
        let mut random = Self(stream);
        random.0 = random.next() ^ seed;
        random.0 = random.next() ^ attempt;
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform between two bounds.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1 << 24) as f32)
    }

    /// Uniform between -1 and 1.
    pub fn signed(&mut self) -> f32 {
        self.between(-1.0, 1.0)
    }

    /// Its logarithm is uniform between those of two bounds above zero.
    pub fn log_between(&mut self, low: f32, high: f32) -> f32 {
        // Multiplications and square roots only, so that it has the same bits everywhere.
        let (mut low, mut high) = (low, high);
        for _ in 0..16 {
            let middle = (low * high).sqrt();
            if self.next() & 1 == 0 { high = middle } else { low = middle }
        }
        low
    }

    /// From 0 to `count - 1`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// From `low` to `high`, both included.
    pub fn count(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    pub fn chance(&mut self, probability: f32) -> bool {
        self.between(0.0, 1.0) < probability
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
