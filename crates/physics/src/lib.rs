//! A 2D rigid-body physics engine.
//!
//! This crate has no logic: it re-exports the crates that have, and gathers in [`prelude`] what most programs
//! use. Each crate can be depended on alone.

pub use broadphase;
pub use collide;
pub use compute;
pub use geom;
pub use solver;
pub use world;

/// What most programs use: `use physics::prelude::*`.
pub mod prelude {
    pub use broadphase::{
        Broadphase, BruteForce, DynamicTree, QuadTree, SortAndSweep, SweepList, UniformGrid,
    };
    pub use collide::{Ray, ShapeCast};
    pub use geom::{Aabb, ChainSegment, Point, Polygon, Pose, Rot, Shape, ShapeError, Sides, Vec2, chain};
    pub use solver::{ClassicSettings, SolverSettings};
    pub use world::{
        BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, DefError, DistanceJoint, Filter, FilterJoint,
        GearJoint, JointDef, JointId, JointKind, Level, Material, Method, MotorJoint, MouseJoint,
        PrismaticJoint, PulleyJoint, QueryFilter, RevoluteJoint, WeldJoint, WheelJoint, World, WorldSettings,
    };
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;

#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
struct WorkspaceReadmeExample;
