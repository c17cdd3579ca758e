//! How far into a trace the links of a group begin, and when the trace begins again.

use serde_json::json;
use skyseam_base::Duration;
use skyseam_params::units::print_duration;
use skyseam_params::values::{LONGEST, PositiveSpan, Span};
use skyseam_params::{At, Place, Problems};

use crate::link_trace::{LinkTrace, NoTrace};

/// How far into a trace links begin: the first, and each further one than the one before.
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// Of the first.
    pub first: Duration,
    /// From one to the next.
    pub step: Duration,
}

impl Offsets {
    /// How much further than the first the link with this index begins.
    pub fn further(&self, index: u32) -> Duration {
        self.step.saturating_mul(u64::from(index))
    }
}

/// The keys of a table that say so.
#[derive(Debug)]
pub struct OffsetKeys<'t> {
    /// Where the table stands.
    pub table: &'t Place,
    /// Whether it names a trace.
    pub has_trace: bool,
    /// How far into it the first begins.
    pub offset: &'t Option<At<Span>>,
    /// How much further each begins than the one before.
    pub stagger: &'t Option<At<Span>>,
    /// Time after which it begins again.
    pub period: &'t Option<At<PositiveSpan>>,
    /// How many links there are; `None` where they are no group.
    pub group: Option<u32>,
}

/// What the keys say; notes what is wrong with them.
pub fn offsets(keys: &OffsetKeys<'_>, problems: &mut Problems<'_>) -> Offsets {
    let offset = keys.offset.as_ref().map(|own| &own.place);
    let stagger = keys.stagger.as_ref().map(|own| &own.place);
    let period = keys.period.as_ref().map(|own| &own.place);
    let given = [("trace_offset", offset), ("trace_stagger", stagger), ("trace_repeat", period)];
    for (key, own) in given.into_iter().filter(|_| !keys.has_trace) {
        check_has_trace(key, own, keys.table, problems);
    }
    if let (Some(own), None) = (keys.stagger, keys.group) {
        problems
            .add(&own.place, "`trace_stagger` needs a group, and this is one wire")
            .help("remove it, or name a group of nodes, which has a `count`, at one of the ends");
    }
    let span = |own: &Option<At<Span>>| own.as_ref().map_or(Duration::ZERO, |own| own.0);
    let offsets = Offsets { first: span(keys.offset), step: span(keys.stagger) };
    if keys.has_trace && keys.group.is_some() {
        problems.fill(keys.table, json!({ "trace_stagger": "0 s" }));
    }
    if let Some(stagger) = keys.stagger {
        check_last("trace", stagger, offsets.first, keys.group.unwrap_or(1), problems);
    }
    offsets
}

/// Notes a key that says something of a trace in a table without one.
pub(super) fn check_has_trace(
    key: &str,
    own: Option<&Place>,
    table: &Place,
    problems: &mut Problems<'_>,
) {
    if let Some(own) = own
        && !problems.doubts(&table.path_of("trace"))
    {
        problems
            .add(own, format!("`{key}` needs a `trace`"))
            .help("name a file with `trace`, or remove the key");
    }
}

/// The trace, which begins again after the time that `own` says, if any; `None` where it would
/// begin again before its last row.
pub(super) fn repeated(
    trace: LinkTrace,
    own: Option<&At<PositiveSpan>>,
    problems: &mut Problems<'_>,
) -> Option<LinkTrace> {
    let Some(own) = own else { return Some(trace) };
    match trace.repeated(own.0) {
        Err(NoTrace::PeriodTooShort(last)) => {
            problems
                .add(&own.place, "the trace would begin again before its last row")
                .found(print_duration(own.0))
                .expected(format!("a time longer than {}", print_duration(last)));
            None
        }
        repeated => repeated.ok(),
    }
}

/// Notes a last one of `count` that is further along `what` than anybody can mean.
pub(super) fn check_last(
    what: &str,
    step: &At<Span>,
    first: Duration,
    count: u32,
    problems: &mut Problems<'_>,
) {
    let last = step.0.saturating_mul(u64::from(count.saturating_sub(1)));
    if last > LONGEST.saturating_sub(first) {
        let later = print_duration(last);
        problems
            .add(&step.place, format!("the last begins too far into the {what}"))
            .found(format!("the last of {count} begins {later} further than the first"))
            .expected(format!("at most {} from its beginning", print_duration(LONGEST)));
    }
}
