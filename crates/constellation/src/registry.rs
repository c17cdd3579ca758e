//! The row type of the tables that name every choice without keys that a scenario can make.

/// A choice: what scenarios call it, what documentation says of it, and what carries it out.
#[derive(Clone, Copy, Debug)]
pub struct Registered<T: 'static, R: 'static> {
    /// The value in [`crate::SkyConfig`].
    pub value: T,
    /// The name in scenario files.
    pub name: &'static str,
    /// One line for documentation and completion.
    pub summary: &'static str,
    /// Where the model comes from.
    pub source: &'static str,
    /// The model.
    pub rule: R,
}

/// Has scenarios choose a type by name: `named!("a metric", Metric, METRICS)`, with the table that
/// has a row for every value.
macro_rules! named {
    ($what:literal, $named:ty, $rows:expr) => {
        impl skyseam_params::names::Named for $named {
            const WHAT: &'static str = $what;

            fn choices() -> Vec<skyseam_params::names::Choice<Self>> {
                let rows = $rows.iter();
                rows.map(|row| {
                    skyseam_params::names::choice(row.value, row.name, row.summary, row.source)
                })
                .collect()
            }
        }
    };
}

pub(crate) use named;

/// The model that carries out `value`.
///
/// # Panics
/// When the table has no row for it: every variant must be registered.
pub(crate) fn rule_of<T: PartialEq, R: Copy>(table: &[Registered<T, R>], value: T) -> R {
    table.iter().find(|row| row.value == value).expect("a choice without a registry line").rule
}

#[cfg(test)]
mod tests {
    use crate::{direction, geometry, routing};

    /// Names are what scenarios say and end up in manifests: lower case, no two alike, documented.
    #[test]
    fn rows_are_named_once_and_documented() {
        let tables: [Vec<(&str, &str, &str)>; 3] = [
            geometry::GEOMETRIES.iter().map(|r| (r.name, r.summary, r.source)).collect(),
            direction::DIRECTIONS.iter().map(|r| (r.name, r.summary, r.source)).collect(),
            routing::METRICS.iter().map(|r| (r.name, r.summary, r.source)).collect(),
        ];
        for table in tables {
            for (i, &(name, summary, source)) in table.iter().enumerate() {
                assert!(name.chars().all(|c| c.is_ascii_lowercase() || "0123456789-".contains(c)));
                assert!(!summary.is_empty() && !source.is_empty(), "{name} is undocumented");
                assert!(table[..i].iter().all(|other| other.0 != name), "{name} twice");
            }
        }
    }
}
