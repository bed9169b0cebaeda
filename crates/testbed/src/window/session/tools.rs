//! What the pointer does with one click: it adds a body, pins one, pushes all around it, or removes one.
//!
//! The calls change the world like any others, so a recording holds them.

use super::Session;
use physics::prelude::*;
use physics::toolkit::effects::Explosion;
use physics::world::RevoluteJoint;

/// Size of an added body, as a share of the height of the scene.
const SIZE: f32 = 0.02;
/// Reach of an explosion, as a share of the height of the scene.
const REACH: f32 = 0.2;
/// The speed that an explosion gives to a body at its centre, m/s for each metre of its reach.
const SPEED: f32 = 4.0;

impl Session {
    /// Adds a body at `pointer` (m): boxes, balls, capsules and triangles by turns, of a size that fits the
    /// scene.
    pub(super) fn add_body(&mut self, pointer: Point) -> bool {
        let size = SIZE * self.scene.view.area.extents().y;
        let corners = [[-1.0, -0.8], [1.0, -0.8], [0.0, 1.0]].map(|[x, y]| [size * x, size * y]);
        let shape = match self.added % 4 {
            0 => Shape::rectangle(size, size),
            1 => Shape::circle(size),
            2 => Shape::capsule([-size, 0.0], [size, 0.0], 0.5 * size),
            _ => Shape::polygon(corners),
        };
        self.added += 1;
        let Ok(shape) = shape else { return false };
        // As dense as what is there, so that it is neither a feather nor a bullet.
        let first = self.world.dynamic_bodies().find_map(|body| body.colliders().next());
        let density = first.map_or(1.0, |collider| collider.material().density);
        let outcome = self.world.add_body(BodyDef::dynamic().position(pointer)).and_then(|body| {
            self.world.add_collider(body, ColliderDef::new(shape).density(density))?;
            self.made.renew(&self.world, &[body]);
            Ok(())
        });
        self.report(outcome);
        true
    }

    /// Pins the dynamic body at `pointer` (m) to the world, so that it can only turn about that point.
    pub(super) fn pin(&mut self, pointer: Point) -> bool {
        let Some(body) = self.dynamic_at(pointer) else { return false };
        let outcome = self.try_pin(body, pointer);
        self.report(outcome);
        true
    }

    fn try_pin(&mut self, body: BodyId, pointer: Point) -> Result<(), DefError> {
        let local = self.world.body(body)?.pose().inverse_transform(pointer);
        let pin = self.world.add_body(BodyDef::fixed())?;
        let joint = RevoluteJoint::new().anchors(pointer, local);
        self.world.add_joint(JointDef::new(pin, body, joint))?;
        self.world.body_mut(body)?.wake();
        Ok(())
    }

    /// Pushes everything around `pointer` (m) away from it.
    pub(super) fn explode(&mut self, pointer: Point) -> bool {
        let radius = REACH * self.scene.view.area.extents().y;
        let reached = Aabb::around(pointer, Vec2::new(radius, radius));
        // The impulse grows with the width that a body shows, so what is light for its width flies
        // farthest. The strength fits the body in the middle of that order.
        let mut weights: Vec<f32> = Vec::new();
        for body in self.world.dynamic_bodies() {
            let boxes = body.colliders().map(ColliderRef::fat_aabb);
            if let Some(bounds) = boxes.reduce(Aabb::union).filter(|bounds| bounds.overlaps(reached)) {
                let width = 0.5 * (bounds.extents().x + bounds.extents().y);
                weights.push(body.mass_properties().mass / width);
            }
        }
        weights.sort_by(f32::total_cmp);
        let Some(weight) = weights.get(weights.len() / 2) else { return false };
        let mut explosion = Explosion::new(pointer, 0.25 * radius, SPEED * radius.sqrt() * weight);
        explosion.falloff = 0.75 * radius;
        let outcome = explosion.apply(&mut self.world).map(drop);
        self.report(outcome);
        true
    }

    /// Removes the dynamic body at `pointer`, m.
    pub(super) fn delete(&mut self, pointer: Point) -> bool {
        let Some(body) = self.dynamic_at(pointer) else { return false };
        self.release();
        let outcome = self.world.remove_body(body).map_err(DefError::from);
        self.script_ended |= self.script_runner.bodies.contains(&body);
        self.made.renew(&self.world, &[]);
        self.report(outcome);
        true
    }

    fn dynamic_at(&self, pointer: Point) -> Option<BodyId> {
        let is_dynamic = |collider: ColliderRef<'_>| collider.body().kind() == BodyKind::Dynamic;
        let found = self.world.collider_at(pointer, QueryFilter::default().predicate(&is_dynamic));
        found.ok().flatten().map(|collider| collider.body().id())
    }
}
