//! OMM as XML: `ndm` with any number of `omm`, or one `omm` (CCSDS 505.0-B-3, Sec. 4.5).
//!
//! Elements are read one after another without building a tree, so time and memory grow only with
//! the size of the file.

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

use super::entries::Entries;
use super::error::ElementsError;
use super::message::{Lines, Message, known};

/// Maximum nesting of elements; an OMM has seven levels (CCSDS 505.0-B-3, Fig. 4-1).
const MAX_DEPTH: usize = 32;
/// Maximum number of attributes of an element, including namespaces.
const MAX_ATTRIBUTES: usize = 32;
/// Expected start of a file.
const EXPECTED: &str = "an `ndm` element with `omm` elements";
/// Advice for a damaged file.
const DOWNLOAD_HINT: &str = "fetch the file again: it is truncated or was edited";

/// Reads the messages of a file.
pub(super) fn read(text: &str, entries: &mut Entries<'_>) -> Result<(), ElementsError> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut file = File { lines: Lines::of(text), ..File::default() };
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            let line = file.lines.at(reader.error_position() as usize);
            not_xml(line, error)
        })?;
        match event {
            Event::Start(tag) => file.open(&tag, start)?,
            Event::End(_) => file.close().map_or(Ok(()), |message| entries.add(message))?,
            Event::Text(text) => file.add_text(&text, start)?,
            Event::CData(text) => file.add_text(&text, start)?,
            Event::GeneralRef(reference) => {
                let character = character(&reference).ok_or_else(|| {
                    not_xml(file.lines.at(start), "an entity that is not XML's own")
                })?;
                file.add_text(&character, start)?;
            }
            Event::DocType(_) => {
                return Err(not_xml(file.lines.at(start), "a document type declaration"));
            }
            Event::Eof => break,
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    match file.open.last() {
        Some(&line) => Err(not_xml(line, "an element is opened and never closed")),
        None if !file.has_root => Err(not_xml(1, "there is no element")),
        None => Ok(()),
    }
}

/// State of reading a file.
#[derive(Default)]
struct File<'t> {
    lines: Lines,
    /// Lines where the open elements begin.
    open: Vec<usize>,
    has_root: bool,
    /// The `omm` being read, and the number of open elements up to and including it.
    omm: Option<(usize, Message<'t>)>,
    /// The innermost open element, unless it has child elements.
    leaf: Option<Leaf>,
}

/// An element without child elements.
struct Leaf {
    keyword: Option<&'static str>,
    text: String,
    unit: Option<String>,
    line: usize,
}

impl<'t> File<'t> {
    /// Opens an element that begins at byte `start`.
    fn open(&mut self, tag: &BytesStart<'_>, start: usize) -> Result<(), ElementsError> {
        let line = self.lines.at(start);
        let local_name = tag.local_name();
        let name = local_name.as_ref();
        if self.open.is_empty() {
            if std::mem::replace(&mut self.has_root, true) {
                return Err(not_xml(line, "a second element behind the first"));
            }
            if !["ndm", "omm"].contains(&name) {
                return Err(ElementsError::new(line, "not an XML file of elements")
                    .found(name)
                    .expected("`ndm` or `omm`")
                    .help("fetch GP data as XML"));
            }
        }
        let unusual = |what: &str, most: usize| {
            ElementsError::new(line, format!("more than {most} {what}"))
                .found(name)
                .expected("an OMM as CCSDS 505.0-B lays it out")
                .help("fetch GP data as XML")
        };
        if self.open.len() == MAX_DEPTH {
            return Err(unusual("elements within one another", MAX_DEPTH));
        }
        self.open.push(line);
        // Looking for attributes that are there twice would take quadratic time.
        let mut attributes = tag.attributes();
        let mut unit = None;
        for (index, attribute) in attributes.with_checks(false).enumerate() {
            if index == MAX_ATTRIBUTES {
                return Err(unusual("attributes of an element", MAX_ATTRIBUTES));
            }
            let attribute = attribute.map_err(|error| not_xml(line, error))?;
            if attribute.key.as_ref() == "units" {
                unit = Some(attribute.value.trim().to_string());
            }
        }
        if name == "omm" {
            if self.omm.is_some() {
                return Err(ElementsError::new(line, "an `omm` within another")
                    .expected("`omm` elements one after another")
                    .help(DOWNLOAD_HINT));
            }
            self.omm = Some((self.open.len(), Message::at(line)));
        }
        self.leaf = Some(Leaf { keyword: known(name), text: String::new(), unit, line });
        Ok(())
    }

    /// Closes the innermost open element; returns the message that ends with it.
    fn close(&mut self) -> Option<Message<'t>> {
        if let Some(leaf) = self.leaf.take()
            && let Some(keyword) = leaf.keyword
            && let Some((_, message)) = &mut self.omm
        {
            let value = leaf.text.trim().to_string();
            message.push(keyword, value.into(), leaf.unit.map(Into::into), leaf.line);
        }
        let depth = self.open.len();
        self.open.pop();
        self.omm.take_if(|(within, _)| *within == depth).map(|(_, message)| message)
    }

    /// Adds text to the innermost open element.
    fn add_text(&mut self, text: &str, start: usize) -> Result<(), ElementsError> {
        if self.open.is_empty() && !text.trim().is_empty() {
            return Err(not_xml(self.lines.at(start), "text outside of all elements").found(text));
        }
        if let Some(leaf) = self.leaf.as_mut().filter(|leaf| leaf.keyword.is_some()) {
            leaf.text.push_str(text);
        }
        Ok(())
    }
}

/// The character that a reference stands for; `None` for entities that a file declares.
fn character(reference: &BytesRef<'_>) -> Option<String> {
    match reference.resolve_char_ref() {
        Ok(Some(character)) => Some(character.to_string()),
        Ok(None) => resolve_predefined_entity(reference).map(str::to_string),
        Err(_) => None,
    }
}

/// The error for a text that is not XML.
fn not_xml(line: usize, why: impl std::fmt::Display) -> ElementsError {
    ElementsError::new(line, format!("not XML: {why}")).expected(EXPECTED).help(DOWNLOAD_HINT)
}
