//! Terrain from a bitmap: closed, right, free of seams, and edited locally.

use crate::{DT, add};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use toolkit::Terrain;
use toolkit::geom::{ChainSegment, Point, Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, ColliderDef, ColliderId, DefError, Material, World};

fn world_with_rock() -> (World, BodyId) {
    let mut world = World::default();
    let rock = world.add_body(BodyDef::fixed()).unwrap();
    (world, rock)
}

fn bits(p: Point) -> [u32; 2] {
    [p.x.to_bits(), p.y.to_bits()]
}

/// Every segment goes on where another ends, and both know each other.
fn check_closed(terrain: &Terrain) {
    let starts: BTreeMap<_, &ChainSegment> =
        terrain.segments().map(|(_, segment)| (bits(segment.segment().ends()[0]), segment)).collect();
    assert_eq!(starts.len(), terrain.segments().count(), "two segments begin at one point");
    for (_, segment) in terrain.segments() {
        let [a, b] = segment.segment().ends();
        let next = starts[&bits(b)];
        assert_eq!((segment.after(), next.before()), (Some(next.segment().ends()[1]), Some(a)));
    }
}

/// Whether a point is solid: how often a ray to the right crosses the segments.
fn is_inside(terrain: &Terrain, p: Point) -> bool {
    let crossings = terrain.segments().filter(|(_, segment)| {
        let [a, b] = segment.segment().ends();
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
    });
    crossings.count() % 2 == 1
}

/// Noise in which clouds of solid and empty samples alternate.
fn noise(seed: u32, column: usize, row: usize, roughness: usize) -> u8 {
    let hash = |x: usize, y: usize| {
        let mut h = seed ^ (x as u32).wrapping_mul(0x9e37_79b9) ^ (y as u32).wrapping_mul(0x85eb_ca6b);
        h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
        h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
        (h ^ (h >> 15)) as u8
    };
    hash(column / roughness, row / roughness)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Any bitmap becomes closed lines that have every solid sample on the inside and every other outside.
    #[test]
    fn lines_are_closed_and_separate_what_is_solid(
        columns in 1_usize..50, rows in 1_usize..40, seed in any::<u32>(), roughness in 1_usize..5, cell in 0.05_f32..4.0,
    ) {
        let (mut world, rock) = world_with_rock();
        let is_solid = |column, row| noise(seed, column, row, roughness) >= 128;
        let mut terrain = Terrain::from_bitmap(rock, [columns, rows], cell, is_solid).unwrap();
        terrain.update(&mut world).unwrap();
        check_closed(&terrain);
        for row in 0..rows {
            for column in 0..columns {
                // A little beside the row, which may go through a vertex.
                let at = Point::new(column as f32 * cell, (row as f32 + 0.001) * cell);
                prop_assert_eq!(is_inside(&terrain, at), is_solid(column, row), "{} {}", column, row);
            }
        }
    }

    /// After any edits the segments are those of a terrain that is made anew, and colliders two chunks away
    /// from them are the same. An update without an edit changes nothing.
    #[test]
    fn edits_are_local_and_end_where_a_new_terrain_begins(
        seed in any::<u32>(), roughness in 1_usize..5,
        edits in prop::collection::vec((0.0_f32..40.0, 0.0_f32..30.0, 0.3_f32..4.0, any::<bool>()), 1..6),
    ) {
        let (mut world, rock) = world_with_rock();
        let size = [80, 60];
        let cell = 0.5;
        let mut terrain = Terrain::from_samples(rock, size, cell, |x, y| noise(seed, x, y, roughness)).unwrap();
        terrain.update(&mut world).unwrap();
        for (x, y, radius, is_solid) in edits {
            let before: BTreeSet<ColliderId> = terrain.segments().map(|(id, _)| id).collect();
            // Farther from the edit than two chunks of 8 m and the reach of the edit.
            let is_far = |segment: &ChainSegment| {
                let p = segment.segment().ends()[0];
                f32::max((p.x - x).abs(), (p.y - y).abs()) > radius + 18.0
            };
            let far: Vec<_> = terrain.segments().filter(|(_, it)| is_far(it)).map(|(id, it)| (id, *it)).collect();
            terrain.fill_circle([x, y], radius, is_solid);
            terrain.update(&mut world).unwrap();
            check_closed(&terrain);
            let now: BTreeMap<ColliderId, ChainSegment> = terrain.segments().map(|(id, it)| (id, *it)).collect();
            prop_assert!(far.iter().all(|(id, segment)| now.get(id) == Some(segment)), "a far collider has changed");
            prop_assert!(before.iter().all(|id| now.contains_key(id) || world.collider(*id).is_err()));
            prop_assert_eq!(world.stats().colliders, now.len());
            prop_assert_eq!(terrain.update(&mut world).unwrap(), [0, 0]);
        }
        let (mut other, rock) = world_with_rock();
        let mut copy = Terrain::from_samples(rock, size, cell, |column, row| terrain.sample_at(column, row)).unwrap();
        copy.update(&mut other).unwrap();
        let all = |terrain: &Terrain| {
            let points = terrain.segments().map(|(_, it)| {
                let [a, b] = it.segment().ends();
                [bits(a), bits(b), bits(it.before().unwrap()), bits(it.after().unwrap())]
            });
            points.collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(all(&copy), all(&terrain));
    }

    /// A box without friction slides over level ground, across the borders of chunks and beside a hole that
    /// was dug and filled, as over one board.
    #[test]
    fn nothing_stumbles_over_level_ground(speed in 2.0_f32..20.0, is_box in any::<bool>(), digs in any::<bool>(), cell in 0.1_f32..1.0) {
        let (mut world, rock) = world_with_rock();
        let mut terrain = Terrain::from_bitmap(rock, [200, 12], cell, |_, row| row < 6).unwrap();
        terrain.update(&mut world).unwrap();
        if digs {
            terrain.fill_circle([100.0 * cell, 5.0 * cell], 2.0 * cell, false);
            terrain.update(&mut world).unwrap();
            for row in 0..6 {
                (0..200).for_each(|column| terrain.set(column, row, 255));
            }
            terrain.update(&mut world).unwrap();
        }
        let top = 5.5 * cell;
        let shape = if is_box { Shape::rectangle(0.3 * cell, 0.2 * cell) } else { Shape::circle(0.2 * cell) }.unwrap();
        let def = BodyDef::dynamic().position([20.0 * cell, top + 0.2 * cell]).velocity([speed * cell, 0.0]);
        let body = world.add_body(def).unwrap();
        world.add_collider(body, ColliderDef::new(shape).friction(0.0)).unwrap();
        let steps = (150.0 / (speed * DT)) as usize;
        for step in 0..steps {
            world.step(DT);
            let view = world.body(body).unwrap();
            // It sinks in by the slop, and rises by nothing.
            let height = view.center().y - top - 0.2 * cell;
            prop_assert!((-0.01..0.001).contains(&height), "{} m high in step {}", height, step);
            prop_assert!(view.velocity().y.abs() < 0.05 && view.velocity().x > 0.999 * speed * cell, "{}", view.velocity());
        }
    }
}

/// What rests far from an explosion is not woken, and what stood on it falls.
#[test]
fn an_explosion_wakes_what_stood_there_and_nothing_far_away() {
    let (mut world, rock) = world_with_rock();
    let mut terrain = Terrain::from_bitmap(rock, [400, 20], 0.25, |_, row| row < 10).unwrap();
    terrain.update(&mut world).unwrap();
    let top = 9.5 * 0.25;
    let [near, far] = [20.0, 80.0].map(|x| {
        add(&mut world, BodyDef::dynamic().position([x, top + 0.3]), Shape::rectangle(0.3, 0.3).unwrap(), 1.0)
    });
    for _ in 0..120 {
        world.step(DT);
    }
    assert!(!world.body(near).unwrap().is_awake() && !world.body(far).unwrap().is_awake());
    terrain.fill_circle([20.0, top], 1.2, false);
    terrain.update(&mut world).unwrap();
    for _ in 0..60 {
        world.step(DT);
        assert!(!world.body(far).unwrap().is_awake());
    }
    assert!(world.body(near).unwrap().center().y < top, "{}", world.body(near).unwrap().center());
    assert!((world.body(near).unwrap().velocity() - Vec2::zeros()).norm() < 3.0);
}

/// What is wrong is named; a body that is gone is refused.
#[test]
fn bad_terrain_is_named() {
    let (mut world, rock) = world_with_rock();
    let make = |size, cell| Terrain::from_bitmap(rock, size, cell, |_, _| true);
    assert_eq!(make([0, 4], 1.0).unwrap_err().to_string(), "columns is 0: it must be from 1 to 32768");
    assert!(make([4, 4], f32::NAN).is_err() && make([4, 4], 0.0).is_err());
    let mut terrain = make([4, 4], 1.0).unwrap();
    world.remove_body(rock).unwrap();
    assert!(matches!(terrain.update(&mut world), Err(DefError::Handle(_))));
}

/// A terrain that would be beyond the reach of shapes is refused, and one that has lost a collider to the
/// program, or whose material the world refuses, leaves no trace.
#[test]
fn a_terrain_is_updated_whole_or_not_at_all() {
    for cell in [1.0, 1e6, 2e7, 3e7, 5e8, 1e30] {
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let made = Terrain::from_bitmap(ground, [40, 6], cell, |column, _| column % 7 < 4);
        assert_eq!(made.is_ok(), cell * 41.0 <= 1e9, "{cell}");
        let Ok(terrain) = made else { continue };
        let hash = world.sync_hash();
        let mut rough = terrain.clone().material(Material { friction: -1.0, ..Material::default() });
        assert!(rough.update(&mut world).is_err() && world.sync_hash() == hash);
        let mut terrain = rough.material(Material::default());
        assert!(terrain.update(&mut world).unwrap()[0] > 20);
        let (lost, _) = terrain.segments().last().unwrap();
        world.remove_collider(lost).unwrap();
        terrain.fill_circle([0.0, 0.0], 50.0 * cell, false);
        let hash = world.sync_hash();
        assert!(terrain.update(&mut world).is_err() && world.sync_hash() == hash);
    }
}
