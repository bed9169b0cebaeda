//! The options of the command line.

use clap::Parser;
use clap::builder::PossibleValuesParser;
use peers::change::Change;
use peers::engine::EngineKind;
use peers::everyday::{self, Contender, Plan};
use peers::micro::{MICROS, Micro};
use peers::price::FEATURES;
use peers::quality::PROBES;
use peers::race::{Race, Run};
use peers::speed;
use scenes::EVERYDAY;
use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;

/// The same scenes on this engine, on Box2D 3 and on Rapier 2D. Without --quality, --micro or --all the speed
/// scenes are run.
#[derive(Debug, Parser)]
#[command(name = "peers")]
pub struct Options {
    /// Speed scenes; all if not given. --list names them
    #[arg(long, value_name = "NAME", value_delimiter = ',', hide_possible_values = true,
          value_parser = PossibleValuesParser::new(speed::names()))]
    pub scene: Vec<String>,
    /// Engines; all that this program can run if not given
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub engines: Vec<EngineKind>,
    /// How many threads the speed scenes are run on: one run for each number
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=32))]
    pub threads: Vec<u16>,
    /// How often each run is made: 1 for probes and 3 for all else if not given. The median counts, and of
    /// single operations the least time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: Option<u32>,
    /// How many steps each speed scene is run, in place of its own number; for a quick look
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: Option<u32>,
    /// Runs the speed scenes with this engine also with each of these changes of its settings
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub change: Vec<Change>,
    /// The everyday race: this engine with its defaults, without and with all direct joints (or with each
    /// --change) beside Box2D, in what ordinary games are made of; the sum of the least times of each step
    /// over five rounds (or --repeat), and gaps, depths and energy. --scene takes race_chain_N, too
    #[arg(long, conflicts_with_all = ["price", "quality", "micro", "all", "far", "markdown"])]
    pub race: bool,
    /// What each feature of this engine costs in the twelve large scenes, or in those named: times with one
    /// feature off in turn, beside Box2D; instructions counted by valgrind over a tenth of the steps; and the
    /// probe that each feature serves. Takes hours
    #[arg(long)]
    pub price: bool,
    /// Quality probes: those named, or all
    #[arg(long, value_name = "PROBE", value_delimiter = ',', num_args = 0.., hide_possible_values = true,
          value_parser = PossibleValuesParser::new(PROBES.iter().map(|probe| probe.name)))]
    pub quality: Option<Vec<String>>,
    /// How often each probe is also run with sizes, masses and angles drawn at random, from the seeds 1 to N
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seeds: u64,
    /// Single operations: those named, or all that are quick
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 0.., hide_possible_values = true,
          value_parser = PossibleValuesParser::new(MICROS.iter().map(|micro| micro.name)))]
    pub micro: Option<Vec<String>>,
    /// Speed, quality and single operations
    #[arg(long)]
    pub all: bool,
    /// Writes a page with tables to this file, and plots to the folder beside it of the same name
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// A build of this program with the fastest Rapier, which then takes part, too. It is built by
    /// RUSTFLAGS="-C target-cpu=native" cargo build --release -p peers --features rapier-best --target-dir
    /// DIR
    #[arg(long, value_name = "PROGRAM")]
    pub rapier_best: Option<PathBuf>,
    /// What each engine does far from the origin, and nothing else: a slow body and a tower, up to 10,000 km
    /// away
    #[arg(long)]
    pub far: bool,
    /// A build of this program with Box2D for large worlds, which then takes part in --far, too. It is built
    /// by cargo build --release -p peers --features box2d-double --target-dir DIR
    #[arg(long, value_name = "PROGRAM", requires = "far")]
    pub box2d_double: Option<PathBuf>,
    /// Prints each row as a JSON object as soon as its runs are finished
    #[arg(long)]
    pub json: bool,
    /// Runs nothing, and shows the rows of a file that --json has written
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Names scenes, probes and operations, and says what they do
    #[arg(long)]
    pub list: bool,
    /// Makes one run, in this process
    #[arg(long, hide = true)]
    pub child: Option<String>,
}

impl Options {
    /// The engines asked for, each once, ours first.
    pub fn engines(&self) -> Vec<EngineKind> {
        let mut engines = self.engines.clone();
        if engines.is_empty() {
            engines = EngineKind::ALL.to_vec();
            engines.extend(self.rapier_best.is_some().then_some(EngineKind::RapierBest));
        }
        engines.sort_unstable();
        engines.dedup();
        engines
    }

    /// All runs that the options name.
    pub fn races(&self) -> Vec<Race> {
        let mut races = Vec::new();
        let engines = self.engines();
        let others = self.quality.is_some() || self.micro.is_some() || self.price;
        if self.price {
            races.extend(self.price_list());
        }
        if self.all || !others || (!self.scene.is_empty() && !self.price) {
            for scene in chosen(&self.scene, speed::usual()) {
                let run = |threads: u16, engine: EngineKind| self.speed(&scene, threads, engine, None);
                // The default build of Rapier has one thread; a user who names it with more threads gets a
                // row that says so.
                let has_threads = |threads: u16, engine: EngineKind| {
                    let single = engine == EngineKind::Rapier && !cfg!(feature = "rapier-best");
                    threads == 1 || !single || !self.engines.is_empty()
                };
                let mut runs = Vec::new();
                for &threads in &self.threads {
                    let able = engines.iter().filter(|engine| has_threads(threads, **engine));
                    runs.extend(able.map(|engine| run(threads, *engine)));
                    if engines.contains(&EngineKind::Ours) {
                        let changed =
                            |change: &Change| self.speed(&scene, threads, EngineKind::Ours, Some(*change));
                        runs.extend(self.change.iter().map(changed));
                    }
                }
                races.push(Race { runs, repeat: self.repeat.unwrap_or(3) });
            }
        }
        if self.all || self.quality.is_some() {
            let names = self.quality.as_deref().unwrap_or_default();
            for probe in chosen(names, PROBES.iter().map(|probe| probe.name.to_owned()).collect()) {
                for seed in (0..=self.seeds).map(|seed| (seed > 0).then_some(seed)) {
                    let run = |engine: &EngineKind| Run::Quality {
                        probe: probe.clone(),
                        engine: *engine,
                        seed,
                        change: None,
                    };
                    let runs = engines.iter().map(run).collect();
                    races.push(Race { runs, repeat: self.repeat.unwrap_or(1) });
                }
            }
        }
        if self.all || self.micro.is_some() {
            let names = self.micro.as_deref().unwrap_or_default();
            let wanted = |micro: &&Micro| {
                if names.is_empty() { !micro.is_long() } else { names.iter().any(|name| name == micro.name) }
            };
            for micro in MICROS.iter().filter(wanted) {
                let run = |engine: EngineKind| Run::Micro { micro: micro.name.to_owned(), engine };
                let mut runs: Vec<Run> = engines.iter().copied().map(run).collect();
                if micro.is_of_trees() && self.engines.is_empty() {
                    runs.push(run(EngineKind::Rstar));
                }
                races.push(Race { runs, repeat: self.repeat.unwrap_or(3) });
            }
        }
        races
    }

    /// The everyday race.
    ///
    /// # Errors
    /// A scene that is not one of it.
    pub fn everyday(&self) -> Result<Plan, String> {
        let scenes = chosen(&self.scene, EVERYDAY.iter().map(|scene| scene.name.to_owned()).collect());
        if let Some(other) = scenes.iter().find(|scene| !everyday::names().any(|name| name == **scene)) {
            return Err(format!("{other} is no scene of the everyday race"));
        }
        let (mut engines, mut changes) = (self.engines.clone(), self.change.clone());
        if engines.is_empty() {
            engines = vec![EngineKind::Ours, EngineKind::Box2d];
        }
        if changes.is_empty() {
            changes = everyday::CHANGES.into();
        }
        let mut contenders = Vec::new();
        for engine in engines {
            contenders.push(Contender { engine, change: None });
            if engine == EngineKind::Ours {
                contenders.extend(changes.iter().map(|change| Contender { engine, change: Some(*change) }));
            }
        }
        Ok(Plan {
            scenes,
            threads: self.threads.iter().map(|threads| usize::from(*threads)).collect(),
            steps: self.steps,
            rounds: self.repeat.unwrap_or(5),
            contenders,
        })
    }

    fn speed(&self, scene: &str, threads: u16, engine: EngineKind, change: Option<Change>) -> Run {
        let (scene, threads) = (scene.to_owned(), usize::from(threads));
        Run::Speed { scene, engine, threads, steps: self.steps, change }
    }

    /// The runs of the price list.
    fn price_list(&self) -> Vec<Race> {
        let mut races = Vec::new();
        let changes = || iter::once(None).chain(FEATURES.iter().map(|feature| Some(feature.change)));
        let scenes = chosen(&self.scene, speed::LARGE.map(str::to_owned).into());
        for scene in &scenes {
            let mut runs = Vec::new();
            for &threads in &self.threads {
                let ours = |change| self.speed(scene, threads, EngineKind::Ours, change);
                runs.extend(changes().chain([Some(Change::AsBox2d)]).map(ours));
                runs.push(self.speed(scene, threads, EngineKind::Box2d, None));
            }
            races.push(Race { runs, repeat: self.repeat.unwrap_or(3) });
        }
        for scene in scenes {
            let tenth = speed::steps(&scene).unwrap_or(0).div_ceil(10);
            let steps = self.steps.unwrap_or(tenth);
            let runs = changes().map(|change| Run::Count { scene: scene.clone(), steps, change }).collect();
            races.push(Race { runs, repeat: 1 });
        }
        for feature in FEATURES {
            let Some(probe) = feature.probe() else { continue };
            let run = |change| {
                let engine = EngineKind::Ours;
                Run::Quality { probe: probe.to_owned(), engine, seed: None, change }
            };
            races.push(Race { runs: [None, Some(feature.change)].map(run).into(), repeat: 1 });
        }
        races
    }

    /// The command that repeats the measurement.
    pub fn command(&self) -> String {
        let words = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
        format!("cargo run --release -p peers -- {words}").trim_end_matches([' ', '-']).to_owned()
    }
}

/// All names, or those that were asked for.
fn chosen(asked: &[String], all: Vec<String>) -> Vec<String> {
    if asked.is_empty() { all } else { asked.to_vec() }
}

/// All names, each with a description.
pub fn list(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Speed scenes (--scene)")?;
    for name in speed::names() {
        writeln!(out, "  {name:<20} {}", speed::about(&name))?;
    }
    writeln!(out, "\nQuality probes (--quality)")?;
    for probe in PROBES {
        writeln!(out, "  {:<20} {}", probe.name, probe.about)?;
    }
    writeln!(out, "\nSingle operations (--micro)")?;
    for micro in MICROS {
        writeln!(out, "  {:<20} {}", micro.name, micro.about)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn races(words: &[&str]) -> Vec<Race> {
        let words = ["peers"].iter().chain(words);
        Options::try_parse_from(words).map(|options| options.races()).unwrap_or_default()
    }

    /// Each option gives the runs that it names, interleaved by engine.
    #[test]
    fn what_is_asked_for_is_run() {
        let micros = races(&["--micro"]);
        let quick = MICROS.iter().filter(|micro| !micro.is_long()).count();
        assert_eq!(micros.len(), quick);
        assert_eq!((micros[0].runs.len(), micros[0].repeat), (EngineKind::ALL.len(), 3));
        let probes = races(&["--quality", "--seeds", "2", "--engines", "rapier,ours"]);
        assert_eq!(probes.len(), 3 * PROBES.len());
        let scenes = races(&["--scene", "small10,small0", "--threads", "1,2", "--repeat", "5"]);
        let lines: Vec<String> = scenes[0].runs.iter().map(Run::to_string).collect();
        assert_eq!(lines[..2], ["speed small10 ours 1 - -", "speed small10 box2d 1 - -"]);
        let swept = races(&["--scene", "small10", "--change", "sweep-static", "--engines", "ours,box2d"]);
        let lines_of_swept: Vec<String> = swept[0].runs.iter().map(Run::to_string).collect();
        let expected =
            ["speed small10 ours 1 - -", "speed small10 box2d 1 - -", "speed small10 ours 1 - sweep-static"];
        assert_eq!(lines_of_swept, expected);
        // The price list: times and counts with each feature off, and the probe of each.
        let price = races(&["--price", "--scene", "washer", "--steps", "3"]);
        let served = FEATURES.iter().filter(|feature| feature.serves.is_some()).count();
        assert_eq!(price.len(), 2 + served);
        assert_eq!(price[0].runs.len(), FEATURES.len() + 3);
        assert_eq!(price[1].runs[1].to_string(), "count washer 3 no-seams");
        assert_eq!(price[2].runs[1].to_string(), "quality seams ours - no-seams");
        // One thread for three engines, two threads for those that have them.
        assert_eq!((scenes.len(), lines.len(), scenes[0].repeat), (2, 5, 5));
        assert_eq!(races(&["--all"]).len(), speed::usual().len() + PROBES.len() + quick);
        assert_eq!(races(&["--micro", "ray_10k", "--scene", "small0"]).len(), 2);
        // A million boxes only if named, and rstar, a tree without an engine, beside the others.
        let trees = races(&["--micro", "trees_1m"]);
        assert_eq!((trees.len(), trees[0].runs.len()), (1, EngineKind::ALL.len() + 1));
    }

    /// An unknown name is refused before anything runs.
    #[test]
    fn unknown_names_are_refused() {
        for words in [["--scene", "small11"], ["--engines", "unity"], ["--threads", "0"], ["--repeat", "0"]] {
            let words = ["peers"].iter().chain(&words);
            assert!(Options::try_parse_from(words).is_err());
        }
    }
}
