//! Heavy bodies on light ones, and against them.

use super::{
    Difference, GRAVITY, Ground, Group, NO_DIRECT_CONTACTS, NO_SWEEPS, Outcome, Pace, STATIC_ONLY, Watched,
    add, at_most, share,
};
use geom::Shape;
use world::*;

/// m. Half of the length and of the thickness of a plank.
const HALF_LENGTH: f32 = 0.5;
const HALF_THICKNESS: f32 = 0.02;

pub(crate) fn planks() -> Group {
    let group = Group::new(
        "balls over light planks",
        "A ball that rolls over a row of light planks that lie on the ground comes v t far and keeps v; the \
         planks stay where they are.",
    );
    let differs = &[Difference {
        net: NO_DIRECT_CONTACTS,
        why: "a plank of a fiftieth of the mass of the ball is pressed into the ground",
        beyond: &[
            ("share of the way", 0.07),
            ("share of the speed", 0.07),
            ("rises, mm", 450.0),
            ("sinks, mm", 35.0),
            ("planks move, mm", 400.0),
            ("interventions of nets", 20.0),
        ],
    }];
    let mut group = Group { differs, ..group };
    for pace in [(60, 4), (120, 4)].map(Pace::from) {
        for density in [0.1, 1.0, 10.0] {
            for (radius, speed) in [(0.25, 1.0), (0.25, 5.0), (0.25, 20.0), (1.0, 5.0)] {
                let name = format!("r {radius} m at {speed} m/s, planks of {density} kg/m^2");
                group.add_at(pace, &name, move |settings| over(settings, radius, speed, density, pace));
                group.last().has_seams = true;
            }
        }
    }
    group
}

fn over(settings: WorldSettings, radius: f32, speed: f32, density: f32, pace: Pace) -> Outcome {
    let seconds = 2.0;
    let mut world = Watched::new(settings);
    Ground::Box.add(&mut world, 0.9, 30.0 + speed * seconds);
    let count = (speed * seconds + 4.0) as u32;
    let planks: Vec<_> = (0..count)
        .map(|i| {
            let def = BodyDef::dynamic().position([i as f32 - 1.5, HALF_THICKNESS]);
            let plank = Shape::rectangle(HALF_LENGTH, HALF_THICKNESS).unwrap();
            add(&mut world, def, ColliderDef::new(plank).density(density).friction(0.9))
        })
        .collect();
    let height = radius + 2.0 * HALF_THICKNESS;
    let def =
        BodyDef::dynamic().position([0.0, height]).velocity([speed, 0.0]).angular_velocity(-speed / radius);
    let ball = add(&mut world, def, ColliderDef::new(Shape::circle(radius).unwrap()).friction(0.9));
    let (mut highest, mut lowest) = (0.0_f32, 0.0_f32);
    for _ in 0..pace.steps(seconds) {
        world.step(pace.dt());
        let above = world.body(ball).unwrap().center().y - height;
        (highest, lowest) = (highest.max(above), lowest.min(above));
    }
    let body = world.body(ball).unwrap();
    let moved = planks.iter().enumerate().map(|(i, &it)| {
        let center = world.body(it).unwrap().center();
        (center.x - i as f32 + 1.5).abs()
    });
    let figures = vec![
        // Shortfall: planks are soft where they bear less than sixteen times their mass. Beneath the ball
        // they sink, by 8 mm at five times their mass, and it rolls uphill or bumps at the next plank.
        share("share of the way", f64::from(body.center().x), f64::from(speed * seconds), 0.01),
        share("share of the speed", f64::from(body.velocity().x), f64::from(speed), 0.025),
        at_most("rises, mm", 1e3 * f64::from(highest), 5.0),
        at_most("sinks, mm", 1e3 * f64::from(-lowest), 10.0),
        at_most("planks move, mm", 1e3 * f64::from(moved.fold(0.0, f32::max)), 0.1),
    ];
    // Shortfall: at 20 m/s on planks of a fiftieth of its mass, impulses are forgotten.
    world.outcome_but(figures, if density < 1.0 && speed > 10.0 { 80 } else { 3 })
}

pub(crate) fn step() -> Group {
    let group = Group::new(
        "balls against a light plank",
        "A ball that rolls against a plank of thickness s and over it gains no energy, and loses at most what \
         the edge takes twice, 1 - (1 - 2 s / (3 r))^2, and its share of the plank and of the fall behind it.",
    );
    let differs = &[
        Difference {
            net: NO_SWEEPS,
            why: "a ball that is found in the plank is pushed up by it",
            beyond: &[],
        },
        Difference {
            net: STATIC_ONLY,
            why: "a ball that is found in the plank is pushed up by it",
            beyond: &[],
        },
        Difference { net: NO_DIRECT_CONTACTS, why: "the plank is pressed into the ground", beyond: &[] },
    ];
    let mut group = Group { differs, ..group };
    for pace in [(60, 4), (120, 4)].map(Pace::from) {
        for density in [0.5, 5.0] {
            for (radius, speed) in [(0.25, 2.0), (0.25, 6.0), (0.5, 12.0)] {
                let name = format!("r {radius} m at {speed} m/s, a plank of {density} kg/m^2");
                group.add_at(pace, &name, move |settings| against(settings, radius, speed, density, pace));
            }
        }
    }
    group
}

fn against(settings: WorldSettings, radius: f32, speed: f32, density: f32, pace: Pace) -> Outcome {
    let thickness = 0.01;
    let mut world = Watched::new(settings);
    Ground::Box.add(&mut world, 0.9, 60.0);
    let plank = ColliderDef::new(Shape::rectangle(HALF_LENGTH, 0.5 * thickness).unwrap());
    let def = BodyDef::dynamic().position([1.0 + HALF_LENGTH, 0.5 * thickness]);
    let plank = add(&mut world, def, plank.density(density).friction(0.9));
    let def =
        BodyDef::dynamic().position([0.0, radius]).velocity([speed, 0.0]).angular_velocity(-speed / radius);
    let ball = add(&mut world, def, ColliderDef::new(Shape::circle(radius).unwrap()).friction(0.9));
    for _ in 0..pace.steps(6.0 / speed + 1.0) {
        world.step(pace.dt());
    }
    let mass = |it| f64::from(world.body(it).unwrap().mass_properties().mass);
    let (heavy, light) = (mass(ball), mass(plank));
    let speed = f64::from(speed);
    let kept = f64::from(world.body(ball).unwrap().kinetic_energy()) / (0.75 * heavy * speed * speed);
    let (s, r) = (f64::from(thickness), f64::from(radius));
    let edge = 1.0 - (1.0 - 2.0 * s / (3.0 * r)).powi(2);
    let fall = f64::from(GRAVITY) * s / (0.75 * speed * speed);
    let taken = light / heavy;
    let figures = vec![
        at_most("energy gained, %", 100.0 * (kept - 1.0), 0.1),
        // Shortfall: over a fixed plank it loses nothing beyond these, over one that can move 8%, since it
        // hops higher.
        at_most(
            "energy lost beyond edge, fall and plank, %",
            100.0 * (1.0 - kept - 2.0 * edge - fall - taken),
            8.0,
        ),
    ];
    // At 2 m/s the ball comes to rest on the plank or parts from it within a step.
    world.outcome_but(figures, 2)
}

pub(crate) fn rows() -> Group {
    let group = Group::new(
        "discs against light ones",
        "A disc without friction that meets n discs in a row, each m of its M, pushes them before it with \
         M / (M + n m) of its speed.",
    );
    let differs = &[Difference {
        net: NO_DIRECT_CONTACTS,
        why: "sweeps do not pass an impulse through a row of discs of a fiftieth of the mass",
        beyond: &[("share of the speed", 0.02), ("share of the speed of the first", 0.45)],
    }];
    let mut group = Group { differs, ..group };
    for pace in Pace::some() {
        for count in [1, 5] {
            for (speed, density) in [(1.0, 1.0), (1.0, 0.02), (10.0, 1.0), (10.0, 0.02)] {
                let name = format!("{speed} m/s against {count} of {density} times the mass");
                group.add_at(pace, &name, move |settings| meet(settings, speed, density, count, pace));
            }
        }
    }
    group
}

fn meet(settings: WorldSettings, speed: f32, density: f32, count: u32, pace: Pace) -> Outcome {
    let radius = 0.25;
    let mut world = Watched::new(settings);
    Ground::Box.add(&mut world, 0.0, 60.0);
    let mut disc = |x: f32, speed: f32, density: f32| {
        let def = BodyDef::dynamic().position([x, radius]).velocity([speed, 0.0]);
        let disc = ColliderDef::new(Shape::circle(radius).unwrap()).density(density).friction(0.0);
        add(&mut world, def, disc)
    };
    let heavy = disc(0.0, speed, 1.0);
    let discs: Vec<_> = (0..count).map(|i| disc(1.0 + 0.7 * i as f32, 0.0, density)).collect();
    for _ in 0..pace.steps(2.0 + 4.0 / speed) {
        world.step(pace.dt());
    }
    let law = f64::from(speed / (1.0 + count as f32 * density));
    let velocity = |it: BodyId| f64::from(world.body(it).unwrap().velocity().x);
    let momentum = velocity(heavy) + f64::from(density) * discs.iter().map(|&it| velocity(it)).sum::<f64>();
    // Shortfall: sweeps do not pass the whole impulse through a row of discs of like mass, and the first ones
    // part from the others.
    let by = match count {
        1 => 1.5e-3,
        _ if density == 1.0 => 0.12,
        _ => 6e-3,
    };
    let rise = discs.iter().map(|&it| world.body(it).unwrap().center().y - radius).fold(0.0, f32::max);
    let figures = vec![
        share("share of the momentum", momentum, f64::from(speed), 1e-4),
        share("share of the speed", velocity(heavy), law, by),
        share("share of the speed of the first", velocity(discs[count as usize - 1]), law, by),
        at_most("rise, mm", 1e3 * f64::from(rise), 0.1),
    ];
    world.outcome(figures)
}
