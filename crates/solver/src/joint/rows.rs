//! The rows of joints, solved one joint after the other: sequential impulses, soft.

use super::{BodyInput, BodyState, Hold, JointRows, MAX_ROWS, Row, Softness};
use crate::body::without_dust;
use crate::impulse::solve_symmetric_2x2;
use alloc::vec::Vec;
use compute::math::clamp;
use geom::{Rot, Vec2};

/// A row in the middle of a sub-step: its frame turned along with the bodies.
#[derive(Clone, Copy)]
struct Turned {
    across_a: f32,
    across_b: f32,
    error: f32,
}

/// The joints of one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointSolver {
    /// For each joint the inverse masses of A, then of B.
    masses: Vec<[f32; 4]>,
}

impl JointSolver {
    pub(crate) fn prepare(&mut self, joints: &[JointRows], inputs: &[BodyInput]) {
        self.masses.clear();
        self.masses.extend(joints.iter().map(|joint| {
            let (a, b) = (&inputs[joint.a as usize], &inputs[joint.b as usize]);
            [a.inverse_mass, a.inverse_inertia, b.inverse_mass, b.inverse_inertia]
        }));
    }

    /// Applies the stored impulses.
    pub(crate) fn warm_start(&self, joints: &[JointRows], states: &mut [BodyState]) {
        for (joint, masses) in joints.iter().zip(&self.masses) {
            let mut bodies = Pair::load(joint, masses, states);
            for (row, &impulse) in joint.rows().iter().zip(&joint.impulses) {
                let turned = bodies.turn(row);
                bodies.apply(row, &turned, impulse);
            }
            bodies.store(joint, states);
        }
    }

    /// One sweep over all joints, in their order; `h` is the time for which it is done, s. `firm` is what a rigid
    /// row is: soft or with a bias while errors of position are worked off, rigid without.
    pub(crate) fn solve(&self, joints: &mut [JointRows], states: &mut [BodyState], firm: Softness, h: f32) {
        for (joint, masses) in joints.iter_mut().zip(&self.masses) {
            let mut bodies = Pair::load(joint, masses, states);
            let mut impulses = joint.impulses;
            // The point last: where not all can be had, a gap is what the eye sees.
            let first = if joint.coupled { 2 } else { 0 };
            for (row, impulse) in joint.rows().iter().zip(&mut impulses).skip(first) {
                bodies.solve_row(row, impulse, firm, h);
            }
            if joint.coupled {
                let [x, y, ..] = &joint.rows;
                bodies.solve_coupled([x, y], &mut impulses, firm, h);
            }
            bodies.store(joint, states);
            joint.impulses = impulses;
        }
    }

    /// How far its bodies have to come together for a joint to hold, m, and how far to turn together, rad: the
    /// errors of its rigid rows, and of the limits that are passed.
    pub(crate) fn gap(&self, joint: &JointRows, states: &[BodyState]) -> (Vec2, f32) {
        let bodies = Pair { a: states[joint.a as usize], b: states[joint.b as usize], masses: [0.0; 4] };
        let mut gap = (Vec2::zeros(), 0.0);
        for row in joint.rows() {
            let error = bodies.turn(row).error;
            let counts = match row.hold {
                Hold::Rigid => true,
                Hold::Limit => !row.is_open(error),
                Hold::Spring { .. } | Hold::Motor { .. } => false,
            };
            if counts && row.angular {
                gap.1 += error;
            } else if counts {
                gap.0 += row.direction * error;
            }
        }
        gap
    }

    /// Sets impulses to zero that are about to become subnormal.
    pub(crate) fn finish(joints: &mut [JointRows]) {
        for impulse in joints.iter_mut().flat_map(|joint| &mut joint.impulses) {
            *impulse = without_dust(*impulse);
        }
    }
}

/// The angle of a rotation by less than a radian or so, rad: x = 3 sin x / (2 + cos x) + O(x^5 / 180), which is
/// Cusanus's approximation, off by 4e-6 at 0.25. The arc tangent would take longer than all the rest of the row.
fn small_angle(rotation: Rot) -> f32 {
    3.0 * rotation.sin / (2.0 + rotation.cos)
}

/// The softness of a row, where a row that is to be held firmly is `firm`.
fn softness(hold: Hold, firm: Softness, h: f32) -> Softness {
    match hold {
        Hold::Spring { hertz, damping_ratio } => Softness::spring(hertz, damping_ratio, h),
        Hold::Rigid | Hold::Limit | Hold::Motor { .. } => firm,
    }
}

/// The two bodies of a joint, out of the array while it is solved.
struct Pair {
    a: BodyState,
    b: BodyState,
    masses: [f32; 4],
}

impl Pair {
    fn load(joint: &JointRows, masses: &[f32; 4], states: &[BodyState]) -> Self {
        Self { a: states[joint.a as usize], b: states[joint.b as usize], masses: *masses }
    }

    /// Writes back the bodies that constraints can move: what cannot move must not even receive the zero
    /// that a not-a-number would make of it.
    fn store(&self, joint: &JointRows, states: &mut [BodyState]) {
        let [mass_a, inertia_a, mass_b, inertia_b] = self.masses;
        if mass_a > 0.0 || inertia_a > 0.0 {
            states[joint.a as usize] = self.a;
        }
        if mass_b > 0.0 || inertia_b > 0.0 {
            states[joint.b as usize] = self.b;
        }
    }

    fn turn(&self, row: &Row) -> Turned {
        if row.angular {
            let turned = self.a.delta_rotation.inverse() * self.b.delta_rotation;
            return Turned { across_a: 1.0, across_b: 1.0, error: row.error + small_angle(turned) };
        }
        let turn = |[along, across]: [f32; 2], q: Rot| {
            [q.cos * along + q.sin * across, q.cos * across - q.sin * along]
        };
        let ([along_a, across_a], [along_b, across_b]) =
            (turn(row.a, self.a.delta_rotation), turn(row.b, self.b.delta_rotation));
        let moved = row.direction.dot(&(self.b.delta_position - self.a.delta_position));
        let error = row.error + moved + (along_b - row.b[0]) - (along_a - row.a[0]);
        Turned { across_a, across_b, error }
    }

    fn velocity(&self, row: &Row, turned: &Turned) -> f32 {
        row.direction.dot(&(self.b.velocity - self.a.velocity)) + self.b.angular_velocity * turned.across_b
            - self.a.angular_velocity * turned.across_a
    }

    fn apply(&mut self, row: &Row, turned: &Turned, impulse: f32) {
        let [mass_a, inertia_a, mass_b, inertia_b] = self.masses;
        self.a.velocity -= row.direction * (mass_a * impulse);
        self.a.angular_velocity -= inertia_a * turned.across_a * impulse;
        self.b.velocity += row.direction * (mass_b * impulse);
        self.b.angular_velocity += inertia_b * turned.across_b * impulse;
    }

    /// What an impulse of one on row `j` does to the velocity of row `i`, 1/kg.
    fn inverse_mass(&self, i: (&Row, &Turned), j: (&Row, &Turned)) -> f32 {
        let [mass_a, inertia_a, mass_b, inertia_b] = self.masses;
        (mass_a + mass_b) * i.0.direction.dot(&j.0.direction)
            + inertia_a * i.1.across_a * j.1.across_a
            + inertia_b * i.1.across_b * j.1.across_b
    }

    /// d = -m (mass_scale (v + bias_rate C)) - impulse_scale impulse, the sum held in the bounds.
    fn solve_row(&mut self, row: &Row, impulse: &mut f32, firm: Softness, h: f32) {
        let turned = self.turn(row);
        let k = self.inverse_mass((row, &turned), (row, &turned));
        if k <= 0.0 {
            return;
        }
        let (softness, bias) = match row.hold {
            Hold::Motor { speed } => (Softness::RIGID, -speed),
            // The velocity may be what closes the gap in one sub-step.
            Hold::Limit if row.is_open(turned.error) => (Softness::RIGID, turned.error / h),
            _ => {
                let softness = softness(row.hold, firm, h);
                (softness, softness.bias_rate * turned.error)
            }
        };
        let velocity = self.velocity(row, &turned) + bias;
        let wanted = *impulse - softness.mass_scale * velocity / k - softness.impulse_scale * *impulse;
        let bounded = clamp(wanted, row.force[0] * h, row.force[1] * h);
        self.apply(row, &turned, bounded - *impulse);
        *impulse = bounded;
    }

    /// The same for two rows at once: K d = -mass_scale (v + bias_rate C), then the leak, the length of the sum held
    /// in the upper bound of the first.
    fn solve_coupled(&mut self, rows: [&Row; 2], impulses: &mut [f32; MAX_ROWS], firm: Softness, h: f32) {
        let softness = softness(rows[0].hold, firm, h);
        let turned = rows.map(|row| self.turn(row));
        let k = |i: usize, j: usize| self.inverse_mass((rows[i], &turned[i]), (rows[j], &turned[j]));
        let (k11, k12, k22) = (k(0, 0), k(0, 1), k(1, 1));
        let velocity = Vec2::new(
            self.velocity(rows[0], &turned[0]) + softness.bias_rate * turned[0].error,
            self.velocity(rows[1], &turned[1]) + softness.bias_rate * turned[1].error,
        );
        let Some(change) = solve_symmetric_2x2(k11, k12, k22, velocity * -softness.mass_scale) else {
            return;
        };
        let old = Vec2::new(impulses[0], impulses[1]);
        let mut new = old + (change - old * softness.impulse_scale);
        let (length, bound) = (new.norm(), rows[0].force[1] * h);
        if length > bound {
            new *= bound / length;
        }
        for i in 0..2 {
            self.apply(rows[i], &turned[i], new[i] - old[i]);
            impulses[i] = new[i];
        }
    }
}
