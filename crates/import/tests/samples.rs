//! The sample files run for five seconds: what was read is a level to play.

use import::world::{BodyKind, World};

fn run(file: &str) -> (import::Imported, World) {
    let imported = import::read(format!("{}/tests/files/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (mut world, _) = World::load(&imported.level).unwrap();
    (0..300).for_each(|_| world.step(1.0 / 60.0));
    (imported, world)
}

/// The solid cells are few rectangles, on which what moves comes to rest.
#[test]
fn bodies_rest_on_the_floors_of_tiled_and_ldtk() {
    for (file, moving, of_walls) in [("sample.tmx", 4, 7), ("sample.ldtk", 4, 9)] {
        let (imported, world) = run(file);
        let walls =
            imported.parts.iter().find(|part| part.name == "ground" || part.name == "Collisions").unwrap();
        let count = imported.level.colliders.iter().filter(|collider| collider.body == walls.body).count();
        assert_eq!((count, imported.skipped.len()), (of_walls, 1), "{file}: {:?}", imported.skipped);
        let dynamic: Vec<_> = world.bodies().filter(|body| body.kind() == BodyKind::Dynamic).collect();
        assert_eq!(dynamic.len(), moving);
        for body in dynamic {
            let (center, speed) = (body.center(), body.velocity().norm());
            assert!(
                (1.0..29.0).contains(&center.x) && center.y > -12.0,
                "{file}: it left the level: {center}"
            );
            assert!(speed < 0.1, "{file}: it must rest, but has {speed} m/s");
        }
    }
}

#[test]
fn car_of_rube_drives_over_the_hill_and_the_cable_holds() {
    let (imported, world) = run("sample_rube.json");
    let level = &imported.level;
    assert_eq!((level.bodies.len(), level.colliders.len(), level.joints.len()), (7, 14, 4));
    let of = |name: &str| imported.parts.iter().position(|part| part.name == name).unwrap();
    let position = |name: &str| world.bodies().nth(of(name)).unwrap().pose().position;
    let (chassis, lamp) = (position("chassis"), position("lamp"));
    assert!(chassis.x > 5.0 && chassis.y > 0.5, "the car must drive over the hill, but is at {chassis}");
    assert!(f64::hypot(f64::from(lamp.x) - 12.0, f64::from(lamp.y) - 6.0) < 4.55, "the lamp is at {lamp}");
}
