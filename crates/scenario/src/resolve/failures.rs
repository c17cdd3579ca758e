//! Failures: what is out of order, and when.

use skyseam_base::SimTime;
use skyseam_constellation::config::{Failed, Failure};

use super::linkable::Linkable;
use super::names::Names;
use crate::error::{Problems, short};
use crate::tables::{FailureTable, ScenarioTable};
use crate::units::print_instant;

pub(super) fn failures(
    file: &ScenarioTable,
    names: &Names,
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) -> Vec<Failure> {
    let tables = file.failures.iter().flat_map(|list| &list.0);
    tables.filter_map(|table| failure(table, names, linkable, problems)).collect()
}

fn failure(
    table: &FailureTable,
    names: &Names,
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) -> Option<Failure> {
    let from = table.start.as_ref()?.0;
    if let Some(end) = &table.end
        && end.0 <= from
    {
        problems
            .add(&end.place, "the failure ends before it starts")
            .found(format!("start = {}, end = {}", print_instant(from), print_instant(end.0)))
            .expected("an end after the start, or none");
    }
    let until = table.end.as_ref().map_or(SimTime::MAX, |end| end.0);
    let what = match (&table.satellite, &table.isl) {
        (Some(name), _) => Failed::Satellite(names.satellite(name, problems)?),
        (None, Some(pair)) => {
            let [a, b] = &pair.0;
            let (one, other) = (names.satellite(a, problems), names.satellite(b, problems));
            let (one, other) = (one?, other?);
            if !linkable.satellites(one, other) {
                problems
                    .add(&pair.place, "there is never a link between these two satellites")
                    .found(format!("\"{}\" and \"{}\"", short(&a.0), short(&b.0)))
                    .expected("two satellites that the pattern links");
            }
            Failed::Isl([one, other])
        }
        (None, None) => return None,
    };
    Some(Failure { what, from, until })
}
