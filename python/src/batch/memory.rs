//! Whether so many worlds fit into the memory of the machine: an exception in place of a process that ends.

use crate::errors;
use physics::world::{Snapshot, World};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Bytes of a world beside its state: the world itself, and what it has room for. A world of 7 bodies takes
/// 23 KiB in all, one of 16 bodies 37 (docs/batch.md).
const BESIDE: usize = 8 << 10;

/// Memory for each byte of a snapshot.
const SHARE: usize = 2;

/// Where the system does not tell how much memory it has, nobody has more: 64 TiB.
const MOST: u128 = 1 << 46;

/// Refuses more worlds like `one` than the machine has memory for, with `numbers` in the arrays for each.
pub fn check(py: Python<'_>, worlds: usize, one: &World, numbers: usize) -> PyResult<()> {
    let mut state = Snapshot::new();
    one.save(&mut state);
    let bytes = state.to_bytes().map_err(errors::snapshot)?.len();
    let each = BESIDE + SHARE * bytes + 2 * size_of::<f32>() * numbers;
    let needed = worlds as u128 * each as u128;
    let memory = physical(py).unwrap_or(MOST);
    if needed <= memory {
        return Ok(());
    }
    let [needed, memory] = [needed, memory].map(|bytes| bytes as f64 / f64::from(1 << 30));
    Err(PyMemoryError::new_err(format!(
        "worlds is {worlds}: they need about {needed:.0} GiB, and this machine has {memory:.0} GiB of memory"
    )))
}

/// The memory of the machine, bytes.
fn physical(py: Python<'_>) -> Option<u128> {
    let system = py.import("os").ok()?;
    let ask = |name| system.call_method1("sysconf", (name,)).ok()?.extract::<u128>().ok();
    Some(ask("SC_PHYS_PAGES")? * ask("SC_PAGE_SIZE")?)
}
