//! What happened in a step: small objects, made when they are asked for.

use crate::body::{Body, Pair};
use crate::collect::refers;
use crate::collider::Collider;
use crate::values::tuple;
use crate::world::{World, body, collider};
use physics::geom::Vec2;
use physics::world::{self as engine, EventCollider, StepWarning};
use pyo3::prelude::*;

/// What happened in a step. Each list is in a fixed order, the same on every machine.
#[pyclass(frozen, module = "physics2d")]
pub struct Events {
    world: Py<World>,
    events: engine::Events,
}

refers!(Events: world);

impl Events {
    /// Of a world.
    pub fn new(world: Py<World>, events: engine::Events) -> Self {
        Self { world, events }
    }

    fn event(&self, py: Python<'_>, [a, b]: [&EventCollider; 2]) -> PyResult<ContactEvent> {
        let world = self.world.bind(py);
        let data = |data| world.get().objects.of(py, data);
        Ok(ContactEvent {
            a: Py::new(py, collider(world, a.collider))?,
            b: Py::new(py, collider(world, b.collider))?,
            body_a: Py::new(py, body(world, a.body))?,
            body_b: Py::new(py, body(world, b.body))?,
            user_data: (data(a.user_data)?, data(b.user_data)?),
            body_user_data: (data(a.body_user_data)?, data(b.body_user_data)?),
            point: (f64::NAN, f64::NAN),
            normal: (0.0, 0.0),
            approach_speed: 0.0,
            impulse: 0.0,
        })
    }

    fn bodies(&self, py: Python<'_>, events: &[engine::BodyEvent]) -> Vec<Body> {
        events.iter().map(|event| body(self.world.bind(py), event.body)).collect()
    }
}

/// Two colliders that began or ceased to touch, or that hit each other. They may have been removed since;
/// their user data are still here.
#[pyclass(frozen, get_all, module = "physics2d")]
pub struct ContactEvent {
    /// A collider; of a sensor event the sensor.
    a: Py<Collider>,
    /// The other collider; of a sensor event what is in the sensor.
    b: Py<Collider>,
    /// The body of `a`.
    body_a: Py<Body>,
    /// The body of `b`.
    body_b: Py<Body>,
    /// The user data of the colliders.
    user_data: (Py<PyAny>, Py<PyAny>),
    /// The user data of their bodies.
    body_user_data: (Py<PyAny>, Py<PyAny>),
    /// Where they touch, m; NaN if they do not.
    point: Pair,
    /// Unit, from `a` to `b`; zero if they do not touch.
    normal: Pair,
    /// Speed at which they came together, m/s; of a hit.
    approach_speed: f64,
    /// Impulse along the normal, N s; of a hit.
    impulse: f64,
}

refers!(ContactEvent: a, b, body_a, body_b);

#[pymethods]
impl ContactEvent {
    /// The body other than this one; `None` if this is neither.
    fn other_body(slf: &Bound<'_, Self>, one: &Bound<'_, Body>) -> Option<Py<Body>> {
        let event = slf.get();
        let is = |body: &Py<Body>| body.get().id == one.get().id;
        match (is(&event.body_a), is(&event.body_b)) {
            (true, _) => Some(event.body_b.clone_ref(slf.py())),
            (_, true) => Some(event.body_a.clone_ref(slf.py())),
            _ => None,
        }
    }

    /// The collider of another body than this one; `None` if the body is neither.
    fn other(slf: &Bound<'_, Self>, one: &Bound<'_, Body>) -> Option<Py<Collider>> {
        let event = slf.get();
        let is = |body: &Py<Body>| body.get().id == one.get().id;
        match (is(&event.body_a), is(&event.body_b)) {
            (true, _) => Some(event.b.clone_ref(slf.py())),
            (_, true) => Some(event.a.clone_ref(slf.py())),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        format!("<ContactEvent: Collider {} and Collider {}>", self.a.get().id, self.b.get().id)
    }
}

/// A joint that broke in the step.
#[pyclass(frozen, get_all, module = "physics2d")]
pub struct JointBreak {
    /// Its user data.
    user_data: Py<PyAny>,
    /// Its slot, which is free now.
    index: usize,
    /// The first body.
    a: Py<Body>,
    /// The second body.
    b: Py<Body>,
    /// The force at which it broke, N.
    force: Pair,
    /// The torque at which it broke, N m.
    torque: f64,
}

refers!(JointBreak: a, b);

fn pair(v: Vec2) -> Pair {
    tuple(v)
}

#[pymethods]
impl Events {
    /// Contacts that began.
    #[getter]
    fn begun(&self, py: Python<'_>) -> PyResult<Vec<ContactEvent>> {
        let with_place = |event: &engine::ContactBegin| {
            let (point, normal) = (pair(event.point.coords), pair(event.normal));
            Ok(ContactEvent { point, normal, ..self.event(py, [&event.a, &event.b])? })
        };
        self.events.contacts_begun().iter().map(with_place).collect()
    }

    /// Contacts that ended.
    #[getter]
    fn ended(&self, py: Python<'_>) -> PyResult<Vec<ContactEvent>> {
        self.events.contacts_ended().iter().map(|event| self.event(py, [&event.a, &event.b])).collect()
    }

    /// Contacts that were hit faster than the setting `hit_speed`.
    #[getter]
    fn hits(&self, py: Python<'_>) -> PyResult<Vec<ContactEvent>> {
        let with_place = |event: &engine::ContactHit| {
            Ok(ContactEvent {
                point: pair(event.point.coords),
                normal: pair(event.normal),
                approach_speed: f64::from(event.approach_speed),
                impulse: f64::from(event.impulse),
                ..self.event(py, [&event.a, &event.b])?
            })
        };
        self.events.hits().iter().map(with_place).collect()
    }

    /// What entered sensors: `a` is the sensor.
    #[getter]
    fn sensors_begun(&self, py: Python<'_>) -> PyResult<Vec<ContactEvent>> {
        self.events.sensors_begun().iter().map(|e| self.event(py, [&e.sensor, &e.visitor])).collect()
    }

    /// What left sensors: `a` is the sensor.
    #[getter]
    fn sensors_ended(&self, py: Python<'_>) -> PyResult<Vec<ContactEvent>> {
        self.events.sensors_ended().iter().map(|e| self.event(py, [&e.sensor, &e.visitor])).collect()
    }

    /// Bodies that fell asleep.
    #[getter]
    fn fell_asleep(&self, py: Python<'_>) -> Vec<Body> {
        self.bodies(py, self.events.fell_asleep())
    }

    /// Bodies that woke.
    #[getter]
    fn woke(&self, py: Python<'_>) -> Vec<Body> {
        self.bodies(py, self.events.woke())
    }

    /// Joints that broke.
    #[getter]
    fn joints_broken(&self, py: Python<'_>) -> PyResult<Vec<JointBreak>> {
        let world = self.world.bind(py);
        let make = |event: &engine::JointBreak| {
            let [a, b] = event.bodies.map(|id| Py::new(py, body(world, id)));
            Ok(JointBreak {
                user_data: world.get().objects.of(py, event.user_data)?,
                index: event.joint.index(),
                a: a?,
                b: b?,
                force: pair(event.force),
                torque: f64::from(event.torque),
            })
        };
        self.events.joints_broken().iter().map(make).collect()
    }

    /// What the step had to mend, in words: bodies whose position or velocity was no longer finite.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let words = |warning: &StepWarning| match warning {
            StepWarning::TimeStep(dt) => format!("dt is {dt} s, out of its range"),
            StepWarning::BodyStopped(body) => format!("{body} was stopped: its motion was not finite"),
            StepWarning::HookAnswer { field, value, .. } => format!("a hook answered {field} = {value}"),
        };
        self.events.warnings().iter().map(words).collect()
    }

    fn __repr__(&self) -> String {
        let Self { events, .. } = self;
        format!(
            "<Events: {} begun, {} ended, {} hits, {} and {} at sensors, {} joints broken>",
            events.contacts_begun().len(),
            events.contacts_ended().len(),
            events.hits().len(),
            events.sensors_begun().len(),
            events.sensors_ended().len(),
            events.joints_broken().len(),
        )
    }
}
