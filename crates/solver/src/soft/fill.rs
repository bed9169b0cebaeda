//! Filling blocks from contacts, eight contacts at a time.
//!
//! Anchors become arms in the contact frame of `block.rs`, and masses the matrices K = J M^-1 J^T of the
//! normal and of the tangent rows:
//!
//! ```text
//!   k_ij = 1/mA + 1/mB + arm_A_i arm_A_j / IA + arm_B_i arm_B_j / IB       i, j the points
//! ```

#![allow(unsafe_code)]

use super::arms::ArmColumns;
use super::block::{ContactBlock, PointColumns};
use super::extra::extra_bits;
use super::record::{ContactRecord, FIRST_POINT, IMPULSES, MATERIAL, NORMAL, NUMBERS, SECOND_POINT};
use crate::body::BodyIndex;
use crate::lanes::{LaneVec2, ZERO};
use crate::schedule::{EMPTY_LANE, Strips};
use crate::settings::MAX_CONDITION;
use crate::{BodyInput, Contact};
use compute::lanes::Column;
use compute::{Kernel, LANES, Lanes, Shared};

/// Separation in a lane without a point, m: so far that nothing reaches it.
pub(super) const FAR: f32 = 1e30;

pub(super) struct Fill<'a> {
    pub(super) blocks: &'a mut [ContactBlock],
    pub(super) lanes: &'a [[u32; LANES]],
    pub(super) is_apart_from_next: &'a [bool],
    /// Nobody else uses those that `lanes` names.
    pub(super) contacts: Shared<'a, Contact>,
    pub(super) strips: &'a Strips,
    /// Indexed by body index.
    pub(super) inputs: &'a [BodyInput],
    pub(super) has_dominance: bool,
    pub(super) has_sides: bool,
}

impl Kernel for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let planned = self.lanes.iter().zip(self.is_apart_from_next);
        for (block, (lanes, &is_apart_from_next)) in self.blocks.iter_mut().zip(planned) {
            (block.is_apart_from_next, block.turned, block.are_later) = (is_apart_from_next, 0, false);
            let present = fill_header(block, lanes, self.contacts, self.strips, self.inputs);
            if self.has_sides {
                find_sides(block, lanes, self.contacts);
            }
            let yields = if self.has_dominance { yields(lanes, self.contacts) } else { None };
            if let Some(yields) = &yields {
                let is_written = |column: &Column| {
                    (0..LANES).fold(0, |mask, lane| mask | u8::from(column[lane] != 0.0) << lane)
                };
                block.write_a &= is_written(&yields[0]);
                block.write_b &= is_written(&yields[1]);
                block.has_extra = true;
            }
            fill_columns::<L>(block, &present, self.contacts, self.inputs, yields.as_ref());
        }
    }
}

#[inline(always)]
fn find_sides(block: &mut ContactBlock, lanes: &[u32; LANES], contacts: Shared<'_, Contact>) {
    for lane in (0..LANES).filter(|&lane| lanes[lane] != EMPTY_LANE) {
        let index = lanes[lane] as usize;
        // SAFETY: the promise of `Fill`.
        let contact = unsafe { &contacts.slice(index..index + 1)[0] };
        if contact.user & Contact::HAS_SIDE != 0 {
            block.faces |= 1 << lane;
            block.are_later |= contact.cores.moment != 0.0;
        }
    }
}

/// By body of the contacts in these lanes: 0 where it dominates, else 1; `None` if none does.
pub(super) fn yields(lanes: &[u32; LANES], contacts: Shared<'_, Contact>) -> Option<[Column; 2]> {
    let mut columns = [[1.0; LANES]; 2];
    for lane in (0..LANES).filter(|&lane| lanes[lane] != EMPTY_LANE) {
        let index = lanes[lane] as usize;
        // SAFETY: nobody else uses the contacts that `lanes` names.
        let contact = unsafe { &contacts.slice(index..index + 1)[0] };
        [columns[0][lane], columns[1][lane]] = contact.yields();
    }
    (columns != [[1.0; LANES]; 2]).then_some(columns)
}

/// Fills the columns of a block again, for contacts that stand in the order of its lanes.
pub(super) struct Refill<'a> {
    pub(super) block: &'a mut ContactBlock,
    pub(super) present: Present,
    pub(super) contacts: Shared<'a, Contact>,
    pub(super) inputs: &'a [BodyInput],
    pub(super) yields: Option<[Column; 2]>,
}

impl Kernel for Refill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { block, present, contacts, inputs, yields } = self;
        fill_columns::<L>(block, &present, contacts, inputs, yields.as_ref());
    }
}

pub(super) struct Present {
    /// Lanes without a contact repeat that of the first lane, which always has one.
    pub(super) contacts: [u32; LANES],
    /// 1 for a contact, else 0.
    pub(super) first: [f32; LANES],
    /// 1 for a second point, else 0.
    pub(super) second: [f32; LANES],
}

/// Bodies and flags.
#[inline(always)]
fn fill_header(
    block: &mut ContactBlock,
    lanes: &[u32; LANES],
    contacts: Shared<'_, Contact>,
    strips: &Strips,
    inputs: &[BodyInput],
) -> Present {
    let mut present = Present { contacts: [lanes[0]; LANES], first: ZERO, second: ZERO };
    (block.a, block.b) = ([BodyIndex::STATIC; LANES], [BodyIndex::STATIC; LANES]);
    (block.write_a, block.write_b, block.two_points, block.faces) = (0, 0, false, 0);
    let mut bits = 0;
    for lane in 0..LANES {
        if lanes[lane] != EMPTY_LANE {
            present.contacts[lane] = lanes[lane];
            let index = lanes[lane] as usize;
            // SAFETY: the promise of `Fill`.
            let contact = unsafe { &contacts.slice(index..index + 1)[0] };
            let (a, b) = (strips.index_of(contact.a), strips.index_of(contact.b));
            (block.a[lane], block.b[lane]) = (a, b);
            block.write_a |= u8::from(inputs[a.index()].is_movable()) << lane;
            block.write_b |= u8::from(inputs[b.index()].is_movable()) << lane;
            present.first[lane] = 1.0;
            if contact.manifold.count == 2 {
                present.second[lane] = 1.0;
                block.two_points = true;
            }
            bits |= extra_bits(contact);
        }
    }
    block.has_extra = bits != 0;
    present
}

#[inline(always)]
fn fill_columns<L: Lanes>(
    block: &mut ContactBlock,
    present: &Present,
    contacts: Shared<'_, Contact>,
    inputs: &[BodyInput],
    yields: Option<&[Column; 2]>,
) {
    let (zero, one, at) = (L::splat(0.0), L::splat(1.0), &present.contacts);
    let (present, second) = (zero.lt(L::load(&present.first)), zero.lt(L::load(&present.second)));

    let records: Shared<'_, ContactRecord> = contacts.cast();
    // SAFETY: the promise of `Fill`; the header has found the contacts in bounds.
    let (normal_and_anchor, first, second_anchors, [q_separation, ..], [n, t, q_n, q_t], material) = unsafe {
        (
            L::read_shared::<NUMBERS, NORMAL>(records, at),
            L::read_shared::<NUMBERS, { FIRST_POINT + 2 }>(records, at),
            L::read_shared::<NUMBERS, SECOND_POINT>(records, at),
            L::read_shared::<NUMBERS, { SECOND_POINT + 4 }>(records, at),
            L::read_shared::<NUMBERS, IMPULSES>(records, at),
            L::read_shared::<NUMBERS, MATERIAL>(records, at),
        )
    };
    let ([nx, ny, ax, ay], [bx, by, separation, _]) = (normal_and_anchor, first);
    let ([qax, qay, qbx, qby], [friction, static_friction, ..]) = (second_anchors, material);
    let masses: &[[f32; 8]] = bytemuck::must_cast_slice(inputs);
    let [mut inverse_mass_a, mut inverse_inertia_a, ..] =
        L::gather::<0>(masses, bytemuck::must_cast_ref(&block.a));
    let [mut inverse_mass_b, mut inverse_inertia_b, ..] =
        L::gather::<0>(masses, bytemuck::must_cast_ref(&block.b));
    if let Some([a, b]) = yields.map(|yields| yields.each_ref().map(L::load)) {
        (inverse_mass_a, inverse_inertia_a) = (inverse_mass_a * a, inverse_inertia_a * a);
        (inverse_mass_b, inverse_inertia_b) = (inverse_mass_b * b, inverse_inertia_b * b);
    }
    let masses =
        Masses { inverse_mass: inverse_mass_a + inverse_mass_b, inverse_inertia_a, inverse_inertia_b };

    let normal = LaneVec2::new(nx, ny);
    let p = Arms::new(LaneVec2::new(ax, ay), LaneVec2::new(bx, by), normal);
    let q = Arms::new(LaneVec2::new(qax, qay), LaneVec2::new(qbx, qby), normal).or_zero(second);
    // A lane without a contact gets any matrix that can be inverted.
    let k11 = L::select(present, masses.k(&p.normal, &p.normal), one);
    let k22 = L::select(present, masses.k(&q.normal, &q.normal), one);
    let k12 = L::select(second, masses.k(&p.normal, &q.normal), zero);
    let t11 = L::select(present, masses.k(&p.tangent, &p.tangent), one);
    let t22 = L::select(present, masses.k(&q.tangent, &q.tangent), one);
    let t12 = L::select(second, masses.k(&p.tangent, &q.tangent), zero);
    let det = k11 * k22 - k12 * k12;
    let regular = (k11 * k22).lt(L::splat(MAX_CONDITION) * det);

    normal.store(&mut block.normal);
    inverse_inertia_a.store(&mut block.inverse_inertia_a);
    inverse_inertia_b.store(&mut block.inverse_inertia_b);
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

struct Masses<L> {
    /// 1/kg.
    inverse_mass: L,
    /// 1/(kg m^2).
    inverse_inertia_a: L,
    /// 1/(kg m^2).
    inverse_inertia_b: L,
}

impl<L: Lanes> Masses<L> {
    /// Of two rows with the same direction, 1/kg.
    #[inline(always)]
    fn k(&self, i: &Arm<L>, j: &Arm<L>) -> L {
        self.inverse_mass + self.inverse_inertia_a * i.a * j.a + self.inverse_inertia_b * i.b * j.b
    }
}

/// Of one point and direction about each body, m.
struct Arm<L> {
    a: L,
    b: L,
}

impl<L: Lanes> Arm<L> {
    #[inline(always)]
    fn or_zero(self, mask: L::Mask, zero: L) -> Self {
        Self { a: L::select(mask, self.a, zero), b: L::select(mask, self.b, zero) }
    }

    #[inline(always)]
    fn store(self, columns: &mut ArmColumns) {
        self.a.store(&mut columns.a);
        self.b.store(&mut columns.b);
    }
}

struct Arms<L> {
    normal: Arm<L>,
    tangent: Arm<L>,
}

impl<L: Lanes> Arms<L> {
    #[inline(always)]
    fn new(a: LaneVec2<L>, b: LaneVec2<L>, normal: LaneVec2<L>) -> Self {
        Self {
            normal: Arm { a: a.cross(normal), b: b.cross(normal) },
            tangent: Arm { a: -a.dot(normal), b: -b.dot(normal) },
        }
    }

    /// Zero where there is no such point. For the tangent -0, since r . n is +0 there: a sum of moments then
    /// has the sign of zero that the formulas give it.
    #[inline(always)]
    fn or_zero(self, mask: L::Mask) -> Self {
        Self {
            normal: self.normal.or_zero(mask, L::splat(0.0)),
            tangent: self.tangent.or_zero(mask, L::splat(-0.0)),
        }
    }

    #[inline(always)]
    fn store(self, point: &mut PointColumns, separation: L, k: L, tangent_mass: L) {
        self.normal.store(&mut point.normal_arm);
        self.tangent.store(&mut point.tangent_arm);
        separation.store(&mut point.separation);
        separation.store(&mut point.separation_now);
        k.store(&mut point.k);
        tangent_mass.store(&mut point.tangent_mass);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impulse::{BodyPair, RigidBody};
    use crate::{BodyRow, BodyState};
    use bytemuck::Zeroable;
    use collide::{FeatureId, Manifold, ManifoldPoint};
    use compute::Width;
    use compute::lanes::Column;
    use geom::{Rot, Vec2, right_normal};
    use proptest::prelude::*;

    fn vector(reach: f32) -> impl Strategy<Value = Vec2> {
        (-reach..reach, -reach..reach).prop_map(|(x, y)| Vec2::new(x, y))
    }

    proptest! {
        /// The block holds the terms of the derivations in `impulse.rs`: velocities and effective masses of a
        /// point along the normal and along the tangent.
        #[test]
        fn block_holds_the_terms_of_the_derivation(
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
            let body = |m: f32, i: f32| BodyInput::dynamic(m, i, Vec2::zeros());
            let inputs = [BodyInput::INFINITE_MASS, body(masses[0], masses[1]), body(masses[2], masses[3])];
            let states = [BodyState::REST, BodyState::moving(v_a, w.x), BodyState::moving(v_b, w.y)];
            let mut lanes = [EMPTY_LANE; LANES];
            lanes[0] = 0;
            let mut block = ContactBlock::zeroed();
            let mut strips = Strips::default();
            strips.unite(&inputs);
            Width::best().run(Fill {
                blocks: core::slice::from_mut(&mut block),
                lanes: &[lanes],
                is_apart_from_next: &[false],
                contacts: Shared::new(&mut [contact]),
                strips: &strips,
                inputs: &inputs,
                has_dominance: false,
                has_sides: false,
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
            let along = |direction: Vec2, arm: &ArmColumns| {
                d.dot(&direction) + w.y * at(arm.b) - w.x * at(arm.a)
            };
            let expected = pair.relative_velocity();
            prop_assert!((along(normal, &point.normal_arm) - expected.dot(&normal)).abs() < 1e-4);
            prop_assert!((along(tangent, &point.tangent_arm) - expected.dot(&tangent)).abs() < 1e-4);
            // Lanes without a contact hold positive numbers, since they may be divisors, and a separation at
            // which no impulse acts.
            prop_assert!(block.write_a == 1 && block.write_b == 1 && !block.two_points);
            prop_assert!(point.separation[1..].iter().all(|&separation| separation == FAR));
            prop_assert!(block.points[1].separation.iter().all(|&separation| separation == FAR));
            prop_assert!(point.k.iter().chain(&point.tangent_mass).all(|&k| k.is_finite() && k > 0.0));
        }
    }
}
