//! Stage 5: islands that have been slow for long fall asleep, whole.
//!
//! An island is what contacts and joints hold together among bodies that can be moved. The islands are found by
//! union-find, and only in steps in which some body has been slow for long enough: while everything moves this
//! costs one look at each timer.
//!
//! Turned down for now: islands that persist and are split when a contact is lost (Box2D), which pays when most
//! of a scene rests and a part of it does not.

use super::Scratch;
use crate::core::Core;
use crate::settings::TIME_TO_SLEEP;
use compute::math::min;

/// Union-find over the rows of awake bodies.
#[derive(Debug, Default)]
pub(super) struct Islands {
    parent: Vec<u32>,
    /// For the root of each island: the least time that a body of it has been slow, s.
    slow_for: Vec<f32>,
    /// Rows by island: the root, then the row.
    members: Vec<(u32, u32)>,
    /// Slots of the bodies of one island.
    island: Vec<u32>,
}

impl Islands {
    fn root(&mut self, row: u32) -> u32 {
        let mut row = row;
        while self.parent[row as usize] != row {
            let above = self.parent[row as usize];
            self.parent[row as usize] = self.parent[above as usize];
            row = above;
        }
        row
    }

    /// The lower root stays, so that the result does not depend on the order of the unions.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high as usize] = low;
        self.slow_for[low as usize] = min(self.slow_for[low as usize], self.slow_for[high as usize]);
    }
}

impl Core {
    pub(super) fn sleep_islands(&mut self, scratch: &mut Scratch) {
        let long = |slow_for: f32| slow_for >= TIME_TO_SLEEP;
        if !self.settings.sleeping || !self.awake.motions[1..].iter().any(|m| long(m.slow_for)) {
            return;
        }
        let islands = &mut scratch.islands;
        let rows = self.awake.motions.len() as u32;
        islands.parent.clear();
        islands.parent.extend(0..rows);
        islands.slow_for.clear();
        islands.slow_for.extend(self.awake.motions.iter().map(|motion| motion.slow_for));
        self.join_connected(islands);

        islands.members.clear();
        for row in 1..rows {
            let root = islands.root(row);
            if long(islands.slow_for[root as usize]) {
                islands.members.push((root, row));
            }
        }
        islands.members.sort_unstable();
        // Rows move when bodies leave; slots do not.
        for member in &mut islands.members {
            member.1 = self.awake.motions[member.1 as usize].body;
        }
        for island in islands.members.chunk_by(|a, b| a.0 == b.0) {
            islands.island.clear();
            islands.island.extend(island.iter().map(|member| member.1));
            self.put_to_sleep(&islands.island);
        }
    }

    fn join_connected(&self, islands: &mut Islands) {
        let connected = self
            .contacts
            .awake
            .contacts
            .iter()
            .filter(|contact| contact.manifold.count > 0)
            .map(|contact| [contact.a, contact.b]);
        let joined = self.awake_joints.iter().map(|joint| {
            let def = &self.joints[joint.slot].def;
            [def.a, def.b].map(|body| self.bodies[body].awake)
        });
        for [a, b] in connected.chain(joined) {
            match [a, b].map(|row| self.awake.bodies.inputs()[row as usize].is_movable()) {
                [true, true] => islands.join(a, b),
                // What moves by itself keeps what touches it awake, and is no bridge between islands.
                [true, false] => self.keep_awake_beside(islands, a, b),
                [false, true] => self.keep_awake_beside(islands, b, a),
                [false, false] => {}
            }
        }
    }

    fn keep_awake_beside(&self, islands: &mut Islands, row: u32, mover: u32) {
        if mover != solver::GROUND {
            let root = islands.root(row) as usize;
            let time = self.awake.motions[mover as usize].slow_for;
            islands.slow_for[root] = min(islands.slow_for[root], time);
        }
    }
}
