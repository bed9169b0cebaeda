//! Concave shapes hold bodies, and a ball in a bowl rolls with the period of a pendulum.

use super::{DT, load};
use physics::geom::Outline;
use physics::prelude::*;
use physics::world::BodyRef;
use scenes::{Bowl, Hollows, Solid};

/// The angle at the middle of the bowl, from straight down, and the energy, J, of the ball.
fn angle_and_energy(world: &World) -> (f32, f64) {
    let ball = world.dynamic_bodies().next().expect("the ball");
    let weight = -world.settings().gravity.y * ball.mass_properties().mass;
    let height = weight * ball.center().y;
    (ball.center().x.atan2(-ball.center().y), world.kinetic_energy() + f64::from(height))
}

/// In narrow and wide bowls, and for large and small angles, each swing has the period of the closed form for
/// its greatest angle.
///
/// The energy grows for one reason only: the normal of a contact is that of the beginning of the step, so it
/// is half a step late on average. It is inclined forwards by the angle v dt / 2(R - r), and the force m g
/// along it accelerates the ball. Half of the energy is kinetic on average, so the energy grows by the
/// fraction g dt / 3(R - r) each second. The ball loses energy at the seams; in a wide swing it loses more
/// than it gains.
#[test]
fn ball_in_a_bowl_rolls_with_the_period_of_the_closed_form() {
    for (radius, ball, angle, dt) in [
        (4.0, 0.5, 0.1, DT),
        (4.0, 0.5, 0.5, DT),
        (4.0, 0.5, 1.0, DT),
        (2.0, 0.5, 0.4, DT),
        (10.0, 0.3, 0.2, DT),
        (4.0, 0.5, 0.1, 0.25 * DT),
    ] {
        let bowl = Bowl { radius, ball, angle, ..Bowl::default() };
        let mut world = load(&bowl.level());
        let gravity = -world.settings().gravity.y;
        let lowest = angle_and_energy(&load(&Bowl { angle: 0.0, ..bowl }.level())).1;
        let (mut before, start) = angle_and_energy(&world);
        let (mut crossed, mut swing) = (None::<f32>, 0.0_f32);
        let gain = f64::from(gravity * dt / (3.0 * (radius - ball)));
        for step in 1..(20.0 / dt) as u32 {
            world.step(dt);
            let (now, energy) = angle_and_energy(&world);
            let time = dt * step as f32;
            let share = (energy - lowest) / (start - lowest);
            let most = 1.002 * (gain * f64::from(time)).exp();
            assert!(
                (0.7..most).contains(&share),
                "{bowl:?}: {share} of the energy at {time} s, {most} allowed"
            );
            swing = swing.max(now.abs());
            if before < 0.0 && now >= 0.0 {
                let at = time - dt * now / (now - before);
                if let Some(last) = crossed {
                    let share = (at - last) / bowl.period(gravity, swing);
                    // A swing of 0.1 rad goes over four sides each way, and is up to 0.0072 off, in quarters
                    // of a step up to 0.0062; larger swings are at most 0.0024 off.
                    let most = if angle > 0.1 { 0.003 } else { 0.008 };
                    assert!((share - 1.0).abs() < most, "{bowl:?}: {share} of the period at {swing}");
                }
                (crossed, swing) = (Some(at), 0.0);
            }
            before = now;
        }
        assert!(crossed.is_some(), "{bowl:?}");
    }
}

/// The height of the ball above the foot of the bowl, the pose of the box in the frame of the car, and the
/// masses of bowl and car.
fn ball_and_load(solid: Solid) -> (f32, Pose, [f32; 2]) {
    let mut world = load(&Hollows { solid }.level());
    for _ in 0..240 {
        world.step(DT);
    }
    let poses: Vec<Pose> = world.bodies().map(BodyRef::pose).collect();
    let mass = [1, 3].map(|i| world.bodies().nth(i).expect("bowl and car").mass_properties().mass);
    (poses[1].inverse_transform(poses[2].position).y, poses[3].relative(poses[6]), mass)
}

/// If bowl and car are convex pieces, which are exact or fill small notches, the ball lies on the bottom of
/// the bowl and the box flat on the bed. Exact pieces have the mass of the outline. If bowl and car are
/// convex hulls, the ball lies on the rim and the box above the bed, on the slope from tail to roof, and the
/// masses are larger.
#[test]
fn convex_pieces_hold_bodies_in_a_hollow_and_hulls_do_not() {
    let areas =
        [Outline::new(Hollows::BOWL), Outline::new(Hollows::CAR)].map(|outline| outline.unwrap().area());
    for depth in [0.0, 0.05] {
        let (ball, load, mass) = ball_and_load(Solid::Pieces { depth });
        assert!((ball - 0.2 - Hollows::BALL).abs() < 0.01 + depth, "{ball}");
        assert!((load.position.y - 0.4 - Hollows::BOX).abs() < 0.01 + depth, "{load:?}");
        assert!(load.rotation.cos > 0.9999, "{load:?}");
        if depth == 0.0 {
            assert!(
                mass.iter().zip(areas).all(|(mass, area)| (mass - area).abs() < 1e-4),
                "{mass:?} {areas:?}"
            );
        }
    }
    let (ball, load, mass) = ball_and_load(Solid::Hull);
    assert!((ball - 1.2 - Hollows::BALL).abs() < 0.01, "{ball}");
    assert!(load.position.y > 0.8 + Hollows::BOX && load.position.x < -0.2, "{load:?}");
    assert!(mass.iter().zip(areas).all(|(mass, area)| *mass > area + 0.1), "{mass:?} {areas:?}");
}
