//! What a page is: objects with sizes, and which of them make the browser ask for which others.
//!
//! Owns the file format of pages, its checks, and the pages that are built in.

use std::collections::BTreeMap;
use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_params::document::{self, At, Place, Value};
use skyseam_params::names::{read_name, schema_of_names};
use skyseam_params::serde_json::{Value as Json, json};
use skyseam_params::shape::{List, table};
use skyseam_params::text_values::{FileName, Line, Name};
use skyseam_params::values::{Flag, Probability, Span};
use skyseam_params::{Definitions, Parameter, Problems, Shape, error};

use crate::app::file::FileSize;

/// Pages that are built in: name, what it is, text.
const BUILT_IN: [(&str, &str, &str); 2] = [
    (
        "median-2024",
        "71 objects, 2.65 MB: the median page for desktops of October 2024, objects of each type \
         equally long (HTTP Archive, Web Almanac 2024, Page Weight)",
        include_str!("pages/median-2024.toml"),
    ),
    (
        "plain",
        "a document of 20 kB with a style sheet, a script and ten images of 15 kB (made up)",
        include_str!("pages/plain.toml"),
    ),
];

/// More objects are no page.
const MOST_OBJECTS: usize = 10_000;

/// A page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Its objects, in the order of the file.
    pub objects: Vec<Object>,
}

/// An object of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Name in results.
    pub name: String,
    /// Bytes of its content, as transferred.
    pub size: u64,
    /// The objects that make the browser ask for it; asked for at once if there are none.
    pub after: Vec<usize>,
    /// The share of each of those that has to have arrived.
    pub at: f64,
    /// From its last byte to the end of its parsing or execution.
    pub parse: Duration,
    /// Whether it is seen without scrolling.
    pub above_fold: bool,
    /// Whether later visits have it in the browser's cache.
    pub cached: bool,
}

table! {
    /// A web page: its objects.
    PageTable "Page" {
        /// One line for people.
        optional title: Line,
        /// Where its values come from.
        optional source: Line,
        /// Its objects.
        required objects: List<ObjectTable>,
    }
}

table! {
    /// An object of a web page.
    ObjectTable "PageObject" {
        /// Name, unique in the page.
        required name: Name,
        /// Bytes of its content, as transferred.
        required size: FileSize,
        /// The objects that make the browser ask for it. Default: it is asked for at once.
        optional after: List<Name>,
        /// The share of each of those that has to have arrived; at 1 they also have to be parsed.
        optional at: Probability,
        /// From its last byte to the end of its parsing or execution.
        default parse: Span = "0 s",
        /// Whether it is seen without scrolling.
        default above_fold: Flag = false,
        /// Whether later visits have it in the browser's cache.
        default cached: Flag = false,
    }
}

impl Page {
    /// Reads a file of a page; `None` when something is wrong with it, which is noted.
    pub fn read(text: &str, problems: &mut Problems<'_>) -> Option<Self> {
        let document = document::read(text, problems)?;
        let table = PageTable::read(&document, problems)?;
        let list = table.objects.as_ref()?;
        if !(1..=MOST_OBJECTS).contains(&list.0.len()) {
            problems
                .add(&list.place, "a page has objects")
                .found(format!("{}", list.0.len()))
                .expected(format!("from 1 to {MOST_OBJECTS}"));
        }
        let mut numbers = BTreeMap::new();
        for (number, object) in list.0.iter().enumerate() {
            let Some(name) = &object.name else { continue };
            if numbers.insert(name.0.as_str(), number).is_some() {
                problems
                    .add(&name.place, "two objects have the same name")
                    .found(format!("\"{}\" a second time", error::short(&name.0)))
                    .expected("a name that no other object of the page has");
            }
        }
        let objects: Option<Vec<Object>> =
            list.0.iter().map(|table| object(table, &numbers, problems)).collect();
        let page = Self { objects: objects? };
        if !problems.is_empty() {
            return None;
        }
        page.check_order(&list.0, problems);
        problems.is_empty().then_some(page)
    }

    /// Notes objects that wait for each other.
    fn check_order(&self, tables: &[At<ObjectTable>], problems: &mut Problems<'_>) {
        let mut missing: Vec<usize> = self.objects.iter().map(|one| one.after.len()).collect();
        let mut ready: Vec<usize> =
            (0..missing.len()).filter(|&number| missing[number] == 0).collect();
        let mut known = 0;
        while let Some(parent) = ready.pop() {
            known += 1;
            for (number, object) in self.objects.iter().enumerate() {
                for _ in object.after.iter().filter(|&&one| one == parent) {
                    missing[number] -= 1;
                    if missing[number] == 0 {
                        ready.push(number);
                    }
                }
            }
        }
        if known == self.objects.len() {
            return;
        }
        // From any that is left, parents that are left lead into a circle.
        let first = missing.iter().position(|&count| count > 0).unwrap_or(0);
        let (mut at, mut path) = (first, Vec::new());
        while !path.contains(&at) {
            path.push(at);
            at = *self.objects[at].after.iter().find(|&&one| missing[one] > 0).unwrap_or(&at);
        }
        let circle: Vec<usize> = path.iter().copied().skip_while(|&one| one != at).collect();
        let names = circle.iter().chain([&at]).map(|&one| self.objects[one].name.as_str());
        let found: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
        let place = tables[at].after.as_ref().map_or(&tables[at].place, |after| &after.place);
        problems
            .add(place, "objects wait for each other")
            .found(found.join(" after "))
            .expected("an order in which each object comes after those that it needs")
            .help("remove one of these from `after`");
    }

    /// The page of this name that is built in.
    ///
    /// # Panics
    /// When there is none.
    pub fn built_in(name: &str) -> Arc<Self> {
        let (_, _, text) = BUILT_IN.iter().find(|(own, ..)| *own == name).expect("a page");
        let mut problems = Problems::new(text);
        match Self::read(text, &mut problems) {
            Some(page) => Arc::new(page),
            None => panic!("{}", problems.into_errors(name)),
        }
    }
}

fn object(
    table: &At<ObjectTable>,
    numbers: &BTreeMap<&str, usize>,
    problems: &mut Problems<'_>,
) -> Option<Object> {
    let mut after = Vec::new();
    for name in table.after.iter().flat_map(|list| &list.0) {
        match numbers.get(name.0.as_str()) {
            Some(&number) => after.push(number),
            None => unknown(name, numbers, &name.place, problems),
        }
    }
    if let Some(at) = table.at.as_ref().filter(|_| table.after.is_none()) {
        problems
            .add(&at.place, "`at` is a share of other objects, and this one comes after none")
            .help("remove `at`, or name those objects in `after`");
    }
    Some(Object {
        name: table.name.as_ref()?.0.clone(),
        size: table.size.as_ref()?.0,
        after,
        at: table.at.as_ref().map_or(1.0, |at| at.0),
        parse: table.parse.as_ref()?.0,
        above_fold: table.above_fold.as_ref()?.0,
        cached: table.cached.as_ref()?.0,
    })
}

fn unknown(name: &Name, all: &BTreeMap<&str, usize>, at: &Place, problems: &mut Problems<'_>) {
    let nearest = problems.nearest_name(&name.0, all.keys().copied()).map(str::to_owned);
    let problem = problems
        .add(at, "the page has no object of this name")
        .found(format!("\"{}\"", error::short(&name.0)))
        .expected("the name of an object of the page");
    if let Some(nearest) = nearest {
        problem.help(format!("did you mean \"{nearest}\"?"));
    }
}

/// A page as a scenario names it, and what was read under that name.
#[derive(Clone, Debug, PartialEq)]
pub struct PageName {
    /// The name of a page that is built in, or a path.
    pub name: String,
    /// The page.
    pub content: Arc<Page>,
}

impl PageName {
    const ENDING: &'static str = ".toml";

    /// `page` under this name.
    pub fn of(name: &str, page: Page) -> Self {
        Self { name: name.to_owned(), content: Arc::new(page) }
    }
}

impl Shape for PageName {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        if FileName::of(&value.value).is_some_and(|path| path.ends_with(Self::ENDING)) {
            let file = At::new(FileName::read(value, problems)?, value.place.clone());
            let text = problems.text_of(&file)?;
            let mut own = Problems::new(text);
            let page = Page::read(text, &mut own);
            if own.is_empty() {
                return Some(Self { name: file.value.0, content: Arc::new(page?) });
            }
            problems.adopt(&file, own.into_errors(&file.value.0));
            return None;
        }
        let names = BUILT_IN.map(|(name, ..)| name);
        let number = read_name(value, "a page", &names, problems)?;
        let name = names[number].to_owned();
        Some(Self { content: Page::built_in(&name), name })
    }

    fn schema(_: &mut Definitions) -> Json {
        let rows = BUILT_IN.iter().map(|(name, summary, _)| (*name, format!("{summary}.")));
        let names = schema_of_names(rows);
        json!({
            "oneOf": [
                { "type": "string", "enum": names["enum"] },
                { "type": "string", "pattern": "\\.toml$" },
            ],
            "description": names["description"],
        })
    }
}

impl Parameter for PageName {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        json!(own.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Page, String> {
        let mut problems = Problems::new(text);
        Page::read(text, &mut problems).ok_or_else(|| problems.into_errors("page").to_string())
    }

    /// Goal: what is built in is what its source says. Method: objects and bytes are counted.
    #[test]
    fn built_in_pages_are_what_they_say() {
        let page = Page::built_in("median-2024");
        assert_eq!(page.objects.len(), 71);
        let bytes: u64 = page.objects.iter().map(|object| object.size).sum();
        assert_eq!(bytes / 1_000, 2_652);
        assert_eq!(Page::built_in("plain").objects.len(), 13);
    }

    /// Goal: objects that wait for each other are named, with the way round.
    #[test]
    fn a_circle_is_named() {
        let text = r#"
            objects = [
                { name = "a", size = "1 kB" },
                { name = "b", size = "1 kB", after = ["a", "d"] },
                { name = "c", size = "1 kB", after = ["b"] },
                { name = "d", size = "1 kB", after = ["c"] },
            ]
        "#;
        let message = read(text).expect_err("a circle");
        assert!(message.contains(r#""b" after "d" after "c" after "b""#), "{message}");
        assert!(message.contains("line 4") || message.contains(":4:"), "{message}");
    }

    #[test]
    fn an_unknown_object_and_an_empty_page_are_refused() {
        let text = r#"objects = [{ name = "index", size = "1 kB" },
                                 { name = "b", size = "1 kB", after = ["indx"] }]"#;
        let message = read(text).expect_err("no such object");
        assert!(message.contains("did you mean \"index\"?"), "{message}");
        assert!(read("objects = []").is_err());
    }
}
