#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod aabb;
mod bounding_circle;
mod clean;
mod clip;
mod containment;
mod convert;
mod convex_hull;
mod cut;
mod decompose;
mod double;
mod ellipse;
mod fracture;
mod lines;
mod location;
mod mass;
mod minkowski;
mod obb;
mod outline;
mod pose;
mod position;
mod predicate;
#[cfg(feature = "serde")]
mod serialized;
mod shape;
mod simplify;
pub mod support;
pub mod tolerance;
mod triangulate;
mod vector;

pub use aabb::Aabb;
pub use bounding_circle::BoundingCircle;
pub use clean::cleaned;
pub use clip::clip_behind;
pub use containment::{
    EdgeStep, OverlapStep, crossed_edges, point_in_convex, point_in_polygon, point_in_polygon_observed,
    polygon_contains, polygons_overlap, polygons_overlap_observed,
};
pub use convex_hull::{HullError, HullStep, convex_hull, convex_hull_observed};
pub use cut::{Cut, CutError, CutPieces, cut_pieces};
pub use decompose::{DecomposeError, DecomposeSettings, DecomposeStep, Decomposition};
pub use ellipse::Ellipse;
pub use fracture::{Cell, Fracture, FractureError};
pub use lines::{
    LineIntersection, SegmentIntersection, closest_on_line, closest_on_segment, distance_to_segment,
    line_line, ray_segment, segment_segment, signed_distance_to_line,
};
pub use location::{Location, point_in_circle};
pub use mass::{MassError, MassProperties, PolygonMeasures, polygon_measures};
pub use minkowski::{MergeStep, minkowski_difference, minkowski_sum, minkowski_sum_observed};
pub use obb::Obb;
pub use outline::{Outline, OutlineError};
pub use pose::{Pose, Rot};
pub use position::{Position, WorldPose};
pub use shape::{
    Capsule, ChainSegment, Circle, HalfSpace, Polygon, RoundedHull, Segment, Shape, ShapeError, Sides, chain,
};
pub use simplify::{SimplifyError, simplify_line};
pub use support::{Posed, Support};
pub use vector::{Point, Vec2, cross, distance_squared, left_normal, right_normal};

/// The crate of [`Point`], [`Vec2`] and the matrices, in this crate's version.
pub use nalgebra;

/// The crate of the feature `glam`, in this crate's version.
#[cfg(feature = "glam")]
pub use glam;
/// The crate of the feature `glam-032`.
#[cfg(feature = "glam-032")]
pub use glam_032;
/// The crate of the feature `mint`, in this crate's version.
#[cfg(feature = "mint")]
pub use mint;
