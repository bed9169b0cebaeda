//! What a level gives back is what was put in, to the bit.

use geom::{ChainSegment, Polygon, Pose, Shape, Sides};
use proptest::prelude::*;
use world::{BodyDef, ColliderDef, DefError, Level, World, WorldSettings};

fn shape(kind: u8, sides: usize, size: f32) -> Shape {
    match kind {
        0 => Shape::circle(size).unwrap(),
        1 => Shape::segment([-size, 0.1], [size, -0.3]).unwrap(),
        2 => Shape::capsule([-size, 0.1], [size, -0.3], 0.2).unwrap(),
        3 => Shape::half_space([size, 1.0], 0.7).unwrap(),
        4 => {
            let (a, b) = ([-size, 0.0], [size, 0.1]);
            let after = Some([size + 1.0, 0.4].into());
            Shape::ChainSegment(ChainSegment::new(a, b, None, after, Sides::One).unwrap())
        }
        _ => {
            // An edge of at least a millimetre, which stays an edge 100 m away.
            let polygon = Polygon::regular(sides, size.max(1e-3 * sides as f32)).unwrap();
            Shape::Polygon(polygon.rounded(if kind == 5 { 0.0 } else { 0.03 }).unwrap())
        }
    }
}

proptest! {
    /// 73% of the shapes that had been moved within their body came back with other bits, and polygons of
    /// many sides were refused.
    #[test]
    fn a_shape_that_a_body_accepts_comes_back_from_a_level_with_the_same_bits(
        kind in 0_u8..7,
        sides in prop_oneof![3_usize..12, Just(64), Just(128), Just(256)],
        size in 0.01_f32..3.0,
        moves in prop::collection::vec((-50.0_f32..50.0, -50.0_f32..50.0, -4.0_f32..4.0), 0..3),
    ) {
        let mut def = ColliderDef::new(shape(kind, sides, size));
        for (x, y, angle) in moves {
            def = def.offset([x, y], angle);
        }
        let mut world = World::new(WorldSettings::default());
        let body = world.add_body(BodyDef::fixed()).unwrap();
        let collider = world.add_collider(body, def.clone()).unwrap();
        let mut level = Level::new(WorldSettings::default());
        level.body_with(BodyDef::fixed(), def.clone());
        let read = Level::from_bytes(&level.to_bytes()).unwrap();
        prop_assert_eq!(&read, &level);
        let (loaded, ids) = World::load(&read).unwrap();
        prop_assert_eq!(loaded.collider(ids.colliders[0]).unwrap().shape(), world.collider(collider).unwrap().shape());
    }
}

/// A polygon that bends inward by more than rounding is no polygon of any level: its bytes are refused.
#[test]
fn a_level_with_a_polygon_that_is_not_convex_is_refused() -> Result<(), DefError> {
    let mut level = Level::new(WorldSettings::default());
    let square = Shape::rectangle(1.0, 1.0)?.transformed(Pose::at([5.0, 0.0]));
    level.body_with(BodyDef::fixed(), ColliderDef::new(square));
    let mut bytes = level.to_bytes();
    // Points stand before the length of the list of joints, which is zero; the first of four is moved.
    let first = bytes.len() - 4 - 4 * 8;
    for at in [first, first + 4] {
        let old = f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        bytes[at..at + 4].copy_from_slice(&(old + 1.5).to_le_bytes());
    }
    crate::level_bytes::sign(&mut bytes);
    let error = Level::from_bytes(&bytes).unwrap_err().to_string();
    assert!(error.starts_with("collider 0 is refused") && error.contains("convex"), "{error}");
    Ok(())
}
