//! A body in a world cut in two, or broken to pieces.
//!
//! ```text
//!                 a                    left of a -> b: one body per connected part; a U cut across leaves
//!        +-+      |   +-+              two arms
//!        | |      |   | |
//!   - - -|-|- - - - - |-|- - -> b      each piece keeps the pose of the body as its frame, its colliders'
//!        | +----------+ |              materials, filters and user data, and the velocity that the body had
//!        +--------------+              at the piece's centre of mass
//! ```
//!
//! **What is kept.** The density of each collider's pieces is raised by what cutting loses (corners of
//! rounded shapes, cells too thin to be shapes). The velocities are those of the body at the new centres of
//! mass, plus one common rigid motion that makes up for lost corners, which move a centre. So mass, momentum
//! and angular momentum are kept to rounding.
//!
//! **Joints** go to the piece nearest to their anchor, a gear to the heaviest, a filter joint to all.
//!
//! Circles and capsules that the line crosses become polygons of 32 corners of the same area. Segments,
//! chains and half-spaces are not cut: they stay on the side of their middle. Turned down: one piece that
//! keeps the handle: which one is the game's question.

use crate::outline::outline;
use broadphase::Broadphase;
use compute::math::{max, min};
use geom::{
    CutError, FractureError, MassProperties, Point, Polygon, Pose, Position, Shape, Vec2, cross, left_normal,
};
use thiserror::Error;
use world::{
    BodyDef, BodyId, BodyRef, ColliderDef, ColliderRef, DefError, HandleError, JointDef, JointId, JointKind,
    World,
};

/// Pieces of one side that are no farther apart than this belong together, m: gaps between colliders that the
/// program meant to touch are smaller.
const GAP: f32 = 0.005;

/// The reason for which a body was not cut or broken. The world is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum DestructionError {
    /// There is no such body.
    #[error(transparent)]
    Handle(#[from] HandleError),
    /// The two points do not determine a line.
    #[error(transparent)]
    Cut(#[from] CutError),
    /// There are no sites, or one is not finite.
    #[error(transparent)]
    Fracture(#[from] FractureError),
    /// The world refuses a piece, such as one of too great a density.
    #[error(transparent)]
    Piece(#[from] DefError),
}

/// What has become of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The pieces. If nothing was cut: the body itself.
    pub bodies: Vec<BodyId>,
    /// The joints of the body, and the joint that has taken the place of each; the old handles are stale. A
    /// filter joint has one successor for each piece.
    pub joints: Vec<(JointId, JointId)>,
}

/// Cuts a body along the infinite line through `a` and `b`, points of the world, m. Pieces to the left of the
/// line come first. If the line misses the body, nothing changes.
///
/// # Errors
/// [`DestructionError`] for a stale handle, or for points that are equal or not finite; nothing is changed.
///
/// ```
/// use toolkit::slice_body;
/// use world::geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let log = world.add_body(BodyDef::dynamic().angular_velocity(2.0).user_data(7))?;
/// world.add_collider(log, ColliderDef::new(Shape::rectangle(2.0, 0.25)?).density(600.0))?;
/// let pieces = slice_body(&mut world, log, [0.5, -1.0], [0.5, 1.0]).unwrap();
/// let [left, right] = pieces.bodies[..] else { panic!("two pieces") };
/// assert!(world.body(log).is_err());
/// assert_eq!(world.body(left)?.user_data(), 7);
/// let right = world.body(right)?;
/// assert!((right.mass_properties().mass - 450.0).abs() < 1e-3); // 1.5 m x 0.5 m x 600 kg/m^2
/// assert!((right.velocity().y - 2.5).abs() < 1e-5); // 2 rad/s x 1.25 m
/// # Ok::<(), world::DefError>(())
/// ```
#[doc(alias = "cut_body")]
#[doc(alias = "split")]
pub fn slice_body<B: Broadphase>(
    world: &mut World<B>,
    body: BodyId,
    a: impl Into<Position>,
    b: impl Into<Position>,
) -> Result<Pieces, DestructionError> {
    let whole = world.body(body)?;
    let [a, b] = [a.into(), b.into()].map(|p| in_frame(whole, p));
    // Checks the points also for a body without polygons.
    Polygon::rectangle(1.0, 1.0).map_err(DefError::from)?.cut(a, b)?;
    let mut parts = Vec::new();
    for (source, collider) in in_order_of_slots(whole).into_iter().enumerate() {
        let mut add = |side: usize, shape: Shape| parts.push(Part { source, region: side, shape });
        let polygon = as_polygon(collider.shape());
        let cut = polygon.map(|polygon| polygon.cut(a, b)).transpose()?;
        match cut.map(|cut| (cut.left, cut.right)) {
            Some((Some(left), Some(right))) => {
                add(0, Shape::Polygon(left));
                add(1, Shape::Polygon(right));
            }
            Some((Some(_), None)) => add(0, collider.shape().clone()),
            Some((None, _)) => add(1, collider.shape().clone()),
            None => {
                let is_left = cross(b - a, middle(collider.shape()) - a) >= 0.0;
                add(usize::from(!is_left), collider.shape().clone());
            }
        }
    }
    replace(world, body, &parts)
}

/// Breaks a body into the parts nearest to each of `sites`, points of the world, m: its Voronoi cells. Pieces
/// come in the order of their sites. With one site, or if all of the body is nearest to one, nothing changes.
///
/// # Errors
/// [`DestructionError`] for a stale handle, no sites, or a site that is not finite; nothing is changed.
///
/// ```
/// use toolkit::fracture_body;
/// use world::geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let pane = world.add_body(BodyDef::dynamic())?;
/// world.add_collider(pane, ColliderDef::new(Shape::rectangle(1.0, 1.0)?))?;
/// let sites = [[-0.6, -0.5], [0.4, -0.7], [0.1, 0.2], [0.7, 0.6], [-0.5, 0.8]];
/// let pieces = fracture_body(&mut world, pane, sites).unwrap();
/// assert_eq!(pieces.bodies.len(), 5);
/// # Ok::<(), world::DefError>(())
/// ```
#[doc(alias = "shatter")]
#[doc(alias = "break")]
pub fn fracture_body<B: Broadphase, P: Into<Position>>(
    world: &mut World<B>,
    body: BodyId,
    sites: impl IntoIterator<Item = P>,
) -> Result<Pieces, DestructionError> {
    let whole = world.body(body)?;
    let sites: Vec<Point> = sites.into_iter().map(|site| in_frame(whole, site.into())).collect();
    // Checks the sites also for a body without polygons.
    Polygon::rectangle(1.0, 1.0).map_err(DefError::from)?.fracture(sites.iter().copied())?;
    let nearest = |p: Point| {
        let distance = |i: usize| geom::distance_squared(sites[i], p);
        (1..sites.len()).fold(0, |best, i| if distance(i) < distance(best) { i } else { best })
    };
    let mut parts = Vec::new();
    for (source, collider) in in_order_of_slots(whole).into_iter().enumerate() {
        let shape = collider.shape();
        // Cells that are all too small leave the shape whole.
        let broken = as_polygon(shape).and_then(|polygon| polygon.fracture(sites.iter().copied()).ok());
        match broken.map(|fracture| fracture.cells) {
            Some(cells) if cells.len() > 1 => parts.extend(cells.into_iter().map(|cell| Part {
                source,
                region: cell.site,
                shape: Shape::Polygon(cell.polygon),
            })),
            _ => parts.push(Part { source, region: nearest(middle(shape)), shape: shape.clone() }),
        }
    }
    replace(world, body, &parts)
}

/// A point of the world in the frame of a body.
fn in_frame(body: BodyRef<'_>, point: Position) -> Point {
    body.pose_from(point).inverse_transform(Point::origin())
}

struct Part {
    /// The index of the collider among those of the body.
    source: usize,
    /// The side of the line, or the site.
    region: usize,
    /// In the frame of the body.
    shape: Shape,
}

/// The colliders of a body in the order in which they were added, as long as no slot was used again.
fn in_order_of_slots(body: BodyRef<'_>) -> Vec<ColliderRef<'_>> {
    let mut colliders: Vec<_> = body.colliders().collect();
    compute::sort_by(&mut colliders, |a, b| a.id().cmp(&b.id()));
    colliders
}

/// `None` for what is not cut.
fn as_polygon(shape: &Shape) -> Option<Polygon> {
    match shape {
        Shape::Polygon(polygon) => Some(polygon.clone()),
        Shape::Circle(_) | Shape::Capsule(_) => Polygon::new(outline(shape, Pose::IDENTITY)).ok(),
        Shape::Segment(_) | Shape::ChainSegment(_) | Shape::HalfSpace(_) => None,
    }
}

/// A point in the middle of a shape, in its frame.
fn middle(shape: &Shape) -> Point {
    match shape {
        Shape::HalfSpace(half_space) => Point::from(half_space.normal() * half_space.offset()),
        _ => shape.aabb(Pose::IDENTITY).center(),
    }
}

/// The parts of each region that touch each other, region by region, each as indices in ascending order.
fn connected(parts: &[Part]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    let place = |i: usize| (parts[i].region, i);
    compute::sort_by(&mut order, |&a, &b| place(a).cmp(&place(b)));
    for i in order {
        let touches = |group: &Vec<usize>| group.iter().any(|k| do_touch(&parts[i], &parts[*k]));
        let (joined, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(touches);
        groups = others;
        let mut group: Vec<usize> = joined.into_iter().flatten().chain([i]).collect();
        compute::sort(&mut group);
        groups.push(group);
    }
    compute::sort_by(&mut groups, |a, b| place(a[0]).cmp(&place(b[0])));
    groups
}

fn do_touch(a: &Part, b: &Part) -> bool {
    let gap = || collide::distance(&a.shape, Pose::IDENTITY, &b.shape, Pose::IDENTITY);
    a.region == b.region && gap().is_some_and(|gap| gap.separation <= GAP)
}

/// Puts a body for each connected group of parts in the place of a body.
fn replace<B: Broadphase>(
    world: &mut World<B>,
    body: BodyId,
    parts: &[Part],
) -> Result<Pieces, DestructionError> {
    let whole = world.body(body)?;
    // Only what divides the body counts: one that was not connected before stays as it is.
    if parts.iter().all(|part| part.region == parts[0].region) {
        return Ok(Pieces { bodies: vec![body], joints: Vec::new() });
    }
    let colliders: Vec<ColliderDef> = in_order_of_slots(whole).into_iter().map(collider_def).collect();
    let (def, state) = (body_def(whole), Motion::of(whole));
    let joints: Vec<(JointId, JointDef)> = whole.joints().map(|joint| (joint.id(), joint.def())).collect();
    let density = densities(whole, &colliders, parts);
    let groups = connected(parts);

    let mut bodies = Vec::new();
    let added = add_pieces(world, &def, &colliders, parts, &density, &groups, &mut bodies)
        .and_then(|()| keep_momentum(world, &bodies, &state))
        .and_then(|()| move_joints(world, body, joints, parts, &groups, &bodies));
    match added {
        Ok(joints) => {
            world.remove_body(body)?;
            Ok(Pieces { bodies, joints })
        }
        Err(error) => {
            for piece in bodies.into_iter().rev() {
                world.remove_body(piece)?;
            }
            Err(error.into())
        }
    }
}

/// The density of the parts of each collider, kg/m^2, with which the mass of the body is kept.
fn densities(whole: BodyRef<'_>, colliders: &[ColliderDef], parts: &[Part]) -> Vec<f32> {
    let area = |shape: &Shape| shape.mass_properties(1.0).map_or(0.0, |mass| f64::from(mass.mass));
    let before: Vec<f64> = colliders.iter().map(|collider| area(&collider.shape)).collect();
    let mut after = vec![0.0; colliders.len()];
    for part in parts {
        after[part.source] += area(&part.shape);
    }
    let solid = |c: &ColliderDef| if c.sensor || !c.enabled { 0.0 } else { f64::from(c.material.density) };
    let of_shapes: f64 = colliders.iter().zip(&before).map(|(c, area)| solid(c) * area).sum();
    // A mass that the program has set counts, not that of the shapes, also where the body is static now.
    let mass = f64::from(whole.mass_override().unwrap_or_else(|| whole.mass_properties()).mass);
    let scale = if of_shapes > 0.0 && mass > 0.0 { mass / of_shapes } else { 1.0 };
    let density = |i: usize| {
        let kept = if after[i] > 0.0 { before[i] / after[i] } else { 1.0 };
        (f64::from(colliders[i].material.density) * kept * scale) as f32
    };
    (0..colliders.len()).map(density).collect()
}

fn add_pieces<B: Broadphase>(
    world: &mut World<B>,
    def: &BodyDef,
    colliders: &[ColliderDef],
    parts: &[Part],
    density: &[f32],
    groups: &[Vec<usize>],
    bodies: &mut Vec<BodyId>,
) -> Result<(), DefError> {
    for group in groups {
        let piece = world.add_body(*def)?;
        bodies.push(piece);
        for part in group.iter().map(|i| &parts[*i]) {
            let shape = part.shape.clone();
            let collider = ColliderDef { shape, ..colliders[part.source].clone() };
            world.add_collider(piece, collider.density(density[part.source]))?;
        }
    }
    Ok(())
}

/// As seen from where the origin of the body is.
struct Motion {
    origin: Position,
    center: Point,
    velocity: Vec2,
    angular_velocity: f32,
    mass: MassProperties,
}

impl Motion {
    fn of(body: BodyRef<'_>) -> Self {
        let mass = body.mass_properties();
        let (origin, velocity) = (body.position_f64(), body.velocity());
        let center = body.center_from(origin);
        Self { origin, center, velocity, angular_velocity: body.angular_velocity(), mass }
    }

    fn velocity_at(&self, point: Point) -> Vec2 {
        self.velocity + left_normal(point - self.center) * self.angular_velocity
    }
}

/// Gives the pieces the velocities of the body, and a common rigid motion that makes up for the rest.
fn keep_momentum<B: Broadphase>(
    world: &mut World<B>,
    bodies: &[BodyId],
    whole: &Motion,
) -> Result<(), DefError> {
    let is_moving = whole.velocity != Vec2::zeros() || whole.angular_velocity != 0.0;
    if !is_moving || whole.mass.mass <= 0.0 {
        // Static and kinematic bodies have their velocity from the definition, or none.
        return Ok(());
    }
    let pieces: Vec<(BodyId, MassProperties, Point)> = bodies
        .iter()
        .map(|id| {
            world.body(*id).map(|piece| (*id, piece.mass_properties(), piece.center_from(whole.origin)))
        })
        .collect::<Result<_, _>>()?;
    // Sums in f64, about the centre of mass of the body.
    let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
    let mut lacking = [f64::from(whole.mass.mass), f64::from(whole.mass.mass)];
    let velocity = wide(whole.velocity);
    lacking = [lacking[0] * velocity[0], lacking[1] * velocity[1]];
    let mut lacking_spin = f64::from(whole.mass.inertia) * f64::from(whole.angular_velocity);
    let (mut mass, mut moment, mut inertia) = (0.0, [0.0; 2], 0.0);
    for (_, properties, center) in &pieces {
        let (m, r) = (f64::from(properties.mass), wide(center - whole.center));
        let v = wide(whole.velocity_at(*center));
        lacking = [lacking[0] - m * v[0], lacking[1] - m * v[1]];
        lacking_spin -= f64::from(properties.inertia) * f64::from(whole.angular_velocity)
            + m * (r[0] * v[1] - r[1] * v[0]);
        mass += m;
        moment = [moment[0] + m * r[0], moment[1] + m * r[1]];
        inertia += f64::from(properties.inertia) + m * (r[0] * r[0] + r[1] * r[1]);
    }
    let offset = [moment[0] / mass, moment[1] / mass];
    let shift = [lacking[0] / mass, lacking[1] / mass];
    // About the common centre of the pieces.
    let inertia = inertia - mass * (offset[0] * offset[0] + offset[1] * offset[1]);
    let spin = (lacking_spin - (offset[0] * lacking[1] - offset[1] * lacking[0])) / inertia;
    for (id, properties, center) in pieces {
        let mut piece = world.body_mut(id)?;
        let r = wide(center - whole.center);
        let r = [r[0] - offset[0], r[1] - offset[1]];
        let v = wide(whole.velocity_at(center));
        let turns = properties.inertia > 0.0 && inertia > 0.0;
        let spin = if turns { spin } else { 0.0 };
        piece
            .set_velocity([(v[0] + shift[0] - spin * r[1]) as f32, (v[1] + shift[1] + spin * r[0]) as f32])?;
        piece.set_angular_velocity((f64::from(whole.angular_velocity) + spin) as f32)?;
    }
    Ok(())
}

fn move_joints<B: Broadphase>(
    world: &mut World<B>,
    body: BodyId,
    joints: Vec<(JointId, JointDef)>,
    parts: &[Part],
    groups: &[Vec<usize>],
    pieces: &[BodyId],
) -> Result<Vec<(JointId, JointId)>, DefError> {
    let heaviest = heaviest(world, pieces)?;
    let mut moved = Vec::new();
    for (old, def) in joints {
        let is_first = def.a == body;
        let holders: Vec<BodyId> = match (def.kind, def.kind.anchors()) {
            (_, Some([a, b])) => vec![pieces[nearest_group(if is_first { a } else { b }, parts, groups)]],
            (JointKind::Filter(_), None) => pieces.to_vec(),
            (_, None) => vec![heaviest],
        };
        for holder in holders {
            let def = if is_first { JointDef { a: holder, ..def } } else { JointDef { b: holder, ..def } };
            moved.push((old, world.add_joint(def)?));
        }
    }
    Ok(moved)
}

/// The group with the shape that is nearest to a point of the body's frame; the first of equals.
fn nearest_group(point: Point, parts: &[Part], groups: &[Vec<usize>]) -> usize {
    let distance = |part: &Part| {
        let near = collide::closest_point(&part.shape, Pose::IDENTITY, point);
        near.map_or(f32::INFINITY, |near| max(near.separation, 0.0))
    };
    let of_group = |group: &Vec<usize>| group.iter().map(|i| distance(&parts[*i])).fold(f32::INFINITY, min);
    let distances: Vec<f32> = groups.iter().map(of_group).collect();
    (1..groups.len()).fold(0, |best, i| if distances[i] < distances[best] { i } else { best })
}

/// The first of equals.
fn heaviest<B: Broadphase>(world: &World<B>, pieces: &[BodyId]) -> Result<BodyId, DefError> {
    let mut best = (pieces[0], -1.0);
    for id in pieces {
        let mass = world.body(*id)?.mass_properties().mass;
        if mass > best.1 {
            best = (*id, mass);
        }
    }
    Ok(best.0)
}

fn body_def(body: BodyRef<'_>) -> BodyDef {
    // What was cut loose falls, also from a body that was asleep, and has the mass of its own colliders.
    BodyDef { awake: true, mass: None, ..body.def() }
}

/// As it is now, with its shape in the frame of the body.
fn collider_def(collider: ColliderRef<'_>) -> ColliderDef {
    ColliderDef { shape: collider.shape().clone(), offset: Pose::IDENTITY, ..collider.def() }
}

#[cfg(test)]
mod tests;
