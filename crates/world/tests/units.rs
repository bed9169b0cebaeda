//! Lengths in other units: a world whose lengths, speeds and accelerations are all multiplied by a power of
//! two, with `WorldSettings::length_unit` the same, is the same world. Floating-point numbers scale by powers
//! of two without rounding, so it moves in exactly the same way: heaps, impacts, seams, joints of all kinds,
//! and what a query answers. Masses stay; so inertias are multiplied by the square, as torques are.
//!
//! `docs/units.md` says what does not follow.

use collide::{Ray, ShapeCast};
use geom::{ChainSegment, Point, Polygon, Pose, Rot, Shape, Sides, Vec2};
use solver::{DirectContacts, DirectJoints};
use world::*;

const DT: f32 = 1.0 / 60.0;

/// A heap between two walls, on which a body of 500 times the mass of the others falls after two seconds, and
/// beside it a column of twenty boxes.
struct Heap {
    world: World,
    unit: f32,
}

impl Heap {
    fn new(unit: f32, contacts: DirectContacts) -> Self {
        let settings = WorldSettings { length_unit: unit, ..WorldSettings::default() };
        let settings = settings.gravity([0.0, -10.0 * unit]).sleeping(false).direct_contacts(contacts);
        let mut world = World::new(settings);
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        for (x, y, half_width, half_height) in
            [(0.0, -0.5, 50.0, 0.5), (-3.5, 4.0, 0.5, 4.0), (3.5, 4.0, 0.5, 4.0)]
        {
            let wall = Shape::rectangle(half_width * unit, half_height * unit).unwrap();
            world.add_collider(ground, ColliderDef::new(wall).offset([x * unit, y * unit], 0.0)).unwrap();
        }
        let mut heap = Self { world, unit };
        for i in 0..40 {
            let (column, row) = (i % 5, i / 5);
            let at = [-2.2 + 1.1 * column as f32 + 0.05 * (row % 3) as f32, 0.6 + 1.1 * row as f32];
            let radius = 0.35 + 0.025 * (i % 7) as f32;
            heap.add(at, Shape::circle(radius * unit).unwrap(), 1.0);
        }
        for i in 0..20 {
            heap.add([10.0, 0.5 + i as f32], Shape::rectangle(0.5 * unit, 0.5 * unit).unwrap(), 1.0);
        }
        heap
    }

    /// Adds a body; the density is that in metres.
    fn add(&mut self, [x, y]: [f32; 2], shape: Shape, density: f32) {
        let Self { world, unit } = self;
        let body = world.add_body(BodyDef::dynamic().position([x * *unit, y * *unit])).unwrap();
        let density = density / (*unit * *unit);
        world.add_collider(body, ColliderDef::new(shape).density(density)).unwrap();
    }

    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.world.step(DT);
        }
    }

    /// Positions in metres, and sines of the angles.
    fn poses(&self) -> Vec<[f32; 3]> {
        let poses = self.world.dynamic_bodies().map(BodyRef::pose);
        poses
            .map(|pose| [pose.position.x / self.unit, pose.position.y / self.unit, pose.rotation.sin])
            .collect()
    }
}

/// Sweeps alone give other poses, so the loads of this scene are solved together.
#[test]
fn loads_in_other_units_move_in_exactly_the_same_way() {
    let contacts = DirectContacts::default();
    let mut heaps = [1.0, 0.125, 8.0, 128.0].map(|unit| Heap::new(unit, contacts));
    let mut swept = Heap::new(1.0, DirectContacts::Off);
    for second in 0..8 {
        for heap in heaps.iter_mut().chain([&mut swept]) {
            if second == 2 {
                let plate = Shape::rectangle(2.0 * heap.unit, 0.5 * heap.unit).unwrap();
                heap.add([0.0, 9.5], plate, 100.0);
            }
            heap.run(60);
        }
        let [metres, others @ ..] = &heaps;
        for other in others {
            assert_eq!(metres.poses(), other.poses(), "second {second}, unit {}", other.unit);
        }
    }
    assert_ne!(heaps[0].poses(), swept.poses());
}

/// Length units in a metre, beside one.
const UNITS: [f32; 3] = [0.125, 8.0, 128.0];

/// m, m/s, rad/s. What is less is compared as zero: the solver sets velocities and impulses below 1e-15 to
/// zero in any unit, and what only rounding moves is no faster than that in one unit or another.
const NEARLY_ZERO: f32 = 1e-9;

/// A world in which everything is given in metres.
struct Scene {
    world: World,
    unit: f32,
    /// A static body.
    ground: BodyId,
}

impl Scene {
    /// The gravity is 10 m/s^2.
    fn new(unit: f32, settings: WorldSettings) -> Self {
        let mut world =
            World::new(WorldSettings { length_unit: unit, ..settings }.gravity([0.0, -10.0 * unit]));
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        Self { world, unit, ground }
    }

    /// Lengths, speeds and forces, of which masses are no part.
    fn scaled<const N: usize>(&self, metres: [f32; N]) -> [f32; N] {
        metres.map(|number| number * self.unit)
    }

    /// Adds a body of this density (kg/m^2) that moves at a velocity (m/s, m/s, rad/s).
    fn body(&mut self, at: [f32; 2], shape: Shape, density: f32, [x, y, spin]: [f32; 3]) -> BodyId {
        let def = BodyDef::dynamic().position(self.scaled(at)).velocity(self.scaled([x, y]));
        let body = self.world.add_body(def.angular_velocity(spin)).unwrap();
        let density = density / (self.unit * self.unit);
        let collider = ColliderDef::new(shape).density(density).friction(0.5).restitution(0.25);
        self.world.add_collider(body, collider).unwrap();
        body
    }

    /// A shape of a static body.
    fn wall(&mut self, shape: Shape) {
        self.world.add_collider(self.ground, ColliderDef::new(shape).friction(0.5)).unwrap();
    }

    fn rectangle(&self, half_width: f32, half_height: f32) -> Shape {
        Shape::rectangle(half_width * self.unit, half_height * self.unit).unwrap()
    }

    fn circle(&self, radius: f32) -> Shape {
        Shape::circle(radius * self.unit).unwrap()
    }

    /// Adds a bar of 1 m x 0.2 m which collides with nothing.
    fn bar(&mut self, at: [f32; 2], velocity: [f32; 3]) -> BodyId {
        let body = self.body(at, self.rectangle(0.5, 0.1), 2.0, velocity);
        let collider = self.world.body(body).unwrap().colliders().next().unwrap().id();
        let none = Filter { mask: 0, ..Filter::default() };
        self.world.collider_mut(collider).unwrap().set_filter(none);
        body
    }

    fn joint(&mut self, a: BodyId, b: BodyId, kind: impl Into<JointKind>) {
        self.world.add_joint(JointDef::new(a, b, kind)).unwrap();
    }

    /// Places, sines of angles and velocities of all bodies that move, in metres.
    fn state(&self) -> Vec<[f32; 6]> {
        let of = |body: BodyRef<'_>| {
            let Pose { position, rotation } = body.pose();
            let (v, per_metre) = (body.velocity(), 1.0 / self.unit);
            let [x, y, vx, vy] = [position.x, position.y, v.x, v.y].map(|number| number * per_metre);
            [x, y, rotation.sin, vx, vy, body.angular_velocity()]
                .map(|number| if number.abs() < NEARLY_ZERO { 0.0 } else { number })
        };
        self.world.dynamic_bodies().map(of).collect()
    }
}

/// Steps a scene in all units, and compares all numbers after each step.
fn assert_follows(name: &str, settings: WorldSettings, steps: u32, build: impl Fn(&mut Scene)) {
    let make = |unit| {
        let mut scene = Scene::new(unit, settings);
        build(&mut scene);
        scene
    };
    let mut metres = make(1.0);
    let mut others = UNITS.map(make);
    for step in 0..steps {
        metres.world.step(DT);
        let expected = metres.state();
        for other in &mut others {
            other.world.step(DT);
            assert_eq!(expected, other.state(), "{name}, unit {}, step {step}, {settings:?}", other.unit);
        }
    }
}

/// The ways in which joints are solved.
fn solvers() -> [WorldSettings; 4] {
    let settings = WorldSettings::default();
    let [all, sweeps] = [DirectJoints::All, DirectJoints::Off].map(|which| settings.direct_joints(which));
    [settings, all, sweeps, WorldSettings { method: Method::Classic, ..settings }]
}

/// Adds two bars and a joint between them, and one between the first and the ground.
fn pendulum(scene: &mut Scene, second: impl Fn(&Scene, [Point; 2]) -> JointKind) {
    let first = scene.bar([0.5, 0.0], [0.0, 1.0, 2.0]);
    let last = scene.bar([1.5, 0.25], [0.5, -0.25, 1.0]);
    let [end, start] = [[0.5, 0.0], [-0.5, 0.0]].map(|end| Point::from(scene.scaled(end)));
    scene.joint(scene.ground, first, RevoluteJoint::new().anchors([0.0, 0.0], start));
    let kind = second(scene, [end, start]);
    scene.joint(first, last, kind);
}

type Build = fn(&mut Scene);

/// Each kind of joint, with its limits, motors and springs.
const JOINTS: [(&str, Build); 26] = [
    ("revolute", |scene| pendulum(scene, |_, [a, b]| RevoluteJoint::new().anchors(a, b).into())),
    ("revolute with limits", |scene| {
        pendulum(scene, |_, [a, b]| RevoluteJoint::new().anchors(a, b).limits(-0.2, 0.4).into());
    }),
    ("revolute with motor", |scene| {
        pendulum(scene, |scene, [a, b]| {
            let torque = 3.0 * scene.unit * scene.unit;
            RevoluteJoint::new().anchors(a, b).motor(3.0, torque).into()
        });
    }),
    ("revolute with spring", |scene| {
        pendulum(scene, |_, [a, b]| RevoluteJoint::new().anchors(a, b).angular_spring(2.0, 0.3).into());
    }),
    ("prismatic with limits", |scene| {
        pendulum(scene, |scene, [a, b]| {
            let [low, high] = scene.scaled([-0.3, 0.2]);
            PrismaticJoint::new([1.0, 0.5]).anchors(a, b).limits(low, high).into()
        });
    }),
    ("prismatic with motor", |scene| {
        pendulum(scene, |scene, [a, b]| {
            let [speed, force] = scene.scaled([1.5, 30.0]);
            PrismaticJoint::new([1.0, 0.5]).anchors(a, b).motor(speed, force).into()
        });
    }),
    ("prismatic with spring", |scene| {
        pendulum(scene, |_, [a, b]| PrismaticJoint::new([0.0, 1.0]).anchors(a, b).spring(1.5, 0.2).into());
    }),
    ("rod", |scene| {
        pendulum(scene, |scene, [a, b]| DistanceJoint::new(0.25 * scene.unit).anchors(a, b).into());
    }),
    ("rope", |scene| {
        pendulum(scene, |scene, [a, b]| DistanceJoint::rope(0.4 * scene.unit).anchors(a, b).into());
    }),
    ("distance with spring and limits", |scene| {
        pendulum(scene, |scene, [a, b]| {
            let [length, least, most] = scene.scaled([0.3, 0.2, 0.6]);
            DistanceJoint::new(length).anchors(a, b).spring(3.0, 0.1).limits(least, most).into()
        });
    }),
    ("winch", |scene| {
        pendulum(scene, |scene, [a, b]| {
            let [length, least, most, speed, force] = scene.scaled([0.3, 0.1, 2.0, 0.5, 40.0]);
            DistanceJoint::new(length).anchors(a, b).limits(least, most).motor(speed, force).into()
        });
    }),
    ("weld", |scene| pendulum(scene, |_, [a, b]| WeldJoint::new().anchors(a, b).into())),
    ("soft weld", |scene| {
        pendulum(scene, |_, [a, b]| {
            WeldJoint::new().anchors(a, b).spring(4.0, 0.5).angular_spring(3.0, 0.2).into()
        });
    }),
    ("motor joint", |scene| {
        pendulum(scene, |scene, [a, b]| {
            let torque = 8.0 * scene.unit * scene.unit;
            MotorJoint::new(20.0 * scene.unit, torque).anchors(a, b).into()
        });
    }),
    ("motor joint with springs", |scene| {
        pendulum(scene, |scene, [a, b]| {
            let torque = 8.0 * scene.unit * scene.unit;
            let motor = MotorJoint::new(20.0 * scene.unit, torque).anchors(a, b);
            motor.spring(2.0, 0.7).angular_spring(1.0, 1.0).into()
        });
    }),
    ("mouse", |scene| {
        let body = scene.bar([1.0, 0.5], [1.0, 0.0, 1.0]);
        let [target, grip] = [[0.25, 0.75], [0.4, 0.05]].map(|point| scene.scaled(point));
        scene.joint(scene.ground, body, MouseJoint::new(90.0 * scene.unit).anchors(target, grip));
    }),
    ("friction", |scene| {
        pendulum(scene, |scene, [a, b]| {
            let torque = scene.unit * scene.unit;
            RevoluteJoint::new().anchors(a, b).motor(0.0, torque).into()
        });
        let body = scene.bar([3.0, 0.0], [2.0, 1.0, 5.0]);
        let torque = 0.5 * scene.unit * scene.unit;
        scene.joint(scene.ground, body, FrictionJoint::new(2.0 * scene.unit, torque));
    }),
    ("gear and rack", |scene| {
        let wheels = [[0.0, 0.0], [1.5, 0.0]].map(|at| (scene.scaled(at), scene.bar(at, [0.0, 0.0, 4.0])));
        for (at, wheel) in wheels {
            scene.joint(scene.ground, wheel, RevoluteJoint::new().anchors(at, [0.0, 0.0]));
        }
        scene.joint(wheels[0].1, wheels[1].1, GearJoint::new(2.0));
        let rack = scene.bar([1.5, 0.5], [0.5, 0.0, 0.0]);
        let at = scene.scaled([1.5, 0.5]);
        scene.joint(scene.ground, rack, PrismaticJoint::new([1.0, 0.0]).anchors(at, [0.0, 0.0]));
        scene.joint(rack, wheels[1].1, RackJoint::new([1.0, 0.0], 0.5 * scene.unit));
    }),
    ("pulley", |scene| {
        let [left, right] = [-1.0, 1.0].map(|x| scene.bar([x, 0.0], [0.25 * x, 0.0, 0.5]));
        let above = [[-1.0, 2.0], [1.0, 2.5]].map(|point| scene.scaled(point));
        scene.joint(left, right, PulleyJoint::new(above, 5.0 * scene.unit).ratio(1.5));
    }),
    ("portal", |scene| {
        let body = scene.bar([0.0, 0.0], [2.0, 1.0, 3.0]);
        let at = Point::from(scene.scaled([10.0, 1.0]));
        let map = Pose { position: at, rotation: Rot { cos: 0.0, sin: 1.0 } };
        let image = scene.bar([10.0, 1.0], [-1.0, 2.0, 3.0]);
        scene.world.body_mut(image).unwrap().set_pose(map).unwrap();
        scene.joint(body, image, PortalJoint::new(map));
    }),
    ("car", |scene| {
        scene.wall(Shape::half_space([0.0, 1.0], -0.5 * scene.unit).unwrap());
        let chassis = scene.body([0.0, 0.5], scene.rectangle(1.0, 0.2), 2.0, [1.0, 0.0, 0.0]);
        for x in [-0.75, 0.75] {
            let wheel = scene.body([x, 0.0], scene.circle(0.4), 1.0, [1.0, 0.0, 0.0]);
            let torque = 10.0 * scene.unit * scene.unit;
            let [low, high] = scene.scaled([-0.2, 0.3]);
            let axle = WheelJoint::new([0.0, 1.0]).anchors(scene.scaled([x, -0.5]), [0.0, 0.0]);
            scene.joint(chassis, wheel, axle.spring(3.0, 0.6).motor(-8.0, torque).limits(low, high));
        }
    }),
    ("chain with a load", |scene| {
        let mut last = scene.ground;
        for i in 0..12 {
            let link = scene.bar([0.5 + i as f32, 0.0], [0.0, 0.0, 0.0]);
            let from = if i == 0 { [0.0, 0.0] } else { scene.scaled([0.5, 0.0]) };
            scene.joint(last, link, RevoluteJoint::new().anchors(from, scene.scaled([-0.5, 0.0])));
            last = link;
        }
        let load = scene.body([12.5, 0.0], scene.rectangle(0.5, 0.5), 1000.0, [0.0, 0.0, 0.0]);
        let ends = [[0.5, 0.0], [-0.5, 0.0]].map(|end| scene.scaled(end));
        scene.joint(last, load, RevoluteJoint::new().anchors(ends[0], ends[1]));
    }),
    ("bridge", |scene| {
        let mut last = scene.ground;
        for i in 0..8 {
            let plank = scene.body([0.5 + i as f32, 0.0], scene.rectangle(0.5, 0.1), 1.0, [0.0; 3]);
            let from = if i == 0 { [0.0, 0.0] } else { scene.scaled([0.5, 0.0]) };
            scene.joint(last, plank, RevoluteJoint::new().anchors(from, scene.scaled([-0.5, 0.0])));
            last = plank;
        }
        let ends = [[0.5, 0.0], [8.0, 0.0]].map(|end| scene.scaled(end));
        scene.joint(last, scene.ground, RevoluteJoint::new().anchors(ends[0], ends[1]));
        for x in [2.0, 4.5, 6.0] {
            scene.body([x, 2.0], scene.rectangle(0.4, 0.4), 20.0, [0.0, -3.0, 1.0]);
        }
    }),
    ("joints that contradict each other", |scene| {
        let body = scene.bar([0.5, 0.0], [0.0, 0.0, 1.0]);
        for (at, end) in [([0.0, 0.0], [-0.5, 0.0]), ([1.25, 0.0], [0.5, 0.0])] {
            let [at, end] = [at, end].map(|point| scene.scaled(point));
            scene.joint(scene.ground, body, RevoluteJoint::new().anchors(at, end));
        }
        scene.joint(scene.ground, body, DistanceJoint::new(0.75 * scene.unit));
    }),
    ("joint that breaks", |scene| {
        let body = scene.bar([0.5, 0.0], [0.0, 0.0, 1.0]);
        let weld = WeldJoint::new().anchors([0.0, 0.0], scene.scaled([-0.5, 0.0]));
        let (force, torque) = (10.0 * scene.unit, 1.5 * scene.unit * scene.unit);
        let joint = JointDef::new(scene.ground, body, weld).breaks(force, torque);
        scene.world.add_joint(joint).unwrap();
    }),
    ("pair that does not collide", |scene| {
        let shape = scene.rectangle(0.5, 0.5);
        let [a, b] = [0.0, 0.25].map(|x| scene.body([x, 0.0], shape.clone(), 1.0, [0.0, x, 1.0]));
        scene.joint(a, b, FilterJoint);
    }),
];

/// Positions, angles and velocities after each of 120 steps are the same bit for bit.
#[test]
fn joints_in_other_units_move_in_exactly_the_same_way() {
    for (name, build) in JOINTS {
        for settings in solvers() {
            assert_follows(name, settings, 120, build);
        }
    }
}

/// A wall of boxes on tiles with seams and on a chain, which is hit by bullets of all kinds of shapes; and
/// boxes and polygons that slide and fall, in worlds that sweep everything, with each way to find manifolds.
#[test]
fn impacts_and_seams_in_other_units_are_exactly_the_same() {
    let build = |scene: &mut Scene| {
        let tile = |scene: &Scene, x: f32, y: f32| {
            scene.rectangle(0.5, 0.5).transformed(Pose::at(scene.scaled([x, y])))
        };
        for i in 0..16 {
            let flush = if i % 5 == 4 { -0.503 } else { -0.5 };
            let tile = tile(scene, i as f32 - 8.0, flush);
            scene.wall(tile);
        }
        let bends = [[-8.5, 0.0], [-12.0, 0.5], [-15.0, 0.25], [-18.0, 3.0]];
        let points = bends.map(|point| Point::from(scene.scaled(point)));
        let segments = geom::chain(points, false, Sides::One).unwrap();
        segments.into_iter().for_each(|segment: ChainSegment| scene.wall(Shape::ChainSegment(segment)));
        for i in 0..20 {
            let at = [3.0 + 0.5 * ((i % 4) as f32), 0.25 + 0.5 * ((i / 4) as f32)];
            scene.body(at, scene.rectangle(0.25, 0.25), 1.0, [0.0; 3]);
        }
        for (i, speed) in [300.0, 80.0, 40.0, 150.0, 15.0].into_iter().enumerate() {
            let pentagon = Polygon::regular(5, 0.1 * scene.unit).unwrap();
            let [start, end] = [[-0.3, 0.0], [0.3, 0.0]].map(|end| scene.scaled(end));
            let shape = match i {
                0 => scene.circle(0.05),
                1 => Shape::Polygon(pentagon),
                2 => Shape::Polygon(pentagon.rounded(0.05 * scene.unit).unwrap()),
                3 => Shape::capsule(start, end, 0.05 * scene.unit).unwrap(),
                _ => scene.rectangle(0.3, 0.1),
            };
            let y = 0.3 + 0.4 * i as f32;
            scene.body([-6.0, y], shape.clone(), 8.0, [speed, 0.0, 5.0 * i as f32]);
            scene.body([-11.0 - i as f32, 2.0 + y], shape, 2.0, [2.0, -speed, 20.0]);
        }
        // Slides over the seams.
        scene.body([-7.0, 0.25], scene.rectangle(0.25, 0.25), 1.0, [6.0, 0.0, 0.0]);
        scene.body([-2.0, 0.125], scene.circle(0.125), 1.0, [4.0, 0.0, 0.0]);
    };
    let settings = WorldSettings::default();
    for manifolds in ManifoldMethod::ALL {
        assert_follows("tiles", settings.manifolds(manifolds), 150, build);
    }
    let classic = WorldSettings { method: Method::Classic, ..settings };
    assert_follows("tiles", classic, 150, build);
}

/// Rays, shapes that are cast, overlaps and distances, along and over a heap.
#[test]
fn answers_of_queries_in_other_units_are_exactly_the_same() {
    let answers = |unit: f32| {
        let mut scene = Scene::new(unit, WorldSettings::default());
        scene.wall(Shape::half_space([0.0, 1.0], 0.0).unwrap());
        for i in 0..12 {
            let shape =
                if i % 3 == 0 { scene.circle(0.4) } else { scene.rectangle(0.3 + 0.02 * i as f32, 0.4) };
            scene.body([0.7 * (i % 4) as f32, 0.5 + 0.9 * (i / 4) as f32], shape, 1.0, [0.0, 0.0, 0.3]);
        }
        for _ in 0..40 {
            scene.world.step(DT);
        }
        let all = QueryFilter::default;
        let (world, probe) = (&scene.world, scene.rectangle(0.2, 0.1));
        let mut found = Vec::new();
        for i in 0..200 {
            let turn = Rot::from_angle(0.7 * i as f32);
            let at = scene.scaled([0.02 * (i % 150) as f32, 0.5 + 0.03 * (i % 40) as f32]);
            let to = turn * Vec2::new(2.0 * unit, 0.0);
            let pose = Pose { position: at.into(), rotation: turn };
            let hit = |hit: CastHit<'_>| {
                let [x, y, distance] = [hit.point.x, hit.point.y, hit.distance].map(|length| length / unit);
                [x, y, distance, hit.fraction, hit.normal.x, hit.normal.y]
            };
            let near = |near: ClosestHit<'_>| {
                let [x, y, distance] =
                    [near.point.x, near.point.y, near.distance].map(|length| length / unit);
                [x, y, distance, 0.0, near.normal.x, near.normal.y]
            };
            found.push(world.cast_ray(&Ray::new(at, to), all()).unwrap().map(hit));
            let cast = ShapeCast::new(&probe, pose, to);
            found.push(world.cast_shape(&cast, all()).unwrap().map(hit));
            found.push(world.cast_shape(&cast.turning(2.0), all()).unwrap().map(hit));
            found.push(world.closest_to_point(at, unit, all()).unwrap().map(near));
            found.push(world.closest_to_shape(&probe, pose, unit, all()).unwrap().map(near));
            let overlaps = world.overlap_shape_all(&probe, pose, all()).unwrap().len();
            found.push(Some([overlaps as f32; 6]));
        }
        found
    };
    let metres = answers(1.0);
    assert!(metres.iter().filter(|answer| answer.is_some()).count() > 700);
    for unit in UNITS {
        assert_eq!(metres, answers(unit), "unit {unit}");
    }
}
