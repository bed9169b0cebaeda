//! Joints of all kinds. What each kind has for itself is in `definitions.rs`.

mod calls;

use crate::body::full;
use crate::definitions::{P2JointDef, kind_of};
use crate::error::{self, Failure, Outcome, P2_REFUSED, P2Result, guard};
use crate::handle::{Kind, P2BodyId, P2JointId};
use crate::registry::{self, Host};
use crate::values::{P2Position, P2Vec2};
use crate::wire::{self, Definition};
use physics::world::joints::FilterJoint;
use physics::world::{BodyId, JointDef, JointId, JointMut, JointRef};

/// The definition of a joint of one kind.
pub trait JointDefinition: Definition<Of = JointDef<()>> {
    /// What all kinds have.
    fn base(&mut self) -> &mut P2JointDef;
}

/// The same joint between two bodies.
fn between<A, B>(def: JointDef<A>, a: B, b: B) -> JointDef<B> {
    let JointDef { kind, break_force, break_torque, collide, enabled, user_data, .. } = def;
    JointDef { a, b, kind, break_force, break_torque, collide, enabled, user_data }
}

fn of<D: JointDefinition>(def: &D) -> Outcome<JointDef<()>> {
    let mut own = JointDef::new((), (), FilterJoint);
    wire::read(def, &mut own)?;
    Ok(own)
}

registry::access!(joint, Joint, P2JointId, JointId, joint_id, JointRef, JointMut, joint_mut);

/// Adds a joint.
pub fn create<D: JointDefinition>(def: *const D, joint: *mut P2JointId) -> P2Result {
    guard(|| {
        let (mut def, out) = (*error::input(def, "def")?, error::output(joint, "joint")?);
        let own = of(&def)?;
        let &mut P2JointDef { body_a, body_b, .. } = def.base();
        registry::change_of(body_a, Kind::Body, "body_a", |host| {
            let (a, b) = (host.body_id(body_a, "body_a")?, host.body_id(body_b, "body_b")?);
            let id = host.world.add_joint(between(own, a, b))?;
            let Some(handle) = host.new_handle(id) else {
                host.world.remove_joint(id)?;
                return Err(full());
            };
            out.put(handle);
            Ok(())
        })
    })
}

/// The definition of a joint.
pub fn get_def<D: JointDefinition>(joint: P2JointId, def: *mut D) -> P2Result {
    get(joint, def, "def", |host, joint| {
        let own = joint.def();
        let mut def: D = wire::write(between(own, (), ()))?;
        let base = def.base();
        (base.body_a, base.body_b) = (host.handle(own.a), host.handle(own.b));
        Ok(def)
    })
}

/// Changes a joint to what a definition says.
pub fn set_def<D: JointDefinition>(joint: P2JointId, def: *const D) -> P2Result {
    guard(|| {
        let mut def = *error::input(def, "def")?;
        let new = of(&def)?;
        let &mut P2JointDef { body_a, body_b, .. } = def.base();
        registry::change_of(joint, Kind::Joint, "joint", |host| {
            let id = host.joint_id(joint, "joint")?;
            let old = host.world.joint(id)?.def();
            // That it is of this kind.
            wire::write::<D>(between(old, (), ()))?;
            let bodies: [BodyId; 2] = [host.body_id(body_a, "body_a")?, host.body_id(body_b, "body_b")?];
            if bodies != [old.a, old.b] {
                let message = "body_a and body_b are not those that the joint has: they cannot be changed";
                return Err(Failure::new(P2_REFUSED, message).at("body_a", f64::NAN));
            }
            host.world.joint_mut(id)?.set_def(new)?;
            Ok(())
        })
    })
}

/// The force and the torque of a joint.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct P2Reaction {
    /// On body B, N.
    pub force: P2Vec2,
    /// On body B, N m.
    pub torque: f32,
}

/// Removes a joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_destroy(joint: P2JointId) -> P2Result {
    change(joint, |host, id| Ok(host.world.remove_joint(id)?))
}

/// Whether there is such a joint. Never waits: while another call changes the world, a step for one, it says
/// yes for all that the world may have given out, so that nothing alive is taken for removed.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_is_valid(joint: P2JointId) -> u8 {
    registry::is_valid(joint, Kind::Joint, |host| host.joint(joint, "joint").is_ok())
}

/// The kind of a joint: one of `P2_JOINT_KIND_...`, which says which of the functions `p2_..._joint_get_def`
/// and `p2_..._joint_set_def` are for it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_kind(joint: P2JointId, kind: *mut u32) -> P2Result {
    get(joint, kind, "kind", |_, joint| Ok(kind_of(&joint.kind())))
}

/// The bodies of a joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_bodies(
    joint: P2JointId,
    body_a: *mut P2BodyId,
    body_b: *mut P2BodyId,
) -> P2Result {
    guard(|| {
        let (out_a, out_b) = (error::output(body_a, "body_a")?, error::output(body_b, "body_b")?);
        registry::read_of(joint, Kind::Joint, "joint", |host| {
            let [a, b] = host.joint(joint, "joint")?.bodies().map(|body| host.handle(body.id()));
            out_a.put(a);
            out_b.put(b);
            Ok(())
        })
    })
}

/// The force and the torque that a joint exerted on B in the last step.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_reaction(joint: P2JointId, reaction: *mut P2Reaction) -> P2Result {
    get(joint, reaction, "reaction", |_, joint| {
        let (force, torque) = joint.reaction();
        Ok(P2Reaction { force: force.into(), torque })
    })
}

/// Moves the anchors of a joint to where these positions (m) are in its bodies now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_set_anchors(joint: P2JointId, a: P2Position, b: P2Position) -> P2Result {
    set(joint, |joint| {
        let [body_a, body_b] = joint.view().bodies().map(|body| body.world_pose());
        let [a, b] = [body_a.inverse_transform(a), body_b.inverse_transform(b)];
        joint.set_anchors(a, b).map(|_| ()).map_err(Failure::from)
    })
}
