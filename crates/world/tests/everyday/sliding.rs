//! Boxes that slide, stop and stick.

use super::{
    Difference, GRAVITY, Ground, Group, NO_SWEEPS, Outcome, Pace, Watched, add, at_most, classic,
    settled_depth, share,
};
use geom::Shape;
use world::*;

/// Half of the side of a box, m.
const HALF: f32 = 0.25;

/// A flat box, which friction does not tip over.
fn slab(friction: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(2.0 * HALF, 0.5 * HALF).unwrap()).friction(friction)
}

pub(crate) fn stops() -> Group {
    let group = Group::new(
        "sliding to a stop",
        "Friction mu stops a box of v after v^2 / (2 mu g) - v h / 2, in sub-steps of h.",
    );
    let differs = &[Difference {
        net: NO_SWEEPS,
        why: "on the classic solver at 30 Hz, a box falls by 11 mm before anything pushes, and the clamp stops it",
        beyond: &[],
    }];
    let mut group = Group { differs, ..group };
    for ground in [Ground::Box, Ground::HalfSpace, Ground::Chain, Ground::Plank] {
        for (speed, friction) in [(1.0, 0.1), (3.0, 0.5), (10.0, 0.3), (20.0, 0.6), (60.0, 0.8)] {
            let name = format!("{speed} m/s, friction {friction},");
            group.add_on(ground, &name, move |settings| {
                stop(settings, ground, speed, friction, Pace::DEFAULT)
            });
        }
    }
    for pace in Pace::all().skip(1) {
        for (speed, friction) in [(1.0, 0.1), (3.0, 0.5), (60.0, 0.8)] {
            let name = format!("{speed} m/s, friction {friction}");
            group.add_at(pace, &name, move |settings| stop(settings, Ground::Box, speed, friction, pace));
        }
    }
    for rate in [30, 60, 240] {
        for (speed, friction) in [(3.0, 0.5), (20.0, 0.6)] {
            let name = format!("{speed} m/s, friction {friction}, classic solver at {rate} Hz");
            let pace = Pace { rate, substeps: 1 };
            group.add(name, move |settings| stop(classic(settings), Ground::Box, speed, friction, pace));
            group.last().has_other_pace = rate != 60;
        }
    }
    group
}

fn stop(settings: WorldSettings, ground: Ground, speed: f32, friction: f32, pace: Pace) -> Outcome {
    let way = speed * speed / (2.0 * friction * GRAVITY) - 0.5 * speed * pace.h();
    let mut world = Watched::new(settings);
    ground.add(&mut world, friction, 20.0 + way);
    let def = BodyDef::dynamic().position([0.0, 0.5 * HALF + ground.top()]).velocity([speed, 0.0]);
    let body = add(&mut world, def, slab(friction));
    for _ in 0..pace.steps(speed / (friction * GRAVITY) + 1.0) {
        world.step(pace.dt());
    }
    // The last sub-step is cut, and in the first ones friction is that of a load that settles: each is a part
    // of the way mu g h^2. And a change of velocity of mu g h is rounded to the numbers near v.
    let change = friction * GRAVITY * pace.h();
    let rounding = 0.25 * speed * f32::EPSILON / change;
    let tolerance = 2e-4 + f64::from(change * pace.h() / way + rounding);
    // Shortfall: the clamp takes the way of one step, not only the way into the ground.
    let is_clamped = world.settings().method == Method::Classic && pace.rate == 30;
    let tolerance = tolerance + if is_clamped { f64::from(speed * pace.dt() / way) } else { 0.0 };
    let body = world.body(body).unwrap();
    let figures = vec![
        share("share of the way", f64::from(body.center().x), f64::from(way), tolerance),
        at_most("speed at the end, mm/s", 1e3 * f64::from(body.velocity().norm()), 0.1),
    ];
    world.outcome_but(figures, if is_clamped { 2 } else { 0 })
}

pub(crate) fn without_friction() -> Group {
    let mut group = Group::new("sliding without friction", "A box without friction keeps v.");
    for ground in [Ground::Box, Ground::HalfSpace, Ground::Chain, Ground::Segments, Ground::Platform] {
        for speed in [0.1, 1.0, 8.0, 30.0, 60.0] {
            let run = move |settings| glide(settings, ground, speed, Pace::DEFAULT);
            group.add_on(ground, &format!("{speed} m/s"), run);
        }
    }
    for pace in Pace::all().skip(1) {
        for (ground, speed) in [(Ground::Box, 0.1), (Ground::Box, 60.0), (Ground::Segments, 8.0)] {
            let run =
                move |settings: WorldSettings| glide(settings.substeps(pace.substeps), ground, speed, pace);
            group.add_on(ground, &format!("{speed} m/s, {pace},"), run);
            group.last().has_other_pace = true;
        }
    }
    group
}

fn glide(settings: WorldSettings, ground: Ground, speed: f32, pace: Pace) -> Outcome {
    let mut world = Watched::new(settings);
    ground.add(&mut world, 0.0, 20.0 + 2.0 * speed);
    let def = BodyDef::dynamic().position([0.0, 0.5 * HALF]).velocity([speed + ground.speed(), 0.0]);
    let body = add(&mut world, def, slab(0.0));
    for _ in 0..pace.steps(2.0) {
        world.step(pace.dt());
    }
    let body = world.body(body).unwrap();
    let way = f64::from(body.center().x - 2.0 * ground.speed());
    let figures = vec![
        share("share of the way", way, f64::from(2.0 * speed), 1e-4),
        // A point of contact at the end of a slab feels a quarter of its mass: two are half as stiff as one.
        at_most(
            "sinks, mm",
            1e3 * f64::from(0.5 * HALF - body.center().y),
            f64::from(1e3 * settled_depth(pace, 2)) + 0.01,
        ),
    ];
    world.outcome(figures)
}

/// mm/s. What a velocity of up to `speed` (m/s) is off after so many seconds if each sub-step rounds it the
/// same way by half of the distance of two numbers.
fn rounding(speed: f32, pace: Pace, seconds: f32) -> f64 {
    let substeps = (pace.steps(seconds) * pace.substeps) as f32;
    f64::from(1e3 * substeps * 0.5 * f32::EPSILON * (1.0 + speed))
}

pub(crate) fn slopes() -> Group {
    let mut group = Group::new(
        "boxes on slopes",
        "A box slides with g (sin a - mu cos a), or stays where tan a is below mu.",
    );
    for pace in Pace::all() {
        for (angle, friction) in [(0.1, 0.2), (0.3, 0.6), (0.5, 0.7), (0.2, 0.1), (0.5, 0.3), (0.5, 0.0)] {
            let name = format!("slope {angle} rad, friction {friction}");
            group.add_at(pace, &name, move |settings| on_slope(settings, angle, friction, pace));
        }
    }
    group
}

fn on_slope(settings: WorldSettings, angle: f32, friction: f32, pace: Pace) -> Outcome {
    let (sin, cos) = angle.sin_cos();
    let mut world = Watched::new(settings.gravity([GRAVITY * sin, -GRAVITY * cos]));
    Ground::Box.add(&mut world, friction, 60.0);
    let body = add(&mut world, BodyDef::dynamic().position([0.0, 0.5 * HALF]), slab(friction));
    for _ in 0..pace.steps(2.0) {
        world.step(pace.dt());
    }
    let acceleration = (GRAVITY * (sin - friction * cos)).max(0.0);
    let body = world.body(body).unwrap();
    let (speed, way) = (2.0 * acceleration, acceleration * (2.0 + pace.h()));
    // Velocities are rounded in each sub-step. On the way comes what friction lacks while the contact
    // settles.
    let rounding = rounding(speed, pace, 2.0);
    let settling = 0.25e3 * f64::from(friction * GRAVITY * pace.h() * pace.h());
    let figures = vec![
        at_most("off the speed, mm/s", 1e3 * f64::from((body.velocity().x - speed).abs()), 0.02 + rounding),
        at_most(
            "off the way, mm",
            1e3 * f64::from((body.center().x - way).abs()),
            0.05 + rounding + settling,
        ),
    ];
    world.outcome(figures)
}

pub(crate) fn on_a_belt() -> Group {
    let mut group = Group::new(
        "box on a belt",
        "A box that is laid on a belt of speed u has mu g t, until it has u after u / (mu g).",
    );
    for pace in Pace::all() {
        for speed in [0.5, 3.0, 20.0] {
            let name = format!("belt of {speed} m/s");
            group.add_at(pace, &name, move |settings| carry(settings, speed, pace));
        }
    }
    group
}

fn carry(settings: WorldSettings, speed: f32, pace: Pace) -> Outcome {
    let friction = 0.5;
    let mut world = Watched::new(settings);
    let time = speed / (friction * GRAVITY);
    let half = 20.0 + speed * (time + 1.0);
    let belt = ColliderDef::new(Shape::rectangle(half, 0.5).unwrap());
    add(&mut world, BodyDef::fixed().position([0.0, -0.5]), belt.friction(friction).surface_speed(speed));
    let body = add(&mut world, BodyDef::dynamic().position([0.0, 0.5 * HALF]), slab(friction));
    let half_way = ((0.5 * time / pace.dt()) as u32).max(1);
    let mut off = 0.0;
    for step in 1..=pace.steps(time + 0.5) {
        world.step(pace.dt());
        if step == half_way {
            let gained = (friction * GRAVITY * step as f32 * pace.dt()).min(speed);
            off = (world.body(body).unwrap().velocity().x - gained).abs();
        }
    }
    let figures = vec![
        share(
            "share of the speed",
            f64::from(world.body(body).unwrap().velocity().x),
            f64::from(speed),
            1e-4,
        ),
        at_most(
            "off the speed on the way, mm/s",
            1e3 * f64::from(off),
            0.02 + rounding(speed, pace, 0.5 * time),
        ),
    ];
    world.outcome(figures)
}
