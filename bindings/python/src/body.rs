//! The class `Body`: a world and a handle.

mod colliders;
mod pieces;

use crate::collect::refers;
use crate::collider::Collider;
use crate::contact::Contact;
use crate::errors;
use crate::mass;
use crate::props;
use crate::values::{self, tuple};
use crate::world::{World, collider, joint};
use physics::geom::WorldPose;
use physics::world::{BodyId, BodyMut, BodyRef, DefError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// x and y.
pub type Pair = (f64, f64);

/// How a handle is pickled: the function that finds it, in a world, by its bits.
pub type Pickled<'py> = (Bound<'py, PyAny>, (Py<World>, u128));

/// A body of a world. It is a handle: light, hashable, equal to any other handle of the same body, and
/// refused with `StaleHandle` once the body has been removed.
#[pyclass(frozen, weakref, module = "physics2d")]
pub struct Body {
    pub world: Py<World>,
    pub id: BodyId,
}

refers!(Body: world);

impl Body {
    /// Reads the body.
    pub fn read<T>(&self, read: impl FnOnce(BodyRef<'_>) -> T) -> PyResult<T> {
        let inner = self.world.get().lock()?;
        Ok(read(inner.world.body(self.id).map_err(errors::handle)?))
    }

    /// Changes the body.
    pub fn change(&self, change: impl FnOnce(&mut BodyMut<'_>) -> Result<(), DefError>) -> PyResult<()> {
        let mut inner = self.world.get().lock()?;
        let mut body = inner.world.body_mut(self.id).map_err(errors::handle)?;
        let changed = change(&mut body).map_err(errors::definition);
        inner.take_hook_error()?;
        changed
    }

    /// Removes the body.
    pub fn remove(&self) -> PyResult<()> {
        let mut inner = self.world.get().lock()?;
        inner.world.remove_body(self.id).map_err(errors::handle)
    }
}

#[pymethods]
impl Body {
    /// The world of the body.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<World> {
        self.world.clone_ref(py)
    }

    /// Its slot: a small number that is unique among the bodies that exist at one time.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    /// Whether the body still exists.
    #[getter]
    fn exists(&self) -> PyResult<bool> {
        self.world.get().read(|world| world.body(self.id).is_ok())
    }

    /// Where its origin is, m. To set it moves the body there at once.
    #[getter]
    fn position(&self) -> PyResult<Pair> {
        let at = self.read(|one| one.position_f64())?;
        Ok((at.x, at.y))
    }

    #[setter]
    fn set_position(&self, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = values::position("position", position)?;
        self.change(|body| {
            let pose = body.view().world_pose();
            body.set_world_pose(WorldPose { position, ..pose }).map(|_| ())
        })
    }

    /// Its angle, rad, from -pi to pi. To set it turns the body at once.
    #[getter]
    fn angle(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.pose().rotation.angle()))
    }

    #[setter]
    fn set_angle(&self, angle: &Bound<'_, PyAny>) -> PyResult<()> {
        let rotation = values::rotation("angle", angle)?;
        self.change(|body| {
            let pose = body.view().world_pose();
            body.set_world_pose(WorldPose { rotation, ..pose }).map(|_| ())
        })
    }

    /// Velocity of its centre of mass, m/s.
    #[getter]
    fn velocity(&self) -> PyResult<Pair> {
        self.read(|body| tuple(body.velocity()))
    }

    #[setter]
    fn set_velocity(&self, velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let velocity = values::vector("velocity", velocity)?;
        self.change(|body| body.set_velocity(velocity).map(|_| ()))
    }

    /// Angular velocity, rad/s.
    #[getter]
    fn angular_velocity(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.angular_velocity()))
    }

    #[setter]
    fn set_angular_velocity(&self, angular_velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let angular_velocity = values::finite("angular_velocity", angular_velocity)?;
        self.change(|body| body.set_angular_velocity(angular_velocity).map(|_| ()))
    }

    /// Its mass, kg: the sum over its colliders, unless it was set. When it is set, centre and inertia follow
    /// the colliders, scaled to it, now and when they change; an inertia that was given is scaled with it.
    #[getter]
    fn mass(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.mass_properties().mass))
    }

    #[setter]
    fn set_mass(slf: &Bound<'_, Self>, mass: &Bound<'_, PyAny>) -> PyResult<()> {
        let mass = values::finite("mass", mass)?;
        let (body, world) = (slf.get(), slf.get().world.get());
        body.read(|_| ())?;
        world.change(|world| mass::set(world, body.id, mass))
    }

    /// Rotational inertia about its centre of mass, kg m^2. `set(mass={...})` sets it.
    #[getter]
    fn inertia(&self) -> PyResult<f64> {
        // Never the negative zero that says that it follows.
        self.read(|body| f64::from(body.mass_properties().inertia + 0.0))
    }

    /// Its centre of mass in the world, m.
    #[getter]
    fn center(&self) -> PyResult<Pair> {
        let at = self.read(|one| one.center_f64())?;
        Ok((at.x, at.y))
    }

    /// Its kinetic energy, J.
    #[getter]
    fn kinetic_energy(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.kinetic_energy()))
    }

    /// Whether it is awake.
    #[getter]
    fn is_awake(&self) -> PyResult<bool> {
        self.read(|one| one.is_awake())
    }

    /// Its colliders, in the order in which they were added.
    #[getter]
    fn colliders(&self, py: Python<'_>) -> PyResult<Vec<Collider>> {
        let ids: Vec<_> = self.read(|body| body.colliders().map(|one| one.id()).collect())?;
        Ok(ids.into_iter().map(|id| collider(self.world.bind(py), id)).collect())
    }

    /// Its joints.
    #[getter]
    fn joints<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let ids: Vec<_> = self.read(|body| body.joints().map(|one| one.id()).collect())?;
        ids.into_iter().map(|id| joint(self.world.bind(py), id)).collect()
    }

    /// What it touches: each contact with the other collider, the normal on this body, and the impulse.
    #[getter]
    fn contacts(&self, py: Python<'_>) -> PyResult<Vec<Contact>> {
        let world = self.world.bind(py);
        self.read(|body| {
            let touching = body.contacts().filter(|contact| contact.is_touching());
            touching.filter_map(|contact| Contact::of(world, self.id, contact)).collect::<PyResult<Vec<_>>>()
        })?
    }

    /// Velocity of the point of the body that is at this point of the world (m), m/s.
    fn velocity_at(&self, point: &Bound<'_, PyAny>) -> PyResult<Pair> {
        let point = values::position("point", point)?;
        self.read(|body| tuple(body.velocity_at(point)))
    }

    /// The point of the world (m) at which a point of the body's frame (m) is.
    fn local_to_world(&self, point: &Bound<'_, PyAny>) -> PyResult<Pair> {
        let point = values::point("point", point)?;
        let at = self.read(|body| body.world_pose() * point)?;
        Ok((at.x, at.y))
    }

    /// The point of the body's frame (m) that is at a point of the world (m).
    fn world_to_local(&self, point: &Bound<'_, PyAny>) -> PyResult<Pair> {
        let point = values::position("point", point)?;
        self.read(|body| tuple(body.world_pose().inverse_transform(point).coords))
    }

    /// Applies a force (N) during the next step, at a point of the world (m), or at the centre of mass.
    #[pyo3(signature = (force, point = None))]
    fn apply_force(&self, force: &Bound<'_, PyAny>, point: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let force = values::vector("force", force)?;
        let point = point.map(|point| values::position("point", point)).transpose()?;
        self.change(|body| match point {
            Some(point) => body.apply_force(force, point).map(|_| ()),
            None => body.apply_central_force(force).map(|_| ()),
        })
    }

    /// Applies an impulse (N s) now, at a point of the world (m), or at the centre of mass.
    #[pyo3(signature = (impulse, point = None))]
    fn apply_impulse(&self, impulse: &Bound<'_, PyAny>, point: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let impulse = values::vector("impulse", impulse)?;
        let point = point.map(|point| values::position("point", point)).transpose()?;
        self.change(|body| match point {
            Some(point) => body.apply_impulse(impulse, point).map(|_| ()),
            None => body.apply_central_impulse(impulse).map(|_| ()),
        })
    }

    /// Applies a torque (N m) during the next step.
    fn apply_torque(&self, torque: &Bound<'_, PyAny>) -> PyResult<()> {
        let torque = values::finite("torque", torque)?;
        self.change(|body| body.apply_torque(torque).map(|_| ()))
    }

    /// Applies an angular impulse (N m s) now.
    fn apply_angular_impulse(&self, angular_impulse: &Bound<'_, PyAny>) -> PyResult<()> {
        let angular_impulse = values::finite("angular_impulse", angular_impulse)?;
        self.change(|body| body.apply_angular_impulse(angular_impulse).map(|_| ()))
    }

    /// Gives a kinematic body the velocities that bring it to a position (m) and an angle (rad) in a step of
    /// `dt` seconds.
    #[pyo3(signature = (position, angle = 0.0, dt = 1.0 / 60.0))]
    fn move_to(&self, position: &Bound<'_, PyAny>, angle: f64, dt: f64) -> PyResult<()> {
        let py = position.py();
        let angle = values::finite_f32(py, "angle", angle)?;
        let dt = values::finite_f32(py, "dt", dt)?;
        let pose = WorldPose::new(values::position("position", position)?, angle);
        self.change(|body| body.set_target_world_pose(pose, dt).map(|_| ()))
    }

    /// Lets it fall through the one-way colliders on which it stands.
    fn drop_through(&self) -> PyResult<()> {
        self.change(|body| {
            body.drop_through();
            Ok(())
        })
    }

    /// Wakes it and its island.
    fn wake(&self) -> PyResult<()> {
        self.change(|body| {
            body.wake();
            Ok(())
        })
    }

    /// Puts it to sleep.
    fn sleep(&self) -> PyResult<()> {
        self.change(|body| {
            body.sleep();
            Ok(())
        })
    }

    /// Changes properties: `body.set(damping=0.5, locks_rotation=True)`. Takes what `add_body` takes, but for
    /// `awake`: that is `wake` and `sleep`.
    #[pyo3(signature = (**properties))]
    fn set(&self, properties: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut new = self.read(|one| one.def())?;
        let properties = self.world.get().objects.kept(properties)?;
        props::set(&mut new, properties.as_ref(), "set", &[])?;
        self.read(|body| mass::complete(&mut new, properties.as_ref(), Some(body)))??;
        self.change(|body| body.set_def(new).map(|_| ()))
    }

    /// All properties as a dictionary, which `add_body(**properties)` takes.
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.world.get().objects.shown(props::to_dict(py, &mut self.read(|one| one.def())?)?)
    }

    /// One property by name.
    fn _get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = props::value_of(py, &mut self.read(|one| one.def())?, name)?;
        self.world.get().objects.shown_as(name, value)
    }

    /// Removes it with its colliders and joints.
    #[pyo3(name = "remove")]
    fn py_remove(&self) -> PyResult<()> {
        self.remove()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| self.id == other.get().id && self.world.as_ptr() == other.get().world.as_ptr())
    }

    fn __hash__(&self) -> u64 {
        self.id.to_bits() as u64
    }

    fn __repr__(&self) -> String {
        format!("<Body {}>", self.id)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyDict>) -> PyResult<Self> {
        let world = deep_copy(self.world.bind(memo.py()), memo)?;
        crate::handles::find_body(&world, self.id.to_bits())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let find = py.import("physics2d._engine")?.getattr("_find_body")?;
        Ok((find, (self.world.clone_ref(py), self.id.to_bits())))
    }
}

/// The copy of a world that belongs to a deep copy.
pub fn deep_copy<'py>(world: &Bound<'py, World>, memo: &Bound<'py, PyDict>) -> PyResult<Bound<'py, World>> {
    let copy = world.py().import("copy")?.getattr("deepcopy")?.call1((world, memo))?;
    Ok(copy.cast_into::<World>()?)
}
