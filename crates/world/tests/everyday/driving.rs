//! Cars: a hull on two wheel joints.

use super::{GRAVITY, Ground, Group, Watched, add, at_most, share};
use geom::Shape;
use world::*;

const DT: f32 = 1.0 / 60.0;

/// Radius of the wheels, m.
const RADIUS: f32 = 0.3;

/// Where the wheels are, m from the middle.
const AXLES: [f32; 2] = [-0.8, 0.8];

/// Hull and wheels of a car, and the joints of these.
struct Car {
    hull: BodyId,
    wheels: [BodyId; 2],
    joints: [JointId; 2],
}

/// Friction of wheels and road.
const GRIP: f32 = 1.0;

impl Car {
    /// A car at x = 0 that drives to the right at `speed` (m/s), its wheels `height` (m) above the ground.
    fn new(world: &mut Watched, speed: f32, height: f32, density: f32) -> Self {
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
    fn gap(&self, world: &Watched) -> f32 {
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

pub(crate) fn coasting() -> Group {
    let mut group = Group {
        name: "coasting cars",
        law: "A car that coasts on a flat road comes v t far, on its wheels, with its joints closed.",
        cases: Vec::new(),
        differs: &[],
    };
    for ground in [Ground::Box, Ground::HalfSpace, Ground::Chain, Ground::Tiles, Ground::Segments] {
        for speed in [2.0_f32, 7.0, 15.0, 30.0, 60.0] {
            for density in [1.0, 4.0] {
                group.add_on(ground, &format!("{speed} m/s, density {density},"), move |settings| {
                    let mut world = Watched::new(settings);
                    ground.add(&mut world, GRIP, 30.0 + 4.0 * speed);
                    let car = Car::new(&mut world, speed, 0.0, density);
                    let (mut gap, mut rise, mut tilt) = (0.0_f32, 0.0_f32, 0.0_f32);
                    for _ in 0..240 {
                        world.step(DT);
                        gap = gap.max(car.gap(&world));
                        rise = rise.max(car.rise(&world));
                        tilt = tilt.max(car.tilt(&world));
                    }
                    let body = world.body(car.hull).unwrap();
                    let figures = vec![
                        share("share of the way", f64::from(body.center().x), f64::from(4.0 * speed), 1e-3),
                        share("share of the speed", f64::from(body.velocity().x), f64::from(speed), 1e-3),
                        at_most("wheels rise, mm", 1e3 * f64::from(rise), 0.1),
                        at_most("joints open, mm", 1e3 * f64::from(gap), 1.0),
                        at_most("tilts, mrad", 1e3 * f64::from(tilt), 10.0),
                    ];
                    world.outcome(figures)
                });
            }
        }
    }
    group
}

pub(crate) fn driven() -> Group {
    let mut group = Group {
        name: "driven cars",
        law: "A motor of torque T on each axle gives 2 T / (r M + 2 I / r); a slope of angle a takes g sin a M / M'; \
              locked wheels brake with mu g.",
        cases: Vec::new(),
        differs: &[],
    };
    for (torque, slope) in [(0.3_f32, 0.0_f32), (0.8, 0.0), (0.8, 0.1), (-0.6, 0.0)] {
        group.add(format!("torque {torque} N m, slope {slope} rad"), move |settings| {
            let (sin, cos) = slope.sin_cos();
            let mut world = Watched::new(settings.gravity([-GRAVITY * sin, -GRAVITY * cos]));
            Ground::Box.add(&mut world, GRIP, 200.0);
            let start = if torque < 0.0 { 20.0 } else { 1.0 };
            let car = Car::new(&mut world, start, 0.0, 1.0);
            // A speed out of reach: the torque alone counts.
            car.motor(&mut world, -1000.0 * torque.signum(), torque.abs());
            for _ in 0..120 {
                world.step(DT);
            }
            let mass = |body| world.body(body).unwrap().mass_properties();
            let wheels = car.wheels.map(mass);
            let total = mass(car.hull).mass + wheels[0].mass + wheels[1].mass;
            let felt = total + (wheels[0].inertia + wheels[1].inertia) / (RADIUS * RADIUS);
            let acceleration = (2.0 * torque / RADIUS - GRAVITY * sin * total) / felt;
            let change = world.body(car.hull).unwrap().velocity().x - start;
            let figures = vec![
                share("share of the acceleration", f64::from(change), f64::from(2.0 * acceleration), 0.02),
                at_most("joints open, mm", 1e3 * f64::from(car.gap(&world)), 1.0),
            ];
            world.outcome(figures)
        });
    }
    for speed in [10.0_f32, 40.0] {
        group.add(format!("brakes from {speed} m/s"), move |settings| {
            let grip = 0.3;
            let mut world = Watched::new(settings);
            let way = speed * speed / (2.0 * grip * GRAVITY);
            Ground::Box.add(&mut world, grip * grip / GRIP, 20.0 + way);
            let car = Car::new(&mut world, speed, 0.0, 1.0);
            car.motor(&mut world, 0.0, 1e4);
            for _ in 0..((speed / (grip * GRAVITY) + 1.0) / DT) as u32 {
                world.step(DT);
            }
            let body = world.body(car.hull).unwrap();
            let figures = vec![
                share("share of the braking way", f64::from(body.center().x), f64::from(way), 0.05),
                at_most("speed at the end, mm/s", 1e3 * f64::from(body.velocity().norm()), 2.0),
            ];
            world.outcome(figures)
        });
    }
    group
}

pub(crate) fn landings() -> Group {
    let mut group = Group {
        name: "landings of cars",
        law: "A car that falls on its wheels stays on them, and comes v t far.",
        cases: Vec::new(),
        differs: &[("no sweeps", "a wheel that is found in the ground is pushed out of it")],
    };
    for height in [0.5_f32, 2.0] {
        for speed in [0.0_f32, 5.0, 20.0, 40.0, 60.0] {
            group.add(format!("{speed} m/s, from {height} m"), move |settings| {
                let mut world = Watched::new(settings);
                Ground::Box.add(&mut world, GRIP, 30.0 + 4.0 * speed);
                let car = Car::new(&mut world, speed, height, 1.0);
                let (mut gap, mut tilt) = (0.0_f32, 0.0_f32);
                for _ in 0..240 {
                    world.step(DT);
                    gap = gap.max(car.gap(&world));
                    tilt = tilt.max(car.tilt(&world));
                }
                let x = f64::from(world.body(car.hull).unwrap().center().x);
                let mut figures = vec![
                    at_most("joints open, mm", 1e3 * f64::from(gap), 2.0),
                    at_most("tilts, mrad", 1e3 * f64::from(tilt), 100.0),
                    at_most("wheels above the road at the end, mm", 1e3 * f64::from(car.rise(&world)), 0.1),
                ];
                if speed > 0.0 {
                    figures.push(share("share of the way", x, f64::from(4.0 * speed), 5e-3));
                }
                world.outcome(figures)
            });
        }
    }
    group
}
