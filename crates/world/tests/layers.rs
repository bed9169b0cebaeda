//! Layers: which colliders may touch, by category, mask and group, and what culling leaves of the pairs.

use geom::Shape;
use world::{BodyDef, BodyRef, ColliderDef, Filter, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// Whether two balls with these filters, which overlap at the start, touch after a step: in this order and in
/// the other.
fn touch(a: Filter, b: Filter) -> bool {
    let run = |filters: [Filter; 2]| {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        for (x, filter) in [0.0, 0.5].into_iter().zip(filters) {
            let body = world.add_body(BodyDef::dynamic().position([x, 0.0])).unwrap();
            world.add_collider(body, ColliderDef::new(Shape::circle(0.5).unwrap()).filter(filter)).unwrap();
        }
        world.step(DT);
        // They begin at y = 0 and x = 0 or 0.5.
        let moved = |body: BodyRef<'_>| body.center().y != 0.0 || body.center().x % 0.5 != 0.0;
        let parted = world.bodies().any(moved);
        assert_eq!(parted, world.stats().touching == 1);
        parted
    };
    assert_eq!(run([a, b]), run([b, a]), "{a:?} {b:?}");
    run([a, b])
}

fn filter(category: u64, mask: u64, group: i32) -> Filter {
    Filter { category, mask, group }
}

/// The first and the last bit of a set of categories.
fn ends(two: u64) -> u64 {
    two & 1 | (two >> 1 & 1) << 63
}

/// Of all categories and masks of the first and the last bit: two colliders touch exactly if the mask of each
/// has a bit of the other's category.
#[test]
fn category_and_mask_must_accept_each_other_both_ways() {
    let mut count = [0; 2];
    for bits in 0..256 {
        let [a, b, c, d] = [bits, bits >> 2, bits >> 4, bits >> 6].map(ends);
        let expected = (b & c) != 0 && (d & a) != 0;
        assert_eq!(touch(filter(a, b, 0), filter(c, d, 0)), expected, "{a} {b}, {c} {d}");
        count[usize::from(expected)] += 1;
    }
    // Of the 16 pairs of sets of two bits 7 share a bit, and both pairs must.
    assert_eq!(count, [256 - 7 * 7, 7 * 7]);
}

/// Each of the 64 categories is one of its own.
#[test]
fn each_bit_is_a_category_of_its_own() {
    for (i, j) in (0..64).flat_map(|i| [(i, i), (i, (i + 1) % 64), (i, (i + 32) % 64)]) {
        let [a, b] = [1 << i, 1 << j];
        assert!(touch(filter(a, b, 0), filter(b, a, 0)), "{i} {j}");
        assert_eq!(touch(filter(a, a, 0), filter(b, b, 0)), i == j, "{i} {j}");
    }
}

/// One group above zero: they touch though their masks refuse it. One below zero: they do not though their
/// masks accept. Different groups, and zero, leave it to the masks.
#[test]
fn group_overrides_the_masks_if_it_is_shared_and_not_zero() {
    for (mask, by_mask) in [(0, false), (u64::MAX, true)] {
        let with = |a: i32, b: i32| touch(filter(1, mask, a), filter(1, mask, b));
        assert!(with(7, 7) && !with(-7, -7), "mask {mask}");
        assert_eq!([with(0, 0), with(7, -7), with(7, 8), with(-7, -8), with(0, 7)], [by_mask; 5], "{mask}");
    }
}

/// A hundred balls in a row whose neighbours overlap make 99 pairs of the 4,950 that there are; two layers
/// that ignore each other, every other ball in each, leave those that are two apart, which do not overlap.
#[test]
fn culling_leaves_the_pairs_of_neighbours_of_one_layer() {
    let pairs = |layers: u32| {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        for i in 0..100 {
            let body = world.add_body(BodyDef::dynamic().position([0.9 * i as f32, 0.0])).unwrap();
            let layer = 1 << (40 * (i % layers));
            let ball = ColliderDef::new(Shape::circle(0.5).unwrap()).filter(filter(layer, layer, 0));
            world.add_collider(body, ball).unwrap();
        }
        world.step(DT);
        world.stats().contacts
    };
    assert_eq!(pairs(1), 99);
    assert_eq!(pairs(2), 0);
}
