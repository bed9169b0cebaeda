//! The Python package of the engine: `physics2d._engine`, which `physics2d/__init__.py` shows.
//!
//! ```text
//!   props     keyword arguments onto definitions, and back, by the list of properties
//!   world     World: settings, edits, steps, queries, state, pictures
//!   body, collider, joint, contact    handles
//!   shape, effects, height_field, hook, mover, events, files
//!   arrays    NumPy arrays of fixed address
//! ```
//!
//! No name, range or default of a definition is written here, nor in the stubs: they come from
//! `docs/properties.json` and from the lists themselves. Nothing here is `unsafe`.

mod arrays;
mod batch;
mod body;
mod collect;
mod collider;
mod contact;
mod draw;
mod effects;
mod environment;
mod errors;
mod events;
mod files;
mod handles;
mod height_field;
mod hook;
mod joint;
mod mass;
mod mover;
mod objects;
mod props;
mod shape;
mod values;
mod world;

use pyo3::prelude::*;

/// The list of all definitions with the meaning, unit, range and default of each property, as JSON.
#[pyfunction]
fn _properties_json() -> &'static str {
    include_str!("../../../docs/properties.json")
}

#[pymodule(gil_used = false)]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<world::World>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<environment::Environment>()?;
    module.add_class::<body::Body>()?;
    module.add_class::<collider::Collider>()?;
    module.add_class::<joint::Joint>()?;
    module.add_class::<contact::Contact>()?;
    module.add_class::<hook::ContactSide>()?;
    module.add_class::<hook::ContactCandidate>()?;
    module.add_class::<shape::Shape>()?;
    module.add_class::<events::Events>()?;
    module.add_class::<events::ContactEvent>()?;
    module.add_class::<events::JointBreak>()?;
    module.add_class::<world::Hit>()?;
    module.add_class::<world::Closest>()?;
    module.add_class::<files::Snapshot>()?;
    module.add_class::<files::Level>()?;
    module.add_class::<files::Recording>()?;
    module.add_class::<files::Replay>()?;
    module.add_class::<effects::Effect>()?;
    module.add_class::<effects::Wind>()?;
    module.add_class::<effects::Water>()?;
    module.add_class::<effects::Attractor>()?;
    module.add_class::<effects::GravityRegion>()?;
    module.add_class::<height_field::HeightField>()?;
    module.add_class::<mover::Mover>()?;
    module.add_class::<mover::Motion>()?;
    module.add_function(wrap_pyfunction!(_properties_json, module)?)?;
    module.add_function(wrap_pyfunction!(batch::memory::_group_limit, module)?)?;
    module.add_function(wrap_pyfunction!(errors::_plain, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(handles::_find_body, module)?)?;
    module.add_function(wrap_pyfunction!(handles::_find_collider, module)?)?;
    module.add_function(wrap_pyfunction!(handles::_find_joint, module)?)
}
