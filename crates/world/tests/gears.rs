//! Gears on bodies that cannot turn are refused; racks and pinions follow each other.

use geom::Shape;
use world::{
    BodyDef, BodyId, ColliderDef, DefError, GearJoint, JointDef, JointId, JointKind, Level, Method,
    PrismaticJoint, RackJoint, RevoluteJoint, Snapshot, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// A pinion on an axle, and a rack.
fn rack_and_pinion() -> (World, [BodyId; 3]) {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let stand = world.add_body(BodyDef::fixed()).unwrap();
    let pinion = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(pinion, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
    world.add_joint(JointDef::new(stand, pinion, RevoluteJoint::new().motor(2.0, 100.0))).unwrap();
    let rack = world.add_body(BodyDef::dynamic().position([0.0, -0.6])).unwrap();
    world.add_collider(rack, ColliderDef::new(Shape::rectangle(2.0, 0.1).unwrap())).unwrap();
    (world, [stand, pinion, rack])
}

/// In both orders of adding, at both ends; static bodies and those with a locked rotation as well. The error
/// says what to use.
#[test]
fn gear_on_a_body_that_cannot_turn_is_refused() {
    let refused = |world: &mut World, def: JointDef| {
        let before = world.state_hash();
        let error = world.add_joint(def).unwrap_err();
        assert!(matches!(error, DefError::GearWithoutTurn { .. }), "{error}");
        assert!(error.to_string().contains("use a rack joint"), "{error}");
        assert_eq!(world.state_hash(), before);
    };
    let slide = PrismaticJoint::new([1.0, 0.0]).anchors([0.0, -0.6], [0.0, 0.0]);
    for ratio in [0.5, -2.0] {
        let gear = GearJoint::new(ratio);
        let (mut world, [stand, pinion, rack]) = rack_and_pinion();
        world.add_joint(JointDef::new(stand, rack, slide)).unwrap();
        refused(&mut world, JointDef::new(pinion, rack, gear));
        refused(&mut world, JointDef::new(rack, pinion, gear));
        refused(&mut world, JointDef::new(stand, pinion, gear));

        let (mut world, [stand, pinion, rack]) = rack_and_pinion();
        world.add_joint(JointDef::new(pinion, rack, gear)).unwrap();
        refused(&mut world, JointDef::new(stand, rack, slide));
        refused(&mut world, JointDef::new(rack, stand, slide));

        let (mut world, [_, pinion, rack]) = rack_and_pinion();
        world.body_mut(rack).unwrap().set_fixed_rotation(true);
        refused(&mut world, JointDef::new(pinion, rack, gear));

        refused(&mut world, JointDef::new(pinion, rack, RackJoint::new([1.0, 0.0], ratio)));

        // A wheel that slides on an arm that turns is a gear's body as any other.
        let (mut world, [stand, pinion, arm]) = rack_and_pinion();
        world
            .add_joint(JointDef::new(stand, arm, RevoluteJoint::new().anchors([0.0, -0.6], [0.0, 0.0])))
            .unwrap();
        let wheel = world.add_body(BodyDef::dynamic()).unwrap();
        world.add_joint(JointDef::new(arm, wheel, slide)).unwrap();
        world.add_joint(JointDef::new(pinion, wheel, gear)).unwrap();
    }
}

/// What a world has reached is saved and loaded, though no program could add it: the body became static
/// later.
#[test]
fn gear_on_a_body_that_became_static_is_loaded() {
    let (mut world, [_, pinion, rack]) = rack_and_pinion();
    world.add_joint(JointDef::new(pinion, rack, GearJoint::new(1.0))).unwrap();
    world.body_mut(rack).unwrap().set_kind(world::BodyKind::Static).unwrap();
    let level: Level = world.to_level();
    let (loaded, _) = World::load(&level).unwrap();
    assert_eq!(loaded.joints().count(), 2);
}

/// In a world without gravity: a stand, an assembly of racks (0.8 kg) and pinions (pi / 4 kg), and a way to
/// read them.
struct Train {
    world: World,
    stand: BodyId,
}

impl Train {
    fn new(method: Method) -> Self {
        let settings = WorldSettings { method, ..WorldSettings::default() };
        let mut world = World::new(settings.gravity([0.0, 0.0]));
        let stand = world.add_body(BodyDef::fixed()).unwrap();
        Self { world, stand }
    }

    /// A pinion of 0.5 m on an axle.
    fn pinion(&mut self, x: f32, y: f32) -> BodyId {
        let body = self.world.add_body(BodyDef::dynamic().position([x, y])).unwrap();
        let disc = ColliderDef::new(Shape::circle(0.5).unwrap());
        self.world.add_collider(body, disc.filter(world::Filter { mask: 0, ..Default::default() })).unwrap();
        let axle = RevoluteJoint::new().anchors([x, y], [0.0, 0.0]);
        self.world.add_joint(JointDef::new(self.stand, body, axle)).unwrap();
        body
    }

    /// A rack that slides along a direction, given by its angle.
    fn rack(&mut self, x: f32, y: f32, angle: f32) -> (BodyId, JointId) {
        let body = self.world.add_body(BodyDef::dynamic().position([x, y]).angle(angle)).unwrap();
        let bar = ColliderDef::new(Shape::rectangle(2.0, 0.1).unwrap());
        self.world.add_collider(body, bar.filter(world::Filter { mask: 0, ..Default::default() })).unwrap();
        let slide = PrismaticJoint::new([angle.cos(), angle.sin()]).anchors([x, y], [0.0, 0.0]);
        let slide = slide.reference_angle(angle);
        let slide = self.world.add_joint(JointDef::new(self.stand, body, slide)).unwrap();
        (body, slide)
    }

    fn way(&self, slide: JointId) -> f32 {
        self.world.joint(slide).unwrap().translation()
    }
}

/// The rack goes as far as the rim of its pinion, however the rack lies, on both sides and over many turns,
/// whichever of the two is driven; also after the joint has gone through a level, a snapshot and a recording.
#[test]
fn rack_goes_as_far_as_the_rim_of_its_pinion() {
    for method in [Method::Soft, Method::Classic] {
        for (angle, radius) in [(0.0, 0.5), (0.0, -0.5), (1.1, 0.3), (-2.0, 2.0_f32)] {
            let mut train = Train::new(method);
            let pinion = train.pinion(0.0, 0.0);
            let (rack, slide) = train.rack(0.3, -0.6, angle);
            train.world.start_recording();
            let joint = JointDef::new(rack, pinion, RackJoint::new([1.0, 0.0], radius));
            let joint = train.world.add_joint(joint).unwrap();
            let (mut turned, mut last) = (0.0, geom::Rot::IDENTITY);
            for step in 0..600 {
                // Forward and back again, by the pinion and by the rack.
                if step % 200 < 100 {
                    let torque = if step % 100 < 80 { 1.0 } else { -1.0 };
                    train.world.body_mut(pinion).unwrap().apply_torque(torque).unwrap();
                } else {
                    let mut rack = train.world.body_mut(rack).unwrap();
                    rack.apply_central_force([-2.0 * angle.cos(), -2.0 * angle.sin()]).unwrap();
                }
                train.world.step(DT);
                let now = train.world.body(pinion).unwrap().pose().rotation;
                turned += (last.inverse() * now).angle();
                last = now;
                let (way, rim) = (train.way(slide), radius * turned);
                assert!((way - rim).abs() < 1e-3, "{method:?} {angle} {radius}, step {step}: {way} {rim}");
                assert!(train.world.joint(joint).unwrap().error() < 1e-3);
            }
            assert!(turned.abs() > 6.5, "more than a turn: {turned}");

            let mut snapshot = Snapshot::new();
            train.world.save(&mut snapshot);
            let snapshot = Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap();
            let level = train.world.to_level();
            assert_eq!(Level::from_bytes(&level.to_bytes()).unwrap(), level);
            let recording = train.world.recording().unwrap();
            recording.check().unwrap();
            let mut restored = World::default();
            restored.restore(&snapshot).unwrap();
            let (mut loaded, ids) = World::load(&level).unwrap();
            let loaded_slide = ids.joints[1];
            for _ in 0..60 {
                train.world.step(DT);
                restored.step(DT);
                loaded.step(DT);
            }
            assert_eq!(restored.full_hash(), train.world.full_hash());
            assert!((loaded.joint(loaded_slide).unwrap().translation() - train.way(slide)).abs() < 1e-3);
        }
    }
}

/// The joint does no work: force times way of the rack is torque times angle of the pinion. A force F on the
/// rack and a torque F r on the pinion that oppose each other move nothing, and a force alone moves the rack
/// as if it were heavier by I / r^2.
#[test]
fn force_on_the_rack_is_torque_on_the_pinion_over_its_radius() {
    for method in [Method::Soft, Method::Classic] {
        for radius in [0.25, -0.5, 1.0_f32] {
            for balance in [0.0, 1.0_f32] {
                let mut train = Train::new(method);
                let pinion = train.pinion(0.0, 0.0);
                let (rack, slide) = train.rack(0.0, -0.6, 0.0);
                let joint = JointDef::new(rack, pinion, RackJoint::new([1.0, 0.0], radius));
                train.world.add_joint(joint).unwrap();
                let force = 3.0; // N
                for _ in 0..60 {
                    train.world.body_mut(rack).unwrap().apply_central_force([force, 0.0]).unwrap();
                    let torque = -balance * force * radius;
                    train.world.body_mut(pinion).unwrap().apply_torque(torque).unwrap();
                    train.world.step(DT);
                }
                let mass = |body| train.world.body(body).unwrap().mass_properties();
                let heavy = mass(rack).mass + mass(pinion).inertia / (radius * radius);
                let speed = train.world.body(rack).unwrap().velocity().x;
                let expected = (1.0 - balance) * force / heavy;
                assert!((speed - expected).abs() < 1e-3 * (1.0 + expected), "{radius}: {speed} {expected}");
                let work = (1.0 - balance) * force * train.way(slide);
                // The way of a first-order integrator is longer than the true one by half a step's: 1 / 60.
                let energy = train.world.kinetic_energy() as f32;
                assert!((energy - work).abs() < 1e-4 + 0.02 * work, "{radius}: {energy} J, work {work} J");
            }
        }
    }
}

/// A rack drives a pinion, a gear a second one, and that another rack: the ways are equal, since the gear
/// turns the second pinion back and it lies on the other side. Without the gear, one pinion between two racks
/// moves them apart.
#[test]
fn rack_drives_a_rack_through_pinions_and_gears() {
    let along = [1.0, 0.0];
    let mut train = Train::new(Method::Soft);
    let [first, second] = [train.pinion(0.0, 0.0), train.pinion(1.0, 0.0)];
    let ((low, low_slide), (high, high_slide)) = (train.rack(0.0, -0.6, 0.0), train.rack(1.0, 0.6, 0.0));
    let (opposite, opposite_slide) = train.rack(0.0, 0.6, 0.0);
    for (a, b, kind) in [
        (low, first, JointKind::from(RackJoint::new(along, 0.5))),
        (opposite, first, RackJoint::new(along, -0.5).into()),
        (first, second, GearJoint::new(1.0).into()),
        (high, second, RackJoint::new(along, -0.5).into()),
    ] {
        train.world.add_joint(JointDef::new(a, b, kind)).unwrap();
    }
    for _ in 0..120 {
        train.world.body_mut(low).unwrap().apply_central_force([2.0, 0.0]).unwrap();
        train.world.step(DT);
        let ways = [low_slide, high_slide, opposite_slide].map(|slide| train.way(slide));
        assert!((ways[0] - ways[1]).abs() < 2e-3 && (ways[0] + ways[2]).abs() < 2e-3, "{ways:?}");
    }
    assert!(train.way(low_slide) > 0.5);
}

/// A pinion and a rack that nothing holds keep their momentum and their angular momentum, while the pinion
/// rolls along the rack that turns away under it. (Nothing holds them together across the rack.)
#[test]
fn free_rack_and_pinion_keep_momentum_and_angular_momentum() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let mut add = |def: BodyDef, shape: Shape| {
        let body = world.add_body(def).unwrap();
        let filter = world::Filter { mask: 0, ..Default::default() };
        world.add_collider(body, ColliderDef::new(shape).filter(filter)).unwrap();
        body
    };
    let rack = add(BodyDef::dynamic().angle(0.4), Shape::rectangle(2.0, 0.1).unwrap());
    let def = BodyDef::dynamic().position([0.5, 0.7]).angular_velocity(3.0);
    let pinion = add(def, Shape::circle(0.5).unwrap());
    world.add_joint(JointDef::new(rack, pinion, RackJoint::new([1.0, 0.0], 0.5))).unwrap();
    let sums = |world: &World| {
        let mut sums = [0.0_f64; 3];
        for body in world.dynamic_bodies() {
            let (properties, pose) = (body.mass_properties(), body.pose());
            let [x, y] = [pose.position.x, pose.position.y].map(f64::from);
            let [px, py] = [body.velocity().x, body.velocity().y].map(|v| f64::from(properties.mass * v));
            sums[0] += px;
            sums[1] += py;
            sums[2] += x * py - y * px + f64::from(properties.inertia * body.angular_velocity());
        }
        sums
    };
    let before = sums(&world);
    for _ in 0..60 {
        world.step(DT);
    }
    let after = sums(&world);
    // kg m/s and kg m^2/s. The angular momentum is that of a point that moves within the step: second order.
    assert!((after[0] - before[0]).abs() < 1e-5 && (after[1] - before[1]).abs() < 1e-5, "{after:?}");
    assert!((after[2] - before[2]).abs() < 5e-3, "{before:?} {after:?}");
    assert!(world.body(rack).unwrap().velocity().norm() > 0.05, "the pinion drives the rack");
}

/// Numbers that make no rack are named.
#[test]
fn rack_refuses_what_makes_no_rack() {
    let mut train = Train::new(Method::Soft);
    let (pinion, (rack, _)) = (train.pinion(0.0, 0.0), train.rack(0.0, -0.6, 0.0));
    for (joint, message) in [
        (RackJoint::new([1.0, 0.0], 0.0), "radius is 0: it must be not zero, from -1e18 to 1e18"),
        (RackJoint::new([1.0, 0.0], f32::NAN), "radius is NaN: it must be not zero, from -1e18 to 1e18"),
        (RackJoint::new([0.0, 0.0], 1.0), "length of the axis is 0: it must be above zero and finite"),
    ] {
        let error = train.world.add_joint(JointDef::new(rack, pinion, joint)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
