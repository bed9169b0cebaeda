//! A contact of a loaded cluster, as rows in `f64`.
//!
//! ```text
//!   normal     J = [-n  -rA x n | n  rB x n]      impulse from 0 to infinity
//!   tangent    J = [-t  -rA x t | t  rB x t]      from -bound to bound: friction times the normal impulse
//!   rolling    J = [ 0       -1 | 0       1]      the same, with the rolling resistance
//! ```
//!
//! The normal, both arms and so the Jacobians are fixed for the step, as in `soft/block.rs`; the separation
//! follows the bodies. Rows have a *give*, a thousandth of K = J M^-1 J^T, of the change of their impulse.
//!
//! The bias leaves an overlap of [`DEAD_BAND`]: otherwise a point that just closes or opens keeps a heavy box
//! rocking by 2 mm.

use super::rows::{Group, RowPair};
use crate::body::{BodyIndex, storable};
use crate::together::matrix::number::Spatial;
use crate::{BodyState, Contact};
use collide::Manifold;
use geom::{Vec2, cross};

/// m: a tenth of the slop of the narrow phase, which no one sees.
pub(super) const DEAD_BAND: f64 = 0.0004;

#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub(super) is_biased: bool,
    /// Of soft rows: the share of an overlap that is removed in a second, 1/s, and the factors of the
    /// effective mass and of the impulse so far.
    pub(super) bias_rate: f64,
    pub(super) mass_scale: f64,
    pub(super) impulse_scale: f64,
    /// m/s.
    pub(super) push_out_speed: f64,
    /// 1/s.
    pub(super) inverse_h: f64,
    /// [`DEAD_BAND`] in the units of the caller.
    pub(super) dead_band: f64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touch {
    pub(super) contact: u32,
    /// When the step began, and now, m.
    separations: [f64; 2],
    /// By point and body: by how much the rotation elements of the normal and tangent rows differ for the
    /// core, m.
    cores: [[[f64; 2]; 2]; 2],
    pub(super) separations_now: [f64; 2],
    /// Dynamic and static.
    frictions: [f64; 2],
    slides: [bool; 2],
    surface_speed: f64,
    rolling_resistance: f64,
    /// K of a row over its give.
    inverse_give_share: f64,
    pub(super) points: usize,
    /// Sum of the normal impulses at the end of each sub-step, N s.
    total: f64,
}

impl Touch {
    /// Sets all that a solve does not set itself, but nodes and block. `spins` are the angular velocities of
    /// both bodies, `inverse` their inverse masses and inertias; `give` is a share of K.
    pub(super) fn fill(
        &mut self,
        group: &mut Group,
        contact: &Contact,
        bodies: [BodyIndex; 2],
        spins: [f32; 2],
        inverse: [[f64; 2]; 2],
        give: f64,
    ) {
        let Manifold { normal, points, .. } = contact.manifold;
        let tangent = Vec2::new(normal.y, -normal.x);
        group.bodies = bodies;
        self.frictions = [contact.friction, contact.static_friction].map(f64::from);
        self.surface_speed = f64::from(contact.surface_speed);
        self.rolling_resistance = f64::from(contact.rolling_resistance);
        self.inverse_give_share = 1.0 / give;
        self.points = contact.manifold.points().len();
        let rolls = contact.rolling_resistance > 0.0;
        group.count = self.points + usize::from(rolls);
        self.total = 0.0;
        let [dynamic, _] = self.frictions;
        for (i, (point, stored)) in points.iter().zip(contact.impulses).enumerate().take(self.points) {
            self.separations[i] = f64::from(point.separation);
            let [a, b] = contact.core_arms(point, spins);
            self.cores[i] = [a.map(|arm| f64::from(-arm)), b.map(f64::from)];
            let pair = &mut group.all[i];
            pair.has_normal = true;
            for (row, direction) in [normal, tangent].into_iter().enumerate() {
                let [x, y] = [direction.x, direction.y].map(f64::from);
                let [a, b] = [point.anchor_a, point.anchor_b].map(|r| f64::from(cross(r, direction)));
                pair.set_jacobian(row, &[[-x, -y, -a], [x, y, b]]);
            }
            pair.impulse = [stored.normal, stored.tangent].map(f64::from);
            let tangent = pair.impulse[1].abs();
            let bound = dynamic * pair.impulse[0];
            // A point slides if its impulse is exactly at the bound of dynamic friction.
            self.slides[i] = tangent > 0.9999 * bound && tangent < 1.0001 * bound;
        }
        self.separations_now = self.separations;
        if rolls {
            let pair = &mut group.all[self.points];
            *pair = RowPair { impulse: [f64::from(contact.rolling_impulse), 0.0], ..RowPair::EMPTY };
            pair.set_jacobian(0, &[[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]);
        }
        for pair in group.pairs_mut() {
            for row in 0..2 {
                let mut k = 0.0;
                for (end, [m, i]) in inverse.into_iter().enumerate() {
                    let j = pair.jacobian_of(row, end);
                    k += m * (j[0] * j[0] + j[1] * j[1]) + i * (j[2] * j[2]);
                }
                let give = give * k;
                pair.give[row] = give;
                pair.inverse_give[row] = if give > 0.0 && give < f64::MAX { 1.0 / give } else { 0.0 };
                if pair.inverse_give[row] == 0.0 {
                    pair.impulse[row] = 0.0;
                }
            }
        }
    }

    pub(super) fn update_separations(&mut self, group: &Group, [a, b]: [&BodyState; 2]) {
        let moves = [a, b].map(|body| {
            let (sin, cos) = (f64::from(body.delta_rotation.sin), f64::from(body.delta_rotation.cos));
            [f64::from(body.delta_position.x), f64::from(body.delta_position.y), sin, cos - 1.0]
        });
        let moved = |end: usize, pair: &RowPair, core: [f64; 2]| {
            let ([normal_x, normal_y, [normal, tangent]], [x, y, sin, versine]) =
                (&pair.jacobian[end], moves[end]);
            normal_x[0] * x + normal_y[0] * y + sin * (normal + core[0]) - versine * (tangent + core[1])
        };
        let points = group.all[..self.points].iter().zip(self.cores);
        for (((pair, core), now), separation) in points.zip(&mut self.separations_now).zip(self.separations) {
            *now = separation + moved(1, pair, core[1]) + moved(0, pair, core[0]);
        }
    }

    pub(super) fn begin(&self, group: &mut Group, demand: &Demand) {
        let mut sum = 0.0;
        let rate = if demand.is_biased { demand.bias_rate } else { 0.0 };
        let points = group.all[..self.points].iter_mut();
        for ((pair, separation), slides) in points.zip(self.separations_now).zip(self.slides) {
            let overlap = separation + demand.dead_band;
            let bias = if separation > 0.0 {
                separation * demand.inverse_h
            } else if overlap < 0.0 {
                let push = rate * overlap;
                if push < -demand.push_out_speed { -demand.push_out_speed } else { push }
            } else {
                0.0
            };
            pair.bias = [bias, -self.surface_speed];
            sum += self.set_bounds(pair, slides);
        }
        self.set_rolling_bounds(group, sum);
    }

    /// Notes which points slide after a solve, and sets the bounds for its impulses. Returns by how much
    /// friction misses these bounds, as a velocity, m/s: the solve had its bounds from earlier normal
    /// impulses.
    pub(super) fn settle(&mut self, group: &mut Group) -> f64 {
        let (mut sum, mut greatest) = (0.0, 0.0);
        for (point, pair) in group.all[..self.points].iter_mut().enumerate() {
            let slides = pair.sides.free() & 0b10 == 0;
            self.slides[point] = slides;
            let before = pair.bounds[1][1];
            sum += self.set_bounds(pair, slides);
            let bound = pair.bounds[1][1];
            let missed = if slides { (bound - before).abs() } else { pair.impulse[1].abs() - bound };
            let missed = missed * pair.give[1] * self.inverse_give_share;
            greatest = if missed > greatest { missed } else { greatest };
        }
        self.set_rolling_bounds(group, sum);
        greatest
    }

    /// Returns the normal impulse of the point.
    #[inline(always)]
    fn set_bounds(&self, pair: &mut RowPair, slides: bool) -> f64 {
        let [dynamic, fixed] = self.frictions;
        let normal = pair.impulse[0];
        let bound = if slides { dynamic } else { fixed } * normal;
        pair.bounds = [[0.0, -bound], [f64::INFINITY, bound]];
        normal
    }

    #[inline(always)]
    fn set_rolling_bounds(&self, group: &mut Group, sum: f64) {
        if group.count > self.points {
            let bound = self.rolling_resistance * sum;
            group.all[self.points].bounds = [[-bound, 0.0], [bound, 0.0]];
        }
    }

    /// Call it at the end of a sub-step.
    pub(super) fn add_total(&mut self, group: &Group) {
        for i in 0..self.points {
            self.total += group.all[i].impulse[0];
        }
    }

    /// Bounds friction and rolling resistance by the normal impulses, because the last solve had its bounds
    /// from earlier ones.
    pub(super) fn store(&self, group: &Group, contact: &mut Contact) {
        let within = |impulse: f64, bound: f64| {
            let below = if impulse > bound { bound } else { impulse };
            storable(if below < -bound { -bound } else { below } as f32)
        };
        let mut sum = 0.0;
        for i in 0..self.points {
            let [normal, tangent] = group.all[i].impulse;
            let bound = self.frictions[usize::from(!self.slides[i])] * normal;
            contact.impulses[i].normal = storable(normal as f32);
            contact.impulses[i].tangent = within(tangent, bound);
            sum += normal;
        }
        if group.count > self.points {
            let bound = self.rolling_resistance * sum;
            contact.rolling_impulse = within(group.all[self.points].impulse[0], bound);
        }
        contact.step_impulse = storable(self.total as f32);
    }

    /// One soft row after the other, as in `soft/block.rs`, for a cluster that Newton's method does not
    /// solve.
    pub(super) fn sweep(
        &self,
        group: &mut Group,
        demand: &Demand,
        velocities: &mut [Spatial; 2],
        inverse: [[f64; 2]; 2],
    ) {
        let mut sum = 0.0;
        for i in 0..self.points {
            let separation = self.separations_now[i];
            let pair = &mut group.all[i];
            let velocity = pair.velocity_of(0, velocities);
            let k = pair.give[0] * self.inverse_give_share;
            if k == 0.0 {
                continue;
            }
            let at_contact = separation * demand.inverse_h;
            let target = if demand.is_biased {
                let soft = demand.bias_rate * separation;
                let bias = if at_contact > soft { at_contact } else { soft };
                let spring =
                    demand.mass_scale * (velocity + bias) + demand.impulse_scale * k * pair.impulse[0];
                let limit = demand.mass_scale * (velocity - demand.push_out_speed);
                if spring > limit { spring } else { limit }
            } else {
                velocity + if at_contact > 0.0 { at_contact } else { 0.0 }
            };
            let wanted = pair.impulse[0] - target / k;
            apply(pair, 0, if wanted > 0.0 { wanted } else { 0.0 }, velocities, inverse);
            sum += pair.impulse[0];
        }
        let [dynamic, fixed] = self.frictions;
        for (i, pair) in group.pairs_mut().iter_mut().enumerate() {
            let is_rolling = i == self.points;
            let row = usize::from(!is_rolling);
            let k = pair.give[row] * self.inverse_give_share;
            if k == 0.0 {
                continue;
            }
            let target = if is_rolling { 0.0 } else { self.surface_speed };
            let stop = pair.impulse[row] - (pair.velocity_of(row, velocities) - target) / k;
            let (bound, limit) = if is_rolling {
                (self.rolling_resistance * sum, self.rolling_resistance * sum)
            } else {
                let [normal, _] = pair.impulse;
                (dynamic * normal, fixed * normal)
            };
            let wanted = if stop.abs() <= limit {
                stop
            } else if stop < 0.0 {
                -bound
            } else {
                bound
            };
            apply(pair, row, wanted, velocities, inverse);
        }
    }
}

fn apply(
    pair: &mut RowPair,
    row: usize,
    impulse: f64,
    velocities: &mut [Spatial; 2],
    inverse: [[f64; 2]; 2],
) {
    let change = impulse - pair.impulse[row];
    pair.impulse[row] = impulse;
    for (end, (velocity, [m, i])) in velocities.iter_mut().zip(inverse).enumerate() {
        let j = pair.jacobian_of(row, end);
        velocity[0] += m * (j[0] * change);
        velocity[1] += m * (j[1] * change);
        velocity[2] += i * (j[2] * change);
    }
}
