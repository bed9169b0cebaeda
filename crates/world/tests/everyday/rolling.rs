//! Wheels: circles, and compounds that roll as circles do.

use super::{GRAVITY, Ground, Group, Outcome, Pace, Watched, add, at_most, classic, settled_depth, share};
use geom::{MassProperties, Point, Shape, Vec2};
use world::*;

/// The greatest spin that is asked for, rad/s.
const MAX_SPIN: f32 = 400.0;

/// A wheel that rolls from x = 0 to the right.
#[derive(Clone, Copy)]
struct Wheel {
    radius: f32,
    speed: f32,
    ground: Ground,
    dt: f32,
    seconds: f32,
}

impl Wheel {
    fn new(radius: f32, speed: f32) -> Self {
        Self { radius, speed, ground: Ground::Box, dt: 1.0 / 60.0, seconds: 2.0 }
    }

    fn spins_too_fast(self) -> bool {
        self.speed > MAX_SPIN * self.radius
    }

    fn world(self, settings: WorldSettings) -> (Watched, BodyId) {
        let mut world = Watched::new(settings);
        let Self { radius, speed, ground, seconds, .. } = self;
        ground.add(&mut world, 0.9, 20.0 + radius + speed * seconds);
        let def = BodyDef::dynamic()
            .position([0.0, radius + ground.top()])
            .velocity([speed + ground.speed(), 0.0])
            .angular_velocity(-speed / radius);
        let wheel = add(&mut world, def, ColliderDef::new(Shape::circle(radius).unwrap()).friction(0.9));
        (world, wheel)
    }

    /// How deep it sinks if it does not roll, m.
    fn sink_at_rest(self, settings: WorldSettings) -> f32 {
        let (mut world, wheel) = Self { speed: 0.0, ..self }.world(settings);
        for _ in 0..30 {
            world.step(self.dt);
        }
        self.radius + self.ground.top() - world.body(wheel).unwrap().center().y
    }

    /// Share of the way and of the speed, and how far it leaves the height at which it rolls.
    fn roll(self, settings: WorldSettings) -> Outcome {
        let at_rest = self.sink_at_rest(settings);
        let (mut world, wheel) = self.world(settings);
        let (mut lowest, mut highest) = (0.0_f32, 0.0_f32);
        for _ in 0..(self.seconds / self.dt).round() as u32 {
            world.step(self.dt);
            let height = world.body(wheel).unwrap().center().y - self.radius - self.ground.top();
            (lowest, highest) = (lowest.min(height), highest.max(height));
        }
        let body = world.body(wheel).unwrap();
        let ground = self.ground.speed();
        let way = f64::from(body.center().x - ground * self.seconds);
        let promised = f64::from(self.speed * self.seconds);
        // A millimetre of a short way is as good as a thousandth of a long one. In its first sub-step the
        // wheel falls by g h^2 before anything pushes, and for a small wheel that is a change of its radius.
        let h = self.dt / settings.solver.substeps as f32;
        let fall = f64::from(GRAVITY * h * h / self.radius);
        let tolerance = 1e-3 + f64::from(1e-3 * self.radius.min(1.0)) / promised + 0.02 * fall;
        let figures = vec![
            share("share of the way", way, promised, tolerance),
            share(
                "share of the speed",
                f64::from(body.velocity().x - ground),
                f64::from(self.speed),
                1e-3 + 0.02 * fall,
            ),
            // At 100 m numbers are 8 um apart, and the ground is handed over from one shape to the next.
            at_most("sinks more than at rest, mm", 1e3 * f64::from(-lowest - at_rest), 0.1),
            at_most("rises, mm", 1e3 * f64::from(highest), 0.1),
        ];
        world.outcome(figures)
    }
}

pub(crate) fn wheels() -> Group {
    let mut group = Group::new(
        "wheels",
        "A wheel that rolls comes v t far, keeps v, and sinks no deeper than one that stands.",
    );
    for ground in Ground::ALL {
        for radius in [0.02, 0.1, 0.25, 0.4, 1.0, 5.0] {
            for speed in [0.1, 1.0, 4.0, 8.0, 12.0, 20.0, 40.0, 60.0] {
                let wheel = Wheel { ground, ..Wheel::new(radius, speed) };
                if !wheel.spins_too_fast() {
                    let name = format!("r {radius} m at {speed} m/s");
                    group.add_on(ground, &name, move |settings| wheel.roll(settings));
                }
            }
        }
    }
    group
}

pub(crate) fn long_rolls() -> Group {
    let mut group = Group::new("long rolls", "After ten seconds a wheel has its speed to 0.1%.");
    for (radius, speed) in [(0.05, 3.0), (0.25, 4.0), (0.25, 20.0), (0.25, 60.0), (2.0, 40.0)] {
        for ground in [Ground::Box, Ground::Chain, Ground::Tiles] {
            let wheel = Wheel { ground, seconds: 10.0, ..Wheel::new(radius, speed) };
            let name = format!("r {radius} m at {speed} m/s");
            group.add_on(ground, &name, move |settings| wheel.roll(settings));
        }
    }
    group
}

pub(crate) fn steps() -> Group {
    let mut group = Group::new("steps", "The same in steps of 1/30 to 1/240 s with one to eight sub-steps.");
    for pace in Pace::others() {
        for (radius, speed) in [(0.02, 2.0), (0.25, 1.0), (0.25, 12.0), (0.25, 60.0), (1.0, 40.0)] {
            let wheel = Wheel { dt: pace.dt(), ..Wheel::new(radius, speed) };
            let name = format!("r {radius} m at {speed} m/s");
            group.add_at(pace, &name, move |settings| wheel.roll(settings));
        }
    }
    group
}

pub(crate) fn on_the_classic_solver() -> Group {
    let mut group = Group::new("classic solver", "The same on the classic solver.");
    for (radius, speed) in [(0.1, 4.0), (0.25, 1.0), (0.25, 8.0), (0.25, 20.0), (0.25, 60.0), (1.0, 40.0)] {
        for ground in [Ground::Box, Ground::HalfSpace] {
            let wheel = Wheel { ground, ..Wheel::new(radius, speed) };
            let name = format!("r {radius} m at {speed} m/s");
            group.add_on(ground, &name, move |settings| wheel.roll(classic(settings)));
        }
    }
    group
}

/// A wheel of several colliders whose body has its origin beside the hub, and its centre of mass in it or
/// beside it.
pub(crate) fn hubs() -> Group {
    let mut group = Group::new(
        "hubs",
        "A wheel whose origin is not its centre rolls as any; one with its mass off its centre keeps its \
              energy, and its rim stays on the ground.",
    );
    for (radius, speed) in [(0.25_f32, 1.0_f32), (0.25, 8.0), (0.25, 20.0), (1.0, 30.0)] {
        for origin in [0.02, 0.2, 0.9] {
            let name = format!("origin {origin} r beside the hub, r {radius} m at {speed} m/s");
            group.add(name, move |settings| hub(settings, radius, speed, origin * radius, 0.0));
        }
        // Faster ones leave the ground: w^2 d > g.
        let most = 0.5 * GRAVITY / (speed / radius).powi(2);
        let off = most.min(0.1 * radius);
        let name = format!("mass {off:.4} m beside the hub, r {radius} m at {speed} m/s");
        group.add(name, move |settings| hub(settings, radius, speed, 0.3 * radius, off));
    }
    group
}

/// `origin`: how far the origin of the body is from the hub, and `off` how far the centre of mass is, m.
fn hub(settings: WorldSettings, radius: f32, speed: f32, origin: f32, off: f32) -> Outcome {
    let (dt, seconds) = (1.0 / 60.0, 2.0);
    let mut world = Watched::new(settings);
    Ground::Box.add(&mut world, 0.9, 20.0 + radius + 1.2 * speed * seconds);
    let spin = -speed / radius;
    // The centre of mass is above the hub at first, where it is fastest.
    let mass = MassProperties { mass: 3.0, center: Point::new(origin, off), inertia: 1.5 * radius * radius };
    let wheel = world.add_body(BodyDef::dynamic().position([-origin, radius]).mass(mass)).unwrap();
    for size in [1.0, 0.5] {
        let disc = Shape::circle(size * radius).unwrap();
        world.add_collider(wheel, ColliderDef::new(disc).offset([origin, 0.0], 0.0).friction(0.9)).unwrap();
    }
    let mut body = world.body_mut(wheel).unwrap();
    body.set_velocity([speed - spin * off, 0.0]).unwrap();
    body.set_angular_velocity(spin).unwrap();
    let hub_of = |world: &Watched| {
        let pose = world.body(wheel).unwrap().pose();
        pose.position + pose.rotation * Vec2::new(origin, 0.0)
    };
    let before = super::energy(&world, wheel);
    let (mut lowest, mut highest) = (0.0_f32, 0.0_f32);
    for _ in 0..(seconds / dt).round() as u32 {
        world.step(dt);
        let height = hub_of(&world).y - radius;
        (lowest, highest) = (lowest.min(height), highest.max(height));
    }
    // With its mass off the hub, what a wheel presses on the ground changes by half of its weight in each
    // turn.
    let (most, by) = if off == 0.0 { (0.1, 1e-3) } else { (0.4, 5e-3) };
    let mut figures = vec![
        at_most("sinks, mm", 1e3 * f64::from(-lowest), most),
        at_most("rises, mm", 1e3 * f64::from(highest), most),
        share("share of the energy", super::energy(&world, wheel), before, by),
    ];
    if off == 0.0 {
        figures.push(share(
            "share of the way",
            f64::from(hub_of(&world).x),
            f64::from(speed * seconds),
            1e-3,
        ));
    }
    world.outcome(figures)
}

pub(crate) fn slopes() -> Group {
    let mut group = Group::new(
        "rolling slopes",
        "A disc rolls down a slope of angle a with 2/3 g sin a, and up until its energy is used.",
    );
    for pace in Pace::all() {
        for angle in [0.05, 0.2, 0.5] {
            for (radius, speed) in [(0.05, 0.0), (0.25, 0.0), (1.0, 0.0), (0.25, -6.0), (0.25, 10.0)] {
                let name = format!("slope {angle} rad, r {radius} m, {speed} m/s down at first");
                group.add_at(pace, &name, move |settings| on_slope(settings, angle, radius, speed, pace));
            }
        }
    }
    group
}

fn on_slope(settings: WorldSettings, angle: f32, radius: f32, speed: f32, pace: Pace) -> Outcome {
    let (dt, steps) = (pace.dt(), pace.steps(1.5));
    // Gravity is turned in place of the ground.
    let (sin, cos) = angle.sin_cos();
    let mut world = Watched::new(settings.gravity([GRAVITY * sin, -GRAVITY * cos]));
    Ground::Box.add(&mut world, 0.9, 60.0);
    let def =
        BodyDef::dynamic().position([0.0, radius]).velocity([speed, 0.0]).angular_velocity(-speed / radius);
    let disc = add(&mut world, def, ColliderDef::new(Shape::circle(radius).unwrap()).friction(0.9));
    for _ in 0..steps {
        world.step(dt);
    }
    let (time, acceleration) = (steps as f32 * dt, GRAVITY * sin * 2.0 / 3.0);
    let body = world.body(disc).unwrap();
    // Symplectic Euler is ahead by half a sub-step.
    let way = speed * time + 0.5 * acceleration * time * (time + pace.h());
    let path = speed.abs() * time + 0.5 * acceleration * time * time;
    let by = 2e-4 + settling(radius, pace);
    let sink = f64::from(1e3 * settled_depth(pace, 1)) + 0.01;
    let figures = vec![
        at_most(
            "off the speed, share of the change",
            f64::from(
                (body.velocity().x - speed - acceleration * time).abs() / (speed.abs() + acceleration * time),
            ),
            by,
        ),
        at_most("off the way, share of the path", f64::from((body.center().x - way).abs() / path), by),
        at_most("sinks, mm", 1e3 * f64::from(radius - body.center().y), sink),
    ];
    world.outcome(figures)
}

/// A share by which a disc is off its speed. In its first sub-step it falls by g h^2 before anything pushes,
/// and at the next ones it rolls on a radius that is off by parts of that.
fn settling(radius: f32, pace: Pace) -> f64 {
    f64::from(0.07 * GRAVITY * pace.h() * pace.h() / radius)
}

pub(crate) fn from_sliding() -> Group {
    let mut group = Group::new(
        "from sliding to rolling",
        "A disc that is thrown without spin slides for v / (3 mu g) and rolls with 2/3 v.",
    );
    for pace in Pace::all() {
        for speed in [1.0, 6.0, 20.0] {
            for friction in [0.2, 0.7] {
                let name = format!("{speed} m/s, friction {friction}");
                group.add_at(pace, &name, move |settings| begin_to_roll(settings, speed, friction, pace));
            }
        }
    }
    group
}

fn begin_to_roll(settings: WorldSettings, speed: f32, friction: f32, pace: Pace) -> Outcome {
    let (dt, radius) = (pace.dt(), 0.25);
    let mut world = Watched::new(settings);
    let sliding = speed / (3.0 * friction * GRAVITY);
    let steps = pace.steps(sliding + 1.0);
    Ground::Box.add(&mut world, friction, 20.0 + speed * steps as f32 * dt);
    let def = BodyDef::dynamic().position([0.0, radius]).velocity([speed, 0.0]);
    let disc = add(&mut world, def, ColliderDef::new(Shape::circle(radius).unwrap()).friction(friction));
    for _ in 0..steps {
        world.step(dt);
    }
    let body = world.body(disc).unwrap();
    let (velocity, rest) = (2.0 / 3.0 * speed, steps as f32 * dt - sliding);
    // Friction acts from the beginning of a sub-step on, so a sliding disc is behind by half a sub-step.
    let behind = 0.5 * (speed - velocity) * pace.h();
    let way = (speed + velocity) * 0.5 * sliding + velocity * rest - behind;
    // A change of velocity of mu g h is rounded to the numbers near v.
    let rounding = 0.25 * speed * f32::EPSILON / (friction * GRAVITY * pace.h());
    let by = 1e-4 + f64::from(rounding) + settling(radius, pace);
    let figures = vec![
        share("share of the speed", f64::from(body.velocity().x), f64::from(velocity), by),
        share("share of the way", f64::from(body.center().x), f64::from(way), by),
    ];
    world.outcome(figures)
}

pub(crate) fn resisted() -> Group {
    let mut group = Group::new(
        "rolling resistance",
        "Rolling resistance c stops a disc of v after v^2 / (4/3 c g) - v h / 2, in sub-steps of h.",
    );
    for pace in Pace::all() {
        for (speed, resistance) in [(1.0, 0.05), (2.0, 0.1), (5.0, 0.3), (20.0, 0.5)] {
            let name = format!("{speed} m/s, c {resistance}");
            group.add_at(pace, &name, move |settings| resist(settings, speed, resistance, pace));
        }
    }
    group
}

fn resist(settings: WorldSettings, speed: f32, resistance: f32, pace: Pace) -> Outcome {
    let radius = 0.25;
    let mut world = Watched::new(settings);
    let deceleration = resistance * GRAVITY * 2.0 / 3.0;
    let way = speed * speed / (2.0 * deceleration) - 0.5 * speed * pace.h();
    Ground::Box.add(&mut world, 0.9, 20.0 + way);
    let def =
        BodyDef::dynamic().position([0.0, radius]).velocity([speed, 0.0]).angular_velocity(-speed / radius);
    let disc = ColliderDef::new(Shape::circle(radius).unwrap()).friction(0.9);
    let disc = add(&mut world, def, disc.rolling_resistance(resistance));
    for _ in 0..pace.steps(speed / deceleration + 1.0) {
        world.step(pace.dt());
    }
    let body = world.body(disc).unwrap();
    let figures = vec![
        share("share of the way", f64::from(body.center().x), f64::from(way), 3e-4 + settling(radius, pace)),
        at_most("speed at the end, mm/s", 1e3 * f64::from(body.velocity().norm()), 0.1),
    ];
    world.outcome(figures)
}

pub(crate) fn on_a_belt() -> Group {
    let mut group =
        Group::new("ball on a belt", "A disc that is laid on a belt of speed u rolls with u / 3.");
    for pace in Pace::all() {
        for speed in [1.0, 5.0, 30.0] {
            let name = format!("belt of {speed} m/s");
            group.add_at(pace, &name, move |settings| carry(settings, speed, pace));
        }
    }
    group
}

fn carry(settings: WorldSettings, speed: f32, pace: Pace) -> Outcome {
    let (radius, friction) = (0.25, 0.8);
    let mut world = Watched::new(settings);
    let time = speed / (3.0 * friction * GRAVITY) + 0.5;
    let belt = ColliderDef::new(Shape::rectangle(20.0 + speed, 0.5).unwrap());
    add(&mut world, BodyDef::fixed().position([0.0, -0.5]), belt.friction(friction).surface_speed(speed));
    let disc = ColliderDef::new(Shape::circle(radius).unwrap()).friction(friction);
    let disc = add(&mut world, BodyDef::dynamic().position([0.0, radius]), disc);
    for _ in 0..pace.steps(time) {
        world.step(pace.dt());
    }
    let body = world.body(disc).unwrap();
    let sink = f64::from(1e3 * settled_depth(pace, 1)) + 0.01;
    let figures = vec![
        share(
            "share of the speed",
            f64::from(body.velocity().x),
            f64::from(speed / 3.0),
            1e-4 + settling(radius, pace),
        ),
        at_most("sinks, mm", 1e3 * f64::from(radius - body.center().y), sink),
    ];
    world.outcome(figures)
}
