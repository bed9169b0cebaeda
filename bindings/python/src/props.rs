//! Definitions from keyword arguments, and back to a dictionary: by the list that each definition has of its
//! properties, so no name, range or default is written here.
//!
//! | property | in Python |
//! |---|---|
//! | point, vector, position, interval | a pair of numbers |
//! | rotation | (cos, sin), or the angle in rad under the name with `angle` |
//! | pose | (x, y), (x, y, angle), or (x, y, cos, sin) |
//! | choice | its name as a word: `"dynamic"`, `"geometric_mean"` |
//! | optional | `None` if it is missing |
//! | a part with many properties | a dictionary; material, filter and kind of joint are flat |
//!
//! A name with a space or a dot is written with `_`.

mod dict;
mod names;
mod set;

pub use dict::{to_dict, value_of};
pub use names::hint;
pub use set::set;
