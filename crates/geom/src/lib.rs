//! Numbers, poses, shapes and their measures. This crate knows no body and no collision.
//!
//! - [`Point`] (a position) and [`Vec2`] (a direction) are nalgebra's; [`Rot`] and [`Pose`] are plain old data;
//! - [`Aabb`] is the box that a broad phase works with;
//! - [`Shape`] is one of [`Circle`], [`Segment`], [`Capsule`], [`Polygon`], [`HalfSpace`];
//! - [`MassProperties`] are mass, centre of mass and inertia, with the shoelace sums in [`polygon_measures`].
//! - [`convex_hull`] and [`Polygon::hull_of`] wrap points; an [`Outline`] is a concave polygon with holes, which is
//!   [simplified](Outline::simplified) and [decomposed](Outline::decompose) into convex pieces; a [`Polygon`] is
//!   [cut](Polygon::cut) by a line and [broken](Polygon::fracture) around points.
//! - where [segments, rays](segment_segment) and [lines](line_line) meet, and what lies [in a polygon](point_in_polygon)
//!   or [overlaps](polygons_overlap) it, is decided exactly;
//! - [`Obb`] and [`BoundingCircle`] are the smallest around points or a shape;
//! - [`Support`] is a convex shape as its farthest points, which an [`Ellipse`] has too; [`minkowski_sum`] makes
//!   polygons of them.
//!
//! Units are SI: metre, kilogram, second, radian. Polygons run counter-clockwise.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod aabb;
mod bounding_circle;
mod clip;
mod convert;
mod cut;
mod decompose;
mod ellipse;
mod fracture;
mod hull;
mod inside;
mod lines;
mod mass;
mod minkowski;
mod obb;
mod outline;
mod pose;
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
pub use cut::{Cut, CutError, CutPieces, cut_pieces};
pub use decompose::{DecomposeError, DecomposeSettings, Decomposition};
pub use ellipse::Ellipse;
pub use fracture::{Cell, Fracture, FractureError};
pub use hull::{HullError, convex_hull};
pub use inside::{
    Location, point_in_circle, point_in_convex, point_in_polygon, polygon_contains, polygons_overlap,
};
pub use lines::{
    LineMeeting, Meeting, closest_on_line, closest_on_segment, distance_to_segment, line_line, ray_segment,
    segment_segment, signed_distance_to_line,
};
pub use mass::{MassError, MassProperties, PolygonMeasures, polygon_measures};
pub use minkowski::{minkowski_difference, minkowski_sum};
pub use obb::Obb;
pub use outline::{Outline, OutlineError};
pub use pose::{Pose, Rot};
pub use shape::{
    Capsule, ChainSegment, Circle, HalfSpace, Polygon, RoundedHull, Segment, Shape, ShapeError, Sides, chain,
};
pub use simplify::{SimplifyError, simplify_line};
pub use support::{Posed, Support};
pub use vector::{Point, Vec2, cross, distance_squared, left_normal, right_normal};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
