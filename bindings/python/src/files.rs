//! What is kept in files: snapshots, levels, recordings.

use crate::errors::{self, FileError, WorldBusy};
use crate::hook::Hook;
use crate::props;
use crate::world::World;
use physics::world as engine;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// The state of a world at one moment: see `World.save`.
#[pyclass(frozen, module = "physics2d")]
#[derive(Default)]
pub struct Snapshot {
    saved: Mutex<Saved>,
}

/// What a snapshot holds.
#[derive(Default)]
pub struct Saved {
    /// The snapshot of the engine.
    pub state: engine::Snapshot,
    /// The time of the world, s; its bytes do not know it.
    pub time: Option<f64>,
}

impl Snapshot {
    /// What it holds.
    pub fn lock(&self) -> PyResult<MutexGuard<'_, Saved>> {
        self.saved.try_lock().map_err(|_| WorldBusy::new_err("another thread uses the snapshot"))
    }
}

#[pymethods]
impl Snapshot {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// The state as bytes, the same on every platform.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.lock()?.state.to_bytes().map_err(errors::snapshot)?))
    }

    /// A snapshot from the bytes of `to_bytes`; all of them are checked.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, bytes: &[u8]) -> PyResult<Self> {
        let state = engine::Snapshot::from_bytes(bytes).map_err(errors::snapshot)?;
        Ok(Self { saved: Mutex::new(Saved { state, time: None }) })
    }

    /// The hash that the saved world has; 0 if nothing has been saved.
    fn state_hash(&self) -> PyResult<u64> {
        Ok(self.lock()?.state.state_hash())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py())?,)))
    }
}

/// A scene as plain data: settings, bodies, colliders and joints.
#[pyclass(frozen, eq, module = "physics2d")]
#[derive(PartialEq)]
pub struct Level {
    pub level: engine::Level,
}

impl Level {
    /// A level, or that of the file with this path.
    pub fn given<'py>(py: Python<'py>, level: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        match level.cast::<Self>() {
            Ok(level) => Ok(level.clone()),
            Err(_) => {
                let path: PathBuf = level.extract().map_err(|_| {
                    crate::values::wrong_type("level", "a Level or the path of a file", level)
                })?;
                Bound::new(py, Self::read(&path)?)
            }
        }
    }

    fn read(path: &Path) -> PyResult<Self> {
        let bytes = read(path)?;
        if is_text(path) {
            let text = String::from_utf8(bytes).map_err(|error| FileError::new_err(errors::plain(error)))?;
            Self::parse(&text)
        } else {
            Ok(Self { level: engine::Level::from_bytes(&bytes).map_err(errors::level)? })
        }
    }

    fn parse(text: &str) -> PyResult<Self> {
        let level = serde_json::from_str(text).map_err(|error| FileError::new_err(errors::plain(error)))?;
        Ok(Self { level })
    }

    fn text(&self) -> PyResult<String> {
        serde_json::to_string_pretty(&self.level).map_err(|error| FileError::new_err(errors::plain(error)))
    }
}

/// The bytes of a file.
fn read(path: &Path) -> PyResult<Vec<u8>> {
    fs::read(path).map_err(|error| errors::file(path, &error))
}

/// Writes a file.
pub fn write(path: &Path, bytes: &[u8]) -> PyResult<()> {
    fs::write(path, bytes).map_err(|error| errors::file(path, &error))
}

/// Whether a file holds a level as text.
fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

#[pymethods]
impl Level {
    /// A level from the text of `to_json`.
    #[classmethod]
    fn from_json(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        Self::parse(text)
    }

    /// A level from the bytes of `to_bytes`.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, bytes: &[u8]) -> PyResult<Self> {
        Ok(Self { level: engine::Level::from_bytes(bytes).map_err(errors::level)? })
    }

    /// A level from a file: text if its name ends with `.json`, or else bytes.
    #[classmethod]
    fn load(_: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        Self::read(&path)
    }

    /// Writes a file: text if its name ends with `.json`, or else bytes.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let bytes = if is_text(&path) { self.text()?.into_bytes() } else { self.level.to_bytes() };
        write(&path, &bytes)
    }

    /// The level as text, the same that the engine reads and writes in Rust.
    fn to_json(&self) -> PyResult<String> {
        self.text()
    }

    /// The level as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.level.to_bytes())
    }

    /// Checks every definition; the exception names the first part that is refused, its field and value.
    fn validate(&self) -> PyResult<()> {
        self.level.validate().map_err(errors::level)
    }

    /// The settings of the world.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        props::to_dict(py, &mut self.level.settings.clone())
    }

    fn __repr__(&self) -> String {
        let engine::Level { bodies, colliders, joints, .. } = &self.level;
        format!("<Level: {} bodies, {} colliders, {} joints>", bodies.len(), colliders.len(), joints.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }
}

/// What happened in a world: its state at the beginning, and every call that changed it since.
#[pyclass(frozen, module = "physics2d")]
pub struct Recording {
    pub recording: engine::Recording,
}

#[pymethods]
impl Recording {
    /// A recording from the bytes of `to_bytes`.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, bytes: &[u8]) -> PyResult<Self> {
        Ok(Self { recording: engine::Recording::from_bytes(bytes).map_err(errors::recording)? })
    }

    /// A recording from a file.
    #[classmethod]
    fn load(_: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        Ok(Self { recording: engine::Recording::from_bytes(&read(&path)?).map_err(errors::recording)? })
    }

    /// Writes a file, which the testbed of the engine plays as well.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        write(&path, &self.recording.to_bytes())
    }

    /// The recording as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.recording.to_bytes())
    }

    /// The number of steps.
    #[getter]
    fn frames(&self) -> usize {
        self.recording.frames()
    }

    /// The number of calls, steps not counted.
    #[getter]
    fn calls(&self) -> usize {
        self.recording.calls()
    }

    /// Plays it and compares each frame with what was recorded: `ReplayDiffers` names the first frame that
    /// differs. A recording of a world with a contact hook needs one that answers as that one did.
    #[pyo3(signature = (hook = None))]
    fn check(&self, py: Python<'_>, hook: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let replay = self.replay(py, hook)?;
        while replay.step(py)? {
            py.check_signals()?;
        }
        Ok(())
    }

    /// Plays it from its beginning; `hook` is for a recording of a world with a contact hook.
    #[pyo3(signature = (hook = None))]
    fn replay(&self, py: Python<'_>, hook: Option<&Bound<'_, PyAny>>) -> PyResult<Replay> {
        let mut replay = self.recording.replay();
        let hook = match hook {
            Some(object) => {
                let world = Bound::new(py, World::of(replay.world().clone()))?;
                let hook = Hook::new(&world, object)?;
                replay.set_contact_hook(hook.clone());
                Some((world.unbind(), hook))
            }
            None => None,
        };
        Ok(Replay { replay: Mutex::new(replay), hook })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }
}

/// A recording that is played.
#[pyclass(frozen, module = "physics2d")]
pub struct Replay {
    replay: Mutex<engine::Replay>,
    /// The hook, and the world at the beginning, of which it gets handles.
    hook: Option<(Py<World>, Arc<Hook>)>,
}

impl Replay {
    fn lock(&self) -> PyResult<MutexGuard<'_, engine::Replay>> {
        self.replay.try_lock().map_err(|_| WorldBusy::new_err("another thread uses the replay"))
    }
}

#[pymethods]
impl Replay {
    /// Plays the next step; `False` at the end. `ReplayDiffers` if the world is not what it was.
    fn step(&self, py: Python<'_>) -> PyResult<bool> {
        let mut guard = self.lock()?;
        let replay = &mut *guard;
        // As in a step of a world: a hook that reads it gets `WorldBusy`.
        let _busy = self.hook.as_ref().map(|(world, _)| world.get().lock()).transpose()?;
        let stepped = py.detach(|| replay.step()).map_err(errors::replay);
        if let Some((_, hook)) = &self.hook {
            hook.take_error()?;
        }
        stepped
    }

    /// The number of steps played.
    #[getter]
    fn frame(&self) -> PyResult<usize> {
        Ok(self.lock()?.frame())
    }

    /// A copy of the world at this frame, with the hook of the replay.
    fn world<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, World>> {
        let mut world = self.lock()?.world().clone();
        world.keep_contact_hook(None);
        let world = Bound::new(py, World::of(world))?;
        if let Some((_, hook)) = &self.hook {
            World::keep_hook(&world, hook.object.bind(py))?;
        }
        Ok(world)
    }
}
