//! Measures the time and memory of a run, and the state in which it ends.

use crate::engine::Engine;
use physics::prelude::*;
use physics::solver::DirectJoints;

/// The smallest of `values` that is greater than or equal to a fraction `share` (0 to 1) of them (the
/// nearest-rank percentile, so the result is one of the values). NaN if there are none.
#[must_use]
pub fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

/// The median; NaN if there are none.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    percentile(values, 0.5)
}

/// The geometric mean, which is the mean for ratios; NaN if there are none.
#[must_use]
pub fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// Peak memory of this process so far, MiB; none where the system does not tell.
#[must_use]
pub fn peak_memory_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024.0)
}

/// Figures that show that two engines did the same work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sanity {
    /// Number of bodies.
    pub bodies: u32,
    /// Number of touching pairs of shapes.
    pub touching: usize,
    /// Number of dynamic bodies that sleep.
    pub asleep: u32,
    /// Mean height of the dynamic bodies, m.
    pub mean_height: f64,
    /// Mean speed of the dynamic bodies, m/s.
    pub residual_speed: f64,
}

impl Sanity {
    /// Reads them from the state of an engine.
    #[must_use]
    pub fn of(engine: &dyn Engine) -> Self {
        let views = || (0..engine.bodies()).filter_map(|number| engine.body(number));
        let (mut heights, mut speeds, mut count, mut asleep) = (0.0, 0.0, 0, 0);
        for body in views().filter(|body| body.dynamic) {
            heights += f64::from(body.pose.position.y);
            speeds += f64::from(body.velocity.norm());
            count += 1;
            asleep += u32::from(!body.awake);
        }
        let mean = |sum: f64| if count > 0 { sum / f64::from(count) } else { 0.0 };
        Self {
            bodies: views().count() as u32,
            touching: engine.touching(),
            asleep,
            mean_height: mean(heights),
            residual_speed: mean(speeds),
        }
    }
}

/// The depths of all touching contacts, m: with static or kinematic bodies, and between dynamic ones.
///
/// The poses of an engine are put into a world of this engine, whose narrow phase computes the depths, so all
/// engines are measured in the same way. Bodies that are not of the level are left out.
#[must_use]
pub fn overlaps(level: &Level, engine: &dyn Engine) -> [Vec<f32>; 2] {
    let mut still = level.clone();
    still.settings.gravity = Vec2::zeros();
    // A seam may replace a normal, and the depth along it is another one. Joints stay, since most of them
    // keep their bodies from colliding.
    still.settings.smooth_seams = false;
    still.settings.solver.direct_joints = DirectJoints::Off;
    for (number, body) in (0..).zip(&mut still.bodies) {
        let Some(view) = engine.body(number) else { continue };
        body.position = view.pose.position.into();
        body.rotation = view.pose.rotation;
        (body.velocity, body.angular_velocity) = (Vec2::zeros(), 0.0);
    }
    let mut found = [Vec::new(), Vec::new()];
    let Ok((mut world, _)) = World::load(&still) else { return found };
    // Overlaps are those at the beginning of the step.
    world.step(1e-6);
    for contact in world.contacts() {
        let depth = contact.points().map(|(_, separation, _)| -separation).fold(0.0, f32::max);
        if depth > 0.0 {
            let moves = contact.colliders().iter().all(|c| c.body().kind() == BodyKind::Dynamic);
            found[usize::from(moves)].push(depth);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A percentile is one of the values, whatever their order and number.
    #[test]
    fn percentile_is_one_of_the_values() {
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!((percentile(&hundred, 0.95), median(&hundred)), (95.0, 50.0));
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(percentile(&[7.0], 0.0), 7.0);
        assert!(median(&[]).is_nan());
    }

    /// A ratio and its reciprocal have the geometric mean 1.
    #[test]
    fn ratios_cancel_in_the_geometric_mean() {
        assert!((geometric_mean(&[2.0, 0.5]) - 1.0).abs() < 1e-12);
        assert!((geometric_mean(&[1.0, 10.0, 100.0]) - 10.0).abs() < 1e-9);
    }

    /// The peak is at least the size of one allocated and written block.
    #[test]
    #[cfg(target_os = "linux")]
    fn peak_memory_counts_written_blocks() {
        let mut held = vec![1_u8; 64 << 20];
        // The result is used, so that the compiler does not remove the allocation.
        std::hint::black_box(&mut held);
        assert!(peak_memory_mb().is_some_and(|mb| mb > 64.0), "{:?} with {}", peak_memory_mb(), held.len());
    }
}
