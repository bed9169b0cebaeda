//! What each engine does far from the origin: a slow body and a tower, at up to 10,000 km.
//!
//! ```text
//!   slow    a box without gravity at 0.02 m/s, for 10 s: it should come 0.2 m far
//!   tower   ten boxes of 1 m on a box of 40 m, for 10 s: still standing? greatest overlap? asleep after?
//! ```
//!
//! Both are at (d, d), so that both coordinates are far. Positions are given in the
//! numbers that the engine takes, and measured in f64 from those that it returns: what these round is part of
//! the result.
//!
//! A program has one build of Box2D. So the rows of its build for large worlds come from another program,
//! which is asked for them with `--child far`.

mod box2d;
mod ours;
mod rapier;

use crate::engine::Unsupported;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::Command;

/// s.
const DT: f32 = 1.0 / 60.0;
/// In 10 s.
const STEPS: u32 = 600;
/// m/s.
const SPEED: f32 = 0.02;
/// m. How far the slow body should come.
const WAY: f64 = 0.2;
/// m. From the origin, along each axis.
const SLOW_AT: [f64; 7] = [0.0, 1e3, 5e3, 2e4, 1e5, 1e6, 1e7];
const TOWER_AT: [f64; 5] = [0.0, 1e4, 1e5, 1e6, 1e7];
const BOXES: u32 = 10;
/// m. A box that is farther from its place in the tower has fallen.
const PLACE: f64 = 0.25;

/// What is done with an engine: boxes with sides along the axes, in a world without gravity or with that of
/// the Earth. Bodies have the numbers in which they were added.
trait FarWorld {
    /// Adds a box with these half-widths (m) at a position (m); `None` for a static one, else with its
    /// velocity along x, m/s.
    fn add_box(&mut self, at: [f64; 2], half: [f32; 2], velocity: Option<f32>) -> Result<(), Unsupported>;

    /// Steps by `dt` seconds.
    fn step(&mut self, dt: f32);

    /// The position of a body, m, and whether it is awake.
    fn body(&self, number: u32) -> ([f64; 2], bool);
}

/// An engine and the numbers in which it keeps positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FarEngine {
    Ours,
    Box2d,
    Rapier,
    #[cfg(feature = "far")]
    RapierF64,
}

impl FarEngine {
    /// Those that this program has.
    const ALL: &[Self] = &[
        Self::Ours,
        Self::Box2d,
        Self::Rapier,
        #[cfg(feature = "far")]
        Self::RapierF64,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Ours => "this engine",
            Self::Box2d if cfg!(feature = "box2d-double") => "Box2D, large worlds",
            Self::Box2d => "Box2D",
            Self::Rapier => "Rapier, f32",
            #[cfg(feature = "far")]
            Self::RapierF64 => "Rapier, f64",
        }
    }

    /// A world without bodies, with a gravity along y, m/s^2.
    fn world(self, gravity: f32, sleeping: bool) -> Result<Box<dyn FarWorld>, Unsupported> {
        Ok(match self {
            Self::Ours => Box::new(ours::Ours::new(gravity, sleeping)),
            Self::Box2d => Box::new(box2d::Box2d::new(gravity, sleeping)?),
            Self::Rapier => Box::new(rapier::single::Rapier::new(gravity, sleeping)),
            #[cfg(feature = "far")]
            Self::RapierF64 => Box::new(rapier::double::Rapier::new(gravity, sleeping)),
        })
    }
}

/// What has become of a tower after 10 s.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tower {
    /// Whether each box is near its place.
    pub stands: bool,
    /// The greatest overlap of two neighbours, the ground included, after any step, m.
    pub overlap: f64,
    /// When all boxes were asleep, s.
    pub asleep_after: Option<f64>,
}

/// What an engine does far from the origin. The lists are in the order of the distances; a refusal says why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FarRow {
    /// Its name.
    pub engine: String,
    /// How far the slow body has come at each distance, m.
    pub slow: Vec<Result<f64, String>>,
    /// The tower at each distance.
    pub towers: Vec<Result<Tower, String>>,
}

impl FarRow {
    fn of(engine: FarEngine) -> Self {
        let refusal = |Unsupported(why): Unsupported| why;
        Self {
            engine: engine.name().to_owned(),
            slow: SLOW_AT.iter().map(|&at| slow(engine, at).map_err(refusal)).collect(),
            towers: TOWER_AT.iter().map(|&at| tower(engine, at).map_err(refusal)).collect(),
        }
    }
}

/// How far the slow body comes along x, m.
fn slow(engine: FarEngine, at: f64) -> Result<f64, Unsupported> {
    // All engines put to sleep what is so slow.
    let mut world = engine.world(0.0, false)?;
    world.add_box([at, at], [0.5, 0.5], Some(SPEED))?;
    let ([start, _], _) = world.body(0);
    (0..STEPS).for_each(|_| world.step(DT));
    Ok(world.body(0).0[0] - start)
}

fn tower(engine: FarEngine, at: f64) -> Result<Tower, Unsupported> {
    let mut world = engine.world(-9.81, true)?;
    world.add_box([at, at - 0.5], [20.0, 0.5], None)?;
    for i in 0..BOXES {
        world.add_box([at, at + 0.5 + f64::from(i)], [0.5, 0.5], Some(0.0))?;
    }
    let mut tower = Tower { stands: true, overlap: 0.0, asleep_after: None };
    for step in 1..=STEPS {
        world.step(DT);
        let bodies: Vec<_> = (0..=BOXES).map(|number| world.body(number)).collect();
        for pair in bodies.windows(2) {
            let [([_, low], _), ([_, high], _)] = pair else { continue };
            tower.overlap = tower.overlap.max(1.0 - (high - low));
        }
        let sleeps = bodies[1..].iter().all(|(_, is_awake)| !is_awake);
        if sleeps && tower.asleep_after.is_none() {
            tower.asleep_after = Some(f64::from(step) * f64::from(DT));
        }
        let ([ground_x, ground_y], _) = bodies[0];
        tower.stands = bodies[1..].iter().zip(1_u32..).all(|(([x, y], _), place)| {
            (x - ground_x).abs() < PLACE && (y - ground_y - f64::from(place)).abs() < PLACE
        });
    }
    Ok(tower)
}

/// The rows of Box2D as this program has it, as JSON: what another program asks for.
///
/// # Errors
/// Those of `serde_json`.
pub fn child() -> serde_json::Result<String> {
    serde_json::to_string(&FarRow::of(FarEngine::Box2d))
}

/// The rows of all engines of this program, and of the build of Box2D for large worlds if `double` names a
/// program with it.
///
/// # Errors
/// A program that cannot be run, or that is not this one.
pub fn rows(double: Option<&Path>) -> Result<Vec<FarRow>, Box<dyn std::error::Error>> {
    let mut rows: Vec<FarRow> = FarEngine::ALL.iter().map(|&engine| FarRow::of(engine)).collect();
    if let Some(program) = double {
        let output = Command::new(program).args(["--child", "far"]).output()?;
        rows.insert(2, serde_json::from_slice(&output.stdout)?);
    }
    Ok(rows)
}

/// Both tables, in Markdown.
#[must_use]
pub fn tables(rows: &[FarRow]) -> String {
    let cell = |text: Result<String, &String>| text.unwrap_or_else(|_| "refused".to_owned());
    let heading = |first: &str, at: &[f64]| {
        let places = at.iter().map(|&at| if at == 0.0 { "0".to_owned() } else { format!("{at:.0e} m") });
        [first.to_owned()].into_iter().chain(places).collect::<Vec<_>>()
    };
    let mut slow = Table::new(1, heading("came, m", &SLOW_AT));
    let mut towers = Table::new(TOWER_AT.len() + 1, heading("tower", &TOWER_AT));
    for row in rows {
        let way = |way: &Result<f64, String>| cell(way.as_ref().map(|way| format!("{way:.4}")));
        slow.row([row.engine.clone()].into_iter().chain(row.slow.iter().map(way)));
        let fate = |tower: &Tower| {
            let sleep = tower.asleep_after.map_or("awake".to_owned(), |s| format!("{s:.1} s"));
            if tower.stands { format!("{:.1} mm, {sleep}", 1e3 * tower.overlap) } else { "fell".to_owned() }
        };
        let fates = row.towers.iter().map(|tower| cell(tower.as_ref().map(fate)));
        towers.row([row.engine.clone()].into_iter().chain(fates));
    }
    format!(
        "How far a body comes in 10 s at {SPEED} m/s; the truth is {WAY} m:\n\n{}\n\
         A tower of ten boxes of 1 m: its greatest overlap, and when all were asleep:\n\n{}",
        slow.markdown(),
        towers.markdown()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At the origin every engine is right: the body comes as far as it should within 0.1 mm, and the tower
    /// stands, overlaps by less than 2 cm and falls asleep.
    #[test]
    fn all_engines_are_right_at_the_origin() {
        for &engine in FarEngine::ALL {
            let way = slow(engine, 0.0).unwrap();
            assert!((way - WAY).abs() < 1e-4, "{engine:?}: {way}");
            let tower = tower(engine, 0.0).unwrap();
            assert!(
                tower.stands && tower.overlap < 0.02 && tower.asleep_after.is_some(),
                "{engine:?} {tower:?}"
            );
        }
    }

    /// Single precision loses a slow motion at 1,000 km, double precision keeps it.
    #[test]
    fn slow_motion_shows_the_precision_of_positions() {
        assert_eq!(slow(FarEngine::Rapier, 1e6).unwrap(), 0.0);
        #[cfg(feature = "far")]
        assert!((slow(FarEngine::RapierF64, 1e6).unwrap() - WAY).abs() < 1e-4);
        let row = FarRow::of(FarEngine::Rapier);
        let text = tables(&[row]);
        assert!(text.contains("Rapier, f32") && text.contains("0.0000"), "{text}");
    }
}
