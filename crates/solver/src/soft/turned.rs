//! Contacts whose normal turns with the side of a body within the step.
//!
//! A flipper at 25 rad/s turns by 24 degrees in a step of 1/60 s; with one normal, the ball on it leaves with
//! 0.6 of its speed. So where a side has turned visibly, each sub-step computes normal, contact point and
//! separation again:
//!
//! ```text
//!            c = o + RO (rO + D m)        F the body with the side, O the other one
//!         m'  o                           m    normal out of F;    m' = RF m
//!          \ / c                          rX   lever of the contact point;   D depth of the core c of O
//!   ________V_____                        o    from F's centre to O's, now
//!     F     P                             s' = s + m'. c - m . rF - D        P = c - D m'
//! ```
//!
//! R is the rotation since the time t of the manifold ([`Cores::moment`](crate::Cores)), and o = rF - rO +
//! (dpO - vO t) - (dpF - vF t). So a vertex slides along the side, and a ball rolls on it; beyond an end of
//! the side, the corner there touches a ball.
//!
//! A turn below [`LEAST_TURN`] keeps the geometry of the step; up to twice that the two are mixed.

#![allow(unsafe_code)]

use super::block::ContactBlock;
use super::extra::Extra;
use super::fill::{FAR, Present, Refill, yields};
use super::step::Step;
use crate::body::BodyIndex;
use crate::lanes::ZERO;
use crate::schedule::EMPTY_LANE;
use crate::{BodyState, Contact, Face, TurningSide};
use bytemuck::Zeroable;
use collide::Manifold;
use compute::lanes::cos_sin_scalar;
use compute::math::clamp;
use compute::{LANES, Shared, Width};
use geom::{Rot, Vec2, right_normal};

/// Sine of the angle by which a side turns before its contacts follow it, 1.7 degrees.
const LEAST_TURN: f32 = 0.03;

#[derive(Clone, Copy)]
pub(super) struct Faces<'a> {
    pub(super) step: &'a Step<'a>,
    pub(super) width: Width,
}

/// A contact after a motion of its bodies.
struct TurnedContact {
    normal: Vec2,
    /// By point, of A and of B, m.
    anchors: [[Vec2; 2]; 2],
    /// By point, m.
    separations: [f32; 2],
}

/// How a body has moved since the time of the manifold, and where it was when the step began, as seen from
/// then.
#[derive(Clone, Copy)]
struct Moved {
    /// m.
    translation: Vec2,
    rotation: Rot,
    /// Back to the beginning of the step, m.
    back: Vec2,
    back_rotation: Rot,
}

impl Faces<'_> {
    /// When a step begins: chooses the contacts of a block whose normals turn, and fills those whose manifold
    /// is that of a later time.
    ///
    /// A contact that bounces keeps the normal of the impact, because its parting speed follows from its
    /// approach speed.
    pub(super) fn begin(&self, block: &mut ContactBlock, lanes: &[u32; LANES], extra: Option<&Extra>) {
        if let Some(Extra { bounces: true, restitution, .. }) = extra {
            for lane in 0..LANES {
                if restitution.parting_speed.iter().any(|speeds| speeds[lane] > 0.0) {
                    block.faces &= !(1 << lane);
                }
            }
        }
        self.turn(block, lanes);
    }

    /// The same after a motion. The next sub-step starts with velocities from the impulses of this one
    /// (`soft.rs`), which shall act along the new normals.
    #[inline(never)]
    pub(super) fn turn_on(&self, block: &mut ContactBlock, lanes: &[u32; LANES]) {
        if !self.may_have_turned(block) {
            return;
        }
        let before = *block;
        if !self.turn(block, lanes) {
            return;
        }
        for lane in (0..LANES).filter(|lane| (before.turned | block.turned) >> lane & 1 != 0) {
            let [old, new] = [&before, &*block].map(|block| momenta(block, lane));
            let ends = [
                (block.a[lane], block.write_a, block.inverse_inertia_a[lane], -1.0),
                (block.b[lane], block.write_b, block.inverse_inertia_b[lane], 1.0),
            ];
            for (body, (index, write, inverse_inertia, sign)) in ends.into_iter().enumerate() {
                if write >> lane & 1 != 0 {
                    let inverse_mass = sign * self.state(index).inverse_mass;
                    let index = index.index();
                    // SAFETY: the worker of a block alone has the bodies that the block moves.
                    let stored = unsafe { self.step.bodies.unconstrained.slice(index..index + 1) };
                    stored[0][0] -= inverse_mass * (new.linear.x - old.linear.x);
                    stored[0][1] -= inverse_mass * (new.linear.y - old.linear.y);
                    stored[0][2] -= sign * inverse_inertia * (new.angular[body] - old.angular[body]);
                }
            }
        }
    }

    fn may_have_turned(&self, block: &ContactBlock) -> bool {
        let sine = |body: BodyIndex| self.state(body).delta_rotation.sin.abs();
        let has_turned = |lane: usize| {
            block.faces >> lane & 1 != 0
                && (sine(block.a[lane]) > LEAST_TURN || sine(block.b[lane]) > LEAST_TURN)
        };
        block.turned != 0 || block.are_later || (0..LANES).any(has_turned)
    }

    /// Fills the block again if one of its sides has turned or has turned back; returns whether. Separations
    /// of other lanes stay; those of the beginning of the step stay in all.
    fn turn(&self, block: &mut ContactBlock, lanes: &[u32; LANES]) -> bool {
        let mut found: [Option<TurnedContact>; LANES] = [const { None }; LANES];
        let mut turned = 0;
        for lane in (0..LANES).filter(|lane| block.faces >> lane & 1 != 0) {
            found[lane] = self.find(block, lane, lanes[lane]);
            turned |= u8::from(found[lane].is_some()) << lane;
        }
        let is_filled = turned | block.turned != 0;
        if is_filled {
            self.fill(block, lanes, &found);
            block.turned = turned;
        }
        is_filled
    }

    fn contact(&self, index: u32) -> Contact {
        let index = index as usize;
        // SAFETY: whoever solves a block alone uses its contacts.
        unsafe { self.step.caller.contacts.slice(index..index + 1)[0] }
    }

    fn state(&self, index: BodyIndex) -> BodyState {
        // SAFETY: nobody else moves the bodies of the block, and bodies of infinite mass stay.
        unsafe { self.step.bodies.states.get(index.index()) }
    }

    /// `None` if the side of the contact has not turned.
    fn find(&self, block: &ContactBlock, lane: usize, index: u32) -> Option<TurnedContact> {
        let contact = &self.contact(index);
        let sides = self.step.contacts.sides;
        let side = &sides[sides.binary_search_by_key(&(index as usize), |side| side.contact).ok()?];
        let moment = contact.cores.moment;
        let [state_a, state_b] = [block.a[lane], block.b[lane]].map(|index| self.state(index));
        let sine = if side.face == Face::OfA { state_a } else { state_b }.delta_rotation.sin;
        if moment == 0.0 && sine.abs() <= LEAST_TURN {
            return None;
        }
        let moved = [(state_a, contact.a), (state_b, contact.b)].map(|(state, row)| {
            let start = if state.inverse_mass == 0.0 {
                // It keeps its velocity, and another worker may store its state.
                state
            } else {
                // SAFETY: the states of the caller are stored when the worker of the body has ended its
                // sub-steps.
                unsafe { self.step.caller.states.get(row.index()) }
            };
            let [cos, sin] = cos_sin_scalar(-start.angular_velocity * moment);
            let (back, back_rotation) = (-start.velocity * moment, Rot { cos, sin });
            Moved {
                translation: state.delta_position + back,
                rotation: state.delta_rotation * back_rotation,
                back,
                back_rotation,
            }
        });
        turned(contact, side, moved)
    }

    fn fill(&self, block: &mut ContactBlock, lanes: &[u32; LANES], found: &[Option<TurnedContact>; LANES]) {
        let mut contacts = [Contact::zeroed(); LANES];
        let mut present = Present { contacts: [0; LANES], first: ZERO, second: ZERO };
        let before = block.points;
        for lane in 0..LANES {
            present.contacts[lane] = lane as u32;
            let is_empty = lanes[lane] == EMPTY_LANE;
            let mut contact = self.contact(lanes[if is_empty { 0 } else { lane }]);
            if !is_empty {
                present.first[lane] = 1.0;
                present.second[lane] = if contact.manifold.count == 2 { 1.0 } else { 0.0 };
            }
            for (i, impulse) in contact.impulses.iter_mut().enumerate() {
                impulse.normal = before[i].normal_impulse[lane];
                impulse.tangent = before[i].tangent_impulse[lane];
            }
            if let Some(turned) = &found[lane] {
                contact.manifold.normal = turned.normal;
                for (point, anchors) in contact.manifold.points.iter_mut().zip(turned.anchors) {
                    [point.anchor_a, point.anchor_b] = anchors;
                }
            }
            contacts[lane] = contact;
        }
        let step = self.step;
        // SAFETY: nobody writes inputs while constraints are solved.
        let inputs = unsafe { step.bodies.inputs.read() };
        let yields = if step.contacts.has_dominance { yields(lanes, step.caller.contacts) } else { None };
        let contacts = Shared::new(&mut contacts);
        self.width.run(Refill { block, present, contacts, inputs, yields });
        for (i, point) in block.points.iter_mut().enumerate() {
            point.separation = before[i].separation;
            point.separation_now = before[i].separation_now;
            for (lane, turned) in found.iter().enumerate() {
                if let Some(turned) = turned {
                    point.separation_now[lane] = turned.separations[i];
                }
            }
        }
    }
}

/// `None` if the side has not turned visibly.
fn turned(contact: &Contact, side: &TurningSide, moved: [Moved; 2]) -> Option<TurnedContact> {
    let (own, other) = if side.face == Face::OfA { (0, 1) } else { (1, 0) };
    let turn = moved[own].rotation;
    let weight = clamp((turn.sin.abs() - LEAST_TURN) / LEAST_TURN, 0.0, 1.0);
    if weight == 0.0 {
        return None;
    }
    let Manifold { normal, points, .. } = contact.manifold;
    let depth = contact.cores.depth;
    let tangent = right_normal(normal);
    let out = if own == 0 { normal } else { -normal };
    let mut out_now = turn * out;
    let mut anchors = points.map(|point| [point.anchor_a, point.anchor_b]);
    let start = anchors[0][own];
    let mut separations = [FAR; 2];
    for (i, point) in contact.manifold.points().iter().enumerate() {
        let levers = anchors[i];
        let kept = |ways: [(Vec2, Rot); 2]| kept_way(normal, depth, levers, ways);
        let then = point.separation - kept(moved.map(|it| (it.back, it.back_rotation)));
        let kept = then + kept(moved.map(|it| (it.translation, it.rotation)));

        let centers = levers[own] - levers[other] + moved[other].translation - moved[own].translation;
        let core = centers + moved[other].rotation * (levers[other] + out * depth[other]);
        let mut now = then + out_now.dot(&core) - out.dot(&levers[own]) - depth[other];
        // Where the core is along the side, and the corner if it is beyond an end.
        let along = (turn.inverse_rotate(core) - start).dot(&tangent);
        let beyond = along - clamp(along, side.ends[0], side.ends[1]);
        if beyond != 0.0 {
            let corner = turn * (start - out * depth[own] + tangent * (along - beyond));
            let apart = core - corner;
            let distance = apart.norm();
            if depth[0] + depth[1] <= 0.0 || apart.dot(&out_now) <= 0.0 {
                continue;
            }
            now = then + distance - depth[0] - depth[1];
            out_now = apart / distance;
        }
        let mut levers_now = [core - out_now * depth[other]; 2];
        levers_now[other] -= centers;
        separations[i] = kept + weight * (now - kept);
        for body in 0..2 {
            anchors[i][body] += (levers_now[body] - levers[body]) * weight;
        }
    }
    let mixed = out + (out_now - out) * weight;
    let mixed = mixed / mixed.norm();
    Some(TurnedContact { normal: if own == 0 { mixed } else { -mixed }, anchors, separations })
}

/// How far points that turn with A and B part along the normal of the step.
fn kept_way(normal: Vec2, depth: [f32; 2], levers: [Vec2; 2], [a, b]: [(Vec2, Rot); 2]) -> f32 {
    let cores = [levers[0] - normal * depth[0], levers[1] + normal * depth[1]];
    (b.0 - a.0 + (b.1 * cores[1] - cores[1]) - (a.1 * cores[0] - cores[0])).dot(&normal)
}

/// What impulses give B, and take from A.
struct Momenta {
    /// N s.
    linear: Vec2,
    /// About the centre of A and of B, N m s.
    angular: [f32; 2],
}

/// Of the stored impulses of a lane.
fn momenta(block: &ContactBlock, lane: usize) -> Momenta {
    let normal = Vec2::new(block.normal[0][lane], block.normal[1][lane]);
    let mut sum = Momenta { linear: Vec2::zeros(), angular: [0.0; 2] };
    for point in &block.points[..if block.two_points { 2 } else { 1 }] {
        for (direction, arms, impulse) in [
            (normal, &point.normal_arm, point.normal_impulse[lane]),
            (right_normal(normal), &point.tangent_arm, point.tangent_impulse[lane]),
        ] {
            sum.linear += direction * impulse;
            sum.angular[0] += arms.a[lane] * impulse;
            sum.angular[1] += arms.b[lane] * impulse;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyRow, Cores};
    use collide::{FeatureId, ManifoldPoint};
    use proptest::prelude::*;

    fn vector(reach: f32) -> impl Strategy<Value = Vec2> {
        (-reach..reach, -reach..reach).prop_map(|(x, y)| Vec2::new(x, y))
    }

    /// A contact of one point at `point`, seen from the centres of mass of A and B.
    fn contact(point: Vec2, centers: [Vec2; 2], normal: Vec2, separation: f32, depth: [f32; 2]) -> Contact {
        let mut manifold = Manifold { normal, count: 1, ..Manifold::EMPTY };
        manifold.points[0] = ManifoldPoint {
            anchor_a: point - centers[0],
            anchor_b: point - centers[1],
            separation,
            feature: FeatureId(1),
        };
        let mut contact = Contact::new(BodyRow(1), BodyRow(2), manifold, 0.5, 0.0);
        contact.cores = Cores { depth, moment: 0.0 };
        contact
    }

    /// A turn about the origin, of a body with this centre.
    fn turned_about_origin(center: Vec2, turn: Rot) -> Moved {
        let translation = turn * center - center;
        Moved { translation, rotation: turn, back: Vec2::zeros(), back_rotation: Rot::IDENTITY }
    }

    proptest! {
        /// Two bodies that turn as one keep their separation; normal and levers turn with them. So do
        /// contacts that go on from there when they are computed for a later time.
        #[test]
        fn bodies_that_turn_as_one_keep_their_contact(
            point in vector(1.0), a in vector(1.0), b in vector(1.0), normal in -3.2_f32..3.2,
            separation in -0.01_f32..0.01, depth in [0.0_f32..0.3, 0.0_f32..0.3], turn in 0.1_f32..1.2,
            is_left in any::<bool>(), of_b in any::<bool>(), back in -0.2_f32..0.2,
        ) {
            let normal = Rot::from_angle(normal) * Vec2::new(1.0, 0.0);
            let turn = Rot::from_angle(if is_left { turn } else { -turn });
            let contact = contact(point, [a, b], normal, separation, depth);
            let face = if of_b { Face::OfB } else { Face::OfA };
            let side = TurningSide { contact: 0, face, ends: [f32::NEG_INFINITY, f32::INFINITY] };
            let back = Rot::from_angle(back);
            let moved = [a, b].map(|center| Moved {
                back: back * center - center,
                back_rotation: back,
                ..turned_about_origin(center, turn)
            });
            let found = turned(&contact, &side, moved).unwrap();
            prop_assert!((found.normal - turn * normal).norm() < 1e-5);
            for (lever, center) in found.anchors[0].into_iter().zip([a, b]) {
                prop_assert!((lever - turn * (point - center)).norm() < 1e-5);
            }
            // The separation of the block is that of the beginning, along the normal of the later time.
            let cores = [point - a - normal * depth[0], point - b + normal * depth[1]];
            let begun: Vec<Vec2> = [0, 1].map(|i| back * ([a, b][i] + cores[i]) - [a, b][i] - cores[i]).into();
            let expected = separation - (begun[1] - begun[0]).dot(&normal);
            prop_assert!((found.separations[0] - expected).abs() < 1e-5);
        }

        /// A ball beyond the end of a side touches the corner there: its separation is the distance of its
        /// centre less its radius, and the normal comes from the corner. A sharp body does not touch it.
        #[test]
        fn beyond_its_end_a_side_touches_with_its_corner(
            end in 0.1_f32..0.2, beyond in 0.01_f32..0.05, radius in 0.1_f32..0.5, turn in 0.1_f32..0.3,
        ) {
            let (origin, ball) = (Vec2::zeros(), Vec2::new(end, radius));
            let side = TurningSide { contact: 0, face: Face::OfA, ends: [-1.0, 0.0] };
            let turn = Rot::from_angle(turn);
            let way = Vec2::new(beyond, 0.0);
            let moved = Moved { translation: way, ..turned_about_origin(ball, Rot::IDENTITY) };
            let of = |depth: f32| {
                let end = Vec2::new(end, 0.0);
                let contact = contact(end, [origin, ball], Vec2::new(0.0, 1.0), 0.0, [0.0, depth]);
                turned(&contact, &side, [turned_about_origin(origin, turn), moved]).unwrap()
            };
            let (round, from_corner) = (of(radius), ball + way - turn * Vec2::new(end, 0.0));
            prop_assert!((round.separations[0] - (from_corner.norm() - radius)).abs() < 1e-5);
            prop_assert!((round.normal - from_corner / from_corner.norm()).norm() < 1e-5);
            prop_assert_eq!(of(0.0).separations[0], FAR);
        }
    }
}
