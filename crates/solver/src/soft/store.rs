//! Storing states and impulses in the caller's arrays, the impulses of eight contacts at a time.

#![allow(unsafe_code)]

use super::block::ContactBlock;
use super::extra::Extra;
use super::record::{IMPULSES, NUMBERS};
use super::step::{Contacts, Step};
use super::totals::TotalColumn;
use crate::Contact;
use crate::body::storable;
use crate::schedule::{Assignment, EMPTY_LANE};
use crate::settings::TINY;
use compute::{Kernel, LANES, Lanes, Shared, Width};

impl<'a> Step<'a> {
    pub(super) fn store(&self, width: Width, assignment: Assignment<'a>) {
        let &Self { ref plan, settings, clusters, bodies, caller, .. } = self;
        let has_totals = settings.substeps > 1;
        for own in plan.bodies(assignment) {
            // SAFETY: assignments share no body, and each share is handed out once.
            let states = unsafe { bodies.states.slice(own.clone()) };
            for (state, &row) in states.iter().zip(plan.rows(own)) {
                // SAFETY: each body has a row of its own.
                let result = unsafe { caller.states.slice(row.index()..row.index() + 1) };
                result[0] = *state;
            }
        }
        for stage in plan.contact_stages() {
            self.for_each_contact_run(stage, assignment, |contacts| {
                width.run(StoreContacts { contacts, results: caller.contacts, has_totals });
            });
        }
        for &class in plan.joint_stages() {
            for joints in self.joints_of(class, assignment) {
                joints.store(caller.joints);
            }
        }
        clusters.for_each(plan.clusters(assignment), |unit| {
            // SAFETY: each cluster is in one assignment.
            unsafe { clusters.store(unit, bodies.states, caller.contacts, caller.joints) };
        });
    }
}

struct StoreContacts<'a> {
    contacts: Contacts<'a>,
    results: Shared<'a, Contact>,
    /// Of the sub-steps before the last one.
    has_totals: bool,
}

impl Kernel for StoreContacts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Contacts { blocks, totals, lanes, extras, .. } = self.contacts;
        for (i, ((block, lanes), total)) in blocks.iter().zip(lanes).zip(totals).enumerate() {
            let extra = extras.of(block, i);
            let before = if self.has_totals { total } else { &TotalColumn::ZERO };
            // SAFETY: the schedule names contacts that exist, each in one lane, and the caller alone has this
            // block.
            unsafe { store_impulses::<L>(block, before, extra.as_deref(), lanes, self.results) };
        }
    }
}

/// `before` holds the sums of the normal impulses of the sub-steps before the last one.
///
/// # Safety
/// Each index in `lanes` is one of a contact, or [`EMPTY_LANE`]; and nobody else uses these contacts
/// meanwhile.
#[inline(always)]
unsafe fn store_impulses<L: Lanes>(
    block: &ContactBlock,
    before: &TotalColumn,
    extra: Option<&Extra>,
    lanes: &[u32; LANES],
    contacts: Shared<'_, Contact>,
) {
    let mut present = 0;
    for lane in 0..LANES {
        present |= u8::from(lanes[lane] != EMPTY_LANE) << lane;
    }
    let [p, q] = &block.points;
    let impulses = [
        storable_lanes(L::load(&p.normal_impulse)),
        storable_lanes(L::load(&p.tangent_impulse)),
        storable_lanes(L::load(&q.normal_impulse)),
        storable_lanes(L::load(&q.tangent_impulse)),
    ];
    // SAFETY: the caller's promise.
    unsafe { L::write_shared::<NUMBERS, IMPULSES>(impulses, contacts.cast(), lanes, present) };
    let mut totals = [0.0; LANES];
    storable_lanes(before.with::<L>(block)).store(&mut totals);
    for lane in 0..LANES {
        if lanes[lane] != EMPTY_LANE {
            let index = lanes[lane] as usize;
            // SAFETY: the same.
            let contact = unsafe { &mut contacts.slice(index..index + 1)[0] };
            contact.step_impulse = totals[lane];
            if let Some(extra) = extra {
                contact.rolling_impulse = storable(extra.surface.rolling_impulse[lane]);
            }
        }
    }
}

/// [`storable`] in lanes.
#[inline(always)]
fn storable_lanes<L: Lanes>(x: L) -> L {
    let (tiny, most) = (L::splat(TINY), L::splat(f32::MAX));
    let size = x.max(-x);
    L::select(L::and(tiny.le(size), size.le(most)), x, L::splat(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyRow;
    use bytemuck::Zeroable;
    use collide::Manifold;

    struct Store<'a>(&'a ContactBlock, &'a Extra, &'a [u32; LANES], Shared<'a, Contact>);

    impl Kernel for Store<'_> {
        type Output = ();

        #[inline(always)]
        fn run<L: Lanes>(self) {
            // SAFETY: the test names contacts that are there, and is alone.
            unsafe { store_impulses::<L>(self.0, &TotalColumn::ZERO, Some(self.1), self.2, self.3) };
        }
    }

    /// Each lane reaches its contact and no other. An impulse that is not finite, or is close to subnormal,
    /// is stored as zero, so that it does not affect the next step.
    #[test]
    fn impulses_reach_their_contacts_and_bad_ones_become_zero() {
        for width in Width::all() {
            let mut block = ContactBlock::zeroed();
            let mut extra = Extra::zeroed();
            block.points[0].normal_impulse = [1.0, 2.0, f32::NAN, f32::INFINITY, 1e-30, -1e-30, 7.0, 8.0];
            block.points[1].tangent_impulse = [-1.0; LANES];
            extra.surface.rolling_impulse = [0.5, f32::NAN, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0];
            let mut lanes = [EMPTY_LANE; LANES];
            lanes[..6].copy_from_slice(&[5, 4, 3, 2, 1, 0]);
            let empty = Contact::new(BodyRow::STATIC, BodyRow::STATIC, Manifold::EMPTY, 0.5, 0.0);
            let mut contacts = [empty; 7];
            width.run(Store(&block, &extra, &lanes, Shared::new(&mut contacts)));
            let expected = [0.0, 0.0, 0.0, 0.0, 2.0, 1.0, 0.0];
            assert_eq!(contacts.map(|contact| contact.impulses[0].normal), expected, "{}", width.name());
            let expected = [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, 0.0];
            assert_eq!(contacts.map(|contact| contact.impulses[1].tangent), expected);
            let expected = [0.0, 0.0, 0.0, 0.25, 0.0, 0.5, 0.0];
            assert_eq!(contacts.map(|contact| contact.rolling_impulse), expected);
        }
    }
}
