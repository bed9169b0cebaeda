//! The last stage: islands that have been slow for long and are at rest fall asleep.
//!
//! An island is a set of dynamic bodies that contacts and joints connect, found by union-find, only in steps
//! in which one may be due:
//!
//! ```text
//!   slow for       body      0.7  0.9  0.1 | 0.2  0.3  0.8 | 0.6  0.9     s
//!                  island         0.1      |      0.2      |    0.6       the least of its bodies: the last
//!                                                                         island falls asleep
//!   longest slow                              0.2                         of the others: no search for 0.3 s
//! ```
//!
//! **No island that is awake has been slow for longer than `Bodies::longest_slow`**:
//!
//! - in a step the time of a body grows by `dt` or becomes zero, and the bound grows by `dt`; floating-point
//!   sums keep the order, so it holds exactly;
//! - a new contact or joint merges islands, and the lesser of their times counts;
//! - a lost one may split an island, and a part may fall asleep sooner. Each part holds an endpoint, so
//!   raising the bound to the times of the endpoints is enough. Only the narrow phase does: what else removes
//!   a link or a body wakes them.
//!
//! An island that is due but not at rest (`rest.rs`) is examined again after half a second. Turned down
//! (`docs/experiments/world.md`): islands that persist.

use super::rest::{self, Member};
use crate::settings::TIME_TO_SLEEP;
use crate::slot::BodySlot;
use crate::stores::{Bodies, Contacts, Joints, Stores};
use crate::time_step::TimeStep;
use compute::math::{max, min};
use solver::BodyRow;

#[derive(Debug, Default)]
pub(super) struct Memory {
    islands: Islands,
    members: Vec<Member>,
    island: Vec<BodySlot>,
    rest: rest::Memory,
}

#[derive(Debug, Default)]
struct Islands {
    parent: Vec<u32>,
    /// Of the root of each island: the least time that a body of it has been slow, s.
    slow_for: Vec<f32>,
}

impl Islands {
    fn reset(&mut self, bodies: &Bodies) {
        let motions = &bodies.awake.motions;
        self.parent.clear();
        self.parent.extend(0..motions.len() as u32);
        self.slow_for.clear();
        self.slow_for.extend(motions.iter().map(|motion| motion.slow_for));
    }

    /// Halves the path to it.
    fn root(&mut self, row: u32) -> u32 {
        let mut row = row;
        while self.parent[row as usize] != row {
            let above = self.parent[row as usize];
            self.parent[row as usize] = self.parent[above as usize];
            row = above;
        }
        row
    }

    /// The lower root stays, so the result does not depend on the order of calls.
    fn merge(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high as usize] = low;
        self.slow_for[low as usize] = min(self.slow_for[low as usize], self.slow_for[high as usize]);
    }

    /// To that of a kinematic body beside it.
    fn limit(&mut self, row: u32, slow_for: f32) {
        let root = self.root(row) as usize;
        self.slow_for[root] = min(self.slow_for[root], slow_for);
    }
}

pub(super) fn run(stores: &mut Stores, time: &TimeStep, memory: &mut Memory) {
    stores.bodies.longest_slow += time.dt;
    if stores.settings.sleeping && stores.bodies.longest_slow >= TIME_TO_SLEEP {
        let Memory { islands, members, island, rest } = memory;
        islands.reset(&stores.bodies);
        merge_connected(&stores.bodies, &stores.joints, &stores.contacts, islands);
        stores.bodies.longest_slow = collect_due(&stores.bodies, islands, members);
        // Rows change when an island falls asleep, so all are examined before.
        rest.keep_those_at_rest(stores, time.dt, members);
        for same_root in members.chunk_by(|a, b| a.0 == b.0) {
            island.clear();
            island.extend(same_root.iter().map(|member| member.2));
            stores.put_to_sleep(island);
        }
    }
}

fn merge_connected(bodies: &Bodies, joints: &Joints, contacts: &Contacts, islands: &mut Islands) {
    let with_points = contacts.awake.contacts.iter().filter(|contact| contact.manifold.count > 0);
    let of_contacts = with_points.map(|contact| [contact.a, contact.b]);
    let of_joints = joints.awake.iter().map(|joint| joints[joint.slot].bodies.map(|body| bodies[body].row()));
    let slow_for = |row: BodyRow| bodies.awake.motions[row.index()].slow_for;
    for [a, b] in of_contacts.chain(of_joints) {
        match [a, b].map(|row| bodies.awake.solver.inputs()[row.index()].is_movable()) {
            [true, true] => islands.merge(a.0, b.0),
            // A kinematic body connects no islands, but keeps those beside it awake while it moves.
            [true, false] if b != BodyRow::STATIC => islands.limit(a.0, slow_for(b)),
            [false, true] if a != BodyRow::STATIC => islands.limit(b.0, slow_for(a)),
            _ => {}
        }
    }
}

/// Returns the longest time that any other island has been slow, s.
fn collect_due(bodies: &Bodies, islands: &mut Islands, members: &mut Vec<Member>) -> f32 {
    let motions = &bodies.awake.motions;
    let mut longest_slow = 0.0;
    members.clear();
    for row in 1..motions.len() as u32 {
        let root = islands.root(row);
        let slow_for = islands.slow_for[root as usize];
        if slow_for >= TIME_TO_SLEEP {
            members.push((root, row, motions[row as usize].body));
        } else {
            longest_slow = max(longest_slow, slow_for);
        }
    }
    compute::sort(members);
    longest_slow
}

#[cfg(test)]
mod tests {
    use crate::{BodyDef, BodyKind, ColliderDef, JointDef, RevoluteJoint, World, WorldSettings};
    use geom::{Pose, Shape};
    use proptest::prelude::*;
    use textbook::ClassicSettings;

    #[derive(Clone, Copy, Debug)]
    enum Action {
        /// Adds a body of this kind at a position, with a velocity along x.
        Add {
            kind: u8,
            x: f32,
            y: f32,
            speed: f32,
            can_sleep: bool,
        },
        Remove(usize),
        AddJoint {
            a: usize,
            b: usize,
        },
        RemoveJoint(usize),
        Move {
            body: usize,
            x: f32,
            y: f32,
        },
        /// Sets a velocity, below or above the limit of slow bodies.
        SetVelocity {
            body: usize,
            speed: f32,
        },
        Wake(usize),
        SetKind {
            body: usize,
            kind: u8,
        },
        Settings {
            sleeping: bool,
            classic: bool,
        },
        Step {
            count: u8,
            dt: f32,
        },
    }

    fn action() -> impl Strategy<Value = Action> {
        let body = || 0_usize..16;
        let speed = || prop_oneof![Just(0.0_f32), -0.04_f32..0.04, -0.2_f32..0.2];
        let kind = || prop_oneof![1 => Just(0_u8), 3 => Just(1), 12 => Just(2)];
        let lengths = prop_oneof![3 => Just(1.0_f32 / 60.0), 1 => Just(1.0 / 144.0), 1 => Just(1.0 / 30.0)];
        prop_oneof![
            6 => (kind(), -2.0_f32..2.0, 0_u8..4, speed(), prop::bool::weighted(0.9)).prop_map(
                |(kind, x, level, speed, can_sleep)| {
                    Action::Add { kind, x, y: 0.25 + 0.5 * f32::from(level), speed, can_sleep }
                }
            ),
            1 => body().prop_map(Action::Remove),
            1 => (body(), body()).prop_map(|(a, b)| Action::AddJoint { a, b }),
            1 => body().prop_map(Action::RemoveJoint),
            1 => (body(), -2.0_f32..2.0, 0.0_f32..2.0).prop_map(|(body, x, y)| Action::Move { body, x, y }),
            3 => (body(), speed()).prop_map(|(body, speed)| Action::SetVelocity { body, speed }),
            1 => body().prop_map(Action::Wake),
            1 => (body(), 0_u8..3).prop_map(|(body, kind)| Action::SetKind { body, kind }),
            1 => (prop::bool::weighted(0.7), any::<bool>())
                .prop_map(|(sleeping, classic)| Action::Settings { sleeping, classic }),
            8 => (1_u8..60, lengths).prop_map(|(count, dt)| Action::Step { count, dt }),
        ]
    }

    fn settings(sleeping: bool, classic: bool) -> WorldSettings {
        let settings = WorldSettings::default().sleeping(sleeping);
        let again = ClassicSettings { detect_each_iteration: true, ..ClassicSettings::default() };
        if classic { settings.classic(again) } else { settings }
    }

    /// Applies actions to a world with a static ground. Returns which body fell asleep in which step, and the
    /// hash of the last state. With `search_always` every step searches for islands.
    fn history(actions: &[Action], classic: bool, search_always: bool) -> (Vec<(u32, usize)>, u64) {
        const KINDS: [BodyKind; 3] = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic];
        let mut world = World::new(settings(true, classic));
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap())).unwrap();
        let (mut bodies, mut joints, mut slept, mut steps) = (vec![ground], Vec::new(), Vec::new(), 0);
        for action in actions {
            // Some actions are refused, as for a stale handle or a half-space made dynamic: the test ignores
            // that.
            let pick = |i: usize| bodies[i % bodies.len()];
            match *action {
                Action::Add { kind, x, y, speed, can_sleep } => {
                    let def = BodyDef { kind: KINDS[kind as usize], can_sleep, ..BodyDef::default() };
                    let speed = if def.kind == BodyKind::Static { 0.0 } else { speed };
                    let body = world.add_body(def.position([x, y]).velocity([speed, 0.0])).unwrap();
                    world
                        .add_collider(body, ColliderDef::new(Shape::rectangle(0.25, 0.25).unwrap()))
                        .unwrap();
                    bodies.push(body);
                }
                Action::Remove(i) => drop(world.remove_body(pick(i))),
                Action::AddJoint { a, b } => {
                    let hinge = JointDef::new(pick(a), pick(b), RevoluteJoint::new());
                    joints.extend(world.add_joint(hinge));
                }
                Action::RemoveJoint(i) => drop(joints.get(i).map(|&joint| world.remove_joint(joint))),
                Action::Move { body, x, y } => {
                    let _ = world
                        .body_mut(pick(body))
                        .map(|mut body| body.set_pose(Pose::at([x, y])).map(|_| ()));
                }
                Action::SetVelocity { body, speed } => {
                    let _ = world.body_mut(pick(body)).map(|mut body| {
                        body.set_velocity([speed, 0.0])?.set_angular_velocity(0.0).map(|_| ())
                    });
                }
                Action::Wake(i) => drop(world.body_mut(pick(i)).map(|mut body| _ = body.wake())),
                Action::SetKind { body, kind } => {
                    let kind = KINDS[kind as usize];
                    let _ = world.body_mut(pick(body)).map(|mut body| body.set_kind(kind).map(|_| ()));
                }
                Action::Settings { sleeping, classic } => {
                    world.set_settings(settings(sleeping, classic)).unwrap();
                }
                Action::Step { count, dt } => {
                    for _ in 0..count {
                        if search_always {
                            world.stores.bodies.longest_slow = f32::INFINITY;
                        }
                        world.step(dt);
                        steps += 1;
                        slept.extend(
                            world.events().fell_asleep().iter().map(|event| (steps, event.body.index())),
                        );
                    }
                }
            }
        }
        (slept, world.state_hash())
    }

    /// A kinematic body moves slowly away from a box. The box falls asleep in the step in which they stop
    /// touching.
    #[test]
    fn box_falls_asleep_when_a_creeping_body_has_left_it() {
        for classic in [false, true] {
            for speed in [0.01, 0.013, 0.017, 0.02, 0.029, 0.033, 0.04] {
                let add = |kind, x, speed| Action::Add { kind, x, y: 0.25, speed, can_sleep: true };
                let mut actions = vec![add(2, 0.0, 0.0), add(1, 0.5, speed)];
                actions.extend([Action::Step { count: 50, dt: 1.0 / 60.0 }; 5]);
                let (slept, _) = history(&actions, classic, false);
                assert_eq!(slept.len(), 1, "{speed} m/s");
                assert_eq!(slept, history(&actions, classic, true).0, "{speed} m/s, classic: {classic}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// Searching for islands only when one may be due gives the same results as searching in every step.
        #[test]
        fn bodies_fall_asleep_as_if_every_step_searched_for_islands(
            actions in prop::collection::vec(action(), 1..60), classic: bool,
        ) {
            prop_assert_eq!(history(&actions, classic, false), history(&actions, classic, true));
        }
    }
}
