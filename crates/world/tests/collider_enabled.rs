//! Colliders that are disabled: each is as if it were removed, but keeps its handle and its properties.

use crate::properties::{DT, add, square, steps, weightless};
use geom::{Pose, Shape};
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Filter, Level, QueryFilter, Recording, Snapshot,
    World, WorldSettings,
};

/// A ground with a hatch in it, and a box that lies on the hatch.
fn hatch() -> (World, ColliderId, BodyId) {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    for x in [-3.0, 3.0] {
        let side = ColliderDef::new(Shape::rectangle(2.0, 0.5).unwrap()).offset([x, 0.0], 0.0);
        world.add_collider(ground, side).unwrap();
    }
    let hatch = ColliderDef::new(Shape::rectangle(1.0, 0.5).unwrap());
    let hatch = world.add_collider(ground, hatch.user_data(9)).unwrap();
    let (crate_, _) = add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), square(0.5));
    (world, hatch, crate_)
}

/// What lies on a collider that is disabled falls, asleep or not; the contact ends with an event; when the
/// collider is back, what lies on it touches it again.
#[test]
fn disabled_collider_touches_nothing_until_it_is_enabled() {
    for steps_before in [20, 200] {
        let (mut world, hatch, crate_) = hatch();
        steps(&mut world, steps_before);
        assert_eq!(world.body(crate_).unwrap().is_awake(), steps_before == 20);
        assert!((world.body(crate_).unwrap().pose().position.y - 1.0).abs() < 0.01);
        world.collider_mut(hatch).unwrap().set_enabled(false).set_enabled(false);
        world.validate().unwrap();
        assert!(world.body(crate_).unwrap().is_awake());
        assert!(!world.collider(hatch).unwrap().is_enabled());
        let found = world.collider_at([0.0, 0.0], QueryFilter::default()).unwrap();
        assert!(found.is_none(), "{found:?}");
        steps(&mut world, 1);
        let ended = world.events().contacts_ended();
        assert_eq!(ended.iter().map(|event| event.other(crate_).unwrap().user_data).collect::<Vec<_>>(), [9]);
        steps(&mut world, 30);
        let fallen = world.body(crate_).unwrap().pose().position.y;
        assert!((0.4..0.9).contains(&(1.0 - fallen - 0.5)) || fallen < 0.0, "{fallen} m");

        world
            .body_mut(crate_)
            .unwrap()
            .set_pose(Pose::at([0.0, 1.01]))
            .unwrap()
            .set_velocity([0.0; 2])
            .unwrap();
        world.collider_mut(hatch).unwrap().set_enabled(true);
        let found = world.collider_at([0.0, 0.0], QueryFilter::default()).unwrap();
        assert_eq!(found.map(world::ColliderRef::id), Some(hatch));
        let mut begun = 0;
        for _ in 0..60 {
            steps(&mut world, 1);
            begun += world.events().contacts_begun().len();
        }
        assert_eq!(begun, 1);
        assert!((world.body(crate_).unwrap().pose().position.y - 1.0).abs() < 0.01);
    }
}

/// A sensor ends to see a collider that is disabled, and a disabled sensor sees nothing.
#[test]
fn sensor_and_disabled_collider_do_not_see_each_other() {
    let mut world = weightless();
    let (_, sensor) = add(&mut world, BodyDef::fixed(), square(1.0).sensor(true));
    let (_, visitor) = add(&mut world, BodyDef::dynamic(), square(0.3));
    for changed in [sensor, visitor] {
        steps(&mut world, 1);
        assert_eq!(world.events().sensors_begun().len(), 1);
        world.collider_mut(changed).unwrap().set_enabled(false);
        assert_eq!(world.collider(sensor).unwrap().overlaps().count(), 0);
        steps(&mut world, 2);
        assert_eq!(world.collider(visitor).unwrap().overlaps().count(), 0);
        world.collider_mut(changed).unwrap().set_enabled(true);
    }
    steps(&mut world, 1);
    assert_eq!(world.collider(sensor).unwrap().overlaps().count(), 1);
}

/// The mass of a body is that of its enabled colliders, also if one is added disabled or changed while it is.
#[test]
fn disabled_collider_adds_no_mass() {
    let mut world = weightless();
    let (body, first) = add(&mut world, BodyDef::dynamic(), square(0.5).density(2.0));
    let second = square(0.5).offset([1.0, 0.0], 0.0).density(4.0).enabled(false);
    let second = world.add_collider(body, second).unwrap();
    let mass = |world: &World| {
        let view = world.body(body).unwrap();
        (view.mass_properties().mass, view.center().x)
    };
    assert_eq!(mass(&world), (2.0, 0.0));
    world.collider_mut(second).unwrap().set_density(6.0).unwrap();
    world.collider_mut(second).unwrap().set_shape(Shape::rectangle(0.5, 0.5).unwrap()).unwrap();
    assert_eq!(mass(&world), (2.0, 0.0));
    world.collider_mut(second).unwrap().set_enabled(true);
    assert_eq!(mass(&world), (8.0, 0.75));
    world.collider_mut(first).unwrap().set_enabled(false);
    assert_eq!(mass(&world), (6.0, 1.0));
    world.collider_mut(second).unwrap().set_sensor(true).unwrap().set_enabled(false).set_enabled(true);
    assert_eq!(mass(&world).0, 0.0, "a sensor has no mass, enabled or not");
    world.collider_mut(second).unwrap().set_sensor(false).unwrap();
    assert_eq!(mass(&world), (6.0, 1.0));
    world.validate().unwrap();
}

/// A pile of bodies with a second collider of the same shape, which `change` disables or removes.
fn pile(change: fn(&mut World, ColliderId)) -> World {
    let mut world = World::default();
    add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap()));
    let mut extras = Vec::new();
    for i in 0..40 {
        let position = [(i % 8) as f32 * 1.1 - 4.0, 1.0 + (i / 8) as f32 * 1.3];
        let (body, _) =
            add(&mut world, BodyDef::dynamic().position(position).angle(0.1 * i as f32), square(0.4));
        extras.push(world.add_collider(body, square(0.4).density(50.0)).unwrap());
    }
    steps(&mut world, 10);
    for extra in extras {
        change(&mut world, extra);
    }
    world
}

/// Bit for bit, a disabled collider is as if it were removed.
#[test]
fn disabled_collider_has_the_bits_of_one_that_was_removed() {
    let mut disabled = pile(|world, id| _ = world.collider_mut(id).unwrap().set_enabled(false));
    let mut removed = pile(|world, id| world.remove_collider(id).unwrap());
    for step in 0..200 {
        disabled.step(DT);
        removed.step(DT);
        assert_eq!(disabled.state_hash(), removed.state_hash(), "step {step}");
    }
    disabled.validate().unwrap();
}

/// Whether it is on the floor or on the slider, a disabled tile covers no edge of the tiles beside it: a box
/// strikes the side of the tile behind the gap, and a raft slides and falls like one that lacks the tile.
#[test]
fn disabled_tile_covers_no_edge_of_its_neighbours() {
    let row = |count: usize| (0..count).map(|i| square(0.5).friction(0.0).offset([i as f32, -0.5], 0.0));
    let run = |is_raft: bool, change: fn(&mut World, ColliderId)| {
        let mut world = World::default();
        let floor = world.add_body(BodyDef::fixed()).unwrap();
        let tiles: Vec<_> = row(6).map(|tile| world.add_collider(floor, tile).unwrap()).collect();
        let slider = BodyDef::dynamic().position([0.0, if is_raft { 1.1 } else { 0.31 }]);
        let slider = world.add_body(slider.velocity([2.0, 0.0])).unwrap();
        if is_raft {
            let planks: Vec<_> = row(4).map(|plank| world.add_collider(slider, plank).unwrap()).collect();
            change(&mut world, planks[1]);
        } else {
            world.add_collider(slider, square(0.3).friction(0.0)).unwrap();
            change(&mut world, tiles[3]);
        }
        let mut states = Vec::new();
        for _ in 0..180 {
            world.step(DT);
            states.push((world.body(slider).unwrap().pose(), world.body(slider).unwrap().velocity()));
        }
        states
    };
    for is_raft in [false, true] {
        let disabled = run(is_raft, |world, id| _ = world.collider_mut(id).unwrap().set_enabled(false));
        let removed = run(is_raft, |world, id| world.remove_collider(id).unwrap());
        assert_eq!(disabled, removed, "raft: {is_raft}");
        let greatest = disabled.iter().map(|(pose, _)| pose.position.x).fold(0.0, f32::max);
        assert!(is_raft || greatest < 3.5, "the box passes the side behind the gap: {greatest} m");
    }
    let kept = run(false, |_, _| {});
    assert!(kept.last().unwrap().0.position.x > 5.0, "a floor without a gap is smooth");
}

/// A body that turns slowly falls asleep when its fastest point is slow: a disabled arm is none of its
/// points.
#[test]
fn reach_of_a_body_is_that_of_its_enabled_colliders() {
    for (has_arm, enabled) in [(false, true), (true, false), (true, true)] {
        let mut world = weightless();
        let (body, _) = add(&mut world, BodyDef::dynamic().angular_velocity(0.003), square(0.5));
        if has_arm {
            let arm = square(0.1).offset([30.0, 0.0], 0.0).density(0.0).enabled(enabled);
            world.add_collider(body, arm).unwrap();
        }
        steps(&mut world, 60);
        let is_slow = !(has_arm && enabled);
        assert_eq!(!world.body(body).unwrap().is_awake(), is_slow, "arm: {has_arm}, enabled: {enabled}");
    }
}

/// It stays disabled in levels, bytes of levels, snapshots, copies, recordings and other broad phases.
#[test]
fn disabled_collider_stays_disabled_where_the_world_is_kept() {
    let (mut world, hatch, crate_) = hatch();
    steps(&mut world, 20);
    world.start_recording();
    world.collider_mut(hatch).unwrap().set_enabled(false);
    let extra = world.add_collider(crate_, square(2.0).enabled(false)).unwrap();

    let level = Level::from_bytes(&world.to_level().to_bytes()).unwrap();
    assert_eq!(level, world.to_level());
    let (mut loaded, ids) = World::load(&level).unwrap();
    steps(&mut loaded, 20);
    let is_enabled = |world: &World, id: ColliderId| world.collider(id).unwrap().is_enabled();
    assert_eq!(ids.colliders.iter().filter(|&&id| !is_enabled(&loaded, id)).count(), 2);

    // The box of a disabled collider stays behind.
    steps(&mut world, 20);
    let mut snapshot = Snapshot::default();
    world.save(&mut snapshot);
    let snapshot = Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap();
    let mut restored = World::new(WorldSettings::default());
    restored.restore(&snapshot).unwrap();
    let mut copy = world.clone();
    let mut grid = world.clone().replace_broadphase(broadphases::BruteForce::default());
    for _ in 0..60 {
        world.step(DT);
        loaded.step(DT);
        restored.step(DT);
        copy.step(DT);
        grid.step(DT);
        let expected = world.state_hash();
        assert_eq!([restored.state_hash(), copy.state_hash(), grid.state_hash()], [expected; 3]);
    }
    assert!(!is_enabled(&world, extra) && world.body(crate_).unwrap().pose().position.y < -2.0);
    let of_loaded = loaded.dynamic_bodies().next().unwrap().pose().position.y;
    assert!((of_loaded - world.body(crate_).unwrap().pose().position.y).abs() < 0.05);
    world.collider_mut(extra).unwrap().set_enabled(true);
    world.step(DT);
    for world in [&world, &restored, &copy, &loaded] {
        world.validate().unwrap();
    }

    let recording = world.stop_recording().unwrap();
    let mut replay = Recording::from_bytes(&recording.to_bytes()).unwrap().replay();
    while replay.step().unwrap() {}
    assert_eq!(replay.world().full_hash(), world.full_hash());

    // Restoring takes colliders out of the broad phase and puts them back.
    world.restore(&snapshot).unwrap();
    world.validate().unwrap();
    assert!(world.collider_at([0.9, 0.0], QueryFilter::default()).unwrap().is_none());
}

/// Anything may be done to a disabled collider, to its body, and to the body while it is disabled, too.
#[test]
fn disabled_collider_and_its_body_can_be_changed() {
    for body_enabled in [false, true] {
        let mut world = World::default();
        let def = BodyDef::dynamic().enabled(body_enabled);
        let (body, kept) = add(&mut world, def, square(0.5));
        let disabled = world.add_collider(body, square(0.5).offset([3.0, 0.0], 0.0).enabled(false)).unwrap();
        add(&mut world, BodyDef::fixed().position([3.0, 0.0]), square(0.5));
        let filter = Filter { category: 2, ..Filter::default() };
        let mut view = world.collider_mut(disabled).unwrap();
        view.set_filter(filter).set_hook(true).set_user_data(3).set_offset([4.0, 0.0], 0.5).unwrap();
        view.set_one_way(Some([0.0, 1.0].into())).unwrap().set_friction(0.1).unwrap();
        world.validate().unwrap();
        for kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
            world.body_mut(body).unwrap().set_kind(kind).unwrap();
            world.body_mut(body).unwrap().set_pose(Pose::new([-1.0, 0.0], 0.1)).unwrap();
            steps(&mut world, 2);
        }
        // So fast that its boxes hold its way.
        world.body_mut(body).unwrap().set_velocity([200.0, 0.0]).unwrap().set_angular_velocity(9.0).unwrap();
        steps(&mut world, 5);
        world.body_mut(body).unwrap().set_enabled(!body_enabled);
        steps(&mut world, 1);
        world.body_mut(body).unwrap().set_enabled(true);
        steps(&mut world, 1);
        world.collider_mut(kept).unwrap().set_enabled(false);
        steps(&mut world, 5);
        world.collider_mut(disabled).unwrap().set_enabled(true);
        steps(&mut world, 5);
        let def = world.collider(disabled).unwrap().def();
        assert!(def.enabled && def.hook && def.user_data == 3 && def.filter == filter);
        world.remove_collider(kept).unwrap();
        world.collider_mut(disabled).unwrap().set_enabled(false);
        steps(&mut world, 1);
        world.remove_body(body).unwrap();
        steps(&mut world, 1);
    }
}
