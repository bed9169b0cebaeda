//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

#[pymethods]
impl World {
    /// The bodies, in the order of their slots.
    #[getter]
    fn bodies(slf: &Bound<'_, Self>) -> PyResult<Vec<Body>> {
        let ids: Vec<_> = slf.get().read(|world| world.bodies().map(|one| one.id()).collect())?;
        ids.into_iter().map(|id| Ok(body(slf, id))).collect()
    }

    /// The colliders, in the order of their slots.
    #[getter]
    fn colliders(slf: &Bound<'_, Self>) -> PyResult<Vec<Collider>> {
        let ids: Vec<_> = slf.get().read(|world| world.colliders().map(|one| one.id()).collect())?;
        ids.into_iter().map(|id| Ok(collider(slf, id))).collect()
    }

    /// The joints, in the order of their slots.
    #[getter]
    fn joints<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let ids: Vec<_> = slf.get().read(|world| world.joints().map(|one| one.id()).collect())?;
        ids.into_iter().map(|id| joint(slf, id)).collect()
    }

    /// The sum of the kinetic energies of all bodies, J.
    #[getter]
    fn kinetic_energy(&self) -> PyResult<f64> {
        self.read(|world| world.kinetic_energy())
    }
}
