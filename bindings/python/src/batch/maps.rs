//! Actions, observations and parameters as the Python modules of these names make them.

use crate::body::Body;
use crate::collider::Collider;
use crate::errors::{ForeignHandle, StaleHandle, out_of_range};
use crate::joint::Joint;
use crate::values::{number, point, whole, wrong_type};
use crate::world::World;
use physics::batch::{Action, Observation, Parameter, RayFan, Varied};
use physics::world::{BodyId, BodyRef, ColliderId, JointId};
use pyo3::prelude::*;
use pyo3::types::PyInt;

/// Where the bodies, colliders and joints of a world are in its level; empty if there is only a level.
#[derive(Default)]
pub struct Names<'py> {
    world: Option<Bound<'py, World>>,
    bodies: Vec<BodyId>,
    colliders: Vec<ColliderId>,
    joints: Vec<JointId>,
}

impl<'py> Names<'py> {
    /// Of a world, or of a level, in which things have no handles.
    pub fn of(level: &Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(world) = level.cast::<World>() else { return Ok(Self::default()) };
        let mut names = Self { world: Some(world.clone()), ..Self::default() };
        world.get().read(|world| {
            names.bodies = world.bodies().map(|body| body.id()).collect();
            names.joints = world.joints().map(|joint| joint.id()).collect();
            // The order of `World::to_level`: that of slots, but of one body that in which they were added.
            let mut of_body: Vec<_> = world.bodies().map(BodyRef::colliders).collect();
            for collider in world.colliders() {
                let body = collider.body().id();
                if let Some(at) = names.bodies.iter().position(|&id| id == body)
                    && let Some(next) = of_body[at].next()
                {
                    names.colliders.push(next.id());
                }
            }
        })?;
        Ok(names)
    }

    /// Of the bodies alone, of a world.
    pub fn of_bodies(world: Option<&Bound<'py, World>>, bodies: &[BodyId]) -> Self {
        Self { world: world.cloned(), bodies: bodies.to_vec(), ..Self::default() }
    }

    /// The world and its bodies.
    pub fn into_bodies(self) -> (Option<Py<World>>, Vec<BodyId>) {
        (self.world.map(Bound::unbind), self.bodies)
    }

    /// The index of what is named: a number, or a handle of the world.
    fn index<T: PartialEq>(
        &self,
        field: &str,
        of: &Bound<'_, PyAny>,
        kind: &str,
        handle: Option<(&Py<World>, T)>,
        all: &[T],
    ) -> PyResult<u32> {
        let Some((owner, id)) = handle else {
            if of.is_instance_of::<PyInt>() {
                return whole(&format!("{field}: the index of the {kind}"), of);
            }
            return of.extract().map_err(|_| wrong_type(field, &format!("a {kind} or its index"), of));
        };
        let is_own = self.world.as_ref().is_some_and(|world| world.is(owner));
        let found = all.iter().position(|one| *one == id).filter(|_| is_own);
        found.map(|index| index as u32).ok_or_else(|| {
            if is_own {
                return StaleHandle::new_err(format!("{field}: the {kind} has been removed"));
            }
            ForeignHandle::new_err(format!(
                "{field}: the {kind} is not in the world of which the batch is made"
            ))
        })
    }

    pub fn body(&self, field: &str, of: &Bound<'_, PyAny>) -> PyResult<u32> {
        let handle = of.cast::<Body>().ok().map(|body| (&body.get().world, body.get().id));
        self.index(field, of, "body", handle, &self.bodies)
    }

    fn collider(&self, field: &str, of: &Bound<'_, PyAny>) -> PyResult<u32> {
        let handle = of.cast::<Collider>().ok().map(|one| (&one.get().world, one.get().id));
        self.index(field, of, "collider", handle, &self.colliders)
    }

    fn joint(&self, field: &str, of: &Bound<'_, PyAny>) -> PyResult<u32> {
        let handle = of.cast::<Joint>().ok().map(|one| (&one.get().world, one.get().id));
        self.index(field, of, "joint", handle, &self.joints)
    }

    /// One of `actions`.
    pub fn action(&self, index: usize, made: &Bound<'py, PyAny>) -> PyResult<Action> {
        let field = format!("actions[{index}]");
        let (drive, of, scale): (String, Bound<'py, PyAny>, Bound<'py, PyAny>) = made
            .extract()
            .map_err(|_| wrong_type(&field, "made by a function of physics2d.actions", made))?;
        let scale = number(&format!("{field}: scale"), &scale)?;
        let action = match drive.as_str() {
            "force" => Action::force(self.body(&field, &of)?),
            "torque" => Action::torque(self.body(&field, &of)?),
            "target" => Action::target(self.body(&field, &of)?),
            "motor_speed" => Action::motor_speed(self.joint(&field, &of)?),
            "motor_torque" => Action::motor_torque(self.joint(&field, &of)?),
            _ => return Err(unknown(made, &field, &drive)),
        };
        Ok(action.scaled(scale as f32))
    }

    /// One of `observations`.
    pub fn observation(&self, index: usize, made: &Bound<'py, PyAny>) -> PyResult<Observation> {
        type Any<'py> = Bound<'py, PyAny>;
        type Fan<'py> = (Any<'py>, Any<'py>, Any<'py>, Any<'py>, Any<'py>, bool, Any<'py>);
        let field = format!("observations[{index}]");
        let (what, of, fan): (String, Any<'py>, Option<Fan<'py>>) = made
            .extract()
            .map_err(|_| wrong_type(&field, "made by a function of physics2d.observations", made))?;
        Ok(match (what.as_str(), fan) {
            ("pose", _) => Observation::Pose { body: self.body(&field, &of)? },
            ("velocity", _) => Observation::Velocity { body: self.body(&field, &of)? },
            ("joint_angle", _) => Observation::JointAngle { joint: self.joint(&field, &of)? },
            ("joint_angular_speed", _) => Observation::JointAngularSpeed { joint: self.joint(&field, &of)? },
            ("joint_translation", _) => Observation::JointTranslation { joint: self.joint(&field, &of)? },
            ("joint_translation_speed", _) => {
                Observation::JointTranslationSpeed { joint: self.joint(&field, &of)? }
            }
            ("touch", _) => Observation::Touch { collider: self.collider(&field, &of)? },
            ("rays", Some((count, length, origin, from, to, turns, mask))) => {
                let named = |name: &str| format!("{field}: {name}");
                Observation::Rays(RayFan {
                    body: self.body(&field, &of)?,
                    count: whole(&named("count"), &count)?,
                    length: number(&named("length"), &length)? as f32,
                    origin: point(&named("origin"), &origin)?,
                    from: number(&named("start"), &from)? as f32,
                    to: number(&named("end"), &to)? as f32,
                    turns,
                    mask: whole(&named("mask"), &mask)?,
                })
            }
            _ => return Err(unknown(made, &field, &what)),
        })
    }

    /// One of `parameters`.
    pub fn parameter(&self, index: usize, made: &Bound<'py, PyAny>) -> PyResult<Parameter> {
        let field = format!("parameters[{index}]");
        type Any<'py> = Bound<'py, PyAny>;
        let (varied, of, least, greatest): (String, Any<'py>, Any<'py>, Any<'py>) = made
            .extract()
            .map_err(|_| wrong_type(&field, "made by a function of physics2d.parameters", made))?;
        let least = number(&format!("{field}: least"), &least)?;
        let greatest = number(&format!("{field}: greatest"), &greatest)?;
        let varied = match varied.as_str() {
            "mass" => Varied::Mass { body: self.body(&field, &of)? },
            "friction" => Varied::Friction { collider: self.collider(&field, &of)? },
            "gravity" => Varied::Gravity,
            "strength" => {
                let (first, count): (Any<'py>, Any<'py>) =
                    of.extract().map_err(|_| wrong_type(&field, "two whole numbers", &of))?;
                let first = whole(&format!("{field}: first"), &first)?;
                Varied::Strength { first, count: whole(&format!("{field}: count"), &count)? }
            }
            "size" => Varied::Size { collider: self.collider(&field, &of)? },
            _ => return Err(unknown(made, &field, &varied)),
        };
        Ok(Parameter::new(varied, least as f32, greatest as f32))
    }
}

fn unknown(made: &Bound<'_, PyAny>, field: &str, name: &str) -> PyErr {
    out_of_range(made.py(), format!("{field} is unknown: '{name}'"), field, name)
}
