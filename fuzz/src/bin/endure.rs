//! Runs a world for very long and draws how memory, energy and time per step go: all three must stay flat.
//!
//! `cargo run --release -p fuzz --bin endure -- drum 10000000 drum.svg`, or `rain 5184000 rain.svg`: ten
//! million steps of a drum that turns, and a day of rain at 60 Hz. `cargo xtask soak --endure` runs both.

use physics::prelude::*;
use std::error::Error;
use std::fmt::Write;
use std::time::Instant;

const DT: f32 = 1.0 / 60.0;

/// How many points the curves have.
const POINTS: usize = 200;

/// A world and what happens to it before each step.
struct Scene {
    world: World,
    before: fn(&mut World, u64, &mut Vec<BodyId>) -> Result<(), DefError>,
    living: Vec<BodyId>,
}

/// Thirty bodies in a square drum that turns once in ten seconds, so that they never come to rest.
fn drum() -> Result<Scene, DefError> {
    let mut world = World::new(WorldSettings::default());
    let wall = world.add_body(BodyDef::kinematic().angular_velocity(0.628))?;
    for (x, y, w, h) in
        [(0.0, -3.0, 3.2, 0.2), (0.0, 3.0, 3.2, 0.2), (-3.0, 0.0, 0.2, 3.2), (3.0, 0.0, 0.2, 3.2)]
    {
        world.add_collider(wall, ColliderDef::new(Shape::rectangle(w, h)?).offset([x, y], 0.0))?;
    }
    let shapes =
        [Shape::circle(0.25)?, Shape::rectangle(0.3, 0.2)?, Shape::capsule([-0.2, 0.0], [0.2, 0.0], 0.15)?];
    for i in 0..30_u8 {
        let place = [0.7 * f32::from(i % 6) - 1.8, 0.7 * f32::from(i / 6) - 1.4];
        let body = world.add_body(BodyDef::dynamic().position(place))?;
        world.add_collider(body, ColliderDef::new(shapes[usize::from(i) % 3].clone()))?;
    }
    Ok(Scene { world, before: |_, _, _| Ok(()), living: Vec::new() })
}

/// Drops fall on a roof and off it, eight in a second; each lives for ten seconds.
fn rain() -> Result<Scene, DefError> {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    let roof = ColliderDef::new(Shape::rectangle(3.0, 0.1)?).offset([0.0, 3.0], 0.3);
    world.add_collider(ground, roof)?;
    let before = |world: &mut World, step: u64, living: &mut Vec<BodyId>| {
        if step % 8 == 0 {
            // Another place for each drop of a long while: steps of an irrational share of the width.
            let share = (step / 8 % 4096) as f32 * 0.618_034;
            let body = world.add_body(BodyDef::dynamic().position([8.0 * share.fract() - 4.0, 8.0]))?;
            let shape = if step % 16 == 0 { Shape::circle(0.15)? } else { Shape::rectangle(0.15, 0.1)? };
            world.add_collider(body, ColliderDef::new(shape).restitution(0.2))?;
            living.push(body);
        }
        if living.len() > 75 {
            world.remove_body(living.remove(0))?;
        }
        Ok(())
    };
    Ok(Scene { world, before, living: Vec::new() })
}

/// Memory of this process, kB; zero where the system does not tell.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0.0)
}

/// One point of the curves: memory in kB, mean kinetic energy in J, time of a step in us.
type Sample = [f64; 3];

fn sample(scene: &mut Scene, from: u64, steps: u64) -> Result<Sample, DefError> {
    let (start, mut energy) = (Instant::now(), 0.0);
    for step in from..from + steps {
        (scene.before)(&mut scene.world, step, &mut scene.living)?;
        scene.world.step(DT);
        if step % 16 == 0 {
            energy += scene.world.kinetic_energy();
        }
    }
    let time = start.elapsed().as_secs_f64() * 1e6 / steps as f64;
    Ok([resident(), energy / (steps as f64 / 16.0), time])
}

/// Three curves, one below the other, each from zero to its greatest value.
fn drawn(name: &str, steps: u64, samples: &[Sample]) -> String {
    let mut svg = String::from(
        "<svg xmlns='http://www.w3.org/2000/svg' width='720' height='430' font-family='sans-serif' font-size='13'>\n<rect width='100%' height='100%' fill='#fff'/>\n",
    );
    for (row, title) in ["memory, kB", "kinetic energy, J", "time of a step, us"].iter().enumerate() {
        let greatest = samples.iter().map(|sample| sample[row]).fold(1e-9, f64::max);
        let (top, height) = (140.0 * row as f64 + 26.0, 100.0);
        let place = |(i, sample): (usize, &Sample)| {
            let x = 10.0 + 700.0 * i as f64 / (samples.len().max(2) - 1) as f64;
            format!("{x:.1},{:.1}", top + height * (1.0 - sample[row] / greatest))
        };
        let points: Vec<String> = samples.iter().enumerate().map(place).collect();
        let bottom = top + height;
        let _ = writeln!(
            svg,
            "<text x='10' y='{:.0}'>{name}: {title}, from 0 to {greatest:.4}, over {steps} steps</text>\n\
             <path d='M10 {bottom}H710' stroke='#999'/>\n<polyline points='{}' fill='none' stroke='#06c'/>",
            top - 8.0,
            points.join(" ")
        );
    }
    svg + "</svg>\n"
}

/// The mean of the last tenth over that of the second tenth, in which the world has settled.
fn growth(samples: &[Sample], of: usize) -> f64 {
    let tenth = (samples.len() / 10).max(1);
    let mean = |part: &[Sample]| part.iter().map(|sample| sample[of]).sum::<f64>() / part.len() as f64;
    mean(&samples[samples.len() - tenth..]) / mean(&samples[tenth..2 * tenth]).max(1e-12)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, steps, path] = arguments.as_slice() else {
        return Err("endure drum|rain STEPS FILE.svg".into());
    };
    let mut scene = match name.as_str() {
        "drum" => drum()?,
        "rain" => rain()?,
        other => return Err(format!("`{other}` is neither drum nor rain").into()),
    };
    let steps: u64 = steps.parse()?;
    let each = (steps / POINTS as u64).max(16);
    let mut samples = Vec::with_capacity(POINTS);
    for part in 0..POINTS as u64 {
        samples.push(sample(&mut scene, part * each, each)?);
        scene.world.validate()?;
    }
    let done = each * POINTS as u64;
    std::fs::write(path, drawn(name, done, &samples))?;
    let [memory, energy, time] = [0, 1, 2].map(|of| growth(&samples, of));
    println!(
        "{{\"endure\":\"{name}\",\"steps\":{done},\"memory\":{memory:.3},\"energy\":{energy:.3},\"time\":{time:.3},\
         \"us_per_step\":{:.2},\"kb\":{:.0}}}",
        samples.iter().map(|sample| sample[2]).sum::<f64>() / samples.len() as f64,
        samples[samples.len() - 1][0]
    );
    // The time of a step is that of the machine, which may be busy: it is drawn, not judged.
    if memory > 1.02 || !(0.8..1.25).contains(&energy) {
        return Err(format!("not flat: memory x{memory:.3}, energy x{energy:.3}").into());
    }
    Ok(())
}
