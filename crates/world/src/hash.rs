//! A number that says whether two worlds are in the same state, bit for bit.
//!
//! FNV-1a over 32-bit words: the poses and velocities of all bodies in the order of their slots. Every NaN
//! counts as the same one, since its payload differs between processors. Not meant to resist an attacker.

use crate::core::Core;

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Core {
    pub(crate) fn state_hash(&self) -> u64 {
        let mut hash = OFFSET;
        let mut add = |x: f32| {
            let bits = if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
            hash = (hash ^ u64::from(bits)).wrapping_mul(PRIME);
        };
        for (slot, _) in self.bodies.iter() {
            let pose = self.frames[slot as usize].pose;
            let (velocity, angular_velocity) = self.velocity(slot);
            [
                pose.position.x,
                pose.position.y,
                pose.rotation.cos,
                pose.rotation.sin,
                velocity.x,
                velocity.y,
                angular_velocity,
            ]
            .into_iter()
            .for_each(&mut add);
        }
        hash
    }
}
