//! Draws a world for those who look for a mistake, on anything that can draw a line.
//!
//! ```text
//!   below   static bodies, grey
//!    |      other bodies, each in its colour, paler while asleep; a radius shows how a circle turns
//!    |      joints: arms from the centres of the bodies to the anchors, the axis or rope between them
//!    |      fat AABBs
//!    |      contact points, normals and impulses
//!    |      rings around bodies that the step stopped on their way
//!   above   centres of mass, names
//! ```
//!
//! Drawing reads only the public views of the world. `testbed` draws all its windows, pictures and films with
//! this module.
//!
//! Turned down: callbacks that the world makes during a step, as other engines have: a picture shows one
//! moment, the state between two steps.

mod debug_draw;
pub mod palette;
mod world_drawing;

pub use debug_draw::{Color, DebugDraw, Paint, hull_outline};
pub use world_drawing::{draw_world, draw_world_at};

use geom::Position;

/// What of a world is drawn; each layer lies above those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The shapes of static bodies.
    StaticBodies,
    /// The shapes of kinematic and dynamic bodies.
    Bodies,
    /// Joints.
    Joints,
    /// Normals of the edges of polygons.
    EdgeNormals,
    /// Fat AABBs.
    Boxes,
    /// Contact points, normals and impulses.
    Contacts,
    /// Rings around bodies whose motion the step cut short.
    Shortened,
    /// Centres of mass.
    Centers,
    /// Names of bodies.
    Names,
}

/// Which layers [`draw_world`] draws. By default bodies and joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawOptions {
    /// The shapes of all bodies.
    pub bodies: bool,
    /// Static bodies as one silhouette, without lines where they overlap or touch; a chain that faces up
    /// everywhere is filled down to the border of the view.
    pub ground_as_one: bool,
    /// Bodies of one kind (shape and rough size of the first collider) in one colour, and hardly paler
    /// asleep.
    pub color_by_kind: bool,
    /// Arms, anchors, axes and ropes of joints.
    pub joints: bool,
    /// Size in pixels below which a joint fades: its lines and dots keep their width in pixels, and would
    /// hide small bodies. Fully drawn from here on, not at all below a third of it. 0 draws all joints.
    pub fade_joints: f32,
    /// The boxes in the broad phase: AABBs with their margins.
    pub boxes: bool,
    /// The points of touching contacts.
    pub contacts: bool,
    /// Their normals, which point from the first body to the second.
    pub normals: bool,
    /// Their impulses, normal and tangential, as lines of so many metres for each N s; 0 for none.
    pub impulses: f32,
    /// The outward normal of each edge of a polygon, at its middle.
    pub edge_normals: bool,
    /// A ring around the centre of each body whose motion the last step cut short, because it would have
    /// passed through something ([`World::shortened_bodies`](world::World::shortened_bodies)).
    pub shortened: bool,
    /// The centres of mass of bodies that are not static, as crosses along the axes of the body.
    pub centers: bool,
    /// The index of each body, as a text.
    pub names: bool,
    /// From where the coordinates of what is drawn are measured, m: the place of the camera, or one near it,
    /// where the world is larger than `f32` can draw. The view of [`DebugDraw::view`] is measured from there,
    /// too. By default the origin of the world.
    pub seen_from: Position,
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self {
            bodies: true,
            ground_as_one: false,
            color_by_kind: false,
            joints: true,
            fade_joints: 0.0,
            boxes: false,
            contacts: false,
            normals: false,
            impulses: 0.0,
            edge_normals: false,
            shortened: false,
            centers: false,
            names: false,
            seen_from: Position::ORIGIN,
        }
    }
}
