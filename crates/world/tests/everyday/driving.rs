//! Cars: a hull on two wheel joints.

use super::{
    Difference, GRAVITY, Ground, Group, NO_DIRECT_JOINTS, NO_SWEEPS, Outcome, Pace, Watched, add, at_most,
    joint_opening, settled_depth, share,
};
use geom::Shape;
use world::*;

/// Radius of the wheels, m.
const RADIUS: f32 = 0.3;

/// Where the wheels are, m from the middle.
const AXLES: [f32; 2] = [-0.8, 0.8];

/// Hull and wheels of a car, and the joints of these.
pub(crate) struct Car {
    pub(crate) hull: BodyId,
    wheels: [BodyId; 2],
    joints: [JointId; 2],
}

/// Friction of wheels and road.
const GRIP: f32 = 1.0;

impl Car {
    /// A car at x = 0 that drives to the right at `speed` (m/s), its wheels `height` (m) above the ground.
    pub(crate) fn new(world: &mut Watched, speed: f32, height: f32, density: f32) -> Self {
        let def = BodyDef::dynamic().position([0.0, height + 0.6]).velocity([speed, 0.0]);
        let hull = add(world, def, ColliderDef::new(Shape::rectangle(1.1, 0.2).unwrap()).density(density));
        let both = AXLES.map(|x| {
            let def = BodyDef::dynamic()
                .position([x, height + RADIUS])
                .velocity([speed, 0.0])
                .angular_velocity(-speed / RADIUS);
            let wheel = add(world, def, ColliderDef::new(Shape::circle(RADIUS).unwrap()).friction(GRIP));
            let joint = WheelJoint::new([0.0, 1.0])
                .anchors([x, RADIUS - 0.6], [0.0, 0.0])
                .spring(5.0, 0.7)
                .limits(-0.15, 0.15);
            (wheel, world.add_joint(JointDef::new(hull, wheel, joint)).unwrap())
        });
        Self { hull, wheels: both.map(|it| it.0), joints: both.map(|it| it.1) }
    }

    fn motor(&self, world: &mut Watched, speed: f32, torque: f32) {
        for joint in self.joints {
            let change = |wheel: WheelJoint| wheel.motor(speed, torque);
            world.joint_mut(joint).unwrap().change(change).unwrap();
        }
    }

    /// How far a wheel is from its axis, sideways, m.
    pub(crate) fn gap(&self, world: &Watched) -> f32 {
        let pose = world.body(self.hull).unwrap().pose();
        let off = |(wheel, x): (BodyId, f32)| {
            let at = world.body(wheel).unwrap().center() - pose.position;
            (pose.rotation.inverse_rotate(at).x - x).abs()
        };
        self.wheels.into_iter().zip(AXLES).map(off).fold(0.0, f32::max)
    }

    /// How high the higher wheel is above the ground, m.
    fn rise(&self, world: &Watched) -> f32 {
        self.wheels
            .map(|wheel| world.body(wheel).unwrap().center().y - RADIUS)
            .into_iter()
            .fold(0.0, f32::max)
    }

    fn tilt(&self, world: &Watched) -> f32 {
        world.body(self.hull).unwrap().pose().rotation.angle().abs()
    }
}

/// A share by which a car is off its speed: its wheels fall by g h^2 before anything pushes, and roll on a
/// radius that is off by parts of that.
fn settling(pace: Pace) -> f64 {
    2e-4 + f64::from(0.1 * GRAVITY * pace.h() * pace.h() / RADIUS)
}

pub(crate) fn coasting() -> Group {
    let group = Group::new(
        "coasting cars",
        "A car that coasts on a flat road comes v t far, on its wheels, with its joints closed.",
    );
    let differs = &[
        Difference {
            net: NO_DIRECT_JOINTS,
            why: "the default solves the suspension of a hull of 12 times a wheel's mass directly",
            beyond: &[],
        },
        Difference {
            net: NO_SWEEPS,
            why: "a direct solve does not follow wheels that turn by 6.7 rad in a sub-step (60 m/s, 30 Hz with 1 \
                  sub-step), and sweeps act on what is left",
            beyond: &[],
        },
    ];
    let mut group = Group { differs, ..group };
    for ground in [Ground::Box, Ground::HalfSpace, Ground::Chain, Ground::Tiles, Ground::Segments] {
        for speed in [2.0, 7.0, 15.0, 30.0, 60.0] {
            for density in [1.0, 4.0] {
                let name = format!("{speed} m/s, density {density},");
                let run = move |settings| coast(settings, ground, speed, density, Pace::DEFAULT);
                group.add_on(ground, &name, run);
            }
        }
    }
    for pace in Pace::all().skip(1) {
        for (speed, density) in [(7.0, 1.0), (60.0, 4.0)] {
            let name = format!("{speed} m/s, density {density}");
            group.add_at(pace, &name, move |settings| coast(settings, Ground::Box, speed, density, pace));
        }
    }
    group
}

fn coast(settings: WorldSettings, ground: Ground, speed: f32, density: f32, pace: Pace) -> Outcome {
    let mut world = Watched::new(settings);
    ground.add(&mut world, GRIP, 30.0 + 4.0 * speed);
    let car = Car::new(&mut world, speed, 0.0, density);
    let (mut gap, mut rise, mut tilt) = (0.0_f32, 0.0_f32, 0.0_f32);
    for _ in 0..pace.steps(4.0) {
        world.step(pace.dt());
        gap = gap.max(car.gap(&world));
        rise = rise.max(car.rise(&world));
        tilt = tilt.max(car.tilt(&world));
    }
    let body = world.body(car.hull).unwrap();
    let settled = 2.0 * (joint_opening(pace, 1.0) + settled_depth(pace, 1));
    let figures = vec![
        share("share of the way", f64::from(body.center().x), f64::from(4.0 * speed), settling(pace)),
        share("share of the speed", f64::from(body.velocity().x), f64::from(speed), settling(pace)),
        at_most("wheels rise, mm", 1e3 * f64::from(rise), 0.1),
        at_most("joints open, mm", 1e3 * f64::from(gap), f64::from(1e3 * joint_opening(pace, 1.0))),
        // One axle may be settled while the other is not.
        at_most("tilts, mrad", 1e3 * f64::from(tilt), f64::from(1e3 * settled / (AXLES[1] - AXLES[0]))),
    ];
    // Shortfall: a wheel that turns by 6.7 rad in a sub-step is beyond what a direct solve can follow.
    world.outcome_but(figures, if speed / RADIUS * pace.h() > 4.0 { 4 } else { 0 })
}

pub(crate) fn driven() -> Group {
    let group = Group::new(
        "driven cars",
        "A motor of torque T on each axle gives 2 T / (r M + 2 I / r); a slope of angle a takes g sin a M / M'; \
         locked wheels brake with mu g.",
    );
    let differs = &[Difference {
        net: NO_SWEEPS,
        why: "wheels that brake hop, and where they land is found a step earlier",
        beyond: &[],
    }];
    let mut group = Group { differs, ..group };
    for pace in Pace::all() {
        for (torque, slope) in [(0.3, 0.0), (0.8, 0.0), (0.8, 0.1), (-0.6, 0.0)] {
            let name = format!("torque {torque} N m, slope {slope} rad");
            group.add_at(pace, &name, move |settings| drive(settings, torque, slope, pace));
        }
        for speed in [10.0, 40.0] {
            let name = format!("brakes from {speed} m/s");
            group.add_at(pace, &name, move |settings| brake(settings, speed, pace));
        }
    }
    group
}

fn drive(settings: WorldSettings, torque: f32, slope: f32, pace: Pace) -> Outcome {
    let (sin, cos) = slope.sin_cos();
    let mut world = Watched::new(settings.gravity([-GRAVITY * sin, -GRAVITY * cos]));
    Ground::Box.add(&mut world, GRIP, 200.0);
    let start = if torque < 0.0 { 20.0 } else { 1.0 };
    let car = Car::new(&mut world, start, 0.0, 1.0);
    // A speed out of reach: the torque alone counts.
    car.motor(&mut world, -1000.0 * torque.signum(), torque.abs());
    let mut gap = 0.0_f32;
    for _ in 0..pace.steps(2.0) {
        world.step(pace.dt());
        gap = gap.max(car.gap(&world));
    }
    let mass = |body| world.body(body).unwrap().mass_properties();
    let wheels = car.wheels.map(mass);
    let total = mass(car.hull).mass + wheels[0].mass + wheels[1].mass;
    let felt = total + (wheels[0].inertia + wheels[1].inertia) / (RADIUS * RADIUS);
    let acceleration = (2.0 * torque / RADIUS - GRAVITY * sin * total) / felt;
    let change = world.body(car.hull).unwrap().velocity().x - start;
    let figures = vec![
        share(
            "share of the acceleration",
            f64::from(change),
            f64::from(2.0 * acceleration),
            2.0 * settling(pace),
        ),
        at_most("joints open, mm", 1e3 * f64::from(gap), f64::from(1e3 * joint_opening(pace, 1.0))),
    ];
    world.outcome(figures)
}

fn brake(settings: WorldSettings, speed: f32, pace: Pace) -> Outcome {
    let grip = 0.3;
    let mut world = Watched::new(settings);
    let way = speed * speed / (2.0 * grip * GRAVITY) - 0.5 * speed * pace.h();
    Ground::Box.add(&mut world, grip * grip / GRIP, 20.0 + way);
    let car = Car::new(&mut world, speed, 0.0, 1.0);
    car.motor(&mut world, 0.0, 1e4);
    for _ in 0..pace.steps(speed / (grip * GRAVITY) + 1.0) {
        world.step(pace.dt());
    }
    let body = world.body(car.hull).unwrap();
    // As of a box that slides: the last sub-step is cut, the first ones settle, and numbers near v are
    // rounded.
    let change = grip * GRAVITY * pace.h();
    let rounding = 0.25 * speed * f32::EPSILON / change;
    let by = 1e-4 + f64::from(2.0 * change * pace.h() / way + rounding);
    let figures = vec![
        share("share of the braking way", f64::from(body.center().x), f64::from(way), by),
        // Shortfall: a car that stands on its brakes creeps.
        at_most("speed at the end, mm/s", 1e3 * f64::from(body.velocity().norm()), 1.0),
    ];
    world.outcome(figures)
}

pub(crate) fn landings() -> Group {
    let group =
        Group::new("landings of cars", "A car that falls on its wheels stays on them, and comes v t far.");
    let differs = &[Difference {
        net: NO_SWEEPS,
        why: "a wheel that is found in the ground is pushed out of it",
        beyond: &[("joints open, mm", 30.0), ("tilts, mrad", 15.0), ("share of the way", 4e-3)],
    }];
    let mut group = Group { differs, ..group };
    for pace in Pace::all() {
        for height in [0.5, 2.0] {
            for speed in [0.0, 5.0, 20.0, 40.0, 60.0] {
                let name = format!("{speed} m/s, from {height} m");
                group.add_at(pace, &name, move |settings| land(settings, speed, height, pace));
            }
        }
    }
    group
}

fn land(settings: WorldSettings, speed: f32, height: f32, pace: Pace) -> Outcome {
    let mut world = Watched::new(settings);
    Ground::Box.add(&mut world, GRIP, 30.0 + 4.0 * speed);
    let car = Car::new(&mut world, speed, height, 1.0);
    let (mut gap, mut tilt) = (0.0_f32, 0.0_f32);
    for _ in 0..pace.steps(4.0) {
        world.step(pace.dt());
        gap = gap.max(car.gap(&world));
        tilt = tilt.max(car.tilt(&world));
    }
    let x = f64::from(world.body(car.hull).unwrap().center().x);
    let mut figures = vec![
        // It falls for up to 0.6 s, and its springs stop it in less than a fifth of that.
        at_most("joints open, mm", 1e3 * f64::from(gap), f64::from(1e3 * joint_opening(pace, 10.0))),
        // Each wheel may be held at up to 5 mm from the road in the step in which it meets it.
        at_most("tilts, mrad", 1e3 * f64::from(tilt), 1e3 * 0.01 / f64::from(AXLES[1] - AXLES[0])),
        at_most("wheels above the road at the end, mm", 1e3 * f64::from(car.rise(&world)), 0.1),
    ];
    if speed > 0.0 {
        figures.push(share("share of the way", x, f64::from(4.0 * speed), settling(pace)));
    }
    world.outcome(figures)
}
