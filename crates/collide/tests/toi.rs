//! Times of impact against distances in f64, sampled over the step.

use crate::common;

use collide::algorithms::{CircleImpact, circle_impact};
use collide::tolerance::TOI_TOLERANCE;
use collide::{Impact, Sweep, time_of_impact};
use common::{Solid, V, extreme_number, half_space_and_large_box, number, pose, shape, truth, v};
use geom::{Point, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;

/// m. The accuracy of a separation in f32: that of GJK (1e-5 m), and the rounding of the pose, which the
/// oracle does not have (2.4e-7 radians for an angle of 6 radians, at lever arms of 2 m).
const CLOSE: f64 = 2e-5;
const TOLERANCE: f64 = TOI_TOLERANCE as f64;

/// The shape at the fraction `t` of the sweep, in f64.
fn placed(shape: &Shape, sweep: &Sweep, t: f64) -> Solid {
    let hull = shape.hull().unwrap();
    let turn = |p: V, (cos, sin): (f64, f64)| V { x: cos * p.x - sin * p.y, y: sin * p.x + cos * p.y };
    let start = (f64::from(sweep.start.rotation.cos), f64::from(sweep.start.rotation.sin));
    let angle = f64::from(sweep.angle) * t;
    let center =
        v(sweep.start.position.coords) + turn(v(sweep.center.coords), start) + v(sweep.translation) * t;
    let to_world = |p: &Point| center + turn(turn(v(p - sweep.center), start), (angle.cos(), angle.sin()));
    Solid { vertices: hull.vertices.iter().map(to_world).collect(), radius: hull.radius.into() }
}

fn separation(a: &Shape, sweep_a: &Sweep, b: &Shape, sweep_b: &Sweep, t: f64) -> f64 {
    truth(&placed(a, sweep_a, t), &placed(b, sweep_b, t)).separation
}

/// A sweep that rotates by up to `spin` radians.
fn sweep(spin: f32) -> impl Strategy<Value = Sweep> {
    let point = || (number(-3.0..3.0), number(-3.0..3.0));
    (point(), number(-3.2..3.2), point(), number(-1.0..1.0), (number(-0.5..0.5), number(-0.5..0.5))).prop_map(
        move |((x, y), angle, (dx, dy), turn, (cx, cy))| {
            Sweep::new(Pose::new([x, y], angle), [2.0 * dx, 2.0 * dy], turn * spin).about([cx, cy])
        },
    )
}

/// Tests what must hold for every result. `close` is the accuracy of the poses, m.
fn check(
    a: &Shape,
    sweep_a: &Sweep,
    b: &Shape,
    sweep_b: &Sweep,
    target: f32,
    close: f64,
) -> Result<Impact, TestCaseError> {
    let impact = time_of_impact(a, sweep_a, b, sweep_b, target);
    let at = |t: f64| separation(a, sweep_a, b, sweep_b, t);
    let floor = f64::from(target) - close;
    let until = match impact {
        Impact::Overlapped => {
            prop_assert!(at(0.0) < CLOSE);
            return Ok(impact);
        }
        Impact::Separated => 1.0,
        Impact::Touching(touch) => {
            let t = f64::from(touch.fraction);
            prop_assert!((0.0..=1.0).contains(&t) && (touch.normal.norm() - 1.0).abs() < 1e-5, "{touch:?}");
            prop_assert!((at(t) - f64::from(touch.separation)).abs() < close, "{} {touch:?}", at(t));
            for (shape, sweep) in [(a, sweep_a), (b, sweep_b)] {
                let away = placed(shape, sweep, t).signed_distance(v(touch.point.coords));
                prop_assert!((away - 0.5 * at(t)).abs() < 2.0 * close, "{away} {touch:?}");
            }
            t
        }
    };
    prop_assert!(at(0.0) > -CLOSE, "the overlap was not found: {impact:?}");
    for k in 0..400 {
        let t = until * f64::from(k) / 400.0;
        // At the start they may be within the target.
        prop_assert!(at(t) > floor || until == 0.0, "{} at {t}, but {impact:?}", at(t));
    }
    Ok(impact)
}

proptest! {
    /// Before the time of impact the shapes are never nearer than the target. At that time they are as near
    /// as the target, within the tolerance.
    #[test]
    fn time_of_impact_is_the_first_touch(
        a in shape(), b in shape(), sweep_a in sweep(6.0), sweep_b in sweep(6.0), target in number(0.0..0.05),
    ) {
        if let Impact::Touching(touch) = check(&a, &sweep_a, &b, &sweep_b, target, CLOSE)? {
            prop_assert!(touch.separation <= target + TOI_TOLERANCE, "{touch:?}");
        }
    }

    /// 1e-4 m: an angle of 200 radians is accurate to 1.5e-5 radians, at lever arms of 3 m, for two shapes.
    #[test]
    fn touch_of_shapes_that_spin_fast_is_not_missed(a in shape(), b in shape(), sweep_a in sweep(200.0), sweep_b in sweep(200.0)) {
        check(&a, &sweep_a, &b, &sweep_b, 0.01, 1e-4)?;
    }

    /// Where the shapes only graze, one order may find a touch and the other none.
    #[test]
    fn exchanging_the_shapes_gives_the_same_touch(a in shape(), b in shape(), sweep_a in sweep(6.0), sweep_b in sweep(6.0)) {
        let (there, back) = (time_of_impact(&a, &sweep_a, &b, &sweep_b, 0.01), time_of_impact(&b, &sweep_b, &a, &sweep_a, 0.01));
        match (there, back) {
            (Impact::Separated, Impact::Touching(touch)) | (Impact::Touching(touch), Impact::Separated) => {
                prop_assert!(f64::from(touch.separation) > 0.01 + 0.25 * TOLERANCE, "{there:?} {back:?}");
            }
            (Impact::Touching(p), Impact::Touching(q)) => {
                let [p_later, q_later] = [p, q].map(|touch| {
                    separation(&a, &sweep_a, &b, &sweep_b, touch.fraction.into())
                });
                prop_assert!((p_later - q_later).abs() < TOLERANCE + CLOSE, "{there:?} {back:?}");
            }
            (there, back) => prop_assert_eq!(there, back),
        }
    }

    /// However they move: a caller that asks for a distance learns that it is not kept.
    #[test]
    fn shapes_that_begin_within_the_target_touch_at_once_even_if_they_part(
        a in shape(), b in shape(), pose in pose(), away in number(0.0..50.0), angle in number(-6.0..6.0), share in number(0.1..0.99),
    ) {
        let near = collide::distance(&a, Pose::IDENTITY, &b, pose).unwrap();
        if near.separation > 0.01 {
            let parting = Sweep::new(pose, near.normal * away, angle);
            let target = near.separation / share;
            let impact = time_of_impact(&a, &Sweep::still(Pose::IDENTITY), &b, &parting, target);
            let touch = impact.touch().unwrap();
            prop_assert_eq!(touch.fraction, 0.0);
            prop_assert!((touch.separation - near.separation).abs() < 1e-5, "{touch:?} {near:?}");
        }
    }

    /// The half-space may move and rotate too.
    #[test]
    fn half_space_is_touched_when_a_large_box_is(b in shape(), sweep_a in sweep(1.0), sweep_b in sweep(6.0), still in any::<bool>()) {
        let [ground, slab] = half_space_and_large_box();
        let sweep_a = if still { Sweep { angle: 0.0, ..sweep_a } } else { sweep_a };
        let impact = time_of_impact(&ground, &sweep_a, &b, &sweep_b, 0.0);
        let until = match impact {
            Impact::Touching(touch) => {
                let there = separation(&slab, &sweep_a, &b, &sweep_b, touch.fraction.into());
                // 1e-4 m: the rotation of the box is rounded, and it acts at lever arms of up to 50 m.
                prop_assert!((there - f64::from(touch.separation)).abs() < 1e-4, "{there} {touch:?}");
                prop_assert!(touch.separation <= TOI_TOLERANCE, "{touch:?}");
                touch.fraction
            }
            Impact::Separated => 1.0,
            Impact::Overlapped => 0.0,
        };
        for k in 0..100 {
            let t = f64::from(until) * f64::from(k) / 100.0;
            prop_assert!(until == 0.0 || separation(&slab, &sweep_a, &b, &sweep_b, t) > -1e-4, "{t} {impact:?}");
        }
    }

    /// Circles that just graze are left out, because rounding decides their number of roots.
    #[test]
    fn circle_impact_gives_the_roots_of_the_quadratic(p in [number(-9.0..9.0), number(-9.0..9.0)], d in [number(-9.0..9.0), number(-9.0..9.0)], reach in number(0.1..4.0)) {
        let (apart, motion) = (Vec2::from(p), Vec2::from(d));
        let (p, d, r) = (v(apart), v(motion), f64::from(reach));
        let (a, b, c) = (d.dot(d), p.dot(d), p.dot(p) - r * r);
        let discriminant = b * b - a * c;
        if a > 0.01 && discriminant.abs() > 1e-3 * a {
            match circle_impact(apart, motion, reach) {
                CircleImpact::Twice(begin, end) => {
                    let root = discriminant.sqrt();
                    // 1e-4: some roundings of 9 m over a motion of at least 0.1 m; near a graze the square
                    // root is larger.
                    prop_assert!((f64::from(begin) - (-b - root) / a).abs() < 1e-4 * (1.0 + 1.0 / a.sqrt()), "{begin}");
                    prop_assert!((f64::from(end) - (root - b) / a).abs() < 1e-4 * (1.0 + 1.0 / a.sqrt()), "{end}");
                }
                other => prop_assert!(discriminant < 0.0 && other == CircleImpact::Never, "{other:?} {discriminant}"),
            }
        }
    }

    /// A touch has a fraction from 0 to 1.
    #[test]
    fn time_of_impact_of_extreme_numbers_neither_panics_nor_returns_nan(a in shape(), b in shape(), n in prop::array::uniform6(extreme_number())) {
        let [x, y, dx, dy, angle, target] = n;
        let one = Sweep::new(Pose::at([x, y]), [dx, dy], angle);
        let other = Sweep { start: Pose { position: Point::new(y, dx), rotation: Rot { cos: x, sin: dy } }, ..one };
        let ground = Shape::half_space([0.6, 0.8], 0.0).unwrap();
        for (p, q) in [(&a, &b), (&ground, &b), (&a, &ground)] {
            for (s, t) in [(&one, &other), (&other, &one), (&one, &one)] {
                if let Impact::Touching(touch) = time_of_impact(p, s, q, t, target) {
                    prop_assert!((0.0..=1.0).contains(&touch.fraction), "{touch:?}");
                }
            }
        }
    }
}

/// A bullet of 300 m/s hits a wall of a millimetre at 60 steps per second, and bullets hit each other.
#[test]
fn bullets_do_not_tunnel() {
    let bullet = Shape::circle(0.01).unwrap();
    let wall = Shape::rectangle(0.0005, 1.0).unwrap();
    let flight = |x: f32, dx: f32| Sweep::new(Pose::at([x, 0.1]), [dx, 0.0], 0.0);
    let Impact::Touching(touch) =
        time_of_impact(&bullet, &flight(-2.0, 5.0), &wall, &Sweep::still(Pose::IDENTITY), 0.0)
    else {
        panic!()
    };
    assert!((touch.fraction * 5.0 - (2.0 - 0.01 - 0.0005)).abs() < TOI_TOLERANCE);
    let Impact::Touching(touch) =
        time_of_impact(&bullet, &flight(-2.0, 5.0), &bullet, &flight(2.0, -5.0), 0.0)
    else {
        panic!()
    };
    assert!((touch.fraction * 10.0 - 3.98).abs() < TOI_TOLERANCE);
}

#[test]
fn circles_that_graze_separate_rest_or_touch_at_the_start() {
    assert_eq!(circle_impact(Vec2::new(-4.0, 2.0), Vec2::new(4.0, 0.0), 2.0), CircleImpact::Once(1.0));
    assert_eq!(circle_impact(Vec2::new(-4.0, 2.0), Vec2::zeros(), 2.0), CircleImpact::Never);
    assert_eq!(circle_impact(Vec2::new(f32::NAN, 2.0), Vec2::new(4.0, 0.0), 2.0), CircleImpact::Never);
    let circle = Shape::circle(1.0).unwrap();
    let from = |x: f32, dx: f32| Sweep::new(Pose::at([x, 0.0]), [dx, 0.0], 0.0);
    let still = Sweep::still(Pose::IDENTITY);
    let impact = |x: f32, dx: f32| time_of_impact(&circle, &still, &circle, &from(x, dx), 0.0);
    assert_eq!(impact(1.0, 5.0), Impact::Overlapped);
    assert_eq!(impact(2.0, -1.0), Impact::Overlapped, "exactly touching is an overlap of depth 0");
    assert_eq!(impact(3.0, 1.0), Impact::Separated);
    assert_eq!(impact(3.0, 0.0), Impact::Separated);
    assert!((impact(3.0, -2.0).touch().unwrap().fraction - 0.5).abs() < TOI_TOLERANCE);
    assert_eq!(impact(2.00005, 1.0).touch().unwrap().fraction, 0.0, "within the tolerance");
}

/// Erratum. Souto, Video Game Physics II, takes the smaller root for the time of impact. For circles that
/// overlap at the start, and for circles that have passed each other, this root is in the past.
#[test]
fn smaller_root_of_the_quadratic_may_be_in_the_past() {
    let circle = Shape::circle(1.0).unwrap();
    for (x, impact) in [(-1.0, Impact::Overlapped), (-5.0, Impact::Separated)] {
        let (apart, motion) = (Vec2::new(x, 0.0), Vec2::new(-4.0, 0.0));
        let in_the_text = match circle_impact(apart, motion, 2.0) {
            CircleImpact::Twice(smaller, _) => smaller,
            other => panic!("{other:?}"),
        };
        assert!(in_the_text < 0.0, "the error of the text");
        let still = Sweep::still(Pose::IDENTITY);
        let moving = Sweep::new(Pose::at(Point::from(apart)), motion, 0.0);
        assert_eq!(time_of_impact(&circle, &still, &circle, &moving, 0.0), impact);
    }
}

/// Erratum. Souto, Video Game Physics II, says that the quadratic has no root if the circles do not meet, and
/// that the smaller one is a number from 0 to 1. Circles that meet only after the step have roots above 1.
#[test]
fn circles_that_meet_after_the_step_have_roots_above_one() {
    let circle = Shape::circle(1.0).unwrap();
    let (apart, motion) = (Vec2::new(8.0, 0.0), Vec2::new(-4.0, 0.0));
    // 2 m apart after the step, and 1 m each to go.
    assert_eq!(circle_impact(apart, motion, 2.0), CircleImpact::Twice(1.5, 2.5), "the error of the text");
    let still = Sweep::still(Pose::IDENTITY);
    let moving = Sweep::new(Pose::at(Point::from(apart)), motion, 0.0);
    assert_eq!(time_of_impact(&circle, &still, &circle, &moving, 0.0), Impact::Separated);
}

/// Erratum. Souto, Video Game Physics II, advances by the distance over "the velocity" along the vector
/// between the nearest points, and says that no point moves farther. It does not say whether the velocity has
/// a part for the rotation; the linear one alone does not do. A rod that rotates on the spot has none, so it
/// would pass through the post.
#[test]
fn rod_that_rotates_on_the_spot_hits_a_post() {
    let (rod, post) = (Shape::capsule([-1.0, 0.0], [1.0, 0.0], 0.02).unwrap(), Shape::circle(0.05).unwrap());
    let rotating = Sweep::new(Pose::IDENTITY, [0.0, 0.0], 3.0);
    let still = Sweep::still(Pose::at([0.0, 0.8]));
    let near = collide::distance(&rod, rotating.start, &post, still.start).unwrap();
    let velocity_in_the_text = rotating.translation.dot(&near.normal);
    assert!(velocity_in_the_text <= 0.0, "the error of the text: no approach, so no impact");
    let touch = time_of_impact(&rod, &rotating, &post, &still, 0.0).touch().unwrap();
    // At the touch the axis of the rod is 0.07 m from the centre of the post: asin(0.07 / 0.8) before it is
    // vertical.
    let angle = std::f32::consts::FRAC_PI_2 - (0.07_f32 / 0.8).asin();
    assert!((touch.fraction * 3.0 - angle).abs() < 2.0 * TOI_TOLERANCE, "{touch:?}");
}

/// A long body rotates a hundred times while it falls. The search takes bounded time, and the reported time
/// is not too late.
#[test]
fn time_of_impact_of_a_fast_spin_is_never_too_late() {
    let sword = Shape::rectangle(1.0, 0.05).unwrap();
    let ground = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    let slab = Shape::rectangle(9.0, 0.5).unwrap();
    for height in [1.002, 1.01, 1.2, 2.0] {
        let falling = Sweep::new(Pose::at([0.0, height]), [0.0, -0.5], 600.0);
        for (floor, at) in [(&ground, 0.0), (&slab, -0.5)] {
            let still = Sweep::still(Pose::at([0.0, at]));
            let impact = time_of_impact(floor, &still, &sword, &falling, 0.0);
            let until = impact.touch().map_or(1.0, |touch| touch.fraction);
            for k in 0..20_000 {
                let t = f64::from(until) * f64::from(k) / 20_000.0;
                let lowest =
                    placed(&sword, &falling, t).vertices.iter().map(|p| p.y).fold(f64::MAX, f64::min);
                assert!(lowest > -1e-4, "{lowest} at {t}: {impact:?}");
            }
        }
    }
}
