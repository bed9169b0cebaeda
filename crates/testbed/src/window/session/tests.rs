//! Laws of a session, without a user interface.

use super::*;
use physics::world::ColliderRef;

fn session(scene: &str) -> Session {
    let compute_options =
        ComputeOptions { solver: None, broadphase: BroadphaseKind::Tree, threads: 1, width: Width::best() };
    Session::new(scenes::find(scene).unwrap(), compute_options).unwrap()
}

/// A crate without gravity, and its centre.
fn weightless() -> (Session, Point) {
    let mut session = session("falling_crate");
    let mut controls = session.controls();
    controls.settings.gravity = Vec2::zeros();
    session.set_controls(controls);
    let center = session.world.dynamic_bodies().next().unwrap().center();
    (session, center)
}

fn hash(session: &Session) -> u64 {
    session.world.state_hash()
}

fn velocity(session: &Session) -> Vec2 {
    session.world.dynamic_bodies().next().unwrap().velocity()
}

/// A session that nobody touches runs bit for bit as it does headless.
#[test]
fn untouched_session_runs_as_headless() {
    let mut session = session("bridge");
    let (mut world, _) = World::load(&(session.scene.level)()).unwrap();
    for _ in 0..90 {
        session.advance(DT);
        world.step(DT);
    }
    assert_eq!((session.steps(), hash(&session)), (90, world.state_hash()));
}

/// A second has sixty steps, whatever the lengths of the frames.
#[test]
fn frame_lengths_do_not_change_the_number_of_steps() {
    for rate in [30.0, 59.9, 60.0, 60.1, 75.0, 144.0] {
        let mut session = session("falling_crate");
        let frames = 2 * rate as u32;
        for _ in 0..frames {
            session.advance(1.0 / rate);
        }
        assert!(session.steps().abs_diff(120) <= 2, "{rate} Hz: {} steps", session.steps());
    }
}

/// At 144 Hz bodies are drawn farther on in every frame, not only in those with a step, and no farther than
/// they fall in a frame; also in the frame after the crate has hit the ground.
#[test]
fn bodies_move_in_every_frame_and_never_jump() {
    let mut session = session("falling_crate");
    let frame = 1.0 / 144.0;
    let drawn = |session: &Session| session.pose(session.world.dynamic_bodies().next().unwrap()).position;
    let mut fastest = 0.0_f32;
    let (mut before, mut moved) = (drawn(&session), 0);
    for _ in 0..288 {
        session.advance(frame);
        fastest = fastest.max(velocity(&session).norm());
        let now = drawn(&session);
        assert!((now - before).norm() <= fastest * frame * 1.01 + 1e-5, "{now} after {before}");
        moved += u32::from(now.y < before.y);
        before = now;
    }
    let is_down = session.world.dynamic_bodies().all(|body| body.velocity().norm() < 0.1);
    assert!(is_down && moved > 100, "{moved} frames with motion");
}

/// Paused, or without smoothing, bodies are drawn where they are.
#[test]
fn paused_bodies_are_drawn_where_they_are() {
    let mut session = session("falling_crate");
    for _ in 0..40 {
        session.advance(1.0 / 144.0);
    }
    let poses = |session: &Session| {
        let body = session.world.dynamic_bodies().next().unwrap();
        (session.pose(body), body.pose())
    };
    let (drawn, now) = poses(&session);
    assert!(drawn.position.y > now.position.y, "between the last two steps");
    session.smooth = false;
    assert_eq!(poses(&session).0, now);
    (session.smooth, session.paused) = (true, true);
    assert_eq!(poses(&session).0, now);
    session.step();
    let (drawn, now) = poses(&session);
    assert_eq!(drawn, now);
}

/// Time lost in a long frame is not made up for.
#[test]
fn long_frame_is_not_made_up_for() {
    let mut session = session("falling_crate");
    session.advance(100.0);
    assert!(session.steps() <= u64::from(CATCH_UP));
    let before = session.steps();
    session.advance(DT);
    assert!(session.steps() - before <= 2);
}

#[test]
fn single_step_runs_one_step() {
    let mut session = session("tower");
    session.paused = true;
    session.advance(1.0);
    assert_eq!(session.steps(), 0);
    session.step();
    session.advance(1.0);
    assert_eq!(session.steps(), 1);
}

/// A restart gives the same run; controls stay as they are.
#[test]
fn restart_keeps_the_controls() {
    let mut session = session("pile");
    let mut controls = session.controls();
    (controls.settings.gravity.y, controls.friction) = (-2.0, Some(0.1));
    session.set_controls(controls);
    let end = |session: &mut Session| {
        for _ in 0..40 {
            session.step();
        }
        hash(session)
    };
    let expected = end(&mut session);
    session.restart();
    assert_eq!((session.steps(), session.controls()), (0, controls));
    assert_eq!(end(&mut session), expected);
}

/// Changing the broad phase during a run changes no result; changing the solver continues from the same
/// state.
#[test]
fn changing_the_broad_phase_changes_no_result() {
    let run = |kinds: &[BroadphaseKind]| {
        let mut session = session("pyramid");
        for &broadphase in kinds {
            session.set_controls(Controls { broadphase, ..session.controls() });
            assert_eq!(session.controls().broadphase, broadphase);
            (0..20).for_each(|_| session.step());
        }
        assert_eq!(session.error(), None);
        hash(&session)
    };
    let all = BroadphaseKind::ALL;
    assert_eq!(run(&all), run(&all.map(|_| BroadphaseKind::Tree)));
}

#[test]
fn changing_the_solver_keeps_the_state() {
    let mut session = session("tower");
    (0..60).for_each(|_| session.step());
    let mut controls = session.controls();
    controls.settings.method = Method::Classic;
    session.set_controls(controls);
    (0..120).for_each(|_| session.step());
    let top = session.world.dynamic_bodies().map(|body| body.center().y).fold(0.0, f32::max);
    assert!((9.2..9.6).contains(&top), "{top}");
    session.choose(scenes::find("pile").unwrap()).unwrap();
    assert_eq!(session.controls().settings.method, Method::Classic, "how it is computed stays");
}

/// A released control restores what the scene was defined with.
#[test]
fn released_control_restores_the_defined_values() {
    let materials = |session: &Session| -> Vec<Material> {
        session.world.colliders().map(ColliderRef::material).collect()
    };
    let mut session = session("friction_ramp");
    let (made, untouched) = (materials(&session), session.controls());
    session.set_controls(Controls {
        friction: Some(0.9),
        restitution: Some(1.0),
        drag: Some(2.0),
        ..untouched
    });
    assert!(materials(&session).iter().all(|each| (each.friction, each.restitution) == (0.9, 1.0)));
    session.set_controls(untouched);
    assert_eq!(materials(&session), made);
    assert_eq!(session.error(), None);
}

/// A value that is not valid is reported with its name, and the scene continues unchanged.
#[test]
fn invalid_control_is_reported_and_changes_nothing() {
    let mut session = session("tower");
    let before = session.controls();
    let mut controls = before;
    controls.settings.gravity.y = f32::NAN;
    session.set_controls(controls);
    assert!(session.error().is_some_and(|error| error.contains("gravity")));
    assert_eq!(session.controls(), before);
    session.step();
}

/// Releasing a body removes the joint and its static body.
#[test]
fn only_dynamic_bodies_can_be_grabbed() {
    for (_, grip) in Grip::ALL {
        let mut session = session("tower");
        session.grip = grip;
        let stats = |session: &Session| {
            let stats = session.world.stats();
            (stats.bodies, stats.colliders, stats.joints)
        };
        let before = stats(&session);
        assert!(!session.press(Point::new(0.0, -0.1)), "ground");
        assert!(!session.press(Point::new(5.0, 9.0)), "air");
        assert!(session.press(Point::new(0.0, 4.6)));
        session.step();
        session.release();
        session.step();
        assert_eq!((stats(&session), session.held()), (before, None));
        assert_eq!(session.error(), None);
        assert!(session.press(Point::new(0.0, 4.6)));
        session.restart();
        assert_eq!((stats(&session), session.held()), (before, None));
    }
}

/// On a spring, a body follows a pointer of constant velocity at its speed and keeps it on release. (The
/// anchor does not move within a step, so at the end of the step the body is a little slower.)
#[test]
fn body_on_a_spring_keeps_the_speed_of_the_pointer() {
    let (mut session, center) = weightless();
    let pointer = Vec2::new(3.0, 1.0); // m/s
    assert!(session.press(center));
    for step in 1..=60 {
        session.point_to(center + pointer * (DT * step as f32));
        session.step();
    }
    assert!((velocity(&session) - pointer).norm() < 0.05 * pointer.norm(), "{}", velocity(&session));
    session.release();
    session.step();
    assert!((velocity(&session) - pointer).norm() < 0.05 * pointer.norm(), "{}", velocity(&session));
}

/// A carried body is at the pointer; on release F = (p - p_last) k acts on it for one step: v = F h / m.
#[test]
fn carried_body_is_thrown_by_the_last_two_positions() {
    let (mut session, center) = weightless();
    session.grip = Grip::Carry;
    assert!(session.press(center));
    let delta = Vec2::new(0.05, 0.02); // m in a step
    for step in 1..=20 {
        session.point_to(center + delta * step as f32);
        session.step();
    }
    let [pointer, held] = session.pointer_line().unwrap();
    assert!((pointer - held).norm() < 1e-3, "{pointer} {held}");
    session.release();
    session.step();
    let expected = delta * (5000.0 * DT);
    assert!((velocity(&session) - expected).norm() < 1e-2 * expected.norm(), "{}", velocity(&session));
}

/// Drag slows bodies down with either solver.
#[test]
fn drag_slows_bodies_with_either_solver() {
    for method in [Method::Soft, Method::Classic] {
        let mut session = session("billiards");
        let mut controls = session.controls();
        (controls.settings.method, controls.drag) = (method, Some(2.0));
        session.set_controls(controls);
        let speed = |session: &Session| -> f32 {
            session.world.dynamic_bodies().map(|body| body.velocity().norm()).sum()
        };
        let before = speed(&session);
        (0..6).for_each(|_| session.step());
        assert!(speed(&session) < 0.99 * before, "{method:?}: {before} {}", speed(&session));
        session.set_controls(Controls { drag: None, ..controls });
        assert_eq!(session.error(), None);
    }
}

#[test]
fn pointer_at_rest_throws_nothing() {
    let (mut session, center) = weightless();
    session.grip = Grip::Carry;
    assert!(session.press(center));
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
        assert_eq!((session.scene().name, session.error()), (scene.name, None));
    }
}

/// The session follows scripts as a headless run does; a restart repeats them. If the script removes the held
/// body, it is released without an error.
#[test]
fn scripts_run_and_restart() {
    let mut session = session("ragdoll_rain");
    let rain = scenes::RagdollRain::default();
    let bodies = |session: &Session| session.world.bodies().count();
    for _ in 0..2 {
        (0..9).for_each(|_| session.step());
        assert_eq!(bodies(&session), (rain.ledges + 2 * rain.column_bodies()) as usize);
        session.restart();
    }
    session.step();
    let center = session.world.dynamic_bodies().next().unwrap().center();
    assert!(session.press(center));
    for _ in 0..rain.columns * scenes::RagdollRain::PERIOD {
        session.step();
    }
    assert_eq!((session.held(), session.error()), (None, None));
}

/// A key takes the player of the platformer over from the script; a restart gives it back.
#[test]
fn keys_move_the_player() {
    let mut session = session("platformer");
    let place = |session: &Session| {
        let body = session.script_runner.bodies[scenes::Platformer::PLAYER as usize];
        session.world.body(body).unwrap().pose().position
    };
    session.keys = Keys { left: true, ..Keys::default() };
    (0..30).for_each(|_| session.step());
    // Half a second at 5 m/s; the script would have run to the right.
    let left = place(&session);
    assert!((left.x + 2.5).abs() < 0.3 && (left.y - 0.8).abs() < 0.1, "{left}");
    session.keys = Keys { up: true, ..Keys::default() };
    (0..10).for_each(|_| session.step());
    assert!(place(&session).y > left.y + 0.5);
    session.keys = Keys::default();
    session.restart();
    (0..30).for_each(|_| session.step());
    assert!(place(&session).x > 1.0);
}

/// Every frame that is scrubbed to is the one that was, bit for bit, also after a throw and a change of the
/// settings and of the broad phase; and the session goes on as if nobody had looked back.
#[test]
fn scrubbing_shows_the_past_and_changes_nothing() {
    let [mut looked, mut other] = [(); 2].map(|()| session("pyramid"));
    let mut hashes = vec![hash(&looked)];
    for session in [&mut looked, &mut other] {
        for step in 0..120 {
            if step == 20 {
                let center = session.world.dynamic_bodies().last().unwrap().center();
                assert!(session.press(center));
            }
            session.point_to(Point::new(0.1 * step as f32, 5.0));
            if step == 60 {
                session.release();
            }
            if step == 70 {
                let mut controls = session.controls();
                controls.settings.gravity = Vec2::new(1.0, -3.0);
                controls.broadphase = BroadphaseKind::Sweep;
                session.set_controls(controls);
            }
            session.step();
            if hashes.len() <= 120 {
                hashes.push(hash(session));
            }
        }
    }
    for frame in [119, 3, 65, 0, 90, 40] {
        looked.scrub(frame);
        assert_eq!((looked.error(), looked.frames()), (None, [frame, 120]));
        assert_eq!(hash(&looked), hashes[frame], "frame {frame}");
        assert!(looked.paused && !looked.press(Point::origin()));
    }
    looked.step();
    other.step();
    assert_eq!((hash(&looked), looked.frames()), (hash(&other), [121, 121]));
    let [a, b] = [&looked, &other].map(|session| session.recording().unwrap());
    assert_eq!(a.difference(&b), Ok(None));
    assert!(a.calls() > 40, "the hand and the settings are recorded");
}

/// Mass, momentum and angular momentum of all dynamic bodies, and the area of their colliders.
fn sums(session: &Session) -> [f32; 5] {
    let mut sums = [0.0; 5];
    for body in session.world.dynamic_bodies() {
        let (mass, v, p) = (body.mass_properties(), body.velocity(), body.center());
        let spin = mass.inertia * body.angular_velocity() + mass.mass * (p.x * v.y - p.y * v.x);
        let areas = body.colliders().map(|collider| collider.shape().mass_properties(1.0).unwrap().mass);
        let of_body = [mass.mass, mass.mass * v.x, mass.mass * v.y, spin, areas.sum()];
        sums = [0, 1, 2, 3, 4].map(|i| sums[i] + of_body[i]);
    }
    sums
}

/// A crate that flies and turns, with user data; and its centre.
fn flying() -> (Session, Point) {
    let (mut session, center) = weightless();
    let body = session.world.dynamic_bodies().next().unwrap().id();
    let mut view = session.world.body_mut(body).unwrap();
    view.set_user_data(42).set_velocity([3.0, 1.0]).unwrap().set_angular_velocity(2.0).unwrap();
    (session, center)
}

/// A stroke across a body cuts it in two, and one that begins or ends in it does not; a click breaks it to
/// pieces. Mass, area, momentum, angular momentum and user data are kept, and no control fails afterwards.
#[test]
fn strokes_cut_and_clicks_break() {
    let stroke = |session: &mut Session, from: Point, to: Point| {
        assert!(session.press(from));
        session.point_to(to);
        assert!(session.is_cutting() && session.pointer_line() == Some([from, to]));
        session.lift();
    };
    for tool in [Tool::Cut, Tool::Break] {
        let (mut session, center) = flying();
        let before = sums(&session);
        session.tool = tool;
        let beside = Vec2::new(0.1, 5.0);
        match tool {
            Tool::Cut => {
                stroke(&mut session, center, center + beside);
                assert_eq!(session.world.dynamic_bodies().count(), 1, "it begins in the body");
                stroke(&mut session, center - beside, center + beside);
                assert_eq!(session.world.dynamic_bodies().count(), 2);
            }
            _ => {
                assert!(!session.press(center + beside), "there is nothing to break");
                assert!(session.press(center));
                session.lift();
                assert!(session.world.dynamic_bodies().count() > 5);
            }
        }
        for (now, then) in sums(&session).into_iter().zip(before) {
            assert!((now - then).abs() <= 2e-5 * then.abs().max(1.0), "{tool:?}: {now} for {then}");
        }
        assert!(session.world.dynamic_bodies().all(|body| body.user_data() == 42));
        let mut controls = session.controls();
        (controls.friction, controls.drag) = (Some(0.2), Some(0.1));
        session.set_controls(controls);
        for _ in 0..30 {
            session.step();
        }
        assert!(session.world.colliders().all(|collider| collider.material().friction == 0.2));
        assert_eq!(session.error(), None);
    }
}

/// Destroying a body that a scene's script drives ends the script, and the scene goes on; a restart brings
/// both back.
#[test]
fn script_ends_when_a_body_that_it_names_is_destroyed() {
    let mut session = session("destruction");
    session.tool = Tool::Break;
    let body = session.world.dynamic_bodies().next().map(|body| (body.id(), body.center())).unwrap();
    assert!(session.press(body.1) && session.world.body(body.0).is_err() && session.script_ended);
    for _ in 0..300 {
        session.step();
    }
    assert_eq!(session.error(), None);
    session.restart();
    assert!(!session.script_ended);
}

/// It plays to the same bits.
#[test]
fn destruction_is_recorded() {
    let (mut session, center) = flying();
    (session.tool, session.paused) = (Tool::Break, true);
    session.step();
    let moved = session.world.dynamic_bodies().next().unwrap().center();
    assert!(moved != center && session.press(moved));
    for _ in 0..20 {
        session.step();
    }
    let expected = hash(&session);
    session.scrub(21);
    assert_eq!((hash(&session), session.error()), (expected, None));
}

/// Each tool that removes takes the joint under the pointer and no body: a link of the bridge, and a pin,
/// which leaves nothing behind. The recording plays to the same bits.
#[test]
fn joints_are_cut_broken_and_deleted() {
    let counts = |session: &Session| {
        let stats = session.world.stats();
        [stats.joints, stats.bodies]
    };
    for tool in [Tool::Cut, Tool::Break, Tool::Delete] {
        let mut session = session("bridge");
        (session.tool, session.reach) = (tool, 0.02);
        for _ in 0..20 {
            session.step();
        }
        let [joints, bodies] = counts(&session);
        let hinge = session.world.joints().nth(joints / 2).unwrap();
        let (gone, place) = (hinge.id(), hinge.anchors()[0]);
        // The stroke begins and ends between two planks, so it cuts none.
        let across = Vec2::new(0.0, 0.01);
        let press = |session: &mut Session, at: Point| {
            let done = session.press(at - across);
            session.point_to(at + across);
            session.lift();
            done
        };
        assert!(press(&mut session, place));
        assert_eq!(counts(&session), [joints - 1, bodies], "{tool:?}");
        assert!(session.world.joint(gone).is_err(), "{tool:?}");
        for _ in 0..60 {
            session.step();
        }
        let lowest = session.world.dynamic_bodies().map(|body| body.center().y).fold(f32::MAX, f32::min);
        assert!(lowest < place.y - 1.0, "{tool:?}: the bridge hangs down, {lowest}");
        let body = session.world.dynamic_bodies().next().unwrap().center();
        session.tool = Tool::Pin;
        assert!(session.press(body));
        assert_eq!(counts(&session), [joints, bodies + 1], "{tool:?}");
        session.tool = tool;
        press(&mut session, body);
        assert_eq!(counts(&session), [joints - 1, bodies], "{tool:?}: the pin");
        assert_eq!(session.error(), None);
        session.step();
        let mut replay = session.recording().unwrap().replay();
        while replay.step().unwrap() {}
        assert_eq!(replay.world().state_hash(), hash(&session), "{tool:?}");
    }
}

#[test]
fn rope_is_cut_in_its_middle() {
    let mut session = session("falling_crate");
    let hook = session.world.add_body(BodyDef::fixed().position([0.0, 30.0])).unwrap();
    let body = session.world.dynamic_bodies().next().unwrap();
    let (crate_, center) = (body.id(), body.center());
    let length = 30.0 - center.y;
    let rope = physics::world::DistanceJoint::new(length).anchors([center.x, 0.0], [0.0, 0.0]);
    session.world.add_joint(JointDef::new(hook, crate_, rope)).unwrap();
    let middle = center + Vec2::new(0.0, 0.5 * length);
    (session.tool, session.reach) = (Tool::Delete, 0.05);
    assert!(!session.press(middle + Vec2::new(0.1, 0.0)));
    assert_eq!(session.world.stats().joints, 1);
    session.tool = Tool::Cut;
    assert!(session.press(middle - Vec2::new(1.0, 0.0)));
    session.point_to(middle + Vec2::new(1.0, 0.2));
    session.lift();
    assert_eq!(session.world.stats().joints, 0);
    assert!(session.world.body(hook).is_err(), "what only held the rope goes with it");
    assert_eq!(session.error(), None);
}

/// What is added falls, what is pinned only turns about its pin, what is deleted is gone, and an explosion
/// pushes away from its centre; the recording of all that plays back to the same bits.
#[test]
fn tools_of_one_click_are_recorded() {
    let (mut session, center) = weightless();
    session.tool = Tool::Pin;
    assert!(session.press(center) && !session.press(center + Vec2::new(50.0, 0.0)));
    session.tool = Tool::Explode;
    assert!(session.press(center + Vec2::new(-0.6, 0.3)));
    for _ in 0..30 {
        session.step();
    }
    let body = session.world.dynamic_bodies().next().unwrap();
    assert!((body.center() - center).norm() < 0.01, "pinned at its centre");
    session.tool = Tool::Add;
    for i in 0..4 {
        assert!(session.press(center + Vec2::new(2.0 * i as f32 - 3.0, 3.0)));
    }
    assert_eq!(session.world.dynamic_bodies().count(), 5);
    session.tool = Tool::Explode;
    let middle = center + Vec2::new(-2.0, 3.0);
    assert!(session.press(middle));
    session.step();
    let pushed = session.world.dynamic_bodies().filter(|body| body.velocity().norm() > 0.1);
    for body in pushed.filter(|body| (body.center() - center).norm() > 1.0) {
        assert!(body.velocity().dot(&(body.center() - middle)) > 0.0);
    }
    session.tool = Tool::Delete;
    // Beside the pin, which would go first.
    assert!(session.press(center + Vec2::new(0.2, 0.1)));
    session.step();
    assert_eq!((session.world.dynamic_bodies().count(), session.error()), (4, None));
    let mut replay = session.recording().unwrap().replay();
    while replay.step().unwrap() {}
    assert_eq!(replay.world().state_hash(), hash(&session));
}
