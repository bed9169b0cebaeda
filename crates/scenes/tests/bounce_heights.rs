//! How high balls bounce on both solvers: as restitution and the rule that combines it say.

use super::DT;
use physics::prelude::*;
use physics::solver::impulse::CombineRule;
use physics::textbook::ClassicSettings;
use scenes::Bouncing;

/// Balls of restitution 0 to 1 fall on floors of 0.2 and 0.8. Each rises to e^2 of its height, where e is the
/// larger restitution of the two in one world and the smaller one in another.
fn assert_bounce_heights(classic: bool) {
    for (rule, choose) in [(CombineRule::Max, f32::max as fn(f32, f32) -> f32), (CombineRule::Min, f32::min)]
    {
        let bouncing = Bouncing { rule, ..Bouncing::default() };
        let mut level = bouncing.level();
        if classic {
            level.settings = level.settings.classic(ClassicSettings::default());
        }
        let mut world = World::load(&level).expect("a level").0;
        let mut peaks = vec![0.0_f32; 2 * bouncing.balls as usize];
        let mut rose = vec![false; peaks.len()];
        for _ in 0..120 {
            world.step(DT);
            for (i, ball) in world.dynamic_bodies().enumerate() {
                rose[i] |= ball.velocity().y > 0.0;
                if rose[i] {
                    peaks[i] = peaks[i].max(ball.pose().position.y - 0.3);
                }
            }
        }
        for (i, peak) in peaks.iter().enumerate() {
            let floor = Bouncing::FLOORS[i / bouncing.balls as usize];
            let ball = (i as u32 % bouncing.balls) as f32 / (bouncing.balls - 1) as f32;
            let e = choose(floor, ball);
            let expected = e * e * bouncing.height;
            // The classic solver detects the floor up to a step late, after 15 cm of further fall.
            let tolerance = if classic { 0.2 } else { 0.03 };
            assert!(
                (peak - expected).abs() < tolerance,
                "{rule:?}: a ball of {ball} on a floor of {floor} rises to {peak} m, expected {expected} m"
            );
        }
    }
}

#[test]
fn height_of_a_bounce_follows_the_combine_rule() {
    assert_bounce_heights(false);
}

#[test]
fn height_of_a_bounce_follows_the_combine_rule_on_the_classic_solver() {
    assert_bounce_heights(true);
}
