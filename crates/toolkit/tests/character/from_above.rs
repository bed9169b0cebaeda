//! Seen from above: without gravity nothing is climbed or stood upon, and no direction is special.

use crate::{DT, add, shapes};
use proptest::prelude::*;
use toolkit::CharacterMover;
use toolkit::geom::{Point, Rot, Shape, Vec2};
use toolkit::world::{BodyDef, World, WorldSettings};

fn weightless() -> World {
    World::new(WorldSettings::default().gravity([0.0, 0.0]))
}

/// Walks with the wish `velocity` (m/s) for `steps` steps, whatever the mover answers.
fn walk(world: &mut World, shape: Shape, from: Point, velocity: Vec2, steps: usize) -> CharacterMover {
    let mut mover = CharacterMover::new(shape, world.settings()).unwrap().at(from);
    for _ in 0..steps {
        let motion = mover.step(world, velocity, DT).unwrap();
        assert!(motion.ground.is_none() && !motion.has_climbed_step, "{motion:?}");
        world.step(DT);
    }
    mover
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Along a wall of any direction goes the part of the wish along the wall, and nothing else is lost.
    #[test]
    fn it_slides_along_a_wall_of_any_direction(
        wall in -3.2_f32..3.2, against in 0.05_f32..1.5, mirrored in any::<bool>(), speed in 0.5_f32..20.0,
        box_shaped in any::<bool>(),
    ) {
        let mut world = weightless();
        let (along, out) = (Rot::from_angle(wall) * Vec2::new(1.0, 0.0), Rot::from_angle(wall) * Vec2::new(0.0, 1.0));
        let def = BodyDef::fixed().position(Point::origin() - out * 2.0).angle(wall);
        add(&mut world, def, Shape::rectangle(200.0, 1.0).unwrap());
        let side = if mirrored { -1.0 } else { 1.0 };
        let wish = (along * side * against.cos() - out * against.sin()) * speed;
        let (from, shape) = (Point::origin() + out * 0.5, shapes()[usize::from(box_shaped)].clone());
        let mover = walk(&mut world, shape, from, wish, 120);
        let way = (mover.position().to_point() - from).dot(&along) * side;
        let expected = speed * against.cos() * 120.0 * DT;
        // At each hit half a skin is given back along the normal, never along the wall.
        prop_assert!((way - expected).abs() < 2e-3 + 1e-3 * expected, "{} of {} m", way, expected);
    }

    /// A block of any height, in any direction, and of a static or kinematic body, is not climbed.
    #[test]
    fn it_climbs_nothing(
        direction in prop_oneof![Just(0.0_f32), -3.2_f32..3.2], height in 0.04_f32..0.5, kinematic in any::<bool>(),
        speed in 0.5_f32..8.0,
    ) {
        let mut world = weightless();
        let ahead = Rot::from_angle(direction);
        let def = if kinematic { BodyDef::kinematic() } else { BodyDef::fixed() };
        // A block on a floor, as a platformer has it, turned by the direction. The floor is 2 cm away.
        let at = |x: f32, y: f32| Point::origin() + ahead * Vec2::new(x, y);
        add(&mut world, BodyDef::fixed().position(at(0.0, -1.32)).angle(direction), Shape::rectangle(20.0, 1.0).unwrap());
        let block = Shape::rectangle(0.5, 0.5 * height).unwrap();
        add(&mut world, def.position(at(1.5, -0.32 + 0.5 * height)).angle(direction), block);
        let shape = Shape::rectangle(0.3, 0.3).unwrap().transformed(toolkit::geom::Pose::new([0.0, 0.0], direction));
        let mover = walk(&mut world, shape, Point::origin(), ahead * Vec2::new(speed, 0.0), 180);
        let end = ahead.inverse() * mover.position().to_point().coords;
        // The block begins at 1 m, half of the character is 0.3 m and its skin 12 mm, of which it keeps half.
        prop_assert!((end.x - 0.688).abs() < 6.1e-3 && end.y.abs() < 3e-3, "{}", end);
    }

    /// Turned by any angle, a room with posts is walked through on the same way, turned.
    #[test]
    fn no_direction_is_special(
        angle in -3.2_f32..3.2, posts in prop::collection::vec((-4.0_f32..4.0, -4.0_f32..4.0, 0.1_f32..0.8), 1..8),
        wishes in prop::collection::vec((-6.0_f32..6.0, -6.0_f32..6.0), 1..6),
    ) {
        let path = |turn: Rot| {
            let mut world = weightless();
            for &(x, y, radius) in &posts {
                if x.hypot(y) > radius + 0.4 {
                    let at = Point::from(turn * Vec2::new(x, y));
                    add(&mut world, BodyDef::fixed().position(at), Shape::circle(radius).unwrap());
                }
            }
            let mut mover = CharacterMover::new(Shape::circle(0.3).unwrap(), world.settings()).unwrap();
            let mut path = Vec::new();
            for &(x, y) in &wishes {
                for _ in 0..10 {
                    mover.step(&mut world, turn * Vec2::new(x, y), DT).unwrap();
                    path.push(turn.inverse() * mover.position().to_point().coords);
                }
            }
            path
        };
        // A post that is met in its middle lets pass on the side that rounding chooses: then paths part.
        let (straight, turned) = (path(Rot::IDENTITY), path(Rot::from_angle(angle)));
        let apart = straight.iter().zip(&turned).filter(|(a, b)| (*a - *b).norm() > 5e-3).count();
        prop_assert!(apart == 0, "{} of {} steps", apart, straight.len());
    }
}
