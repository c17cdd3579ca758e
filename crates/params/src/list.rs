//! Wrappers of values: a list, and a table that may have failed to parse.

use serde_json::{Value as Json, json};

use crate::document::{Spanned, Value};
use crate::error::Problems;
use crate::parameters::{Keys, Parameter};
use crate::shape::{Definitions, Shape, last_key};

/// A list whose elements are read independently: a bad one is reported and omitted, until there are
/// enough problems.
#[derive(Debug)]
pub struct List<T>(pub Vec<Spanned<T>>);

/// Access to a list that may be absent.
pub trait Items<T> {
    /// The elements that could be read; none of an absent list.
    fn items(&self) -> std::slice::Iter<'_, Spanned<T>>;
}

impl<T> Items<T> for Option<Spanned<List<T>>> {
    fn items(&self) -> std::slice::Iter<'_, Spanned<T>> {
        self.as_ref().map_or(&[][..], |list| &list.0).iter()
    }
}

impl<T: Parameter> Parameter for List<T> {
    type Own = Vec<T::Own>;

    fn own(self) -> Self::Own {
        self.0.into_iter().map(|item| item.value.own()).collect()
    }

    fn print(own: &Self::Own) -> Json {
        own.iter().map(T::print).collect()
    }
}

impl<T: Shape> Shape for List<T> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let Value::List(items) = &value.value else {
            let key = last_key(&value.place.path);
            let problem = problems.refuse(value, "must be a list");
            if matches!(&value.value, Value::Table(_)) {
                problem
                    .expected(format!("[[{key}]]"))
                    .help("double the brackets: one [[...]] each");
            } else {
                problem.expected("a list in brackets: [ ... ]");
            }
            return None;
        };
        let mut read = Vec::new();
        for item in items {
            if problems.are_enough() {
                break;
            }
            let value = T::read(item, problems);
            read.extend(value.map(|value| Spanned::new(value, item.place.clone())));
        }
        Some(Self(read))
    }

    fn schema(definitions: &mut Definitions) -> Json {
        json!({ "type": "array", "items": T::schema(definitions) })
    }
}

/// A table that may have failed to parse, with its location and keys.
#[derive(Debug)]
pub struct Tried<T> {
    /// Parsed table; `None` if a problem was reported.
    pub read: Option<T>,
    /// Keys of the table.
    pub keys: Keys,
}

impl<T: Shape> Shape for Tried<T> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let read = T::read(value, problems);
        let is_known = read.is_some() || matches!(&value.value, Value::Table(_));
        is_known.then(|| Self { read, keys: Keys::new(value) })
    }

    fn schema(definitions: &mut Definitions) -> Json {
        T::schema(definitions)
    }
}
