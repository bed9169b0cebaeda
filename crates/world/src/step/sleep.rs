//! Stage 5: islands that have been slow for long fall asleep, whole.
//!
//! An island is what contacts and joints hold together among bodies that can be moved. The islands are found by
//! union-find, which looks at every contact; but only in steps in which one of them may have been slow for long enough:
//!
//! ```text
//!   slow for   body      0.7  0.9  0.1 | 0.2  0.3  0.8 | 0.6  0.9      s
//!              island          0.1     |      0.2      |    0.6        its restless body decides: this one falls asleep
//!   longest rest                              0.2                      of those that stay awake: 0.3 s until the next look
//! ```
//!
//! From one step to the next a body has been slow for `dt` longer, or for no time at all. So no island's time grows by
//! more than the step; and a sum in floating point is not less for the greater of two addends, so neither is the bound that
//! `Core::longest_rest` adds up in the same way, to the last bit. What joins an island can only hold it up. What leaves one
//! may hurry: of two parts, one has lost the restless body. But each part has an end of a link that was lost, and has been
//! slow for no longer than that end; so the time of the ends is all that a loss has to tell the bound. Whatever removes a
//! contact, a joint or a body wakes the ends, which makes it 0; only the narrow phase takes points away without a word.
//!
//! Turned down: islands that persist from step to step, merged when a contact begins and split by a search when one has
//! ended (Box2D). They are exact only once they are split, which is put off to when the island wants to sleep: so when it
//! sleeps depends on which one is searched first. They cost a little in every step in which something touches; here a step
//! in which no island can sleep costs one addition. They would also tell the solver what belongs together; its zones do
//! that by place.

use super::Scratch;
use crate::core::Core;
use crate::settings::TIME_TO_SLEEP;
use compute::math::{max, min};
use solver::BodyRow;

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
    /// The stage, at the end of a step of `dt` seconds.
    pub(super) fn sleep_islands(&mut self, scratch: &mut Scratch, dt: f32) {
        self.longest_rest += dt;
        if self.settings.sleeping && self.longest_rest >= TIME_TO_SLEEP {
            self.look_for_sleepers(scratch);
        }
    }

    fn look_for_sleepers(&mut self, scratch: &mut Scratch) {
        let islands = &mut scratch.islands;
        let rows = self.awake.motions.len() as u32;
        islands.parent.clear();
        islands.parent.extend(0..rows);
        islands.slow_for.clear();
        islands.slow_for.extend(self.awake.motions.iter().map(|motion| motion.slow_for));
        self.join_connected(islands);

        islands.members.clear();
        self.longest_rest = 0.0;
        for row in 1..rows {
            let root = islands.root(row);
            let slow_for = islands.slow_for[root as usize];
            if slow_for >= TIME_TO_SLEEP {
                islands.members.push((root, row));
            } else {
                self.longest_rest = max(self.longest_rest, slow_for);
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
            match [a, b].map(|row| self.awake.bodies.inputs()[row.index()].is_movable()) {
                [true, true] => islands.join(a.0, b.0),
                // What moves by itself keeps what touches it awake, and is no bridge between islands.
                [true, false] => self.keep_awake_beside(islands, a, b),
                [false, true] => self.keep_awake_beside(islands, b, a),
                [false, false] => {}
            }
        }
    }

    fn keep_awake_beside(&self, islands: &mut Islands, row: BodyRow, mover: BodyRow) {
        if mover != BodyRow::STATIC {
            let root = islands.root(row.0) as usize;
            let time = self.awake.motions[mover.index()].slow_for;
            islands.slow_for[root] = min(islands.slow_for[root], time);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{BodyDef, BodyKind, ColliderDef, JointDef, RevoluteJoint, World, WorldSettings};
    use geom::{Pose, Shape};
    use proptest::prelude::*;
    use solver::ClassicSettings;

    #[derive(Clone, Copy, Debug)]
    enum Action {
        /// A body of this kind, at a place, with a velocity along x.
        Add {
            kind: u8,
            x: f32,
            y: f32,
            speed: f32,
            can_sleep: bool,
        },
        Remove(usize),
        Join {
            a: usize,
            b: usize,
        },
        Part(usize),
        Move {
            body: usize,
            x: f32,
            y: f32,
        },
        /// A velocity on both sides of the one below which a body is slow.
        Push {
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
            1 => (body(), body()).prop_map(|(a, b)| Action::Join { a, b }),
            1 => body().prop_map(Action::Part),
            1 => (body(), -2.0_f32..2.0, 0.0_f32..2.0).prop_map(|(body, x, y)| Action::Move { body, x, y }),
            3 => (body(), speed()).prop_map(|(body, speed)| Action::Push { body, speed }),
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

    /// A ground, and what is done to it. Returns what fell asleep in which step, and the state at last.
    fn history(actions: &[Action], classic: bool, look_always: bool) -> (Vec<(u32, usize)>, u64) {
        const KINDS: [BodyKind; 3] = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic];
        let mut world = World::new(settings(true, classic));
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap())).unwrap();
        let (mut bodies, mut joints, mut slept, mut steps) = (vec![ground], Vec::new(), Vec::new(), 0);
        for action in actions {
            // Stale handles are refused, and a ground that would fall: that is as good a history as any.
            let pick = |i: usize| bodies[i % bodies.len()];
            match *action {
                Action::Add { kind, x, y, speed, can_sleep } => {
                    let def = BodyDef { kind: KINDS[kind as usize], can_sleep, ..BodyDef::default() };
                    let body = world.add_body(def.position([x, y]).velocity([speed, 0.0])).unwrap();
                    world
                        .add_collider(body, ColliderDef::new(Shape::rectangle(0.25, 0.25).unwrap()))
                        .unwrap();
                    bodies.push(body);
                }
                Action::Remove(i) => drop(world.remove_body(pick(i))),
                Action::Join { a, b } => {
                    let hinge = JointDef::new(pick(a), pick(b), RevoluteJoint::new());
                    joints.extend(world.add_joint(hinge));
                }
                Action::Part(i) => drop(joints.get(i).map(|&joint| world.remove_joint(joint))),
                Action::Move { body, x, y } => drop(world.set_pose(pick(body), Pose::at([x, y]))),
                Action::Push { body, speed } => drop(world.set_velocity(pick(body), [speed, 0.0], 0.0)),
                Action::Wake(i) => drop(world.wake(pick(i))),
                Action::SetKind { body, kind } => drop(world.set_kind(pick(body), KINDS[kind as usize])),
                Action::Settings { sleeping, classic } => {
                    world.set_settings(settings(sleeping, classic)).unwrap();
                }
                Action::Step { count, dt } => {
                    for _ in 0..count {
                        if look_always {
                            world.core.longest_rest = f32::INFINITY;
                        }
                        world.step(dt);
                        steps += 1;
                        slept.extend(world.events().fell_asleep().iter().map(|body| (steps, body.index())));
                    }
                }
            }
        }
        (slept, world.state_hash())
    }

    /// What a creeping body leaves behind falls asleep as soon as they do not touch any more.
    #[test]
    fn what_is_left_alone_falls_asleep_at_once() {
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

        /// Whatever happens, what looks for islands only when one may be due puts to sleep what looking in every step
        /// does, in the same step and order.
        #[test]
        fn nobody_oversleeps(actions in prop::collection::vec(action(), 1..60), classic: bool) {
            prop_assert_eq!(history(&actions, classic, false), history(&actions, classic, true));
        }
    }
}
