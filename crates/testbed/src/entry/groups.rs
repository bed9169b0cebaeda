//! The list in groups: scenes first, by what they are about, then comparisons, then explorers.
//!
//! A scene belongs to the group of the file that builds it, so a new scene in a known file needs no entry
//! here.

use super::Entry;

/// Names of the groups of scenes, and the files under `crates/scenes/src` whose scenes they hold.
const GROUPS: [(&str, &[&str]); 8] = [
    ("First scenes", &["basics", "tutorial"]),
    ("Piles and structures", &["piles", "structures", "ruins", "mixture"]),
    ("Joints and mechanisms", &["joints", "mechanisms", "restraints"]),
    ("Machines, steady and soft", &["steady", "machinery", "scissors", "tracks", "heaps"]),
    (
        "Shapes and surfaces",
        &["hollows", "surfaces", "rolling", "road", "loops", "heights", "seams", "ledges", "chains", "rest"],
    ),
    (
        "Rules, effects and games",
        &["rules", "platformer", "movers", "effects", "portals", "hooks", "sights", "settings"],
    ),
    ("Methods", &["comparisons", "variants", "methods", "recipes"]),
    ("Benchmarks", &["benchmarks", "everyday"]),
];

/// Name of the group of comparisons.
const SIDE_BY_SIDE: &str = "Side by side";
/// Name of the group of explorers.
const EXPLORERS: &str = "Explorers";
/// Name of the group of scenes from files that no group names.
const OTHERS: &str = "Other scenes";

/// All entries in the order of the list, each in one group.
pub fn grouped() -> Vec<(&'static str, Vec<Entry>)> {
    let scenes = GROUPS.iter().map(|(name, _)| *name).chain([OTHERS]).map(|name| {
        let members = Entry::scenes().filter(|scene| group_of(*scene) == name);
        (name, members.collect::<Vec<_>>())
    });
    let rest = [(SIDE_BY_SIDE, Entry::comparisons().collect()), (EXPLORERS, Entry::explorers().collect())];
    scenes.chain(rest).filter(|(_, members)| !members.is_empty()).collect()
}

/// The entry so many places behind `current` (before it, if negative) among `entries`, round the end. The
/// first one, if `current` is not among them.
pub fn beside(entries: &[Entry], current: Entry, by: isize) -> Option<Entry> {
    let place = entries.iter().position(|entry| entry.is(current));
    let count = isize::try_from(entries.len()).ok().filter(|count| *count > 0)?;
    let next = place.map_or(0, |place| (place as isize + by).rem_euclid(count));
    entries.get(next as usize).copied()
}

fn group_of(entry: Entry) -> &'static str {
    let stem =
        entry.source().rsplit('/').next().and_then(|file| file.strip_suffix(".rs")).unwrap_or_default();
    let folder = entry.source().rsplit('/').nth(1).unwrap_or_default();
    let holds = |files: &&[&str]| files.contains(&stem) || files.contains(&folder);
    GROUPS.iter().find(|(_, files)| holds(files)).map_or(OTHERS, |(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scenes come first, each entry stands in one group, and no scene is left for the group of others.
    #[test]
    fn each_entry_stands_in_one_group_and_scenes_come_first() {
        let groups = grouped();
        let others = groups.iter().filter(|(name, _)| *name == OTHERS).flat_map(|(_, members)| members);
        assert_eq!(
            others.map(|entry| entry.source()).collect::<Vec<_>>(),
            [""; 0],
            "files that no group names"
        );
        let all: Vec<Entry> = groups.iter().flat_map(|(_, members)| members.iter().copied()).collect();
        assert_eq!(all.len(), Entry::all().count());
        for entry in Entry::all() {
            assert_eq!(all.iter().filter(|one| one.is(entry)).count(), 1, "{}", entry.name());
        }
        let kinds: Vec<&str> =
            all.chunk_by(|a, b| a.kind() == b.kind()).map(|chunk| chunk[0].kind()).collect();
        assert_eq!(kinds, ["scene", "comparison", "explorer"]);
        assert_eq!(groups[0].0, "First scenes");
    }

    /// Next and previous go round the end, are inverse, and begin at the first if the current one is not
    /// listed.
    #[test]
    fn next_and_previous_go_round_the_end() {
        let all: Vec<Entry> = grouped().into_iter().flat_map(|(_, members)| members).collect();
        let (first, last) = (all[0], all[all.len() - 1]);
        assert!(beside(&all, last, 1).unwrap().is(first));
        assert!(beside(&all, first, -1).unwrap().is(last));
        for entry in &all {
            let next = beside(&all, *entry, 1).unwrap();
            assert!(beside(&all, next, -1).unwrap().is(*entry));
        }
        assert!(beside(&all[1..], first, 1).unwrap().is(all[1]));
        assert!(beside(&[], first, 1).is_none());
    }
}
