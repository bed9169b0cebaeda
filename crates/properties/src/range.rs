//! The numbers that a property accepts.

use thiserror::Error;

/// An interval, with the words of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// No number is less.
    pub least: f32,
    /// No number is greater; infinite if infinity itself is accepted.
    pub most: f32,
    /// Whether `least` itself is refused.
    pub is_open: bool,
    /// Whether the definition makes the check, because it depends on something else.
    pub is_checked_elsewhere: bool,
    /// The end of the sentence "it must be ...".
    pub expected: &'static str,
}

impl Range {
    /// All but infinity and NaN.
    pub const FINITE: Self = Self::new(f32::MIN, f32::MAX, "finite");
    /// Zero and above, but not infinity.
    pub const NOT_NEGATIVE: Self = Self::new(0.0, f32::MAX, "finite and not negative");
    /// Zero and above.
    pub const NOT_NEGATIVE_OR_INFINITE: Self = Self::new(0.0, f32::INFINITY, "not negative");
    /// Above zero, but not infinity.
    pub const POSITIVE: Self = Self { is_open: true, ..Self::new(0.0, f32::MAX, "finite and above zero") };
    /// Above zero.
    pub const ABOVE_ZERO: Self = Self { is_open: true, ..Self::new(0.0, f32::INFINITY, "above zero") };
    /// A share of a whole.
    pub const FRACTION: Self = Self::new(0.0, 1.0, "from 0 to 1");

    /// From `least` to `most`, both included.
    #[must_use]
    pub const fn new(least: f32, most: f32, expected: &'static str) -> Self {
        Self { least, most, is_open: false, is_checked_elsewhere: false, expected }
    }

    /// What the definition itself checks, in its words.
    #[must_use]
    pub const fn elsewhere(expected: &'static str) -> Self {
        let all = Self::new(f32::NEG_INFINITY, f32::INFINITY, expected);
        Self { is_checked_elsewhere: true, ..all }
    }

    /// Whether a number is accepted. NaN never is.
    ///
    /// ```
    /// use properties::Range;
    ///
    /// assert!(Range::POSITIVE.contains(1e-9) && !Range::POSITIVE.contains(0.0));
    /// assert!(Range::ABOVE_ZERO.contains(f32::INFINITY) && !Range::POSITIVE.contains(f32::INFINITY));
    /// assert!(!Range::FINITE.contains(f32::NAN));
    /// ```
    #[must_use]
    pub fn contains(&self, value: f32) -> bool {
        let is_above = if self.is_open { value > self.least } else { value >= self.least };
        is_above && value <= self.most
    }

    /// Checks a number of this field.
    ///
    /// # Errors
    /// [`OutOfRange`] if it is not accepted.
    pub fn check(&self, field: &'static str, value: f32) -> Result<(), OutOfRange> {
        if self.is_checked_elsewhere || self.contains(value) {
            Ok(())
        } else {
            Err(OutOfRange { field, value, expected: self.expected })
        }
    }
}

/// A number out of the range of its property.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{field} is {value}: it must be {expected}")]
pub struct OutOfRange {
    /// Name of the field.
    pub field: &'static str,
    /// Its value.
    pub value: f32,
    /// The values that it may have.
    pub expected: &'static str,
}
