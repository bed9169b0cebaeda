//! Contact hooks in Python: an object that decides about contacts while a step runs.
//!
//! ```text
//!   step        lets other threads of Python run, and holds the lock of the world
//!     worker    --> waits for Python's lock --> hook.accepts(a, b), hook.respond(contact)
//! ```
//!
//! Several workers may ask at once; Python's lock lets them in one by one. No step waits for a worker with
//! that lock in its hands, so none waits for ever. What a hook gets are values, since the world itself is
//! locked: a function that reads it gets `WorldBusy`. An exception ends the steps, and is raised by the call.

use crate::body::{Body, Pair};
use crate::collect::refers;
use crate::collider::Collider;
use crate::errors::out_of_range;
use crate::values::{finite, tuple, wrong_type};
use crate::world::{World, body, collider};
use physics::world::{ContactHook, ContactResponse, HookCollider, HookContact};
use pyo3::exceptions::{PyReferenceError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyWeakrefMethods, PyWeakrefReference};
use pyo3::{PyTraverseError, PyVisit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A collider as a contact hook sees it: values, since the world is locked while a step runs.
#[pyclass(frozen, get_all, module = "physics2d")]
pub struct ContactSide {
    /// Its handle, to be compared.
    collider: Py<Collider>,
    /// The handle of its body, to be compared.
    body: Py<Body>,
    /// What moves its body: "static", "kinematic" or "dynamic".
    kind: String,
    /// Its categories, bits.
    category: u64,
    /// Its user data.
    user_data: Py<PyAny>,
    /// The user data of its body.
    body_user_data: Py<PyAny>,
}

refers!(ContactSide: collider, body);

/// A contact as a contact hook sees it, before it pushes.
#[pyclass(frozen, get_all, module = "physics2d")]
pub struct ContactCandidate {
    /// The collider with the lower slot.
    a: Py<ContactSide>,
    /// The other one.
    b: Py<ContactSide>,
    /// The middle of the points of contact, m.
    point: Pair,
    /// Unit, from `a` to `b`.
    normal: Pair,
    /// The velocity of `b` relative to `a` at that point, m/s.
    velocity: Pair,
    /// Whether it had points in the last step, and pushed.
    had_points: bool,
    /// The coefficient of friction that it has without the hook.
    friction: f64,
    /// The coefficient of static friction that it has without the hook.
    static_friction: f64,
    /// The restitution that it has without the hook.
    restitution: f64,
    /// The speed of its belt without the hook, m/s.
    surface_speed: f64,
}

refers!(ContactCandidate: a, b);

#[pymethods]
impl ContactSide {
    fn __repr__(&self) -> String {
        format!("<ContactSide: Collider {}>", self.collider.get().id)
    }
}

#[pymethods]
impl ContactCandidate {
    fn __repr__(&self) -> String {
        format!("<ContactCandidate: at {:?}, normal {:?}>", self.point, self.normal)
    }
}

/// The hook of a world.
pub struct Hook {
    /// The object of the program.
    pub object: Py<PyAny>,
    /// The world, which owns this.
    world: Py<PyWeakrefReference>,
    accepts: Option<Py<PyAny>>,
    responds: Option<Py<PyAny>>,
    has_failed: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl std::fmt::Debug for Hook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hook").finish_non_exhaustive()
    }
}

impl Hook {
    /// The hook of an object with methods `accepts`, `respond` or both.
    pub fn new(world: &Bound<'_, World>, object: &Bound<'_, PyAny>) -> PyResult<Arc<Self>> {
        let method = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            Ok(object.getattr_opt(name)?.filter(|found| found.is_callable()).map(Bound::unbind))
        };
        let (accepts, responds) = (method("accepts")?, method("respond")?);
        if accepts.is_none() && responds.is_none() {
            let expected = "an object with a method accepts(a, b) or respond(contact)";
            return Err(wrong_type("contact_hook", expected, object));
        }
        Ok(Arc::new(Self {
            object: object.clone().unbind(),
            world: PyWeakrefReference::new(world)?.unbind(),
            accepts,
            responds,
            has_failed: AtomicBool::new(false),
            error: Mutex::default(),
        }))
    }

    /// Whether it has raised an exception.
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// The exception that it has raised first.
    pub fn take_error(&self) -> PyResult<()> {
        self.has_failed.store(false, Ordering::Relaxed);
        self.error.lock().ok().and_then(|mut error| error.take()).map_or(Ok(()), Err)
    }

    /// Tells the collector of Python what it refers to.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.object)?;
        visit.call(&self.world)?;
        visit.call(&self.accepts)?;
        visit.call(&self.responds)
    }

    /// Asks the program; what it raises is kept, and `otherwise` counts.
    fn ask<T>(&self, otherwise: T, ask: impl FnOnce(Python<'_>, &Bound<'_, World>) -> PyResult<T>) -> T {
        if self.has_failed() {
            return otherwise;
        }
        Python::attach(|py| {
            let gone = || PyReferenceError::new_err("the world of the contact hook is gone");
            let world = self.world.bind(py).upgrade_as::<World>().ok().flatten().ok_or_else(gone);
            world.and_then(|world| ask(py, &world)).unwrap_or_else(|raised| {
                if let Ok(mut error) = self.error.lock() {
                    error.get_or_insert(raised);
                }
                self.has_failed.store(true, Ordering::Relaxed);
                otherwise
            })
        })
    }
}

fn side(world: &Bound<'_, World>, of: &HookCollider<'_>) -> PyResult<Py<ContactSide>> {
    let py = world.py();
    let side = ContactSide {
        collider: Py::new(py, collider(world, of.id))?,
        body: Py::new(py, body(world, of.body))?,
        kind: format!("{:?}", of.kind).to_lowercase(),
        category: of.filter.category,
        user_data: world.get().objects.of(py, of.user_data)?,
        body_user_data: world.get().objects.of(py, of.body_user_data)?,
    };
    Py::new(py, side)
}

fn candidate(world: &Bound<'_, World>, of: &HookContact<'_>) -> PyResult<ContactCandidate> {
    let ContactResponse { friction, static_friction, restitution, surface_speed, .. } = of.response;
    Ok(ContactCandidate {
        a: side(world, &of.a)?,
        b: side(world, &of.b)?,
        point: tuple(of.point.coords),
        normal: tuple(of.manifold.normal),
        velocity: tuple(of.velocity),
        had_points: of.had_points,
        friction: f64::from(friction),
        static_friction: f64::from(static_friction),
        restitution: f64::from(restitution),
        surface_speed: f64::from(surface_speed),
    })
}

/// What `respond` has returned: nothing, whether it pushes, or a dictionary of what is different.
fn answer(usual: ContactResponse, found: &Bound<'_, PyAny>) -> PyResult<ContactResponse> {
    if found.is_none() {
        return Ok(usual);
    }
    if let Ok(pushes) = found.cast::<PyBool>() {
        return Ok(usual.pushes(pushes.is_true()));
    }
    let expected = "None, a bool or a dictionary";
    let numbers = found.cast::<PyDict>().map_err(|_| wrong_type("what respond returns", expected, found))?;
    let mut response = usual;
    for (name, value) in numbers {
        let name: String = name.extract()?;
        if name == "pushes" {
            response.pushes = value.is_truthy()?;
            continue;
        }
        let number = finite(&name, &value)?;
        match name.as_str() {
            "surface_speed" => response.surface_speed = number,
            "friction" | "static_friction" | "restitution" if number < 0.0 => {
                let message = format!("{name} is {number}: it must be at least 0");
                return Err(out_of_range(value.py(), message, &name, value));
            }
            "friction" => response = response.friction(number),
            "static_friction" => {}
            "restitution" => response.restitution = number,
            _ => {
                let names = "pushes, friction, static_friction, restitution, surface_speed";
                let message = format!("respond() returns '{name}', which is none of {names}");
                return Err(PyTypeError::new_err(message));
            }
        }
    }
    // Last, since the friction sets it as well.
    if let Some(value) = numbers.get_item("static_friction")? {
        response.static_friction = finite("static_friction", &value)?;
    }
    Ok(response)
}

impl ContactHook for Hook {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        let Some(accepts) = &self.accepts else { return true };
        // False after an exception: what has no contact is asked about again, what has one is not.
        self.ask(false, |py, world| accepts.call1(py, (side(world, a)?, side(world, b)?))?.is_truthy(py))
    }

    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        let Some(responds) = &self.responds else { return contact.response };
        self.ask(contact.response, |py, world| {
            let found = responds.call1(py, (candidate(world, contact)?,))?;
            answer(contact.response, found.bind(py))
        })
    }
}

impl World {
    /// Gives the hook of another world to its copy, which goes on with the same bits.
    pub fn keep_hook(slf: &Bound<'_, Self>, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let hook = Hook::new(slf, object)?;
        let mut inner = slf.get().lock()?;
        inner.world.keep_contact_hook(Some(hook.clone()));
        inner.hook = Some(hook);
        Ok(())
    }
}

#[pymethods]
impl World {
    /// An object that decides about the contacts of colliders with `hook=True`, while a step runs; `None` for
    /// none. Two methods, of which it may have either:
    ///
    /// - `accepts(a, b)`: whether two colliders (`ContactSide`) may have a contact at all. Asked when their
    ///   boxes begin to overlap, so the answer must not change from step to step.
    /// - `respond(contact)`: what a contact (`ContactCandidate`) does in this step. `None` for what it does
    ///   anyway, `False` so that it does not push, or a dictionary with some of `pushes`, `friction`,
    ///   `static_friction`, `restitution` and `surface_speed`.
    ///
    /// They get values, since the world is locked meanwhile. Each call takes a microsecond or two. An
    /// exception ends the steps and is raised by the call. The results are the same on any number of threads
    /// if the answers depend on the arguments only.
    #[getter]
    fn contact_hook(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        Ok(self.lock()?.hook.as_ref().map(|hook| hook.object.clone_ref(py)))
    }

    #[setter]
    pub fn set_contact_hook(slf: &Bound<'_, Self>, hook: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let hook = hook.map(|object| Hook::new(slf, object)).transpose()?;
        let mut inner = slf.get().lock()?;
        inner.world.set_contact_hook(hook.clone().map(|hook| hook as Arc<dyn ContactHook>));
        inner.hook = hook;
        // It has been asked about the pairs that overlap.
        inner.take_hook_error()
    }
}
