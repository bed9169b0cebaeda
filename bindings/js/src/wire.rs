//! Definitions as numbers: `[key, count, numbers ...]` for each property that is given.
//!
//! A key is the path of a property: its place in the list of the definition, from 1, in base 64; of a
//! property of a part, that of the part first. `tools/generate.mjs` reckons the same keys from
//! `docs/properties.json`.
//!
//! | property | numbers |
//! |---|---|
//! | numbers | themselves; a rotation, also in a pose, also as one angle |
//! | word, flag, choice, variant | one |
//! | mask | two words, the lower first |
//! | user data | four words, the lowest first |
//! | optional | none if it is missing; else the properties of its value have keys below its own |

use crate::exchange::Failure;
use physics::geom::Rot;
use properties::{Choice, Form, Properties, Property, Visitor, Word};
use std::convert::Infallible;

/// The base of keys.
const BASE: u32 = 64;

/// Where a visit is.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The key of the part.
    part: u32,
    /// The place of the last property in it.
    last: u32,
}

impl Place {
    fn next(&mut self) -> u32 {
        self.last += 1;
        self.part * BASE + self.last
    }

    fn within(part: u32) -> Self {
        Self { part, last: 0 }
    }
}

/// Sets the properties of a definition that the numbers give.
///
/// # Errors
/// For the first number out of its range.
pub fn set<T: Properties>(definition: &mut T, numbers: &[f64]) -> Result<(), Failure> {
    let mut setter = Setter { given: numbers, place: Place::default(), seen: 0 };
    for (mut key, _) in setter.entries() {
        while key > 0 {
            setter.seen |= 1 << (key % BASE);
            key /= BASE;
        }
    }
    definition.visit(&mut setter)
}

struct Setter<'a> {
    given: &'a [f64],
    place: Place,
    /// By place in its part: whether a property of any part there, or one within it, is given. A definition
    /// has dozens of properties, of which few are: most are not searched.
    seen: u64,
}

impl<'a> Setter<'a> {
    fn entries(&self) -> impl Iterator<Item = (u32, &'a [f64])> + use<'a> {
        let mut rest = self.given;
        std::iter::from_fn(move || {
            let (key, count) = (*rest.first()?, *rest.get(1)? as usize);
            let numbers = rest.get(2..2 + count)?;
            rest = &rest[2 + count..];
            Some((key as u32, numbers))
        })
    }

    /// Whether the property with this key, or a part of it, may be given.
    fn may_have(&self, key: u32) -> bool {
        self.seen >> (key % BASE) & 1 != 0
    }

    fn take(&mut self) -> (u32, Option<&'a [f64]>) {
        let key = self.place.next();
        if !self.may_have(key) {
            return (key, None);
        }
        (key, self.entries().find(|(one, _)| *one == key).map(|(_, numbers)| numbers))
    }

    fn one(&mut self) -> Option<f64> {
        self.take().1?.first().copied()
    }

    /// Visits a part or the value of an optional.
    fn inner(
        &mut self,
        key: u32,
        visit: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let outer = std::mem::replace(&mut self.place, Place::within(key));
        let visited = visit(self);
        self.place = outer;
        visited
    }
}

/// Whether a key is that of a part of this one.
fn is_within(mut key: u32, whole: u32) -> bool {
    while key > whole {
        key /= BASE;
    }
    key == whole
}

impl Visitor for Setter<'_> {
    type Error = Failure;

    fn numbers<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f32; N],
    ) -> Result<(), Failure> {
        if let (key, Some(given)) = self.take() {
            // The trigonometry of the engine, whose bits are the same in every browser.
            let turned = match (form, given) {
                (Form::Rotation, &[angle]) => {
                    let Rot { cos, sin } = Rot::from_angle(angle as f32);
                    &[cos, sin].map(f64::from)[..]
                }
                (Form::Pose, &[x, y, angle]) => {
                    let Rot { cos, sin } = Rot::from_angle(angle as f32);
                    &[x, y, f64::from(cos), f64::from(sin)][..]
                }
                _ => given,
            };
            for (place, &x) in values.into_iter().zip(turned) {
                check(property, key, x)?;
                *place = x as f32;
            }
        }
        Ok(())
    }

    fn doubles<const N: usize>(
        &mut self,
        property: Property,
        _: Form,
        values: [&mut f64; N],
    ) -> Result<(), Failure> {
        if let (key, Some(given)) = self.take() {
            for (place, &x) in values.into_iter().zip(given) {
                check(property, key, x)?;
                *place = x;
            }
        }
        Ok(())
    }

    fn word(&mut self, property: Property, word: Word, value: &mut u32) -> Result<(), Failure> {
        if let (key, Some(&[x])) = self.take() {
            if matches!(word, Word::Count | Word::Signed) {
                check(property, key, x)?;
            }
            *value = if word == Word::Signed { (x as i32).cast_unsigned() } else { x as u32 };
        }
        Ok(())
    }

    fn mask(&mut self, _: &'static str, value: &mut u64) -> Result<(), Failure> {
        if let (_, Some(&[low, high])) = self.take() {
            *value = mask(low, high);
        }
        Ok(())
    }

    fn flag(&mut self, _: &'static str, value: &mut bool) -> Result<(), Failure> {
        if let Some(x) = self.one() {
            *value = x != 0.0;
        }
        Ok(())
    }

    fn data(&mut self, _: &'static str, value: &mut u128) -> Result<(), Failure> {
        if let (_, Some(words)) = self.take() {
            *value = words.iter().rev().fold(0, |all, &word| all << 32 | u128::from(word as u32));
        }
        Ok(())
    }

    fn variant(&mut self, _: &'static str, count: usize, index: &mut usize) -> Result<(), Failure> {
        if let Some(x) = self.one().filter(|&x| x < count as f64) {
            *index = x as usize;
        }
        Ok(())
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        _: &'static str,
        value: &mut Option<T>,
        blank: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (key, missing) = self.take();
        if missing.is_some() {
            *value = None;
        } else if self.may_have(key) && self.entries().any(|(one, _)| is_within(one, key)) {
            let mut some = value.unwrap_or(blank);
            self.inner(key, |setter| visit(&mut some, setter))?;
            *value = Some(some);
        }
        Ok(())
    }

    fn part<T: Properties>(&mut self, _: &'static str, _: &'static str, part: &mut T) -> Result<(), Failure> {
        let key = self.place.next();
        self.inner(key, |setter| part.visit(setter))
    }
}

/// Checks a number against the range of its property.
fn check(property: Property, key: u32, x: f64) -> Result<(), Failure> {
    let checked = property.range.check(property.name, x as f32);
    checked.map_err(|error| Failure::range(key, x, error.expected))
}

/// A mask of two words.
pub fn mask(low: f64, high: f64) -> u64 {
    u64::from(high as u32) << 32 | u64::from(low as u32)
}

/// Writes the property of a definition that has the key `only`, with its parts; all of them for zero.
pub fn get<T: Properties>(definition: &mut T, only: u32, numbers: &mut Vec<f64>) {
    let Ok(()) = definition.visit(&mut Getter { numbers, only, place: Place::default() });
}

struct Getter<'a> {
    numbers: &'a mut Vec<f64>,
    only: u32,
    place: Place,
}

impl Getter<'_> {
    fn put(&mut self, values: &[f64]) {
        let key = self.place.next();
        if self.only != 0 && !is_within(key, self.only) {
            return;
        }
        self.numbers.extend([f64::from(key), values.len() as f64]);
        self.numbers.extend(values);
    }

    fn inner(&mut self, key: u32, visit: impl FnOnce(&mut Self) -> Result<(), Infallible>) {
        let outer = std::mem::replace(&mut self.place, Place::within(key));
        let Ok(()) = visit(self);
        self.place = outer;
    }
}

/// The four words of user data, the lowest first.
pub fn words(data: u128) -> [f64; 4] {
    [0, 32, 64, 96].map(|shift| f64::from((data >> shift) as u32))
}

impl Visitor for Getter<'_> {
    type Error = Infallible;

    fn numbers<const N: usize>(
        &mut self,
        _: Property,
        _: Form,
        values: [&mut f32; N],
    ) -> Result<(), Infallible> {
        self.put(&values.map(|x| f64::from(*x)));
        Ok(())
    }

    fn doubles<const N: usize>(
        &mut self,
        _: Property,
        _: Form,
        values: [&mut f64; N],
    ) -> Result<(), Infallible> {
        self.put(&values.map(|x| *x));
        Ok(())
    }

    fn word(&mut self, _: Property, word: Word, value: &mut u32) -> Result<(), Infallible> {
        let is_signed = word == Word::Signed;
        self.put(&[if is_signed { f64::from(value.cast_signed()) } else { f64::from(*value) }]);
        Ok(())
    }

    fn mask(&mut self, _: &'static str, value: &mut u64) -> Result<(), Infallible> {
        self.put(&[*value as u32, (*value >> 32) as u32].map(f64::from));
        Ok(())
    }

    fn flag(&mut self, _: &'static str, value: &mut bool) -> Result<(), Infallible> {
        self.put(&[f64::from(u8::from(*value))]);
        Ok(())
    }

    fn data(&mut self, _: &'static str, value: &mut u128) -> Result<(), Infallible> {
        self.put(&words(*value));
        Ok(())
    }

    fn variant(&mut self, _: &'static str, _: usize, index: &mut usize) -> Result<(), Infallible> {
        self.put(&[*index as f64]);
        Ok(())
    }

    fn choice<T: Choice>(&mut self, name: &'static str, value: &mut T) -> Result<(), Infallible> {
        let mut index = T::ALL.iter().position(|one| one == value).unwrap_or(0);
        self.variant(name, T::ALL.len(), &mut index)
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        _: &'static str,
        value: &mut Option<T>,
        _: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Result<(), Infallible>,
    ) -> Result<(), Infallible> {
        match value {
            None => self.put(&[]),
            Some(some) => {
                let key = self.place.next();
                self.inner(key, |getter| visit(some, getter));
            }
        }
        Ok(())
    }

    fn part<T: Properties>(
        &mut self,
        _: &'static str,
        _: &'static str,
        part: &mut T,
    ) -> Result<(), Infallible> {
        let key = self.place.next();
        self.inner(key, |getter| part.visit(getter));
        Ok(())
    }
}
