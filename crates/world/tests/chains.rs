//! Chains as ground: real corners collide, one-sided and two-sided chains. `seams/chains.rs` has their seams.

use geom::{ChainSegment, Point, Shape, Sides, chain};
use world::{BodyDef, BodyId, ColliderDef, Filter, Material, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

fn world_with(points: &[[f32; 2]], closed: bool, sides: Sides) -> World {
    let mut world = World::new(WorldSettings::default().gravity([0.0, -10.0]));
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let segments: Vec<ChainSegment> = chain(points.iter().copied(), closed, sides).unwrap();
    let ids = world.add_chain(ground, &segments, Material::default(), Filter::default()).unwrap();
    assert_eq!(ids.len(), segments.len());
    world
}

fn add(world: &mut World, shape: Shape, def: BodyDef) -> BodyId {
    let id = world.add_body(def).unwrap();
    world.add_collider(id, ColliderDef::new(shape).friction(0.0)).unwrap();
    id
}

/// A wall stops a box, a ledge lets a box fall, and a corner deflects a ball.
#[test]
fn chain_corners_stop_drop_and_deflect_bodies() {
    // From right to left: a wall of 1 m at x = 10, level ground, a ledge of 3 m at x = 0.
    let points = [[20.0, 1.0], [10.0, 1.0], [10.0, 0.0], [0.0, 0.0], [0.0, -3.0], [-20.0, -3.0]];
    for sides in [Sides::One, Sides::Two] {
        let mut world = world_with(&points, false, sides);
        let square = || Shape::rectangle(0.25, 0.25).unwrap();
        let right = add(&mut world, square(), BodyDef::dynamic().position([5.0, 0.25]).velocity([4.0, 0.0]));
        let left = add(&mut world, square(), BodyDef::dynamic().position([4.0, 0.25]).velocity([-4.0, 0.0]));
        let ball = Shape::circle(0.25).unwrap();
        let ball = add(&mut world, ball, BodyDef::dynamic().position([-0.1, 2.0]));
        for _ in 0..240 {
            world.step(DT);
        }
        let at = |id| world.body(id).unwrap().pose().position;
        assert!((at(right) - Point::new(9.75, 0.25)).norm() < 0.02, "{:?}", at(right));
        assert!(at(left).x < -0.5 && (at(left).y + 2.75).abs() < 0.02, "{:?}", at(left));
        // The ball came down 0.1 m to the left of the corner, which deflected it to the left.
        assert!(at(ball).x < -0.3 && (at(ball).y + 2.75).abs() < 0.02, "{:?}", at(ball));
    }
}

/// A body from the inner side passes through a one-sided chain; a two-sided chain stops it.
#[test]
fn one_sided_chain_lets_bodies_pass_from_inside() {
    for (sides, passes) in [(Sides::One, true), (Sides::Two, false)] {
        let mut world = world_with(&[[5.0, 0.0], [0.0, 0.0], [-5.0, 0.0]], false, sides);
        let body = add(
            &mut world,
            Shape::circle(0.2).unwrap(),
            BodyDef::dynamic().position([1.0, -0.5]).velocity([0.0, 5.0]),
        );
        let highest = (0..60)
            .map(|_| {
                world.step(DT);
                world.body(body).unwrap().pose().position.y
            })
            .fold(f32::MIN, f32::max);
        assert_eq!(highest > 0.3, passes, "{sides:?}: {highest}");
        for _ in 0..180 {
            world.step(DT);
        }
        // A body that passed falls back and lies on the outer side.
        assert_eq!((world.body(body).unwrap().pose().position.y - 0.2).abs() < 0.01, passes);
    }
}

/// A closed one-sided chain in counter-clockwise order collides outside, one in clockwise order inside.
#[test]
fn closed_chain_is_solid_counter_clockwise_and_hollow_clockwise() {
    let square = [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]];
    let mut world = world_with(&square, true, Sides::One);
    let on_top =
        add(&mut world, Shape::rectangle(0.3, 0.3).unwrap(), BodyDef::dynamic().position([1.0, 3.0]));
    let mut room = square;
    room.reverse();
    let mut inside = world_with(&room, true, Sides::One);
    let within = add(
        &mut inside,
        Shape::circle(0.3).unwrap(),
        BodyDef::dynamic().position([1.0, 0.0]).velocity([3.0, 0.0]),
    );
    for _ in 0..240 {
        world.step(DT);
        inside.step(DT);
    }
    assert!((world.body(on_top).unwrap().pose().position.y - 2.3).abs() < 0.01);
    let ball = world_position(&inside, within);
    assert!(ball.x.abs() < 1.71 && (ball.y + 1.7).abs() < 0.02, "{ball}");
}

fn world_position(world: &World, id: BodyId) -> Point {
    world.body(id).unwrap().pose().position
}
