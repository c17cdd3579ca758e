//! Failures of satellites and links: their table in a scenario and its value.

use skyseam_base::SimTime;
use skyseam_params::error::short;
use skyseam_params::shape::{List, table};
use skyseam_params::text_values::{Name, Pair};
use skyseam_params::units::print_instant;
use skyseam_params::values::Instant;
use skyseam_params::{Problems, Spanned};

use crate::description::config::{Failed, Failure};
use crate::names::{Linkable, Names};

table! {
    /// A failure for a time: of a satellite with all its links, or of one link.
    FailureTable "Failure" {
        /// A satellite by name, with all its links.
        optional satellite: Name,
        /// A link by the names of the two satellites.
        optional isl: Pair,
        /// Beginning of the failure.
        required start: Instant,
        /// End of the failure. Default: never.
        optional end: Instant,
        exactly one of (satellite, isl)
    }
}

/// Returns the failures that are completely described; reports problems of the others.
pub fn failures(
    tables: Option<&Spanned<List<FailureTable>>>,
    names: &Names,
    linkable: &Linkable<'_>,
    problems: &mut Problems<'_>,
) -> Vec<Failure> {
    let tables = tables.into_iter().flat_map(|list| &list.0);
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
