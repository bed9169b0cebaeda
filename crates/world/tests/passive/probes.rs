//! Single mechanisms with a figure each, so that designs can be compared in one table.
//!
//! Each probe takes a setting of the step and returns rows: the input, the figure, and what is right.

use super::builder::{Builder, Ranges};
use super::kinds::builds::ragdoll;
use super::kinds::outside;
use super::random::Random;
use super::survey::Setting;
use geom::{Point, Shape, Vec2};
use world::*;

/// A figure of a probe.
pub struct Figure {
    pub input: String,
    pub value: f64,
    pub unit: &'static str,
    /// The greatest value that is right.
    pub most: f64,
}

fn figure(input: impl Into<String>, value: f32, unit: &'static str, most: f64) -> Figure {
    Figure { input: input.into(), value: value.into(), unit, most }
}

/// A function that measures, with its name on the command line.
pub type Probe = (&'static str, &'static str, fn(Setting) -> Vec<Figure>);

pub const PROBES: &[Probe] = &[
    ("feet", "5 kg welded on a light foot that stands: how far the load rises in 20 s", feet),
    ("cars", "car on springs of 8 Hz, dropped by 5 cm: greatest speed in the 10th second", cars),
    ("rebound", "block on a hinged disc, dropped by 2 cm: rebound / drop by mass ratio", rebound),
    ("poles", "pole of n links, pushed at its tip by 5 weights of a link: how far the tip turns", poles),
    ("ragdolls", "ragdolls in a bin: how far a hinge is past its limits after 10 s", ragdolls),
    ("slider", "slider of +-0.2 m, hit through a rod: how far it is past its limits", slider),
    ("landing", "car with limits of +-150 mm falls 20 m: how far a wheel is past them", landing),
    ("tilted", "car falls tilted: how far a wheel or slider is off its axis", tilted),
    ("pushed", "two hinged posts begin pushed together: greatest speed of the upper one", pushed),
    ("damped", "force in a rod that holds a body with damping, of its weight", damped),
];

fn loaded(mut level: Level, setting: Setting) -> (World, LevelIds) {
    setting.apply(&mut level);
    World::load(&level).expect("the level is valid")
}

/// An empty level with a floor up to y = 0 as body 0.
fn with_floor() -> Level {
    let mut level = Level::new(WorldSettings::default());
    let floor = ColliderDef::new(Shape::rectangle(200.0, 1.0).unwrap());
    level.body_with(BodyDef::fixed().position([0.0, -1.0]), floor);
    level
}

fn body_of(level: &mut Level, mass: f32, shape: Shape, at: [f32; 2], angle: f32) -> u32 {
    let density = mass / shape.mass_properties(1.0).unwrap().mass;
    level.body_with(BodyDef::dynamic().position(at).angle(angle), ColliderDef::new(shape).density(density))
}

/// Steps for some seconds and hands the world over after each step.
fn watch(world: &mut World, setting: Setting, seconds: f32, mut each: impl FnMut(&World)) {
    for _ in 0..(seconds / setting.dt()).round() as u32 {
        world.step(setting.dt());
        each(world);
    }
}

fn feet(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    let foot_box = || Shape::rectangle(0.25, 0.25).unwrap();
    let foot_round = || Shape::circle(0.25).unwrap();
    let mut measure = |name: &str, mass: f32, shape: Shape, fixed: bool| {
        let mut level = with_floor();
        let foot = body_of(&mut level, mass, shape, [0.0, 0.25], 0.0);
        let load = body_of(&mut level, 5.0, Shape::rectangle(0.5, 0.25).unwrap(), [0.0, 0.75], 0.0);
        level.bodies[load as usize].locks.rotation = fixed;
        level.joint(JointDef::new(load, foot, WeldJoint::new().anchors([0.0, -0.25], [0.0, 0.25])));
        let (mut world, ids) = loaded(level, setting);
        let mut highest = 0.0_f32;
        watch(&mut world, setting, 20.0, |world| {
            highest = highest.max(world.body(ids.bodies[load as usize]).unwrap().center().y);
        });
        let asleep =
            if world.body(ids.bodies[load as usize]).unwrap().is_awake() { "awake" } else { "asleep" };
        figures.push(figure(format!("{name}, {mass} kg, {asleep}"), highest - 0.75, "m", 0.005));
    };
    for mass in [1.0, 0.5, 0.3, 0.1, 0.05, 0.02, 0.01, 0.005] {
        measure("box", mass, foot_box(), false);
    }
    measure("round", 0.02, foot_round(), false);
    measure("box, load does not turn", 0.02, foot_box(), true);
    figures
}

/// A car of a chassis 2.4 x 0.5 m and two wheels of 3.85 kg, with the lowest point of its wheels at this
/// height, m.
fn car(mass: f32, height: f32, angle: f32, kind: impl Fn(WheelJoint) -> JointKind) -> Level {
    let mut level = with_floor();
    let turn = geom::Rot::from_angle(angle);
    let lowest = 0.35 + 0.9 * turn.sin.abs();
    let middle = Point::new(0.0, height + lowest + 0.45 * turn.cos);
    let chassis = body_of(&mut level, mass, Shape::rectangle(1.2, 0.25).unwrap(), middle.into(), angle);
    for x in [-0.9, 0.9] {
        let hub = middle + turn * Vec2::new(x, -0.45);
        let wheel = body_of(&mut level, 3.85, Shape::circle(0.35).unwrap(), hub.into(), angle);
        let axle = WheelJoint::new([0.0, 1.0]).anchors([x, -0.45], [0.0, 0.0]);
        level.joint(JointDef::new(chassis, wheel, kind(axle)));
    }
    level
}

fn cars(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    for mass in [24.0, 48.0, 120.0, 240.0, 480.0, 1200.0, 2400.0] {
        let (mut world, _) =
            loaded(car(mass, 0.05, 0.0, |axle| axle.spring(8.0, 0.7).limits(-0.15, 0.15).into()), setting);
        watch(&mut world, setting, 9.0, |_| {});
        let mut fastest = 0.0_f32;
        watch(&mut world, setting, 1.0, |world| {
            fastest = world.dynamic_bodies().map(|body| body.velocity().norm()).fold(fastest, f32::max);
        });
        figures.push(figure(format!("chassis of {mass} kg"), fastest, "m/s", 0.01));
    }
    figures
}

fn rebound(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    for ratio in [2.0, 7.0, 8.0, 12.0, 16.0, 50.0, 100.0, 200.0, 500.0, 1000.0] {
        let (mut level, drop) = (with_floor(), 0.02);
        let disc = body_of(&mut level, 1.0, Shape::circle(0.2).unwrap(), [0.0, 0.2 + drop], 0.0);
        let block = body_of(&mut level, ratio, Shape::rectangle(0.3, 0.2).unwrap(), [0.0, 0.6 + drop], 0.0);
        level.bodies[block as usize].locks.rotation = true;
        level.joint(JointDef::new(block, disc, RevoluteJoint::new().anchors([0.0, -0.4], [0.0, 0.0])));
        let (mut world, ids) = loaded(level, setting);
        let (mut lowest, mut highest) = (f32::MAX, 0.0_f32);
        watch(&mut world, setting, 3.0, |world| {
            let height = world.body(ids.bodies[block as usize]).unwrap().center().y - 0.6;
            if height < lowest {
                (lowest, highest) = (height, height);
            }
            highest = highest.max(height);
        });
        figures.push(figure(format!("ratio {ratio}"), highest / drop, "", 0.1));
    }
    figures
}

fn poles(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    for hinged in [false, true] {
        for count in 1..=12_u32 {
            let mut level = Level::new(WorldSettings::default());
            let mut last = level.body(BodyDef::fixed());
            for i in 0..count {
                let link = body_of(
                    &mut level,
                    1.0,
                    Shape::rectangle(0.05, 0.25).unwrap(),
                    [0.0, 0.25 + 0.5 * i as f32],
                    0.0,
                );
                let top = if i == 0 { 0.0 } else { 0.25 };
                let anchors = ([0.0, top], [0.0, -0.25]);
                let kind: JointKind = if hinged {
                    RevoluteJoint::new().anchors(anchors.0, anchors.1).limits(0.0, 0.0).into()
                } else {
                    WeldJoint::new().anchors(anchors.0, anchors.1).into()
                };
                level.joint(JointDef::new(last, link, kind));
                last = link;
            }
            let (mut world, ids) = loaded(level, setting);
            let tip = ids.bodies[last as usize];
            let angle = |world: &World| world.body(tip).unwrap().pose().rotation.angle().abs();
            let mut most = 0.0_f32;
            for _ in 0..2 * setting.rate {
                let at = world.body(tip).unwrap().pose() * Point::new(0.0, 0.25);
                world.body_mut(tip).unwrap().apply_force([5.0 * 9.81, 0.0], at).unwrap();
                world.step(setting.dt());
                most = most.max(angle(&world));
            }
            let mut straight = 0;
            for step in 1..=20 * setting.rate {
                world.step(setting.dt());
                if angle(&world) > 0.002 {
                    straight = step;
                }
            }
            let after = straight as f32 * setting.dt();
            let name = if hinged { "hinged" } else { "welded" };
            figures.push(figure(
                format!("{name}, n = {count}, straight after {after:.2} s"),
                most,
                "rad",
                0.002,
            ));
        }
    }
    figures
}

fn ragdolls(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (count, torque) in [(4, 15.0), (6, 15.0), (4, 0.0), (6, 0.0)] {
        let (mut now, mut ever) = (0.0_f32, 0.0_f32);
        for seed in 0..4 {
            let ranges = Ranges { sizes: [1.8, 1.8], ..Ranges::COMMON };
            let mut builder = Builder::new(Random::new(1, seed, 0), ranges);
            builder.plain();
            builder.bin(1.1, 4.0);
            for i in 0..count {
                let at = Point::new(0.25 * builder.random.signed(), 1.6 + 2.0 * i as f32);
                let turned = builder.random.between(-0.2, 0.2);
                // 60 kg: ten parts with 0.19 of the square of the height.
                ragdoll(&mut builder, at, turned, 60.0 / (0.19 * 1.8 * 1.8), torque);
            }
            let (mut world, _) = loaded(builder.level, setting);
            let past = |world: &World| world.joints().map(outside).fold(0.0, f32::max);
            watch(&mut world, setting, 10.0, |world| ever = ever.max(past(world)));
            now = now.max(past(&world));
        }
        let input = format!("{count} ragdolls, friction {torque} N m, 4 drops");
        figures.push(figure(format!("{input}, while they fall"), ever, "rad", 0.1));
        figures.push(figure(input, now, "rad", 0.02));
    }
    figures
}

fn slider(setting: Setting) -> Vec<Figure> {
    // The rod slides itself, or hangs on a block that slides. Its centre is 2 m below.
    let level = |hangs: bool, spin: f32| {
        let mut level = Level::new(WorldSettings::default());
        let rail = level.body(BodyDef::fixed());
        let guide = PrismaticJoint::new([1.0, 0.0]).limits(-0.2, 0.2);
        let rod = body_of(&mut level, 1.0, Shape::rectangle(0.05, 2.0).unwrap(), [0.0, -2.0], 0.0);
        if hangs {
            let block = body_of(&mut level, 1.0, Shape::rectangle(0.1, 0.1).unwrap(), [0.0, 0.0], 0.0);
            level.joint(JointDef::new(rail, block, guide));
            level.joint(JointDef::new(block, rod, RevoluteJoint::new().anchors([0.0, 0.0], [0.0, 2.0])));
        } else {
            level.joint(JointDef::new(rail, rod, guide.anchors([0.0, 0.0], [0.0, 2.0])));
        }
        level.bodies[rod as usize].velocity = Vec2::new(30.0, 0.0);
        level.bodies[rod as usize].angular_velocity = spin;
        level
    };
    let past = |hangs: bool, at: Setting| {
        let mut most = 0.0_f32;
        for spin in [-45.0, 45.0] {
            let (mut world, ids) = loaded(level(hangs, spin), at);
            watch(&mut world, at, 2.0, |world| {
                most = most.max(world.joint(ids.joints[0]).unwrap().translation().abs() - 0.2);
            });
        }
        most
    };
    let mut figures = Vec::new();
    for (rate, substeps) in [(setting.rate, setting.substeps), (30, 4), (60, 1), (30, 1)] {
        let at = Setting { rate, substeps, ..setting };
        figures.push(figure(format!("rod that slides, 1/{rate} x {substeps}"), past(false, at), "m", 0.005));
        figures.push(figure(format!("rod on a slider, 1/{rate} x {substeps}"), past(true, at), "m", 0.005));
    }
    figures
}

fn landing(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (mass, height) in [(24.0, 20.0), (240.0, 2.0), (240.0, 20.0), (2400.0, 20.0)] {
        let level = car(mass, height, 0.0, |axle| axle.spring(2.0, 0.7).limits(-0.15, 0.15).into());
        let (mut world, _) = loaded(level, setting);
        let mut most = 0.0_f32;
        watch(&mut world, setting, 4.0, |world| {
            most = world.joints().map(outside).fold(most, f32::max);
        });
        figures.push(figure(format!("{mass} kg from {height} m"), 1e3 * most, "mm", 5.0));
    }
    figures
}

fn tilted(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    for ratio in [4.0, 7.1, 8.0, 12.0] {
        for height in [2.0, 6.0] {
            for slides in [false, true] {
                let kind = |axle: WheelJoint| -> JointKind {
                    let axle = axle.spring(4.0, 0.7).limits(-0.15, 0.15);
                    let slider = PrismaticJoint::new(axle.axis).anchors(axle.anchor_a, axle.anchor_b);
                    let slider = slider.spring(4.0, 0.7).limits(-0.15, 0.15);
                    if slides { slider.into() } else { axle.into() }
                };
                let mut most = 0.0_f32;
                for angle in [0.1, 0.3, 0.6, 0.9, 1.2, 1.5] {
                    let (mut world, _) = loaded(car(ratio * 3.85, height, angle, kind), setting);
                    watch(&mut world, setting, 3.0, |world| {
                        most = world.joints().map(JointRef::error).fold(most, f32::max);
                    });
                }
                let name = if slides { "slider" } else { "wheel" };
                figures.push(figure(format!("{name}, ratio {ratio} from {height} m"), 1e3 * most, "mm", 5.0));
            }
        }
    }
    figures
}

fn pushed(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    for by in [0.01, 0.05, 0.2] {
        let mut level = with_floor();
        let post = || Shape::rectangle(0.15, 0.5).unwrap();
        let lower = body_of(&mut level, 0.3, post(), [0.0, 0.5], 0.0);
        let upper = body_of(&mut level, 0.3, post(), [0.0, 1.5 - by], 0.0);
        let hinge = RevoluteJoint::new().anchors([0.0, 0.5], [0.0, -0.5]).limits(0.0, 0.0);
        level.joint(JointDef::new(lower, upper, hinge));
        let (mut world, ids) = loaded(level, setting);
        let (mut fastest, mut highest) = (0.0_f32, 0.0_f32);
        watch(&mut world, setting, 3.0, |world| {
            let body = world.body(ids.bodies[upper as usize]).unwrap();
            fastest = fastest.max(body.velocity().y);
            highest = highest.max(body.center().y);
        });
        figures.push(figure(format!("by {} cm", 100.0 * by), fastest, "m/s", 0.05));
        figures.push(figure(format!("by {} cm: above its place", 100.0 * by), highest - 1.5, "m", 0.005));
    }
    figures
}

fn damped(setting: Setting) -> Vec<Figure> {
    let mut figures = Vec::new();
    for damping in [0.0, 1.0, 10.0, 50.0] {
        let mut level = Level::new(WorldSettings::default().sleeping(false));
        let hook = level.body(BodyDef::fixed());
        let bob = body_of(&mut level, 1.0, Shape::circle(0.2).unwrap(), [0.0, -1.0], 0.0);
        level.bodies[bob as usize].damping = damping;
        level.joint(JointDef::new(hook, bob, DistanceJoint::new(1.0)));
        let (mut world, ids) = loaded(level, setting);
        watch(&mut world, setting, 3.0, |_| {});
        let (force, _) = world.joint(ids.joints[0]).unwrap().reaction();
        let missing = 1.0 - force.y / 9.81;
        figures.push(figure(format!("damping {damping} 1/s: share that is missing"), missing, "", 0.005));
    }
    figures
}
