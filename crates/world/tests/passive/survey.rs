//! Many worlds under many settings, as a table.

use super::builder::Ranges;
use super::kinds::Kind;
use super::law::{Since, Verdict, run};
use std::fmt;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use world::solver::{DirectContacts, DirectJoints};
use world::textbook::ClassicSettings;
use world::*;

/// How the worlds are stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Steps in a second.
    pub rate: u32,
    pub substeps: u32,
    pub joints: DirectJoints,
    pub contacts: DirectContacts,
    pub is_classic: bool,
    pub smooth_seams: bool,
}

impl Default for Setting {
    fn default() -> Self {
        Self {
            rate: 60,
            substeps: 4,
            joints: DirectJoints::default(),
            contacts: DirectContacts::default(),
            is_classic: false,
            smooth_seams: true,
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rate, substeps, joints, contacts, is_classic, smooth_seams } = self;
        if *is_classic {
            write!(f, "1/{rate} classic")?;
        } else {
            write!(f, "1/{rate} x {substeps}")?;
        }
        if *joints != DirectJoints::default() {
            write!(f, " joints {joints:?}")?;
        }
        if *contacts != DirectContacts::default() {
            write!(f, " contacts {contacts:?}")?;
        }
        if !smooth_seams {
            write!(f, " no seams")?;
        }
        Ok(())
    }
}

impl Setting {
    pub fn dt(self) -> f32 {
        1.0 / self.rate as f32
    }

    pub fn apply(self, level: &mut Level) {
        let settings = level.settings.substeps(self.substeps).smooth_seams(self.smooth_seams);
        let mut settings = settings.direct_joints(self.joints).direct_contacts(self.contacts);
        if self.is_classic {
            let threshold = settings.classic.bounce_threshold;
            settings =
                settings.classic(ClassicSettings { bounce_threshold: threshold, ..Default::default() });
        }
        level.settings = settings;
    }
}

/// What the worlds of one kind did under one setting.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub worlds: u64,
    /// The seeds of the worlds that gain, with what they showed.
    pub gaining: Vec<(u64, Verdict)>,
    /// The same of worlds that rise above their least energy.
    pub rising: Vec<(u64, Verdict)>,
    pub worst: Verdict,
}

/// Runs the worlds with these seeds under one setting, on this many threads.
pub fn survey(
    kind: &Kind,
    ranges: Ranges,
    seeds: Range<u64>,
    setting: Setting,
    seconds: f32,
    threads: usize,
) -> Row {
    survey_of(kind, ranges, seeds, |_| setting, seconds, threads)
}

/// The same, each world under the setting of its seed.
pub fn survey_of(
    kind: &Kind,
    ranges: Ranges,
    seeds: Range<u64>,
    setting: impl Fn(u64) -> Setting + Sync,
    seconds: f32,
    threads: usize,
) -> Row {
    let count = (seeds.end - seeds.start) as usize;
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![Verdict::default(); count]));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let seed = seeds.start + index as u64;
                    let (mut level, setting) = (kind.level(seed, ranges), setting(seed));
                    setting.apply(&mut level);
                    let verdict = run(&level, setting.dt(), seconds, None);
                    found.lock().unwrap()[index] = verdict;
                }
            });
        }
    });
    let mut row = Row { worlds: count as u64, ..Row::default() };
    for (verdict, seed) in found.into_inner().unwrap().into_iter().zip(seeds) {
        if verdict.gains() {
            row.gaining.push((seed, verdict));
        }
        if verdict.first_rise.is_some() {
            row.rising.push((seed, verdict));
        }
        row.worst.factor = row.worst.factor.max(verdict.factor);
        row.worst.rise = row.worst.rise.max(verdict.rise);
    }
    row
}

/// The defaults, and each rate, number of sub-steps and way to solve joints and contacts for itself.
pub fn matrix() -> Vec<Setting> {
    let plain = Setting::default();
    let mut settings = vec![plain];
    settings.extend([30, 120, 240].map(|rate| Setting { rate, ..plain }));
    settings.extend([1, 2, 8].map(|substeps| Setting { substeps, ..plain }));
    settings.extend([DirectJoints::Off, DirectJoints::All].map(|joints| Setting { joints, ..plain }));
    settings.push(Setting { contacts: DirectContacts::Off, ..plain });
    settings.push(Setting { is_classic: true, ..plain });
    settings
}

/// The head of a table of rows.
pub const HEAD: &str = "\
| kind | setting | gain / worlds | rise | worst factor | worst rise | seeds (factor) |
|---|---|---|---|---|---|---|";

impl Row {
    /// The seeds of the worlds that gain since then, the worst first, and by how much.
    pub fn worst_first(&self, since: Since) -> Vec<(u64, f64)> {
        let mut listed: Vec<(u64, f64)> = match since {
            Since::Start => self.gaining.iter().map(|(seed, it)| (*seed, it.factor)).collect(),
            Since::Least => self.rising.iter().map(|(seed, it)| (*seed, it.rise)).collect(),
        };
        listed.sort_by(|a, b| b.1.total_cmp(&a.1));
        listed
    }

    /// A line of the table.
    pub fn line(&self, kind: &Kind, ranges: Ranges, setting: Setting, since: Since) -> String {
        let seeds = self.worst_first(since);
        let seeds: Vec<String> =
            seeds.iter().take(12).map(|(seed, by)| format!("{seed} ({by:.3})")).collect();
        let cut = if ranges.cut { " cut" } else { "" };
        let [factor, rise] = [self.worst.factor, self.worst.rise];
        format!(
            "| {}{cut} | {setting} | {} / {} | {} | {factor:.3} | {rise:.3} | {} |",
            kind.name,
            self.gaining.len(),
            self.worlds,
            self.rising.len(),
            seeds.join(" "),
        )
    }
}
