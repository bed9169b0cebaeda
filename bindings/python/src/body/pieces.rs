//! A body cut in two, or broken to pieces.

use super::Body;
use crate::errors::{self, OutOfRange};
use crate::values;
use crate::world::{World, body};
use physics::toolkit::{DestructionError, Pieces, fracture_body, slice_body};
use physics::world as engine;
use pyo3::prelude::*;

fn refused(error: DestructionError) -> PyErr {
    match error {
        DestructionError::Handle(error) => errors::handle(error),
        DestructionError::Piece(error) => errors::definition(error),
        DestructionError::Cut(error) => OutOfRange::new_err((error.to_string(), "points")),
        DestructionError::Fracture(error) => OutOfRange::new_err((error.to_string(), "sites")),
    }
}

impl Body {
    fn pieces(
        &self,
        py: Python<'_>,
        divide: impl FnOnce(&mut engine::World) -> Result<Pieces, DestructionError>,
    ) -> PyResult<Vec<Self>> {
        let world: &Bound<'_, World> = self.world.bind(py);
        let pieces = divide(&mut world.get().lock()?.world).map_err(refused)?;
        Ok(pieces.bodies.into_iter().map(|id| body(world, id)).collect())
    }
}

#[pymethods]
impl Body {
    /// Cuts the body along the line through `a` and `b`, points of the world (m). Returns the pieces, those
    /// to the left of the line first; the body itself is gone. If the line misses it, nothing changes, and
    /// it is returned. Mass, momentum and angular momentum are kept; a joint goes to the piece nearest to
    /// its anchor, as a new joint.
    fn cut(&self, py: Python<'_>, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let (a, b) = (values::position("a", a)?, values::position("b", b)?);
        self.pieces(py, |world| slice_body(world, self.id, a, b))
    }

    /// Breaks the body into the parts nearest to each of `sites`, points of the world (m), and returns them
    /// in this order. Otherwise as `cut`.
    fn fracture(&self, py: Python<'_>, sites: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let sites = values::positions("sites", sites)?;
        self.pieces(py, |world| fracture_body(world, self.id, sites))
    }
}
