//! Stored impulses that would throw a light body under a heavy load, where the sweeps carry that load.
//!
//! ```text
//!    \ 1000 /      Each contact holds the light body with the impulse of the load, which would change its
//!     \    /       velocity by 42 m/s in a sub-step; together they cancel. When one of them turns or parts,
//!      [1]  -->    the next warm start applies what is left, and throws the body out.
//!     /    \
//! ```
//!
//! So the impulses at such a body are forgotten before the step; then those at the bodies that they balanced,
//! and so on along the chain of forces. The load falls for a sub-step, and is caught anew. Clusters have the
//! same rule for their own warm start: [`GREATEST_KICK`](super::newton::GREATEST_KICK).
//!
//! Of 31 heaps of `peers --quality heap_under_load` under 1,000 times the mass of a body, the fastest light
//! body had 13.2 m/s in the median without this, and has 8.3 with it.

use super::find::Found;
use crate::body::BodyRow;
use crate::{BodyInput, Contact, JointRows};
use alloc::vec::Vec;
use geom::{Vec2, cross};

/// Impulses are forgotten if they would change the velocity of a body by more than this, m/s.
const THROWN: f32 = 5.0;

/// The most rounds: a chain of forces through as many bodies.
const MAX_ROUNDS: usize = 16;

/// Buffers of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Unbalanced {
    /// Contacts of pressed bodies that stay with the sweeps.
    candidates: Vec<u32>,
    /// By row: the sum of the impulses on the body, N s and N m s.
    sums: Vec<(Vec2, f32)>,
    /// By row: whether a joint may hold the body, whose impulses are not looked at.
    is_joined: Vec<bool>,
}

impl Unbalanced {
    /// Forgets the impulses of such contacts. Call it only if something heavy presses on a body.
    pub(super) fn forget(
        &mut self,
        contacts: &mut [Contact],
        joints: &[JointRows],
        inputs: &[BodyInput],
        found: &Found,
    ) {
        let Self { candidates, sums, is_joined } = self;
        is_joined.clear();
        is_joined.resize(inputs.len(), false);
        for row in joints.iter().flat_map(|joint| [joint.a, joint.b]) {
            is_joined[row.index()] = true;
        }
        let is_pressed = |row: BodyRow| found.is_pressed(row.index()) && !is_joined[row.index()];
        candidates.clear();
        candidates.extend((0..).zip(&*contacts).filter_map(|(index, contact)| {
            let is_candidate = contact.manifold.count > 0
                && found.is_swept(index as usize)
                && (is_pressed(contact.a) || is_pressed(contact.b));
            is_candidate.then_some(index)
        }));
        for _ in 0..MAX_ROUNDS {
            sums.clear();
            sums.resize(inputs.len(), (Vec2::zeros(), 0.0));
            for &index in &*candidates {
                add_impulses(&contacts[index as usize], sums);
            }
            let is_thrown =
                |row: BodyRow| is_pressed(row) && is_kicked(&inputs[row.index()], sums[row.index()]);
            let mut has_changed = false;
            for &index in &*candidates {
                let contact = &mut contacts[index as usize];
                if is_thrown(contact.a) || is_thrown(contact.b) {
                    has_changed |= contact.impulses.iter().any(|impulse| impulse.normal > 0.0);
                    contact.impulses = Default::default();
                    contact.rolling_impulse = 0.0;
                }
            }
            if !has_changed {
                break;
            }
        }
    }
}

/// Adds the impulses of a contact on its two bodies.
fn add_impulses(contact: &Contact, sums: &mut [(Vec2, f32)]) {
    let normal = contact.manifold.normal;
    let tangent = Vec2::new(normal.y, -normal.x);
    for (point, impulse) in contact.manifold.points().iter().zip(&contact.impulses) {
        let impulse = normal * impulse.normal + tangent * impulse.tangent;
        for (row, anchor, sign) in [(contact.a, point.anchor_a, -1.0), (contact.b, point.anchor_b, 1.0)] {
            let (linear, angular) = &mut sums[row.index()];
            *linear += impulse * sign;
            *angular += cross(anchor, impulse) * sign;
        }
    }
}

/// Whether an impulse changes the velocity of a body by more than [`THROWN`]: that of its centre of mass, and
/// that of a point at the radius of gyration about it.
fn is_kicked(input: &BodyInput, (linear, angular): (Vec2, f32)) -> bool {
    let (m, i) = (input.inverse_mass, input.inverse_inertia);
    m * m * linear.norm_squared() + m * i * (angular * angular) > THROWN * THROWN
}
