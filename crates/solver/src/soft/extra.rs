//! Data that contacts of sharp shapes rarely need: restitution, surface speed, rolling resistance, dominance,
//! and the cores of round shapes.
//!
//! They lie beside the blocks, and blocks that have them run a kernel of their own, so that all other
//! contacts take no longer. `find_extras.rs` derives the formulas.

use super::arms::ArmColumns;
use crate::lanes::MotionLanes;
use crate::{Contact, Cores};
use bytemuck::Zeroable;
use compute::Lanes;
use compute::lanes::Column;

/// All zero if a contact needs no [`Extra`]. Comparisons would take time for every contact.
#[inline(always)]
pub(super) fn extra_bits(contact: &Contact) -> u32 {
    let &Contact { restitution, rolling_resistance, surface_speed, cores, .. } = contact;
    let [a, b, moment] = bytemuck::must_cast::<Cores, [u32; 3]>(cores);
    restitution.to_bits() | rolling_resistance.to_bits() | surface_speed.to_bits() | a | b | moment
}

/// One struct, so that a sweep makes one test for each block.
#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct Extra {
    /// If not, no kernel reads `restitution`.
    pub(super) bounces: bool,
    /// If not, no kernel reads `yields`.
    pub(super) dominates: bool,
    /// By body: 0 in the lanes in which it dominates, else 1.
    pub(super) yields: [Column; 2],
    pub(super) restitution: RestitutionColumns,
    pub(super) surface: SurfaceColumns,
    /// By point.
    pub(super) cores: [CoreColumns; 2],
}

/// For one point, by how much the arms of the cores differ from those of the contact point when the step
/// begins, m.
#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct CoreColumns {
    pub(super) normal_arm: ArmColumns,
    pub(super) tangent_arm: ArmColumns,
}

impl CoreColumns {
    /// The separation of the cores, m; `of_points` is that of points which turn with the bodies.
    #[inline(always)]
    pub(super) fn separation<L: Lanes>(&self, of_points: L, a: &MotionLanes<L>, b: &MotionLanes<L>) -> L {
        self.normal_arm.plus_turned(of_points, &self.tangent_arm, a, b)
    }
}

#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct RestitutionColumns {
    /// Relative acceleration along the normal, B seen from A, m/s^2.
    pub(super) acceleration: Column,
    /// e u for each point, m/s; 0 where nothing bounces.
    pub(super) parting_speed: [Column; 2],
    /// Overlap beyond the approach of one step, m.
    pub(super) excess_depth: [Column; 2],
    /// Greatest normal impulse in the step, N s; above zero if the point was hit.
    pub(super) peak: [Column; 2],
    /// What restitution has added to the normal impulse, N s.
    pub(super) given: [Column; 2],
}

impl RestitutionColumns {
    #[inline(always)]
    pub(super) fn will_bounce<L: Lanes>(&self, point: usize) -> L::Mask {
        L::splat(0.0).lt(L::load(&self.parting_speed[point]))
    }

    #[inline(always)]
    pub(super) fn is_active<L: Lanes>(&self, point: usize) -> L::Mask {
        L::and(self.will_bounce::<L>(point), L::splat(0.0).lt(L::load(&self.peak[point])))
    }

    #[inline(always)]
    pub(super) fn record_peak<L: Lanes>(&mut self, point: usize, impulse: L) {
        L::load(&self.peak[point]).max(impulse).store(&mut self.peak[point]);
    }

    /// w - a h / 2 at this separation; `find_extras.rs` derives it.
    #[inline(always)]
    pub(super) fn wanted_velocity<L: Lanes>(&self, point: usize, separation: &Column, h: f32) -> L {
        let (zero, acceleration) = (L::splat(0.0), L::load(&self.acceleration));
        let parting_speed = L::load(&self.parting_speed[point]);
        let height = L::load(separation) + L::load(&self.excess_depth[point]);
        let square = parting_speed * parting_speed + L::splat(2.0) * acceleration * height;
        (square.max(zero).sqrt() - L::splat(0.5 * h) * acceleration).max(zero)
    }
}

/// Zero where there is none.
#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct SurfaceColumns {
    /// The tangent velocity that friction aims at, m/s.
    pub(super) speed: Column,
    /// Bound of the rolling impulse over the normal impulse, m.
    pub(super) rolling_resistance: Column,
    /// 1 / (1/IA + 1/IB), kg m^2; 0 where neither body rotates.
    pub(super) inertia: Column,
    /// N m s.
    pub(super) rolling_impulse: Column,
}

impl SurfaceColumns {
    /// Stops the relative rotation as far as the normal impulse allows. Returns the change of the rolling
    /// impulse.
    #[inline(always)]
    pub(super) fn resist_rolling<L: Lanes>(&mut self, angular_velocity: L, normal_impulse: L) -> L {
        let old = L::load(&self.rolling_impulse);
        let bound = L::load(&self.rolling_resistance) * normal_impulse;
        let new = (old - L::load(&self.inertia) * angular_velocity).clamp(-bound, bound);
        new.store(&mut self.rolling_impulse);
        new - old
    }
}
