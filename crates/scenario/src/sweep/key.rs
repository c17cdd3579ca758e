//! Address of a value in a scenario: `run.seed`, `flows[0].transport.congestion`,
//! `terminals.Hawaii.latitude`, `terminals."Los Angeles".latitude`.
//!
//! The address of an element of a list uses its number or its `name`. Owns the parsing and
//! following of addresses; the reader of scenarios, which reads the changed tree, owns the meaning
//! of keys and the check whether a table may have them.

use std::fmt;

use crate::document::{Spanned, Value};
use crate::shape::{listed, nearest};

/// An address, and its spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    written: String,
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A key of a table, or the name of an element of a list.
    Named(String),
    /// The number of an element of a list, counted from 0.
    Numbered(usize),
}

/// The error for an address that leads to no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Astray {
    pub message: String,
    pub help: Option<String>,
}

/// Description of a valid address, for messages.
pub(crate) const EXPECTED: &str = "a key of the scenario, such as \"run.seed\", \
     \"terminals.Hawaii.latitude\" (by name) or \"flows[0].application.size\" (by number)";

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl Key {
    /// Parses an address; `None` if it is invalid.
    pub fn parse(written: &str) -> Option<Self> {
        let mut steps = Vec::new();
        let mut rest = written;
        loop {
            let (name, after) = if let Some(quoted) = rest.strip_prefix('"') {
                quoted.split_once('"')?
            } else {
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                rest.split_at(end)
            };
            if name.is_empty() || name.chars().any(char::is_control) {
                return None;
            }
            steps.push(Step::Named(name.into()));
            rest = after;
            while let Some(inside) = rest.strip_prefix('[') {
                let (number, after) = inside.split_once(']')?;
                let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
                steps.push(Step::Numbered(number.parse().ok().filter(|_| is_number)?));
                rest = after;
            }
            match rest.strip_prefix('.') {
                Some(more) => rest = more,
                None if rest.is_empty() => break,
                None => return None,
            }
        }
        Some(Self { written: written.into(), steps })
    }

    /// The address with this spelling.
    ///
    /// # Panics
    /// If it is invalid.
    pub(crate) fn of(written: &str) -> Self {
        Self::parse(written).expect("a valid address")
    }

    /// The address of `key` in the table at this address.
    pub(crate) fn inside(&self, key: &str) -> Self {
        let mut steps = self.steps.clone();
        steps.push(Step::Named(key.into()));
        Self { written: format!("{}.{key}", self.written), steps }
    }

    /// Whether two addresses overlap in `document`, so that they cannot both be set.
    pub(crate) fn meets(&self, other: &Self, document: &Spanned<Value>) -> bool {
        let (mine, its) = (self.place(document), other.place(document));
        let short = mine.len().min(its.len());
        mine[..short] == its[..short]
    }

    /// The steps, with every name of an element replaced by its number.
    fn place(&self, document: &Spanned<Value>) -> Vec<Step> {
        let mut at = Some(&document.value);
        let mut place = Vec::new();
        for step in &self.steps {
            let found = at.and_then(|value| find(value, step));
            place.push(match (at, found) {
                (Some(Value::List(_)), Some(number)) => Step::Numbered(number),
                _ => step.clone(),
            });
            at = at.zip(found).and_then(|(value, number)| child(value, number));
        }
        place
    }

    /// The value at the address.
    pub(crate) fn find<'d>(&self, document: &'d Spanned<Value>) -> Option<&'d Value> {
        self.steps.iter().try_fold(&document.value, |at, step| {
            find(at, step).and_then(|number| child(at, number))
        })
    }

    /// Sets the value at the address in `document`; creates tables on the way.
    pub(crate) fn set(&self, document: &mut Spanned<Value>, value: &Value) -> Result<(), Astray> {
        let mut at = document;
        for (number, step) in self.steps.iter().enumerate() {
            let is_list = matches!(self.steps.get(number + 1), Some(Step::Numbered(_)));
            if let Step::Named(name) = step
                && !is_list
            {
                // A table that is not there yet, or the value itself: the reader of scenarios says
                // whether there may be one.
                let place = at.place.key(name, 0..0);
                at.value.get_or_add(name, &place, || Value::from(()));
            }
            let Some(found) = find(&at.value, step) else {
                return Err(self.astray(number, &at.value));
            };
            at = match &mut at.value {
                Value::Table(entries) => &mut entries[found].value,
                list => &mut list.items_mut()[found],
            };
        }
        at.value = value.clone();
        at.move_to(at.place.path.clone(), Some(&(0..0)));
        Ok(())
    }

    /// The error for the step of this number, which leads nowhere from the value `at`.
    fn astray(&self, number: usize, at: &Value) -> Astray {
        let names: Vec<&str> = at.items().iter().filter_map(|item| name_of(item)).collect();
        let mut help = None;
        let why = match (at, &self.steps[number]) {
            (Value::List(items), Step::Numbered(_)) => {
                format!("the list has {} elements, counted from 0", items.len())
            }
            (Value::List(_), Step::Named(name)) => {
                help = Some(match nearest(name, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if names.is_empty() => "write [0] for the first element".into(),
                    None => format!("there are {}", listed(&names)),
                });
                "no element of the list has this name".into()
            }
            (Value::Table(_), Step::Named(_)) => "the scenario has no such list".into(),
            (_, Step::Named(_)) => format!("found {}, expected a table or a list", at.described()),
            (_, Step::Numbered(_)) => format!("found {}, expected a list", at.described()),
        };
        let step = match &self.steps[number] {
            Step::Named(name) => format!("`{name}`"),
            Step::Numbered(index) => format!("[{index}]"),
        };
        Astray { message: format!("the key \"{self}\" leads nowhere at {step}: {why}"), help }
    }
}

/// Number of the entry or element of a step.
fn find(value: &Value, step: &Step) -> Option<usize> {
    match (value, step) {
        (Value::Table(entries), Step::Named(name)) => {
            entries.iter().position(|entry| *entry.key == *name)
        }
        (Value::List(items), Step::Numbered(number)) => (*number < items.len()).then_some(*number),
        (Value::List(items), Step::Named(name)) => {
            items.iter().position(|item| name_of(&item.value) == Some(name))
        }
        _ => None,
    }
}

/// Value of the entry or element with this number.
fn child(value: &Value, number: usize) -> Option<&Value> {
    match value {
        Value::Table(entries) => Some(&entries.get(number)?.value.value),
        Value::List(items) => Some(&items.get(number)?.value),
        _ => None,
    }
}

fn name_of(element: &Value) -> Option<&str> {
    element.get("name")?.text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;
    use crate::error::Problems;

    fn tree(text: &str) -> Spanned<Value> {
        document::read(text, &mut Problems::new(text)).unwrap()
    }

    const TEXT: &str = r#"
        terminals = [{ name = "HNL", latitude = "1 deg" }, { name = "Los Angeles" }]
        run = { seed = 1 }
    "#;

    fn set(written: &str) -> Result<Spanned<Value>, Astray> {
        let mut changed = tree(TEXT);
        Key::parse(written).unwrap().set(&mut changed, &Value::Text("new".into()))?;
        Ok(changed)
    }

    /// Goal: setting an address changes its value and nothing else. Method: the changed tree
    /// compared with that of a text with the change written by hand.
    #[test]
    fn an_address_sets_what_it_names() {
        let plain = |tree: Spanned<Value>| tree.json();
        for (written, by_hand) in [
            ("terminals.HNL.latitude", TEXT.replace("1 deg", "new")),
            ("terminals[0].latitude", TEXT.replace("1 deg", "new")),
            (
                "terminals.\"Los Angeles\".latitude",
                TEXT.replace("s\" }]", "s\", latitude = \"new\" }]"),
            ),
            ("run.seed", TEXT.replace("seed = 1", "seed = \"new\"")),
            ("links.isl.rate", format!("{TEXT}links = {{ isl = {{ rate = \"new\" }} }}")),
        ] {
            assert_eq!(plain(set(written).unwrap()), plain(tree(&by_hand)), "{written}");
        }
    }

    #[test]
    fn addresses_that_are_none_are_refused() {
        for written in ["", ".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a]b[", "\"a"] {
            let key = Key::parse(written);
            assert!(key.is_none() || written == "a]b[", "{written:?} is {key:?}");
        }
        assert_eq!(Key::parse("a[0]x"), None);
        assert_eq!(Key::parse("a[99999999999999999999999]"), None);
    }
}
