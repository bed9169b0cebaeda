//! Scenes of what a program sets: gravity that differs from place to place, and settings of single bodies.

use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::script::{Command, Effect};
use physics::prelude::*;

/// Moons go around a planet, and a room beside it has a gravity of its own; elsewhere there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GravityWells {
    /// The gravity of the planet times the square of the distance, m^3/s^2.
    pub strength: f32,
    /// The distances of the moons, m.
    pub orbits: [f32; 3],
    /// The gravity in the room, m/s^2, downwards.
    pub gravity: f32,
}

default!(GravityWells { strength: 64.0, orbits: [2.5, 3.5, 4.5], gravity: 9.81 });

pub(crate) const GRAVITY_WELLS: Scene = scene(file!(), "gravity_wells", 600, view(-12.0, -6.0, 14.0, 6.0))
    .about("Moons circle a planet that attracts them; balls fall in a room with a gravity of its own, and hover beside it.")
    .level(|| GravityWells::default().level())
    .script(|_step| GravityWells::default().commands());

impl GravityWells {
    /// The number of the first moon; the balls in the room follow, then those beside it.
    pub const FIRST_MOON: u32 = 2;
    /// The number of the first of the five balls in the room.
    pub const FIRST_FALLING: u32 = 5;
    /// The number of the first of the three balls that hover.
    pub const FIRST_HOVERING: u32 = 10;
    /// The middle of the planet.
    pub const PLANET: [f32; 2] = [-6.0, 0.0];
    /// m. The upper side of the floor of the room.
    pub const FLOOR: f32 = -4.5;
    /// m. The radius of the balls.
    pub const RADIUS: f32 = 0.4;

    /// What acts where, and where its label begins, m.
    const LABELS: [(f32, &str); 3] = [(-7.0, "attractor"), (3.6, "region of gravity"), (11.0, "no gravity")];

    /// The commands before each step.
    #[must_use]
    pub fn commands(&self) -> Vec<Command> {
        let planet = Attractor { reach: 6.0, ..Attractor::new(Self::PLANET, self.strength) };
        let room = Region::Box(Aabb::new([1.0, -5.0], [10.0, 5.0]));
        let room = GravityRegion::new(room, [0.0, -self.gravity]);
        let mut commands =
            [Effect::Attractor(planet), Effect::GravityRegion(room)].map(Command::Apply).to_vec();
        commands.extend(Self::LABELS.map(|(x, text)| Command::Label { at: [x, 5.3].into(), text }));
        commands
    }

    /// The level: the floor of the room, the planet, the moons, the balls.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, 0.0]));
        wall(&mut level, [5.5, Self::FLOOR - 0.25], 4.5, 0.25);
        let ball = |radius: f32| ColliderDef::new(shape(Shape::circle(radius)));
        level.body_with(BodyDef::fixed().position(Self::PLANET), ball(1.0));
        for (i, orbit) in self.orbits.into_iter().enumerate() {
            let out = Rot::from_angle(2.0 * i as f32) * Vec2::new(1.0, 0.0);
            let speed = (self.strength / orbit).sqrt();
            let def = BodyDef::dynamic().position(Point::from(Self::PLANET) + out * orbit);
            level.body_with(def.velocity(left_normal(out) * speed), ball(0.2));
        }
        for i in 0..5_u8 {
            let at = [2.0 + 1.6 * f32::from(i), f32::from(i) - 2.0];
            level.body_with(BodyDef::dynamic().position(at), ball(Self::RADIUS).restitution(0.5));
        }
        for i in 0..3_u8 {
            let at = [12.0, 3.0 * f32::from(i) - 3.0];
            level.body_with(BodyDef::dynamic().position(at), ball(Self::RADIUS));
        }
        level
    }
}

/// Six pairs of bodies on one ground; in each, one thing is set that the other does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodySettings;

pub(crate) const BODY_SETTINGS: Scene = scene(file!(), "body_settings", 480, view(-15.0, -1.0, 15.0, 10.0))
    .about("From left to right: a bound of speed, a mass set by hand, a smaller sleep speed, a filter joint, a shelf that is \
            disabled after two seconds, and a plate driven from pose to pose.")
    .level(|| BodySettings.level())
    .script(|step| BodySettings.commands(step));

impl BodySettings {
    /// A ball that falls freely, and one with a bound of its speed.
    pub const FALLING: [u32; 2] = [1, 2];
    /// m/s. The bound.
    pub const BOUND: f32 = 2.0;
    /// Two boxes on a seesaw; the second has twice its mass.
    pub const WEIGHED: [u32; 2] = [4, 5];
    /// Two boxes that creep on ice; the second may be slower before it sleeps.
    pub const CREEPING: [u32; 2] = [7, 8];
    /// m/s. How fast they creep.
    pub const CREEP: f32 = 0.04;
    /// Two boxes that a filter joint lets pass each other.
    pub const PASSING: [u32; 2] = [9, 10];
    /// The shelf, and the box on it.
    pub const SHELF: [u32; 2] = [11, 12];
    /// The step before which the shelf is disabled.
    pub const DISABLED: u32 = 120;
    /// The plate, and the box on it.
    pub const PLATE: [u32; 2] = [13, 14];

    /// What each pair shows, and where its label begins, m.
    const LABELS: [(f32, &str); 6] = [
        (-14.4, "speed bound"),
        (-9.4, "mass x 2"),
        (-4.6, "sleep speed"),
        (1.0, "filter joint"),
        (5.0, "disabled"),
        (9.0, "target poses"),
    ];

    /// Where the plate is driven to in each second, one after the other.
    #[must_use]
    pub fn poses() -> [Pose; 4] {
        [([10.0, 2.1], 0.0), ([10.8, 2.1], 0.1), ([10.8, 1.5], 0.0), ([10.0, 1.5], -0.1)]
            .map(|(at, angle)| Pose::new(at, angle))
    }

    /// The commands before a step.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        let mut commands = Vec::new();
        if step.is_multiple_of(60) {
            let pose = Self::poses()[(step / 60 % 4) as usize];
            commands.push(Command::DriveTo { body: Self::PLATE[0], pose, time: 1.0 });
        }
        if step == Self::DISABLED {
            commands.push(Command::SetEnabled { body: Self::SHELF[0], enabled: false });
        }
        commands.extend(Self::LABELS.map(|(x, text)| Command::Label { at: [x, 9.3].into(), text }));
        commands
    }

    /// The level. The ground is body 0; the pairs follow from left to right.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        let ground = wall(&mut level, [0.0, -0.5], 16.0, 0.5);
        let ball = ColliderDef::new(shape(Shape::circle(0.4)));
        let free = BodyDef::dynamic().position([-13.5, 8.0]);
        level.body_with(free, ball.clone());
        level.body_with(free.position([-12.0, 8.0]).max_speeds(Self::BOUND, f32::INFINITY), ball);

        let pivot = [-8.0, 1.2];
        let plank = level.body_with(BodyDef::dynamic().position(pivot), rectangle(1.8, 0.08));
        // The ground is at [0, -0.5].
        let hinge = RevoluteJoint::new().anchors([pivot[0], pivot[1] + 0.5], [0.0, 0.0]);
        level.joint(JointDef::new(ground, plank, hinge.limits(-0.15, 0.15)));
        // 0.64 kg and 0.068 kg m^2 at a density of 1; the second box counts as two of them.
        let heavy = MassProperties { mass: 2.0 * 0.64, center: Point::origin(), inertia: 2.0 * 0.0683 };
        let boxed = rectangle(0.4, 0.4);
        level.body_with(BodyDef::dynamic().position([-9.3, 1.7]), boxed.clone());
        level.body_with(BodyDef::dynamic().position([-6.7, 1.7]).mass(heavy), boxed.clone());

        wall(&mut level, [-2.5, 0.1], 2.0, 0.1);
        let ice = boxed.clone().friction(0.0);
        let creeping = BodyDef::dynamic().velocity([Self::CREEP, 0.0]);
        level.body_with(creeping.position([-4.0, 0.6]), ice.clone());
        level.body_with(creeping.position([-2.0, 0.6]).sleep_speed(0.01), ice);

        let a = level.body_with(BodyDef::dynamic().position([2.5, 2.0]), boxed.clone());
        let b = level.body_with(BodyDef::dynamic().position([2.8, 4.0]), boxed.clone());
        level.joint(JointDef::new(a, b, FilterJoint));

        wall(&mut level, [6.0, 2.5], 1.0, 0.1);
        level.body_with(BodyDef::dynamic().position([6.0, 3.1]), boxed.clone());

        let plate = BodyDef::kinematic().position([10.0, 1.5]);
        level.body_with(plate, rectangle(1.2, 0.1).friction(1.0));
        level.body_with(BodyDef::dynamic().position([10.0, 2.0]), boxed.friction(1.0));
        level
    }
}
