//! Content of a page: objects with sizes, and the objects whose arrival makes the browser request
//! others.
//!
//! Owns the file format of pages, its checks, the built-in pages, and the naming of a page in
//! scenarios. Does not own the models from which pages are drawn: see [`super::page_model`].

use std::collections::BTreeMap;
use std::sync::Arc;

use skyseam_base::Duration;
use skyseam_params::document::{self, SourceSpan, Spanned, Value};
use skyseam_params::names::{read_name, schema_of_names};
use skyseam_params::serde_json::{Value as Json, json};
use skyseam_params::shape::{List, table};
use skyseam_params::text_values::{FileName, FreeText, Name};
use skyseam_params::values::{Flag, Probability, Span};
use skyseam_params::{Catalogue, Definitions, Model, Parameter, Problems, Shape, error, units};

use super::page_model::PageModel;
use crate::file::FileSize;

/// Built-in pages: name, description, text.
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

/// Maximum number of objects of a page.
const MAX_OBJECTS: usize = 10_000;

/// A web page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Objects in the order of the file.
    pub objects: Vec<Object>,
}

/// An object of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Name in results.
    pub name: String,
    /// Number of its host, from 0 in the order in which hosts are named.
    pub host: usize,
    /// Bytes of its content, as transferred.
    pub size: u64,
    /// Objects whose arrival makes the browser request it; requested at once if there are none.
    pub after: Vec<usize>,
    /// Share of each of these that must have arrived.
    pub at: f64,
    /// Time from its last byte to the end of its parsing or execution.
    pub parse: Duration,
    /// Whether it is visible without scrolling.
    pub above_fold: bool,
    /// Whether later visits have it in the browser's cache.
    pub cached: bool,
}

table! {
    /// A web page with its objects.
    PageTable "Page" {
        /// One-line title.
        optional title: FreeText,
        /// Source of the values.
        optional source: FreeText,
        /// Objects of the page.
        required objects: List<ObjectTable>,
    }
}

table! {
    /// An object of a web page.
    ObjectTable "PageObject" {
        /// Unique name in the page.
        required name: Name,
        /// Host of the object, to which the browser has connections of its own. Default: one for
        /// all objects without the key.
        optional host: Name,
        /// Bytes of its content, as transferred.
        required size: FileSize,
        /// Objects whose arrival makes the browser request it. Default: it is requested at once.
        optional after: List<Name>,
        /// Share of each of these that must have arrived; at 1 they must also have been parsed.
        optional at: Probability,
        /// Time from its last byte to the end of its parsing or execution.
        default parse: Span = "0 s",
        /// Whether it is visible without scrolling.
        default above_fold: Flag = false,
        /// Whether later visits have it in the browser's cache.
        default cached: Flag = false,
    }
}

impl Page {
    /// Parses a page file; reports problems and returns `None` if there are any.
    pub fn read(text: &str, problems: &mut Problems<'_>) -> Option<Self> {
        let document = document::read(text, problems)?;
        let table = PageTable::read(&document, problems)?;
        let list = table.objects.as_ref()?;
        if !(1..=MAX_OBJECTS).contains(&list.0.len()) {
            problems
                .add(&list.place, "a page has objects")
                .found(format!("{}", list.0.len()))
                .expected(format!("from 1 to {MAX_OBJECTS}"));
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
        let mut hosts = BTreeMap::new();
        for table in &list.0 {
            let next = hosts.len();
            hosts.entry(table.host.as_ref().map(|host| host.0.as_str())).or_insert(next);
        }
        let objects: Option<Vec<Object>> =
            list.0.iter().map(|table| object(table, &numbers, &hosts, problems)).collect();
        let page = Self { objects: objects? };
        if !problems.is_empty() {
            return None;
        }
        page.check_order(&list.0, problems);
        problems.is_empty().then_some(page)
    }

    /// The text of a page file with this page, whose objects have one host.
    pub fn to_toml(&self, title: &str, source: &str) -> String {
        let objects = self.objects.iter().map(|object| {
            let size = units::print_bytes(object.size);
            let mut keys = format!("name = \"{}\", size = \"{size}\"", object.name);
            if !object.after.is_empty() {
                let after = object.after.iter().map(|&one| &self.objects[one].name);
                let after: Vec<String> = after.map(|name| format!("\"{name}\"")).collect();
                keys += &format!(", after = [{}], at = {:?}", after.join(", "), object.at);
            }
            if !object.parse.is_zero() {
                keys += &format!(", parse = \"{}\"", units::print_duration(object.parse));
            }
            for (key, is_so) in [("above_fold", object.above_fold), ("cached", object.cached)] {
                keys += &if is_so { format!(", {key} = true") } else { String::new() };
            }
            format!("    {{ {keys} }},\n")
        });
        let objects: String = objects.collect();
        format!("title = \"{title}\"\nsource = \"{source}\"\n\nobjects = [\n{objects}]\n")
    }

    /// Number of hosts of its objects.
    pub fn hosts(&self) -> usize {
        self.objects.iter().map(|object| object.host + 1).max().unwrap_or(0)
    }

    /// Reports objects that wait for each other.
    fn check_order(&self, tables: &[Spanned<ObjectTable>], problems: &mut Problems<'_>) {
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
            .expected("an order in which each object follows those that it needs")
            .help("remove one of these from `after`");
    }

    /// The built-in page of this name.
    ///
    /// # Panics
    /// If there is none.
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
    table: &Spanned<ObjectTable>,
    numbers: &BTreeMap<&str, usize>,
    hosts: &BTreeMap<Option<&str>, usize>,
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
            .add(&at.place, "`at` is a share of other objects, and this one follows none")
            .help("remove `at`, or name those objects in `after`");
    }
    Some(Object {
        name: table.name.as_ref()?.0.clone(),
        host: hosts[&table.host.as_ref().map(|host| host.0.as_str())],
        size: table.size.as_ref()?.0,
        after,
        at: table.at.as_ref().map_or(1.0, |at| at.0),
        parse: table.parse.as_ref()?.0,
        above_fold: table.above_fold.as_ref()?.0,
        cached: table.cached.as_ref()?.0,
    })
}

fn unknown(name: &Name, all: &BTreeMap<&str, usize>, at: &SourceSpan, problems: &mut Problems<'_>) {
    let nearest = problems.nearest_name(&name.0, all.keys().copied()).map(str::to_owned);
    let problem = problems
        .add(at, "the page has no object of this name")
        .found(format!("\"{}\"", error::short(&name.0)))
        .expected("the name of an object of the page");
    if let Some(nearest) = nearest {
        problem.help(format!("did you mean \"{nearest}\"?"));
    }
}

/// The name of a page in a scenario, and its content.
#[derive(Clone, Debug, PartialEq)]
pub struct PageName {
    /// Name of a built-in page, a path, or the name of a model.
    pub name: String,
    /// Page, or model of pages.
    pub content: Content,
}

/// Content that a page's name stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A fixed page.
    Fixed(Arc<Page>),
    /// Pages drawn from a model.
    Drawn(Model<dyn PageModel>),
}

impl PageName {
    const ENDING: &'static str = ".toml";

    /// Creates a name for `page`.
    pub fn of(name: &str, page: Page) -> Self {
        Self { name: name.to_owned(), content: Content::Fixed(Arc::new(page)) }
    }

    /// Creates pages drawn from `model`.
    pub fn drawn(model: Model<dyn PageModel>) -> Self {
        Self { name: model.name().to_owned(), content: Content::Drawn(model) }
    }
}

impl Shape for PageName {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let models = model_names(problems.catalogue());
        if matches!(value.value, Value::Table(_))
            || matches!(&value.value, Value::Text(text) if models.contains(&text.as_str()))
        {
            return Model::read(value, problems).map(Self::drawn);
        }
        if FileName::of(&value.value).is_some_and(|path| path.ends_with(Self::ENDING)) {
            let file = Spanned::new(FileName::read(value, problems)?, value.place.clone());
            let text = problems.text_of(&file)?;
            let mut own = Problems::new(text);
            let page = Page::read(text, &mut own);
            if own.is_empty() {
                return Some(Self::of(&file.value.0, page?));
            }
            problems.adopt(&file, own.into_errors(&file.value.0));
            return None;
        }
        let names: Vec<&str> = BUILT_IN.iter().map(|(name, ..)| *name).chain(models).collect();
        let number = read_name(value, "a page", &names, problems)?;
        let name = names[number].to_owned();
        Some(Self { content: Content::Fixed(Page::built_in(&name)), name })
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let models = Model::<dyn PageModel>::schema(definitions);
        let rows = BUILT_IN.iter().map(|(name, summary, _)| (*name, format!("{summary}.")));
        let names = schema_of_names(rows);
        json!({
            "oneOf": [
                { "type": "string", "enum": names["enum"] },
                { "type": "string", "pattern": "\\.toml$" },
                models,
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
        match &own.content {
            Content::Fixed(_) => json!(own.name),
            Content::Drawn(model) => model.print(),
        }
    }
}

/// Names of the models from which pages are drawn.
fn model_names(catalogue: &Catalogue) -> Vec<&'static str> {
    catalogue.members::<dyn PageModel>().iter().map(|member| member.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Page, String> {
        let mut problems = Problems::new(text);
        Page::read(text, &mut problems).ok_or_else(|| problems.into_errors("page").to_string())
    }

    /// Goal: built-in pages agree with their sources. Method: objects and bytes are counted.
    #[test]
    fn built_in_pages_are_what_they_say() {
        let page = Page::built_in("median-2024");
        assert_eq!(page.objects.len(), 71);
        let bytes: u64 = page.objects.iter().map(|object| object.size).sum();
        assert_eq!(bytes / 1_000, 2_652);
        assert_eq!(Page::built_in("plain").objects.len(), 13);
    }

    /// Goal: objects that wait for each other are reported, with the cycle.
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
