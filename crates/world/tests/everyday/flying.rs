//! Bodies in the air, and what bounces and swings.

use super::{
    Difference, GRAVITY, Ground, Group, NO_DIRECT_JOINTS, NO_SWEEPS, Outcome, Pace, Watched, add, at_most,
    energy, energy_of_step, settled_depth, share,
};
use geom::Shape;
use world::*;

const DT: f32 = 1.0 / 60.0;

pub(crate) fn falls() -> Group {
    let mut group = Group::new(
        "falls",
        "A body falls by g t (t + h) / 2 with sub-steps of h, and ends at g / c with damping c.",
    );
    for dt in [1.0 / 30.0, DT, 1.0 / 240.0] {
        for substeps in [1, 4, 8] {
            group.add(format!("dt {dt:.4} s, {substeps} sub-steps"), move |settings| {
                let mut world = Watched::new(settings.substeps(substeps));
                let shape = ColliderDef::new(Shape::circle(0.2).unwrap());
                let body = add(&mut world, BodyDef::dynamic(), shape);
                let damped = BodyDef::dynamic().position([50.0, 0.0]).damping(2.0, 0.0);
                let shape = ColliderDef::new(Shape::circle(0.2).unwrap());
                let damped = add(&mut world, damped, shape);
                let steps = (4.0 / dt).round();
                for _ in 0..steps as u32 {
                    world.step(dt);
                }
                let (time, h) = (f64::from(steps * dt), f64::from(dt) / f64::from(substeps));
                let fall = 0.5 * f64::from(GRAVITY) * time * (time + h);
                let fallen = -f64::from(world.body(body).unwrap().center().y);
                let speed = -f64::from(world.body(damped).unwrap().velocity().y);
                let figures = vec![
                    share("share of the fall", fallen, fall, 1e-4),
                    share("share of the terminal speed", speed, f64::from(GRAVITY) / 2.0, 1e-3),
                ];
                world.outcome(figures)
            });
        }
    }
    group
}

pub(crate) fn spins() -> Group {
    let mut group = Group::new("spins", "A free body has turned by w t.");
    for spin in [0.01_f32, 1.0, 30.0, -100.0, 400.0] {
        for (rate, substeps) in [(30, 1), (60, 4), (240, 8)] {
            group.add(format!("{spin} rad/s, {rate} Hz, {substeps} sub-steps"), move |settings| {
                let mut world = Watched::new(settings.gravity([0.0, 0.0]).substeps(substeps));
                let shape = ColliderDef::new(Shape::rectangle(0.5, 0.1).unwrap());
                let body = add(&mut world, BodyDef::dynamic().angular_velocity(spin), shape);
                for _ in 0..rate {
                    world.step(1.0 / rate as f32);
                }
                let off = geom::Rot::from_angle(-spin) * world.body(body).unwrap().pose().rotation;
                // A turn of more than two radians in a sub-step is off by up to 0.2%.
                let wide = spin.abs() > 2.0 * (rate * substeps) as f32;
                let most = 1.0 + if wide { 2.0 } else { 0.02 } * f64::from(spin.abs());
                let figures = vec![at_most("off the angle, mrad", 1e3 * f64::from(off.angle().abs()), most)];
                world.outcome(figures)
            });
        }
    }
    group
}

pub(crate) fn bounces() -> Group {
    let group = Group::new("bounces", "A ball that falls from h rises to e^2 h, e^4 h, and so on.");
    let differs = &[Difference {
        net: NO_SWEEPS,
        why: "a ball that is found in the ground bounces from there",
        beyond: &[("share of the height", 1.0)],
    }];
    let mut group = Group { differs, ..group };
    for pace in Pace::all() {
        for restitution in [0.5, 0.8, 1.0] {
            for height in [1.0, 5.0, 40.0] {
                let name = format!("e {restitution}, from {height} m");
                group.add_at(pace, &name, move |settings| bounce(settings, restitution, height, pace));
            }
        }
    }
    group
}

fn bounce(settings: WorldSettings, restitution: f32, height: f32, pace: Pace) -> Outcome {
    let radius = 0.2;
    let mut world = Watched::new(settings);
    Ground::Box.add(&mut world, 0.6, 20.0);
    let ball = ColliderDef::new(Shape::circle(radius).unwrap()).restitution(restitution);
    let ball = add(&mut world, BodyDef::dynamic().position([0.0, height + radius]), ball);
    let (mut tops, mut before) = (Vec::new(), 0.0);
    for _ in 0..pace.steps(20.0) {
        world.step(pace.dt());
        let body = world.body(ball).unwrap();
        let velocity = body.velocity().y;
        if before > 0.0 && velocity <= 0.0 {
            // The top lies between two steps.
            tops.push(body.center().y - radius + 0.5 * velocity * velocity / GRAVITY);
        }
        before = velocity;
    }
    let expected = (1..).map(|n| height * restitution.powi(2 * n));
    let heights = expected.take_while(|height| *height > 0.2).take(3).enumerate();
    let figures: Vec<_> = heights
        .map(|(i, height)| {
            let top = tops.get(i).copied().unwrap_or(0.0);
            // A bounce lies somewhere in a sub-step, in which the ball goes by v h: a tenth of that is lost.
            let late = 0.1 * (2.0 * GRAVITY * height).sqrt() * pace.h() / height;
            share("share of the height", f64::from(top), f64::from(height), 5e-4 + f64::from(late))
        })
        .collect();
    assert!(!figures.is_empty());
    // Shortfall: with one or two sub-steps the clamp stops a ball that comes down at 28 m/s.
    world.outcome_but(figures, if pace.h() > 0.008 && height > 10.0 { 3 } else { 0 })
}

pub(crate) fn spinning_landings() -> Group {
    let group = Group::new(
        "landings with spin",
        "A ball without restitution that spins lands as one that does not spin: it does not hop, nor sink.",
    );
    let differs = &[Difference {
        net: NO_SWEEPS,
        why: "a ball that is found in the ground is pushed out of it",
        beyond: &[("sinks, mm", 300.0), ("hops, mm", 50.0)],
    }];
    let mut group = Group { differs, ..group };
    for pace in Pace::all() {
        for spin in [0.0, 20.0, -80.0, 400.0] {
            for height in [0.5, 3.0] {
                let name = format!("{spin} rad/s, from {height} m");
                group.add_at(pace, &name, move |settings| land_with_spin(settings, spin, height, pace));
            }
        }
    }
    group
}

fn land_with_spin(settings: WorldSettings, spin: f32, height: f32, pace: Pace) -> Outcome {
    let radius = 0.25;
    let mut world = Watched::new(settings);
    Ground::Box.add(&mut world, 0.3, 600.0);
    let def = BodyDef::dynamic().position([0.0, height + radius]).angular_velocity(spin);
    let ball = add(&mut world, def, ColliderDef::new(Shape::circle(radius).unwrap()).friction(0.3));
    let (mut sink, mut hop, mut has_landed) = (0.0_f32, 0.0_f32, false);
    for _ in 0..pace.steps(2.5) {
        world.step(pace.dt());
        let above = world.body(ball).unwrap().center().y - radius;
        if has_landed {
            hop = hop.max(above);
        }
        has_landed |= above < 0.005;
        sink = sink.max(-above);
    }
    assert!(has_landed);
    let figures = vec![
        // In the sub-step in which it lands it goes by up to v h, of which a spring lets through 2%.
        at_most(
            "sinks, mm",
            1e3 * f64::from(sink),
            f64::from(1.3e3 * settled_depth(pace, 1) + 20.0 * (2.0 * GRAVITY * height).sqrt() * pace.h()),
        ),
        at_most("hops, mm", 1e3 * f64::from(hop), 0.1),
    ];
    world.outcome(figures)
}

/// The period of a pendulum of an amplitude, as a multiple of that of small swings: by the arithmetic and
/// geometric mean, 1 / agm(1, cos(a / 2)).
fn period_factor(amplitude: f64) -> f64 {
    let (mut a, mut g) = (1.0_f64, (0.5 * amplitude).cos());
    for _ in 0..8 {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    1.0 / a
}

pub(crate) fn pendulums() -> Group {
    let group = Group::new(
        "pendulums",
        "A pendulum has the period 2 pi sqrt(I / (m g l)) / agm(1, cos(a / 2)) and keeps its energy.",
    );
    let differs = &[Difference {
        net: NO_DIRECT_JOINTS,
        why: "the default solves a pendulum directly, and sweeps take some of its energy",
        beyond: &[("share of the period", 0.35), ("energy lost, %", 90.0)],
    }];
    let mut group = Group { differs, ..group };
    for pace in Pace::some() {
        for length in [0.3, 1.0, 5.0] {
            for amplitude in [0.1, 1.0, 2.5] {
                for size in [0.1, 0.3] {
                    if pace != Pace::DEFAULT && size * length > 0.1 && length != 1.0 {
                        continue;
                    }
                    let name = format!("{length} m, bob of {size} of that, {amplitude} rad");
                    let run = move |settings| swing(settings, length, size, amplitude, pace);
                    group.add_at(pace, &name, run);
                }
            }
        }
    }
    // Small bobs: the tension at the lever l turns one faster than a sub-step could follow, T l h^2 > I, if
    // it could turn by itself.
    for pace in Pace::some() {
        for length in [0.1, 0.3, 1.0, 5.0] {
            for size in [0.02, 0.003] {
                let name = format!("{length} m, bob of {size} of that, 1 rad");
                group.add_at(pace, &name, move |settings| swing(settings, length, size, 1.0, pace));
            }
        }
    }
    group
}

/// `size`: the radius of the bob as a share of the length.
fn swing(settings: WorldSettings, length: f32, size: f32, amplitude: f32, pace: Pace) -> Outcome {
    let mut world = Watched::new(settings);
    let pivot = world.add_body(BodyDef::fixed()).unwrap();
    let (sin, cos) = amplitude.sin_cos();
    let at = [length * sin, -length * cos];
    let bob = BodyDef::dynamic().position(at).angle(amplitude);
    let bob = add(&mut world, bob, ColliderDef::new(Shape::circle(size * length).unwrap()));
    let hinge = RevoluteJoint::new().anchors([0.0, 0.0], [0.0, length]);
    world.add_joint(JointDef::new(pivot, bob, hinge)).unwrap();
    let mass = world.body(bob).unwrap().mass_properties();
    let inertia = f64::from(mass.inertia + mass.mass * length * length);
    let small = (inertia / f64::from(mass.mass * GRAVITY * length)).sqrt() * std::f64::consts::TAU;
    let law = small * period_factor(f64::from(amplitude));
    let lowest = f64::from(-mass.mass * GRAVITY * length);
    let before = energy(&world, bob) - lowest;
    let (mut crossings, mut x) = (Vec::new(), at[0]);
    for step in 1..=pace.steps(20.0) {
        world.step(pace.dt());
        let now = world.body(bob).unwrap().center().x;
        if x < 0.0 && now >= 0.0 {
            crossings.push(f64::from(pace.dt()) * (f64::from(step) - f64::from(now / (now - x))));
        }
        x = now;
    }
    let swings = crossings.len() - 1;
    let period = (crossings[swings] - crossings[0]) / swings as f64;
    // Semi-implicit steps are off by (w h)^2 / 24 in the period, and by nothing in the energy of the middle
    // of a sub-step. Bobs that turn by more than 0.15 rad in a sub-step are followed to six solves along
    // their curve; what is left takes up to 0.9% in 20 s.
    let ratio = GRAVITY * pace.h() * pace.h() / length;
    let most = if ratio > 0.005 { 1.0 } else { 0.1 };
    let kept = (energy_of_step(&world, bob, pace.h()) - lowest) / before;
    let figures = vec![
        share("share of the period", period, law, 1e-4 + f64::from(ratio)),
        at_most("energy gained, %", 100.0 * (kept - 1.0), 0.1),
        at_most("energy lost, %", 100.0 * (1.0 - kept), most),
    ];
    world.outcome(figures)
}
