//! Observations equal what the interface of the world tells, and actions do what it does.

use crate::support::{noise, scene};
use batch::compute::Workers;
use batch::geom::{Point, Pose, Rot, Shape, Vec2};
use batch::world::{
    BodyDef, ColliderDef, JointDef, Level, PrismaticJoint, QueryFilter, RevoluteJoint, WheelJoint, World,
};
use batch::{Action, BatchDef, Observation, Random, RayFan};
use collide::Ray;

/// A rail with a sled, a wheel on it with an axle, a hinged arm, a lift, a ball and a sensor.
fn machine() -> Level {
    let mut level = Level::default();
    let shape = |x, y| ColliderDef::new(Shape::rectangle(x, y).expect("a shape"));
    let ground = level.body_with(BodyDef::fixed().position([0.0, -0.5]), shape(20.0, 0.5));
    let sled = level.body_with(BodyDef::dynamic().position([0.0, 2.0]), shape(0.5, 0.2));
    let arm = level.body_with(BodyDef::dynamic().position([0.0, 2.8]), shape(0.1, 0.8));
    let wheel_shape = ColliderDef::new(Shape::circle(0.3).expect("a shape"));
    let wheel = level.body_with(BodyDef::dynamic().position([0.0, 1.5]), wheel_shape);
    level.body_with(BodyDef::kinematic().position([5.0, 1.0]), shape(0.5, 0.1));
    let ball = ColliderDef::new(Shape::circle(0.4).expect("a shape"));
    level.body_with(BodyDef::dynamic().position([-4.0, 0.4]), ball);
    level.collider(ground, shape(1.0, 1.0).offset([-4.0, 1.0], 0.0).sensor(true));
    let slide = PrismaticJoint::new([1.0, 0.0]).anchors([0.0, 2.5], [0.0, 0.0]).motor(0.0, 30.0);
    level.joint(JointDef::new(ground, sled, slide));
    let hinge = RevoluteJoint::new().anchors([0.0, 0.0], [0.0, -0.8]).motor(0.0, 20.0);
    level.joint(JointDef::new(sled, arm, hinge));
    let axle = WheelJoint::new([0.0, 1.0]).anchors([0.0, -0.5], [0.0, 0.0]).motor(0.0, 5.0);
    level.joint(JointDef::new(sled, wheel, axle));
    level
}

const WORLDS: usize = 5;

#[test]
fn observations_equal_what_the_world_tells() {
    let level = machine();
    let observations = vec![
        Observation::Pose { body: 2 },
        Observation::Velocity { body: 2 },
        Observation::JointTranslation { joint: 0 },
        Observation::JointTranslationSpeed { joint: 0 },
        Observation::JointAngle { joint: 1 },
        Observation::JointAngularSpeed { joint: 1 },
        Observation::JointAngularSpeed { joint: 2 },
        Observation::Touch { collider: 5 },
        Observation::Touch { collider: 6 },
        Observation::Touch { collider: 2 },
    ];
    let actions =
        vec![Action::force(1).scaled(20.0), Action::torque(2).scaled(9.0), Action::force(5).scaled(40.0)];
    let def = BatchDef::new(&level).worlds(WORLDS).threads(2).chunk(2).actions(actions);
    let mut batch = def.observations(observations).build().expect("a batch");
    let ids = batch.ids().clone();
    let mut random = Random::new(0, 0, 0);
    let (mut touches, mut air) = (0, 0);
    for _ in 0..90 {
        batch.step(&noise(&mut random, WORLDS * 5)).expect("actions");
        for (i, row) in batch.observations().chunks(batch.observation_len()).enumerate() {
            let world = batch.world(i).expect("a world");
            let body = world.body(ids.bodies[2]).expect("a body");
            let joint = |j: usize| world.joint(ids.joints[j]).expect("a joint");
            let (pose, velocity) = (body.pose(), body.velocity());
            let wanted = [
                pose.position.x,
                pose.position.y,
                pose.rotation.cos,
                pose.rotation.sin,
                velocity.x,
                velocity.y,
                body.angular_velocity(),
                joint(0).translation(),
                joint(0).translation_speed(),
                joint(1).angle(),
                joint(1).angular_speed(),
                joint(2).angular_speed(),
            ];
            assert_eq!(row[..12], wanted, "world {i}");
            // All contacts that touch, by brute force.
            let touched = |c: usize| {
                let of = |it: batch::world::ContactRef<'_>| it.colliders().map(batch::world::ColliderRef::id);
                world.contacts().any(|it| it.is_touching() && of(it).contains(&ids.colliders[c]))
            };
            let inside = world.collider(ids.colliders[6]).expect("a collider").overlaps().count() > 0;
            let flags = [touched(5), inside, touched(2)].map(|is_so| if is_so { 1.0 } else { 0.0 });
            assert_eq!(row[12..], flags, "world {i}");
            touches += flags[0] as u32;
            air += 1 - flags[0] as u32;
        }
    }
    assert!(
        touches > 20 && air > 20,
        "the ball touches the ground {touches} times, and does not {air} times"
    );
}

/// The fan sees what `World::cast_rays` sees, also on a body that turns, and far from the origin.
#[test]
fn fans_of_rays_equal_casts_of_the_world() {
    let level = scene("mixture");
    let eye = crate::support::dynamic_bodies(&level, 1)[0];
    let around = RayFan::new(eye, 24, 12.0);
    let ahead = RayFan {
        origin: Point::new(0.1, 0.05),
        from: -1.0,
        to: 1.0,
        turns: false,
        ..RayFan::new(eye, 7, 30.0)
    };
    let nothing = RayFan { mask: 0, ..around };
    let single = RayFan { from: 0.5, ..RayFan::new(eye, 1, 5.0) };
    let fans = [around, ahead, nothing, single];
    let def = BatchDef::new(&level).worlds(3).actions(vec![Action::torque(eye)]);
    let mut batch = def.observations(fans.map(Observation::Rays).to_vec()).build().expect("a batch");
    let id = batch.ids().bodies[eye as usize];
    let mut workers = Workers::serial();
    let mut hits = 0;
    for step in 0..40 {
        batch.step(&[1.0, -2.0, 0.1 * step as f32]).expect("actions");
        for (i, row) in batch.observations().chunks(batch.observation_len()).enumerate() {
            let world = batch.world(i).expect("a world");
            let pose = world.body(id).expect("a body").world_pose();
            let mut wanted = Vec::new();
            for fan in fans {
                let rays: Vec<Ray> = (0..fan.count)
                    .map(|k| {
                        let gaps = fan.count.max(2) - 1;
                        let angle = fan.from + (fan.to - fan.from) * (k as f32 / gaps as f32);
                        let along = Rot::from_angle(angle) * Vec2::new(fan.length, 0.0);
                        let along = if fan.turns { pose.rotation * along } else { along };
                        Ray::new(Point::from(pose.rotation * fan.origin.coords), along)
                    })
                    .collect();
                let filter = QueryFilter::new().seen_from(pose.position).exclude_body(id).mask(fan.mask);
                let found = world.cast_rays(&mut workers, &rays, filter).expect("finite rays");
                wanted.extend(found.iter().map(|hit| hit.map_or(1.0, |hit| hit.fraction)));
            }
            assert_eq!(row, wanted, "world {i} in step {step}");
            hits += row.iter().filter(|&&x| x < 1.0).count();
        }
    }
    assert!(hits > 1000, "only {hits} rays hit anything");
}

/// All drives against the same calls of `World`.
#[test]
fn actions_do_what_calls_of_the_world_do() {
    let level = machine();
    let actions = vec![
        Action::target(4),
        Action::motor_speed(0).scaled(2.0),
        Action::motor_torque(1).scaled(3.0),
        Action::motor_speed(2).scaled(-4.0),
    ];
    let def = BatchDef::new(&level).actions(actions).frame_skip(4).dt(1.0 / 120.0);
    let mut batch = def.build().expect("a batch");
    let (mut world, ids) = World::load(&level).expect("a level");
    assert_eq!(batch.action_len(), 6);
    let mut random = Random::new(0, 0, 0);
    for _ in 0..30 {
        let action = noise(&mut random, 6);
        batch.step(&action).expect("an action");
        for frame in 0..4 {
            if frame == 0 {
                let pose = Pose::new([action[0], action[1]], action[2]);
                let mut lift = world.body_mut(ids.bodies[4]).expect("a body");
                lift.set_target_pose(pose, 4.0 / 120.0).expect("a kinematic body");
                let mut joint = world.joint_mut(ids.joints[0]).expect("a joint");
                let speed = action[3] * 2.0;
                joint
                    .change(|it: PrismaticJoint| PrismaticJoint { motor_speed: speed, ..it })
                    .expect("finite");
                let mut joint = world.joint_mut(ids.joints[2]).expect("a joint");
                let speed = action[5] * -4.0;
                joint.change(|it: WheelJoint| WheelJoint { motor_speed: speed, ..it }).expect("finite");
            }
            for (body, sign) in [(1, -1.0), (2, 1.0)] {
                let mut body = world.body_mut(ids.bodies[body]).expect("a body");
                body.apply_torque(sign * action[4] * 3.0).expect("finite");
            }
            world.step(1.0 / 120.0);
        }
        assert_eq!(batch.world(0).expect("a world").full_hash(), world.full_hash());
        let lift = world.body(ids.bodies[4]).expect("a body").pose().position;
        assert_eq!([lift.x, lift.y], [action[0], action[1]], "the lift is at its target");
    }
}

/// A push along the axis of a prismatic joint: force and opposite force, so the sled gets force / mass and
/// two free bodies keep their momentum and angular momentum.
#[test]
fn thrust_of_a_prismatic_joint_is_a_force_and_its_opposite() {
    let mut level = Level::default();
    level.settings.gravity = Vec2::zeros();
    let shape = || ColliderDef::new(Shape::rectangle(0.5, 0.5).expect("a shape"));
    let a = level.body_with(BodyDef::dynamic().position([0.0, 0.0]).angle(0.3), shape());
    let b = level.body_with(BodyDef::dynamic().position([3.0, 1.0]), shape());
    let joint = JointDef::new(a, b, PrismaticJoint::new([1.0, 0.0]).anchors([2.0, 0.0], [-1.0, 0.2]));
    level.joint(joint);
    let actions = vec![Action::motor_torque(0)];
    let mut batch = BatchDef::new(&level).actions(actions).build().expect("a batch");
    let ids = batch.ids().clone();
    let before = batch.world(0).expect("a world").joint(ids.joints[0]).expect("a joint").translation();
    for _ in 0..60 {
        batch.step(&[1.5]).expect("an action");
    }
    let world = batch.world(0).expect("a world");
    let bodies = ids.bodies.clone();
    let momentum: Vec2 = bodies
        .iter()
        .map(|&id| {
            let body = world.body(id).expect("a body");
            body.velocity() * body.mass_properties().mass
        })
        .sum();
    let spin: f32 = bodies
        .iter()
        .map(|&id| {
            let body = world.body(id).expect("a body");
            let mass = body.mass_properties();
            let (arm, velocity) = (body.center(), body.velocity());
            mass.inertia * body.angular_velocity() + mass.mass * (arm.x * velocity.y - arm.y * velocity.x)
        })
        .sum();
    // N s and N m s. Each body got an impulse of 1.5 N s. Pushes at the centres, 1 m beside each other, would
    // give 1.5 N m s; the force keeps its arm during the sub-steps of a step, which gives 0.001.
    assert!(momentum.norm() < 1e-4 && spin.abs() < 0.01, "{momentum:?}, {spin}");
    let after = world.joint(ids.joints[0]).expect("a joint").translation();
    assert!(after > before + 0.1, "B moves along the axis: from {before} to {after}");
}
