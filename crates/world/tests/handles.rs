//! Handles as bits, and the clock of the program: what foreign interfaces need.

use geom::Shape;
use proptest::prelude::*;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::Duration;
use world::{
    BodyDef, BodyId, ColliderDef, ColliderId, HandleError, JointDef, JointId, RevoluteJoint, Snapshot,
    StageTimes, World, machine_clock,
};

const DT: f32 = 1.0 / 60.0;

/// A body with a collider, pinned to another.
fn add(world: &mut World) -> (BodyId, ColliderId, JointId) {
    let [a, b] = [0.0, 0.4].map(|x| world.add_body(BodyDef::dynamic().position([x, 0.0])).unwrap());
    let collider = world.add_collider(a, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
    (a, collider, world.add_joint(JointDef::new(a, b, RevoluteJoint::new())).unwrap())
}

proptest! {
    /// A handle is the same after it was bits. Bits of a removed thing are refused as its handle is, also
    /// when its slot has been used again, and so are those of another world; a restored world takes its own.
    #[test]
    fn handles_come_back_from_bits_and_stale_ones_are_refused(count in 1_usize..20, removed in 0_usize..20) {
        let (mut world, mut other) = (World::default(), World::default());
        let ids: Vec<_> = (0..count).map(|_| add(&mut world)).collect();
        for _ in 0..count {
            add(&mut other);
        }
        let mut seen = std::collections::BTreeSet::new();
        for &(body, collider, joint) in &ids {
            let bits = [body.to_bits(), collider.to_bits(), joint.to_bits()];
            prop_assert!(bits.iter().all(|&bits| bits != 0 && seen.insert(bits)), "no two are equal");
            let [b, c, j] = bits;
            let back = (BodyId::from_bits(b), ColliderId::from_bits(c), JointId::from_bits(j));
            prop_assert_eq!(back, (Some(body), Some(collider), Some(joint)));
            // Of one kind only.
            prop_assert_eq!((BodyId::from_bits(c), ColliderId::from_bits(j), JointId::from_bits(b)), (None, None, None));
            prop_assert_eq!(other.body(BodyId::from_bits(b).unwrap()).unwrap_err(), HandleError::ForeignWorld { kind: "body" });
        }
        let mut snapshot = Snapshot::default();
        world.save(&mut snapshot);
        let (body, collider, joint) = ids[removed % count];
        let [b, c, j] = [body.to_bits(), collider.to_bits(), joint.to_bits()];
        world.remove_body(body).unwrap();
        for _ in 0..3 {
            prop_assert_eq!(world.body(BodyId::from_bits(b).unwrap()).unwrap_err(), HandleError::Removed { kind: "body" });
            prop_assert!(world.collider(ColliderId::from_bits(c).unwrap()).is_err());
            prop_assert!(world.joint(JointId::from_bits(j).unwrap()).is_err());
            add(&mut world);
        }
        world.restore(&snapshot).unwrap();
        prop_assert!(world.body(BodyId::from_bits(b).unwrap()).is_ok());
    }

    /// Handles that were saved as bits name the same things in a world from the bytes that were saved with
    /// them, whatever was removed and added before; those of what was removed are refused, and so is each in
    /// a world that has nothing of that slot and generation.
    #[test]
    fn saved_handles_name_the_same_things_in_a_world_from_bytes(
        steps in prop::collection::vec((any::<bool>(), 0_usize..12), 1..40),
    ) {
        let mut world = World::default();
        let (mut all, mut count) = (Vec::new(), 0_u128);
        for (adds, index) in steps {
            if adds || all.is_empty() {
                let (body, collider, joint) = add(&mut world);
                world.body_mut(body).unwrap().set_user_data(count);
                world.collider_mut(collider).unwrap().set_user_data(count);
                world.joint_mut(joint).unwrap().set_user_data(count);
                all.push((body, collider, joint, count));
                count += 1;
            } else {
                // What is removed twice is refused.
                let _ = world.remove_body(all[index % all.len()].0);
            }
        }
        let loaded = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
        prop_assert_eq!(loaded.full_hash(), world.full_hash());
        for (body, collider, joint, data) in all {
            let body_here = BodyId::from_bits(body.to_bits()).unwrap().in_world(&loaded);
            let collider_here = ColliderId::from_bits(collider.to_bits()).unwrap().in_world(&loaded);
            let joint_here = JointId::from_bits(joint.to_bits()).unwrap().in_world(&loaded);
            prop_assert!(body.in_world(&World::default()).is_err());
            if world.body(body).is_ok() {
                prop_assert_eq!(loaded.body(body_here.unwrap()).unwrap().user_data(), data);
                prop_assert_eq!(loaded.collider(collider_here.unwrap()).unwrap().user_data(), data);
                prop_assert_eq!(loaded.joint(joint_here.unwrap()).unwrap().user_data(), data);
            } else {
                prop_assert_eq!(body_here, Err(HandleError::Removed { kind: "body" }));
                prop_assert_eq!(collider_here, Err(HandleError::Removed { kind: "collider" }));
                prop_assert_eq!(joint_here, Err(HandleError::Removed { kind: "joint" }));
            }
        }
    }

    /// Any bits are no handle, or one that a world accepts only if it made it.
    #[test]
    fn no_bits_make_a_world_panic(high in any::<u64>(), low in any::<u64>(), tag in 0_u64..5, near in any::<bool>()) {
        let mut world = World::default();
        let (body, collider, joint) = add(&mut world);
        let bits = if near {
            // One bit beside a true one.
            body.to_bits() ^ (1 << (low % 128))
        } else {
            u128::from(tag << 32 | high & u64::from(u32::MAX)) << 64 | u128::from(low)
        };
        if let Some(id) = BodyId::from_bits(bits) {
            let is_known = world.bodies().any(|body| body.id() == id);
            prop_assert_eq!(world.body(id).is_ok(), is_known);
            prop_assert_eq!(world.remove_body(id).is_ok(), is_known);
        }
        if let Some(id) = ColliderId::from_bits(bits) {
            prop_assert_eq!(world.collider(id).is_ok(), id == collider);
        }
        if let Some(id) = JointId::from_bits(bits) {
            prop_assert_eq!(world.joint(id).is_ok(), id == joint);
        }
        world.validate().unwrap();
    }
}

/// Counts 1 ms for each time that it is asked.
static MILLISECONDS: AtomicI64 = AtomicI64::new(1_000_000);

fn counting_clock() -> Duration {
    Duration::from_millis(MILLISECONDS.fetch_add(1, Relaxed).unsigned_abs())
}

fn backward_clock() -> Duration {
    Duration::from_millis(MILLISECONDS.fetch_sub(1, Relaxed).unsigned_abs())
}

/// The stages are measured by the clock that the program gives, which changes no bit and may even go
/// backwards. Without one nothing is measured.
#[test]
fn stages_are_measured_by_the_clock_of_the_program() {
    let [mut with, mut without] = [(); 2].map(|()| World::default());
    for world in [&mut with, &mut without] {
        add(world);
    }
    with.set_clock(Some(counting_clock));
    for _ in 0..10 {
        with.step(DT);
        without.step(DT);
        assert!(with.stage_times().stages().iter().all(|(_, time)| *time == Duration::from_millis(1)));
        assert_eq!(without.stage_times(), &StageTimes::default());
        assert_eq!(with.full_hash(), without.full_hash());
    }
    with.set_clock(Some(backward_clock));
    with.step(DT);
    assert_eq!(with.stage_times().total(), Duration::ZERO);
    with.set_clock(Some(machine_clock));
    with.step(DT);
    without.step(DT);
    without.step(DT);
    assert!(with.stage_times().total() > Duration::ZERO);
    assert_eq!(with.full_hash(), without.full_hash());
}
