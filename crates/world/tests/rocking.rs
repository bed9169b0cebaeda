//! A body that rocks on a round one keeps its period and gains no energy.

use geom::Shape;
use world::*;

const DT: f32 = 1.0 / 60.0;
const GRAVITY: f32 = 10.0;

/// A capsule of radius `thickness` (m) that lies across a static circle of radius `radius` (m), rolled along
/// it until it is turned by `angle` (rad).
fn rocker(radius: f32, thickness: f32, angle: f32) -> (World, BodyId) {
    let mut world =
        World::new(WorldSettings::default().gravity([0.0, -GRAVITY]).sleeping(false).rolling_resistance(0.0));
    let fixed = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(fixed, ColliderDef::new(Shape::circle(radius).unwrap()).friction(1.0)).unwrap();
    // The contact point is at that angle on the circle, and `radius * angle` from the middle of the capsule.
    let (sin, cos) = angle.sin_cos();
    let (above, aside) = (radius + thickness, radius * angle);
    let at = [-sin * above + cos * aside, cos * above + sin * aside];
    let capsule = world.add_body(BodyDef::dynamic().position(at).angle(angle)).unwrap();
    let shape = Shape::capsule([-0.4, 0.0], [0.4, 0.0], thickness).unwrap();
    world.add_collider(capsule, ColliderDef::new(shape).friction(1.0)).unwrap();
    (world, capsule)
}

/// A body of half thickness h and radius of gyration k that rocks on a circle of radius R has, at the angle
/// a, the energy
///
/// ```text
///   E = m/2 (k^2 + h^2 + (R a)^2) a'^2 + m g ((R + h) cos a + R a sin a)
/// ```
///
/// so small swings have the frequency w^2 = g (R - h) / (k^2 + h^2). If the normal is half a step late, the
/// amplitude grows by the fraction w^2 dt / 2 each second, to ten times the first angle in half a minute.
#[test]
fn rocking_capsule_keeps_its_period_and_gains_no_energy() {
    for (radius, thickness, angle) in [(0.5, 0.15, 0.05), (0.5, 0.15, 0.2), (0.5, 0.1, 0.3), (0.4, 0.2, 0.1)]
    {
        let (mut world, capsule) = rocker(radius, thickness, angle);
        let properties = world.body(capsule).unwrap().mass_properties();
        let gyration = properties.inertia / properties.mass;
        let frequency = (GRAVITY * (radius - thickness) / (gyration + thickness * thickness)).sqrt();
        let (mut before, mut crossings, mut widest) = (angle, Vec::new(), Vec::new());
        for step in 1..=1800 {
            world.step(DT);
            let now = world.body(capsule).unwrap().pose().rotation.angle();
            if before < 0.0 && now >= 0.0 {
                crossings.push(DT * (step as f32 - now / (now - before)));
                widest.push(0.0_f32);
            }
            if let Some(widest) = widest.last_mut() {
                *widest = widest.max(now.abs());
            }
            before = now;
        }
        let swings = crossings.len() - 1;
        let period = (crossings[swings] - crossings[0]) / swings as f32;
        let share = period * frequency / std::f32::consts::TAU;
        // Wide swings take longer than small ones, by up to 5% at these angles.
        assert!((0.97..1.06).contains(&share), "{radius} {thickness} {angle}: {share} of the period");
        // The last swing is not complete.
        widest.pop();
        for pair in widest.windows(2) {
            assert!(pair[1] < 1.01 * pair[0], "{radius} {thickness} {angle}: {pair:?} rad");
        }
        // The method may damp the swings, but not to less than a tenth in half a minute.
        let left = widest[widest.len() - 1];
        assert!(
            (0.1 * angle..1.01 * angle).contains(&left),
            "{radius} {thickness} {angle}: {left} rad are left"
        );
    }
}
