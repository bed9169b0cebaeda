//! Whether so many worlds fit into the memory of the machine: an exception in place of a process that ends.

use crate::errors;
use physics::world::{Snapshot, World};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes that a task may keep of a world, as a track or a course: no task tells.
pub const TASK: usize = 16 << 10;

/// Bytes of a world beside its state: the world itself, and what it has room for. A world of 7 bodies takes
/// 23 KiB in all, one of 16 bodies 37 (docs/batch.md).
const BESIDE: usize = 8 << 10;

/// Memory for each byte of a snapshot.
const SHARE: usize = 2;

/// Where the system does not tell how much memory it has, nobody has more: 64 TiB.
const MOST: u128 = 1 << 46;

/// Refuses more worlds like `one` than there is memory for, with `numbers` in the arrays and `extra` bytes
/// for each.
pub fn check(py: Python<'_>, worlds: usize, one: &World, numbers: usize, extra: usize) -> PyResult<()> {
    let mut state = Snapshot::new();
    one.save(&mut state);
    let bytes = state.to_bytes().map_err(errors::snapshot)?.len();
    let each = BESIDE + extra + SHARE * bytes + 2 * size_of::<f32>() * numbers;
    let needed = worlds as u128 * each as u128;
    let memory = physical(py).unwrap_or(MOST).min(group_limit(Path::new("/")).unwrap_or(MOST));
    if needed <= memory {
        return Ok(());
    }
    let [needed, memory] = [needed, memory].map(|bytes| bytes as f64 / f64::from(1 << 30));
    Err(PyMemoryError::new_err(format!(
        "worlds is {worlds}: they need about {needed:.1} GiB, and there are {memory:.1} GiB of memory"
    )))
}

/// The memory of the machine, bytes.
fn physical(py: Python<'_>) -> Option<u128> {
    let system = py.import("os").ok()?;
    let ask = |name| system.call_method1("sysconf", (name,)).ok()?.extract::<u128>().ok();
    Some(ask("SC_PHYS_PAGES")? * ask("SC_PAGE_SIZE")?)
}

/// The least limit of memory of the control groups of this process, bytes: of containers and services on
/// Linux. `root` is that of the file system.
fn group_limit(root: &Path) -> Option<u128> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let files = groups.lines().flat_map(limits_of);
    // `max` is no number: no limit.
    files.filter_map(|file| fs::read_to_string(root.join(file)).ok()?.trim().parse().ok()).min()
}

/// The files with the limits of a group and of those that it is in. A line is `0::/a/b`, or
/// `7:memory:/a/b` in the first version of control groups.
fn limits_of(line: &str) -> Vec<PathBuf> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(group)) = (parts.next(), parts.next()) else { return Vec::new() };
    let (top, name) = match controllers {
        "" => ("sys/fs/cgroup", "memory.max"),
        _ if controllers.split(',').any(|one| one == "memory") => {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return Vec::new(),
    };
    let group = Path::new(group.trim_start_matches('/'));
    // Also the top, where a container sees its own group.
    group.ancestors().map(|group| Path::new(top).join(group).join(name)).collect()
}

/// `group_limit`, for the tests.
#[pyfunction]
pub fn _group_limit(root: PathBuf) -> Option<u128> {
    group_limit(&root)
}
