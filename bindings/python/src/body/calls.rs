//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

#[pymethods]
impl Body {
    /// Where its origin is, m. To set it moves the body there at once.
    #[getter]
    fn position(&self) -> PyResult<Pair> {
        self.read(|body| {
            let at = body.position_f64();
            (at.x, at.y)
        })
    }

    #[setter]
    fn set_position(&self, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = values::position("position", position)?;
        self.change(|body| {
            body.set_world_pose(WorldPose { position, ..body.view().world_pose() })?;
            Ok(())
        })
    }

    /// Its angle, rad, from -pi to pi. To set it turns the body at once.
    #[getter]
    fn angle(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.pose().rotation.angle()))
    }

    #[setter]
    fn set_angle(&self, angle: &Bound<'_, PyAny>) -> PyResult<()> {
        let angle = values::finite("angle", angle)?;
        self.change(|body| {
            body.set_world_pose(WorldPose { rotation: Rot::from_angle(angle), ..body.view().world_pose() })?;
            Ok(())
        })
    }

    /// Its centre of mass in the world, m.
    #[getter]
    fn center(&self) -> PyResult<Pair> {
        self.read(|body| {
            let at = body.center_f64();
            (at.x, at.y)
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
        self.change(|body| {
            body.set_velocity(velocity)?;
            Ok(())
        })
    }

    /// Angular velocity, rad/s.
    #[getter]
    fn angular_velocity(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.angular_velocity()))
    }

    #[setter]
    fn set_angular_velocity(&self, angular_velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let angular_velocity = values::finite("angular_velocity", angular_velocity)?;
        self.change(|body| {
            body.set_angular_velocity(angular_velocity)?;
            Ok(())
        })
    }

    /// Velocity of the point of the body that is at this point of the world (m), m/s.
    fn velocity_at(&self, point: &Bound<'_, PyAny>) -> PyResult<Pair> {
        let point = values::position("point", point)?;
        self.read(|body| tuple(body.velocity_at(point)))
    }

    /// The point of the world (m) at which a point of the body's frame (m) is.
    fn local_to_world(&self, point: &Bound<'_, PyAny>) -> PyResult<Pair> {
        let point = values::point("point", point)?;
        self.read(|body| {
            let at = body.world_pose() * point;
            (at.x, at.y)
        })
    }

    /// The point of the body's frame (m) that is at a point of the world (m).
    fn world_to_local(&self, point: &Bound<'_, PyAny>) -> PyResult<Pair> {
        let point = values::position("point", point)?;
        self.read(|body| tuple(body.world_pose().inverse_transform(point).coords))
    }

    /// Its mass, kg: the sum over its colliders, unless it was set. When it is set, centre and inertia
    /// follow the colliders, scaled to it, now and when they change; an inertia that was given is scaled
    /// with it.
    #[getter]
    fn mass(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.mass_properties().mass))
    }

    /// Rotational inertia about its centre of mass, kg m^2. `set(mass={...})` sets it.
    #[getter]
    fn inertia(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.mass_properties().inertia + 0.0))
    }

    /// Its kinetic energy, J.
    #[getter]
    fn kinetic_energy(&self) -> PyResult<f64> {
        self.read(|body| f64::from(body.kinetic_energy()))
    }

    /// Whether it is awake.
    #[getter]
    fn is_awake(&self) -> PyResult<bool> {
        self.read(|body| body.is_awake())
    }

    /// Applies a force (N) during the next step, at a point of the world (m), or at the centre of mass.
    #[pyo3(signature = (force, point = None))]
    fn apply_force(&self, force: &Bound<'_, PyAny>, point: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let force = values::vector("force", force)?;
        let point = point.map(|point| values::position("point", point)).transpose()?;
        self.change(|body| {
            match point {
                Some(point) => body.apply_force(force, point)?,
                None => body.apply_central_force(force)?,
            };
            Ok(())
        })
    }

    /// Applies an impulse (N s) now, at a point of the world (m), or at the centre of mass.
    #[pyo3(signature = (impulse, point = None))]
    fn apply_impulse(&self, impulse: &Bound<'_, PyAny>, point: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let impulse = values::vector("impulse", impulse)?;
        let point = point.map(|point| values::position("point", point)).transpose()?;
        self.change(|body| {
            match point {
                Some(point) => body.apply_impulse(impulse, point)?,
                None => body.apply_central_impulse(impulse)?,
            };
            Ok(())
        })
    }

    /// Applies a torque (N m) during the next step.
    fn apply_torque(&self, torque: &Bound<'_, PyAny>) -> PyResult<()> {
        let torque = values::finite("torque", torque)?;
        self.change(|body| {
            body.apply_torque(torque)?;
            Ok(())
        })
    }

    /// Applies an angular impulse (N m s) now.
    fn apply_angular_impulse(&self, angular_impulse: &Bound<'_, PyAny>) -> PyResult<()> {
        let angular_impulse = values::finite("angular_impulse", angular_impulse)?;
        self.change(|body| {
            body.apply_angular_impulse(angular_impulse)?;
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

    /// Lets it fall through the one-way colliders on which it stands.
    fn drop_through(&self) -> PyResult<()> {
        self.change(|body| {
            body.drop_through();
            Ok(())
        })
    }

    /// Its colliders, in the order in which they were added.
    #[getter]
    fn colliders(&self, py: Python<'_>) -> PyResult<Vec<Collider>> {
        let ids: Vec<_> = self.read(|body| body.colliders().map(|one| one.id()).collect())?;
        ids.into_iter().map(|id| Ok(collider(self.world.bind(py), id))).collect()
    }

    /// Its joints.
    #[getter]
    fn joints<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let ids: Vec<_> = self.read(|body| body.joints().map(|one| one.id()).collect())?;
        ids.into_iter().map(|id| joint(self.world.bind(py), id)).collect()
    }
}
