//! The list by kind and by text (a tutorial of `docs/texts`), and the links to pages and sources.

use super::*;
use crate::entry::by_text;

/// The top of a label in a window in which the whole list is in sight.
fn top(window: &Harness<'_, App>, label: &str) -> f32 {
    window.get_by_label(label).rect().top()
}

fn type_search(window: &mut Harness<'_, App>, text: &str) {
    window.get_by_role_and_label(Role::TextInput, "search").focus();
    window.step();
    window.get_by_role_and_label(Role::TextInput, "search").type_text(text);
    window.step();
}

/// A window in which the whole list is in sight.
fn high_window() -> Harness<'static, App> {
    let mut window = paused("pile");
    window.set_size(egui::vec2(1280.0, 9000.0));
    window.step();
    window
}

/// By text, the names of the texts are headings with their sections below, in the order of the texts; each
/// entry stands under each of its sections; what comes from no text stands at the end.
#[test]
fn list_by_text_has_each_entry_under_its_sections() {
    let mut window = high_window();
    assert!(
        window.query_by_label("Sotirov 2022").is_none()
            && window.query_by_label_contains("First scenes").is_some()
    );
    tick(&mut window, "by text");
    assert!(window.query_by_label_contains("First scenes").is_none());
    let all: Vec<Entry> = Entry::all().collect();
    let texts = ["2D Collision Detection and Resolution", "Sotirov 2022", "Souto, Video Game Physics II"];
    let tops: Vec<f32> = texts.iter().chain(&["from no text"]).map(|text| top(&window, text)).collect();
    assert!(tops.is_sorted_by(|a, b| a < b), "{tops:?}");
    let sotirov = |y: f32| tops[1] < y && y < tops[2];
    for section in ["Mass", "Polygon vs. Circle", "Failed (?) first try"] {
        assert!(sotirov(top(&window, section)), "{section}");
    }
    let fans = window.get_all_by_label("Triangle fan").map(|row| row.rect().top()).collect::<Vec<_>>();
    assert!(fans.len() == 3 && fans.iter().all(|&y| sotirov(y)), "mass, centroid and inertia: {fans:?}");
    assert!(top(&window, "Many pyramids") > tops[3], "a benchmark comes from no text");
    for (section, entries) in by_text(&all) {
        for entry in entries {
            let count = window.get_all_by_label(&entry.title()).count();
            assert!(count >= entry.sections().len().max(1), "{section:?}: {}", entry.name());
        }
    }
    tick(&mut window, "by text");
    assert!(window.query_by_label("Sotirov 2022").is_none() && window.query_by_label("scenes").is_some());
}

/// The search finds explorers and scenes by text and section, in either order of the list, and a click
/// chooses.
#[test]
fn entries_are_found_by_section_and_chosen_in_the_list_by_text() {
    let mut window = high_window();
    type_search(&mut window, "souto support");
    for name in ["Support functions", "Many sided", "Ellipses"] {
        assert!(window.query_by_label(name).is_some(), "{name}");
    }
    assert!(window.query_by_label("Triangle fan").is_none() && window.query_by_label("Tower").is_none());
    tick(&mut window, "by text");
    assert!(window.query_by_label("Support Functions").is_some(), "the section");
    assert!(window.query_by_label("from no text").is_none(), "no entry without a text is found");
    click(&mut window, "Many sided");
    assert_eq!(window.state().session.scene().name, "many_sided");
    pick(&mut window, "support functions");
    assert_eq!(window.state().explored.map(|explorer| explorer.name), Some("support functions"));
}

/// A scene and an explorer link to the pages of their texts and to their sources; a click asks to open the
/// file, and nothing else opens.
#[test]
fn links_lead_to_the_page_of_the_text_and_to_the_source() {
    let mut window = paused("many_sided");
    let follow = |window: &mut Harness<'_, App>, label: &str| {
        window.get_by_role_and_label(Role::Link, label).click_accesskit();
        window.step();
        std::mem::take(&mut window.state_mut().clicked)
    };
    let page = follow(&mut window, "Souto, Video Game Physics II: Support Functions");
    assert!(page.len() == 1 && page[0].ends_with("/docs/texts/souto.md"), "{page:?}");
    let source = follow(&mut window, "crates/scenes/src/variants.rs");
    assert!(source.len() == 1 && source[0].starts_with("file:///"), "{source:?}");
    assert!(source[0].ends_with("/crates/scenes/src/variants.rs"), "{source:?}");
    pick(&mut window, "triangle fan");
    let page = follow(&mut window, "Sotirov 2022: Mass, Centroid, Rotational Inertia");
    assert!(page.len() == 1 && page[0].ends_with("/docs/texts/sotirov.md"), "{page:?}");
    let source = follow(&mut window, "crates/geom/src/mass.rs");
    assert!(source.len() == 1 && source[0].ends_with("/crates/geom/src/mass.rs"), "{source:?}");
    window.step();
    assert!(window.state().clicked.is_empty(), "a link opens once");
}

/// Without a checkout there is nothing to open: text and source are named and are no links. A scene from no
/// text says so.
#[test]
fn without_a_checkout_links_are_plain_text() {
    let mut window = paused("many_sided");
    window.state_mut().checkout = None;
    window.step();
    for label in ["Souto, Video Game Physics II: Support Functions", "crates/scenes/src/variants.rs"] {
        assert!(window.query_by_label(label).is_some(), "{label}");
    }
    assert!(window.query_by_role(Role::Link).is_none());
    assert!(window.query_by_label("from no text").is_none());
    let window = paused("many_pyramids");
    assert!(window.query_by_label("from no text").is_some());
}

/// The query of a page's address names what is shown: read as a command line, it shows the same.
#[test]
fn query_of_a_page_shows_what_is_shown() {
    let Ok(Command::Run(options)) = parse(["--scene", "pile"]) else { panic!("a scene") };
    let mut app = App::new(&options).unwrap();
    for entry in Entry::all() {
        app.choose(entry);
        app.draw_options.contacts ^= true;
        let query = app.query();
        let known = ["scene", "explorer", "comparison", "contacts"];
        let words = crate::options::words_of_query(&query, &known, "pile");
        let Ok(Command::Run(options)) = parse(words) else { panic!("{query}") };
        let other = App::new(&options).unwrap();
        assert_eq!((other.current().name(), other.query()), (app.current().name(), query.clone()));
    }
}
