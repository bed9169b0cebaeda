//! The path of every body of four scenes, with both solvers. The paths show which motion a change of the
//! engine has changed.
//!
//! Each body has one line. Each column holds x, y (mm) and angle (mrad), every thirty steps. The hashes of
//! `golden.rs` show that something has changed, and these paths show what.

use physics::prelude::*;
use physics::textbook::ClassicSettings;
use std::fmt::Write;

const STEPS: u32 = 120;
const EVERY: u32 = 30;

/// The value in whole thousandths; minus zero becomes zero.
fn thousandths(value: f32) -> i32 {
    (value * 1000.0).round() as i32
}

fn trace(level: &Level) -> String {
    let (mut world, _) = World::load(level).expect("a level of this crate");
    let mut lines: Vec<String> =
        world.dynamic_bodies().map(|body| format!("{:>2}", body.id().index())).collect();
    for step in 0..=STEPS {
        if step % EVERY == 0 {
            for (line, body) in lines.iter_mut().zip(world.dynamic_bodies()) {
                let Pose { position, rotation } = body.pose();
                let [x, y, angle] = [position.x, position.y, rotation.angle()].map(thousandths);
                write!(line, " |{x:>6} {y:>6} {angle:>5}").expect("a string takes it");
            }
        }
        world.step(1.0 / 60.0);
    }
    let steps = (0..=STEPS).step_by(EVERY as usize).map(|step| format!(" | {:<18}", format!("step {step}")));
    let head = format!("  {}", steps.collect::<String>());
    format!("{}\n{}", head.trim_end(), lines.join("\n"))
}

#[test]
fn paths_of_bodies_equal_the_recorded_ones() {
    for name in ["tower", "friction_ramp", "swinging_joints", "card_house"] {
        let mut level = (scenes::find(name).expect("a scene").level)();
        insta::assert_snapshot!(format!("{name}_soft"), trace(&level));
        level.settings = level.settings.classic(ClassicSettings::default());
        insta::assert_snapshot!(format!("{name}_classic"), trace(&level));
    }
}
