//! Shape casts that turn, against distances in f64, sampled along the motion, and against closed forms.

use crate::common;

use collide::tolerance::{CAST_TOLERANCE, TOI_TOLERANCE};
use collide::{ShapeCast, cast_shape};
use common::{Solid, V, half_space_and_large_box, number, pose, shape, solid, truth, v};
use geom::{ChainSegment, Point, Pose, Shape, Sides, Vec2};
use proptest::prelude::*;
use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// m. The accuracy of GJK and of the pose in f32, of which the oracle has neither.
const CLOSE: f64 = 3e-5;
const TOLERANCE: f64 = TOI_TOLERANCE as f64;

/// The moving shape at the fraction `t`, in f64.
fn placed(cast: &ShapeCast<'_>, t: f64) -> Solid {
    let hull = cast.shape.hull().unwrap();
    let turn = |p: V, (cos, sin): (f64, f64)| V { x: cos * p.x - sin * p.y, y: sin * p.x + cos * p.y };
    let start = (f64::from(cast.start.rotation.cos), f64::from(cast.start.rotation.sin));
    let angle = f64::from(cast.turn) * t;
    let center = v(cast.start.position.coords) + turn(v(cast.center.coords), start) + v(cast.translation) * t;
    let to_world = |p: &Point| center + turn(turn(v(p - cast.center), start), (angle.cos(), angle.sin()));
    Solid { vertices: hull.vertices.iter().map(to_world).collect(), radius: hull.radius.into() }
}

/// A start, a translation, a turn of up to `most` radians, and its centre.
fn motion(most: f32) -> impl Strategy<Value = (Pose, Vec2, f32, Point)> {
    let point = |most: f32| (number(-most..most), number(-most..most));
    (point(5.0), number(-3.2..3.2), point(9.0), number(-1.0..1.0), point(1.0)).prop_map(
        move |((x, y), angle, (dx, dy), turn, (cx, cy))| {
            (Pose::new([x, y], angle), Vec2::new(dx, dy), turn * most, Point::new(cx, cy))
        },
    )
}

/// What must hold for every cast: before the hit the shapes are apart, at the hit they touch, and without a
/// hit they stay apart. `steps` is the number of samples.
fn check(
    target: &Solid,
    cast: &ShapeCast<'_>,
    hit: Option<collide::RayHit>,
    steps: u32,
) -> Result<(), TestCaseError> {
    let at = |t: f64| truth(target, &placed(cast, t)).separation;
    let until = match hit {
        Some(hit) if hit.normal == Vec2::zeros() => {
            prop_assert!(hit.fraction == 0.0 && at(0.0) < 0.0, "{hit:?} {}", at(0.0));
            return Ok(());
        }
        Some(hit) => {
            let t = f64::from(hit.fraction);
            prop_assert!(at(t) < TOLERANCE + CLOSE && at(t) > -CLOSE, "{} {hit:?}", at(t));
            prop_assert!((hit.normal.norm() - 1.0).abs() < 1e-5, "{hit:?}");
            prop_assert!(target.signed_distance(v(hit.point.coords)).abs() < CLOSE, "{hit:?}");
            // Going on along the normal leads into the target. (At a corner of both the distance may grow.)
            t
        }
        None => cast.max_fraction.into(),
    };
    prop_assert!(at(0.0) > -2.0 * f64::from(CAST_TOLERANCE), "the overlap was not found: {hit:?}");
    for k in 0..steps {
        let t = until * f64::from(k) / f64::from(steps);
        prop_assert!(at(t) > -CLOSE, "{} at {t}, but {hit:?}", at(t));
    }
    Ok(())
}

proptest! {
    #[test]
    fn turning_cast_finds_the_first_touch(
        a in shape(), b in shape(), pose in pose(), (start, translation, turn, center) in motion(6.0), max_fraction in number(0.2..2.0),
    ) {
        let cast = ShapeCast { max_fraction, ..ShapeCast::new(&b, start, translation).turning(turn).about(center) };
        check(&solid(&a, pose), &cast, cast_shape(&a, pose, &cast), 400)?;
    }

    /// On the spot, so that there is no window of the bounding circles.
    #[test]
    fn turning_on_the_spot_finds_the_first_touch(a in shape(), b in shape(), pose in pose(), (start, _, turn, center) in motion(20.0)) {
        let cast = ShapeCast::new(&b, start, [0.0, 0.0]).turning(turn).about(center);
        check(&solid(&a, pose), &cast, cast_shape(&a, pose, &cast), 400)?;
    }

    /// A circle that turns about its middle moves like one that does not.
    #[test]
    fn turn_of_a_circle_changes_nothing(a in shape(), r in number(0.01..1.0), pose in pose(), (start, translation, turn, _) in motion(6.0)) {
        let circle = Shape::circle(r).unwrap();
        let cast = ShapeCast::new(&circle, start, translation);
        let (straight, turned) = (cast_shape(&a, pose, &cast), cast_shape(&a, pose, &cast.turning(turn)));
        let target = solid(&a, pose);
        let at = |t: f32| truth(&target, &placed(&cast, t.into())).separation;
        match (straight, turned) {
            (Some(p), Some(q)) => {
                // A turning cast ends up to its tolerance earlier; never later.
                prop_assert!(q.fraction <= p.fraction + 1e-5 && at(q.fraction) < TOLERANCE + CLOSE, "{p:?} {q:?}");
            }
            (None, None) => {}
            (p, q) => {
                let least = (0..2000).map(|k| at(k as f32 / 2000.0)).fold(f64::INFINITY, f64::min);
                prop_assert!(least.abs() < 2.0 * TOLERANCE, "{least} {p:?} {q:?}");
            }
        }
    }

    /// A turn of a microradian hits where none does, within the tolerances of both.
    #[test]
    fn cast_by_a_tiny_turn_is_the_straight_cast(a in shape(), b in shape(), pose in pose(), (start, translation, _, center) in motion(6.0)) {
        let cast = ShapeCast::new(&b, start, translation).about(center);
        let (straight, turned) = (cast_shape(&a, pose, &cast), cast_shape(&a, pose, &cast.turning(1e-6)));
        prop_assert_eq!(straight, cast_shape(&a, pose, &cast.turning(0.0)));
        if let (Some(p), Some(q)) = (straight, turned) {
            let gap = f64::from((p.fraction - q.fraction) * p.normal.dot(&translation));
            prop_assert!(gap.abs() < TOLERANCE + 2.0 * CLOSE || (p.point - q.point).norm() > 0.01, "{p:?} {q:?}");
        }
    }

    /// The half-space may be the shape that turns, too.
    #[test]
    fn half_space_and_large_box_are_hit_alike(b in shape(), pose in pose(), (start, translation, turn, center) in motion(3.0), exchange in any::<bool>()) {
        let [ground, slab] = half_space_and_large_box();
        let hit = |slab: &Shape| {
            let (target, moved) = if exchange { (&b, slab) } else { (slab, &b) };
            let cast = ShapeCast::new(moved, start, translation).turning(turn).about(center);
            let hit = cast_shape(target, pose, &cast);
            let at = |t: f32| match exchange {
                true => truth(&solid(&b, pose), &placed(&ShapeCast { shape: &slab_of(), ..cast }, t.into())).separation,
                false => truth(&solid(&slab_of(), pose), &placed(&cast, t.into())).separation,
            };
            (hit, hit.map(|hit| at(hit.fraction)))
        };
        match (hit(&ground), hit(&slab)) {
            ((Some(p), Some(at_p)), (Some(q), Some(at_q))) => {
                let overlaps = p.normal == Vec2::zeros() && q.normal == Vec2::zeros();
                // 1e-3 m: the rounding of the angle at the arms of the box.
                prop_assert!(overlaps || (at_p - at_q).abs() < 1e-3, "{p:?} {q:?} {at_p} {at_q}");
            }
            ((None, _), (None, _)) => {}
            (p, q) => {
                let at = p.1.or(q.1).unwrap();
                // One of both may only graze.
                prop_assert!(at > -1e-3, "{p:?} {q:?}");
            }
        }
    }
}

fn slab_of() -> Shape {
    let [_, slab] = half_space_and_large_box();
    slab
}

/// A bar that turns about its end by `angle` meets a ball at the distance d when the distance of the ball's
/// middle from the line of the bar is the sum of the radii: at the angle of the ball minus asin(sum / d).
#[test]
fn bar_meets_a_ball_at_the_angle_of_the_closed_form() {
    let bar = Shape::capsule([0.0, 0.0], [2.0, 0.0], 0.05).unwrap();
    let ball = Shape::circle(0.1).unwrap();
    let mut hits = 0;
    for at in [-2.5_f32, -1.0, -0.6, 0.6, 1.2, 2.9] {
        for d in [0.4_f32, 1.0, 1.9] {
            for turn in [-TAU, -2.0, 1.5, TAU, 50.0] {
                let middle = Point::new(3.0 + d * at.cos(), 1.0 + d * at.sin());
                let cast = ShapeCast::new(&bar, Pose::at([3.0, 1.0]), [0.0, 0.0]).turning(turn);
                let hit = cast_shape(&ball, Pose::at(middle), &cast);
                let before = (0.15 / d).asin();
                // From the first angle of the bar on, in the sense of the turn.
                let way = if turn > 0.0 { at.rem_euclid(TAU) } else { (-at).rem_euclid(TAU) };
                let expected = way - before;
                if expected > turn.abs() {
                    assert_eq!(hit, None, "{at} {d} {turn}");
                    continue;
                }
                let hit = hit.unwrap_or_else(|| panic!("missed at {at}, {d} m, by {turn}"));
                let found = hit.fraction * turn.abs();
                let early = (expected - found) * d;
                assert!((-2e-5..1.2e-4).contains(&early), "{at} {d} {turn}: {found} {expected}");
                hits += 1;
            }
        }
    }
    assert!(hits > 60, "{hits}");
}

/// A bar above the ground turns about its middle until its tip is as deep as its middle is high.
#[test]
fn bar_meets_the_ground_at_the_angle_of_the_closed_form() {
    let ground = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    let floor = Shape::rectangle(20.0, 1.0).unwrap();
    let bar = Shape::capsule([-2.0, 0.0], [2.0, 0.0], 0.1).unwrap();
    for (height, turn) in [(0.3_f32, 1.0_f32), (0.3, -1.0), (1.5, 2.0), (2.0, -8.0)] {
        let expected = ((height - 0.1) / 2.0).asin() / turn.abs();
        let cast = ShapeCast::new(&bar, Pose::at([0.0, height]), [0.0, 0.0]).turning(turn);
        for (target, pose) in [(&ground, Pose::IDENTITY), (&floor, Pose::at([0.0, -1.0]))] {
            let hit = cast_shape(target, pose, &cast).unwrap();
            assert!((hit.fraction - expected).abs() < 1e-4, "{hit:?} {expected}");
            assert!((hit.normal.y - 1.0).abs() < 1e-5);
            // With a cast of any length, also at the first turn.
            let endless = ShapeCast { max_fraction: f32::INFINITY, ..cast };
            assert_eq!(cast_shape(target, pose, &endless).map(|hit| hit.normal), Some(hit.normal));
        }
        // The ground turns instead, about the middle of the bar, the other way.
        let turned = ShapeCast::new(&ground, Pose::IDENTITY, [0.0, 0.0]).turning(-turn).about([0.0, height]);
        let hit = cast_shape(&bar, Pose::at([0.0, height]), &turned).unwrap();
        assert!((hit.fraction - expected).abs() < 1e-4, "{hit:?} {expected}");
    }
}

/// A bar lies on the ground and turns about its left end. Downwards it is stopped where it is, upwards not
/// until half a turn has laid it down on the other side.
#[test]
fn shape_that_touches_at_the_start_hits_where_it_turns_into_the_surface() {
    let floor = Shape::rectangle(20.0, 1.0).unwrap();
    let ground = Shape::half_space([0.0, 1.0], -1.0).unwrap();
    let bar = Shape::capsule([0.0, 0.0], [2.0, 0.0], 0.1).unwrap();
    for (target, pose) in [(&floor, Pose::at([0.0, -1.0])), (&ground, Pose::at([0.0, 1.0]))] {
        for height in [0.1, 0.1 + 5e-5, 0.1 - 5e-6] {
            let turn = |angle: f32| {
                let cast = ShapeCast::new(&bar, Pose::at([0.5, height]), [0.0, 0.0]).turning(angle);
                cast_shape(target, pose, &cast)
            };
            assert_eq!(turn(-1.0).map(|hit| hit.fraction), Some(0.0), "{height}");
            assert_eq!(turn(3.0), None, "{height}");
            let hit = turn(TAU).unwrap();
            assert!((hit.fraction - 0.5).abs() < 1e-4, "{height} {hit:?}");
        }
        // One corner of a box goes down, whichever way it turns.
        let box_ = Shape::rectangle(0.5, 0.5).unwrap();
        for angle in [-1.0, 1.0] {
            let cast = ShapeCast::new(&box_, Pose::at([0.0, 0.5]), [0.0, 0.0]).turning(angle);
            assert_eq!(cast_shape(target, pose, &cast).map(|hit| hit.fraction), Some(0.0));
        }
    }
}

/// A wheel that touches the floor all the way is stopped by the wall at its end alone.
#[test]
fn wheel_rolls_along_the_floor_to_the_wall() {
    let floor = Shape::rectangle(20.0, 1.0).unwrap();
    let wall = Shape::rectangle(1.0, 20.0).unwrap();
    let wheel = Shape::circle(0.5).unwrap();
    let roll = ShapeCast::new(&wheel, Pose::at([-8.0, 0.5]), [12.0, 0.0]).turning(-24.0);
    assert_eq!(cast_shape(&floor, Pose::at([0.0, -1.0]), &roll), None);
    let hit = cast_shape(&wall, Pose::at([4.0, 0.0]), &roll).unwrap();
    assert!((hit.fraction - 10.5 / 12.0).abs() < 2e-5, "{hit:?}");
}

/// A plank of 4 m turns upright on the way through a gap of 2 m, or does not.
#[test]
fn turn_on_the_way_decides_whether_a_plank_passes_a_gap() {
    let plank = Shape::rectangle(2.0, 0.1).unwrap();
    let post = Shape::rectangle(1.0, 0.1).unwrap();
    let fly = |turn: f32| {
        let cast = ShapeCast::new(&plank, Pose::at([0.0, -8.0]), [0.0, 16.0]).turning(turn);
        [-2.0, 2.0].map(|x| cast_shape(&post, Pose::at([x, 0.0]), &cast).is_some())
    };
    assert_eq!(fly(0.0), [true, true]);
    assert_eq!(fly(PI), [false, false]);
    assert_eq!(fly(FRAC_PI_2), [true, true]);
}

/// From ten million metres away, the cast is as exact as the fraction in f32.
#[test]
fn turning_cast_from_ten_million_metres_hits() {
    let wall = Shape::rectangle(0.5, 3.0).unwrap();
    let stick = Shape::capsule([0.0, -1.0], [0.0, 1.0], 0.2).unwrap();
    let cast = ShapeCast::new(&stick, Pose::at([1.0e7, 0.25]), [-2.0e7, 0.0]).turning(7.0);
    let hit = cast_shape(&wall, Pose::IDENTITY, &cast).unwrap();
    assert!((hit.fraction - 0.5).abs() < 1e-6 && (hit.point.x - 0.5).abs() < 1e-4, "{hit:?}");
    let past = ShapeCast { start: Pose::at([1.0e7, 4.3]), ..cast };
    assert_eq!(cast_shape(&wall, Pose::IDENTITY, &past), None);
}

/// A one-sided segment stops a bar that comes from outside, and not one that comes from behind.
#[test]
fn one_sided_segment_is_hit_from_outside() {
    let ground = ChainSegment::new([5.0, 0.0], [-5.0, 0.0], None, None, Sides::One).unwrap();
    let ground = Shape::ChainSegment(ground);
    let bar = Shape::capsule([-1.0, 0.0], [1.0, 0.0], 0.1).unwrap();
    let fall = |from: f32, by: f32| {
        cast_shape(
            &ground,
            Pose::IDENTITY,
            &ShapeCast::new(&bar, Pose::at([0.0, from]), [0.0, by]).turning(1.0),
        )
    };
    assert!(fall(3.0, -6.0).is_some() && fall(-3.0, 6.0).is_none());
}
