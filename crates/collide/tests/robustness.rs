//! Inputs on which collision code has failed elsewhere: thin pieces of round outlines, shapes of a grain and of a
//! country, shapes in the same place or just touching. `docs/robustness.md` names the others.

use collide::{Manifold, distance, manifold, overlap, penetration};
use geom::{DecomposeSettings, Outline, Point, Polygon, Pose, Rot, Shape, Vec2};

const SPECULATIVE: f32 = 0.02;

fn at_angle(radius: f32, turn: f32) -> Point {
    Point::from(Rot::from_angle(turn * std::f32::consts::TAU) * Vec2::new(radius, 0.0))
}

fn assert_sound(contact: &Manifold, what: &str) {
    if contact.count > 0 {
        assert!((contact.normal.norm() - 1.0).abs() < 1e-5, "{what}: {contact:?}");
    }
    for point in contact.points() {
        let numbers =
            [point.anchor_a.x, point.anchor_a.y, point.anchor_b.x, point.anchor_b.y, point.separation];
        assert!(numbers.iter().all(|number| number.is_finite()), "{what}: {contact:?}");
    }
}

/// One of every kind that has a size of about a metre.
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

/// Gears of 3 to 250 teeth, a hundredth deep, fall apart into needles. A ball that has sunk by a centimetre into the
/// tip of any tooth is held by some piece, by that centimetre, and no piece gives a contact that is none.
#[test]
fn thin_pieces_of_round_outlines_hold_a_ball() {
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
                assert_sound(&contact, "a piece and a ball");
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
                assert_sound(
                    &manifold(piece, Pose::IDENTITY, other, Pose::IDENTITY, SPECULATIVE),
                    "two pieces",
                );
            }
        }
    }
}

/// Squares from a side of a micrometre to one of a thousand kilometres, areas from 1e-12 to 1e12 m^2: refused by name,
/// or resting on one another as squares of a metre do.
#[test]
fn grains_and_countries_touch_as_boxes_do() {
    let mut accepted = 0;
    for power in -6..=6 {
        let side = 10.0_f32.powi(power);
        let Ok(square) = Shape::rectangle(0.5 * side, 0.5 * side) else {
            assert!(power < -2, "a square of {side} m is refused");
            continue;
        };
        accepted += 1;
        let sunk = 0.01 * side;
        let above = Pose::at([0.3 * side, side - sunk]);
        let contact = manifold(&square, Pose::IDENTITY, &square, above, 0.02 * side);
        assert_sound(&contact, "squares");
        assert_eq!(contact.normal, Vec2::new(0.0, 1.0), "{side} m");
        let least = 1e-6 * side;
        for point in contact.points() {
            assert!((point.separation + sunk).abs() <= least, "{side} m: {contact:?}");
        }
        // Points closer than `MIN_SPREAD` are one.
        assert_eq!(contact.points().len(), if 0.7 * side > 2e-4 { 2 } else { 1 }, "{side} m");
        let apart = distance(&square, Pose::IDENTITY, &square, Pose::at([0.0, 1.5 * side])).unwrap();
        assert!((apart.separation - 0.5 * side).abs() <= least, "{side} m: {apart:?}");
        let deep = penetration(&square, Pose::IDENTITY, &square, above).unwrap();
        assert!((deep.separation + sunk).abs() <= least, "{side} m: {deep:?}");
    }
    assert!(accepted >= 9, "{accepted}");
}

/// In the very same place, and with the middle of one on the border of the other, every pair has a contact with a
/// direction, except for two segments, which have no inside.
#[test]
fn coincident_shapes_have_a_direction() {
    for a in &kinds() {
        let border = a.aabb(Pose::IDENTITY).upper;
        for b in &kinds() {
            for pose in [Pose::IDENTITY, Pose::at([border.x, 0.0]), Pose::at([0.0, border.y])] {
                let contact = manifold(a, Pose::IDENTITY, b, pose, SPECULATIVE);
                assert_sound(&contact, "in the same place");
                let near = distance(a, Pose::IDENTITY, b, pose).unwrap();
                assert!(near.separation < 1e-6, "{a:?} {b:?} {pose:?} {near:?}");
                assert!(pose != Pose::IDENTITY || overlap(a, pose, b, pose), "{a:?} {b:?}");
                let both_segments = matches!((a, b), (Shape::Segment(_), Shape::Segment(_)));
                assert!(contact.count > 0 || both_segments, "{a:?} {b:?} {pose:?}");
            }
        }
    }
}

/// Shapes that just touch, side by side: no gap, no depth, and the normal from one to the other.
#[test]
fn shapes_that_just_touch_have_neither_gap_nor_depth() {
    for a in &kinds() {
        for b in &kinds() {
            let reach = a.aabb(Pose::IDENTITY).upper.y - b.aabb(Pose::IDENTITY).lower.y;
            let pose = Pose::at([0.0, reach]);
            let contact = manifold(a, Pose::IDENTITY, b, pose, SPECULATIVE);
            assert_sound(&contact, "just touching");
            assert!(contact.count > 0, "{a:?} {b:?}");
            assert!(contact.normal.y.abs() > 1.0 - 1e-6, "{a:?} {b:?} {contact:?}");
            assert!(contact.points().iter().all(|point| point.separation.abs() < 1e-6), "{contact:?}");
            let near = distance(a, Pose::IDENTITY, b, pose).unwrap();
            assert!(near.separation < 1e-6, "{near:?}");
        }
    }
}
