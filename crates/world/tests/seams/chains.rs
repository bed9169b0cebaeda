//! Every shape slides over the seams of a chain as over a single line.

use geom::{ChainSegment, Point, Polygon, Pose, Shape, Sides, chain};
use world::{BodyDef, ColliderDef, Filter, Material, World, WorldSettings};

use super::DT;

/// A thousand level segments of 0.1 m, from right to left, so that their outer side is up.
fn level_ground() -> Vec<[f32; 2]> {
    (0..=1000).map(|i| [100.0 - 0.1 * i as f32, 0.0]).collect()
}

/// Every shape slides over 500 seams at 5 m/s as over a single line: it does not hop, turn or slow down. The
/// bounds of 1 mm and of 0.1% of the speed lie far below any ghost collision, which stops a box or turns it.
#[test]
fn shape_slides_over_chain_seams_without_a_bump() {
    let shapes = [
        ("circle", Shape::circle(0.3)),
        ("capsule", Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.3)),
        ("box", Shape::rectangle(0.3, 0.3)),
        ("small box", Shape::rectangle(0.04, 0.04)),
        ("polygon", Shape::polygon([[-0.4, -0.3], [0.4, -0.3], [0.2, 0.3], [-0.2, 0.3]])),
        ("rounded box", Polygon::rectangle(0.2, 0.2).unwrap().rounded(0.1).map(Shape::Polygon)),
    ];
    for (name, shape) in shapes {
        for sides in [Sides::One, Sides::Two] {
            let shape = shape.clone().unwrap();
            let mut world = World::new(WorldSettings::default().gravity([0.0, -10.0]));
            let ground = world.add_body(BodyDef::fixed()).unwrap();
            let segments: Vec<ChainSegment> = chain(level_ground(), false, sides).unwrap();
            world.add_chain(ground, &segments, Material::default(), Filter::default()).unwrap();
            let reach = shape.reach(Point::origin());
            let height = -shape.aabb(Pose::IDENTITY).lower.y;
            let start = BodyDef::dynamic().position([20.0, height]).can_sleep(false);
            let body = world.add_body(start).unwrap();
            world.add_collider(body, ColliderDef::new(shape).friction(0.0)).unwrap();
            for _ in 0..60 {
                world.step(DT);
            }
            let rest = world.body(body).unwrap().pose().position.y;
            world.body_mut(body).unwrap().set_velocity([5.0, 0.0]).unwrap();
            for _ in 0..600 {
                world.step(DT);
                let body = world.body(body).unwrap();
                let (velocity, off) = (body.velocity(), body.pose().position.y - rest);
                assert!(off.abs() < 1e-3, "{name}, {sides:?}: {off} m off at {:?}", body.pose());
                assert!((velocity.x - 5.0).abs() < 5e-3, "{name}, {sides:?}: {velocity:?}");
                // The same bound for the points farthest from the centre.
                let rim = body.angular_velocity().abs() * reach;
                assert!(rim < 5e-3, "{name}, {sides:?}: turns, {rim} m/s");
            }
            assert!(world.body(body).unwrap().pose().position.x > 69.9);
        }
    }
}
