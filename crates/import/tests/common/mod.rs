//! What the tests measure of a level.

use import::geom::{Pose, WorldPose};
use import::{ImportError, Imported, Options, read_text};

pub fn read_with(text: &str, files: impl Fn(&str) -> Option<String>) -> Imported {
    read_text(text, &Options::default(), files).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub fn read(text: &str) -> Imported {
    read_with(text, |_| None)
}

pub fn fail(text: &str) -> ImportError {
    read_text(text, &Options::default(), |_| None).expect_err("it is no level")
}

/// The ids of what was skipped.
pub fn skips(imported: &Imported) -> Vec<&str> {
    imported.skipped.iter().map(|skipped| skipped.id.as_str()).collect()
}

/// The box of each collider: least x and y, greatest x and y, m.
pub fn boxes(imported: &Imported) -> Vec<[f32; 4]> {
    let level = &imported.level;
    let of = |collider: &import::world::LevelCollider| {
        let body = level.bodies[collider.body as usize];
        let WorldPose { position, rotation } = WorldPose { position: body.position, rotation: body.rotation };
        let pose = Pose { position: [position.x as f32, position.y as f32].into(), rotation };
        let found = collider.def.shape.aabb(pose);
        // Without the last digits, which differ from those of the decimal fractions.
        [found.lower.x, found.lower.y, found.upper.x, found.upper.y].map(|x| (x * 65536.0).round() / 65536.0)
    };
    level.colliders.iter().map(of).collect()
}

/// The box of a body.
pub fn box_of(imported: &Imported, body: u32) -> [f32; 4] {
    let colliders = imported.level.colliders.iter().zip(boxes(imported)).filter(|(c, _)| c.body == body);
    let joined = |a: [f32; 4], b: [f32; 4]| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
    colliders.map(|(_, found)| found).reduce(joined).expect("it has a collider")
}

/// The area of the colliders of a body, m^2.
pub fn area(imported: &Imported, body: u32) -> f32 {
    let of_body = imported.level.colliders.iter().filter(|collider| collider.body == body);
    of_body.map(|collider| collider.def.shape.mass_properties(1.0).map_or(0.0, |mass| mass.mass)).sum()
}
