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
    /// The name of the field, which is also its name in texts and in errors.
    pub name: &'static str,
    /// The unit of its numbers, such as `"m/s"`; empty for a pure number.
    pub unit: &'static str,
    /// Which numbers are accepted.
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
    /// A whole number that may be negative, as two's complement, which the range of the property bounds.
    Signed,
}

/// One of a few values without further data.
pub trait Choice: Copy + PartialEq + Debug + 'static {
    /// All of them, in the order of their numbers in files: a new one is added at the end. `Debug` gives the
    /// name of each.
    const ALL: &'static [Self];
}

/// Implements [`Choice`] for an enum, and does not compile if one of its variants is left out.
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
    /// The reason for which a visit ends early.
    type Error;

    /// Visits numbers that belong together.
    ///
    /// # Errors
    /// What the visitor has against them.
    fn numbers<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f32; N],
    ) -> Result<(), Self::Error>;

    /// Visits numbers with twice the digits that belong together.
    ///
    /// # Errors
    /// What the visitor has against them.
    fn doubles<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f64; N],
    ) -> Result<(), Self::Error>;

    /// Visits a word.
    ///
    /// # Errors
    /// What the visitor has against it.
    fn word(&mut self, property: Property, word: Word, value: &mut u32) -> Result<(), Self::Error>;

    /// Visits 64 bits, each with a meaning of its own.
    ///
    /// # Errors
    /// What the visitor has against them.
    fn mask(&mut self, name: &'static str, value: &mut u64) -> Result<(), Self::Error>;

    /// Visits a yes or no.
    ///
    /// # Errors
    /// What the visitor has against it.
    fn flag(&mut self, name: &'static str, value: &mut bool) -> Result<(), Self::Error>;

    /// Visits data of the program.
    ///
    /// # Errors
    /// What the visitor has against them.
    fn data(&mut self, name: &'static str, value: &mut u128) -> Result<(), Self::Error>;

    /// Visits the number of a variant of an enum, below `count`.
    ///
    /// # Errors
    /// What the visitor has against it.
    fn variant(&mut self, name: &'static str, count: usize, index: &mut usize) -> Result<(), Self::Error>;

    /// Visits one of a few values.
    ///
    /// # Errors
    /// What the visitor has against it.
    fn choice<T: Choice>(&mut self, name: &'static str, value: &mut T) -> Result<(), Self::Error> {
        let mut index = T::ALL.iter().position(|one| one == value).unwrap_or(0);
        self.variant(name, T::ALL.len(), &mut index)?;
        *value = *T::ALL.get(index).unwrap_or(value);
        Ok(())
    }

    /// Visits a value that may be missing; `blank` stands in the place of one that is.
    ///
    /// # Errors
    /// What the visitor has against it.
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
    /// What the visitor has against one of them.
    fn part<T: Properties>(
        &mut self,
        _name: &'static str,
        _kind: &'static str,
        part: &mut T,
    ) -> Result<(), Self::Error> {
        part.visit(self)
    }

    /// Visits properties that files have from this version of their format on. A visitor that reads an older
    /// file leaves them as they are.
    ///
    /// # Errors
    /// What the visitor has against one of them.
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
    /// What the visitor has against it.
    fn number(&mut self, property: Property, value: &mut f32) -> Result<(), Self::Error> {
        self.numbers(property, Form::Number, [value])
    }
}

/// A definition that lists its properties.
pub trait Properties {
    /// Gives every property to the visitor, always in the same order: that of the numbers in files.
    ///
    /// # Errors
    /// What the visitor has against one of them.
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error>;
}

/// Checks that every number is in the range of its property. What depends on more than one number, a
/// definition checks itself.
#[derive(Clone, Copy, Debug)]
pub struct Check;

impl Property {
    /// Checks a number of this property.
    ///
    /// # Errors
    /// [`OutOfRange`] if its range does not have it.
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
        // One that no `f32` holds counts as infinite.
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
/// [`OutOfRange`], which names the first property that has a number out of its range.
pub fn check<T: Properties + Clone>(definition: &T) -> Result<(), OutOfRange> {
    definition.clone().visit(&mut Check)
}
