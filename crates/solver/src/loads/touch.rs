//! A contact of a loaded cluster, as rows in `f64`.
//!
//! ```text
//!   normal     J = [-n  -rA x n | n  rB x n]      impulse from 0 to infinity
//!   tangent    J = [-t  -rA x t | t  rB x t]      from -bound to bound: friction times the normal impulse
//!   rolling    J = [ 0       -1 | 0       1]      the same, with the rolling resistance
//! ```
//!
//! The normal, both arms and so the Jacobians are fixed for the step, as in `soft/block.rs`; the separation
//! follows the bodies. Rows have a *give*, a thousandth of K = J M^-1 J^T, of the change of their impulse
//! (see `newton.rs`).
//!
//! The bias removes an overlap at the rate of the soft rows, but it leaves [`DEAD_BAND`]: without that, a
//! point that just closes or just opens keeps a heavy box rocking by 2 mm.

use super::rows::{Group, Row, Side};
use crate::body::{BodyIndex, storable};
use crate::direct::number::Spatial;
use crate::{BodyState, Contact};
use collide::Manifold;
use geom::{Vec2, cross};

/// An overlap that the bias leaves, m: a tenth of the slop of the narrow phase, which no one sees.
const DEAD_BAND: f64 = 0.0004;

/// What a sweep demands of contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    /// The share of an overlap that is removed in a second; 0 in relax sweeps.
    pub(super) rate: f64,
    /// Greatest speed at which overlapping bodies are pushed apart, m/s.
    pub(super) push_out_speed: f64,
    /// 1 / length of a sub-step, 1/s.
    pub(super) inverse_h: f64,
}

/// A contact of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) contact: u32,
    /// When the step began, and now, m.
    separations: [f64; 2],
    pub(super) separations_now: [f64; 2],
    /// Dynamic and static.
    frictions: [f64; 2],
    slides: [bool; 2],
    surface_speed: f64,
    rolling_resistance: f64,
    /// K of a row over its give.
    inverse_give_share: f64,
    /// Contact points.
    pub(super) points: usize,
    /// The normal impulses at the end of each sub-step, added up, N s.
    total: f64,
}

impl Touch {
    pub(super) const EMPTY: Self = Self {
        contact: 0,
        separations: [0.0; 2],
        separations_now: [0.0; 2],
        frictions: [0.0; 2],
        slides: [false; 2],
        surface_speed: 0.0,
        rolling_resistance: 0.0,
        inverse_give_share: 0.0,
        points: 0,
        total: 0.0,
    };

    /// Sets everything but nodes and block. `inverse` holds the inverse mass and inertia of both bodies, and
    /// `give` that of each row as a share of K.
    pub(super) fn fill(
        &mut self,
        group: &mut Group,
        contact: &Contact,
        bodies: [BodyIndex; 2],
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
        group.point_rows = 2 * self.points;
        group.count = group.point_rows + usize::from(rolls);
        self.total = 0.0;
        for (i, (point, stored)) in points.iter().zip(contact.impulses).enumerate().take(self.points) {
            self.separations[i] = f64::from(point.separation);
            for (row, direction, impulse) in
                [(2 * i, normal, stored.normal), (2 * i + 1, tangent, stored.tangent)]
            {
                let [x, y] = [direction.x, direction.y].map(f64::from);
                let [a, b] = [point.anchor_a, point.anchor_b].map(|r| f64::from(cross(r, direction)));
                group.all[row] = Row {
                    jacobian: [[-x, -y, -a], [x, y, b]],
                    impulse: f64::from(impulse),
                    is_normal: row == 2 * i,
                    ..Row::EMPTY
                };
            }
            let [dynamic, _] = self.frictions;
            let (normal, tangent) = (group.all[2 * i].impulse, group.all[2 * i + 1].impulse.abs());
            let bound = dynamic * normal;
            // An impulse exactly at the bound of dynamic friction is that of a point that slides.
            self.slides[i] = tangent > 0.9999 * bound && tangent < 1.0001 * bound;
        }
        self.separations_now = self.separations;
        if rolls {
            group.all[2 * self.points] = Row {
                jacobian: [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]],
                impulse: f64::from(contact.rolling_impulse),
                ..Row::EMPTY
            };
        }
        for row in group.rows_mut() {
            let mut k = 0.0;
            for (j, [m, i]) in row.jacobian.iter().zip(inverse) {
                k += m * (j[0] * j[0] + j[1] * j[1]) + i * (j[2] * j[2]);
            }
            row.give = give * k;
            row.inverse_give = if row.give > 0.0 && row.give < f64::MAX { 1.0 / row.give } else { 0.0 };
            if row.inverse_give == 0.0 {
                row.impulse = 0.0;
            }
        }
    }

    /// Computes the separations for how the bodies have moved since the step began.
    pub(super) fn update_separations(&mut self, group: &Group, [a, b]: [&BodyState; 2]) {
        let moves = [a, b].map(|body| {
            let (sin, cos) = (f64::from(body.delta_rotation.sin), f64::from(body.delta_rotation.cos));
            [f64::from(body.delta_position.x), f64::from(body.delta_position.y), sin, cos - 1.0]
        });
        let moved = |end: usize, normal: &Row, tangent: &Row| {
            let (normal, [x, y, sin, versine]) = (&normal.jacobian[end], moves[end]);
            normal[0] * x + normal[1] * y + sin * normal[2] - versine * tangent.jacobian[end][2]
        };
        let points = group.all[..2 * self.points].chunks_exact(2);
        for ((rows, now), separation) in points.zip(&mut self.separations_now).zip(self.separations) {
            *now = separation + moved(1, &rows[0], &rows[1]) + moved(0, &rows[0], &rows[1]);
        }
    }

    /// Sets the biases and the bounds of a solve.
    pub(super) fn begin(&self, group: &mut Group, demand: &Demand) {
        let mut sum = 0.0;
        let points = group.all[..2 * self.points].chunks_exact_mut(2);
        for ((rows, separation), slides) in points.zip(self.separations_now).zip(self.slides) {
            let overlap = separation + DEAD_BAND;
            rows[0].bias = if separation > 0.0 {
                separation * demand.inverse_h
            } else if overlap < 0.0 {
                let push = demand.rate * overlap;
                if push < -demand.push_out_speed { -demand.push_out_speed } else { push }
            } else {
                0.0
            };
            rows[1].bias = -self.surface_speed;
            sum += self.set_bounds(rows, slides);
        }
        self.set_rolling_bounds(group, sum);
    }

    /// Notes which points slide after a solve, and sets the bounds for its impulses. Returns the greatest
    /// velocity, m/s, that friction can now take from a point that had none: its bound was zero.
    pub(super) fn settle(&mut self, group: &mut Group) -> f64 {
        let (mut sum, mut greatest) = (0.0, 0.0);
        for (point, rows) in group.all[..2 * self.points].chunks_exact_mut(2).enumerate() {
            let slides = rows[1].side != Side::Free;
            self.slides[point] = slides;
            let had_none = rows[1].bounds[1] == 0.0;
            sum += self.set_bounds(rows, slides);
            if had_none {
                let braked = rows[1].bounds[1] * rows[1].give * self.inverse_give_share;
                greatest = if braked > greatest { braked } else { greatest };
            }
        }
        self.set_rolling_bounds(group, sum);
        greatest
    }

    /// Bounds of the two rows of a point, from its normal impulse, which is returned.
    #[inline(always)]
    fn set_bounds(&self, rows: &mut [Row], slides: bool) -> f64 {
        let [dynamic, fixed] = self.frictions;
        let normal = rows[0].impulse;
        let bound = if slides { dynamic } else { fixed } * normal;
        rows[0].bounds = [0.0, f64::INFINITY];
        rows[1].bounds = [-bound, bound];
        normal
    }

    /// Bounds of rolling resistance, from the sum of the normal impulses.
    #[inline(always)]
    fn set_rolling_bounds(&self, group: &mut Group, sum: f64) {
        if group.count > group.point_rows {
            let bound = self.rolling_resistance * sum;
            group.all[2 * self.points].bounds = [-bound, bound];
        }
    }

    /// At the end of a sub-step.
    pub(super) fn add_total(&mut self, group: &Group) {
        for i in 0..self.points {
            self.total += group.all[2 * i].impulse;
        }
    }

    /// Writes the impulses to the contact. Those of friction and rolling resistance are bounded by the normal
    /// impulses: the last solve had its bounds from the ones before, which differ a little.
    pub(super) fn store(&self, group: &Group, contact: &mut Contact) {
        let within = |impulse: f64, bound: f64| {
            let below = if impulse > bound { bound } else { impulse };
            storable(if below < -bound { -bound } else { below } as f32)
        };
        let mut sum = 0.0;
        for i in 0..self.points {
            let normal = group.all[2 * i].impulse;
            let bound = self.frictions[usize::from(!self.slides[i])] * normal;
            contact.impulses[i].normal = storable(normal as f32);
            contact.impulses[i].tangent = within(group.all[2 * i + 1].impulse, bound);
            sum += normal;
        }
        if group.count > group.point_rows {
            let bound = self.rolling_resistance * sum;
            contact.rolling_impulse = within(group.all[2 * self.points].impulse, bound);
        }
        contact.step_impulse = storable(self.total as f32);
    }

    /// One soft row after the other, as `soft/block.rs` does it: what remains for a cluster that Newton's
    /// method does not solve.
    pub(super) fn sweep(
        &self,
        group: &mut Group,
        softness: &Softened,
        velocities: &mut [Spatial; 2],
        inverse: [[f64; 2]; 2],
    ) {
        let mut sum = 0.0;
        for i in 0..self.points {
            let separation = self.separations_now[i];
            let row = &group.all[2 * i];
            let velocity = row.velocity(velocities);
            let k = row.give * softness.inverse_give_share;
            if k == 0.0 {
                continue;
            }
            let at_contact = separation * softness.inverse_h;
            let target = if softness.is_biased {
                let soft = softness.bias_rate * separation;
                let bias = if at_contact > soft { at_contact } else { soft };
                let spring =
                    softness.mass_scale * (velocity + bias) + softness.impulse_scale * k * row.impulse;
                let limit = softness.mass_scale * (velocity - softness.push_out_speed);
                if spring > limit { spring } else { limit }
            } else {
                velocity + if at_contact > 0.0 { at_contact } else { 0.0 }
            };
            let wanted = row.impulse - target / k;
            apply(group, 2 * i, if wanted > 0.0 { wanted } else { 0.0 }, velocities, inverse);
            sum += group.all[2 * i].impulse;
        }
        let [dynamic, fixed] = self.frictions;
        for index in 0..group.count {
            let is_rolling = index == 2 * self.points;
            if !is_rolling && index % 2 == 0 {
                continue;
            }
            let row = &group.all[index];
            let k = row.give * softness.inverse_give_share;
            if k == 0.0 {
                continue;
            }
            let target = if is_rolling { 0.0 } else { self.surface_speed };
            let stop = row.impulse - (row.velocity(velocities) - target) / k;
            let normal = if is_rolling { sum } else { group.all[index - 1].impulse };
            let (bound, limit) = if is_rolling {
                (self.rolling_resistance * normal, self.rolling_resistance * normal)
            } else {
                (dynamic * normal, fixed * normal)
            };
            let wanted = if stop.abs() <= limit {
                stop
            } else if stop < 0.0 {
                -bound
            } else {
                bound
            };
            apply(group, index, wanted, velocities, inverse);
        }
    }
}

fn apply(group: &mut Group, row: usize, impulse: f64, velocities: &mut [Spatial; 2], inverse: [[f64; 2]; 2]) {
    let row = &mut group.all[row];
    let change = impulse - row.impulse;
    row.impulse = impulse;
    for ((velocity, j), [m, i]) in velocities.iter_mut().zip(&row.jacobian).zip(inverse) {
        velocity[0] += m * (j[0] * change);
        velocity[1] += m * (j[1] * change);
        velocity[2] += i * (j[2] * change);
    }
}

/// The constants of soft rows in a sweep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Softened {
    pub(super) is_biased: bool,
    pub(super) bias_rate: f64,
    pub(super) mass_scale: f64,
    pub(super) impulse_scale: f64,
    pub(super) push_out_speed: f64,
    pub(super) inverse_h: f64,
    /// K of a row over its give.
    pub(super) inverse_give_share: f64,
}
