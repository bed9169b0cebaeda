//! Decides which contacts need an [`Extra`], and computes it.
//!
//! Restitution is applied once, at the end of the step. Let a be the relative acceleration along the normal,
//! v0 the normal velocity and s0 the separation when the step begins. Energy gives the speed u at which the
//! surfaces meet, and they part with e u. At the end of the step the separation s is not zero: a ball that
//! was found inside the ground is still there and has to rise first. So the velocity w that the point gets is
//! that of the trajectory at separation s:
//!
//! ```text
//!   u^2 = v^2 - 2 a s0       v = v0 + a h / 2
//!   w^2 = (e u)^2 + 2 a s    stored velocity: w - a h / 2
//! ```
//!
//! The terms a h / 2 are there because the velocity that a symplectic step stores is that of the trajectory
//! half a sub-step later. Reflecting the stored velocity instead loses g h v of energy at each bounce, 0.8%
//! of the height at 5 m. Without the term 2 a s a fall from 5 m returned 9 cm too low, on average over when
//! in the step it lands. An overlap that is deeper than the approach of one step does not come from the fall
//! and adds nothing to w.

#![allow(unsafe_code)]

use super::block::ContactBlock;
use super::extra::Extra;
use crate::schedule::{EMPTY_LANE, Strips};
use crate::settings::{BOUNCE_SHARE, least_bounce};
use crate::{BodyInput, BodyState, Contact, SolverSettings};
use bytemuck::Zeroable;
use compute::math::{max, sqrt};
use compute::{LANES, Shared};
use geom::cross;

/// Whether a contact may need an [`Extra`]. It is one test of bits, since it runs for every contact.
#[inline(always)]
pub(super) fn may_need_extra(contact: &Contact) -> bool {
    let Contact { restitution, rolling_resistance, surface_speed, cores, .. } = contact;
    let surface = rolling_resistance.to_bits() | surface_speed.to_bits();
    restitution.to_bits() | surface != 0 || cores.are_any()
}

/// Whether a contact needs an [`Extra`] although it does not bounce.
fn is_special(contact: &Contact) -> bool {
    contact.rolling_resistance > 0.0 || contact.surface_speed != 0.0 || contact.cores.are_any()
}

/// The data from which the extras of a step are computed. Nobody else uses the contacts, or writes the
/// bodies, of the blocks that are filled.
#[derive(Clone, Copy)]
pub(super) struct ExtraSource<'a> {
    pub(super) strips: &'a Strips,
    /// By body index.
    pub(super) states: Shared<'a, BodyState>,
    /// By body index.
    pub(super) inputs: &'a [BodyInput],
    pub(super) contacts: Shared<'a, Contact>,
    pub(super) settings: &'a SolverSettings,
    /// Length of a sub-step, s.
    pub(super) h: f32,
}

impl ExtraSource<'_> {
    /// Fills the extra of each block that is marked because a contact may need one, or clears the mark if
    /// none does. `lanes` says which contact is in each lane. Returns whether any contact bounces.
    pub(super) fn fill(
        &self,
        blocks: &mut [ContactBlock],
        lanes: &[[u32; LANES]],
        extras: &mut [Extra],
    ) -> bool {
        let mut any_bounces = false;
        for ((block, lanes), extra) in blocks.iter_mut().zip(lanes).zip(extras) {
            if !core::mem::take(&mut block.has_extra) {
                continue;
            }
            for (lane, &index) in lanes.iter().enumerate().filter(|&(_, &index)| index != EMPTY_LANE) {
                // SAFETY: the promise of `ExtraSource`.
                let contact = unsafe { &self.contacts.slice(index as usize..index as usize + 1)[0] };
                let bounce = self.bounce(contact);
                if bounce.is_some() || is_special(contact) {
                    if !core::mem::replace(&mut block.has_extra, true) {
                        *extra = Extra::zeroed();
                    }
                    self.fill_lane(extra, lane, contact, bounce);
                }
            }
            any_bounces |= block.has_extra && extra.bounces;
        }
        any_bounces
    }

    fn fill_lane(&self, extra: &mut Extra, lane: usize, contact: &Contact, bounce: Option<Bounce>) {
        let Extra { bounces, restitution, surface, cores } = extra;
        let spins = match contact.cores.moment {
            0.0 => [0.0; 2],
            // SAFETY: the promise of `ExtraSource`.
            _ => self.indices(contact).map(|index| unsafe { self.states.get(index) }.angular_velocity),
        };
        if contact.cores.are_any() {
            for (core, point) in cores.iter_mut().zip(contact.manifold.points()) {
                let [a, b] = contact.core_arms(point, spins);
                (core.normal_arm.a[lane], core.tangent_arm.a[lane]) = (a[0], a[1]);
                (core.normal_arm.b[lane], core.tangent_arm.b[lane]) = (b[0], b[1]);
            }
        }
        if let Some(bounce) = bounce {
            *bounces = true;
            restitution.acceleration[lane] = bounce.acceleration;
            for i in 0..2 {
                restitution.parting_speed[i][lane] = bounce.parting_speed[i];
                restitution.excess_depth[i][lane] = bounce.excess_depth[i];
            }
        }
        surface.speed[lane] = contact.surface_speed;
        // A contact that no longer resists rolling starts without a rolling impulse.
        let [a, b] = self.indices(contact).map(|index| &self.inputs[index]);
        let inverse_inertia = a.inverse_inertia + b.inverse_inertia;
        if contact.rolling_resistance > 0.0 && inverse_inertia > 0.0 {
            surface.rolling_resistance[lane] = contact.rolling_resistance;
            surface.inertia[lane] = 1.0 / inverse_inertia;
            surface.rolling_impulse[lane] = contact.rolling_impulse;
        }
    }

    /// The indices of the bodies of a contact.
    fn indices(&self, contact: &Contact) -> [usize; 2] {
        [contact.a, contact.b].map(|row| self.strips.index_of(row).index())
    }

    /// The restitution of a contact, or `None` if none of its points bounces.
    fn bounce(&self, contact: &Contact) -> Option<Bounce> {
        if contact.restitution <= 0.0 {
            return None;
        }
        let Self { settings, h, .. } = *self;
        let normal = contact.manifold.normal;
        let indices = self.indices(contact);
        // SAFETY: the promise of `ExtraSource`.
        let [a, b] = indices.map(|index| unsafe { self.states.get(index) });
        let [input_a, input_b] = indices.map(|index| &self.inputs[index]);
        let acceleration = (input_b.acceleration - input_a.acceleration).dot(&normal);
        let threshold = least_bounce(settings.bounce_threshold, [input_a, input_b]);
        let mut bounce = Bounce { acceleration, parting_speed: [0.0; 2], excess_depth: [0.0; 2] };
        for (i, point) in contact.manifold.points().iter().enumerate() {
            let approach = (b.velocity - a.velocity).dot(&normal)
                + b.angular_velocity * cross(point.anchor_b, normal)
                - a.angular_velocity * cross(point.anchor_a, normal);
            if approach < -threshold {
                let speed = approach + 0.5 * acceleration * h;
                let impact = sqrt(max(0.0, speed * speed - 2.0 * acceleration * point.separation));
                bounce.parting_speed[i] = BOUNCE_SHARE * contact.restitution * impact;
                bounce.excess_depth[i] = max(0.0, approach * h * settings.substeps as f32 - point.separation);
            }
        }
        (bounce.parting_speed != [0.0; 2]).then_some(bounce)
    }
}

/// Restitution of one contact; see [`RestitutionColumns`](super::extra::RestitutionColumns).
struct Bounce {
    acceleration: f32,
    parting_speed: [f32; 2],
    excess_depth: [f32; 2],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyRow;
    use collide::{FeatureId, Manifold, ManifoldPoint};
    use geom::Vec2;
    use proptest::prelude::*;

    fn contact(separation: f32, restitution: f32) -> Contact {
        let mut manifold = Manifold::EMPTY;
        (manifold.normal, manifold.count) = (Vec2::new(0.0, 1.0), 1);
        let (anchor_a, anchor_b) = (Vec2::zeros(), Vec2::new(0.0, -0.5));
        manifold.points[0] = ManifoldPoint { anchor_a, anchor_b, separation, feature: FeatureId(0) };
        Contact::new(BodyRow::STATIC, BodyRow(1), manifold, 0.5, restitution)
    }

    fn one_strip(inputs: &[BodyInput]) -> Strips {
        let mut strips = Strips::default();
        strips.unite(inputs);
        strips
    }

    proptest! {
        /// A point that moves under gravity alone leaves with e times the speed at which it meets the
        /// surface, whenever in the step that is: the height it then rises to is e^2 times the height of its
        /// fall.
        #[test]
        fn a_bounce_returns_the_square_of_restitution_of_the_height(
            speed in 2.0_f32..10.0, fraction in 0.0_f32..1.0, restitution in 0.2_f32..1.0,
        ) {
            let (gravity, h) = (10.0, 1.0 / 240.0);
            let settings = SolverSettings::default();
            let separation = fraction * speed * h * settings.substeps as f32;
            // The stored velocity is that of the trajectory half a sub-step later.
            let mut states = [BodyState::REST, BodyState::moving(Vec2::new(0.0, -speed), 0.0)];
            let inputs =
                [BodyInput::INFINITE_MASS, BodyInput::dynamic(1.0, 1.0, Vec2::new(0.0, -gravity))];
            let contact = contact(separation, restitution);
            let (strips, mut contacts) = (one_strip(&inputs), [contact]);
            let source = ExtraSource {
                strips: &strips,
                states: Shared::new(&mut states),
                inputs: &inputs,
                contacts: Shared::new(&mut contacts),
                settings: &settings,
                h,
            };
            let bounce = source.bounce(&contact).expect("fast enough");
            let trajectory = speed + 0.5 * gravity * h;
            let fall = trajectory * trajectory / (2.0 * gravity) + separation;
            let rise = bounce.parting_speed[0] * bounce.parting_speed[0] / (2.0 * gravity);
            prop_assert!((rise / (restitution * restitution * fall) - 1.0).abs() < 1e-3, "{rise} {fall}");
            prop_assert_eq!(bounce.excess_depth[0], 0.0);
        }
    }

    /// A contact that approaches more slowly than the threshold does not bounce, and a block gets an extra
    /// only if one of its contacts bounces, has a surface that moves, or resists rolling.
    #[test]
    fn only_blocks_that_need_an_extra_get_one() {
        let settings = SolverSettings::default();
        let slow = BodyState::moving(Vec2::new(0.0, -0.5), 0.0);
        let mut states = [BodyState::REST, slow];
        let inputs = [BodyInput::INFINITE_MASS, BodyInput::dynamic(1.0, 1.0, Vec2::new(0.0, -9.81))];
        let belt = Contact { surface_speed: 1.0, ..contact(0.0, 0.0) };
        let wheel = Contact { rolling_resistance: 0.1, rolling_impulse: 3.0, ..contact(0.0, 0.0) };
        let mut contacts = [contact(0.0, 1.0), belt, wheel];
        assert!(contacts.iter().all(may_need_extra) && !may_need_extra(&contact(0.0, 0.0)));
        let strips = one_strip(&inputs);
        let source = ExtraSource {
            strips: &strips,
            states: Shared::new(&mut states),
            inputs: &inputs,
            contacts: Shared::new(&mut contacts),
            settings: &settings,
            h: 0.004,
        };
        let mut blocks = [ContactBlock { has_extra: true, ..ContactBlock::zeroed() }; 2];
        let mut lanes = [[EMPTY_LANE; LANES]; 2];
        (lanes[0][0], lanes[1][3], lanes[1][5]) = (0, 1, 2);
        // What an earlier step has left.
        let mut extras = [Extra { bounces: true, ..Extra::zeroed() }; 2];
        extras[1].surface.speed = [7.0; LANES];
        assert!(!source.fill(&mut blocks, &lanes, &mut extras), "nothing is fast enough to bounce");
        assert_eq!(blocks.map(|block| block.has_extra), [false, true]);
        let surface = &extras[1].surface;
        assert_eq!(
            (surface.speed[0], surface.speed[3], surface.rolling_impulse[5], surface.inertia[5]),
            (0.0, 1.0, 3.0, 1.0)
        );
    }

    /// Without gravity a contact bounces from a hundredth of the threshold on; on the moon from what its gravity
    /// gives in a quarter of a second on, 0.4 m/s; and on the earth, and with more, from the threshold on.
    #[test]
    fn threshold_of_a_bounce_follows_the_acceleration() {
        for (gravity, threshold) in [(0.0, 0.01), (1.62, 0.405), (4.0, 1.0), (9.81, 1.0), (f32::MAX, 1.0)] {
            let body = BodyInput::dynamic(1.0, 1.0, Vec2::new(0.0, -gravity));
            for inputs in [[&BodyInput::INFINITE_MASS, &body], [&body, &body]] {
                assert!((least_bounce(1.0, inputs) - threshold).abs() < 1e-6, "{gravity}");
            }
        }
    }
}
