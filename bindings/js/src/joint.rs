//! Joints.

mod calls;

use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, answer, succeeds, try_list};
use crate::wire;
use physics::geom::Position;
use physics::world::joints::FilterJoint;
use physics::world::{BodyPoses, DefError, JointDef, JointKind, JointRef};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many numbers stand before the properties of a new joint: the bodies, the anchors in the world and
/// whether they are given, and whether a length is given.
const HEAD: usize = 10;

/// The joint with the length that its rope or rod has now, if it is of a kind with a length.
fn with_measured_length(mut def: JointDef, world: &physics::world::World) -> Result<JointDef, DefError> {
    let Some([a, b]) = def.kind.anchors() else { return Ok(def) };
    let (a, b) = (world.pose_of(def.a)? * a, world.pose_of(def.b)? * b);
    match &mut def.kind {
        JointKind::Distance(joint) => joint.length = (b - a).norm(),
        JointKind::Pulley(joint) => {
            let [over_a, over_b] = joint.ground_anchors;
            joint.length = (a - over_a).norm() + joint.ratio * (b - over_b).norm();
        }
        _ => {}
    }
    Ok(def)
}

impl Engine {
    fn joint(&self, slot: u32, generation: u32) -> Result<JointRef<'_>, Failure> {
        Ok(self.world.joint(self.joint_id(slot, generation)?)?)
    }

    fn joint_from(&self, input: &[f64]) -> Result<JointDef, Failure> {
        let (&[a, of_a, b, of_b, has_points, ax, ay, bx, by, has_length], properties) =
            input.split_first_chunk::<HEAD>().unwrap_or((&[0.0; HEAD], &[]));
        let a = self.body_id(a as u32, of_a as u32)?;
        let b = self.body_id(b as u32, of_b as u32)?;
        let mut def = JointDef::new(a, b, FilterJoint);
        // Twice: the anchors need the kind, and what is given besides, as a reference angle, counts.
        wire::set(&mut def, properties)?;
        if has_points != 0.0 {
            def = def.at_points(&self.world, Position::new(ax, ay), Position::new(bx, by))?;
            wire::set(&mut def, properties)?;
        }
        Ok(if has_length == 0.0 { with_measured_length(def, &self.world)? } else { def })
    }
}

#[wasm_bindgen]
impl Engine {
    /// Adds a joint. The input holds the bodies and the anchors, then the properties.
    #[wasm_bindgen(js_name = addJoint)]
    pub fn add_joint(&mut self, count: usize) -> i32 {
        let added = exchange::read(|input| self.joint_from(&input[..count]))
            .and_then(|def| Ok(self.world.add_joint(def)?));
        exchange::number(added.map(|id| self.added_joint(id)))
    }

    /// Lists the properties of a joint, or the one with the key `only`.
    #[wasm_bindgen(js_name = jointDef)]
    pub fn joint_def(&self, slot: u32, generation: u32, only: u32) -> i32 {
        try_list(|output| {
            wire::get(&mut self.joint(slot, generation)?.def(), only, output);
            Ok(())
        })
    }

    /// Changes the properties of a joint that the input gives.
    #[wasm_bindgen(js_name = setJoint)]
    pub fn set_joint(&mut self, slot: u32, generation: u32, count: usize) -> bool {
        let mut change = || -> Result<(), Failure> {
            let id = self.joint_id(slot, generation)?;
            let mut joint = self.world.joint_mut(id)?;
            let mut def = joint.view().def();
            exchange::read(|input| wire::set(&mut def, &input[..count]))?;
            joint.set_def(def)?;
            Ok(())
        };
        succeeds(change())
    }

    /// Answers both anchors of a joint in the world, m.
    #[wasm_bindgen(js_name = jointAnchors)]
    pub fn joint_anchors(&self, slot: u32, generation: u32) -> bool {
        succeeds(self.joint(slot, generation).map(|joint| {
            let [a, b] = joint.anchors();
            answer(&[a.x, a.y, b.x, b.y].map(f64::from));
        }))
    }
}
