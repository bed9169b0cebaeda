//! Decides which contacts need an [`Extra`], and computes it.
//!
//! Restitution is applied once, at the end of the step. Let a be the relative acceleration along the normal,
//! v0 the normal velocity and s0 the separation when the step begins. Energy gives the speed u at which the
//! surfaces meet, and they part with e u. At the end the separation s is not zero: a ball found inside the
//! ground has to rise first. So the point gets the velocity w of the trajectory at s:
//!
//! ```text
//!   u^2 = v^2 - 2 a s0       v = v0 + a h / 2
//!   w^2 = (e u)^2 + 2 a s    stored velocity: w - a h / 2
//! ```
//!
//! A symplectic step stores the velocity of the trajectory half a sub-step later, hence a h / 2: without it,
//! a bounce loses g h v of energy; without 2 a s, a fall from 5 m returns 9 cm too low. An overlap deeper
//! than the approach of one step adds nothing to w.

#![allow(unsafe_code)]

use super::block::{ContactBlock, PointColumns};
use super::extra::{CoreColumns, Extra, RestitutionColumns};
use super::fill::{FAR, yields};
use super::record::{ContactRecord, FIRST_POINT, MATERIAL, NUMBERS, ROLLING, SECOND_POINT, SURFACE};
use crate::bounce::{BOUNCE_TIME, LEAST_BOUNCE_SHARE};
use crate::lanes::{LaneVec2, VelocityLanes, ZERO};
use crate::schedule::EMPTY_LANE;
use crate::settings::BOUNCE_SHARE;
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, Contact, SolverSettings};
use compute::lanes::cos_sin;
use compute::{Kernel, LANES, Lanes, Shared};

/// Fills the extra of each marked block, or clears the mark if no contact needs one. Returns whether any
/// contact bounces.
pub(super) struct FindExtras<'a> {
    /// Filled, but for their extras.
    pub(super) blocks: &'a mut [ContactBlock],
    pub(super) lanes: &'a [[u32; LANES]],
    pub(super) extras: &'a mut [Extra],
    /// Nobody else uses the contacts of the blocks.
    pub(super) contacts: Shared<'a, Contact>,
    /// As they are when the step begins. Nobody writes those of the blocks.
    pub(super) bodies: SharedBodies<'a>,
    /// By body index.
    pub(super) inputs: &'a [BodyInput],
    pub(super) settings: &'a SolverSettings,
    /// s.
    pub(super) h: f32,
    pub(super) has_dominance: bool,
}

impl Kernel for FindExtras<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let Self { blocks, lanes, extras, contacts, bodies, inputs, settings, h, has_dominance } = self;
        let mut any_bounces = false;
        for ((block, lanes), extra) in blocks.iter_mut().zip(lanes).zip(extras) {
            if block.has_extra {
                let source = ExtraSource::<L>::read(block, lanes, contacts, bodies);
                extra.bounces = source.find_bounces(&mut extra.restitution, inputs, settings, h);
                let has_surface = source.find_surface(extra);
                let yields = if has_dominance { yields(lanes, contacts) } else { None };
                extra.dominates = yields.is_some();
                extra.yields = yields.unwrap_or_default();
                block.has_extra = extra.bounces || extra.dominates || has_surface;
                any_bounces |= extra.bounces;
            }
        }
        any_bounces
    }
}

struct ExtraSource<'a, L: Lanes> {
    block: &'a ContactBlock,
    /// Lanes without a contact repeat another one.
    records: Shared<'a, ContactRecord>,
    at: [u32; LANES],
    a: VelocityLanes<L>,
    b: VelocityLanes<L>,
    restitution: L,
    rolling_resistance: L,
    rolling_impulse: L,
    surface_speed: L,
    /// Of [`Cores`](crate::Cores).
    depths: [L; 2],
    moment: L,
}

impl<'a, L: Lanes> ExtraSource<'a, L> {
    #[inline(always)]
    fn read(
        block: &'a ContactBlock,
        lanes: &[u32; LANES],
        contacts: Shared<'a, Contact>,
        bodies: SharedBodies<'_>,
    ) -> Self {
        let mut at = *lanes;
        for lane in 1..LANES {
            at[lane] = if at[lane] == EMPTY_LANE { at[0] } else { at[lane] };
        }
        let records: Shared<'_, ContactRecord> = contacts.cast();
        // SAFETY: the promise of `FindExtras`; what has filled the blocks has found the contacts in bounds.
        let (material, [surface_speed, depth_a, depth_b, moment], [rolling_impulse, ..]) = unsafe {
            (
                L::read_shared::<NUMBERS, MATERIAL>(records, &at),
                L::read_shared::<NUMBERS, SURFACE>(records, &at),
                L::read_shared::<NUMBERS, ROLLING>(records, &at),
            )
        };
        let [_, _, restitution, rolling_resistance] = material;
        let (a, b) = (VelocityLanes::gather(&block.a, bodies), VelocityLanes::gather(&block.b, bodies));
        let depths = [depth_a, depth_b];
        Self {
            block,
            records,
            at,
            a,
            b,
            restitution,
            rolling_resistance,
            rolling_impulse,
            surface_speed,
            depths,
            moment,
        }
    }

    /// Returns whether any bounces.
    #[inline(always)]
    fn find_bounces(
        &self,
        columns: &mut RestitutionColumns,
        inputs: &[BodyInput],
        settings: &SolverSettings,
        h: f32,
    ) -> bool {
        let (zero, two) = (L::splat(0.0), L::splat(2.0));
        let may_bounce = zero.lt(self.restitution);
        if !L::any(may_bounce) {
            return false;
        }
        let Self { block, a, b, .. } = self;
        let normal = LaneVec2::load(&block.normal);
        let inputs: &[[f32; 8]] = bytemuck::must_cast_slice(inputs);
        let [_, _, ax, ay] = L::gather::<0>(inputs, bytemuck::must_cast_ref(&block.a));
        let [_, _, bx, by] = L::gather::<0>(inputs, bytemuck::must_cast_ref(&block.b));
        let acceleration = LaneVec2::new(bx - ax, by - ay).dot(normal);
        // `bounce::least_bounce` in lanes.
        let greatest = (ax * ax + ay * ay).max(bx * bx + by * by).sqrt();
        let threshold = L::splat(settings.bounce_threshold);
        let least = L::splat(LEAST_BOUNCE_SHARE) * threshold;
        let threshold = threshold.min(least.max(L::splat(BOUNCE_TIME) * greatest));
        acceleration.store(&mut columns.acceleration);
        let linear = (b.linear - a.linear).dot(normal);
        let mut bounces = zero;
        for i in 0..2 {
            let point = &block.points[i];
            let separation = L::load(&point.separation);
            let approach =
                linear + b.angular * L::load(&point.normal_arm.b) - a.angular * L::load(&point.normal_arm.a);
            let is_fast = L::and(has_point::<L>(point), approach.lt(zero - threshold));
            let speed = approach + L::splat(0.5) * acceleration * L::splat(h);
            let impact = zero.max(speed * speed - two * acceleration * separation).sqrt();
            let parting_speed = L::splat(BOUNCE_SHARE) * self.restitution * impact;
            let way = approach * L::splat(h) * L::splat(settings.substeps as f32);
            let parting_speed = L::select(L::and(is_fast, may_bounce), parting_speed, zero);
            parting_speed.store(&mut columns.parting_speed[i]);
            L::select(is_fast, zero.max(way - separation), zero).store(&mut columns.excess_depth[i]);
            (columns.peak[i], columns.given[i]) = (ZERO, ZERO);
            bounces = bounces + parting_speed;
        }
        L::any(is_not_zero(bounces))
    }

    /// Returns whether any contact has a part of the extra that is not restitution.
    #[inline(always)]
    fn find_surface(&self, extra: &mut Extra) -> bool {
        let zero = L::splat(0.0);
        let (block, surface, present) =
            (self.block, &mut extra.surface, has_point::<L>(&self.block.points[0]));
        let inverse_inertia = L::load(&block.inverse_inertia_a) + L::load(&block.inverse_inertia_b);
        // A contact that no longer resists rolling starts without a rolling impulse.
        let resists = L::and(present, zero.lt(self.rolling_resistance));
        let can_roll = L::and(resists, zero.lt(inverse_inertia));
        L::select(present, self.surface_speed, zero).store(&mut surface.speed);
        L::select(can_roll, self.rolling_resistance, zero).store(&mut surface.rolling_resistance);
        L::select(can_roll, L::splat(1.0) / inverse_inertia, zero).store(&mut surface.inertia);
        L::select(can_roll, self.rolling_impulse, zero).store(&mut surface.rolling_impulse);
        let is_later = is_not_zero(self.moment);
        let has_cores = L::or(L::or(is_not_zero(self.depths[0]), is_not_zero(self.depths[1])), is_later);
        let is_any_later = L::any(is_later);
        let [first, second] = &mut extra.cores;
        let has_first = L::and(has_cores, present);
        self.find_cores::<FIRST_POINT>(first, has_first, is_any_later);
        if block.two_points {
            let has_second = L::and(has_cores, has_point::<L>(&block.points[1]));
            self.find_cores::<SECOND_POINT>(second, has_second, is_any_later);
        }
        L::any(L::or(L::or(resists, has_first), L::and(present, is_not_zero(self.surface_speed))))
    }

    /// [`Contact::core_arms`] of the points that are at `AT` in the records, in the lanes of the mask.
    #[inline(always)]
    fn find_cores<const AT: usize>(&self, columns: &mut CoreColumns, mask: L::Mask, is_any_later: bool) {
        let (zero, [a, b]) = (L::splat(0.0), self.depths);
        let mut arms = [[zero, a], [zero, -b]];
        if is_any_later {
            // SAFETY: as for the other numbers.
            let [ax, ay, bx, by] = unsafe { L::read_shared::<NUMBERS, AT>(self.records, &self.at) };
            let normal = LaneVec2::load(&self.block.normal);
            let later_a = self.arms_of_later(LaneVec2::new(ax, ay), -normal * a, self.a.angular);
            let later_b = self.arms_of_later(LaneVec2::new(bx, by), normal * b, self.b.angular);
            let is_later = is_not_zero(self.moment);
            for i in 0..2 {
                arms[0][i] = L::select(is_later, later_a[i], arms[0][i]);
                arms[1][i] = L::select(is_later, later_b[i], arms[1][i]);
            }
        }
        let CoreColumns { normal_arm, tangent_arm } = columns;
        L::select(mask, arms[0][0], zero).store(&mut normal_arm.a);
        L::select(mask, arms[0][1], zero).store(&mut tangent_arm.a);
        L::select(mask, arms[1][0], zero).store(&mut normal_arm.b);
        L::select(mask, arms[1][1], zero).store(&mut tangent_arm.b);
    }

    /// Of one body, for anchors of a later moment.
    #[inline(always)]
    fn arms_of_later(&self, anchor: LaneVec2<L>, to_core: LaneVec2<L>, spin: L) -> [L; 2] {
        let (normal, core) = (LaneVec2::load(&self.block.normal), anchor + to_core);
        let [cos, sin] = cos_sin(-spin * self.moment);
        let turned = LaneVec2::new(cos * core.x - sin * core.y, sin * core.x + cos * core.y);
        let shift = turned - anchor;
        [shift.cross(normal), shift.cross(normal.right_normal())]
    }
}

#[inline(always)]
fn is_not_zero<L: Lanes>(x: L) -> L::Mask {
    L::or(x.lt(L::splat(0.0)), L::splat(0.0).lt(x))
}

#[inline(always)]
fn has_point<L: Lanes>(point: &PointColumns) -> L::Mask {
    L::load(&point.separation).lt(L::splat(FAR))
}

#[cfg(test)]
mod tests {
    use super::super::extra::extra_bits;
    use super::super::fill::Fill;
    use super::*;
    use crate::bounce::least_bounce;
    use crate::schedule::Strips;
    use crate::{BodyRow, BodyState};
    use alloc::vec::Vec;
    use alloc::{format, vec};
    use bytemuck::Zeroable;
    use collide::{FeatureId, Manifold, ManifoldPoint};
    use compute::Width;
    use geom::Vec2;
    use proptest::prelude::*;

    const H: f32 = 1.0 / 240.0;

    fn contact(separation: f32, restitution: f32) -> Contact {
        let mut manifold = Manifold::EMPTY;
        (manifold.normal, manifold.count) = (Vec2::new(0.0, 1.0), 1);
        let (anchor_a, anchor_b) = (Vec2::zeros(), Vec2::new(0.0, -0.5));
        manifold.points[0] = ManifoldPoint { anchor_a, anchor_b, separation, feature: FeatureId(0) };
        Contact::new(BodyRow::STATIC, BodyRow(1), manifold, 0.5, restitution)
    }

    /// Whether any contact bounces, and the extras of the blocks that need one; checked to be the same on all
    /// widths.
    fn found(
        contacts: &mut [Contact],
        states: &mut [BodyState],
        inputs: &[BodyInput],
        lanes: &[[u32; LANES]],
    ) -> (bool, Vec<Option<Extra>>) {
        let mut strips = Strips::default();
        strips.unite(inputs);
        let contacts = Shared::new(contacts);
        // SAFETY: the states are those of the inputs, and nobody else has them.
        let bodies = unsafe { SharedBodies::new(Shared::new(states)) };
        let find = |width: Width| {
            let mut blocks = vec![ContactBlock::zeroed(); lanes.len()];
            let is_apart_from_next = &vec![false; lanes.len()];
            width.run(Fill {
                blocks: &mut blocks,
                lanes,
                is_apart_from_next,
                contacts,
                strips: &strips,
                inputs,
                has_dominance: true,
                has_sides: false,
            });
            // What an earlier step has left.
            let mut left = Extra { bounces: true, ..Extra::zeroed() };
            (left.surface.speed, left.surface.rolling_impulse) = ([7.0; LANES], [7.0; LANES]);
            (left.restitution.peak, left.restitution.parting_speed) = ([[7.0; LANES]; 2], [[7.0; LANES]; 2]);
            left.cores[0].normal_arm.a = [7.0; LANES];
            let mut extras = vec![left; lanes.len()];
            let settings = &SolverSettings::default();
            let (blocks, found) = (&mut blocks[..], &mut extras[..]);
            let any_bounces = width.run(FindExtras {
                blocks,
                lanes,
                extras: found,
                contacts,
                bodies,
                inputs,
                settings,
                h: H,
                has_dominance: true,
            });
            let needed = blocks.iter().zip(extras).map(|(block, extra)| block.has_extra.then_some(extra));
            (any_bounces, needed.collect::<Vec<_>>())
        };
        let expected = find(Width::SCALAR);
        for width in Width::all() {
            assert_eq!(format!("{:?}", find(width)), format!("{expected:?}"), "{}", width.name());
        }
        expected
    }

    /// A block with these contacts in its first lanes.
    fn lanes(contacts: impl IntoIterator<Item = u32>) -> [u32; LANES] {
        let mut lanes = [EMPTY_LANE; LANES];
        lanes.iter_mut().zip(contacts).for_each(|(lane, contact)| *lane = contact);
        lanes
    }

    proptest! {
        /// A point that moves under gravity alone leaves with e times the speed at which it meets the
        /// surface, whenever in the step that is: the height it then rises to is e^2 times the height of its
        /// fall.
        #[test]
        fn a_bounce_returns_the_square_of_restitution_of_the_height(
            speed in 2.0_f32..10.0, fraction in 0.0_f32..1.0, restitution in 0.2_f32..1.0,
        ) {
            let gravity = 10.0;
            let separation = fraction * speed * H * SolverSettings::default().substeps as f32;
            // The stored velocity is that of the trajectory half a sub-step later.
            let mut states = [BodyState::REST, BodyState::moving(Vec2::new(0.0, -speed), 0.0)];
            let inputs =
                [BodyInput::INFINITE_MASS, BodyInput::dynamic(1.0, 1.0, Vec2::new(0.0, -gravity))];
            let (any_bounces, extras) =
                found(&mut [contact(separation, restitution)], &mut states, &inputs, &[lanes([0])]);
            let Some(Extra { bounces: true, restitution: found, .. }) = extras[0] else { panic!("fast enough") };
            let trajectory = speed + 0.5 * gravity * H;
            let fall = trajectory * trajectory / (2.0 * gravity) + separation;
            let rise = found.parting_speed[0][0] * found.parting_speed[0][0] / (2.0 * gravity);
            prop_assert!((rise / (restitution * restitution * fall) - 1.0).abs() < 1e-3, "{rise} {fall}");
            prop_assert_eq!(found.excess_depth[0][0], 0.0);
            // Nothing bounces where no point is.
            prop_assert!(any_bounces && found.parting_speed[0][1..] == ZERO[1..]);
            prop_assert_eq!((found.parting_speed[1], found.peak, found.given), (ZERO, [ZERO; 2], [ZERO; 2]));
        }

        /// The columns of cores hold the numbers of `Contact::core_arms`, bit for bit, whatever the other
        /// lanes hold: sharp and round contacts, found for the beginning of the step or for later.
        #[test]
        fn cores_are_those_of_the_contacts(
            numbers in prop::collection::vec((prop::array::uniform9(-2.0_f32..2.0), 0_u8..16), LANES),
            spins in [-100.0_f32..100.0, -100.0_f32..100.0],
        ) {
            let body = BodyInput::dynamic(1.0, 1.0, Vec2::zeros());
            let mut states = [BodyState::REST, BodyState::moving(Vec2::zeros(), spins[0]), BodyState::moving(Vec2::zeros(), spins[1])];
            let inputs = [BodyInput::INFINITE_MASS, body, body];
            let mut contacts: Vec<Contact> = numbers.iter().map(|&([x, y, ax, ay, bx, by, p, q, later], bits)| {
                let mut manifold = Manifold::EMPTY;
                manifold.normal = Vec2::new(x, y);
                manifold.count = 1 + u32::from(bits & 1);
                for (i, point) in manifold.points.iter_mut().enumerate().take(manifold.count as usize) {
                    point.anchor_a = Vec2::new(ax, ay) * (i as f32 + 1.0);
                    point.anchor_b = Vec2::new(bx, by) * (i as f32 + 1.0);
                }
                let mut contact = Contact::new(BodyRow(1), BodyRow(2), manifold, 0.5, 0.0);
                contact.cores.depth = [p, q].map(|depth| if bits & 2 == 0 { 0.0 } else { depth.abs() });
                contact.cores.moment = if bits & 4 == 0 { 0.0 } else { 0.01 * later.abs() };
                contact
            }).collect();
            let (_, extras) = found(&mut contacts, &mut states, &inputs, &[lanes(0..LANES as u32)]);
            prop_assert_eq!(extras[0].is_some(), contacts.iter().any(|contact| extra_bits(contact) != 0));
            let Some(Extra { cores, .. }) = &extras[0] else { return Ok(()) };
            for (lane, contact) in contacts.iter().enumerate() {
                for (core, point) in cores.iter().zip(contact.manifold.points()) {
                    let arms = [(&core.normal_arm.a, &core.tangent_arm.a), (&core.normal_arm.b, &core.tangent_arm.b)];
                    let found = arms.map(|(normal, tangent)| [normal[lane], tangent[lane]].map(f32::to_bits));
                    let expected = if extra_bits(contact) != 0 { contact.core_arms(point, spins) } else { [[0.0; 2]; 2] };
                    prop_assert_eq!(found, expected.map(|arms| arms.map(f32::to_bits)));
                }
            }
        }
    }

    /// A contact bounces from the threshold on that follows the acceleration of its bodies: without gravity
    /// from a hundredth of the setting on, then from what gravity gives in a second on, up to the setting.
    #[test]
    fn threshold_of_a_bounce_follows_the_acceleration() {
        for (gravity, threshold) in [(0.0, 0.01), (0.4, 0.4), (1.0, 1.0), (9.81, 1.0), (1e30, 1.0)] {
            let body = BodyInput::dynamic(1.0, 1.0, Vec2::new(0.0, -gravity));
            let inputs = [BodyInput::INFINITE_MASS, body];
            assert!((least_bounce(1.0, [&inputs[0], &inputs[1]]) - threshold).abs() < 1e-6, "{gravity}");
            for (speed, bounces) in [(0.99 * threshold, false), (1.01 * threshold, true)] {
                let mut states = [BodyState::REST, BodyState::moving(Vec2::new(0.0, -speed), 0.0)];
                let (any, _) = found(&mut [contact(0.0, 1.0)], &mut states, &inputs, &[lanes([0])]);
                assert_eq!(any, bounces, "{gravity} {speed}");
            }
        }
    }

    /// A contact that approaches more slowly than the threshold does not bounce, and a block gets an extra
    /// only if one of its contacts bounces, has a surface that moves, resists rolling, or has cores.
    #[test]
    fn only_blocks_that_need_an_extra_get_one() {
        let slow = BodyState::moving(Vec2::new(0.0, -0.5), 0.0);
        let inputs = [BodyInput::INFINITE_MASS, BodyInput::dynamic(1.0, 1.0, Vec2::new(0.0, -9.81))];
        let belt = Contact { surface_speed: 1.0, ..contact(0.0, 0.0) };
        let wheel = Contact { rolling_resistance: 0.1, rolling_impulse: 3.0, ..contact(0.0, 0.0) };
        let mut ball = contact(0.0, 0.0);
        ball.cores.depth[1] = 0.5;
        let mut contacts = [contact(0.0, 1.0), belt, wheel, ball, contact(0.0, 0.0)];
        assert_eq!(contacts.map(|contact| extra_bits(&contact) != 0), [true, true, true, true, false]);
        let blocks = [lanes([0]), lanes([1, 2]), lanes([4, 3]), lanes([4])];
        let (any_bounces, extras) = found(&mut contacts, &mut [BodyState::REST, slow], &inputs, &blocks);
        assert!(!any_bounces, "nothing is fast enough to bounce");
        let [None, Some(surfaces), Some(round), None] = &extras[..] else { panic!("{extras:?}") };
        let Extra { surface, cores, bounces, .. } = surfaces;
        assert_eq!((*bounces, &surface.speed[..3]), (false, &[1.0, 0.0, 0.0][..]));
        assert_eq!(surface.rolling_impulse[..3], [0.0, 3.0, 0.0]);
        assert_eq!(surface.inertia[..3], [0.0, 1.0, 0.0]);
        assert_eq!(cores[0].normal_arm.a, ZERO);
        assert_eq!(round.cores[0].tangent_arm.b[..3], [0.0, -0.5, 0.0]);
    }
}
