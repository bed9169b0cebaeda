//! Laws of cutting and breaking: mass, momentum, angular momentum, properties and joints are kept.

use super::*;
use world::{BodyKind, DistanceJoint, Filter, FilterJoint, Material, RevoluteJoint, WorldSettings};

fn space() -> World {
    World::new(WorldSettings { gravity: Vec2::zeros(), ..WorldSettings::default() })
}

/// A body that moves and turns, with these shapes.
fn body(world: &mut World, shapes: &[Shape]) -> BodyId {
    let def = BodyDef::dynamic().position([3.0, -2.0]).angle(0.7).user_data(11);
    let body = world.add_body(def).unwrap();
    for (i, shape) in shapes.iter().enumerate() {
        let collider = ColliderDef::new(shape.clone()).density(2.0 + i as f32).user_data(100 + i as u128);
        world.add_collider(body, collider).unwrap();
    }
    let mut moving = world.body_mut(body).unwrap();
    moving.set_velocity([4.0, -1.0]).unwrap().set_angular_velocity(3.0).unwrap();
    body
}

/// Mass, momentum, and angular momentum about the origin of all bodies, in f64.
fn totals(world: &World) -> [f64; 4] {
    world.dynamic_bodies().fold([0.0; 4], |[m, x, y, spin], body| {
        let properties = body.mass_properties();
        let mass = f64::from(properties.mass);
        let [cx, cy] = [body.center().x, body.center().y].map(f64::from);
        let [vx, vy] = [body.velocity().x, body.velocity().y].map(f64::from);
        let own = f64::from(properties.inertia) * f64::from(body.angular_velocity());
        [m + mass, x + mass * vx, y + mass * vy, spin + own + mass * (cx * vy - cy * vx)]
    })
}

/// Asserts that the totals differ by less than a share of 1e-6.
fn assert_kept(before: [f64; 4], after: [f64; 4]) {
    for (i, name) in ["mass", "momentum x", "momentum y", "angular momentum"].into_iter().enumerate() {
        let scale = before[0] * 4.0 + before[i].abs();
        assert!((after[i] - before[i]).abs() < 1e-6 * scale, "{name}: {before:?} {after:?}");
    }
}

fn shapes() -> Vec<Shape> {
    vec![
        Shape::rectangle(1.0, 0.3).unwrap(),
        Shape::Polygon(Polygon::new([[0.8, -0.2], [2.0, 0.0], [1.0, 1.2]]).unwrap()),
        Shape::Circle(geom::Circle::new([-1.2, 0.1], 0.4).unwrap()),
        Shape::Polygon(Polygon::rectangle(0.3, 0.9).unwrap().rounded(0.1).unwrap()),
        Shape::capsule([-0.5, -1.0], [0.7, -0.6], 0.2).unwrap(),
    ]
}

/// Whatever the line, mass, momentum and angular momentum are kept, also of rounded shapes.
#[test]
fn slicing_keeps_mass_momentum_and_angular_momentum() {
    for i in 0..40 {
        let mut world = space();
        let whole = body(&mut world, &shapes());
        let before = totals(&world);
        let middle = Vec2::new(3.0 + 0.02 * i as f32, -2.2 + 0.03 * (i % 7) as f32);
        let along = geom::Rot::from_angle(0.31 * i as f32) * Vec2::new(1.0, 0.0);
        let [a, b] = [middle - along, middle + along].map(Point::from);
        let pieces = slice_body(&mut world, whole, a, b).unwrap();
        assert!(pieces.bodies.len() >= 2, "line {i} cuts {} pieces", pieces.bodies.len());
        assert_kept(before, totals(&world));
        world.validate().unwrap();
        world.step(1.0 / 60.0);
        world.validate().unwrap();
    }
}

/// A disabled collider has no part in the mass, of the whole body as of its pieces.
#[test]
fn pieces_of_a_body_with_a_disabled_collider_keep_its_mass() {
    let mut world = space();
    let whole = body(&mut world, &[Shape::rectangle(1.0, 0.5).unwrap()]);
    let disabled = ColliderDef::new(Shape::rectangle(0.5, 2.0).unwrap()).enabled(false);
    world.add_collider(whole, disabled).unwrap();
    let before = totals(&world);
    let center = world.body(whole).unwrap().center();
    let [a, b] = [-3.0, 3.0].map(|y| center + Vec2::new(0.1, y));
    assert_eq!(slice_body(&mut world, whole, a, b).unwrap().bodies.len(), 2);
    assert_kept(before, totals(&world));
}

/// The same for breaking, with sites in and out of the body.
#[test]
fn fracture_keeps_mass_momentum_and_angular_momentum() {
    for count in [2, 5, 30] {
        let mut world = space();
        let whole = body(&mut world, &shapes());
        let before = totals(&world);
        let sites = (0..count).map(|i| {
            let around = geom::Rot::from_angle(2.4 * i as f32) * Vec2::new(0.25 * (i as f32).sqrt(), 0.0);
            Point::new(3.0, -2.0) + around
        });
        let pieces = fracture_body(&mut world, whole, sites).unwrap();
        assert!(pieces.bodies.len() >= count.min(10), "{} pieces", pieces.bodies.len());
        assert_kept(before, totals(&world));
        world.step(1.0 / 60.0);
        world.validate().unwrap();
    }
}

/// The pieces lie where the body was: each moves as that point of the body did, and turns as fast.
#[test]
fn pieces_move_as_the_body_did() {
    let mut world = space();
    let whole = body(&mut world, &shapes()[..2]);
    let before = Motion::of(world.body(whole).unwrap());
    for id in slice_body(&mut world, whole, [3.0, -9.0], [3.2, 9.0]).unwrap().bodies {
        let piece = world.body(id).unwrap();
        assert!((piece.velocity() - before.velocity_at(piece.center_from(before.origin))).norm() < 1e-4);
        assert!((piece.angular_velocity() - 3.0).abs() < 1e-4);
    }
}

/// A U that is cut across becomes three bodies: two arms and the part that joins them.
#[test]
fn parts_of_a_side_that_do_not_touch_become_bodies() {
    let mut world = space();
    let u = world.add_body(BodyDef::dynamic()).unwrap();
    for (half, at) in [([2.0, 0.25], [0.0, 0.0]), ([0.25, 1.0], [-1.75, 1.25]), ([0.25, 1.0], [1.75, 1.25])] {
        let shape = Shape::rectangle(half[0], half[1]).unwrap().transformed(Pose::at(at));
        world.add_collider(u, ColliderDef::new(shape)).unwrap();
    }
    let pieces = slice_body(&mut world, u, [-9.0, 1.0], [9.0, 1.0]).unwrap();
    let masses: Vec<f32> =
        pieces.bodies.iter().map(|id| world.body(*id).unwrap().mass_properties().mass).collect();
    // Left of the line: the arms above it.
    assert_eq!(masses.len(), 3);
    for (mass, expected) in masses.iter().zip([0.625, 0.625, 2.75]) {
        assert!((mass - expected).abs() < 1e-5, "{masses:?}");
    }
}

/// A static body has no mass while it is static, but the one that the program has set for later is divided
/// among the pieces, which get it when they become dynamic.
#[test]
fn pieces_of_a_static_body_share_the_mass_that_was_set_for_it() {
    let mut world = space();
    let set = MassProperties { mass: 12.0, center: Point::origin(), inertia: 1.0 };
    let wall = world.add_body(BodyDef::fixed().mass(set)).unwrap();
    world.add_collider(wall, ColliderDef::new(Shape::rectangle(2.0, 1.0).unwrap())).unwrap();
    let pieces = slice_body(&mut world, wall, [1.0, -9.0], [1.0, 9.0]).unwrap();
    let masses: Vec<f32> = pieces
        .bodies
        .iter()
        .map(|&id| {
            assert_eq!(world.body(id).unwrap().mass_properties().mass, 0.0);
            world.body_mut(id).unwrap().set_kind(BodyKind::Dynamic).unwrap();
            world.body(id).unwrap().mass_properties().mass
        })
        .collect();
    assert_eq!(masses.len(), 2);
    assert!(masses.iter().all(|mass| (mass - 9.0).abs() < 1e-5 || (mass - 3.0).abs() < 1e-5), "{masses:?}");
}

/// Materials, filters, user data and settings of the body and its colliders are those of the pieces.
#[test]
fn pieces_keep_the_properties_of_the_body() {
    let mut world = space();
    let def = BodyDef::dynamic().damping(0.1, 0.2).gravity_scale(0.5).can_sleep(false).user_data(42);
    let whole = world.add_body(def).unwrap();
    let filter = Filter { category: 4, mask: 6, group: -3 };
    let material = Material { friction: 0.9, static_friction: 1.0, restitution: 0.3, ..Material::default() };
    let collider = ColliderDef::new(Shape::rectangle(1.0, 1.0).unwrap());
    let collider = collider.material(material).filter(filter).user_data(77);
    world.add_collider(whole, collider).unwrap();
    for id in slice_body(&mut world, whole, [0.0, -1.0], [0.1, 1.0]).unwrap().bodies {
        let piece = world.body(id).unwrap();
        assert_eq!((piece.damping(), piece.angular_damping(), piece.gravity_scale()), (0.1, 0.2, 0.5));
        assert_eq!((piece.can_sleep(), piece.user_data(), piece.kind()), (false, 42, BodyKind::Dynamic));
        let collider = piece.colliders().next().unwrap();
        assert_eq!((collider.filter(), collider.user_data()), (filter, 77));
        assert_eq!((collider.material().friction, collider.material().restitution), (0.9, 0.3));
        assert!((collider.material().density - 1.0).abs() < 1e-6);
    }
}

/// A joint goes to the piece that holds its anchor, from either of its ends; a filter joint to all pieces.
#[test]
fn joints_go_to_the_piece_that_holds_the_anchor() {
    let mut world = space();
    let hook = world.add_body(BodyDef::fixed()).unwrap();
    let beam = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(beam, ColliderDef::new(Shape::rectangle(2.0, 0.2).unwrap())).unwrap();
    let hinge = RevoluteJoint::new().anchors([-1.5, 0.0], [-1.5, 0.0]);
    let hinge = world.add_joint(JointDef::new(hook, beam, hinge).breaks(900.0, 90.0)).unwrap();
    let rope = DistanceJoint::rope(3.0).anchors([1.5, 0.0], [1.5, 2.0]);
    let rope = world.add_joint(JointDef::new(beam, hook, rope)).unwrap();
    let filter = world.add_joint(JointDef::new(beam, hook, FilterJoint)).unwrap();
    let pieces = slice_body(&mut world, beam, [0.0, -1.0], [0.0, 1.0]).unwrap();
    let [left, right] = pieces.bodies[..] else { panic!("{pieces:?}") };
    let ends = |id: JointId| world.joint(id).unwrap().bodies().map(BodyRef::id);
    let of = |old: JointId| -> Vec<[BodyId; 2]> {
        pieces.joints.iter().filter(|(from, _)| *from == old).map(|(_, to)| ends(*to)).collect()
    };
    assert_eq!(of(hinge), [[hook, left]]);
    assert_eq!(of(rope), [[right, hook]]);
    assert_eq!(of(filter), [[left, hook], [right, hook]]);
    let (_, hinge) = *pieces.joints.iter().find(|(from, _)| *from == hinge).unwrap();
    assert_eq!(world.joint(hinge).unwrap().def().break_force, 900.0);
    assert!(world.joint(hinge).unwrap().error() < 1e-6);
    assert_eq!(world.stats().joints, 4);
}

/// A line that misses the body, or one site, changes nothing, not even the handle.
#[test]
fn line_that_misses_changes_nothing() {
    let mut world = space();
    let whole = body(&mut world, &shapes());
    let hash = world.state_hash();
    let pieces = slice_body(&mut world, whole, [100.0, 0.0], [100.0, 1.0]).unwrap();
    assert_eq!((pieces.bodies, world.state_hash()), (vec![whole], hash));
    let pieces = fracture_body(&mut world, whole, [[0.0, 0.0]]).unwrap();
    assert_eq!((pieces.bodies, world.state_hash()), (vec![whole], hash));
}

/// Bad input names the field and changes nothing.
#[test]
fn bad_input_is_named_and_changes_nothing() {
    let mut world = space();
    let whole = body(&mut world, &shapes());
    let hash = world.state_hash();
    let error = slice_body(&mut world, whole, [1.0, f32::NAN], [0.0, 0.0]).unwrap_err();
    assert!(error.to_string().starts_with("a is not finite"), "{error}");
    assert!(slice_body(&mut world, whole, [1.0, 1.0], [1.0, 1.0]).is_err());
    let none: [[f32; 2]; 0] = [];
    let error = fracture_body(&mut world, whole, none).unwrap_err();
    assert_eq!(error.to_string(), "there are no sites: give at least one point");
    assert_eq!((world.state_hash(), world.stats().bodies), (hash, 1));
    world.remove_body(whole).unwrap();
    assert!(matches!(
        slice_body(&mut world, whole, [0.0, 0.0], [1.0, 0.0]),
        Err(DestructionError::Handle(_))
    ));
}

/// A part that is cut from a sleeping shelf falls; the shelf keeps its hold.
#[test]
fn part_cut_from_a_sleeping_body_falls() {
    let mut world = World::new(WorldSettings::default());
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let shelf = world.add_body(BodyDef::dynamic().position([1.0, 0.0])).unwrap();
    world.add_collider(shelf, ColliderDef::new(Shape::rectangle(1.0, 0.1).unwrap())).unwrap();
    let weld = world::WeldJoint::new().anchors([0.0, 0.0], [-1.0, 0.0]);
    world.add_joint(JointDef::new(wall, shelf, weld)).unwrap();
    for _ in 0..120 {
        world.step(1.0 / 60.0);
    }
    assert!(!world.body(shelf).unwrap().is_awake());
    let pieces = slice_body(&mut world, shelf, [1.0, -1.0], [1.0, 1.0]).unwrap();
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    let [held, loose] = pieces.bodies[..] else { panic!("{pieces:?}") };
    let drop = |id: BodyId| -world.body(id).unwrap().center().y;
    assert!(drop(held) < 0.01 && (drop(loose) - 4.9).abs() < 0.1, "{} {}", drop(held), drop(loose));
}

/// Static ground can be cut: its pieces are static and stay where they are.
#[test]
fn static_body_breaks_into_static_bodies() {
    let mut world = space();
    let ground = world.add_body(BodyDef::fixed().position([1.0, 0.0])).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(5.0, 1.0).unwrap())).unwrap();
    let pieces = slice_body(&mut world, ground, [1.0, -5.0], [1.0, 5.0]).unwrap();
    assert_eq!(pieces.bodies.len(), 2);
    for id in pieces.bodies {
        assert_eq!(world.body(id).unwrap().kind(), BodyKind::Static);
    }
    let here = |x: f32| world.collider_at([x, 0.5], world::QueryFilter::default()).unwrap().is_some();
    assert!(here(-3.9) && here(5.9) && !here(-4.1));
}
