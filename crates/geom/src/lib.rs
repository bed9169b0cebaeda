//! Numbers, poses, shapes and their measures. This crate knows no body and no collision.
//!
//! - [`Point`] (a position) and [`Vec2`] (a direction) are nalgebra's; [`Rot`] and [`Pose`] are plain old data;
//! - [`Aabb`] is the box that a broad phase works with;
//! - [`Shape`] is one of [`Circle`], [`Segment`], [`Capsule`], [`Polygon`], [`HalfSpace`];
//! - [`MassProperties`] are mass, centre of mass and inertia, with the shoelace sums in [`polygon_measures`].
//!
//! Units are SI: metre, kilogram, second, radian. Polygons run counter-clockwise.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod aabb;
mod mass;
mod pose;
mod shape;
pub mod tolerance;
mod vector;

pub use aabb::Aabb;
pub use mass::{MassError, MassProperties, PolygonMeasures, polygon_measures};
pub use pose::{Pose, Rot};
pub use shape::{
    Capsule, ChainSegment, Circle, HalfSpace, Polygon, RoundedHull, Segment, Shape, ShapeError, Sides, chain,
};
pub use vector::{Point, Vec2, cross, distance_squared, left_normal, right_normal};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
