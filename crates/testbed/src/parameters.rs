//! Parameters of scenes: numbers of which a scene builds its level, with their ranges, for sliders.
//!
//! A scene has a row here if its level is worth building anew with other numbers; all others have none.

use physics::prelude::*;
use scenes::{
    Arch, Bridge, CardHouse, Circles, Crane, FrictionRamp, HeavyOnGlass, Hills, JointGrid, NewtonsCradle,
    Pendulum, Pile, Pyramid, Ragdoll, Rain, TallTower, Tower, TrackedVehicle, WreckingBall,
};

/// A number of which a scene builds its level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its unit; empty for a count or a ratio.
    pub unit: &'static str,
    /// The least and the greatest value.
    pub range: [f32; 2],
    /// The value that the scene has.
    pub default: f32,
    /// Whether only whole numbers make sense.
    pub is_whole: bool,
}

const fn count(name: &'static str, default: u32, [least, most]: [u32; 2]) -> Parameter {
    let range = [least as f32, most as f32];
    Parameter { name, unit: "", range, default: default as f32, is_whole: true }
}

const fn number(name: &'static str, unit: &'static str, default: f32, range: [f32; 2]) -> Parameter {
    Parameter { name, unit, range, default, is_whole: false }
}

/// Builds a level of values, in the order of the parameters.
type Build = fn(&[f32]) -> Level;

/// Names of scenes, their parameters, and how a level is built of these.
const TABLE: &[(&str, &[Parameter], Build)] = &[
    ("tower", &[count("boxes", 10, [1, 60]), number("gap", " m", 0.0, [0.0, 0.5])], |v| {
        Tower { boxes: whole(v[0]), gap: v[1] }.level()
    }),
    ("pyramid", &[count("boxes at the base", 20, [1, 60])], |v| {
        Pyramid { base: whole(v[0]), ..Pyramid::default() }.level()
    }),
    ("pile", &[count("bodies", 1000, [10, 4000])], |v| {
        Pile { bodies: whole(v[0]), ..Pile::default() }.level()
    }),
    (
        "rain",
        &[count("bodies", 2000, [10, 5000]), number("terminal speed", " m/s", 10.0, [2.0, 40.0])],
        |v| Rain { bodies: whole(v[0]), terminal_speed: v[1], ..Rain::default() }.level(),
    ),
    (
        "bridge",
        &[
            count("planks", 30, [4, 60]),
            count("crates", 3, [0, 12]),
            number("density of crates", " kg/m²", 20.0, [1.0, 2000.0]),
        ],
        |v| Bridge { planks: whole(v[0]), crates: whole(v[1]), crate_density: v[2] }.level(),
    ),
    (
        "pendulum",
        &[number("length", " m", 2.0, [0.5, 2.5]), number("first angle", " rad", 1.2, [0.0, 3.1])],
        |v| Pendulum { length: v[0], angle: v[1], ..Pendulum::default() }.level(),
    ),
    (
        "newtons_cradle",
        &[
            count("balls", 5, [2, 9]),
            count("balls released", 1, [0, 2]),
            number("first angle", " rad", 0.8, [0.0, 1.4]),
        ],
        |v| {
            NewtonsCradle { balls: whole(v[0]), drawn: whole(v[1]), angle: v[2], ..NewtonsCradle::default() }
                .level()
        },
    ),
    ("ragdoll", &[count("people", 3, [1, 12]), count("steps of the stairs", 10, [1, 10])], |v| {
        Ragdoll { people: whole(v[0]), steps: whole(v[1]) }.level()
    }),
    (
        "card_house",
        &[
            count("storeys", 3, [1, 6]),
            number("lean", " rad", 0.45, [0.2, 0.7]),
            number("friction of cards", "", 0.7, [0.0, 1.5]),
        ],
        |v| CardHouse { storeys: whole(v[0]), lean: v[1], friction: v[2], ..CardHouse::default() }.level(),
    ),
    ("arch", &[count("stones", 15, [3, 41]), number("thickness", " m", 1.0, [0.3, 2.0])], |v| {
        Arch { stones: whole(v[0]), outer: Arch::default().inner + v[1], ..Arch::default() }.level()
    }),
    (
        "wrecking_ball",
        &[
            number("density of the ball", " kg/m²", 100.0, [5.0, 2000.0]),
            count("rows of the wall", 5, [1, 12]),
        ],
        |v| {
            let [columns, _] = WreckingBall::default().wall;
            WreckingBall { density: v[0], wall: [columns, whole(v[1])], ..WreckingBall::default() }.level()
        },
    ),
    ("friction_ramp", &[number("slope", " rad", 0.4, [0.0, 0.8])], |v| {
        FrictionRamp { slope: v[0], ..FrictionRamp::default() }.level()
    }),
    ("hills", &[number("length of segments", " m", 0.25, [0.05, 5.0])], |v| {
        Hills { segment: v[0], ..Hills::default() }.level()
    }),
    ("joint_grid", &[count("circles in a row", 100, [2, 120])], |v| JointGrid { size: whole(v[0]) }.level()),
    ("circles5k", &[count("columns", 50, [1, 50]), count("rows", 100, [1, 150])], |v| {
        Circles { columns: whole(v[0]), rows: whole(v[1]), ..Circles::default() }.level()
    }),
    ("steady_glass", GLASS, |v| HeavyOnGlass { mass: v[0], is_steady: true }.level()),
    ("soft_glass", GLASS, |v| HeavyOnGlass { mass: v[0], is_steady: false }.level()),
    ("steady_tower", TALL, |v| TallTower { rows: whole(v[0]), is_steady: true }.level()),
    ("soft_tower", TALL, |v| TallTower { rows: whole(v[0]), is_steady: false }.level()),
    ("steady_crane", CRANE, |v| Crane { mass: v[0], links: whole(v[1]), is_steady: true }.level()),
    ("soft_crane", CRANE, |v| Crane { mass: v[0], links: whole(v[1]), is_steady: false }.level()),
    ("steady_tracked_vehicle", TRACKS, |v| {
        TrackedVehicle { mass: v[0], bumps: whole(v[1]), is_steady: true }.level()
    }),
    ("soft_tracked_vehicle", TRACKS, |v| {
        TrackedVehicle { mass: v[0], bumps: whole(v[1]), is_steady: false }.level()
    }),
];

const GLASS: &[Parameter] = &[number("mass of the block", " kg", 1000.0, [1.0, 10_000.0])];
const TALL: &[Parameter] = &[count("rows", 30, [1, 60])];
const CRANE: &[Parameter] =
    &[number("mass of the load", " kg", 2000.0, [1.0, 10_000.0]), count("links", 8, [2, 16])];
const TRACKS: &[Parameter] =
    &[number("mass of the hull", " kg", 2000.0, [100.0, 8000.0]), count("bumps", 3, [0, 6])];

/// The parameters of a scene.
pub fn of(scene: &str) -> &'static [Parameter] {
    TABLE.iter().find(|(name, ..)| *name == scene).map_or(&[], |(_, parameters, _)| parameters)
}

/// The level of a scene with these values, each brought into its range; `None` for a scene without
/// parameters.
pub fn level(scene: &str, values: &[f32]) -> Option<Level> {
    let (_, parameters, build) = TABLE.iter().find(|(name, ..)| *name == scene)?;
    let value = |(i, parameter): (usize, &Parameter)| {
        let [least, most] = parameter.range;
        let value = values.get(i).copied().filter(|value| value.is_finite()).unwrap_or(parameter.default);
        value.clamp(least, most)
    };
    Some(build(&parameters.iter().enumerate().map(value).collect::<Vec<_>>()))
}

/// A whole number that is not negative.
fn whole(value: f32) -> u32 {
    value.round().max(0.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(level: &Level) -> u64 {
        World::load(level).unwrap().0.state_hash()
    }

    /// With the defaults each level is that of the scene; scenes with parameters have no script, which
    /// would name bodies that are no longer there.
    #[test]
    fn defaults_are_those_of_the_scenes() {
        for (name, parameters, _) in TABLE {
            let scene = scenes::find(name).unwrap_or_else(|| panic!("{name}"));
            assert!(scene.script.is_none(), "{name}");
            let defaults: Vec<f32> = parameters.iter().map(|parameter| parameter.default).collect();
            assert_eq!(hash(&level(name, &defaults).unwrap()), hash(&(scene.level)()), "{name}");
            for parameter in *parameters {
                let [least, most] = parameter.range;
                assert!((least..=most).contains(&parameter.default), "{name}: {}", parameter.name);
            }
        }
        assert!(level("falling_crate", &[]).is_none() && of("falling_crate").is_empty());
    }

    /// Every value at its ends, alone and together, and out of its range, gives a level that loads and steps.
    #[test]
    fn every_end_of_every_range_gives_a_level() {
        for (name, parameters, _) in TABLE {
            let defaults: Vec<f32> = parameters.iter().map(|parameter| parameter.default).collect();
            let own = level(name, &defaults).unwrap().settings;
            for end in 0..2 {
                let mut tried =
                    vec![parameters.iter().map(|parameter| parameter.range[end]).collect::<Vec<_>>()];
                for (i, parameter) in parameters.iter().enumerate() {
                    let mut values = defaults.clone();
                    values[i] = parameter.range[end];
                    tried.push(values);
                }
                tried.push(vec![[-1e9, 1e9][end]; parameters.len()]);
                for values in tried {
                    let level = level(name, &values).unwrap();
                    // The side bar keeps its settings when the level is built anew.
                    assert_eq!(level.settings, own, "{name}: {values:?}");
                    let (mut world, _) = World::load(&level).unwrap();
                    world.step(1.0 / 60.0);
                    let finite = |body: physics::world::BodyRef<'_>| body.center().coords.norm().is_finite();
                    assert!(world.bodies().all(finite), "{name}: {values:?}");
                }
            }
        }
    }
}
