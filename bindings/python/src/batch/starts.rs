//! Poses and velocities with which worlds begin, from dictionaries of arrays.

use super::maps::Names;
use super::worlds::rows;
use crate::errors::out_of_range;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use physics::geom::{Position, Rot, WorldPose};
use physics::world::{BodyId, DefError, World};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// One row for each world.
type Table = Vec<[f64; 3]>;

/// With what the worlds begin.
pub struct Starts {
    poses: Vec<(BodyId, Table)>,
    velocities: Vec<(BodyId, Table)>,
}

impl Starts {
    /// From the arguments of `reset`. `ids` are the bodies of each world; rows that `mask` does not name are
    /// not read.
    pub fn new(
        names: &Names<'_>,
        ids: &[BodyId],
        mask: &[bool],
        poses: Option<&Bound<'_, PyDict>>,
        velocities: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let tables = |field: &str, given: Option<&Bound<'_, PyDict>>| -> PyResult<Vec<(BodyId, Table)>> {
            let given = given.into_iter().flat_map(|given| given.iter());
            given.map(|(body, array)| table(names, ids, mask, field, &body, &array)).collect()
        };
        Ok(Self { poses: tables("poses", poses)?, velocities: tables("velocities", velocities)? })
    }

    /// Sets what is given for a world.
    pub fn set(&self, index: usize, world: &mut World) -> Result<(), DefError> {
        for (body, table) in &self.poses {
            let [x, y, angle] = table[index];
            let pose = WorldPose { position: Position::new(x, y), rotation: Rot::from_angle(angle as f32) };
            world.body_mut(*body)?.set_world_pose(pose)?;
        }
        for (body, table) in &self.velocities {
            let [x, y, angular] = table[index].map(|number| number as f32);
            world.body_mut(*body)?.set_velocity([x, y])?.set_angular_velocity(angular)?;
        }
        Ok(())
    }
}

fn table(
    names: &Names<'_>,
    ids: &[BodyId],
    mask: &[bool],
    field: &str,
    body: &Bound<'_, PyAny>,
    array: &Bound<'_, PyAny>,
) -> PyResult<(BodyId, Table)> {
    let py = body.py();
    let index = names.body(field, body)? as usize;
    let Some(&id) = ids.get(index) else {
        let message = format!("{field} names body {index}, but the level has only {}", ids.len());
        return Err(out_of_range(py, message, field, index));
    };
    let named = format!("{field}[{}]", body.repr()?);
    let array: PyReadonlyArray2<'_, f64> = rows(&named, array, [mask.len(), 3], "float64")?;
    debug_assert_eq!(array.shape(), [mask.len(), 3]);
    let rows: Table = array.as_slice()?.chunks_exact(3).map(|row| [row[0], row[1], row[2]]).collect();
    for (world, row) in rows.iter().enumerate().filter(|(world, _)| mask[*world]) {
        if let Some(bad) = row.iter().find(|number| !(**number as f32).is_finite()) {
            let message = format!("{named}[{world}] has {bad}: it must be finite");
            return Err(out_of_range(py, message, &named, *bad));
        }
    }
    Ok((id, rows))
}
