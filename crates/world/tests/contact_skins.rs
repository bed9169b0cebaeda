//! Laws of the skins of colliders: in contacts they are a rounding of the shape, and elsewhere nothing.

use collide::Ray;
use geom::{ChainSegment, Point, Pose, Shape, Sides, Vec2};
use world::*;

const DT: f32 = 1.0 / 60.0;

fn run(world: &mut World, steps: u32) {
    for _ in 0..steps {
        world.step(DT);
    }
}

fn shapes() -> [Shape; 5] {
    [
        Shape::circle(0.3).unwrap(),
        Shape::capsule([-0.3, 0.0], [0.4, 0.0], 0.15).unwrap(),
        Shape::rectangle(0.4, 0.25).unwrap(),
        Shape::polygon([[-0.4, -0.2], [0.4, -0.2], [0.0, 0.5]]).unwrap(),
        Shape::segment([-0.4, 0.0], [0.4, 0.1]).unwrap(),
    ]
}

/// A world of some bodies over a floor, each with one shape at an offset, made by `collider`; masses are
/// given, because a rounded shape is heavier.
fn heap(collider: impl Fn(Shape, f32) -> ColliderDef) -> World {
    let mut world = World::new(WorldSettings::default());
    let floor = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(floor, collider(Shape::half_space([0.0, 1.0], 0.0).unwrap(), 0.02)).unwrap();
    for x in [-4.0, 4.0] {
        let wall = world.add_body(BodyDef::fixed().position([x, 2.0])).unwrap();
        world.add_collider(wall, collider(Shape::rectangle(0.5, 2.0).unwrap(), 0.01)).unwrap();
    }
    for i in 0..40 {
        let mass = geom::MassProperties { mass: 1.0, center: Point::origin(), inertia: 0.1 };
        let at = [(i % 5) as f32 - 2.0, 1.0 + 0.9 * (i / 5) as f32];
        let def = BodyDef { mass: Some(mass), ..BodyDef::dynamic().position(at).angle(0.3 * i as f32) };
        let body = world.add_body(def).unwrap();
        let skin = [0.0, 0.01, 0.05][i % 3];
        let def = collider(shapes()[i % 5].clone(), skin).offset([0.05, 0.0], 0.1);
        world.add_collider(body, def.rolling_resistance(0.01)).unwrap();
    }
    // Fast, so that sweeps find it, too.
    let bullet = world.add_body(BodyDef::dynamic().position([0.0, 9.0]).velocity([3.0, -80.0])).unwrap();
    world.add_collider(bullet, collider(Shape::circle(0.05).unwrap(), 0.0)).unwrap();
    world
}

/// A shape with a skin moves like the same shape rounded by the skin, bit for bit.
#[test]
fn skin_is_a_rounding_in_contacts() {
    let mut skins = heap(|shape, skin| ColliderDef::new(shape).contact_skin(skin));
    let mut rounded = heap(|shape, skin| {
        // `transformed` by no offset would not change a bit, and the offset comes afterwards in both.
        ColliderDef::new(if skin > 0.0 { shape.grown(skin).unwrap() } else { shape })
    });
    let mut plain = heap(|shape, _| ColliderDef::new(shape));
    for step in 0..400 {
        run(&mut skins, 1);
        run(&mut rounded, 1);
        assert_eq!(skins.state_hash(), rounded.state_hash(), "step {step}");
    }
    run(&mut plain, 400);
    assert_ne!(skins.state_hash(), plain.state_hash());
}

/// The gap is the sum of the skins, whatever shapes meet, and within the slop of the solver.
#[test]
fn resting_body_keeps_the_sum_of_both_skins() {
    for (below, above) in [(0.0, 0.03), (0.02, 0.0), (0.01, 0.04)] {
        for floor in [Shape::rectangle(5.0, 1.0).unwrap(), Shape::half_space([0.0, 1.0], 1.0).unwrap()] {
            for shape in [Shape::rectangle(0.5, 0.5).unwrap(), Shape::circle(0.5).unwrap()] {
                let mut world = World::default();
                let ground = world.add_body(BodyDef::fixed()).unwrap();
                world.add_collider(ground, ColliderDef::new(floor.clone()).contact_skin(below)).unwrap();
                let body = world.add_body(BodyDef::dynamic().position([0.0, 1.6])).unwrap();
                world.add_collider(body, ColliderDef::new(shape).contact_skin(above)).unwrap();
                run(&mut world, 200);
                let gap = world.body(body).unwrap().pose().position.y - 1.5;
                // The solver allows an overlap of 5 mm; a body at rest has some 0.1 mm.
                assert!((gap - (below + above)).abs() < 1e-3, "{gap} of {below} and {above}");
            }
        }
    }
}

/// A ball of radius r rolls on its skin: it turns by its way over r + skin.
#[test]
fn ball_rolls_on_its_skin() {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(50.0, 1.0).unwrap())).unwrap();
    let start = BodyDef::dynamic().position([-10.0, 1.6]).velocity([3.0, 0.0]);
    let ball = world.add_body(start).unwrap();
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.5).unwrap()).contact_skin(0.1)).unwrap();
    run(&mut world, 180);
    let ball = world.body(ball).unwrap();
    let ratio = -ball.velocity().x / ball.angular_velocity();
    assert!((ratio - 0.6).abs() < 1e-3, "{ratio}");
}

/// A bullet is stopped by the skin of a thin wall.
#[test]
fn sweep_stops_at_the_skin() {
    for (of_wall, of_bullet) in [(0.1, 0.0), (0.0, 0.1), (0.05, 0.05)] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        world
            .add_collider(wall, ColliderDef::new(Shape::rectangle(0.01, 2.0).unwrap()).contact_skin(of_wall))
            .unwrap();
        let bullet = world.add_body(BodyDef::dynamic().position([-5.0, 0.0]).velocity([200.0, 0.0])).unwrap();
        let ball = ColliderDef::new(Shape::circle(0.05).unwrap()).restitution(0.0);
        world.add_collider(bullet, ball.contact_skin(of_bullet)).unwrap();
        run(&mut world, 30);
        let x = world.body(bullet).unwrap().pose().position.x;
        assert!((x + 0.16).abs() < 0.006, "{x}");
    }
}

/// Mass, rays, casts, overlaps, boxes and sensors know the shape without the skin.
#[test]
fn mass_queries_and_sensors_have_no_skin() {
    let make = |skin: f32| {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let body = world.add_body(BodyDef::dynamic()).unwrap();
        let shape = Shape::rectangle(0.5, 0.5).unwrap();
        let def = ColliderDef::new(shape).offset([1.0, 0.0], 0.2).contact_skin(skin);
        let collider = world.add_collider(body, def).unwrap();
        world.add_body(BodyDef::fixed().position([1.75, 0.0])).unwrap();
        let gate = ColliderDef::new(Shape::rectangle(0.1, 0.5).unwrap()).sensor(true).contact_skin(skin);
        let at = world.bodies().nth(1).unwrap().id();
        world.add_collider(at, gate).unwrap();
        (world, collider)
    };
    let all = || QueryFilter::default();
    let answers = |(mut world, id): (World, ColliderId)| {
        let mut found = Vec::new();
        let circle = Shape::circle(0.2).unwrap();
        for i in 0..60 {
            let angle = 0.1 * i as f32;
            let at = Point::new(1.0, 0.0) + Vec2::new(angle.cos(), angle.sin()) * 1.5;
            let ray = Ray::between(at, [1.0, 0.0]);
            found.push(world.cast_ray(&ray, all()).unwrap().map_or(-1.0, |hit| hit.distance));
            let cast = collide::ShapeCast::new(&circle, Pose::at(at), Point::new(1.0, 0.0) - at);
            found.push(world.cast_shape(&cast, all()).unwrap().map_or(-1.0, |hit| hit.distance));
            found.push(world.closest_to_point(at, 9.0, all()).unwrap().unwrap().distance);
            let near = Pose::at(at + (Point::new(1.0, 0.0) - at) * 0.45);
            found.push(f32::from(u8::from(world.overlap_shape_any(&circle, near, all()).unwrap())));
        }
        let mass = world.body(world.bodies().next().unwrap().id()).unwrap().mass_properties();
        found.extend([mass.mass, mass.inertia, mass.center.x]);
        let collider = world.collider(id).unwrap();
        assert_eq!(collider.local_shape(), &Shape::rectangle(0.5, 0.5).unwrap());
        found.push(collider.shape().reach(Point::origin()));
        // 4 cm beside the sensor at first.
        run(&mut world, 1);
        found.push(world.events().sensors_begun().len() as f32);
        // Then in it.
        let first = world.bodies().next().unwrap().id();
        world.body_mut(first).unwrap().set_pose(Pose::at([0.2, 0.0])).unwrap();
        run(&mut world, 1);
        found.push(world.events().sensors_begun().len() as f32);
        found
    };
    assert_eq!(answers(make(0.0)), answers(make(0.15)));
}

/// What it touches stays away when the skin grows, and falls onto the shape when it goes; then nothing is
/// left of it.
#[test]
fn skin_is_set_and_taken_away() {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let ground = world.add_collider(ground, ColliderDef::new(Shape::rectangle(5.0, 1.0).unwrap())).unwrap();
    let body = world.add_body(BodyDef::dynamic().position([0.0, 1.5])).unwrap();
    let shape = Shape::rectangle(0.5, 0.5).unwrap();
    let id = world.add_collider(body, ColliderDef::new(shape.clone()).offset([0.1, 0.0], 0.0)).unwrap();
    run(&mut world, 120);
    assert!(!world.body(body).unwrap().is_awake());
    for (skin, set_of) in [(0.05, id), (0.0, id), (0.03, ground), (0.0, ground)] {
        world.collider_mut(set_of).unwrap().set_contact_skin(skin).unwrap();
        assert_eq!(world.collider(set_of).unwrap().contact_skin(), skin);
        assert!(world.body(body).unwrap().is_awake());
        run(&mut world, 240);
        let gap = world.body(body).unwrap().pose().position.y - 1.5;
        assert!((gap - skin).abs() < 2e-3, "{gap} of {skin}");
        assert_eq!(world.collider(id).unwrap().local_shape(), &shape);
    }
    // Another shape, offset or definition keeps the skin or has its own.
    world.collider_mut(id).unwrap().set_contact_skin(0.05).unwrap();
    let disc = Shape::circle(0.4).unwrap();
    world.collider_mut(id).unwrap().set_shape(disc.clone()).unwrap().set_offset([0.0, 0.0], 0.0).unwrap();
    let def = world.collider(id).unwrap().def();
    assert_eq!((def.contact_skin, &def.shape), (0.05, &disc));
    run(&mut world, 300);
    assert!((world.body(body).unwrap().pose().position.y - 1.45).abs() < 2e-3);
    world.collider_mut(id).unwrap().set_def(ColliderDef::new(shape.clone()).contact_skin(0.01)).unwrap();
    assert_eq!(world.collider(id).unwrap().def(), ColliderDef::new(shape).contact_skin(0.01));
}

/// Snapshots, levels and recordings keep it.
#[test]
fn files_keep_the_skin() {
    let mut world = heap(|shape, skin| ColliderDef::new(shape).contact_skin(skin));
    world.start_recording();
    run(&mut world, 60);
    let some = world.colliders().nth(5).unwrap().id();
    world.collider_mut(some).unwrap().set_contact_skin(0.02).unwrap();
    run(&mut world, 30);
    world.stop_recording().unwrap().check().unwrap();
    let (again, _) = World::load(&world.to_level()).unwrap();
    let skins = |world: &World| world.colliders().map(ColliderRef::contact_skin).collect::<Vec<_>>();
    assert_eq!(skins(&again), skins(&world));
    assert_eq!(skins(&world).iter().filter(|&&skin| skin > 0.0).count(), 3 + 26);
    let mut snapshot = Snapshot::default();
    world.save(&mut snapshot);
    let mut restored = World::default();
    restored.restore(&Snapshot::from_bytes(snapshot.to_bytes().unwrap().as_ref()).unwrap()).unwrap();
    run(&mut world, 120);
    run(&mut restored, 120);
    assert_eq!(restored.full_hash(), world.full_hash());
}

#[test]
fn skins_that_cannot_be_are_refused() {
    let mut world = World::default();
    let body = world.add_body(BodyDef::fixed()).unwrap();
    let segment = ChainSegment::new([1.0, 0.0], [0.0, 0.0], None, None, Sides::One).unwrap();
    let ball = Shape::circle(1.0).unwrap();
    for (shape, skin, message) in [
        (ball.clone(), -0.1, "contact_skin is -0.1: it must be finite and not negative"),
        (ball.clone(), f32::INFINITY, "contact_skin is inf: it must be finite and not negative"),
        (
            ball.clone(),
            1e10,
            "reach of the shape is 10000000000: it must be at most 1e9 m from the origin of its body",
        ),
        (
            Shape::ChainSegment(segment),
            0.1,
            "contact_skin is 0.1: it must be zero for a segment of a chain: give it to what touches the chain",
        ),
    ] {
        let def = ColliderDef::new(shape).contact_skin(skin);
        let error = world.add_collider(body, def).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let id = world.add_collider(body, ColliderDef::new(ball).contact_skin(0.1)).unwrap();
    let before = world.full_hash();
    world.collider_mut(id).unwrap().set_shape(Shape::ChainSegment(segment)).map(|_| ()).unwrap_err();
    world.collider_mut(id).unwrap().set_contact_skin(f32::NAN).map(|_| ()).unwrap_err();
    assert_eq!(world.full_hash(), before);
    // A definition that takes away the skin with the shape is accepted.
    let chain = ColliderDef::new(Shape::ChainSegment(segment));
    world.collider_mut(id).unwrap().set_def(chain).unwrap();
}
