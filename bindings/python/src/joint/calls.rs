//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

#[pymethods]
impl Joint {
    /// The first body.
    #[getter]
    fn a(&self, py: Python<'_>) -> PyResult<Body> {
        Ok(body(self.world.bind(py), self.read(|joint| joint.bodies()[0].id())?))
    }

    /// The second body.
    #[getter]
    fn b(&self, py: Python<'_>) -> PyResult<Body> {
        Ok(body(self.world.bind(py), self.read(|joint| joint.bodies()[1].id())?))
    }

    /// The angle of B relative to A, rad, measured from the reference angle.
    #[getter]
    fn angle(&self) -> PyResult<f64> {
        self.read(|joint| f64::from(joint.angle()))
    }

    /// The same with whole turns counted, rad.
    #[getter]
    fn counted_angle(&self) -> PyResult<f64> {
        self.read(|joint| f64::from(joint.counted_angle()))
    }

    /// Angular velocity of B relative to A, rad/s.
    #[getter]
    fn angular_speed(&self) -> PyResult<f64> {
        self.read(|joint| f64::from(joint.angular_speed()))
    }

    /// How far B's anchor is from A's along the axis of a prismatic, wheel or rack joint, m; zero for other
    /// kinds.
    #[getter]
    fn translation(&self) -> PyResult<f64> {
        self.read(|joint| f64::from(joint.translation()))
    }

    /// The rate at which the translation changes, m/s; zero for kinds without an axis.
    #[getter]
    fn translation_speed(&self) -> PyResult<f64> {
        self.read(|joint| f64::from(joint.translation_speed()))
    }

    /// The force on B in the last step, N.
    #[getter]
    fn force(&self) -> PyResult<Pair> {
        self.read(|joint| tuple(joint.reaction().0))
    }

    /// The torque on B in the last step, N m.
    #[getter]
    fn torque(&self) -> PyResult<f64> {
        self.read(|joint| f64::from(joint.reaction().1))
    }

    /// By how much it is violated, m.
    #[getter]
    fn error(&self) -> PyResult<f64> {
        self.read(|joint| f64::from(joint.error()))
    }
}
