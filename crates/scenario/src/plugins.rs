//! Tables of a scenario or sweep that choose a model written in Python: the caller loads it before
//! the text is read.

use crate::document::{Spanned, Value, read};
use crate::error::Problems;

/// Name by which a table chooses a model written in Python.
const PYTHON: &str = "python";

/// A table with `kind = "python"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginTable {
    /// Path of the table.
    pub path: String,
    /// Line of its `kind` in the text.
    pub line: usize,
    /// Its key `class`.
    pub class: Option<String>,
    /// Its key `file`.
    pub file: Option<String>,
}

/// The tables of a scenario or sweep, wherever they are, that choose a model written in Python.
///
/// Tolerates every fault of the text: the reader reports them.
pub fn plugin_tables(text: &str) -> Vec<PluginTable> {
    let mut found = Vec::new();
    if let Some(document) = read(text, &mut Problems::new(text)) {
        collect(text, &document, &mut found);
    }
    found
}

fn collect(text: &str, value: &Spanned<Value>, found: &mut Vec<PluginTable>) {
    match &value.value {
        Value::List(items) => items.iter().for_each(|item| collect(text, item, found)),
        Value::Table(entries) => {
            let word = |key: &str| {
                let entry = entries.iter().find(|entry| *entry.key == key)?;
                let Value::Text(word) = &entry.value.value else { return None };
                Some((word.clone(), entry.value.place.start))
            };
            if let Some((_, start)) = word("kind").filter(|(kind, _)| kind == PYTHON) {
                found.push(PluginTable {
                    path: value.place.path.clone(),
                    line: text[..start].matches('\n').count() + 1,
                    class: word("class").map(|(class, _)| class),
                    file: word("file").map(|(file, _)| file),
                });
            }
            entries.iter().for_each(|entry| collect(text, &entry.value, found));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: tables are found in every form that TOML has, with their places. Method: a text with
    /// each form, and texts that are no scenario.
    #[test]
    fn tables_are_found_wherever_they_are() {
        let text = "handover = { kind = \"python\", class = \"a:B\" }\n\
                    [routing]\nfile = \"r.py\"\nkind = \"python\"\n\
                    [[flows]]\ntransport = { kind = \"tcp\", congestion = { kind = 'python' } }\n\
                    [[vary]]\nvalues = [\"cubic\", { kind = \"python\", class = \"C\", \
                    file = \"c.py\" }]\n";
        let shown = |one: &PluginTable| {
            let words = [&one.class, &one.file].map(|word| word.clone().unwrap_or_default());
            format!("{} {} {}", one.path, one.line, words.join(" "))
        };
        let found: Vec<String> = plugin_tables(text).iter().map(shown).collect();
        let expected = [
            "handover 1 a:B ",
            "routing 4  r.py",
            "flows[0].transport.congestion 6  ",
            "vary[0].values[1] 8 C c.py",
        ];
        assert_eq!(found, expected);
        for none in ["", "kind = 3", "kind = \"python", "routing.kind = \"planned\""] {
            assert_eq!(plugin_tables(none), [], "{none}");
        }
    }
}
