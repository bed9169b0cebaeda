//! What the window draws above a scene: the line from the pointer to the held body or the stroke of a cut,
//! velocities, islands, and a mark around what is inspected.

use super::inspect::Target;
use crate::draw::{Color, DebugDraw, Paint};
use physics::prelude::*;

/// Radius of the dots at both ends, px.
const DOT: f32 = 3.75;
/// Width of the line, px.
const LINE: f32 = 2.5;
/// Motion that a line of velocity shows, s.
const MOTION: f32 = 0.1;
/// Length of the line of the greatest impulse, px.
const IMPULSE: f32 = 50.0;

const HOLD: Color = Color([0x1d, 0x5f, 0xb8]);
const VELOCITY: Color = Color([0x1f, 0x7a, 0x45]);
const MARK: Color = Color([0xd0, 0x00, 0x3c]);

/// What the window can draw beside [`crate::draw::DrawOptions`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extra {
    /// Impulses at contact points, scaled so that the greatest can be seen.
    pub impulses: bool,
    /// The way that each body moves in a tenth of a second.
    pub velocities: bool,
    /// A box around each island: bodies that touch or are joined, and sleep together.
    pub islands: bool,
    /// The strips of the solver.
    pub strips: bool,
    /// The colours of contacts in the solver.
    pub colors: bool,
    /// Nodes of the tree or cells of the grid of the broad phase.
    pub parts: bool,
    /// Contacts that neighbours cover.
    pub seams: bool,
    /// The ways of fast bodies in the last step.
    pub sweeps: bool,
    /// Rings where bodies hit each other.
    pub flashes: bool,
    /// The ways of bodies in the last second.
    pub trails: bool,
}

/// Draws the line from the pointer to the grabbed point, or from the beginning of a stroke to its end.
pub fn draw_pointer([pointer, held]: [Point; 2], canvas: &mut impl DebugDraw) {
    canvas.segment(pointer, held, Paint::stroke(HOLD, LINE));
    for end in [pointer, held] {
        canvas.point(end, DOT, HOLD);
    }
}

/// Metres of a line for each N s, so that the greatest impulse of the last sub-step has a fixed length; 0
/// without impulses.
pub fn impulse_scale<B: Broadphase>(world: &World<B>, pixel: f32) -> f32 {
    let impulses = world.contacts().filter(|contact| contact.is_touching()).flat_map(ContactRef::points);
    let greatest = impulses.map(|(_, _, impulse)| impulse.normal).fold(0.0, f32::max);
    if greatest > 0.0 { IMPULSE * pixel / greatest } else { 0.0 }
}

/// Draws the motion of each body that is not static.
pub fn draw_velocities<B: Broadphase>(world: &World<B>, canvas: &mut impl DebugDraw) {
    for body in world.bodies().filter(|body| body.kind() != BodyKind::Static && body.is_awake()) {
        let (center, way) = (body.center(), body.velocity() * MOTION);
        canvas.segment(center, center + way, Paint::stroke(VELOCITY, 1.5));
    }
}

/// Draws a box around each island of more than one body, in colours by turns.
pub fn draw_islands<B: Broadphase>(world: &World<B>, canvas: &mut impl DebugDraw) {
    const COLORS: [Color; 4] =
        [HOLD, Color([0x8a, 0x5a, 0x00]), Color([0x7a, 0x3f, 0xa8]), Color([0x2e, 0x7d, 0x4f])];
    for (i, (bounds, _)) in islands(world).into_iter().filter(|(_, count)| *count > 1).enumerate() {
        let Aabb { lower, upper } = bounds;
        let corners = [lower, Point::new(upper.x, lower.y), upper, Point::new(lower.x, upper.y)];
        canvas.polygon(&corners, Paint::stroke(COLORS[i % COLORS.len()], 1.5));
    }
}

/// The bounds of each group of dynamic bodies that touch or are joined, m, and their number, in the order of
/// their first bodies.
fn islands<B: Broadphase>(world: &World<B>) -> Vec<(Aabb, usize)> {
    let dynamic: Vec<_> = world.dynamic_bodies().collect();
    let slots = dynamic.iter().map(|body| body.id().index() + 1).max().unwrap_or(0);
    let mut parent: Vec<usize> = (0..slots).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    let is_dynamic = |id: BodyId| world.body(id).is_ok_and(|body| body.kind() == BodyKind::Dynamic);
    let contacts = world.contacts().filter(|contact| contact.is_touching()).map(ContactRef::bodies);
    let joints = world.joints().map(|joint| joint.bodies().map(BodyRef::id));
    for [a, b] in contacts.chain(joints) {
        if is_dynamic(a) && is_dynamic(b) {
            let [a, b] = [a, b].map(|id| root(&mut parent, id.index()));
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut found: Vec<Option<(Aabb, usize)>> = vec![None; slots];
    for body in dynamic {
        let boxes = body.colliders().map(ColliderRef::fat_aabb);
        let Some(bounds) = boxes.reduce(Aabb::union) else { continue };
        let island = &mut found[root(&mut parent, body.id().index())];
        *island = Some(island.map_or((bounds, 1), |(all, count)| (all.union(bounds), count + 1)));
    }
    found.into_iter().flatten().collect()
}

/// Marks what is inspected: the boxes of a body, the anchors of a joint, the points of a contact.
pub fn draw_mark<B: Broadphase>(world: &World<B>, target: Target, canvas: &mut impl DebugDraw) {
    let pixel = canvas.pixel();
    let ring =
        |canvas: &mut _, at: Point| DebugDraw::hull(canvas, &[at], 7.0 * pixel, Paint::stroke(MARK, 2.0));
    match target {
        Target::Body(id) => {
            let Ok(body) = world.body(id) else { return };
            for collider in body.colliders() {
                let shape = collider.shape().transformed(body.pose());
                if let Some(hull) = shape.hull() {
                    canvas.hull(hull.vertices, hull.radius, Paint::stroke(MARK, 2.0));
                }
            }
        }
        Target::Joint(id) => {
            let Ok(joint) = world.joint(id) else { return };
            joint.anchors().into_iter().for_each(|anchor| ring(canvas, anchor));
        }
        Target::Contact(ids) => {
            let contacts = world.contacts().filter(|one| one.colliders().map(ColliderRef::id) == ids);
            contacts.flat_map(ContactRef::points).for_each(|(point, _, _)| ring(canvas, point));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two balls that touch and a third joined to them are one island; the ground joins nothing; a ball
    /// alone is an island of one.
    #[test]
    fn islands_are_joined_by_contacts_and_joints_and_not_by_the_ground() {
        let mut level = Level::default();
        level.body_with(BodyDef::fixed(), ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap()));
        let ball = |x: f32| BodyDef::dynamic().position([x, 0.5]);
        let circle = || ColliderDef::new(Shape::circle(0.5).unwrap());
        let first = level.body_with(ball(0.0), circle());
        level.body_with(ball(1.0), circle());
        let third = level.body_with(ball(5.0), circle());
        level.body_with(ball(20.0), circle());
        level.joint(JointDef::new(third, first, physics::world::DistanceJoint::new(5.0)));
        let (mut world, _) = World::load(&level).unwrap();
        world.step(1.0 / 60.0);
        let counts: Vec<usize> = islands(&world).into_iter().map(|(_, count)| count).collect();
        assert_eq!(counts, [3, 1]);
        assert!(islands(&world)[0].0.contains(Aabb::new([0.0, 0.2], [5.4, 0.8])));
    }

    /// The line of the greatest impulse has its length at every scale; without contacts there is none.
    #[test]
    fn greatest_impulse_has_a_fixed_length() {
        let mut level = Level::default();
        level.body_with(BodyDef::fixed(), ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap()));
        let circle = ColliderDef::new(Shape::circle(0.5).unwrap());
        level.body_with(BodyDef::dynamic().position([0.0, 0.5]), circle);
        let (mut world, _) = World::load(&level).unwrap();
        assert_eq!(impulse_scale(&world, 0.01), 0.0);
        world.step(1.0 / 60.0);
        let impulse = world.contacts().flat_map(ContactRef::points).next().unwrap().2.normal;
        for pixel in [0.001, 0.1] {
            assert!((impulse * impulse_scale(&world, pixel) - IMPULSE * pixel).abs() < 1e-3 * pixel);
        }
    }
}
