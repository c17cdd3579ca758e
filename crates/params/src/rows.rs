//! Rows of text files beside a scenario: fields separated by commas or blanks, quoted or not.
//!
//! The crate `csv` splits fields and handles quotes (RFC 4180). Owns line numbers, comments after
//! fields, and the limit on the number of problems.

use csv::{ReaderBuilder, StringRecord};

use crate::error::short;
use crate::file_values::{Faults, FileColumn, FileRow};

/// Iterator over the rows of a file. Empty lines are skipped, and so is text after a `#` outside of
/// quotes.
#[derive(Debug)]
pub struct Rows<'t> {
    text: &'t str,
    separator: u8,
    reader: csv::Reader<&'t [u8]>,
    record: StringRecord,
    /// Offset up to which lines are counted, and the number of its line.
    counted: (usize, usize),
    row: FileRow<'t>,
}

/// The fields of a row.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'r, 't> {
    /// First line of the row.
    pub row: FileRow<'t>,
    record: &'r StringRecord,
    by_blanks: bool,
}

impl<'t> Rows<'t> {
    /// The rows of a text whose fields are separated by commas.
    pub fn of(text: &'t str) -> Self {
        Self::separated(text, b',')
    }

    /// Iterator over the rows of a text whose fields are separated by any number of blanks.
    pub fn of_words(text: &'t str) -> Self {
        Self::separated(text, b' ')
    }

    fn separated(text: &'t str, separator: u8) -> Self {
        Self {
            text,
            separator,
            reader: reader(separator).from_reader(text.as_bytes()),
            record: StringRecord::new(),
            counted: (0, 1),
            row: (1, ""),
        }
    }

    /// The next row; `None` after the last one, and when there are too many problems to report
    /// individually.
    pub fn next<'r>(&'r mut self, faults: &Faults<'_, '_, '_>) -> Option<Fields<'r, 't>> {
        if faults.is_full() {
            return None;
        }
        // The text is UTF-8 and rows may have any number of fields, so nothing is refused.
        while self.reader.read_record(&mut self.record).is_ok_and(|is_there| is_there) {
            let start = self.record.position().map_or(0, |position| position.byte() as usize);
            self.row = self.row_at(start);
            if self.record.iter().any(|field| field.contains('#')) {
                self.cut_comment();
            }
            if self.record.iter().any(|field| !field.trim().is_empty()) || self.record.len() > 1 {
                let by_blanks = self.separator == b' ';
                return Some(Fields { row: self.row, record: &self.record, by_blanks });
            }
        }
        None
    }

    /// The next row that has a number in each of these columns, within its range; reports a problem
    /// for each row before it, whose `expected` fields it names.
    pub fn numbers<const N: usize>(
        &mut self,
        columns: &[FileColumn; N],
        expected: &str,
        faults: &mut Faults<'_, '_, '_>,
    ) -> Option<(FileRow<'t>, [f64; N])> {
        loop {
            let fields = self.next(faults)?;
            let row = fields.row;
            let Some(texts) = fields.array::<N>() else {
                faults
                    .add(row, format!("a row has {N} numbers"))
                    .found(format!("{} fields", fields.count()))
                    .expected(expected);
                continue;
            };
            let numbers =
                std::array::from_fn(|number| faults.number(row, columns[number], texts[number]));
            if numbers.iter().all(Option::is_some) {
                return Some((row, numbers.map(Option::unwrap_or_default)));
            }
        }
    }

    /// Whether the first row names these columns; reports a problem if it does not.
    pub fn names(&mut self, columns: &[&str], faults: &mut Faults<'_, '_, '_>) -> bool {
        let named: Vec<&str> = self.next(faults).map_or(Vec::new(), |head| head.iter().collect());
        if named == columns {
            return true;
        }
        let found = named.join(",");
        let problem = faults.add(self.row, "the first line does not name the columns");
        if !found.is_empty() {
            problem.found(format!("\"{}\"", short(&found)));
        }
        problem.expected(columns.join(","));
        false
    }

    /// The row that was read last; the first line if none was.
    pub fn last(&self) -> FileRow<'t> {
        self.row
    }

    /// The line of a record that begins at a byte, or after line ends and comments there, which the
    /// library includes in the record.
    fn row_at(&mut self, mut start: usize) -> FileRow<'t> {
        let bytes = self.text.as_bytes();
        while let Some(byte @ (b'\r' | b'\n' | b'#')) = bytes.get(start) {
            let comment = bytes[start..].iter().take_while(|byte| **byte != b'\n').count();
            start += if *byte == b'#' { comment } else { 1 };
        }
        let (counted, number) = self.counted;
        let number = number + bytes[counted..start].iter().filter(|byte| **byte == b'\n').count();
        self.counted = (start, number);
        (number, self.text[start..].lines().next().unwrap_or(""))
    }

    /// Removes a comment from the record that was read last, if it has one.
    fn cut_comment(&mut self) {
        let end = self.reader.position().byte() as usize;
        let of_record = &self.text[self.counted.0..end.min(self.text.len())];
        let mut is_quoted = false;
        let comment = of_record.bytes().position(|byte| {
            is_quoted ^= byte == b'"';
            byte == b'#' && !is_quoted
        });
        let Some(comment) = comment else { return };
        let before = &of_record.as_bytes()[..comment];
        let mut reader = reader(self.separator).buffer_capacity(256).from_reader(before);
        if !reader.read_record(&mut self.record).is_ok_and(|is_there| is_there) {
            self.record.clear();
        }
    }
}

fn reader(separator: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(separator).comment(Some(b'#'));
    builder
}

impl<'r> Fields<'r, '_> {
    /// Fields without surrounding blanks.
    pub fn iter(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        let by_blanks = self.by_blanks;
        let fields = self.record.iter().map(str::trim);
        fields.filter(move |field| !by_blanks || !field.is_empty())
    }

    /// The fields as an array, if there are `N`.
    pub fn array<const N: usize>(&self) -> Option<[&'r str; N]> {
        let mut fields = self.iter();
        let mut array = [""; N];
        for place in &mut array {
            *place = fields.next()?;
        }
        fields.next().is_none().then_some(array)
    }

    /// Number of fields.
    pub fn count(&self) -> usize {
        self.iter().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{SourceSpan, Spanned};
    use crate::error::Problems;
    use crate::text_values::FileName;

    /// Each row as its line and fields.
    fn rows(text: &str, by_words: bool) -> Vec<(usize, String, Vec<String>)> {
        let mut problems = Problems::new("");
        let name = Spanned::new(FileName("file".into()), SourceSpan::default());
        let faults = Faults::of(&name, &mut problems);
        let mut rows = if by_words { Rows::of_words(text) } else { Rows::of(text) };
        let mut found = Vec::new();
        while let Some(fields) = rows.next(&faults) {
            let texts = fields.iter().map(str::to_string).collect();
            found.push((fields.row.0, fields.row.1.to_string(), texts));
        }
        found
    }

    fn fields(text: &str) -> Vec<(usize, Vec<String>)> {
        rows(text, false).into_iter().map(|(line, _, fields)| (line, fields)).collect()
    }

    fn of(line: usize, fields: &[&str]) -> (usize, Vec<String>) {
        (line, fields.iter().map(ToString::to_string).collect())
    }

    /// Goal: rows and their lines are those of the file, with either line ending. Method: comments
    /// at all places, blank lines, and quotes around commas, quotes, number signs and line ends.
    #[test]
    fn rows_are_where_they_stand() {
        let text =
            "\n# a\na, b\n\n  # c\n1,2 # d, e\n\"x, \"\"y\"\" # z\",3\n\"p\nq\",4 # \"\n,\n5,6";
        let expected = [
            of(3, &["a", "b"]),
            of(6, &["1", "2"]),
            of(7, &["x, \"y\" # z", "3"]),
            of(8, &["p\nq", "4"]),
            of(10, &["", ""]),
            of(11, &["5", "6"]),
        ];
        assert_eq!(fields(text), expected);
        let mut crlf = expected.clone();
        crlf[3].1[0] = "p\r\nq".into();
        assert_eq!(fields(&text.replace('\n', "\r\n")), crlf);
        assert_eq!(rows("a\r\n\r\n b,\"c\" #d\r\n", false)[1].1, " b,\"c\" #d");
        assert_eq!(fields("\n \n#\n"), []);
    }

    /// Goal: words may be quoted, and separated by any blanks. Method: names with blanks.
    #[test]
    fn words_may_be_quoted() {
        let text = "0  1\r\n\"SAT A\" \"SAT #B\" # c\r\n  2 3  ";
        let found: Vec<_> = rows(text, true).into_iter().map(|(l, _, f)| (l, f)).collect();
        assert_eq!(found, [of(1, &["0", "1"]), of(2, &["SAT A", "SAT #B"]), of(3, &["2", "3"])]);
    }
}
