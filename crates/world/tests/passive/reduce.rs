//! Makes a world that fails smaller while it still fails, and writes it as text.
//!
//! Bodies, joints and colliders are left out, halves of the list first and then one by one (Zeller and
//! Hildebrandt 2002); the world begins as it is some steps before the gain; then properties become plain. A
//! candidate counts only if it is a passive world, too: apart and closed.

use super::kinds::begins_closed;
use super::law::{Since, run};
use super::survey::Setting;
use std::fmt::Write;
use world::*;

/// The smallest level found, and for how long it has to run, s.
pub fn reduce(level: &Level, setting: Setting, seconds: f32, since: Since) -> (Level, f32) {
    let fails = |level: &Level, seconds: f32| run(level, setting.dt(), seconds, Some(since)).first(since);
    let mut level = level.clone();
    let mut steps = fails(&level, seconds).expect("the level fails");
    loop {
        let before = level.clone();
        for part in [Part::Bodies, Part::Joints, Part::Colliders] {
            let mut chunk = part.count(&level).div_ceil(2);
            while chunk > 0 {
                let mut from = 0;
                while from < part.count(&level) {
                    let smaller = part.without(&level, from, chunk);
                    // It may fail somewhat later.
                    let later = (steps as f32 * 1.5 * setting.dt()).min(seconds);
                    let first = begins_closed(&smaller).then(|| fails(&smaller, later)).flatten();
                    if let Some(first) = first {
                        (level, steps) = (smaller, first);
                    } else {
                        from += chunk;
                    }
                }
                chunk /= 2;
            }
        }
        for early in [64, 16, 4, 1] {
            let Some(after) = steps.checked_sub(early).filter(|&after| after > 0) else { continue };
            let later = state_after(&level, setting.dt(), after);
            let first =
                begins_closed(&later).then(|| fails(&later, (early * 2) as f32 * setting.dt())).flatten();
            if let Some(first) = first {
                (level, steps) = (later, first);
            }
        }
        for plain in PLAIN {
            for i in 0..level.bodies.len() {
                let mut simpler = level.clone();
                plain(&mut simpler, i);
                if simpler == level || !begins_closed(&simpler) {
                    continue;
                }
                let later = (steps as f32 * 1.5 * setting.dt()).min(seconds);
                if let Some(first) = fails(&simpler, later) {
                    (level, steps) = (simpler, first);
                }
            }
        }
        if level == before {
            return (level, steps as f32 * setting.dt());
        }
    }
}

/// The level that a world has become.
fn state_after(level: &Level, dt: f32, steps: u32) -> Level {
    let (mut world, _) = World::load(level).expect("the level is valid");
    for _ in 0..steps {
        world.step(dt);
    }
    world.to_level()
}

#[derive(Clone, Copy)]
enum Part {
    Bodies,
    Joints,
    Colliders,
}

impl Part {
    fn count(self, level: &Level) -> usize {
        match self {
            Self::Bodies => level.bodies.len(),
            Self::Joints => level.joints.len(),
            Self::Colliders => level.colliders.len(),
        }
    }

    /// The level without `count` of these.
    fn without(self, level: &Level, from: usize, count: usize) -> Level {
        let gone = from..from + count;
        let mut smaller = level.clone();
        let keep = |index: &mut usize| {
            *index += 1;
            !gone.contains(&(*index - 1))
        };
        let mut index = 0;
        match self {
            Self::Joints => smaller.joints.retain(|_| keep(&mut index)),
            Self::Colliders => smaller.colliders.retain(|_| keep(&mut index)),
            Self::Bodies => {
                let is_gone = |body: u32| gone.contains(&(body as usize));
                smaller.bodies.retain(|_| keep(&mut index));
                smaller.colliders.retain(|it| !is_gone(it.body));
                smaller.joints.retain(|it| !is_gone(it.a) && !is_gone(it.b));
                let moved = |body: &mut u32| {
                    if *body as usize >= gone.end {
                        *body -= count as u32;
                    }
                };
                smaller.colliders.iter_mut().for_each(|it| moved(&mut it.body));
                smaller.joints.iter_mut().for_each(|it| {
                    moved(&mut it.a);
                    moved(&mut it.b);
                });
            }
        }
        smaller
    }
}

/// What makes a body plainer.
const PLAIN: &[fn(&mut Level, usize)] = &[
    |level, i| level.bodies[i].velocity = Default::default(),
    |level, i| level.bodies[i].angular_velocity = 0.0,
    |level, i| level.bodies[i].locks = Locks::NONE,
    // Of all: two groups would not be passive.
    |level, _| level.bodies.iter_mut().for_each(|body| body.dominance = 0),
    // It keeps its mass, and touches nothing.
    |level, i| of_body(level, i, |def| def.filter.mask = 0),
    |level, i| of_body(level, i, |def| def.contact_skin = 0.0),
    |level, i| of_body(level, i, |def| def.material.restitution = 0.0),
    |level, i| {
        of_body(level, i, |def| {
            def.material.friction = 0.0;
            def.material.static_friction = 0.0;
        });
    },
];

fn of_body(level: &mut Level, body: usize, change: impl Fn(&mut ColliderDef)) {
    level.colliders.iter_mut().filter(|it| it.body as usize == body).for_each(|it| change(&mut it.def));
}

/// A level as text: a line for each body, collider and joint, without what has its default.
pub fn text(level: &Level) -> String {
    let mut text = String::new();
    let (world, ids) = World::load(level).expect("the level is valid");
    let settings = format!("{:?}", level.settings.gravity.as_slice());
    writeln!(text, "gravity {settings}").unwrap();
    for (i, body) in level.bodies.iter().enumerate() {
        let mass = world.body(ids.bodies[i]).unwrap().mass_properties();
        let BodyDef { kind, position, rotation, velocity, angular_velocity, locks, dominance, .. } = body;
        write!(text, "body {i}: {} at [{}, {}]", kind.name(), position.x as f32, position.y as f32).unwrap();
        if rotation.angle() != 0.0 {
            write!(text, " angle {}", rotation.angle()).unwrap();
        }
        if *kind == BodyKind::Dynamic {
            write!(text, " mass {} inertia {}", mass.mass, mass.inertia).unwrap();
        }
        if velocity.norm() > 0.0 || *angular_velocity != 0.0 {
            write!(text, " velocity {:?} angular {angular_velocity}", velocity.as_slice()).unwrap();
        }
        if *locks != Locks::NONE {
            write!(text, " {locks:?}").unwrap();
        }
        if *dominance != 0 {
            write!(text, " dominance {dominance}").unwrap();
        }
        writeln!(text).unwrap();
        for collider in level.colliders.iter().filter(|it| it.body as usize == i) {
            let ColliderDef { shape, material, contact_skin, .. } = &collider.def;
            write!(text, "    {}", shape_text(shape)).unwrap();
            write!(text, " density {} friction {}", material.density, material.friction).unwrap();
            if material.restitution != 0.0 {
                write!(text, " restitution {}", material.restitution).unwrap();
            }
            if collider.def.filter.mask == 0 {
                write!(text, " touches nothing").unwrap();
            }
            if *contact_skin != 0.0 {
                write!(text, " skin {contact_skin}").unwrap();
            }
            writeln!(text).unwrap();
        }
    }
    for joint in &level.joints {
        let collide = if joint.collide { " collide" } else { "" };
        writeln!(text, "joint {} - {}: {}{collide}", joint.a, joint.b, joint_text(&joint.kind)).unwrap();
    }
    text
}

fn shape_text(shape: &geom::Shape) -> String {
    use geom::Shape;
    let points = |points: &[geom::Point]| {
        let each: Vec<String> = points.iter().map(|it| format!("[{}, {}]", it.x, it.y)).collect();
        each.join(" ")
    };
    match shape {
        Shape::Circle(it) => format!("circle {} at {}", it.radius(), points(&[it.center()])),
        Shape::Capsule(it) => format!("capsule {} {}", it.radius(), points(&it.segment().ends())),
        Shape::Polygon(it) => format!("polygon {}", points(it.vertices())),
        Shape::Segment(it) => format!("segment {}", points(&it.ends())),
        Shape::ChainSegment(it) => format!("chain segment {}", points(&it.segment().ends())),
        other => format!("{other:?}"),
    }
}

/// The fields of a joint that differ from those of an empty joint of its kind.
fn joint_text(kind: &JointKind) -> String {
    let fields = |joint: String, blank: String| {
        let inside = |text: &str| -> Vec<String> {
            let body = text.split_once('{').map_or("", |it| it.1).trim_end_matches('}').trim().to_owned();
            split_fields(&body)
        };
        let (own, blank) = (inside(&joint), inside(&blank));
        let changed: Vec<String> = own.into_iter().filter(|field| !blank.contains(field)).collect();
        changed.join(", ")
    };
    let text = match kind {
        JointKind::Revolute(it) => fields(format!("{it:?}"), format!("{:?}", RevoluteJoint::default())),
        JointKind::Weld(it) => fields(format!("{it:?}"), format!("{:?}", WeldJoint::default())),
        JointKind::Prismatic(it) => fields(format!("{it:?}"), format!("{:?}", PrismaticJoint::default())),
        JointKind::Wheel(it) => fields(format!("{it:?}"), format!("{:?}", WheelJoint::default())),
        JointKind::Distance(it) => fields(format!("{it:?}"), format!("{:?}", DistanceJoint::default())),
        other => format!("{other:?}"),
    };
    format!("{} {text}", kind.name())
}

/// The fields of a struct as `Debug` writes them: split at commas outside brackets.
fn split_fields(text: &str) -> Vec<String> {
    let (mut fields, mut depth) = (vec![String::new()], 0);
    for letter in text.chars() {
        match letter {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                fields.push(String::new());
                continue;
            }
            _ => {}
        }
        fields.last_mut().unwrap().push(letter);
    }
    fields.into_iter().map(|field| field.trim().to_owned()).filter(|field| !field.is_empty()).collect()
}
