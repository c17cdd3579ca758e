//! Models whose keys are declared while the program runs, such as those of a plug-in.
//!
//! [`parameters!`](crate::parameters!) declares keys in Rust. Here a value declares them, a
//! [`Description`]; reader, messages, schema and printer treat them like the others. A scenario
//! chooses such a model by a name of its own ([`Member::described`]), or by keys that refer to it,
//! such as a class and its file ([`Member::referred`]).

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::catalogue::Catalogue;
use crate::document::{SourceSpan, Spanned, TableEntry, Value};
use crate::error::{Problems, short};
use crate::format::Format;
use crate::names::read_name;
use crate::parameters::{Declared, Keys, Parameter, Parameters};
use crate::registry::{Chosen, Family, Member, MemberKeys};
use crate::shape::{Definitions, KeySchema, Shape, listed, missing_key};
use crate::text_values::FreeText;
use crate::values::{BitRate, ByteCount, Flag, Span, is_word, read_number, read_whole};

/// Declaration of a model and its keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// Value of `kind` by which a scenario chooses the model.
    pub name: &'static str,
    /// Source of the definition.
    pub source: &'static str,
    /// Documentation.
    pub doc: &'static [&'static str],
    /// Keys with constant values that refer to the model, in the order of manifests; none if its
    /// name suffices.
    pub reference: Vec<(&'static str, &'static str)>,
    /// Keys of the model, in the order of documentation and manifests.
    pub keys: Vec<DescribedKey>,
}

/// Declaration of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedKey {
    /// Name in scenarios.
    pub name: &'static str,
    /// Documentation.
    pub doc: &'static [&'static str],
    /// Kind of its values.
    pub shape: KeyShape,
    /// Lowest and highest value, in s, bit/s or bytes for values with units; `None` for no limit.
    pub limits: [Option<f64>; 2],
    /// Value of an absent key; `None` if the key is required.
    pub default: Option<KeyValue>,
}

/// Kind of a key's values.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyShape {
    /// A duration, possibly zero.
    Duration,
    /// A data rate.
    Rate,
    /// A number of bytes.
    Size,
    /// Finite numbers.
    Number,
    /// Whole numbers.
    Integer,
    /// A boolean.
    Flag,
    /// Free text.
    Text,
    /// One of these words.
    Choice(Vec<&'static str>),
}

/// Value of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyValue {
    /// The value as in a scenario file, exact.
    pub printed: Json,
    /// The value without a unit: in s, bit/s or bytes.
    pub plain: Json,
}

impl KeyValue {
    /// A value that has no unit.
    fn without_unit(own: impl Into<Json>) -> Self {
        let plain = own.into();
        Self { printed: plain.clone(), plain }
    }

    /// Reads a value of the shape `P`.
    fn of<P: Parameter>(
        value: &Spanned<Value>,
        problems: &mut Problems<'_>,
        plain: impl Fn(&P::Own) -> Json,
    ) -> Option<Self> {
        let own = P::read(value, problems)?.own();
        Some(Self { printed: P::print(&own), plain: plain(&own) })
    }
}

impl DescribedKey {
    /// Reads a value, or reports why it is invalid.
    fn read(&self, value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<KeyValue> {
        let [least, most] = self.limits;
        let (least, most) = (least.unwrap_or(f64::MIN), most.unwrap_or(f64::MAX));
        let own = match &self.shape {
            KeyShape::Duration => {
                KeyValue::of::<Span>(value, problems, |own| json!(own.as_secs_f64()))
            }
            KeyShape::Rate => KeyValue::of::<BitRate>(value, problems, |own| json!(own.as_bps())),
            KeyShape::Size => KeyValue::of::<ByteCount>(value, problems, |own| json!(own)),
            KeyShape::Flag => KeyValue::of::<Flag>(value, problems, |own| json!(own)),
            KeyShape::Text => KeyValue::of::<FreeText>(value, problems, |own| json!(own)),
            KeyShape::Number => read_number(value, f64::MIN..=f64::MAX, &self.expected(), problems)
                .ok()
                .map(KeyValue::without_unit),
            KeyShape::Integer => {
                read_whole(value, least as i64, most as i64, problems).map(KeyValue::without_unit)
            }
            KeyShape::Choice(words) => read_name(value, "one of its values", words, problems)
                .map(|number| KeyValue::without_unit(words[number])),
        }?;
        if own.plain.as_f64().is_some_and(|amount| !(least..=most).contains(&amount)) {
            let expected = self.expected();
            problems.refuse(value, "is out of range").expected(expected);
            return None;
        }
        Some(own)
    }

    /// Description of the valid values.
    fn expected(&self) -> String {
        let (noun, unit) = match self.shape {
            KeyShape::Duration => ("a time", " s"),
            KeyShape::Rate => ("a rate", " bit/s"),
            KeyShape::Size => ("a size", " B"),
            _ => ("a number", ""),
        };
        match self.limits {
            [None, None] => noun.to_owned(),
            [None, Some(most)] => format!("{noun} of at most {most}{unit}"),
            [Some(least), None] => format!("{noun} of at least {least}{unit}"),
            [Some(least), Some(most)] => format!("{noun} from {least}{unit} to {most}{unit}"),
        }
    }

    /// Converts a value written as JSON.
    ///
    /// # Errors
    /// A sentence about an invalid value.
    pub fn value(&self, written: &Json) -> Result<KeyValue, String> {
        let invalid = || format!("`{}` cannot be {written}", self.name);
        let value = Value::of_json(written).ok_or_else(invalid)?;
        let place = SourceSpan::default().key(self.name, 0..0);
        let mut problems = Problems::of("", Format::default());
        let read = self.read(&Spanned::new(value, place), &mut problems);
        problems.verdict(read, "").map_err(|errors| {
            errors.problems.first().map_or_else(invalid, |one| {
                format!("{}: found {written}, expected {}", one.message, one.expected)
            })
        })
    }

    fn schema(&self, definitions: &mut Definitions) -> Json {
        let mut schema = match &self.shape {
            KeyShape::Duration => Span::schema(definitions),
            KeyShape::Rate => BitRate::schema(definitions),
            KeyShape::Size => ByteCount::schema(definitions),
            KeyShape::Number => json!({ "type": "number" }),
            KeyShape::Integer => json!({ "type": "integer" }),
            KeyShape::Flag => Flag::schema(definitions),
            KeyShape::Text => FreeText::schema(definitions),
            KeyShape::Choice(words) => json!({ "type": "string", "enum": words }),
        };
        let limits = ["minimum", "maximum"].into_iter().zip(self.limits);
        for (key, limit) in limits.filter_map(|(key, limit)| Some((key, limit?))) {
            match self.shape {
                KeyShape::Number => schema[key] = json!(limit),
                KeyShape::Integer => schema[key] = json!(limit as i64),
                _ => schema["description"] = json!(format!("Expected: {}.", self.expected())),
            }
        }
        schema
    }
}

/// A description with a value of each of its keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// Declaration of the model.
    pub description: Arc<Description>,
    /// Values of the keys, in the order of the description.
    pub values: Vec<KeyValue>,
}

impl Parameters for Described {
    fn name(&self) -> &'static str {
        self.description.name
    }

    fn printed(&self) -> Map<String, Json> {
        let reference = self.description.reference.iter();
        let reference = reference.map(|(key, value)| ((*key).to_owned(), json!(value)));
        let keys = self.description.keys.iter().zip(&self.values);
        reference.chain(keys.map(|(key, own)| (key.name.to_owned(), own.printed.clone()))).collect()
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>() == Some(self)
    }
}

impl Description {
    /// Reads the keys; ignores unknown ones.
    fn read_keys(
        self: &Arc<Self>,
        table: &Spanned<Value>,
        problems: &mut Problems<'_>,
    ) -> Option<Described> {
        let read = |key: &DescribedKey, problems: &mut Problems<'_>| {
            let Some(value) = table.get(key.name) else {
                if key.default.is_none() {
                    let schema = |definitions: &mut _| key.schema(definitions);
                    missing_key(key.name, &table.place, schema, problems);
                }
                return key.default.clone();
            };
            let own = key.read(value, problems);
            if own.is_some() && own == key.default {
                problems.manifest().note_default(&value.place.path);
            }
            own
        };
        let values: Vec<_> = self.keys.iter().map(|key| read(key, problems)).collect();
        let values = values.into_iter().collect::<Option<_>>()?;
        Some(Described { description: self.clone(), values })
    }

    fn key_schemas(&self, definitions: &mut Definitions) -> Vec<KeySchema> {
        let of = |key: &DescribedKey| KeySchema {
            key: key.name,
            doc: key.doc,
            is_required: key.default.is_none(),
            default: key.default.as_ref().map(|usual| usual.printed.clone()),
            schema: key.schema(definitions),
        };
        self.keys.iter().map(of).collect()
    }

    /// Whether the keys of a table refer to this model. The second of two keys that refer to it may
    /// be absent.
    fn is_meant(&self, table: &Value, among: &[&str]) -> bool {
        among.iter().all(|key| {
            let own = self.reference.iter().position(|(own, _)| own == key);
            match (own, table.get(key)) {
                (None, given) => given.is_none(),
                (Some(own), None) => own > 0,
                (Some(own), Some(value)) => is_word(value, self.reference[own].1),
            }
        })
    }
}

/// Constructor of a member of the family `F` from the values of its keys.
pub type Make<F> = Arc<dyn Fn(Described) -> Arc<F> + Send + Sync>;

/// Several described models under one name, which further keys of the table tell apart.
pub struct Referred<F: ?Sized> {
    /// Value of `kind`.
    pub name: &'static str,
    /// Documentation.
    pub doc: &'static [&'static str],
    /// Source of the definition.
    pub source: &'static str,
    /// Keys that refer to a model, each with its documentation.
    pub by: [(&'static str, &'static [&'static str]); 2],
    /// Noun for a model of the family, for the message about another reference.
    pub expected: &'static str,
    /// Models under this name, and their constructors.
    pub models: Vec<(Arc<Description>, Make<F>)>,
}

impl<F: Family + ?Sized> Member<F> {
    /// The member that a description declares, chosen by its name.
    pub fn described(description: Arc<Description>, make: Make<F>) -> Self {
        let (name, doc, source) = (description.name, description.doc, description.source);
        Self::with_keys(name, doc, source, (description, make))
    }

    /// The member whose keys refer to one of several described models.
    pub fn referred(referred: Referred<F>) -> Self {
        let (name, doc, source) = (referred.name, referred.doc, referred.source);
        Self::with_keys(name, doc, source, referred)
    }
}

impl<F: Family + ?Sized> MemberKeys<F> for (Arc<Description>, Make<F>) {
    fn read(&self, table: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Chosen<F>> {
        let (description, make) = self;
        let own = description.read_keys(table, problems);
        let common = F::Common::read_keys(table, problems);
        Some(Chosen::described(own?, common?, Keys::new(table), make.clone()))
    }

    fn keys(&self, _: &Arc<Catalogue>, _: &Value) -> Option<Vec<&'static str>> {
        let reference = self.0.reference.iter().map(|(key, _)| *key);
        Some(reference.chain(self.0.keys.iter().map(|key| key.name)).collect())
    }

    fn key_schemas(&self, definitions: &mut Definitions) -> Vec<KeySchema> {
        self.0.key_schemas(definitions)
    }

    fn choices(&self) -> (&'static str, Vec<&'static str>) {
        ("oneOf", Vec::new())
    }
}

impl<F: Family + ?Sized> Referred<F> {
    /// The keys that refer to a model.
    fn names(&self) -> [&'static str; 2] {
        self.by.map(|(key, _)| key)
    }

    /// The model to which the keys of a table refer.
    fn meant(&self, table: &Value) -> Option<&(Arc<Description>, Make<F>)> {
        self.models.iter().find(|(one, _)| one.is_meant(table, &self.names()))
    }
}

impl<F: Family + ?Sized> MemberKeys<F> for Referred<F> {
    fn read(&self, table: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Chosen<F>> {
        let meant = self.meant(table);
        if meant.is_none() {
            report_reference(&self.names(), self.expected, table, problems);
        }
        meant?.read(table, problems)
    }

    fn keys(&self, _: &Arc<Catalogue>, table: &Value) -> Option<Vec<&'static str>> {
        let models: Vec<_> = match self.meant(table) {
            Some(meant) => vec![meant],
            // Those of a table that any of the models may share with other choices.
            None if table.entries().is_empty() => self.models.iter().collect(),
            None => return None,
        };
        let own = models.into_iter().flat_map(|(one, _)| &one.keys).map(|key| key.name);
        Some(self.names().into_iter().chain(own).collect())
    }

    fn key_schemas(&self, definitions: &mut Definitions) -> Vec<KeySchema> {
        let mut all: Vec<KeySchema> = Vec::new();
        for (key, doc) in self.by {
            let schema = FreeText::schema(definitions);
            all.push(KeySchema { key, doc, is_required: false, default: None, schema });
        }
        for key in self.models.iter().flat_map(|(one, _)| one.key_schemas(definitions)) {
            if all.iter().all(|other| other.key != key.key) {
                all.push(KeySchema { is_required: false, default: None, ..key });
            }
        }
        all
    }

    fn choices(&self) -> (&'static str, Vec<&'static str>) {
        ("anyOf", self.names().to_vec())
    }
}

/// Reports keys that refer to no model of the family.
fn report_reference(
    by: &[&'static str],
    expected: &str,
    table: &Spanned<Value>,
    problems: &mut Problems<'_>,
) {
    let given = table.entries().iter().filter(|entry| by.contains(&entry.key.as_str()));
    let given: Vec<_> = given.collect();
    let Some(last) = given.last() else {
        problems
            .add(&table.place, format!("one of the keys {} is missing", listed(by)))
            .expected(expected);
        return;
    };
    let text = |entry: &&TableEntry| match entry.value.text() {
        Some(text) => short(text),
        None => entry.value.described(),
    };
    problems
        .add(&last.value.place, format!("`{}` does not name a model of this kind", *last.key))
        .found(given.iter().map(text).collect::<Vec<_>>().join(", "))
        .expected(expected);
}

#[cfg(test)]
mod tests {
    //! Goal: a described model is read, printed, listed and refused like a declared one. Method: a
    //! family with one declared member, and models described here with a key of each shape.

    use super::*;
    use crate::registry::{Model, parse, registry};

    /// A family of this test.
    trait Thing: Parameters {}

    crate::parameters! {
        /// A declared member.
        struct Plain "plain" from "this test" {}
    }

    impl Thing for Plain {}
    impl Thing for Described {}

    registry! {
        /// A thing.
        dyn Thing "Thing" is "a thing" at "thing.kind";
        fn member;
    }

    const DOC: &[&str] = &["A key."];

    fn key(name: &'static str, shape: KeyShape, default: Json) -> DescribedKey {
        let mut key = DescribedKey { name, doc: DOC, shape, limits: [None, None], default: None };
        if name.ends_with("_from_2_to_5") {
            key.limits = [Some(2.0), Some(5.0)];
        }
        key.default = (!default.is_null()).then(|| key.value(&default).expect("a default"));
        key
    }

    fn description(
        name: &'static str,
        reference: &[(&'static str, &'static str)],
        keys: Vec<DescribedKey>,
    ) -> Arc<Description> {
        let (doc, reference) = (&["A described member."][..], reference.to_vec());
        Arc::new(Description { name, source: "this test", doc, reference, keys })
    }

    fn all_shapes() -> Arc<Description> {
        let words = KeyShape::Choice(vec!["low", "high"]);
        description(
            "mine",
            &[],
            vec![
                key("interval_from_2_to_5", KeyShape::Duration, json!("4 s")),
                key("limit", KeyShape::Rate, json!("2 Mbit/s")),
                key("size", KeyShape::Size, json!("9 kB")),
                key("gain_from_2_to_5", KeyShape::Number, json!(2.5)),
                key("rounds_from_2_to_5", KeyShape::Integer, json!(3)),
                key("fast", KeyShape::Flag, json!(true)),
                key("title", KeyShape::Text, json!("none")),
                key("level", words, Json::Null),
            ],
        )
    }

    fn catalogue() -> Catalogue {
        let make: Make<dyn Thing> = Arc::new(|own| Arc::new(own));
        let referred = [
            description(
                "python",
                &[("class", "m:One")],
                vec![key("gain", KeyShape::Number, json!(1.0))],
            ),
            description(
                "python",
                &[("file", "m.py"), ("class", "Two")],
                vec![key("size", KeyShape::Size, json!("1 kB"))],
            ),
        ];
        Catalogue::default()
            .with(member::<Plain>())
            .with(Member::described(all_shapes(), make.clone()))
            .with(Member::referred(Referred {
                name: "python",
                doc: &["A class."],
                source: "this test",
                by: [("class", DOC), ("file", DOC)],
                expected: "a class of this test",
                models: referred.into_iter().map(|one| (one, make.clone())).collect(),
            }))
    }

    fn read(text: &str) -> Model<dyn Thing> {
        parse(text, catalogue()).unwrap_or_else(|errors| panic!("{errors}"))
    }

    fn refused(text: &str) -> String {
        parse::<dyn Thing>(text, catalogue()).expect_err("a fault").to_string()
    }

    #[test]
    fn values_are_read_and_printed_with_defaults() {
        let printed = read("kind = \"mine\"\nlevel = \"low\"\nlimit = \"1000 kbit/s\"").print();
        let expected = json!({
            "kind": "mine", "interval_from_2_to_5": "4 s", "limit": "1 Mbit/s", "size": "9000 B",
            "gain_from_2_to_5": 2.5, "rounds_from_2_to_5": 3, "fast": true, "title": "none",
            "level": "low",
        });
        assert_eq!(printed.to_string(), expected.to_string());
    }

    #[test]
    fn messages_are_those_of_declared_keys() {
        for (key, words) in [
            ("levle = \"low\"", ["unknown key `levle`", "did you mean `level`?"]),
            ("level = \"hihg\"", ["\"hihg\" is not one of its values", "did you mean \"high\"?"]),
            ("fast = 1", ["must be true or false", "true or false"]),
            ("interval_from_2_to_5 = \"6 s\"", ["is out of range", "a time from 2 s to 5 s"]),
            ("gain_from_2_to_5 = 1.9", ["is out of range", "a number from 2 to 5"]),
            ("rounds_from_2_to_5 = 2.5", ["must be a whole number", "from 2 to 5"]),
            ("limit = 5", ["`limit`", "\"25 Mbit/s\""]),
            ("fast = true", ["the key `level` is missing", ""]),
        ] {
            let message = refused(&format!("kind = \"mine\"\n{key}"));
            assert!(words.iter().all(|word| message.contains(word)), "{key}: {message}");
        }
    }

    /// Goal: the keys of a referred model are those of the model that its reference means.
    #[test]
    fn a_reference_finds_the_model() {
        let python = |keys: &str| format!("kind = \"python\"\n{keys}");
        for (keys, expected) in [
            ("class = \"m:One\"", json!({ "kind": "python", "class": "m:One", "gain": 1.0 })),
            (
                "file = \"m.py\"\nsize = \"2 kB\"",
                json!({ "kind": "python", "file": "m.py", "class": "Two", "size": "2000 B" }),
            ),
            (
                "file = \"m.py\"\nclass = \"Two\"",
                json!({ "kind": "python", "file": "m.py", "class": "Two", "size": "1000 B" }),
            ),
        ] {
            assert_eq!(read(&python(keys)).print().to_string(), expected.to_string(), "{keys}");
        }
        for (keys, words) in [
            ("", ["one of the keys `class`, `file` is missing", "a class of this test"]),
            ("class = \"m:Two\"", ["`class` does not name a model", "found: m:Two"]),
            ("class = \"m:One\"\ngian = 2", ["unknown key `gian`", "did you mean `gain`?"]),
            (
                "class = \"m:One\"\nsize = \"1 kB\"",
                ["unknown key `size`", "`class`, `file`, `gain`"],
            ),
        ] {
            let message = refused(&python(keys));
            assert!(words.iter().all(|word| message.contains(word)), "{keys}: {message}");
        }
    }

    #[test]
    fn the_schema_has_the_keys() {
        let mut definitions = Definitions::new(Arc::new(catalogue()));
        let schema = Chosen::<dyn Thing>::schema(&mut definitions);
        assert_eq!(schema["oneOf"][0]["enum"], json!(["plain"]), "the others need keys");
        let all = &definitions.into_json()["Thing"]["oneOf"];
        let mine = &all[1]["properties"];
        assert_eq!(mine["gain_from_2_to_5"]["minimum"], 2.0);
        assert_eq!(mine["rounds_from_2_to_5"]["maximum"], 5);
        assert_eq!(mine["level"]["enum"], json!(["low", "high"]));
        assert_eq!(mine["size"]["default"], "9000 B");
        assert_eq!(all[1]["required"], json!(["kind", "level"]));
        assert_eq!(all[2]["anyOf"][1]["required"], json!(["file"]));
    }

    #[test]
    fn an_invalid_default_is_refused() {
        let key = key("gain_from_2_to_5", KeyShape::Number, Json::Null);
        let fault = key.value(&json!(7.5)).expect_err("a fault");
        assert!(fault.contains("found 7.5, expected a number from 2 to 5"), "{fault}");
        assert!(key.value(&json!("a")).is_err() && key.value(&Json::Null).is_err());
    }
}
