//! The command line of the comparison: what is raced, and how the rows are shown.
//!
//! ```text
//! cargo run --release -p peers -- --list
//! cargo run --release -p peers -- --scene large_pyramid,tiles --threads 1,2 --repeat 5
//! cargo run --release -p peers -- --quality stack_30 --seeds 3 --json
//! ```

mod options;

use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use options::Options;
use peers::engine::EngineKind;
use peers::everyday;
use peers::far;
use peers::provenance;
use peers::race::{Programs, Race, Run};
use peers::report::Report;
use peers::row::Row;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

/// The first lines of the files of figures.
const HEAD: &str = "Beside Box2D and Rapier, as `cargo xtask bench` measured it. docs/comparison.md says what the figures \
    mean.";
const PRICE_HEAD: &str = "What each feature costs, as `cargo xtask bench --price` measured it. docs/price.md says what the \
    figures mean.";

fn main() -> ExitCode {
    let options = Options::parse();
    match go(&options) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that closes the pipe early, as `head` does, is not an error.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn go(options: &Options) -> Result<(), Box<dyn Error>> {
    if options.list {
        options::list(&mut io::stdout().lock())?;
        return Ok(());
    }
    if options.far {
        let rows = far::rows(options.box2d_double.as_deref())?;
        return Ok(writeln!(io::stdout(), "{}", far::tables(&rows).trim_end())?);
    }
    if let Some(child) = &options.child {
        if child == "far" {
            return Ok(writeln!(io::stdout(), "{}", far::child()?)?);
        }
        if let Some(words) = child.strip_prefix("everyday ") {
            return Ok(writeln!(io::stdout(), "{}", everyday::child(words)?)?);
        }
        if child == "describe rapier" {
            println!("{}", EngineKind::Rapier.description());
            return Ok(());
        }
        child.parse::<Run>()?.here()?.iter().try_for_each(print)?;
        return Ok(());
    }
    if options.race {
        return race_everyday(options);
    }
    if let Some(file) = &options.markdown {
        // A file that cannot be written is reported now and not after an hour of races.
        let opened = fs::OpenOptions::new().append(true).create(true).open(file);
        opened.map_err(|error| format!("{}: {error}", file.display()))?;
    }
    if let Some(program) = options.rapier_best.as_ref().filter(|program| !program.is_file()) {
        let program = program.display();
        return Err(format!("--rapier-best {program}: no such program; --help says how to build it").into());
    }
    let rows = match &options.from {
        Some(file) => read(file)?,
        None => race(options)?,
    };
    if let Some(file) = &options.markdown {
        write_page(file, &rows, options)?;
    }
    if !options.json && options.markdown.is_none() {
        let report = if options.price { Report::of_prices(&rows) } else { Report::of(&rows, None) };
        writeln!(io::stdout(), "{}\n{}", report.text, provenance_of(&rows, options))?;
    }
    Ok(())
}

/// Runs the everyday race.
fn race_everyday(options: &Options) -> Result<(), Box<dyn Error>> {
    let plan = options.everyday()?;
    let progress = progress(plan.runs());
    let rows = plan.start(&std::env::current_exe()?, |run| {
        progress.set_message(run);
        progress.inc(1);
    });
    progress.finish_and_clear();
    if options.json {
        return rows
            .iter()
            .try_for_each(|row| Ok(writeln!(io::stdout(), "{}", serde_json::to_string(row)?)?));
    }
    let mut engines: Vec<EngineKind> = plan.contenders.iter().map(|contender| contender.engine).collect();
    engines.dedup();
    let provenance = provenance::list(&options.command(), &engines, None);
    Ok(writeln!(io::stdout(), "{}\n{provenance}", everyday::tables(&rows))?)
}

/// Is drawn on standard error, and only if that is a terminal.
fn progress(runs: u64) -> ProgressBar {
    let progress = ProgressBar::new(runs);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {wide_msg}") {
        progress.set_style(style);
    }
    progress
}

/// Runs all races; with --json each race prints its rows as soon as it is finished.
fn race(options: &Options) -> Result<Vec<Row>, Box<dyn Error>> {
    let races = options.races();
    let programs = Programs { this: std::env::current_exe()?, rapier_best: options.rapier_best.clone() };
    let progress = progress(races.iter().map(Race::len).sum());
    let mut rows = Vec::new();
    for race in &races {
        let result = race.start(&programs, |run| progress.set_message(run.to_string()), || progress.inc(1));
        if options.json {
            progress.suspend(|| result.iter().try_for_each(print))?;
        }
        rows.extend(result);
    }
    progress.finish_and_clear();
    Ok(rows)
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn print(row: &Row) -> Result<(), Box<dyn Error>> {
    Ok(writeln!(io::stdout(), "{}", serde_json::to_string(row)?)?)
}

fn read(file: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let row = |(i, line)| {
        serde_json::from_str(line).map_err(|error| format!("{}:{}: {error}", file.display(), i + 1).into())
    };
    text.lines().enumerate().filter(|(_, line)| !line.is_empty()).map(row).collect()
}

/// Writes the page, and its plots into a folder beside it with the same name.
fn write_page(file: &Path, rows: &[Row], options: &Options) -> io::Result<()> {
    let folder = file.with_extension("");
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let (report, head) = match options.price {
        true => (Report::of_prices(rows), PRICE_HEAD),
        false => (Report::of(rows, Some(&name)), HEAD),
    };
    let provenance = provenance_of(rows, options);
    fs::write(file, format!("{head}\n\n{provenance}\n{}\n", report.text.trim_end()))?;
    if !report.plots.is_empty() {
        fs::create_dir_all(&folder)?;
    }
    report.plots.iter().try_for_each(|(name, svg)| fs::write(folder.join(name), svg))
}

fn provenance_of(rows: &[Row], options: &Options) -> String {
    let has_rows = |engine: &EngineKind| rows.iter().any(|row| row.engine() == *engine);
    let engines: Vec<EngineKind> = EngineKind::value_variants().iter().copied().filter(has_rows).collect();
    provenance::list(&options.command(), &engines, options.rapier_best.as_deref())
}
