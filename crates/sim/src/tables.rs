//! Every table that results can hold, as data: for documentation and for programs that read
//! results.

use serde_json::{Value as Json, json};
use skyseam_trace::{ColumnSpec, Columns, SeriesSet, TableSpec};

use crate::{
    cell_tables, channel, contacts, delay, link_budgets, motion, probe, routes, snapshot, sweep,
};

/// All tables as a list of `{study, table, when, row, columns}`: `study` is the kind of study that
/// produces the table, `when` the condition under which it does, `row` the meaning of a row;
/// `columns` is a list of `{name, type, unit, meaning}`. Runs have the tables of `series`; `sweep`
/// has the one column that precedes those of a run's tables.
pub fn tables(series: &SeriesSet) -> Json {
    let mut list = Vec::new();
    for (table, when) in series.unasked() {
        list.push(described("run", when, &table));
    }
    for series in series.iter() {
        let when = format!("`record = [\"{}\"]`", series.name());
        list.push(described("run", &when, &series.table));
    }
    let others: [(&str, &[TableSpec]); 10] = [
        ("sweep", &[sweep::FRONT]),
        (
            "delay",
            &[
                delay::DelayTable::SPEC,
                delay::PairsTable::SPEC,
                delay::HandoversTable::SPEC,
                delay::PathChangesTable::SPEC,
            ],
        ),
        (
            "contacts",
            &[
                contacts::PassesTable::SPEC,
                contacts::ServingTable::SPEC,
                contacts::LooksTable::SPEC,
            ],
        ),
        ("routes", &[routes::RoutesTable::SPEC]),
        ("probe", &[probe::ProbesTable::SPEC, probe::UndeliveredTable::SPEC]),
        (
            "cell_tables",
            &[
                cell_tables::SizesTable::SPEC,
                cell_tables::ConsistencyTable::SPEC,
                cell_tables::FloodingTable::SPEC,
            ],
        ),
        (
            "link_budgets",
            &[
                link_budgets::BudgetsTable::SPEC,
                link_budgets::PartsTable::SPEC,
                link_budgets::WeatherTable::SPEC,
            ],
        ),
        ("snapshot", &[snapshot::NodesTable::SPEC, snapshot::LinksTable::SPEC]),
        ("motion", &[motion::PositionsTable::SPEC, motion::LinkIntervalsTable::SPEC]),
        (
            "channel",
            &[
                channel::FollowingTable::SPEC,
                channel::TheoryTable::SPEC,
                channel::StatesTable::SPEC,
            ],
        ),
    ];
    for (study, tables) in others {
        list.extend(tables.iter().map(|table| described(study, "always", table)));
    }
    Json::Array(list)
}

fn described(study: &str, when: &str, table: &TableSpec) -> Json {
    let column = |column: &ColumnSpec| {
        json!({
            "name": column.name,
            "type": column.kind.name(),
            "unit": column.unit,
            "meaning": column.meaning(),
        })
    };
    json!({
        "study": study,
        "table": table.name,
        "when": when,
        "row": table.meaning(),
        "columns": table.columns.iter().map(column).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::built_in;

    /// Suffixes of column names, with their units.
    const SUFFIXES: [(&str, &str); 16] = [
        ("_s", "s"),
        ("_ms", "ms"),
        ("_ns", "ns"),
        ("_bytes", "B"),
        ("throughput_bps", "bit/s"),
        ("_bps", "bit/s"),
        ("_percent", "%"),
        ("_km", "km"),
        ("_km_per_s", "km/s"),
        ("_hz", "Hz"),
        ("_deg", "deg"),
        ("_db", "dB"),
        ("_dbw", "dBW"),
        ("_dbhz", "dBHz"),
        ("_db_k", "dB/K"),
        ("bytes", "B"),
    ];

    /// Goal: no column has a unit that contradicts its name. Method: suffixes of names, the longest
    /// first.
    #[test]
    fn units_are_those_of_the_names() {
        for table in tables(&built_in()).as_array().unwrap() {
            for column in table["columns"].as_array().unwrap() {
                let (name, unit) = (column["name"].as_str().unwrap(), column["unit"].as_str());
                let suffixes = SUFFIXES.iter().filter(|(suffix, _)| name.ends_with(suffix));
                let named = suffixes.max_by_key(|(suffix, _)| suffix.len()).map(|&(_, unit)| unit);
                let is_plain = name == "mutual_information";
                assert!(is_plain || unit == Some(named.unwrap_or("")), "{name}: {unit:?}");
            }
        }
    }

    /// Goal: a table's description explains each column. Method: every text ends with a full stop
    /// and fits a cell of a table; those of columns, which files carry, have no links.
    #[test]
    fn everything_is_described_in_sentences() {
        for table in tables(&built_in()).as_array().unwrap() {
            let columns = table["columns"].as_array().unwrap();
            let meanings = columns.iter().map(|column| &column["meaning"]);
            assert!(meanings.clone().all(|text| !text.as_str().unwrap().contains("](")));
            for text in meanings.chain([&table["row"]]) {
                let text = text.as_str().unwrap();
                assert!(text.ends_with('.') && !text.contains('|'), "{}: {text}", table["table"]);
            }
        }
    }
}
