//! Laws of portals: what goes through keeps speed and spin, feels both sides, and leaves nothing behind.

mod hits;

use super::*;
use geom::{Pose, Rot, Shape};
use std::f32::consts::{FRAC_PI_2, PI};
use world::{JointDef, WorldSettings};

const DT: f32 = 1.0 / 60.0;

fn world(gravity: f32) -> World {
    World::new(WorldSettings::default().gravity([0.0, -gravity]))
}

/// A solid block behind an opening.
fn wall(world: &mut World, opening: Opening) {
    let normal = opening.normal.normalize();
    let angle = normal.y.atan2(normal.x);
    let def = BodyDef::fixed().position(opening.center - normal * 2.0).angle(angle);
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::rectangle(2.0, 6.0).unwrap())).unwrap();
}

/// A portal of this width with solid walls around its openings.
fn portal(world: &mut World, portals: &mut Portals, openings: [Opening; 2], width: f32) -> PortalId {
    for opening in openings {
        wall(world, opening);
    }
    portals.add(world, PortalDef::new(openings[0], openings[1], width)).unwrap()
}

fn add(world: &mut World, shape: Shape, def: BodyDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(shape).friction(0.6)).unwrap();
    body
}

fn facing(angle: f32) -> Vec2 {
    Rot::from_angle(angle) * Vec2::new(1.0, 0.0)
}

/// Momentum of all dynamic bodies, each turned back by the rotation of `map` if `is_far` says so.
fn momentum(world: &World, map: WorldPose, is_far: impl Fn(BodyId) -> bool) -> Vec2 {
    world
        .dynamic_bodies()
        .map(|body| {
            let momentum = body.velocity() * body.mass_properties().mass;
            if is_far(body.id()) { map.rotation.inverse() * momentum } else { momentum }
        })
        .sum()
}

/// A box that flies and turns through a portal between openings of any two directions leaves with its speed
/// turned by the portal, its spin and its mass. In each step, body and twin together have its momentum and
/// its energy.
#[test]
fn speed_and_spin_are_kept_between_openings_of_any_directions() {
    for a in [0.0, 0.7, FRAC_PI_2, 2.5] {
        for b in [PI, 0.3, -FRAC_PI_2, -2.2] {
            let (mut world, mut portals) = (world(0.0), Portals::new());
            let openings = [([-20.0, 0.0], a), ([20.0, 3.0], b)]
                .map(|(center, angle)| Opening::new(center, facing(angle)).wall(4.0, 4.0));
            let id = portal(&mut world, &mut portals, openings, 2.0);
            let map = portals.map(id, 0).unwrap();
            let start = openings[0].center + facing(a) * 2.0;
            let velocity = facing(a) * -6.0 + facing(a + FRAC_PI_2) * 0.4;
            let def =
                BodyDef::dynamic().position(start).velocity(velocity).angular_velocity(0.5).user_data(9);
            let body = add(&mut world, Shape::rectangle(0.5, 0.3).unwrap(), def);
            let whole = world.body(body).unwrap().mass_properties();
            let energy = world.kinetic_energy();
            let (mut is_through, mut half_steps) = (false, 0);
            for _ in 0..60 {
                portals.step(&mut world, DT);
                world.validate().unwrap();
                is_through |= openings[1].center.x as f32 - world.body(body).unwrap().center().x < 10.0;
                let far = portals.twin(body);
                half_steps += u32::from(far.is_some());
                let p =
                    momentum(&world, map, |id| if is_through { Some(id) != far } else { Some(id) == far });
                assert!((p - velocity * whole.mass).norm() < 1e-4, "{a} {b}: {p}");
                assert!((world.kinetic_energy() / energy - 1.0).abs() < 1e-5);
                assert_eq!(portals.mass_properties(world.body(body).unwrap()), whole);
            }
            let view = world.body(body).unwrap();
            assert!(is_through && half_steps > 5 && portals.passing().next().is_none());
            assert!(
                (view.velocity() - map.rotation * velocity).norm() < 1e-4,
                "{a} {b}: {}",
                view.velocity()
            );
            assert!((view.angular_velocity() - 0.5).abs() < 1e-5);
            let expected = map * (start + velocity * 1.0);
            assert!((view.center_from(expected).coords).norm() < 1e-3, "{} {expected}", view.center());
            assert_eq!((view.mass_properties(), view.mass_override(), view.user_data()), (whole, None, 9));
            assert_eq!(world.dynamic_bodies().count(), 1);
        }
    }
}

/// From a floor to a ceiling above it a ball falls for ever. In 20 s it falls nearly two kilometres, and its
/// speed is g t: nothing is gained or lost at the openings.
#[test]
fn endless_fall_gains_what_gravity_gives() {
    let (mut world, mut portals) = (world(10.0), Portals::new());
    let openings = [Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([0.0, 12.0], [0.0, -1.0])];
    portal(&mut world, &mut portals, openings, 2.0);
    let ball = add(&mut world, Shape::circle(0.4).unwrap(), BodyDef::dynamic().position([0.1, 6.0]));
    let mut passes = 0;
    let mut last = 6.0;
    for step in 1..=1200 {
        portals.step(&mut world, DT);
        let ball = world.body(ball).unwrap();
        let (y, v) = (ball.pose().position.y, ball.velocity().y);
        passes += u32::from(y > last);
        last = y;
        let expected = -10.0 * step as f32 * DT;
        assert!((v / expected - 1.0).abs() < 1e-4, "step {step}: {v} {expected}");
        assert!((ball.pose().position.x - 0.1).abs() < 1e-3 && (-3.6..12.1).contains(&y), "{y}");
    }
    // g t^2 / 2 = 2 km, of which each pass is 12 m.
    assert!((160..=167).contains(&passes), "{passes}");
}

/// From a floor out of a wall, and by a slide back over the floor: a box that falls h leaves the wall with
/// sqrt(2 g h), at any h. What it gains by its weight while it goes in, it has lost while it came out.
#[test]
fn fall_becomes_speed_out_of_a_wall() {
    for (height, half) in [(2.0_f32, 0.5), (5.0, 0.3), (9.0, 0.5)] {
        let (mut world, mut portals) = (world(10.0), Portals::new());
        let openings = [Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([-30.0, 5.0], [1.0, 0.0])];
        portal(&mut world, &mut portals, openings, 1.5);
        let shape = Shape::rectangle(half, half).unwrap();
        let body = add(&mut world, shape, BodyDef::dynamic().position([0.0, height]));
        let mut speed = None;
        for _ in 0..120 {
            portals.step(&mut world, DT);
            let view = world.body(body).unwrap();
            if view.center().x < -20.0 && portals.twin(body).is_none() {
                speed = speed.or(Some(view.velocity().x));
            }
        }
        let (found, expected) = (speed.unwrap(), (20.0 * height).sqrt());
        // The symplectic step is ahead of the exact fall by g h / 2 in sub-steps of h = 1/240 s: 0.02 m/s.
        assert!((found - expected).abs() < 0.05, "{height} m: {found} {expected}");
    }
}

/// A box falls into a floor, comes out of a wall, and is stopped there by a post 0.3 m in front of the wall:
/// it stands half through both openings, and falls asleep.
#[test]
fn box_stands_half_through_a_floor_and_a_wall() {
    let (mut world, mut portals) = (world(9.81), Portals::new());
    let openings = [Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([-30.0, 5.0], [1.0, 0.0])];
    portal(&mut world, &mut portals, openings, 1.2);
    let post = world.add_body(BodyDef::fixed().position([-29.2, 5.0])).unwrap();
    world.add_collider(post, ColliderDef::new(Shape::rectangle(0.5, 1.0).unwrap())).unwrap();
    let body = add(&mut world, Shape::rectangle(0.5, 0.5).unwrap(), BodyDef::dynamic().position([0.0, 0.8]));
    for _ in 0..600 {
        portals.step(&mut world, DT);
        world.validate().unwrap();
    }
    let twin = portals.twin(body).expect("half through");
    let (body, twin) = (world.body(body).unwrap(), world.body(twin).unwrap());
    assert!(!body.is_awake() && !twin.is_awake(), "{} {}", body.velocity(), body.angular_velocity());
    // 0.3 m of it are out of the wall, so its centre is 0.2 m above the floor.
    assert!((body.center().y - 0.2).abs() < 0.01, "{}", body.center());
    assert!((twin.center().x + 30.2).abs() < 0.01, "{}", twin.center());
    // The part that is out of the wall weighs it down onto the lower rim.
    let force: f32 =
        twin.contacts().flat_map(world::ContactRef::points).map(|(_, _, impulse)| impulse.normal).sum();
    assert!(force > 0.0);
}

/// Through a portal in a floor and one in a wall the weights of both parts act in different directions: a
/// long rod that hangs 3/4 in front of the wall turns; without the exchange of weights it would not.
#[test]
fn weight_of_each_part_acts_on_its_side() {
    let (mut world, mut portals) = (world(10.0), Portals::new());
    let openings = [Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([0.0, 50.0], [0.0, 1.0])];
    portals.add(&mut world, PortalDef::new(openings[0], openings[1], 2.0)).unwrap();
    // Up through one floor and up through another: the weight of one part lifts the other, as on a balance.
    let rod = add(&mut world, Shape::rectangle(0.1, 1.0).unwrap(), BodyDef::dynamic().position([0.0, 0.5]));
    portals.step(&mut world, DT);
    // 3/4 here and 1/4 there: the acceleration is g (3/4 - 1/4).
    let v = world.body(rod).unwrap().velocity().y;
    assert!((v + 0.5 * 10.0 * DT).abs() < 1e-4, "{v}");
}

/// A box that is wider than the opening lies on it, and does not sink in.
#[test]
fn body_wider_than_the_opening_lies_on_it() {
    let (mut world, mut portals) = (world(9.81), Portals::new());
    let openings = [Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([30.0, 5.0], [-1.0, 0.0])];
    portal(&mut world, &mut portals, openings, 0.8);
    let body = add(&mut world, Shape::rectangle(0.5, 0.5).unwrap(), BodyDef::dynamic().position([0.05, 1.5]));
    for _ in 0..300 {
        portals.step(&mut world, DT);
        world.validate().unwrap();
    }
    assert!((world.body(body).unwrap().center().y - 0.5).abs() < 0.01);
    world.remove_body(body).unwrap();
    let ball = add(&mut world, Shape::circle(0.5).unwrap(), BodyDef::dynamic().position([0.05, 1.0]));
    for _ in 0..300 {
        portals.step(&mut world, DT);
    }
    // The ball hangs between the rims, 0.41 m from the middle: its centre is sqrt(0.5^2 - 0.41^2) m above
    // them.
    assert!(
        (world.body(ball).unwrap().center().y - 0.286).abs() < 0.01,
        "{}",
        world.body(ball).unwrap().center()
    );
}

/// A box that slides over a floor into an opening that begins at the floor, and out onto another floor, keeps
/// its speed to friction: neither the walls nor the rims stop it.
#[test]
fn box_slides_through_openings_at_the_level_of_the_floor() {
    let (mut world, mut portals) = (world(9.81), Portals::new());
    let openings = [Opening::new([5.0, 0.75], [-1.0, 0.0]), Opening::new([30.0, 0.75], [1.0, 0.0])];
    portal(&mut world, &mut portals, openings, 1.5);
    let floor = world.add_body(BodyDef::fixed()).unwrap();
    let plane = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    world.add_collider(floor, ColliderDef::new(plane).friction(0.0)).unwrap();
    let def = BodyDef::dynamic().position([2.0, 0.5]).velocity([3.0, 0.0]);
    let body = add(&mut world, Shape::rectangle(0.5, 0.5).unwrap(), def);
    for _ in 0..180 {
        portals.step(&mut world, DT);
        world.validate().unwrap();
        let body = world.body(body).unwrap();
        assert!((body.pose().position.y - 0.5).abs() < 0.02, "{}", body.pose().position);
        assert!(body.angular_velocity().abs() < 0.2);
    }
    let body = world.body(body).unwrap();
    // 9 m in 3 s, of which 3 m are before the portal.
    assert!((body.center().x - 36.0).abs() < 0.1 && (body.velocity().x - 3.0).abs() < 0.02, "{body:?}");
}

/// What the program does to a body while it is half through: removes it, its twin, its portal, moves it, or
/// disables it. Nothing stays behind.
#[test]
fn passage_ends_when_the_program_interferes() {
    for case in 0..6 {
        let (mut world, mut portals) = (world(0.0), Portals::new());
        let openings = [Opening::new([0.0, 0.0], [1.0, 0.0]), Opening::new([30.0, 5.0], [0.0, 1.0])];
        let id = portal(&mut world, &mut portals, openings, 1.4);
        let def = BodyDef::dynamic().position([0.1, 0.0]).user_data(4);
        let body = add(&mut world, Shape::rectangle(0.5, 0.5).unwrap(), def);
        let whole = world.body(body).unwrap().mass_properties();
        portals.step(&mut world, DT);
        let twin = portals.twin(body).unwrap();
        assert_eq!((portals.owner(twin), world.body(twin).unwrap().user_data()), (body, 4));
        match case {
            0 => world.remove_body(body).unwrap(),
            1 => world.remove_body(twin).unwrap(),
            2 => assert!(portals.remove(&mut world, id) && !portals.remove(&mut world, id)),
            3 => {
                world.body_mut(body).unwrap().set_pose(Pose::at([8.0, 0.0])).unwrap();
            }
            4 => {
                world.body_mut(body).unwrap().set_enabled(false);
            }
            _ => {
                let joints: Vec<_> = world.joints().map(world::JointRef::id).collect();
                joints.into_iter().for_each(|joint| world.remove_joint(joint).unwrap());
            }
        }
        portals.step(&mut world, DT);
        world.validate().unwrap();
        if case != 1 && case != 5 {
            assert_eq!(portals.passing().count(), 0, "case {case}");
        }
        assert!(world.body(twin).is_err(), "case {case}");
        assert_eq!(world.body(body).is_ok(), case != 0);
        if let Ok(body) = world.body(body) {
            assert_eq!(portals.mass_properties(body), whole, "case {case}");
            let passes = portals.passing().count() == 1;
            assert!(body.colliders().all(|collider| collider.portal_role().is_some() == passes));
        }
        let statics = world.bodies().filter(|body| body.kind() == BodyKind::Static).count();
        assert_eq!(statics, if case == 2 { 2 } else { 4 });
    }
}

/// A body with a joint, a kinematic body and a body that keeps to an axis meet a wall in the place of the
/// opening.
#[test]
fn opening_is_a_wall_to_what_cannot_pass() {
    let (mut world, mut portals) = (world(9.81), Portals::new());
    let openings = [Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([30.0, 5.0], [-1.0, 0.0])];
    portal(&mut world, &mut portals, openings, 1.5);
    let square = || Shape::rectangle(0.3, 0.3).unwrap();
    let a = add(&mut world, square(), BodyDef::dynamic().position([-0.35, 1.0]));
    let b = add(&mut world, square(), BodyDef::dynamic().position([0.35, 1.0]));
    let weld = world::WeldJoint::new().anchors([0.35, 0.0], [-0.35, 0.0]);
    world.add_joint(JointDef::new(a, b, weld)).unwrap();
    for _ in 0..120 {
        portals.step(&mut world, DT);
    }
    assert!(portals.passing().next().is_none());
    assert!((world.body(a).unwrap().center().y - 0.3).abs() < 0.01);
}

/// An impulse on the body, and a velocity for it, move the whole.
#[test]
fn impulse_and_velocity_act_on_the_whole_body() {
    let (mut world, mut portals) = (world(0.0), Portals::new());
    let openings = [Opening::new([0.0, 0.0], [1.0, 0.0]), Opening::new([30.0, 5.0], [0.0, 1.0])];
    portal(&mut world, &mut portals, openings, 3.0);
    let body = add(&mut world, Shape::rectangle(0.5, 0.5).unwrap(), BodyDef::dynamic().position([0.1, 0.0]));
    portals.step(&mut world, DT);
    world.body_mut(body).unwrap().apply_central_impulse([0.0, 1.0]).unwrap();
    portals.step(&mut world, DT);
    assert!((world.body(body).unwrap().velocity() - Vec2::new(0.0, 1.0)).norm() < 1e-4);
    portals.set_velocity(&mut world, body, [-1.0, 0.0], 0.0).unwrap();
    portals.step(&mut world, DT);
    assert!((world.body(body).unwrap().velocity() - Vec2::new(-1.0, 0.0)).norm() < 1e-4);
    assert!(portals.set_velocity(&mut world, body, [f32::NAN, 0.0], 0.0).is_err());
}

/// A rain of boxes and balls through three portals, some half through at all times: no step is invalid, none
/// falls out of the room, and the bits do not depend on threads.
#[test]
fn many_bodies_pass_at_once_with_the_same_bits_on_any_threads() {
    let run = |threads: usize, validate: bool| {
        let (mut world, mut portals) = (world(9.81), Portals::new());
        world.set_threads(threads);
        let room = world.add_body(BodyDef::fixed()).unwrap();
        for (normal, offset) in
            [([0.0, 1.0], 0.0), ([1.0, 0.0], -8.0), ([-1.0, 0.0], -8.0), ([0.0, -1.0], -14.0)]
        {
            world.add_collider(room, ColliderDef::new(Shape::half_space(normal, offset).unwrap())).unwrap();
        }
        let floor = |x: f32| Opening::new([x, 0.0], [0.0, 1.0]);
        let pairs = [
            [floor(-5.0), Opening::new([-5.0, 14.0], [0.0, -1.0])],
            [floor(0.0), Opening::new([8.0, 7.0], [-1.0, 0.0])],
            [floor(5.0), Opening::new([-8.0, 7.0], [1.0, 0.0])],
        ];
        for [a, b] in pairs {
            portals.add(&mut world, PortalDef::new(a, b, 2.0)).unwrap();
        }
        let mut most = 0;
        for step in 0..400 {
            if step % 10 == 0 && step < 300 {
                let x = -7.0 + 14.0 * ((step / 10 * 7 % 30) as f32 / 30.0);
                let shape = if step % 20 == 0 { Shape::circle(0.4) } else { Shape::rectangle(0.4, 0.3) };
                add(
                    &mut world,
                    shape.unwrap(),
                    BodyDef::dynamic().position([x, 10.0]).angle(0.1 * step as f32),
                );
            }
            portals.step(&mut world, DT);
            most = most.max(portals.passing().count());
            if validate {
                world.validate().unwrap();
                for body in world.dynamic_bodies().filter(|body| portals.owner(body.id()) == body.id()) {
                    let p = body.center();
                    assert!(p.x.abs() < 8.5 && (-0.5..14.5).contains(&p.y), "step {step}: {p}");
                }
            }
        }
        assert!(most >= 4, "{most}");
        world.full_hash()
    };
    let hash = run(1, true);
    assert_eq!(run(3, false), hash);
}

/// A ray between two openings that face each other ends after 32 legs; its length is that of the ray.
#[test]
fn ray_goes_on_through_many_portals() {
    let (mut world, mut portals) = (world(0.0), Portals::new());
    let openings = [Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([0.0, 4.0], [0.0, -1.0])];
    portal(&mut world, &mut portals, openings, 2.0);
    let filter = world::QueryFilter::default();
    let cast = portals.cast_ray(&world, &world::Ray::new([0.2, 1.0], [0.0, -20.9]), filter).unwrap();
    assert_eq!((cast.legs.len(), cast.hit.is_none()), (6, true));
    let length: f32 = cast.legs.iter().map(|leg| (leg.end - leg.start).norm()).sum();
    assert!((length - 20.9).abs() < 0.01, "{length}");
    let endless = world::Ray { max_fraction: f32::INFINITY, ..world::Ray::new([0.2, 1.0], [0.0, -1.0]) };
    assert_eq!(portals.cast_ray(&world, &endless, filter).unwrap().legs.len(), 32);
    // Beside the opening, and from behind, there is no portal.
    let beside = portals.cast_ray(&world, &world::Ray::new([1.5, 1.0], [0.0, -21.0]), filter).unwrap();
    assert_eq!((beside.legs.len(), beside.hit.is_some()), (1, true));
}

/// A portal that is refused leaves no trace, whichever number is wrong and whichever opening has it.
#[test]
fn a_refused_portal_leaves_no_trace() {
    let mut world = World::default();
    let gone = world.add_body(BodyDef::fixed()).unwrap();
    world.add_body(BodyDef::fixed()).unwrap();
    world.remove_body(gone).unwrap();
    let hash = world.sync_hash();
    for (centers, width, density) in [
        ([[0.0, 0.0], [2e8, 0.0]], 1.0, 1.0),
        ([[2e8, 0.0], [0.0, 0.0]], 1.0, 1.0),
        ([[0.0, 0.0], [0.0, 9.0]], 3e9, 1.0),
        ([[0.0, 0.0], [0.0, 9.0]], 1.0, -1.0),
        ([[0.0, 0.0], [0.0, 9.0]], 0.0, 1.0),
    ] {
        let [a, b] = centers.map(|center| Opening::new(center, [0.0, 1.0]));
        let material = Material { density, ..Material::default() };
        let def = PortalDef::new(a, b, width).material(material);
        assert!(Portals::new().add(&mut world, def).is_err());
        assert_eq!(world.sync_hash(), hash, "{centers:?} {width} {density}");
    }
}
