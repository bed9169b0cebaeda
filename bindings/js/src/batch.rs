//! Many worlds of one level side by side: `physics::batch` on the one thread that WebAssembly has.
//!
//! The input holds the settings (how many worlds, dt, frame skip, two words of the seed), then actions,
//! observations and parameters, each list after its length: kind, index of the body, joint or collider in the
//! level, and numbers. Actions are written by JavaScript where `actions` says; all answers stay where they
//! are.
//!
//! Steps are those of `Batch::step`, which solves small worlds together: twice as fast as `World::step` for
//! one after the other, for 7 KB after brotli.

use crate::effects::Reader;
use crate::engine::Engine;
use crate::exchange::{self, Failure, succeeds};
use crate::wire;
use physics::batch::{Action, Batch, BatchDef, BatchError, Observation, Parameter, RayFan, Varied};
use physics::geom::{Position, Rot, WorldPose};
use physics::world::{DefError, Snapshot, World};
use wasm_bindgen::prelude::wasm_bindgen;

/// Numbers of a body in `poses` and `velocities`.
const ROW: usize = 4;

/// The memory that WebAssembly has at most, less what the page and the engine need.
const MEMORY: usize = 3 << 30;

/// Bytes of a world beside its state, and memory for each byte of a snapshot: as the package for Python.
const BESIDE: usize = 8 << 10;
const SHARE: usize = 2;

/// Many worlds.
#[wasm_bindgen]
pub struct Batched {
    batch: Batch,
    actions: Vec<f32>,
    observations: Vec<f32>,
    rows: [Vec<f32>; 2],
}

impl From<BatchError> for Failure {
    fn from(error: BatchError) -> Self {
        let (field, value) = match error {
            BatchError::Count { field, value, .. } => (field.to_owned(), value.to_string()),
            BatchError::Value { field, value, .. } => (field.to_owned(), value.to_string()),
            BatchError::Length { array, found, .. } => (array.to_owned(), found.to_string()),
            BatchError::World { index, .. } => ("index".to_owned(), index.to_string()),
            BatchError::Index { list, index, part, value, .. } => {
                (format!("{list}s[{index}].{part}"), value.to_string())
            }
            BatchError::Refused { list, index, .. } => (format!("{list}s[{index}]"), String::new()),
            BatchError::Twice { second, .. } => (format!("parameters[{second}]"), String::new()),
            BatchError::Def(error) => return error.into(),
            BatchError::Handle(error) => return error.into(),
            _ => ("batch".to_owned(), String::new()),
        };
        Self::new("RangeError", &field, &value, &error)
    }
}

fn list<T>(reader: &mut Reader<'_>, read: impl Fn(&mut Reader<'_>) -> T) -> Vec<T> {
    let count = reader.next() as usize;
    (0..count).map(|_| read(reader)).collect()
}

fn action(reader: &mut Reader<'_>) -> Action {
    let (kind, index) = (reader.next() as u32, reader.next() as u32);
    let action = match kind {
        0 => Action::force(index),
        1 => Action::torque(index),
        2 => Action::target(index),
        3 => Action::motor_speed(index),
        _ => Action::motor_torque(index),
    };
    action.scaled(reader.next() as f32)
}

fn observation(reader: &mut Reader<'_>) -> Observation {
    let (kind, index) = (reader.next() as u32, reader.next() as u32);
    match kind {
        0 => Observation::Pose { body: index },
        1 => Observation::Velocity { body: index },
        2 => Observation::JointAngle { joint: index },
        3 => Observation::JointAngularSpeed { joint: index },
        4 => Observation::JointTranslation { joint: index },
        5 => Observation::JointTranslationSpeed { joint: index },
        6 => Observation::Touch { collider: index },
        _ => {
            let mut fan = RayFan::new(index, reader.next() as u32, reader.next() as f32);
            fan.origin = reader.point();
            reader.set(&mut fan.from);
            reader.set(&mut fan.to);
            fan.turns = reader.next() != 0.0;
            fan.mask = wire::mask(reader.next(), reader.next());
            Observation::Rays(fan)
        }
    }
}

fn parameter(reader: &mut Reader<'_>) -> Parameter {
    let (kind, index, count) = (reader.next() as u32, reader.next() as u32, reader.next() as u32);
    let varied = match kind {
        0 => Varied::Mass { body: index },
        1 => Varied::Friction { collider: index },
        2 => Varied::Gravity,
        3 => Varied::Strength { first: index, count },
        _ => Varied::Size { collider: index },
    };
    Parameter::new(varied, reader.next() as f32, reader.next() as f32)
}

/// Refuses more worlds like `one` than there is memory for: the module would be of no use any more.
fn check_memory(worlds: usize, one: &World, numbers: usize) -> Result<(), Failure> {
    let mut state = Snapshot::new();
    one.save(&mut state);
    let each = BESIDE + SHARE * state.to_bytes()?.len() + 8 * numbers;
    let most = MEMORY / each;
    if worlds <= most {
        return Ok(());
    }
    let message = format!("worlds is {worlds}: there is memory for about {most}");
    Err(Failure::new("RangeError", "worlds", &worlds.to_string(), &message))
}

fn build(engine: &Engine, input: &[f64]) -> Result<Batched, Failure> {
    let mut reader = Reader(input);
    let level = engine.world.to_level();
    let mut def = BatchDef::new(&level).worlds(reader.next() as usize);
    def.dt = reader.next() as f32;
    def.frame_skip = reader.next() as u32;
    def.seed = wire::mask(reader.next(), reader.next());
    def.actions = list(&mut reader, action);
    def.observations = list(&mut reader, observation);
    def.parameters = list(&mut reader, parameter);
    if def.worlds > 1 {
        let one = def.clone().worlds(1).build()?;
        let numbers = one.action_len() + one.observation_len() + def.parameters.len();
        check_memory(def.worlds, one.world(0)?, numbers)?;
    }
    let batch = def.build()?;
    let observations = batch.observations().to_vec();
    let actions = vec![0.0; batch.len() * batch.action_len()];
    Ok(Batched { batch, actions, observations, rows: Default::default() })
}

#[wasm_bindgen]
impl Batched {
    /// Many worlds of the level that a world is now; the input says which, `count` numbers long.
    pub fn create(engine: &Engine, count: usize) -> Option<Batched> {
        exchange::read(|input| build(engine, &input[..count])).map_err(Failure::keep).ok()
    }

    /// Answers how many worlds there are, the lengths of an action and of an observation, and how many bodies
    /// and parameters a world has.
    pub fn lengths(&self) {
        let Self { batch, .. } = self;
        let parameters = batch.parameters().len() / batch.len();
        let bodies = batch.ids().bodies.len();
        let all = [batch.len(), batch.action_len(), batch.observation_len(), bodies, parameters];
        exchange::answer(&all.map(|length| length as f64));
    }

    /// Where the actions are to be written.
    pub fn actions(&mut self) -> *mut f32 {
        self.actions.as_mut_ptr()
    }

    /// Where the observations are.
    pub fn observations(&self) -> *const f32 {
        self.observations.as_ptr()
    }

    /// Where the flags are, one byte each.
    pub fn flags(&self) -> *const u8 {
        self.batch.flags().as_ptr().cast()
    }

    /// Where the factors of the parameters are.
    pub fn factors(&self) -> *const f32 {
        self.batch.parameters().as_ptr()
    }

    /// Steps all worlds with the actions that have been written.
    pub fn step(&mut self) -> bool {
        let Self { batch, actions, observations, .. } = self;
        succeeds(batch.step_into(actions, observations).map_err(Failure::from))
    }

    /// Begins a new episode in the worlds that the input names by a number each. Poses and velocities of all
    /// bodies of all worlds may follow, rows of four; those of NaN stay as the level says.
    pub fn reset(&mut self, has_poses: bool, has_velocities: bool) -> bool {
        let Self { batch, observations, .. } = self;
        let (worlds, bodies) = (batch.len(), batch.ids().bodies.clone());
        let row = |input: &[f64], table: usize, world: usize, body: usize| -> Option<[f64; ROW]> {
            let at = worlds + ROW * ((table * worlds + world) * bodies.len() + body);
            input[at..at + ROW].try_into().ok().filter(|[x, ..]: &[f64; ROW]| !x.is_nan())
        };
        let start = |input: &[f64], index: usize, world: &mut World| -> Result<(), DefError> {
            for (i, &id) in bodies.iter().enumerate() {
                if let Some([x, y, cos, sin]) = has_poses.then(|| row(input, 0, index, i)).flatten() {
                    let rotation = Rot { cos: cos as f32, sin: sin as f32 }.normalized();
                    world
                        .body_mut(id)?
                        .set_world_pose(WorldPose { position: Position::new(x, y), rotation })?;
                }
                let table = usize::from(has_poses);
                if let Some([x, y, w, _]) = has_velocities.then(|| row(input, table, index, i)).flatten() {
                    world.body_mut(id)?.set_velocity([x as f32, y as f32])?.set_angular_velocity(w as f32)?;
                }
            }
            Ok(())
        };
        succeeds(exchange::read(|input| {
            let mask: Vec<bool> = input[..worlds].iter().map(|&one| one != 0.0).collect();
            Ok(batch.reset_with(&mask, observations, |index, world| start(input, index, world))?)
        }))
    }

    /// Writes the poses (0) or velocities (1) of all bodies of all worlds; returns where they are.
    pub fn rows(&mut self, quantity: u32) -> *const f32 {
        let Self { batch, rows, .. } = self;
        let (bodies, rows) = (&batch.ids().bodies, &mut rows[usize::from(quantity != 0)]);
        rows.clear();
        for index in 0..batch.len() {
            let Ok(world) = batch.world(index) else { continue };
            for body in bodies.iter().filter_map(|&id| world.body(id).ok()) {
                let (pose, v) = (body.pose(), body.velocity());
                rows.extend(match quantity {
                    0 => [pose.position.x, pose.position.y, pose.rotation.cos, pose.rotation.sin],
                    _ => [v.x, v.y, body.angular_velocity(), 0.0],
                });
            }
        }
        rows.as_ptr()
    }

    /// Why a world does not go on; empty if it does.
    pub fn fault(&self, index: usize) -> String {
        self.batch.fault(index).ok().flatten().map_or(String::new(), |fault| fault.to_string())
    }

    /// A copy of a world.
    pub fn world(&self, index: usize) -> Option<Engine> {
        self.batch
            .world(index)
            .map(|world| Engine::of(world.clone()))
            .map_err(|e| Failure::from(e).keep())
            .ok()
    }
}
