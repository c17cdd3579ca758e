//! Scenarios made in code: [`ScenarioBuilder`].
//!
//! A builder writes the keys of a scenario file, and the reader of scenario files reads them. A
//! scenario made in code therefore has the same keys, defaults, checks, messages and manifest as
//! one from a file.

use serde_json::{Map, Value as Json, json};
use skyseam_base::{Duration, Rate};
use skyseam_params::{Parameters, units};
use skyseam_scenario::{Files, Models, Scenario, ScenarioErrors};

/// A value of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting(Json);

/// A table of keys, such as that of a terminal or of an application.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table(Map<String, Json>);

impl Table {
    /// A table without keys.
    pub fn new() -> Self {
        Self::default()
    }

    /// A table of a `kind`, such as `file` of an application.
    pub fn of(kind: &str) -> Self {
        Self::new().with("kind", kind)
    }

    /// The table with one more key.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Setting>) -> Self {
        self.0.insert(key.into(), value.into().0);
        self
    }
}

impl From<Table> for Setting {
    fn from(table: Table) -> Self {
        Self(Json::Object(table.0))
    }
}

/// The choice of a model with these parameters, which the models of the reader must have. For
/// families whose tag is not `kind`, see [`skyseam_params::registry::print`].
impl<P: Parameters> From<&P> for Setting {
    fn from(model: &P) -> Self {
        let mut keys = model.printed();
        keys.insert("kind".into(), json!(model.name()));
        Self(Json::Object(keys))
    }
}

impl From<Duration> for Setting {
    fn from(length: Duration) -> Self {
        Self(units::print_duration(length).into())
    }
}

impl From<Rate> for Setting {
    fn from(rate: Rate) -> Self {
        Self(units::print_rate(rate).into())
    }
}

impl<T: Into<Setting>> From<Vec<T>> for Setting {
    fn from(items: Vec<T>) -> Self {
        Self(items.into_iter().map(|item| item.into().0).collect())
    }
}

impl<T: Into<Setting>, const N: usize> From<[T; N]> for Setting {
    fn from(items: [T; N]) -> Self {
        Vec::from(items).into()
    }
}

macro_rules! plain {
    ($($plain:ty),+) => {
        $(
            impl From<$plain> for Setting {
                fn from(value: $plain) -> Self {
                    Self(value.into())
                }
            }
        )+
    };
}

plain!(&str, String, bool, i32, u32, i64, f64, Json);

/// A scenario under construction: keys of a scenario file and their values.
///
/// ```
/// use skyseam::prelude::*;
///
/// let scenario = ScenarioBuilder::new()
///     .node("a")
///     .node("b")
///     .wire("a", "b", "10 Mbit/s", Duration::from_millis(20), "50 packets")
///     .flow("copy", "a", "b", Table::of("file").with("size", "1 MB"))
///     .duration("60 s")
///     .build(&models())?;
/// assert_eq!(scenario.flows[0].name, "copy");
/// # Ok::<(), ScenarioErrors>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScenarioBuilder {
    keys: Map<String, Json>,
    files: Files,
}

impl ScenarioBuilder {
    /// A scenario without keys.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a key by its path through tables, such as `run.seed`.
    ///
    /// # Panics
    /// When the path leads through a value that is not a table.
    #[must_use]
    pub fn set(mut self, path: &str, value: impl Into<Setting>) -> Self {
        let mut steps = path.split('.').peekable();
        let mut table = &mut self.keys;
        while let Some(step) = steps.next() {
            if steps.peek().is_none() {
                table.insert(step.into(), value.into().0);
                break;
            }
            let below = table.entry(step).or_insert_with(|| Json::Object(Map::new()));
            table = below.as_object_mut().unwrap_or_else(|| panic!("`{step}` is not a table"));
        }
        self
    }

    /// Adds a table to a list of tables: `terminals`, `nodes`, `wires`, `beams`, `users`, `flows`
    /// or `failures`.
    ///
    /// # Panics
    /// When the key was set to a value that is not a list.
    #[must_use]
    pub fn add(mut self, list: &str, table: Table) -> Self {
        let items = self.keys.entry(list).or_insert_with(|| Json::Array(Vec::new()));
        let items = items.as_array_mut().unwrap_or_else(|| panic!("`{list}` is not a list"));
        items.push(Json::Object(table.0));
        self
    }

    /// Adds a file that a key names.
    #[must_use]
    pub fn file(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.insert(name, content);
        self
    }

    /// Adds a terminal on the ground.
    #[must_use]
    pub fn terminal(self, name: &str, latitude_deg: f64, longitude_deg: f64) -> Self {
        let table = Table::new()
            .with("name", name)
            .with("latitude", units::ANGLE.print(latitude_deg))
            .with("longitude", units::ANGLE.print(longitude_deg));
        self.add("terminals", table)
    }

    /// Adds a node: a router or server.
    #[must_use]
    pub fn node(self, name: &str) -> Self {
        self.add("nodes", Table::new().with("name", name))
    }

    /// Adds a wire between two terminals or nodes, with the same rate and queue both ways.
    #[must_use]
    pub fn wire(
        self,
        a: &str,
        b: &str,
        rate: impl Into<Setting>,
        delay: impl Into<Setting>,
        queue: impl Into<Setting>,
    ) -> Self {
        let table = Table::new().with("between", [a, b]).with("rate", rate).with("delay", delay);
        self.add("wires", table.with("queue", queue))
    }

    /// Sets rate and queue of all links to, from and between satellites.
    #[must_use]
    pub fn links(mut self, rate: impl Into<Setting>, queue: impl Into<Setting>) -> Self {
        let (rate, queue) = (rate.into(), queue.into());
        for kind in ["uplink", "downlink", "isl"] {
            self = self.set(&format!("links.{kind}.rate"), rate.clone());
            self = self.set(&format!("links.{kind}.queue"), queue.clone());
        }
        self
    }

    /// Adds a flow over the default transport; for another, see [`ScenarioBuilder::add`].
    #[must_use]
    pub fn flow(self, name: &str, from: &str, to: &str, application: impl Into<Setting>) -> Self {
        let table = Table::new().with("name", name).with("from", from).with("to", to);
        self.add("flows", table.with("application", application))
    }

    /// Sets the time after which the run ends.
    #[must_use]
    pub fn duration(self, duration: impl Into<Setting>) -> Self {
        self.set("run.duration", duration)
    }

    /// The text of the scenario's file.
    pub fn to_toml(&self) -> String {
        let mut keys = Json::Object(self.keys.clone());
        remove_absent(&mut keys);
        toml::to_string(&keys).expect("text, numbers, lists and tables")
    }

    /// Reads and checks the scenario.
    ///
    /// # Errors
    /// All problems, each with its key and its line in [`ScenarioBuilder::to_toml`].
    pub fn build(&self, models: &Models) -> Result<Scenario, ScenarioErrors> {
        let parsed = models.parse(&self.to_toml(), "scenario made in code", &self.files)?;
        Ok(parsed.scenario)
    }
}

/// Removes the keys whose value is null: a parameter without a value.
fn remove_absent(value: &mut Json) {
    match value {
        Json::Object(keys) => {
            keys.retain(|_, value| !value.is_null());
            keys.values_mut().for_each(remove_absent);
        }
        Json::Array(items) => items.iter_mut().for_each(remove_absent),
        _ => {}
    }
}
