//! The contacts that may be in a cluster, with all that the clusters follow from.
//!
//! ```text
//!   contacts, states, masses, loads  -> edges ->  connect, choose, order, link: the clusters
//!                                       same as in the last step: the clusters of the last step
//! ```
//!
//! The steps after the edges read nothing but these and the method, so the same edges give the same clusters.
//! In two cases the search does not keep them: mechanisms that are admitted, since clusters absorb their
//! joints; and sets that are too large, after which contacts are gathered once more.

use super::super::pressed::{Load, Source};
use super::set::DEEP;
use super::{Found, NONE};
use crate::together::mechanisms::DirectSolver;
use crate::{BodyRow, Contact, DirectContacts};
use alloc::vec::Vec;

/// The body is of a mechanism that is not admitted, or such a mechanism is joined to it.
const BARRED: u8 = 1;

/// The body bears a load of which clusters are made.
const LOADED: u8 = 2;

/// The body is of a mechanism that is admitted.
const ADMITTED: u8 = 4;

/// The body bears a load that makes a cluster, or is connected to one that does.
const REACHED: u8 = 8;

/// The most passes over the edges in which it is found out which bodies are reached. If they do not suffice,
/// all edges are kept.
const MAX_ROUNDS: usize = 8;

/// A contact that may be in a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The contact.
    pub(super) index: u32,
    /// The rows of its bodies, [`NONE`] for one of infinite mass.
    pub(super) rows: [u32; 2],
    /// What the bodies carry.
    pub(super) loads: [Load; 2],
    /// Whether it overlaps by more than [`DEEP`].
    pub(super) is_deep: bool,
}

impl Edge {
    fn of(index: u32, contact: &Contact, source: &Source<'_>, loads: &[Load]) -> Self {
        let end = |row: BodyRow| {
            let is_movable = source.inputs[row.index()].is_movable();
            if is_movable { (row.0, loads[row.index()]) } else { (NONE, Load::Light) }
        };
        let ((a, load_a), (b, load_b)) = (end(contact.a), end(contact.b));
        Self { index, rows: [a, b], loads: [load_a, load_b], is_deep: false }
    }

    /// The row of a body of finite mass: an edge has one at least.
    pub(super) fn first_row(&self) -> u32 {
        let [a, b] = self.rows;
        if a == NONE { b } else { a }
    }
}

/// What the clusters of the last search follow from.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchKey {
    /// `None` if they follow from more, or if the search is not complete: it may end in a panic.
    method: Option<DirectContacts>,
    edges: Vec<Edge>,
}

impl SearchKey {
    /// Whether the clusters follow from these edges, by this method.
    pub(super) fn gives_same_clusters(&self, method: DirectContacts, edges: &[Edge]) -> bool {
        self.method == Some(method) && self.edges == edges
    }

    /// Begins a search with these edges.
    pub(super) fn begin(&mut self, edges: &[Edge]) {
        self.method = None;
        self.edges.clear();
        self.edges.extend_from_slice(edges);
    }

    /// Says that the search is complete, and that its clusters follow from nothing but the edges and this
    /// method.
    pub(super) fn complete(&mut self, method: DirectContacts) {
        self.method = Some(method);
    }

    pub(super) fn forget(&mut self) {
        self.method = None;
    }
}

impl Found {
    /// Marks the bodies, and lists the contacts that may be in a cluster, in their order, with whether they
    /// overlap deeply. These are the contacts
    ///
    /// - of loaded bodies, if the surfaces touch or will touch, and those by which something heavy may press
    ///   on an admitted mechanism; but none of barred bodies,
    /// - that are connected to a load which makes a cluster; with [`DirectContacts::Tall`], all,
    /// - that neither bounce nor crush a body.
    pub(super) fn gather(&mut self, source: &Source<'_>, direct: &DirectSolver) {
        let Self { loads, edges, marks, is_admitted, .. } = self;
        let of = &loads.of[..source.inputs.len()];
        marks.clear();
        marks.extend(of.iter().map(|&load| match load {
            Load::Light => 0,
            Load::Column | Load::Tall => LOADED,
            Load::Base | Load::Heavy => LOADED | REACHED,
        }));
        for &row in direct.clusters().bodies() {
            marks[row.index()] |= BARRED;
        }
        for mechanism in (0..direct.count()).filter(|&mechanism| is_admitted[mechanism]) {
            for row in direct.bodies_of(mechanism) {
                marks[row.index()] = marks[row.index()] & !BARRED | ADMITTED | REACHED;
            }
        }
        // A link may be swung against the load within the step: every point of the two counts.
        let may_press_on_link = |contact: &Contact, [a, b]: [u8; 2]| {
            a & ADMITTED != 0 && source.is_heavier(contact.b, contact.a)
                || b & ADMITTED != 0 && source.is_heavier(contact.a, contact.b)
        };
        edges.clear();
        for (index, contact) in (0..).zip(source.contacts) {
            let both = marks[contact.a.index()] | marks[contact.b.index()];
            if both & BARRED == 0 && both & (LOADED | ADMITTED) != 0 && contact.manifold.count > 0 {
                edges.push(Edge::of(index, contact, source, of));
            }
        }
        if source.method != DirectContacts::Tall {
            keep_reached(edges, marks);
        }
        edges.retain_mut(|edge| {
            let contact = &source.contacts[edge.index as usize];
            let own = [marks[contact.a.index()], marks[contact.b.index()]];
            edge.is_deep =
                contact.manifold.points().iter().any(|point| -point.separation > DEEP * source.unit);
            (may_press_on_link(contact, own) || (own[0] | own[1]) & LOADED != 0 && source.will_touch(contact))
                && !source.crushes(contact)
                && !source.bounces(contact)
        });
    }
}

/// Keeps the edges that connect to a body under a heavy one, to the base of a column or to a mechanism that
/// is admitted. Unless loads by themselves make clusters ([`DirectContacts::Tall`]), only such sets become
/// any; where many bodies bear a little more than their weight, these are few.
fn keep_reached(edges: &mut Vec<Edge>, marks: &mut [u8]) {
    let mut has_spread = true;
    for _ in 0..MAX_ROUNDS {
        has_spread = false;
        for edge in &*edges {
            let [a, b] = edge.rows;
            let is_reached = |row: u32| row != NONE && marks[row as usize] & REACHED != 0;
            let (from_a, from_b) = (is_reached(a), is_reached(b));
            if from_a != from_b {
                let other = if from_a { b } else { a };
                if other != NONE {
                    marks[other as usize] |= REACHED;
                    has_spread = true;
                }
            }
        }
        if !has_spread {
            break;
        }
    }
    if !has_spread {
        edges.retain(|edge| marks[edge.first_row() as usize] & REACHED != 0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Part;
    use super::*;
    use crate::joint::ConstraintError;
    use crate::together::loads::columns::Columns;
    use crate::{BodyInput, BodyState, DirectJoints, JointRows, PointImpulse};
    use alloc::format;
    use alloc::string::String;
    use alloc::vec;
    use collide::Manifold;
    use compute::Workers;
    use geom::Vec2;
    use proptest::prelude::*;

    const DT: f32 = 1.0 / 60.0;
    const METHODS: [DirectContacts; 3] =
        [DirectContacts::Heavy, DirectContacts::Columns, DirectContacts::Tall];

    /// Bodies, contacts and joints between two steps.
    #[derive(Clone, Debug)]
    struct Scene {
        method: DirectContacts,
        inputs: Vec<BodyInput>,
        states: Vec<BodyState>,
        contacts: Vec<Contact>,
        joints: Vec<JointRows>,
        loaded: Vec<BodyRow>,
        bases: Vec<BodyRow>,
    }

    /// What happens between two steps. Numbers are reduced to those that there are.
    #[derive(Clone, Debug)]
    enum Change {
        Nothing,
        Method(DirectContacts),
        Mass(u32, f32),
        Velocity(u32, f32),
        Begin(u32, u32, f32),
        End(usize),
        /// Contacts change their numbers.
        Exchange(usize, usize),
        Points(usize, u32),
        Separation(usize, f32),
        Impulse(usize, f32),
        Restitution(usize, f32),
        Join(u32, u32),
        Part(usize),
        Column(u32, bool),
        /// Bodies fall asleep, or wake up: they and their contacts go, or come.
        Bodies(u32),
    }

    impl Scene {
        /// Boxes on each other on the ground, one of 100 kg on top, and some beside.
        fn tower(height: u32) -> Self {
            let mut scene = Self {
                method: DirectContacts::Heavy,
                inputs: vec![BodyInput::INFINITE_MASS],
                states: vec![BodyState::REST],
                contacts: vec![],
                joints: vec![],
                loaded: vec![],
                bases: vec![],
            };
            scene.set_bodies(height + 6);
            for row in 0..height {
                scene.apply(&Change::Begin(row, row + 1, 1.0));
            }
            scene.set_mass(height, 100.0);
            scene
        }

        fn rows(&self) -> u32 {
            self.inputs.len() as u32
        }

        fn set_mass(&mut self, row: u32, mass: f32) {
            let acceleration = Vec2::new(0.0, -10.0);
            self.inputs[row as usize] = match mass {
                0.0 => BodyInput::INFINITE_MASS,
                mass => BodyInput::dynamic(mass, mass, acceleration),
            };
        }

        fn set_bodies(&mut self, count: u32) {
            self.inputs.truncate(count as usize + 1);
            self.states.truncate(count as usize + 1);
            while self.rows() <= count {
                self.inputs.push(BodyInput::INFINITE_MASS);
                self.states.push(BodyState::REST);
                self.set_mass(self.rows() - 1, 1.0);
            }
            self.contacts.retain(|contact| contact.a.0 <= count && contact.b.0 <= count);
            self.joints.retain(|joint| joint.a.0 <= count && joint.b.0 <= count);
            self.loaded.retain(|row| row.0 <= count);
            self.bases.retain(|row| row.0 <= count);
        }

        fn apply(&mut self, change: &Change) {
            let (rows, contacts) = (self.rows(), self.contacts.len());
            let moving = |row: u32| if rows > 1 { 1 + row % (rows - 1) } else { 0 };
            match *change {
                Change::Nothing => {}
                Change::Method(method) => self.method = method,
                Change::Mass(row, mass) if rows > 1 => self.set_mass(moving(row), mass),
                Change::Velocity(row, y) => self.states[moving(row) as usize].velocity.y = y,
                Change::Begin(a, b, impulse) if a % rows != b % rows => {
                    let [a, b] = [a % rows, b % rows].map(BodyRow);
                    let normal = Vec2::new(0.0, 1.0);
                    let mut manifold = Manifold { normal, count: 2, ..Manifold::EMPTY };
                    manifold.points.iter_mut().for_each(|point| point.separation = -0.001);
                    let mut contact = Contact::new(a, b, manifold, 0.5, 0.0);
                    contact.impulses = [PointImpulse { normal: impulse, tangent: 0.0 }; 2];
                    self.contacts.push(contact);
                }
                Change::End(contact) if contacts > 0 => drop(self.contacts.swap_remove(contact % contacts)),
                Change::Exchange(a, b) if contacts > 0 => self.contacts.swap(a % contacts, b % contacts),
                Change::Points(contact, count) if contacts > 0 => {
                    self.contacts[contact % contacts].manifold.count = count;
                }
                Change::Separation(contact, separation) if contacts > 0 => {
                    self.contacts[contact % contacts].manifold.points[0].separation = separation;
                }
                Change::Impulse(contact, normal) if contacts > 0 => {
                    self.contacts[contact % contacts].impulses[0].normal = normal;
                }
                Change::Restitution(contact, restitution) if contacts > 0 => {
                    self.contacts[contact % contacts].restitution = restitution;
                }
                Change::Join(a, b) if moving(a) != moving(b) => {
                    let error = ConstraintError::Angle { factors: [1.0; 2], angle: 0.0 };
                    self.joints.push(JointRows::new(BodyRow(moving(a)), BodyRow(moving(b)), error, [0.0; 2]));
                }
                Change::Part(joint) if !self.joints.is_empty() => {
                    let joints = self.joints.len();
                    self.joints.swap_remove(joint % joints);
                }
                Change::Column(row, is_base) => {
                    let list = if is_base { &mut self.bases } else { &mut self.loaded };
                    let row = BodyRow(moving(row));
                    if row != BodyRow::STATIC && !list.contains(&row) {
                        list.push(row);
                    }
                }
                Change::Bodies(count) => self.set_bodies(1 + count % (rows + 6)),
                _ => {}
            }
        }

        fn find(&self, found: &mut Found) {
            let source = Source {
                method: self.method,
                contacts: &self.contacts,
                joints: &self.joints,
                states: &self.states,
                inputs: &self.inputs,
                bounce_threshold: 1.0,
                dt: DT,
                h: DT / 4.0,
                unit: 1.0,
            };
            let mut direct = DirectSolver::default();
            direct.choose(DirectJoints::All, &self.joints, &self.inputs);
            let mut columns = Columns::default();
            let is_movable = |row: &BodyRow| self.inputs[row.index()].is_movable();
            columns.loaded.extend(self.loaded.iter().copied().filter(is_movable));
            columns.bases.extend(self.bases.iter().copied().filter(is_movable));
            found.find(&mut Workers::new(1), &source, &columns, &direct);
        }
    }

    /// All that the solver reads of the clusters.
    fn view(found: &Found) -> String {
        let Found { is_direct, parts, bodies, touches, is_absorbed, mechanisms, pins, homes, .. } = found;
        let structure = |part: &Part| found.elimination.structure(&part.nodes, &part.blocks, &part.targets);
        let structures: Vec<_> = parts.iter().map(structure).collect();
        let joints = (is_absorbed, mechanisms, pins, homes);
        format!("{:?}", (is_direct, parts, bodies, touches, joints, structures))
    }

    fn change() -> impl Strategy<Value = Change> {
        let row = || 0_u32..10_000;
        let index = || 0_usize..10_000;
        let method = || prop::sample::select(&METHODS[..]);
        let mass = || prop::sample::select(&[0.0, 0.01, 1.0, 2.0, 100.0, 1000.0][..]);
        let separation = || prop::sample::select(&[-0.05, -0.01, 0.0, 0.005, 0.5][..]);
        prop_oneof![
            3 => Just(Change::Nothing),
            1 => method().prop_map(Change::Method),
            3 => (row(), mass()).prop_map(|(a, b)| Change::Mass(a, b)),
            3 => (row(), -3.0_f32..3.0).prop_map(|(a, b)| Change::Velocity(a, b)),
            4 => (row(), row(), 0.0_f32..20.0).prop_map(|(a, b, c)| Change::Begin(a, b, c)),
            2 => index().prop_map(Change::End),
            1 => (index(), index()).prop_map(|(a, b)| Change::Exchange(a, b)),
            2 => (index(), 0_u32..3).prop_map(|(a, b)| Change::Points(a, b)),
            2 => (index(), separation()).prop_map(|(a, b)| Change::Separation(a, b)),
            2 => (index(), 0.0_f32..20.0).prop_map(|(a, b)| Change::Impulse(a, b)),
            1 => (index(), 0.0_f32..1.0).prop_map(|(a, b)| Change::Restitution(a, b)),
            1 => (row(), row()).prop_map(|(a, b)| Change::Join(a, b)),
            1 => index().prop_map(Change::Part),
            1 => (row(), any::<bool>()).prop_map(|(a, b)| Change::Column(a, b)),
            1 => row().prop_map(Change::Bodies),
        ]
    }

    /// The rows that edges connect to those that are reached.
    fn reached(edges: &[Edge], seeds: &[u8]) -> Vec<bool> {
        let mut reached: Vec<bool> = seeds.iter().map(|mark| mark & REACHED != 0).collect();
        for _ in 0..seeds.len() {
            for edge in edges.iter().filter(|edge| !edge.rows.contains(&NONE)) {
                let [a, b] = edge.rows.map(|row| row as usize);
                let either = reached[a] || reached[b];
                (reached[a], reached[b]) = (either, either);
            }
        }
        reached
    }

    proptest! {
        /// What is connected to a body under a load that makes a cluster is kept as a whole, and nothing
        /// else, unless the search for it takes too many rounds. Bodies of infinite mass connect nothing.
        #[test]
        fn edges_of_reached_bodies_are_kept(
            pairs in prop::collection::vec((0_u32..24, 0_u32..24), 0..40),
            is_seed in prop::collection::vec(prop::bool::weighted(0.1), 20),
        ) {
            let of = |row: u32| if row < 20 { row } else { NONE };
            let pairs = pairs.into_iter().filter(|&(a, b)| of(a) != of(b));
            let edges: Vec<_> = (0..)
                .zip(pairs)
                .map(|(index, (a, b))| Edge { index, rows: [of(a), of(b)], loads: [Load::Tall; 2], is_deep: false })
                .collect();
            let mut marks: Vec<u8> = is_seed.iter().map(|&is_seed| if is_seed { REACHED } else { 0 }).collect();
            let reached = reached(&edges, &marks);
            let wanted: Vec<_> =
                edges.iter().copied().filter(|edge| reached[edge.first_row() as usize]).collect();
            let mut kept = edges.clone();
            keep_reached(&mut kept, &mut marks);
            prop_assert!(kept == wanted || kept == edges && wanted.len() > MAX_ROUNDS);
        }

        /// Whatever happens between two steps, the clusters are those of a search without memory: small ones,
        /// those that are too large if they overlap, and those that always are.
        #[test]
        fn kept_clusters_are_those_of_a_new_search(
            height in prop::sample::select(&[4, 6, 10, 90, 125][..]),
            history in prop::collection::vec(change(), 1..40),
        ) {
            let mut scene = Scene::tower(height);
            let mut kept = Found::default();
            for change in history {
                scene.apply(&change);
                scene.find(&mut kept);
                let mut new = Found::default();
                scene.find(&mut new);
                prop_assert_eq!(view(&kept), view(&new), "after {:?}", change);
            }
        }
    }

    /// The clusters of a scene that rests are not searched again, and those of one that changes are.
    #[test]
    fn clusters_are_kept_while_the_edges_stay() {
        let mut scene = Scene::tower(6);
        let mut found = Found::default();
        scene.find(&mut found);
        assert_eq!(found.touches.len(), 6);
        found.touches.clear();
        scene.apply(&Change::Velocity(3, 0.01));
        scene.find(&mut found);
        assert!(found.touches.is_empty(), "searched again");
        scene.apply(&Change::Begin(2, 9, 1.0));
        scene.find(&mut found);
        assert_eq!(found.touches.len(), 7);
    }
}
