//! The mass of a character: what it stands on carries it, and nothing gains energy by that.
//!
//! The character has no wish: it stands still on the ground, and in the air it gets gravity alone. Bodies
//! have the default density, so a crate of 0.4 m has a five-hundredth of the mass of the character. Energies
//! count the character with its mass.

use crate::{GRAVITY, add_box, capsule, empty};
use toolkit::geom::{Point, Pose, Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, BodyKind, ColliderDef, ContactRef, JointDef, RevoluteJoint, World};
use toolkit::{CharacterMover, CharacterSettings};

/// s.
const STEPS: [f32; 4] = [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0];

/// m.
const CRATES: [f32; 7] = [0.2, 0.3, 0.4, 0.6, 0.8, 1.0, 1.5];

/// From the middle of the character to its feet with the skin, m.
const FEET: f32 = 0.812;

/// One or more characters without a wish.
struct Fallers {
    world: World,
    movers: Vec<(CharacterMover, Vec2)>,
    dt: f32,
}

impl Fallers {
    /// Characters whose feet are at these places, m.
    fn new<const N: usize>(world: World, feet: [[f32; 2]; N], dt: f32) -> Self {
        let mover = CharacterMover::new(capsule(), world.settings()).unwrap();
        let movers = feet.map(|[x, y]| (mover.clone().at([x, y + FEET]), Vec2::zeros())).into();
        Self { world, movers, dt }
    }

    fn step(&mut self) {
        let gravity = self.world.settings().gravity;
        for (mover, velocity) in &mut self.movers {
            let motion = mover.step(&mut self.world, *velocity + gravity * self.dt, self.dt).unwrap();
            *velocity = motion.velocity;
            if motion.ground.is_some() {
                *velocity = Vec2::zeros();
            }
        }
        self.world.step(self.dt);
    }

    fn run(&mut self, seconds: f32) {
        (0..(seconds / self.dt) as usize).for_each(|_| self.step());
    }

    /// In the world, m/s.
    fn velocity_of(&self, (mover, velocity): &(CharacterMover, Vec2)) -> Vec2 {
        let Some(ground) = mover.ground() else { return *velocity };
        velocity + self.world.body(ground.body).unwrap().velocity_at(ground.point)
    }

    fn fastest_mover(&self) -> f32 {
        self.movers.iter().map(|mover| self.velocity_of(mover).norm()).fold(0.0, f32::max)
    }

    /// Speed of the fastest corner of a dynamic body: a bound of it, m/s.
    fn fastest_body(&self) -> f32 {
        let speeds = self.dynamic_bodies().map(|body| {
            let mass = body.mass_properties();
            // The corner of a square is sqrt 3 radii of gyration away.
            body.velocity().norm() + body.angular_velocity().abs() * (3.0 * mass.inertia / mass.mass).sqrt()
        });
        speeds.fold(0.0, f32::max)
    }

    fn dynamic_bodies(&self) -> impl Iterator<Item = toolkit::world::BodyRef<'_>> {
        self.world.bodies().filter(|body| body.kind() == BodyKind::Dynamic)
    }

    /// Kinetic and potential, J.
    fn energy(&self) -> f64 {
        let of = |mass: f32, velocity: Vec2, height: f64| {
            f64::from(mass) * (0.5 * f64::from(velocity.norm_squared()) + f64::from(GRAVITY) * height)
        };
        let movers = self
            .movers
            .iter()
            .map(|mover| of(mover.0.settings().mass, self.velocity_of(mover), mover.0.position().y));
        let bodies = self.dynamic_bodies().map(|body| {
            let (mass, turn) = (body.mass_properties(), body.angular_velocity());
            of(mass.mass, body.velocity(), body.center_f64().y) + f64::from(0.5 * mass.inertia * turn * turn)
        });
        movers.sum::<f64>() + bodies.sum::<f64>()
    }

    /// Runs for some seconds. Returns the greatest speeds of characters and of bodies (m/s), and by how much
    /// the energy rose above that of the beginning (J).
    fn extremes(&mut self, seconds: f32) -> (f32, f32, f64) {
        let (start, mut most) = (self.energy(), (0.0, 0.0, 0.0));
        for _ in 0..(seconds / self.dt) as usize {
            self.step();
            most.0 = f32::max(most.0, self.fastest_mover());
            most.1 = f32::max(most.1, self.fastest_body());
            most.2 = f64::max(most.2, self.energy() - start);
        }
        most
    }
}

/// A world with a floor at y = 0.
fn floor() -> World {
    let mut world = empty();
    add_box(&mut world, [0.0, -1.0], [100.0, 1.0]);
    world
}

/// Adds a dynamic box of default density.
fn light_box(world: &mut World, at: [f32; 2], half: [f32; 2]) -> BodyId {
    let body = world.add_body(BodyDef::dynamic().position(at)).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::rectangle(half[0], half[1]).unwrap())).unwrap();
    body
}

/// Wherever it lands on a crate of any size: no part is faster than what falls as deep, and a crate that
/// tips over not faster than twice that.
#[test]
fn it_lands_on_a_light_crate_and_nobody_is_thrown() {
    for size in CRATES {
        for dt in STEPS {
            for drop in [0.05, 1.0] {
                for place in 0..60 {
                    let x = (0.5 * size + 0.32) * (place as f32 - 29.5) / 30.0;
                    let mut world = floor();
                    light_box(&mut world, [0.0, 0.5 * size], [0.5 * size; 2]);
                    let mut fallers = Fallers::new(world, [[x, size + drop]], dt);
                    let (own, body, gain) = fallers.extremes(2.0);
                    let fall = (2.0 * GRAVITY * (drop + size)).sqrt();
                    let what = format!("crate of {size} m, {dt} s, {drop} m above, at {x}");
                    assert!(own < 1.01 * fall, "{what}: {own} of {fall} m/s");
                    assert!(body < 2.0 * fall, "{what}: a crate at {body}, a fall at {fall} m/s");
                    assert!(gain < 0.01, "{what}: {gain} J from nowhere");
                }
            }
        }
    }
}

/// The floor under a crate bears the crate and the character, whatever the crate weighs.
#[test]
fn a_crate_bears_all_of_its_weight() {
    for size in CRATES {
        for dt in STEPS {
            for share in [0.0, 0.3, -0.6] {
                let mut world = floor();
                let crate_ = light_box(&mut world, [0.0, 0.5 * size], [0.5 * size; 2]);
                let mut fallers = Fallers::new(world, [[0.5 * share * size, size + 0.1]], dt);
                fallers.run(2.0);
                let steps = (1.0 / dt) as usize;
                let impulse: f32 = (0..steps)
                    .map(|_| {
                        fallers.step();
                        let body = fallers.world.body(crate_).unwrap();
                        body.contacts().map(ContactRef::step_impulse).sum::<f32>()
                    })
                    .sum();
                let weight = impulse / (steps as f32 * dt);
                let expected = (80.0 + size * size) * GRAVITY;
                assert!(
                    (weight / expected - 1.0).abs() < 0.005,
                    "{size} m, {dt} s: {weight} of {expected} N"
                );
            }
        }
    }
}

/// Nothing holds a crate in the air: a character that lands on it, wherever, shares its momentum and falls
/// with it.
#[test]
fn what_falls_with_it_bears_nothing() {
    for size in CRATES {
        for dt in STEPS {
            for share in [0.0, 0.4, -0.8] {
                let mut world = empty();
                let crate_ = light_box(&mut world, [0.0, 50.0], [0.5 * size; 2]);
                let feet = [0.5 * share * size, 50.0 + 0.5 * size + 0.5];
                let mut fallers = Fallers::new(world, [feet], dt);
                fallers.movers[0].1 = Vec2::new(0.0, -3.0);
                let steps = (0.8 / dt) as usize;
                (0..steps).for_each(|_| fallers.step());
                let ground = fallers.movers[0].0.ground().map(|ground| ground.body);
                assert_eq!(ground, Some(crate_), "{size} m, {dt} s");
                let (own, body) = (80.0, fallers.world.body(crate_).unwrap());
                let momentum = fallers.velocity_of(&fallers.movers[0]) * own + body.velocity() * size * size;
                let fall = GRAVITY * steps as f32 * dt;
                let expected = -own * (3.0 + fall) - size * size * fall;
                let what = format!("{size} m, {dt} s, {share}: {momentum} of {expected} kg m/s");
                assert!((momentum.y / expected - 1.0).abs() < 1e-3, "{what}");
                assert!((momentum.x / expected).abs() < 1e-3, "{what}");
            }
        }
    }
}

/// Where what holds a crate up is taken away, both fall freely.
#[test]
fn a_floor_that_is_taken_away_throws_nobody() {
    for size in CRATES {
        for dt in STEPS {
            let mut world = empty();
            let trapdoor = add_box(&mut world, [0.0, -0.1], [1.0, 0.1]);
            light_box(&mut world, [0.0, 0.5 * size], [0.5 * size; 2]);
            let mut fallers = Fallers::new(world, [[0.02, size + 0.05]], dt);
            fallers.run(1.0);
            fallers.world.remove_body(trapdoor).unwrap();
            for step in 1..=(0.5 / dt) as usize {
                fallers.step();
                let fall = GRAVITY * step as f32 * dt;
                let (own, body) = (fallers.fastest_mover(), fallers.fastest_body());
                assert!(own.max(body) < 1.05 * fall + 0.05, "{size} m, {dt} s: {own}, {body} of {fall} m/s");
            }
        }
    }
}

/// A plank of default density on a bearing, and two characters on it who are as heavy as the law of the lever
/// asks for; whoever moves first.
#[test]
fn a_see_saw_with_a_character_on_each_end_is_balanced() {
    for dt in STEPS {
        for (places, masses) in
            [([-1.5, 1.5], [80.0, 80.0]), ([1.5, -1.5], [80.0, 80.0]), ([1.5, -0.75], [40.0, 80.0])]
        {
            let mut world = empty();
            let plank = light_box(&mut world, [0.0, 0.0], [2.0, 0.05]);
            let post = world.add_body(BodyDef::fixed()).unwrap();
            world.add_joint(JointDef::new(post, plank, RevoluteJoint::new())).unwrap();
            let mut fallers = Fallers::new(world, places.map(|x| [x, 0.1]), dt);
            for (mover, mass) in fallers.movers.iter_mut().map(|(mover, _)| mover).zip(masses) {
                let settings = CharacterSettings { mass, ..*mover.settings() };
                mover.set_settings(settings).unwrap();
            }
            fallers.run(2.0);
            let angle = fallers.world.body(plank).unwrap().pose().rotation.angle();
            assert!(angle.abs() < 0.02, "{places:?}, {dt} s: turned by {angle} rad");
            assert!(fallers.movers.iter().all(|(mover, _)| mover.ground().is_some()));
        }
    }
}

/// Planks across a gap, limbs on hinges, stacks: none gains energy by a character that falls onto it, nor a
/// bridge, but for hinges that it tears open at 30 steps a second.
#[test]
fn nothing_light_that_it_falls_onto_gains_energy() {
    let (half, hinge) = ([0.25, 0.05], RevoluteJoint::new().anchors([0.25, 0.0], [-0.25, 0.0]));
    for dt in STEPS {
        let mut cases = Vec::new();
        for x in [0.0, 0.5, 1.0, 1.5] {
            let mut world = empty();
            for side in [-2.5, 2.5] {
                add_box(&mut world, [side, -0.5], [1.0, 0.5]);
            }
            light_box(&mut world, [0.0, 0.05], [2.0, 0.05]);
            cases.push((format!("plank, {x}"), world, [x, 0.7]));
        }
        for x in [-0.2, 0.0, 0.1] {
            let mut world = floor();
            let limbs = [0, 1, 2, 3, 4].map(|i| light_box(&mut world, [-1.0 + 0.5 * i as f32, 0.1], half));
            for pair in limbs.windows(2) {
                world.add_joint(JointDef::new(pair[0], pair[1], hinge.limits(-0.8, 0.8))).unwrap();
            }
            cases.push((format!("limbs, {x}"), world, [x, 0.7]));
        }
        for (count, x) in [(2, 0.0), (5, 0.0), (5, 0.05)] {
            let mut world = floor();
            for i in 0..count {
                light_box(&mut world, [0.0, 0.2 + 0.4 * i as f32], [0.2; 2]);
            }
            cases.push((format!("stack of {count}, {x}"), world, [x, 0.4 * count as f32 + 0.1]));
        }
        for x in [0.0, 0.3, 1.3] {
            // It hangs in an arc of 5 m, on hinges a tenth of a radian apart.
            let mut world = empty();
            let hinge_at = |i: i32| Vec2::new((0.1 * i as f32).sin(), 0.9 - (0.1 * i as f32).cos()) * 5.0;
            let half = 0.5 * (hinge_at(1) - hinge_at(0)).norm();
            let mut left: BodyId = add_box(&mut world, [hinge_at(-4).x - 0.25, hinge_at(-4).y], [0.25, 0.05]);
            let mut anchor = [0.25, 0.0];
            for i in -4..4 {
                let middle = (hinge_at(i) + hinge_at(i + 1)) * 0.5;
                let plank = light_box(&mut world, middle.into(), [half, 0.05]);
                let pose = Pose::new(Point::from(middle), 0.1 * i as f32 + 0.05);
                world.body_mut(plank).unwrap().set_pose(pose).unwrap();
                let hinge = RevoluteJoint::new().anchors(anchor, [-half, 0.0]);
                world.add_joint(JointDef::new(left, plank, hinge)).unwrap();
                (left, anchor) = (plank, [half, 0.0]);
            }
            let right = add_box(&mut world, [hinge_at(4).x + 0.25, hinge_at(4).y], [0.25, 0.05]);
            let hinge = RevoluteJoint::new().anchors(anchor, [-0.25, 0.0]);
            world.add_joint(JointDef::new(left, right, hinge)).unwrap();
            cases.push((format!("bridge, {x}"), world, [x, 0.3]));
        }
        for (what, world, feet) in cases {
            let mut fallers = Fallers::new(world, [feet], dt);
            let start = fallers.energy();
            let (_, _, gain) = fallers.extremes(3.0);
            let bound = if what.starts_with("bridge") && dt > 0.02 { 0.05 } else { 1e-4 };
            assert!(gain < bound * start, "{what}, {dt} s: {gain} J on top of {start}");
        }
    }
}

/// A crate on a slope, on either end of a see-saw, on a lift or on a belt, and a character that falls onto it
/// or onto the other end: neither is faster than the fall and what moves the ground make it, a crate that
/// tips over not faster than twice that, and a see-saw as its arms allow. Where nothing is driven, a
/// character that lands on a crate that tilts gains up to 4% of the energy, since it takes the velocity of
/// what it stands on, however light that is.
#[test]
fn whatever_a_light_crate_stands_on_nobody_is_thrown() {
    #[derive(Clone, Copy, Debug)]
    enum Ground {
        /// rad.
        Slope(f32),
        /// From the bearing to the crate, m.
        SeeSaw(f32),
        /// m/s.
        Lift(f32),
        /// m/s.
        Belt(f32),
    }
    use Ground::{Belt, Lift, SeeSaw, Slope};
    let grounds = [
        Slope(0.2),
        Slope(0.5),
        Slope(0.7),
        SeeSaw(1.2),
        SeeSaw(0.4),
        SeeSaw(-1.2),
        Lift(1.0),
        Lift(-1.0),
        Lift(4.0),
        Belt(2.0),
        Belt(-8.0),
    ];
    for ground in grounds {
        for size in [0.2, 0.4, 0.8] {
            for dt in STEPS {
                for share in [0.0, 0.6, -0.9, 1.2] {
                    let mut world = empty();
                    // Where the crate stands, m, and how fast its ground moves, m/s.
                    let (mut at, mut speed) = (Vec2::new(1.2, 0.0), 0.0_f32);
                    let mut angle = 0.0_f32;
                    match ground {
                        Slope(slope) => {
                            angle = slope;
                            let board = add_box(&mut world, [0.0, 0.0], [20.0, 1.0]);
                            let up = Vec2::new(-slope.sin(), slope.cos());
                            let pose = Pose::new(Point::from(-up), slope);
                            world.body_mut(board).unwrap().set_pose(pose).unwrap();
                            at = Vec2::zeros();
                        }
                        SeeSaw(arm) => {
                            let plank = light_box(&mut world, [0.0, -0.05], [2.0, 0.05]);
                            let post = world.add_body(BodyDef::fixed().position([0.0, -0.05])).unwrap();
                            world.add_joint(JointDef::new(post, plank, RevoluteJoint::new())).unwrap();
                            add_box(&mut world, [0.0, -2.0], [20.0, 1.0]);
                            at.x = arm;
                        }
                        Lift(velocity) => {
                            let lift = BodyDef::kinematic().position([0.0, -0.1]).velocity([0.0, velocity]);
                            let lift = world.add_body(lift).unwrap();
                            let shape = Shape::rectangle(4.0, 0.1).unwrap();
                            world.add_collider(lift, ColliderDef::new(shape)).unwrap();
                            speed = velocity.abs();
                        }
                        Belt(velocity) => {
                            let belt = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
                            let shape = Shape::rectangle(100.0, 1.0).unwrap();
                            let belt_def = ColliderDef::new(shape).surface_speed(velocity);
                            world.add_collider(belt, belt_def).unwrap();
                            speed = velocity.abs();
                        }
                    }
                    let up = Vec2::new(-angle.sin(), angle.cos());
                    let crate_ = light_box(&mut world, (at + up * (0.5 * size)).into(), [0.5 * size; 2]);
                    let pose = Pose::new(Point::from(at + up * (0.5 * size)), angle);
                    world.body_mut(crate_).unwrap().set_pose(pose).unwrap();
                    // Onto the crate, or onto the other arm.
                    let mut feet = at + up * size + Vec2::new(0.5 * share * size, 0.5);
                    if matches!(ground, SeeSaw(arm) if arm < 0.0) {
                        feet.x = 1.2;
                    }
                    let what = format!("{ground:?}, crate of {size} m, {dt} s, {share}");
                    let mut fallers = Fallers::new(world, [feet.into()], dt);
                    let start = fallers.energy();
                    let (own, body, gain) = fallers.extremes(1.5);
                    let depth = match ground {
                        // It slides down.
                        Slope(slope) => 0.5 + 2.0 * size + 0.5 * GRAVITY * (1.5 * slope.sin()).powi(2),
                        SeeSaw(_) => 1.5 + 2.0 * size,
                        Lift(_) | Belt(_) => 0.5 + size,
                    };
                    let fall = (2.0 * GRAVITY * depth).sqrt() + speed;
                    assert!(own < 1.05 * fall, "{what}: {own} of {fall} m/s");
                    // The ends of the plank are 2 m from its bearing.
                    let lever = if let SeeSaw(arm) = ground { 2.0 / arm.abs() } else { 1.0 };
                    let most = 2.1 * lever * fall;
                    assert!(body < most, "{what}: a body at {body}, a fall at {fall} m/s");
                    assert!(speed > 0.0 || gain < 0.04 * start, "{what}: {gain} J on top of {start}");
                }
            }
        }
    }
}
