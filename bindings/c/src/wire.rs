//! Definitions between the structs of C and those of the engine.
//!
//! A struct of `definitions.rs` comes with the list of the offsets of its fields, in the order in which the
//! engine's definition gives its properties to a visitor. So one reader and one writer serve all of them, and
//! a new property needs no line here.

use crate::error::{Failure, Outcome, P2_OUT_OF_RANGE, P2_REFUSED};
use properties::{Choice, Form, Properties, Property, Visitor, Word};
use std::mem::MaybeUninit;

/// A field, as the visitor meets it.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// Numbers, a word, a flag, data or a choice, at this offset.
    At(usize),
    /// An optional value: a flag that says whether there is one, then the entries of the value.
    Option {
        /// The offset of the flag.
        has: usize,
        /// How many entries its value takes.
        len: usize,
    },
    /// The number of a variant at an offset, and the entries of each variant.
    Variant(usize, &'static [&'static [Entry]]),
    /// A struct for one variant: the number of that variant.
    Kind(usize),
}

/// A struct of C that stands for a definition.
///
/// # Safety
/// It is `repr(C)` and may be all zeros. Each entry is the offset of a field in it, of the type that the
/// visitor meets there.
pub unsafe trait Definition: Copy {
    /// The definition of the engine.
    type Of: Properties;

    /// Its fields.
    const ENTRIES: &'static [Entry];
}

/// Sets the properties of the engine's definition to what the struct says.
///
/// # Errors
/// For a choice that does not exist.
pub fn read<D: Definition>(from: &D, into: &mut D::Of) -> Outcome {
    let base = std::ptr::from_ref(from).cast::<u8>();
    into.visit(&mut Reader { base, place: Place { entries: D::ENTRIES, next: 0 }, after: None })
}

/// The struct of a definition.
///
/// # Errors
/// If `from` is of another variant than the struct is for.
pub fn write<D: Definition>(mut from: D::Of) -> Outcome<D> {
    let mut into = MaybeUninit::<D>::zeroed();
    let base = into.as_mut_ptr().cast::<u8>();
    from.visit(&mut Writer { base, place: Place { entries: D::ENTRIES, next: 0 }, after: None })?;
    // SAFETY: `Definition` promises that all zeros are a value; the writer has written values of the right
    // types.
    Ok(unsafe { into.assume_init() })
}

/// The struct of a default, which no variant refuses.
pub fn default<D: Definition>(from: D::Of) -> D {
    write(from).unwrap_or_else(|failure| panic!("{failure:?}"))
}

/// Where a visit is.
#[derive(Clone, Copy)]
struct Place {
    entries: &'static [Entry],
    next: usize,
}

impl Place {
    fn take(&mut self) -> Entry {
        self.next += 1;
        self.entries[self.next - 1]
    }

    fn offset(&mut self) -> usize {
        match self.take() {
            Entry::At(offset) => offset,
            other => panic!("{other:?} is not a field"),
        }
    }
}

struct Reader {
    base: *const u8,
    place: Place,
    /// Where the visit goes on after a variant.
    after: Option<Place>,
}

impl Reader {
    fn field<T: Copy>(&mut self) -> T {
        let offset = self.place.offset();
        self.at(offset)
    }

    fn at<T: Copy>(&self, offset: usize) -> T {
        // SAFETY: `Definition` promises that a `T` is at this offset.
        unsafe { self.base.add(offset).cast::<T>().read() }
    }
}

impl Visitor for Reader {
    type Error = Failure;

    fn numbers<const N: usize>(&mut self, _: Property, _: Form, values: [&mut f32; N]) -> Outcome {
        let given: [f32; N] = self.field();
        values.into_iter().zip(given).for_each(|(value, given)| *value = given);
        Ok(())
    }

    fn doubles<const N: usize>(&mut self, _: Property, _: Form, values: [&mut f64; N]) -> Outcome {
        let given: [f64; N] = self.field();
        values.into_iter().zip(given).for_each(|(value, given)| *value = given);
        Ok(())
    }

    fn word(&mut self, _: Property, _: Word, value: &mut u32) -> Outcome {
        *value = self.field();
        Ok(())
    }

    fn mask(&mut self, _: &'static str, value: &mut u64) -> Outcome {
        *value = self.field();
        Ok(())
    }

    fn flag(&mut self, _: &'static str, value: &mut bool) -> Outcome {
        *value = self.field::<u8>() != 0;
        Ok(())
    }

    fn data(&mut self, _: &'static str, value: &mut u128) -> Outcome {
        *value = data(self.field());
        Ok(())
    }

    fn variant(&mut self, name: &'static str, count: usize, index: &mut usize) -> Outcome {
        let chosen = |index: u32| {
            if (index as usize) < count {
                return Ok(index as usize);
            }
            let message = format_args!("{name} is {index}: it must be below {count}");
            Err(Failure::new(P2_OUT_OF_RANGE, message).at(name, index))
        };
        *index = match self.place.take() {
            Entry::At(offset) => chosen(self.at(offset))?,
            Entry::Kind(kind) => kind,
            Entry::Variant(offset, branches) => {
                let index = chosen(self.at(offset))?;
                let branch = Place { entries: branches[index], next: 0 };
                self.after = Some(std::mem::replace(&mut self.place, branch));
                index
            }
            other @ Entry::Option { .. } => panic!("{other:?} is no variant"),
        };
        Ok(())
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        _: &'static str,
        value: &mut Option<T>,
        mut blank: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Outcome,
    ) -> Outcome {
        let Entry::Option { has, len } = self.place.take() else { panic!("no optional") };
        let end = self.place.next + len;
        *value = None;
        if self.at::<u8>(has) != 0 {
            visit(&mut blank, self)?;
            *value = Some(blank);
        }
        self.place.next = end;
        Ok(())
    }

    fn part<T: Properties>(&mut self, _: &'static str, _: &'static str, part: &mut T) -> Outcome {
        let outer = self.after.take();
        part.visit(self)?;
        self.place = self.after.take().unwrap_or(self.place);
        self.after = outer;
        Ok(())
    }
}

struct Writer {
    base: *mut u8,
    place: Place,
    after: Option<Place>,
}

impl Writer {
    fn field<T: Copy>(&mut self, value: T) {
        let offset = self.place.offset();
        self.at(offset, value);
    }

    fn at<T: Copy>(&mut self, offset: usize, value: T) {
        // SAFETY: `Definition` promises that a `T` is at this offset.
        unsafe { self.base.add(offset).cast::<T>().write(value) }
    }
}

impl Visitor for Writer {
    type Error = Failure;

    fn numbers<const N: usize>(&mut self, _: Property, _: Form, values: [&mut f32; N]) -> Outcome {
        self.field(values.map(|value| *value));
        Ok(())
    }

    fn doubles<const N: usize>(&mut self, _: Property, _: Form, values: [&mut f64; N]) -> Outcome {
        self.field(values.map(|value| *value));
        Ok(())
    }

    fn word(&mut self, _: Property, _: Word, value: &mut u32) -> Outcome {
        self.field(*value);
        Ok(())
    }

    fn mask(&mut self, _: &'static str, value: &mut u64) -> Outcome {
        self.field(*value);
        Ok(())
    }

    fn flag(&mut self, _: &'static str, value: &mut bool) -> Outcome {
        self.field(u8::from(*value));
        Ok(())
    }

    fn data(&mut self, _: &'static str, value: &mut u128) -> Outcome {
        self.field(halves(*value));
        Ok(())
    }

    fn variant(&mut self, _: &'static str, _: usize, index: &mut usize) -> Outcome {
        match self.place.take() {
            Entry::At(offset) => self.at(offset, *index as u32),
            Entry::Kind(kind) if kind == *index => {}
            Entry::Kind(_) => {
                let message = "the joint is of another kind than the definition";
                return Err(Failure::new(P2_REFUSED, message).at("joint", f64::NAN));
            }
            Entry::Variant(offset, branches) => {
                self.at(offset, *index as u32);
                let branch = Place { entries: branches[*index], next: 0 };
                self.after = Some(std::mem::replace(&mut self.place, branch));
            }
            other @ Entry::Option { .. } => panic!("{other:?} is no variant"),
        }
        Ok(())
    }

    fn choice<T: Choice>(&mut self, name: &'static str, value: &mut T) -> Outcome {
        let mut index = T::ALL.iter().position(|one| one == value).unwrap_or(0);
        self.variant(name, T::ALL.len(), &mut index)
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        _: &'static str,
        value: &mut Option<T>,
        blank: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Outcome,
    ) -> Outcome {
        let Entry::Option { has, len } = self.place.take() else { panic!("no optional") };
        let end = self.place.next + len;
        self.at(has, u8::from(value.is_some()));
        // What is missing is written, too, so that a program need only set the flag and what it means.
        visit(&mut value.unwrap_or(blank), self)?;
        self.place.next = end;
        Ok(())
    }

    fn part<T: Properties>(&mut self, _: &'static str, _: &'static str, part: &mut T) -> Outcome {
        let outer = self.after.take();
        part.visit(self)?;
        self.place = self.after.take().unwrap_or(self.place);
        self.after = outer;
        Ok(())
    }
}

/// User data from its halves, the lower one first.
pub fn data([lower, upper]: [u64; 2]) -> u128 {
    u128::from(upper) << 64 | u128::from(lower)
}

/// The halves of user data.
pub fn halves(data: u128) -> [u64; 2] {
    [data as u64, (data >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definitions::*;
    use physics::solver::SolverSettings;
    use physics::textbook::{ClassicSettings, PositionCorrection};
    use physics::world::{
        BodyDef, ColliderDef, Filter, JointDef, JointKind, Material, PortalRole, WorldSettings, joints,
    };
    use std::fmt::Debug;

    /// Gives every property another value than all others, where its type has so many.
    struct Fill {
        next: u16,
        /// Whether options are given.
        is_some: bool,
    }

    impl Fill {
        fn next(&mut self) -> u16 {
            self.next += 1;
            self.next
        }
    }

    impl Visitor for Fill {
        type Error = Failure;

        fn numbers<const N: usize>(&mut self, _: Property, _: Form, values: [&mut f32; N]) -> Outcome {
            values.into_iter().for_each(|value| *value = self.next().into());
            Ok(())
        }

        fn doubles<const N: usize>(&mut self, _: Property, _: Form, values: [&mut f64; N]) -> Outcome {
            values.into_iter().for_each(|value| *value = f64::from(self.next()) + 1e-12);
            Ok(())
        }

        fn word(&mut self, _: Property, _: Word, value: &mut u32) -> Outcome {
            *value = u32::MAX - u32::from(self.next());
            Ok(())
        }

        fn mask(&mut self, _: &'static str, value: &mut u64) -> Outcome {
            *value = u64::MAX - u64::from(self.next());
            Ok(())
        }

        fn flag(&mut self, _: &'static str, value: &mut bool) -> Outcome {
            *value = !*value;
            Ok(())
        }

        fn data(&mut self, _: &'static str, value: &mut u128) -> Outcome {
            *value = u128::from(self.next()) << 100 | u128::from(self.next());
            Ok(())
        }

        fn variant(&mut self, _: &'static str, _: usize, _: &mut usize) -> Outcome {
            Ok(())
        }

        fn choice<T: Choice>(&mut self, _: &'static str, value: &mut T) -> Outcome {
            *value = T::ALL[usize::from(self.next()) % T::ALL.len()];
            Ok(())
        }

        fn option<T: Copy + PartialEq>(
            &mut self,
            _: &'static str,
            value: &mut Option<T>,
            mut blank: T,
            visit: impl FnOnce(&mut T, &mut Self) -> Outcome,
        ) -> Outcome {
            visit(&mut blank, self)?;
            *value = self.is_some.then_some(blank);
            Ok(())
        }
    }

    /// What is written is read again.
    fn check<D: Definition>(definition: D::Of)
    where
        D::Of: PartialEq + Debug + Clone,
    {
        for is_some in [false, true] {
            let mut filled = definition.clone();
            filled.visit(&mut Fill { next: 0, is_some }).unwrap();
            let written: D = write(filled.clone()).unwrap();
            let mut back = definition.clone();
            read(&written, &mut back).unwrap();
            assert_eq!(back, filled);
        }
    }

    #[test]
    fn definitions_come_back_with_every_property() {
        check::<P2BodyDef>(BodyDef::default());
        check::<P2Material>(Material::default());
        check::<P2Filter>(Filter::default());
        check::<P2SolverSettings>(SolverSettings::default());
        let corrections = [
            PositionCorrection::None,
            PositionCorrection::Baumgarte { factor: 0.1, slop: 0.2 },
            PositionCorrection::Projection { fraction: 0.3, slop: 0.4 },
            PositionCorrection::Split { fraction: 0.5 },
        ];
        for correction in corrections {
            let classic = ClassicSettings { correction, ..ClassicSettings::default() };
            check::<P2ClassicSettings>(classic);
            check::<P2WorldSettings>(WorldSettings { classic, ..WorldSettings::default() });
        }
        check::<P2ColliderDef>(ColliderDef::new(crate::shape::blank()));
        for portal in [PortalRole::Rim { portal: 7 }, PortalRole::Rim { portal: 8 }] {
            let mut def = ColliderDef::new(crate::shape::blank());
            def.portal = Some(portal);
            let written: P2ColliderDef = write(def.clone()).unwrap();
            let mut back = ColliderDef::new(crate::shape::blank());
            read(&written, &mut back).unwrap();
            assert_eq!(back, def);
        }
    }

    fn joint<D: Definition<Of = JointDef<()>>>(kind: impl Into<JointKind>) -> usize {
        check::<D>(JointDef::new((), (), kind));
        1
    }

    #[test]
    fn joints_come_back_with_every_property() {
        let kinds = [
            joint::<P2RevoluteJointDef>(joints::RevoluteJoint::default()),
            joint::<P2MouseJointDef>(joints::MouseJoint::default()),
            joint::<P2DistanceJointDef>(joints::DistanceJoint::default()),
            joint::<P2PrismaticJointDef>(joints::PrismaticJoint::default()),
            joint::<P2WeldJointDef>(joints::WeldJoint::default()),
            joint::<P2WheelJointDef>(joints::WheelJoint::default()),
            joint::<P2MotorJointDef>(joints::MotorJoint::default()),
            joint::<P2PulleyJointDef>(joints::PulleyJoint::default()),
            joint::<P2GearJointDef>(joints::GearJoint::default()),
            joint::<P2RackJointDef>(joints::RackJoint::default()),
            joint::<P2FrictionJointDef>(joints::FrictionJoint::default()),
            joint::<P2FilterJointDef>(joints::FilterJoint),
            joint::<P2PortalJointDef>(joints::PortalJoint::default()),
            joint::<P2RatchetJointDef>(joints::RatchetJoint::default()),
        ];
        let all = physics::world::describe();
        let listed = all.iter().filter(|one| one.name.ends_with("Joint")).count();
        assert_eq!(kinds.len(), listed, "a kind of joint is not tested here");
    }

    #[test]
    fn choices_that_do_not_exist_are_refused_by_name() {
        let mut def: P2BodyDef = default(BodyDef::default());
        def.kind = 3;
        let failure = read(&def, &mut BodyDef::default()).unwrap_err();
        assert_eq!(failure.code(), P2_OUT_OF_RANGE);
        let wrong: Outcome<P2WeldJointDef> = write(JointDef::new((), (), joints::FilterJoint));
        assert_eq!(wrong.unwrap_err().code(), P2_REFUSED);
    }
}
