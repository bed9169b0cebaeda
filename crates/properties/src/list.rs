//! The properties of a definition as data, for documentation and for other languages.

use crate::{Choice, Form, Properties, Property, Range, Visitor, Word};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;

/// A property with its value in the listed definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its name; of a part of an optional value, `option.part`.
    pub name: String,
    /// `number`, `point`, `position`, `vector`, `rotation`, `interval`, `positions`, `pose`, `count`,
    /// `index`, `signed`, `mask`, `flag`, `data`, `choice`, or the name of another definition.
    pub form: String,
    /// Whether it may be missing.
    pub is_optional: bool,
    /// Empty for a pure number.
    pub unit: &'static str,
    /// None for what holds no numbers.
    pub range: Option<Range>,
    /// The names of the values of a choice.
    pub choices: Vec<String>,
    /// As text: infinite numbers are `inf` and `-inf`, what is missing is `none`.
    pub value: String,
}

/// The properties of a definition in their order. The number of a variant is left out; its fields follow.
///
/// ```
/// use properties::{Properties, Range, Visitor, list, property};
///
/// struct Spring(f32);
///
/// impl Properties for Spring {
///     fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
///         visitor.number(property("hertz", "Hz", Range::NOT_NEGATIVE), &mut self.0)
///     }
/// }
///
/// let listed = list(&mut Spring(2.5));
/// assert_eq!((listed[0].name.as_str(), listed[0].unit, listed[0].value.as_str()), ("hertz", "Hz", "2.5"));
/// ```
#[must_use]
pub fn list<T: Properties>(definition: &mut T) -> Vec<Listed> {
    let mut lister = Lister(Vec::new());
    match definition.visit(&mut lister) {
        Ok(()) => lister.0,
    }
}

struct Lister(Vec<Listed>);

impl Lister {
    fn push(&mut self, name: &str, form: &str, value: String) -> &mut Listed {
        let (name, form) = (name.to_owned(), form.to_owned());
        let (unit, range, choices) = ("", None, Vec::new());
        self.0.push(Listed { name, form, is_optional: false, unit, range, choices, value });
        let last = self.0.len() - 1;
        &mut self.0[last]
    }

    fn push_numbers(&mut self, property: Property, form: Form, texts: &[String]) {
        let form = match form {
            Form::Number => "number",
            Form::Point => "point",
            Form::Position => "position",
            Form::Vector => "vector",
            Form::Rotation => "rotation",
            Form::Interval => "interval",
            Form::Positions => "positions",
            Form::Pose => "pose",
        };
        let value = if texts.len() == 1 { texts.concat() } else { format!("[{}]", texts.join(", ")) };
        let listed = self.push(property.name, form, value);
        (listed.unit, listed.range) = (property.unit, Some(property.range));
    }
}

impl Visitor for Lister {
    type Error = Infallible;

    fn numbers<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f32; N],
    ) -> Result<(), Infallible> {
        self.push_numbers(property, form, &values.map(|value| value.to_string()));
        Ok(())
    }

    fn doubles<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f64; N],
    ) -> Result<(), Infallible> {
        self.push_numbers(property, form, &values.map(|value| value.to_string()));
        Ok(())
    }

    fn word(&mut self, property: Property, word: Word, value: &mut u32) -> Result<(), Infallible> {
        let (form, value) = match word {
            Word::Count => ("count", value.to_string()),
            Word::Whole => ("index", value.to_string()),
            Word::Signed => ("signed", value.cast_signed().to_string()),
        };
        let listed = self.push(property.name, form, value);
        let is_bounded = word == Word::Signed && property.range.most <= i32::MAX as f32;
        if word == Word::Count || is_bounded {
            (listed.unit, listed.range) = (property.unit, Some(property.range));
        }
        Ok(())
    }

    fn mask(&mut self, name: &'static str, value: &mut u64) -> Result<(), Infallible> {
        self.push(name, "mask", format!("{value:#x}"));
        Ok(())
    }

    fn flag(&mut self, name: &'static str, value: &mut bool) -> Result<(), Infallible> {
        self.push(name, "flag", value.to_string());
        Ok(())
    }

    fn data(&mut self, name: &'static str, value: &mut u128) -> Result<(), Infallible> {
        self.push(name, "data", value.to_string());
        Ok(())
    }

    fn variant(&mut self, _: &'static str, _: usize, _: &mut usize) -> Result<(), Infallible> {
        Ok(())
    }

    fn choice<T: Choice>(&mut self, name: &'static str, value: &mut T) -> Result<(), Infallible> {
        let listed = self.push(name, "choice", format!("{value:?}"));
        listed.choices = T::ALL.iter().map(|one| format!("{one:?}")).collect();
        Ok(())
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        value: &mut Option<T>,
        blank: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Result<(), Infallible>,
    ) -> Result<(), Infallible> {
        let first = self.0.len();
        visit(&mut value.unwrap_or(blank), self)?;
        let is_one = self.0.len() == first + 1;
        for listed in &mut self.0[first..] {
            listed.name = if is_one { name.to_owned() } else { format!("{name}.{}", listed.name) };
            listed.is_optional = true;
            if value.is_none() {
                "none".clone_into(&mut listed.value);
            }
        }
        Ok(())
    }

    fn part<T: Properties>(
        &mut self,
        name: &'static str,
        kind: &'static str,
        _: &mut T,
    ) -> Result<(), Infallible> {
        self.push(name, kind, String::new());
        Ok(())
    }
}
