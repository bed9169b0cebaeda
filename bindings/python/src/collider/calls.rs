//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

#[pymethods]
impl Collider {
    /// Its body.
    #[getter]
    fn body(&self, py: Python<'_>) -> PyResult<Body> {
        Ok(body(self.world.bind(py), self.read(|collider| collider.body().id())?))
    }

    /// What overlaps it, if it is a sensor.
    #[getter]
    fn overlaps(&self, py: Python<'_>) -> PyResult<Vec<Collider>> {
        let ids: Vec<_> = self.read(|collider| collider.overlaps().map(|one| one.id()).collect())?;
        ids.into_iter().map(|id| Ok(collider(self.world.bind(py), id))).collect()
    }
}
