//! Bodies and joints are added and removed.

use super::{World, body, joint};
use crate::body::Body;
use crate::collider::Collider;
use crate::errors::{self, ForeignHandle};
use crate::joint::Joint;
use crate::mass;
use crate::props;
use crate::values;
use physics::prelude::{
    BodyDef, BodyPoses, DefError, DistanceJoint, FilterJoint, FrictionJoint, GearJoint, JointDef, JointKind,
    MotorJoint, MouseJoint, PortalJoint, Position, PrismaticJoint, PulleyJoint, RackJoint, RatchetJoint,
    RevoluteJoint, WeldJoint, WheelJoint,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The words of a call that adds a joint, which are no properties.
const ANCHORS: [&str; 3] = ["anchor", "world_anchor_a", "world_anchor_b"];

impl World {
    /// Adds a joint of a kind between two bodies.
    fn add_joint_of<'py>(
        slf: &Bound<'py, Self>,
        ends: [&Bound<'py, Body>; 2],
        kind: JointKind,
        given: Option<&Bound<'py, PyDict>>,
        call: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        for (end, name) in ends.iter().zip(["a", "b"]) {
            if !end.get().world.bind(slf.py()).is(slf) {
                return Err(ForeignHandle::new_err(format!("body {name} belongs to another world")));
            }
        }
        let [a, b] = ends.map(|end| end.get().id);
        let mut def = JointDef::new(a, b, kind);
        let given_point = |name: &str| -> PyResult<Option<Position>> {
            let value = given.map(|given| given.get_item(name)).transpose()?.flatten();
            value.map(|value| values::position(name, &value)).transpose()
        };
        let [both, of_a, of_b] =
            [given_point(ANCHORS[0])?, given_point(ANCHORS[1])?, given_point(ANCHORS[2])?];
        let points = match (both, of_a, of_b) {
            (None, None, None) => None,
            (Some(point), None, None) => Some([point, point]),
            (None, Some(a), Some(b)) => Some([a, b]),
            _ => {
                let message = format!("{call}() takes anchor, or both world_anchor_a and world_anchor_b");
                return Err(PyTypeError::new_err(message));
            }
        };
        let world = slf.get();
        // First, so that what is given besides, as a reference angle, counts.
        if let Some([of_a, of_b]) = points {
            def = world.read(|world| def.at_points(world, of_a, of_b))?.map_err(errors::definition)?;
        }
        props::set(&mut def, world.objects.kept(given)?.as_ref(), call, &ANCHORS)?;
        if !given.is_some_and(|given| given.contains("length").unwrap_or(false)) {
            let measured = world.read(|world| with_measured_length(def, world))?;
            def = measured.map_err(errors::definition)?;
        }
        let id = world.change(|world| world.add_joint(def))?;
        joint(slf, id)
    }
}

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

/// One function for each kind of joint.
macro_rules! add_joints {
    ($($call:ident, $kind:ident, $doc:literal;)+) => {
        #[pymethods]
        impl World {
            $(
                #[doc = include_str!($doc)]
                #[pyo3(signature = (a, b, **properties))]
                fn $call<'py>(
                    slf: &Bound<'py, Self>,
                    a: &Bound<'py, Body>,
                    b: &Bound<'py, Body>,
                    properties: Option<&Bound<'py, PyDict>>,
                ) -> PyResult<Bound<'py, PyAny>> {
                    Self::add_joint_of(slf, [a, b], $kind::default().into(), properties, stringify!($call))
                }
            )+
        }
    };
}

add_joints! {
    add_revolute, RevoluteJoint, "../../docs/add_revolute.txt";
    add_mouse, MouseJoint, "../../docs/add_mouse.txt";
    add_distance, DistanceJoint, "../../docs/add_distance.txt";
    add_prismatic, PrismaticJoint, "../../docs/add_prismatic.txt";
    add_weld, WeldJoint, "../../docs/add_weld.txt";
    add_wheel, WheelJoint, "../../docs/add_wheel.txt";
    add_motor, MotorJoint, "../../docs/add_motor.txt";
    add_pulley, PulleyJoint, "../../docs/add_pulley.txt";
    add_gear, GearJoint, "../../docs/add_gear.txt";
    add_rack, RackJoint, "../../docs/add_rack.txt";
    add_friction, FrictionJoint, "../../docs/add_friction.txt";
    add_filter, FilterJoint, "../../docs/add_filter.txt";
    add_portal, PortalJoint, "../../docs/add_portal.txt";
    add_ratchet, RatchetJoint, "../../docs/add_ratchet.txt";
}

#[pymethods]
impl World {
    #[doc = include_str!("../../docs/add_body.txt")]
    #[pyo3(signature = (**properties))]
    fn add_body(slf: &Bound<'_, Self>, properties: Option<&Bound<'_, PyDict>>) -> PyResult<Body> {
        let mut def = BodyDef::default();
        let properties = slf.get().objects.kept(properties)?;
        props::set(&mut def, properties.as_ref(), "add_body", &[])?;
        mass::complete(&mut def, properties.as_ref(), None)?;
        let id = slf.get().change(|world| world.add_body(def))?;
        Ok(body(slf, id))
    }

    /// Removes a body with its colliders and joints, a collider, or a joint.
    fn remove(slf: &Bound<'_, Self>, thing: &Bound<'_, PyAny>) -> PyResult<()> {
        let check = |world: &Py<Self>| match world.bind(slf.py()).is(slf) {
            true => Ok(()),
            false => Err(ForeignHandle::new_err("it belongs to another world")),
        };
        if let Ok(body) = thing.cast::<Body>() {
            check(&body.get().world)?;
            body.get().remove()
        } else if let Ok(collider) = thing.cast::<Collider>() {
            check(&collider.get().world)?;
            collider.get().remove()
        } else if let Ok(joint) = thing.cast::<Joint>() {
            check(&joint.get().world)?;
            joint.get().remove()
        } else {
            Err(values::wrong_type("thing", "a body, a collider or a joint", thing))
        }
    }

    /// Closes joints that begin open by moving bodies, not by giving them speed. Returns by how much the
    /// worst is open still, m.
    #[pyo3(signature = (tolerance = 0.001, max_sweeps = None),
           text_signature = "($self, tolerance=0.001, max_sweeps=100)")]
    fn close_joints(
        &self,
        py: Python<'_>,
        tolerance: f64,
        max_sweeps: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<f64> {
        let tolerance = values::finite_f32(py, "tolerance", tolerance)?;
        let most = u32::MAX as usize;
        let sweeps = max_sweeps.map_or(Ok(100), |sweeps| values::count("max_sweeps", sweeps, 0, most))?;
        self.change(|world| world.close_joints(tolerance, sweeps as u32)).map(f64::from)
    }
}
