//! Chains have no ghost collisions: the normal at a seam is one that the neighbours admit, and real corners
//! keep their normals.
//!
//! The oracle is the outline of the chain. A normal is admitted if it is that of a segment of the chain, or,
//! at a convex corner, if it is between the normals of the two segments. The tests allow an error of 1e-3 in
//! the normals: 100 times the rounding of normals in f32, and a hundredth of the largest bends.

use crate::common;

use collide::{Manifold, Ray, ShapeCast, cast_ray, cast_shape, manifold};
use common::number;
use geom::{ChainSegment, Point, Polygon, Pose, Shape, Sides, Vec2, chain, cross, right_normal};
use proptest::prelude::*;

const SPECULATIVE: f32 = 0.02;
/// Sine of an angle; the head of the file gives the reason.
const CLOSE: f32 = 1e-3;

/// A shape that slides over the chain. All fit into a circle of a metre.
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

/// A chain from right to left, so that the outside is above, with these lengths of segments (m) and these
/// bends at their seams (radians; positive bends down, as on a hill).
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

/// Whether the position of the slider is on the outer side of a segment. It decides which side of a two-sided
/// segment the slider touches. A thin box that has sunk in across a bend may be on the inner side.
fn outside(segment: &ChainSegment, pose: Pose) -> bool {
    segment.normal().dot(&(pose.position - segment.segment().ends()[0])) > 1e-3
}

/// The segments of the chain that the shape touches, by index, with their manifolds.
fn touches(ground: &[ChainSegment], shape: &Shape, pose: Pose) -> Vec<(usize, Manifold)> {
    let each = ground.iter().enumerate();
    each.map(|(i, segment)| {
        (i, manifold(&Shape::ChainSegment(*segment), Pose::IDENTITY, shape, pose, SPECULATIVE))
    })
    .filter(|(_, contact)| contact.count > 0)
    .collect()
}

/// The sine of the angle by which a normal is outside the wedge of admitted normals of segment `i` of a hill,
/// whose seams all bend down or are straight.
fn lean(ground: &[ChainSegment], i: usize, normal: Vec2) -> f32 {
    let own = ground[i].normal();
    let before = if i > 0 { ground[i - 1].normal() } else { own };
    let after = ground.get(i + 1).map_or(own, ChainSegment::normal);
    // Along the chain of a hill the normals rotate counter-clockwise.
    cross(normal, before).max(cross(after, normal))
}

/// The pose at which the lowest point of the rotated shape is `sink` m below the highest point of the chain
/// under it.
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

/// The height of the chain at `x`, m.
fn height(ground: &[ChainSegment], x: f32) -> f32 {
    let over = ground.iter().map(|segment| segment.segment().ends()).find(|[a, b]| b.x <= x && x <= a.x);
    over.map_or(f32::NEG_INFINITY, |[a, b]| a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
}

proptest! {
    /// Level ground, divided anywhere: a shape that has sunk in a little is pushed straight up.
    #[test]
    fn straight_seam_pushes_along_the_common_normal(
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
            prop_assert!(!found.is_empty(), "nothing holds the shape up");
            for (i, contact) in &found {
                prop_assert!((contact.normal - Vec2::new(0.0, 1.0)).norm() < CLOSE, "segment {i}: {contact:?}");
            }
            // The depth is that by which the shape has sunk in, at seams too. 1e-4 m: the reference
            // preference.
            let deepest = found.iter().flat_map(|(_, it)| it.points()).map(|p| -p.separation).fold(-1.0, f32::max);
            prop_assert!((deepest - sink).abs() < 1e-4, "{deepest} {found:?}");
        }
    }

    /// A hill: at a bend the normals of both segments and all between them are admitted, and no others.
    #[test]
    fn convex_bend_pushes_along_normals_between_those_of_its_segments(
        shape in slider(), lengths in prop::collection::vec(number(0.3..2.0), 4..8),
        bends in prop::collection::vec(number(0.0..0.35), 8), sides in sides(),
        along in number(0.1..0.9), angle in number(-3.2..3.2), sink in number(-0.01..0.04),
    ) {
        let ground = ground(&lengths, &bends, sides);
        let end = ground[ground.len() - 1].segment().ends()[1].x;
        let pose = resting(&ground, &shape, along * end, angle, sink);
        for (i, contact) in touches(&ground, &shape, pose) {
            // The two ends of the chain are corners without a neighbour.
            if i > 0 && i + 1 < ground.len() && outside(&ground[i], pose) {
                let lean = lean(&ground, i, contact.normal);
                prop_assert!(lean < CLOSE && contact.normal.dot(&ground[i].normal()) > 0.0, "{i}: {lean} {contact:?}");
            }
        }
    }

    /// A valley has no corner to touch: each segment pushes along its own normal, or not at all.
    #[test]
    fn concave_bend_pushes_along_the_normals_of_its_segments(
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

    /// From below, a one-sided chain has no contact, and a two-sided chain has the mirror image of the
    /// contact from above.
    #[test]
    fn contact_from_below_exists_only_for_two_sided_chains(
        shape in slider(), lengths in prop::collection::vec(number(0.3..2.0), 3..6), along in number(0.3..0.7),
        sink in number(-0.01..0.04),
    ) {
        let x = -along * lengths.iter().sum::<f32>();
        let below = |pose: Pose| Pose { position: Point::new(pose.position.x, -pose.position.y), rotation: pose.rotation };
        let one = ground(&lengths, &[], Sides::One);
        // All sliders are symmetric about the x axis. Their position decides which side they are on, so it
        // must not be on the line itself. Only the depth is compared: a corner exactly on a seam may belong
        // to one segment above and to the other below.
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

    /// A cast from outside of a one-sided segment hits it as one of a two-sided segment, and one from inside
    /// does not: as contacts, rays and casts the other way round (of the segment against the shape) do. At
    /// the hit of any cast there is a contact, unless an end of the segment was hit from inside.
    #[test]
    fn casts_rays_and_contacts_agree_about_the_sides_of_a_segment(
        shape in slider(), turn in number(-3.2..3.2), along in number(-0.8..0.8), toward in number(-1.4..1.4),
        lean in number(-3.2..3.2), from_inside in any::<bool>(), at in (number(-50.0..50.0), number(-50.0..50.0)),
    ) {
        let segment = |sides| Shape::ChainSegment(ChainSegment::new([2.0, 0.0], [-2.0, 0.0], None, None, sides).unwrap());
        let (one, two) = (segment(Sides::One), segment(Sides::Two));
        let pose = Pose::new([at.0, at.1], turn);
        let side = if from_inside { -1.0 } else { 1.0 };
        // Toward a point of the segment, from 4 m away, in a direction that is not along it.
        let away = Vec2::new(toward.sin(), side * toward.cos()) * 4.0;
        let aim = Point::new(2.0 * along, 0.0);
        let start = Pose { position: pose * (aim + away), ..Pose::new([0.0, 0.0], lean) };
        let cast = ShapeCast::new(&shape, start, pose.rotation * (away * -2.0));
        let (hit, wall) = (cast_shape(&one, pose, &cast), cast_shape(&two, pose, &cast));
        let touched = pose.inverse_transform(wall.unwrap().point);
        // An end of an open chain may be met from beside it, by a shape whose middle is already on the other
        // side.
        if touched.x.abs() > 1.999 {
            return Ok(());
        }
        prop_assert_eq!(hit, if from_inside { None } else { wall }, "{:?}", shape);
        let ray = Ray::new(start.position, cast.translation);
        prop_assert_eq!(cast_ray(&one, pose, &ray).is_some(), !from_inside);
        let reversed = ShapeCast::new(&one, pose, -cast.translation);
        prop_assert_eq!(cast_shape(&shape, start, &reversed).is_some(), !from_inside);
        if let Some(hit) = wall {
            let found = manifold(&one, pose, &shape, cast.pose_at(hit.fraction), 0.001);
            prop_assert_eq!(found.count > 0, !from_inside, "{:?}", found);
        }
    }

    /// A circle beside the corner of a step is pushed away from the corner.
    #[test]
    fn real_corner_of_a_chain_pushes_a_circle_away(
        radius in number(0.1..0.5), angle in number(0.05..1.5), sink in number(0.0..0.04), sides in sides(),
    ) {
        // Level ground to a ledge at the origin, then down.
        let ledge = chain([[2.0, 0.0], [0.0, 0.0], [0.0, -2.0]], false, sides).unwrap();
        // Between the normals of the two segments, which point up and to the left.
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

/// Before the box reaches the wall, only the ground pushes it, straight up.
#[test]
fn wall_of_a_chain_stops_a_sliding_box_and_seams_do_not() {
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

/// On top of a hill the normals of the corner belong to the segment that ends there and to the segment that
/// begins there, so the contact does not depend on the direction of the chain.
#[test]
fn both_segments_of_a_corner_touch_a_ball_on_the_corner() {
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

/// For a thin slab that overlaps the ground across a bend of a valley, the shortest translation that
/// separates them leads through the ground. The slab must be pushed back to the outside. (Found by `cargo
/// xtask soak`.)
#[test]
fn thin_slab_across_a_bend_is_not_pushed_through_the_ground() {
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
