//! Boxes that slide, stop and stick.

use super::{GRAVITY, Ground, Group, Outcome, Watched, add, at_most, classic, share};
use geom::Shape;
use world::*;

const DT: f32 = 1.0 / 60.0;

/// Half of the side of a box, m.
const HALF: f32 = 0.25;

/// A flat box, which friction does not tip over.
fn slab(friction: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(2.0 * HALF, 0.5 * HALF).unwrap()).friction(friction)
}

pub(crate) fn stops() -> Group {
    let mut group = Group {
        name: "sliding to a stop",
        law: "Friction mu stops a box of v after v^2 / (2 mu g).",
        cases: Vec::new(),
        differs: &[],
    };
    for ground in [Ground::Box, Ground::HalfSpace, Ground::Chain, Ground::Plank] {
        for (speed, friction) in [(1.0, 0.1), (3.0, 0.5), (10.0, 0.3), (20.0, 0.6), (60.0, 0.8)] {
            let name = format!("{speed} m/s, friction {friction},");
            group.add_on(ground, &name, move |settings| stop(settings, ground, speed, friction));
        }
    }
    for (speed, friction) in [(3.0, 0.5), (20.0, 0.6)] {
        let name = format!("{speed} m/s, friction {friction}, classic solver");
        group.add(name, move |settings| stop(classic(settings), Ground::Box, speed, friction));
    }
    group
}

fn stop(settings: WorldSettings, ground: Ground, speed: f32, friction: f32) -> Outcome {
    let way = speed * speed / (2.0 * friction * GRAVITY);
    let mut world = Watched::new(settings);
    ground.add(&mut world, friction, 20.0 + way);
    let def = BodyDef::dynamic().position([0.0, 0.5 * HALF + ground.top()]).velocity([speed, 0.0]);
    let body = add(&mut world, def, slab(friction));
    for _ in 0..((speed / (friction * GRAVITY) + 1.0) / DT) as u32 {
        world.step(DT);
    }
    let body = world.body(body).unwrap();
    // The last and the first step are off by a part of themselves.
    let tolerance = 1e-3 + f64::from(0.6 * speed * DT / way);
    let figures = vec![
        share("share of the way", f64::from(body.center().x), f64::from(way), tolerance),
        at_most("speed at the end, mm/s", 1e3 * f64::from(body.velocity().norm()), 0.1),
    ];
    world.outcome(figures)
}

pub(crate) fn without_friction() -> Group {
    let mut group = Group {
        name: "sliding without friction",
        law: "A box without friction keeps v.",
        cases: Vec::new(),
        differs: &[],
    };
    for ground in [Ground::Box, Ground::HalfSpace, Ground::Chain, Ground::Segments, Ground::Platform] {
        for speed in [0.1_f32, 1.0, 8.0, 30.0, 60.0] {
            group.add_on(ground, &format!("{speed} m/s"), move |settings| {
                let mut world = Watched::new(settings);
                ground.add(&mut world, 0.0, 20.0 + 2.0 * speed);
                let def =
                    BodyDef::dynamic().position([0.0, 0.5 * HALF]).velocity([speed + ground.speed(), 0.0]);
                let body = add(&mut world, def, slab(0.0));
                for _ in 0..120 {
                    world.step(DT);
                }
                let body = world.body(body).unwrap();
                let way = f64::from(body.center().x - 2.0 * ground.speed());
                let figures = vec![
                    share("share of the way", way, f64::from(2.0 * speed), 1e-3),
                    at_most("sinks, mm", 1e3 * f64::from(0.5 * HALF - body.center().y), 0.1),
                ];
                world.outcome(figures)
            });
        }
    }
    group
}

pub(crate) fn slopes() -> Group {
    let mut group = Group {
        name: "boxes on slopes",
        law: "A box slides with g (sin a - mu cos a), or stays where tan a is below mu.",
        cases: Vec::new(),
        differs: &[],
    };
    for (angle, friction) in [(0.1_f32, 0.2_f32), (0.3, 0.6), (0.5, 0.7), (0.2, 0.1), (0.5, 0.3), (0.5, 0.0)]
    {
        group.add(format!("slope {angle} rad, friction {friction}"), move |settings| {
            let (sin, cos) = angle.sin_cos();
            let mut world = Watched::new(settings.gravity([GRAVITY * sin, -GRAVITY * cos]));
            Ground::Box.add(&mut world, friction, 60.0);
            let body = add(&mut world, BodyDef::dynamic().position([0.0, 0.5 * HALF]), slab(friction));
            for _ in 0..120 {
                world.step(DT);
            }
            let acceleration = (GRAVITY * (sin - friction * cos)).max(0.0);
            let body = world.body(body).unwrap();
            let figures = vec![at_most(
                "off the speed, mm/s",
                1e3 * f64::from((body.velocity().x - 2.0 * acceleration).abs()),
                if acceleration == 0.0 { 0.5 } else { 20.0 },
            )];
            world.outcome(figures)
        });
    }
    group
}

pub(crate) fn on_a_belt() -> Group {
    let mut group = Group {
        name: "box on a belt",
        law: "A box that is laid on a belt of speed u has u after u / (mu g).",
        cases: Vec::new(),
        differs: &[],
    };
    for speed in [0.5_f32, 3.0, 20.0] {
        group.add(format!("belt of {speed} m/s"), move |settings| {
            let friction = 0.5;
            let mut world = Watched::new(settings);
            let time = speed / (friction * GRAVITY);
            let half = 20.0 + speed * (time + 1.0);
            let belt = ColliderDef::new(Shape::rectangle(half, 0.5).unwrap());
            add(
                &mut world,
                BodyDef::fixed().position([0.0, -0.5]),
                belt.friction(friction).surface_speed(speed),
            );
            let body = add(&mut world, BodyDef::dynamic().position([0.0, 0.5 * HALF]), slab(friction));
            let mut half_way = 0.0;
            let steps = ((time + 0.5) / DT) as u32;
            for step in 1..=steps {
                world.step(DT);
                if step == (0.5 * time / DT) as u32 {
                    half_way =
                        world.body(body).unwrap().velocity().x / (friction * GRAVITY * step as f32 * DT);
                }
            }
            let mut figures = vec![share(
                "share of the speed",
                f64::from(world.body(body).unwrap().velocity().x),
                f64::from(speed),
                1e-3,
            )];
            if half_way > 0.0 {
                figures.push(share("share of the acceleration", f64::from(half_way), 1.0, 2e-2));
            }
            world.outcome(figures)
        });
    }
    group
}
