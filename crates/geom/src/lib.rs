//! Numbers, poses, shapes and their measures. This crate knows no body and no collision.
//!
//! - [`Point`] (a position) and [`Vec2`] (a direction) are nalgebra's; [`Rot`] and [`Pose`] are plain old data;
//! - [`Aabb`] is the box that a broad phase works with;
//! - [`Shape`] is one of [`Circle`], [`Segment`], [`Capsule`], [`Polygon`], [`HalfSpace`];
//! - [`MassProperties`] are mass, centre of mass and inertia, with the shoelace sums in [`polygon_measures`].
//! - [`convex_hull`] and [`Polygon::hull_of`] wrap points; an [`Outline`] is a concave polygon with holes, which is
//!   [simplified](Outline::simplified) and [decomposed](Outline::decompose) into convex pieces; a [`Polygon`] is
//!   [cut](Polygon::cut) by a line and [broken](Polygon::fracture) around points.
//!
//! Units are SI: metre, kilogram, second, radian. Polygons run counter-clockwise.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod aabb;
mod clip;
mod cut;
mod decompose;
mod fracture;
mod hull;
mod mass;
mod outline;
mod pose;
mod predicate;
mod shape;
mod simplify;
pub mod tolerance;
mod triangulate;
mod vector;

pub use aabb::Aabb;
pub use cut::{Cut, CutError, CutPieces, cut_pieces};
pub use decompose::{DecomposeError, DecomposeSettings, Decomposition};
pub use fracture::{Cell, Fracture, FractureError};
pub use hull::{HullError, convex_hull};
pub use mass::{MassError, MassProperties, PolygonMeasures, polygon_measures};
pub use outline::{Outline, OutlineError};
pub use pose::{Pose, Rot};
pub use shape::{
    Capsule, ChainSegment, Circle, HalfSpace, Polygon, RoundedHull, Segment, Shape, ShapeError, Sides, chain,
};
pub use simplify::{SimplifyError, simplify_line};
pub use vector::{Point, Vec2, cross, distance_squared, left_normal, right_normal};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
