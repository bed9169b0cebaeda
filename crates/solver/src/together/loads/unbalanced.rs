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

use crate::body::BodyRow;
use crate::{BodyInput, Contact, JointRows};
use alloc::vec::Vec;
use geom::{Vec2, cross};

/// Impulses that change the velocity of a body by more than this are forgotten, m/s.
pub(super) const THROWN: f32 = 5.0;

/// A chain of forces goes through as many bodies at most.
const MAX_ROUNDS: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Unbalanced {
    /// Contacts of pressed bodies in the sweeps.
    candidates: Vec<u32>,
    /// By row: sum of the impulses, N s and N m s.
    sums: Vec<(Vec2, f32)>,
    /// By row: a joint may hold the body, whose impulses are not looked at.
    is_joined: Vec<bool>,
}

impl Unbalanced {
    /// `most` is [`THROWN`] in the units of the caller, m/s. Returns the number of contacts whose impulses it
    /// has forgotten.
    pub(super) fn forget(
        &mut self,
        contacts: &mut [Contact],
        joints: &[JointRows],
        inputs: &[BodyInput],
        most: f32,
        is_pressed: impl Fn(BodyRow) -> bool,
        is_swept: impl Fn(usize) -> bool,
    ) -> u32 {
        let Self { candidates, sums, is_joined } = self;
        candidates.clear();
        candidates.extend((0..).zip(&*contacts).filter_map(|(index, contact)| {
            let is_candidate = contact.manifold.count > 0
                && (is_pressed(contact.a) || is_pressed(contact.b))
                && is_swept(index as usize);
            is_candidate.then_some(index)
        }));
        if candidates.is_empty() {
            return 0;
        }
        let mut forgotten = 0;
        is_joined.clear();
        is_joined.resize(inputs.len(), false);
        for row in joints.iter().flat_map(|joint| [joint.a, joint.b]) {
            is_joined[row.index()] = true;
        }
        let is_pressed = |row: BodyRow| is_pressed(row) && !is_joined[row.index()];
        candidates.retain(|&index| {
            let contact = &contacts[index as usize];
            is_pressed(contact.a) || is_pressed(contact.b)
        });
        for _ in 0..MAX_ROUNDS {
            sums.clear();
            sums.resize(inputs.len(), (Vec2::zeros(), 0.0));
            for &index in &*candidates {
                add_impulses(&contacts[index as usize], sums);
            }
            let is_thrown =
                |row: BodyRow| is_pressed(row) && is_kicked(&inputs[row.index()], sums[row.index()], most);
            let mut has_changed = false;
            for &index in &*candidates {
                let contact = &mut contacts[index as usize];
                if is_thrown(contact.a) || is_thrown(contact.b) {
                    let had_impulses = contact.impulses.iter().any(|impulse| impulse.normal > 0.0);
                    has_changed |= had_impulses;
                    forgotten += u32::from(had_impulses);
                    contact.impulses = Default::default();
                    contact.rolling_impulse = 0.0;
                }
            }
            if !has_changed {
                break;
            }
        }
        forgotten
    }
}

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

/// `most` bounds the change of velocity of the centre of mass and of a point at the radius of gyration, m/s.
fn is_kicked(input: &BodyInput, (linear, angular): (Vec2, f32), most: f32) -> bool {
    let (m, i) = (input.inverse_mass, input.inverse_inertia);
    m * m * linear.norm_squared() + m * i * (angular * angular) > most * most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::ConstraintError;
    use alloc::vec;
    use collide::Manifold;

    /// Bodies of 1 kg in a row along x, each in contact with the next; `impulses` are those of the contacts.
    fn row(impulses: &[f32]) -> (Vec<BodyInput>, Vec<Contact>) {
        let bodies = impulses.len() as u32 + 1;
        let inputs = core::iter::once(BodyInput::INFINITE_MASS)
            .chain((0..bodies).map(|_| BodyInput::dynamic(1.0, 1.0, Vec2::zeros())))
            .collect();
        let contacts = (1..).zip(impulses).map(|(i, &normal)| {
            let mut manifold = Manifold::EMPTY;
            (manifold.normal, manifold.count) = (Vec2::new(1.0, 0.0), 1);
            let mut contact = Contact::new(BodyRow(i), BodyRow(i + 1), manifold, 0.5, 0.0);
            contact.impulses[0].normal = normal;
            contact
        });
        (inputs, contacts.collect())
    }

    fn forget(
        impulses: &[f32],
        is_pressed: impl Fn(u32) -> bool,
        is_swept: impl Fn(usize) -> bool,
    ) -> Vec<f32> {
        let (inputs, mut contacts) = row(impulses);
        let is_pressed = |row: BodyRow| is_pressed(row.0);
        Unbalanced::default().forget(&mut contacts, &[], &inputs, THROWN, is_pressed, is_swept);
        contacts.iter().map(|contact| contact.impulses[0].normal).collect()
    }

    /// Impulses that cancel at every pressed body are those of a load at rest; those that would move a body
    /// by less than the bound are kept as well.
    #[test]
    fn impulses_in_balance_are_kept() {
        let inner = |row| (2..=3).contains(&row);
        assert_eq!(forget(&[40.0, 40.0, 40.0], inner, |_| true), [40.0; 3]);
        assert_eq!(forget(&[40.0, 44.0, 40.0], inner, |_| true), [40.0, 44.0, 40.0]);
        assert_eq!(forget(&[40.0, 0.0], |_| false, |_| true), [40.0, 0.0], "nothing presses on the bodies");
    }

    /// A contact that has ended leaves its neighbour out of balance; what this one held is forgotten next,
    /// and so on up to the body on which nothing presses.
    #[test]
    fn a_chain_of_forces_with_a_gap_is_forgotten() {
        let inner = |row| (2..=4).contains(&row);
        assert_eq!(forget(&[40.0, 40.0, 40.0, 0.0], inner, |_| true), [0.0; 4]);
        let only_last = |row| row == 4;
        assert_eq!(forget(&[40.0, 40.0, 40.0, 0.0], only_last, |_| true), [40.0, 40.0, 0.0, 0.0]);
    }

    /// Contacts that a cluster solves keep their impulses, which have a rule of their own.
    #[test]
    fn contacts_of_clusters_are_left_alone() {
        let kept = forget(&[40.0, 0.0, 7.0], |_| true, |contact| contact != 0);
        assert_eq!(kept, vec![40.0, 0.0, 0.0]);
    }

    /// A joint may hold what the contacts do not.
    #[test]
    fn bodies_with_a_joint_are_left_alone() {
        let (inputs, mut contacts) = row(&[40.0, 0.0]);
        let error = ConstraintError::Angle { factors: [1.0; 2], angle: 0.0 };
        let joint = JointRows::new(BodyRow(1), BodyRow(2), error, [0.0; 2]);
        Unbalanced::default().forget(&mut contacts, &[joint], &inputs, THROWN, |_| true, |_| true);
        assert_eq!(contacts[0].impulses[0].normal, 40.0);
    }
}
