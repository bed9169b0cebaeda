//! Two numbers that tell whether two worlds are equal, and if not, which body differs.
//!
//! With h a hash of the pose and the velocity of the body in slot i, each step keeps
//!
//! ```text
//!   s0 = sum of h               s1 = sum of (i + 1) h               modulo p = 2^32 - 5
//! ```
//!
//! If one body alone differs, by d in its hash, s0 differs by d and s1 by (i + 1) d: the quotient names the
//! slot, as the simplest Reed-Solomon code finds one wrong symbol. If several differ, it is random, and names
//! a wrong body with a probability of bodies / 2^32.
//!
//! Turned down: a hash for each body, 4 bytes for each body and step.

use crate::slot::{BodySlot, Slot};
use crate::stores::Stores;

/// The greatest prime below 2^32: products of remainders fit into 64 bits.
const P: u64 = 4_294_967_291;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums(pub(super) [u32; 2]);

impl Sums {
    pub(crate) fn of(stores: &Stores) -> Self {
        let [mut s0, mut s1] = [0; 2];
        for (slot, _) in stores.bodies.iter() {
            let hash = stores.body_hash(slot) % P;
            s0 = (s0 + hash) % P;
            s1 = (s1 + hash * (slot.index() as u64 + 1)) % P;
        }
        Self([s0, s1].map(|sum| sum as u32))
    }

    /// If just one body differs.
    pub(crate) fn different_body(self, other: Self) -> Option<BodySlot> {
        let [d0, d1] = [0, 1].map(|i| (u64::from(self.0[i]) % P + P - u64::from(other.0[i]) % P) % P);
        if d0 == 0 {
            return None;
        }
        // A quotient modulo a prime; Fermat: 1/x = x^(p - 2).
        let quotient = d1 * power(d0, P - 2) % P;
        let index = usize::try_from(quotient.checked_sub(1)?).ok()?;
        Some(BodySlot::new(index))
    }
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % P;
        }
        base = base * base % P;
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sums(hashes: &[u32]) -> Sums {
        let of = |weight: fn(u64) -> u64| {
            let terms =
                hashes.iter().enumerate().map(|(i, &hash)| u64::from(hash) % P * weight(i as u64) % P);
            (terms.sum::<u64>() % P) as u32
        };
        Sums([of(|_| 1), of(|i| i + 1)])
    }

    proptest! {
        /// Whatever the other bodies are, and whichever differs, it is named; also if it has gone.
        #[test]
        fn the_only_body_that_differs_is_named(
            hashes in prop::collection::vec(any::<u32>(), 1..200), at: prop::sample::Index, other: u32,
        ) {
            let mut changed = hashes.clone();
            let index = at.index(hashes.len());
            changed[index] = other;
            let named = sums(&hashes).different_body(sums(&changed));
            let differs = u64::from(hashes[index]) % P != u64::from(other) % P;
            prop_assert_eq!(named, differs.then(|| BodySlot::new(index)));
        }
    }

    /// Fermat's little theorem holds for primes, as it must here.
    #[test]
    fn a_number_times_its_inverse_is_one() {
        for x in [1, 2, 3, 1 << 31, P - 1] {
            assert_eq!(x * power(x, P - 2) % P, 1);
        }
    }
}
