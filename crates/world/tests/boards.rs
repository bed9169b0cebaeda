//! Thin boards on a half-space rest as they do on a box.

use geom::Shape;
use world::{BodyDef, ColliderDef, World, WorldSettings};

/// Drops 20 boards of 200 x 10 mm, each at another angle and turning, and returns how many are awake after
/// ten seconds, and the greatest depth then, m.
fn drop_boards(ground: Shape) -> (usize, f32) {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(body, ColliderDef::new(ground)).unwrap();
    for i in 0..20 {
        let (x, angle) = (0.5 * i as f32, 0.31 * i as f32);
        let def = BodyDef::dynamic().position([x, 0.3 + 0.02 * i as f32]).angle(angle);
        let board = world.add_body(def.angular_velocity(0.7 * (i % 7) as f32 - 2.0)).unwrap();
        world.add_collider(board, ColliderDef::new(Shape::rectangle(0.1, 0.005).unwrap())).unwrap();
    }
    for _ in 0..600 {
        world.step(1.0 / 60.0);
    }
    (world.stats().awake, world.max_penetration())
}

#[test]
fn thin_boards_come_to_rest_on_a_half_space_as_on_a_box() {
    let on_box = drop_boards(Shape::rectangle(50.0, 10.0).unwrap().transformed(geom::Pose::at([0.0, -10.0])));
    let on_half_space = drop_boards(Shape::half_space([0.0, 1.0], 0.0).unwrap());
    assert_eq!((on_box.0, on_half_space.0), (0, 0), "{on_box:?}, {on_half_space:?}");
    assert!(on_half_space.1 < 0.002, "{on_half_space:?}");
}

/// Turned to any direction, a half-space gives the same contact.
#[test]
fn a_board_on_its_end_and_one_nearly_flat_have_the_contact_points_of_the_edge_that_faces_the_ground() {
    let (ground, board) =
        (Shape::half_space([0.0, 1.0], 0.0).unwrap(), Shape::rectangle(0.1, 0.005).unwrap());
    let vertices = |angle: f32, y: f32| -> Vec<usize> {
        let pose = geom::Pose::new([0.0, y], angle);
        let manifold = collide::manifold(&ground, geom::Pose::IDENTITY, &board, pose, 0.02);
        manifold.points().iter().map(|point| point.feature.vertices().1).collect()
    };
    // Vertices 0 and 1 are the ends of the lower long side, 1 and 2 of the right short side.
    assert_eq!(vertices(0.05, 0.005), [0, 1]);
    assert_eq!(vertices(0.0, 0.005), [0, 1]);
    // At 0.15 rad the two deepest vertices are those of the left end, but the right end is out of reach.
    assert_eq!(vertices(0.15, 0.02), [0]);
    assert_eq!(vertices(-0.15, 0.02), [1]);
    assert_eq!(vertices(-1.5, 0.1), [1, 2]);
}
