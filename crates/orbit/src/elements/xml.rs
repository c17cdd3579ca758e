//! OMM as XML: `ndm` with any number of `omm`, or one `omm` (CCSDS 505.0-B-3, Sec. 4.5).

use roxmltree::{Document, Node};

use super::error::ElementsError;
use super::omm::{Field, Message};

/// The messages of a file.
pub(super) fn messages(text: &str) -> Result<Vec<Message>, ElementsError> {
    let document = Document::parse(text).map_err(|error| {
        ElementsError::new(error.pos().row as usize, format!("not XML: {error}"))
            .expected("an `ndm` element with `omm` elements")
            .help("fetch the file again, it is cut short or was edited")
    })?;
    // Counting lines from the start for every element would take quadratic time.
    let newlines: Vec<usize> =
        text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
    let line = |node: &Node<'_, '_>| 1 + newlines.partition_point(|&at| at < node.range().start);
    let root = document.root_element();
    if !["ndm", "omm"].contains(&root.tag_name().name()) {
        return Err(ElementsError::new(line(&root), "not an XML file of elements")
            .found(root.tag_name().name())
            .expected("`ndm` or `omm`")
            .help("fetch GP data as XML"));
    }
    let messages = root.descendants().filter(|node| named(node, "omm"));
    let field = |node: Node<'_, '_>| Field {
        keyword: node.tag_name().name().to_string(),
        value: node.text().unwrap_or("").trim().to_string(),
        unit: node.attribute("units").map(str::to_string),
        line: line(&node),
    };
    let leaves = |omm: &Node<'_, '_>| {
        let inside = omm.descendants().filter(|node| node.is_element());
        inside.filter(|node| !node.children().any(|child| child.is_element())).map(field).collect()
    };
    Ok(messages.map(|omm| Message { line: line(&omm), fields: leaves(&omm) }).collect())
}

/// Whether this is an element of that name, in any namespace: files differ in it.
fn named(node: &Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}
