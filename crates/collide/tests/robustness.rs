//! Input on which other collision code has failed: thin pieces of round outlines, very small and very large
//! shapes, coincident shapes and shapes that just touch. `docs/robustness.md` lists more.

use collide::{Manifold, distance, manifold, overlap, penetration};
use geom::{DecomposeSettings, Outline, Point, Polygon, Pose, Rot, Shape, Vec2};

const SPECULATIVE: f32 = 0.02;

/// The point at this distance from the origin, at an angle given in full turns.
fn at_angle(radius: f32, turns: f32) -> Point {
    Point::from(Rot::from_angle(turns * std::f32::consts::TAU) * Vec2::new(radius, 0.0))
}

/// Panics unless the normal is unit and every number is finite.
fn assert_valid(contact: &Manifold, what: &str) {
    if contact.count > 0 {
        assert!((contact.normal.norm() - 1.0).abs() < 1e-5, "{what}: {contact:?}");
    }
    for point in contact.points() {
        let numbers =
            [point.anchor_a.x, point.anchor_a.y, point.anchor_b.x, point.anchor_b.y, point.separation];
        assert!(numbers.iter().all(|number| number.is_finite()), "{what}: {contact:?}");
    }
}

/// One shape of every bounded kind, of about a metre.
fn kinds() -> [Shape; 6] {
    [
        Shape::circle(0.5).unwrap(),
        Shape::segment([-0.5, 0.0], [0.5, 0.0]).unwrap(),
        Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).unwrap(),
        Shape::rectangle(0.5, 0.25).unwrap(),
        Shape::Polygon(Polygon::regular(6, 0.5).unwrap()),
        Shape::Polygon(Polygon::rectangle(0.4, 0.3).unwrap().rounded(0.1).unwrap()),
    ]
}

/// Gears of 3 to 250 teeth, 1 cm deep, are decomposed into thin pieces. A ball that overlaps the tip of a
/// tooth by a centimetre must have a contact of that depth with some piece, and a contact of overlap only
/// with pieces that it overlaps.
#[test]
fn thin_pieces_of_a_gear_hold_a_ball() {
    let ball = Shape::circle(0.2).unwrap();
    for teeth in (3..=250).step_by(13) {
        let border = (0..2 * teeth).map(|i| {
            let radius = if i % 2 == 0 { 1.0 } else { 0.99 };
            at_angle(radius, i as f32 / (2 * teeth) as f32)
        });
        let outline = Outline::new(border).unwrap();
        let pieces = outline.decompose(DecomposeSettings::default()).unwrap().pieces;
        let pieces: Vec<Shape> = pieces.into_iter().map(Shape::Polygon).collect();
        for tooth in 0..teeth {
            let center = at_angle(1.0 + 0.2 - 0.01, tooth as f32 / teeth as f32);
            let pose = Pose::at(center);
            let mut deepest = f32::INFINITY;
            for piece in &pieces {
                let contact = manifold(piece, Pose::IDENTITY, &ball, pose, SPECULATIVE);
                assert_valid(&contact, "a piece and a ball");
                deepest = contact.points().iter().fold(deepest, |least, point| least.min(point.separation));
                let near = distance(piece, Pose::IDENTITY, &ball, pose).unwrap();
                let touches = contact.points().iter().any(|point| point.separation <= 0.0);
                assert!(
                    touches == (near.separation == 0.0) || near.separation < 1e-5,
                    "{contact:?} {near:?}"
                );
            }
            assert!((deepest + 0.01).abs() < 1e-4, "{teeth} teeth, tooth {tooth}: {deepest}");
        }
        for (i, piece) in pieces.iter().enumerate() {
            for other in &pieces[i + 1..] {
                assert_valid(
                    &manifold(piece, Pose::IDENTITY, other, Pose::IDENTITY, SPECULATIVE),
                    "two pieces",
                );
            }
        }
    }
}

/// Sides from a micrometre to a thousand kilometres. Squares that `geom` accepts rest on one another like
/// squares of a metre.
#[test]
fn very_small_and_very_large_squares_touch_like_squares_of_a_metre() {
    let mut accepted = 0;
    for power in -6..=6 {
        let side = 10.0_f32.powi(power);
        let Ok(square) = Shape::rectangle(0.5 * side, 0.5 * side) else {
            assert!(power < -2, "a square of {side} m was refused");
            continue;
        };
        accepted += 1;
        let sunk = 0.01 * side;
        let above = Pose::at([0.3 * side, side - sunk]);
        let contact = manifold(&square, Pose::IDENTITY, &square, above, 0.02 * side);
        assert_valid(&contact, "squares");
        assert_eq!(contact.normal, Vec2::new(0.0, 1.0), "{side} m");
        // A few roundings of f32.
        let close = 1e-6 * side;
        for point in contact.points() {
            assert!((point.separation + sunk).abs() <= close, "{side} m: {contact:?}");
        }
        // Points that are closer than `MIN_SPREAD` become one.
        assert_eq!(contact.points().len(), if 0.7 * side > 2e-4 { 2 } else { 1 }, "{side} m");
        let apart = distance(&square, Pose::IDENTITY, &square, Pose::at([0.0, 1.5 * side])).unwrap();
        assert!((apart.separation - 0.5 * side).abs() <= close, "{side} m: {apart:?}");
        let deep = penetration(&square, Pose::IDENTITY, &square, above).unwrap();
        assert!((deep.separation + sunk).abs() <= close, "{side} m: {deep:?}");
    }
    assert!(accepted >= 9, "{accepted}");
}

/// The law also holds if the position of one shape is on the boundary of the other. Two segments are not
/// tested, since they have no interior.
#[test]
fn coincident_shapes_have_a_contact_with_a_normal() {
    for a in &kinds() {
        let boundary = a.aabb(Pose::IDENTITY).upper;
        for b in &kinds() {
            for pose in [Pose::IDENTITY, Pose::at([boundary.x, 0.0]), Pose::at([0.0, boundary.y])] {
                let contact = manifold(a, Pose::IDENTITY, b, pose, SPECULATIVE);
                assert_valid(&contact, "coincident");
                let near = distance(a, Pose::IDENTITY, b, pose).unwrap();
                assert!(near.separation < 1e-6, "{a:?} {b:?} {pose:?} {near:?}");
                assert!(pose != Pose::IDENTITY || overlap(a, pose, b, pose), "{a:?} {b:?}");
                let both_segments = matches!((a, b), (Shape::Segment(_), Shape::Segment(_)));
                assert!(contact.count > 0 || both_segments, "{a:?} {b:?} {pose:?}");
            }
        }
    }
}

#[test]
fn shapes_that_just_touch_have_separation_zero_and_a_vertical_normal() {
    for a in &kinds() {
        for b in &kinds() {
            let reach = a.aabb(Pose::IDENTITY).upper.y - b.aabb(Pose::IDENTITY).lower.y;
            let pose = Pose::at([0.0, reach]);
            let contact = manifold(a, Pose::IDENTITY, b, pose, SPECULATIVE);
            assert_valid(&contact, "just touching");
            assert!(contact.count > 0, "{a:?} {b:?}");
            assert!(contact.normal.y.abs() > 1.0 - 1e-6, "{a:?} {b:?} {contact:?}");
            assert!(contact.points().iter().all(|point| point.separation.abs() < 1e-6), "{contact:?}");
            let near = distance(a, Pose::IDENTITY, b, pose).unwrap();
            assert!(near.separation < 1e-6, "{near:?}");
        }
    }
}
