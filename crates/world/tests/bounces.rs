//! No bounce gains energy, whatever the shapes, and however many points and bodies it has.

use geom::{Polygon, Shape, Vec2};
use proptest::prelude::*;
use world::{BodyDef, BodyId, ColliderDef, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// What no impact exceeds, as a share of the energy before.
const MOST: f64 = 1.001;

fn elastic(shape: Shape, friction: f32) -> ColliderDef {
    ColliderDef::new(shape).restitution(1.0).friction(friction)
}

/// Kinetic and potential energy of the dynamic bodies, J, with velocities half a sub-step later, as they are
/// on the trajectory that a symplectic step follows: free flight keeps this sum exactly.
fn energy(world: &World) -> f64 {
    let settings = world.settings();
    let gravity = settings.gravity;
    let half = 0.5 * DT / settings.solver.substeps as f32;
    let of = |body: world::BodyRef<'_>| {
        let properties = body.mass_properties();
        let velocity = body.velocity() + gravity * half;
        let [mass, inertia, square, w] =
            [properties.mass, properties.inertia, velocity.norm_squared(), body.angular_velocity()]
                .map(f64::from);
        let center = body.pose() * properties.center;
        0.5 * mass * square + 0.5 * inertia * w * w - mass * f64::from(gravity.dot(&center.coords))
    };
    world.bodies().filter(|body| body.kind() == world::BodyKind::Dynamic).map(of).sum()
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Plank { length: f32, thickness: f32 },
    Capsule { length: f32, radius: f32 },
    Triangle { size: f32 },
    Rounded { size: f32 },
    Ball { radius: f32 },
}

impl Kind {
    fn shape(self) -> Shape {
        match self {
            Self::Plank { length, thickness } => Shape::rectangle(0.5 * length, 0.5 * thickness),
            Self::Capsule { length, radius } => {
                Shape::capsule([-0.5 * length, 0.0], [0.5 * length, 0.0], radius)
            }
            Self::Triangle { size } => Shape::polygon([[-size, 0.0], [size, 0.0], [0.3 * size, size]]),
            Self::Rounded { size } => Polygon::rectangle(size, 0.5 * size)
                .and_then(|core| core.rounded(0.3 * size))
                .map(Shape::Polygon),
            Self::Ball { radius } => Shape::circle(radius),
        }
        .unwrap()
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        3 => (1.0_f32..5.0, 0.1_f32..0.6).prop_map(|(length, thickness)| Kind::Plank { length, thickness }),
        1 => (0.5_f32..4.0, 0.05_f32..0.4).prop_map(|(length, radius)| Kind::Capsule { length, radius }),
        1 => (0.3_f32..2.0).prop_map(|size| Kind::Triangle { size }),
        1 => (0.3_f32..1.0).prop_map(|size| Kind::Rounded { size }),
        1 => (0.2_f32..1.0).prop_map(|radius| Kind::Ball { radius }),
    ]
}

/// A body that flies to the right, and how it does.
#[derive(Clone, Copy, Debug)]
struct Shot {
    kind: Kind,
    angle: f32,
    speed: f32,
    spin: f32,
    density: f32,
}

fn shot() -> impl Strategy<Value = Shot> {
    (kind(), -3.2_f32..3.2, 2.0_f32..15.0, -6.0_f32..6.0, 0.1_f32..10.0)
        .prop_map(|(kind, angle, speed, spin, density)| Shot { kind, angle, speed, spin, density })
}

fn add(world: &mut World, shot: Shot, x: f32, y: f32, direction: f32, friction: f32) -> BodyId {
    let def = BodyDef::dynamic().position([x, y]).angle(shot.angle).angular_velocity(shot.spin);
    let body = world.add_body(def.velocity([direction * shot.speed, 0.0])).unwrap();
    world.add_collider(body, elastic(shot.kind.shape(), friction).density(shot.density)).unwrap();
    body
}

/// The greatest energy in `seconds`, as a share of that at the start, and that at the end.
fn shares(world: &mut World, seconds: f32) -> [f64; 2] {
    let before = energy(world);
    let (mut most, mut last) = (0.0_f64, 0.0);
    for _ in 0..(seconds / DT) as u32 {
        world.step(DT);
        last = energy(world) / before;
        most = most.max(last);
    }
    [most, last]
}

fn world(gravity: f32) -> World {
    World::new(WorldSettings::default().gravity([0.0, -gravity]).sleeping(false))
}

fn wall(world: &mut World, x: f32, half_width: f32, half_height: f32) {
    let fixed = world.add_body(BodyDef::fixed().position([x, 0.0])).unwrap();
    let shape = Shape::rectangle(half_width, half_height).unwrap();
    world.add_collider(fixed, elastic(shape, 0.6)).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// A body that flies against a wall.
    #[test]
    fn one_body_against_a_wall_gains_no_energy(shot in shot(), friction in prop_oneof![Just(0.0_f32), 0.0_f32..1.0]) {
        let mut world = world(0.0);
        wall(&mut world, 7.0, 1.0, 60.0);
        add(&mut world, shot, 0.0, 0.0, 1.0, friction);
        let [most, _] = shares(&mut world, 5.0);
        prop_assert!(most < MOST, "{most}");
    }

    /// Two bodies that fly against each other, beside each other's centre.
    #[test]
    fn two_bodies_gain_no_energy(a in shot(), b in shot(), aside in -2.0_f32..2.0, friction in 0.0_f32..1.0) {
        let mut world = world(0.0);
        add(&mut world, a, -5.0, 0.0, 1.0, friction);
        add(&mut world, b, 5.0, aside, -1.0, friction);
        let [most, _] = shares(&mut world, 3.0);
        prop_assert!(most < MOST, "{most}");
    }

    /// Four bodies that meet in a corner, under gravity.
    #[test]
    fn several_contacts_at_once_gain_no_energy(shots in prop::array::uniform4(shot()), gravity in 0.0_f32..20.0) {
        let mut world = world(gravity);
        wall(&mut world, 7.0, 1.0, 60.0);
        let floor = world.add_body(BodyDef::fixed().position([0.0, -6.0])).unwrap();
        world.add_collider(floor, elastic(Shape::rectangle(60.0, 1.0).unwrap(), 0.6)).unwrap();
        for (i, shot) in shots.into_iter().enumerate() {
            add(&mut world, shot, -6.0 * i as f32, -1.0, 1.0, 0.3);
        }
        // The energy of the fall, so that a share is one of what moves.
        let before = energy(&world);
        let moving: f64 = world.bodies().map(|body| {
            f64::from(0.5 * body.mass_properties().mass * body.velocity().norm_squared())
        }).sum();
        for _ in 0..180 {
            world.step(DT);
            let gain = (energy(&world) - before) / moving;
            prop_assert!(gain < MOST - 1.0, "{gain}");
        }
    }
}

/// Elastic planks in a closed house of four walls have no more energy after a minute than at the start.
#[test]
fn planks_in_a_closed_house_gain_no_energy_in_a_minute() {
    for (length, thickness) in [(4.0, 0.2), (2.0, 0.4)] {
        let mut world = world(0.0);
        let house = world.add_body(BodyDef::fixed()).unwrap();
        for (x, y, half_x, half_y) in
            [(0.0, -11.0, 12.0, 1.0), (0.0, 11.0, 12.0, 1.0), (-11.0, 0.0, 1.0, 12.0), (11.0, 0.0, 1.0, 12.0)]
        {
            let side = elastic(Shape::rectangle(half_x, half_y).unwrap(), 0.0).offset([x, y], 0.0);
            world.add_collider(house, side).unwrap();
        }
        for i in 0..8 {
            let (x, y) = (-6.0 + 4.0 * (i % 4) as f32, -4.0 + 8.0 * (i / 4) as f32);
            let kind = Kind::Plank { length, thickness };
            let shot = Shot { kind, angle: 1.4, speed: 3.0 + i as f32, spin: i as f32 - 3.0, density: 1.0 };
            add(&mut world, shot, x, y, if i % 2 == 0 { 1.0 } else { -1.0 }, 0.0);
        }
        let [most, last] = shares(&mut world, 60.0);
        assert!(most < MOST, "{length} m: {most}");
        println!("{length} m: {last} after a minute");
        assert!(last > 0.3, "{length} m: {last} is left");
    }
}

/// A bumper of restitution 1.5 gives a ball and a flat box 1.5 times their speed, as asked.
#[test]
fn bumper_adds_what_was_asked() {
    for shape in [Shape::circle(0.5), Shape::rectangle(0.5, 0.5)] {
        let mut world = world(0.0);
        let bumper = world.add_body(BodyDef::fixed().position([4.0, 0.0])).unwrap();
        world
            .add_collider(bumper, ColliderDef::new(Shape::rectangle(1.0, 5.0).unwrap()).restitution(1.5))
            .unwrap();
        let body = world.add_body(BodyDef::dynamic().velocity([4.0, 0.0])).unwrap();
        world.add_collider(body, ColliderDef::new(shape.unwrap())).unwrap();
        let [_, last] = shares(&mut world, 2.0);
        assert!((last / 2.25 - 1.0).abs() < 1e-3, "{last}");
    }
}

/// A wall that moves at 3 m/s towards a box at rest sends it away at 6 m/s.
#[test]
fn moving_wall_does_work() {
    for shape in [Shape::circle(0.5), Shape::rectangle(0.5, 0.5)] {
        let mut world = world(0.0);
        let wall = world.add_body(BodyDef::kinematic().position([-4.0, 0.0]).velocity([3.0, 0.0])).unwrap();
        world.add_collider(wall, elastic(Shape::rectangle(1.0, 5.0).unwrap(), 0.5)).unwrap();
        let body = world.add_body(BodyDef::dynamic()).unwrap();
        world.add_collider(body, elastic(shape.unwrap(), 0.5)).unwrap();
        for _ in 0..120 {
            world.step(DT);
        }
        let velocity: Vec2 = world.body(body).unwrap().velocity();
        assert!((velocity - Vec2::new(6.0, 0.0)).norm() < 0.01, "{velocity}");
    }
}

/// A box of 10 m without gravity, in which bodies of these shapes move at `speed`, m/s, and turn.
fn gas(shapes: &[Shape], count: u8, speed: f32) -> World {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let walls = world.add_body(BodyDef::fixed()).unwrap();
    for (at, half) in [
        ([0.0, -5.5], [6.0, 0.5]),
        ([0.0, 5.5], [6.0, 0.5]),
        ([-5.5, 0.0], [0.5, 6.0]),
        ([5.5, 0.0], [0.5, 6.0]),
    ] {
        let shape = Shape::rectangle(half[0], half[1]).unwrap();
        world.add_collider(walls, elastic(shape, 0.0).offset(at, 0.0)).unwrap();
    }
    for i in 0..count {
        let at = [f32::from(i % 7) * 1.3 - 3.9, f32::from(i / 7) * 1.3 - 3.9];
        let angle = 2.4 * f32::from(i);
        let def = BodyDef::dynamic()
            .position(at)
            .velocity([speed * angle.cos(), speed * angle.sin()])
            .angular_velocity(speed * f32::from(i % 3) - speed);
        let body = world.add_body(def).unwrap();
        world.add_collider(body, elastic(shapes[usize::from(i) % shapes.len()].clone(), 0.0)).unwrap();
    }
    world
}

/// Elastic bodies without friction keep their energy, though they hit each other two and three at a time, and
/// at speeds at which nothing would bounce under gravity. Without the two rules (restitution of elastic
/// groups is strengthened; the threshold of a bounce follows gravity) 50 discs at 3 m/s keep 0.1% of it for
/// 50 s.
#[test]
fn elastic_bodies_keep_their_energy_for_minutes() {
    let disc = || Shape::circle(0.3).unwrap();
    let square = || Shape::rectangle(0.25, 0.25).unwrap();
    let capsule = || Shape::capsule([-0.2, 0.0], [0.2, 0.0], 0.15).unwrap();
    let triangle = || Shape::polygon([[-0.3, -0.2], [0.3, -0.2], [0.0, 0.3]]).unwrap();
    for (shapes, count) in [
        (vec![disc()], 49),
        (vec![square()], 20),
        (vec![square()], 4),
        (vec![capsule(), triangle()], 20),
        (vec![disc(), square(), triangle()], 30),
    ] {
        for speed in [0.1, 0.5, 3.0, 10.0] {
            let mut world = gas(&shapes, count, speed);
            let start = energy(&world);
            for _ in 0..1800 {
                world.step(DT);
            }
            let share = energy(&world) / start;
            assert!((share - 1.0).abs() < 0.01, "{count} bodies of {shapes:?} at {speed} m/s: {share}");
        }
    }
}

/// Energy that friction takes is not given back: the same discs with friction lose some, and never gain any.
#[test]
fn bodies_that_rub_lose_energy_and_gain_none() {
    let mut world = gas(&[Shape::circle(0.3).unwrap()], 30, 3.0);
    let colliders: Vec<_> = world.colliders().map(world::ColliderRef::id).collect();
    for collider in colliders {
        let mut view = world.collider_mut(collider).unwrap();
        view.set_friction(0.5).unwrap();
    }
    let mut before = energy(&world);
    let start = before;
    for _ in 0..600 {
        world.step(DT);
        let now = energy(&world);
        assert!(now <= before * MOST, "{before} J, then {now}");
        before = now;
    }
    assert!(before < 0.9 * start, "{start} J, then {before}");
}
