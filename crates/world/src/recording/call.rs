//! A call that changes a world, as it is kept and written: an enum made of [`list_of_calls`].

use super::list::list_of_calls;
use crate::body::{BodyDef, BodyKind, Locks};
use crate::collider::ColliderDef;
use crate::id::{BodyId, ColliderId, Handle, JointId, RawId};
use crate::joint::{FilterJoint, JointDef, JointKind};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material, WorldSettings};
use crate::snapshot::{Coder, Fields, SnapshotError, blank_shape, code, code_shape};
use geom::{MassProperties, Point, Pose, Position, Shape, Vec2, WorldPose};
use properties::Choice;

/// Written and read by the same function.
pub(super) trait Argument: Sized {
    fn blank() -> Self;

    fn code(&mut self, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError>;
}

/// Defines the enum of all calls, with their numbers in the file.
macro_rules! calls {
    (
        |$_on:ident|
        $($(#[$doc:meta])* $number:literal $variant:ident($($field:ident: $type:ty),*) => $_again:expr;)*
    ) => {
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) enum Call {
            $($(#[$doc])* $variant($($type),*),)*
        }

        impl Call {
            /// In the file.
            pub(super) fn number(&self) -> u32 {
                match self { $(Self::$variant(..) => $number,)* }
            }

            pub(super) fn name(&self) -> &'static str {
                match self { $(Self::$variant(..) => stringify!($variant),)* }
            }

            pub(super) fn blank(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$variant($(<$type as Argument>::blank()),*)),)*
                    _ => None,
                }
            }

            pub(super) fn code_arguments(&mut self, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
                match self {
                    $(Self::$variant($($field),*) => { $($field.code(coder)?;)* })*
                }
                Ok(())
            }
        }
    };
}

list_of_calls!(calls);

pub(crate) fn halves(user_data: u128) -> [u64; 2] {
    [user_data as u64, (user_data >> 64) as u64]
}

pub(super) fn whole([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

macro_rules! argument {
    ($type:ty, $blank:expr, |$value:ident, $coder:ident| $code:expr) => {
        impl Argument for $type {
            fn blank() -> Self {
                $blank
            }

            fn code(&mut self, $coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
                let $value = self;
                $code
            }
        }
    };
}

argument!(f32, 0.0, |value, coder| coder.float(value));
argument!(u32, 0, |value, coder| coder.int(value));
argument!(bool, false, |value, coder| coder.flags([value]));
argument!([f32; 2], [0.0; 2], |value, coder| coder.floats(value));
argument!([bool; 2], [false; 2], |value, coder| coder.flags(value.each_mut()));
argument!(Vec2, Vec2::zeros(), |value, coder| coder.vector(value));
argument!(Point, Point::origin(), |value, coder| coder.point(value));
argument!(Pose, Pose::IDENTITY, |value, coder| coder.pose(value));
argument!(Position, Self::ORIGIN, |value, coder| coder.position(value));
argument!(WorldPose, Self::IDENTITY, |value, coder| {
    coder.position(&mut value.position)?;
    coder.rotation(&mut value.rotation)
});
argument!(MassProperties, MassProperties::ZERO, |value, coder| coder.mass(value));
argument!(WorldSettings, Self::default(), |value, coder| code(value, coder));
argument!(Material, Self::default(), |value, coder| code(value, coder));
argument!(Filter, Self::default(), |value, coder| code(value, coder));
argument!(PortalRole, Self::BLANK, |value, coder| code(value, coder));
argument!(JointKind, FilterJoint.into(), |value, coder| code(value, coder));
argument!(BodyDef, Self::default(), |value, coder| code(value, coder));
argument!(Shape, blank_shape(), |value, coder| code_shape(value, coder));
argument!(BodyKind, Self::Static, |value, coder| coder.choice(value, Self::ALL));
argument!(Locks, Self::NONE, |value, coder| {
    let Self { x, y, rotation } = value;
    coder.flags([x, y, rotation])
});
argument!([u64; 2], [0; 2], |value, coder| {
    let mut user_data = whole(*value);
    coder.wide(&mut user_data)?;
    *value = halves(user_data);
    Ok(())
});

/// Without the tag of the world: a replay gives its own.
fn code_id<H: Handle>(id: &mut H, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    let RawId { mut index, mut generation, world } = id.raw();
    coder.int(&mut index)?;
    coder.int(&mut generation)?;
    *id = H::from_raw(RawId { index, generation, world });
    Ok(())
}

fn blank_id<H: Handle>() -> H {
    H::from_raw(RawId { index: 0, generation: 0, world: 0 })
}

argument!(BodyId, blank_id(), |value, coder| code_id(value, coder));
argument!(ColliderId, blank_id(), |value, coder| code_id(value, coder));
argument!(JointId, blank_id(), |value, coder| code_id(value, coder));

impl<T: Argument> Argument for Box<T> {
    fn blank() -> Self {
        Self::new(T::blank())
    }

    fn code(&mut self, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        T::code(self, coder)
    }
}

impl<T: Argument> Argument for Option<T> {
    fn blank() -> Self {
        None
    }

    fn code(&mut self, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        let mut is_some = self.is_some();
        coder.flags([&mut is_some])?;
        if is_some { self.get_or_insert_with(T::blank).code(coder) } else { Ok(()) }
    }
}

argument!(ColliderDef, Self::new(blank_shape()), |value, coder| {
    code(value, coder)?;
    code_shape(&mut value.shape, coder)
});
argument!(JointDef, JointDef::new(blank_id(), blank_id(), FilterJoint), |value, coder| {
    value.a.code(coder)?;
    value.b.code(coder)?;
    code(value, coder)
});
