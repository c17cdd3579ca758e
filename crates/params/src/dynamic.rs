//! Models whose keys are declared while the program runs, such as those of a plug-in.
//!
//! [`parameters!`](crate::parameters!) declares keys in Rust. Here a value declares them, a
//! [`Description`]; reader, messages, schema and printer treat them like the others. A scenario
//! chooses such a model by a name of its own ([`Member::described`]), or by keys that refer to it,
//! such as a class and its file ([`Member::referred`]).

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use skyseam_base::{Duration, Rate};

use crate::document::{SourceSpan, Spanned, TableEntry, Value};
use crate::error::{Problems, short};
use crate::format::Format;
use crate::names::read_name;
use crate::parameters::{Declared, Keys, Parameter, Parameters};
use crate::registry::{Chosen, Family, Member};
use crate::shape::{Definitions, KeySchema, Shape, listed, missing, missing_key};
use crate::text_values::FreeText;
use crate::values::{BitRate, ByteCount, Flag, Span, is_word, number, read_whole};

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
pub enum KeyValue {
    /// Value with a unit of time.
    Duration(Duration),
    /// Value with a unit of rate.
    Rate(Rate),
    /// Bytes.
    Size(u64),
    /// Value without a unit.
    Number(f64),
    /// Whole value.
    Integer(i64),
    /// A boolean.
    Flag(bool),
    /// Text, or one of several words.
    Text(String),
}

impl DescribedKey {
    /// Reads a value, or reports why it is invalid.
    fn read(&self, value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<KeyValue> {
        let [least, most] = self.limits;
        let own = match &self.shape {
            KeyShape::Duration => Span::read(value, problems).map(|own| KeyValue::Duration(own.0)),
            KeyShape::Rate => BitRate::read(value, problems).map(|own| KeyValue::Rate(own.0)),
            KeyShape::Size => ByteCount::read(value, problems).map(|own| KeyValue::Size(own.0)),
            KeyShape::Number => {
                let all = least.unwrap_or(f64::MIN)..=most.unwrap_or(f64::MAX);
                return number(value, all, &self.expected(), problems).ok().map(KeyValue::Number);
            }
            KeyShape::Integer => {
                let [least, most] = self.whole_limits();
                return read_whole(value, least, most, problems).map(KeyValue::Integer);
            }
            KeyShape::Flag => Flag::read(value, problems).map(|own| KeyValue::Flag(own.0)),
            KeyShape::Text => FreeText::read(value, problems).map(|own| KeyValue::Text(own.0)),
            KeyShape::Choice(words) => read_name(value, "one of its values", words, problems)
                .map(|number| KeyValue::Text(words[number].to_owned())),
        }?;
        let amount = match &own {
            KeyValue::Duration(own) => own.as_secs_f64(),
            KeyValue::Rate(own) => own.as_bps() as f64,
            KeyValue::Size(own) => *own as f64,
            _ => return Some(own),
        };
        if least.is_some_and(|least| amount < least) || most.is_some_and(|most| amount > most) {
            let expected = self.expected();
            problems.refuse(value, "is out of range").expected(expected);
            return None;
        }
        Some(own)
    }

    /// Limits of an integer.
    fn whole_limits(&self) -> [i64; 2] {
        let [least, most] = self.limits;
        [least.map_or(i64::MIN, |least| least as i64), most.map_or(i64::MAX, |most| most as i64)]
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

    fn report_missing(&self, place: &SourceSpan, problems: &mut Problems<'_>) {
        match self.shape {
            KeyShape::Duration => missing_key::<Span>(self.name, place, problems),
            KeyShape::Rate => missing_key::<BitRate>(self.name, place, problems),
            KeyShape::Size => missing_key::<ByteCount>(self.name, place, problems),
            _ => missing(self.name, place, None, problems),
        }
    }
}

impl KeyValue {
    /// Prints the value as in a scenario file, exactly.
    pub fn print(&self) -> Json {
        match self {
            Self::Duration(own) => Span::print(own),
            Self::Rate(own) => BitRate::print(own),
            Self::Size(own) => ByteCount::print(own),
            Self::Number(own) => json!(own),
            Self::Integer(own) => json!(own),
            Self::Flag(own) => json!(own),
            Self::Text(own) => json!(own),
        }
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
        reference.chain(keys.map(|(key, own)| (key.name.to_owned(), own.print()))).collect()
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>() == Some(self)
    }
}

impl Description {
    /// Reads the keys; ignores unknown ones.
    fn read_keys(
        self: &Arc<Self>,
        entries: &[TableEntry],
        place: &SourceSpan,
        problems: &mut Problems<'_>,
    ) -> Option<Described> {
        let read = |key: &DescribedKey, problems: &mut Problems<'_>| {
            let Some(entry) = entries.iter().find(|entry| *entry.key == *key.name) else {
                if key.default.is_none() {
                    key.report_missing(place, problems);
                }
                return key.default.clone();
            };
            let own = key.read(&entry.value, problems);
            if own.is_some() && own == key.default {
                problems.manifest().note_default(&entry.value.place.path);
            }
            own
        };
        let values: Vec<_> = self.keys.iter().map(|key| read(key, problems)).collect();
        let values = values.into_iter().collect::<Option<_>>()?;
        Some(Described { description: self.clone(), values })
    }

    /// The keys, including those that refer to the model.
    fn names(&self) -> Vec<&'static str> {
        let reference = self.reference.iter().map(|(key, _)| *key);
        reference.chain(self.keys.iter().map(|key| key.name)).collect()
    }

    fn key_schemas(&self, definitions: &mut Definitions) -> Vec<KeySchema<'static>> {
        let of = |key: &DescribedKey| KeySchema {
            key: key.name,
            doc: key.doc,
            is_required: key.default.is_none(),
            default: key.default.as_ref().map(KeyValue::print),
            schema: key.schema(definitions),
        };
        self.keys.iter().map(of).collect()
    }

    /// Whether the keys of a table refer to this model. The second of two keys that refer to it may
    /// be absent.
    fn is_meant(&self, entries: &[TableEntry], among: &[&str]) -> bool {
        let given = |key: &str| entries.iter().find(|entry| *entry.key == *key);
        let matches = |key: &&str| {
            let own = self.reference.iter().position(|(own, _)| own == key);
            match (own, given(key)) {
                (None, None) => true,
                (None, Some(_)) => false,
                (Some(own), None) => own > 0,
                (Some(own), Some(entry)) => is_word(&entry.value, self.reference[own].1),
            }
        };
        among.iter().all(matches)
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
        let own = description.clone();
        let read =
            move |entries: &[TableEntry], place: &SourceSpan, problems: &mut Problems<'_>| {
                chosen(&own, &make, entries, place, problems)
            };
        let own = description.clone();
        let keys = move |_: &[TableEntry]| Some(own.names());
        let (name, source, doc) = (description.name, description.source, description.doc);
        let key_schemas = move |definitions: &mut _| description.key_schemas(definitions);
        Self::dynamic((name, doc, source), Arc::new(read), Vec::new(), keys, key_schemas)
    }

    /// The member whose keys refer to one of several described models.
    pub fn referred(referred: Referred<F>) -> Self {
        let Referred { name, doc, source, by, expected, models } = referred;
        let (names, models) = (by.map(|(key, _)| key), Arc::new(models));
        let own = models.clone();
        let read =
            move |entries: &[TableEntry], place: &SourceSpan, problems: &mut Problems<'_>| {
                let mut all = own.iter();
                let meant = all.find(|(one, _)| one.is_meant(entries, &names));
                if let Some((description, make)) = meant {
                    return chosen(description, make, entries, place, problems);
                }
                report_reference(&names, expected, entries, place, problems);
                None
            };
        let own = models.clone();
        let keys = move |entries: &[TableEntry]| {
            let meant = own.iter().find(|(one, _)| one.is_meant(entries, &names));
            match meant {
                Some((meant, _)) => {
                    let own = meant.keys.iter().map(|key| key.name);
                    Some(names.into_iter().chain(own).collect())
                }
                // Those of a table that any of the models may share with other choices.
                None if entries.is_empty() => {
                    let all = own.iter().flat_map(|(one, _)| &one.keys).map(|key| key.name);
                    Some(names.into_iter().chain(all).collect())
                }
                None => None,
            }
        };
        let key_schemas = move |definitions: &mut Definitions| {
            let mut all: Vec<KeySchema<'static>> = Vec::new();
            for (key, doc) in by {
                let schema = FreeText::schema(definitions);
                all.push(KeySchema { key, doc, is_required: false, default: None, schema });
            }
            for key in models.iter().flat_map(|(one, _)| one.key_schemas(definitions)) {
                if all.iter().all(|other| other.key != key.key) {
                    all.push(KeySchema { is_required: false, default: None, ..key });
                }
            }
            all
        };
        Self::dynamic((name, doc, source), Arc::new(read), names.to_vec(), keys, key_schemas)
    }
}

/// Reports keys that refer to no model of the family.
fn report_reference(
    by: &[&'static str],
    expected: &str,
    entries: &[TableEntry],
    place: &SourceSpan,
    problems: &mut Problems<'_>,
) {
    let given: Vec<_> = entries.iter().filter(|entry| by.contains(&entry.key.as_str())).collect();
    let Some(last) = given.last() else {
        let problem = problems.add(place, format!("one of the keys {} is missing", listed(by)));
        problem.expected(expected);
        return;
    };
    let texts: Vec<String> = given
        .iter()
        .map(|entry| match &entry.value.value {
            Value::Text(text) => short(text).to_string(),
            other => other.described(),
        })
        .collect();
    let (key, value) = (&*last.key, texts.join(", "));
    problems
        .add(&last.value.place, format!("`{key}` does not name a model of this kind"))
        .found(value)
        .expected(expected);
}

fn chosen<F: Family + ?Sized>(
    description: &Arc<Description>,
    make: &Make<F>,
    entries: &[TableEntry],
    place: &SourceSpan,
    problems: &mut Problems<'_>,
) -> Option<Chosen<F>> {
    let own = description.read_keys(entries, place, problems);
    let common = F::Common::read_keys(entries, place, problems);
    Some(Chosen::described(own?, common?, Keys::new(entries, place), make.clone()))
}

#[cfg(test)]
mod tests {
    //! Goal: a described model is read, printed, listed and refused like a declared one. Method: a
    //! family with one declared member, and models described here with a key of each shape.

    use super::*;
    use crate::catalogue::Catalogue;
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
