//! A body that hangs on a joint should swing with the period and amplitude of mechanics.

use super::geometry::largest;
use super::ideal::{pendulum_period, period};
use super::trial::{GRAVITY, Trial, settings};
use crate::engine::Unsupported;
use crate::time::DT;
use scenes::Pendulum;

/// The bob turns with its arm, so its inertia counts.
pub(super) fn pendulum(trial: &mut Trial) -> Result<(), Unsupported> {
    let scene = Pendulum {
        length: trial.around(2.0, 0.2),
        angle: trial.around(1.2, 0.2),
        radius: trial.around(0.2, 0.2),
    };
    let mut level = scene.level();
    level.settings = settings();
    let [length, angle, radius] = [scene.length, scene.angle, scene.radius].map(f64::from);
    let mut live = trial.build(&level)?;

    // Energy per kilogram, from the lowest point.
    let energy_at_start = GRAVITY * length * (1.0 - angle.cos());
    let (mut angles, mut error) = (Vec::new(), 0.0);
    live.run(20.0, |live| {
        let bob = live.body(1);
        angles.push(bob.position.x.atan2(-bob.position.y));
        let turning = 0.25 * radius * radius * bob.angular_velocity.powi(2);
        let moving = 0.5 * bob.velocity.dot(bob.velocity) + turning;
        let energy = GRAVITY * (bob.position.y + length) + moving;
        error = largest(error, (energy / energy_at_start - 1.0).abs());
    });
    let ideal = pendulum_period(length, radius, angle);
    match period(&angles) {
        Some(steps) => {
            let ratio = steps * f64::from(DT) / ideal;
            trial.record("period_error", 100.0 * (ratio - 1.0).abs(), live.cost);
        }
        None => trial.record_with_note("period_error", 100.0, live.cost, "did not swing twice"),
    }
    trial.record("energy_error", 100.0 * error, live.cost);
    Ok(())
}
