//! Chains have no ghosts: whatever lies over a seam is pushed only where the neighbours let it, and real corners keep
//! their normals.
//!
//! The oracle is the polyline itself in f64. A normal is a real one if it is that of a segment of the chain, or leads
//! from a convex corner into the wedge between the normals of its two segments. The angles of the tests are known to
//! 1e-3, which is 100 times what the normals of f32 lose and a hundredth of the bends.

mod common;

use collide::{Manifold, manifold};
use common::number;
use geom::{ChainSegment, Point, Polygon, Pose, Shape, Sides, Vec2, chain, cross, right_normal};
use proptest::prelude::*;

const SPECULATIVE: f32 = 0.02;
/// Sine of an angle: see the head of the file.
const CLOSE: f32 = 1e-3;

/// What slides over the chain; all fit into a circle of a metre.
fn slider() -> impl Strategy<Value = Shape> {
    prop_oneof![
        number(0.05..0.6).prop_map(|r| Shape::circle(r).unwrap()),
        (number(0.05..0.6), number(0.05..0.6)).prop_map(|(w, h)| Shape::rectangle(w, h).unwrap()),
        (number(0.1..0.5), number(0.05..0.4)).prop_map(|(half, r)| Shape::capsule(
            [-half, 0.0],
            [half, 0.0],
            r
        )
        .unwrap()),
        (3_usize..9, number(0.1..0.8)).prop_map(|(n, r)| Shape::Polygon(Polygon::regular(n, r).unwrap())),
        (number(0.1..0.4), number(0.02..0.2)).prop_map(|(half, r)| Shape::Polygon(
            Polygon::rectangle(half, half).unwrap().rounded(r).unwrap()
        )),
    ]
}

fn sides() -> impl Strategy<Value = Sides> {
    prop_oneof![Just(Sides::One), Just(Sides::Two)]
}

/// From right to left, so that up is outside; the lengths of the segments and the bends at their seams, radians:
/// positive bends down, as on a hill.
fn ground(lengths: &[f32], bends: &[f32], sides: Sides) -> Vec<ChainSegment> {
    let mut at = Point::new(0.0, 0.0);
    let mut angle = std::f32::consts::PI;
    let mut points = vec![at];
    for (i, length) in lengths.iter().enumerate() {
        at += geom::Rot::from_angle(angle) * Vec2::new(*length, 0.0);
        points.push(at);
        angle += bends.get(i).copied().unwrap_or(0.0);
    }
    chain(points, false, sides).unwrap()
}

/// Whether the middle of what slides is on the outer side of a segment, which decides on which side a two-sided one is
/// touched. A thin box that has sunk in across a bend may have it below.
fn outside(segment: &ChainSegment, pose: Pose) -> bool {
    segment.normal().dot(&(pose.position - segment.segment().ends()[0])) > 1e-3
}

fn touches(ground: &[ChainSegment], shape: &Shape, pose: Pose) -> Vec<(usize, Manifold)> {
    let each = ground.iter().enumerate();
    each.map(|(i, segment)| {
        (i, manifold(&Shape::ChainSegment(*segment), Pose::IDENTITY, shape, pose, SPECULATIVE))
    })
    .filter(|(_, contact)| contact.count > 0)
    .collect()
}

/// How far, as a sine, a normal leans out of the wedge of segment `i` of a hill, whose seams all bend down or are flat.
fn lean(ground: &[ChainSegment], i: usize, normal: Vec2) -> f32 {
    let own = ground[i].normal();
    let before = if i > 0 { ground[i - 1].normal() } else { own };
    let after = ground.get(i + 1).map_or(own, ChainSegment::normal);
    // Walking along the chain of a hill the normals turn counter-clockwise.
    cross(normal, before).max(cross(after, normal))
}

/// The pose at which the lowest point of the turned shape lies `sink` m below the highest point of the chain under it.
fn resting(ground: &[ChainSegment], shape: &Shape, x: f32, angle: f32, sink: f32) -> Pose {
    let turned = Pose::new([0.0, 0.0], angle);
    let bottom = -shape.aabb(turned).lower.y;
    let top = ground
        .iter()
        .flat_map(|segment| segment.segment().ends())
        .filter(|p| (p.x - x).abs() < 0.4)
        .map(|p| p.y)
        .fold(height(ground, x), f32::max);
    Pose { position: Point::new(x, top + bottom - sink), ..turned }
}

fn height(ground: &[ChainSegment], x: f32) -> f32 {
    let over = ground.iter().map(|segment| segment.segment().ends()).find(|[a, b]| b.x <= x && x <= a.x);
    over.map_or(f32::NEG_INFINITY, |[a, b]| a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
}

proptest! {
    /// Level ground, cut anywhere: whatever slides over it, a little sunk in, is pushed straight up and nowhere else.
    #[test]
    fn flat_seams_have_one_normal(
        shape in slider(), lengths in prop::collection::vec(number(0.05..2.0), 4..12), sides in sides(),
        along in number(0.2..0.8), angle in number(-3.2..3.2), sink in number(-0.01..0.04),
    ) {
        let ground = ground(&lengths, &[], sides);
        let x = -along * lengths.iter().sum::<f32>();
        let pose = resting(&ground, &shape, x, angle, sink);
        let ends = [ground[0].segment().ends()[0].x, ground[ground.len() - 1].segment().ends()[1].x];
        let aabb = shape.aabb(pose);
        let inland = aabb.upper.x < ends[0] - SPECULATIVE && aabb.lower.x > ends[1] + SPECULATIVE;
        let found = touches(&ground, &shape, pose);
        if inland {
            prop_assert!(!found.is_empty(), "held up by something");
            for (i, contact) in &found {
                prop_assert!((contact.normal - Vec2::new(0.0, 1.0)).norm() < CLOSE, "segment {i}: {contact:?}");
            }
            // As deep as it is sunk, not deeper at any seam.
            let deepest = found.iter().flat_map(|(_, it)| it.points()).map(|p| -p.separation).fold(-1.0, f32::max);
            prop_assert!((deepest - sink).abs() < 1e-4, "{deepest} {found:?}");
        }
    }

    /// A hill: at a bend the normals of both segments and all between them are real, and no other is.
    #[test]
    fn convex_bends_have_the_normals_between(
        shape in slider(), lengths in prop::collection::vec(number(0.3..2.0), 4..8),
        bends in prop::collection::vec(number(0.0..0.35), 8), sides in sides(),
        along in number(0.1..0.9), angle in number(-3.2..3.2), sink in number(-0.01..0.04),
    ) {
        let ground = ground(&lengths, &bends, sides);
        let end = ground[ground.len() - 1].segment().ends()[1].x;
        let pose = resting(&ground, &shape, along * end, angle, sink);
        for (i, contact) in touches(&ground, &shape, pose) {
            // The far ends of the chain are corners of their own.
            if i > 0 && i + 1 < ground.len() && outside(&ground[i], pose) {
                let lean = lean(&ground, i, contact.normal);
                prop_assert!(lean < CLOSE && contact.normal.dot(&ground[i].normal()) > 0.0, "{i}: {lean} {contact:?}");
            }
        }
    }

    /// A valley has no corner to touch: each segment pushes along its own normal, or not at all.
    #[test]
    fn concave_bends_have_their_own_normals(
        shape in slider(), lengths in prop::collection::vec(number(0.3..2.0), 4..8),
        bends in prop::collection::vec(number(-0.35..-0.01), 8), sides in sides(),
        along in number(0.1..0.9), angle in number(-3.2..3.2), sink in number(-0.01..0.04),
    ) {
        let ground = ground(&lengths, &bends, sides);
        let end = ground[ground.len() - 1].segment().ends()[1].x;
        let pose = resting(&ground, &shape, along * end, angle, sink);
        for (i, contact) in touches(&ground, &shape, pose) {
            if i > 0 && i + 1 < ground.len() && outside(&ground[i], pose) {
                let own = ground[i].normal();
                prop_assert!((contact.normal - own).norm() < CLOSE, "{i}: {contact:?}, not {own:?}");
            }
        }
    }

    /// From below, a one-sided chain is not there and a two-sided one is its own mirror image.
    #[test]
    fn the_other_side(
        shape in slider(), lengths in prop::collection::vec(number(0.3..2.0), 3..6), along in number(0.3..0.7),
        sink in number(-0.01..0.04),
    ) {
        let x = -along * lengths.iter().sum::<f32>();
        let below = |pose: Pose| Pose { position: Point::new(pose.position.x, -pose.position.y), rotation: pose.rotation };
        let one = ground(&lengths, &[], Sides::One);
        // All sliders have a mirror line along x. Which side they are on is told by their middle, which must not be on
        // the line; a corner just on a seam may belong to one segment above and to the other below.
        let pose = resting(&one, &shape, x, 0.0, sink);
        if pose.position.y > 0.01 {
            prop_assert!(touches(&one, &shape, below(pose)).is_empty());
            let two = ground(&lengths, &[], Sides::Two);
            let deepest = |pose: Pose, normal: Vec2| {
                let mut deepest = f32::NEG_INFINITY;
                for (_, contact) in touches(&two, &shape, pose) {
                    assert!((contact.normal - normal).norm() < CLOSE, "{contact:?}");
                    deepest = contact.points().iter().map(|point| -point.separation).fold(deepest, f32::max);
                }
                deepest
            };
            let above = deepest(pose, Vec2::new(0.0, 1.0));
            let under = deepest(below(pose), Vec2::new(0.0, -1.0));
            prop_assert!((above - under).abs() < 1e-5, "{above} {under}");
        }
    }

    /// Real corners keep theirs: a circle beside the corner of a step is pushed from the corner, exactly away from it.
    #[test]
    fn real_corners_push_away(
        radius in number(0.1..0.5), angle in number(0.05..1.5), sink in number(0.0..0.04), sides in sides(),
    ) {
        // Level ground to a ledge at the origin, then down.
        let ledge = chain([[2.0, 0.0], [0.0, 0.0], [0.0, -2.0]], false, sides).unwrap();
        // Outside the corner, between the normals up and to the left.
        let away = Vec2::new(-angle.sin(), angle.cos());
        let circle = Shape::circle(radius).unwrap();
        let pose = Pose::at(Point::from(away * (radius - sink)));
        let found = touches(&ledge, &circle, pose);
        prop_assert!(!found.is_empty());
        for (_, contact) in found {
            prop_assert!((contact.normal - away).norm() < CLOSE, "{contact:?}, not {away:?}");
            prop_assert!((contact.points()[0].separation + sink).abs() < 1e-5);
        }
    }
}

/// A box that slides into a wall of the chain is stopped by the wall, and by nothing on its way there.
#[test]
fn a_wall_stops_a_box() {
    for sides in [Sides::One, Sides::Two] {
        let points = [[4.0, 2.0], [4.0, 0.0], [3.0, 0.0], [2.0, 0.0], [1.0, 0.0], [0.0, 0.0]];
        let ground = chain(points, false, sides).unwrap();
        let square = Shape::rectangle(0.5, 0.5).unwrap();
        for step in 0..=300 {
            let x = 0.605 + 0.01 * step as f32;
            let normals: Vec<Vec2> =
                touches(&ground, &square, Pose::at([x, 0.495])).iter().map(|(_, it)| it.normal).collect();
            let up = normals.iter().filter(|n| (**n - Vec2::new(0.0, 1.0)).norm() < CLOSE).count();
            let back = normals.iter().filter(|n| (**n - Vec2::new(-1.0, 0.0)).norm() < CLOSE).count();
            assert_eq!(up + back, normals.len(), "at {x}: {normals:?}");
            assert!(up > 0 && (back > 0) == (x + 0.5 > 4.0 - SPECULATIVE), "at {x}: {normals:?}");
        }
        assert_eq!(right_normal(Vec2::new(0.0, -1.0)), ground[0].normal());
    }
}

/// On top of a hill the normals of the corner belong to both of its segments, so that it is the same corner whichever
/// way the chain runs: to the segment that begins there as well as to the one that ends there.
#[test]
fn both_segments_of_a_corner_touch_at_it() {
    let ground = ground(&[1.0; 4], &[0.0, 0.3, 0.0], Sides::One);
    let seam = ground[1].segment().ends()[1];
    let middle = 0.5 * (ground[1].normal() + ground[2].normal());
    let up = middle / middle.norm();
    let (ball, radius) = (Shape::circle(0.25).unwrap(), 0.25);
    let found = touches(&ground, &ball, Pose::at(seam + up * (radius - 0.01)));
    assert_eq!(found.iter().map(|(i, _)| *i).collect::<Vec<_>>(), [1, 2]);
    for (_, contact) in found {
        assert!((contact.normal - up).norm() < 1e-5, "{contact:?}");
        assert!((contact.points()[0].separation + 0.01).abs() < 1e-5, "{contact:?}");
    }
}

/// A thin slab that has sunk in across a bend of a valley would be out soonest on the far side of the ground. It is
/// pushed back by which it came. (Found by `cargo xtask soak`.)
#[test]
fn no_way_out_leads_through_the_ground() {
    let lengths = [1.557_646_3, 0.656_233_25, 1.984_124_9, 1.000_741_6, 1.026_577_7];
    let ground = ground(&lengths, &[-0.289_617, -0.081_070_244, -0.182_007_74, -0.342_679_74], Sides::One);
    let slab = Shape::rectangle(0.05, 0.254_756_18).unwrap();
    let end = ground[4].segment().ends()[1].x;
    let pose = resting(&ground, &slab, 0.267_382_8 * end, -1.580_566_4, 0.029_537_046);
    let of_bend: Vec<_> = touches(&ground, &slab, pose).into_iter().filter(|(i, _)| *i == 1).collect();
    assert!(!of_bend.is_empty());
    for (i, contact) in of_bend {
        assert!((contact.normal - ground[i].normal()).norm() < CLOSE, "{contact:?}");
    }
}
