#![doc = include_str!("../README.md")]

pub use broadphase;
pub use collide;
pub use compute;
pub use geom;
pub use solver;
pub use toolkit;
pub use world;

/// The names that most programs use: `use physics::prelude::*`.
///
/// ```
/// use physics::prelude::*;
///
/// let mut level = Level::new(WorldSettings::default());
/// level.body_with(BodyDef::dynamic(), ColliderDef::new(Shape::circle(0.5)?));
/// let (mut world, _) = World::load(&level)?;
/// world.step(1.0 / 60.0);
/// let hit = world.cast_ray(&Ray::new([-2.0, 0.0], [4.0, 0.0]), QueryFilter::default())?;
/// assert!(hit.is_some());
/// # Ok::<(), DefError>(())
/// ```
pub mod prelude {
    pub use broadphase::{
        Broadphase, BruteForce, DynamicTree, QuadTree, SortAndSweep, SweepList, UniformGrid,
    };
    pub use collide::{Ray, ShapeCast};
    pub use compute::Workers;
    pub use geom::{Aabb, ChainSegment, Point, Polygon, Pose, Rot, Shape, ShapeError, Sides, Vec2, chain};
    pub use solver::{ClassicSettings, SolverSettings};
    pub use toolkit::draw::{DebugDraw, DrawOptions, draw_world};
    pub use toolkit::{FixedStep, Interpolator};
    pub use world::{
        BodyDef, BodyId, BodyKind, BodyRef, CastHit, ClosestHit, ColliderDef, ColliderId, ColliderRef,
        DefError, DistanceJoint, Filter, FilterJoint, GearJoint, JointDef, JointId, JointKind, Level,
        Material, Method, MotorJoint, MouseJoint, PrismaticJoint, PulleyJoint, QueryFilter, RevoluteJoint,
        WeldJoint, WheelJoint, World, WorldSettings,
    };
}

#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
struct WorkspaceReadmeExample;
