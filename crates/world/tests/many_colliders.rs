//! Bodies of many colliders: what they weigh, and what it costs to build, change, move and remove them.
//!
//! The tests with times are not run by default, since a loaded machine would fail them:
//! `cargo test --release -p physics2d-world --test all -- --ignored --nocapture many_colliders`.

use broadphase::{Broadphase, BroadphaseError, Cast, DynamicTree, Key, Mobility, PairSearch};
use geom::{Aabb, MassProperties, Point, Shape, Sides, Vec2, chain};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, DefError, Filter, Material, Snapshot, World,
    WorldSettings, machine_clock,
};

const DT: f32 = 1.0 / 60.0;

fn tile(x: f32, y: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap()).offset([x, y], 0.0)
}

/// Tiles of 1 m in rows of 100.
fn add_tiles(world: &mut World, body: BodyId, count: usize) -> Vec<ColliderId> {
    let add = |i: usize| world.add_collider(body, tile((i % 100) as f32, (i / 100) as f32)).unwrap();
    (0..count).map(add).collect()
}

/// The definition of the sum: the masses of the colliders, the last added first. A static body has none.
fn sum(world: &World, body: BodyId) -> MassProperties {
    if world.body(body).unwrap().kind() == BodyKind::Static {
        return MassProperties::ZERO;
    }
    let colliders: Vec<_> = world.body(body).unwrap().colliders().collect();
    let mass = |c: &world::ColliderRef<'_>| c.shape().mass_properties(c.material().density).unwrap();
    colliders.iter().rev().map(mass).fold(MassProperties::ZERO, MassProperties::combined)
}

#[test]
fn mass_is_the_sum_over_the_colliders_at_any_time() -> Result<(), DefError> {
    for kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
        let mut world = World::new(WorldSettings::default());
        let body = world.add_body(BodyDef { kind, ..BodyDef::default() })?;
        let check = |world: &World, what: &str| {
            let (found, expected) = (world.body(body).unwrap(), sum(world, body));
            assert_eq!(found.mass_properties(), expected, "{kind:?}, {what}");
            assert_eq!(found.center(), found.pose() * expected.center, "{kind:?}, {what}");
            world.validate().unwrap();
        };
        let tiles = add_tiles(&mut world, body, 7);
        check(&world, "added");
        world.step(DT);
        check(&world, "stepped");
        world.remove_collider(tiles[3])?;
        check(&world, "one removed");
        world.collider_mut(tiles[5])?.set_material(Material { density: 8.0, ..Material::default() })?;
        check(&world, "another density");
        world.step(DT);
        check(&world, "stepped again");
        world.remove_collider(tiles[0])?;
        world.body_mut(body)?.set_kind(BodyKind::Dynamic)?;
        check(&world, "made dynamic");
        world.step(DT);
        check(&world, "stepped as a dynamic body");
        world.body_mut(body)?.set_kind(BodyKind::Static)?;
        check(&world, "made static");
        world.remove_collider(tiles[1])?;
        world.step(DT);
        check(&world, "changed and stepped as a static body");
        world.body_mut(body)?.set_kind(BodyKind::Kinematic)?;
        check(&world, "made kinematic");
    }
    Ok(())
}

/// A mass that the program has set waits while the body is static.
#[test]
fn mass_override_counts_when_the_body_is_no_longer_static() -> Result<(), DefError> {
    let mass = MassProperties { mass: 7.0, center: Point::new(1.0, 2.0), inertia: 3.0 };
    let mut world = World::default();
    let body = world.add_body(BodyDef::fixed().mass(mass))?;
    for set in [mass, MassProperties { mass: 8.0, ..mass }] {
        world.body_mut(body)?.set_mass_override(Some(set))?;
        world.step(DT);
        let view = world.body(body)?;
        assert_eq!((view.mass_properties(), view.mass_override()), (MassProperties::ZERO, Some(set)));
        assert_eq!(view.center(), Point::origin());
        world.body_mut(body)?.set_kind(BodyKind::Dynamic)?;
        assert_eq!(world.body(body)?.mass_properties(), set);
        assert_eq!(world.body(body)?.center(), Point::new(1.0, 2.0));
        world.step(DT);
        world.validate().unwrap();
        world.body_mut(body)?.set_kind(BodyKind::Static)?.set_pose(geom::Pose::IDENTITY)?;
    }
    Ok(())
}

/// A body that was static for a while falls and spins like one that never was: bit for bit, also when its
/// colliders have changed meanwhile, and in a world restored from bytes.
#[test]
fn body_that_was_static_moves_like_one_that_never_was() -> Result<(), DefError> {
    let make = |detours: bool, from_bytes: bool| {
        let mut world = World::default();
        let floor = world.add_body(BodyDef::fixed())?;
        world
            .add_collider(floor, ColliderDef::new(Shape::rectangle(30.0, 0.5)?).offset([20.0, -3.0], 0.0))?;
        let kind = if detours { BodyKind::Static } else { BodyKind::Dynamic };
        let body = world.add_body(BodyDef { kind, ..BodyDef::default() })?;
        add_tiles(&mut world, body, 3);
        if detours {
            world.step(DT);
            world.body_mut(body)?.set_kind(BodyKind::Kinematic)?.set_kind(BodyKind::Static)?;
        }
        world.add_collider(body, tile(3.0, 1.0))?;
        if from_bytes {
            let mut snapshot = Snapshot::new();
            world.save(&mut snapshot);
            world.restore(&Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap()).unwrap();
        }
        if detours {
            world.body_mut(body)?.set_kind(BodyKind::Dynamic)?;
        }
        world.body_mut(body)?.set_velocity([1.0, 0.0])?.set_angular_velocity(2.0)?;
        let states = (0..90).map(|_| {
            world.step(DT);
            let view = world.body(body).unwrap();
            (view.pose(), view.velocity(), view.mass_properties())
        });
        Ok::<_, DefError>(states.collect::<Vec<_>>())
    };
    let expected = make(false, false)?;
    assert_eq!(make(true, false)?, expected);
    assert_eq!(make(true, true)?, expected);
    Ok(())
}

/// Colliders that are added to a body in motion move its centre of mass, but no point of the body gets
/// another velocity. The first push, which stores the new mass, changes nothing else.
#[test]
fn no_point_of_a_spinning_body_changes_its_velocity_when_a_collider_is_added() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let body = world.add_body(BodyDef::dynamic().velocity([1.0, 2.0]).angular_velocity(3.0))?;
    world.add_collider(body, tile(0.0, 0.0))?;
    world.step(DT);
    let point = Point::new(0.3, 0.7);
    let before = world.body(body)?.velocity_at(point);
    for x in 1..5 {
        world.add_collider(body, tile(x as f32, 0.5))?;
        let after = world.body(body)?.velocity_at(point);
        assert!((after - before).norm() < 1e-5, "{before:?} {after:?}");
    }
    let read = world.body(body)?;
    let (center, velocity, energy) = (read.center(), read.velocity(), read.kinetic_energy());
    world.body_mut(body)?.apply_central_impulse([0.0, 0.0])?;
    let stored = world.body(body)?;
    assert_eq!((stored.center(), stored.velocity(), stored.kinetic_energy()), (center, velocity, energy));
    // A push at the new centre of mass turns nothing.
    world.body_mut(body)?.apply_impulse([5.0, 0.0], center)?;
    assert_eq!(world.body(body)?.angular_velocity(), 3.0);
    Ok(())
}

#[test]
fn colliders_of_a_body_are_listed_in_the_order_of_adding() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::fixed())?;
    let mut expected = add_tiles(&mut world, body, 6);
    // The first, the last and one in the middle are removed; the next one takes a slot that was used before.
    for index in [5, 2, 0] {
        world.remove_collider(expected.remove(index))?;
    }
    expected.push(world.add_collider(body, tile(9.0, 9.0))?);
    let found: Vec<ColliderId> = world.body(body)?.colliders().map(world::ColliderRef::id).collect();
    assert_eq!(found, expected);
    world.validate().unwrap();
    for id in expected {
        world.remove_collider(id)?;
        world.validate().unwrap();
    }
    assert_eq!(world.body(body)?.colliders().count(), 0);
    Ok(())
}

/// A dynamic tree that counts the boxes written to it, and those whose pairs are searched.
#[derive(Debug, Default)]
struct CountingTree {
    tree: DynamicTree,
    written: Arc<AtomicUsize>,
    searched: Arc<AtomicUsize>,
}

impl Broadphase for CountingTree {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.written.fetch_add(1, Ordering::Relaxed);
        self.tree.insert(key, aabb, mobility)
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        self.tree.remove(key)
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        self.written.fetch_add(1, Ordering::Relaxed);
        self.tree.update(key, aabb)
    }

    fn contains(&self, key: Key) -> bool {
        self.tree.contains(key)
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        self.searched.fetch_add(moved.len(), Ordering::Relaxed);
        self.tree.search_pairs(moved, search);
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        self.tree.overlap_aabb(aabb, visit);
    }

    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        self.tree.cast(cast, visit);
    }

    fn len(&self) -> usize {
        self.tree.len()
    }

    fn clear(&mut self) {
        self.tree.clear();
    }
}

/// One box is written for each filter that is set, whatever the number of colliders on the body; contacts end
/// and begin as the filters say.
#[test]
fn filter_of_a_collider_costs_nothing_for_the_others() -> Result<(), DefError> {
    let tree = CountingTree::default();
    let written = Arc::clone(&tree.written);
    let mut world = World::with_broadphase(WorldSettings::default(), tree)?;
    let ground = world.add_body(BodyDef::fixed())?;
    let tiles: Vec<ColliderId> =
        (0..1000).map(|i| world.add_collider(ground, tile(i as f32, 0.0))).collect::<Result<_, _>>()?;
    let ball = world.add_body(BodyDef::dynamic().position([500.0, 0.75]).can_sleep(false))?;
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.25)?))?;
    for _ in 0..30 {
        world.step(DT);
    }
    let is_held = |world: &World<CountingTree>| {
        let touches = |contact: world::ContactRef<'_>| contact.is_touching();
        world.body(ball).unwrap().contacts().any(touches)
    };
    assert!(is_held(&world));
    for (mask, holds) in [(0_u64, false), (u64::MAX, true)] {
        written.store(0, Ordering::Relaxed);
        for &tile in &tiles {
            world.collider_mut(tile)?.set_filter(Filter { mask, ..Filter::default() });
        }
        let count = written.load(Ordering::Relaxed);
        assert!(count <= tiles.len(), "{count} boxes for {} filters", tiles.len());
        world.step(DT);
        assert_eq!(is_held(&world), holds);
        world.validate().unwrap();
    }
    Ok(())
}

/// No pair of a raft of tiles is searched while it flies alone, and it finds the ball that it flies to.
#[test]
fn pairs_of_many_colliders_are_searched_only_near_other_bodies() -> Result<(), DefError> {
    let tree = CountingTree::default();
    let searched = Arc::clone(&tree.searched);
    let mut world = World::with_broadphase(WorldSettings::default().gravity([0.0, 0.0]), tree)?;
    let raft = world.add_body(BodyDef::dynamic().velocity([5.0, 0.0]))?;
    for i in 0..100 {
        world.add_collider(raft, tile((i % 10) as f32, (i / 10) as f32))?;
    }
    let ball = world.add_body(BodyDef::dynamic().position([15.0, 4.5]))?;
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
    for _ in 0..40 {
        world.step(DT);
    }
    // The raft has moved by 3.3 m, and only the ball was searched for, when it was added.
    assert!(world.body(raft)?.pose().position.x > 3.3 && world.stats().contacts == 0);
    assert_eq!(searched.load(Ordering::Relaxed), 1);
    for _ in 0..80 {
        world.step(DT);
    }
    assert!(world.body(ball)?.velocity().x > 4.0, "{:?}", world.body(ball)?.velocity());
    Ok(())
}

/// The least of three times, since other programs can only make a run slower.
fn fastest<T>(mut run: impl FnMut() -> (Duration, T)) -> (Duration, T) {
    let mut runs: Vec<(Duration, T)> = (0..3).map(|_| run()).collect();
    runs.sort_by_key(|run| run.0);
    runs.swap_remove(0)
}

fn time<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = run();
    (start.elapsed(), result)
}

/// 10,000 tiles took 1.1 s to add, and as much to remove.
#[test]
#[ignore = "measures time"]
fn adding_and_removing_colliders_of_one_body_is_linear() {
    let worlds = |count: usize| {
        let mut world = World::new(WorldSettings::default());
        let body = world.add_body(BodyDef::fixed()).unwrap();
        let tiles = add_tiles(&mut world, body, count);
        (world, body, tiles)
    };
    let mut per_tile = Vec::new();
    for count in [2_500, 10_000, 40_000] {
        let (add, _) = fastest(|| time(|| worlds(count)));
        let (remove_each, ()) = fastest(|| {
            let (mut world, _, tiles) = worlds(count);
            time(|| tiles.into_iter().for_each(|tile| world.remove_collider(tile).unwrap()))
        });
        let (remove_all, ()) = fastest(|| {
            let (mut world, body, _) = worlds(count);
            time(|| world.remove_body(body).unwrap())
        });
        println!("{count} tiles: add {add:?}, remove one by one {remove_each:?}, all {remove_all:?}");
        per_tile.push((add + remove_each + remove_all).as_secs_f64() / count as f64);
    }
    assert!(per_tile[2] < 4.0 * per_tile[0], "seconds for each tile: {per_tile:?}");
}

#[test]
#[ignore = "measures time"]
fn a_chain_of_ten_thousand_points_loads_in_milliseconds() {
    let points: Vec<Point> = (0..10_000).map(|i| Point::new(i as f32, (i as f32 * 0.1).sin())).collect();
    let segments = chain(points.iter().copied(), false, Sides::Two).unwrap();
    let (load, _) = fastest(|| {
        let mut world = World::new(WorldSettings::default());
        let body = world.add_body(BodyDef::fixed()).unwrap();
        time(|| world.add_chain(body, &segments, Material::default(), Filter::default()).unwrap().len())
    });
    println!("{} segments: {load:?}", segments.len());
    assert!(load < Duration::from_millis(30), "{load:?}");
}

/// A wall of 2,210 tiles rolls over the ground, and one flies freely.
#[test]
#[ignore = "measures time"]
fn a_moving_body_of_many_colliders_costs_what_those_near_others_cost() {
    for (name, floor) in [("flies", -1e4), ("rolls", -1.0)] {
        let mut world = World::new(WorldSettings::default());
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let slab = ColliderDef::new(Shape::rectangle(5000.0, 1.0).unwrap()).offset([0.0, floor], 0.0);
        world.add_collider(ground, slab).unwrap();
        let def = BodyDef::dynamic().position([0.0, 25.0]).velocity([3.0, 0.0]).angular_velocity(-0.1);
        let body = world.add_body(def).unwrap();
        for i in 0..2_210 {
            let (x, y) = ((i % 65) as f32 - 32.0, (i / 65) as f32 - 17.0);
            if Vec2::new(x, y).norm() < 25.0 {
                world.add_collider(body, tile(x, y)).unwrap();
            }
        }
        world.set_clock(Some(machine_clock));
        world.step(DT);
        let mut steps: Vec<Duration> = (0..300).map(|_| time(|| world.step(DT)).0).collect();
        steps.sort();
        let finalize = world.stage_times().finalize;
        println!(
            "{} tiles, {name}: step median {:?}, 90% {:?}, finalize of the last {finalize:?}, {} contacts",
            world.body(body).unwrap().colliders().count(),
            steps[150],
            steps[270],
            world.stats().contacts,
        );
    }
}

/// Moving a static body took 280 us among a million.
#[test]
#[ignore = "measures time"]
fn a_static_body_among_a_million_is_moved_in_microseconds() {
    let mut level = world::Level::new(WorldSettings::default());
    for i in 0..1_000_000 {
        let at = [1.5 * (i % 1000) as f32, 1.5 * (i / 1000) as f32];
        level.body_with(BodyDef::fixed().position(at), ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap()));
    }
    let (mut world, ids) = World::load(&level).unwrap();
    world.step(DT);
    let mut runs = 0;
    let (moves, ()) = fastest(|| {
        runs += 1;
        time(|| {
            for i in 1000 * runs..1000 * runs + 1000 {
                let at = geom::Pose::at([0.7 + (i * 7919 % 1500) as f32, (i * 104_729 % 1499) as f32]);
                world.body_mut(ids.bodies[i % 1000 * 997]).unwrap().set_pose(at).unwrap();
            }
        })
    });
    println!("to move one: {:?}", moves / 1000);
    assert!(moves < Duration::from_millis(50), "{moves:?} for 1,000");
}
