//! What the pointer does beside holding: it cuts bodies in two, or breaks one to pieces. Joints: `joints`.
//!
//! ```text
//!   cut     from . . . +------+ . . . to      a stroke cuts every dynamic body that it crosses from side to
//!                      |      |               side, along its line; what it ends in stays whole
//!   break              |  x . |               twelve sites around the pointer on a spiral, so that pieces
//!                      +------+               near the pointer are small
//! ```
//!
//! Both are `toolkit::destruction`: mass, momentum and angular momentum are kept, and each piece has material
//! and user data of the body. The calls change the world like any others, so a recording holds them.
//!
//! **A scene's script ends** when a body that it may name is destroyed: it drives bodies by their handles.

use super::Session;
use core::f32::consts::PI;
use physics::prelude::*;
use physics::toolkit::{DestructionError, Pieces};

/// The number of sites around which a body breaks.
const SITES: usize = 12;

/// The golden angle, rad: sites on a spiral lie in no two directions alike.
const GOLDEN_ANGLE: f32 = PI * (3.0 - 2.236_068);

/// What the left button does to bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Hold,
    /// It draws a stroke that cuts.
    Cut,
    /// It breaks the joint or the body under the pointer.
    Break,
    Add,
    /// It pins the body under the pointer.
    Pin,
    /// It pushes everything around the pointer away.
    Explode,
    /// It removes the joint or the body under the pointer.
    Delete,
}

impl Tool {
    /// All tools with their names.
    pub const ALL: [(&str, Self); 7] = [
        ("hold", Self::Hold),
        ("cut", Self::Cut),
        ("break", Self::Break),
        ("add", Self::Add),
        ("pin", Self::Pin),
        ("explode", Self::Explode),
        ("delete", Self::Delete),
    ];
}

impl Session {
    /// The button goes down at `pointer`, m. Returns whether the tool has something to do there.
    pub fn press(&mut self, pointer: Point) -> bool {
        if self.scrub.is_some() {
            return false;
        }
        match self.tool {
            Tool::Hold => self.grab(pointer),
            Tool::Cut => {
                self.release();
                self.stroke = Some([pointer; 2]);
                true
            }
            Tool::Break => self.remove_joint_at(pointer) || self.break_body(pointer),
            Tool::Add => self.add_body(pointer),
            Tool::Pin => self.pin(pointer),
            Tool::Explode => self.explode(pointer),
            Tool::Delete => self.remove_joint_at(pointer) || self.delete(pointer),
        }
    }

    /// The button goes up: what is held is thrown, and a stroke cuts.
    pub fn lift(&mut self) {
        self.release();
        if let Some([from, to]) = self.stroke.take() {
            self.cut_joints(from, to);
            self.cut(from, to);
        }
    }

    /// Cuts the dynamic bodies that the stroke crosses from side to side.
    fn cut(&mut self, from: Point, to: Point) {
        let is_dynamic = |collider: ColliderRef<'_>| collider.body().kind() == BodyKind::Dynamic;
        let filter = QueryFilter::default().predicate(&is_dynamic);
        let Ok(hits) = self.world.cast_ray_all(&Ray::between(from, to), filter) else { return };
        let mut crossed: Vec<BodyId> = hits.iter().map(|hit| hit.collider.body().id()).collect();
        crossed.sort_unstable();
        crossed.dedup();
        for end in [from, to] {
            crossed.retain(|body| !self.holds(*body, end));
        }
        for body in crossed {
            let pieces = slice_body(&mut self.world, body, from, to);
            self.note_pieces(body, pieces);
        }
    }

    /// Whether a point lies in a body.
    fn holds(&self, body: BodyId, point: Point) -> bool {
        let is_of_body = |collider: ColliderRef<'_>| collider.body().id() == body;
        let found = self.world.collider_at(point, QueryFilter::default().predicate(&is_of_body));
        found.is_ok_and(|found| found.is_some())
    }

    /// Breaks the dynamic body at `pointer`. Returns whether there is one.
    fn break_body(&mut self, pointer: Point) -> bool {
        let is_dynamic = |collider: ColliderRef<'_>| collider.body().kind() == BodyKind::Dynamic;
        let found = self.world.collider_at(pointer, QueryFilter::default().predicate(&is_dynamic));
        let Ok(Some(collider)) = found else { return false };
        let body = collider.body();
        let boxes = body.colliders().map(|collider| collider.shape().aabb(body.pose()));
        let reach_of = |aabb: Aabb| (aabb.center() - pointer).norm() + 0.5 * aabb.extents().norm();
        let reach = boxes.map(reach_of).fold(0.0, f32::max);
        let site = |i: usize| {
            let radius = reach * (i as f32 + 0.5) / SITES as f32;
            pointer + Rot::from_angle(GOLDEN_ANGLE * i as f32) * Vec2::new(radius, 0.0)
        };
        let (body, sites) = (body.id(), (0..SITES).map(site).collect::<Vec<_>>());
        let pieces = fracture_body(&mut self.world, body, sites);
        self.note_pieces(body, pieces);
        true
    }

    /// Tells script and controls that a body is gone and what has taken its place.
    fn note_pieces(&mut self, body: BodyId, pieces: Result<Pieces, DestructionError>) {
        match pieces {
            Ok(pieces) => {
                let is_gone = self.world.body(body).is_err();
                self.script_ended |= is_gone && self.script_runner.bodies.contains(&body);
                self.made.renew(&self.world, &pieces.bodies);
            }
            Err(error) => self.error = Some(error.to_string()),
        }
    }
}
