//! Keeps the bounces of a step from gaining energy.
//!
//! Restitution gives each point the speed e u at which it should part, where u is the speed of its approach.
//! A body that is hit at two points would gain energy:
//!
//! ```text
//!        first hit             body turns about it         both points bounce
//!      \                        ___                          ^      ^
//!       \  | v                 '   ''--.. | v                |______|      too fast
//!   _____\_v______      _______|_________'v___         ____________________
//! ```
//!
//! So bodies that bounce are put into groups that contacts connect, and of each group
//!
//! ```text
//!   E = sum over bodies of  m/2 |v + a h/2|^2 + I/2 (w + b h/2)^2 - m a . dx - I b dr
//!   h: sub-step; a, b: accelerations; dx, dr: displacement and rotation since the step began
//! ```
//!
//! is compared with what it was when the step began. If it has grown, the impulses of restitution are
//! multiplied by the greatest s <= 1 for which it has not, or by 0 if it has grown without them: E is a
//! quadratic in s. A contact with e > 1, or with a moving body of infinite mass, may add as much as at a
//! single point. Where nothing rubs and all have e = 1, s may be up to [`MOST`].
//!
//! Groups with a joint are left alone. Alternatives: `docs/experiments/contacts.md`.

mod energy;

use super::block::ContactBlock;
use super::extra::Extra;
use crate::schedule::EMPTY_LANE;
use crate::{BodyInput, BodyRow, BodyState, Contact, JointRows};
use alloc::vec::Vec;
use compute::LANES;
use compute::math::max;
use energy::{BodyVelocity, energy_terms, greatest_share};
use geom::{Vec2, cross};

/// A normal passes through the centres of mass if its levers add less than this share to the inverse
/// effective mass.
const CENTRAL: f32 = 1e-6;

/// The most by which restitution may be multiplied (`docs/experiments/contacts.md`).
const MOST: f64 = 10.0;

/// Smaller corrections are not reported: each elastic bounce regains what
/// [`BOUNCE_SHARE`](crate::settings::BOUNCE_SHARE) leaves out.
const NOTED: f32 = 1e-3;

/// In [`BounceEnergy::node_of`]: a body in no group.
const NONE: u32 = u32::MAX;

/// A contact that bounces if it is hit.
#[derive(Clone, Copy, Debug)]
struct Impact {
    contact: u32,
    /// Index of the block and of the extra.
    extra: u32,
    lane: u8,
    /// Index of the group's root among the nodes.
    group: u32,
    /// What restitution has added to the normal impulse of each point, N s.
    added: [f32; 2],
}

/// A body of a group. The root has the sums over the group.
#[derive(Clone, Copy, Debug)]
struct Node {
    row: BodyRow,
    /// Union-find over the nodes.
    parent: u32,
    has_joint: bool,
    has_losses: bool,
    /// By restitution.
    added: BodyVelocity,
    /// Energy that the group has too much without restitution, J, and the coefficients of s and s^2.
    polynomial: [f64; 3],
    /// The s at the head of this file.
    share: f32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct BounceEnergy {
    impacts: Vec<Impact>,
    /// When the step began.
    before: Vec<BodyState>,
    nodes: Vec<Node>,
    /// By body row: its node, or [`NONE`]. While impacts are dropped: its number of impacts, minus one.
    node_of: Vec<u32>,
    /// Contacts that connect a body of a group to another one, by index.
    neighbours: Vec<u32>,
    /// Contacts whose restitution was weakened, or strengthened by more than [`NOTED`].
    corrected: Vec<u32>,
}

/// Bodies are indexed by row.
pub(super) struct BounceData<'a> {
    pub(super) states: &'a mut [BodyState],
    pub(super) inputs: &'a [BodyInput],
    pub(super) contacts: &'a mut [Contact],
    pub(super) joints: &'a [JointRows],
    pub(super) extras: &'a [Extra],
    /// s.
    pub(super) h: f32,
}

impl BounceEnergy {
    /// Call it before each step.
    pub(super) fn clear(&mut self) {
        self.corrected.clear();
    }

    /// Call it before a step in which a contact may bounce.
    pub(super) fn begin(&mut self, states: &[BodyState]) {
        self.before.clear();
        self.before.extend_from_slice(states);
    }

    /// Call it after a step that [began](Self::begin). Weakens the restitution of groups that have gained
    /// energy, and strengthens that of elastic groups that have lost some. `blocks` and `lanes` are those of
    /// all contacts.
    pub(super) fn bound(
        &mut self,
        blocks: &[ContactBlock],
        lanes: &[[u32; LANES]],
        data: &mut BounceData<'_>,
    ) {
        self.list(blocks, lanes, data.extras);
        self.drop_exact(data);
        for impact in &mut self.impacts {
            let given = &data.extras[impact.extra as usize].restitution.given;
            impact.added = [given[0][impact.lane as usize], given[1][impact.lane as usize]];
        }
        self.impacts.retain(|impact| impact.added != [0.0; 2]);
        if self.impacts.is_empty() {
            return;
        }
        self.form_groups(data);
        self.sum_energies(data);
        for node in &mut self.nodes {
            let most = if node.has_losses { 1.0 } else { MOST };
            node.share = if node.has_joint { 1.0 } else { greatest_share(node.polynomial, most) };
        }
        self.correct(data);
        for node in self.nodes.drain(..) {
            self.node_of[node.row.index()] = NONE;
        }
    }

    pub(super) fn corrected(&self) -> &[u32] {
        &self.corrected
    }

    fn list(&mut self, blocks: &[ContactBlock], lanes: &[[u32; LANES]], extras: &[Extra]) {
        self.impacts.clear();
        for (extra, (block, lanes)) in (0..).zip(blocks.iter().zip(lanes)) {
            if !block.has_extra {
                continue;
            }
            let Extra { bounces, restitution, .. } = &extras[extra as usize];
            if !bounces {
                continue;
            }
            for (lane, &contact) in lanes.iter().enumerate() {
                if contact != EMPTY_LANE && restitution.parting_speed.map(|speed| speed[lane]) != [0.0; 2] {
                    let lane = lane as u8;
                    self.impacts.push(Impact { contact, extra, lane, group: NONE, added: [0.0; 2] });
                }
            }
        }
    }

    fn drop_exact(&mut self, data: &BounceData<'_>) {
        let BounceData { states, inputs, contacts, .. } = data;
        let Self { impacts, node_of, .. } = self;
        // NONE + 1 wraps to 0.
        if node_of.len() < states.len() {
            node_of.resize(states.len(), NONE);
        }
        let bodies = |impact: &Impact| {
            let contact = &contacts[impact.contact as usize];
            [contact.a, contact.b].into_iter().filter(|&row| is_moved(contact, row, inputs))
        };
        for row in impacts.iter().flat_map(bodies) {
            let count = &mut node_of[row.index()];
            *count = count.wrapping_add(1);
        }
        let is_exact = |impact: &Impact| {
            // Bodies of a lone elastic contact may have passed energy on to a third one, which only its own
            // contacts show.
            !is_elastic(&contacts[impact.contact as usize])
                && bodies(impact).all(|row| node_of[row.index()] == 0)
                && is_central(&contacts[impact.contact as usize], inputs)
        };
        let mut kept = 0;
        for i in 0..impacts.len() {
            if bodies(&impacts[i]).next().is_some() && !is_exact(&impacts[i]) {
                impacts.swap(kept, i);
                kept += 1;
            }
        }
        for row in impacts.iter().flat_map(bodies) {
            node_of[row.index()] = NONE;
        }
        impacts.truncate(kept);
    }

    fn form_groups(&mut self, data: &BounceData<'_>) {
        for i in 0..self.impacts.len() {
            self.connect(data.inputs, &data.contacts[self.impacts[i].contact as usize]);
        }
        // A body beside them may have taken a part of their energy.
        let is_hit = |row: BodyRow| self.node_of[row.index()] != NONE;
        let beside =
            data.contacts.iter().enumerate().filter(|(_, contact)| {
                contact.step_impulse != 0.0 && (is_hit(contact.a) || is_hit(contact.b))
            });
        self.neighbours.clear();
        self.neighbours.extend(beside.map(|(index, _)| index as u32));
        for i in 0..self.neighbours.len() {
            self.connect(data.inputs, &data.contacts[self.neighbours[i] as usize]);
        }
        for joint in data.joints {
            for row in [joint.a, joint.b] {
                if let Some(node) = self.nodes.get_mut(self.node_of[row.index()] as usize) {
                    node.has_joint = true;
                }
            }
        }
        for i in 0..self.nodes.len() {
            let root = self.root(i as u32) as usize;
            self.nodes[root].has_joint |= self.nodes[i].has_joint;
            self.nodes[root].has_losses |= self.nodes[i].has_losses;
        }
        for i in 0..self.impacts.len() {
            let contact = &data.contacts[self.impacts[i].contact as usize];
            let nodes = [contact.a, contact.b].map(|row| match is_moved(contact, row, data.inputs) {
                true => self.node_of[row.index()],
                false => NONE,
            });
            self.impacts[i].group = self.root(if nodes[0] == NONE { nodes[1] } else { nodes[0] });
        }
    }

    fn connect(&mut self, inputs: &[BodyInput], contact: &Contact) {
        let has_losses = !is_elastic(contact);
        let nodes = [contact.a, contact.b].map(|row| {
            if !is_moved(contact, row, inputs) {
                return NONE;
            }
            let node = &mut self.node_of[row.index()];
            if *node == NONE {
                *node = self.nodes.len() as u32;
                self.nodes.push(Node {
                    row,
                    parent: *node,
                    has_joint: false,
                    has_losses: false,
                    added: BodyVelocity::default(),
                    polynomial: [0.0; 3],
                    share: 1.0,
                });
            }
            self.nodes[*node as usize].has_losses |= has_losses;
            *node
        });
        if nodes[0] != NONE && nodes[1] != NONE {
            let [a, b] = nodes.map(|node| self.root(node));
            self.nodes[a.max(b) as usize].parent = a.min(b);
        }
    }

    fn root(&mut self, node: u32) -> u32 {
        let mut node = node;
        while self.nodes[node as usize].parent != node {
            let above = self.nodes[node as usize].parent;
            self.nodes[node as usize].parent = self.nodes[above as usize].parent;
            node = above;
        }
        node
    }

    /// The polynomials: by how much the energy of a group exceeds what it may be.
    fn sum_energies(&mut self, data: &BounceData<'_>) {
        for i in 0..self.impacts.len() {
            let Impact { contact, group, added, extra, lane, .. } = self.impacts[i];
            let contact = &data.contacts[contact as usize];
            for (row, change) in changes(contact, added, data.inputs) {
                if let Some(node) = self.nodes.get_mut(self.node_of[row.index()] as usize) {
                    node.added.x += change.x;
                    node.added.y += change.y;
                    node.added.angular += change.angular;
                }
            }
            // A contact with e > 1 may add (e - 1) u / 2 for each N s of its impulse, as at a single point.
            // The part from restitution is in proportion to s.
            if contact.restitution > 1.0 {
                let of_step = step_impulses(contact);
                let parting = data.extras[extra as usize].restitution.parting_speed;
                for point in 0..2 {
                    let speed = parting[point][lane as usize] / contact.restitution;
                    let gain = f64::from(0.5 * (contact.restitution - 1.0) * speed);
                    let polynomial = &mut self.nodes[group as usize].polynomial;
                    polynomial[0] -= gain * f64::from(of_step[point] - added[point]);
                    polynomial[1] -= gain * f64::from(added[point]);
                }
            }
            self.add_work(data, contact, added, true);
        }
        for i in 0..self.neighbours.len() {
            let index = self.neighbours[i];
            self.add_work(data, &data.contacts[index as usize], [0.0; 2], false);
        }
        for i in 0..self.nodes.len() {
            let Node { row, added, .. } = self.nodes[i];
            let root = self.root(i as u32) as usize;
            let (before, after) = (&self.before[row.index()], &data.states[row.index()]);
            let terms = energy_terms(before, after, &data.inputs[row.index()], added, data.h);
            for (sum, term) in self.nodes[root].polynomial.iter_mut().zip(terms) {
                *sum += term;
            }
        }
    }

    /// Subtracts the work of a moving body of infinite mass. For neighbours, which include the impacts, all
    /// of it goes to the constant coefficient; a call for an impact moves restitution's part to that of s.
    fn add_work(&mut self, data: &BounceData<'_>, contact: &Contact, added: [f32; 2], is_impact: bool) {
        let is_movable = [contact.a, contact.b].map(|row| is_moved(contact, row, data.inputs));
        let (row, other, sign) = match is_movable {
            [false, true] => (contact.a, contact.b, 1.0),
            [true, false] => (contact.b, contact.a, -1.0),
            _ => return,
        };
        let pusher = self.before[row.index()];
        if pusher.velocity == Vec2::zeros() && pusher.angular_velocity == 0.0 {
            return;
        }
        let group = self.root(self.node_of[other.index()]) as usize;
        let (normal, of_step) = (contact.manifold.normal, step_impulses(contact));
        for (i, point) in contact.manifold.points().iter().enumerate() {
            let anchor = if is_movable[0] { point.anchor_b } else { point.anchor_a };
            let speed = pusher.velocity.dot(&normal) + pusher.angular_velocity * cross(anchor, normal);
            let speed = f64::from(sign * speed);
            let polynomial = &mut self.nodes[group].polynomial;
            if is_impact {
                polynomial[0] += speed * f64::from(added[i]);
                polynomial[1] -= speed * f64::from(added[i]);
            } else {
                polynomial[0] -= speed * f64::from(of_step[i]);
            }
        }
    }

    fn correct(&mut self, data: &mut BounceData<'_>) {
        for impact in &self.impacts {
            let change = self.nodes[impact.group as usize].share - 1.0;
            if change == 0.0 {
                continue;
            }
            if !(0.0..=NOTED).contains(&change) {
                self.corrected.push(impact.contact);
            }
            let contact = &mut data.contacts[impact.contact as usize];
            let given = impact.added.map(|added| change * added);
            for (row, change) in changes(contact, given, data.inputs) {
                let state = &mut data.states[row.index()];
                state.velocity += Vec2::new(change.x as f32, change.y as f32);
                state.angular_velocity += change.angular as f32;
            }
            for (i, given) in given.into_iter().enumerate() {
                contact.impulses[i].normal = max(contact.impulses[i].normal + given, 0.0);
                contact.step_impulse = max(contact.step_impulse + given, 0.0);
            }
        }
    }
}

/// What approaches parts as fast, and nothing rubs.
fn is_elastic(contact: &Contact) -> bool {
    let losses = [contact.friction, contact.static_friction, contact.rolling_resistance];
    contact.restitution == 1.0 && losses == [0.0; 3]
}

/// N s. The points share the sum of the step as they share that of the last sub-step.
fn step_impulses(contact: &Contact) -> [f32; 2] {
    let [p, q] = contact.impulses.map(|impulse| impulse.normal);
    let share = match (p + q > 0.0, contact.manifold.count) {
        (true, _) => p / (p + q),
        (false, 2) => 0.5,
        (false, _) => 1.0,
    };
    [share * contact.step_impulse, (1.0 - share) * contact.step_impulse]
}

fn is_moved(contact: &Contact, row: BodyRow, inputs: &[BodyInput]) -> bool {
    inputs[row.index()].is_movable() && !contact.is_dominated_by(row)
}

/// Whether there is one point, with the centres of mass on the line of its impulse.
fn is_central(contact: &Contact, inputs: &[BodyInput]) -> bool {
    let [a, b] = [contact.a, contact.b].map(|row| &inputs[row.index()]);
    let point = &contact.manifold.points[0];
    let normal = contact.manifold.normal;
    let [arm_a, arm_b] = [point.anchor_a, point.anchor_b].map(|anchor| cross(anchor, normal));
    let rotation = a.inverse_inertia * arm_a * arm_a + b.inverse_inertia * arm_b * arm_b;
    contact.manifold.count == 1 && rotation <= CENTRAL * (a.inverse_mass + b.inverse_mass)
}

/// How normal impulses change the velocities of the bodies that can move.
fn changes(
    contact: &Contact,
    impulses: [f32; 2],
    inputs: &[BodyInput],
) -> impl Iterator<Item = (BodyRow, BodyVelocity)> {
    let normal = contact.manifold.normal;
    let points = &contact.manifold.points[..contact.manifold.count as usize];
    let (mut total, mut moments) = (0.0, [0.0; 2]);
    for (point, impulse) in points.iter().zip(impulses) {
        total += f64::from(impulse);
        moments[0] -= f64::from(cross(point.anchor_a, normal) * impulse);
        moments[1] += f64::from(cross(point.anchor_b, normal) * impulse);
    }
    let of = |row: BodyRow, sign: f64, moment: f64| {
        let input = &inputs[row.index()];
        let scale = sign * total * f64::from(input.inverse_mass);
        let change = BodyVelocity {
            x: scale * f64::from(normal.x),
            y: scale * f64::from(normal.y),
            angular: moment * f64::from(input.inverse_inertia),
        };
        is_moved(contact, row, inputs).then_some((row, change))
    };
    [of(contact.a, -1.0, moments[0]), of(contact.b, 1.0, moments[1])].into_iter().flatten()
}
