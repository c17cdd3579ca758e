//! Structs whose fields are keys of a scenario file: [`parameters!`], and the traits it implements.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::catalogue::Catalogue;
use crate::document::{SourceSpan, Spanned, TableEntry, Value};
use crate::error::Problems;
use crate::shape::{Definitions, KeySchema, Shape, missing_key, object, refuse_unknown_keys};

/// A type of parameter values: their parser, their representation in a program, and their printer.
pub trait Parameter: Shape {
    /// Type of the value in a program.
    type Own: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// Converts the parsed value to its representation in a program.
    fn own(self) -> Self::Own;

    /// Prints the value as in a scenario file, exactly; `Null` if the key is omitted.
    fn print(own: &Self::Own) -> Json;

    /// The value if the key is absent and has no default; `None` if the key is required.
    fn absent() -> Option<Self::Own> {
        None
    }

    /// Reads the value of `key` among the keys of its table, or returns the value of an absent key;
    /// reports a missing key if it is required.
    fn read_in(
        table: &Spanned<Value>,
        key: &str,
        usual: Option<Self::Own>,
        problems: &mut Problems<'_>,
    ) -> Option<Self::Own> {
        if let Some(value) = table.get(key) {
            let own = Self::read(value, problems).map(Self::own);
            if own.is_some() && own == usual {
                problems.manifest().note_default(&value.place.path);
            }
            return own;
        }
        let held = usual.or_else(Self::absent);
        if held.is_none() {
            missing_key(key, &table.place, Self::schema, problems);
        }
        held
    }

    /// Inserts the key into its table, unless it is omitted.
    fn print_in(own: &Self::Own, key: &'static str, table: &mut Map<String, Json>) {
        let printed = Self::print(own);
        if !printed.is_null() {
            table.insert(key.into(), printed);
        }
    }

    /// Schema of the key.
    fn key_schema(
        key: &'static str,
        doc: &'static [&'static str],
        usual: Option<Self::Own>,
        definitions: &mut Definitions,
    ) -> KeySchema {
        KeySchema {
            key,
            doc,
            is_required: usual.is_none() && Self::absent().is_none(),
            default: usual.map(|usual| Self::print(&usual)).filter(|usual| !usual.is_null()),
            schema: Self::schema(definitions),
        }
    }

    /// Schemas of the key and of further keys of the same table that belong to its value.
    fn schemas(
        key: &'static str,
        doc: &'static [&'static str],
        usual: Option<Self::Own>,
        definitions: &mut Definitions,
    ) -> Vec<KeySchema> {
        vec![Self::key_schema(key, doc, usual, definitions)]
    }

    /// The key, and further keys of the same table that belong to its value.
    fn keys(key: &'static str, _: &Arc<Catalogue>) -> Vec<&'static str> {
        vec![key]
    }
}

/// Implements [`Parameter`] for a shape that wraps the value of a program: takes the type of that
/// value and its printer; after a semicolon, generic parameters of the type, if any.
#[macro_export]
macro_rules! holds {
    ($shape:ty => $own:ty, |$value:ident| $printed:expr $(; $($generics:tt)+)?) => {
        impl $(<$($generics)+>)? $crate::Parameter for $shape {
            type Own = $own;

            fn own(self) -> $own {
                self.0
            }

            fn print($value: &$own) -> $crate::serde_json::Value {
                $crate::serde_json::json!($printed)
            }
        }
    };
}

impl<S: Shape> Shape for Option<S> {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        S::read(value, problems).map(Some)
    }

    fn schema(definitions: &mut Definitions) -> Json {
        S::schema(definitions)
    }
}

impl<S: Parameter> Parameter for Option<S> {
    type Own = Option<S::Own>;

    fn own(self) -> Self::Own {
        self.map(S::own)
    }

    fn print(own: &Self::Own) -> Json {
        own.as_ref().map_or(Json::Null, S::print)
    }

    fn absent() -> Option<Self::Own> {
        Some(None)
    }

    fn read_in(
        table: &Spanned<Value>,
        key: &str,
        usual: Option<Self::Own>,
        problems: &mut Problems<'_>,
    ) -> Option<Self::Own> {
        match table.get(key) {
            Some(_) => S::read_in(table, key, usual.flatten(), problems).map(Some),
            None => Some(usual.flatten()),
        }
    }

    fn print_in(own: &Self::Own, key: &'static str, table: &mut Map<String, Json>) {
        if let Some(own) = own {
            S::print_in(own, key, table);
        }
    }

    fn schemas(
        key: &'static str,
        doc: &'static [&'static str],
        usual: Option<Self::Own>,
        definitions: &mut Definitions,
    ) -> Vec<KeySchema> {
        let all = S::schemas(key, doc, usual.flatten(), definitions);
        all.into_iter().map(|one| KeySchema { is_required: false, ..one }).collect()
    }

    fn keys(key: &'static str, catalogue: &Arc<Catalogue>) -> Vec<&'static str> {
        S::keys(key, catalogue)
    }
}

/// The parameters of a model, as a trait object.
pub trait Parameters: Any + fmt::Debug + Send + Sync {
    /// The name by which a scenario chooses the model; empty if there is no choice.
    fn name(&self) -> &'static str;

    /// The keys with their values, including defaults, as in a scenario file.
    fn printed(&self) -> Map<String, Json>;

    /// Whether `other` has the same type and the same values.
    fn equals(&self, other: &dyn Any) -> bool;
}

/// Implemented by [`parameters!`] for a declaration.
pub trait Declared: Parameters + Clone + PartialEq {
    /// The name by which a scenario chooses the model; empty if there is no choice.
    const NAME: &'static str;
    /// Source of the definition.
    const SOURCE: &'static str;
    /// Lines of the documentation.
    const DOC: &'static [&'static str];
    /// Keys of which exactly one is present; empty if there are none.
    const CHOICES: &'static [&'static str];

    /// The keys of the struct.
    fn keys(catalogue: &Arc<Catalogue>) -> Vec<&'static str>;

    /// Schemas of the keys.
    fn key_schemas(definitions: &mut Definitions) -> Vec<KeySchema>;

    /// Reads the keys. Does not call [`Declared::check`], and ignores unknown keys.
    fn read_keys(table: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self>;

    /// The schema of the table.
    fn table_schema(definitions: &mut Definitions) -> Json {
        let keys = Self::key_schemas(definitions);
        object(Self::DOC, keys, ("oneOf", Self::CHOICES), None)
    }

    /// Calls `see` with every key and its value.
    fn visit(&mut self, see: &mut dyn FnMut(&'static str, &mut dyn Any));

    /// Reports values that are valid individually but not together, and fills in values of absent
    /// keys that depend on others.
    fn check(&mut self, _keys: &Keys, _problems: &mut Problems<'_>) {}
}

/// A table as written, with the locations of its keys.
#[derive(Clone, Debug)]
pub struct Keys(Spanned<Value>);

impl Keys {
    /// The keys of a table; none if the value is not a table.
    pub fn new(table: &Spanned<Value>) -> Self {
        Self(table.clone())
    }

    /// A single key whose value stands in place of a table.
    pub fn alone(key: &str, value: &Spanned<Value>) -> Self {
        let place = value.place.clone();
        let key = Spanned::new(key.to_string(), place.clone());
        let entry = TableEntry { key, value: value.clone() };
        Self(Spanned::new(Value::Table(vec![entry]), place))
    }

    /// Location of the table.
    pub fn table(&self) -> &SourceSpan {
        &self.0.place
    }

    /// The value of a key as written in the file.
    pub fn value(&self, key: &str) -> Option<&Spanned<Value>> {
        self.0.get(key)
    }

    /// Whether the file has the key.
    pub fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// Location of the value of a key; for an absent key, location of the table.
    pub fn at(&self, key: &str) -> SourceSpan {
        let table = self.table();
        let absent = || table.key(key, table.start..table.end);
        self.value(key).map_or_else(absent, |value| value.place.clone())
    }

    /// Location of an element of a list.
    pub fn element(&self, key: &str, index: usize) -> SourceSpan {
        let item = self.value(key).and_then(|value| value.items().get(index));
        item.map_or_else(|| self.at(key), |item| item.place.clone())
    }
}

/// Declares a struct of parameters: `pub struct CoDel "codel" from "RFC 8289" { .. }`, with the
/// name by which a scenario chooses it and its source; without the two it is a table within
/// another.
///
/// A field is written `key: Shape`, with the [`Shape`] that reads its value; the struct holds that
/// shape's [`Parameter::Own`]. `key: Shape = value` has a default, `key: Option<Shape>` may be
/// absent, all others are required. If all have defaults, the struct has a [`Default`]. The doc
/// comments of struct and fields become the documentation of the scenario format. After the source,
/// `check name` calls a method `fn name(&mut self, keys: &Keys, problems: &mut Problems<'_>)` to
/// check several keys together, `exactly one of (a, b)` rejects none and both, and `in order of
/// NAMES` gives the order of keys in documentation and manifests. Keys whose defaults depend on
/// others stand in a second list, `{ .. } else of { .. }`: an absent key takes its value from `fn
/// of(a, b, ..) -> Self`, called with the values of the first list.
#[macro_export]
macro_rules! parameters {
    (
        $(#[doc = $doc:literal])+
        $vis:vis struct $table:ident $($name:literal from $source:literal)?
        $(, check $check:ident)? {
            $(
                $(#[doc = $key_doc:literal])+
                $key:ident: $shape:ty = $default:expr
            ),+ $(,)?
        }
    ) => {
        impl Default for $table {
            fn default() -> Self {
                Self { $($key: $default),+ }
            }
        }

        $crate::declared! {
            $(#[doc = $doc])+
            $vis struct $table $($name from $source)? $(, check $check)? {
                $($(#[doc = $key_doc])+ $key: $shape = $default),+
            }
        }
    };
    ($($declaration:tt)+) => {
        $crate::declared! { $($declaration)+ }
    };
}

/// Like [`parameters!`], without a `Default` for the struct.
#[doc(hidden)]
#[macro_export]
macro_rules! declared {
    (
        $(#[doc = $doc:literal])+
        $vis:vis struct $table:ident $($name:literal from $source:literal)? $(, check $check:ident)?
        $(, exactly one of ($($choice:ident),+))? $(, in order of $order:ident)? {
            $(
                $(#[doc = $key_doc:literal])+
                $key:ident: $shape:ty $(= $default:expr)?
            ),* $(,)?
        } $(else $of:ident {
            $(
                $(#[doc = $more_doc:literal])+
                $more:ident: $more_shape:ty
            ),+ $(,)?
        })?
    ) => {
        $crate::declared_so! {
            $(#[doc = $doc])+
            $vis struct $table $($name from $source)? $(, check $check)?
            choices { $($(stringify!($choice)),+)? }
            order { $($order)? }
            keys {
                $({ $(#[doc = $key_doc])+ $key: $shape, $shape $(= $default)? })*
                $($({ $(#[doc = $more_doc])+ $more: $more_shape, Option<$more_shape> })+)?
            }
            #[allow(unused_variables, reason = "some tables have no keys")]
            fn read_keys(
                table: &$crate::Spanned<$crate::Value>,
                problems: &mut $crate::Problems<'_>,
            ) -> Option<Self> {
                $($crate::shape::require_one(table, &[$(stringify!($choice)),+], problems);)?
                $(let $key = <$shape as $crate::Parameter>::read_in(
                    table,
                    stringify!($key),
                    $crate::usual!($($default)?),
                    problems,
                );)*
                $crate::whole! {
                    table, problems, { $($key),* } $($of { $($more: $more_shape),+ })?
                }
            }
        }
    };
}

/// Defines the struct of the keys that were read and of those whose defaults depend on them.
#[doc(hidden)]
#[macro_export]
macro_rules! whole {
    ($table:ident, $problems:ident, { $($key:ident),* }) => {
        Some(Self { $($key: $key?),* })
    };
    (
        $table:ident, $problems:ident, { $($key:ident),+ }
        $of:ident { $($more:ident: $shape:ty),+ }
    ) => {{
        let usual = match ($($key,)+) {
            ($(Some($key),)+) => Some(Self::$of($($key),+)),
            _ => None,
        };
        $(let $more = $crate::parameters::read_key_or::<$shape>(
            $table,
            stringify!($more),
            usual.as_ref().map(|usual| usual.$more.clone()),
            $problems,
        );)+
        Some(Self { $($more: $more?,)+ ..usual? })
    }};
}

/// Like [`parameters!`], with two shapes for each key, one that reads it and one for the schema,
/// and the way of reading.
#[doc(hidden)]
#[macro_export]
macro_rules! declared_so {
    (
        $(#[doc = $doc:literal])+
        $vis:vis struct $table:ident $($name:literal from $source:literal)? $(, check $check:ident)?
        choices { $($choice:expr),* }
        order { $($order:ident)? }
        keys {
            $({
                $(#[doc = $key_doc:literal])+
                $key:ident: $shape:ty, $described:ty $(= $default:expr)?
            })*
        }
        $read_keys:item
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $table {
            $(
                $(#[doc = $key_doc])+
                pub $key: <$shape as $crate::Parameter>::Own,
            )*
        }

        impl $crate::Parameters for $table {
            fn name(&self) -> &'static str {
                <Self as $crate::Declared>::NAME
            }

            fn printed(&self) -> $crate::serde_json::Map<String, $crate::serde_json::Value> {
                #[allow(unused_mut, reason = "some tables have no keys")]
                let mut table = $crate::serde_json::Map::new();
                $(<$shape as $crate::Parameter>::print_in(
                    &self.$key, stringify!($key), &mut table);)*
                $(let table = $crate::parameters::in_order(table, $order, |(key, _)| key);)?
                table
            }

            fn equals(&self, other: &dyn ::std::any::Any) -> bool {
                other.downcast_ref::<Self>() == Some(self)
            }
        }

        #[allow(unused_variables, reason = "some tables have no keys")]
        impl $crate::Declared for $table {
            const NAME: &'static str = concat!($($name)?);
            const SOURCE: &'static str = concat!($($source)?);
            const DOC: &'static [&'static str] = &[$($doc),+];
            const CHOICES: &'static [&'static str] = &[$($choice),*];

            fn keys(
                catalogue: &::std::sync::Arc<$crate::Catalogue>,
            ) -> Vec<&'static str> {
                let keys: &[Vec<&'static str>] = &[$(
                    <$shape as $crate::Parameter>::keys(stringify!($key), catalogue)
                ),*];
                let keys = keys.concat();
                $(let keys = $crate::parameters::in_order(keys, $order, |key| key);)?
                keys
            }

            fn key_schemas(
                definitions: &mut $crate::Definitions,
            ) -> Vec<$crate::shape::KeySchema> {
                let keys: Vec<Vec<$crate::shape::KeySchema>> = vec![$(<
                    $described as $crate::Parameter
                >::schemas(
                    stringify!($key),
                    &[$($key_doc),+],
                    $crate::usual!($($default)?),
                    definitions,
                )),*];
                let keys: Vec<_> = keys.into_iter().flatten().collect();
                $(let keys = $crate::parameters::in_order(keys, $order, |one| one.key);)?
                keys
            }

            $read_keys

            fn visit(&mut self, see: &mut dyn FnMut(&'static str, &mut dyn ::std::any::Any)) {
                $(see(stringify!($key), &mut self.$key);)*
            }

            $(
                fn check(&mut self, keys: &$crate::Keys, problems: &mut $crate::Problems<'_>) {
                    self.$check(keys, problems);
                }
            )?
        }

        impl $crate::Shape for $table {
            fn read(
                value: &$crate::Spanned<$crate::Value>,
                problems: &mut $crate::Problems<'_>,
            ) -> Option<Self> {
                $crate::parameters::read_table(value, problems)
            }

            fn schema(definitions: &mut $crate::Definitions) -> $crate::serde_json::Value {
                let name = stringify!($table);
                let name = name.trim_end_matches("Config").trim_end_matches("Keys");
                definitions.refer(name, |definitions| {
                    <Self as $crate::Declared>::table_schema(definitions)
                })
            }
        }

        impl $crate::Parameter for $table {
            type Own = Self;

            fn own(self) -> Self {
                self
            }

            fn print(own: &Self) -> $crate::serde_json::Value {
                $crate::Parameters::printed(own).into()
            }
        }
    };
}

/// The default of a key, if it has one.
#[doc(hidden)]
#[macro_export]
macro_rules! usual {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

pub use crate::{holds, parameters};

/// Items with a key: those of `order` first and in that order, then the others in their own order.
#[doc(hidden)]
pub fn in_order<T, C: IntoIterator<Item = T> + FromIterator<T>>(
    items: C,
    order: &[&str],
    key: impl Fn(&T) -> &str,
) -> C {
    let mut items: Vec<T> = items.into_iter().collect();
    let rank = |item: &T| order.iter().position(|name| *name == key(item));
    items.sort_by_key(|item| rank(item).unwrap_or(order.len()));
    items.into_iter().collect()
}

/// Reads the value of `key`, or computes the default if it is absent; returns `None` if the default
/// depends on a value that could not be read.
pub fn read_key_or<S: Parameter>(
    table: &Spanned<Value>,
    key: &str,
    usual: Option<S::Own>,
    problems: &mut Problems<'_>,
) -> Option<S::Own> {
    match table.get(key) {
        Some(value) => S::read(value, problems).map(S::own),
        None => usual,
    }
}

/// Reads a table of parameters, and checks its keys together.
pub fn read_table<T: Declared>(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<T> {
    crate::shape::entries(value, problems)?;
    let keys = T::keys(problems.catalogue());
    refuse_unknown_keys(value, &keys, None, problems);
    let mut own = T::read_keys(value, problems)?;
    own.check(&Keys::new(value), problems);
    problems.print(&value.place, own.printed().into());
    Some(own)
}

/// Parses parameters from the keys in `text`, without a heading, such as `limit = "100 packets"`;
/// for tests and programs.
///
/// # Errors
/// The problems of the text.
pub fn parse<T: Declared>(text: &str) -> Result<T, crate::error::ScenarioErrors> {
    let mut problems = Problems::new(text);
    let read = crate::document::read(text, &mut problems)
        .and_then(|document| read_table(&document, &mut problems));
    problems.verdict(read, T::NAME)
}

parameters! {
    /// An empty table.
    pub struct NoKeys {}
}
