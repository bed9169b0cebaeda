//! What a world tells of the work of its threads ([`World::set_tracing`]).

use geom::Shape;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use world::{BodyDef, ColliderDef, Method, StepTrace, World, WorldSettings, machine_clock};

/// Six hundred boxes above a ground.
fn heap(threads: usize) -> World {
    let mut world = World::default();
    world.set_threads(threads);
    let shape = |x, y| Shape::rectangle(x, y).expect("a rectangle");
    let wide = ColliderDef::new(shape(40.0, 0.5));
    let ground = world.add_body(BodyDef::fixed()).expect("a body");
    world.add_collider(ground, wide).expect("a collider");
    for i in 0..600 {
        let (column, row) = ((i % 30) as f32, (i / 30) as f32);
        let position = [column - 15.0, 1.1 + 1.02 * row];
        let block = ColliderDef::new(shape(0.45, 0.5));
        let body = world.add_body(BodyDef::dynamic().position(position)).expect("a body");
        world.add_collider(body, block).expect("a collider");
    }
    world
}

/// The stages follow each other without gaps, and what workers did is within them. Two threads work together
/// at times, one thread never does. The motion is that without a trace.
#[test]
fn trace_covers_the_step_and_changes_no_bit() {
    for threads in [1, 2] {
        let (mut plain, mut traced) = (heap(threads), heap(threads));
        traced.set_clock(Some(machine_clock));
        traced.set_tracing(true);
        let mut has_spans_of = [false; 2];
        for _ in 0..20 {
            plain.step(1.0 / 60.0);
            let before = machine_clock();
            traced.step(1.0 / 60.0);
            let after = machine_clock();
            let StepTrace { stages, spans } = traced.step_trace();
            let names: Vec<&str> = stages.iter().map(|stage| stage.name).collect();
            let expected = [
                "fast bodies",
                "pairs",
                "narrow phase",
                "prepare",
                "solve",
                "store",
                "clamp",
                "events",
                "finalize",
                "boxes",
                "sensors",
                "sleep",
            ];
            assert_eq!(names, expected);
            assert!(stages.windows(2).all(|pair| pair[0].end == pair[1].start));
            let whole = stages[0].start..=stages[stages.len() - 1].end;
            for span in spans {
                assert!(span.start <= span.end && whole.contains(&span.start) && whole.contains(&span.end));
                has_spans_of[span.worker] = true;
            }
            let trace = traced.step_trace();
            assert!(before <= *whole.start() && *whole.end() <= after);
            assert_eq!(trace.duration(), *whole.end() - *whole.start());
            for stage in stages {
                assert!(trace.alone(stage) <= stage.duration());
                assert!(threads > 1 || trace.alone(stage) == stage.duration());
            }
        }
        assert_eq!(plain.state_hash(), traced.state_hash());
        assert_eq!(has_spans_of[0], threads > 1);
        assert_eq!(plain.step_trace(), &StepTrace::default());
        // Nothing is left of a trace once it is switched off.
        traced.set_tracing(false);
        traced.step(1.0 / 60.0);
        assert_eq!(traced.step_trace(), &StepTrace::default());
    }
}

/// A step that ends early, since nothing is awake or no time passes, has a trace as short.
#[test]
fn trace_of_a_world_at_rest_has_the_stages_that_ran() {
    let mut world = World::default();
    world.set_clock(Some(machine_clock));
    world.set_tracing(true);
    world.step(1.0 / 60.0);
    let names: Vec<&str> = world.step_trace().stages.iter().map(|stage| stage.name).collect();
    assert_eq!(names, ["fast bodies", "pairs"]);
    world.step(0.0);
    assert_eq!(world.step_trace(), &StepTrace::default());
    assert_eq!(world.step_trace().duration(), Duration::ZERO);
}

/// A clock may answer anything, also the greatest time, and the other way round: times end there.
#[test]
fn a_clock_that_jumps_to_the_greatest_time_stops_no_step() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    fn jumps() -> Duration {
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        // Each pattern of four bits for a while: how the clock goes from one call to the next.
        if ((call / 512) >> (call % 4)) & 1 == 1 { Duration::MAX } else { Duration::ZERO }
    }
    for threads in [1, 2] {
        for method in [Method::Soft, Method::Classic] {
            let mut world = heap(threads);
            world.set_settings(WorldSettings { method, ..WorldSettings::default() }).expect("settings");
            world.set_clock(Some(jumps));
            world.set_tracing(true);
            for _ in 0..100 {
                world.step(1.0 / 60.0);
                let times = world.stage_times();
                assert!(times.stages().iter().all(|stage| stage.1 <= times.total()));
                let trace = world.step_trace();
                trace.stages.iter().for_each(|stage| assert!(trace.alone(stage) <= stage.duration()));
                let longest = trace.stages.iter().map(world::TracedStage::duration).max();
                assert!(longest.is_none_or(|longest| longest <= trace.duration()));
            }
        }
    }
}
