//! Common parts of the tests: their files.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::fs;
use std::path::{Path, PathBuf};

use skyseam_scenario::{Files, Parsed, ScenarioErrors, references};

/// The crate's tests/broken directory.
pub fn broken_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken")
}

/// The directory scenarios/.
pub fn examples_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

/// Name and text of every example in scenarios/.
pub fn examples() -> Vec<(String, String)> {
    toml_files(&examples_directory())
}

/// Files to which a scenario in `directory` refers.
pub fn files(text: &str, directory: &Path) -> Files {
    let mut files = Files::new();
    for reference in references(text) {
        match fs::read(directory.join(&reference.path)) {
            Ok(bytes) => files.insert(reference.path, bytes),
            Err(_) => {
                let why = format!("there is no file {}", reference.path);
                files.insert_unreadable(reference.path, why);
            }
        }
    }
    files
}

/// Parses a scenario in `directory`, reading its files from there.
pub fn parse(text: &str, name: &str, directory: &Path) -> Result<Parsed, ScenarioErrors> {
    skyseam_sim::parse(text, name, &files(text, directory))
}

/// Name and text of every broken scenario.
pub fn broken() -> Vec<(String, String)> {
    toml_files(&broken_directory())
}

fn toml_files(directory: &Path) -> Vec<(String, String)> {
    let entries =
        fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        (name, text)
    };
    files.into_iter().map(read).collect()
}
