//! New points of shapes that are still apart: whether the shapes meet there in this step, or pass by.
//!
//! ```text
//!        ( o )         A ball falls past the corner of a ledge, at a distance of 1 cm. That is within the
//!          |   \ n     speculative distance, so the contact has a point before anything touches, and the
//!          v    \__    ball would slide along a plane across n: pushed aside by up to half a metre.
//!               |
//! ```
//!
//! So if such a point would act, since the shapes approach by more than their separation, and one of the
//! bodies is quick, their free way is looked at:
//!
//! - *They pass by*: seen along the way, nothing of one is in front of the other. The contact is deferred, so
//!   it has no points in this step, and the clamp stops a body there that is pushed off its free way.
//! - *They touch along this normal*, as a box that lands on a floor: the points stay.
//! - *They touch along another normal*, one being of infinite mass: the contact is a swept contact, with the
//!   manifold at the impact. Two dynamic bodies keep their points, which act on both.
//!
//! Points that carry a load are left alone.

use super::hit::hit_at;
use super::order::approach_speeds;
use super::search::separation_along;
use super::{Motions, SweptContacts, SweptPair};
use crate::manifold_cache::ManifoldCache;
use crate::settings::SPECULATIVE_DISTANCE;
use crate::step::seams::{PlacedPair, Seams};
use crate::stores::{Flagged, Flags, Pair};
use collide::{Impact, Manifold, Tolerances};
use compute::math::{max, min};
use geom::{Shape, left_normal};
use solver::Contact;

/// Cosine of the angle between two normals that count as one, 0.8 degrees.
const SAME_NORMAL: f32 = 0.9999;

/// m. Nearer shapes touch.
const TOUCH: f32 = 0.001;

/// In steps. After its last sub-step the solver does not let shapes approach by more than their separation in
/// a further one, and a step has at least one.
const HORIZON: f32 = 2.0;

impl SweptContacts<'_> {
    /// Whether a contact with points may be a near miss: a body is quick, the shapes are apart, nothing is
    /// carried, and a point would act in this step.
    #[inline]
    pub(in crate::step) fn may_miss(&self, contact: &Contact) -> bool {
        if self.ways.marks.is_empty() || !(self.is_quick(contact.a) || self.is_quick(contact.b)) {
            return false;
        }
        let carries_nothing = |i: usize| contact.impulses[i].normal == 0.0;
        let points = contact.manifold.points();
        let are_apart = (0..points.len()).all(|i| points[i].separation > 0.0 && carries_nothing(i));
        let fall = self.motions.fall_along(contact.manifold.normal);
        are_apart
            && self.greatest_way(contact) > SPECULATIVE_DISTANCE * self.length_unit
            && approach_speeds(contact, self.motions.bodies).zip(points).any(|(speed, point)| {
                let way = speed * self.dt;
                // Points that are approached more slowly push aside by no more than gravity pulls, and may be
                // those of a floor.
                way > fall && HORIZON * (way + fall) > point.separation
            })
    }

    #[inline(never)]
    pub(in crate::step) fn foresee(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        seams: &Seams<'_>,
    ) {
        // The clamp would not guard a body whose contact with a moving one is deferred.
        if !self.sweeps(pair) {
            return;
        }
        if self.pass_by(contact, pair) {
            defer(contact, cache);
            return;
        }
        let swept = self.swept_pair(contact, pair);
        let bodies = self.motions.bodies;
        if pair.bodies.iter().all(|&body| bodies[body].is_dynamic()) || self.meet_as_foreseen(contact, &swept)
        {
            return;
        }
        let [a, b] = swept.colliders.map(|collider| &collider.shape);
        let tolerances = Tolerances::of_unit(self.length_unit);
        match tolerances.time_of_impact(a, &swept.sweeps[0], b, &swept.sweeps[1], 0.0) {
            Impact::Overlapped => {}
            Impact::Separated => defer(contact, cache),
            Impact::Touching(touch) => {
                let surface = |manifold, poses, fraction: f32| {
                    let placed = PlacedPair { pair, poses, time: fraction * self.dt };
                    seams.resolve(&manifold, &placed).of(manifold)
                };
                let hit = hit_at(&swept, &touch, self.length_unit, surface, || false);
                if let Some(hit) = hit.filter(|hit| !is_same(&contact.manifold, &hit.manifold)) {
                    self.make_swept(contact, cache, &hit);
                }
            }
        }
    }

    /// Whether the shapes are apart along an axis across their relative way, by more than rotation and forces
    /// can change. So are most near misses, and it costs a dot product for each vertex.
    fn pass_by(&self, contact: &Contact, pair: &Pair) -> bool {
        let Motions { bodies, colliders, .. } = self.motions;
        let rows = [contact.a.index(), contact.b.index()];
        let [a, b] = rows.map(|row| &bodies.awake.solver.states()[row]);
        let way = b.velocity - a.velocity;
        let across = left_normal(way) / max(way.norm(), f32::MIN_POSITIVE);
        let side = if across.dot(&contact.manifold.normal) < 0.0 { -across } else { across };
        let [reach_a, reach_b] = rows.map(|row| bodies.awake.extents[row].spin_reach);
        let spin = a.angular_velocity.abs() * reach_a + b.angular_velocity.abs() * reach_b;
        let accelerations = pair.bodies.map(|body| self.motions.acceleration(body));
        let acceleration = side.dot(&(accelerations[1] - accelerations[0])).abs();
        let shapes = pair.colliders.map(|slot| &colliders[slot].shape);
        let poses = bodies.pair(pair.bodies).poses();
        !shapes.iter().any(|shape| matches!(shape, Shape::HalfSpace(_)))
            && separation_along(side, shapes, poses) > (spin + acceleration * self.dt) * self.dt
    }

    /// Whether the shapes touch along the normal of now when the first point has approached by its
    /// separation. So do most landings, and it costs one manifold.
    fn meet_as_foreseen(&self, contact: &Contact, swept: &SweptPair<'_>) -> bool {
        let speeds = approach_speeds(contact, self.motions.bodies);
        let times = speeds.zip(contact.manifold.points()).filter(|&(speed, _)| speed > 0.0);
        let first =
            times.fold(HORIZON, |first, (speed, point)| min(first, point.separation / (speed * self.dt)));
        let [a, b] = swept.colliders.map(|collider| &collider.shape);
        let [pose_a, pose_b] = swept.sweeps.map(|sweep| sweep.pose_at(first));
        let near = TOUCH * self.length_unit;
        let then = Tolerances::of_unit(self.length_unit).manifold(a, pose_a, b, pose_b, near);
        // The way of the sweep has fallen by then, too.
        let deepest = near + HORIZON * self.motions.fall_along(contact.manifold.normal);
        let touches = |separation: f32| separation < near && separation > -deepest;
        then.points().iter().any(|point| touches(point.separation)) && is_same(&contact.manifold, &then)
    }
}

fn defer(contact: &mut Contact, cache: &mut ManifoldCache) {
    contact.replace_manifold(Manifold::EMPTY);
    contact.add(Flags::DEFERRED);
    *cache = ManifoldCache::NONE;
}

fn is_same(now: &Manifold, then: &Manifold) -> bool {
    now.normal.dot(&then.normal) >= SAME_NORMAL
}
