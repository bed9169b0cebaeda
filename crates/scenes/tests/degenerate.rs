//! Parameters of which no scene can be made: each builder says what is wrong, or the level does when it is
//! loaded.

use physics::prelude::*;
use scenes::{
    Arch, Atwood, Billiards, Blast, Bouncing, Bowl, Bridge, Bumpers, Buoyancy, Car, CardHouse, Collision,
    Conveyor, Corrections, Crane, DivingBoard, ElasticPlanks, Ellipses, Euler, FallingCrate, FrictionRamp,
    Gates, GearTrain, Grabbing, GravityWells, Gusts, HeavyOnGlass, Hills, Hoist, Jack, Ledges, Lifts,
    LockedBodies, Lookout, ManySided, Mixture, NewtonsCradle, Normals, Pendulum, Pile, Planks, PortalRoom,
    Pyramid, Ragdoll, Rain, RollingSlope, Ropes, Seams, Shuffleboard, Slider, Slopes, SlowMotions,
    SortingBelt, Squash, StaticFriction, SwingingJoints, TallTower, Tower, Tunnelling, WreckingBall,
};
use std::panic::catch_unwind;

/// What a length, an angle, a mass or a coefficient may be by mistake.
const NUMBERS: [f32; 6] = [0.0, -1.0, 1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
/// The least numbers of things.
const COUNTS: [u32; 3] = [0, 1, 2];

/// What a builder says of parameters that it refuses.
const REFUSAL: &str = "a part of a scene is invalid: ";

/// Counts what builders and levels do with parameters.
#[derive(Debug, Default)]
struct Tried {
    refused_by_builder: usize,
    refused_by_level: usize,
    run: usize,
    wrong: Vec<String>,
}

impl Tried {
    fn add(&mut self, what: &str, build: impl FnOnce() -> Level + std::panic::UnwindSafe) {
        match catch_unwind(build) {
            Ok(level) => match World::load(&level) {
                Ok((mut world, _)) => {
                    world.step(1.0 / 60.0);
                    self.run += 1;
                }
                Err(error) if error.to_string().is_empty() => self.wrong.push(what.to_owned()),
                Err(_) => self.refused_by_level += 1,
            },
            Err(payload) => match payload.downcast_ref::<String>() {
                Some(message) if message.starts_with(REFUSAL) => self.refused_by_builder += 1,
                other => self.wrong.push(format!("{what}: {other:?}")),
            },
        }
    }
}

/// Every field of every scene, set to each of some values.
macro_rules! try_all {
    ($tried:ident, $($scene:ident { $($field:ident: $values:expr),* $(,)? })*) => {
        $($(
            for value in $values {
                let what = format!("{} {{ {}: {value:?} }}", stringify!($scene), stringify!($field));
                #[allow(clippy::needless_update)]
                $tried.add(&what, move || $scene { $field: value, ..$scene::default() }.level());
            }
        )*)*
    };
}

/// Whatever number a parameter is by mistake, the builder makes a level that runs or that loading refuses
/// with an error, or it panics with the sentence that the crate promises.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn builders_and_levels_say_what_is_wrong_with_degenerate_parameters() {
    let mut tried = Tried::default();
    try_all! { tried,
        Arch { stones: COUNTS, inner: NUMBERS, outer: NUMBERS }
        Atwood { masses: NUMBERS.map(|x| [x; 2]) }
        Billiards { speed: NUMBERS, restitution: NUMBERS }
        Blast { impulse: NUMBERS }
        Bouncing { balls: COUNTS, height: NUMBERS }
        Bowl { radius: NUMBERS, ball: NUMBERS, angle: NUMBERS, segments: COUNTS }
        Bridge { planks: COUNTS, crates: COUNTS, crate_density: NUMBERS }
        Bumpers { restitution: NUMBERS }
        Buoyancy { densities: NUMBERS.map(|x| [x; 6]), raft: NUMBERS.map(|x| [x; 2]), depth: NUMBERS }
        Car { hertz: NUMBERS, speed: NUMBERS, torque: NUMBERS, bumps: COUNTS }
        CardHouse {
            storeys: COUNTS, half_length: NUMBERS, half_thickness: NUMBERS, lean: NUMBERS, friction: NUMBERS,
        }
        Collision { iterations: COUNTS, gravity: NUMBERS, restitution: NUMBERS }
        Conveyor { speed: NUMBERS, friction: NUMBERS }
        Corrections { depth: NUMBERS }
        Crane { mass: NUMBERS, links: COUNTS }
        DivingBoard { planks: COUNTS, hertz: NUMBERS }
        ElasticPlanks { plank: NUMBERS.map(|x| [x; 2]), half_width: NUMBERS }
        Ellipses { sides: COUNTS.map(|count| count as usize), lean: NUMBERS }
        Euler { pendulums: COUNTS, angle: NUMBERS }
        FallingCrate { height: NUMBERS, angle: NUMBERS, restitution: NUMBERS }
        FrictionRamp { slope: NUMBERS, frictions: NUMBERS.map(|x| [x; 5]) }
        Gates { balls: COUNTS }
        GearTrain { radii: NUMBERS.map(|x| [x; 3]), speed: NUMBERS }
        Grabbing { gravity: NUMBERS, drag: NUMBERS }
        GravityWells { strength: NUMBERS, orbits: NUMBERS.map(|x| [x; 3]), gravity: NUMBERS }
        Gusts { speed: NUMBERS, period: COUNTS }
        HeavyOnGlass { mass: NUMBERS }
        Hills { segment: NUMBERS }
        Hoist { speed: NUMBERS, strength: NUMBERS.map(|x| [x; 2]) }
        Jack { mass: NUMBERS, teeth: COUNTS, speed: NUMBERS }

        Lifts { strengths: NUMBERS.map(|x| [x; 2]) }
        LockedBodies { balls: COUNTS }
        Lookout { rays: COUNTS }
        ManySided { slope: NUMBERS }
        Mixture { pile: COUNTS, cloth: COUNTS, ragdolls: COUNTS }
        NewtonsCradle {
            balls: COUNTS, drawn: COUNTS, angle: NUMBERS, radius: NUMBERS, length: NUMBERS, gap: NUMBERS,
        }
        Normals { corners: COUNTS, speed: NUMBERS }
        Pendulum { length: NUMBERS, angle: NUMBERS, radius: NUMBERS }
        Pile { bodies: COUNTS, columns: COUNTS }
        Planks { planks: COUNTS, rise: NUMBERS }
        PortalRoom { bodies: COUNTS }
        Pyramid { base: COUNTS }
        Ragdoll { people: COUNTS, steps: COUNTS }
        Rain { bodies: COUNTS, columns: COUNTS, rise: NUMBERS, terminal_speed: NUMBERS }
        RollingSlope { slope: NUMBERS, resistances: NUMBERS.map(|x| [x; 5]) }
        Ropes { length: NUMBERS, slack: NUMBERS }
        Ledges { clearance: NUMBERS, height: NUMBERS }
        Seams { speed: NUMBERS, tiles: COUNTS }
        Shuffleboard { coefficients: NUMBERS.map(|x| [x; 6]), speed: NUMBERS }
        Slider { slope: NUMBERS, speed: NUMBERS, strength: NUMBERS, length: NUMBERS }
        Slopes { angle: NUMBERS }
        SlowMotions { gravity_scales: NUMBERS.map(|x| [x; 4]), amplitude: NUMBERS }
        SortingBelt { bodies: COUNTS }
        Squash { stacks: COUNTS, iterations: COUNTS }
        StaticFriction { slope: NUMBERS, sliding: NUMBERS, fixed: NUMBERS, nudge: NUMBERS }
        SwingingJoints { links: COUNTS }
        TallTower { rows: COUNTS }
        Tower { boxes: COUNTS, gap: NUMBERS }
        Tunnelling { speeds: NUMBERS.map(|x| [x; 5]), radius: NUMBERS, thickness: NUMBERS }
        WreckingBall { links: COUNTS, density: NUMBERS, wall: COUNTS.map(|count| [count; 2]) }
    }
    assert!(tried.wrong.is_empty(), "{}", tried.wrong.join("\n"));
    assert!(tried.refused_by_builder > 50 && tried.refused_by_level > 50 && tried.run > 100, "{tried:?}");
}
