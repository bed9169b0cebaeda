//! Links to files of the repository: the pages about the texts, and sources.
//!
//! A program may have been copied to another machine, without its sources. So the checkout is looked for when
//! the window opens, above the current folder and above the program, which covers `cargo run` and a start by
//! hand. Without a checkout, a link is plain text.
//!
//! Turned down: eframe's own way to open addresses (feature `links`). It compiles twenty crates more to do
//! what [`open`] does.

use crate::entry::Entry;
use eframe::egui;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files by which a checkout is known.
const SIGNS: [&str; 2] = ["docs/texts/README.md", "crates/testbed/Cargo.toml"];

/// The root of the checkout in or above the current folder or the folder of this program, if there is one.
pub fn find_checkout() -> Option<PathBuf> {
    let places = [std::env::current_dir(), std::env::current_exe()].into_iter().flatten();
    places.filter_map(|place| checkout_above(&place)).next()
}

fn checkout_above(place: &Path) -> Option<PathBuf> {
    let is_checkout = |folder: &&Path| SIGNS.iter().all(|sign| folder.join(sign).is_file());
    place.ancestors().find(is_checkout).map(Path::to_owned)
}

/// The address of a file, if it exists. `root` is absolute.
fn address(root: &Path, path: &str) -> Option<String> {
    let file = root.join(path);
    let path = file.is_file().then_some(file.to_str()?)?.replace('\\', "/");
    // On Windows a path begins with the letter of a drive.
    let slash = if path.starts_with('/') { "" } else { "/" };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte);
    let encoded = path.bytes().map(|byte| match byte {
        byte if plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    Some(format!("file://{slash}{}", encoded.collect::<String>()))
}

/// Shows a link to a file of the repository, or plain text if it is not there.
pub fn link(ui: &mut egui::Ui, checkout: Option<&Path>, label: &str, path: &str) {
    match checkout.and_then(|root| address(root, path)) {
        Some(address) => ui.hyperlink_to(label, address).on_hover_text(path),
        None => ui.weak(label).on_hover_text(path),
    };
}

/// Shows the texts that an entry comes from, and its source, as links.
pub fn origins(ui: &mut egui::Ui, checkout: Option<&Path>, entry: Entry) {
    let origins = entry.origins();
    ui.weak(if origins.is_empty() { "from no text" } else { "text:" });
    for (text, words) in origins {
        link(ui, checkout, &words, text.page());
    }
    ui.weak("source:");
    link(ui, checkout, entry.source(), entry.source());
}

/// Takes the addresses of the links that were clicked in this frame.
pub fn take_clicked(ctx: &egui::Context) -> Vec<String> {
    let mut clicked = Vec::new();
    ctx.output_mut(|output| {
        output.commands.retain(|command| {
            if let egui::OutputCommand::OpenUrl(link) = command {
                clicked.push(link.url.clone());
            }
            !matches!(command, egui::OutputCommand::OpenUrl(_))
        });
    });
    clicked
}

/// Opens an address with the program that the user has chosen for such files. Does not wait for it.
pub fn open(address: String) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    std::thread::spawn(move || {
        // `explorer` exits with 1 also if it opens the file, so its exit code says nothing.
        if let Err(error) = Command::new(program).arg(&address).status() {
            eprintln!("cannot open {address}: {program}: {error}");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests run in the folder of the crate, which is in the checkout.
    #[test]
    fn checkout_is_found_above_a_folder_in_it() {
        let root = find_checkout().unwrap();
        assert!(root.is_absolute() && root.join("crates/testbed/src/window/links.rs").is_file());
        assert_eq!(checkout_above(&root.join("crates/geom")), Some(root.clone()));
        assert_eq!(checkout_above(root.parent().unwrap()), None, "above the checkout there is none");
    }

    /// Every file that an entry links to has an address, from which the path can be read back.
    #[test]
    fn every_linked_file_has_an_address() {
        let root = find_checkout().unwrap();
        for entry in Entry::all() {
            let pages = entry.origins().into_iter().map(|(text, _)| text.page());
            for path in pages.chain([entry.source()]) {
                let address = address(&root, path).unwrap_or_else(|| panic!("{}: {path}", entry.name()));
                assert!(address.starts_with("file:///") && address.ends_with(path), "{address}");
            }
        }
        assert_eq!(address(&root, "docs/texts/none.md"), None, "of a file that does not exist");
    }

    /// Letters that an address may not hold are encoded.
    #[test]
    fn address_encodes_spaces_and_other_letters() {
        let folder = std::env::temp_dir().join(format!("links of testbed é {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a#b.md"), "").unwrap();
        let address = address(&folder, "a#b.md").unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(address.contains("links%20of%20testbed%20%C3%A9%20"), "{address}");
        assert!(address.ends_with("/a%23b.md"), "{address}");
    }
}
