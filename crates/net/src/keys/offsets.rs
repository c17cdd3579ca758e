//! Positions of the links of a group in a trace, and the period of the trace.

use serde_json::json;
use skyseam_base::Duration;
use skyseam_params::units::print_duration;
use skyseam_params::values::{LONGEST, PositiveSpan, Span};
use skyseam_params::{Problems, SourceSpan, Spanned};

use crate::link_trace::{LinkTrace, NoTrace};

/// Positions of links in a trace: that of the first, and the offset between successive ones.
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// Position of the first link.
    pub first: Duration,
    /// Offset between successive links.
    pub step: Duration,
}

impl Offsets {
    /// Offset of the link with this index from the first.
    pub fn further(&self, index: u32) -> Duration {
        self.step.saturating_mul(u64::from(index))
    }
}

/// Keys that define trace offsets.
#[derive(Debug)]
pub struct OffsetKeys<'t> {
    /// Location of the table.
    pub table: &'t SourceSpan,
    /// Whether the table names a trace.
    pub has_trace: bool,
    /// Position of the first link in the trace.
    pub offset: &'t Option<Spanned<Span>>,
    /// Offset between successive links.
    pub stagger: &'t Option<Spanned<Span>>,
    /// Period of the trace.
    pub period: &'t Option<Spanned<PositiveSpan>>,
    /// Number of links; `None` if they are not a group.
    pub group: Option<u32>,
}

/// Resolves the keys; reports what is wrong with them.
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
            .add(&own.place, "`trace_stagger` needs a group, and this is a single wire")
            .help("remove it, or name a group of nodes, which has a `count`, as one endpoint");
    }
    let span = |own: &Option<Spanned<Span>>| own.as_ref().map_or(Duration::ZERO, |own| own.0);
    let offsets = Offsets { first: span(keys.offset), step: span(keys.stagger) };
    if keys.has_trace && keys.group.is_some() {
        problems.fill(keys.table, json!({ "trace_stagger": "0 s" }));
    }
    if let Some(stagger) = keys.stagger {
        check_last("trace", stagger, offsets.first, keys.group.unwrap_or(1), problems);
    }
    offsets
}

/// Reports a key about a trace in a table without one.
pub(super) fn check_has_trace(
    key: &str,
    own: Option<&SourceSpan>,
    table: &SourceSpan,
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

/// The trace with the period of `own`, if any; `None` if the period ends before its last row.
pub(super) fn repeated(
    trace: LinkTrace,
    own: Option<&Spanned<PositiveSpan>>,
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

/// Reports an offset of the last of `count` links that is implausibly far along `what`.
pub(super) fn check_last(
    what: &str,
    step: &Spanned<Span>,
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
