//! Values of an explorer that the user may set. The window shows each as a slider, a box or a row of names.

use std::ops::RangeInclusive;

/// A value, its name and what it may be.
#[derive(Debug)]
pub enum Control<'a> {
    /// A number with a unit.
    Number {
        /// Its name.
        name: &'static str,
        /// The value.
        value: &'a mut f32,
        /// What it may be.
        range: RangeInclusive<f32>,
        /// Its unit, with a space before it.
        unit: &'static str,
    },
    /// A whole number.
    Count {
        /// Its name.
        name: &'static str,
        /// The value.
        value: &'a mut usize,
        /// What it may be.
        range: RangeInclusive<usize>,
    },
    /// Yes or no.
    Switch {
        /// Its name.
        name: &'static str,
        /// The value.
        value: &'a mut bool,
    },
    /// One of several names.
    Choice {
        /// What is chosen.
        name: &'static str,
        /// The index of the chosen name.
        value: &'a mut usize,
        /// The names.
        names: &'static [&'static str],
    },
}

impl Control<'_> {
    /// Number of the ends that [`Control::go_to_end`] knows.
    #[cfg(test)]
    pub const ENDS: usize = 8;

    /// Sets the value to an end of its range or to one of its names.
    #[cfg(test)]
    pub fn go_to_end(&mut self, end: usize) {
        match self {
            Self::Number { value, range, .. } => **value = [*range.start(), *range.end()][end % 2],
            Self::Count { value, range, .. } => **value = [*range.start(), *range.end()][end % 2],
            Self::Switch { value, .. } => **value = end.is_multiple_of(2),
            Self::Choice { value, names, .. } => **value = end % names.len(),
        }
    }
}
