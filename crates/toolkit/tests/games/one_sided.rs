//! One-sided chains: what stops a ray stops a cast, a body and a character, and what lets one through lets
//! all.

use crate::{DT, add};
use proptest::prelude::*;
use toolkit::CharacterMover;
use toolkit::collide::{Ray, ShapeCast};
use toolkit::geom::{Point, Pose, Rot, Shape, Sides, Vec2, chain};
use toolkit::world::{BodyDef, Filter, Material, QueryFilter, World, WorldSettings};

/// A loop of `count` segments of 4 m to 6 m around the origin, from outside or from inside, on a body that is
/// turned and far away.
fn world_with_loop(count: usize, outward: bool, at: Pose) -> World {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let radius = 5.0;
    let points = (0..count).map(|i| {
        let turn = Rot::from_angle(std::f32::consts::TAU * i as f32 / count as f32);
        Point::from(turn * Vec2::new(radius, 0.0))
    });
    let mut points: Vec<Point> = points.collect();
    if !outward {
        points.reverse();
    }
    let rock = world.add_body(BodyDef::fixed().position(at.position).angle(at.rotation.angle())).unwrap();
    let segments = chain(points, true, Sides::One).unwrap();
    world.add_chain(rock, &segments, Material::default(), Filter::default()).unwrap();
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// From the middle of a loop outwards, or from outside to its middle: a ray, a cast of a shape, a body
    /// that is thrown, slowly or fast, and a character all stop at the first side or all pass it.
    #[test]
    fn rays_casts_bodies_and_characters_agree_about_a_loop(
        count in 3_usize..9, outward in any::<bool>(), begins_inside in any::<bool>(), angle in -3.2_f32..3.2,
        turn in -3.2_f32..3.2, kind in 0_usize..3, size in 0.1_f32..0.4, speed in 2.0_f32..60.0,
        place in (-200.0_f32..200.0, -200.0_f32..200.0),
    ) {
        let at = Pose::new([place.0, place.1], turn);
        let mut world = world_with_loop(count, outward, at);
        let direction = Rot::from_angle(angle) * Vec2::new(1.0, 0.0);
        // Outwards from the middle as far as 8 m, or from there 7 m to within.
        let (start, way) = if begins_inside {
            (at.position, direction * 8.0)
        } else {
            (at.position + direction * 8.0, direction * -7.5)
        };
        let stops = begins_inside != outward;
        let shape = match kind {
            0 => Shape::circle(size),
            1 => Shape::rectangle(size, 0.5 * size),
            _ => Shape::capsule([0.0, -size], [0.0, size], 0.5 * size),
        }.unwrap();
        let filter = QueryFilter::default();
        prop_assert_eq!(world.cast_ray(&Ray::new(start, way), filter).unwrap().is_some(), stops, "ray");
        let cast = ShapeCast::new(&shape, Pose::at(start), way);
        prop_assert_eq!(world.cast_shape(&cast, filter).unwrap().is_some(), stops, "cast");

        let mut mover = CharacterMover::new(shape.clone(), world.settings()).unwrap().at(start);
        for _ in 0..60 {
            mover.step(&mut world, way, DT).unwrap();
        }
        // What it has gone along its direction. A wall at 60 degrees lets it slide, but not to the end.
        let gone = (mover.position().to_point() - start).dot(&way.normalize());
        prop_assert_eq!(gone < way.norm() - 0.5, stops, "character: {} m", gone);

        let thrown = BodyDef::dynamic().position(start).velocity(way.normalize() * speed);
        let body = add(&mut world, thrown, shape, 1.0);
        for _ in 0..(way.norm() / (speed * DT)) as usize {
            world.step(DT);
        }
        let gone = (world.body(body).unwrap().center() - start).dot(&way.normalize());
        prop_assert_eq!(gone < way.norm() - 0.5 - speed * DT, stops, "body: {} m", gone);
    }
}
