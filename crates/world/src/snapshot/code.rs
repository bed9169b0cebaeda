//! Definitions as words: their properties one after the other.

use super::SnapshotError;
use super::coder::{Coder, Fields};
use properties::{Form, Properties, Property, Visitor, Word};

pub(crate) fn code<T: Properties>(
    definition: &mut T,
    coder: &mut (impl Coder + ?Sized),
) -> Result<(), SnapshotError> {
    definition.visit(&mut Coding { coder, missing: None })
}

struct Coding<'a, C: ?Sized> {
    coder: &'a mut C,
    /// The optional value that is missing while its place in a record is visited: all its words are zero.
    missing: Option<&'static str>,
}

impl<C: ?Sized> Coding<'_, C> {
    fn check_missing(&self, is_zero: bool) -> Result<(), SnapshotError> {
        match self.missing {
            Some(field) if !is_zero => Err(SnapshotError::Value { field }),
            _ => Ok(()),
        }
    }
}

impl<C: Coder + ?Sized> Visitor for Coding<'_, C> {
    type Error = SnapshotError;

    fn numbers<const N: usize>(
        &mut self,
        _: Property,
        _: Form,
        values: [&mut f32; N],
    ) -> Result<(), SnapshotError> {
        values.into_iter().try_for_each(|value| {
            self.coder.float(value)?;
            self.check_missing(value.to_bits() == 0)
        })
    }

    fn doubles<const N: usize>(
        &mut self,
        _: Property,
        _: Form,
        values: [&mut f64; N],
    ) -> Result<(), SnapshotError> {
        values.into_iter().try_for_each(|value| {
            self.coder.double(value)?;
            self.check_missing(value.to_bits() == 0)
        })
    }

    fn word(&mut self, _: Property, word: Word, value: &mut u32) -> Result<(), SnapshotError> {
        match word {
            Word::Count | Word::Whole => self.coder.int(value)?,
            Word::Signed => self.coder.bits(value, None)?,
        }
        self.check_missing(*value == 0)
    }

    fn mask(&mut self, _: &'static str, value: &mut u64) -> Result<(), SnapshotError> {
        if self.coder.version() < 2 {
            // One of 32 bits: all of them stood for all categories.
            let mut word = *value as u32;
            self.coder.bits(&mut word, None)?;
            *value = if word == u32::MAX { u64::MAX } else { word.into() };
        } else {
            self.coder.long(value, None)?;
        }
        self.check_missing(*value == 0)
    }

    fn flag(&mut self, name: &'static str, value: &mut bool) -> Result<(), SnapshotError> {
        let mut index = usize::from(*value);
        self.variant(name, 2, &mut index)?;
        *value = index == 1;
        Ok(())
    }

    fn data(&mut self, _: &'static str, value: &mut u128) -> Result<(), SnapshotError> {
        self.coder.wide(value)?;
        self.check_missing(*value == 0)
    }

    fn since(
        &mut self,
        version: u32,
        visit: impl FnOnce(&mut Self) -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        if self.coder.version() < version { Ok(()) } else { visit(self) }
    }

    fn variant(&mut self, name: &'static str, count: usize, index: &mut usize) -> Result<(), SnapshotError> {
        let mut word = *index as u32;
        self.coder.int(&mut word)?;
        *index = word as usize;
        self.check_missing(word == 0)?;
        if *index < count { Ok(()) } else { Err(SnapshotError::Value { field: name }) }
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        value: &mut Option<T>,
        blank: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        let mut is_some = value.is_some();
        self.flag(name, &mut is_some)?;
        let mut held = value.unwrap_or(blank);
        if is_some {
            visit(&mut held, self)?;
        } else if self.coder.has_fixed_records() {
            self.missing = Some(name);
            visit(&mut held, self)?;
            self.missing = None;
        }
        *value = is_some.then_some(held);
        Ok(())
    }
}
