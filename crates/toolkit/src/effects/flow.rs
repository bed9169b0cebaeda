//! Pressure of a flow on the edges of a shape: what wind and water have in common.
//!
//! ```text
//!            n                  u    velocity of the flow relative to the edge, m/s
//!       \   /                   n    outward normal of the edge; it faces the flow if u . n < 0
//!   u -> \ /                    s = -(u . n) L            area of the flow that the edge stops, m^2/s
//!   --->  \     force           drag    1/2 density c_drag s u
//!   --->   \  ----->            lift    1/2 density c_lift s |u| (-n without its part along u)
//! ```
//!
//! A flat plate at an angle is pushed along the flow by drag, and across it by lift, as a kite or a leaf. The
//! velocity differs along an edge of a body that rotates, so each edge has two points (Gauss), which are
//! exact: a spinning box is slowed down.
//!
//! **Stability.** The force of a step is constant: a leaf in a storm would be pushed past its speed and back,
//! faster each time. So all forces on a body are divided by 1 + k dt, where k (1/s) is the greatest rate at
//! which they can slow it down, as in an implicit step.
//!
//! Source: Box2D 3.2, `b2Shape_ApplyWind`, for drag and lift, with one point per edge and a greatest speed.

use super::Motion;
use crate::outline::outline;
use compute::math::max;
use geom::{Point, Shape, Vec2, clip_behind, cross, left_normal, right_normal};

/// Half the distance of the two points of an edge over its length: 1 / (2 sqrt(3)).
const GAUSS: f32 = 0.288_675_13;

/// An edge lies on the border of the region, and not in it, if its middle is nearer to the border than this
/// part of the size of the shape.
const BORDER: f32 = 1e-5;

#[derive(Clone, Copy)]
pub(super) struct Flow {
    /// Mass per area, kg/m^2.
    pub(super) density: f32,
    /// m/s.
    pub(super) velocity: Vec2,
    /// Coefficients of drag and lift.
    pub(super) drag: f32,
    pub(super) lift: f32,
}

/// Forces that slow a body down relative to a flow, summed up.
#[derive(Clone, Copy, Default)]
pub(super) struct Resistance {
    /// At the centre of mass, N.
    pub(super) force: Vec2,
    /// N m.
    pub(super) torque: f32,
    /// The greatest at which the forces slow the body down, 1/s.
    rate: f32,
}

impl Resistance {
    /// Adds a force at a point, which is given relative to the centre of mass, that is `rate` (kg/s) times
    /// the velocity of the flow there.
    pub(super) fn add(&mut self, motion: &Motion, at: Vec2, force: Vec2, rate: f32) {
        self.force += force;
        self.torque += cross(at, force);
        let [inverse_mass, inverse_inertia] = motion.inverse;
        let length = force.norm();
        let lever = if length > 0.0 { cross(at, force) / length } else { 0.0 };
        self.rate += rate * (inverse_mass + lever * lever * inverse_inertia);
    }

    /// Adds a torque that is `rate` (kg m^2/s) times minus the angular velocity.
    pub(super) fn add_torque(&mut self, motion: &Motion, rate: f32) {
        self.torque -= rate * motion.angular_velocity;
        self.rate += rate * motion.inverse[1];
    }

    /// Force and torque that a step of `dt` seconds can apply at once, to a body that acts as if it had
    /// `heavier` times its mass and inertia.
    pub(super) fn over(self, dt: f32, heavier: f32) -> (Vec2, f32) {
        let share = 1.0 / (1.0 + self.rate / heavier * dt);
        (self.force * share, self.torque * share)
    }
}

/// The part of a shape in a region, relative to the centre of mass, and which of its edges are edges of the
/// shape and not of the region.
pub(super) struct Wet {
    pub(super) outline: Vec<Point>,
    is_edge: Vec<bool>,
}

impl Wet {
    /// `planes`: the half-planes of the region.
    pub(super) fn new(shape: &Shape, motion: &Motion, planes: &[(Vec2, f32)]) -> Self {
        let mut outline = outline(shape, motion.local);
        let offset = |normal: Vec2, offset: f32| offset - normal.dot(&motion.center.coords);
        let size = outline.iter().fold(0.0, |size, p| max(p.coords.norm(), size));
        for (normal, height) in planes {
            outline = clip_behind(&outline, *normal, offset(*normal, *height));
        }
        let count = outline.len();
        let is_edge = |i: usize| {
            let middle = middle_of(outline[i], outline[(i + 1) % count]);
            planes.iter().all(|(n, height)| n.dot(&middle) < offset(*n, *height) - BORDER * size)
        };
        let is_edge = (0..count).map(is_edge).collect();
        Self { outline, is_edge }
    }

    pub(super) fn resist(&self, motion: &Motion, flow: &Flow, resistance: &mut Resistance) {
        let count = self.outline.len();
        for i in (0..count).filter(|i| self.is_edge[*i]) {
            let (a, b) = (self.outline[i], self.outline[(i + 1) % count]);
            let edge = b - a;
            let middle = middle_of(a, b);
            for at in [middle - edge * GAUSS, middle + edge * GAUSS] {
                let own = motion.velocity + left_normal(at) * motion.angular_velocity;
                let u = flow.velocity - own;
                // Outwards, with half the length of the edge.
                let normal = right_normal(edge) * 0.5;
                let stopped = -u.dot(&normal);
                let speed = u.norm();
                if stopped > 0.0 && speed > 0.0 {
                    let along = u / speed;
                    let inwards = -normal / normal.norm();
                    let across = inwards - along * inwards.dot(&along);
                    let pressure = 0.5 * flow.density * stopped;
                    let force = (u * flow.drag + across * (speed * flow.lift)) * pressure;
                    resistance.add(motion, at, force, pressure * (flow.drag + flow.lift));
                }
            }
        }
    }
}

fn middle_of(a: Point, b: Point) -> Vec2 {
    (a.coords + b.coords) * 0.5
}
