//! What a body touches.

use crate::body::{Body, Pair};
use crate::collect::refers;
use crate::collider::Collider;
use crate::values::tuple;
use crate::world::{World, body, collider};
use physics::world::{BodyId, ContactRef};
use pyo3::prelude::*;

/// A touching contact, as one of its bodies sees it.
#[pyclass(frozen, get_all, module = "physics2d")]
pub struct Contact {
    /// The collider of this body.
    own: Py<Collider>,
    /// The other collider.
    other: Py<Collider>,
    /// The body of the other collider.
    other_body: Py<Body>,
    /// Unit, out of the other collider, towards this body.
    normal: Pair,
    /// Impulse along the normal in the last step, N s.
    impulse: f64,
    /// The contact points, m.
    points: Vec<Pair>,
}

refers!(Contact: own, other, other_body);

impl Contact {
    /// As this body sees it.
    pub fn of(world: &Bound<'_, World>, id: BodyId, contact: ContactRef<'_>) -> Option<PyResult<Self>> {
        let py = world.py();
        let (own, other, normal) = (contact.own(id)?, contact.other(id)?, contact.normal_on(id)?);
        let make = || {
            Ok(Self {
                own: Py::new(py, collider(world, own.id()))?,
                other: Py::new(py, collider(world, other.id()))?,
                other_body: Py::new(py, body(world, other.body().id()))?,
                normal: tuple(normal),
                impulse: f64::from(contact.step_impulse()),
                points: contact.points().map(|(point, ..)| tuple(point.coords)).collect(),
            })
        };
        Some(make())
    }
}

#[pymethods]
impl Contact {
    fn __repr__(&self) -> String {
        format!("<Contact: normal {:?}, impulse {} N s>", self.normal, self.impulse)
    }
}
