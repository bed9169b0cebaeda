//! Any calls to two worlds, one on one thread with a dynamic tree, the other on two threads with narrow lanes
//! and another broad phase. After each call both give the same answer; after each step both are valid and
//! have the same hashes and counts.
//!
//! Half of the inputs also *branch* (`branches.rs`): both worlds go back to the same moment, each in its own
//! way, while a contact hook is switched on and off and a recording runs, which is played at its end. A
//! quarter happens far from the origin.

use self::branches::Saved;
use crate::Input;
use physics::compute::Width;
use physics::prelude::*;
use physics::world::Snapshot;

const DT: f32 = 1.0 / 60.0;

/// More would make an input take long without reaching more.
const MOST_BODIES: usize = 40;
const MOST_STEPS: usize = 200;

/// The two worlds and all handles that they gave out, stale ones too.
struct Twins {
    a: World<DynamicTree>,
    b: World<SortAndSweep>,
    bodies: Vec<BodyId>,
    colliders: Vec<ColliderId>,
    joints: Vec<JointId>,
    /// Those of the second world.
    other_bodies: Vec<BodyId>,
    other_colliders: Vec<ColliderId>,
    other_joints: Vec<JointId>,
    saved: Option<[Snapshot; 2]>,
    /// What an input that branches has saved.
    branches: Vec<Saved>,
    has_hook: bool,
    /// Whether one of the worlds went back since the last step.
    went_back: bool,
    steps: usize,
    /// What all points of the input are measured from, m.
    origin: Position,
}

/// What far inputs are measured from: a multiple of 1,024 m and none, near the origin and near the bound.
const ORIGINS: [Position; 4] = [
    Position::new(1024.0, -2048.0),
    Position::new(-12_345.678, 0.1),
    Position::new(1e7, 3e6 + 0.5),
    Position::new(1e8 - 4.0, -9.9e7),
];

/// Makes the same call to both worlds; both must accept it or give the same error.
macro_rules! both {
    ($twins:ident, |$world:ident, $bodies:ident, $colliders:ident, $joints:ident| $call:expr) => {{
        let first = {
            let ($world, $bodies, $colliders, $joints) =
                (&mut $twins.a, &$twins.bodies, &$twins.colliders, &$twins.joints);
            let _ = (&$bodies, &$colliders, &$joints);
            $call
        };
        let second = {
            let ($world, $bodies, $colliders, $joints) =
                (&mut $twins.b, &$twins.other_bodies, &$twins.other_colliders, &$twins.other_joints);
            let _ = (&$bodies, &$colliders, &$joints);
            $call
        };
        assert_eq!(first.is_ok(), second.is_ok(), "one world accepts what the other refuses");
        (first.ok(), second.ok())
    }};
}

mod branches;

pub(super) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let is_wild = input.one_in(4);
    let flags = input.byte();
    let settings = settings(flags);
    // A bit that the inputs in `fuzz/crashes` from before there were branches have set.
    let branches = flags & 64 == 0;
    // Two bits that no input in `fuzz/crashes` from before there were far ones has so.
    let is_far = flags & 160 == 128;
    let origin = if is_far { ORIGINS[input.below(ORIGINS.len())] } else { Position::default() };
    let mut twins = Twins {
        a: World::new(settings),
        b: World::with_broadphase(settings, SortAndSweep::default()).expect("settings in their ranges"),
        bodies: Vec::new(),
        colliders: Vec::new(),
        joints: Vec::new(),
        other_bodies: Vec::new(),
        other_colliders: Vec::new(),
        other_joints: Vec::new(),
        saved: None,
        branches: Vec::new(),
        has_hook: false,
        went_back: false,
        steps: 0,
        origin,
    };
    // Threads that wait for each other take long on a busy machine.
    if input.one_in(8) {
        twins.b.set_threads(2);
    }
    twins.b.set_width(Width::SCALAR);
    twins.add_body(BodyDef::fixed().position(origin + Vec2::new(0.0, -8.0)), Shape::rectangle(9.0, 1.0).ok());
    while !input.is_empty() && twins.steps < MOST_STEPS {
        let (body, choice) = (input.below(twins.bodies.len()), input.byte());
        match choice % if branches { 34 } else { 24 } {
            choice @ 0..24 => twins.act(choice, body, &mut input, is_wild),
            choice => twins.branch(choice - 24, body, &mut input),
        }
    }
    twins.step(3, DT);
    twins.compare();
    twins.play_recording();
}

fn settings(flags: u8) -> WorldSettings {
    let settings = WorldSettings::default().continuous(flags & 1 != 0).smooth_seams(flags & 2 == 0);
    let settings = settings.sleeping(flags & 4 == 0);
    if flags & 24 == 24 { settings.classic(ClassicSettings::default()) } else { settings }
}

impl Twins {
    fn add_body(&mut self, def: BodyDef, shape: Option<Shape>) {
        if self.bodies.len() >= MOST_BODIES {
            return;
        }
        let (Some(a), Some(b)) = both!(self, |world, _bodies, _colliders, _joints| world.add_body(def))
        else {
            return;
        };
        self.bodies.push(a);
        self.other_bodies.push(b);
        if let Some(shape) = shape {
            self.add_collider(self.bodies.len() - 1, &ColliderDef::new(shape));
        }
    }

    fn add_collider(&mut self, body: usize, def: &ColliderDef) {
        if self.colliders.len() >= 2 * MOST_BODIES {
            return;
        }
        let added =
            both!(self, |world, bodies, _colliders, _joints| world.add_collider(bodies[body], def.clone()));
        if let (Some(a), Some(b)) = added {
            self.colliders.push(a);
            self.other_colliders.push(b);
        }
    }

    fn add_joint(&mut self, [first, second]: [usize; 2], kind: JointKind, breaks: f32) {
        if self.joints.len() >= MOST_BODIES {
            return;
        }
        let added = both!(self, |world, bodies, _colliders, _joints| {
            world.add_joint(JointDef::new(bodies[first], bodies[second], kind).breaks(breaks, f32::INFINITY))
        });
        if let (Some(a), Some(b)) = added {
            self.joints.push(a);
            self.other_joints.push(b);
        }
    }

    /// One call of any kind.
    fn act(&mut self, choice: u8, body: usize, input: &mut Input<'_>, is_wild: bool) {
        match choice {
            0..=4 => {
                let def = match input.byte() % 8 {
                    0 => BodyDef::fixed(),
                    1 => BodyDef::kinematic(),
                    _ => BodyDef::dynamic(),
                };
                let position = self.origin + input.vector(is_wild);
                let def = def.position(position).angle(input.number(is_wild));
                let def =
                    if def.kind == BodyKind::Static { def } else { def.velocity(input.vector(is_wild)) };
                self.add_body(def.awake(!input.one_in(8)), input.shape(is_wild));
            }
            5 | 6 => {
                let Some(shape) = input.shape(is_wild) else { return };
                let def = ColliderDef::new(shape).density(input.number(is_wild).abs());
                let def = def.friction(input.number(is_wild).abs()).restitution(input.number(is_wild).abs());
                let def = def.sensor(input.one_in(6)).surface_speed(input.number(is_wild));
                let def = if input.one_in(8) { def.one_way(input.vector(is_wild)) } else { def };
                self.add_collider(body, &def);
            }
            7 | 8 => {
                let other = input.below(self.bodies.len());
                let kind = joint_kind(input, is_wild, self.origin);
                let breaks = if input.one_in(4) { 100.0 } else { f32::INFINITY };
                self.add_joint([body, other], kind, breaks);
            }
            9 => {
                both!(self, |world, bodies, _colliders, _joints| world.remove_body(bodies[body]));
            }
            10 if !self.colliders.is_empty() => {
                let index = input.below(self.colliders.len());
                both!(self, |world, _bodies, colliders, _joints| world.remove_collider(colliders[index]));
            }
            11 if !self.joints.is_empty() => {
                let index = input.below(self.joints.len());
                both!(self, |world, _bodies, _colliders, joints| world.remove_joint(joints[index]));
            }
            12..=14 => self.change_body(body, input, is_wild),
            15 if !self.colliders.is_empty() => {
                let index = input.below(self.colliders.len());
                let (choice, x, shape) = (input.byte(), input.number(is_wild), input.shape(is_wild));
                both!(self, |world, _bodies, colliders, _joints| {
                    world.collider_mut(colliders[index]).map_err(DefError::from).and_then(|mut collider| {
                        match (choice % 6, &shape) {
                            (0, Some(shape)) => _ = collider.set_shape(shape.clone())?,
                            (1, _) => _ = collider.set_density(x)?,
                            (2, _) => _ = collider.set_friction(x)?,
                            (3, _) => _ = collider.set_offset([x, 0.0], x)?,
                            (4, _) => _ = collider.set_sensor(x > 0.0)?,
                            _ => {
                                _ = collider.set_filter(Filter { group: choice.into(), ..Filter::default() });
                            }
                        }
                        Ok(())
                    })
                });
            }
            16 => self.save_or_restore(input),
            17 => self.query(input, is_wild),
            18 => {
                let dt = input.number(is_wild);
                self.step(1, dt);
            }
            _ => {
                let steps = 1 + input.below(12);
                self.step(steps, DT);
            }
        }
    }

    fn change_body(&mut self, body: usize, input: &mut Input<'_>, is_wild: bool) {
        let (choice, v, pose) = (input.byte(), input.vector(is_wild), input.pose(is_wild));
        let position = self.origin + pose.position.coords;
        let far = WorldPose { position, rotation: pose.rotation };
        let is_far = self.origin != Position::default();
        both!(self, |world, bodies, _colliders, _joints| {
            world.body_mut(bodies[body]).map_err(DefError::from).and_then(|mut body| {
                match choice % 14 {
                    0 if is_far => _ = body.set_world_pose(far)?,
                    0 => _ = body.set_pose(pose)?,
                    1 => _ = body.set_velocity(v)?,
                    2 => _ = body.set_angular_velocity(v.x)?,
                    3 => _ = body.apply_impulse(v, position)?,
                    4 => _ = body.apply_central_force(v * 100.0)?,
                    5 => {
                        _ = body.set_kind(
                            [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][choice as usize % 3],
                        )?;
                    }
                    6 if is_far => _ = body.set_target_world_pose(far, DT)?,
                    6 => _ = body.set_target_pose(pose, DT)?,
                    7 => _ = body.set_enabled(v.x > 0.0),
                    8 => _ = body.sleep(),
                    9 => _ = body.wake(),
                    10 => _ = body.set_locks(Locks { x: v.x > 1.0, y: v.y > 1.0, rotation: v.x > v.y }),
                    11 => _ = body.set_max_speed(v.x)?,
                    12 => _ = body.set_damping(v.x)?,
                    _ => _ = body.drop_through(),
                }
                Ok(())
            })
        });
    }

    fn step(&mut self, steps: usize, dt: f32) {
        for _ in 0..steps {
            self.a.step(dt);
            self.b.step(dt);
            self.steps += 1;
            self.a.validate().expect("the first world is valid after a step");
            self.b.validate().expect("the second world is valid after a step");
            assert_eq!(self.a.state_hash(), self.b.state_hash(), "hashes after {} steps", self.steps);
            assert_eq!(self.a.sync_hash(), self.b.sync_hash(), "all state after {} steps", self.steps);
            let [a, b] = [self.a.stats(), self.b.stats()];
            // A restore forgets interventions that calls since the last step have made; a copy does not.
            let nets = if std::mem::take(&mut self.went_back) { a.nets } else { b.nets };
            assert_eq!(a, WorldStats { nets, ..b }, "counts after {} steps", self.steps);
        }
        for body in self.a.bodies() {
            let (pose, v) = (body.pose(), body.velocity());
            // Not the norm, which overflows above 1.8e19 m/s.
            let is_finite = pose.is_finite() && v.x.is_finite() && v.y.is_finite();
            assert!(is_finite, "{:?} at {pose:?}, {v:?}", body.id());
        }
    }

    fn compare(&self) {
        assert_eq!(self.a.full_hash(), self.b.full_hash());
        assert_eq!(self.a.sync_hash(), self.b.sync_hash());
        // A restore forgets the interventions of the last step.
        let [a, b] = [self.a.stats(), self.b.stats()];
        assert_eq!(a, WorldStats { nets: a.nets, ..b });
    }

    /// Saves both, or goes back to what was saved: through the bytes in the second world.
    fn save_or_restore(&mut self, input: &mut Input<'_>) {
        self.compare();
        if self.saved.is_none() || input.one_in(3) {
            let mut saved: [Snapshot; 2] = Default::default();
            self.a.save(&mut saved[0]);
            self.b.save(&mut saved[1]);
            self.saved = Some(saved);
            return;
        }
        let Some([a, b]) = &self.saved else { return };
        self.went_back = true;
        let bytes = b.to_bytes().expect("it was saved");
        self.a.restore(a).expect("it was saved");
        self.b.restore(&Snapshot::from_bytes(&bytes).expect("bytes of a snapshot")).expect("not empty");
        self.a.validate().expect("the first world is valid after restoring");
        self.b.validate().expect("the second world is valid after restoring");
        self.compare();
    }

    /// The answers of queries do not depend on the broad phase.
    fn query(&self, input: &mut Input<'_>, is_wild: bool) {
        let ray = Ray::new(input.point(is_wild), input.vector(is_wild));
        let filter = QueryFilter::default().seen_from(self.origin);
        let hits = (self.a.cast_ray(&ray, filter), self.b.cast_ray(&ray, filter));
        match hits {
            (Ok(a), Ok(b)) => assert_eq!(a.map(|hit| hit.fraction), b.map(|hit| hit.fraction), "{ray:?}"),
            (Err(_), Err(_)) => {}
            _ => panic!("one world refuses {ray:?}"),
        }
    }
}

fn joint_kind(input: &mut Input<'_>, is_wild: bool, origin: Position) -> JointKind {
    let (a, b) = (input.point(is_wild), input.point(is_wild));
    let [x, y] = [(); 2].map(|()| input.number(is_wild));
    match input.byte() % 12 {
        0 => RevoluteJoint::new().anchors(a, b).limits(x, y).motor(x, y).into(),
        1 => PrismaticJoint::new(a.coords).limits(x, y).motor(x, y).into(),
        2 => DistanceJoint::new(x).anchors(a, b).spring(y, x).into(),
        3 => DistanceJoint::rope(x).motor(y, x).into(),
        4 => WheelJoint::new(a.coords).spring(x, y).motor(x, y).into(),
        5 => WeldJoint::new().anchors(a, b).spring(x, y).into(),
        6 => MotorJoint::new(x, y).anchors(a, b).into(),
        7 => MouseJoint::new(x).anchors(a, b).into(),
        8 => PulleyJoint::new([origin + a.coords, origin + b.coords], x).into(),
        9 => GearJoint::new(x).into(),
        10 => FrictionJoint::new(x, y).into(),
        _ => FilterJoint.into(),
    }
}
