#![doc = include_str!("../README.md")]

pub use batch;
pub use broadphases;
pub use collide;
pub use compute;
pub use geom;
pub use solver;
pub use textbook;
pub use toolkit;
pub use world;

pub use toolkit::Error;

/// The crate `broadphase`, and the broad phases of the crate [`broadphases`].
pub mod broadphase {
    pub use ::broadphase::*;
    pub use broadphases::{
        AvlTree, BruteForce, InvalidCellSize, QuadTree, UniformGrid, VisitedCell, VisitedNode,
    };
}

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
    pub use broadphase::{Broadphase, DynamicTree, SortAndSweep, SweepList};
    pub use broadphases::{AvlTree, BruteForce, QuadTree, UniformGrid};
    pub use collide::{Manifold, Ray, RayHit, ShapeCast};
    pub use compute::Workers;
    pub use geom::{
        Aabb, ChainSegment, MassProperties, Outline, Point, Polygon, Pose, Position, Rot, Shape, ShapeError,
        Sides, Vec2, WorldPose, chain, cross, left_normal,
    };
    pub use solver::{DirectContacts, DirectJoints, SolverSettings, impulse::CombineRule};
    pub use textbook::ClassicSettings;
    pub use toolkit::draw::{DebugDraw, DrawOptions, draw_world};
    pub use toolkit::effects::{
        Attraction, Attractor, Explosion, ExplosionHit, Field, Fields, GravityRegion, Region, Water, Wind,
    };
    pub use toolkit::{
        CharacterCollision, CharacterGround, CharacterMotion, CharacterMover, CharacterSettings, Error,
        FixedStep, HeightField, Interpolator, KinematicTouch, KinematicTouches, LinkedBodies, Links,
        SaveFile, Terrain, Timeline, path_around,
    };
    pub use toolkit::{Opening, PortalCast, PortalDef, PortalId, PortalLeg, Portals};
    pub use toolkit::{fracture_body, slice_body};
    pub use world::joints::*;
    pub use world::{
        BodyDef, BodyEvent, BodyId, BodyKind, BodyMut, BodyPoses, BodyRef, CastHit, ClosestHit, ColliderDef,
        ColliderId, ColliderMut, ColliderRef, ContactBegin, ContactEnd, ContactHit, ContactHook, ContactRef,
        ContactResponse, Continuous, DefError, EventCollider, Events, Filter, HandleError, HookCollider,
        HookContact, JointBreak, JointDef, JointId, JointKind, JointMut, JointRef, Level, LevelIds, Locks,
        Material, Method, NetCounts, PortalRole, QueryFilter, Recording, SensorEvent, Snapshot, StepWarning,
        World, WorldSettings, WorldStats,
    };
}

#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
struct WorkspaceReadmeExample;

#[doc = include_str!("../../../docs/batch.md")]
#[cfg(doctest)]
struct BatchPageExample;

#[doc = include_str!("../../../docs/characters.md")]
#[cfg(doctest)]
struct CharactersPageExample;

#[doc = include_str!("../../../docs/portals.md")]
#[cfg(doctest)]
struct PortalsPageExample;

#[doc = include_str!("../../../docs/migrating.md")]
#[cfg(doctest)]
struct MigratingPageExample;

#[doc = include_str!("../../../docs/replays.md")]
#[cfg(doctest)]
struct ReplaysPageExample;

#[doc = include_str!("../../../docs/snapshots.md")]
#[cfg(doctest)]
struct SnapshotsPageExample;
