//! `Engine`: a world of the engine, what it needs to make handles from numbers, and its poses as arrays.
//!
//! The arrays have a row for each slot, so the row of a body never changes; those of free slots are NaN. They
//! are made when they are first asked for. After a step only the bodies that moved are written; after another
//! change, all.

mod calls;

use crate::exchange::{self, Failure, answer, succeeds, try_list};
use crate::wire;
use physics::toolkit::Portals;
use physics::toolkit::effects::Fields;
use physics::world::{
    BodyDef, BodyId, BodyMut, BodyRef, ColliderId, ColliderMut, ColliderRef, JointId, Snapshot, StepWarning,
    World, WorldSettings,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// x, y, cos and sin of a body, or its velocity along x and y and its angular velocity, and zero.
const ROW: usize = 4;

/// The upper halves of handles: those of the world.
#[derive(Clone, Copy, Default)]
struct Tags {
    body: u128,
    collider: u128,
    joint: u128,
}

const LOWER: u128 = u64::MAX as u128;

/// The slot and the generation of a handle.
pub fn parts(bits: u128) -> [f64; 2] {
    [bits as u32, (bits >> 32) as u32].map(f64::from)
}

/// A world.
#[wasm_bindgen]
pub struct Engine {
    pub(crate) world: World,
    pub(crate) fields: Fields,
    pub(crate) portals: Portals,
    tags: Tags,
    poses: Vec<f32>,
    poses64: Vec<f64>,
    velocities: Vec<f32>,
    /// Whether `poses` holds the poses of now.
    is_fresh: bool,
    /// Whether each step writes `poses`.
    is_wanted: bool,
}

fn removed(kind: &'static str) -> Failure {
    physics::world::HandleError::Removed { kind }.into()
}

impl Engine {
    /// With this world.
    pub fn of(world: World) -> Self {
        let mut engine = Self {
            world,
            fields: Fields::default(),
            portals: Portals::default(),
            tags: Tags::default(),
            poses: Vec::new(),
            poses64: Vec::new(),
            velocities: Vec::new(),
            is_fresh: false,
            is_wanted: false,
        };
        engine.learn_tags();
        engine
    }

    /// Reads the tags from what is in the world: after it has been replaced.
    pub fn learn_tags(&mut self) {
        let upper = |bits: u128| bits & !LOWER;
        let Self { world, tags, .. } = self;
        if let Some(one) = world.bodies().next() {
            tags.body = upper(one.id().to_bits());
        }
        if let Some(one) = world.colliders().next() {
            tags.collider = upper(one.id().to_bits());
        }
        if let Some(one) = world.joints().next() {
            tags.joint = upper(one.id().to_bits());
        }
        self.is_fresh = false;
    }

    fn bits(tag: u128, slot: u32, generation: u32) -> u128 {
        tag | u128::from(generation) << 32 | u128::from(slot)
    }

    /// The handle of a body.
    pub fn body_id(&self, slot: u32, generation: u32) -> Result<BodyId, Failure> {
        BodyId::from_bits(Self::bits(self.tags.body, slot, generation)).ok_or_else(|| removed("body"))
    }

    /// The handle of a collider.
    pub fn collider_id(&self, slot: u32, generation: u32) -> Result<ColliderId, Failure> {
        let id = ColliderId::from_bits(Self::bits(self.tags.collider, slot, generation));
        id.ok_or_else(|| removed("collider"))
    }

    /// The handle of a joint.
    pub fn joint_id(&self, slot: u32, generation: u32) -> Result<JointId, Failure> {
        JointId::from_bits(Self::bits(self.tags.joint, slot, generation)).ok_or_else(|| removed("joint"))
    }

    /// A body.
    pub fn body(&self, slot: u32, generation: u32) -> Result<BodyRef<'_>, Failure> {
        Ok(self.world.body(self.body_id(slot, generation)?)?)
    }

    /// A body that may be changed.
    pub fn body_mut(&mut self, slot: u32, generation: u32) -> Result<BodyMut<'_>, Failure> {
        let id = self.body_id(slot, generation)?;
        self.is_fresh = false;
        Ok(self.world.body_mut(id)?)
    }

    /// A collider.
    pub fn collider(&self, slot: u32, generation: u32) -> Result<ColliderRef<'_>, Failure> {
        Ok(self.world.collider(self.collider_id(slot, generation)?)?)
    }

    /// A collider that may be changed.
    pub fn collider_mut(&mut self, slot: u32, generation: u32) -> Result<ColliderMut<'_>, Failure> {
        let id = self.collider_id(slot, generation)?;
        Ok(self.world.collider_mut(id)?)
    }

    /// Answers slot and generation of a new body, collider or joint; returns the slot.
    pub fn added(&mut self, bits: u128) -> i32 {
        let [slot, generation] = parts(bits);
        answer(&[slot, generation]);
        self.is_fresh = false;
        slot as i32
    }

    /// The poses no longer hold.
    pub fn touch(&mut self) {
        self.is_fresh = false;
    }

    fn write_all(&mut self) {
        let count = self.world.bodies().last().map_or(0, |body| body.id().index() + 1);
        self.poses.clear();
        self.poses.resize(ROW * count, f32::NAN);
        for body in self.world.bodies() {
            write_row(&mut self.poses, body);
        }
        self.is_fresh = true;
    }
}

fn write_row(poses: &mut [f32], body: BodyRef<'_>) {
    let (at, pose) = (ROW * body.id().index(), body.pose());
    if let Some(row) = poses.get_mut(at..at + ROW) {
        row.copy_from_slice(&[pose.position.x, pose.position.y, pose.rotation.cos, pose.rotation.sin]);
    }
}

fn settings(count: usize, mut settings: WorldSettings) -> Result<WorldSettings, Failure> {
    exchange::read(|input| wire::set(&mut settings, &input[..count]))?;
    settings.validate()?;
    Ok(settings)
}

/// A world that goes on with the same bits: by a snapshot, since a clone is other code for the same.
pub fn copy_of(world: &World) -> World {
    let (mut copy, mut saved) = (World::default(), Snapshot::new());
    world.save(&mut saved);
    // What has been saved can be restored.
    let _ = copy.restore(&saved);
    copy
}

#[wasm_bindgen]
impl Engine {
    /// A world with the settings that the input gives, `count` numbers long.
    pub fn create(count: usize) -> Option<Engine> {
        let made = settings(count, WorldSettings::default());
        made.map_err(Failure::keep).ok().map(|settings| Self::of(World::new(settings)))
    }

    /// A world that goes on with the same bits.
    pub fn copy(&self) -> Engine {
        Self { fields: self.fields.clone(), portals: self.portals.clone(), ..Self::of(copy_of(&self.world)) }
    }

    /// Changes settings.
    #[wasm_bindgen(js_name = setSettings)]
    pub fn set_settings(&mut self, count: usize) -> bool {
        succeeds(
            settings(count, *self.world.settings())
                .and_then(|settings| Ok(self.world.set_settings(settings)?)),
        )
    }

    /// Lists the settings, or the one with the key `only`.
    pub fn settings(&self, only: u32) -> i32 {
        exchange::list(|output| wire::get(&mut self.world.settings().clone(), only, output))
    }

    /// Makes steps of `dt` seconds.
    pub fn step(&mut self, dt: f64, count: u32) -> bool {
        let step = |engine: &mut Self| -> Result<(), Failure> {
            for _ in 0..count {
                // What an effect has held asleep wakes when it ends, so it is applied once more without any.
                if engine.fields != Fields::default() {
                    engine.fields.apply(&mut engine.world, dt as f32)?;
                }
                let has_portals = engine.portals.ids().next().is_some();
                if has_portals {
                    engine.portals.before_step(&mut engine.world, dt as f32);
                }
                engine.world.step(dt as f32);
                if has_portals {
                    engine.portals.after_step(&mut engine.world);
                    // Twins come and go.
                    engine.learn_tags();
                }
                let refused = |warning: &StepWarning| matches!(warning, StepWarning::TimeStep(_));
                if engine.world.events().warnings().iter().any(refused) {
                    let message = format!("dt is {dt}: it must be from 0 to 1, s; nothing was changed");
                    return Err(Failure::new("RangeError", "dt", &dt.to_string(), &message));
                }
                if engine.is_wanted && engine.is_fresh {
                    for body in engine.world.moved_bodies() {
                        write_row(&mut engine.poses, body);
                    }
                } else {
                    engine.is_fresh = false;
                }
            }
            Ok(())
        };
        succeeds(step(self))
    }

    /// The address of the poses: x, y, cos, sin of the body in each slot.
    pub fn poses(&mut self) -> *const f32 {
        self.is_wanted = true;
        if !self.is_fresh {
            self.write_all();
        }
        self.poses.as_ptr()
    }

    /// How many numbers they are.
    #[wasm_bindgen(js_name = posesLength)]
    pub fn poses_length(&self) -> usize {
        self.poses.len()
    }

    /// The same with twice the digits of the position: all are written anew.
    pub fn poses64(&mut self) -> *const f64 {
        let count = self.world.bodies().last().map_or(0, |body| body.id().index() + 1);
        self.poses64.clear();
        self.poses64.resize(ROW * count, f64::NAN);
        for body in self.world.bodies() {
            let (at, pose) = (ROW * body.id().index(), body.world_pose());
            let [cos, sin] = [pose.rotation.cos, pose.rotation.sin].map(f64::from);
            self.poses64[at..at + ROW].copy_from_slice(&[pose.position.x, pose.position.y, cos, sin]);
        }
        self.poses64.as_ptr()
    }

    /// How many numbers they are.
    #[wasm_bindgen(js_name = poses64Length)]
    pub fn poses64_length(&self) -> usize {
        self.poses64.len()
    }

    /// The address of the velocities: along x and y (m/s), angular (rad/s), and zero. All are written anew.
    pub fn velocities(&mut self) -> *const f32 {
        let count = self.world.bodies().last().map_or(0, |body| body.id().index() + 1);
        self.velocities.clear();
        self.velocities.resize(ROW * count, f32::NAN);
        for body in self.world.bodies() {
            let (at, v) = (ROW * body.id().index(), body.velocity());
            self.velocities[at..at + ROW].copy_from_slice(&[v.x, v.y, body.angular_velocity(), 0.0]);
        }
        self.velocities.as_ptr()
    }

    /// How many numbers they are.
    #[wasm_bindgen(js_name = velocitiesLength)]
    pub fn velocities_length(&self) -> usize {
        self.velocities.len()
    }

    /// Adds a body; answers slot and generation, returns the slot.
    #[wasm_bindgen(js_name = addBody)]
    pub fn add_body(&mut self, count: usize) -> i32 {
        let mut def = BodyDef::default();
        let added = exchange::read(|input| wire::set(&mut def, &input[..count]))
            .and_then(|()| Ok(self.world.add_body(def)?));
        exchange::number(added.map(|id| {
            self.tags.body = id.to_bits() & !LOWER;
            self.added(id.to_bits())
        }))
    }

    /// Keeps the tags of a new collider.
    pub(crate) fn added_collider(&mut self, id: ColliderId) -> i32 {
        self.tags.collider = id.to_bits() & !LOWER;
        self.added(id.to_bits())
    }

    /// Keeps the tags of a new joint.
    pub(crate) fn added_joint(&mut self, id: JointId) -> i32 {
        self.tags.joint = id.to_bits() & !LOWER;
        self.added(id.to_bits())
    }

    /// Removes a body with its colliders and joints.
    #[wasm_bindgen(js_name = removeBody)]
    pub fn remove_body(&mut self, slot: u32, generation: u32) -> bool {
        self.is_fresh = false;
        succeeds(self.body_id(slot, generation).and_then(|id| Ok(self.world.remove_body(id)?)))
    }

    /// Removes a collider.
    #[wasm_bindgen(js_name = removeCollider)]
    pub fn remove_collider(&mut self, slot: u32, generation: u32) -> bool {
        succeeds(self.collider_id(slot, generation).and_then(|id| Ok(self.world.remove_collider(id)?)))
    }

    /// Removes a joint.
    #[wasm_bindgen(js_name = removeJoint)]
    pub fn remove_joint(&mut self, slot: u32, generation: u32) -> bool {
        succeeds(self.joint_id(slot, generation).and_then(|id| Ok(self.world.remove_joint(id)?)))
    }

    /// Whether there is such a body (0), collider (1) or joint (2).
    pub fn exists(&self, kind: u32, slot: u32, generation: u32) -> bool {
        match kind {
            0 => self.body(slot, generation).is_ok(),
            1 => self.collider(slot, generation).is_ok(),
            _ => self.joint_id(slot, generation).is_ok_and(|id| self.world.joint(id).is_ok()),
        }
    }

    /// The generation of the body (0), collider (1) or joint (2) in a slot, or -1 if there is none.
    #[wasm_bindgen(js_name = generationIn)]
    pub fn generation_in(&self, kind: u32, slot: u32) -> f64 {
        let (world, slot) = (&self.world, slot as usize);
        let bits = match kind {
            0 => world.body_by_index(slot).map(|one| one.id().to_bits()),
            1 => world.collider_by_index(slot).map(|one| one.id().to_bits()),
            _ => world.joint_by_index(slot).map(|one| one.id().to_bits()),
        };
        bits.map_or(-1.0, |bits| parts(bits)[1])
    }

    /// Answers how many bodies, awake bodies, colliders, contacts, touching contacts and joints there are.
    pub fn stats(&self) {
        let all = self.world.stats();
        let counts = [all.bodies, all.awake, all.colliders, all.contacts, all.touching, all.joints];
        answer(&counts.map(|count| count as f64));
    }

    /// The hash of the state.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    /// Removes all bodies, colliders and joints.
    pub fn clear(&mut self) {
        self.world.clear();
        self.portals = Portals::default();
        self.learn_tags();
    }

    /// Closes joints that begin open, by moving bodies; returns by how much the worst is open still, m, or a
    /// negative number and an error.
    #[wasm_bindgen(js_name = closeJoints)]
    pub fn close_joints(&mut self, tolerance: f64, max_sweeps: u32) -> f64 {
        self.is_fresh = false;
        match self.world.close_joints(tolerance as f32, max_sweeps) {
            Ok(left) => f64::from(left),
            Err(error) => {
                Failure::from(error).keep();
                -1.0
            }
        }
    }
}
