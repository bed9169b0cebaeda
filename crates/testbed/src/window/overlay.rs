//! What can be drawn above a scene, each on its own: contact points, normals, fat AABBs, centres of mass, and
//! the line from the pointer to the held body.

use crate::draw::{Canvas, Color, Paint};
use physics::prelude::*;
use physics::world::ColliderRef;

/// Radius of the dot on a contact point or centre of mass, px.
const DOT: f32 = 2.5;
/// Length of a normal, px.
const NORMAL: f32 = 14.0;
/// Half length of the cross on a centre of mass, px.
const CROSS: f32 = 5.0;
/// Width of all lines, px.
const LINE: f32 = 1.25;

const CONTACT: Color = Color([0xd0, 0x00, 0x3c]);
const BOX: Color = Color([0x3d, 0x7c, 0x57]);
const CENTER: Color = Color([0x26, 0x2a, 0x36]);
const HOLD: Color = Color([0x1d, 0x5f, 0xb8]);

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// The points of touching contacts.
    pub contacts: bool,
    /// Their normals, from the first body to the second.
    pub normals: bool,
    /// The fat AABBs in the broad phase.
    pub boxes: bool,
    /// Centres of mass of bodies that are not static.
    pub centers: bool,
}

impl Overlays {
    /// Draws what is chosen.
    pub fn draw<B: Broadphase>(self, world: &World<B>, canvas: &mut impl Canvas) {
        if self.boxes {
            draw_boxes(world, canvas);
        }
        if self.contacts || self.normals {
            self.draw_contacts(world, canvas);
        }
        if self.centers {
            draw_centers(world, canvas);
        }
    }

    fn draw_contacts<B: Broadphase>(self, world: &World<B>, canvas: &mut impl Canvas) {
        let pixel = canvas.pixel();
        for contact in world.contacts().filter(|contact| contact.is_touching()) {
            let normal = contact.manifold().normal * (NORMAL * pixel);
            for (point, _, _) in contact.points() {
                if self.normals {
                    canvas.line(point, point + normal, Paint::stroke(CONTACT, LINE));
                }
                if self.contacts {
                    canvas.circle(point, DOT * pixel, Paint::fill(CONTACT));
                }
            }
        }
    }
}

/// Draws the line from the pointer to the grabbed point.
pub fn draw_hold([pointer, held]: [Point; 2], canvas: &mut impl Canvas) {
    canvas.line(pointer, held, Paint::stroke(HOLD, 2.0 * LINE));
    for end in [pointer, held] {
        canvas.circle(end, 1.5 * DOT * canvas.pixel(), Paint::fill(HOLD));
    }
}

fn draw_boxes<B: Broadphase>(world: &World<B>, canvas: &mut impl Canvas) {
    for Aabb { lower, upper } in world.colliders().map(ColliderRef::fat_aabb) {
        let corners = [lower, Point::new(upper.x, lower.y), upper, Point::new(lower.x, upper.y)];
        canvas.hull(&corners, 0.0, Paint::stroke(BOX, LINE));
    }
}

fn draw_centers<B: Broadphase>(world: &World<B>, canvas: &mut impl Canvas) {
    let arm = CROSS * canvas.pixel();
    for body in world.bodies().filter(|body| body.kind() != BodyKind::Static) {
        for direction in [Vec2::x(), Vec2::y()] {
            let arm = body.pose().rotation * direction * arm;
            canvas.line(body.center() - arm, body.center() + arm, Paint::stroke(CENTER, LINE));
        }
    }
}
