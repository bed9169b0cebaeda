//! Which joint rows are solved directly: the mechanisms of a step.
//!
//! ```text
//!   rows       a--b  b--c  ground--a  ...       as the joints have written them
//!      | breadth first from the root
//!      v
//!   mechanism  bodies in the order of elimination, leaves first, the root last
//!              links: the rows, each with the nodes that it connects
//! ```
//!
//! The root is a body joined to one of infinite mass, or else the heaviest. The *load ratio* of a mechanism
//! says how badly sweeps converge on it, the greatest of
//!
//! ```text
//!   mass of all that hangs below a joint / mass of the lighter of its two bodies        for each joint
//!   mass of the whole mechanism / mass of the root                            as if it hung on the ground
//! ```
//!
//! A chain of n links has n, a ball of 1,000 times a link's mass at its end adds 1,000, a ragdoll has 2 to 5.
//! A joint that holds the angle, as a weld, counts with the square: its load bends it, with a lever that
//! grows with the load. Cars: [`CARRIED`]; small mechanisms: [`SMALL`].
//!
//! The choice follows from masses, joints and modes, and is kept while these do not change. Tension would
//! switch the solver in the middle of a swing.

use crate::joint::{ConstraintError, JointRows, RowMode};
use crate::schedule::Clusters;
use crate::together::matrix::elimination::{Elimination, NONE};
use crate::{BodyInput, BodyRow, DirectJoints};
use alloc::vec::Vec;
use core::ops::Range;

/// [`DirectJoints::Loaded`] solves mechanisms of at least this load ratio directly. Below it, three sweeps
/// keep gaps below a millimetre or two.
const LOADED: f32 = 8.0;

/// From this *carried ratio* on, mechanisms without a body of infinite mass too: the mass of the root over
/// the lightest joined to it. Nothing hangs below the wheels of a car, but they bear it. Ragdolls have less
/// (`docs/experiments/mechanisms.md`).
const CARRIED: f32 = 8.0;

/// Up to this many bodies, one joined to a body of infinite mass, are solved directly whatever they carry, if
/// a rigid row does more than [guide](STRAIGHT): pendulums, doors, flippers, wheels with gears. A revolute
/// joint loses energy in sweeps, and a motor drives its joint past the limit.
const SMALL: usize = 3;

/// Products of 3x3 blocks for each body: a tree takes one, a closed chain three, a scissor lift or a truss
/// six.
const BUDGET: usize = 8;

/// In the arrays of all mechanisms.
#[derive(Clone, Debug, Default)]
pub(in crate::together) struct Mechanism {
    pub(in crate::together) nodes: Range<usize>,
    pub(in crate::together) links: Range<usize>,
    pub(super) blocks: Range<usize>,
    pub(super) targets: Range<usize>,
    /// Rows may contradict each other: loops, several joints to the ground, two joints between two bodies.
    pub(in crate::together) is_closed: bool,
}

/// Nodes and blocks are counted within the mechanism.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkEnds {
    pub(crate) joint: u32,
    /// Of A and B, [`NONE`] for a body of infinite mass.
    pub(crate) nodes: [u32; 2],
    /// [`NONE`] if one body has infinite mass.
    pub(super) block: u32,
}

/// The graph stays while this does.
#[derive(Clone, Debug, Default)]
struct Key {
    /// A search may end in a panic, over a body that does not exist.
    is_complete: bool,
    method: DirectJoints,
    ends: Vec<Ends>,
    masses: Vec<BodyMass>,
}

/// Of a joint row: A, B, and [`OTHER`] if it cannot be solved directly, else how many directions its rigid
/// equations hold ([`directions`]), plus the flag [`STRAIGHT`].
type Ends = (BodyRow, BodyRow, u32);

/// The row only guides along a line, as a locked coordinate does, and sweeps solve it well.
const STRAIGHT: u32 = 1 << 8;

fn directions((_, _, known): Ends) -> u32 {
    known & (STRAIGHT - 1)
}

fn holds_angle((_, _, known): Ends) -> bool {
    known == 1
}

const TWO_ROWS: u32 = 1 << 9;

const OTHER: u32 = u32::MAX;

/// The *inverse* mass (1/kg), and whether anything moves the body.
type BodyMass = (f32, bool);

#[inline(always)]
fn mass_of(input: &BodyInput) -> BodyMass {
    (input.inverse_mass, input.is_movable())
}

/// Not solved directly: a point with a bound of its force, which is not linear, and the rare pulleys and
/// images ([`ConstraintError::Image`]). A rigid distance (a rod), or one with an upper limit (a rope), counts
/// twice: a revolute joint or another rod may hold its direction already.
#[inline(always)]
fn ends_of(rows: &JointRows) -> Ends {
    let is_rigid = rows.mode == RowMode::Rigid;
    let is_rope = matches!(rows.mode, RowMode::Limit { range } if range[1] < f32::INFINITY);
    let is_shut = matches!(rows.mode, RowMode::Limit { range: [lower, upper] } if lower == upper);
    let equations = match rows.error {
        ConstraintError::Point(_) if rows.force_bounds[1] == f32::INFINITY => {
            TWO_ROWS + 2 * u32::from(is_rigid)
        }
        ConstraintError::Angle { .. } => u32::from(is_rigid || is_shut),
        ConstraintError::Axis { .. } => STRAIGHT + 2 * u32::from(is_rigid),
        ConstraintError::Distance { .. } => 2 * u32::from(is_rigid || is_rope),
        ConstraintError::Point(_) | ConstraintError::Pulley { .. } | ConstraintError::Image { .. } => OTHER,
    };
    (rows.a, rows.b, equations)
}

impl Key {
    /// Without a branch for each, because in nearly all steps nothing differs.
    fn holds(&self, method: DirectJoints, joints: &[JointRows], inputs: &[BodyInput]) -> bool {
        let row_has_changed = |(ends, rows): (&Ends, &JointRows)| {
            let now = ends_of(rows);
            (ends.0.0 ^ now.0.0) | (ends.1.0 ^ now.1.0) | (ends.2 ^ now.2)
        };
        let mass_has_changed = |(mass, input): (&BodyMass, &BodyInput)| {
            let now = mass_of(input);
            (mass.0.to_bits() ^ now.0.to_bits()) | u32::from(mass.1 ^ now.1)
        };
        self.is_complete
            && self.method == method
            && self.ends.len() == joints.len()
            && self.masses.len() == inputs.len()
            && self.ends.iter().zip(joints).map(row_has_changed).fold(0, core::ops::BitOr::bitor) == 0
            && self.masses.iter().zip(inputs).map(mass_has_changed).fold(0, core::ops::BitOr::bitor) == 0
    }

    fn set(&mut self, method: DirectJoints, joints: &[JointRows], inputs: &[BodyInput]) {
        self.is_complete = false;
        self.method = method;
        self.ends.clear();
        self.ends.extend(joints.iter().map(ends_of));
        self.masses.clear();
        self.masses.extend(inputs.iter().map(mass_of));
    }
}

#[derive(Clone, Debug, Default)]
pub(in crate::together) struct Graph {
    key: Key,
    /// By joint row; empty if there is no mechanism.
    pub(super) is_direct: Vec<bool>,
    pub(in crate::together) mechanisms: Vec<Mechanism>,
    /// In the order of elimination.
    pub(in crate::together) bodies: Vec<BodyRow>,
    pub(in crate::together) links: Vec<LinkEnds>,
    pub(super) elimination: Elimination,
    /// For the schedule.
    pub(super) clusters: Clusters,
    search: Search,
}

/// By body row unless said otherwise.
#[derive(Clone, Debug, Default)]
struct Search {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    is_grounded: Vec<bool>,
    /// By a rigid row that does more than guide along a line.
    is_held: Vec<bool>,
    /// By a row that holds an angle. A joint holds it if both of its bodies have such a row.
    is_stiff: Vec<bool>,
    is_visited: Vec<bool>,
    mechanism: Vec<u32>,
    node: Vec<u32>,
    /// Breadth first, with the place of each body's parent in this list.
    order: Vec<u32>,
    parents: Vec<u32>,
    /// By position in `order`: of the body and all below it, kg.
    loads: Vec<f32>,
    /// By node: with an earlier or later node, and with the ground.
    equations: Vec<[u32; 2]>,
}

impl Graph {
    /// Returns false if the graph is that of the last call.
    pub(super) fn find(&mut self, method: DirectJoints, joints: &[JointRows], inputs: &[BodyInput]) -> bool {
        if method == DirectJoints::Off || joints.is_empty() {
            let had_any = !self.mechanisms.is_empty();
            if had_any || !self.key.ends.is_empty() {
                self.key = Key::default();
                self.clear();
            }
            return had_any;
        }
        if self.key.holds(method, joints, inputs) {
            return false;
        }
        self.key.set(method, joints, inputs);
        self.clear();
        self.search.index(&self.key);
        for row in 1..inputs.len() {
            if !self.search.is_visited[row] && self.search.degree(row) > 0 {
                self.add_component(row);
            }
        }
        self.link();
        self.key.is_complete = true;
        true
    }

    fn clear(&mut self) {
        let Self { key: _, is_direct, mechanisms, bodies, links, elimination, clusters, search: _ } = self;
        is_direct.clear();
        mechanisms.clear();
        bodies.clear();
        links.clear();
        elimination.clear();
        clusters.clear();
    }

    /// If it is to be solved directly.
    fn add_component(&mut self, first: usize) {
        let Self { key, mechanisms, bodies, elimination, search, .. } = self;
        let root = search.root(first, &key.masses);
        search.walk(root);
        let is_chosen = key.method == DirectJoints::All
            || search.is_small()
            || search.carried_ratio(&key.masses) >= CARRIED
            || search.load_ratio(&key.masses) >= LOADED;
        if !is_chosen {
            return;
        }
        let count = search.order.len();
        for (i, &body) in search.order.iter().enumerate() {
            search.node[body as usize] = (count - 1 - i) as u32;
        }
        let (blocks, targets) = (elimination.block_count(), elimination.target_count());
        let Search { order, node, starts, neighbours, .. } = &*search;
        let neighbours_of = |j: usize| {
            let body = order[count - 1 - j] as usize;
            neighbours[starts[body] as usize..starts[body + 1] as usize].iter().map(|&b| node[b as usize])
        };
        if !elimination.add(count, BUDGET, neighbours_of) {
            return;
        }
        let nodes = bodies.len()..bodies.len() + count;
        bodies.extend(order.iter().rev().map(|&body| BodyRow(body)));
        for &body in &search.order {
            search.mechanism[body as usize] = mechanisms.len() as u32;
        }
        mechanisms.push(Mechanism {
            nodes,
            links: 0..0,
            is_closed: false,
            blocks: blocks..elimination.block_count(),
            targets: targets..elimination.target_count(),
        });
    }

    /// In the order of the joints.
    fn link(&mut self) {
        let Self { key, is_direct, mechanisms, bodies, links, elimination, clusters, search } = self;
        if mechanisms.is_empty() {
            return;
        }
        is_direct.resize(key.ends.len(), false);
        let found = |&(a, b, known): &Ends| {
            let mechanisms = [a, b].map(|body| search.mechanism[body.index()]);
            let found = mechanisms[0].min(mechanisms[1]);
            (known != OTHER && a != b && found != NONE).then_some(found)
        };
        for ends in &key.ends {
            if let Some(mechanism) = found(ends) {
                mechanisms[mechanism as usize].links.end += 1;
            }
        }
        let mut end = 0;
        for mechanism in &mut *mechanisms {
            let count = mechanism.links.end;
            mechanism.links = end..end;
            end += count;
        }
        links.resize(end, LinkEnds { joint: 0, nodes: [NONE; 2], block: NONE });
        for (joint, ends) in key.ends.iter().enumerate() {
            let Some(index) = found(ends) else { continue };
            is_direct[joint] = true;
            let mechanism = &mut mechanisms[index as usize];
            let nodes = [ends.0, ends.1].map(|body| {
                if search.mechanism[body.index()] == NONE { NONE } else { search.node[body.index()] }
            });
            let block = elimination.block(mechanism.nodes.start, mechanism.blocks.start, nodes);
            links[mechanism.links.end] = LinkEnds { joint: joint as u32, nodes, block };
            mechanism.links.end += 1;
        }
        for mechanism in &mut *mechanisms {
            let own = &links[mechanism.links.clone()];
            mechanism.is_closed = search.is_closed(mechanism, own, &key.ends);
        }
        for mechanism in &*mechanisms {
            let others = links[mechanism.links.clone()].iter().flat_map(|link| {
                let (a, b, _) = key.ends[link.joint as usize];
                [(a, link.nodes[0]), (b, link.nodes[1])]
            });
            let others = others.filter(|&(body, node)| node == NONE && body != BodyRow::STATIC);
            let own = bodies[mechanism.nodes.clone()].iter().copied();
            clusters.push(own.chain(others.map(|(body, _)| body)));
        }
    }
}

impl Search {
    fn index(&mut self, Key { ends, masses, .. }: &Key) {
        let Self { starts, neighbours, is_grounded, is_held, is_stiff, is_visited, mechanism, node, .. } =
            self;
        let count = masses.len();
        for flags in [&mut *is_grounded, &mut *is_held, &mut *is_stiff, &mut *is_visited] {
            flags.clear();
            flags.resize(count, false);
        }
        for indices in [&mut *mechanism, &mut *node] {
            indices.clear();
            indices.resize(count, NONE);
        }
        starts.clear();
        starts.resize(count + 1, 0);
        let pairs = || {
            ends.iter().filter(|(a, b, known)| *known != OTHER && a != b).map(|&(a, b, known)| {
                let does_more = known & STRAIGHT == 0 && directions((a, b, known)) > 0;
                ([a.index(), b.index()], does_more)
            })
        };
        for &ends in ends.iter().filter(|&&ends| holds_angle(ends)) {
            (is_stiff[ends.0.index()], is_stiff[ends.1.index()]) = (true, true);
        }
        for ([a, b], is_rigid) in pairs() {
            for (body, other) in [(a, b), (b, a)] {
                // A body joined only to one of infinite mass is its own neighbour, so that it counts.
                if masses[body].1 {
                    starts[body] += 1;
                    is_grounded[body] |= !masses[other].1;
                    is_held[body] |= is_rigid;
                }
            }
        }
        let mut end = 0;
        for start in &mut *starts {
            end += *start;
            *start = end;
        }
        neighbours.clear();
        neighbours.resize(end as usize, 0);
        for ([a, b], _) in pairs() {
            for (body, other) in [(a, b), (b, a)] {
                if masses[body].1 {
                    starts[body] -= 1;
                    neighbours[starts[body] as usize] = if masses[other].1 { other } else { body } as u32;
                }
            }
        }
    }

    fn is_closed(&mut self, mechanism: &Mechanism, links: &[LinkEnds], ends: &[Ends]) -> bool {
        let count = mechanism.nodes.len();
        self.equations.clear();
        self.equations.resize(count, [0; 2]);
        let (mut grounded, mut last) = (0, NONE);
        for link in links {
            let rigid = directions(ends[link.joint as usize]);
            let [a, b] = link.nodes;
            // In a tree, only the parent of a node is later.
            let [within, ground] = &mut self.equations[a.min(b) as usize];
            if a.max(b) == NONE {
                let node = a.min(b);
                grounded += u32::from(node != last);
                last = node;
                *ground += rigid;
            } else {
                *within += rigid;
            }
        }
        let too_many = |equations: &[u32; 2]| equations[0] > 3 || equations[1] > 3;
        mechanism.blocks.len() + 1 > count || grounded > 1 || self.equations.iter().any(too_many)
    }

    fn degree(&self, body: usize) -> u32 {
        self.starts[body + 1] - self.starts[body]
    }

    fn walk(&mut self, root: usize) {
        let Self { starts, neighbours, is_visited, order, parents, node, .. } = self;
        order.clear();
        parents.clear();
        order.push(root as u32);
        parents.push(NONE);
        is_visited[root] = true;
        node[root] = 0;
        let mut next = 0;
        while let Some(&body) = order.get(next) {
            let own = starts[body as usize] as usize..starts[body as usize + 1] as usize;
            for &other in &neighbours[own] {
                if node[other as usize] == NONE {
                    node[other as usize] = 0;
                    is_visited[other as usize] = true;
                    order.push(other);
                    parents.push(next as u32);
                }
            }
            next += 1;
        }
    }

    /// Marks the bodies of the component as visited.
    fn root(&mut self, first: usize, masses: &[BodyMass]) -> usize {
        self.walk(first);
        for &body in &self.order {
            self.node[body as usize] = NONE;
        }
        let grounded = self.order.iter().filter(|&&body| self.is_grounded[body as usize]);
        if let Some(&root) = grounded.min() {
            return root as usize;
        }
        let mut best = first;
        for &body in &self.order {
            let (own_inverse, least_inverse) = (masses[body as usize].0, masses[best].0);
            if own_inverse < least_inverse || own_inverse == least_inverse && (body as usize) < best {
                best = body as usize;
            }
        }
        best
    }

    fn is_small(&self) -> bool {
        let has = |flags: &[bool]| self.order.iter().any(|&body| flags[body as usize]);
        self.order.len() <= SMALL && has(&self.is_grounded) && has(&self.is_held)
    }

    fn load_ratio(&mut self, masses: &[BodyMass]) -> f32 {
        let Self { order, parents, loads, is_stiff, .. } = self;
        let is_stiff = |i: usize| is_stiff[order[i] as usize];
        let square_if = |is_stiff: bool, ratio: f32| if is_stiff { ratio * ratio } else { ratio };
        let mass = |body: u32| match masses[body as usize] {
            (inverse, true) if inverse > 0.0 => 1.0 / inverse,
            _ => 0.0,
        };
        loads.clear();
        loads.extend(order.iter().map(|&body| mass(body)));
        let mut greatest = 0.0;
        for i in (1..order.len()).rev() {
            let parent = parents[i] as usize;
            let (own_inverse, above_inverse) =
                (masses[order[i] as usize].0, masses[order[parent] as usize].0);
            let ratio = loads[i] * if own_inverse > above_inverse { own_inverse } else { above_inverse };
            let ratio = square_if(is_stiff(i) && is_stiff(parent), ratio);
            greatest = if ratio > greatest { ratio } else { greatest };
            loads[parent] += loads[i];
        }
        let root = square_if(is_stiff(0), loads[0] * masses[order[0] as usize].0);
        if root > greatest { root } else { greatest }
    }

    /// Zero if a body is joined to one of infinite mass, or if the root has a locked coordinate.
    fn carried_ratio(&self, masses: &[BodyMass]) -> f32 {
        let root = self.order[0] as usize;
        let own_inverse = masses[root].0;
        if own_inverse <= 0.0 || self.order.iter().any(|&body| self.is_grounded[body as usize]) {
            return 0.0;
        }
        let joined = self.starts[root] as usize..self.starts[root + 1] as usize;
        let mut greatest_inverse = own_inverse;
        for &body in &self.neighbours[joined] {
            let other_inverse = masses[body as usize].0;
            greatest_inverse =
                if other_inverse > greatest_inverse { other_inverse } else { greatest_inverse };
        }
        greatest_inverse / own_inverse
    }
}
