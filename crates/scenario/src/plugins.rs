//! Tables of a scenario or sweep that choose a model written in Python: the caller loads it before
//! the text is read.

use crate::document::read;
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
    let Some(document) = read(text, &mut Problems::new(text)) else { return found };
    document.walk(&mut |table| {
        let word = |key: &str| table.get(key)?.text().map(str::to_owned);
        if let Some(kind) = table.get("kind").filter(|kind| kind.text() == Some(PYTHON)) {
            found.push(PluginTable {
                path: table.place.path.clone(),
                line: text[..kind.place.start].matches('\n').count() + 1,
                class: word("class"),
                file: word("file"),
            });
        }
    });
    found
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
