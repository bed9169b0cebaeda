//! Blocks filled from contacts, and impulses handed back: eight contacts at a time, each read as a record of numbers.

#![allow(unsafe_code)]

use super::block::{ContactBlock, Extra, MAY_HAVE_EXTRA, NO_EXTRA, PointColumns};
use super::partition::Partition;
use crate::body::{BodyIndex, storable};
use crate::coloring::{Arrangement, Edge, Edges, NOTHING};
use crate::joint::SharedJoints;
use crate::settings::{BOUNCE_SHARE, MAX_CONDITION, TINY};
use crate::shared_bodies::SharedBodies;
use crate::zones::{Class, Zones};
use crate::{BodyInput, BodyState, Contact, JointRows, SolverSettings};
use alloc::vec::Vec;
use bytemuck::Zeroable;
use compute::lanes::Column;
use compute::math::{max, sqrt};
use compute::{Kernel, LANES, Lanes, Member, Shared, Width};
use core::mem::offset_of;
use geom::cross;

/// A contact as numbers.
type Record = [f32; NUMBERS];
const NUMBERS: usize = size_of::<Contact>() / 4;

/// Where in a record what is read begins.
const NORMAL: usize = offset_of!(Contact, manifold.normal) / 4;
const FIRST_POINT: usize = offset_of!(Contact, manifold.points) / 4;
const SECOND_POINT: usize = FIRST_POINT + 6;
const IMPULSES: usize = offset_of!(Contact, impulses) / 4;
const MATERIAL: usize = offset_of!(Contact, friction) / 4;
const _: () = assert!(NORMAL + 2 == FIRST_POINT && offset_of!(Contact, restitution) / 4 == MATERIAL + 2);

/// m. Where a point is that is not there: so far that nothing reaches it.
const FAR: f32 = 1e30;

const ZERO: Column = [0.0; LANES];

/// All contacts of a step, to be coloured.
pub(super) struct ContactEdges<'a>(pub(super) &'a [Contact]);

impl Edges for ContactEdges<'_> {
    const SORTS: usize = 1;
    const GROUND: Class = Class::Ground;

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn edge(&self, index: usize) -> Option<Edge> {
        let contact = &self.0[index];
        (contact.manifold.count > 0).then(|| Edge {
            bodies: [contact.a, contact.b],
            sort: 0,
            light: contact.manifold.count == 1,
            special: may_have_extra(contact),
        })
    }
}

/// What the workers that fill blocks have in common.
#[derive(Clone, Copy)]
pub(super) struct Filling<'a> {
    pub(super) partition: Partition<'a>,
    /// The caller's, by row.
    pub(super) bodies: (&'a [BodyState], &'a [BodyInput]),
    /// By place.
    pub(super) states: Shared<'a, BodyState>,
    /// By place.
    pub(super) inputs: Shared<'a, BodyInput>,
    pub(super) arrangement: Arrangement<'a>,
    pub(super) blocks: Shared<'a, ContactBlock>,
    pub(super) contacts: &'a [Contact],
    pub(super) joints: SharedJoints<'a>,
    pub(super) rows: &'a [JointRows],
    pub(super) h: f32,
}

impl Filling<'_> {
    /// Makes bodies and blocks ready for a step, for one worker: those that it will meet in the sweeps.
    pub(super) fn run(&self, width: Width, member: &Member<'_>) {
        let Filling { partition, bodies, states, inputs, arrangement, blocks, contacts, joints, rows, h } =
            *self;
        let (of_rows, inputs_of_rows) = bodies;
        let zones = partition.zones;
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            for mine in partition.zones_of(share) {
                // SAFETY: zones have one owner, and lanes are read in the next phase.
                unsafe {
                    arrangement.arrange(mine.clone());
                    joints.arrangement.arrange(mine.clone());
                }
                let mine = partition.places(mine);
                // SAFETY: shares do not overlap, and each is handed out once.
                let (states, inputs) = unsafe { (states.slice(mine.clone()), inputs.slice(mine.clone())) };
                for ((state, input), &row) in states.iter_mut().zip(inputs).zip(zones.rows(mine)) {
                    *input = inputs_of_rows[row.index()];
                    let BodyState { velocity, angular_velocity, .. } = of_rows[row.index()];
                    *state = BodyState {
                        inverse_mass: input.inverse_mass,
                        ..BodyState::moving(velocity, angular_velocity)
                    };
                }
            }
        }
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            // SAFETY: blocks name bodies that are there, and in this phase these are only read.
            let (bodies, inputs) = unsafe { (SharedBodies::new(states), inputs.read()) };
            for stage in &partition.stages.contacts {
                let apart = partition.blocks_of(stage, partition.apart(share), None);
                for mine in apart.chain(partition.blocks_of(stage, partition.together(share), Some(share))) {
                    // SAFETY: shares do not overlap, and each is handed out once.
                    let (lanes, blocks) = unsafe { (arrangement.lanes(mine.clone()), blocks.slice(mine)) };
                    width.run(Fill { blocks, lanes, contacts, zones, inputs });
                }
            }
            for &class in &partition.stages.joints {
                for mine in partition.zones_of(share) {
                    // SAFETY: zones have one owner.
                    let mut part = unsafe { joints.blocks(class, mine) };
                    part.prepare(width, rows, zones, inputs, h, bodies);
                }
            }
        }
    }
}

/// Fills blocks with the contacts that `lanes` names, block by block.
struct Fill<'a> {
    blocks: &'a mut [ContactBlock],
    lanes: &'a [[u32; LANES]],
    contacts: &'a [Contact],
    zones: &'a Zones,
    /// By place.
    inputs: &'a [BodyInput],
}

impl Kernel for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (block, lanes) in self.blocks.iter_mut().zip(self.lanes) {
            fill::<L>(block, lanes, self.contacts, self.zones, self.inputs);
        }
    }
}

#[inline(always)]
fn fill<L: Lanes>(
    block: &mut ContactBlock,
    lanes: &[u32; LANES],
    contacts: &[Contact],
    zones: &Zones,
    inputs: &[BodyInput],
) {
    // Lanes without a contact read that of the first lane, which always has one, and keep nothing of it.
    let (mut at, mut present, mut second) = ([lanes[0]; LANES], ZERO, ZERO);
    (block.a, block.b) = ([BodyIndex::STATIC; LANES], [BodyIndex::STATIC; LANES]);
    (block.write_a, block.write_b, block.two_points) = (0, 0, false);
    block.extra = NO_EXTRA;
    for lane in 0..LANES {
        if lanes[lane] != NOTHING {
            at[lane] = lanes[lane];
            let contact = &contacts[lanes[lane] as usize];
            let (a, b) = (zones.place(contact.a), zones.place(contact.b));
            (block.a[lane], block.b[lane]) = (a, b);
            block.write_a |= u8::from(inputs[a.index()].is_movable()) << lane;
            block.write_b |= u8::from(inputs[b.index()].is_movable()) << lane;
            present[lane] = 1.0;
            if contact.manifold.count == 2 {
                second[lane] = 1.0;
                block.two_points = true;
            }
            if may_have_extra(contact) {
                block.extra = MAY_HAVE_EXTRA;
            }
        }
    }
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let (present, second) = (zero.lt(L::load(&present)), zero.lt(L::load(&second)));

    let records: &[Record] = bytemuck::must_cast_slice(contacts);
    let [nx, ny, ax, ay] = L::read::<NUMBERS, NORMAL>(records, &at);
    let [bx, by, separation, _] = L::read::<NUMBERS, { FIRST_POINT + 2 }>(records, &at);
    let [qax, qay, qbx, qby] = L::read::<NUMBERS, SECOND_POINT>(records, &at);
    let [q_separation, ..] = L::read::<NUMBERS, { SECOND_POINT + 4 }>(records, &at);
    let [n, t, q_n, q_t] = L::read::<NUMBERS, IMPULSES>(records, &at);
    let [friction, static_friction, ..] = L::read::<NUMBERS, MATERIAL>(records, &at);
    let masses: &[[f32; 8]] = bytemuck::must_cast_slice(inputs);
    let [inverse_mass_a, inverse_inertia_a, ..] = L::gather::<0>(masses, bytemuck::must_cast_ref(&block.a));
    let [inverse_mass_b, inverse_inertia_b, ..] = L::gather::<0>(masses, bytemuck::must_cast_ref(&block.b));
    let mass = inverse_mass_a + inverse_mass_b;

    let p = Levers {
        along: [ax * nx + ay * ny, bx * nx + by * ny],
        across: [ax * ny - ay * nx, bx * ny - by * nx],
    };
    let q = Levers {
        along: [L::select(second, qax * nx + qay * ny, zero), L::select(second, qbx * nx + qby * ny, zero)],
        across: [L::select(second, qax * ny - qay * nx, zero), L::select(second, qbx * ny - qby * nx, zero)],
    };
    // J M^-1 J' of two rows; of lanes without a contact any number that can be divided by.
    let (ia, ib) = (inverse_inertia_a, inverse_inertia_b);
    let k11 = L::select(present, mass + ia * p.across[0] * p.across[0] + ib * p.across[1] * p.across[1], one);
    let k22 = L::select(present, mass + ia * q.across[0] * q.across[0] + ib * q.across[1] * q.across[1], one);
    let k12 = L::select(second, mass + ia * p.across[0] * q.across[0] + ib * p.across[1] * q.across[1], zero);
    let t11 = L::select(present, mass + ia * p.along[0] * p.along[0] + ib * p.along[1] * p.along[1], one);
    let t22 = L::select(present, mass + ia * q.along[0] * q.along[0] + ib * q.along[1] * q.along[1], one);
    let t12 = L::select(second, mass + ia * p.along[0] * q.along[0] + ib * p.along[1] * q.along[1], zero);
    let det = k11 * k22 - k12 * k12;
    let regular = (k11 * k22).lt(L::splat(MAX_CONDITION) * det);

    nx.store(&mut block.normal_x);
    ny.store(&mut block.normal_y);
    ia.store(&mut block.inverse_inertia_a);
    ib.store(&mut block.inverse_inertia_b);
    friction.store(&mut block.friction);
    static_friction.store(&mut block.static_friction);
    k12.store(&mut block.k12);
    t12.store(&mut block.tangent_k12);
    L::select(regular, one / det, zero).store(&mut block.inverse_det);
    let [first, other] = &mut block.points;
    p.store(first, L::select(present, separation, L::splat(FAR)), k11, one / t11);
    q.store(other, L::select(second, q_separation, L::splat(FAR)), k22, one / t22);
    L::select(present, n, zero).store(&mut first.normal_impulse);
    L::select(present, t, zero).store(&mut first.tangent_impulse);
    L::select(second, q_n, zero).store(&mut other.normal_impulse);
    L::select(second, q_t, zero).store(&mut other.tangent_impulse);
}

/// The anchors of a point in the frame of its contact: of A, then of B.
struct Levers<L> {
    along: [L; 2],
    across: [L; 2],
}

impl<L: Lanes> Levers<L> {
    #[inline(always)]
    fn store(&self, point: &mut PointColumns, separation: L, k: L, tangent_mass: L) {
        self.along[0].store(&mut point.along_a);
        self.along[1].store(&mut point.along_b);
        self.across[0].store(&mut point.across_a);
        self.across[1].store(&mut point.across_b);
        separation.store(&mut point.separation);
        separation.store(&mut point.separation_now);
        k.store(&mut point.k);
        tangent_mass.store(&mut point.tangent_mass);
    }
}

/// Hands the impulses of a block back to its contacts.
#[inline(always)]
pub(super) fn store<L: Lanes>(
    block: &ContactBlock,
    extra: Option<&Extra>,
    lanes: &[u32; LANES],
    contacts: Shared<'_, Contact>,
) {
    let mut present = 0;
    for lane in 0..LANES {
        present |= u8::from(lanes[lane] != NOTHING) << lane;
    }
    let [p, q] = &block.points;
    let impulses = [
        clean::<L>(&p.normal_impulse),
        clean::<L>(&p.tangent_impulse),
        clean::<L>(&q.normal_impulse),
        clean::<L>(&q.tangent_impulse),
    ];
    // SAFETY: the lanes name contacts of the step, each in one lane of all, which is this worker's.
    unsafe { L::write_shared::<NUMBERS, IMPULSES>(impulses, contacts.cast(), lanes, present) };
    if let Some(extra) = extra {
        for lane in 0..LANES {
            if lanes[lane] != NOTHING {
                let index = lanes[lane] as usize;
                // SAFETY: the same.
                let contact = unsafe { contacts.slice(index..index + 1) };
                contact[0].rolling_impulse = storable(extra.surface.rolling_impulse[lane]);
            }
        }
    }
}

/// What [`storable`] makes of each number.
#[inline(always)]
fn clean<L: Lanes>(column: &Column) -> L {
    let (x, tiny, most) = (L::load(column), L::splat(TINY), L::splat(f32::MAX));
    let size = x.max(-x);
    L::select(L::and(tiny.le(size), size.le(most)), x, L::splat(0.0))
}

/// Whether a contact may bounce, and whether it runs or resists rolling.
#[inline(always)]
fn may_have_extra(contact: &Contact) -> bool {
    let Contact { restitution, rolling_resistance, surface_speed, .. } = contact;
    restitution.to_bits() | rolling_resistance.to_bits() | surface_speed.to_bits() != 0
}

/// Looks at what may bounce, run or resist rolling: makes an [`Extra`] for each block in which something does.
pub(super) fn find_extras(
    blocks: &mut [ContactBlock],
    lanes: &[[u32; LANES]],
    contacts: &[Contact],
    (states, inputs): (&[BodyState], &[BodyInput]),
    settings: &SolverSettings,
    h: f32,
    extras: &mut Vec<Extra>,
) {
    extras.clear();
    for (block, lanes) in blocks.iter_mut().zip(lanes).filter(|(block, _)| block.extra == MAY_HAVE_EXTRA) {
        block.extra = NO_EXTRA;
        for (lane, &index) in lanes.iter().enumerate().filter(|&(_, &index)| index != NOTHING) {
            let contact = &contacts[index as usize];
            let bodies = [contact.a, contact.b].map(|i| (&states[i.index()], &inputs[i.index()]));
            let rebound = rebound(contact, bodies, settings, h);
            let is_special = contact.rolling_resistance > 0.0 || contact.surface_speed != 0.0;
            if rebound.is_none() && !is_special {
                continue;
            }
            if block.extra == NO_EXTRA {
                block.extra = extras.len() as u32;
                extras.push(Extra::zeroed());
            }
            let Extra { bounce, surface } = &mut extras[block.extra as usize];
            if let Some(rebound) = rebound {
                bounce.acceleration[lane] = rebound.acceleration;
                for i in 0..2 {
                    bounce.parting[i][lane] = rebound.parting[i];
                    bounce.too_deep[i][lane] = rebound.too_deep[i];
                }
            }
            surface.speed[lane] = contact.surface_speed;
            // What does not resist rolling has no impulse against it, whatever it had.
            let [(_, a), (_, b)] = bodies;
            let inverse_inertia = a.inverse_inertia + b.inverse_inertia;
            if contact.rolling_resistance > 0.0 && inverse_inertia > 0.0 {
                surface.rolling_resistance[lane] = contact.rolling_resistance;
                surface.inertia[lane] = 1.0 / inverse_inertia;
                surface.rolling_impulse[lane] = contact.rolling_impulse;
            }
        }
    }
}

/// What a contact is to leave with if one of its points bounces, or `None`.
///
/// With the relative acceleration a along the normal, the approach v0 and the separation s0 at the start of
/// the step, energy gives the speed u at which the surfaces meet, u^2 = v^2 - 2 a s0, and e u is what they part with. At
/// the end of the step they are not just there: a ball that was found inside the ground still is, and has lost what it
/// takes to come up. So what it leaves with at separation s is w^2 = (e u)^2 + 2 a s (`ContactBlock::bounce`); without
/// that, a fall of 5 m returned 9 cm low, on the average over when in a step it ends. Overlap that is deeper than one
/// step's approach is none of the fall's, and gives nothing.
///
/// The velocity that a symplectic step stores is not that of the trajectory at the same instant but a h / 2
/// beside it, so v = v0 + a h / 2 goes in and w - a h / 2 comes out. Reflecting the stored velocity instead
/// loses g h v of energy at each bounce, 0.8% of the height at 5 m.
fn rebound(
    contact: &Contact,
    bodies: [(&BodyState, &BodyInput); 2],
    settings: &SolverSettings,
    h: f32,
) -> Option<Rebound> {
    if contact.restitution <= 0.0 {
        return None;
    }
    let normal = contact.manifold.normal;
    let [(a, input_a), (b, input_b)] = bodies;
    let acceleration = (input_b.acceleration - input_a.acceleration).dot(&normal);
    let mut rebound = Rebound { acceleration, parting: [0.0; 2], too_deep: [0.0; 2] };
    for (i, point) in contact.manifold.points().iter().enumerate() {
        let approach = (b.velocity - a.velocity).dot(&normal)
            + b.angular_velocity * cross(point.anchor_b, normal)
            - a.angular_velocity * cross(point.anchor_a, normal);
        if approach < -settings.bounce_threshold {
            let speed = approach + 0.5 * acceleration * h;
            let impact = sqrt(max(0.0, speed * speed - 2.0 * acceleration * point.separation));
            rebound.parting[i] = BOUNCE_SHARE * contact.restitution * impact;
            rebound.too_deep[i] = max(0.0, approach * h * settings.substeps as f32 - point.separation);
        }
    }
    (rebound.parting != [0.0; 2]).then_some(rebound)
}

/// Of one contact, what [`Bounce`] keeps of eight.
struct Rebound {
    acceleration: f32,
    parting: [f32; 2],
    too_deep: [f32; 2],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyRow;
    use crate::impulse::{BodyPair, RigidBody};
    use collide::{FeatureId, Manifold, ManifoldPoint};
    use geom::{Rot, Vec2, right_normal};
    use proptest::prelude::*;

    fn vector(reach: f32) -> impl Strategy<Value = Vec2> {
        (-reach..reach, -reach..reach).prop_map(|(x, y)| Vec2::new(x, y))
    }

    proptest! {
        /// The terms of the contact frame are those of the derivations: velocities and effective masses of a
        /// point along normal and tangent.
        #[test]
        fn the_frame_holds_the_terms_of_the_derivation(
            v_a in vector(5.0), v_b in vector(5.0), w in vector(5.0), r_a in vector(2.0), r_b in vector(2.0),
            angle in -3.0_f32..3.0, masses in prop::array::uniform4(0.1_f32..5.0),
        ) {
            let normal = Rot::from_angle(angle) * Vec2::new(1.0, 0.0);
            let mut manifold = Manifold::EMPTY;
            manifold.normal = normal;
            manifold.count = 1;
            manifold.points[0] =
                ManifoldPoint { anchor_a: r_a, anchor_b: r_b, separation: 0.0, feature: FeatureId(0) };
            let contact = Contact::new(BodyRow(1), BodyRow(2), manifold, 0.5, 0.0);
            let still = BodyInput::INFINITE_MASS;
            let body = |m: f32, i: f32| BodyInput::dynamic(m, i, Vec2::zeros());
            let inputs = [still, body(masses[0], masses[1]), body(masses[2], masses[3])];
            let states = [BodyState::REST, BodyState::moving(v_a, w.x), BodyState::moving(v_b, w.y)];
            let mut lanes = [NOTHING; LANES];
            lanes[0] = 0;
            let mut block = ContactBlock::zeroed();
            let mut zones = Zones::default();
            zones.unite(&inputs);
            Width::best().run(Fill {
                blocks: core::slice::from_mut(&mut block),
                lanes: &[lanes],
                contacts: &[contact],
                zones: &zones,
                inputs: &inputs,
            });
            let rigid = |i: usize| RigidBody {
                velocity: states[i].velocity,
                angular_velocity: states[i].angular_velocity,
                inverse_mass: inputs[i].inverse_mass,
                inverse_inertia: inputs[i].inverse_inertia,
            };
            let pair = BodyPair { a: rigid(1), b: rigid(2), r_a, r_b };
            let tangent = right_normal(normal);
            let point = &block.points[0];
            let at = |column: Column| column[0];
            prop_assert!((at(point.k) * pair.effective_mass(normal) - 1.0).abs() < 1e-4);
            prop_assert!((at(point.tangent_mass) / pair.effective_mass(tangent) - 1.0).abs() < 1e-4);
            let d = v_b - v_a;
            let normal_velocity = d.dot(&normal) + w.y * at(point.across_b) - w.x * at(point.across_a);
            let tangent_velocity = d.dot(&tangent) - w.y * at(point.along_b) + w.x * at(point.along_a);
            prop_assert!((normal_velocity - pair.relative_velocity().dot(&normal)).abs() < 1e-4);
            prop_assert!((tangent_velocity - pair.relative_velocity().dot(&tangent)).abs() < 1e-4);
        }
    }
}
