//! Random worlds that nothing drives, and their energy. `--help` lists the options.
//!
//! `cargo run --release -p physics2d-world --example passive -- --kinds cars,trees --worlds 300`

#[path = "../tests/passive/mod.rs"]
mod passive;

use passive::builder::Ranges;
use passive::kinds::{self, KINDS, Kind};
use passive::law::{self, Since};
use passive::probes::{Figure, PROBES, Probe};
use passive::reduce::{reduce, text};
use passive::survey::{HEAD, Setting, survey};
use std::thread;
use world::solver::{DirectContacts, DirectJoints};
use world::*;

const HELP: &str = "
Random passive worlds: which of them gain energy.

  --kinds A,B       [all]   --kinds list prints them
  --worlds N        worlds of each kind [100]
  --seed N          the first seed [1]
  --seconds S       how long each runs [5]
  --rate N,N        steps in a second [60]
  --substeps N,N    [4]
  --joints A,B      off, loaded, all [loaded]
  --contacts A,B    off, heavy, columns, tall [columns]
  --classic         the classic method
  --no-seams        smooth_seams off
  --matrix          all rates, sub-steps and settings of joints, one at a time, in place of the above
  --cut             boxes in two pieces
  --wide            sizes 0.02 to 10 m and density ratios to 1e4 [0.05 to 1 m, 1e3]
  --threads N       [2]
  --reduce          reduces the three worst worlds of each row and prints them
  --rise            judges by the rise above the least energy so far: reductions, seeds of the table
  --save DIR        with --reduce: writes the reduced levels as DIR/kind-seed.level
  --probe A,B       prints the figures of single mechanisms in place of random worlds: all, or names of
                    feet cars rebound poles ragdolls slider landing tilted pushed damped; one column for
                    each setting (rates, sub-steps, joints, contacts, --matrix)
  --show            prints the worlds of --kinds with --seed, without running them
  --trace           runs the world of --kinds with --seed and prints its energies, each step
  --replay FILE     runs a saved level in place of random worlds (with --reduce, --trace)
";

struct Options {
    kinds: Vec<&'static Kind>,
    worlds: u64,
    seed: u64,
    seconds: f32,
    settings: Vec<Setting>,
    ranges: Ranges,
    threads: usize,
    flags: Vec<String>,
    save: Option<String>,
    replay: Option<String>,
    probes: Vec<&'static Probe>,
}

impl Options {
    fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|it| it == flag)
    }

    fn since(&self) -> Since {
        if self.has("--rise") { Since::Least } else { Since::Start }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help") {
        println!("{HELP}");
        return Ok(());
    }
    let options = read(&words)?;
    if let Some(file) = &options.replay {
        let level = Level::from_bytes(&std::fs::read(file)?)?;
        for &setting in &options.settings {
            one(&options, file, &level, setting);
        }
        return Ok(());
    }
    if options.has("--show") || options.has("--trace") {
        for kind in &options.kinds {
            let level = kind.level(options.seed, options.ranges);
            let name = format!("{} {}", kind.name, options.seed);
            for &setting in &options.settings {
                one(&options, &name, &level, setting);
            }
        }
        return Ok(());
    }
    if !options.probes.is_empty() {
        options.probes.iter().for_each(|probe| print_probe(probe, &options.settings));
        return Ok(());
    }
    println!("{HEAD}");
    let end = options.seed + options.worlds;
    for kind in &options.kinds {
        for &setting in &options.settings {
            let Options { ranges, seconds, threads, .. } = options;
            let row = survey(kind, ranges, options.seed..end, setting, seconds, threads);
            println!("{}", row.line(kind, ranges, setting, options.since()));
            if options.has("--reduce") {
                for (seed, _) in row.worst_first(options.since()).into_iter().take(3) {
                    let level = kind.level(seed, options.ranges);
                    one(&options, &format!("{} {seed}", kind.name), &level, setting);
                }
            }
        }
    }
    Ok(())
}

/// A row for each input, a column for each setting. A star marks what is not right.
fn print_probe((name, about, measure): &Probe, settings: &[Setting]) {
    let columns: Vec<Vec<Figure>> = thread::scope(|scope| {
        let spawn = |&setting| scope.spawn(move || measure(setting));
        let running: Vec<_> = settings.iter().map(spawn).collect();
        running.into_iter().map(|it| it.join().expect("the probe runs")).collect()
    });
    println!("\n{name}: {about}");
    let heads: Vec<String> = settings.iter().map(ToString::to_string).collect();
    println!("| input | right | {} |", heads.join(" | "));
    println!("|---|---|{}", "---|".repeat(columns.len()));
    for i in 0..columns[0].len() {
        let first = &columns[0][i];
        let cell = |column: &Vec<Figure>| {
            let Figure { value, most, .. } = &column[i];
            format!("{value:.4}{}", if value <= most { "" } else { " *" })
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        println!("| {} | < {} {} | {} |", first.input, first.most, first.unit, cells.join(" | "));
    }
}

/// Shows, traces, or runs and reduces one level.
fn one(options: &Options, name: &str, level: &Level, setting: Setting) {
    let mut level = level.clone();
    setting.apply(&mut level);
    if options.has("--show") {
        println!("{name}\n{}", text(&level));
        return;
    }
    if options.has("--trace") {
        trace(&level, setting, options.seconds);
        return;
    }
    let verdict = law::run(&level, setting.dt(), options.seconds, None);
    println!(
        "{name}, {setting}: factor {:.3}, rise {:.3}, first {:?}",
        verdict.factor, verdict.rise, verdict.first
    );
    if options.has("--reduce") && verdict.first(options.since()).is_some() {
        let (small, seconds) = reduce(&level, setting, options.seconds, options.since());
        println!("reduced, gains within {seconds:.3} s:\n{}", text(&small));
        if let Some(folder) = &options.save {
            let file = format!("{folder}/{}.level", name.replace([' ', '/'], "-"));
            std::fs::write(&file, small.to_bytes()).expect("the folder exists");
            println!("written to {file}");
        }
    }
}

fn trace(level: &Level, setting: Setting, seconds: f32) {
    let (mut world, _) = World::load(level).expect("the level is valid");
    let mut watch = law::Law::new(&world, setting.dt());
    let print = |step: u32, world: &World, watch: &law::Law| {
        let ([kinetic, potential, springs], verdict) = (watch.energies(world), watch.verdict());
        let sum = kinetic + potential + springs;
        println!(
            "{step:5} E {sum:.6e} K {kinetic:.4e} U {potential:.6e} springs {springs:.4e} factor {:.3} rise {:.3}",
            verdict.factor, verdict.rise
        );
    };
    print(0, &world, &watch);
    for step in 1..=(seconds / setting.dt()).round() as u32 {
        world.step(setting.dt());
        watch.check(&world);
        print(step, &world, &watch);
    }
}

fn read(words: &[String]) -> Result<Options, String> {
    let mut options = Options {
        kinds: KINDS.iter().collect(),
        worlds: 100,
        seed: 1,
        seconds: 5.0,
        settings: Vec::new(),
        ranges: Ranges::COMMON,
        threads: 2,
        flags: Vec::new(),
        save: None,
        replay: None,
        probes: Vec::new(),
    };
    let (mut rates, mut substeps) = (vec![60], vec![4]);
    let (mut joints, mut contacts) = (vec![DirectJoints::default()], vec![DirectContacts::default()]);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().cloned().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--kinds" | "--kind" => {
                let names = value()?;
                if names == "list" {
                    KINDS.iter().for_each(|kind| println!("{:<10} {}", kind.name, kind.about));
                    std::process::exit(0);
                }
                let find = |name: &str| kinds::find(name).ok_or_else(|| format!("no kind `{name}`"));
                options.kinds = names.split(',').map(find).collect::<Result<_, _>>()?;
            }
            "--probe" => {
                let names = value()?;
                let find = |name: &str| {
                    PROBES.iter().find(|probe| probe.0 == name).ok_or_else(|| format!("no probe `{name}`"))
                };
                options.probes = match names.as_str() {
                    "all" => PROBES.iter().collect(),
                    _ => names.split(',').map(find).collect::<Result<_, _>>()?,
                };
            }
            "--worlds" => options.worlds = number(&value()?)?,
            "--seed" => options.seed = number(&value()?)?,
            "--seconds" => options.seconds = number(&value()?)?,
            "--threads" => options.threads = number(&value()?)?,
            // `1/60` is read as `60`, so that a time step can be given.
            "--rate" | "--dt" => rates = list(&value()?, |word| number(word.trim_start_matches("1/")))?,
            "--substeps" => substeps = list(&value()?, number)?,
            "--joints" => joints = list(&value()?, joints_of)?,
            "--contacts" => contacts = list(&value()?, contacts_of)?,
            "--cut" => options.ranges.cut = true,
            "--wide" => options.ranges = Ranges { cut: options.ranges.cut, ..Ranges::WIDE },
            "--save" => options.save = Some(value()?),
            "--replay" => options.replay = Some(value()?),
            "--reduce" | "--show" | "--trace" | "--classic" | "--no-seams" | "--matrix" | "--rise" => {
                options.flags.push(word.clone());
            }
            other => return Err(format!("`{other}` is no option; --help lists them")),
        }
    }
    let plain = Setting {
        is_classic: options.has("--classic"),
        smooth_seams: !options.has("--no-seams"),
        ..Setting::default()
    };
    if options.has("--matrix") {
        options.settings = passive::survey::matrix();
        return Ok(options);
    }
    for &rate in &rates {
        for &substeps in &substeps {
            for &joints in &joints {
                for &contacts in &contacts {
                    options.settings.push(Setting { rate, substeps, joints, contacts, ..plain });
                }
            }
        }
    }
    Ok(options)
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

fn list<T>(words: &str, each: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    words.split(',').map(each).collect()
}

fn joints_of(word: &str) -> Result<DirectJoints, String> {
    match word {
        "off" => Ok(DirectJoints::Off),
        "loaded" => Ok(DirectJoints::Loaded),
        "all" => Ok(DirectJoints::All),
        _ => Err(format!("`{word}`: off, loaded or all")),
    }
}

fn contacts_of(word: &str) -> Result<DirectContacts, String> {
    match word {
        "off" => Ok(DirectContacts::Off),
        "heavy" => Ok(DirectContacts::Heavy),
        "columns" => Ok(DirectContacts::Columns),
        "tall" => Ok(DirectContacts::Tall),
        _ => Err(format!("`{word}`: off, heavy, columns or tall")),
    }
}
