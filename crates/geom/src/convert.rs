//! Conversions to other geometry libraries, behind the features `mint`, `glam` (0.33) and `glam-032`.
//!
//! [`Point`](crate::Point) and [`Vec2`](crate::Vec2) are nalgebra's, so these features turn on nalgebra's
//! conversions, and any `impl Into<Point>` takes the points of these libraries. The types of this crate are
//! converted in one direction only: another library's matrix may shear or mirror.

#[cfg(any(feature = "glam", feature = "glam-032"))]
use crate::Position;
#[cfg(any(feature = "mint", feature = "glam", feature = "glam-032"))]
use crate::{Pose, Rot};

/// The columns are (cos, sin) and (-sin, cos).
#[cfg(feature = "mint")]
impl From<Rot> for mint::ColumnMatrix2<f32> {
    fn from(Rot { cos, sin }: Rot) -> Self {
        [[cos, sin], [-sin, cos]].into()
    }
}

/// Homogeneous: rotate, then translate.
#[cfg(feature = "mint")]
impl From<Pose> for mint::ColumnMatrix3<f32> {
    fn from(Pose { position, rotation: Rot { cos, sin } }: Pose) -> Self {
        [[cos, sin, 0.0], [-sin, cos, 0.0], [position.x, position.y, 1.0]].into()
    }
}

#[cfg(any(feature = "glam", feature = "glam-032"))]
macro_rules! to_glam {
    ($glam:ident) => {
        /// The columns are (cos, sin) and (-sin, cos).
        impl From<Rot> for $glam::Mat2 {
            fn from(Rot { cos, sin }: Rot) -> Self {
                Self::from_cols_array(&[cos, sin, -sin, cos])
            }
        }

        /// Rotate, then translate.
        impl From<Pose> for $glam::Affine2 {
            fn from(pose: Pose) -> Self {
                Self::from_mat2_translation(pose.rotation.into(), pose.position.into())
            }
        }

        /// Homogeneous: rotate, then translate.
        impl From<Pose> for $glam::Mat3 {
            fn from(pose: Pose) -> Self {
                $glam::Affine2::from(pose).into()
            }
        }

        impl From<$glam::Vec2> for Position {
            fn from(point: $glam::Vec2) -> Self {
                [point.x, point.y].into()
            }
        }

        impl From<$glam::DVec2> for Position {
            fn from(point: $glam::DVec2) -> Self {
                [point.x, point.y].into()
            }
        }
    };
}

#[cfg(feature = "glam")]
to_glam!(glam);
#[cfg(feature = "glam-032")]
to_glam!(glam_032);
