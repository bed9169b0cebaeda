#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod list;
mod range;

pub use list::{Listed, list};
pub use range::{OutOfRange, Range};

use core::fmt::Debug;

/// What a list says of a property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Property {
    /// The name of the field, in texts and errors too.
    pub name: &'static str,
    /// Such as `"m/s"`; empty for a pure number.
    pub unit: &'static str,
    /// The accepted numbers.
    pub range: Range,
}

/// A property with its name, unit and range.
#[must_use]
pub const fn property(name: &'static str, unit: &'static str, range: Range) -> Property {
    Property { name, unit, range }
}

/// What several numbers together stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One number.
    Number,
    /// x and y of a point.
    Point,
    /// x and y of a position in the world, with twice the digits.
    Position,
    /// x and y of a vector.
    Vector,
    /// Cosine and sine of an angle.
    Rotation,
    /// The least and the greatest value of an interval; either may be infinite.
    Interval,
    /// x and y of two positions.
    Positions,
    /// x and y of a point, cosine and sine of an angle.
    Pose,
}

/// What a word of 32 bits stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A count, which the range of the property bounds.
    Count,
    /// Any whole number.
    Whole,
    /// A whole number in two's complement, which the range of the property bounds.
    Signed,
}

/// One of a few values without further data.
pub trait Choice: Copy + PartialEq + Debug + 'static {
    /// All values in the order of their numbers in files: a new one is added at the end. `Debug` gives their
    /// names.
    const ALL: &'static [Self];
}

/// Implements [`Choice`] for an enum. It does not compile if a variant is left out.
///
/// ```
/// use properties::{Choice, choices};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Lamp {
///     Off,
///     On,
/// }
///
/// choices!(Lamp: Off, On);
/// assert_eq!(Lamp::ALL, [Lamp::Off, Lamp::On]);
/// ```
#[macro_export]
macro_rules! choices {
    ($type:ident: $($variant:ident),+) => {
        impl $crate::Choice for $type {
            const ALL: &'static [Self] = {
                const fn listed(one: $type) -> $type {
                    match one {
                        $($type::$variant => one,)+
                    }
                }
                &[$(listed($type::$variant)),+]
            };
        }
    };
}

/// Visits the properties of a definition one after the other.
pub trait Visitor: Sized {
    /// Ends a visit early.
    type Error;

    /// Visits numbers that belong together.
    ///
    /// # Errors
    /// The visitor's error.
    fn numbers<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f32; N],
    ) -> Result<(), Self::Error>;

    /// Visits numbers that belong together, with twice the digits.
    ///
    /// # Errors
    /// The visitor's error.
    fn doubles<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f64; N],
    ) -> Result<(), Self::Error>;

    /// Visits a word.
    ///
    /// # Errors
    /// The visitor's error.
    fn word(&mut self, property: Property, word: Word, value: &mut u32) -> Result<(), Self::Error>;

    /// Visits 64 bits, each with a meaning of its own.
    ///
    /// # Errors
    /// The visitor's error.
    fn mask(&mut self, name: &'static str, value: &mut u64) -> Result<(), Self::Error>;

    /// Visits a yes or no.
    ///
    /// # Errors
    /// The visitor's error.
    fn flag(&mut self, name: &'static str, value: &mut bool) -> Result<(), Self::Error>;

    /// Visits data of the program.
    ///
    /// # Errors
    /// The visitor's error.
    fn data(&mut self, name: &'static str, value: &mut u128) -> Result<(), Self::Error>;

    /// Visits the number of a variant of an enum, below `count`.
    ///
    /// # Errors
    /// The visitor's error.
    fn variant(&mut self, name: &'static str, count: usize, index: &mut usize) -> Result<(), Self::Error>;

    /// Visits one of a few values.
    ///
    /// # Errors
    /// The visitor's error.
    fn choice<T: Choice>(&mut self, name: &'static str, value: &mut T) -> Result<(), Self::Error> {
        let mut index = T::ALL.iter().position(|one| one == value).unwrap_or(0);
        self.variant(name, T::ALL.len(), &mut index)?;
        *value = *T::ALL.get(index).unwrap_or(value);
        Ok(())
    }

    /// Visits a value that may be missing: then `blank` takes its place.
    ///
    /// # Errors
    /// The visitor's error.
    fn option<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        value: &mut Option<T>,
        blank: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// Visits the properties of a part. `kind` is the name of its type.
    ///
    /// # Errors
    /// The visitor's error.
    fn part<T: Properties>(
        &mut self,
        _name: &'static str,
        _kind: &'static str,
        part: &mut T,
    ) -> Result<(), Self::Error> {
        part.visit(self)
    }

    /// Visits properties that files have from this version of their format on. A visitor of an older file
    /// leaves them as they are.
    ///
    /// # Errors
    /// The visitor's error.
    fn since(
        &mut self,
        _version: u32,
        visit: impl FnOnce(&mut Self) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error> {
        visit(self)
    }

    /// Visits one number.
    ///
    /// # Errors
    /// The visitor's error.
    fn number(&mut self, property: Property, value: &mut f32) -> Result<(), Self::Error> {
        self.numbers(property, Form::Number, [value])
    }
}

/// A definition that lists its properties.
pub trait Properties {
    /// Visits every property, always in the order of the numbers in files.
    ///
    /// # Errors
    /// The visitor's error.
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error>;
}

/// Checks that every number is in the range of its property. A definition itself checks what depends on
/// several numbers.
#[derive(Clone, Copy, Debug)]
pub struct Check;

impl Property {
    /// Returns the number if it is in the range.
    ///
    /// # Errors
    /// [`OutOfRange`] if it is not.
    pub fn check(&self, value: f32) -> Result<f32, OutOfRange> {
        self.range.check(self.name, value).map(|()| value)
    }
}

impl Visitor for Check {
    type Error = OutOfRange;

    fn numbers<const N: usize>(
        &mut self,
        property: Property,
        _: Form,
        values: [&mut f32; N],
    ) -> Result<(), OutOfRange> {
        values.into_iter().try_for_each(|value| property.range.check(property.name, *value))
    }

    fn doubles<const N: usize>(
        &mut self,
        property: Property,
        _: Form,
        values: [&mut f64; N],
    ) -> Result<(), OutOfRange> {
        // A number that no `f32` holds counts as infinite.
        values.into_iter().try_for_each(|value| property.range.check(property.name, *value as f32))
    }

    fn word(&mut self, property: Property, word: Word, value: &mut u32) -> Result<(), OutOfRange> {
        match word {
            Word::Count => property.range.check(property.name, *value as f32),
            Word::Signed => property.range.check(property.name, value.cast_signed() as f32),
            Word::Whole => Ok(()),
        }
    }

    fn mask(&mut self, _: &'static str, _: &mut u64) -> Result<(), OutOfRange> {
        Ok(())
    }

    fn flag(&mut self, _: &'static str, _: &mut bool) -> Result<(), OutOfRange> {
        Ok(())
    }

    fn data(&mut self, _: &'static str, _: &mut u128) -> Result<(), OutOfRange> {
        Ok(())
    }

    fn variant(&mut self, _: &'static str, _: usize, _: &mut usize) -> Result<(), OutOfRange> {
        Ok(())
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        _: &'static str,
        value: &mut Option<T>,
        _: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Result<(), OutOfRange>,
    ) -> Result<(), OutOfRange> {
        value.as_mut().map_or(Ok(()), |value| visit(value, self))
    }
}

/// Checks the ranges of all numbers of a definition.
///
/// # Errors
/// [`OutOfRange`] for the first such property.
pub fn check<T: Properties + Clone>(definition: &T) -> Result<(), OutOfRange> {
    definition.clone().visit(&mut Check)
}
