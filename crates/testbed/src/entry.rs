//! What the testbed shows, scenes, explorers and comparisons, in one list or by the texts that they come
//! from.

#[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only the window shows groups"))]
mod groups;
#[cfg(test)]
mod tests;

#[cfg_attr(not(feature = "window"), allow(unused_imports, reason = "only the window shows groups"))]
pub use groups::{beside, grouped};

use crate::explorers::{EXPLORERS, Explorer};
use scenes::{COMPARISONS, COMPARISONS_SOURCE, Comparison, Scene, Section, Text};

/// Titles that a name with spaces and a capital letter does not give.
const TITLES: [(&str, &str); 9] = [
    ("newtons_cradle", "Newton's cradle"),
    ("gjk and epa", "GJK and EPA"),
    ("manifolds_gjk", "Manifolds by GJK"),
    ("minkowski sum", "Minkowski sum"),
    ("circles5k", "5,000 circles"),
    ("convex3k", "3,000 convex bodies"),
    ("top_down", "Seen from above"),
    ("steady_tracked_vehicle", "Tracked vehicle"),
    ("soft_tracked_vehicle", "Tracked vehicle, soft"),
];

/// A scene, an explorer or a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A scene.
    Scene(&'static Scene),
    /// An explorer.
    Explorer(&'static Explorer),
    /// A comparison.
    Comparison(&'static Comparison),
}

impl Entry {
    /// All entries: explorers and comparisons, which are few, then scenes.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::explorers().chain(Self::comparisons()).chain(Self::scenes())
    }

    /// All explorers.
    pub fn explorers() -> impl Iterator<Item = Self> {
        EXPLORERS.iter().map(Self::Explorer)
    }

    /// All comparisons.
    pub fn comparisons() -> impl Iterator<Item = Self> {
        COMPARISONS.iter().map(Self::Comparison)
    }

    /// All scenes.
    pub fn scenes() -> impl Iterator<Item = Self> {
        scenes::all().map(Self::Scene)
    }

    /// Whether both are the same entry: names differ within a kind.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only the window shows groups"))]
    pub fn is(self, other: Self) -> bool {
        (self.kind(), self.name()) == (other.kind(), other.name())
    }

    /// Which kind of entry it is, in a word.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Scene(_) => "scene",
            Self::Explorer(_) => "explorer",
            Self::Comparison(_) => "comparison",
        }
    }

    /// Name in the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scene(scene) => scene.name,
            Self::Explorer(explorer) => explorer.name,
            Self::Comparison(comparison) => comparison.name,
        }
    }

    /// Name in words, for people: `Wrecking ball`.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only the window shows titles"))]
    pub fn title(self) -> String {
        let name = self.name();
        if let Some((_, title)) = TITLES.iter().find(|(known, _)| *known == name) {
            return (*title).to_owned();
        }
        let mut letters = name.chars().map(|letter| if letter == '_' { ' ' } else { letter });
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }

    /// What it shows, in one sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Scene(scene) => scene.about,
            Self::Explorer(explorer) => explorer.about,
            Self::Comparison(comparison) => comparison.about,
        }
    }

    /// The sections of the texts that it shows; none if it comes from elsewhere.
    pub fn sections(self) -> &'static [Section] {
        match self {
            Self::Scene(scene) => scene.sections,
            Self::Explorer(explorer) => explorer.sections,
            Self::Comparison(comparison) => comparison.sections,
        }
    }

    /// The file that computes what is shown, builds the scene's level or names the scenes that are compared,
    /// from the root of the repository.
    pub fn source(self) -> &'static str {
        let path = match self {
            Self::Scene(scene) => scene.source,
            Self::Explorer(explorer) => explorer.source,
            Self::Comparison(_) => COMPARISONS_SOURCE,
        };
        // A program outside of the workspace, such as the page, is compiled with whole paths.
        path.find("crates/").map_or(path, |at| &path[at..])
    }

    /// Each text that it comes from, with the sections in words: `Sotirov 2022: Mass, Centroid`.
    pub fn origins(self) -> Vec<(Text, String)> {
        let sections_of = |text| self.sections().iter().filter(move |section| section.text == text);
        let words = |text: Text| {
            let names: Vec<&str> = sections_of(text).map(|section| section.name).collect();
            format!("{}: {}", text.name(), names.join(", "))
        };
        let texts = Text::ALL.into_iter().filter(|&text| sections_of(text).next().is_some());
        texts.map(|text| (text, words(text))).collect()
    }
}

/// Entries that show one section, or, if there is none, that come from no text.
pub type Group = (Option<Section>, Vec<Entry>);

/// The entries by section, in the order of the texts; at the end those that come from no text. An entry
/// stands under each of its sections, and a section without entries is left out.
pub fn by_text(entries: &[Entry]) -> Vec<Group> {
    let sections = Text::ALL.into_iter().flat_map(Text::sections).map(Some);
    let is_in = |entry: &Entry, section: Option<Section>| match section {
        Some(section) => entry.sections().contains(&section),
        None => entry.sections().is_empty(),
    };
    let groups = sections.chain([None]).map(|section| {
        let group = entries.iter().copied().filter(|entry| is_in(entry, section)).collect();
        (section, group)
    });
    groups.filter(|(_, group): &Group| !group.is_empty()).collect()
}

/// One line for each scene, then for each explorer, then for each comparison.
pub fn list() -> String {
    let all: Vec<Entry> = Entry::scenes().chain(Entry::explorers()).chain(Entry::comparisons()).collect();
    let width = all.iter().map(|entry| entry.name().len()).max().unwrap_or(0);
    all.iter().map(|entry| format!("{:width$}  {}\n", entry.name(), entry.about())).collect()
}

/// The texts with their pages, and under each section its explorers, comparisons and scenes.
pub fn list_by_text() -> String {
    let all: Vec<Entry> = Entry::all().collect();
    let width = all.iter().map(|entry| entry.name().len()).max().unwrap_or(0);
    let (mut list, mut text) = (String::new(), None);
    for (section, entries) in by_text(&all) {
        let of = section.map(|section| section.text);
        if let (Some(of), true) = (of, of != text) {
            list += &format!("{}, {}\n", of.title(), of.page());
        }
        text = of;
        list += &section.map_or("From no text\n".to_owned(), |section| format!("  {}\n", section.name));
        for entry in entries {
            list += &format!("    {:10}  {:width$}  {}\n", entry.kind(), entry.name(), entry.about());
        }
    }
    list
}
