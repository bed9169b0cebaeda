//! What Python's collector of cycles is told: which objects of Python an object of the package refers to.
//!
//! ```text
//!   World --> hook --> object of the program --> Body --> World
//! ```
//!
//! Only `World` can be emptied, by `__clear__`, and that is enough: whatever else stands in a cycle with
//! code of the program stands in one with a world. What is not told is kept, never freed too soon.

/// Writes `__traverse__` of a class, which visits these fields: objects of Python, or options of them.
macro_rules! refers {
    ($class:ident: $($field:ident),+) => {
        #[pyo3::pymethods]
        impl $class {
            fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
                $(visit.call(&self.$field)?;)+
                Ok(())
            }
        }
    };
}

pub(crate) use refers;
