//! The colliders around a character, and how far its shape can move among them.
//!
//! One query of the broad phase per step finds everything that the character can reach. All casts of the step
//! then run over this list, sorted by collider, so that the result does not depend on the broad phase.
//!
//! The casts use the *outer shape*: the shape grown by half of the skin. A character that stops at a surface
//! backs off until a whole skin is left:
//!
//! ```text
//!         shape
//!     |___________|    . . . . . . . . . . .   half a skin: never entered by a cast
//!    (_____________)   outer shape
//!                      - - - - - - - - - - -   half a skin: given back after a hit
//!   ===================  ground  ============
//! ```
//!
//! The half that is given back is why tiles do not stop a walking character: a cast along the floor stays
//! half a skin above it, so it cannot hit the end of the next tile, also if that is a little higher.

use super::settings::{CharacterSettings, Frame, unit};
use crate::local;
use broadphase::Broadphase;
use collide::tolerance::CAST_TOLERANCE;
use collide::{ShapeCast, Tolerances};
use compute::math::{max, sqrt};
use geom::{Aabb, ChainSegment, Point, Pose, Position, Shape, Vec2, left_normal, right_normal};
use std::ops::ControlFlow;
use world::{BodyId, BodyKind, BodyRef, ColliderRef, DefError, Predicate, QueryFilter, World};

/// Sine of an angle. A motion that approaches a surface at a smaller angle passes along it: over a metre it
/// comes nearer by 0.1 mm, which the skin absorbs.
const GRAZING_SINE: f32 = 1e-4;

/// 1 - cosine of an angle. A contact normal that differs less from the normal of a face is the face's: half a
/// degree, more than the rounding of a normal at half a skin from a shape of 100 m.
const FACE_ROUNDING: f32 = 4e-5;

/// Cosine. A one-way platform stops only what comes onto it within 60 degrees of its normal.
const ONE_WAY_COSINE: f32 = 0.5;

/// Which half of the skin the outer shape includes; see the head of the file.
pub(super) const OUTER_SHARE: f32 = 0.5;

/// A character is above a one-way platform if this share of the skin is between them.
const ABOVE_SHARE: f32 = 0.25;

pub(super) struct Obstacle<'a> {
    pub(super) collider: ColliderRef<'a>,
    pub(super) body: BodyRef<'a>,
    /// The pose of its body now.
    now: Pose,
    /// The pose of its body at the end of the step, if the body is kinematic: then it is known.
    pub(super) pose: Pose,
    aabb: Aabb,
    /// The unit direction in which it pushes, if it does not push in all.
    one_way: Option<Vec2>,
    is_solid: bool,
}

/// Ranks of bodies: see [`Obstacle::rank`].
pub(super) const KINEMATIC: u8 = 1;
pub(super) const STATIC: u8 = 2;

impl Obstacle<'_> {
    fn shape(&self) -> &Shape {
        self.collider.shape()
    }

    /// How little its body yields: dynamic, kinematic, static.
    pub(super) fn rank(&self) -> u8 {
        match self.body.kind() {
            BodyKind::Dynamic => 0,
            BodyKind::Kinematic => KINEMATIC,
            BodyKind::Static => STATIC,
        }
    }

    pub(super) fn is_dynamic(&self) -> bool {
        self.body.kind() == BodyKind::Dynamic
    }
}

/// Where the outer shape first touches an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// Index of the obstacle.
    pub(super) index: usize,
    /// How far the outer shape moves until then, m; zero if it overlaps the obstacle already.
    pub(super) distance: f32,
    /// By how much it overlaps the obstacle before it moves, m.
    pub(super) depth: f32,
    /// Unit, from the obstacle to the character.
    pub(super) normal: Vec2,
    /// On the surface of the obstacle, m.
    pub(super) point: Point,
}

/// What a contact means for a character that walks. The vector is the normal to walk or slide along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Surface {
    /// Can be walked on.
    Floor(Vec2),
    /// A corner between a side that can be walked on, whose normal this is, and one that cannot.
    Ledge(Vec2),
    /// Cannot be walked on: walls, steep slopes, ceilings.
    Wall(Vec2),
}

pub(super) struct CharacterShape<'a> {
    pub(super) shape: &'a Shape,
    pub(super) outer: &'a Shape,
    pub(super) skin: f32,
    pub(super) frame: Frame,
}

pub(super) struct Surroundings<'a> {
    own: CharacterShape<'a>,
    pub(super) obstacles: Vec<Obstacle<'a>>,
    /// From where all points are measured: where the character was at the beginning of the step, m.
    pub(super) origin: Position,
    length_unit: f32,
    /// The length of the step, s.
    dt: f32,
    /// Of the world, m/s^2.
    gravity: Vec2,
    tolerances: Tolerances,
}

impl<'a> Surroundings<'a> {
    /// Everything in `aabb` (m), as seen from the origin of `filter`, that `filter` and the filter of the
    /// settings accept, except sensors and the colliders of one body; as it is at the end of a step of `dt`
    /// seconds.
    ///
    /// # Errors
    /// [`DefError`] for a box that is not finite.
    pub(super) fn gather<B: Broadphase>(
        world: &'a World<B>,
        shape: CharacterShape<'a>,
        aabb: Aabb,
        filter: QueryFilter<'_, impl Predicate>,
        settings: &CharacterSettings,
        excluded: Option<BodyId>,
        dt: f32,
    ) -> Result<Self, DefError> {
        let (mut obstacles, origin) = (Vec::new(), filter.origin());
        world.overlap_aabb(aabb, filter, |collider| {
            let on = collider.body();
            if !collider.is_sensor()
                && settings.filter.accepts(collider.filter())
                && excluded != Some(on.id())
            {
                let pose = pose_after(on, dt, origin);
                obstacles.push(Obstacle {
                    collider,
                    body: on,
                    now: on.pose_from(origin),
                    pose,
                    aabb: collider.shape().aabb(pose),
                    one_way: collider.one_way().map(|direction| pose.rotation * direction),
                    is_solid: true,
                });
            }
            ControlFlow::Continue(())
        })?;
        compute::sort_by(&mut obstacles, |a, b| a.collider.id().cmp(&b.collider.id()));
        let (length_unit, gravity) = (world.settings().length_unit, world.settings().gravity);
        let tolerances = Tolerances::of_unit(length_unit);
        Ok(Self { own: shape, obstacles, origin, length_unit, dt, gravity, tolerances })
    }

    pub(super) fn position(&self, point: Point) -> Position {
        local::position(self.origin, point, self.length_unit)
    }

    /// Velocity of the body of an obstacle (m/s) where it will be at `point` (m) at the end of the step.
    pub(super) fn velocity_at(&self, obstacle: &Obstacle<'_>, point: Point) -> Vec2 {
        let Obstacle { body, now, pose, .. } = obstacle;
        let point = if pose == now { point } else { *now * pose.inverse_transform(point) };
        velocity_at(*body, self.origin, point)
    }

    /// What gravity adds in the step, m/s.
    pub(super) fn fall(&self) -> Vec2 {
        self.gravity * self.dt
    }

    /// Across up, m.
    pub(super) fn width(&self) -> f32 {
        let right = self.own.frame.right;
        reach_along(self.own.shape, Pose::IDENTITY, right)
            + reach_along(self.own.shape, Pose::IDENTITY, -right)
    }

    /// Angular velocity of a body, rad/s; zero if it is out of reach.
    pub(super) fn angular_velocity(&self, body: BodyId) -> f32 {
        let mut obstacles = self.obstacles.iter();
        obstacles.find(|obstacle| obstacle.body.id() == body).map_or(0.0, |on| on.body.angular_velocity())
    }

    /// Decides which one-way platforms carry the character in this step: those that it is above.
    pub(super) fn choose_platforms(&mut self, drops: bool) {
        for index in 0..self.obstacles.len() {
            let obstacle = &self.obstacles[index];
            let Some(normal) = obstacle.one_way else { continue };
            // As both are before they move.
            let lowest = -reach_along(self.own.shape, Pose::IDENTITY, -normal);
            let highest = reach_along(obstacle.collider.shape(), obstacle.now, normal);
            // It may have risen since by a velocity that it did not have when the character moved.
            let speed = self.velocity_at(obstacle, Point::origin()).dot(&normal);
            let rise = max(0.0, speed) * self.dt;
            let is_above = lowest - highest >= ABOVE_SHARE * self.own.skin - rise;
            self.obstacles[index].is_solid = is_above && !drops;
        }
    }

    /// The first obstacle in the way of the outer shape from `start` along `direction` (unit) for `length`
    /// (m), except those for which `skip` is true.
    pub(super) fn first_contact(
        &mut self,
        start: Point,
        direction: Vec2,
        length: f32,
        skip: impl Fn(usize, &Obstacle<'_>) -> bool,
    ) -> Option<Contact> {
        if length <= 0.0 {
            return None;
        }
        let motion = direction * length;
        let swept = self.own.outer.aabb(Pose::at(start)).swept(motion);
        let swept = swept.expanded(self.tolerances.scaled(CAST_TOLERANCE));
        let mut best: Option<Contact> = None;
        for index in 0..self.obstacles.len() {
            let obstacle = &self.obstacles[index];
            if !obstacle.is_solid || !swept.overlaps(obstacle.aabb) || skip(index, obstacle) {
                continue;
            }
            let Some(contact) = self.contact(index, start, direction, length) else { continue };
            if best.is_some_and(|best| best.distance <= contact.distance) {
                continue;
            }
            let one_way = self.obstacles[index].one_way;
            if one_way.is_some_and(|normal| contact.normal.dot(&normal) < ONE_WAY_COSINE) {
                // It comes from the side, so it passes through.
                self.obstacles[index].is_solid = false;
                continue;
            }
            best = Some(contact);
        }
        best
    }

    /// Where the outer shape touches one obstacle, if it moves into it.
    fn contact(&self, index: usize, start: Point, direction: Vec2, length: f32) -> Option<Contact> {
        let obstacle = &self.obstacles[index];
        let pose = Pose::at(start);
        if collide::is_behind(obstacle.shape(), obstacle.pose, self.own.outer, pose) {
            return None;
        }
        let cast = ShapeCast::new(self.own.outer, pose, direction * length);
        let hit = self.tolerances.cast_shape(obstacle.shape(), obstacle.pose, &cast)?;
        let contact = if hit.normal == Vec2::zeros() {
            let (normal, depth, point) = self.overlap(index, start)?;
            Contact { index, distance: 0.0, depth, normal, point }
        } else {
            Contact {
                index,
                distance: hit.fraction * length,
                depth: 0.0,
                normal: hit.normal,
                point: hit.point,
            }
        };
        (contact.normal.dot(&direction) < -GRAZING_SINE).then_some(contact)
    }

    /// How the outer shape at `position` overlaps an obstacle: the normal out of it, the depth (m), and a
    /// point of it.
    pub(super) fn overlap(&self, index: usize, position: Point) -> Option<(Vec2, f32, Point)> {
        let obstacle = &self.obstacles[index];
        let pose = Pose::at(position);
        let found = self.tolerances.manifold(obstacle.shape(), obstacle.pose, self.own.outer, pose, 0.0);
        let deepest = found.points().iter().min_by(|a, b| a.separation.total_cmp(&b.separation))?;
        let point = position + deepest.anchor_b;
        if let Some(normal) = obstacle.one_way {
            // The nearest way out of a thin platform may be downwards.
            let lowest = -reach_along(self.own.outer, pose, -normal);
            let depth = reach_along(obstacle.shape(), obstacle.pose, normal) - lowest;
            return Some((normal, depth, point));
        }
        Some((found.normal, -deepest.separation, point))
    }

    /// By how much the outer shape at `position` overlaps the worst of the obstacles that `counts` with the
    /// normal out of them, m.
    pub(super) fn deepest(&self, position: Point, counts: impl Fn(Vec2, &Obstacle<'_>) -> bool) -> f32 {
        let aabb = self.own.outer.aabb(Pose::at(position));
        let near =
            |index: &usize| self.obstacles[*index].is_solid && self.obstacles[*index].aabb.overlaps(aabb);
        let depths = (0..self.obstacles.len()).filter(near).filter_map(|index| {
            let (normal, depth, _) = self.overlap(index, position)?;
            counts(normal, &self.obstacles[index]).then_some(depth)
        });
        depths.fold(0.0, max)
    }

    /// The overlaps of the outer shape at `position` with obstacles from `first` on: the first that is deeper
    /// than `tolerance` (m), with its index.
    pub(super) fn next_overlap(
        &self,
        first: usize,
        position: Point,
        tolerance: f32,
    ) -> Option<(usize, Vec2, f32)> {
        let aabb = self.own.outer.aabb(Pose::at(position));
        (first..self.obstacles.len())
            .filter(|&index| self.obstacles[index].is_solid && self.obstacles[index].aabb.overlaps(aabb))
            .find_map(|index| {
                let (normal, depth, _) = self.overlap(index, position)?;
                (depth > tolerance).then_some((index, normal, depth))
            })
    }

    /// What a contact means for a character that walks.
    pub(super) fn surface(&self, contact: Contact) -> Surface {
        let obstacle = &self.obstacles[contact.index];
        let frame = self.own.frame;
        let by_slope =
            |normal| if frame.is_walkable(normal) { Surface::Floor(normal) } else { Surface::Wall(normal) };
        if let Some(normal) = obstacle.one_way {
            return by_slope(normal);
        }
        match feature(obstacle.shape(), obstacle.pose, contact.normal, self.own.skin) {
            Feature::Face(normal) => by_slope(normal),
            Feature::Corner(faces) => {
                let walkable = faces.map(|face| frame.is_walkable(face));
                match walkable {
                    [true, false] if contact.normal.dot(&frame.up) >= 0.0 => Surface::Ledge(faces[0]),
                    [false, true] if contact.normal.dot(&frame.up) >= 0.0 => Surface::Ledge(faces[1]),
                    _ => by_slope(contact.normal),
                }
            }
        }
    }
}

/// The pose of a body that a character collides with in a step of `dt` seconds. Where a kinematic body will
/// be is known. A dynamic one is where it is: a bullet that will bounce off would push the character before
/// it arrives. As seen from `origin`.
pub(super) fn pose_after(body: BodyRef<'_>, dt: f32, origin: Position) -> Pose {
    if body.kind() == BodyKind::Kinematic { body.pose_after_from(dt, origin) } else { body.pose_from(origin) }
}

pub(super) fn velocity_at(body: BodyRef<'_>, origin: Position, point: Point) -> Vec2 {
    body.velocity() + left_normal(point - body.center_from(origin)) * body.angular_velocity()
}

/// The part of an obstacle that a contact normal belongs to.
enum Feature {
    /// A face, or a curved surface, with this normal.
    Face(Vec2),
    /// A corner between two faces with these normals.
    Corner([Vec2; 2]),
}

/// The feature of a shape that lies farthest along `normal` (unit, of the world). Corners that are rounded by
/// more than `sharp` (m) are curved surfaces.
fn feature(shape: &Shape, pose: Pose, normal: Vec2, sharp: f32) -> Feature {
    let local = pose.rotation.inverse_rotate(normal);
    let Some(hull) = shape.hull() else { return Feature::Face(normal) };
    if let Some(face) = hull.normals.iter().find(|face| face.dot(&local) >= 1.0 - FACE_ROUNDING) {
        return Feature::Face(pose.rotation * *face);
    }
    if hull.radius > sharp || hull.normals.is_empty() {
        return Feature::Face(normal);
    }
    let heights = hull.vertices.iter().map(|vertex| vertex.coords.dot(&local));
    let vertex = heights.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(vertex, _)| vertex);
    let previous = if vertex == 0 { hull.normals.len() - 1 } else { vertex - 1 };
    let faces = match shape {
        Shape::ChainSegment(segment) => faces_of_chain(segment, vertex, local),
        _ => [hull.normals[previous], hull.normals[vertex]],
    };
    Feature::Corner(faces.map(|face| pose.rotation * face))
}

/// The normals of the two faces of a chain that meet at an end of a segment (0 or 1), on the side to which
/// `toward` points.
fn faces_of_chain(segment: &ChainSegment, end: usize, toward: Vec2) -> [Vec2; 2] {
    let [a, b] = segment.segment().ends();
    let own = segment.normal();
    let side = if own.dot(&toward) >= 0.0 { 1.0 } else { -1.0 };
    let beyond = match end {
        0 => segment.before().map(|before| a - before),
        _ => segment.after().map(|after| after - b),
    };
    let other = beyond.and_then(|edge| unit(right_normal(edge))).unwrap_or(-own);
    [own * side, other * side]
}

/// The greatest coordinate of a shape along `direction` (unit), m; without a bound for a half-space.
pub(super) fn reach_along(shape: &Shape, pose: Pose, direction: Vec2) -> f32 {
    match (shape, shape.hull()) {
        (Shape::HalfSpace(half_space), _) => {
            let normal = pose.rotation * half_space.normal();
            let offset = half_space.offset() + normal.dot(&pose.position.coords);
            if normal.dot(&direction) >= 1.0 - FACE_ROUNDING { offset } else { f32::INFINITY }
        }
        (_, Some(hull)) => {
            let reach = |vertex: &Point| (pose * *vertex).coords.dot(&direction);
            hull.vertices.iter().map(reach).fold(f32::NEG_INFINITY, max) + hull.radius
        }
        _ => f32::INFINITY,
    }
}

/// How much of a way of `distance` (m) to a contact is left if half a skin is given back along its normal.
pub(super) fn back_off(contact: Contact, direction: Vec2, skin: f32) -> f32 {
    let approach = max(-contact.normal.dot(&direction), f32::MIN_POSITIVE);
    max(0.0, contact.distance - (1.0 - OUTER_SHARE) * skin / approach)
}

pub(super) fn length(v: Vec2) -> f32 {
    sqrt(v.norm_squared())
}
