//! What a session promises, without any user interface.

use super::*;
use physics::world::ColliderRef;

fn session(scene: &str) -> Session {
    let means = Means { solver: None, broadphase: BroadphaseKind::Tree, threads: 1, width: Width::best() };
    Session::new(scenes::find(scene).unwrap(), means).unwrap()
}

/// A crate that hangs in the air, and its middle.
fn weightless() -> (Session, Point) {
    let mut session = session("falling_crate");
    let mut knobs = session.knobs();
    knobs.settings.gravity = Vec2::zeros();
    session.turn(knobs);
    let center = with_world!(&session.world, world => world.dynamic_bodies().next().unwrap().center());
    (session, center)
}

fn hash(session: &Session) -> u64 {
    with_world!(&session.world, world => world.state_hash())
}

fn velocity(session: &Session) -> Vec2 {
    with_world!(&session.world, world => world.dynamic_bodies().next().unwrap().velocity())
}

/// A hand that nobody uses and knobs that nobody turns do not show in a single bit.
#[test]
fn untouched_it_runs_as_it_does_headless() {
    let mut session = session("bridge");
    let mut world = World::load(&(session.scene.level)()).unwrap();
    for _ in 0..90 {
        session.advance(DT);
        world.step(DT);
    }
    assert_eq!((session.steps(), hash(&session)), (90, world.state_hash()));
}

/// A second has sixty steps, however it is cut into frames.
#[test]
fn frames_of_any_length_make_the_same_steps() {
    for rate in [30.0, 59.9, 60.0, 60.1, 75.0, 144.0] {
        let mut session = session("falling_crate");
        let frames = 2 * rate as u32;
        for _ in 0..frames {
            session.advance(1.0 / rate);
        }
        assert!(session.steps().abs_diff(120) <= 2, "{rate} Hz: {} steps", session.steps());
    }
}

/// After a stall it goes on; it does not jump.
#[test]
fn a_long_frame_is_not_made_up_for() {
    let mut session = session("falling_crate");
    session.advance(100.0);
    assert!(session.steps() <= u64::from(CATCH_UP));
    let before = session.steps();
    session.advance(DT);
    assert!(session.steps() - before <= 2);
}

/// Paused, time stands still, and a single step is one.
#[test]
fn a_single_step_is_one_step() {
    let mut session = session("tower");
    session.paused = true;
    session.advance(1.0);
    assert_eq!(session.steps(), 0);
    session.step();
    session.advance(1.0);
    assert_eq!(session.steps(), 1);
}

/// From the same beginning the same end; knobs stay.
#[test]
fn a_restart_begins_anew_with_the_knobs_as_they_are() {
    let mut session = session("pile");
    let mut knobs = session.knobs();
    (knobs.settings.gravity.y, knobs.friction) = (-2.0, Some(0.1));
    session.turn(knobs);
    let end = |session: &mut Session| {
        for _ in 0..40 {
            session.step();
        }
        hash(session)
    };
    let expected = end(&mut session);
    session.restart();
    assert_eq!((session.steps(), session.knobs()), (0, knobs));
    assert_eq!(end(&mut session), expected);
}

/// Another broad phase in the middle of a run does not show; another solver does, and both go on.
#[test]
fn the_broad_phase_changes_on_the_way_and_nobody_sees() {
    let run = |kinds: &[BroadphaseKind]| {
        let mut session = session("pyramid");
        for &broadphase in kinds {
            session.turn(Knobs { broadphase, ..session.knobs() });
            assert_eq!(session.world().broadphase(), broadphase);
            (0..20).for_each(|_| session.step());
        }
        assert_eq!(session.complaint(), None);
        hash(&session)
    };
    let all = BroadphaseKind::ALL;
    assert_eq!(run(&all), run(&all.map(|_| BroadphaseKind::Tree)));
}

#[test]
fn another_solver_goes_on_from_where_the_first_was() {
    let mut session = session("tower");
    (0..60).for_each(|_| session.step());
    let mut knobs = session.knobs();
    knobs.settings.method = Method::Classic;
    session.turn(knobs);
    (0..120).for_each(|_| session.step());
    let top = with_world!(&session.world, world => {
        world.dynamic_bodies().map(|body| body.center().y).fold(0.0, f32::max)
    });
    assert!((9.2..9.6).contains(&top), "{top}");
    session.choose(scenes::find("pile").unwrap()).unwrap();
    assert_eq!(session.knobs().settings.method, Method::Classic, "how it is computed stays");
}

/// What a knob has changed, it gives back.
#[test]
fn a_knob_let_go_leaves_everything_as_it_was_made() {
    let materials = |session: &Session| -> Vec<Material> {
        with_world!(&session.world, world => world.colliders().map(ColliderRef::material).collect())
    };
    let mut session = session("friction_ramp");
    let (made, untouched) = (materials(&session), session.knobs());
    session.turn(Knobs { friction: Some(0.9), restitution: Some(1.0), drag: Some(2.0), ..untouched });
    assert!(materials(&session).iter().all(|each| (each.friction, each.restitution) == (0.9, 1.0)));
    session.turn(untouched);
    assert_eq!(materials(&session), made);
    assert_eq!(session.complaint(), None);
}

/// A value that cannot be is refused with its name, and the scene goes on as before.
#[test]
fn impossible_knobs_are_complained_of() {
    let mut session = session("tower");
    let before = session.knobs();
    let mut knobs = before;
    knobs.settings.gravity.y = f32::NAN;
    session.turn(knobs);
    assert!(session.complaint().is_some_and(|complaint| complaint.contains("gravity")));
    assert_eq!(session.knobs(), before);
    session.step();
}

/// The hand leaves no trace: what it hangs a body on is gone with it. Fixed bodies and air cannot be held.
#[test]
fn only_what_moves_can_be_held() {
    for (_, grip) in Grip::ALL {
        let mut session = session("tower");
        session.grip = grip;
        let stats = |session: &Session| {
            let stats = with_world!(&session.world, world => world.stats());
            (stats.bodies, stats.colliders, stats.joints)
        };
        let before = stats(&session);
        assert!(!session.grab(Point::new(0.0, -0.1)), "ground");
        assert!(!session.grab(Point::new(5.0, 9.0)), "air");
        assert!(session.grab(Point::new(0.0, 4.6)));
        session.step();
        session.release();
        session.step();
        assert_eq!((stats(&session), session.held()), (before, None));
        assert_eq!(session.complaint(), None);
        assert!(session.grab(Point::new(0.0, 4.6)));
        session.restart();
        assert_eq!((stats(&session), session.held()), (before, None));
    }
}

/// On a spring a body follows a steady pointer at its speed, and keeps it when let go. (Within a step the
/// anchor stands still, so at its end the body is a little slower than on its way.)
#[test]
fn what_hangs_on_a_spring_flies_on_as_the_pointer_went() {
    let (mut session, center) = weightless();
    let pointer = Vec2::new(3.0, 1.0); // m/s
    assert!(session.grab(center));
    for step in 1..=60 {
        session.point_to(center + pointer * (DT * step as f32));
        session.step();
    }
    assert!((velocity(&session) - pointer).norm() < 0.05 * pointer.norm(), "{}", velocity(&session));
    session.release();
    session.step();
    assert!((velocity(&session) - pointer).norm() < 0.05 * pointer.norm(), "{}", velocity(&session));
}

/// Carried, a body is where the pointer is; let go, F = (p - p_last) k acts on it for a step: v = F h / m.
#[test]
fn what_is_carried_is_thrown_by_the_last_two_positions() {
    let (mut session, center) = weightless();
    session.grip = Grip::Carry;
    assert!(session.grab(center));
    let delta = Vec2::new(0.05, 0.02); // m in a step
    for step in 1..=20 {
        session.point_to(center + delta * step as f32);
        session.step();
    }
    let [pointer, held] = session.hold_line().unwrap();
    assert!((pointer - held).norm() < 1e-3, "{pointer} {held}");
    session.release();
    session.step();
    let expected = delta * (5000.0 * DT);
    assert!((velocity(&session) - expected).norm() < 1e-2 * expected.norm(), "{}", velocity(&session));
}

/// Drag slows bodies down with either solver.
#[test]
fn drag_is_felt_with_either_solver() {
    for method in [Method::Soft, Method::Classic] {
        let mut session = session("billiards");
        let mut knobs = session.knobs();
        (knobs.settings.method, knobs.drag) = (method, Some(2.0));
        session.turn(knobs);
        let speed = |session: &Session| -> f32 {
            with_world!(&session.world, world => world.dynamic_bodies().map(|body| body.velocity().norm()).sum())
        };
        let before = speed(&session);
        (0..6).for_each(|_| session.step());
        assert!(speed(&session) < 0.99 * before, "{method:?}: {before} {}", speed(&session));
        session.turn(Knobs { drag: None, ..knobs });
        assert_eq!(session.complaint(), None);
    }
}

/// Held still before it is let go, a body is put down, not thrown.
#[test]
fn a_pointer_at_rest_throws_nothing() {
    let (mut session, center) = weightless();
    session.grip = Grip::Carry;
    assert!(session.grab(center));
    session.point_to(center + Vec2::new(1.0, 0.0));
    (0..5).for_each(|_| session.step());
    session.release();
    session.step();
    assert!(velocity(&session).norm() < 1e-4);
}

#[test]
fn every_scene_can_be_chosen() {
    let mut session = session("tower");
    for scene in scenes::all() {
        session.choose(scene).unwrap();
        session.step();
        assert_eq!((session.scene().name, session.complaint()), (scene.name, None));
    }
}

/// People come and go in the window as they do headless; begun anew, the rain comes anew. Who goes while held is let
/// go of, and nobody complains.
#[test]
fn scripts_are_followed_and_begun_anew() {
    let mut session = session("ragdoll_rain");
    let rain = scenes::RagdollRain::default();
    let bodies = |session: &Session| with_world!(&session.world, world => world.bodies().count());
    for _ in 0..2 {
        (0..9).for_each(|_| session.step());
        assert_eq!(bodies(&session), (rain.ledges + 2 * rain.column_bodies()) as usize);
        session.restart();
    }
    session.step();
    let center = with_world!(&session.world, world => world.dynamic_bodies().next().unwrap().center());
    assert!(session.grab(center));
    for _ in 0..rain.columns * scenes::RagdollRain::PERIOD {
        session.step();
    }
    assert_eq!((session.held(), session.complaint()), (None, None));
}
