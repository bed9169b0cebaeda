//! What lies under the pointer, and all its numbers, each with its unit.
//!
//! A joint is found by its anchors and a contact by its points, within reach of the pointer; a body by its
//! shapes. Joints come first, since their dots lie above the bodies, then contacts, where they are drawn.

use physics::prelude::*;
use physics::world::{BodyRef, ContactRef, JointRef};

/// Something of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A body.
    Body(BodyId),
    /// A joint.
    Joint(JointId),
    /// The contact between two colliders.
    Contact([ColliderId; 2]),
}

/// The name of something, and its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// What it is.
    pub title: String,
    /// What of it, and how much in which unit.
    pub rows: Vec<(&'static str, String)>,
    /// Where it is, m.
    pub place: Point,
}

/// What lies at `point` (m): a joint or, if they are drawn, a contact within `reach` (m), else a body.
pub fn pick<B: Broadphase>(world: &World<B>, point: Point, reach: f32, contacts: bool) -> Option<Target> {
    let nearest = |found: Option<(f32, Target)>, (distance, target): (f32, Target)| match found {
        Some((least, _)) if least <= distance => found,
        _ if distance <= reach => Some((distance, target)),
        _ => found,
    };
    let joints = world
        .joints()
        .flat_map(|joint| joint.anchors().map(|anchor| ((anchor - point).norm(), Target::Joint(joint.id()))));
    let touching = world.contacts().filter(|contact| contacts && contact.is_touching());
    let points = touching.flat_map(|contact| {
        let target = Target::Contact(contact.colliders().map(ColliderRef::id));
        contact.points().map(move |(place, _, _)| ((place - point).norm(), target))
    });
    let found = joints.fold(None, nearest).or_else(|| points.fold(None, nearest));
    let body = || {
        let collider = world.collider_at(point, QueryFilter::default()).ok().flatten()?;
        Some(Target::Body(collider.body().id()))
    };
    found.map(|(_, target)| target).or_else(body)
}

/// The numbers of a target now; `None` if it is gone.
pub fn describe<B: Broadphase>(world: &World<B>, target: Target) -> Option<Description> {
    match target {
        Target::Body(id) => world.body(id).ok().map(body),
        Target::Joint(id) => world.joint(id).ok().map(joint),
        Target::Contact(ids) => {
            let is_wanted = |contact: &ContactRef<'_>| contact.colliders().map(ColliderRef::id) == ids;
            world.contacts().find(is_wanted).map(contact)
        }
    }
}

fn body(body: BodyRef<'_>) -> Description {
    let kind = match body.kind() {
        BodyKind::Static => "static",
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    };
    let state = if body.is_awake() { "awake" } else { "asleep" };
    let (mass, pose) = (body.mass_properties(), body.pose());
    let center = body.center();
    let mut rows = vec![
        ("position", pair(pose.position.into(), "m")),
        ("angle", one(pose.rotation.angle(), "rad")),
        ("centre of mass", pair([center.x, center.y], "m")),
        ("velocity", pair(body.velocity().into(), "m/s")),
        ("angular velocity", one(body.angular_velocity(), "rad/s")),
    ];
    if body.kind() == BodyKind::Dynamic {
        rows.extend([
            ("mass", one(mass.mass, "kg")),
            ("inertia", one(mass.inertia, "kg m²")),
            ("kinetic energy", one(body.kinetic_energy(), "J")),
            ("damping", one(body.damping(), "/s")),
            ("gravity scale", one(body.gravity_scale(), "")),
        ]);
    }
    for collider in body.colliders().take(1) {
        let material = collider.material();
        rows.extend([
            ("friction", one(material.friction, "")),
            ("restitution", one(material.restitution, "")),
        ]);
    }
    rows.extend([
        ("colliders", body.colliders().count().to_string()),
        ("contacts", body.contacts().filter(|contact| contact.is_touching()).count().to_string()),
        ("joints", body.joints().count().to_string()),
    ]);
    let state = if body.kind() == BodyKind::Static { String::new() } else { format!(", {state}") };
    Description { title: format!("body {}: {kind}{state}", body.id().index()), rows, place: center }
}

fn joint(joint: JointRef<'_>) -> Description {
    let [a, b] = joint.bodies().map(|body| body.id().index());
    let (force, torque) = joint.reaction();
    let anchors = joint.anchors();
    let rows = vec![
        ("bodies", format!("{a} and {b}")),
        ("anchor on A", pair([anchors[0].x, anchors[0].y], "m")),
        ("anchor on B", pair([anchors[1].x, anchors[1].y], "m")),
        ("force on B", pair(force.into(), "N")),
        ("torque on B", one(torque, "N m")),
        ("error", one(joint.error(), "m")),
        ("angle", one(joint.angle(), "rad")),
        ("angular velocity", one(joint.angular_speed(), "rad/s")),
        ("translation", one(joint.translation(), "m")),
        ("speed along axis", one(joint.translation_speed(), "m/s")),
    ];
    Description {
        title: format!("joint {}: {}", joint.id().index(), joint.kind().name()),
        rows,
        place: anchors[1],
    }
}

fn contact(contact: ContactRef<'_>) -> Description {
    let [a, b] = contact.bodies().map(BodyId::index);
    let normal = contact.manifold().normal;
    let mut rows = vec![
        ("normal", pair(normal.into(), "")),
        ("impulse of the step", one(contact.step_impulse(), "N s")),
        ("restitution", one(contact.restitution(), "")),
    ];
    let mut place = Point::origin();
    for (at, separation, impulse) in contact.points() {
        place = at;
        rows.extend([
            ("point", pair([at.x, at.y], "m")),
            ("separation", one(separation, "m")),
            ("normal impulse", one(impulse.normal, "N s")),
            ("friction impulse", one(impulse.tangent, "N s")),
        ]);
    }
    Description { title: format!("contact of bodies {a} and {b}"), rows, place }
}

fn one(value: f32, unit: &str) -> String {
    let space = if unit.is_empty() { "" } else { " " };
    format!("{}{space}{unit}", number(value))
}

fn pair([x, y]: [f32; 2], unit: &str) -> String {
    let space = if unit.is_empty() { "" } else { " " };
    format!("({}, {}){space}{unit}", number(x), number(y))
}

/// Four digits, without an exponent where that is short.
fn number(value: f32) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if !(1e-4..1e5).contains(&size) => format!("{value:.3e}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::world::DistanceJoint;

    fn row<'a>(description: &'a Description, name: &str) -> &'a str {
        &description.rows.iter().find(|(row, _)| *row == name).unwrap_or_else(|| panic!("{name}")).1
    }

    /// A box of 2 x 1 m and 3 kg/m^2 on a ground, and a ball that hangs from it.
    fn world() -> (World, [BodyId; 3]) {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -10.0]));
        level.body_with(BodyDef::fixed(), ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap()));
        let box_ = ColliderDef::new(Shape::rectangle(1.0, 0.5).unwrap()).density(3.0);
        let box_ = level.body_with(BodyDef::dynamic().position([0.0, 0.5]), box_);
        let ball = ColliderDef::new(Shape::circle(0.25).unwrap());
        let ball = level.body_with(BodyDef::dynamic().position([4.0, 3.0]).velocity([1.5, 0.0]), ball);
        level.joint(JointDef::new(ball, box_, DistanceJoint::new(4.0)));
        let (world, ids) = World::load(&level).unwrap();
        (world, [ids.bodies[0], ids.bodies[1], ids.bodies[2]])
    }

    /// A body is found inside its shape, a joint at its anchor, a contact at its point if contacts are
    /// drawn, and nothing in the air.
    #[test]
    fn joints_lie_above_contacts_and_contacts_above_bodies() {
        let (mut world, [ground, box_, ball]) = world();
        world.step(1.0 / 60.0);
        let at = |x: f32, y: f32, contacts: bool| pick(&world, Point::new(x, y), 0.1, contacts);
        assert_eq!(at(0.5, 0.4, false), Some(Target::Body(box_)));
        assert_eq!(at(0.0, -3.0, true), Some(Target::Body(ground)));
        assert_eq!(at(2.0, 2.5, true), None);
        let center = world.body(ball).unwrap().center();
        assert!(matches!(at(center.x, center.y, true), Some(Target::Joint(_))));
        assert_eq!(at(center.x + 0.2, center.y, true), Some(Target::Body(ball)));
        assert!(matches!(at(1.0, 0.0, true), Some(Target::Contact(_))));
        assert!(!matches!(at(1.0, 0.01, false), Some(Target::Contact(_))));
    }

    /// Numbers come with units and are those of the world: 2 m^2 of 3 kg/m^2 are 6 kg, with an inertia of
    /// m (w^2 + h^2) / 12 = 2.5 kg m^2. The two points of its contact hold 6 kg g / 60 = 1 N s in a step.
    #[test]
    fn every_number_has_its_unit() {
        let (mut world, [_, box_, ball]) = world();
        let shown = describe(&world, Target::Body(box_)).unwrap();
        assert_eq!((row(&shown, "mass"), row(&shown, "inertia")), ("6.000 kg", "2.500 kg m²"));
        assert!(shown.title.ends_with(": dynamic, awake"), "{}", shown.title);
        let shown = describe(&world, Target::Body(ball)).unwrap();
        assert_eq!(row(&shown, "velocity"), "(1.500, 0) m/s");
        for _ in 0..60 {
            world.step(1.0 / 60.0);
        }
        let contact = world.contacts().find(|contact| contact.is_touching()).unwrap();
        let target = Target::Contact(contact.colliders().map(ColliderRef::id));
        let shown = describe(&world, target).unwrap();
        assert!(row(&shown, "impulse of the step").ends_with(" N s"));
        let joint = world.joints().next().unwrap().id();
        let shown = describe(&world, Target::Joint(joint)).unwrap();
        assert!(row(&shown, "force on B").ends_with(" N") && shown.title.contains("distance"), "{shown:?}");
    }

    /// What was removed is described no more.
    #[test]
    fn removed_body_has_no_description() {
        let (mut world, [_, box_, _]) = world();
        let joint = world.joints().next().unwrap().id();
        world.remove_body(box_).unwrap();
        assert_eq!(describe(&world, Target::Body(box_)), None);
        assert_eq!(describe(&world, Target::Joint(joint)), None);
    }
}
