//! What a misspelt name was meant to be.

/// Similarity (0 for nothing in common, 1 for equal) below which a name is not suggested.
const LIKENESS: f64 = 0.75;

/// Greatest number of names that are suggested.
const SUGGESTIONS: usize = 3;

/// The name most similar to `wanted`, and others that are similar, best first.
pub fn nearest(wanted: &str, names: &[&'static str]) -> Vec<&'static str> {
    // Without dashes, since all options begin with them.
    let bare = |name: &'static str| name.trim_start_matches('-');
    let wanted = wanted.trim_start_matches('-');
    let likeness = |name: &str| {
        if !wanted.is_empty() && name.contains(wanted) { 1.0 } else { strsim::jaro_winkler(wanted, name) }
    };
    let mut ranked: Vec<(f64, &'static str)> =
        names.iter().map(|name| (likeness(bare(name)), *name)).collect();
    // The sort is stable: of equally similar names the first listed comes first.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let worth = ranked.iter().filter(|(likeness, _)| *likeness >= LIKENESS).count().clamp(1, SUGGESTIONS);
    ranked.into_iter().take(worth).map(|(_, name)| name).collect()
}
