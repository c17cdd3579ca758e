//! Line and column of a byte in a text, and the excerpt of the line that is shown.
//!
//! A text can have very many lines, with a problem in each of them, or one very long line: lines
//! are counted once for the whole text, and only an excerpt of a long line is shown.

/// A line and its number, counted from 1.
pub type FileRow<'t> = (usize, &'t str);

/// Maximum number of characters of a line that are shown.
pub(crate) const SHOWN: usize = 120;

/// Excerpt of a line around a location, and the column of the location within it, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    pub(crate) column: usize,
}

/// Index of lines and characters of a text.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// Offset of the first byte of each line.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Indexes `text`.
    pub(crate) fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self { text, starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// Line of a byte, from 1.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte)
    }

    /// Line and column in characters of a byte, both from 1, and the excerpt of the line around it.
    pub(crate) fn locate(&self, byte: usize) -> (usize, usize, Excerpt) {
        let line = self.line(byte);
        let start = self.starts[line - 1];
        let end = self.starts.get(line).map_or(self.text.len(), |next| next - 1);
        let end = if self.text[..end].ends_with('\r') { (end - 1).max(start) } else { end };
        let column = self.text[start..byte].chars().count() + 1;
        (line, column, around(&self.text[start..end], byte - start, column))
    }
}

/// The excerpt of `line` around the character that begins at `byte`, or around its end.
fn around(line: &str, byte: usize, column: usize) -> Excerpt {
    let length = line.chars().count();
    if length <= SHOWN {
        return Excerpt { text: line.to_string(), column };
    }
    let first = column.saturating_sub(1 + SHOWN / 2).min(length - SHOWN);
    let back = (column - 1).min(length) - first;
    let head = &line[..byte.min(line.len())];
    let start = match back {
        0 => head.len(),
        _ => head.char_indices().rev().nth(back - 1).map_or(0, |(at, _)| at),
    };
    let text = line[start..].chars().take(SHOWN).collect();
    Excerpt { text, column: column - first }
}

/// The excerpt of a line around its first non-blank character, and that character's column; for
/// lines of which only the text is known.
pub(crate) fn beginning(line: &str) -> (usize, Excerpt) {
    let blank = line.len() - line.trim_start().len();
    let column = line[..blank].chars().count() + 1;
    (column, around(line, blank, column))
}

/// At most 60 characters of a text from a file, with control characters escaped.
pub fn short(text: &str) -> String {
    short_to(text, 60)
}

/// At most `most` characters of a text from a file, with control characters escaped.
pub fn short_to(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).collect();
    if text.chars().nth(most).is_some() {
        shown.push_str("...");
    }
    match shown.contains(char::is_control) {
        true => shown.chars().flat_map(escape).collect(),
        false => shown,
    }
}

/// The escape of a control character; any other character unchanged.
fn escape(c: char) -> Vec<char> {
    if c.is_control() { c.escape_default().collect() } else { vec![c] }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with counting from the beginning, at every character of short and long lines, of
    /// one byte and of several per character, and with either line ending.
    #[test]
    fn every_character_is_where_counting_finds_it() {
        let long: String = (0..3000).map(|i| if i % 7 == 0 { 'ß' } else { 'x' }).collect();
        let text = format!("a\n\nß = 1\r\n{long}\n{long}\r\nlast");
        let lines = Lines::new(&text);
        let (mut line, mut column) = (1, 1);
        for (at, c) in text.char_indices() {
            let (found_line, found_column, part) = lines.locate(at);
            assert_eq!((found_line, found_column), (line, column), "byte {at}");
            let all: Vec<char> = text.lines().nth(line - 1).unwrap().chars().collect();
            assert_eq!(part.text.chars().count(), all.len().min(SHOWN), "byte {at}");
            if column <= all.len() {
                assert_eq!(part.text.chars().nth(part.column - 1), Some(c), "byte {at}");
            }
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        assert_eq!(lines.locate(text.len()).1, 5);
    }

    #[test]
    fn an_empty_text_has_one_line() {
        let (line, column, part) = Lines::new("").locate(0);
        assert_eq!((line, column, part.text.as_str()), (1, 1, ""));
    }
}
