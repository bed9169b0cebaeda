//! A step of many small worlds in which the solver runs once for all of them.
//!
//! ```text
//!   world 0   pairs, manifolds, rows --,              ,--> new poses, events, sleep
//!   world 1   pairs, manifolds, rows ----> one solve ----> new poses, events, sleep
//!   ...                              --'              '--> ...
//! ```
//!
//! A small world has few contacts of each colour, so most of the eight lanes are empty, and what a solver
//! does once per step weighs as much as its contacts.
//!
//! **The bits of a world do not depend on its neighbours**: no constraint connects two worlds, so colours,
//! mechanisms and loaded clusters are each world's own; else the solver refuses (`SoftSolver::step_merged`).
//! Worlds solved together have the same settings of the solver, and all have joints or none.

use super::columns::{self, Bases};
use super::{LastStep, Pipeline, Stages};
use super::{faces, methods};
use crate::stores::Stores;
use crate::time_step::TimeStep;
use broadphase::Broadphase;
use compute::{Width, Workers};
use solver::joint::add_geometric_stiffness;
use solver::{Bodies, BodyRow, Contact, ContactGraph, JointRows, SoftSolver, SolverNets, SolverSettings};

pub(crate) const MOST_WORLDS: usize = 64;

/// A larger world fills lanes by itself, and may be cut into strips.
const MOST_BODIES: usize = 255;

pub(crate) trait Stepped {
    type Broadphase: Broadphase;

    fn stores(&self) -> &Stores;

    fn prefetch(&self);

    fn parts(&mut self) -> (&mut Stores, &mut Self::Broadphase, &mut LastStep);

    /// After a step of `dt` seconds.
    fn finish_step(&mut self, dt: f32);
}

#[derive(Debug)]
pub(crate) struct MergedStep {
    pipeline: Pipeline,
    workers: Workers,
    stages: Vec<Stages>,
    waiting: Vec<Waiting>,
    /// As indices into `waiting`.
    chosen: Vec<usize>,
    joined: Joined,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    place: usize,
    time: TimeStep,
    is_solved: bool,
}

/// One after the other.
#[derive(Debug, Default)]
struct Joined {
    solver: SoftSolver,
    bodies: Bodies,
    contacts: Vec<Contact>,
    joints: Vec<JointRows>,
    supports: Vec<usize>,
    starts: Vec<Start>,
    /// Bodies between taut joints, with more inertia than the worlds say.
    stiffened: Vec<(BodyRow, f32)>,
    faces: faces::Memory,
}

#[derive(Clone, Copy, Debug)]
struct Start {
    /// Added to its rows above zero.
    rows: u32,
    contacts: usize,
    joints: usize,
}

impl Start {
    fn joined_row(self, row: BodyRow) -> BodyRow {
        if row == BodyRow::STATIC { row } else { BodyRow(row.0 + self.rows) }
    }
}

impl Default for MergedStep {
    fn default() -> Self {
        Self {
            pipeline: Pipeline::default(),
            workers: Workers::serial(),
            stages: Vec::new(),
            waiting: Vec::new(),
            chosen: Vec::new(),
            joined: Joined::default(),
        }
    }
}

impl MergedStep {
    pub(crate) fn set_width(&mut self, width: Width) {
        self.pipeline.set_width(width);
        self.joined.solver = SoftSolver::with_width(width);
    }

    pub(crate) fn step<W: Stepped>(&mut self, worlds: &mut [&mut W], dt: f32) {
        self.waiting.clear();
        self.stages.resize_with(worlds.len().max(self.stages.len()), Stages::default);
        for place in 0..worlds.len() {
            if let Some(later) = worlds.get(place + 2) {
                compute::prefetch(later.stores());
            }
            if let Some(next) = worlds.get(place + 1) {
                next.prefetch();
            }
            let world = &mut *worlds[place];
            if !self.begin(place, world, dt) {
                world.finish_step(dt);
            }
        }
        while let Some(first) = self.waiting.iter().position(|waiting| !waiting.is_solved) {
            self.choose(worlds, first);
            self.solve(worlds);
        }
        for index in 0..self.waiting.len() {
            let Waiting { place, time, .. } = self.waiting[index];
            let world = &mut *worlds[place];
            let (stores, broadphase, last_step) = world.parts();
            let stages = &mut self.stages[place];
            stages.finish_solve(stores, broadphase, &time, &mut self.workers);
            stages.finalize(stores, broadphase, &time, &mut self.workers);
            stages.fall_asleep(stores, &time);
            stages.end(stores, last_step);
            world.finish_step(dt);
        }
    }

    /// Returns whether it waits for the solver.
    fn begin<W: Stepped>(&mut self, place: usize, world: &mut W, dt: f32) -> bool {
        let (stores, broadphase, last_step) = world.parts();
        let rules = methods::rules_of_whole_step(&stores.settings);
        let Some(rules) = rules.filter(|_| Pipeline::is_time(dt) && stores.bodies.awake.len() <= MOST_BODIES)
        else {
            self.pipeline.step(stores, broadphase, last_step, dt);
            return false;
        };
        let stages = &mut self.stages[place];
        stages.begin(last_step);
        last_step.times = super::StageTimes::default();
        last_step.trace = super::StepTrace::default();
        stores.settle_masses();
        let time = TimeStep::new(rules, dt, stores.contacts.h);
        if !stages.find_pairs(stores, broadphase, &time, &mut self.workers) {
            stages.end(stores, last_step);
            return false;
        }
        stages.find_manifolds(stores, &time, self.joined.solver.width(), &mut self.workers);
        stages.prepare_solve(stores, &time, &mut self.workers);
        // An island that woke may have made it large.
        let is_solved = stores.bodies.awake.len() > MOST_BODIES;
        if is_solved {
            let Stages { narrow_phase, solve, .. } = stages;
            let bases = Bases { on_static: narrow_phase.bases(), has_kinematic: solve.has_kinematic };
            self.pipeline.solve(stores, &time, &mut solve.joints, bases);
        }
        self.waiting.push(Waiting { place, time, is_solved });
        true
    }

    fn choose<W: Stepped>(&mut self, worlds: &[&mut W], first: usize) {
        let key = |waiting: &Waiting| {
            let settings = &worlds[waiting.place].stores().settings;
            let has_joints = !self.stages[waiting.place].solve.joints.rows.is_empty();
            (settings.scaled_solver(), settings.length_unit, has_joints)
        };
        let key_of_first = key(&self.waiting[first]);
        self.chosen.clear();
        for index in first..self.waiting.len() {
            let waiting = &self.waiting[index];
            if !waiting.is_solved && key(waiting) == key_of_first {
                self.chosen.push(index);
            }
        }
        for &index in &self.chosen {
            self.waiting[index].is_solved = true;
        }
    }

    fn solve<W: Stepped>(&mut self, worlds: &mut [&mut W]) {
        let Self { pipeline, stages, waiting, chosen, joined, .. } = self;
        joined.clear();
        for &index in &*chosen {
            let Waiting { place, time, .. } = waiting[index];
            joined.push(worlds[place].stores(), &stages[place], &time);
        }
        let Waiting { place, time, .. } = waiting[chosen[0]];
        let settings = worlds[place].stores().settings;
        let stores_of = |scene: usize| worlds[waiting[chosen[scene]].place].stores();
        joined.solver.set_length_unit(settings.length_unit);
        joined.solver.set_dominance((0..chosen.len()).any(|scene| stores_of(scene).bodies.may_dominate));
        joined.find_columns(stores_of, &settings.scaled_solver(), time.dt);
        let is_solved = joined.solve(&settings.scaled_solver(), &time);
        for (scene, &index) in chosen.iter().enumerate() {
            let Waiting { place, time, .. } = waiting[index];
            let (stores, stages) = (worlds[place].parts().0, &mut stages[place]);
            if is_solved {
                joined.take(scene, stores, stages);
            } else {
                let Stages { narrow_phase, solve, .. } = stages;
                let bases = Bases { on_static: narrow_phase.bases(), has_kinematic: solve.has_kinematic };
                pipeline.solve(stores, &time, &mut solve.joints, bases);
            }
        }
        if is_solved {
            for &contact in joined.solver.weakened_contacts() {
                let scene = joined.starts.partition_point(|start| start.contacts <= contact as usize) - 1;
                worlds[waiting[chosen[scene]].place].parts().0.nets.weakened += 1;
            }
        }
    }
}

impl Joined {
    fn clear(&mut self) {
        let Self { solver: _, bodies, contacts, joints, supports, starts, stiffened, faces } = self;
        bodies.clear();
        contacts.clear();
        joints.clear();
        supports.clear();
        starts.clear();
        stiffened.clear();
        faces.sides.clear();
    }

    fn push(&mut self, stores: &Stores, stages: &Stages, time: &TimeStep) {
        let rows = self.bodies.append(&stores.bodies.awake.solver);
        let start = Start { rows, contacts: self.contacts.len(), joints: self.joints.len() };
        self.contacts.extend_from_slice(&stores.contacts.awake.contacts);
        for contact in &mut self.contacts[start.contacts..] {
            (contact.a, contact.b) = (start.joined_row(contact.a), start.joined_row(contact.b));
        }
        self.joints.extend_from_slice(&stages.solve.joints.rows);
        for joint in &mut self.joints[start.joints..] {
            (joint.a, joint.b) = (start.joined_row(joint.a), start.joined_row(joint.b));
        }
        let bases =
            Bases { on_static: stages.narrow_phase.bases(), has_kinematic: stages.solve.has_kinematic };
        if let Some(supports) = columns::supports(stores, time, bases) {
            self.supports.extend(supports.map(|index| index + start.contacts));
        }
        faces::find(stores, &stages.solve.joints.rows, time.dt, start.contacts, &mut self.faces);
        self.starts.push(start);
    }

    fn find_columns<'a>(
        &mut self,
        stores_of: impl Fn(usize) -> &'a Stores,
        settings: &SolverSettings,
        dt: f32,
    ) {
        if self.supports.is_empty() {
            return;
        }
        let starts = &self.starts;
        let contacts_of = |row: BodyRow| {
            let scene = starts.partition_point(|start| start.rows < row.0) - 1;
            let start = starts[scene];
            let own = BodyRow(row.0 - start.rows);
            columns::contacts_of(stores_of(scene), own).map(move |index| index + start.contacts)
        };
        let supports = self.supports.iter().copied();
        let graph = ContactGraph { bodies: &self.bodies, contacts: &self.contacts, supports, contacts_of };
        self.solver.prepare(graph, settings, dt);
    }

    /// Returns false if each has to be solved alone: if the solver refuses them, or gave something up or
    /// forgot impulses, which it does not count by scene.
    fn solve(&mut self, settings: &SolverSettings, time: &TimeStep) -> bool {
        let Self { solver, bodies, contacts, joints, stiffened, faces, .. } = self;
        solver.set_sides(contacts, faces.sides.drain(..));
        add_geometric_stiffness(bodies.inputs_mut(), joints, time.h, stiffened);
        let is_solved = solver.step_merged(bodies, contacts, joints, settings, time.dt);
        let SolverNets { given_up, forgotten, .. } = solver.nets();
        is_solved && given_up + forgotten == 0
    }

    fn take(&self, scene: usize, stores: &mut Stores, stages: &mut Stages) {
        let start = self.starts[scene];
        let states = stores.bodies.awake.solver.states_mut();
        let first = start.rows as usize + 1;
        let count = states.len() - 1;
        states[1..].copy_from_slice(&self.bodies.states()[first..first + count]);
        if !self.stiffened.is_empty() {
            let inputs = stores.bodies.awake.solver.inputs_mut();
            inputs[1..].copy_from_slice(&self.bodies.inputs()[first..first + count]);
        }
        let contacts = &mut stores.contacts.awake.contacts;
        for (contact, &solved) in contacts.iter_mut().zip(&self.contacts[start.contacts..]) {
            *contact = Contact { a: contact.a, b: contact.b, ..solved };
        }
        let joints = &mut stages.solve.joints.rows;
        for (joint, &solved) in joints.iter_mut().zip(&self.joints[start.joints..]) {
            *joint = JointRows { a: joint.a, b: joint.b, ..solved };
        }
    }
}
